//! Reads Aldebaran files: a header `des (INITIAL, TRANSITIONS, STATES)`, then one line `(SOURCE, LABEL, TARGET)` per
//! transition, where a label that contains commas, parentheses or spaces stands in double quotes (aut(5) of CADP; mCRL2
//! quotes every label).
//!
//! One pass over the bytes; labels are interned, transitions sorted by source without changing their order within a
//! source, because some searches depend on it.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// A transition system: the transitions of state `s` are `edges[row_starts[s]..row_starts[s + 1]]`; states beyond the last row have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lts {
    pub initial: u32,
    pub states: u32,
    pub labels: Vec<String>,
    pub row_starts: Vec<u32>,
    /// Label number and target.
    pub edges: Vec<(u32, u32)>,
}

impl Lts {
    pub fn state_count(&self) -> u32 {
        self.states
    }

    pub fn row(&self, state: u32) -> &[(u32, u32)] {
        match self.row_starts.get(state as usize..=state as usize + 1) {
            Some(&[start, end]) => &self.edges[start as usize..end as usize],
            _ => &[],
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum AutError {
    #[error("cannot read {path}: {error}")]
    Io { path: String, error: std::io::Error },
    #[error("line {line}: {what}")]
    Syntax { line: usize, what: String },
}

/// Reads a file, decompressing it if it is compressed (whatever its name).
pub fn read_file(path: &Path) -> Result<Lts, AutError> {
    let failed = |error| AutError::Io { path: path.display().to_string(), error };
    let mut bytes = std::fs::read(path).map_err(failed)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain).map_err(failed)?;
        bytes = plain;
    }
    read(&bytes)
}

pub fn read(bytes: &[u8]) -> Result<Lts, AutError> {
    let mut lines = bytes.split(|&byte| byte == b'\n').enumerate().map(|(index, line)| (index + 1, line.trim_ascii()));
    let wrong = |line: usize, what: String| AutError::Syntax { line, what };
    let (header_line, header) = lines.by_ref().find(|(_, line)| !line.is_empty()).unwrap_or((1, b""));
    let Some([initial, transitions, states]) = header_fields(header) else {
        let expected = "the file must begin with a header such as 'des (0, 5, 4)'";
        let instead = if header.is_empty() { "but it is empty".into() } else { format!("not '{}'", excerpt(header)) };
        return Err(wrong(header_line, format!("{expected}, {instead}")));
    };
    let Ok(state_count) = u32::try_from(states) else {
        return Err(wrong(header_line, format!("{states} states are more than the 4294967295 supported")));
    };
    if initial >= states {
        let what = format!("the initial state {initial} does not exist: the header declares {states} states");
        return Err(wrong(header_line, what));
    }
    let mut labels = Labels::default();
    // A wrong header must not make us reserve the memory it asks for.
    let mut triples: Vec<(u32, u32, u32)> = Vec::with_capacity((transitions as usize).min(bytes.len() / 6));
    for (line, text) in lines {
        if text.is_empty() {
            continue;
        }
        let (source, label, target) = edge(text).map_err(|what| wrong(line, what))?;
        for state in [source, target] {
            if state >= u64::from(state_count) {
                let what =
                    format!("state {state} is out of range: the header declares {states} states, 0 to {}", states - 1);
                return Err(wrong(line, what));
            }
        }
        triples.push((source as u32, labels.number(label).map_err(|what| wrong(line, what))?, target as u32));
        if triples.len() as u64 > transitions {
            let what = format!("there are more transitions than the {transitions} that the header declares");
            return Err(wrong(line, what));
        }
    }
    if (triples.len() as u64) < transitions {
        let what = format!("the header declares {transitions} transitions, but the file has {}", triples.len());
        return Err(wrong(header_line, what));
    }
    let rows = triples.iter().map(|(source, ..)| source + 1).max().unwrap_or(0);
    if rows as usize > ROWS_MIN + SPARSE_MAX * triples.len() {
        let what = format!(
            "states as far as {} have only {} transitions: number them one after the other",
            rows - 1,
            triples.len()
        );
        return Err(wrong(header_line, what));
    }
    Ok(in_rows(initial as u32, state_count, rows, labels.names, &triples))
}

/// A file must not make us reserve far more memory than it has bytes: so many rows are fine, and so many for each transition.
const ROWS_MIN: usize = 1 << 24;
const SPARSE_MAX: usize = 64;

/// Sorts transitions by source, keeping their order within each source (a counting sort).
fn in_rows(initial: u32, states: u32, rows: u32, labels: Vec<String>, triples: &[(u32, u32, u32)]) -> Lts {
    let mut row_starts = vec![0u32; rows as usize + 1];
    for (source, ..) in triples {
        row_starts[*source as usize + 1] += 1;
    }
    for state in 0..rows as usize {
        row_starts[state + 1] += row_starts[state];
    }
    let mut next = row_starts.clone();
    let mut edges = vec![(0, 0); triples.len()];
    for &(source, label, target) in triples {
        edges[next[source as usize] as usize] = (label, target);
        next[source as usize] += 1;
    }
    Lts { initial, states, labels, row_starts, edges }
}

fn header_fields(line: &[u8]) -> Option<[u64; 3]> {
    let rest = line.strip_prefix(b"des")?.trim_ascii();
    let rest = rest.strip_prefix(b"(")?.strip_suffix(b")")?;
    let mut fields = rest.split(|&byte| byte == b',').map(|field| number(field.trim_ascii()));
    let header = [fields.next()??, fields.next()??, fields.next()??];
    fields.next().is_none().then_some(header)
}

/// The three parts of `(SOURCE, LABEL, TARGET)`. The label may contain commas even without quotes, so it is what stands
/// between the first comma and the last.
fn edge(line: &[u8]) -> Result<(u64, &[u8], u64), String> {
    let malformed = || format!("expected a transition such as '(0, \"label\", 1)', not '{}'", excerpt(line));
    let inner = line.strip_prefix(b"(").and_then(|rest| rest.strip_suffix(b")")).ok_or_else(malformed)?;
    let first = inner.iter().position(|&byte| byte == b',').ok_or_else(malformed)?;
    let last = inner.iter().rposition(|&byte| byte == b',').filter(|&last| first < last).ok_or_else(malformed)?;
    let state = |text: &[u8]| {
        number(text.trim_ascii()).ok_or_else(|| format!("'{}' is not a state number", excerpt(text.trim_ascii())))
    };
    let source = state(&inner[..first])?;
    let target = state(&inner[last + 1..])?;
    let label = inner[first + 1..last].trim_ascii();
    let Some(opened) = label.strip_prefix(b"\"") else {
        if label.contains(&b'"') {
            return Err(format!("the label {} has a quote in the middle; quote all of it", excerpt(label)));
        }
        if label.is_empty() {
            return Err("the label is missing; write \"\" for an empty one".to_owned());
        }
        return Ok((source, label, target));
    };
    match opened.strip_suffix(b"\"") {
        Some(label) => Ok((source, label, target)),
        None => Err(format!("the quote before {} is not closed", excerpt(opened))),
    }
}

fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    digits.iter().try_fold(0, |value, &digit| digit.is_ascii_digit().then(|| value * 10 + u64::from(digit - b'0')))
}

/// At most 40 characters of the input, for messages.
fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[derive(Default)]
struct Labels {
    names: Vec<String>,
    numbers: HashMap<Vec<u8>, u32>,
}

impl Labels {
    fn number(&mut self, label: &[u8]) -> Result<u32, String> {
        if let Some(&number) = self.numbers.get(label) {
            return Ok(number);
        }
        let name = std::str::from_utf8(label).map_err(|_| format!("the label {} is not UTF-8", excerpt(label)))?;
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(label.to_vec(), number);
        Ok(number)
    }
}

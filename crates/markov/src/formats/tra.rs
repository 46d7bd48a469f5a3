//! PRISM's explicit transitions (`.tra`; PRISM manual, "Explicit Model Files").
//!
//! A chain is `n m` and lines `i j p [action]`; a decision process `n c m` and lines `i k j p [action]`. In the row form
//! (PRISM's `-exportrows`) a line holds one row: `i p:j p:j …`, for processes `i k p:j … [action]`. `#` starts a comment.
//! Lines may come in any order; a probability may be a fraction `1/3`. States without lines get a self-loop. Where a comment above the
//! header is `Transitions (CTMC)`, as PRISM and we write it, the numbers are rates.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;

use super::source::{Cursor, LoadError};
use crate::bits::Bits;
use crate::model::{Actions, Kind, Model};
use crate::rational;

/// How far a row's sum may be from one.
const SUM_TOLERANCE: f64 = 1e-6;

struct Header {
    states: usize,
    /// Present for decision processes.
    choices: Option<u64>,
    transitions: u64,
    /// Where it stands: line and column.
    place: (u32, u32),
    /// Whether a colon occurs at all; most files have none, and need not look for `p:j` in every line.
    has_pairs: bool,
    /// Whether the numbers are rates.
    has_rates: bool,
}

/// What the lines say, in file order, before it is sorted.
struct Lines {
    sources: Vec<u32>,
    /// The choice within the source; empty for chains.
    choices: Vec<u32>,
    targets: Vec<u32>,
    probabilities: Vec<f64>,
    actions: Vec<u32>,
    action_names: Vec<String>,
    action_index: hashbrown::HashMap<Vec<u8>, u32>,
    fractions: HashMap<u32, RBig>,
    sorted: bool,
    previous: (u32, u32),
    /// Whether rows came without numbers of their choices.
    counts_rows: bool,
}

/// The comment that makes the numbers rates.
const RATES: &str = "Transitions (CTMC)";

/// Whether a file that begins with these bytes holds rates.
pub fn has_rates(head: &[u8]) -> bool {
    let comments = head.split(|byte| *byte == b'\n').map_while(|line| line.trim_ascii().strip_prefix(b"#"));
    comments.into_iter().any(|comment| comment.trim_ascii() == RATES.as_bytes())
}

/// A file smaller than this is read by one worker.
const BYTES_PER_WORKER_MIN: usize = 1 << 20;

/// Reads a model from the bytes of such a file.
pub fn read(file: &Path, bytes: &[u8]) -> Result<Model, LoadError> {
    read_with(file, bytes, 1)
}

/// As [`read`]; several workers share the lines of a large file.
pub fn read_with(file: &Path, bytes: &[u8], workers: usize) -> Result<Model, LoadError> {
    let mut cursor = Cursor::new(file, bytes);
    let mut has_rates = false;
    if !cursor.next_content(|comment| has_rates |= comment.trim_ascii() == RATES.as_bytes()) {
        return Err(cursor.error("the file has no header; a line \"states transitions\" was expected"));
    }
    let place = cursor.place();
    let mut header = read_header(&mut cursor, place)?;
    header.has_pairs = bytes.contains(&b':');
    header.has_rates = has_rates;
    if has_rates && header.choices.is_some() {
        let message = "a decision process in continuous time is not supported";
        return Err(LoadError { is_unsupported: true, ..LoadError::at(file, Some(place), message) });
    }
    if header.states > 1 << 20 && header.states / 64 > bytes.len() {
        let message =
            format!("the header announces {} states, but the file has only {} bytes", header.states, bytes.len());
        return Err(LoadError::at(file, Some(place), message));
    }
    let workers = workers.clamp(1, (bytes.len() / BYTES_PER_WORKER_MIN).max(1));
    let mut parts = read_parts(&cursor, &header, workers)?;
    // Rows that do not number their choices are counted per state, which workers cannot do independently.
    if workers > 1 && parts.iter().any(|part| part.counts_rows) {
        parts = read_parts(&cursor, &header, 1)?;
    }
    let lines = join(parts, header.transitions as usize);
    if lines.targets.len() as u64 != header.transitions {
        let (said, found) = (header.transitions, lines.targets.len());
        let message = format!("the header announces {said} transitions, but the file has {found}");
        return Err(LoadError::at(file, Some(place), message));
    }
    assemble(file, bytes, header, lines)
}

/// The lines after the header, in as many parts as there are workers.
fn read_parts(cursor: &Cursor<'_>, header: &Header, workers: usize) -> Result<Vec<Lines>, LoadError> {
    let mut pieces = cursor.split(workers);
    let mut first = pieces.remove(0);
    let results: Vec<Result<Lines, LoadError>> = std::thread::scope(|scope| {
        let others: Vec<_> =
            pieces.into_iter().map(|mut piece| scope.spawn(move || read_lines(&mut piece, header, workers))).collect();
        let mine = read_lines(&mut first, header, workers);
        let theirs = others.into_iter().map(|one| one.join().expect("reading lines does not panic"));
        std::iter::once(mine).chain(theirs).collect()
    });
    results.into_iter().collect()
}

fn read_lines(cursor: &mut Cursor<'_>, header: &Header, workers: usize) -> Result<Lines, LoadError> {
    let capacity = (header.transitions as usize / workers).min(cursor.remaining() / 4 + 1);
    let mut lines = Lines {
        sources: Vec::with_capacity(capacity),
        choices: Vec::new(),
        targets: Vec::with_capacity(capacity),
        probabilities: Vec::with_capacity(capacity),
        actions: Vec::new(),
        action_names: vec![String::new()],
        action_index: hashbrown::HashMap::new(),
        fractions: HashMap::new(),
        sorted: true,
        previous: (0, 0),
        counts_rows: false,
    };
    let mut rows = RowNumbers::default();
    while cursor.next_content(|_| {}) {
        if header.choices.is_some() {
            read_process_line(cursor, header, &mut lines, &mut rows)?;
        } else {
            read_chain_line(cursor, header, &mut lines)?;
        }
    }
    lines.counts_rows = !rows.0.is_empty();
    Ok(lines)
}

/// The parts one after the other.
fn join(parts: Vec<Lines>, transitions: usize) -> Lines {
    let mut parts = parts.into_iter();
    let mut all = parts.next().expect("there is at least one part");
    let process = !all.choices.is_empty();
    all.sources.reserve_exact(transitions.saturating_sub(all.sources.len()));
    all.targets.reserve_exact(transitions.saturating_sub(all.targets.len()));
    all.probabilities.reserve_exact(transitions.saturating_sub(all.probabilities.len()));
    for part in parts {
        let before = all.targets.len();
        if let Some(source) = part.sources.first() {
            let choice = part.choices.first().copied().unwrap_or(0);
            all.sorted &= part.sorted && all.previous <= (*source, choice);
            all.previous = part.previous;
        }
        if process || !part.choices.is_empty() {
            all.choices.extend_from_slice(&part.choices);
        }
        all.sources.extend_from_slice(&part.sources);
        all.targets.extend_from_slice(&part.targets);
        all.probabilities.extend_from_slice(&part.probabilities);
        if !part.actions.is_empty() {
            let number: Vec<u32> = part.action_names.iter().map(|name| all.action_number(name.as_bytes())).collect();
            all.actions.resize(before, 0);
            all.actions.extend(part.actions.iter().map(|action| number[*action as usize]));
        }
        all.fractions.extend(part.fractions.into_iter().map(|(entry, value)| (entry + before as u32, value)));
    }
    all
}

fn read_header(cursor: &mut Cursor<'_>, place: (u32, u32)) -> Result<Header, LoadError> {
    let at = cursor.position();
    let states = cursor.natural("the number of states")?;
    if states == 0 {
        return Err(cursor.error_at(at, "a model needs at least one state"));
    }
    if states >= u64::from(u32::MAX) {
        return Err(cursor.error_at(at, format!("{states} states are more than the 4,294,967,294 supported")));
    }
    let second_at = cursor.position();
    let second = cursor.natural("the number of transitions")?;
    let third = if cursor.at_line_end() { None } else { Some(cursor.natural("the number of transitions")?) };
    cursor.end_line()?;
    let transitions = third.unwrap_or(second);
    if transitions >= u64::from(u32::MAX) {
        return Err(cursor.error_at(second_at, format!("{transitions} transitions are more than supported")));
    }
    Ok(Header {
        states: states as usize,
        choices: third.map(|_| second),
        transitions,
        place,
        has_pairs: true,
        has_rates: false,
    })
}

impl Lines {
    #[inline]
    fn push(&mut self, source: u32, choice: u32, target: u32, probability: f64) {
        self.sorted &= self.previous <= (source, choice);
        self.previous = (source, choice);
        self.sources.push(source);
        self.targets.push(target);
        self.probabilities.push(probability);
    }

    fn action_number(&mut self, name: &[u8]) -> u32 {
        if name.is_empty() {
            return 0;
        }
        match self.action_index.get(name) {
            Some(index) => *index,
            None => {
                let index = self.action_names.len() as u32;
                self.action_names.push(String::from_utf8_lossy(name).into_owned());
                self.action_index.insert(name.to_vec(), index);
                index
            }
        }
    }

    fn set_action(&mut self, name: &[u8]) {
        let index = self.action_number(name);
        self.actions.resize(self.targets.len().saturating_sub(1), 0);
        self.actions.push(index);
    }
}

/// A probability: a decimal or a fraction, positive and at most one; or a rate. Zero is allowed, as PRISM does, and dropped later.
#[inline]
fn probability(cursor: &mut Cursor<'_>, header: &Header, lines: &mut Lines) -> Result<f64, LoadError> {
    cursor.skip_blanks();
    let at = cursor.position();
    let mut value = cursor.number("a probability")?;
    if cursor.accept(b'/') {
        let numerator = value;
        let denominator = cursor.number("the denominator of the probability")?;
        let whole = |x: f64| x.fract() == 0.0 && x.abs() < 9e15;
        if denominator == 0.0 || !whole(numerator) || !whole(denominator) || numerator < 0.0 || denominator < 0.0 {
            return Err(cursor.error_at(at, "a fraction needs two natural numbers, the second one positive"));
        }
        let fraction = RBig::from_parts(IBig::from(numerator as u64), UBig::from(denominator as u64));
        value = rational::nearest(&fraction);
        if value > 0.0 && rational::meant(value) != fraction {
            lines.fractions.insert(lines.targets.len() as u32, fraction);
        }
    }
    if value.is_nan() {
        return Err(cursor.error_at(at, "the probability is not a number"));
    }
    if value < 0.0 {
        return Err(cursor.error_at(at, format!("the probability {value} is negative")));
    }
    if value > 1.0 + SUM_TOLERANCE && !header.has_rates {
        let hint = rates_hint(header.choices.is_none());
        return Err(cursor.error_at(at, format!("the probability {value} is greater than 1{hint}")));
    }
    Ok(value)
}

/// Whether the word at the cursor is `p:j`.
#[inline]
fn at_pair(cursor: &mut Cursor<'_>, header: &Header) -> bool {
    cursor.skip_blanks();
    header.has_pairs && cursor.upcoming().contains(&b':')
}

fn read_chain_line(cursor: &mut Cursor<'_>, header: &Header, lines: &mut Lines) -> Result<(), LoadError> {
    let source = cursor.state("the source", header.states)?;
    if at_pair(cursor, header) {
        return read_pairs(cursor, header, lines, source, 0);
    }
    let target = cursor.state("the target", header.states)?;
    let value = probability(cursor, header, lines)?;
    lines.push(source, 0, target, value);
    if !cursor.at_line_end() {
        let name = cursor.rest_of_line();
        lines.set_action(name);
    }
    Ok(())
}

/// The number of row-form lines seen per state, where they do not number their choices themselves.
#[derive(Default)]
struct RowNumbers(HashMap<u32, u32>);

fn read_process_line(
    cursor: &mut Cursor<'_>,
    header: &Header,
    lines: &mut Lines,
    rows: &mut RowNumbers,
) -> Result<(), LoadError> {
    let source = cursor.state("the source", header.states)?;
    let choice = if at_pair(cursor, header) {
        let next = rows.0.entry(source).or_insert(0);
        *next += 1;
        *next - 1
    } else {
        let at = cursor.position();
        let choice = cursor.natural("the number of the choice")?;
        if choice >= u64::from(u32::MAX) {
            return Err(cursor.error_at(at, format!("choice {choice} is out of range")));
        }
        choice as u32
    };
    if at_pair(cursor, header) {
        return read_pairs(cursor, header, lines, source, choice);
    }
    let target = cursor.state("the target", header.states)?;
    let value = probability(cursor, header, lines)?;
    lines.push(source, choice, target, value);
    lines.choices.push(choice);
    if !cursor.at_line_end() {
        let name = cursor.rest_of_line();
        lines.set_action(name);
    }
    Ok(())
}

fn read_pairs(
    cursor: &mut Cursor<'_>,
    header: &Header,
    lines: &mut Lines,
    source: u32,
    choice: u32,
) -> Result<(), LoadError> {
    let first = lines.targets.len();
    while !cursor.at_line_end() && at_pair(cursor, header) {
        let value = probability(cursor, header, lines)?;
        cursor.require(b':', "\":\" and the target")?;
        let target = cursor.state("the target", header.states)?;
        lines.push(source, choice, target, value);
        if header.choices.is_some() {
            lines.choices.push(choice);
        }
    }
    if !cursor.at_line_end() {
        let name = cursor.rest_of_line();
        lines.set_action(name);
        let index = lines.actions[lines.actions.len() - 1];
        lines.actions.truncate(first);
        lines.actions.resize(lines.targets.len(), index);
    }
    Ok(())
}

/// Sorts the lines into rows, checks each row and closes deadlocks.
fn assemble(file: &Path, bytes: &[u8], header: Header, mut lines: Lines) -> Result<Model, LoadError> {
    let process = header.choices.is_some();
    if !lines.sorted {
        sort(&mut lines, process);
    }
    let entries = lines.targets.len();
    let with_actions = lines.action_names.len() > 1;
    if with_actions {
        lines.actions.resize(entries, 0);
    }
    let mut choices = Vec::with_capacity(header.states + 1);
    let mut branches = Vec::with_capacity(if process { entries + 1 } else { header.states + 1 });
    choices.push(0u32);
    branches.push(0u32);
    let mut next = 0;
    let mut row_actions = Vec::new();
    for state in 0..header.states as u32 {
        let mut expected = 0;
        while next < entries && lines.sources[next] == state {
            let choice = if process { lines.choices[next] } else { 0 };
            if choice != expected {
                let message = format!("state {state} has a choice {choice} but no choice {expected}");
                return Err(LoadError::at(file, row_place(file, bytes, state, None), message));
            }
            expected += 1;
            if with_actions && process {
                row_actions.push(lines.actions[next]);
            }
            let start = next;
            let mut sum = 0.0;
            while next < entries && lines.sources[next] == state && (!process || lines.choices[next] == choice) {
                sum += lines.probabilities[next];
                next += 1;
            }
            if !header.has_rates {
                check_sum(sum, || {
                    let place = row_place(file, bytes, state, process.then_some(choice));
                    bad_sum(file, place, state, process.then_some(choice), sum, next - start)
                })?;
            } else if !(sum > 0.0 && sum.is_finite()) {
                let message =
                    format!("the rates of state {state} sum to {sum}; leave out the lines of a state without");
                return Err(LoadError::at(file, row_place(file, bytes, state, None), message));
            }
            branches.push(next as u32);
        }
        choices.push(branches.len() as u32 - 1);
    }
    let rows_found = branches.len() as u64 - 1;
    if let Some(announced) = header.choices
        && announced != rows_found
    {
        let message = format!("the header announces {announced} choices, but the file has {rows_found}");
        return Err(LoadError::at(file, Some(header.place), message));
    }
    let mut model = Model {
        kind: if process { Kind::Process } else { Kind::Chain },
        choices,
        branches,
        targets: lines.targets,
        probabilities: lines.probabilities,
        probabilities_most: None,
        exits: None,
        initial: vec![0],
        labels: Vec::new(),
        rewards: Vec::new(),
        actions: None,
        variables: Vec::new(),
        deadlocks: Bits::new(header.states),
        open: None,
        fractions: lines.fractions,
    };
    let branch_actions = (with_actions && !process).then_some(lines.actions);
    if with_actions {
        model.actions = Some(Actions {
            names: lines.action_names,
            choices: process.then_some(row_actions),
            branches: branch_actions,
        });
    }
    model.loop_deadlocks();
    model.drop_zeros();
    if header.has_rates {
        model.divide_rates();
    }
    Ok(model)
}

fn check_sum(sum: f64, error: impl FnOnce() -> LoadError) -> Result<(), LoadError> {
    // Sums of decimals such as 0.333333 miss one by exactly the tolerance; rounding must not decide.
    if (sum - 1.0).abs() <= SUM_TOLERANCE * (1.0 + 1e-6) { Ok(()) } else { Err(error()) }
}

/// What is to be done if the numbers of a chain are meant as rates.
#[cold]
fn rates_hint(is_chain: bool) -> String {
    if is_chain { format!("; rates need a first line \"# {RATES}\"") } else { String::new() }
}

#[cold]
fn bad_sum(
    file: &Path,
    place: Option<(u32, u32)>,
    state: u32,
    choice: Option<u32>,
    sum: f64,
    entries: usize,
) -> LoadError {
    let of = choice.map_or(String::new(), |choice| format!(", choice {choice},"));
    let found = if entries == 1 { "its one transition has" } else { "they sum to" };
    let rates = rates_hint(choice.is_none());
    let message = format!("the probabilities of state {state}{of} should sum to 1, but {found} {sum}{rates}");
    LoadError::at(file, place, message)
}

/// Where the first line of a state (and choice, if given) stands; found again only when there is an error to tell.
#[cold]
fn row_place(file: &Path, bytes: &[u8], state: u32, choice: Option<u32>) -> Option<(u32, u32)> {
    let mut cursor = Cursor::new(file, bytes);
    cursor.next_content(|_| {});
    cursor.rest_of_line();
    let mut first = None;
    while cursor.next_content(|_| {}) {
        let place = cursor.place();
        let source = cursor.natural("the source").ok()?;
        if source == u64::from(state) {
            first = first.or(Some(place));
            cursor.skip_blanks();
            let numbered = choice.is_some() && !cursor.upcoming().contains(&b':');
            if choice.is_none() || (numbered && cursor.natural("the choice").ok() == choice.map(u64::from)) {
                return Some(place);
            }
        }
        cursor.rest_of_line();
    }
    first
}

/// Stable counting by source, then by choice within the source; lines of one row keep their order.
fn sort(lines: &mut Lines, process: bool) {
    let mut order: Vec<u32> = (0..lines.targets.len() as u32).collect();
    order.sort_by_key(|index| {
        let index = *index as usize;
        (lines.sources[index], if process { lines.choices[index] } else { 0 })
    });
    let pick = |values: &Vec<u32>| -> Vec<u32> { order.iter().map(|index| values[*index as usize]).collect() };
    if !lines.actions.is_empty() {
        lines.actions.resize(lines.targets.len(), 0);
        lines.actions = pick(&lines.actions);
    }
    if !lines.fractions.is_empty() {
        let place: HashMap<u32, u32> = order.iter().enumerate().map(|(new, old)| (*old, new as u32)).collect();
        lines.fractions = lines.fractions.drain().map(|(old, fraction)| (place[&old], fraction)).collect();
    }
    lines.sources = pick(&lines.sources);
    lines.targets = pick(&lines.targets);
    if process {
        lines.choices = pick(&lines.choices);
    }
    lines.probabilities = order.iter().map(|index| lines.probabilities[*index as usize]).collect();
}

/// Writes a model as PRISM exports it; self-loops that stand for deadlocks are left out again.
pub fn write(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    let process = model.kind == Kind::Process;
    let kind = match (process, &model.exits) {
        (true, _) => "MDP",
        (false, None) => "DTMC",
        (false, Some(_)) => "CTMC",
    };
    writeln!(out, "# Transitions ({kind})")?;
    let omitted = model.deadlocks.count();
    let transitions = model.transitions() - omitted;
    if process {
        writeln!(out, "{} {} {transitions}", model.states(), model.rows() - omitted)?;
    } else {
        writeln!(out, "{} {transitions}", model.states())?;
    }
    for state in 0..model.states() {
        if model.deadlocks.contains(state) {
            continue;
        }
        for (choice, row) in model.rows_of(state).enumerate() {
            for entry in model.entries(row) {
                write!(out, "{state} ")?;
                if process {
                    write!(out, "{choice} ")?;
                }
                write!(out, "{} ", model.targets[entry])?;
                match (model.fractions.get(&(entry as u32)), &model.exits) {
                    // In continuous time these files hold rates.
                    (_, Some(exits)) => write!(out, "{}", model.probabilities[entry] * exits[state])?,
                    (Some(fraction), None) => write!(out, "{fraction}")?,
                    (None, None) => write!(out, "{}", model.probabilities[entry])?,
                }
                if let Some(name) = action_of(model, row, entry) {
                    write!(out, " {name}")?;
                }
                writeln!(out)?;
            }
        }
    }
    Ok(())
}

/// The non-empty action name of an entry.
pub fn action_of(model: &Model, row: usize, entry: usize) -> Option<&str> {
    let actions = model.actions.as_ref()?;
    let index = match (&actions.choices, &actions.branches) {
        (Some(choices), _) if choices[row] != 0 || actions.branches.is_none() => choices[row],
        (_, Some(branches)) => branches[entry],
        _ => return None,
    };
    actions.names.get(index as usize).map(String::as_str).filter(|name| !name.is_empty())
}

//! The files jpf-probabilistic and jpf-label write, and what their converter JPFtoPRISM makes of them (section 4 of the
//! tool's paper): states are numbered from -1, edges repeat, probability is missing where the search stopped.
//!
//! The converter renumbers from 0, merges repeated edges, labels the initial state `init`, leads missing probability to
//! a new state labelled `sink`, and refuses labels that PRISM's property language cannot name.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::dot;
use super::source::{Cursor, LoadError};
use crate::bits::Bits;
use crate::model::{Kind, Label, Model};

/// Words that PRISM reserves (manual, "Identifiers"); `init` is reserved too, but is the one label it expects.
const RESERVED: [&str; 56] = [
    "A",
    "bool",
    "clock",
    "const",
    "ctmc",
    "C",
    "double",
    "dtmc",
    "E",
    "endinit",
    "endinvariant",
    "endmodule",
    "endobservables",
    "endrewards",
    "endsystem",
    "false",
    "formula",
    "filter",
    "func",
    "F",
    "global",
    "G",
    "invariant",
    "I",
    "int",
    "label",
    "max",
    "mdp",
    "min",
    "module",
    "X",
    "nondeterministic",
    "observable",
    "observables",
    "of",
    "Pmax",
    "Pmin",
    "P",
    "pomdp",
    "popta",
    "probabilistic",
    "prob",
    "pta",
    "rate",
    "rewards",
    "Rmax",
    "Rmin",
    "R",
    "S",
    "stochastic",
    "system",
    "true",
    "U",
    "W",
    "mod",
    "ma",
];

/// Whether a `.tra` is JPF's: it alone has a state -1, and its first transition leaves it.
pub fn is_jpf(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    lines.find(|line| !line.starts_with(b"#"));
    lines.take(50).any(|line| line.starts_with(b"-1 ") || line.starts_with(b"-1\t"))
}

/// Reads a transition file and, if there is one, a label file.
pub fn read(file: &Path, bytes: &[u8], labels: Option<(&Path, &[u8])>) -> Result<Model, LoadError> {
    let mut cursor = Cursor::new(file, bytes);
    if !cursor.next_content(|_| {}) {
        return Err(cursor.error("the file has no header; a line \"states transitions\" was expected"));
    }
    let at = cursor.position();
    let states = cursor.natural("the number of states")?;
    let announced = cursor.natural("the number of transitions")?;
    cursor.end_line()?;
    if states == 0 || states >= u64::from(u32::MAX) {
        return Err(cursor.error_at(at, format!("{states} states: between 1 and 4,294,967,294 are supported")));
    }
    let states = states as usize;
    let mut rows: BTreeMap<u32, Vec<(u32, f64)>> = BTreeMap::new();
    let mut found = 0u64;
    while cursor.next_content(|_| {}) {
        let source = state(&mut cursor, "the source", states)?;
        let target = state(&mut cursor, "the target", states)?;
        cursor.skip_blanks();
        let at = cursor.position();
        let probability = cursor.number("a probability")?;
        if !(0.0..=1.0 + 1e-6).contains(&probability) {
            return Err(cursor.error_at(at, format!("{probability} is not a probability")));
        }
        cursor.end_line()?;
        rows.entry(source).or_default().push((target, probability));
        found += 1;
    }
    if found != announced {
        let message = format!("the header announces {announced} transitions, but the file has {found}");
        return Err(LoadError::at(file, Some((1, 1)), message));
    }
    let mut model = assemble(file, states, &rows)?;
    let sink = (model.states() > states).then_some(states);
    if let Some((label_file, label_bytes)) = labels {
        read_labels(label_file, label_bytes, states, &mut model)?;
    }
    add_label(&mut model, "init", 0);
    if let Some(sink) = sink {
        add_label(&mut model, "sink", sink);
    }
    Ok(model)
}

/// A state from -1, renumbered from 0.
fn state(cursor: &mut Cursor<'_>, what: &str, states: usize) -> Result<u32, LoadError> {
    cursor.skip_blanks();
    let at = cursor.position();
    let number = cursor.integer(what)?;
    if number < -1 || number + 1 >= states as i64 {
        let last = states as i64 - 2;
        return Err(cursor.error_at(at, format!("{what} {number} is out of range: there are states -1 to {last}")));
    }
    Ok((number + 1) as u32)
}

/// Merges repeated edges and adds the sink if probability is missing anywhere.
fn assemble(file: &Path, states: usize, rows: &BTreeMap<u32, Vec<(u32, f64)>>) -> Result<Model, LoadError> {
    let mut choices = vec![0u32];
    let mut targets = Vec::new();
    let mut probabilities = Vec::new();
    let mut incomplete = false;
    for source in 0..states as u32 {
        let mut merged: BTreeMap<u32, f64> = BTreeMap::new();
        let edges = rows.get(&source).map_or(&[][..], Vec::as_slice);
        for (target, probability) in edges {
            *merged.entry(*target).or_insert(0.0) += probability;
        }
        let sum: f64 = merged.values().sum();
        // Each edge was written with six decimals, so a sum may miss one by half a millionth per edge.
        let noise = 0.5e-6 * edges.len() as f64 + 1e-9;
        if sum > 1.0 + noise {
            let message = format!("the probabilities of state {} sum to {sum}, more than 1", i64::from(source) - 1);
            return Err(LoadError::new(file, message));
        }
        for (target, probability) in merged {
            if probability > 0.0 {
                targets.push(target);
                probabilities.push(probability);
            }
        }
        if 1.0 - sum > noise {
            incomplete = true;
            targets.push(states as u32);
            probabilities.push(1.0 - sum);
        }
        choices.push(targets.len() as u32);
    }
    let mut total = states;
    if incomplete {
        targets.push(states as u32);
        probabilities.push(1.0);
        choices.push(targets.len() as u32);
        total += 1;
    }
    Ok(Model {
        kind: Kind::Chain,
        branches: choices,
        choices: (0..=total as u32).collect(),
        targets,
        probabilities,
        probabilities_most: None,
        exits: None,
        initial: vec![0],
        labels: Vec::new(),
        rewards: Vec::new(),
        actions: None,
        variables: Vec::new(),
        deadlocks: Bits::new(total),
        open: None,
        fractions: std::collections::HashMap::new(),
    })
}

fn read_labels(file: &Path, bytes: &[u8], states: usize, model: &mut Model) -> Result<(), LoadError> {
    let mut cursor = Cursor::new(file, bytes);
    if !cursor.next_content(|_| {}) {
        return Ok(());
    }
    let total = model.states();
    let mut indices = Vec::new();
    while !cursor.at_line_end() {
        let at = cursor.position();
        let index = cursor.natural("the index of a label")?;
        cursor.require(b'=', "\"=\" and the label's name")?;
        let name = cursor.quoted("the name of a label")?;
        if let Some(reason) = unnameable(name) {
            return Err(cursor.error_at(at, format!("label \"{name}\" {reason}; rename it")));
        }
        if indices.contains(&index) || model.labels.iter().any(|label| label.name == name) {
            return Err(cursor.error_at(at, format!("label {index}=\"{name}\" is declared twice")));
        }
        indices.push(index);
        model.labels.push(Label { name: name.to_string(), states: Bits::new(total) });
    }
    while cursor.next_content(|_| {}) {
        let state = state(&mut cursor, "state", states)?;
        cursor.require(b':', "\":\" and label indices")?;
        while !cursor.at_line_end() {
            let at = cursor.position();
            let index = cursor.natural("the index of a label")?;
            match indices.iter().position(|known| *known == index) {
                Some(place) => model.labels[place].states.insert(state as usize),
                None => return Err(cursor.error_at(at, format!("there is no label with index {index}"))),
            }
        }
    }
    Ok(())
}

/// Whether this is jpf-label's name of an integer, `3__C_f`, which JPFtoPRISM refuses although it is of the same family;
/// for PRISM an underscore goes before it.
fn is_value(name: &str) -> bool {
    name.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("__")
}

/// Why PRISM could not name this label.
fn unnameable(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("is empty")
    } else if name.starts_with(|c: char| c.is_ascii_digit()) && !is_value(name) {
        Some("begins with a digit, which PRISM does not allow")
    } else if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Some("has a character other than letters, digits and underscores, which PRISM does not allow")
    } else if RESERVED.contains(&name) {
        Some("is a reserved word of PRISM")
    } else {
        None
    }
}

fn add_label(model: &mut Model, name: &str, state: usize) {
    let total = model.states();
    let place = model.labels.iter().position(|label| label.name == name).unwrap_or_else(|| {
        model.labels.push(Label { name: name.to_string(), states: Bits::new(total) });
        model.labels.len() - 1
    });
    model.labels[place].states.insert(state);
}

/// Six decimals, as JPF writes; all of them where six would change the number, since answers must not change with it.
fn decimals(probability: f64) -> String {
    let short = format!("{probability:.6}");
    if short.parse() == Ok(probability) { short } else { probability.to_string() }
}

/// The transitions as JPFtoPRISM writes them, without comments.
pub fn write_transitions(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{} {}", model.states(), model.transitions())?;
    for state in 0..model.states() {
        for row in model.rows_of(state) {
            for (target, probability) in model.row(row) {
                writeln!(out, "{state} {target} {}", decimals(probability))?;
            }
        }
    }
    Ok(())
}

/// The labels as JPFtoPRISM writes them.
pub fn write_labels(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    write_label_lines(model, 0, out)
}

/// A recorded model in JPF's own format, numbered from -1.
pub fn write_jpf_transitions(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{} {}", model.states(), model.transitions())?;
    for state in 0..model.states() {
        for row in model.rows_of(state) {
            for (target, probability) in model.row(row) {
                writeln!(out, "{} {} {}", state as i64 - 1, target as i64 - 1, decimals(probability))?;
            }
        }
    }
    Ok(())
}

/// Labels in JPF's own format.
pub fn write_jpf_labels(model: &Model, out: &mut impl Write) -> std::io::Result<()> {
    write_label_lines(model, -1, out)
}

/// The drawing of jpf-probabilistic's `StateSpaceDot` with the colours of `StateLabelVisitor`, numbered from -1. States of
/// which something was not explored are dashed.
pub fn write_jpf_dot(model: &Model, precision: usize, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "digraph statespace {{")?;
    writeln!(out, "node [colorscheme=\"set312\" style=wedged]")?;
    for state in 0..model.states() {
        let number = state as i64 - 1;
        let colours: Vec<String> = model
            .labels
            .iter()
            .enumerate()
            .filter(|(_, label)| label.states.contains(state))
            .map(|(index, _)| (index % dot::COLOURS + 1).to_string())
            .collect();
        let is_open = model.open.as_ref().is_some_and(|open| open.contains(state));
        match colours.as_slice() {
            [] if is_open => writeln!(out, "{number} [style=dashed]")?,
            [] => {}
            [colour] if is_open => writeln!(out, "{number} [style=\"filled,dashed\" fillcolor={colour}]")?,
            [colour] => writeln!(out, "{number} [style=filled fillcolor={colour}]")?,
            several => writeln!(out, "{number} [fillcolor=\"{}\"]", several.join(":"))?,
        }
        for row in model.rows_of(state) {
            for (target, probability) in model.row(row) {
                writeln!(out, "{number} -> {} [ label=\"{probability:.precision$}\" ];", target as i64 - 1)?;
            }
        }
    }
    writeln!(out, "}}")
}

fn write_label_lines(model: &Model, first: i64, out: &mut impl Write) -> std::io::Result<()> {
    let for_prism = first == 0;
    let name = |label: &Label| {
        let prefix = if for_prism && label.name.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
        format!("{prefix}{}", label.name)
    };
    let header: Vec<String> =
        model.labels.iter().enumerate().map(|(index, label)| format!("{index}=\"{}\"", name(label))).collect();
    writeln!(out, "{}", header.join(" "))?;
    for state in 0..model.states() {
        let holding: Vec<String> = model
            .labels
            .iter()
            .enumerate()
            .filter(|(_, label)| label.states.contains(state))
            .map(|(index, _)| index.to_string())
            .collect();
        if !holding.is_empty() {
            writeln!(out, "{}: {}", state as i64 + first, holding.join(" "))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Figures 4 to 7 of the paper.
    #[test]
    fn the_papers_example_comes_out_to_the_letter() {
        let tra = b"4 5\n-1 0 1.0\n0 1 0.25\n0 1 0.25\n0 2 0.25\n2 2 1.0\n";
        let lab = b"0=\"end\"\n2: 0\n";
        assert!(super::is_jpf(tra));
        let model =
            super::read(Path::new("x.tra"), tra, Some((Path::new("x.lab"), lab))).expect("the example is valid");
        let (mut transitions, mut labels) = (Vec::new(), Vec::new());
        super::write_transitions(&model, &mut transitions).expect("memory");
        super::write_labels(&model, &mut labels).expect("memory");
        let expected =
            "5 7\n0 1 1.000000\n1 2 0.500000\n1 3 0.250000\n1 4 0.250000\n2 4 1.000000\n3 3 1.000000\n4 4 1.000000\n";
        assert_eq!(String::from_utf8_lossy(&transitions), expected);
        assert_eq!(String::from_utf8_lossy(&labels), "0=\"end\" 1=\"init\" 2=\"sink\"\n0: 1\n3: 0\n4: 2\n");
    }

    /// jpf-label's names of integers keep their digit in JPF's format and get an underscore in PRISM's; probabilities that
    /// six decimals would change keep all of theirs.
    #[test]
    fn integers_and_thirds_survive() {
        let tra = b"4 5\n-1 0 1.0\n0 1 0.3333333333333333\n0 2 0.6666666666666666\n1 1 1.0\n2 2 1.0\n";
        let lab = b"0=\"3__C_f\"\n2: 0\n";
        let model = super::read(Path::new("x.tra"), tra, Some((Path::new("x.lab"), lab))).expect("both are valid");
        let (mut labels, mut own, mut transitions) = (Vec::new(), Vec::new(), Vec::new());
        super::write_labels(&model, &mut labels).expect("memory");
        super::write_jpf_labels(&model, &mut own).expect("memory");
        super::write_transitions(&model, &mut transitions).expect("memory");
        assert!(String::from_utf8_lossy(&labels).starts_with("0=\"_3__C_f\""));
        assert!(String::from_utf8_lossy(&own).starts_with("0=\"3__C_f\""));
        assert!(String::from_utf8_lossy(&transitions).contains("1 2 0.3333333333333333\n"));
    }

    #[test]
    fn labels_prism_cannot_name_are_refused() {
        for (name, word) in [("9lives", "digit"), ("a b", "character"), ("max", "reserved"), ("", "empty")] {
            let lab = format!("0=\"{name}\"\n");
            let error =
                super::read(Path::new("x.tra"), b"1 1\n-1 -1 1.0\n", Some((Path::new("x.lab"), lab.as_bytes())));
            let message = error.expect_err("the name is bad").to_string();
            assert!(message.contains(word), "{message}");
        }
    }
}

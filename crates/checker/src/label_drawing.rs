//! The drawing of jpf-label's listener `StateLabelDot`: transitions without probabilities, in the order in which a
//! depth-first search takes them, each state coloured by its labels before the transition that finds it. States are numbered as
//! Java PathFinder numbers them, the one before the program's start being -1.

use std::io::Write;

use markov::Model;
use markov::formats::dot;
use search::RecordedGraph;

/// `recorded` has the labels, and one state more at its beginning.
pub fn write(graph: &RecordedGraph, recorded: &Model, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "digraph statespace {{")?;
    writeln!(out, "node [colorscheme=\"set312\" style=wedged]")?;
    colour(recorded, -1, out)?;
    let count = graph.state_count();
    if count > 0 {
        colour(recorded, 0, out)?;
        writeln!(out, "-1 -> 0")?;
    }
    let mut is_found = vec![false; count];
    // The states on the current path, each with how many of its transitions have been taken.
    let mut path = Vec::new();
    if let Some(first) = is_found.first_mut() {
        *first = true;
        path.push((0, 0));
    }
    while let Some((state, taken)) = path.last_mut() {
        let Some(&target) = graph.row(*state).targets.get(*taken) else {
            path.pop();
            continue;
        };
        *taken += 1;
        let (source, target) = (*state, target as usize);
        // What was not explored, or ruled out by an assumption, is no state.
        if target < count {
            if !is_found[target] {
                colour(recorded, target as i64, out)?;
            }
            writeln!(out, "{source} -> {target}")?;
            if !std::mem::replace(&mut is_found[target], true) {
                path.push((target, 0));
            }
        }
    }
    writeln!(out, "}}")
}

fn colour(recorded: &Model, number: i64, out: &mut impl Write) -> std::io::Result<()> {
    let holds = |state: usize| move |label: &(usize, &markov::Label)| label.1.states.contains(state);
    let place = usize::try_from(number + 1).expect("the first number is -1");
    let colours: Vec<String> = (recorded.labels.iter().enumerate())
        .filter(holds(place))
        .map(|(index, _)| (index % dot::COLOURS + 1).to_string())
        .collect();
    match colours.as_slice() {
        [] => Ok(()),
        [colour] => writeln!(out, "{number} [style=filled fillcolor={colour}]"),
        several => writeln!(out, "{number} [fillcolor=\"{}\"]", several.join(":")),
    }
}

//! The scheduler that attains an optimum, told as a schedule: who moves, from the start on, and after each coin what then.

use std::collections::HashMap;

use jvm::Program;
use markov::Scheduler;
use search::RecordedGraph;
use space::{Decider, Encoding, Pick, System};

use crate::fault::Fault;
use crate::model;
use crate::trace::with_more;

/// So many lines a person may still read.
const LINES_MAX: usize = 1000;

/// What is left to be told: a state, and the words that lead to it.
struct Branch {
    state: u32,
    world: Encoding,
    depth: usize,
    heading: Option<String>,
}

/// The schedule in lines, or why there is none.
pub fn tell(program: &Program, graph: &RecordedGraph, scheduler: &Scheduler) -> Result<Vec<String>, Fault> {
    if scheduler.memory > 1 {
        return Ok(vec!["What to do depends on what has happened before, not on the state alone.".into()]);
    }
    let decisions = model::decisions(graph);
    let shift = model::shift_of_states(graph);
    let rules: HashMap<u32, u32> =
        scheduler.rules.iter().filter_map(|rule| Some((rule.state, *rule.choices.first()?))).collect();
    let mut world = program.initial()?;
    let mut initial = Encoding::new();
    program.encode(&mut world, &mut initial);
    let mut branches = vec![Branch { state: 0, world: initial, depth: 0, heading: None }];
    let mut lines: Vec<String> = Vec::new();
    // States of which it was told what to do, and in which step.
    let mut known: HashMap<u32, usize> = HashMap::new();
    let mut steps = 0;
    while let Some(Branch { mut state, world: start, depth, heading }) = branches.pop() {
        program.decode(&start, &mut world);
        let indent = "  ".repeat(depth);
        if let Some(heading) = heading {
            lines.push(format!("      {}{heading}", "  ".repeat(depth - 1)));
        }
        loop {
            if lines.len() >= LINES_MAX {
                lines.push("      … and so on".into());
                return Ok(lines);
            }
            let row = graph.row(state as usize);
            let Some(choice) = program.choice(&world) else {
                let how = match program.standing(&world) {
                    space::Standing::Deadlocked => "nobody can ever move",
                    _ => "the program has ended",
                };
                lines.push(format!("      {indent}{how}"));
                break;
            };
            if let Some(step) = known.get(&state) {
                lines.push(format!("      {indent}as from step {step} on"));
                break;
            }
            let decider = choice.decider();
            let picks: Vec<u32> = match decider {
                Decider::Coin => (0..row.targets.len() as u32).collect(),
                _ => {
                    let offset = rules.get(&(state + shift)).copied().unwrap_or(0);
                    decisions(state).get(offset as usize).copied().into_iter().collect()
                }
            };
            let Some(&pick) = picks.first() else {
                lines.push(format!("      {indent}what follows was not explored"));
                break;
            };
            if decider != Decider::Nobody {
                steps += 1;
                known.insert(state, steps);
            }
            if decider == Decider::Coin {
                let here = program.describe(&world, Pick(pick));
                let place = [here.thread, here.location].into_iter().flatten().collect::<Vec<_>>().join("  ");
                lines.push(format!("{steps:>4}  {indent}{place}  draws"));
                let mut encoding = Encoding::new();
                let mut drawn = Vec::new();
                program.encode(&mut world, &mut encoding);
                for pick in picks {
                    let target = row.targets[pick as usize];
                    if !model::is_explored(target) {
                        continue;
                    }
                    program.decode(&encoding, &mut world);
                    let text = program.describe(&world, Pick(pick)).text;
                    let probability = row.probabilities.map_or(1.0, |weights| weights[pick as usize]);
                    program.step(&mut world, Pick(pick))?;
                    let text = with_more(text, program.happened(&world));
                    let mut after = Encoding::new();
                    program.encode(&mut world, &mut after);
                    let heading = Some(format!("{text} (probability {probability}):"));
                    drawn.push(Branch { state: target, world: after, depth: depth + 1, heading });
                }
                branches.extend(drawn.into_iter().rev());
                break;
            }
            let here = program.describe(&world, Pick(pick));
            let target = row.targets[pick as usize];
            program.step(&mut world, Pick(pick))?;
            if decider != Decider::Nobody {
                let text = with_more(here.text, program.happened(&world));
                let parts = [here.thread, here.location, Some(text)];
                let told = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ");
                lines.push(format!("{steps:>4}  {indent}{told}"));
            }
            let mut after = Encoding::new();
            program.encode(&mut world, &mut after);
            state = target;
        }
    }
    Ok(lines)
}

//! A deterministic scheduler: which alternative to take at every choice it can meet.
//!
//! Stored in preorder, each node followed by what lies below it, so that the plan of a subtree is one contiguous piece that
//! can be dropped or replaced as a whole, at any depth and without recursion.

use super::tree::Outcome;
use dashu::rational::RBig;
use std::fmt::{self, Write as _};

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Leaf(Outcome),
    /// Below it the scheduler has nothing to say: not explored.
    Open,
    /// Takes alternative `pick` of `of`; one subtree follows.
    Choice {
        pick: usize,
        of: usize,
        name: String,
    },
    /// One subtree per probability follows.
    Branch(Vec<RBig>),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scheduler {
    pub steps: Vec<Step>,
}

impl Scheduler {
    /// The number of decisions it takes.
    pub fn decisions(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Choice { .. })).count()
    }

    /// Graphviz: choices as boxes, branches as circles, outcomes as plain text.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph scheduler {\n  rankdir=TB;\n  node [fontname=\"Helvetica\"];\n");
        let mut parents: Vec<(usize, Vec<String>)> = Vec::new();
        for (index, step) in self.steps.iter().enumerate() {
            let attributes = match step {
                Step::Leaf(outcome) => format!("shape=plaintext, label=\"{}\"", outcome_name(*outcome)),
                Step::Open => "shape=plaintext, label=\"not explored\"".to_string(),
                Step::Choice { pick, of, .. } => format!("shape=box, style=filled, label=\"{} of {of}\"", pick + 1),
                Step::Branch(_) => "shape=circle, label=\"\"".to_string(),
            };
            let _ = writeln!(text, "  n{index} [{attributes}];");
            if let Some((parent, labels)) = parents.last_mut() {
                let label = labels.pop().expect("a parent waits for as many children as it has labels");
                let _ = writeln!(text, "  n{parent} -> n{index} [label=\"{}\"];", escaped(&label));
                if labels.is_empty() {
                    parents.pop();
                }
            }
            match step {
                Step::Choice { name, .. } => parents.push((index, vec![name.clone()])),
                Step::Branch(probabilities) => {
                    parents.push((index, probabilities.iter().rev().map(|p| p.to_string()).collect()));
                }
                Step::Leaf(_) | Step::Open => {}
            }
        }
        text.push_str("}\n");
        text
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Success => "success",
        Outcome::Failure => "failure",
        Outcome::Grey => "grey",
        Outcome::Unknown => "unknown",
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

impl fmt::Display for Scheduler {
    /// One line per step; what lies below a branch is indented, a run of choices is not.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pending: Vec<(usize, Option<String>)> = vec![(0, None)];
        for step in &self.steps {
            let Some((depth, chance)) = pending.pop() else { break };
            let depth = match chance {
                Some(chance) => {
                    writeln!(f, "{:1$}with probability {chance}:", "", 2 * depth)?;
                    depth + 1
                }
                None => depth,
            };
            match step {
                Step::Leaf(outcome) => writeln!(f, "{:1$}{2}", "", 2 * depth, outcome_name(*outcome))?,
                Step::Open => writeln!(f, "{:1$}not explored", "", 2 * depth)?,
                Step::Choice { pick, of, name } => {
                    writeln!(f, "{:indent$}choose {} of {of}: {name}", "", pick + 1, indent = 2 * depth)?;
                    pending.push((depth, None));
                }
                Step::Branch(probabilities) => {
                    pending.extend(probabilities.iter().rev().map(|p| (depth, Some(p.to_string()))));
                }
            }
        }
        Ok(())
    }
}

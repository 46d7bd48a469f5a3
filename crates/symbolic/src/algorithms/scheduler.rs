//! A deterministic scheduler: which alternative to take at every choice it can meet.
//!
//! The execution tree repeats itself where different histories meet again; the scheduler keeps such a part once. It is stored
//! as a list of steps that name those which follow them, so that nothing about it recurses, however deep it gets.

use super::tree::Outcome;
use dashu::rational::RBig;
use hashbrown::HashMap;
use std::fmt::{self, Write as _};

/// The place of a step in its scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepId(pub usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Leaf(Outcome),
    /// Below it the scheduler has nothing to say: not explored.
    Open,
    /// Takes alternative `pick` of `of`.
    Choice {
        pick: usize,
        of: usize,
        name: String,
        next: StepId,
    },
    /// Chance decides; each way with its probability and, if known, in words.
    Branch(Vec<(RBig, String, StepId)>),
}

impl Step {
    /// The same step among others, whose places are given.
    pub(super) fn moved(&self, place: impl Fn(StepId) -> StepId) -> Step {
        match self {
            Step::Choice { pick, of, name, next } => {
                Step::Choice { pick: *pick, of: *of, name: name.clone(), next: place(*next) }
            }
            Step::Branch(ways) => {
                Step::Branch(ways.iter().map(|(p, words, next)| (p.clone(), words.clone(), place(*next))).collect())
            }
            other => other.clone(),
        }
    }

    fn forget_words(&mut self) {
        match self {
            Step::Leaf(_) | Step::Open => {}
            Step::Choice { name, .. } => name.clear(),
            Step::Branch(ways) => ways.iter_mut().for_each(|(_, words, _)| words.clear()),
        }
    }

    fn next(&self) -> impl DoubleEndedIterator<Item = StepId> {
        let (one, ways) = match self {
            Step::Leaf(_) | Step::Open => (None, &[][..]),
            Step::Choice { next, .. } => (Some(*next), &[][..]),
            Step::Branch(ways) => (None, &ways[..]),
        };
        one.into_iter().chain(ways.iter().map(|way| way.2))
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scheduler {
    /// The first one is where it begins; all can be reached from there.
    pub steps: Vec<Step>,
}

impl Scheduler {
    /// Cuts every way back to a step that leads there.
    pub(super) fn end_circles(steps: &mut Vec<Step>, root: StepId) {
        let endless = StepId(steps.len());
        steps.push(Step::Leaf(Outcome::Endless));
        #[derive(Clone, Copy, PartialEq)]
        enum Met {
            Not,
            UnderWay,
            Done,
        }
        let mut met = vec![Met::Not; steps.len()];
        let mut open = vec![(root, false)];
        while let Some((id, done)) = open.pop() {
            if done {
                met[id.0] = Met::Done;
                continue;
            }
            if met[id.0] != Met::Not {
                continue;
            }
            met[id.0] = Met::UnderWay;
            open.push((id, true));
            let leads_back = |next: StepId| met[next.0] == Met::UnderWay;
            if steps[id.0].next().any(leads_back) {
                steps[id.0] = steps[id.0].moved(|next| if leads_back(next) { endless } else { next });
            }
            open.extend(steps[id.0].next().rev().map(|next| (next, false)));
        }
    }

    /// The part of `steps` that can be reached from `root`, in the order of a walk that finishes one way before the next. What
    /// is the same step by step is kept once, wherever it was found.
    pub fn from_root(steps: &[Step], root: StepId) -> Scheduler {
        let mut merged = Merged::default();
        let root = merged.add(steps, root);
        let mut numbers: Vec<Option<usize>> = vec![None; merged.steps.len()];
        let mut order = Vec::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if numbers[id.0].is_none() {
                numbers[id.0] = Some(order.len());
                order.push(id);
                open.extend(merged.steps[id.0].next().rev());
            }
        }
        let number = |id: StepId| StepId(numbers[id.0].expect("every step that follows was met"));
        Scheduler { steps: order.iter().map(|id| merged.steps[id.0].moved(number)).collect() }
    }

    /// The number of different decisions it takes, whether or not they are described in words.
    pub fn decisions(&self) -> usize {
        let mut merged = Merged { wordless: true, ..Merged::default() };
        if !self.steps.is_empty() {
            merged.add(&self.steps, StepId(0));
        }
        merged.steps.iter().filter(|step| matches!(step, Step::Choice { .. })).count()
    }

    /// Graphviz: choices as boxes, branches as circles, outcomes as plain text.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph scheduler {\n  rankdir=TB;\n  node [fontname=\"Helvetica\"];\n");
        for (index, step) in self.steps.iter().enumerate() {
            let attributes = match step {
                Step::Leaf(outcome) => format!("shape=plaintext, label=\"{}\"", said(*outcome)),
                Step::Open => "shape=plaintext, label=\"not explored\"".to_string(),
                Step::Choice { pick, of, .. } => format!("shape=box, style=filled, label=\"{} of {of}\"", pick + 1),
                Step::Branch(_) => "shape=circle, label=\"\"".to_string(),
            };
            let _ = writeln!(text, "  n{index} [{attributes}];");
            let mut arrow = |to: StepId, label: &str| {
                let _ = writeln!(text, "  n{index} -> n{} [label=\"{}\"];", to.0, escaped(label));
            };
            match step {
                Step::Choice { name, next, .. } => arrow(*next, name),
                Step::Branch(ways) => ways.iter().for_each(|(p, words, next)| match words.as_str() {
                    "" => arrow(*next, &p.to_string()),
                    words => arrow(*next, &format!("{words}\n{p}")),
                }),
                Step::Leaf(_) | Step::Open => {}
            }
        }
        text.push_str("}\n");
        text
    }

    /// Per step, how many others lead to it.
    fn arrivals(&self) -> Vec<usize> {
        let mut arrivals = vec![0; self.steps.len()];
        for next in self.steps.iter().flat_map(Step::next) {
            arrivals[next.0] += 1;
        }
        arrivals
    }
}

/// Steps without repetition: a step is added after those that follow it, and found again if it says the same and the same
/// follows.
#[derive(Default)]
struct Merged {
    steps: Vec<Step>,
    places: HashMap<Step, StepId>,
    /// What is said in words makes no difference.
    wordless: bool,
}

impl Merged {
    fn add(&mut self, steps: &[Step], root: StepId) -> StepId {
        let mut done: Vec<Option<StepId>> = vec![None; steps.len()];
        let place = |done: &[Option<StepId>], id: StepId| done[id.0].expect("what follows a step is added before it");
        let mut open = vec![(root, false)];
        while let Some((id, ready)) = open.pop() {
            if done[id.0].is_some() {
                continue;
            }
            if !ready {
                open.push((id, true));
                open.extend(steps[id.0].next().map(|next| (next, false)));
                continue;
            }
            let mut step = steps[id.0].moved(|next| place(&done, next));
            if self.wordless {
                step.forget_words();
            }
            let known = *self.places.entry(step).or_insert_with_key(|step| {
                self.steps.push(step.clone());
                StepId(self.steps.len() - 1)
            });
            done[id.0] = Some(known);
        }
        place(&done, root)
    }
}

/// How a path ends. One that comes back to a state goes on from there as it did before.
fn said(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Endless => "back where it has been",
        outcome => outcome.name(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

impl fmt::Display for Scheduler {
    /// One line per step; what lies below a branch is indented, a run of choices is not. A part that several ways lead to is
    /// written out once, with a number, which stands for it afterwards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrivals = self.arrivals();
        let mut numbers: Vec<Option<usize>> = vec![None; self.steps.len()];
        let mut given = 0;
        let mut open: Vec<(usize, Option<String>, StepId)> = Vec::new();
        if !self.steps.is_empty() {
            open.push((0, None, StepId(0)));
        }
        while let Some((mut depth, chance, id)) = open.pop() {
            if let Some(chance) = chance {
                writeln!(f, "{:1$}{chance}:", "", 2 * depth)?;
                depth += 1;
            }
            let step = &self.steps[id.0];
            if let Some(number) = numbers[id.0] {
                writeln!(f, "{:1$}as in ({number})", "", 2 * depth)?;
                continue;
            }
            if arrivals[id.0] > 1 && !matches!(step, Step::Leaf(_) | Step::Open) {
                given += 1;
                numbers[id.0] = Some(given);
                writeln!(f, "{:1$}({given})", "", 2 * depth)?;
            }
            match step {
                Step::Leaf(outcome) => writeln!(f, "{:1$}{2}", "", 2 * depth, said(*outcome))?,
                Step::Open => writeln!(f, "{:1$}not explored", "", 2 * depth)?,
                Step::Choice { pick, of, name, next } => {
                    writeln!(f, "{:indent$}choose {} of {of}: {name}", "", pick + 1, indent = 2 * depth)?;
                    open.push((depth, None, *next));
                }
                Step::Branch(ways) => {
                    open.extend(ways.iter().rev().map(|(p, words, next)| {
                        let chance = match words.as_str() {
                            "" => format!("with probability {p}"),
                            words => format!("{words}, with probability {p}"),
                        };
                        (depth, Some(chance), *next)
                    }));
                }
            }
        }
        Ok(())
    }
}

//! `exact`: the best probability over all schedulers, and the scheduler (Luckow et al., ASE 2014, Algorithms 1 and 2).
//!
//! The paper propagates counts `s+` along explored paths; here a node's value is `s+/#(pc_s)` (its Proposition 1), which also
//! covers coins and weighted inputs. Algorithm 2 is folded into the same depth-first pass: of a choice only the plan of the
//! best alternative so far is kept, the first in case of a tie, so that memory is that of one scheduler, not of the tree.

use super::Answer;
use super::scheduler::{Scheduler, Step};
use super::tree::{Expansion, Goal, Query, Tree};
use crate::quantify::Bounds;
use dashu::rational::RBig;

/// A node whose children are being worked off.
struct Frame<N> {
    /// Children still to do, in reverse; for a branch with their probabilities.
    waiting: Vec<(RBig, String, N)>,
    kind: Kind,
    /// Where this node's own step lies in the plan.
    position: usize,
    /// Where the plan of the child in progress begins.
    child_start: usize,
    probability: RBig,
    value: Bounds,
}

enum Kind {
    Branch,
    /// The best child's number, name and the end of its plan; the number of the child in progress.
    Choice {
        best: Option<(usize, String)>,
        current: usize,
        current_name: String,
        of: usize,
    },
}

pub fn exact<T: Tree>(tree: &mut T, query: &Query) -> Result<Answer, T::Error> {
    let mut plan = Scheduler::default();
    let mut stack: Vec<Frame<T::Node>> = Vec::new();
    let mut paths = 0;
    let mut node = tree.root()?;
    loop {
        // Down: open the node, or find its value.
        let mut value = match tree.expand(&node)? {
            Expansion::Leaf(leaf) => {
                paths += 1;
                plan.steps.push(Step::Leaf(leaf.outcome));
                let (surely, possibly) = query.hits(&leaf);
                Bounds { low: indicator(surely), high: indicator(possibly) }
            }
            Expansion::Branch(children) => {
                let probabilities = children.iter().map(|child| child.0.clone()).collect();
                let waiting = children.into_iter().rev().map(|(p, child)| (p, String::new(), child)).collect();
                node = descend(&mut stack, &mut plan, Kind::Branch, waiting, Step::Branch(probabilities));
                continue;
            }
            Expansion::Choice(children) => {
                let of = children.len();
                let waiting = children.into_iter().rev().map(|(name, child)| (RBig::ONE, name, child)).collect();
                let kind = Kind::Choice { best: None, current: 0, current_name: String::new(), of };
                let step = Step::Choice { pick: 0, of, name: String::new() };
                node = descend(&mut stack, &mut plan, kind, waiting, step);
                continue;
            }
        };
        // Up: hand the value to the parents until one has a child left.
        loop {
            let Some(frame) = stack.last_mut() else {
                return Ok(Answer { bounds: value, paths, samples: paths, verdict: None, scheduler: plan });
            };
            frame.take(value, query.goal, &mut plan);
            if let Some(next) = frame.next_child(&plan) {
                node = next;
                break;
            }
            let frame = stack.pop().expect("just looked at");
            value = frame.close(&mut plan);
        }
    }
}

fn indicator(hit: bool) -> RBig {
    if hit { RBig::ONE } else { RBig::ZERO }
}

fn descend<N>(
    stack: &mut Vec<Frame<N>>,
    plan: &mut Scheduler,
    kind: Kind,
    waiting: Vec<(RBig, String, N)>,
    step: Step,
) -> N {
    let position = plan.steps.len();
    plan.steps.push(step);
    let value = Bounds::exactly(RBig::ZERO);
    stack.push(Frame { waiting, kind, position, child_start: 0, probability: RBig::ONE, value });
    let frame = stack.last_mut().expect("just pushed");
    frame.next_child(plan).expect("inner nodes have children")
}

impl<N> Frame<N> {
    fn next_child(&mut self, plan: &Scheduler) -> Option<N> {
        let (probability, name, node) = self.waiting.pop()?;
        self.probability = probability;
        self.child_start = plan.steps.len();
        if let Kind::Choice { current, current_name, of, .. } = &mut self.kind {
            *current = *of - self.waiting.len() - 1;
            *current_name = name;
        }
        Some(node)
    }

    /// Takes over the value of the child whose plan was written last.
    fn take(&mut self, value: Bounds, goal: Goal, plan: &mut Scheduler) {
        match &mut self.kind {
            Kind::Branch => self.value.add(&value.scaled(&self.probability)),
            Kind::Choice { best, current, current_name, .. } => {
                let better = match goal {
                    Goal::Maximise => value.low > self.value.low,
                    Goal::Minimise => value.low < self.value.low,
                };
                if best.is_none() {
                    *best = Some((*current, std::mem::take(current_name)));
                    self.value = value;
                    return;
                }
                if better {
                    *best = Some((*current, std::mem::take(current_name)));
                    plan.steps.drain(self.position + 1..self.child_start);
                } else {
                    plan.steps.truncate(self.child_start);
                }
                // The ends are optimised apart: each is a bound on its own.
                let choose = |a: RBig, b: RBig| if goal == Goal::Maximise { a.max(b) } else { a.min(b) };
                let old = std::mem::replace(&mut self.value, Bounds::exactly(RBig::ZERO));
                self.value = Bounds { low: choose(old.low, value.low), high: choose(old.high, value.high) };
            }
        }
    }

    fn close(self, plan: &mut Scheduler) -> Bounds {
        if let Kind::Choice { best: Some((pick, name)), of, .. } = self.kind {
            plan.steps[self.position] = Step::Choice { pick, of, name };
        }
        self.value
    }
}

/// The value of one fixed schedule: at the k-th choice of every path it takes the alternative `schedule(k, alternatives)`.
/// Such *linear* schedules (Filieri et al., ICSE 2013) cannot react to what the inputs turned out to be.
pub fn linear<T: Tree>(
    tree: &mut T,
    query: &Query,
    schedule: &dyn Fn(usize, usize) -> usize,
) -> Result<Bounds, T::Error> {
    let mut total = Bounds::exactly(RBig::ZERO);
    let mut open = vec![(RBig::ONE, 0, tree.root()?)];
    while let Some((probability, choices, node)) = open.pop() {
        match tree.expand(&node)? {
            Expansion::Leaf(leaf) => {
                let (surely, possibly) = query.hits(&leaf);
                let value = Bounds { low: indicator(surely), high: indicator(possibly) };
                total.add(&value.scaled(&probability));
            }
            Expansion::Branch(children) => {
                open.extend(children.into_iter().map(|(p, child)| (&probability * p, choices, child)));
            }
            Expansion::Choice(mut children) => {
                let pick = schedule(choices, children.len()).min(children.len() - 1);
                open.push((probability, choices + 1, children.swap_remove(pick).1));
            }
        }
    }
    Ok(total)
}

//! Random walks that leave out what is exhausted. They differ in where they start and in how readily they change threads,
//! since no way of walking suits all programs:
//!
//! - from the initial state, leaving the thread that just ran whenever another can run: locks are taken crosswise so;
//! - from the initial state, all alternatives alike;
//! - from where the last walk still had something untried, latest first: its end may be close to a violation;
//! - from a state that the heuristic likes, with an inclination to stay with the thread that runs: what needs a thread to get
//!   far while others stand still is found so.
//!
//! The proportions were chosen on programs and seeds other than those of the experiments.

use std::collections::BTreeMap;

use space::{Pick, System};

use super::chart::{Chart, NOBODY, Stop};
use super::{Explorer, Halt, Node, Seen, Turn, effort};
use crate::strategies::best_first::ordered_bits;

/// On cyclic systems a walk need not end.
const WALK_LENGTH_MAX: usize = 10_000;

#[derive(Clone, Copy)]
enum Start {
    Root,
    /// The latest state of the last walk that has an untaken transition.
    LastWalk,
    /// A state with an untaken transition and a good heuristic value.
    Promising,
}

/// Where a walk starts and how likely staying with a thread is, as a multiple of how likely any other choice is.
const STYLES: [(Start, f64); 5] =
    [(Start::Root, 0.0), (Start::LastWalk, 1.0), (Start::Root, 1.0), (Start::LastWalk, 0.2), (Start::Promising, 5.0)];

#[derive(Default)]
pub struct Walking {
    walks: usize,
    stay: f64,
    way: Vec<(Node, Pick)>,
    /// Where the walk is; nowhere if it has ended.
    at: Option<Stop>,
    /// States met, by heuristic value (in the order of numbers), until nothing of them is untaken.
    met: BTreeMap<i64, Vec<Node>>,
    known: Seen,
    /// What may be taken where the walk is.
    left: Vec<Pick>,
}

impl<S: System> Turn<S> for Walking {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart, budget: u64) -> Result<bool, Halt> {
        let end = effort(explorer, chart) + budget;
        while effort(explorer, chart) < end {
            let stop = match self.at {
                Some(stop) => {
                    chart.find_left(explorer, &stop.node, &mut self.left);
                    stop
                }
                None => self.start(explorer, chart)?,
            };
            if self.left.is_empty() || self.way.len() == WALK_LENGTH_MAX {
                chart.learn(&self.way, Some(&stop.node));
                self.at = None;
                if self.way.is_empty() && chart.covers(&stop.node) {
                    return Ok(true);
                }
                continue;
            }
            if self.known.insert(&stop.node) {
                let value = chart.value(explorer, &stop.node);
                self.met.entry(ordered_bits(value.into())).or_default().push(stop.node);
            }
            let pick = self.draw(explorer, chart, &stop);
            self.way.push((stop.node, pick));
            self.at = chart.follow(explorer, &stop.node, pick)?;
            if self.at.is_none() {
                chart.learn(&self.way, None);
            }
        }
        explorer.set_frontier_len(self.way.len());
        Ok(false)
    }
}

impl Walking {
    /// Where the next walk starts; `left` is what may be taken there.
    fn start<S: System>(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart) -> Result<Stop, Halt> {
        let (start, stay) = STYLES[self.walks % STYLES.len()];
        self.walks += 1;
        self.stay = stay;
        let node = match start {
            Start::Root => None,
            Start::LastWalk => self.last_open(chart),
            Start::Promising => {
                self.way.clear();
                self.promising(explorer, chart)
            }
        };
        if let Some(node) = node {
            chart.find_left(explorer, &node, &mut self.left);
            self.left.retain(|pick| chart.is_untaken(&node, *pick));
            return Ok(Stop { node, runner: NOBODY });
        }
        self.way.clear();
        let root = chart.root(explorer)?;
        chart.find_left(explorer, &root.node, &mut self.left);
        Ok(root)
    }

    /// Goes back along the last walk; what remains of it still leads there.
    fn last_open(&mut self, chart: &Chart) -> Option<Node> {
        while let Some((node, _)) = self.way.pop() {
            if chart.is_open(&node) {
                return Some(node);
            }
        }
        None
    }

    /// One of the best with probability 1/2, else one of the second best with probability 1/2, and so on.
    fn promising<S: System>(&mut self, explorer: &mut Explorer<'_, S>, chart: &Chart) -> Option<Node> {
        while !self.met.is_empty() {
            let mut level = 0;
            while level + 1 < self.met.len() && explorer.rng().below(2) == 0 {
                level += 1;
            }
            let (&value, nodes) = self.met.iter_mut().nth(level).expect("the level is one of those there are");
            let index = explorer.rng().below(nodes.len());
            if chart.is_open(&nodes[index]) {
                return Some(nodes[index]);
            }
            nodes.swap_remove(index);
            if nodes.is_empty() {
                self.met.remove(&value);
            }
        }
        None
    }

    fn draw<S: System>(&self, explorer: &mut Explorer<'_, S>, chart: &Chart, stop: &Stop) -> Pick {
        let left = &self.left;
        let stays = |pick: &Pick| stop.runner != NOBODY && chart.mover(&stop.node, *pick) == stop.runner;
        let weight = |pick: &Pick| if stays(pick) { self.stay } else { 1.0 };
        let total: f64 = left.iter().map(weight).sum();
        if total == 0.0 {
            return left[explorer.rng().below(left.len())];
        }
        let mut point = explorer.rng().unit() * total;
        for pick in left {
            point -= weight(pick);
            if point < 0.0 {
                return *pick;
            }
        }
        left[left.len() - 1]
    }
}

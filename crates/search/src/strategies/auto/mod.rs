//! A portfolio: searches that fail in different ways take turns, and the one that has spent least for its share goes next. Whatever
//! finds a violation first has found it for all.
//!
//! They share one map of the graph (`Chart`): where a transition leads is asked of the machine once, whoever needs to know, and what
//! one has explored to the end the others leave out. So walks can start again from anywhere at no cost, and a transition is taken
//! twice by priority-based schedules only.
//!
//! Random walks of several styles begin alone: where violations are many, they are cheapest, and any other member would cost its
//! share. Schedules by ranks of places and nested Monte-Carlo search join soon, best-first search and priority-based random
//! schedules somewhat later. Where that was not enough, an exhaustive search does, by which the whole ends with certainty.
//! `Mixed` has the same members beside a depth-first search from the start.

mod chart;
mod mixed;
mod ranked;
mod simulating;
mod walking;

use std::collections::BTreeMap;

use space::System;

use self::chart::{Chart, Stop};
pub use self::mixed::{Mixed, PROVING_ALONE};
use self::ranked::Ranked;
use self::simulating::Simulating;
use self::walking::Walking;
use super::best_first::Rank;
use super::pct::Pct;
use super::rdfs::shuffle;
use crate::explorer::{Explorer, Halt, Node, Strategy};

/// The search that decides for itself how to go on.
#[derive(Default)]
pub struct Auto;

/// Effort per turn, at first; later a fixed part of what was spent.
const TURN_MIN: u64 = 16;
const TURN_PART: u64 = 64;

/// When the other members join.
const SIMULATING_AFTER: u64 = 1 << 7;
const GUIDED_AFTER: u64 = 1 << 10;
const EXHAUSTIVE_AFTER: u64 = 1 << 14;
/// Beside walks, whose share is 1. Where the heuristic tells the way, simulations need a fraction of what anything else does.
const SIMULATING_SHARE: f64 = 1.25;
/// It needs few runs where it suits.
const RANKED_SHARE: f64 = 0.5;
/// When it is likely that there is nothing to find.
const DOUBTFUL_AFTER: u64 = 1 << 16;
/// So many steps through known country count as one transition.
const HOPS_PER_TRANSITION: u64 = 32;

struct Member<S: System> {
    turn: Box<dyn Turn<S>>,
    /// Effort spent, over the share.
    spent: f64,
    share: f64,
}

/// A search that works a little at a time.
trait Turn<S: System> {
    /// Works for about `budget` of effort; true when nothing is left to do.
    fn work(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart, budget: u64) -> Result<bool, Halt>;
}

impl<S: System> Strategy<S> for Auto {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.form_portfolio();
        let mut chart = Chart::default();
        let mut portfolio = Portfolio::new(explorer.root()?);
        while !explorer.is_covered() {
            let total = effort(explorer, &chart);
            portfolio.call(explorer, total);
            if portfolio.line == 3 && total >= EXHAUSTIVE_AFTER {
                portfolio.line = 4;
                portfolio.join(Box::new(Exhaustive { seen: Seen::default(), stack: vec![portfolio.root] }), 0.25);
            }
            if portfolio.line == 4 && total >= DOUBTFUL_AFTER {
                portfolio.line = 5;
                portfolio.members.last_mut().expect("the exhaustive search has joined").share = 2.0;
            }
            if portfolio.turn(explorer, &mut chart, turn_of(total))? {
                break;
            }
        }
        Ok(())
    }
}

/// Those that hunt.
struct Portfolio<S: System> {
    root: Node,
    members: Vec<Member<S>>,
    /// How many have been called for.
    line: usize,
}

impl<S: System> Portfolio<S> {
    fn new(root: Node) -> Self {
        let mut portfolio = Portfolio { root, members: Vec::new(), line: 1 };
        portfolio.join(Box::new(Walking::default()), 1.0);
        portfolio
    }

    /// Lets those join whose time has come.
    fn call(&mut self, explorer: &Explorer<'_, S>, total: u64) {
        let has_heuristic = explorer.has_heuristic();
        if self.line == 1 && total >= SIMULATING_AFTER {
            self.line = 2;
            self.join(Box::new(Ranked::default()), RANKED_SHARE);
            if has_heuristic {
                self.join(Box::new(Simulating::default()), SIMULATING_SHARE);
            }
        }
        if self.line == 2 && total >= GUIDED_AFTER {
            self.line = 3;
            if has_heuristic {
                self.join(Box::new(Guided::new(self.root)), 0.25);
            }
            self.join(Box::new(Prioritised(Pct::new(3, 1))), 0.25);
        }
    }

    /// Who joins late has nothing to catch up.
    fn join(&mut self, turn: Box<dyn Turn<S>>, share: f64) {
        let spent = self.members.iter().map(|member| member.spent).fold(f64::INFINITY, f64::min);
        self.members.push(Member { turn, spent: if spent.is_finite() { spent } else { 0.0 }, share });
    }

    /// The member that has spent least for its share works; true when it has nothing left to do.
    fn turn(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart, budget: u64) -> Result<bool, Halt> {
        let before = effort(explorer, chart);
        let next = self.members.iter_mut().min_by(|a, b| a.spent.total_cmp(&b.spent)).expect("there are members");
        let is_done = next.turn.work(explorer, chart, budget)?;
        // A turn that does nothing must cost something, or it would be taken for ever.
        next.spent += (effort(explorer, chart) - before).max(1) as f64 / next.share;
        Ok(is_done)
    }
}

fn turn_of(total: u64) -> u64 {
    TURN_MIN.max(total / TURN_PART)
}

/// What has been done so far: transitions, and steps through known country for what little they cost.
fn effort<S: System>(explorer: &Explorer<'_, S>, chart: &Chart) -> u64 {
    explorer.transitions() + chart.hops() / HOPS_PER_TRANSITION
}

/// Priority-based random schedules, one run per turn. On cyclic systems runs end when their turn has taken long enough.
struct Prioritised(Pct);

impl<S: System> Turn<S> for Prioritised {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, _: &mut Chart, budget: u64) -> Result<bool, Halt> {
        self.0.run_length_max = (32 * budget).clamp(512, 10_000);
        self.0.search(explorer).map(|()| false)
    }
}

/// A bit per state.
#[derive(Default)]
struct Seen(Vec<u64>);

impl Seen {
    fn insert(&mut self, node: &Node) -> bool {
        let (word, bit) = (node.id.0 as usize / 64, 1 << (node.id.0 % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let fresh = self.0[word] & bit == 0;
        self.0[word] |= bit;
        fresh
    }
}

/// Best-first search without a bound on its queue: memory is shared with the store anyway. It marks for itself what it has
/// seen, since a state may have been discovered by another member.
struct Guided {
    seen: Seen,
    queue: BTreeMap<Rank, Node>,
}

impl Guided {
    fn new(root: Node) -> Self {
        let mut seen = Seen::default();
        seen.insert(&root);
        Guided { seen, queue: BTreeMap::from([(Rank::new(0.0, &root), root)]) }
    }
}

impl<S: System> Turn<S> for Guided {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart, budget: u64) -> Result<bool, Halt> {
        let end = effort(explorer, chart) + budget;
        while effort(explorer, chart) < end {
            let Some((_, node)) = self.queue.pop_first() else { return Ok(true) };
            let mut picks: Vec<_> = explorer.picks(&node).collect();
            shuffle(&mut picks, explorer.rng());
            for pick in picks {
                if let Some(Stop { node: target, .. }) = chart.follow(explorer, &node, pick)?
                    && self.seen.insert(&target)
                {
                    let value = chart.value(explorer, &target);
                    self.queue.insert(Rank::new(value.into(), &target), target);
                }
            }
        }
        Ok(false)
    }
}

/// Relaxed randomised depth-first search.
struct Exhaustive {
    seen: Seen,
    stack: Vec<Node>,
}

impl<S: System> Turn<S> for Exhaustive {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart, budget: u64) -> Result<bool, Halt> {
        let end = effort(explorer, chart) + budget;
        while effort(explorer, chart) < end {
            let Some(node) = self.stack.pop() else { return Ok(true) };
            self.seen.insert(&node);
            let mut successors = Vec::new();
            for pick in explorer.picks(&node) {
                if let Some(Stop { node: target, .. }) = chart.follow(explorer, &node, pick)?
                    && self.seen.insert(&target)
                {
                    successors.push(target);
                }
            }
            shuffle(&mut successors, explorer.rng());
            self.stack.append(&mut successors);
        }
        Ok(false)
    }
}

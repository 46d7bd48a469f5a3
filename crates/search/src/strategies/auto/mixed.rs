//! The search that `check` uses unless told otherwise: it finds bugs soon and proves when it can. A depth-first search begins
//! alone, which is all that small programs need. Then it and the hunting members of the portfolio take turns, half of the effort
//! each; once it is likely that there is nothing to find, hunting gets a fifth.
//!
//! They share the map of the graph, so that what the hunters have seen the proof has not to see again: on programs without
//! bugs hunting costs little. The depth-first search meets the states in its own order, whoever was there before. So a space
//! explored to its end is reported as `dfs` reports it, and nothing depends on the speed of the machine.

use space::System;

use super::chart::{Chart, Stop};
use super::{DOUBTFUL_AFTER, Portfolio, Seen, Turn, effort, turn_of};
use crate::explorer::{Explorer, Halt, Node, Strategy};
use crate::trail::Trail;

/// So many transitions are taken depth first before anybody hunts: less than a machine takes to boot, so that a bug that walks
/// find at once is not waited for.
pub const PROVING_ALONE: u64 = 1 << 7;

/// The search that proves in depth and hunts by turns.
#[derive(Default)]
pub struct Mixed;

impl<S: System> Strategy<S> for Mixed {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.form_portfolio();
        let mut chart = Chart::default();
        let root = explorer.root()?;
        let mut prover = DepthFirst::new(root);
        if prover.work(explorer, &mut chart, PROVING_ALONE)? {
            explorer.count_once(prover.depth_max);
            return Ok(());
        }
        let mut hunters = Some(Portfolio::new(root));
        let (mut proving, mut hunting) = (0, 0);
        loop {
            let before = effort(explorer, &chart);
            let budget = turn_of(proving + hunting);
            match &mut hunters {
                Some(portfolio) if hunting <= hunting_due(proving) => {
                    portfolio.call(explorer, hunting);
                    if portfolio.turn(explorer, &mut chart, budget)? {
                        hunters = None;
                    }
                    hunting += (effort(explorer, &chart) - before).max(1);
                }
                _ => {
                    if prover.work(explorer, &mut chart, budget)? {
                        break;
                    }
                    proving += (effort(explorer, &chart) - before).max(1);
                }
            }
        }
        explorer.count_once(prover.depth_max);
        Ok(())
    }
}

/// How much effort hunting deserves beside so much of proving.
fn hunting_due(proving: u64) -> u64 {
    proving.min(DOUBTFUL_AFTER) + proving.saturating_sub(DOUBTFUL_AFTER) / 4
}

/// Depth-first search (`Dfs`) that can be interrupted and asks the map first.
struct DepthFirst {
    seen: Seen,
    trail: Trail,
    depth_max: u32,
}

impl DepthFirst {
    fn new(root: Node) -> Self {
        let mut seen = Seen::default();
        seen.insert(&root);
        DepthFirst { seen, trail: Trail::new(&root), depth_max: 0 }
    }
}

impl<S: System> Turn<S> for DepthFirst {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart, budget: u64) -> Result<bool, Halt> {
        let end = effort(explorer, chart) + budget;
        while effort(explorer, chart) < end {
            let Some((node, pick)) = self.trail.last() else { return Ok(true) };
            if explorer.picks(&node).len() as u32 <= pick.0 {
                self.trail.pop();
                continue;
            }
            self.trail.take();
            if let Some(Stop { node: target, .. }) = chart.follow(explorer, &node, pick)?
                && self.seen.insert(&target)
            {
                self.depth_max = self.depth_max.max(target.depth);
                self.trail.push(&target);
                explorer.set_frontier_len(self.trail.len());
            }
        }
        Ok(false)
    }
}

//! Schedules by ranks of places: in each run every place of the program gets a random rank, and of the threads that can move the
//! one goes on that stands at the place of highest rank.
//!
//! This is probabilistic concurrency testing (Burckhardt et al. 2010) with priorities of code instead of threads. A hundred
//! threads that run the same code have as many places as one has: that all of them stop before their second write while
//! another reads has a chance that does not depend on how many they are. The bugs that need two threads at the same
//! place treated differently are found by runs in which some steps are drawn uniformly.

use space::{Pick, System, ThreadId};

use super::chart::Chart;
use super::{Explorer, Halt, Node, Turn, effort};
use crate::explorer::Arrival;

/// On cyclic systems a run need not end.
const RUN_LENGTH_MAX: u64 = 10_000;
/// In every other run, one step of so many is drawn uniformly.
const NOISE: usize = 8;

#[derive(Default)]
pub struct Ranked {
    runs: u64,
    /// The run that is under way.
    run: Option<Run>,
}

struct Run {
    node: Node,
    salt: u64,
    steps: u64,
    last: Option<ThreadId>,
}

impl<S: System> Turn<S> for Ranked {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart, budget: u64) -> Result<bool, Halt> {
        let end = effort(explorer, chart) + budget;
        while effort(explorer, chart) < end {
            let Some(run) = &mut self.run else {
                self.runs += 1;
                let (node, salt) = (explorer.root()?, explorer.rng().next_u64());
                self.run = Some(Run { node, salt, steps: 0, last: None });
                continue;
            };
            let goes_on = run.steps < RUN_LENGTH_MAX && explorer.picks(&run.node).len() > 0;
            if !goes_on || !run.step(explorer, chart, self.runs.is_multiple_of(2))? {
                self.run = None;
                if !goes_on && self.runs.is_multiple_of(64) {
                    // Where there is nothing to choose, runs cost nothing, and would be taken for ever.
                    break;
                }
            }
        }
        Ok(false)
    }
}

impl Run {
    /// False if it leads nowhere.
    fn step<S: System>(
        &mut self,
        explorer: &mut Explorer<'_, S>,
        chart: &mut Chart,
        is_noisy: bool,
    ) -> Result<bool, Halt> {
        self.steps += 1;
        let sites = explorer.move_sites(&self.node);
        let is_drawn = sites.is_empty() || is_noisy && explorer.rng().below(NOISE) == 0;
        let pick = if is_drawn {
            explorer.draw(&self.node)
        } else {
            let best = highest(&sites, self.salt, self.last);
            Pick(best[explorer.rng().below(best.len())])
        };
        // To come back to a stored state costs what a step costs, so that known steps are taken again; new ones are for all to know.
        let target = if chart.is_untaken(&self.node, pick) {
            chart.follow(explorer, &self.node, pick)?.map(|stop| stop.node)
        } else {
            match explorer.advance(&self.node, pick)? {
                Arrival::Fresh(target) | Arrival::Seen(target) => Some(target),
                Arrival::Nowhere => None,
            }
        };
        self.last = explorer.runner();
        self.node = target.unwrap_or(self.node);
        Ok(target.is_some())
    }
}

/// The alternatives at the place of highest rank; if the thread that ran last is among them, its own only.
fn highest(sites: &[(ThreadId, u64)], salt: u64, last: Option<ThreadId>) -> Vec<u32> {
    let top = sites.iter().map(|(_, site)| rank(*site, salt)).max().expect("a choice has alternatives");
    let at_top = |index: &u32| rank(sites[*index as usize].1, salt) == top;
    let best: Vec<u32> = (0..sites.len() as u32).filter(at_top).collect();
    let own: Vec<u32> = best.iter().copied().filter(|index| Some(sites[*index as usize].0) == last).collect();
    if own.is_empty() { best } else { own }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): places get independent ranks, without a table of them.
fn rank(site: u64, salt: u64) -> u64 {
    let mut bits = site ^ salt;
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

//! Schedules by ranks of places: in each run every place of the program gets a random rank, and of the threads that can move the
//! one goes on that stands at the place of highest rank.
//!
//! This is probabilistic concurrency testing (Burckhardt et al. 2010) with priorities of code instead of threads. A hundred
//! threads that run the same code have as many places as one has: that all of them stop before their second write while
//! another reads has a chance that does not depend on how many they are. The bugs that need two threads at the same
//! place treated differently are found by runs in which some steps are drawn uniformly.

use space::{Pick, System, ThreadId};

use super::chart::Chart;
use super::{Explorer, Halt, Turn};
use crate::explorer::Arrival;

/// On cyclic systems a run need not end.
const RUN_LENGTH_MAX: u64 = 10_000;
/// In every other run, one step of so many is drawn uniformly.
const NOISE: usize = 8;

#[derive(Default)]
pub struct Ranked {
    runs: u64,
}

impl<S: System> Turn<S> for Ranked {
    /// One run, however long.
    fn work(&mut self, explorer: &mut Explorer<'_, S>, _: &mut Chart, _: u64) -> Result<bool, Halt> {
        self.runs += 1;
        let is_noisy = self.runs.is_multiple_of(2);
        let salt = explorer.rng().next_u64();
        let mut node = explorer.root()?;
        let mut last = None;
        for _ in 0..RUN_LENGTH_MAX {
            if explorer.picks(&node).len() == 0 {
                break;
            }
            let sites = explorer.move_sites(&node);
            let is_drawn = sites.is_empty() || is_noisy && explorer.rng().below(NOISE) == 0;
            let pick = if is_drawn {
                explorer.draw(&node)
            } else {
                let best = highest(&sites, salt, last);
                Pick(best[explorer.rng().below(best.len())])
            };
            match explorer.advance(&node, pick)? {
                Arrival::Fresh(target) | Arrival::Seen(target) => node = target,
                Arrival::Nowhere => break,
            }
            last = explorer.runner();
        }
        Ok(false)
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

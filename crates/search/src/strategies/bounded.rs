//! Iterative context bounding (Musuvathi and Qadeer 2007, Algorithm 1): all executions without preemptions first, then
//! all with one, and so on up to `preemptions`.
//!
//! Scheduling another thread is a preemption if the thread that ran last could have gone on; where it could not (it waits or
//! has ended), the switch is forced and costs nothing. Who ran last is asked of the system after each step, since forced
//! switches happen in the middle of steps; a system that does not say has none. What is explored once is therefore not a
//! state but a state together with the thread that ran last. A state that was reached with fewer preemptions is not expanded
//! again with more.

use hashbrown::HashSet;
use space::{Choice, Pick, System, ThreadId};

use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

/// Iterative context bounding.
pub struct Bounded {
    /// How many there may be on a path.
    pub preemptions: u32,
}

/// A state and the thread that ran last, if one has.
type Item = (Node, Option<ThreadId>);

impl<S: System> Strategy<S> for Bounded {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.expect_repeats();
        let root: Item = (explorer.root()?, explorer.runner());
        let mut seen = HashSet::from([key(&root)]);
        let mut work = vec![root];
        for spent in 0..=self.preemptions {
            // What needs one more preemption waits for the next round.
            let mut postponed: Vec<(Item, Pick)> = Vec::new();
            while let Some(item) = work.pop() {
                let mut due = Vec::new();
                for pick in explorer.picks(&item.0) {
                    if is_preemption(explorer, item, pick) {
                        postponed.push((item, pick));
                    } else {
                        due.push(pick);
                    }
                }
                for pick in due {
                    take(explorer, item, pick, &mut seen, &mut work)?;
                }
                explorer.close(&item.0)?;
            }
            explorer.set_frontier_len(postponed.len());
            if spent == self.preemptions {
                break;
            }
            for (item, pick) in postponed {
                take(explorer, item, pick, &mut seen, &mut work)?;
            }
        }
        Ok(())
    }
}

fn is_preemption<S: System>(explorer: &mut Explorer<'_, S>, (node, last): Item, pick: Pick) -> bool {
    match (explorer.choice(&node), last) {
        (Some(Choice::Schedule { threads }), Some(last)) => threads[pick.0 as usize] != last && threads.contains(&last),
        _ => false,
    }
}

fn take<S: System>(
    explorer: &mut Explorer<'_, S>,
    (node, _): Item,
    pick: Pick,
    seen: &mut HashSet<(u32, Option<ThreadId>)>,
    work: &mut Vec<Item>,
) -> Result<(), Halt> {
    if let Arrival::Fresh(target) | Arrival::Seen(target) = explorer.advance(&node, pick)? {
        let item = (target, explorer.runner());
        if seen.insert(key(&item)) {
            work.push(item);
        }
    }
    Ok(())
}

fn key((node, last): &Item) -> (u32, Option<ThreadId>) {
    (node.id.0, *last)
}

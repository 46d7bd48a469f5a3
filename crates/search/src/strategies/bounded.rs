//! Iterative context bounding (Musuvathi and Qadeer 2007, Algorithm 1): all executions without preemptions first, then
//! all with one, and so on up to `preemptions`.
//!
//! Scheduling another thread is a preemption if the thread that ran last could have gone on; where it could not (it waits or
//! has ended), the switch is forced and costs nothing. Who ran last is asked of the system after each step, since forced
//! switches happen in the middle of steps. What is explored once is
//! therefore not a state but a state together with the thread that ran last. A state that was reached with fewer
//! preemptions is not expanded again with more.

use hashbrown::HashSet;
use space::{Choice, Pick, System, ThreadId};

use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

pub struct Bounded {
    pub preemptions: u32,
}

/// A state and the thread that ran last, if one has.
type Item = (Node, Option<ThreadId>);

impl<S: System> Strategy<S> for Bounded {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.expect_repeats();
        let root: Item = (explorer.root()?, None);
        let mut seen = HashSet::from([key(&root)]);
        let mut work = vec![root];
        for spent in 0..=self.preemptions {
            // What needs one more preemption waits for the next round.
            let mut postponed: Vec<(Node, Pick)> = Vec::new();
            while let Some((node, last)) = work.pop() {
                let mut due = Vec::new();
                for pick in explorer.picks(&node) {
                    if is_preemption(explorer, &node, pick, last) {
                        postponed.push((node, pick));
                    } else {
                        due.push(pick);
                    }
                }
                for pick in due {
                    take(explorer, &node, pick, &mut seen, &mut work)?;
                }
                explorer.close(&node)?;
            }
            explorer.set_frontier_len(postponed.len());
            if spent == self.preemptions {
                break;
            }
            for (node, pick) in postponed {
                take(explorer, &node, pick, &mut seen, &mut work)?;
            }
        }
        Ok(())
    }
}

fn is_preemption<S: System>(explorer: &mut Explorer<'_, S>, node: &Node, pick: Pick, last: Option<ThreadId>) -> bool {
    match (explorer.choice(node), last) {
        (Some(Choice::Schedule { threads }), Some(last)) => threads[pick.0 as usize] != last && threads.contains(&last),
        _ => false,
    }
}

fn take<S: System>(
    explorer: &mut Explorer<'_, S>,
    node: &Node,
    pick: Pick,
    seen: &mut HashSet<(u32, Option<ThreadId>)>,
    work: &mut Vec<Item>,
) -> Result<(), Halt> {
    if let Arrival::Fresh(target) | Arrival::Seen(target) = explorer.advance(node, pick)? {
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

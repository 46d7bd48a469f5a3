//! Iterative context bounding (Musuvathi and Qadeer 2007, Algorithm 1): all executions without preemptions first, then
//! all with one, and so on up to `preemptions`.
//!
//! Scheduling another thread is a preemption if the thread that ran last could have gone on. What is explored once is
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
            let mut postponed: Vec<(Node, Pick, ThreadId)> = Vec::new();
            while let Some((node, last)) = work.pop() {
                let mut due = Vec::new();
                for pick in explorer.picks(&node) {
                    match thread_of(explorer, &node, pick, last) {
                        Move::Free(thread) => due.push((pick, thread)),
                        Move::Preemption(thread) => postponed.push((node, pick, thread)),
                    }
                }
                for (pick, thread) in due {
                    take(explorer, &node, pick, thread, &mut seen, &mut work)?;
                }
                explorer.close(&node)?;
            }
            explorer.set_frontier_len(postponed.len());
            if spent == self.preemptions {
                break;
            }
            for (node, pick, thread) in postponed {
                take(explorer, &node, pick, Some(thread), &mut seen, &mut work)?;
            }
        }
        Ok(())
    }
}

enum Move {
    Free(Option<ThreadId>),
    Preemption(ThreadId),
}

fn thread_of<S: System>(explorer: &mut Explorer<'_, S>, node: &Node, pick: Pick, last: Option<ThreadId>) -> Move {
    match explorer.choice(node) {
        Some(Choice::Schedule { threads }) => {
            let thread = threads[pick.0 as usize];
            match last {
                Some(last) if last != thread && threads.contains(&last) => Move::Preemption(thread),
                _ => Move::Free(Some(thread)),
            }
        }
        _ => Move::Free(last),
    }
}

fn take<S: System>(
    explorer: &mut Explorer<'_, S>,
    node: &Node,
    pick: Pick,
    thread: Option<ThreadId>,
    seen: &mut HashSet<(u32, Option<ThreadId>)>,
    work: &mut Vec<Item>,
) -> Result<(), Halt> {
    if let Arrival::Fresh(target) | Arrival::Seen(target) = explorer.advance(node, pick)? {
        let item = (target, thread);
        if seen.insert(key(&item)) {
            work.push(item);
        }
    }
    Ok(())
}

fn key((node, last): &Item) -> (u32, Option<ThreadId>) {
    (node.id.0, *last)
}

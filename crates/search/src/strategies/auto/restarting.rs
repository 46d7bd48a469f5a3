//! Randomised depth-first search that starts anew when it has spent its budget; budgets follow Luby, Sinclair and Zuckerman
//! 1993 (1, 1, 2, 1, 1, 2, 4, …), which costs at most a logarithmic factor more than the best budget there is. Without restarts
//! an unlucky choice near the root is undone only after everything below it; with none but short budgets, violations close to
//! where a walk ended are missed.
//!
//! The unit is twice the length of the first way down: as much for looking around its end as for getting there.

use hashbrown::HashSet;
use space::{Pick, System};

use super::super::rdfs::shuffle;
use super::exhausted::Exhausted;
use super::{Arrival, Explorer, Halt, Node, Turn};

/// A state of the present way.
struct Frame {
    node: Node,
    /// Its alternatives left to take, and the last one taken.
    left: Vec<Pick>,
    taken: Pick,
}

#[derive(Default)]
pub struct Restarting {
    /// From the root on.
    stack: Vec<Frame>,
    /// The states of the present run.
    seen: HashSet<u32>,
    runs: u64,
    unit: Option<u64>,
    /// Transitions of the present run.
    spent: u64,
}

impl<S: System> Turn<S> for Restarting {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, exhausted: &mut Exhausted, budget: u64) -> Result<bool, Halt> {
        let end = explorer.transitions() + budget;
        while explorer.transitions() < end {
            let run_budget = self.unit.map_or(u64::MAX, |unit| unit * luby(self.runs));
            if self.stack.is_empty() || run_budget <= self.spent {
                self.restart(explorer, exhausted)?;
            }
            let frame = self.stack.last_mut().expect("a run begins with the root");
            let node = frame.node;
            let Some(pick) = frame.left.pop() else {
                self.leave(explorer, exhausted)?;
                if self.stack.is_empty() {
                    // The run came to its end within its budget.
                    return Ok(true);
                }
                continue;
            };
            frame.taken = pick;
            self.spent += 1;
            match explorer.advance(&node, pick)? {
                Arrival::Fresh(target) | Arrival::Seen(target) => {
                    if exhausted.covers(&target) {
                        exhausted.add(&node, pick);
                        self.unit.get_or_insert(2 * self.spent);
                    } else if self.seen.insert(target.id.0) {
                        self.enter(explorer, exhausted, target);
                    } else {
                        self.unit.get_or_insert(2 * self.spent);
                    }
                }
                Arrival::Nowhere => exhausted.add(&node, pick),
            }
        }
        Ok(false)
    }
}

impl Restarting {
    fn restart<S: System>(&mut self, explorer: &mut Explorer<'_, S>, exhausted: &Exhausted) -> Result<(), Halt> {
        self.runs += 1;
        self.spent = 0;
        self.stack.clear();
        self.seen.clear();
        let root = explorer.root()?;
        self.seen.insert(root.id.0);
        self.enter(explorer, exhausted, root);
        Ok(())
    }

    fn enter<S: System>(&mut self, explorer: &mut Explorer<'_, S>, exhausted: &Exhausted, node: Node) {
        let mut left = exhausted.left(explorer, &node);
        shuffle(&mut left, explorer.rng());
        self.stack.push(Frame { node, left, taken: Pick(0) });
        explorer.set_frontier_len(self.stack.len());
    }

    fn leave<S: System>(&mut self, explorer: &mut Explorer<'_, S>, exhausted: &mut Exhausted) -> Result<(), Halt> {
        let left = self.stack.pop().expect("only a state of the way is left").node;
        explorer.close(&left)?;
        if let Some(Frame { node, taken, .. }) = self.stack.last()
            && exhausted.covers(&left)
        {
            exhausted.add(node, *taken);
        }
        Ok(())
    }
}

/// The terms of the sequence, from 1 on.
fn luby(index: u64) -> u64 {
    let bits = u64::BITS - index.leading_zeros();
    if index == (1 << bits) - 1 { 1 << (bits - 1) } else { luby(index + 1 - (1 << (bits - 1))) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn luby_sequence() {
        let terms: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}

//! The loop shared by every strategy that keeps a set of open states and only differs in which one it takes next
//! (Tang 2013, Algorithms 4.2 to 4.7; Engels et al. 2009, Algorithm 1).

use space::System;

use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

/// The states that are to be expanded, in an order of its own.
pub trait Frontier<S: System> {
    /// Adds a state just discovered, in which the live world is. Returns the state that fell off, if the frontier is
    /// bounded and full; that one is forgotten, so that it may be met again.
    fn push(&mut self, node: Node, explorer: &mut Explorer<'_, S>) -> Option<Node>;

    /// Takes the state to expand next.
    fn pop(&mut self, explorer: &mut Explorer<'_, S>) -> Option<Node>;

    /// How many states there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The search that expands what a frontier gives it.
pub struct FrontierSearch<F>(pub F);

impl<S: System, F: Frontier<S>> Strategy<S> for FrontierSearch<F> {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let FrontierSearch(frontier) = self;
        let root = explorer.root()?;
        frontier.push(root, explorer);
        while let Some(source) = frontier.pop(explorer) {
            for pick in explorer.picks(&source) {
                if let Arrival::Fresh(target) = explorer.advance(&source, pick)?
                    && let Some(dropped) = frontier.push(target, explorer)
                {
                    explorer.forget(&dropped);
                }
            }
            explorer.close(&source)?;
            explorer.set_frontier_len(frontier.len());
        }
        Ok(())
    }
}

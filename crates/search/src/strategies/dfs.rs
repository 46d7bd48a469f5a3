//! Depth-first search with a true backtracking stack (Tang 2013, Algorithm 4.1).

use space::{Pick, System};

use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

#[derive(Default)]
pub struct Dfs;

impl<S: System> Strategy<S> for Dfs {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let looks_ahead = explorer.looks_ahead();
        let root = explorer.root()?;
        let mut stack: Vec<(Node, u32)> = vec![(root, 0)];
        if looks_ahead {
            explorer.consider(&root)?;
        }
        while let Some((node, next)) = stack.last_mut() {
            if explorer.picks(node).len() as u32 <= *next {
                if !looks_ahead {
                    explorer.close(node)?;
                }
                stack.pop();
                continue;
            }
            let pick = Pick(*next);
            *next += 1;
            if let Arrival::Fresh(target) = explorer.advance(node, pick)? {
                if looks_ahead {
                    explorer.consider(&target)?;
                }
                stack.push((target, 0));
                explorer.set_frontier_len(stack.len());
            }
        }
        Ok(())
    }
}

//! Depth-first search with a true backtracking stack (Tang 2013, Algorithm 4.1).

use space::System;

use crate::explorer::{Arrival, Explorer, Halt, Strategy};
use crate::trail::Trail;

/// Depth-first search.
#[derive(Default)]
pub struct Dfs;

impl<S: System> Strategy<S> for Dfs {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let looks_ahead = explorer.looks_ahead();
        let root = explorer.root()?;
        let mut trail = Trail::new(&root);
        if looks_ahead {
            explorer.consider(&root)?;
        }
        while let Some((node, pick)) = trail.last() {
            if explorer.picks(&node).len() as u32 <= pick.0 {
                if !looks_ahead {
                    explorer.close(&node)?;
                }
                trail.pop();
                continue;
            }
            trail.take();
            if let Arrival::Fresh(target) = explorer.advance(&node, pick)? {
                if looks_ahead {
                    explorer.consider(&target)?;
                }
                trail.push(&target);
                explorer.set_frontier_len(trail.len());
            }
        }
        Ok(())
    }
}

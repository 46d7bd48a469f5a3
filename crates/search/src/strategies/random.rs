//! Random walks (Engels et al. 2009, Definition 2, which they call random search): from the initial state on, one
//! alternative after the other by chance. Coins are followed by weight, all other choices uniformly.
//!
//! On labelled transition systems a walk considers all transitions of the states it visits, as the paper's random search
//! does, and is one simulation that ends at a deadlock or after 50,000 visits. On programs, where generating a
//! transition costs, it looks only at those it takes, and starts again until everything is covered or a limit is hit.

use space::System;

use crate::explorer::{Arrival, Explorer, Halt, Strategy};

/// Random walks.
pub struct RandomWalk {
    /// How many walks; 0 for no bound. `None`: one on transition systems, no bound otherwise.
    pub walks: Option<u64>,
    /// Transitions per walk; 0 for no bound. `None`: 50,000 on transition systems, 10,000 otherwise.
    pub length: Option<u64>,
}

impl<S: System> Strategy<S> for RandomWalk {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.expect_repeats();
        let looks_ahead = explorer.looks_ahead();
        let walks = unbounded(self.walks.unwrap_or(u64::from(looks_ahead)));
        let length = unbounded(self.length.unwrap_or(if looks_ahead { 50_000 } else { 10_000 }));
        for _ in 0..walks {
            let mut node = explorer.root()?;
            for _ in 0..length {
                explorer.visit(&node)?;
                if explorer.is_worn_out() {
                    return Ok(());
                }
                if explorer.picks(&node).len() == 0 {
                    break;
                }
                let pick = explorer.draw(&node);
                match explorer.advance(&node, pick)? {
                    Arrival::Fresh(target) | Arrival::Seen(target) => node = target,
                    Arrival::Nowhere => break,
                }
            }
        }
        Ok(())
    }
}

/// A bound of zero is none.
pub fn unbounded(bound: u64) -> u64 {
    if bound == 0 { u64::MAX } else { bound }
}

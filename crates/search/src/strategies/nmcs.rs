//! Nested Monte-Carlo search (Poulding and Feldt 2015, Figure 2). Names follow the figure. Trials are repeated until one
//! succeeds, as their equation 2 supposes a tester does.
//!
//! Deviations: our heuristics prefer small values, so values are compared the other way round. The figure leaves open what
//! happens once `bestPath` is used up without a better simulation; we then follow the best of the round. On cyclic systems
//! a trial need not end; it is cut after `TRIAL_LENGTH_MAX` moves.
//!
//! Where nothing says which states are better (models), the value of a simulation is how many transitions it takes for the first time. A
//! trial then goes on by chance where simulations find nothing new, and ends where it has been before, or when all is known.

use std::collections::{HashSet, VecDeque};

use space::{Pick, System};

use super::random::unbounded;
use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

const TRIAL_LENGTH_MAX: u32 = 10_000;

/// Nested Monte-Carlo search.
pub struct Nmcs {
    /// How deep searches are nested.
    pub nesting_level: u32,
    /// How long a playout may be.
    pub sim_depth: u32,
    /// How many trials; 0 for no bound.
    pub trials: u64,
}

/// A simulation's value (smaller is better) and the moves it made.
type Simulation = (f64, VecDeque<Pick>);

impl<S: System> Strategy<S> for Nmcs {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        explorer.expect_repeats();
        for _ in 0..unbounded(self.trials) {
            let root = explorer.root()?;
            self.nmcs(explorer, root, self.nesting_level)?;
            if explorer.is_worn_out() {
                break;
            }
        }
        Ok(())
    }
}

impl Nmcs {
    fn nmcs<S: System>(&self, explorer: &mut Explorer<'_, S>, root: Node, level: u32) -> Result<Simulation, Halt> {
        if !explorer.has_heuristic() {
            return self.nmcs_blind(explorer, root, level);
        }
        let mut state = root;
        let mut chosen_path = VecDeque::new();
        let (mut best_value, mut best_path) = (f64::INFINITY, VecDeque::new());
        let depth_max = if level == self.nesting_level { TRIAL_LENGTH_MAX } else { self.sim_depth };
        for _ in 0..depth_max {
            let mut high: Option<Simulation> = None;
            for chosen_move in explorer.picks(&state) {
                let (value, mut path) = match explorer.advance(&state, chosen_move)? {
                    Arrival::Nowhere => (f64::INFINITY, VecDeque::new()),
                    Arrival::Fresh(next) | Arrival::Seen(next) if level == 1 => self.simulate(explorer, next)?,
                    Arrival::Fresh(next) | Arrival::Seen(next) => self.nmcs(explorer, next, level - 1)?,
                };
                path.push_front(chosen_move);
                if high.as_ref().is_none_or(|(high_value, _)| value < *high_value) {
                    high = Some((value, path));
                }
            }
            explorer.close(&state)?;
            let Some((high_value, high_path)) = high else { break };
            if high_value < best_value || best_path.is_empty() {
                (best_value, best_path) = (high_value, high_path);
            }
            let chosen_move = best_path.pop_front().expect("a simulation has at least one move");
            chosen_path.push_back(chosen_move);
            match explorer.advance(&state, chosen_move)? {
                Arrival::Fresh(next) | Arrival::Seen(next) => state = next,
                Arrival::Nowhere => break,
            }
        }
        if chosen_path.is_empty() {
            // The figure would return minus infinity for a state without moves; its heuristic value says more.
            best_value = explorer.heuristic(&state);
        }
        Ok((best_value, chosen_path))
    }

    /// The same where states have no values: what is new counts.
    fn nmcs_blind<S: System>(
        &self,
        explorer: &mut Explorer<'_, S>,
        root: Node,
        level: u32,
    ) -> Result<Simulation, Halt> {
        let mut state = root;
        let mut chosen_path = VecDeque::new();
        let mut met = HashSet::from([root.id]);
        let mut found = 0.0;
        let depth_max = if level == self.nesting_level { TRIAL_LENGTH_MAX } else { self.sim_depth };
        for _ in 0..depth_max {
            if explorer.is_worn_out() || explorer.picks(&state).len() == 0 {
                break;
            }
            let (mut high_value, mut chosen_move) = (0.0, explorer.draw(&state));
            for tried in explorer.picks(&state) {
                let is_new = !explorer.is_taken(&state, tried);
                let (value, _) = match explorer.advance(&state, tried)? {
                    Arrival::Nowhere => continue,
                    Arrival::Fresh(next) | Arrival::Seen(next) if level == 1 => self.simulate(explorer, next)?,
                    Arrival::Fresh(next) | Arrival::Seen(next) => self.nmcs(explorer, next, level - 1)?,
                };
                let value = value - f64::from(u8::from(is_new));
                found += value;
                if value < high_value {
                    (high_value, chosen_move) = (value, tried);
                }
            }
            explorer.close(&state)?;
            chosen_path.push_back(chosen_move);
            match explorer.advance(&state, chosen_move)? {
                Arrival::Fresh(next) | Arrival::Seen(next) if met.insert(next.id) => state = next,
                _ => break,
            }
        }
        Ok((found, chosen_path))
    }

    fn simulate<S: System>(&self, explorer: &mut Explorer<'_, S>, root: Node) -> Result<Simulation, Halt> {
        let mut state = root;
        let mut chosen_path = VecDeque::new();
        let mut found = 0.0;
        for _ in 0..self.sim_depth {
            if explorer.picks(&state).len() == 0 {
                break;
            }
            let chosen_move = explorer.draw(&state);
            chosen_path.push_back(chosen_move);
            found -= f64::from(u8::from(!explorer.is_taken(&state, chosen_move)));
            let left = state;
            match explorer.advance(&left, chosen_move)? {
                Arrival::Fresh(next) | Arrival::Seen(next) => state = next,
                Arrival::Nowhere => return Ok((f64::INFINITY, chosen_path)),
            }
            explorer.close(&left)?;
        }
        let value = if explorer.has_heuristic() { explorer.heuristic(&state) } else { found };
        Ok((value, chosen_path))
    }
}

//! Time in a single run. An exploration lets every sleep end at any moment; one run should do what is likely: whoever can go on
//! does, time passes with the instructions that run, and those who wait for time go on when it has come. Only if all wait for
//! time it is skipped, to the moment when the first of them goes on.

use crate::schedule::Wake;
use crate::vm::Vm;

impl Vm {
    /// The move to make next.
    pub(crate) fn likely_move(&mut self, moves: &[(usize, Wake)]) -> u32 {
        let now = self.time();
        let due = |at: usize| match moves[at] {
            (index, Wake::TimeOut) => self.threads[index].due,
            _ => 0,
        };
        let ready: Vec<usize> = (0..moves.len()).filter(|at| due(*at) <= now).collect();
        let pick = if ready.is_empty() {
            (0..moves.len()).min_by_key(|at| (due(*at), moves[*at].0)).unwrap_or(0)
        } else {
            ready[self.rng.below(ready.len())]
        };
        pick as u32
    }
}

//! Time in a single run. An exploration lets every sleep and every time-out end at any moment; one run should do what is
//! likely: whoever can go on does, and those who wait for time go on when it has come, the earliest first.

use std::collections::HashMap;

use crate::schedule::Wake;
use crate::vm::Vm;

/// What an instruction takes: about what an interpreter needs, so that loops that poll are not starved of time.
const NANOS_PER_INSTRUCTION: u64 = 10;

#[derive(Default)]
pub struct Timeline {
    /// Nanoseconds that have been slept and waited through.
    skipped: u64,
    /// When threads that wait for time go on.
    due: HashMap<usize, u64>,
}

impl Timeline {
    /// The move to make next.
    pub fn choose(&mut self, vm: &mut Vm, moves: &[(usize, Wake)]) -> u32 {
        let now = self.skipped + vm.instructions * NANOS_PER_INSTRUCTION;
        let waits = |index: usize| moves.contains(&(index, Wake::TimeOut));
        self.due.retain(|index, _| waits(*index));
        for (index, _) in moves.iter().filter(|(_, wake)| *wake == Wake::TimeOut) {
            self.due.entry(*index).or_insert_with(|| now.saturating_add(vm.threads[*index].nanos));
        }
        let is_ready = |(index, wake): &(usize, Wake)| *wake != Wake::TimeOut || self.due[index] <= now;
        let ready: Vec<usize> = (0..moves.len()).filter(|at| is_ready(&moves[*at])).collect();
        let pick = if ready.is_empty() {
            let first = (0..moves.len()).min_by_key(|at| (self.due[&moves[*at].0], moves[*at].0)).unwrap_or(0);
            self.skipped += self.due[&moves[first].0].saturating_sub(now);
            first
        } else {
            ready[vm.rng.below(ready.len())]
        };
        self.due.remove(&moves[pick].0);
        pick as u32
    }
}

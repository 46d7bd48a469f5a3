//! Repeated products of a sparse system with a vector, by one worker or several.
//!
//! Each worker owns a range of states with about the same number of entries and reads the values of all. Two vectors take
//! turns, so that within a step nobody reads what another writes; a barrier ends the step. Every state's value is computed
//! by the same operations in the same order whoever computes it: the result does not depend on the number of workers.

use std::ops::Range;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};

use super::numeric::Objective;
use super::system::System;

/// With less work per step than this, waiting for each other costs more than it saves.
const ENTRIES_PER_WORKER_MIN: usize = 20_000;

/// `x := opt over rows of (constant + row · x)`, `steps` times or until nothing changes.
pub fn repeat(
    system: &System,
    constant: &[f64],
    objective: Objective,
    x: &[f64],
    steps: u64,
    workers: usize,
) -> Vec<f64> {
    let first: Vec<AtomicU64> = x.iter().map(|value| AtomicU64::new(value.to_bits())).collect();
    let second: Vec<AtomicU64> = x.iter().map(|value| AtomicU64::new(value.to_bits())).collect();
    let workers = workers.clamp(1, (system.targets.len() / ENTRIES_PER_WORKER_MIN).max(1));
    let ranges = shares(system, workers);
    let barrier = Barrier::new(workers);
    // One more than the last step in which some value changed.
    let changed = AtomicU64::new(0);
    let advance = match objective {
        Objective::Maximise => advance::<true>,
        Objective::Minimise => advance::<false>,
    };
    let work = |range: Range<usize>| -> u64 {
        for step in 0..steps {
            let (from, into) = if step % 2 == 0 { (&first, &second) } else { (&second, &first) };
            if advance(system, constant, from, &into[range.clone()], range.start) {
                changed.fetch_max(step + 1, Ordering::Relaxed);
            }
            if workers > 1 {
                barrier.wait();
            }
            // Nobody can be a step ahead unless something changed in this one, so that all stop together.
            if changed.load(Ordering::Relaxed) <= step {
                return step + 1;
            }
        }
        steps
    };
    let done = std::thread::scope(|scope| {
        for range in &ranges[1..] {
            let range = range.clone();
            scope.spawn(|| work(range));
        }
        work(ranges[0].clone())
    });
    let last = if done % 2 == 0 { first } else { second };
    last.into_iter().map(|value| f64::from_bits(value.into_inner())).collect()
}

/// One step for the states from `start`; whether a value changed. Compiled once per optimum: rows are short, and what is
/// done per row is what this costs.
fn advance<const MAXIMISE: bool>(
    system: &System,
    constant: &[f64],
    from: &[AtomicU64],
    into: &[AtomicU64],
    start: usize,
) -> bool {
    let at = |state: u32| f64::from_bits(from[state as usize].load(Ordering::Relaxed));
    let targets = system.targets.as_slice();
    let weights = &system.weights[..targets.len()];
    let ends = &system.branches[1..];
    let choices = &system.choices[start..start + into.len() + 1];
    let mut entry = system.branches[choices[0] as usize] as usize;
    let mut row = choices[0] as usize;
    let mut changed = false;
    for (index, value) in into.iter().enumerate() {
        let row_end = choices[index + 1] as usize;
        let mut best = if MAXIMISE { f64::NEG_INFINITY } else { f64::INFINITY };
        while row < row_end {
            let end = ends[row] as usize;
            let mut sum = constant[row];
            while entry < end {
                sum += weights[entry] * at(targets[entry]);
                entry += 1;
            }
            if (MAXIMISE && sum > best) || (!MAXIMISE && sum < best) {
                best = sum;
            }
            row += 1;
        }
        changed |= best != at((start + index) as u32);
        value.store(best.to_bits(), Ordering::Relaxed);
    }
    changed
}

/// Ranges of states with about equally many entries.
fn shares(system: &System, workers: usize) -> Vec<Range<usize>> {
    let states = system.states();
    let entries_before = |state: usize| system.branches[system.choices[state] as usize] as usize;
    let mut ends: Vec<usize> = (1..workers)
        .map(|worker| {
            let wanted = system.targets.len() * worker / workers;
            let (mut low, mut high) = (0, states);
            while low < high {
                let middle = (low + high) / 2;
                if entries_before(middle) < wanted { low = middle + 1 } else { high = middle }
            }
            low
        })
        .collect();
    ends.push(states);
    let mut start = 0;
    ends.into_iter()
        .map(|end| {
            let range = start..end.max(start);
            start = range.end;
            range
        })
        .collect()
}

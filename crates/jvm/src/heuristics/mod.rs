//! Values that guided searches order states by; smaller is better. One file each, one line in the table.

mod fewest_preemptions;
mod interleaving;
mod most_blocked;
mod prefer_threads;
mod schedule_note;
mod user;

pub(crate) use schedule_note::Guide;

use crate::system::{Program, World};

type Value = fn(&Program, &mut World) -> f64;

/// Names and values; the first is the default.
const TABLE: [(&str, Value); 5] = [
    ("most-blocked", most_blocked::value),
    ("interleaving", interleaving::value),
    ("prefer-threads", prefer_threads::value),
    ("fewest-preemptions", fewest_preemptions::value),
    ("user", user::value),
];

pub(crate) const NAMES: [&str; 5] = [TABLE[0].0, TABLE[1].0, TABLE[2].0, TABLE[3].0, TABLE[4].0];

pub(crate) fn value(program: &Program, world: &mut World, index: usize) -> f64 {
    // Whoever names a method means it.
    let index = if program.config.user_heuristic.is_some() { TABLE.len() - 1 } else { index };
    TABLE.get(index).map_or(0.0, |(_, value)| value(program, world))
}

//! Values that guided searches order states by; smaller is better. One file each, one line in the table.

mod fewest_preemptions;
mod goal;
mod interleaving;
mod most_blocked;
mod prefer_threads;
mod schedule_note;
mod user;

pub use goal::{Goal, distance};
pub(crate) use schedule_note::Guide;

use crate::system::{Program, World};

type Value = fn(&Program, &mut World) -> f64;

/// Names, what they prefer, and values; the first is the default.
const TABLE: [(&str, &str, Value); 6] = [
    ("most-blocked", "states where more threads wait (the default)", most_blocked::value),
    ("interleaving", "schedules that change threads often", interleaving::value),
    ("prefer-threads", "steps of these threads: prefer-threads:NAME,NAME", prefer_threads::value),
    ("fewest-preemptions", "schedules that seldom leave a thread that could go on", fewest_preemptions::value),
    ("goal", "states near a line of the program: --goal File.java:42", goal::value),
    ("user", "small values of a static method of the program: user:pkg.Class.method", user::value),
];

pub(crate) const NAMES: [&str; 6] = [TABLE[0].0, TABLE[1].0, TABLE[2].0, TABLE[3].0, TABLE[4].0, TABLE[5].0];

/// Each with what it prefers.
pub fn descriptions() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().map(|(name, prefers, _)| (*name, *prefers))
}

/// Whether the value depends on more than the state; a method of the program's may load classes, too.
pub(crate) fn depends_on_way(index: usize) -> bool {
    !matches!(TABLE.get(index), Some(("most-blocked" | "goal", _, _)))
}

pub(crate) fn value(program: &Program, world: &mut World, index: usize) -> f64 {
    // Whoever names a method means it.
    let index = if program.config.user_heuristic.is_some() { TABLE.len() - 1 } else { index };
    TABLE.get(index).map_or(0.0, |(_, _, value)| value(program, world))
}

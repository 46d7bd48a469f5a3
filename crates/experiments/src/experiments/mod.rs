//! The registry of experiments: one file each.

mod corpus;
mod deadlock;
mod deadlock_paper;
mod erdosrenyi;
mod highway;
mod highway_figures;
mod lazyselect;
mod majority;
mod overhead;
mod progress;
mod progress_curve;
mod pse;
mod pse_paper;

use checker::Fault;

use crate::bench::{Bench, Findings};

pub struct Experiment {
    pub name: &'static str,
    pub help: &'static str,
    pub run: fn(&mut Bench<'_>) -> Result<Findings, Fault>,
    /// Whether `hazard bench all` includes it.
    pub in_all: bool,
}

const fn entry(
    name: &'static str,
    help: &'static str,
    run: fn(&mut Bench<'_>) -> Result<Findings, Fault>,
) -> Experiment {
    Experiment { name, help, run, in_all: true }
}

pub static EXPERIMENTS: &[Experiment] = &[
    entry("progress", "progress of each search strategy on randomized quicksort", progress::run),
    entry("lazyselect", "progress of each search strategy on an infinite state space", lazyselect::run),
    entry("erdosrenyi", "how likely random graphs are connected", erdosrenyi::run),
    entry("overhead", "what labels and recording cost on top of the bare search", overhead::run),
    entry("majority", "the error of a Monte Carlo test by its number of trials", majority::run),
    entry("deadlock", "finding deadlocks by best-first, beam and nested Monte-Carlo search", deadlock::run),
    entry("highway", "highway search beside random and randomised depth-first search", highway::run),
    entry(
        "corpus",
        "every chain and decision process of the gallery as UMB, .tra and .lab, with a manifest",
        corpus::run,
    ),
    entry("pse", "probabilistic symbolic execution: exact, sampled, profiles", pse::run),
];

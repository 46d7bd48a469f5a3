//! What every search must get right: counts, verdicts, paths, limits.

mod systems;

use std::time::Duration;

use search::strategies::{bfs::Bfs, dfs::Dfs};
use search::{
    Ahead, FrontierSearch, IGNORED, Keeper, Limit, Limits, Outcome, Places, RecordedGraph, Recorder, SavePart, Saved,
    Settings, build, explore, explore_ahead, parse_spec, replay,
};
use space::System;
use systems::{Graph, Grid, Row, coin, die, random_graph, reachable};

#[test]
fn dfs_and_bfs_count_what_a_plain_search_counts() {
    for seed in 0..200 {
        let graph = random_graph(seed, 5 + seed as usize % 40, false);
        let (states, transitions, finals, dead) = reachable(&graph);
        let settings = || Settings { all_errors: true, ..Settings::default() };
        let dfs = explore(&graph, &mut Dfs, settings(), vec![]).unwrap();
        let bfs = explore(&graph, &mut FrontierSearch(Bfs::default()), settings(), vec![]).unwrap();
        for outcome in [dfs, bfs] {
            assert_eq!((outcome.states, outcome.transitions), (states, transitions), "seed {seed}");
            assert_eq!((outcome.end_states, outcome.deadlocked_states), (finals, dead), "seed {seed}");
            assert!(outcome.complete && outcome.exact && outcome.expanded == states, "seed {seed}");
            assert_eq!(outcome.violations.len(), usize::from(dead > 0), "seed {seed}");
        }
    }
}

#[test]
fn a_violation_comes_with_a_path_that_replays_to_it() {
    let grid = Grid { threads: 3, steps: 4, violated_at_end: true };
    let bfs = explore(&grid, &mut FrontierSearch(Bfs::default()), Settings::default(), vec![]).unwrap();
    assert_eq!(bfs.violations.len(), 1);
    let found = &bfs.violations[0];
    assert_eq!((found.depth(), found.probability, bfs.complete), (12, 1.0, false));
    let replayed = replay(&grid, &found.path).unwrap();
    assert_eq!(replayed.steps.last().unwrap().violations[0], found.violation);
    assert!(replayed.steps[..11].iter().all(|step| step.violations.is_empty()));
}

#[test]
fn the_probability_of_a_violation_is_that_of_its_path() {
    let rows = vec![coin(&[(0.25, 1), (0.75, 2)]), coin(&[(0.5, 3), (0.5, 2)]), Row::Final, Row::Dead];
    let outcome = explore(&Graph { rows }, &mut Dfs, Settings::default(), vec![]).unwrap();
    assert_eq!(outcome.violations[0].probability, 0.125);
}

#[test]
fn each_limit_ends_the_search_and_is_named() {
    let grid = Grid { threads: 3, steps: 20, violated_at_end: false };
    let run = |limits: Limits| {
        let settings = Settings { limits, ..Settings::default() };
        explore(&grid, &mut FrontierSearch(Bfs::default()), settings, vec![]).unwrap()
    };
    let states = run(Limits { max_states: Some(100), ..Limits::default() });
    assert_eq!((states.states, states.limits_hit, states.complete), (100, vec![Limit::States], false));
    let transitions = run(Limits { max_transitions: Some(99), ..Limits::default() });
    assert_eq!((transitions.transitions, transitions.limits_hit), (99, vec![Limit::Transitions]));
    let depth = run(Limits { max_depth: Some(2), ..Limits::default() });
    // Counters of three threads that sum to at most 2: C(5,3).
    assert_eq!((depth.states, depth.limits_hit, depth.complete), (10, vec![Limit::Depth], false));
    let time = run(Limits { max_time: Some(std::time::Duration::ZERO), ..Limits::default() });
    assert_eq!(time.limits_hit, vec![Limit::Time]);
    let memory = run(Limits { max_memory: Some(1), ..Limits::default() });
    assert_eq!(memory.limits_hit, vec![Limit::Memory]);
    // A limit that is exactly sufficient is not hit.
    let exact = run(Limits {
        max_states: Some(grid.states()),
        max_transitions: Some(grid.transitions()),
        max_depth: Some(60),
        ..Limits::default()
    });
    assert!(exact.complete && exact.limits_hit.is_empty());
    assert_eq!((exact.states, exact.transitions), (grid.states(), grid.transitions()));
}

#[test]
fn the_die_has_thirteen_states() {
    let outcome = explore(&die(), &mut Dfs, Settings::default(), vec![]).unwrap();
    assert_eq!((outcome.states, outcome.transitions, outcome.end_states, outcome.complete), (13, 14, 6, true));
}

#[test]
fn a_recorded_graph_is_the_graph() {
    for seed in 0..100 {
        let graph = random_graph(seed, 30, false);
        let mut recorder = Recorder::new(&graph);
        let settings = Settings { all_errors: true, ..Settings::default() };
        let spec = parse_spec("rdfs").unwrap();
        let outcome = explore(&graph, &mut *build(&spec), settings, vec![&mut recorder]).unwrap();
        let recorded = recorder.into_graph();
        assert_eq!(recorded.state_count() as u64, outcome.states);
        assert_eq!(recorded.transition_count() as u64, outcome.transitions - outcome.ignored);
        // Walk both graphs at once: numbers differ, shape does not.
        let mut original = vec![None; recorded.state_count()];
        original[0] = Some(0u32);
        let mut stack = vec![0usize];
        while let Some(state) = stack.pop() {
            let row = recorded.row(state);
            assert!(recorded.is_explored(state));
            let expected = &graph.rows[original[state].unwrap() as usize];
            let weights = match expected {
                Row::Coin(_, weights) => Some(weights.as_slice()),
                _ => None,
            };
            assert_eq!(row.probabilities, weights);
            for (pick, &target) in row.targets.iter().enumerate() {
                let expected = graph.target(original[state].unwrap(), space::Pick(pick as u32));
                if expected == systems::IGNORED {
                    assert_eq!(target, IGNORED);
                    continue;
                }
                match original[target as usize] {
                    Some(known) => assert_eq!(known, expected),
                    None => {
                        original[target as usize] = Some(expected);
                        stack.push(target as usize);
                    }
                }
            }
        }
    }
}

/// The outcome of a search by so many workers, and the graph its observer saw; times and bytes are nobody's business.
fn explored_by<S: System>(
    system: &S,
    search: &str,
    workers: usize,
    settings: Settings<'_>,
) -> (Outcome, RecordedGraph) {
    let spec = parse_spec(search).unwrap();
    let mut recorder = Recorder::new(system);
    let mut outcome = if workers == 1 {
        explore(system, &mut *build(&spec), settings, vec![&mut recorder]).unwrap()
    } else {
        let ahead = Ahead::new(system, spec.entry().exhaustive, ["rl", "mass"].contains(&spec.name()));
        let places = Places(&ahead);
        explore_ahead(&places, workers, &mut *build(&spec), settings, vec![&mut recorder], None).unwrap()
    };
    (outcome.time, outcome.store_bytes) = Default::default();
    (outcome, recorder.into_graph())
}

#[test]
fn several_workers_are_one() {
    let limited = |states| Limits { max_states: states, max_transitions: Some(5000), ..Limits::default() };
    for seed in 0..20 {
        let graph = random_graph(seed, 200, seed % 2 == 0);
        for search in search::registry::SEARCHES {
            for (all_errors, states) in [(true, None), (false, Some(50))] {
                let settings = || Settings { all_errors, seed, limits: limited(states), ..Settings::default() };
                let one = explored_by(&graph, search.name, 1, settings());
                for workers in 2..4 {
                    let several = explored_by(&graph, search.name, workers, settings());
                    assert_eq!(several, one, "seed {seed}, {} with {workers} workers", search.name);
                }
            }
        }
        let (states, transitions, ..) = reachable(&graph);
        let all = Settings { all_errors: true, ..Settings::default() };
        let (outcome, _) = explored_by(&graph, "dfs", 3, all);
        assert_eq!((outcome.states, outcome.transitions), (states, transitions), "seed {seed}");
    }
    let grid = Grid { threads: 4, steps: 9, violated_at_end: false };
    let (outcome, _) = explored_by(&grid, "dfs", 3, Settings::default());
    assert_eq!((outcome.states, outcome.transitions), (grid.states(), grid.transitions()));
    assert!(outcome.complete);
    let grid = Grid { threads: 4, steps: 5, violated_at_end: true };
    let (outcome, _) = explored_by(&grid, "dfs", 3, Settings::default());
    assert!(!outcome.complete);
    let found = &outcome.violations[0];
    assert_eq!(replay(&grid, &found.path).unwrap().steps.last().unwrap().violations[0], found.violation);
}

/// Keeps the parts in memory.
#[derive(Default)]
struct InMemory {
    saved: Saved,
    parts: Vec<Vec<u8>>,
}

impl Keeper for InMemory {
    fn interval(&self) -> Duration {
        Duration::from_micros(50)
    }

    fn keep(&mut self, save: &mut SavePart<'_>, _: &dyn Fn() -> Vec<u8>, _: Option<bool>) {
        let mut part = Vec::new();
        save(&mut self.saved, &mut part).expect("memory can be written");
        self.parts.push(part);
    }
}

#[test]
fn an_exploration_that_was_kept_goes_on() {
    for seed in 0..12 {
        let graph = random_graph(seed, 300, seed % 2 == 0);
        for search in ["dfs", "bfs", "random,walks=30", "pct,runs=5", "mass", "mixed"] {
            let spec = parse_spec(search).unwrap();
            let settings = |transitions| Settings {
                all_errors: true,
                seed,
                limits: Limits { max_transitions: transitions, ..Limits::default() },
                ..Settings::default()
            };
            let whole = explored_by(&graph, search, 1, settings(Some(5000)));
            let mut keeper = InMemory::default();
            let with_sites = spec.name() == "mass";
            let begun = Ahead::new(&graph, spec.entry().exhaustive, with_sites);
            let places = Places(&begun);
            // Interrupted somewhere on the way, a part having been kept every now and then.
            let limit = Some(whole.0.transitions * (seed + 1) / 14);
            explore_ahead(&places, 2, &mut *build(&spec), settings(limit), vec![], Some(&mut keeper)).unwrap();
            let resumed = Ahead::new(&graph, spec.entry().exhaustive, with_sites);
            for part in &keeper.parts {
                let mut rest = part.as_slice();
                resumed.restore(&mut rest).unwrap();
                assert!(rest.is_empty(), "a part is read to its end");
                let cut = &part[..part.len() - 1];
                assert!(Ahead::new(&graph, true, with_sites).restore(&mut &*cut).is_err(), "a part that is cut off");
            }
            let mut recorder = Recorder::new(&graph);
            let places = Places(&resumed);
            let mut outcome =
                explore_ahead(&places, 2, &mut *build(&spec), settings(Some(5000)), vec![&mut recorder], None).unwrap();
            (outcome.time, outcome.store_bytes) = Default::default();
            assert_eq!((outcome, recorder.into_graph()), whole, "seed {seed}, {search}");
        }
    }
}

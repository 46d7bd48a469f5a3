//! What all strategies share: exhaustive ones agree on every small system, the same seed gives the same search, and specs
//! are checked.

mod systems;

use search::registry::{OptionKind, SEARCHES};
use search::{Limit, Limits, Outcome, Settings, build, explore, parse_spec, replay};
use space::System;
use systems::{Graph, Grid, Row, die, random_graph, reachable};

/// Every search with several settings of its options.
const EXHAUSTIVE: &[&str] = &[
    "dfs",
    "bfs",
    "rdfs",
    "rdfs,relaxed=true",
    "pfs",
    "rs",
    "softmax",
    "softmax,tau=0.0001",
    "softmax,tau=100",
    "egreedy",
    "egreedy,epsilon=0",
    "egreedy,epsilon=1",
    "rl",
    "rl,q=true",
    "rl,q=true,epsilon=0.5",
    "mass",
    "mixed",
    "best-first",
    "highway,width=1000",
    "highway-ideal,width=1000",
    "beam,width=1000",
];

const REPEATING: &[&str] =
    &["random", "nmcs,depth=4", "nmcs,level=2,depth=2", "pct", "pct,depth=1", "bounded,preemptions=9", "auto"];

fn run<S: System>(system: &S, spec: &str, seed: u64, all_errors: bool) -> Outcome {
    let spec = parse_spec(spec).unwrap();
    let limits = Limits { max_transitions: Some(20_000), ..Limits::default() };
    let settings = Settings { limits, all_errors, seed, ..Settings::default() };
    explore(system, &mut *build(&spec), settings, vec![]).unwrap()
}

#[test]
fn exhaustive_strategies_agree_on_every_small_system() {
    for seed in 0..60 {
        let graph = random_graph(seed, 4 + seed as usize % 30, seed % 2 == 0);
        let (states, transitions, finals, dead) = reachable(&graph);
        for spec in EXHAUSTIVE {
            let outcome = run(&graph, spec, seed, true);
            assert_eq!((outcome.states, outcome.transitions), (states, transitions), "{spec}, seed {seed}");
            assert_eq!((outcome.end_states, outcome.deadlocked_states), (finals, dead), "{spec}, seed {seed}");
            assert!(outcome.complete && outcome.expanded == states, "{spec}, seed {seed}");
            assert_eq!(outcome.violations.len(), usize::from(dead > 0), "{spec}, seed {seed}");
        }
        for spec in REPEATING {
            let outcome = run(&graph, spec, seed, true);
            assert!(outcome.states <= states, "{spec}, seed {seed}");
            if outcome.complete {
                assert_eq!((outcome.states, outcome.end_states), (states, finals), "{spec}, seed {seed}");
                assert_eq!(outcome.violations.len(), usize::from(dead > 0), "{spec}, seed {seed}");
            }
        }
        assert!(run(&graph, "auto", seed, true).complete, "auto, seed {seed}");
    }
}

/// Beyond what it searches depth first alone, the default search still reports what a depth-first search does.
#[test]
fn the_default_search_reports_as_depth_first_search_where_hunters_have_joined() {
    let mut tried = 0;
    for seed in 0..8 {
        let graph = random_graph(seed, 3_000, seed % 2 == 0);
        let depth_first = run(&graph, "dfs", seed, true);
        // From some first states not much can be reached.
        if depth_first.transitions <= search::PROVING_ALONE {
            continue;
        }
        tried += 1;
        let mixed = run(&graph, "mixed", seed, true);
        let counts = |outcome: &Outcome| {
            let ends = (outcome.end_states, outcome.deadlocked_states);
            (outcome.complete, outcome.states, outcome.transitions, outcome.expanded, outcome.max_depth, ends)
        };
        assert_eq!(counts(&mixed), counts(&depth_first), "seed {seed}");
        assert_eq!(mixed.violations.len(), depth_first.violations.len(), "seed {seed}");
    }
    assert!(tried >= 3, "only {tried} graphs were large enough");
}

/// A dead state is one of two first choices, the other leads into a tree, which depth-first search comes back from late.
#[test]
fn the_default_search_hunts_before_it_has_searched_for_long() {
    const INNER: u32 = 1 << 13;
    let dead = 2 * INNER;
    let row = |state: u32| match state {
        0 => Row::Data(vec![1, dead]),
        _ if state < INNER => Row::Data(vec![2 * state, 2 * state + 1]),
        _ if state < dead => Row::Final,
        _ => Row::Dead,
    };
    let graph = Graph { rows: (0..=dead).map(row).collect() };
    assert!(run(&graph, "dfs", 0, false).transitions > u64::from(INNER));
    for seed in 0..8 {
        let outcome = run(&graph, "mixed", seed, false);
        assert_eq!(outcome.violations.len(), 1, "seed {seed}");
        assert!(outcome.transitions < 1 << 11, "{} transitions, seed {seed}", outcome.transitions);
    }
}

#[test]
fn all_strategies_find_the_end_of_a_grid_and_their_traces_replay() {
    let grid = Grid { threads: 3, steps: 3, violated_at_end: true };
    for spec in EXHAUSTIVE.iter().chain(REPEATING).chain(&["highway", "beam", "highway-ideal,width=2", "nmcs"]) {
        for seed in 0..5 {
            let outcome = run(&grid, spec, seed, false);
            assert_eq!(outcome.violations.len(), 1, "{spec}");
            let found = &outcome.violations[0];
            assert_eq!(found.depth(), 9, "{spec}");
            let replayed = replay(&grid, &found.path).unwrap();
            assert_eq!(replayed.steps.last().unwrap().violations, vec![found.violation.clone()], "{spec}");
        }
    }
}

#[test]
fn walks_end_when_the_limit_on_depth_leaves_nothing_to_find() {
    let grid = Grid { threads: 2, steps: 9, violated_at_end: false };
    for spec in REPEATING {
        let spec = parse_spec(spec).unwrap();
        let limits = Limits { max_depth: Some(3), max_transitions: Some(100_000), ..Limits::default() };
        let settings = Settings { limits, all_errors: true, seed: 5, ..Settings::default() };
        let outcome = explore(&grid, &mut *build(&spec), settings, vec![]).unwrap();
        assert_eq!(outcome.limits_hit, [Limit::Depth], "{spec:?}");
        assert!(!outcome.complete && outcome.states <= 10, "{spec:?}: {} states", outcome.states);
    }
}

#[test]
fn the_same_seed_gives_the_same_search_and_another_seed_another() {
    let graph = random_graph(5, 400, true);
    for spec in EXHAUSTIVE.iter().chain(REPEATING) {
        // The order of discovery shows in the path to the last end state found, so compare under a small limit.
        let trace = |seed| {
            let spec = parse_spec(spec).unwrap();
            let limits = Limits { max_transitions: Some(150), ..Limits::default() };
            let settings = Settings { limits, seed, ..Settings::default() };
            let outcome = explore(&graph, &mut *build(&spec), settings, vec![]).unwrap();
            (outcome.states, outcome.transitions, outcome.max_depth, outcome.end_states, outcome.expanded)
        };
        for seed in 0..4 {
            assert_eq!(trace(seed), trace(seed), "{spec}");
        }
    }
    let distinct: std::collections::BTreeSet<_> = (0..20)
        .map(|seed| {
            let outcome = run(&die(), "random,walks=1", seed, true);
            (outcome.states, outcome.transitions)
        })
        .collect();
    assert!(distinct.len() > 3);
}

#[test]
fn bounded_search_explores_exactly_the_schedules_with_few_preemptions() {
    // Two independent threads of n steps: without preemptions only the 4n states on the border are reached.
    let grid = Grid { threads: 2, steps: 6, violated_at_end: false };
    let reached = |k: u32| run(&grid, &format!("bounded,preemptions={k}"), 0, true);
    assert_eq!(reached(0).states, 4 * 6);
    assert!(!reached(0).complete);
    // With c preemptions a path has at most c + 1 further turns; brute force over paths confirms the counts.
    for preemptions in 0..4 {
        assert_eq!(reached(preemptions).states, brute_force(6, preemptions), "{preemptions}");
    }
    assert!(reached(3).complete);
}

/// States of a two-thread grid on some path with at most `preemptions` preemptions.
fn brute_force(steps: u8, preemptions: u32) -> u64 {
    fn go(at: (u8, u8), last: Option<u8>, left: u32, steps: u8, seen: &mut std::collections::BTreeSet<(u8, u8)>) {
        seen.insert(at);
        let enabled = [at.0 < steps, at.1 < steps];
        for thread in 0..2u8 {
            if !enabled[usize::from(thread)] {
                continue;
            }
            let preempts = last.is_some_and(|last| last != thread && enabled[usize::from(last)]);
            if preempts && left == 0 {
                continue;
            }
            let next = if thread == 0 { (at.0 + 1, at.1) } else { (at.0, at.1 + 1) };
            go(next, Some(thread), left - u32::from(preempts), steps, seen);
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    go((0, 0), None, preemptions, steps, &mut seen);
    seen.len() as u64
}

#[test]
fn every_registered_search_is_built_and_documented() {
    for entry in SEARCHES {
        let spec = parse_spec(entry.name).unwrap();
        drop(build::<Grid>(&spec));
        assert!(!entry.help.is_empty());
        for option in entry.options {
            assert!(!option.help.is_empty());
            let value = match option.kind {
                OptionKind::Flag => "true".to_owned(),
                OptionKind::Integer { min, .. } => min.to_string(),
                OptionKind::Real { max, .. } => max.to_string(),
            };
            let text = format!("{},{}={value}", entry.name, option.name);
            assert!(parse_spec(&text).is_ok(), "{text}");
        }
    }
}

#[test]
fn wrong_specs_are_explained() {
    for (text, expected) in [
        ("bsf", "did you mean 'bfs'"),
        ("", "unknown search ''"),
        ("hihgway,width=2", "did you mean 'highway'"),
        ("highway,widht=2", "did you mean 'width'"),
        ("highway,width=0", "width must be a whole number of at least 1, not '0'"),
        ("highway,width", "width must be a whole number of at least 1, not nothing"),
        ("highway,width=2,width=3", "width is given twice"),
        ("softmax,tau=0", "tau must be a number greater than 0, not '0'"),
        ("softmax,tau=-1", "tau must be a number greater than 0"),
        ("softmax,tau=nan", "tau must be a number greater than 0"),
        ("softmax,tau=inf", "tau must be a number greater than 0"),
        ("egreedy,epsilon=1.5", "epsilon must be a number at least 0 and at most 1, not '1.5'"),
        ("egreedy,epsilon=-0.1", "epsilon must be a number at least 0 and at most 1"),
        ("beam,width=0", "width must be"),
        ("best-first,limit=0", "limit must be"),
        ("nmcs,depth=0", "depth must be"),
        ("nmcs,level=9", "level must be a whole number from 1 to 5"),
        ("dfs,x=1", "has no option 'x' (it has none)"),
        ("rdfs,relaxed=perhaps", "relaxed must be true or false"),
    ] {
        let error = parse_spec(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

//! The searches of Engels et al. 2009 against what their definitions imply: exact hit probabilities on the structures of
//! the appendix, and the bands of independent re-runs of Table 1.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lts::{Goal, Lts, LtsSystem, read_file};
use search::{Limits, Settings, build, explore, parse_spec};

fn model(name: &str) -> Lts {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/aut").join(name);
    read_file(&path).unwrap()
}

/// What one search found: the message of the violation, states and trace length as the paper counts them.
fn search_once(system: &LtsSystem, spec: &str, seed: u64) -> Option<(String, u64, u32)> {
    let limits = Limits { max_expanded: Some(50_000), ..Limits::default() };
    let spec = parse_spec(spec).unwrap();
    let settings = Settings { limits, seed, ..Settings::default() };
    let outcome = explore(system, &mut *build(&spec), settings, vec![]).unwrap();
    let found = outcome.violations.first()?;
    Some((found.violation.message.clone(), outcome.expanded, found.depth()))
}

/// What the transitions of `state` show, if anything: the first goal in file order.
fn detects(lts: &Lts, goal: &Goal, state: u32) -> Option<String> {
    lts.row(state).iter().find_map(|&(label, target)| match goal {
        Goal::Action(name) => {
            let label = &lts.labels[label as usize];
            label.starts_with(name.as_str()).then(|| format!("action {label} is possible"))
        }
        Goal::Deadlock => lts.row(target).is_empty().then(|| "deadlock: no transition leaves the state".to_owned()),
        Goal::None => None,
    })
}

type Hits = BTreeMap<String, f64>;

/// The exact probabilities of what a random walk of at most `visits` visits finds first.
fn random_walk_hits(lts: &Lts, goal: &Goal, visits: usize) -> Hits {
    let mut hits = Hits::new();
    let mut at = vec![0.0; lts.state_count() as usize];
    at[lts.initial as usize] = 1.0;
    for _ in 0..visits {
        let mut next = vec![0.0; at.len()];
        for state in 0..lts.state_count() {
            let mass = at[state as usize];
            if mass == 0.0 {
                continue;
            }
            if let Some(found) = detects(lts, goal, state) {
                *hits.entry(found).or_default() += mass;
                continue;
            }
            let row = lts.row(state);
            for &(_, target) in row {
                next[target as usize] += mass / row.len() as f64;
            }
        }
        at = next;
    }
    hits
}

/// The exact probabilities of what a highway of width 1 finds, by following every way it can take.
fn narrow_highway_hits(lts: &Lts, goal: &Goal) -> Hits {
    fn go(lts: &Lts, goal: &Goal, state: u32, visited: &mut Vec<u32>, mass: f64, hits: &mut Hits) {
        if let Some(found) = detects(lts, goal, state) {
            *hits.entry(found).or_default() += mass;
            return;
        }
        visited.push(state);
        // The chances of what the one place of the next level holds, while the transitions are gone through.
        let mut lane: Vec<(Option<u32>, u32, f64)> = vec![(None, 0, mass)];
        for &(_, target) in lts.row(state) {
            if visited.contains(&target) {
                continue;
            }
            let mut next = Vec::new();
            for (held, considered, mass) in lane {
                if held == Some(target) {
                    next.push((held, considered, mass));
                    continue;
                }
                let considered = considered + 1;
                let taken = 1.0 / f64::from(considered);
                next.push((Some(target), considered, mass * taken));
                if taken < 1.0 {
                    next.push((held, considered, mass * (1.0 - taken)));
                }
            }
            lane = next;
        }
        for (held, _, mass) in lane {
            if let Some(target) = held {
                go(lts, goal, target, visited, mass, hits);
            }
        }
        visited.pop();
    }
    let mut hits = Hits::new();
    go(lts, goal, lts.initial, &mut Vec::new(), 1.0, &mut hits);
    hits
}

/// Compares frequencies over 10,000 seeds with exact probabilities; five standard deviations are allowed.
fn compare(name: &str, goal: &Goal, spec: &str, expected: &Hits) {
    const RUNS: u64 = 10_000;
    let system = LtsSystem::new(model(name), goal.clone()).unwrap();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..RUNS {
        if let Some((found, ..)) = search_once(&system, spec, seed) {
            *counts.entry(found).or_default() += 1;
        }
    }
    assert!(counts.keys().all(|found| expected.contains_key(found)), "{name} {spec}: {counts:?}");
    for (found, probability) in expected {
        let count = counts.get(found).copied().unwrap_or(0) as f64;
        let deviation = (RUNS as f64 * probability * (1.0 - probability)).max(0.0).sqrt();
        let difference = (count - RUNS as f64 * probability).abs();
        assert!(difference <= 5.0 * deviation + 1e-6, "{name} {spec} {found}: {count} against {probability}");
    }
}

#[test]
fn the_diamond_is_hit_binomially() {
    let goal = Goal::Action("report".to_owned());
    let lts = model("diamond10.aut");
    let walk = random_walk_hits(&lts, &goal, 50);
    // By hand: report(j) lies at the end of C(9, j) of the 2^9 paths.
    let binomial = [1.0, 9.0, 36.0, 84.0, 126.0, 126.0, 84.0, 36.0, 9.0, 1.0];
    for (j, ways) in binomial.iter().enumerate() {
        let hit = walk[&format!("action report({j}) is possible")];
        assert!((hit - ways / 512.0).abs() < 1e-12, "{j}: {hit}");
    }
    compare("diamond10.aut", &goal, "random", &walk);
    let narrow = narrow_highway_hits(&lts, &goal);
    assert!(walk.iter().all(|(found, hit)| (narrow[found] - hit).abs() < 1e-12));
    compare("diamond10.aut", &goal, "highway,width=1", &narrow);
    compare("diamond10.aut", &goal, "highway-ideal,width=1", &narrow);
    // Searches that see everything find every report, and never later than they must.
    for number in 0..10 {
        let goal = Goal::Action(format!("report({number})"));
        let system = LtsSystem::new(model("diamond10.aut"), goal).unwrap();
        for spec in ["highway,width=10", "highway-ideal,width=10", "rdfs", "bfs"] {
            let (_, states, trace) = search_once(&system, spec, number).unwrap();
            assert_eq!(trace, 10, "{spec}");
            assert!(states < 100, "{spec}");
        }
    }
}

#[test]
fn back_loops_hold_random_walks_back() {
    let goal = Goal::Deadlock;
    let lts = model("backloops47.aut");
    for visits in [50, 500] {
        let walk = random_walk_hits(&lts, &goal, visits);
        compare("backloops47.aut", &goal, &format!("random,length={visits}"), &walk);
    }
    compare("backloops47.aut", &goal, "highway,width=1", &narrow_highway_hits(&lts, &goal));
}

#[test]
fn components_absorb_random_walks() {
    let goal = Goal::Action("report".to_owned());
    let lts = model("scc5x5.aut");
    for visits in [5, 30] {
        let walk = random_walk_hits(&lts, &goal, visits);
        compare("scc5x5.aut", &goal, &format!("random,length={visits}"), &walk);
    }
    let narrow = narrow_highway_hits(&lts, &goal);
    // Each of the five components is entered with the same chance, and its one exit always found.
    assert!(narrow.len() == 5 && narrow.values().all(|hit| (hit - 0.2).abs() < 1e-12), "{narrow:?}");
    compare("scc5x5.aut", &goal, "highway,width=1", &narrow);
}

/// Model, action, search, number of runs, and the bands in which mean states, mean trace and success rate (in per cent)
/// must lie. They hold the paper's figure and the re-run's, widened by three standard errors of so many runs.
type Band = (&'static str, &'static str, &'static str, u64, [f64; 2], [f64; 2], [f64; 2]);

const ALWAYS: [f64; 2] = [100.0, 100.0];

#[rustfmt::skip]
const BANDS: &[Band] = &[
    ("othello4x4.aut.gz", "Draw", "random", 600, [12.0, 12.0], [13.0, 13.0], [6.0, 16.0]),
    ("othello4x4.aut.gz", "Draw", "rdfs", 200, [65.0, 110.0], [13.0, 13.0], ALWAYS),
    ("othello4x4.aut.gz", "Draw", "highway,width=8", 300, [86.0, 88.0], [13.0, 13.0], [42.0, 62.0]),
    ("othello4x4.aut.gz", "Draw", "highway,width=16", 200, [160.0, 168.0], [13.0, 13.0], [67.0, 87.0]),
    ("othello4x4.aut.gz", "Draw", "highway,width=32", 200, [306.0, 317.0], [13.0, 13.0], [88.0, 100.0]),
    ("brp10.aut.gz", "c10", "random", 200, [190.0, 340.0], [120.0, 175.0], ALWAYS),
    ("brp10.aut.gz", "c10", "rdfs", 200, [130.0, 190.0], [128.0, 185.0], ALWAYS),
    ("brp10.aut.gz", "c10", "highway,width=8", 100, [850.0, 1030.0], [112.0, 136.0], ALWAYS),
    ("brp10.aut.gz", "c10", "highway,width=32", 60, [2200.0, 2600.0], [71.0, 85.0], ALWAYS),
    ("lift3.aut.gz", "protocol_error", "random", 600, [11.0, 13.5], [12.0, 14.5], [0.0, 2.5]),
    ("lift3.aut.gz", "protocol_error", "rdfs", 100, [500.0, 1200.0], [13.0, 15.0], ALWAYS),
    ("lift3.aut.gz", "protocol_error", "highway,width=8", 300, [83.0, 95.0], [12.5, 14.0], [23.0, 41.0]),
    ("lift3.aut.gz", "protocol_error", "highway,width=32", 200, [245.0, 285.0], [12.5, 14.0], [84.0, 99.0]),
    ("1394_2.aut.gz", "LDres", "random", 60, [2200.0, 5200.0], [85.0, 210.0], ALWAYS),
    ("1394_2.aut.gz", "LDres", "rdfs", 60, [500.0, 1200.0], [400.0, 850.0], ALWAYS),
    ("1394_2.aut.gz", "LDres", "highway,width=8", 60, [1100.0, 2300.0], [165.0, 340.0], [83.0, 100.0]),
];

#[test]
fn table_one_is_met_within_its_bands() {
    let mut systems: BTreeMap<&str, LtsSystem> = BTreeMap::new();
    for &(name, action, spec, runs, states_band, trace_band, success_band) in BANDS {
        let goal = Goal::Action(action.to_owned());
        let system = systems.entry(name).or_insert_with(|| LtsSystem::new(model(name), goal).unwrap());
        let found: Vec<_> = (0..runs).filter_map(|seed| search_once(system, spec, seed)).collect();
        let mean = |sum: f64| sum / found.len() as f64;
        let states = mean(found.iter().map(|(_, states, _)| *states as f64).sum());
        let trace = mean(found.iter().map(|(.., trace)| f64::from(*trace)).sum());
        let success = 100.0 * found.len() as f64 / runs as f64;
        // The paper rounds to whole numbers.
        let within = |value: f64, [low, high]: [f64; 2]| low - 0.5 <= value && value <= high + 0.5;
        let lengths = found.is_empty() || within(states, states_band) && within(trace, trace_band);
        assert!(lengths && within(success, success_band), "{name} {spec}: {states} / {trace} / {success} %");
    }
}

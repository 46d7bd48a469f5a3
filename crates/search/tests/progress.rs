//! Progress on line against a direct solution of the whole system at every point.

mod systems;

use search::{Limits, ProgressMeter, RecordedGraph, Recorder, Settings, UNEXPLORED, build, explore, parse_spec};
use space::{Notice, Observer, System};
use systems::{Graph, Row, coin, random_graph};

/// Records the graph and the meter's progress after every transition.
struct Both {
    recorder: Recorder,
    meter: ProgressMeter,
    points: Vec<(RecordedGraph, f64)>,
    /// A point is taken after so many transitions.
    every: usize,
    transitions: usize,
}

impl Both {
    fn new(graph: &Graph, every: usize) -> Self {
        let recorder = Recorder::new(graph);
        Both { recorder, meter: ProgressMeter::new(0), points: Vec::new(), every, transitions: 0 }
    }
}

impl<S: System> Observer<S> for Both {
    fn observe(&mut self, system: &S, notice: &Notice<'_, S>) {
        self.recorder.observe(system, notice);
        self.meter.observe(system, notice);
        if matches!(notice, Notice::Advanced { .. } | Notice::Ignored { .. }) {
            self.transitions += 1;
            if self.transitions.is_multiple_of(self.every) {
                self.points.push((self.recorder.graph().clone(), self.meter.progress()));
            }
        }
    }
}

/// The probability of leaving, by value iteration from below, run until nothing changes any more. For chains, whose
/// systems the test keeps well conditioned, this is a direct solution up to rounding.
fn leaving(graph: &RecordedGraph) -> f64 {
    let count = graph.state_count();
    let mut x = vec![0.0f64; count];
    for _ in 0..200_000 {
        let mut change = 0.0f64;
        for state in 0..count {
            let row = graph.row(state);
            let by = |target: u32, x: &[f64]| match target {
                UNEXPLORED => 1.0,
                search::IGNORED => 0.0,
                _ => x[target as usize],
            };
            let value = match row.probabilities {
                Some(weights) => row.targets.iter().zip(weights).map(|(&target, weight)| weight * by(target, &x)).sum(),
                None => row.targets.iter().map(|&target| by(target, &x)).fold(0.0, f64::max),
            };
            change = change.max(value - x[state]);
            x[state] = value;
        }
        if change < 1e-16 {
            break;
        }
    }
    x[0]
}

fn check(graph: &Graph, search: &str, seed: u64, every: usize) {
    let mut both = Both::new(graph, every);
    let settings = Settings {
        all_errors: true,
        seed,
        limits: Limits { max_transitions: Some(200 * every as u64), ..Limits::default() },
        ..Settings::default()
    };
    explore(graph, &mut *build(&parse_spec(search).unwrap()), settings, vec![&mut both]).unwrap();
    let mut last = 0.0;
    for (index, (recorded, progress)) in both.points.iter().enumerate() {
        let expected = 1.0 - leaving(recorded);
        assert!((progress - expected).abs() < 1e-10, "{search}, seed {seed}, point {index}: {progress}, {expected}");
        assert!(last - 1e-12 <= *progress, "{search}, seed {seed}, point {index}: progress fell");
        last = *progress;
    }
}

#[test]
fn progress_equals_a_direct_solution_on_random_chains() {
    for seed in 0..60 {
        let graph = random_graph(seed, 4 + seed as usize % 20, true);
        for search in ["dfs", "bfs", "pfs", "rdfs", "random,walks=20,length=20", "rl,q=true", "highway,width=2"] {
            check(&graph, search, seed, 1);
        }
    }
}

#[test]
fn progress_is_the_worst_case_over_decisions() {
    for seed in 0..60 {
        let graph = random_graph(1000 + seed, 4 + seed as usize % 20, false);
        for search in ["dfs", "bfs", "rs"] {
            check(&graph, search, seed, 1);
        }
    }
    // Whoever decides goes where something is unexplored.
    let rows = vec![Row::Data(vec![1, 2]), coin(&[(0.5, 3), (0.5, 4)]), Row::Final, Row::Final, Row::Final];
    let graph = Graph { rows };
    let mut both = Both::new(&graph, 1);
    explore(&graph, &mut *build(&parse_spec("bfs").unwrap()), Settings::default(), vec![&mut both]).unwrap();
    let points: Vec<f64> = both.points.iter().map(|point| point.1).collect();
    assert_eq!(points, [0.0, 0.0, 0.5, 1.0]);
}

#[test]
fn the_thesis_example_has_its_progress() {
    // Tang 2013, Section 5.1: after three transitions DFS has made 0.5625 and BFS 0.75 (two transitions, state 0 explored).
    // Alternative 0 ends, alternative 1 goes on: a geometric loop with a growing counter.
    let mut rows: Vec<Row> =
        (0..20u32).map(|n| if n % 2 == 1 { Row::Final } else { coin(&[(0.5, n + 1), (0.5, n + 2)]) }).collect();
    rows.extend([Row::Final, Row::Final]);
    let graph = Graph { rows };
    let mut both = Both::new(&graph, 1);
    explore(&graph, &mut *build(&parse_spec("bfs").unwrap()), Settings::default(), vec![&mut both]).unwrap();
    let points: Vec<f64> = both.points.iter().map(|point| point.1).collect();
    // After k full expansions: 1 - 2^-k.
    for (index, progress) in points[..18].iter().enumerate().skip(1).step_by(2) {
        assert_eq!(*progress, 1.0 - 0.5f64.powi((index as i32 + 1) / 2), "{index}");
    }
}

#[test]
fn a_long_ruin_is_solved_exactly() {
    // A fair gambler between 0 and n starting at 1: one large component. With the upper end unexplored, leaving is 1/n.
    let n = 400u32;
    let rows: Vec<Row> = (0..=n)
        .map(|fortune| if fortune == 0 { Row::Final } else { coin(&[(0.5, fortune - 1), (0.5, fortune + 1)]) })
        .collect();
    // State 0 of the system is fortune 1: swap the two numbers.
    let swap = |fortune: u32| match fortune {
        0 => 1,
        1 => 0,
        other => other,
    };
    let mut swapped = vec![Row::Final; rows.len() + 1];
    for (fortune, row) in rows.into_iter().enumerate() {
        let row = match row {
            Row::Coin(edges, weights) => Row::Coin(edges.iter().map(|&(p, t)| (p, swap(t))).collect(), weights),
            other => other,
        };
        swapped[swap(fortune as u32) as usize] = row;
    }
    let mut meter = ProgressMeter::new(10);
    let graph = Graph { rows: swapped };
    let limits = Limits { max_transitions: Some(2 * u64::from(n) - 2), ..Limits::default() };
    let settings = Settings { limits, ..Settings::default() };
    explore(&graph, &mut *build(&parse_spec("bfs").unwrap()), settings, vec![&mut meter]).unwrap();
    let progress = meter.progress();
    assert!((progress - (1.0 - 1.0 / f64::from(n))).abs() < 1e-13, "{progress}");
    let mut csv = Vec::new();
    meter.report();
    meter.write_csv(&mut csv).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    assert!(csv.starts_with("time_ms,states,transitions,progress\n"));
    assert_eq!(csv.lines().count(), 1 + 79 + 1, "{csv}");
}

#[test]
fn large_components_are_put_together_from_flows() {
    // Everything is one component of several hundred states, so that returns to early states are cut.
    for seed in 0..6 {
        let graph = random_graph(seed, 1500, true);
        for search in ["bfs", "dfs", "rs"] {
            check(&graph, search, seed, 97);
        }
    }
    // A program that tries again from the start with probability 0.3 at each of many steps, and one with two such loops.
    for heads in [vec![0], vec![0, 5], vec![0, 3, 700]] {
        let rows: Vec<Row> = (0..2000u32)
            .map(|n| {
                let back = *heads.iter().rev().find(|&&head| head <= n).unwrap();
                coin(&[(0.7, n + 1), (0.25, back), (0.05, 2001 + n % 50)])
            })
            .chain(std::iter::repeat_n(Row::Final, 51))
            .collect();
        for search in ["bfs", "dfs"] {
            check(&Graph { rows: rows.clone() }, search, 1, 151);
        }
    }
}

//! The algorithms on random graphs, whose nodes are met again by different ways and on circles, against all memoryless schedulers one
//! by one.

use dashu::rational::RBig;
use space::Rng;
use std::convert::Infallible;
use symbolic::algorithms::*;

enum Node {
    End(bool),
    Choice(Vec<usize>),
    /// Children with their probabilities in sixteenths.
    Branch(Vec<(u32, usize)>),
}

struct Graph {
    nodes: Vec<Node>,
    expanded: usize,
}

impl Tree for Graph {
    type Node = usize;
    type Error = Infallible;

    fn root(&mut self) -> Result<usize, Infallible> {
        Ok(0)
    }

    fn expand(&mut self, node: &usize) -> Result<Expansion<usize>, Infallible> {
        self.expanded = *node;
        Ok(match &self.nodes[*node] {
            Node::End(true) => Expansion::Leaf(Outcome::Success.into()),
            Node::End(false) => Expansion::Leaf(Outcome::Failure.into()),
            Node::Choice(next) => Expansion::Choice(next.iter().map(|next| (format!("to {next}"), *next)).collect()),
            Node::Branch(ways) => {
                let way = |(sixteenths, next): &(u32, usize)| {
                    (RBig::from(*sixteenths) / RBig::from(16), String::new(), *next)
                };
                Expansion::Branch(ways.iter().map(way).collect())
            }
        })
    }

    fn identity(&self) -> Option<u64> {
        Some(self.expanded as u64)
    }
}

/// The more of four edges lead on, the fewer circles there are.
fn random_graph(rng: &mut Rng, onwards: usize) -> Graph {
    let size = 3 + rng.below(10);
    let mut nodes = Vec::new();
    for id in 0..size {
        let next = |rng: &mut Rng| match rng.below(4) < onwards && id + 1 < size {
            true => id + 1 + rng.below(size - id - 1),
            false => rng.below(size),
        };
        nodes.push(match if id + 1 == size { 4 + rng.below(2) } else { rng.below(if id == 0 { 4 } else { 6 }) } {
            0 | 1 => Node::Choice((0..1 + rng.below(3)).map(|_| next(rng)).collect()),
            2 | 3 => {
                let part = 1 + rng.below(15) as u32;
                Node::Branch(vec![(part, next(rng)), (16 - part, next(rng))])
            }
            kind => Node::End(kind == 4),
        });
    }
    Graph { nodes, expanded: 0 }
}

/// The probability of reaching an end with this outcome from node 0 if choices take these alternatives.
fn reached(graph: &Graph, picks: &[usize], outcome: bool) -> f64 {
    let size = graph.nodes.len();
    let ways = |id: usize| match &graph.nodes[id] {
        Node::End(_) => Vec::new(),
        Node::Choice(next) => vec![(1.0, next[picks[id]])],
        Node::Branch(ways) => ways.iter().map(|(part, next)| (f64::from(*part) / 16.0, *next)).collect(),
    };
    let mut possible: Vec<bool> =
        graph.nodes.iter().map(|node| matches!(node, Node::End(end) if *end == outcome)).collect();
    for _ in 0..size {
        for id in 0..size {
            possible[id] |= ways(id).iter().any(|(_, next)| possible[*next]);
        }
    }
    // Gauss and Jordan on x = P x + b for those that can reach it; the others are worth nothing.
    let mut rows: Vec<Vec<f64>> = vec![vec![0.0; size + 1]; size];
    for (id, row) in rows.iter_mut().enumerate() {
        row[id] = 1.0;
        match &graph.nodes[id] {
            Node::End(end) => row[size] = if *end == outcome { 1.0 } else { 0.0 },
            _ if !possible[id] => {}
            _ => ways(id).iter().filter(|(_, next)| possible[*next]).for_each(|(p, next)| row[*next] -= p),
        }
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()));
        rows.swap(column, pivot.expect("there are rows left"));
        let pivot_row: Vec<f64> = rows[column].iter().map(|value| value / rows[column][column]).collect();
        for (id, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            match id == column {
                true => row.copy_from_slice(&pivot_row),
                false => row.iter_mut().zip(&pivot_row).for_each(|(value, of_pivot)| *value -= factor * of_pivot),
            }
        }
    }
    rows[0][size]
}

/// The most that any memoryless scheduler can make of it.
fn most(graph: &Graph, outcome: bool) -> f64 {
    let alternatives = |node: &Node| if let Node::Choice(next) = node { next.len() } else { 1 };
    let counts: Vec<usize> = graph.nodes.iter().map(alternatives).collect();
    let mut picks = vec![0; counts.len()];
    let mut best: f64 = 0.0;
    loop {
        best = best.max(reached(graph, &picks, outcome));
        let Some(id) = (0..picks.len()).find(|id| picks[*id] + 1 < counts[*id]) else { return best };
        picks[..id].fill(0);
        picks[id] += 1;
    }
}

fn f64_of(value: &RBig) -> f64 {
    value.to_f64().value()
}

const CLOSE: f64 = 1e-9;

/// What the best scheduler makes of success. Who minimises gains nothing by going round for ever, so that only failures count.
fn optimum(graph: &Graph, goal: Goal) -> f64 {
    match goal {
        Goal::Maximise => most(graph, true),
        Goal::Minimise => 1.0 - most(graph, false),
    }
}

#[test]
fn sampling_sees_to_the_end_of_graphs_without_circles() {
    for seed in 0..500 {
        let mut graph = random_graph(&mut Rng::new(seed), 4);
        for goal in [Goal::Maximise, Goal::Minimise] {
            let query = Query { target: Target::Success, goal, grey: GreyMeaning::Apart };
            let expected = optimum(&graph, goal);
            for learn in [true, false] {
                let options = Sampling { rounds: 100_000, seed, learn, ..Sampling::default() };
                let found = approximate(&mut graph, &query, &options).unwrap().bounds;
                let is_right = found.is_exact() && (f64_of(&found.low) - expected).abs() < CLOSE;
                assert!(is_right, "seed {seed}, {goal:?}: {found:?}, not {expected}");
            }
        }
    }
}

#[test]
fn graphs_with_circles_have_the_values_of_their_best_schedulers() {
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let onwards = rng.below(4);
        let mut graph = random_graph(&mut rng, onwards);
        for goal in [Goal::Maximise, Goal::Minimise] {
            let query = Query { target: Target::Success, goal, grey: GreyMeaning::Apart };
            let expected = optimum(&graph, goal);
            let exact = exact(&mut graph, &query).unwrap().bounds;
            assert!(
                exact.is_exact() && (f64_of(&exact.low) - expected).abs() < CLOSE,
                "seed {seed}, {goal:?}: {exact:?}"
            );
            for (epsilon, allowed) in
                [(RBig::from(1) / RBig::from(1_000_000), 1e-6), (RBig::from(1) / RBig::from(4), 0.25)]
            {
                let options = BoundsOptions { epsilon, samples_max: 1_000_000, hypothesis: None };
                let found = bounds(&mut graph, &query, &options).unwrap().bounds;
                let (low, high) = (f64_of(&found.low), f64_of(&found.high));
                let encloses = low <= expected + CLOSE && expected <= high + CLOSE;
                assert!(
                    encloses && high - low <= allowed + CLOSE,
                    "seed {seed}, {goal:?}: {low} to {high}, not {expected}"
                );
            }
            for threshold in [expected - 0.01, expected + 0.01] {
                let Some(exact_threshold) = RBig::try_from(threshold).ok().filter(|_| (0.0..=1.0).contains(&threshold))
                else {
                    continue;
                };
                let is_true = if goal == Goal::Maximise { threshold < expected } else { threshold > expected };
                let options = BoundsOptions {
                    epsilon: RBig::from(1) / RBig::from(2),
                    samples_max: 1_000_000,
                    hypothesis: Some(Hypothesis {
                        strict: true,
                        at_least: goal == Goal::Maximise,
                        threshold: exact_threshold,
                    }),
                };
                let verdict = bounds(&mut graph, &query, &options).unwrap().verdict;
                let expected = if is_true { Verdict::True } else { Verdict::False };
                assert_eq!(verdict, Some(expected), "seed {seed}, {goal:?}, threshold {threshold}");
            }
        }
    }
}

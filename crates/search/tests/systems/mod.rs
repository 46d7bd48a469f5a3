//! Small systems of very different nature behind one trait, and what is known about them.
#![allow(dead_code)]

use space::{Choice, Encoding, Fault, Pick, Standing, System, ThreadId, Violation, ViolationKind};

/// An explicit graph: each state has a kind of choice and its targets. A target of `IGNORED` is a failed assumption.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug)]
pub enum Row {
    Coin(Vec<(f64, u32)>, Vec<f64>),
    Data(Vec<u32>),
    Schedule(Vec<(u32, u32)>, Vec<ThreadId>),
    Final,
    Dead,
}

pub const IGNORED: u32 = u32::MAX;

pub fn coin(edges: &[(f64, u32)]) -> Row {
    Row::Coin(edges.to_vec(), edges.iter().map(|edge| edge.0).collect())
}

pub fn schedule(edges: &[(u32, u32)]) -> Row {
    Row::Schedule(edges.to_vec(), edges.iter().map(|edge| ThreadId(edge.0)).collect())
}

impl Graph {
    pub fn target(&self, state: u32, pick: Pick) -> u32 {
        match &self.rows[state as usize] {
            Row::Coin(edges, _) => edges[pick.0 as usize].1,
            Row::Data(targets) => targets[pick.0 as usize],
            Row::Schedule(edges, _) => edges[pick.0 as usize].1,
            Row::Final | Row::Dead => panic!("no transition leaves a final state"),
        }
    }
}

impl System for Graph {
    type World = u32;

    fn initial(&self) -> Result<u32, Fault> {
        Ok(0)
    }

    fn choice<'a>(&'a self, world: &'a u32) -> Option<Choice<'a>> {
        if *world == IGNORED {
            return None;
        }
        match &self.rows[*world as usize] {
            Row::Coin(_, weights) => Some(Choice::Random { weights }),
            Row::Data(targets) => Some(Choice::Data { alternatives: targets.len() as u32 }),
            Row::Schedule(_, threads) => Some(Choice::Schedule { threads }),
            Row::Final | Row::Dead => None,
        }
    }

    fn standing(&self, world: &u32) -> Standing {
        if *world == IGNORED {
            return Standing::Ignored;
        }
        match self.rows[*world as usize] {
            Row::Final => Standing::Ended,
            Row::Dead => Standing::Deadlocked,
            _ => Standing::Open,
        }
    }

    fn step(&self, world: &mut u32, pick: Pick) -> Result<(), Fault> {
        *world = self.target(*world, pick);
        Ok(())
    }

    fn encode(&self, world: &mut u32, out: &mut Encoding) {
        out.push_u32(*world);
    }

    fn decode(&self, encoding: &Encoding, world: &mut u32) {
        *world = u32::from_le_bytes(encoding.bytes().try_into().unwrap());
    }

    fn site(&self, world: &u32) -> u64 {
        match &self.rows[*world as usize] {
            Row::Coin(edges, _) => edges.len() as u64,
            _ => 0,
        }
    }

    fn heuristics(&self) -> &[&'static str] {
        &["number"]
    }

    fn heuristic(&self, world: &mut u32, _: usize) -> f64 {
        -f64::from(*world)
    }
}

/// Knuth and Yao's die: 13 states, 14 transitions, each face 1/6.
pub fn die() -> Graph {
    let pairs = [[1, 2], [3, 4], [5, 6], [1, 7], [8, 9], [10, 11], [2, 12]];
    let mut rows: Vec<Row> = pairs.iter().map(|pair| coin(&[(0.5, pair[0]), (0.5, pair[1])])).collect();
    rows.resize(13, Row::Final);
    Graph { rows }
}

/// `k` threads of `n` steps each, all independent: (n+1)^k states, k·n·(n+1)^(k-1) transitions. The state is cut into
/// one component per thread. With `lock`, thread 0's last step and thread 1's last step exclude each other, and
/// the corner where all are finished is a violation.
pub struct Grid {
    pub threads: u32,
    pub steps: u8,
    pub violated_at_end: bool,
}

pub struct GridWorld {
    pub counters: Vec<u8>,
    pub runnable: Vec<ThreadId>,
    pub last: Option<ThreadId>,
    pub violations: Vec<Violation>,
}

impl Grid {
    pub fn states(&self) -> u64 {
        (u64::from(self.steps) + 1).pow(self.threads)
    }

    pub fn transitions(&self) -> u64 {
        u64::from(self.threads) * u64::from(self.steps) * (u64::from(self.steps) + 1).pow(self.threads - 1)
    }

    fn refresh(&self, world: &mut GridWorld) {
        world.runnable.clear();
        world.runnable.extend((0..self.threads).filter(|&t| world.counters[t as usize] < self.steps).map(ThreadId));
    }
}

impl System for Grid {
    type World = GridWorld;

    fn initial(&self) -> Result<GridWorld, Fault> {
        let mut world = GridWorld {
            counters: vec![0; self.threads as usize],
            runnable: Vec::new(),
            last: None,
            violations: Vec::new(),
        };
        self.refresh(&mut world);
        Ok(world)
    }

    fn choice<'a>(&'a self, world: &'a GridWorld) -> Option<Choice<'a>> {
        if world.runnable.is_empty() { None } else { Some(Choice::Schedule { threads: &world.runnable }) }
    }

    fn standing(&self, world: &GridWorld) -> Standing {
        if world.runnable.is_empty() { Standing::Ended } else { Standing::Open }
    }

    fn step(&self, world: &mut GridWorld, pick: Pick) -> Result<(), Fault> {
        let thread = world.runnable[pick.0 as usize];
        world.counters[thread.0 as usize] += 1;
        world.last = Some(thread);
        self.refresh(world);
        world.violations.clear();
        if self.violated_at_end && world.runnable.is_empty() {
            world.violations.push(Violation {
                kind: ViolationKind::Assertion,
                message: "all are done".to_owned(),
                details: Vec::new(),
                thread: None,
                location: None,
            });
        }
        Ok(())
    }

    fn encode(&self, world: &mut GridWorld, out: &mut Encoding) {
        for &counter in &world.counters {
            out.push_u8(counter);
            out.cut();
        }
    }

    fn decode(&self, encoding: &Encoding, world: &mut GridWorld) {
        for (index, component) in encoding.components().enumerate() {
            world.counters[index] = component[0];
        }
        world.violations.clear();
        self.refresh(world);
    }

    fn runner(&self, world: &GridWorld) -> Option<ThreadId> {
        world.last
    }

    fn violations<'a>(&'a self, world: &'a GridWorld) -> &'a [Violation] {
        &world.violations
    }

    fn heuristics(&self) -> &[&'static str] {
        &["left"]
    }

    fn heuristic(&self, world: &mut GridWorld, _: usize) -> f64 {
        world.counters.iter().map(|&counter| f64::from(self.steps - counter)).sum()
    }
}

/// A random graph of mixed choices, every state reachable or not as chance has it; deterministic in `seed`.
pub fn random_graph(seed: u64, states: usize, coins_only: bool) -> Graph {
    let mut rng = space::Rng::new(seed);
    let mut rows = Vec::new();
    for _ in 0..states {
        let count = 1 + rng.below(3);
        let targets: Vec<u32> = (0..count).map(|_| rng.below(states) as u32).collect();
        let kind = if coins_only { rng.below(4) % 2 } else { rng.below(5) };
        rows.push(match kind {
            0 if rng.below(3) == 0 => Row::Final,
            2 => Row::Data(targets.iter().map(|&t| if rng.below(12) == 0 { IGNORED } else { t }).collect()),
            3 => schedule(&targets.iter().enumerate().map(|(i, &t)| (i as u32, t)).collect::<Vec<_>>()),
            4 if rng.below(8) == 0 => Row::Dead,
            _ => {
                let weights: Vec<f64> = (0..count).map(|_| 1.0 + rng.below(5) as f64).collect();
                let sum: f64 = weights.iter().sum();
                coin(&weights.iter().zip(&targets).map(|(w, &t)| (w / sum, t)).collect::<Vec<_>>())
            }
        });
    }
    Graph { rows }
}

/// States, transitions, final and dead states reachable from state 0, by a plain search over the explicit rows.
pub fn reachable(graph: &Graph) -> (u64, u64, u64, u64) {
    let mut seen = vec![false; graph.rows.len()];
    let mut stack = vec![0u32];
    seen[0] = true;
    let (mut states, mut transitions, mut finals, mut dead) = (0, 0, 0, 0);
    while let Some(state) = stack.pop() {
        states += 1;
        let targets: Vec<u32> = match &graph.rows[state as usize] {
            Row::Coin(edges, _) => edges.iter().map(|edge| edge.1).collect(),
            Row::Data(targets) => targets.clone(),
            Row::Schedule(edges, _) => edges.iter().map(|edge| edge.1).collect(),
            Row::Final => {
                finals += 1;
                Vec::new()
            }
            Row::Dead => {
                dead += 1;
                Vec::new()
            }
        };
        transitions += targets.len() as u64;
        for target in targets {
            if target != IGNORED && !seen[target as usize] {
                seen[target as usize] = true;
                stack.push(target);
            }
        }
    }
    (states, transitions, finals, dead)
}

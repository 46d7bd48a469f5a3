//! Probabilistic concurrency testing keeps its promise (Burckhardt et al. 2010, Theorem 9): a run finds a bug of depth d with
//! probability at least 1/(n·k^(d-1)), for n threads and k steps; also where threads are numbered anew when one ends.

use search::{Settings, build, explore, parse_spec};
use space::{Choice, Encoding, Fault, Pick, Standing, System, ThreadId, Violation, ViolationKind};

/// Threads of a few steps each that do nothing but take turns. The state is who moved when; the bug, one such history.
struct Turns<'a> {
    steps: &'a [u8],
    bug: &'a [u8],
}

#[derive(Default)]
struct World {
    /// Who moved, by name.
    history: Vec<u8>,
    /// The names of the threads that have not ended: those that have give up their numbers.
    alive: Vec<u8>,
    runnable: Vec<ThreadId>,
    ended: Vec<ThreadId>,
    violations: Vec<Violation>,
}

impl Turns<'_> {
    fn arrive(&self, history: &[u8], world: &mut World) {
        world.history = history.to_vec();
        let left =
            |name: &u8| history.iter().filter(|other| *other == name).count() < self.steps[*name as usize].into();
        world.alive = (0..self.steps.len() as u8).filter(left).collect();
        world.runnable = (0..world.alive.len() as u32).map(ThreadId).collect();
        world.violations.clear();
        world.ended.clear();
    }
}

impl System for Turns<'_> {
    type World = World;

    fn initial(&self) -> Result<World, Fault> {
        let mut world = World::default();
        self.arrive(&[], &mut world);
        Ok(world)
    }

    fn choice<'a>(&'a self, world: &'a World) -> Option<Choice<'a>> {
        (!world.runnable.is_empty()).then_some(Choice::Schedule { threads: &world.runnable })
    }

    fn standing(&self, world: &World) -> Standing {
        if world.runnable.is_empty() { Standing::Ended } else { Standing::Open }
    }

    fn step(&self, world: &mut World, pick: Pick) -> Result<(), Fault> {
        let before = world.alive.len();
        let mut history = std::mem::take(&mut world.history);
        history.push(world.alive[pick.0 as usize]);
        self.arrive(&history, world);
        if world.alive.len() < before {
            world.ended.push(ThreadId(pick.0));
        }
        if history == self.bug {
            world.violations.push(Violation::bare(ViolationKind::Assertion, "the bug"));
        }
        Ok(())
    }

    fn encode(&self, world: &mut World, out: &mut Encoding) {
        out.bytes_mut().extend_from_slice(&world.history);
    }

    fn decode(&self, encoding: &Encoding, world: &mut World) {
        self.arrive(encoding.bytes(), world);
    }

    fn violations<'a>(&'a self, world: &'a World) -> &'a [Violation] {
        &world.violations
    }

    fn ended<'a>(&'a self, world: &'a World) -> &'a [ThreadId] {
        &world.ended
    }
}

const SEEDS: u64 = 10_000;

/// How often a search finds the bug.
fn frequency(steps: &[u8], bug: &[u8], search: &str) -> f64 {
    let spec = parse_spec(search).unwrap();
    let finds = |seed: &u64| {
        let settings = Settings { seed: *seed, ..Settings::default() };
        !explore(&Turns { steps, bug }, &mut *build(&spec), settings, vec![]).unwrap().violations.is_empty()
    };
    (0..SEEDS).filter(finds).count() as f64 / SEEDS as f64
}

/// Four standard deviations of a frequency.
fn tolerance(probability: f64) -> f64 {
    4.0 * (probability * (1.0 - probability) / SEEDS as f64).sqrt()
}

#[test]
fn without_change_points_every_order_of_the_threads_is_equally_likely() {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let bug: Vec<u8> = order.iter().flat_map(|name| [*name, *name]).collect();
        let measured = frequency(&[2, 2, 2], &bug, "pct,depth=1,runs=1");
        assert!((measured - 1.0 / 6.0).abs() < tolerance(1.0 / 6.0), "{order:?}: {measured}");
    }
}

#[test]
fn runs_end_when_a_bug_of_the_depth_would_have_been_found() {
    // Without change points, three threads of two steps each: a bug has at least one chance in three per run.
    let system = Turns { steps: &[2, 2, 2], bug: &[] };
    let outcome =
        explore(&system, &mut *build(&parse_spec("pct,depth=1").unwrap()), Settings::default(), vec![]).unwrap();
    let runs = (0.01f64.ln() / (2.0f64 / 3.0).ln()).ceil() as u64;
    assert!(!outcome.complete && outcome.transitions == 6 * runs, "{} transitions", outcome.transitions);
}

#[test]
fn bugs_are_found_as_often_as_promised() {
    let bugs: &[(&[u8], &[u8])] = &[
        (&[3, 3], &[1, 1, 1, 0, 0, 0]),
        (&[3, 3], &[0, 1, 1, 1, 0, 0]),
        (&[3, 3], &[1, 1, 0, 0, 0, 1]),
        (&[3, 3], &[0, 0, 1, 0, 1, 1]),
        (&[3, 3], &[1, 0, 0, 1, 1, 0]),
        (&[2, 2, 2], &[0, 0, 2, 2, 1, 1]),
        (&[2, 2, 2], &[2, 2, 0, 1, 1, 0]),
        (&[1, 2, 3], &[2, 1, 1, 0, 2, 2]),
        (&[4, 4], &[1, 1, 0, 0, 1, 1, 0, 0]),
    ];
    for (steps, bug) in bugs {
        // Each change of threads is one ordering constraint: the last step before it and the first one after it. No thread is
        // held back before its first step for longer than its first priority does.
        let depth = bug.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let (threads, length) = (steps.len() as f64, steps.iter().map(|steps| f64::from(*steps)).sum::<f64>());
        let promised = 1.0 / (threads * length.powi(depth as i32 - 1));
        // The first run finds out how many steps there are.
        let measured = frequency(steps, bug, &format!("pct,depth={depth},runs=2"));
        assert!(measured > promised - tolerance(promised), "{steps:?} {bug:?}: {measured}, promised {promised}");
    }
}

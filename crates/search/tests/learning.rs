//! A system may learn on the way something by which a step ends sooner than it did: the machine does when it finds out what
//! threads share. Whoever goes a path a second time must not count on the choices of the first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use search::{Cheapest, Effort, Limits, Settings, build, explore, fewest_switches, parse_spec};
use space::{Choice, Encoding, Fault, Pick, Standing, System, Violation, ViolationKind};

/// Two choices of three alternatives. Whoever takes the third of both, or the first of the first, learns that there is a choice of two
/// between them.
#[derive(Default)]
struct Learner {
    learned: AtomicBool,
}

/// What stands in a way where a step ended sooner.
const BETWEEN: u8 = 9;

#[derive(Default)]
struct World {
    way: Vec<u8>,
    violations: Vec<Violation>,
}

impl System for Learner {
    type World = World;

    fn initial(&self) -> Result<World, Fault> {
        Ok(World::default())
    }

    fn choice<'a>(&'a self, world: &'a World) -> Option<Choice<'a>> {
        match world.way[..] {
            [] | [_] | [_, BETWEEN, _] => Some(Choice::Data { alternatives: 3 }),
            [_, BETWEEN] => Some(Choice::Data { alternatives: 2 }),
            _ => None,
        }
    }

    fn standing(&self, world: &World) -> Standing {
        if self.choice(world).is_some() { Standing::Open } else { Standing::Ended }
    }

    fn step(&self, world: &mut World, pick: Pick) -> Result<(), Fault> {
        assert!(pick.0 < self.choice(world).expect("a choice").alternatives(), "nobody picks what there is not");
        world.violations.clear();
        world.way.push(pick.0 as u8);
        if world.way.len() == 1 && self.learned.load(Ordering::Relaxed) {
            world.way.push(BETWEEN);
        }
        if world.way == [2, 2] {
            self.learned.store(true, Ordering::Relaxed);
            world.violations.push(Violation::bare(ViolationKind::Assertion, "the third of the third"));
        }
        if world.way == [0] {
            self.learned.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn encode(&self, world: &mut World, out: &mut Encoding) {
        out.bytes_mut().extend_from_slice(&world.way);
    }

    fn decode(&self, encoding: &Encoding, world: &mut World) {
        world.way = encoding.bytes().to_vec();
        world.violations.clear();
    }

    fn violations<'a>(&'a self, world: &'a World) -> &'a [Violation] {
        &world.violations
    }
}

#[test]
fn every_search_survives_a_lesson() {
    for name in ["mixed", "dfs", "bfs", "random", "rdfs", "highway"] {
        for seed in 0..20 {
            let system = Learner::default();
            let mut strategy = build::<Learner>(&parse_spec(name).expect("a search"));
            // Some walk on for as long as they may.
            let limits = Limits { max_states: Some(500), max_transitions: Some(500), ..Limits::default() };
            let settings = Settings { seed, limits, ..Settings::default() };
            explore(&system, &mut *strategy, settings, vec![]).expect("no fault");
        }
    }
}

#[test]
fn the_cheapest_way_survives_a_lesson() {
    let mut effort = Effort::until(Instant::now() + Duration::from_secs(600));
    let found = fewest_switches(&Learner::default(), |_| true, &mut effort, &AtomicBool::new(false));
    assert_eq!(found.expect("no fault"), Cheapest::None);
}

#[test]
fn effort_is_counted() {
    let mut effort = Effort { steps: 2, ..Effort::until(Instant::now() + Duration::from_secs(600)) };
    let found = fewest_switches(&Learner::default(), |_| true, &mut effort, &AtomicBool::new(false));
    assert_eq!(found.expect("no fault"), Cheapest::GaveUp);
}

//! Runs of any system, each decided by a generator of its own, so that the same runs come out however many workers share them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use search::spawn_worker;
use space::{Choice, Decider, Encoding, Fault, Pick, Rng, Standing, System, Violation};

use super::monitor::{Monitor, Told, View};
use crate::draft::Draft;
use crate::report::TraceStep;
use crate::trace::{choice_name, with_more};

/// How far runs go, and what is kept of them.
pub struct Rules<'a> {
    pub runs: u64,
    pub seed: u64,
    /// Runs that are longer are cut off.
    pub steps_max: u64,
    pub monitors: &'a [Monitor],
    /// Runs are followed to their end even if every question is decided.
    pub to_the_end: bool,
    pub workers: usize,
    pub draft: &'a Draft,
    /// Keep what is printed.
    pub keep_output: bool,
}

/// What one run was.
#[derive(Clone, Debug)]
pub struct Walk {
    pub steps: u64,
    pub standing: Standing,
    /// It was cut off, or could not be followed.
    pub is_cut: bool,
    pub told: Vec<Told>,
    /// Per label, whether it ever held.
    pub held: Vec<bool>,
    pub earned: Vec<f64>,
    /// Per family, the first value it showed.
    pub first: Vec<Option<i64>>,
    pub output: Option<Vec<u8>>,
    /// What went wrong, with the picks that led there.
    pub violations: Vec<(Violation, usize)>,
    pub picks: Vec<Pick>,
    /// Somebody other than a coin decided something.
    pub was_scheduled: bool,
    pub was_supplied: bool,
    pub fault: Option<Fault>,
}

/// A world with its first state, to begin runs from.
pub struct Walker<'s, S: System> {
    system: &'s S,
    world: S::World,
    initial: Encoding,
    scratch: Encoding,
    last: Vec<u8>,
    first_output: Vec<u8>,
    first_violations: Vec<Violation>,
    first_earned: Vec<f64>,
}

impl<'s, S: System> Walker<'s, S> {
    pub fn new(system: &'s S) -> Result<Self, Fault> {
        let mut world = system.initial()?;
        let first_output = system.output(&world).to_vec();
        let first_violations = system.violations(&world).to_vec();
        let rewards = system.rewards().len();
        let first_earned = (0..rewards).map(|reward| system.earned(&world, reward) as f64).collect();
        let mut initial = Encoding::new();
        system.encode(&mut world, &mut initial);
        let scratch = Encoding::new();
        Ok(Walker { system, world, initial, scratch, last: Vec::new(), first_output, first_violations, first_earned })
    }

    /// One run; `tell` hears its steps.
    pub fn walk(&mut self, number: u64, rules: &Rules<'_>, mut tell: Option<&mut Vec<TraceStep>>) -> Walk {
        let system = self.system;
        // Neighbouring seeds give unrelated runs, since the generator's first numbers are mixed well.
        let mut rng = Rng::new(Rng::new(rules.seed).next_u64() ^ Rng::new(number.wrapping_mul(0xD129_0DA9)).next_u64());
        system.decode(&self.initial, &mut self.world);
        let mut walk = Walk {
            steps: 0,
            standing: system.standing(&self.world),
            is_cut: false,
            told: vec![Told::Undecided; rules.monitors.len()],
            held: vec![false; system.labels().len()],
            earned: self.first_earned.clone(),
            first: vec![None; system.families()],
            output: rules.keep_output.then(|| self.first_output.clone()),
            violations: self.first_violations.iter().map(|violation| (violation.clone(), 0)).collect(),
            picks: Vec::new(),
            was_scheduled: false,
            was_supplied: false,
            fault: None,
        };
        self.last.clear();
        self.last.extend_from_slice(self.initial.bytes());
        loop {
            self.look(&mut walk, rules);
            let is_decided = !rules.to_the_end && walk.told.iter().all(|told| *told != Told::Undecided);
            if walk.standing != Standing::Open || is_decided {
                return walk;
            }
            if walk.steps >= rules.steps_max || rules.is_over() {
                walk.is_cut = true;
                return walk;
            }
            let is_certain = match self.step(&mut walk, &mut rng, tell.as_deref_mut()) {
                Ok(is_certain) => is_certain,
                Err(fault) => {
                    (walk.is_cut, walk.fault) = (true, Some(fault));
                    return walk;
                }
            };
            self.scratch.clear();
            system.encode(&mut self.world, &mut self.scratch);
            // Where there is one way only, and it leads back, the run is over.
            if is_certain && self.scratch.bytes() == self.last {
                walk.standing = Standing::Ended;
                self.look(&mut walk, rules);
                return walk;
            }
            self.last.clear();
            self.last.extend_from_slice(self.scratch.bytes());
        }
    }

    /// Takes the pending choice; tells whether there was nothing to choose.
    fn step(&mut self, walk: &mut Walk, rng: &mut Rng, tell: Option<&mut Vec<TraceStep>>) -> Result<bool, Fault> {
        let system = self.system;
        let choice = system.choice(&self.world).expect("a world that is open has a choice");
        let of = choice.alternatives();
        let pick = match choice {
            Choice::Random { weights } => weighted(weights, rng),
            _ => Pick(rng.below(of as usize) as u32),
        };
        let (decider, probability) = (choice.decider(), choice.probability(pick));
        walk.was_scheduled |= decider == Decider::Scheduler && of > 1;
        walk.was_supplied |= decider == Decider::Environment && of > 1;
        let description = tell.as_ref().map(|_| system.describe(&self.world, pick));
        let stepped = system.step(&mut self.world, pick);
        walk.picks.push(pick);
        walk.steps += 1;
        for (reward, earned) in walk.earned.iter_mut().enumerate() {
            *earned += system.earned(&self.world, reward) as f64;
        }
        if let (Some(steps), Some(description)) = (tell, description) {
            steps.push(TraceStep {
                choice: choice_name(decider),
                pick: pick.0,
                of,
                probability,
                thread: description.thread,
                location: description.location,
                text: with_more(description.text, system.happened(&self.world)),
                source: None,
                parts: Vec::new(),
                forced: system.forced(&self.world).iter().map(crate::trace::forced_switch).collect(),
                output: String::from_utf8_lossy(system.output(&self.world)).into_owned(),
            });
        }
        if let Some(output) = &mut walk.output {
            output.extend_from_slice(system.output(&self.world));
        }
        stepped?;
        for violation in system.violations(&self.world) {
            walk.violations.push((violation.clone(), walk.picks.len()));
        }
        walk.standing = system.standing(&self.world);
        Ok(of == 1)
    }

    /// Notes what holds in the state that the run has come to.
    fn look(&mut self, walk: &mut Walk, rules: &Rules<'_>) {
        let (system, world) = (self.system, &self.world);
        for (label, held) in walk.held.iter_mut().enumerate() {
            *held = *held || system.holds(world, label);
        }
        for (family, first) in walk.first.iter_mut().enumerate().filter(|(_, first)| first.is_none()) {
            system.family_values(world, family, &mut |value| {
                first.get_or_insert(value);
            });
        }
        let view = View {
            holds: &|label| system.holds(world, label),
            ended: walk.standing == Standing::Ended,
            deadlocked: walk.standing == Standing::Deadlocked,
            initial: walk.steps == 0,
        };
        let is_over = matches!(walk.standing, Standing::Ended | Standing::Deadlocked);
        for (monitor, told) in rules.monitors.iter().zip(&mut walk.told).filter(|(_, told)| **told == Told::Undecided) {
            *told = match monitor.look(walk.steps, &view, &walk.earned) {
                Some(decided) => decided,
                None if is_over => monitor.end(walk.steps, &view, &walk.earned),
                None => Told::Undecided,
            };
        }
    }
}

fn weighted(weights: &[f64], rng: &mut Rng) -> Pick {
    let mut rest = rng.unit();
    let found = weights.iter().position(|weight| {
        let hit = rest < *weight;
        rest -= weight;
        hit
    });
    Pick(found.unwrap_or(weights.len() - 1) as u32)
}

impl Rules<'_> {
    /// Somebody wants the runs to end, or the time is up.
    pub fn is_over(&self) -> bool {
        self.draft.is_stopped() || self.draft.deadline().is_some_and(|(deadline, _)| deadline <= Instant::now())
    }
}

/// All runs, in order; fewer than were asked for if there was no time for more.
pub fn walk_all<S: System>(system: &S, rules: &Rules<'_>) -> Result<Vec<Walk>, Fault> {
    let next = AtomicU64::new(0);
    let done: Mutex<(BTreeMap<u64, Walk>, Option<Fault>)> = Mutex::new((BTreeMap::new(), None));
    let work = || {
        let mut walker = match Walker::new(system) {
            Ok(walker) => walker,
            Err(fault) => {
                done.lock().unwrap_or_else(PoisonError::into_inner).1.get_or_insert(fault);
                return;
            }
        };
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= rules.runs {
                return;
            }
            let mut walk = walker.walk(number, rules, None);
            if rules.is_over() {
                // What was cut by the clock would count for less than it is worth.
                return;
            }
            // The way is needed only where something went wrong.
            if walk.violations.is_empty() && walk.standing != Standing::Deadlocked {
                walk.picks = Vec::new();
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).0.insert(number, walk);
        }
    };
    if rules.workers > 1 {
        std::thread::scope(|scope| {
            for _ in 0..rules.workers {
                if spawn_worker(scope, work).is_none() {
                    work();
                    break;
                }
            }
        });
    } else {
        work();
    }
    let (walks, fault) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    match fault {
        Some(fault) => Err(fault),
        None => Ok(walks.into_values().collect()),
    }
}

//! Exhaustive search by several workers on one store: each has its own world and its own stack of open states, and gives
//! the older half of it away when another has nothing to do. Verdict and counts are those of any exhaustive search;
//! which violation is found first, and by which path, may differ from run to run.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use space::{Encoding, Fault, Filed, Pick, Standing, StateId, System, Violation, ViolationKind};

use crate::explorer::Node;
use crate::findings::{Findings, violations_in};
use crate::journal::Journal;
use crate::limits::{Limit, Limits, resident_bytes};
use crate::outcome::Outcome;
use crate::rounds::Rounds;
use crate::settings::{Beat, BeatListener, Settings};
use crate::stores::{SharedHandle, SharedStore};

/// Transitions a worker takes before it adds them to the common count and looks at the clock.
const BATCH: u64 = 64;
const BEAT_INTERVAL: Duration = Duration::from_millis(200);

/// What all workers share.
struct Common<'a> {
    limits: Limits,
    all_errors: bool,
    properties: Vec<ViolationKind>,
    store: &'a SharedStore,
    /// Open states that a worker gave away.
    offered: Mutex<Vec<Vec<Open>>>,
    offers: Condvar,
    /// Those that have not begun count, those that cannot do not.
    workers: AtomicUsize,
    idle: AtomicUsize,
    stop: AtomicBool,
    states: AtomicU64,
    transitions: AtomicU64,
    interrupted: AtomicBool,
    findings: Mutex<Findings<'a>>,
    journal: Option<&'a Journal>,
    started: Instant,
    interrupt: Option<&'a AtomicBool>,
    /// Whether what never ends is looked for.
    rounds: bool,
}

/// A state, and which of its alternatives is the next to be taken.
struct Open {
    node: Node,
    next: u32,
}

/// What one worker counts.
#[derive(Default)]
struct Tally {
    expanded: u64,
    end_states: u64,
    deadlocked_states: u64,
    ignored: u64,
    max_depth: u32,
    instructions: u64,
    rounds: Rounds,
}

/// Explores everything with `workers` workers, the calling thread being one of them. Observers have no place here: they
/// expect states to be numbered in order of discovery.
pub fn explore_parallel<'a, S: System>(
    system: &'a S,
    workers: usize,
    mut settings: Settings<'a>,
) -> Result<Outcome, Fault> {
    let started = Instant::now();
    let memory_start = resident_bytes().unwrap_or(0);
    let mut on_beat = settings.on_beat.take();
    let store = SharedStore::default();
    let common = Common {
        limits: settings.limits.clone(),
        all_errors: settings.all_errors,
        properties: std::mem::take(&mut settings.properties),
        store: &store,
        offered: Mutex::default(),
        offers: Condvar::new(),
        workers: AtomicUsize::new(workers),
        idle: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        states: AtomicU64::new(0),
        transitions: AtomicU64::new(0),
        interrupted: AtomicBool::new(false),
        findings: Mutex::new(Findings::told_to(settings.journal)),
        journal: settings.journal,
        started,
        interrupt: settings.interrupt,
        rounds: settings.rounds,
    };
    let mut first = Worker::new(system, &common)?;
    first.start();
    let mut clock = Clock { memory_start, beat_due: BEAT_INTERVAL, on_beat: on_beat.as_mut() };
    let tallies: Vec<Result<Tally, Fault>> = std::thread::scope(|scope| {
        let another = || {
            let worker = Worker::new(system, &common);
            if worker.is_err() {
                common.excuse();
            }
            worker.map(|worker| worker.run(None))
        };
        let others: Vec<_> = (1..workers)
            .filter_map(|_| match std::thread::Builder::new().spawn_scoped(scope, another) {
                Ok(other) => Some(other),
                Err(_) => {
                    common.excuse();
                    None
                }
            })
            .collect();
        let mut tallies = vec![Ok(first.run(Some(&mut clock)))];
        for other in others {
            tallies.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        tallies
    });
    let mut total = Tally::default();
    for tally in tallies {
        match tally {
            Ok(tally) => total.add(tally),
            // Whatever keeps one from beginning keeps the others busier, no more; a limit is one for all.
            Err(Fault::Limit { name, .. }) => common.note_late_start(name),
            Err(_) => {}
        }
    }
    let interrupted = common.interrupted.load(Ordering::Relaxed);
    if common.rounds && !common.stop.load(Ordering::Relaxed) {
        common.judge_rounds(system, &total)?;
    }
    let findings = common.findings.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (violations, faults, limits_hit) = findings.into_parts();
    let stopped_at_violation = !violations.is_empty() && !settings.all_errors;
    let complete = !stopped_at_violation && limits_hit.is_empty() && faults.is_empty() && !interrupted;
    Ok(Outcome {
        complete,
        interrupted,
        states: common.states.into_inner(),
        transitions: common.transitions.into_inner(),
        expanded: total.expanded,
        end_states: total.end_states,
        deadlocked_states: total.deadlocked_states,
        ignored: total.ignored,
        max_depth: total.max_depth,
        instructions: total.instructions,
        store_bytes: store.bytes() as u64,
        exact: true,
        time: started.elapsed(),
        limits_hit,
        violations,
        faults,
    })
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.expanded += other.expanded;
        self.end_states += other.end_states;
        self.deadlocked_states += other.deadlocked_states;
        self.ignored += other.ignored;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.instructions += other.instructions;
        self.rounds.join(other.rounds);
    }
}

/// The limit on memory, and the progress line; the calling thread's business.
struct Clock<'a, 'b> {
    memory_start: u64,
    beat_due: Duration,
    on_beat: Option<&'b mut BeatListener<'a>>,
}

impl Clock<'_, '_> {
    fn tick(&mut self, common: &Common<'_>, depth: u32, frontier: usize) {
        let limits = &common.limits;
        let elapsed = common.started.elapsed();
        if self.beat_due <= elapsed {
            self.beat_due = elapsed + BEAT_INTERVAL;
            let store_bytes = common.store.bytes() as u64;
            let held = store_bytes.max(resident_bytes().unwrap_or(0).saturating_sub(self.memory_start));
            if limits.max_memory.is_some_and(|max| max <= held) {
                common.hit(Limit::Memory);
            }
            if let Some(on_beat) = &mut self.on_beat {
                let (states, transitions) =
                    (common.states.load(Ordering::Relaxed), common.transitions.load(Ordering::Relaxed));
                on_beat(&Beat { states, transitions, depth, frontier, store_bytes, elapsed });
            }
        }
    }
}

impl Common<'_> {
    /// Whether somebody asks for an end, or the time is up. Every worker looks, so that none waits for another to look.
    fn is_time_over(&self) -> bool {
        if self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.interrupted.store(true, Ordering::Relaxed);
            self.halt();
        }
        if self.limits.max_time.is_some_and(|max| max <= self.started.elapsed()) {
            self.hit(Limit::Time);
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// A worker that cannot begin: nobody is to wait for it.
    fn excuse(&self) {
        self.workers.fetch_sub(1, Ordering::SeqCst);
        self.offers.notify_all();
    }

    fn note_late_start(&self, limit: &str) {
        match limit {
            "interrupted" => self.interrupted.store(true, Ordering::Relaxed),
            "max-time" => lock(&self.findings).add_limit(Limit::Time),
            _ => {}
        }
    }

    fn halt(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.offers.notify_all();
    }

    fn hit(&self, limit: Limit) {
        lock(&self.findings).add_limit(limit);
        if limit != Limit::Depth {
            self.halt();
        }
    }

    fn remember(&self, violation: Violation, way: Option<(StateId, Pick)>, probability: f64, expanded: u64) {
        let mut findings = lock(&self.findings);
        // Without `all_errors` the first one counts, though others may be on their way.
        if self.all_errors || !findings.has_violations() {
            findings.add_violation(violation, || self.path_along(way), probability, expanded);
        }
        if !self.all_errors {
            self.halt();
        }
    }

    /// Looks for what only the whole graph shows.
    fn judge_rounds<S: System>(&self, system: &S, total: &Tally) -> Result<(), Fault> {
        for (state, threads) in total.rounds.held() {
            let mut world = system.initial()?;
            system.decode(self.store.handle().fetch(state), &mut world);
            system.note_held(&world, &threads);
        }
        if let Some(round) = total.rounds.unasked(&self.properties) {
            let mut world = system.initial()?;
            system.decode(self.store.handle().fetch(round.state), &mut world);
            round.tell(system, &world);
        }
        for ending in total.rounds.endings(&self.properties) {
            let mut world = system.initial()?;
            system.decode(self.store.handle().fetch(ending.state), &mut world);
            let violation = ending.explain(system, &world);
            let path = self.store.path_to(ending.state);
            let (path, endless) = ending.along(path);
            lock(&self.findings).add_endless(violation, path, endless, total.expanded);
        }
        Ok(())
    }

    fn remember_fault(&self, fault: Fault, way: (StateId, Pick)) {
        let goes_on = self.all_errors && !fault.ends_search();
        lock(&self.findings).add_fault(fault, || self.path_along(Some(way)));
        if !goes_on {
            self.halt();
        }
    }

    fn path_along(&self, way: Option<(StateId, Pick)>) -> Vec<Pick> {
        let Some((source, pick)) = way else { return Vec::new() };
        let mut path = self.store.path_to(source);
        path.push(pick);
        path
    }

    /// Waits for work of others; `None` when there is none left anywhere.
    fn take_offer(&self) -> Option<Vec<Open>> {
        let mut offered = lock(&self.offered);
        self.idle.fetch_add(1, Ordering::SeqCst);
        loop {
            if let Some(open) = offered.pop() {
                self.idle.fetch_sub(1, Ordering::SeqCst);
                return Some(open);
            }
            if self.idle.load(Ordering::SeqCst) == self.workers.load(Ordering::SeqCst)
                || self.is_time_over()
                || self.stop.load(Ordering::Relaxed)
            {
                self.offers.notify_all();
                return None;
            }
            let waited = self.offers.wait_timeout(offered, Duration::from_millis(20));
            offered = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Gives away half of `stack` if someone waits and nothing is on offer.
    fn share(&self, stack: &mut Vec<Open>) {
        if stack.len() < 2 || self.idle.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut offered = lock(&self.offered);
        if offered.is_empty() {
            // The older half: what was found early has more below it.
            let half = stack.len() / 2;
            offered.push(stack.drain(..half).collect());
            self.offers.notify_one();
        }
    }
}

struct Worker<'c, 'a, S: System> {
    system: &'a S,
    common: &'c Common<'a>,
    world: S::World,
    store: SharedHandle<&'a SharedStore>,
    /// The state `world` is in, if it is in a stored one.
    live: Option<StateId>,
    encoding: Encoding,
    stack: Vec<Open>,
    tally: Tally,
    /// Transitions not added to the common count yet.
    batch: u64,
}

impl<'c, 'a, S: System> Worker<'c, 'a, S> {
    fn new(system: &'a S, common: &'c Common<'a>) -> Result<Self, Fault> {
        Ok(Worker {
            system,
            common,
            world: system.initial()?,
            store: common.store.handle(),
            live: None,
            encoding: Encoding::new(),
            stack: Vec::new(),
            tally: Tally { rounds: Rounds::for_properties(&common.properties), ..Tally::default() },
            batch: 0,
        })
    }

    /// Files the initial state.
    fn start(&mut self) {
        self.system.encode(&mut self.world, &mut self.encoding);
        let Filed::Fresh(id) = self.store.insert(&self.encoding, None) else {
            unreachable!("an empty store knows no state");
        };
        self.discover(id, 0, 1.0);
        self.judge(None, 1.0);
    }

    fn run(mut self, mut clock: Option<&mut Clock<'_, '_>>) -> Tally {
        loop {
            while let Some(open) = self.stack.last_mut() {
                let Open { node, next } = open;
                let (node, pick) = (*node, Pick(*next));
                *next += 1;
                self.take(&node, pick);
                self.common.share(&mut self.stack);
                if self.batch >= BATCH {
                    self.flush();
                    self.common.is_time_over();
                    if let Some(clock) = &mut clock {
                        clock.tick(self.common, self.tally.max_depth, self.stack.len());
                    }
                }
                let is_asked = self.common.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed));
                if self.common.stop.load(Ordering::Relaxed) || (is_asked && self.common.is_time_over()) {
                    self.stack.clear();
                }
            }
            match self.common.take_offer() {
                Some(open) => self.stack = open,
                None => break,
            }
        }
        self.flush();
        self.tally.instructions = self.system.instructions(&self.world);
        self.tally
    }

    fn flush(&mut self) {
        let total = self.common.transitions.fetch_add(self.batch, Ordering::Relaxed) + self.batch;
        self.batch = 0;
        if let Some(journal) = self.common.journal {
            let states = self.common.states.load(Ordering::Relaxed);
            journal.count(states, total, self.tally.max_depth, self.tally.expanded);
        }
        if self.common.limits.max_transitions.is_some_and(|max| max < total) {
            self.common.hit(Limit::Transitions);
        }
    }

    /// Takes one alternative of the state on top of the stack, or leaves the state if there is none.
    fn take(&mut self, node: &Node, pick: Pick) {
        if pick.0 == 0 && node.alternatives > 0 && self.common.limits.max_depth.is_some_and(|max| max <= node.depth) {
            self.common.hit(Limit::Depth);
            self.stack.pop();
        } else if pick.0 == node.alternatives {
            self.tally.expanded += 1;
            self.stack.pop();
        } else {
            self.settle(node.id);
            self.advance(node, pick);
        }
    }

    /// Puts the live world into state `id`.
    fn settle(&mut self, id: StateId) {
        if self.live != Some(id) {
            self.system.decode(self.store.fetch(id), &mut self.world);
            self.live = Some(id);
        }
    }

    fn advance(&mut self, node: &Node, pick: Pick) {
        let way = (node.id, pick);
        let choice = self.system.choice(&self.world).expect("only states with alternatives are advanced from");
        let probability = node.probability * choice.probability(pick);
        let mover = self.common.rounds.then(|| Rounds::mover(self.system, &self.world, pick));
        self.batch += 1;
        self.live = None;
        if let Err(fault) = self.system.step(&mut self.world, pick) {
            self.common.remember_fault(fault, way);
            return;
        }
        if self.system.standing(&self.world) == Standing::Ignored {
            self.tally.ignored += 1;
            return;
        }
        self.encoding.clear();
        self.system.encode(&mut self.world, &mut self.encoding);
        let target = match self.store.insert(&self.encoding, Some(way)) {
            Filed::Fresh(id) => {
                self.discover(id, node.depth + 1, probability);
                id
            }
            Filed::Seen(id) => id,
        };
        self.live = Some(target);
        if let Some(mover) = mover {
            self.tally.rounds.advance(node.id, pick, mover, target);
        }
        self.judge(Some(way), probability);
    }

    fn discover(&mut self, id: StateId, depth: u32, probability: f64) {
        let before = self.common.states.fetch_add(1, Ordering::Relaxed);
        if self.common.limits.max_states.is_some_and(|max| max <= before) {
            self.common.states.fetch_sub(1, Ordering::Relaxed);
            self.common.hit(Limit::States);
            return;
        }
        self.tally.max_depth = self.tally.max_depth.max(depth);
        match self.system.standing(&self.world) {
            Standing::Open => {}
            Standing::Ended | Standing::Ignored => self.tally.end_states += 1,
            Standing::Deadlocked => self.tally.deadlocked_states += 1,
        }
        if self.common.rounds {
            self.tally.rounds.discover(self.system, id, &self.world);
        }
        let alternatives = self.system.choice(&self.world).map_or(0, |choice| choice.alternatives());
        self.stack.push(Open { node: Node { id, depth, alternatives, probability }, next: 0 });
    }

    fn judge(&self, way: Option<(StateId, Pick)>, probability: f64) {
        for violation in violations_in(self.system, &self.world, &self.common.properties) {
            self.common.remember(violation, way, probability, self.tally.expanded);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A worker that panicked ends the search when it is joined.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

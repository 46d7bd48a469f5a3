//! The verbs a strategy is written in. All bookkeeping happens here, so none happens there: which state the live world
//! is in, the store, limits, violations, how each state was first reached, observers, faults, the progress line.

mod clock;
mod judging;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use space::{
    Choice, Encoding, Fault, Filed, Notice, Observer, Pick, Rng, Standing, StateId, StateStore, System, ThreadId,
    Violation,
};

use crate::findings::{Findings, violations_in};
use crate::limits::{Limit, resident_bytes};
use crate::outcome::Outcome;
use crate::rounds::Rounds;
use crate::settings::Settings;
use crate::stores::{make_room, store_for};
use crate::taken::Taken;
use crate::taking::take_step;

/// A stored state in hand, with how the search got there. A frontier holds these, never worlds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Its number.
    pub id: StateId,
    /// How many steps led to it.
    pub depth: u32,
    /// How many alternatives the pending choice has; 0 in a final state.
    pub alternatives: u32,
    /// Product of the coin probabilities along the way.
    pub probability: f64,
}

/// Where a transition led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrival {
    /// To a state met for the first time.
    Fresh(Node),
    /// To a state met before; the node's depth and probability are those of the present way.
    Seen(Node),
    /// To no state: an assumption failed, or the tool could not follow.
    Nowhere,
}

/// Why a search ends early; `?` carries it out of any strategy.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// There is a violation, and one is enough.
    Violated,
    /// A limit was reached.
    LimitReached(Limit),
    /// A path uses something not supported, and the search was not told to go on.
    Stuck,
    /// Somebody outside wants it to end.
    Interrupted,
    /// There is no initial state to start from.
    NoStart(Fault),
}

/// The order in which a search goes.
pub trait Strategy<S: System> {
    /// Explores until nothing is open. `Err` is how a search ends early.
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt>;
}

/// How a state was first reached: eight bytes per state are all that traces need.
#[derive(Clone, Copy)]
struct Discovery {
    parent: u32,
    pick: u32,
}

const NO_PARENT: u32 = u32::MAX;
const BEAT_INTERVAL: Duration = Duration::from_millis(200);
/// The clock is read every so many transitions; reading it costs as much as a small transition.
const CLOCK_MASK: u64 = 15;

/// What strategies are written in: a system, the states that were met, and what is done about them.
pub struct Explorer<'a, S: System> {
    system: &'a S,
    world: S::World,
    /// The state `world` is in, if it is in a stored one.
    live: Option<StateId>,
    store: Box<dyn StateStore + 'a>,
    encoding: Encoding,
    discoveries: Vec<Discovery>,
    observers: Vec<&'a mut dyn Observer<S>>,
    settings: Settings<'a>,
    rng: Rng,
    /// The transitions taken so far, kept by strategies that may take one twice.
    taken: Option<Taken>,
    /// Transitions that were taken before.
    repeated: u64,
    /// Alternatives of discovered states not taken yet.
    pending: i64,
    /// States that walks have met at the limit on depth only: their alternatives are not counted as pending.
    too_deep: HashSet<StateId>,
    frontier_len: usize,
    visits: u64,
    /// Several searches take turns: walks of theirs are not what the user counts.
    is_portfolio: bool,
    started: Instant,
    beat_due: Duration,
    memory_start: u64,
    /// What the system had executed before the search began.
    instructions_start: u64,
    clock_reads: u64,
    findings: Findings<'a>,
    /// The states with several threads, if what never ends is looked for.
    rounds: Option<Rounds>,
    /// The counts; findings join them in the end.
    outcome: Outcome,
}

/// Runs `strategy` on `system` to its end.
pub fn explore<'a, S: System>(
    system: &'a S,
    strategy: &mut dyn Strategy<S>,
    settings: Settings<'a>,
    observers: Vec<&'a mut dyn Observer<S>>,
) -> Result<Outcome, Fault> {
    explore_from(system, system.initial()?, strategy, settings, observers).map(|(outcome, _)| outcome)
}

/// The same from a world in its initial state, which comes back in whatever state it was last: where many searches follow each
/// other, making worlds would cost more than searching.
pub fn explore_from<'a, S: System>(
    system: &'a S,
    world: S::World,
    strategy: &mut dyn Strategy<S>,
    settings: Settings<'a>,
    observers: Vec<&'a mut dyn Observer<S>>,
) -> Result<(Outcome, S::World), Fault> {
    let mut explorer = Explorer::new(system, world, settings, observers);
    let ended = match strategy.search(&mut explorer) {
        Err(Halt::NoStart(fault)) => return Err(fault),
        Err(Halt::LimitReached(limit)) => {
            explorer.findings.add_limit(limit);
            false
        }
        Err(Halt::Interrupted) => {
            explorer.outcome.interrupted = true;
            false
        }
        Err(Halt::Violated | Halt::Stuck) => false,
        Ok(()) => {
            explorer.judge_rounds();
            true
        }
    };
    Ok(explorer.finish(ended))
}

impl<'a, S: System> Explorer<'a, S> {
    /// An explorer that stands in the initial state.
    pub fn new(
        system: &'a S,
        mut world: S::World,
        mut settings: Settings<'a>,
        observers: Vec<&'a mut dyn Observer<S>>,
    ) -> Self {
        let mut encoding = Encoding::new();
        system.encode(&mut world, &mut encoding);
        let rounds = settings.rounds.then(|| Rounds::for_properties(&settings.properties, settings.meter.is_some()));
        let findings = Findings::told_to(settings.journal);
        let store = settings.store.take().unwrap_or_else(|| store_for(&encoding));
        Explorer {
            instructions_start: system.instructions(&world),
            system,
            world,
            live: None,
            encoding,
            discoveries: Vec::new(),
            observers,
            rng: Rng::new(settings.seed),
            settings,
            taken: None,
            repeated: 0,
            pending: 0,
            too_deep: HashSet::new(),
            frontier_len: 0,
            visits: 0,
            is_portfolio: false,
            started: Instant::now(),
            beat_due: BEAT_INTERVAL,
            memory_start: resident_bytes().unwrap_or(0),
            clock_reads: 0,
            findings,
            rounds,
            outcome: Outcome { exact: store.is_exact(), ..Outcome::default() },
            store,
        }
    }

    /// The initial state. A strategy may ask again, to start another walk.
    pub fn root(&mut self) -> Result<Node, Halt> {
        if self.outcome.states > 0 {
            self.settle(StateId(0));
            return Ok(self.node_here(StateId(0), 0, 1.0));
        }
        let Filed::Fresh(id) = self.store.insert(&self.encoding) else {
            unreachable!("an empty store knows no state");
        };
        self.live = Some(id);
        let node = self.discover(id, Discovery { parent: NO_PARENT, pick: 0 }, 0, 1.0)?;
        self.judge(None, 1.0)?;
        Ok(node)
    }

    /// The alternatives of `node`: none if it lies at the depth limit.
    pub fn picks(&mut self, node: &Node) -> impl DoubleEndedIterator<Item = Pick> + ExactSizeIterator + use<S> {
        let mut count = node.alternatives;
        if count > 0 && self.is_too_deep(node.depth) {
            self.findings.add_limit(Limit::Depth);
            count = 0;
        }
        (0..count).map(Pick)
    }

    /// Takes one transition.
    pub fn advance(&mut self, node: &Node, pick: Pick) -> Result<Arrival, Halt> {
        self.check_limits()?;
        self.settle(node.id);
        let source = node.id;
        let choice = self.system.choice(&self.world).expect("only states with alternatives are advanced from");
        let (decider, alternatives) = (choice.decider(), choice.alternatives());
        let probability = choice.probability(pick);
        self.outcome.transitions += 1;
        if self.taken.as_mut().is_none_or(|taken| taken.insert(source, pick)) {
            self.pending -= 1;
        } else {
            self.repeated += 1;
        }
        self.live = None;
        match take_step(self.system, &mut self.world, pick, &mut self.encoding) {
            Err(fault) => return self.stuck(fault, source, pick),
            Ok(false) => {
                self.outcome.ignored += 1;
                let notice = Notice::Ignored { source, decider, pick, alternatives, probability };
                self.notify(&notice);
                return Ok(Arrival::Nowhere);
            }
            Ok(true) => {}
        }
        let (depth, path_probability) = (node.depth + 1, node.probability * probability);
        let (target, fresh) = match self.store.insert(&self.encoding) {
            Filed::Seen(id) => {
                self.live = Some(id);
                let node = self.node_here(id, depth, path_probability);
                if !self.too_deep.is_empty() && !self.is_too_deep(depth) && self.too_deep.remove(&id) {
                    self.pending += i64::from(node.alternatives);
                }
                (node, false)
            }
            Filed::Fresh(id) => {
                self.live = Some(id);
                let discovery = Discovery { parent: source.0, pick: pick.0 };
                (self.discover(id, discovery, depth, path_probability)?, true)
            }
        };
        if let Some(rounds) = &mut self.rounds {
            rounds.advance(source, pick, target.id);
        }
        if !self.observers.is_empty() {
            let (target, world) = (target.id, &self.world);
            let notice = Notice::Advanced { source, decider, pick, alternatives, probability, target, world };
            for observer in &mut self.observers {
                observer.observe(self.system, &notice);
            }
        }
        self.judge(Some((source, pick)), path_probability)?;
        Ok(if fresh { Arrival::Fresh(target) } else { Arrival::Seen(target) })
    }

    /// Says that every transition of `node` has been generated.
    pub fn close(&mut self, _node: &Node) -> Result<(), Halt> {
        self.outcome.expanded += 1;
        if self.settings.limits.max_expanded.is_some_and(|max| max < self.outcome.expanded) {
            return Err(Halt::LimitReached(Limit::States));
        }
        Ok(())
    }

    /// Says that a walk has come to `node`. Visits count against the limit on states, since a walk that meets the same
    /// few states for ever would never reach it otherwise. Where searches look ahead, all successors are discovered here:
    /// the paper's traces are chains of first discoveries, not walks.
    pub fn visit(&mut self, node: &Node) -> Result<(), Halt> {
        if self.looks_ahead() {
            for pick in self.picks(node) {
                if !self.is_taken(node, pick) {
                    self.advance(node, pick)?;
                }
            }
        }
        self.close(node)?;
        self.visits += 1;
        if !self.is_portfolio && self.settings.limits.max_states.is_some_and(|max| max < self.visits) {
            return Err(Halt::LimitReached(Limit::States));
        }
        Ok(())
    }

    /// Whether strategies should `consider` states before choosing among their transitions: so it is in the papers on
    /// labelled transition systems, where a transition costs nothing to generate.
    pub fn looks_ahead(&self) -> bool {
        self.system.names_actions()
    }

    /// Generates every transition of `node` and checks it, without filing the targets.
    pub fn consider(&mut self, node: &Node) -> Result<(), Halt> {
        for pick in self.picks(node) {
            self.settle(node.id);
            let probability = self.choice(node).map_or(1.0, |choice| choice.probability(pick));
            self.live = None;
            if self.system.step(&mut self.world, pick).is_ok() {
                self.judge(Some((node.id, pick)), node.probability * probability)?;
            }
        }
        self.close(node)
    }

    /// Treats a state as never seen. Only states that were not advanced from may be forgotten: the paths to all others
    /// stay whole.
    pub fn forget(&mut self, node: &Node) {
        self.store.forget(node.id);
    }

    /// The choice that is pending in a state.
    pub fn choice(&mut self, node: &Node) -> Option<Choice<'_>> {
        self.settle(node.id);
        self.system.choice(&self.world)
    }

    /// One alternative of `node`: a coin's by weight, everyone else's uniformly.
    pub fn draw(&mut self, node: &Node) -> Pick {
        self.settle(node.id);
        let choice = self.system.choice(&self.world).expect("only states with alternatives are drawn from");
        draw_pick(&choice, &mut self.rng)
    }

    /// The thread that ran last, right after `advance`.
    pub fn runner(&self) -> Option<ThreadId> {
        self.system.runner(&self.world)
    }

    /// How many context switches there were inside the last step, right after `advance`.
    pub fn switches(&self) -> u32 {
        self.system.switches(&self.world)
    }

    /// What the last step violated of what counts, right after `advance`.
    pub fn violations(&self) -> Vec<Violation> {
        violations_in(self.system, &self.world, &self.settings.properties)
    }

    /// Instructions (or whatever the system counts) that the search has executed.
    pub fn executed(&self) -> u64 {
        self.system.instructions(&self.world).saturating_sub(self.instructions_start)
    }

    /// The threads that ended in the last step, right after `advance`.
    pub fn ended(&self) -> &[ThreadId] {
        self.system.ended(&self.world)
    }

    /// Where in the program the choice of `node` is taken.
    pub fn site(&mut self, node: &Node) -> u64 {
        self.settle(node.id);
        self.system.site(&self.world)
    }

    /// Where the threads stand that the alternatives of `node` let move, if it is a choice among threads.
    pub fn move_sites(&mut self, node: &Node) -> Vec<(ThreadId, u64)> {
        self.settle(node.id);
        let Some(Choice::Schedule { threads }) = self.system.choice(&self.world) else { return Vec::new() };
        let site = |index: usize| self.system.move_site(&self.world, Pick(index as u32));
        threads.iter().enumerate().map(|(index, thread)| (*thread, site(index))).collect()
    }

    /// How promising the state is; smaller is better.
    pub fn heuristic(&mut self, node: &Node) -> f64 {
        self.settle(node.id);
        self.system.heuristic(&mut self.world, self.settings.heuristic)
    }

    /// Whether there is something that states are ranked by.
    pub fn has_heuristic(&self) -> bool {
        self.settings.heuristic < self.system.heuristics().len()
    }

    /// To be called first by a strategy in which several take turns.
    pub fn form_portfolio(&mut self) {
        self.is_portfolio = true;
        self.expect_repeats();
    }

    /// To be called last by a portfolio of which one member went everywhere, `depth_max` deep: the counts are those of that
    /// member alone.
    pub fn count_once(&mut self, depth_max: u32) {
        self.outcome.transitions -= std::mem::take(&mut self.repeated);
        self.outcome.expanded = self.outcome.states;
        self.outcome.max_depth = depth_max;
    }

    /// To be called first by a strategy that may take a transition twice.
    pub fn expect_repeats(&mut self) {
        self.taken.get_or_insert_with(Taken::default);
    }

    /// Whether `pick` was taken from `node` before; known only after `expect_repeats`.
    pub fn is_taken(&self, node: &Node, pick: Pick) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.contains(node.id, pick))
    }

    /// Whether nothing remains to explore from any state discovered.
    pub fn is_covered(&self) -> bool {
        self.is_worn_out() && self.too_deep.is_empty()
    }

    /// Whether walks within the limit on depth have taken every transition they can be expected to find.
    pub fn is_worn_out(&self) -> bool {
        self.pending == 0
    }

    fn is_too_deep(&self, depth: u32) -> bool {
        self.settings.limits.max_depth.is_some_and(|max| max <= depth)
    }

    /// The one source of randomness.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// The number of open states, for the progress line.
    pub fn set_frontier_len(&mut self, len: usize) {
        self.frontier_len = len;
    }

    /// How many states were met.
    pub fn states(&self) -> u64 {
        self.outcome.states
    }

    /// How many transitions were taken.
    pub fn transitions(&self) -> u64 {
        self.outcome.transitions
    }

    /// Puts the live world into state `id`.
    fn settle(&mut self, id: StateId) {
        if self.live == Some(id) {
            return;
        }
        self.system.decode(self.store.fetch(id), &mut self.world);
        self.live = Some(id);
    }

    fn node_here(&self, id: StateId, depth: u32, probability: f64) -> Node {
        let alternatives = self.system.choice(&self.world).map_or(0, |choice| choice.alternatives());
        Node { id, depth, alternatives, probability }
    }

    fn discover(&mut self, id: StateId, discovery: Discovery, depth: u32, probability: f64) -> Result<Node, Halt> {
        assert_eq!(id.0 as usize, self.discoveries.len(), "states are numbered in order of discovery");
        if self.settings.limits.max_states.is_some_and(|max| max <= self.outcome.states) {
            self.store.forget(id);
            self.live = None;
            self.pending += 1;
            return Err(Halt::LimitReached(Limit::States));
        }
        make_room(&mut self.discoveries, 1);
        self.discoveries.push(discovery);
        self.outcome.states += 1;
        self.outcome.max_depth = self.outcome.max_depth.max(depth);
        match self.system.standing(&self.world) {
            Standing::Open => {}
            Standing::Ended | Standing::Ignored => self.outcome.end_states += 1,
            Standing::Deadlocked => self.outcome.deadlocked_states += 1,
        }
        let node = self.node_here(id, depth, probability);
        if self.taken.is_some() && node.alternatives > 0 && self.is_too_deep(depth) {
            self.findings.add_limit(Limit::Depth);
            self.too_deep.insert(id);
        } else {
            self.pending += i64::from(node.alternatives);
        }
        if let Some(rounds) = &mut self.rounds {
            rounds.discover(self.system, id, &self.world);
        }
        if !self.observers.is_empty() {
            let notice = Notice::Discovered { id, world: &self.world, depth };
            for observer in &mut self.observers {
                observer.observe(self.system, &notice);
            }
        }
        Ok(node)
    }

    fn notify(&mut self, notice: &Notice<'_, S>) {
        for observer in &mut self.observers {
            observer.observe(self.system, notice);
        }
    }
}

fn draw_pick(choice: &Choice<'_>, rng: &mut Rng) -> Pick {
    let Choice::Random { weights } = choice else {
        return Pick(rng.below(choice.alternatives() as usize) as u32);
    };
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return Pick(index as u32);
        }
    }
    Pick(weights.len() as u32 - 1)
}

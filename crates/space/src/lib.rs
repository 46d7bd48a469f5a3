//! The vocabulary every crate shares: systems, choices, encodings, stores, observers.
//!
//! A [`System`] unfolds one choice at a time. Its *world* is one live, mutable value per worker; a *state* is the
//! canonical [`Encoding`] of a world, and only encodings are stored, compared and restored.

#![warn(missing_docs)]

mod encoding;

mod record;
mod rng;
mod suggest;
mod tarjan;
mod thread_set;
mod words;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use encoding::{Encoding, GROUP};
pub use record::{RecordReader, RecordWriter};
pub use rng::Rng;
pub use suggest::{some_of, suggest};
pub use tarjan::Tarjan;
pub use thread_set::ThreadSet;
pub use words::words;

/// Identifies a stored state; dense, in order of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u32);

/// The index of one alternative of a [`Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pick(pub u32);

/// A thread of the explored program. The threads of a state are numbered in the order of creation, without those that have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(pub u32);

/// The one decision pending in a state, told apart by who takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice<'a> {
    /// The scheduler: which thread runs next (a thread may occur twice: its time-out fires, or it does not).
    Schedule {
        /// Who may run, by alternative.
        threads: &'a [ThreadId],
    },
    /// The scheduler too: which of so many waiting threads a notification wakes. Whoever runs goes on running.
    Wake {
        /// How many wait.
        waiters: u32,
    },
    /// The environment: which of `alternatives` values it supplies.
    Data {
        /// How many values there are.
        alternatives: u32,
    },
    /// A coin: alternative `i` has probability `weights[i]`, which is positive; the weights sum to one.
    Random {
        /// The probabilities, by alternative.
        weights: &'a [f64],
    },
    /// Nobody: a label cut the transition here to become visible.
    Resume,
}

impl Choice<'_> {
    /// How many alternatives there are.
    pub fn alternatives(&self) -> u32 {
        match self {
            Choice::Schedule { threads } => threads.len() as u32,
            Choice::Wake { waiters } => *waiters,
            Choice::Data { alternatives } => *alternatives,
            Choice::Random { weights } => weights.len() as u32,
            Choice::Resume => 1,
        }
    }

    /// Who takes it.
    pub fn decider(&self) -> Decider {
        match self {
            Choice::Schedule { .. } | Choice::Wake { .. } => Decider::Scheduler,
            Choice::Data { .. } => Decider::Environment,
            Choice::Random { .. } => Decider::Coin,
            Choice::Resume => Decider::Nobody,
        }
    }

    /// The probability of `pick`; one where no coin is involved, as in Zhang's path probability.
    pub fn probability(&self, pick: Pick) -> f64 {
        match self {
            Choice::Random { weights } => weights[pick.0 as usize],
            Choice::Schedule { .. } | Choice::Wake { .. } | Choice::Data { .. } | Choice::Resume => 1.0,
        }
    }
}

/// Who takes a [`Choice`]. A coin's alternatives form one row of a decision process; everyone else's, one row each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decider {
    /// Whoever decides which thread runs, or is woken.
    Scheduler,
    /// Whoever supplies values.
    Environment,
    /// Chance.
    Coin,
    /// There is one way.
    Nobody,
}

/// Why the tool itself cannot go on with a path. What the *program* does wrong is a [`Violation`], never this.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// The program uses something not supported, named here, with where it does so.
    #[error("{what} is not supported{}", location.as_ref().map(|l| format!(" (used at {l})")).unwrap_or_default())]
    Unsupported {
        /// What it uses.
        what: String,
        /// Where it does.
        location: Option<String>,
    },
    /// A limit ended the path inside a transition, say of a program that computes for ever between two choices; it has the
    /// name by which reports list it.
    #[error("{sentence}")]
    Limit {
        /// The limit's name.
        name: &'static str,
        /// What happened.
        sentence: String,
    },
    /// The input is wrong in a way only found while running.
    #[error("{0}")]
    Input(String),
}

/// The limit of a search that the program itself ends.
pub const ENDED_BY_PROGRAM: &str = "the program (terminateSearch)";

impl Fault {
    /// Whether nothing else is to be looked at either.
    pub fn ends_search(&self) -> bool {
        matches!(self, Fault::Limit { name, .. } if *name == ENDED_BY_PROGRAM)
    }
}

/// What can be wrong with a state or a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViolationKind {
    /// Nobody can move, and somebody would have to.
    Deadlock,
    /// An exception that nobody caught.
    Exception,
    /// An assertion that failed.
    Assertion,
    /// Two accesses to the same memory that nothing orders.
    Race,
    /// Threads that go round for ever without getting anywhere.
    Livelock,
    /// The program ended with a status other than zero.
    Exit,
    /// A searched action of a labelled transition system was met.
    Action,
}

impl ViolationKind {
    /// As options and reports call it.
    pub fn name(self) -> &'static str {
        match self {
            ViolationKind::Deadlock => "deadlock",
            ViolationKind::Exception => "exception",
            ViolationKind::Assertion => "assertion",
            ViolationKind::Race => "race",
            ViolationKind::Livelock => "livelock",
            ViolationKind::Exit => "exit",
            ViolationKind::Action => "action",
        }
    }
}

/// What the program did wrong, as data for the report.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Violation {
    /// What is wrong.
    pub kind: ViolationKind,
    /// One line for the report's head; details (stack traces, who waits for whom) follow in `details`.
    pub message: String,
    /// More about it, a line each.
    pub details: Vec<String>,
    /// Whose it is.
    pub thread: Option<String>,
    /// Where in the program it is.
    pub location: Option<String>,
}

impl Violation {
    /// One without details, thread and location.
    pub fn bare(kind: ViolationKind, message: &str) -> Self {
        Violation { kind, message: message.to_owned(), details: Vec::new(), thread: None, location: None }
    }
}

/// One transition as a person reads it in a trace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepDescription {
    /// The thread that moves (or takes the choice).
    pub thread: Option<String>,
    /// `File.java:12` of the choice.
    pub location: Option<String>,
    /// What was decided, in words: "flip() = heads", "the time-out fires", an action's name.
    pub text: String,
    /// What the thread does then, in order, each with its place.
    pub more: Vec<(String, String)>,
}

/// What a world is besides its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// There is a choice to take.
    Open,
    /// The program has ended (or, for other systems, there is no transition).
    Ended,
    /// Some threads live but none can ever move.
    Deadlocked,
    /// An assumption failed: the path is to be treated as if it had never been taken.
    Ignored,
}

/// What a step taught about the system as a whole: whoever takes the step for the exploration passes it on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lesson {
    /// Memory that threads share, though that was not known.
    pub shared: Vec<String>,
    /// That, and where, the system may go round for ever.
    pub endless: Option<String>,
    /// What the verdict rests on, by kinds that the system numbers. A step shows all of it whenever it is taken, so that a search
    /// rests on what its own steps show, whoever took them.
    pub noticed: Vec<(u8, String)>,
}

/// Where the threads of a world stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roster {
    /// Who can move.
    pub able: ThreadSet,
    /// Cannot move before another thread does something for them, and should not be left so for ever.
    pub waiting: ThreadSet,
    /// Could move by a time-out, which is put off as long as others can move.
    pub held: ThreadSet,
    /// Those in which livelocks are looked for.
    pub chosen: ThreadSet,
    /// The thread that takes the pending choice, unless that is the scheduler's.
    pub running: u32,
}

impl Roster {
    /// All threads that are in one of the sets.
    pub fn concerned(&self) -> ThreadSet {
        let mut all = self.able.clone();
        all.join(&self.waiting);
        all.join(&self.held);
        all
    }
}

/// Anything whose behaviour unfolds one choice at a time: a Java program, a Markov chain, a graph.
///
/// The system itself is shared by all workers; each worker has one world and mutates it in place.
pub trait System: Sync {
    /// The live, mutable value that unfolds.
    type World;

    /// A new world in the initial state. Called once per worker; every call yields the same state.
    fn initial(&self) -> Result<Self::World, Fault>;

    /// A world for one of several workers, which restore each other's states. The first is made before the others, while nobody
    /// else works; the others may be made on threads of their own. A world gives up its step when `stop` is set. What it
    /// learns it keeps to itself, to be asked for by `take_lesson`.
    fn worker(&self, _is_first: bool, _stop: &Arc<AtomicBool>) -> Result<Self::World, Fault> {
        self.initial()
    }

    /// Whether the last step, or its encoding, loaded something that the other workers have not heard of.
    fn has_loaded(&self, _world: &Self::World) -> bool {
        false
    }

    /// Tells the other workers that `pick` from `state` loads something. False if others had told of something else meanwhile: then
    /// the world has begun anew and knows what they told; it is to be put into `state`, and the step to be taken again.
    fn tell_load(&self, _world: &mut Self::World, _state: &Encoding, _pick: Pick) -> Result<bool, Fault> {
        Ok(true)
    }

    /// Whether other workers have loaded something that this world has not, so that it cannot restore their states.
    fn is_behind(&self, _world: &Self::World) -> bool {
        false
    }

    /// Loads what the others have; leaves the world in any state.
    fn catch_up(&self, _world: &mut Self::World) -> Result<(), Fault> {
        Ok(())
    }

    /// What the last step taught a worker's world.
    fn take_lesson(&self, _world: &mut Self::World) -> Option<Lesson> {
        None
    }

    /// Makes a lesson known to this world and to the system.
    fn learn(&self, _world: &mut Self::World, _lesson: &Lesson) {}

    /// What the workers' worlds have in common besides states, for a file: what they have loaded, learned and noticed.
    fn common_knowledge(&self) -> Vec<u8> {
        Vec::new()
    }

    /// That `pick` from `state` has just made `world` load something, for `hear_load` in another process.
    fn load_record(&self, _world: &Self::World, _state: &Encoding, _pick: Pick) -> Vec<u8> {
        Vec::new()
    }

    /// Hears of a load in another process: all of them hear of all loads, in the same order.
    fn hear_load(&self, _record: &[u8]) -> io::Result<()> {
        Ok(())
    }

    /// Takes over what `common_knowledge` says in another process; to be called before the first worker's world is made.
    fn expect_knowledge(&self, _knowledge: &[u8]) -> io::Result<()> {
        Ok(())
    }

    /// What was noticed so far that a verdict rests on, for `hear_notices` in another process.
    fn notices(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes over what another process noticed.
    fn hear_notices(&self, _notices: &[u8]) -> io::Result<()> {
        Ok(())
    }

    /// The pending choice; `None` unless the standing is `Open`.
    fn choice<'a>(&'a self, world: &'a Self::World) -> Option<Choice<'a>>;

    /// What the world is besides its choice.
    fn standing(&self, world: &Self::World) -> Standing;

    /// Resolves the pending choice and runs to the next one, in place.
    fn step(&self, world: &mut Self::World, pick: Pick) -> Result<(), Fault>;

    /// Writes the canonical form: two worlds behave equally if their encodings are equal. The world may be tidied
    /// (garbage, canonical numbers), but behaves as before.
    fn encode(&self, world: &mut Self::World, out: &mut Encoding);

    /// Puts `world` into the encoded state. What belongs to the last step only (violations, rewards) is empty then.
    fn decode(&self, encoding: &Encoding, world: &mut Self::World);

    /// What went wrong in the last step (or in the initial state).
    fn violations<'a>(&'a self, _world: &'a Self::World) -> &'a [Violation] {
        &[]
    }

    /// The names of the atomic propositions, fixed for the system's life.
    fn labels(&self) -> &[String] {
        &[]
    }

    /// Whether proposition `label` holds in the current state.
    fn holds(&self, _world: &Self::World, _label: usize) -> bool {
        false
    }

    /// How many *families* of propositions there are: one proposition per value of an integer, found while searching.
    fn families(&self) -> usize {
        0
    }

    /// The values that family `family` shows in the current state.
    fn family_values(&self, _world: &Self::World, _family: usize, _visit: &mut dyn FnMut(i64)) {}

    /// The name of the proposition that family `family` has for `value`.
    fn family_label(&self, _family: usize, _value: i64) -> String {
        String::new()
    }

    /// The names of the rewards counted, fixed for the system's life.
    fn rewards(&self) -> &[String] {
        &[]
    }

    /// How much of reward `reward` the last step earned.
    fn earned(&self, _world: &Self::World, _reward: usize) -> u64 {
        0
    }

    /// Identifies where in the program the pending choice is taken, with its distribution (Tang 2013, Algorithm 4.7).
    fn site(&self, _world: &Self::World) -> u64 {
        0
    }

    /// Identifies where in the program the thread stands that `pick` of the pending choice lets move. Threads that run the same
    /// code have the same places.
    fn move_site(&self, _world: &Self::World, _pick: Pick) -> u64 {
        0
    }

    /// The names of the heuristic values this system can compute.
    fn heuristics(&self) -> &[&'static str] {
        &[]
    }

    /// The value of heuristic `index` in the current state; searches prefer *smaller* values.
    fn heuristic(&self, _world: &mut Self::World, _index: usize) -> f64 {
        0.0
    }

    /// Whether that value depends on the way to the state, too.
    fn heuristic_depends_on_way(&self, _index: usize) -> bool {
        false
    }

    /// What taking `pick` means, for traces.
    fn describe(&self, _world: &Self::World, _pick: Pick) -> StepDescription {
        StepDescription::default()
    }

    /// The action name of `pick` where the system has one (labelled transition systems).
    fn action<'a>(&'a self, _world: &'a Self::World, _pick: Pick) -> Option<&'a str> {
        None
    }

    /// Whether transitions bear action names and cost next to nothing to generate (labelled transition systems). Searches
    /// then check all transitions of a state they visit, also those they do not take, as the literature counts.
    fn names_actions(&self) -> bool {
        false
    }

    /// Where the threads stand.
    fn roster(&self, _world: &Self::World) -> Roster {
        Roster::default()
    }

    /// Explains that `threads` will wait for ever, whatever the others do.
    fn explain_stuck(&self, _world: &Self::World, _threads: &ThreadSet) -> Violation {
        Violation::bare(ViolationKind::Deadlock, "threads wait for ever")
    }

    /// Explains that `threads` go round for ever without getting anywhere.
    fn explain_livelock(&self, _world: &Self::World, _threads: &ThreadSet) -> Violation {
        Violation::bare(ViolationKind::Livelock, "threads go round for ever")
    }

    /// Hears that `threads`, which wait for a time-out that is put off, would wait for ever, since the others go round for ever.
    fn note_held(&self, _world: &Self::World, _threads: &ThreadSet) {}

    /// Hears that `threads` may go round for ever, which nobody asked for.
    fn note_endless(&self, _world: &Self::World, _threads: &ThreadSet) {}

    /// The thread that ran last and can still run, as the choices of schedules name it; to be asked of a world that has
    /// just made a step and been encoded.
    fn runner(&self, _world: &Self::World) -> Option<ThreadId> {
        None
    }

    /// The threads that ended in the last step, as they were numbered before they did, in ascending order; those after them have
    /// moved up. To be asked of a world that has just made a step and been encoded.
    fn ended<'a>(&'a self, _world: &'a Self::World) -> &'a [ThreadId] {
        &[]
    }

    /// How many context switches there were inside the last step, where only one thread could go on.
    fn switches(&self, _world: &Self::World) -> u32 {
        0
    }

    /// Those switches, told. Each with how much had been
    /// printed before it; known when the system was told to keep what is printed.
    fn forced<'a>(&'a self, _world: &'a Self::World) -> &'a [(StepDescription, usize)] {
        &[]
    }

    /// What the mover of the last step did besides what its description says, in words; known like the switches.
    fn happened<'a>(&'a self, _world: &'a Self::World) -> &'a [String] {
        &[]
    }

    /// What the program printed in the last step, when the system was told to keep it.
    fn output<'a>(&'a self, _world: &'a Self::World) -> &'a [u8] {
        &[]
    }

    /// Statistics: instructions (or the like) executed by this world so far, over all steps.
    fn instructions(&self, _world: &Self::World) -> u64 {
        0
    }
}

/// What a search reports while it runs.
#[derive(Debug)]
pub enum Notice<'a, S: System> {
    /// A state was met for the first time; `world` is in it.
    Discovered {
        /// Its number.
        id: StateId,
        /// A world that is in it.
        world: &'a S::World,
        /// How many steps led to it.
        depth: u32,
    },
    /// A transition was taken; `world` is in `target`. `alternatives` is the number of picks `source` has.
    Advanced {
        /// Where it began.
        source: StateId,
        /// Who decided.
        decider: Decider,
        /// What was decided.
        pick: Pick,
        /// Between how many alternatives.
        alternatives: u32,
        /// How likely that was.
        probability: f64,
        /// Where it led.
        target: StateId,
        /// A world that is there.
        world: &'a S::World,
    },
    /// A transition led nowhere because an assumption failed.
    Ignored {
        /// Where it began.
        source: StateId,
        /// Who decided.
        decider: Decider,
        /// What was decided.
        pick: Pick,
        /// Between how many alternatives.
        alternatives: u32,
        /// How likely that was.
        probability: f64,
    },
}

/// Somebody who is told what a search does.
pub trait Observer<S: System> {
    /// Something has happened.
    fn observe(&mut self, system: &S, notice: &Notice<'_, S>);
}

/// Files encodings under ids. Says of itself whether it can confuse two states.
pub trait StateStore {
    /// Files a state, unless it is there.
    fn insert(&mut self, encoding: &Encoding) -> Filed;
    /// What was filed under `id`. Mutable, because successive states resemble each other and a store may remember the
    /// last ones.
    fn fetch(&mut self, id: StateId) -> &Encoding;
    /// Treats the state as never seen; for strategies that drop states to save memory.
    fn forget(&mut self, id: StateId);
    /// Whether it never confuses two states.
    fn is_exact(&self) -> bool;
    /// Bytes held, for the report's `store_bytes`.
    fn bytes(&self) -> usize;
}

/// What a store made of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filed {
    /// It was new.
    Fresh(StateId),
    /// It was there.
    Seen(StateId),
}

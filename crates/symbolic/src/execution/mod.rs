//! The execution tree of a Java program: its states are encoded where something is decided, and restored to go on.
//!
//! An assumption conditions what follows on its path, as the usage profiles of Luckow et al. (ASE 2014, Listings 2 and 3)
//! ask. A path that ends at a false assumption is no path at all: its branch is left out, and those beside it share its
//! probability. Finding that out needs a look ahead to the first end that is not, which programs without such paths are
//! spared.
//!
//! Different histories meet again: threads that do not disturb each other come to the same state in either order, and a
//! decided condition on an input that no variable depends on any more is forgotten, because inputs are independent. Such nodes
//! share an identity, so that what lies below them need be seen only once.

mod ahead;
mod crew;
mod decisions;
mod known;
mod loads;
mod memory;
mod place;
mod pulse;
mod saved;

pub use crew::{Crew, crew};
pub use pulse::{Pulse, Signs};

use crate::algorithms::{Expansion, Leaf, Opened, Outcome, Tree};
use crate::expr::{Assignment, Domain, ExprId, Value, Variable, VariableId};
use crate::fault::Fault;
use crate::path_condition::PathCondition;
use crate::record::Records;
use crate::solve::Patience;
use crate::values::{Inputs, SharedInputs, Values};
use dashu::rational::RBig;
use hashbrown::{HashMap, HashSet};
use jvm::choice::Pending;
use jvm::domain::{AUXILIARY, GUESS};
use jvm::{Loaded, Program, World};
use known::Known;
use loads::Loads;
use memory::Memory;
use place::Place;
use saved::{Kept, Saved, Scratch};
use search::stores::{SharedHandle, SharedStore};
use space::{Encoding, Standing, System, Violation, ViolationKind};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExecutionFault {
    #[error("{0}")]
    Symbolic(#[from] Fault),
    #[error("{0}")]
    Machine(space::Fault),
    /// A path ended at a false assumption: the tree has to look ahead (see [`Execution::look_ahead`]).
    #[error("a path ends at a false assumption")]
    Ignored,
    /// Machines that were to be alike are not: one alone has to do the work.
    #[error("the workers' machines are no longer alike")]
    Unlike,
    #[error("no input satisfies the program's assumptions: a probability given a null event has no value")]
    NothingLeft,
}

/// A path that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    pub path: PathCondition,
    pub kinds: Vec<ViolationKind>,
}

impl Failure {
    /// A deadlock has its own kind.
    pub fn is_one_of(&self, kinds: &[ViolationKind]) -> bool {
        self.kinds.iter().any(|kind| kinds.contains(kind))
    }
}

/// Choices with one alternative that are passed over in a row.
const FORCED_MAX: u32 = 1000;

/// Short steps in a row after which somebody looks at the clock.
const ROUNDS_UNWATCHED: u32 = 256;

/// How branches on inputs are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    Probability,
    /// Only whether they can be taken at all.
    Feasibility,
}

pub struct Execution<'p> {
    program: &'p Program,
    world: World,
    pub inputs: SharedInputs,
    weighing: Weighing,
    depth_max: Option<u32>,
    unwind_max: Option<u32>,
    deadline: Option<Instant>,
    look_ahead: bool,
    /// Whether alternatives are told apart in words, for schedulers that people read.
    pub naming: bool,
    start: Arc<Saved>,
    /// The saved state that the world is in, if it has not moved since.
    live: Option<u64>,
    saved: u64,
    /// What went wrong before the program asked for anything.
    pub failed_early: Option<Violation>,
    failures: Option<Arc<[ViolationKind]>>,
    /// The time or an instruction limit cut paths off.
    pub limits_hit: bool,
    /// The depth limit cut paths off.
    pub depth_hit: bool,
    /// The limit on turns cut paths off.
    pub unwind_hit: bool,
    /// Inputs of the last path that failed.
    pub failure: Option<PathCondition>,
    /// Whether nodes get identities. Whoever wants to see every path for itself turns it off.
    pub merging: bool,
    /// Whether a path that comes back to a state ends there. Whoever recognises states by their identities finds circles
    /// without that.
    pub ending_circles: bool,
    known: Arc<Known>,
    store: SharedHandle<Arc<SharedStore>>,
    memory: Memory,
    scratch: Scratch,
    pulse: Arc<Pulse>,
    loads: Arc<Loads>,
    /// How many of them this machine has gone through, and how much it has loaded.
    loads_seen: usize,
    loaded: Loaded,
    /// The state of the node that is being opened, and the picks since.
    taken_from: Arc<Saved>,
    taken: Vec<u32>,
    /// Instructions before the first node, those of machines beside this one, and those that opened no node.
    instructions_before: u64,
    instructions_beside: u64,
    instructions_apart: u64,
    /// By identity: whether some end below is none of a false assumption. One that is being looked at leads back to itself,
    /// and a path that never ends meets no assumption either.
    alive: HashMap<u64, bool>,
    /// Of the node expanded last.
    identity: Option<u64>,
    /// Every path that ends, if they are wanted.
    pub records: Option<Records>,
}

/// What machines that work on one tree have in common: what a node means to one, it means to all.
#[derive(Clone)]
pub struct Common {
    inputs: SharedInputs,
    known: Arc<Known>,
    loads: Arc<Loads>,
    pulse: Arc<Pulse>,
    /// How many machines there are.
    machines: Arc<AtomicU64>,
    /// What ends a path as a failure, if not everything that can go wrong does.
    failures: Option<Arc<[ViolationKind]>>,
}

impl Common {
    pub fn new(inputs: Inputs) -> Self {
        Common {
            inputs: SharedInputs::new(inputs),
            known: Arc::default(),
            loads: Arc::default(),
            pulse: Arc::default(),
            machines: Arc::default(),
            failures: None,
        }
    }

    /// The inputs that a program has asked for.
    pub fn asked(&self) -> Vec<Variable> {
        self.inputs.lock().asked()
    }

    /// Other kinds of violations end no path: what happens after them counts.
    pub fn failing_by(self, kinds: &[ViolationKind]) -> Self {
        Common { failures: Some(kinds.into()), ..self }
    }

    /// Its machines show their signs of life there.
    pub fn watched(self, pulse: Arc<Pulse>) -> Self {
        Common { pulse, ..self }
    }
}

/// What one of several machines did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    depth_hit: bool,
    unwind_hit: bool,
    limits_hit: bool,
    instructions: u64,
}

/// Saved states have numbers of their own on every machine.
const STATES_PER_MACHINE: u64 = 1 << 48;

pub struct Node {
    kind: Kind,
    ahead: RefCell<Option<Shallow>>,
}

enum Kind {
    /// What quantification left open.
    Unknown,
    Root,
    Open {
        state: Arc<Saved>,
        pick: u32,
        place: Place,
    },
}

/// A node opened without looking ahead.
enum Shallow {
    Dead,
    Leaf(Leaf),
    Choice(Vec<(String, Node)>, Option<u64>),
    Branch(Vec<(RBig, String, Node)>, Option<u64>),
}

impl From<Kind> for Node {
    fn from(kind: Kind) -> Self {
        Node { kind, ahead: RefCell::new(None) }
    }
}

impl<'p> Execution<'p> {
    pub fn new(program: &'p Program, inputs: Inputs, weighing: Weighing) -> Result<Self, ExecutionFault> {
        Self::beside(program, &Common::new(inputs), weighing)
    }

    /// A machine that works on the same tree as others: they can open each other's nodes. What threads share should be known by
    /// then, which another machine made before sees to: who learns it on the way is unlike the others.
    pub fn beside(program: &'p Program, common: &Common, weighing: Weighing) -> Result<Self, ExecutionFault> {
        let inputs = common.inputs.clone();
        let mut world = booted(program, &inputs)?;
        let loaded = program.loaded(&world);
        if !common.loads.is_alike(loaded) {
            return Err(ExecutionFault::Unlike);
        }
        let first = common.machines.fetch_add(1, Ordering::Relaxed) * STATES_PER_MACHINE;
        let mut encoding = Encoding::new();
        let failures = common.failures.clone();
        let fails = |kind: ViolationKind| failures.as_ref().is_none_or(|kinds| kinds.contains(&kind));
        world.vm.ends_at_failure = fails(ViolationKind::Exception) && fails(ViolationKind::Assertion);
        let failed_early = program.violations(&world).iter().find(|violation| fails(violation.kind)).cloned();
        if failed_early.is_none() {
            program.encode(&mut world, &mut encoding);
        }
        let instructions_before = program.instructions(&world);
        let start = Arc::new(Saved { id: first, kept: Kept::Whole(encoding) });
        Ok(Execution {
            program,
            world,
            inputs,
            weighing,
            depth_max: None,
            unwind_max: None,
            deadline: None,
            look_ahead: false,
            naming: false,
            start: start.clone(),
            live: Some(first),
            saved: first,
            failed_early,
            failures,
            limits_hit: false,
            depth_hit: false,
            unwind_hit: false,
            failure: None,
            merging: true,
            ending_circles: false,
            known: common.known.clone(),
            store: SharedHandle::new(common.known.store.clone()),
            memory: Memory::default(),
            scratch: Scratch::default(),
            pulse: common.pulse.clone(),
            loads: common.loads.clone(),
            loads_seen: 0,
            loaded,
            taken_from: start,
            taken: Vec::new(),
            instructions_before,
            instructions_beside: 0,
            instructions_apart: 0,
            alive: HashMap::new(),
            identity: None,
            records: None,
        })
    }

    pub fn limited(mut self, depth_max: Option<u32>, deadline: Option<Instant>) -> Self {
        (self.depth_max, self.deadline) = (depth_max, deadline);
        self.inputs.lock().paths.patience = Patience { deadline, pulse: Some(self.pulse.clone()) };
        self
    }

    /// No path decides the same branch more often. Paths are then told apart by how often they did.
    pub fn unwound(mut self, unwind_max: Option<u32>) -> Self {
        self.merging &= unwind_max.is_none();
        Execution { unwind_max, ..self }
    }

    /// From now on branches that only lead to false assumptions are left out.
    pub fn look_ahead(&mut self) {
        self.look_ahead = true;
        (self.limits_hit, self.depth_hit) = (false, false);
    }

    /// Of this machine, and of those beside it since they began.
    pub fn instructions(&self) -> u64 {
        self.program.instructions(&self.world) + self.instructions_beside - self.instructions_apart
    }

    /// Questions about conditions that this machine answered from memory.
    pub fn reused(&self) -> u64 {
        self.memory.reused()
    }

    pub fn is_interrupted(&self) -> bool {
        self.pulse.is_interrupted()
    }

    /// What there is to say of a machine that has done its part.
    pub fn tally(&self) -> Tally {
        Tally {
            depth_hit: self.depth_hit,
            unwind_hit: self.unwind_hit,
            limits_hit: self.limits_hit,
            instructions: self.instructions() - self.instructions_before,
        }
    }

    pub fn absorb(&mut self, other: Tally) {
        self.depth_hit |= other.depth_hit;
        self.unwind_hit |= other.unwind_hit;
        self.limits_hit |= other.limits_hit;
        self.instructions_beside += other.instructions;
    }

    /// Concrete inputs for a path, with their names. Those it does not mention may be anything, but must be something of their
    /// domains.
    pub fn model(&self, path: &PathCondition) -> Result<Option<Vec<(String, String)>>, Fault> {
        let mut inputs = self.inputs.lock();
        let path = &inputs.paths.with_short_texts(path)?;
        let Some(mut model) = inputs.paths.model(path)? else { return Ok(None) };
        for (index, variable) in inputs.paths.exprs.variables().iter().enumerate() {
            model.values.entry(VariableId(index as u32)).or_insert_with(|| match &variable.domain {
                Domain::Integer { range, .. } => Value::Integer(0.clamp(range.low, range.high)),
                Domain::Real { low, high } => Value::Real((low + high) / RBig::from(2)),
            });
        }
        Ok(Some(named(&inputs, &model, path)))
    }

    /// Whether a path was taken because of an answer that was guessed.
    pub fn is_guessed(&self, path: &PathCondition) -> bool {
        let inputs = self.inputs.lock();
        let variables = inputs.paths.exprs.variables();
        path.scope().any(|variable| variables[variable.0 as usize].name.starts_with(GUESS))
    }

    /// Opens a node, with all there is to know about it.
    pub fn open(&mut self, node: &Node) -> Result<Opened<Node>, ExecutionFault> {
        let expansion = self.expand(node)?;
        let failed = matches!(&expansion, Expansion::Leaf(leaf) if leaf.outcome == Outcome::Failure);
        let failure = failed.then(|| Failure {
            path: self.failure.clone().unwrap_or_default(),
            kinds: self.program.violations(&self.world).iter().map(|violation| violation.kind).collect(),
        });
        let vm = &self.world.vm;
        let frame = vm.threads.get(vm.current).and_then(|thread| thread.frames.last());
        let site = frame.filter(|_| !matches!(expansion, Expansion::Leaf(_))).map(|frame| (frame.method.0, frame.pc));
        let distance = site.and_then(|_| jvm::heuristics::distance(self.program, &self.world));
        Ok(Opened { expansion, identity: self.identity(), site, distance, failure })
    }

    fn shallow(&mut self, node: &Node) -> Result<Shallow, ExecutionFault> {
        self.catch_up()?;
        match self.shallow_once(node) {
            Err(ExecutionFault::Unlike) => {
                self.boot_again()?;
                self.shallow_once(node)
            }
            opened => opened,
        }
    }

    fn shallow_once(&mut self, node: &Node) -> Result<Shallow, ExecutionFault> {
        self.taken.clear();
        let (state, pick, place) = match &node.kind {
            Kind::Unknown => return Ok(Shallow::Leaf(Outcome::Unknown.into())),
            Kind::Root => {
                if self.live != Some(self.start.id) {
                    let start = self.start.clone();
                    self.restore(&start);
                }
                self.taken_from = self.start.clone();
                let record = self.records.as_ref().map(|_| Arc::default());
                let place = Place {
                    path: Arc::default(),
                    depth: 0,
                    labels: Arc::default(),
                    record,
                    trail: None,
                    turns: Arc::default(),
                };
                return self.advance(place);
            }
            Kind::Open { state, pick, place } => (state, *pick, place.clone()),
        };
        self.pulse.opened(place.depth);
        if self.is_over() {
            return self.leaf(&place, Outcome::Unknown);
        }
        self.restore(state);
        self.taken_from = state.clone();
        match self.step(pick)? {
            Ok(()) => self.advance(place),
            Err(fault) => self.stopped(fault, &place),
        }
    }

    /// The time is up, or somebody has had enough; that is remembered.
    fn is_over(&mut self) -> bool {
        let is_over = self.pulse.is_interrupted() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.limits_hit |= is_over;
        is_over
    }

    fn stopped(&mut self, fault: space::Fault, place: &Place) -> Result<Shallow, ExecutionFault> {
        match fault {
            space::Fault::Limit { .. } => {
                self.limits_hit = true;
                self.leaf(place, Outcome::Unknown)
            }
            fault => Err(ExecutionFault::Machine(fault)),
        }
    }

    /// A path ends here.
    fn leaf(&mut self, place: &Place, outcome: Outcome) -> Result<Shallow, ExecutionFault> {
        self.pulse.ended();
        if let (Some(records), Some(record)) = (&mut self.records, &place.record) {
            let mut inputs = self.inputs.lock();
            let condition = inputs.paths.describe(&place.path);
            let model =
                inputs.paths.model(&place.path)?.map(|model| named(&inputs, &model, &place.path)).unwrap_or_default();
            records.add(record, outcome, &place.labels, condition, model);
        }
        Ok(Shallow::Leaf(Leaf { outcome, labels: (*place.labels).clone() }))
    }

    fn has_failed(&self) -> bool {
        let fails = |kind| self.failures.as_ref().is_none_or(|kinds| kinds.contains(&kind));
        self.program.violations(&self.world).iter().any(|violation| fails(violation.kind))
    }

    /// Runs from where the world stands until something is decided.
    fn advance(&mut self, mut place: Place) -> Result<Shallow, ExecutionFault> {
        let mut forced = 0;
        let mut rounds = 0u32;
        loop {
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(ROUNDS_UNWATCHED) && self.is_over() {
                return self.leaf(&place, Outcome::Unknown);
            }
            self.note_labels(&mut place);
            if self.has_failed() {
                self.failure = Some((*place.path).clone());
                return self.leaf(&place, Outcome::Failure);
            }
            match self.program.standing(&self.world) {
                Standing::Ended => return self.leaf(&place, Outcome::Success),
                Standing::Deadlocked => {
                    self.failure = Some((*place.path).clone());
                    return self.leaf(&place, Outcome::Failure);
                }
                Standing::Ignored => return Ok(Shallow::Dead),
                Standing::Open => {}
            }
            let pending = self.world.vm.pending.clone().expect("an open state has a choice");
            let pick = match pending {
                Pending::Resume => 0,
                Pending::Assume { condition } => match self.assume(&place.path, ExprId(condition))? {
                    Some(path) => {
                        place.path = path;
                        0
                    }
                    None => return Ok(Shallow::Dead),
                },
                // A path with only one way to go stops now and then all the same: others must have their turn.
                Pending::Branch { .. } => match self.branch(&place, &pending, forced < FORCED_MAX)? {
                    Ok((only, extended)) => {
                        forced += 1;
                        place.path = extended.unwrap_or(place.path);
                        only
                    }
                    Err(shallow) => return Ok(shallow),
                },
                Pending::Coin { ref weights, .. } => return self.coin(&place, &pending, weights),
                ref other => match other.choice().alternatives() {
                    // Where there is nothing to choose the path goes on; now and then it stops all the same, to notice if it
                    // goes round in circles.
                    1 if forced < FORCED_MAX => {
                        forced += 1;
                        0
                    }
                    alternatives => return self.choice(&place, &pending, alternatives),
                },
            };
            if let Err(fault) = self.step(pick)? {
                return self.stopped(fault, &place);
            }
        }
    }

    fn note_labels(&self, place: &mut Place) {
        for (index, label) in self.program.labels().iter().enumerate() {
            if self.program.holds(&self.world, index) && !place.labels.contains(label) {
                Arc::make_mut(&mut place.labels).push(label.clone());
            }
        }
    }
}

/// A machine that stands before the first node.
fn booted(program: &Program, inputs: &SharedInputs) -> Result<World, ExecutionFault> {
    let values = || Box::new(Values::of(inputs)) as Box<dyn jvm::domain::SymbolicValues>;
    program.initial_symbolic(&values).map_err(ExecutionFault::Machine)
}

/// The values of a model, as the machine reads them back. Of inputs that share a name, which differ by what an object could be, that of the
/// path; of objects, only what there is of them.
fn named(inputs: &Inputs, model: &Assignment, path: &PathCondition) -> Vec<(String, String)> {
    let variables = inputs.paths.exprs.variables();
    let is_input = |variable: &VariableId| !variables[variable.0 as usize].name.starts_with([AUXILIARY, GUESS]);
    let mut values: Vec<(usize, String, String)> = (model.values.iter())
        .filter(|(variable, _)| is_input(variable))
        .map(|(variable, value)| {
            let text = match value {
                Value::Integer(value) => variables[variable.0 as usize].text(*value),
                Value::Real(value) => value.to_f64().value().to_string(),
            };
            (variable.0 as usize, variables[variable.0 as usize].name.clone(), text)
        })
        .collect();
    values.sort();
    let on_path: HashSet<usize> = path.scope().map(|variable| variable.0 as usize).collect();
    let met: HashSet<&str> = on_path
        .iter()
        .filter(|index| variables[**index].options.is_some())
        .map(|index| &*variables[*index].name)
        .collect();
    let of_object = |name: &str| {
        let index = variables.iter().rposition(|variable| variable.options.is_some() && variable.name == name)?;
        let index = on_path.iter().copied().find(|at| variables[*at].name == name).unwrap_or(index);
        let value = values.iter().find(|(at, _, _)| *at == index)?;
        Some(value.2.clone())
    };
    let exists = |name: &str| {
        let Some(at) = name.rfind(['.', '[']) else { return true };
        let Some(holder) = of_object(&name[..at]) else { return true };
        match holder.strip_prefix("new[").and_then(|rest| rest.strip_suffix(']')?.parse::<u64>().ok()) {
            Some(length) => name[at + 1..].trim_end_matches(']').parse::<u64>().is_ok_and(|index| index < length),
            None => holder == "new" || holder.starts_with("new "),
        }
    };
    let is_wanted = |index: usize, name: &str| {
        let is_other = variables[index].options.is_some() && met.contains(name) && !on_path.contains(&index);
        !is_other && exists(name)
    };
    let wanted = values.iter().filter(|(index, name, _)| is_wanted(*index, name));
    wanted.map(|(_, name, value)| (name.clone(), value.clone())).collect()
}

impl Tree for Execution<'_> {
    type Node = Node;
    type Error = ExecutionFault;

    fn root(&mut self) -> Result<Node, ExecutionFault> {
        Ok(Kind::Root.into())
    }

    fn expand(&mut self, node: &Node) -> Result<Expansion<Node>, ExecutionFault> {
        let shallow = match node.ahead.take() {
            Some(known) => known,
            None => self.shallow(node)?,
        };
        let is_root = matches!(node.kind, Kind::Root);
        self.identity = None;
        match shallow {
            Shallow::Dead if self.look_ahead || is_root => Err(ExecutionFault::NothingLeft),
            Shallow::Dead => Err(ExecutionFault::Ignored),
            Shallow::Leaf(leaf) => Ok(Expansion::Leaf(leaf)),
            Shallow::Choice(children, identity) => {
                let children = self.keep_alive(children, |(_, node)| node)?;
                self.identity = identity;
                if children.is_empty() { Err(ExecutionFault::NothingLeft) } else { Ok(Expansion::Choice(children)) }
            }
            Shallow::Branch(children, identity) => {
                let mut children = self.keep_alive(children, |(_, _, node)| node)?;
                self.identity = identity;
                let total: RBig = children.iter().fold(RBig::ZERO, |sum, (probability, _, _)| sum + probability);
                if total.is_zero() {
                    return Err(ExecutionFault::NothingLeft);
                }
                if total != RBig::ONE {
                    for (probability, _, _) in &mut children {
                        *probability /= &total;
                    }
                }
                Ok(Expansion::Branch(children))
            }
        }
    }

    fn identity(&self) -> Option<u64> {
        self.identity.filter(|_| !self.ending_circles)
    }

    fn keep_apart(&mut self, apart: bool) {
        self.ending_circles = apart;
    }
}

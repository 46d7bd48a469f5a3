//! The execution tree of a Java program: its states are encoded where something is decided, and restored to go on.
//!
//! An assumption conditions what follows on its path, as the usage profiles of Luckow et al. (ASE 2014, Listings 2 and 3)
//! ask. A path that ends at a false assumption is no path at all: its branch is left out, and those beside it share its
//! probability. Finding that out needs a look ahead to the first end that is not, which programs without such paths are
//! spared.

use crate::algorithms::{Expansion, Leaf, Outcome, Tree};
use crate::expr::{Assignment, ExprId};
use crate::fault::Fault;
use crate::path_condition::PathCondition;
use crate::values::{Inputs, SharedInputs};
use dashu::rational::RBig;
use jvm::choice::Pending;
use jvm::{Program, World};
use space::{Encoding, Pick, Standing, System};
use std::cell::RefCell;
use std::rc::Rc;
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
    #[error("no input satisfies the program's assumptions: a probability given a null event has no value")]
    NothingLeft,
}

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
    pub inputs: Rc<RefCell<Inputs>>,
    weighing: Weighing,
    depth_max: Option<u32>,
    deadline: Option<Instant>,
    look_ahead: bool,
    /// Whether alternatives are told apart in words, for schedulers that people read.
    pub naming: bool,
    start: Rc<Saved>,
    /// The saved state that the world is in, if it has not moved since.
    live: Option<u64>,
    saved: u64,
    /// The time or an instruction limit cut paths off.
    pub limits_hit: bool,
    /// The depth limit cut paths off.
    pub depth_hit: bool,
    /// Inputs of the last path that failed.
    pub failure: Option<PathCondition>,
}

struct Saved {
    id: u64,
    encoding: Encoding,
}

#[derive(Clone)]
struct Place {
    path: Rc<PathCondition>,
    depth: u32,
    labels: Rc<Vec<String>>,
}

pub struct Node {
    kind: Kind,
    ahead: RefCell<Option<Shallow>>,
}

enum Kind {
    /// What quantification left open.
    Unknown,
    Root,
    Open {
        state: Rc<Saved>,
        pick: u32,
        place: Place,
    },
}

/// A node opened without looking ahead.
enum Shallow {
    Dead,
    Leaf(Leaf),
    Choice(Vec<(String, Node)>),
    Branch(Vec<(RBig, Node)>),
}

impl From<Kind> for Node {
    fn from(kind: Kind) -> Self {
        Node { kind, ahead: RefCell::new(None) }
    }
}

impl<'p> Execution<'p> {
    pub fn new(program: &'p Program, inputs: Inputs, weighing: Weighing) -> Result<Self, ExecutionFault> {
        let inputs = Rc::new(RefCell::new(inputs));
        let values = || Box::new(SharedInputs(inputs.clone())) as Box<dyn jvm::domain::SymbolicValues>;
        let mut world = program.initial_symbolic(&values).map_err(ExecutionFault::Machine)?;
        let mut encoding = Encoding::new();
        let violated = !program.violations(&world).is_empty();
        if !violated {
            program.encode(&mut world, &mut encoding);
        }
        Ok(Execution {
            program,
            world,
            inputs,
            weighing,
            depth_max: None,
            deadline: None,
            look_ahead: false,
            naming: false,
            start: Rc::new(Saved { id: 0, encoding }),
            live: Some(0),
            saved: 0,
            limits_hit: false,
            depth_hit: false,
            failure: None,
        })
    }

    pub fn limited(mut self, depth_max: Option<u32>, deadline: Option<Instant>) -> Self {
        (self.depth_max, self.deadline) = (depth_max, deadline);
        self
    }

    /// From now on branches that only lead to false assumptions are left out.
    pub fn look_ahead(&mut self) {
        self.look_ahead = true;
        (self.limits_hit, self.depth_hit) = (false, false);
    }

    pub fn instructions(&self) -> u64 {
        self.program.instructions(&self.world)
    }

    /// Whether the last failure is one of these kinds; a deadlock has its own.
    pub fn failed_with(&self, kinds: &[space::ViolationKind]) -> bool {
        self.program.violations(&self.world).iter().any(|violation| kinds.contains(&violation.kind))
    }

    /// Concrete inputs for a path, with their names; those it does not mention may be anything.
    pub fn model(&self, path: &PathCondition) -> Result<Option<Vec<(String, String)>>, Fault> {
        let mut inputs = self.inputs.borrow_mut();
        let Some(model) = inputs.paths.model(path)? else { return Ok(None) };
        Ok(Some(named(&inputs, &model)))
    }

    fn shallow(&mut self, node: &Node) -> Result<Shallow, ExecutionFault> {
        let (state, pick, place) = match &node.kind {
            Kind::Unknown => return Ok(Shallow::Leaf(Outcome::Unknown.into())),
            Kind::Root => {
                if self.live != Some(0) {
                    let start = self.start.clone();
                    self.restore(&start);
                }
                let place = Place { path: Rc::default(), depth: 0, labels: Rc::default() };
                return self.advance(place);
            }
            Kind::Open { state, pick, place } => (state, *pick, place.clone()),
        };
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.limits_hit = true;
            return Ok(Shallow::Leaf(Outcome::Grey.into()));
        }
        self.restore(state);
        self.live = None;
        match self.program.step(&mut self.world, Pick(pick)) {
            Ok(()) => self.advance(place),
            Err(fault) => self.stopped(fault, &place),
        }
    }

    fn stopped(&mut self, fault: space::Fault, place: &Place) -> Result<Shallow, ExecutionFault> {
        match fault {
            space::Fault::Limit(_) => {
                self.limits_hit = true;
                Ok(Shallow::Leaf(Leaf { outcome: Outcome::Grey, labels: (*place.labels).clone() }))
            }
            fault => Err(ExecutionFault::Machine(fault)),
        }
    }

    fn restore(&mut self, state: &Rc<Saved>) {
        if self.live != Some(state.id) {
            self.program.decode(&state.encoding, &mut self.world);
            self.live = Some(state.id);
        }
    }

    fn save(&mut self) -> Rc<Saved> {
        let mut encoding = Encoding::new();
        self.program.encode(&mut self.world, &mut encoding);
        self.saved += 1;
        self.live = Some(self.saved);
        Rc::new(Saved { id: self.saved, encoding })
    }

    /// Runs from where the world stands until something is decided.
    fn advance(&mut self, mut place: Place) -> Result<Shallow, ExecutionFault> {
        loop {
            self.note_labels(&mut place);
            let leaf = |outcome| Ok(Shallow::Leaf(Leaf { outcome, labels: (*place.labels).clone() }));
            if !self.program.violations(&self.world).is_empty() {
                self.failure = Some((*place.path).clone());
                return leaf(Outcome::Failure);
            }
            match self.program.standing(&self.world) {
                Standing::Ended => return leaf(Outcome::Success),
                Standing::Deadlocked => {
                    self.failure = Some((*place.path).clone());
                    return leaf(Outcome::Failure);
                }
                Standing::Ignored => return Ok(Shallow::Dead),
                Standing::Open => {}
            }
            let pending = self.world.vm.pending.clone().expect("an open state has a choice");
            let pick = match pending {
                Pending::Resume => 0,
                Pending::Assume { condition } => match self.assume(&place.path, ExprId(condition))? {
                    Some(path) => {
                        place.path = Rc::new(path);
                        0
                    }
                    None => return Ok(Shallow::Dead),
                },
                Pending::Branch { conditions, .. } => match self.branch(&place, &conditions)? {
                    Ok(only) => only,
                    Err(shallow) => return Ok(shallow),
                },
                Pending::Coin { weights, .. } => return self.coin(&place, &weights),
                other => return self.choice(&place, other.choice().alternatives()),
            };
            self.live = None;
            if let Err(fault) = self.program.step(&mut self.world, Pick(pick)) {
                return self.stopped(fault, &place);
            }
        }
    }

    fn note_labels(&self, place: &mut Place) {
        for (index, label) in self.program.labels().iter().enumerate() {
            if self.program.holds(&self.world, index) && !place.labels.contains(label) {
                Rc::make_mut(&mut place.labels).push(label.clone());
            }
        }
    }

    /// The path under an assumption; none if it cannot hold.
    fn assume(&mut self, path: &PathCondition, condition: ExprId) -> Result<Option<PathCondition>, ExecutionFault> {
        let mut inputs = self.inputs.borrow_mut();
        let Some(extended) = inputs.paths.assume(path, condition) else { return Ok(None) };
        let possible = match self.weighing {
            Weighing::Probability => !inputs.paths.split(path, condition)?.holds.high.is_zero(),
            Weighing::Feasibility => inputs.paths.is_feasible(&extended)?,
        };
        Ok(possible.then_some(extended))
    }

    /// The one alternative that is possible, or the node with all that are.
    #[allow(clippy::type_complexity)]
    fn branch(&mut self, place: &Place, conditions: &[u32]) -> Result<Result<u32, Shallow>, ExecutionFault> {
        let mut open: Vec<(RBig, u32, PathCondition)> = Vec::new();
        let mut left = RBig::ONE;
        let mut exact = false;
        {
            let mut inputs = self.inputs.borrow_mut();
            for (pick, condition) in conditions.iter().enumerate() {
                if left.is_zero() {
                    break;
                }
                let condition = ExprId(*condition);
                let Some(extended) = inputs.paths.assume(&place.path, condition) else {
                    exact = true;
                    continue;
                };
                let probability = match self.weighing {
                    Weighing::Feasibility if inputs.paths.is_feasible(&extended)? => RBig::ONE,
                    Weighing::Feasibility => RBig::ZERO,
                    // What an exact first half leaves is the second.
                    Weighing::Probability if pick == 1 && conditions.len() == 2 && exact => left.clone(),
                    Weighing::Probability => {
                        let split = inputs.paths.split(&place.path, condition)?;
                        exact = split.holds.is_exact();
                        split.holds.low
                    }
                };
                if !probability.is_zero() {
                    if self.weighing == Weighing::Probability {
                        left -= &probability;
                    }
                    open.push((probability, pick as u32, extended));
                }
            }
        }
        let certain = self.weighing == Weighing::Feasibility || left.is_zero();
        if let ([(_, pick, _)], true) = (&open[..], certain) {
            return Ok(Ok(*pick));
        }
        if self.is_too_deep(place) {
            return Ok(Err(self.grey(place)));
        }
        let state = self.save();
        let mut children: Vec<(RBig, Node)> = (open.into_iter())
            .map(|(probability, pick, path)| {
                let place = Place { path: Rc::new(path), depth: place.depth + 1, labels: place.labels.clone() };
                (probability, Node::from(Kind::Open { state: state.clone(), pick, place }))
            })
            .collect();
        if self.weighing == Weighing::Feasibility {
            let choices = children.into_iter().map(|(_, node)| (String::new(), node)).collect();
            return Ok(Err(Shallow::Choice(choices)));
        }
        if !left.is_zero() {
            children.push((left, Node::from(Kind::Unknown)));
        }
        Ok(Err(Shallow::Branch(children)))
    }

    fn is_too_deep(&self, place: &Place) -> bool {
        self.depth_max.is_some_and(|depth_max| place.depth >= depth_max)
    }

    fn grey(&mut self, place: &Place) -> Shallow {
        self.depth_hit = true;
        Shallow::Leaf(Leaf { outcome: Outcome::Grey, labels: (*place.labels).clone() })
    }

    fn coin(&mut self, place: &Place, weights: &[f64]) -> Result<Shallow, ExecutionFault> {
        if self.is_too_deep(place) {
            return Ok(self.grey(place));
        }
        let state = self.save();
        let below = Place { depth: place.depth + 1, ..place.clone() };
        let child =
            |pick: usize| Node::from(Kind::Open { state: state.clone(), pick: pick as u32, place: below.clone() });
        if self.weighing == Weighing::Feasibility {
            return Ok(Shallow::Choice((0..weights.len()).map(|pick| (String::new(), child(pick))).collect()));
        }
        let meant: Vec<RBig> = weights.iter().map(|weight| markov::rational::meant(*weight)).collect();
        let total: RBig = meant.iter().fold(RBig::ZERO, |sum, weight| sum + weight);
        Ok(Shallow::Branch(
            meant.into_iter().enumerate().map(|(pick, weight)| (weight / &total, child(pick))).collect(),
        ))
    }

    fn choice(&mut self, place: &Place, alternatives: u32) -> Result<Shallow, ExecutionFault> {
        if self.is_too_deep(place) {
            return Ok(self.grey(place));
        }
        let names: Vec<String> = (0..alternatives)
            .map(|pick| {
                if !self.naming {
                    return String::new();
                }
                let step = self.program.describe(&self.world, Pick(pick));
                let place = [step.thread, step.location].into_iter().flatten().collect::<Vec<_>>().join(" at ");
                format!("{place}: {}", step.text)
            })
            .collect();
        let state = self.save();
        let below = Place { depth: place.depth + 1, ..place.clone() };
        let nodes = names.into_iter().enumerate().map(|(pick, name)| {
            (name, Node::from(Kind::Open { state: state.clone(), pick: pick as u32, place: below.clone() }))
        });
        Ok(Shallow::Choice(nodes.collect()))
    }

    /// Whether some end below the node is none of a false assumption.
    fn is_alive(&mut self, node: &Node) -> Result<bool, ExecutionFault> {
        let mut shallow = match node.ahead.take() {
            Some(known) => known,
            None => self.shallow(node)?,
        };
        let alive = match &mut shallow {
            Shallow::Dead => false,
            Shallow::Leaf(_) => true,
            Shallow::Choice(children) => self.first_alive(children.iter().map(|(_, child)| child))?,
            Shallow::Branch(children) => self.first_alive(children.iter().map(|(_, child)| child))?,
        };
        *node.ahead.borrow_mut() = Some(if alive { shallow } else { Shallow::Dead });
        Ok(alive)
    }

    fn first_alive<'n>(&mut self, children: impl Iterator<Item = &'n Node>) -> Result<bool, ExecutionFault> {
        for child in children {
            if self.is_alive(child)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn alive_children<W>(&mut self, children: Vec<(W, Node)>) -> Result<Vec<(W, Node)>, ExecutionFault> {
        let mut alive = Vec::with_capacity(children.len());
        for (weight, child) in children {
            if !self.look_ahead || self.is_alive(&child)? {
                alive.push((weight, child));
            }
        }
        Ok(alive)
    }
}

/// The values of a model, as the machine reads them back.
fn named(inputs: &Inputs, model: &Assignment) -> Vec<(String, String)> {
    let variables = inputs.paths.exprs.variables();
    let mut values: Vec<(usize, String, String)> = (model.values.iter())
        .map(|(variable, value)| {
            let text = match value {
                crate::expr::Value::Integer(value) => value.to_string(),
                crate::expr::Value::Real(value) => value.to_f64().value().to_string(),
            };
            (variable.0 as usize, variables[variable.0 as usize].name.clone(), text)
        })
        .collect();
    values.sort();
    values.into_iter().map(|(_, name, value)| (name, value)).collect()
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
        match shallow {
            Shallow::Dead if self.look_ahead || is_root => Err(ExecutionFault::NothingLeft),
            Shallow::Dead => Err(ExecutionFault::Ignored),
            Shallow::Leaf(leaf) => Ok(Expansion::Leaf(leaf)),
            Shallow::Choice(children) => {
                let children = self.alive_children(children)?;
                if children.is_empty() { Err(ExecutionFault::NothingLeft) } else { Ok(Expansion::Choice(children)) }
            }
            Shallow::Branch(children) => {
                let mut children = self.alive_children(children)?;
                let total: RBig = children.iter().fold(RBig::ZERO, |sum, (probability, _)| sum + probability);
                if total.is_zero() {
                    return Err(ExecutionFault::NothingLeft);
                }
                if total != RBig::ONE {
                    for (probability, _) in &mut children {
                        *probability /= &total;
                    }
                }
                Ok(Expansion::Branch(children))
            }
        }
    }
}

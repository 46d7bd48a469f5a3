//! The part of the execution tree that sampling has seen, with what is known at every node.
//!
//! Nodes that the tree gives the same identity are one node here: what a sample finds out below it counts for every way that
//! leads to it. Values are brought up to date along the walk that changed them, wherever that leaves nothing to explore, and elsewhere when a
//! walk next comes by; until then they are bounds all the same, only wider. A walk that meets a node it has already passed goes round in circles; such trees
//! are sampled again with their nodes kept apart.

use super::scheduler::{Scheduler, Step, StepId};
use super::tree::{Expansion, Goal, Outcome, Query, Tree};
use crate::quantify::Bounds;
use dashu::rational::RBig;
use hashbrown::HashMap;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(pub usize);

pub enum Kind {
    Unseen,
    Leaf(Outcome),
    Choice { names: Vec<String> },
    Branch { probabilities: Vec<RBig>, words: Vec<String> },
}

pub struct Entry<N> {
    /// Dropped once expanded.
    node: Option<N>,
    pub kind: Kind,
    /// The lower value is reached by what was sampled; the upper one allows for all that was not.
    pub value: Bounds,
    /// Nothing below it can change its value: sampling it again would tell nothing new.
    pub explored: bool,
    /// The current walk has passed it.
    on_walk: bool,
}

/// Which node leads to which, packed, because sweeps go through it over and over.
#[derive(Default)]
struct Graph {
    /// Per node: where its children begin, and how many they are.
    ranges: Vec<(u32, u32)>,
    children: Vec<NodeId>,
    /// Per node: the last of its parents in `links`, each of which names the one before.
    last_parent: Vec<u32>,
    links: Vec<(NodeId, u32)>,
}

const NONE: u32 = u32::MAX;

impl Graph {
    fn range(&self, id: NodeId) -> Range<usize> {
        let (start, count) = self.ranges[id.0];
        start as usize..(start + count) as usize
    }

    fn link(&mut self, parent: NodeId, child: NodeId) {
        let link = self.links.len() as u32;
        self.links.push((parent, std::mem::replace(&mut self.last_parent[child.0], link)));
    }
}

pub struct Sampled<'a, T: Tree> {
    tree: &'a mut T,
    query: &'a Query,
    pub entries: Vec<Entry<T::Node>>,
    graph: Graph,
    known: HashMap<u64, NodeId>,
    /// Places of nodes that turned out to be others.
    free: Vec<NodeId>,
    /// From the root to where the current walk stands.
    walk: Vec<NodeId>,
    pub paths: u64,
}

/// A walk came back to where it had been.
pub struct Circle;

impl<'a, T: Tree> Sampled<'a, T> {
    pub const ROOT: NodeId = NodeId(0);

    pub fn new(tree: &'a mut T, query: &'a Query) -> Result<Self, T::Error> {
        let root = tree.root()?;
        let mut sampled = Sampled {
            tree,
            query,
            entries: Vec::new(),
            graph: Graph::default(),
            known: HashMap::new(),
            free: Vec::new(),
            walk: Vec::new(),
            paths: 0,
        };
        sampled.add(root);
        Ok(sampled)
    }

    /// How many nodes are known for what they are.
    pub fn opened(&self) -> u64 {
        self.entries.iter().filter(|entry| !matches!(entry.kind, Kind::Unseen)).count() as u64
    }

    fn add(&mut self, node: T::Node) -> NodeId {
        let entry = Entry {
            node: Some(node),
            kind: Kind::Unseen,
            value: Bounds { low: RBig::ZERO, high: RBig::ONE },
            explored: false,
            on_walk: false,
        };
        if let Some(id) = self.free.pop() {
            self.entries[id.0] = entry;
            self.graph.last_parent[id.0] = NONE;
            return id;
        }
        self.entries.push(entry);
        self.graph.ranges.push((0, 0));
        self.graph.last_parent.push(NONE);
        NodeId(self.entries.len() - 1)
    }

    fn add_child(&mut self, parent: NodeId, node: T::Node) {
        let child = self.add(node);
        self.graph.children.push(child);
        self.graph.link(parent, child);
    }

    pub fn entry(&self, id: NodeId) -> &Entry<T::Node> {
        &self.entries[id.0]
    }

    pub fn root(&self) -> &Entry<T::Node> {
        self.entry(Self::ROOT)
    }

    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.graph.children[self.graph.range(id)]
    }

    /// A child turned out to be a node that was known.
    pub fn redirect(&mut self, id: NodeId, position: usize, child: NodeId) {
        let range = self.graph.range(id);
        if std::mem::replace(&mut self.graph.children[range][position], child) != child {
            self.graph.link(id, child);
        }
    }

    /// Those that lead to a node.
    pub fn parents(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let link = |number: u32| self.graph.links.get(number as usize);
        let links = std::iter::successors(link(self.graph.last_parent[id.0]), move |(_, before)| link(*before));
        links.map(|(parent, _)| *parent)
    }

    /// The nodes of the current walk, from the root on.
    pub fn walk(&self) -> &[NodeId] {
        &self.walk
    }

    /// Begins a walk; the node it stands on is open.
    pub fn begin(&mut self) -> Result<NodeId, T::Error> {
        debug_assert!(self.walk.is_empty(), "the last walk has been retraced");
        self.expand(Self::ROOT)?;
        self.enter(Self::ROOT);
        Ok(Self::ROOT)
    }

    /// Goes on to a child of the node the walk stands on, and opens it.
    pub fn descend(&mut self, position: usize) -> Result<Result<NodeId, Circle>, T::Error> {
        let parent = *self.walk.last().expect("a walk begins at the root");
        let id = self.expand(self.children(parent)[position])?;
        self.redirect(parent, position, id);
        if self.entries[id.0].on_walk {
            return Ok(Err(Circle));
        }
        self.enter(id);
        Ok(Ok(id))
    }

    /// Opens what follows the node the walk stands on: what ends there at once needs no walk of its own.
    pub fn look_around(&mut self) -> Result<(), T::Error> {
        let id = *self.walk.last().expect("a walk begins at the root");
        for position in 0..self.children(id).len() {
            let opened = self.expand(self.children(id)[position])?;
            self.redirect(id, position, opened);
        }
        self.refresh(id);
        Ok(())
    }

    /// What a child must be worth for its node to be worth `required`, however good everything beside it turns out.
    pub fn required_of(&self, id: NodeId, position: usize, required: &RBig) -> RBig {
        let Kind::Branch { probabilities, .. } = &self.entry(id).kind else { return required.clone() };
        let mut rest = required.clone();
        for (other, (child, probability)) in self.children(id).iter().zip(probabilities).enumerate() {
            if other != position {
                let value = &self.entry(*child).value;
                rest -= probability * if self.query.goal == Goal::Maximise { &value.high } else { &value.low };
            }
        }
        rest / &probabilities[position]
    }

    /// Whether a node may still turn out to be worth so much.
    pub fn may_reach(&self, id: NodeId, required: &RBig, strict: bool) -> bool {
        let value = &self.entry(id).value;
        match (self.query.goal, strict) {
            (Goal::Maximise, false) => value.high >= *required,
            (Goal::Maximise, true) => value.high > *required,
            (Goal::Minimise, false) => value.low <= *required,
            (Goal::Minimise, true) => value.low < *required,
        }
    }

    fn enter(&mut self, id: NodeId) {
        self.refresh(id);
        self.entries[id.0].on_walk = true;
        self.walk.push(id);
    }

    /// Goes back to the root, and brings what is known on the way up to date.
    pub fn retrace(&mut self) {
        while let Some(id) = self.walk.pop() {
            let was_explored = self.entries[id.0].explored;
            self.refresh(id);
            self.entries[id.0].on_walk = false;
            if !was_explored && self.entries[id.0].explored {
                self.spread(id);
            }
        }
    }

    /// There is nothing left to explore at a node, and so perhaps at those that lead to it.
    fn spread(&mut self, id: NodeId) {
        let mut explored = vec![id];
        while let Some(id) = explored.pop() {
            let parents: Vec<NodeId> = self.parents(id).filter(|parent| !self.entry(*parent).explored).collect();
            for parent in parents {
                self.refresh(parent);
                if self.entry(parent).explored {
                    explored.push(parent);
                }
            }
        }
    }

    /// Finds out what a node is, once, and which of those with its identity it is.
    pub fn expand(&mut self, id: NodeId) -> Result<NodeId, T::Error> {
        let Some(node) = self.entries[id.0].node.take() else { return Ok(id) };
        let expansion = self.tree.expand(&node)?;
        let identity = self.tree.identity();
        Ok(self.settle(id, expansion, identity))
    }

    /// The same for several nodes that have not been opened.
    pub fn expand_all(&mut self, ids: &[NodeId]) -> Result<Vec<NodeId>, T::Error> {
        if let [id] = ids {
            return Ok(vec![self.expand(*id)?]);
        }
        let take = |id: &NodeId| self.entries[id.0].node.take().expect("it has not been opened");
        let nodes: Vec<T::Node> = ids.iter().map(take).collect();
        let opened = self.tree.expand_all(nodes);
        ids.iter().zip(opened).map(|(id, opened)| opened.map(|o| self.settle(*id, o.expansion, o.identity))).collect()
    }

    fn settle(&mut self, id: NodeId, expansion: Expansion<T::Node>, identity: Option<u64>) -> NodeId {
        if let Some(identity) = identity {
            let known = *self.known.entry(identity).or_insert(id);
            if known != id {
                self.free.push(id);
                return known;
            }
        }
        let start = self.graph.children.len() as u32;
        let kind = match expansion {
            Expansion::Leaf(leaf) => {
                self.paths += 1;
                let (surely, possibly) = self.query.hits(&leaf);
                self.entries[id.0].value = Bounds { low: indicator(surely), high: indicator(possibly) };
                self.entries[id.0].explored = true;
                Kind::Leaf(leaf.outcome)
            }
            Expansion::Choice(list) => {
                let mut names = Vec::with_capacity(list.len());
                for (name, node) in list {
                    names.push(name);
                    self.add_child(id, node);
                }
                Kind::Choice { names }
            }
            Expansion::Branch(list) => {
                let (mut probabilities, mut words) = (Vec::with_capacity(list.len()), Vec::with_capacity(list.len()));
                for (probability, said, node) in list {
                    probabilities.push(probability);
                    words.push(said);
                    self.add_child(id, node);
                }
                Kind::Branch { probabilities, words }
            }
        };
        let end = self.graph.children.len() as u32;
        self.graph.ranges[id.0] = (start, end - start);
        self.entries[id.0].kind = kind;
        id
    }

    /// Recomputes from the children what is known at a node.
    fn refresh(&mut self, id: NodeId) {
        if self.entry(id).explored {
            return;
        }
        let Some(value) = self.computed(id) else { return };
        let explored = value.is_exact() || self.children(id).iter().all(|child| self.entry(*child).explored);
        let entry = &mut self.entries[id.0];
        (entry.value, entry.explored) = (value, explored);
    }

    /// What an inner node is worth, if its children are worth what is known of them.
    pub(super) fn computed(&self, id: NodeId) -> Option<Bounds> {
        match &self.entry(id).kind {
            Kind::Unseen | Kind::Leaf(_) => None,
            Kind::Branch { probabilities, .. } => {
                let mut sum = Bounds::exactly(RBig::ZERO);
                for (child, probability) in self.children(id).iter().zip(probabilities) {
                    let value = &self.entry(*child).value;
                    let low = &value.low * probability;
                    sum.high += if value.is_exact() { low.clone() } else { &value.high * probability };
                    sum.low += low;
                }
                Some(sum)
            }
            Kind::Choice { .. } => {
                let optimum = |end: fn(&Bounds) -> &RBig| {
                    let ends = self.children(id).iter().map(|child| end(&self.entry(*child).value));
                    match self.query.goal {
                        Goal::Maximise => ends.max(),
                        Goal::Minimise => ends.min(),
                    }
                };
                let (low, high) = (optimum(|value| &value.low), optimum(|value| &value.high));
                Some(Bounds {
                    low: low.expect("choices have alternatives").clone(),
                    high: high.expect("choices have alternatives").clone(),
                })
            }
        }
    }

    /// Takes a node out of sampling although not everything below it is explored.
    pub fn close(&mut self, id: NodeId) {
        self.entries[id.0].explored = true;
    }

    /// Whether an alternative could still be better than what is certain at its choice.
    pub fn is_open(&self, choice: NodeId, child: NodeId) -> bool {
        let (own, child) = (&self.entry(choice).value, self.entry(child));
        !child.explored
            && match self.query.goal {
                Goal::Maximise => child.value.high > own.low,
                Goal::Minimise => child.value.low < own.high,
            }
    }

    /// How far apart a node's bounds are.
    pub fn gap(&self, id: NodeId) -> f64 {
        let value = &self.entry(id).value;
        value.high.to_f64_fast() - value.low.to_f64_fast()
    }

    /// What some scheduler is certain to reach: the lower value when maximising, the upper one when minimising.
    pub fn certified(&self, id: NodeId) -> &RBig {
        match self.query.goal {
            Goal::Maximise => &self.entry(id).value.low,
            Goal::Minimise => &self.entry(id).value.high,
        }
    }

    /// The scheduler that reaches the certain value: for maximising the best lower, for minimising the best upper one.
    pub fn scheduler(&self) -> Scheduler {
        self.scheduler_by(&|id| self.best_child(id))
    }

    /// The scheduler that takes, at every choice, the alternative `pick` says.
    pub fn scheduler_by(&self, pick: &dyn Fn(NodeId) -> usize) -> Scheduler {
        let mut steps = vec![Step::Open; self.entries.len()];
        let (mut reached, mut waiting) = (vec![false; self.entries.len()], vec![Self::ROOT]);
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut reached[id.0], true) {
                continue;
            }
            let children = self.children(id);
            steps[id.0] = match &self.entry(id).kind {
                Kind::Unseen => Step::Open,
                Kind::Leaf(outcome) => Step::Leaf(*outcome),
                Kind::Branch { probabilities, words } => {
                    waiting.extend_from_slice(children);
                    let ways = children.iter().zip(probabilities).zip(words);
                    Step::Branch(ways.map(|((child, p), words)| (p.clone(), words.clone(), StepId(child.0))).collect())
                }
                Kind::Choice { names } => {
                    let pick = pick(id);
                    waiting.push(children[pick]);
                    Step::Choice { pick, of: names.len(), name: names[pick].clone(), next: StepId(children[pick].0) }
                }
            };
        }
        Scheduler::end_circles(&mut steps, StepId(0));
        Scheduler::from_root(&steps, StepId(0))
    }

    pub(super) fn best_child(&self, id: NodeId) -> usize {
        let children = self.children(id);
        let mut best = 0;
        for (index, child) in children.iter().enumerate() {
            let (champion, value) = (&self.entry(children[best]).value, &self.entry(*child).value);
            let better = match self.query.goal {
                Goal::Maximise => value.low > champion.low,
                Goal::Minimise => value.high < champion.high,
            };
            if better {
                best = index;
            }
        }
        best
    }
}

fn indicator(hit: bool) -> RBig {
    if hit { RBig::ONE } else { RBig::ZERO }
}

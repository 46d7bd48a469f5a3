//! The part of the execution tree that sampling has seen, with what is known at every node.

use super::scheduler::{Scheduler, Step, StepId};
use super::tree::{Expansion, Goal, Outcome, Query, Tree};
use crate::quantify::Bounds;
use dashu::rational::RBig;

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
    pub parent: Option<NodeId>,
    pub kind: Kind,
    pub first_child: usize,
    pub children: usize,
    /// The lower value is reached by what was sampled; the upper one allows for all that was not.
    pub value: Bounds,
    /// Everything below has been sampled: doing so again would tell nothing new.
    pub explored: bool,
}

pub struct SampledTree<'a, T: Tree> {
    tree: &'a mut T,
    query: &'a Query,
    pub entries: Vec<Entry<T::Node>>,
    pub paths: u64,
}

impl<'a, T: Tree> SampledTree<'a, T> {
    pub fn new(tree: &'a mut T, query: &'a Query) -> Result<Self, T::Error> {
        let root = tree.root()?;
        let mut sampled = SampledTree { tree, query, entries: Vec::new(), paths: 0 };
        sampled.add(None, root);
        Ok(sampled)
    }

    /// How many nodes are known for what they are.
    pub fn opened(&self) -> u64 {
        self.entries.iter().filter(|entry| !matches!(entry.kind, Kind::Unseen)).count() as u64
    }

    pub const ROOT: NodeId = NodeId(0);

    fn add(&mut self, parent: Option<NodeId>, node: T::Node) {
        self.entries.push(Entry {
            node: Some(node),
            parent,
            kind: Kind::Unseen,
            first_child: 0,
            children: 0,
            value: Bounds { low: RBig::ZERO, high: RBig::ONE },
            explored: false,
        });
    }

    pub fn entry(&self, id: NodeId) -> &Entry<T::Node> {
        &self.entries[id.0]
    }

    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<T> {
        let entry = &self.entries[id.0];
        (entry.first_child..entry.first_child + entry.children).map(NodeId)
    }

    /// Finds out what a node is, once.
    pub fn expand(&mut self, id: NodeId) -> Result<(), T::Error> {
        let Some(node) = self.entries[id.0].node.take() else { return Ok(()) };
        let first_child = self.entries.len();
        let kind = match self.tree.expand(&node)? {
            Expansion::Leaf(leaf) => {
                self.paths += 1;
                let (surely, possibly) = self.query.hits(&leaf);
                self.entries[id.0].value = Bounds { low: indicator(surely), high: indicator(possibly) };
                Kind::Leaf(leaf.outcome)
            }
            Expansion::Choice(list) => {
                let (names, nodes): (Vec<String>, Vec<T::Node>) = list.into_iter().unzip();
                nodes.into_iter().for_each(|node| self.add(Some(id), node));
                Kind::Choice { names }
            }
            Expansion::Branch(list) => {
                let (mut probabilities, mut words) = (Vec::with_capacity(list.len()), Vec::with_capacity(list.len()));
                for (probability, said, node) in list {
                    probabilities.push(probability);
                    words.push(said);
                    self.add(Some(id), node);
                }
                Kind::Branch { probabilities, words }
            }
        };
        let children = self.entries.len() - first_child;
        let entry = &mut self.entries[id.0];
        entry.kind = kind;
        entry.first_child = first_child;
        entry.children = children;
        Ok(())
    }

    /// Recomputes a node's value from its children's; true if it changed.
    pub fn update(&mut self, id: NodeId) -> bool {
        let mut value = match &self.entries[id.0].kind {
            Kind::Unseen | Kind::Leaf(_) => return false,
            Kind::Branch { probabilities, .. } => {
                let mut sum = Bounds::exactly(RBig::ZERO);
                for (child, probability) in self.children(id).zip(probabilities) {
                    sum.add(&self.entry(child).value.scaled(probability));
                }
                sum
            }
            Kind::Choice { .. } => {
                let goal = self.query.goal;
                let choose = |a: RBig, b: &RBig| match goal {
                    Goal::Maximise => a.max(b.clone()),
                    Goal::Minimise => a.min(b.clone()),
                };
                let mut children = self.children(id);
                let first = children.next().expect("choices have alternatives");
                children.fold(self.entry(first).value.clone(), |best, child| {
                    let value = &self.entry(child).value;
                    Bounds { low: choose(best.low, &value.low), high: choose(best.high, &value.high) }
                })
            }
        };
        let entry = &mut self.entries[id.0];
        std::mem::swap(&mut entry.value, &mut value);
        entry.value != value
    }

    /// Carries a new value at `id` towards the root, until nothing changes.
    pub fn propagate(&mut self, id: NodeId) {
        let mut next = self.entry(id).parent;
        while let Some(parent) = next {
            if !self.update(parent) {
                break;
            }
            next = self.entry(parent).parent;
        }
    }

    /// Marks a leaf as explored, and every node whose children all are.
    pub fn mark_explored(&mut self, id: NodeId) {
        let mut next = Some(id);
        while let Some(id) = next {
            if !self.children(id).all(|child| self.entry(child).explored) {
                break;
            }
            self.entries[id.0].explored = true;
            next = self.entry(id).parent;
        }
    }

    /// Takes a node out of sampling although not everything below it is explored.
    pub fn close(&mut self, id: NodeId) {
        self.entries[id.0].explored = true;
        if let Some(parent) = self.entry(id).parent {
            self.mark_explored(parent);
        }
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
        let step = |id: usize| match &self.entries[id].kind {
            Kind::Unseen => Step::Open,
            Kind::Leaf(outcome) => Step::Leaf(*outcome),
            Kind::Branch { probabilities, words } => Step::Branch(
                (self.children(NodeId(id)).zip(probabilities).zip(words))
                    .map(|((child, probability), words)| (probability.clone(), words.clone(), StepId(child.0)))
                    .collect(),
            ),
            Kind::Choice { names } => {
                let pick = pick(NodeId(id));
                let next = StepId(self.entries[id].first_child + pick);
                Step::Choice { pick, of: names.len(), name: names[pick].clone(), next }
            }
        };
        let steps: Vec<Step> = (0..self.entries.len()).map(step).collect();
        Scheduler::from_root(&steps, StepId(0))
    }

    fn best_child(&self, id: NodeId) -> usize {
        let mut best = 0;
        for (index, child) in self.children(id).enumerate() {
            let champion = &self.entry(NodeId(self.entry(id).first_child + best)).value;
            let value = &self.entry(child).value;
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

//! Lower and upper values at the nodes of a graph that is still being opened, brought up to date by backward sweeps.
//!
//! A sweep takes nodes after those they lead to, each once, so that it costs far less than opening the nodes did. It computes in
//! floating point and rounds outwards: a relative error of a few units in the last place per node is added on either side.
//!
//! What goes round in circles is a strongly connected component (Tarjan 1972). Its values are iterated from both sides, and
//! where a scheduler could stay for ever (an end component), the better end is brought down to the best way out, because staying gains
//! nothing: without that, iteration from above need not converge (Haddad and Monmege, RP 2014; Brázdil et al., ATVA 2014).

use super::sampled::{Kind, NodeId, Sampled};
use super::tree::{Goal, Tree};
use hashbrown::HashMap;
use space::Tarjan;

/// Iterations of a component per sweep.
const ITERATIONS_MAX: usize = 200;

/// Changes below it count as none.
const TOLERANCE: f64 = 1e-14;

/// Numbers below it lose digits when they are multiplied.
const SMALL: f64 = 1e-280;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub const UNKNOWN: Interval = Interval { low: 0.0, high: 1.0 };

    pub fn gap(self) -> f64 {
        self.high - self.low
    }
}

/// What sweeps have to know about a node, so that they need not look at all that is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Unseen,
    Leaf,
    Choice,
    /// Where its probabilities begin.
    Branch(u32),
}

/// Per node of what was sampled, in its order.
pub struct Intervals {
    goal: Goal,
    pub values: Vec<Interval>,
    /// Nothing below can change its value.
    pub closed: Vec<bool>,
    pub sorts: Vec<Sort>,
    /// The probabilities of branches, one branch after the other.
    shares: Vec<f64>,
}

/// Nodes that can all be reached from each other, and all such sets, each after those it leads to.
pub struct Components {
    order: Vec<NodeId>,
    ends: Vec<usize>,
}

impl Components {
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[NodeId]> + ExactSizeIterator {
        (0..self.ends.len()).map(|index| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] };
            &self.order[start..self.ends[index]]
        })
    }
}

/// Those of the nodes that can be reached from `roots` by way of those that `takes_part` accepts.
pub fn components<T: Tree>(
    sampled: &Sampled<'_, T>,
    roots: impl IntoIterator<Item = NodeId>,
    takes_part: impl Fn(NodeId) -> bool,
) -> Components {
    let mut found = Components { order: Vec::new(), ends: Vec::new() };
    Tarjan::default().find(
        sampled.entries.len(),
        roots.into_iter().filter(|root| takes_part(*root)).map(|root| root.0 as u32),
        |id| 0..sampled.children(NodeId(id as usize)).len(),
        |id, place| {
            let child = sampled.children(NodeId(id as usize))[place];
            takes_part(child).then_some(child.0 as u32)
        },
        |members| {
            found.order.extend(members.iter().rev().map(|id| NodeId(*id as usize)));
            found.ends.push(found.order.len());
        },
    );
    found
}

impl Intervals {
    pub fn new(goal: Goal) -> Self {
        Intervals { goal, values: Vec::new(), closed: Vec::new(), sorts: Vec::new(), shares: Vec::new() }
    }

    /// Makes room for nodes that were added, and takes over what a node just opened turned out to be.
    pub fn note<T: Tree>(&mut self, sampled: &Sampled<'_, T>, id: NodeId) {
        let size = sampled.entries.len();
        self.values.resize(size, Interval::UNKNOWN);
        self.closed.resize(size, false);
        self.sorts.resize(size, Sort::Unseen);
        let entry = sampled.entry(id);
        self.sorts[id.0] = match &entry.kind {
            Kind::Unseen => Sort::Unseen,
            Kind::Leaf(_) => {
                let ends = |end: &dashu::rational::RBig| if end.is_zero() { 0.0 } else { 1.0 };
                self.values[id.0] = Interval { low: ends(&entry.value.low), high: ends(&entry.value.high) };
                self.closed[id.0] = true;
                Sort::Leaf
            }
            Kind::Choice { .. } => Sort::Choice,
            Kind::Branch { probabilities, .. } => {
                let start = self.shares.len() as u32;
                self.shares.extend(probabilities.iter().map(|p| p.to_f64_fast()));
                Sort::Branch(start)
            }
        };
    }

    pub fn is_choice(&self, id: NodeId) -> bool {
        self.sorts[id.0] == Sort::Choice
    }

    /// The probability of a child, which is 1 for all alternatives of a choice.
    pub fn share(&self, id: NodeId, position: usize) -> f64 {
        match self.sorts[id.0] {
            Sort::Branch(start) => self.shares[start as usize + position],
            _ => 1.0,
        }
    }

    fn is_better(&self, a: f64, b: f64) -> bool {
        if self.goal == Goal::Maximise { a > b } else { a < b }
    }

    /// What a node could be worth at best.
    pub fn hope(&self, id: NodeId) -> f64 {
        let value = self.values[id.0];
        if self.goal == Goal::Maximise { value.high } else { value.low }
    }

    /// What it is worth for certain.
    pub fn certain(&self, id: NodeId) -> f64 {
        let value = self.values[id.0];
        if self.goal == Goal::Maximise { value.low } else { value.high }
    }

    /// Whether looking below an alternative could change what its choice is worth.
    pub fn is_open(&self, choice: NodeId, child: NodeId) -> bool {
        !self.closed[child.0] && self.is_better(self.hope(child), self.certain(choice))
    }

    /// What can still change, each node after those it leads to.
    pub fn open_components<T: Tree>(&self, sampled: &Sampled<'_, T>) -> Components {
        components(sampled, [Sampled::<T>::ROOT], |id| !self.closed[id.0])
    }

    /// Recomputes what can still change.
    pub fn sweep<T: Tree>(&mut self, sampled: &Sampled<'_, T>, components: &Components) {
        for members in components.iter() {
            match members {
                [id] if !sampled.children(*id).contains(id) => self.refresh(sampled, *id),
                members => self.iterate(sampled, members),
            }
        }
    }

    /// Brings one node up to date that is on no circle of its own.
    pub fn refresh<T: Tree>(&mut self, sampled: &Sampled<'_, T>, id: NodeId) {
        let children = sampled.children(id);
        if children.is_empty() {
            return;
        }
        self.update(sampled, id);
        self.closed[id.0] = match self.is_choice(id) {
            true => !children.iter().any(|child| self.is_open(id, *child)),
            false => children.iter().all(|child| self.closed[child.0]),
        } || self.values[id.0].gap() <= 0.0;
    }

    /// A node's bounds from its children's, and how much they moved.
    fn update<T: Tree>(&mut self, sampled: &Sampled<'_, T>, id: NodeId) -> f64 {
        let children = sampled.children(id);
        let (mut least, mut most) = (Interval { low: 1.0, high: 1.0 }, Interval { low: 0.0, high: 0.0 });
        for child in children {
            let value = self.values[child.0];
            least = Interval { low: least.low.min(value.low), high: least.high.min(value.high) };
            most = Interval { low: most.low.max(value.low), high: most.high.max(value.high) };
        }
        let new = match (self.sorts[id.0], self.goal) {
            (Sort::Choice, Goal::Maximise) => most,
            (Sort::Choice, Goal::Minimise) => least,
            _ => {
                let (mut sum, mut lost) = (Interval { low: 0.0, high: 0.0 }, 0.0);
                for (position, child) in children.iter().enumerate() {
                    let (value, share) = (self.values[child.0], self.share(id, position));
                    sum.low += share * value.low;
                    sum.high += share * value.high;
                    if share < SMALL || (value.high > 0.0 && value.high < SMALL) {
                        lost = SMALL;
                    }
                }
                // Each share, product and sum is off by at most half a unit in the last place. Means lie between their parts.
                let error = (children.len() + 2) as f64 * f64::EPSILON;
                let low = (sum.low * (1.0 - error)).max(least.low);
                Interval { low, high: (sum.high * (1.0 + error) + lost).min(most.high) }
            }
        };
        let old = self.values[id.0];
        // Both are bounds, so the tighter ends hold together; rounding may make them cross.
        let low = old.low.max(new.low);
        let value = Interval { low, high: old.high.min(new.high).max(low) };
        self.values[id.0] = value;
        (old.low - value.low).abs().max((old.high - value.high).abs())
    }

    /// The values of a component, from both sides.
    fn iterate<T: Tree>(&mut self, sampled: &Sampled<'_, T>, members: &[NodeId]) {
        let traps = end_components(sampled, members);
        let mut settled = false;
        for _ in 0..ITERATIONS_MAX {
            let mut moved: f64 = 0.0;
            for id in members {
                moved = moved.max(self.update(sampled, *id));
            }
            for trap in &traps {
                moved = moved.max(self.deflate(sampled, trap));
            }
            if moved <= TOLERANCE {
                settled = true;
                break;
            }
        }
        let inside: HashMap<usize, ()> = members.iter().map(|id| (id.0, ())).collect();
        let exits = members.iter().flat_map(|id| sampled.children(*id)).filter(|child| !inside.contains_key(&child.0));
        if settled && exits.into_iter().all(|child| self.closed[child.0]) {
            members.iter().for_each(|id| self.closed[id.0] = true);
        }
    }

    /// Staying for ever is worth nothing: what could be gained at best is what the best way out could give.
    fn deflate<T: Tree>(&mut self, sampled: &Sampled<'_, T>, trap: &HashMap<usize, ()>) -> f64 {
        let never = if self.goal == Goal::Maximise { 0.0 } else { 1.0 };
        let mut best = never;
        for &id in trap.keys() {
            for &child in sampled.children(NodeId(id)).iter().filter(|child| !trap.contains_key(&child.0)) {
                if self.is_better(self.hope(child), best) {
                    best = self.hope(child);
                }
            }
        }
        let mut moved: f64 = 0.0;
        for &id in trap.keys() {
            let value = &mut self.values[id];
            let old = *value;
            match self.goal {
                Goal::Maximise => value.high = value.high.min(best).max(value.low),
                Goal::Minimise => value.low = value.low.max(best).min(value.high),
            }
            moved = moved.max((old.high - value.high).abs()).max((old.low - value.low).abs());
        }
        moved
    }
}

/// Parts of a component in which a scheduler can stay for ever: chance never leads out of them, and every choice has an
/// alternative that does not.
fn end_components<T: Tree>(sampled: &Sampled<'_, T>, members: &[NodeId]) -> Vec<HashMap<usize, ()>> {
    let mut traps = Vec::new();
    let mut open: Vec<Vec<NodeId>> = vec![members.to_vec()];
    while let Some(mut part) = open.pop() {
        let mut inside: HashMap<usize, ()> = part.iter().map(|id| (id.0, ())).collect();
        loop {
            let stays = |id: &NodeId| match &sampled.entry(*id).kind {
                Kind::Choice { .. } => sampled.children(*id).iter().any(|child| inside.contains_key(&child.0)),
                Kind::Branch { .. } => sampled.children(*id).iter().all(|child| inside.contains_key(&child.0)),
                Kind::Leaf(_) | Kind::Unseen => false,
            };
            let (kept, lost): (Vec<NodeId>, Vec<NodeId>) = part.iter().partition(|id| stays(id));
            part = kept;
            if lost.is_empty() {
                break;
            }
            lost.iter().for_each(|id| {
                inside.remove(&id.0);
            });
        }
        let parts = components(sampled, part.iter().copied(), |id| inside.contains_key(&id.0));
        let mut parts = parts.iter().peekable();
        match (parts.next(), parts.peek()) {
            (Some(_), None) => traps.push(inside),
            (Some(first), Some(_)) => {
                // A node alone stays if it leads to itself; the next round finds out.
                open.push(first.to_vec());
                open.extend(parts.map(<[NodeId]>::to_vec));
            }
            (None, _) => {}
        }
    }
    traps
}

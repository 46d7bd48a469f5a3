//! What the members have seen of the graph: where each transition taken leads, so that nobody takes it a second time to get
//! somewhere, and which transitions need not be taken any more, because all that can be reached through them has been explored.
//!
//! Ways through known country cost a look-up instead of a step of the machine, and random walks that avoid what is exhausted draw
//! without replacement. A transition is exhausted if it leads nowhere or to a state whose transitions all are. That is less
//! than the truth on cycles, whose transitions wait for each other for ever, but it needs no second look at what was explored.

use space::{Choice, Pick, StateId, System, ThreadId};

use crate::explorer::{Arrival, Explorer, Halt, Node};
use crate::stores::make_room;

#[derive(Default)]
pub struct Chart {
    /// By state.
    places: Vec<Place>,
    /// Where transitions lead, those of a state side by side.
    edges: Vec<Edge>,
    /// Steps through known country so far.
    hops: u64,
}

#[derive(Clone, Copy)]
struct Place {
    /// Where its transitions start; that of `UNSEEN` if it was not met yet.
    start: u32,
    alternatives: u32,
    /// How many transitions are not exhausted.
    left: u32,
    /// The heuristic's, once asked.
    value: f32,
}

const UNSEEN: Place = Place { start: u32::MAX, alternatives: 0, left: 0, value: f32::NAN };

/// Eight bytes per transition.
#[derive(Clone, Copy)]
struct Edge {
    target: u32,
    /// Who moves, in the numbering of the source, and who ran last, in that of the target.
    mover: u8,
    runner: u8,
    is_exhausted: bool,
}

const UNTAKEN: Edge = Edge { target: u32::MAX, mover: NOBODY, runner: NOBODY, is_exhausted: false };
const NOWHERE: u32 = u32::MAX - 1;

/// No thread, or one of too many to tell apart.
pub const NOBODY: u8 = u8::MAX;

/// A state in hand, and who ran last.
#[derive(Clone, Copy)]
pub struct Stop {
    pub node: Node,
    pub runner: u8,
}

impl Chart {
    pub fn root<S: System>(&mut self, explorer: &mut Explorer<'_, S>) -> Result<Stop, Halt> {
        let node = explorer.root()?;
        self.place(explorer, &node);
        Ok(Stop { node, runner: NOBODY })
    }

    /// The state that `pick` leads to, by memory or by taking it; nothing if it leads nowhere.
    pub fn follow<S: System>(
        &mut self,
        explorer: &mut Explorer<'_, S>,
        node: &Node,
        pick: Pick,
    ) -> Result<Option<Stop>, Halt> {
        let place = self.place(explorer, node);
        let slot = (place.start + pick.0) as usize;
        let Edge { target, runner, .. } = self.edges[slot];
        if target == NOWHERE {
            return Ok(None);
        }
        if target != UNTAKEN.target {
            self.hops += 1;
            let alternatives = self.places[target as usize].alternatives;
            let node = Node { id: StateId(target), depth: node.depth + 1, alternatives, ..*node };
            return Ok(Some(Stop { node, runner }));
        }
        if self.edges_of(&place).iter().all(|edge| edge.target == UNTAKEN.target) {
            explorer.close(node)?;
        }
        match explorer.advance(node, pick)? {
            Arrival::Fresh(node) | Arrival::Seen(node) => {
                let runner = explorer.runner().map_or(NOBODY, number);
                self.place(explorer, &node);
                (self.edges[slot].target, self.edges[slot].runner) = (node.id.0, runner);
                Ok(Some(Stop { node, runner }))
            }
            Arrival::Nowhere => {
                self.edges[slot].target = NOWHERE;
                Ok(None)
            }
        }
    }

    /// Steps through known country so far.
    pub fn hops(&self) -> u64 {
        self.hops
    }

    /// The heuristic's value; 0 where there is none.
    pub fn value<S: System>(&mut self, explorer: &mut Explorer<'_, S>, node: &Node) -> f32 {
        let place = self.place(explorer, node);
        if !place.value.is_nan() || !explorer.has_heuristic() {
            return if place.value.is_nan() { 0.0 } else { place.value };
        }
        let value = explorer.heuristic(node) as f32;
        self.places[node.id.0 as usize].value = value;
        value
    }

    /// Puts the alternatives of `node` that are left into `left`: walks through known country do little else.
    pub fn find_left<S: System>(&mut self, explorer: &mut Explorer<'_, S>, node: &Node, left: &mut Vec<Pick>) {
        let place = self.place(explorer, node);
        let edges = self.edges_of(&place);
        left.clear();
        left.extend(explorer.picks(node).filter(|pick| !edges[pick.0 as usize].is_exhausted));
    }

    pub fn is_left(&self, node: &Node, pick: Pick) -> bool {
        self.seen(node).is_none_or(|place| !self.edges_of(place)[pick.0 as usize].is_exhausted)
    }

    /// Who moves if `pick` is taken.
    pub fn mover(&self, node: &Node, pick: Pick) -> u8 {
        self.seen(node).map_or(NOBODY, |place| self.edges_of(place)[pick.0 as usize].mover)
    }

    /// Whether `pick` was never taken.
    pub fn is_untaken(&self, node: &Node, pick: Pick) -> bool {
        self.seen(node).is_none_or(|place| self.edges_of(place)[pick.0 as usize].target == UNTAKEN.target)
    }

    /// Whether some transition of `node` was never taken.
    pub fn is_open(&self, node: &Node) -> bool {
        (0..node.alternatives).any(|pick| self.is_untaken(node, Pick(pick)))
    }

    /// Whether nothing is left of `node`.
    pub fn covers(&self, node: &Node) -> bool {
        self.seen(node).map_or(node.alternatives, |place| place.left) == 0
    }

    /// Learns from a way that led to `end` (or nowhere), from its last transition back to the first that is not exhausted.
    pub fn learn(&mut self, way: &[(Node, Pick)], end: Option<&Node>) {
        let mut is_covered = end.is_none_or(|end| self.covers(end));
        for (node, pick) in way.iter().rev() {
            if !is_covered {
                break;
            }
            self.exhaust(node, *pick);
            is_covered = self.covers(node);
        }
    }

    fn exhaust(&mut self, node: &Node, pick: Pick) {
        let place = &mut self.places[node.id.0 as usize];
        let edge = &mut self.edges[(place.start + pick.0) as usize];
        place.left -= u32::from(!edge.is_exhausted);
        edge.is_exhausted = true;
    }

    fn seen(&self, node: &Node) -> Option<&Place> {
        self.places.get(node.id.0 as usize).filter(|place| place.start != UNSEEN.start)
    }

    fn edges_of(&self, place: &Place) -> &[Edge] {
        let start = place.start as usize;
        &self.edges[start..start + place.alternatives as usize]
    }

    /// What is known of `node`; made if nothing is.
    fn place<S: System>(&mut self, explorer: &mut Explorer<'_, S>, node: &Node) -> Place {
        if let Some(place) = self.seen(node) {
            return *place;
        }
        let start = u32::try_from(self.edges.len()).expect("fewer than 2^32 transitions fit in memory");
        let alternatives = node.alternatives;
        match explorer.choice(node) {
            Some(Choice::Schedule { threads }) => {
                make_room(&mut self.edges, threads.len());
                self.edges.extend(threads.iter().map(|thread| Edge { mover: number(*thread), ..UNTAKEN }));
            }
            _ => {
                make_room(&mut self.edges, alternatives as usize);
                self.edges.resize(self.edges.len() + alternatives as usize, UNTAKEN);
            }
        }
        let index = node.id.0 as usize;
        if self.places.len() <= index {
            let more = index + 1 - self.places.len();
            make_room(&mut self.places, more);
            self.places.resize(index + 1, UNSEEN);
        }
        self.places[index] = Place { start, alternatives, left: alternatives, value: f32::NAN };
        self.places[index]
    }
}

fn number(thread: ThreadId) -> u8 {
    u8::try_from(thread.0).unwrap_or(NOBODY)
}

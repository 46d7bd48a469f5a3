//! What never ends: threads that wait for ever while others go round, and threads that go round without getting anywhere.
//!
//! Both show only when everything has been explored. A thread waits for ever if it can move in no state of a strongly
//! connected part of the graph that cannot be left. Threads go round in vain (a *livelock*) if there is a cycle that is
//! fair, that is, on which every thread that always could move does move, and that passes no state labelled `progress`.
//! Where a coin may lead out of the part, it will.

use std::cell::OnceCell;
use std::collections::VecDeque;

use hashbrown::HashMap;
use space::{Choice, Pick, Roster, StateId, System, Tarjan, ThreadSet, Violation, ViolationKind};

use crate::outcome::Endless;
use crate::progress::{IGNORED, UNEXPLORED};
use crate::rows::Rows;
use crate::stores::make_room;

/// No thread has this number: there are fewer.
const NOBODY: u16 = u16::MAX;
/// A transition that was not taken, or led nowhere, is this or one more.
const UNTAKEN: u32 = IGNORED;
/// The cast of a state in which no two threads live.
const NO_CAST: u32 = u32::MAX;

/// The graph of the states with several threads, as far as it matters here.
#[derive(Default)]
pub struct Rounds {
    /// A single thread that goes round is of interest, too.
    alone: bool,
    /// By state: which of the casts, of which there are few.
    places: Vec<u32>,
    /// By state and pick: where transitions lead. Where progress is measured, it is the meter that keeps them, until they are needed.
    targets: Rows,
    has_meter: bool,
    casts: Casts,
    /// The parts of the graph as a whole, once somebody asked for them.
    parts: OnceCell<Vec<Vec<usize>>>,
}

/// What threads do in a state.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Cast {
    roster: Roster,
    /// Who moves, by pick; one only if it is always the same.
    movers: Vec<u16>,
    by_coin: bool,
    progress: bool,
}

impl Cast {
    fn mover(&self, pick: usize) -> u16 {
        self.movers.get(pick).or(self.movers.first()).copied().unwrap_or(NOBODY)
    }
}

/// Casts by number.
#[derive(Default)]
struct Casts {
    known: Vec<Cast>,
    numbers: HashMap<Cast, u32>,
    /// The one looked up last, which is often the next.
    last: u32,
    /// The one that is asked for.
    asked: Cast,
}

impl Casts {
    fn number_asked(&mut self) -> u32 {
        if self.known.get(self.last as usize) == Some(&self.asked) {
            return self.last;
        }
        self.last = match self.numbers.get(&self.asked) {
            Some(number) => *number,
            None => {
                let number = self.known.len() as u32;
                self.known.push(self.asked.clone());
                self.numbers.insert(self.asked.clone(), number);
                number
            }
        };
        self.last
    }
}

/// How it goes on for ever from a state.
pub struct Ending {
    pub state: StateId,
    threads: ThreadSet,
    /// The way round; without one, the threads wait.
    round: Option<Vec<Pick>>,
}

impl Ending {
    pub fn explain<S: System>(&self, system: &S, world: &S::World) -> Violation {
        match self.round {
            Some(_) => system.explain_livelock(world, &self.threads),
            None => system.explain_stuck(world, &self.threads),
        }
    }

    /// Tells the system, if that is all that is to be done.
    pub fn tell<S: System>(&self, system: &S, world: &S::World) {
        system.note_endless(world, &self.threads);
    }

    /// The whole path, given the one that leads to the state.
    pub fn along(self, mut path: Vec<Pick>) -> (Vec<Pick>, Endless) {
        let (after, threads) = (path.len(), self.threads);
        match self.round {
            Some(round) => {
                path.extend(round);
                (path, Endless::Round { after, threads })
            }
            None => (path, Endless::Stuck(threads)),
        }
    }
}

impl Rounds {
    pub fn for_properties(properties: &[ViolationKind], has_meter: bool) -> Rounds {
        Rounds { alone: properties.contains(&ViolationKind::Livelock), has_meter, ..Rounds::default() }
    }

    /// Gives the transitions of the whole graph to it, or takes them from it.
    pub fn swap_targets(&mut self, targets: &mut Rows) {
        std::mem::swap(&mut self.targets, targets);
    }

    pub fn discover<S: System>(&mut self, system: &S, id: StateId, world: &S::World) {
        let roster = system.roster(world);
        if !self.alone && roster.concerned().len() < 2 {
            return;
        }
        let choice = system.choice(world);
        let number = |thread: u32| u16::try_from(thread).unwrap_or(NOBODY);
        let asked = &mut self.casts.asked;
        asked.movers.clear();
        match choice {
            Some(Choice::Schedule { threads }) => asked.movers.extend(threads.iter().map(|thread| number(thread.0))),
            _ => asked.movers.push(number(roster.running)),
        }
        asked.by_coin = matches!(choice, Some(Choice::Random { .. }));
        let progress = system.labels().iter().position(|label| label == "progress");
        asked.progress = progress.is_some_and(|label| system.holds(world, label));
        // Who runs does not matter but for who moves.
        asked.roster = Roster { running: 0, ..roster };
        let cast = self.casts.number_asked();
        let index = id.0 as usize;
        while self.places.len() < index {
            self.add(NO_CAST, 0);
        }
        self.add(cast, choice.map_or(0, |choice| choice.alternatives()));
    }

    fn add(&mut self, cast: u32, alternatives: u32) {
        make_room(&mut self.places, 1);
        self.places.push(cast);
        if !self.has_meter {
            self.targets.push(alternatives, UNEXPLORED);
        }
    }

    pub fn advance(&mut self, source: StateId, pick: Pick, target: StateId) {
        let source = source.0 as usize;
        if self.has_meter {
            return;
        }
        if self.places.get(source).is_some_and(|cast| *cast != NO_CAST) {
            self.targets.get_mut(source)[pick.0 as usize] = target.0;
        }
    }

    /// A way round that never ends, if nobody asked for those.
    pub fn unasked(&self, properties: &[ViolationKind]) -> Option<Ending> {
        if properties.contains(&ViolationKind::Livelock) { None } else { self.livelock() }
    }

    /// What the asked properties have to say of this graph, which must be whole.
    pub fn endings(&self, properties: &[ViolationKind]) -> Vec<Ending> {
        let mut endings = Vec::new();
        if properties.is_empty() || properties.contains(&ViolationKind::Deadlock) {
            endings.extend(self.stuck());
        }
        if properties.contains(&ViolationKind::Livelock) {
            endings.extend(self.livelock());
        }
        endings
    }

    /// States in which threads wait for a time-out that is put off as long as others can move, on ways round on which every
    /// other thread that always could move does move: without the time-out that would go on for ever.
    pub fn held(&self) -> Vec<(StateId, ThreadSet)> {
        let mut all = ThreadSet::default();
        self.casts.known.iter().for_each(|cast| all.join(&cast.roster.held));
        let mut found = Vec::new();
        for thread in all.iter() {
            let graph = Graph::of(self, |cast| cast.roster.held.contains(thread));
            let parts = graph.parts();
            // A coin that may lead out of the part leads out of it in the end.
            let leaks = |part: &[usize]| part.iter().any(|at| graph.cast(*at).by_coin && graph.leaves(*at, part));
            let round = parts.iter().find(|part| !leaks(part) && graph.is_fair(part, &graph.movers(part)));
            found.extend(round.map(|part| (StateId(part[0] as u32), ThreadSet::from_iter([thread]))));
        }
        found
    }

    /// The first state from which some threads wait for ever, whatever the others do.
    fn stuck(&self) -> Option<Ending> {
        if self.casts.known.iter().all(|cast| cast.roster.waiting.is_empty()) {
            return None;
        }
        let graph = Graph::of(self, |_| true);
        let found = self.whole_parts(&graph).iter().filter_map(|part| {
            let waiting = graph.everywhere(part, |roster| &roster.waiting);
            (!waiting.is_empty() && graph.is_closed(part)).then(|| {
                let first = part.iter().copied().min().unwrap_or_default();
                Ending { state: StateId(first as u32), threads: waiting, round: None }
            })
        });
        found.min_by_key(|ending| ending.state)
    }

    /// The parts of the graph from which nothing is removed.
    fn whole_parts(&self, graph: &Graph<'_>) -> &[Vec<usize>] {
        self.parts.get_or_init(|| graph.parts())
    }

    /// A fair way round that passes no progress and on which a chosen thread moves.
    fn livelock(&self) -> Option<Ending> {
        let mut graph = Graph::of(self, |cast| !cast.progress);
        let is_whole = self.casts.known.iter().all(|cast| !cast.progress);
        let mut parts = if is_whole { self.whole_parts(&graph).to_vec() } else { graph.parts() };
        loop {
            let mut left = false;
            for part in parts {
                // A coin that may lead out of the part leads out of it in the end.
                let leaks: Vec<usize> = part
                    .iter()
                    .copied()
                    .filter(|place| graph.cast(*place).by_coin && graph.leaves(*place, &part))
                    .collect();
                if !leaks.is_empty() {
                    leaks.iter().for_each(|place| graph.remove(*place));
                    left = true;
                } else if let Some(round) = graph.fair_round(&part) {
                    return Some(round);
                }
            }
            if !left {
                return None;
            }
            parts = graph.parts();
        }
    }
}

/// The graph without some of its places, which are states.
struct Graph<'a> {
    rounds: &'a Rounds,
    removed: Vec<bool>,
}

/// One edge, seen from its source.
#[derive(Clone, Copy)]
struct Edge {
    target: usize,
    pick: u32,
    mover: u16,
}

impl<'a> Graph<'a> {
    fn of(rounds: &'a Rounds, keep: impl Fn(&Cast) -> bool) -> Graph<'a> {
        let kept: Vec<bool> = rounds.casts.known.iter().map(keep).collect();
        let is_removed = |cast: &u32| !kept.get(*cast as usize).copied().unwrap_or(false);
        Graph { rounds, removed: rounds.places.iter().map(is_removed).collect() }
    }

    /// The cast of a place that has one.
    fn cast(&self, place: usize) -> &'a Cast {
        &self.rounds.casts.known[self.rounds.places[place] as usize]
    }

    fn remove(&mut self, place: usize) {
        self.removed[place] = true;
    }

    /// Where the edges of a place lead, by pick.
    fn targets(&self, place: usize) -> &'a [u32] {
        self.rounds.targets.get(place)
    }

    /// Where an edge leads, if that is in the graph.
    fn within(&self, target: u32) -> Option<usize> {
        (!self.removed.get(target as usize).copied().unwrap_or(true)).then_some(target as usize)
    }

    fn leaves(&self, place: usize, part: &[usize]) -> bool {
        let mut taken = self.targets(place).iter().filter(|target| **target < UNTAKEN);
        taken.any(|target| part.binary_search(&(*target as usize)).is_err())
    }

    /// Whether no transition leads out, and all were taken.
    fn is_closed(&self, part: &[usize]) -> bool {
        let are_taken = |place: usize| self.targets(place).iter().all(|target| *target < UNTAKEN);
        part.iter().all(|place| are_taken(*place) && !self.leaves(*place, part))
    }

    /// The strongly connected parts with a cycle, each in ascending order.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut parts = Vec::new();
        Tarjan::default().find(
            self.removed.len(),
            (0..self.removed.len() as u32).filter(|place| !self.removed[*place as usize]),
            |place| self.rounds.targets.span(place as usize),
            |_, edge| self.within(self.rounds.targets.entry(edge)).map(|place| place as u32),
            |places| {
                if places.len() > 1 || self.targets(places[0] as usize).contains(&places[0]) {
                    let mut part: Vec<usize> = places.iter().map(|place| *place as usize).collect();
                    part.sort_unstable();
                    parts.push(part);
                }
            },
        );
        parts
    }

    /// The edges of the part from `place`.
    fn inner<'b>(&'b self, place: usize, part: &'b [usize]) -> impl Iterator<Item = Edge> + 'b {
        let cast = self.cast(place);
        let edge = |(pick, target): (usize, &u32)| Edge {
            target: *target as usize,
            pick: pick as u32,
            mover: cast.mover(pick),
        };
        self.targets(place).iter().enumerate().map(edge).filter(|edge| part.binary_search(&edge.target).is_ok())
    }

    /// The threads that move inside the part.
    fn movers(&self, part: &[usize]) -> ThreadSet {
        let inner = part.iter().flat_map(|place| self.inner(*place, part));
        inner.filter(|edge| edge.mover != NOBODY).map(|edge| usize::from(edge.mover)).collect()
    }

    /// The threads that are in the set of every place of the part.
    fn everywhere(&self, part: &[usize], set: impl Fn(&Roster) -> &ThreadSet) -> ThreadSet {
        let mut common = set(&self.cast(part[0]).roster).clone();
        part[1..].iter().for_each(|place| common.retain(set(&self.cast(*place).roster)));
        common
    }

    /// Whether every thread that always could move is among the movers.
    fn is_fair(&self, part: &[usize], movers: &ThreadSet) -> bool {
        self.everywhere(part, |roster| &roster.able).is_within(movers)
    }

    fn fair_round(&self, part: &[usize]) -> Option<Ending> {
        let movers = self.movers(part);
        let is_chosen = part.iter().any(|place| self.cast(*place).roster.chosen.meets(&movers));
        if !self.is_fair(part, &movers) || !is_chosen {
            return None;
        }
        // Round through one move of each thread that moves at all.
        let start = part[0];
        let (mut at, mut picks) = (start, Vec::new());
        for mover in movers.iter() {
            at = self.walk(at, part, &mut picks, |edge| usize::from(edge.mover) == mover)?;
        }
        if at != start {
            self.walk(at, part, &mut picks, |edge| edge.target == start)?;
        }
        Some(Ending { state: StateId(start as u32), threads: movers, round: Some(picks) })
    }

    /// The shortest way inside the part that ends with an edge that `wanted` accepts; appends its picks.
    fn walk(&self, from: usize, part: &[usize], picks: &mut Vec<Pick>, wanted: impl Fn(Edge) -> bool) -> Option<usize> {
        let mut came: HashMap<usize, (usize, u32)> = HashMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(place) = queue.pop_front() {
            for edge in self.inner(place, part) {
                if wanted(edge) {
                    let mut way = vec![Pick(edge.pick)];
                    let mut at = place;
                    while at != from {
                        let (before, pick) = came[&at];
                        way.push(Pick(pick));
                        at = before;
                    }
                    picks.extend(way.into_iter().rev());
                    return Some(edge.target);
                }
                if edge.target != from && !came.contains_key(&edge.target) {
                    came.insert(edge.target, (place, edge.pick));
                    queue.push_back(edge.target);
                }
            }
        }
        None
    }
}

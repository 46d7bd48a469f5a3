//! What never ends: threads that wait for ever while others go round, and threads that go round without getting anywhere.
//!
//! Both show only when everything has been explored. A thread waits for ever if it can move in no state of a strongly
//! connected part of the graph that cannot be left. Threads go round in vain (a *livelock*) if there is a cycle that is
//! fair, that is, on which every thread that always could move does move, and that passes no state labelled `progress`.
//! Where a coin may lead out of the part, it will.

use std::collections::VecDeque;

use hashbrown::HashMap;
use space::{Choice, Pick, Roster, StateId, System, ThreadSet, Violation, ViolationKind};

use crate::outcome::Endless;

/// No thread has this number: there are fewer.
const NOBODY: u16 = u16::MAX;

/// Transitions, side by side: there are millions, and padding would cost a fifth.
#[derive(Default)]
struct Edges {
    sources: Vec<u32>,
    targets: Vec<u32>,
    picks: Vec<u32>,
    movers: Vec<u16>,
}

/// A state in which several threads live.
#[derive(Clone, Copy)]
struct Place {
    id: u32,
    alternatives: u32,
    /// Which of the rosters, of which there are few.
    roster: u32,
    by_coin: bool,
    progress: bool,
}

/// The graph of the states with several threads, as far as it matters here. Workers fill one each.
#[derive(Default)]
pub struct Rounds {
    /// A single thread that goes round is of interest, too.
    alone: bool,
    edges: Edges,
    places: Vec<Place>,
    rosters: Rosters,
}

/// Rosters by number.
#[derive(Default)]
struct Rosters {
    known: Vec<Roster>,
    numbers: HashMap<Roster, u32>,
    /// The one looked up last, which is often the next.
    last: u32,
}

impl Rosters {
    fn number(&mut self, roster: Roster) -> u32 {
        // Who runs does not matter here.
        let roster = Roster { running: 0, ..roster };
        if self.known.get(self.last as usize) == Some(&roster) {
            return self.last;
        }
        self.last = match self.numbers.get(&roster) {
            Some(number) => *number,
            None => {
                let number = self.known.len() as u32;
                self.known.push(roster.clone());
                self.numbers.insert(roster, number);
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
    pub fn for_properties(properties: &[ViolationKind]) -> Rounds {
        Rounds { alone: properties.contains(&ViolationKind::Livelock), ..Rounds::default() }
    }

    pub fn discover<S: System>(&mut self, system: &S, id: StateId, world: &S::World) {
        let roster = system.roster(world);
        if !self.alone && roster.concerned().len() < 2 {
            return;
        }
        let choice = system.choice(world);
        let progress = system.labels().iter().position(|label| label == "progress");
        self.places.push(Place {
            id: id.0,
            alternatives: choice.map_or(0, |choice| choice.alternatives()),
            roster: self.rosters.number(roster),
            by_coin: matches!(choice, Some(Choice::Random { .. })),
            progress: progress.is_some_and(|label| system.holds(world, label)),
        });
    }

    /// Who would move if `pick` were taken; `None` where `discover` took no note of the state.
    pub fn mover<S: System>(&self, system: &S, world: &S::World, pick: Pick) -> Option<u16> {
        let thread = match system.choice(world) {
            Some(Choice::Schedule { threads }) if threads.len() > 1 => threads[pick.0 as usize].0,
            choice => {
                let roster = system.roster(world);
                if !self.alone && roster.concerned().len() < 2 {
                    return None;
                }
                match choice {
                    Some(Choice::Schedule { threads }) => threads[pick.0 as usize].0,
                    _ => roster.running,
                }
            }
        };
        Some(u16::try_from(thread).unwrap_or(NOBODY))
    }

    pub fn advance(&mut self, source: StateId, pick: Pick, mover: u16, target: StateId) {
        self.edges.sources.push(source.0);
        self.edges.targets.push(target.0);
        self.edges.picks.push(pick.0);
        self.edges.movers.push(mover);
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
        self.rosters.known.iter().for_each(|roster| all.join(&roster.held));
        let mut found = Vec::new();
        for thread in all.iter() {
            let graph = Graph::of(self, |place| self.rosters.known[place.roster as usize].held.contains(thread));
            let parts = graph.parts();
            // A coin that may lead out of the part leads out of it in the end.
            let leaks = |part: &[usize]| part.iter().any(|at| graph.places[*at].by_coin && graph.leaves(*at, part));
            let round = parts.iter().find(|part| !leaks(part) && graph.is_fair(part, &graph.movers(part)));
            found.extend(round.map(|part| (StateId(graph.places[part[0]].id), ThreadSet::from_iter([thread]))));
        }
        found
    }

    /// The first state from which some threads wait for ever, whatever the others do.
    fn stuck(&self) -> Option<Ending> {
        let graph = Graph::of(self, |_| true);
        let found = graph.parts().into_iter().filter_map(|part| {
            let waiting = graph.everywhere(&part, |roster| &roster.waiting);
            (!waiting.is_empty() && graph.is_closed(&part)).then(|| {
                let first = part.iter().map(|place| graph.places[*place].id).min().unwrap_or_default();
                Ending { state: StateId(first), threads: waiting, round: None }
            })
        });
        found.min_by_key(|ending| ending.state)
    }

    /// A fair way round that passes no progress and on which a chosen thread moves.
    fn livelock(&self) -> Option<Ending> {
        let mut graph = Graph::of(self, |place| !place.progress);
        loop {
            let mut left = false;
            for part in graph.parts() {
                // A coin that may lead out of the part leads out of it in the end.
                let leaks: Vec<usize> = part
                    .iter()
                    .copied()
                    .filter(|place| graph.places[*place].by_coin && graph.leaves(*place, &part))
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
        }
    }
}

/// Places by number, with their edges.
struct Graph<'a> {
    places: Vec<Place>,
    rosters: &'a [Roster],
    /// The edges of all places, by place and pick.
    targets: Vec<u32>,
    picks: Vec<u32>,
    movers: Vec<u16>,
    /// Where the edges of each place end; they start where its predecessor's end.
    ends: Vec<usize>,
    removed: Vec<bool>,
}

/// One edge, seen from its source.
#[derive(Clone, Copy)]
struct Edge {
    target: usize,
    pick: u32,
    mover: u16,
}

/// No place of the graph.
const OUTSIDE: u32 = u32::MAX;

impl<'a> Graph<'a> {
    fn of(rounds: &'a Rounds, keep: impl Fn(&Place) -> bool) -> Graph<'a> {
        let mut places = rounds.places.clone();
        places.sort_unstable_by_key(|place| place.id);
        let mut numbers = vec![OUTSIDE; places.last().map_or(0, |place| place.id as usize + 1)];
        places.iter().zip(0..).for_each(|(place, number)| numbers[place.id as usize] = number);
        let number = |id: u32| numbers.get(id as usize).copied().unwrap_or(OUTSIDE);
        let edges = &rounds.edges;
        // Edges by place: how many, where they start, and then where they end.
        let mut ends = vec![0usize; places.len()];
        for source in edges.sources.iter().map(|source| number(*source)).filter(|source| *source != OUTSIDE) {
            ends[source as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            (*end, sum) = (sum, sum + *end);
        }
        let mut order = vec![0u32; sum];
        for (index, source) in (0..).zip(&edges.sources) {
            let source = number(*source);
            if source != OUTSIDE {
                order[ends[source as usize]] = index;
                ends[source as usize] += 1;
            }
        }
        let mut start = 0;
        let mut kept = 0;
        for end in &mut ends {
            let own = &mut order[start..*end];
            own.sort_unstable_by_key(|index| edges.picks[*index as usize]);
            let first = kept;
            for at in start..*end {
                // A walk may take a transition more than once.
                let pick = |at: usize| edges.picks[order[at] as usize];
                if kept == first || pick(kept - 1) != pick(at) {
                    order[kept] = order[at];
                    kept += 1;
                }
            }
            start = *end;
            *end = kept;
        }
        order.truncate(kept);
        Graph {
            removed: places.iter().map(|place| !keep(place)).collect(),
            places,
            rosters: &rounds.rosters.known,
            targets: order.iter().map(|index| number(edges.targets[*index as usize])).collect(),
            picks: order.iter().map(|index| edges.picks[*index as usize]).collect(),
            movers: order.iter().map(|index| edges.movers[*index as usize]).collect(),
            ends,
        }
    }

    fn roster(&self, place: usize) -> &Roster {
        &self.rosters[self.places[place].roster as usize]
    }

    fn remove(&mut self, place: usize) {
        self.removed[place] = true;
    }

    /// Where the edges of a place are.
    fn span(&self, place: usize) -> std::ops::Range<usize> {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        start..self.ends[place]
    }

    /// The target of an edge, if it is in the graph.
    fn target(&self, edge: usize) -> Option<usize> {
        let target = self.targets[edge];
        (target != OUTSIDE && !self.removed[target as usize]).then_some(target as usize)
    }

    fn leaves(&self, place: usize, part: &[usize]) -> bool {
        self.span(place).any(|edge| part.binary_search(&(self.targets[edge] as usize)).is_err())
    }

    /// Whether no transition leads out, and all were taken.
    fn is_closed(&self, part: &[usize]) -> bool {
        part.iter().all(|place| {
            self.span(*place).len() == self.places[*place].alternatives as usize && !self.leaves(*place, part)
        })
    }

    /// The strongly connected parts with a cycle, each in ascending order (Tarjan 1972, without recursion).
    fn parts(&self) -> Vec<Vec<usize>> {
        const NEW: u32 = u32::MAX;
        let count = self.places.len();
        let (mut index, mut low) = (vec![NEW; count], vec![0; count]);
        let (mut on_stack, mut stack, mut parts) = (vec![false; count], Vec::new(), Vec::new());
        let mut next = 0;
        for root in (0..count).filter(|place| !self.removed[*place]) {
            if index[root] != NEW {
                continue;
            }
            let mut way: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
            let mut enter = Some(root);
            while enter.is_some() || !way.is_empty() {
                if let Some(place) = enter.take() {
                    (index[place], low[place]) = (next, next);
                    next += 1;
                    stack.push(place);
                    on_stack[place] = true;
                    way.push((place, self.span(place)));
                }
                let (place, open) = way.last_mut().expect("the way is not empty");
                let place = *place;
                if let Some(edge) = open.next() {
                    let Some(target) = self.target(edge) else { continue };
                    if index[target] == NEW {
                        enter = Some(target);
                    } else if on_stack[target] {
                        low[place] = low[place].min(index[target]);
                    }
                    continue;
                }
                way.pop();
                if let Some((above, _)) = way.last() {
                    low[*above] = low[*above].min(low[place]);
                }
                if low[place] == index[place] {
                    let start = stack.iter().rposition(|other| *other == place).expect("it is on the stack");
                    let mut part = stack.split_off(start);
                    part.iter().for_each(|member| on_stack[*member] = false);
                    part.sort_unstable();
                    if part.len() > 1 || self.span(place).any(|edge| self.target(edge) == Some(place)) {
                        parts.push(part);
                    }
                }
            }
        }
        parts
    }

    /// The edges of the part from `place`.
    fn inner<'b>(&'b self, place: usize, part: &'b [usize]) -> impl Iterator<Item = Edge> + 'b {
        let edge = |at: usize| Edge { target: self.targets[at] as usize, pick: self.picks[at], mover: self.movers[at] };
        self.span(place).map(edge).filter(|edge| part.binary_search(&edge.target).is_ok())
    }

    /// The threads that move inside the part.
    fn movers(&self, part: &[usize]) -> ThreadSet {
        let inner = part.iter().flat_map(|place| self.inner(*place, part));
        inner.filter(|edge| edge.mover != NOBODY).map(|edge| usize::from(edge.mover)).collect()
    }

    /// The threads that are in the set of every place of the part.
    fn everywhere(&self, part: &[usize], set: impl Fn(&Roster) -> &ThreadSet) -> ThreadSet {
        let mut common = set(self.roster(part[0])).clone();
        part[1..].iter().for_each(|place| common.retain(set(self.roster(*place))));
        common
    }

    /// Whether every thread that always could move is among the movers.
    fn is_fair(&self, part: &[usize], movers: &ThreadSet) -> bool {
        self.everywhere(part, |roster| &roster.able).is_within(movers)
    }

    fn fair_round(&self, part: &[usize]) -> Option<Ending> {
        let movers = self.movers(part);
        let is_chosen = part.iter().any(|place| self.roster(*place).chosen.meets(&movers));
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
        Some(Ending { state: StateId(self.places[start].id), threads: movers, round: Some(picks) })
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

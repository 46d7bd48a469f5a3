//! `exact`: the best probability over all schedulers, and the scheduler (Luckow et al., ASE 2014, Algorithms 1 and 2).
//!
//! The paper propagates counts `s+` along explored paths; here a node's value is `s+/#(pc_s)` (its Proposition 1), which also
//! covers coins and weighted inputs. Algorithm 2 is folded into the same depth-first pass; of alternatives that are equally
//! good the first is taken. Where the tree says that two nodes have the same below them, the second takes over what the first
//! found, its number of paths included: interleavings that come to the same cost one of them.
//!
//! Where a node has itself below it, what goes round in circles is a strongly connected component, found on the way (Tarjan
//! 1972). If only choices make it up, it is worth its best exit: going round gains nothing. If chance has a part in it, its
//! equations are solved (`circles`); those of a very large one are not, and what it is worth stays open, between none and all.
//!
//! Several workers open the tree together first (`explored`); the answer does not depend on how many there are.

use super::Answer;
use super::circles::{self, End, Member};
use super::scheduler::{Scheduler, Step, StepId};
use super::tree::{Expansion, Goal, Leaf, Outcome, Query, Tree};
use crate::quantify::Bounds;
use dashu::rational::RBig;
use hashbrown::HashMap;

/// What is known about a node once everything below it has been seen.
#[derive(Clone)]
struct Found {
    value: Bounds,
    /// Its value if circles lead nowhere; the same where there are none.
    exits: Option<Bounds>,
    paths: u64,
    step: StepId,
    /// Its identity, as long as its component is not finished.
    member: Option<u64>,
}

/// What is known about an identity.
enum Known {
    /// Its component is not finished; `found` is there once its own children are, with the edges to them.
    Open {
        index: usize,
        found: Option<Found>,
        edges: Vec<Edge>,
    },
    Closed(Found),
}

/// The way to a child: its probability, its identity if its component is not finished, and its value.
type Edge = (RBig, Option<u64>, Bounds);

/// Components with more nodes than this are not solved.
const MEMBERS_MAX: usize = 120;

/// A node whose children are being worked off.
struct Frame<N> {
    /// Children still to do, the next one last; with their positions, probabilities, for a branch, and words.
    waiting: Vec<(usize, RBig, String, N)>,
    /// Of the child in progress.
    position: usize,
    probability: RBig,
    words: String,
    identity: Option<u64>,
    /// When it was met, and the earliest node under way that can be reached from it.
    index: usize,
    earliest: usize,
    /// Whether it has itself as a child.
    loops: bool,
    kind: Kind,
    value: Bounds,
    exits: Option<Bounds>,
    paths: u64,
    edges: Vec<Edge>,
}

enum Kind {
    Branch { ways: Vec<(usize, RBig, String, StepId)> },
    Choice { of: usize, best: Option<(usize, String, StepId)> },
}

pub fn exact<T: Tree>(tree: &mut T, query: &Query) -> Result<Answer, T::Error> {
    let mut pass = Pass { query, steps: Vec::new(), known: HashMap::new(), members: Vec::new(), met: 0 };
    let mut stack: Vec<Frame<T::Node>> = Vec::new();
    let mut node = tree.root()?;
    loop {
        // Down: open the node, or find its value.
        let mut found = match pass.open(tree, &node, stack.last_mut())? {
            Opened::Found(found) => found,
            Opened::Begun(mut frame) => {
                node = frame.next_child().expect("inner nodes have children");
                stack.push(frame);
                continue;
            }
        };
        // Up: hand the value to the parents until one has a child left.
        loop {
            let Some(frame) = stack.last_mut() else {
                let scheduler = Scheduler::from_root(&pass.steps, found.step);
                let Found { value, paths, .. } = found;
                let (states, samples, verdict) = (pass.met, paths, None);
                return Ok(Answer { bounds: value, paths, states, samples, verdict, scheduler });
            };
            frame.take(found, query.goal);
            if let Some(next) = frame.next_child() {
                node = next;
                break;
            }
            let frame = stack.pop().expect("just looked at");
            if let Some(parent) = stack.last_mut() {
                parent.earliest = parent.earliest.min(frame.earliest);
            }
            found = pass.close(frame);
        }
    }
}

/// A node that was looked at.
enum Opened<N> {
    Found(Found),
    /// Its children are to be worked off.
    Begun(Frame<N>),
}

/// The depth-first pass.
struct Pass<'q> {
    query: &'q Query,
    steps: Vec<Step>,
    known: HashMap<u64, Known>,
    /// Of unfinished components: identity, when met, and whether it is a choice.
    members: Vec<(u64, usize, bool)>,
    /// Nodes so far.
    met: u64,
}

fn indicator(hit: bool) -> RBig {
    if hit { RBig::ONE } else { RBig::ZERO }
}

/// What a leaf is worth.
fn worth(query: &Query, leaf: &Leaf) -> Bounds {
    let (surely, possibly) = query.hits(leaf);
    Bounds { low: indicator(surely), high: indicator(possibly) }
}

impl Pass<'_> {
    fn open<T: Tree>(
        &mut self,
        tree: &mut T,
        node: &T::Node,
        parent: Option<&mut Frame<T::Node>>,
    ) -> Result<Opened<T::Node>, T::Error> {
        let expansion = tree.expand(node)?;
        let identity = tree.identity();
        if let Some(found) = identity.and_then(|identity| self.met_before(identity, parent)) {
            return Ok(Opened::Found(found));
        }
        let (children, kind) = match expansion {
            Expansion::Leaf(leaf) => {
                self.met += 1;
                return Ok(Opened::Found(self.end(&leaf)));
            }
            Expansion::Branch(children) => {
                let kind = Kind::Branch { ways: Vec::with_capacity(children.len()) };
                (children, kind)
            }
            Expansion::Choice(children) => {
                let kind = Kind::Choice { of: children.len(), best: None };
                (children.into_iter().map(|(name, child)| (RBig::ONE, name, child)).collect(), kind)
            }
        };
        Ok(Opened::Begun(self.begin(children, kind, identity)))
    }

    fn end(&mut self, leaf: &Leaf) -> Found {
        let value = worth(self.query, leaf);
        self.steps.push(Step::Leaf(leaf.outcome));
        Found { exits: Some(value.clone()), value, paths: 1, step: StepId(self.steps.len() - 1), member: None }
    }

    fn begin<N>(&mut self, children: Vec<(RBig, String, N)>, kind: Kind, identity: Option<u64>) -> Frame<N> {
        let numbered = children.into_iter().enumerate();
        let waiting = numbered.rev().map(|(position, (p, words, child))| (position, p, words, child)).collect();
        self.met += 1;
        let index = self.met as usize;
        if let Some(identity) = identity {
            self.known.insert(identity, Known::Open { index, found: None, edges: Vec::new() });
            self.members.push((identity, index, matches!(kind, Kind::Choice { .. })));
        }
        Frame {
            waiting,
            position: 0,
            probability: RBig::ONE,
            words: String::new(),
            identity,
            index,
            earliest: index,
            loops: false,
            kind,
            value: Bounds::exactly(RBig::ZERO),
            exits: None,
            paths: 0,
            edges: Vec::new(),
        }
    }

    /// What is known about a node met again; if it is still under way, `parent` is on a circle with it.
    fn met_before<N>(&mut self, identity: u64, parent: Option<&mut Frame<N>>) -> Option<Found> {
        let (index, found) = match self.known.get(&identity)? {
            Known::Closed(found) => return Some(found.clone()),
            Known::Open { index, found, .. } => (*index, found.clone()),
        };
        if let Some(parent) = parent {
            parent.earliest = parent.earliest.min(index);
            parent.loops |= parent.index == index;
        }
        Some(found.unwrap_or_else(|| {
            self.steps.push(Step::Leaf(Outcome::Endless));
            let value = Bounds { low: RBig::ZERO, high: RBig::ONE };
            Found { value, exits: None, paths: 0, step: StepId(self.steps.len() - 1), member: Some(identity) }
        }))
    }

    fn close<N>(&mut self, mut frame: Frame<N>) -> Found {
        let edges = std::mem::take(&mut frame.edges);
        let (identity, index, earliest, loops) = (frame.identity, frame.index, frame.earliest, frame.loops);
        let mut found = frame.closed(&mut self.steps);
        let Some(identity) = identity else { return found };
        if earliest < index {
            found.member = Some(identity);
            self.known.insert(identity, Known::Open { index, found: Some(found.clone()), edges });
            return found;
        }
        // The component ends here.
        let start =
            self.members.iter().rposition(|(_, met, _)| *met == index).expect("it was put there when it was met");
        let members: Vec<(u64, usize, bool)> = self.members.drain(start..).collect();
        if loops || members.len() > 1 {
            self.known.insert(identity, Known::Open { index, found: Some(found.clone()), edges });
            let only_choices = members.iter().all(|(_, _, is_choice)| *is_choice);
            let values = if only_choices {
                // From everywhere on the circle the same exits can be reached.
                let never = || worth(self.query, &Leaf { outcome: Outcome::Endless, labels: Vec::new() });
                vec![found.exits.take().unwrap_or_else(never); members.len()]
            } else {
                self.solved(&members)
            };
            for ((member, _, _), value) in members.iter().zip(values) {
                let Some(Known::Open { found: Some(mut own), .. }) = self.known.remove(member) else { continue };
                if only_choices && own.exits.as_ref() != Some(&value) {
                    own.step = found.step;
                }
                (own.member, own.exits, own.value) = (None, Some(value.clone()), value);
                if *member == identity {
                    found = own.clone();
                }
                self.known.insert(*member, Known::Closed(own));
            }
            return found;
        }
        found.exits = Some(found.value.clone());
        self.known.insert(identity, Known::Closed(found.clone()));
        found
    }

    /// The values of a component in which chance has a part; what was found on the way, if it is too large.
    fn solved(&self, members: &[(u64, usize, bool)]) -> Vec<Bounds> {
        let open = |member: &u64| match self.known.get(member) {
            Some(Known::Open { found: Some(found), edges, .. }) => (found, edges),
            _ => unreachable!("members of an unfinished component are open"),
        };
        if members.len() > MEMBERS_MAX {
            return members.iter().map(|(member, _, _)| open(member).0.value.clone()).collect();
        }
        let numbers: HashMap<u64, usize> =
            members.iter().enumerate().map(|(number, (member, _, _))| (*member, number)).collect();
        let solve = |end: fn(&Bounds) -> &RBig| {
            let system: Vec<Member> = (members.iter())
                .map(|(member, _, is_choice)| {
                    let edge = |(probability, target, value): &Edge| {
                        let inside = target.and_then(|target| numbers.get(&target)).copied();
                        (probability.clone(), inside.map_or_else(|| End::Value(end(value).clone()), End::Member))
                    };
                    Member { is_choice: *is_choice, edges: open(member).1.iter().map(edge).collect() }
                })
                .collect();
            circles::solve(&system, self.query.goal)
        };
        match (solve(|bounds| &bounds.low), solve(|bounds| &bounds.high)) {
            (Some(low), Some(high)) => low.into_iter().zip(high).map(|(low, high)| Bounds { low, high }).collect(),
            _ => {
                let never = worth(self.query, &Leaf { outcome: Outcome::Endless, labels: Vec::new() });
                vec![never; members.len()]
            }
        }
    }
}

impl<N> Frame<N> {
    fn next_child(&mut self) -> Option<N> {
        let (position, probability, words, node) = self.waiting.pop()?;
        (self.position, self.probability, self.words) = (position, probability, words);
        Some(node)
    }

    /// Takes over what was found about the child in progress.
    fn take(&mut self, found: Found, goal: Goal) {
        self.paths = self.paths.saturating_add(found.paths);
        self.edges.push((self.probability.clone(), found.member, found.value.clone()));
        let words = std::mem::take(&mut self.words);
        match &mut self.kind {
            Kind::Branch { ways } => {
                self.value.add(&found.value.scaled(&self.probability));
                let probability = std::mem::replace(&mut self.probability, RBig::ONE);
                ways.push((self.position, probability, words, found.step));
            }
            Kind::Choice { best, .. } => {
                let first = best.is_none();
                // Of equals the first counts, whichever is looked at first.
                let earlier = best.as_ref().is_some_and(|(position, _, _)| self.position < *position);
                // What a scheduler is certain of is the lower end when it maximises, and the upper one when it minimises.
                // An alternative that leads nowhere but back is only taken if there is no other.
                let better = match (&found.exits, &self.exits, goal) {
                    (Some(new), Some(old), Goal::Maximise) => new.low > old.low || (earlier && new.low == old.low),
                    (Some(new), Some(old), Goal::Minimise) => new.high < old.high || (earlier && new.high == old.high),
                    (new, old, _) => new.is_some() && old.is_none(),
                };
                if first || better {
                    *best = Some((self.position, words, found.step));
                }
                let optimum = |a: &Bounds, b: Bounds| {
                    let choose = |a: &RBig, b: RBig| match goal {
                        Goal::Maximise if *a > b => a.clone(),
                        Goal::Minimise if *a < b => a.clone(),
                        _ => b,
                    };
                    // The ends are optimised apart: each is a bound on its own.
                    Bounds { low: choose(&a.low, b.low), high: choose(&a.high, b.high) }
                };
                self.exits = match (self.exits.take(), found.exits) {
                    (Some(old), Some(new)) => Some(optimum(&old, new)),
                    (old, new) => old.or(new),
                };
                self.value = if first { found.value } else { optimum(&self.value, found.value) };
            }
        }
    }

    fn closed(self, steps: &mut Vec<Step>) -> Found {
        let (step, exits) = match self.kind {
            Kind::Branch { mut ways } => {
                ways.sort_unstable_by_key(|(position, ..)| *position);
                let ways = ways.into_iter().map(|(_, probability, words, step)| (probability, words, step));
                (Step::Branch(ways.collect()), Some(self.value.clone()))
            }
            Kind::Choice { of, best } => {
                let (pick, name, next) = best.expect("choices have alternatives");
                (Step::Choice { pick, of, name, next }, self.exits)
            }
        };
        steps.push(step);
        Found { value: self.value, exits, paths: self.paths, step: StepId(steps.len() - 1), member: None }
    }
}

/// The value of one fixed schedule: at the k-th choice of every path it takes the alternative `schedule(k, alternatives)`.
/// Such *linear* schedules (Filieri et al., ICSE 2013) cannot react to what the inputs turned out to be.
pub fn linear<T: Tree>(
    tree: &mut T,
    query: &Query,
    schedule: &dyn Fn(usize, usize) -> usize,
) -> Result<Bounds, T::Error> {
    let mut total = Bounds::exactly(RBig::ZERO);
    let mut open = vec![(RBig::ONE, 0, tree.root()?)];
    while let Some((probability, choices, node)) = open.pop() {
        match tree.expand(&node)? {
            Expansion::Leaf(leaf) => {
                let (surely, possibly) = query.hits(&leaf);
                let value = Bounds { low: indicator(surely), high: indicator(possibly) };
                total.add(&value.scaled(&probability));
            }
            Expansion::Branch(children) => {
                open.extend(children.into_iter().map(|(p, _, child)| (&probability * p, choices, child)));
            }
            Expansion::Choice(mut children) => {
                let pick = schedule(choices, children.len()).min(children.len() - 1);
                open.push((probability, choices + 1, children.swap_remove(pick).1));
            }
        }
    }
    Ok(total)
}

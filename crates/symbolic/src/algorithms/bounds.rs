//! `bounds`: lower and upper values at every node, sampled where the gap is widest, until the root's gap is small enough.
//!
//! As bounded real-time dynamic programming does for decision processes (McMahan, Likhachev and Gordon, ICML 2005): at a choice
//! a sample takes the alternative that could still be best (the greatest upper value when maximising), and at a branch it
//! goes where the gap weighs most. Both ends are sound at any time, so that stopping at `epsilon` is a guarantee, and a
//! hypothesis is decided whether it is true or false.
//!
//! The original walks from the root to an end and back for each sample. Where many ways meet again that passes the same nodes
//! over and over, so that ours takes turns: one sweep forwards tells how likely each unopened node is to be reached if all choices are
//! made in hope of the best; from the likeliest ones paths are sampled on to their ends; one sweep backwards tells
//! what that was worth (`intervals`). In between, what cannot change any more is closed at once, and nothing is opened that only closed
//! nodes lead to (`closing`). As many nodes are opened between sweeps as keeps these cheap beside it; the long fractions of `exact`
//! are computed once, at the end.

use super::closing::Closing;
use super::intervals::{Components, Intervals, Sort};
use super::rational;
use super::sampled::{NodeId, Sampled};
use super::tree::{Goal, Hypothesis, Query, Tree};
use super::{Answer, Verdict};
use dashu::rational::RBig;
use std::collections::{BinaryHeap, VecDeque};

/// Nodes opened between sweeps: so many, or such a part of all there are; a larger one while sweeps tell nothing new.
const OPENED_MIN: u64 = 16;
const OPENED_PART: u64 = 4;
const OPENED_PART_LARGEST: u64 = 2;

/// How much of its own weight a choice passes on to alternatives that are not the first of those that look best.
const OTHERS: f64 = 0.1;

/// What is left of a weight after a choice on the way down, so that an endless row of them does not go on for ever.
const FADING: f64 = 0.999;

/// How the next nodes are chosen.
#[derive(Clone, Copy)]
struct Manner {
    /// The part of all nodes that is opened before the next sweep is one of so many.
    part: u64,
    /// What a choice passes on to alternatives beside the first that look as good.
    equals: f64,
}

/// As long as bounds get closer, along one scheduler and in small steps.
const FOCUSED: Manner = Manner { part: OPENED_PART, equals: OTHERS };

/// A path is not followed further, for now, below this part of the gap that is asked for.
const UNLIKELY: f64 = 1e-3;

/// Paths that are followed side by side, so that several machines have something to do; not more, because a state that was left long ago
/// is dear to come back to. They are as many for one machine: what is answered does not depend on how many there are.
const PATHS_AT_ONCE: usize = 16;

/// A hypothesis about bounds this close is decided by fractions.
const NARROW: f64 = 1e-9;

#[derive(Clone, Debug)]
pub struct BoundsOptions {
    pub epsilon: RBig,
    pub samples_max: u64,
    pub hypothesis: Option<Hypothesis>,
}

pub fn bounds<T: Tree>(tree: &mut T, query: &Query, options: &BoundsOptions) -> Result<Answer, T::Error> {
    tree.keep_apart(false);
    let sampled = Sampled::new(tree, query)?;
    let (intervals, closing) = (Intervals::new(query.goal), Closing::default());
    let mut search = Search { sampled, intervals, closing, query, samples: 0, opened: 0 };
    search.open_root()?;
    let epsilon = options.epsilon.to_f64_fast();
    let mut fractions_at = 0;
    let mut bits_max = Some(BITS_MAX);
    let mut manner = FOCUSED;
    let mut gap = search.root_gap();
    let verdict = loop {
        let components = search.intervals.open_components(&search.sampled);
        search.intervals.sweep(&search.sampled, &components);
        let before = std::mem::replace(&mut gap, search.root_gap());
        manner = match gap < before {
            true => FOCUSED,
            false => Manner { part: OPENED_PART_LARGEST.max(manner.part / 2), equals: 1.0 },
        };
        let frontier = search.frontier(&components, manner);
        let spent = search.samples >= options.samples_max;
        // Circles may take several sweeps; grey and unknown leaves keep a gap that no sample closes.
        let done = spent || (frontier.is_empty() && gap >= before);
        match &options.hypothesis {
            None if done || gap <= 0.0 || gap <= epsilon => break None,
            None => {}
            Some(hypothesis) => {
                let root = search.intervals.values[Sampled::<T>::ROOT.0];
                let ends = [root.low, root.high].map(|end| RBig::try_from(end).expect("probabilities are finite"));
                if let Some(verdict) = decide(hypothesis, &ends[0], &ends[1]) {
                    break Some(verdict);
                }
                let doubled = search.opened >= 2 * fractions_at;
                if done || (gap < NARROW && doubled) {
                    fractions_at = search.opened;
                    search.fractions(None);
                    let root = &search.sampled.root().value;
                    if let Some(verdict) = decide(hypothesis, &root.low, &root.high) {
                        bits_max = None;
                        break Some(verdict);
                    }
                }
                if done {
                    break Some(Verdict::Undecided);
                }
            }
        }
        search.open_likeliest(frontier, manner, epsilon, options.samples_max)?;
    };
    let components = search.fractions(bits_max);
    let bounds = search.sampled.root().value.clone();
    let sampled = &search.sampled;
    let scheduler = rational::scheduler(sampled, &components, query.goal);
    let (paths, states) = (sampled.paths, sampled.opened());
    Ok(Answer { bounds, paths, states, samples: search.samples, verdict, scheduler })
}

/// Fractions longer than this are rounded outwards: far below any gap that is asked for, and cheap to compute with.
const BITS_MAX: usize = 96;

/// Is the optimum between `low` and `high` surely on one side of the threshold?
fn decide(hypothesis: &Hypothesis, low: &RBig, high: &RBig) -> Option<Verdict> {
    match (hypothesis.holds(low), hypothesis.holds(high)) {
        (true, true) => Some(Verdict::True),
        (false, false) => Some(Verdict::False),
        _ => None,
    }
}

/// A node that is not open yet, as the child of one that is; the heavier, the more there is to gain.
struct Unopened {
    weight: f64,
    parent: NodeId,
    position: usize,
}

impl PartialEq for Unopened {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Unopened {}

impl PartialOrd for Unopened {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Unopened {
    /// Of equals, the one beside what was opened last is the greatest: its state is at hand, and depth first keeps few waiting.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let place = |node: &Unopened| (node.parent.0, std::cmp::Reverse(node.position));
        self.weight.total_cmp(&other.weight).then_with(|| place(self).cmp(&place(other)))
    }
}

/// What a sweep forwards has found so far.
struct Forwards {
    /// Per node, how likely it is to be reached.
    reach: Vec<f64>,
    found: Vec<Unopened>,
}

struct Search<'a, T: Tree> {
    sampled: Sampled<'a, T>,
    intervals: Intervals,
    closing: Closing,
    query: &'a Query,
    samples: u64,
    opened: u64,
}

impl<T: Tree> Search<'_, T> {
    fn open_root(&mut self) -> Result<(), T::Error> {
        let root = self.sampled.expand(Sampled::<T>::ROOT)?;
        self.opened += 1;
        self.note(root);
        Ok(())
    }

    /// Takes over what a node just opened turned out to be.
    fn note(&mut self, id: NodeId) {
        self.intervals.note(&self.sampled, id);
        self.closing.note(&self.sampled, id);
    }

    fn root_gap(&self) -> f64 {
        self.intervals.values[Sampled::<T>::ROOT.0].gap()
    }

    /// How likely the unopened nodes are to be reached if every choice hopes for the best, and somewhat if it does not.
    fn frontier(&mut self, components: &Components, manner: Manner) -> BinaryHeap<Unopened> {
        let size = self.sampled.entries.len();
        let mut forwards = Forwards { reach: vec![0.0; size], found: Vec::new() };
        forwards.reach[Sampled::<T>::ROOT.0] = 1.0;
        self.closing.forget();
        self.closing.want(Sampled::<T>::ROOT);
        // Nodes on circles wait for no others, which may lie behind them: each goes once, after the first that leads to it.
        let mut circles = vec![0; size];
        for (number, members) in components.iter().enumerate().rev() {
            if let [id] = members {
                self.pass_on(*id, manner, &mut forwards);
                continue;
            }
            members.iter().for_each(|id| circles[id.0] = number + 1);
            let mut waiting: VecDeque<NodeId> = members.iter().rev().copied().collect();
            waiting.retain(|id| forwards.reach[id.0] > 0.0);
            while let Some(id) = waiting.pop_front() {
                if std::mem::take(&mut circles[id.0]) > 0 {
                    self.pass_on(id, manner, &mut forwards);
                    let next = self.sampled.children(id).iter().copied();
                    waiting.extend(next.filter(|next| circles[next.0] == number + 1 && forwards.reach[next.0] > 0.0));
                }
            }
        }
        BinaryHeap::from(forwards.found)
    }

    /// Tells a node's children how likely they are to be reached by way of it.
    fn pass_on(&mut self, id: NodeId, manner: Manner, forwards: &mut Forwards) {
        let own = forwards.reach[id.0];
        if own <= 0.0 || self.intervals.closed[id.0] {
            return;
        }
        let is_choice = self.intervals.is_choice(id);
        let best = if is_choice { self.best_hope(id) } else { None };
        let mut equals = 1.0;
        for (position, &child) in self.sampled.children(id).iter().enumerate() {
            let part = match is_choice {
                true if !self.intervals.is_open(id, child) => continue,
                true if best == Some(self.intervals.hope(child)) => std::mem::replace(&mut equals, manner.equals),
                true => OTHERS,
                false if self.intervals.closed[child.0] => continue,
                false => self.intervals.share(id, position),
            };
            // However unlikely, it is not impossible.
            let weight = (own * part).max(f64::MIN_POSITIVE);
            self.closing.want(child);
            match self.intervals.sorts[child.0] {
                Sort::Unseen => forwards.found.push(Unopened { weight, parent: id, position }),
                _ => forwards.reach[child.0] += weight,
            }
        }
    }

    /// What the open alternatives of a choice could be worth at best.
    fn best_hope(&self, id: NodeId) -> Option<f64> {
        let open = self.sampled.children(id).iter().filter(|child| self.intervals.is_open(id, **child));
        let hopes = open.map(|child| self.intervals.hope(*child));
        hopes.reduce(if self.query.goal == Goal::Maximise { f64::max } else { f64::min })
    }

    /// From the likeliest nodes on to ends of paths, until enough has been opened for another sweep.
    fn open_likeliest(
        &mut self,
        mut frontier: BinaryHeap<Unopened>,
        manner: Manner,
        epsilon: f64,
        samples_max: u64,
    ) -> Result<(), T::Error> {
        let until = self.opened + OPENED_MIN.max(self.sampled.entries.len() as u64 / manner.part);
        let unlikely = UNLIKELY * if epsilon > 0.0 { epsilon } else { NARROW };
        let (mut paths, mut onwards): (Vec<Unopened>, Vec<Unopened>) = (Vec::new(), Vec::new());
        loop {
            while paths.len() < PATHS_AT_ONCE && self.opened < until && self.samples < samples_max {
                let Some(next) = frontier.pop() else { break };
                if self.is_wanted(&next) {
                    self.samples += 1;
                    paths.push(next);
                }
            }
            if paths.is_empty() {
                return Ok(());
            }
            self.open(&mut paths)?;
            for path in paths.drain(..) {
                // On along the likeliest child; those beside it wait.
                let next = self.go_on(&path, manner, &mut frontier);
                if next.weight < unlikely || self.opened >= 2 * until {
                    frontier.push(next);
                } else if self.is_wanted(&next) {
                    onwards.push(next);
                }
            }
            std::mem::swap(&mut paths, &mut onwards);
        }
    }

    fn node(&self, place: &Unopened) -> NodeId {
        self.sampled.children(place.parent)[place.position]
    }

    /// Whether opening it can still tell something.
    fn is_wanted(&self, place: &Unopened) -> bool {
        let (choice, child) = (place.parent, self.node(place));
        self.closing.is_wanted(child) && (!self.intervals.is_choice(choice) || self.intervals.is_open(choice, child))
    }

    /// The heaviest child of a node just opened; the others join those that wait.
    fn go_on(&self, path: &Unopened, manner: Manner, waiting: &mut BinaryHeap<Unopened>) -> Unopened {
        let parent = self.node(path);
        let is_choice = self.intervals.is_choice(parent);
        let mut heaviest: Option<Unopened> = None;
        for position in 0..self.sampled.children(parent).len() {
            let part = match position {
                position if !is_choice => self.intervals.share(parent, position),
                0 => FADING,
                _ => FADING * manner.equals,
            };
            let child = Unopened { weight: path.weight * part, parent, position };
            match &heaviest {
                Some(known) if known.weight >= child.weight => waiting.push(child),
                _ => waiting.extend(heaviest.replace(child)),
            }
        }
        heaviest.expect("a path that goes on has a next node")
    }

    /// Opens the next nodes of paths, of which those stay that go on: they came neither to an end nor to a node that is known.
    fn open(&mut self, paths: &mut Vec<Unopened>) -> Result<(), T::Error> {
        let ids: Vec<NodeId> = paths.iter().map(|path| self.node(path)).collect();
        let opened = self.sampled.expand_all(&ids)?;
        self.opened += ids.len() as u64;
        for (id, opened) in ids.iter().zip(&opened) {
            if id == opened {
                self.note(*id);
            }
        }
        let mut opened = ids.iter().zip(opened);
        paths.retain(|path| {
            let (&id, opened) = opened.next().expect("one for each path");
            if opened != id {
                self.sampled.redirect(path.parent, path.position, opened);
                self.closing.want(opened);
            }
            let goes_on = opened == id && !self.sampled.children(id).is_empty();
            if !goes_on {
                self.closing.spread(&self.sampled, &mut self.intervals, path.parent);
            }
            goes_on
        });
        Ok(())
    }

    /// Gives all nodes their bounds as fractions.
    fn fractions(&mut self, bits_max: Option<usize>) -> Components {
        rational::evaluate(&mut self.sampled, &self.intervals, self.query.goal, bits_max)
    }
}

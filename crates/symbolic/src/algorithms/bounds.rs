//! `bounds`: lower and upper values at every node, sampled where the gap is widest, until the root's gap is small enough.
//!
//! As bounded real-time dynamic programming does for decision processes (McMahan, Likhachev and Gordon, ICML 2005): a sample
//! takes, at a choice, the alternative that could still be best (the greatest upper value when maximising), and at a branch
//! the child whose gap weighs most. Both ends are sound at any time, so that stopping at `epsilon` is a guarantee, and a
//! hypothesis is decided whether it is true or false. The greedy pick is enough where nothing goes round in circles; the
//! original draws at random to cover those.
//!
//! The original begins every walk at the root. On long paths that is most of the work, so that ours goes back only as far as
//! needed: to the next node whose gap alone keeps the root from its goal, as long as what was found below it has not changed
//! what is thought of it enough to matter further up. Where walks nevertheless meet the same nodes over and over, each gap
//! too narrow to stay for and all together too wide, they become thorough: what they come to is explored to its end.

use super::sampled::{Circle, Kind, NodeId, Sampled};
use super::tree::{Goal, Hypothesis, Query, Tree};
use super::{Answer, Verdict};
use dashu::rational::RBig;

/// Far below any gap that is asked for, and cheap to compute with.
const BITS_MAX: usize = 96;

/// Walks below the same nodes before the root is looked at again, unless a gap there is wide enough to go on.
const EXCURSION_MAX: u64 = 64;

/// The same for thorough walks.
const THOROUGH_MAX: u64 = 1000;

/// Steps per node that was opened, before walks become thorough.
const STEPS_PER_NODE: u64 = 1;

#[derive(Clone, Debug)]
pub struct BoundsOptions {
    pub epsilon: RBig,
    pub samples_max: u64,
    pub hypothesis: Option<Hypothesis>,
}

pub fn bounds<T: Tree>(tree: &mut T, query: &Query, options: &BoundsOptions) -> Result<Answer, T::Error> {
    for apart in [false, true] {
        tree.keep_apart(apart);
        if let Ok(answer) = narrowed(tree, query, options)? {
            return Ok(answer);
        }
    }
    unreachable!("nodes that are kept apart are met once")
}

fn narrowed<T: Tree>(tree: &mut T, query: &Query, options: &BoundsOptions) -> Result<Result<Answer, Circle>, T::Error> {
    let mut sampled = Sampled::new(tree, query)?;
    sampled.bits_max = Some(BITS_MAX);
    // Whether a hypothesis is decided is seen at the root only: then every walk goes back there.
    let epsilon = match options.hypothesis {
        None => options.epsilon.to_f64_fast(),
        Some(_) => f64::INFINITY,
    };
    let mut samples = 0;
    let mut steps = 0;
    let verdict = loop {
        let root = sampled.root();
        if let Some(hypothesis) = &options.hypothesis
            && let Some(verdict) = decide(hypothesis, &root.value.low, &root.value.high)
        {
            break Some(verdict);
        }
        let gap = &root.value.high - &root.value.low;
        // Grey and unknown leaves keep a gap that no sample closes.
        let spent = root.explored || samples == options.samples_max;
        if spent || gap.is_zero() || (gap <= options.epsilon && options.hypothesis.is_none()) {
            break options.hypothesis.as_ref().map(|_| Verdict::Undecided);
        }
        let thorough = options.hypothesis.is_none() && steps > STEPS_PER_NODE * sampled.entries.len() as u64;
        let mut excursion = Excursion { goal: query.goal, epsilon, thorough, visits: Vec::new(), steps: 0 };
        match excursion.run(&mut sampled, options.samples_max - samples)? {
            Ok(made) => samples += made,
            Err(circle) => return Ok(Err(circle)),
        }
        steps += excursion.steps;
    };
    let (bounds, scheduler) = (sampled.root().value.clone(), sampled.scheduler());
    Ok(Ok(Answer { bounds, paths: sampled.paths, states: sampled.opened(), samples, verdict, scheduler }))
}

/// Is the optimum between `low` and `high` surely on one side of the threshold?
fn decide(hypothesis: &Hypothesis, low: &RBig, high: &RBig) -> Option<Verdict> {
    match (hypothesis.holds(low), hypothesis.holds(high)) {
        (true, true) => Some(Verdict::True),
        (false, false) => Some(Verdict::False),
        _ => None,
    }
}

/// A node on the walk, as it was when the walk came to it.
struct Visit {
    id: NodeId,
    /// How likely it is to be reached if all choices are made as on the walk.
    reach: f64,
    /// What it could be worth at best.
    hope: f64,
}

/// From the root to a leaf or to where nothing can change any more, and then, from further and further up, to others like it.
struct Excursion {
    goal: Goal,
    epsilon: f64,
    thorough: bool,
    /// From the root to where the walk stands.
    visits: Vec<Visit>,
    steps: u64,
}

impl Excursion {
    /// How many ends it came to.
    fn run<T: Tree>(
        &mut self,
        sampled: &mut Sampled<'_, T>,
        samples_max: u64,
    ) -> Result<Result<u64, Circle>, T::Error> {
        let root = sampled.begin()?;
        self.visits.push(Visit { id: root, reach: 1.0, hope: hope(sampled, root, self.goal) });
        let mut samples = 0;
        loop {
            if let Err(circle) = self.descend(sampled)? {
                return Ok(Err(circle));
            }
            samples += 1;
            loop {
                self.visits.pop();
                self.steps += 1;
                if !sampled.step_back() || samples == samples_max {
                    sampled.retrace();
                    return Ok(Ok(samples));
                }
                if self.stays(sampled, samples) {
                    break;
                }
            }
        }
    }

    /// Whether to go down again from where the walk stands.
    fn stays<T: Tree>(&self, sampled: &Sampled<'_, T>, samples: u64) -> bool {
        let visit = self.visits.last().expect("the walk and its visits are of one length");
        if sampled.entry(visit.id).explored || self.visits.len() == 1 {
            return false;
        }
        if self.thorough {
            return samples < THOROUGH_MAX;
        }
        let lost = visit.reach * (visit.hope - hope(sampled, visit.id, self.goal)).abs();
        let gap = visit.reach * sampled.gap(visit.id);
        // Where ways meet again, one alone says too little about how much a node matters.
        let matters = gap > self.epsilon / 2.0 || (samples < EXCURSION_MAX && gap > self.epsilon / 200.0);
        matters && lost <= self.epsilon / 4.0
    }

    /// From where the walk stands to a leaf or to where nothing can change any more.
    fn descend<T: Tree>(&mut self, sampled: &mut Sampled<'_, T>) -> Result<Result<(), Circle>, T::Error> {
        let Visit { mut id, mut reach, .. } = *self.visits.last().expect("a walk begins at the root");
        while !sampled.entry(id).explored {
            let Some(next) = next_child(sampled, id, self.goal) else {
                // What is open below cannot change this node's value.
                sampled.close(id);
                break;
            };
            if let Kind::Branch { probabilities, .. } = &sampled.entry(id).kind {
                reach *= probabilities[next].to_f64_fast();
            }
            match sampled.descend(next)? {
                Ok(child) => id = child,
                Err(circle) => return Ok(Err(circle)),
            }
            self.visits.push(Visit { id, reach, hope: hope(sampled, id, self.goal) });
        }
        Ok(Ok(()))
    }
}

fn hope<T: Tree>(sampled: &Sampled<'_, T>, id: NodeId, goal: Goal) -> f64 {
    let value = &sampled.entry(id).value;
    if goal == Goal::Maximise { value.high.to_f64_fast() } else { value.low.to_f64_fast() }
}

/// Where to go on from a node: the alternative that could be best, or the way whose gap weighs most.
fn next_child<T: Tree>(sampled: &Sampled<'_, T>, id: NodeId, goal: Goal) -> Option<usize> {
    let entry = sampled.entry(id);
    match &entry.kind {
        Kind::Leaf(_) => None,
        Kind::Choice { .. } => most_promising(sampled, id, goal),
        Kind::Branch { probabilities, .. } => {
            let ways = entry.children.iter().zip(probabilities).enumerate();
            let open = ways.filter(|(_, (child, _))| !sampled.entry(**child).explored);
            let weights = open.map(|(position, (child, p))| (sampled.gap(*child) * p.to_f64_fast(), position));
            weights.reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, position)| position)
        }
        Kind::Unseen => unreachable!("a walk opens the node it stands on"),
    }
}

/// The open alternative that could still be best, unless none can change the node's value.
fn most_promising<T: Tree>(sampled: &Sampled<'_, T>, id: NodeId, goal: Goal) -> Option<usize> {
    let children = &sampled.entry(id).children;
    let useful = (0..children.len()).filter(|position| sampled.is_open(id, children[*position]));
    useful.reduce(|best, position| {
        let (a, b) = (&sampled.entry(children[best]).value, &sampled.entry(children[position]).value);
        let better = match goal {
            Goal::Maximise => (&b.high, &b.low) > (&a.high, &a.low),
            Goal::Minimise => (&b.low, &b.high) < (&a.low, &a.high),
        };
        if better { position } else { best }
    })
}

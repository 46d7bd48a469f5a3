//! `bounds`: lower and upper values at every node, sampled where the gap is widest, until the root's gap is small enough.
//!
//! As bounded real-time dynamic programming does for decision processes (McMahan, Likhachev and Gordon, ICML 2005): a sample
//! takes, at a choice, the alternative that could still be best (the greatest upper value when maximising), and at a branch
//! the child whose gap weighs most. Both ends are sound at any time, so that stopping at `epsilon` is a guarantee, and a
//! hypothesis is decided whether it is true or false. On a tree the greedy pick is enough; the original draws at random to
//! cover cycles, which trees do not have.

use super::sampled::{Kind, NodeId, SampledTree};
use super::tree::{Goal, Hypothesis, Query, Tree};
use super::{Answer, Verdict};
use dashu::rational::RBig;

#[derive(Clone, Debug)]
pub struct BoundsOptions {
    pub epsilon: RBig,
    pub samples_max: u64,
    pub hypothesis: Option<Hypothesis>,
}

pub fn bounds<T: Tree>(tree: &mut T, query: &Query, options: &BoundsOptions) -> Result<Answer, T::Error> {
    let mut sampled = SampledTree::new(tree, query)?;
    let mut samples = 0;
    let verdict = loop {
        let root = &sampled.entry(SampledTree::<T>::ROOT).value;
        if let Some(hypothesis) = &options.hypothesis
            && let Some(verdict) = decide(hypothesis, &root.low, &root.high)
        {
            break Some(verdict);
        }
        let gap = &root.high - &root.low;
        if samples == options.samples_max || (gap <= options.epsilon && options.hypothesis.is_none()) || gap.is_zero() {
            break options.hypothesis.as_ref().map(|_| Verdict::Undecided);
        }
        if !sample(&mut sampled, query.goal)? {
            // Grey and unknown leaves keep a gap that no sample closes.
            break options.hypothesis.as_ref().map(|_| Verdict::Undecided);
        }
        samples += 1;
    };
    let bounds = sampled.entry(SampledTree::<T>::ROOT).value.clone();
    let (paths, states) = (sampled.paths, sampled.opened());
    Ok(Answer { bounds, paths, states, samples, verdict, scheduler: sampled.scheduler() })
}

/// Is the optimum between `low` and `high` surely on one side of the threshold?
fn decide(hypothesis: &Hypothesis, low: &RBig, high: &RBig) -> Option<Verdict> {
    match (hypothesis.holds(low), hypothesis.holds(high)) {
        (true, true) => Some(Verdict::True),
        (false, false) => Some(Verdict::False),
        _ => None,
    }
}

/// One walk to a leaf; false if no walk can change the root's value any more.
fn sample<T: Tree>(sampled: &mut SampledTree<'_, T>, goal: Goal) -> Result<bool, T::Error> {
    let mut id = SampledTree::<T>::ROOT;
    loop {
        if sampled.entry(SampledTree::<T>::ROOT).explored {
            return Ok(false);
        }
        sampled.expand(id)?;
        let next = match &sampled.entry(id).kind {
            Kind::Leaf(_) => {
                sampled.propagate(id);
                sampled.mark_explored(id);
                return Ok(true);
            }
            Kind::Choice { .. } => most_promising(sampled, id, goal),
            Kind::Branch { probabilities, .. } => {
                let open = sampled.children(id).zip(probabilities).filter(|(child, _)| !sampled.entry(*child).explored);
                let weights = open.map(|(child, p)| {
                    let value = &sampled.entry(child).value;
                    ((&value.high - &value.low) * p, child)
                });
                let widest = weights.reduce(|a, b| if b.0 > a.0 { b } else { a });
                widest.filter(|(weight, _)| !weight.is_zero()).map(|(_, child)| child)
            }
            Kind::Unseen => unreachable!("just expanded"),
        };
        id = next.unwrap_or_else(|| {
            // What is open below cannot change this node's value: close it and begin again at the root.
            sampled.close(id);
            SampledTree::<T>::ROOT
        });
    }
}

/// The open alternative that could still be best, unless none can change the node's value.
fn most_promising<T: Tree>(sampled: &SampledTree<'_, T>, id: NodeId, goal: Goal) -> Option<NodeId> {
    let own = &sampled.entry(id).value;
    let useful = |child: &NodeId| {
        let (entry, seen) = (sampled.entry(*child), !matches!(sampled.entry(*child).kind, Kind::Unseen));
        let improves = match goal {
            Goal::Maximise => entry.value.high > own.low,
            Goal::Minimise => entry.value.low < own.high,
        };
        // A seen alternative without a gap has its final value.
        !entry.explored && improves && !(seen && entry.value.is_exact())
    };
    sampled.children(id).filter(useful).reduce(|best, child| {
        let (a, b) = (&sampled.entry(best).value, &sampled.entry(child).value);
        let better = match goal {
            Goal::Maximise => (&b.high, &b.low) > (&a.high, &a.low),
            Goal::Minimise => (&b.low, &b.high) < (&a.low, &a.high),
        };
        if better { child } else { best }
    })
}

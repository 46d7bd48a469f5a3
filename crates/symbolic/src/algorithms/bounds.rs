//! `bounds`: lower and upper values at every node, sampled where the gap is widest, until the root's gap is small enough.
//!
//! As bounded real-time dynamic programming does for decision processes (McMahan, Likhachev and Gordon, ICML 2005): a sample
//! takes, at a choice, the alternative that could still be best (the greatest upper value when maximising), and at a branch
//! the child whose gap weighs most. Both ends are sound at any time, so that stopping at `epsilon` is a guarantee, and a
//! hypothesis is decided whether it is true or false. The greedy pick is enough where nothing goes round in circles; the
//! original draws at random to cover those.

use super::sampled::{Circle, Kind, NodeId, Sampled};
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
    let mut samples = 0;
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
        if let Err(circle) = sample(&mut sampled, query.goal)? {
            return Ok(Err(circle));
        }
        samples += 1;
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

/// One walk, to a leaf or to where nothing can change any more.
fn sample<T: Tree>(sampled: &mut Sampled<'_, T>, goal: Goal) -> Result<Result<(), Circle>, T::Error> {
    let mut id = sampled.begin()?;
    while !sampled.entry(id).explored {
        let entry = sampled.entry(id);
        let next = match &entry.kind {
            Kind::Leaf(_) => break,
            Kind::Choice { .. } => most_promising(sampled, id, goal),
            Kind::Branch { probabilities, .. } => {
                let ways = entry.children.iter().zip(probabilities).enumerate();
                let open = ways.filter(|(_, (child, _))| !sampled.entry(**child).explored);
                let weights = open.map(|(position, (child, p))| {
                    let value = &sampled.entry(*child).value;
                    ((&value.high - &value.low) * p, position)
                });
                weights.reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, position)| position)
            }
            Kind::Unseen => unreachable!("a walk opens the node it stands on"),
        };
        let Some(next) = next else {
            // What is open below cannot change this node's value.
            sampled.close(id);
            break;
        };
        match sampled.descend(next)? {
            Ok(child) => id = child,
            Err(circle) => return Ok(Err(circle)),
        }
    }
    sampled.retrace();
    Ok(Ok(()))
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

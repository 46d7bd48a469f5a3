//! The values of a graph that was opened in part, as fractions, and the scheduler they stand for.
//!
//! One backward pass, each node after those it leads to. What goes round in circles is solved as in `exact`; what is too large for
//! that keeps the bounds that iteration found.

use super::circles::{self, End, Member};
use super::intervals::{Components, Intervals, components};
use super::sampled::{Kind, NodeId, Sampled};
use super::scheduler::Scheduler;
use super::tree::{Goal, Tree};
use crate::quantify::Bounds;
use dashu::rational::RBig;
use hashbrown::HashMap;

/// Components with more nodes than this are not solved.
const MEMBERS_MAX: usize = 120;

fn is_circle<T: Tree>(sampled: &Sampled<'_, T>, members: &[NodeId]) -> bool {
    members.len() > 1 || sampled.children(members[0]).contains(&members[0])
}

/// Gives every node its bounds as fractions, rounded outwards to so many bits. Returns what it went through.
pub fn evaluate<T: Tree>(
    sampled: &mut Sampled<'_, T>,
    intervals: &Intervals,
    goal: Goal,
    bits_max: Option<usize>,
) -> Components {
    let rounded = |value: Bounds| match bits_max {
        Some(bits) => value.rounded(bits),
        None => value,
    };
    let all = components(sampled, [Sampled::<T>::ROOT], |_| true);
    for members in all.iter() {
        if is_circle(sampled, members) {
            let values = solved(sampled, intervals, goal, members);
            for (id, value) in members.iter().zip(values) {
                sampled.entries[id.0].value = rounded(value);
            }
        } else if let Some(value) = sampled.computed(members[0]) {
            sampled.entries[members[0].0].value = rounded(value);
        }
    }
    all
}

fn solved<T: Tree>(sampled: &Sampled<'_, T>, intervals: &Intervals, goal: Goal, members: &[NodeId]) -> Vec<Bounds> {
    if members.len() > MEMBERS_MAX {
        let fraction = |end: f64| RBig::try_from(end).expect("probabilities are finite");
        let value = |id: &NodeId| intervals.values[id.0];
        return members
            .iter()
            .map(|id| Bounds { low: fraction(value(id).low), high: fraction(value(id).high) })
            .collect();
    }
    let numbers: HashMap<usize, usize> = members.iter().enumerate().map(|(number, id)| (id.0, number)).collect();
    let solve = |end: fn(&Bounds) -> &RBig| {
        let system: Vec<Member> = (members.iter())
            .map(|id| {
                let edge = |(position, child): (usize, &NodeId)| {
                    let weight = match &sampled.entry(*id).kind {
                        Kind::Branch { probabilities, .. } => probabilities[position].clone(),
                        _ => RBig::ONE,
                    };
                    let inside = numbers.get(&child.0).copied();
                    (weight, inside.map_or_else(|| End::Value(end(&sampled.entry(*child).value).clone()), End::Member))
                };
                let is_choice = matches!(sampled.entry(*id).kind, Kind::Choice { .. });
                Member { is_choice, edges: sampled.children(*id).iter().enumerate().map(edge).collect() }
            })
            .collect();
        circles::solve(&system, goal)
    };
    match (solve(|bounds| &bounds.low), solve(|bounds| &bounds.high)) {
        (Some(low), Some(high)) => low.into_iter().zip(high).map(|(low, high)| Bounds { low, high }).collect(),
        // No way leads out, and staying gains nothing.
        _ => vec![Bounds::exactly(if goal == Goal::Maximise { RBig::ZERO } else { RBig::ONE }); members.len()],
    }
}

/// The scheduler that reaches the certain value: for maximising the best lower, for minimising the best upper one. On circles it takes
/// the alternative that leads out, of those that are equally good.
pub fn scheduler<T: Tree>(sampled: &Sampled<'_, T>, all: &Components, goal: Goal) -> Scheduler {
    let certain = |id: NodeId| match goal {
        Goal::Maximise => &sampled.entry(id).value.low,
        Goal::Minimise => &sampled.entry(id).value.high,
    };
    let mut picks: HashMap<usize, usize> = HashMap::new();
    for members in all.iter().filter(|members| is_circle(sampled, members)) {
        let mut waiting: HashMap<usize, ()> = members.iter().map(|id| (id.0, ())).collect();
        loop {
            let leads_out = |id: &NodeId| {
                let is_choice = matches!(sampled.entry(*id).kind, Kind::Choice { .. });
                let useful =
                    |child: &NodeId| !waiting.contains_key(&child.0) && (!is_choice || certain(*child) == certain(*id));
                sampled.children(*id).iter().position(useful).map(|position| (id.0, position))
            };
            let still = members.iter().filter(|id| waiting.contains_key(&id.0));
            let found: Vec<(usize, usize)> = still.filter_map(leads_out).collect();
            if found.is_empty() {
                break;
            }
            for (id, position) in found {
                waiting.remove(&id);
                picks.insert(id, position);
            }
        }
    }
    sampled.scheduler_by(&|id| picks.get(&id.0).copied().unwrap_or_else(|| sampled.best_child(id)))
}

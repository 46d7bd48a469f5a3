//! What is decided at a node: a condition on the inputs, a coin, a choice of the scheduler or the environment.

use super::memory::Ways;
use super::place::Place;
use super::{Execution, ExecutionFault, Kind, Node, Shallow, Weighing};
use crate::algorithms::Outcome;
use crate::expr::{ExprId, VariableId};
use crate::path_condition::PathCondition;
use dashu::rational::RBig;
use jvm::choice::Pending;
use jvm::domain::AUXILIARY;
use space::{Pick, System};
use std::sync::Arc;

/// How often a path may come back to the same state if chance had a part in it.
const TURNS_MAX: u32 = 16;

impl Execution<'_> {
    /// The path under an assumption; none if it cannot hold.
    pub(super) fn assume(
        &mut self,
        path: &PathCondition,
        condition: ExprId,
    ) -> Result<Option<Arc<PathCondition>>, ExecutionFault> {
        if let Some(known) = self.memory.assumed.get(path, &[condition.0]) {
            return Ok(known);
        }
        let mut inputs = self.inputs.lock();
        let assumed = match inputs.paths.assume(path, condition) {
            None => None,
            Some(extended) => {
                let possible = match self.weighing {
                    Weighing::Probability => !inputs.paths.split(path, condition)?.holds.high.is_zero(),
                    Weighing::Feasibility => inputs.paths.is_feasible_from(path, &extended)?,
                };
                possible.then(|| Arc::new(extended))
            }
        };
        self.memory.assumed.keep(path, &[condition.0], assumed.clone());
        Ok(assumed)
    }

    /// How a path goes on at a branch with these conditions.
    fn ways(&mut self, path: &PathCondition, conditions: &[u32]) -> Result<Arc<Ways>, ExecutionFault> {
        if let Some(known) = self.memory.ways.get(path, conditions) {
            return Ok(known);
        }
        let mut open: Vec<(RBig, u32, Arc<PathCondition>)> = Vec::new();
        let mut left = RBig::ONE;
        let mut exact = false;
        let mut inputs = self.inputs.lock();
        for (pick, condition) in conditions.iter().enumerate() {
            if left.is_zero() {
                break;
            }
            let condition = ExprId(*condition);
            let Some(extended) = inputs.paths.assume(path, condition) else {
                exact = true;
                continue;
            };
            let probability = match self.weighing {
                Weighing::Feasibility if inputs.paths.is_feasible_from(path, &extended)? => RBig::ONE,
                Weighing::Feasibility => RBig::ZERO,
                // What an exact first half leaves is the second.
                Weighing::Probability if pick == 1 && conditions.len() == 2 && exact => left.clone(),
                Weighing::Probability if conditions.len() > 2 => inputs.paths.share(path, &extended)?.low,
                Weighing::Probability => {
                    let split = inputs.paths.split(path, condition)?;
                    exact = split.holds.is_exact();
                    split.holds.low
                }
            };
            if !probability.is_zero() {
                if self.weighing == Weighing::Probability {
                    left -= &probability;
                }
                open.push((probability, pick as u32, Arc::new(extended)));
            }
        }
        self.pulse.counted(inputs.paths.slices_computed);
        drop(inputs);
        let ways = Arc::new(Ways { open, left });
        self.memory.ways.keep(path, conditions, ways.clone());
        Ok(ways)
    }

    /// Whether a condition says something of numbers that the path knows nothing of yet, such as the digits of an input. Then it does
    /// not follow from the path, even if no other alternative is possible.
    fn introduces(&self, path: &PathCondition, condition: u32) -> bool {
        let inputs = self.inputs.lock();
        let exprs = &inputs.paths.exprs;
        let is_auxiliary = |variable: &VariableId| exprs.variables()[variable.0 as usize].name.starts_with(AUXILIARY);
        exprs
            .support(ExprId(condition))
            .iter()
            .any(|variable| is_auxiliary(variable) && !path.scope().any(|known| known == *variable))
    }

    /// The one alternative that is possible, if the path may go on with it, with what it assumes then; or the node with all that are.
    #[allow(clippy::type_complexity)]
    pub(super) fn branch(
        &mut self,
        place: &Place,
        pending: &Pending,
        may_pass: bool,
    ) -> Result<Result<(u32, Option<Arc<PathCondition>>), Shallow>, ExecutionFault> {
        let Pending::Branch { conditions, merges, .. } = pending else { unreachable!("the caller has looked") };
        let ways = self.ways(&place.path, conditions)?;
        let Ways { open, left } = &*ways;
        let certain = self.weighing == Weighing::Feasibility || left.is_zero();
        if let ([(_, pick, extended)], true) = (&open[..], certain && may_pass) {
            let is_news = self.introduces(&place.path, conditions[*pick as usize]);
            return Ok(Ok((*pick, is_news.then(|| extended.clone()))));
        }
        if *merges && may_pass && open.len() > 1 {
            return Ok(Ok((conditions.len() as u32, None)));
        }
        if self.is_too_deep(place) {
            return self.grey(place).map(Err);
        }
        let turned = match self.unwind_max {
            Some(unwind_max) if open.len() > 1 => {
                let frame = self.world.vm.frame();
                let (turned, count) = place.turned((frame.method.0, frame.pc));
                if count > unwind_max {
                    self.unwind_hit = true;
                    return self.leaf(place, Outcome::Grey).map(Err);
                }
                Some(turned)
            }
            _ => None,
        };
        let place = turned.as_ref().unwrap_or(place);
        let (state, identity) = self.save(place, pending)?;
        if let Some(outcome) = self.circle(place, identity) {
            return self.leaf(place, outcome).map(Err);
        }
        let place = &place.passing(identity.filter(|_| self.ending_circles), self.weighing == Weighing::Probability);
        let mut children: Vec<(RBig, String, Node)> = Vec::with_capacity(open.len() + 1);
        for (probability, pick, path) in open {
            let (probability, pick) = (probability.clone(), *pick);
            let words = self.words(|execution| {
                let condition = ExprId(conditions[pick as usize]);
                execution.inputs.lock().paths.exprs.display(condition).to_string()
            });
            let below = place.below(path.clone(), &probability, &words, None);
            children.push((probability, words, Kind::Open { state: state.clone(), pick, place: below }.into()));
        }
        if self.weighing == Weighing::Feasibility {
            let choices = children.into_iter().map(|(_, words, node)| (words, node)).collect();
            return Ok(Err(Shallow::Choice(choices, identity)));
        }
        if !left.is_zero() {
            children.push((left.clone(), "not quantified".to_owned(), Node::from(Kind::Unknown)));
        }
        Ok(Err(Shallow::Branch(children, identity)))
    }

    /// A description, where somebody will read it.
    fn words(&self, describe: impl FnOnce(&Self) -> String) -> String {
        if self.naming || self.records.is_some() { describe(self) } else { String::new() }
    }

    fn is_too_deep(&self, place: &Place) -> bool {
        self.depth_max.is_some_and(|depth_max| place.depth >= depth_max)
    }

    fn grey(&mut self, place: &Place) -> Result<Shallow, ExecutionFault> {
        self.depth_hit = true;
        self.leaf(place, Outcome::Grey)
    }

    pub(super) fn coin(
        &mut self,
        place: &Place,
        pending: &Pending,
        weights: &[f64],
    ) -> Result<Shallow, ExecutionFault> {
        if self.is_too_deep(place) {
            return self.grey(place);
        }
        let meant: Vec<RBig> = weights.iter().map(|weight| markov::rational::meant(*weight)).collect();
        let total: RBig = meant.iter().fold(RBig::ZERO, |sum, weight| sum + weight);
        let said: Vec<String> = (0..weights.len() as u32).map(|pick| self.words(|e| e.described(pick))).collect();
        let (state, identity) = self.save(place, pending)?;
        if let Some(outcome) = self.circle(place, identity) {
            return self.leaf(place, outcome);
        }
        let place = &place.passing(identity.filter(|_| self.ending_circles), true);
        let mut children = Vec::with_capacity(weights.len());
        for ((pick, weight), words) in meant.into_iter().enumerate().zip(said) {
            let probability = weight / &total;
            let below = place.below(place.path.clone(), &probability, &words, None);
            let node = Kind::Open { state: state.clone(), pick: pick as u32, place: below }.into();
            children.push((probability, words, node));
        }
        if self.weighing == Weighing::Feasibility {
            let choices = children.into_iter().map(|(_, words, node)| (words, node)).collect();
            return Ok(Shallow::Choice(choices, identity));
        }
        Ok(Shallow::Branch(children, identity))
    }

    /// What to make of a path that is back where it has been: its scheduler's doing, or chance had a part in it. Chance may well
    /// lead out the next time, so that it has several turns.
    fn circle(&self, place: &Place, identity: Option<u64>) -> Option<Outcome> {
        let identity = identity.filter(|_| self.ending_circles)?;
        let (mut by_chance, mut turns) = (false, 0);
        let mut next = place.trail.as_ref();
        while let Some(trail) = next {
            by_chance |= trail.by_chance;
            if trail.identity == identity {
                turns += 1;
                if !by_chance {
                    return Some(Outcome::Endless);
                }
                if turns == TURNS_MAX {
                    return Some(Outcome::Unknown);
                }
            }
            next = trail.before.as_ref();
        }
        None
    }

    fn described(&self, pick: u32) -> String {
        let step = self.program.describe(&self.world, Pick(pick));
        let place = [step.thread, step.location].into_iter().flatten().collect::<Vec<_>>().join(" at ");
        format!("{place}: {}", step.text)
    }

    pub(super) fn choice(
        &mut self,
        place: &Place,
        pending: &Pending,
        alternatives: u32,
    ) -> Result<Shallow, ExecutionFault> {
        if self.is_too_deep(place) {
            return self.grey(place);
        }
        let names: Vec<String> = (0..alternatives).map(|pick| self.words(|e| e.described(pick))).collect();
        let (state, identity) = self.save(place, pending)?;
        if let Some(outcome) = self.circle(place, identity) {
            return self.leaf(place, outcome);
        }
        let place = &place.passing(identity.filter(|_| self.ending_circles), false);
        let nodes = names.into_iter().enumerate().map(|(pick, name)| {
            let below = place.below(place.path.clone(), &RBig::ONE, &name, Some(pick as u32));
            (name, Kind::Open { state: state.clone(), pick: pick as u32, place: below }.into())
        });
        Ok(Shallow::Choice(nodes.collect(), identity))
    }
}

//! From a formula to components and a positive Boolean combination of their answers.
//!
//! Boolean structure is kept, so that each conjunct or disjunct gets the smallest kind of component that decides it.
//! What fits none of the simple kinds is translated by the Master Theorem (Esparza, Křetínský, Sickert 2018, Theorem 1):
//! a word satisfies φ iff for some sets X of untils and Y of releases of φ: (1) from some point on, what remains of
//! φ[X]ν holds; (2) each ψ in X satisfies G F ψ[Y]μ; (3) each ψ in Y satisfies F G ψ[X]ν. Only untils below a release
//! need be guessed, because all others are fulfilled after finitely many steps or never, and only releases below those.

use super::advice::{as_cosafety, as_safety};
use super::arena::{Arena, Node, NodeId};
use super::component::Component;
use super::{AcceptancePair, AutomatonError};
use std::collections::BTreeSet;

/// When the run as a whole is accepted, in terms of the answers of components.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Bool(bool),
    Answer(usize),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// There are two to the power of this many guesses at most.
const GUESSED_MAX: usize = 10;
/// One bit each in a mark set, and two are kept for the sinks.
pub(super) const COMPONENTS_MAX: usize = 126;
const PAIRS_MAX: usize = 2048;

pub(super) struct Translation<'a> {
    pub arena: &'a mut Arena,
    pub components: Vec<Component>,
}

impl Translation<'_> {
    pub(super) fn condition(&mut self, formula: NodeId) -> Result<Condition, AutomatonError> {
        if formula == Arena::TRUE || formula == Arena::FALSE {
            return Ok(Condition::Bool(formula == Arena::TRUE));
        }
        let traits = self.arena.traits_of(formula);
        if traits.cosafe {
            return self.answer(Component::CoSafety(formula));
        }
        if traits.safe {
            return self.answer(Component::Safety(formula));
        }
        match self.arena.node(formula).clone() {
            Node::And(parts) => Ok(Condition::All(self.parts(&parts, true)?)),
            Node::Or(parts) => Ok(Condition::Any(self.parts(&parts, false)?)),
            Node::Release(Arena::FALSE, inner)
                if self.arena.traits_of(inner).cosafe && self.arena.traits_of(formula).suspendable =>
            {
                self.answer(Component::Recurrence(inner))
            }
            Node::Until(Arena::TRUE, inner)
                if self.arena.traits_of(inner).safe && self.arena.traits_of(formula).suspendable =>
            {
                self.answer(Component::Stability(inner))
            }
            _ if traits.persistent => self.answer(Component::Persistence { formula, recurring: BTreeSet::new() }),
            _ if traits.recurrent => {
                let negation = self.arena.negate(formula);
                self.answer(Component::Response { negation })
            }
            _ => self.by_guessing(formula),
        }
    }

    fn answer(&mut self, component: Component) -> Result<Condition, AutomatonError> {
        if let Some(known) = self.components.iter().position(|known| *known == component) {
            return Ok(Condition::Answer(known));
        }
        if self.components.len() == COMPONENTS_MAX {
            return Err(AutomatonError::TooComplex);
        }
        self.components.push(component);
        Ok(Condition::Answer(self.components.len() - 1))
    }

    /// The parts of a conjunction or disjunction; those that are safe are followed together, and so are the co-safe.
    fn parts(&mut self, parts: &[NodeId], conjunction: bool) -> Result<Vec<Condition>, AutomatonError> {
        let (cosafe, others): (Vec<NodeId>, Vec<NodeId>) =
            parts.iter().partition(|&&part| self.arena.traits_of(part).cosafe);
        let (safe, others): (Vec<NodeId>, Vec<NodeId>) =
            others.iter().partition(|&&part| self.arena.traits_of(part).safe);
        let mut conditions = Vec::new();
        for group in [cosafe, safe].iter().filter(|group| !group.is_empty()) {
            let together = if conjunction { self.arena.and(group) } else { self.arena.or(group) };
            conditions.push(self.condition(together)?);
        }
        for part in others {
            conditions.push(self.condition(part)?);
        }
        Ok(conditions)
    }

    fn by_guessing(&mut self, formula: NodeId) -> Result<Condition, AutomatonError> {
        let below = |arena: &Arena, roots: &[NodeId], wanted: fn(&Node) -> bool| -> Vec<NodeId> {
            let mut found = BTreeSet::new();
            for &root in roots {
                for child in arena.children(root) {
                    found.extend(arena.reachable(child).into_iter().filter(|&id| wanted(arena.node(id))));
                }
            }
            found.into_iter().collect()
        };
        let is_until = |node: &Node| matches!(node, Node::Until(..));
        let is_release = |node: &Node| matches!(node, Node::Release(..));
        let releases: Vec<NodeId> =
            self.arena.reachable(formula).into_iter().filter(|&id| is_release(self.arena.node(id))).collect();
        let untils = below(self.arena, &releases, is_until);
        let releases = below(self.arena, &untils, is_release);
        if untils.len() + releases.len() > GUESSED_MAX {
            return Err(AutomatonError::TooComplex);
        }
        let mut guesses = Vec::new();
        for recurring in subsets(&untils) {
            for persisting in subsets(&releases) {
                guesses.extend(self.guess(formula, &recurring, &persisting)?);
            }
        }
        Ok(Condition::Any(guesses))
    }

    /// The three conditions of the theorem; `None` if they contradict each other already by their form.
    fn guess(
        &mut self,
        formula: NodeId,
        recurring: &BTreeSet<NodeId>,
        persisting: &BTreeSet<NodeId>,
    ) -> Result<Option<Condition>, AutomatonError> {
        let mut conditions = Vec::new();
        for &until in recurring {
            // G F (a U b) = G F b
            let goal = self.second_operand(until);
            let goal = as_cosafety(self.arena, goal, persisting);
            let eventually = self.arena.until(Arena::TRUE, goal);
            match eventually {
                Arena::FALSE => return Ok(None),
                Arena::TRUE => {}
                _ => conditions.push(self.answer(Component::Recurrence(eventually))?),
            }
        }
        for &release in persisting {
            // F G (a R b) = F G b
            let hold = self.second_operand(release);
            let hold = as_safety(self.arena, hold, recurring);
            let always = self.arena.release(Arena::FALSE, hold);
            match always {
                Arena::FALSE => return Ok(None),
                Arena::TRUE => {}
                _ => conditions.push(self.answer(Component::Stability(always))?),
            }
        }
        let recurring = recurring.clone();
        conditions.push(self.answer(Component::Persistence { formula, recurring })?);
        Ok(Some(Condition::All(conditions)))
    }

    fn second_operand(&self, formula: NodeId) -> NodeId {
        match self.arena.node(formula) {
            Node::Until(_, right) | Node::Release(_, right) => *right,
            _ => unreachable!("only untils and releases are guessed"),
        }
    }
}

fn subsets(all: &[NodeId]) -> Vec<BTreeSet<NodeId>> {
    let chosen = |bits: usize| all.iter().enumerate().filter(move |(index, _)| bits >> index & 1 == 1);
    (0..1usize << all.len()).map(|bits| chosen(bits).map(|(_, &id)| id).collect()).collect()
}

/// The condition as generalised Rabin pairs: its disjunctive normal form.
pub(super) fn acceptance_pairs(
    condition: &Condition,
    components: &[Component],
) -> Result<Vec<AcceptancePair>, AutomatonError> {
    let pairs = match condition {
        Condition::Bool(false) => vec![],
        Condition::Bool(true) => vec![AcceptancePair { never: 0, always: 0 }],
        Condition::Answer(number) => {
            let mark = 1u128 << number;
            match components[*number].wants_mark() {
                true => vec![AcceptancePair { never: 0, always: mark }],
                false => vec![AcceptancePair { never: mark, always: 0 }],
            }
        }
        Condition::Any(parts) => {
            let mut pairs = Vec::new();
            for part in parts {
                pairs.extend(acceptance_pairs(part, components)?);
            }
            pairs
        }
        Condition::All(parts) => {
            let mut pairs = vec![AcceptancePair { never: 0, always: 0 }];
            for part in parts {
                let factors = acceptance_pairs(part, components)?;
                if pairs.len() * factors.len() > PAIRS_MAX * 8 {
                    return Err(AutomatonError::TooComplex);
                }
                let product = pairs.iter().flat_map(|one| factors.iter().map(|other| one.both(other)));
                pairs = without_subsumed(product.collect());
            }
            pairs
        }
    };
    let pairs = without_subsumed(pairs);
    if pairs.len() > PAIRS_MAX { Err(AutomatonError::TooComplex) } else { Ok(pairs) }
}

fn without_subsumed(pairs: Vec<AcceptancePair>) -> Vec<AcceptancePair> {
    let mut kept: Vec<AcceptancePair> = Vec::new();
    for pair in pairs {
        let contradictory = pair.never & pair.always != 0;
        if contradictory || kept.iter().any(|other| other.is_weaker_than(&pair)) {
            continue;
        }
        kept.retain(|other| !pair.is_weaker_than(other));
        kept.push(pair);
    }
    kept
}

//! The automaton of a formula as a product of components, with states found on demand.

use super::arena::Arena;
use super::component::{Component, ComponentState, RETIRED};
use super::ltl::Ltl;
use super::progress::Progress;
use super::translation::{COMPONENTS_MAX, Condition, Translation, acceptance_pairs};
use super::{AcceptancePair, AutomatonError, Fragment, Marks};
use std::collections::HashMap;

/// What is already known in a state, whatever follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every continuation is accepted.
    Accepted,
    /// No continuation is accepted.
    Rejected,
    /// It depends on what follows.
    Open,
}

/// A transition: where it leads and the marks it bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Where it leads.
    pub target: u32,
    /// The marks that it sets.
    pub marks: Marks,
}

/// A deterministic automaton, unfolded as it is asked.
pub struct Automaton {
    progress: Progress,
    components: Vec<Component>,
    condition: Condition,
    acceptance: Vec<AcceptancePair>,
    fragment: Fragment,
    /// The first two are the sinks, which have no components' states.
    states: Vec<Vec<ComponentState>>,
    index: HashMap<Vec<ComponentState>, u32>,
    edges: HashMap<(u32, u64), Edge>,
    initial: u32,
    states_max: usize,
}

pub(super) const ACCEPTING_SINK: u32 = 0;
pub(super) const REJECTING_SINK: u32 = 1;
const ACCEPTED_MARK: Marks = 1 << COMPONENTS_MAX;
const REJECTED_MARK: Marks = 1 << (COMPONENTS_MAX + 1);
const LETTER_BITS: usize = u64::BITS as usize;
/// Diagrams are memory too; a formula that needs more of them than this would run away.
const DIAGRAMS_MAX: usize = 2_000_000;

impl Automaton {
    /// The automaton of a formula, to have no more than `states_max` states.
    pub fn new(formula: &Ltl, states_max: usize) -> Result<Automaton, AutomatonError> {
        let propositions = formula.propositions();
        if propositions > LETTER_BITS {
            return Err(AutomatonError::TooManyPropositions { count: propositions, limit: LETTER_BITS });
        }
        let mut arena = Arena::new();
        let root = arena.build(formula)?;
        let mut translation = Translation { arena: &mut arena, components: Vec::new() };
        let condition = translation.condition(root)?;
        let components = translation.components;
        let mut acceptance = acceptance_pairs(&condition, &components)?;
        // The sinks speak through marks of their own, whatever the components would have said.
        for pair in &mut acceptance {
            pair.never |= REJECTED_MARK;
        }
        // A pair that wants to see nothing accepts the accepting sink, too.
        if acceptance.iter().all(|pair| pair.always != 0) {
            acceptance.push(AcceptancePair { never: 0, always: ACCEPTED_MARK });
        }
        let traits = arena.traits_of(root);
        let fragment = match (traits.cosafe, traits.safe) {
            (true, _) => Fragment::CoSafe,
            (false, true) => Fragment::Safe,
            (false, false) => Fragment::General,
        };
        let mut automaton = Automaton {
            progress: Progress::new(arena),
            components,
            condition,
            acceptance,
            fragment,
            states: vec![Vec::new(), Vec::new()],
            index: HashMap::new(),
            edges: HashMap::new(),
            initial: 0,
            states_max,
        };
        let numbered = automaton.components.iter().enumerate();
        let initial: Vec<ComponentState> =
            numbered.map(|(number, component)| component.initial(number, &mut automaton.progress)).collect();
        automaton.initial = automaton.intern(initial)?;
        Ok(automaton)
    }

    /// Where it begins.
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// When it accepts: if one of these pairs is met.
    pub fn acceptance(&self) -> &[AcceptancePair] {
        &self.acceptance
    }

    /// What sort of formula it stands for.
    pub fn fragment(&self) -> Fragment {
        self.fragment
    }

    /// What is known in a state.
    pub fn verdict(&self, state: u32) -> Verdict {
        match state {
            ACCEPTING_SINK => Verdict::Accepted,
            REJECTING_SINK => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }

    /// The transition of `state` on a letter, whose bit `i` says whether proposition `i` holds.
    pub fn step(&mut self, state: u32, letter: u64) -> Result<Edge, AutomatonError> {
        match state {
            ACCEPTING_SINK => return Ok(Edge { target: state, marks: ACCEPTED_MARK }),
            REJECTING_SINK => return Ok(Edge { target: state, marks: REJECTED_MARK }),
            _ => {}
        }
        if let Some(&known) = self.edges.get(&(state, letter)) {
            return Ok(known);
        }
        let before = self.states[state as usize].clone();
        let (mut after, mut marks) = (Vec::with_capacity(before.len()), 0);
        for (number, (component, state)) in self.components.iter().zip(before).enumerate() {
            let (next, marked) = component.step(number, state, letter, &mut self.progress);
            after.push(next);
            marks |= Marks::from(marked) << number;
        }
        if self.progress.diagrams.len() > DIAGRAMS_MAX {
            return Err(AutomatonError::TooManyStates { limit: self.states_max });
        }
        let target = self.intern(after)?;
        let edge = Edge { target, marks };
        self.edges.insert((state, letter), edge);
        Ok(edge)
    }

    fn intern(&mut self, mut parts: Vec<ComponentState>) -> Result<u32, AutomatonError> {
        match self.decided(&self.condition, &parts) {
            Some(true) => return Ok(ACCEPTING_SINK),
            Some(false) => return Ok(REJECTING_SINK),
            None => {}
        }
        let mut needed = vec![false; parts.len()];
        self.find_needed(&self.condition, &parts, &mut needed);
        for (part, needed) in parts.iter_mut().zip(needed) {
            if !needed {
                *part = RETIRED;
            }
        }
        if let Some(&known) = self.index.get(&parts) {
            return Ok(known);
        }
        if self.states.len() >= self.states_max {
            return Err(AutomatonError::TooManyStates { limit: self.states_max });
        }
        let id = self.states.len() as u32;
        self.states.push(parts.clone());
        self.index.insert(parts, id);
        Ok(id)
    }

    /// The truth of `condition`, if the components' states settle it.
    fn decided(&self, condition: &Condition, parts: &[ComponentState]) -> Option<bool> {
        match condition {
            Condition::Bool(value) => Some(*value),
            Condition::Answer(number) => self.components[*number].decided(parts[*number]),
            Condition::All(conditions) => self.decided_among(conditions, parts, false),
            Condition::Any(conditions) => self.decided_among(conditions, parts, true),
        }
    }

    /// One condition with the value `decisive` settles the whole, to that value.
    fn decided_among(&self, conditions: &[Condition], parts: &[ComponentState], decisive: bool) -> Option<bool> {
        let mut open = false;
        for condition in conditions {
            match self.decided(condition, parts) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => open = true,
            }
        }
        if open { None } else { Some(!decisive) }
    }

    /// Marks the components that `condition` still depends on; the others may retire, which reads as "no". For what is
    /// settled as true one witness is needed, for what is settled as false nothing.
    fn find_needed(&self, condition: &Condition, parts: &[ComponentState], needed: &mut [bool]) {
        let settled = self.decided(condition, parts);
        match condition {
            _ if settled == Some(false) => {}
            Condition::Bool(_) => {}
            Condition::Answer(number) => needed[*number] = true,
            Condition::Any(conditions) if settled == Some(true) => {
                let witness = conditions.iter().find(|one| self.decided(one, parts) == Some(true));
                self.find_needed(witness.expect("a true disjunction has a true part"), parts, needed);
            }
            Condition::All(conditions) | Condition::Any(conditions) => {
                conditions.iter().for_each(|one| self.find_needed(one, parts, needed));
            }
        }
    }
}

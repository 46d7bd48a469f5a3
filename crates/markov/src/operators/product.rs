//! The product of a model with a deterministic automaton, for linear temporal logic (Baier and Katoen, section 10.3).
//!
//! A product state pairs a model state with the automaton's state before it reads that state's letter; the marks of the
//! transition that reads it are marks of the product state. Where the automaton has decided, the product stops.

use std::collections::HashMap;

use logic::automata::{AcceptancePair, Automaton, AutomatonError, DeterministicAutomaton, Edge, Fragment, Ltl};
use logic::automata::{Marks, Verdict, deterministic};

use super::engine::Engine;
use super::values::Numbers;
use crate::bits::Bits;
use crate::graph::{EndComponent, end_components};
use crate::model::{Kind, Model};
use crate::solvers::Objective;

/// Automata larger than this are refused.
const AUTOMATON_STATES_MAX: usize = 200_000;
/// With more propositions than this a table of all letters is wasteful; letters are then read on demand.
const TABLE_PROPOSITIONS_MAX: usize = 8;

/// Either form of automaton.
enum Reader {
    Table(Box<DeterministicAutomaton>),
    Demand(Box<Automaton>),
}

impl Reader {
    fn new(formula: &Ltl, propositions: usize) -> Result<Reader, AutomatonError> {
        if propositions <= TABLE_PROPOSITIONS_MAX
            && let Ok(automaton) = deterministic(formula, propositions)
        {
            return Ok(Reader::Table(Box::new(automaton)));
        }
        Ok(Reader::Demand(Box::new(Automaton::new(formula, AUTOMATON_STATES_MAX)?)))
    }

    fn initial(&self) -> u32 {
        match self {
            Reader::Table(automaton) => automaton.initial(),
            Reader::Demand(automaton) => automaton.initial(),
        }
    }

    fn step(&mut self, state: u32, letter: u64) -> Result<Edge, AutomatonError> {
        match self {
            Reader::Table(automaton) => Ok(automaton.step(state, letter)),
            Reader::Demand(automaton) => automaton.step(state, letter),
        }
    }

    fn verdict(&self, state: u32) -> Verdict {
        match self {
            Reader::Table(automaton) => automaton.verdict(state),
            Reader::Demand(automaton) => automaton.verdict(state),
        }
    }

    fn acceptance(&self) -> Vec<AcceptancePair> {
        match self {
            Reader::Table(automaton) => automaton.acceptance().to_vec(),
            Reader::Demand(automaton) => automaton.acceptance().to_vec(),
        }
    }

    fn fragment(&self) -> Fragment {
        match self {
            Reader::Table(automaton) => automaton.fragment(),
            Reader::Demand(automaton) => automaton.fragment(),
        }
    }
}

pub struct Product {
    pub model: Model,
    /// The model state and automaton state of each product state.
    pub origin: Vec<(u32, u32)>,
    /// The model's row behind each row of the product (`u32::MAX` where the product stops).
    pub row_origin: Vec<u32>,
    /// The product state in which each model state starts (`u32::MAX` if it was not asked for).
    pub entry: Vec<u32>,
    /// States after whose letter the formula is decided.
    pub accepted: Bits,
    pub rejected: Bits,
    /// States about which nothing is known.
    pub blank: Bits,
    marks: Vec<Marks>,
    acceptance: Vec<AcceptancePair>,
    fragment: Fragment,
}

impl Product {
    /// Unfolds from the states in `from`. `letters[i]` is where proposition `i` holds; in `blank` nothing is known.
    pub fn new(
        model: &Model,
        exact: Option<&[dashu::rational::RBig]>,
        formula: &Ltl,
        letters: &[Bits],
        from: &Bits,
        blank: &Bits,
    ) -> Result<Product, AutomatonError> {
        let mut reader = Reader::new(formula, letters.len())?;
        let letter = |state: usize| -> u64 {
            letters.iter().enumerate().fold(0, |word, (bit, set)| word | u64::from(set.contains(state)) << bit)
        };
        let mut numbers: hashbrown::HashMap<(u32, u32), u32> = hashbrown::HashMap::new();
        let mut origin: Vec<(u32, u32)> = Vec::new();
        let mut number = |pair: (u32, u32), origin: &mut Vec<(u32, u32)>| -> u32 {
            *numbers.entry(pair).or_insert_with(|| {
                origin.push(pair);
                origin.len() as u32 - 1
            })
        };
        let mut entry = vec![u32::MAX; model.states()];
        for state in from.iter() {
            entry[state] = number((state as u32, reader.initial()), &mut origin);
        }
        let mut built = Model {
            kind: model.kind,
            choices: vec![0],
            branches: vec![0],
            targets: Vec::new(),
            probabilities: Vec::new(),
            probabilities_most: model.probabilities_most.as_ref().map(|_| Vec::new()),
            exits: None,
            initial: from.iter().map(|state| entry[state]).collect(),
            labels: Vec::new(),
            rewards: Vec::new(),
            actions: None,
            variables: Vec::new(),
            deadlocks: Bits::default(),
            open: None,
            fractions: HashMap::new(),
        };
        let mut row_origin = Vec::new();
        let mut marks = Vec::new();
        let (mut accepted, mut rejected, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        let mut next = 0;
        while next < origin.len() {
            let (state, memory) = origin[next];
            let here = state as usize;
            let edge = reader.step(memory, letter(here))?;
            marks.push(edge.marks);
            let verdict = reader.verdict(edge.target);
            let is_blank = blank.contains(here);
            if is_blank || verdict != Verdict::Open {
                match (is_blank, verdict) {
                    (true, _) => unknown.push(next),
                    (_, Verdict::Accepted) => accepted.push(next),
                    _ => rejected.push(next),
                }
                built.targets.push(next as u32);
                built.probabilities.push(1.0);
                if let Some(most) = &mut built.probabilities_most {
                    most.push(1.0);
                }
                built.branches.push(built.targets.len() as u32);
                row_origin.push(u32::MAX);
            } else {
                for row in model.rows_of(here) {
                    for position in model.entries(row) {
                        if let Some(fractions) = exact {
                            built.fractions.insert(built.targets.len() as u32, fractions[position].clone());
                        }
                        built.targets.push(number((model.targets[position], edge.target), &mut origin));
                        built.probabilities.push(model.probabilities[position]);
                        if let (Some(most), Some(known)) = (&mut built.probabilities_most, &model.probabilities_most) {
                            most.push(known[position]);
                        }
                    }
                    built.branches.push(built.targets.len() as u32);
                    row_origin.push(row as u32);
                }
            }
            built.choices.push(built.branches.len() as u32 - 1);
            next += 1;
        }
        let states = origin.len();
        built.deadlocks = Bits::new(states);
        Ok(Product {
            model: built,
            origin,
            row_origin,
            entry,
            accepted: Bits::from_indices(states, accepted),
            rejected: Bits::from_indices(states, rejected),
            blank: Bits::from_indices(states, unknown),
            marks,
            acceptance: reader.acceptance(),
            fragment: reader.fragment(),
        })
    }

    /// End components in which a scheduler can stay and satisfy the formula.
    pub fn accepting_components(&self) -> Vec<EndComponent> {
        let mut found = Vec::new();
        let open = self.accepted.or(&self.rejected).or(&self.blank).not();
        let union = |component: &EndComponent| {
            component.states.iter().fold(0, |marks, state| marks | self.marks[*state as usize])
        };
        if self.model.kind == Kind::Chain {
            for component in end_components(&self.model, &open, |_| true) {
                if self.acceptance.iter().any(|pair| pair.accepts(union(&component))) {
                    found.push(component);
                }
            }
            return found;
        }
        for pair in &self.acceptance {
            let allowed =
                Bits::from_indices(self.origin.len(), open.iter().filter(|state| self.marks[*state] & pair.never == 0));
            for component in end_components(&self.model, &allowed, |_| true) {
                if pair.accepts(union(&component)) {
                    found.push(component);
                }
            }
        }
        found
    }

    /// The probability that the formula holds (with `complement`: that it does not), in every product state, when the
    /// scheduler maximises that it holds. The unknown counts as failing for one bound and as succeeding for the other.
    /// Also the rows of an optimal scheduler outside its end components, and those components.
    pub fn probabilities(&self, asked: &Engine<'_>, complement: bool) -> (Numbers, Vec<u32>, Vec<EndComponent>) {
        let engine = Engine::new(&self.model, asked.epsilon, asked.exact).with_nature_against(asked.against.get());
        let all = Bits::full(self.origin.len());
        // Safety: the formula holds iff the bad is avoided, so the scheduler minimises reaching it.
        let safe = self.fragment == Fragment::Safe;
        let components = if self.fragment == Fragment::General { self.accepting_components() } else { Vec::new() };
        let mut goal = if safe { self.rejected.clone() } else { self.accepted.clone() };
        for state in components.iter().flat_map(|component| &component.states) {
            goal.insert(*state as usize);
        }
        let objective = if safe { Objective::Minimise } else { Objective::Maximise };
        let flip = complement != safe;
        let (first, rows) = engine.until_or_not(&all, &goal, objective, flip);
        if self.blank.is_empty() {
            return (first, rows, components);
        }
        let (second, _) = engine.until_or_not(&all, &goal.or(&self.blank), objective, flip);
        (if flip { merge(second, first) } else { merge(first, second) }, rows, components)
    }

    /// Whether the automaton is that of a co-safe formula.
    pub fn is_cosafe(&self) -> bool {
        self.fragment == Fragment::CoSafe
    }
}

/// The lower bounds of one and the upper bounds of the other.
pub fn merge(low: Numbers, high: Numbers) -> Numbers {
    let exact = match (low.exact, high.exact) {
        (Some(low), Some(high)) if low == high => Some(low),
        _ => None,
    };
    Numbers { lower: low.lower, upper: high.upper, exact }
}

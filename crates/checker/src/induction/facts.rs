//! What may hold at a point of a program: candidates, of which those that hold are left over.

use symbolic::expr::{Binary, Comparison, ExprId, Exprs, Width};

use super::evaluate::{compared, computed};

/// A value made of the variables of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Term {
    Constant(i128),
    Plus(usize, i128),
    Of(Binary, usize, usize),
    /// `(variable + shift) % 2`
    Parity(usize, i128),
    /// `variable - variable % 2`, which is the variable if it is even.
    Even(usize),
}

/// `where guards: variable op term`
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fact {
    pub guards: Vec<(usize, Comparison, i128)>,
    pub variable: usize,
    pub op: Comparison,
    pub term: Term,
}

/// At most so many numbers of the program are put into facts.
const CONSTANTS_MAX: usize = 12;

/// Among more variables only pairs are compared.
const TRIPLES_MAX: usize = 5;

/// At most so many facts about a result.
const RESULTS_MAX: usize = 300;

const BOUNDS: [Comparison; 2] = [Comparison::GreaterOrEqual, Comparison::LessOrEqual];

impl Fact {
    fn plain(variable: usize, op: Comparison, term: Term) -> Fact {
        Fact { guards: Vec::new(), variable, op, term }
    }

    /// The variables that it is about.
    pub fn variables(&self) -> impl Iterator<Item = usize> {
        let of_term = match self.term {
            Term::Constant(_) => [None, None],
            Term::Plus(a, _) | Term::Parity(a, _) | Term::Even(a) => [Some(a), None],
            Term::Of(_, a, b) => [Some(a), Some(b)],
        };
        let guards = self.guards.iter().map(|(variable, _, _)| *variable);
        [self.variable].into_iter().chain(of_term.into_iter().flatten()).chain(guards)
    }

    /// The fact about these values.
    pub fn about(&self, exprs: &mut Exprs, values: &[ExprId]) -> ExprId {
        let term = match self.term {
            Term::Constant(value) => exprs.constant(value),
            Term::Plus(variable, 0) => values[variable],
            Term::Plus(variable, by) => {
                let by = exprs.constant(by);
                exprs.binary(Binary::Add, Width::Int, values[variable], by)
            }
            Term::Of(op, a, b) => exprs.binary(op, Width::Int, values[a], values[b]),
            Term::Even(variable) => {
                let two = exprs.constant(2);
                let rest = exprs.binary(Binary::Rem, Width::Int, values[variable], two);
                exprs.binary(Binary::Sub, Width::Int, values[variable], rest)
            }
            Term::Parity(variable, shift) => {
                let (by, two) = (exprs.constant(shift), exprs.constant(2));
                let shifted = exprs.binary(Binary::Add, Width::Int, values[variable], by);
                exprs.binary(Binary::Rem, Width::Int, shifted, two)
            }
        };
        let mut parts = vec![exprs.compare(self.op, values[self.variable], term)];
        for (variable, op, bound) in &self.guards {
            let bound = exprs.constant(*bound);
            let holds = exprs.compare(*op, values[*variable], bound);
            parts.push(exprs.not(holds));
        }
        exprs.or(&parts)
    }

    /// Whether the guards let these values through, and whether the fact is so.
    fn tried(&self, values: &[i32]) -> (bool, bool) {
        let passes =
            |(variable, op, bound): &(usize, Comparison, i128)| compared(*op, i128::from(values[*variable]), *bound);
        let term = match self.term {
            Term::Constant(value) => value as i32,
            Term::Plus(variable, by) => values[variable].wrapping_add(by as i32),
            Term::Of(op, a, b) => computed(op, values[a], values[b]).unwrap_or(0),
            Term::Parity(variable, shift) => values[variable].wrapping_add(shift as i32) % 2,
            Term::Even(variable) => values[variable] - values[variable] % 2,
        };
        (self.guards.iter().all(passes), compared(self.op, values[self.variable], term))
    }
}

impl Fact {
    /// Whether the fact is so of these values.
    pub fn allows(&self, values: &[i32]) -> bool {
        let (passes, so) = self.tried(values);
        !passes || so
    }
}

/// Bounds of each variable, and how any two of them compare.
pub(super) fn of_variables(count: usize, constants: &[i128]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for variable in 0..count {
        for constant in constants.iter().take(CONSTANTS_MAX) {
            facts.extend(BOUNDS.map(|op| Fact::plain(variable, op, Term::Constant(*constant))));
        }
        for other in 0..variable {
            let ops = [Comparison::Equal, Comparison::LessOrEqual, Comparison::GreaterOrEqual];
            facts.extend(ops.map(|op| Fact::plain(variable, op, Term::Plus(other, 0))));
            for third in (0..other).filter(|_| count <= TRIPLES_MAX) {
                for op in [Binary::Add, Binary::Sub] {
                    facts.push(Fact::plain(variable, Comparison::Equal, Term::Of(op, other, third)));
                }
                facts.push(Fact::plain(variable, Comparison::Equal, Term::Of(Binary::Sub, third, other)));
            }
        }
        let ops = [Comparison::Equal, Comparison::NotEqual];
        facts.extend(ops.map(|op| Fact::plain(variable, op, Term::Even(variable))));
    }
    facts
}

/// What a result may be, given the arguments before it; those that some samples refute are left out.
pub(super) fn of_result(count: usize, constants: &[i128], samples: &[Vec<i32>]) -> Vec<Fact> {
    let result = count;
    let few: Vec<i128> = constants.iter().copied().take(CONSTANTS_MAX).collect();
    let mut guards: Vec<Vec<(usize, Comparison, i128)>> = vec![Vec::new()];
    for bound in [0, 1] {
        guards.push((0..count).map(|variable| (variable, Comparison::GreaterOrEqual, bound)).collect());
    }
    for variable in 0..count {
        for constant in &few {
            guards.extend(BOUNDS.map(|op| vec![(variable, op, *constant)]));
        }
    }
    let mut conclusions: Vec<(Comparison, Term)> = Vec::new();
    for variable in 0..count {
        for other in 0..count {
            // Products are too much for solvers that look at bits; those that are results are found as forms.
            let ops = [Binary::Add, Binary::Sub];
            let ops = ops.into_iter().filter(|op| *op == Binary::Sub || other <= variable);
            conclusions.extend(ops.map(|op| (Comparison::Equal, Term::Of(op, variable, other))));
        }
        conclusions.extend([0, 1].map(|shift| (Comparison::Equal, Term::Parity(variable, shift))));
        for by in [0i128].iter().chain(&few).chain(few.iter().map(|by| -by).collect::<Vec<_>>().iter()) {
            conclusions.push((Comparison::Equal, Term::Plus(variable, *by)));
        }
        conclusions.extend(BOUNDS.map(|op| (op, Term::Plus(variable, 0))));
    }
    // A result that many arguments have in common is worth a look, whether the program names it or not.
    let mut seen: Vec<i128> =
        samples.iter().filter_map(|sample| sample.last()).map(|value| i128::from(*value)).collect();
    seen.sort_unstable();
    let frequent = seen.chunk_by(|a, b| a == b).filter(|same| same.len() > 2).map(|same| same[0]);
    for constant in few.iter().copied().chain(frequent) {
        conclusions.push((Comparison::Equal, Term::Constant(constant)));
    }
    for constant in &few {
        conclusions.extend(BOUNDS.map(|op| (op, Term::Constant(*constant))));
    }
    let mut facts: Vec<Fact> = Vec::new();
    for (op, term) in conclusions {
        for guards in &guards {
            let fact = Fact { guards: guards.clone(), variable: result, op, term };
            let tried: Vec<bool> = samples
                .iter()
                .map(|sample| fact.tried(sample))
                .filter(|(passes, _)| *passes)
                .map(|(_, so)| so)
                .collect();
            if tried.len() > 1 && tried.iter().all(|so| *so) && !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        if facts.len() >= RESULTS_MAX {
            break;
        }
    }
    facts.truncate(RESULTS_MAX);
    facts
}

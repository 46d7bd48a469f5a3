//! Linear temporal logic over numbered propositions: a path formula whose state formulas have been given numbers.

use crate::formula::{Formula, Path, Steps};

#[derive(Clone, Debug, PartialEq)]
pub enum Ltl {
    Bool(bool),
    /// Bit `i` of a letter says whether proposition `i` holds.
    Proposition(usize),
    Not(Box<Ltl>),
    And(Box<Ltl>, Box<Ltl>),
    Or(Box<Ltl>, Box<Ltl>),
    Implies(Box<Ltl>, Box<Ltl>),
    Iff(Box<Ltl>, Box<Ltl>),
    Next(Box<Ltl>),
    Eventually(Steps, Box<Ltl>),
    Globally(Steps, Box<Ltl>),
    Until(Steps, Box<Ltl>, Box<Ltl>),
    WeakUntil(Steps, Box<Ltl>, Box<Ltl>),
    Release(Steps, Box<Ltl>, Box<Ltl>),
}

impl Ltl {
    /// Numbers the state formulas of `path`: equal ones get the same number, and the vector tells which is which.
    pub fn from_path(path: &Path) -> (Ltl, Vec<Formula>) {
        let mut states = Vec::new();
        (Ltl::convert(path, &mut states), states)
    }

    fn convert(path: &Path, states: &mut Vec<Formula>) -> Ltl {
        let mut inner = |path: &Path| Box::new(Ltl::convert(path, states));
        match path {
            Path::State(Formula::Bool(value)) => Ltl::Bool(*value),
            Path::State(formula) => {
                let number = states.iter().position(|known| known == formula).unwrap_or_else(|| {
                    states.push(formula.clone());
                    states.len() - 1
                });
                Ltl::Proposition(number)
            }
            Path::Not(operand) => Ltl::Not(inner(operand)),
            Path::And(left, right) => Ltl::And(inner(left), inner(right)),
            Path::Or(left, right) => Ltl::Or(inner(left), inner(right)),
            Path::Implies(left, right) => Ltl::Implies(inner(left), inner(right)),
            Path::Iff(left, right) => Ltl::Iff(inner(left), inner(right)),
            Path::Next(operand) => Ltl::Next(inner(operand)),
            Path::Eventually(steps, operand) => Ltl::Eventually(*steps, inner(operand)),
            Path::Globally(steps, operand) => Ltl::Globally(*steps, inner(operand)),
            Path::Until(steps, left, right) => Ltl::Until(*steps, inner(left), inner(right)),
            Path::WeakUntil(steps, left, right) => Ltl::WeakUntil(*steps, inner(left), inner(right)),
            Path::Release(steps, left, right) => Ltl::Release(*steps, inner(left), inner(right)),
        }
    }

    pub fn negated(self) -> Ltl {
        match self {
            Ltl::Not(inner) => *inner,
            other => Ltl::Not(Box::new(other)),
        }
    }
}

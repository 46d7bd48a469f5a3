//! Linear temporal logic over numbered propositions: a path formula whose state formulas have been given numbers.

use crate::formula::{BinaryOperator, Formula, Path, Steps};

/// A formula of linear temporal logic over numbered propositions.
#[derive(Clone, Debug, PartialEq)]
pub enum Ltl {
    /// True or false.
    Bool(bool),
    /// Bit `i` of a letter says whether proposition `i` holds.
    Proposition(usize),
    /// Not.
    Not(Box<Ltl>),
    /// Both.
    And(Box<Ltl>, Box<Ltl>),
    /// One of them, or both.
    Or(Box<Ltl>, Box<Ltl>),
    /// The second if the first.
    Implies(Box<Ltl>, Box<Ltl>),
    /// Both or none.
    Iff(Box<Ltl>, Box<Ltl>),
    /// After the next step.
    Next(Box<Ltl>),
    /// At some time within these steps.
    Eventually(Steps, Box<Ltl>),
    /// All the time within these steps.
    Globally(Steps, Box<Ltl>),
    /// The first until the second, which comes within these steps.
    Until(Steps, Box<Ltl>, Box<Ltl>),
    /// The same, or the first for ever.
    WeakUntil(Steps, Box<Ltl>, Box<Ltl>),
    /// The second until both.
    Release(Steps, Box<Ltl>, Box<Ltl>),
}

impl Ltl {
    /// Numbers the state formulas of `path`: equal ones get the same number, and the vector tells which is which. A
    /// Boolean combination of states counts as one, unless taking it apart gives no more propositions; then the
    /// translation sees more.
    pub fn from_path(path: &Path) -> (Ltl, Vec<Formula>) {
        let (mut whole, mut apart) = (Numbering::new(false), Numbering::new(true));
        let (one, other) = (whole.path(path), apart.path(path));
        if apart.states.len() <= whole.states.len() { (other, apart.states) } else { (one, whole.states) }
    }

    /// The same, except that `true` and `false` are states of which it is found out, as of others, when they are there: what is
    /// earned until `X true` is certain is earned in the first step, as in PRISM.
    pub fn from_path_as_written(path: &Path) -> (Ltl, Vec<Formula>) {
        let mut whole = Numbering { keep_constants: true, ..Numbering::new(false) };
        let formula = whole.path(path);
        (formula, whole.states)
    }

    /// One more than the greatest proposition that occurs.
    pub fn propositions(&self) -> usize {
        match self {
            Ltl::Bool(_) => 0,
            Ltl::Proposition(number) => number + 1,
            Ltl::Not(operand) | Ltl::Next(operand) | Ltl::Eventually(_, operand) | Ltl::Globally(_, operand) => {
                operand.propositions()
            }
            Ltl::And(left, right)
            | Ltl::Or(left, right)
            | Ltl::Implies(left, right)
            | Ltl::Iff(left, right)
            | Ltl::Until(_, left, right)
            | Ltl::WeakUntil(_, left, right)
            | Ltl::Release(_, left, right) => left.propositions().max(right.propositions()),
        }
    }

    /// Its negation.
    pub fn negated(self) -> Ltl {
        match self {
            Ltl::Not(inner) => *inner,
            other => Ltl::Not(Box::new(other)),
        }
    }
}

struct Numbering {
    states: Vec<Formula>,
    take_apart: bool,
    /// Whether constants are propositions.
    keep_constants: bool,
}

impl Numbering {
    fn new(take_apart: bool) -> Numbering {
        Numbering { states: Vec::new(), take_apart, keep_constants: false }
    }

    fn path(&mut self, path: &Path) -> Ltl {
        let mut inner = |path: &Path| Box::new(self.path(path));
        match path {
            Path::State(formula) => self.state(formula),
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
            Path::Within(..) | Path::Spending(..) | Path::Given(..) => {
                unreachable!("automata count steps; whoever makes one has refused other bounds, and conditions")
            }
        }
    }

    fn state(&mut self, formula: &Formula) -> Ltl {
        use BinaryOperator::*;
        match formula {
            Formula::Bool(false) if self.keep_constants => self.state(&Formula::Bool(true)).negated(),
            Formula::Bool(value) if !self.keep_constants => Ltl::Bool(*value),
            Formula::Not(operand) => self.state(operand).negated(),
            Formula::Binary(operator @ (And | Or | Implies | Iff | Xor), left, right) if self.take_apart => {
                let (left, right) = (Box::new(self.state(left)), Box::new(self.state(right)));
                match operator {
                    And => Ltl::And(left, right),
                    Or => Ltl::Or(left, right),
                    Implies => Ltl::Implies(left, right),
                    Iff => Ltl::Iff(left, right),
                    _ => Ltl::Iff(left, right).negated(),
                }
            }
            _ => {
                let known = self.states.iter().position(|known| known == formula);
                Ltl::Proposition(known.unwrap_or_else(|| {
                    self.states.push(formula.clone());
                    self.states.len() - 1
                }))
            }
        }
    }
}

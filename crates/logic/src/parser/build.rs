//! Nodes out of operands: what may be combined with what, where a state formula becomes part of a path formula, and
//! arithmetic over numbers done on the spot.

use super::expression::{Meaning, Node, Parser};
use crate::formula::*;
use crate::{EvaluationError, ParseError, Value, apply_binary};

impl Parser<'_> {
    pub(super) fn binary(&mut self, operator: BinaryOperator, left: Node, right: Node) -> Result<Node, ParseError> {
        use BinaryOperator::*;
        let (start, height) = (left.start, left.height.max(right.height));
        let symbol = operator.symbol();
        let meaning = match operator {
            Implies | Iff | Or | Xor | And => {
                self.check_truth(&left, symbol)?;
                self.check_truth(&right, symbol)?;
                connective(operator, left, right)
            }
            Equal | NotEqual => {
                let (left_type, right_type) = (self.is_numeric(&left), self.is_numeric(&right));
                if let (Some(left_type), Some(right_type)) = (left_type, right_type)
                    && left_type != right_type
                {
                    let message = format!("{symbol} compares a number with a truth value");
                    return self.error(start, message);
                }
                let (left, right) = (self.state_operand(left, symbol)?, self.state_operand(right, symbol)?);
                Meaning::State(Formula::Binary(operator, Box::new(left), Box::new(right)))
            }
            Less | LessOrEqual | Greater | GreaterOrEqual | Add | Subtract | Multiply | Divide => {
                let (left, right) = (self.number_operand(left, symbol)?, self.number_operand(right, symbol)?);
                match (literal(&left), literal(&right)) {
                    (Some(a), Some(b)) if operator.is_arithmetic() => match apply_binary(operator, &a, &b) {
                        // PRISM's division is one of doubles: infinity, which no literal is, unless nothing is divided.
                        Err(EvaluationError::DivisionByZero) if a != Value::Integer(0) => {
                            Meaning::State(Formula::Binary(operator, Box::new(left), Box::new(right)))
                        }
                        value => Meaning::State(self.folded(start, value)?),
                    },
                    _ => Meaning::State(Formula::Binary(operator, Box::new(left), Box::new(right))),
                }
            }
        };
        self.node(meaning, start, height)
    }

    pub(super) fn if_then_else(&mut self, condition: Node, first: Node, second: Node) -> Result<Node, ParseError> {
        self.check_truth(&condition, "the condition of `?:`")?;
        let (start, height) = (condition.start, condition.height.max(first.height).max(second.height));
        let states = [&condition, &first, &second].iter().all(|node| matches!(node.meaning, Meaning::State(_)));
        if states {
            if let (Some(left), Some(right)) = (self.is_numeric(&first), self.is_numeric(&second))
                && left != right
            {
                return self.error(first.start, "the two branches of `?:` are a number and a truth value");
            }
            let part = |node: Node| match node.meaning {
                Meaning::State(formula) => Box::new(formula),
                Meaning::Path(_) => unreachable!("all three are state formulas"),
            };
            let meaning = Meaning::State(Formula::IfThenElse(part(condition), part(first), part(second)));
            return self.node(meaning, start, height);
        }
        // Over paths, `c ? p : q` is spelt out as `(c => p) & (!c => q)`.
        self.check_truth(&first, "`?:` over paths")?;
        self.check_truth(&second, "`?:` over paths")?;
        let negated = match &condition.meaning {
            Meaning::State(formula) => Path::State(Formula::Not(Box::new(formula.clone()))),
            Meaning::Path(path) => Path::Not(Box::new(path.clone())),
        };
        let negated = Node { meaning: as_meaning(negated), start, height: condition.height + 1 };
        let first = self.binary(BinaryOperator::Implies, condition, first)?;
        let second = self.binary(BinaryOperator::Implies, negated, second)?;
        self.binary(BinaryOperator::And, first, second)
    }

    pub(super) fn folded(&self, start: usize, value: Result<Value, EvaluationError>) -> Result<Formula, ParseError> {
        value.map(|value| value.to_formula()).or_else(|error| self.error(start, error.to_string()))
    }

    /// `None`: the type of a variable, or of a property that is referred to by name, is not known yet.
    pub(super) fn is_numeric(&self, node: &Node) -> Option<bool> {
        match &node.meaning {
            Meaning::State(Formula::Label(name)) if self.referable.contains(name) => None,
            Meaning::State(formula) => formula.is_numeric(),
            Meaning::Path(_) => Some(false),
        }
    }

    pub(super) fn check_truth(&self, node: &Node, operator: &str) -> Result<(), ParseError> {
        match self.is_numeric(node) {
            Some(true) => self.error(node.start, format!("{operator} needs a truth value, found a number")),
            _ => Ok(()),
        }
    }

    pub(super) fn state_operand(&self, node: Node, operator: &str) -> Result<Formula, ParseError> {
        match node.meaning {
            Meaning::State(formula) => Ok(formula),
            Meaning::Path(_) => {
                self.error(node.start, format!("{operator} needs a state formula, found a temporal formula"))
            }
        }
    }

    pub(super) fn number_operand(&self, node: Node, operator: &str) -> Result<Formula, ParseError> {
        if self.is_numeric(&node) == Some(false) {
            return self.error(node.start, format!("{operator} needs a number, found a truth value"));
        }
        self.state_operand(node, operator)
    }
}

pub(super) fn literal(formula: &Formula) -> Option<Value> {
    match formula {
        Formula::Number(number) => Some(Value::number(number)),
        _ => None,
    }
}

fn as_meaning(path: Path) -> Meaning {
    match path {
        Path::State(formula) => Meaning::State(formula),
        other => Meaning::Path(other),
    }
}

/// A Boolean connective of two truth values; a state formula as long as both operands are.
fn connective(operator: BinaryOperator, left: Node, right: Node) -> Meaning {
    match (left.meaning, right.meaning) {
        (Meaning::State(left), Meaning::State(right)) => {
            Meaning::State(Formula::Binary(operator, Box::new(left), Box::new(right)))
        }
        (left, right) => {
            let path = |meaning| match meaning {
                Meaning::State(formula) => Box::new(Path::State(formula)),
                Meaning::Path(path) => Box::new(path),
            };
            let (left, right) = (path(left), path(right));
            Meaning::Path(match operator {
                BinaryOperator::Implies => Path::Implies(left, right),
                BinaryOperator::Or => Path::Or(left, right),
                BinaryOperator::And => Path::And(left, right),
                BinaryOperator::Iff => Path::Iff(left, right),
                BinaryOperator::Xor => Path::Not(Box::new(Path::Iff(left, right))),
                _ => unreachable!("the caller passes connectives only"),
            })
        }
    }
}

//! Expressions with types, names resolved and constants folded: what both languages are translated to. Folding is exact,
//! so that `0.1 + 0.2` is three tenths.

use dashu::rational::RBig;
use logic::{BinaryOperator, EvaluationError, Formula, Function, Value, apply_binary, apply_function, apply_negate};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Int,
    Real,
}

impl Type {
    pub fn words(self) -> &'static str {
        match self {
            Type::Bool => "a truth value",
            Type::Int => "an integer",
            Type::Real => "a real number",
        }
    }

    pub fn is_number(self) -> bool {
        self != Type::Bool
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    pub kind: Type,
    pub node: TermNode,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TermNode {
    Constant(Value),
    /// The index of a variable.
    Variable(usize),
    Not(Box<Term>),
    Negate(Box<Term>),
    Binary(BinaryOperator, Box<Term>, Box<Term>),
    IfThenElse(Box<Term>, Box<Term>, Box<Term>),
    Call(Function, Vec<Term>),
}

impl Term {
    pub fn truth(value: bool) -> Term {
        Term { kind: Type::Bool, node: TermNode::Constant(Value::Bool(value)) }
    }

    pub fn integer(value: i64) -> Term {
        Term { kind: Type::Int, node: TermNode::Constant(Value::Integer(value)) }
    }

    pub fn real(value: RBig) -> Term {
        Term { kind: Type::Real, node: TermNode::Constant(Value::from(value)) }
    }

    pub fn constant(value: Value, kind: Type) -> Term {
        Term { kind, node: TermNode::Constant(value) }
    }

    pub fn variable(index: usize, kind: Type) -> Term {
        Term { kind, node: TermNode::Variable(index) }
    }

    pub fn as_constant(&self) -> Option<&Value> {
        match &self.node {
            TermNode::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub fn is_true(&self) -> bool {
        self.as_constant() == Some(&Value::Bool(true))
    }

    pub fn is_false(&self) -> bool {
        self.as_constant() == Some(&Value::Bool(false))
    }

    pub fn negation(operand: Term) -> Result<Term, String> {
        if operand.kind != Type::Bool {
            return Err(format!("`!` needs a truth value, found {}", operand.kind.words()));
        }
        Ok(match operand.as_constant() {
            Some(Value::Bool(value)) => Term::truth(!value),
            _ => Term { kind: Type::Bool, node: TermNode::Not(Box::new(operand)) },
        })
    }

    pub fn negate(operand: Term) -> Result<Term, String> {
        if !operand.kind.is_number() {
            return Err("`-` needs a number, found a truth value".to_string());
        }
        let kind = operand.kind;
        Ok(match operand.as_constant() {
            Some(value) => Term::constant(apply_negate(value).map_err(|error| error.to_string())?, kind),
            None => Term { kind, node: TermNode::Negate(Box::new(operand)) },
        })
    }

    pub fn and(left: Term, right: Term) -> Term {
        Term::binary(BinaryOperator::And, left, right).expect("both are truth values")
    }

    pub fn binary(operator: BinaryOperator, left: Term, right: Term) -> Result<Term, String> {
        use BinaryOperator::*;
        let symbol = operator.symbol();
        let kind = match operator {
            Implies | Iff | Or | Xor | And => {
                for operand in [&left, &right] {
                    if operand.kind != Type::Bool {
                        return Err(format!("{symbol} needs truth values, found {}", operand.kind.words()));
                    }
                }
                Type::Bool
            }
            Equal | NotEqual => {
                if left.kind.is_number() != right.kind.is_number() {
                    return Err(format!("{symbol} compares a number with a truth value"));
                }
                Type::Bool
            }
            Less | LessOrEqual | Greater | GreaterOrEqual | Add | Subtract | Multiply | Divide => {
                for operand in [&left, &right] {
                    if !operand.kind.is_number() {
                        return Err(format!("{symbol} needs numbers, found a truth value"));
                    }
                }
                match operator {
                    Less | LessOrEqual | Greater | GreaterOrEqual => Type::Bool,
                    Divide => Type::Real,
                    _ if left.kind == Type::Int && right.kind == Type::Int => Type::Int,
                    _ => Type::Real,
                }
            }
        };
        if let (Some(a), Some(b)) = (left.as_constant(), right.as_constant()) {
            return match apply_binary(operator, a, b) {
                Ok(value) => Ok(Term::constant(value, kind)),
                Err(error) => Err(error.to_string()),
            };
        }
        match operator {
            And if left.is_true() || right.is_false() => return Ok(right),
            And if right.is_true() || left.is_false() => return Ok(left),
            Or if left.is_false() || right.is_true() => return Ok(right),
            Or if right.is_false() || left.is_true() => return Ok(left),
            Implies if left.is_true() => return Ok(right),
            Implies if left.is_false() => return Ok(Term::truth(true)),
            _ => {}
        }
        Ok(Term { kind, node: TermNode::Binary(operator, Box::new(left), Box::new(right)) })
    }

    pub fn if_then_else(condition: Term, first: Term, second: Term) -> Result<Term, String> {
        if condition.kind != Type::Bool {
            return Err(format!("the condition of `?:` must be a truth value, found {}", condition.kind.words()));
        }
        if first.kind.is_number() != second.kind.is_number() {
            return Err("the two branches of `?:` are a number and a truth value".to_string());
        }
        let kind = if first.kind == second.kind { first.kind } else { Type::Real };
        match condition.as_constant() {
            Some(Value::Bool(true)) => Ok(Term { kind, ..first }),
            Some(_) => Ok(Term { kind, ..second }),
            None => {
                let node = TermNode::IfThenElse(Box::new(condition), Box::new(first), Box::new(second));
                Ok(Term { kind, node })
            }
        }
    }

    pub fn call(function: Function, arguments: Vec<Term>) -> Result<Term, String> {
        let name = function.name();
        if arguments.iter().any(|argument| !argument.kind.is_number()) {
            return Err(format!("`{name}` needs numbers, found a truth value"));
        }
        let all_integers = arguments.iter().all(|argument| argument.kind == Type::Int);
        if function == Function::Mod && !all_integers {
            return Err("`mod` needs integers, found a real number".to_string());
        }
        let kind = match function {
            Function::Floor | Function::Ceil | Function::Round | Function::Mod => Type::Int,
            Function::Log => Type::Real,
            Function::Min | Function::Max | Function::Pow if all_integers => Type::Int,
            Function::Min | Function::Max | Function::Pow => Type::Real,
        };
        let values: Option<Vec<Value>> = arguments.iter().map(|argument| argument.as_constant().cloned()).collect();
        if let Some(values) = values {
            let value = apply_function(function, &values).map_err(|error| error.to_string())?;
            if kind == Type::Int && !matches!(value, Value::Integer(_)) {
                return Err(format!("`{name}` gives {value}, which is no integer that can be represented"));
            }
            return Ok(Term::constant(value, kind));
        }
        Ok(Term { kind, node: TermNode::Call(function, arguments) })
    }

    /// The exact value, given those of the variables; truth values are 0 and 1 there.
    pub fn evaluate(&self, variables: &[i64]) -> Result<Value, EvaluationError> {
        match &self.node {
            TermNode::Constant(value) => Ok(value.clone()),
            TermNode::Variable(index) if self.kind == Type::Bool => Ok(Value::Bool(variables[*index] != 0)),
            TermNode::Variable(index) => Ok(Value::Integer(variables[*index])),
            TermNode::Not(operand) => Ok(Value::Bool(operand.evaluate(variables)? != Value::Bool(true))),
            TermNode::Negate(operand) => apply_negate(&operand.evaluate(variables)?),
            TermNode::Binary(operator, left, right) => {
                let left = left.evaluate(variables)?;
                match (operator, &left) {
                    (BinaryOperator::And, Value::Bool(false)) | (BinaryOperator::Or, Value::Bool(true)) => {
                        return Ok(left);
                    }
                    (BinaryOperator::Implies, Value::Bool(false)) => return Ok(Value::Bool(true)),
                    _ => {}
                }
                apply_binary(*operator, &left, &right.evaluate(variables)?)
            }
            TermNode::IfThenElse(condition, first, second) => {
                let chosen = if condition.evaluate(variables)? == Value::Bool(true) { first } else { second };
                chosen.evaluate(variables)
            }
            TermNode::Call(function, arguments) => {
                let values: Result<Vec<Value>, _> = arguments.iter().map(|one| one.evaluate(variables)).collect();
                apply_function(*function, &values?)
            }
        }
    }

    /// Calls `visit` on the terms directly below this one.
    pub fn for_each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Term)) {
        match &self.node {
            TermNode::Constant(_) | TermNode::Variable(_) => {}
            TermNode::Not(operand) | TermNode::Negate(operand) => visit(operand),
            TermNode::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            TermNode::IfThenElse(condition, first, second) => {
                visit(condition);
                visit(first);
                visit(second);
            }
            TermNode::Call(_, arguments) => arguments.iter().for_each(visit),
        }
    }

    /// Calls `visit` on every variable that occurs.
    pub fn for_each_variable(&self, visit: &mut dyn FnMut(usize)) {
        match &self.node {
            TermNode::Variable(index) => visit(*index),
            _ => self.for_each_part(&mut |part| part.for_each_variable(visit)),
        }
    }

    /// The operands of nested conjunctions.
    pub fn conjuncts(&self) -> Vec<&Term> {
        let mut parts = Vec::new();
        let mut pending = vec![self];
        while let Some(term) = pending.pop() {
            match &term.node {
                TermNode::Binary(BinaryOperator::And, left, right) => pending.extend([&**right, &**left]),
                _ => parts.push(term),
            }
        }
        parts
    }

    /// If this is a condition on one variable that leaves it a range: the variable, and where the range begins and ends.
    pub fn range(&self) -> Option<(usize, i64, i64)> {
        use BinaryOperator::*;
        let of = |operator: BinaryOperator, variable: usize, bound: i64| match operator {
            Equal => Some((variable, bound, bound)),
            LessOrEqual => Some((variable, i64::MIN, bound)),
            Less => Some((variable, i64::MIN, bound.checked_sub(1)?)),
            GreaterOrEqual => Some((variable, bound, i64::MAX)),
            Greater => Some((variable, bound.checked_add(1)?, i64::MAX)),
            _ => None,
        };
        match &self.node {
            TermNode::Variable(variable) => Some((*variable, 1, 1)),
            TermNode::Not(operand) => match operand.node {
                TermNode::Variable(variable) => Some((variable, 0, 0)),
                _ => None,
            },
            TermNode::Binary(operator, left, right) => match (&left.node, &right.node) {
                (TermNode::Variable(variable), TermNode::Constant(Value::Integer(bound))) => {
                    of(*operator, *variable, *bound)
                }
                (TermNode::Constant(Value::Integer(bound)), TermNode::Variable(variable)) => {
                    let turned = match operator {
                        LessOrEqual => GreaterOrEqual,
                        Less => Greater,
                        GreaterOrEqual => LessOrEqual,
                        Greater => Less,
                        other => *other,
                    };
                    of(turned, *variable, *bound)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// As a formula of the property language, over the variables' names.
    pub fn to_formula(&self, names: &[String]) -> Formula {
        let part = |term: &Term| Box::new(term.to_formula(names));
        match &self.node {
            TermNode::Constant(value) => value.to_formula(),
            TermNode::Variable(index) => Formula::Variable(names[*index].clone()),
            TermNode::Not(operand) => Formula::Not(part(operand)),
            TermNode::Negate(operand) => Formula::Negate(part(operand)),
            TermNode::Binary(operator, left, right) => Formula::Binary(*operator, part(left), part(right)),
            TermNode::IfThenElse(condition, first, second) => {
                Formula::IfThenElse(part(condition), part(first), part(second))
            }
            TermNode::Call(function, arguments) => {
                Formula::Call(*function, arguments.iter().map(|one| one.to_formula(names)).collect())
            }
        }
    }
}

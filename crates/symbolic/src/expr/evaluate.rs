//! The value of an expression for concrete inputs, and its range over a part of the inputs.

use super::{Domain, ExprId, Exprs, Interval, Node, VariableId};
use dashu::rational::RBig;
use hashbrown::HashMap;

/// A concrete input.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Integer(i128),
    Real(RBig),
}

/// Concrete inputs; a variable without one takes the lower end of its domain.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assignment {
    pub values: HashMap<VariableId, Value>,
}

impl Assignment {
    pub fn set(&mut self, variable: VariableId, value: i128) {
        self.values.insert(variable, Value::Integer(value));
    }
}

impl Exprs {
    /// The value of an integer expression or condition.
    pub fn evaluate(&self, id: ExprId, inputs: &Assignment) -> i128 {
        self.value(id, inputs, &mut HashMap::new())
    }

    fn value(&self, id: ExprId, inputs: &Assignment, known: &mut HashMap<ExprId, i128>) -> i128 {
        if let Some(&value) = known.get(&id) {
            return value;
        }
        let mut of = |operand: ExprId| self.value(operand, inputs, known);
        let value = match self.node(id) {
            Node::Constant(value) => *value,
            Node::Variable(variable) => match inputs.values.get(variable) {
                Some(Value::Integer(value)) => *value,
                _ => self.interval(id).low,
            },
            Node::Sum { terms, constant } => terms
                .iter()
                .fold(*constant, |sum, &(atom, coefficient)| sum.wrapping_add(of(atom).wrapping_mul(coefficient))),
            Node::Opaque(inner) => of(*inner),
            Node::Product(a, b) => of(*a) * of(*b),
            Node::Floor(dividend, divisor) => of(*dividend).div_euclid(*divisor),
            Node::Quotient(a, b) => match of(*b) {
                0 => 0,
                divisor => of(*a) / divisor,
            },
            Node::Remainder(a, b) => match of(*b) {
                0 => 0,
                divisor => of(*a) % divisor,
            },
            Node::BitAnd(a, b) => of(*a) & of(*b),
            Node::ShiftLeft(value, count) => of(*value) << of(*count),
            Node::ShiftRight(value, count) => of(*value) >> of(*count),
            Node::Sign(inner) if self.is_real(*inner) => match self.real_value(*inner, inputs) {
                value if value < RBig::ZERO => -1,
                value if value.is_zero() => 0,
                _ => 1,
            },
            Node::Sign(inner) => of(*inner).signum(),
            Node::Compare(relation, inner) => i128::from(relation.holds(of(*inner))),
            Node::And(parts) => i128::from(parts.iter().all(|&part| of(part) != 0)),
            Node::Or(parts) => i128::from(parts.iter().any(|&part| of(part) != 0)),
            Node::Choose(condition, first, second) => {
                if of(*condition) != 0 {
                    of(*first)
                } else {
                    of(*second)
                }
            }
            Node::Real(_) => 0,
            Node::RealCompare(relation, inner) => i128::from(relation.holds(&self.real_value(*inner, inputs))),
        };
        known.insert(id, value);
        value
    }

    /// The value of a real form.
    pub fn real_value(&self, id: ExprId, inputs: &Assignment) -> RBig {
        let form = self.real_form(id);
        form.terms.iter().fold(form.constant.clone(), |sum, (atom, coefficient)| {
            let value = match self.node(*atom) {
                Node::Variable(variable) => match (inputs.values.get(variable), self.domain(*variable)) {
                    (Some(Value::Real(value)), _) => value.clone(),
                    (None, Domain::Real { low, .. }) => low.clone(),
                    _ => RBig::from(self.evaluate(*atom, inputs)),
                },
                _ => RBig::from(self.evaluate(*atom, inputs)),
            };
            sum + value * coefficient
        })
    }

    pub fn domain(&self, variable: VariableId) -> &Domain {
        &self.variables[variable.0 as usize].domain
    }

    /// A range of the value when some inputs are confined to parts of their domains.
    pub fn interval_within(
        &self,
        id: ExprId,
        boxes: &HashMap<VariableId, Interval>,
        known: &mut HashMap<ExprId, Interval>,
    ) -> Interval {
        if let Some(&interval) = known.get(&id) {
            return interval;
        }
        let global = self.interval(id);
        let interval = match self.node(id) {
            Node::Variable(variable) => boxes.get(variable).copied().unwrap_or(global),
            node => {
                let local =
                    self.interval_of_node(node, &mut |exprs, operand| exprs.interval_within(operand, boxes, known));
                // Both are valid; an empty meet would only say that the part has no inputs.
                let meet = local.meet(global);
                if meet.is_empty() { local } else { meet }
            }
        };
        known.insert(id, interval);
        interval
    }
}

//! The value of an expression for concrete inputs, and its range over a part of the inputs.

use super::{Domain, ExprId, Exprs, Interval, Node, VariableId};
use dashu::rational::RBig;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeSet;

/// A concrete input.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Integer(i128),
    Real(RBig),
}

/// Inputs are tried one by one if they are at most so many.
const INPUTS_FEW: i128 = 4096;

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

/// Expressions laid out for evaluating them at many inputs: operands come before what uses them.
pub struct Tape {
    /// With the positions of operands on the tape in their places, unless those are reals.
    steps: Vec<(Node, bool)>,
    positions: HashMap<ExprId, usize>,
    values: Vec<i128>,
}

impl Tape {
    pub fn new(exprs: &Exprs, roots: &[ExprId]) -> Tape {
        let mut tape = Tape { steps: Vec::new(), positions: HashMap::new(), values: Vec::new() };
        let mut stack: Vec<(ExprId, bool)> = roots.iter().map(|&root| (root, false)).collect();
        while let Some((id, operands_done)) = stack.pop() {
            if tape.positions.contains_key(&id) {
                continue;
            }
            if operands_done {
                let mut node = exprs.node(id).clone();
                let of_real = Exprs::operands(&node).iter().any(|operand| exprs.is_real(*operand));
                if !of_real && !exprs.is_real(id) {
                    node.rename_operands(|operand| ExprId(tape.positions[&operand] as u32));
                }
                tape.positions.insert(id, tape.steps.len());
                tape.steps.push((node, of_real));
            } else {
                stack.push((id, true));
                // Reals have values of their own kind, looked up where they are compared.
                if !exprs.is_real(id) {
                    stack.extend(Exprs::operands(exprs.node(id)).into_iter().map(|operand| (operand, false)));
                }
            }
        }
        tape.values = vec![0; tape.steps.len()];
        tape
    }

    /// Computes all expressions for the given inputs; [`Tape::value`] then reads them.
    pub fn run(&mut self, exprs: &Exprs, inputs: &Assignment) {
        for (position, (node, of_real)) in self.steps.iter().enumerate() {
            let value = exprs.step(node, *of_real, inputs, |operand| self.values[operand.0 as usize]);
            self.values[position] = value;
        }
    }

    pub fn value(&self, id: ExprId) -> i128 {
        self.values[self.positions[&id]]
    }
}

impl Exprs {
    /// The value of an integer expression or condition.
    pub fn evaluate(&self, id: ExprId, inputs: &Assignment) -> i128 {
        let mut tape = Tape::new(self, &[id]);
        tape.run(self, inputs);
        tape.value(id)
    }

    /// The values an integer expression takes, in order, if they are at most `most` and its inputs few enough to try them all.
    pub fn few_values(&self, id: ExprId, most: usize) -> Option<Vec<i64>> {
        let mut ranges = Vec::new();
        let mut count = 1;
        for variable in self.support(id) {
            let Domain::Integer { range, .. } = self.domain(*variable) else { return None };
            count *= (range.high - range.low).saturating_add(1);
            if count > INPUTS_FEW {
                return None;
            }
            ranges.push((*variable, *range));
        }
        let mut tape = Tape::new(self, &[id]);
        let mut inputs = Assignment::default();
        let mut values = BTreeSet::new();
        for number in 0..count {
            let mut left = number;
            for (variable, range) in &ranges {
                let size = range.high - range.low + 1;
                inputs.set(*variable, range.low + left % size);
                left /= size;
            }
            tape.run(self, &inputs);
            values.insert(tape.value(id) as i64);
            if values.len() > most {
                return None;
            }
        }
        Some(values.into_iter().collect())
    }

    /// One node's value from its operands' values.
    fn step(&self, node: &Node, of_real: bool, inputs: &Assignment, of: impl Fn(ExprId) -> i128) -> i128 {
        match node {
            Node::Constant(value) => *value,
            Node::Variable(variable) => match inputs.values.get(variable) {
                Some(Value::Integer(value)) => *value,
                _ => self.interval_of(*variable).low,
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
            Node::Sign(inner) if of_real => match self.real_value(*inner, inputs) {
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
            Node::Element(index, table) => self.element_at(*table, of(*index)),
            Node::Float(op, format, a, b) => super::float::computed(*op, *format, of(*a), of(*b)),
            Node::Real(_) => 0,
            Node::RealCompare(relation, inner) => i128::from(relation.holds(&self.real_value(*inner, inputs))),
        }
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

    /// All expressions the given ones are made of, themselves included.
    pub(crate) fn reachable(&self, roots: &[ExprId]) -> Vec<ExprId> {
        let mut seen: HashSet<ExprId> = roots.iter().copied().collect();
        let mut list = roots.to_vec();
        let mut next = 0;
        while next < list.len() {
            for operand in Exprs::operands(self.node(list[next])) {
                if seen.insert(operand) {
                    list.push(operand);
                }
            }
            next += 1;
        }
        list
    }

    pub fn domain(&self, variable: VariableId) -> &Domain {
        &self.variables[variable.0 as usize].domain
    }

    /// The range of an integer input.
    pub fn interval_of(&self, variable: VariableId) -> Interval {
        match self.domain(variable) {
            Domain::Integer { range, .. } => *range,
            Domain::Real { .. } => Interval::new(-Interval::FAR, Interval::FAR),
        }
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

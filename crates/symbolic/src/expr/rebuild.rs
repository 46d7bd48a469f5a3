//! Expressions with one part replaced by another, built anew so that everything simplifies again.

use super::{Binary, ExprId, Exprs, Interval, Node, Width};
use hashbrown::HashMap;

/// A replacement of one expression by another, and what it has made of others so far.
pub struct Replacement {
    /// Has the replacement the same values as what it replaces, so that ranges stay valid?
    pub keeps_ranges: bool,
    done: HashMap<ExprId, ExprId>,
}

impl Replacement {
    pub fn new(of: ExprId, by: ExprId, keeps_ranges: bool) -> Replacement {
        Replacement { keeps_ranges, done: HashMap::from([(of, by)]) }
    }

    /// Several at once, by values that they need not always have.
    pub fn of_all(pairs: Vec<(ExprId, ExprId)>) -> Replacement {
        Replacement { keeps_ranges: false, done: pairs.into_iter().collect() }
    }
}

/// Products of sums with more terms than this stay products.
const EXPANDED_MAX: usize = 16;

impl Exprs {
    /// The same value with products of sums multiplied out; nothing if there are none.
    pub(super) fn expanded(&mut self, id: ExprId) -> Option<ExprId> {
        let is_sum = |exprs: &Exprs, id: ExprId| matches!(exprs.node(id), Node::Sum { .. });
        let mut products: Vec<ExprId> = self.reachable(&[id]);
        products.retain(|id| match *self.node(*id) {
            Node::Product(a, b) => is_sum(self, a) || is_sum(self, b),
            _ => false,
        });
        // What others are made of has a smaller id.
        products.sort_unstable();
        if products.is_empty() {
            return None;
        }
        let mut replacement = Replacement { keeps_ranges: true, done: HashMap::new() };
        for product in products {
            let Node::Product(a, b) = *self.node(product) else { continue };
            let (a, b) = (self.rebuild(a, &mut replacement)?, self.rebuild(b, &mut replacement)?);
            let (left, left_constant) = self.terms_of(a);
            let (right, right_constant) = self.terms_of(b);
            if left.len() * right.len() > EXPANDED_MAX {
                return None;
            }
            let (by_left, by_right) = (self.scaled(b, left_constant), self.scaled(a, right_constant));
            let mut sum = self.plus(by_left, by_right);
            sum = self.offset(sum, -left_constant.checked_mul(right_constant)?);
            for (x, factor) in &left {
                for (y, other) in &right {
                    let term = self.times(*x, *y);
                    let term = self.scaled(term, factor.checked_mul(*other)?);
                    sum = self.plus(sum, term);
                }
            }
            replacement.done.insert(product, sum);
        }
        self.rebuild(id, &mut replacement)
    }

    /// The same condition with products of sums multiplied out, where that is not too much.
    pub(crate) fn multiplied_out(&mut self, condition: ExprId) -> ExprId {
        self.expanded(condition).unwrap_or(condition)
    }

    /// The expression with the part replaced wherever it occurs; nothing where that reaches a real.
    pub fn rebuild(&mut self, id: ExprId, replacement: &mut Replacement) -> Option<ExprId> {
        if let Some(&known) = replacement.done.get(&id) {
            return Some(known);
        }
        let result = match self.made_of_bits(id) {
            Some((op, a, b)) => {
                let (a, b) = (self.rebuild(a, replacement)?, self.rebuild(b, replacement)?);
                self.rebuilt_bits(id, op, a, b)
            }
            None => self.rebuild_node(id, replacement)?,
        };
        if replacement.keeps_ranges && self.as_constant(result).is_none() {
            self.refine(result, self.interval(id));
        }
        replacement.done.insert(id, result);
        Some(result)
    }

    fn rebuilt_bits(&mut self, id: ExprId, op: Binary, a: ExprId, b: ExprId) -> ExprId {
        let is_int = self.interval(id).within(Interval::of(Width::Int));
        self.binary(op, if is_int { Width::Int } else { Width::Long }, a, b)
    }

    fn rebuild_node(&mut self, id: ExprId, replacement: &mut Replacement) -> Option<ExprId> {
        let node = self.node(id).clone();
        let mut parts = Vec::new();
        for operand in Exprs::operands(&node) {
            parts.push(self.rebuild(operand, replacement)?);
        }
        Some(match node {
            Node::Constant(_) | Node::Variable(_) => id,
            Node::Sum { terms, constant } => {
                let mut sum = self.constant(constant);
                for (part, (_, coefficient)) in parts.into_iter().zip(&terms) {
                    let term = self.scaled(part, *coefficient);
                    sum = self.plus(sum, term);
                }
                sum
            }
            Node::Opaque(_) => self.opaque(parts[0]),
            Node::Product(..) => self.times(parts[0], parts[1]),
            Node::Floor(_, divisor) => self.floor(parts[0], divisor),
            Node::Quotient(..) => self.quotient(parts[0], parts[1]),
            Node::Remainder(..) => self.remainder(parts[0], parts[1]),
            Node::BitAnd(..) => self.bit_and(parts[0], parts[1]),
            Node::ShiftLeft(..) => match self.as_constant(parts[1]) {
                Some(count) => self.scaled(parts[0], 1 << count.clamp(0, 63)),
                None => self.intern(Node::ShiftLeft(parts[0], parts[1])),
            },
            Node::ShiftRight(..) => match self.as_constant(parts[1]) {
                Some(count) => self.floor(parts[0], 1 << count.clamp(0, 63)),
                None => self.intern(Node::ShiftRight(parts[0], parts[1])),
            },
            Node::Sign(_) => self.intern(Node::Sign(parts[0])),
            Node::Compare(relation, _) => self.relate(relation, parts[0]),
            Node::And(_) => self.and(&parts),
            Node::Or(_) => self.or(&parts),
            Node::Choose(..) => self.choose(parts[0], parts[1], parts[2]),
            Node::Element(_, table) => self.intern(Node::Element(parts[0], table)),
            Node::Float(op, format, ..) => self.float(op, format, parts[0], parts[1]),
            Node::Real(_) | Node::RealCompare(..) => return None,
        })
    }
}

//! Polynomials that wrap around: `x·x == 49` in 32 bits, beside other conditions on x.
//!
//! Halving the range of x from above tells nothing about such a condition, as its low bits decide: of the even and the odd values of x
//! often only the ones can satisfy it, and of these again (Hensel's lifting). With each step a power of two leaves the modulus, until
//! what is left of the polynomial is linear.

use super::Boxes;
use crate::expr::{Assignment, Domain, ExprId, Exprs, Interval, Node, Replacement, Value, VariableId, ZeroRelation};

/// Steps of one question in all: 64 bits, each with a few ways on.
pub const STEPS_MAX: usize = 600;

/// Smaller moduli leave nothing to lift.
const MODULUS_MIN: i128 = 4;

/// The inputs of one parity: the input is `base + 2·(other - base)`, where the other has the range given here.
pub struct Residue {
    pub conjuncts: Vec<ExprId>,
    pub boxes: Boxes,
    input: VariableId,
    base: i128,
    odd: i128,
}

/// The even and the odd values of an input that a polynomial condition sees modulo a power of two; those that are possible.
pub fn halves(exprs: &mut Exprs, conjuncts: &[ExprId], boxes: &Boxes) -> Option<Vec<Residue>> {
    let input = conjuncts.iter().find_map(|c| polynomial_input(exprs, *c, ZeroRelation::Equal))?;
    let Domain::Integer { range, .. } = exprs.domain(input) else { return None };
    let range = boxes.get(&input).copied().unwrap_or(*range);
    // Built anew, operations on bits would be taken to fit their type for any value.
    let is_of_bits = |id: &ExprId| exprs.made_of_bits(*id).is_some() && exprs.support(*id).contains(&input);
    if range.width() < 4 || exprs.reachable(conjuncts).iter().any(is_of_bits) {
        return None;
    }
    let variable = exprs.intern(Node::Variable(input));
    let mut halves = Vec::new();
    for odd in [0, 1] {
        let moved = exprs.offset(variable, -range.low);
        let doubled = exprs.scaled(moved, 2);
        let value = exprs.offset(doubled, range.low + odd);
        let mut replacement = Replacement::new(variable, value, false);
        let mut rebuilt = Vec::with_capacity(conjuncts.len());
        for conjunct in conjuncts {
            let conjunct = exprs.rebuild(*conjunct, &mut replacement)?;
            rebuilt.push(exprs.multiplied_out(conjunct));
        }
        if rebuilt.iter().any(|conjunct| exprs.as_constant(*conjunct) == Some(0)) {
            continue;
        }
        rebuilt.retain(|conjunct| exprs.as_constant(*conjunct).is_none());
        let mut boxes = boxes.clone();
        boxes.insert(input, Interval::new(range.low, range.low + (range.high - range.low - odd) / 2));
        halves.push(Residue { conjuncts: rebuilt, boxes, input, base: range.low, odd });
    }
    Some(halves)
}

/// Does a condition exclude the solutions of such an equation?
pub fn excludes(exprs: &Exprs, conjunct: ExprId) -> bool {
    polynomial_input(exprs, conjunct, ZeroRelation::Unequal).is_some()
}

/// The one input of the products of an equation modulo a power of two.
fn polynomial_input(exprs: &Exprs, conjunct: ExprId, relation: ZeroRelation) -> Option<VariableId> {
    let Node::Compare(related, inner) = exprs.node(conjunct) else { return None };
    if *related != relation {
        return None;
    }
    let (terms, _) = exprs.terms_of(*inner);
    let is_product = |id: ExprId| matches!(exprs.node(id), Node::Product(..));
    let is_reduced = terms.iter().any(|term| match exprs.node(term.0) {
        Node::Floor(_, modulus) => *modulus >= MODULUS_MIN && term.1 % modulus == 0,
        _ => false,
    });
    let mut inputs = terms.iter().filter(|term| is_product(term.0)).map(|term| exprs.support(term.0));
    let [input] = *inputs.next()? else { return None };
    (is_reduced && inputs.all(|others| others == [input])).then_some(input)
}

impl Residue {
    /// Inputs of the original condition, from such of this one.
    pub fn original(&self, exprs: &Exprs, inputs: &Assignment) -> Assignment {
        let other = match inputs.values.get(&self.input) {
            Some(Value::Integer(value)) => *value,
            _ => exprs.interval_of(self.input).low,
        };
        let mut original = inputs.clone();
        original.set(self.input, self.base + 2 * (other - self.base) + self.odd);
        original
    }
}

//! Conditions bit by bit: every expression as the bits of its value in two's complement, each bit a decision diagram over the bits of the
//! inputs.
//!
//! This decides and counts, over full ranges, what is neither linear nor small: carries, masks and shifts that depend on inputs,
//! and products of few bits. The inputs' bits are interleaved, lowest first, which keeps sums and comparisons narrow. Products of
//! two wide inputs and divisions by inputs are not for it: it gives up at a limit, or at once.

use super::Boxes;
use super::diagram::{Diagram, Function};
use crate::expr::{Assignment, Binary, Domain, ExprId, Exprs, Interval, Node, VariableId, ZeroRelation};
use dashu::integer::UBig;
use hashbrown::HashMap;

/// Nodes and steps of a first try, with each of the orders: a tenth of a second's worth.
const TRY: (usize, usize) = (1 << 16, 1 << 18);

/// The same of the last one: about a second's worth.
const EFFORT: (usize, usize) = (1 << 20, 1 << 21);

/// Below so many bits an input has no orders worth telling apart.
const ORDERED_MIN: usize = 16;

/// Which bits of an input are decided one after the other. Those of several inputs alternate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// From the lowest to the highest: sums and comparisons stay narrow.
    Upward,
    /// From both ends to the middle: each bit beside its mirror image.
    Folded,
    /// Each bit beside those of the other bytes in its place.
    Bytes,
}

impl Order {
    /// The places of an input of so many bits, in order.
    fn places(self, width: usize) -> Vec<usize> {
        let mut places: Vec<usize> = (0..width).collect();
        match self {
            Order::Upward => {}
            Order::Folded => places.sort_by_key(|&place| (place.min(width - 1 - place), place)),
            Order::Bytes => places.sort_by_key(|&place| (place % 8, place)),
        }
        places
    }
}

/// A signed number, lowest bit first; the last bit is its sign, and stands for all that would follow.
type Bits = Vec<Function>;

pub struct BitLevel {
    diagram: Diagram,
    condition: Function,
    /// Per input: the levels of its bits, lowest first, and whether it has a sign of its own.
    levels: HashMap<VariableId, Vec<u32>>,
}

impl BitLevel {
    /// The points of a box that satisfy the conjuncts; nothing if that is not for bits.
    pub fn new(exprs: &mut Exprs, conjuncts: &[ExprId], scope: &[VariableId], part: &Boxes) -> Option<BitLevel> {
        let mut ranges = Vec::with_capacity(scope.len());
        for variable in scope {
            let Domain::Integer { range, .. } = exprs.domain(*variable) else { return None };
            ranges.push((*variable, *part.get(variable).unwrap_or(range)));
        }
        if exprs.reachable(conjuncts).iter().any(|id| !has_bits(exprs, *id)) {
            return None;
        }
        let key = |exprs: &Exprs, conjunct: ExprId| {
            let own = ranges.iter().filter(|(variable, _)| exprs.support(conjunct).contains(variable));
            (conjunct, own.map(|(_, range)| *range).collect())
        };
        if conjuncts.iter().any(|conjunct| exprs.beyond_bits.contains(&key(exprs, *conjunct))) {
            return None;
        }
        let longest = ranges.iter().map(|(_, range)| width_of(*range)).max()?;
        let orders: &[Order] = match longest {
            ORDERED_MIN.. => &[Order::Upward, Order::Folded, Order::Bytes],
            _ => &[Order::Upward],
        };
        let tries = orders.iter().map(|order| (*order, TRY)).chain([(Order::Upward, EFFORT)]);
        let mut reason = None;
        for (order, limits) in tries {
            match BitLevel::in_order(exprs, conjuncts, &ranges, order, limits) {
                Ok(bits) => return Some(bits),
                Err(conjunct) => reason = conjunct,
            }
        }
        if let Some(conjunct) = reason {
            exprs.beyond_bits.insert(key(exprs, conjunct));
        }
        None
    }

    /// What grew too large is a conjunct by itself, or all of them together.
    fn in_order(
        exprs: &Exprs,
        conjuncts: &[ExprId],
        ranges: &[(VariableId, Interval)],
        order: Order,
        (nodes_max, steps_max): (usize, usize),
    ) -> Result<BitLevel, Option<ExprId>> {
        let longest = ranges.iter().map(|(_, range)| width_of(*range)).max().unwrap_or(0);
        let mut levels: HashMap<VariableId, Vec<u32>> = HashMap::new();
        let mut next = 0;
        for place in order.places(longest) {
            for (variable, range) in ranges {
                let width = width_of(*range);
                if place < width {
                    levels.entry(*variable).or_insert_with(|| vec![0; width])[place] = next;
                    next += 1;
                }
            }
        }
        let diagram = Diagram::new(next, nodes_max, steps_max);
        let mut builder = Builder { exprs, diagram, levels: &levels, done: HashMap::new() };
        let mut condition = Function::TRUE;
        for (variable, range) in ranges {
            let within = builder.within(*variable, *range).ok_or(None)?;
            condition = builder.diagram.and(condition, within).ok_or(None)?;
        }
        for conjunct in conjuncts {
            let holds = builder.truth(*conjunct).ok_or(Some(*conjunct))?;
            condition = builder.diagram.and(condition, holds).ok_or(None)?;
        }
        let diagram = builder.diagram;
        Ok(BitLevel { diagram, condition, levels })
    }

    pub fn count(&self) -> UBig {
        self.diagram.solutions(self.condition)
    }

    pub fn point(&self) -> Option<Assignment> {
        let values = self.diagram.solution(self.condition)?;
        let mut inputs = Assignment::default();
        for (variable, levels) in &self.levels {
            let bit = |level: &u32| i128::from(values.get(level).copied().unwrap_or(false));
            let (sign, rest) = levels.split_last().expect("every input has a bit");
            let weight = |(place, level): (usize, &u32)| bit(level) << place;
            let value = rest.iter().enumerate().map(weight).sum::<i128>() - (bit(sign) << rest.len());
            inputs.set(*variable, value);
        }
        Some(inputs)
    }
}

/// Is it one of those that are made of bits here?
fn has_bits(exprs: &Exprs, id: ExprId) -> bool {
    match exprs.node(id) {
        Node::Floor(_, divisor) => divisor.count_ones() == 1,
        Node::Quotient(_, divisor) => {
            exprs.as_constant(*divisor).is_some_and(|divisor| divisor > 0 && divisor.count_ones() == 1)
        }
        Node::Remainder(..) | Node::Float(..) | Node::Real(_) | Node::RealCompare(..) => false,
        _ => true,
    }
}

/// Bits of a signed number in a range.
fn width_of(range: Interval) -> usize {
    let bits = |value: i128| 129 - (if value < 0 { !value } else { value }).leading_zeros();
    bits(range.low).max(bits(range.high)) as usize
}

struct Builder<'a> {
    exprs: &'a Exprs,
    diagram: Diagram,
    levels: &'a HashMap<VariableId, Vec<u32>>,
    done: HashMap<(ExprId, usize), Bits>,
}

impl Builder<'_> {
    fn input(&mut self, variable: VariableId) -> Option<Bits> {
        self.levels.get(&variable)?.iter().map(|level| self.diagram.variable(*level)).collect()
    }

    fn within(&mut self, variable: VariableId, range: Interval) -> Option<Function> {
        let bits = self.input(variable)?;
        let above = self.is_at_most(&number(range.low), &bits)?;
        let below = self.is_at_most(&bits, &number(range.high))?;
        self.diagram.and(above, below)
    }

    fn truth(&mut self, id: ExprId) -> Option<Function> {
        let bits = self.bits(id)?;
        let zero = self.is_zero(&bits)?;
        Some(zero.negated())
    }

    /// All bits of an expression.
    fn bits(&mut self, id: ExprId) -> Option<Bits> {
        self.low_bits(id, width_of(self.exprs.interval(id)))
    }

    /// The lowest `width` bits of an expression, fewer if its value has fewer: what lies above them is not looked at. So a sum that
    /// was brought back into its type costs no more than one that wraps by itself, for the multiples of 2^width fall away.
    fn low_bits(&mut self, id: ExprId, width: usize) -> Option<Bits> {
        let width = width.min(width_of(self.exprs.interval(id)));
        if let Some(known) = self.done.get(&(id, width)) {
            return Some(known.clone());
        }
        let mut bits = match self.exprs.made_of_bits(id) {
            Some((op, a, b)) => {
                let (a, b) = (self.low_bits(a, width)?, self.low_bits(b, width)?);
                self.on_bits(op, &a, &b)?
            }
            None => self.low_bits_of_node(id, width)?,
        };
        // What the range rules out repeats the sign.
        bits.truncate(width);
        self.done.insert((id, width), bits.clone());
        Some(bits)
    }

    fn on_bits(&mut self, op: Binary, a: &[Function], b: &[Function]) -> Option<Bits> {
        let places = 0..a.len().max(b.len());
        places
            .map(|place| match op {
                Binary::Or => self.diagram.or(bit(a, place), bit(b, place)),
                Binary::Xor => self.diagram.xor(bit(a, place), bit(b, place)),
                _ => self.diagram.and(bit(a, place), bit(b, place)),
            })
            .collect()
    }

    fn low_bits_of_node(&mut self, id: ExprId, width: usize) -> Option<Bits> {
        Some(match self.exprs.node(id).clone() {
            Node::Constant(value) => number(value),
            Node::Variable(variable) => self.input(variable)?,
            Node::Sum { terms, constant: offset } => {
                let mut sum = number(offset);
                for (atom, coefficient) in &terms {
                    let shift = coefficient.trailing_zeros() as usize;
                    if shift < width {
                        let atom = self.low_bits(*atom, width - shift)?;
                        let term = self.scaled(&atom, *coefficient, width)?;
                        sum = self.plus(&sum, &term, width)?;
                    }
                }
                sum
            }
            Node::Opaque(inner) => self.low_bits(inner, width)?,
            Node::Product(a, b) => {
                let (a, b) = (self.low_bits(a, width)?, self.low_bits(b, width)?);
                self.product(&a, &b, width)?
            }
            Node::Floor(dividend, divisor) if divisor.count_ones() == 1 => {
                let dropped = divisor.trailing_zeros() as usize;
                let dividend = self.low_bits(dividend, width + dropped)?;
                dividend[dropped.min(dividend.len() - 1)..].to_vec()
            }
            Node::Quotient(dividend, divisor) => {
                let dropped = match self.exprs.as_constant(divisor) {
                    Some(divisor) if divisor > 0 && divisor.count_ones() == 1 => divisor.trailing_zeros() as usize,
                    _ => return None,
                };
                // To zero: a negative dividend is moved up first.
                let dividend = self.bits(dividend)?;
                let negative = *dividend.last().expect("numbers have a sign");
                let mut moved_by = vec![negative; dropped];
                moved_by.push(Function::FALSE);
                let moved = self.plus(&dividend, &moved_by, usize::MAX)?;
                moved[dropped.min(moved.len() - 1)..].to_vec()
            }
            Node::BitAnd(a, b) => {
                let (a, b) = (self.low_bits(a, width)?, self.low_bits(b, width)?);
                self.on_bits(Binary::And, &a, &b)?
            }
            Node::ShiftLeft(value, count) => self.shifted(value, count, |value, by| {
                let mut shifted = vec![Function::FALSE; by];
                shifted.extend_from_slice(value);
                shifted
            })?,
            Node::ShiftRight(value, count) => {
                self.shifted(value, count, |value, by| value[by.min(value.len() - 1)..].to_vec())?
            }
            Node::Sign(inner) => {
                let inner = self.bits(inner)?;
                let zero = self.is_zero(&inner)?;
                let other = zero.negated();
                vec![other, *inner.last().expect("numbers have a sign")]
            }
            Node::Compare(..) | Node::And(_) | Node::Or(_) => vec![self.condition(id)?, Function::FALSE],
            Node::Choose(condition, first, second) => {
                let condition = self.truth(condition)?;
                let (first, second) = (self.low_bits(first, width)?, self.low_bits(second, width)?);
                self.either(condition, &first, &second)?
            }
            Node::Element(index, table) => {
                let index = self.bits(index)?;
                let mut result = number(0);
                for (element, runs) in self.exprs.runs_of(table) {
                    let mut here = Function::FALSE;
                    for run in runs {
                        let above = self.is_at_most(&number(run.low), &index)?;
                        let below = self.is_at_most(&index, &number(run.high))?;
                        let within = self.diagram.and(above, below)?;
                        here = self.diagram.or(here, within)?;
                    }
                    result = self.either(here, &number(element), &result)?;
                }
                result
            }
            Node::Floor(..) | Node::Remainder(..) | Node::Float(..) | Node::Real(_) | Node::RealCompare(..) => {
                return None;
            }
        })
    }

    fn condition(&mut self, id: ExprId) -> Option<Function> {
        match self.exprs.node(id).clone() {
            Node::Compare(relation, inner) => {
                let [above, below] = self.sides(inner)?;
                match relation {
                    ZeroRelation::AtMost => self.is_at_most(&above, &below),
                    ZeroRelation::Equal => self.is_equal(&above, &below),
                    ZeroRelation::Unequal => self.is_equal(&above, &below).map(Function::negated),
                }
            }
            Node::And(parts) => {
                let mut all = Function::TRUE;
                for part in &parts {
                    let holds = self.truth(*part)?;
                    all = self.diagram.and(all, holds)?;
                }
                Some(all)
            }
            Node::Or(parts) => {
                let mut any = Function::FALSE;
                for part in &parts {
                    let holds = self.truth(*part)?;
                    any = self.diagram.or(any, holds)?;
                }
                Some(any)
            }
            _ => unreachable!("only conditions are asked for"),
        }
    }

    /// Two numbers whose difference an expression is: what its terms add, and what they take away, where that needs no more bits
    /// than the difference has. A difference has carries, which mix all the bits below; two sides are compared without.
    fn sides(&mut self, id: ExprId) -> Option<[Bits; 2]> {
        let (terms, constant) = self.exprs.terms_of(id);
        let range_of = |sign: i128| {
            let side = terms.iter().filter(|term| term.1.signum() == sign);
            side.fold(Interval::point(0), |sum, term| sum.plus(self.exprs.interval(term.0).scaled(term.1.abs())))
        };
        let width = width_of(self.exprs.interval(id));
        let (above, below) = (range_of(1), range_of(-1).shifted(-constant));
        if width_of(above).max(width_of(below)) > width {
            return Some([self.bits(id)?, number(0)]);
        }
        let mut sides = [number(0), number(-constant)];
        for (atom, coefficient) in terms {
            let atom = self.bits(atom)?;
            let term = self.scaled(&atom, coefficient.abs(), width + 1)?;
            let side = &mut sides[usize::from(coefficient < 0)];
            *side = self.plus(side, &term, width + 1)?;
        }
        Some(sides)
    }

    fn is_equal(&mut self, a: &[Function], b: &[Function]) -> Option<Function> {
        let mut equal = Function::TRUE;
        for place in 0..a.len().max(b.len()) {
            let different = self.diagram.xor(bit(a, place), bit(b, place))?;
            equal = self.diagram.and(equal, different.negated())?;
        }
        Some(equal)
    }

    fn is_at_most(&mut self, a: &[Function], b: &[Function]) -> Option<Function> {
        let mut at_most = Function::TRUE;
        let places = a.len().max(b.len());
        for place in 0..places {
            let (a, b) = (bit(a, place), bit(b, place));
            let different = self.diagram.xor(a, b)?;
            // The sign counts the other way.
            at_most = self.diagram.choose(different, if place + 1 == places { a } else { b }, at_most)?;
        }
        Some(at_most)
    }

    fn either(&mut self, condition: Function, first: &[Function], second: &[Function]) -> Option<Bits> {
        let places = 0..first.len().max(second.len());
        places.map(|place| self.diagram.choose(condition, bit(first, place), bit(second, place))).collect()
    }

    /// The sum, as far as its lowest `width` bits.
    fn plus(&mut self, a: &[Function], b: &[Function], width: usize) -> Option<Bits> {
        let mut carry = Function::FALSE;
        let mut sum = Vec::new();
        for place in 0..(a.len().max(b.len()) + 1).min(width) {
            let (a, b) = (bit(a, place), bit(b, place));
            let different = self.diagram.xor(a, b)?;
            sum.push(self.diagram.xor(different, carry)?);
            carry = self.diagram.choose(different, carry, a)?;
        }
        Some(sum)
    }

    /// A multiple, as far as its lowest `width` bits.
    fn scaled(&mut self, a: &[Function], factor: i128, width: usize) -> Option<Bits> {
        let mut sum = number(0);
        let magnitude = factor.unsigned_abs();
        for place in (0..128).filter(|place| magnitude >> place & 1 == 1 && *place < width) {
            let mut shifted = vec![Function::FALSE; place];
            shifted.extend_from_slice(a);
            shifted.truncate(width);
            sum = self.plus(&sum, &shifted, width)?;
        }
        if factor >= 0 {
            return Some(sum);
        }
        // -s = !s + 1
        let inverted: Bits = sum.iter().map(|bit| bit.negated()).collect();
        self.plus(&inverted, &number(1), width)
    }

    fn product(&mut self, a: &[Function], b: &[Function], width: usize) -> Option<Bits> {
        let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        let mut sum = number(0);
        for (place, &chosen) in short.iter().enumerate() {
            let mut part = vec![Function::FALSE; place];
            for &bit in long.iter().take(width - place) {
                part.push(self.diagram.and(chosen, bit)?);
            }
            // The sign counts negatively; what is no sign stands at the last of the bits wanted, where that makes no difference.
            if place + 1 == short.len() {
                part = self.scaled(&part, -1, width)?;
            }
            sum = self.plus(&sum, &part, width)?;
        }
        Some(sum)
    }

    /// By a count of 0 to 63, bit by bit of the count.
    fn shifted(&mut self, value: ExprId, count: ExprId, by: fn(&[Function], usize) -> Bits) -> Option<Bits> {
        let (mut value, count) = (self.bits(value)?, self.bits(count)?);
        for place in 0..6 {
            let moved = by(&value, 1 << place);
            value = self.either(bit(&count, place), &moved, &value)?;
        }
        Some(value)
    }

    fn is_zero(&mut self, a: &[Function]) -> Option<Function> {
        self.is_equal(a, &number(0))
    }
}

/// The bit at a place; beyond the last it is the sign.
fn bit(bits: &[Function], place: usize) -> Function {
    bits[place.min(bits.len() - 1)]
}

fn number(value: i128) -> Bits {
    let bit = |place: usize| if value >> place.min(127) & 1 == 1 { Function::TRUE } else { Function::FALSE };
    (0..width_of(Interval::point(value))).map(bit).collect()
}

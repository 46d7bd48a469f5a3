//! Deciding conditions: expressions become circuits over the bits of their inputs, and a SAT solver that learns says whether
//! they can hold at once, with inputs if they can.
//!
//! Expressions are exact integers with all wrapping spelled out; of each only as many low bits are built as somebody looks at,
//! which a range of its values bounds. So `x*y + z` that wraps to an int is 32 bits of a product and a sum, and the floor that
//! says how often it wrapped has no bits at all. Circuits stay from one question to the next, and with them what was learned,
//! until they have grown far beyond what is asked about.

mod climbing;
mod floats;
mod gates;
mod words;

pub(crate) use climbing::climb;
pub use gates::Patience;

use crate::expr::{Assignment, Domain, ExprId, Exprs, FloatFormat, FloatOp, Interval, Node, VariableId, ZeroRelation};
use gates::{Bit, Gates};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use words::Word;

/// What became of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    Possible(Assignment),
    Impossible,
    /// Real numbers are none of our business, nor circuits without bounds.
    Beyond,
    GaveUp,
}

/// Circuits with fewer variables stay, whoever asks about them.
const IDLE_MAX: usize = 20_000;

/// Tables with more runs of elements are no circuits.
const RUNS_MAX: usize = 4096;

#[derive(Debug, Default)]
pub struct Deciding {
    gates: Gates,
    /// The low bits of expressions, as many as were asked for; a word stands for its sign extended if it is as wide as all
    /// values need.
    words: HashMap<ExprId, Word>,
    inputs: HashMap<VariableId, Word>,
    /// Beyond this they are built anew.
    size_max: usize,
}

/// Bits that hold every number of a range in two's complement.
fn width_of(range: Interval) -> usize {
    let bits = |value: i128| 129 - (if value < 0 { !value } else { value }).leading_zeros() as usize;
    bits(range.low).max(bits(range.high))
}

impl Deciding {
    /// Whether all conditions can hold at once.
    pub fn decide(
        &mut self,
        exprs: &Exprs,
        conjuncts: &[ExprId],
        scope: &[VariableId],
        effort: u64,
        patience: &Patience,
    ) -> Decision {
        if !scope.iter().all(|variable| matches!(exprs.domain(*variable), Domain::Integer { .. })) {
            return Decision::Beyond;
        }
        if self.gates.size() > self.size_max.max(IDLE_MAX) {
            *self = Deciding::default();
        }
        let before = self.gates.size();
        if self.build(exprs, conjuncts).is_none() {
            return Decision::Beyond;
        }
        // What one question needs may well be needed by the next.
        self.size_max = self.size_max.max(4 * (self.gates.size() - before));
        let assumed: Vec<Bit> = conjuncts.iter().map(|conjunct| self.truth(*conjunct)).collect();
        match self.gates.solve(&assumed, effort, patience) {
            None => Decision::GaveUp,
            Some(false) => Decision::Impossible,
            Some(true) => {
                let inputs = self.model(exprs, scope);
                let holds = conjuncts.iter().all(|conjunct| exprs.evaluate(*conjunct, &inputs) != 0);
                assert!(holds, "circuits compute what the machine does: {}", shown(exprs, conjuncts, &inputs));
                Decision::Possible(inputs)
            }
        }
    }

    fn model(&self, exprs: &Exprs, scope: &[VariableId]) -> Assignment {
        let mut inputs = Assignment::default();
        for &variable in scope {
            let range = exprs.interval_of(variable);
            let value = self.inputs.get(&variable).map_or(0.clamp(range.low, range.high), |word| {
                let is_negative = word.last().is_some_and(|bit| self.gates.value(*bit));
                let start = if is_negative { -1 } else { 0 };
                word.iter().rev().fold(start, |value, bit| value << 1 | i128::from(self.gates.value(*bit)))
            });
            inputs.set(variable, value);
        }
        inputs
    }

    /// Builds what conditions need: from the last expression down what is demanded of each, and then up again.
    fn build(&mut self, exprs: &Exprs, conjuncts: &[ExprId]) -> Option<()> {
        let mut demands: BTreeMap<ExprId, usize> = BTreeMap::new();
        for conjunct in conjuncts {
            demands.insert(*conjunct, width_of(exprs.interval(*conjunct)));
        }
        let mut order: Vec<(ExprId, usize)> = Vec::new();
        while let Some((id, demanded)) = demands.pop_last() {
            let bits = demanded.min(width_of(exprs.interval(id))).max(1);
            if self.words.get(&id).is_some_and(|word| word.len() >= bits) {
                continue;
            }
            order.push((id, bits));
            for (operand, bits) in demanded_of(exprs, id, bits)? {
                let demand = demands.entry(operand).or_default();
                *demand = (*demand).max(bits);
            }
        }
        for (id, bits) in order.into_iter().rev() {
            let word = self.built(exprs, id, bits)?;
            assert_eq!(word.len(), bits);
            self.words.insert(id, word);
        }
        Some(())
    }

    /// The low bits of an operand, its sign extended where it has fewer.
    fn bits(&self, id: ExprId, width: usize) -> Word {
        self.gates.sign_extended(&self.words[&id], width)
    }

    fn whole(&self, id: ExprId) -> Word {
        self.words[&id].clone()
    }

    fn truth(&mut self, id: ExprId) -> Bit {
        let word = self.whole(id);
        self.gates.any(&word)
    }

    fn condition(&self, condition: Bit, bits: usize) -> Word {
        self.gates.zero_extended(&[condition], bits)
    }

    fn built(&mut self, exprs: &Exprs, id: ExprId, bits: usize) -> Option<Word> {
        Some(match exprs.node(id) {
            Node::Constant(value) => self.gates.number(*value, bits),
            Node::Variable(variable) => {
                let word = self.input(exprs, *variable);
                self.gates.sign_extended(&word, bits)
            }
            Node::Sum { terms, constant } => {
                let mut sum = self.gates.number(*constant, bits);
                for &(atom, coefficient) in terms {
                    if coefficient.trailing_zeros() as usize >= bits {
                        continue;
                    }
                    let word = self.bits(atom, bits);
                    let part = self.gates.times_constant(&word, coefficient, bits);
                    sum = self.gates.plus(&sum, &part);
                }
                sum
            }
            Node::Opaque(inner) => self.bits(*inner, bits),
            Node::Product(a, b) => {
                let (a, b) = (self.bits(*a, bits), self.bits(*b, bits));
                self.gates.times(&a, &b, bits)
            }
            Node::Floor(dividend, divisor) if divisor.count_ones() == 1 => {
                let shift = divisor.trailing_zeros() as usize;
                self.bits(*dividend, bits + shift)[shift..].to_vec()
            }
            Node::Floor(dividend, divisor) => {
                let dividend = self.whole(*dividend);
                let quotient = self.floor(exprs.interval(id), &dividend, *divisor);
                self.gates.sign_extended(&quotient, bits)
            }
            Node::Quotient(a, b) => self.divided(*a, *b, bits).0,
            Node::Remainder(a, b) => self.divided(*a, *b, bits).1,
            Node::BitAnd(a, b) => {
                let (a, b) = (self.bits(*a, bits), self.bits(*b, bits));
                a.iter().zip(&b).map(|(x, y)| self.gates.and(*x, *y)).collect()
            }
            Node::ShiftLeft(value, count) => {
                let (value, count) = (self.bits(*value, bits), self.whole(*count));
                self.gates.shifted_left(&value, &count)
            }
            Node::ShiftRight(value, count) => {
                let (value, count) = (self.whole(*value), self.whole(*count));
                let sign = value[value.len() - 1];
                let moved = self.gates.shifted_right(&value, &count, sign);
                self.gates.sign_extended(&moved, bits)
            }
            Node::Sign(inner) => {
                let word = self.whole(*inner);
                let (sign, any) = (word[word.len() - 1], self.gates.any(&word));
                self.gates.sign_extended(&[any, sign], bits)
            }
            Node::Compare(relation, inner) => {
                let word = self.whole(*inner);
                let is_zero = self.gates.is_zero(&word);
                let condition = match relation {
                    ZeroRelation::Equal => is_zero,
                    ZeroRelation::Unequal => !is_zero,
                    ZeroRelation::AtMost => self.gates.or(is_zero, word[word.len() - 1]),
                };
                self.condition(condition, bits)
            }
            Node::And(parts) => {
                let parts: Vec<Bit> = parts.iter().map(|part| self.truth(*part)).collect();
                let all = self.gates.all(&parts);
                self.condition(all, bits)
            }
            Node::Or(parts) => {
                let parts: Vec<Bit> = parts.iter().map(|part| self.truth(*part)).collect();
                let any = self.gates.any(&parts);
                self.condition(any, bits)
            }
            Node::Choose(condition, first, second) => {
                let condition = self.truth(*condition);
                let (first, second) = (self.bits(*first, bits), self.bits(*second, bits));
                self.gates.choose_word(condition, &first, &second)
            }
            Node::Element(index, table) => {
                let mut word = self.gates.number(0, bits);
                let index = self.whole(*index);
                for (element, runs) in exprs.runs_of(*table) {
                    let within: Vec<Bit> = runs.into_iter().map(|run| self.within(&index, run)).collect();
                    let here = self.gates.any(&within);
                    let element = self.gates.number(element, bits);
                    word = self.gates.choose_word(here, &element, &word);
                }
                word
            }
            Node::Float(op, format, a, b) => {
                let word = self.float(*op, *format, *a, *b);
                self.gates.sign_extended(&word, bits)
            }
            Node::Real(_) | Node::RealCompare(..) => return None,
        })
    }

    fn input(&mut self, exprs: &Exprs, variable: VariableId) -> Word {
        if let Some(known) = self.inputs.get(&variable) {
            return known.clone();
        }
        let range = exprs.interval_of(variable);
        let width = width_of(range);
        let mut word = self.gates.fresh_word(width);
        if range.low >= 0 && width > 1 {
            word[width - 1] = self.gates.no();
        }
        let (low, high) = (self.gates.number(range.low, width), self.gates.number(range.high, width));
        let (below, above) = (self.gates.signed_below(&word, &low), self.gates.signed_below(&high, &word));
        self.gates.clause(&[!below]);
        self.gates.clause(&[!above]);
        self.inputs.insert(variable, word.clone());
        word
    }

    fn within(&mut self, word: &[Bit], run: Interval) -> Bit {
        let width = word.len().max(width_of(run));
        let word = self.gates.sign_extended(word, width);
        let (low, high) = (self.gates.number(run.low, width), self.gates.number(run.high, width));
        if run.low == run.high {
            return self.gates.equal(&word, &low);
        }
        let (below, above) = (self.gates.signed_below(&word, &low), self.gates.signed_below(&high, &word));
        self.gates.and(!below, !above)
    }

    /// The quotient rounded down, as the number whose multiple leaves a rest below the divisor.
    fn floor(&mut self, range: Interval, dividend: &[Bit], divisor: i128) -> Word {
        let width = (width_of(range) + width_of(Interval::point(divisor))).max(dividend.len()) + 1;
        let quotient = self.gates.fresh_word(width_of(range));
        let multiple = self.gates.times_constant(&quotient, divisor, width);
        let dividend = self.gates.sign_extended(dividend, width);
        let rest = self.gates.minus(&dividend, &multiple);
        let limit = self.gates.number(divisor, width);
        let fits = self.gates.below(&rest, &limit);
        self.gates.clause(&[fits]);
        quotient
    }

    /// Java's quotient and remainder; both zero where the divisor is.
    fn divided(&mut self, a: ExprId, b: ExprId, bits: usize) -> (Word, Word) {
        let width = self.words[&a].len().max(self.words[&b].len());
        let (a, b) = (self.bits(a, width), self.bits(b, width));
        let (sign_a, sign_b) = (a[width - 1], b[width - 1]);
        let (size_a, size_b) = (self.gates.negated_if(sign_a, &a), self.gates.negated_if(sign_b, &b));
        let (quotient, rest) = self.gates.divided(&size_a, &size_b);
        let by_zero = self.gates.is_zero(&b);
        let differ = self.gates.xor(sign_a, sign_b);
        let mut results = [(quotient, differ), (rest, sign_a)].map(|(size, sign)| {
            // The quotient of the least number by -1 needs one bit more.
            let size = self.gates.zero_extended(&size, width.max(bits) + 1);
            let value = self.gates.negated_if(sign, &size);
            let zero = self.gates.number(0, value.len());
            let value = self.gates.choose_word(by_zero, &zero, &value);
            value[..bits].to_vec()
        });
        (std::mem::take(&mut results[0]), std::mem::take(&mut results[1]))
    }

    fn float(&mut self, op: FloatOp, format: FloatFormat, a: ExprId, b: ExprId) -> Word {
        if op == FloatOp::FromInteger {
            let value = self.whole(a);
            return self.gates.float_from_integer(format, &value);
        }
        let (x, y) = (self.bits(a, format.bits()), self.bits(b, format.bits()));
        self.float_of(op, format, &x, &y)
    }

    fn float_of(&mut self, op: FloatOp, format: FloatFormat, x: &[Bit], y: &[Bit]) -> Word {
        match op {
            FloatOp::Add => self.gates.float_add(format, x, y),
            FloatOp::Subtract => self.gates.float_subtract(format, x, y),
            FloatOp::Multiply => self.gates.float_multiply(format, x, y),
            FloatOp::Divide => self.gates.float_divide(format, x, y),
            FloatOp::Remainder => self.gates.float_remainder(format, x, y),
            FloatOp::Root => self.gates.float_root(format, x),
            FloatOp::Whole(rounding) => self.gates.float_whole(format, rounding, x),
            FloatOp::Order(unordered) => self.gates.float_order(format, x, y, unordered),
            FloatOp::ToInteger(width) => self.gates.float_to_integer(format, x, width.bits() as usize),
            FloatOp::ToOther => self.gates.float_convert(format, format.other(), x),
            FloatOp::FromInteger => self.gates.float_from_integer(format, x),
            FloatOp::Function(name) => unreachable!("{name} is no circuit"),
        }
    }

    /// What a circuit makes of constants, for comparing it with other machines: no solver is needed for that.
    pub fn folded(&mut self, op: FloatOp, format: FloatFormat, a: i128, b: i128) -> i128 {
        let width = if op == FloatOp::FromInteger { 64 } else { format.bits() };
        let (x, y) = (self.gates.number(a, width), self.gates.number(b, width));
        let word = self.float_of(op, format, &x, &y);
        let is_set = |bit: &Bit| {
            assert!(*bit == self.gates.yes || *bit == self.gates.no(), "constants make constants");
            *bit == self.gates.yes
        };
        let start = if word.last().is_some_and(is_set) { -1 } else { 0 };
        word.iter().rev().fold(start, |value, bit| value << 1 | i128::from(is_set(bit)))
    }
}

/// The bits that so many low bits of an expression are made of; nothing if it is no circuit.
fn demanded_of(exprs: &Exprs, id: ExprId, bits: usize) -> Option<Vec<(ExprId, usize)>> {
    let whole = |id: ExprId| (id, width_of(exprs.interval(id)));
    Some(match exprs.node(id) {
        Node::Constant(_) | Node::Variable(_) => Vec::new(),
        Node::Sum { terms, .. } => {
            let demand = |&(atom, coefficient): &(ExprId, i128)| {
                let bits = bits.saturating_sub(coefficient.trailing_zeros() as usize);
                (bits > 0).then_some((atom, bits))
            };
            terms.iter().filter_map(demand).collect()
        }
        Node::Opaque(inner) => vec![(*inner, bits)],
        Node::Product(a, b) | Node::BitAnd(a, b) => vec![(*a, bits), (*b, bits)],
        Node::Floor(dividend, divisor) if divisor.count_ones() == 1 => {
            vec![(*dividend, bits + divisor.trailing_zeros() as usize)]
        }
        Node::Floor(dividend, _) => vec![whole(*dividend)],
        Node::Quotient(a, b) | Node::Remainder(a, b) | Node::ShiftRight(a, b) => vec![whole(*a), whole(*b)],
        Node::ShiftLeft(value, count) => vec![(*value, bits), whole(*count)],
        Node::Sign(inner) | Node::Compare(_, inner) if !exprs.is_real(*inner) => vec![whole(*inner)],
        Node::And(parts) | Node::Or(parts) => parts.iter().map(|part| whole(*part)).collect(),
        Node::Choose(condition, first, second) => vec![whole(*condition), (*first, bits), (*second, bits)],
        Node::Element(index, table) => {
            let runs: usize = exprs.runs_of(*table).iter().map(|(_, runs)| runs.len()).sum();
            if runs > RUNS_MAX {
                return None;
            }
            vec![whole(*index)]
        }
        // So many subtractions, one for each possible difference of exponents, are beyond what a solver takes.
        Node::Float(FloatOp::Remainder, FloatFormat::Double, ..) | Node::Float(FloatOp::Function(_), ..) => {
            return None;
        }
        Node::Float(_, _, a, b) => vec![whole(*a), whole(*b)],
        Node::Sign(_) | Node::Compare(..) | Node::Real(_) | Node::RealCompare(..) => return None,
    })
}

fn shown(exprs: &Exprs, conjuncts: &[ExprId], inputs: &Assignment) -> String {
    let parts: Vec<String> = conjuncts.iter().map(|c| exprs.display(*c).to_string()).collect();
    format!("{} with {:?}", parts.join(" && "), inputs.values)
}

//! Changes of variable: inputs that conditions see only through a function of known distribution.
//!
//! A full-range input that occurs only inside a bijection of it (`x ^ x >>> 16`, a rotation, `31·x + y` in its type, and what these make up) is as
//! good as the bijection's value: one may stand for the other, and the count is the same. So hash functions that mix an input
//! by such steps are counted however many they are. The product of two such inputs in w bits, taken modulo 2^w, is `2^v·z` with z uniform
//! and v the twos in one factor; the square of one is `4^v·(8z + 1)`, also modulo 2^(w+1). That makes one case per v.

use super::bit_matrix::BitMatrix;
use crate::expr::{Assignment, Binary, Domain, ExprId, Exprs, Node, Replacement, Value, VariableId, Width};
use dashu::integer::IBig;
use dashu::rational::RBig;

/// Inputs of fewer bits are counted as they are.
const BITS_MIN: u32 = 18;

/// Exclusive ors in one step, at most.
const MIXED_MAX: usize = 8;

/// A condition on other inputs: its share of all points, times the weight, is its share of the points of the original one.
pub struct Case {
    pub conjuncts: Vec<ExprId>,
    pub weight: RBig,
    /// Where the new inputs go: each of these is to have the value of an expression of the new ones.
    back: Vec<(Bijection, ExprId)>,
    /// The value is that of the bijection's square, modulo two to this power.
    square: Option<u32>,
}

/// An expression whose value, over all values of one input, is any value of its range exactly once.
#[derive(Clone, Debug)]
struct Bijection {
    input: VariableId,
    bits: u32,
    /// From the input outward.
    steps: Vec<Step>,
    value: ExprId,
}

#[derive(Clone, Debug)]
enum Step {
    /// Modulo 2^bits, an odd multiple and something that does not depend on the input.
    Affine { coefficient: i128, of: ExprId, sum: ExprId },
    /// Its bits moved and combined by exclusive or, with others that do not depend on the input.
    Mixed { inverse: BitMatrix, others: Vec<ExprId> },
}

/// The cases of a conjunction in other variables, if there is such a change.
pub fn cases(exprs: &mut Exprs, conjuncts: &[ExprId], scope: &[VariableId], full: &[VariableId]) -> Option<Vec<Case>> {
    let wide = |variable: &VariableId| match exprs.domain(*variable) {
        Domain::Integer { range, .. } => bits_of(range.width()).filter(|bits| *bits >= BITS_MIN),
        Domain::Real { .. } => None,
    };
    let mut candidates: Vec<(VariableId, u32)> = Vec::new();
    for variable in scope {
        if matches!(exprs.domain(*variable), Domain::Real { .. }) {
            return None;
        }
        if let (true, Some(bits)) = (full.contains(variable), wide(variable)) {
            candidates.push((*variable, bits));
        }
    }
    if candidates.is_empty() {
        return None;
    }
    let mut reachable = exprs.reachable(conjuncts);
    // What is made of others is newer.
    reachable.sort_unstable_by(|a, b| b.cmp(a));
    for &id in &reachable {
        let inputs: Vec<(VariableId, u32)> =
            candidates.iter().filter(|(input, _)| exprs.support(id).contains(input)).copied().collect();
        for (input, bits) in inputs {
            if exprs.node(id) == &Node::Variable(input) {
                continue;
            }
            if let Some(bijection) = bijection(exprs, id, input, bits)
                && occurs_only_in(exprs, conjuncts, input, id)
                && let Some(case) = bijection_case(exprs, conjuncts, bijection)
            {
                return Some(vec![case]);
            }
        }
        if let Node::Product(a, b) = *exprs.node(id)
            && let Some(cases) = product_cases(exprs, conjuncts, &candidates, (id, a, b))
        {
            return Some(cases);
        }
    }
    None
}

/// The power of two a number of values is.
fn bits_of(width: i128) -> Option<u32> {
    (width.count_ones() == 1).then(|| width.trailing_zeros())
}

/// Is an input mentioned nowhere but inside an expression?
fn occurs_only_in(exprs: &Exprs, conjuncts: &[ExprId], input: VariableId, inside: ExprId) -> bool {
    let mut open = conjuncts.to_vec();
    let mut seen = hashbrown::HashSet::new();
    while let Some(id) = open.pop() {
        if id == inside || !exprs.support(id).contains(&input) || !seen.insert(id) {
            continue;
        }
        if exprs.node(id) == &Node::Variable(input) {
            return false;
        }
        match exprs.made_of_bits(id) {
            Some((_, a, b)) => open.extend([a, b]),
            None => open.extend(Exprs::operands(exprs.node(id))),
        }
    }
    true
}

fn bijection(exprs: &mut Exprs, value: ExprId, input: VariableId, bits: u32) -> Option<Bijection> {
    let mut steps = Vec::new();
    let mut at = value;
    loop {
        if exprs.node(at) == &Node::Variable(input) {
            steps.reverse();
            return Some(Bijection { input, bits, steps, value });
        }
        if bits_of(exprs.interval(at).width()) != Some(bits) {
            return None;
        }
        let (step, inner) = match mixed_step(exprs, at, input, bits) {
            Some(mixed) => mixed,
            None => affine_step(exprs, at, input, bits)?,
        };
        steps.push(step);
        at = inner;
    }
}

/// An exclusive or of an expression's bits, moved in several ways, if it can be undone. What was made last is taken apart first, so that
/// of several such steps in a row this is the last one.
fn mixed_step(exprs: &mut Exprs, at: ExprId, input: VariableId, bits: u32) -> Option<(Step, ExprId)> {
    let mut parts = vec![at];
    for _ in 0..MIXED_MAX {
        let operands_of = |(at, part): (usize, &ExprId)| exprs.exclusive_operands(*part).map(|pair| (*part, at, pair));
        let (_, newest, operands) = parts.iter().enumerate().filter_map(operands_of).max()?;
        parts.swap_remove(newest);
        parts.extend(operands);
        if let Some(step) = mixed_of(exprs, &parts, input, bits) {
            return Some(step);
        }
    }
    None
}

fn mixed_of(exprs: &mut Exprs, parts: &[ExprId], input: VariableId, bits: u32) -> Option<(Step, ExprId)> {
    let (mixed, others): (Vec<ExprId>, Vec<ExprId>) =
        parts.iter().partition(|part| exprs.support(**part).contains(&input));
    let mut bases = mixed.clone();
    bases.extend(mixed.iter().filter_map(|leaf| exprs.moved_bits(*leaf)).map(|moved| moved.value));
    bases.sort_unstable();
    bases.dedup();
    for base in bases {
        // Bits of numbers from zero up, or of both signs alike: such ranges are all there is of so many bits.
        let range = exprs.interval(base);
        if bits_of(range.width()) != Some(bits) || ![0, -(1 << (bits - 1))].contains(&range.low) {
            continue;
        }
        let mut matrix = BitMatrix::zero(bits);
        let all = mixed.iter().all(|leaf| moved_from(exprs, *leaf, base, bits, &mut matrix));
        if let (true, Some(inverse)) = (all, matrix.inverse()) {
            return Some((Step::Mixed { inverse, others }, base));
        }
    }
    None
}

/// Adds what a part does to the bits of a base; false if it is something else.
fn moved_from(exprs: &mut Exprs, part: ExprId, base: ExprId, bits: u32, matrix: &mut BitMatrix) -> bool {
    if part == base {
        matrix.add_moved(Binary::Shl, 0);
        return true;
    }
    let is_unsigned = exprs.interval(base).low == 0;
    let is_right = |op: Binary, width: Width| match op {
        // Moved up, bits must leave; with zeros moved in, the sign must be where the type has it.
        Binary::Shl => bits == width.bits(),
        Binary::Ushr => bits == width.bits() || is_unsigned,
        _ => true,
    };
    let plain = |op: Binary| if op == Binary::Shr && is_unsigned { Binary::Ushr } else { op };
    if let Some(moved) = exprs.moved_bits(part)
        && moved.value == base
        && is_right(moved.op, moved.width)
    {
        matrix.add_moved(plain(moved.op), moved.count);
        return true;
    }
    // What was built anew is told by the powers of two in it.
    let width = if bits <= Width::Int.bits() { Width::Int } else { Width::Long };
    for count in counts(exprs, part, bits) {
        let by = exprs.constant(count);
        for op in [Binary::Ushr, Binary::Shl] {
            if is_right(op, width) && exprs.binary(op, width, base, by) == part {
                matrix.add_moved(op, count as u32);
                return true;
            }
        }
    }
    false
}

/// By how many places an expression may have been moved: the powers of two in it tell.
fn counts(exprs: &Exprs, moved: ExprId, bits: u32) -> Vec<i128> {
    let (terms, _) = exprs.terms_of(moved);
    let mut counts: Vec<i128> = Vec::new();
    for (atom, coefficient) in terms {
        counts.push(i128::from(coefficient.trailing_zeros()));
        if let Node::Floor(_, divisor) = exprs.node(atom) {
            counts.push(i128::from(divisor.trailing_zeros()));
        }
    }
    counts.retain(|count| (1..i128::from(bits)).contains(count));
    counts.sort_unstable();
    counts.dedup();
    counts
}

fn affine_step(exprs: &Exprs, at: ExprId, input: VariableId, bits: u32) -> Option<(Step, ExprId)> {
    let (Node::Sum { .. } | Node::Opaque(_)) = exprs.node(at) else { return None };
    let sum = if let Node::Opaque(inner) = exprs.node(at) { *inner } else { at };
    let (terms, _) = exprs.terms_of(sum);
    let modulus = 1i128 << bits;
    let depends = |term: &&(ExprId, i128)| term.1 % modulus != 0 && exprs.support(term.0).contains(&input);
    let mut dependent = terms.iter().filter(depends);
    match (dependent.next(), dependent.next()) {
        (Some(&(of, coefficient)), None) if coefficient % 2 != 0 => Some((Step::Affine { coefficient, of, sum }, of)),
        _ => None,
    }
}

/// The input stands for the value of its bijection.
fn bijection_case(exprs: &mut Exprs, conjuncts: &[ExprId], bijection: Bijection) -> Option<Case> {
    let input = exprs.intern(Node::Variable(bijection.input));
    let moved = exprs.interval(bijection.value).low - exprs.interval(input).low;
    let value = exprs.offset(input, moved);
    if value == bijection.value {
        return None;
    }
    let mut replacement = Replacement::new(bijection.value, value, true);
    let conjuncts = rebuild_all(exprs, conjuncts, &mut replacement)?;
    Some(Case { conjuncts, weight: RBig::ONE, back: vec![(bijection, value)], square: None })
}

fn rebuild_all(exprs: &mut Exprs, conjuncts: &[ExprId], replacement: &mut Replacement) -> Option<Vec<ExprId>> {
    conjuncts.iter().map(|conjunct| exprs.rebuild(*conjunct, replacement)).collect()
}

/// One case per power of two in a factor.
fn product_cases(
    exprs: &mut Exprs,
    conjuncts: &[ExprId],
    candidates: &[(VariableId, u32)],
    (product, a, b): (ExprId, ExprId, ExprId),
) -> Option<Vec<Case>> {
    let factor = |exprs: &mut Exprs, id: ExprId, not: Option<VariableId>| {
        candidates.iter().find_map(|(input, bits)| {
            if Some(*input) == not || !exprs.support(id).contains(input) {
                return None;
            }
            bijection(exprs, id, *input, *bits)
        })
    };
    let first = factor(exprs, a, None)?;
    let is_square = a == b;
    let second = if is_square { first.clone() } else { factor(exprs, b, Some(first.input))? };
    let crossed = !is_square && (exprs.support(b).contains(&first.input) || exprs.support(a).contains(&second.input));
    if first.bits != second.bits
        || crossed
        || ![first.input, second.input].iter().all(|input| occurs_only_in(exprs, conjuncts, *input, product))
    {
        return None;
    }
    // The square of a number modulo 2^w is known modulo 2^(w+1).
    let bits_max = first.bits + u32::from(is_square);
    let bits = (first.bits..=bits_max).find(|bits| is_modular(exprs, conjuncts, product, *bits))?;
    let z = exprs.intern(Node::Variable(second.input));
    let mut cases = Vec::new();
    let twos_max = if is_square { bits.div_ceil(2) } else { bits };
    for twos in 0..=twos_max {
        let last = twos == twos_max;
        let value = match (last, is_square) {
            (true, _) => exprs.constant(0),
            (false, false) => exprs.scaled(z, 1 << twos),
            (false, true) => {
                let odd = exprs.scaled(z, 8);
                let odd = exprs.offset(odd, 1);
                exprs.scaled(odd, 1 << (2 * twos))
            }
        };
        // Half of what is left is odd; the last case is what is then left.
        let weight = RBig::ONE / RBig::from(IBig::ONE << (if last { twos } else { twos + 1 }) as usize);
        let mut replacement = Replacement::new(product, value, false);
        let conjuncts = rebuild_all(exprs, conjuncts, &mut replacement)?;
        let back = if is_square {
            vec![(first.clone(), value)]
        } else {
            let power = if last { 0 } else { 1i128 << twos };
            let power = exprs.constant(power);
            vec![(first.clone(), power), (second.clone(), z)]
        };
        cases.push(Case { conjuncts, weight, back, square: is_square.then_some(bits) });
    }
    Some(cases)
}

/// Does only the value modulo 2^bits matter? Then multiples of 2^bits vanish when they are added to it.
fn is_modular(exprs: &mut Exprs, conjuncts: &[ExprId], product: ExprId, bits: u32) -> bool {
    let Node::Product(a, _) = *exprs.node(product) else { return false };
    let turns = exprs.scaled(a, 1 << bits);
    let moved = exprs.plus(product, turns);
    let mut replacement = Replacement::new(product, moved, false);
    rebuild_all(exprs, conjuncts, &mut replacement).is_some_and(|rebuilt| rebuilt == conjuncts)
}

impl Case {
    /// Inputs of the original condition, from such of this one.
    pub fn original(&self, exprs: &Exprs, inputs: &Assignment) -> Assignment {
        let mut original = inputs.clone();
        for (bijection, value) in &self.back {
            let mut value = exprs.evaluate(*value, inputs);
            if let Some(bits) = self.square {
                value = square_root(value, bits);
            }
            let found = bijection.inverse(exprs, value, &original);
            original.values.insert(bijection.input, Value::Integer(found));
        }
        original
    }
}

/// A root of `4^v·(8z + 1)` modulo 2^bits, bit by bit.
fn square_root(square: i128, bits: u32) -> i128 {
    let square = square.rem_euclid(1 << bits);
    if square == 0 {
        return 0;
    }
    let twos = square.trailing_zeros() / 2;
    let odd = square >> (2 * twos);
    let mut root = 1i128;
    for place in 3..bits {
        if (root.wrapping_mul(root) ^ odd) >> place & 1 == 1 {
            root += 1 << (place - 1);
        }
    }
    root << twos
}

impl Bijection {
    /// The input at which it has this value, modulo 2^bits; the other inputs are given.
    fn inverse(&self, exprs: &Exprs, value: i128, others: &Assignment) -> i128 {
        let modulus = 1i128 << self.bits;
        let mut at = others.clone();
        at.set(self.input, exprs.interval_of(self.input).low);
        let mut value = value.rem_euclid(modulus);
        for step in self.steps.iter().rev() {
            value = match step {
                Step::Mixed { inverse, others } => {
                    let mixed = others.iter().fold(value, |mixed, other| mixed ^ exprs.evaluate(*other, &at));
                    inverse.times(mixed.rem_euclid(modulus))
                }
                Step::Affine { coefficient, of, sum } => {
                    // What the sum is besides the multiple does not depend on the input.
                    let rest = exprs.evaluate(*sum, &at) - exprs.evaluate(*of, &at).wrapping_mul(*coefficient);
                    let rest = rest.rem_euclid(modulus);
                    times(value - rest, inverse_of(*coefficient, self.bits), self.bits)
                }
            };
        }
        let low = exprs.interval_of(self.input).low;
        (value - low).rem_euclid(modulus) + low
    }
}

fn times(a: i128, b: i128, bits: u32) -> i128 {
    let modulus = 1i128 << bits;
    (a.rem_euclid(modulus).wrapping_mul(b.rem_euclid(modulus))).rem_euclid(modulus)
}

/// By Newton's iteration: each doubles the bits that are right.
fn inverse_of(odd: i128, bits: u32) -> i128 {
    let mut inverse = odd.rem_euclid(1 << bits);
    for _ in 0..6 {
        inverse = times(inverse, 2 - times(odd, inverse, bits), bits);
    }
    inverse
}

//! Inputs that meet conditions on floating-point numbers, looked for by climbing: how far a point is from meeting them is a
//! number, and inputs are moved, one at a time and ever faster, as long as that number falls (the alternating variable method: Korel
//! 1990; for conditions with functions such as sine: Souza, Borges, d'Amorim and Pasareanu 2011). It finds, or it does
//! not: that nothing is found says nothing.

use crate::expr::{Assignment, ExprId, Exprs, FloatFormat, FloatOp, Interval, Node, Tape, VariableId};
use space::Rng;
use std::f64::consts::{FRAC_PI_2, PI};
use std::time::Instant;

/// Points looked at before giving up.
const POINTS_MAX: u32 = 120_000;

/// Points to start from that are worth a try, as doubles.
const LIKELY: [f64; 12] = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0, 100.0, -100.0, PI, FRAC_PI_2, 1e-3, 1e6];

struct Climb<'a> {
    exprs: &'a Exprs,
    conjuncts: &'a [ExprId],
    scope: &'a [VariableId],
    tape: Tape,
    inputs: Assignment,
    points: u32,
    deadline: Option<Instant>,
}

/// Inputs that meet all conditions, if some are found. The same question has the same answer, unless time is up.
pub(crate) fn climb(
    exprs: &Exprs,
    conjuncts: &[ExprId],
    scope: &[VariableId],
    deadline: Option<Instant>,
) -> Option<Assignment> {
    let tape = Tape::new(exprs, conjuncts);
    let mut climb = Climb { exprs, conjuncts, scope, tape, inputs: Assignment::default(), points: 0, deadline };
    let mut rng = Rng::new(1);
    let mut start = 0;
    while !climb.is_over() {
        let mut places: Vec<i128> = scope.iter().map(|variable| climb.start(*variable, start, &mut rng)).collect();
        start += 1;
        if climb.from(&mut places) {
            return Some(climb.inputs);
        }
    }
    None
}

/// Bits of a number and its place in the order of all numbers: the same map in both directions.
fn turned(format: FloatFormat, value: i128) -> i128 {
    if value < 0 { format.width().least() - 1 - value } else { value }
}

impl Climb<'_> {
    fn is_over(&self) -> bool {
        self.points >= POINTS_MAX || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The range of the places of an input.
    fn range(&self, variable: VariableId) -> Interval {
        let range = self.exprs.interval_of(variable);
        match self.exprs.variables()[variable.0 as usize].shown {
            Some(shown) if !shown.by_order => {
                // Neither infinities nor what is no number.
                let last = shown.format.infinity() - 1;
                Interval::new(turned(shown.format, shown.format.width().least() | last), last)
            }
            _ => range,
        }
    }

    fn start(&self, variable: VariableId, start: u32, rng: &mut Rng) -> i128 {
        let range = self.range(variable);
        let place_of = |value: f64| match self.exprs.variables()[variable.0 as usize].shown {
            Some(shown) if shown.format == FloatFormat::Double => {
                turned(FloatFormat::Double, i128::from(value.to_bits() as i64))
            }
            Some(shown) => turned(shown.format, i128::from((value as f32).to_bits() as i32)),
            None => value as i128,
        };
        let likely = (start as usize) < LIKELY.len();
        let spread = [1.0, 10.0, 100.0, 1e4, 1e8][rng.below(5)];
        let value = match likely {
            true => LIKELY[start as usize],
            false => ((rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0) * spread,
        };
        place_of(value).clamp(range.low, range.high)
    }

    /// How far the conditions are from holding at these places.
    fn distance(&mut self, places: &[i128]) -> f64 {
        self.points += 1;
        for (variable, place) in self.scope.iter().zip(places) {
            let value = match self.exprs.variables()[variable.0 as usize].shown {
                Some(shown) if !shown.by_order => turned(shown.format, *place),
                _ => *place,
            };
            self.inputs.set(*variable, value);
        }
        self.tape.run(self.exprs, &self.inputs);
        self.conjuncts.iter().map(|conjunct| self.cost(*conjunct)).sum()
    }

    /// Zero where a condition holds, and the more the farther it is from that.
    fn cost(&self, condition: ExprId) -> f64 {
        if self.tape.value(condition) != 0 {
            return 0.0;
        }
        match self.exprs.node(condition) {
            Node::And(parts) => parts.iter().map(|part| self.cost(*part)).sum(),
            Node::Or(parts) => parts.iter().map(|part| self.cost(*part)).fold(1.0, f64::min),
            Node::Compare(_, inner) => {
                let apart = self.apart(*inner).unwrap_or(self.tape.value(*inner).unsigned_abs() as f64);
                // Between a tenth and one, rising for ever: also what is very far away has a direction.
                if apart.is_nan() { 1.0 } else { 0.1 + 0.9 * (apart.ln_1p() / (1.0 + apart.ln_1p())).max(tiny(apart)) }
            }
            _ => 1.0,
        }
    }

    /// How far apart the two numbers are that an expression compares.
    fn apart(&self, id: ExprId) -> Option<f64> {
        match self.exprs.node(id) {
            Node::Float(FloatOp::Order(_), format, a, b) => {
                let number = |id: &ExprId| match format {
                    FloatFormat::Double => f64::from_bits(self.tape.value(*id) as u64),
                    FloatFormat::Single => f64::from(f32::from_bits(self.tape.value(*id) as u32)),
                };
                Some((number(a) - number(b)).abs())
            }
            Node::Sum { terms, .. } => match &terms[..] {
                [(only, _)] => self.apart(*only),
                _ => None,
            },
            Node::Opaque(inner) | Node::Sign(inner) => self.apart(*inner),
            _ => None,
        }
    }

    /// Climbs from these places as long as it gets better; whether it arrives.
    fn from(&mut self, places: &mut [i128]) -> bool {
        let mut best = self.distance(places);
        loop {
            if best == 0.0 {
                return true;
            }
            let before = best;
            for index in 0..places.len() {
                best = self.move_one(places, index, best);
                if best == 0.0 {
                    // The last point that was looked at may be another.
                    return self.distance(places) == 0.0;
                }
                if self.is_over() {
                    return false;
                }
            }
            if best >= before {
                return false;
            }
        }
    }

    /// The best that moving one input brings: steps of all sizes in both directions, doubled as long as they help.
    fn move_one(&mut self, places: &mut [i128], index: usize, mut best: f64) -> f64 {
        let range = self.range(self.scope[index]);
        let largest = 127 - range.width().max(2).leading_zeros();
        let mut size = largest as i32 - 1;
        while size >= 0 {
            let mut helped = false;
            for sign in [1i128, -1] {
                let mut step = sign << size;
                loop {
                    let origin = places[index];
                    places[index] = origin.saturating_add(step).clamp(range.low, range.high);
                    let distance = if places[index] == origin { best } else { self.distance(places) };
                    if distance >= best {
                        places[index] = origin;
                        break;
                    }
                    (best, helped) = (distance, true);
                    if best == 0.0 || self.is_over() {
                        return best;
                    }
                    step = step.saturating_mul(2);
                }
            }
            // Large steps are tried at a stride, small ones all.
            size -= if helped { 1 } else { 2 };
        }
        best
    }
}

/// Distances far below one still count.
fn tiny(apart: f64) -> f64 {
    if apart == 0.0 { 0.0 } else { ((apart.log10() + 330.0) / 1000.0).clamp(0.0, 0.3) }
}

//! How much of a box of inputs satisfies a conjunction: exactly where it is linear or its domain small, else an interval.
//!
//! First in other variables, where inputs are seen only through functions of known distribution. Else the box is halved until every
//! part is decided by intervals, or linear, or the effort is spent (branch and bound, as in qCORAL: Borges et al., PLDI 2014, but
//! with exact counts on the linear parts and sound bounds instead of estimates). Before a box that is not linear is halved, it is
//! tried bit by bit.

mod approximate;
mod bit_matrix;
mod bits;
mod change;
mod diagram;
mod factors;
mod halving;
mod kinds;
mod linear;
mod lower;
mod points;
mod real_point;
mod residues;

pub use approximate::{Approximation, ERROR_OF_ONE, approximated};
pub use lower::{Boxes, Case};
pub use points::Points;

use crate::counting::EFFORT_OF_QUESTION;
use crate::expr::{Assignment, Domain, ExprId, Exprs, Interval, Value, VariableId};
use dashu::base::BitTest;
use dashu::integer::IBig;
use dashu::rational::RBig;
use halving::{
    CHEAP_CASES_MAX, ENUMERATED_MAX, POINTS_AT_ONCE, POINTS_MAX, Part, explore, is_cheap, narrow, undecided, whole_box,
};
use linear::{find_in_case, measure_case};
use lower::lower;

/// Parts of a box that may be looked at before the answer becomes an interval.
pub const PARTS_MAX_DEFAULT: usize = 50_000;

/// What is certain about a quantity: `low <= it <= high`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    pub low: RBig,
    pub high: RBig,
}

impl Bounds {
    pub fn exactly(value: RBig) -> Bounds {
        Bounds { low: value.clone(), high: value }
    }

    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    pub fn add(&mut self, other: &Bounds) {
        self.low += &other.low;
        self.high += &other.high;
    }

    /// The product with another quantity; neither is negative.
    pub fn times(&self, other: &Bounds) -> Bounds {
        Bounds { low: &self.low * &other.low, high: &self.high * &other.high }
    }

    pub fn scaled(&self, factor: &RBig) -> Bounds {
        Bounds { low: &self.low * factor, high: &self.high * factor }
    }

    /// The same or a little wider, with denominators of at most so many bits.
    pub fn rounded(self, bits: usize) -> Bounds {
        let scale = RBig::from(IBig::ONE << bits);
        let is_long = |end: &RBig| end.denominator().bit_len() > bits;
        Bounds {
            low: if is_long(&self.low) { RBig::from((self.low * &scale).floor()) / &scale } else { self.low },
            high: if is_long(&self.high) { RBig::from((self.high * &scale).ceil()) / &scale } else { self.high },
        }
    }
}

/// The number of integer points (times the volume of the reals) in scope that satisfy all conjuncts.
pub fn measure(
    exprs: &mut Exprs,
    conjuncts: &[ExprId],
    scope: &[VariableId],
    boxes: &Boxes,
    parts_max: usize,
) -> Bounds {
    let mut effort = Effort { parts_max, steps_left: residues::STEPS_MAX, counting_left: EFFORT_OF_QUESTION };
    measure_within(exprs, conjuncts, scope, boxes, &mut effort)
}

/// What one question may still take.
struct Effort {
    parts_max: usize,
    /// By even and odd inputs.
    steps_left: usize,
    counting_left: u64,
}

fn measure_within(
    exprs: &mut Exprs,
    conjuncts: &[ExprId],
    scope: &[VariableId],
    boxes: &Boxes,
    effort: &mut Effort,
) -> Bounds {
    let mut total = Bounds::exactly(RBig::ZERO);
    if let Some(cases) = change::cases(exprs, conjuncts, scope, &unconfined(exprs, scope, boxes)) {
        for case in cases {
            let part = measure_within(exprs, &case.conjuncts, scope, boxes, effort);
            total.add(&part.scaled(&case.weight));
        }
        return total;
    }
    if let Some(equation) = conjuncts.iter().position(|conjunct| residues::excludes(exprs, *conjunct)) {
        // What is excluded is little, and lifted; what is left is not.
        let mut others = conjuncts.to_vec();
        let excluded = others.remove(equation);
        let without = measure_within(exprs, &others, scope, boxes, effort);
        others.push(exprs.not(excluded));
        let taken = measure_within(exprs, &others, scope, boxes, effort);
        return Bounds { low: (without.low - taken.high).max(RBig::ZERO), high: without.high - taken.low };
    }
    if effort.steps_left > 0
        && let Some(halves) = residues::halves(exprs, conjuncts, boxes)
    {
        effort.steps_left -= 1;
        for half in halves {
            total.add(&measure_within(exprs, &half.conjuncts, scope, &half.boxes, effort));
        }
        return total;
    }
    if let Some(count) = kinds::count(exprs, conjuncts, scope, boxes) {
        return Bounds::exactly(RBig::from(count));
    }
    let parts_max = effort.parts_max;
    explore(exprs, conjuncts, scope, boxes, parts_max, &mut |exprs, part| {
        match part {
            Part::Full(part) => total.add(&Bounds::exactly(size(exprs, scope, &part))),
            Part::Linear(cases) => {
                for case in &cases {
                    total.add(&measure_case(exprs, scope, boxes, case, &mut effort.counting_left));
                }
            }
            Part::Points(points) => total.add(&Bounds::exactly(RBig::from(points.len()))),
            Part::Bits(bits) => total.add(&Bounds::exactly(RBig::from(bits.count()))),
            Part::Open(part) => total.high += size(exprs, scope, &part),
        }
        true
    });
    total
}

/// All solutions one by one, where the inputs are few and listing them is cheaper than counting.
pub fn list(exprs: &mut Exprs, conjuncts: &[ExprId], scope: &[VariableId]) -> Option<Points> {
    let mut boxes = whole_box(exprs, scope);
    if !narrow(exprs, conjuncts, &mut boxes) {
        return Some(Points::none(scope));
    }
    let volume = boxes.values().fold(1i128, |product, range| product.saturating_mul(range.width()));
    let volume_max = if scope.len() == 1 { ENUMERATED_MAX } else { POINTS_MAX };
    if volume > volume_max || !reals_in(exprs, scope).is_empty() {
        return None;
    }
    let Some(open) = undecided(exprs, conjuncts, &boxes) else { return Some(Points::none(scope)) };
    let cases = lower(exprs, &open, scope, &boxes, CHEAP_CASES_MAX + 4, &mut 0);
    if volume > POINTS_AT_ONCE && cases.is_ok_and(|cases| is_cheap(&cases, scope.len())) {
        return None;
    }
    Some(Points::enumerate(exprs, &open, scope, &boxes))
}

/// Whether some input satisfies the conjunction.
#[derive(Clone, Debug, PartialEq)]
pub enum Search {
    Found(Assignment),
    Impossible,
    /// The effort was spent before either was certain.
    Undecided,
}

/// The inputs a box does not confine.
fn unconfined(exprs: &Exprs, scope: &[VariableId], boxes: &Boxes) -> Vec<VariableId> {
    let whole = |v: &VariableId| boxes.get(v).is_none_or(|range| *range == exprs.interval_of(*v));
    scope.iter().copied().filter(whole).collect()
}

/// Looks for inputs that satisfy all conjuncts, in other variables.
fn find_in_cases(
    exprs: &mut Exprs,
    cases: &[change::Case],
    conjuncts: &[ExprId],
    (scope, boxes): (&[VariableId], &Boxes),
    effort: &mut Effort,
) -> Search {
    let mut answer = Search::Impossible;
    for case in cases {
        match find_within(exprs, &case.conjuncts, scope, boxes, effort) {
            Search::Impossible => {}
            Search::Undecided => answer = Search::Undecided,
            Search::Found(inputs) => {
                let original = case.original(exprs, &inputs);
                let holds = conjuncts.iter().all(|conjunct| exprs.evaluate(*conjunct, &original) != 0);
                assert!(holds, "a change of variable is undone");
                return Search::Found(original);
            }
        }
    }
    answer
}

/// What the ranges of a conjunction's inputs tell without more ado.
pub fn glance(exprs: &Exprs, conjuncts: &[ExprId], scope: &[VariableId]) -> Search {
    let mut boxes = whole_box(exprs, scope);
    if !narrow(exprs, conjuncts, &mut boxes) {
        return Search::Impossible;
    }
    let Some(open) = undecided(exprs, conjuncts, &boxes) else { return Search::Impossible };
    if !reals_in(exprs, scope).is_empty() {
        return Search::Undecided;
    }
    let ends: [fn(&Interval) -> i128; 3] =
        [|range| 0.clamp(range.low, range.high), |range| range.low, |range| range.high];
    for end in ends {
        let mut inputs = Assignment::default();
        scope.iter().for_each(|variable| inputs.set(*variable, end(&boxes[variable])));
        if open.iter().all(|conjunct| exprs.evaluate(*conjunct, &inputs) != 0) {
            return Search::Found(inputs);
        }
    }
    Search::Undecided
}

/// Gives inputs without a value one of their domains.
pub fn complete(exprs: &Exprs, scope: &[VariableId], inputs: &mut Assignment) {
    for &variable in scope {
        inputs.values.entry(variable).or_insert_with(|| match exprs.domain(variable) {
            Domain::Integer { range, .. } => Value::Integer(0.clamp(range.low, range.high)),
            Domain::Real { low, high } => Value::Real((low + high) / RBig::from(2)),
        });
    }
}

/// Looks for inputs that satisfy all conjuncts.
pub fn find(exprs: &mut Exprs, conjuncts: &[ExprId], scope: &[VariableId], boxes: &Boxes, parts_max: usize) -> Search {
    let mut effort = Effort { parts_max, steps_left: residues::STEPS_MAX, counting_left: EFFORT_OF_QUESTION };
    find_within(exprs, conjuncts, scope, boxes, &mut effort)
}

/// Looks for inputs that satisfy all conjuncts among the even ones, and among the odd ones.
fn find_in_halves(
    exprs: &mut Exprs,
    halves: &[residues::Residue],
    scope: &[VariableId],
    effort: &mut Effort,
) -> Search {
    let mut answer = Search::Impossible;
    for half in halves {
        match find_within(exprs, &half.conjuncts, scope, &half.boxes, effort) {
            Search::Impossible => {}
            Search::Undecided => answer = Search::Undecided,
            Search::Found(inputs) => return Search::Found(half.original(exprs, &inputs)),
        }
    }
    answer
}

fn find_within(
    exprs: &mut Exprs,
    conjuncts: &[ExprId],
    scope: &[VariableId],
    boxes: &Boxes,
    effort: &mut Effort,
) -> Search {
    if let Some(cases) = change::cases(exprs, conjuncts, scope, &unconfined(exprs, scope, boxes)) {
        return find_in_cases(exprs, &cases, conjuncts, (scope, boxes), effort);
    }
    if effort.steps_left > 0
        && let Some(halves) = residues::halves(exprs, conjuncts, boxes)
    {
        effort.steps_left -= 1;
        return find_in_halves(exprs, &halves, scope, effort);
    }
    let parts_max = effort.parts_max;
    let mut answer = Search::Impossible;
    explore(exprs, conjuncts, scope, boxes, parts_max, &mut |exprs, part| {
        let candidate = match part {
            Part::Full(part) => Some(corner(exprs, scope, &part)),
            Part::Linear(cases) => {
                let left = &mut effort.counting_left;
                let mut found = cases.iter().map(|case| find_in_case(exprs, scope, boxes, case, left));
                let found = found.find(|search| *search != Search::Impossible);
                match found {
                    Some(Search::Found(inputs)) => Some(inputs),
                    Some(_) => {
                        answer = Search::Undecided;
                        None
                    }
                    None => None,
                }
            }
            Part::Points(points) => points.first(),
            Part::Bits(bits) => bits.point(),
            Part::Open(part) => {
                answer = Search::Undecided;
                Some(corner(exprs, scope, &part))
            }
        };
        match candidate.filter(|inputs| conjuncts.iter().all(|&c| exprs.evaluate(c, inputs) != 0)) {
            Some(inputs) => {
                answer = Search::Found(inputs);
                false
            }
            None => true,
        }
    });
    answer
}

/// The measure of a box: points of the integers, lengths of the reals.
pub fn size(exprs: &Exprs, scope: &[VariableId], boxes: &Boxes) -> RBig {
    scope.iter().fold(RBig::ONE, |product, variable| {
        product
            * match exprs.domain(*variable) {
                Domain::Integer { range, .. } => RBig::from(boxes.get(variable).unwrap_or(range).width()),
                Domain::Real { low, high } => high - low,
            }
    })
}

fn corner(exprs: &Exprs, scope: &[VariableId], boxes: &Boxes) -> Assignment {
    let mut inputs = Assignment::default();
    for &variable in scope {
        match exprs.domain(variable) {
            Domain::Integer { range, .. } => inputs.set(variable, boxes.get(&variable).unwrap_or(range).low),
            Domain::Real { low, high } => {
                inputs.values.insert(variable, Value::Real((low + high) / RBig::from(2)));
            }
        }
    }
    inputs
}

fn integers_in(exprs: &Exprs, scope: &[VariableId]) -> Vec<VariableId> {
    scope.iter().copied().filter(|v| matches!(exprs.domain(*v), Domain::Integer { .. })).collect()
}

fn reals_in(exprs: &Exprs, scope: &[VariableId]) -> Vec<VariableId> {
    scope.iter().copied().filter(|v| matches!(exprs.domain(*v), Domain::Real { .. })).collect()
}

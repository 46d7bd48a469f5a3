//! How much of a box of inputs satisfies a conjunction: exactly where it is linear or its domain small, else an interval.
//!
//! The box is halved until every part is decided by intervals, or linear, or the effort is spent (branch and bound, as in
//! qCORAL: Borges et al., PLDI 2014, but with exact counts on the linear parts and sound bounds instead of estimates). Before a
//! box that is not linear is halved, it is tried bit by bit.

mod bits;
mod change;
mod diagram;
mod lower;
mod points;
mod real_point;

pub use lower::{Boxes, Case};
pub use points::Points;

use crate::counting::{self, RealConstraint, Relation, System};
use crate::expr::{Assignment, Domain, ExprId, Exprs, Interval, Node, RealRelation, Value, VariableId, ZeroRelation};
use bits::BitLevel;
use dashu::base::BitTest;
use dashu::integer::IBig;
use dashu::rational::RBig;
use hashbrown::HashMap;
use lower::{RealRow, lower};
use real_point::RealConstraintRow;
use std::collections::BinaryHeap;

/// Parts of a box that may be looked at before the answer becomes an interval.
pub const PARTS_MAX_DEFAULT: usize = 50_000;

/// The same where bits were tried in vain.
const PARTS_OF_BITS_MAX: usize = 200;

/// An input with at most this many values is halved before wider ones: its values end in linear counts.
const NARROW_MAX: i128 = 1 << 16;

/// A box of at most this many points is enumerated at once: that costs less than setting up systems.
const POINTS_AT_ONCE: i128 = 64;

/// The solutions in a box of at most this many points are kept, where they are not cheap to count.
const POINTS_MAX: i128 = 1 << 14;

/// A box of at most this many points is enumerated when it is not linear, or not cheap to count.
const ENUMERATED_MAX: i128 = 1 << 17;

/// Points enumerated in all the parts of one box, at most: about a second's worth.
const ENUMERATED_IN_ALL_MAX: i128 = 1 << 23;

/// So many operations to evaluate count as one more point.
const NODES_PER_POINT: i128 = 16;

/// Linear cases of one box, at most; beyond, halving it is the better way.
const CASES_MAX: usize = 2048;

/// So few cases may be cheaper to count than thousands of points to enumerate.
const CHEAP_CASES_MAX: usize = 4;

/// Integer assignments enumerated when integers and reals meet in one comparison.
const MIXED_MAX: i128 = 1 << 16;

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

/// A part of the box on its way through the analysis.
enum Part {
    /// All of it satisfies the conjunction.
    Full(Boxes),
    /// Its solutions are those of these disjoint cases.
    Linear(Vec<Case>),
    /// It has these solutions.
    Points(Points),
    /// Decided bit by bit.
    Bits(Box<BitLevel>),
    /// Undecided when the effort was spent.
    Open(Boxes),
}

/// The number of integer points (times the volume of the reals) in scope that satisfy all conjuncts.
pub fn measure(
    exprs: &mut Exprs,
    conjuncts: &[ExprId],
    scope: &[VariableId],
    boxes: &Boxes,
    parts_max: usize,
) -> Bounds {
    let mut total = Bounds::exactly(RBig::ZERO);
    if let Some(cases) = change::cases(exprs, conjuncts, scope, &unconfined(exprs, scope, boxes)) {
        for case in cases {
            let part = measure(exprs, &case.conjuncts, scope, boxes, parts_max);
            total.add(&part.scaled(&case.weight));
        }
        return total;
    }
    explore(exprs, conjuncts, scope, boxes, parts_max, &mut |exprs, part| {
        match part {
            Part::Full(part) => total.add(&Bounds::exactly(size(exprs, scope, &part))),
            Part::Linear(cases) => {
                for case in &cases {
                    total.add(&measure_case(exprs, scope, boxes, case));
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
    let cases = lower(exprs, &open, scope, &boxes, CHEAP_CASES_MAX + 4);
    if volume > POINTS_AT_ONCE && cases.is_ok_and(|cases| is_cheap(&cases, scope.len())) {
        return None;
    }
    Some(Points::enumerate(exprs, &open, scope, &boxes))
}

fn whole_box(exprs: &Exprs, scope: &[VariableId]) -> Boxes {
    let ranges = scope.iter().filter_map(|&variable| match exprs.domain(variable) {
        Domain::Integer { range, .. } => Some((variable, *range)),
        Domain::Real { .. } => None,
    });
    ranges.collect()
}

/// Confines a box to where linear conjuncts can hold; false if that is nowhere. Ranges an assumption gives make small what
/// a type alone leaves large.
fn narrow(exprs: &Exprs, conjuncts: &[ExprId], boxes: &mut Boxes) -> bool {
    for _ in 0..2 {
        for &conjunct in conjuncts {
            let Node::Compare(relation, inner) = exprs.node(conjunct) else { continue };
            let (terms, constant) = exprs.terms_of(*inner);
            let sides: &[i128] = match relation {
                ZeroRelation::AtMost => &[1],
                ZeroRelation::Equal => &[1, -1],
                ZeroRelation::Unequal => continue,
            };
            for side in sides {
                for (position, &(atom, coefficient)) in terms.iter().enumerate() {
                    let Node::Variable(variable) = exprs.node(atom) else { continue };
                    let Some(range) = boxes.get(variable).copied() else { continue };
                    // side·coefficient·x <= -(side·constant + the least the others can be)
                    let others = terms.iter().enumerate().filter(|(other, _)| *other != position);
                    let rest = others.fold(Interval::point(side * constant), |sum, (_, &(other, factor))| {
                        let known = match exprs.node(other) {
                            Node::Variable(v) => boxes.get(v).copied().unwrap_or_else(|| exprs.interval(other)),
                            _ => exprs.interval(other),
                        };
                        sum.plus(known.scaled(side * factor))
                    });
                    let (factor, limit) = (side * coefficient, -rest.low);
                    if rest.low <= -Interval::FAR {
                        continue;
                    }
                    let narrowed = if factor > 0 {
                        Interval { low: range.low, high: range.high.min(limit.div_euclid(factor)) }
                    } else {
                        // x >= limit / factor, rounded up; the divisor is negative.
                        Interval { low: range.low.max(-(limit.div_euclid(-factor))), high: range.high }
                    };
                    if narrowed.low > narrowed.high {
                        return false;
                    }
                    boxes.insert(*variable, narrowed);
                }
            }
        }
    }
    true
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
    parts_max: usize,
) -> Search {
    let mut answer = Search::Impossible;
    for case in cases {
        match find(exprs, &case.conjuncts, scope, boxes, parts_max) {
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

/// Looks for inputs that satisfy all conjuncts.
pub fn find(exprs: &mut Exprs, conjuncts: &[ExprId], scope: &[VariableId], boxes: &Boxes, parts_max: usize) -> Search {
    if let Some(cases) = change::cases(exprs, conjuncts, scope, &unconfined(exprs, scope, boxes)) {
        return find_in_cases(exprs, &cases, conjuncts, (scope, boxes), parts_max);
    }
    let mut answer = Search::Impossible;
    explore(exprs, conjuncts, scope, boxes, parts_max, &mut |exprs, part| {
        let candidate = match part {
            Part::Full(part) => Some(corner(exprs, scope, &part)),
            Part::Linear(cases) => {
                let found =
                    cases.iter().map(|case| find_in_case(exprs, scope, boxes, case)).find(|s| *s != Search::Impossible);
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

/// Halves the box, largest parts first, and hands each finished part to `visit` until that returns false.
fn explore(
    exprs: &mut Exprs,
    conjuncts: &[ExprId],
    scope: &[VariableId],
    boxes: &Boxes,
    mut parts_max: usize,
    visit: &mut dyn FnMut(&mut Exprs, Part) -> bool,
) {
    let mut start = whole_box(exprs, scope);
    start.extend(boxes.iter().map(|(variable, range)| (*variable, *range)));
    if !narrow(exprs, conjuncts, &mut start) {
        return;
    }
    let mut queue = BinaryHeap::new();
    let mut parts: Vec<Boxes> = vec![start];
    queue.push((IBig::ZERO, 0usize));
    let mut looked_at = 0;
    let mut enumerated = 0i128;
    while let Some((_, index)) = queue.pop() {
        let part = std::mem::take(&mut parts[index]);
        looked_at += 1;
        let Some(open) = undecided(exprs, conjuncts, &part) else { continue };
        let discrete = reals_in(exprs, scope).is_empty();
        let volume = part.values().fold(1i128, |product, range| product.saturating_mul(range.width()));
        let finished = if open.is_empty() {
            Part::Full(part)
        } else if discrete && volume <= POINTS_AT_ONCE {
            Part::Points(Points::enumerate(exprs, &open, scope, &part))
        } else {
            // Where enumerating comes next, many cases need not be tried.
            let enumerable = discrete && volume <= ENUMERATED_MAX;
            if looked_at == 1 && discrete && !enumerable && is_about_bits(exprs, &open) {
                if let Some(bits) = BitLevel::new(exprs, &open, scope, &part) {
                    visit(exprs, Part::Bits(Box::new(bits)));
                    return;
                }
                // What scatters bits is no more linear or constant on a part than on the whole.
                parts_max = parts_max.min(PARTS_OF_BITS_MAX);
            }
            let cases_max = if enumerable { CHEAP_CASES_MAX + 4 } else { CASES_MAX };
            let mut enumerate = |exprs: &Exprs, part: Boxes| {
                enumerated += volume * (1 + exprs.reachable(&open).len() as i128 / NODES_PER_POINT);
                match enumerated <= ENUMERATED_IN_ALL_MAX {
                    true => Part::Points(Points::enumerate(exprs, &open, scope, &part)),
                    false => Part::Open(part),
                }
            };
            match lower(exprs, &open, scope, &part, cases_max) {
                Ok(cases) if !enumerable || is_cheap(&cases, scope.len()) => Part::Linear(cases),
                Ok(_) => enumerate(exprs, part),
                Err(_) if enumerable => enumerate(exprs, part),
                Err(atom) => {
                    match (bit_by_bit(exprs, &open, scope, &part, looked_at), split_variable(exprs, atom, &part)) {
                        (Some(bits), _) => Part::Bits(Box::new(bits)),
                        (None, Some(variable)) if looked_at < parts_max => {
                            let range = part[&variable];
                            let middle = range.low + (range.high - range.low) / 2;
                            for half in [Interval::new(range.low, middle), Interval::new(middle + 1, range.high)] {
                                let mut smaller = part.clone();
                                smaller.insert(variable, half);
                                queue.push((points(&smaller), parts.len()));
                                parts.push(smaller);
                            }
                            continue;
                        }
                        _ => Part::Open(part),
                    }
                }
            }
        };
        if !visit(exprs, finished) {
            return;
        }
    }
}

/// Does a conjunction take numbers apart at several places, as counting or turning their bits around does? Linear systems then
/// have a column for each part, and bits are the better way. Conversions between types cut where types end.
fn is_about_bits(exprs: &Exprs, conjuncts: &[ExprId]) -> bool {
    let reachable = exprs.reachable(conjuncts);
    let is_mask = |id: &ExprId| match exprs.node(*id) {
        Node::BitAnd(a, b) => exprs.as_constant(*a).is_some() || exprs.as_constant(*b).is_some(),
        _ => false,
    };
    if reachable.iter().any(is_mask) {
        return true;
    }
    let cuts = reachable.iter().filter_map(|id| match exprs.node(*id) {
        Node::Floor(_, divisor) if divisor.count_ones() == 1 => Some(divisor.trailing_zeros()),
        _ => None,
    });
    let mut inside: Vec<u32> = cuts.filter(|cut| ![8, 16, 32, 64].contains(cut)).collect();
    inside.sort_unstable();
    inside.dedup();
    inside.len() >= 3
}

/// The whole box bit by bit. If that is too much, so are most of its parts.
fn bit_by_bit(
    exprs: &mut Exprs,
    conjuncts: &[ExprId],
    scope: &[VariableId],
    part: &Boxes,
    looked_at: usize,
) -> Option<BitLevel> {
    if looked_at == 1 { BitLevel::new(exprs, conjuncts, scope, part) } else { None }
}

/// Is counting these cases certain to cost less than enumerating thousands of points?
fn is_cheap(cases: &[Case], inputs: usize) -> bool {
    let disequalities = |case: &Case| {
        case.system.constraints.iter().filter(|constraint| constraint.relation == Relation::NonZero).count()
    };
    cases.len() <= CHEAP_CASES_MAX
        && cases.iter().all(|case| case.system.bounds.len() <= inputs + 3 && disequalities(case) <= 4)
}

/// The conjuncts a box leaves open; none if it contradicts one.
fn undecided(exprs: &Exprs, conjuncts: &[ExprId], part: &Boxes) -> Option<Vec<ExprId>> {
    let mut ranges = HashMap::new();
    let mut open = Vec::with_capacity(conjuncts.len());
    for &conjunct in conjuncts {
        match exprs.interval_within(conjunct, part, &mut ranges).single() {
            Some(0) => return None,
            Some(_) => {}
            None => open.push(conjunct),
        }
    }
    Some(open)
}

/// Which input of a non-linear atom to halve: a narrow one if there is one, else the widest.
fn split_variable(exprs: &Exprs, atom: ExprId, part: &Boxes) -> Option<VariableId> {
    let widths = exprs.support(atom).iter().filter_map(|v| part.get(v).map(|range| (range.width(), *v)));
    let candidates: Vec<(i128, VariableId)> = widths.filter(|(width, _)| *width > 1).collect();
    let narrowest = candidates.iter().min()?;
    if narrowest.0 <= NARROW_MAX { Some(narrowest.1) } else { candidates.iter().max().map(|widest| widest.1) }
}

fn points(part: &Boxes) -> IBig {
    part.values().fold(IBig::ONE, |product, range| product * IBig::from(range.width()))
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

/// What a system's count is when it would take too long: anything up to its box of inputs.
fn count_or_bound(system: &System, inputs: usize) -> Bounds {
    match counting::count(system) {
        Ok(count) => Bounds::exactly(RBig::from(count)),
        Err(_) => {
            let all = system.bounds[..inputs].iter().fold(IBig::ONE, |p, (low, high)| p * IBig::from(high - low + 1));
            Bounds { low: RBig::ZERO, high: RBig::from(all) }
        }
    }
}

fn measure_case(exprs: &Exprs, scope: &[VariableId], boxes: &Boxes, case: &Case) -> Bounds {
    let inputs = integers_in(exprs, scope).len();
    let reals = reals_in(exprs, scope);
    let ranges: Vec<(RBig, RBig)> = reals.iter().map(|&v| real_range(exprs, v)).collect();
    let mut columns: Vec<usize> = case.real_rows.iter().flat_map(|row| row.integers.iter().map(|t| t.0)).collect();
    columns.sort_unstable();
    columns.dedup();
    if columns.is_empty() {
        let volume = real_volume(&reals, &ranges, &case.real_rows, &HashMap::new());
        return count_or_bound(&case.system, inputs).scaled(&volume);
    }
    let width = |column: &usize| case.system.bounds[*column].1 - case.system.bounds[*column].0 + 1;
    if columns.iter().fold(1i128, |product, column| product.saturating_mul(width(column))) > MIXED_MAX {
        return Bounds { low: RBig::ZERO, high: size(exprs, scope, boxes) };
    }
    let mut total = Bounds::exactly(RBig::ZERO);
    for_each_assignment(&case.system, &columns, &mut |system, values| {
        let volume = real_volume(&reals, &ranges, &case.real_rows, values);
        if !volume.is_zero() {
            total.add(&count_or_bound(system, inputs).scaled(&volume));
        }
    });
    total
}

fn real_range(exprs: &Exprs, variable: VariableId) -> (RBig, RBig) {
    match exprs.domain(variable) {
        Domain::Real { low, high } => (low.clone(), high.clone()),
        Domain::Integer { .. } => unreachable!("only reals are asked for their real range"),
    }
}

/// Fixes the given columns to each of their values in turn.
fn for_each_assignment(system: &System, columns: &[usize], visit: &mut dyn FnMut(&System, &HashMap<usize, i128>)) {
    fn descend(
        system: &mut System,
        columns: &[usize],
        values: &mut HashMap<usize, i128>,
        visit: &mut dyn FnMut(&System, &HashMap<usize, i128>),
    ) {
        let Some((&column, rest)) = columns.split_first() else {
            visit(system, values);
            return;
        };
        let bounds = system.bounds[column];
        for value in bounds.0..=bounds.1 {
            system.bounds[column] = (value, value);
            values.insert(column, value);
            descend(system, rest, values, visit);
        }
        system.bounds[column] = bounds;
    }
    descend(&mut system.clone(), columns, &mut HashMap::new(), visit);
}

/// The volume of the reals that satisfy the rows when the integer columns have the given values.
fn real_volume(
    reals: &[VariableId],
    ranges: &[(RBig, RBig)],
    rows: &[RealRow],
    integers: &HashMap<usize, i128>,
) -> RBig {
    let mut constraints = Vec::with_capacity(rows.len());
    for row in rows {
        let constant = row
            .integers
            .iter()
            .fold(row.constant.clone(), |sum, (column, factor)| sum + RBig::from(integers[column]) * factor);
        if row.reals.is_empty() {
            if row.relation.holds(&constant) {
                continue;
            }
            return RBig::ZERO;
        }
        match row.relation {
            // A proper equality has no volume, and its complement lacks none.
            RealRelation::Equal => return RBig::ZERO,
            RealRelation::Unequal => continue,
            RealRelation::AtMost | RealRelation::Below => {}
        }
        let column = |v: &VariableId| reals.iter().position(|r| r == v).expect("the scope covers the conjuncts");
        let terms = row.reals.iter().map(|(v, c)| (column(v), c.clone())).collect();
        constraints.push(RealConstraint { terms, constant });
    }
    counting::volume(ranges, &constraints)
}

/// A solution of one case.
fn find_in_case(exprs: &Exprs, scope: &[VariableId], boxes: &Boxes, case: &Case) -> Search {
    let integers = integers_in(exprs, scope);
    let mut inputs = corner(exprs, scope, boxes);
    match counting::find_point(&case.system) {
        Ok(None) => return Search::Impossible,
        Err(_) => return Search::Undecided,
        Ok(Some(point)) => {
            for (&variable, value) in integers.iter().zip(&point) {
                inputs.set(variable, *value);
            }
            if case.real_rows.is_empty() {
                return Search::Found(inputs);
            }
        }
    }
    find_reals(exprs, scope, case, inputs)
}

fn find_reals(exprs: &Exprs, scope: &[VariableId], case: &Case, mut inputs: Assignment) -> Search {
    let integers = integers_in(exprs, scope);
    let reals = reals_in(exprs, scope);
    let mut columns: Vec<usize> = case.real_rows.iter().flat_map(|row| row.integers.iter().map(|t| t.0)).collect();
    columns.sort_unstable();
    columns.dedup();
    let width = |column: &usize| case.system.bounds[*column].1 - case.system.bounds[*column].0 + 1;
    if columns.iter().fold(1i128, |product, column| product.saturating_mul(width(column))) > MIXED_MAX {
        return Search::Undecided;
    }
    let (mut found, mut certain) = (None, true);
    for_each_assignment(&case.system, &columns, &mut |system, values| {
        if found.is_some() {
            return;
        }
        let point = match counting::find_point(system) {
            Ok(Some(point)) => point,
            Ok(None) => return,
            Err(_) => {
                certain = false;
                return;
            }
        };
        let rows = rows_at(&case.real_rows, &reals, values);
        match real_point::find(&reals_with_ranges(exprs, &reals), &rows) {
            Ok(answer) => found = answer.map(|reals| (point, reals)),
            Err(_) => certain = false,
        }
    });
    match found {
        Some((point, middles)) => {
            for (&variable, value) in integers.iter().zip(&point) {
                inputs.set(variable, *value);
            }
            for (variable, value) in reals.into_iter().zip(middles) {
                inputs.values.insert(variable, Value::Real(value));
            }
            Search::Found(inputs)
        }
        None if certain => Search::Impossible,
        None => Search::Undecided,
    }
}

fn reals_with_ranges(exprs: &Exprs, reals: &[VariableId]) -> Vec<(RBig, RBig)> {
    reals.iter().map(|&variable| real_range(exprs, variable)).collect()
}

/// The rows over the reals alone, when the integer columns have the given values.
fn rows_at(rows: &[RealRow], reals: &[VariableId], integers: &HashMap<usize, i128>) -> Vec<RealConstraintRow> {
    let column = |v: &VariableId| reals.iter().position(|r| r == v).expect("the scope covers the conjuncts");
    let at = |row: &RealRow| {
        let fixed = row.integers.iter().map(|(column, factor)| RBig::from(integers[column]) * factor);
        let mut coefficients = vec![RBig::ZERO; reals.len()];
        for (variable, factor) in &row.reals {
            coefficients[column(variable)] += factor;
        }
        RealConstraintRow {
            coefficients,
            constant: fixed.fold(row.constant.clone(), |sum, part| sum + part),
            relation: row.relation,
        }
    };
    rows.iter().map(at).collect()
}

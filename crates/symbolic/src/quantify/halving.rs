//! A box in parts: halved until each is decided by intervals, or linear, or listed, or decided bit by bit, or the effort is spent.
//!
//! Every limit is a number of steps, so that the same question has the same answer everywhere.

use super::bits::BitLevel;
use super::lower::{Boxes, Case, lower};
use super::points::Points;
use super::reals_in;
use crate::counting::Relation;
use crate::expr::{Domain, ExprId, Exprs, Interval, Node, VariableId, ZeroRelation};
use dashu::integer::IBig;
use hashbrown::HashMap;
use std::collections::BinaryHeap;

/// The same where bits were tried in vain.
const PARTS_OF_BITS_MAX: usize = 200;

/// An input with at most this many values is halved before wider ones: its values end in linear counts.
const NARROW_MAX: i128 = 1 << 16;

/// A box of at most this many points is enumerated at once: that costs less than setting up systems.
pub(super) const POINTS_AT_ONCE: i128 = 64;

/// The solutions in a box of at most this many points are kept, where they are not cheap to count.
pub(super) const POINTS_MAX: i128 = 1 << 14;

/// A box of at most this many points is enumerated when it is not linear, or not cheap to count.
pub(super) const ENUMERATED_MAX: i128 = 1 << 17;

/// Points enumerated in all the parts of one box, at most: about a second's worth.
const ENUMERATED_IN_ALL_MAX: i128 = 1 << 23;

/// So many operations to evaluate count as one more point.
const NODES_PER_POINT: i128 = 16;

/// Linear cases of one box, at most; beyond, halving it is the better way.
const CASES_MAX: usize = 2048;

/// Terms looked at on the way to linear cases, in all the parts of one box, at most: a few seconds' worth.
const WORK_MAX: usize = 400_000;

/// Boxes of more points than this are halved rather than enumerated where halves tell more: where there are only products.
const POINTS_OF_PRODUCTS: i128 = 1 << 10;

/// The same where there are several products, whose factors' values multiply.
const CASES_OF_PRODUCTS_MAX: usize = 64;

/// So few cases may be cheaper to count than thousands of points to enumerate.
pub(super) const CHEAP_CASES_MAX: usize = 4;

/// A part of the box on its way through the analysis.
pub(super) enum Part {
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

pub(super) fn whole_box(exprs: &Exprs, scope: &[VariableId]) -> Boxes {
    let ranges = scope.iter().filter_map(|&variable| match exprs.domain(variable) {
        Domain::Integer { range, .. } => Some((variable, *range)),
        Domain::Real { .. } => None,
    });
    ranges.collect()
}

/// Confines a box to where linear conjuncts can hold; false if that is nowhere. Ranges an assumption gives make small what
/// a type alone leaves large.
pub(super) fn narrow(exprs: &Exprs, conjuncts: &[ExprId], boxes: &mut Boxes) -> bool {
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

/// Halves the box, largest parts first, and hands each finished part to `visit` until that returns false.
pub(super) fn explore(
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
    let mut work = 0;
    let products = products_alone(exprs, conjuncts);
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
            let is_halved = products.is_some() && volume > POINTS_OF_PRODUCTS && looked_at < parts_max / 2;
            if looked_at == 1 && discrete && !enumerable && is_about_bits(exprs, &open) {
                if let Some(bits) = BitLevel::new(exprs, &open, scope, &part) {
                    visit(exprs, Part::Bits(Box::new(bits)));
                    return;
                }
                // What scatters bits is no more linear or constant on a part than on the whole.
                parts_max = parts_max.min(PARTS_OF_BITS_MAX);
            }
            let cases_max = match products {
                _ if enumerable => CHEAP_CASES_MAX + 4,
                Some(_) => CASES_OF_PRODUCTS_MAX,
                None => CASES_MAX,
            };
            let mut enumerate = |exprs: &Exprs, part: Boxes| {
                enumerated += volume * (1 + exprs.reachable(&open).len() as i128 / NODES_PER_POINT);
                match enumerated <= ENUMERATED_IN_ALL_MAX {
                    true => Part::Points(Points::enumerate(exprs, &open, scope, &part)),
                    false => Part::Open(part),
                }
            };
            if !enumerable && work >= WORK_MAX {
                visit(exprs, Part::Open(part));
                continue;
            }
            match lower(exprs, &open, scope, &part, cases_max, &mut work) {
                Ok(cases) if !enumerable || is_cheap(&cases, scope.len()) => Part::Linear(cases),
                Ok(_) => enumerate(exprs, part),
                Err(_) if enumerable && !is_halved => enumerate(exprs, part),
                Err(atom) => {
                    match (
                        bit_by_bit(exprs, &open, scope, &part, looked_at),
                        split_variable(exprs, atom, products.as_deref(), &part),
                    ) {
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

/// The inputs of products, where conditions are made of sums and products alone: what these can be over a box is told by its ends,
/// the better the smaller it is. A single product becomes linear when one of its factors is known.
fn products_alone(exprs: &Exprs, conjuncts: &[ExprId]) -> Option<Vec<VariableId>> {
    let (mut inputs, mut products) = (Vec::new(), 0);
    for id in exprs.reachable(conjuncts) {
        match exprs.node(id) {
            Node::Product(..) => {
                products += 1;
                inputs.extend_from_slice(exprs.support(id));
            }
            Node::Constant(_) | Node::Variable(_) | Node::Sum { .. } | Node::Opaque(_) => {}
            Node::Sign(_) | Node::Compare(..) | Node::And(_) | Node::Or(_) => {}
            _ => return None,
        }
    }
    (products > 1).then_some(inputs)
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
pub(super) fn is_cheap(cases: &[Case], inputs: usize) -> bool {
    let disequalities = |case: &Case| {
        case.system.constraints.iter().filter(|constraint| constraint.relation == Relation::NonZero).count()
    };
    cases.len() <= CHEAP_CASES_MAX
        && cases.iter().all(|case| case.system.bounds.len() <= inputs + 3 && disequalities(case) <= 4)
}

/// The conjuncts a box leaves open; none if it contradicts one.
pub(super) fn undecided(exprs: &Exprs, conjuncts: &[ExprId], part: &Boxes) -> Option<Vec<ExprId>> {
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

/// Which input of a non-linear atom to halve: a narrow one if there is one, else the widest. Among several products, the widest.
fn split_variable(exprs: &Exprs, atom: ExprId, products: Option<&[VariableId]>, part: &Boxes) -> Option<VariableId> {
    let widths = products
        .unwrap_or_else(|| exprs.support(atom))
        .iter()
        .filter_map(|v| part.get(v).map(|range| (range.width(), *v)));
    let candidates: Vec<(i128, VariableId)> = widths.filter(|(width, _)| *width > 1).collect();
    let narrowest = candidates.iter().min()?;
    if narrowest.0 <= NARROW_MAX && products.is_none() {
        Some(narrowest.1)
    } else {
        candidates.iter().max().map(|widest| widest.1)
    }
}

fn points(part: &Boxes) -> IBig {
    part.values().fold(IBig::ONE, |product, range| product * IBig::from(range.width()))
}

//! One linear case: how much of it there is, and a point of it. Integers are counted, reals measured; where a comparison ties both, the
//! integers in it take each of their values.

use super::lower::{Boxes, Case, RealRow};
use super::real_point::{self, RealConstraintRow};
use super::{Bounds, Search, corner, integers_in, reals_in, size};
use crate::counting::{self, RealConstraint, System};
use crate::expr::{Assignment, Domain, Exprs, RealRelation, Value, VariableId};
use dashu::integer::IBig;
use dashu::rational::RBig;
use hashbrown::HashMap;

/// Integer assignments enumerated when integers and reals meet in one comparison.
const MIXED_MAX: i128 = 1 << 16;

/// What a system's count is when it would take too long: anything up to its box of inputs.
fn count_or_bound(system: &System, inputs: usize, effort_left: &mut u64) -> Bounds {
    match counting::count_within(system, effort_left) {
        Ok(count) => Bounds::exactly(RBig::from(count)),
        Err(_) => {
            let all = system.bounds[..inputs].iter().fold(IBig::ONE, |p, (low, high)| p * IBig::from(high - low + 1));
            Bounds { low: RBig::ZERO, high: RBig::from(all) }
        }
    }
}

pub(super) fn measure_case(
    exprs: &Exprs,
    scope: &[VariableId],
    boxes: &Boxes,
    case: &Case,
    effort_left: &mut u64,
) -> Bounds {
    let inputs = integers_in(exprs, scope).len();
    let reals = reals_in(exprs, scope);
    let ranges: Vec<(RBig, RBig)> = reals.iter().map(|&v| real_range(exprs, v)).collect();
    let mut columns: Vec<usize> = case.real_rows.iter().flat_map(|row| row.integers.iter().map(|t| t.0)).collect();
    columns.sort_unstable();
    columns.dedup();
    if columns.is_empty() {
        let volume = real_volume(&reals, &ranges, &case.real_rows, &HashMap::new());
        return count_or_bound(&case.system, inputs, effort_left).scaled(&volume);
    }
    let width = |column: &usize| case.system.bounds[*column].1 - case.system.bounds[*column].0 + 1;
    if columns.iter().fold(1i128, |product, column| product.saturating_mul(width(column))) > MIXED_MAX {
        return Bounds { low: RBig::ZERO, high: size(exprs, scope, boxes) };
    }
    let mut total = Bounds::exactly(RBig::ZERO);
    for_each_assignment(&case.system, &columns, &mut |system, values| {
        let volume = real_volume(&reals, &ranges, &case.real_rows, values);
        if !volume.is_zero() {
            total.add(&count_or_bound(system, inputs, effort_left).scaled(&volume));
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
pub(super) fn find_in_case(
    exprs: &Exprs,
    scope: &[VariableId],
    boxes: &Boxes,
    case: &Case,
    effort_left: &mut u64,
) -> Search {
    let integers = integers_in(exprs, scope);
    let mut inputs = corner(exprs, scope, boxes);
    match counting::find_point(&case.system, effort_left) {
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
    find_reals(exprs, scope, case, inputs, effort_left)
}

fn find_reals(
    exprs: &Exprs,
    scope: &[VariableId],
    case: &Case,
    mut inputs: Assignment,
    effort_left: &mut u64,
) -> Search {
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
        let point = match counting::find_point(system, effort_left) {
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

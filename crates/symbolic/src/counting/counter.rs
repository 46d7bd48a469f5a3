//! The order in which a system is taken apart: components, disequalities, congruences, equalities, closed forms,
//! and generating functions for what is left.

use super::polytope;
use super::problem::{Problem, Row, RowRelation};
use super::scalar::{Checked, Scalar, Stop};
use super::{planar, polytope::Polytope};
use dashu::integer::IBig;

/// A variable of at most this many values is enumerated when three variables are left: two variables have a closed
/// form that costs a twentieth of a generating function.
const SLICES_MAX: i64 = 12;

/// Beyond this many variables generating functions are hopeless.
const CONES_DIMENSION_MAX: usize = 6;

/// Counts, and keeps account of the effort spent.
pub struct Counter {
    /// Cones and slices still allowed.
    pub effort_left: u64,
}

impl Counter {
    pub fn spend(&mut self, effort: u64) -> Checked<()> {
        self.effort_left = self.effort_left.checked_sub(effort).ok_or(Stop::Effort)?;
        Ok(())
    }

    pub fn count<S: Scalar>(&mut self, mut problem: Problem<S>) -> Checked<IBig> {
        if !problem.simplify()? {
            return Ok(IBig::ZERO);
        }
        let mut product = IBig::ONE;
        for component in components(problem)? {
            let factor = self.count_connected(component)?;
            if factor.is_zero() {
                return Ok(IBig::ZERO);
            }
            product *= factor;
        }
        Ok(product)
    }

    /// Counts a simplified problem whose rows connect all its variables.
    fn count_connected<S: Scalar>(&mut self, mut problem: Problem<S>) -> Checked<IBig> {
        if problem.rows.is_empty() {
            let mut product = IBig::ONE;
            for variable in 0..problem.dimension() {
                product *= problem.width(variable)?.to_big();
            }
            return Ok(product);
        }
        if problem.dimension() == 1 && problem.rows.iter().all(|row| row.relation == RowRelation::NonZero) {
            // Simplification left only different values strictly inside the range.
            return Ok(problem.width(0)?.to_big() - IBig::from(problem.rows.len()));
        }
        self.spend(1)?;
        let position = |wanted: fn(&RowRelation<S>) -> bool| problem.rows.iter().position(|row| wanted(&row.relation));
        if let Some(index) = position(|r| matches!(r, RowRelation::NonZero | RowRelation::NonZeroModulo(_))) {
            return self.count_without(problem, index);
        }
        if let Some(index) = position(|r| matches!(r, RowRelation::ZeroModulo(_))) {
            introduce_quotient(&mut problem, index)?;
        }
        if let Some(index) = cheapest_equality(&problem) {
            eliminate(&mut problem, index)?;
            return self.count(problem);
        }
        if let Some(variable) = self.slice_variable(&problem)? {
            return self.count_slices(&problem, variable);
        }
        match self.count_polytope(&problem) {
            // Only this part is done again with wider integers, not all that led to it.
            Err(Stop::Overflow) => match self.count_polytope(&problem.widened()) {
                Err(Stop::Overflow) => self.count_polytope(&problem.widened().widened()),
                other => other,
            },
            other => other,
        }
    }

    /// Counts what only inequalities in two and more variables describe.
    fn count_polytope<S: Scalar>(&mut self, problem: &Problem<S>) -> Checked<IBig> {
        if problem.dimension() == 2 {
            return Ok(planar::count(problem)?.to_big());
        }
        polytope::count(&Polytope::new(problem)?, self)
    }

    /// Inclusion and exclusion of one disequality: all points, less those on the excluded hyperplane. The second
    /// count has a dimension less, and there most other disequalities hold or fail outright, which is why this is
    /// preferred to splitting into two half-spaces.
    fn count_without<S: Scalar>(&mut self, mut problem: Problem<S>, index: usize) -> Checked<IBig> {
        let mut row = problem.rows.swap_remove(index);
        let all = self.count(problem.clone())?;
        if all.is_zero() {
            return Ok(all);
        }
        row.relation = match row.relation {
            RowRelation::NonZeroModulo(modulus) => RowRelation::ZeroModulo(modulus),
            _ => RowRelation::Zero,
        };
        problem.rows.push(row);
        Ok(all - self.count(problem)?)
    }

    fn slice_variable<S: Scalar>(&self, problem: &Problem<S>) -> Checked<Option<usize>> {
        if problem.dimension() > CONES_DIMENSION_MAX {
            // Digits of numbers: once the weightiest is known, little remains open.
            let mut weightiest: Option<(S, usize)> = None;
            for variable in 0..problem.dimension() {
                if problem.width(variable)? > S::from_word(SLICES_MAX) {
                    continue;
                }
                for row in &problem.rows {
                    let weight = row.coefficients[variable].absolute()?;
                    if weightiest.as_ref().is_none_or(|(known, _)| weight > *known) {
                        weightiest = Some((weight, variable));
                    }
                }
            }
            return Ok(weightiest.map(|(_, variable)| variable));
        }
        if problem.dimension() != 3 {
            return Ok(None);
        }
        for variable in 0..problem.dimension() {
            if problem.width(variable)? <= S::from_word(SLICES_MAX) {
                return Ok(Some(variable));
            }
        }
        Ok(None)
    }

    fn count_slices<S: Scalar>(&mut self, problem: &Problem<S>, variable: usize) -> Checked<IBig> {
        let mut value = problem.lower[variable].clone();
        let mut total = IBig::ZERO;
        while value <= problem.upper[variable] {
            let mut slice = problem.clone();
            slice.lower[variable] = value.clone();
            slice.upper[variable] = value.clone();
            total += self.count(slice)?;
            value = value.plus(&S::one())?;
        }
        Ok(total)
    }
}

/// Splits a simplified problem into parts that share no variable; fixed variables vanish.
fn components<S: Scalar>(problem: Problem<S>) -> Checked<Vec<Problem<S>>> {
    let dimension = problem.dimension();
    let mut parent: Vec<usize> = (0..dimension).collect();
    fn find(parent: &mut [usize], mut v: usize) -> usize {
        while parent[v] != v {
            parent[v] = parent[parent[v]];
            v = parent[v];
        }
        v
    }
    for row in &problem.rows {
        let mut variables = (0..dimension).filter(|&v| !row.coefficients[v].is_zero());
        if let Some(first) = variables.next() {
            for other in variables {
                let (a, b) = (find(&mut parent, first), find(&mut parent, other));
                parent[a] = b;
            }
        }
    }
    let roots: Vec<usize> = (0..dimension).map(|v| find(&mut parent, v)).collect();
    if dimension > 0 && roots.iter().all(|&root| root == roots[0]) {
        return Ok(vec![problem]);
    }
    let mut parts = Vec::new();
    for root in 0..dimension {
        if roots[root] != root {
            continue;
        }
        let members: Vec<usize> = (0..dimension).filter(|&v| roots[v] == root).collect();
        let rows = problem.rows.iter().filter(|row| members.iter().any(|&v| !row.coefficients[v].is_zero()));
        parts.push(Problem {
            lower: members.iter().map(|&v| problem.lower[v].clone()).collect(),
            upper: members.iter().map(|&v| problem.upper[v].clone()).collect(),
            rows: rows
                .map(|row| Row {
                    coefficients: members.iter().map(|&v| row.coefficients[v].clone()).collect(),
                    constant: row.constant.clone(),
                    relation: row.relation.clone(),
                })
                .collect(),
        });
    }
    Ok(parts)
}

/// `form ≡ 0 (mod m)` becomes `form - m·q = 0`: q is determined by the others, so that the count stays.
fn introduce_quotient<S: Scalar>(problem: &mut Problem<S>, index: usize) -> Checked<()> {
    let RowRelation::ZeroModulo(modulus) = problem.rows[index].relation.clone() else { return Ok(()) };
    let (least, greatest) = problem.range(&problem.rows[index])?;
    for row in &mut problem.rows {
        row.coefficients.push(S::zero());
    }
    let row = &mut problem.rows[index];
    *row.coefficients.last_mut().expect("just added") = modulus.negated()?;
    row.relation = RowRelation::Zero;
    problem.lower.push(least.div_ceil(&modulus)?);
    problem.upper.push(greatest.div_floor(&modulus)?);
    Ok(())
}

/// The equality with the smallest coefficient, of several the shortest.
fn cheapest_equality<S: Scalar>(problem: &Problem<S>) -> Option<usize> {
    let cost = |row: &Row<S>| {
        let present: Vec<&S> = row.coefficients.iter().filter(|c| !c.is_zero()).collect();
        let least = present.iter().filter_map(|c| c.absolute().ok()).min();
        (least, present.len())
    };
    let equalities = problem.rows.iter().enumerate().filter(|(_, row)| row.relation == RowRelation::Zero);
    equalities.min_by_key(|(_, row)| cost(row)).map(|(index, _)| index)
}

/// Solves one equality over the integers and removes one variable (the steps of Hermite's normal form of one row):
/// while no coefficient is one, the variable with the smallest coefficient `a` is replaced by
/// `x' = x + Σ ⌊a_i/a⌋ x_i`, which leaves remainders smaller than `a`.
fn eliminate<S: Scalar>(problem: &mut Problem<S>, index: usize) -> Checked<()> {
    let mut row = problem.rows.swap_remove(index);
    loop {
        let present = (0..problem.dimension()).filter(|&v| !row.coefficients[v].is_zero());
        let Some(variable) = present.min_by_key(|&v| row.coefficients[v].absolute().ok()) else {
            // A contradiction or a triviality is left for the simplifier.
            problem.rows.push(row);
            return Ok(());
        };
        let pivot = row.coefficients[variable].clone();
        if pivot.is_unit() {
            let mut form = std::mem::take(&mut row.coefficients);
            form[variable] = S::zero();
            if pivot.signum() > 0 {
                for coefficient in &mut form {
                    *coefficient = coefficient.negated()?;
                }
                row.constant = row.constant.negated()?;
            }
            problem.substitute(variable, &form, &row.constant)?;
            problem.remove(variable);
            return Ok(());
        }
        let alone = row.coefficients.iter().filter(|c| !c.is_zero()).count() == 1;
        if alone {
            problem.rows.push(row);
            return Ok(());
        }
        let mut form = vec![S::zero(); problem.dimension()];
        for (v, coefficient) in row.coefficients.iter().enumerate() {
            if v != variable {
                form[v] = coefficient.div_floor(&pivot)?.negated()?;
            }
        }
        replace(problem, &mut row, variable, &form)?;
    }
}

/// The change of variable `x = x' + form` with a form over the other variables; x' takes the place of x.
fn replace<S: Scalar>(problem: &mut Problem<S>, row: &mut Row<S>, variable: usize, form: &[S]) -> Checked<()> {
    let mut shifted = form.to_vec();
    shifted[variable] = S::one();
    let old = Row { coefficients: form.to_vec(), constant: S::zero(), relation: RowRelation::Zero };
    let (least, greatest) = problem.range(&old)?;
    let bounds = (problem.lower[variable].minus(&greatest)?, problem.upper[variable].minus(&least)?);
    problem.substitute(variable, &shifted, &S::zero())?;
    row.substitute(variable, &shifted, &S::zero())?;
    (problem.lower[variable], problem.upper[variable]) = bounds;
    Ok(())
}

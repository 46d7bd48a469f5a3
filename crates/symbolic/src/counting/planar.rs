//! Closed form for two variables: sums of floors along the upper and the lower boundary of a polygon.
//!
//! For a fixed x the points are `⌊upper(x)⌋ - ⌈lower(x)⌉ + 1`, which is never negative where `lower(x) <= upper(x)`
//! over the rationals. So it is enough to shorten the range of x to the polygon's shadow and to sum both envelopes,
//! each piece in a logarithmic number of steps.

use super::problem::{Problem, RowRelation};
use super::scalar::{Checked, Scalar};

/// The line `y = (rise·x + constant) / run`, `run > 0`.
struct Line<S> {
    rise: S,
    constant: S,
    run: S,
}

pub fn count<S: Scalar>(problem: &Problem<S>) -> Checked<S> {
    let (mut first, mut last) = (problem.lower[0].clone(), problem.upper[0].clone());
    let horizontal = |constant: &S| Line { rise: S::zero(), constant: constant.clone(), run: S::one() };
    let mut uppers = vec![horizontal(&problem.upper[1])];
    let mut lowers = vec![horizontal(&problem.lower[1])];
    for row in &problem.rows {
        assert!(row.relation == RowRelation::AtMostZero, "only inequalities reach the closed form");
        let (a, b) = (&row.coefficients[0], &row.coefficients[1]);
        // a·x + b·y + c <= 0
        if b.signum() > 0 {
            uppers.push(Line { rise: a.negated()?, constant: row.constant.negated()?, run: b.clone() });
        } else {
            lowers.push(Line { rise: a.clone(), constant: row.constant.clone(), run: b.negated()? });
        }
    }
    for upper in &uppers {
        for lower in &lowers {
            // lower(x) <= upper(x):  slope·x <= offset
            let slope = lower.rise.times(&upper.run)?.minus(&upper.rise.times(&lower.run)?)?;
            let offset = upper.constant.times(&lower.run)?.minus(&lower.constant.times(&upper.run)?)?;
            match slope.signum() {
                0 if offset.signum() < 0 => return Ok(S::zero()),
                0 => {}
                1 => last = last.min(offset.div_floor(&slope)?),
                _ => first = first.max(offset.div_ceil(&slope)?),
            }
        }
    }
    if first > last {
        return Ok(S::zero());
    }
    // The lower boundary mirrored is an upper one: ⌈l⌉ = -⌊-l⌋.
    for line in &mut lowers {
        line.rise = line.rise.negated()?;
        line.constant = line.constant.negated()?;
    }
    let width = last.minus(&first)?.plus(&S::one())?;
    sum_of_envelope(&uppers, &first, &last)?.plus(&sum_of_envelope(&lowers, &first, &last)?)?.plus(&width)
}

/// `Σ_{x=first}^{last} ⌊min over the lines at x⌋`.
fn sum_of_envelope<S: Scalar>(lines: &[Line<S>], first: &S, last: &S) -> Checked<S> {
    let mut total = S::zero();
    let mut start = first.clone();
    loop {
        let active = lowest_at(lines, &start)?;
        // The active line ends before the first integer at which another one lies strictly below it.
        let mut end = last.clone();
        for line in lines {
            let slope = lines[active].rise.times(&line.run)?.minus(&line.rise.times(&lines[active].run)?)?;
            if slope.signum() > 0 {
                let offset =
                    line.constant.times(&lines[active].run)?.minus(&lines[active].constant.times(&line.run)?)?;
                end = end.min(offset.div_floor(&slope)?);
            }
        }
        let line = &lines[active];
        let terms = end.minus(&start)?.plus(&S::one())?;
        total = total.plus(&sum_of_floors(
            &terms,
            &line.run,
            &line.rise,
            &line.rise.times(&start)?.plus(&line.constant)?,
        )?)?;
        if end >= *last {
            return Ok(total);
        }
        start = end.plus(&S::one())?;
    }
}

/// The line that is lowest at `x`, of several the one that stays lowest to the right.
fn lowest_at<S: Scalar>(lines: &[Line<S>], x: &S) -> Checked<usize> {
    let mut best = 0;
    for (index, line) in lines.iter().enumerate().skip(1) {
        let here = line.rise.times(x)?.plus(&line.constant)?.times(&lines[best].run)?;
        let there = lines[best].rise.times(x)?.plus(&lines[best].constant)?.times(&line.run)?;
        if here < there || (here == there && line.rise.times(&lines[best].run)? < lines[best].rise.times(&line.run)?) {
            best = index;
        }
    }
    Ok(best)
}

/// `Σ_{i=0}^{terms-1} ⌊(rise·i + constant) / run⌋`, by Euclid's algorithm on `rise` and `run`.
pub fn sum_of_floors<S: Scalar>(terms: &S, run: &S, rise: &S, constant: &S) -> Checked<S> {
    let (mut terms, mut run) = (terms.clone(), run.clone());
    let (mut rise, mut constant) = (rise.clone(), constant.clone());
    let mut total = S::zero();
    let mut sign = 1;
    let two = S::from_word(2);
    while terms.signum() > 0 {
        let whole = rise.div_floor(&run)?;
        let offset = constant.div_floor(&run)?;
        let pairs = terms.times(&terms.minus(&S::one())?)?.div_exact(&two)?;
        let part = pairs.times(&whole)?.plus(&terms.times(&offset)?)?;
        total = if sign > 0 { total.plus(&part)? } else { total.minus(&part)? };
        rise = rise.minus(&whole.times(&run)?)?;
        constant = constant.minus(&offset.times(&run)?)?;
        let top = rise.times(&terms.minus(&S::one())?)?.plus(&constant)?.div_floor(&run)?;
        if top.signum() <= 0 {
            break;
        }
        // Lattice points below the line, counted by rows instead of columns:
        // Σ ⌊(rise·i+constant)/run⌋ = top·terms - Σ_{j=1}^{top} ⌈(run·j-constant)/rise⌉, and ⌈z/rise⌉ = ⌊(z+rise-1)/rise⌋.
        let part = top.times(&terms)?;
        total = if sign > 0 { total.plus(&part)? } else { total.minus(&part)? };
        sign = -sign;
        let next = run.minus(&constant)?.plus(&rise)?.minus(&S::one())?;
        (terms, rise, run, constant) = (top, run, rise, next);
    }
    Ok(total)
}

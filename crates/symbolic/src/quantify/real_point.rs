//! A point of a box of reals that satisfies linear rows, strict ones and equalities included, or the certainty that there is
//! none: Fourier and Motzkin's elimination, exact over the rationals. Rows are few where programs compare reals.

use crate::expr::RealRelation;
use dashu::rational::RBig;

/// `coefficients · x + constant`, related to zero.
#[derive(Clone, Debug)]
pub struct RealConstraintRow {
    pub coefficients: Vec<RBig>,
    pub constant: RBig,
    pub relation: RealRelation,
}

/// `coefficients · x + constant <= 0`, or `< 0` if strict.
#[derive(Clone, Debug, PartialEq)]
struct Inequality {
    coefficients: Vec<RBig>,
    constant: RBig,
    strict: bool,
}

/// Rows a single elimination may leave; beyond, there is no answer worth waiting for.
const ROWS_MAX: usize = 20_000;

/// There were too many rows.
pub struct TooMany;

type Answer = Result<Option<Vec<RBig>>, TooMany>;

pub fn find(ranges: &[(RBig, RBig)], rows: &[RealConstraintRow]) -> Answer {
    let mut inequalities = Vec::new();
    for (column, (low, high)) in ranges.iter().enumerate() {
        let mut unit = vec![RBig::ZERO; ranges.len()];
        unit[column] = RBig::ONE;
        let negated: Vec<RBig> = unit.iter().map(|c| -c).collect();
        inequalities.push(Inequality { coefficients: unit, constant: -high, strict: false });
        inequalities.push(Inequality { coefficients: negated, constant: low.clone(), strict: false });
    }
    let mut unequal = Vec::new();
    for row in rows {
        let (as_is, mirrored) = (sided(row, false), sided(row, true));
        match row.relation {
            RealRelation::AtMost => inequalities.push(as_is),
            RealRelation::Below => inequalities.push(Inequality { strict: true, ..as_is }),
            RealRelation::Equal => inequalities.extend([as_is, mirrored]),
            RealRelation::Unequal => unequal.push((as_is, mirrored)),
        }
    }
    apart(inequalities, &unequal, ranges.len())
}

fn sided(row: &RealConstraintRow, mirrored: bool) -> Inequality {
    let turn = |value: &RBig| if mirrored { -value } else { value.clone() };
    Inequality {
        coefficients: row.coefficients.iter().map(turn).collect(),
        constant: turn(&row.constant),
        strict: false,
    }
}

/// What is unequal lies on one side or the other.
fn apart(rows: Vec<Inequality>, unequal: &[(Inequality, Inequality)], columns: usize) -> Answer {
    let Some(((below, above), rest)) = unequal.split_first() else { return solve(rows, columns) };
    for side in [below, above] {
        let mut rows = rows.clone();
        rows.push(Inequality { strict: true, ..side.clone() });
        if let Some(point) = apart(rows, rest, columns)? {
            return Ok(Some(point));
        }
    }
    Ok(None)
}

/// Eliminates the last column, solves for the others, and puts the last one between its bounds.
fn solve(rows: Vec<Inequality>, columns: usize) -> Answer {
    let Some(last) = columns.checked_sub(1) else {
        let holds = |row: &Inequality| if row.strict { row.constant < RBig::ZERO } else { row.constant <= RBig::ZERO };
        return Ok(rows.iter().all(holds).then(Vec::new));
    };
    let (bounding, mut left): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| !row.coefficients[last].is_zero());
    let (upper, lower): (Vec<_>, Vec<_>) = bounding.into_iter().partition(|row| row.coefficients[last] > RBig::ZERO);
    for high in &upper {
        for low in &lower {
            // Scaled so that the column cancels.
            let (a, b) = (-&low.coefficients[last], high.coefficients[last].clone());
            let together = |x: &RBig, y: &RBig| x * &a + y * &b;
            let row = Inequality {
                coefficients: high.coefficients.iter().zip(&low.coefficients).map(|(x, y)| together(x, y)).collect(),
                constant: together(&high.constant, &low.constant),
                strict: high.strict || low.strict,
            };
            if !left.contains(&row) {
                left.push(row);
            }
        }
    }
    if left.len() > ROWS_MAX {
        return Err(TooMany);
    }
    let Some(mut point) = solve(left, last)? else { return Ok(None) };
    let limit = |row: &Inequality| {
        let known = row.coefficients[..last].iter().zip(&point).fold(row.constant.clone(), |sum, (c, x)| sum + c * x);
        -known / &row.coefficients[last]
    };
    let bounds = (upper.iter().map(limit).reduce(RBig::min), lower.iter().map(limit).reduce(RBig::max));
    let (Some(high), Some(low)) = bounds else { unreachable!("the range of a column bounds it on both sides") };
    point.push((low + high) / RBig::from(2));
    Ok(Some(point))
}

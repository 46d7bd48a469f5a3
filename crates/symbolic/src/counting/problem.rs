//! A box with linear rows over it, and the simplifications that keep its number of integer points.
//!
//! The representation is closed under everything the counter does: fixing a variable, tightening a bound, solving an
//! equality. A variable that an equality defines vanishes, and its bounds live on as two inequalities.

use super::scalar::{Checked, Scalar};
use super::{Relation, System};

/// `coefficients · x + constant`, related to zero.
#[derive(Clone, Debug)]
pub struct Row<S> {
    pub coefficients: Vec<S>,
    pub constant: S,
    pub relation: RowRelation<S>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowRelation<S> {
    AtMostZero,
    Zero,
    NonZero,
    ZeroModulo(S),
    NonZeroModulo(S),
}

#[derive(Clone, Debug)]
pub struct Problem<S> {
    pub lower: Vec<S>,
    pub upper: Vec<S>,
    pub rows: Vec<Row<S>>,
}

/// What looking at one row told.
enum Verdict {
    Keep,
    /// Every point of the box satisfies it.
    Redundant,
    /// No point of the box satisfies it.
    Contradiction,
}

/// Rounds of bound propagation by rows of several variables; more would rarely tighten further, and on unlucky systems it converges slowly.
const PROPAGATION_ROUNDS: usize = 3;

impl<S: Scalar> Problem<S> {
    pub fn new(system: &System) -> Checked<Problem<S>> {
        let dimension = system.bounds.len();
        let mut rows = Vec::with_capacity(system.constraints.len());
        for constraint in &system.constraints {
            let mut coefficients = vec![S::zero(); dimension];
            for &(variable, coefficient) in &constraint.terms {
                coefficients[variable] = coefficients[variable].plus(&S::from_i128(coefficient)?)?;
            }
            let relation = match constraint.relation {
                Relation::AtMostZero => RowRelation::AtMostZero,
                Relation::Zero => RowRelation::Zero,
                Relation::NonZero => RowRelation::NonZero,
                Relation::ZeroModulo(modulus) => RowRelation::ZeroModulo(S::from_i128(modulus)?),
                Relation::NonZeroModulo(modulus) => RowRelation::NonZeroModulo(S::from_i128(modulus)?),
            };
            rows.push(Row { coefficients, constant: S::from_i128(constraint.constant)?, relation });
        }
        Ok(Problem {
            lower: system.bounds.iter().map(|bound| S::from_i128(bound.0)).collect::<Checked<_>>()?,
            upper: system.bounds.iter().map(|bound| S::from_i128(bound.1)).collect::<Checked<_>>()?,
            rows,
        })
    }

    /// The same problem in wider integers.
    pub fn widened(&self) -> Problem<S::Wider> {
        let all = |values: &[S]| values.iter().map(S::widened).collect::<Vec<S::Wider>>();
        let rows = self.rows.iter().map(|row| Row {
            coefficients: all(&row.coefficients),
            constant: row.constant.widened(),
            relation: match &row.relation {
                RowRelation::AtMostZero => RowRelation::AtMostZero,
                RowRelation::Zero => RowRelation::Zero,
                RowRelation::NonZero => RowRelation::NonZero,
                RowRelation::ZeroModulo(modulus) => RowRelation::ZeroModulo(modulus.widened()),
                RowRelation::NonZeroModulo(modulus) => RowRelation::NonZeroModulo(modulus.widened()),
            },
        });
        Problem { lower: all(&self.lower), upper: all(&self.upper), rows: rows.collect() }
    }

    pub fn dimension(&self) -> usize {
        self.lower.len()
    }

    /// The number of integers in the range of one variable; zero if it is empty.
    pub fn width(&self, variable: usize) -> Checked<S> {
        let width = self.upper[variable].minus(&self.lower[variable])?.plus(&S::one())?;
        Ok(if width.signum() < 0 { S::zero() } else { width })
    }

    /// Tightens bounds, drops redundant rows, merges parallel ones. False if there is no point.
    pub fn simplify(&mut self) -> Checked<bool> {
        let mut round = 0;
        loop {
            if self.lower.iter().zip(&self.upper).any(|(lower, upper)| lower > upper) {
                return Ok(false);
            }
            let mut tightened = false;
            let mut index = 0;
            while index < self.rows.len() {
                let mut row = self.rows.swap_remove(index);
                match self.examine(&mut row, round < PROPAGATION_ROUNDS, &mut tightened)? {
                    Verdict::Contradiction => return Ok(false),
                    Verdict::Redundant => {}
                    Verdict::Keep => {
                        self.rows.push(row);
                        let last = self.rows.len() - 1;
                        self.rows.swap(index, last);
                        index += 1;
                    }
                }
            }
            if round == 0 && !self.merge_parallel()? {
                return Ok(false);
            }
            if !tightened {
                return Ok(true);
            }
            round += 1;
        }
    }

    fn examine(&mut self, row: &mut Row<S>, propagate: bool, tightened: &mut bool) -> Checked<Verdict> {
        for (variable, coefficient) in row.coefficients.iter_mut().enumerate() {
            if !coefficient.is_zero() && self.lower[variable] == self.upper[variable] {
                row.constant = row.constant.plus(&coefficient.times(&self.lower[variable])?)?;
                *coefficient = S::zero();
            }
        }
        match row.relation.clone() {
            RowRelation::AtMostZero | RowRelation::Zero | RowRelation::NonZero => {
                let divisor = row.divisor()?;
                if divisor.is_zero() {
                    return Ok(row.constant_verdict());
                }
                if !divisor.is_unit() {
                    let rest_is_zero = row.constant.div_floor(&divisor)?.times(&divisor)? == row.constant;
                    match row.relation {
                        RowRelation::Zero if !rest_is_zero => return Ok(Verdict::Contradiction),
                        RowRelation::NonZero if !rest_is_zero => return Ok(Verdict::Redundant),
                        _ => {}
                    }
                    for coefficient in &mut row.coefficients {
                        *coefficient = coefficient.div_exact(&divisor)?;
                    }
                    row.constant = row.constant.div_ceil(&divisor)?;
                }
                self.examine_against_box(row, propagate, tightened)
            }
            RowRelation::ZeroModulo(modulus) => self.examine_modular(row, modulus, true),
            RowRelation::NonZeroModulo(modulus) => self.examine_modular(row, modulus, false),
        }
    }

    fn examine_modular(&mut self, row: &mut Row<S>, modulus: S, wanted: bool) -> Checked<Verdict> {
        let mut modulus = modulus.absolute()?;
        let verdict = |holds: bool| if holds == wanted { Verdict::Redundant } else { Verdict::Contradiction };
        let half = modulus.div_floor(&S::from_word(2))?;
        for coefficient in &mut row.coefficients {
            // Balanced residues keep the auxiliary quotient's range small.
            let mut rest = coefficient.minus(&coefficient.div_floor(&modulus)?.times(&modulus)?)?;
            if rest > half {
                rest = rest.minus(&modulus)?;
            }
            *coefficient = rest;
        }
        let divisor = row.divisor()?.gcd(&modulus)?;
        row.constant = row.constant.minus(&row.constant.div_floor(&modulus)?.times(&modulus)?)?;
        if !divisor.is_unit() {
            if row.constant.div_floor(&divisor)?.times(&divisor)? != row.constant {
                return Ok(verdict(false));
            }
            for coefficient in &mut row.coefficients {
                *coefficient = coefficient.div_exact(&divisor)?;
            }
            row.constant = row.constant.div_exact(&divisor)?;
            modulus = modulus.div_exact(&divisor)?;
        }
        if modulus.is_unit() {
            return Ok(verdict(true));
        }
        if row.coefficients.iter().all(S::is_zero) {
            return Ok(verdict(row.constant.is_zero()));
        }
        row.relation = if wanted { RowRelation::ZeroModulo(modulus) } else { RowRelation::NonZeroModulo(modulus) };
        Ok(Verdict::Keep)
    }

    fn examine_against_box(&mut self, row: &Row<S>, propagate: bool, tightened: &mut bool) -> Checked<Verdict> {
        let (least, greatest) = self.range(row)?;
        match row.relation {
            RowRelation::AtMostZero if least.signum() > 0 => return Ok(Verdict::Contradiction),
            RowRelation::AtMostZero if greatest.signum() <= 0 => return Ok(Verdict::Redundant),
            RowRelation::Zero if least.signum() > 0 || greatest.signum() < 0 => return Ok(Verdict::Contradiction),
            RowRelation::NonZero if least.signum() > 0 || greatest.signum() < 0 => return Ok(Verdict::Redundant),
            _ => {}
        }
        if row.relation == RowRelation::NonZero {
            return self.trim_disequality(row, tightened);
        }
        let terms = row.coefficients.iter().filter(|coefficient| !coefficient.is_zero()).count();
        for (variable, coefficient) in row.coefficients.iter().enumerate() {
            if coefficient.is_zero() || (terms > 1 && !propagate) {
                continue;
            }
            let (at_least, at_most) = self.term_range(variable, coefficient)?;
            // coefficient·x <= -(least of the rest), and for equalities also >= -(greatest of the rest).
            let ceiling = at_least.minus(&least)?;
            self.tighten(variable, coefficient, &ceiling, true, tightened)?;
            if row.relation == RowRelation::Zero {
                let floor = at_most.minus(&greatest)?;
                self.tighten(variable, coefficient, &floor, false, tightened)?;
            }
            if self.lower[variable] > self.upper[variable] {
                return Ok(Verdict::Contradiction);
            }
        }
        Ok(if terms == 1 { Verdict::Redundant } else { Verdict::Keep })
    }

    /// Imposes `coefficient·x <= limit` (or `>=`).
    fn tighten(&mut self, v: usize, coefficient: &S, limit: &S, at_most: bool, tightened: &mut bool) -> Checked<()> {
        if (coefficient.signum() > 0) == at_most {
            let bound = limit.div_floor(coefficient)?;
            if bound < self.upper[v] {
                self.upper[v] = bound;
                *tightened = true;
            }
        } else {
            let bound = limit.div_ceil(coefficient)?;
            if bound > self.lower[v] {
                self.lower[v] = bound;
                *tightened = true;
            }
        }
        Ok(())
    }

    /// A disequality on one variable at the end of its range only shortens the range.
    fn trim_disequality(&mut self, row: &Row<S>, tightened: &mut bool) -> Checked<Verdict> {
        let mut variables = (0..self.dimension()).filter(|&v| !row.coefficients[v].is_zero());
        let (Some(variable), None) = (variables.next(), variables.next()) else { return Ok(Verdict::Keep) };
        let value =
            if row.coefficients[variable].signum() > 0 { row.constant.negated()? } else { row.constant.clone() };
        if value == self.lower[variable] {
            self.lower[variable] = value.plus(&S::one())?;
        } else if value == self.upper[variable] {
            self.upper[variable] = value.minus(&S::one())?;
        } else {
            return Ok(Verdict::Keep);
        }
        *tightened = true;
        Ok(Verdict::Redundant)
    }

    fn term_range(&self, variable: usize, coefficient: &S) -> Checked<(S, S)> {
        let (a, b) = (coefficient.times(&self.lower[variable])?, coefficient.times(&self.upper[variable])?);
        Ok(if coefficient.signum() > 0 { (a, b) } else { (b, a) })
    }

    /// The least and the greatest value of a row's form over the box.
    pub fn range(&self, row: &Row<S>) -> Checked<(S, S)> {
        let (mut least, mut greatest) = (row.constant.clone(), row.constant.clone());
        for (variable, coefficient) in row.coefficients.iter().enumerate() {
            if !coefficient.is_zero() {
                let (low, high) = self.term_range(variable, coefficient)?;
                least = least.plus(&low)?;
                greatest = greatest.plus(&high)?;
            }
        }
        Ok((least, greatest))
    }

    /// Of parallel inequalities only the tightest matters; two that meet are an equality. False if they exclude all.
    fn merge_parallel(&mut self) -> Checked<bool> {
        let mut index = 0;
        while index < self.rows.len() {
            let mut other = index + 1;
            while other < self.rows.len() {
                match self.rows[index].compare_parallel(&self.rows[other])? {
                    Parallel::Unrelated => other += 1,
                    Parallel::SecondRedundant => {
                        self.rows.swap_remove(other);
                    }
                    Parallel::FirstRedundant => {
                        let second = self.rows.swap_remove(other);
                        self.rows[index] = second;
                        other = index + 1;
                    }
                    Parallel::Equality => {
                        self.rows.swap_remove(other);
                        self.rows[index].relation = RowRelation::Zero;
                        other = index + 1;
                    }
                    Parallel::Contradiction => return Ok(false),
                }
            }
            index += 1;
        }
        Ok(true)
    }

    /// Removes variable `index` by `x = form`, where the form's own coefficient of it is zero.
    pub fn substitute(&mut self, variable: usize, form: &[S], constant: &S) -> Checked<()> {
        for row in &mut self.rows {
            row.substitute(variable, form, constant)?;
        }
        // The bounds of the removed variable live on as rows: form <= upper, lower <= form.
        let above: Vec<S> = form.to_vec();
        let below = form.iter().map(S::negated).collect::<Checked<Vec<S>>>()?;
        let relation = RowRelation::AtMostZero;
        self.rows.push(Row {
            coefficients: above,
            constant: constant.minus(&self.upper[variable])?,
            relation: relation.clone(),
        });
        self.rows.push(Row { coefficients: below, constant: self.lower[variable].minus(constant)?, relation });
        Ok(())
    }

    /// Drops a variable no row mentions any more.
    pub fn remove(&mut self, variable: usize) {
        self.lower.remove(variable);
        self.upper.remove(variable);
        for row in &mut self.rows {
            assert!(row.coefficients[variable].is_zero(), "a removed variable has been substituted everywhere");
            row.coefficients.remove(variable);
        }
    }
}

enum Parallel {
    Unrelated,
    FirstRedundant,
    SecondRedundant,
    Equality,
    Contradiction,
}

impl<S: Scalar> Row<S> {
    fn divisor(&self) -> Checked<S> {
        let mut divisor = S::zero();
        for coefficient in &self.coefficients {
            if !coefficient.is_zero() {
                divisor = divisor.gcd(coefficient)?;
                if divisor.is_unit() {
                    break;
                }
            }
        }
        Ok(divisor)
    }

    fn constant_verdict(&self) -> Verdict {
        let holds = match self.relation {
            RowRelation::AtMostZero => self.constant.signum() <= 0,
            RowRelation::Zero => self.constant.is_zero(),
            _ => !self.constant.is_zero(),
        };
        if holds { Verdict::Redundant } else { Verdict::Contradiction }
    }

    pub fn substitute(&mut self, variable: usize, form: &[S], constant: &S) -> Checked<()> {
        let factor = std::mem::replace(&mut self.coefficients[variable], S::zero());
        if factor.is_zero() {
            return Ok(());
        }
        for (coefficient, addend) in self.coefficients.iter_mut().zip(form) {
            if !addend.is_zero() {
                *coefficient = coefficient.plus(&factor.times(addend)?)?;
            }
        }
        self.constant = self.constant.plus(&factor.times(constant)?)?;
        Ok(())
    }

    fn compare_parallel(&self, other: &Row<S>) -> Checked<Parallel> {
        use RowRelation::{AtMostZero, NonZero, Zero};
        if !matches!((&self.relation, &other.relation), (AtMostZero | Zero | NonZero, AtMostZero | Zero | NonZero)) {
            return Ok(Parallel::Unrelated);
        }
        let same = self.coefficients == other.coefficients;
        let opposite =
            !same
                && self.coefficients.iter().zip(&other.coefficients).all(|(a, b)| {
                    a.signum() == -b.signum() && (a.is_zero() || a.plus(b).is_ok_and(|sum| sum.is_zero()))
                });
        if !same && !opposite {
            return Ok(Parallel::Unrelated);
        }
        // The other row in terms of the first one's form f: f + shift, or -(f + shift).
        let shift = if same { other.constant.clone() } else { other.constant.negated()? };
        let equal = shift == self.constant;
        Ok(match (&self.relation, &other.relation) {
            (AtMostZero, AtMostZero) if same => {
                if self.constant >= other.constant {
                    Parallel::SecondRedundant
                } else {
                    Parallel::FirstRedundant
                }
            }
            // -constant >= f >= -shift
            (AtMostZero, AtMostZero) if equal => Parallel::Equality,
            (AtMostZero, AtMostZero) if self.constant > shift => Parallel::Contradiction,
            (Zero, Zero) | (NonZero, NonZero) if equal => Parallel::SecondRedundant,
            (Zero, NonZero) if equal => Parallel::Contradiction,
            (NonZero, Zero) if equal => Parallel::Contradiction,
            (Zero, Zero) => Parallel::Contradiction,
            (Zero, NonZero) => Parallel::SecondRedundant,
            (NonZero, Zero) => Parallel::FirstRedundant,
            _ => Parallel::Unrelated,
        })
    }
}

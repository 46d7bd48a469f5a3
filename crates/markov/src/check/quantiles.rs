//! `quantile(min k, P>=p [ F{"cost"}<=k states ])`: the least whole number `k` for which the property is true, or the largest.
//! Whether it is depends on `k` in one direction only, so that doubling and halving find the number.

use dashu::rational::RBig;
use logic::{Comparison, Formula, Number, Optimum, Path, Query};

use super::{Answer, CheckError, Checker, Values};

/// States of the model, unfolded by the bound, beyond which no larger one is tried.
const STATES_MAX: u64 = 4_000_000;

impl Checker<'_> {
    pub(crate) fn quantile(&self, optimum: Optimum, variable: &str, property: &Formula) -> Result<Answer, CheckError> {
        if self.unknown.is_some() {
            return Err(CheckError::unsupported("quantile needs the whole model".to_string()));
        }
        let Formula::Probability { query: Query::Bound(comparison, _), path, .. } = property else {
            return Err(CheckError::new("a quantile needs a probability with a bound"));
        };
        let Some(bounded) = bounding(path, variable) else {
            return Err(CheckError::unsupported(format!("{path}: {variable} bounds a single temporal operator only")));
        };
        let from_above = match bounded {
            Comparison::LessOrEqual => true,
            Comparison::GreaterOrEqual => false,
            Comparison::Less | Comparison::Greater => {
                return Err(CheckError::new(format!("the bound {variable} is written with <= or >=")));
            }
        };
        // With more room from above the goal is reached more likely.
        let wants_much = matches!(comparison, Comparison::Greater | Comparison::GreaterOrEqual);
        let grows = (from_above != is_negated(path)) == wants_much;
        let holds = |bound: Option<u64>| -> Result<bool, CheckError> {
            let mut asked = property.clone();
            if let Formula::Probability { path, .. } = &mut asked {
                replace(path, variable, bound);
            }
            let initial = self.model().initial_bits();
            *self.relevant.borrow_mut() = Some(initial.clone());
            match self.evaluate(&asked)? {
                Values::Truth(truth) if initial.is_subset(&truth.must) => Ok(true),
                Values::Truth(truth) if initial.is_subset(&truth.may) => {
                    let message = format!("{asked}: some value is too close to the bound to tell at this precision");
                    Err(CheckError::unsupported(message))
                }
                Values::Truth(_) => Ok(false),
                Values::Numbers(_) => {
                    Err(CheckError::new(format!("{property} is a number where a truth value is needed")))
                }
            }
        };
        let infinite =
            |value: f64| Ok(Answer { value: Some(value), lower: Some(value), upper: Some(value), ..Answer::default() });
        // The property is true from some number on, or up to one.
        let is_at_zero = holds(Some(0))?;
        // Without a bound from above everything is allowed; how much is earned without end is not known.
        let is_in_the_end = if from_above { holds(None)? } else { !is_at_zero };
        match (optimum, grows) {
            (Optimum::Min, true) if is_at_zero => return Ok(whole(0)),
            (Optimum::Min, true) if !is_in_the_end => return infinite(f64::INFINITY),
            (Optimum::Max, false) if !is_at_zero => return infinite(f64::NEG_INFINITY),
            (Optimum::Max, false) if is_in_the_end => return infinite(f64::INFINITY),
            (Optimum::Min, false) => return if is_at_zero { Ok(whole(0)) } else { infinite(f64::INFINITY) },
            (Optimum::Max, true) if !from_above => {
                let message = format!("whether the largest {variable} is infinite is not known");
                return Err(CheckError::unsupported(message));
            }
            (Optimum::Max, true) => {
                return infinite(if is_in_the_end { f64::INFINITY } else { f64::NEG_INFINITY });
            }
            _ => {}
        }
        // Here it is false below and true above, or the other way round.
        let (mut below, mut above) = (0, 1);
        while holds(Some(above))? == is_at_zero {
            below = above;
            above *= 2;
            if above > (STATES_MAX / self.states() as u64).max(64) {
                let message = format!("{variable} is larger than {below}, or nothing is enough");
                return Err(CheckError::unsupported(message));
            }
        }
        while above - below > 1 {
            let middle = below + (above - below) / 2;
            match holds(Some(middle))? == is_at_zero {
                true => below = middle,
                false => above = middle,
            }
        }
        Ok(whole(if optimum == Optimum::Min { above } else { below }))
    }
}

fn whole(value: u64) -> Answer {
    let number = Some(value as f64);
    Answer { value: number, lower: number, upper: number, exact: Some(RBig::from(value)), ..Answer::default() }
}

/// How the variable bounds.
fn bounding(path: &Path, variable: &str) -> Option<Comparison> {
    match path {
        Path::Spending(spent, _) => {
            spent.iter().find(|one| one.variable.as_deref() == Some(variable)).map(|one| one.comparison)
        }
        Path::Not(inner) => bounding(inner, variable),
        _ => None,
    }
}

/// Whether the path formula is about what is not reached within the bound.
fn is_negated(path: &Path) -> bool {
    match path {
        Path::Not(inner) => !is_negated(inner),
        Path::Spending(_, inner) => matches!(**inner, Path::Globally(..) | Path::WeakUntil(..) | Path::Release(..)),
        _ => false,
    }
}

/// Puts a number for the variable; without one, the bound is met in any case.
fn replace(path: &mut Path, variable: &str, bound: Option<u64>) {
    match path {
        Path::Not(inner) => replace(inner, variable, bound),
        Path::Spending(spent, inner) => {
            for one in spent.iter_mut().filter(|one| one.variable.as_deref() == Some(variable)) {
                one.bound = Number::integer(bound.unwrap_or(0) as i64);
                one.variable = bound.is_none().then(|| variable.to_string());
            }
            spent.retain(|one| one.variable.is_none());
            if spent.is_empty() {
                *path = (**inner).clone();
            }
        }
        _ => {}
    }
}

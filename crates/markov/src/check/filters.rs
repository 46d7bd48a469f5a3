//! `filter(kind, property, states)`: what a property's values over a set of states amount to.

use logic::{FilterKind, Formula};

use super::{Answer, CheckError, Checker, Values, arithmetic, number_answer};
use crate::bits::Bits;
use crate::operators::{Extended, Numbers, Truth};

impl Checker<'_> {
    /// The states a filter looks at; never the unknown one.
    fn selected(&self, states: Option<&Formula>) -> Result<Bits, CheckError> {
        let mut selected = match states {
            Some(formula) => self.truth(formula)?.may,
            None => Bits::full(self.states()),
        };
        if let Some(unknown) = self.unknown {
            selected.remove(unknown);
        }
        if selected.is_empty() {
            return Err(CheckError::new(match states {
                Some(formula) => format!("the filter's states {formula} are satisfied nowhere"),
                None => "the filter selects no state".to_string(),
            }));
        }
        Ok(selected)
    }

    /// A filter inside a formula: the same value in every state.
    pub(crate) fn filter_values(
        &self,
        kind: FilterKind,
        property: &Formula,
        states: Option<&Formula>,
    ) -> Result<Values, CheckError> {
        let selected = self.selected(states)?;
        let values = self.evaluate(property)?;
        self.reduce(kind, values, &selected, property)
    }

    /// A filter as the whole formula.
    pub(crate) fn filter_answer(
        &self,
        kind: FilterKind,
        property: &Formula,
        states: Option<&Formula>,
    ) -> Result<Answer, CheckError> {
        let selected = self.selected(states)?;
        let values = self.evaluate(property)?;
        let listing = |set: &Bits| -> Vec<(u32, f64)> {
            let value = |state: usize| match &values {
                Values::Truth(truth) => f64::from(u8::from(truth.must.contains(state))),
                Values::Numbers(numbers) => numbers.value(state),
            };
            set.iter().map(|state| (state as u32, value(state))).collect()
        };
        let mut answer = Answer::default();
        match kind {
            FilterKind::Print | FilterKind::PrintAll => {
                let mut listed = listing(&selected);
                if kind == FilterKind::Print {
                    listed.retain(|(_, value)| *value != 0.0);
                }
                answer.states = Some(listed);
                match &values {
                    Values::Truth(truth) => {
                        answer.is_truth = true;
                        answer.holds = match selected.is_subset(&truth.must) {
                            true => Some(true),
                            false => (!selected.is_subset(&truth.may)).then_some(false),
                        };
                    }
                    Values::Numbers(numbers) => {
                        let first = Bits::from_indices(self.states(), selected.first());
                        let listed = answer.states.take();
                        answer = number_answer(numbers, &first);
                        answer.states = listed;
                    }
                }
                return Ok(answer);
            }
            FilterKind::Range => {
                let numbers = self.numbers_of(&values, property)?;
                answer = number_answer(numbers, &selected);
                let low = selected.iter().map(|state| numbers.value(state)).fold(f64::INFINITY, f64::min);
                let high = selected.iter().map(|state| numbers.value(state)).fold(f64::NEG_INFINITY, f64::max);
                answer.range = Some((low, high));
                return Ok(answer);
            }
            FilterKind::ArgMin | FilterKind::ArgMax => {
                let set = self.extremal(kind, self.numbers_of(&values, property)?, &selected);
                answer.states = Some(listing(&set));
                answer.value = Some(set.count() as f64);
                return Ok(answer);
            }
            _ => {}
        }
        let probe = Bits::from_indices(self.states(), [0]);
        Ok(match self.reduce(kind, values, &selected, property)? {
            Values::Truth(truth) => Answer {
                is_truth: true,
                holds: match (truth.must.contains(0), truth.may.contains(0)) {
                    (true, _) => Some(true),
                    (false, false) => Some(false),
                    _ => None,
                },
                ..Answer::default()
            },
            Values::Numbers(numbers) => number_answer(&numbers, &probe),
        })
    }

    fn numbers_of<'v>(&self, values: &'v Values, property: &Formula) -> Result<&'v Numbers, CheckError> {
        match values {
            Values::Numbers(numbers) => Ok(numbers),
            Values::Truth(_) => {
                Err(CheckError::new(format!("the filter needs numbers, but {property} is a truth value")))
            }
        }
    }

    fn truth_of<'v>(&self, values: &'v Values, property: &Formula) -> Result<&'v Truth, CheckError> {
        match values {
            Values::Truth(truth) => Ok(truth),
            Values::Numbers(_) => {
                Err(CheckError::new(format!("the filter needs truth values, but {property} is a number")))
            }
        }
    }

    /// The states with the smallest or largest value, up to the precision of the values.
    fn extremal(&self, kind: FilterKind, numbers: &Numbers, selected: &Bits) -> Bits {
        let better = |a: f64, b: f64| if kind == FilterKind::ArgMin { a < b } else { a > b };
        let mut best: Option<f64> = None;
        for state in selected.iter() {
            let value = numbers.value(state);
            if best.is_none_or(|best| better(value, best)) {
                best = Some(value);
            }
        }
        let best = best.unwrap_or(0.0);
        let close = |value: f64| value == best || (value - best).abs() <= 1e-9 * best.abs();
        Bits::from_indices(self.states(), selected.iter().filter(|state| close(numbers.value(*state))))
    }

    fn reduce(
        &self,
        kind: FilterKind,
        values: Values,
        selected: &Bits,
        property: &Formula,
    ) -> Result<Values, CheckError> {
        let n = self.states();
        match kind {
            FilterKind::ForAll => {
                let truth = self.truth_of(&values, property)?;
                Ok(constant_truth(n, selected.is_subset(&truth.must), selected.is_subset(&truth.may)))
            }
            FilterKind::Exists => {
                let truth = self.truth_of(&values, property)?;
                Ok(constant_truth(n, selected.intersects(&truth.must), selected.intersects(&truth.may)))
            }
            FilterKind::Count => {
                let truth = self.truth_of(&values, property)?;
                let lower = selected.and(&truth.must).count();
                let upper = selected.and(&truth.may).count();
                let exact = self.engine.exact.then(|| vec![Extended::Finite(lower.into()); n]);
                Ok(Values::Numbers(Numbers { lower: vec![lower as f64; n], upper: vec![upper as f64; n], exact }))
            }
            FilterKind::ArgMin | FilterKind::ArgMax => {
                let numbers = self.numbers_of(&values, property)?;
                Ok(Values::Truth(Truth::certain(self.extremal(kind, numbers, selected))))
            }
            FilterKind::First | FilterKind::State | FilterKind::Print | FilterKind::PrintAll => {
                if kind == FilterKind::State && selected.count() != 1 {
                    let message =
                        format!("filter(state, …) needs exactly one state, but {} satisfy it", selected.count());
                    return Err(CheckError::new(message));
                }
                let Some(first) = selected.first() else { return Err(CheckError::new("the filter selects no state")) };
                Ok(match values {
                    Values::Truth(truth) => constant_truth(n, truth.must.contains(first), truth.may.contains(first)),
                    Values::Numbers(numbers) => Values::Numbers(Numbers {
                        lower: vec![numbers.lower[first]; n],
                        upper: vec![numbers.upper[first]; n],
                        exact: numbers.exact.map(|exact| vec![exact[first].clone(); n]),
                    }),
                })
            }
            FilterKind::Min | FilterKind::Max | FilterKind::Sum | FilterKind::Avg | FilterKind::Range => {
                let numbers = self.numbers_of(&values, property)?;
                Ok(Values::Numbers(fold(kind, numbers, selected)))
            }
        }
    }
}

fn constant_truth(states: usize, must: bool, may: bool) -> Values {
    let set = |value| if value { Bits::full(states) } else { Bits::new(states) };
    Values::Truth(Truth { must: set(must), may: set(may) })
}

/// One number from many; `range` inside a formula counts as its smallest value.
fn fold(kind: FilterKind, numbers: &Numbers, selected: &Bits) -> Numbers {
    let n = numbers.len();
    let count = selected.count();
    let reduce = |values: &[f64]| -> f64 {
        let chosen = selected.iter().map(|state| values[state]);
        match kind {
            FilterKind::Max => chosen.fold(f64::NEG_INFINITY, f64::max),
            FilterKind::Sum => chosen.sum(),
            FilterKind::Avg => chosen.sum::<f64>() / count as f64,
            _ => chosen.fold(f64::INFINITY, f64::min),
        }
    };
    let exact = numbers.exact.as_ref().map(|values| {
        let chosen = selected.iter().map(|state| values[state].clone());
        let pick = |a: Extended, b: Extended, larger: bool| if (b > a) == larger { b } else { a };
        let value = match kind {
            FilterKind::Max => chosen.reduce(|a, b| pick(a, b, true)),
            FilterKind::Sum => Some(arithmetic::sum(chosen)),
            FilterKind::Avg => Some(arithmetic::divide(arithmetic::sum(chosen), count)),
            _ => chosen.reduce(|a, b| pick(a, b, false)),
        };
        vec![value.unwrap_or_else(Extended::zero); n]
    });
    Numbers { lower: vec![reduce(&numbers.lower); n], upper: vec![reduce(&numbers.upper); n], exact }
}

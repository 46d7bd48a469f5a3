//! `R` and `S`: which rewards, and which of the questions about them.

use dashu::rational::RBig;
use logic::automata::Ltl;
use logic::{Path, RewardObjective, RewardStructure, suggest};

use super::paths::build_product;
use super::scheduler::Scheduler;
use super::{CheckError, Checker};
use crate::bits::Bits;
use crate::model::{Kind, Reward};
use crate::operators::product::merge;
use crate::operators::rewards::RowRewards;
use crate::operators::{Engine, Extended, Numbers, Truth};
use crate::rational;
use crate::solvers::Objective;

impl Checker<'_> {
    pub(crate) fn reward(
        &self,
        structure: &RewardStructure,
        question: &RewardObjective,
        objective: Objective,
        relevant: Option<&Bits>,
    ) -> Result<Numbers, CheckError> {
        let passing;
        let reward = match structure {
            RewardStructure::Time => {
                passing = self.time();
                &passing
            }
            named => self.structure(named)?,
        };
        match question {
            RewardObjective::Instantaneous(steps) => return Ok(self.instantaneous(reward, *steps, objective)),
            RewardObjective::InstantaneousTime(time) => {
                let states = reward.states.clone().unwrap_or_else(|| vec![0.0; self.states()]);
                return Ok(self.engine.timed_instantaneous(&states, time.value(), relevant));
            }
            RewardObjective::CumulativeTime(time) => {
                return Ok(self.engine.timed_cumulative(&self.model().reward_rates(reward), time.value(), relevant));
            }
            RewardObjective::LongRun if self.model().exits.is_some() && !self.model().is_chain() => {
                let model = self.model();
                let by_row = model.row_rewards(&Reward { states: None, ..reward.clone() });
                let by_time = reward.states.clone().unwrap_or_else(|| vec![0.0; self.states()]);
                return self.engine.automaton_long_run(&by_time, &by_row, objective);
            }
            RewardObjective::LongRun if self.model().exits.is_some() => {
                let model = self.model();
                // What was rounded is not multiplied: a fraction is read from it first.
                let exact = self.engine.exact.then(|| {
                    let exits = model.exits.as_ref().expect("time is continuous");
                    let earned = model.exact_row_rewards(reward, self.engine.fractions());
                    earned.into_iter().zip(exits).map(|(earned, exit)| earned * rational::meant(*exit)).collect()
                });
                return Ok(self.timed_long_run(RowRewards { values: model.reward_rates(reward), exact }));
            }
            _ => {}
        }
        let rows = RowRewards {
            values: self.model().row_rewards(reward),
            exact: self.engine.exact.then(|| self.model().exact_row_rewards(reward, self.engine.fractions())),
        };
        let accumulates = !matches!(question, RewardObjective::Cumulative(_) | RewardObjective::LongRun);
        if accumulates && let Some(row) = rows.values.iter().position(|value| *value < 0.0) {
            let state = self.engine.graph.owner(row);
            let message = format!(
                "state {state} has a negative reward; rewards that accumulate without bound must not be negative"
            );
            return Err(CheckError::new(message));
        }
        match question {
            RewardObjective::Reach(states) => {
                let goal = self.truth(states)?;
                Ok(self.reach_reward(&rows, &goal, objective))
            }
            RewardObjective::Total => {
                let (low, choice) = self.engine.reward_total(&rows, objective);
                self.record(&choice);
                let Some(unknown) = self.unknown else { return Ok(low) };
                let high = self.with_infinite_unknown(&rows, unknown, 1.0);
                Ok(merge(low, self.engine.reward_total(&high, objective).0))
            }
            RewardObjective::Cumulative(steps) => {
                let low = self.engine.cumulative(&rows.values, rows.exact.as_deref(), *steps, objective);
                let Some(unknown) = self.unknown else { return Ok(low) };
                let high = self.with_infinite_unknown(&rows, unknown, f64::INFINITY);
                Ok(merge(low, self.engine.cumulative(&high.values, None, *steps, objective)))
            }
            RewardObjective::LongRun => {
                let (low, choice) = self.engine.long_run(&rows, objective);
                self.record(&choice);
                if self.unknown.is_none() {
                    return Ok(low);
                }
                Ok(self.blur_long_run(low, f64::INFINITY))
            }
            RewardObjective::CoSafe(path) => self.cosafe_reward(&rows, path, objective),
            RewardObjective::Instantaneous(_)
            | RewardObjective::InstantaneousTime(_)
            | RewardObjective::CumulativeTime(_) => unreachable!("answered above"),
        }
    }

    /// The long-run average per unit of time of what is earned at these rates.
    fn timed_long_run(&self, rates: RowRewards) -> Numbers {
        let uniform = self.model().uniformised(self.engine.exact);
        let engine = Engine::new(&uniform, self.engine.epsilon, self.engine.exact).with_threads(self.engine.threads);
        engine.long_run(&rates, Objective::Maximise).0
    }

    /// The long-run fraction of time in `states`.
    pub(crate) fn steady_state(&self, states: &Truth, objective: Objective) -> Result<Numbers, CheckError> {
        if self.model().exits.is_some() && !self.model().is_chain() {
            let run = |set: &Bits| {
                let by_time: Vec<f64> = Numbers::indicator(set, false).lower;
                self.engine.automaton_long_run(&by_time, &vec![0.0; self.model().rows()], objective)
            };
            let low = run(&states.must)?;
            return Ok(if states.is_certain() { low } else { merge(low, run(&states.may)?) });
        }
        if self.model().exits.is_some() {
            let run = |set: &Bits| {
                let inside = |state: usize| u8::from(set.contains(state));
                let exact =
                    self.engine.exact.then(|| (0..self.states()).map(|state| RBig::from(inside(state))).collect());
                let values = (0..self.states()).map(|state| f64::from(inside(state))).collect();
                self.timed_long_run(RowRewards { values, exact })
            };
            let low = run(&states.must);
            return Ok(if states.is_certain() { low } else { merge(low, run(&states.may)) });
        }
        let run = |set: &Bits| {
            let model = self.model();
            let mut rows = RowRewards {
                values: vec![0.0; model.rows()],
                exact: self.engine.exact.then(|| vec![RBig::ZERO; model.rows()]),
            };
            for state in set.iter() {
                for row in model.rows_of(state) {
                    rows.values[row] = 1.0;
                    if let Some(exact) = &mut rows.exact {
                        exact[row] = RBig::ONE;
                    }
                }
            }
            self.engine.long_run(&rows, objective)
        };
        let (low, choice) = run(&states.must);
        self.record(&choice);
        if states.is_certain() {
            return Ok(low);
        }
        Ok(merge(low, run(&states.may).0))
    }

    /// The time that passes: in discrete time, one for every step.
    fn time(&self) -> Reward {
        let model = self.model();
        match &model.exits {
            Some(_) => Reward { states: Some(vec![1.0; self.states()]), ..Reward::default() },
            None => Reward { choices: Some(vec![1.0; model.rows()]), ..Reward::default() },
        }
    }

    pub(crate) fn structure(&self, structure: &RewardStructure) -> Result<&Reward, CheckError> {
        let rewards = &self.model().rewards;
        let names: Vec<&str> = rewards.iter().filter_map(|reward| reward.name.as_deref()).collect();
        let missing = |what: String, hint: String| CheckError::new(format!("{what}; {hint}"));
        let there_are = || match (rewards.len(), names.is_empty()) {
            (0, _) => {
                let where_to = "in its `rewards … endrewards`, or in files by --srew or --trew";
                format!("the model has no rewards; give them {where_to}")
            }
            (1, true) => "the model has one, without a name: use R{1} or plain R".to_string(),
            (count, true) => format!("the model has {count}, without names: use R{{1}} to R{{{count}}}"),
            _ => format!("there are \"{}\"", names.join("\", \"")),
        };
        match structure {
            RewardStructure::First => {
                rewards.first().ok_or_else(|| missing("there is no reward structure".into(), there_are()))
            }
            RewardStructure::Steps => Err(CheckError::new("steps are no reward structure")),
            RewardStructure::Time => Err(CheckError::unsupported("T is supported as an operator of its own only")),
            RewardStructure::Index(index) => index
                .checked_sub(1)
                .and_then(|index| rewards.get(index))
                .ok_or_else(|| missing(format!("there is no reward structure {index}"), there_are())),
            RewardStructure::Named(name) => {
                rewards.iter().find(|reward| reward.name.as_deref() == Some(name)).ok_or_else(|| {
                    let hint = suggest(name, names.iter().copied())
                        .map_or_else(there_are, |near| format!("did you mean \"{near}\"?"));
                    let message = format!("there is no reward structure \"{name}\"; {hint}");
                    CheckError::about(format!("\"{name}\""), message)
                })
            }
        }
    }

    fn record(&self, rows: &[u32]) {
        if self.options.scheduler && self.model().kind == Kind::Process {
            *self.scheduler.borrow_mut() = Some(Scheduler::memoryless(self.model(), rows));
        }
    }

    fn reach_reward(&self, rows: &RowRewards, goal: &Truth, objective: Objective) -> Numbers {
        // Reaching the goal sooner costs less, so the lower bound takes every state that may be a goal.
        let (low, choice) = self.engine.reward_until(rows, &goal.may, objective);
        self.record(&choice);
        if goal.is_certain() {
            return low;
        }
        merge(low, self.engine.reward_until(rows, &goal.must, objective).0)
    }

    fn with_infinite_unknown(&self, rows: &RowRewards, unknown: usize, value: f64) -> RowRewards {
        let mut values = rows.values.clone();
        for row in self.model().rows_of(unknown) {
            values[row] = value;
        }
        RowRewards { values, exact: None }
    }

    /// Where the unknown can be reached, nothing bounds the average from above, and zero is all that bounds it below.
    fn blur_long_run(&self, mut numbers: Numbers, most: f64) -> Numbers {
        if let Some(unknown) = self.unknown {
            let goal = Bits::from_indices(self.states(), [unknown]);
            for state in self.engine.graph.reach(&Bits::full(self.states()), &goal).iter() {
                numbers.lower[state] = numbers.lower[state].min(0.0);
                numbers.upper[state] = most;
            }
            numbers.exact = None;
        }
        numbers
    }

    fn instantaneous(&self, reward: &Reward, steps: u64, objective: Objective) -> Numbers {
        let states = reward.states.clone().unwrap_or_else(|| vec![0.0; self.states()]);
        let exact = self.engine.exact.then(|| states.iter().map(|value| rational::meant(*value)).collect());
        let low = self.engine.instantaneous(states.clone(), exact, steps, objective);
        let Some(unknown) = self.unknown else { return low };
        let mut states = states;
        states[unknown] = f64::INFINITY;
        merge(low, self.engine.instantaneous(states, None, steps, objective))
    }

    /// Accumulated until the formula is certain to hold, on the product with its automaton.
    fn cosafe_reward(&self, rows: &RowRewards, path: &Path, objective: Objective) -> Result<Numbers, CheckError> {
        let (formula, parts) = Ltl::from_path_as_written(path);
        let product = build_product(self, &self.engine, &formula, &parts, None)?;
        if !product.is_cosafe() {
            return Err(CheckError::new(format!(
                "{path} is not co-safe: rewards accumulate until a finite part of the run makes it certain, which X, F and U without negation do"
            )));
        }
        let lifted = RowRewards {
            values: product
                .row_origin
                .iter()
                .map(|row| if *row == u32::MAX { 0.0 } else { rows.values[*row as usize] })
                .collect(),
            exact: rows.exact.as_ref().map(|exact| {
                let at = |row: &u32| if *row == u32::MAX { RBig::ZERO } else { exact[*row as usize].clone() };
                product.row_origin.iter().map(at).collect()
            }),
        };
        let engine = Engine::new(&product.model, self.engine.epsilon, self.engine.exact)
            .with_nature_against(self.engine.against.get());
        let low = engine.reward_until(&lifted, &product.accepted.or(&product.blank), objective).0;
        let numbers = if product.blank.is_empty() {
            low
        } else {
            merge(low, engine.reward_until(&lifted, &product.accepted, objective).0)
        };
        let zero = Extended::zero();
        Ok(Numbers {
            lower: product.entry.iter().map(|number| numbers.lower[*number as usize]).collect(),
            upper: product.entry.iter().map(|number| numbers.upper[*number as usize]).collect(),
            exact: numbers.exact.map(|values| {
                product.entry.iter().map(|number| values.get(*number as usize).unwrap_or(&zero).clone()).collect()
            }),
        })
    }
}

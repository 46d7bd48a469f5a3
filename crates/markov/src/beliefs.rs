//! Decision processes whose scheduler sees only observations: what it knows is a belief, a distribution over the states that look
//! alike, and beliefs form a decision process of their own, which may be infinite (Kaelbling, Littman, Cassandra 1998).
//!
//! Beliefs are explored where most is at stake; those that are not explored are bounded: no scheduler does better than one that sees
//! the state, and every scheduler that goes by the last observation alone can be followed (Bork, Junges, Katoen, Quatmann 2020).
//! Beliefs are kept in doubles, and those that agree to twelve digits are taken for the same.

use std::collections::{BTreeMap, BinaryHeap};

use logic::{Formula, Optimum, Path, Query, RewardObjective, Steps};

use crate::bits::Bits;
use crate::check::{Answer, CheckError, Checker, Options};
use crate::model::{Kind, Model, Reward};
use crate::operators::Engine;
use crate::operators::rewards::RowRewards;
use crate::solvers::Objective;

/// Beliefs explored at most.
const BELIEFS_MAX: usize = 60_000;
const FIRST_BATCH: usize = 256;
/// Schedulers without memory that are tried for the bound that one attains.
const FOLLOWED: usize = 12;
/// Beliefs are compared in these units.
const GRAIN: f64 = 1e12;

/// What is asked of a process in which only observations are seen.
struct Question {
    objective: Objective,
    /// Where nothing more happens, and where the goal is reached.
    ended: Bits,
    goal: Bits,
    /// Per row, if it is about what is earned.
    earned: Option<Vec<f64>>,
    complement: bool,
}

/// Answers a formula about a process of which `observations` tells what each state looks like.
pub fn check_observed(
    model: &Model,
    observations: &[u32],
    formula: &Formula,
    options: &Options,
) -> Result<Answer, CheckError> {
    let checker = Checker::new(model, None, options);
    let (question, query) = question(&checker, model, formula)?;
    let [start] = model.initial[..] else {
        return Err(CheckError::unsupported("a process of observations needs a single initial state"));
    };
    let actions = actions_of(model, observations)?;
    let (mut lower, mut upper) = if question.ended.contains(start as usize) {
        let value = if question.earned.is_none() && question.goal.contains(start as usize) { 1.0 } else { 0.0 };
        let never = question.earned.is_some() && !question.goal.contains(start as usize);
        if never { (f64::INFINITY, f64::INFINITY) } else { (value, value) }
    } else {
        Beliefs::new(model, observations, &question, &actions, options).run(start)
    };
    if question.complement {
        (lower, upper) = (1.0 - upper, 1.0 - lower);
    }
    let Query::Bound(comparison, bound) = query else {
        let middle = if upper.is_finite() { lower + 0.5 * (upper - lower) } else { upper };
        return Ok(Answer { value: Some(middle), lower: Some(lower), upper: Some(upper), ..Answer::default() });
    };
    let limit = bound.value();
    let (low, high) = (comparison.holds(&lower, &limit), comparison.holds(&upper, &limit));
    Ok(Answer { is_truth: true, holds: (low == high).then_some(low), ..Answer::default() })
}

fn question<'f>(
    checker: &Checker<'_>,
    model: &Model,
    formula: &'f Formula,
) -> Result<(Question, &'f Query), CheckError> {
    let not_yet = |what: &dyn std::fmt::Display| {
        let message =
            format!("{what}: of a process of observations P of F, U and G without bounds and R of F are answered");
        CheckError::unsupported(message)
    };
    let direction = |optimum: &Option<Optimum>, query: &Query, operator: &str| match (optimum, query) {
        (Some(Optimum::Max), _) => Ok(Objective::Maximise),
        (Some(Optimum::Min), _) => Ok(Objective::Minimise),
        (Some(_), _) => Err(CheckError::about(operator, "only intervals of probabilities have two optima")),
        (None, Query::Bound(comparison, _)) => Ok(match comparison.deciding_optimum().is_min() {
            false => Objective::Maximise,
            true => Objective::Minimise,
        }),
        (None, Query::Value) => Err(CheckError::about(
            operator,
            format!("the model is a decision process; ask for {operator}min=? or {operator}max=?"),
        )),
    };
    let states = |path: &Path| match path.as_state() {
        Some(states) => checker.certain(states),
        None => Err(not_yet(path)),
    };
    match formula {
        Formula::Probability { optimum, query, path } => {
            let objective = direction(optimum, query, "P")?;
            let all = Bits::full(model.states());
            let (through, goal, complement) = match &**path {
                Path::Eventually(Steps::ALL, goal) => (all, states(goal)?, false),
                Path::Until(Steps::ALL, through, goal) => (states(through)?, states(goal)?, false),
                Path::Globally(Steps::ALL, good) => (all, states(good)?.not(), true),
                other => return Err(not_yet(other)),
            };
            let objective = if complement { objective.opposite() } else { objective };
            let ended = goal.or(&through.not());
            Ok((Question { objective, ended, goal, earned: None, complement }, query))
        }
        Formula::Reward { structure, optimum, query, objective } => {
            let direction = direction(optimum, query, "R")?;
            let RewardObjective::Reach(goal) = &**objective else { return Err(not_yet(formula)) };
            let reward: &Reward = checker.structure(structure)?;
            let earned = model.row_rewards(reward);
            if earned.iter().any(|value| *value < 0.0) {
                return Err(CheckError::new("rewards that accumulate without bound must not be negative"));
            }
            let goal = checker.certain(goal)?;
            let ended = goal.clone();
            Ok((Question { objective: direction, ended, goal, earned: Some(earned), complement: false }, query))
        }
        other => Err(not_yet(other)),
    }
}

/// For each observation the rows of each of its states, in the order of the actions that all of them offer.
fn actions_of(model: &Model, observations: &[u32]) -> Result<Vec<Vec<u32>>, CheckError> {
    let names = model.actions.as_ref().and_then(|actions| actions.choices.as_ref());
    let mut offered: BTreeMap<u32, (usize, Vec<(u32, u32)>)> = BTreeMap::new();
    let mut rows_by_action = Vec::with_capacity(model.states());
    for (state, observation) in observations.iter().enumerate() {
        let mut keyed: Vec<((u32, u32), u32)> = Vec::new();
        for row in model.rows_of(state) {
            let action = names.map_or(0, |names| names[row]);
            let before = keyed.iter().filter(|((known, _), _)| *known == action).count() as u32;
            keyed.push(((action, before), row as u32));
        }
        keyed.sort_unstable();
        let keys: Vec<(u32, u32)> = keyed.iter().map(|(key, _)| *key).collect();
        let (first, known) = offered.entry(*observation).or_insert_with(|| (state, keys.clone()));
        if *known != keys {
            let message = format!("the states {first} and {state} look the same but offer different actions");
            return Err(CheckError::new(message));
        }
        rows_by_action.push(keyed.into_iter().map(|(_, row)| row).collect());
    }
    Ok(rows_by_action)
}

type Belief = Vec<(u32, f64)>;

/// One action in a belief: what is won at once and earned, and the beliefs after it.
struct Row {
    won: f64,
    lost: f64,
    earned: f64,
    after: Vec<(u32, f64)>,
}

struct Beliefs<'a> {
    model: &'a Model,
    observations: &'a [u32],
    question: &'a Question,
    actions: &'a [Vec<u32>],
    options: &'a Options,
    /// What a scheduler that sees the state attains, and what some that see the last observation do.
    seeing: Vec<f64>,
    followed: Vec<Vec<f64>>,
    numbers: hashbrown::HashMap<Vec<(u32, u64)>, u32>,
    beliefs: Vec<Belief>,
    rows: Vec<Option<Vec<Row>>>,
}

impl<'a> Beliefs<'a> {
    fn new(
        model: &'a Model,
        observations: &'a [u32],
        question: &'a Question,
        actions: &'a [Vec<u32>],
        options: &'a Options,
    ) -> Beliefs<'a> {
        let mut beliefs = Beliefs {
            model,
            observations,
            question,
            actions,
            options,
            seeing: Vec::new(),
            followed: Vec::new(),
            numbers: hashbrown::HashMap::new(),
            beliefs: Vec::new(),
            rows: Vec::new(),
        };
        let is_optimistic_above = question.objective == Objective::Maximise;
        let (lower, upper, best) = beliefs.values(model, question.earned.as_deref());
        beliefs.seeing = if is_optimistic_above { upper } else { lower };
        let mut policies = vec![None];
        policies.extend((1..FOLLOWED as u64).map(Some));
        for policy in policies {
            let (chain, earned) = beliefs.followed_chain(policy, &best);
            let (lower, upper, _) = beliefs.values(&chain, earned.as_deref());
            beliefs.followed.push(if is_optimistic_above { lower } else { upper });
        }
        beliefs
    }

    /// Bounds on what is attained in a process that is fully seen, and the best rows.
    fn values(&self, model: &Model, earned: Option<&[f64]>) -> (Vec<f64>, Vec<f64>, Vec<u32>) {
        let engine = Engine::new(model, self.options.epsilon, false).with_threads(self.options.threads);
        let (numbers, rows) = match earned {
            None => {
                let through = self.question.ended.not().or(&self.question.goal);
                engine.until(&through, &self.question.goal, self.question.objective)
            }
            Some(earned) => {
                let rewards = RowRewards { values: earned.to_vec(), exact: None };
                engine.reward_until(&rewards, &self.question.goal, self.question.objective)
            }
        };
        (numbers.lower, numbers.upper, rows)
    }

    /// The chain of a scheduler that goes by the last observation: at random, or by a table; the first table is what most
    /// states of an observation would do that see themselves.
    fn followed_chain(&self, table: Option<u64>, best: &[u32]) -> (Model, Option<Vec<f64>>) {
        let model = self.model;
        let count = self.observations.iter().max().map_or(0, |most| *most as usize + 1);
        let mut chosen = vec![0usize; count];
        if let Some(seed) = table {
            let mut votes: Vec<Vec<usize>> = vec![Vec::new(); count];
            for (state, best) in best.iter().enumerate() {
                let observation = self.observations[state] as usize;
                votes[observation].resize(self.actions[state].len(), 0);
                if let Some(place) = self.actions[state].iter().position(|row| row == best) {
                    votes[observation][place] += 1;
                }
            }
            let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            for (observation, votes) in votes.iter().enumerate() {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let most = (0..votes.len()).max_by_key(|place| votes[*place]).unwrap_or(0);
                // The first follows the votes, others depart from them here and there or everywhere.
                let departs = seed > 1 && (seed % 2 == 0 || random % 3 == 0);
                chosen[observation] = if departs { (random >> 8) as usize % votes.len().max(1) } else { most };
            }
        }
        let mut chain = Model {
            kind: Kind::Chain,
            choices: vec![0],
            branches: vec![0],
            targets: Vec::new(),
            probabilities: Vec::new(),
            labels: Vec::new(),
            rewards: Vec::new(),
            actions: None,
            variables: Vec::new(),
            fractions: std::collections::HashMap::new(),
            ..model.clone()
        };
        let mut earned = self.question.earned.as_ref().map(|_| Vec::new());
        for state in 0..model.states() {
            let rows = &self.actions[state];
            let taken: Vec<u32> = match table {
                None => rows.clone(),
                Some(_) => vec![rows[chosen[self.observations[state] as usize].min(rows.len() - 1)]],
            };
            let share = 1.0 / taken.len() as f64;
            let mut sum = 0.0;
            for row in &taken {
                for (target, probability) in model.row(*row as usize) {
                    chain.targets.push(target as u32);
                    chain.probabilities.push(share * probability);
                }
                sum += self.question.earned.as_ref().map_or(0.0, |earned| share * earned[*row as usize]);
            }
            if let Some(earned) = &mut earned {
                earned.push(sum);
            }
            chain.branches.push(chain.targets.len() as u32);
            chain.choices.push(chain.branches.len() as u32 - 1);
        }
        (chain, earned)
    }

    fn number(&mut self, belief: Belief) -> u32 {
        let key: Vec<(u32, u64)> =
            belief.iter().map(|(state, share)| (*state, (share * GRAIN).round() as u64)).collect();
        let next = self.beliefs.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.beliefs.push(belief);
            self.rows.push(None);
        }
        number
    }

    /// Bounds on a belief that is not explored.
    fn outlook(&self, belief: &Belief) -> (f64, f64) {
        let sum = |values: &[f64]| {
            let parts = belief.iter().filter(|(_, share)| *share > 0.0);
            parts.map(|(state, share)| share * values[*state as usize]).sum::<f64>()
        };
        let seeing = sum(&self.seeing);
        let attained = self.followed.iter().map(|values| sum(values));
        match self.question.objective {
            Objective::Maximise => (attained.fold(0.0, f64::max).min(seeing), seeing),
            Objective::Minimise => (seeing, attained.fold(f64::INFINITY, f64::min).max(seeing)),
        }
    }

    fn expand(&mut self, number: u32) {
        let belief = self.beliefs[number as usize].clone();
        let count = self.actions[belief[0].0 as usize].len();
        let mut rows = Vec::with_capacity(count);
        for action in 0..count {
            let mut row = Row { won: 0.0, lost: 0.0, earned: 0.0, after: Vec::new() };
            let mut by_observation: BTreeMap<u32, BTreeMap<u32, f64>> = BTreeMap::new();
            for (state, share) in &belief {
                let taken = self.actions[*state as usize][action] as usize;
                row.earned += self.question.earned.as_ref().map_or(0.0, |earned| share * earned[taken]);
                for (target, probability) in self.model.row(taken) {
                    let mass = share * probability;
                    if self.question.goal.contains(target) {
                        row.won += mass;
                    } else if self.question.ended.contains(target) {
                        row.lost += mass;
                    } else {
                        let seen = by_observation.entry(self.observations[target]).or_default();
                        *seen.entry(target as u32).or_insert(0.0) += mass;
                    }
                }
            }
            for seen in by_observation.into_values() {
                let mass: f64 = seen.values().sum();
                let after: Belief = seen.into_iter().map(|(state, share)| (state, share / mass)).collect();
                row.after.push((self.number(after), mass));
            }
            rows.push(row);
        }
        self.rows[number as usize] = Some(rows);
    }

    fn run(mut self, start: u32) -> (f64, f64) {
        self.number(vec![(start, 1.0)]);
        let mut wanted = FIRST_BATCH;
        let mut explored = 0;
        // By what is at stake: the probability to come there times how little is known.
        let mut queue: BinaryHeap<(u64, u32)> = BinaryHeap::new();
        let mut chance = vec![1.0f64];
        queue.push((u64::MAX, 0));
        loop {
            while explored < wanted {
                let Some((_, number)) = queue.pop() else { break };
                if self.rows[number as usize].is_some() {
                    continue;
                }
                self.expand(number);
                explored += 1;
                let here = chance[number as usize];
                chance.resize(self.beliefs.len(), 0.0);
                let after: Vec<(u32, f64)> =
                    self.rows[number as usize].iter().flatten().flat_map(|row| row.after.iter().copied()).collect();
                for (next, mass) in after {
                    if here * mass > chance[next as usize] {
                        chance[next as usize] = here * mass;
                        if self.rows[next as usize].is_none() {
                            let (lower, upper) = self.outlook(&self.beliefs[next as usize]);
                            let gap = if upper.is_finite() { upper - lower } else { 1e9 };
                            queue.push(((here * mass * gap * 1e15).min(1e18) as u64, next));
                        }
                    }
                }
            }
            let (lower, upper) = self.solve();
            let is_narrow = upper - lower <= self.options.epsilon * upper.abs();
            if is_narrow || queue.is_empty() || explored >= BELIEFS_MAX {
                return (lower, upper);
            }
            wanted = explored * 2;
        }
    }

    /// Bounds for the first belief.
    fn solve(&self) -> (f64, f64) {
        let bound = |is_lower: bool| {
            let won = self.beliefs.len() as u32;
            let lost = won + 1;
            let mut model = Model {
                kind: Kind::Process,
                choices: vec![0],
                branches: vec![0],
                targets: Vec::new(),
                probabilities: Vec::new(),
                probabilities_most: None,
                exits: None,
                initial: vec![0],
                labels: Vec::new(),
                rewards: Vec::new(),
                actions: None,
                variables: Vec::new(),
                deadlocks: Bits::new(won as usize + 2),
                open: None,
                fractions: std::collections::HashMap::new(),
            };
            let mut earned = Vec::new();
            let is_earning = self.question.earned.is_some();
            for (number, belief) in self.beliefs.iter().enumerate() {
                let mut add = |entries: &[(u32, f64)], amount: f64| {
                    for (target, probability) in entries.iter().filter(|(_, probability)| *probability > 0.0) {
                        model.targets.push(*target);
                        model.probabilities.push(*probability);
                    }
                    model.branches.push(model.targets.len() as u32);
                    earned.push(amount);
                };
                match &self.rows[number] {
                    Some(rows) => {
                        for row in rows {
                            let mut entries = row.after.clone();
                            entries.extend([(won, row.won), (lost, row.lost)]);
                            // Rounding of beliefs must not make chances vanish or appear.
                            let sum: f64 = entries.iter().map(|(_, probability)| probability).sum();
                            entries.iter_mut().for_each(|(_, probability)| *probability /= sum);
                            add(&entries, row.earned);
                        }
                    }
                    None => {
                        let (lower, upper) = self.outlook(belief);
                        let value = if is_lower { lower } else { upper };
                        match (is_earning, value.is_finite()) {
                            (true, true) => add(&[(won, 1.0)], value),
                            (true, false) => add(&[(lost, 1.0)], 0.0),
                            (false, _) => {
                                let value = value.clamp(0.0, 1.0);
                                add(&[(won, value), (lost, 1.0 - value)], 0.0);
                            }
                        }
                    }
                }
                model.choices.push(model.branches.len() as u32 - 1);
            }
            for end in [won, lost] {
                model.targets.push(end);
                model.probabilities.push(1.0);
                model.branches.push(model.targets.len() as u32);
                model.choices.push(model.branches.len() as u32 - 1);
                earned.push(0.0);
            }
            let states = won as usize + 2;
            let engine = Engine::new(&model, self.options.epsilon * 0.1, false).with_threads(self.options.threads);
            let goal = Bits::from_indices(states, [won as usize]);
            let numbers = match is_earning {
                true => {
                    let rewards = RowRewards { values: earned, exact: None };
                    engine.reward_until(&rewards, &goal, self.question.objective).0
                }
                false => engine.until(&Bits::full(states), &goal, self.question.objective).0,
            };
            if is_lower { numbers.lower[0] } else { numbers.upper[0] }
        };
        let (lower, upper) = (bound(true), bound(false));
        (lower.min(upper), upper)
    }
}

//! What a question asks of a single run: watched state by state, decided as early as can be.

use logic::{BinaryOperator, Formula, Path, Query, RewardObjective, RewardStructure, Steps};

use crate::fault::Fault;

/// A condition on the labels of a state.
#[derive(Clone, Debug)]
pub enum Condition {
    Constant(bool),
    Label(usize),
    /// Every state that the program ends in, deadlocks in, or begins with.
    End,
    Deadlock,
    Init,
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Equal(Box<Condition>, Box<Condition>),
}

/// What formulas may speak of.
pub struct Names<'a> {
    pub labels: &'a [String],
    pub rewards: &'a [String],
    /// Names of one's own for labels that every system has.
    pub renamed: &'a [(String, &'static str)],
}

impl Names<'_> {
    fn meaning<'n>(&self, name: &'n str) -> &'n str {
        self.renamed.iter().find(|(own, _)| own == name).map_or(name, |(_, built_in)| *built_in)
    }
}

/// A state as a monitor sees it.
pub struct View<'a> {
    pub holds: &'a dyn Fn(usize) -> bool,
    pub ended: bool,
    pub deadlocked: bool,
    pub initial: bool,
}

impl Condition {
    fn of(formula: &Formula, names: &Names<'_>) -> Option<Condition> {
        let inner = |formula: &Formula| Condition::of(formula, names).map(Box::new);
        Some(match formula {
            Formula::Bool(truth) => Condition::Constant(*truth),
            Formula::Label(name) => match (names.labels.iter().position(|label| label == name), names.meaning(name)) {
                (Some(label), _) => Condition::Label(label),
                (None, "end") => Condition::End,
                (None, "deadlock") => Condition::Deadlock,
                (None, "init") => Condition::Init,
                (None, "sink") => Condition::Constant(false),
                _ => return None,
            },
            Formula::Not(one) => Condition::Not(inner(one)?),
            Formula::Binary(BinaryOperator::And, a, b) => Condition::And(inner(a)?, inner(b)?),
            Formula::Binary(BinaryOperator::Or, a, b) => Condition::Or(inner(a)?, inner(b)?),
            Formula::Binary(BinaryOperator::Implies, a, b) => {
                Condition::Or(Box::new(Condition::Not(inner(a)?)), inner(b)?)
            }
            Formula::Binary(BinaryOperator::Iff | BinaryOperator::Equal, a, b) => {
                Condition::Equal(inner(a)?, inner(b)?)
            }
            Formula::Binary(BinaryOperator::Xor | BinaryOperator::NotEqual, a, b) => {
                Condition::Not(Box::new(Condition::Equal(inner(a)?, inner(b)?)))
            }
            _ => return None,
        })
    }

    pub fn is_true(&self, view: &View<'_>) -> bool {
        match self {
            Condition::Constant(truth) => *truth,
            Condition::Label(label) => (view.holds)(*label),
            Condition::End => view.ended,
            Condition::Deadlock => view.deadlocked,
            Condition::Init => view.initial,
            Condition::Not(one) => !one.is_true(view),
            Condition::And(a, b) => a.is_true(view) && b.is_true(view),
            Condition::Or(a, b) => a.is_true(view) || b.is_true(view),
            Condition::Equal(a, b) => a.is_true(view) == b.is_true(view),
        }
    }
}

/// A question as something to watch for.
#[derive(Clone, Debug)]
pub enum Monitor {
    /// `through` holds until `goal` does within the steps; `complement`: the answer is the opposite.
    Path { through: Condition, goal: Condition, steps: Steps, complement: bool, query: Query },
    /// What is earned until the goal is met.
    Reach { goal: Condition, reward: usize },
    /// What is earned within the first steps.
    Cumulative { steps: u64, reward: usize },
}

/// What a monitor says of a run: what is so, what was earned, or that the run did not tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    Truth(bool),
    Earned(f64),
    Undecided,
}

impl Monitor {
    pub fn of(text: &str, formula: &Formula, names: &Names<'_>) -> Result<Monitor, Fault> {
        let rewards = names.rewards;
        let refuse = |what: &str| Fault::Unsupported(format!("{text}: {what} by sampling"));
        let condition = |states: &Formula| {
            Condition::of(states, names).ok_or_else(|| refuse("only conditions on labels can be watched for"))
        };
        match formula {
            Formula::Probability { optimum: Some(_), .. } | Formula::Reward { optimum: Some(_), .. } => {
                Err(refuse("an optimum over schedules cannot be found; ask P=? for schedules chosen at random"))
            }
            Formula::Probability { query, path, .. } => Monitor::of_path(path, query, &condition)?
                .ok_or_else(|| refuse("nested temporal operators and time bounds cannot be watched for")),
            Formula::Reward { structure, query: Query::Value, objective, .. } => {
                let reward = match structure {
                    RewardStructure::First => Some(0),
                    RewardStructure::Named(name) => rewards.iter().position(|known| known == name),
                    RewardStructure::Steps | RewardStructure::Time => None,
                    RewardStructure::Index(number) => number.checked_sub(1),
                };
                let reward = reward.filter(|reward| *reward < rewards.len());
                let reward = reward.ok_or_else(|| {
                    Fault::Input(format!(
                        "{text}: there is no such reward; count something with --reward '\"name\" = flips'"
                    ))
                })?;
                match &**objective {
                    RewardObjective::Reach(states) => Ok(Monitor::Reach { goal: condition(states)?, reward }),
                    RewardObjective::Cumulative(steps) => Ok(Monitor::Cumulative { steps: *steps, reward }),
                    _ => Err(refuse("only R=? with F or C<=k can be estimated")),
                }
            }
            _ => Err(refuse("only P and R=? can be estimated")),
        }
    }

    fn of_path(
        path: &Path,
        query: &Query,
        condition: &dyn Fn(&Formula) -> Result<Condition, Fault>,
    ) -> Result<Option<Monitor>, Fault> {
        let always = || Condition::Constant(true);
        let not = |one: Condition| Condition::Not(Box::new(one));
        let state = |path: &Path| path.as_state().map(condition).transpose();
        let make = |through: Condition, goal: Condition, steps: Steps, complement: bool| {
            Some(Monitor::Path { through, goal, steps, complement, query: query.clone() })
        };
        Ok(match path {
            Path::State(formula) => make(always(), condition(formula)?, Steps { lower: 0, upper: Some(0) }, false),
            Path::Not(inner) => Monitor::of_path(inner, query, condition)?.map(|monitor| match monitor {
                Monitor::Path { through, goal, steps, complement, query } => {
                    Monitor::Path { through, goal, steps, complement: !complement, query }
                }
                other => other,
            }),
            Path::Next(inner) => {
                state(inner)?.and_then(|goal| make(always(), goal, Steps { lower: 1, upper: Some(1) }, false))
            }
            Path::Eventually(steps, inner) => state(inner)?.and_then(|goal| make(always(), goal, *steps, false)),
            Path::Globally(steps, inner) => state(inner)?.and_then(|goal| make(always(), not(goal), *steps, true)),
            Path::Until(steps, left, right) => match (state(left)?, state(right)?) {
                (Some(through), Some(goal)) => make(through, goal, *steps, false),
                _ => None,
            },
            Path::Release(steps, left, right) => match (state(left)?, state(right)?) {
                (Some(left), Some(right)) => make(not(left), not(right), *steps, true),
                _ => None,
            },
            Path::WeakUntil(steps, left, right) => match (state(left)?, state(right)?) {
                (Some(left), Some(right)) => {
                    let neither = not(Condition::Or(Box::new(left), Box::new(right.clone())));
                    make(not(right), neither, *steps, true)
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// What is known after the state at time `time`; `earned` holds what the run earned so far.
    pub fn look(&self, time: u64, view: &View<'_>, earned: &[f64]) -> Option<Told> {
        match self {
            Monitor::Path { through, goal, steps, complement, .. } => {
                if time >= steps.lower && goal.is_true(view) {
                    return Some(Told::Truth(!complement));
                }
                let over = steps.upper.is_some_and(|upper| time >= upper);
                (over || !through.is_true(view)).then_some(Told::Truth(*complement))
            }
            Monitor::Reach { goal, reward } => goal.is_true(view).then(|| Told::Earned(earned[*reward])),
            Monitor::Cumulative { steps, reward } => (time >= *steps).then(|| Told::Earned(earned[*reward])),
        }
    }

    /// What is known once the run stays in its last state for ever.
    pub fn end(&self, time: u64, view: &View<'_>, earned: &[f64]) -> Told {
        match self {
            Monitor::Path { goal, steps, complement, .. } => {
                // Time goes on there: what needs more steps gets them.
                let in_time = steps.upper.is_none_or(|upper| upper >= steps.lower.max(time));
                Told::Truth((goal.is_true(view) && in_time) != *complement)
            }
            Monitor::Reach { .. } => Told::Earned(f64::INFINITY),
            Monitor::Cumulative { reward, .. } => Told::Earned(earned[*reward]),
        }
    }
}

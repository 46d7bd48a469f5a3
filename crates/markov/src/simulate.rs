//! Statistical model checking: sample runs of a chain instead of solving it.
//!
//! Probabilities get Clopper–Pearson intervals (exact for any number of samples), expected rewards the normal
//! approximation. A bound is decided by Wald's sequential test (1945), which stops as soon as the evidence suffices.
//! A run ends when the graph shows that the rest cannot change its outcome, so that unbounded formulas are sampled too. In continuous
//! time, how long states last is drawn only where a bound on the time asks for it: otherwise the jumps decide.

use logic::automata::Ltl;
use logic::{Comparison, Formula, Path, Query, RewardObjective, Steps};
use space::Rng;

use crate::bits::Bits;
use crate::check::{Answer, CheckError, Checker, Options, build_product, check_bounds, prepare};
use crate::model::{Kind, Model};
use crate::operators::Truth;

/// How runs are drawn, and how many.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampling {
    /// The number of runs (the most, for a bound).
    pub runs: u64,
    /// What they are drawn from.
    pub seed: u64,
    /// The probability with which the interval contains the true value.
    pub confidence: f64,
    /// Half the width of the region in which a bound may be decided either way.
    pub indifference: f64,
    /// Runs longer than this are given up.
    pub steps_max: u64,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling { runs: 10_000, seed: 0, confidence: 0.99, indifference: 0.005, steps_max: 100_000_000 }
    }
}

/// Estimates the value of `P=?`/`R=?`, or decides `P>=p`, in the initial state. `lower` and `upper` of the answer are the
/// confidence interval; `holds` is `None` if the runs do not suffice for a verdict.
pub fn simulate(model: &Model, formula: &Formula, sampling: &Sampling) -> Result<Answer, CheckError> {
    let (prepared, unknown) = prepare(model);
    if unknown.is_some() {
        return Err(CheckError::new("the model is only partly explored, so its runs cannot be sampled"));
    }
    if prepared.kind == Kind::Process {
        return Err(CheckError::new("the model is a decision process; sampling needs a Markov chain"));
    }
    check_bounds(&prepared, formula)?;
    if sampling.runs == 0 {
        return Err(CheckError::new("sampling needs at least one run"));
    }
    let options = Options::default();
    let checker = Checker::new(&prepared, None, &options);
    match formula {
        Formula::Probability { query, path, .. } => {
            let experiment = Experiment::of_path(&checker, path)?;
            let mut runner = Runner::new(&experiment, sampling);
            match query {
                Query::Value => runner.estimate_probability(),
                Query::Bound(comparison, bound) => runner.test(*comparison, bound.value()),
            }
        }
        Formula::Reward { structure, query, objective, .. } => {
            if *query != Query::Value {
                return Err(CheckError::new("sampling decides bounds on probabilities only; ask for R=?"));
            }
            let experiment = Experiment::of_reward(&checker, structure, objective)?;
            Runner::new(&experiment, sampling).estimate_reward()
        }
        _ => Err(CheckError::new("sampling answers P and R only, as the outermost operator")),
    }
}

/// A chain and when a run is over.
struct Experiment {
    chain: Model,
    start: usize,
    through: Bits,
    goal: Bits,
    steps: Steps,
    /// When the goal counts, in continuous time.
    within: Option<(f64, f64)>,
    /// Outcomes that nothing can change any more, for unbounded goals.
    sure: Bits,
    never: Bits,
    /// The probability of the complement was asked for.
    complement: bool,
    /// Earned in a state and with its transition, for rewards.
    rewards: Vec<f64>,
    /// Only the reward of the last state counts (`I=k`).
    only_last: bool,
    infinite: bool,
}

impl Experiment {
    fn of_path(checker: &Checker<'_>, path: &Path) -> Result<Experiment, CheckError> {
        let model = checker.model();
        let anywhere = Bits::full(model.states());
        let truth = |path: &Path| -> Result<Option<Truth>, CheckError> {
            path.as_state().map(|formula| checker.truth(formula)).transpose()
        };
        let simple = match path {
            Path::Not(inner) => {
                let mut experiment = Experiment::of_path(checker, inner)?;
                experiment.complement = !experiment.complement;
                return Ok(experiment);
            }
            Path::Within(time, inner) => {
                if !matches!(**inner, Path::Eventually(..) | Path::Globally(..) | Path::Until(..)) {
                    return Err(CheckError::unsupported(format!("sampling {path} is not supported")));
                }
                let upper = time.upper.as_ref().map_or(f64::INFINITY, |upper| upper.value());
                let within = Some((time.lower.value(), upper));
                return Ok(Experiment { within, ..Experiment::of_path(checker, inner)? });
            }
            Path::Spending(..) | Path::Given(..) => {
                return Err(CheckError::unsupported(format!("sampling {path} is not supported")));
            }
            Path::State(formula) => {
                Some((anywhere, checker.truth(formula)?.must, Steps { lower: 0, upper: Some(0) }, false))
            }
            Path::Next(inner) => truth(inner)?.map(|t| (anywhere, t.must, Steps { lower: 1, upper: Some(1) }, false)),
            Path::Eventually(steps, inner) => truth(inner)?.map(|t| (anywhere, t.must, *steps, false)),
            Path::Globally(steps, inner) => truth(inner)?.map(|t| (anywhere, t.must.not(), *steps, true)),
            Path::Until(steps, left, right) => match (truth(left)?, truth(right)?) {
                (Some(left), Some(right)) => Some((left.must, right.must, *steps, false)),
                _ => None,
            },
            Path::WeakUntil(steps, left, right) => match (truth(left)?, truth(right)?) {
                (Some(left), Some(right)) => Some((right.must.not(), left.must.or(&right.must).not(), *steps, true)),
                _ => None,
            },
            Path::Release(steps, left, right) => match (truth(left)?, truth(right)?) {
                (Some(left), Some(right)) => Some((left.must.not(), right.must.not(), *steps, true)),
                _ => None,
            },
            _ => None,
        };
        match simple {
            Some((through, goal, steps, complement)) => {
                let start = model.initial[0] as usize;
                Ok(Experiment::new(model.clone(), start, through, goal, steps, complement))
            }
            None => Experiment::of_automaton(checker, path),
        }
    }

    fn new(chain: Model, start: usize, through: Bits, goal: Bits, steps: Steps, complement: bool) -> Experiment {
        let (never, sure) = {
            let graph = crate::graph::Graph::new(&chain);
            let never = graph.never_max(&through, &goal);
            let sure = graph.sure_min(&through, &goal, &never);
            (never, sure)
        };
        Experiment {
            chain,
            start,
            through,
            goal,
            steps,
            within: None,
            sure,
            never,
            complement,
            rewards: Vec::new(),
            only_last: false,
            infinite: false,
        }
    }

    fn of_automaton(checker: &Checker<'_>, path: &Path) -> Result<Experiment, CheckError> {
        let (formula, parts) = Ltl::from_path(path);
        let initial = Bits::from_indices(checker.states(), [checker.model().initial[0] as usize]);
        let product = build_product(checker, &checker.engine, &formula, &parts, Some(&initial))?;
        let mut goal = product.accepted.clone();
        for state in product.accepting_components().iter().flat_map(|component| component.states.clone()) {
            goal.insert(state as usize);
        }
        let start = product.entry[checker.model().initial[0] as usize] as usize;
        let states = product.model.states();
        Ok(Experiment::new(product.model, start, Bits::full(states), goal, Steps::ALL, false))
    }

    fn of_reward(
        checker: &Checker<'_>,
        structure: &logic::RewardStructure,
        objective: &RewardObjective,
    ) -> Result<Experiment, CheckError> {
        let model = checker.model();
        let reward = checker.structure(structure)?;
        let all = Bits::full(model.states());
        let none = Bits::new(model.states());
        let start = model.initial[0] as usize;
        let mut experiment = match objective {
            RewardObjective::Reach(states) => {
                Experiment::new(model.clone(), start, all, checker.truth(states)?.must, Steps::ALL, false)
            }
            RewardObjective::Cumulative(steps) | RewardObjective::Instantaneous(steps) => {
                Experiment::new(model.clone(), start, all, none, Steps { lower: 0, upper: Some(*steps) }, false)
            }
            _ => return Err(CheckError::new("sampling answers R with F, C<=k and I=k only")),
        };
        experiment.rewards = if matches!(objective, RewardObjective::Instantaneous(_)) {
            experiment.only_last = true;
            reward.states.clone().unwrap_or_else(|| vec![0.0; model.states()])
        } else {
            model.row_rewards(reward)
        };
        experiment.infinite = matches!(objective, RewardObjective::Reach(_)) && !experiment.sure.contains(start);
        Ok(experiment)
    }
}

struct Runner<'e> {
    experiment: &'e Experiment,
    sampling: &'e Sampling,
    rng: Rng,
}

impl<'e> Runner<'e> {
    fn new(experiment: &'e Experiment, sampling: &'e Sampling) -> Runner<'e> {
        Runner { experiment, sampling, rng: Rng::new(sampling.seed) }
    }

    fn successor(&mut self, state: usize) -> usize {
        let mut rest = self.rng.unit();
        let mut last = state;
        for (target, probability) in self.experiment.chain.row(state) {
            last = target;
            if rest < probability {
                return target;
            }
            rest -= probability;
        }
        last
    }

    /// Whether one run satisfies the formula.
    fn run(&mut self) -> Result<bool, CheckError> {
        let experiment = self.experiment;
        if let Some((lower, upper)) = experiment.within {
            return Ok(self.reaches_within(lower, upper)? != experiment.complement);
        }
        let mut state = experiment.start;
        let unbounded = experiment.steps.upper.is_none();
        for time in 0..=self.sampling.steps_max {
            let counts = time >= experiment.steps.lower;
            if counts && experiment.goal.contains(state) {
                return Ok(!experiment.complement);
            }
            if counts && unbounded && experiment.sure.contains(state) {
                return Ok(!experiment.complement);
            }
            let over = experiment.steps.upper.is_some_and(|upper| time >= upper);
            if over || !experiment.through.contains(state) || experiment.never.contains(state) {
                return Ok(experiment.complement);
            }
            state = self.successor(state);
        }
        Err(self.endless())
    }

    /// Whether one run is at the goal at some time of an interval, having gone through what it may until then.
    fn reaches_within(&mut self, lower: f64, upper: f64) -> Result<bool, CheckError> {
        let experiment = self.experiment;
        let exits = experiment.chain.exits.as_ref().expect("a bound on time is for continuous time");
        let (mut state, mut entered) = (experiment.start, 0.0);
        for _ in 0..=self.sampling.steps_max {
            let (at_goal, goes_on) = (experiment.goal.contains(state), experiment.through.contains(state));
            let is_sure = upper.is_infinite() && experiment.sure.contains(state);
            if entered >= lower && (at_goal || is_sure) {
                return Ok(true);
            }
            if !goes_on || experiment.never.contains(state) {
                return Ok(false);
            }
            let left = entered - (1.0 - self.rng.unit()).ln() / exits[state];
            if at_goal && left > lower {
                return Ok(true);
            }
            if left > upper {
                return Ok(false);
            }
            (state, entered) = (self.successor(state), left);
        }
        Err(self.endless())
    }

    fn endless(&self) -> CheckError {
        CheckError::new(format!("a run was still undecided after {} steps", self.sampling.steps_max))
    }

    /// The reward of one run.
    fn earn(&mut self) -> Result<f64, CheckError> {
        let experiment = self.experiment;
        let mut state = experiment.start;
        let mut earned = 0.0;
        for time in 0..=self.sampling.steps_max {
            let over = experiment.steps.upper.is_some_and(|upper| time >= upper);
            if over || experiment.goal.contains(state) {
                return Ok(if experiment.only_last { experiment.rewards[state] } else { earned });
            }
            if !experiment.only_last {
                earned += experiment.rewards[state];
            }
            state = self.successor(state);
        }
        Err(self.endless())
    }

    fn estimate_probability(&mut self) -> Result<Answer, CheckError> {
        let runs = self.sampling.runs;
        let mut successes = 0u64;
        for _ in 0..runs {
            successes += u64::from(self.run()?);
        }
        let (lower, upper) = clopper_pearson(successes, runs, 1.0 - self.sampling.confidence);
        let value = successes as f64 / runs as f64;
        Ok(Answer { value: Some(value), lower: Some(lower), upper: Some(upper), ..Answer::default() })
    }

    fn estimate_reward(&mut self) -> Result<Answer, CheckError> {
        if self.experiment.infinite {
            let inf = Some(f64::INFINITY);
            return Ok(Answer { value: inf, lower: inf, upper: inf, ..Answer::default() });
        }
        let runs = self.sampling.runs;
        let (mut mean, mut squares) = (0.0, 0.0);
        for index in 0..runs {
            // Welford's update keeps digits that a sum of squares would lose.
            let value = self.earn()?;
            let distance = value - mean;
            mean += distance / (index + 1) as f64;
            squares += distance * (value - mean);
        }
        let variance = if runs > 1 { squares / (runs - 1) as f64 } else { 0.0 };
        let half = normal_quantile(1.0 - (1.0 - self.sampling.confidence) / 2.0) * (variance / runs as f64).sqrt();
        Ok(Answer { value: Some(mean), lower: Some(mean - half), upper: Some(mean + half), ..Answer::default() })
    }

    /// Wald's sequential probability ratio test.
    fn test(&mut self, comparison: Comparison, bound: f64) -> Result<Answer, CheckError> {
        let error = (1.0 - self.sampling.confidence) / 2.0;
        let high = (bound + self.sampling.indifference).min(1.0 - 1e-9);
        let low = (bound - self.sampling.indifference).max(1e-9);
        if high <= low {
            return Err(CheckError::new(format!("the bound {bound} leaves nothing to test by sampling")));
        }
        let decide = ((1.0 - error) / error).ln();
        let (gain, loss) = ((high / low).ln(), ((1.0 - high) / (1.0 - low)).ln());
        let mut ratio = 0.0;
        let mut successes = 0u64;
        let mut used = 0u64;
        let mut above = None;
        for _ in 0..self.sampling.runs {
            used += 1;
            if self.run()? {
                successes += 1;
                ratio += gain;
            } else {
                ratio += loss;
            }
            if ratio.abs() >= decide {
                above = Some(ratio > 0.0);
                break;
            }
        }
        let wants_above = matches!(comparison, Comparison::Greater | Comparison::GreaterOrEqual);
        let (lower, upper) = clopper_pearson(successes, used, 1.0 - self.sampling.confidence);
        Ok(Answer {
            is_truth: true,
            holds: above.map(|above| above == wants_above),
            value: Some(successes as f64 / used as f64),
            lower: Some(lower),
            upper: Some(upper),
            ..Answer::default()
        })
    }
}

/// The exact interval for a binomial proportion: bounds at which the tail has probability `error / 2`.
pub fn clopper_pearson(successes: u64, runs: u64, error: f64) -> (f64, f64) {
    let solve = |target: f64, a: f64, b: f64| {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if beta_distribution(middle, a, b) < target { low = middle } else { high = middle }
        }
        0.5 * (low + high)
    };
    let (k, n) = (successes as f64, runs as f64);
    let lower = if successes == 0 { 0.0 } else { solve(error / 2.0, k, n - k + 1.0) };
    let upper = if successes == runs { 1.0 } else { solve(1.0 - error / 2.0, k + 1.0, n - k) };
    (lower, upper)
}

/// The regularised incomplete beta function, by Lentz's continued fraction (Press et al., section 6.4).
fn beta_distribution(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_distribution(1.0 - x, b, a);
    }
    let front = (log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp() / a;
    let tiny = 1e-300;
    let (mut c, mut d) = (1.0, 1.0 - (a + b) * x / (a + 1.0));
    d = 1.0 / if d.abs() < tiny { tiny } else { d };
    let mut fraction = d;
    for m in 1..100_000 {
        let m = f64::from(m);
        for numerator in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 + numerator * d;
            d = 1.0 / if d.abs() < tiny { tiny } else { d };
            c = 1.0 + numerator / c;
            c = if f64::abs(c) < tiny { tiny } else { c };
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

/// Lanczos's approximation with nine coefficients.
fn log_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let t = x + 7.5;
    let sum = COEFFICIENTS[1..]
        .iter()
        .enumerate()
        .fold(COEFFICIENTS[0], |sum, (index, coefficient)| sum + coefficient / (x + index as f64 + 1.0));
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + sum.ln()
}

/// The standard normal quantile, by bisection on the complementary error function's series.
pub fn normal_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-10.0, 10.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if normal_distribution(middle) < p { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

fn normal_distribution(x: f64) -> f64 {
    // Marsaglia 2004: a series that converges for all moderate arguments.
    let (mut sum, mut term, mut index) = (x, x, 1.0);
    while f64::abs(term) > 1e-17 * f64::abs(sum) && index < 1000.0 {
        index += 2.0;
        term *= x * x / index;
        sum += term;
    }
    0.5 + sum * (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{clopper_pearson, normal_quantile};

    /// Values from tables of the binomial and normal distributions.
    #[test]
    fn intervals_and_quantiles() {
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-9);
        let (lower, upper) = clopper_pearson(0, 10, 0.05);
        assert_eq!(lower, 0.0);
        assert!((upper - (1.0 - 0.025f64.powf(0.1))).abs() < 1e-12);
        let (lower, upper) = clopper_pearson(5, 10, 0.05);
        assert!((lower - 0.187_086_028_447_398).abs() < 1e-9 && (upper - 0.812_913_971_552_602).abs() < 1e-9);
    }
}

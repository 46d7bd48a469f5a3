//! `multi(…)`: what one scheduler can achieve of several objectives at once (Forejt, Kwiatkowska, Parker: Pareto curves for
//! probabilistic model checking, ATVA 2012).
//!
//! What schedulers achieve is a convex set, known by its corners: each is what the best scheduler for some weights attains. Which
//! weights to try next is what the prices of a linear program over the corners so far say; the same weights prove what is out of
//! reach. The programs are solved in fractions, so that nothing but the corners themselves is rounded.

use dashu::rational::RBig;
use logic::automata::Ltl;
use logic::{Comparison, Formula, Optimum, Path, Query, RewardObjective};

use super::evaluate::EXACT_STATES_MAX;
use super::{Answer, CheckError, Checker, Curve};
use crate::operators::goals::{Aim, Obstacle, contest};
use crate::operators::rewards::RowRewards;
use crate::rational;
use crate::solvers::contest::Contest;
use crate::solvers::simplex::{equilibrium, maximise};

/// How an objective was asked for, and how it is measured: more is better.
struct Asked {
    text: String,
    /// What is measured is the probability of the opposite.
    is_flipped: bool,
    /// What is measured is the cost, negative.
    is_cost: bool,
    is_probability: bool,
    /// The bound on what is measured, and whether it must be exceeded; none where the objective is to be optimised.
    bound: Option<(RBig, bool)>,
}

impl Asked {
    /// What a measure says about the objective.
    fn told(&self, measure: &RBig) -> RBig {
        match (self.is_flipped, self.is_cost) {
            (true, _) => RBig::ONE - measure,
            (_, true) => -measure,
            _ => measure.clone(),
        }
    }

    fn is_reversed(&self) -> bool {
        self.is_flipped || self.is_cost
    }
}

/// Models of so many states are solved in fractions.
const EXACT_AT_ONCE: usize = 40;
/// The relative error of what is computed in doubles.
const ROUNDING: f64 = 1e-10;
/// Corners that a curve may have.
const CORNERS_MAX: usize = 2000;
/// Weights tried for one question.
const ROUNDS_MAX: usize = 500;

/// What is achieved, as far as it is known.
struct Frontier<'a> {
    contest: &'a Contest,
    corners: Vec<Vec<RBig>>,
    epsilon: f64,
    workers: usize,
    /// How far from a bound corners must be for a decision, relatively: they are rounded, unless they are fractions.
    margin: RBig,
}

/// What a search for a point found: at least the value, at most the bound, and where.
struct Found {
    value: RBig,
    most: Option<RBig>,
    point: Vec<RBig>,
}

enum Reached {
    Yes(Vec<RBig>),
    No,
    Unclear,
}

impl Frontier<'_> {
    /// A corner that is best for some weights, and what no scheduler exceeds by these (which may have been changed a little).
    fn corner(&mut self, weights: &mut [RBig]) -> (Vec<RBig>, Option<RBig>) {
        if self.contest.exact.is_none() && self.contest.is_endless {
            // A cost that counts nothing could be paid without end; a little keeps schedulers from that.
            let most = weights.iter().max().cloned().unwrap_or(RBig::ONE);
            let little = &most / RBig::from(10_000_000u32);
            for (weight, is_cost) in weights.iter_mut().zip(&self.contest.is_cost) {
                if *is_cost && *weight < little {
                    *weight = little.clone();
                }
            }
        }
        let attained = self.contest.best(weights, self.epsilon, self.workers);
        if !self.corners.contains(&attained.point) {
            self.corners.push(attained.point.clone());
        }
        (attained.point, attained.most)
    }

    fn first_corner(&mut self) {
        if self.corners.is_empty() {
            let mut weights = vec![RBig::ONE; self.contest.is_cost.len()];
            self.corner(&mut weights);
        }
    }

    /// Whether all bounds can be met at once, taken as not strict.
    fn reach(&mut self, bounds: &[(usize, RBig)]) -> Reached {
        self.first_corner();
        for _ in 0..ROUNDS_MAX {
            let room = |corner: &Vec<RBig>| bounds.iter().map(|(index, bound)| &corner[*index] - bound).collect();
            if bounds.is_empty() {
                return Reached::Yes(self.corners[0].clone());
            }
            let outcomes: Vec<Vec<RBig>> = self.corners.iter().map(room).collect();
            let game = equilibrium(&outcomes);
            let size = outcomes.iter().flatten().map(size).max().unwrap_or(RBig::ONE);
            if game.value >= &self.margin * &size {
                return Reached::Yes(self.mixed(&game.rows));
            }
            let mut weights = vec![RBig::ZERO; self.contest.is_cost.len()];
            for ((index, _), share) in bounds.iter().zip(&game.columns) {
                weights[*index] = share.clone();
            }
            let known = self.corners.len();
            let (_, most) = self.corner(&mut weights);
            // The bound speaks of the bounded objectives only if no other was made to count.
            let asked = bounds.iter().fold(RBig::ZERO, |sum, (index, bound)| sum + &weights[*index] * bound);
            let mut others = (0..weights.len()).filter(|index| bounds.iter().all(|(bounded, _)| bounded != index));
            let is_clean = others.all(|index| weights[index].is_zero());
            if is_clean && most.is_some_and(|most| most < &asked - &self.margin * size) {
                return Reached::No;
            }
            if self.corners.len() == known {
                return Reached::Unclear;
            }
        }
        Reached::Unclear
    }

    fn mixed(&self, shares: &[RBig]) -> Vec<RBig> {
        let mut point = vec![RBig::ZERO; self.contest.is_cost.len()];
        for (corner, share) in self.corners.iter().zip(shares) {
            point.iter_mut().zip(corner).for_each(|(sum, value)| *sum += share * value);
        }
        point
    }

    /// The largest weighed sum where all bounds are met; `feasible` is a point that meets them.
    fn best(&mut self, gains: &[(usize, RBig)], bounds: &[(usize, RBig)], feasible: &[RBig]) -> Found {
        let gain = |point: &[RBig]| gains.iter().fold(RBig::ZERO, |sum, (index, weight)| sum + weight * &point[*index]);
        let base = gain(feasible);
        let mut least: Option<RBig> = None;
        let mut found = Found { value: base.clone(), most: None, point: feasible.to_vec() };
        let tolerance = rational::exact_of(self.epsilon);
        for _ in 0..ROUNDS_MAX {
            let columns: Vec<RBig> = self.corners.iter().map(|corner| gain(corner) - &base).collect();
            let mut rows: Vec<Vec<RBig>> = bounds
                .iter()
                .map(|(index, bound)| self.corners.iter().map(|corner| bound - &corner[*index]).collect())
                .collect();
            rows.push(vec![RBig::ONE; self.corners.len()]);
            let mut limits = vec![RBig::ZERO; bounds.len()];
            limits.push(RBig::ONE);
            let optimum = maximise(&columns, &rows, &limits).expect("shares are at most one");
            let rest = optimum.variables.iter().fold(RBig::ONE, |rest, share| rest - share);
            let mut point = self.mixed(&optimum.variables);
            point.iter_mut().zip(feasible).for_each(|(sum, value)| *sum += &rest * value);
            found.value = &base + &optimum.value;
            found.point = point;
            let mut weights = vec![RBig::ZERO; self.contest.is_cost.len()];
            gains.iter().for_each(|(index, weight)| weights[*index] += weight);
            bounds.iter().zip(&optimum.prices).for_each(|((index, _), price)| weights[*index] += price);
            let before = weights.clone();
            let known = self.corners.len();
            let (_, most) = self.corner(&mut weights);
            if let Some(most) = most {
                // Any prices give a bound; what was made to count besides the bounded objectives and the gain gives none.
                let mut asked = RBig::ZERO;
                for ((index, bound), price) in bounds.iter().zip(&optimum.prices) {
                    let changed = &weights[*index] - &before[*index];
                    asked += (price + changed) * bound;
                }
                let changed_elsewhere = (0..weights.len()).any(|index| {
                    weights[index] != before[index] && bounds.iter().all(|(bounded, _)| *bounded != index)
                });
                if !changed_elsewhere {
                    let bound = most - asked;
                    if least.as_ref().is_none_or(|least| bound < *least) {
                        least = Some(bound);
                    }
                }
            }
            let size = size(&found.value);
            let is_close =
                least.as_ref().is_some_and(|least| least - &found.value <= &tolerance * &size / RBig::from(4));
            if self.corners.len() == known || is_close && self.contest.exact.is_none() {
                break;
            }
        }
        found.most = least;
        found
    }
}

impl Checker<'_> {
    pub(crate) fn multi(&self, objectives: &[Formula]) -> Result<Answer, CheckError> {
        let unsupported = |message: &str| CheckError::unsupported(message.to_string());
        if self.model().exits.is_some() {
            return Err(unsupported("multi is supported in discrete time only"));
        }
        if self.unknown.is_some() {
            return Err(unsupported("multi needs the whole model"));
        }
        let [start] = self.model().initial[..] else {
            return Err(unsupported("multi is answered for models with one initial state"));
        };
        let mut asked = Vec::new();
        let mut aims = Vec::new();
        for objective in objectives {
            let (one, aim) = self.aim(objective)?;
            asked.push(one);
            aims.push(aim);
        }
        let run = |exact: bool, margin: f64| -> Result<Option<Answer>, CheckError> {
            let fractions = exact.then(|| self.engine.fractions());
            let found = match contest(self.model(), fractions, &aims, start as usize) {
                Ok(found) => found,
                Err(Obstacle::Automaton(error)) => return Err(CheckError::new(error.to_string())),
                Err(Obstacle::Unbounded(aim)) => {
                    let text = &asked[aim].text;
                    let message = format!("{text}: a scheduler can earn infinitely much, which multi cannot weigh");
                    return Err(CheckError::unsupported(message));
                }
                Err(Obstacle::TooMany) => return Err(unsupported("these are too many objectives for one multi")),
                Err(Obstacle::Impossible) => return self.impossible(objectives, &asked).map(Some),
            };
            let epsilon = self.options.epsilon;
            let margin = rational::exact_of(if exact { 0.0 } else { margin });
            let workers = self.engine.threads;
            let mut frontier = Frontier { contest: &found, corners: Vec::new(), epsilon, workers, margin };
            answer(&mut frontier, &asked)
        };
        let is_wide = |answer: &Answer| match (answer.lower, answer.upper) {
            (Some(lower), Some(upper)) => upper - lower > self.options.epsilon * upper.abs(),
            _ => false,
        };
        let may_be_exact = self.states() <= EXACT_STATES_MAX && !self.engine.exact;
        // Small models are solved in fractions at once, which takes no time.
        let at_once = self.engine.exact || self.states() <= EXACT_AT_ONCE;
        if let Some(answer) = run(at_once, ROUNDING)?.filter(|answer| !(may_be_exact && is_wide(answer))) {
            return Ok(answer);
        }
        // Something is met with no room to spare. A number hardly changes by that, a truth value does.
        let is_truth = asked.iter().all(|one| one.bound.is_some());
        let again = match may_be_exact {
            true => run(true, 0.0)?,
            false if !is_truth => run(self.engine.exact, 0.0)?,
            false => None,
        };
        Ok(again.unwrap_or_else(|| Answer { is_truth, ..Answer::default() }))
    }

    /// Where every scheduler pays something without end: the least that is paid is infinite, if the rest can be had at all.
    fn impossible(&self, objectives: &[Formula], asked: &[Asked]) -> Result<Answer, CheckError> {
        let numbers: Vec<usize> = (0..asked.len()).filter(|index| asked[*index].bound.is_none()).collect();
        let [cost] = numbers[..] else {
            return Ok(Answer { is_truth: numbers.is_empty(), holds: Some(false), ..Answer::default() });
        };
        let is_alone = asked.iter().all(|one| one.bound.is_none() || !one.is_cost);
        let rest: Vec<Formula> = objectives.iter().filter(|one| **one != objectives[cost]).cloned().collect();
        let feasible = match (asked[cost].is_cost && is_alone, rest.is_empty()) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => self.multi(&rest)?.holds,
        };
        Ok(match feasible {
            Some(true) => Answer {
                value: Some(f64::INFINITY),
                lower: Some(f64::INFINITY),
                upper: Some(f64::INFINITY),
                ..Answer::default()
            },
            holds => Answer { holds, ..Answer::default() },
        })
    }

    fn aim(&self, objective: &Formula) -> Result<(Asked, Aim), CheckError> {
        let text = objective.to_string();
        match objective {
            Formula::Probability { optimum, query, path } => {
                if has_limits(path) {
                    let message = format!("{text}: conditions and bounds on what is earned are not supported in multi");
                    return Err(CheckError::unsupported(message));
                }
                let is_flipped = is_lower_better(*optimum, query);
                let bound = match query {
                    Query::Value => None,
                    Query::Bound(comparison, number) => {
                        let number = number.exact().clone();
                        let strict = matches!(comparison, Comparison::Less | Comparison::Greater);
                        Some((if is_flipped { RBig::ONE - number } else { number }, strict))
                    }
                };
                let (formula, parts) = Ltl::from_path(path);
                let formula = if is_flipped { formula.negated() } else { formula };
                let mut letters = Vec::new();
                for part in &parts {
                    letters.push(self.certain(part)?);
                }
                Ok((
                    Asked { text, is_flipped, is_cost: false, is_probability: true, bound },
                    Aim::Formula { formula, letters },
                ))
            }
            Formula::Reward { structure, optimum, query, objective } => {
                let reward = self.structure(structure)?;
                let rows = RowRewards {
                    values: self.model().row_rewards(reward),
                    exact: Some(self.model().exact_row_rewards(reward, self.engine.fractions())),
                };
                if let Some(row) = rows.values.iter().position(|value| *value < 0.0) {
                    let state = self.engine.graph.owner(row);
                    let message = format!("{text}: state {state} has a negative reward, which multi cannot weigh");
                    return Err(CheckError::unsupported(message));
                }
                let is_cost = is_lower_better(*optimum, query);
                let (until, steps) = match &**objective {
                    RewardObjective::Total => (None, None),
                    RewardObjective::Cumulative(steps) => (None, Some(*steps)),
                    RewardObjective::Reach(states) => (Some(self.certain(states)?), None),
                    _ => {
                        let message = format!("{text}: in multi, rewards are C, C<=k or F states");
                        return Err(CheckError::unsupported(message));
                    }
                };
                let bound = match query {
                    Query::Value => None,
                    Query::Bound(comparison, number) => {
                        let number = number.exact().clone();
                        let strict = matches!(comparison, Comparison::Less | Comparison::Greater);
                        Some((if is_cost { -number } else { number }, strict))
                    }
                };
                let asked = Asked { text, is_flipped: false, is_cost, is_probability: false, bound };
                Ok((asked, Aim::Earnings { rows, until, steps, is_cost }))
            }
            other => Err(CheckError::new(format!("{other} is no objective of multi"))),
        }
    }
}

fn is_lower_better(optimum: Option<Optimum>, query: &Query) -> bool {
    match query {
        Query::Value => optimum.is_some_and(Optimum::is_min),
        Query::Bound(comparison, _) => matches!(comparison, Comparison::Less | Comparison::LessOrEqual),
    }
}

fn has_limits(path: &Path) -> bool {
    matches!(path, Path::Given(..) | Path::Spending(..) | Path::Within(..))
        || path.operands().into_iter().any(has_limits)
}

fn size(value: &RBig) -> RBig {
    if *value < RBig::ZERO { -value } else { value.clone() }
}

/// `None` if it could not be decided.
fn answer(frontier: &mut Frontier<'_>, asked: &[Asked]) -> Result<Option<Answer>, CheckError> {
    let numbers: Vec<usize> = (0..asked.len()).filter(|index| asked[*index].bound.is_none()).collect();
    let bounds: Vec<(usize, RBig)> = asked
        .iter()
        .enumerate()
        .filter_map(|(index, one)| one.bound.as_ref().map(|(bound, _)| (index, bound.clone())))
        .collect();
    let is_truth = numbers.is_empty();
    let not = || Answer { is_truth, holds: Some(false), ..Answer::default() };
    let feasible = match frontier.reach(&bounds) {
        Reached::Yes(point) => point,
        Reached::No => return Ok(Some(not())),
        Reached::Unclear => return Ok(None),
    };
    // Each strict bound can be exceeded while the others are met; then all can at once, by convexity.
    for (index, bound) in bounds.iter().filter(|(index, _)| asked[*index].bound.as_ref().is_some_and(|one| one.1)) {
        let room = &frontier.margin * size(bound);
        if feasible[*index] > bound + &room {
            continue;
        }
        let found = frontier.best(&[(*index, RBig::ONE)], &bounds, &feasible);
        if found.value > bound + &room {
            continue;
        }
        return Ok(match found.most {
            Some(most) if most <= bound - &room => Some(not()),
            _ => None,
        });
    }
    match numbers[..] {
        [] => Ok(Some(Answer { is_truth, holds: Some(true), ..Answer::default() })),
        [one] => Ok(Some(number(frontier, &asked[one], one, &bounds, &feasible))),
        [first, second] => {
            let curve = curve(frontier, asked, (first, second), &bounds, &feasible);
            Ok(Some(Answer { curve: Some(curve), ..Answer::default() }))
        }
        _ => Err(CheckError::unsupported("a curve of more than two objectives is not supported".to_string())),
    }
}

fn number(
    frontier: &mut Frontier<'_>,
    asked: &Asked,
    index: usize,
    bounds: &[(usize, RBig)],
    feasible: &[RBig],
) -> Answer {
    let found = frontier.best(&[(index, RBig::ONE)], bounds, feasible);
    let value = asked.told(&found.value);
    let most = found.most.map(|most| asked.told(&most));
    let exact = (frontier.contest.exact.is_some() && most.as_ref() == Some(&value)).then(|| value.clone());
    let known = rational::nearest(&value);
    let unknown = match (asked.is_flipped, asked.is_cost) {
        (true, _) | (_, true) => 0.0,
        _ if asked.is_probability => 1.0,
        _ => f64::INFINITY,
    };
    let mut bound = most.map_or(unknown, |most| rational::nearest(&most));
    if asked.is_probability {
        bound = bound.clamp(0.0, 1.0);
    }
    let (lower, upper) = if asked.is_reversed() { (bound.min(known), known) } else { (known, bound.max(known)) };
    let value = if upper.is_finite() { lower + 0.5 * (upper - lower) } else { known };
    let value = if exact.is_some() { known } else { value };
    Answer { value: Some(value), lower: Some(lower), upper: Some(upper), exact, ..Answer::default() }
}

/// The corners of the curve of two objectives, from those best for the first to those best for the second.
fn curve(
    frontier: &mut Frontier<'_>,
    asked: &[Asked],
    (first, second): (usize, usize),
    bounds: &[(usize, RBig)],
    feasible: &[RBig],
) -> Curve {
    let mut at = |weights: (RBig, RBig)| {
        let gains = [(first, weights.0), (second, weights.1)];
        let found = frontier.best(&gains, bounds, feasible);
        ((found.point[first].clone(), found.point[second].clone()), found.value, found.most)
    };
    let (left, ..) = at((RBig::ONE, RBig::ZERO));
    let (right, ..) = at((RBig::ZERO, RBig::ONE));
    let mut corners = vec![left.clone(), right.clone()];
    let mut gap = RBig::ZERO;
    let mut pending = vec![(left, right)];
    let tolerance = rational::exact_of(1e-12);
    while let Some((left, right)) = pending.pop() {
        let weights = (&right.1 - &left.1, &left.0 - &right.0);
        if weights.0 <= RBig::ZERO || weights.1 <= RBig::ZERO {
            continue;
        }
        let sum = &weights.0 + &weights.1;
        let weights = (&weights.0 / &sum, &weights.1 / &sum);
        let weigh = |point: &(RBig, RBig)| &weights.0 * &point.0 + &weights.1 * &point.1;
        let (between, value, most) = at(weights.clone());
        let known = weigh(&left);
        if value > &known + &tolerance * (size(&known) + &tolerance) && corners.len() < CORNERS_MAX {
            corners.push(between.clone());
            pending.push((left, between.clone()));
            pending.push((between, right));
            continue;
        }
        // An infinite gap would say that nothing is proven.
        gap = match most {
            Some(most) => (most - known).max(gap),
            None => RBig::from(u64::MAX),
        };
    }
    let dominated = |point: &(RBig, RBig)| {
        let better = |other: &(RBig, RBig)| other.0 >= point.0 && other.1 >= point.1 && other != point;
        corners.iter().any(better)
    };
    let mut kept: Vec<(RBig, RBig)> = corners.iter().filter(|point| !dominated(point)).cloned().collect();
    kept.sort_by(|one, other| other.0.cmp(&one.0));
    kept.dedup();
    let told = |point: &(RBig, RBig)| {
        (rational::nearest(&asked[first].told(&point.0)), rational::nearest(&asked[second].told(&point.1)))
    };
    let mut points: Vec<(f64, f64)> = kept.iter().map(told).collect();
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    points.dedup();
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    for point in points {
        // Corners that differ by rounding alone are one.
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
        if pairs.last().is_none_or(|last| !(near(last.0, point.0) && near(last.1, point.1))) {
            pairs.push(point);
        }
    }
    Curve {
        objectives: [asked[first].text.clone(), asked[second].text.clone()],
        points: pairs,
        gap: rational::nearest(&gap),
    }
}

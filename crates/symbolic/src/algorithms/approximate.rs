//! `max` and `random`: sampling symbolic paths to find a good scheduler (Luckow et al., ASE 2014, Algorithms 3 to 5).
//!
//! Each sample quantifies its whole path, so that values only grow and never are estimates: a hypothesis that is confirmed is
//! true. `max` learns which alternatives to sample; `random` keeps drawing them uniformly. With pruning, explored paths are
//! not sampled again, and once the root is explored the value is exact.

use super::sampled::{Kind, NodeId, SampledTree};
use super::tree::{Goal, Hypothesis, Query, Tree};
use super::{Answer, Verdict};
use crate::fault::Fault;
use space::Rng;

/// The parameters of Algorithm 3, with the paper's defaults.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// N, per scheduler evaluation.
    pub samples: u64,
    /// L, scheduler improvements per restart.
    pub rounds: u64,
    /// T.
    pub restarts: u64,
    /// h: how much of the previous scheduler is kept.
    pub history: f64,
    /// ε: how much goes to alternatives that do not look best.
    pub greedy: f64,
    pub prune: bool,
    /// Whether the scheduler is improved (`max`) or stays uniform (`random`).
    pub learn: bool,
    pub seed: u64,
    pub hypothesis: Option<Hypothesis>,
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling {
            samples: 10,
            rounds: 100,
            restarts: 1,
            history: 0.5,
            greedy: 0.5,
            prune: true,
            learn: true,
            seed: 0,
            hypothesis: None,
        }
    }
}

impl Sampling {
    pub fn check(&self) -> Result<(), Fault> {
        for (name, value) in [("--history", self.history), ("--greedy", self.greedy)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(Fault::Parameter { name, value: value.to_string(), range: "strictly between 0 and 1" });
            }
        }
        for (name, value) in [("--samples", self.samples), ("--rounds", self.rounds), ("--restarts", self.restarts)] {
            if value == 0 {
                return Err(Fault::Parameter { name, value: "0".to_string(), range: "at or above 1" });
            }
        }
        Ok(())
    }
}

/// Algorithm 3.
pub fn approximate<T: Tree>(tree: &mut T, query: &Query, options: &Sampling) -> Result<Answer, T::Error> {
    let mut rng = Rng::new(options.seed);
    let mut best: Option<Answer> = None;
    let mut samples = 0;
    for _ in 0..options.restarts {
        let mut run = Run { sampled: SampledTree::new(tree, query)?, sigma: vec![1.0], touched: vec![false] };
        let mut verdict = options.hypothesis.as_ref().map(|_| Verdict::ProbablyFalse);
        'rounds: for _ in 0..options.rounds {
            for _ in 0..options.samples {
                if !run.sample(&mut rng, options)? {
                    break;
                }
                samples += 1;
                // The paper asks after each evaluation; asking after each sample only ends the search earlier.
                if run.confirms(options) {
                    break;
                }
            }
            if run.confirms(options) {
                verdict = Some(Verdict::True);
                break 'rounds;
            }
            if run.sampled.entry(SampledTree::<T>::ROOT).explored {
                verdict = verdict.map(|_| Verdict::False);
                break 'rounds;
            }
            if options.learn {
                run.improve(query.goal, options);
            }
        }
        let bounds = run.sampled.entry(SampledTree::<T>::ROOT).value.clone();
        let finished = bounds.is_exact() || matches!(verdict, Some(Verdict::True | Verdict::False));
        let paths = run.sampled.paths;
        let states = run.sampled.opened();
        let answer = Answer { bounds, paths, states, samples, verdict, scheduler: run.sampled.scheduler() };
        let better = match (&best, query.goal) {
            (None, _) => true,
            (Some(old), Goal::Maximise) => answer.bounds.low > old.bounds.low,
            (Some(old), Goal::Minimise) => answer.bounds.high < old.bounds.high,
        };
        if better || finished {
            best = Some(answer);
        }
        if finished {
            break;
        }
    }
    let mut answer = best.expect("there is at least one restart");
    answer.samples = samples;
    Ok(answer)
}

struct Run<'a, T: Tree> {
    sampled: SampledTree<'a, T>,
    /// Per node: the probability with which its parent, a choice, takes it.
    sigma: Vec<f64>,
    /// Per node: whether the current evaluation told something about it.
    touched: Vec<bool>,
}

impl<T: Tree> Run<'_, T> {
    fn confirms(&self, options: &Sampling) -> bool {
        let certified = self.sampled.certified(SampledTree::<T>::ROOT);
        options.hypothesis.as_ref().is_some_and(|hypothesis| hypothesis.holds(certified))
    }

    /// One iteration of Algorithm 4; false if everything is explored.
    fn sample(&mut self, rng: &mut Rng, options: &Sampling) -> Result<bool, T::Error> {
        let mut id = SampledTree::<T>::ROOT;
        if options.prune && self.sampled.entry(id).explored {
            return Ok(false);
        }
        loop {
            self.sampled.expand(id)?;
            self.sigma.resize(self.sampled.entries.len(), f64::NAN);
            self.touched.resize(self.sampled.entries.len(), false);
            let children: Vec<NodeId> = self.sampled.children(id).collect();
            let weights: Vec<f64> = match &self.sampled.entry(id).kind {
                Kind::Leaf(_) => break,
                Kind::Branch { probabilities, .. } => probabilities.iter().map(|p| p.to_f64_fast()).collect(),
                Kind::Choice { .. } => {
                    for child in &children {
                        if self.sigma[child.0].is_nan() {
                            self.sigma[child.0] = 1.0 / children.len() as f64;
                        }
                    }
                    children.iter().map(|child| self.sigma[child.0]).collect()
                }
                Kind::Unseen => unreachable!("just expanded"),
            };
            let open = |child: &NodeId| !(options.prune && self.sampled.entry(*child).explored);
            let pick =
                draw(rng, children.iter().zip(&weights).map(|(child, &w)| if open(child) { Some(w) } else { None }));
            id = children[pick];
        }
        self.sampled.propagate(id);
        self.sampled.mark_explored(id);
        let mut next = Some(id);
        while let Some(id) = next {
            self.touched[id.0] = true;
            next = self.sampled.entry(id).parent;
        }
        Ok(true)
    }

    /// Algorithm 5, with the quality of what was sampled its certain value, and of what was not, its σ (Algorithm 4, line 2).
    /// Choices the evaluation did not touch keep their σ: with Q = σ the step would only drift to their first alternative.
    fn improve(&mut self, goal: Goal, options: &Sampling) {
        for index in 0..self.sampled.entries.len() {
            let id = NodeId(index);
            if !matches!(self.sampled.entry(id).kind, Kind::Choice { .. }) || !self.touched[index] {
                continue;
            }
            let children: Vec<NodeId> = self.sampled.children(id).collect();
            let quality: Vec<f64> = children.iter().map(|child| self.quality(*child, goal)).collect();
            improve_choice(&mut self.sigma, &children, &quality, options.history, options.greedy);
        }
        self.touched.fill(false);
    }

    fn quality(&self, child: NodeId, goal: Goal) -> f64 {
        let certain = self.sampled.certified(child).to_f64_fast();
        let reached = if goal == Goal::Maximise { certain } else { 1.0 - certain };
        // Only paths that met the event update a quality.
        if self.touched[child.0] && reached > 0.0 { reached } else { self.sigma[child.0] }
    }
}

/// Lines 4 to 6 of Algorithm 5 for one choice.
pub(super) fn improve_choice(sigma: &mut [f64], children: &[NodeId], quality: &[f64], history: f64, greedy: f64) {
    let total: f64 = quality.iter().sum();
    let mut best = 0;
    for (index, value) in quality.iter().enumerate() {
        if *value > quality[best] {
            best = index;
        }
    }
    for (index, child) in children.iter().enumerate() {
        let share = if total > 0.0 { quality[index] / total } else { 1.0 / children.len() as f64 };
        let greedy_part = if index == best { 1.0 - greedy } else { 0.0 };
        sigma[child.0] = history * sigma[child.0] + (1.0 - history) * (greedy_part + greedy * share);
    }
}

/// An index drawn with the given weights; `None` is never drawn.
pub(super) fn draw(rng: &mut Rng, weights: impl Iterator<Item = Option<f64>> + Clone) -> usize {
    let total: f64 = weights.clone().flatten().sum();
    let mut rest = rng.unit() * total;
    let mut last = 0;
    for (index, weight) in weights.enumerate() {
        if let Some(weight) = weight {
            last = index;
            rest -= weight;
            if rest < 0.0 {
                break;
            }
        }
    }
    last
}

//! `max` and `random`: sampling symbolic paths to find a good scheduler (Luckow et al., ASE 2014, Algorithms 3 to 5).
//!
//! Each sample quantifies its whole path, so that values only grow and never are estimates: a hypothesis that is confirmed is
//! true. `max` learns which alternatives to sample; `random` keeps drawing them uniformly. With pruning, explored paths are
//! not sampled again, and once the root is explored the value is exact. Paths that meet again share what lies below (`sampled`).
//!
//! Some things are ours: a choice that is met for the first time starts from what its alternatives turned out to be worth where
//! they were met before (the paper starts uniformly, so that 500 choices in a row are learnt one by one). With pruning, moreover, chance
//! draws by what is open rather than by what there is; a walk of `max` opens what lies beside it, so that what ends there at once needs no
//! walk of its own; and with a hypothesis, walks pass over alternatives with which it could not come true any more.

use super::sampled::{Circle, Kind, NodeId, Sampled};
use super::tree::{Goal, Hypothesis, Query, Tree};
use super::{Answer, Verdict};
use crate::fault::Fault;
use dashu::rational::RBig;
use hashbrown::HashMap;
use space::Rng;

/// Between the seeds of restarts: the golden ratio of 2^64, so that neighbouring seeds share none.
const RESTARTS_APART: u64 = 0x9e37_79b9_7f4a_7c15;

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
    let mut answers = Vec::new();
    for restart in 0..options.restarts {
        let answer = attempt(tree, query, options, restart)?;
        let finished = is_final(&answer);
        answers.push(answer);
        if finished {
            break;
        }
    }
    Ok(best_of(answers, query.goal).expect("there is at least one restart"))
}

/// The answer of several restarts, given in their order: the first that is final, else the best.
pub fn best_of(answers: impl IntoIterator<Item = Answer>, goal: Goal) -> Option<Answer> {
    let mut best: Option<Answer> = None;
    let mut samples = 0;
    for answer in answers {
        samples += answer.samples;
        let finished = is_final(&answer);
        let better = match (&best, goal) {
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
    best.map(|best| Answer { samples, ..best })
}

/// Whether another restart could not add to an answer.
pub fn is_final(answer: &Answer) -> bool {
    answer.bounds.is_exact() || matches!(answer.verdict, Some(Verdict::True | Verdict::False))
}

/// One restart, which draws for itself: it finds the same whether others run before it, beside it or not at all.
pub fn attempt<T: Tree>(tree: &mut T, query: &Query, options: &Sampling, restart: u64) -> Result<Answer, T::Error> {
    for apart in [false, true] {
        tree.keep_apart(apart);
        if let Ok(answer) = sampled(tree, query, options, restart)? {
            return Ok(answer);
        }
    }
    unreachable!("nodes that are kept apart are met once")
}

fn sampled<T: Tree>(
    tree: &mut T,
    query: &Query,
    options: &Sampling,
    restart: u64,
) -> Result<Result<Answer, Circle>, T::Error> {
    let mut rng = Rng::new(options.seed.wrapping_add(restart.wrapping_mul(RESTARTS_APART)));
    let mut run =
        Run { sampled: Sampled::new(tree, query)?, sigma: Vec::new(), touched: Vec::new(), merits: Merits::default() };
    let mut verdict = options.hypothesis.as_ref().map(|_| Verdict::ProbablyFalse);
    let mut samples = 0;
    'rounds: for _ in 0..options.rounds {
        for _ in 0..options.samples {
            if options.prune && run.sampled.root().explored {
                break;
            }
            if let Err(circle) = run.sample(&mut rng, query.goal, options)? {
                return Ok(Err(circle));
            }
            samples += 1;
            // The paper asks after each evaluation; asking after each sample only ends the search earlier.
            if run.confirms(options) {
                break;
            }
            if options.prune && run.refutes(options) {
                verdict = Some(Verdict::False);
                break 'rounds;
            }
        }
        if run.confirms(options) {
            verdict = Some(Verdict::True);
            break 'rounds;
        }
        if run.sampled.root().explored {
            verdict = verdict.map(|_| Verdict::False);
            break 'rounds;
        }
        if options.learn {
            run.improve(query.goal, options);
        }
    }
    let sampled = run.sampled;
    let (bounds, scheduler) = (sampled.root().value.clone(), sampled.scheduler());
    Ok(Ok(Answer { bounds, paths: sampled.paths, states: sampled.opened(), samples, verdict, scheduler }))
}

struct Run<'a, T: Tree> {
    sampled: Sampled<'a, T>,
    /// Per choice: the probabilities with which it takes its alternatives; empty before it is met.
    sigma: Vec<Vec<f64>>,
    /// Per node: whether the current evaluation told something about it.
    touched: Vec<bool>,
    merits: Merits,
}

/// What the node a walk stands on must be worth for the hypothesis to come true.
struct Required {
    value: RBig,
    strict: bool,
}

impl Required {
    /// At the root; nothing without a hypothesis, or with one that asks for the opposite of what is aimed at.
    fn of(options: &Sampling, goal: Goal) -> Option<Required> {
        let hypothesis = options.hypothesis.as_ref().filter(|_| options.prune)?;
        let same_side = hypothesis.at_least == (goal == Goal::Maximise);
        same_side.then(|| Required { value: hypothesis.threshold.clone(), strict: hypothesis.strict })
    }
}

/// What alternatives turned out to be worth, by what they are called: the same turn at the same place of the program, taken in
/// other circumstances. A choice met for the first time starts from that instead of from nothing.
#[derive(Default)]
struct Merits {
    /// How often each was taken, and the sum of what it then was worth.
    taken: HashMap<String, (f64, f64)>,
}

impl Merits {
    fn add(&mut self, name: &str, worth: f64) {
        let merit = self.taken.entry_ref(name).or_insert((0.0, 0.0));
        merit.0 += 1.0;
        merit.1 += worth;
    }

    /// Of each alternative: the fourth power of its mean worth, where one experience of the best possible is taken for granted.
    fn shares(&self, names: &[String]) -> Vec<f64> {
        let weights = names.iter().map(|name| {
            let (taken, worth) = self.taken.get(name.as_str()).copied().unwrap_or((0.0, 0.0));
            ((worth + 1.0) / (taken + 1.0)).powi(4)
        });
        let weights: Vec<f64> = weights.collect();
        let total: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect()
    }
}

impl<T: Tree> Run<'_, T> {
    fn confirms(&self, options: &Sampling) -> bool {
        let certified = self.sampled.certified(Sampled::<T>::ROOT);
        options.hypothesis.as_ref().is_some_and(|hypothesis| hypothesis.holds(certified))
    }

    /// The optimum lies within the root's bounds, and the hypothesis beyond them.
    fn refutes(&self, options: &Sampling) -> bool {
        let Some(hypothesis) = &options.hypothesis else { return false };
        let value = &self.sampled.root().value;
        !hypothesis.holds(&value.low) && !hypothesis.holds(&value.high)
    }

    /// One iteration of Algorithm 4. With pruning it also passes over alternatives that cannot be better than what is already
    /// certain, and ends where nothing is open any more.
    fn sample(&mut self, rng: &mut Rng, goal: Goal, options: &Sampling) -> Result<Result<(), Circle>, T::Error> {
        let looks_around = options.prune && options.learn;
        let mut required = Required::of(options, goal);
        let mut id = self.sampled.begin()?;
        loop {
            if looks_around && !self.sampled.entry(id).explored {
                self.sampled.look_around()?;
            }
            self.sigma.resize(self.sampled.entries.len(), Vec::new());
            let entry = self.sampled.entry(id);
            if options.prune && entry.explored {
                break;
            }
            let pick = match &entry.kind {
                Kind::Leaf(_) => break,
                Kind::Branch { probabilities, .. } => {
                    let open = |child: &NodeId| !(options.prune && self.sampled.entry(*child).explored);
                    let weigh = |child: &NodeId, p: &RBig| match options.learn && options.prune {
                        // What is open below counts, not what lies below.
                        true => p.to_f64_fast() * self.sampled.gap(*child),
                        false => p.to_f64_fast(),
                    };
                    let ways = self.sampled.children(id).iter().zip(probabilities);
                    draw(rng, ways.map(|(child, p)| open(child).then(|| weigh(child, p))))
                }
                Kind::Choice { .. } => {
                    let Some(open) = self.open_alternatives(id, required.as_ref(), options) else {
                        self.sampled.close(id);
                        break;
                    };
                    self.drawn(id, &open, rng, options)
                }
                Kind::Unseen => unreachable!("a walk opens the node it stands on"),
            };
            if let Some(required) = &mut required {
                required.value = self.sampled.required_of(id, pick, &required.value);
            }
            match self.sampled.descend(pick)? {
                Ok(child) => id = child,
                Err(circle) => return Ok(Err(circle)),
            }
        }
        self.finish(goal, options);
        Ok(Ok(()))
    }

    /// Which alternatives a walk may take, if any: with pruning those that could be better than what is certain, and of
    /// them those with which the hypothesis could still come true, unless a look around has just shown that none can.
    fn open_alternatives(&self, id: NodeId, required: Option<&Required>, options: &Sampling) -> Option<Vec<bool>> {
        let children = self.sampled.children(id);
        let open: Vec<bool> = children.iter().map(|child| !options.prune || self.sampled.is_open(id, *child)).collect();
        if !open.contains(&true) {
            return None;
        }
        let Some(required) = required else { return Some(open) };
        let could = |child: &NodeId| self.sampled.may_reach(*child, &required.value, required.strict);
        let useful: Vec<bool> = children.iter().zip(&open).map(|(child, open)| *open && could(child)).collect();
        Some(if useful.contains(&true) { useful } else { open })
    }

    /// An alternative by σ.
    fn drawn(&mut self, id: NodeId, open: &[bool], rng: &mut Rng, options: &Sampling) -> usize {
        let sigma = &mut self.sigma[id.0];
        if sigma.is_empty() {
            let alternatives = self.sampled.children(id).len();
            *sigma = match &self.sampled.entry(id).kind {
                Kind::Choice { names } if options.learn => self.merits.shares(names),
                _ => vec![1.0 / alternatives as f64; alternatives],
            };
        }
        draw(rng, open.iter().zip(&*sigma).map(|(open, &weight)| open.then_some(weight)))
    }

    /// Brings up to date what a walk has changed.
    fn finish(&mut self, goal: Goal, options: &Sampling) {
        self.touched.resize(self.sampled.entries.len(), false);
        let walk = self.sampled.walk().to_vec();
        for id in &walk {
            self.touched[id.0] = true;
        }
        self.sampled.retrace();
        if options.learn {
            self.remember(&walk, goal);
        }
    }

    /// Keeps what the alternatives taken on a walk are worth after it, as far as that is known: the middle of their bounds.
    fn remember(&mut self, walk: &[NodeId], goal: Goal) {
        for step in walk.windows(2) {
            let Kind::Choice { names } = &self.sampled.entry(step[0]).kind else { continue };
            let position = self.sampled.children(step[0]).iter().position(|child| *child == step[1]);
            let value = &self.sampled.entry(step[1]).value;
            let middle = (value.low.to_f64_fast() + value.high.to_f64_fast()) / 2.0;
            let worth = if goal == Goal::Maximise { middle } else { 1.0 - middle };
            self.merits.add(&names[position.expect("walks go from parents to children")], worth);
        }
    }

    /// Algorithm 5, with the quality of what was sampled its certain value, and of what was not, its σ (Algorithm 4, line 2).
    /// Choices the evaluation did not touch keep their σ: with Q = σ the step would only drift to their first alternative.
    fn improve(&mut self, goal: Goal, options: &Sampling) {
        for index in 0..self.touched.len() {
            let entry = self.sampled.entry(NodeId(index));
            if !self.touched[index] || !matches!(entry.kind, Kind::Choice { .. }) || self.sigma[index].is_empty() {
                continue;
            }
            let quality: Vec<f64> = (self.sampled.children(NodeId(index)).iter().zip(&self.sigma[index]))
                .map(|(child, &sigma)| self.quality(*child, sigma, goal))
                .collect();
            improve_choice(&mut self.sigma[index], &quality, options.history, options.greedy);
        }
        self.touched.fill(false);
    }

    fn quality(&self, child: NodeId, sigma: f64, goal: Goal) -> f64 {
        let certain = self.sampled.certified(child).to_f64_fast();
        let reached = if goal == Goal::Maximise { certain } else { 1.0 - certain };
        // Only paths that met the event update a quality.
        if self.touched[child.0] && reached > 0.0 { reached } else { sigma }
    }
}

/// Lines 4 to 6 of Algorithm 5 for one choice.
pub(super) fn improve_choice(sigma: &mut [f64], quality: &[f64], history: f64, greedy: f64) {
    let total: f64 = quality.iter().sum();
    let mut best = 0;
    for (index, value) in quality.iter().enumerate() {
        if *value > quality[best] {
            best = index;
        }
    }
    let alternatives = sigma.len() as f64;
    for (index, sigma) in sigma.iter_mut().enumerate() {
        let share = if total > 0.0 { quality[index] / total } else { 1.0 / alternatives };
        let greedy_part = if index == best { 1.0 - greedy } else { 0.0 };
        *sigma = history * *sigma + (1.0 - history) * (greedy_part + greedy * share);
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

//! `sum1`: statistical model checking of decision processes (Henriques et al., QEST 2012), for comparison.
//!
//! Its quality is the *expected* probability of the event under the current probabilistic scheduler, estimated by counting
//! samples one by one; estimates start anew with each scheduler, and the learnt scheduler is made deterministic and assessed by
//! sampling once more. The paper on Algorithms 1 to 5 shows that it need not converge to the best scheduler, even with perfect
//! information from sampling; `perfect` gives it that, by computing the expectation instead of sampling it.

use super::approximate::{Sampling, draw, improve_choice};
use super::sampled::{Circle, Kind, NodeId, Sampled};
use super::tree::{Goal, Query, Tree};
use super::{Answer, Verdict};
use crate::quantify::Bounds;
use dashu::rational::RBig;
use space::Rng;

#[derive(Clone, Debug, Default)]
pub struct Sum1Options {
    pub sampling: Sampling,
    /// Samples for assessing the learnt scheduler.
    pub assessment: u64,
    pub perfect: bool,
}

/// What `sum1` found: statistics, not bounds.
#[derive(Clone, Debug)]
pub struct Sum1Answer {
    /// The share of the assessment's samples that met the event under the learnt scheduler.
    pub estimate: f64,
    /// The learnt scheduler with the bounds its sampled part implies.
    pub answer: Answer,
}

pub fn sum1<T: Tree>(tree: &mut T, query: &Query, options: &Sum1Options) -> Result<Sum1Answer, T::Error> {
    let mut rng = Rng::new(options.sampling.seed);
    // It knows paths only.
    tree.keep_apart(true);
    let mut run = Run { sampled: Sampled::new(tree, query)?, sigma: Vec::new(), hits: vec![0], visits: vec![0] };
    let mut samples = 0;
    for _ in 0..options.sampling.rounds {
        let quality = if options.perfect {
            run.expectations(query.goal)?
        } else {
            run.hits.fill(0);
            run.visits.fill(0);
            for _ in 0..options.sampling.samples {
                run.sample(&mut rng, query.goal)?;
            }
            samples += options.sampling.samples;
            run.estimates()
        };
        for index in 0..run.sampled.entries.len() {
            if !run.sigma[index].is_empty() && run.visits[index] > 0 {
                let quality: Vec<f64> =
                    run.sampled.children(NodeId(index)).iter().map(|child| quality[child.0]).collect();
                improve_choice(&mut run.sigma[index], &quality, options.sampling.history, options.sampling.greedy);
            }
        }
    }
    run.determinise();
    run.hits.fill(0);
    run.visits.fill(0);
    for _ in 0..options.assessment {
        run.sample(&mut rng, query.goal)?;
    }
    let share = run.hits[0] as f64 / run.visits[0].max(1) as f64;
    let estimate = if query.goal == Goal::Maximise { share } else { 1.0 - share };
    let verdict = options.sampling.hypothesis.as_ref().map(|hypothesis| {
        let value = RBig::try_from(estimate).unwrap_or(RBig::ZERO);
        if hypothesis.holds(&value) { Verdict::ProbablyTrue } else { Verdict::ProbablyFalse }
    });
    let answer = Answer {
        bounds: Bounds { low: RBig::ZERO, high: RBig::ONE },
        paths: run.sampled.paths,
        states: run.sampled.opened(),
        samples: samples + options.assessment,
        verdict,
        scheduler: run.learnt_scheduler(),
    };
    Ok(Sum1Answer { estimate, answer })
}

struct Run<'a, T: Tree> {
    sampled: Sampled<'a, T>,
    /// Per choice: the probabilities with which it takes its alternatives.
    sigma: Vec<Vec<f64>>,
    hits: Vec<u64>,
    visits: Vec<u64>,
}

impl<T: Tree> Run<'_, T> {
    /// Makes room for what is known about a node just opened and its children.
    fn grow(&mut self, id: NodeId) {
        let size = self.sampled.entries.len();
        self.hits.resize(size, 0);
        self.visits.resize(size, 0);
        self.sigma.resize(size, Vec::new());
        let alternatives = self.sampled.children(id).len();
        if matches!(self.sampled.entry(id).kind, Kind::Choice { .. }) && self.sigma[id.0].is_empty() {
            self.sigma[id.0] = vec![1.0 / alternatives as f64; alternatives];
        }
    }

    /// Does a leaf count as what the scheduler aims at?
    fn is_hit(&self, id: NodeId, goal: Goal) -> bool {
        let certain = self.sampled.certified(id).to_f64_fast();
        if goal == Goal::Maximise { certain > 0.5 } else { certain < 0.5 }
    }

    fn weights(&self, id: NodeId) -> Vec<f64> {
        match &self.sampled.entry(id).kind {
            Kind::Branch { probabilities, .. } => probabilities.iter().map(|p| p.to_f64_fast()).collect(),
            _ => self.sigma[id.0].clone(),
        }
    }

    fn sample(&mut self, rng: &mut Rng, goal: Goal) -> Result<(), T::Error> {
        let mut id = self.sampled.begin()?;
        loop {
            self.grow(id);
            let weights = self.weights(id);
            if weights.is_empty() {
                break;
            }
            let pick = draw(rng, weights.iter().map(|&weight| Some(weight)));
            match self.sampled.descend(pick)? {
                Ok(child) => id = child,
                Err(Circle) => unreachable!("nodes that are kept apart are met once"),
            }
        }
        let hit = u64::from(self.is_hit(id, goal));
        for id in self.sampled.walk() {
            self.visits[id.0] += 1;
            self.hits[id.0] += hit;
        }
        self.sampled.retrace();
        Ok(())
    }

    /// The share of samples that met the event; where there were none, the probability of being sampled.
    fn estimates(&self) -> Vec<f64> {
        let mut estimates: Vec<f64> =
            self.hits.iter().zip(&self.visits).map(|(&hits, &visits)| hits as f64 / visits.max(1) as f64).collect();
        for (index, sigma) in self.sigma.iter().enumerate() {
            for (child, sigma) in self.sampled.children(NodeId(index)).iter().zip(sigma) {
                if self.visits[child.0] == 0 {
                    estimates[child.0] = *sigma;
                }
            }
        }
        estimates
    }

    /// The expected probability of the event under σ, everywhere. Children come after their parents in the list.
    fn expectations(&mut self, goal: Goal) -> Result<Vec<f64>, T::Error> {
        let mut next = 0;
        while next < self.sampled.entries.len() {
            self.sampled.expand(NodeId(next))?;
            self.grow(NodeId(next));
            next += 1;
        }
        self.visits.fill(1);
        let mut values = vec![0.0; next];
        for index in (0..next).rev() {
            let id = NodeId(index);
            let weights = self.weights(id);
            values[index] = if weights.is_empty() {
                f64::from(u8::from(self.is_hit(id, goal)))
            } else {
                self.sampled.children(id).iter().zip(weights).map(|(child, weight)| weight * values[child.0]).sum()
            };
        }
        Ok(values)
    }

    /// Gives everything to the most likely alternative of each choice.
    fn determinise(&mut self) {
        for sigma in &mut self.sigma {
            let favourite = favourite(sigma);
            for (position, sigma) in sigma.iter_mut().enumerate() {
                *sigma = if position == favourite { 1.0 } else { 0.0 };
            }
        }
    }

    fn learnt_scheduler(&self) -> super::Scheduler {
        self.sampled.scheduler_by(&|id| self.sigma.get(id.0).map_or(0, |sigma| favourite(sigma)))
    }
}

/// The first of the most likely alternatives.
fn favourite(sigma: &[f64]) -> usize {
    let mut best = 0;
    for (position, weight) in sigma.iter().enumerate() {
        if *weight > sigma[best] {
            best = position;
        }
    }
    best
}

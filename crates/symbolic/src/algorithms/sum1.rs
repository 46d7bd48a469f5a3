//! `sum1`: statistical model checking of decision processes (Henriques et al., QEST 2012), for comparison.
//!
//! Its quality is the *expected* probability of the event under the current probabilistic scheduler, estimated by counting
//! samples one by one; estimates start anew with each scheduler, and the learnt scheduler is made deterministic and assessed by
//! sampling once more. The paper on Algorithms 1 to 5 shows that it need not converge to the best scheduler, even with perfect
//! information from sampling; `perfect` gives it that, by computing the expectation instead of sampling it.

use super::approximate::{Sampling, draw, improve_choice};
use super::sampled::{Kind, NodeId, SampledTree};
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
    let mut run = Run { sampled: SampledTree::new(tree, query)?, sigma: vec![1.0], hits: vec![0], visits: vec![0] };
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
            let id = NodeId(index);
            if matches!(run.sampled.entry(id).kind, Kind::Choice { .. }) && run.visits[index] > 0 {
                let children: Vec<NodeId> = run.sampled.children(id).collect();
                let quality: Vec<f64> = children.iter().map(|child| quality[child.0]).collect();
                improve_choice(&mut run.sigma, &children, &quality, options.sampling.history, options.sampling.greedy);
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
    sampled: SampledTree<'a, T>,
    sigma: Vec<f64>,
    hits: Vec<u64>,
    visits: Vec<u64>,
}

impl<T: Tree> Run<'_, T> {
    fn grow(&mut self) {
        let size = self.sampled.entries.len();
        self.hits.resize(size, 0);
        self.visits.resize(size, 0);
        self.sigma.resize(size, f64::NAN);
    }

    fn expand(&mut self, id: NodeId) -> Result<Vec<NodeId>, T::Error> {
        self.sampled.expand(id)?;
        self.grow();
        let children: Vec<NodeId> = self.sampled.children(id).collect();
        for child in &children {
            if self.sigma[child.0].is_nan() {
                self.sigma[child.0] = 1.0 / children.len() as f64;
            }
        }
        Ok(children)
    }

    /// Does a leaf count as what the scheduler aims at?
    fn is_hit(&self, id: NodeId, goal: Goal) -> bool {
        let certain = self.sampled.certified(id).to_f64_fast();
        if goal == Goal::Maximise { certain > 0.5 } else { certain < 0.5 }
    }

    fn weights(&self, id: NodeId, children: &[NodeId]) -> Vec<f64> {
        match &self.sampled.entry(id).kind {
            Kind::Branch { probabilities, .. } => probabilities.iter().map(|p| p.to_f64_fast()).collect(),
            _ => children.iter().map(|child| self.sigma[child.0]).collect(),
        }
    }

    fn sample(&mut self, rng: &mut Rng, goal: Goal) -> Result<(), T::Error> {
        let mut id = SampledTree::<T>::ROOT;
        loop {
            let children = self.expand(id)?;
            if children.is_empty() {
                break;
            }
            let weights = self.weights(id, &children);
            id = children[draw(rng, weights.iter().map(|&weight| Some(weight)))];
        }
        let hit = u64::from(self.is_hit(id, goal));
        let mut next = Some(id);
        while let Some(id) = next {
            self.visits[id.0] += 1;
            self.hits[id.0] += hit;
            next = self.sampled.entry(id).parent;
        }
        Ok(())
    }

    fn estimates(&self) -> Vec<f64> {
        let share = |index: usize| match self.visits[index] {
            0 => self.sigma[index],
            visits => self.hits[index] as f64 / visits as f64,
        };
        (0..self.sigma.len()).map(share).collect()
    }

    /// The expected probability of the event under σ, everywhere. Children come after their parents in the list.
    fn expectations(&mut self, goal: Goal) -> Result<Vec<f64>, T::Error> {
        let mut next = 0;
        while next < self.sampled.entries.len() {
            self.expand(NodeId(next))?;
            next += 1;
        }
        self.visits.fill(1);
        let mut values = vec![0.0; next];
        for index in (0..next).rev() {
            let id = NodeId(index);
            let children: Vec<NodeId> = self.sampled.children(id).collect();
            values[index] = if children.is_empty() {
                f64::from(u8::from(self.is_hit(id, goal)))
            } else {
                let weights = self.weights(id, &children);
                children.iter().zip(weights).map(|(child, weight)| weight * values[child.0]).sum()
            };
        }
        Ok(values)
    }

    /// Gives everything to the most likely alternative of each choice.
    fn determinise(&mut self) {
        for index in 0..self.sampled.entries.len() {
            let id = NodeId(index);
            if matches!(self.sampled.entry(id).kind, Kind::Choice { .. }) {
                let favourite = self.favourite(id);
                for (position, child) in self.sampled.children(id).enumerate() {
                    self.sigma[child.0] = if position == favourite { 1.0 } else { 0.0 };
                }
            }
        }
    }

    fn favourite(&self, id: NodeId) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (position, child) in self.sampled.children(id).enumerate() {
            if self.sigma[child.0] > best.1 {
                best = (position, self.sigma[child.0]);
            }
        }
        best.0
    }

    fn learnt_scheduler(&self) -> super::Scheduler {
        self.sampled.scheduler_by(&|id| self.favourite(id))
    }
}

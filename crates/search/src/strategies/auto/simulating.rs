//! Nested Monte-Carlo search at level 1 (Poulding and Feldt 2015, Figure 2), one simulation at a time, so that a portfolio can
//! turn to something else between any two. It leaves out what is chart, and does not take a move again that it
//! has just looked at.
//!
//! The first trial simulates deep. Which depth suits a program is not known beforehand (the paper's tables favour different
//! ones); after a failed trial the next has another.

use std::collections::VecDeque;

use space::{Pick, System};

use super::chart::Chart;
use super::{Explorer, Halt, Node, Turn, effort};

const DEPTHS: [usize; 4] = [64, 8, 32, 16];
/// On cyclic systems a trial need not end.
const TRIAL_LENGTH_MAX: usize = 10_000;

#[derive(Default)]
pub struct Simulating {
    trials: usize,
    trial: Option<Trial>,
}

/// Names follow the paper's figure.
struct Trial {
    sim_depth: usize,
    state: Node,
    /// The moves of `state` that were not simulated yet, in their order.
    left: VecDeque<Pick>,
    /// Where the others lead.
    children: Vec<(Pick, Node)>,
    /// The best of the round: its value (smaller is better) and its moves.
    high: Option<(f32, VecDeque<Pick>)>,
    best: Option<(f32, VecDeque<Pick>)>,
    chosen_path: Vec<(Node, Pick)>,
    /// What may be taken where a simulation is.
    moves: Vec<Pick>,
}

impl<S: System> Turn<S> for Simulating {
    fn work(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart, budget: u64) -> Result<bool, Halt> {
        let end = effort(explorer, chart) + budget;
        while effort(explorer, chart) < end {
            let Some(trial) = &mut self.trial else {
                let root = chart.root(explorer)?.node;
                let mut left = Vec::new();
                chart.find_left(explorer, &root, &mut left);
                if left.is_empty() {
                    return Ok(chart.covers(&root));
                }
                let sim_depth = DEPTHS[self.trials % DEPTHS.len()];
                self.trials += 1;
                self.trial = Some(Trial::new(root, left.into(), sim_depth));
                continue;
            };
            let goes_on = match trial.left.pop_front() {
                Some(pick) => trial.simulate(explorer, chart, pick).map(|()| true)?,
                None => trial.choose(explorer, chart)?,
            };
            if !goes_on {
                self.trial = None;
            }
        }
        Ok(false)
    }
}

impl Trial {
    fn new(state: Node, left: VecDeque<Pick>, sim_depth: usize) -> Self {
        let (children, chosen_path, moves) = Default::default();
        Trial { sim_depth, state, left, children, high: None, best: None, chosen_path, moves }
    }

    /// One move and a random walk from there.
    fn simulate<S: System>(
        &mut self,
        explorer: &mut Explorer<'_, S>,
        chart: &mut Chart,
        pick: Pick,
    ) -> Result<(), Halt> {
        let mut way = vec![(self.state, pick)];
        let mut end = chart.follow(explorer, &self.state, pick)?.map(|stop| stop.node);
        self.children.extend(end.map(|child| (pick, child)));
        while let Some(node) = end
            && way.len() <= self.sim_depth
        {
            chart.find_left(explorer, &node, &mut self.moves);
            if self.moves.is_empty() {
                break;
            }
            let chosen_move = self.moves[explorer.rng().below(self.moves.len())];
            way.push((node, chosen_move));
            end = chart.follow(explorer, &node, chosen_move)?.map(|stop| stop.node);
        }
        let value = end.map_or(f32::INFINITY, |node| chart.value(explorer, &node));
        if self.high.as_ref().is_none_or(|(high_value, _)| value < *high_value) {
            self.high = Some((value, way.iter().map(|(_, chosen_move)| *chosen_move).collect()));
        }
        let before = self.chosen_path.len();
        self.chosen_path.append(&mut way);
        chart.learn(&self.chosen_path, end.as_ref());
        self.chosen_path.truncate(before);
        Ok(())
    }

    /// After a round: moves on along the best simulation so far. False if the trial is over.
    fn choose<S: System>(&mut self, explorer: &mut Explorer<'_, S>, chart: &mut Chart) -> Result<bool, Halt> {
        let Some(high) = self.high.take() else { return Ok(false) };
        let is_better = self.best.as_ref().is_none_or(|(best_value, best_path)| {
            high.0 < *best_value || best_path.front().is_none_or(|&next| !chart.is_left(&self.state, next))
        });
        if is_better {
            self.best = Some(high);
        }
        let (_, best_path) = self.best.as_mut().expect("a round has a best simulation");
        let chosen_move = best_path.pop_front().expect("a simulation has at least one move");
        // The best simulation may have been the last one that its first move had to offer.
        let is_open = |(_, child): &&(Pick, Node)| !chart.covers(child);
        let best_child = self.children.iter().filter(is_open).find(|(pick, _)| *pick == chosen_move);
        let Some(&(move_made, child)) = best_child.or_else(|| self.children.iter().find(is_open)) else {
            return Ok(false);
        };
        if move_made != chosen_move {
            self.best = None;
        }
        self.chosen_path.push((self.state, move_made));
        self.state = child;
        self.children.clear();
        chart.find_left(explorer, &child, &mut self.moves);
        self.left.extend(&self.moves);
        Ok(!self.left.is_empty() && self.chosen_path.len() < TRIAL_LENGTH_MAX)
    }
}

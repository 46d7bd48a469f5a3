//! Solves the linear systems of one strongly connected component by eliminating its states from the last visited to the
//! first: programs loop back to where they came from, so in this order rows hardly fill in.
//!
//! No differences are formed (Grassmann, Taksar and Heyman 1985): one minus the probability of a self-loop is summed from
//! what does not loop, so that small probabilities keep all their digits.

use std::collections::BinaryHeap;

/// Where one state of the component goes in one step.
#[derive(Default)]
pub struct Step {
    /// Within the component, by number.
    pub inside: Vec<(u32, f64)>,
    /// Outside, and from there on out of the explored part.
    pub leaving: f64,
    /// Outside, and from there nowhere unexplored.
    pub closed: f64,
}

/// The component after elimination. What is said of a state supposes that all later ones are passed through.
pub struct Elimination {
    rows: Vec<Row>,
}

#[derive(Default)]
struct Row {
    /// Probabilities, given that the state is left for good.
    leaving: f64,
    closed: f64,
    earlier: Vec<(u32, f64)>,
    /// The probability of stepping to each later state, all those after it passed through.
    later: Vec<(u32, f64)>,
    /// The probability of not returning at once.
    not_looping: f64,
}

impl Elimination {
    /// `step` tells where each of `count` states goes; from every state the component must be left in the end.
    pub fn new(count: usize, mut step: impl FnMut(usize) -> Step) -> Self {
        let mut rows: Vec<Row> = Vec::new();
        rows.resize_with(count, Row::default);
        // The row under construction, by number; 0 where the number is in neither `later` nor `earlier`.
        let mut scattered = vec![0.0; count];
        let mut later: BinaryHeap<u32> = BinaryHeap::new();
        let mut earlier: Vec<u32> = Vec::new();
        for number in (0..count).rev() {
            let Step { inside, mut leaving, mut closed } = step(number);
            let mut scatter = |scattered: &mut [f64], later: &mut BinaryHeap<u32>, to: u32, weight: f64| {
                if weight > 0.0 && scattered[to as usize] == 0.0 {
                    if number < to as usize { later.push(to) } else { earlier.push(to) }
                }
                scattered[to as usize] += weight;
            };
            for (to, weight) in inside {
                scatter(&mut scattered, &mut later, to, weight);
            }
            let mut passed = Vec::new();
            while let Some(to) = later.pop() {
                let weight = std::mem::replace(&mut scattered[to as usize], 0.0);
                passed.push((to, weight));
                let row = &rows[to as usize];
                leaving += weight * row.leaving;
                closed += weight * row.closed;
                for &(onward, part) in &row.earlier {
                    scatter(&mut scattered, &mut later, onward, weight * part);
                }
            }
            let mut not_looping = leaving + closed;
            let mut onward = Vec::with_capacity(earlier.len());
            for to in earlier.drain(..) {
                let weight = std::mem::replace(&mut scattered[to as usize], 0.0);
                if to as usize != number {
                    not_looping += weight;
                    onward.push((to, weight));
                }
            }
            for (_, weight) in &mut onward {
                *weight /= not_looping;
            }
            rows[number] = Row {
                leaving: leaving / not_looping,
                closed: closed / not_looping,
                earlier: onward,
                later: passed,
                not_looping,
            };
        }
        Elimination { rows }
    }

    /// The probability of leaving the explored part from each state.
    pub fn leaving(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.rows.len()];
        for number in 0..self.rows.len() {
            let row = &self.rows[number];
            x[number] = row.leaving + row.earlier.iter().map(|&(to, weight)| weight * x[to as usize]).sum::<f64>();
        }
        x
    }

    /// The expected number of visits to each state, if each is entered from outside `entered` times.
    pub fn visits(&self, mut entered: Vec<f64>) -> Vec<f64> {
        // What enters at a state that is passed through enters at the earlier ones it leads to.
        for number in (0..self.rows.len()).rev() {
            let mass = entered[number];
            if mass > 0.0 {
                for &(to, weight) in &self.rows[number].earlier {
                    entered[to as usize] += mass * weight;
                }
            }
        }
        let mut visits = entered;
        for number in 0..self.rows.len() {
            let row = &self.rows[number];
            visits[number] /= row.not_looping;
            let mass = visits[number];
            for &(to, weight) in &row.later {
                visits[to as usize] += mass * weight;
            }
        }
        visits
    }
}

//! An explicit set of inputs: what is left of a small domain along a path, filtered condition by condition.

use super::Boxes;
use crate::expr::{Assignment, ExprId, Exprs, Interval, Tape, VariableId};

#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    scope: Vec<VariableId>,
    /// One value per variable, point after point; every input of Java fits 64 bits.
    values: Vec<i64>,
}

impl Points {
    pub fn none(scope: &[VariableId]) -> Points {
        Points { scope: scope.to_vec(), values: Vec::new() }
    }

    /// All points of a box over `scope` that satisfy the conjuncts.
    pub fn enumerate(exprs: &Exprs, conjuncts: &[ExprId], scope: &[VariableId], part: &Boxes) -> Points {
        let ranges: Vec<Interval> = scope.iter().map(|variable| part[variable]).collect();
        let mut all = Vec::new();
        let ranges: Vec<(i64, i64)> = ranges.iter().map(|range| (range.low as i64, range.high as i64)).collect();
        let mut point: Vec<i64> = ranges.iter().map(|range| range.0).collect();
        loop {
            all.extend_from_slice(&point);
            let Some(next) = (0..ranges.len()).find(|&index| point[index] < ranges[index].1) else { break };
            point[next] += 1;
            for index in 0..next {
                point[index] = ranges[index].0;
            }
        }
        Points { scope: scope.to_vec(), values: all }.filter(exprs, conjuncts)
    }

    pub fn scope(&self) -> &[VariableId] {
        &self.scope
    }

    pub fn len(&self) -> usize {
        self.values.len() / self.scope.len().max(1)
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of each point, in the order of the scope.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        self.values.chunks(self.scope.len().max(1))
    }

    /// The points that satisfy further conjuncts.
    pub fn filter(&self, exprs: &Exprs, conjuncts: &[ExprId]) -> Points {
        let mut tape = Tape::new(exprs, conjuncts);
        let mut inputs = Assignment::default();
        let mut kept = Points::none(&self.scope);
        for point in self.iter() {
            for (&variable, &value) in self.scope.iter().zip(point) {
                inputs.set(variable, i128::from(value));
            }
            tape.run(exprs, &inputs);
            if conjuncts.iter().all(|&conjunct| tape.value(conjunct) != 0) {
                kept.values.extend_from_slice(point);
            }
        }
        kept
    }

    pub fn first(&self) -> Option<Assignment> {
        let point = self.iter().next()?;
        let mut inputs = Assignment::default();
        for (&variable, &value) in self.scope.iter().zip(point) {
            inputs.set(variable, i128::from(value));
        }
        Some(inputs)
    }
}

//! Reachability with probability zero and one, by worklists (de Alfaro 1997; Baier and Katoen, sections 10.1 and 10.6).

use crate::bits::Bits;
use crate::model::Model;

/// A model with its reversed edges.
pub struct Graph<'m> {
    pub model: &'m Model,
    /// Rows that lead to state `s` are `incoming[incoming_starts[s]..incoming_starts[s + 1]]`, once per entry.
    incoming_starts: Vec<u32>,
    incoming: Vec<u32>,
    /// The state each row belongs to; empty for chains, where it is the row's number.
    owner: Vec<u32>,
}

impl<'m> Graph<'m> {
    pub fn new(model: &'m Model) -> Graph<'m> {
        let mut owner = Vec::new();
        if !model.is_chain() {
            owner.reserve(model.rows());
            for state in 0..model.states() {
                owner.extend(model.rows_of(state).map(|_| state as u32));
            }
        }
        let mut incoming_starts = vec![0u32; model.states() + 2];
        for target in &model.targets {
            incoming_starts[*target as usize + 2] += 1;
        }
        for state in 2..incoming_starts.len() {
            incoming_starts[state] += incoming_starts[state - 1];
        }
        let mut incoming = vec![0u32; model.transitions()];
        for row in 0..model.rows() {
            for target in &model.targets[model.entries(row)] {
                let place = &mut incoming_starts[*target as usize + 1];
                incoming[*place as usize] = row as u32;
                *place += 1;
            }
        }
        incoming_starts.pop();
        Graph { model, incoming_starts, incoming, owner }
    }

    pub fn owner(&self, row: usize) -> usize {
        if self.owner.is_empty() { row } else { self.owner[row] as usize }
    }

    /// The rows with an entry into `state`.
    pub fn incoming(&self, state: usize) -> &[u32] {
        &self.incoming[self.incoming_starts[state] as usize..self.incoming_starts[state + 1] as usize]
    }

    /// States from which some path leads into `goal`, all before it in `through`.
    pub fn reach(&self, through: &Bits, goal: &Bits) -> Bits {
        let mut found = goal.clone();
        let mut work: Vec<u32> = goal.iter().map(|state| state as u32).collect();
        while let Some(state) = work.pop() {
            for row in self.incoming(state as usize) {
                let source = self.owner(*row as usize);
                if through.contains(source) && found.add(source) {
                    work.push(source as u32);
                }
            }
        }
        found
    }

    /// States from which every scheduler has a positive chance to reach `goal` through `through`.
    fn reach_always(&self, through: &Bits, goal: &Bits) -> Bits {
        if self.model.is_chain() {
            return self.reach(through, goal);
        }
        let mut found = goal.clone();
        let mut hit = Bits::new(self.model.rows());
        let mut missing: Vec<u32> =
            (0..self.model.states()).map(|state| self.model.rows_of(state).len() as u32).collect();
        let mut work: Vec<u32> = goal.iter().map(|state| state as u32).collect();
        while let Some(state) = work.pop() {
            for row in self.incoming(state as usize) {
                if !hit.add(*row as usize) {
                    continue;
                }
                let source = self.owner(*row as usize);
                missing[source] -= 1;
                if missing[source] == 0 && through.contains(source) && found.add(source) {
                    work.push(source as u32);
                }
            }
        }
        found
    }

    /// Where `through U goal` has probability zero under every scheduler.
    pub fn never_max(&self, through: &Bits, goal: &Bits) -> Bits {
        self.reach(through, goal).not()
    }

    /// Where some scheduler makes the probability of `through U goal` zero.
    pub fn never_min(&self, through: &Bits, goal: &Bits) -> Bits {
        self.reach_always(through, goal).not()
    }

    /// Where every scheduler reaches `goal` through `through` almost surely, given [`Graph::never_min`].
    pub fn sure_min(&self, through: &Bits, goal: &Bits, never_min: &Bits) -> Bits {
        self.reach(&through.minus(goal), never_min).not()
    }

    /// Where some scheduler reaches `goal` through `through` almost surely.
    pub fn sure_max(&self, through: &Bits, goal: &Bits) -> Bits {
        if self.model.is_chain() {
            let never = self.never_max(through, goal);
            return self.sure_min(through, goal, &never);
        }
        self.sure_max_with_rows(through, goal).0
    }

    /// [`Graph::sure_max`] with, for each such state outside `goal`, a row that leads closer while never leaving the set.
    pub fn sure_max_with_rows(&self, through: &Bits, goal: &Bits) -> (Bits, Vec<u32>) {
        let model = self.model;
        let mut candidates = self.reach(through, goal);
        // A row counts only while it stays among the candidates for certain; `good[s]` is the number of such rows.
        let mut spoilt = Bits::new(model.rows());
        let mut good: Vec<u32> = (0..model.states()).map(|state| model.rows_of(state).len() as u32).collect();
        let mut leaving: Vec<u32> = candidates.not().iter().map(|state| state as u32).collect();
        loop {
            while let Some(state) = leaving.pop() {
                for row in self.incoming(state as usize) {
                    if !spoilt.add(*row as usize) {
                        continue;
                    }
                    let source = self.owner(*row as usize);
                    good[source] -= 1;
                    if good[source] == 0 && candidates.contains(source) && !goal.contains(source) {
                        candidates.remove(source);
                        leaving.push(source as u32);
                    }
                }
            }
            let mut chosen = vec![u32::MAX; model.states()];
            let mut found = goal.clone();
            let mut work: Vec<u32> = goal.iter().map(|state| state as u32).collect();
            let mut next = 0;
            while next < work.len() {
                for row in self.incoming(work[next] as usize) {
                    let source = self.owner(*row as usize);
                    if !spoilt.contains(*row as usize) && candidates.contains(source) && found.add(source) {
                        chosen[source] = *row;
                        work.push(source as u32);
                    }
                }
                next += 1;
            }
            let lost = candidates.minus(&found);
            if lost.is_empty() {
                return (found, chosen);
            }
            leaving.extend(lost.iter().map(|state| state as u32));
            candidates = found;
        }
    }

    /// For each state that can reach `goal` through `through`, a row on a shortest way there.
    pub fn rows_towards(&self, through: &Bits, goal: &Bits, allowed: impl Fn(usize) -> bool) -> Vec<u32> {
        let mut chosen = vec![u32::MAX; self.model.states()];
        let mut found = goal.clone();
        let mut work: Vec<u32> = goal.iter().map(|state| state as u32).collect();
        let mut next = 0;
        while next < work.len() {
            let state = work[next] as usize;
            next += 1;
            for row in self.incoming(state) {
                let source = self.owner(*row as usize);
                if through.contains(source) && allowed(*row as usize) && found.add(source) {
                    chosen[source] = *row;
                    work.push(source as u32);
                }
            }
        }
        chosen
    }

    /// States that can be reached from `from`.
    pub fn reachable(&self, from: impl IntoIterator<Item = usize>) -> Bits {
        let mut found = Bits::new(self.model.states());
        let mut work: Vec<u32> = Vec::new();
        for state in from {
            if found.add(state) {
                work.push(state as u32);
            }
        }
        while let Some(state) = work.pop() {
            for target in self.model.successors(state as usize) {
                if found.add(*target as usize) {
                    work.push(*target);
                }
            }
        }
        found
    }
}

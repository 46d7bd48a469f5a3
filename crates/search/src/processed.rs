//! Which states are *processed*: fully explored, and so is everything they can reach (Tang 2013, Section 4.7).
//!
//! Each expanded state counts its transitions to states not processed yet; when the count reaches zero, so does its own
//! waiting, and its predecessors are told. That never happens on cycles, so from time to time the exact set is computed
//! by searching backwards from the open states; the intervals grow so that this costs O(1) per expansion.

use space::StateId;

#[derive(Default)]
pub struct Processed {
    states: Vec<Progress>,
    /// Per state the list of transitions into it from waiting states, as indices into `edges`.
    edges: Vec<Edge>,
    expansions: u32,
    exact_due: u32,
}

#[derive(Clone, Copy)]
struct Progress {
    stage: Stage,
    /// Transitions to states not processed.
    waiting: u32,
    first_edge: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    Expanded,
    Processed,
}

#[derive(Clone, Copy)]
struct Edge {
    source: u32,
    next: u32,
}

const NONE: u32 = u32::MAX;
const EXACT_FIRST: u32 = 256;

impl Processed {
    pub fn is_processed(&self, id: StateId) -> bool {
        self.states.get(id.0 as usize).is_some_and(|state| state.stage == Stage::Processed)
    }

    /// Tells of a transition; to be called before its source is expanded.
    pub fn add_transition(&mut self, source: StateId, target: StateId) {
        self.make_room(source.0.max(target.0));
        if source == target || self.states[target.0 as usize].stage == Stage::Processed {
            return;
        }
        let state = &mut self.states[target.0 as usize];
        self.edges.push(Edge { source: source.0, next: state.first_edge });
        state.first_edge = self.edges.len() as u32 - 1;
        self.states[source.0 as usize].waiting += 1;
    }

    /// Tells that all transitions of `id` are known; `newly` gets every state that thereby became processed.
    pub fn set_expanded(&mut self, id: StateId, newly: &mut Vec<StateId>) {
        self.make_room(id.0);
        self.states[id.0 as usize].stage = Stage::Expanded;
        self.expansions += 1;
        if self.states[id.0 as usize].waiting == 0 {
            self.finish(id.0, newly);
        }
        if self.exact_due.max(EXACT_FIRST) <= self.expansions {
            self.finish_cycles(newly);
            self.exact_due = self.expansions + self.expansions / 4;
        }
    }

    fn make_room(&mut self, index: u32) {
        if self.states.len() <= index as usize {
            let fresh = Progress { stage: Stage::Open, waiting: 0, first_edge: NONE };
            self.states.resize(index as usize + 1, fresh);
        }
    }

    fn finish(&mut self, index: u32, newly: &mut Vec<StateId>) {
        let mut stack = vec![index];
        self.states[index as usize].stage = Stage::Processed;
        while let Some(index) = stack.pop() {
            newly.push(StateId(index));
            let mut edge = std::mem::replace(&mut self.states[index as usize].first_edge, NONE);
            while edge != NONE {
                let Edge { source, next } = self.edges[edge as usize];
                let state = &mut self.states[source as usize];
                state.waiting = state.waiting.saturating_sub(1);
                if state.waiting == 0 && state.stage == Stage::Expanded {
                    state.stage = Stage::Processed;
                    stack.push(source);
                }
                edge = next;
            }
        }
    }

    fn finish_cycles(&mut self, newly: &mut Vec<StateId>) {
        let mut leaks = vec![false; self.states.len()];
        let mut stack: Vec<u32> =
            (0..self.states.len() as u32).filter(|&index| self.states[index as usize].stage == Stage::Open).collect();
        for &index in &stack {
            leaks[index as usize] = true;
        }
        while let Some(index) = stack.pop() {
            let mut edge = self.states[index as usize].first_edge;
            while edge != NONE {
                let Edge { source, next } = self.edges[edge as usize];
                if !std::mem::replace(&mut leaks[source as usize], true) {
                    stack.push(source);
                }
                edge = next;
            }
        }
        for index in 0..self.states.len() as u32 {
            if !leaks[index as usize] && self.states[index as usize].stage == Stage::Expanded {
                self.states[index as usize].stage = Stage::Processed;
                self.finish(index, newly);
            }
        }
    }
}

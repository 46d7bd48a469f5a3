//! What one machine remembers of the conditions it has met.
//!
//! Machines that open nodes of one tree have their expressions and path conditions in common, behind a lock. Most of what they ask has
//! been asked before, by the same machine; the answer depends on nothing else, so that it is kept where no other machine is in the way.

use crate::path_condition::PathCondition;
use dashu::rational::RBig;
use hashbrown::{Equivalent, HashMap};
use std::sync::Arc;

/// Beyond so many answers of a kind all are forgotten: a program whose conditions are always new gains nothing by them.
const ANSWERS_MAX: usize = 1 << 17;

/// A path condition, and the expressions that a question about it is about.
#[derive(PartialEq, Eq, Hash)]
struct Question {
    path: PathCondition,
    symbols: Box<[u32]>,
}

#[derive(Hash)]
struct Asked<'a> {
    path: &'a PathCondition,
    symbols: &'a [u32],
}

impl Equivalent<Question> for Asked<'_> {
    fn equivalent(&self, question: &Question) -> bool {
        *self.path == question.path && *self.symbols == *question.symbols
    }
}

/// Answers to one kind of question.
pub(super) struct Answers<A> {
    known: HashMap<Question, A>,
    /// How often the answer was there.
    pub(super) reused: u64,
}

impl<A> Default for Answers<A> {
    fn default() -> Self {
        Answers { known: HashMap::new(), reused: 0 }
    }
}

impl<A: Clone> Answers<A> {
    pub(super) fn get(&mut self, path: &PathCondition, symbols: &[u32]) -> Option<A> {
        let answer = self.known.get(&Asked { path, symbols }).cloned();
        self.reused += u64::from(answer.is_some());
        answer
    }

    pub(super) fn keep(&mut self, path: &PathCondition, symbols: &[u32], answer: A) {
        if self.known.len() >= ANSWERS_MAX {
            self.known.clear();
        }
        self.known.insert(Question { path: path.clone(), symbols: symbols.into() }, answer);
    }
}

/// How a path goes on at a branch.
pub(super) struct Ways {
    /// The alternatives that are possible, with their probabilities and what they assume.
    pub(super) open: Vec<(RBig, u32, Arc<PathCondition>)>,
    /// What is not quantified.
    pub(super) left: RBig,
}

#[derive(Default)]
pub(super) struct Memory {
    /// By the alternatives' conditions.
    pub(super) ways: Answers<Arc<Ways>>,
    /// By the assumption; none if it cannot hold.
    pub(super) assumed: Answers<Option<Arc<PathCondition>>>,
    /// What a path says about expressions.
    pub(super) concerning: Answers<PathCondition>,
}

impl Memory {
    pub(super) fn reused(&self) -> u64 {
        self.ways.reused + self.assumed.reused
    }
}

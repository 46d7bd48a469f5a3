//! Every path for itself: how it went, which inputs take it, and how likely they are.

use crate::algorithms::Outcome;
use dashu::rational::RBig;
use std::sync::Arc;

/// A path on its way.
#[derive(Clone, Debug)]
pub struct Record {
    /// Of everything that chance and the inputs decided.
    probability: RBig,
    /// What schedulers and the environment decided.
    picks: Vec<u32>,
    words: Vec<String>,
}

impl Default for Record {
    fn default() -> Self {
        Record { probability: RBig::ONE, picks: Vec::new(), words: Vec::new() }
    }
}

impl Record {
    pub(crate) fn extended(&self, probability: &RBig, words: &str, pick: Option<u32>) -> Record {
        let mut longer = self.clone();
        longer.probability *= probability;
        longer.picks.extend(pick);
        longer.words.push(words.to_owned());
        longer
    }
}

/// A path that has ended.
#[derive(Clone, Debug)]
pub struct RecordedPath {
    pub outcome: Outcome,
    pub labels: Vec<String>,
    /// Given that schedulers and the environment pick as they did here.
    pub probability: RBig,
    pub picks: Vec<u32>,
    /// What was decided, one after the other.
    pub words: Vec<String>,
    pub condition: String,
    /// Inputs that take it; those that are not mentioned may be anything.
    pub inputs: Vec<(String, String)>,
}

/// All paths that have ended, in the order they were met.
#[derive(Clone, Debug, Default)]
pub struct Records {
    pub paths: Vec<RecordedPath>,
}

impl Records {
    pub(crate) fn add(
        &mut self,
        record: &Arc<Record>,
        outcome: Outcome,
        labels: &[String],
        condition: String,
        inputs: Vec<(String, String)>,
    ) {
        let Record { probability, picks, words } = (**record).clone();
        self.paths.push(RecordedPath {
            outcome,
            labels: labels.to_vec(),
            probability,
            picks,
            words,
            condition,
            inputs,
        });
    }
}

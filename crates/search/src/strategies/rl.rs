//! Reinforcement-learning search (Tang 2013, Section 4.7 and Algorithm 4.7). An RL state is the call site of a choice
//! together with its distribution (`System::site`); program states at one site share what is learned there.
//!
//! Reward R(s): the fraction of the program states at site `s` that are processed. Value update (equation 4.4), with gamma
//! = 1: V(s) ← V(s) + α[R(s) + max V(s') − V(s)] over the sites s' reached by the latest expansion, where α is the
//! probability of the transition to the best of them. A final state has the value of the state it was reached from.
//! A queued state has the value that its site has now ("saves the JPF state along with the RL state"): with the value it was
//! queued with, the states of a site that has since proved worthless would stay ahead. Of equals, the oldest goes first.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use hashbrown::HashMap;
use space::{StateId, System};

use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};
use crate::processed::Processed;

/// Search by reinforcement learning.
#[derive(Default)]
pub struct ReinforcementLearning {
    sites: Sites,
    values: HashMap<u64, f64>,
    large: Large,
}

/// `Q_large`: the open states by site, and the sites by value.
#[derive(Default)]
struct Large {
    buckets: HashMap<u64, Bucket>,
    /// Sites with open states: value, oldest state, site. The best is last.
    ranking: BTreeSet<(u64, Reverse<StateId>, u64)>,
    len: usize,
}

#[derive(Default)]
struct Bucket {
    /// With equal values, so that the oldest is first.
    states: BinaryHeap<Queued>,
    /// Where the site stands in the ranking.
    rank: Option<(u64, Reverse<StateId>, u64)>,
}

impl Large {
    fn push(&mut self, site: u64, node: Node, value: f64) {
        self.buckets.entry(site).or_default().states.push(Queued { value: 0.0, node });
        self.len += 1;
        self.revalue(site, value);
    }

    /// The value of a site has changed.
    fn revalue(&mut self, site: u64, value: f64) {
        let Some(bucket) = self.buckets.get_mut(&site) else { return };
        if let Some(rank) = bucket.rank.take() {
            self.ranking.remove(&rank);
        }
        if let Some(oldest) = bucket.states.peek() {
            let rank = (ordered(value), Reverse(oldest.node.id), site);
            bucket.rank = Some(rank);
            self.ranking.insert(rank);
        }
    }

    fn pop(&mut self) -> Option<(u64, Node)> {
        let (_, _, site) = self.ranking.pop_last()?;
        let bucket = self.buckets.get_mut(&site)?;
        bucket.rank = None;
        self.len -= 1;
        bucket.states.pop().map(|queued| (site, queued.node))
    }
}

/// Bits that compare as the doubles do.
fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    if value.is_sign_negative() { !bits } else { bits | 1 << 63 }
}

/// Which states belong to which site, and how many of them are processed.
#[derive(Default)]
pub struct Sites {
    of_state: HashMap<u32, u64>,
    counts: HashMap<u64, (u64, u64)>,
    processed: Processed,
    newly: Vec<StateId>,
}

impl Sites {
    /// Notes where the choice of a state is taken.
    pub fn file(&mut self, node: &Node, site: u64) {
        self.of_state.insert(node.id.0, site);
        self.counts.entry(site).or_default().0 += 1;
    }

    /// Notes a transition.
    pub fn add_transition(&mut self, source: StateId, target: StateId) {
        self.processed.add_transition(source, target);
    }

    /// Notes that all transitions of a state were taken.
    pub fn set_expanded(&mut self, id: StateId) {
        self.processed.set_expanded(id, &mut self.newly);
        for id in self.newly.drain(..) {
            if let Some(site) = self.of_state.get(&id.0) {
                self.counts.entry(*site).or_default().1 += 1;
            }
        }
    }

    /// R(s).
    pub fn reward(&self, site: u64) -> f64 {
        self.counts.get(&site).map_or(0.0, |&(states, processed)| processed as f64 / states as f64)
    }

    /// Where the choice of a state is taken.
    pub fn of(&self, id: StateId) -> Option<u64> {
        self.of_state.get(&id.0).copied()
    }
}

impl<S: System> Strategy<S> for ReinforcementLearning {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let root = explorer.root()?;
        if root.alternatives > 0 {
            let site = explorer.site(&root);
            self.sites.file(&root, site);
        }
        let mut small = vec![Queued { value: 0.0, node: root }];
        loop {
            let best = (0..small.len()).max_by(|&a, &b| small[a].cmp(&small[b]));
            let taken = best.map(|best| small.swap_remove(best).node);
            for Queued { node, .. } in small.drain(..) {
                match self.sites.of(node.id) {
                    Some(site) => {
                        let value = self.value(site);
                        self.large.push(site, node, value);
                    }
                    // From a final state nothing leads on, whenever its turn is.
                    None => explorer.close(&node)?,
                }
            }
            let Some(node) = taken.or_else(|| self.next_of_all()) else { return Ok(()) };
            self.expand(explorer, node, &mut small)?;
            explorer.set_frontier_len(self.large.len + small.len());
        }
    }
}

impl ReinforcementLearning {
    fn next_of_all(&mut self) -> Option<Node> {
        let (site, node) = self.large.pop()?;
        let value = self.value(site);
        self.large.revalue(site, value);
        Some(node)
    }

    fn expand<S: System>(
        &mut self,
        explorer: &mut Explorer<'_, S>,
        source: Node,
        small: &mut Vec<Queued>,
    ) -> Result<(), Halt> {
        let own = self.sites.of(source.id).map_or(0.0, |site| self.value(site));
        // The best value among the next states, and the probability of the transition there.
        let mut best: Option<(f64, f64)> = None;
        for pick in explorer.picks(&source) {
            let (target, fresh) = match explorer.advance(&source, pick)? {
                Arrival::Fresh(target) => (target, true),
                Arrival::Seen(target) => (target, false),
                Arrival::Nowhere => continue,
            };
            self.sites.add_transition(source.id, target.id);
            let value = if target.alternatives == 0 {
                own
            } else {
                let site = explorer.site(&target);
                if fresh {
                    self.sites.file(&target, site);
                }
                self.value(site)
            };
            if best.is_none_or(|(best_value, _)| best_value < value) {
                best = Some((value, target.probability / source.probability));
            }
            if fresh {
                small.push(Queued { value, node: target });
            }
        }
        explorer.close(&source)?;
        self.sites.set_expanded(source.id);
        if let (Some(site), Some((best_value, alpha))) = (self.sites.of(source.id), best) {
            let alpha = if alpha.is_finite() { alpha } else { 1.0 };
            let updated = own + alpha * (self.sites.reward(site) + best_value - own);
            self.values.insert(site, updated);
            self.large.revalue(site, updated);
        }
        Ok(())
    }

    /// V(s), initially 0.
    fn value(&self, site: u64) -> f64 {
        self.values.get(&site).copied().unwrap_or(0.0)
    }
}

/// A state that waits.
pub struct Queued {
    /// What it promises.
    pub value: f64,
    /// The state.
    pub node: Node,
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.total_cmp(&other.value).then(Reverse(self.node.id).cmp(&Reverse(other.node.id)))
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Queued {}

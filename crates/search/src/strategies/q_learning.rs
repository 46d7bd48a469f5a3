//! Reinforcement-learning search with action values (`rl,q=true`), as the Future Work of Tang 2013 (Chapter 7) asks: Q(s, a)
//! instead of V(s), the original update of Q-learning (Sutton and Barto 1998, Section 6.5), and epsilon-greedy instead
//! of greedy choice of the next transition.
//!
//! The unit of exploration is a single transition: an episode follows the untaken alternative with the largest action
//! value, or with probability epsilon any untaken one, until it finds none; the next episode starts from the waiting
//! state whose best untaken alternative is worth most. Reward for a transition: the fraction of processed states at the
//! site it leads to, weighted by its probability, which is what closes. With gamma = 1, as in the thesis, values grow
//! without bound on loops; we discount by 0.9 and learn at rate 0.1, the book's customary values.

use std::collections::BinaryHeap;

use hashbrown::HashMap;
use space::{Pick, System};

use super::rl::{Queued, Sites};
use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};

const ALPHA: f64 = 0.1;
const GAMMA: f64 = 0.9;

/// Search by Q-learning.
pub struct QLearning {
    epsilon: f64,
    sites: Sites,
    /// Q(s, a) by site.
    values: HashMap<u64, Vec<f64>>,
    /// Alternatives not taken yet, by state.
    untaken: HashMap<u32, Vec<Pick>>,
    waiting: BinaryHeap<Queued>,
}

impl QLearning {
    /// With the probability of choosing by chance.
    pub fn new(epsilon: f64) -> Self {
        QLearning {
            epsilon,
            sites: Sites::default(),
            values: HashMap::new(),
            untaken: HashMap::new(),
            waiting: BinaryHeap::new(),
        }
    }

    fn meet<S: System>(&mut self, explorer: &mut Explorer<'_, S>, node: &Node) -> Result<(), Halt> {
        let picks: Vec<Pick> = explorer.picks(node).collect();
        if picks.is_empty() {
            explorer.close(node)?;
            self.sites.set_expanded(node.id);
            return Ok(());
        }
        let site = explorer.site(node);
        self.sites.file(node, site);
        self.values.entry(site).or_insert_with(|| vec![0.0; node.alternatives as usize]);
        self.untaken.insert(node.id.0, picks);
        Ok(())
    }

    fn action_value(&self, node: &Node, pick: Pick) -> f64 {
        let values = self.sites.of(node.id).and_then(|site| self.values.get(&site));
        values.and_then(|values| values.get(pick.0 as usize)).copied().unwrap_or(0.0)
    }

    /// The best untaken alternative of `node` (its place in the list) and what it is worth.
    fn best_untaken(&self, node: &Node) -> Option<(usize, f64)> {
        let untaken = self.untaken.get(&node.id.0)?;
        let worth = |place: usize| self.action_value(node, untaken[place]);
        (0..untaken.len()).rev().map(|place| (place, worth(place))).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The next episode's start: the waiting state of largest present value. Entries carry the value of when they were
    /// queued; one whose state has become less attractive is queued again.
    fn next_start(&mut self) -> Option<Node> {
        while let Some(Queued { value, node }) = self.waiting.pop() {
            let Some((_, present)) = self.best_untaken(&node) else { continue };
            if value <= present || self.waiting.peek().is_none_or(|next| next.value <= present) {
                return Some(node);
            }
            self.waiting.push(Queued { value: present, node });
        }
        None
    }
}

impl<S: System> Strategy<S> for QLearning {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let root = explorer.root()?;
        self.meet(explorer, &root)?;
        let mut present = Some(root);
        while let Some(node) = present.or_else(|| self.next_start()) {
            let Some((mut place, _)) = self.best_untaken(&node) else {
                present = None;
                continue;
            };
            let untaken = self.untaken.get_mut(&node.id.0).expect("it has a best one");
            if explorer.rng().unit() < self.epsilon {
                place = explorer.rng().below(untaken.len());
            }
            let pick = untaken.remove(place);
            let exhausted = untaken.is_empty();
            if exhausted {
                self.untaken.remove(&node.id.0);
            } else if let Some((_, value)) = self.best_untaken(&node) {
                self.waiting.push(Queued { value, node });
            }
            present = self.take(explorer, &node, pick)?;
            if exhausted {
                explorer.close(&node)?;
                self.sites.set_expanded(node.id);
            }
            explorer.set_frontier_len(self.waiting.len());
        }
        Ok(())
    }
}

impl QLearning {
    /// Takes a transition, learns from it, and says where the episode goes on.
    fn take<S: System>(
        &mut self,
        explorer: &mut Explorer<'_, S>,
        node: &Node,
        pick: Pick,
    ) -> Result<Option<Node>, Halt> {
        let target = match explorer.advance(node, pick)? {
            Arrival::Fresh(target) => {
                self.meet(explorer, &target)?;
                target
            }
            Arrival::Seen(target) => target,
            Arrival::Nowhere => return Ok(None),
        };
        self.sites.add_transition(node.id, target.id);
        let (reward, ahead) = match self.sites.of(target.id) {
            Some(site) => {
                let values = self.values.get(&site).map_or(&[][..], Vec::as_slice);
                (self.sites.reward(site), values.iter().copied().fold(0.0, f64::max))
            }
            None => (1.0, 0.0),
        };
        if let Some(values) = self.sites.of(node.id).and_then(|site| self.values.get_mut(&site))
            && let Some(value) = values.get_mut(pick.0 as usize)
        {
            let weight = if node.probability > 0.0 { target.probability / node.probability } else { 1.0 };
            *value += ALPHA * (weight * reward + GAMMA * ahead - *value);
        }
        Ok(self.untaken.contains_key(&target.id.0).then_some(target))
    }
}

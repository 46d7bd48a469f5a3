//! Mass search, our own: reach a given progress with the fewest transitions.
//!
//! Progress grows by the probability mass that stops being able to leave the explored part. Each open state holds a mass:
//! the summed probability of all explored ways into it, not only of the first one as in probability-first search. What a
//! transition's worth of work buys there depends on where in the program the state is; so per choice site we learn what
//! an expansion does to a unit of mass: how much of it closes at once (final or processed states), how much moves on to
//! states of which sites, and how many of those states are new and will cost expansions of their own.
//!
//! From this follows an index per site, the best ratio of mass closed to transitions spent that any stopping rule attains
//! from there, as in branching bandits (Weiss 1988): expand here, then in the children whose own index is no worse. The
//! state with the largest mass times index goes next. Where nothing is learned yet the index is that of a typical site, so
//! that unknown sites are ordered by mass per alternative.
//!
//! Mass that flows into a state expanded before is not passed on; that would need the linear system of `progress`. The
//! index orders states, it is not the answer, so the error costs transitions, never correctness.

use std::collections::{BTreeMap, BinaryHeap};

use hashbrown::HashMap;
use space::{StateId, System};

use super::rl::Queued;
use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy};
use crate::processed::Processed;

/// The search by probability mass.
pub struct Mass {
    sites: HashMap<u64, Site>,
    open: HashMap<u32, Open>,
    queue: BinaryHeap<Queued>,
    processed: Processed,
    newly: Vec<StateId>,
    expansions: u64,
    indices_due: u64,
    /// The index of an average site, times its number of alternatives.
    typical: f64,
}

impl Default for Mass {
    fn default() -> Self {
        Mass {
            sites: HashMap::new(),
            open: HashMap::new(),
            queue: BinaryHeap::new(),
            processed: Processed::default(),
            newly: Vec::new(),
            expansions: 0,
            indices_due: 16,
            typical: 1.0,
        }
    }
}

/// How many expansions a site's own index must outweigh.
const PRIOR: f64 = 8.0;

#[derive(Clone, Copy)]
struct Open {
    node: Node,
    site: u64,
    mass: f64,
}

/// What expansions at one site did, per unit of mass.
#[derive(Default)]
struct Site {
    expansions: f64,
    transitions: f64,
    closed: f64,
    /// Ordered, so that sums come out the same in every run.
    onward: BTreeMap<u64, Onward>,
    /// Mass closed and transitions spent by the best stopping rule, per unit of mass that starts here.
    gain: f64,
    cost: f64,
}

#[derive(Clone, Copy, Default)]
struct Onward {
    mass: f64,
    /// How many states were new.
    states: f64,
}

/// Gain and cost supposed of a site never expanded: two transitions that close everything.
const UNKNOWN: (f64, f64) = (1.0, 2.0);

impl Site {
    fn index(&self) -> f64 {
        self.gain / self.cost
    }

    /// Mass closed and transitions spent by one expansion, on average.
    fn expansion(&self) -> (f64, f64) {
        (self.closed / self.expansions, (self.transitions / self.expansions).max(1.0))
    }
}

impl<S: System> Strategy<S> for Mass {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let root = explorer.root()?;
        let site = explorer.site(&root);
        self.open(root, site, 1.0);
        while let Some(open) = self.next_open() {
            self.expand(explorer, open)?;
            self.expansions += 1;
            if self.indices_due <= self.expansions {
                self.reconsider();
                self.indices_due = self.expansions + self.expansions / 4 + 16;
            }
            explorer.set_frontier_len(self.open.len());
        }
        Ok(())
    }
}

impl Mass {
    fn open(&mut self, node: Node, site: u64, mass: f64) {
        let open = Open { node, site, mass };
        self.open.insert(node.id.0, open);
        self.queue.push(self.queued(&open));
    }

    /// Mass times index. An index learned from few expansions is drawn towards what is typical.
    fn worth(&self, site: u64, mass: f64, node: &Node) -> f64 {
        let expected = self.typical / f64::from(node.alternatives.max(1));
        let index = match self.sites.get(&site) {
            Some(site) if site.cost > 0.0 => {
                (site.expansions * site.index() + PRIOR * expected) / (site.expansions + PRIOR)
            }
            _ => expected,
        };
        mass * index
    }

    /// A state is queued again whenever it gains mass; the entry with most comes first, the others find it gone.
    fn next_open(&mut self) -> Option<Open> {
        while let Some(Queued { node, .. }) = self.queue.pop() {
            if let Some(open) = self.open.remove(&node.id.0) {
                return Some(open);
            }
        }
        None
    }

    /// Learns anew what sites are worth, and orders the open states by it: values of different age do not compare.
    fn reconsider(&mut self) {
        self.compute_indices();
        let alternatives = |site: &Site| site.transitions / site.expansions;
        let rates: f64 = self.sites.values().map(|site| site.expansions * site.index() * alternatives(site)).sum();
        let expansions: f64 = self.sites.values().map(|site| site.expansions).sum();
        self.typical = rates / expansions;
        let queue: Vec<Queued> = self.open.values().map(|open| self.queued(open)).collect();
        self.queue = BinaryHeap::from(queue);
    }

    fn queued(&self, open: &Open) -> Queued {
        Queued { value: self.worth(open.site, open.mass, &open.node), node: open.node }
    }

    fn expand<S: System>(&mut self, explorer: &mut Explorer<'_, S>, open: Open) -> Result<(), Halt> {
        let source = open.node;
        let (mut closed, mut onward): (f64, Vec<(u64, Onward)>) = (0.0, Vec::new());
        for pick in explorer.picks(&source) {
            let weight = explorer.choice(&source).map_or(1.0, |choice| choice.probability(pick));
            let (target, fresh) = match explorer.advance(&source, pick)? {
                Arrival::Fresh(target) => (target, true),
                Arrival::Seen(target) => (target, false),
                Arrival::Nowhere => {
                    closed += weight;
                    continue;
                }
            };
            self.processed.add_transition(source.id, target.id);
            if fresh && target.alternatives == 0 {
                explorer.close(&target)?;
                self.processed.set_expanded(target.id, &mut self.newly);
            }
            if self.processed.is_processed(target.id) {
                closed += weight;
                continue;
            }
            let site = explorer.site(&target);
            onward.push((site, Onward { mass: weight, states: f64::from(u8::from(fresh)) }));
            if fresh {
                self.open(target, site, open.mass * weight);
            } else if let Some(known) = self.open.get_mut(&target.id.0) {
                known.mass += open.mass * weight;
                let known = *known;
                self.queue.push(self.queued(&known));
            }
        }
        explorer.close(&source)?;
        self.processed.set_expanded(source.id, &mut self.newly);
        self.newly.clear();
        let site = self.sites.entry(open.site).or_default();
        site.expansions += 1.0;
        site.transitions += f64::from(source.alternatives);
        site.closed += closed;
        for (target, part) in onward {
            let entry = site.onward.entry(target).or_default();
            entry.mass += part.mass;
            entry.states += part.states;
        }
        Ok(())
    }

    /// Improves gain and cost of every site by the rule: expand here, then in each kind of child that closes no less per
    /// transition than what is chosen already. A few rounds let the values travel along chains of sites; more would be
    /// precise about estimates.
    fn compute_indices(&mut self) {
        const ROUNDS: usize = 20;
        for site in self.sites.values_mut() {
            (site.gain, site.cost) = site.expansion();
        }
        for _ in 0..ROUNDS {
            let known: HashMap<u64, (f64, f64)> =
                self.sites.iter().map(|(&key, site)| (key, (site.gain, site.cost))).collect();
            for site in self.sites.values_mut() {
                let of_child = |(target, part): (&u64, &Onward)| {
                    let (gain, cost) = known.get(target).copied().unwrap_or(UNKNOWN);
                    // Mass that merged into known states costs nothing more; a little is charged all the same.
                    let states = part.states.max(0.1 * part.mass);
                    (part.mass * gain / site.expansions, states * cost / site.expansions)
                };
                let mut children: Vec<(f64, f64)> = site.onward.iter().map(of_child).collect();
                children.sort_by(|a, b| (b.0 / b.1).total_cmp(&(a.0 / a.1)));
                let (mut gain, mut cost) = site.expansion();
                for (child_gain, child_cost) in children {
                    if child_gain * cost < gain * child_cost {
                        break;
                    }
                    gain += child_gain;
                    cost += child_cost;
                }
                (site.gain, site.cost) = (gain, cost);
            }
        }
    }
}

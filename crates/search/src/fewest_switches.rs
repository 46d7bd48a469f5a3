//! The way to a violation with the fewest context switches, of those the fewest preemptions, of those the fewest steps: a
//! uniform-cost search (Dijkstra 1959) over states paired with the thread that ran last.
//!
//! A context switch is any change of the running thread; it is *forced* if the thread that ran cannot go on (it waits or has
//! ended), and a *preemption* otherwise. Forced switches also happen inside steps, where there is nothing to decide; so what a
//! step costs is known only after it, and a violation counts once nothing cheaper is left to do. That is why the explorer is told to go
//! on after violations, and why ways are kept here: its own are chains of first discoveries.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use hashbrown::HashMap;
use space::{Choice, Fault, Pick, StateId, System, ThreadId, Violation};

use crate::explorer::{Arrival, Explorer, Halt, Node, Strategy, explore};
use crate::limits::{Limit, Limits};
use crate::settings::Settings;

/// Context switches, preemptions, steps: compared in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Switches from one thread to another.
    pub switches: u32,
    /// Those of them from threads that could have gone on.
    pub preemptions: u32,
    /// Steps in all.
    pub steps: u32,
}

/// What came of looking for the cheapest way.
#[derive(Clone, Debug, PartialEq)]
pub enum Cheapest {
    /// This one, with the way there and what it costs.
    Found(Violation, Vec<Pick>, Cost),
    /// No way shows what is wanted.
    None,
    /// The effort is spent.
    GaveUp,
}

/// What may still be spent on looking. Steps and instructions are counted, so that whoever is bounded by them alone finds the same
/// whatever else the machine has to do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Until when.
    pub deadline: Instant,
    /// How many steps.
    pub steps: u64,
    /// How many instructions.
    pub instructions: u64,
}

impl Effort {
    /// All that can be done until then.
    pub fn until(deadline: Instant) -> Effort {
        Effort { deadline, steps: u64::MAX, instructions: u64::MAX }
    }

    fn limits(&self) -> Limits {
        Limits {
            max_transitions: Some(self.steps),
            max_instructions: Some(self.instructions),
            max_time: Some(self.deadline.saturating_duration_since(Instant::now())),
            ..Limits::default()
        }
    }

    fn spend(&mut self, steps: u64, instructions: u64) {
        self.steps = self.steps.saturating_sub(steps);
        self.instructions = self.instructions.saturating_sub(instructions);
    }
}

/// A way to a state (or, as the last of a path, to a violation).
struct Way {
    node: Node,
    /// Who ran last and could go on; nobody if that thread has ended.
    last: Option<ThreadId>,
    parent: u32,
    pick: Pick,
    violation: Option<Violation>,
}

const NO_PARENT: u32 = u32::MAX;

/// Looks for a violation that is `wanted` as long as there is effort to spend, and no longer than until it is interrupted.
pub fn fewest_switches<S: System>(
    system: &S,
    wanted: impl Fn(&Violation) -> bool,
    effort: &mut Effort,
    interrupt: &AtomicBool,
) -> Result<Cheapest, Fault> {
    let mut search = FewestSwitches { wanted, found: None, executed: 0 };
    let (limits, interrupt) = (effort.limits(), Some(interrupt));
    let settings = Settings { limits, interrupt, all_errors: true, ..Settings::default() };
    let outcome = explore(system, &mut search, settings, vec![])?;
    effort.spend(outcome.transitions, search.executed);
    let gave_up = outcome.interrupted || !outcome.limits_hit.is_empty();
    Ok(match search.found {
        Some((violation, path, cost)) => Cheapest::Found(violation, path, cost),
        None if gave_up => Cheapest::GaveUp,
        None => Cheapest::None,
    })
}

struct FewestSwitches<W> {
    wanted: W,
    found: Option<(Violation, Vec<Pick>, Cost)>,
    /// Instructions, of all steps.
    executed: u64,
}

impl<S: System, W: Fn(&Violation) -> bool> Strategy<S> for FewestSwitches<W> {
    fn search(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let ended = self.look(explorer);
        self.executed = explorer.executed();
        ended
    }
}

impl<W: Fn(&Violation) -> bool> FewestSwitches<W> {
    fn look<S: System>(&mut self, explorer: &mut Explorer<'_, S>) -> Result<(), Halt> {
        let root = explorer.root()?;
        if let Some(violation) = self.wanted_in(explorer) {
            self.found = Some((violation, Vec::new(), Cost::default()));
            return Ok(());
        }
        let last = explorer.runner();
        let mut ways = vec![Way { node: root, last, parent: NO_PARENT, pick: Pick(0), violation: None }];
        let mut cheapest: HashMap<(StateId, Option<ThreadId>), Cost> =
            HashMap::from([((root.id, last), Cost::default())]);
        let mut queue = BinaryHeap::from([Reverse((Cost::default(), 0u32))]);
        while let Some(Reverse((cost, index))) = queue.pop() {
            let way = &mut ways[index as usize];
            if let Some(violation) = way.violation.take() {
                self.found = Some((violation, path_of(&ways, index), cost));
                return Ok(());
            }
            let (node, last) = (way.node, way.last);
            if cheapest.get(&(node.id, last)) != Some(&cost) {
                continue;
            }
            if ways.len() >= NO_PARENT as usize / 2 {
                return Err(Halt::LimitReached(Limit::States));
            }
            for pick in explorer.picks(&node) {
                // A step may teach the system something by which this state has other choices; who learned looks again anyway.
                let choice = explorer.choice(&node).filter(|choice| pick.0 < choice.alternatives());
                let Some(choice) = choice else { break };
                let mut cost = cost_of_pick(choice, last, pick, cost);
                let node = match explorer.advance(&node, pick) {
                    Ok(Arrival::Fresh(node) | Arrival::Seen(node)) => node,
                    // What the machine cannot follow shows nothing.
                    Ok(Arrival::Nowhere) | Err(Halt::Stuck) => continue,
                    Err(halt) => return Err(halt),
                };
                cost.switches += explorer.switches();
                let (violation, last) = (self.wanted_in(explorer), explorer.runner());
                let known = cheapest.get(&(node.id, last));
                if violation.is_none() && known.is_some_and(|known| *known <= cost) {
                    continue;
                }
                if violation.is_none() {
                    cheapest.insert((node.id, last), cost);
                }
                queue.push(Reverse((cost, ways.len() as u32)));
                ways.push(Way { node, last, parent: index, pick, violation });
            }
        }
        Ok(())
    }

    fn wanted_in<S: System>(&self, explorer: &Explorer<'_, S>) -> Option<Violation> {
        explorer.violations().into_iter().find(&self.wanted)
    }
}

fn cost_of_pick(choice: Choice<'_>, last: Option<ThreadId>, pick: Pick, mut cost: Cost) -> Cost {
    cost.steps += 1;
    if let Choice::Schedule { threads } = choice {
        let is_switch = last != Some(threads[pick.0 as usize]);
        let could_go_on = last.is_some_and(|last| threads.contains(&last));
        cost.switches += u32::from(is_switch);
        cost.preemptions += u32::from(is_switch && could_go_on);
    }
    cost
}

fn path_of(ways: &[Way], mut index: u32) -> Vec<Pick> {
    let mut path = Vec::new();
    while ways[index as usize].parent != NO_PARENT {
        path.push(ways[index as usize].pick);
        index = ways[index as usize].parent;
    }
    path.reverse();
    path
}

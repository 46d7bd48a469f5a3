//! The way to a violation with the fewest context switches, of those the fewest preemptions, of those the fewest steps: a
//! uniform-cost search (Dijkstra 1959) over states paired with the thread that ran last.
//!
//! A context switch is any change of the running thread; it is *forced* if the thread that ran cannot go on (it waits or has
//! ended), and a *preemption* otherwise. Forced switches also happen inside steps, where there is nothing to decide; so what a
//! step costs is known only after it, and a violation counts once nothing cheaper is left to do. The explorer is of no use
//! here: it ends with the first violation met, and its traces are chains of first discoveries.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hashbrown::HashMap;
use space::{Choice, Encoding, Fault, Filed, Pick, Standing, StateId, System, ThreadId, Violation};

use crate::findings::violations_in;
use crate::stores::store_for;

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

    fn is_spent(&self) -> bool {
        self.steps == 0 || self.instructions == 0 || self.deadline < Instant::now()
    }

    fn spend(&mut self, instructions: u64) {
        self.steps = self.steps.saturating_sub(1);
        self.instructions = self.instructions.saturating_sub(instructions);
    }
}

/// A way to a state (or, as the last of a path, to a violation).
struct Way {
    state: StateId,
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
    let (mut world, mut encoding) = (system.initial()?, Encoding::new());
    system.encode(&mut world, &mut encoding);
    let mut store = store_for(&encoding);
    let root = match store.insert(&encoding) {
        Filed::Fresh(id) | Filed::Seen(id) => id,
    };
    let wanted_in = |world: &S::World| violations_in(system, world, &[]).into_iter().find(|found| wanted(found));
    if let Some(violation) = wanted_in(&world) {
        return Ok(Cheapest::Found(violation, Vec::new(), Cost::default()));
    }
    let last = system.runner(&world);
    let mut ways = vec![Way { state: root, last, parent: NO_PARENT, pick: Pick(0), violation: None }];
    let mut cheapest: HashMap<(StateId, Option<ThreadId>), Cost> = HashMap::from([((root, last), Cost::default())]);
    let mut queue = BinaryHeap::from([Reverse((Cost::default(), 0u32))]);
    while let Some(Reverse((cost, index))) = queue.pop() {
        let way = &ways[index as usize];
        if let Some(violation) = &way.violation {
            return Ok(Cheapest::Found(violation.clone(), path_of(&ways, index), cost));
        }
        let (state, last) = (way.state, way.last);
        if cheapest.get(&(state, last)) != Some(&cost) {
            continue;
        }
        if effort.is_spent() || interrupt.load(Ordering::Relaxed) || ways.len() >= NO_PARENT as usize / 2 {
            return Ok(Cheapest::GaveUp);
        }
        system.decode(store.fetch(state), &mut world);
        let alternatives = system.choice(&world).map_or(0, |choice| choice.alternatives());
        for pick in (0..alternatives).map(Pick) {
            system.decode(store.fetch(state), &mut world);
            // A step may teach the system something by which this state has other choices; who learned looks again anyway.
            if system.choice(&world).is_none_or(|choice| choice.alternatives() <= pick.0) {
                break;
            }
            let mut cost = cost_of_pick(system.choice(&world), last, pick, cost);
            let before = system.instructions(&world);
            let step = system.step(&mut world, pick);
            effort.spend(system.instructions(&world).saturating_sub(before));
            // What the machine cannot follow shows nothing.
            if step.is_err() || system.standing(&world) == Standing::Ignored {
                continue;
            }
            cost.switches += system.switches(&world);
            let violation = wanted_in(&world);
            encoding.clear();
            system.encode(&mut world, &mut encoding);
            let (state, last) = match store.insert(&encoding) {
                Filed::Fresh(id) | Filed::Seen(id) => (id, system.runner(&world)),
            };
            let known = cheapest.get(&(state, last));
            if violation.is_none() && known.is_some_and(|known| *known <= cost) {
                continue;
            }
            if violation.is_none() {
                cheapest.insert((state, last), cost);
            }
            queue.push(Reverse((cost, ways.len() as u32)));
            ways.push(Way { state, last, parent: index, pick, violation });
        }
    }
    Ok(Cheapest::None)
}

fn cost_of_pick(choice: Option<Choice<'_>>, last: Option<ThreadId>, pick: Pick, mut cost: Cost) -> Cost {
    cost.steps += 1;
    if let Some(Choice::Schedule { threads }) = choice {
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

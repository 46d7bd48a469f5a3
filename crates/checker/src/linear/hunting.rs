//! Hunting for histories that cannot be explained: scenarios of the largest size, drawn by chance, each with the few schedules that
//! need no more than a preemption or two (Musuvathi and Qadeer 2007). It proves nothing, and finds in seconds what would be met after
//! hours of going through all schedules of all smaller scenarios. What it finds is made smaller, call by call.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use jvm::Program;
use space::{Choice, Encoding, Pick, Standing, System, ThreadId, ViolationKind};

use super::judging::{Call, Sequential, calls, is_explained};
use super::scenarios::Scenario;
use super::{Consistency, history_of, wrong};
use crate::outcomes::histories::Ending;

/// Scenarios of one machine: what it costs to begin is shared among them.
pub const AT_ONCE: usize = 512;
/// Steps spent on the schedules of one scenario, at most.
const STEPS_PER_SCENARIO: u64 = 20_000;
/// A run that is longer goes round in circles.
const RUN_LENGTH_MAX: usize = 5_000;

/// A history that no order explains, and how it came about.
pub struct Caught {
    pub path: Vec<Pick>,
    pub calls: Vec<Call>,
    pub message: String,
}

/// Why a hunt went no further.
pub enum Stop {
    /// The time is up, or somebody interrupts.
    Told,
    /// Something the machine cannot do, which whoever explores everything meets, too, and says.
    Stuck,
}

/// A run so far, to be continued with `pick`; one that has not begun may have nothing to pick.
struct Branch {
    state: Encoding,
    printed: Vec<u8>,
    thrown: Vec<String>,
    path: Vec<Pick>,
    runner: Option<ThreadId>,
    preemptions: u32,
    pick: Option<Pick>,
}

/// A run at its end.
struct Run {
    printed: Vec<u8>,
    thrown: Vec<String>,
    path: Vec<Pick>,
    is_stuck: bool,
}

/// A machine that runs the scenarios of a chunk, one after the other.
pub struct Hunter<'p> {
    program: &'p Program,
    world: jvm::World,
    start: Encoding,
    /// What was printed before the first choice.
    printed: Vec<u8>,
    /// Scenarios to choose from: one is no choice.
    scenarios: usize,
    /// What was known when the machine began.
    lessons: u64,
    pub steps: u64,
    deadline: Option<Instant>,
    interrupt: Option<std::sync::Arc<std::sync::atomic::AtomicBool>>,
}

impl<'p> Hunter<'p> {
    pub fn new(
        program: &'p Program,
        scenarios: usize,
        deadline: Option<Instant>,
        interrupt: Option<std::sync::Arc<std::sync::atomic::AtomicBool>>,
    ) -> Result<Self, space::Fault> {
        let world = program.initial()?;
        let (start, printed) = (Encoding::new(), Vec::new());
        let mut hunter =
            Hunter { program, world, start, printed, scenarios, lessons: 0, steps: 0, deadline, interrupt };
        hunter.note_start();
        Ok(hunter)
    }

    /// Begins anew, knowing what was learned meanwhile.
    fn begin_anew(&mut self) -> Result<(), space::Fault> {
        self.world = self.program.initial()?;
        self.note_start();
        Ok(())
    }

    fn note_start(&mut self) {
        self.lessons = self.program.lessons();
        self.printed = self.program.output(&self.world).to_vec();
        self.program.encode(&mut self.world, &mut self.start);
    }

    /// What scenario `number` prints one call after the other, in all orders; who moves when within a call is not varied. Nothing if
    /// that takes too long.
    pub fn sequential(&mut self, number: usize) -> Result<Option<Sequential>, Stop> {
        let mut sequential = Sequential::default();
        let is_whole = self.follow(number, 0, &mut |run| {
            if let Some((_, lines)) = history_of(&run.printed) {
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                sequential.add(&lines, !run.is_stuck);
            }
            false
        })?;
        Ok(is_whole.then_some(sequential))
    }

    /// Runs scenario `number` with up to so many preemptions; gives the first history that nothing explains.
    pub fn hunt(
        &mut self,
        number: usize,
        preemptions: u32,
        orders: &Sequential,
        consistency: Consistency,
    ) -> Result<Option<Caught>, Stop> {
        loop {
            let mut caught = None;
            let mut judged = HashSet::new();
            self.follow(number, preemptions, &mut |run| {
                if !judged.insert((run.printed.clone(), run.thrown.clone())) {
                    return false;
                }
                let Some((_, lines)) = history_of(&run.printed) else { return false };
                let calls = calls(&lines.iter().map(String::as_str).collect::<Vec<_>>());
                let message = match run.thrown.first() {
                    Some(thrown) => thrown.clone(),
                    None if is_explained(&calls, orders, consistency) => return false,
                    None => wrong(if run.is_stuck { Ending::Deadlock } else { Ending::End }, consistency),
                };
                caught = Some(Caught { path: run.path.clone(), calls, message });
                true
            })?;
            // What was found before something was learned means another schedule now.
            if self.program.lessons() == self.lessons {
                return Ok(caught);
            }
            self.begin_anew().map_err(|_| Stop::Stuck)?;
        }
    }

    /// All runs of a scenario with up to so many preemptions, until `look` has seen enough; whether these were all.
    fn follow(&mut self, number: usize, preemptions: u32, look: &mut dyn FnMut(&Run) -> bool) -> Result<bool, Stop> {
        let mut seen: HashSet<u64> = HashSet::new();
        let steps_max = self.steps + STEPS_PER_SCENARIO;
        let mut open = vec![Branch {
            state: self.start.clone(),
            printed: self.printed.clone(),
            thrown: Vec::new(),
            path: Vec::new(),
            runner: None,
            preemptions,
            pick: (self.scenarios > 1).then_some(Pick(number as u32)),
        }];
        while let Some(branch) = open.pop() {
            if self.is_told_to_stop() {
                return Err(Stop::Told);
            }
            let run = self.run(branch, &mut open, &mut seen)?;
            if run.is_some_and(|run| look(&run)) || self.steps > steps_max {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Follows one branch to its end, leaving what else could be done on the way in `open`; nothing if others have been there.
    fn run(&mut self, branch: Branch, open: &mut Vec<Branch>, seen: &mut HashSet<u64>) -> Result<Option<Run>, Stop> {
        let program = self.program;
        let Branch { state, mut printed, mut thrown, mut path, mut runner, mut preemptions, mut pick } = branch;
        program.decode(&state, &mut self.world);
        let mut state = Encoding::new();
        loop {
            if let Some(pick) = pick {
                let stepped = program.step(&mut self.world, pick);
                self.steps += 1;
                path.push(pick);
                printed.extend_from_slice(program.output(&self.world));
                thrown.extend(
                    program
                        .violations(&self.world)
                        .iter()
                        .filter(|found| is_thrown(found.kind))
                        .map(|found| found.message.clone()),
                );
                match stepped {
                    Ok(()) => {}
                    // A path that goes on for too long, or needs what there is not: others need not.
                    Err(space::Fault::Limit { name: "max-instructions", .. }) => return Ok(None),
                    Err(space::Fault::Limit { name: "max-time" | "interrupted", .. }) => return Err(Stop::Told),
                    Err(_) => return Err(Stop::Stuck),
                }
                program.encode(&mut self.world, &mut state);
                runner = program.runner(&self.world);
            } else {
                program.encode(&mut self.world, &mut state);
            }
            match program.standing(&self.world) {
                Standing::Open if path.len() < RUN_LENGTH_MAX => {}
                standing @ (Standing::Ended | Standing::Deadlocked) => {
                    let is_stuck = standing == Standing::Deadlocked;
                    return Ok(Some(Run { printed, thrown, path, is_stuck }));
                }
                _ => return Ok(None),
            }
            let mut hasher = DefaultHasher::new();
            (state.bytes(), &printed, &thrown, runner, preemptions).hash(&mut hasher);
            if !seen.insert(hasher.finish()) {
                return Ok(None);
            }
            let mut ways = ways(program.choice(&self.world), runner, preemptions);
            let Some((first, left)) = ways.pop() else { return Ok(None) };
            for (pick, left) in ways {
                let (state, printed, thrown, path) = (state.clone(), printed.clone(), thrown.clone(), path.clone());
                open.push(Branch { state, printed, thrown, path, runner, preemptions: left, pick: Some(pick) });
            }
            (pick, preemptions) = (Some(first), left);
        }
    }

    fn is_told_to_stop(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| deadline <= Instant::now())
    }
}

fn is_thrown(kind: ViolationKind) -> bool {
    matches!(kind, ViolationKind::Exception | ViolationKind::Assertion | ViolationKind::Exit)
}

/// The alternatives that so many preemptions allow, each with how many are left then; the last needs none.
fn ways(choice: Option<Choice<'_>>, runner: Option<ThreadId>, preemptions: u32) -> Vec<(Pick, u32)> {
    let Some(choice) = choice else { return Vec::new() };
    let all = (0..choice.alternatives()).map(Pick);
    match choice {
        Choice::Schedule { threads } if runner.is_some_and(|runner| threads.contains(&runner)) => {
            let goes_on = |pick: &Pick| Some(threads[pick.0 as usize]) == runner;
            let (staying, leaving): (Vec<Pick>, Vec<Pick>) = all.partition(goes_on);
            let left = preemptions.checked_sub(1);
            let leaving = leaving.into_iter().filter_map(|pick| left.map(|left| (pick, left)));
            leaving.chain(staying.into_iter().map(|pick| (pick, preemptions))).collect()
        }
        _ => all.map(|pick| (pick, preemptions)).collect(),
    }
}

/// Scenarios with one call less, to find out whether that is enough.
pub fn smaller(scenario: &Scenario) -> Vec<Scenario> {
    let mut found = Vec::new();
    for index in 0..scenario.before.len() {
        let mut before = scenario.before.clone();
        before.remove(index);
        found.push(Scenario { before, threads: scenario.threads.clone() });
    }
    for (thread, calls) in scenario.threads.iter().enumerate() {
        for index in 0..calls.len() {
            let mut threads = scenario.threads.clone();
            threads[thread].remove(index);
            threads.retain(|calls| !calls.is_empty());
            if threads.len() >= 2 {
                found.push(Scenario { before: scenario.before.clone(), threads });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_ran_goes_on_unless_a_preemption_is_left() {
        let threads = [ThreadId(1), ThreadId(2), ThreadId(3)];
        let choice = || Some(Choice::Schedule { threads: &threads });
        assert_eq!(ways(choice(), Some(ThreadId(2)), 0), [(Pick(1), 0)]);
        assert_eq!(ways(choice(), Some(ThreadId(2)), 2), [(Pick(0), 1), (Pick(2), 1), (Pick(1), 2)]);
        assert_eq!(ways(choice(), None, 1), [(Pick(0), 1), (Pick(1), 1), (Pick(2), 1)]);
    }

    #[test]
    fn a_smaller_scenario_has_one_call_less_and_two_threads() {
        let scenario = Scenario { before: vec![4], threads: vec![vec![0, 1], vec![2]] };
        let found = smaller(&scenario);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|one| one.size() == 3 && one.threads.len() == 2));
    }
}

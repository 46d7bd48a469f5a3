//! The scheduler that attains an optimum, told as a schedule: who moves, from the start on, and after each coin what then.

use std::collections::{HashMap, HashSet};

use jvm::{Program, World};
use markov::Scheduler;
use search::RecordedGraph;
use space::{Decider, Encoding, Pick, Standing, StepDescription, System};

use crate::fault::Fault;
use crate::model;
use crate::trace::with_more;

/// So many lines a person may still read.
const LINES_MAX: usize = 1000;

/// The schedule in lines, or why there is none.
pub fn tell(program: &Program, graph: &RecordedGraph, scheduler: &Scheduler) -> Result<Vec<String>, Fault> {
    if scheduler.memory > 1 {
        return Ok(vec!["What to do depends on what has happened before, not on the state alone.".into()]);
    }
    let mut world = program.initial()?;
    let start = encoded(program, &mut world);
    let rules = scheduler.rules.iter().filter_map(|rule| Some((rule.state, *rule.choices.first()?))).collect();
    let mut schedule = Schedule {
        program,
        graph,
        decisions: &model::decisions(graph),
        rules,
        shift: model::shift_of_states(graph),
        world,
        lines: Vec::new(),
        known: HashMap::new(),
        branches: vec![Branch { state: 0, world: start, depth: 0, heading: None }],
    };
    while let Some(branch) = schedule.branches.pop() {
        schedule.tell_branch(branch)?;
        if schedule.lines.len() >= LINES_MAX {
            schedule.line(0, "… and so on");
            break;
        }
    }
    Ok(schedule.lines)
}

/// What is left to be told: a state, and the words that lead to it.
struct Branch {
    state: u32,
    world: Encoding,
    depth: usize,
    heading: Option<String>,
}

/// A schedule half told.
struct Schedule<'a> {
    program: &'a Program,
    graph: &'a RecordedGraph,
    /// The alternatives of a state that the model has, and which of them the scheduler takes in the model's states, whose
    /// numbers are larger by `shift`.
    decisions: &'a dyn Fn(u32) -> Vec<u32>,
    rules: HashMap<u32, u32>,
    shift: u32,
    world: World,
    lines: Vec<String>,
    /// States of which it was told what to do, and in which step.
    known: HashMap<u32, usize>,
    branches: Vec<Branch>,
}

impl Schedule<'_> {
    /// Follows the scheduler until the program ends, a coin is drawn, or the rest has been told before.
    fn tell_branch(&mut self, Branch { mut state, world, depth, heading }: Branch) -> Result<(), Fault> {
        let (program, graph) = (self.program, self.graph);
        program.decode(&world, &mut self.world);
        if let Some(heading) = heading {
            self.line(depth - 1, &heading);
        }
        // States passed without a word: a program may go round in them.
        let mut passed = HashSet::new();
        while self.lines.len() < LINES_MAX {
            let Some(decider) = program.choice(&self.world).map(|choice| choice.decider()) else {
                let how = match program.standing(&self.world) {
                    Standing::Deadlocked => "nobody can ever move",
                    _ => "the program has ended",
                };
                self.line(depth, how);
                return Ok(());
            };
            if let Some(step) = self.known.get(&state) {
                let words = format!("as from step {step} on");
                self.line(depth, &words);
                return Ok(());
            }
            if decider == Decider::Coin {
                return self.tell_coin(state, depth);
            }
            let Some(pick) = self.pick(state) else {
                self.line(depth, "what follows was not explored");
                return Ok(());
            };
            let here = program.describe(&self.world, Pick(pick));
            program.step(&mut self.world, Pick(pick))?;
            if decider != Decider::Nobody {
                let text = with_more(here.text.clone(), program.happened(&self.world));
                self.step_line(state, depth, here, &text);
            } else if !passed.insert(state) {
                self.line(depth, "the program goes round for ever");
                return Ok(());
            }
            encoded(program, &mut self.world);
            state = graph.row(state as usize).targets[pick as usize];
        }
        Ok(())
    }

    /// Draws a coin: what follows each side is told later, the first side first.
    fn tell_coin(&mut self, state: u32, depth: usize) -> Result<(), Fault> {
        let (program, row) = (self.program, self.graph.row(state as usize));
        let here = program.describe(&self.world, Pick(0));
        self.step_line(state, depth, here, "draws");
        let before = encoded(program, &mut self.world);
        let first = self.branches.len();
        for (pick, &target) in row.targets.iter().enumerate().filter(|(_, target)| model::is_explored(**target)) {
            program.decode(&before, &mut self.world);
            let text = program.describe(&self.world, Pick(pick as u32)).text;
            let probability = row.probabilities.map_or(1.0, |weights| weights[pick]);
            program.step(&mut self.world, Pick(pick as u32))?;
            let text = with_more(text, program.happened(&self.world));
            let world = encoded(program, &mut self.world);
            let heading = Some(format!("{text} (probability {probability}):"));
            self.branches.push(Branch { state: target, world, depth: depth + 1, heading });
        }
        self.branches[first..].reverse();
        Ok(())
    }

    /// What the scheduler takes here, if that was explored.
    fn pick(&self, state: u32) -> Option<u32> {
        let rule = self.rules.get(&(state + self.shift)).copied().unwrap_or(0);
        (self.decisions)(state).get(rule as usize).copied()
    }

    /// A line with a number of its own.
    fn step_line(&mut self, state: u32, depth: usize, here: StepDescription, text: &str) {
        let step = self.known.len() + 1;
        self.known.insert(state, step);
        let parts = [here.thread.as_deref(), here.location.as_deref(), Some(text)];
        let told = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ");
        self.lines.push(format!("{step:>4}  {}{told}", "  ".repeat(depth)));
    }

    fn line(&mut self, depth: usize, words: &str) {
        self.lines.push(format!("      {}{words}", "  ".repeat(depth)));
    }
}

/// States have one form only once they are encoded.
fn encoded(program: &Program, world: &mut World) -> Encoding {
    let mut encoding = Encoding::new();
    program.encode(world, &mut encoding);
    encoding
}

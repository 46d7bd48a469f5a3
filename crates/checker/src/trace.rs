//! The way to a violation, told step by step: who moved, where, what was decided, what was printed.

use jvm::Program;
use search::{Endless, Found};
use space::{Choice, Decider, Encoding, Pick, Standing, System, ThreadId, ThreadSet, Violation, ViolationKind};

use crate::fault::Fault;
use crate::frames;
use crate::report::{ForcedSwitch, StepPart, TraceStep, ViolationReport};
use crate::scenes::Scenes;

/// Follows recorded paths; the program boots once for all of them.
pub struct Storyteller<'a> {
    program: &'a Program,
    world: jvm::World,
    initial: Encoding,
    initial_runner: Option<ThreadId>,
    initial_output: Vec<u8>,
    initial_violations: Vec<Violation>,
    /// What the last path looked like, if that is wanted.
    scenes: Option<Scenes>,
}

/// A path that was followed.
pub struct Story {
    pub steps: Vec<TraceStep>,
    /// What was printed before the first choice.
    pub initial_output: String,
    pub violations: Vec<Violation>,
    pub standing: Standing,
    /// Changes of the running thread, and those that nothing forced.
    pub context_switches: u32,
    pub preemptions: u32,
    /// Why the last step could not be followed to its end.
    pub fault: Option<space::Fault>,
}

impl Story {
    /// Everything that was printed.
    pub fn output(&self) -> String {
        let parts = self.steps.iter().map(|step| step.output.as_str());
        std::iter::once(self.initial_output.as_str()).chain(parts).collect()
    }
}

impl<'a> Storyteller<'a> {
    pub fn new(program: &'a Program) -> Result<Self, Fault> {
        let mut world = program.initial()?;
        program.tell_all(&mut world);
        let initial_output = program.output(&world).to_vec();
        let initial_violations = program.violations(&world).to_vec();
        let mut initial = Encoding::new();
        program.encode(&mut world, &mut initial);
        let initial_runner = program.runner(&world);
        Ok(Storyteller { program, world, initial, initial_runner, initial_output, initial_violations, scenes: None })
    }

    /// Keeps what every step looks like.
    pub fn with_scenes(mut self) -> Self {
        self.scenes = Some(Scenes::default());
        self
    }

    /// What was printed before the first choice.
    pub fn initial_output(&self) -> String {
        String::from_utf8_lossy(&self.initial_output).into_owned()
    }

    pub(crate) fn initial_violations(&self) -> &[Violation] {
        &self.initial_violations
    }

    /// Tells the path step by step; an error says which step does not fit the program.
    pub fn tell(&mut self, path: &[Pick]) -> Result<Story, Fault> {
        self.tell_with(path, |_, _| {})
    }

    /// As `tell`, calling `on_step` after each step.
    pub fn tell_with(&mut self, path: &[Pick], mut on_step: impl FnMut(usize, &TraceStep)) -> Result<Story, Fault> {
        let program = self.program;
        program.decode(&self.initial, &mut self.world);
        let mut story = Story {
            steps: Vec::with_capacity(path.len()),
            initial_output: String::from_utf8_lossy(&self.initial_output).into_owned(),
            violations: if path.is_empty() { self.initial_violations.clone() } else { Vec::new() },
            standing: program.standing(&self.world),
            context_switches: 0,
            preemptions: 0,
            fault: None,
        };
        let mut scratch = Encoding::new();
        let mut runner = self.initial_runner;
        if let Some(scenes) = &mut self.scenes {
            *scenes = Scenes::default();
            scenes.add(program.scene(&self.world));
        }
        for (index, &pick) in path.iter().enumerate() {
            let misfit = |why: String| {
                let step = index + 1;
                Fault::Input(format!("step {step} of the trace does not fit the program ({why}); was it changed?"))
            };
            let Some(choice) = program.choice(&self.world) else {
                return Err(misfit("there is no choice left".into()));
            };
            let of = choice.alternatives();
            if of <= pick.0 {
                return Err(misfit(format!("it picks alternative {} of {of}", pick.0)));
            }
            let (decider, probability) = (choice.decider(), choice.probability(pick));
            if let Choice::Schedule { threads } = choice
                && runner != Some(threads[pick.0 as usize])
            {
                story.context_switches += 1;
                story.preemptions += u32::from(runner.is_some_and(|runner| threads.contains(&runner)));
            }
            let description = program.describe(&self.world, pick);
            let fault = program.step(&mut self.world, pick).err();
            let happened_at = program.happened_at(&self.world);
            let location = description.location.clone().or_else(|| happened_at.first().cloned());
            let happened = program.happened(&self.world).iter().cloned().zip(happened_at.iter().cloned());
            let happened: Vec<(String, String)> = happened.collect();
            let step = TraceStep {
                choice: choice_name(decider),
                pick: pick.0,
                of,
                probability,
                thread: description.thread,
                text: in_a_line(&description.text, location.as_deref(), &happened),
                parts: parts(&description.text, location.as_deref(), &happened),
                location,
                source: None,
                forced: program.forced(&self.world).iter().map(forced_switch).collect(),
                output: String::from_utf8_lossy(program.output(&self.world)).into_owned(),
            };
            story.context_switches += program.switches(&self.world);
            on_step(index, &step);
            story.steps.push(step);
            if fault.is_some() {
                story.fault = fault;
                break;
            }
            story.standing = program.standing(&self.world);
            story.violations = program.violations(&self.world).to_vec();
            // A search continues from canonical worlds, and canonicalising may renumber; so does the story.
            scratch.clear();
            program.encode(&mut self.world, &mut scratch);
            if let Some(scenes) = &mut self.scenes {
                scenes.add(program.scene(&self.world));
            }
            runner = program.runner(&self.world);
        }
        Ok(story)
    }

    /// The state that the last path led to.
    pub fn place(&mut self) -> Vec<u8> {
        let mut encoding = Encoding::new();
        self.program.encode(&mut self.world, &mut encoding);
        encoding.bytes().to_vec()
    }

    /// That `threads` wait where the last path led to, if they do.
    pub fn stuck(&self, threads: &ThreadSet) -> Option<Violation> {
        let waiting = self.program.roster(&self.world).waiting;
        threads.is_within(&waiting).then(|| self.program.explain_stuck(&self.world, threads))
    }

    pub fn livelock(&self, threads: &ThreadSet) -> Violation {
        self.program.explain_livelock(&self.world, threads)
    }

    /// Whether the end of the path that was just told shows the violation it was recorded for.
    fn shows(&mut self, found: &Found, story: &Story) -> Result<bool, Fault> {
        let Violation { kind, location, .. } = &found.violation;
        Ok(match &found.endless {
            None if *kind == ViolationKind::Deadlock && story.standing == Standing::Deadlocked => true,
            None => story.violations.iter().any(|seen| seen.kind == *kind && seen.location == *location),
            Some(Endless::Stuck(threads)) => self.stuck(threads).is_some(),
            Some(Endless::Round { after, .. }) => {
                let end = self.place();
                self.tell(&found.path[..(*after).min(found.path.len())])?;
                end == self.place()
            }
        })
    }

    /// Runs the path from the start and tells it; nothing if that does not fit the program, or does not show the violation again,
    /// which is a mistake of ours.
    pub fn report(&mut self, found: &Found) -> Result<Option<ViolationReport>, Fault> {
        let story = match self.tell(&found.path) {
            Err(Fault::Input(_)) => return Ok(None),
            story => story?,
        };
        let mut report = self.told(&found.violation, &story);
        if !self.shows(found, &story)? {
            return Ok(None);
        }
        (report.depth, report.probability) = (u64::from(found.depth()), found.probability);
        report.occurrences = found.occurrences;
        Ok(Some(report))
    }

    /// The violation at the end of the story that was told last.
    pub fn told(&mut self, violation: &Violation, story: &Story) -> ViolationReport {
        // Along the way the threads that have ended are known, too, so that those of one name are told apart as in the steps.
        let is_it = |told: &&Violation| told.kind == violation.kind && told.location == violation.location;
        let violation = story.violations.iter().find(is_it).unwrap_or(violation);
        ViolationReport {
            kind: violation.kind.name().to_owned(),
            message: violation.message.clone(),
            thread: violation.thread.clone(),
            location: frames::own_line(violation),
            depth: story.steps.len() as u64,
            probability: story.steps.iter().map(|step| step.probability).product(),
            trace: story.steps.clone(),
            context_switches: story.context_switches,
            preemptions: story.preemptions,
            details: violation.details.clone(),
            occurrences: 1,
            output: story.output(),
            scenes: self.scenes.as_mut().map(|scenes| std::mem::take(&mut scenes.changes)).unwrap_or_default(),
        }
    }
}

/// What was decided, and what the thread did then.
pub(crate) fn with_more(mut text: String, happened: &[String]) -> String {
    for more in happened {
        // What is done several times on the way to the next choice is told once.
        if !text.starts_with(more.as_str()) && !text.ends_with(&format!(", {more}")) {
            text += ", ";
            text += more;
        }
    }
    text
}

/// The same with the places of what is done elsewhere.
fn in_a_line(text: &str, location: Option<&str>, happened: &[(String, String)]) -> String {
    let elsewhere = |(text, place): &(String, String)| match location {
        Some(here) if here != place => format!("{text} at {place}"),
        _ => text.clone(),
    };
    with_more(text.to_owned(), &happened.iter().map(elsewhere).collect::<Vec<_>>())
}

/// The same place by place; nothing if there is only one.
fn parts(text: &str, location: Option<&str>, happened: &[(String, String)]) -> Vec<StepPart> {
    let first = StepPart { location: location.map(str::to_owned), text: text.to_owned(), source: None };
    let mut parts = vec![first];
    for (more, place) in happened {
        let last = parts.last_mut().expect("there is a first");
        if last.location.as_deref().is_none_or(|at| at == place) {
            last.text = with_more(std::mem::take(&mut last.text), std::slice::from_ref(more));
        } else {
            parts.push(StepPart { location: Some(place.clone()), text: more.clone(), source: None });
        }
    }
    if parts.len() > 1 { parts } else { Vec::new() }
}

pub(crate) fn forced_switch((description, printed): &(space::StepDescription, usize)) -> ForcedSwitch {
    let space::StepDescription { thread, location, text, more } = description.clone();
    ForcedSwitch {
        thread,
        text: in_a_line(&text, location.as_deref(), &more),
        parts: parts(&text, location.as_deref(), &more),
        location,
        source: None,
        printed: *printed,
    }
}

pub(crate) fn choice_name(decider: Decider) -> &'static str {
    match decider {
        Decider::Scheduler => "schedule",
        Decider::Environment => "data",
        Decider::Coin => "random",
        Decider::Nobody => "resume",
    }
}

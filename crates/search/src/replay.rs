//! Runs a recorded path again from the initial state; this is how traces get their text and output.

use space::{Decider, Encoding, Fault, Pick, Standing, StepDescription, System, Violation};

/// One transition of a replayed path.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayedStep {
    /// Who decided.
    pub decider: Decider,
    /// What was decided.
    pub pick: Pick,
    /// How many alternatives there were.
    pub alternatives: u32,
    /// How likely that was.
    pub probability: f64,
    /// The same in words.
    pub description: StepDescription,
    /// The action's name, where actions have one.
    pub action: Option<String>,
    /// What the program printed during the transition, if the system keeps it.
    pub output: Vec<u8>,
    /// What it violated.
    pub violations: Vec<Violation>,
}

/// A path, followed once more.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What was printed and violated before the first choice.
    pub initial_output: Vec<u8>,
    /// What was wrong before the first step.
    pub initial_violations: Vec<Violation>,
    /// Its steps.
    pub steps: Vec<ReplayedStep>,
    /// What the last state is.
    pub standing: Standing,
    /// The fault that ended the last step, if one did.
    pub fault: Option<Fault>,
}

impl Replay {
    /// How likely the coins on it were to fall so.
    pub fn probability(&self) -> f64 {
        self.steps.iter().map(|step| step.probability).product()
    }
}

/// Follows `path`; an error says which step does not fit the system.
pub fn replay<S: System>(system: &S, path: &[Pick]) -> Result<Replay, Fault> {
    let mut world = system.initial()?;
    let mut replay = Replay {
        initial_output: system.output(&world).to_vec(),
        initial_violations: system.violations(&world).to_vec(),
        steps: Vec::with_capacity(path.len()),
        standing: system.standing(&world),
        fault: None,
    };
    // A search continues from canonical worlds, and canonicalising may renumber; so does the replay.
    let mut scratch = Encoding::new();
    system.encode(&mut world, &mut scratch);
    for (index, &pick) in path.iter().enumerate() {
        let misfit = |why: String| Fault::Input(format!("step {} of the trace does not fit: {why}", index + 1));
        let Some(choice) = system.choice(&world) else {
            return Err(misfit("the program has no choice left there".to_owned()));
        };
        let alternatives = choice.alternatives();
        if alternatives <= pick.0 {
            return Err(misfit(format!("it picks alternative {} of {alternatives} (counted from 0)", pick.0)));
        }
        let (decider, probability) = (choice.decider(), choice.probability(pick));
        let description = system.describe(&world, pick);
        let action = system.action(&world, pick).map(str::to_owned);
        let fault = system.step(&mut world, pick).err();
        replay.steps.push(ReplayedStep {
            decider,
            pick,
            alternatives,
            probability,
            description,
            action,
            output: system.output(&world).to_vec(),
            violations: system.violations(&world).to_vec(),
        });
        if fault.is_some() {
            replay.fault = fault;
            break;
        }
        replay.standing = system.standing(&world);
        scratch.clear();
        system.encode(&mut world, &mut scratch);
    }
    Ok(replay)
}

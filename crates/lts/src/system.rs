//! A labelled transition system behind the `System` trait: each transition is an alternative of the environment.

use space::{
    Choice, Encoding, Fault, Pick, Standing, StepDescription, System, Violation, ViolationKind, some_of, suggest,
};

use crate::Lts;

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A transition with this label, or with this name if the label is a name with arguments: `c10` finds `c10(1, true)`.
    Action(String),
    /// A state without transitions.
    Deadlock,
    /// Nothing: the system is only explored.
    None,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GoalError {
    #[error("no transition has the action '{action}'; did you mean '{meant}'?")]
    Misspelt { action: String, meant: String },
    #[error("no transition has the action '{action}'; there are {known}")]
    UnknownAction { action: String, known: String },
    #[error("no transition has the action '{action}': the model has no transitions")]
    NoTransitions { action: String },
}

pub struct LtsSystem {
    lts: Lts,
    goal: Goal,
    /// Per label, whether a transition that bears it is what is searched for.
    is_goal: Vec<bool>,
    /// The violation of each such label, made once.
    violations: Vec<Option<Violation>>,
    deadlock: Violation,
}

/// The live state and the label it was reached by in the last step.
#[derive(Clone, Debug)]
pub struct LtsWorld {
    state: u32,
    arrived_by: Option<u32>,
}

impl LtsSystem {
    pub fn new(lts: Lts, goal: Goal) -> Result<Self, GoalError> {
        let is_goal: Vec<bool> = match &goal {
            Goal::Action(action) => lts.labels.iter().map(|label| is_named(label, action)).collect(),
            Goal::Deadlock | Goal::None => vec![false; lts.labels.len()],
        };
        if let Goal::Action(action) = &goal
            && !is_goal.contains(&true)
        {
            return Err(unknown(&lts, action));
        }
        let violations = (lts.labels.iter().zip(&is_goal))
            .map(|(label, is_goal)| {
                is_goal.then(|| violation(ViolationKind::Action, format!("action {label} is possible")))
            })
            .collect();
        let deadlock = violation(ViolationKind::Deadlock, "deadlock: no transition leaves the state".to_owned());
        Ok(LtsSystem { lts, goal, is_goal, violations, deadlock })
    }

    pub fn lts(&self) -> &Lts {
        &self.lts
    }
}

fn violation(kind: ViolationKind, message: String) -> Violation {
    Violation { kind, message, details: Vec::new(), thread: None, location: None }
}

/// Whether `action` is the label or, for a label such as `c10(1, true)`, its name.
fn is_named(label: &str, action: &str) -> bool {
    label == action || name_of(label) == action
}

/// The name of an action with arguments, as mCRL2 (`put(1, true)`) and LOTOS (`PUT !1 !true`) write them; any other text is
/// a name as a whole, parentheses or not: `a, (b)`.
fn name_of(label: &str) -> &str {
    let is_part = |character: char| character.is_alphanumeric() || "_'.$".contains(character);
    let end = label.find(|character| !is_part(character)).unwrap_or(label.len());
    let arguments = label[end..].trim();
    let are_arguments = (arguments.starts_with('(') && arguments.ends_with(')')) || arguments.starts_with(['!', '?']);
    if end > 0 && are_arguments { &label[..end] } else { label }
}

fn unknown(lts: &Lts, action: &str) -> GoalError {
    // Suggest a name if a bare name was asked for, else a whole label.
    let with_arguments = action.contains('(');
    let known = || lts.labels.iter().map(|label| if with_arguments { label.as_str() } else { name_of(label) });
    let action = action.to_owned();
    match suggest(&action, known()) {
        Some(meant) => GoalError::Misspelt { meant: meant.to_owned(), action },
        None if lts.labels.is_empty() => GoalError::NoTransitions { action },
        None => GoalError::UnknownAction { action, known: some_of(known()) },
    }
}

impl System for LtsSystem {
    type World = LtsWorld;

    fn initial(&self) -> Result<LtsWorld, Fault> {
        Ok(LtsWorld { state: self.lts.initial, arrived_by: None })
    }

    fn choice<'a>(&'a self, world: &'a LtsWorld) -> Option<Choice<'a>> {
        let alternatives = self.lts.row(world.state).len() as u32;
        (alternatives > 0).then_some(Choice::Data { alternatives })
    }

    fn standing(&self, world: &LtsWorld) -> Standing {
        if !self.lts.row(world.state).is_empty() {
            Standing::Open
        } else if self.goal == Goal::Deadlock {
            Standing::Deadlocked
        } else {
            Standing::Ended
        }
    }

    fn step(&self, world: &mut LtsWorld, pick: Pick) -> Result<(), Fault> {
        let (label, target) = self.lts.row(world.state)[pick.0 as usize];
        *world = LtsWorld { state: target, arrived_by: Some(label) };
        Ok(())
    }

    fn encode(&self, world: &mut LtsWorld, out: &mut Encoding) {
        out.push_u32(world.state);
    }

    fn decode(&self, encoding: &Encoding, world: &mut LtsWorld) {
        let bytes = encoding.bytes().try_into().expect("a state is encoded in four bytes");
        *world = LtsWorld { state: u32::from_le_bytes(bytes), arrived_by: None };
    }

    fn violations<'a>(&'a self, world: &'a LtsWorld) -> &'a [Violation] {
        let by_action = world.arrived_by.and_then(|label| self.violations[label as usize].as_ref());
        match by_action {
            Some(violation) => std::slice::from_ref(violation),
            None if self.standing(world) == Standing::Deadlocked => std::slice::from_ref(&self.deadlock),
            None => &[],
        }
    }

    fn describe(&self, world: &LtsWorld, pick: Pick) -> StepDescription {
        let text = self.action(world, pick).unwrap_or_default().to_owned();
        StepDescription { text, ..StepDescription::default() }
    }

    fn action<'a>(&'a self, world: &'a LtsWorld, pick: Pick) -> Option<&'a str> {
        let (label, _) = self.lts.row(world.state).get(pick.0 as usize)?;
        Some(&self.lts.labels[*label as usize])
    }

    fn names_actions(&self) -> bool {
        true
    }

    fn heuristics(&self) -> &[&'static str] {
        &["fewest-transitions"]
    }

    /// States with few ways on are near a deadlock; the counterpart of most-blocked.
    fn heuristic(&self, world: &mut LtsWorld, _: usize) -> f64 {
        self.lts.row(world.state).len() as f64
    }
}

impl LtsSystem {
    /// Whether a transition with label number `label` is what is searched for.
    pub fn is_goal(&self, label: u32) -> bool {
        self.is_goal[label as usize]
    }
}

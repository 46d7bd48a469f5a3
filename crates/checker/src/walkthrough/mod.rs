//! A space to walk through (`hazard explore`): every state that was visited has a number, every step is a real step of the system, and
//! what was visited can be asked, searched, drawn and written out like what a search explored.

mod ask;
mod conditions;
mod goals;
mod seen;
mod spaces;

use search::stores::TreeStore;
use search::{ProgressMeter, Recorder};
use serde::Serialize;
use space::{Choice, Decider, Encoding, Filed, Notice, Observer, Pick, Standing, StateId, StateStore, System};

use crate::fault::Fault;
use crate::report::TraceStep;
use crate::scenes::{SceneChange, Scenes};
use crate::trace::{choice_name, forced_switch, with_more};

use seen::Seen;
pub use spaces::{Space, SpaceJob, walk_through};

/// What is known of a state besides its encoding.
#[derive(Clone, Debug)]
struct Place {
    /// How it was reached first: from where, and by which pick.
    parent: Option<(u32, u32)>,
    depth: u32,
    standing: Standing,
    decider: Decider,
    /// Where each alternative leads, once it was taken.
    targets: Vec<Target>,
    /// What the step that led here printed, and what went wrong in it.
    output: String,
    violations: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Unknown,
    State(u32),
    /// An assumption ruled it out, or it cannot be followed.
    Nowhere,
}

pub struct Walkthrough<'s, S: System> {
    system: &'s S,
    world: S::World,
    store: TreeStore,
    places: Vec<Place>,
    edges: Vec<[u32; 3]>,
    recorder: Recorder,
    meter: ProgressMeter,
    scratch: Encoding,
    /// States that may have steps nobody has taken, oldest first.
    open: Vec<u32>,
    /// The state that the world is in.
    here: Option<u32>,
}

/// A state as a page shows it.
#[derive(Debug, Serialize)]
pub struct StateView {
    pub id: u32,
    pub depth: u32,
    pub standing: &'static str,
    pub labels: Vec<String>,
    pub violations: Vec<String>,
    pub choices: Vec<ChoiceView>,
    /// Before the step that led here, and what it changed.
    pub scenes: Vec<SceneChange>,
    /// The step that led here first.
    pub step: Option<TraceStep>,
    pub parent: Option<u32>,
    pub variables: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
pub struct ChoiceView {
    pub pick: u32,
    pub choice: &'static str,
    pub probability: f64,
    pub thread: Option<String>,
    pub location: Option<String>,
    pub text: String,
    /// Where it leads, if it was taken already; null if not, -1 if nowhere.
    pub target: Option<i64>,
}

impl<'s, S: Seen> Walkthrough<'s, S> {
    pub fn new(system: &'s S) -> Result<Self, Fault> {
        let mut world = system.initial()?;
        let output = String::from_utf8_lossy(system.output(&world)).into_owned();
        let violations = messages(system, &world);
        let mut walkthrough = Walkthrough {
            system,
            store: TreeStore::default(),
            places: Vec::new(),
            edges: Vec::new(),
            recorder: Recorder::new(system),
            meter: ProgressMeter::new(0),
            scratch: Encoding::new(),
            open: Vec::new(),
            here: None,
            world: {
                let mut first = Encoding::new();
                system.encode(&mut world, &mut first);
                world
            },
        };
        walkthrough.arrive(None, 0, output, violations);
        Ok(walkthrough)
    }

    /// Files the state that the world is in.
    fn arrive(
        &mut self,
        parent: Option<(u32, u32)>,
        depth: u32,
        output: String,
        violations: Vec<String>,
    ) -> (u32, bool) {
        self.scratch.clear();
        self.system.encode(&mut self.world, &mut self.scratch);
        let (id, is_new) = match self.store.insert(&self.scratch) {
            Filed::Fresh(id) => (id, true),
            Filed::Seen(id) => (id, false),
        };
        self.here = Some(id.0);
        if is_new {
            let choice = self.system.choice(&self.world);
            let count = choice.as_ref().map_or(0, Choice::alternatives) as usize;
            let decider = choice.as_ref().map_or(Decider::Nobody, Choice::decider);
            let standing = self.system.standing(&self.world);
            let targets = vec![Target::Unknown; count];
            self.places.push(Place { parent, depth, standing, decider, targets, output, violations });
            if count > 0 {
                self.open.push(id.0);
            }
            let notice = Notice::Discovered { id, world: &self.world, depth };
            self.recorder.observe(self.system, &notice);
            self.meter.observe(self.system, &notice);
        }
        (id.0, is_new)
    }

    /// Puts the world into a state.
    fn go(&mut self, id: u32) {
        if self.here != Some(id) {
            let encoding = self.store.fetch(StateId(id));
            self.system.decode(encoding, &mut self.world);
            self.here = Some(id);
        }
    }

    fn check(&self, id: u32) -> Result<(), String> {
        match self.places.len() as u32 > id {
            true => Ok(()),
            false => Err(format!("there is no state {id}; there are {}", self.places.len())),
        }
    }

    /// Takes a step; gives the state it leads to, or why it leads nowhere.
    pub fn step(&mut self, id: u32, pick: u32) -> Result<u32, String> {
        self.check(id)?;
        match self.places[id as usize].targets.get(pick as usize) {
            None => return Err(format!("state {id} has no choice {pick}")),
            Some(Target::State(target)) => return Ok(*target),
            Some(Target::Nowhere) => return Err("that choice was ruled out by an assumption".into()),
            Some(Target::Unknown) => {}
        }
        self.go(id);
        let choice = self.system.choice(&self.world).expect("a state with alternatives has a choice");
        let (decider, alternatives) = (choice.decider(), choice.alternatives());
        let probability = choice.probability(Pick(pick));
        self.here = None;
        let stepped = self.system.step(&mut self.world, Pick(pick));
        let standing = self.system.standing(&self.world);
        if let Err(fault) = &stepped {
            self.places[id as usize].targets[pick as usize] = Target::Nowhere;
            return Err(fault.to_string());
        }
        if standing == Standing::Ignored {
            self.places[id as usize].targets[pick as usize] = Target::Nowhere;
            let source = StateId(id);
            let notice = Notice::Ignored { source, decider, pick: Pick(pick), alternatives, probability };
            self.recorder.observe(self.system, &notice);
            self.meter.observe(self.system, &notice);
            return Err("an assumption of the program rules that out".into());
        }
        let output = String::from_utf8_lossy(self.system.output(&self.world)).into_owned();
        let violations = messages(self.system, &self.world);
        let depth = self.places[id as usize].depth + 1;
        let (target, _) = self.arrive(Some((id, pick)), depth, output, violations);
        self.places[id as usize].targets[pick as usize] = Target::State(target);
        self.edges.push([id, target, pick]);
        let notice = Notice::Advanced {
            source: StateId(id),
            decider,
            pick: Pick(pick),
            alternatives,
            probability,
            target: StateId(target),
            world: &self.world,
        };
        self.recorder.observe(self.system, &notice);
        self.meter.observe(self.system, &notice);
        Ok(target)
    }

    /// The states on the way by which a state was reached first, from the first state on.
    pub fn way_to(&self, id: u32) -> Vec<(u32, Option<u32>)> {
        let mut way = Vec::new();
        let mut at = Some((id, None));
        while let Some((state, pick)) = at {
            way.push((state, pick));
            at = self.places[state as usize].parent.map(|(parent, pick)| (parent, Some(pick)));
        }
        way.reverse();
        way
    }

    /// What each of these states looks like, as changes from the one before.
    pub fn scenes_of(&mut self, states: impl Iterator<Item = u32>) -> Vec<SceneChange> {
        let mut scenes = Scenes::default();
        for id in states {
            self.go(id);
            if let Some(scene) = self.system.scene(&self.world) {
                scenes.add(scene);
            }
        }
        scenes.changes
    }

    /// A step told: what is decided, and what happens then. It is taken once more to see that.
    pub fn told(&mut self, id: u32, pick: u32) -> TraceStep {
        self.go(id);
        let choice = self.system.choice(&self.world).expect("a step was taken here");
        let (decider, of, probability) = (choice.decider(), choice.alternatives(), choice.probability(Pick(pick)));
        let description = self.system.describe(&self.world, Pick(pick));
        let action = self.system.action(&self.world, Pick(pick)).map(str::to_owned);
        self.here = None;
        let _ = self.system.step(&mut self.world, Pick(pick));
        let text = with_more(description.text, self.system.happened(&self.world));
        TraceStep {
            choice: choice_name(decider),
            pick,
            of,
            probability,
            thread: description.thread,
            location: description.location,
            text: action.unwrap_or(text),
            source: None,
            parts: Vec::new(),
            forced: self.system.forced(&self.world).iter().map(forced_switch).collect(),
            output: String::from_utf8_lossy(self.system.output(&self.world)).into_owned(),
        }
    }

    /// Everything about a state that a page shows; `from` is the step that led there, if not the first that did.
    pub fn view(&mut self, id: u32, from: Option<(u32, u32)>) -> Result<StateView, String> {
        self.check(id)?;
        let parent = from.or(self.places[id as usize].parent);
        let mut scenes = Scenes::default();
        let step = parent.map(|(before, pick)| {
            self.go(before);
            if let Some(scene) = self.system.scene(&self.world) {
                scenes.add(scene);
            }
            self.told(before, pick)
        });
        self.go(id);
        if let Some(scene) = self.system.scene(&self.world) {
            scenes.add(scene);
        }
        let place = &self.places[id as usize];
        let labels = (self.system.labels().iter().enumerate())
            .filter(|(label, _)| self.system.holds(&self.world, *label))
            .map(|(_, name)| name.clone());
        let mut labels: Vec<String> = labels.collect();
        for family in 0..self.system.families() {
            self.system.family_values(&self.world, family, &mut |value| {
                labels.push(self.system.family_label(family, value));
            });
        }
        let choices = (0..place.targets.len() as u32).map(|pick| self.choice_view(place, pick)).collect();
        Ok(StateView {
            id,
            depth: place.depth,
            standing: standing_name(place.standing),
            labels,
            violations: place.violations.clone(),
            choices,
            scenes: scenes.changes,
            step,
            parent: parent.map(|(state, _)| state),
            variables: self.system.variables(&self.world),
        })
    }

    /// A choice of the state that the world is in.
    fn choice_view(&self, place: &Place, pick: u32) -> ChoiceView {
        let description = self.system.describe(&self.world, Pick(pick));
        let action = self.system.action(&self.world, Pick(pick)).map(str::to_owned);
        let choice = self.system.choice(&self.world).expect("a state with alternatives has a choice");
        ChoiceView {
            pick,
            choice: choice_name(place.decider),
            probability: choice.probability(Pick(pick)),
            thread: description.thread,
            location: description.location,
            text: action.unwrap_or(description.text),
            target: match place.targets[pick as usize] {
                Target::Unknown => None,
                Target::State(target) => Some(i64::from(target)),
                Target::Nowhere => Some(-1),
            },
        }
    }
}

fn messages<S: System>(system: &S, world: &S::World) -> Vec<String> {
    let told = system.violations(world).iter();
    let mut told: Vec<String> =
        told.map(|violation| format!("{}: {}", violation.kind.name(), violation.message)).collect();
    if told.is_empty() && system.standing(world) == Standing::Deadlocked {
        told.push("deadlock".into());
    }
    told
}

fn standing_name(standing: Standing) -> &'static str {
    match standing {
        Standing::Open => "open",
        Standing::Ended => "ended",
        Standing::Deadlocked => "deadlocked",
        Standing::Ignored => "ignored",
    }
}

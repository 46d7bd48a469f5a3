//! What can be walked through (programs, models, transition systems), behind one door: a request with its data in, data out.

use std::path::{Path, PathBuf};
use std::time::Duration;

use jvm::Round;
use lts::{Goal as Wanted, LtsSystem};
use models::{Language, Network, NetworkSystem, words_needed};
use search::{Settings, build, explore, parse_spec};
use serde_json::{Value, json};
use space::{Pick, Rng};

use super::goals::{Goal, Order};
use super::seen::Seen;
use super::{Walkthrough, standing_name};
use crate::fault::Fault;
use crate::job::Job;
use crate::jpf;
use crate::labels;
use crate::mc;
use crate::program::{self, Circumstances};
use crate::replay::Recording;
use crate::sampling::ExplicitSystem;
use crate::target::command_of_model;

/// What to walk through.
#[derive(Clone, Debug, Default)]
pub struct SpaceJob {
    pub job: Job,
}

/// A space that answers.
pub trait Space {
    /// Answers a request such as `step`; an error is a sentence.
    fn answer(&mut self, what: &str, given: &Value) -> Result<Value, String>;
}

/// How long a request may go on before the page hears from it.
const PATIENCE: Duration = Duration::from_millis(80);
const SEARCH_TIME: Duration = Duration::from_secs(10);
/// Steps of a way that are told; what came before is there, but not told.
const TOLD_MAX: usize = 300;

/// Opens the space that the job names; `visit` has it as long as it likes.
pub fn walk_through(given: &SpaceJob, visit: &mut dyn FnMut(&mut dyn Space)) -> Result<(), Fault> {
    let target = given.job.subject.target.clone();
    let path = PathBuf::from(&target);
    match command_of_model(&target) {
        Some("lts") => {
            let read = lts::read_file(&path).map_err(|error| Fault::Input(format!("{target}: {error}")))?;
            let system = LtsSystem::new(read, Wanted::Deadlock).map_err(|error| Fault::Input(error.to_string()))?;
            visit_system(&system, "system", visit)
        }
        Some(_) => match Language::of(&path) {
            Some(language) => {
                let (network, _) = mc::resolve_model(&path, language, &given.job.questions)?;
                visit_network(network, &path, visit)
            }
            None => {
                let files = markov::Files { model: path, ..markov::Files::default() };
                visit_system(&ExplicitSystem::new(mc::load(&files, true, 1)?)?, "model", visit)
            }
        },
        None => visit_program(given, visit),
    }
}

fn visit_program(given: &SpaceJob, visit: &mut dyn FnMut(&mut dyn Space)) -> Result<(), Fault> {
    let (job, _) = jpf::expand(&given.job)?;
    let asked = labels::of(&job.subject)?;
    let stdin = program::stdin_of(&job.subject)?;
    let circumstances = Circumstances { keep_output: true, stdin, ..Circumstances::default() };
    let mut prepared = program::prepare(&job.subject, &asked, circumstances)?;
    prepared.program.check_labels()?;
    // What threads share is learned by searching; steps mean the same only once it is known.
    let mut rounds = 0..10;
    prepared.program.until_settled(|| {
        rounds.next();
        let limits = search::Limits { max_time: Some(Duration::from_secs(2)), ..search::Limits::default() };
        let settings = Settings { limits, all_errors: true, ..Settings::default() };
        let spec = parse_spec("dfs").expect("a search of the registry");
        let outcome = explore(&prepared.program, &mut *build(&spec), settings, Vec::new())?;
        Ok::<_, Fault>(Round { result: outcome, is_over: rounds.is_empty() })
    })?;
    prepared.become_storyteller();
    let record = |path: &[Pick]| {
        let recording = Recording::of_path(&job, &prepared, path).map_err(|fault| fault.to_string())?;
        serde_json::to_string_pretty(&recording).map_err(|error| error.to_string())
    };
    let system = &prepared.program;
    let walkthrough = Walkthrough::new(system)?;
    let (lessons, rng) = (Seen::lessons(system), Rng::new(job.subject.seed));
    visit(&mut Open { system, walkthrough, lessons, rng, kind: "program", record: Some(&record) });
    Ok(())
}

fn visit_network(network: Network, path: &Path, visit: &mut dyn FnMut(&mut dyn Space)) -> Result<(), Fault> {
    match words_needed(&network) {
        1 => visit_words::<1>(network, path, visit),
        2 => visit_words::<2>(network, path, visit),
        3..=4 => visit_words::<4>(network, path, visit),
        5..=16 => visit_words::<16>(network, path, visit),
        17..=64 => visit_words::<64>(network, path, visit),
        words => Err(Fault::Unsupported(format!(
            "a state of this model needs {words} words of 64 bits; at most 64 are supported"
        ))),
    }
}

fn visit_words<const W: usize>(
    network: Network,
    path: &Path,
    visit: &mut dyn FnMut(&mut dyn Space),
) -> Result<(), Fault> {
    let system = NetworkSystem::<W>::new(network).map_err(|error| mc::in_file(path, error))?;
    visit_system(&system, "model", visit)
}

fn visit_system<S: Seen>(system: &S, kind: &'static str, visit: &mut dyn FnMut(&mut dyn Space)) -> Result<(), Fault> {
    let walkthrough = Walkthrough::new(system)?;
    let lessons = system.lessons();
    visit(&mut Open { system, walkthrough, lessons, rng: Rng::new(0), kind, record: None });
    Ok(())
}

type Record<'s> = &'s dyn Fn(&[Pick]) -> Result<String, String>;

/// A space that is being walked through.
struct Open<'s, S: Seen> {
    system: &'s S,
    walkthrough: Walkthrough<'s, S>,
    /// What was learned when the walk began.
    lessons: u64,
    rng: Rng,
    kind: &'static str,
    /// Writes a way as a trace, where there are such.
    record: Option<Record<'s>>,
}

impl<S: Seen> Space for Open<'_, S> {
    fn answer(&mut self, what: &str, given: &Value) -> Result<Value, String> {
        let answer = self.answered(what, given);
        if self.system.lessons() != self.lessons {
            // The same picks mean something else now.
            self.walkthrough = Walkthrough::new(self.system).map_err(|fault| fault.to_string())?;
            self.lessons = self.system.lessons();
            return Ok(json!({ "restarted": true }));
        }
        answer
    }
}

impl<S: Seen> Open<'_, S> {
    fn answered(&mut self, what: &str, given: &Value) -> Result<Value, String> {
        let number = |name: &str| {
            let value = given[name].as_u64().and_then(|number| u32::try_from(number).ok());
            value.ok_or_else(|| format!("{what}: \"{name}\" should be a number"))
        };
        let text = |name: &str| given[name].as_str().ok_or_else(|| format!("{what}: \"{name}\" should be a text"));
        match what {
            "start" => {
                let state = self.walkthrough.view(0, None)?;
                Ok(json!({
                    "kind": self.kind,
                    "labels": self.system.labels(),
                    "rewards": self.system.rewards(),
                    "state": state,
                    "output": self.walkthrough.places[0].output,
                    "progress": self.walkthrough.progress(),
                    "traces": self.record.is_some(),
                }))
            }
            "state" => {
                let from = number("from").ok().zip(number("pick").ok());
                let id = number("id")?;
                let from = from.filter(|(state, pick)| self.leads(*state, *pick, id));
                Ok(json!({ "state": self.walkthrough.view(id, from)? }))
            }
            "step" => {
                let (id, pick) = (number("id")?, number("pick")?);
                let target = self.walkthrough.step(id, pick)?;
                let state = self.walkthrough.view(target, Some((id, pick)))?;
                Ok(json!({ "state": state, "progress": self.walkthrough.progress() }))
            }
            "way" => self.way(number("id")?),
            "graph" => self.graph(number("states").unwrap_or(0) as usize, number("edges").unwrap_or(0) as usize),
            "run" => {
                let order = match text("order")? {
                    "bfs" => Order::Breadth,
                    "dfs" => Order::Depth,
                    "random" => Order::Random,
                    other => return Err(format!("there is no order {other}; there are bfs, dfs, random")),
                };
                let states = number("states").unwrap_or(1000) as usize;
                self.walkthrough.go_on(order, states, PATIENCE, &mut self.rng);
                Ok(json!({ "progress": self.walkthrough.progress() }))
            }
            "find" => {
                let goal = match (text("goal")?, text("what").unwrap_or_default()) {
                    ("line", place) => Goal::Line(place.to_owned()),
                    ("label", name) => Goal::Label(name.trim_matches('"').to_owned()),
                    ("violation", _) => Goal::Violation,
                    ("end", _) => Goal::End,
                    (other, _) => return Err(format!("nothing is known of the goal {other}")),
                };
                let found = self.walkthrough.find(number("id")?, &goal, SEARCH_TIME)?;
                Ok(json!({ "found": found, "progress": self.walkthrough.progress() }))
            }
            "ask" => Ok(json!({ "asked": self.walkthrough.ask(text("formula")?)? })),
            "export" => {
                let bytes = self.walkthrough.export(text("format")?)?;
                Ok(json!({ "text": String::from_utf8_lossy(&bytes) }))
            }
            "trace" => {
                let record = self.record.ok_or("only ways through programs can be replayed")?;
                let id = number("id")?;
                self.walkthrough.check(id)?;
                let way = self.walkthrough.way_to(id);
                let picks: Vec<Pick> = way.iter().filter_map(|(_, pick)| pick.map(Pick)).collect();
                Ok(json!({ "text": record(&picks)? }))
            }
            other => Err(format!("nothing is known of the request {other}")),
        }
    }

    fn leads(&self, from: u32, pick: u32, to: u32) -> bool {
        let place = self.walkthrough.places.get(from as usize);
        place.is_some_and(|place| place.targets.get(pick as usize) == Some(&super::Target::State(to)))
    }

    /// The way to a state, told.
    fn way(&mut self, id: u32) -> Result<Value, String> {
        self.walkthrough.check(id)?;
        let way = self.walkthrough.way_to(id);
        let skipped = way.len().saturating_sub(TOLD_MAX);
        let mut told = Vec::new();
        let scenes = self.walkthrough.scenes_of(way[skipped..].iter().map(|(state, _)| *state));
        for pair in way[skipped..].windows(2) {
            let (from, to) = (pair[0].0, pair[1].0);
            let (_, pick) = self.walkthrough.places[to as usize].parent.expect("it lies on the way");
            told.push(json!({ "id": to, "from": from, "step": self.walkthrough.told(from, pick) }));
        }
        Ok(json!({ "way": told, "skipped": skipped, "scenes": scenes }))
    }

    /// What a drawing needs of the states and transitions that it does not have yet.
    fn graph(&self, states: usize, edges: usize) -> Result<Value, String> {
        let fresh = self.walkthrough.places.iter().skip(states);
        let nodes: Vec<Value> = fresh
            .map(|place| json!([place.depth, standing_name(place.standing), u8::from(!place.violations.is_empty())]))
            .collect();
        let edges: Vec<&[u32; 3]> = self.walkthrough.edges.iter().skip(edges).collect();
        Ok(json!({ "nodes": nodes, "edges": edges }))
    }
}

//! What a trace looks like from the side of the program, step by step: threads, stacks, variables, locks, fields. Only what
//! a step changed is kept, so that thousands of steps stay small.

use std::collections::BTreeMap;

use jvm::scene::{Activity, FrameScene, Scene, ThreadScene};
use serde::Serialize;

/// What is different from the scene before.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SceneChange {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<ThreadChange>,
    /// Threads that are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// Fields with their new values; null where there is none any more.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, Option<String>>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ThreadChange {
    pub name: String,
    /// `runnable`, `blocked`, `waiting`, `sleeping`, `ended`
    pub activity: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub waits: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaits: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    pub frames: Vec<FrameReport>,
}

#[derive(Clone, Debug, Serialize)]
pub struct FrameReport {
    pub method: String,
    pub file: Option<String>,
    pub line: Option<u16>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub library: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<(String, String)>,
}

/// The scenes of one path, as far as it was followed.
#[derive(Default)]
pub struct Scenes {
    last: Scene,
    pub changes: Vec<SceneChange>,
}

impl Scenes {
    pub fn add(&mut self, scene: Scene) {
        let mut change = SceneChange::default();
        for thread in &scene.threads {
            if !self.last.threads.contains(thread) {
                change.threads.push(thread.into());
            }
        }
        let is_gone = |before: &&ThreadScene| !scene.threads.iter().any(|thread| thread.name == before.name);
        change.gone = self.last.threads.iter().filter(is_gone).map(|thread| thread.name.clone()).collect();
        let before: BTreeMap<&str, &str> = pairs(&self.last);
        let after: BTreeMap<&str, &str> = pairs(&scene);
        for (name, value) in &after {
            if before.get(name) != Some(value) {
                change.fields.insert((*name).to_owned(), Some((*value).to_owned()));
            }
        }
        for name in before.keys().filter(|name| !after.contains_key(*name)) {
            change.fields.insert((*name).to_owned(), None);
        }
        self.last = scene;
        self.changes.push(change);
    }
}

fn pairs(scene: &Scene) -> BTreeMap<&str, &str> {
    scene.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

impl From<&ThreadScene> for ThreadChange {
    fn from(thread: &ThreadScene) -> Self {
        ThreadChange {
            name: thread.name.clone(),
            activity: match thread.activity {
                Activity::Runnable => "runnable",
                Activity::Blocked => "blocked",
                Activity::Waiting => "waiting",
                Activity::Sleeping => "sleeping",
                Activity::Ended => "ended",
            },
            waits: thread.waits.clone(),
            awaits: thread.awaits.clone(),
            holds: thread.holds.clone(),
            frames: thread.frames.iter().map(FrameReport::from).collect(),
        }
    }
}

impl From<&FrameScene> for FrameReport {
    fn from(frame: &FrameScene) -> Self {
        FrameReport {
            method: frame.method.clone(),
            file: frame.file.clone(),
            line: frame.line,
            library: frame.library,
            variables: frame.variables.clone(),
        }
    }
}

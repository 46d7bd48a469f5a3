//! Going on without being told every step: in an order, for a while; or until something is met.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use serde::Serialize;
use space::Rng;

use super::seen::Seen;
use super::{Target, Walkthrough};

/// In which order states are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Breadth,
    Depth,
    Random,
}

/// How far the exploration has come.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    pub states: usize,
    pub transitions: usize,
    /// States with steps that nobody has taken.
    pub frontier: usize,
    /// One minus the probability of leaving what was explored.
    pub progress: f64,
    pub violations: Vec<(u32, String)>,
    /// The system turned out to behave otherwise than was known: everything begins anew.
    pub restarted: bool,
}

/// What to look for.
#[derive(Clone, Debug)]
pub enum Goal {
    /// `File.java:12`, or `:12` of any file.
    Line(String),
    Label(String),
    /// Any violation.
    Violation,
    End,
}

/// Where a search led.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The steps from the state it began in: picks and the states they lead to; nothing if it was not found.
    pub way: Option<Vec<(u32, u32)>>,
    pub looked_at: usize,
}

/// States that a search for a goal looks at.
const LOOKED_AT_MAX: usize = 20_000;

impl<S: Seen> Walkthrough<'_, S> {
    /// Opens states for a while.
    pub fn go_on(&mut self, order: Order, states: usize, time: Duration, rng: &mut Rng) {
        let started = Instant::now();
        for _ in 0..states {
            if started.elapsed() >= time || self.open.is_empty() {
                return;
            }
            let place = match order {
                Order::Breadth => 0,
                Order::Depth => self.open.len() - 1,
                Order::Random => rng.below(self.open.len()),
            };
            // Where they stand is of no meaning, except that the oldest are opened in order.
            let id = if order == Order::Random { self.open.swap_remove(place) } else { self.open.remove(place) };
            for pick in 0..self.places[id as usize].targets.len() as u32 {
                if self.places[id as usize].targets[pick as usize] == Target::Unknown {
                    // What leads nowhere is noted there.
                    let _ = self.step(id, pick);
                }
            }
        }
    }

    pub fn progress(&mut self) -> Progress {
        let places = &self.places;
        let is_open = |id: &u32| places[*id as usize].targets.contains(&Target::Unknown);
        self.open.retain(is_open);
        let violations = (self.places.iter().enumerate())
            .flat_map(|(id, place)| place.violations.iter().map(move |text| (id as u32, text.clone())))
            .take(100)
            .collect();
        Progress {
            states: self.places.len(),
            transitions: self.edges.len(),
            frontier: self.open.len(),
            progress: if self.open.is_empty() { 1.0 } else { self.meter.progress() },
            violations,
            restarted: false,
        }
    }

    /// The shortest way from a state to one that meets the goal.
    pub fn find(&mut self, from: u32, goal: &Goal, time: Duration) -> Result<Found, String> {
        self.check(from)?;
        if let Goal::Label(name) = goal
            && !self.system.labels().contains(name)
        {
            let names = self.system.labels().join(", ");
            return Err(format!("there is no label \"{name}\"; there are: {names}; add one with --label"));
        }
        let started = Instant::now();
        let mut before: HashMap<u32, (u32, u32)> = HashMap::new();
        let mut queue = VecDeque::from([from]);
        let mut looked_at = 0;
        while let Some(id) = queue.pop_front() {
            looked_at += 1;
            if looked_at > LOOKED_AT_MAX || started.elapsed() > time {
                break;
            }
            for pick in 0..self.places[id as usize].targets.len() as u32 {
                let Ok(target) = self.step(id, pick) else { continue };
                if target == from || before.contains_key(&target) {
                    continue;
                }
                before.insert(target, (id, pick));
                if self.meets(target, goal) {
                    return Ok(Found { way: Some(way(&before, from, target)), looked_at });
                }
                queue.push_back(target);
            }
        }
        Ok(Found { way: None, looked_at })
    }

    fn meets(&mut self, id: u32, goal: &Goal) -> bool {
        match goal {
            Goal::Violation => !self.places[id as usize].violations.is_empty(),
            Goal::End => self.places[id as usize].standing == space::Standing::Ended,
            Goal::Label(name) => {
                self.go(id);
                let label = self.system.labels().iter().position(|label| label == name);
                label.is_some_and(|label| self.system.holds(&self.world, label))
            }
            Goal::Line(place) => {
                self.go(id);
                let (file, line) = place.rsplit_once(':').unwrap_or(("", place));
                let Ok(line) = line.trim().parse::<u16>() else { return false };
                let Some(scene) = self.system.scene(&self.world) else { return false };
                let frames =
                    scene.threads.iter().filter_map(|thread| thread.frames.iter().find(|frame| !frame.library));
                frames.into_iter().any(|frame| {
                    frame.line == Some(line)
                        && (file.trim().is_empty()
                            || frame.file.as_deref().is_some_and(|name| name.ends_with(file.trim())))
                })
            }
        }
    }
}

fn way(before: &HashMap<u32, (u32, u32)>, from: u32, to: u32) -> Vec<(u32, u32)> {
    let mut way = Vec::new();
    let mut at = to;
    while at != from {
        let (source, pick) = before[&at];
        way.push((pick, at));
        at = source;
    }
    way.reverse();
    way
}

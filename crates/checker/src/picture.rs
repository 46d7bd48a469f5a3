//! A state space or Markov model as something to look at: every state and transition where there are few, the strongly
//! connected parts where there are many.

use std::collections::VecDeque;

use markov::graph::components;
use markov::{Kind, Model};
use search::RecordedGraph;
use serde::Serialize;
use space::{Decider, Encoding, Pick, Standing, System};

use crate::fault::Fault;
use crate::model::is_explored;

/// More than these nobody can follow with their eyes.
const DRAWN_MAX: usize = 250;
/// Parts that are listed by their sizes.
const PARTS_MAX: usize = 12;

#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    pub states: u64,
    pub transitions: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<Edge>,
    pub parts: Parts,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Node {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// `open`, `ended`, `deadlocked`, `ignored`; `partly` if some of its transitions were not explored.
    pub standing: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    /// Which alternative of its state.
    pub pick: u32,
    /// `schedule`, `data`, `random`, `resume`
    pub choice: &'static str,
    /// Which decision the edge belongs to; a coin's edges share one.
    pub row: u32,
    pub probability: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The strongly connected parts: once left, a part is never entered again.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Parts {
    pub count: u64,
    /// Those that are never left once entered.
    pub final_parts: u64,
    /// The sizes of the largest.
    pub largest: Vec<u64>,
}

impl Picture {
    /// What a search recorded; `system` tells what its transitions mean. The way that is told may lead beside what was searched.
    pub fn of_graph<S: System>(system: &S, graph: &RecordedGraph, way: &[Pick]) -> Result<Picture, Fault> {
        let states = graph.state_count();
        let mut starts = vec![0];
        let mut targets = Vec::new();
        for state in 0..states {
            targets.extend(graph.row(state).targets.iter().copied());
            starts.push(targets.len());
        }
        let successor = |edge: usize| Some(targets[edge] as usize).filter(|_| is_explored(targets[edge]));
        let mut picture = Picture {
            states: states as u64,
            transitions: graph.transition_count() as u64,
            nodes: Vec::new(),
            edges: Vec::new(),
            parts: Parts::of(states, |state| starts[state]..starts[state + 1], successor),
        };
        if states <= DRAWN_MAX {
            let places = picture.draw(system, graph)?;
            picture.draw_way(system, places, way)?;
        }
        Ok(picture)
    }

    /// Goes to every state once, along the transitions that were recorded, and asks what its transitions mean.
    fn draw<S: System>(&mut self, system: &S, graph: &RecordedGraph) -> Result<Vec<Option<Encoding>>, Fault> {
        let mut world = system.initial()?;
        let mut places: Vec<Option<Encoding>> = vec![None; graph.state_count()];
        let mut first = Encoding::new();
        system.encode(&mut world, &mut first);
        places[0] = Some(first);
        self.nodes = (0..graph.state_count()).map(|state| node(graph, state)).collect();
        let mut open = VecDeque::from([0]);
        while let Some(state) = open.pop_front() {
            let place = places[state].clone().expect("only states that were reached are open");
            let row = graph.row(state);
            for (pick, &target) in row.targets.iter().enumerate().filter(|(_, target)| is_explored(**target)) {
                system.decode(&place, &mut world);
                let probability = row.probabilities.map_or(1.0, |weights| weights[pick]);
                let pick = Pick(pick as u32);
                self.edges.push(edge(system, &world, (state as u32, target), pick, (row.decider, probability)));
                if places[target as usize].is_none() {
                    system.step(&mut world, pick)?;
                    let mut reached = Encoding::new();
                    system.encode(&mut world, &mut reached);
                    places[target as usize] = Some(reached);
                    open.push_back(target as usize);
                }
            }
        }
        Ok(places)
    }

    /// Adds the states and transitions of a way that the search did not come by.
    fn draw_way<S: System>(&mut self, system: &S, places: Vec<Option<Encoding>>, way: &[Pick]) -> Result<(), Fault> {
        let mut places: Vec<Encoding> = places.into_iter().map(Option::unwrap_or_default).collect();
        let (mut world, mut state) = (system.initial()?, 0);
        for pick in way {
            let known = self.edges.iter().find(|edge| edge.from == state && edge.pick == pick.0).map(|edge| edge.to);
            let Some(choice) = system.choice(&world) else { break };
            let decided = (choice.decider(), choice.probability(*pick));
            let mut fresh = edge(system, &world, (state, state), *pick, decided);
            system.step(&mut world, *pick)?;
            if let Some(target) = known {
                state = target;
                continue;
            }
            let mut reached = Encoding::new();
            system.encode(&mut world, &mut reached);
            let place = places.iter().position(|place| *place == reached).unwrap_or_else(|| {
                places.push(reached);
                let standing = standing_name(system.standing(&world), false);
                self.nodes.push(Node { standing, ..Node::default() });
                self.nodes.len() - 1
            });
            state = place as u32;
            fresh.to = state;
            self.edges.push(fresh);
        }
        Ok(())
    }

    pub fn of_model(model: &Model) -> Picture {
        let states = model.states();
        let entries = |state: usize| {
            let (first, end) = (model.choices[state] as usize, model.choices[state + 1] as usize);
            model.branches[first] as usize..model.branches[end] as usize
        };
        let mut picture = Picture {
            states: states as u64,
            transitions: model.transitions() as u64,
            nodes: Vec::new(),
            edges: Vec::new(),
            parts: Parts::of(states, entries, |edge| Some(model.targets[edge] as usize)),
        };
        if states > DRAWN_MAX {
            return picture;
        }
        for state in 0..states {
            let labels = model.labels.iter().filter(|label| label.states.contains(state));
            let values = model.variables.iter().map(|variable| format!("{}={}", variable.name, variable.at(state)));
            picture.nodes.push(Node {
                labels: labels.map(|label| label.name.clone()).collect(),
                standing: "open",
                text: values.collect::<Vec<_>>().join(", "),
            });
            let (first, end) = (model.choices[state], model.choices[state + 1]);
            let base = model.branches[first as usize];
            for row in first..end {
                for entry in model.branches[row as usize]..model.branches[row as usize + 1] {
                    picture.edges.push(Edge {
                        from: state as u32,
                        to: model.targets[entry as usize],
                        pick: entry - base,
                        choice: if model.kind == Kind::Chain { "random" } else { "schedule" },
                        row: row - first,
                        probability: model.probabilities[entry as usize],
                        ..Edge::default()
                    });
                }
            }
        }
        picture
    }
}

impl Parts {
    fn of(
        states: usize,
        edges: impl Fn(usize) -> std::ops::Range<usize>,
        successor: impl Fn(usize) -> Option<usize>,
    ) -> Parts {
        let found = components(states, |_| true, &edges, &successor);
        let numbers = found.numbering(states);
        let is_final = |members: &[u32]| {
            members.iter().all(|state| {
                edges(*state as usize).filter_map(&successor).all(|to| numbers[to] == numbers[*state as usize])
            })
        };
        let final_parts = found.iter().filter(|members| is_final(members)).count() as u64;
        let mut largest: Vec<u64> = found.iter().map(|members| members.len() as u64).collect();
        largest.sort_unstable_by(|a, b| b.cmp(a));
        largest.truncate(PARTS_MAX);
        Parts { count: found.count() as u64, final_parts, largest }
    }
}

fn edge<S: System>(
    system: &S,
    world: &S::World,
    (from, to): (u32, u32),
    pick: Pick,
    (decider, probability): (Decider, f64),
) -> Edge {
    let step = system.describe(world, pick);
    Edge {
        from,
        to,
        pick: pick.0,
        choice: crate::trace::choice_name(decider),
        row: if decider == Decider::Coin { 0 } else { pick.0 },
        probability,
        thread: step.thread,
        location: step.location,
        text: system.action(world, pick).map_or(step.text, str::to_owned),
    }
}

fn standing_name(standing: Standing, is_explored: bool) -> &'static str {
    match standing {
        Standing::Ended => "ended",
        Standing::Deadlocked => "deadlocked",
        Standing::Ignored => "ignored",
        Standing::Open if is_explored => "open",
        Standing::Open => "partly",
    }
}

fn node(graph: &RecordedGraph, state: usize) -> Node {
    let labels = (0..graph.label_names.len()).filter(|label| graph.holds(state, *label));
    let standing = standing_name(graph.standing(state), graph.is_explored(state));
    Node { labels: labels.map(|label| graph.label_names[label].clone()).collect(), standing, text: String::new() }
}

//! Everything a program can have printed when it ends, over all choices: the graph that a search walked, unfolded by what was
//! printed on the way. States do not hold what was printed, so that one state may stand for many histories.

use std::collections::VecDeque;
use std::time::Instant;

use hashbrown::HashMap;
use jvm::{Program, Round};
use search::{IGNORED, Outcome, RecordedGraph, Recorder, Settings, UNEXPLORED, build, explore, parse_spec};
use space::System;
use space::{Decider, Notice, Observer, Pick, Standing, Violation, ViolationKind};

use crate::check::Watch;

/// Pairs of a state and a history that are told apart before we call them too many.
const PAIRS_MAX: usize = 2_000_000;

/// What was printed, and which exceptions nobody caught, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct History {
    pub printed: Vec<u8>,
    pub thrown: Vec<String>,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    End,
    Deadlock,
    /// It goes round for ever: no end can be reached any more.
    Endless,
}

/// A way a run can end, with the shortest schedule that leads there.
pub struct Ended {
    pub history: History,
    pub ending: Ending,
    pub path: Vec<Pick>,
    /// The pairs of the unfolded graph that are this ending.
    pub pairs: Vec<u32>,
}

/// What a step did besides leading to a state.
#[derive(Clone, Default)]
struct Effect {
    printed: Vec<u8>,
    thrown: Vec<String>,
}

/// Notes what the steps print and throw; most do neither.
#[derive(Default)]
struct Effects {
    before: Effect,
    of: HashMap<(u32, u32), Effect>,
}

impl Effects {
    fn here(program: &Program, world: &jvm::World) -> Effect {
        let thrown = |violation: &&Violation| {
            matches!(violation.kind, ViolationKind::Exception | ViolationKind::Assertion | ViolationKind::Exit)
        };
        Effect {
            printed: program.output(world).to_vec(),
            thrown: program.violations(world).iter().filter(thrown).map(|found| found.message.clone()).collect(),
        }
    }
}

impl Observer<Program> for Effects {
    fn observe(&mut self, program: &Program, notice: &Notice<'_, Program>) {
        match notice {
            Notice::Discovered { id, world, .. } if id.0 == 0 => self.before = Effects::here(program, world),
            Notice::Advanced { source, pick, world, .. } => {
                let effect = Effects::here(program, world);
                if !effect.printed.is_empty() || !effect.thrown.is_empty() {
                    self.of.insert((source.0, pick.0), effect);
                }
            }
            _ => {}
        }
    }
}

/// A program's graph, explored as far as limits allow, unfolded by history.
pub struct Unfolded {
    pub outcome: Outcome,
    pub graph: RecordedGraph,
    /// Every pair (and nothing but pairs) of the explored part is there.
    pub complete: bool,
    pub endings: Vec<Ended>,
    pairs: Vec<Pair>,
    edges: Vec<(u32, u32, u32)>,
}

struct Pair {
    state: u32,
    history: u32,
    /// From where, and by which pick, it was met first.
    from: Option<(u32, u32)>,
}

/// The part of the time that exploring may take.
const SHARE: f64 = 0.8;

/// Explores every choice, again and again until nothing more is learned about what threads share.
pub fn unfold(program: &Program, limits: search::Limits, watch: &mut Watch<'_>) -> Result<Unfolded, space::Fault> {
    let started = Instant::now();
    let ((outcome, graph, effects), is_settled) = program.until_settled(|| {
        let (mut recorder, mut effects) = (Recorder::new(program), Effects::default());
        let left = search::Limits {
            // What was explored is to be unfolded in time, too.
            max_time: limits.max_time.map(|time| time.mul_f64(SHARE).saturating_sub(started.elapsed())),
            ..limits.clone()
        };
        let (interrupt, draft) = (watch.interrupt.clone(), watch.draft.clone());
        let settings = Settings {
            limits: left,
            all_errors: true,
            // Late time-outs must fire where the others go round for ever.
            rounds: program.config.time_outs == jvm::config::TimeOuts::Late,
            interrupt: interrupt.as_deref(),
            journal: draft.as_deref().map(|draft| &draft.journal),
            on_beat: (watch.on_beat.as_mut())
                .map(|on_beat| -> search::BeatListener<'_> { Box::new(|beat| on_beat(beat, None)) }),
            ..Settings::default()
        };
        let mut strategy = build(&parse_spec("bfs").expect("a search of the registry"));
        let outcome = explore(program, &mut *strategy, settings, vec![&mut recorder, &mut effects])?;
        let is_over = outcome.interrupted || !outcome.limits_hit.is_empty();
        Ok(Round { result: (outcome, recorder.into_graph(), effects), is_over })
    })?;
    Ok(Unfolded::new(outcome, graph, &effects, is_settled))
}

impl Unfolded {
    fn new(outcome: Outcome, graph: RecordedGraph, effects: &Effects, settled: bool) -> Unfolded {
        let complete = outcome.complete && settled;
        let mut unfolded =
            Unfolded { outcome, graph, complete, endings: Vec::new(), pairs: Vec::new(), edges: Vec::new() };
        if unfolded.graph.state_count() > 0 {
            unfolded.walk(effects);
        }
        unfolded
    }

    /// Breadth first, so that the first way to each pair is a shortest one.
    fn walk(&mut self, effects: &Effects) {
        let mut histories: Vec<History> = Vec::new();
        let mut numbers: HashMap<History, u32> = HashMap::new();
        let mut seen: HashMap<(u32, u32), u32> = HashMap::new();
        let mut queue = VecDeque::new();
        let Effect { printed, thrown } = effects.before.clone();
        let first = History { printed, thrown };
        numbers.insert(first.clone(), 0);
        histories.push(first);
        seen.insert((0, 0), 0);
        self.pairs.push(Pair { state: 0, history: 0, from: None });
        queue.push_back(0u32);
        while let Some(number) = queue.pop_front() {
            let Pair { state, history, .. } = self.pairs[number as usize];
            for (pick, &target) in self.graph.row(state as usize).targets.iter().enumerate() {
                if target == UNEXPLORED || target == IGNORED {
                    continue;
                }
                let then = match effects.of.get(&(state, pick as u32)) {
                    None => history,
                    Some(effect) => {
                        let mut longer = histories[history as usize].clone();
                        longer.printed.extend_from_slice(&effect.printed);
                        longer.thrown.extend(effect.thrown.iter().cloned());
                        *numbers.entry(longer).or_insert_with_key(|longer| {
                            histories.push(longer.clone());
                            histories.len() as u32 - 1
                        })
                    }
                };
                if self.pairs.len() >= PAIRS_MAX {
                    self.complete = false;
                    queue.clear();
                    break;
                }
                let pairs = &mut self.pairs;
                let next = *seen.entry((target, then)).or_insert_with(|| {
                    pairs.push(Pair { state: target, history: then, from: Some((number, pick as u32)) });
                    queue.push_back(pairs.len() as u32 - 1);
                    pairs.len() as u32 - 1
                });
                self.edges.push((number, pick as u32, next));
            }
        }
        self.collect(&histories);
    }

    fn collect(&mut self, histories: &[History]) {
        let mut found: HashMap<(u32, Ending), usize> = HashMap::new();
        let endings = self.endings_of_pairs();
        for (number, ending) in endings {
            let history = self.pairs[number as usize].history;
            let place = *found.entry((history, ending)).or_insert_with(|| {
                self.endings.push(Ended {
                    history: histories[history as usize].clone(),
                    ending,
                    path: Vec::new(),
                    pairs: Vec::new(),
                });
                self.endings.len() - 1
            });
            self.endings[place].pairs.push(number);
        }
        for index in 0..self.endings.len() {
            let first = self.endings[index].pairs[0];
            self.endings[index].path = self.path_to(first);
        }
    }

    /// The pairs at which a run has ended, in the order of discovery. If everything is known, those from which no end can be
    /// reached are endless; one per history is enough.
    fn endings_of_pairs(&self) -> Vec<(u32, Ending)> {
        let mut endings = Vec::new();
        let mut reaches = vec![false; self.pairs.len()];
        let mut work = Vec::new();
        for (number, pair) in (0..).zip(&self.pairs) {
            match self.graph.standing(pair.state as usize) {
                Standing::Ended => endings.push((number, Ending::End)),
                Standing::Deadlocked => endings.push((number, Ending::Deadlock)),
                // A path that an assumption ended, or that is open, may go anywhere.
                Standing::Ignored => {}
                Standing::Open => {
                    let row = self.graph.row(pair.state as usize);
                    if !row.targets.iter().any(|target| [UNEXPLORED, IGNORED].contains(target)) {
                        continue;
                    }
                }
            }
            reaches[number as usize] = true;
            work.push(number);
        }
        if !self.complete {
            return endings;
        }
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.pairs.len()];
        self.edges.iter().for_each(|(from, _, to)| before[*to as usize].push(*from));
        while let Some(number) = work.pop() {
            for &from in &before[number as usize] {
                if !std::mem::replace(&mut reaches[from as usize], true) {
                    work.push(from);
                }
            }
        }
        let mut told = hashbrown::HashSet::new();
        for (number, pair) in (0u32..).zip(&self.pairs) {
            let is_entry = !reaches[number as usize] && pair.from.is_none_or(|(from, _)| reaches[from as usize]);
            if is_entry && told.insert(pair.history) {
                endings.push((number, Ending::Endless));
            }
        }
        endings
    }

    fn path_to(&self, pair: u32) -> Vec<Pick> {
        let mut path = Vec::new();
        let mut at = pair;
        while let Some((from, pick)) = self.pairs[at as usize].from {
            path.push(Pick(pick));
            at = from;
        }
        path.reverse();
        path
    }

    /// Whether a coin decides anything.
    pub fn has_coins(&self) -> bool {
        (0..self.graph.state_count()).any(|state| {
            let row = self.graph.row(state);
            row.decider == Decider::Coin && row.targets.len() > 1
        })
    }

    /// Whether an assumption ruled something out: what remains has no probability of its own.
    pub fn has_assumptions(&self) -> bool {
        (0..self.graph.state_count()).any(|state| self.graph.row(state).targets.contains(&IGNORED))
    }

    /// The unfolded graph as a model in which each ending `i` has the label `o{i}`.
    pub fn model(&self) -> markov::Model {
        let names: Vec<String> = (0..self.endings.len()).map(|index| format!("o{index}")).collect();
        let mut builder = markov::Builder::new(&names, &[]);
        builder.states_at_least(self.pairs.len() as u32);
        let mut has_edges = vec![false; self.pairs.len()];
        for &(source, pick, target) in &self.edges {
            let row = self.graph.row(self.pairs[source as usize].state as usize);
            let probability = row.probabilities.map_or(1.0, |weights| weights[pick as usize]);
            let choice = if row.decider == Decider::Coin { 0 } else { pick };
            has_edges[source as usize] = true;
            builder.edge(markov::Edge { source, choice, target, probability });
        }
        for source in (0..self.pairs.len()).filter(|pair| !has_edges[*pair]) {
            let source = source as u32;
            builder.edge(markov::Edge { source, choice: 0, target: source, probability: 1.0 });
        }
        for (label, ended) in self.endings.iter().enumerate() {
            ended.pairs.iter().for_each(|pair| builder.label(label, *pair));
        }
        builder.build(true)
    }
}

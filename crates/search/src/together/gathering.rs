//! What several processes have explored, in the first of them: a log of their steps, in which a search finds all of its own taken.

use std::io;
use std::ops::Range;

use space::{Encoding, Fault, Observer, RecordReader, RecordWriter, System};

use super::Cut;
use super::member::Counts;
use crate::ahead::facet::{Effect, Facet, Interned};
use crate::ahead::log::{FAILED, IGNORED, Log, Step};
use crate::ahead::picture::{read_effect, read_facet};
use crate::ahead::{Ahead, Elsewhere, Numbering, Places, UNEXPLORED, name_in_order};
use crate::explorer::{Strategy, explore_from};
use crate::outcome::Outcome;
use crate::settings::Settings;
use crate::stores::make_room;

/// The source of the initial state.
pub const NO_SOURCE: u32 = u32::MAX;

/// How a state was reached: from which of which process's states, by which pick, with which of that process's effects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    pub from: u32,
    pub source: u32,
    pub pick: u32,
    pub effect: u32,
    pub instructions: u32,
}

/// Where a step led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    Ignored,
    Failed,
    /// To a state of the process that tells of it.
    State {
        state: u32,
        is_fresh: bool,
    },
}

impl Way {
    pub fn write(&self, target: Target, into: &mut Vec<u8>) {
        let target = match target {
            Target::Ignored => 0,
            Target::Failed => 1,
            Target::State { state, is_fresh } => 2 + 2 * u64::from(state) + u64::from(is_fresh),
        };
        let Way { from, source, pick, effect, instructions } = *self;
        let mut out = RecordWriter(into);
        let numbers = [from, source.wrapping_add(1), pick, effect, instructions].map(u64::from);
        numbers.into_iter().chain([target]).try_for_each(|number| out.number(number)).expect("memory can be written");
    }

    fn read(input: &mut RecordReader<'_>) -> io::Result<(Self, Target)> {
        let from = input.number32()?;
        let source = input.number32()?.wrapping_sub(1);
        let way =
            Way { from, source, pick: input.number32()?, effect: input.number32()?, instructions: input.number32()? };
        let target = match input.number()? {
            0 => Target::Ignored,
            1 => Target::Failed,
            number => Target::State { state: ((number - 2) / 2) as u32, is_fresh: number % 2 == 1 },
        };
        Ok((way, target))
    }
}

/// What one process has told.
#[derive(Default)]
struct Told {
    counts: Counts,
    /// The numbers that its facets and effects have here.
    facets: Vec<u32>,
    effects: Vec<u32>,
    /// The facet of each of its states.
    rows: Vec<u32>,
    /// Its steps, as they came: effects they name may be told of later, by others. One large block, which can be on disk.
    steps: Vec<u8>,
}

pub struct Gathering {
    facets: Interned<Facet>,
    effects: Interned<Effect>,
    told: Vec<Told>,
}

impl Gathering {
    pub fn new(size: u32) -> Self {
        let told = std::iter::repeat_with(Told::default).take(size as usize).collect();
        Gathering { facets: Interned::default(), effects: Interned::default(), told }
    }

    /// How much these processes have done.
    pub fn counts(&self, processes: Range<u32>) -> Counts {
        let mut all = Counts::default();
        for Told { counts, .. } in &self.told[processes.start as usize..processes.end as usize] {
            all.states += counts.states;
            all.transitions += counts.transitions;
            all.expanded += counts.expanded;
            all.store_bytes += counts.store_bytes;
        }
        all
    }

    pub fn add_rows(&mut self, from: u32, letter: &[u8]) -> io::Result<()> {
        let mut rest = letter;
        let mut input = RecordReader(&mut rest);
        let Told { counts, facets, effects, rows, .. } = &mut self.told[from as usize];
        let mut next = || input.number();
        *counts = Counts { states: next()?, transitions: next()?, expanded: next()?, store_bytes: next()? };
        effects.extend(input.list(read_effect)?.into_iter().map(|effect| self.effects.add(effect).0));
        facets.extend(input.list(read_facet)?.into_iter().map(|facet| self.facets.add(facet).0));
        let more = input.number()? as usize;
        make_room(rows, more);
        for _ in 0..more {
            rows.push(facets[input.number()? as usize]);
        }
        Ok(())
    }

    pub fn add_steps(&mut self, from: u32, letter: &[u8]) {
        let steps = &mut self.told[from as usize].steps;
        make_room(steps, letter.len());
        steps.extend_from_slice(letter);
    }

    /// Makes a log of it.
    pub fn finish<S: System>(
        mut self,
        world: S::World,
        initial: Encoding,
        root_effect: Effect,
        instructions: u64,
        cut: Option<Cut>,
    ) -> Gathered<S> {
        let store_bytes = self.counts(0..self.told.len() as u32).store_bytes;
        let mut starts = vec![0usize];
        for told in &self.told {
            starts.push(starts[starts.len() - 1] + told.rows.len());
        }
        let numbered = |process: u32, state: u32| {
            let place = starts[process as usize] + state as usize;
            (place < starts[process as usize + 1]).then_some(place)
        };
        let name = name_in_order;
        let log = Log::default();
        let mut place = 0;
        for told in &mut self.told {
            for facet in std::mem::take(&mut told.rows) {
                let alternatives = self.facets.value(facet).expect("it was told of").alternatives();
                log.note_state(name(place), facet, alternatives);
                place += 1;
            }
        }
        let mut ways = vec![(u32::MAX, 0); place];
        let mut root = None;
        for from in 0..self.told.len() {
            let steps = std::mem::take(&mut self.told[from].steps);
            let (mut rest, from) = (steps.as_slice(), from as u32);
            while !rest.is_empty() {
                let (way, target) =
                    Way::read(&mut RecordReader(&mut rest)).expect("it was written by a process of ours");
                let led = match target {
                    Target::State { state, .. } => numbered(from, state),
                    Target::Ignored | Target::Failed => None,
                };
                if way.source == NO_SOURCE {
                    root = led;
                    continue;
                }
                let Some(source) = numbered(way.from, way.source) else { continue };
                let target = match (target, led) {
                    (Target::Ignored, _) => IGNORED,
                    (Target::Failed, _) => FAILED,
                    (Target::State { is_fresh, .. }, Some(led)) => {
                        if is_fresh {
                            ways[led] = (source as u32, way.pick);
                        }
                        name(led)
                    }
                    (Target::State { .. }, None) => continue,
                };
                let Some(&effect) = self.told[way.from as usize].effects.get(way.effect as usize) else { continue };
                log.note_step(name(source), way.pick, Step { target, effect, instructions: way.instructions });
            }
        }
        let Gathering { facets, effects, .. } = self;
        let root_effect = effects.add(root_effect).0;
        let elsewhere = Elsewhere { initial, ways, instructions, root_effect };
        Gathered { world, log, facets, effects, root: root.map(name), elsewhere, cut, store_bytes }
    }
}

/// What the initial state shows besides itself.
pub fn root_effect<S: System>(system: &S, world: &S::World) -> Effect {
    Effect::of(system, world, None)
}

/// What was explored.
pub struct Gathered<S: System> {
    world: S::World,
    log: Log,
    facets: Interned<Facet>,
    effects: Interned<Effect>,
    root: Option<u32>,
    elsewhere: Elsewhere,
    /// Why it is not all, if it is not.
    pub cut: Option<Cut>,
    /// What the states take in all processes.
    pub store_bytes: u64,
}

impl<S: System> Gathered<S> {
    /// What a search finds explored, with a world to ask. `None` if there is not even an initial state.
    pub fn into_ahead(self, system: &S) -> Option<(Ahead<'_, S>, S::World)> {
        let Gathered { world, log, facets, effects, root, elsewhere, .. } = self;
        Some((Ahead::gathered(system, log, (facets, effects), root?, elsewhere), world))
    }
}

/// Searches through what was explored; `cut` is why that is not all. Paths end where nobody has explored them.
pub fn follow<'a, S: System>(
    places: &'a Places<'a, S>,
    world: S::World,
    cut: Option<&Cut>,
    strategy: &mut dyn Strategy<Places<'a, S>>,
    mut settings: Settings<'a>,
    observers: Vec<&'a mut dyn Observer<Places<'a, S>>>,
) -> Result<Outcome, Fault> {
    let all_errors = settings.all_errors;
    settings.all_errors |= cut.is_some();
    settings.store = Some(Box::new(Numbering::new(places.0)));
    let place = places.0.place_at_root(world);
    let (mut outcome, _) = explore_from(places, place, strategy, settings, observers)?;
    let Some(cut) = cut else { return Ok(outcome) };
    outcome.complete = false;
    let is_unexplored = |fault: &Fault| matches!(fault, Fault::Limit { name: UNEXPLORED, .. });
    for stuck in outcome.faults.extract_if(.., |stuck| is_unexplored(&stuck.fault)) {
        outcome.transitions -= stuck.occurrences;
    }
    if !all_errors {
        outcome.violations.truncate(1);
        outcome.faults.truncate(1);
    }
    match cut {
        Cut::Limit(limit) if !outcome.limits_hit.contains(limit) => outcome.limits_hit.push(*limit),
        Cut::Interrupted => outcome.interrupted = true,
        Cut::Limit(_) | Cut::Found | Cut::Learned | Cut::Unlike | Cut::Failed(_) | Cut::Paused => {}
    }
    Ok(outcome)
}

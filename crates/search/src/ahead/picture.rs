//! What workers have explored, as a file: written while they go on, in pieces that each add to those before.

use std::io::{self, Read, Write};
use std::time::Duration;

use space::{
    Fault, Lesson, RecordReader, RecordWriter, Roster, Standing, System, ThreadId, ThreadSet, Violation, ViolationKind,
};

use super::Ahead;
use super::facet::{Effect, Facet, Interned, OwnedChoice, Weights};
use super::log::{FAILED, IGNORED, Log};
use crate::stores::SavedStore;

/// Who keeps an exploration in files while it runs.
pub trait Keeper: Send {
    /// How long from one picture to the next.
    fn interval(&self) -> Duration;

    /// Takes a picture: `save` writes what came since `Saved`, `knowledge` is what the system knows besides, to be asked for
    /// afterwards. The last one is taken when the search has ended, and tells whether it is complete.
    fn keep(&mut self, save: &mut SavePart<'_>, knowledge: &dyn Fn() -> Vec<u8>, ended: Option<bool>);
}

/// Writes what was explored since the last time, or all of it.
pub type SavePart<'a> = dyn FnMut(&mut Saved, &mut dyn Write) -> io::Result<()> + 'a;

/// How much of an exploration is in files.
#[derive(Default)]
pub struct Saved {
    store: SavedStore,
    facets: usize,
    effects: usize,
}

impl Saved {
    /// Nothing is in files yet.
    pub fn is_new(&self) -> bool {
        self.facets == 0
    }
}

const STANDINGS: [Standing; 4] = [Standing::Open, Standing::Ended, Standing::Deadlocked, Standing::Ignored];

const KINDS: [ViolationKind; 7] = [
    ViolationKind::Deadlock,
    ViolationKind::Exception,
    ViolationKind::Assertion,
    ViolationKind::Race,
    ViolationKind::Livelock,
    ViolationKind::Exit,
    ViolationKind::Action,
];

/// The limits that end a path wherever it is taken; all others are those of one process, and are not logged.
pub(crate) const LOGGED_LIMITS: [&str; 3] = ["max-instructions", "deadlock", space::ENDED_BY_PROGRAM];

fn place_in<T: PartialEq>(all: &[T], one: &T) -> u64 {
    all.iter().position(|other| other == one).expect("all are listed") as u64
}

impl<S: System> Ahead<'_, S> {
    /// Writes what came since `saved`, and moves that on. Workers may go on meanwhile: what refers to something is written before
    /// what it refers to, which is there then.
    pub fn save(&self, saved: &mut Saved, out: &mut dyn Write) -> io::Result<()> {
        let is_whole = saved.is_new();
        let mut out = RecordWriter(out);
        self.log.save(is_whole, &mut out)?;
        save_interned(&self.effects, &mut saved.effects, &mut out, write_effect)?;
        save_interned(&self.facets, &mut saved.facets, &mut out, write_facet)?;
        self.store.save(&mut saved.store, &mut out)
    }

    /// Takes over what one call of `save` wrote; all of them, in their order, give what was explored.
    pub fn restore(&self, input: &mut dyn Read) -> io::Result<()> {
        let mut input = RecordReader(input);
        let log = Log::read(&mut input)?;
        input.list(read_effect)?.into_iter().for_each(|effect| drop(self.effects.add(effect)));
        input.list(read_facet)?.into_iter().for_each(|facet| drop(self.facets.add(facet)));
        let states = self.store.restore(&mut input)?;
        self.filed.fetch_add(states, std::sync::atomic::Ordering::Relaxed);
        for (state, facet) in log.states {
            let alternatives = self.facets.value(facet).ok_or_else(damaged)?.alternatives();
            self.log.note_state(state, facet, alternatives);
        }
        for (state, pick, step) in log.steps {
            if step.target < FAILED && self.log.facet(step.target).is_none() {
                return Err(damaged());
            }
            debug_assert!(step.target <= IGNORED);
            self.log.note_step(state, pick, step);
        }
        Ok(())
    }
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is damaged")
}

fn save_interned<T: std::hash::Hash + Eq>(
    all: &Interned<T>,
    saved: &mut usize,
    out: &mut RecordWriter<'_>,
    write: impl Fn(&mut RecordWriter<'_>, &T) -> io::Result<()>,
) -> io::Result<()> {
    let fresh = all.since(*saved);
    *saved += fresh.len();
    out.list(fresh.iter(), |out, value| write(out, value))
}

pub(crate) fn write_facet(out: &mut RecordWriter<'_>, facet: &Facet) -> io::Result<()> {
    let Facet { standing, choice, roster, labels, values, site } = facet;
    out.number(place_in(&STANDINGS, standing))?;
    out.option(choice.as_ref(), |out, choice| match choice {
        OwnedChoice::Schedule(threads) => {
            out.number(0)?;
            out.list(threads.iter(), |out, thread| out.number(u64::from(thread.0)))
        }
        OwnedChoice::Wake(waiters) => out.number(1).and_then(|()| out.number(u64::from(*waiters))),
        OwnedChoice::Data(alternatives) => out.number(2).and_then(|()| out.number(u64::from(*alternatives))),
        OwnedChoice::Random(Weights(weights)) => {
            out.number(3)?;
            out.list(weights.iter(), |out, weight| out.number(weight.to_bits()))
        }
        OwnedChoice::Resume => out.number(4),
    })?;
    let Roster { able, waiting, held, chosen, running } = roster;
    for threads in [able, waiting, held, chosen] {
        let members: Vec<usize> = threads.iter().collect();
        out.list(members.iter(), |out, thread| out.number(*thread as u64))?;
    }
    out.number(u64::from(*running))?;
    out.list(labels.iter(), |out, word| out.number(*word))?;
    out.list(values.iter(), |out, (family, value)| {
        out.number(*family as u64)?;
        out.number(*value as u64)
    })?;
    out.number(*site)
}

pub(crate) fn read_facet(input: &mut RecordReader<'_>) -> io::Result<Facet> {
    let standing = input.one_of(&STANDINGS)?;
    let choice = input.option(|input| {
        Ok(match input.number()? {
            0 => OwnedChoice::Schedule(input.list(|input| Ok(ThreadId(input.number32()?)))?),
            1 => OwnedChoice::Wake(input.number32()?),
            2 => OwnedChoice::Data(input.number32()?),
            3 => OwnedChoice::Random(Weights(input.list(|input| Ok(f64::from_bits(input.number()?)))?)),
            4 => OwnedChoice::Resume,
            _ => return Err(damaged()),
        })
    })?;
    let mut threads = || Ok::<_, io::Error>(input.list(|input| Ok(input.number32()? as usize))?.into_iter().collect());
    let (able, waiting, held, chosen): (ThreadSet, _, _, _) = (threads()?, threads()?, threads()?, threads()?);
    let roster = Roster { able, waiting, held, chosen, running: input.number32()? };
    let labels = input.list(|input| input.number())?;
    let values = input.list(|input| Ok((input.number()? as usize, input.number()? as i64)))?;
    Ok(Facet { standing, choice, roster, labels, values, site: input.number()? })
}

pub(crate) fn write_effect(out: &mut RecordWriter<'_>, effect: &Effect) -> io::Result<()> {
    let Effect { violations, earned, runner, ended, lesson, fault } = effect;
    out.list(violations.iter(), |out, violation| {
        let Violation { kind, message, details, thread, location } = violation;
        out.number(place_in(&KINDS, kind))?;
        out.text(message)?;
        out.list(details.iter(), |out, detail| out.text(detail))?;
        out.option(thread.as_deref(), |out, text| out.text(text))?;
        out.option(location.as_deref(), |out, text| out.text(text))
    })?;
    out.list(earned.iter(), |out, earned| out.number(*earned))?;
    out.option(*runner, |out, thread| out.number(u64::from(thread.0)))?;
    out.list(ended.iter(), |out, thread| out.number(u64::from(thread.0)))?;
    out.option(lesson.as_ref(), |out, Lesson { shared, endless, noticed }| {
        out.list(shared.iter(), |out, key| out.text(key))?;
        out.option(endless.as_deref(), |out, text| out.text(text))?;
        out.list(noticed.iter(), |out, (kind, text)| {
            out.number(u64::from(*kind))?;
            out.text(text)
        })
    })?;
    out.option(fault.as_ref(), |out, fault| match fault {
        Fault::Unsupported { what, location } => {
            out.number(0)?;
            out.text(what)?;
            out.option(location.as_deref(), |out, text| out.text(text))
        }
        Fault::Input(sentence) => out.number(1).and_then(|()| out.text(sentence)),
        Fault::Limit { name, sentence } => {
            out.number(2)?;
            out.number(place_in(&LOGGED_LIMITS, name))?;
            out.text(sentence)
        }
    })
}

pub(crate) fn read_effect(input: &mut RecordReader<'_>) -> io::Result<Effect> {
    let violations = input.list(|input| {
        Ok(Violation {
            kind: input.one_of(&KINDS)?,
            message: input.text()?,
            details: input.list(|input| input.text())?,
            thread: input.option(|input| input.text())?,
            location: input.option(|input| input.text())?,
        })
    })?;
    let earned = input.list(|input| input.number())?;
    let runner = input.option(|input| Ok(ThreadId(input.number32()?)))?;
    let ended = input.list(|input| Ok(ThreadId(input.number32()?)))?;
    let lesson = input.option(|input| {
        let shared = input.list(|input| input.text())?;
        let endless = input.option(|input| input.text())?;
        let noticed = input.list(|input| Ok((input.number32()? as u8, input.text()?)))?;
        Ok(Lesson { shared, endless, noticed })
    })?;
    let fault = input.option(|input| match input.number()? {
        0 => Ok(Fault::Unsupported { what: input.text()?, location: input.option(|input| input.text())? }),
        1 => Ok(Fault::Input(input.text()?)),
        2 => Ok(Fault::Limit { name: input.one_of(&LOGGED_LIMITS)?, sentence: input.text()? }),
        _ => Err(damaged()),
    })?;
    Ok(Effect { violations, earned, runner, ended, lesson, fault })
}

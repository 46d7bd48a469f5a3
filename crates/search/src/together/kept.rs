//! What each process keeps of an exploration in a file of its own, so that all of them can go on after they were ended.
//!
//! A picture is taken while nothing is on its way: the first process ends the mail, as it does when an exploration is over, but nobody takes
//! another step; when timely knows that no letter is left, each process makes sure that its file is on disk, and all go on with new mail. A
//! file only grows: the states of the process in their order, and the letters in which it told the first one of them. Whoever goes on files
//! the states again and tells the same once more.

use std::io::{self, BufRead};
use std::time::Duration;

use space::{Encoding, Filed, RecordReader, RecordWriter, System};

use super::member::Member;
use super::packet::unpack;
use super::{Cut, Kind};
use crate::ahead::picture::{read_effect, read_facet};
use crate::stores::store_for;

/// The file of one process, and in the first one the list of all.
pub trait Keeps {
    /// How long from one picture to the next.
    fn interval(&self) -> Duration;

    /// In the first process: what another has to know of its file.
    fn brief(&self, process: u32) -> Vec<u8>;

    /// In any other process: what the first one said.
    fn begin(&mut self, brief: &[u8]) -> io::Result<()>;

    /// What the file holds, if the exploration goes on; what is appended comes after that.
    fn recall(&mut self) -> io::Result<Option<Box<dyn BufRead>>>;

    /// Adds to the file. What cannot be written makes the next seal a broken one.
    fn append(&mut self, bytes: &[u8]);

    /// All that was appended is on disk from now on. Gives the file's seal, empty if it is broken.
    fn seal(&mut self) -> Vec<u8>;

    /// In the first process: all have sealed their files, while the system knew this.
    fn commit(&mut self, seals: &[Vec<u8>], knowledge: &[u8]);
}

/// What a file consists of.
const STATES: u64 = 0;
const ROWS: u64 = 1;
const STEPS: u64 = 2;
/// How many states are expanded: the last record before a seal.
const EXPANDED: u64 = 3;

impl<S: System> Member<'_, S> {
    pub(super) fn keeps(&self) -> bool {
        self.terms.keeper.is_some()
    }

    fn append(&mut self, kind: u64, body: &[u8]) {
        let Some(keeper) = &mut self.terms.keeper else { return };
        let mut record = Vec::with_capacity(body.len() + 12);
        let mut out = RecordWriter(&mut record);
        out.number(kind).and_then(|()| out.bytes(body)).expect("memory can be written");
        keeper.append(&record);
    }

    /// A state of this process is new.
    pub(super) fn keep_state(&mut self, state: &Encoding) {
        const FULL: usize = 1 << 15;
        self.kept_states.add([0; 4], state);
        if self.kept_states.len() > FULL {
            self.keep_states();
        }
    }

    fn keep_states(&mut self) {
        let states = self.kept_states.take();
        self.append(STATES, &states);
    }

    /// The first process is told this.
    pub(super) fn keep_told(&mut self, rows: &[u8], steps: &[u8]) {
        if self.keeps() {
            self.append(ROWS, rows);
            self.append(STEPS, steps);
        }
    }

    /// After a pause: makes sure that the file is on disk. To be followed by `go_on`.
    pub fn seal(&mut self) -> Vec<u8> {
        if self.is_torn {
            return Vec::new();
        }
        assert!(self.rows.is_empty() && self.steps.is_empty(), "who rests has told everything");
        self.keep_states();
        let next = u64::from(self.next).to_le_bytes();
        self.append(EXPANDED, &next);
        if self.me == 0 {
            self.known_at_seal = self.system.common_knowledge();
        }
        self.terms.keeper.as_mut().map(|keeper| keeper.seal()).unwrap_or_default()
    }

    /// Tells the first process of a seal.
    pub fn tell_seal(&mut self, seal: Vec<u8>) {
        if self.me == 0 { self.note_seal(0, seal) } else { self.post.send(0, Kind::Sealed, seal) }
    }

    /// In the first process: when all have sealed their files, the picture is taken.
    pub(super) fn note_seal(&mut self, from: u32, seal: Vec<u8>) {
        self.seals[from as usize] = Some(seal);
        if self.seals.iter().any(Option::is_none) {
            return;
        }
        let seals: Vec<Vec<u8>> = self.seals.iter_mut().filter_map(Option::take).collect();
        if let Some(keeper) = &mut self.terms.keeper {
            if seals.iter().all(|seal| !seal.is_empty()) {
                keeper.commit(&seals, &self.known_at_seal);
            }
            self.picture_due = self.started.elapsed() + keeper.interval();
        }
        self.is_picturing = false;
        if let Some(cut) = self.postponed.take() {
            self.is_last = true;
            self.ask(cut);
        }
    }

    /// What is to end the exploration ends it after a picture.
    pub(super) fn postpone(&mut self, cut: Cut) -> Cut {
        let can_wait = matches!(cut, Cut::Limit(_) | Cut::Interrupted);
        if !self.keeps() || self.is_last || !can_wait {
            return cut;
        }
        self.postponed = Some(cut);
        self.is_picturing = true;
        Cut::Paused
    }

    /// Takes up what this process has kept; tells whether there was something.
    pub fn recall(&mut self) -> io::Result<bool> {
        let kept = self.terms.keeper.as_mut().map_or(Ok(None), |keeper| keeper.recall())?;
        let Some(mut kept) = kept else { return Ok(false) };
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "it is damaged");
        while !kept.fill_buf()?.is_empty() {
            let mut input = RecordReader(&mut kept);
            let (kind, body) = (input.number()?, input.bytes()?);
            match kind {
                STATES => {
                    let mut are_new = true;
                    unpack(&body, |_, state| {
                        let store = self.store.get_or_insert_with(|| store_for(state));
                        are_new &= matches!(store.insert(state), Filed::Fresh(_));
                        self.counts.states += 1;
                    })?;
                    if !are_new {
                        return Err(damaged());
                    }
                }
                ROWS => self.recall_rows(body)?,
                STEPS if self.me == 0 => self.gathering().add_steps(0, &body),
                STEPS => self.post.send(0, Kind::Steps, body),
                EXPANDED => {
                    let next = u64::from_le_bytes(body.try_into().map_err(|_| damaged())?);
                    self.next = u32::try_from(next).map_err(|_| damaged())?;
                }
                _ => return Err(damaged()),
            }
        }
        Ok(true)
    }

    fn recall_rows(&mut self, body: Vec<u8>) -> io::Result<()> {
        let mut rest = body.as_slice();
        let mut input = RecordReader(&mut rest);
        let _states = input.number()?;
        (self.counts.transitions, self.counts.expanded) = (input.number()?, input.number()?);
        let _store_bytes = input.number()?;
        input.list(read_effect)?.into_iter().for_each(|effect| self.effects.recall(effect));
        input.list(read_facet)?.into_iter().for_each(|facet| self.facets.recall(facet));
        if self.me == 0 {
            return self.gathering().add_rows(0, &body);
        }
        self.post.send(0, Kind::Rows, body);
        Ok(())
    }
}

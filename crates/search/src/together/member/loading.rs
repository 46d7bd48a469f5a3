//! What is loaded gets the same numbers in all processes: the first one decides what comes next, and whoever has come to load something
//! asks it and waits.

use space::{Pick, RecordReader, RecordWriter, StateId, System};

use super::super::Cut;
use super::super::mail::Kind;
use super::Member;

impl<S: System> Member<'_, S> {
    /// The step from `state` has loaded something. True if it is the next thing that all load, false if something else is, which
    /// this process has loaded now instead: the step is to be taken again. `None` if the exploration has been ended.
    pub(super) fn load(&mut self, state: u32, pick: Pick) -> Option<bool> {
        let source = self.store.as_mut().expect("a state was filed").fetch(StateId(state)).clone();
        let record = self.system.load_record(&self.world, &source, pick);
        let number = self.heard;
        let is_mine = if self.me == 0 {
            self.announce(number, 0, &record);
            true
        } else if let Some(is_mine) = self.propose(&record) {
            is_mine
        } else {
            // Nobody loads anything any more: this machine may keep what it has, and tells nobody where it led.
            let _ = self.system.tell_load(&mut self.world, &source, pick);
            return None;
        };
        if is_mine {
            self.heard = number + 1;
        }
        match self.system.tell_load(&mut self.world, &source, pick) {
            Ok(is_told) => {
                debug_assert_eq!(is_told, is_mine);
                Some(is_told)
            }
            Err(fault) => {
                self.is_lost = true;
                self.give_up(&fault);
                None
            }
        }
    }

    /// Waits until everybody knows what comes next; tells whether it is this.
    fn propose(&mut self, record: &[u8]) -> Option<bool> {
        let mut body = Vec::new();
        let mut out = RecordWriter(&mut body);
        out.number(self.heard).and_then(|()| out.bytes(record)).expect("memory can be written");
        self.post.send(0, Kind::Propose, body);
        loop {
            self.post.wait();
            while let Some(letter) = self.post.take() {
                match letter.kind {
                    Kind::Load => return Some(self.hear(&letter.body.0).expect("a letter of ours")),
                    // In a pause, too, everybody hears what comes next.
                    Kind::Stop if Cut::read(&letter.body.0) == Cut::Paused => self.deferred.push(letter),
                    Kind::Stop => {
                        self.read(letter);
                        return None;
                    }
                    _ => self.deferred.push(letter),
                }
            }
        }
    }

    /// Hears what comes next; tells whether it is what this process has asked for, which it notes itself.
    pub(super) fn hear(&mut self, letter: &[u8]) -> std::io::Result<bool> {
        let mut rest = letter;
        let mut input = RecordReader(&mut rest);
        let (number, by) = (input.number()?, input.number32()?);
        debug_assert_eq!(number, self.heard, "loads come in their order");
        if by == self.me {
            return Ok(true);
        }
        self.system.hear_load(&input.bytes()?)?;
        self.heard += 1;
        Ok(false)
    }

    /// In the first process: what another one wants to load comes next, unless it did not know what came before.
    pub(super) fn sequence(&mut self, by: u32, proposal: &[u8]) -> std::io::Result<()> {
        let mut rest = proposal;
        let mut input = RecordReader(&mut rest);
        let has_ended = self.cut.as_ref().is_some_and(|cut| *cut != Cut::Paused);
        if input.number()? != self.heard || has_ended {
            return Ok(());
        }
        let record = input.bytes()?;
        self.system.hear_load(&record)?;
        self.announce(self.heard, by, &record);
        self.heard += 1;
        Ok(())
    }

    fn announce(&mut self, number: u64, by: u32, record: &[u8]) {
        let mut body = Vec::new();
        let mut out = RecordWriter(&mut body);
        let written = out.number(number).and_then(|()| out.number(u64::from(by))).and_then(|()| out.bytes(record));
        written.expect("memory can be written");
        (1..self.size).for_each(|other| self.post.send(other, Kind::Load, body.clone()));
    }
}

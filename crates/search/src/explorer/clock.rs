//! How far a search may go, and what it tells meanwhile.

use std::sync::atomic::Ordering;
use std::time::Duration;

use space::System;

use crate::limits::{Limit, resident_bytes};
use crate::settings::Beat;

use super::{BEAT_INTERVAL, CLOCK_MASK, Discovery, Explorer, Halt};

impl<S: System> Explorer<'_, S> {
    pub(super) fn check_limits(&mut self) -> Result<(), Halt> {
        let limits = &self.settings.limits;
        if limits.max_transitions.is_some_and(|max| max <= self.outcome.transitions) {
            return Err(Halt::LimitReached(Limit::Transitions));
        }
        // Transitions may be long: whoever watches the time from outside is heard at once.
        if self.settings.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Halt::Interrupted);
        }
        if self.outcome.transitions & CLOCK_MASK != 0 {
            return Ok(());
        }
        if limits.max_instructions.is_some_and(|max| max <= self.executed()) {
            return Err(Halt::LimitReached(Limit::Instructions));
        }
        if let Some(journal) = self.settings.journal {
            let counts = &self.outcome;
            journal.count(counts.states, counts.transitions, counts.max_depth, counts.expanded);
        }
        let elapsed = self.started.elapsed();
        if limits.max_time.is_some_and(|max| max <= elapsed) {
            return Err(Halt::LimitReached(Limit::Time));
        }
        self.clock_reads += 1;
        if limits.max_memory.is_some() && self.clock_reads & 63 == 0 {
            let kept = if self.settings.is_on_disk { 0 } else { self.bytes() };
            let held = kept.max(resident_bytes().unwrap_or(0).saturating_sub(self.memory_start));
            if limits.max_memory.is_some_and(|max| max <= held) {
                return Err(Halt::LimitReached(Limit::Memory));
            }
        }
        if self.beat_due <= elapsed {
            self.beat_due = elapsed + BEAT_INTERVAL;
            self.beat(elapsed);
        }
        Ok(())
    }

    pub(super) fn beat(&mut self, elapsed: Duration) {
        let beat = Beat {
            states: self.outcome.states,
            transitions: self.outcome.transitions,
            depth: self.outcome.max_depth,
            frontier: self.frontier_len,
            store_bytes: self.store.bytes() as u64,
            elapsed,
        };
        if let Some(on_beat) = &mut self.settings.on_beat {
            on_beat(&beat);
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.store.bytes() + self.discoveries.capacity() * size_of::<Discovery>()) as u64
    }
}

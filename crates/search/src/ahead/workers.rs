//! Workers that explore ahead of a search, from the end that the search comes to last.

use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use space::{Fault, Observer, Pick, System};

use super::facet::Facet;
use super::log::{FAILED, IGNORED, Step};
use super::numbering::Numbering;
use super::{Ahead, Book, Hand, Keeper, Places};
use crate::explorer::{Strategy, explore_from};
use crate::outcome::Outcome;
use crate::pool::{Member, Pool, spawn_worker};
use crate::settings::Settings;

/// Runs `strategy` with so many workers, the calling thread being one of them. Outcome and what observers see are those of
/// [`explore`](crate::explore).
pub fn explore_ahead<'a, S: System>(
    places: &'a Places<'a, S>,
    workers: usize,
    strategy: &mut dyn Strategy<Places<'a, S>>,
    mut settings: Settings<'a>,
    observers: Vec<&'a mut dyn Observer<Places<'a, S>>>,
    keeper: Option<&mut dyn Keeper>,
) -> Result<Outcome, Fault> {
    let ahead = places.0;
    let place = places.initial()?;
    settings.store = Some(Box::new(Numbering::new(ahead)));
    let crew = Crew { pool: Pool::new(workers.saturating_sub(1)), ended: Mutex::new(None), end: Condvar::new() };
    let crew = &crew;
    std::thread::scope(|scope| {
        let _end = End(ahead, crew);
        let others: Vec<_> = (1..workers)
            .filter_map(|number| {
                let other = spawn_worker(scope, move || Scout::begin(ahead, crew, number));
                if other.is_none() {
                    // Whoever cannot begin is not waited for.
                    drop(crew.pool.join());
                }
                other
            })
            .collect();
        let keeping = keeper.map(|keeper| scope.spawn(move || crew.keep(ahead, keeper)));
        let outcome = explore_from(places, place, strategy, settings, observers);
        let is_complete = outcome.as_ref().is_ok_and(|(outcome, _)| outcome.complete);
        *crew.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(is_complete);
        drop(End(ahead, crew));
        let joined = keeping.map(|keeping| keeping.join());
        joined.into_iter().for_each(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        for other in others {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
        outcome.map(|(outcome, _)| outcome)
    })
}

/// Ends the others, also if the search panics.
struct End<'c, 'a, S: System>(&'c Ahead<'a, S>, &'c Crew);

impl<S: System> Drop for End<'_, '_, S> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
        self.1.pool.wake();
        self.1.ended.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(false);
        self.1.end.notify_all();
    }
}

/// What the workers that look ahead share besides the log.
struct Crew {
    /// Open states that one gave away.
    pool: Pool<Open>,
    /// Whether the search is complete, once it has ended.
    ended: Mutex<Option<bool>>,
    end: Condvar,
}

/// A state, and how many of its alternatives were taken.
struct Open {
    state: u32,
    alternatives: u32,
    taken: u32,
}

impl Crew {
    /// Takes pictures until the search has ended.
    fn keep<S: System>(&self, ahead: &Ahead<'_, S>, keeper: &mut dyn Keeper) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let wait = self.end.wait_timeout_while(ended, keeper.interval(), |ended| ended.is_none());
            let end = *wait.unwrap_or_else(PoisonError::into_inner).0;
            keeper.keep(&mut |saved, out| ahead.save(saved, out), &|| ahead.system.common_knowledge(), end);
            if end.is_some() {
                return;
            }
            ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        }
    }
}

struct Scout<'c, 'a, S: System> {
    ahead: &'a Ahead<'a, S>,
    member: Member<'c, Open>,
    /// Workers go different ways, so that they meet seldom.
    number: usize,
    hand: Hand<'a, S>,
    book: Book,
    stack: Vec<Open>,
}

impl<'c, 'a, S: System> Scout<'c, 'a, S> {
    fn begin(ahead: &'a Ahead<'a, S>, crew: &'c Crew, number: usize) {
        let member = crew.pool.join();
        // Who cannot begin leaves the work to the others; the search itself hears of whatever is wrong.
        if let Ok(world) = ahead.system.worker(false, &ahead.stop) {
            let hand = ahead.hand(world);
            let mut scout = Scout { ahead, member, number, hand, book: Book::default(), stack: Vec::new() };
            let root = *ahead.root.get().expect("the search has begun");
            scout.open(root);
            scout.run();
        }
    }

    fn is_over(&self) -> bool {
        self.ahead.stop.load(Ordering::Relaxed)
    }

    fn run(&mut self) {
        loop {
            while let Some(open) = self.stack.last_mut() {
                if open.taken == open.alternatives {
                    self.stack.pop();
                    continue;
                }
                let (state, alternatives, turn) = (open.state, open.alternatives, open.taken);
                open.taken += 1;
                let pick = self.way(state, alternatives, turn);
                if !self.go(state, pick) || self.is_over() {
                    return;
                }
                self.member.share(&mut self.stack);
                while self.ahead.is_far_ahead() {
                    if self.is_over() {
                        return;
                    }
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            match self.member.take(|| self.is_over()) {
                Some(open) => self.stack = open,
                None => return,
            }
        }
    }

    /// The alternative that is taken when it is `turn`'s: searches begin with the first, so the first worker begins with the last.
    fn way(&self, state: u32, alternatives: u32, turn: u32) -> Pick {
        let last = alternatives - 1;
        if self.number == 1 {
            return Pick(last - turn);
        }
        let start = (u64::from(state) ^ self.number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
        Pick(((start % u64::from(alternatives)) as u32 + turn) % alternatives)
    }

    /// Follows a step, or takes it if nobody has. False if this worker can be of no more help.
    fn go(&mut self, state: u32, pick: Pick) -> bool {
        let step = match self.ahead.log.step(state, pick.0) {
            Some(step) => step,
            None => match self.ahead.take(&mut self.hand, state, pick, &mut self.book) {
                Ok((step, _)) => step,
                // A path that is too long for one is so for all; anything else ends this worker.
                Err(Fault::Limit { name: "max-instructions", .. }) => return true,
                Err(_) => return false,
            },
        };
        if step.target != FAILED && step.target != IGNORED {
            self.open(step.target);
        }
        // What it has learned makes its further steps other ones than the search would make.
        !self.has_learned(step)
    }

    fn has_learned(&mut self, step: Step) -> bool {
        self.book.effects.meet(step.effect, &self.ahead.effects);
        let effect = self.book.effects.get(step.effect);
        effect.lesson.as_ref().is_some_and(|lesson| !lesson.shared.is_empty())
    }

    fn open(&mut self, state: u32) {
        let Some(facet) = self.ahead.log.claim(state) else { return };
        self.book.facets.meet(facet, &self.ahead.facets);
        let alternatives = Facet::alternatives(self.book.facets.get(facet));
        self.stack.push(Open { state, alternatives, taken: 0 });
    }
}

//! A search by several workers that is the search of one.
//!
//! The search itself runs on one thread, as any does: its strategy decides in which order, its observers see what they would see,
//! limits and violations count as they would. Other workers explore the same system ahead of it and log what they
//! find; where the search comes to a step that was taken, it need not take it again. So every strategy, every observer and
//! every exported byte is the same for any number of workers, and none of them knows of workers.
//!
//! [`Ahead`] is that system: its worlds are numbers of states in a common store, with a real world beside for steps that nobody
//! has taken yet. A step may teach that threads share more than was known; the worker that learns it looks ahead no
//! further, and when the search itself comes to such a step, it goes on alone, as it would have from there: what was logged speaks of
//! steps by machines that did not know.

pub(crate) mod facet;
pub(crate) mod log;
mod numbering;
pub(crate) mod picture;
mod workers;

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use hashbrown::HashSet;
use space::{
    Choice, Encoding, Fault, Filed, Lesson, Pick, Roster, Standing, StateId, StepDescription, System, ThreadId,
    ThreadSet, Violation,
};

use crate::stores::{STRIPES, SharedHandle, SharedStore, place_of, stripe_of};
use crate::taking::take_step;

use facet::{Effect, Facet, Interned, Known};
use log::{FAILED, IGNORED, Log, Step};

#[cfg(feature = "together")]
pub(crate) use numbering::Numbering;
pub use picture::{Keeper, SavePart, Saved};
pub use workers::explore_ahead;

/// A system with what workers have explored of it so far.
pub struct Ahead<'a, S: System> {
    system: &'a S,
    store: SharedStore,
    log: Log,
    facets: Interned<Facet>,
    effects: Interned<Effect>,
    /// The search asks where choices are taken.
    with_sites: bool,
    /// Workers may be so far ahead only: the search may never come to what they find.
    is_bounded: bool,
    /// The search has learned something that the log knows nothing of.
    frozen: AtomicBool,
    /// Whoever looks ahead is to end.
    stop: Arc<AtomicBool>,
    root: OnceLock<u32>,
    /// How many states the search has met, and how many there are in the store.
    met: AtomicU32,
    filed: AtomicU32,
    /// How states are reached, if they are stored in other processes.
    elsewhere: Option<Elsewhere>,
}

/// What is known of states that are stored elsewhere: how they were first reached.
pub(crate) struct Elsewhere {
    pub initial: Encoding,
    /// Of each state, in the order of the log, the state and the pick it was reached by.
    pub ways: Vec<(u32, u32)>,
    /// What had been executed, and what had happened, when the initial state was reached.
    #[cfg(feature = "together")]
    pub instructions: u64,
    #[cfg(feature = "together")]
    pub root_effect: u32,
}

/// The limit of a step that was explored in no process.
pub(crate) const UNEXPLORED: &str = "unexplored";

/// One worker's real world.
struct Hand<'a, S: System> {
    world: S::World,
    /// The state it is in, if it is in a stored one.
    at: Option<u32>,
    store: SharedHandle<&'a SharedStore>,
    encoding: Encoding,
    /// What its last step taught, if a limit ended that.
    lesson: Option<Lesson>,
}

/// What one worker knows of facets and effects.
#[derive(Default)]
struct Book {
    facets: Known<Facet>,
    effects: Known<Effect>,
}

/// The search's own place.
pub struct Place<'a, S: System> {
    state: u32,
    facet: u32,
    /// What the last step did; `None` in a state that was restored.
    effect: Option<u32>,
    is_ignored: bool,
    instructions: u64,
    book: Book,
    /// Effects that need not be learned from again.
    heeded: HashSet<u32>,
    hand: RefCell<Hand<'a, S>>,
}

/// Workers are at most so many states ahead of a search that may never need them, besides as many as it has met.
const FREE_START: u32 = 4096;

/// The states of a log in their order, and back.
#[cfg(feature = "together")]
pub(crate) fn name_in_order(place: usize) -> u32 {
    crate::stores::state_at(place % STRIPES, place / STRIPES)
}

fn place_in_order(state: u32) -> usize {
    place_of(state) * STRIPES + stripe_of(state)
}

fn state_of(encoding: &Encoding) -> u32 {
    u32::from_le_bytes(encoding.bytes().try_into().expect("a state is a number of four bytes"))
}

impl<'a, S: System> Ahead<'a, S> {
    /// `is_exhaustive` tells that the search comes to everything unless something ends it, `with_sites` that it asks of many
    /// states where their choices are taken.
    pub fn new(system: &'a S, is_exhaustive: bool, with_sites: bool) -> Self {
        Ahead {
            system,
            store: SharedStore::default(),
            log: Log::default(),
            facets: Interned::default(),
            effects: Interned::default(),
            with_sites,
            is_bounded: !is_exhaustive,
            frozen: AtomicBool::new(false),
            stop: Arc::default(),
            root: OnceLock::new(),
            met: AtomicU32::new(0),
            filed: AtomicU32::new(0),
            elsewhere: None,
        }
    }

    /// What other processes have explored: all that a search will find.
    #[cfg(feature = "together")]
    pub(crate) fn gathered(
        system: &'a S,
        log: Log,
        (facets, effects): (Interned<Facet>, Interned<Effect>),
        root: u32,
        elsewhere: Elsewhere,
    ) -> Self {
        let root = OnceLock::from(root);
        Ahead { log, facets, effects, root, elsewhere: Some(elsewhere), ..Ahead::new(system, true, false) }
    }

    /// The search's place in the initial state of what was gathered.
    #[cfg(feature = "together")]
    pub(crate) fn place_at_root(&'a self, world: S::World) -> Place<'a, S> {
        let elsewhere = self.elsewhere.as_ref().expect("it was gathered");
        let state = *self.root.get().expect("it was gathered");
        let (effect, mut book) = (elsewhere.root_effect, Book::default());
        let facet = self.log.facet(state).expect("the initial state was explored");
        book.facets.meet(facet, &self.facets);
        book.effects.meet(effect, &self.effects);
        let hand = RefCell::new(self.hand(world));
        Place {
            state,
            facet,
            effect: Some(effect),
            is_ignored: false,
            instructions: elsewhere.instructions,
            book,
            heeded: HashSet::new(),
            hand,
        }
    }

    fn is_frozen(&self) -> bool {
        self.frozen.load(Ordering::Relaxed)
    }

    fn count_met(&self, states: u32) {
        self.met.store(states, Ordering::Relaxed);
    }

    fn is_far_ahead(&self) -> bool {
        let met = self.met.load(Ordering::Relaxed);
        self.is_bounded && self.filed.load(Ordering::Relaxed) / 2 > met.saturating_add(FREE_START)
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.log.bytes()
    }

    fn hand(&'a self, world: S::World) -> Hand<'a, S> {
        Hand { world, at: None, store: self.store.handle(), encoding: Encoding::new(), lesson: None }
    }

    /// Notes the state that `hand` is in; gives the number of its facet.
    fn note_state(&self, hand: &Hand<'_, S>, state: u32, book: &mut Book) -> u32 {
        let facet = Facet::of(self.system, &hand.world, self.with_sites);
        let alternatives = facet.alternatives();
        let facet = book.facets.number(facet, &self.facets);
        self.log.note_state(state, facet, alternatives);
        facet
    }

    /// Puts the real world into a state.
    fn settle(&self, hand: &mut Hand<'_, S>, state: u32) -> Result<(), Fault> {
        if self.system.is_behind(&hand.world) {
            hand.at = None;
            self.system.catch_up(&mut hand.world)?;
        }
        if let Some(elsewhere) = &self.elsewhere {
            return self.go_to(elsewhere, hand, state);
        }
        if hand.at != Some(state) {
            self.system.decode(hand.store.fetch(StateId(state)), &mut hand.world);
            hand.at = Some(state);
        }
        Ok(())
    }

    /// Goes the way that a state was first reached.
    fn go_to(&self, elsewhere: &Elsewhere, hand: &mut Hand<'_, S>, state: u32) -> Result<(), Fault> {
        if hand.at == Some(state) {
            return Ok(());
        }
        let mut way = Vec::new();
        let mut place = place_in_order(state);
        while let (source, pick) = elsewhere.ways[place]
            && source != u32::MAX
        {
            way.push(Pick(pick));
            place = source as usize;
        }
        hand.at = None;
        self.system.decode(&elsewhere.initial, &mut hand.world);
        for pick in way.into_iter().rev() {
            take_step(self.system, &mut hand.world, pick, &mut hand.encoding)?;
        }
        hand.at = Some(state);
        Ok(())
    }

    /// Takes a step of the real world and logs it; gives the facet of the state it leads to, if it leads to one. An error is a
    /// limit, of which the log says nothing: the next one may fare better.
    fn take(&self, hand: &mut Hand<'_, S>, source: u32, pick: Pick, book: &mut Book) -> Result<(Step, u32), Fault> {
        self.settle(hand, source)?;
        loop {
            let before = self.system.instructions(&hand.world);
            hand.at = None;
            let done = take_step(self.system, &mut hand.world, pick, &mut hand.encoding);
            if self.system.has_loaded(&hand.world) {
                let state = hand.store.fetch(StateId(source));
                if !self.system.tell_load(&mut hand.world, state, pick)? {
                    self.system.decode(hand.store.fetch(StateId(source)), &mut hand.world);
                    continue;
                }
            }
            let instructions = self.system.instructions(&hand.world).saturating_sub(before);
            let instructions = u32::try_from(instructions).unwrap_or(u32::MAX);
            let lesson = self.system.take_lesson(&mut hand.world);
            let (target, effect, facet) = match done {
                Err(Fault::Limit { name, sentence }) => {
                    hand.lesson = lesson;
                    return Err(Fault::Limit { name, sentence });
                }
                Err(fault) => (FAILED, Effect { lesson, fault: Some(fault), ..Effect::default() }, 0),
                Ok(false) => (IGNORED, Effect { lesson, ..Effect::default() }, 0),
                Ok(true) => {
                    let (target, facet) = self.file(hand, book);
                    (target, Effect::of(self.system, &hand.world, lesson), facet)
                }
            };
            let step = Step { target, effect: book.effects.number(effect, &self.effects), instructions };
            if !self.is_frozen() {
                self.log.note_step(source, pick.0, step);
            }
            return Ok((step, facet));
        }
    }

    /// Files the state that `hand` has just encoded.
    fn file(&self, hand: &mut Hand<'_, S>, book: &mut Book) -> (u32, u32) {
        let known = match hand.store.insert(&hand.encoding, None) {
            Filed::Fresh(StateId(state)) => {
                self.filed.fetch_add(1, Ordering::Relaxed);
                hand.at = Some(state);
                None
            }
            Filed::Seen(StateId(state)) => {
                hand.at = Some(state);
                // Whoever met it first may not have noted it yet.
                if self.is_frozen() { None } else { self.log.facet(state) }
            }
        };
        let state = hand.at.expect("it was filed");
        (state, known.unwrap_or_else(|| self.note_state(hand, state, book)))
    }

    /// Puts the search's place where a step leads.
    fn arrive(&self, place: &mut Place<'_, S>, step: Step, facet: Option<u32>) -> Result<(), Fault> {
        place.instructions += u64::from(step.instructions);
        place.book.effects.meet(step.effect, &self.effects);
        let effect = place.book.effects.get(step.effect);
        if let Some(lesson) = &effect.lesson
            && place.heeded.insert(step.effect)
        {
            self.system.learn(&mut place.hand.get_mut().world, lesson);
            // What was gathered knows nothing else; whoever explored it begins again.
            if !lesson.shared.is_empty() && self.elsewhere.is_none() {
                self.freeze();
            }
        }
        place.effect = Some(step.effect);
        place.is_ignored = step.target == IGNORED;
        match step.target {
            FAILED => Err(effect.fault.clone().expect("a step that failed says why")),
            IGNORED => Ok(()),
            state => {
                place.state = state;
                place.facet = facet.unwrap_or_else(|| self.log.facet(state).expect("who logs a step notes its target"));
                place.book.facets.meet(place.facet, &self.facets);
                Ok(())
            }
        }
    }

    /// The search goes on without the log.
    fn freeze(&self) {
        self.frozen.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The real world in the state of `place`, for what is seldom asked.
    fn with_world<R>(&self, place: &Place<'_, S>, ask: impl FnOnce(&mut S::World) -> R) -> R {
        let mut hand = place.hand.borrow_mut();
        if let Err(fault) = self.settle(&mut hand, place.state) {
            // The next step fails for the same reason; what is answered here no longer counts.
            debug_assert!(matches!(fault, Fault::Limit { .. }));
        }
        ask(&mut hand.world)
    }
}

impl<'a, S: System> Place<'a, S> {
    fn facet(&self) -> &Facet {
        self.book.facets.get(self.facet)
    }

    fn effect(&self) -> Option<&Effect> {
        self.effect.map(|effect| self.book.effects.get(effect))
    }
}

impl<'a, S: System> Ahead<'a, S> {
    /// The search's place in the initial state; to be asked for once.
    fn begin(&'a self) -> Result<Place<'a, S>, Fault> {
        let world = self.system.worker(true, &Arc::default())?;
        let instructions = self.system.instructions(&world);
        let (mut hand, mut book) = (self.hand(world), Book::default());
        self.system.encode(&mut hand.world, &mut hand.encoding);
        let effect = Effect::of(self.system, &hand.world, None);
        let effect = Some(book.effects.number(effect, &self.effects));
        let (state, facet) = self.file(&mut hand, &mut book);
        // Of a search that goes on, the initial state is known.
        book.facets.meet(facet, &self.facets);
        self.root.get_or_init(|| state);
        let heeded = HashSet::new();
        Ok(Place { state, facet, effect, is_ignored: false, instructions, book, heeded, hand: RefCell::new(hand) })
    }
}

/// A system whose worlds are places.
pub struct Places<'a, S: System>(pub &'a Ahead<'a, S>);

impl<'a, S: System> System for Places<'a, S> {
    type World = Place<'a, S>;

    fn initial(&self) -> Result<Place<'a, S>, Fault> {
        self.0.begin()
    }

    fn choice<'b>(&'b self, place: &'b Place<'a, S>) -> Option<Choice<'b>> {
        if place.is_ignored { None } else { place.facet().choice.as_ref().map(|choice| choice.as_choice()) }
    }

    fn standing(&self, place: &Place<'a, S>) -> Standing {
        if place.is_ignored { Standing::Ignored } else { place.facet().standing }
    }

    fn step(&self, place: &mut Place<'a, S>, pick: Pick) -> Result<(), Fault> {
        let ahead = self.0;
        let logged = if ahead.is_frozen() { None } else { ahead.log.step(place.state, pick.0) };
        if let Some(step) = logged {
            return ahead.arrive(place, step, None);
        }
        if ahead.elsewhere.is_some() {
            return Err(Fault::Limit { name: UNEXPLORED, sentence: "the exploration ended before".into() });
        }
        let hand = place.hand.get_mut();
        let before = ahead.system.instructions(&hand.world);
        let (step, facet) = ahead.take(hand, place.state, pick, &mut place.book).inspect_err(|_| {
            place.instructions += ahead.system.instructions(&hand.world).saturating_sub(before);
            if let Some(lesson) = hand.lesson.take() {
                ahead.system.learn(&mut hand.world, &lesson);
            }
        })?;
        ahead.arrive(place, step, Some(facet))
    }

    fn encode(&self, place: &mut Place<'a, S>, out: &mut Encoding) {
        out.push_u32(place.state);
    }

    fn decode(&self, encoding: &Encoding, place: &mut Place<'a, S>) {
        let ahead = self.0;
        (place.state, place.effect, place.is_ignored) = (state_of(encoding), None, false);
        if ahead.is_frozen() {
            // What shows of a state may be more than it was.
            let hand = place.hand.get_mut();
            if ahead.settle(hand, place.state).is_ok() {
                place.facet = ahead.note_state(hand, place.state, &mut place.book);
            }
            return;
        }
        place.facet = ahead.log.facet(place.state).expect("only states that were met are restored");
        place.book.facets.meet(place.facet, &ahead.facets);
    }

    fn violations<'b>(&'b self, place: &'b Place<'a, S>) -> &'b [Violation] {
        place.effect().map_or(&[], |effect| &effect.violations)
    }

    fn labels(&self) -> &[String] {
        self.0.system.labels()
    }

    fn holds(&self, place: &Place<'a, S>, label: usize) -> bool {
        place.facet().labels[label / 64] & 1 << (label % 64) != 0
    }

    fn families(&self) -> usize {
        self.0.system.families()
    }

    fn family_values(&self, place: &Place<'a, S>, family: usize, visit: &mut dyn FnMut(i64)) {
        place.facet().values.iter().filter(|(of, _)| *of == family).for_each(|(_, value)| visit(*value));
    }

    fn family_label(&self, family: usize, value: i64) -> String {
        self.0.system.family_label(family, value)
    }

    fn rewards(&self) -> &[String] {
        self.0.system.rewards()
    }

    fn earned(&self, place: &Place<'a, S>, reward: usize) -> u64 {
        place.effect().map_or(0, |effect| effect.earned[reward])
    }

    fn site(&self, place: &Place<'a, S>) -> u64 {
        if self.0.with_sites {
            return place.facet().site;
        }
        self.0.with_world(place, |world| self.0.system.site(world))
    }

    fn move_site(&self, place: &Place<'a, S>, pick: Pick) -> u64 {
        self.0.with_world(place, |world| self.0.system.move_site(world, pick))
    }

    fn heuristics(&self) -> &[&'static str] {
        self.0.system.heuristics()
    }

    fn heuristic(&self, place: &mut Place<'a, S>, index: usize) -> f64 {
        self.0.with_world(place, |world| self.0.system.heuristic(world, index))
    }

    fn describe(&self, place: &Place<'a, S>, pick: Pick) -> StepDescription {
        self.0.with_world(place, |world| self.0.system.describe(world, pick))
    }

    fn names_actions(&self) -> bool {
        self.0.system.names_actions()
    }

    fn roster(&self, place: &Place<'a, S>) -> Roster {
        place.facet().roster.clone()
    }

    fn explain_stuck(&self, place: &Place<'a, S>, threads: &ThreadSet) -> Violation {
        self.0.with_world(place, |world| self.0.system.explain_stuck(world, threads))
    }

    fn explain_livelock(&self, place: &Place<'a, S>, threads: &ThreadSet) -> Violation {
        self.0.with_world(place, |world| self.0.system.explain_livelock(world, threads))
    }

    fn note_held(&self, place: &Place<'a, S>, threads: &ThreadSet) {
        self.0.with_world(place, |world| self.0.system.note_held(world, threads));
    }

    fn note_endless(&self, place: &Place<'a, S>, threads: &ThreadSet) {
        self.0.with_world(place, |world| self.0.system.note_endless(world, threads));
    }

    fn runner(&self, place: &Place<'a, S>) -> Option<ThreadId> {
        place.effect().and_then(|effect| effect.runner)
    }

    fn ended<'b>(&'b self, place: &'b Place<'a, S>) -> &'b [ThreadId] {
        place.effect().map_or(&[], |effect| &effect.ended)
    }

    fn instructions(&self, place: &Place<'a, S>) -> u64 {
        place.instructions
    }
}

//! What one process does in an exploration by several.

mod loading;

use std::time::{Duration, Instant};

use hashbrown::HashMap;
use space::{Encoding, Fault, Filed, Lesson, Pick, RecordReader, RecordWriter, Standing, StateId, StateStore, System};
use xxhash_rust::xxh3::xxh3_64;

use super::gathering::{Gathered, Gathering, NO_SOURCE, Target, Way};
use super::mail::{Kind, Letter, Post};
use super::packet::{Packet, unpack};
use super::{Cut, Terms};
use crate::ahead::facet::{Effect, Facet};
use crate::ahead::picture::{LOGGED_LIMITS, write_effect, write_facet};
use crate::findings::violations_in;
use crate::limits::{Limit, resident_bytes};
use crate::settings::Beat;
use crate::stores::store_for;
use crate::taking::take_step;

/// Between two looks at the mail.
const SLICE: Duration = Duration::from_millis(2);
/// A letter with states, or with what was explored, is sent when it has so many bytes.
const FULL: usize = 1 << 15;
const BEAT_INTERVAL: Duration = Duration::from_millis(200);

/// Values by numbers of this process's own, with those that nobody else has heard of.
pub(super) struct Numbers<T> {
    numbers: HashMap<T, u32>,
    fresh: Vec<T>,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers { numbers: HashMap::new(), fresh: Vec::new() }
    }
}

impl<T: std::hash::Hash + Eq + Clone> Numbers<T> {
    fn number(&mut self, value: T) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.fresh.push(value.clone());
        self.numbers.insert(value, number);
        number
    }

    /// The next value has been told before.
    pub(super) fn recall(&mut self, value: T) {
        let number = self.numbers.len() as u32;
        self.numbers.insert(value, number);
    }
}

/// How much a process has done.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub states: u64,
    pub transitions: u64,
    pub expanded: u64,
    pub store_bytes: u64,
}

pub struct Member<'a, S: System> {
    pub(super) system: &'a S,
    world: S::World,
    /// The state that the world is in, if it is in a filed one.
    at: Option<u32>,
    pub(super) post: Post,
    pub(super) me: u32,
    size: u32,
    pub(super) terms: Terms<'a>,
    pub(super) started: Instant,
    memory_start: u64,
    pub(super) store: Option<Box<dyn StateStore>>,
    encoding: Encoding,
    pub(super) counts: Counts,
    /// The next state to be expanded: states are numbered as they come.
    pub(super) next: u32,
    pub(super) facets: Numbers<Facet>,
    pub(super) effects: Numbers<Effect>,
    /// States for others, by whom they belong to.
    packets: Vec<Packet>,
    /// The facets of states, and the steps that led to states of this process or nowhere, that the first process has not heard of.
    pub(super) rows: Vec<u32>,
    pub(super) steps: Vec<u8>,
    told_at: Instant,
    told_notices: Vec<u8>,
    /// How many loads this process has made or heard of, and how many it needs to know to understand the states it has.
    heard: u64,
    needed: u64,
    /// Letters that came while it waited for a load.
    deferred: Vec<Letter>,
    cut: Option<Cut>,
    /// Its machine can restore no more states.
    is_lost: bool,
    /// A state counts as expanded of which not all steps were taken: there can be no picture of this process any more.
    pub(super) is_torn: bool,
    /// It has asked for an end.
    has_asked: bool,
    beat_due: Duration,
    /// In the first process: what all have explored.
    gathering: Option<Gathering>,
    /// States of this process that are to be kept in its file (see `kept`).
    pub(super) kept_states: Packet,
    /// In the first process: when the next picture is due, and whether one is being taken; the seals of those who have sealed their files,
    /// what the system knew then, and what is to end the exploration afterwards.
    pub(super) picture_due: Duration,
    pub(super) is_picturing: bool,
    pub(super) seals: Vec<Option<Vec<u8>>>,
    pub(super) known_at_seal: Vec<u8>,
    pub(super) postponed: Option<Cut>,
    /// No other picture is taken.
    pub(super) is_last: bool,
    /// Bytes that were sent before the last pause.
    sent_before: u64,
}

/// What came of a step.
enum Taken {
    To(Effect),
    Nowhere(Target, Effect),
    /// The exploration ends here.
    Given,
}

impl<'a, S: System> Member<'a, S> {
    pub fn new(
        system: &'a S,
        world: S::World,
        post: Post,
        (me, size): (u32, u32),
        terms: Terms<'a>,
        started: Instant,
    ) -> Self {
        let picture_due = terms.keeper.as_ref().map_or(Duration::MAX, |keeper| keeper.interval());
        Member {
            system,
            world,
            at: None,
            post,
            me,
            size,
            terms,
            started,
            memory_start: resident_bytes().unwrap_or(0),
            store: None,
            encoding: Encoding::new(),
            counts: Counts::default(),
            next: 0,
            facets: Numbers::default(),
            effects: Numbers::default(),
            packets: std::iter::repeat_with(Packet::default).take(size as usize).collect(),
            rows: Vec::new(),
            steps: Vec::new(),
            told_at: started,
            told_notices: Vec::new(),
            heard: 0,
            needed: 0,
            deferred: Vec::new(),
            cut: None,
            is_lost: false,
            is_torn: false,
            has_asked: false,
            beat_due: BEAT_INTERVAL,
            gathering: (me == 0).then(|| Gathering::new(size)),
            kept_states: Packet::default(),
            picture_due,
            is_picturing: false,
            seals: vec![None; size as usize],
            known_at_seal: Vec::new(),
            postponed: None,
            is_last: false,
            sent_before: 0,
        }
    }

    pub fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    pub fn bytes_sent(&self) -> u64 {
        self.sent_before + self.post.bytes_sent
    }

    /// Goes on after a pause, with new mail.
    pub fn go_on(&mut self, post: Post) {
        self.sent_before += self.post.bytes_sent;
        (self.post, self.cut, self.has_asked) = (post, None, false);
    }

    pub fn into_gathered(self, initial: Encoding, root: Effect, instructions: u64) -> Gathered<S> {
        let gathering = self.gathering.expect("the first process gathers");
        gathering.finish(self.world, initial, root, instructions, self.cut)
    }

    fn owner(&self, encoding: &Encoding) -> u32 {
        (xxh3_64(encoding.bytes()) >> 32) as u32 % self.size
    }

    /// Gives the initial state to whom it belongs.
    pub fn place_root(&mut self, initial: &Encoding) {
        self.encoding.copy_from(initial);
        self.deliver(NO_SOURCE, Pick(0), 0, 0);
    }

    /// Letters that came before this process had begun.
    pub fn read_later(&mut self, early: Vec<Letter>) {
        self.deferred.extend(early);
    }

    /// Explores until nobody has anything left.
    pub fn explore(&mut self) {
        while !self.post.has_ended() {
            self.read_mail();
            self.look_around();
            if self.heard < self.needed || self.has_asked && self.cut.is_none() {
                self.tell(true);
                self.post.wait();
                continue;
            }
            if self.has_open() {
                self.work();
                continue;
            }
            self.tell(true);
            self.post.rest();
        }
    }

    fn has_open(&self) -> bool {
        !self.is_lost && u64::from(self.next) < self.counts.states && self.cut != Some(Cut::Paused)
    }

    /// Expands states for a moment. When the exploration has been ended, what is left is looked at, without taking its steps.
    fn work(&mut self) {
        let end = Instant::now() + SLICE;
        while self.has_open() && self.heard >= self.needed && Instant::now() < end {
            self.expand(self.next);
            self.next += 1;
            if self.has_asked {
                break;
            }
        }
        self.send_packets(0);
        self.tell(false);
    }

    fn expand(&mut self, state: u32) {
        if let Err(fault) = self.settle(state) {
            (self.is_lost, self.is_torn) = (true, true);
            return self.give_up(&fault);
        }
        let facet = Facet::of(self.system, &self.world, false);
        let alternatives = facet.alternatives();
        let facet = self.facets.number(facet);
        self.rows.push(facet);
        if self.cut.is_some() {
            return;
        }
        for pick in (0..alternatives).map(Pick) {
            let before = self.system.instructions(&self.world);
            match self.take(state, pick) {
                Taken::Given => {
                    self.is_torn = true;
                    return;
                }
                Taken::To(effect) => {
                    let instructions = self.instructions_since(before);
                    let is_enough = self.is_enough(&effect);
                    let effect = self.effects.number(effect);
                    self.deliver(state, pick, effect, instructions);
                    if is_enough {
                        self.ask(Cut::Found);
                    }
                }
                Taken::Nowhere(target, effect) => {
                    let instructions = self.instructions_since(before);
                    let is_enough = effect.fault.is_some() && !self.terms.all_errors
                        || effect.fault.as_ref().is_some_and(Fault::ends_search);
                    let effect = self.effects.number(effect);
                    let way = Way { from: self.me, source: state, pick: pick.0, effect, instructions };
                    way.write(target, &mut self.steps);
                    if is_enough {
                        self.ask(Cut::Found);
                    }
                }
            }
            self.counts.transitions += 1;
        }
        self.counts.expanded += 1;
    }

    fn instructions_since(&self, before: u64) -> u32 {
        u32::try_from(self.system.instructions(&self.world).saturating_sub(before)).unwrap_or(u32::MAX)
    }

    fn is_enough(&self, effect: &Effect) -> bool {
        let deadlocked = self.system.standing(&self.world) == Standing::Deadlocked;
        !self.terms.all_errors
            && (!effect.violations.is_empty() || deadlocked)
            && !violations_in(self.system, &self.world, &self.terms.properties).is_empty()
    }

    /// Puts the world into a state.
    fn settle(&mut self, state: u32) -> Result<(), Fault> {
        if self.system.is_behind(&self.world) {
            self.at = None;
            self.system.catch_up(&mut self.world)?;
        }
        if self.at != Some(state) {
            let store = self.store.as_mut().expect("a state was filed");
            self.system.decode(store.fetch(StateId(state)), &mut self.world);
            self.at = Some(state);
        }
        Ok(())
    }

    /// Takes a step and encodes where it leads.
    fn take(&mut self, state: u32, pick: Pick) -> Taken {
        loop {
            if let Err(fault) = self.settle(state) {
                self.give_up(&fault);
                return Taken::Given;
            }
            self.at = None;
            let done = take_step(self.system, &mut self.world, pick, &mut self.encoding);
            if self.system.has_loaded(&self.world) {
                match self.load(state, pick) {
                    Some(true) => {}
                    Some(false) => continue,
                    None => return Taken::Given,
                }
            }
            let lesson = self.system.take_lesson(&mut self.world).and_then(|lesson| self.keep_notices(lesson));
            if let Some(lesson) = lesson.as_ref().filter(|lesson| !lesson.shared.is_empty()) {
                self.pass_on(&lesson.shared);
            }
            return match done {
                Err(fault @ Fault::Limit { name, .. }) if !LOGGED_LIMITS.contains(&name) => {
                    self.give_up(&fault);
                    Taken::Given
                }
                Err(fault) => {
                    Taken::Nowhere(Target::Failed, Effect { lesson, fault: Some(fault), ..Effect::default() })
                }
                Ok(false) => Taken::Nowhere(Target::Ignored, Effect { lesson, ..Effect::default() }),
                Ok(true) => Taken::To(Effect::of(self.system, &self.world, lesson)),
            };
        }
    }

    /// What a step of any process shows is the first one's to know, which comes to all of them; it need not be told with each step.
    fn keep_notices(&mut self, lesson: Lesson) -> Option<Lesson> {
        let Lesson { shared, endless, noticed } = lesson;
        if !noticed.is_empty() {
            let noticed = Lesson { noticed, ..Lesson::default() };
            self.system.learn(&mut self.world, &noticed);
        }
        (!shared.is_empty() || endless.is_some()).then(|| Lesson { shared, endless, ..Lesson::default() })
    }

    /// Gives the state just encoded to whom it belongs.
    fn deliver(&mut self, source: u32, pick: Pick, effect: u32, instructions: u32) {
        let owner = self.owner(&self.encoding);
        if owner == self.me {
            let encoding = std::mem::take(&mut self.encoding);
            let state = self.file(&encoding, Way { from: self.me, source, pick: pick.0, effect, instructions });
            self.encoding = encoding;
            self.at = Some(state);
            return;
        }
        self.packets[owner as usize].add([source.wrapping_add(1), pick.0, effect, instructions], &self.encoding);
        self.send_packets(FULL);
    }

    /// Files a state of this process, and notes how it was reached.
    fn file(&mut self, encoding: &Encoding, way: Way) -> u32 {
        let store = self.store.get_or_insert_with(|| store_for(encoding));
        let (StateId(state), is_fresh) = match store.insert(encoding) {
            Filed::Fresh(id) => (id, true),
            Filed::Seen(id) => (id, false),
        };
        self.counts.states += u64::from(is_fresh);
        if is_fresh && self.keeps() {
            self.keep_state(encoding);
        }
        way.write(Target::State { state, is_fresh }, &mut self.steps);
        state
    }

    /// Sends the states of others, where there are more than so many bytes of them.
    fn send_packets(&mut self, more_than: usize) {
        for other in 0..self.size {
            let packet = &mut self.packets[other as usize];
            if packet.len() > more_than {
                let mut letter = Vec::with_capacity(packet.len() + 10);
                RecordWriter(&mut letter).number(self.heard).expect("memory can be written");
                letter.append(&mut packet.take());
                self.post.send(other, Kind::States, letter);
            }
        }
    }

    /// Files states that others have sent.
    fn receive(&mut self, from: u32, letter: &[u8]) -> std::io::Result<()> {
        let mut rest = letter;
        let needed = RecordReader(&mut rest).number()?;
        self.needed = self.needed.max(needed);
        unpack(rest, |[source, pick, effect, instructions], state| {
            let source = source.wrapping_sub(1);
            self.file(state, Way { from, source, pick, effect, instructions });
        })
    }

    fn read_mail(&mut self) {
        for letter in std::mem::take(&mut self.deferred) {
            self.read(letter);
        }
        while let Some(letter) = self.post.take() {
            self.read(letter);
        }
    }

    fn read(&mut self, letter: Letter) {
        let Letter { from, kind, body, .. } = letter;
        let body = body.0;
        let read = match kind {
            Kind::States => self.receive(from, &body),
            Kind::Propose => self.sequence(from, &body),
            Kind::Load => self.hear(&body).map(drop),
            Kind::Rows => self.gathering().add_rows(from, &body),
            Kind::Steps => {
                self.gathering().add_steps(from, &body);
                Ok(())
            }
            Kind::Lesson => {
                RecordReader(&mut body.as_slice()).list(|input| input.text()).map(|shared| self.pass_on(&shared))
            }
            Kind::Notices => self.system.hear_notices(&body),
            Kind::Ask => {
                self.ask(Cut::read(&body));
                Ok(())
            }
            Kind::Stop => {
                self.cut = Some(Cut::read(&body));
                Ok(())
            }
            Kind::Sealed => {
                self.note_seal(from, body);
                Ok(())
            }
            Kind::Begin | Kind::Over => Ok(()),
        };
        read.expect("a letter of a process of the same kind");
    }

    pub(super) fn gathering(&mut self) -> &mut Gathering {
        self.gathering.as_mut().expect("only the first process is told")
    }

    /// Asks for an end.
    pub(super) fn ask(&mut self, cut: Cut) {
        if self.me == 0 && self.cut == Some(Cut::Paused) {
            // After the picture.
            self.postponed.get_or_insert(cut);
            return;
        }
        if self.cut.is_some() || self.postponed.is_some() || std::mem::replace(&mut self.has_asked, true) {
            return;
        }
        let cut = if self.me == 0 { self.postpone(cut) } else { cut };
        let written = cut.written();
        if self.me == 0 {
            (1..self.size).for_each(|other| self.post.send(other, Kind::Stop, written.clone()));
            self.cut = Some(cut);
        } else {
            self.post.send(0, Kind::Ask, written);
        }
    }

    /// This process cannot take part.
    pub fn give_up_for(&mut self, why: String) {
        (self.is_lost, self.is_torn) = (true, true);
        self.ask(Cut::Failed(why));
    }

    fn give_up(&mut self, fault: &Fault) {
        self.ask(match fault {
            Fault::Limit { name: "max-time", .. } => Cut::Limit(Limit::Time),
            Fault::Limit { name: "max-memory", .. } => Cut::Limit(Limit::Memory),
            Fault::Limit { name: "interrupted", .. } => Cut::Interrupted,
            Fault::Limit { name: "workers", .. } => Cut::Unlike,
            other => Cut::Failed(format!("process {} cannot go on: {other}", self.me)),
        });
    }

    /// Tells the first process, which tells everybody when all begin again, that threads share this.
    fn pass_on(&mut self, shared: &[String]) {
        if self.me == 0 {
            let lesson = Lesson { shared: shared.to_vec(), ..Lesson::default() };
            self.system.learn(&mut self.world, &lesson);
            return self.ask(Cut::Learned);
        }
        let mut body = Vec::new();
        RecordWriter(&mut body).list(shared.iter(), |out, key| out.text(key)).expect("memory can be written");
        self.post.send(0, Kind::Lesson, body);
        self.has_asked = true;
    }

    /// Tells the first process what was explored: now, or when there is enough to tell.
    fn tell(&mut self, now: bool) {
        let is_due = now || self.steps.len() > FULL || self.told_at.elapsed() > BEAT_INTERVAL;
        if now {
            self.send_packets(0);
            let notices = self.system.notices();
            if self.me != 0 && notices != self.told_notices {
                self.post.send(0, Kind::Notices, notices.clone());
                self.told_notices = notices;
            }
        }
        if !is_due || self.rows.is_empty() && self.steps.is_empty() {
            return;
        }
        self.told_at = Instant::now();
        self.counts.store_bytes = self.store.as_ref().map_or(0, |store| store.bytes() as u64);
        let mut body = Vec::new();
        self.write_rows(&mut RecordWriter(&mut body)).expect("memory can be written");
        let steps = std::mem::take(&mut self.steps);
        self.keep_told(&body, &steps);
        if self.me == 0 {
            self.gathering().add_rows(0, &body).expect("it was just written");
            self.gathering().add_steps(0, &steps);
        } else {
            self.post.send(0, Kind::Rows, body);
            self.post.send(0, Kind::Steps, steps);
        }
    }

    fn write_rows(&mut self, out: &mut RecordWriter<'_>) -> std::io::Result<()> {
        let Counts { states, transitions, expanded, store_bytes } = self.counts;
        for count in [states, transitions, expanded, store_bytes] {
            out.number(count)?;
        }
        out.list(self.effects.fresh.drain(..), |out, effect| write_effect(out, &effect))?;
        out.list(self.facets.fresh.drain(..), |out, facet| write_facet(out, &facet))?;
        out.list(self.rows.drain(..), |out, facet| out.number(u64::from(facet)))
    }

    /// Looks at limits and interrupts, and tells how far the exploration is.
    fn look_around(&mut self) {
        if self.cut.is_some() || self.has_asked {
            return;
        }
        let (elapsed, limits) = (self.started.elapsed(), &self.terms.limits);
        let is_over = |max: Option<u64>, count: u64| max.is_some_and(|max| max <= count);
        let held = || resident_bytes().unwrap_or(0).saturating_sub(self.memory_start);
        let mut cut = None;
        if limits.max_memory.is_some() && is_over(limits.max_memory, held()) {
            cut = Some(Cut::Limit(Limit::Memory));
        }
        if limits.max_time.is_some_and(|max| max <= elapsed) {
            cut = Some(Cut::Limit(Limit::Time));
        }
        if self.terms.interrupt.is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed)) {
            cut = Some(Cut::Interrupted);
        }
        if let Some(gathering) = &self.gathering {
            let mut counts = gathering.counts(1..self.size);
            counts.states += self.counts.states;
            counts.transitions += self.counts.transitions;
            counts.expanded += self.counts.expanded;
            if is_over(limits.max_states, counts.states) {
                cut = Some(Cut::Limit(Limit::States));
            } else if is_over(limits.max_transitions, counts.transitions) {
                cut = Some(Cut::Limit(Limit::Transitions));
            }
            if let Some(journal) = self.terms.journal {
                journal.count(counts.states, counts.transitions, 0, counts.expanded);
            }
            if self.beat_due <= elapsed {
                self.beat_due = elapsed + BEAT_INTERVAL;
                let frontier = counts.states.saturating_sub(counts.expanded) as usize;
                let (states, transitions, store_bytes) = (counts.states, counts.transitions, counts.store_bytes);
                let beat = Beat { states, transitions, depth: 0, frontier, store_bytes, elapsed };
                if let Some(on_beat) = &mut self.terms.on_beat {
                    on_beat(&beat);
                }
            }
        }
        if cut.is_none() && self.me == 0 && !self.is_picturing && !self.is_last && self.picture_due <= elapsed {
            self.is_picturing = true;
            cut = Some(Cut::Paused);
        }
        if let Some(cut) = cut {
            self.ask(cut);
        }
    }
}

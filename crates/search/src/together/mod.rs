//! One exploration by several processes, on one machine or on many.
//!
//! A state belongs to the process its hash says: that one files it, expands it, and sends the successors to theirs. Letters
//! and the knowledge that none is left are timely's (`mail`); what a process does is in `member`. What is numbered in order
//! of appearance (classes, permanent objects) the first process puts into an order that all follow. A step that teaches something
//! about what threads share ends the exploration for all, which begins again knowing it.
//!
//! What was explored, without the states themselves, comes together in the first process (`gathering`), as the log that workers
//! who look ahead keep: the search itself then runs there as if it were alone and finds its steps taken (see `ahead`). So counts,
//! violations, observers and exports are those of one process.

mod gathering;
mod kept;
mod mail;
mod meeting;
mod member;
mod packet;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use space::{Encoding, Fault, RecordReader, RecordWriter, System, ViolationKind};
use xxhash_rust::xxh3::xxh3_64;

use crate::journal::Journal;
use crate::limits::{Limit, Limits};
use crate::settings::BeatListener;

use mail::{Kind, Letter, Post, PostOffice};
use member::Member;

pub use gathering::{Gathered, follow};
pub use kept::Keeps;
pub use meeting::{Callers, Invitation, await_callers, call};

/// Why an exploration ended before everything was explored.
#[derive(Clone, Debug, PartialEq)]
pub enum Cut {
    /// There is a violation, or a path that cannot be followed, and one is enough.
    Found,
    /// Threads share more than was known.
    Learned,
    /// A limit was reached.
    Limit(Limit),
    /// Somebody outside wants it to end.
    Interrupted,
    /// Machines are no longer alike.
    Unlike,
    /// A process cannot take part, for this reason.
    Failed(String),
    /// A picture is taken of it, and then it goes on.
    Paused,
}

const LIMITS: [Limit; 6] =
    [Limit::States, Limit::Transitions, Limit::Depth, Limit::Instructions, Limit::Time, Limit::Memory];

impl Cut {
    fn written(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = RecordWriter(&mut bytes);
        let written = match self {
            Cut::Found => out.number(0),
            Cut::Learned => out.number(1),
            Cut::Interrupted => out.number(2),
            Cut::Unlike => out.number(3),
            Cut::Failed(why) => out.number(4).and_then(|()| out.text(why)),
            Cut::Paused => out.number(5),
            Cut::Limit(limit) => out.number(6 + *limit as u64),
        };
        written.expect("memory can be written");
        bytes
    }

    fn read(bytes: &[u8]) -> Self {
        let mut bytes = bytes;
        let mut input = RecordReader(&mut bytes);
        match input.number().expect("a letter of ours") {
            0 => Cut::Found,
            1 => Cut::Learned,
            2 => Cut::Interrupted,
            3 => Cut::Unlike,
            4 => Cut::Failed(input.text().expect("a letter of ours")),
            5 => Cut::Paused,
            limit => Cut::Limit(LIMITS[limit as usize - 6]),
        }
    }
}

/// What an exploration is to look for, and how far it may go.
#[derive(Default)]
pub struct Terms<'a> {
    /// Goes on after the first violation or fault.
    pub all_errors: bool,
    /// The violations that count; empty means all.
    pub properties: Vec<ViolationKind>,
    /// How far it may go.
    pub limits: Limits,
    /// Set from outside to end the exploration.
    pub interrupt: Option<&'a AtomicBool>,
    /// Where counts are noted.
    pub journal: Option<&'a Journal>,
    /// Who is told how far it is.
    pub on_beat: Option<BeatListener<'a>>,
    /// Where this process keeps what it has explored, if the exploration is to be kept.
    pub keeper: Option<Box<dyn Keeps + 'a>>,
}

/// The processes that explore together, as one of them sees them.
pub struct Company {
    office: PostOffice,
    index: u32,
    size: u32,
    is_over: bool,
    /// Bytes that this process has sent.
    pub bytes_sent: u64,
}

/// Tells initial states apart.
fn likeness(encoding: &Encoding) -> u64 {
    let ends: Vec<u8> = encoding.ends().iter().flat_map(|end| end.to_le_bytes()).collect();
    xxh3_64(encoding.bytes()) ^ xxh3_64(&ends).rotate_left(1)
}

impl Company {
    /// How many processes there are.
    pub fn size(&self) -> u32 {
        self.size
    }

    fn is_first(&self) -> bool {
        self.index == 0
    }

    /// In the first process: explores with all others.
    pub fn explore<S: System>(&mut self, system: &S, terms: Terms<'_>) -> Result<Gathered<S>, Fault> {
        debug_assert!(self.is_first());
        let started = Instant::now();
        let mut world = system.worker(true, &Arc::default())?;
        let instructions = system.instructions(&world);
        let mut initial = Encoding::new();
        system.encode(&mut world, &mut initial);
        let mut post = self.office.open();
        let mut begin = Vec::new();
        let mut out = RecordWriter(&mut begin);
        out.bytes(&system.common_knowledge()).expect("memory can be written");
        out.number(likeness(&initial)).expect("memory can be written");
        for other in 1..self.size {
            let mut begin = begin.clone();
            let brief = terms.keeper.as_ref().map(|keeper| keeper.brief(other)).unwrap_or_default();
            RecordWriter(&mut begin).bytes(&brief).expect("memory can be written");
            post.send(other, Kind::Begin, begin);
        }
        let root = gathering::root_effect(system, &world);
        let mut member = Member::new(system, world, post, (self.index, self.size), terms, started);
        match member.recall() {
            Ok(true) => {}
            Ok(false) => member.place_root(&initial),
            Err(error) => member.give_up_for(error.to_string()),
        }
        self.explore_by_turns(&mut member);
        let cut = member.cut().cloned();
        if let Some(Cut::Failed(why)) = cut {
            return Err(Fault::Input(why));
        }
        Ok(member.into_gathered(initial, root, instructions))
    }

    /// In any other process: takes part in explorations until the first process says that it is over.
    pub fn attend<S: System>(&mut self, system: &S, mut terms: impl FnMut() -> Terms<'static>) {
        debug_assert!(!self.is_first());
        loop {
            let mut post = self.office.open();
            let (letter, early) = await_word(&mut post);
            if letter.kind == Kind::Over {
                while !post.has_ended() {
                    post.rest();
                }
                self.is_over = true;
                return;
            }
            let started = Instant::now();
            match begin(system, &letter.body.0) {
                Ok((world, brief)) => {
                    let mut terms = terms();
                    let begun = terms.keeper.as_mut().map_or(Ok(()), |keeper| keeper.begin(&brief));
                    let mut member = Member::new(system, world, post, (self.index, self.size), terms, started);
                    member.read_later(early);
                    if let Err(error) = begun.and_then(|()| member.recall()) {
                        member.give_up_for(format!("process {} cannot take part: {error}", self.index));
                    }
                    self.explore_by_turns(&mut member);
                }
                Err(why) => {
                    let why = format!("process {} cannot take part: {why}", self.index);
                    post.send(0, Kind::Ask, Cut::Failed(why).written());
                    self.sit_out(post);
                }
            }
        }
    }
}

impl Company {
    /// Explores, with pauses in which pictures are taken.
    fn explore_by_turns<S: System>(&mut self, member: &mut Member<'_, S>) {
        loop {
            member.explore();
            if member.cut() != Some(&Cut::Paused) {
                break;
            }
            let seal = member.seal();
            member.go_on(self.office.open());
            member.tell_seal(seal);
        }
        self.bytes_sent += member.bytes_sent();
    }

    /// In any other process: waits for the end of an exploration that it has no part in.
    fn sit_out(&self, mut post: Post) {
        loop {
            let mut is_paused = false;
            while !post.has_ended() {
                post.rest();
                while let Some(letter) = post.take() {
                    is_paused |= letter.kind == Kind::Stop && Cut::read(&letter.body.0) == Cut::Paused;
                }
            }
            if !is_paused {
                return;
            }
            // Who is waited for before all go on has no file.
            post = self.office.open();
            post.send(0, Kind::Sealed, Vec::new());
        }
    }

    /// In any other process: says why it cannot take part.
    pub fn decline(&mut self, why: &str) {
        let mut post = self.office.open();
        let (letter, _) = await_word(&mut post);
        if letter.kind == Kind::Begin {
            let why = format!("process {} cannot take part: {why}", self.index);
            post.send(0, Kind::Ask, Cut::Failed(why).written());
        }
        self.sit_out(post);
        if letter.kind == Kind::Begin {
            self.decline("it has said so");
        }
    }
}

impl Drop for Company {
    fn drop(&mut self) {
        if self.is_first() && !self.is_over && !std::thread::panicking() {
            let mut post = self.office.open();
            (1..self.size).for_each(|other| post.send(other, Kind::Over, Vec::new()));
            while !post.has_ended() {
                post.rest();
            }
        }
    }
}

/// What the first process says first, and letters of others that were faster.
fn await_word(post: &mut Post) -> (Letter, Vec<Letter>) {
    let mut early = Vec::new();
    loop {
        match post.take() {
            Some(letter) if matches!(letter.kind, Kind::Begin | Kind::Over) => return (letter, early),
            Some(letter) => early.push(letter),
            None => post.wait(),
        }
    }
}

/// Makes a machine like that of the first process; gives what that one says of this one's file, too.
fn begin<S: System>(system: &S, letter: &[u8]) -> Result<(S::World, Vec<u8>), String> {
    let mut letter = letter;
    let mut input = RecordReader(&mut letter);
    let damaged = |error: std::io::Error| error.to_string();
    let knowledge = input.bytes().map_err(damaged)?;
    let expected = input.number().map_err(damaged)?;
    let brief = input.bytes().map_err(damaged)?;
    system.expect_knowledge(&knowledge).map_err(damaged)?;
    let unlike =
        "its machine does not begin as that of process 0 does; all need the same program, JDK, folder and options";
    let mut world = system.worker(true, &Arc::default()).map_err(|fault| match fault {
        Fault::Input(_) => unlike.to_owned(),
        other => other.to_string(),
    })?;
    let mut initial = Encoding::new();
    system.encode(&mut world, &mut initial);
    if likeness(&initial) == expected { Ok((world, brief)) } else { Err(unlike.to_owned()) }
}

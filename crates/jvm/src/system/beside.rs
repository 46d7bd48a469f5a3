//! Machines that explore one program beside each other, each on a thread of its own.
//!
//! States name classes and permanent objects by number, so that machines that restore each other's states must have loaded the same
//! things in the same order. One boots and scouts, and the others begin as copies of it; from then on, whoever comes to load something tells the others from which
//! state and by which pick, and each does the same before it restores a state. Of two that load something at the same time, one
//! was second: it begins again, loads what the first did, and takes its step once more.

use std::collections::BTreeSet;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use space::{Encoding, Fault, Lesson, Pick, RecordReader, RecordWriter, System};

use super::load_log::LoadLog;
use super::running::loaded;
use super::{Loaded, Program, World};
use crate::noticed::Noticed;

/// What a machine that has others beside it knows of them.
#[derive(Clone)]
pub(super) struct Beside {
    /// How much it had loaded when it last told, or was told.
    loaded: Loaded,
    /// How many loads it has made or heard of.
    seen: usize,
    /// It has begun to explore: what it learns it keeps to itself.
    pub explores: bool,
}

struct Load {
    state: Encoding,
    pick: Pick,
    /// How much is loaded then.
    after: Loaded,
}

/// What machines had in common when they were interrupted, from a file.
struct Resumed {
    initial: Loaded,
    loads: Vec<Arc<Load>>,
}

#[derive(Default)]
pub(super) struct Loads {
    /// What threads were known to share when the machines began.
    visible: Mutex<Vec<String>>,
    resumed: Mutex<Option<Resumed>>,
    /// A machine that is about to explore, to be copied: so the next is ready in milliseconds, and shares what never changes.
    image: Mutex<Option<World>>,
    /// How much a machine has loaded before it explores.
    initial: Mutex<Option<Loaded>>,
    log: LoadLog<Load>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Loads {
    fn begin(&self, initial: Loaded, visible: Vec<String>) -> Result<(), Fault> {
        *lock(&self.initial) = Some(initial);
        *lock(&self.visible) = visible;
        let resumed = lock(&self.resumed).take();
        if resumed.as_ref().is_some_and(|resumed| resumed.initial != initial) {
            let sentence =
                "the machine does not begin as it did when the checkpoint was written; begin the search anew";
            return Err(Fault::Input(sentence.into()));
        }
        self.log.begin(resumed.map_or_else(Vec::new, |resumed| resumed.loads));
        Ok(())
    }

    /// Nobody begins any more.
    pub(super) fn end(&self) {
        *lock(&self.image) = None;
    }
}

fn unlike() -> Fault {
    Fault::Limit { name: "workers", sentence: "the workers' machines are no longer alike".into() }
}

impl Beside {
    pub(super) fn beginning() -> Self {
        Beside { loaded: (0, 0, 0, 0), seen: 0, explores: false }
    }
}

fn write_loaded(out: &mut RecordWriter<'_>, (words, classes, methods, files): Loaded) -> io::Result<()> {
    [words, classes, methods, files].into_iter().try_for_each(|count| out.number(count as u64))
}

fn read_loaded(input: &mut RecordReader<'_>) -> io::Result<Loaded> {
    let mut next = || input.number().map(|count| count as usize);
    Ok((next()?, next()?, next()?, next()?))
}

fn write_texts(out: &mut RecordWriter<'_>, texts: &BTreeSet<String>) -> io::Result<()> {
    out.list(texts.iter(), |out, text| out.text(text))
}

impl Load {
    fn write(&self, out: &mut RecordWriter<'_>) -> io::Result<()> {
        out.bytes(self.state.bytes())?;
        out.list(self.state.ends().iter(), |out, end| out.number(u64::from(*end)))?;
        out.number(u64::from(self.pick.0))?;
        write_loaded(out, self.after)
    }

    fn read(input: &mut RecordReader<'_>) -> io::Result<Self> {
        let mut state = Encoding::new();
        *state.bytes_mut() = input.bytes()?;
        let ends = input.list(|input| input.number())?;
        state.cut_at(ends.into_iter().map(|end| end as usize));
        Ok(Load { state, pick: Pick(input.number32()?), after: read_loaded(input)? })
    }
}

impl Program {
    /// What workers' machines know in common, for a file.
    pub(super) fn knowledge_in_common(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut out = RecordWriter(&mut bytes);
        let loads = &self.known.loads;
        out.list(lock(&loads.visible).iter(), |out, key| out.text(key))?;
        write_loaded(&mut out, lock(&loads.initial).unwrap_or_default())?;
        out.list(loads.log.lock().iter(), |out, load| load.write(out))?;
        self.write_notices(&mut out)?;
        Ok(bytes)
    }

    fn write_notices(&self, out: &mut RecordWriter<'_>) -> io::Result<()> {
        write_texts(out, &self.known.thread_names())?;
        self.known.noticed().parts_mut().into_iter().try_for_each(|noted| write_texts(out, noted))
    }

    fn read_notices(&self, input: &mut RecordReader<'_>) -> io::Result<()> {
        let names = input.list(|input| input.text())?;
        let mut noticed = Noticed::default();
        for noted in noticed.parts_mut() {
            noted.extend(input.list(|input| input.text())?);
        }
        self.known.expect_noticed(noticed, names);
        Ok(())
    }

    pub(super) fn notices(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write_notices(&mut RecordWriter(&mut bytes))?;
        Ok(bytes)
    }

    pub(super) fn hear_notices(&self, notices: &[u8]) -> io::Result<()> {
        let mut notices = notices;
        self.read_notices(&mut RecordReader(&mut notices))
    }

    pub(super) fn load_record(&self, world: &World, state: &Encoding, pick: Pick) -> Vec<u8> {
        let mut bytes = Vec::new();
        let load = Load { state: state.clone(), pick, after: loaded(&world.vm) };
        load.write(&mut RecordWriter(&mut bytes)).expect("memory can be written");
        bytes
    }

    pub(super) fn hear_load(&self, record: &[u8]) -> io::Result<()> {
        let mut record = record;
        self.known.loads.log.hear(Load::read(&mut RecordReader(&mut record))?);
        Ok(())
    }

    /// Takes over what machines knew in common in another process; to be called before the first world is made.
    pub fn expect_knowledge(&self, bytes: &[u8]) -> io::Result<()> {
        let mut bytes = bytes;
        let mut input = RecordReader(&mut bytes);
        let visible = input.list(|input| input.text())?;
        let initial = read_loaded(&mut input)?;
        let loads = input.list(|input| Load::read(input).map(Arc::new))?;
        self.read_notices(&mut input)?;
        self.expect_visible(visible);
        *lock(&self.known.loads.resumed) = Some(Resumed { initial, loads });
        Ok(())
    }

    /// A machine for one of several workers.
    pub(super) fn begin_beside(&self, is_first: bool, stop: &Arc<AtomicBool>) -> Result<World, Fault> {
        if !is_first {
            if let Some(mut world) = lock(&self.known.loads.image).as_ref().and_then(World::fork) {
                world.vm.stop = Some(stop.clone());
                return Ok(world);
            }
            let mut world = self.begin(None, Some(stop))?;
            self.start_exploring(&mut world);
            return if *lock(&self.known.loads.initial) == Some(loaded(&world.vm)) { Ok(world) } else { Err(unlike()) };
        }
        if !self.known.scouted.load(Ordering::Relaxed) {
            self.initial()?;
        }
        // Who knows more may learn more: the workers' machines are to learn nothing before they explore.
        loop {
            let mut world = self.begin(None, Some(stop))?;
            if !self.known.end_exploration() {
                self.start_exploring(&mut world);
                self.known.loads.begin(loaded(&world.vm), self.visible())?;
                *lock(&self.known.loads.image) = world.fork();
                return Ok(world);
            }
        }
    }

    fn start_exploring(&self, world: &mut World) {
        world.beside = Some(Beside { loaded: loaded(&world.vm), seen: 0, explores: true });
    }

    pub(super) fn is_behind_others(&self, world: &World) -> bool {
        world.beside.as_ref().is_some_and(|beside| self.known.loads.log.is_ahead_of(beside.seen))
    }

    pub(super) fn has_untold_loads(&self, world: &World) -> bool {
        world.beside.as_ref().is_some_and(|beside| beside.loaded != loaded(&world.vm))
    }

    /// Loads what others have.
    pub(super) fn catch_up_with_others(&self, world: &mut World) -> Result<(), Fault> {
        while let Some(seen) = world.beside.as_ref().map(|beside| beside.seen)
            && let Some(load) = self.known.loads.log.after(seen)
        {
            self.decode(&load.state, world);
            // It may end in a fault, as it did there. Files get their numbers when a state is encoded.
            if self.step(world, load.pick).is_ok() && self.standing(world) != space::Standing::Ignored {
                self.encode(world, &mut Encoding::new());
            }
            let now = loaded(&world.vm);
            world.beside = Some(Beside { loaded: now, seen: seen + 1, explores: true });
            if now != load.after {
                return Err(unlike());
            }
        }
        Ok(())
    }

    /// Tells the others of what `pick` from `state` has just loaded, or begins again if another was first.
    pub(super) fn tell_others(&self, world: &mut World, state: &Encoding, pick: Pick) -> Result<bool, Fault> {
        let Some(beside) = &mut world.beside else { return Ok(true) };
        let after = loaded(&world.vm);
        if self.known.loads.log.tell(beside.seen, Load { state: state.clone(), pick, after }) {
            (beside.loaded, beside.seen) = (after, beside.seen + 1);
            return Ok(true);
        }
        let stop = world.vm.stop.clone().unwrap_or_default();
        *world = self.begin_beside(false, &stop)?;
        self.catch_up_with_others(world)?;
        Ok(false)
    }

    pub(super) fn lesson_of(&self, world: &mut World) -> Option<Lesson> {
        let shared = std::mem::take(&mut world.vm.visible.learned);
        let endless = world.endless.take();
        let noticed = if world.vm.noticed.is_empty() { Vec::new() } else { world.vm.noticed.drain() };
        let is_none = shared.is_empty() && endless.is_none() && noticed.is_empty();
        (!is_none).then_some(Lesson { shared, endless, noticed })
    }

    pub(super) fn heed_lesson(&self, world: &mut World, lesson: &Lesson) {
        if let Some(place) = &lesson.endless {
            self.known.note_endless(|| place.clone());
        }
        if !lesson.noticed.is_empty() {
            self.known.notice(&lesson.noticed);
        }
        if lesson.shared.is_empty() {
            return;
        }
        self.known.learn(lesson.shared.iter().cloned());
        let known = &world.vm.visible.known;
        if lesson.shared.iter().any(|key| !known.contains(key)) {
            let keys = known.iter().chain(&lesson.shared).cloned().collect();
            world.vm.expect_visible(keys);
        }
    }
}

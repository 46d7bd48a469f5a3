//! `hazard replay --jdwp`: a recorded schedule with a Java debugger attached to it. The schedule is run once without one, so that
//! a trace of a program that was changed is found out before anybody attaches, and once with.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use jdwp::{Listener, Session, Surroundings};
use space::{Encoding, Pick, Standing, System};

use crate::fault::Fault;
use crate::replay::{self, Recording, Replayed};

/// What somebody at a terminal hears of it.
pub trait DebugWatcher: Surroundings {
    /// A debugger can attach here.
    fn listening(&mut self, address: SocketAddr);
    /// Whoever attached is no debugger.
    fn stranger(&mut self, sentence: &str);
    /// The schedule is over, and the program is not; it stands as long as the debugger stays.
    fn standing(&mut self);
}

/// How it went.
pub enum Debugged {
    /// The schedule was run to its end.
    Through,
    /// The debugger ended the program, with this status.
    Killed(i32),
}

/// Something to attach a debugger to.
pub struct Debuggee {
    listener: Listener,
    prepared: crate::program::Prepared,
    recording: Recording,
    /// What came of the run without a debugger.
    pub replayed: Replayed,
}

impl Debuggee {
    pub fn new(recording: Recording, address: SocketAddr) -> Result<Debuggee, Fault> {
        let listener = Listener::bind(address).map_err(|error| {
            let hint = "take another port, or 0 for any that is free";
            Fault::Input(format!("--jdwp {address}: cannot listen there ({error}); {hint}"))
        })?;
        let mut prepared = replay::prepared_for(&recording)?;
        // Whoever goes step by step keeps more alive, which a comparison of states (of a livelock) would notice.
        let replayed = replay::follow(&prepared, &recording, false, |_| {}, |_, _| {})?;
        std::sync::Arc::make_mut(&mut prepared.program.config).stepwise = true;
        Ok(Debuggee { listener, prepared, recording, replayed })
    }

    /// The folder that the packages of a source file begin in.
    fn sources(&self) -> Vec<PathBuf> {
        let target = Path::new(&self.recording.subject.target);
        let is_source = target.extension().is_some_and(|ending| ending == "java");
        let Some(mut folder) = target.parent().filter(|_| is_source) else { return Vec::new() };
        let packages = self.prepared.resolved.main_class.rsplit('.').skip(1);
        for package in packages {
            match folder.parent() {
                Some(above) if folder.ends_with(package) => folder = above,
                _ => break,
            }
        }
        vec![folder.to_path_buf()]
    }

    /// Waits for a debugger, and runs the schedule as it says.
    pub fn run<W: DebugWatcher + Clone + 'static>(&self, mut watcher: W) -> Result<Debugged, Fault> {
        let unheard = |error: std::io::Error| Fault::Input(format!("--jdwp: no debugger can attach ({error})"));
        watcher.listening(self.listener.address().map_err(unheard)?);
        let client = self.listener.accept(|sentence| watcher.stranger(sentence)).map_err(unheard)?;
        let program = &self.prepared.program;
        let (session, onlooker) = Session::new(client, self.sources(), Box::new(watcher.clone())).shared();
        let result = (|| {
            let mut world = program.initial_shown(onlooker)?;
            session.get().end_step(&world.vm);
            let mut scratch = Encoding::new();
            program.encode(&mut world, &mut scratch);
            for (index, pick) in self.recording.picks.iter().enumerate() {
                let of = program.choice(&world).map_or(0, |choice| choice.alternatives());
                if of <= *pick {
                    let step = index + 1;
                    return Err(Fault::Input(format!(
                        "step {step} of the trace does not fit the program; was it changed?"
                    )));
                }
                program.step(&mut world, Pick(*pick))?;
                session.get().end_step(&world.vm);
                if program.standing(&world) == Standing::Open {
                    // A search continues from canonical worlds, and canonicalising may renumber.
                    program.encode(&mut world, &mut scratch);
                }
            }
            if program.standing(&world) == Standing::Ended {
                session.get().end();
            } else if !session.get().is_detached() {
                watcher.standing();
                session.get().stand(&mut world.vm);
            }
            Ok(())
        })();
        let status = session.get().status();
        match (status, result) {
            (Some(status), _) => Ok(Debugged::Killed(status)),
            (None, result) => result.map(|()| Debugged::Through),
        }
    }
}

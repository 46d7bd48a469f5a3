//! A debugger's session with the machine. The machine runs, and shows itself before instructions of interest; whoever debugs
//! asks, and lets it run on. There is one schedule, which is forced: while anybody is suspended nobody moves, and when the
//! thread that caused the stop is resumed all move as recorded, whoever is still called suspended.
//!
//! Methods are called on a copy of the state, and nothing can be set: what is debugged is what was recorded.

mod calls;
mod connection;
mod machine;
mod names;
mod objects;
mod requests;
mod stepping;
mod threads;
mod types;
mod watching;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jvm::looking::Onlooker;
use jvm::vm::Vm;
use space::Fault;

use self::connection::Incoming;
pub use self::connection::{Client, Listener};
use self::requests::Request;
use crate::wire::{
    Command, Composite, Decoded, ErrorCode, Event, ObjectId, Packet, Payload, SuspendPolicy, Wire, to_bytes,
};

/// The data of a reply, or why there is none.
type Answer = Result<Vec<u8>, ErrorCode>;

fn answer(value: impl Wire) -> Answer {
    Ok(to_bytes(&value))
}

/// What a session tells whoever started it.
pub trait Surroundings: Send {
    /// The program printed this.
    fn printed(&mut self, text: &str);
    /// The debugger is gone, because of this.
    fn lost(&mut self, why: &str);
}

pub struct Session {
    client: Client,
    /// Nobody is attached any more: what is left of the run is run.
    detached: bool,
    /// The debugger ended the program, with this status.
    killed: Option<i32>,
    requests: Vec<Request>,
    last_request: u32,
    last_packet: u32,
    /// How often each thread is suspended.
    suspended: HashMap<ObjectId, u32>,
    /// The machine stands as long as this thread is suspended.
    stopper: Option<ObjectId>,
    /// Events are kept back while the debugger says so.
    held: Option<Vec<Composite>>,
    /// So many classes have been announced.
    classes_told: usize,
    /// How deep each thread was when it was last looked at.
    depths: HashMap<ObjectId, usize>,
    /// Threads that have been announced.
    threads_told: Vec<ObjectId>,
    /// Threads that had to wait for a monitor which they have not got yet.
    contending: HashSet<ObjectId>,
    /// How much of the transition's output has been handed on.
    printed: usize,
    has_started: bool,
    /// Folders where sources may be found: debuggers look for them where classes are.
    sources: Vec<PathBuf>,
    surroundings: Box<dyn Surroundings>,
}

/// A session that the machine knows as well. One thread uses both, in turn.
#[derive(Clone)]
pub struct SharedSession(Arc<Mutex<Session>>);

impl SharedSession {
    pub fn get(&self) -> MutexGuard<'_, Session> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    pub fn new(client: Client, sources: Vec<PathBuf>, surroundings: Box<dyn Surroundings>) -> Session {
        Session {
            client,
            detached: false,
            killed: None,
            requests: Vec::new(),
            last_request: 0,
            last_packet: 0,
            suspended: HashMap::new(),
            stopper: None,
            held: None,
            classes_told: 0,
            depths: HashMap::new(),
            threads_told: Vec::new(),
            contending: HashSet::new(),
            printed: 0,
            has_started: false,
            sources,
            surroundings,
        }
    }

    /// As the machine knows it; what is returned beside is the same session.
    pub fn shared(self) -> (SharedSession, Box<dyn Onlooker>) {
        let session = SharedSession(Arc::new(Mutex::new(self)));
        (session.clone(), Box::new(watching::Shown(session)))
    }

    /// A step is over: what it printed is handed on before it is forgotten.
    pub fn end_step(&mut self, vm: &Vm) {
        self.pass_output(vm);
        self.printed = 0;
    }

    fn pass_output(&mut self, vm: &Vm) {
        if self.printed < vm.output.len() {
            let text = String::from_utf8_lossy(&vm.output[self.printed..]).into_owned();
            self.printed = vm.output.len();
            self.surroundings.printed(&text);
        }
    }

    /// The schedule is over, and the program is not: it stands, to be looked at, until the debugger leaves.
    pub fn stand(&mut self, vm: &mut Vm) {
        while !self.detached {
            let came = self.client.wait();
            self.take(vm, came);
        }
    }

    /// The program has ended.
    pub fn end(&mut self) {
        if self.detached {
            return;
        }
        let asked = self.requests.iter().filter(|request| request.kind == crate::wire::EventKind::VmDeath);
        let mut events: Vec<(u32, Event)> = asked.map(|request| (request.id, Event::VmDeath)).collect();
        events.insert(0, (0, Event::VmDeath));
        self.send(Composite { policy: SuspendPolicy::None, events });
        self.client.close();
        self.detached = true;
    }

    /// The status that the debugger ended the program with, if it did.
    pub fn status(&self) -> Option<i32> {
        self.killed
    }

    pub fn is_detached(&self) -> bool {
        self.detached
    }

    fn is_standing(&self) -> bool {
        let count = self.stopper.map_or(0, |thread| self.suspended.get(&thread).copied().unwrap_or(0));
        count > 0
    }

    /// Answers what has come, and waits for more while the machine is to stand.
    fn serve(&mut self, vm: &mut Vm) -> Result<(), Fault> {
        while !self.detached {
            let came = if self.is_standing() {
                self.client.wait()
            } else {
                self.stopper = None;
                match self.client.poll() {
                    Some(came) => came,
                    None => return Ok(()),
                }
            };
            self.take(vm, came);
            if self.killed.is_some() {
                let sentence = "the debugger ended the program".into();
                return Err(Fault::Limit { name: "debugger", sentence });
            }
        }
        Ok(())
    }

    fn take(&mut self, vm: &mut Vm, came: Incoming) {
        match came {
            Incoming::Packet(packet) => self.reply(vm, &packet),
            Incoming::Gone(why) => {
                self.surroundings.lost(&why.unwrap_or_default());
                self.detach(vm);
            }
        }
    }

    fn reply(&mut self, vm: &mut Vm, packet: &Packet) {
        let Payload::Command { set, command } = packet.payload else { return };
        let decoded = Command::decode(set, command, &packet.data);
        let leaves = match &decoded {
            Decoded::Known(Command::Dispose {}) => Some(None),
            Decoded::Known(Command::Exit { status }) => Some(Some(*status)),
            _ => None,
        };
        let answer = match decoded {
            Decoded::Known(command) => self.answer(vm, command),
            Decoded::Unknown => Err(ErrorCode::NotImplemented),
            Decoded::Malformed(_) => Err(ErrorCode::IllegalArgument),
        };
        let (error, data) = answer.map_or_else(|error| (error.code(), Vec::new()), |data| (0, data));
        self.client.send(&Packet { id: packet.id, payload: Payload::Reply { error }, data });
        if let Some(status) = leaves {
            self.killed = status;
            self.detach(vm);
        }
    }

    fn detach(&mut self, vm: &mut Vm) {
        self.client.close();
        self.detached = true;
        self.requests.clear();
        self.suspended.clear();
        self.stopper = None;
        self.watch_out(vm);
    }

    fn answer(&mut self, vm: &mut Vm, command: Command) -> Answer {
        let (set, _, _) = command.encode();
        match set {
            1 => self.answer_machine(vm, command),
            2 | 6 | 14 | 17 | 18 => self.answer_types(vm, command),
            3..=5 => self.answer_classes(vm, command),
            9 | 10 | 13 => self.answer_objects(vm, command),
            11 | 12 => self.answer_threads(vm, command),
            15 => self.answer_requests(vm, command),
            16 => self.answer_frames(vm, command),
            _ => Err(ErrorCode::NotImplemented),
        }
    }

    /// Sends events, and suspends whom they suspend.
    fn announce(&mut self, vm: &mut Vm, policy: SuspendPolicy, thread: ObjectId, events: Vec<(u32, Event)>) {
        match policy {
            SuspendPolicy::None => {}
            SuspendPolicy::EventThread => self.suspend(thread),
            SuspendPolicy::All => self.suspend_all(vm),
        }
        if policy != SuspendPolicy::None {
            // A thread that is about to end is none of the living any more, and stops the machine all the same.
            self.suspended.entry(thread).or_insert(1);
            self.stopper = Some(thread);
        }
        self.send(Composite { policy, events });
    }

    fn send(&mut self, composite: Composite) {
        if let Some(held) = &mut self.held {
            held.push(composite);
            return;
        }
        self.last_packet += 1;
        let payload = Payload::Command { set: 64, command: 100 };
        self.client.send(&Packet { id: self.last_packet, payload, data: to_bytes(&composite) });
    }
}

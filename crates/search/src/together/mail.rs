//! Letters between the processes of one search. They travel in a dataflow of timely's: one operator whose output comes back to it,
//! each letter to the process it names. As long as a process may write another letter, its operator holds on to a moment of the
//! dataflow's time; when nobody does and no letter is on its way, timely says that this time has ended, and so has the exploration.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use timely::WorkerConfig;
use timely::communication::{AllocatorBuilder, WorkerGuards};
use timely::dataflow::ProbeHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback, Probe};
use timely::execute::execute_from;
use timely::scheduling::SyncActivator;
use timely::worker::Worker;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// From the first process: an exploration begins.
    Begin,
    /// From the first process: there is nothing more to explore.
    Over,
    /// States, to whom they belong.
    States,
    /// To the first process: something wants to be loaded.
    Propose,
    /// From the first process: something was loaded.
    Load,
    /// To the first process: what was explored.
    Rows,
    Steps,
    /// To the first process: what threads share though that was not known.
    Lesson,
    /// To the first process: what a verdict rests on.
    Notices,
    /// To the first process: this should end the exploration.
    Ask,
    /// From the first process: the exploration ends, or pauses.
    Stop,
    /// To the first process: this one's file is on disk.
    Sealed,
}

/// Bytes that are written as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body(pub Vec<u8>);

impl Serialize for Body {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

struct Bytes;

impl serde::de::Visitor<'_> for Bytes {
    type Value = Body;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("bytes")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Body, E> {
        Ok(Body(bytes.to_vec()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Body, E> {
        Ok(Body(bytes))
    }
}

impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Letter {
    pub to: u32,
    pub from: u32,
    pub kind: Kind,
    pub body: Body,
}

#[derive(Default)]
struct Tray {
    inbox: VecDeque<Letter>,
    outbox: Vec<Letter>,
    /// The process may write letters without having got one.
    is_busy: bool,
    has_ended: bool,
}

/// The tray is between the process and the thread that has timely's worker.
#[derive(Default)]
struct Shared {
    tray: Mutex<Tray>,
    came: Condvar,
}

impl Shared {
    fn tray(&self) -> MutexGuard<'_, Tray> {
        self.tray.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One process's end of the mail of one exploration.
pub struct Post {
    shared: Arc<Shared>,
    activator: SyncActivator,
    me: u32,
    /// Bytes of letters sent to other processes.
    pub bytes_sent: u64,
}

/// The thread that has timely's worker, which knows the connections.
pub struct PostOffice {
    opening: Sender<(Arc<Shared>, Sender<SyncActivator>)>,
    me: u32,
    /// Ends the thread and the connections.
    _guards: WorkerGuards<()>,
}

/// What a letter takes on the wire besides its body.
const ENVELOPE: u64 = 20;
/// How long a thread waits before it looks for something else to do.
const PATIENCE: Duration = Duration::from_millis(5);

impl PostOffice {
    pub fn new(builder: AllocatorBuilder, connections: Box<dyn Any + Send>, me: u32) -> Result<Self, String> {
        let (opening, opened) = channel();
        let opened = Mutex::new(Some(opened));
        let guards = execute_from(vec![builder], connections, WorkerConfig::default(), move |worker| {
            let opened = opened.lock().unwrap_or_else(PoisonError::into_inner).take();
            serve(worker, &opened.expect("there is one worker"));
        })?;
        Ok(PostOffice { opening, me, _guards: guards })
    }

    /// Opens the mail of an exploration; all processes open theirs in the same order.
    pub fn open(&self) -> Post {
        let shared = Arc::new(Shared::default());
        shared.tray().is_busy = true;
        let (ready, made) = channel();
        let sent = self.opening.send((shared.clone(), ready));
        let activator = sent.ok().and_then(|()| made.recv().ok()).expect("the office is open");
        Post { shared, activator, me: self.me, bytes_sent: 0 }
    }
}

/// Carries letters until nobody can open mail any more.
fn serve(worker: &mut Worker, opened: &Receiver<(Arc<Shared>, Sender<SyncActivator>)>) {
    let mut current: Option<(Arc<Shared>, ProbeHandle<u64>)> = None;
    loop {
        match opened.try_recv() {
            Ok((shared, ready)) => {
                let (probe, path) = carry(worker, shared.clone());
                let _ = ready.send(worker.sync_activator_for(path));
                current = Some((shared, probe));
            }
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return,
        }
        worker.step_or_park(Some(PATIENCE));
        if let Some((shared, _)) = current.take_if(|(_, probe)| probe.done()) {
            shared.tray().has_ended = true;
            shared.came.notify_all();
        }
    }
}

/// The dataflow of one exploration's mail.
fn carry(worker: &mut Worker, shared: Arc<Shared>) -> (ProbeHandle<u64>, Vec<usize>) {
    worker.dataflow::<u64, _, _>(|scope| {
        let (handle, cycle) = scope.feedback::<Vec<Letter>>(1);
        let mut builder = OperatorBuilder::new("post".to_owned(), scope);
        let mut input = builder.new_input(cycle, Exchange::new(|letter: &Letter| u64::from(letter.to)));
        let (mut output, stream) = builder.new_output::<Vec<Letter>>();
        let path = builder.operator_info().address.to_vec();
        builder.build(move |mut held| {
            let mut held: Option<Capability<u64>> = held.pop();
            move |_| {
                let mut tray = shared.tray();
                let before = tray.inbox.len();
                input.for_each(|moment, letters| {
                    tray.inbox.append(&mut letters.drain(..).collect());
                    if held.as_ref().is_none_or(|held| moment.time() < held.time()) {
                        held = Some(moment.retain(0));
                    }
                });
                if tray.inbox.len() > before {
                    shared.came.notify_all();
                }
                if let Some(held) = held.as_ref().filter(|_| !tray.outbox.is_empty()) {
                    output.activate().give(held, &mut std::mem::take(&mut tray.outbox));
                }
                if !tray.is_busy && tray.inbox.is_empty() {
                    held = None;
                }
            }
        });
        let (probe, stream) = stream.probe();
        stream.connect_loop(handle);
        (probe, path)
    })
}

impl Post {
    pub fn send(&mut self, to: u32, kind: Kind, body: Vec<u8>) {
        debug_assert_ne!(to, self.me, "nobody writes to himself");
        self.bytes_sent += body.len() as u64 + ENVELOPE;
        self.shared.tray().outbox.push(Letter { to, from: self.me, kind, body: Body(body) });
        self.dispatch();
    }

    fn dispatch(&self) {
        // The office closes after everybody's mail has ended.
        let _ = self.activator.activate();
    }

    /// The next letter that has come. Whoever takes it is busy.
    pub fn take(&mut self) -> Option<Letter> {
        let mut tray = self.shared.tray();
        let letter = tray.inbox.pop_front();
        tray.is_busy |= letter.is_some();
        letter
    }

    /// Has nothing to write before another letter comes; waits a little for one.
    pub fn rest(&mut self) {
        self.shared.tray().is_busy = false;
        self.dispatch();
        self.wait();
    }

    /// Waits a little for a letter, and may write one later.
    pub fn wait(&mut self) {
        let is_still = |tray: &mut Tray| tray.inbox.is_empty() && !tray.has_ended;
        drop(self.shared.came.wait_timeout_while(self.shared.tray(), PATIENCE, is_still));
    }

    /// Nobody writes any more.
    pub fn has_ended(&self) -> bool {
        let tray = self.shared.tray();
        tray.has_ended && tray.inbox.is_empty()
    }
}

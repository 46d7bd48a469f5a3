//! How the processes of a search find each other. Each listens, calls those before it and is called by those after it; the first
//! tells everybody else what all need to know. The connections are then timely's.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use space::{RecordReader, RecordWriter};
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

use super::Company;
use super::mail::PostOffice;

/// What a caller says first: that it is of the same kind.
const GREETING: &[u8] = concat!("hazard ", env!("CARGO_PKG_VERSION"), " together 1\n").as_bytes();
const RETRY: Duration = Duration::from_millis(50);
/// Whoever has been reached answers within this time.
const ANSWER: Duration = Duration::from_secs(10);

/// Those who have called the first process.
pub struct Callers {
    sockets: Vec<Option<TcpStream>>,
    /// Where each can be called.
    addresses: Vec<String>,
}

/// What a process other than the first was told, and its connections so far.
pub struct Invitation {
    index: u32,
    listener: TcpListener,
    first: TcpStream,
    addresses: Vec<String>,
    deadline: Instant,
    /// What the first process tells everybody.
    pub word: Vec<u8>,
}

fn accept(listener: &TcpListener, deadline: Instant) -> io::Result<Option<TcpStream>> {
    listener.set_nonblocking(true)?;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(ANSWER))?;
                return Ok(Some(stream));
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if Instant::now() >= deadline {
                    return Ok(None);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Hears who calls: its number, how many processes it thinks there are, and where it listens.
fn hear(stream: &mut TcpStream) -> io::Result<(u32, u32, String)> {
    let mut greeting = vec![0; GREETING.len()];
    stream.read_exact(&mut greeting)?;
    if greeting != GREETING {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not a process of this version of hazard"));
    }
    let mut input = RecordReader(stream);
    Ok((input.number32()?, input.number32()?, input.text()?))
}

fn greet(stream: &mut TcpStream, index: u32, size: u32, address: &str) -> io::Result<()> {
    let mut hello = GREETING.to_vec();
    let mut out = RecordWriter(&mut hello);
    out.number(u64::from(index))?;
    out.number(u64::from(size))?;
    out.text(address)?;
    stream.write_all(&hello)
}

/// Calls an address until somebody answers.
fn reach(address: &str, deadline: Instant) -> Result<TcpStream, String> {
    loop {
        let tried = address.to_socket_addrs().map_err(|error| error.to_string()).and_then(|found| {
            let mut why = "it has no address".to_owned();
            for found in found {
                let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(100));
                match TcpStream::connect_timeout(&found, left) {
                    Ok(stream) => return Ok(stream),
                    Err(error) => why = error.to_string(),
                }
            }
            Err(why)
        });
        match tried {
            Ok(stream) => {
                let ready = stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(None));
                return ready.map(|()| stream).map_err(|error| error.to_string());
            }
            Err(why) if Instant::now() >= deadline => return Err(why),
            Err(_) => std::thread::sleep(RETRY),
        }
    }
}

/// In the first process: waits until all others have called, or one sentence why not. `is_awaited` is asked now and then, and has
/// the sentence if there is no use in waiting.
pub fn await_callers(
    listener: &TcpListener,
    size: u32,
    wait: Duration,
    mut is_awaited: impl FnMut() -> Result<(), String>,
) -> Result<Callers, String> {
    let deadline = Instant::now() + wait;
    let mut sockets: Vec<Option<TcpStream>> = std::iter::repeat_with(|| None).take(size as usize).collect();
    let mut addresses = vec![String::new(); size as usize];
    while let Some(missing) = (1..size).find(|process| sockets[*process as usize].is_none()) {
        is_awaited()?;
        let slice = (Instant::now() + Duration::from_millis(100)).min(deadline);
        let called = accept(listener, slice).map_err(|error| format!("nobody can be listened to ({error})"))?;
        let Some(mut stream) = called else {
            if Instant::now() < deadline {
                continue;
            }
            return Err(format!(
                "process {missing} of {size} has not called within {} seconds; start the same command there with --process {missing}",
                wait.as_secs()
            ));
        };
        // Whoever is not one of ours is not answered.
        let Ok((index, of, address)) = hear(&mut stream) else { continue };
        if of != size || index == 0 || index >= size {
            return Err(format!(
                "process {index} expects {of} processes, and here there are {size}; give all the same hosts"
            ));
        }
        if sockets[index as usize].is_some() {
            return Err(format!("there are two processes with --process {index}; give each a number of its own"));
        }
        (sockets[index as usize], addresses[index as usize]) = (Some(stream), address);
    }
    Ok(Callers { sockets, addresses })
}

impl Callers {
    /// Tells everybody `word`, and begins.
    pub fn begin(mut self, word: &[u8]) -> Result<Company, String> {
        for stream in self.sockets.iter_mut().flatten() {
            let mut letter = Vec::new();
            let mut out = RecordWriter(&mut letter);
            let written = out.bytes(word).and_then(|()| out.list(self.addresses.iter(), |out, one| out.text(one)));
            let told =
                written.and_then(|()| (&*stream).write_all(&letter)).and_then(|()| stream.set_read_timeout(None));
            told.map_err(|error| format!("a process has gone before the search began ({error})"))?;
        }
        company(self.sockets, 0)
    }
}

/// In another process: calls the first one and hears its word. `address` is where it can be called itself.
pub fn call(
    first: &str,
    listener: TcpListener,
    address: &str,
    (index, size): (u32, u32),
    wait: Duration,
) -> Result<Invitation, String> {
    let deadline = Instant::now() + wait;
    let gone = |error: io::Error| format!("process 0 at {first} did not answer ({error}); see what it says");
    let mut stream = reach(first, deadline).map_err(|why| {
        format!("process 0 cannot be reached at {first} within {} seconds ({why}); is it running?", wait.as_secs())
    })?;
    greet(&mut stream, index, size, address).map_err(gone)?;
    let mut input = RecordReader(&mut stream);
    let word = input.bytes().map_err(gone)?;
    let addresses = input.list(|input| input.text()).map_err(gone)?;
    let deadline = Instant::now() + wait;
    Ok(Invitation { index, listener, first: stream, addresses, deadline, word })
}

impl Invitation {
    /// Connects with all others.
    pub fn accept(self) -> Result<Company, String> {
        let Invitation { index, listener, first, addresses, deadline, .. } = self;
        let size = addresses.len() as u32;
        let mut sockets: Vec<Option<TcpStream>> = std::iter::repeat_with(|| None).take(size as usize).collect();
        sockets[0] = Some(first);
        for process in 1..index {
            let address = &addresses[process as usize];
            let mut stream = reach(address, deadline)
                .map_err(|why| format!("process {process} cannot be reached at {address} ({why})"))?;
            greet(&mut stream, index, size, "").map_err(|error| format!("process {process} is gone ({error})"))?;
            sockets[process as usize] = Some(stream);
        }
        while let Some(missing) = (index + 1..size).find(|process| sockets[*process as usize].is_none()) {
            let called = accept(&listener, deadline).map_err(|error| format!("nobody can be listened to ({error})"))?;
            let mut stream = called.ok_or_else(|| format!("process {missing} has not called"))?;
            let Ok((process, ..)) = hear(&mut stream) else { continue };
            let ready = stream.set_read_timeout(None);
            ready.map_err(|error| format!("process {process} is gone ({error})"))?;
            if process > index && process < size {
                sockets[process as usize] = Some(stream);
            }
        }
        company(sockets, index)
    }
}

fn company(sockets: Vec<Option<TcpStream>>, index: u32) -> Result<Company, String> {
    let size = sockets.len() as u32;
    let hooks = Hooks::default();
    let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), hooks.spill.clone());
    let made = initialize_networking_from_sockets(own, sockets, index as usize, 1, hooks);
    let (mut builders, guard) = made.map_err(|error| format!("the processes cannot be connected ({error})"))?;
    let builder = AllocatorBuilder::Tcp(builders.pop().expect("one worker was asked for"));
    let office = PostOffice::new(builder, Box::new(guard), index)?;
    Ok(Company { office, index, size, is_over: false, bytes_sent: 0 })
}

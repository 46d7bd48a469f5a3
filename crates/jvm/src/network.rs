//! The network within the machine: sockets, pipes and pollers of one program on the loopback address, as part of a path's state.
//! A connection is two sockets that know each other; what is sent arrives at once and in order, up to the size of a
//! buffer. Nothing outside the program is reachable.
//!
//! What is not modelled: loss, delay and reordering (a scheduler that lets the receiver wait shows the same), urgent data,
//! multicast, sockets of the file system.

use std::collections::{BTreeMap, VecDeque};

/// Descriptors from here on are the network's; those below are files.
pub const FIRST_SOCKET: u32 = 1 << 12;

/// How much a receiver keeps before its sender has to wait.
const BUFFER: usize = 1 << 17;

/// The first port that is given to whoever asks for any.
const FIRST_FREE_PORT: u16 = 49152;

/// As `poll(2)` and `epoll(7)` number them.
pub mod events {
    pub const IN: u32 = 1;
    pub const OUT: u32 = 4;
    pub const ERROR: u32 = 8;
    pub const HANG_UP: u32 = 16;
    pub const INVALID: u32 = 32;
    pub const ONE_SHOT: u32 = 1 << 30;
}

/// The option that has a port shared (`SO_REUSEADDR`), by its level and name.
pub const REUSE_ADDRESS: (u32, u32) = (1, 2);

/// Addresses of the machine itself: bound to all of them, or to the loopback address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Address {
    pub any: bool,
    pub port: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A stream that is not connected yet.
    Fresh,
    Listener {
        backlog: usize,
        /// Connections nobody has accepted yet.
        waiting: VecDeque<u32>,
    },
    /// One end of a connection, or of a pipe.
    Stream {
        peer: Option<u32>,
        incoming: VecDeque<u8>,
        /// The other side sends no more.
        ended: bool,
        /// The other side is gone without having read everything, or what was sent to it was not wanted any more.
        reset: bool,
        /// This side reads, or sends, no more.
        shut: [bool; 2],
    },
    Datagrams {
        queue: VecDeque<(Address, Vec<u8>)>,
    },
    /// `epoll(7)`: which descriptors are watched for what, zero being a shot that was fired.
    Poller {
        watched: BTreeMap<u32, u32>,
    },
    /// `eventfd(2)`.
    Counter(u64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Socket {
    pub kind: Kind,
    pub local: Option<Address>,
    pub remote: Option<Address>,
    pub blocking: bool,
    /// Closed by a thread while others may be waiting: whoever comes to it is told so.
    pub closing: bool,
    pub options: BTreeMap<(u32, u32), u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    sockets: Vec<Option<Socket>>,
}

/// Why an operation did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It would have to wait.
    Unavailable,
    /// Somebody closes the socket.
    Closing,
    BadDescriptor,
    Refused,
    InUse,
    NotConnected,
    Reset,
    BrokenPipe,
}

fn stream(peer: Option<u32>) -> Kind {
    Kind::Stream { peer, incoming: VecDeque::new(), ended: false, reset: false, shut: [false; 2] }
}

impl Network {
    pub fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    pub fn add(&mut self, kind: Kind) -> u32 {
        let socket =
            Socket { kind, local: None, remote: None, blocking: true, closing: false, options: BTreeMap::new() };
        let index = self.sockets.iter().position(Option::is_none).unwrap_or_else(|| {
            self.sockets.push(None);
            self.sockets.len() - 1
        });
        self.sockets[index] = Some(socket);
        FIRST_SOCKET + index as u32
    }

    pub fn get(&self, fd: u32) -> Result<&Socket, Failure> {
        let index = fd.checked_sub(FIRST_SOCKET).ok_or(Failure::BadDescriptor)?;
        self.sockets.get(index as usize).and_then(Option::as_ref).ok_or(Failure::BadDescriptor)
    }

    pub fn get_mut(&mut self, fd: u32) -> Result<&mut Socket, Failure> {
        let index = fd.checked_sub(FIRST_SOCKET).ok_or(Failure::BadDescriptor)?;
        self.sockets.get_mut(index as usize).and_then(Option::as_mut).ok_or(Failure::BadDescriptor)
    }

    /// Two ends of a pipe: one reads what the other sends.
    pub fn pipe(&mut self, blocking: bool) -> (u32, u32) {
        let (reader, writer) = (self.add(stream(None)), self.add(stream(None)));
        for (end, other) in [(reader, writer), (writer, reader)] {
            let socket = self.get_mut(end).expect("just made");
            socket.kind = stream(Some(other));
            socket.blocking = blocking;
        }
        (reader, writer)
    }

    fn is_stream(&self, fd: u32) -> bool {
        self.get(fd).is_ok_and(|socket| !matches!(socket.kind, Kind::Datagrams { .. }))
    }

    fn is_bound(&self, port: u16, streams: bool) -> bool {
        (FIRST_SOCKET..).zip(&self.sockets).any(|(fd, socket)| {
            let connected = |socket: &Socket| matches!(socket.kind, Kind::Stream { .. });
            socket.as_ref().is_some_and(|socket| {
                socket.local.is_some_and(|local| local.port == port) && !(streams && connected(socket))
            }) && self.is_stream(fd) == streams
        })
    }

    fn is_taken(&self, port: u16) -> bool {
        self.sockets.iter().flatten().any(|socket| socket.local.is_some_and(|local| local.port == port))
    }

    /// Receivers of datagrams share a port if all of them say so.
    fn is_shared(&self, fd: u32, port: u16) -> bool {
        let shares = |socket: &Socket| {
            matches!(socket.kind, Kind::Datagrams { .. })
                && socket.options.get(&REUSE_ADDRESS).is_some_and(|on| *on != 0)
        };
        let mut others =
            self.sockets.iter().flatten().filter(|socket| socket.local.is_some_and(|local| local.port == port));
        self.get(fd).is_ok_and(shares)
            && others.all(|socket| shares(socket) || !matches!(socket.kind, Kind::Datagrams { .. }))
    }

    pub fn bind(&mut self, fd: u32, mut address: Address) -> Result<(), Failure> {
        if address.port == 0 {
            address.port = (FIRST_FREE_PORT..=u16::MAX).find(|port| !self.is_taken(*port)).ok_or(Failure::InUse)?;
        } else if self.is_bound(address.port, self.is_stream(fd)) && !self.is_shared(fd, address.port) {
            return Err(Failure::InUse);
        }
        self.get_mut(fd)?.local = Some(address);
        Ok(())
    }

    pub fn listen(&mut self, fd: u32, backlog: usize) -> Result<(), Failure> {
        let socket = self.get_mut(fd)?;
        if matches!(socket.kind, Kind::Fresh) {
            socket.kind = Kind::Listener { backlog: backlog.max(1), waiting: VecDeque::new() };
        }
        Ok(())
    }

    fn listener(&self, port: u16) -> Option<u32> {
        (FIRST_SOCKET..).zip(&self.sockets).find_map(|(fd, socket)| {
            let socket = socket.as_ref()?;
            let listens = matches!(socket.kind, Kind::Listener { .. }) && !socket.closing;
            (listens && socket.local?.port == port).then_some(fd)
        })
    }

    /// A connection to whoever listens at the port; datagrams only remember where they go.
    pub fn connect(&mut self, fd: u32, port: u16) -> Result<(), Failure> {
        let remote = Address { any: false, port };
        if !self.is_stream(fd) {
            if self.get(fd)?.local.is_none_or(|local| local.port == 0) {
                self.bind(fd, Address::default())?;
            }
            self.get_mut(fd)?.remote = Some(remote);
            return Ok(());
        }
        let Some(listener) = self.listener(port) else { return Err(Failure::Refused) };
        if let Kind::Listener { backlog, waiting } = &self.get(listener)?.kind
            && waiting.len() > *backlog
        {
            return Err(Failure::Unavailable);
        }
        if self.get(fd)?.local.is_none() {
            self.bind(fd, Address::default())?;
        }
        let other = self.add(stream(Some(fd)));
        let socket = self.get_mut(fd)?;
        let local = Address { any: false, ..socket.local.unwrap_or_default() };
        (socket.kind, socket.local, socket.remote) = (stream(Some(other)), Some(local), Some(remote));
        let accepted = self.get_mut(other)?;
        (accepted.local, accepted.remote) = (Some(remote), Some(local));
        if let Kind::Listener { waiting, .. } = &mut self.get_mut(listener)?.kind {
            waiting.push_back(other);
        }
        Ok(())
    }

    pub fn accept(&mut self, fd: u32) -> Result<u32, Failure> {
        let socket = self.get_mut(fd)?;
        if socket.closing {
            return Err(Failure::Closing);
        }
        match &mut socket.kind {
            Kind::Listener { waiting, .. } => waiting.pop_front().ok_or(Failure::Unavailable),
            _ => Err(Failure::NotConnected),
        }
    }

    /// The next bytes of a stream; none at its end.
    pub fn read(&mut self, fd: u32, length: usize) -> Result<Vec<u8>, Failure> {
        let socket = self.get_mut(fd)?;
        if socket.closing {
            return Err(Failure::Closing);
        }
        match &mut socket.kind {
            Kind::Stream { incoming, ended, reset, shut, .. } => {
                if incoming.is_empty() {
                    return match (*reset, *ended || shut[0]) {
                        (true, _) => Err(Failure::Reset),
                        (false, true) => Ok(Vec::new()),
                        (false, false) => Err(Failure::Unavailable),
                    };
                }
                Ok(incoming.drain(..length.min(incoming.len())).collect())
            }
            Kind::Counter(0) => Err(Failure::Unavailable),
            Kind::Counter(count) => Ok(std::mem::take(count).to_le_bytes().to_vec()),
            _ => Err(Failure::NotConnected),
        }
    }

    /// Whether it is one end of a connection, and not of a pipe.
    pub fn is_connection(&self, fd: u32) -> bool {
        self.get(fd).is_ok_and(|socket| matches!(socket.kind, Kind::Stream { .. }) && socket.local.is_some())
    }

    /// The connection is gone for both sides, with what was on its way.
    pub fn break_off(&mut self, fd: u32) {
        let mut end = Some(fd);
        for _ in 0..2 {
            let Some(Ok(socket)) = end.map(|fd| self.get_mut(fd)) else { return };
            let Kind::Stream { peer, incoming, reset, .. } = &mut socket.kind else { return };
            incoming.clear();
            *reset = true;
            end = *peer;
        }
    }

    /// How many of the bytes were sent.
    pub fn write(&mut self, fd: u32, bytes: &[u8]) -> Result<usize, Failure> {
        let socket = self.get_mut(fd)?;
        if socket.closing {
            return Err(Failure::Closing);
        }
        match &mut socket.kind {
            Kind::Counter(count) => {
                *count += 1;
                Ok(bytes.len())
            }
            Kind::Stream { peer, reset, shut, .. } => {
                if *reset || shut[1] {
                    return Err(Failure::BrokenPipe);
                }
                let Some(peer) = *peer else {
                    // The first bytes to one who is gone are sent, and answered by a reset.
                    *reset = true;
                    return Ok(bytes.len());
                };
                let Kind::Stream { incoming, shut, .. } = &mut self.get_mut(peer)?.kind else {
                    return Err(Failure::NotConnected);
                };
                if shut[0] {
                    return Ok(bytes.len());
                }
                let room = BUFFER.saturating_sub(incoming.len()).min(bytes.len());
                if room == 0 && !bytes.is_empty() {
                    return Err(Failure::Unavailable);
                }
                incoming.extend(&bytes[..room]);
                Ok(room)
            }
            _ => Err(Failure::NotConnected),
        }
    }

    pub fn send(&mut self, fd: u32, to: Option<u16>, bytes: &[u8]) -> Result<(), Failure> {
        let Some(port) = to.or(self.get(fd)?.remote.map(|remote| remote.port)) else {
            return Err(Failure::NotConnected);
        };
        if self.get(fd)?.local.is_none() {
            self.bind(fd, Address::default())?;
        }
        let from = Address { any: false, port: self.get(fd)?.local.map_or(0, |local| local.port) };
        let target = (FIRST_SOCKET..).zip(&self.sockets).find_map(|(other, socket)| {
            let socket = socket.as_ref()?;
            let fits = matches!(socket.kind, Kind::Datagrams { .. }) && socket.local?.port == port && !socket.closing;
            // Who is connected hears from the other end only.
            (fits && socket.remote.is_none_or(|remote| remote.port == from.port)).then_some(other)
        });
        // A datagram to nobody, or to one who does not keep up, is lost.
        if let Some(target) = target
            && let Kind::Datagrams { queue } = &mut self.get_mut(target)?.kind
            && queue.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() < BUFFER
        {
            queue.push_back((from, bytes.to_vec()));
        }
        Ok(())
    }

    pub fn receive(&mut self, fd: u32) -> Result<(Address, Vec<u8>), Failure> {
        let socket = self.get_mut(fd)?;
        if socket.closing {
            return Err(Failure::Closing);
        }
        match &mut socket.kind {
            Kind::Datagrams { queue } => queue.pop_front().ok_or(Failure::Unavailable),
            _ => Err(Failure::NotConnected),
        }
    }

    pub fn available(&self, fd: u32) -> usize {
        match self.get(fd).map(|socket| &socket.kind) {
            Ok(Kind::Stream { incoming, .. }) => incoming.len(),
            _ => 0,
        }
    }

    /// This side reads no more (0), sends no more (1), or neither (2).
    pub fn shut_down(&mut self, fd: u32, how: u32) -> Result<(), Failure> {
        let Kind::Stream { peer, shut, .. } = &mut self.get_mut(fd)?.kind else { return Err(Failure::NotConnected) };
        shut[0] |= how != 1;
        shut[1] |= how != 0;
        let peer = *peer;
        if how != 0
            && let Some(peer) = peer
            && let Kind::Stream { ended, .. } = &mut self.get_mut(peer)?.kind
        {
            *ended = true;
        }
        Ok(())
    }

    /// Whoever waits for the socket is told that it closes; the other side that nothing more comes.
    pub fn begin_close(&mut self, fd: u32) {
        const LINGER: (u32, u32) = (1, 13);
        let Ok(socket) = self.get_mut(fd) else { return };
        if std::mem::replace(&mut socket.closing, true) {
            return;
        }
        let at_once = socket.options.get(&LINGER) == Some(&0);
        let kind = std::mem::replace(&mut socket.kind, Kind::Fresh);
        match kind {
            Kind::Stream { peer: Some(peer), incoming, .. } => {
                if let Ok(Socket { kind: Kind::Stream { peer: back, ended, reset, .. }, .. }) = self.get_mut(peer) {
                    *back = None;
                    *ended = true;
                    *reset |= at_once || !incoming.is_empty();
                }
            }
            Kind::Listener { waiting, .. } => {
                for other in waiting {
                    if let Ok(socket) = self.get_mut(other) {
                        socket.options.insert(LINGER, 0);
                    }
                    self.close(other);
                }
            }
            _ => {}
        }
        for socket in self.sockets.iter_mut().flatten() {
            if let Kind::Poller { watched } = &mut socket.kind {
                watched.remove(&fd);
            }
        }
    }

    pub fn close(&mut self, fd: u32) {
        self.begin_close(fd);
        if let Some(slot) = fd.checked_sub(FIRST_SOCKET).and_then(|index| self.sockets.get_mut(index as usize)) {
            *slot = None;
        }
        while matches!(self.sockets.last(), Some(None)) {
            self.sockets.pop();
        }
    }

    /// Which of the events are due.
    pub fn poll(&self, fd: u32, wanted: u32) -> u32 {
        let Ok(socket) = self.get(fd) else { return events::INVALID };
        if socket.closing {
            return events::HANG_UP | wanted & (events::IN | events::OUT);
        }
        let (readable, writable, broken) = match &socket.kind {
            Kind::Fresh => (false, false, true),
            Kind::Listener { waiting, .. } => (!waiting.is_empty(), false, false),
            Kind::Stream { peer, incoming, ended, reset, shut } => {
                let room = peer.is_none_or(|peer| match self.get(peer).map(|socket| &socket.kind) {
                    Ok(Kind::Stream { incoming, .. }) => incoming.len() < BUFFER,
                    _ => true,
                });
                (!incoming.is_empty() || *ended || *reset || shut[0], room, *reset || (*ended && shut[1]))
            }
            Kind::Datagrams { queue } => (!queue.is_empty(), true, false),
            Kind::Poller { watched } => {
                (watched.iter().any(|(fd, wanted)| *wanted != 0 && self.poll(*fd, *wanted) != 0), false, false)
            }
            Kind::Counter(count) => (*count > 0, true, false),
        };
        let mut due = 0;
        due |= if readable { wanted & events::IN } else { 0 };
        due |= if writable { wanted & events::OUT } else { 0 };
        due | if broken { events::HANG_UP } else { 0 }
    }

    /// The descriptors of a poller for which something is due, at most `most`.
    pub fn due(&mut self, poller: u32, most: usize) -> Vec<(u32, u32)> {
        let Ok(Socket { kind: Kind::Poller { watched }, .. }) = self.get(poller) else { return Vec::new() };
        let due: Vec<(u32, u32)> = (watched.iter())
            .filter(|(_, wanted)| **wanted != 0)
            .map(|(fd, wanted)| (*fd, self.poll(*fd, *wanted & !events::ONE_SHOT)))
            .filter(|(_, due)| *due != 0)
            .take(most)
            .collect();
        if let Ok(Socket { kind: Kind::Poller { watched }, .. }) = self.get_mut(poller) {
            for (fd, _) in &due {
                watched.entry(*fd).and_modify(|wanted| {
                    if *wanted & events::ONE_SHOT != 0 {
                        *wanted = 0;
                    }
                });
            }
        }
        due
    }

    /// All of it as bytes: equal networks, and no others, have equal bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let number = |out: &mut Vec<u8>, value: usize| out.extend_from_slice(&(value as u32).to_le_bytes());
        let address = |out: &mut Vec<u8>, address: Option<Address>| {
            let parts = address.map_or([0, 0], |address| [1 + u16::from(address.any), address.port]);
            parts.iter().for_each(|part| out.extend_from_slice(&part.to_le_bytes()));
        };
        number(&mut out, self.sockets.len());
        for socket in &self.sockets {
            let Some(socket) = socket else {
                out.push(0xff);
                continue;
            };
            let tag = match &socket.kind {
                Kind::Fresh => 0,
                Kind::Listener { .. } => 1,
                Kind::Stream { .. } => 2,
                Kind::Datagrams { .. } => 3,
                Kind::Poller { .. } => 4,
                Kind::Counter(_) => 5,
            };
            out.push(tag);
            out.push(u8::from(socket.blocking) | u8::from(socket.closing) << 1);
            address(&mut out, socket.local);
            address(&mut out, socket.remote);
            number(&mut out, socket.options.len());
            for ((level, option), value) in &socket.options {
                [level, option, value].iter().for_each(|part| number(&mut out, **part as usize));
            }
            match &socket.kind {
                Kind::Fresh => {}
                Kind::Listener { backlog, waiting } => {
                    number(&mut out, *backlog);
                    number(&mut out, waiting.len());
                    waiting.iter().for_each(|fd| number(&mut out, *fd as usize));
                }
                Kind::Stream { peer, incoming, ended, reset, shut } => {
                    number(&mut out, peer.map_or(0, |peer| peer as usize));
                    let flags = [*ended, *reset, shut[0], shut[1]];
                    out.push(flags.iter().fold(0, |bits, flag| bits << 1 | u8::from(*flag)));
                    number(&mut out, incoming.len());
                    out.extend(incoming);
                }
                Kind::Datagrams { queue } => {
                    number(&mut out, queue.len());
                    for (from, bytes) in queue {
                        address(&mut out, Some(*from));
                        number(&mut out, bytes.len());
                        out.extend(bytes);
                    }
                }
                Kind::Poller { watched } => {
                    number(&mut out, watched.len());
                    for (fd, wanted) in watched {
                        number(&mut out, *fd as usize);
                        number(&mut out, *wanted as usize);
                    }
                }
                Kind::Counter(count) => out.extend_from_slice(&count.to_le_bytes()),
            }
        }
        out
    }

    pub fn from_bytes(bytes: &[u8]) -> Network {
        let mut at = Bytes { bytes };
        let sockets = (0..at.number()).map(|_| at.socket()).collect();
        Network { sockets }
    }
}

struct Bytes<'a> {
    bytes: &'a [u8],
}

impl Bytes<'_> {
    fn take(&mut self, count: usize) -> &[u8] {
        let (taken, rest) = self.bytes.split_at(count);
        self.bytes = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn short(&mut self) -> u16 {
        u16::from_le_bytes(self.take(2).try_into().expect("two bytes"))
    }

    fn number(&mut self) -> u32 {
        u32::from_le_bytes(self.take(4).try_into().expect("four bytes"))
    }

    fn address(&mut self) -> Option<Address> {
        let (kind, port) = (self.short(), self.short());
        (kind != 0).then_some(Address { any: kind == 2, port })
    }

    fn many(&mut self) -> Vec<u8> {
        let count = self.number() as usize;
        self.take(count).to_vec()
    }

    fn socket(&mut self) -> Option<Socket> {
        let tag = self.byte();
        if tag == 0xff {
            return None;
        }
        let flags = self.byte();
        let (local, remote) = (self.address(), self.address());
        let options = (0..self.number()).map(|_| ((self.number(), self.number()), self.number())).collect();
        let kind = match tag {
            0 => Kind::Fresh,
            1 => Kind::Listener {
                backlog: self.number() as usize,
                waiting: (0..self.number()).map(|_| self.number()).collect(),
            },
            2 => {
                let (peer, flags) = (self.number(), self.byte());
                Kind::Stream {
                    peer: (peer != 0).then_some(peer),
                    incoming: self.many().into(),
                    ended: flags & 8 != 0,
                    reset: flags & 4 != 0,
                    shut: [flags & 2 != 0, flags & 1 != 0],
                }
            }
            3 => Kind::Datagrams {
                queue: (0..self.number()).map(|_| (self.address().unwrap_or_default(), self.many())).collect(),
            },
            4 => Kind::Poller { watched: (0..self.number()).map(|_| (self.number(), self.number())).collect() },
            _ => Kind::Counter(u64::from_le_bytes(self.take(8).try_into().expect("eight bytes"))),
        };
        Some(Socket { kind, local, remote, blocking: flags & 1 != 0, closing: flags & 2 != 0, options })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connected() -> (Network, u32, u32) {
        let mut network = Network::default();
        let server = network.add(Kind::Fresh);
        network.bind(server, Address { any: true, port: 0 }).unwrap();
        network.listen(server, 5).unwrap();
        let client = network.add(Kind::Fresh);
        let port = network.get(server).unwrap().local.unwrap().port;
        network.connect(client, port).unwrap();
        let accepted = network.accept(server).unwrap();
        (network, client, accepted)
    }

    #[test]
    fn what_is_written_is_read_and_closing_ends_it() {
        let (mut network, client, accepted) = connected();
        assert_eq!(network.read(accepted, 9), Err(Failure::Unavailable));
        assert_eq!(network.write(client, b"hello"), Ok(5));
        assert_eq!(network.poll(accepted, events::IN), events::IN);
        assert_eq!(network.read(accepted, 4), Ok(b"hell".to_vec()));
        network.close(client);
        assert_eq!(network.read(accepted, 4), Ok(b"o".to_vec()));
        assert_eq!(network.read(accepted, 4), Ok(Vec::new()));
        assert_eq!(network.write(accepted, b"x"), Ok(1));
        assert_eq!(network.write(accepted, b"x"), Err(Failure::BrokenPipe));
    }

    #[test]
    fn unread_bytes_make_a_reset() {
        let (mut network, client, accepted) = connected();
        network.write(accepted, b"unread").unwrap();
        network.close(client);
        assert_eq!(network.read(accepted, 1), Err(Failure::Reset));
    }

    #[test]
    fn bytes_give_the_same_network_back() {
        let (mut network, client, _) = connected();
        network.write(client, b"on its way").unwrap();
        let poller = network.add(Kind::Poller { watched: BTreeMap::from([(client, events::IN)]) });
        let datagrams = network.add(Kind::Datagrams { queue: VecDeque::new() });
        network.bind(datagrams, Address { any: false, port: 7 }).unwrap();
        network.send(datagrams, Some(7), b"to myself").unwrap();
        network.close(poller);
        assert_eq!(Network::from_bytes(&network.to_bytes()), network);
    }

    #[test]
    fn a_port_is_bound_once_and_nobody_listens_elsewhere() {
        let mut network = Network::default();
        let (first, second) = (network.add(Kind::Fresh), network.add(Kind::Fresh));
        network.bind(first, Address { any: true, port: 80 }).unwrap();
        assert_eq!(network.bind(second, Address { any: true, port: 80 }), Err(Failure::InUse));
        assert_eq!(network.connect(second, 81), Err(Failure::Refused));
    }

    #[test]
    fn receivers_of_datagrams_share_a_port_if_all_say_so() {
        let mut network = Network::default();
        let [first, second, third] = [(); 3].map(|()| network.add(Kind::Datagrams { queue: VecDeque::new() }));
        for fd in [first, second] {
            network.get_mut(fd).unwrap().options.insert(REUSE_ADDRESS, 1);
            assert_eq!(network.bind(fd, Address { any: true, port: 80 }), Ok(()));
        }
        assert_eq!(network.bind(third, Address { any: true, port: 80 }), Err(Failure::InUse));
    }
}

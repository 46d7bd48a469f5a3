//! The socket: a debugger attaches, says what all debuggers say first, and its packets arrive while the machine runs.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use crate::wire::{HANDSHAKE, Packet};

/// Whoever says nothing for so long is no debugger.
const HANDSHAKE_PATIENCE: Duration = Duration::from_secs(5);

/// Waits for debuggers.
pub struct Listener {
    socket: TcpListener,
}

impl Listener {
    pub fn bind(address: SocketAddr) -> io::Result<Listener> {
        Ok(Listener { socket: TcpListener::bind(address)? })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Waits for a debugger. `on_stranger` is told of whoever else came.
    pub fn accept(&self, mut on_stranger: impl FnMut(&str)) -> io::Result<Client> {
        loop {
            let (stream, from) = self.socket.accept()?;
            match shake_hands(&stream) {
                Ok(()) => return Client::new(stream),
                Err(why) => on_stranger(&format!("{from} is no debugger ({why}); waiting for another")),
            }
        }
    }
}

fn shake_hands(mut stream: &TcpStream) -> Result<(), String> {
    let mut said = [0; HANDSHAKE.len()];
    let heard = stream
        .set_read_timeout(Some(HANDSHAKE_PATIENCE))
        .and_then(|()| stream.read_exact(&mut said))
        .and_then(|()| stream.set_read_timeout(None));
    match heard {
        Err(_) => Err("it said nothing, or too little".into()),
        Ok(()) if &said != HANDSHAKE => Err("it does not begin with JDWP-Handshake".into()),
        Ok(()) => stream.write_all(HANDSHAKE).map_err(|error| error.to_string()),
    }
}

/// What came from a debugger.
pub(super) enum Incoming {
    Packet(Packet),
    /// It is gone; if it sent what is no packet, how.
    Gone(Option<String>),
}

/// An attached debugger.
pub struct Client {
    stream: TcpStream,
    incoming: Receiver<Incoming>,
}

impl Client {
    fn new(stream: TcpStream) -> io::Result<Client> {
        stream.set_nodelay(true)?;
        let mut from = io::BufReader::new(stream.try_clone()?);
        let (sender, incoming) = channel();
        std::thread::spawn(move || {
            loop {
                let came = match Packet::read(&mut from) {
                    Ok(Some(packet)) => Incoming::Packet(packet),
                    Ok(None) => Incoming::Gone(None),
                    Err(error) if error.kind() == io::ErrorKind::InvalidData => Incoming::Gone(Some(error.to_string())),
                    Err(_) => Incoming::Gone(None),
                };
                let is_last = matches!(came, Incoming::Gone(_));
                if sender.send(came).is_err() || is_last {
                    return;
                }
            }
        });
        Ok(Client { stream, incoming })
    }

    /// The next thing that comes, however long that takes.
    pub(super) fn wait(&self) -> Incoming {
        self.incoming.recv().unwrap_or(Incoming::Gone(None))
    }

    /// What has come already, if anything has.
    pub(super) fn poll(&self) -> Option<Incoming> {
        match self.incoming.try_recv() {
            Ok(came) => Some(came),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Incoming::Gone(None)),
        }
    }

    /// A debugger that does not listen any more will be seen to be gone.
    pub(super) fn send(&mut self, packet: &Packet) {
        let _ = packet.write(&mut self.stream);
    }

    pub(super) fn close(&self) {
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

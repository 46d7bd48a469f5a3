//! Packets: a length, a number, and either a command or a reply (JDWP specification, "Protocol details").

use std::io::{self, ErrorKind, Read, Write};

/// What both sides say first.
pub const HANDSHAKE: &[u8; 14] = b"JDWP-Handshake";

/// More than this no debugger sends: class files to be redefined are the longest, and these are refused anyway.
pub const LENGTH_MAX: u32 = 1 << 26;

const HEADER: u32 = 11;
const REPLY: u8 = 0x80;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Chosen by whoever sends the command; the reply has the same.
    pub id: u32,
    pub payload: Payload,
    pub data: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    Command {
        set: u8,
        command: u8,
    },
    /// Zero is no error.
    Reply {
        error: u16,
    },
}

impl Packet {
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(HEADER as usize + self.data.len());
        bytes.extend_from_slice(&(HEADER + self.data.len() as u32).to_be_bytes());
        bytes.extend_from_slice(&self.id.to_be_bytes());
        match self.payload {
            Payload::Command { set, command } => bytes.extend_from_slice(&[0, set, command]),
            Payload::Reply { error } => {
                bytes.push(REPLY);
                bytes.extend_from_slice(&error.to_be_bytes());
            }
        }
        bytes.extend_from_slice(&self.data);
        // One write, so that a packet is not torn into pieces that wait for each other.
        out.write_all(&bytes)?;
        out.flush()
    }

    /// The next packet; nothing at the end of the stream. Data that can be no packet are an error.
    pub fn read(from: &mut impl Read) -> io::Result<Option<Packet>> {
        let mut header = [0; HEADER as usize];
        match from.read(&mut header[..1]) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        from.read_exact(&mut header[1..])?;
        let number = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().expect("four bytes"));
        let length = number(0);
        if !(HEADER..=LENGTH_MAX).contains(&length) {
            let sentence = format!("a packet of {length} bytes, which is no packet of a debugger");
            return Err(io::Error::new(ErrorKind::InvalidData, sentence));
        }
        let payload = if header[8] & REPLY != 0 {
            Payload::Reply { error: u16::from_be_bytes([header[9], header[10]]) }
        } else {
            Payload::Command { set: header[9], command: header[10] }
        };
        let mut data = Vec::new();
        let wanted = u64::from(length - HEADER);
        if from.take(wanted).read_to_end(&mut data)? as u64 != wanted {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(Packet { id: number(4), payload, data }))
    }
}

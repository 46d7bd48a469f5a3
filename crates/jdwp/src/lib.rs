//! The Java Debug Wire Protocol (JDWP, as the JDK documents it): `jdb` and IDEs attach to a recorded schedule as they do to any
//! Java virtual machine.
//!
//! `wire` is the protocol as data: packets, commands, events, and nothing of a machine. `session` answers, with the machine in
//! hand. The protocol is small and byte by byte specified, and what hides behind each answer is the machine's own, so that the codec
//! is written here.

mod session;
pub mod wire;

pub use session::{Client, Listener, Session, SharedSession, Surroundings};

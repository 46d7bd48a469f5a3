//! `hazard replay --jdwp`: what the terminal says while a debugger is attached to a schedule.

use std::net::{SocketAddr, ToSocketAddrs};

use checker::{DebugWatcher, Debugged, Debuggee, Recording, Surroundings};

use super::replay::status_of;
use crate::failure::Failure;
use crate::terminal::print;

pub fn run(recording: Recording, place: &str) -> Result<i32, Failure> {
    let debuggee = Debuggee::new(recording, address(place)?)?;
    if let Some(fault) = &debuggee.replayed.fault {
        return Err(checker::Fault::from(fault.clone()).into());
    }
    let status = status_of(&debuggee.replayed)?;
    let ends = debuggee.replayed.violations.first().map(|violation| {
        let lines: Vec<String> = violation.details.iter().map(|line| format!("  {line}\n")).collect();
        format!("{}: {}\n{}", violation.kind.name(), violation.message, lines.concat())
    });
    match debuggee.run(Terminal { ends: ends.clone().unwrap_or_default() })? {
        Debugged::Killed(status) => Ok(status),
        Debugged::Through => {
            print(&ends.unwrap_or_default());
            Ok(status)
        }
    }
}

/// `5005` is a port of this machine, which nobody else can reach; `*:5005` is one that everybody can.
fn address(place: &str) -> Result<SocketAddr, Failure> {
    let wrong = || Failure::usage(format!("--jdwp {place}: write a port, or an address and a port: 127.0.0.1:5005"));
    let (host, port) = place.rsplit_once(':').unwrap_or(("127.0.0.1", place));
    let port: u16 = port.parse().map_err(|_| wrong())?;
    let host = match host {
        "*" => "0.0.0.0",
        "" => "127.0.0.1",
        host => host.trim_start_matches('[').trim_end_matches(']'),
    };
    (host, port).to_socket_addrs().ok().and_then(|mut found| found.next()).ok_or_else(wrong)
}

#[derive(Clone)]
struct Terminal {
    /// How the schedule ends.
    ends: String,
}

impl Surroundings for Terminal {
    fn printed(&mut self, text: &str) {
        print(text);
    }

    fn lost(&mut self, why: &str) {
        let why = if why.is_empty() { String::new() } else { format!(", which sent {why}") };
        eprintln!("hazard: the debugger{why} is gone; what is left of the schedule is run");
    }
}

impl DebugWatcher for Terminal {
    fn listening(&mut self, address: SocketAddr) {
        // IDEs look for this very line, and offer to attach.
        let place = if address.ip().is_loopback() { address.port().to_string() } else { address.to_string() };
        print(&format!("Listening for transport dt_socket at address: {place}\n"));
    }

    fn stranger(&mut self, sentence: &str) {
        eprintln!("hazard: {sentence}");
    }

    fn standing(&mut self) {
        let ends = self.ends.lines().next().map_or(String::new(), |line| format!(": {line}"));
        eprintln!("hazard: the schedule ends here{ends}");
        eprintln!("hazard: the program stands, to be looked at (suspend it first), until the debugger leaves");
    }
}

//! An exact store that keeps each state as one byte string; for systems whose states are a few bytes.

use space::{Encoding, Filed, StateId, StateStore};

use super::Interner;

/// Encodings as they are: for systems whose states are small.
#[derive(Default)]
pub struct PlainStore {
    states: Interner,
    /// The state being filed: its cuts, then its bytes. Without the cuts, two encodings that differ only in where
    /// their components end would be confused.
    scratch: Vec<u8>,
    fetched: Encoding,
}

impl StateStore for PlainStore {
    fn insert(&mut self, encoding: &Encoding) -> Filed {
        self.scratch.clear();
        write_cuts(encoding, &mut self.scratch);
        self.scratch.extend_from_slice(encoding.bytes());
        match self.states.intern(&self.scratch) {
            (number, true) => Filed::Fresh(StateId(number)),
            (number, false) => Filed::Seen(StateId(number)),
        }
    }

    fn fetch(&mut self, id: StateId) -> &Encoding {
        let into = &mut self.fetched;
        into.clear();
        let stored = self.states.get(id.0);
        let (cuts, mut rest) = read_number(stored);
        let mut lengths = rest;
        for _ in 0..cuts {
            rest = read_number(rest).1;
        }
        for _ in 0..cuts {
            let (length, following) = read_number(lengths);
            lengths = following;
            let (component, following) = rest.split_at(length);
            into.push_component(component);
            rest = following;
        }
        into.bytes_mut().extend_from_slice(rest);
        into
    }

    fn forget(&mut self, id: StateId) {
        self.states.forget(id.0);
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn bytes(&self) -> usize {
        self.states.bytes()
    }
}

/// The number of cuts, then the length of each component that a cut ends. One zero byte for systems that never cut.
fn write_cuts(encoding: &Encoding, out: &mut Vec<u8>) {
    let cuts = encoding.cut_count();
    write_number(cuts, out);
    for index in 0..cuts {
        write_number(encoding.component(index).len(), out);
    }
}

fn write_number(mut number: usize, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(bytes: &[u8]) -> (usize, &[u8]) {
    let (mut number, mut shift) = (0, 0);
    for (index, &byte) in bytes.iter().enumerate() {
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return (number, &bytes[index + 1..]);
        }
        shift += 7;
    }
    unreachable!("only numbers that were written are read");
}

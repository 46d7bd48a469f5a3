//! States on their way to another process. One resembles the next: of each only those components are written that differ from the
//! one before, and of those what lies between the beginning and the end that they have in common.

use std::io;

use space::{Encoding, RecordReader, RecordWriter};

/// States for one process, with how each was reached.
#[derive(Default)]
pub struct Packet {
    bytes: Vec<u8>,
    last: Encoding,
}

/// How many bytes two slices have in common at their beginnings.
fn common(one: &[u8], other: &[u8]) -> usize {
    const STRIDE: usize = 64;
    let strides = one.chunks_exact(STRIDE).zip(other.chunks_exact(STRIDE)).take_while(|(one, other)| one == other);
    let start = strides.count() * STRIDE;
    start + one[start..].iter().zip(&other[start..]).take_while(|(one, other)| one == other).count()
}

/// The same at their ends.
fn common_at_end(one: &[u8], other: &[u8]) -> usize {
    const STRIDE: usize = 64;
    let strides = one.rchunks_exact(STRIDE).zip(other.rchunks_exact(STRIDE)).take_while(|(one, other)| one == other);
    let length = strides.count() * STRIDE;
    let (one, other) = (&one[..one.len() - length], &other[..other.len() - length]);
    length + one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

impl Packet {
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn add(&mut self, way: [u32; 4], state: &Encoding) {
        let Packet { bytes, last } = self;
        write(&mut RecordWriter(bytes), way, last, state).expect("memory can be written");
        last.copy_from(state);
    }

    /// What was packed; the next packet begins.
    pub fn take(&mut self) -> Vec<u8> {
        self.last.clear();
        std::mem::take(&mut self.bytes)
    }
}

/// A finished component, or nothing where there is none.
fn component(state: &Encoding, place: usize) -> &[u8] {
    if place < state.cut_count() { state.range(place..place + 1) } else { &[] }
}

/// What follows the last finished component.
fn unfinished(state: &Encoding) -> &[u8] {
    &state.bytes()[state.ends().last().map_or(0, |end| *end as usize)..]
}

fn write(out: &mut RecordWriter<'_>, way: [u32; 4], last: &Encoding, state: &Encoding) -> io::Result<()> {
    way.into_iter().try_for_each(|number| out.number(u64::from(number)))?;
    out.bytes(unfinished(state))?;
    let count = state.cut_count();
    out.number(count as u64)?;
    let mut place = 0;
    while place < count {
        let is_same = |place: &usize| component(last, *place) == component(state, *place);
        let run = (place..count).take_while(is_same).count();
        out.number(run as u64)?;
        place += run;
        if place < count {
            let (old, new) = (component(last, place), component(state, place));
            let start = common(old, new);
            let end = common_at_end(&old[start..], &new[start..]);
            out.number(start as u64)?;
            out.number(end as u64)?;
            out.bytes(&new[start..new.len() - end])?;
            place += 1;
        }
    }
    Ok(())
}

fn split<'a>(rest: &mut &'a [u8], length: usize) -> io::Result<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(length).ok_or(io::ErrorKind::InvalidData)?;
    *rest = after;
    Ok(taken)
}

/// Reads a state that resembles `last`; gives how it was reached.
fn read(rest: &mut &[u8], last: &Encoding, state: &mut Encoding) -> io::Result<[u32; 4]> {
    let mut way = [0; 4];
    for number in &mut way {
        *number = RecordReader(rest).number32()?;
    }
    let length = RecordReader(rest).number()? as usize;
    let unfinished = split(rest, length)?;
    let count = RecordReader(rest).number()? as usize;
    state.clear();
    while state.cut_count() < count {
        let run = RecordReader(rest).number()? as usize;
        let place = state.cut_count();
        if run > count - place {
            return Err(io::ErrorKind::InvalidData.into());
        }
        // Beyond those that there were, components are empty.
        let known = run.min(last.cut_count().saturating_sub(place));
        if known > 0 {
            state.append_range(last, place..place + known);
        }
        (known..run).for_each(|_| state.cut());
        if state.cut_count() == count {
            break;
        }
        let mut input = RecordReader(rest);
        let (start, end, length) = (input.number()? as usize, input.number()? as usize, input.number()? as usize);
        let middle = split(rest, length)?;
        let old = component(last, state.cut_count());
        if start > old.len() || end > old.len() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let bytes = state.bytes_mut();
        bytes.extend_from_slice(&old[..start]);
        bytes.extend_from_slice(middle);
        bytes.extend_from_slice(&old[old.len() - end..]);
        state.cut();
    }
    state.bytes_mut().extend_from_slice(unfinished);
    Ok(way)
}

/// Unpacks states: gives each, with how it was reached, to `take`.
pub fn unpack(packet: &[u8], mut take: impl FnMut([u32; 4], &Encoding)) -> io::Result<()> {
    let mut rest = packet;
    let (mut last, mut state) = (Encoding::new(), Encoding::new());
    while !rest.is_empty() {
        let way = read(&mut rest, &last, &mut state)?;
        take(way, &state);
        std::mem::swap(&mut last, &mut state);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use space::Rng;

    #[test]
    fn states_arrive_as_they_were_sent() {
        let seed = 17;
        println!("seed {seed}");
        let mut rng = Rng::new(seed);
        let mut components: Vec<Vec<u8>> = (0..12).map(|_| vec![7; 40]).collect();
        let mut packet = Packet::default();
        let mut sent = Vec::new();
        for number in 0..500u32 {
            let place = rng.below(components.len());
            match rng.below(4) {
                0 if components.len() > 2 => drop(components.remove(place)),
                1 => components.insert(place, vec![number as u8; rng.below(90)]),
                _ => components[place].iter_mut().take(3).for_each(|byte| *byte ^= number as u8),
            }
            let mut state = Encoding::new();
            components.iter().for_each(|component| state.push_component(component));
            if rng.below(3) == 0 {
                state.push_u8(9);
            }
            let way = [number, number.wrapping_sub(1), 3, u32::MAX];
            packet.add(way, &state);
            sent.push((way, state));
        }
        let mut arrived = Vec::new();
        unpack(&packet.take(), |way, state| arrived.push((way, state.clone()))).unwrap();
        assert_eq!(sent, arrived);
        assert_eq!(packet.len(), 0);
    }
}

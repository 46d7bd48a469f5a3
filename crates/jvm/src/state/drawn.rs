//! Draws that are not made yet, as part of a state (see `draws`): those that somebody still refers to, numbered in the order
//! memory and frames name them.

use space::Encoding;

use super::restore::Reader;
use crate::domain::{Symbol, narrow_slot, narrow_symbol, wide_slot, wide_symbol};
use crate::draws::{Distribution, Draw, Draws, FIRST_SYMBOL, Line, Ratio};
use crate::heap::Ref;
use crate::readings::{self, Clock, Readings, Term, Zone};
use crate::thread::FrameKind;
use crate::vm::Vm;

/// What a slot or a place in memory that held a line is to hold from now on.
#[derive(Clone, Copy)]
pub(crate) enum Becomes {
    Line(Symbol),
    Number(f64),
    Whole(i64),
}

impl Vm {
    /// Forgets draws that nothing refers to any more, and numbers the others anew.
    pub(crate) fn tidy_draws(&mut self) {
        self.tidy_readings();
        if self.path.draws.is_empty() {
            return;
        }
        let old = std::mem::take(&mut self.path.draws);
        let mut new = Draws::default();
        let mut draws: Vec<Option<u32>> = vec![None; old.draws.len()];
        self.replace_lines(&old, |line| {
            let draw = *draws[line.draw as usize].get_or_insert_with(|| {
                new.draws.push(old.draws[line.draw as usize]);
                new.draws.len() as u32 - 1
            });
            Becomes::Line(new.symbol(Line { draw, ..line }))
        });
        new.keep_order(&old, &mut draws);
        self.path.draws = new;
        self.bound_symbols();
    }

    /// Whether frames can be looked at now: not while the machine waits for a call of its own.
    pub(crate) fn may_tidy(&self) -> bool {
        !self.heap.is_permanent_mode()
            && self
                .threads
                .iter()
                .all(|thread| thread.frames.iter().all(|frame| !matches!(frame.kind, FrameKind::Sync { .. })))
    }

    /// Tells memory which symbols there are.
    pub(crate) fn bound_symbols(&mut self) {
        let (lines, terms) = (self.path.draws.lines.len() as u32, self.path.readings.terms.len() as u32);
        self.heap.symbols_known = match (lines, terms) {
            (0, 0) => 1..=Symbol::MAX,
            (lines, 0) => FIRST_SYMBOL..=FIRST_SYMBOL + lines - 1,
            (0, terms) => readings::FIRST_SYMBOL..=readings::FIRST_SYMBOL + terms - 1,
            (_, terms) => FIRST_SYMBOL..=readings::FIRST_SYMBOL + terms - 1,
        };
    }

    /// Memory and live slots that hold lines hold something else from now on.
    pub(crate) fn replace_lines(&mut self, known: &Draws, mut becomes: impl FnMut(Line) -> Becomes) {
        self.replace_symbols(|symbol| known.line(symbol).map(&mut becomes));
    }

    /// Memory and live slots that hold these symbols hold something else from now on.
    pub(crate) fn replace_symbols(&mut self, mut becomes: impl FnMut(Symbol) -> Option<Becomes>) {
        let mut places: Vec<(u32, u32)> = self.heap.symbols.keys().copied().collect();
        places.sort_unstable();
        for (address, offset) in places {
            let symbol = self.heap.symbols[&(address, offset)];
            let (object, at) = (Ref(address), offset as usize);
            let is_wide = at % 8 == 0 && self.heap.get8(object, at) == wide_slot(symbol);
            match becomes(symbol) {
                None => {}
                Some(Becomes::Line(symbol)) => {
                    if is_wide {
                        self.heap.put8(object, at, wide_slot(symbol));
                    }
                    self.heap.symbols.insert((address, offset), symbol);
                }
                Some(Becomes::Whole(number)) => {
                    if is_wide {
                        self.heap.put8(object, at, number as u64);
                    } else {
                        self.heap.put4(object, at, number as u32);
                    }
                    self.heap.symbols.remove(&(address, offset));
                }
                Some(Becomes::Number(number)) => {
                    if is_wide {
                        self.heap.put8(object, at, number.to_bits());
                    } else {
                        self.heap.put4(object, at, (number as f32).to_bits());
                    }
                    self.heap.symbols.remove(&(address, offset));
                }
            }
        }
        for (thread, at) in self.value_slots() {
            let slot = self.threads[thread].stack[at];
            let (wide, narrow) = (wide_symbol(slot), narrow_symbol(slot));
            let slot = match if wide != 0 { becomes(wide) } else { None } {
                Some(Becomes::Line(symbol)) => wide_slot(symbol),
                Some(Becomes::Number(number)) => number.to_bits(),
                Some(Becomes::Whole(number)) => number as u64,
                None if slot as u32 == 0 && narrow != 0 => match becomes(narrow) {
                    Some(Becomes::Line(symbol)) => narrow_slot(symbol),
                    Some(Becomes::Number(number)) => u64::from((number as f32).to_bits()),
                    Some(Becomes::Whole(number)) => u64::from(number as u32),
                    None => continue,
                },
                None => continue,
            };
            self.threads[thread].stack[at] = slot;
        }
    }

    /// The slots of all threads that hold values somebody may still look at, by thread and place.
    fn value_slots(&self) -> Vec<(usize, usize)> {
        let mut places = Vec::new();
        for (index, thread) in self.threads.iter().enumerate() {
            for frame in &thread.frames {
                let base = frame.base as usize;
                let bottom = base + self.method(frame.method).max_locals as usize;
                self.with_frame_map(thread, frame, |map| {
                    places.extend(map.value_locals.iter().map(|local| (index, base + *local as usize)));
                    let stack = map.value_stack.iter().map(|slot| bottom + *slot as usize);
                    places.extend(stack.filter(|at| *at < frame.sp as usize).map(|at| (index, at)));
                });
            }
        }
        places
    }

    pub(super) fn encode_draws(&self, out: &mut Encoding) {
        let push = |out: &mut Encoding, ratio: Ratio| {
            let (numerator, denominator) = ratio.parts();
            for part in [numerator, denominator] {
                out.push_u64(part as u64);
                out.push_u64((part >> 64) as u64);
            }
        };
        let draws = &self.path.draws;
        out.push_u32(draws.draws.len() as u32);
        for draw in &draws.draws {
            out.push_u8(draw.distribution as u8);
            out.push_u8(draw.call);
            for end in [draw.low, draw.high] {
                out.push_u8(u8::from(end.is_some()));
                push(out, end.unwrap_or(Ratio::ZERO));
            }
        }
        out.push_u32(draws.lines.len() as u32);
        for line in &draws.lines {
            out.push_u32(line.draw);
            push(out, line.slope);
            push(out, line.offset);
        }
        out.push_u32(draws.below.len() as u32);
        for (low, high) in &draws.below {
            out.push_u32(*low);
            out.push_u32(*high);
        }
        self.encode_readings(out);
        let mut symbols: Vec<_> = self.heap.symbols.iter().map(|(place, symbol)| (*place, *symbol)).collect();
        symbols.sort_unstable();
        out.push_u32(symbols.len() as u32);
        for ((object, offset), symbol) in symbols {
            out.push_u32(object);
            out.push_u32(offset);
            out.push_u32(symbol);
        }
        out.cut();
    }

    fn encode_readings(&self, out: &mut Encoding) {
        let readings = &self.path.readings;
        out.push_u32(readings.terms.len() as u32);
        for term in &readings.terms {
            out.push_u8(term.clock as u8);
            out.push_u8(term.plus);
            out.push_u8(term.minus.unwrap_or(0));
            out.push_u64(term.offset as u64);
            out.push_u64(term.divisor as u64);
        }
        for zone in &readings.zones {
            out.push_u32(zone.moments() as u32);
            zone.bounds().iter().for_each(|bound| out.push_u64(*bound as u64));
        }
    }

    pub(super) fn decode_draws(&mut self, at: &mut Reader<'_>) {
        let ratio = |at: &mut Reader<'_>| {
            let mut part = || i128::from(at.u64()) | i128::from(at.u64()) << 64;
            let (numerator, denominator) = (part(), part());
            Ratio::new(numerator, denominator).expect("a fraction was encoded")
        };
        let end = |at: &mut Reader<'_>| {
            let known = at.u8() != 0;
            let value = ratio(at);
            known.then_some(value)
        };
        let draws = (0..at.u32())
            .map(|_| {
                let (distribution, call) = (Distribution::ALL[usize::from(at.u8())], at.u8());
                Draw { distribution, low: end(at), high: end(at), call }
            })
            .collect();
        let lines = (0..at.u32()).map(|_| Line { draw: at.u32(), slope: ratio(at), offset: ratio(at) }).collect();
        let below = (0..at.u32()).map(|_| (at.u32(), at.u32())).collect();
        self.path.draws = Draws { draws, lines, below };
        self.path.readings = decode_readings(at);
        self.heap.symbols = (0..at.u32()).map(|_| ((at.u32(), at.u32()), at.u32())).collect();
        self.bound_symbols();
    }

    /// In a state without draws.
    pub(super) fn forget_draws(&mut self) {
        if self.has_draws() {
            self.path.draws = Draws::default();
            self.path.readings = Readings::default();
            self.heap.symbols.clear();
            self.bound_symbols();
        }
    }
}

fn decode_readings(at: &mut Reader<'_>) -> Readings {
    let terms = (0..at.u32())
        .map(|_| {
            let clock = Clock::ALL[usize::from(at.u8())];
            let (plus, minus) = (at.u8(), Some(at.u8()).filter(|minus| *minus != 0));
            Term { clock, plus, minus, offset: at.u64() as i64, divisor: at.u64() as i64 }
        })
        .collect();
    let mut zone = || {
        let size = at.u32() as usize;
        Zone::from_bounds(size, (0..size * size).map(|_| at.u64() as i64).collect())
    };
    Readings { terms, zones: [zone(), zone()] }
}

//! The expressions beside memory, as part of a state: they follow their objects when those move, and are encoded with them.

use hashbrown::HashMap;
use space::Encoding;

use super::restore::Reader;
use crate::domain::{Symbol, narrow_symbol, wide_symbol};
use crate::exec::symbolic::{OPAQUE, REST, is_unread};
use crate::heap::{Heap, OVERLAY, Ref, header};
use crate::vm::Vm;

impl Heap {
    /// During compaction, while the old headers still say where objects went: the expressions follow.
    pub(crate) fn move_symbols(&mut self) {
        if self.symbols.is_empty() {
            return;
        }
        let words = &self.words;
        self.symbols = (self.symbols.drain())
            .filter_map(|((object, offset), symbol)| {
                if (object as usize) < OVERLAY {
                    return Some(((object, offset), symbol));
                }
                let header = words[object as usize];
                (header & header::FORWARD != 0).then_some((((header >> 32) as u32, offset), symbol))
            })
            .collect();
    }

    pub(crate) fn rename_symbols(&mut self, moved: &HashMap<u32, Ref>) {
        if self.symbols.is_empty() {
            return;
        }
        self.symbols = (self.symbols.drain())
            .map(|((object, offset), symbol)| {
                let object = moved.get(&object).map_or(object, |new| new.0);
                ((object, offset), symbol)
            })
            .collect();
    }
}

impl Vm {
    pub(crate) fn encode_symbols(&self, out: &mut Encoding) {
        out.push_u32(self.path.inputs.len() as u32);
        for (name, symbol) in &self.path.inputs {
            out.push_u32(*name);
            out.push_u32(*symbol);
        }
        let mut symbols: Vec<(u32, u32, u32)> =
            self.heap.symbols.iter().map(|((object, offset), symbol)| (*object, *offset, *symbol)).collect();
        symbols.sort_unstable();
        out.push_u32(symbols.len() as u32);
        for (object, offset, symbol) in symbols {
            out.push_u32(object);
            out.push_u32(offset);
            out.push_u32(symbol);
        }
        out.cut();
    }

    pub(crate) fn decode_symbols(&mut self, at: &mut Reader<'_>) {
        let inputs = at.u32();
        self.path.inputs.clear();
        for _ in 0..inputs {
            let input = (at.u32(), at.u32());
            self.path.inputs.push(input);
        }
        let symbols = at.u32();
        self.heap.symbols.clear();
        for _ in 0..symbols {
            let place = (at.u32(), at.u32());
            let symbol = at.u32();
            self.heap.has_unread |= is_unread(symbol);
            self.heap.symbols.insert(place, symbol);
        }
    }

    /// The expressions that live slots and memory hold, in no order; perhaps also numbers that are none: a slot does not say
    /// whether its upper half is an expression or part of a long.
    pub fn live_symbols(&self, out: &mut Vec<Symbol>) {
        let held = self.heap.symbols.values().copied().filter(|symbol| *symbol != OPAQUE && !is_unread(*symbol));
        out.extend(held.map(|symbol| symbol & !REST));
        let mut visit = |slot: u64| match (wide_symbol(slot), narrow_symbol(slot)) {
            (0, 0) => {}
            (0, symbol) | (symbol, _) => out.push(symbol),
        };
        for thread in &self.threads {
            for frame in &thread.frames {
                let map = self.point_map(frame.method, frame.pc);
                let base = frame.base as usize;
                map.value_locals.iter().for_each(|local| visit(thread.stack[base + *local as usize]));
                let bottom = base + self.method(frame.method).max_locals as usize;
                let slots = map.value_stack.iter().map(|slot| bottom + *slot as usize);
                slots.filter(|at| *at < frame.sp as usize).for_each(|at| visit(thread.stack[at]));
            }
        }
    }
}

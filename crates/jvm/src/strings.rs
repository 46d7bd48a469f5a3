//! Java strings: compact strings of JDK 9 and later (Latin-1 or UTF-16 bytes behind a coder).

use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Vm};

impl Vm {
    pub fn new_string(&mut self, text: &str) -> Outcome<Ref> {
        if text.is_ascii() {
            return self.string_from_latin1(text.as_bytes());
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string_from_units(&units)
    }

    pub fn string_from_latin1(&mut self, bytes: &[u8]) -> Outcome<Ref> {
        let array = self.allocate_array(self.known.byte_array, bytes.len() as u32)?;
        self.heap.array_bytes_mut(array, bytes.len()).copy_from_slice(bytes);
        self.string_around(array, 0)
    }

    pub fn string_from_units(&mut self, units: &[u16]) -> Outcome<Ref> {
        if units.iter().all(|unit| *unit < 256) {
            let bytes: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
            return self.string_from_latin1(&bytes);
        }
        self.string_of_wide_units(units)
    }

    /// With two bytes for each character, needed or not.
    pub(crate) fn string_of_wide_units(&mut self, units: &[u16]) -> Outcome<Ref> {
        let array = self.allocate_array(self.known.byte_array, units.len() as u32 * 2)?;
        let target = self.heap.array_bytes_mut(array, units.len() * 2);
        for (pair, unit) in target.chunks_exact_mut(2).zip(units) {
            pair.copy_from_slice(&unit.to_le_bytes());
        }
        self.string_around(array, 1)
    }

    fn string_around(&mut self, array: Ref, coder: u8) -> Outcome<Ref> {
        let string = self.allocate(self.known.string)?;
        self.heap.put_ref(string, self.known.string_value as usize, array);
        self.heap.put1(string, self.known.string_coder as usize, coder);
        Ok(string)
    }

    pub fn string_units(&self, string: Ref) -> Vec<u16> {
        let array = self.heap.get_ref(string, self.known.string_value as usize);
        let length = self.heap.array_length(array) as usize;
        let bytes = self.heap.array_bytes(array, length);
        if self.heap.get1(string, self.known.string_coder as usize) == 0 {
            bytes.iter().map(|byte| u16::from(*byte)).collect()
        } else {
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        }
    }

    pub fn string_text(&self, string: Ref) -> String {
        if string.is_null() {
            return "null".into();
        }
        String::from_utf16_lossy(&self.string_units(string))
    }

    /// The one string object with these units; permanent.
    pub fn intern(&mut self, units: &[u16]) -> Outcome<Ref> {
        if let Some(string) = self.interned.get(units) {
            return Ok(*string);
        }
        let string = self.permanently(|vm| vm.string_from_units(units))?;
        self.interned.insert(units.to_vec(), string);
        Ok(string)
    }

    pub fn intern_text(&mut self, text: &str) -> Outcome<Ref> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern(&units)
    }

    // Arrays of references, as natives need them.

    pub fn new_object_array(&mut self, class: &str, elements: &[Ref]) -> Outcome<Ref> {
        let class = self.load_boot(class)?;
        let array_class = self.array_of(class)?;
        let array = self.allocate_array(array_class, elements.len() as u32)?;
        for (index, element) in elements.iter().enumerate() {
            self.heap.put_ref(array, ELEMENTS + 4 * index, *element);
        }
        Ok(array)
    }

    pub fn array_refs(&self, array: Ref) -> Vec<Ref> {
        (0..self.heap.array_length(array) as usize)
            .map(|index| self.heap.get_ref(array, ELEMENTS + 4 * index))
            .collect()
    }
}

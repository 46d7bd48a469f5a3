//! Instructions on objects and arrays. What only one thread can reach is read and written at once; a permanent object is written
//! only once the state knows that it differs from what it was (see `heap`).

use compiler::helpers;
use compiler::ir::condcodes::IntCC;
use compiler::ir::{Block, InstBuilder, Type, Value, types};
use compiler::{Row, frontend::FunctionBuilder};

use super::translate::{FIXED, Refused, TRUSTED, Translator, field};
use crate::heap::{ELEMENTS, OVERLAY, header};
use crate::instr::{Instr, Op};

/// Objects of more words than this are cleared by a function.
const CLEARED_INLINE: u32 = 12;
/// Longer arrays are made by the interpreter, which collects first if they do not fit.
const ARRAY_MAX: i64 = 1 << 16;

impl Translator<'_, '_> {
    pub(super) fn memory(&mut self, instr: Instr) -> Result<bool, Refused> {
        match instr.op {
            Op::Getfield4 => self.getfield(instr, types::I32, None),
            Op::Getfield8 => {
                let kind = if self.source.makes_double[self.pc] { types::F64 } else { types::I64 };
                self.getfield(instr, kind, None)
            }
            Op::GetfieldB => self.getfield(instr, types::I8, Some(true)),
            Op::GetfieldC => self.getfield(instr, types::I16, Some(false)),
            Op::GetfieldS => self.getfield(instr, types::I16, Some(true)),
            Op::Putfield1 => self.putfield(instr, Some(types::I8), 1),
            Op::Putfield2 => self.putfield(instr, Some(types::I16), 1),
            Op::Putfield4 | Op::PutfieldRef => self.putfield(instr, None, 1),
            Op::Putfield8 => self.putfield(instr, None, 2),
            Op::Getstatic4 => self.getstatic(instr, types::I32, None),
            Op::Getstatic8 => {
                let kind = if self.source.makes_double[self.pc] { types::F64 } else { types::I64 };
                self.getstatic(instr, kind, None)
            }
            Op::GetstaticB => self.getstatic(instr, types::I8, Some(true)),
            Op::GetstaticC => self.getstatic(instr, types::I16, Some(false)),
            Op::GetstaticS => self.getstatic(instr, types::I16, Some(true)),
            Op::Putstatic1 => self.putstatic(instr, Some(types::I8), 1),
            Op::Putstatic2 => self.putstatic(instr, Some(types::I16), 1),
            Op::Putstatic4 | Op::PutstaticRef => self.putstatic(instr, None, 1),
            Op::Putstatic8 => self.putstatic(instr, None, 2),
            Op::Aload4 => self.array_load(types::I32, 2, None),
            Op::Aload8 => {
                let kind = if self.source.makes_double[self.pc] { types::F64 } else { types::I64 };
                self.array_load(kind, 3, None)
            }
            Op::Baload => self.array_load(types::I8, 0, Some(true)),
            Op::Caload => self.array_load(types::I16, 1, Some(false)),
            Op::Saload => self.array_load(types::I16, 1, Some(true)),
            Op::Astore4 | Op::Astore8 | Op::Bastore | Op::Castore | Op::Aastore => self.array_store(instr.op),
            Op::Arraylength => {
                let array = self.peek_int(1)?;
                let address = self.object(array);
                let length = self.builder.ins().load(types::I32, TRUSTED, address, 8);
                self.pop(1);
                self.push(length);
                Ok(true)
            }
            Op::NewQuick | Op::NewChecked => self.new_object(instr),
            Op::NewarrayQuick => self.new_array(instr),
            Op::CheckcastQuick | Op::InstanceofQuick => self.type_test(instr),
            _ => Ok(false),
        }
    }

    /// Where the words of an object are; leaves if there is none.
    pub(super) fn object(&mut self, reference: Value) -> Value {
        let is_null = self.builder.ins().icmp_imm_s(IntCC::Equal, reference, 0);
        self.exit_if(is_null);
        self.address(reference)
    }

    fn address(&mut self, reference: Value) -> Value {
        let wide = self.builder.ins().uextend(types::I64, reference);
        let bytes = self.builder.ins().ishl_imm_u(wide, 3);
        self.builder.ins().iadd(self.words, bytes)
    }

    /// The number of an object's class, as 64 bits.
    pub(super) fn class_of(&mut self, address: Value) -> Value {
        let header = self.builder.ins().load(types::I64, TRUSTED, address, 0);
        self.builder.ins().band_imm_u(header, header::CLASS as i64)
    }

    /// Pushes what lies at an address.
    fn fetch(&mut self, address: Value, offset: i32, kind: Type, signed: Option<bool>) {
        let value = self.builder.ins().load(kind, TRUSTED, address, offset);
        let value = match signed {
            Some(true) => self.builder.ins().sextend(types::I32, value),
            Some(false) => self.builder.ins().uextend(types::I32, value),
            None => value,
        };
        if kind == types::I64 || kind == types::F64 {
            self.push_wide(value);
        } else {
            self.push(value);
        }
    }

    /// The value to be stored, in registers of the size that is stored.
    fn stored(&mut self, narrow: Option<Type>, slots: usize) -> Result<Value, Refused> {
        let value = self.peek(slots)?.value;
        if slots == 2 {
            let kind = self.builder.func.dfg.value_type(value);
            return Ok(if kind == types::F64 { value } else { self.as_long(value) });
        }
        let value = self.as_int(value);
        Ok(match narrow {
            Some(kind) => self.builder.ins().ireduce(kind, value),
            None => value,
        })
    }

    fn getfield(&mut self, instr: Instr, kind: Type, signed: Option<bool>) -> Result<bool, Refused> {
        let object = self.peek_int(1)?;
        let address = self.object(object);
        self.pop(1);
        self.fetch(address, i32::try_from(instr.c).map_err(|_| Refused)?, kind, signed);
        Ok(true)
    }

    fn putfield(&mut self, instr: Instr, narrow: Option<Type>, slots: usize) -> Result<bool, Refused> {
        let object = self.peek_int(slots + 1)?;
        let value = self.stored(narrow, slots)?;
        let address = self.object(object);
        let exit = self.exit();
        // A permanent object that is dirty already is written like any other.
        let is_permanent = self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, object, OVERLAY as i64);
        let (permanent, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(permanent);
        self.builder.ins().brif(is_permanent, permanent, &[], next, &[]);
        self.builder.switch_to_block(permanent);
        let header = self.builder.ins().load(types::I64, TRUSTED, address, 0);
        let dirty = self.builder.ins().band_imm_u(header, header::DIRTY as i64);
        self.builder.ins().brif(dirty, next, &[], exit, &[]);
        self.builder.switch_to_block(next);
        self.builder.ins().store(TRUSTED, value, address, i32::try_from(instr.c).map_err(|_| Refused)?);
        self.pop(slots + 1);
        Ok(true)
    }

    /// Where the statics of an initialised class are; for writing, if they are dirty.
    fn statics(&mut self, holder: u32, bits: u64) -> Value {
        let address = self.builder.ins().iadd_imm_s(self.words, 8 * i64::from(holder));
        let header = self.builder.ins().load(types::I64, TRUSTED, address, 0);
        let set = self.builder.ins().band_imm_u(header, bits as i64);
        let is_ready = self.builder.ins().icmp_imm_u(IntCC::Equal, set, bits as i64);
        self.exit_unless(is_ready);
        address
    }

    fn getstatic(&mut self, instr: Instr, kind: Type, signed: Option<bool>) -> Result<bool, Refused> {
        let address = self.statics(instr.c, header::INIT_DONE);
        self.fetch(address, 8 * i32::from(instr.a), kind, signed);
        Ok(true)
    }

    fn putstatic(&mut self, instr: Instr, narrow: Option<Type>, slots: usize) -> Result<bool, Refused> {
        let value = self.stored(narrow, slots)?;
        let address = self.statics(instr.c, header::INIT_DONE | header::DIRTY);
        self.builder.ins().store(TRUSTED, value, address, 8 * i32::from(instr.a));
        self.pop(slots);
        Ok(true)
    }

    /// Leaves unless the class is initialised.
    pub(super) fn initialized(&mut self, holder: u32) {
        self.statics(holder, header::INIT_DONE);
    }

    /// The array and the address of its element, whose index and the `above` slots after it are on the stack.
    fn element(&mut self, above: usize, shift: i64) -> Result<(Value, Value, Value), Refused> {
        let (array, index) = (self.peek_int(above + 2)?, self.peek_int(above + 1)?);
        let address = self.object(array);
        let length = self.builder.ins().load(types::I32, TRUSTED, address, 8);
        let is_inside = self.builder.ins().icmp(IntCC::UnsignedLessThan, index, length);
        self.exit_unless(is_inside);
        let index = self.builder.ins().uextend(types::I64, index);
        let bytes = self.builder.ins().ishl_imm_u(index, shift);
        let element = self.builder.ins().iadd(address, bytes);
        Ok((array, address, element))
    }

    fn array_load(&mut self, kind: Type, shift: i64, signed: Option<bool>) -> Result<bool, Refused> {
        let (_, _, element) = self.element(0, shift)?;
        self.pop(2);
        self.fetch(element, ELEMENTS as i32, kind, signed);
        Ok(true)
    }

    fn array_store(&mut self, op: Op) -> Result<bool, Refused> {
        let (slots, shift, narrow) = match op {
            Op::Astore8 => (2, 3, None),
            Op::Bastore => (1, 0, Some(types::I8)),
            Op::Castore => (1, 1, Some(types::I16)),
            _ => (1, 2, None),
        };
        let constant = self.peek(slots)?.constant;
        let mut value = self.stored(narrow, slots)?;
        let (array, address, element) = self.element(slots, shift)?;
        let is_permanent = self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, array, OVERLAY as i64);
        self.exit_if(is_permanent);
        if op == Op::Bastore && !matches!(constant, Some(0 | 1)) {
            // A boolean array keeps only the lowest bit (JVMS 6.5.bastore).
            let class = self.class_of(address);
            let booleans = i64::from(self.vm.known.boolean_array.0);
            let is_boolean = self.builder.ins().icmp_imm_u(IntCC::Equal, class, booleans);
            let bit = self.builder.ins().band_imm_u(value, 1);
            value = self.builder.ins().select(is_boolean, bit, value);
        }
        if op == Op::Aastore && constant != Some(0) {
            self.check_store(address, value);
        }
        self.builder.ins().store(TRUSTED, value, element, ELEMENTS as i32);
        self.pop(slots + 2);
        Ok(true)
    }

    /// Leaves unless the reference may be stored in the array.
    fn check_store(&mut self, array: Value, value: Value) {
        let exit = self.exit();
        let next = self.builder.create_block();
        let other = self.builder.create_block();
        self.builder.ins().brif(value, other, &[], next, &[]);
        self.builder.switch_to_block(other);
        let class = self.class_of(array);
        let rows = self.builder.ins().load(types::I64, FIXED, self.context, field!(rows));
        let row = self.row(rows, class);
        let component = self.builder.ins().load(types::I32, TRUSTED, row, std::mem::offset_of!(Row, component) as i32);
        let component = self.builder.ins().uextend(types::I64, component);
        let address = self.address(value);
        let actual = self.class_of(address);
        let is_same = self.builder.ins().icmp(IntCC::Equal, actual, component);
        let object = i64::from(self.vm.known.object.0);
        let is_object = self.builder.ins().icmp_imm_u(IntCC::Equal, component, object);
        let is_fine = self.builder.ins().bor(is_same, is_object);
        let asked = self.builder.create_block();
        self.builder.ins().brif(is_fine, next, &[], asked, &[]);
        self.builder.switch_to_block(asked);
        self.ask_if_fits(rows, actual, component, next, exit);
        self.builder.switch_to_block(next);
    }

    pub(super) fn row(&mut self, rows: Value, class: Value) -> Value {
        let bytes = self.builder.ins().imul_imm_s(class, size_of::<Row>() as i64);
        self.builder.ins().iadd(rows, bytes)
    }

    /// Goes to one block if a class is surely a subclass of the other, else to the other.
    fn ask_if_fits(&mut self, rows: Value, sub: Value, sup: Value, yes: Block, no: Block) {
        let fits = self.help(helpers::fits as *const () as usize, &[rows, sub, sup], Some(types::I64));
        let does = self.builder.ins().icmp_imm_s(IntCC::Equal, fits.expect("it has a result"), 1);
        self.builder.ins().brif(does, yes, &[], no, &[]);
    }

    fn type_test(&mut self, instr: Instr) -> Result<bool, Refused> {
        let object = self.peek_int(1)?;
        let exit = self.exit();
        let is_cast = instr.op == Op::CheckcastQuick;
        let blocks: [Block; 4] = std::array::from_fn(|_| self.builder.create_block());
        let [some, asked, known, next] = blocks;
        if !is_cast {
            self.builder.append_block_param(next, types::I32);
        }
        // A null can be cast to anything, and is an instance of nothing.
        let answer = |builder: &mut FunctionBuilder<'_>, value: i64| {
            if is_cast { vec![] } else { vec![builder.ins().iconst(types::I32, value).into()] }
        };
        let no = answer(self.builder, 0);
        self.builder.ins().brif(object, some, &[], next, &no);
        self.builder.switch_to_block(some);
        let address = self.address(object);
        let class = self.class_of(address);
        let is_same = self.builder.ins().icmp_imm_u(IntCC::Equal, class, i64::from(instr.c));
        let yes = answer(self.builder, 1);
        self.builder.ins().brif(is_same, next, &yes, asked, &[]);
        self.builder.switch_to_block(asked);
        let rows = self.builder.ins().load(types::I64, FIXED, self.context, field!(rows));
        let target = self.builder.ins().iconst(types::I64, i64::from(instr.c));
        if is_cast {
            self.ask_if_fits(rows, class, target, known, exit);
            self.builder.switch_to_block(known);
            self.builder.ins().jump(next, &[]);
            self.builder.switch_to_block(next);
        } else {
            let fits = self.help(helpers::fits as *const () as usize, &[rows, class, target], Some(types::I64));
            let fits = fits.expect("it has a result");
            let is_known = self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, fits, 2);
            self.builder.ins().brif(is_known, known, &[], exit, &[]);
            self.builder.switch_to_block(known);
            let fits = self.builder.ins().ireduce(types::I32, fits);
            self.builder.ins().jump(next, &[fits.into()]);
            self.builder.switch_to_block(next);
            let fits = self.builder.block_params(next)[0];
            self.pop(1);
            self.push(fits);
        }
        Ok(true)
    }

    // Allocation.

    fn new_object(&mut self, instr: Instr) -> Result<bool, Refused> {
        if instr.op == Op::NewChecked {
            let statics = self.vm.classes[instr.c as usize].statics;
            self.initialized(statics.0);
        }
        let words = 1 + self.vm.heap.shapes[instr.c as usize].words;
        let size = self.builder.ins().iconst(types::I64, i64::from(words));
        let (top, address) = self.allocate(size);
        if words <= CLEARED_INLINE {
            let zero = self.builder.ins().iconst(types::I64, 0);
            for word in 1..words {
                self.builder.ins().store(TRUSTED, zero, address, 8 * word as i32);
            }
        } else {
            self.help(helpers::clear as *const () as usize, &[address, size], None);
        }
        let class = self.builder.ins().iconst(types::I64, i64::from(instr.c));
        self.builder.ins().store(TRUSTED, class, address, 0);
        let reference = self.builder.ins().ireduce(types::I32, top);
        self.push(reference);
        Ok(true)
    }

    /// The word, and the address, of memory for a new object; leaves if a collection is due or there is no room.
    fn allocate(&mut self, size: Value) -> (Value, Value) {
        let top = self.builder.ins().load(types::I64, TRUSTED, self.context, field!(heap_top));
        let collect_at = self.builder.ins().load(types::I64, FIXED, self.context, field!(collect_at));
        let limit = self.builder.ins().load(types::I64, FIXED, self.context, field!(heap_limit));
        let is_due = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, top, collect_at);
        self.exit_if(is_due);
        let end = self.builder.ins().iadd(top, size);
        let is_full = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, end, limit);
        self.exit_if(is_full);
        self.builder.ins().store(TRUSTED, end, self.context, field!(heap_top));
        let allocations = self.builder.ins().load(types::I64, TRUSTED, self.context, field!(allocations));
        let allocations = self.builder.ins().iadd_imm_s(allocations, 1);
        self.builder.ins().store(TRUSTED, allocations, self.context, field!(allocations));
        let bytes = self.builder.ins().ishl_imm_u(top, 3);
        let address = self.builder.ins().iadd(self.words, bytes);
        (top, address)
    }

    fn new_array(&mut self, instr: Instr) -> Result<bool, Refused> {
        let length = self.peek_int(1)?;
        let is_long = self.builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, length, ARRAY_MAX);
        self.exit_if(is_long);
        let shift = self.vm.heap.shapes[instr.c as usize].element_shift.ok_or(Refused)?;
        let length = self.builder.ins().uextend(types::I64, length);
        let bytes = self.builder.ins().ishl_imm_u(length, i64::from(shift));
        let rounded = self.builder.ins().iadd_imm_s(bytes, 7 + 16);
        let size = self.builder.ins().ushr_imm_u(rounded, 3);
        let (top, address) = self.allocate(size);
        self.help(helpers::clear as *const () as usize, &[address, size], None);
        let class = self.builder.ins().iconst(types::I64, i64::from(instr.c));
        self.builder.ins().store(TRUSTED, class, address, 0);
        self.builder.ins().store(TRUSTED, length, address, 8);
        let reference = self.builder.ins().ireduce(types::I32, top);
        self.pop(1);
        self.push(reference);
        Ok(true)
    }
}

//! Bytecode (JVMS 6.5) to the internal instruction form.

use std::cell::Cell;

use classfile::{Code, Constant, ConstantPool};

use crate::instr::{ExceptionHandler, Instr, MethodCode, OF_REFERENCES, Op, Switch};

/// Decodes a whole method. Bytecode that makes no sense becomes `Malformed` instructions, which verification has
/// excluded for every class that is not trusted.
pub fn decode(code: &Code, pool: &ConstantPool) -> MethodCode {
    let bytes = &code.bytes;
    let mut decoder = Decoder { bytes, pool, at: 0, out: MethodCode::default() };
    while decoder.at < bytes.len() {
        let start = decoder.at;
        let instr = decoder.instruction().unwrap_or_else(|| {
            decoder.at = bytes.len();
            Instr::new(Op::Malformed, 0, 0)
        });
        decoder.out.instrs.push(Cell::new(instr));
        decoder.out.pcs.push(start as u16);
    }
    let mut out = decoder.out;
    link_targets(&mut out);
    for handler in &code.handlers {
        let index = |pc: u16| out.pcs.partition_point(|at| *at < pc) as u32;
        out.handlers.push(ExceptionHandler {
            start: index(handler.start),
            end: index(handler.end),
            target: index(handler.target),
            catch_type: handler.catch_type,
        });
    }
    out
}

/// While decoding, targets are bytecode indices; now they become instruction indices.
fn link_targets(out: &mut MethodCode) {
    let pcs = &out.pcs;
    let index = |pc: u32| u16::try_from(pc).ok().and_then(|pc| pcs.binary_search(&pc).ok()).map(|index| index as u32);
    for cell in &out.instrs {
        let mut instr = cell.get();
        if is_branch(instr.op) {
            match index(instr.c) {
                Some(target) => instr.c = target,
                None => instr.op = Op::Malformed,
            }
            cell.set(instr);
        }
    }
    for switch in &mut out.switches {
        // A target that is not an instruction goes to the default, which goes to the start: never out of bounds.
        switch.default = index(switch.default).unwrap_or(0);
        for target in &mut switch.targets {
            *target = index(*target).unwrap_or(switch.default);
        }
    }
}

pub fn is_branch(op: Op) -> bool {
    matches!(
        op,
        Op::Ifeq
            | Op::Ifne
            | Op::Iflt
            | Op::Ifge
            | Op::Ifgt
            | Op::Ifle
            | Op::IfIcmpeq
            | Op::IfIcmpne
            | Op::IfIcmplt
            | Op::IfIcmpge
            | Op::IfIcmpgt
            | Op::IfIcmple
            | Op::Goto
            | Op::Jsr
    )
}

struct Decoder<'a> {
    bytes: &'a [u8],
    pool: &'a ConstantPool,
    at: usize,
    out: MethodCode,
}

impl Decoder<'_> {
    fn u8(&mut self) -> Option<u8> {
        let value = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(value)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from(self.u8()?) << 8 | u16::from(self.u8()?))
    }

    fn i32(&mut self) -> Option<i32> {
        Some((u32::from(self.u16()?) << 16 | u32::from(self.u16()?)) as i32)
    }

    fn branch(&mut self, op: Op, start: usize, offset: i32) -> Instr {
        Instr::new(op, 0, (start as i64 + i64::from(offset)) as u32)
    }

    fn ldc(&mut self, index: u16) -> Option<Instr> {
        Some(match self.pool.0.get(index as usize)? {
            Constant::Integer(value) => Instr::new(Op::Const, 0, *value as u32),
            Constant::Float(value) => Instr::new(Op::Const, 0, value.to_bits()),
            Constant::Long(value) => self.wide_constant(*value as u64),
            Constant::Double(value) => self.wide_constant(value.to_bits()),
            _ => Instr::new(Op::Ldc, 0, u32::from(index)),
        })
    }

    fn wide_constant(&mut self, value: u64) -> Instr {
        self.out.wide_constants.push(value);
        Instr::new(Op::Const2Wide, 0, self.out.wide_constants.len() as u32 - 1)
    }

    fn instruction(&mut self) -> Option<Instr> {
        let start = self.at;
        let opcode = self.u8()?;
        let plain = |op| Instr::new(op, 0, 0);
        Some(match opcode {
            0x00 => plain(Op::Nop),
            0x01 => Instr::new(Op::Const, 0, 0),
            0x02..=0x08 => Instr::new(Op::Const, 0, (i32::from(opcode) - 3) as u32),
            0x09 | 0x0a => Instr::new(Op::Const2, 0, u32::from(opcode - 0x09)),
            0x0b..=0x0d => Instr::new(Op::Const, 0, f32::from(opcode - 0x0b).to_bits()),
            0x0e | 0x0f => self.wide_constant(f64::from(opcode - 0x0e).to_bits()),
            0x10 => Instr::new(Op::Const, 0, i32::from(self.u8()? as i8) as u32),
            0x11 => Instr::new(Op::Const, 0, i32::from(self.u16()? as i16) as u32),
            0x12 => {
                let index = u16::from(self.u8()?);
                self.ldc(index)?
            }
            0x13 => {
                let index = self.u16()?;
                self.ldc(index)?
            }
            0x14 => {
                let index = self.u16()?;
                match self.ldc(index)? {
                    Instr { op: Op::Ldc, c, .. } => Instr::new(Op::Ldc2, 0, c),
                    other => other,
                }
            }
            0x15 | 0x17 | 0x19 => Instr::new(Op::Load, u16::from(self.u8()?), 0),
            0x16 | 0x18 => Instr::new(Op::Load2, u16::from(self.u8()?), 0),
            0x1a..=0x2d => {
                let group = (opcode - 0x1a) / 4;
                let op = if group == 1 || group == 3 { Op::Load2 } else { Op::Load };
                Instr::new(op, u16::from((opcode - 0x1a) % 4), 0)
            }
            0x2e | 0x30 | 0x32 => plain(Op::Aload4),
            0x2f | 0x31 => plain(Op::Aload8),
            0x33 => plain(Op::Baload),
            0x34 => plain(Op::Caload),
            0x35 => plain(Op::Saload),
            0x36 | 0x38 | 0x3a => Instr::new(Op::Store, u16::from(self.u8()?), 0),
            0x37 | 0x39 => Instr::new(Op::Store2, u16::from(self.u8()?), 0),
            0x3b..=0x4e => {
                let group = (opcode - 0x3b) / 4;
                let op = if group == 1 || group == 3 { Op::Store2 } else { Op::Store };
                Instr::new(op, u16::from((opcode - 0x3b) % 4), 0)
            }
            0x4f | 0x51 => plain(Op::Astore4),
            0x50 | 0x52 => plain(Op::Astore8),
            0x53 => plain(Op::Aastore),
            0x54 => plain(Op::Bastore),
            0x55 | 0x56 => plain(Op::Castore),
            0x57..=0x5f => plain(
                [Op::Pop, Op::Pop2, Op::Dup, Op::DupX1, Op::DupX2, Op::Dup2, Op::Dup2X1, Op::Dup2X2, Op::Swap]
                    [usize::from(opcode - 0x57)],
            ),
            0x60..=0x83 => plain(ARITHMETIC[usize::from(opcode - 0x60)]),
            0x84 => {
                let local = u16::from(self.u8()?);
                Instr::new(Op::Iinc, local, i32::from(self.u8()? as i8) as u32)
            }
            0x85..=0x98 => plain(CONVERSIONS[usize::from(opcode - 0x85)]),
            0x99..=0xa8 => {
                let offset = i32::from(self.u16()? as i16);
                let branch = self.branch(BRANCHES[usize::from(opcode - 0x99)], start, offset);
                Instr { x: if matches!(opcode, 0xa5 | 0xa6) { OF_REFERENCES } else { 0 }, ..branch }
            }
            0xa9 => Instr::new(Op::Ret, u16::from(self.u8()?), 0),
            0xaa => self.tableswitch(start)?,
            0xab => self.lookupswitch(start)?,
            0xac | 0xae | 0xb0 => plain(Op::Return1),
            0xad | 0xaf => plain(Op::Return2),
            0xb1 => plain(Op::Return),
            0xb2..=0xb8 => {
                let op = [
                    Op::Getstatic,
                    Op::Putstatic,
                    Op::Getfield,
                    Op::Putfield,
                    Op::Invokevirtual,
                    Op::Invokespecial,
                    Op::Invokestatic,
                ][usize::from(opcode - 0xb2)];
                Instr::new(op, 0, u32::from(self.u16()?))
            }
            0xb9 => {
                let index = self.u16()?;
                self.u16()?;
                Instr::new(Op::Invokeinterface, 0, u32::from(index))
            }
            0xba => {
                let index = self.u16()?;
                self.u16()?;
                Instr::new(Op::Invokedynamic, 0, u32::from(index))
            }
            0xbb => Instr::new(Op::New, 0, u32::from(self.u16()?)),
            0xbc => Instr::new(Op::Newarray, u16::from(self.u8()?), 0),
            0xbd => Instr::new(Op::Anewarray, 0, u32::from(self.u16()?)),
            0xbe => plain(Op::Arraylength),
            0xbf => plain(Op::Athrow),
            0xc0 => Instr::new(Op::Checkcast, 0, u32::from(self.u16()?)),
            0xc1 => Instr::new(Op::Instanceof, 0, u32::from(self.u16()?)),
            0xc2 => plain(Op::Monitorenter),
            0xc3 => plain(Op::Monitorexit),
            0xc4 => self.wide()?,
            0xc5 => {
                let index = self.u16()?;
                Instr::new(Op::Multianewarray, u16::from(self.u8()?), u32::from(index))
            }
            0xc6 | 0xc7 => {
                // A reference is null iff its slot is zero, so these are integer tests.
                let offset = i32::from(self.u16()? as i16);
                self.branch(if opcode == 0xc6 { Op::Ifeq } else { Op::Ifne }, start, offset)
            }
            0xc8 | 0xc9 => {
                let offset = self.i32()?;
                self.branch(if opcode == 0xc8 { Op::Goto } else { Op::Jsr }, start, offset)
            }
            _ => return None,
        })
    }

    fn wide(&mut self) -> Option<Instr> {
        let opcode = self.u8()?;
        let local = self.u16()?;
        Some(match opcode {
            0x15 | 0x17 | 0x19 => Instr::new(Op::Load, local, 0),
            0x16 | 0x18 => Instr::new(Op::Load2, local, 0),
            0x36 | 0x38 | 0x3a => Instr::new(Op::Store, local, 0),
            0x37 | 0x39 => Instr::new(Op::Store2, local, 0),
            0x84 => Instr::new(Op::Iinc, local, i32::from(self.u16()? as i16) as u32),
            0xa9 => Instr::new(Op::Ret, local, 0),
            _ => return None,
        })
    }

    fn tableswitch(&mut self, start: usize) -> Option<Instr> {
        self.at = self.at.next_multiple_of(4);
        let target = |offset: i32| (start as i64 + i64::from(offset)) as u32;
        let default = target(self.i32()?);
        let (low, high) = (self.i32()?, self.i32()?);
        let count = i64::from(high) - i64::from(low) + 1;
        if !(0..=65_536).contains(&count) {
            return None;
        }
        let targets = (0..count).map(|_| self.i32().map(target)).collect::<Option<Vec<_>>>()?;
        Some(self.switch(Op::Tableswitch, Switch { default, low, keys: Vec::new(), targets }))
    }

    fn lookupswitch(&mut self, start: usize) -> Option<Instr> {
        self.at = self.at.next_multiple_of(4);
        let target = |offset: i32| (start as i64 + i64::from(offset)) as u32;
        let default = target(self.i32()?);
        let count = self.i32()?;
        if !(0..=65_536).contains(&count) {
            return None;
        }
        let (mut keys, mut targets) = (Vec::new(), Vec::new());
        for _ in 0..count {
            keys.push(self.i32()?);
            targets.push(target(self.i32()?));
        }
        Some(self.switch(Op::Lookupswitch, Switch { default, low: 0, keys, targets }))
    }

    fn switch(&mut self, op: Op, switch: Switch) -> Instr {
        self.out.switches.push(switch);
        Instr::new(op, 0, self.out.switches.len() as u32 - 1)
    }
}

/// Opcodes 0x60 to 0x83.
const ARITHMETIC: [Op; 36] = [
    Op::Iadd,
    Op::Ladd,
    Op::Fadd,
    Op::Dadd,
    Op::Isub,
    Op::Lsub,
    Op::Fsub,
    Op::Dsub,
    Op::Imul,
    Op::Lmul,
    Op::Fmul,
    Op::Dmul,
    Op::Idiv,
    Op::Ldiv,
    Op::Fdiv,
    Op::Ddiv,
    Op::Irem,
    Op::Lrem,
    Op::Frem,
    Op::Drem,
    Op::Ineg,
    Op::Lneg,
    Op::Fneg,
    Op::Dneg,
    Op::Ishl,
    Op::Lshl,
    Op::Ishr,
    Op::Lshr,
    Op::Iushr,
    Op::Lushr,
    Op::Iand,
    Op::Land,
    Op::Ior,
    Op::Lor,
    Op::Ixor,
    Op::Lxor,
];

/// Opcodes 0x85 to 0x98.
const CONVERSIONS: [Op; 20] = [
    Op::I2l,
    Op::I2f,
    Op::I2d,
    Op::L2i,
    Op::L2f,
    Op::L2d,
    Op::F2i,
    Op::F2l,
    Op::F2d,
    Op::D2i,
    Op::D2l,
    Op::D2f,
    Op::I2b,
    Op::I2c,
    Op::I2s,
    Op::Lcmp,
    Op::Fcmpl,
    Op::Fcmpg,
    Op::Dcmpl,
    Op::Dcmpg,
];

/// Opcodes 0x99 to 0xa8; references compare as integers.
const BRANCHES: [Op; 16] = [
    Op::Ifeq,
    Op::Ifne,
    Op::Iflt,
    Op::Ifge,
    Op::Ifgt,
    Op::Ifle,
    Op::IfIcmpeq,
    Op::IfIcmpne,
    Op::IfIcmplt,
    Op::IfIcmpge,
    Op::IfIcmpgt,
    Op::IfIcmple,
    Op::IfIcmpeq,
    Op::IfIcmpne,
    Op::Goto,
    Op::Jsr,
];

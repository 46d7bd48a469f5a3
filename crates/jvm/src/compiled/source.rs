//! What the compiler wants to know of a method beforehand: its instructions one by one, where branches lead, and which registers
//! suit its locals. The class file tells doubles from longs, and what is read of the constant pool; the internal form does not.

use compiler::ir::{Type, types};

use crate::class::{Kind, Method, MethodId, parameter_kinds};
use crate::decode::is_branch;
use crate::instr::{Instr, Op};
use crate::vm::Vm;

pub(super) struct Source {
    pub instrs: Vec<Instr>,
    /// Whether some branch leads to the instruction.
    pub is_target: Vec<bool>,
    /// The registers for each local.
    pub locals: Vec<Type>,
    /// Whether anything is ever stored in a local: others are still in memory when the code leaves.
    pub is_stored: Vec<bool>,
    /// What wide instructions leave on the stack is a double.
    pub makes_double: Vec<bool>,
    /// The descriptors of the methods called.
    pub descriptors: Vec<Option<String>>,
}

const LDC2_W: u8 = 0x14;
const DCONST_0: u8 = 0x0e;
const DCONST_1: u8 = 0x0f;
const DALOAD: u8 = 0x31;
const WIDE: u8 = 0xc4;
const FIELDS: std::ops::RangeInclusive<u8> = 0xb2..=0xb5;
const INVOCATIONS: std::ops::RangeInclusive<u8> = 0xb6..=0xb9;

impl Source {
    pub fn of(vm: &Vm, id: MethodId) -> Option<Source> {
        let method = vm.method(id);
        let file = vm.class(method.class).file.clone()?;
        let body = file.methods.get(usize::from(method.index))?.code.as_ref()?;
        let bytes = &body.bytes;
        let instrs: Vec<Instr> = method.code.instrs.iter().map(|instr| apart(instr.get())).collect();
        let count = instrs.len();
        let mut source = Source {
            is_target: vec![false; count + 1],
            locals: vec![types::I64; usize::from(method.max_locals)],
            is_stored: vec![false; usize::from(method.max_locals)],
            makes_double: vec![false; count],
            descriptors: vec![None; count],
            instrs,
        };
        let mut kinds: Vec<Option<Type>> = vec![None; usize::from(method.max_locals)];
        source.parameters(method, &mut kinds);
        for place in 0..count {
            let instr = source.instrs[place];
            let at = usize::from(*method.code.pcs.get(place)?);
            let opcode = *bytes.get(at)?;
            let index = || Some(u16::from_be_bytes([*bytes.get(at + 1)?, *bytes.get(at + 2)?]));
            match instr.op {
                Op::Jsr | Op::Ret | Op::WatchLocal | Op::Malformed => return None,
                Op::Load | Op::Load2 | Op::Store | Op::Store2 => {
                    let opcode = if opcode == WIDE { *bytes.get(at + 1)? } else { opcode };
                    agree(kinds.get_mut(usize::from(instr.a))?, kind_of(opcode)?);
                    source.is_stored[usize::from(instr.a)] |= matches!(instr.op, Op::Store | Op::Store2);
                }
                Op::Iinc => {
                    agree(kinds.get_mut(usize::from(instr.a))?, types::I32);
                    source.is_stored[usize::from(instr.a)] = true;
                }
                Op::Tableswitch | Op::Lookupswitch => {
                    let switch = &method.code.switches[instr.c as usize];
                    for target in switch.targets.iter().chain([&switch.default]) {
                        source.is_target[*target as usize] = true;
                    }
                }
                op if is_branch(op) => *source.is_target.get_mut(instr.c as usize)? = true,
                _ => {}
            }
            source.makes_double[place] = match opcode {
                DCONST_0 | DCONST_1 | DALOAD => true,
                LDC2_W => matches!(file.pool.0.get(usize::from(index()?)), Some(classfile::Constant::Double(_))),
                _ if FIELDS.contains(&opcode) => &**file.pool.member_parts(index()?).ok()?.2 == "D",
                _ => false,
            };
            if INVOCATIONS.contains(&opcode) {
                source.descriptors[place] = Some(file.pool.member_parts(index()?).ok()?.2.to_string());
            }
        }
        source.locals = kinds.into_iter().map(|kind| kind.unwrap_or(types::I64)).collect();
        Some(source)
    }

    fn parameters(&self, method: &Method, kinds: &mut [Option<Type>]) {
        let mut local = 0;
        if !method.is_static() {
            kinds[0] = Some(types::I32);
            local = 1;
        }
        for kind in parameter_kinds(&method.descriptor) {
            kinds[local] = Some(register(kind));
            local += usize::from(kind.slots());
        }
    }
}

/// The registers for values of a kind.
pub(super) fn register(kind: Kind) -> Type {
    match kind {
        Kind::Double => types::F64,
        Kind::Float => types::F32,
        Kind::Long => types::I64,
        _ => types::I32,
    }
}

/// A local that holds values of several kinds is kept as its slot is.
fn agree(kind: &mut Option<Type>, other: Type) {
    *kind = Some(match *kind {
        Some(known) if known != other => types::I64,
        _ => other,
    });
}

/// The kind of value that a load or store is about (JVMS 6.5).
fn kind_of(opcode: u8) -> Option<Type> {
    let letter = match opcode {
        0x15..=0x19 => opcode - 0x15,
        0x1a..=0x2d => (opcode - 0x1a) / 4,
        0x36..=0x3a => opcode - 0x36,
        0x3b..=0x4e => (opcode - 0x3b) / 4,
        _ => return None,
    };
    Some([types::I32, types::I64, types::F32, types::F64, types::I32][usize::from(letter)])
}

/// The first of the instructions that a fused one stands for: the others are still in their places.
pub(super) fn apart(instr: Instr) -> Instr {
    match instr.op {
        Op::LoadLoad | Op::LoadLoadIfIcmplt | Op::LoadLoadIfIcmpge => Instr::new(Op::Load, u16::from(instr.x), 0),
        Op::LoadConst | Op::LoadGetfield4 => Instr::new(Op::Load, instr.a, 0),
        Op::IincGoto => Instr::new(Op::Iinc, u16::from(instr.x), instr.a as i16 as u32),
        _ => instr,
    }
}

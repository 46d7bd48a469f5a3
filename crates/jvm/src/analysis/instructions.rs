//! Where instructions begin, how long they are and where they jump: the static constraints of JVMS 4.9.1.

use super::opcodes::{self, opcode};

/// A rule broken at a byte of the code.
#[derive(Clone, Debug, PartialEq)]
pub struct Malformed {
    pub pc: usize,
    pub message: String,
}

fn malformed(pc: usize, message: impl Into<String>) -> Malformed {
    Malformed { pc, message: message.into() }
}

/// Reads operands; every position was checked when the boundaries were found.
pub fn u16_at(code: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([code[at], code[at + 1]])
}

pub fn i32_at(code: &[u8], at: usize) -> i32 {
    i32::from_be_bytes([code[at], code[at + 1], code[at + 2], code[at + 3]])
}

/// Whether a local is read or written, and by what kind of value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalAccess {
    pub index: u16,
    /// `I`, `J`, `F`, `D` or `A`.
    pub kind: u8,
    pub stores: bool,
}

/// The instructions of a method, all within the code and all jumps leading to one of them.
pub struct Instructions<'a> {
    pub code: &'a [u8],
    /// Where each instruction begins, in order.
    pub starts: Vec<u16>,
    /// The ordinal of the instruction that begins at a byte; `NO_START` elsewhere.
    pub ordinals: Vec<u16>,
    /// `jsr` or `ret` occurs.
    pub has_subroutines: bool,
}

pub const NO_START: u16 = u16::MAX;

impl<'a> Instructions<'a> {
    pub fn find(code: &'a [u8]) -> Result<Self, Malformed> {
        let mut starts = Vec::with_capacity(code.len() / 2 + 1);
        let mut ordinals = vec![NO_START; code.len()];
        let mut has_subroutines = false;
        let mut pc = 0;
        while pc < code.len() {
            ordinals[pc] = starts.len() as u16;
            starts.push(pc as u16);
            let number = code[pc];
            has_subroutines |= matches!(number, opcodes::JSR | opcodes::JSR_W | opcodes::RET)
                || (number == opcodes::WIDE && code.get(pc + 1) == Some(&opcodes::RET));
            pc += length_at(code, pc)?;
        }
        if pc != code.len() {
            return Err(malformed(code.len(), "the last instruction runs over the end of the code"));
        }
        if starts.len() >= usize::from(NO_START) {
            return Err(malformed(0, "the code has too many instructions"));
        }
        let instructions = Instructions { code, starts, ordinals, has_subroutines };
        instructions.check_jumps()?;
        Ok(instructions)
    }

    fn check_jumps(&self) -> Result<(), Malformed> {
        for &pc in &self.starts {
            let mut bad = None;
            self.each_target(usize::from(pc), |target| {
                if bad.is_none() && usize::try_from(target).ok().is_none_or(|target| !self.is_start(target)) {
                    bad = Some(target);
                }
            });
            if let Some(target) = bad {
                return Err(malformed(pc.into(), format!("the jump to {target} does not lead to an instruction")));
            }
        }
        Ok(())
    }

    pub fn is_start(&self, pc: usize) -> bool {
        self.ordinals.get(pc).is_some_and(|&ordinal| ordinal != NO_START)
    }

    /// Where the instruction after this one begins; the length of the code after the last.
    pub fn next(&self, ordinal: usize) -> usize {
        self.starts.get(ordinal + 1).map_or(self.code.len(), |&pc| usize::from(pc))
    }

    /// Calls `visit` for each jump target; those of `ret` are not known here. Targets may still be outside the code.
    pub fn each_target(&self, pc: usize, mut visit: impl FnMut(i64)) {
        let code = self.code;
        let from = pc as i64;
        match code[pc] {
            opcodes::IFEQ..=opcodes::JSR | opcodes::IFNULL | opcodes::IFNONNULL => {
                visit(from + i64::from(u16_at(code, pc + 1) as i16));
            }
            opcodes::GOTO_W | opcodes::JSR_W => visit(from + i64::from(i32_at(code, pc + 1))),
            opcodes::TABLESWITCH => {
                let base = aligned(pc);
                let count = i64::from(i32_at(code, base + 8)) - i64::from(i32_at(code, base + 4)) + 1;
                visit(from + i64::from(i32_at(code, base)));
                (0..count as usize).for_each(|index| visit(from + i64::from(i32_at(code, base + 12 + 4 * index))));
            }
            opcodes::LOOKUPSWITCH => {
                let base = aligned(pc);
                visit(from + i64::from(i32_at(code, base)));
                let count = i32_at(code, base + 4) as usize;
                (0..count).for_each(|index| visit(from + i64::from(i32_at(code, base + 12 + 8 * index))));
            }
            _ => {}
        }
    }

    /// Can execution go on with the next instruction? (A `jsr` comes back by `ret` only.)
    pub fn falls_through(&self, pc: usize) -> bool {
        !matches!(self.code[pc], opcodes::GOTO..=opcodes::RETURN | opcodes::ATHROW | opcodes::GOTO_W | opcodes::JSR_W)
            && !self.is_ret(pc)
    }

    pub fn is_ret(&self, pc: usize) -> bool {
        self.code[pc] == opcodes::RET || (self.code[pc] == opcodes::WIDE && self.code[pc + 1] == opcodes::RET)
    }

    /// The local that `ret` reads.
    pub fn ret_local(&self, pc: usize) -> u16 {
        if self.code[pc] == opcodes::WIDE { u16_at(self.code, pc + 2) } else { u16::from(self.code[pc + 1]) }
    }

    /// The opcode, seen through `wide`.
    pub fn number(&self, pc: usize) -> u8 {
        if self.code[pc] == opcodes::WIDE { self.code[pc + 1] } else { self.code[pc] }
    }

    /// The local variable that a load or store instruction accesses.
    pub fn local_access(&self, pc: usize) -> Option<LocalAccess> {
        let code = self.code;
        let number = self.number(pc);
        let shape = opcode(number)?.shape.as_bytes();
        let (&[direction @ (b'L' | b'S'), kind], is_wide) = (shape, code[pc] == opcodes::WIDE) else { return None };
        let index = match number {
            _ if is_wide => u16_at(code, pc + 2),
            opcodes::ILOAD..=opcodes::ALOAD | opcodes::ISTORE..=opcodes::ASTORE => u16::from(code[pc + 1]),
            opcodes::ILOAD_0..opcodes::IALOAD => u16::from((number - opcodes::ILOAD_0) & 3),
            _ => u16::from((number - opcodes::ISTORE_0) & 3),
        };
        Some(LocalAccess { index, kind, stores: direction == b'S' })
    }

    /// The local of an `iinc`.
    pub fn increment(&self, pc: usize) -> Option<u16> {
        match (self.code[pc], self.number(pc)) {
            (opcodes::WIDE, opcodes::IINC) => Some(u16_at(self.code, pc + 2)),
            (opcodes::IINC, _) => Some(u16::from(self.code[pc + 1])),
            _ => None,
        }
    }
}

/// Where the operands of a switch begin: at the next multiple of four.
pub fn aligned(pc: usize) -> usize {
    (pc + 4) & !3
}

fn length_at(code: &[u8], pc: usize) -> Result<usize, Malformed> {
    let number = code[pc];
    let Some(opcode) = opcode(number) else {
        return Err(malformed(pc, format!("there is no instruction with opcode {number}")));
    };
    let length = match number {
        opcodes::WIDE => match code.get(pc + 1) {
            Some(&(opcodes::ILOAD..=opcodes::ALOAD | opcodes::ISTORE..=opcodes::ASTORE | opcodes::RET)) => 4,
            Some(&opcodes::IINC) => 6,
            _ => return Err(malformed(pc, "wide precedes an instruction that has no wide form")),
        },
        opcodes::TABLESWITCH => {
            let base = aligned(pc);
            let (low, high) = (word(code, base + 4, pc)?, word(code, base + 8, pc)?);
            if low > high {
                return Err(malformed(pc, format!("tableswitch goes from {low} to {high}")));
            }
            switch_length(pc, base + 12, i64::from(high) - i64::from(low) + 1, 4)
        }
        opcodes::LOOKUPSWITCH => {
            let base = aligned(pc);
            let count = word(code, base + 4, pc)?;
            if count < 0 {
                return Err(malformed(pc, format!("lookupswitch has {count} cases")));
            }
            let length = switch_length(pc, base + 8, i64::from(count), 8);
            check_sorted(code, pc, base + 8, length)?;
            length
        }
        _ => usize::from(opcode.length),
    };
    if length > code.len() - pc {
        return Err(malformed(pc, format!("{} runs over the end of the code", opcode.name)));
    }
    Ok(length)
}

fn switch_length(pc: usize, cases: usize, count: i64, bytes: i64) -> usize {
    // 2^32 cases of 8 bytes fit an i64; on small machines an impossible length is cut to another impossible one.
    usize::try_from(count * bytes).unwrap_or(usize::MAX / 2).saturating_add(cases - pc)
}

fn check_sorted(code: &[u8], pc: usize, cases: usize, length: usize) -> Result<(), Malformed> {
    let keys = code.get(cases..pc.saturating_add(length)).unwrap_or_default();
    let key = |case: &[u8]| i32_at(case, 0);
    if keys.chunks_exact(8).zip(keys.chunks_exact(8).skip(1)).all(|(one, next)| key(one) < key(next)) {
        return Ok(());
    }
    Err(malformed(pc, "the cases of lookupswitch are not sorted"))
}

fn word(code: &[u8], at: usize, pc: usize) -> Result<i32, Malformed> {
    let bytes = code.get(at..).and_then(|rest| rest.first_chunk::<4>());
    bytes.map(|bytes| i32::from_be_bytes(*bytes)).ok_or_else(|| malformed(pc, "a switch runs over the end of the code"))
}

//! Pairs and triples of instructions that occur often become one. Only the first instruction of a group is replaced,
//! and it skips the others, which stay in place: a jump into the middle of a group still finds its instruction.

use crate::instr::{Instr, MethodCode, Op};

pub fn fuse(code: &mut MethodCode) {
    let instrs = &code.instrs;
    // Backwards, so that the instructions a group looks at are still in their plain form... except that the first
    // instruction of a group further down may be fused already; `plain` looks through that.
    let plain: Vec<Instr> = instrs.iter().map(std::cell::Cell::get).collect();
    for index in 0..plain.len() {
        let first = plain[index];
        let second = plain.get(index + 1).copied();
        let third = plain.get(index + 2).copied();
        if let Some(fused) = fuse_three(index, first, second, third).or_else(|| fuse_two(index, first, second)) {
            instrs[index].set(fused);
        }
    }
}

fn fuse_three(index: usize, first: Instr, second: Option<Instr>, third: Option<Instr>) -> Option<Instr> {
    let (second, third) = (second?, third?);
    if first.op != Op::Load || second.op != Op::Load || first.a > 255 {
        return None;
    }
    let op = match third.op {
        Op::IfIcmplt => Op::LoadLoadIfIcmplt,
        Op::IfIcmpge => Op::LoadLoadIfIcmpge,
        _ => return None,
    };
    // Backward branches count instructions against the budget; only forward ones are fused.
    ((third.c as usize) > index + 2).then_some(Instr { op, x: first.a as u8, a: second.a, c: third.c })
}

fn fuse_two(index: usize, first: Instr, second: Option<Instr>) -> Option<Instr> {
    let second = second?;
    match (first.op, second.op) {
        (Op::Load, Op::Load) if first.a <= 255 => Some(Instr { op: Op::LoadLoad, x: first.a as u8, a: second.a, c: 0 }),
        (Op::Load, Op::Const) => Some(Instr { op: Op::LoadConst, x: 0, a: first.a, c: second.c }),
        (Op::Iinc, Op::Goto) if first.a <= 255 && i16::try_from(first.c as i32).is_ok() => {
            let _ = index;
            Some(Instr { op: Op::IincGoto, x: first.a as u8, a: first.c as i32 as i16 as u16, c: second.c })
        }
        _ => None,
    }
}

/// Before it parks again, a thread that lost the race for a lock tries `(byte) ((postSpins << 1) | 1)` times: a matter
/// of speed on real processors, and here of hundreds of states that mean nothing. The number becomes zero.
pub fn drop_spinning(code: &mut MethodCode) {
    for window in code.instrs.windows(4) {
        let ops = [window[0].get().op, window[1].get().op, window[2].get().op, window[3].get().op];
        if ops == [Op::Ishl, Op::Const, Op::Ior, Op::I2b] && window[1].get().c == 1 {
            window[1].set(Instr::new(Op::Const, 0, 0));
            window[2].set(Instr::new(Op::Iand, 0, 0));
        }
    }
}

//! Instructions on ints and longs that are drawn from all there are and not known yet (see `draws`). Comparisons are coins, as with reals: with
//! a number exactly, with another such draw as if both were reals. Whatever else is done with the number settles it: its place among what it was compared
//! with and its lowest bits are drawn, the rest is one value for all.

use crate::choice::{Arguments, Asking, Values};
use crate::domain::{narrow_symbol, wide_slot, wide_symbol};
use crate::draws::{Line, Ratio};
use crate::instr::{Instr, OF_REFERENCES, Op};
use crate::natives::random::one_of_few;
use crate::state::Becomes;
use crate::vm::{Outcome, Vm};

/// Of so few numbers each is an alternative.
const FEW: i128 = 1 << 10;
/// Draws known to be among more numbers than these are taken to be unequal.
const MANY: i128 = 1 << 20;

#[derive(Clone, Copy, Debug)]
enum Whole {
    Number(i64),
    Line(Line),
}

/// How one number compares with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Less,
    Greater,
}

impl Relation {
    /// The relation that a branch asks for, and whether it is taken if it holds.
    fn of(op: Op) -> Option<(Relation, bool)> {
        Some(match op {
            Op::IfIcmpeq | Op::Ifeq => (Relation::Equal, true),
            Op::IfIcmpne | Op::Ifne => (Relation::Equal, false),
            Op::IfIcmplt | Op::Iflt => (Relation::Less, true),
            Op::IfIcmpge | Op::Ifge => (Relation::Less, false),
            Op::IfIcmpgt | Op::Ifgt => (Relation::Greater, true),
            Op::IfIcmple | Op::Ifle => (Relation::Greater, false),
            _ => return None,
        })
    }
}

impl Vm {
    /// The slots of ints that the instruction looks at.
    pub(super) fn int_operands(&self, instr: Instr) -> Vec<usize> {
        let frame = self.frame();
        let sp = frame.sp as usize;
        match instr.op {
            Op::Iinc => vec![frame.base as usize + instr.a as usize],
            Op::Multianewarray => (1..=instr.a as usize).map(|below| sp - below).collect(),
            Op::Astore4 | Op::Aastore | Op::Bastore | Op::Castore => vec![sp - 2],
            Op::Astore8 => vec![sp - 3],
            Op::Iadd
            | Op::Isub
            | Op::Imul
            | Op::Idiv
            | Op::Irem
            | Op::Iand
            | Op::Ior
            | Op::Ixor
            | Op::Ishl
            | Op::Ishr
            | Op::Iushr
            | Op::IfIcmpeq
            | Op::IfIcmpne
            | Op::IfIcmplt
            | Op::IfIcmpge
            | Op::IfIcmpgt
            | Op::IfIcmple => vec![sp - 2, sp - 1],
            _ => vec![sp - 1],
        }
    }

    fn long_operands(&self, instr: Instr) -> Vec<usize> {
        let sp = self.frame().sp as usize;
        match instr.op {
            Op::Ladd | Op::Lsub | Op::Lmul | Op::Ldiv | Op::Lrem | Op::Land | Op::Lor | Op::Lxor | Op::Lcmp => {
                vec![sp - 4, sp - 2]
            }
            Op::Lshl | Op::Lshr | Op::Lushr => vec![sp - 3],
            Op::Lneg | Op::L2i | Op::L2f | Op::L2d => vec![sp - 2],
            _ => Vec::new(),
        }
    }

    /// The line of a drawn int or long that the instruction looks at, if it does.
    pub(super) fn whole_operand(&self, instr: Instr) -> Option<Line> {
        let compares_references = matches!(instr.op, Op::IfIcmpeq | Op::IfIcmpne) && instr.x == OF_REFERENCES;
        if compares_references {
            return None;
        }
        let operands = self.long_operands(instr).into_iter().chain(self.int_operands(instr));
        operands.map(|at| self.whole_at(at)).find_map(|operand| match operand {
            Whole::Line(line) => Some(line),
            Whole::Number(_) => None,
        })
    }

    fn whole_at(&self, at: usize) -> Whole {
        let slot = self.thread().stack[at];
        let draws = &self.path.draws;
        let line = draws.line(wide_symbol(slot)).or_else(|| draws.line(narrow_symbol(slot)));
        match line.filter(|line| draws.draws[line.draw as usize].distribution.is_whole()) {
            Some(line) => Whole::Line(line),
            None => Whole::Number(slot as i64),
        }
    }

    pub(super) fn whole_instruction(&mut self, instr: Instr, line: Line) -> Outcome<()> {
        let sp = self.frame().sp as usize;
        let int_at = |vm: &Vm, at: usize| match vm.whole_at(at) {
            Whole::Number(number) => Whole::Number(i64::from(number as i32)),
            line => line,
        };
        match instr.op {
            Op::I2l => {
                let symbol = self.path.draws.symbol(line);
                self.finish_with(1, wide_slot(symbol), 2)
            }
            Op::Lcmp => {
                let (left, right) = (self.whole_at(sp - 4), self.whole_at(sp - 2));
                // What is made of the sign tells on which side equal numbers count.
                let next = self.method(self.frame().method).code.instrs.get(self.frame().pc as usize + 1);
                let relation =
                    next.and_then(|next| Relation::of(next.get().op)).map_or(Relation::Less, |(relation, _)| relation);
                let Some(holds) = self.compare_wholes(left, right, relation)? else { return Ok(()) };
                let sign = match (relation, holds) {
                    (Relation::Equal, true) => 0,
                    (Relation::Less, true) | (Relation::Greater, false) => -1,
                    _ => 1,
                };
                self.finish_with(4, u64::from(sign as u32), 1)?;
                self.tidy_if_possible();
                Ok(())
            }
            op => {
                let Some((relation, taken_if)) = Relation::of(op) else { return self.settle_draw(line.draw) };
                let has_two = self.int_operands(instr).len() == 2;
                let (left, right) = if has_two {
                    (int_at(self, sp - 2), int_at(self, sp - 1))
                } else {
                    (int_at(self, sp - 1), Whole::Number(0))
                };
                let Some(holds) = self.compare_wholes(left, right, relation)? else { return Ok(()) };
                let frame = self.frame_mut();
                frame.sp -= if has_two { 2 } else { 1 };
                frame.pc = if holds == taken_if { instr.c } else { frame.pc + 1 };
                self.tidy_if_possible();
                Ok(())
            }
        }
    }

    fn tidy_if_possible(&mut self) {
        if self.may_tidy() {
            self.tidy_draws();
        }
    }

    /// Whether the relation holds, by a coin where that is open. `None` if a draw had to become a number first.
    fn compare_wholes(&mut self, left: Whole, right: Whole, relation: Relation) -> Outcome<Option<bool>> {
        let (line, number) = match (left, right) {
            (Whole::Line(left), Whole::Line(right)) => {
                if left.draw == right.draw {
                    return Ok(Some(relation == Relation::Equal));
                }
                if !self.are_many(left.draw) && !self.are_many(right.draw) {
                    return self.settle_draw(left.draw).map(|()| None);
                }
                if relation == Relation::Equal {
                    self.notice_unequal(left.draw);
                    return Ok(Some(false));
                }
                let sign = self.order_of(left, right)?;
                return Ok(sign.map(|sign| (sign < 0) == (relation == Relation::Less)));
            }
            (Whole::Line(line), Whole::Number(number)) | (Whole::Number(number), Whole::Line(line)) => (line, number),
            (Whole::Number(left), Whole::Number(right)) => {
                return Ok(Some(match relation {
                    Relation::Equal => left == right,
                    Relation::Less => left < right,
                    Relation::Greater => left > right,
                }));
            }
        };
        // As asked of the draw.
        let relation = match (relation, left) {
            (Relation::Less, Whole::Number(_)) => Relation::Greater,
            (Relation::Greater, Whole::Number(_)) => Relation::Less,
            (relation, _) => relation,
        };
        if relation == Relation::Equal {
            if !self.are_many(line.draw) {
                return self.settle_draw(line.draw).map(|()| None);
            }
            self.notice_unequal(line.draw);
            return Ok(Some(false));
        }
        if self.is_boxing() && self.are_many(line.draw) {
            self.notice_unequal(line.draw);
            return Ok(Some(relation == Relation::Greater));
        }
        // Numbers above this one begin with the next.
        let begin = Ratio::new(i128::from(number) + i128::from(relation == Relation::Greater), 1);
        let Some(distance) = begin.and_then(|begin| line.plus(begin.negated())) else {
            return self.settle_draw(line.draw).map(|()| None);
        };
        let sign = self.sign_of(distance)?;
        Ok(sign.map(|sign| (sign < 0) == (relation == Relation::Less)))
    }

    /// Whether it is asked if a number is small enough to have a box that all share: one of so many is taken not to be.
    fn is_boxing(&self) -> bool {
        let method = self.method(self.frame().method);
        &*method.name == "valueOf" && matches!(&*self.class(method.class).name, "java/lang/Integer" | "java/lang/Long")
    }

    fn notice_unequal(&mut self, draw: u32) {
        let call = self.path.draws.draws[draw as usize].call();
        if !self.noticed.unequal.contains(call) {
            self.noticed.unequal.insert(call.to_owned());
        }
    }

    /// How many numbers the draw may be.
    fn numbers_of(&self, draw: u32) -> (i128, i128) {
        let draw = self.path.draws.draws[draw as usize];
        let end = |end: Option<Ratio>| end.map_or(0, Ratio::floor);
        (end(draw.low), end(draw.high))
    }

    fn are_many(&self, draw: u32) -> bool {
        let (low, high) = self.numbers_of(draw);
        high - low > MANY
    }

    /// The program needs the number.
    pub(super) fn settle_whole(&mut self, index: u32) -> Outcome<()> {
        let draw = self.path.draws.draws[index as usize];
        let (low, high) = self.numbers_of(index);
        let number = if high - low <= FEW && !self.path.draws.is_related(index) {
            let values = (low..high).map(|value| value as i64).collect();
            let asking = Asking::new(draw.call(), Arguments::None).of(Values::Listed(values));
            (low + i128::from(self.roll((high - low).max(1) as u32, asking)?)) as i64
        } else {
            let middle = (self.path.draws.quantile(index, 0.5) as i128).clamp(low, high - 1);
            one_of_few(self, draw.call(), [low, middle, high])?
        };
        self.path.draws.fix(index, Ratio::integer(number));
        self.replace_draw(index, |_| Becomes::Whole(number));
        Ok(())
    }
}

//! Instructions on draws that are not made yet (see `draws`). Arithmetic with numbers makes lines, a comparison is a coin,
//! a conversion to an integer a die; whatever else needs a number settles on one.

use crate::choice::{Arguments, Asking, Pending, Values};
use crate::domain::{narrow_slot, narrow_symbol, wide_slot, wide_symbol};
use crate::draws::{Distribution, Draw, Ends, GRID, Line, Ratio};
use crate::instr::{Instr, OF_REFERENCES, Op};
use crate::natives::coins::ENUMERABLE_MAX;
use crate::state::Becomes;
use crate::vm::{Outcome, Vm, unsupported};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Real {
    Float,
    Double,
}

impl Real {
    fn slots(self) -> usize {
        if self == Real::Float { 1 } else { 2 }
    }

    /// A number of this type as it is written in decimals.
    fn decimal(self, number: f64) -> Option<Ratio> {
        if self == Real::Float { Ratio::decimal_of_float(number as f32) } else { Ratio::decimal(number) }
    }
}

#[derive(Clone, Copy, Debug)]
enum Operand {
    Number(f64),
    Line(Line),
}

/// How a real becomes an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    Truncate,
    Floor,
    Ceiling,
    Nearest,
}

/// The draws for which a line is rounded to the same integer.
struct Cell {
    value: i64,
    low: Ratio,
    high: Ratio,
}

impl Vm {
    pub(crate) fn has_draws(&self) -> bool {
        !self.path.draws.is_empty() || self.has_readings()
    }

    /// Whether a slot holds a number that is not known yet.
    pub(crate) fn is_open(&self, slot: u64) -> bool {
        let names_one = |symbol| self.heap.known_symbol(symbol) != 0;
        self.has_draws() && (names_one(narrow_symbol(slot)) || names_one(wide_symbol(slot)))
    }

    /// A number that the program asks for: the slot that stands for it.
    pub(crate) fn draw_real(&mut self, distribution: Distribution, call: &str, wide: bool) -> u64 {
        let symbol = self.path.draws.add(distribution, call);
        self.bound_symbols();
        if wide { wide_slot(symbol) } else { narrow_slot(symbol) }
    }

    pub(crate) fn drawn_instruction(&mut self, instr: Instr) -> Outcome<()> {
        use Real::{Double, Float};
        if self.concerns_reading(instr) {
            return self.clock_instruction(instr);
        }
        if let Some(line) = self.whole_operand(instr) {
            return self.whole_instruction(instr, line);
        }
        match instr.op {
            Op::Dadd | Op::Dsub | Op::Dmul | Op::Ddiv if self.has_drawn_operand(2, Double) => {
                self.drawn_binary(instr.op, Double)
            }
            Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv if self.has_drawn_operand(2, Float) => {
                self.drawn_binary(instr.op, Float)
            }
            Op::Drem if self.has_drawn_operand(2, Double) => self.settle_operands(Double),
            Op::Frem if self.has_drawn_operand(2, Float) => self.settle_operands(Float),
            Op::Dneg if self.has_drawn_operand(1, Double) => self.drawn_negation(Double),
            Op::Fneg if self.has_drawn_operand(1, Float) => self.drawn_negation(Float),
            Op::Dcmpl | Op::Dcmpg if self.has_drawn_operand(2, Double) => {
                self.drawn_comparison(Double, if instr.op == Op::Dcmpl { -1 } else { 1 })
            }
            Op::Fcmpl | Op::Fcmpg if self.has_drawn_operand(2, Float) => {
                self.drawn_comparison(Float, if instr.op == Op::Fcmpl { -1 } else { 1 })
            }
            Op::F2d | Op::D2f if self.has_drawn_operand(1, if instr.op == Op::F2d { Float } else { Double }) => {
                let (from, to) = if instr.op == Op::F2d { (Float, Double) } else { (Double, Float) };
                let operand = self.drawn_operand(from.slots(), from);
                self.push_drawn(from.slots(), to, operand)
            }
            Op::D2i | Op::D2l if self.has_drawn_operand(1, Double) => {
                self.drawn_conversion(Double, instr.op == Op::D2l)
            }
            Op::F2i | Op::F2l if self.has_drawn_operand(1, Float) => self.drawn_conversion(Float, instr.op == Op::F2l),
            Op::IfIcmpeq | Op::IfIcmpne if instr.x == OF_REFERENCES => {
                let sp = self.frame().sp as usize;
                let stack = &self.thread().stack;
                let equal = stack[sp - 1] as u32 == stack[sp - 2] as u32;
                let taken = equal == (instr.op == Op::IfIcmpeq);
                let frame = self.frame_mut();
                frame.sp -= 2;
                frame.pc = if taken { instr.c } else { frame.pc + 1 };
                Ok(())
            }
            _ => self.clean_operands(instr),
        }
    }

    /// Natives may leave anything in the upper half of an int, which is no draw: it is taken out, and the instruction runs.
    fn clean_operands(&mut self, instr: Instr) -> Outcome<()> {
        let (draws, stack) = (&self.path.draws, &self.threads[self.current].stack);
        let is_dirty = |at: usize| {
            let slot = stack[at];
            slot >> 32 != 0 && draws.line(narrow_symbol(slot)).is_none() && wide_symbol(slot) == 0
        };
        let mut places = self.int_operands(instr);
        places.retain(|at| is_dirty(*at));
        if places.is_empty() {
            return unsupported("a random real as a number of another kind");
        }
        for at in places {
            self.thread_mut().stack[at] &= 0xffff_ffff;
        }
        Ok(())
    }

    fn drawn_operand(&self, below: usize, kind: Real) -> Operand {
        let slot = self.thread().stack[self.frame().sp as usize - below];
        let symbol = if kind == Real::Float { narrow_symbol(slot) } else { wide_symbol(slot) };
        match self.path.draws.line(symbol) {
            Some(line) => Operand::Line(line),
            None if kind == Real::Float => Operand::Number(f64::from(f32::from_bits(slot as u32))),
            None => Operand::Number(f64::from_bits(slot)),
        }
    }

    fn has_drawn_operand(&self, operands: usize, kind: Real) -> bool {
        (1..=operands).any(|index| matches!(self.drawn_operand(index * kind.slots(), kind), Operand::Line(_)))
    }

    /// Replaces `pops` slots by a result, and goes on.
    fn push_drawn(&mut self, pops: usize, kind: Real, value: Operand) -> Outcome<()> {
        let slot = match (value, kind) {
            (Operand::Number(number), Real::Double) => number.to_bits(),
            (Operand::Number(number), Real::Float) => u64::from((number as f32).to_bits()),
            (Operand::Line(line), _) => {
                let symbol = self.path.draws.symbol(line);
                self.bound_symbols();
                if kind == Real::Double { wide_slot(symbol) } else { narrow_slot(symbol) }
            }
        };
        self.finish_with(pops, slot, kind.slots())
    }

    pub(super) fn finish_with(&mut self, pops: usize, slot: u64, slots: usize) -> Outcome<()> {
        let start = self.frame().sp as usize - pops;
        self.thread_mut().stack[start] = slot;
        let frame = self.frame_mut();
        frame.sp = (start + slots) as u32;
        frame.pc += 1;
        Ok(())
    }

    fn drawn_negation(&mut self, kind: Real) -> Outcome<()> {
        let value = match self.drawn_operand(kind.slots(), kind) {
            Operand::Number(number) => Operand::Number(-number),
            Operand::Line(line) => {
                Operand::Line(Line { slope: line.slope.negated(), offset: line.offset.negated(), ..line })
            }
        };
        self.push_drawn(kind.slots(), kind, value)
    }

    fn drawn_binary(&mut self, op: Op, kind: Real) -> Outcome<()> {
        let slots = kind.slots();
        let (left, right) = (self.drawn_operand(2 * slots, kind), self.drawn_operand(slots, kind));
        match combine(op, kind, left, right) {
            Some(value) => self.push_drawn(2 * slots, kind, value),
            None => self.settle_operands(kind),
        }
    }

    /// One of the two operands becomes a number; the instruction then runs again.
    fn settle_operands(&mut self, kind: Real) -> Outcome<()> {
        for below in [kind.slots(), 2 * kind.slots()] {
            if let Operand::Line(line) = self.drawn_operand(below, kind) {
                return self.settle_draw(line.draw);
            }
        }
        unsupported("a random real that nobody can name")
    }

    fn drawn_comparison(&mut self, kind: Real, unordered: i32) -> Outcome<()> {
        let slots = kind.slots();
        let (left, right) = (self.drawn_operand(2 * slots, kind), self.drawn_operand(slots, kind));
        let number = match (left, right) {
            (Operand::Number(number), _) | (_, Operand::Number(number)) => Some(number),
            _ => None,
        };
        let sign = match number {
            Some(number) if number.is_nan() => unordered,
            Some(number) if number.is_infinite() => {
                let sign = if number > 0.0 { 1 } else { -1 };
                if matches!(left, Operand::Number(_)) { sign } else { -sign }
            }
            _ => {
                let difference = combine(if slots == 1 { Op::Fsub } else { Op::Dsub }, kind, left, right);
                let sign = match (difference, left, right) {
                    (Some(Operand::Number(number)), ..) => {
                        Some(number.partial_cmp(&0.0).map_or(unordered, |order| order as i32))
                    }
                    // Whether they are equal is known: a draw equals no number, and no other draw.
                    _ if self.asks_for_equality() => Some(1),
                    (Some(Operand::Line(line)), ..) => self.sign_of(line)?,
                    (None, Operand::Line(left), Operand::Line(right)) => self.order_of(left, right)?,
                    (None, ..) => return self.settle_operands(kind),
                };
                match sign {
                    Some(sign) => sign,
                    None => return Ok(()),
                }
            }
        };
        self.finish_with(2 * slots, u64::from(sign as u32), 1)?;
        if self.may_tidy() {
            self.tidy_draws();
        }
        Ok(())
    }

    /// Whether the comparison about to run is only looked at for whether its sides are equal.
    fn asks_for_equality(&self) -> bool {
        let frame = self.frame();
        let next = self.method(frame.method).code.instrs.get(frame.pc as usize + 1);
        next.is_some_and(|next| matches!(next.get().op, Op::Ifeq | Op::Ifne))
    }

    /// Whether a line lies above zero or below it, by a coin where that is open. `None` if the draw had to become a
    /// number first.
    pub(crate) fn sign_of(&mut self, line: Line) -> Outcome<Option<i32>> {
        let draw = self.path.draws.draws[line.draw as usize];
        let ascending = if line.slope.is_negative() { -1 } else { 1 };
        let Some(split) = line.solve(Ratio::ZERO) else { return self.settle_draw(line.draw).map(|()| None) };
        match (draw.is_above(split), draw.is_below(split)) {
            (Some(true), _) => return Ok(Some(ascending)),
            (_, Some(true)) => return Ok(Some(-ascending)),
            (Some(false), Some(false)) => {}
            _ => return self.settle_draw(line.draw).map(|()| None),
        }
        let parts = [(draw.low, Some(split)), (Some(split), draw.high)];
        let weigh = |(low, high): &Ends| self.path.draws.weight(line.draw, *low, *high);
        let weights: Option<Vec<f64>> = parts.iter().map(weigh).collect();
        let Some(weights) = weights else { return self.settle_draw(line.draw).map(|()| None) };
        let pick = if weights.contains(&0.0) {
            // One side has no probability that a double could hold.
            usize::from(weights[0] == 0.0)
        } else {
            let ends = parts.iter().map(|(low, high)| Draw { low: *low, high: *high, ..draw }.ends()).collect();
            let asking = Asking::new(draw.call(), Arguments::None).of(Values::Intervals(ends));
            let pick = self.choose(Pending::Coin { weights, asking })? as usize;
            self.flips += 1;
            if !draw.distribution.is_whole() {
                self.notice_real(draw);
            }
            pick
        };
        let (low, high) = parts[pick];
        self.path.draws.confine(line.draw, low, high);
        Ok(Some(if pick == 0 { -ascending } else { ascending }))
    }

    /// Which of two lines of different draws is the smaller, by a coin where that is open. `None` if a draw had to become a number first:
    /// where they are not the same line of draws from the same distribution, or too many draws were compared with each other.
    pub(super) fn order_of(&mut self, left: Line, right: Line) -> Outcome<Option<i32>> {
        let [first, second] = [left, right].map(|line| self.path.draws.draws[line.draw as usize]);
        let are_alike =
            left.slope == right.slope && left.offset == right.offset && first.distribution == second.distribution;
        let ascending = if left.slope.is_negative() { -1 } else { 1 };
        if are_alike && let Some(order) = self.path.draws.order(left.draw, right.draw) {
            return Ok(Some(ascending * order));
        }
        let chances = if are_alike { self.path.draws.chances(left.draw, right.draw) } else { None };
        let Some(weights) = chances else { return self.settle_draw(left.draw).map(|()| None) };
        let told = |than: &str| format!("a draw of {} is {than} than one of {}", first.call(), second.call());
        let asking =
            Asking::new(first.call(), Arguments::None).of(Values::Sentences(vec![told("less"), told("greater")]));
        let pick = self.choose(Pending::Coin { weights, asking })?;
        self.flips += 1;
        self.notice_real(first);
        self.notice_real(second);
        let (low, high) = if pick == 0 { (left.draw, right.draw) } else { (right.draw, left.draw) };
        self.path.draws.put_below(low, high);
        Ok(Some(if pick == 0 { -ascending } else { ascending }))
    }

    /// A draw was taken for a real number where it is a double, or an int.
    fn notice_real(&mut self, draw: Draw) {
        let part = if draw.distribution.is_whole() { &mut self.noticed.unequal } else { &mut self.noticed.reals };
        if !part.contains(draw.call()) {
            part.insert(draw.call().to_owned());
        }
    }

    fn drawn_conversion(&mut self, kind: Real, long: bool) -> Outcome<()> {
        let Operand::Line(line) = self.drawn_operand(kind.slots(), kind) else {
            unreachable!("a draw brought us here")
        };
        let Some(value) = self.round_line(line, Rounding::Truncate)? else { return Ok(()) };
        let slot = if long {
            value as u64
        } else {
            u64::from(value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32 as u32)
        };
        self.finish_with(kind.slots(), slot, if long { 2 } else { 1 })?;
        if self.may_tidy() {
            self.tidy_draws();
        }
        Ok(())
    }

    /// The integer that a line is rounded to, by a die. `None` if the draw had to become a number first.
    pub(crate) fn round_line(&mut self, line: Line, rounding: Rounding) -> Outcome<Option<i64>> {
        let draw = self.path.draws.draws[line.draw as usize];
        let cells = cells(&draw, line, rounding);
        let weighed = cells.and_then(|cells| {
            let weights: Option<Vec<f64>> =
                cells.iter().map(|cell| self.path.draws.weight(line.draw, Some(cell.low), Some(cell.high))).collect();
            Some((cells, weights?))
        });
        let Some((cells, weights)) = weighed else { return self.settle_draw(line.draw).map(|()| None) };
        let values = cells.iter().map(|cell| cell.value).collect();
        let asking = Asking::new(draw.call(), Arguments::None).of(Values::Listed(values));
        let pick = self.choose(Pending::Coin { weights, asking })?;
        self.flips += 1;
        let cell = &cells[pick as usize];
        self.path.draws.confine(line.draw, Some(cell.low), Some(cell.high));
        Ok(Some(cell.value))
    }

    /// The program needs a number: one of a few equally likely ones, everywhere.
    pub(crate) fn settle_draw(&mut self, index: u32) -> Outcome<()> {
        let draw = self.path.draws.draws[index as usize];
        if draw.distribution.is_whole() {
            return self.settle_whole(index);
        }
        let cells = self.config.random_grid.filter(|cells| *cells > 0).unwrap_or(GRID);
        let point = |cell: u32| self.path.draws.quantile(index, (f64::from(cell) + 0.5) / f64::from(cells));
        let points: Vec<f64> = (0..cells).map(point).collect();
        let asking = Asking::new(draw.call(), Arguments::None).of(Values::Numbers(points.clone()));
        let pick = self.roll(cells, asking)?;
        if self.config.random_grid.is_none() {
            let place = self.location().unwrap_or_default();
            self.noticed.gridded.insert(format!("{} at {place}", draw.call()));
        }
        let number = points[pick as usize];
        // What has no fraction of 128 bits is next to nothing.
        self.path.draws.fix(index, Ratio::decimal(number).unwrap_or(Ratio::ZERO));
        self.replace_draw(index, |line| Becomes::Number(line.at(number)));
        Ok(())
    }

    /// Whoever holds a line of this draw holds a number from now on.
    pub(super) fn replace_draw(&mut self, index: u32, becomes: impl Fn(Line) -> Becomes) {
        let known = self.path.draws.clone();
        self.replace_lines(&known, |line| {
            if line.draw == index {
                becomes(line)
            } else {
                let place = known.lines.iter().position(|other| *other == line).expect("a known line");
                Becomes::Line(crate::draws::FIRST_SYMBOL + place as u32)
            }
        });
        if self.may_tidy() {
            self.tidy_draws();
        }
    }
}

/// A sum, difference, product or quotient; `None` if it is no line of one draw.
fn combine(op: Op, kind: Real, left: Operand, right: Operand) -> Option<Operand> {
    let line =
        |line: Line| if line.slope.is_zero() { Operand::Number(line.offset.to_f64()) } else { Operand::Line(line) };
    let negated = |line: Line| Line { slope: line.slope.negated(), offset: line.offset.negated(), ..line };
    match (op, left, right) {
        (Op::Dsub | Op::Fsub, _, Operand::Line(right)) => {
            let sum = if kind == Real::Float { Op::Fadd } else { Op::Dadd };
            combine(sum, kind, left, Operand::Line(negated(right)))
        }
        (Op::Dsub | Op::Fsub, Operand::Line(left), Operand::Number(right)) if right.is_finite() => {
            left.plus(kind.decimal(right)?.negated()).map(line)
        }
        (Op::Dsub | Op::Fsub, Operand::Line(_), Operand::Number(right)) => Some(Operand::Number(-right)),
        (Op::Dadd | Op::Fadd, Operand::Line(known), Operand::Number(number))
        | (Op::Dadd | Op::Fadd, Operand::Number(number), Operand::Line(known)) => {
            if !number.is_finite() {
                return Some(Operand::Number(number));
            }
            known.plus(kind.decimal(number)?).map(line)
        }
        (Op::Dadd | Op::Fadd, Operand::Line(a), Operand::Line(b)) if a.draw == b.draw => {
            Some(line(Line { draw: a.draw, slope: a.slope.plus(b.slope)?, offset: a.offset.plus(b.offset)? }))
        }
        (Op::Dmul | Op::Fmul, Operand::Line(known), Operand::Number(number))
        | (Op::Dmul | Op::Fmul, Operand::Number(number), Operand::Line(known)) => {
            known.times(kind.decimal(number)?).map(line)
        }
        (Op::Ddiv | Op::Fdiv, Operand::Line(known), Operand::Number(number)) => {
            known.times(Ratio::ONE.over(kind.decimal(number)?)?).map(line)
        }
        _ => None,
    }
}

/// The cells of a draw in which a line is rounded to the same integer, in ascending order of the integers.
fn cells(draw: &Draw, line: Line, rounding: Rounding) -> Option<Vec<Cell>> {
    let line = if rounding == Rounding::Nearest { line.plus(Ratio::new(1, 2)?)? } else { line };
    let (low, high) = (line.exactly_at(draw.low?)?, line.exactly_at(draw.high?)?);
    let (low, high) = if line.slope.is_negative() { (high, low) } else { (low, high) };
    let (first, last) = (low.floor(), high.floor());
    if last - first >= i128::from(ENUMERABLE_MAX) || first < -(1 << 53) || last > 1 << 53 {
        return None;
    }
    let mut cells: Vec<Cell> = Vec::new();
    for floor in first as i64..=last as i64 {
        let value = match rounding {
            Rounding::Truncate if floor < 0 => floor + 1,
            Rounding::Ceiling => floor + 1,
            _ => floor,
        };
        // Where the draw makes the line reach this integer and the next, within what is known of it.
        let begin = if floor == first as i64 { low } else { Ratio::integer(floor) };
        let end = if floor == last as i64 { high } else { Ratio::integer(floor + 1) };
        let (from, to) = (line.solve(begin)?, line.solve(end)?);
        let (from, to) = if line.slope.is_negative() { (to, from) } else { (from, to) };
        if from == to {
            continue;
        }
        match cells.last_mut().filter(|cell| cell.value == value) {
            Some(cell) if line.slope.is_negative() => cell.low = from,
            Some(cell) => cell.high = to,
            None => cells.push(Cell { value, low: from, high: to }),
        }
    }
    Some(cells)
}

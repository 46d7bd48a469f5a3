//! Instructions on readings of the clock that are open (see `readings`), and when time passes for them.

use crate::choice::{Arguments, Asking, Values};
use crate::config::ClockMode;
use crate::domain::{wide_slot, wide_symbol};
use crate::instr::{Instr, Op};
use crate::readings::{Clock, FIRST_SYMBOL, Long, MOMENTS_MAX, Split, Term, Zone};
use crate::state::Becomes;
use crate::vm::{Outcome, Trap, Vm};

/// What keys begin with that say with how much the program compares.
pub(crate) const COMPARED: &str = "clock compared with ";

/// A reading without a difference is later than every number below this: how long a machine has been running, and the year.
const LEAST: [i64; 2] = [1_000_000_000, 1_000_000_000_000];

impl Vm {
    pub(crate) fn has_readings(&self) -> bool {
        !self.path.readings.is_empty()
    }

    pub(crate) fn is_clock_free(&self) -> bool {
        self.config.clock == ClockMode::Free && !self.config.run_once && self.symbolic.is_none()
    }

    /// The program reads a clock.
    pub(crate) fn read_openly(&mut self, clock: Clock) -> Outcome<u64> {
        // What others read comes before or after.
        if self.threaded && !self.passes_point() {
            return Err(Trap::Yield);
        }
        self.limit_moments();
        let symbol = self.path.readings.read(clock);
        self.bound_symbols();
        Ok(wide_slot(symbol))
    }

    /// Moments that nobody refers to are forgotten when there are many; if they remain many, readings become numbers.
    fn limit_moments(&mut self) {
        let are_many = |vm: &Vm| vm.path.readings.zones.iter().any(|zone| zone.moments() > MOMENTS_MAX);
        if are_many(self) && self.may_tidy() {
            self.tidy_draws();
        }
        if are_many(self) {
            self.settle_readings();
        }
    }

    fn long_operand(&self, below: usize) -> Long {
        let slot = self.thread().stack[self.frame().sp as usize - below];
        match self.path.readings.term(wide_symbol(slot)) {
            Some(term) => Long::Term(term),
            None => Long::Number(slot as i64),
        }
    }

    /// Whether the instruction computes with a reading.
    pub(crate) fn concerns_reading(&self, instr: Instr) -> bool {
        let is_term = |below: usize| matches!(self.long_operand(below), Long::Term(_));
        self.has_readings()
            && match instr.op {
                Op::Ladd | Op::Lsub | Op::Lmul | Op::Ldiv | Op::Lrem | Op::Land | Op::Lor | Op::Lxor | Op::Lcmp => {
                    is_term(2) || is_term(4)
                }
                Op::Lshl | Op::Lshr | Op::Lushr => is_term(3),
                Op::Lneg | Op::L2i | Op::L2f | Op::L2d => is_term(2),
                _ => false,
            }
    }

    /// An instruction on readings.
    pub(crate) fn clock_instruction(&mut self, instr: Instr) -> Outcome<()> {
        let binary = |vm: &Vm| (vm.long_operand(4), vm.long_operand(2));
        let result = match instr.op {
            _ if self.wants_digits() => None,
            Op::Lcmp => return self.compare_readings(),
            Op::Ladd => {
                let (left, right) = binary(self);
                left.plus(right)
            }
            Op::Lsub => {
                let (left, right) = binary(self);
                left.minus(right)
            }
            Op::Ldiv => {
                let (left, right) = binary(self);
                left.over(right)
            }
            Op::Lneg => self.long_operand(2).negated(),
            _ => None,
        };
        let Some(result) = result else {
            // With numbers, the instruction runs again.
            self.settle_readings();
            return Ok(());
        };
        let slot = match result {
            Long::Number(number) => number as u64,
            Long::Term(term) => {
                let symbol = self.path.readings.symbol(term);
                self.bound_symbols();
                wide_slot(symbol)
            }
        };
        self.finish_with(if instr.op == Op::Lneg { 2 } else { 4 }, slot, 2)
    }

    /// Whether the running code is about to write a number down: how long it is, is then no question about time.
    fn wants_digits(&self) -> bool {
        let method = self.method(self.frame().method);
        match &*self.class(method.class).name {
            "java/lang/Long" => !matches!(&*method.name, "compare" | "compareTo" | "max" | "min" | "signum" | "sum"),
            "java/lang/StringConcatHelper" | "jdk/internal/util/DecimalDigits" => true,
            _ => false,
        }
    }

    fn compare_readings(&mut self) -> Outcome<()> {
        if self.may_tidy() {
            // What is asked must be what would be asked of the stored state.
            self.tidy_draws();
        }
        let (left, right) = (self.long_operand(4), self.long_operand(2));
        let sign = match (left, right) {
            (Long::Term(term), Long::Number(number)) => self.sign_of_term(term, number)?,
            (Long::Number(number), Long::Term(term)) => self.sign_of_term(term, number)?.map(|sign| -sign),
            (Long::Term(a), Long::Term(b)) if a == b => Some(0),
            _ => match left.minus(right) {
                Some(Long::Term(term)) if term.minus.is_some() => self.sign_of_term(term, 0)?,
                Some(Long::Number(number)) => Some(number.signum() as i32),
                _ => None,
            },
        };
        match sign {
            Some(sign) => self.finish_with(4, u64::from(sign as u32), 1),
            None => {
                self.settle_readings();
                Ok(())
            }
        }
    }

    /// Whether a term is less than a number, equal to it or greater: the environment's choice where that is open. `None` if it
    /// takes a number to say.
    fn sign_of_term(&mut self, term: Term, number: i64) -> Outcome<Option<i32>> {
        let Some(minus) = term.minus else {
            let least = LEAST[term.clock as usize].saturating_add(term.offset.min(0));
            return Ok((number < least).then_some(1));
        };
        let split = term.compare(number);
        self.learn_compared(split.less);
        self.learn_compared(split.greater);
        let (least, most) = self.path.readings.zone(term.clock).range(term.plus, minus);
        let Split { less, greater } = split;
        // Which results the program tells apart, each with the differences for which it comes out.
        let cases: Vec<(i32, i64, i64)> = match self.next_test() {
            Some(Op::Iflt | Op::Ifge) => vec![(-1, i64::MIN, less), (1, less + 1, i64::MAX)],
            Some(Op::Ifgt | Op::Ifle) => vec![(-1, i64::MIN, greater - 1), (1, greater, i64::MAX)],
            _ => vec![(-1, i64::MIN, less), (0, less + 1, greater - 1), (1, greater, i64::MAX)],
        };
        let open: Vec<(i32, i64, i64)> =
            cases.into_iter().filter(|(_, from, to)| (*from).max(least) <= (*to).min(most)).collect();
        let pick = if open.len() > 1 {
            let told = open.iter().map(|(_, from, to)| span_between(term.clock, (*from, *to), (least, most))).collect();
            let asking = Asking::new("time", Arguments::None).of(Values::Sentences(told));
            self.environment(open.len() as u32, asking)? as usize
        } else {
            0
        };
        let (sign, from, to) = open[pick];
        let zone = self.path.readings.zone_mut(term.clock);
        if to < i64::MAX {
            zone.constrain(term.plus, minus, to);
        }
        if from > i64::MIN {
            zone.constrain(minus, term.plus, -from);
        }
        Ok(Some(sign))
    }

    /// What the program asks of the comparison that runs.
    fn next_test(&self) -> Option<Op> {
        let frame = self.frame();
        self.method(frame.method).code.instrs.get(frame.pc as usize + 1).map(|next| next.get().op)
    }

    /// Differences are told apart up to what the program compares them with, adds to them or sleeps: if that is more than was
    /// known, the exploration is repeated.
    fn learn_compared(&mut self, span: i64) {
        /// Longer than anybody waits, even in nanoseconds; and less than what a moment is since some epoch.
        const GREATEST: u64 = 1 << 59;
        let needed = span.unsigned_abs();
        if needed < GREATEST && needed as i64 > self.visible.compared {
            self.visible.compared = needed as i64;
            self.learn_visible(format!("{COMPARED}{needed}"));
        }
    }

    /// All readings become numbers: as little time has passed between them as possible.
    pub(crate) fn settle_readings(&mut self) {
        if !self.has_readings() {
            return;
        }
        if let Some(place) = self.location() {
            self.noticed.settled_clocks.insert(place);
        }
        let before = self.path.clock;
        let known = std::mem::take(&mut self.path.readings);
        let moments = Clock::ALL.map(|clock| known.zone(clock).earliest());
        let passed = Clock::ALL.map(|clock| moments[clock as usize][0].saturating_mul(clock.unit()));
        self.path.clock = before.saturating_add(passed[0].max(passed[1]).max(0) as u64);
        self.path.clock_read = true;
        let starts = Clock::ALL.map(|clock| self.clock_number(clock, before) as i64);
        let number = |term: Term| {
            let moments = &moments[term.clock as usize];
            let at = |moment: u8| moments[usize::from(moment)];
            match term.minus {
                Some(minus) => (at(term.plus) - at(minus)).saturating_add(term.offset) / term.divisor,
                None => starts[term.clock as usize].saturating_add(at(term.plus)).saturating_add(term.offset),
            }
        };
        self.replace_symbols(|symbol| known.term(symbol).map(|term| Becomes::Whole(number(term))));
        self.threads.iter_mut().for_each(|thread| thread.since = [0; 2]);
        self.bound_symbols();
    }

    /// The current thread begins to sleep or to wait: when, as far as readings care.
    pub(crate) fn begin_passing(&mut self) {
        self.limit_moments();
        if self.has_readings() {
            let since = Clock::ALL.map(|clock| {
                let zone = self.path.readings.zone_mut(clock);
                zone.pass();
                zone.remember()
            });
            self.thread_mut().since = since;
        }
    }

    /// Thread `index` has slept or waited for so long, at least.
    pub(crate) fn end_passing(&mut self, index: usize, nanos: u64) {
        let since = std::mem::take(&mut self.threads[index].since);
        if since[0] == 0 || !self.has_readings() {
            return;
        }
        for clock in Clock::ALL {
            let least = (i64::try_from(nanos).unwrap_or(i64::MAX) / clock.unit()).min(1 << 58);
            self.learn_compared(least);
            let zone = self.path.readings.zone_mut(clock);
            zone.pass();
            zone.constrain(since[clock as usize], Zone::PRESENT, -least);
        }
    }

    /// Takes over what was learned of spans.
    pub(crate) fn expect_compared(&mut self) {
        let numbers = self.visible.known.iter().filter_map(|key| key.strip_prefix(COMPARED)?.parse().ok());
        self.visible.compared = numbers.max().unwrap_or(0);
    }

    /// Forgets readings that nothing refers to any more, numbers the others anew, and forgets what cannot be told apart.
    pub(crate) fn tidy_readings(&mut self) {
        if !self.has_readings() {
            return;
        }
        let old = std::mem::take(&mut self.path.readings);
        let mut terms: Vec<Term> = Vec::new();
        let mut kept: [Vec<u8>; 2] = Default::default();
        self.replace_symbols(|symbol| {
            let term = old.term(symbol)?;
            let kept = &mut kept[term.clock as usize];
            let mut number = |moment: u8| match kept.iter().position(|known| *known == moment) {
                Some(place) => place as u8 + 1,
                None => {
                    kept.push(moment);
                    kept.len() as u8
                }
            };
            let term = Term { plus: number(term.plus), minus: term.minus.map(number), ..term };
            let place = terms.iter().position(|known| *known == term).unwrap_or_else(|| {
                terms.push(term);
                terms.len() - 1
            });
            Some(Becomes::Line(FIRST_SYMBOL + place as u32))
        });
        let any = !terms.is_empty();
        for thread in &mut self.threads {
            let is_timed = thread.is_timed() && any;
            for (kept, since) in kept.iter_mut().zip(&mut thread.since) {
                if *since != 0 && is_timed {
                    kept.push(*since);
                    *since = kept.len() as u8;
                } else {
                    *since = 0;
                }
            }
        }
        if any {
            terms.iter().filter(|term| term.minus.is_none()).for_each(|term| self.learn_compared(term.offset));
            for clock in Clock::ALL {
                let mut zone = old.zone(clock).keep(&kept[clock as usize]);
                move_deadlines(&mut zone, clock, &mut terms);
                zone.widen(self.visible.compared);
                *self.path.readings.zone_mut(clock) = zone;
            }
        }
        self.path.readings.terms = terms;
        self.bound_symbols();
    }
}

/// A deadline is a moment of its own, so that one that is moved on and on comes back to the same state.
fn move_deadlines(zone: &mut Zone, clock: Clock, terms: &mut [Term]) {
    for moment in 1..zone.moments() as u8 {
        let is_moment = |term: &&Term| term.clock == clock && term.plus == moment && term.minus.is_none();
        let Some(by) = terms.iter().find(is_moment).map(|term| term.offset).filter(|by| *by != 0) else { continue };
        let concerned = |term: &&mut Term| term.clock == clock && (term.plus == moment || term.minus == Some(moment));
        let moved =
            |term: &Term| if term.plus == moment { term.offset.checked_sub(by) } else { term.offset.checked_add(by) };
        if terms.iter_mut().filter(concerned).any(|term| moved(term).is_none()) {
            continue;
        }
        zone.shift(moment, by);
        for term in terms.iter_mut().filter(concerned) {
            term.offset = moved(term).unwrap_or(term.offset);
        }
    }
}

/// `at least 20 ms pass`, of differences that lie in a part of what is possible.
fn span_between(clock: Clock, part: (i64, i64), possible: (i64, i64)) -> String {
    let told = |amount: i64| {
        let nanos = amount.unsigned_abs().saturating_mul(clock.unit() as u64);
        let text = match nanos {
            0 => "0 ms".to_owned(),
            n if n % 1_000_000_000 == 0 => format!("{} s", n / 1_000_000_000),
            n if n % 1_000_000 == 0 => format!("{} ms", n / 1_000_000),
            n => format!("{n} ns"),
        };
        if amount < 0 { format!("-{text}") } else { text }
    };
    let (from, to) = (part.0.max(possible.0), part.1.min(possible.1));
    // `more than 20 ms` is easier to read than a nanosecond more.
    let is_round = |amount: i64| amount.saturating_mul(clock.unit()) % 1_000_000 == 0;
    match (from <= -(1 << 58), to >= 1 << 58) {
        (_, true) if !is_round(from) && is_round(from - 1) => format!("more than {} have passed", told(from - 1)),
        (_, true) => format!("at least {} have passed", told(from)),
        (_, false) if (from <= 0 || from <= -(1 << 58)) && !is_round(to) && is_round(to + 1) => {
            format!("less than {} have passed", told(to + 1))
        }
        (true, false) => format!("at most {} have passed", told(to)),
        (false, false) if from == to => format!("{} have passed", told(from)),
        (false, false) => format!("between {} and {} have passed", told(from), told(to)),
    }
}

//! Readings of the clock that are open (`--clock free`). Between any two readings time may pass, and how much is not decided
//! before the program compares: `System.nanoTime() - start > LIMIT` needs no number, only on which side of LIMIT the
//! difference lies. So a reading stays a moment, known by how much it comes after others at least and at most (`zone`);
//! comparisons split that, as guards do in timed automata (Alur and Dill 1994), and a sleep adds that so much has
//! passed at least. What no comparison of the program can tell apart is forgotten, so that loops come back to the same states.
//!
//! Sums and differences of readings with numbers, and quotients of differences by numbers, stay open. Whatever else needs a
//! number settles all readings as early as possible (`Vm::settle_readings`), and the report says so.
//!
//! Slots name terms as they name lines of draws: a term's symbol is [`FIRST_SYMBOL`] plus its place in the table.

mod zone;

pub use zone::Zone;

use crate::domain::Symbol;

/// Above the symbols of draws.
pub const FIRST_SYMBOL: Symbol = 0x7ff4_7000;

/// With more moments than this the readings become numbers.
pub const MOMENTS_MAX: usize = 12;

/// The clocks of a program. They go on independently: the wall clock may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// `System.nanoTime`
    Nano,
    /// `System.currentTimeMillis`
    Wall,
}

impl Clock {
    pub const ALL: [Clock; 2] = [Clock::Nano, Clock::Wall];

    /// The nanoseconds of its unit.
    pub fn unit(self) -> i64 {
        if self == Clock::Nano { 1 } else { 1_000_000 }
    }
}

/// `(plus - minus + offset) / divisor`, rounded towards zero as Java does. Without `minus` it is a moment, and the divisor is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    pub clock: Clock,
    pub plus: u8,
    pub minus: Option<u8>,
    pub offset: i64,
    pub divisor: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    pub terms: Vec<Term>,
    pub zones: [Zone; 2],
}

impl Readings {
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn zone(&self, clock: Clock) -> &Zone {
        &self.zones[clock as usize]
    }

    pub fn zone_mut(&mut self, clock: Clock) -> &mut Zone {
        &mut self.zones[clock as usize]
    }

    pub fn term(&self, symbol: Symbol) -> Option<Term> {
        symbol.checked_sub(FIRST_SYMBOL).and_then(|index| self.terms.get(index as usize)).copied()
    }

    pub fn symbol(&mut self, term: Term) -> Symbol {
        let place = self.terms.iter().position(|known| *known == term).unwrap_or_else(|| {
            self.terms.push(term);
            self.terms.len() - 1
        });
        FIRST_SYMBOL + place as Symbol
    }

    /// A new reading: time has passed since the last.
    pub fn read(&mut self, clock: Clock) -> Symbol {
        let zone = self.zone_mut(clock);
        zone.pass();
        let plus = zone.remember();
        self.symbol(Term { clock, plus, minus: None, offset: 0, divisor: 1 })
    }
}

/// An operand of an instruction on longs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Long {
    Number(i64),
    Term(Term),
}

impl Long {
    /// `None` if the sum is no term.
    pub fn plus(self, other: Long) -> Option<Long> {
        match (self, other) {
            (Long::Number(a), Long::Number(b)) => Some(Long::Number(a.wrapping_add(b))),
            (Long::Term(term), Long::Number(number)) | (Long::Number(number), Long::Term(term))
                if term.divisor == 1 =>
            {
                Some(Long::Term(Term { offset: term.offset.checked_add(number)?, ..term }))
            }
            // A moment and a difference: start + (now - start).
            (Long::Term(a), Long::Term(b)) if a.clock == b.clock && a.divisor == 1 && b.divisor == 1 => {
                let offset = a.offset.checked_add(b.offset)?;
                match (a, b) {
                    (Term { minus: Some(minus), .. }, Term { plus, minus: rest, .. }) if minus == plus => {
                        Some(difference(a.clock, a.plus, rest, offset))
                    }
                    (Term { plus, minus: rest, .. }, Term { minus: Some(minus), .. }) if minus == plus => {
                        Some(difference(a.clock, b.plus, rest, offset))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub fn minus(self, other: Long) -> Option<Long> {
        match (self, other) {
            (left, Long::Number(number)) => left.plus(Long::Number(number.checked_neg()?)),
            (Long::Number(_), Long::Term(_)) => self.plus(other.negated()?),
            (Long::Term(a), Long::Term(b)) if a.clock == b.clock && a.divisor == 1 && b.divisor == 1 => {
                let offset = a.offset.checked_sub(b.offset)?;
                match (a.minus, b.minus) {
                    (None, None) => Some(difference(a.clock, a.plus, Some(b.plus), offset)),
                    (Some(minus), Some(other)) if minus == other => {
                        Some(difference(a.clock, a.plus, Some(b.plus), offset))
                    }
                    // now - (now - start)
                    (None, Some(other)) if a.plus == b.plus => {
                        Some(Long::Term(Term { plus: other, minus: None, offset, ..a }))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub fn negated(self) -> Option<Long> {
        match self {
            Long::Number(number) => Some(Long::Number(number.wrapping_neg())),
            Long::Term(Term { clock, plus, minus: Some(minus), offset, divisor }) => {
                let offset = offset.checked_neg()?;
                Some(Long::Term(Term { clock, plus: minus, minus: Some(plus), offset, divisor }))
            }
            Long::Term(_) => None,
        }
    }

    pub fn over(self, other: Long) -> Option<Long> {
        match (self, other) {
            (Long::Term(term), Long::Number(number)) if term.minus.is_some() && number > 0 => {
                Some(Long::Term(Term { divisor: term.divisor.checked_mul(number)?, ..term }))
            }
            _ => None,
        }
    }
}

fn difference(clock: Clock, plus: u8, minus: Option<u8>, offset: i64) -> Long {
    if minus == Some(plus) {
        return Long::Number(offset);
    }
    Long::Term(Term { clock, plus, minus, offset, divisor: 1 })
}

/// The differences of the moments for which a term is less than, equal to and greater than a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// At most so much: it is less.
    pub less: i64,
    /// At least so much: it is greater.
    pub greater: i64,
}

impl Term {
    pub fn compare(self, number: i64) -> Split {
        let (number, by) = (i128::from(number), i128::from(self.divisor));
        let less = if by == 1 || number <= 0 { (number - 1) * by } else { number * by - 1 };
        let greater = if by == 1 || number >= 0 { (number + 1) * by } else { number * by + 1 };
        let bounded = |value: i128| (value - i128::from(self.offset)).clamp(-(1 << 60), 1 << 60) as i64;
        Split { less: bounded(less), greater: bounded(greater) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_are_where_java_rounds() {
        for divisor in [1i64, 2, 3, 10] {
            for offset in [-4i64, 0, 5] {
                let term = Term { clock: Clock::Nano, plus: 1, minus: Some(2), offset, divisor };
                for number in -5i64..=5 {
                    let split = term.compare(number);
                    for moments in -80i64..=80 {
                        let value = (moments + offset) / divisor;
                        let sign = value.cmp(&number);
                        assert_eq!(
                            sign.is_lt(),
                            moments <= split.less,
                            "{moments} + {offset} over {divisor}, {number}"
                        );
                        assert_eq!(sign.is_gt(), moments >= split.greater);
                    }
                }
            }
        }
    }
}

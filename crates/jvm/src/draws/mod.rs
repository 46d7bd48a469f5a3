//! Random reals that are not drawn yet. `nextDouble() < 0.3` needs no number, only on which side of 3/10 it lies: the draw
//! stays a random variable, known to lie in an interval, until the program compares it, and each comparison is a coin
//! that halves the interval. Sums, differences, products and quotients with numbers make lines `a·u + b` of it.
//!
//! Draws are real numbers, and the constants they meet are read as the shortest decimal that is the same double. Neither the
//! 2^-53 by which Java's doubles differ from that, nor its rounding, is modelled; that a draw equals a number has
//! probability zero. Of two draws that are compared it is known from then on which is the smaller (`order`). What a program does otherwise
//! with the number (prints it, takes its logarithm, adds another draw) makes it one of a few values (`Vm::settle_draw`), and the report says so.
//!
//! Ints and longs that are drawn from all there are and kept wait likewise for what they are compared with; all else that the program does with
//! such a number settles it (`exec/drawn_ints.rs`).
//!
//! Slots name lines as they name expressions (`domain`): a line's symbol is [`FIRST_SYMBOL`] plus its place in the table.
//! The table belongs to the path; encoding a state drops what nobody refers to and numbers the rest anew
//! (`state/drawn.rs`).

mod distribution;
mod order;
mod ratio;

pub use distribution::{Distribution, Ends};
pub use ratio::Ratio;

use crate::domain::Symbol;

/// As the upper half of a double, and likewise of a slot with a float, this makes a NaN that no arithmetic makes, and a long that no program
/// comes to by chance.
pub const FIRST_SYMBOL: Symbol = 0x7ff4_6000;

/// So many values stand for a draw that is used as a number, unless `--random-grid` says otherwise.
pub const GRID: u32 = 10;

/// A random variable: where it lies, as far as the path knows. `None` is an infinite end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    pub distribution: Distribution,
    pub low: Option<Ratio>,
    pub high: Option<Ratio>,
    /// The place in [`CALLS`] of the method that drew.
    pub call: u8,
}

/// `slope · draw + offset`, the slope not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub draw: u32,
    pub slope: Ratio,
    pub offset: Ratio,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draws {
    pub draws: Vec<Draw>,
    pub lines: Vec<Line>,
    /// Draws of which the first is known to lie below the second, sorted, without what follows from the others.
    pub below: Vec<(u32, u32)>,
}

/// How traces name the methods that draw.
pub const CALLS: [&str; 26] = [
    "Math.random",
    "Random.nextDouble",
    "Random.nextFloat",
    "Random.nextGaussian",
    "Random.nextExponential",
    "ThreadLocalRandom.nextDouble",
    "ThreadLocalRandom.nextFloat",
    "ThreadLocalRandom.nextGaussian",
    "ThreadLocalRandom.nextExponential",
    "SecureRandom.nextDouble",
    "SecureRandom.nextFloat",
    "SecureRandom.nextGaussian",
    "SecureRandom.nextExponential",
    "SplittableRandom.nextDouble",
    "SplittableRandom.nextFloat",
    "SplittableRandom.nextGaussian",
    "SplittableRandom.nextExponential",
    "Random.nextInt",
    "Random.nextLong",
    "ThreadLocalRandom.nextInt",
    "ThreadLocalRandom.nextLong",
    "SecureRandom.nextInt",
    "SecureRandom.nextLong",
    "SplittableRandom.nextInt",
    "SplittableRandom.nextLong",
    "a generator",
];

impl Draws {
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The line a symbol stands for, if it is one of ours.
    pub fn line(&self, symbol: Symbol) -> Option<Line> {
        symbol.checked_sub(FIRST_SYMBOL).and_then(|index| self.lines.get(index as usize)).copied()
    }

    /// The symbol of a line, the same for equal lines.
    pub fn symbol(&mut self, line: Line) -> Symbol {
        let place = self.lines.iter().position(|known| *known == line).unwrap_or_else(|| {
            self.lines.push(line);
            self.lines.len() - 1
        });
        FIRST_SYMBOL + place as Symbol
    }

    /// A new draw, which nothing is known about.
    pub fn add(&mut self, distribution: Distribution, call: &str) -> Symbol {
        let (low, high) = distribution.support();
        let call = CALLS.iter().position(|known| *known == call).unwrap_or(CALLS.len() - 1) as u8;
        self.draws.push(Draw { distribution, low, high, call });
        self.symbol(Line { draw: self.draws.len() as u32 - 1, slope: Ratio::ONE, offset: Ratio::ZERO })
    }
}

impl Draw {
    pub fn call(&self) -> &'static str {
        CALLS[usize::from(self.call)]
    }

    /// Whether `at` lies strictly inside of what is known.
    pub fn contains(&self, at: Ratio) -> Option<bool> {
        Some(!self.is_above(at)? && !self.is_below(at)?)
    }

    /// Whether the draw is certainly not below `at`.
    pub fn is_above(&self, at: Ratio) -> Option<bool> {
        self.low.map_or(Some(false), |low| low.is_below(at).map(|below| !below))
    }

    /// Whether the draw is certainly not above `at`.
    pub fn is_below(&self, at: Ratio) -> Option<bool> {
        self.high.map_or(Some(false), |high| at.is_below(high).map(|below| !below))
    }

    /// The interval as a pair of doubles.
    pub fn ends(&self) -> (f64, f64) {
        (self.low.map_or(f64::NEG_INFINITY, Ratio::to_f64), self.high.map_or(f64::INFINITY, Ratio::to_f64))
    }
}

impl Line {
    pub fn plus(self, number: Ratio) -> Option<Line> {
        Some(Line { offset: self.offset.plus(number)?, ..self })
    }

    pub fn times(self, number: Ratio) -> Option<Line> {
        Some(Line { slope: self.slope.times(number)?, offset: self.offset.times(number)?, ..self })
    }

    /// Where the draw lies if the line has this value.
    pub fn solve(self, value: Ratio) -> Option<Ratio> {
        value.minus(self.offset)?.over(self.slope)
    }

    pub fn at(self, point: f64) -> f64 {
        self.slope.to_f64() * point + self.offset.to_f64()
    }

    pub fn exactly_at(self, point: Ratio) -> Option<Ratio> {
        self.slope.times(point)?.plus(self.offset)
    }
}

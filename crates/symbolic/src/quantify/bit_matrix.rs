//! Linear maps of bits: what shifts, rotations and exclusive ors of them do to a number, and how to undo it.

use crate::expr::Binary;

/// Each row tells of which bits of the argument a bit of the result is the exclusive or.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitMatrix {
    rows: Vec<u64>,
}

impl BitMatrix {
    /// Of so many bits, at most 64.
    pub fn zero(bits: u32) -> BitMatrix {
        BitMatrix { rows: vec![0; bits as usize] }
    }

    /// Adds, by exclusive or, the argument's bits moved as by a shift of Java.
    pub fn add_moved(&mut self, op: Binary, count: u32) {
        let (bits, count) = (self.rows.len(), count as usize);
        for (place, row) in self.rows.iter_mut().enumerate() {
            let from = match op {
                Binary::Shl => place.checked_sub(count),
                Binary::Ushr => Some(place + count).filter(|from| *from < bits),
                _ => Some((place + count).min(bits - 1)),
            };
            if let Some(from) = from {
                *row ^= 1 << from;
            }
        }
    }

    /// By elimination; none if different arguments have the same result.
    pub fn inverse(mut self) -> Option<BitMatrix> {
        let bits = self.rows.len();
        let mut inverse: Vec<u64> = (0..bits).map(|place| 1 << place).collect();
        for column in 0..bits {
            let pivot = (column..bits).find(|row| self.rows[*row] >> column & 1 == 1)?;
            self.rows.swap(column, pivot);
            inverse.swap(column, pivot);
            for row in (0..bits).filter(|row| *row != column) {
                if self.rows[row] >> column & 1 == 1 {
                    self.rows[row] ^= self.rows[column];
                    inverse[row] ^= inverse[column];
                }
            }
        }
        Some(BitMatrix { rows: inverse })
    }

    /// The result for an argument, both as numbers from zero up.
    pub fn times(&self, argument: i128) -> i128 {
        let bit = |row: &u64| i128::from((row & argument as u64).count_ones() % 2);
        self.rows.iter().enumerate().map(|(place, row)| bit(row) << place).sum()
    }
}

//! Arithmetic on words of bits, the lowest bit first. What a word means, signed or not, is up to whoever uses it.

use super::gates::{Bit, Gates};

pub type Word = Vec<Bit>;

impl Gates {
    /// The low bits of a constant, in two's complement.
    pub fn number(&self, value: i128, width: usize) -> Word {
        (0..width).map(|bit| self.constant((value >> bit.min(127)) & 1 == 1)).collect()
    }

    pub fn fresh_word(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.fresh()).collect()
    }

    /// The word with its highest bit repeated, or its low bits alone.
    pub fn sign_extended(&self, word: &[Bit], width: usize) -> Word {
        let sign = word.last().copied().unwrap_or(self.no());
        word.iter().copied().chain(std::iter::repeat(sign)).take(width).collect()
    }

    pub fn zero_extended(&self, word: &[Bit], width: usize) -> Word {
        word.iter().copied().chain(std::iter::repeat(self.no())).take(width).collect()
    }

    /// The sum of words of one width, with what is carried out.
    pub fn add_carrying(&mut self, a: &[Bit], b: &[Bit], carry: Bit) -> (Word, Bit) {
        assert_eq!(a.len(), b.len());
        let mut carry = carry;
        let mut sum = Word::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let both = self.xor(x, y);
            sum.push(self.xor(both, carry));
            carry = self.majority(x, y, carry);
        }
        (sum, carry)
    }

    pub fn plus(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let no = self.no();
        self.add_carrying(a, b, no).0
    }

    pub fn minus(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let (negated, yes) = (inverted(b), self.yes);
        self.add_carrying(a, &negated, yes).0
    }

    pub fn plus_bit(&mut self, a: &[Bit], bit: Bit) -> Word {
        let zero = self.number(0, a.len());
        self.add_carrying(a, &zero, bit).0
    }

    /// The word, or its negative.
    pub fn negated_if(&mut self, condition: Bit, a: &[Bit]) -> Word {
        let flipped: Word = a.iter().map(|bit| self.xor(*bit, condition)).collect();
        self.plus_bit(&flipped, condition)
    }

    /// The low bits of a product.
    pub fn times(&mut self, a: &[Bit], b: &[Bit], width: usize) -> Word {
        let yes = self.yes.var();
        let open = |word: &[Bit]| word.iter().filter(|bit| bit.var() != yes).count();
        let (a, b) = if open(a) < open(b) { (b, a) } else { (a, b) };
        let mut sum = self.number(0, width);
        for (place, &bit) in b.iter().enumerate().take(width) {
            if bit == self.no() {
                continue;
            }
            let rows: Word = a.iter().take(width - place).map(|x| self.and(*x, bit)).collect();
            let rows = self.zero_extended(&rows, width - place);
            let high = self.plus(&sum[place..], &rows);
            sum.splice(place.., high);
        }
        sum
    }

    /// The low bits of a multiple by a constant.
    pub fn times_constant(&mut self, a: &[Bit], constant: i128, width: usize) -> Word {
        let mut sum = self.number(0, width);
        // In signed digits that are not adjacent, the fewest.
        let mut left = constant;
        let mut place = 0;
        while left != 0 && place < width {
            if left & 1 == 1 {
                let digit = if left & 3 == 3 { -1 } else { 1 };
                left -= digit;
                let part = &a[..(width - place).min(a.len())];
                let part = self.sign_extended(part, width - place);
                let high = if digit == 1 { self.plus(&sum[place..], &part) } else { self.minus(&sum[place..], &part) };
                sum.splice(place.., high);
            }
            left >>= 1;
            place += 1;
        }
        sum
    }

    pub fn choose_word(&mut self, condition: Bit, first: &[Bit], second: &[Bit]) -> Word {
        assert_eq!(first.len(), second.len());
        first.iter().zip(second).map(|(a, b)| self.choose(condition, *a, *b)).collect()
    }

    pub fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        assert_eq!(a.len(), b.len());
        let different: Word = a.iter().zip(b).map(|(x, y)| self.xor(*x, *y)).collect();
        !self.any(&different)
    }

    pub fn is_zero(&mut self, a: &[Bit]) -> Bit {
        !self.any(a)
    }

    /// `a < b` of words without sign.
    pub fn below(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        assert_eq!(a.len(), b.len());
        let mut less = self.no();
        for (&x, &y) in a.iter().zip(b) {
            less = self.majority(!x, y, less);
        }
        less
    }

    /// `a < b` of words with sign.
    pub fn signed_below(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let flip = |word: &[Bit]| {
            let mut word = word.to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.below(&flip(a), &flip(b))
    }

    pub fn shifted_left(&mut self, a: &[Bit], count: &[Bit]) -> Word {
        let mut word = a.to_vec();
        for (power, &bit) in count.iter().enumerate() {
            let by = 1usize.checked_shl(power as u32).unwrap_or(usize::MAX).min(word.len());
            let mut moved = self.number(0, by);
            moved.extend_from_slice(&word[..word.len() - by]);
            word = self.choose_word(bit, &moved, &word);
        }
        word
    }

    /// To the right, `fill` coming in.
    pub fn shifted_right(&mut self, a: &[Bit], count: &[Bit], fill: Bit) -> Word {
        let mut word = a.to_vec();
        for (power, &bit) in count.iter().enumerate() {
            let by = 1usize.checked_shl(power as u32).unwrap_or(usize::MAX).min(word.len());
            let mut moved = word[by..].to_vec();
            moved.resize(word.len(), fill);
            word = self.choose_word(bit, &moved, &word);
        }
        word
    }

    /// To the right; the lowest bit tells whether anything was lost.
    pub fn shifted_right_sticky(&mut self, a: &[Bit], count: &[Bit]) -> Word {
        let mut word = a.to_vec();
        for (power, &bit) in count.iter().enumerate() {
            let by = 1usize.checked_shl(power as u32).unwrap_or(usize::MAX).min(word.len());
            let lost = self.any(&word[..by]);
            let mut moved = word[by..].to_vec();
            moved.resize(word.len(), self.no());
            moved[0] = self.or(moved[0], lost);
            word = self.choose_word(bit, &moved, &word);
        }
        word
    }

    /// The word moved left until its highest bit is one, and how far; a zero stays one.
    pub fn normalised(&mut self, a: &[Bit]) -> (Word, Word) {
        let mut word = a.to_vec();
        let steps = usize::BITS - word.len().leading_zeros();
        let mut count = Word::new();
        for power in (0..steps).rev() {
            let by = 1usize << power;
            if by >= word.len() {
                count.push(self.no());
                continue;
            }
            let is_empty = self.is_zero(&word[word.len() - by..]);
            let mut moved = self.number(0, by);
            moved.extend_from_slice(&word[..word.len() - by]);
            word = self.choose_word(is_empty, &moved, &word);
            count.push(is_empty);
        }
        count.reverse();
        (word, count)
    }

    /// Quotient and remainder of words without sign; by zero, both are whatever the circuit gives.
    pub fn divided(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let width = b.len() + 1;
        let divisor = self.zero_extended(b, width);
        let mut rest = self.number(0, width);
        let mut quotient = Word::new();
        for &bit in a.iter().rev() {
            rest.insert(0, bit);
            rest.truncate(width);
            let is_less = self.below(&rest, &divisor);
            let less = self.minus(&rest, &divisor);
            rest = self.choose_word(is_less, &rest, &less);
            quotient.push(!is_less);
        }
        quotient.reverse();
        rest.truncate(b.len());
        (quotient, rest)
    }
}

pub fn inverted(a: &[Bit]) -> Word {
    a.iter().map(|bit| !*bit).collect()
}

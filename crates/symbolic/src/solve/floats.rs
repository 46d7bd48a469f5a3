//! IEEE 754 arithmetic as circuits, rounding to nearest, ties to even, as the Java language has it (JLS 15.4, 4.2.4).
//!
//! Numbers are taken apart into sign, exponent and significand, computed with as integers with enough bits below the last that
//! it is known which way to round, and put together again by one circuit (`packed`). NaN is always the same one.

use super::gates::{Bit, Gates};
use super::words::Word;
use crate::expr::{FloatFormat, Rounding};

/// A number taken apart. The significand has its highest bit set unless the number is zero, and then stands for a value between
/// one and two; the exponent is signed, and wide enough to add two of them.
struct Parts {
    sign: Bit,
    exponent: Word,
    significand: Word,
    is_nan: Bit,
    is_infinite: Bit,
    is_zero: Bit,
}

/// Bits of exponents while computing: room for sums, shifts and the exponents of subnormal numbers.
fn exponent_width(format: FloatFormat) -> usize {
    format.exponent_bits() + 3
}

impl Gates {
    fn parts(&mut self, format: FloatFormat, raw: &[Bit]) -> Parts {
        let (low, high) = (format.fraction_bits(), format.fraction_bits() + format.exponent_bits());
        let (fraction, field, sign) = (&raw[..low], &raw[low..high], raw[high]);
        let all_ones = self.all(field);
        let is_small = self.is_zero(field);
        let no_fraction = self.is_zero(fraction);
        let mut significand = fraction.to_vec();
        significand.push(!is_small);
        let (significand, moved) = self.normalised(&significand);
        let width = exponent_width(format);
        // The exponent field 0 means the same power as 1.
        let mut exponent = self.zero_extended(field, width);
        exponent[0] = self.or(exponent[0], is_small);
        let bias = self.number(format.bias(), width);
        let exponent = self.minus(&exponent, &bias);
        let moved = self.zero_extended(&moved, width);
        let exponent = self.minus(&exponent, &moved);
        Parts {
            sign,
            exponent,
            significand,
            is_nan: self.and(all_ones, !no_fraction),
            is_infinite: self.and(all_ones, no_fraction),
            is_zero: self.and(is_small, no_fraction),
        }
    }

    fn nan(&self, format: FloatFormat) -> Word {
        self.number(format.nan(), format.bits())
    }

    fn signed(&self, format: FloatFormat, sign: Bit, magnitude: i128) -> Word {
        let mut raw = self.number(magnitude, format.bits() - 1);
        raw.push(sign);
        raw
    }

    fn infinity(&self, format: FloatFormat, sign: Bit) -> Word {
        self.signed(format, sign, format.infinity())
    }

    fn zero(&self, format: FloatFormat, sign: Bit) -> Word {
        self.signed(format, sign, 0)
    }

    /// The number nearest to a significand (highest bit set, at least two bits more than the format's, the last of them sticky)
    /// between one and two, times a power of two.
    fn packed(&mut self, format: FloatFormat, sign: Bit, exponent: &[Bit], significand: &[Bit]) -> Word {
        let (bits, precision) = (significand.len(), format.fraction_bits() + 1);
        assert!(bits >= precision + 2);
        let width = exponent.len() + 1;
        let exponent = self.sign_extended(exponent, width);
        let least = self.number(1 - format.bias(), width);
        // Below the least exponent the significand moves to the right instead.
        let missing = self.minus(&least, &exponent);
        let is_small = self.signed_below(&exponent, &least);
        let steps = (usize::BITS - bits.leading_zeros()) as usize;
        let too_far = self.any(&missing[steps.min(width - 1)..width - 1]);
        let far = self.and(is_small, too_far);
        let count: Word = missing[..steps.min(width)].iter().map(|bit| self.and(*bit, is_small)).collect();
        let moved = self.shifted_right_sticky(significand, &count);
        let dust = self.number(1, bits);
        let significand = self.choose_word(far, &dust, &moved);
        let cut = bits - precision;
        let (last, guard) = (significand[cut], significand[cut - 1]);
        let sticky = self.any(&significand[..cut - 1]);
        let odd = self.or(sticky, last);
        let up = self.and(guard, odd);
        // The leading bit of the significand adds one to the exponent's field, and so does rounding up to the next power.
        let field = self.minus(&exponent, &least);
        let nothing = self.number(0, width);
        let field = self.choose_word(is_small, &nothing, &field);
        let fraction_bits = format.fraction_bits();
        let total = fraction_bits + width;
        let mut high = self.number(0, fraction_bits);
        high.extend_from_slice(&field);
        let low = self.zero_extended(&significand[cut..], total);
        let (sum, _) = self.add_carrying(&high, &low, up);
        let ones = self.number((1 << format.exponent_bits()) - 1, width);
        let fits = self.below(&sum[fraction_bits..], &ones);
        let mut raw = sum[..format.bits() - 1].to_vec();
        raw.push(sign);
        let infinity = self.infinity(format, sign);
        self.choose_word(fits, &raw, &infinity)
    }

    pub fn float_add(&mut self, format: FloatFormat, a: &[Bit], b: &[Bit]) -> Word {
        let (pa, pb) = (self.classes(format, a), self.classes(format, b));
        let magnitude = format.bits() - 1;
        let swaps = self.below(&a[..magnitude], &b[..magnitude]);
        let (large, small) = (self.choose_word(swaps, b, a), self.choose_word(swaps, a, b));
        let (large_exponent, large_significand) = self.unnormalised(format, &large);
        let (small_exponent, small_significand) = self.unnormalised(format, &small);
        let distance = self.minus(&large_exponent, &small_exponent);
        let precision = format.fraction_bits() + 1;
        // Three bits below the last, the lowest of them sticky, and one above.
        let widen = |gates: &Gates, significand: &[Bit]| {
            let mut word = gates.number(0, 3);
            word.extend_from_slice(significand);
            gates.zero_extended(&word, precision + 4)
        };
        let (x, y) = (widen(self, &large_significand), widen(self, &small_significand));
        let y = self.shifted_right_sticky(&y, &distance);
        let differ = self.xor(a[magnitude], b[magnitude]);
        let flipped: Word = y.iter().map(|bit| self.xor(*bit, differ)).collect();
        let (sum, _) = self.add_carrying(&x, &flipped, differ);
        let vanishes = self.is_zero(&sum);
        let (significand, moved) = self.normalised(&sum);
        let width = exponent_width(format);
        let offset = self.number(1 - format.bias(), width);
        let exponent = self.zero_extended(&large_exponent, width);
        let exponent = self.plus(&exponent, &offset);
        let moved = self.zero_extended(&moved, width);
        let exponent = self.minus(&exponent, &moved);
        let packed = self.packed(format, large[magnitude], &exponent, &significand);
        let both_negative = self.and(a[magnitude], b[magnitude]);
        let zero = self.zero(format, both_negative);
        let result = self.choose_word(vanishes, &zero, &packed);
        let infinite = self.or(pa.1, pb.1);
        let infinity = self.infinity(format, large[magnitude]);
        let result = self.choose_word(infinite, &infinity, &result);
        let both = self.all(&[pa.1, pb.1, differ]);
        let invalid = self.any(&[pa.0, pb.0, both]);
        let nan = self.nan(format);
        self.choose_word(invalid, &nan, &result)
    }

    /// Whether a number is NaN, and whether infinite.
    fn classes(&mut self, format: FloatFormat, raw: &[Bit]) -> (Bit, Bit) {
        let (low, high) = (format.fraction_bits(), format.fraction_bits() + format.exponent_bits());
        let all_ones = self.all(&raw[low..high]);
        let no_fraction = self.is_zero(&raw[..low]);
        (self.and(all_ones, !no_fraction), self.and(all_ones, no_fraction))
    }

    /// The exponent's field, 1 for 0, and the significand with its leading bit, set or not.
    fn unnormalised(&mut self, format: FloatFormat, raw: &[Bit]) -> (Word, Word) {
        let (low, high) = (format.fraction_bits(), format.fraction_bits() + format.exponent_bits());
        let is_small = self.is_zero(&raw[low..high]);
        let mut exponent = raw[low..high].to_vec();
        exponent[0] = self.or(exponent[0], is_small);
        let mut significand = raw[..low].to_vec();
        significand.push(!is_small);
        (exponent, significand)
    }

    pub fn float_subtract(&mut self, format: FloatFormat, a: &[Bit], b: &[Bit]) -> Word {
        let mut negated = b.to_vec();
        negated[format.bits() - 1] = !negated[format.bits() - 1];
        self.float_add(format, a, &negated)
    }

    /// What both products and quotients do with infinities, zeros and NaN.
    fn with_specials(&mut self, format: FloatFormat, sign: Bit, result: Word, specials: [Bit; 3]) -> Word {
        let [is_zero, is_infinite, is_nan] = specials;
        let (zero, infinity, nan) = (self.zero(format, sign), self.infinity(format, sign), self.nan(format));
        let result = self.choose_word(is_zero, &zero, &result);
        let result = self.choose_word(is_infinite, &infinity, &result);
        self.choose_word(is_nan, &nan, &result)
    }

    pub fn float_multiply(&mut self, format: FloatFormat, a: &[Bit], b: &[Bit]) -> Word {
        let (a, b) = (self.parts(format, a), self.parts(format, b));
        let sign = self.xor(a.sign, b.sign);
        let bits = 2 * (format.fraction_bits() + 1);
        let product = self.times(&a.significand, &b.significand, bits);
        let (significand, low) = self.with_leading_one(&product);
        let exponent = self.plus(&a.exponent, &b.exponent);
        let exponent = self.plus_bit(&exponent, !low);
        let packed = self.packed(format, sign, &exponent, &significand);
        let is_zero = self.or(a.is_zero, b.is_zero);
        let is_infinite = self.or(a.is_infinite, b.is_infinite);
        let undefined = self.and(is_zero, is_infinite);
        let is_nan = self.any(&[a.is_nan, b.is_nan, undefined]);
        self.with_specials(format, sign, packed, [is_zero, is_infinite, is_nan])
    }

    /// Moved left by one where the highest bit is not set, and whether it was so.
    fn with_leading_one(&mut self, word: &[Bit]) -> (Word, Bit) {
        let low = !word[word.len() - 1];
        let mut moved = vec![self.no()];
        moved.extend_from_slice(&word[..word.len() - 1]);
        (self.choose_word(low, &moved, word), low)
    }

    pub fn float_divide(&mut self, format: FloatFormat, a: &[Bit], b: &[Bit]) -> Word {
        let (a, b) = (self.parts(format, a), self.parts(format, b));
        let sign = self.xor(a.sign, b.sign);
        let precision = format.fraction_bits() + 1;
        let divisor = self.zero_extended(&b.significand, precision + 1);
        let mut rest = self.zero_extended(&a.significand, precision + 1);
        let mut digits = Word::new();
        for _ in 0..precision + 3 {
            let is_less = self.below(&rest, &divisor);
            let less = self.minus(&rest, &divisor);
            rest = self.choose_word(is_less, &rest, &less);
            digits.push(!is_less);
            rest.insert(0, self.no());
            rest.truncate(precision + 1);
        }
        let sticky = !self.is_zero(&rest);
        digits.push(sticky);
        digits.reverse();
        let (significand, low) = self.with_leading_one(&digits);
        let exponent = self.minus(&a.exponent, &b.exponent);
        let less = self.sign_extended(&[low, low], exponent.len());
        let exponent = self.plus(&exponent, &less);
        let packed = self.packed(format, sign, &exponent, &significand);
        let both_zero = self.and(a.is_zero, b.is_zero);
        let both_infinite = self.and(a.is_infinite, b.is_infinite);
        let is_nan = self.any(&[a.is_nan, b.is_nan, both_zero, both_infinite]);
        let is_zero = self.or(a.is_zero, b.is_infinite);
        let is_infinite = self.or(a.is_infinite, b.is_zero);
        // Zero by infinity is zero, infinity by zero infinite: whichever is asked first is right.
        let is_infinite = self.and(is_infinite, !is_zero);
        self.with_specials(format, sign, packed, [is_zero, is_infinite, is_nan])
    }

    pub fn float_root(&mut self, format: FloatFormat, a: &[Bit]) -> Word {
        let a = self.parts(format, a);
        let precision = format.fraction_bits() + 1;
        let odd = a.exponent[0];
        // Twice as many bits as the root has; where the exponent is odd, one of them goes to the significand.
        let mut even_radicand = self.number(0, precision + 3);
        even_radicand.extend_from_slice(&a.significand);
        even_radicand.push(self.no());
        let mut odd_radicand = self.number(0, precision + 4);
        odd_radicand.extend_from_slice(&a.significand);
        let radicand = self.choose_word(odd, &odd_radicand, &even_radicand);
        let width = precision + 5;
        let (mut rest, mut root) = (self.number(0, width), Word::new());
        for pair in radicand.rchunks(2) {
            rest.splice(0..0, pair.iter().copied());
            rest.truncate(width);
            // Whether root·4 + 1 can be taken away.
            let mut trial = vec![self.yes, self.no()];
            trial.extend_from_slice(&root);
            let trial = self.zero_extended(&trial, width);
            let is_less = self.below(&rest, &trial);
            let less = self.minus(&rest, &trial);
            rest = self.choose_word(is_less, &rest, &less);
            root.insert(0, !is_less);
        }
        let sticky = !self.is_zero(&rest);
        root.insert(0, sticky);
        let exponent = self.sign_extended(&a.exponent[1..], a.exponent.len());
        let packed = self.packed(format, self.no(), &exponent, &root);
        let negative = self.and(a.sign, !a.is_zero);
        let is_nan = self.or(a.is_nan, negative);
        self.with_specials(format, a.sign, packed, [a.is_zero, a.is_infinite, is_nan])
    }

    /// Java's `%` (JLS 15.17.3): exact, with the dividend's sign. One subtraction per possible difference of exponents.
    pub fn float_remainder(&mut self, format: FloatFormat, x: &[Bit], y: &[Bit]) -> Word {
        let (a, b) = (self.parts(format, x), self.parts(format, y));
        let precision = format.fraction_bits() + 1;
        let distance = self.minus(&a.exponent, &b.exponent);
        let is_smaller = distance[distance.len() - 1];
        let divisor = self.zero_extended(&b.significand, precision + 1);
        let mut rest = self.zero_extended(&a.significand, precision + 1);
        let furthest = (1i128 << format.exponent_bits()) + precision as i128;
        for step in (0..=furthest).rev() {
            // This round is one of those to do when the exponents are at least so far apart.
            let here = self.number(step, distance.len());
            let before = self.signed_below(&distance, &here);
            let is_less = self.below(&rest, &divisor);
            let less = self.minus(&rest, &divisor);
            let reduced = self.choose_word(is_less, &rest, &less);
            let next = if step == 0 {
                reduced
            } else {
                let mut moved = vec![self.no()];
                moved.extend_from_slice(&reduced[..precision]);
                moved
            };
            rest = self.choose_word(before, &rest, &next);
        }
        let vanishes = self.is_zero(&rest);
        let (significand, moved) = self.normalised(&rest);
        let width = b.exponent.len();
        let exponent = self.plus_bit(&b.exponent, self.yes);
        let moved = self.zero_extended(&moved, width);
        let exponent = self.minus(&exponent, &moved);
        let mut padded = self.number(0, 2);
        padded.extend_from_slice(&significand);
        let packed = self.packed(format, a.sign, &exponent, &padded);
        let zero = self.zero(format, a.sign);
        let result = self.choose_word(vanishes, &zero, &packed);
        let stays = self.any(&[is_smaller, b.is_infinite, a.is_zero]);
        let result = self.choose_word(stays, x, &result);
        let is_nan = self.any(&[a.is_nan, b.is_nan, a.is_infinite, b.is_zero]);
        let nan = self.nan(format);
        self.choose_word(is_nan, &nan, &result)
    }

    /// To a whole number, as `Math.floor`, `ceil` and `rint` do.
    pub fn float_whole(&mut self, format: FloatFormat, rounding: Rounding, raw: &[Bit]) -> Word {
        let a = self.parts(format, raw);
        let precision = format.fraction_bits() + 1;
        let width = a.exponent.len();
        let last = self.number(precision as i128 - 1, width);
        let count = self.minus(&last, &a.exponent);
        let has_fraction = self.signed_below(&a.exponent, &last);
        let mut wide = self.number(0, 2);
        wide.extend_from_slice(&a.significand);
        let steps = (usize::BITS - wide.len().leading_zeros()) as usize;
        let far = self.any(&count[steps..width - 1]);
        let moved = self.shifted_right_sticky(&wide, &count[..steps]);
        let dust = self.number(1, wide.len());
        let moved = self.choose_word(far, &dust, &moved);
        let (whole, guard, sticky) = (moved[2..].to_vec(), moved[1], moved[0]);
        let inexact = self.or(guard, sticky);
        let up = match rounding {
            Rounding::Floor => self.and(inexact, a.sign),
            Rounding::Ceiling => self.and(inexact, !a.sign),
            Rounding::Nearest => {
                let odd = self.or(sticky, whole[0]);
                self.and(guard, odd)
            }
        };
        let whole = self.zero_extended(&whole, precision + 1);
        let whole = self.plus_bit(&whole, up);
        let magnitude = self.with_magnitude(format, a.sign, &whole);
        let special = self.any(&[a.is_infinite, a.is_zero, !has_fraction]);
        let result = self.choose_word(special, raw, &magnitude);
        let nan = self.nan(format);
        self.choose_word(a.is_nan, &nan, &result)
    }

    /// The number nearest to a word without sign.
    fn with_magnitude(&mut self, format: FloatFormat, sign: Bit, magnitude: &[Bit]) -> Word {
        let is_zero = self.is_zero(magnitude);
        let bits = magnitude.len();
        let (significand, moved) = self.normalised(magnitude);
        let width = exponent_width(format).max(10);
        let highest = self.number(bits as i128 - 1, width);
        let moved = self.zero_extended(&moved, width);
        let exponent = self.minus(&highest, &moved);
        let mut padded = self.number(0, (format.fraction_bits() + 3).saturating_sub(bits));
        padded.extend_from_slice(&significand);
        let packed = self.packed(format, sign, &exponent, &padded);
        let zero = self.zero(format, sign);
        self.choose_word(is_zero, &zero, &packed)
    }

    pub fn float_from_integer(&mut self, format: FloatFormat, value: &[Bit]) -> Word {
        let sign = value[value.len() - 1];
        let magnitude = self.negated_if(sign, value);
        let positive_zero = self.is_zero(&magnitude);
        let sign = self.and(sign, !positive_zero);
        self.with_magnitude(format, sign, &magnitude)
    }

    /// Towards zero, and to the nearest end of the type where it does not fit; NaN to zero (JLS 5.1.3).
    pub fn float_to_integer(&mut self, format: FloatFormat, raw: &[Bit], bits: usize) -> Word {
        let a = self.parts(format, raw);
        let precision = format.fraction_bits() + 1;
        let width = a.exponent.len();
        let negative = a.exponent[width - 1];
        let limit = self.number(bits as i128 - 1, width);
        let fits = self.signed_below(&a.exponent, &limit);
        let steps = (usize::BITS - bits.leading_zeros()) as usize;
        let wide = self.zero_extended(&a.significand, precision + bits);
        let moved = self.shifted_left(&wide, &a.exponent[..steps]);
        let magnitude = moved[precision - 1..precision - 1 + bits].to_vec();
        let value = self.negated_if(a.sign, &magnitude);
        let mut most = vec![!a.sign; bits - 1];
        most.push(a.sign);
        let value = self.choose_word(fits, &value, &most);
        let nothing = self.any(&[negative, a.is_zero, a.is_nan]);
        // The exponent of an infinity is large, and that of zero means nothing.
        let nothing = self.and(nothing, !a.is_infinite);
        let zero = self.number(0, bits);
        self.choose_word(nothing, &zero, &value)
    }

    pub fn float_convert(&mut self, from: FloatFormat, to: FloatFormat, raw: &[Bit]) -> Word {
        let a = self.parts(from, raw);
        let missing = (to.fraction_bits() + 3).saturating_sub(a.significand.len());
        let mut padded = self.number(0, missing);
        padded.extend_from_slice(&a.significand);
        let exponent = self.sign_extended(&a.exponent, exponent_width(from).max(exponent_width(to)));
        let packed = self.packed(to, a.sign, &exponent, &padded);
        self.with_specials(to, a.sign, packed, [a.is_zero, a.is_infinite, a.is_nan])
    }

    /// -1, 0 or 1 in two bits, and `unordered` where one is NaN.
    pub fn float_order(&mut self, format: FloatFormat, a: &[Bit], b: &[Bit], unordered: i8) -> Word {
        let (is_nan_a, is_nan_b) = (self.classes(format, a).0, self.classes(format, b).0);
        let is_nan = self.or(is_nan_a, is_nan_b);
        let top = format.bits() - 1;
        let magnitude: Word = a[..top].iter().chain(&b[..top]).copied().collect();
        let both_zero = self.is_zero(&magnitude);
        let same = self.equal(a, b);
        let equal = self.or(both_zero, same);
        let (less, more) = (self.below(&a[..top], &b[..top]), self.below(&b[..top], &a[..top]));
        let by_magnitude = self.choose(a[top], more, less);
        let differ = self.xor(a[top], b[top]);
        let is_less = self.choose(differ, a[top], by_magnitude);
        // As two bits: -1 is 11, 0 is 00, 1 is 01.
        let order = vec![!equal, self.and(is_less, !equal)];
        let otherwise = self.number(i128::from(unordered), 2);
        self.choose_word(is_nan, &otherwise, &order)
    }
}

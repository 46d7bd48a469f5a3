//! Quotients of polynomials in several unknowns, found from exact values, and where they are above or below a threshold.
//!
//! If the degrees in each unknown are known, the quotient in lowest terms is, up to a factor, the only solution of one linear equation
//! per value: `N(x) - y D(x) = 0`. The equations are solved modulo primes, and the coefficients reconstructed (Wang 1981). Signs on
//! boxes are those of Bernstein coefficients, which enclose the values; a box on which they differ is cut in half.

use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;

use crate::function::{gcd, lcm};

/// Exponents, one per unknown, and coefficients that are not zero.
pub type Terms = Vec<(Vec<u32>, IBig)>;

/// A rational function in several unknowns.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotient {
    /// What is divided.
    pub numerator: Terms,
    /// What it is divided by.
    pub denominator: Terms,
}

/// Degrees of numerator and denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degrees {
    /// Of what is divided.
    pub numerator: usize,
    /// Of what it is divided by.
    pub denominator: usize,
}

/// Which terms there may be: the degrees in each unknown, and in all together.
#[derive(Clone, Debug)]
pub struct Form {
    numerator: Vec<Vec<u32>>,
    denominator: Vec<Vec<u32>>,
}

impl Form {
    /// All terms up to the degrees given for `each` unknown, and for `all` of them.
    pub fn new(each: &[Degrees], all: Degrees) -> Form {
        let numerator: Vec<usize> = each.iter().map(|degrees| degrees.numerator).collect();
        let denominator: Vec<usize> = each.iter().map(|degrees| degrees.denominator).collect();
        Form { numerator: exponents(&numerator, all.numerator), denominator: exponents(&denominator, all.denominator) }
    }

    /// As many values as this determine the quotient.
    pub fn coefficients(&self) -> usize {
        self.numerator.len() + self.denominator.len()
    }
}

/// All exponents up to a degree in each unknown and one in all, the lowest first.
fn exponents(each: &[usize], all: usize) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = vec![Vec::new()];
    for most in each {
        found = found
            .iter()
            .flat_map(|known| (0..=*most as u32).map(move |power| [known.as_slice(), &[power]].concat()))
            .collect();
    }
    found.retain(|powers| powers.iter().sum::<u32>() as usize <= all);
    found.sort_by_key(|powers| (powers.iter().sum::<u32>(), std::cmp::Reverse(powers.clone())));
    found
}

impl Quotient {
    /// The quotient of this form that has these values, if there is just one.
    pub fn interpolated(form: &Form, values: &[(Vec<RBig>, RBig)]) -> Option<Quotient> {
        let mut modulus = UBig::ONE;
        let mut residues: Vec<UBig> = Vec::new();
        let mut free = usize::MAX;
        for prime in primes() {
            let Some((column, found)) = kernel(form, values, prime)? else { continue };
            if column != free && free != usize::MAX {
                continue;
            }
            free = column;
            if residues.is_empty() {
                residues = found.iter().map(|residue| UBig::from(*residue)).collect();
            } else {
                let inverse = inverse_modulo(remainder(&modulus, prime), prime);
                for (residue, new) in residues.iter_mut().zip(&found) {
                    let known = remainder(residue, prime);
                    let step = multiply((new + prime - known) % prime, inverse, prime);
                    *residue += &modulus * UBig::from(step);
                }
            }
            modulus *= UBig::from(prime);
            let fractions: Option<Vec<RBig>> = residues.iter().map(|one| reconstructed(one, &modulus)).collect();
            let Some(fractions) = fractions else { continue };
            let quotient = Quotient::of(form, &fractions);
            if values.iter().all(|(x, y)| quotient.at(x).as_ref() == Some(y)) {
                return Some(quotient);
            }
        }
        None
    }

    /// With whole coefficients that have no common divisor, the denominator's first one positive.
    fn of(form: &Form, coefficients: &[RBig]) -> Quotient {
        let common = coefficients.iter().fold(UBig::ONE, |common, one| lcm(&common, one.denominator()));
        let scale = RBig::from(common);
        let mut whole: Vec<IBig> = coefficients.iter().map(|one| (one * &scale).numerator().clone()).collect();
        let divisor = whole.iter().fold(UBig::ZERO, |divisor, one| gcd(divisor, one.clone().into_parts().1));
        let below = &whole[form.numerator.len()..];
        let negative = below.iter().find(|one| **one != IBig::ZERO).is_some_and(|one| *one < IBig::ZERO);
        let divisor = if negative { -IBig::from(divisor) } else { IBig::from(divisor) };
        if divisor != IBig::ZERO {
            whole.iter_mut().for_each(|one| *one = &*one / &divisor);
        }
        let terms = |powers: &[Vec<u32>], numbers: &[IBig]| -> Terms {
            let all = powers.iter().cloned().zip(numbers.iter().cloned());
            all.filter(|(_, number)| *number != IBig::ZERO).collect()
        };
        let (above, below) = whole.split_at(form.numerator.len());
        Quotient { numerator: terms(&form.numerator, above), denominator: terms(&form.denominator, below) }
    }

    /// The value; `None` where the denominator vanishes.
    pub fn at(&self, x: &[RBig]) -> Option<RBig> {
        let denominator = value_at(&self.denominator, x);
        (!denominator.is_zero()).then(|| value_at(&self.numerator, x) / denominator)
    }

    /// With names for the unknowns: `(1 - p*q) / (1 + p)`.
    pub fn text(&self, names: &[String]) -> String {
        let numerator = terms_text(&self.numerator, names);
        let is_one =
            matches!(&self.denominator[..], [(powers, one)] if *one == IBig::ONE && powers.iter().all(|p| *p == 0));
        if is_one {
            return numerator;
        }
        let bracketed = |text: String| if text.contains([' ', '*']) { format!("({text})") } else { text };
        let above = if self.numerator.len() > 1 { format!("({numerator})") } else { numerator };
        format!("{above} / {}", bracketed(terms_text(&self.denominator, names)))
    }

    /// Where it is greater than a threshold and where it is less, within a box: smaller boxes that cover it, `None` where it is not
    /// known. No more than `boxes_max` are looked at, the largest first.
    pub fn split(&self, threshold: &RBig, low: &[RBig], high: &[RBig], boxes_max: usize) -> Vec<Piece> {
        let lift = |terms: &Terms| -> Vec<(Vec<u32>, RBig)> {
            terms.iter().map(|(powers, number)| (powers.clone(), RBig::from(number.clone()))).collect()
        };
        let mut distance = lift(&self.numerator);
        distance.extend(lift(&self.denominator).into_iter().map(|(powers, number)| (powers, -(number * threshold))));
        let first = Cut {
            low: low.to_vec(),
            high: high.to_vec(),
            distance: Tensor::new(&distance, low, high),
            denominator: Tensor::new(&lift(&self.denominator), low, high),
        };
        let mut pending = std::collections::VecDeque::from([first]);
        let mut pieces = Vec::new();
        let mut looked = 0;
        while let Some(cut) = pending.pop_front() {
            looked += 1;
            let sign = match (cut.distance.sign(), cut.denominator.sign()) {
                (Some(above), Some(below)) if below != 0 => Some(above * below),
                _ => None,
            };
            if sign.is_some() || looked + pending.len() >= boxes_max {
                pieces.push(Piece { low: cut.low, high: cut.high, sign });
                continue;
            }
            pending.extend(cut.halved(low, high));
        }
        pieces
    }
}

/// A box, and whether the function is greater than the threshold inside (1), less (-1) or the same (0).
#[derive(Clone, Debug)]
pub struct Piece {
    /// The least value of each unknown.
    pub low: Vec<RBig>,
    /// The greatest.
    pub high: Vec<RBig>,
    /// As said; none where that is open.
    pub sign: Option<i32>,
}

struct Cut {
    low: Vec<RBig>,
    high: Vec<RBig>,
    distance: Tensor,
    denominator: Tensor,
}

impl Cut {
    /// Cut in the middle of the side that was halved least.
    fn halved(self, low: &[RBig], high: &[RBig]) -> [Cut; 2] {
        let share = |side: usize| (&self.high[side] - &self.low[side]) / (&high[side] - &low[side]);
        let side = (0..low.len()).max_by_key(|side| (share(*side), std::cmp::Reverse(*side))).unwrap_or(0);
        let middle = (&self.low[side] + &self.high[side]) / RBig::from(2);
        let (distance, distance_above) = self.distance.halved(side);
        let (denominator, denominator_above) = self.denominator.halved(side);
        let (mut end, mut start) = (self.high.clone(), self.low.clone());
        end[side] = middle.clone();
        start[side] = middle;
        [
            Cut { low: self.low, high: end, distance, denominator },
            Cut { low: start, high: self.high, distance: distance_above, denominator: denominator_above },
        ]
    }
}

/// Bernstein coefficients of a polynomial on a box, the last unknown's index running fastest.
#[derive(Clone)]
struct Tensor {
    sizes: Vec<usize>,
    values: Vec<RBig>,
}

impl Tensor {
    fn new(terms: &[(Vec<u32>, RBig)], low: &[RBig], high: &[RBig]) -> Tensor {
        let degree = |side: usize| terms.iter().map(|(powers, _)| powers[side] as usize).max().unwrap_or(0);
        let sizes: Vec<usize> = (0..low.len()).map(|side| degree(side) + 1).collect();
        let mut values = vec![RBig::ZERO; sizes.iter().product()];
        for (powers, number) in terms {
            let place = powers.iter().zip(&sizes).fold(0, |place, (power, size)| place * size + *power as usize);
            values[place] += number;
        }
        let mut tensor = Tensor { sizes, values };
        for side in 0..low.len() {
            let width = &high[side] - &low[side];
            tensor.along(side, |line| to_bernstein(line, &low[side], &width));
        }
        tensor
    }

    /// Replaces each line of values along a side.
    fn along(&mut self, side: usize, mut change: impl FnMut(&mut [RBig])) {
        let step: usize = self.sizes[side + 1..].iter().product();
        let size = self.sizes[side];
        let mut line = vec![RBig::ZERO; size];
        for start in (0..self.values.len()).filter(|place| (place / step).is_multiple_of(size)) {
            for (index, value) in line.iter_mut().enumerate() {
                *value = self.values[start + index * step].clone();
            }
            change(&mut line);
            for (index, value) in line.iter().enumerate() {
                self.values[start + index * step] = value.clone();
            }
        }
    }

    /// The same polynomial on the two halves of its box (de Casteljau).
    fn halved(&self, side: usize) -> (Tensor, Tensor) {
        let (mut below, mut above) = (self.clone(), self.clone());
        let half = RBig::ONE / RBig::from(2);
        below.along(side, |line| {
            for level in 1..line.len() {
                for index in (level..line.len()).rev() {
                    line[index] = (&line[index] + &line[index - 1]) * &half;
                }
            }
        });
        above.along(side, |line| {
            for level in 1..line.len() {
                for index in 0..line.len() - level {
                    line[index] = (&line[index] + &line[index + 1]) * &half;
                }
            }
        });
        (below, above)
    }

    /// The sign inside the box, if all coefficients have the same.
    fn sign(&self) -> Option<i32> {
        let positive = self.values.iter().any(|value| *value > RBig::ZERO);
        let negative = self.values.iter().any(|value| *value < RBig::ZERO);
        match (positive, negative) {
            (true, true) => None,
            (true, false) => Some(1),
            (false, true) => Some(-1),
            (false, false) => Some(0),
        }
    }
}

/// Coefficients of powers become those of Bernstein's polynomials between `low` and `low + width`.
fn to_bernstein(line: &mut [RBig], low: &RBig, width: &RBig) {
    let degree = line.len() - 1;
    // First by powers of (x - low) / width: Horner's scheme, again and again.
    for start in 0..degree {
        for index in (start..degree).rev() {
            let carried = &line[index + 1] * low;
            line[index] += carried;
        }
    }
    let mut power = RBig::ONE;
    for value in line.iter_mut() {
        *value *= &power;
        power *= width;
    }
    // Then c_i = a_i / C(n, i), summed up along the triangle.
    let mut binomial = RBig::ONE;
    for (index, value) in line.iter_mut().enumerate() {
        *value = &*value / &binomial;
        binomial = binomial * RBig::from(degree - index) / RBig::from(index + 1);
    }
    for level in 1..=degree {
        for index in (level..=degree).rev() {
            let before = line[index - 1].clone();
            line[index] += before;
        }
    }
}

fn value_at(terms: &Terms, x: &[RBig]) -> RBig {
    let one = |(powers, number): &(Vec<u32>, IBig)| {
        let factors = powers.iter().zip(x).map(|(power, x)| x.pow(*power as isize));
        factors.fold(RBig::from(number.clone()), |value, factor| value * factor)
    };
    terms.iter().map(one).fold(RBig::ZERO, |sum, value| sum + value)
}

fn terms_text(terms: &Terms, names: &[String]) -> String {
    let mut text = String::new();
    for (powers, number) in terms {
        let (sign, size) = if *number < IBig::ZERO { ("-", -number.clone()) } else { ("+", number.clone()) };
        match (text.is_empty(), sign) {
            (true, "-") => text.push('-'),
            (true, _) => {}
            (false, sign) => text.push_str(&format!(" {sign} ")),
        }
        let mut factors: Vec<String> = Vec::new();
        if size != IBig::ONE || powers.iter().all(|power| *power == 0) {
            factors.push(size.to_string());
        }
        for (power, name) in powers.iter().zip(names) {
            match power {
                0 => {}
                1 => factors.push(name.clone()),
                _ => factors.push(format!("{name}^{power}")),
            }
        }
        text.push_str(&factors.join("*"));
    }
    if text.is_empty() { "0".to_string() } else { text }
}

/// Primes below 2^61, the largest first.
fn primes() -> impl Iterator<Item = u64> {
    const PRIMES_MAX: usize = 200;
    (0..).map(|index| (1u64 << 61) - 1 - 2 * index).filter(|number| is_prime(*number)).take(PRIMES_MAX)
}

/// Miller and Rabin's test; these bases decide all numbers below 2^64 (Sorenson and Webster 2015).
fn is_prime(number: u64) -> bool {
    let zeros = (number - 1).trailing_zeros();
    let odd = (number - 1) >> zeros;
    [2u64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].iter().all(|base| {
        let mut power = power_modulo(*base, odd, number);
        if power == 1 || power == number - 1 {
            return true;
        }
        (1..zeros).any(|_| {
            power = multiply(power, power, number);
            power == number - 1
        })
    })
}

fn multiply(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

fn power_modulo(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut result, mut square) = (1, base % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, square, modulus);
        }
        square = multiply(square, square, modulus);
        exponent >>= 1;
    }
    result
}

fn inverse_modulo(number: u64, prime: u64) -> u64 {
    power_modulo(number, prime - 2, prime)
}

fn remainder(number: &UBig, prime: u64) -> u64 {
    u64::try_from(number % &UBig::from(prime)).expect("it is below the prime")
}

/// A fraction modulo a prime, unless the prime divides its denominator.
fn residue(fraction: &RBig, prime: u64) -> Option<u64> {
    let below = remainder(fraction.denominator(), prime);
    let size = remainder(&fraction.numerator().clone().into_parts().1, prime);
    let above = if *fraction < RBig::ZERO { (prime - size) % prime } else { size };
    (below != 0).then(|| multiply(above, inverse_modulo(below, prime), prime))
}

/// Modulo a prime, the coefficients that meet all equations, with a one in the column that is free. `Some(None)` if the prime is of
/// no use, `None` if not just one column is free.
#[allow(clippy::type_complexity)]
fn kernel(form: &Form, values: &[(Vec<RBig>, RBig)], prime: u64) -> Option<Option<(usize, Vec<u64>)>> {
    let columns = form.coefficients();
    let mut rows: Vec<Vec<u64>> = Vec::with_capacity(values.len());
    for (x, y) in values {
        let x: Option<Vec<u64>> = x.iter().map(|one| residue(one, prime)).collect();
        let (Some(x), Some(y)) = (x, residue(y, prime)) else { return Some(None) };
        let monomial = |powers: &Vec<u32>| {
            let factors = powers.iter().zip(&x).map(|(power, x)| power_modulo(*x, u64::from(*power), prime));
            factors.fold(1, |product, factor| multiply(product, factor, prime))
        };
        let mut row: Vec<u64> = form.numerator.iter().map(monomial).collect();
        row.extend(form.denominator.iter().map(|powers| (prime - multiply(monomial(powers), y, prime)) % prime));
        rows.push(row);
    }
    let mut pivots: Vec<usize> = Vec::new();
    let mut free = None;
    for column in 0..columns {
        let next = pivots.len();
        let Some(found) = (next..rows.len()).find(|row| rows[*row][column] != 0) else {
            if free.replace(column).is_some() {
                return None;
            }
            continue;
        };
        rows.swap(next, found);
        let inverse = inverse_modulo(rows[next][column], prime);
        rows[next].iter_mut().for_each(|value| *value = multiply(*value, inverse, prime));
        let pivot = rows[next].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != next) {
            let factor = row[column];
            if factor != 0 {
                for (value, own) in row[column..].iter_mut().zip(&pivot[column..]) {
                    *value = (*value + prime - multiply(factor, *own, prime)) % prime;
                }
            }
        }
        pivots.push(column);
    }
    let free = free?;
    let mut found = vec![0; columns];
    found[free] = 1;
    for (row, column) in pivots.iter().enumerate() {
        found[*column] = (prime - rows[row][free]) % prime;
    }
    Some(Some((free, found)))
}

/// The fraction of small numerator and denominator with this residue (Wang 1981).
fn reconstructed(residue: &UBig, modulus: &UBig) -> Option<RBig> {
    let (mut before, mut now) = (IBig::from(modulus.clone()), IBig::from(residue.clone()));
    let (mut factor_before, mut factor) = (IBig::ZERO, IBig::ONE);
    let limit = IBig::from(modulus.clone());
    while &now * &now * IBig::from(2) > limit {
        let quotient = &before / &now;
        (before, now) = (now.clone(), before - &quotient * &now);
        (factor_before, factor) = (factor.clone(), factor_before - quotient * &factor);
    }
    if factor == IBig::ZERO || &factor * &factor * IBig::from(2) > limit {
        return None;
    }
    Some(RBig::from(now) / RBig::from(factor))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> RBig {
        RBig::from(numerator) / RBig::from(denominator)
    }

    fn points(count: usize, unknowns: usize) -> Vec<Vec<RBig>> {
        let mut seed = 7u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            fraction((seed >> 33) as i64 % 96 + 1, 97)
        };
        (0..count).map(|_| (0..unknowns).map(|_| next()).collect()).collect()
    }

    #[test]
    fn finds_quotients_of_two_unknowns() {
        // Who throws first wins with p, the other with q: p / (1 - (1-p)(1-q)).
        let duel = |x: &[RBig]| &x[0] / (&x[0] + &x[1] - &x[0] * &x[1]);
        let one = Degrees { numerator: 1, denominator: 1 };
        let form =
            Form::new(&[one, Degrees { numerator: 0, denominator: 1 }], Degrees { numerator: 1, denominator: 2 });
        let values: Vec<(Vec<RBig>, RBig)> = points(12, 2).into_iter().map(|x| (x.clone(), duel(&x))).collect();
        let found = Quotient::interpolated(&form, &values).expect("it has this form");
        assert_eq!(found.text(&["p".to_string(), "q".to_string()]), "p / (p + q - p*q)");
        assert_eq!(found.at(&[fraction(1, 2), fraction(1, 2)]), Some(fraction(2, 3)));
    }

    #[test]
    fn boxes_are_told_apart() {
        // x y against 1/4 on the unit square: greater on 1 - 1/4 - ln(4)/4 of it.
        let product = Quotient { numerator: vec![(vec![1, 1], IBig::ONE)], denominator: vec![(vec![0, 0], IBig::ONE)] };
        let ends = |value: RBig| vec![value.clone(), value];
        let pieces = product.split(&fraction(1, 4), &ends(RBig::ZERO), &ends(RBig::ONE), 2000);
        let area = |sign: Option<i32>| -> f64 {
            let chosen = pieces.iter().filter(|piece| piece.sign == sign);
            let size = |piece: &Piece| {
                let sides = piece.low.iter().zip(&piece.high).map(|(low, high)| (high - low).to_f64().value());
                sides.product::<f64>()
            };
            chosen.map(size).sum()
        };
        let greater = 0.75 - 4f64.ln() / 4.0;
        assert!(area(Some(1)) <= greater && greater <= area(Some(1)) + area(None), "{}", area(Some(1)));
        assert!(area(None) < 0.05, "{}", area(None));
        assert!((area(Some(1)) + area(Some(-1)) + area(None) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn bernstein_coefficients_are_values_at_corners() {
        // 1 + 2x + 3x² between 1 and 3: 6 and 34 at the ends, and half the slope from 6 in between: 6 + 8.
        let mut line = [1, 2, 3].map(RBig::from);
        to_bernstein(&mut line, &RBig::ONE, &RBig::from(2));
        assert_eq!(line, [6, 14, 34].map(RBig::from));
    }
}

//! The generating function of a simplicial cone of small index, as an average over characters.
//!
//! With `y = Dx` the integer points of `Dx <= b` are the y below `⌊b⌋` in the lattice `DZ^n` of index d. The indicator of the
//! lattice is the average of the d characters of the quotient group, and under each of them the sum is a product of
//! geometric series: `1/d Σ_χ Π_j χ_j^b_j e^(tμ_j b_j) / (1 - χ_j^-1 e^(-tμ_j))`. The characters are the vectors of
//! `Z^n D^-1` modulo one, that is, the coordinates of the unit vectors and their sums. Against decomposing further, this costs d
//! evaluations instead of up to n^2, most of them with few poles and hence short series.

use super::field::{CHARACTER_DEGREE_MAX, Field, ORDER_MAX, Residue};
use super::scalar::Scalar;

/// Exponents l_j of `χ_j = ζ^l_j`, for every character.
pub struct Characters {
    order: usize,
    exponents: Vec<[u8; CHARACTER_DEGREE_MAX]>,
    dimension: usize,
}

impl Characters {
    /// The characters of a cone, if its index is small; `inverse` holds the coordinates of the unit vectors times the index.
    pub fn of<S: Scalar>(inverse: &[S], dimension: usize, index: &S) -> Option<Characters> {
        let order =
            index.to_word().and_then(|index| usize::try_from(index).ok()).filter(|&order| order <= ORDER_MAX)?;
        if dimension > CHARACTER_DEGREE_MAX {
            return None;
        }
        let mut exponents = Vec::with_capacity(order);
        exponents.push([0; CHARACTER_DEGREE_MAX]);
        for row in inverse.chunks_exact(dimension) {
            let mut generator = [0; CHARACTER_DEGREE_MAX];
            for (exponent, value) in generator.iter_mut().zip(row) {
                *exponent = value.residue(order as u64) as u8;
            }
            let known = exponents.len();
            let mut multiple = generator;
            // Adding a generator to a group multiplies it by the generator's order in the quotient.
            while exponents.len() < order && !exponents[..known].contains(&multiple) {
                for position in 0..known {
                    let element = add(&exponents[position], &multiple, order);
                    exponents.push(element);
                }
                multiple = add(&multiple, &generator, order);
            }
            if exponents.len() == order {
                break;
            }
        }
        assert!(exponents.len() == order, "the quotient group has as many elements as the index");
        Some(Characters { order, exponents, dimension })
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.exponents.iter().map(|exponents| &exponents[..self.dimension])
    }

    /// One character's term, as numerator and denominator: `1/d ζ^(l·b) [t^r] (…)` and the product of the μ_j with `l_j = 0`.
    pub fn term(
        &self,
        field: &Field,
        exponents: &[u8],
        mu: &[Residue],
        floors: &[Residue],
        small_floors: &[u32],
    ) -> (Residue, Residue) {
        let poles = exponents.iter().filter(|&&exponent| exponent == 0).count();
        let mut denominator = field.one();
        let mut factor = field.reciprocals[self.order];
        let mut turn = 0;
        // logarithm[k] = k · (coefficient of t^k)
        let mut logarithm = [field.zero(); CHARACTER_DEGREE_MAX + 2];
        for (position, &exponent) in exponents.iter().enumerate() {
            let m = mu[position];
            if poles > 0 {
                logarithm[1] = field.plus(logarithm[1], field.times(m, floors[position]));
            }
            if exponent == 0 {
                denominator = field.times(denominator, m);
                logarithm[1] = field.plus(logarithm[1], field.times(m, field.half));
                let square = field.times(m, m);
                let mut power = square;
                for k in (2..=poles).step_by(2) {
                    logarithm[k] = field.plus(logarithm[k], field.times(field.todd[k], power));
                    power = field.times(power, square);
                }
            } else {
                let series = &field.geometric[self.order][exponent as usize];
                factor = field.times(factor, series[0]);
                turn += u64::from(exponent) * u64::from(small_floors[position] % self.order as u32);
                // The logarithm's derivative is 1 - E.
                let mut power = m;
                for k in 1..=poles {
                    let coefficient = field.minus(if k == 1 { field.one() } else { field.zero() }, series[k - 1]);
                    logarithm[k] = field.plus(logarithm[k], field.times(coefficient, power));
                    power = field.times(power, m);
                }
            }
        }
        factor = field.times(factor, field.roots[self.order][(turn % self.order as u64) as usize]);
        (field.times(factor, exponential(field, &logarithm, poles)), denominator)
    }
}

fn add(a: &[u8; CHARACTER_DEGREE_MAX], b: &[u8; CHARACTER_DEGREE_MAX], order: usize) -> [u8; CHARACTER_DEGREE_MAX] {
    std::array::from_fn(|position| {
        let sum = a[position] + b[position];
        if usize::from(sum) >= order { sum - order as u8 } else { sum }
    })
}

/// The coefficient of `t^degree` of the exponential of a series given by its derivative's coefficients times t.
fn exponential(field: &Field, logarithm: &[Residue], degree: usize) -> Residue {
    let mut series = [field.zero(); CHARACTER_DEGREE_MAX + 1];
    series[0] = field.one();
    for k in 1..=degree {
        let sum = (1..=k).fold(field.zero(), |sum, i| field.plus(sum, field.times(logarithm[i], series[k - i])));
        series[k] = field.times(sum, field.reciprocals[k]);
    }
    series[degree]
}

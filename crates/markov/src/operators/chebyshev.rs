//! Continuous time when many jumps happen: what a time does as a series of Chebyshev polynomials of the jumps' matrix
//! (Tal-Ezer and Kosloff 1984), which needs about the square root of the products that uniformisation needs.
//!
//! In time counted in jumps, values follow `y' = (A - I) y`. With `a(k) = exp(-z) I_k(z)` (Bessel's functions) and the
//! polynomials' vectors `t(0) = y`, `t(1) = A t(0)`, `t(k+1) = 2 A t(k) - t(k-1)`, the values after `z` jumps are
//! `a(0) t(0) + 2 Σ a(k) t(k)`.
//!
//! The sum is cut off and every vector rounded, so that it follows a slightly different equation, and the difference is known:
//! cut off after `m` it is `a(m+1) t(m) - a(m) t(m+1)`, and rounding `t(k+1)` by `r` adds `a(k) r`. Since `exp((A - I) z)`
//! enlarges nothing, errors are at most the integral of that difference. So nothing is assumed of the matrix; where its
//! eigenvalues are far from real, the vectors grow, the bound shows it, and less time is taken at once.

use super::transient::Uniform;

/// Below so many jumps at once, one product per jump is as good.
pub const JUMPS_MIN: f64 = 400.0;
/// More are not taken at once, so that the coefficients stay few.
const JUMPS_MAX: f64 = 4e6;
/// How much more rounding than in a series that does not grow is accepted.
const GROWTH_MAX: f64 = 30.0;
/// Vectors that grow further than this are of no use whatever their coefficients.
const BLOWN_UP: f64 = 1e8;

/// Values after a time, or their integral over it, and what they may be wrong by.
pub struct Evolved {
    pub values: Vec<f64>,
    pub error: f64,
}

/// The expectation of `x` after so many jumps; `None` if this takes longer than a product per jump.
pub fn after(uniform: &Uniform, x: &[f64], jumps: f64) -> Option<Evolved> {
    evolve(uniform, x, jumps, false).map(|(after, _)| after)
}

/// The integral of that over the time of so many jumps.
pub fn accumulated(uniform: &Uniform, x: &[f64], jumps: f64) -> Option<Evolved> {
    evolve(uniform, x, jumps, true).map(|(_, integral)| integral)
}

fn evolve(uniform: &Uniform, x: &[f64], jumps: f64, integrate: bool) -> Option<(Evolved, Evolved)> {
    let mut now = Evolved { values: x.to_vec(), error: 0.0 };
    let mut integral = Evolved { values: vec![0.0; if integrate { x.len() } else { 0 }], error: 0.0 };
    let (mut left, mut stride) = (jumps, jumps.min(JUMPS_MAX));
    let mut series = Series::new(stride);
    while left > 0.0 {
        if left < stride {
            stride = left;
            series = Series::new(stride);
        }
        let Some(step) = series.step(uniform, &now.values, &mut integral.values) else {
            if stride < 4.0 * JUMPS_MIN {
                return None;
            }
            stride /= 4.0;
            series = Series::new(stride);
            continue;
        };
        integral.error += stride * now.error + step.integral_error;
        now = Evolved { values: step.after.values, error: now.error + step.after.error };
        left -= stride;
        // The difference of two sums of strides is no jump.
        if left < jumps * f64::EPSILON * 16.0 {
            break;
        }
        if step.is_calm && left > stride && stride < JUMPS_MAX {
            stride = (2.0 * stride).min(left);
            series = Series::new(stride);
        }
    }
    Some((now, integral))
}

struct Step {
    after: Evolved,
    integral_error: f64,
    /// Whether the vectors did not grow, so that more may be taken at once.
    is_calm: bool,
}

/// The coefficients for one number of jumps.
struct Series {
    /// `exp(-z) I_k(z)`.
    at: Vec<f64>,
    /// Their integrals from 0 to `z`.
    until: Vec<f64>,
    /// The integrals of those.
    twice: Vec<f64>,
}

impl Series {
    fn new(jumps: f64) -> Series {
        // They fall like exp(-k²/2z), and faster once k is as large as z.
        let terms = (2.0 * jumps * 120.0).sqrt() as usize + 60;
        // Backwards (Miller): I_{k-1} = I_{k+1} + 2k/z I_k. All terms are positive; they sum to one with both signs of k.
        let mut at = vec![0.0; terms + 2];
        at[terms] = 1e-280;
        for k in (1..=terms).rev() {
            at[k - 1] = at[k + 1] + 2.0 * k as f64 / jumps * at[k];
        }
        let sum = at[0] + 2.0 * at[1..].iter().rev().sum::<f64>();
        at.iter_mut().for_each(|one| *one /= sum);
        let until = integrals(&at);
        let twice = integrals(&until);
        Series { at, until, twice }
    }

    /// Values after the jumps from `x`; their integral is added to `integral` unless that is empty.
    fn step(&self, uniform: &Uniform, x: &[f64], integral: &mut [f64]) -> Option<Step> {
        // Per entry a product, a sum, what its weight was rounded by, and what staying was; half an epsilon each.
        let rounding = (uniform.degree + 6) as f64 * f64::EPSILON;
        // Other states keep their values, in every vector.
        let outside = uniform.outside;
        let first = x.iter().fold(outside, |most: f64, value| most.max(value.abs()));
        let (mut before, mut now) = (vec![0.0; x.len()], x.to_vec());
        let mut total: Vec<f64> = x.iter().map(|value| self.at[0] * value).collect();
        let mut gained = integral.to_vec();
        add(&mut gained, self.until[0], x);
        let (mut norm_before, mut norm) = (0.0, first);
        let (mut rounded, mut rounded_until, mut steady) = (0.0, 0.0, 0.0);
        let (mut summed, mut summed_until) = (self.at[0] * first, self.until[0] * first);
        for k in 0..self.at.len() - 2 {
            // `before` becomes the next.
            let next = uniform.chebyshev(&now, &mut before, k == 0).max(outside);
            std::mem::swap(&mut before, &mut now);
            let missed = rounding * (2.0 * norm + norm_before);
            rounded += self.until[k] * missed;
            rounded_until += self.twice[k] * missed;
            steady += self.until[k] * rounding * 3.0 * first;
            let cut = self.until[k + 1] * norm + self.until[k] * next;
            if next > BLOWN_UP * first || rounded > GROWTH_MAX * steady {
                return None;
            }
            if cut <= 1e-16 * first {
                let cut_until = self.twice[k + 1] * norm + self.twice[k] * next;
                // Coefficients are known as well as their recurrence and their sum let them.
                let known = (8 * self.at.len() + 2 * k) as f64 * f64::EPSILON;
                integral.copy_from_slice(&gained);
                return Some(Step {
                    after: Evolved { values: total, error: cut + rounded + known * summed },
                    integral_error: cut_until + rounded_until + known * summed_until,
                    is_calm: rounded < 2.0 * steady,
                });
            }
            (norm_before, norm) = (norm, next);
            add(&mut total, 2.0 * self.at[k + 1], &now);
            add(&mut gained, 2.0 * self.until[k + 1], &now);
            summed += 2.0 * self.at[k + 1] * norm;
            summed_until += 2.0 * self.until[k + 1] * norm;
        }
        None
    }
}

/// The integrals of coefficients over the jumps: `a(k)' = (a(k-1) + a(k+1))/2 - a(k)`, so that the second difference of the
/// integrals is twice what is integrated, for all but the first.
fn integrals(at: &[f64]) -> Vec<f64> {
    let mut until = vec![0.0; at.len()];
    let mut slope = 0.0;
    for k in (0..at.len() - 1).rev() {
        slope += 2.0 * at[k + 1];
        until[k] = until[k + 1] + slope;
    }
    until
}

/// Adds a multiple of `vector` to `total`, unless that is empty.
fn add(total: &mut [f64], factor: f64, vector: &[f64]) {
    for (total, value) in total.iter_mut().zip(vector) {
        *total += factor * value;
    }
}

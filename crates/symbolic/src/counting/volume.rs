//! The exact volume of a polytope of reals, by Lawrence's formula (Lawrence 1991).
//!
//! Each vertex of the perturbed, hence simple, polytope contributes `(λ·v)^n / (n! |det D| Π γ_j)` where the rows of D are
//! its tight normals and `λ = Σ γ_j d_j` for one generic direction λ. Strict and weak inequalities have equal volume.

use super::polytope::{Polytope, Vertex, for_each_vertex};
use super::scalar::{Checked, Scalar, Stop};
use dashu::base::{Gcd, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use space::Rng;

/// `Σ coefficient·variable + constant <= 0` over the reals.
#[derive(Clone, Debug, PartialEq)]
pub struct RealConstraint {
    pub terms: Vec<(usize, RBig)>,
    pub constant: RBig,
}

/// The volume of the part of the box `bounds` that satisfies all constraints.
pub fn volume(bounds: &[(RBig, RBig)], constraints: &[RealConstraint]) -> RBig {
    let dimension = bounds.len();
    if bounds.iter().any(|(low, high)| low >= high) {
        return RBig::ZERO;
    }
    if dimension == 0 {
        let holds = constraints.iter().all(|constraint| constraint.constant <= RBig::ZERO);
        return if holds { RBig::ONE } else { RBig::ZERO };
    }
    let mut polytope = Polytope { dimension, normals: Vec::new(), limits: Vec::new(), count_bound: IBig::ZERO };
    let mut add = |coefficients: Vec<RBig>, limit: RBig| {
        let mut scale = limit.denominator().clone();
        for coefficient in &coefficients {
            scale = least_common_multiple(scale, coefficient.denominator());
        }
        let scale = RBig::from(IBig::from(scale));
        polytope.normals.push(coefficients.iter().map(|c| (c * &scale).numerator().clone()).collect());
        polytope.limits.push((limit * &scale).numerator().clone());
    };
    for constraint in constraints {
        let mut coefficients = vec![RBig::ZERO; dimension];
        for (variable, coefficient) in &constraint.terms {
            coefficients[*variable] += coefficient;
        }
        if coefficients.iter().all(RBig::is_zero) {
            if constraint.constant > RBig::ZERO {
                return RBig::ZERO;
            }
            continue;
        }
        add(coefficients, -constraint.constant.clone());
    }
    for (variable, (low, high)) in bounds.iter().enumerate() {
        let mut unit = vec![RBig::ZERO; dimension];
        unit[variable] = RBig::ONE;
        add(unit.clone(), high.clone());
        unit[variable] = -RBig::ONE;
        add(unit, -low.clone());
    }
    for seed in 0.. {
        if let Ok(total) = sum_over_vertices(&polytope, seed) {
            return total;
        }
    }
    unreachable!("some direction is generic")
}

pub(crate) fn least_common_multiple(a: UBig, b: &UBig) -> UBig {
    let divisor = Gcd::gcd(&a, b);
    a / divisor * b
}

fn sum_over_vertices(polytope: &Polytope<IBig>, seed: u64) -> Checked<RBig> {
    let n = polytope.dimension;
    let mut rng = Rng::new(seed);
    let direction: Vec<IBig> = (0..n).map(|_| IBig::from(1 + rng.below(1 << 20))).collect();
    let mut total = RBig::ZERO;
    for_each_vertex(polytope, &mut |vertex: Vertex<'_, IBig>| {
        let along = vertex.numerators.iter().zip(&direction).fold(IBig::ZERO, |sum, (&x, d)| sum + x * d);
        // With the determinant det: λ·v = along/det and γ_j = weight_j/det, so that (λ·v)^n / (det Πγ) = along^n / (det Πweight).
        let mut denominator = IBig::from(vertex.determinant.unsigned_abs());
        for column in 0..n {
            let weight =
                vertex.inverse.chunks_exact(n).zip(&direction).fold(IBig::ZERO, |sum, (row, d)| sum + &row[column] * d);
            if Scalar::is_zero(&weight) {
                return Err(Stop::Effort);
            }
            denominator *= weight;
        }
        let sign = if denominator < IBig::ZERO { IBig::NEG_ONE } else { IBig::ONE };
        total += RBig::from_parts(along.pow(n) * sign, denominator.unsigned_abs());
        Ok(())
    })?;
    let factorial = (1..=n).fold(IBig::ONE, |product, k| product * IBig::from(k));
    Ok(total / RBig::from(factorial))
}

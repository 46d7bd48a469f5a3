//! A short vector of the lattice of integer points, in the coordinates of a cone's generators.
//!
//! Replacing each generator in turn by it gives cones whose indices are the absolute values of its coordinates, so that small
//! coordinates are wanted. Small indices are searched exhaustively, others by lattice reduction (Lenstra, Lenstra and Lovász 1982).

use super::scalar::{Checked, Scalar};

/// Up to this index all multiples of a unit vector are looked at: of the few lattice vectors none is missed, and
/// adding small numbers is cheaper than reducing a basis.
const EXHAUSTIVE_INDEX_MAX: i64 = 400;

/// Coordinates (times the index) of a lattice vector over the generators, each at most half the index in absolute value
/// and as small as could be found; at least one is positive. Row `i` of `inverse` holds those of the `i`-th unit vector.
///
/// The unit vectors' coordinates generate the lattice, which contains all multiples of the index in each coordinate: any
/// vector may be reduced modulo the index, so that halving is certain even where the lattice reduction finds nothing.
pub fn short_vector<S: Scalar>(inverse: &[S], dimension: usize, index: &S) -> Checked<Vec<S>> {
    let mut vector = match index.to_word() {
        Some(index) if index <= EXHAUSTIVE_INDEX_MAX => exhaustive(inverse, dimension, index),
        _ => reduced(inverse, dimension, index)?,
    };
    if vector.iter().all(|coordinate| coordinate.signum() <= 0) {
        for coordinate in &mut vector {
            *coordinate = coordinate.negated()?;
        }
    }
    Ok(vector)
}

/// The best multiple of a unit vector. Where the lattice modulo the index is cyclic, these are all there are.
fn exhaustive<S: Scalar>(inverse: &[S], dimension: usize, index: i64) -> Vec<S> {
    let mut best = vec![0; dimension];
    let mut best_size = (i64::MAX, i64::MAX);
    let mut row = vec![0i64; dimension];
    let mut multiple = vec![0i64; dimension];
    for unit in inverse.chunks_exact(dimension) {
        let mut order = index;
        for (value, coordinate) in row.iter_mut().zip(unit) {
            *value = coordinate.residue(index as u64) as i64;
            order = order.gcd(value).expect("a divisor of the index is a word");
        }
        let order = index / order;
        multiple.copy_from_slice(&row);
        for factor in 1..=order / 2 {
            let (mut largest, mut sum) = (0, 0);
            for (value, step) in multiple.iter_mut().zip(&row) {
                let size = (*value).min(index - *value);
                largest = largest.max(size);
                sum += size;
                *value += step;
                *value -= if *value >= index { index } else { 0 };
            }
            if (largest, sum) < best_size {
                best_size = (largest, sum);
                for (kept, step) in best.iter_mut().zip(&row) {
                    *kept = step * factor % index;
                }
            }
        }
        if order == index {
            break;
        }
    }
    assert!(best_size.0 > 0 && best_size.0 < i64::MAX, "a cone of index above one has a vector between its generators");
    best.iter().map(|&value| S::from_word(if value > index - value { value - index } else { value })).collect()
}

/// The best of the unit vectors, of a reduced basis, and of the sums and differences of its vectors.
fn reduced<S: Scalar>(inverse: &[S], dimension: usize, index: &S) -> Checked<Vec<S>> {
    let mut best: Option<(S, S, Vec<S>)> = None;
    let mut consider = |candidate: &[S]| -> Checked<()> {
        let candidate = centred(candidate, index)?;
        let (mut largest, mut sum) = (S::zero(), S::zero());
        for coordinate in &candidate {
            let size = coordinate.absolute()?;
            sum = sum.plus(&size)?;
            largest = largest.max(size);
        }
        let better = best.as_ref().is_none_or(|(size, total, _)| (&largest, &sum) < (size, total));
        if !largest.is_zero() && better {
            best = Some((largest, sum, candidate));
        }
        Ok(())
    };
    for row in inverse.chunks_exact(dimension) {
        consider(row)?;
    }
    let mut basis = inverse.to_vec();
    reduce_basis(&mut basis, dimension)?;
    let rows: Vec<&[S]> = basis.chunks_exact(dimension).collect();
    for (position, row) in rows.iter().enumerate() {
        consider(row)?;
        for other in &rows[position + 1..] {
            consider(&row.iter().zip(*other).map(|(a, b)| a.plus(b)).collect::<Checked<Vec<S>>>()?)?;
            consider(&row.iter().zip(*other).map(|(a, b)| a.minus(b)).collect::<Checked<Vec<S>>>()?)?;
        }
    }
    Ok(best.expect("a cone of index above one has a vector between its generators").2)
}

fn centred<S: Scalar>(vector: &[S], index: &S) -> Checked<Vec<S>> {
    let twice_index = index.plus(index)?;
    vector
        .iter()
        .map(|coordinate| {
            let quotient = coordinate.plus(coordinate)?.plus(index)?.div_floor(&twice_index)?;
            if quotient.is_zero() { Ok(coordinate.clone()) } else { coordinate.minus(&quotient.times(index)?) }
        })
        .collect()
}

/// Lattice reduction with floating-point projections. Its result is only a source of candidates, so that rounding can
/// cost speed but not correctness; for the same reason it stops after a fixed number of steps.
fn reduce_basis<S: Scalar>(basis: &mut [S], n: usize) -> Checked<()> {
    // Orthogonalised rows, their squared norms and the projections on them; all before row k are up to date.
    let (mut orthogonal, mut norms, mut projections) = (vec![0.0; n * n], vec![0.0; n], vec![0.0; n * n]);
    let mut k = 0;
    for _ in 0..40 * n * n {
        if k >= n {
            break;
        }
        project(basis, n, k, &mut orthogonal, &mut norms, &mut projections);
        for j in (0..k).rev() {
            let factor: f64 = projections[k * n + j];
            let factor = factor.round();
            if factor == 0.0 || !factor.is_finite() {
                continue;
            }
            let whole = S::from_f64(factor)?;
            let (before, after) = basis.split_at_mut(k * n);
            for (value, along) in after[..n].iter_mut().zip(&before[j * n..(j + 1) * n]) {
                *value = value.minus(&whole.times(along)?)?;
            }
            for i in 0..j {
                projections[k * n + i] -= factor * projections[j * n + i];
            }
            projections[k * n + j] -= factor;
        }
        let last = if k > 0 { projections[k * n + k - 1] } else { 0.0 };
        if k == 0 || norms[k] >= (0.75 - last * last) * norms[k - 1] {
            k += 1;
        } else {
            for column in 0..n {
                basis.swap(k * n + column, (k - 1) * n + column);
            }
            k -= 1;
        }
    }
    Ok(())
}

/// Gram and Schmidt's step for row `k`, given those before it.
fn project<S: Scalar>(
    basis: &[S],
    n: usize,
    k: usize,
    orthogonal: &mut [f64],
    norms: &mut [f64],
    projections: &mut [f64],
) {
    let (before, after) = orthogonal.split_at_mut(k * n);
    let rest = &mut after[..n];
    for (value, coordinate) in rest.iter_mut().zip(&basis[k * n..(k + 1) * n]) {
        *value = coordinate.to_f64();
    }
    // Projecting what is left instead of the row itself loses less to rounding.
    for (j, direction) in before.chunks_exact(n).enumerate() {
        let product: f64 = rest.iter().zip(direction).map(|(a, b)| a * b).sum();
        let coefficient = if norms[j] > 0.0 { product / norms[j] } else { 0.0 };
        for (value, along) in rest.iter_mut().zip(direction) {
            *value -= coefficient * along;
        }
        projections[k * n + j] = coefficient;
    }
    norms[k] = rest.iter().map(|x| x * x).sum();
}

//! The vertices of a polytope and the count by Brion's theorem: the sum of the generating functions of its vertex cones.
//!
//! Every right-hand side is moved outwards by a random infinitesimal. The perturbed polytope is simple, whatever the
//! real one is: each of its vertices has exactly `n` tight rows. Their normals span one simplicial cone of a
//! triangulation of the normal cone at the real vertex, because a generic shift induces a regular triangulation.
//! As the shift shrinks to nothing, the identity between indicator functions passes to the limit, so that degenerate
//! vertices and polytopes without interior are counted right without being recognised.
//!
//! Vertices are visited by pivoting from neighbour to neighbour on an integer dictionary (fraction-free, as in Bareiss).

use super::cone::Evaluation;
use super::counter::Counter;
use super::problem::{Problem, RowRelation};
use super::scalar::{Checked, Scalar};
use dashu::integer::IBig;
use hashbrown::HashSet;
use space::Rng;
use std::cmp::Ordering;

/// `normals[i] · x <= limits[i]`, known to be bounded.
pub struct Polytope<S> {
    pub dimension: usize,
    pub normals: Vec<Vec<S>>,
    pub limits: Vec<S>,
    /// At least the number of integer points.
    pub count_bound: IBig,
}

impl<S: Scalar> Polytope<S> {
    pub fn new(problem: &Problem<S>) -> Checked<Polytope<S>> {
        let dimension = problem.dimension();
        let mut polytope = Polytope { dimension, normals: Vec::new(), limits: Vec::new(), count_bound: IBig::ONE };
        for row in &problem.rows {
            assert!(row.relation == RowRelation::AtMostZero, "only inequalities describe a polytope");
            polytope.normals.push(row.coefficients.clone());
            polytope.limits.push(row.constant.negated()?);
        }
        for variable in 0..dimension {
            polytope.count_bound *= problem.width(variable)?.to_big();
            let mut unit = vec![S::zero(); dimension];
            unit[variable] = S::one();
            polytope.normals.push(unit.clone());
            polytope.limits.push(problem.upper[variable].clone());
            unit[variable] = S::from_word(-1);
            polytope.normals.push(unit);
            polytope.limits.push(problem.lower[variable].negated()?);
        }
        Ok(polytope)
    }
}

/// A vertex of the perturbed polytope, in the words of the unperturbed one.
pub struct Vertex<'a, S> {
    /// The rows that are tight.
    pub tight: &'a [usize],
    /// The absolute value of the determinant of the tight rows' normals.
    pub determinant: &'a S,
    /// The coordinates, times `determinant`.
    pub numerators: Vec<&'a S>,
    /// Row `i`: the coordinates of the `i`-th unit vector over the tight normals, times `determinant`; row after row.
    pub inverse: Vec<S>,
}

/// The number of integer points.
pub fn count<S: Scalar>(polytope: &Polytope<S>, counter: &mut Counter) -> Checked<IBig> {
    for seed in 0.. {
        let mut evaluation = Evaluation::new(polytope.dimension, &polytope.count_bound, seed);
        let mut generic = true;
        for_each_vertex(polytope, &mut |vertex| {
            counter.spend(1)?;
            if generic {
                generic = evaluation.add_vertex(polytope, &vertex, counter)?;
            }
            Ok(())
        })?;
        // An unlucky direction is orthogonal to an edge modulo a prime: one chance in 2^50.
        if generic && let Some(total) = evaluation.total() {
            return Ok(total);
        }
    }
    unreachable!("some direction is generic")
}

/// Visits every vertex of the randomly perturbed polytope once.
pub fn for_each_vertex<S: Scalar>(
    polytope: &Polytope<S>,
    visit: &mut dyn FnMut(Vertex<'_, S>) -> Checked<()>,
) -> Checked<()> {
    for seed in 0.. {
        let Some(start) = Dictionary::feasible(polytope, seed)? else { return Ok(()) };
        let mut bases = Vec::new();
        if walk(start, &mut bases)? {
            // Visiting waits until the walk has shown the perturbation to be generic.
            for dictionary in &bases {
                visit(dictionary.vertex(polytope.normals.len())?)?;
            }
            return Ok(());
        }
    }
    unreachable!("some perturbation is generic")
}

/// Collects all feasible dictionaries reachable by pivots; false if a tie shows the perturbation not to be generic.
fn walk<S: Scalar>(start: Dictionary<S>, bases: &mut Vec<Dictionary<S>>) -> Checked<bool> {
    let mut seen = HashSet::new();
    seen.insert(start.key());
    let mut next = 0;
    bases.push(start);
    while next < bases.len() {
        for column in 0..bases[next].cobasis.len() {
            let dictionary = &bases[next];
            let row = match dictionary.leaving_row(column)? {
                Leaving::Row(row) => row,
                Leaving::Tie => return Ok(false),
            };
            if seen.insert(dictionary.key_after(row, column)) {
                let neighbour = dictionary.pivoted(row, column)?;
                bases.push(neighbour);
            }
        }
        next += 1;
    }
    Ok(true)
}

/// The basic quantities (slacks, then coordinates) as affine functions of the `n` non-basic slacks.
#[derive(Clone)]
struct Dictionary<S> {
    dimension: usize,
    /// Per quantity: constant, infinitesimal, coefficients of the non-basic ones; everything over `denominator`.
    table: Vec<S>,
    /// The quantities at zero, one per column.
    cobasis: Vec<usize>,
    denominator: S,
    slacks: usize,
}

enum Leaving {
    Row(usize),
    Tie,
}

impl<S: Scalar> Dictionary<S> {
    /// A dictionary of some vertex, or none if there is none.
    fn feasible(polytope: &Polytope<S>, seed: u64) -> Checked<Option<Dictionary<S>>> {
        let (n, slacks) = (polytope.dimension, polytope.normals.len());
        let mut rng = Rng::new(seed);
        let mut table = Vec::with_capacity((slacks + n) * (n + 2));
        for (normal, limit) in polytope.normals.iter().zip(&polytope.limits) {
            table.push(limit.clone());
            table.push(S::from_word(1 + rng.below(1 << (14 + seed.min(20))) as i64));
            for coefficient in normal {
                table.push(coefficient.negated()?);
            }
        }
        table.resize((slacks + n) * (n + 2), S::zero());
        let cobasis = (slacks..slacks + n).collect();
        let mut dictionary = Dictionary { dimension: n, table, cobasis, denominator: S::one(), slacks };
        for column in 0..n {
            // The coordinates leave the cobasis for any rows that are independent.
            let row = (0..slacks)
                .rev()
                .find(|&row| !dictionary.is_nonbasic(row) && !dictionary.at(row, column + 2).is_zero())
                .expect("the rows of a bounded polytope span the space");
            dictionary = dictionary.pivoted(row, column)?;
        }
        loop {
            // Bland's rule on the feasibility problem (the criss-cross method without objective) cannot cycle.
            let Some(row) = (0..slacks).find(|&row| !dictionary.is_nonbasic(row) && dictionary.sign(row) < 0) else {
                return Ok(Some(dictionary));
            };
            let columns = (0..n).filter(|&column| dictionary.at(row, column + 2).signum() > 0);
            let Some(column) = columns.min_by_key(|&column| dictionary.cobasis[column]) else { return Ok(None) };
            dictionary = dictionary.pivoted(row, column)?;
        }
    }

    fn at(&self, row: usize, column: usize) -> &S {
        &self.table[row * (self.dimension + 2) + column]
    }

    fn is_nonbasic(&self, quantity: usize) -> bool {
        self.cobasis.contains(&quantity)
    }

    /// The sign of a quantity's value, the infinitesimal included.
    fn sign(&self, row: usize) -> i32 {
        match self.at(row, 0).signum() {
            0 => self.at(row, 1).signum(),
            sign => sign,
        }
    }

    fn key(&self) -> Box<[u64]> {
        let mut key = vec![0u64; self.slacks.div_ceil(64)].into_boxed_slice();
        for &row in &self.cobasis {
            key[row / 64] |= 1 << (row % 64);
        }
        key
    }

    fn key_after(&self, row: usize, column: usize) -> Box<[u64]> {
        let mut key = self.key();
        let entering = self.cobasis[column];
        key[entering / 64] &= !(1 << (entering % 64));
        key[row / 64] |= 1 << (row % 64);
        key
    }

    /// The slack that first reaches zero when the one of `column` grows.
    fn leaving_row(&self, column: usize) -> Checked<Leaving> {
        let mut best: Option<usize> = None;
        let mut tie = false;
        for row in 0..self.slacks {
            if self.at(row, column + 2).signum() >= 0 || self.is_nonbasic(row) {
                continue;
            }
            match best {
                None => best = Some(row),
                Some(other) => match self.compare_ratios(row, other, column)? {
                    Ordering::Less => {
                        best = Some(row);
                        tie = false;
                    }
                    Ordering::Equal => tie = true,
                    Ordering::Greater => {}
                },
            }
        }
        let row = best.expect("a bounded polytope has an end in every direction");
        Ok(if tie { Leaving::Tie } else { Leaving::Row(row) })
    }

    fn compare_ratios(&self, row: usize, other: usize, column: usize) -> Checked<Ordering> {
        let (slope, other_slope) = (self.at(row, column + 2), self.at(other, column + 2));
        for part in 0..2 {
            // value/-slope against other_value/-other_slope, both slopes negative
            let left = self.at(row, part).times(other_slope)?;
            let right = self.at(other, part).times(slope)?;
            match right.cmp(&left) {
                Ordering::Equal => {}
                order => return Ok(order),
            }
        }
        Ok(Ordering::Equal)
    }

    /// Exchanges the basic quantity `leaving` with the non-basic one of `column`.
    fn pivoted(&self, leaving: usize, column: usize) -> Checked<Dictionary<S>> {
        let width = self.dimension + 2;
        let entering = self.cobasis[column];
        let pivot = self.at(leaving, column + 2).clone();
        let negative = pivot.signum() < 0;
        let flip = |value: S| if negative { value.negated() } else { Ok(value) };
        let factor = flip(pivot)?;
        let pivot_row = &self.table[leaving * width..(leaving + 1) * width];
        let mut cobasis = self.cobasis.clone();
        cobasis[column] = leaving;
        let mut table = Vec::with_capacity(self.table.len());
        for row in 0..self.table.len() / width {
            if row == entering {
                for (index, value) in pivot_row.iter().enumerate() {
                    let value = if index == column + 2 { self.denominator.clone() } else { value.negated()? };
                    table.push(flip(value)?);
                }
            } else if row == leaving || self.is_nonbasic(row) {
                table.resize(table.len() + width, S::zero());
            } else {
                let scale = flip(self.at(row, column + 2).clone())?;
                for (index, value) in pivot_row.iter().enumerate() {
                    if index == column + 2 {
                        table.push(scale.clone());
                        continue;
                    }
                    table.push(self.at(row, index).eliminated(&factor, &scale, value, &self.denominator)?);
                }
            }
        }
        Ok(Dictionary { dimension: self.dimension, table, cobasis, denominator: factor, slacks: self.slacks })
    }

    fn vertex(&self, slacks: usize) -> Checked<Vertex<'_, S>> {
        let coordinates = slacks..slacks + self.dimension;
        let mut inverse = Vec::with_capacity(self.dimension * self.dimension);
        for row in coordinates.clone() {
            for column in 0..self.dimension {
                inverse.push(self.at(row, column + 2).negated()?);
            }
        }
        Ok(Vertex {
            tight: &self.cobasis,
            determinant: &self.denominator,
            numerators: coordinates.map(|row| self.at(row, 0)).collect(),
            inverse,
        })
    }
}

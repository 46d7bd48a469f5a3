//! Signed decomposition of simplicial cones into unimodular ones, and the value of their generating functions at one.
//!
//! Barvinok's algorithm in the dual (Barvinok and Pommersheim 1999; De Loera et al. 2004): a cone of normals of index d
//! is replaced by cones of smaller index through a short lattice vector, until a sum over characters is cheaper; cones of lower dimension are dual to cones
//! with lines, whose generating functions vanish, and are dropped. A unimodular cone of normals `d_1..d_n` at vertex v
//! contributes `x^p / Π(1-x^u_j)`. With `x = e^(tλ)` and `λ = Σ μ_j d_j` the exponent of p is `α = Σ μ_j ⌊d_j·v⌋`, that
//! of u_j is `-μ_j`, and the constant term in t is `1/Πμ_j · [t^n] e^(tα) Π td(tμ_j)`: only the μ_j are needed.

use super::character::Characters;
use super::counter::Counter;
use super::field::{self, DEGREE_MAX, Field, Residue};
use super::polytope::{Polytope, Vertex};
use super::scalar::{Checked, Scalar, Stop};
use super::short_vector::short_vector;
use dashu::base::BitTest;
use dashu::integer::IBig;
use space::Rng;

/// The sum of cone contributions so far, modulo as many primes as the count may need.
pub struct Evaluation {
    dimension: usize,
    fields: Vec<&'static Field>,
    /// Per field, λ.
    directions: Vec<Vec<Residue>>,
    /// Per field, numerators and products of μ not yet divided: inverses are taken in one batch.
    pending: Vec<Vec<(Residue, Residue)>>,
    totals: Vec<Residue>,
    scratch: Weights,
}

/// One cone on the way to unimodularity.
struct Cone<S> {
    index: S,
    /// Row `i`: coordinates of the `i`-th unit vector over the normals, times `index`; row after row.
    inverse: Vec<S>,
    /// Per normal, `normal · vertex` times the vertex's determinant. The normals themselves are not needed.
    values: Vec<S>,
    weights: Weights,
    positive: bool,
}

/// What a unimodular cone contributes with: field by field, one number per normal.
#[derive(Clone, Default)]
struct Weights {
    mu: Vec<Residue>,
    /// `⌊normal · vertex⌋`.
    floors: Vec<Residue>,
    /// The same modulo [`SMALL`], once for all fields.
    small_floors: Vec<u32>,
}

/// A multiple of all orders of characters.
const SMALL: u64 = 720_720;

const BATCH: usize = 64;

impl Evaluation {
    pub fn new(dimension: usize, count_bound: &IBig, seed: u64) -> Evaluation {
        // One prime more than 62 bits each would need never hurts correctness, only time: the bound itself must fit.
        let primes = count_bound.bit_len() / 61 + 1;
        let fields: Vec<&'static Field> = (0..primes).map(field::field).collect();
        let mut rng = Rng::new(seed);
        let directions =
            fields.iter().map(|f| (0..dimension).map(|_| f.embed(1 + rng.next_u64() % (f.prime() - 1))).collect());
        Evaluation {
            dimension,
            directions: directions.collect(),
            pending: vec![Vec::with_capacity(BATCH); fields.len()],
            totals: fields.iter().map(|f| f.zero()).collect(),
            scratch: Weights::default(),
            fields,
        }
    }

    /// Adds the contribution of a vertex; false if the direction is not generic for it.
    pub fn add_vertex<S: Scalar>(
        &mut self,
        polytope: &Polytope<S>,
        vertex: &Vertex<'_, S>,
        counter: &mut Counter,
    ) -> Checked<bool> {
        if self.dimension > DEGREE_MAX {
            return Err(Stop::Effort);
        }
        // A tight row is met with equality: its floor is its limit.
        let limits: Vec<&S> = vertex.tight.iter().map(|&row| &polytope.limits[row]).collect();
        let small_floors = limits.iter().map(|limit| limit.residue(SMALL) as u32).collect();
        let mut weights = Weights { small_floors, ..Weights::default() };
        for field in &self.fields {
            weights.floors.extend(limits.iter().map(|limit| embed(field, *limit)));
        }
        for (field, direction) in self.fields.iter().zip(&self.directions) {
            let scale = field.inverse_of(vertex.determinant);
            let coordinates = (0..self.dimension).map(|column| {
                let terms = vertex.inverse.chunks_exact(self.dimension).zip(direction);
                let sum = terms.fold(field.zero(), |sum, (row, &lambda)| {
                    if row[column].is_zero() {
                        sum
                    } else {
                        field.plus(sum, field.times(lambda, embed(field, &row[column])))
                    }
                });
                field.times(sum, scale)
            });
            weights.mu.extend(coordinates);
        }
        if vertex.determinant.is_unit() {
            return Ok(self.add_unimodular(&weights, true));
        }
        if let Some(characters) = Characters::of(&vertex.inverse, self.dimension, vertex.determinant) {
            return Ok(self.add_characters(&characters, &weights, true));
        }
        let cone = Cone {
            index: vertex.determinant.clone(),
            inverse: vertex.inverse.clone(),
            values: limits.iter().map(|limit| limit.times(vertex.determinant)).collect::<Checked<_>>()?,
            weights,
            positive: true,
        };
        self.decompose(cone, vertex.determinant, counter)
    }

    /// Adds the cones that replace one whose index is too large to be evaluated as it is.
    fn decompose<S: Scalar>(&mut self, cone: Cone<S>, determinant: &S, counter: &mut Counter) -> Checked<bool> {
        let coordinates = short_vector(&cone.inverse, self.dimension, &cone.index)?;
        let value = S::combined(&coordinates, &cone.values, &cone.index)?;
        let floor = value.div_floor(determinant)?;
        for position in 0..self.dimension {
            if coordinates[position].is_zero() {
                continue;
            }
            counter.spend(1)?;
            let positive = cone.positive == (coordinates[position].signum() > 0);
            let mut weights = std::mem::take(&mut self.scratch);
            weights.mu.clone_from(&cone.weights.mu);
            weights.floors.clone_from(&cone.weights.floors);
            weights.small_floors.clone_from(&cone.weights.small_floors);
            self.exchange(&mut weights, &cone.index, &coordinates, &floor, position);
            let generic = if coordinates[position].is_unit() {
                self.add_unimodular(&weights, positive)
            } else {
                let index = coordinates[position].absolute()?;
                let inverse = cone.inverse_after(&coordinates, position)?;
                match Characters::of(&inverse, self.dimension, &index) {
                    Some(characters) => self.add_characters(&characters, &weights, positive),
                    None => {
                        let mut values = cone.values.clone();
                        values[position] = value.clone();
                        let child = Cone { index, inverse, values, weights: weights.clone(), positive };
                        self.decompose(child, determinant, counter)?
                    }
                }
            };
            self.scratch = weights;
            if !generic {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// λ over the normals after the one at `position` was replaced by the vector with the given coordinates.
    fn exchange<S: Scalar>(&self, weights: &mut Weights, index: &S, coordinates: &[S], floor: &S, position: usize) {
        let n = self.dimension;
        let pivot = &coordinates[position];
        weights.small_floors[position] = floor.residue(SMALL) as u32;
        for (number, field) in self.fields.iter().enumerate() {
            let mu = &mut weights.mu[number * n..(number + 1) * n];
            let scaled = field.times(mu[position], field.inverse_of(pivot));
            for (other, coordinate) in coordinates.iter().enumerate() {
                if other != position && !coordinate.is_zero() {
                    mu[other] = field.minus(mu[other], field.times(scaled, embed(field, coordinate)));
                }
            }
            mu[position] = field.times(scaled, embed(field, index));
            weights.floors[number * n + position] = embed(field, floor);
        }
    }

    fn add_unimodular(&mut self, weights: &Weights, positive: bool) -> bool {
        let mut generic = true;
        let n = self.dimension;
        for position in 0..self.fields.len() {
            let field = self.fields[position];
            let part = position * n..(position + 1) * n;
            let (mu, floors) = (&weights.mu[part.clone()], &weights.floors[part]);
            let numerator = todd_coefficient(field, mu, floors);
            let product = mu.iter().skip(1).fold(mu[0], |product, &factor| field.times(product, factor));
            generic &= !field.is_zero(product);
            let signed = if positive { numerator } else { field.minus(field.zero(), numerator) };
            self.pending[position].push((signed, product));
        }
        if generic && self.pending[0].len() >= BATCH {
            self.flush();
        }
        generic
    }

    fn add_characters(&mut self, characters: &Characters, weights: &Weights, positive: bool) -> bool {
        let mut generic = true;
        let n = self.dimension;
        for exponents in characters.iter() {
            for position in 0..self.fields.len() {
                let field = self.fields[position];
                let part = position * n..(position + 1) * n;
                let (mu, floors) = (&weights.mu[part.clone()], &weights.floors[part]);
                let (term, product) = characters.term(field, exponents, mu, floors, &weights.small_floors);
                generic &= !field.is_zero(product);
                let signed = if positive { term } else { field.minus(field.zero(), term) };
                self.pending[position].push((signed, product));
            }
            if generic && self.pending[0].len() >= BATCH {
                self.flush();
            }
        }
        generic
    }

    /// Divides what is pending, with one inversion per field (Montgomery's trick).
    fn flush(&mut self) {
        for position in 0..self.fields.len() {
            let field = self.fields[position];
            let pending = &mut self.pending[position];
            if pending.is_empty() {
                continue;
            }
            let mut prefix = Vec::with_capacity(pending.len());
            let mut product = field.one();
            for &(_, denominator) in pending.iter() {
                prefix.push(product);
                product = field.times(product, denominator);
            }
            let mut inverse = field.inverse(product);
            let mut total = self.totals[position];
            for (&(numerator, denominator), &before) in pending.iter().zip(&prefix).rev() {
                total = field.plus(total, field.times(numerator, field.times(inverse, before)));
                inverse = field.times(inverse, denominator);
            }
            self.totals[position] = total;
            pending.clear();
        }
    }

    /// The integer whose residues were summed.
    pub fn total(mut self) -> Option<IBig> {
        if self.pending.iter().flatten().any(|pair| pair.1 == self.fields[0].zero()) {
            return None;
        }
        self.flush();
        let residues: Vec<u64> = self.fields.iter().zip(&self.totals).map(|(f, &total)| f.value(total)).collect();
        Some(field::chinese_remainder(&residues))
    }
}

impl<S: Scalar> Cone<S> {
    /// The coordinates of the unit vectors after the normal at `position` was replaced: one pivot step on the old ones.
    fn inverse_after(&self, coordinates: &[S], position: usize) -> Checked<Vec<S>> {
        let pivot = &coordinates[position];
        let negative = pivot.signum() < 0;
        let mut inverse = Vec::with_capacity(self.inverse.len());
        for row in self.inverse.chunks_exact(coordinates.len()) {
            for (column, coordinate) in coordinates.iter().enumerate() {
                let value = if column == position {
                    row[position].clone()
                } else {
                    row[column].eliminated(pivot, &row[position], coordinate, &self.index)?
                };
                inverse.push(if negative { value.negated()? } else { value });
            }
        }
        Ok(inverse)
    }
}

fn embed<S: Scalar>(field: &Field, value: &S) -> Residue {
    field.embed(value.residue(field.prime()))
}

/// `[t^n] e^(tα) Π td(tμ_j)` with `α = Σ μ_j floor_j`, through the logarithm, whose coefficients are power sums.
fn todd_coefficient(field: &Field, mu: &[Residue], floors: &[Residue]) -> Residue {
    let n = mu.len();
    let mut first = field.zero();
    for (&m, &floor) in mu.iter().zip(floors) {
        first = field.plus(first, field.times(m, field.plus(floor, field.half)));
    }
    // On the stack: this runs once per cone, and an allocation would cost as much as the arithmetic.
    let mut squares = [field.zero(); DEGREE_MAX];
    for (square, &m) in squares.iter_mut().zip(mu) {
        *square = field.times(m, m);
    }
    let mut powers = squares;
    // logarithm[k] = k · (coefficient of t^k), for k = 1 and even k
    let mut logarithm = [field.zero(); DEGREE_MAX + 2];
    logarithm[1] = first;
    for k in (2..=n).step_by(2) {
        let sum = powers[..n].iter().fold(field.zero(), |sum, &power| field.plus(sum, power));
        logarithm[k] = field.times(field.todd[k], sum);
        for (power, &square) in powers[..n].iter_mut().zip(&squares[..n]) {
            *power = field.times(*power, square);
        }
    }
    let mut exponential = [field.zero(); DEGREE_MAX + 1];
    exponential[0] = field.one();
    for degree in 1..=n {
        let mut sum = field.times(logarithm[1], exponential[degree - 1]);
        for k in (2..=degree).step_by(2) {
            sum = field.plus(sum, field.times(logarithm[k], exponential[degree - k]));
        }
        exponential[degree] = field.times(sum, field.reciprocals[degree]);
    }
    exponential[n]
}

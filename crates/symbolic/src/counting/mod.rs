//! The exact number of integer points of a conjunction of linear constraints over a box.
//!
//! One variable is a range, two are sums of floors, more go through Barvinok's algorithm (Barvinok 1994; in the dual,
//! with the vertices of a perturbed polytope, so that degenerate and flat polytopes need no cases of their own).
//! Equalities and congruences are solved first, disequalities are excluded. Nothing is enumerated unless a range is
//! a handful of values. What is not linear does not belong here: see `quantify`.

mod character;
mod cone;
mod counter;
mod field;
mod planar;
mod polytope;
mod problem;
mod scalar;
mod short_vector;
pub(crate) mod volume;

use counter::Counter;
use dashu::integer::IBig;
use problem::Problem;
use scalar::Stop;

pub use volume::{RealConstraint, volume};

/// How a linear form relates to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    AtMostZero,
    Zero,
    NonZero,
    ZeroModulo(i128),
    NonZeroModulo(i128),
}

/// `Σ coefficient·variable + constant`, related to zero. A variable may occur several times.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constraint {
    pub terms: Vec<(usize, i128)>,
    pub constant: i128,
    pub relation: Relation,
}

/// A conjunction over variables `0..bounds.len()`, each within its bounds (both included).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct System {
    pub bounds: Vec<(i128, i128)>,
    pub constraints: Vec<Constraint>,
}

/// The effort a count may take unless told otherwise: some tens of seconds.
pub const EFFORT_DEFAULT: u64 = 20_000_000;

/// The effort that all the counts of one question may take: some seconds.
pub const EFFORT_OF_QUESTION: u64 = 3_000_000;

/// The count would take more effort than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("counting the solutions takes more than the allowed effort")]
pub struct TooHard;

/// The number of integer points that satisfy the system.
pub fn count(system: &System) -> Result<IBig, TooHard> {
    count_within(system, &mut { EFFORT_DEFAULT })
}

/// As [`count`], but gives up after `effort_left` cones and slices, and takes what it spent from them.
pub fn count_within(system: &System, effort_left: &mut u64) -> Result<IBig, TooHard> {
    let mut counter = Counter { effort_left: *effort_left };
    let mut answer = Problem::<i64>::new(system).and_then(|problem| counter.count(problem));
    if matches!(answer, Err(Stop::Overflow)) {
        answer = Problem::<i128>::new(system).and_then(|problem| counter.count(problem));
    }
    if matches!(answer, Err(Stop::Overflow)) {
        answer = Problem::<IBig>::new(system).and_then(|problem| counter.count(problem));
    }
    *effort_left = counter.effort_left;
    answer.map_err(|stop| {
        assert!(stop == Stop::Effort, "big integers do not overflow");
        TooHard
    })
}

/// One integer point of the system, if there is any: each variable in turn is halved towards a side with points.
pub fn find_point(system: &System, effort_left: &mut u64) -> Result<Option<Vec<i128>>, TooHard> {
    let mut system = system.clone();
    let mut count = |system: &System| count_within(system, effort_left);
    if count(&system)?.is_zero() {
        return Ok(None);
    }
    for variable in 0..system.bounds.len() {
        // Small and boundary values first: they make the most readable inputs, and often work.
        let (low, high) = system.bounds[variable];
        for value in [0, low, high].into_iter().filter(|value| (low..=high).contains(value)) {
            system.bounds[variable] = (value, value);
            if !count(&system)?.is_zero() {
                break;
            }
            system.bounds[variable] = (low, high);
        }
        while system.bounds[variable].0 < system.bounds[variable].1 {
            let (low, high) = system.bounds[variable];
            let middle = low + (high - low) / 2;
            system.bounds[variable] = (low, middle);
            if count(&system)?.is_zero() {
                system.bounds[variable] = (middle + 1, high);
            }
        }
    }
    Ok(Some(system.bounds.iter().map(|bound| bound.0).collect()))
}

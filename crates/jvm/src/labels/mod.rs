//! Labels: atomic propositions over the program, and the events that change them; rewards count the same events.
//!
//! The kinds are those of jpf-label (Fatmi et al. 2020), whose names unnamed labels bear. One watch serves a Boolean and
//! an integer alike. What is asked for is resolved against the class files before anything runs ([`Plan`]); the machine
//! then marks the methods, fields and variables concerned when their classes are defined, so that a program without
//! labels pays nothing and has not one state more.

mod field;
mod invoked;
mod local;
mod locked;
mod mangle;
mod plan;
mod results;
mod returned;
mod sources;
mod spec;
mod thrown;
pub(crate) mod watches;

pub use plan::{Family, LabelledVariable, Plan};
pub use spec::{Builtin, Measure, MethodPattern, RewardSpec, Spec, SpecError, Target, Value};
pub use watches::{Counters, Watches};

/// A kind of label, as `hazard list labels` shows it.
pub struct Kind {
    pub name: &'static str,
    pub synopsis: &'static str,
    pub meaning: &'static str,
}

/// The kinds whose truth depends on the program; [`Builtin`] lists the others.
pub const KINDS: &[Kind] = &[field::KIND, local::KIND, invoked::KIND, returned::KIND, locked::KIND, thrown::KIND];

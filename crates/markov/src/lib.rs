//! Markov chains and decision processes: one sparse model type, its file formats, and a checker for PRISM's property
//! language with sound answers.
//!
//! A gambler with one coin, who leaves with three or with none:
//!
//! ```
//! use logic::{Constants, parse_property};
//! use markov::{Builder, Edge, Options, check};
//!
//! let mut builder = Builder::new(&["rich".to_owned()], &[]);
//! builder.states_at_least(4);
//! builder.set_initial(1);
//! builder.label(0, 3);
//! for state in [1, 2] {
//!     for target in [state - 1, state + 1] {
//!         builder.edge(Edge { source: state, choice: 0, target, probability: 0.5 });
//!     }
//! }
//! let model = builder.build(true);
//! let question = parse_property("P=? [ F \"rich\" ]", &Constants::new()).unwrap();
//! let answer = check(&model, &question.formula, &Options { exact: true, ..Options::default() }).unwrap();
//! assert_eq!(answer.exact.unwrap().to_string(), "1/3");
//! ```

#![warn(missing_docs)]

mod beliefs;
mod bisimulation;
mod bits;
mod builder;
mod check;
pub mod formats;
mod function;
// What solving is made of: for tests, and for whoever must look inside; it may change at any time.
#[doc(hidden)]
pub mod graph;
mod model;
#[doc(hidden)]
pub mod operators;
mod quotient;
pub mod rational;
mod simulate;
#[doc(hidden)]
pub mod solvers;

pub use beliefs::check_observed;
pub use bits::Bits;
pub use builder::{Builder, Edge};
pub use check::{Answer, CheckError, Curve, Options, Rule, Scheduler, check};
pub use formats::{Files, LoadError, WriteOptions, convert, save};
pub use function::RationalFunction;
pub use model::{Actions, Column, Field, FieldEncoding, Kind, Label, Model, Reward, Variable, VariableType};
pub use quotient::{Degrees, Form, Piece, Quotient};
pub use simulate::{Sampling, clopper_pearson, normal_quantile, simulate};

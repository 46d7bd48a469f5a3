//! Property formulas in PRISM's language: the tree, its parser and printer, and deterministic automata for its linear
//! temporal logic. Knows nothing of models.
//!
//! ```
//! use logic::{Constants, parse_property};
//!
//! let property = parse_property("P>=0.5 [ F<=10 \"done\" & x > 3 ]", &Constants::new())?;
//! assert_eq!(property.formula.to_string(), "P>=0.5 [ F<=10 \"done\" & x > 3 ]");
//! # Ok::<(), logic::ParseError>(())
//! ```

#![warn(missing_docs)]

pub mod automata;
mod formula;
mod parse_error;
mod parser;
pub mod precedence;
mod printer;
mod typing;
mod value;
mod walk;
mod words;

pub use formula::*;
pub use parse_error::ParseError;
pub use parser::lexer::{Dialect, Lexed, Spanned, Token};
pub use parser::{ConstantType, Constants, PropertiesFile, Property, parse_properties_file, parse_property};
pub use space::suggest;
pub use value::{EvaluationError, Value, apply_binary, apply_function, apply_negate, evaluate};
pub use words::operator_meant;

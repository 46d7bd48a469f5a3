//! PRISM's language: text to [`syntax::Source`], and that with values for its constants to a [`crate::Network`].

mod composition;
mod expression;
mod parameters;
mod parser;
mod printer;
mod renaming;
mod resolve;
pub mod syntax;

pub use parser::parse;

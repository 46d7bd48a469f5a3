//! Property formulas in PRISM's language: the tree, its parser and printer, and deterministic automata for its linear
//! temporal logic. Knows nothing of models.

mod formula;

pub use formula::*;

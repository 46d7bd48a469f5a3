//! Why a model cannot be used, in one sentence.

use logic::ParseError;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Wrong at a place in the text, which is shown.
    #[error("{0}")]
    Wrong(ParseError),
    /// Wrong, but not at one place.
    #[error("{0}")]
    Input(String),
    /// A kind of model, or a part of one, that is not supported.
    #[error("{0}")]
    Unsupported(String),
    /// A limit ended the building.
    #[error("{0}")]
    Limit(String),
}

impl ModelError {
    pub(crate) fn at(text: &str, at: usize, message: impl Into<String>) -> ModelError {
        ModelError::Wrong(ParseError::at(text, at, message))
    }
}

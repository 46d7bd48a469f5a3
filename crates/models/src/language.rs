//! Which language a file is in, and models read from files.

use std::path::Path;

use logic::Constants;

use crate::error::ModelError;
use crate::network::Network;
use crate::prism::{self, syntax::Source};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Prism,
}

impl Language {
    /// By the file's name; `None` if it is in no language that is compiled.
    pub fn of(path: &Path) -> Option<Language> {
        let extension = path.extension()?.to_string_lossy().to_ascii_lowercase();
        match extension.as_str() {
            "prism" | "pm" | "nm" | "sm" => Some(Language::Prism),
            _ => None,
        }
    }
}

/// A model that was parsed, but whose constants may lack values.
pub struct ModelSource {
    text: String,
    source: Source,
}

impl ModelSource {
    pub fn parse(language: Language, text: String) -> Result<ModelSource, ModelError> {
        match language {
            Language::Prism => {
                let source = prism::parse(&text)?;
                Ok(ModelSource { text, source })
            }
        }
    }

    /// The names of its constants.
    pub fn constants(&self) -> Vec<String> {
        self.source.constants.iter().map(|constant| constant.name.text.clone()).collect()
    }

    /// The model with values for the constants that have none; others that are given are for properties.
    pub fn resolve(&self, given: &Constants) -> Result<Network, ModelError> {
        self.source.resolve(&self.text, given)
    }
}

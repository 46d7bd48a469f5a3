//! Which language a file is in, and models read from files.

use std::path::Path;

use logic::Constants;

use crate::error::ModelError;
use crate::jani;
use crate::network::Network;
use crate::prism;
use crate::typed::Type;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Prism,
    Jani,
}

impl Language {
    /// By the file's name; `None` if it is in no language that is compiled.
    pub fn of(path: &Path) -> Option<Language> {
        let mut name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        if let Some(plain) = name.strip_suffix(".gz") {
            name = plain.to_string();
        }
        match name.rsplit_once('.')?.1 {
            "prism" | "pm" | "nm" | "sm" | "ma" => Some(Language::Prism),
            "jani" => Some(Language::Jani),
            _ => None,
        }
    }
}

/// A model that was parsed, but whose constants may lack values.
pub struct ModelSource {
    text: String,
    parsed: Parsed,
}

enum Parsed {
    Prism(Box<prism::syntax::Source>),
    Jani(jani::Source),
}

impl ModelSource {
    pub fn parse(language: Language, text: String) -> Result<ModelSource, ModelError> {
        let parsed = match language {
            Language::Prism => Parsed::Prism(Box::new(prism::parse(&text)?)),
            Language::Jani => Parsed::Jani(jani::parse(&text)?),
        };
        Ok(ModelSource { text, parsed })
    }

    /// The names of its constants.
    pub fn constants(&self) -> Vec<String> {
        match &self.parsed {
            Parsed::Prism(source) => source.constants.iter().map(|constant| constant.name.text.clone()).collect(),
            Parsed::Jani(source) => source.constants(),
        }
    }

    /// Refuses models that depend on a constant otherwise than by arithmetic, so that answers are no quotients of polynomials in it.
    pub fn check_parameter(&self, parameter: &str) -> Result<(), ModelError> {
        match &self.parsed {
            Parsed::Prism(source) => source.check_parameter(&self.text, parameter),
            Parsed::Jani(_) => Ok(()),
        }
    }

    /// The model with values for the constants that have none; others that are given are for properties.
    pub fn resolve(&self, given: &Constants) -> Result<Network, ModelError> {
        match &self.parsed {
            Parsed::Prism(source) => source.resolve(&self.text, given),
            Parsed::Jani(source) => source.resolve(&self.text, given),
        }
    }
}

/// What to say about constants without a value.
pub(crate) fn constants_missing<'a>(missing: impl Iterator<Item = (&'a str, Type)>) -> String {
    let (mut names, mut example) = (Vec::new(), Vec::new());
    for (name, kind) in missing {
        let value = match kind {
            Type::Bool => "true",
            Type::Int => "3",
            Type::Real => "0.5",
        };
        names.push(name);
        example.push(format!("{name}={value}"));
    }
    let (noun, verb, them) =
        if names.len() == 1 { ("constant", "has", "it one") } else { ("constants", "have", "them values") };
    format!("the {noun} {} {verb} no value: give {them} with --const {}", names.join(", "), example.join(","))
}

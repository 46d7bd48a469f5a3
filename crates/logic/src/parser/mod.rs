//! Text to formulas: PRISM's property language, by recursive descent with precedence climbing.
//!
//! Accepted beyond PRISM: a temporal operator as the last operand of a Boolean one without parentheses
//! (`G ("a" => F "b")`), `^` for exclusive or, any text between a label's quotation marks, `Smin` and `Smax`, and
//! `C<k`. Refused as by PRISM: `a U b U c` and whatever else would be read differently by different people.

mod build;
mod expression;
mod file;
pub mod lexer;
mod operators;
mod references;

use crate::formula::Formula;
use crate::{ParseError, Value};
use std::collections::BTreeMap;

/// Values of constants that are given from outside, as by `--const k=5,p=0.1`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    values: BTreeMap<String, Value>,
    /// Whether bounds are times rather than numbers of steps.
    continuous: bool,
}

impl Constants {
    /// None.
    pub fn new() -> Constants {
        Constants::default()
    }

    /// The same values for formulas about continuous time, in which bounds are times rather than numbers of steps.
    pub fn in_continuous_time(mut self) -> Constants {
        self.continuous = true;
        self
    }

    /// Gives a constant its value.
    pub fn set(&mut self, name: &str, value: Value) {
        self.values.insert(name.to_string(), value);
    }

    /// The value of a constant.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// How they are called.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The first of the names that `text` nowhere mentions: a value for it was probably given by mistake.
    pub fn name_missing_in(&self, text: &str) -> Option<&str> {
        let mentioned = lexer::words(text);
        self.values.keys().map(String::as_str).find(|name| !mentioned.contains(*name))
    }

    /// Reads `k=5,p=0.1,b=true`; a value may be any constant expression, also over names given earlier.
    pub fn parse(text: &str) -> Result<Constants, ParseError> {
        file::parse_assignments(text)
    }
}

/// One property, ready to be checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The formula.
    pub formula: Formula,
    /// As the user wrote it, without the name, on one line.
    pub text: String,
    /// The comment lines right above it, without their slashes.
    pub comments: Vec<String>,
}

/// What a constant is declared to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantType {
    /// An integer.
    Int,
    /// A number.
    Double,
    /// A truth value.
    Bool,
}

/// What a `.props` file declares. Constants, labels and references to other properties are already replaced in the
/// formulas.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertiesFile {
    /// `None`: declared, but given no value (an error only where it is used).
    pub constants: Vec<(String, ConstantType, Option<Value>)>,
    /// Names for states, with what holds in them.
    pub labels: Vec<(String, Formula)>,
    /// The properties, in order.
    pub properties: Vec<Property>,
}

/// Parses exactly one property; declarations of constants and labels may precede it.
pub fn parse_property(text: &str, constants: &Constants) -> Result<Property, ParseError> {
    let (parsed, starts) = file::parse_file(text, constants)?;
    if let Some(&second) = starts.get(1) {
        return Err(ParseError::at(text, second, "expected the end of the property, found the start of another one"));
    }
    let nothing = || ParseError::at(text, text.len(), "expected a property such as `P=? [ F \"x\" ]`, found nothing");
    parsed.properties.into_iter().next().ok_or_else(nothing)
}

/// Parses a `.props` file: any number of properties, separated by semicolons or just following one another, with
/// `const` and `label` declarations anywhere.
pub fn parse_properties_file(text: &str, constants: &Constants) -> Result<PropertiesFile, ParseError> {
    Ok(file::parse_file(text, constants)?.0)
}

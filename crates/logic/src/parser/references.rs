//! Replaces quoted names that refer to a label or a property of the same file by what they stand for; the two share
//! one space of names.

use super::Property;
use super::file::LabelDefinition;
use crate::formula::*;
use crate::{ParseError, typing};
use std::collections::BTreeMap;

/// Inlining can double a formula with each name.
const SIZE_MAX: usize = 100_000;
/// As deep as the parser lets a single formula be, so that walking the tree is safe.
const HEIGHT_MAX: usize = 1500;
/// Names that refer to names that refer to …
const REFERENCES_MAX: usize = 500;
const TOO_LARGE: &str = "with its references written out, this is too large";

struct Definition {
    start: usize,
    formula: Formula,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Raw,
    Resolving,
    Resolved,
}

struct Resolver<'a> {
    text: &'a str,
    definitions: Vec<Definition>,
    by_name: BTreeMap<String, usize>,
}

pub(super) fn resolve(
    text: &str,
    labels: &mut [LabelDefinition],
    properties: &mut [Property],
    starts: &[usize],
) -> Result<(), ParseError> {
    let mut resolver = Resolver { text, definitions: Vec::new(), by_name: BTreeMap::new() };
    for label in labels.iter() {
        resolver.define(Some(&label.name), &label.formula, label.start, "label")?;
    }
    for (property, &start) in properties.iter().zip(starts) {
        resolver.define(property.name.as_ref(), &property.formula, start, "property")?;
    }
    for index in 0..resolver.definitions.len() {
        resolver.resolve(index, 0)?;
    }
    let mut resolved = resolver.definitions.into_iter().map(|definition| definition.formula);
    let formulas = labels.iter_mut().map(|label| &mut label.formula);
    for formula in formulas.chain(properties.iter_mut().map(|property| &mut property.formula)) {
        *formula = resolved.next().expect("there is one definition per label and property");
    }
    Ok(())
}

impl Resolver<'_> {
    fn define(&mut self, name: Option<&String>, formula: &Formula, start: usize, what: &str) -> Result<(), ParseError> {
        let index = self.definitions.len();
        self.definitions.push(Definition { start, formula: formula.clone(), state: State::Raw });
        if let Some(name) = name
            && self.by_name.insert(name.clone(), index).is_some()
        {
            return Err(ParseError::at(
                self.text,
                start,
                format!("the name of the {what} \"{name}\" is taken already"),
            ));
        }
        Ok(())
    }

    fn resolve(&mut self, index: usize, depth: usize) -> Result<(), ParseError> {
        let start = self.definitions[index].start;
        if depth > REFERENCES_MAX {
            return Err(ParseError::at(self.text, start, TOO_LARGE));
        }
        match self.definitions[index].state {
            State::Resolved => return Ok(()),
            State::Resolving => return Err(ParseError::at(self.text, start, "this definition refers to itself")),
            State::Raw => self.definitions[index].state = State::Resolving,
        }
        let mut formula = self.definitions[index].formula.clone();
        let mut names = Vec::new();
        formula.for_each_label(&mut |name| names.push(name.clone()));
        names.retain(|name| self.by_name.contains_key(name));
        if !names.is_empty() {
            for name in names {
                self.resolve(self.by_name[&name], depth + 1)?;
            }
            let mut budget = SIZE_MAX;
            formula.replace_labels(&mut |name| {
                let found = &self.definitions[*self.by_name.get(name)?].formula;
                budget = budget.saturating_sub(found.size());
                (budget > 0).then(|| found.clone())
            });
            if budget == 0 || formula.height() > HEIGHT_MAX {
                return Err(ParseError::at(self.text, start, TOO_LARGE));
            }
            typing::check(&formula).map_err(|message| ParseError::at(self.text, start, message))?;
        }
        self.definitions[index].formula = formula;
        self.definitions[index].state = State::Resolved;
        Ok(())
    }
}

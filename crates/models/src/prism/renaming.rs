//! Modules that are renamed copies of others, written out. A name inside a formula is renamed too, as in PRISM: formulas
//! that mention what is renamed are written out first.

use std::collections::{BTreeMap, BTreeSet};

use super::syntax::*;
use crate::error::ModelError;

/// A module with variables and commands of its own.
pub(super) struct Plain {
    pub name: Name,
    pub variables: Vec<Variable>,
    pub invariant: Option<Expression>,
    pub commands: Vec<Command>,
}

pub(super) struct Renaming<'a> {
    text: &'a str,
    source: &'a Source,
    formulas: BTreeMap<&'a str, &'a Expression>,
}

/// Copies of copies of … are followed so far.
const CHAIN_MAX: usize = 1000;
/// Formulas written out may be so large.
const SIZE_MAX: usize = 1_000_000;

impl<'a> Renaming<'a> {
    pub(super) fn new(text: &'a str, source: &'a Source) -> Renaming<'a> {
        let formulas = source.formulas.iter().map(|formula| (formula.name.text.as_str(), &formula.meaning)).collect();
        Renaming { text, source, formulas }
    }

    pub(super) fn modules(&self) -> Result<Vec<Plain>, ModelError> {
        self.source.modules.iter().map(|module| self.plain(module, 0)).collect()
    }

    fn plain(&self, module: &Module, depth: usize) -> Result<Plain, ModelError> {
        let (base, renamings) = match &module.body {
            Body::Own { variables, invariant, commands } => {
                return Ok(Plain {
                    name: module.name.clone(),
                    variables: variables.clone(),
                    invariant: invariant.clone(),
                    commands: commands.clone(),
                });
            }
            Body::Renamed { base, renamings } => (base, renamings),
        };
        let Some(original) = self.source.modules.iter().find(|other| other.name.text == base.text) else {
            let near = logic::suggest(&base.text, self.source.modules.iter().map(|module| module.name.text.as_str()));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(ModelError::at(
                self.text,
                base.at,
                format!("there is no module `{}` to rename{hint}", base.text),
            ));
        };
        if depth > CHAIN_MAX || original.name.text == module.name.text {
            return Err(ModelError::at(self.text, base.at, "the module is a renamed copy of itself"));
        }
        let mut map = BTreeMap::new();
        for (from, to) in renamings {
            if map.insert(from.text.as_str(), to.text.as_str()).is_some() {
                return Err(ModelError::at(self.text, from.at, format!("`{}` is renamed twice", from.text)));
            }
        }
        let mut copy = self.plain(original, depth + 1)?;
        for variable in &copy.variables {
            if !map.contains_key(variable.name.text.as_str()) {
                let message = format!(
                    "the variable `{0}` of `{1}` must be renamed too, as in `{0}={0}2`: two modules cannot own it",
                    variable.name.text, base.text
                );
                return Err(ModelError::at(self.text, module.name.at, message));
            }
        }
        let affected = self.formulas_that_mention(&map);
        let mut size = 0;
        let mut rename = |expression: &mut Expression| self.rename(expression, &map, &affected, &mut size);
        for variable in &mut copy.variables {
            rename_name(&mut variable.name, &map);
            if let Range::Between(low, high) = &mut variable.range {
                rename(low)?;
                rename(high)?;
            }
            if let Some(initial) = &mut variable.initial {
                rename(initial)?;
            }
        }
        if let Some(invariant) = &mut copy.invariant {
            rename(invariant)?;
        }
        for command in &mut copy.commands {
            if let Some(action) = &mut command.action {
                rename_name(action, &map);
            }
            rename(&mut command.guard)?;
            for update in &mut command.updates {
                for probability in update.probability.iter_mut().chain(&mut update.probability_most) {
                    rename(probability)?;
                }
                for (variable, value) in &mut update.assignments {
                    rename_name(variable, &map);
                    rename(value)?;
                }
            }
        }
        copy.name = module.name.clone();
        Ok(copy)
    }

    /// The formulas that mention a renamed name, directly or through others; that they do not mention themselves was
    /// checked before.
    fn formulas_that_mention(&self, map: &BTreeMap<&str, &str>) -> BTreeSet<&'a str> {
        let mut affected: BTreeSet<&str> = BTreeSet::new();
        loop {
            let before = affected.len();
            for (name, meaning) in &self.formulas {
                let mut mentions = false;
                meaning.for_each_name(&mut |name, _| mentions |= map.contains_key(name) || affected.contains(name));
                if mentions {
                    affected.insert(name);
                }
            }
            if affected.len() == before {
                return affected;
            }
        }
    }

    fn rename(
        &self,
        expression: &mut Expression,
        map: &BTreeMap<&str, &str>,
        affected: &BTreeSet<&str>,
        size: &mut usize,
    ) -> Result<(), ModelError> {
        *size += 1;
        if *size > SIZE_MAX {
            return Err(ModelError::at(
                self.text,
                expression.at,
                "with its formulas written out, the module is too large",
            ));
        }
        if let Node::Name(name) = &expression.node {
            if let Some(new) = map.get(name.as_str()) {
                expression.node = Node::Name((*new).to_string());
            } else if affected.contains(name.as_str()) {
                expression.node = self.formulas[name.as_str()].node.clone();
                return self.rename(expression, map, affected, size);
            }
            return Ok(());
        }
        let mut result = Ok(());
        expression.for_each_part_mut(&mut |part| {
            if result.is_ok() {
                result = self.rename(part, map, affected, size);
            }
        });
        result
    }
}

fn rename_name(name: &mut Name, map: &BTreeMap<&str, &str>) {
    if let Some(new) = map.get(name.text.as_str()) {
        name.text = (*new).to_string();
    }
}

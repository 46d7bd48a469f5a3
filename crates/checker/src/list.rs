//! What there is, generated from the registries.

use search::registry::SEARCHES;

use crate::check::PROPERTIES;
use crate::labels::BUILT_IN;

/// One thing with one line about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub name: String,
    pub help: String,
    /// Options: name, default, help.
    pub options: Vec<(String, String, String)>,
}

fn item(name: impl Into<String>, help: impl Into<String>) -> Item {
    Item { name: name.into(), help: help.into(), options: Vec::new() }
}

pub fn searches() -> Vec<Item> {
    SEARCHES
        .iter()
        .map(|entry| Item {
            name: entry.name.to_owned(),
            help: entry.help.to_owned(),
            options: (entry.options.iter())
                .map(|option| (option.name.to_owned(), option.kind.default_text(), option.help.to_owned()))
                .collect(),
        })
        .collect()
}

pub fn properties() -> Vec<Item> {
    PROPERTIES.iter().map(|(name, _, help)| item(*name, *help)).collect()
}

pub fn labels() -> Vec<Item> {
    let mut items: Vec<Item> = BUILT_IN.iter().map(|(name, help)| item(*name, *help)).collect();
    items.extend(jvm::labels::KINDS.iter().map(|kind| item(kind.synopsis, kind.meaning)));
    items
}

pub fn heuristics() -> Vec<Item> {
    let mut items: Vec<Item> = jvm::heuristics::descriptions().map(|(name, prefers)| item(name, prefers)).collect();
    items.push(item("fewest-transitions", "of transition systems: states with few ways on first"));
    items
}

/// Complains about a search that does not exist.
pub fn check_search(text: &str) -> Result<(), crate::fault::Fault> {
    search::parse_spec(text)?;
    Ok(())
}

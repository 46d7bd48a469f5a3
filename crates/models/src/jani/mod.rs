//! JANI (Budde et al., TACAS 2017; specification of jani-model, version 1): networks of automata that synchronise by vectors,
//! for Markov chains in discrete and continuous time, decision processes, Markov automata and timed automata.
//!
//! Transient variables have no place in a state. A truth value becomes a label; a number is earned: as a state's location
//! says, or by the edges that assign it. Arrays, datatypes and continuous variables are not supported and named.

mod expression;
mod json;
mod properties;
mod resolve;

use logic::Constants;

use crate::error::ModelError;
use crate::network::{Kind, Network};
use json::{Json, Node};

/// A model as it was written, with the kind it says it is.
pub struct Source {
    root: Json,
    kind: Kind,
    /// A timed automaton: a decision process with clocks.
    has_clocks: bool,
}

/// Reads the text; what it means is found out when constants have values.
pub fn parse(text: &str) -> Result<Source, ModelError> {
    let root = json::parse(text)?;
    let Some(kind) = root.get("type") else {
        return Err(ModelError::at(text, root.at, "the model does not say its \"type\": dtmc, ctmc, mdp, ma or pta"));
    };
    let Node::Text(name) = &kind.node else {
        return Err(ModelError::at(text, kind.at, format!("the type of a model is a string, not {}", kind.words())));
    };
    let has_clocks = matches!(name.as_str(), "pta" | "ta");
    let kind = match name.as_str() {
        "dtmc" => Kind::Chain,
        "mdp" | "pta" | "ta" => Kind::Process,
        "ctmc" => Kind::Timed,
        "ma" => Kind::Automaton,
        "lts" | "ctmdp" | "sta" | "ha" | "pha" | "sha" => {
            let message = format!("models of type {name} are not supported; dtmc, ctmc, mdp, ma and pta are");
            return Err(ModelError::Unsupported(message));
        }
        _ => return Err(ModelError::at(text, kind.at, format!("there is no type of model called `{name}`"))),
    };
    check_features(&root)?;
    Ok(Source { root, kind, has_clocks })
}

/// What a model says it needs beyond the core of the language.
fn check_features(root: &Json) -> Result<(), ModelError> {
    let Some(Json { node: Node::List(features), .. }) = root.get("features") else { return Ok(()) };
    for feature in features {
        if let Node::Text(name) = &feature.node
            && !matches!(name.as_str(), "derived-operators" | "functions" | "state-exit-rewards")
        {
            return Err(ModelError::Unsupported(format!("the feature \"{name}\" of JANI is not supported")));
        }
    }
    Ok(())
}

impl Source {
    /// The names of its constants.
    pub fn constants(&self) -> Vec<String> {
        let Some(Json { node: Node::List(constants), .. }) = self.root.get("constants") else { return Vec::new() };
        let name = |constant: &Json| match constant.get("name").map(|name| &name.node) {
            Some(Node::Text(name)) => Some(name.clone()),
            _ => None,
        };
        constants.iter().filter_map(name).collect()
    }

    /// The model with these values for its constants. `text` is what it was parsed from.
    pub fn resolve(&self, text: &str, given: &Constants) -> Result<Network, ModelError> {
        resolve::resolve(&self.root, (self.kind, self.has_clocks), text, given)
    }
}

//! JANI (Budde et al., TACAS 2017; specification of jani-model, version 1): networks of automata that synchronise by vectors,
//! for Markov chains in discrete and continuous time and decision processes.
//!
//! Transient variables have no place in a state. A truth value becomes a label; a number is earned: as a state's location
//! says, or by the edges that assign it. Arrays, datatypes, clocks and continuous variables are not supported and named.

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
}

/// Reads the text; what it means is found out when constants have values.
pub fn parse(text: &str) -> Result<Source, ModelError> {
    let root = json::parse(text)?;
    let Some(kind) = root.get("type") else {
        return Err(ModelError::at(text, root.at, "the model does not say its \"type\": dtmc, ctmc or mdp"));
    };
    let Node::Text(name) = &kind.node else {
        return Err(ModelError::at(text, kind.at, format!("the type of a model is a string, not {}", kind.words())));
    };
    let kind = match name.as_str() {
        "dtmc" => Kind::Chain,
        "mdp" => Kind::Process,
        "ctmc" => Kind::Timed,
        "lts" | "ctmdp" | "ma" | "ta" | "pta" | "sta" | "ha" | "pha" | "sha" => {
            let message = format!("models of type {name} are not supported; dtmc, ctmc and mdp are");
            return Err(ModelError::Unsupported(message));
        }
        _ => return Err(ModelError::at(text, kind.at, format!("there is no type of model called `{name}`"))),
    };
    check_features(&root)?;
    Ok(Source { root, kind })
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
        resolve::resolve(&self.root, self.kind, text, given)
    }
}

//! Which commands go together: the synchronisation vectors that a `system … endsystem` stands for (PRISM manual, "Process
//! Algebra Operators"). Without one, all modules synchronise on all common actions.

use std::collections::BTreeSet;

use super::syntax::{Composition, Name, System};
use crate::network::Vector;

struct Composed {
    /// Actions by which others may synchronise, whether or not they can ever happen.
    alphabet: BTreeSet<u32>,
    vectors: Vec<Vector>,
}

/// What the composition needs to know of the model.
pub(super) struct Composer<'a> {
    pub modules: &'a [String],
    /// The actions of each module's commands, without the empty one.
    pub alphabets: &'a [BTreeSet<u32>],
    /// Whether a module has commands without an action.
    pub has_silent: &'a [bool],
    pub actions: &'a mut Vec<String>,
    used: BTreeSet<usize>,
    systems: &'a [System],
    /// The named systems that the one being composed is part of.
    within: Vec<&'a str>,
}

/// What is wrong, and at which name.
type Composing<T> = Result<T, (usize, String)>;

impl<'a> Composer<'a> {
    pub(super) fn new(
        modules: &'a [String],
        alphabets: &'a [BTreeSet<u32>],
        has_silent: &'a [bool],
        actions: &'a mut Vec<String>,
    ) -> Composer<'a> {
        Composer { modules, alphabets, has_silent, actions, used: BTreeSet::new(), systems: &[], within: Vec::new() }
    }

    pub(super) fn vectors(&mut self, systems: &'a [System]) -> Composing<Vec<Vector>> {
        self.systems = systems;
        let composed = match systems.iter().find(|system| system.name.text.is_empty()).or(systems.first()) {
            Some(system) => {
                let composed = self.compose(&system.composition)?;
                if let Some(missing) = (0..self.modules.len()).find(|module| !self.used.contains(module)) {
                    let name = &self.modules[missing];
                    let at = first_name(&system.composition).at;
                    return Err((at, format!("the module `{name}` does not occur in the system")));
                }
                composed
            }
            None => {
                let mut whole = self.module(0);
                for module in 1..self.modules.len() {
                    let next = self.module(module);
                    let common = whole.alphabet.intersection(&next.alphabet).copied().collect();
                    whole = parallel(whole, next, &common);
                }
                whole
            }
        };
        Ok(composed.vectors)
    }

    fn module(&self, module: usize) -> Composed {
        let silent = self.has_silent[module].then_some(0);
        let vectors = silent.into_iter().chain(self.alphabets[module].iter().copied());
        let vectors = vectors.map(|action| Vector { action, parts: vec![(module, action)] }).collect();
        Composed { alphabet: self.alphabets[module].clone(), vectors }
    }

    fn compose(&mut self, composition: &'a Composition) -> Composing<Composed> {
        match composition {
            Composition::Module(name) => {
                let Some(module) = self.modules.iter().position(|known| *known == name.text) else {
                    let near = logic::suggest(&name.text, self.modules.iter().map(String::as_str));
                    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                    return Err((name.at, format!("there is no module `{}`{hint}", name.text)));
                };
                if !self.used.insert(module) {
                    let message =
                        format!("the module `{}` occurs twice; a second one is made by renaming it", name.text);
                    return Err((name.at, message));
                }
                Ok(self.module(module))
            }
            Composition::System(name) => {
                let systems = self.systems;
                let Some(system) = systems.iter().find(|system| system.name == *name) else {
                    let near = logic::suggest(&name.text, systems.iter().map(|system| system.name.text.as_str()));
                    let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
                    return Err((name.at, format!("there is no system \"{}\"{hint}", name.text)));
                };
                if self.within.contains(&system.name.text.as_str()) {
                    return Err((name.at, format!("the system \"{}\" is part of itself", name.text)));
                }
                self.within.push(&system.name.text);
                let composed = self.compose(&system.composition);
                self.within.pop();
                composed
            }
            Composition::Full(left, right) => {
                let (left, right) = (self.compose(left)?, self.compose(right)?);
                let common = left.alphabet.intersection(&right.alphabet).copied().collect();
                Ok(parallel(left, right, &common))
            }
            Composition::Interleaved(left, right) => {
                let (left, right) = (self.compose(left)?, self.compose(right)?);
                Ok(parallel(left, right, &BTreeSet::new()))
            }
            Composition::On(actions, left, right) => {
                let (left, right) = (self.compose(left)?, self.compose(right)?);
                let common = actions.iter().map(|action| self.action(action)).collect();
                Ok(parallel(left, right, &common))
            }
            Composition::Hide(inner, actions) => {
                let mut inner = self.compose(inner)?;
                let hidden: BTreeSet<u32> = actions.iter().map(|action| self.action(action)).collect();
                inner.alphabet.retain(|action| !hidden.contains(action));
                for vector in &mut inner.vectors {
                    if hidden.contains(&vector.action) {
                        vector.action = 0;
                    }
                }
                Ok(inner)
            }
            Composition::Rename(inner, renamings) => {
                let mut inner = self.compose(inner)?;
                let map: Vec<(u32, u32)> =
                    renamings.iter().map(|(from, to)| (self.action(from), self.action(to))).collect();
                let renamed = |action: u32| map.iter().find(|(from, _)| *from == action).map_or(action, |(_, to)| *to);
                inner.alphabet = inner.alphabet.into_iter().map(renamed).collect();
                for vector in &mut inner.vectors {
                    vector.action = renamed(vector.action);
                }
                Ok(inner)
            }
        }
    }

    fn action(&mut self, name: &Name) -> u32 {
        let known = self.actions.iter().position(|known| *known == name.text);
        known.unwrap_or_else(|| {
            self.actions.push(name.text.clone());
            self.actions.len() - 1
        }) as u32
    }
}

fn parallel(left: Composed, right: Composed, common: &BTreeSet<u32>) -> Composed {
    let mut vectors = Vec::new();
    for vector in left.vectors.iter().chain(&right.vectors) {
        if vector.action == 0 || !common.contains(&vector.action) {
            vectors.push(vector.clone());
        }
    }
    for action in common {
        for one in left.vectors.iter().filter(|vector| vector.action == *action) {
            for other in right.vectors.iter().filter(|vector| vector.action == *action) {
                let parts = one.parts.iter().chain(&other.parts).copied().collect();
                vectors.push(Vector { action: *action, parts });
            }
        }
    }
    Composed { alphabet: left.alphabet.union(&right.alphabet).copied().collect(), vectors }
}

fn first_name(composition: &Composition) -> &Name {
    match composition {
        Composition::Module(name) | Composition::System(name) => name,
        Composition::Full(left, _) | Composition::Interleaved(left, _) | Composition::On(_, left, _) => {
            first_name(left)
        }
        Composition::Hide(inner, _) | Composition::Rename(inner, _) => first_name(inner),
    }
}

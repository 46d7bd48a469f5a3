//! From what a model says to what it means: constants get values, names meanings, expressions types.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Constants, Value, suggest};

use super::composition::Composer;
use super::renaming::{Plain, Renaming};
use super::syntax::*;
use crate::clocks::{self, Clocks};
use crate::error::ModelError;
use crate::language::constants_missing;
use crate::network::{self, Kind, Network, RewardStructure, Vector};
use crate::typed::{Term, Type};

type Resolved<T> = Result<T, ModelError>;

/// The bounds of `int`, as in PRISM.
const INTEGER: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

struct Scope<'a> {
    text: &'a str,
    constants: BTreeMap<String, (Type, Value)>,
    formulas: BTreeMap<&'a str, &'a Expression>,
    variables: BTreeMap<String, (usize, Type)>,
}

impl Source {
    /// The constants that need a value from outside.
    pub fn open_constants(&self) -> impl Iterator<Item = (&str, Type)> {
        self.constants.iter().filter(|one| one.value.is_none()).map(|one| (one.name.text.as_str(), one.kind))
    }

    /// The model with these values for its constants. `text` is what it was parsed from.
    pub fn resolve(&self, text: &str, given: &Constants) -> Resolved<Network> {
        let mut scope = Scope {
            text,
            constants: BTreeMap::new(),
            formulas: self.formulas.iter().map(|one| (one.name.text.as_str(), &one.meaning)).collect(),
            variables: BTreeMap::new(),
        };
        self.check_formulas(text)?;
        let modules = Renaming::new(text, self).modules()?;
        self.check_names(text, &modules)?;
        self.constants(&mut scope, given)?;
        let variables = self.variables(&mut scope, &modules)?;
        let mut actions = vec![String::new()];
        let built = modules
            .iter()
            .enumerate()
            .map(|(index, module)| scope.module(self.kind, (index, module), &variables, &mut actions))
            .collect::<Resolved<Vec<_>>>()?;
        if self.kind.is_timed() {
            let mut commands = built.iter().flat_map(|module| &module.commands);
            if let Some(command) =
                commands.find(|one| one.is_timed && one.branches.iter().any(|one| one.probability_most.is_some()))
            {
                let message = "a rate is a number: intervals are for the probabilities of dtmc and mdp";
                return Err(ModelError::at(text, command.place, message));
            }
        }
        let vectors = self.vectors(text, &built, &mut actions)?;
        if let Some((command, variable)) = network::conflicting_write(&built, &vectors) {
            let name = &variables[variable].name;
            let message = format!("the global variable `{name}` is changed by two commands that happen together");
            return Err(ModelError::at(text, command.place, message));
        }
        let mut labels = self
            .labels
            .iter()
            .map(|label| Ok((label.name.text.clone(), scope.typed(&label.meaning, Type::Bool, "a label")?)))
            .collect::<Resolved<Vec<_>>>()?;
        let rewards =
            self.rewards.iter().map(|rewards| scope.rewards(rewards, &mut actions)).collect::<Resolved<Vec<_>>>()?;
        let initial = match &self.initial {
            Some(condition) => Some(scope.typed(condition, Type::Bool, "`init`")?),
            None => None,
        };
        let names: Vec<String> = variables.iter().map(|variable| variable.name.clone()).collect();
        let mut formulas = Vec::new();
        for formula in &self.formulas {
            formulas.push((formula.name.text.clone(), scope.term(&formula.meaning)?.to_formula(&names)));
        }
        let mut observables = match &self.observables {
            Some(seen) => Some(seen.iter().map(|one| scope.term(one)).collect::<Resolved<Vec<Term>>>()?),
            None => None,
        };
        for seen in &self.named_observables {
            let term = scope.term(&seen.meaning)?;
            // What is seen to be true can be asked for, as a label can.
            if term.kind == Type::Bool && labels.iter().all(|(name, _)| *name != seen.name.text) {
                labels.push((seen.name.text.clone(), term.clone()));
            }
            observables.get_or_insert_default().push(term);
        }
        let clocks = self.clocks(&scope, &modules, &variables)?;
        let mut network = Network {
            observables,
            clocks: None,
            kind: self.kind,
            variables,
            initial,
            modules: built,
            vectors,
            actions,
            labels,
            rewards,
            constants: scope.constants.into_iter().map(|(name, (_, value))| (name, value)).collect(),
            formulas,
            properties: Vec::new(),
            text: text.to_string(),
        };
        if let Some(clocks) = clocks {
            clocks::digitise(&mut network, &clocks)?;
        }
        Ok(network)
    }

    /// The clocks of a timed automaton and the invariants of its modules.
    fn clocks(
        &self,
        scope: &Scope<'_>,
        modules: &[Plain],
        variables: &[network::Variable],
    ) -> Resolved<Option<Clocks>> {
        if !self.has_clocks {
            return Ok(None);
        }
        if let Some(clock) = self.globals.iter().find(|variable| variable.range == Range::Clock) {
            return Err(ModelError::at(scope.text, clock.name.at, "a clock belongs to a module"));
        }
        let mut clocks = Clocks::default();
        for module in modules {
            let own = module.variables.iter().filter(|variable| variable.range == Range::Clock);
            clocks
                .variables
                .extend(own.filter_map(|clock| variables.iter().position(|one| one.name == clock.name.text)));
            clocks.invariants.push(match &module.invariant {
                Some(invariant) => scope.typed(invariant, Type::Bool, "an invariant")?,
                None => Term::truth(true),
            });
        }
        Ok(Some(clocks))
    }

    /// No formula may mention itself.
    fn check_formulas(&self, text: &str) -> Resolved<()> {
        let position: BTreeMap<&str, usize> =
            self.formulas.iter().enumerate().map(|(index, one)| (one.name.text.as_str(), index)).collect();
        let mut waiting: Vec<BTreeSet<usize>> = Vec::new();
        for formula in &self.formulas {
            let mut mentioned = BTreeSet::new();
            formula.meaning.for_each_name(&mut |name, _| mentioned.extend(position.get(name)));
            waiting.push(mentioned);
        }
        let mut remaining: BTreeSet<usize> = (0..self.formulas.len()).collect();
        while let Some(next) = remaining.iter().copied().find(|index| waiting[*index].is_empty()) {
            remaining.remove(&next);
            waiting.iter_mut().for_each(|needs| {
                needs.remove(&next);
            });
        }
        match remaining.first() {
            None => Ok(()),
            Some(index) => {
                let name = &self.formulas[*index].name;
                Err(ModelError::at(text, name.at, format!("the formula `{}` depends on itself", name.text)))
            }
        }
    }

    /// Every name may be declared once.
    fn check_names(&self, text: &str, modules: &[Plain]) -> Resolved<()> {
        let mut known: BTreeMap<&str, &str> = BTreeMap::new();
        let all = (self.constants.iter().map(|one| (&one.name, "a constant")))
            .chain(self.formulas.iter().map(|one| (&one.name, "a formula")))
            .chain(self.globals.iter().map(|one| (&one.name, "a variable")))
            .chain(modules.iter().flat_map(|module| module.variables.iter().map(|one| (&one.name, "a variable"))));
        for (name, what) in all {
            if let Some(earlier) = known.insert(&name.text, what) {
                let message = format!("`{}` is {what} here, but {earlier} of that name was declared before", name.text);
                return Err(ModelError::at(text, name.at, message));
            }
        }
        let groups = [
            ("module", modules.iter().map(|module| &module.name).collect::<Vec<_>>()),
            ("label", self.labels.iter().map(|label| &label.name).collect()),
        ];
        for (what, names) in groups {
            let mut seen = BTreeSet::new();
            if let Some(name) = names.into_iter().find(|name| !seen.insert(&name.text)) {
                return Err(ModelError::at(text, name.at, format!("the {what} `{}` is declared twice", name.text)));
            }
        }
        let mut seen = BTreeSet::new();
        if let Some(name) = self.rewards.iter().filter_map(|one| one.name.as_ref()).find(|name| !seen.insert(*name)) {
            return Err(ModelError::Input(format!("the reward structure \"{name}\" is declared twice")));
        }
        Ok(())
    }

    fn constants(&self, scope: &mut Scope<'_>, given: &Constants) -> Resolved<()> {
        let missing: Vec<&Constant> = self
            .constants
            .iter()
            .filter(|constant| constant.value.is_none() && given.get(&constant.name.text).is_none())
            .collect();
        if let Some(first) = missing.first() {
            let message = constants_missing(missing.iter().map(|one| (one.name.text.as_str(), one.kind)));
            return Err(ModelError::at(scope.text, first.name.at, message));
        }
        // A constant comes after those that its value mentions.
        let mut remaining: Vec<&Constant> = self.constants.iter().collect();
        while !remaining.is_empty() {
            let waiting: BTreeSet<&str> = remaining.iter().map(|constant| constant.name.text.as_str()).collect();
            let ready = remaining.iter().position(|constant| {
                let mut free = true;
                if let (Some(value), None) = (&constant.value, given.get(&constant.name.text)) {
                    scope.for_each_name_expanded(value, &mut |name| free &= !waiting.contains(name));
                }
                free
            });
            let Some(ready) = ready else {
                let name = &remaining[0].name;
                let message = format!("the value of the constant `{}` depends on itself", name.text);
                return Err(ModelError::at(scope.text, name.at, message));
            };
            let constant = remaining.remove(ready);
            let name = &constant.name;
            let value = match (&constant.value, given.get(&name.text)) {
                (Some(_), Some(_)) => {
                    let message = format!("the constant `{}` has a value here and another one by --const", name.text);
                    return Err(ModelError::at(scope.text, name.at, message));
                }
                (None, Some(value)) => value.clone(),
                (Some(expression), None) => {
                    let term = scope.term(expression)?;
                    if term.kind != constant.kind && !(term.kind == Type::Int && constant.kind == Type::Real) {
                        let (wanted, found) = (constant.kind.words(), term.kind.words());
                        let message = format!("the value of `{}` must be {wanted}, found {found}", name.text);
                        return Err(ModelError::at(scope.text, expression.at, message));
                    }
                    scope.constant_value(&term, expression.at)?
                }
                (None, None) => unreachable!("missing values were complained about"),
            };
            let fits = matches!(
                (&value, constant.kind),
                (Value::Bool(_), Type::Bool)
                    | (Value::Integer(_), Type::Int)
                    | (Value::Integer(_) | Value::Real(_), Type::Real)
            );
            if !fits {
                let message = format!("the constant `{}` must be {}, not {value}", name.text, constant.kind.words());
                return Err(ModelError::at(scope.text, name.at, message));
            }
            scope.constants.insert(name.text.clone(), (constant.kind, value));
        }
        Ok(())
    }

    fn variables(&self, scope: &mut Scope<'_>, modules: &[Plain]) -> Resolved<Vec<network::Variable>> {
        let globals = self.globals.iter().map(|variable| (None, variable));
        let owned = modules
            .iter()
            .enumerate()
            .flat_map(|(index, module)| module.variables.iter().map(move |variable| (Some(index), variable)));
        let mut variables = Vec::new();
        for (module, variable) in globals.chain(owned) {
            let name = &variable.name;
            let (is_bool, low, high) = match &variable.range {
                Range::Bool => (true, 0, 1),
                Range::Integer => (false, INTEGER.0, INTEGER.1),
                // How far it counts is found out when all is known that it is compared with.
                Range::Clock => (false, 0, INTEGER.1),
                Range::Between(low, high) => {
                    let bound = |expression: &Expression| -> Resolved<i64> {
                        let term = scope.typed(expression, Type::Int, "a bound of a range")?;
                        match scope.constant_value(&term, expression.at)? {
                            Value::Integer(value) if value.unsigned_abs() < 1 << 62 => Ok(value),
                            value => Err(ModelError::at(
                                scope.text,
                                expression.at,
                                format!("the bound {value} is too large"),
                            )),
                        }
                    };
                    let (low, high) = (bound(low)?, bound(high)?);
                    if low > high {
                        let message = format!("the range of `{}` is empty: [{low}..{high}]", name.text);
                        return Err(ModelError::at(scope.text, name.at, message));
                    }
                    (false, low, high)
                }
            };
            let kind = if is_bool { Type::Bool } else { Type::Int };
            let initial = match &variable.initial {
                Some(expression) => {
                    if self.initial.is_some() {
                        let message = "initial values cannot be said both here and by `init … endinit`";
                        return Err(ModelError::at(scope.text, expression.at, message));
                    }
                    let term = scope.typed(expression, kind, "the initial value")?;
                    let value = match scope.constant_value(&term, expression.at)? {
                        Value::Bool(value) => i64::from(value),
                        Value::Integer(value) => value,
                        Value::Real(value) => {
                            let message = format!("the initial value {value} is too large");
                            return Err(ModelError::at(scope.text, expression.at, message));
                        }
                    };
                    if !(low..=high).contains(&value) {
                        let message =
                            format!("the initial value {value} of `{}` is outside [{low}..{high}]", name.text);
                        return Err(ModelError::at(scope.text, expression.at, message));
                    }
                    value
                }
                None if matches!(variable.range, Range::Integer | Range::Clock) => 0,
                None => low,
            };
            let index = variables.len();
            variables.push(network::Variable { name: name.text.clone(), is_bool, low, high, initial, module });
            scope.variables.insert(name.text.clone(), (index, kind));
        }
        if variables.is_empty() {
            return Err(ModelError::Input("the model has no variables, and therefore no states".to_string()));
        }
        Ok(variables)
    }

    fn vectors(&self, text: &str, modules: &[network::Module], actions: &mut Vec<String>) -> Resolved<Vec<Vector>> {
        let names: Vec<String> = modules.iter().map(|module| module.name.clone()).collect();
        let all: Vec<BTreeSet<u32>> =
            modules.iter().map(|module| module.commands.iter().map(|command| command.action).collect()).collect();
        let has_silent: Vec<bool> = all.iter().map(|actions| actions.contains(&0)).collect();
        let alphabets: Vec<BTreeSet<u32>> =
            all.into_iter().map(|actions| actions.into_iter().filter(|action| *action != 0).collect()).collect();
        Composer::new(&names, &alphabets, &has_silent, actions)
            .vectors(&self.systems)
            .map_err(|(at, message)| ModelError::at(text, at, message))
    }
}

impl<'a> Scope<'a> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Resolved<T> {
        Err(ModelError::at(self.text, at, message))
    }

    /// The names in an expression, with those that its formulas stand for.
    fn for_each_name_expanded(&self, expression: &Expression, visit: &mut dyn FnMut(&str)) {
        expression.for_each_name(&mut |name, _| match self.formulas.get(name) {
            Some(meaning) => self.for_each_name_expanded(meaning, visit),
            None => visit(name),
        });
    }

    fn term(&self, expression: &Expression) -> Resolved<Term> {
        let made = match &expression.node {
            Node::Bool(value) => Ok(Term::truth(*value)),
            Node::Integer(value) => Ok(Term::integer(*value)),
            Node::Real(value) => Ok(Term::real(value.clone())),
            Node::Name(name) => return self.name(name, expression.at),
            Node::Not(operand) => Term::negation(self.term(operand)?),
            Node::Negate(operand) => Term::negate(self.term(operand)?),
            Node::Binary(operator, left, right) => Term::binary(*operator, self.term(left)?, self.term(right)?),
            Node::IfThenElse(condition, first, second) => {
                Term::if_then_else(self.term(condition)?, self.term(first)?, self.term(second)?)
            }
            Node::Call(function, arguments) => {
                let arguments: Resolved<Vec<Term>> = arguments.iter().map(|one| self.term(one)).collect();
                Term::call(*function, arguments?)
            }
        };
        made.or_else(|message| self.error(expression.at, message))
    }

    fn name(&self, name: &str, at: usize) -> Resolved<Term> {
        if let Some((index, kind)) = self.variables.get(name) {
            return Ok(Term::variable(*index, *kind));
        }
        if let Some((kind, value)) = self.constants.get(name) {
            return Ok(Term::constant(value.clone(), *kind));
        }
        if let Some(meaning) = self.formulas.get(name) {
            return self.term(meaning);
        }
        let known = (self.variables.keys().map(String::as_str))
            .chain(self.constants.keys().map(String::as_str))
            .chain(self.formulas.keys().copied());
        let hint = match suggest(name, known) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        };
        self.error(
            at,
            format!("nothing is called `{name}` here: neither a variable nor a constant nor a formula{hint}"),
        )
    }

    /// A term of the wanted type; integers are reals.
    fn typed(&self, expression: &Expression, wanted: Type, what: &str) -> Resolved<Term> {
        let term = self.term(expression)?;
        if term.kind == wanted || (wanted == Type::Real && term.kind == Type::Int) {
            return Ok(term);
        }
        self.error(expression.at, format!("{what} must be {}, found {}", wanted.words(), term.kind.words()))
    }

    fn constant_value(&self, term: &Term, at: usize) -> Resolved<Value> {
        if let Some(value) = term.as_constant() {
            return Ok(value.clone());
        }
        self.error(at, "this must be constant, but it mentions a variable")
    }

    fn module(
        &self,
        kind: Kind,
        (index, module): (usize, &Plain),
        variables: &[network::Variable],
        actions: &mut Vec<String>,
    ) -> Resolved<network::Module> {
        let mut commands = Vec::new();
        for command in &module.commands {
            let action = match &command.action {
                Some(name) => action_index(actions, &name.text),
                None => 0,
            };
            let guard = self.typed(&command.guard, Type::Bool, "a guard")?;
            let mut branches = Vec::new();
            for update in &command.updates {
                let probability = match &update.probability {
                    Some(expression) => self.typed(expression, Type::Real, "a probability")?,
                    None => Term::integer(1),
                };
                let probability_most = match &update.probability_most {
                    Some(most) => Some(self.typed(most, Type::Real, "a probability")?),
                    None => None,
                };
                let mut assignments = Vec::new();
                for (name, value) in &update.assignments {
                    assignments.push(self.assignment(index, name, value, variables)?);
                }
                branches.push(network::Branch { probability, probability_most, assignments, earns: Vec::new() });
            }
            let is_timed = kind == Kind::Timed || command.is_marked;
            commands.push(network::Command { place: command.at, action, is_timed, guard, branches });
        }
        Ok(network::Module { name: module.name.text.clone(), commands })
    }

    fn assignment(
        &self,
        module: usize,
        name: &Name,
        value: &Expression,
        variables: &[network::Variable],
    ) -> Resolved<(usize, Term)> {
        let Some((variable, kind)) = self.variables.get(&name.text) else {
            let near = suggest(&name.text, self.variables.keys().map(String::as_str));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return self.error(name.at, format!("there is no variable `{}`{hint}", name.text));
        };
        if variables[*variable].module.is_some_and(|owner| owner != module) {
            let message = format!(
                "`{}` belongs to another module: a module changes only its own and global variables",
                name.text
            );
            return self.error(name.at, message);
        }
        Ok((*variable, self.typed(value, *kind, &format!("the new value of `{}`", name.text))?))
    }

    fn rewards(&self, rewards: &Rewards, actions: &mut Vec<String>) -> Resolved<RewardStructure> {
        let mut structure = RewardStructure { name: rewards.name.clone(), states: Vec::new(), transitions: Vec::new() };
        for item in &rewards.items {
            let guard = self.typed(&item.guard, Type::Bool, "the condition of a reward")?;
            let value = self.typed(&item.value, Type::Real, "a reward")?;
            match &item.earned {
                Earned::InState => structure.states.push((guard, value)),
                Earned::By(None) => structure.transitions.push((0, guard, value)),
                Earned::By(Some(name)) => {
                    structure.transitions.push((action_index(actions, &name.text), guard, value));
                }
            }
        }
        Ok(structure)
    }
}

fn action_index(actions: &mut Vec<String>, name: &str) -> u32 {
    let known = actions.iter().position(|known| known == name);
    known.unwrap_or_else(|| {
        actions.push(name.to_string());
        actions.len() - 1
    }) as u32
}

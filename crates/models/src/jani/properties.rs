//! The properties of a model in JANI as formulas, and what they accumulate as reward structures.

use std::collections::BTreeMap;

use logic::{BinaryOperator, RewardStructure as Structure};
use logic::{
    Comparison, FilterKind, Formula, Number, Optimum, Path, Property, Query, RewardObjective, Spent, Steps, Time, Value,
};

use super::expression::{Context, Resolved, Scope, binary};
use super::json::{Json, Node};
use super::resolve::Assigned;
use crate::clocks::TIME;
use crate::error::ModelError;
use crate::network::{Kind, Network, RewardStructure};
use crate::typed::{Term, TermNode, Type};

pub struct Asking<'a, 's> {
    scope: &'s Scope<'a>,
    assigned: &'s [Assigned],
    network: &'s mut Network,
    names: Vec<String>,
}

/// What is accumulated: by being in states, and by taking edges.
#[derive(Clone, Copy, PartialEq)]
struct Accumulated {
    in_states: bool,
    by_steps: bool,
}

impl<'a, 's> Asking<'a, 's> {
    pub fn new(scope: &'s Scope<'a>, assigned: &'s [Assigned], network: &'s mut Network) -> Asking<'a, 's> {
        let names = network.variables.iter().map(|variable| variable.name.clone()).collect();
        Asking { scope, assigned, network, names }
    }

    /// Every transient number is a reward structure of its name.
    pub fn structures(&mut self) -> Resolved<()> {
        let all = Accumulated { in_states: true, by_steps: true };
        let numbers = self.scope.transients.iter().filter(|(_, transient)| transient.kind != Type::Bool);
        for (name, _) in numbers {
            let expression = Json { at: 0, node: Node::Text(name.clone()) };
            let (structure, earns) = self.structure(name.clone(), &expression, all)?;
            self.add(structure, earns);
        }
        Ok(())
    }

    fn add(&mut self, structure: RewardStructure, earns: Vec<(usize, usize, usize, Term)>) {
        let index = self.network.rewards.len();
        self.network.rewards.push(structure);
        for (module, command, branch, term) in earns {
            self.network.modules[module].commands[command].branches[branch].earns.push((index, term));
        }
    }

    /// A structure, and what it earns by which branch of which command of which module.
    #[allow(clippy::type_complexity)]
    fn structure(
        &self,
        name: String,
        expression: &Json,
        what: Accumulated,
    ) -> Resolved<(RewardStructure, Vec<(usize, usize, usize, Term)>)> {
        let mut structure = RewardStructure { name: Some(name), states: Vec::new(), transitions: Vec::new() };
        if what.in_states {
            let term = self.scope.typed(expression, Context::outside(), Type::Real, "what is accumulated")?;
            if !is_zero(&term) {
                structure.states.push((Term::truth(true), term));
            }
        }
        let mut earns = Vec::new();
        if what.by_steps {
            let (constant, weights) = self.linear(expression)?;
            let mut always = constant;
            for (name, weight) in &weights {
                let initial = product(weight.clone(), self.scope.transients[name].initial.clone());
                always = sum(always, initial);
            }
            if !is_zero(&always) {
                for action in 0..self.network.actions.len() as u32 {
                    structure.transitions.push((action, Term::truth(true), always.clone()));
                }
            }
            for (module, commands) in self.assigned.iter().enumerate() {
                for (command, branches) in commands.iter().enumerate() {
                    for (branch, assigned) in branches.iter().enumerate() {
                        let mut earned = Term::integer(0);
                        for (name, weight) in &weights {
                            if let Some(value) = assigned.get(name) {
                                let initial = self.scope.transients[name].initial.clone();
                                let more = Term::binary(BinaryOperator::Subtract, value.clone(), initial);
                                earned = sum(earned, product(weight.clone(), more.expect("both are numbers")));
                            }
                        }
                        if !is_zero(&earned) {
                            earns.push((module, command, branch, earned));
                        }
                    }
                }
            }
        }
        Ok((structure, earns))
    }

    /// The expression as a constant and a sum of multiples of transient variables.
    fn linear(&self, json: &Json) -> Resolved<(Term, BTreeMap<String, Term>)> {
        if let Node::Text(name) = &json.node
            && self.scope.transients.contains_key(name)
        {
            return Ok((Term::integer(0), BTreeMap::from([(name.clone(), Term::integer(1))])));
        }
        let operator = match json.get("op").map(|operator| &operator.node) {
            Some(Node::Text(name)) => name.as_str(),
            _ => "",
        };
        match (operator, json.get("left"), json.get("right")) {
            ("+" | "-", Some(left), Some(right)) => {
                let (mut constant, mut weights) = self.linear(left)?;
                let (more, others) = self.linear(right)?;
                let signed = |term: Term| match operator {
                    "-" => Term::negate(term).expect("it is a number"),
                    _ => term,
                };
                constant = sum(constant, signed(more));
                for (name, weight) in others {
                    let before = weights.remove(&name).unwrap_or(Term::integer(0));
                    weights.insert(name, sum(before, signed(weight)));
                }
                Ok((constant, weights))
            }
            ("*", Some(left), Some(right)) => {
                let (one, weights) = self.linear(left)?;
                let (other, others) = self.linear(right)?;
                let (factor, base, weights) = match (weights.is_empty(), others.is_empty()) {
                    (true, _) => (one, other, others),
                    (_, true) => (other, one, weights),
                    _ => return Err(self.not_linear()),
                };
                let scaled = weights.into_iter().map(|(name, weight)| (name, product(factor.clone(), weight)));
                Ok((product(factor.clone(), base), scaled.collect()))
            }
            _ => {
                let term = self.scope.typed(json, Context::outside(), Type::Real, "what is accumulated")?;
                match term.as_constant() {
                    Some(_) => Ok((term, BTreeMap::new())),
                    None => Err(self.not_linear()),
                }
            }
        }
    }

    fn not_linear(&self) -> ModelError {
        let message = "accumulating by steps what is no sum of transient variables is not supported";
        ModelError::Unsupported(message.to_string())
    }

    pub fn properties(&mut self, root: &Json) -> Resolved<()> {
        for property in self.scope.list(root, "properties")? {
            let name = self.scope.string(self.scope.need(property, "name", "a property")?, "the name of a property")?;
            let formula = self.formula(self.scope.need(property, "expression", "a property")?)?;
            let text = formula.to_string();
            self.network.properties.push(Property {
                name: Some(name.to_string()),
                formula,
                text,
                comments: Vec::new(),
            });
        }
        Ok(())
    }

    fn operator<'j>(&self, json: &'j Json) -> Option<&'j str> {
        match json.get("op").map(|operator| &operator.node) {
            Some(Node::Text(name)) => Some(name),
            _ => None,
        }
    }

    fn part<'j>(&self, json: &'j Json, key: &str) -> Resolved<&'j Json> {
        self.scope.need(json, key, &format!("`{}`", self.operator(json).unwrap_or("this")))
    }

    /// What has a value in a state.
    fn formula(&mut self, json: &Json) -> Resolved<Formula> {
        if let Node::Text(name) = &json.node
            && self.scope.transients.get(name).is_some_and(|transient| transient.kind == Type::Bool)
        {
            return Ok(Formula::Label(name.clone()));
        }
        match self.operator(json) {
            Some("filter") => self.filter(json),
            Some("initial") => Ok(Formula::Label("init".to_string())),
            Some("deadlock") => Ok(Formula::Label("deadlock".to_string())),
            Some("timelock") => Ok(Formula::Bool(false)),
            Some(name @ ("Pmin" | "Pmax" | "Emin" | "Emax" | "Smin" | "Smax")) => {
                self.quantity(json, name, Query::Value)
            }
            Some("∀") => Ok(Formula::ForAll(Box::new(self.path(self.part(json, "exp")?)?))),
            Some("∃") => Ok(Formula::Exists(Box::new(self.path(self.part(json, "exp")?)?))),
            Some("¬") => Ok(Formula::Not(Box::new(self.formula(self.part(json, "exp")?)?))),
            Some("ite") => Ok(Formula::IfThenElse(
                Box::new(self.formula(self.part(json, "if")?)?),
                Box::new(self.formula(self.part(json, "then")?)?),
                Box::new(self.formula(self.part(json, "else")?)?),
            )),
            Some("-") if json.get("exp").is_some() => {
                Ok(Formula::Negate(Box::new(self.formula(self.part(json, "exp")?)?)))
            }
            Some(name) if binary(name).is_some() => self.binary(json, binary(name).expect("it is one")),
            _ => Ok(self.scope.term(json, Context::outside())?.to_formula(&self.names)),
        }
    }

    fn binary(&mut self, json: &Json, operator: BinaryOperator) -> Resolved<Formula> {
        let (left, right) = (self.part(json, "left")?, self.part(json, "right")?);
        let compared = |operator: BinaryOperator| match operator {
            BinaryOperator::Less => Some(Comparison::Less),
            BinaryOperator::LessOrEqual => Some(Comparison::LessOrEqual),
            BinaryOperator::Greater => Some(Comparison::Greater),
            BinaryOperator::GreaterOrEqual => Some(Comparison::GreaterOrEqual),
            _ => None,
        };
        if let (Some(comparison), Some(name)) = (compared(operator), self.operator(left))
            && matches!(name, "Pmin" | "Pmax" | "Emin" | "Emax" | "Smin" | "Smax")
            && let Ok(bound) = self.scope.constant_value(right, Context::outside())
            && let Some(bound) = bound.to_rational()
        {
            return self.quantity(left, name, Query::Bound(comparison, Number::new(bound)));
        }
        let is_state = |part: &Json| !asks(part);
        if is_state(left) && is_state(right) && !matches!(operator, BinaryOperator::And | BinaryOperator::Or) {
            // A comparison of expressions, which also says whether the types fit.
            return Ok(self.scope.term(json, Context::outside())?.to_formula(&self.names));
        }
        Ok(Formula::Binary(operator, Box::new(self.formula(left)?), Box::new(self.formula(right)?)))
    }

    fn filter(&mut self, json: &Json) -> Resolved<Formula> {
        let function = self.part(json, "fun")?;
        let values = self.formula(self.part(json, "values")?)?;
        let states = self.part(json, "states")?;
        let everywhere = matches!(states.node, Node::Bool(true));
        let initially = self.operator(states) == Some("initial");
        let kind = match self.scope.string(function, "the function of a filter")? {
            "values" if initially => return Ok(values),
            "∀" if initially => return Ok(values),
            "min" => FilterKind::Min,
            "max" => FilterKind::Max,
            "sum" => FilterKind::Sum,
            "avg" => FilterKind::Avg,
            "count" => FilterKind::Count,
            "∀" => FilterKind::ForAll,
            "∃" => FilterKind::Exists,
            "argmin" => FilterKind::ArgMin,
            "argmax" => FilterKind::ArgMax,
            "values" => FilterKind::Print,
            name => return self.scope.error(function.at, format!("there is no function `{name}` of filters")),
        };
        let states = if everywhere { None } else { Some(Box::new(self.formula(states)?)) };
        Ok(Formula::Filter { kind, property: Box::new(values), states })
    }

    fn quantity(&mut self, json: &Json, name: &str, query: Query) -> Resolved<Formula> {
        let optimum = match (self.network.kind, name.ends_with("max")) {
            (Kind::Chain | Kind::Timed, _) => None,
            (Kind::Process | Kind::Automaton, true) => Some(Optimum::Max),
            (Kind::Process | Kind::Automaton, false) => Some(Optimum::Min),
        };
        let expression = self.part(json, "exp")?;
        match name.as_bytes()[0] {
            b'P' => Ok(Formula::Probability { optimum, query, path: Box::new(self.path(expression)?) }),
            b'S' => {
                let is_truth = asks(expression)
                    || self.scope.term(expression, Context::outside()).is_ok_and(|term| term.kind == Type::Bool);
                if is_truth {
                    return Ok(Formula::SteadyState { optimum, query, states: Box::new(self.formula(expression)?) });
                }
                let what = match json.get("accumulate") {
                    Some(_) => self.accumulated(json)?,
                    // Whatever it is earned by.
                    None => Accumulated { in_states: true, by_steps: true },
                };
                let structure = self.named(expression, what)?;
                Ok(Formula::Reward { structure, optimum, query, objective: Box::new(RewardObjective::LongRun) })
            }
            _ => self.expectation(json, expression, optimum, query),
        }
    }

    fn accumulated(&self, json: &Json) -> Resolved<Accumulated> {
        let mut what = Accumulated { in_states: false, by_steps: false };
        for part in self.scope.list(json, "accumulate")? {
            match (self.scope.string(part, "what is accumulated by")?, self.network.kind) {
                ("time", Kind::Process) if self.network.clocks.is_some() => what.in_states = true,
                ("exit", Kind::Process) if self.network.clocks.is_some() => {
                    let message = "rewards by leaving states of a timed automaton are not supported";
                    return Err(ModelError::Unsupported(message.to_string()));
                }
                ("steps", _) => what.by_steps = true,
                ("exit", Kind::Chain | Kind::Process) | ("time", Kind::Timed | Kind::Automaton) => {
                    what.in_states = true
                }
                ("exit", Kind::Timed | Kind::Automaton) => {
                    let message = "rewards by leaving states in continuous time are not supported";
                    return Err(ModelError::Unsupported(message.to_string()));
                }
                // In discrete time none passes.
                ("time", _) => {}
                (name, _) => return self.scope.error(part.at, format!("nothing is accumulated by `{name}`")),
            }
        }
        Ok(what)
    }

    fn expectation(
        &mut self,
        json: &Json,
        expression: &Json,
        optimum: Option<Optimum>,
        query: Query,
    ) -> Resolved<Formula> {
        let is_accumulated = !self.scope.list(json, "accumulate")?.is_empty();
        let what = match is_accumulated {
            true => self.accumulated(json)?,
            false => Accumulated { in_states: true, by_steps: false },
        };
        let structure = self.named(expression, what)?;
        let unsupported = |what: &str| Err(ModelError::Unsupported(format!("{what} is not supported")));
        let instants = [json.get("step-instant"), json.get("time-instant")];
        let objective = match (instants, json.get("reach")) {
            ([None, None], Some(reach)) if is_accumulated => RewardObjective::Reach(self.formula(reach)?),
            ([None, None], Some(_)) => return unsupported("the expected value at the moment of reaching states"),
            ([None, None], None) if is_accumulated => RewardObjective::Total,
            ([None, None], None) => return self.scope.error(json.at, "this expectation does not say when"),
            ([Some(_), Some(_)], _) | (_, Some(_)) => return unsupported("an expectation until two things"),
            ([Some(steps), None], _) => {
                let count = self.count(steps)?;
                match (self.network.kind, is_accumulated) {
                    (Kind::Timed | Kind::Automaton, _) => {
                        return unsupported("an expectation after steps in continuous time");
                    }
                    (_, true) => RewardObjective::Cumulative(count),
                    (_, false) => RewardObjective::Instantaneous(count),
                }
            }
            ([None, Some(time)], _) => {
                let number = self.number(time)?;
                match (self.network.kind, is_accumulated) {
                    (Kind::Chain | Kind::Process, _) => {
                        return unsupported("an expectation at a time in discrete time");
                    }
                    (_, true) => RewardObjective::CumulativeTime(number),
                    (_, false) => RewardObjective::InstantaneousTime(number),
                }
            }
        };
        Ok(Formula::Reward { structure, optimum, query, objective: Box::new(objective) })
    }

    /// The structure that accumulates an expression so; made if there is none yet.
    fn named(&mut self, expression: &Json, what: Accumulated) -> Resolved<Structure> {
        let base = match &expression.node {
            Node::Text(name) => name.clone(),
            _ => self.scope.term(expression, Context::outside())?.to_formula(&self.names).to_string(),
        };
        let (mut structure, earns) = self.structure(base.clone(), expression, what)?;
        let known =
            |name: &str, network: &Network| network.rewards.iter().position(|one| one.name.as_deref() == Some(name));
        for suffix in ["", " by states", " by steps", " by both"] {
            let name = format!("{base}{suffix}");
            match known(&name, self.network) {
                Some(index) if self.is_same(index, &structure, &earns) => return Ok(Structure::Named(name)),
                Some(_) => {}
                None if suffix.is_empty() || suffix == suffix_of(what) => {
                    structure.name = Some(name.clone());
                    self.add(structure, earns);
                    return Ok(Structure::Named(name));
                }
                None => {}
            }
        }
        unreachable!("one of the names tells it from the others")
    }

    fn is_same(&self, index: usize, other: &RewardStructure, earns: &[(usize, usize, usize, Term)]) -> bool {
        let known = &self.network.rewards[index];
        let mut same = known.states == other.states && known.transitions == other.transitions;
        let mut count = 0;
        for module in &self.network.modules {
            for branch in module.commands.iter().flat_map(|command| &command.branches) {
                count += branch.earns.iter().filter(|(structure, _)| *structure == index).count();
            }
        }
        same &= count == earns.len();
        same && earns.iter().all(|(module, command, branch, term)| {
            let branch = &self.network.modules[*module].commands[*command].branches[*branch];
            branch.earns.iter().any(|(structure, known)| *structure == index && known == term)
        })
    }

    /// What is true or false of a run.
    fn path(&mut self, json: &Json) -> Resolved<Path> {
        let boxed = |asking: &mut Self, key: &str| -> Resolved<Box<Path>> {
            let part = asking.part(json, key)?;
            Ok(Box::new(asking.path(part)?))
        };
        match self.operator(json) {
            Some("U") | Some("W") | Some("R") => {
                let (left, right) = (boxed(self, "left")?, boxed(self, "right")?);
                let operator = self.operator(json);
                self.bounded(json, |steps| match (operator, &left) {
                    (Some("U"), left) if **left == Path::State(Formula::Bool(true)) => Path::Eventually(steps, right),
                    (Some("U"), _) => Path::Until(steps, left.clone(), right),
                    (Some("W"), _) => Path::WeakUntil(steps, left.clone(), right),
                    _ => Path::Release(steps, left.clone(), right),
                })
            }
            Some("F") => {
                let inner = boxed(self, "exp")?;
                self.bounded(json, |steps| Path::Eventually(steps, inner))
            }
            Some("G") => {
                let inner = boxed(self, "exp")?;
                self.bounded(json, |steps| Path::Globally(steps, inner))
            }
            Some(name @ ("∧" | "∨" | "⇒")) if is_temporal(json) => {
                let (left, right) = (boxed(self, "left")?, boxed(self, "right")?);
                Ok(match name {
                    "∧" => Path::And(left, right),
                    "∨" => Path::Or(left, right),
                    _ => Path::Implies(left, right),
                })
            }
            Some("¬") if is_temporal(json) => Ok(Path::Not(boxed(self, "exp")?)),
            _ => Ok(Path::State(self.formula(json)?)),
        }
    }

    fn bounded(&mut self, json: &Json, make: impl FnOnce(Steps) -> Path) -> Resolved<Path> {
        if json.get("reward-bounds").is_some_and(|bounds| !matches!(&bounds.node, Node::List(list) if list.is_empty()))
        {
            return self.reward_bounded(json, make);
        }
        let has_clocks = self.network.clocks.is_some();
        match (json.get("step-bounds"), json.get("time-bounds")) {
            (Some(_), None) if has_clocks => {
                let message = "bounds on steps of a timed automaton are not supported";
                Err(ModelError::Unsupported(message.to_string()))
            }
            (None, Some(bounds)) if has_clocks => {
                Ok(Path::Spending(self.spent(bounds, &Structure::Named(TIME.to_string()))?, Box::new(make(Steps::ALL))))
            }
            (None, None) => Ok(make(Steps::ALL)),
            (Some(_), Some(_)) => Err(ModelError::Unsupported("bounds both on steps and on time".to_string())),
            (Some(_), None) if self.network.kind.is_timed() => {
                Err(ModelError::Unsupported("bounds on steps in continuous time are not supported".to_string()))
            }
            (Some(bounds), None) => Ok(make(self.steps(bounds)?)),
            (None, Some(bounds)) => {
                if !self.network.kind.is_timed() {
                    let message = "bounds on time need a model in continuous time; bounds on steps are \"step-bounds\"";
                    return self.scope.error(bounds.at, message);
                }
                let upper = bounds.get("upper").map(|upper| self.number(upper)).transpose()?;
                let lower = match bounds.get("lower") {
                    Some(lower) => self.number(lower)?,
                    None => Number::integer(0),
                };
                Ok(Path::Within(Time { lower, upper }, Box::new(make(Steps::ALL))))
            }
        }
    }

    fn reward_bounded(&mut self, json: &Json, make: impl FnOnce(Steps) -> Path) -> Resolved<Path> {
        if json.get("step-bounds").is_some() || json.get("time-bounds").is_some() {
            let message = "bounds both on what is earned and on time or steps are not supported";
            return Err(ModelError::Unsupported(message.to_string()));
        }
        let mut spent = Vec::new();
        for bound in self.scope.list(json, "reward-bounds")? {
            let what = self.accumulated(bound)?;
            let expression = self.scope.need(bound, "exp", "a bound on what is earned")?;
            let structure = self.named(expression, what)?;
            self.check_even(&structure)?;
            let bounds = self.scope.need(bound, "bounds", "a bound on what is earned")?;
            spent.extend(self.spent(bounds, &structure)?);
        }
        Ok(Path::Spending(spent, Box::new(make(Steps::ALL))))
    }

    /// The bounds of an interval on what a structure earns.
    fn spent(&self, bounds: &Json, structure: &Structure) -> Resolved<Vec<Spent>> {
        let is_exclusive = |key: &str| matches!(bounds.get(key).map(|value| &value.node), Some(Node::Bool(true)));
        let ends = [
            ("upper", "upper-exclusive", Comparison::Less, Comparison::LessOrEqual),
            ("lower", "lower-exclusive", Comparison::Greater, Comparison::GreaterOrEqual),
        ];
        let mut spent = Vec::new();
        for (end, exclusive, strict, otherwise) in ends {
            let Some(bound) = bounds.get(end) else { continue };
            let comparison = if is_exclusive(exclusive) { strict } else { otherwise };
            spent.push(Spent { structure: structure.clone(), comparison, bound: self.number(bound)?, variable: None });
        }
        Ok(spent)
    }

    /// What the branches of an edge earn is averaged; a bound on what is earned needs it to be the same for all.
    fn check_even(&self, structure: &Structure) -> Resolved<()> {
        let Structure::Named(name) = structure else { return Ok(()) };
        let index = self.network.rewards.iter().position(|known| known.name.as_ref() == Some(name));
        for command in self.network.modules.iter().flat_map(|module| &module.commands) {
            let mut earned = command.branches.iter().map(|branch| {
                let own = branch.earns.iter().find(|(structure, _)| Some(*structure) == index);
                own.map_or(Term::integer(0), |(_, term)| term.clone())
            });
            let first = earned.next();
            if earned.any(|other| Some(&other) != first.as_ref()) {
                let message = format!("a bound on `{name}`, which the destinations of an edge assign differently");
                return Err(ModelError::Unsupported(format!("{message}, is not supported")));
            }
        }
        Ok(())
    }

    fn steps(&self, bounds: &Json) -> Resolved<Steps> {
        let is_exclusive = |key: &str| matches!(bounds.get(key).map(|value| &value.node), Some(Node::Bool(true)));
        let lower = match bounds.get("lower") {
            Some(lower) => self.count(lower)? + u64::from(is_exclusive("lower-exclusive")),
            None => 0,
        };
        let upper = match bounds.get("upper") {
            Some(upper) if is_exclusive("upper-exclusive") => match self.count(upper)?.checked_sub(1) {
                Some(upper) => Some(upper),
                None => return self.scope.error(upper.at, "there is no number of steps below 0"),
            },
            Some(upper) => Some(self.count(upper)?),
            None => None,
        };
        Ok(Steps { lower, upper })
    }

    fn count(&self, json: &Json) -> Resolved<u64> {
        match self.scope.constant_value(json, Context::outside())? {
            Value::Integer(value) if value >= 0 => Ok(value as u64),
            value => self.scope.error(json.at, format!("a number of steps was expected, found {value}")),
        }
    }

    fn number(&self, json: &Json) -> Resolved<Number> {
        match self.scope.constant_value(json, Context::outside())?.to_rational() {
            Some(value) if value >= dashu::rational::RBig::ZERO => Ok(Number::new(value)),
            _ => self.scope.error(json.at, "a time was expected: a number that is not negative"),
        }
    }
}

fn suffix_of(what: Accumulated) -> &'static str {
    match (what.in_states, what.by_steps) {
        (true, false) => " by states",
        (false, true) => " by steps",
        _ => " by both",
    }
}

fn is_zero(term: &Term) -> bool {
    term.as_constant() == Some(&Value::Integer(0))
}

fn sum(left: Term, right: Term) -> Term {
    match (is_zero(&left), is_zero(&right)) {
        (true, _) => right,
        (_, true) => left,
        _ => Term::binary(BinaryOperator::Add, left, right).expect("both are numbers"),
    }
}

fn product(left: Term, right: Term) -> Term {
    let is_one = |term: &Term| matches!(&term.node, TermNode::Constant(Value::Integer(1)));
    match (is_one(&left), is_one(&right)) {
        (true, _) => right,
        (_, true) => left,
        _ if is_zero(&left) || is_zero(&right) => Term::integer(0),
        _ => Term::binary(BinaryOperator::Multiply, left, right).expect("both are numbers"),
    }
}

/// Whether something in it speaks of runs or of labels, which terms do not know.
fn asks(json: &Json) -> bool {
    match (&json.node, json.get("op").map(|operator| &operator.node)) {
        (Node::Object(entries), Some(Node::Text(name))) => {
            let asking = ["Pmin", "Pmax", "Emin", "Emax", "Smin", "Smax", "∀", "∃", "filter", "initial", "deadlock"];
            asking.contains(&name.as_str()) || entries.iter().any(|(_, part)| asks(part))
        }
        _ => false,
    }
}

/// Whether a temporal operator stands in it, outside of what has a value in a state.
fn is_temporal(json: &Json) -> bool {
    match json.get("op").map(|operator| &operator.node) {
        Some(Node::Text(name)) => match name.as_str() {
            "U" | "W" | "R" | "F" | "G" => true,
            "∧" | "∨" | "⇒" => ["left", "right"].iter().any(|key| json.get(key).is_some_and(is_temporal)),
            "¬" => json.get("exp").is_some_and(is_temporal),
            _ => false,
        },
        _ => false,
    }
}

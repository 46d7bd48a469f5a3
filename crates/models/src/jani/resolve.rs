//! From a model in JANI to what it means: a network whose modules are the elements of the composition, with the location of
//! each automaton as one more variable.

use std::collections::{BTreeMap, BTreeSet};

use logic::{BinaryOperator, Constants, Value};

use super::expression::{Context, Names, Resolved, Scope, Transient};
use super::json::{Json, Node};
use super::properties::Asking;
use crate::clocks::{self, Clocks};
use crate::error::ModelError;
use crate::network::{self, Kind, Network, Vector};
use crate::typed::{Term, TermNode, Type};

/// The bounds of integers without bounds.
const INTEGER: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

/// An automaton at a place of the composition.
struct Element<'a> {
    json: &'a Json,
    name: String,
    names: Names<'a>,
    locations: Vec<&'a str>,
    /// The variable that says where it is, if it can be at several places.
    location: Option<usize>,
}

/// What the branches of a module's commands assign to transient variables.
pub type Assigned = Vec<Vec<BTreeMap<String, Term>>>;
/// The variables that a module's commands read after some assignments were made already.
type LateReads = Vec<BTreeSet<usize>>;

pub fn resolve(root: &Json, (kind, has_clocks): (Kind, bool), text: &str, given: &Constants) -> Resolved<Network> {
    let mut scope = Scope { text, constants: BTreeMap::new(), global: Names::default(), transients: BTreeMap::new() };
    scope.read_constants(root, given)?;
    scope.global.functions = functions(&scope, root)?;
    let mut state =
        Variables { all: Vec::new(), initial: Vec::new(), is_open: false, clocks: has_clocks.then(Vec::new) };
    for variable in scope.list(root, "variables")? {
        if let Some((name, meaning)) = state.declare(&scope, variable, None, None)? {
            scope.global.variables.insert(name, meaning);
        } else {
            declare_transient(&mut scope, variable)?;
        }
    }
    let elements = elements(&mut scope, root, &mut state)?;
    transient_values(&mut scope, &elements)?;
    let invariants = elements.iter().map(|element| invariant(&scope, element)).collect::<Resolved<Vec<Term>>>()?;
    let initial = state.condition(&scope, root, &elements)?;
    let mut actions = vec![String::new()];
    let mut modules = Vec::new();
    let (mut assigned, mut late) = (Vec::new(), Vec::new());
    for element in &elements {
        let (module, values, reads) = module(&scope, element, kind, &mut actions)?;
        modules.push(module);
        assigned.push(values);
        late.push(reads);
    }
    let vectors = vectors(&scope, root, &elements, &modules, &mut actions)?;
    if let Some((command, variable)) = network::conflicting_write(&modules, &vectors) {
        let name = &state.all[variable].name;
        let message = format!("the variable `{name}` is changed by two edges that are taken together");
        return scope.error(command.place, message);
    }
    check_order(&modules, &vectors, &late, &state.all)?;
    let labels = (scope.transients.iter())
        .filter(|(_, transient)| transient.kind == Type::Bool)
        .map(|(name, transient)| (name.clone(), transient.in_state.clone()))
        .collect();
    let clocks = state.clocks.map(|variables| Clocks { variables, invariants, stop_time_only: true });
    let mut network = Network {
        observables: None,
        clocks: clocks.as_ref().map(|_| Vec::new()),
        kind,
        variables: state.all,
        initial,
        modules,
        vectors,
        actions,
        labels,
        rewards: Vec::new(),
        constants: scope.constants.iter().map(|(name, (_, value))| (name.clone(), value.clone())).collect(),
        formulas: Vec::new(),
        properties: Vec::new(),
        text: text.to_string(),
    };
    let mut asking = Asking::new(&scope, &assigned, &mut network);
    asking.structures()?;
    asking.properties(root)?;
    if let Some(clocks) = clocks {
        clocks::digitise(&mut network, &clocks)?;
    }
    Ok(network)
}

fn functions<'a>(scope: &Scope<'a>, of: &'a Json) -> Resolved<BTreeMap<String, &'a Json>> {
    let mut functions = BTreeMap::new();
    for function in scope.list(of, "functions")? {
        let name = scope.string(scope.need(function, "name", "a function")?, "the name of a function")?;
        functions.insert(name.to_string(), function);
    }
    Ok(functions)
}

struct Variables {
    all: Vec<network::Variable>,
    /// What each must be at first, where that is said.
    initial: Vec<Option<i64>>,
    /// Whether there is a variable of which nothing is said.
    is_open: bool,
    /// Which are clocks, if there can be any.
    clocks: Option<Vec<usize>>,
}

impl Variables {
    /// The variable's name and meaning; `None` if it is transient.
    fn declare<'a>(
        &mut self,
        scope: &Scope<'a>,
        json: &'a Json,
        module: Option<usize>,
        prefix: Option<&str>,
    ) -> Resolved<Option<(String, (usize, Type))>> {
        if matches!(json.get("transient").map(|transient| &transient.node), Some(Node::Bool(true))) {
            return Ok(None);
        }
        let name_at = scope.need(json, "name", "a variable")?;
        let name = scope.string(name_at, "the name of a variable")?;
        let declared = scope.need(json, "type", "a variable")?;
        let is_clock = self.clocks.is_some() && matches!(&declared.node, Node::Text(name) if name == "clock");
        let kind = if is_clock { Type::Int } else { scope.basic_type(declared)? };
        if kind == Type::Real {
            let message = format!("the variable `{name}` is real; only transient variables can be");
            return Err(ModelError::Unsupported(message));
        }
        let bound = |key: &str, otherwise: i64| -> Resolved<i64> {
            let Some(bound) = declared.get(key) else { return Ok(otherwise) };
            match scope.constant_value(bound, Context::outside())? {
                Value::Integer(value) if value.unsigned_abs() < 1 << 62 => Ok(value),
                value => scope.error(bound.at, format!("the bound of a variable is an integer, not {value}")),
            }
        };
        let (low, high) = match kind {
            _ if is_clock => (0, INTEGER.1),
            Type::Bool => (0, 1),
            _ => (bound("lower-bound", INTEGER.0)?, bound("upper-bound", INTEGER.1)?),
        };
        if low > high {
            return scope.error(name_at.at, format!("the range of `{name}` is empty: [{low}..{high}]"));
        }
        let initial = match json.get("initial-value") {
            None if is_clock => Some(0),
            None => None,
            Some(value) => {
                let wanted = if is_clock { Type::Real } else { kind };
                scope.typed(value, Context::outside(), wanted, &format!("the initial value of `{name}`"))?;
                let number = match scope.constant_value(value, Context::outside())? {
                    value if is_clock => match clocks::whole(&value) {
                        Some(value) => value,
                        None => return scope.error(json.at, "a clock begins at an integer"),
                    },
                    Value::Bool(value) => i64::from(value),
                    Value::Integer(value) => value,
                    Value::Real(value) => return scope.error(json.at, format!("{value} is too large")),
                };
                if !(low..=high).contains(&number) {
                    let message = format!("the initial value {number} of `{name}` is outside [{low}..{high}]");
                    return scope.error(value.at, message);
                }
                Some(number)
            }
        };
        if module.is_none() && self.all.iter().any(|known| known.name == name) {
            return scope.error(name_at.at, format!("the variable `{name}` is declared twice"));
        }
        let shown = match prefix {
            Some(prefix) if self.all.iter().any(|known| known.name == name) => format!("{prefix}.{name}"),
            _ => name.to_string(),
        };
        let index = self.push(shown, kind == Type::Bool, (low, high), initial, module);
        if let (Some(clocks), true) = (&mut self.clocks, is_clock) {
            clocks.push(index);
        }
        Ok(Some((name.to_string(), (index, kind))))
    }

    fn push(
        &mut self,
        name: String,
        is_bool: bool,
        (low, high): (i64, i64),
        initial: Option<i64>,
        module: Option<usize>,
    ) -> usize {
        self.is_open |= initial.is_none();
        self.initial.push(initial);
        self.all.push(network::Variable { name, is_bool, low, high, initial: initial.unwrap_or(low), module });
        self.all.len() - 1
    }

    /// What initial states satisfy, unless every variable says it for itself.
    fn condition(&self, scope: &Scope<'_>, root: &Json, elements: &[Element<'_>]) -> Resolved<Option<Term>> {
        let mut condition = Term::truth(true);
        let mut restrict = |json: &Json, context: Context<'_, '_>| -> Resolved<()> {
            if let Some(restriction) = json.get("restrict-initial") {
                let expression = scope.need(restriction, "exp", "a restriction")?;
                let term = scope.typed(expression, context, Type::Bool, "a restriction")?;
                condition = Term::and(condition.clone(), term);
            }
            Ok(())
        };
        restrict(root, Context::outside())?;
        for element in elements {
            restrict(element.json, Context::within(&element.names))?;
        }
        for element in elements.iter() {
            let Some(location) = element.location else { continue };
            let mut any = Term::truth(false);
            for name in scope.list(element.json, "initial-locations")? {
                let place = element.place(scope, name)?;
                let here = equals(location, Type::Int, place as i64);
                any = Term::binary(BinaryOperator::Or, any, here).expect("both are truth values");
            }
            if self.initial[location].is_none() {
                condition = Term::and(condition, any);
            }
        }
        if !self.is_open && condition.is_true() {
            return Ok(None);
        }
        for (index, initial) in self.initial.iter().enumerate() {
            if let Some(value) = initial {
                let kind = if self.all[index].is_bool { Type::Bool } else { Type::Int };
                condition = Term::and(equals(index, kind, *value), condition);
            }
        }
        Ok(Some(condition))
    }
}

/// The condition that a variable has a value.
fn equals(variable: usize, kind: Type, value: i64) -> Term {
    let variable = Term::variable(variable, kind);
    match kind {
        Type::Bool if value != 0 => variable,
        Type::Bool => Term::negation(variable).expect("it is a truth value"),
        _ => Term::binary(BinaryOperator::Equal, variable, Term::integer(value)).expect("both are integers"),
    }
}

fn declare_transient(scope: &mut Scope<'_>, json: &Json) -> Resolved<()> {
    let name_at = scope.need(json, "name", "a variable")?;
    let name = scope.string(name_at, "the name of a variable")?.to_string();
    let kind = scope.basic_type(scope.need(json, "type", "a variable")?)?;
    let Some(initial) = json.get("initial-value") else {
        return scope.error(json.at, format!("the transient variable `{name}` has no \"initial-value\""));
    };
    let initial = scope.typed(initial, Context::outside(), kind, "the initial value")?;
    if initial.as_constant().is_none() {
        return scope.error(json.at, "an initial value must be constant");
    }
    if scope.transients.contains_key(&name) || scope.global.variables.contains_key(&name) {
        return scope.error(name_at.at, format!("the variable `{name}` is declared twice"));
    }
    scope.transients.insert(name, Transient { kind, in_state: initial.clone(), initial });
    Ok(())
}

fn elements<'a>(scope: &mut Scope<'a>, root: &'a Json, state: &mut Variables) -> Resolved<Vec<Element<'a>>> {
    let system = scope.need(root, "system", "a model")?;
    let listed: Vec<&Json> = match system.get("automaton") {
        Some(_) => vec![system],
        None => scope.list(system, "elements")?.iter().collect(),
    };
    if listed.is_empty() {
        return scope.error(system.at, "the system has no elements");
    }
    let automata = scope.list(root, "automata")?;
    let mut elements: Vec<Element<'a>> = Vec::new();
    for (index, element) in listed.into_iter().enumerate() {
        if element
            .get("input-enable")
            .is_some_and(|actions| !matches!(&actions.node, Node::List(list) if list.is_empty()))
        {
            return Err(ModelError::Unsupported("\"input-enable\" of JANI is not supported".to_string()));
        }
        let name_at = scope.need(element, "automaton", "an element of the system")?;
        let name = scope.string(name_at, "the name of an automaton")?;
        let is_called =
            |json: &&Json| matches!(json.get("name").map(|name| &name.node), Some(Node::Text(known)) if known == name);
        let Some(json) = automata.iter().find(is_called) else {
            return scope.error(name_at.at, format!("there is no automaton `{name}`"));
        };
        let copies = elements.iter().filter(|other| std::ptr::eq(other.json, json)).count();
        let name = if copies == 0 { name.to_string() } else { format!("{name}{}", copies + 1) };
        let mut names = Names { functions: functions(scope, json)?, ..Names::default() };
        for variable in scope.list(json, "variables")? {
            match state.declare(scope, variable, Some(index), Some(&name))? {
                Some((local, meaning)) => {
                    names.variables.insert(local, meaning);
                }
                None => declare_transient(scope, variable)?,
            }
        }
        let mut locations = Vec::new();
        for location in scope.list(json, "locations")? {
            if let (Some(invariant), None) = (location.get("time-progress"), &state.clocks) {
                let condition = scope.need(invariant, "exp", "a condition on time")?;
                if !matches!(condition.node, Node::Bool(true)) {
                    let message = "\"time-progress\" of a location is not supported: time does not pass by clocks here";
                    return Err(ModelError::Unsupported(message.to_string()));
                }
            }
            locations.push(scope.string(scope.need(location, "name", "a location")?, "the name of a location")?);
        }
        if locations.is_empty() {
            return scope.error(json.at, format!("the automaton `{name}` has no locations"));
        }
        let mut element = Element { json, name, names, locations, location: None };
        if element.locations.len() > 1 {
            let initial = scope.list(json, "initial-locations")?;
            let only = match initial {
                [] => return scope.error(json.at, format!("the automaton `{}` has no initial location", element.name)),
                [only] => Some(element.place(scope, only)? as i64),
                _ => None,
            };
            let bounds = (0, element.locations.len() as i64 - 1);
            element.location = Some(state.push(format!("{}.location", element.name), false, bounds, only, Some(index)));
        }
        elements.push(element);
    }
    if state.all.is_empty() {
        // Nothing distinguishes states; one variable with one value makes a model of one state.
        state.push("location".to_string(), false, (0, 0), Some(0), None);
    }
    Ok(elements)
}

/// What must hold in an element while time passes.
fn invariant(scope: &Scope<'_>, element: &Element<'_>) -> Resolved<Term> {
    let mut all = Term::truth(true);
    for (place, location) in scope.list(element.json, "locations")?.iter().enumerate() {
        let Some(progress) = location.get("time-progress") else { continue };
        let condition = scope.need(progress, "exp", "a condition on time")?;
        let mut part = scope.typed(condition, Context::within(&element.names), Type::Bool, "a condition on time")?;
        if let Some(variable) = element.location {
            let here = equals(variable, Type::Int, place as i64);
            part = Term::binary(BinaryOperator::Implies, here, part).expect("both are truth values");
        }
        all = Term::and(all, part);
    }
    Ok(all)
}

impl Element<'_> {
    fn place(&self, scope: &Scope<'_>, name: &Json) -> Resolved<usize> {
        let text = scope.string(name, "the name of a location")?;
        match self.locations.iter().position(|known| *known == text) {
            Some(place) => Ok(place),
            None => scope.error(name.at, format!("the automaton `{}` has no location `{text}`", self.name)),
        }
    }
}

/// What locations say about transient variables.
fn transient_values(scope: &mut Scope<'_>, elements: &[Element<'_>]) -> Resolved<()> {
    let mut values: Vec<(String, Option<Term>, Term)> = Vec::new();
    for element in elements {
        for (place, location) in scope.list(element.json, "locations")?.iter().enumerate() {
            for value in scope.list(location, "transient-values")? {
                let name_at = scope.need(value, "ref", "a value of a transient variable")?;
                let name = scope.string(name_at, "the name of a variable")?;
                let Some(transient) = scope.transients.get(name) else {
                    return scope.error(name_at.at, format!("there is no transient variable `{name}`"));
                };
                let expression = scope.need(value, "value", "a value of a transient variable")?;
                let what = format!("the value of `{name}`");
                let term = scope.typed(expression, Context::within(&element.names), transient.kind, &what)?;
                let here = element.location.map(|location| equals(location, Type::Int, place as i64));
                values.push((name.to_string(), here, term));
            }
        }
    }
    for (name, here, value) in values {
        let transient = scope.transients.get_mut(&name).expect("it was looked up");
        transient.in_state = match here {
            None => value,
            Some(here) => Term::if_then_else(here, value, transient.in_state.clone()).expect("its type was checked"),
        };
    }
    Ok(())
}

fn action_index(actions: &mut Vec<String>, name: &str) -> u32 {
    let known = actions.iter().position(|known| known == name);
    known.unwrap_or_else(|| {
        actions.push(name.to_string());
        actions.len() - 1
    }) as u32
}

fn module(
    scope: &Scope<'_>,
    element: &Element<'_>,
    kind: Kind,
    actions: &mut Vec<String>,
) -> Resolved<(network::Module, Assigned, LateReads)> {
    let context = Context::within(&element.names);
    let mut commands = Vec::new();
    let (mut assigned, mut late) = (Vec::new(), Vec::new());
    for edge in scope.list(element.json, "edges")? {
        let from = element.place(scope, scope.need(edge, "location", "an edge")?)?;
        let action = match edge.get("action") {
            None => 0,
            Some(action) => action_index(actions, scope.string(action, "the action of an edge")?),
        };
        if let Some(assignments) = edge.get("assignments") {
            return scope.error(assignments.at, "assignments belong to the destinations of an edge, not to the edge");
        }
        let mut guard = match edge.get("guard") {
            None => Term::truth(true),
            Some(guard) => scope.typed(scope.need(guard, "exp", "a guard")?, context, Type::Bool, "a guard")?,
        };
        if let Some(location) = element.location {
            guard = Term::and(equals(location, Type::Int, from as i64), guard);
        }
        let rate = match (edge.get("rate"), kind) {
            (None, Kind::Timed) => {
                return scope.error(edge.at, "this edge has no \"rate\", which it needs in continuous time");
            }
            (Some(rate), Kind::Timed | Kind::Automaton) => {
                Some(scope.typed(scope.need(rate, "exp", "a rate")?, context, Type::Real, "a rate")?)
            }
            (Some(rate), _) => return scope.error(rate.at, "rates are for continuous time; this model's is discrete"),
            (None, _) => None,
        };
        let (mut branches, mut values, mut reads) = (Vec::new(), Vec::new(), BTreeSet::new());
        for destination in scope.list(edge, "destinations")? {
            let (branch, earned) = branch(scope, element, from, rate.as_ref(), destination, &mut reads)?;
            branches.push(branch);
            values.push(earned);
        }
        if branches.is_empty() {
            return scope.error(edge.at, "an edge has at least one destination");
        }
        commands.push(network::Command { place: edge.at, action, is_timed: rate.is_some(), guard, branches });
        assigned.push(values);
        late.push(reads);
    }
    Ok((network::Module { name: element.name.clone(), commands }, assigned, late))
}

fn branch(
    scope: &Scope<'_>,
    element: &Element<'_>,
    from: usize,
    rate: Option<&Term>,
    json: &Json,
    late: &mut BTreeSet<usize>,
) -> Resolved<(network::Branch, BTreeMap<String, Term>)> {
    let context = Context::within(&element.names);
    let mut probability = match json.get("probability") {
        None => Term::integer(1),
        Some(given) => scope.typed(scope.need(given, "exp", "a probability")?, context, Type::Real, "a probability")?,
    };
    if let Some(rate) = rate {
        probability = match probability.as_constant() {
            Some(Value::Integer(1)) => rate.clone(),
            _ => Term::binary(BinaryOperator::Multiply, rate.clone(), probability).expect("both are numbers"),
        };
    }
    let mut by_index: BTreeMap<i64, Vec<(&str, &Json, &Json)>> = BTreeMap::new();
    for assignment in scope.list(json, "assignments")? {
        let index = match assignment.get("index").map(|index| &index.node) {
            None => 0,
            Some(Node::Integer(index)) => *index,
            Some(_) => return scope.error(assignment.at, "the index of an assignment is an integer"),
        };
        let name_at = scope.need(assignment, "ref", "an assignment")?;
        if matches!(name_at.node, Node::Object(_)) {
            return Err(ModelError::Unsupported("assignments to elements of arrays are not supported".to_string()));
        }
        let name = scope.string(name_at, "the name of a variable")?;
        let value = scope.need(assignment, "value", "an assignment")?;
        by_index.entry(index).or_default().push((name, name_at, value));
    }
    // Assignments of one index happen at once, those of a higher one see what came before.
    let mut written: BTreeMap<usize, Term> = BTreeMap::new();
    let mut earned = BTreeMap::new();
    for (index, group) in by_index {
        let before = written.clone();
        let mut in_group = BTreeSet::new();
        for (name, name_at, value) in group {
            if !in_group.insert(name) {
                return scope.error(name_at.at, format!("`{name}` is assigned twice at once"));
            }
            let what = format!("the new value of `{name}`");
            let variable = element.names.variables.get(name).or_else(|| scope.global.variables.get(name));
            if let Some((variable, kind)) = variable {
                let term = scope.typed(value, context, *kind, &what)?;
                if index != 0 {
                    term.for_each_variable(&mut |read| {
                        late.insert(read);
                    });
                }
                written.insert(*variable, substitute(term, &before));
            } else if let Some(transient) = scope.transients.get(name) {
                let term = scope.typed(value, context, transient.kind, &what)?;
                earned.insert(name.to_string(), substitute(term, &before));
            } else {
                let known = element.names.variables.keys().chain(scope.global.variables.keys());
                let near = logic::suggest(name, known.map(String::as_str));
                let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                return scope.error(name_at.at, format!("there is no variable `{name}`{hint}"));
            }
        }
    }
    let to = element.place(scope, scope.need(json, "location", "a destination")?)?;
    if let Some(location) = element.location
        && to != from
    {
        written.insert(location, Term::integer(to as i64));
    }
    let assignments = written.into_iter().collect();
    Ok((network::Branch { probability, probability_most: None, assignments, earns: Vec::new() }, earned))
}

/// The term with what variables stand for in their places.
fn substitute(term: Term, by: &BTreeMap<usize, Term>) -> Term {
    if by.is_empty() {
        return term;
    }
    let part = |operand: Box<Term>| substitute(*operand, by);
    let kind = term.kind;
    let made = match term.node {
        TermNode::Variable(index) => return by.get(&index).cloned().unwrap_or(Term::variable(index, kind)),
        TermNode::Constant(_) => return term,
        TermNode::Not(operand) => Term::negation(part(operand)),
        TermNode::Negate(operand) => Term::negate(part(operand)),
        TermNode::Binary(operator, left, right) => Term::binary(operator, part(left), part(right)),
        TermNode::IfThenElse(condition, first, second) => {
            Term::if_then_else(part(condition), part(first), part(second))
        }
        TermNode::Call(function, arguments) => {
            Term::call(function, arguments.into_iter().map(|one| substitute(one, by)).collect())
        }
    };
    made.expect("the types were checked")
}

fn vectors(
    scope: &Scope<'_>,
    root: &Json,
    elements: &[Element<'_>],
    modules: &[network::Module],
    actions: &mut Vec<String>,
) -> Resolved<Vec<Vector>> {
    let mut vectors = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        if module.commands.iter().any(|command| command.action == 0) {
            vectors.push(Vector { action: 0, parts: vec![(index, 0)] });
        }
    }
    let system = scope.need(root, "system", "a model")?;
    if system.get("syncs").is_none() {
        // Nothing is said about synchronisation, so that every automaton moves by itself.
        for (index, module) in modules.iter().enumerate() {
            let own: BTreeSet<u32> = module.commands.iter().map(|command| command.action).collect();
            let own = own.into_iter().filter(|action| *action != 0);
            vectors.extend(own.map(|action| Vector { action, parts: vec![(index, action)] }));
        }
        return Ok(vectors);
    }
    for sync in scope.list(system, "syncs")? {
        let action = match sync.get("result").map(|result| (&result.node, result)) {
            None | Some((Node::Null, _)) => 0,
            Some((_, result)) => action_index(actions, scope.string(result, "the result of a synchronisation")?),
        };
        let parts_of = scope.list(sync, "synchronise")?;
        if parts_of.len() != elements.len() {
            let message = format!("{} actions for {} automata", parts_of.len(), elements.len());
            return scope.error(sync.at, format!("this synchronisation has {message}"));
        }
        let mut parts = Vec::new();
        for (index, part) in parts_of.iter().enumerate() {
            if !matches!(part.node, Node::Null) {
                parts.push((index, action_index(actions, scope.string(part, "an action")?)));
            }
        }
        if parts.is_empty() {
            return scope.error(sync.at, "this synchronisation has no actions");
        }
        vectors.push(Vector { action, parts });
    }
    Ok(vectors)
}

/// Assignments in order see those of the same edge. Those of another edge that is taken together with it they would have to
/// see, too.
fn check_order(
    modules: &[network::Module],
    vectors: &[Vector],
    late: &[LateReads],
    variables: &[network::Variable],
) -> Resolved<()> {
    for vector in vectors.iter().filter(|vector| vector.parts.len() > 1) {
        let commands = |(module, action): (usize, u32)| {
            let all = modules[module].commands.iter().enumerate();
            all.filter(move |(_, command)| command.action == action)
        };
        for part in &vector.parts {
            let read: BTreeSet<usize> = commands(*part).flat_map(|(index, _)| &late[part.0][index]).copied().collect();
            let others = vector.parts.iter().filter(|other| other.0 != part.0).flat_map(|other| commands(*other));
            let mut written = others.flat_map(|(_, command)| &command.branches).flat_map(|branch| &branch.assignments);
            if let Some((variable, _)) = written.find(|(variable, _)| read.contains(variable)) {
                let message = format!(
                    "the variable `{}` is assigned by one edge and read later by another that is taken together with \
                     it, which is not supported",
                    variables[*variable].name
                );
                return Err(ModelError::Unsupported(message));
            }
        }
    }
    Ok(())
}

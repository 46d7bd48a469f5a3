//! Expressions of JANI, with names resolved: [`Term`]s. Functions are replaced by what they compute.

use std::collections::BTreeMap;

use logic::{BinaryOperator, Constants, Function, Value, suggest};

use super::json::{Json, Node};
use crate::error::ModelError;
use crate::typed::{Term, Type};

pub type Resolved<T> = Result<T, ModelError>;

/// A variable that is part of no state.
pub struct Transient {
    pub kind: Type,
    /// What it is where nothing is said.
    pub initial: Term,
    /// What it is in a state.
    pub in_state: Term,
}

/// What names mean in one automaton, or outside all of them.
#[derive(Default)]
pub struct Names<'a> {
    pub variables: BTreeMap<String, (usize, Type)>,
    pub functions: BTreeMap<String, &'a Json>,
}

pub struct Scope<'a> {
    pub text: &'a str,
    pub constants: BTreeMap<String, (Type, Value)>,
    pub global: Names<'a>,
    pub transients: BTreeMap<String, Transient>,
}

/// Where an expression stands.
#[derive(Clone, Copy)]
pub struct Context<'a, 'n> {
    pub local: Option<&'n Names<'a>>,
    parameters: &'n [(String, Term)],
    /// How many functions were replaced on the way; one that calls itself has no end.
    depth: usize,
}

impl<'a, 'n> Context<'a, 'n> {
    pub fn outside() -> Context<'a, 'n> {
        Context { local: None, parameters: &[], depth: 0 }
    }

    pub fn within(local: &'n Names<'a>) -> Context<'a, 'n> {
        Context { local: Some(local), parameters: &[], depth: 0 }
    }
}

const CALL_DEPTH_MAX: usize = 64;

impl<'a> Scope<'a> {
    pub fn error<T>(&self, at: usize, message: impl Into<String>) -> Resolved<T> {
        Err(ModelError::at(self.text, at, message))
    }

    /// The entry of an object that must be there.
    pub fn need<'j>(&self, object: &'j Json, key: &str, what: &str) -> Resolved<&'j Json> {
        match (object.get(key), &object.node) {
            (Some(value), _) => Ok(value),
            (None, Node::Object(_)) => self.error(object.at, format!("{what} has no \"{key}\"")),
            (None, _) => self.error(object.at, format!("{what} is an object, not {}", object.words())),
        }
    }

    pub fn string<'j>(&self, json: &'j Json, what: &str) -> Resolved<&'j str> {
        match &json.node {
            Node::Text(text) => Ok(text),
            _ => self.error(json.at, format!("{what} is a string, not {}", json.words())),
        }
    }

    /// The array under a key; one that is missing is empty.
    pub fn list<'j>(&self, object: &'j Json, key: &str) -> Resolved<&'j [Json]> {
        match object.get(key).map(|value| (&value.node, value)) {
            None => Ok(&[]),
            Some((Node::List(values), _)) => Ok(values),
            Some((_, value)) => self.error(value.at, format!("\"{key}\" is an array, not {}", value.words())),
        }
    }

    /// A term of the wanted type; integers are reals.
    pub fn typed(&self, json: &Json, context: Context<'a, '_>, wanted: Type, what: &str) -> Resolved<Term> {
        let term = self.term(json, context)?;
        if term.kind == wanted || (wanted == Type::Real && term.kind == Type::Int) {
            return Ok(term);
        }
        self.error(json.at, format!("{what} must be {}, found {}", wanted.words(), term.kind.words()))
    }

    pub fn constant_value(&self, json: &Json, context: Context<'a, '_>) -> Resolved<Value> {
        match self.term(json, context)?.as_constant() {
            Some(value) => Ok(value.clone()),
            None => self.error(json.at, "this must be constant, but it mentions a variable"),
        }
    }

    pub fn term(&self, json: &Json, context: Context<'a, '_>) -> Resolved<Term> {
        match &json.node {
            Node::Bool(value) => Ok(Term::truth(*value)),
            Node::Integer(value) => Ok(Term::integer(*value)),
            Node::Real(value) => Ok(Term::real(value.clone())),
            Node::Text(name) => self.name(name, json.at, context),
            Node::Object(_) => self.operation(json, context),
            Node::Null | Node::List(_) => {
                self.error(json.at, format!("an expression was expected, found {}", json.words()))
            }
        }
    }

    fn name(&self, name: &str, at: usize, context: Context<'a, '_>) -> Resolved<Term> {
        if let Some((_, term)) = context.parameters.iter().find(|(known, _)| known == name) {
            return Ok(term.clone());
        }
        let local = context.local.and_then(|local| local.variables.get(name));
        if let Some((index, kind)) = local.or_else(|| self.global.variables.get(name)) {
            return Ok(Term::variable(*index, *kind));
        }
        if let Some(transient) = self.transients.get(name) {
            return Ok(transient.in_state.clone());
        }
        if let Some((kind, value)) = self.constants.get(name) {
            return Ok(Term::constant(value.clone(), *kind));
        }
        let known = (self.global.variables.keys())
            .chain(self.transients.keys())
            .chain(self.constants.keys())
            .chain(context.local.into_iter().flat_map(|local| local.variables.keys()));
        let near = suggest(name, known.map(String::as_str));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        self.error(at, format!("nothing is called `{name}` here: neither a variable nor a constant{hint}"))
    }

    fn operation(&self, json: &Json, context: Context<'a, '_>) -> Resolved<Term> {
        if let Some(constant) = json.get("constant") {
            let value = match self.string(constant, "the name of a constant")? {
                "e" => std::f64::consts::E,
                "π" => std::f64::consts::PI,
                name => return self.error(constant.at, format!("there is no constant of nature called `{name}`")),
            };
            return Ok(Term::real(dashu::rational::RBig::try_from(value).expect("it is finite")));
        }
        let operator = self.need(json, "op", "an expression")?;
        let name = self.string(operator, "an operator")?;
        let part = |key: &str| -> Resolved<Term> { self.term(self.need(json, key, &format!("`{name}`"))?, context) };
        let made = match name {
            "ite" => Term::if_then_else(part("if")?, part("then")?, part("else")?),
            "¬" => Term::negation(part("exp")?),
            // Not in the specification, but written by Storm.
            "-" if json.get("exp").is_some() => Term::negate(part("exp")?),
            "floor" | "ceil" => {
                let function = if name == "floor" { Function::Floor } else { Function::Ceil };
                let operand = part("exp")?;
                // An integer is whole already.
                if operand.kind == Type::Int { Ok(operand) } else { Term::call(function, vec![operand]) }
            }
            "abs" | "sgn" | "trc" => sign(name, part("exp")?),
            "min" | "max" | "pow" | "log" | "%" => {
                let function = match name {
                    "min" => Function::Min,
                    "max" => Function::Max,
                    "pow" => Function::Pow,
                    "log" => Function::Log,
                    _ => Function::Mod,
                };
                Term::call(function, vec![part("left")?, part("right")?])
            }
            "call" => return self.call(json, context),
            _ => match binary(name) {
                Some(operator) => {
                    let (left, right) = (part("left")?, part("right")?);
                    // Equality of truth values is equivalence.
                    Term::binary(operator, left, right)
                }
                None => return self.no_operator(name, operator.at),
            },
        };
        made.or_else(|message| self.error(json.at, message))
    }

    fn no_operator(&self, name: &str, at: usize) -> Resolved<Term> {
        let unsupported = ["aa", "ac", "av", "da", "oa", "empty", "der", "sin", "cos", "tan", "asin", "acos", "atan"];
        if unsupported.contains(&name) {
            return Err(ModelError::Unsupported(format!("the operator `{name}` of JANI is not supported")));
        }
        let temporal = ["Pmin", "Pmax", "Emin", "Emax", "Smin", "Smax", "U", "W", "F", "G", "R", "∀", "∃", "filter"];
        if temporal.contains(&name) {
            return self.error(at, format!("`{name}` cannot stand here: this is no property"));
        }
        self.error(at, format!("there is no operator `{name}`"))
    }

    fn call(&self, json: &Json, context: Context<'a, '_>) -> Resolved<Term> {
        let function = self.need(json, "function", "a call")?;
        let name = self.string(function, "the name of a function")?;
        let local = context.local.and_then(|local| local.functions.get(name));
        let Some(definition) = local.or_else(|| self.global.functions.get(name)) else {
            let known = self.global.functions.keys().map(String::as_str);
            let hint = suggest(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return self.error(function.at, format!("there is no function `{name}`{hint}"));
        };
        if context.depth >= CALL_DEPTH_MAX {
            let message = format!("the function `{name}` calls itself, which is not supported");
            return Err(ModelError::Unsupported(message));
        }
        let formal = self.list(definition, "parameters")?;
        let actual = self.list(json, "args")?;
        if formal.len() != actual.len() {
            let message = format!("`{name}` takes {} arguments, found {}", formal.len(), actual.len());
            return self.error(json.at, message);
        }
        let mut parameters = Vec::new();
        for (formal, actual) in formal.iter().zip(actual) {
            let parameter = self.string(self.need(formal, "name", "a parameter")?, "the name of a parameter")?;
            parameters.push((parameter.to_string(), self.term(actual, context)?));
        }
        let body = self.need(definition, "body", "a function")?;
        self.term(body, Context { local: context.local, parameters: &parameters, depth: context.depth + 1 })
    }

    /// The constants: those with a value, in whatever order they mention each other, and those that are given.
    pub fn read_constants(&mut self, root: &Json, given: &Constants) -> Resolved<()> {
        let mut pending: Vec<(&str, Type, &Json)> = Vec::new();
        let mut missing: Vec<(&str, Type, usize)> = Vec::new();
        for constant in self.list(root, "constants")? {
            let name_at = self.need(constant, "name", "a constant")?;
            let name = self.string(name_at, "the name of a constant")?;
            let kind = self.basic_type(self.need(constant, "type", "a constant")?)?;
            if pending.iter().any(|(known, ..)| *known == name) || self.constants.contains_key(name) {
                return self.error(name_at.at, format!("the constant `{name}` is declared twice"));
            }
            match (constant.get("value"), given.get(name)) {
                (Some(_), Some(_)) => {
                    let message = format!("the constant `{name}` has a value here and another one by --const");
                    return self.error(name_at.at, message);
                }
                (Some(value), None) => pending.push((name, kind, value)),
                (None, Some(value)) => {
                    let fits = matches!(
                        (value, kind),
                        (Value::Bool(_), Type::Bool)
                            | (Value::Integer(_), Type::Int | Type::Real)
                            | (Value::Real(_), Type::Real)
                    );
                    if !fits {
                        let message = format!("the constant `{name}` must be {}, not {value}", kind.words());
                        return self.error(name_at.at, message);
                    }
                    self.constants.insert(name.to_string(), (kind, value.clone()));
                }
                (None, None) => missing.push((name, kind, name_at.at)),
            }
        }
        if let Some((.., at)) = missing.first() {
            return self
                .error(*at, crate::language::constants_missing(missing.iter().map(|(name, kind, _)| (*name, *kind))));
        }
        while !pending.is_empty() {
            let waiting: Vec<&str> = pending.iter().map(|(name, ..)| *name).collect();
            let Some(ready) = pending.iter().position(|(.., value)| !mentions(value, &waiting)) else {
                let (name, _, value) = pending[0];
                return self.error(value.at, format!("the value of the constant `{name}` depends on itself"));
            };
            let (name, kind, value) = pending.remove(ready);
            let what = format!("the value of `{name}`");
            self.typed(value, Context::outside(), kind, &what)?;
            let value = self.constant_value(value, Context::outside())?;
            self.constants.insert(name.to_string(), (kind, value));
        }
        Ok(())
    }

    /// The type of a constant, a parameter or a transient variable, whose bounds do not matter.
    pub fn basic_type(&self, json: &Json) -> Resolved<Type> {
        let name = match json.get("base") {
            Some(base) => self.string(base, "a type")?,
            None => match &json.node {
                Node::Text(name) => name,
                _ => match json.get("kind").map(|kind| &kind.node) {
                    Some(Node::Text(kind)) => {
                        return Err(ModelError::Unsupported(format!("types of kind `{kind}` are not supported")));
                    }
                    _ => return self.error(json.at, "a type is `bool`, `int`, `real` or a bounded one"),
                },
            },
        };
        match name {
            "bool" => Ok(Type::Bool),
            "int" => Ok(Type::Int),
            "real" => Ok(Type::Real),
            "clock" | "continuous" => {
                Err(ModelError::Unsupported(format!("variables of type {name} are not supported")))
            }
            _ => self.error(json.at, format!("there is no type `{name}`")),
        }
    }
}

/// Whether an expression mentions one of the names.
fn mentions(json: &Json, names: &[&str]) -> bool {
    match &json.node {
        Node::Text(name) => names.contains(&name.as_str()),
        Node::List(values) => values.iter().any(|value| mentions(value, names)),
        Node::Object(entries) => entries
            .iter()
            .any(|(key, value)| !matches!(key.as_str(), "op" | "comment" | "function") && mentions(value, names)),
        Node::Null | Node::Bool(_) | Node::Integer(_) | Node::Real(_) => false,
    }
}

pub fn binary(name: &str) -> Option<BinaryOperator> {
    use BinaryOperator::*;
    Some(match name {
        "∨" => Or,
        "∧" => And,
        "⇒" => Implies,
        "=" => Equal,
        "≠" => NotEqual,
        "<" => Less,
        "≤" => LessOrEqual,
        ">" => Greater,
        "≥" => GreaterOrEqual,
        "+" => Add,
        "-" => Subtract,
        "*" => Multiply,
        "/" => Divide,
        _ => return None,
    })
}

/// Functions that look at the sign of a number.
fn sign(name: &str, operand: Term) -> Result<Term, String> {
    let is_negative = Term::binary(BinaryOperator::Less, operand.clone(), Term::integer(0))?;
    match name {
        "abs" => Term::if_then_else(is_negative, Term::negate(operand.clone())?, operand),
        "sgn" => {
            let is_positive = Term::binary(BinaryOperator::Greater, operand, Term::integer(0))?;
            let upper = Term::if_then_else(is_positive, Term::integer(1), Term::integer(0))?;
            Term::if_then_else(is_negative, Term::integer(-1), upper)
        }
        _ if operand.kind == Type::Int => Ok(operand),
        _ => {
            let down = Term::call(Function::Floor, vec![operand.clone()])?;
            Term::if_then_else(is_negative, Term::call(Function::Ceil, vec![operand])?, down)
        }
    }
}

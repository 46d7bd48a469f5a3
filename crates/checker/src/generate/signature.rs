//! The method that tests are for: found in its class, with what its parameters can be.

use classfile::{ClassFile, Method};
use logic::suggest;

use crate::fault::Fault;

/// A type as Java writes it, and how it is an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Void,
    Primitive(&'static str),
    /// `String` and what a string can stand for.
    Text(String),
    Box(&'static str),
    Array(Box<Type>),
    /// Of another class; inputs of it are `null`.
    Other(String),
}

impl Type {
    pub fn java(&self) -> String {
        match self {
            Type::Void => "void".to_owned(),
            Type::Primitive(name) => (*name).to_owned(),
            Type::Text(name) | Type::Other(name) => name.clone(),
            Type::Box(name) => (if *name == "int" { "Integer" } else { capital(name) }).to_owned(),
            Type::Array(element) => format!("{}[]", element.java()),
        }
    }
}

fn capital(primitive: &str) -> &'static str {
    match primitive {
        "long" => "Long",
        "short" => "Short",
        "byte" => "Byte",
        "char" => "Character",
        "boolean" => "Boolean",
        "float" => "Float",
        _ => "Double",
    }
}

#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub name: String,
    pub kind: Type,
}

/// What is called.
#[derive(Clone, Debug)]
pub(super) struct Called {
    /// `java.lang.Math`
    pub class: String,
    pub package: String,
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub returns: Type,
    /// Of the constructor that makes the receiver; none for static methods.
    pub constructor: Option<Vec<Parameter>>,
}

const STATIC: u16 = 8;
const PRIVATE: u16 = 2;
const ABSTRACT: u16 = 0x400;
const SYNTHETIC: u16 = 0x1000;

impl Called {
    /// `pkg.C.m(int,String)` in its class.
    pub fn find(class: &ClassFile, name: &str, wanted: Option<&str>) -> Result<Called, Fault> {
        let java_name = class.name.replace(['/', '$'], ".");
        let callable = |method: &&Method| method.access & (PRIVATE | ABSTRACT | SYNTHETIC) == 0;
        let fits = |method: &&Method| match wanted {
            None => true,
            Some(list) => {
                let given: Vec<String> = list.split(',').map(|word| word.trim().to_owned()).collect();
                let given: Vec<String> = given.into_iter().filter(|word| !word.is_empty()).collect();
                let types: Vec<String> = types(&method.descriptor).0.iter().map(Type::java).collect();
                let same = |(given, known): (&String, &String)| {
                    given == known || known.rsplit('.').next() == Some(given.as_str())
                };
                given.len() == types.len() && given.iter().zip(&types).all(same)
            }
        };
        let named: Vec<&Method> = class.methods.iter().filter(|m| *m.name == *name).filter(callable).collect();
        let found: Vec<&&Method> = named.iter().filter(|method| fits(method)).collect();
        let method = match found.as_slice() {
            [only] => **only,
            [] if named.is_empty() => {
                let names = class.methods.iter().filter(callable).map(|method| &*method.name);
                let near = suggest(name, names.filter(|name| !name.starts_with('<')));
                let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                return Err(Fault::Input(format!("{java_name} has no method {name} that can be called{hint}")));
            }
            _ => {
                let list: Vec<String> = named.iter().map(|method| written(&java_name, method)).collect();
                return Err(Fault::Input(format!("which one? there is {}", list.join(", "))));
            }
        };
        let constructor = match method.access & STATIC != 0 {
            true => None,
            false => Some(constructor(class, &java_name)?),
        };
        let package = class.name.rsplit_once('/').map_or("", |(package, _)| package).replace('/', ".");
        let (_, returns) = types(&method.descriptor);
        let parameters = parameters(method, "");
        Ok(Called { class: java_name, package, name: name.to_owned(), parameters, returns, constructor })
    }

    /// `C.m(int, String)`
    pub fn written(&self) -> String {
        let simple = self.class.rsplit('.').next().unwrap_or(&self.class);
        let types: Vec<String> = self.parameters.iter().map(|parameter| parameter.kind.java()).collect();
        format!("{simple}.{}({})", self.name, types.join(", "))
    }
}

fn written(class: &str, method: &Method) -> String {
    let types: Vec<String> = types(&method.descriptor).0.iter().map(Type::java).collect();
    format!("{class}.{}({})", method.name, types.join(","))
}

/// The constructor with the fewest parameters.
fn constructor(class: &ClassFile, name: &str) -> Result<Vec<Parameter>, Fault> {
    let own =
        class.methods.iter().filter(|method| &*method.name == "<init>" && method.access & (PRIVATE | SYNTHETIC) == 0);
    let mut lists: Vec<Vec<Parameter>> = own.map(|method| parameters(method, "this.")).collect();
    lists.sort_by_key(|list| (list.iter().filter(|p| matches!(p.kind, Type::Other(_))).count(), list.len()));
    let is_abstract = class.access & ABSTRACT != 0;
    match lists.into_iter().next() {
        Some(list) if !is_abstract => Ok(list),
        _ => Err(Fault::Input(format!(
            "{name} cannot be made: it has no constructor that can be called; name a static method"
        ))),
    }
}

fn parameters(method: &Method, prefix: &str) -> Vec<Parameter> {
    let mut slot = u16::from(method.access & STATIC == 0);
    let mut parameters = Vec::new();
    for (index, kind) in types(&method.descriptor).0.into_iter().enumerate() {
        let code = method.code.as_ref();
        let known = code.and_then(|code| code.variables.iter().find(|v| v.slot == slot && v.start == 0));
        let name = known.map_or_else(|| format!("p{index}"), |variable| variable.name.to_string());
        slot += if matches!(kind, Type::Primitive("long" | "double")) { 2 } else { 1 };
        parameters.push(Parameter { name: format!("{prefix}{name}"), kind });
    }
    parameters
}

fn types(descriptor: &str) -> (Vec<Type>, Type) {
    let mut rest = descriptor.trim_start_matches('(');
    let mut list = Vec::new();
    while !rest.starts_with(')') && !rest.is_empty() {
        list.push(one(&mut rest));
    }
    rest = rest.trim_start_matches(')');
    let returns = one(&mut rest);
    (list, returns)
}

fn one(rest: &mut &str) -> Type {
    let text: &str = rest;
    let (first, behind) = text.split_at(1.min(text.len()));
    *rest = behind;
    match first {
        "V" | "" => Type::Void,
        "I" => Type::Primitive("int"),
        "J" => Type::Primitive("long"),
        "S" => Type::Primitive("short"),
        "B" => Type::Primitive("byte"),
        "C" => Type::Primitive("char"),
        "Z" => Type::Primitive("boolean"),
        "F" => Type::Primitive("float"),
        "D" => Type::Primitive("double"),
        "[" => Type::Array(Box::new(one(rest))),
        _ => {
            let (name, behind) = behind.split_once(';').unwrap_or((behind, ""));
            *rest = behind;
            match name {
                "java/lang/String" => Type::Text("String".to_owned()),
                "java/lang/CharSequence" | "java/lang/Object" | "java/lang/Comparable" => {
                    Type::Text(name.rsplit('/').next().unwrap_or(name).to_owned())
                }
                "java/lang/Integer" => Type::Box("int"),
                "java/lang/Long" => Type::Box("long"),
                "java/lang/Short" => Type::Box("short"),
                "java/lang/Byte" => Type::Box("byte"),
                "java/lang/Character" => Type::Box("char"),
                "java/lang/Boolean" => Type::Box("boolean"),
                "java/lang/Float" => Type::Box("float"),
                "java/lang/Double" => Type::Box("double"),
                other => Type::Other(other.replace(['/', '$'], ".")),
            }
        }
    }
}

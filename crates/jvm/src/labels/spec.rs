//! What a user writes after `--label` and `--reward`, read without looking at any class.
//!
//! ```text
//! spec   = [ '"' name '"' '=' ] ( 'init' | 'end' | 'deadlock' | 'sink' | kind ':' subject [ '=' value ] )
//! reward = '"' name '"' '=' ( 'instructions' | 'allocations' | 'flips' | kind ':' subject [ '=' value ] )
//! ```

use std::fmt;
use std::str::FromStr;

use super::KINDS;

/// A label as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name the user gave; without one the label gets jpf-label's.
    pub short: Option<String>,
    pub target: Target,
    /// The whole text, for messages.
    pub text: String,
    /// Whatever a method returns is to be told apart, also what has no name as a label: a question for its law.
    pub by_value: bool,
}

/// A reward as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewardSpec {
    pub name: String,
    pub measure: Measure,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    Instructions,
    Allocations,
    Flips,
    Event { target: Target },
}

/// Labels that every system has; whoever runs the search knows where they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    Init,
    End,
    Deadlock,
    Sink,
}

impl Builtin {
    pub const ALL: [(&'static str, Builtin); 4] =
        [("init", Builtin::Init), ("end", Builtin::End), ("deadlock", Builtin::Deadlock), ("sink", Builtin::Sink)];

    pub fn name(self) -> &'static str {
        Builtin::ALL.iter().find(|(_, builtin)| *builtin == self).expect("all are listed").0
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Builtin(Builtin),
    Field { class: String, name: String, value: Option<Value> },
    Local { method: MethodPattern, variable: String, value: Option<Value> },
    Invoked(MethodPattern),
    Returned { method: MethodPattern, value: Option<Value> },
    Locked(MethodPattern),
    Thrown { class: String },
}

/// What a variable is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Truth(bool),
    Number(i64),
}

/// `pkg.C.m(int,int)`; without parentheses every `m` of the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodPattern {
    pub class: String,
    pub name: String,
    /// Types as written.
    pub parameters: Option<Vec<String>>,
}

impl fmt::Display for MethodPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.name)?;
        match &self.parameters {
            Some(parameters) => write!(f, "({})", parameters.join(",")),
            None => Ok(()),
        }
    }
}

/// What is wrong with a text, where in it, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} '{text}', column {column}: {message}")]
pub struct SpecError {
    what: &'static str,
    text: String,
    /// Counted in characters, from one.
    pub column: usize,
    message: String,
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        Spec::parse(text)
    }
}

impl Spec {
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let mut reader = Reader { what: "label", text, at: 0 };
        let short = reader.short_name()?;
        if let Some(name) = &short
            && Builtin::ALL.iter().any(|(builtin, _)| builtin == name)
        {
            return reader.fail_at(0, format!("\"{name}\" has its own meaning; choose another name"));
        }
        let target = reader.label_target()?;
        Ok(Spec { short, target, text: text.trim().to_owned(), by_value: false })
    }

    /// `pkg.C.m(int)` after `--result`: everything it may return.
    pub fn result(text: &str) -> Result<Spec, SpecError> {
        let mut reader = Reader { what: "result", text, at: 0 };
        let method = reader.method("pkg.C.m(..)")?;
        reader.end()?;
        let target = Target::Returned { method, value: None };
        Ok(Spec { short: None, target, text: text.trim().to_owned(), by_value: true })
    }

    /// The label every system has that this one stands for, if so.
    pub fn builtin(&self) -> Option<Builtin> {
        match self.target {
            Target::Builtin(builtin) => Some(builtin),
            _ => None,
        }
    }
}

impl RewardSpec {
    pub fn parse(text: &str) -> Result<RewardSpec, SpecError> {
        let mut reader = Reader { what: "reward", text, at: 0 };
        let Some(name) = reader.short_name()? else {
            return reader.fail("a reward needs a name: write \"name\" = invoked:pkg.C.m(int)".into());
        };
        reader.skip_space();
        let start = reader.at;
        let word = reader.word();
        let measure = match word {
            "instructions" => Measure::Instructions,
            "allocations" => Measure::Allocations,
            "flips" => Measure::Flips,
            "invoked" | "returned" | "thrown" | "locked" => {
                reader.at = start;
                Measure::Event { target: reader.label_target()? }
            }
            _ => {
                let known = ["instructions", "allocations", "flips", "invoked", "returned", "thrown", "locked"];
                let message = unknown("nothing that can be counted", word, known);
                return reader.fail_at(start, message);
            }
        };
        reader.end()?;
        Ok(RewardSpec { name, measure, text: text.trim().to_owned() })
    }
}

fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let all = known.clone().into_iter().collect::<Vec<_>>().join(", ");
    match space::suggest(word, known) {
        Some(near) => format!("'{word}' is {what}; did you mean {near}? There are {all}"),
        None if word.is_empty() => format!("expected one of {all}"),
        None => format!("'{word}' is {what}; there are {all}"),
    }
}

struct Reader<'a> {
    what: &'static str,
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn fail<T>(&self, message: String) -> Result<T, SpecError> {
        self.fail_at(self.at, message)
    }

    fn fail_at<T>(&self, at: usize, message: String) -> Result<T, SpecError> {
        let column = self.text[..at.min(self.text.len())].chars().count() + 1;
        Err(SpecError { what: self.what, text: self.text.to_owned(), column, message })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// The characters of a Java name (or number) from here.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn eat(&mut self, c: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn end(&mut self) -> Result<(), SpecError> {
        self.skip_space();
        if self.rest().is_empty() { Ok(()) } else { self.fail(format!("'{}' is too much here", self.rest())) }
    }

    /// `"name" =`
    fn short_name(&mut self) -> Result<Option<String>, SpecError> {
        if !self.eat('"') {
            return Ok(None);
        }
        let start = self.at;
        let Some(length) = self.rest().find('"') else {
            return self.fail("the name is not closed: add a \" after it".into());
        };
        let name = &self.rest()[..length];
        let legal = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(legal) || name.starts_with(|c: char| c.is_ascii_digit()) {
            return self
                .fail_at(start, format!("'{name}' is no name: use letters, digits and _, beginning with no digit"));
        }
        self.at += length + 1;
        if !self.eat('=') {
            return self.fail("expected = after the name".into());
        }
        Ok(Some(name.to_owned()))
    }

    fn label_target(&mut self) -> Result<Target, SpecError> {
        self.skip_space();
        let start = self.at;
        let word = self.word();
        if let Some((_, builtin)) = Builtin::ALL.iter().find(|(name, _)| *name == word) {
            self.end()?;
            return Ok(Target::Builtin(*builtin));
        }
        let Some(kind) = KINDS.iter().find(|kind| kind.name == word) else {
            let known: Vec<&str> = Builtin::ALL.iter().map(|b| b.0).chain(KINDS.iter().map(|kind| kind.name)).collect();
            return self.fail_at(start, unknown("no kind of label", word, known));
        };
        if !self.eat(':') {
            return self.fail(format!("expected : after {word}, as in {}", kind.synopsis));
        }
        let target = match kind.name {
            "thrown" => Target::Thrown { class: self.qualified(kind.synopsis)? },
            "field" => {
                let at = self.at;
                let path = self.qualified(kind.synopsis)?;
                let Some((class, name)) = path.rsplit_once('.') else {
                    return self.fail_at(at, format!("'{path}' names no class: write {}", kind.synopsis));
                };
                Target::Field { class: class.into(), name: name.into(), value: self.value()? }
            }
            "local" => {
                let method = self.method(kind.synopsis)?;
                if !self.eat(':') {
                    return self.fail(format!("expected : and a variable, as in {}", kind.synopsis));
                }
                self.skip_space();
                let variable = self.word().to_owned();
                if variable.is_empty() {
                    return self.fail(format!("expected a variable, as in {}", kind.synopsis));
                }
                Target::Local { method, variable, value: self.value()? }
            }
            "returned" => Target::Returned { method: self.method(kind.synopsis)?, value: self.value()? },
            "invoked" => Target::Invoked(self.method(kind.synopsis)?),
            _ => Target::Locked(self.method(kind.synopsis)?),
        };
        self.end()?;
        Ok(target)
    }

    /// A dotted name.
    fn qualified(&mut self, synopsis: &str) -> Result<String, SpecError> {
        self.skip_space();
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| !is_name_part(c) && !matches!(c, '.' | '/' | '<' | '>')).unwrap_or(rest.len());
        let name = rest[..end].replace('/', ".");
        if name.is_empty() {
            return self.fail(format!("expected a name, as in {synopsis}"));
        }
        if name.split('.').any(str::is_empty) {
            return self.fail_at(start, format!("'{name}' has an empty part between dots: write {synopsis}"));
        }
        self.at += end;
        Ok(name)
    }

    fn method(&mut self, synopsis: &str) -> Result<MethodPattern, SpecError> {
        let start = self.at;
        let path = self.qualified(synopsis)?;
        let Some((class, name)) = path.rsplit_once('.') else {
            return self.fail_at(start, format!("'{path}' names no class: write {synopsis}"));
        };
        let mut parameters = None;
        if self.eat('(') {
            let Some(close) = self.rest().find(')') else {
                return self.fail_at(self.text.len(), "the parameters are not closed: add a )".into());
            };
            let inside = &self.rest()[..close];
            let types = inside.trim();
            if !matches!(types, "*" | "..") {
                let list = if types.is_empty() { Vec::new() } else { types.split(',').collect() };
                let mut offset = self.at;
                let mut cleaned = Vec::new();
                for part in list {
                    cleaned.push(self.parameter(part, offset)?);
                    offset += part.len() + 1;
                }
                parameters = Some(cleaned);
            }
            self.at += close + 1;
        }
        Ok(MethodPattern { class: class.into(), name: name.into(), parameters })
    }

    /// One parameter type: blanks and type arguments are dropped, `int...` is `int[]`.
    fn parameter(&self, text: &str, at: usize) -> Result<String, SpecError> {
        let text = text.trim();
        let erased = match (text.find('<'), text.rfind('>')) {
            (Some(open), Some(close)) if open < close => format!("{}{}", &text[..open], &text[close + 1..]),
            _ => text.to_owned(),
        };
        let name: String = erased.replace("...", "[]").split_whitespace().collect();
        let element = name.trim_end_matches("[]");
        if element.is_empty() || !element.chars().all(|c| is_name_part(c) || c == '.') {
            return self.fail_at(at, format!("'{text}' is no type: write int, java.util.List, int[][] and the like"));
        }
        Ok(name)
    }

    /// `= 3`, `= true`, `= 'x'`
    fn value(&mut self) -> Result<Option<Value>, SpecError> {
        if !self.eat('=') {
            return Ok(None);
        }
        self.skip_space();
        let start = self.at;
        let text = self.rest().trim_end();
        let mut characters = text.chars();
        let value = match (characters.next(), characters.next(), characters.next(), characters.next()) {
            (Some('\''), Some(c), Some('\''), None) => Some(Value::Number(i64::from(u32::from(c)))),
            _ => match text {
                "true" => Some(Value::Truth(true)),
                "false" => Some(Value::Truth(false)),
                _ => text.parse::<i64>().ok().map(Value::Number),
            },
        };
        match value {
            Some(value) => {
                self.at = self.text.len();
                Ok(Some(value))
            }
            None => self.fail_at(start, format!("'{text}' is no value: write true, false or an integer")),
        }
    }
}

fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

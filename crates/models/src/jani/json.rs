//! JSON (RFC 8259) whose values know where they stand in the text, and whose numbers are exact: messages about a model in
//! JANI point at what they speak of, and `0.1` is one tenth.

use dashu::integer::IBig;
use dashu::rational::RBig;

use crate::error::ModelError;

#[derive(Clone, Debug)]
pub struct Json {
    /// Where it starts, in bytes.
    pub at: usize,
    pub node: Node,
}

#[derive(Clone, Debug)]
pub enum Node {
    Null,
    Bool(bool),
    /// Written without a point or an exponent, and small enough.
    Integer(i64),
    Real(RBig),
    Text(String),
    List(Vec<Json>),
    /// In the order of the text.
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn get(&self, key: &str) -> Option<&Json> {
        match &self.node {
            Node::Object(entries) => entries.iter().find(|(known, _)| known == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// What it is, for messages.
    pub fn words(&self) -> &'static str {
        match self.node {
            Node::Null => "null",
            Node::Bool(_) => "a truth value",
            Node::Integer(_) | Node::Real(_) => "a number",
            Node::Text(_) => "a string",
            Node::List(_) => "an array",
            Node::Object(_) => "an object",
        }
    }
}

/// Values may be nested so deeply; what is deeper would exhaust the stack of whoever walks through it.
const DEPTH_MAX: usize = 2_000;
/// Exponents beyond make numbers that nobody means.
const EXPONENT_MAX: i64 = 4_000;

pub fn parse(text: &str) -> Result<Json, ModelError> {
    // Some editors mark the start of a file.
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut parser = Parser { text, at, depth: 0 };
    let value = parser.value()?;
    parser.skip_blanks();
    if parser.at < text.len() {
        return parser.error("the end of the file was expected");
    }
    Ok(value)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn error<T>(&self, message: impl Into<String>) -> Result<T, ModelError> {
        Err(ModelError::at(self.text, self.at, message))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result<Json, ModelError> {
        self.skip_blanks();
        let at = self.at;
        let node = match self.peek() {
            Some(b'{') => self.nested(Parser::object)?,
            Some(b'[') => self.nested(Parser::list)?,
            Some(b'"') => Node::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => {
                let words = [("null", Node::Null), ("true", Node::Bool(true)), ("false", Node::Bool(false))];
                let found = words.into_iter().find(|(word, _)| self.text[self.at..].starts_with(word));
                let Some((word, node)) = found else {
                    return self.error("a value was expected: an object, an array, a string, a number, true or false");
                };
                self.at += word.len();
                node
            }
        };
        Ok(Json { at, node })
    }

    fn nested(&mut self, part: fn(&mut Self) -> Result<Node, ModelError>) -> Result<Node, ModelError> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return self.error(format!("values are nested more than {DEPTH_MAX} deep"));
        }
        self.at += 1;
        let node = part(self)?;
        self.depth -= 1;
        Ok(node)
    }

    /// Whether the next thing is `end`, which is then taken; a comma must stand between two things.
    fn ended(&mut self, end: u8, first: bool) -> Result<bool, ModelError> {
        self.skip_blanks();
        match self.peek() {
            Some(byte) if byte == end => {
                self.at += 1;
                Ok(true)
            }
            Some(b',') if !first => {
                self.at += 1;
                Ok(false)
            }
            _ if first => Ok(false),
            _ => self.error(format!("`,` or `{}` was expected", char::from(end))),
        }
    }

    fn object(&mut self) -> Result<Node, ModelError> {
        let mut entries: Vec<(String, Json)> = Vec::new();
        while !self.ended(b'}', entries.is_empty())? {
            self.skip_blanks();
            if self.peek() != Some(b'"') {
                return self.error("the name of an entry was expected, in quotation marks");
            }
            let at = self.at;
            let name = self.string()?;
            if entries.iter().any(|(known, _)| *known == name) {
                self.at = at;
                return self.error(format!("the entry \"{name}\" stands here twice"));
            }
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return self.error("`:` was expected");
            }
            self.at += 1;
            entries.push((name, self.value()?));
        }
        Ok(Node::Object(entries))
    }

    fn list(&mut self) -> Result<Node, ModelError> {
        let mut values = Vec::new();
        while !self.ended(b']', values.is_empty())? {
            values.push(self.value()?);
        }
        Ok(Node::List(values))
    }

    fn string(&mut self) -> Result<String, ModelError> {
        let start = self.at;
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(next) = rest.chars().next() else {
                self.at = start;
                return self.error("this string has no end");
            };
            self.at += next.len_utf8();
            match next {
                '"' => return Ok(string),
                '\\' => string.push(self.escape()?),
                _ => string.push(next),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ModelError> {
        let kind = self.peek();
        self.at += 1;
        Ok(match kind {
            Some(same @ (b'"' | b'\\' | b'/')) => char::from(same),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.unit()?;
                let is_pair = (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u");
                let code = if is_pair {
                    self.at += 2;
                    let second = self.unit()?;
                    0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff)
                } else {
                    first
                };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => {
                self.at -= 1;
                return self.error("no escape begins like this");
            }
        })
    }

    fn unit(&mut self) -> Result<u32, ModelError> {
        let digits = self.text.get(self.at..self.at + 4);
        let Some(unit) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            return self.error("four hexadecimal digits were expected");
        };
        self.at += 4;
        Ok(unit)
    }

    fn digits(&mut self) -> &str {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn number(&mut self) -> Result<Node, ModelError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.digits().is_empty() {
            return self.error("a digit was expected");
        }
        let whole = self.text[start..self.at].to_string();
        let (mut fraction, mut exponent) = (String::new(), 0i64);
        let mut is_real = false;
        if self.peek() == Some(b'.') {
            self.at += 1;
            is_real = true;
            fraction = self.digits().to_string();
            if fraction.is_empty() {
                return self.error("a digit was expected after the point");
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            is_real = true;
            self.at += 1;
            let sign = self.at;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if self.digits().is_empty() {
                return self.error("an exponent was expected");
            }
            let written = self.text[sign..self.at].trim_start_matches('+');
            match written.parse::<i64>() {
                Ok(value) if value.abs() <= EXPONENT_MAX => exponent = value,
                _ => return self.error("the exponent of this number is too large"),
            }
        }
        if !is_real && let Ok(value) = whole.parse::<i64>() {
            return Ok(Node::Integer(value));
        }
        let digits: IBig = format!("{whole}{fraction}").parse().expect("digits are a number");
        let shift = exponent - fraction.len() as i64;
        let power = IBig::from(10).pow(shift.unsigned_abs() as usize);
        let value = if shift >= 0 { RBig::from(digits * power) } else { RBig::from(digits) / RBig::from(power) };
        Ok(Node::Real(value))
    }
}

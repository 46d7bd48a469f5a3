//! Whole properties files: declarations of constants and labels, and properties one after another.
//!
//! Constants may be used before they are declared and depend on one another in any order, so that they are read in a
//! pass of their own; `const` is a reserved word and can begin nothing else.

use super::expression::{Parser, Place};
use super::lexer::{Lexed, Spanned, Token, lex};
use super::references::resolve;
use super::{ConstantType, Constants, PropertiesFile, Property};
use crate::precedence::*;
use crate::{Formula, ParseError, Value, evaluate};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct LabelDefinition {
    pub name: String,
    pub formula: Formula,
    pub start: usize,
}

/// The file, and where each of its properties starts.
pub(super) fn parse_file(text: &str, given: &Constants) -> Result<(PropertiesFile, Vec<usize>), ParseError> {
    let lexed = lex(text)?;
    let declarations = constant_declarations(text, &lexed.tokens)?;
    let values = constant_values(text, &lexed.tokens, &declarations, given)?;
    let referable = referable_names(&lexed.tokens);
    let mut parser = Parser::new(text, &lexed.tokens, &values, &referable);
    parser.continuous = given.continuous;
    let (mut labels, mut properties, mut starts) = (Vec::new(), Vec::new(), Vec::new());
    let mut terminated = true;
    let mut previous_end = 0;
    while *parser.peek() != Token::End {
        if parser.accept(";") {
            terminated = true;
        } else if is_constant_declaration(parser.peek()) {
            while !parser.accept(";") {
                parser.advance();
            }
            terminated = true;
        } else if parser.is_word("label") {
            labels.push(parser.label_definition()?);
            terminated = true;
        } else if !terminated && !starts_property(parser.peek()) {
            return Err(parser.expected("an operator, `;` or the end of the property"));
        } else {
            starts.push(parser.start());
            properties.push(parser.property(&lexed, previous_end)?);
            terminated = false;
        }
        previous_end = parser.tokens[parser.at.saturating_sub(1)].end;
    }
    resolve(text, &mut labels, &mut properties, &starts)?;
    let constants = declarations
        .into_iter()
        .map(|constant| {
            let value = values.get(&constant.name).cloned().flatten();
            (constant.name, constant.kind, value)
        })
        .collect();
    let labels = labels.into_iter().map(|label| (label.name, label.formula)).collect();
    Ok((PropertiesFile { constants, labels, properties }, starts))
}

impl<'a> Parser<'a> {
    fn new(
        text: &'a str,
        tokens: &'a [Spanned],
        constants: &'a BTreeMap<String, Option<Value>>,
        referable: &'a BTreeSet<String>,
    ) -> Parser<'a> {
        Parser {
            text,
            tokens,
            at: 0,
            constants,
            referable,
            inside_path: false,
            inside_bound: false,
            open: None,
            brackets: 0,
            continuous: false,
            place: Place::default(),
        }
    }

    fn property(&mut self, lexed: &Lexed, previous_end: usize) -> Result<Property, ParseError> {
        let property_start = self.start();
        let mut name = None;
        if let (Token::Quoted(quoted), Token::Symbol(":")) = (self.peek(), self.peek_after()) {
            name = Some(quoted.clone());
            self.advance();
            self.advance();
        }
        let (start, first) = (self.start(), self.at);
        let node = self.expression(IF_THEN_ELSE)?;
        let formula = self.state_operand(node, "a property")?;
        let comments = lexed.comments.iter().filter(|(at, _)| (previous_end..property_start).contains(at));
        // A comment on the line where the previous property ends belongs to that one.
        let below = |at: usize| previous_end == 0 || self.text[previous_end..at].contains('\n');
        Ok(Property {
            name,
            formula,
            text: one_line(self.text, &self.tokens[first..self.at], start),
            comments: comments.filter(|(at, _)| below(*at)).map(|(_, comment)| comment.clone()).collect(),
        })
    }

    fn label_definition(&mut self) -> Result<LabelDefinition, ParseError> {
        self.advance();
        let start = self.start();
        let Token::Quoted(name) = self.peek() else {
            return Err(self.expected("the label's name in quotation marks"));
        };
        self.advance();
        self.expect("=")?;
        let node = self.expression(IF_THEN_ELSE)?;
        self.check_truth(&node, "a label")?;
        let formula = self.state_operand(node, "a label")?;
        if !self.accept(";") {
            return Err(self.expected("an operator or `;`"));
        }
        Ok(LabelDefinition { name: name.clone(), formula, start })
    }
}

/// The source text of a property without line breaks and comments.
fn one_line(text: &str, tokens: &[Spanned], start: usize) -> String {
    let mut line = String::new();
    let mut end = start;
    for token in tokens {
        if token.start > end {
            line.push(' ');
        }
        line.push_str(&text[token.start..token.end]);
        end = token.end;
    }
    line
}

fn starts_property(token: &Token) -> bool {
    match token {
        Token::Word(word) => !matches!(word.as_str(), "U" | "W" | "X" | "F" | "G" | "min" | "max"),
        Token::Quoted(_) => true,
        Token::Symbol(symbol) => matches!(*symbol, "(" | "!"),
        Token::Number(_) | Token::End => false,
    }
}

fn is_constant_declaration(token: &Token) -> bool {
    matches!(token, Token::Word(word) if word == "const")
}

/// Names that a quoted name may refer to within this file: those of its properties and labels. A colon behind a quoted
/// name may also belong to `?:`; such a name is only checked a little later.
fn referable_names(tokens: &[Spanned]) -> BTreeSet<String> {
    let named = tokens.windows(2).filter_map(|pair| match (&pair[0].token, &pair[1].token) {
        (Token::Quoted(name), Token::Symbol(":")) => Some(name.clone()),
        _ => None,
    });
    named.collect()
}

struct ConstantDeclaration {
    name: String,
    kind: ConstantType,
    start: usize,
    /// The tokens of its expression, if it has one.
    expression: Option<std::ops::Range<usize>>,
}

fn constant_declarations(text: &str, tokens: &[Spanned]) -> Result<Vec<ConstantDeclaration>, ParseError> {
    let (none, nothing) = (BTreeMap::new(), BTreeSet::new());
    let mut parser = Parser::new(text, tokens, &none, &nothing);
    let mut declarations: Vec<ConstantDeclaration> = Vec::new();
    while *parser.peek() != Token::End {
        if !is_constant_declaration(parser.peek()) {
            parser.advance();
            continue;
        }
        parser.advance();
        let mut kind = ConstantType::Int;
        for (word, meant) in
            [("int", ConstantType::Int), ("double", ConstantType::Double), ("bool", ConstantType::Bool)]
        {
            if parser.is_word(word) {
                parser.advance();
                kind = meant;
                break;
            }
        }
        let start = parser.start();
        let Token::Word(name) = parser.peek() else {
            return Err(parser.expected("`int`, `double`, `bool` or the name of a constant"));
        };
        parser.advance();
        if declarations.iter().any(|earlier| earlier.name == *name) {
            return parser.error(start, format!("the constant `{name}` is declared twice"));
        }
        let mut expression = None;
        if parser.accept("=") {
            let first = parser.at;
            while !parser.is_symbol(";") && *parser.peek() != Token::End && !is_constant_declaration(parser.peek()) {
                parser.advance();
            }
            expression = Some(first..parser.at);
        }
        if !parser.is_symbol(";") {
            return Err(parser.expected("`=` and a value, or `;`, to end the declaration of the constant"));
        }
        declarations.push(ConstantDeclaration { name: name.clone(), kind, start, expression });
    }
    Ok(declarations)
}

/// The value of each constant, those from outside included; `None` for one that is declared but has no value.
fn constant_values(
    text: &str,
    tokens: &[Spanned],
    declarations: &[ConstantDeclaration],
    given: &Constants,
) -> Result<BTreeMap<String, Option<Value>>, ParseError> {
    let mut values: BTreeMap<String, Option<Value>> =
        given.values.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
    for index in dependency_order(text, tokens, declarations)? {
        let constant = &declarations[index];
        let name = &constant.name;
        let outside = given.get(name);
        let value = match (&constant.expression, outside) {
            (Some(_), Some(_)) => {
                let message = format!("the constant `{name}` has a value here and another one given from outside");
                return Err(ParseError::at(text, constant.start, message));
            }
            (None, value) => value.cloned(),
            (Some(expression), None) => Some(constant_expression(text, tokens, expression.clone(), &values)?),
        };
        let value = match value {
            Some(value) => {
                Some(converted(value, constant.kind).map_err(|message| ParseError::at(text, constant.start, message))?)
            }
            None => None,
        };
        values.insert(name.clone(), value);
    }
    Ok(values)
}

fn constant_expression(
    text: &str,
    tokens: &[Spanned],
    range: std::ops::Range<usize>,
    values: &BTreeMap<String, Option<Value>>,
) -> Result<Value, ParseError> {
    let nothing = BTreeSet::new();
    let end = range.end;
    let mut parser = Parser::new(text, tokens, values, &nothing);
    parser.at = range.start;
    let start = parser.start();
    let node = parser.expression(IF_THEN_ELSE)?;
    if parser.at != end {
        return Err(parser.expected("an operator or `;`"));
    }
    let formula = parser.state_operand(node, "a constant")?;
    evaluate(&formula, &mut |_| None).map_err(|error| ParseError::at(text, start, error.to_string()))
}

fn converted(value: Value, kind: ConstantType) -> Result<Value, String> {
    let fits = match (&value, kind) {
        (Value::Bool(_), ConstantType::Bool) => true,
        (Value::Integer(_), ConstantType::Int | ConstantType::Double) => true,
        (Value::Real(number), ConstantType::Int) => number.is_int(),
        (Value::Real(_), ConstantType::Double) => true,
        _ => false,
    };
    let wanted = match kind {
        ConstantType::Int => "an integer",
        ConstantType::Double => "a number",
        ConstantType::Bool => "true or false",
    };
    if fits { Ok(value) } else { Err(format!("the value of this constant must be {wanted}, but it is {value}")) }
}

/// An order in which each constant comes after those that its value mentions.
fn dependency_order(
    text: &str,
    tokens: &[Spanned],
    declarations: &[ConstantDeclaration],
) -> Result<Vec<usize>, ParseError> {
    let mentioned = |index: usize| -> BTreeSet<usize> {
        let words =
            declarations[index].expression.clone().into_iter().flatten().filter_map(|at| match &tokens[at].token {
                Token::Word(word) => declarations.iter().position(|declared| declared.name == *word),
                _ => None,
            });
        words.collect()
    };
    let mut waiting: Vec<BTreeSet<usize>> = (0..declarations.len()).map(mentioned).collect();
    let mut order = Vec::new();
    let mut remaining: BTreeSet<usize> = (0..declarations.len()).collect();
    while let Some(next) = remaining.iter().copied().find(|&index| waiting[index].is_empty()) {
        remaining.remove(&next);
        order.push(next);
        for needs in &mut waiting {
            needs.remove(&next);
        }
    }
    match remaining.first() {
        None => Ok(order),
        Some(&index) => {
            let ConstantDeclaration { name, start, .. } = &declarations[index];
            Err(ParseError::at(text, *start, format!("the value of the constant `{name}` depends on itself")))
        }
    }
}

pub(super) fn parse_assignments(text: &str) -> Result<Constants, ParseError> {
    let lexed = lex(text)?;
    let nothing = BTreeSet::new();
    let mut constants = Constants::new();
    let mut at = 0;
    while lexed.tokens[at].token != Token::End {
        let values: BTreeMap<String, Option<Value>> =
            constants.values.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        let mut parser = Parser::new(text, &lexed.tokens, &values, &nothing);
        parser.at = at;
        let Token::Word(name) = parser.peek() else {
            return Err(parser.expected("the name of a constant, as in `k=5`"));
        };
        parser.advance();
        parser.expect("=")?;
        let start = parser.start();
        let node = parser.expression(IF_THEN_ELSE)?;
        let formula = parser.state_operand(node, "a constant")?;
        let value = evaluate(&formula, &mut |_| None);
        let value = value.map_err(|error| ParseError::at(text, start, error.to_string()))?;
        if *parser.peek() != Token::End {
            parser.expect(",")?;
        }
        at = parser.at;
        constants.set(name, value);
    }
    Ok(constants)
}

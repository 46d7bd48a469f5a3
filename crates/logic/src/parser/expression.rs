//! Expressions of every kind by precedence climbing: arithmetic, Boolean and temporal operators share one grammar, in
//! which a [`Node`] remembers whether it is about a state or about a path.

use super::build::literal;
use super::lexer::{Spanned, Token};
use super::operators::Limit;
use crate::formula::*;
use crate::precedence::*;
use crate::value::{apply_function, apply_negate};
use crate::{ParseError, Value, operator_meant, suggest};
use std::collections::{BTreeMap, BTreeSet};

/// Deeper ones would endanger the stack of whoever walks the tree.
const HEIGHT_MAX: u32 = 1500;
/// Each level of brackets costs several stack frames of the parser itself.
const BRACKETS_MAX: u32 = 200;

#[derive(Debug)]
pub(super) enum Meaning {
    State(Formula),
    Path(Path),
}

#[derive(Debug)]
pub(super) struct Node {
    pub meaning: Meaning,
    pub start: usize,
    pub height: u32,
}

impl Node {
    pub(super) fn into_path(self) -> Path {
        match self.meaning {
            Meaning::State(formula) => Path::State(formula),
            Meaning::Path(path) => path,
        }
    }
}

pub(super) struct Parser<'a> {
    pub text: &'a str,
    pub tokens: &'a [Spanned],
    pub at: usize,
    /// `None`: declared without a value.
    pub constants: &'a BTreeMap<String, Option<Value>>,
    /// Names of properties and labels of the file: a quoted one may turn out to be a number.
    pub referable: &'a BTreeSet<String>,
    /// Whether temporal operators are allowed here.
    pub inside_path: bool,
    /// Whether only arithmetic over constants is allowed here, as in a bound.
    pub inside_bound: bool,
    /// The variable of the quantile that is being read, and how often it stood for a bound.
    pub open: Option<(String, u32)>,
    pub brackets: u32,
    /// Whether bounds are times.
    pub continuous: bool,
    /// Where in a formula without parentheses we are: see [`Place`].
    pub place: Place,
}

/// PRISM does not allow a temporal formula as an operand of `&` and the like without parentheses. We do, but not where
/// it stands to the right of another one: `F a & F b` would be `F (a & (F b))`, which hardly anyone means.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// Inside the operand of a temporal operator, no parentheses in between.
    under_temporal: bool,
    /// Inside the right operand of a Boolean operator, no parentheses in between.
    right_of_boolean: bool,
}

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> &'a Token {
        &self.tokens[self.at].token
    }

    pub(super) fn peek_after(&self) -> &'a Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].token
    }

    pub(super) fn start(&self) -> usize {
        self.tokens[self.at].start
    }

    pub(super) fn advance(&mut self) {
        // The last token is the end, which is never passed.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(found) if *found == symbol)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    pub(super) fn accept(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<(), ParseError> {
        if self.accept(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    pub(super) fn error<T>(&self, start: usize, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError::at(self.text, start, message))
    }

    pub(super) fn expected(&self, what: &str) -> ParseError {
        let Spanned { token, start, end } = &self.tokens[self.at];
        let found = match token {
            Token::End => "the end".to_string(),
            _ => format!("`{}`", &self.text[*start..*end]),
        };
        let hint = match token {
            Token::Symbol("||") => {
                " (\"or\" is written `|`; `||` stands between a path and its condition, directly in `P`)".to_string()
            }
            Token::Symbol("<") if self.text[*end..].starts_with('>') => " (\"eventually\" is written `F`)".to_string(),
            Token::Symbol("[") if self.text[*end..].starts_with(']') => " (\"always\" is written `G`)".to_string(),
            Token::Word(word) => match operator_meant(word) {
                Some(meant) => format!(" (it is written `{meant}`)"),
                None => String::new(),
            },
            _ => String::new(),
        };
        ParseError::at(self.text, *start, format!("expected {what}, found {found}{hint}"))
    }

    pub(super) fn node(&self, meaning: Meaning, start: usize, below: u32) -> Result<Node, ParseError> {
        if below >= HEIGHT_MAX {
            return self.error(start, format!("the formula is nested more than {HEIGHT_MAX} operators deep: split it"));
        }
        Ok(Node { meaning, start, height: below + 1 })
    }

    pub(super) fn leaf(&self, formula: Formula, start: usize) -> Node {
        Node { meaning: Meaning::State(formula), start, height: 1 }
    }

    /// Parses operators that bind at least as tightly as `least`.
    pub(super) fn expression(&mut self, least: u8) -> Result<Node, ParseError> {
        let mut left = self.prefix(least)?;
        loop {
            match self.peek() {
                Token::Word(word) if least == TEMPORAL_BINARY && self.inside_path && is_binary_temporal(word) => {
                    left = self.temporal_binary(left)?;
                }
                Token::Symbol("?") if least <= IF_THEN_ELSE => {
                    self.advance();
                    let first = self.expression(IMPLIES)?;
                    self.expect(":")?;
                    let second = self.nested(|parser| parser.expression(IF_THEN_ELSE))?;
                    left = self.if_then_else(left, first, second)?;
                }
                Token::Symbol("^") if least <= POWER && self.is_power(&left) => {
                    self.advance();
                    let right = self.nested(|parser| parser.expression(POWER))?;
                    left = self.power(left, right)?;
                }
                Token::Symbol(symbol) => match BinaryOperator::from_symbol(symbol) {
                    Some(operator) if operator.level() >= least => {
                        self.advance();
                        let place = self.place;
                        self.place.right_of_boolean = true;
                        let (_, least) = operator.operand_levels();
                        let right = match operator {
                            BinaryOperator::Implies => self.nested(|parser| parser.expression(least)),
                            _ => self.expression(least),
                        };
                        self.place = place;
                        let right = right?;
                        left = self.binary(operator, left, right)?;
                    }
                    _ => return Ok(left),
                },
                _ => return Ok(left),
            }
        }
    }

    /// Whether `^`, which comes next, is a power: between truth values it is exclusive or. Where the left operand does not tell,
    /// the right one does.
    fn is_power(&mut self, left: &Node) -> bool {
        match self.is_numeric(left) {
            Some(is_numeric) => is_numeric,
            None => {
                let (at, place, open) = (self.at, self.place, self.open.clone());
                self.advance();
                let right = self.nested(|parser| parser.expression(POWER));
                (self.at, self.place, self.open) = (at, place, open);
                right.is_ok_and(|right| self.is_numeric(&right) == Some(true))
            }
        }
    }

    fn power(&mut self, base: Node, exponent: Node) -> Result<Node, ParseError> {
        let (start, height) = (base.start, base.height.max(exponent.height));
        let operands = [self.number_operand(base, "`^`")?, self.number_operand(exponent, "`^`")?];
        let formula = match (literal(&operands[0]), literal(&operands[1])) {
            (Some(base), Some(exponent)) => self.folded(start, apply_function(Function::Pow, &[base, exponent]))?,
            _ => Formula::Call(Function::Pow, operands.to_vec()),
        };
        self.node(Meaning::State(formula), start, height)
    }

    fn prefix(&mut self, least: u8) -> Result<Node, ParseError> {
        let start = self.start();
        match self.peek() {
            Token::Symbol("!") if !self.inside_bound => {
                self.advance();
                let operand = self.nested(|parser| parser.expression(NOT.max(least)))?;
                self.check_truth(&operand, "`!`")?;
                let height = operand.height;
                let meaning = match operand.meaning {
                    Meaning::State(formula) => Meaning::State(Formula::Not(Box::new(formula))),
                    Meaning::Path(path) => Meaning::Path(Path::Not(Box::new(path))),
                };
                self.node(meaning, start, height)
            }
            Token::Symbol("-") => {
                self.advance();
                let operand = self.nested(|parser| parser.expression(UNARY_MINUS))?;
                let height = operand.height;
                let negated = match self.number_operand(operand, "`-`")? {
                    Formula::Number(number) => self.folded(start, apply_negate(&Value::number(&number)))?,
                    other => Formula::Negate(Box::new(other)),
                };
                self.node(Meaning::State(negated), start, height)
            }
            Token::Symbol("(") => {
                self.advance();
                let inner = self.bracketed(|parser| parser.expression(TEMPORAL_BINARY))?;
                self.expect(")")?;
                Ok(Node { start, ..inner })
            }
            Token::Number(number) => {
                self.advance();
                Ok(self.leaf(Formula::Number(number.clone()), start))
            }
            Token::Quoted(name) if !self.inside_bound => {
                self.advance();
                Ok(self.leaf(Formula::Label(name.clone()), start))
            }
            Token::Word(word) => self.word(word, least),
            _ if self.inside_bound => Err(self.expected("a number")),
            _ => Err(self.expected("a formula")),
        }
    }

    /// Runs `parse` one level of brackets further in.
    pub(super) fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        if self.brackets >= BRACKETS_MAX {
            let message = format!("the formula is nested more than {BRACKETS_MAX} brackets deep: split it");
            return self.error(self.start(), message);
        }
        self.brackets += 1;
        let result = parse(self);
        self.brackets -= 1;
        result
    }

    /// Runs `parse` inside brackets, where nothing outside matters.
    pub(super) fn bracketed<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let place = std::mem::take(&mut self.place);
        let result = self.nested(parse);
        self.place = place;
        result
    }

    /// Runs `parse` on the operand of a temporal operator.
    fn temporal_operand(&mut self, least: u8) -> Result<Node, ParseError> {
        let place = std::mem::replace(&mut self.place, Place { under_temporal: true, right_of_boolean: false });
        let result = self.nested(|parser| parser.expression(least));
        self.place = place;
        result
    }

    fn word(&mut self, word: &'a str, least: u8) -> Result<Node, ParseError> {
        let start = self.start();
        match word {
            "true" | "false" => {
                self.advance();
                Ok(self.leaf(Formula::Bool(word == "true"), start))
            }
            "func" if matches!(self.peek_after(), Token::Symbol("(")) => self.old_style_call(),
            "X" | "F" | "G" => self.temporal_unary(word, least),
            "U" | "W" => Err(self.expected(&format!("a formula on the left of `{word}`"))),
            "P" | "Pmin" | "Pmax" | "Pminmin" | "Pminmax" | "Pmaxmin" | "Pmaxmax" | "R" | "Rmin" | "Rmax"
            | "Rminmin" | "Rminmax" | "Rmaxmin" | "Rmaxmax" | "S" | "Smin" | "Smax" | "Sminmin" | "Sminmax"
            | "Smaxmin" | "Smaxmax" | "A" | "E" | "filter" | "multi" | "quantile" | "LRA" | "LRAmin" | "LRAmax"
            | "T" | "Tmin" | "Tmax"
                if !word.starts_with("LRA") && !word.starts_with('T') || self.asks_or_bounds() =>
            {
                if self.inside_bound {
                    return Err(self.expected("a number"));
                }
                let formula = self.bracketed(|parser| parser.operator(word))?;
                Ok(self.leaf(formula, start))
            }
            "const" | "label" | "int" | "double" | "bool" => Err(self.expected("a formula")),
            _ if matches!(self.peek_after(), Token::Symbol("(")) => match Function::from_name(word) {
                Some(function) => {
                    self.advance();
                    self.advance();
                    self.call(function, start)
                }
                // `F<=k (x)`: the parenthesis belongs to what follows the bound.
                None if self.inside_bound => self.name(word),
                None => {
                    let known = Function::ALL.map(Function::name);
                    let hint = match suggest(word, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the functions are {}", known.join(", ")),
                    };
                    self.error(start, format!("there is no function `{word}`: {hint}"))
                }
            },
            _ if self.asks_or_bounds() => {
                let known = ["P", "Pmin", "Pmax", "R", "Rmin", "Rmax", "S", "Smin", "Smax"];
                let hint = match suggest(word, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the operators are {}", known.join(", ")),
                };
                self.error(start, format!("there is no operator `{word}`: {hint}"))
            }
            "min" | "max" => Err(self.expected("a formula (`min` and `max` need arguments in parentheses)")),
            _ => self.name(word),
        }
    }

    fn name(&mut self, word: &str) -> Result<Node, ParseError> {
        let start = self.start();
        let formula = match self.constants.get(word) {
            Some(Some(value)) => value.to_formula(),
            Some(None) => {
                let message = format!("the constant `{word}` has no value: give it one, as in `{word}=5`");
                return self.error(start, message);
            }
            None if self.inside_bound => {
                return self.error(start, format!("expected a constant, but nothing says what `{word}` is"));
            }
            None => Formula::Variable(word.to_string()),
        };
        self.advance();
        Ok(self.leaf(formula, start))
    }

    /// `func(min, 1, 2)`, an old spelling of `min(1, 2)`.
    fn old_style_call(&mut self) -> Result<Node, ParseError> {
        let start = self.start();
        self.advance();
        self.advance();
        let function = match self.peek() {
            Token::Word(word) => Function::from_name(word),
            _ => None,
        };
        let Some(function) = function else {
            return Err(self.expected("the name of a function"));
        };
        self.advance();
        self.expect(",")?;
        self.call(function, start)
    }

    /// The arguments of a call, the opening parenthesis already read.
    fn call(&mut self, function: Function, start: usize) -> Result<Node, ParseError> {
        let name = function.name();
        let (mut arguments, mut height) = (Vec::new(), 0);
        loop {
            let argument = self.bracketed(|parser| parser.expression(IF_THEN_ELSE))?;
            height = height.max(argument.height);
            arguments.push(self.number_operand(argument, name)?);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        let (least, most) = function.arity();
        if !(least..=most).contains(&arguments.len()) {
            let message = format!("`{name}` takes {most} argument{}, not {}", plural(most), arguments.len());
            return self.error(start, message);
        }
        let values: Option<Vec<Value>> = arguments.iter().map(literal).collect();
        let formula = match values {
            Some(values) => self.folded(start, apply_function(function, &values))?,
            None => Formula::Call(function, arguments),
        };
        self.node(Meaning::State(formula), start, height)
    }

    fn temporal_binary(&mut self, left: Node) -> Result<Node, ParseError> {
        let Token::Word(word) = self.peek() else { unreachable!("the caller saw the operator") };
        self.advance();
        let (steps, limit) = self.window()?;
        let right = self.temporal_operand(TEMPORAL_UNARY)?;
        self.check_truth(&left, &format!("`{word}`"))?;
        self.check_truth(&right, &format!("`{word}`"))?;
        if let Token::Word(next) = self.peek()
            && is_binary_temporal(next)
        {
            return self.error(self.start(), format!("put parentheses around one of `{word}` and `{next}`"));
        }
        let (start, height) = (left.start, left.height.max(right.height));
        let (left, right) = (Box::new(left.into_path()), Box::new(right.into_path()));
        let path = match word.as_str() {
            "U" => Path::Until(steps, left, right),
            "W" => Path::WeakUntil(steps, left, right),
            _ => Path::Release(steps, left, right),
        };
        self.node(Meaning::Path(limited(limit, path)), start, height)
    }

    fn temporal_unary(&mut self, word: &str, least: u8) -> Result<Node, ParseError> {
        let start = self.start();
        if self.inside_bound {
            return Err(self.expected("a number"));
        }
        if !self.inside_path {
            let message = format!("the temporal operator `{word}` may stand only inside `P [ … ]`, `R`, `A` or `E`");
            return self.error(start, message);
        }
        self.advance();
        let steps_start = self.start();
        let (steps, limit) = self.window()?;
        if word == "X" && (limit.is_some() || !steps.is_unbounded()) {
            return self.error(steps_start, "`X` takes no bound: for exactly k steps, write `F=k`");
        }
        // As an operand of a Boolean operator the grammar of PRISM wants parentheses here. Without them it must at
        // least be clear where the temporal formula ends.
        let loose = least > TEMPORAL_UNARY;
        let operand = self.temporal_operand(if loose { NOT } else { TEMPORAL_UNARY })?;
        let unclear = self.continues() || (self.place.under_temporal && self.place.right_of_boolean);
        if loose && unclear {
            let message = format!("put parentheses around `{word} …`, so that it is clear what belongs to it");
            return self.error(start, message);
        }
        self.check_truth(&operand, &format!("`{word}`"))?;
        let height = operand.height;
        let operand = Box::new(operand.into_path());
        let path = match word {
            "X" => Path::Next(operand),
            "F" => Path::Eventually(steps, operand),
            _ => Path::Globally(steps, operand),
        };
        self.node(Meaning::Path(limited(limit, path)), start, height)
    }

    /// Whether this word is followed by `=?`, or by a bound and a bracket: the name of a variable never is.
    fn asks_or_bounds(&self) -> bool {
        let after = |distance: usize| self.tokens.get(self.at + distance).map(|spanned| &spanned.token);
        matches!(
            (after(1), after(2), after(3)),
            (Some(Token::Symbol("=")), Some(Token::Symbol("?")), _)
                | (Some(Token::Symbol("<" | "<=" | ">" | ">=")), Some(Token::Number(_)), Some(Token::Symbol("[")))
        )
    }

    /// Whether an operator follows that could be meant to extend the formula just read.
    fn continues(&self) -> bool {
        match self.peek() {
            Token::Symbol(symbol) => *symbol == "?" || BinaryOperator::from_symbol(symbol).is_some(),
            Token::Word(word) => is_binary_temporal(word),
            _ => false,
        }
    }
}

fn limited(limit: Option<Limit>, path: Path) -> Path {
    match limit {
        Some(Limit::Time(time)) => Path::Within(time, Box::new(path)),
        Some(Limit::Spent(spent)) => Path::Spending(spent, Box::new(path)),
        None => path,
    }
}

fn is_binary_temporal(word: &str) -> bool {
    matches!(word, "U" | "W" | "R")
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

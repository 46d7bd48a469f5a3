//! Expressions by precedence climbing, with the levels that properties have.

use dashu::rational::RBig;
use logic::precedence::{IF_THEN_ELSE, IMPLIES, NOT, POWER, UNARY_MINUS};
use logic::{BinaryOperator, Function, ParseError, Spanned, Token, suggest};

use super::syntax::{Expression, Name, Node};

/// Deeper ones would endanger the stack of whoever walks the tree.
const HEIGHT_MAX: u32 = 3000;

pub(super) struct Parser<'a> {
    pub text: &'a str,
    pub tokens: &'a [Spanned],
    pub at: usize,
    /// How deep the parser itself is.
    depth: u32,
}

/// Words that cannot name anything.
pub(super) const RESERVED: [&str; 38] = [
    "bool",
    "clock",
    "const",
    "ctmc",
    "double",
    "dtmc",
    "endinit",
    "endinvariant",
    "endmodule",
    "endrewards",
    "endsystem",
    "endobservables",
    "endplayer",
    "false",
    "formula",
    "func",
    "global",
    "init",
    "int",
    "invariant",
    "label",
    "max",
    "mdp",
    "min",
    "module",
    "nondeterministic",
    "observable",
    "observables",
    "player",
    "probabilistic",
    "pomdp",
    "prob",
    "pta",
    "rate",
    "rewards",
    "stochastic",
    "system",
    "true",
];

type Parsed<T> = Result<T, ParseError>;

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Spanned]) -> Parser<'a> {
        Parser { text, tokens, at: 0, depth: 0 }
    }

    pub(super) fn peek(&self) -> &'a Token {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> &'a Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].token
    }

    pub(super) fn start(&self) -> usize {
        self.tokens[self.at].start
    }

    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn is_symbol_at(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.peek_at(ahead), Token::Symbol(found) if *found == symbol)
    }

    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        self.is_symbol_at(0, symbol)
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

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.accept(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"))) }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    pub(super) fn error<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        Err(ParseError::at(self.text, at, message))
    }

    pub(super) fn expected(&self, what: &str) -> ParseError {
        let Spanned { token, start, end } = &self.tokens[self.at];
        let found = match token {
            Token::End => "the end of the file".to_string(),
            _ => format!("`{}`", &self.text[*start..*end]),
        };
        let hint = match token {
            Token::Word(word) => logic::operator_meant(word),
            _ => None,
        };
        let hint = hint.map(|meant| format!(" (it is written `{meant}`)")).unwrap_or_default();
        ParseError::at(self.text, *start, format!("expected {what}, found {found}{hint}"))
    }

    /// A name that is no reserved word.
    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        let at = self.start();
        match self.peek() {
            Token::Word(word) if RESERVED.contains(&word.as_str()) => {
                self.error(at, format!("expected {what}, but `{word}` is a word of the language"))
            }
            Token::Word(word) => {
                self.advance();
                Ok(Name { text: word.clone(), at })
            }
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn expression(&mut self) -> Parsed<Expression> {
        self.at_level(IF_THEN_ELSE).map(|(expression, _)| expression)
    }

    /// Parses operators that bind at least as tightly as `least`; also tells the height of the tree.
    fn at_level(&mut self, least: u8) -> Parsed<(Expression, u32)> {
        self.depth += 1;
        if self.depth > HEIGHT_MAX / 10 {
            return self.error(self.start(), "the expression is nested too deeply: name a part of it with `formula`");
        }
        let result = self.climb(least);
        self.depth -= 1;
        result
    }

    fn climb(&mut self, least: u8) -> Parsed<(Expression, u32)> {
        let (mut left, mut height) = self.prefix(least)?;
        loop {
            if height > HEIGHT_MAX {
                return self.error(left.at, "the expression is too long: name a part of it with `formula`");
            }
            let Token::Symbol(symbol) = self.peek() else { return Ok((left, height)) };
            let at = left.at;
            if *symbol == "?" && least <= IF_THEN_ELSE {
                self.advance();
                let (first, second_height) = self.at_level(IMPLIES)?;
                self.expect(":")?;
                let (second, third_height) = self.at_level(IF_THEN_ELSE)?;
                height = height.max(second_height).max(third_height) + 1;
                let node = Node::IfThenElse(Box::new(left), Box::new(first), Box::new(second));
                left = Expression { node, at };
                continue;
            }
            if *symbol == "^" {
                if least > POWER {
                    return Ok((left, height));
                }
                self.advance();
                let (right, right_height) = self.at_level(POWER)?;
                height = height.max(right_height) + 1;
                left = Expression { node: Node::Call(Function::Pow, vec![left, right]), at };
                continue;
            }
            let Some(operator) = BinaryOperator::from_symbol(symbol).filter(|operator| operator.level() >= least)
            else {
                return Ok((left, height));
            };
            if *symbol == "|" && (self.is_symbol_at(1, "|") || self.is_symbol_at(1, "[")) {
                if self.is_symbol_at(1, "|") {
                    return self.error(self.start(), "write `|` instead of `||`");
                }
                return Ok((left, height));
            }
            self.advance();
            let (right, right_height) = self.at_level(operator.operand_levels().1)?;
            height = height.max(right_height) + 1;
            left = Expression { node: Node::Binary(operator, Box::new(left), Box::new(right)), at };
        }
    }

    fn prefix(&mut self, least: u8) -> Parsed<(Expression, u32)> {
        let at = self.start();
        match self.peek() {
            Token::Symbol("!") => {
                self.advance();
                let (operand, height) = self.at_level(NOT.max(least))?;
                Ok((Expression { node: Node::Not(Box::new(operand)), at }, height + 1))
            }
            Token::Symbol("-") => {
                self.advance();
                let (operand, height) = self.at_level(UNARY_MINUS)?;
                Ok((Expression { node: Node::Negate(Box::new(operand)), at }, height + 1))
            }
            Token::Symbol("(") => {
                self.advance();
                let (inner, height) = self.at_level(IF_THEN_ELSE)?;
                self.expect(")")?;
                Ok((Expression { at, ..inner }, height))
            }
            Token::Number(number) => {
                let written = &self.text[at..self.tokens[self.at].end];
                let exact: RBig = number.exact().clone();
                let node = if written.contains(['.', 'e', 'E']) {
                    Node::Real(exact)
                } else {
                    match i64::try_from(exact.numerator()) {
                        Ok(small) => Node::Integer(small),
                        Err(_) => return self.error(at, format!("the integer {written} is too large")),
                    }
                };
                self.advance();
                Ok((Expression { node, at }, 1))
            }
            Token::Word(word) => self.word(word),
            Token::Quoted(name) => self.error(
                at,
                format!(
                    "the label \"{name}\" cannot stand here: labels are for properties; inside a model use `formula`"
                ),
            ),
            _ => Err(self.expected("an expression")),
        }
    }

    fn word(&mut self, word: &'a str) -> Parsed<(Expression, u32)> {
        let at = self.start();
        match word {
            "true" | "false" => {
                self.advance();
                Ok((Expression { node: Node::Bool(word == "true"), at }, 1))
            }
            "func" if self.is_symbol_at(1, "(") => {
                self.advance();
                self.advance();
                let function = match self.peek() {
                    Token::Word(word) => Function::from_name(word),
                    _ => None,
                };
                let Some(function) = function else { return Err(self.expected("the name of a function")) };
                self.advance();
                self.expect(",")?;
                self.call(function, at)
            }
            _ if self.is_symbol_at(1, "(") => match Function::from_name(word) {
                Some(function) => {
                    self.advance();
                    self.advance();
                    self.call(function, at)
                }
                None => {
                    let known = Function::ALL.map(Function::name);
                    let hint = match suggest(word, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the functions are {}", known.join(", ")),
                    };
                    self.error(at, format!("there is no function `{word}`: {hint}"))
                }
            },
            _ => {
                let name = self.name("an expression")?;
                Ok((Expression { node: Node::Name(name.text), at }, 1))
            }
        }
    }

    fn call(&mut self, function: Function, at: usize) -> Parsed<(Expression, u32)> {
        let (mut arguments, mut height) = (Vec::new(), 0);
        loop {
            let (argument, argument_height) = self.at_level(IF_THEN_ELSE)?;
            height = height.max(argument_height);
            arguments.push(argument);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        let (least, most) = function.arity();
        if !(least..=most).contains(&arguments.len()) {
            let plural = if most == 1 { "" } else { "s" };
            let message = format!("`{}` takes {most} argument{plural}, not {}", function.name(), arguments.len());
            return self.error(at, message);
        }
        Ok((Expression { node: Node::Call(function, arguments), at }, height + 1))
    }
}

//! The operators with brackets: `P`, `R`, `S`, `A`, `E` and `filter`, and the bounds that they and the temporal
//! operators take.

use super::expression::{Meaning, Parser};
use super::lexer::Token;
use crate::formula::*;
use crate::precedence::*;
use crate::{ParseError, suggest};
use dashu::base::Signed;
use dashu::rational::RBig;

impl Parser<'_> {
    /// Parses the operator whose first word is `word`, which is the next token.
    pub(super) fn operator(&mut self, word: &str) -> Result<Formula, ParseError> {
        self.advance();
        // `LRA` is Storm's name of `S`.
        let optimum = Optimum::by_name(word.strip_prefix("LRA").unwrap_or(&word[1..]));
        match word {
            "A" => Ok(Formula::ForAll(Box::new(self.bracketed_path()?))),
            "E" => Ok(Formula::Exists(Box::new(self.bracketed_path()?))),
            "filter" => self.filter(),
            "multi" => self.multi(),
            "quantile" => self.quantile(),
            _ if word.starts_with('P') => self.probability(optimum),
            _ if word.starts_with('R') => {
                let structure = self.reward_structure()?;
                self.reward(structure, optimum)
            }
            // Storm's expected times.
            _ if word.starts_with('T') => self.reward(RewardStructure::Time, optimum),
            _ => self.steady_state(optimum),
        }
    }

    fn probability(&mut self, optimum: Option<Optimum>) -> Result<Formula, ParseError> {
        let optimum = self.optimum(optimum)?;
        let query = self.probability_query()?;
        self.expect("[")?;
        let mut path = self.path()?;
        if self.accept("||") {
            path = Path::Given(Box::new(path), Box::new(self.path()?));
        }
        let closing = self.closing_filter(&query)?;
        Ok(closing.wrap(Formula::Probability { optimum, query, path: Box::new(path) }))
    }

    fn steady_state(&mut self, optimum: Option<Optimum>) -> Result<Formula, ParseError> {
        let optimum = self.optimum(optimum)?;
        let query = self.probability_query()?;
        self.expect("[")?;
        let states = self.state_formula("`S`")?;
        let closing = self.closing_filter(&query)?;
        Ok(closing.wrap(Formula::SteadyState { optimum, query, states: Box::new(states) }))
    }

    fn reward(&mut self, structure: RewardStructure, optimum: Option<Optimum>) -> Result<Formula, ParseError> {
        let optimum = self.optimum(optimum)?;
        let query = self.query()?;
        self.expect("[")?;
        let objective = self.reward_objective()?;
        let closing = self.closing_filter(&query)?;
        Ok(closing.wrap(Formula::Reward { structure, optimum, query, objective: Box::new(objective) }))
    }

    /// `min` or `max` as a word of its own, as in `P max=?` and `R{"x"}max=?`.
    fn optimum(&mut self, already: Option<Optimum>) -> Result<Option<Optimum>, ParseError> {
        let Token::Word(word) = self.peek() else { return Ok(already) };
        let Some(found) = Optimum::by_name(word) else { return Ok(already) };
        if already.is_some() {
            return Err(self.expected("`=?` or a bound, since `min` or `max` was already said"));
        }
        self.advance();
        Ok(Some(found))
    }

    fn query(&mut self) -> Result<Query, ParseError> {
        let comparison = match self.peek() {
            Token::Symbol("=") => {
                self.advance();
                if !self.accept("?") {
                    return Err(self.expected("`?` (a bound is written with `>=`, `>`, `<=` or `<`)"));
                }
                return Ok(Query::Value);
            }
            Token::Symbol("<") => Comparison::Less,
            Token::Symbol("<=") => Comparison::LessOrEqual,
            Token::Symbol(">") => Comparison::Greater,
            Token::Symbol(">=") => Comparison::GreaterOrEqual,
            _ => return Err(self.expected("`=?` or a bound such as `>=0.5`")),
        };
        self.advance();
        Ok(Query::Bound(comparison, self.constant()?))
    }

    fn probability_query(&mut self) -> Result<Query, ParseError> {
        let start = self.start();
        let query = self.query()?;
        if let Query::Bound(_, number) = &query
            && (number.exact().is_negative() || number.exact() > &RBig::ONE)
        {
            return self.error(start, format!("the bound {number} is no probability: it must lie between 0 and 1"));
        }
        Ok(query)
    }

    fn reward_structure(&mut self) -> Result<RewardStructure, ParseError> {
        if !self.accept("{") {
            return Ok(RewardStructure::First);
        }
        let start = self.start();
        let structure = if let Token::Quoted(name) = self.peek() {
            self.advance();
            RewardStructure::Named(name.clone())
        } else {
            let number = self.constant()?;
            match usize::try_from(number.exact().numerator()) {
                Ok(index) if index > 0 && number.is_integer() => RewardStructure::Index(index),
                _ => {
                    let message = format!("reward structures are counted from 1: there is no number {number}");
                    return self.error(start, message);
                }
            }
        };
        self.expect("}")?;
        Ok(structure)
    }

    fn reward_objective(&mut self) -> Result<RewardObjective, ParseError> {
        let start = self.start();
        let ends = matches!(self.peek_after(), Token::Symbol("]" | "{"));
        if (self.is_word("S") || self.is_word("LRA") || self.is_word("MP")) && ends {
            self.advance();
            return Ok(RewardObjective::LongRun);
        }
        if self.is_word("C") && (ends || matches!(self.peek_after(), Token::Symbol("<=" | "<"))) {
            self.advance();
            if ends {
                return Ok(RewardObjective::Total);
            }
            let strict = self.is_symbol("<");
            self.advance();
            if self.continuous {
                return Ok(RewardObjective::CumulativeTime(self.moment()?));
            }
            let bound = self.step_number()?;
            return match bound.checked_sub(u64::from(strict)) {
                Some(steps) => Ok(RewardObjective::Cumulative(steps)),
                None => self.error(start, "`C<0` covers no time at all: the least bound is `C<=0`"),
            };
        }
        if self.is_word("I") && matches!(self.peek_after(), Token::Symbol("=")) {
            self.advance();
            self.advance();
            if self.continuous {
                return Ok(RewardObjective::InstantaneousTime(self.moment()?));
            }
            return Ok(RewardObjective::Instantaneous(self.step_number()?));
        }
        match self.path()? {
            Path::Eventually(Steps::ALL, goal) if goal.as_state().is_some() => match *goal {
                Path::State(states) => Ok(RewardObjective::Reach(states)),
                _ => unreachable!("as_state said it is a state formula"),
            },
            path => Ok(RewardObjective::CoSafe(path)),
        }
    }

    fn filter(&mut self) -> Result<Formula, ParseError> {
        self.expect("(")?;
        let name = match self.peek() {
            Token::Word(word) => word.as_str(),
            Token::Symbol(symbol) => symbol,
            _ => "",
        };
        let Some(kind) = FilterKind::from_name(name) else {
            let known = FilterKind::ALL.map(FilterKind::name);
            let near = suggest(name, known).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
            return Err(self.expected(&format!("a kind of filter: {}{near}", known.join(", "))));
        };
        self.advance();
        self.expect(",")?;
        let (property, states) = self.outside_path(|parser| {
            let property = parser.expression(IF_THEN_ELSE)?;
            let property = parser.state_operand(property, "`filter`")?;
            let states = if parser.accept(",") { Some(Box::new(parser.states("`filter`")?)) } else { None };
            Ok((Box::new(property), states))
        })?;
        self.expect(")")?;
        Ok(Formula::Filter { kind, property, states })
    }

    /// The objectives of `multi`, each `P` or `R`, with a bound or with `max=?` or `min=?`.
    fn multi(&mut self) -> Result<Formula, ParseError> {
        self.expect("(")?;
        let mut objectives = Vec::new();
        loop {
            let start = self.start();
            let node = self.outside_path(|parser| parser.expression(IF_THEN_ELSE))?;
            let objective = self.state_operand(node, "`multi`")?;
            let (optimum, query) = match &objective {
                Formula::Probability { optimum, query, .. } | Formula::Reward { optimum, query, .. } => {
                    (optimum, query)
                }
                _ => {
                    return self
                        .error(start, "an objective of `multi` is a `P` or an `R`, such as `P>=0.9 [ F \"x\" ]`");
                }
            };
            match (query, optimum) {
                (Query::Value, None) => {
                    return self.error(
                        start,
                        "an objective with `=?` says whether to maximise or to minimise: `max=?` or `min=?`",
                    );
                }
                (Query::Bound(..), Some(_)) => {
                    return self.error(
                        start,
                        "an objective with a bound is met by the one scheduler: without `min` and `max`",
                    );
                }
                _ => {}
            }
            objectives.push(objective);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(Formula::Multi(objectives))
    }

    /// `min k, property`, in which `k` is a bound.
    fn quantile(&mut self) -> Result<Formula, ParseError> {
        self.expect("(")?;
        let optimum = match self.peek() {
            Token::Word(word) if word == "min" => Optimum::Min,
            Token::Word(word) if word == "max" => Optimum::Max,
            _ => return Err(self.expected("`min` or `max`")),
        };
        self.advance();
        let start = self.start();
        let Token::Word(variable) = self.peek() else {
            return Err(self.expected("the name of the bound that is looked for"));
        };
        self.advance();
        self.expect(",")?;
        if matches!(self.peek(), Token::Word(word) if (word == "min" || word == "max") && matches!(self.peek_after(), Token::Word(_)))
        {
            return Err(self.expected("a property: a quantile of several bounds is not supported"));
        }
        let outside = self.open.replace((variable.clone(), 0));
        let node = self.outside_path(|parser| parser.expression(IF_THEN_ELSE));
        let used = std::mem::replace(&mut self.open, outside).is_some_and(|(_, used)| used == 1);
        let node = node?;
        self.check_truth(&node, "`quantile`")?;
        let property = self.state_operand(node, "`quantile`")?;
        if !matches!(property, Formula::Probability { query: Query::Bound(..), .. }) || !used {
            let message = format!(
                "a quantile needs a property such as `P>=0.9 [ F{{\"cost\"}}<={variable} \"x\" ]`, with `{variable}` once as a bound"
            );
            return self.error(start, message);
        }
        self.expect(")")?;
        Ok(Formula::Quantile { optimum, variable: variable.clone(), property: Box::new(property) })
    }

    /// Takes the variable of a quantile, if it comes next.
    fn open_bound(&mut self) -> Option<String> {
        let Token::Word(word) = self.peek() else { return None };
        let (variable, used) = self.open.as_mut().filter(|(variable, _)| variable == word)?;
        *used += 1;
        let variable = variable.clone();
        self.advance();
        Some(variable)
    }

    /// The old way to filter, `P=? [ path {states}{max} ]`, and the closing bracket.
    fn closing_filter(&mut self, query: &Query) -> Result<ClosingFilter, ParseError> {
        let mut filter = ClosingFilter(None);
        if self.accept("{") {
            let states = self.outside_path(|parser| parser.states("the filter"))?;
            self.expect("}")?;
            let mut kind = if *query == Query::Value { FilterKind::State } else { FilterKind::ForAll };
            while self.accept("{") {
                kind = match self.peek() {
                    Token::Word(word) if word == "min" => FilterKind::Min,
                    Token::Word(word) if word == "max" => FilterKind::Max,
                    _ => return Err(self.expected("`min` or `max`")),
                };
                self.advance();
                self.expect("}")?;
            }
            filter = ClosingFilter(Some((kind, states)));
        }
        if !self.accept("]") {
            return Err(self.expected("an operator or `]`"));
        }
        Ok(filter)
    }

    fn bracketed_path(&mut self) -> Result<Path, ParseError> {
        self.expect("[")?;
        let path = self.path()?;
        if !self.accept("]") {
            return Err(self.expected("an operator or `]`"));
        }
        Ok(path)
    }

    fn path(&mut self) -> Result<Path, ParseError> {
        let outside = std::mem::replace(&mut self.inside_path, true);
        let node = self.expression(TEMPORAL_BINARY);
        self.inside_path = outside;
        let node = node?;
        self.check_truth(&node, "a path formula")?;
        Ok(node.into_path())
    }

    fn state_formula(&mut self, operator: &str) -> Result<Formula, ParseError> {
        self.outside_path(|parser| parser.states(operator))
    }

    fn states(&mut self, operator: &str) -> Result<Formula, ParseError> {
        let node = self.expression(IF_THEN_ELSE)?;
        self.check_truth(&node, operator)?;
        self.state_operand(node, operator)
    }

    fn outside_path<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, ParseError>) -> Result<T, ParseError> {
        let outside = std::mem::replace(&mut self.inside_path, false);
        let result = parse(self);
        self.inside_path = outside;
        result
    }

    /// Bounds on what was earned: `{"energy"}<=10`, or several with commas between. Storm writes `^{rew{"energy"}<=10}`.
    fn spent(&mut self) -> Result<Vec<Spent>, ParseError> {
        let mut all = Vec::new();
        loop {
            if self.is_word("rew") {
                self.advance();
            }
            let structure = self.reward_structure()?;
            let comparison = match self.peek() {
                Token::Symbol("<") => Comparison::Less,
                Token::Symbol("<=") => Comparison::LessOrEqual,
                Token::Symbol(">") => Comparison::Greater,
                Token::Symbol(">=") => Comparison::GreaterOrEqual,
                _ => return Err(self.expected("a bound on what is earned, such as `<=10`")),
            };
            self.advance();
            let variable = self.open_bound();
            let bound = if variable.is_some() { Number::integer(0) } else { self.moment()? };
            all.push(Spent { structure, comparison, bound, variable });
            let goes_on = match self.peek_after() {
                Token::Symbol("{") => true,
                Token::Word(word) => word == "rew",
                _ => false,
            };
            if !(self.is_symbol(",") && goes_on) {
                return Ok(all);
            }
            self.advance();
        }
    }

    /// The bound of a temporal operator, if there is one: in steps, in continuous time, or on what is earned.
    pub(super) fn window(&mut self) -> Result<(Steps, Option<Limit>), ParseError> {
        if self.is_symbol("{") {
            return Ok((Steps::ALL, Some(Limit::Spent(self.spent()?))));
        }
        if self.is_symbol("^") && matches!(self.peek_after(), Token::Symbol("{")) {
            self.advance();
            self.advance();
            let spent = self.spent()?;
            self.expect("}")?;
            return Ok((Steps::ALL, Some(Limit::Spent(spent))));
        }
        if let (Some((variable, _)), Token::Word(next)) = (&self.open, self.peek_after())
            && variable == next
            && let Token::Symbol(symbol @ ("<=" | "<" | ">=" | ">")) = self.peek()
        {
            let comparison = match *symbol {
                "<=" => Comparison::LessOrEqual,
                "<" => Comparison::Less,
                ">=" => Comparison::GreaterOrEqual,
                _ => Comparison::Greater,
            };
            self.advance();
            let (structure, variable) = (RewardStructure::Steps, self.open_bound());
            let spent = Spent { structure, comparison, bound: Number::integer(0), variable };
            return Ok((Steps::ALL, Some(Limit::Spent(vec![spent]))));
        }
        if !self.continuous {
            return Ok((self.steps()?, None));
        }
        let start = self.start();
        let zero = Number::integer(0);
        let Token::Symbol(symbol @ ("<=" | "<" | ">=" | ">" | "=" | "[")) = self.peek() else {
            return Ok((Steps::ALL, None));
        };
        self.advance();
        let first = self.moment()?;
        let time = match *symbol {
            "<=" | "<" => Time { lower: zero, upper: Some(first) },
            ">=" | ">" => Time { lower: first, upper: None },
            "=" => Time { lower: first.clone(), upper: Some(first) },
            _ => {
                self.expect(",")?;
                let upper = self.moment()?;
                self.expect("]")?;
                if first.exact() > upper.exact() {
                    let message = format!("the interval [{first},{upper}] is empty: its lower bound exceeds the upper");
                    return self.error(start, message);
                }
                Time { lower: first, upper: Some(upper) }
            }
        };
        Ok((Steps::ALL, Some(Limit::Time(time))))
    }

    /// A time, which is not negative.
    fn moment(&mut self) -> Result<Number, ParseError> {
        let start = self.start();
        let number = self.constant()?;
        if number.exact().is_negative() {
            return self.error(start, format!("{number} is no time: it must not be negative"));
        }
        Ok(number)
    }

    /// The bound of a temporal operator, if there is one.
    pub(super) fn steps(&mut self) -> Result<Steps, ParseError> {
        let start = self.start();
        let Token::Symbol(symbol) = self.peek() else {
            return Ok(Steps::ALL);
        };
        if !matches!(*symbol, "<=" | "<" | ">=" | ">" | "=" | "[") {
            return Ok(Steps::ALL);
        }
        self.advance();
        let first = self.step_number()?;
        match *symbol {
            "<=" => Ok(Steps { lower: 0, upper: Some(first) }),
            "<" => match first.checked_sub(1) {
                Some(upper) => Ok(Steps { lower: 0, upper: Some(upper) }),
                None => self.error(start, "the bound `<0` admits no step: the least one is `<=0`"),
            },
            ">=" => Ok(Steps { lower: first, upper: None }),
            ">" => match first.checked_add(1) {
                Some(lower) => Ok(Steps { lower, upper: None }),
                None => self.error(start, "the bound is too large"),
            },
            "=" => Ok(Steps { lower: first, upper: Some(first) }),
            _ => {
                self.expect(",")?;
                let upper = self.step_number()?;
                self.expect("]")?;
                if first > upper {
                    let message = format!("the interval [{first},{upper}] is empty: its lower bound exceeds the upper");
                    return self.error(start, message);
                }
                Ok(Steps { lower: first, upper: Some(upper) })
            }
        }
    }

    fn step_number(&mut self) -> Result<u64, ParseError> {
        let start = self.start();
        let number = self.constant()?;
        match u64::try_from(number.exact().numerator()) {
            Ok(steps) if number.is_integer() => Ok(steps),
            _ => {
                let message = format!("{number} is no number of steps: it must be an integer that is not negative");
                self.error(start, message)
            }
        }
    }

    /// A number made of literals and constants only.
    fn constant(&mut self) -> Result<Number, ParseError> {
        let start = self.start();
        let outside = std::mem::replace(&mut self.inside_bound, true);
        let node = self.nested(|parser| parser.expression(ADDITIVE));
        self.inside_bound = outside;
        let Meaning::State(formula) = node?.meaning else { unreachable!("bounds admit no temporal operator") };
        match crate::evaluate(&formula, &mut |_| None) {
            Ok(value) => match value.to_rational() {
                Some(exact) => Ok(Number::new(exact)),
                None => self.error(start, format!("expected a number, found the truth value `{value}`")),
            },
            Err(error) => self.error(start, error.to_string()),
        }
    }
}

/// A bound other than one in steps.
pub(super) enum Limit {
    Time(Time),
    Spent(Vec<Spent>),
}

struct ClosingFilter(Option<(FilterKind, Formula)>);

impl ClosingFilter {
    fn wrap(self, property: Formula) -> Formula {
        match self.0 {
            None => property,
            Some((kind, states)) => {
                Formula::Filter { kind, property: Box::new(property), states: Some(Box::new(states)) }
            }
        }
    }
}

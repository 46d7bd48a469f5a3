//! Text to a [`Source`], by recursive descent. What other kinds of models have (players) is recognised and refused by name.

use logic::{Dialect, ParseError, Token, suggest};

use super::expression::Parser;
use super::syntax::*;
use crate::error::ModelError;
use crate::network::Kind;
use crate::typed::Type;

const DIALECT: Dialect = Dialect {
    symbols: &[
        "<=>", "=>", "->", "<=", ">=", "!=", "..", "=", "<", ">", "!", "&", "|", "^", "?", ":", ";", ",", "(", ")",
        "[", "]", "{", "}", "+", "-", "*", "/", "'",
    ],
    misspelt: &[("&&", "&"), ("==", "="), ("=<", "<="), ("<->", "<=>")],
    text: "a model",
};

/// What a word that may open a part of a model opens.
const PARTS: [&str; 8] = ["const", "formula", "global", "init", "label", "module", "rewards", "system"];

const KINDS: [(&str, Kind); 12] = [
    ("dtmc", Kind::Chain),
    ("idtmc", Kind::Chain),
    ("probabilistic", Kind::Chain),
    ("mdp", Kind::Process),
    ("imdp", Kind::Process),
    ("nondeterministic", Kind::Process),
    ("pomdp", Kind::Process),
    ("pta", Kind::Process),
    ("lts", Kind::Process),
    ("ctmc", Kind::Timed),
    ("stochastic", Kind::Timed),
    ("ma", Kind::Automaton),
];

/// Kinds of models that are known by name only.
const OTHER_KINDS: [(&str, &str); 6] = [
    ("popta", "partially observable probabilistic timed automata"),
    ("smg", "stochastic games"),
    ("csg", "concurrent stochastic games"),
    ("tsg", "stochastic games"),
    ("tptg", "probabilistic timed games"),
    ("ctmdp", "decision processes in continuous time"),
];

enum Trouble {
    Wrong(ParseError),
    Unsupported(String),
}

impl From<ParseError> for Trouble {
    fn from(error: ParseError) -> Trouble {
        Trouble::Wrong(error)
    }
}

/// What schedulers see.
enum Observed {
    Plain(Vec<Expression>),
    Named(Named),
}

type Parsed<T> = Result<T, Trouble>;

/// Parses a whole model.
pub fn parse(text: &str) -> Result<Source, ModelError> {
    let lexed = DIALECT.lex(text).map_err(ModelError::Wrong)?;
    let mut parser = Parser::new(text, &lexed.tokens);
    parser.model().map_err(|trouble| match trouble {
        Trouble::Wrong(error) => ModelError::Wrong(error),
        Trouble::Unsupported(what) => ModelError::Unsupported(what),
    })
}

fn unsupported<T>(what: &str) -> Parsed<T> {
    Err(Trouble::Unsupported(format!(
        "{what} are not supported; models of the kinds dtmc, mdp, pomdp, ctmc, ma and pta are"
    )))
}

impl Parser<'_> {
    fn model(&mut self) -> Parsed<Source> {
        let mut source = Source {
            kind: Kind::Process,
            has_clocks: false,
            constants: Vec::new(),
            formulas: Vec::new(),
            labels: Vec::new(),
            globals: Vec::new(),
            modules: Vec::new(),
            rewards: Vec::new(),
            initial: None,
            systems: Vec::new(),
            observables: None,
            named_observables: Vec::new(),
        };
        let mut kind_said = false;
        loop {
            let at = self.start();
            let word = match self.peek() {
                Token::End => break,
                Token::Word(word) => word.as_str(),
                _ => return Err(self.expected("a part of a model, such as `module` or `const`").into()),
            };
            if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == word) {
                if kind_said {
                    self.error(at, "the kind of the model is said twice")?;
                }
                self.advance();
                (source.kind, kind_said) = (*kind, true);
                source.has_clocks = word == "pta";
                if word == "pomdp" {
                    source.observables = Some(source.observables.unwrap_or_default());
                }
                continue;
            }
            match word {
                "const" => source.constants.push(self.constant()?),
                "rate" | "prob" => source.constants.push(self.constant()?),
                "formula" => source.formulas.push(self.formula()?),
                "label" => source.labels.push(self.label()?),
                "global" => {
                    self.advance();
                    source.globals.push(self.variable()?);
                }
                "module" => source.modules.push(self.module()?),
                "rewards" => source.rewards.push(self.rewards()?),
                "init" => {
                    if source.initial.is_some() {
                        self.error(at, "there can be only one `init … endinit`")?;
                    }
                    self.advance();
                    source.initial = Some(self.expression()?);
                    self.expect_word("endinit")?;
                }
                "system" => {
                    self.advance();
                    // It is the system's own name only if a composition follows; it may also be one that is referred to.
                    let is_named = match self.peek_at(1) {
                        Token::Word(word) => word != "endsystem",
                        Token::Quoted(_) => true,
                        _ => self.is_symbol_at(1, "("),
                    };
                    let own = if is_named { self.quoted() } else { None };
                    let name = own.unwrap_or(Name { text: String::new(), at });
                    if source.systems.iter().any(|system| system.name == name) {
                        let message = match name.text.as_str() {
                            "" => "there can be only one `system … endsystem` without a name".to_string(),
                            text => format!("there are two systems called \"{text}\""),
                        };
                        self.error(name.at, message)?;
                    }
                    let composition = self.composition()?;
                    self.expect_word("endsystem")?;
                    source.systems.push(System { name, composition });
                }
                "player" | "endplayer" => return unsupported("stochastic games (`player`)"),
                "observables" | "observable" => {
                    let Some(observables) = &mut source.observables else {
                        self.error(at, format!("`{word}` is for models of the kind `pomdp`"))?;
                        continue;
                    };
                    match self.observables()? {
                        Observed::Plain(seen) => observables.extend(seen),
                        Observed::Named(seen) => source.named_observables.push(seen),
                    }
                }
                _ if !kind_said && OTHER_KINDS.iter().any(|(name, _)| *name == word) => {
                    let (name, what) = OTHER_KINDS.iter().find(|(name, _)| *name == word).expect("it was just found");
                    return unsupported(&format!("{what} (`{name}`)"));
                }
                _ => {
                    let known = PARTS.into_iter().chain(KINDS.map(|(name, _)| name));
                    let hint = match suggest(word, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("a model consists of {}", PARTS.join(", ")),
                    };
                    self.error(at, format!("`{word}` begins no part of a model: {hint}"))?;
                }
            }
        }
        let marked = source.modules.iter().find_map(|module| match &module.body {
            Body::Own { commands, .. } => commands.iter().find(|command| command.is_marked),
            Body::Renamed { .. } => None,
        });
        if let (Some(command), true) = (marked, source.kind != Kind::Automaton) {
            self.error(command.at, "commands with rates (`<>`) are for models of the kind `ma`")?;
        }
        let timed = source.modules.iter().find_map(|module| match &module.body {
            Body::Own { variables, invariant, .. } => {
                let clock = variables.iter().find(|variable| variable.range == Range::Clock);
                clock.map(|clock| clock.name.at).or(invariant.as_ref().map(|invariant| invariant.at))
            }
            Body::Renamed { .. } => None,
        });
        if let (Some(at), false) = (timed, source.has_clocks) {
            self.error(at, "clocks and invariants are for models of the kind `pta`")?;
        }
        if source.modules.is_empty() {
            let message = "the model has no module: it needs at least one `module … endmodule`";
            self.error(self.start(), message)?;
        }
        Ok(source)
    }

    /// `observables x, y endobservables`, or `observable "name" = expression;`
    fn observables(&mut self) -> Parsed<Observed> {
        if self.accept_word("observable") {
            let Some(name) = self.quoted() else {
                return Err(self.expected("the observation's name in quotation marks").into());
            };
            self.expect("=")?;
            let meaning = self.expression()?;
            self.end_of("the observation")?;
            return Ok(Observed::Named(Named { name, meaning }));
        }
        self.advance();
        let mut seen = Vec::new();
        while !self.accept_word("endobservables") {
            seen.push(self.expression()?);
            if !self.accept(",") && !self.is_word("endobservables") {
                return Err(self.expected("`,` or `endobservables`").into());
            }
        }
        Ok(Observed::Plain(seen))
    }

    /// `const int N = 3;`, `const double p;`, `const N;`, and the old `rate r = 2;` and `prob p = 0.1;`
    fn constant(&mut self) -> Parsed<Constant> {
        let mut kind = if self.is_word("const") { Type::Int } else { Type::Real };
        self.advance();
        for (word, meant) in [
            ("int", Type::Int),
            ("double", Type::Real),
            ("bool", Type::Bool),
            ("rate", Type::Real),
            ("prob", Type::Real),
        ] {
            if self.accept_word(word) {
                kind = meant;
                break;
            }
        }
        let name = self.name("the name of a constant")?;
        let value = if self.accept("=") { Some(self.expression()?) } else { None };
        self.end_of("the constant")?;
        Ok(Constant { name, kind, value })
    }

    fn end_of(&mut self, what: &str) -> Parsed<()> {
        if self.accept(";") { Ok(()) } else { Err(self.expected(&format!("an operator, or `;` to end {what}")).into()) }
    }

    fn formula(&mut self) -> Parsed<Named> {
        self.advance();
        let name = self.name("the name of a formula")?;
        self.expect("=")?;
        let meaning = self.expression()?;
        self.end_of("the formula")?;
        Ok(Named { name, meaning })
    }

    fn label(&mut self) -> Parsed<Named> {
        self.advance();
        let Some(name) = self.quoted() else {
            return Err(self.expected("the label's name in quotation marks").into());
        };
        self.expect("=")?;
        let meaning = self.expression()?;
        self.end_of("the label")?;
        Ok(Named { name, meaning })
    }

    fn variable(&mut self) -> Parsed<Variable> {
        let name = self.name("the name of a variable")?;
        self.expect(":")?;
        let range = if self.accept("[") {
            let low = self.expression()?;
            self.expect("..")?;
            let high = self.expression()?;
            self.expect("]")?;
            Range::Between(low, high)
        } else if self.accept_word("bool") {
            Range::Bool
        } else if self.accept_word("int") {
            Range::Integer
        } else if self.accept_word("clock") {
            Range::Clock
        } else {
            return Err(self.expected("a range such as `[0..5]`, `bool` or `int`").into());
        };
        let initial = if self.accept_word("init") { Some(self.expression()?) } else { None };
        self.end_of("the variable")?;
        Ok(Variable { name, range, initial })
    }

    fn module(&mut self) -> Parsed<Module> {
        self.advance();
        let name = self.name("the name of a module")?;
        if self.accept("=") {
            let base = self.name("the name of the module to rename")?;
            self.expect("[")?;
            let mut renamings = Vec::new();
            while !self.accept("]") {
                let from = self.name("a name to replace")?;
                self.expect("=")?;
                renamings.push((from, self.name("a new name")?));
                if !self.accept(",") && !self.is_symbol("]") {
                    return Err(self.expected("`,` or `]`").into());
                }
            }
            self.expect_word("endmodule")?;
            return Ok(Module { name, body: Body::Renamed { base, renamings } });
        }
        let (mut variables, mut invariant, mut commands) = (Vec::new(), None, Vec::new());
        while !self.accept_word("endmodule") {
            match self.peek() {
                Token::Symbol("[") => commands.push(self.command()?),
                Token::Symbol("<") => commands.push(self.command()?),
                Token::Word(word) if word == "invariant" && invariant.is_none() => {
                    self.advance();
                    invariant = Some(self.expression()?);
                    self.expect_word("endinvariant")?;
                }
                Token::Word(_) if self.is_symbol_at(1, ":") => variables.push(self.variable()?),
                _ => {
                    return Err(self
                        .expected("a variable, a command such as `[a] x=0 -> (x'=1);`, or `endmodule`")
                        .into());
                }
            }
        }
        Ok(Module { name, body: Body::Own { variables, invariant, commands } })
    }

    fn action(&mut self) -> Parsed<Option<Name>> {
        let (open, close) = if self.is_symbol("<") { ("<", ">") } else { ("[", "]") };
        self.expect(open)?;
        let action = if self.is_symbol(close) { None } else { Some(self.name(&format!("an action or `{close}`"))?) };
        self.expect(close)?;
        Ok(action)
    }

    fn command(&mut self) -> Parsed<Command> {
        let at = self.start();
        let is_marked = self.is_symbol("<");
        let action = self.action()?;
        let guard = self.expression()?;
        if !self.accept("->") {
            return Err(self.expected("an operator, or `->` and what the command does").into());
        }
        let mut updates = vec![self.update()?];
        while self.accept("+") {
            updates.push(self.update()?);
        }
        if !self.accept(";") {
            return Err(self.expected("`&`, `+`, or `;` to end the command").into());
        }
        Ok(Command { at, action, is_marked, guard, updates })
    }

    fn update(&mut self) -> Parsed<Update> {
        if self.is_assignments() {
            return Ok(Update { probability: None, probability_most: None, assignments: self.assignments()? });
        }
        let (probability, probability_most) = if self.accept("[") {
            let least = self.expression()?;
            if !self.accept(",") {
                return Err(self.expected("an operator, or `,` and the end of the interval").into());
            }
            let most = self.expression()?;
            self.expect("]")?;
            (least, Some(most))
        } else {
            (self.expression()?, None)
        };
        if !self.accept(":") {
            return Err(self.expected("an operator, or `:` and an update such as `(x'=1)`").into());
        }
        if !self.is_assignments() {
            return Err(self.expected("an update such as `(x'=1) & (y'=2)`, or `true`").into());
        }
        Ok(Update { probability: Some(probability), probability_most, assignments: self.assignments()? })
    }

    fn is_assignments(&self) -> bool {
        let assigns = self.is_symbol("(") && matches!(self.peek_at(1), Token::Word(_)) && self.is_symbol_at(2, "'");
        assigns || (self.is_word("true") && !self.is_symbol_at(1, ":"))
    }

    fn assignments(&mut self) -> Parsed<Vec<(Name, Expression)>> {
        if self.accept_word("true") {
            return Ok(Vec::new());
        }
        let mut assignments: Vec<(Name, Expression)> = Vec::new();
        loop {
            self.expect("(")?;
            let name = self.name("the name of a variable")?;
            self.expect("'")?;
            self.expect("=")?;
            let value = self.expression()?;
            self.expect(")")?;
            if assignments.iter().any(|(other, _)| other.text == name.text) {
                self.error(name.at, format!("`{}` gets two values in one update", name.text))?;
            }
            assignments.push((name, value));
            if !self.accept("&") {
                return Ok(assignments);
            }
        }
    }

    fn rewards(&mut self) -> Parsed<Rewards> {
        self.advance();
        let name = match self.peek() {
            Token::Quoted(name) => {
                self.advance();
                Some(name.clone())
            }
            _ => None,
        };
        let mut items = Vec::new();
        while !self.accept_word("endrewards") {
            if matches!(self.peek(), Token::End) {
                return Err(self.expected("a reward such as `x=0 : 1;`, or `endrewards`").into());
            }
            let earned = if self.is_symbol("[") { Earned::By(self.action()?) } else { Earned::InState };
            let guard = self.expression()?;
            if !self.accept(":") {
                return Err(self.expected("an operator, or `:` and the reward").into());
            }
            let value = self.expression()?;
            self.end_of("the reward")?;
            items.push(RewardItem { earned, guard, value });
        }
        Ok(Rewards { name, items })
    }

    /// `||` binds weakest, then `|||`, then `|[…]|`; hiding and renaming follow their operand.
    fn composition(&mut self) -> Parsed<Composition> {
        let mut left = self.interleaved()?;
        while self.bars() == 2 {
            self.skip(2);
            left = Composition::Full(Box::new(left), Box::new(self.interleaved()?));
        }
        Ok(left)
    }

    fn interleaved(&mut self) -> Parsed<Composition> {
        let mut left = self.on_actions()?;
        while self.bars() == 3 {
            self.skip(3);
            left = Composition::Interleaved(Box::new(left), Box::new(self.on_actions()?));
        }
        Ok(left)
    }

    fn on_actions(&mut self) -> Parsed<Composition> {
        let mut left = self.hidden_or_renamed()?;
        while self.is_symbol("|") && self.is_symbol_at(1, "[") {
            self.skip(2);
            let mut actions = Vec::new();
            while !self.accept("]") {
                actions.push(self.name("an action")?);
                if !self.accept(",") && !self.is_symbol("]") {
                    return Err(self.expected("`,` or `]|`").into());
                }
            }
            self.expect("|")?;
            left = Composition::On(actions, Box::new(left), Box::new(self.hidden_or_renamed()?));
        }
        Ok(left)
    }

    fn hidden_or_renamed(&mut self) -> Parsed<Composition> {
        let mut inner = if self.accept("(") {
            let inner = self.composition()?;
            self.expect(")")?;
            inner
        } else if let Some(name) = self.quoted() {
            Composition::System(name)
        } else {
            Composition::Module(self.name("the name of a module")?)
        };
        loop {
            if self.is_symbol("/") && self.is_symbol_at(1, "{") {
                self.skip(2);
                let mut actions = vec![self.name("an action to hide")?];
                while self.accept(",") {
                    actions.push(self.name("an action to hide")?);
                }
                self.expect("}")?;
                inner = Composition::Hide(Box::new(inner), actions);
            } else if self.accept("{") {
                let mut renamings = Vec::new();
                loop {
                    let from = self.name("an action to rename")?;
                    self.expect("<")?;
                    self.expect("-")?;
                    renamings.push((from, self.name("an action")?));
                    if !self.accept(",") {
                        break;
                    }
                }
                self.expect("}")?;
                inner = Composition::Rename(Box::new(inner), renamings);
            } else {
                return Ok(inner);
            }
        }
    }

    /// A name in quotation marks, if one is here.
    fn quoted(&mut self) -> Option<Name> {
        let at = self.start();
        let Token::Quoted(text) = self.peek() else { return None };
        self.advance();
        Some(Name { text: text.clone(), at })
    }

    /// How many bars follow one another here.
    fn bars(&self) -> usize {
        (0..3).take_while(|ahead| self.is_symbol_at(*ahead, "|")).count()
    }

    fn skip(&mut self, tokens: usize) {
        (0..tokens).for_each(|_| self.advance());
    }
}

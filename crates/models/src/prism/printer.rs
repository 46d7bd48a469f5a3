//! A model as text again. Parsing what was printed gives the same model, which is how the parser is tested.

use std::fmt::{self, Display, Formatter};

use logic::Number;

use super::syntax::*;
use crate::network::Kind;
use crate::typed::Type;

impl Display for Expression {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Bool(value) => write!(out, "{value}"),
            Node::Integer(value) => write!(out, "{value}"),
            // A real keeps its point, or it would be an integer when it is read again.
            Node::Real(value) if value.is_int() => write!(out, "{}.0", value.numerator()),
            Node::Real(value) => write!(out, "{}", Number::new(value.clone())),
            Node::Name(name) => out.write_str(name),
            Node::Not(operand) => write!(out, "!({operand})"),
            Node::Negate(operand) => write!(out, "-({operand})"),
            Node::Binary(operator, left, right) => {
                write!(out, "({left}){}({right})", operator.symbol().trim_matches('`'))
            }
            Node::IfThenElse(condition, first, second) => write!(out, "(({condition})?({first}):({second}))"),
            Node::Call(function, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Expression::to_string).collect();
                write!(out, "{}({})", function.name(), arguments.join(","))
            }
        }
    }
}

impl Display for Variable {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} : ", self.name.text)?;
        match &self.range {
            Range::Bool => write!(out, "bool")?,
            Range::Integer => write!(out, "int")?,
            Range::Clock => write!(out, "clock")?,
            Range::Between(low, high) => write!(out, "[{low}..{high}]")?,
        }
        if let Some(initial) = &self.initial {
            write!(out, " init {initial}")?;
        }
        write!(out, ";")
    }
}

impl Display for Command {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let action = self.action.as_ref().map_or("", |name| &name.text);
        let (open, close) = if self.is_marked { ("<", ">") } else { ("[", "]") };
        write!(out, "{open}{action}{close} {} -> ", self.guard)?;
        for (index, update) in self.updates.iter().enumerate() {
            if index > 0 {
                write!(out, " + ")?;
            }
            match (&update.probability, &update.probability_most) {
                (Some(least), Some(most)) => write!(out, "[{least},{most}] : ")?,
                (Some(probability), None) => write!(out, "{probability} : ")?,
                (None, _) => {}
            }
            let parts: Vec<String> =
                update.assignments.iter().map(|(name, value)| format!("({}'={value})", name.text)).collect();
            write!(out, "{}", if parts.is_empty() { "true".to_string() } else { parts.join("&") })?;
        }
        write!(out, ";")
    }
}

impl Display for Composition {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let names = |names: &[Name]| names.iter().map(|name| name.text.clone()).collect::<Vec<_>>().join(",");
        match self {
            Composition::Module(name) => out.write_str(&name.text),
            Composition::System(name) => write!(out, "\"{}\"", name.text),
            Composition::Full(left, right) => write!(out, "({left})||({right})"),
            Composition::Interleaved(left, right) => write!(out, "({left})|||({right})"),
            Composition::On(actions, left, right) => write!(out, "({left})|[{}]|({right})", names(actions)),
            Composition::Hide(inner, actions) => write!(out, "({inner})/{{{}}}", names(actions)),
            Composition::Rename(inner, renamings) => {
                let pairs: Vec<String> =
                    renamings.iter().map(|(from, to)| format!("{}<-{}", from.text, to.text)).collect();
                write!(out, "({inner}){{{}}}", pairs.join(","))
            }
        }
    }
}

impl Display for Source {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Chain => "dtmc",
            Kind::Process if self.observables.is_some() => "pomdp",
            Kind::Process if self.has_clocks => "pta",
            Kind::Process => "mdp",
            Kind::Timed => "ctmc",
            Kind::Automaton => "ma",
        };
        writeln!(out, "{kind}")?;
        for seen in self.observables.iter().flatten() {
            writeln!(out, "observables {seen} endobservables")?;
        }
        for seen in &self.named_observables {
            writeln!(out, "observable \"{}\" = {};", seen.name.text, seen.meaning)?;
        }
        for constant in &self.constants {
            let kind = match constant.kind {
                Type::Bool => "bool",
                Type::Int => "int",
                Type::Real => "double",
            };
            let value = constant.value.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
            writeln!(out, "const {kind} {}{value};", constant.name.text)?;
        }
        for formula in &self.formulas {
            writeln!(out, "formula {} = {};", formula.name.text, formula.meaning)?;
        }
        for variable in &self.globals {
            writeln!(out, "global {variable}")?;
        }
        for module in &self.modules {
            match &module.body {
                Body::Own { variables, invariant, commands } => {
                    writeln!(out, "module {}", module.name.text)?;
                    variables.iter().try_for_each(|variable| writeln!(out, "  {variable}"))?;
                    if let Some(invariant) = invariant {
                        writeln!(out, "  invariant {invariant} endinvariant")?;
                    }
                    commands.iter().try_for_each(|command| writeln!(out, "  {command}"))?;
                    writeln!(out, "endmodule")?;
                }
                Body::Renamed { base, renamings } => {
                    let pairs: Vec<String> =
                        renamings.iter().map(|(from, to)| format!("{}={}", from.text, to.text)).collect();
                    let (name, base) = (&module.name.text, &base.text);
                    writeln!(out, "module {name} = {base} [ {} ] endmodule", pairs.join(", "))?;
                }
            }
        }
        for System { name, composition } in &self.systems {
            let name = if name.text.is_empty() { String::new() } else { format!("\"{}\" ", name.text) };
            writeln!(out, "system {name}{composition} endsystem")?;
        }
        if let Some(initial) = &self.initial {
            writeln!(out, "init {initial} endinit")?;
        }
        for label in &self.labels {
            writeln!(out, "label \"{}\" = {};", label.name.text, label.meaning)?;
        }
        for rewards in &self.rewards {
            let name = rewards.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
            writeln!(out, "rewards{name}")?;
            for item in &rewards.items {
                let earned = match &item.earned {
                    Earned::InState => String::new(),
                    Earned::By(action) => format!("[{}] ", action.as_ref().map_or("", |name| &name.text)),
                };
                writeln!(out, "  {earned}{} : {};", item.guard, item.value)?;
            }
            writeln!(out, "endrewards")?;
        }
        Ok(())
    }
}

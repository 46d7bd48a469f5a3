//! Whether a model depends on a constant by arithmetic alone, so that its answers are quotients of polynomials in it: not where
//! the constant decides what is compared, rounded, minimal, in range or enabled.

use std::collections::BTreeSet;

use logic::{BinaryOperator, Function};

use super::syntax::{Body, Expression, Node, Range, Source};
use crate::error::ModelError;

impl Source {
    /// Refuses models in which `parameter` stands where its value decides more than an amount.
    pub fn check_parameter(&self, text: &str, parameter: &str) -> Result<(), ModelError> {
        let mut dependent: BTreeSet<&str> = BTreeSet::from([parameter]);
        loop {
            let before = dependent.len();
            let constants = self.constants.iter().filter_map(|one| Some((&one.name, one.value.as_ref()?)));
            let formulas = self.formulas.iter().map(|one| (&one.name, &one.meaning));
            for (name, meaning) in constants.chain(formulas) {
                if depends(meaning, &dependent) {
                    dependent.insert(&name.text);
                }
            }
            if dependent.len() == before {
                break;
            }
        }
        let check = Check { text, parameter, dependent };
        self.constants.iter().filter_map(|one| one.value.as_ref()).try_for_each(|value| check.amount(value))?;
        self.formulas.iter().try_for_each(|formula| check.amount(&formula.meaning))?;
        self.labels.iter().try_for_each(|label| check.absent(&label.meaning))?;
        self.initial.iter().try_for_each(|condition| check.absent(condition))?;
        let modules = self.modules.iter().filter_map(|module| match &module.body {
            Body::Own { variables, commands, .. } => Some((variables, commands)),
            Body::Renamed { .. } => None,
        });
        let own = modules.clone().flat_map(|(variables, _)| variables);
        for variable in self.globals.iter().chain(own) {
            variable.initial.iter().try_for_each(|value| check.absent(value))?;
            if let Range::Between(low, high) = &variable.range {
                check.absent(low)?;
                check.absent(high)?;
            }
        }
        for command in modules.flat_map(|(_, commands)| commands) {
            check.absent(&command.guard)?;
            for update in &command.updates {
                update.probability.iter().try_for_each(|amount| check.amount(amount))?;
                update.assignments.iter().try_for_each(|(_, value)| check.absent(value))?;
            }
        }
        for item in self.rewards.iter().flat_map(|rewards| &rewards.items) {
            check.absent(&item.guard)?;
            check.amount(&item.value)?;
        }
        Ok(())
    }
}

fn depends(expression: &Expression, names: &BTreeSet<&str>) -> bool {
    let mut found = false;
    expression.for_each_name(&mut |name, _| found |= names.contains(name));
    found
}

struct Check<'a> {
    text: &'a str,
    parameter: &'a str,
    /// What depends on the parameter, itself included.
    dependent: BTreeSet<&'a str>,
}

impl Check<'_> {
    fn absent(&self, expression: &Expression) -> Result<(), ModelError> {
        match depends(expression, &self.dependent) {
            true => Err(self.refusal(expression)),
            false => Ok(()),
        }
    }

    fn refusal(&self, expression: &Expression) -> ModelError {
        let place = logic::ParseError::at(self.text, expression.at, String::new());
        let parameter = self.parameter;
        ModelError::Unsupported(format!(
            "line {}, column {}: this depends on {parameter} otherwise than by + - * /, so that answers are no quotients of polynomials in it",
            place.line, place.column
        ))
    }

    /// An amount may depend on the parameter by arithmetic.
    fn amount(&self, expression: &Expression) -> Result<(), ModelError> {
        use BinaryOperator::*;
        if !depends(expression, &self.dependent) {
            return Ok(());
        }
        match &expression.node {
            Node::Name(_) => Ok(()),
            Node::Negate(operand) => self.amount(operand),
            Node::Binary(Add | Subtract | Multiply | Divide, left, right) => {
                self.amount(left)?;
                self.amount(right)
            }
            Node::IfThenElse(condition, first, second) => {
                self.absent(condition)?;
                self.amount(first)?;
                self.amount(second)
            }
            Node::Call(Function::Pow, arguments) => {
                self.amount(&arguments[0])?;
                arguments[1..].iter().try_for_each(|exponent| self.absent(exponent))
            }
            _ => Err(self.refusal(expression)),
        }
    }
}

//! How the operators of the property language are written and how tightly they bind: one table for parser and printer.
//! The order is that of PRISM's grammar; note that temporal operators bind weaker than Boolean ones, so that
//! `F "a" & "b"` is `F ("a" & "b")`, and `!` weaker than comparisons.

use crate::formula::{BinaryOperator, FilterKind, Function};

/// `U`, `W`, `R`
pub const TEMPORAL_BINARY: u8 = 0;
/// `X`, `F`, `G`
pub const TEMPORAL_UNARY: u8 = 1;
/// `? :`
pub const IF_THEN_ELSE: u8 = 2;
/// `=>`
pub const IMPLIES: u8 = 3;
/// `!`
pub const NOT: u8 = 8;
/// `+`, `-`
pub const ADDITIVE: u8 = 11;
/// `*`, `/`
pub const MULTIPLICATIVE: u8 = 12;
/// `^` between numbers, from the right; `-2^2` is 4.
pub const POWER: u8 = 13;
/// `-` before an operand
pub const UNARY_MINUS: u8 = 14;
/// What needs no brackets.
pub const BASIC: u8 = 15;

impl BinaryOperator {
    /// All operators.
    pub const ALL: [BinaryOperator; 15] = {
        use BinaryOperator::*;
        [
            Implies,
            Iff,
            Or,
            Xor,
            And,
            Equal,
            NotEqual,
            Less,
            LessOrEqual,
            Greater,
            GreaterOrEqual,
            Add,
            Subtract,
            Multiply,
            Divide,
        ]
    };

    /// How tightly its operands must bind where they have no brackets: `a - b - c` is `(a - b) - c`, but `a => b => c` is
    /// `a => (b => c)`, as in PRISM's grammar since 2024.
    pub fn operand_levels(self) -> (u8, u8) {
        match self {
            BinaryOperator::Implies => (IMPLIES + 1, IMPLIES),
            _ => (self.level(), self.level() + 1),
        }
    }

    /// How tightly it binds.
    pub fn level(self) -> u8 {
        use BinaryOperator::*;
        match self {
            Implies => IMPLIES,
            Iff => 4,
            Or => 5,
            Xor => 6,
            And => 7,
            Equal | NotEqual => 9,
            Less | LessOrEqual | Greater | GreaterOrEqual => 10,
            Add | Subtract => ADDITIVE,
            Multiply | Divide => MULTIPLICATIVE,
        }
    }

    /// The spelling in backquotes, ready for messages.
    pub fn symbol(self) -> &'static str {
        use BinaryOperator::*;
        match self {
            Implies => "`=>`",
            Iff => "`<=>`",
            Or => "`|`",
            Xor => "`^`",
            And => "`&`",
            Equal => "`=`",
            NotEqual => "`!=`",
            Less => "`<`",
            LessOrEqual => "`<=`",
            Greater => "`>`",
            GreaterOrEqual => "`>=`",
            Add => "`+`",
            Subtract => "`-`",
            Multiply => "`*`",
            Divide => "`/`",
        }
    }

    /// The operator that is written so.
    pub fn from_symbol(symbol: &str) -> Option<BinaryOperator> {
        Self::ALL.into_iter().find(|operator| operator.symbol().trim_matches('`') == symbol)
    }
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 8] = {
        use Function::*;
        [Min, Max, Floor, Ceil, Round, Pow, Mod, Log]
    };

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Function::Min => "min",
            Function::Max => "max",
            Function::Floor => "floor",
            Function::Ceil => "ceil",
            Function::Round => "round",
            Function::Pow => "pow",
            Function::Mod => "mod",
            Function::Log => "log",
        }
    }

    /// The function that is written so.
    pub fn from_name(name: &str) -> Option<Function> {
        Self::ALL.into_iter().find(|function| function.name() == name)
    }

    /// The least and the greatest number of arguments.
    pub fn arity(self) -> (usize, usize) {
        match self {
            Function::Min | Function::Max => (1, usize::MAX),
            Function::Floor | Function::Ceil | Function::Round => (1, 1),
            Function::Pow | Function::Mod | Function::Log => (2, 2),
        }
    }
}

impl FilterKind {
    /// All filters.
    pub const ALL: [FilterKind; 14] = {
        use FilterKind::*;
        [Min, Max, ArgMin, ArgMax, Count, Sum, Avg, First, Range, ForAll, Exists, State, Print, PrintAll]
    };

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            FilterKind::Min => "min",
            FilterKind::Max => "max",
            FilterKind::ArgMin => "argmin",
            FilterKind::ArgMax => "argmax",
            FilterKind::Count => "count",
            FilterKind::Sum => "sum",
            FilterKind::Avg => "avg",
            FilterKind::First => "first",
            FilterKind::Range => "range",
            FilterKind::ForAll => "forall",
            FilterKind::Exists => "exists",
            FilterKind::State => "state",
            FilterKind::Print => "print",
            FilterKind::PrintAll => "printall",
        }
    }

    /// Also PRISM's synonyms.
    pub(crate) fn from_name(name: &str) -> Option<FilterKind> {
        match name {
            "+" => Some(FilterKind::Sum),
            "&" => Some(FilterKind::ForAll),
            "|" => Some(FilterKind::Exists),
            "average" | "mean" => Some(FilterKind::Avg),
            _ => Self::ALL.into_iter().find(|kind| kind.name() == name),
        }
    }
}

//! The tree of PRISM's property language (PRISM manual, chapter "Property Specification").
//!
//! Two kinds of formula are kept apart by type. A [`Formula`] has a value in each state: a truth value or a number. A
//! [`Path`] is true or false of an infinite run and occurs only inside `P`, `R`, `A` and `E`. The parser lifts state
//! formulas as late as possible, so that `F ("a" & "b")` is `Eventually` over *one* [`Path::State`]: a Boolean
//! connective of [`Path`] always has at least one operand that is truly temporal.
//!
//! What the tree does not contain: names of constants, of properties and of labels defined in the properties file (the
//! parser replaces them by what they stand for), expressions as bounds (they are evaluated), and the various spellings
//! of a time bound (a [`Steps`] is a closed interval). [`crate::Property`] keeps the text the user wrote.

use dashu::rational::RBig;

/// A number with its exact value: `0.1` is 1/10, not the nearest double.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    exact: RBig,
}

impl Number {
    /// A number.
    pub fn new(exact: RBig) -> Number {
        Number { exact }
    }

    /// A whole number.
    pub fn integer(value: i64) -> Number {
        Number { exact: RBig::from(value) }
    }

    /// Exactly what was written.
    pub fn exact(&self) -> &RBig {
        &self.exact
    }

    /// The double nearest to the exact value.
    pub fn value(&self) -> f64 {
        self.exact.to_f64().value()
    }

    /// Whether it is whole.
    pub fn is_integer(&self) -> bool {
        self.exact.is_int()
    }
}

/// What has a value in a state: a truth value or a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// `"x"`: a label of the model, or one of the built-in `init` and `deadlock`.
    Label(String),
    /// A bare name: a variable of the model (a constant was replaced by its value).
    Variable(String),
    /// `!`
    Not(Box<Formula>),
    /// Unary minus.
    Negate(Box<Formula>),
    /// Two operands and what joins them.
    Binary(BinaryOperator, Box<Formula>, Box<Formula>),
    /// `condition ? first : second`
    IfThenElse(Box<Formula>, Box<Formula>, Box<Formula>),
    /// A function of arguments.
    Call(Function, Vec<Formula>),
    /// `P=? [ path ]`, `Pmax=? [ path ]`, `P>=0.5 [ path ]`
    Probability {
        /// Over which schedulers, where there are any.
        optimum: Option<Optimum>,
        /// What is asked of the number.
        query: Query,
        /// What happens on a path.
        path: Box<Path>,
    },
    /// `R{"name"}min=? [ objective ]`
    Reward {
        /// Of which reward.
        structure: RewardStructure,
        /// Over which schedulers, where there are any.
        optimum: Option<Optimum>,
        /// What is asked of the number.
        query: Query,
        /// How much of it is meant.
        objective: Box<RewardObjective>,
    },
    /// `S=? [ states ]`: the long-run fraction of time spent in `states`.
    SteadyState {
        /// Over which schedulers, where there are any.
        optimum: Option<Optimum>,
        /// What is asked of the number.
        query: Query,
        /// The states that the long run is spent in.
        states: Box<Formula>,
    },
    /// CTL's `A [ path ]`
    ForAll(Box<Path>),
    /// CTL's `E [ path ]`
    Exists(Box<Path>),
    /// `filter(kind, property, states)`; no states means all of them.
    Filter {
        /// What is made of the values.
        kind: FilterKind,
        /// What is asked of each state.
        property: Box<Formula>,
        /// Which states; all unless said.
        states: Option<Box<Formula>>,
    },
    /// `multi(P>=0.9 [ path ], R{"x"}max=? [ C ])`: what one scheduler can achieve of several [`Formula::Probability`] and
    /// [`Formula::Reward`].
    Multi(Vec<Formula>),
    /// `quantile(min k, P>=0.9 [ F{"cost"}<=k states ])`: the least (or largest) whole number for which the property is true.
    Quantile {
        /// Which of the values.
        optimum: Optimum,
        /// What it is taken over.
        variable: String,
        /// What is asked with each value.
        property: Box<Formula>,
    },
}

/// What is true or false of an infinite run (linear temporal logic over state formulas).
#[derive(Clone, Debug, PartialEq)]
pub enum Path {
    /// A state formula, to hold in the first state of the run.
    State(Formula),
    /// `!`
    Not(Box<Path>),
    /// `&`
    And(Box<Path>, Box<Path>),
    /// `|`
    Or(Box<Path>, Box<Path>),
    /// `=>`
    Implies(Box<Path>, Box<Path>),
    /// `<=>`
    Iff(Box<Path>, Box<Path>),
    /// `X path`
    Next(Box<Path>),
    /// `F[steps] path`
    Eventually(Steps, Box<Path>),
    /// `G[steps] path`
    Globally(Steps, Box<Path>),
    /// `left U[steps] right`
    Until(Steps, Box<Path>, Box<Path>),
    /// `left W[steps] right` = `!((left & !right) U[steps] (!left & !right))`, as PRISM defines it.
    WeakUntil(Steps, Box<Path>, Box<Path>),
    /// `left R[steps] right` = `!(!left U[steps] !right)`
    Release(Steps, Box<Path>, Box<Path>),
    /// A temporal operator without a bound in steps, with one in continuous time: `F<=0.5 path`.
    Within(Time, Box<Path>),
    /// The same with bounds on what was earned before the goal is reached: `F{"energy"}<=10 path`.
    Spending(Vec<Spent>, Box<Path>),
    /// `path || condition`: the probability of the first, given that the second is true of the run.
    Given(Box<Path>, Box<Path>),
}

/// A bound on what was earned when a goal is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Of which reward.
    pub structure: RewardStructure,
    /// How it compares.
    pub comparison: Comparison,
    /// With what.
    pub bound: Number,
    /// The variable of a quantile, if it stands for the bound.
    pub variable: Option<String>,
}

/// The closed interval of continuous time within which the goal of a temporal operator may be reached; whether its ends belong
/// to it makes no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Time {
    /// From when on.
    pub lower: Number,
    /// Until when, if not for ever.
    pub upper: Option<Number>,
}

/// The closed interval of step numbers at which the goal of a temporal operator may be reached.
/// `<k` is `[0, k-1]`, `>k` is `[k+1, ∞)`, `=k` is `[k, k]`; no bound is `[0, ∞)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps {
    /// From which step on.
    pub lower: u64,
    /// Up to which step, if not for ever.
    pub upper: Option<u64>,
}

impl Steps {
    /// Any number of steps.
    pub const ALL: Steps = Steps { lower: 0, upper: None };

    /// Whether any number will do.
    pub fn is_unbounded(&self) -> bool {
        *self == Steps::ALL
    }
}

/// What joins two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `=>`
    Implies,
    /// `<=>`
    Iff,
    /// `|`
    Or,
    /// Exclusive or, spelt `^`: an extension, binding between `|` and `&`. (Between numbers `^` is [`Function::Pow`].)
    Xor,
    /// `&`
    And,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// Division of reals, also between integers, as in PRISM.
    Divide,
}

/// The functions of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// Two or more arguments.
    Min,
    /// Two or more arguments.
    Max,
    /// `floor`
    Floor,
    /// `ceil`
    Ceil,
    /// To the nearest integer, halves upwards.
    Round,
    /// `pow(base, exponent)`
    Pow,
    /// `mod(i, n)`: in `0..n`, also for negative `i`.
    Mod,
    /// `log(x, base)`
    Log,
}

/// Over which schedulers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Optimum {
    /// The least.
    Min,
    /// The most.
    Max,
    /// The scheduler minimises, while nature picks probabilities from their intervals to maximise.
    MinMax,
    /// The scheduler maximises, while nature minimises.
    MaxMin,
}

impl Optimum {
    /// The optimum by its name; where it is named twice, the second is nature's.
    pub fn by_name(name: &str) -> Option<Optimum> {
        match name {
            "min" | "minmin" => Some(Optimum::Min),
            "max" | "maxmax" => Some(Optimum::Max),
            "minmax" => Some(Optimum::MinMax),
            "maxmin" => Some(Optimum::MaxMin),
            _ => None,
        }
    }

    /// Whether the scheduler minimises.
    pub fn is_min(self) -> bool {
        matches!(self, Optimum::Min | Optimum::MinMax)
    }

    /// Whether nature wants the opposite of what the scheduler wants.
    pub fn is_contested(self) -> bool {
        matches!(self, Optimum::MinMax | Optimum::MaxMin)
    }
}

/// What an operator asks: its value, or whether the value meets a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `=?`
    Value,
    /// `>= 0.5` and so on
    Bound(Comparison, Number),
}

/// How a value compares with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// Whether `left` stands in this relation to `right`.
    pub fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }

    /// The optimum that decides "all schedulers satisfy it": a lower bound asks for the minimum.
    pub fn deciding_optimum(self) -> Optimum {
        match self {
            Comparison::Less | Comparison::LessOrEqual => Optimum::Max,
            Comparison::Greater | Comparison::GreaterOrEqual => Optimum::Min,
        }
    }
}

/// Which reward structure an `R` operator means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RewardStructure {
    /// None was named: the model's first.
    First,
    /// The one of this name.
    Named(String),
    /// `R{2}`: counted from one.
    Index(usize),
    /// One for every step: what a bound on steps counts, where a quantile asks for it.
    Steps,
    /// The time that passes, as `T=?` asks for: in discrete time, one for every step.
    Time,
}

/// What of a reward is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum RewardObjective {
    /// `F states`: accumulated until `states` is reached; infinite where that is not almost sure.
    Reach(Formula),
    /// `C<=k`: accumulated during the first `k` steps.
    Cumulative(u64),
    /// `C<=t` in continuous time.
    CumulativeTime(Number),
    /// `I=t` in continuous time.
    InstantaneousTime(Number),
    /// `C`: accumulated for ever.
    Total,
    /// `I=k`: the state reward after exactly `k` steps.
    Instantaneous(u64),
    /// `S`: the long-run average per step.
    LongRun,
    /// Accumulated until a prefix of the run guarantees the path formula, which must be co-safe.
    CoSafe(Path),
}

/// The operators of `filter(…)`; PRISM's synonyms are resolved: `+` is `sum`, `&` is `forall`, `|` is `exists`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilterKind {
    /// `min`
    Min,
    /// `max`
    Max,
    /// `argmin`
    ArgMin,
    /// `argmax`
    ArgMax,
    /// `count`
    Count,
    /// `sum`
    Sum,
    /// `avg`
    Avg,
    /// `first`
    First,
    /// `range`
    Range,
    /// `forall`
    ForAll,
    /// `exists`
    Exists,
    /// `state`
    State,
    /// `print`
    Print,
    /// `printall`
    PrintAll,
}

impl Formula {
    /// Whether the value is a number rather than a truth value, as far as the formula itself tells (`None`: it depends
    /// on the type of a variable).
    pub fn is_numeric(&self) -> Option<bool> {
        match self {
            Formula::Number(_) | Formula::Negate(_) | Formula::Call(..) => Some(true),
            Formula::Bool(_) | Formula::Label(_) | Formula::Not(_) | Formula::ForAll(_) | Formula::Exists(_) => {
                Some(false)
            }
            Formula::Quantile { .. } => Some(true),
            Formula::Variable(_) => None,
            Formula::Binary(operator, ..) => Some(operator.is_arithmetic()),
            Formula::IfThenElse(_, first, second) => first.is_numeric().or_else(|| second.is_numeric()),
            Formula::Probability { query, .. } | Formula::Reward { query, .. } | Formula::SteadyState { query, .. } => {
                Some(*query == Query::Value)
            }
            Formula::Filter { kind, property, .. } => kind.is_numeric().or_else(|| property.is_numeric()),
            Formula::Multi(objectives) => Some(objectives.iter().any(|one| one.is_numeric() == Some(true))),
        }
    }
}

impl BinaryOperator {
    /// Whether it computes a number.
    pub fn is_arithmetic(self) -> bool {
        use BinaryOperator::*;
        matches!(self, Add | Subtract | Multiply | Divide)
    }
}

impl FilterKind {
    /// `None`: of the same type as the property that is filtered.
    fn is_numeric(self) -> Option<bool> {
        match self {
            FilterKind::Min | FilterKind::Max | FilterKind::Count | FilterKind::Sum | FilterKind::Avg => Some(true),
            FilterKind::ForAll | FilterKind::Exists | FilterKind::ArgMin | FilterKind::ArgMax => Some(false),
            FilterKind::Range => Some(true),
            FilterKind::First | FilterKind::State | FilterKind::Print | FilterKind::PrintAll => None,
        }
    }
}

impl Path {
    /// The state formula, if the path formula is nothing more.
    pub fn as_state(&self) -> Option<&Formula> {
        match self {
            Path::State(formula) => Some(formula),
            _ => None,
        }
    }

    /// Whether it is one temporal operator (or none) over state formulas, which needs no automaton.
    pub fn is_simple(&self) -> bool {
        let state = |path: &Path| path.as_state().is_some();
        match self {
            Path::State(_) => true,
            Path::Next(inner) | Path::Eventually(_, inner) | Path::Globally(_, inner) => state(inner),
            Path::Until(_, left, right) | Path::WeakUntil(_, left, right) | Path::Release(_, left, right) => {
                state(left) && state(right)
            }
            Path::Within(_, inner) | Path::Spending(_, inner) => inner.is_simple(),
            Path::Given(..) | Path::Not(_) | Path::And(..) | Path::Or(..) | Path::Implies(..) | Path::Iff(..) => false,
        }
    }
}

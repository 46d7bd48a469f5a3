//! What this crate cannot do with its input, each in a sentence that says what to change.

use dashu::rational::RBig;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    #[error("the domain of {name} is empty: {low}..{high} has its ends reversed; write the smaller one first")]
    ReversedDomain { name: String, low: String, high: String },
    #[error("the domain {low}..{high} of {name} does not fit its type ({type_low}..{type_high})")]
    DomainBeyondType { name: String, low: i128, high: i128, type_low: i128, type_high: i128 },
    #[error("`{text}` is not a domain; write it as NAME=LOW..HIGH, for example x=0..100")]
    DomainSyntax { text: String },
    #[error("{place}: {message}")]
    ProfileSyntax { place: String, message: String },
    #[error("{place}: the weights sum to {sum}, not to 1 ({}); change one of them", difference(.sum))]
    ProfileSum { place: String, sum: RBig },
    #[error("{place}: the pieces {first} and {second} overlap; a value may lie in one piece only")]
    ProfileOverlap { place: String, first: String, second: String },
    #[error(
        "the profile gives {name} the range {range}, which leaves its domain {domain}; narrow the profile or widen the domain"
    )]
    ProfileBeyondDomain { name: String, range: String, domain: String },
    #[error(
        "the profile describes {name}, which is a real: reals are uniform over their domain, and only integers have profiles"
    )]
    ProfileOfReal { name: String },
    #[error("the profile describes {name}, but the program has no symbolic input of that name (it has: {known})")]
    ProfileUnknown { name: String, known: String },
    #[error(
        "the assumption {condition} cannot hold: it contradicts the path so far, and a probability given a null event has no value"
    )]
    Contradiction { condition: String },
    #[error(
        "whether {condition} can hold was not decided by exact reasoning; install Z3 (`apt install z3` or `pip install z3-solver`), whose program z3 is then used for it"
    )]
    SolverMissing { condition: String },
    #[error("it was not decided within {seconds} s whether {condition} can hold; narrow the inputs' domains")]
    SolverGaveUp { condition: String, seconds: u64 },
    #[error(
        "whether {condition} can hold was not decided: it ties reals to integers of too many values; narrow the inputs' domains"
    )]
    RealsUndecided { condition: String },
    #[error("the program z3 failed: {message}")]
    SolverFailed { message: String },
    #[error("{name} is {value}, but must lie {range}")]
    Parameter { name: &'static str, value: String, range: &'static str },
}

impl Fault {
    /// Nobody's mistake: a condition was too hard.
    pub fn is_undecided(&self) -> bool {
        matches!(self, Fault::SolverGaveUp { .. } | Fault::RealsUndecided { .. } | Fault::SolverMissing { .. })
    }
}

fn difference(sum: &RBig) -> String {
    if *sum > RBig::ONE { format!("{} too much", sum - RBig::ONE) } else { format!("{} is missing", RBig::ONE - sum) }
}

//! Deterministic ω-automata for linear temporal logic.
//!
//! A formula is simplified, split along its Boolean structure and translated into a product of small deterministic
//! automata whose states are formulas themselves: what remains to be satisfied. There is no nondeterministic automaton
//! in between and thus no Safra tree; typical formulas get a handful of states. Acceptance is by generalised Rabin
//! pairs over marks on transitions.
//!
//! In the product with a Markov model, a state pairs a state `s` of the model with the automaton's state `q` *before*
//! the letter of `s` is read. The marks of the transition that reads it are then marks of the product's state, so that
//! acceptance on transitions costs nothing.
//!
//! [`Automaton`] finds its states on demand, for any number of propositions up to 64; [`DeterministicAutomaton`] has all
//! of them in a table and is reduced by bisimulation.

mod advice;
mod arena;
mod automaton;
mod bdd;
mod component;
mod explicit;
mod ltl;
mod progress;
mod translation;

pub use automaton::{Automaton, Edge, Verdict};
pub use explicit::{DeterministicAutomaton, deterministic};
pub use ltl::Ltl;

/// A set of marks, one bit each.
pub type Marks = u128;

/// One generalised Rabin pair. A run is accepted iff there is a pair of whose `never` marks none occurs infinitely often
/// and of whose `always` marks each one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AcceptancePair {
    /// Marks that may be set finitely often only.
    pub never: Marks,
    /// Marks each of which must be set infinitely often.
    pub always: Marks,
}

impl AcceptancePair {
    /// Whether a run that visits exactly `recurring` infinitely often is accepted by this pair.
    pub fn accepts(&self, recurring: Marks) -> bool {
        self.never & recurring == 0 && self.always & !recurring == 0
    }

    fn both(&self, other: &AcceptancePair) -> AcceptancePair {
        AcceptancePair { never: self.never | other.never, always: self.always | other.always }
    }

    fn is_weaker_than(&self, other: &AcceptancePair) -> bool {
        self.never & !other.never == 0 && self.always & !other.always == 0
    }
}

/// What kind of answer the automaton works out, by the syntax of the simplified formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fragment {
    /// Accepted runs are those that reach [`Verdict::Accepted`]: a matter of reachability.
    CoSafe,
    /// Rejected runs are those that reach [`Verdict::Rejected`].
    Safe,
    /// Anything else.
    General,
}

/// Why there is no automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AutomatonError {
    #[error(
        "the path formula is too complex to be turned into an automaton (it would need more than {limit} states): \
         simplify it or split it into several properties"
    )]
    /// It would have too many states.
    TooManyStates {
        /// How many there may be.
        limit: usize,
    },
    /// Too much is nested.
    #[error("the path formula nests too many temporal operators: simplify it or split it into several properties")]
    TooComplex,
    /// It would count too far.
    #[error("the bound {bound} is too large for a path formula that combines temporal operators: make it smaller")]
    BoundTooLarge {
        /// The bound.
        bound: u64,
    },
    /// There are too many propositions.
    #[error("the path formula speaks of {count} different state formulas, but at most {limit} can be told apart here")]
    TooManyPropositions {
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
}

/// Whether satisfaction of the formula always shows in a finite prefix, by its simplified syntax.
pub fn is_cosafe(formula: &Ltl) -> Result<bool, AutomatonError> {
    let mut arena = arena::Arena::new();
    let root = arena.build(formula)?;
    Ok(arena.traits_of(root).cosafe)
}

/// Whether violation of the formula always shows in a finite prefix, by its simplified syntax.
pub fn is_safety(formula: &Ltl) -> Result<bool, AutomatonError> {
    let mut arena = arena::Arena::new();
    let root = arena.build(formula)?;
    Ok(arena.traits_of(root).safe)
}

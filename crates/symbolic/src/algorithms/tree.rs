//! The execution tree the algorithms work on, and what is asked of it.
//!
//! A node is one of: a probabilistic branch (a condition over inputs, or a coin), a nondeterministic choice (a scheduler's or
//! the environment's), a leaf. Everything between two of these has been run through. The virtual machine implements the
//! tree by restoring encoded states or by running again; tests write it down.

use crate::fault::Fault;
use crate::profile::parse_rational;
use dashu::rational::RBig;
use std::fmt;

/// How an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Success,
    Failure,
    /// Cut off by the depth limit.
    Grey,
    /// Could not be quantified exactly, or was cut off by the time: may be anything, whatever grey paths are taken for.
    Unknown,
    /// Goes round in circles by the scheduler's own choice: it gains nothing that way.
    Endless,
}

impl Outcome {
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Success => "success",
            Outcome::Failure => "failure",
            Outcome::Grey => "grey",
            Outcome::Unknown => "unknown",
            Outcome::Endless => "endless",
        }
    }
}

/// A leaf: its outcome and the labels that held on the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub outcome: Outcome,
    pub labels: Vec<String>,
}

impl From<Outcome> for Leaf {
    fn from(outcome: Outcome) -> Self {
        Leaf { outcome, labels: Vec::new() }
    }
}

/// What a node turns out to be.
#[derive(Clone, Debug)]
pub enum Expansion<N> {
    Leaf(Leaf),
    /// Somebody chooses; each alternative with its name.
    Choice(Vec<(String, N)>),
    /// Conditional probabilities, all positive, that sum to one; each with what happens, in words if they are wanted.
    Branch(Vec<(RBig, String, N)>),
}

/// A node that was opened: what it is, which one it is (`Tree::identity`), where in the program that is decided which of its
/// children come next, and how it failed, if it is the end of a path that did.
#[derive(Clone, Debug)]
pub struct Opened<N> {
    pub expansion: Expansion<N>,
    pub identity: Option<u64>,
    pub site: Option<(u32, u32)>,
    /// How far that is from the line that is the goal, if one is.
    pub distance: Option<u32>,
    pub failure: Option<crate::execution::Failure>,
}

pub trait Tree {
    type Node;
    type Error;

    fn root(&mut self) -> Result<Self::Node, Self::Error>;
    /// Called at most once per node handed out.
    fn expand(&mut self, node: &Self::Node) -> Result<Expansion<Self::Node>, Self::Error>;

    /// Opens several nodes, perhaps at the same time, and tells what they are in the order they were given.
    fn expand_all(&mut self, nodes: Vec<Self::Node>) -> Vec<Result<Opened<Self::Node>, Self::Error>> {
        let opened = nodes.iter().map(|node| {
            let expansion = self.expand(node)?;
            Ok(Opened { expansion, identity: self.identity(), site: None, distance: None, failure: None })
        });
        opened.collect()
    }

    /// Of the node expanded last: a number it shares only with nodes that have exactly the same below them.
    fn identity(&self) -> Option<u64> {
        None
    }

    /// Whoever recognises nodes by their identities and meets one below itself may not know how to go on. Kept apart, from a new root
    /// on, no two nodes share an identity, and a path that goes round in circles ends.
    fn keep_apart(&mut self, _apart: bool) {}
}

/// The event whose probability is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Success,
    Failure,
    Grey,
    Label(String),
}

/// What schedulers aim at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Maximise,
    Minimise,
}

/// How paths cut off by the depth limit count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GreyMeaning {
    /// As themselves: the lower bound leaves them out, the upper bound includes them.
    Apart,
    /// As failures.
    Pessimistic,
    /// As successes.
    Optimistic,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    pub target: Target,
    pub goal: Goal,
    pub grey: GreyMeaning,
}

impl Default for Query {
    fn default() -> Self {
        Query { target: Target::Success, goal: Goal::Maximise, grey: GreyMeaning::Apart }
    }
}

impl Query {
    /// Whether a leaf counts as the event, surely or possibly: `(in the lower bound, in the upper bound)`.
    pub fn hits(&self, leaf: &Leaf) -> (bool, bool) {
        let outcome = match (leaf.outcome, self.grey) {
            (Outcome::Grey, GreyMeaning::Pessimistic) => Outcome::Failure,
            (Outcome::Grey, GreyMeaning::Optimistic) => Outcome::Success,
            (outcome, _) => outcome,
        };
        if outcome == Outcome::Endless {
            return (self.goal == Goal::Minimise, self.goal == Goal::Minimise);
        }
        if let Target::Label(name) = &self.target
            && leaf.labels.contains(name)
        {
            return (true, true);
        }
        let wanted = match self.target {
            Target::Success => Outcome::Success,
            Target::Failure => Outcome::Failure,
            Target::Grey => Outcome::Grey,
            // Seen labels were handled above; a path that went on might still meet one.
            Target::Label(_) => return (false, matches!(outcome, Outcome::Grey | Outcome::Unknown)),
        };
        match outcome {
            Outcome::Unknown => (false, true),
            Outcome::Grey if wanted != Outcome::Grey => (false, true),
            outcome => (outcome == wanted, outcome == wanted),
        }
    }
}

/// A bound to decide: is there a scheduler under which the probability relates so to the threshold?
#[derive(Clone, Debug, PartialEq)]
pub struct Hypothesis {
    pub strict: bool,
    /// `>=` or `>` for maximising, `<=` or `<` for minimising.
    pub at_least: bool,
    pub threshold: RBig,
}

impl Hypothesis {
    /// Reads `>=0.9`, `>0.5`, `<=1/3` or `<0.1`.
    pub fn parse(text: &str) -> Result<Hypothesis, Fault> {
        let text = text.trim();
        let (at_least, strict, number) = if let Some(rest) = text.strip_prefix(">=") {
            (true, false, rest)
        } else if let Some(rest) = text.strip_prefix('>') {
            (true, true, rest)
        } else if let Some(rest) = text.strip_prefix("<=") {
            (false, false, rest)
        } else if let Some(rest) = text.strip_prefix('<') {
            (false, true, rest)
        } else {
            (true, false, text)
        };
        let fault = |range| Fault::Parameter { name: "the hypothesis", value: text.to_string(), range };
        let threshold = parse_rational(number.trim())
            .ok_or_else(|| fault("among >=P, >P, <=P and <P with a number P, for example >=0.9"))?;
        if threshold < RBig::ZERO || threshold > RBig::ONE {
            return Err(fault("between 0 and 1"));
        }
        Ok(Hypothesis { strict, at_least, threshold })
    }

    /// Does it hold for a probability known to be reached?
    pub fn holds(&self, value: &RBig) -> bool {
        match (self.at_least, self.strict) {
            (true, true) => *value > self.threshold,
            (true, false) => *value >= self.threshold,
            (false, true) => *value < self.threshold,
            (false, false) => *value <= self.threshold,
        }
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = match (self.at_least, self.strict) {
            (true, true) => ">",
            (true, false) => ">=",
            (false, true) => "<",
            (false, false) => "<=",
        };
        write!(f, "{symbol}{}", self.threshold)
    }
}

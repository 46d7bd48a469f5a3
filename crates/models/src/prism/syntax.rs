//! What a model in PRISM's language says, as it was written (PRISM manual, chapter "The PRISM Language"): names are not
//! resolved, formulas not expanded, modules not renamed. Every part knows the byte at which it starts.

use dashu::rational::RBig;
use logic::{BinaryOperator, Function};

use crate::network::Kind;
use crate::typed::Type;

#[derive(Clone, Debug)]
pub struct Expression {
    pub node: Node,
    /// Where it starts, in bytes.
    pub at: usize,
}

#[derive(Clone, Debug)]
pub enum Node {
    Bool(bool),
    Integer(i64),
    /// Written with a point or an exponent.
    Real(RBig),
    Name(String),
    Not(Box<Expression>),
    Negate(Box<Expression>),
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    IfThenElse(Box<Expression>, Box<Expression>, Box<Expression>),
    Call(Function, Vec<Expression>),
}

/// Where something stands does not matter for what it says.
impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        match (&self.node, &other.node) {
            (Node::Bool(a), Node::Bool(b)) => a == b,
            (Node::Integer(a), Node::Integer(b)) => a == b,
            (Node::Real(a), Node::Real(b)) => a == b,
            (Node::Name(a), Node::Name(b)) => a == b,
            (Node::Not(a), Node::Not(b)) | (Node::Negate(a), Node::Negate(b)) => a == b,
            (Node::Binary(f, a, b), Node::Binary(g, c, d)) => f == g && a == c && b == d,
            (Node::IfThenElse(a, b, c), Node::IfThenElse(d, e, f)) => a == d && b == e && c == f,
            (Node::Call(f, a), Node::Call(g, b)) => f == g && a == b,
            _ => false,
        }
    }
}

impl Expression {
    /// Calls `visit` on each expression directly below this one.
    pub fn for_each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        match &self.node {
            Node::Bool(_) | Node::Integer(_) | Node::Real(_) | Node::Name(_) => {}
            Node::Not(operand) | Node::Negate(operand) => visit(operand),
            Node::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            Node::IfThenElse(condition, first, second) => {
                visit(condition);
                visit(first);
                visit(second);
            }
            Node::Call(_, arguments) => arguments.iter().for_each(visit),
        }
    }

    pub fn for_each_part_mut(&mut self, visit: &mut dyn FnMut(&mut Expression)) {
        match &mut self.node {
            Node::Bool(_) | Node::Integer(_) | Node::Real(_) | Node::Name(_) => {}
            Node::Not(operand) | Node::Negate(operand) => visit(operand),
            Node::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            Node::IfThenElse(condition, first, second) => {
                visit(condition);
                visit(first);
                visit(second);
            }
            Node::Call(_, arguments) => arguments.iter_mut().for_each(visit),
        }
    }

    /// Calls `visit` on every name in it.
    pub fn for_each_name<'a>(&'a self, visit: &mut dyn FnMut(&'a str, usize)) {
        match &self.node {
            Node::Name(name) => visit(name, self.at),
            _ => self.for_each_part(&mut |part| part.for_each_name(visit)),
        }
    }
}

/// A name that is declared, and where.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub at: usize,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub kind: Kind,
    /// A timed automaton: a decision process with clocks.
    pub has_clocks: bool,
    pub constants: Vec<Constant>,
    pub formulas: Vec<Named>,
    pub labels: Vec<Named>,
    pub globals: Vec<Variable>,
    pub modules: Vec<Module>,
    pub rewards: Vec<Rewards>,
    /// `init … endinit`
    pub initial: Option<Expression>,
    /// `system … endsystem`, and others with names to refer to. What counts is the one without a name, or else the first.
    pub systems: Vec<System>,
    /// What schedulers see, if not everything.
    pub observables: Option<Vec<Expression>>,
    /// The same, with names that properties may use.
    pub named_observables: Vec<Named>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    pub name: Name,
    pub kind: Type,
    pub value: Option<Expression>,
}

/// A formula or a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub name: Name,
    pub meaning: Expression,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub name: Name,
    pub range: Range,
    pub initial: Option<Expression>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    Bool,
    /// `[low..high]`
    Between(Expression, Expression),
    /// `int`: as wide as PRISM's, 32 bits.
    Integer,
    /// `clock`
    Clock,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    pub name: Name,
    pub body: Body,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Own {
        variables: Vec<Variable>,
        /// `invariant … endinvariant`
        invariant: Option<Expression>,
        commands: Vec<Command>,
    },
    /// `module M = Base [ a=b, … ] endmodule`
    Renamed { base: Name, renamings: Vec<(Name, Name)> },
}

#[derive(Clone, Debug)]
pub struct Command {
    pub at: usize,
    /// `None` is the empty action.
    pub action: Option<Name>,
    /// `<a>` instead of `[a]`: branches have rates although the model has choices.
    pub is_marked: bool,
    pub guard: Expression,
    pub updates: Vec<Update>,
}

impl PartialEq for Command {
    fn eq(&self, other: &Command) -> bool {
        let parts = |one: &Command| (one.action.clone(), one.is_marked, one.guard.clone(), one.updates.clone());
        parts(self) == parts(other)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// `None`: one.
    pub probability: Option<Expression>,
    /// If the probability is only known to lie in an interval, which `probability` begins: where it ends.
    pub probability_most: Option<Expression>,
    pub assignments: Vec<(Name, Expression)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rewards {
    pub name: Option<String>,
    pub items: Vec<RewardItem>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RewardItem {
    pub earned: Earned,
    pub guard: Expression,
    pub value: Expression,
}

/// By being in a state, or by a transition with an action (`None` is the empty one).
#[derive(Clone, Debug, PartialEq)]
pub enum Earned {
    InState,
    By(Option<Name>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct System {
    /// The empty text: none.
    pub name: Name,
    pub composition: Composition,
}

/// How modules are put together.
#[derive(Clone, Debug, PartialEq)]
pub enum Composition {
    Module(Name),
    /// `"name"`: what the system of that name says.
    System(Name),
    /// `||`: on all common actions.
    Full(Box<Composition>, Box<Composition>),
    /// `|||`: on none.
    Interleaved(Box<Composition>, Box<Composition>),
    /// `|[a, …]|`
    On(Vec<Name>, Box<Composition>, Box<Composition>),
    /// `/ {a, …}`
    Hide(Box<Composition>, Vec<Name>),
    /// `{a<-b, …}`
    Rename(Box<Composition>, Vec<(Name, Name)>),
}

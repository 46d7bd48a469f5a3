//! Symbolic integer expressions with Java's meaning, hash-consed and kept in a normal form.
//!
//! Inside, values are mathematical integers. A Java operation is the exact operation followed by a reduction into its
//! type, and a reduction is linear arithmetic with one more quantity: the value of `e` in w bits is
//! `e - 2^w·⌊(e + 2^(w-1)) / 2^w⌋`. Where intervals show that nothing wraps, the floor is a constant and vanishes; where it
//! stays, it is a determined integer that the counter handles like any other. Masks, shifts, divisions and remainders by
//! constants reduce to the same floors. So everything but products of variables, division by a variable and bitwise
//! operations between variables is linear, overflow included.

mod arithmetic;
mod bitwise;
mod display;
mod evaluate;
mod float;
mod interval;
mod logic;
mod real;
mod rebuild;
mod table;
mod tighten;

pub use arithmetic::UnaryOp;
pub use bitwise::MovedBits;
pub use evaluate::{Assignment, Tape, Value};
pub use float::Shown;
pub use interval::Interval;
pub use jvm::domain::{Binary, Comparison, FloatFormat, FloatOp, Rounding, Width};
pub use real::RealForm;
pub use rebuild::Replacement;
pub use table::TableId;
pub use tighten::Tightened;

use hashbrown::{HashMap, HashSet, HashTable};
use std::hash::{BuildHasher, Hash};

/// An expression of an [`Exprs`] arena. Zero is reserved: it marks a concrete value where ids travel beside values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

impl ExprId {
    pub const CONCRETE: ExprId = ExprId(0);

    pub fn is_concrete(self) -> bool {
        self.0 == 0
    }
}

/// A symbolic input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// What a symbolic input ranges over.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    Integer { width: Width, range: Interval },
    Real { low: dashu::rational::RBig, high: dashu::rational::RBig },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub name: String,
    pub domain: Domain,
    /// If its integer stands for a floating-point number.
    pub shown: Option<Shown>,
    /// If its integer stands for one of several things, their names.
    pub options: Option<std::sync::Arc<[String]>>,
}

impl Variable {
    /// A value of an integer input, as people write what it stands for.
    pub fn text(&self, value: i128) -> String {
        let option = self.options.as_ref().and_then(|options| options.get(usize::try_from(value).ok()?));
        match (option, self.shown) {
            (Some(option), _) => option.clone(),
            (None, Some(shown)) => shown.text(value),
            (None, None) => value.to_string(),
        }
    }
}

/// How the value of an integer expression relates to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ZeroRelation {
    AtMost,
    Equal,
    Unequal,
}

/// How the value of a real form relates to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RealRelation {
    AtMost,
    Below,
    Equal,
    Unequal,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Constant(i128),
    Variable(VariableId),
    /// `Σ coefficient·atom + constant`, exact; atoms ascend and are neither sums nor constants, coefficients are not zero.
    Sum {
        terms: Box<[(ExprId, i128)]>,
        constant: i128,
    },
    /// The value of a sum as an atom: a barrier that keeps coefficients from outgrowing 128 bits.
    Opaque(ExprId),
    /// Exact product of two expressions that are not constant.
    Product(ExprId, ExprId),
    /// `⌊dividend / divisor⌋` with a constant divisor above one.
    Floor(ExprId, i128),
    /// Java's quotient (to zero); the divisor is not zero on any path that computes it.
    Quotient(ExprId, ExprId),
    Remainder(ExprId, ExprId),
    /// Bitwise and of two expressions, of which at most one is constant, and then has many runs of ones.
    BitAnd(ExprId, ExprId),
    /// `value · 2^count` exactly, with `count` in 0..=63, not constant.
    ShiftLeft(ExprId, ExprId),
    /// `⌊value / 2^count⌋`, with `count` in 0..=63, not constant.
    ShiftRight(ExprId, ExprId),
    /// -1, 0 or 1.
    Sign(ExprId),
    /// 0 or 1.
    Compare(ZeroRelation, ExprId),
    And(Box<[ExprId]>),
    Or(Box<[ExprId]>),
    /// `if condition then first else second`.
    Choose(ExprId, ExprId, ExprId),
    /// The element of a table of constants at an index, which lies within it on any path that computes this.
    Element(ExprId, TableId),
    /// On the bits of floating-point numbers.
    Float(FloatOp, FloatFormat, ExprId, ExprId),
    /// A linear form over uniform reals and integer expressions.
    Real(RealForm),
    RealCompare(RealRelation, ExprId),
}

/// How many shorter sums are looked at for the range of one: each floor in it may lead to others.
const SUM_FUEL: u32 = 24;

/// The arena: equal expressions have equal ids.
#[derive(Debug)]
pub struct Exprs {
    nodes: Vec<Node>,
    intervals: Vec<Interval>,
    supports: Vec<Box<[VariableId]>>,
    variables: Vec<Variable>,
    table: HashTable<ExprId>,
    hasher: hashbrown::DefaultHashBuilder,
    /// Sums that are an `or` or a `xor`, and of what.
    bitwise: HashMap<ExprId, (Binary, ExprId, ExprId)>,
    /// What was shifted by a constant, and how.
    moved: HashMap<ExprId, MovedBits>,
    tables: table::Tables,
    /// Conditions whose decision diagrams outgrew their limit, over these ranges of their inputs.
    pub(crate) beyond_bits: HashSet<(ExprId, Box<[Interval]>)>,
    /// There is a product of a sum, which may have to be multiplied out to be recognised.
    multiplies_sums: bool,
    /// The opposites of connectives.
    negations: HashMap<ExprId, ExprId>,
    /// Floating-point numbers that equal a form of integers exactly.
    exact: HashMap<(ExprId, FloatFormat), RealForm>,
    /// Real inputs were computed with, as if `double` did not round.
    pub rounds_unseen: bool,
}

impl Default for Exprs {
    fn default() -> Self {
        Self::new()
    }
}

impl Exprs {
    pub fn new() -> Exprs {
        let mut exprs = Exprs {
            nodes: Vec::new(),
            intervals: Vec::new(),
            supports: Vec::new(),
            variables: Vec::new(),
            table: HashTable::new(),
            hasher: hashbrown::DefaultHashBuilder::default(),
            bitwise: HashMap::new(),
            moved: HashMap::new(),
            tables: table::Tables::default(),
            beyond_bits: HashSet::new(),
            multiplies_sums: false,
            negations: HashMap::new(),
            exact: HashMap::new(),
            rounds_unseen: false,
        };
        // The reserved id: a constant nobody can look up.
        exprs.nodes.push(Node::Constant(0));
        exprs.intervals.push(Interval::point(0));
        exprs.supports.push(Box::default());
        exprs
    }

    pub fn node(&self, id: ExprId) -> &Node {
        assert!(!id.is_concrete(), "the reserved id is not an expression");
        &self.nodes[id.0 as usize]
    }

    /// A range the value lies in for all inputs.
    pub fn interval(&self, id: ExprId) -> Interval {
        self.intervals[id.0 as usize]
    }

    pub fn as_constant(&self, id: ExprId) -> Option<i128> {
        match self.node(id) {
            Node::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// The inputs an expression mentions, ascending.
    pub fn support(&self, id: ExprId) -> &[VariableId] {
        &self.supports[id.0 as usize]
    }

    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    pub fn variable_named(&self, name: &str) -> Option<VariableId> {
        self.variables.iter().position(|variable| variable.name == name).map(|index| VariableId(index as u32))
    }

    /// The number of expressions, the reserved one not counted.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn constant(&mut self, value: i128) -> ExprId {
        self.intern(Node::Constant(value))
    }

    /// A new integer input; the range must not be empty and must lie in the type's.
    pub fn variable(&mut self, name: &str, low: i128, high: i128, width: Width) -> ExprId {
        let range = Interval::new(low, high);
        assert!(!range.is_empty() && range.within(Interval::of(width)), "the caller has checked the domain");
        self.new_variable(name, Domain::Integer { width, range })
    }

    pub(crate) fn new_variable(&mut self, name: &str, domain: Domain) -> ExprId {
        let id = VariableId(self.variables.len() as u32);
        self.variables.push(Variable { name: name.to_string(), domain, shown: None, options: None });
        self.intern(Node::Variable(id))
    }

    /// Values of this input are shown by these names.
    pub(crate) fn show_as_options(&mut self, variable: ExprId, options: std::sync::Arc<[String]>) {
        if let Node::Variable(id) = *self.node(variable) {
            self.variables[id.0 as usize].options = Some(options);
        }
    }

    pub(crate) fn intern(&mut self, node: Node) -> ExprId {
        let hash = self.hasher.hash_one(&node);
        if let Some(&known) = self.table.find(hash, |id| self.nodes[id.0 as usize] == node) {
            return known;
        }
        let interval = self.interval_of_node(&node, &mut |exprs, id| exprs.interval(id));
        // An expression of one possible value is that value (a floor that never moves, for instance).
        if let Some(value) = interval.single()
            && !matches!(node, Node::Constant(_) | Node::Variable(_) | Node::Real(_))
        {
            return self.constant(value);
        }
        let id = ExprId(u32::try_from(self.nodes.len()).expect("fewer than four billion expressions"));
        let support = self.support_of_node(&node);
        self.nodes.push(node);
        self.intervals.push(interval);
        self.supports.push(support);
        let (nodes, hasher) = (&self.nodes, &self.hasher);
        self.table.insert_unique(hash, id, |id| hasher.hash_one(&nodes[id.0 as usize]));
        id
    }

    /// Records that a value also lies in `interval`.
    pub(crate) fn refine(&mut self, id: ExprId, interval: Interval) {
        let known = &mut self.intervals[id.0 as usize];
        *known = known.meet(interval);
        assert!(!known.is_empty(), "refinements come from valid identities");
    }

    /// What an expression is on bits, if it was made by an operation on them.
    pub(crate) fn made_of_bits(&self, id: ExprId) -> Option<(Binary, ExprId, ExprId)> {
        self.bitwise.get(&id).copied()
    }

    /// What was shifted to give this expression, if it was made so.
    pub(crate) fn moved_bits(&self, id: ExprId) -> Option<MovedBits> {
        self.moved.get(&id).copied()
    }

    pub(crate) fn operands(node: &Node) -> Vec<ExprId> {
        match node {
            Node::Constant(_) | Node::Variable(_) => Vec::new(),
            Node::Sum { terms, .. } => terms.iter().map(|term| term.0).collect(),
            Node::Opaque(a)
            | Node::Floor(a, _)
            | Node::Sign(a)
            | Node::Compare(_, a)
            | Node::Element(a, _)
            | Node::RealCompare(_, a) => vec![*a],
            Node::Product(a, b)
            | Node::Quotient(a, b)
            | Node::Remainder(a, b)
            | Node::BitAnd(a, b)
            | Node::ShiftLeft(a, b)
            | Node::ShiftRight(a, b)
            | Node::Float(_, _, a, b) => vec![*a, *b],
            Node::And(parts) | Node::Or(parts) => parts.to_vec(),
            Node::Choose(a, b, c) => vec![*a, *b, *c],
            Node::Real(form) => form.terms.iter().map(|term| term.0).collect(),
        }
    }

    fn support_of_node(&self, node: &Node) -> Box<[VariableId]> {
        if let Node::Variable(variable) = node {
            return Box::new([*variable]);
        }
        let mut support: Vec<VariableId> =
            Self::operands(node).iter().flat_map(|&operand| self.support(operand)).copied().collect();
        support.sort_unstable();
        support.dedup();
        support.into_boxed_slice()
    }

    /// The range of a node from the ranges of its operands.
    pub(crate) fn interval_of_node(&self, node: &Node, of: &mut dyn FnMut(&Exprs, ExprId) -> Interval) -> Interval {
        match node {
            Node::Constant(value) => Interval::point(*value),
            Node::Variable(variable) => match &self.variables[variable.0 as usize].domain {
                Domain::Integer { range, .. } => *range,
                Domain::Real { .. } => Interval::new(-Interval::FAR, Interval::FAR),
            },
            Node::Sum { terms, constant } => self.interval_of_sum(terms, *constant, of, &mut { SUM_FUEL }),
            Node::Opaque(inner) => of(self, *inner),
            Node::Product(a, b) if a == b => {
                let side = of(self, *a);
                let square = side.times(side);
                Interval { low: if side.contains(0) { 0 } else { square.low.max(0) }, high: square.high }
            }
            Node::Product(a, b) => {
                let plain = of(self, *a).times(of(self, *b));
                // (e / d)·d lies between e and zero.
                let multiple_of = |quotient: ExprId, by: ExprId| match *self.node(quotient) {
                    Node::Quotient(dividend, divisor) if divisor == by => Some(dividend),
                    _ => None,
                };
                match multiple_of(*a, *b).or_else(|| multiple_of(*b, *a)) {
                    Some(dividend) => plain.meet(of(self, dividend).hull(Interval::point(0))),
                    None => plain,
                }
            }
            Node::Floor(dividend, divisor) => of(self, *dividend).floor_quotient(*divisor),
            Node::Quotient(a, b) => of(self, *a).quotient(of(self, *b)),
            Node::Remainder(a, b) => of(self, *a).remainder(of(self, *b)),
            Node::BitAnd(a, b) => of(self, *a).bit_and(of(self, *b)),
            Node::ShiftLeft(value, count) => {
                let count = of(self, *count);
                of(self, *value).times(Interval::new(1 << count.low.clamp(0, 63), 1 << count.high.clamp(0, 63)))
            }
            Node::ShiftRight(value, count) => {
                let (value, count) = (of(self, *value), of(self, *count));
                let near = value.floor_quotient(1 << count.low.clamp(0, 63));
                near.hull(value.floor_quotient(1 << count.high.clamp(0, 63)))
            }
            Node::Sign(inner) => {
                let inner = of(self, *inner);
                Interval { low: inner.low.signum(), high: inner.high.signum() }
            }
            Node::Compare(relation, inner) => relation.over(of(self, *inner)),
            Node::And(parts) => parts.iter().fold(Interval::point(1), |all, &part| {
                let part = of(self, part);
                Interval { low: all.low.min(part.low), high: all.high.min(part.high) }
            }),
            Node::Or(parts) => parts.iter().fold(Interval::point(0), |any, &part| {
                let part = of(self, part);
                Interval { low: any.low.max(part.low), high: any.high.max(part.high) }
            }),
            Node::Choose(condition, first, second) => match of(self, *condition).single() {
                Some(0) => of(self, *second),
                Some(_) => of(self, *first),
                None => of(self, *first).hull(of(self, *second)),
            },
            Node::Element(index, table) => self.tables.range(*table, of(self, *index)),
            Node::Float(op, format, ..) => float::range_of(*op, *format),
            Node::Real(_) => Interval::new(-Interval::FAR, Interval::FAR),
            Node::RealCompare(..) => Interval::boolean(),
        }
    }

    /// Besides adding up, uses `e - m·⌊e/m⌋ ∈ 0..m-1` wherever it makes the rest shorter.
    fn interval_of_sum(
        &self,
        terms: &[(ExprId, i128)],
        constant: i128,
        of: &mut dyn FnMut(&Exprs, ExprId) -> Interval,
        fuel: &mut u32,
    ) -> Interval {
        let mut plain = Interval::point(constant);
        for &(atom, coefficient) in terms {
            plain = plain.plus(of(self, atom).scaled(coefficient));
        }
        for &(atom, coefficient) in terms {
            let Node::Floor(dividend, divisor) = self.node(atom) else { continue };
            if coefficient % divisor != 0 {
                continue;
            }
            let factor = -(coefficient / divisor);
            let Some((mut rest, rest_constant)) = self.add_scaled(terms, constant, *dividend, -factor) else {
                continue;
            };
            rest.retain(|term| term.0 != atom);
            if rest.len() + 1 < terms.len() && *fuel > 0 {
                *fuel -= 1;
                let inner = self.interval_of_sum(&rest, rest_constant, of, fuel);
                plain = plain.meet(Interval::new(0, divisor - 1).scaled(factor).plus(inner));
            }
        }
        plain
    }
}

impl Node {
    /// Puts another number in the place of each operand of an expression over integers.
    fn rename_operands(&mut self, name: impl Fn(ExprId) -> ExprId) {
        match self {
            Node::Constant(_) | Node::Variable(_) | Node::Real(_) => {}
            Node::Sum { terms, .. } => terms.iter_mut().for_each(|term| term.0 = name(term.0)),
            Node::Opaque(a)
            | Node::Floor(a, _)
            | Node::Sign(a)
            | Node::Compare(_, a)
            | Node::Element(a, _)
            | Node::RealCompare(_, a) => *a = name(*a),
            Node::Product(a, b)
            | Node::Quotient(a, b)
            | Node::Remainder(a, b)
            | Node::BitAnd(a, b)
            | Node::ShiftLeft(a, b)
            | Node::ShiftRight(a, b)
            | Node::Float(_, _, a, b) => (*a, *b) = (name(*a), name(*b)),
            Node::And(parts) | Node::Or(parts) => parts.iter_mut().for_each(|part| *part = name(*part)),
            Node::Choose(a, b, c) => (*a, *b, *c) = (name(*a), name(*b), name(*c)),
        }
    }
}

impl ZeroRelation {
    pub fn holds(self, value: i128) -> bool {
        match self {
            ZeroRelation::AtMost => value <= 0,
            ZeroRelation::Equal => value == 0,
            ZeroRelation::Unequal => value != 0,
        }
    }

    /// The possible truth values (as 0 and 1) over a range.
    pub fn over(self, range: Interval) -> Interval {
        let (always, never) = match self {
            ZeroRelation::AtMost => (range.high <= 0, range.low > 0),
            ZeroRelation::Equal => (range.low == 0 && range.high == 0, !range.contains(0)),
            ZeroRelation::Unequal => (!range.contains(0), range.low == 0 && range.high == 0),
        };
        Interval { low: i128::from(always), high: i128::from(!never) }
    }
}

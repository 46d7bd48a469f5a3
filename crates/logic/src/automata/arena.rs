//! Formulas in negation normal form, each stored once, simplified as they are built.
//!
//! Two temporal operators beside `X` suffice: `U` and its dual `R` (`F a = true U a`, `G a = false R a`,
//! `a W b = b R (a | b)`). Conjunction and release are built as the negation of their duals, so that each rule of
//! simplification is written once. The rules lift whatever is independent of finite prefixes (`G F a`, `F G a` and
//! their Boolean combinations, called *suspendable*) out of other operators, because such parts need no memory
//! (Babiak, Badie, Duret-Lutz, Křetínský, Strejček: "Compositional approach to suspension and other improvements to
//! LTL translation", SPIN 2013).

use super::AutomatonError;
use super::ltl::Ltl;
use crate::formula::Steps;
use std::collections::HashMap;

/// Children are always older than their parents, that is, their ids are smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NodeId(pub u32);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Bool(bool),
    Literal { proposition: usize, positive: bool },
    And(Vec<NodeId>),
    Or(Vec<NodeId>),
    Next(NodeId),
    Until(NodeId, NodeId),
    Release(NodeId, NodeId),
}

pub(super) struct Arena {
    nodes: Vec<Node>,
    index: HashMap<Node, NodeId>,
    negations: HashMap<NodeId, NodeId>,
    implications: HashMap<(NodeId, NodeId), bool>,
    /// The place of a node in a chain of unrolled bounds.
    links: HashMap<NodeId, Link>,
    chains: HashMap<(NodeId, NodeId, bool), u32>,
    pub traits: Vec<Traits>,
}

/// Where a formula stands in the temporal hierarchy (Manna and Pnueli), as far as its syntax tells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    /// Co-safety (Σ1): satisfaction shows in a finite prefix.
    pub cosafe: bool,
    /// Safety (Π1): violation shows in a finite prefix.
    pub safe: bool,
    /// Persistence (Σ2): an until may contain safety formulas, nothing more.
    pub persistent: bool,
    /// Recurrence (Π2): a release may contain co-safety formulas, nothing more.
    pub recurrent: bool,
    /// Not affected by adding or removing a finite prefix.
    pub suspendable: bool,
}

/// Nodes of one chain imply one another in the order of their positions: `X F<=3 a` implies `X F<=5 a`, and stays ahead
/// of it whatever is read. Without this knowledge, the states of `G (a => F<=k b)` would be sets of deadlines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub chain: u32,
    pub position: i64,
}

/// Bounds of temporal operators are unrolled, so that they must stay within reason.
const NODES_MAX: usize = 500_000;
/// Implication is only a heuristic: it looks this far into a formula.
const IMPLICATION_DEPTH: u32 = 12;
/// Longer disjunctions are not searched for parts that imply one another.
const PAIRWISE_MAX: usize = 40;

impl Arena {
    pub(super) const FALSE: NodeId = NodeId(0);
    pub(super) const TRUE: NodeId = NodeId(1);

    pub(super) fn new() -> Arena {
        let mut arena = Arena {
            nodes: Vec::new(),
            index: HashMap::new(),
            negations: HashMap::new(),
            implications: HashMap::new(),
            links: HashMap::new(),
            chains: HashMap::new(),
            traits: Vec::new(),
        };
        let falsity = arena.intern(Node::Bool(false));
        let truth = arena.intern(Node::Bool(true));
        assert!(falsity == Arena::FALSE && truth == Arena::TRUE);
        arena
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn traits_of(&self, id: NodeId) -> Traits {
        self.traits[id.0 as usize]
    }

    pub(super) fn children(&self, id: NodeId) -> Vec<NodeId> {
        match self.node(id) {
            Node::Bool(_) | Node::Literal { .. } => vec![],
            Node::And(operands) | Node::Or(operands) => operands.clone(),
            Node::Next(operand) => vec![*operand],
            Node::Until(left, right) | Node::Release(left, right) => vec![*left, *right],
        }
    }

    /// Everything that occurs in `root`, itself included, children before parents.
    pub(super) fn reachable(&self, root: NodeId) -> Vec<NodeId> {
        let mut found = std::collections::BTreeSet::from([root]);
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            open.extend(self.children(id).into_iter().filter(|&child| found.insert(child)));
        }
        found.into_iter().collect()
    }

    fn intern(&mut self, node: Node) -> NodeId {
        if let Some(&id) = self.index.get(&node) {
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        let traits = self.derive_traits(&node);
        self.nodes.push(node.clone());
        self.traits.push(traits);
        self.index.insert(node, id);
        id
    }

    fn derive_traits(&self, node: &Node) -> Traits {
        let all = |operands: &[NodeId], has: fn(Traits) -> bool| operands.iter().all(|&id| has(self.traits_of(id)));
        let none = Traits { cosafe: true, safe: true, persistent: true, recurrent: true, suspendable: false };
        match node {
            Node::Bool(_) | Node::Literal { .. } => none,
            Node::And(operands) | Node::Or(operands) => Traits {
                cosafe: all(operands, |part| part.cosafe),
                safe: all(operands, |part| part.safe),
                persistent: all(operands, |part| part.persistent),
                recurrent: all(operands, |part| part.recurrent),
                suspendable: all(operands, |part| part.suspendable),
            },
            Node::Next(operand) => Traits { suspendable: false, ..self.traits_of(*operand) },
            Node::Until(left, right) => {
                let (left_part, right_part) = (self.traits_of(*left), self.traits_of(*right));
                let cosafe = left_part.cosafe && right_part.cosafe;
                let always = matches!(self.node(*right), Node::Release(Arena::FALSE, _));
                Traits {
                    cosafe,
                    safe: false,
                    persistent: left_part.persistent && right_part.persistent,
                    recurrent: cosafe,
                    suspendable: *left == Arena::TRUE && always,
                }
            }
            Node::Release(left, right) => {
                let (left_part, right_part) = (self.traits_of(*left), self.traits_of(*right));
                let safe = left_part.safe && right_part.safe;
                let eventually = matches!(self.node(*right), Node::Until(Arena::TRUE, _));
                Traits {
                    cosafe: false,
                    safe,
                    persistent: safe,
                    recurrent: left_part.recurrent && right_part.recurrent,
                    suspendable: *left == Arena::FALSE && eventually,
                }
            }
        }
    }

    pub(super) fn negate(&mut self, id: NodeId) -> NodeId {
        if let Some(&known) = self.negations.get(&id) {
            return known;
        }
        let negated = match self.node(id).clone() {
            Node::Bool(value) => Node::Bool(!value),
            Node::Literal { proposition, positive } => Node::Literal { proposition, positive: !positive },
            Node::And(operands) => Node::Or(self.negate_all(&operands)),
            Node::Or(operands) => Node::And(self.negate_all(&operands)),
            Node::Next(operand) => Node::Next(self.negate(operand)),
            Node::Until(left, right) => Node::Release(self.negate(left), self.negate(right)),
            Node::Release(left, right) => Node::Until(self.negate(left), self.negate(right)),
        };
        let negated = self.intern(negated);
        self.negations.insert(id, negated);
        self.negations.insert(negated, id);
        negated
    }

    fn negate_all(&mut self, operands: &[NodeId]) -> Vec<NodeId> {
        let mut negated: Vec<NodeId> = operands.iter().map(|&operand| self.negate(operand)).collect();
        negated.sort_unstable();
        negated
    }

    pub(super) fn literal(&mut self, proposition: usize) -> NodeId {
        self.intern(Node::Literal { proposition, positive: true })
    }

    pub(super) fn and(&mut self, operands: &[NodeId]) -> NodeId {
        let negated = self.negate_all(operands);
        let result = self.or(&negated);
        self.negate(result)
    }

    pub(super) fn or(&mut self, operands: &[NodeId]) -> NodeId {
        let mut flat = Vec::new();
        for &operand in operands {
            match self.node(operand) {
                Node::Or(inner) => flat.extend(inner.iter().copied()),
                _ => flat.push(operand),
            }
        }
        flat = self.merge_recurrences(flat);
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|&id| id != Arena::FALSE);
        if flat.len() <= PAIRWISE_MAX {
            let mut kept: Vec<NodeId> = Vec::new();
            for &candidate in &flat {
                let negated = self.negate(candidate);
                if kept.iter().any(|&other| self.implies(negated, other, IMPLICATION_DEPTH)) {
                    return Arena::TRUE;
                }
                if kept.iter().any(|&other| self.implies(candidate, other, IMPLICATION_DEPTH)) {
                    continue;
                }
                kept.retain(|&other| !self.implies(other, candidate, IMPLICATION_DEPTH));
                kept.push(candidate);
            }
            flat = kept;
        }
        if flat.contains(&Arena::TRUE) {
            return Arena::TRUE;
        }
        match flat[..] {
            [] => Arena::FALSE,
            [only] => only,
            _ => self.intern(Node::Or(flat)),
        }
    }

    /// `G F a | G F b` is `G F (a | b)`.
    fn merge_recurrences(&mut self, operands: Vec<NodeId>) -> Vec<NodeId> {
        let goal = |arena: &Arena, id: NodeId| match arena.node(id) {
            Node::Release(Arena::FALSE, eventually) => match arena.node(*eventually) {
                Node::Until(Arena::TRUE, goal) => Some(*goal),
                _ => None,
            },
            _ => None,
        };
        let goals: Vec<NodeId> = operands.iter().filter_map(|&id| goal(self, id)).collect();
        if goals.len() < 2 {
            return operands;
        }
        let mut merged: Vec<NodeId> = operands.into_iter().filter(|&id| goal(self, id).is_none()).collect();
        let together = self.or(&goals);
        let eventually = self.until(Arena::TRUE, together);
        merged.push(self.release(Arena::FALSE, eventually));
        merged
    }

    pub(super) fn next(&mut self, operand: NodeId) -> NodeId {
        if operand == Arena::TRUE || operand == Arena::FALSE || self.traits_of(operand).suspendable {
            return operand;
        }
        self.intern(Node::Next(operand))
    }

    pub(super) fn release(&mut self, left: NodeId, right: NodeId) -> NodeId {
        let (left, right) = (self.negate(left), self.negate(right));
        let dual = self.until(left, right);
        self.negate(dual)
    }

    pub(super) fn until(&mut self, left: NodeId, right: NodeId) -> NodeId {
        let right_is_constant = right == Arena::TRUE || right == Arena::FALSE;
        if right_is_constant || left == Arena::FALSE || self.traits_of(right).suspendable {
            return right;
        }
        if self.implies(left, right, IMPLICATION_DEPTH) {
            return right;
        }
        match (self.node(left).clone(), self.node(right).clone()) {
            // a U (a U b) = a U b, and F (a U b) = F b
            (_, Node::Until(inner, _)) if inner == left => return right,
            (_, Node::Until(_, goal)) if left == Arena::TRUE => return self.until(left, goal),
            (_, Node::Next(goal)) if left == Arena::TRUE => {
                let inner = self.until(left, goal);
                return self.next(inner);
            }
            (Node::Next(stay), Node::Next(goal)) => {
                let inner = self.until(stay, goal);
                return self.next(inner);
            }
            (_, Node::Or(parts)) => {
                if let Some((suspendable, rest)) = self.split_suspendable(&parts) {
                    let rest = self.or(&rest);
                    let rest = self.until(left, rest);
                    return self.or(&[&suspendable[..], &[rest]].concat());
                }
            }
            (_, Node::And(parts)) => {
                if let Some((suspendable, rest)) = self.split_suspendable(&parts) {
                    let rest = self.and(&rest);
                    let rest = self.until(left, rest);
                    return self.and(&[&suspendable[..], &[rest]].concat());
                }
            }
            _ => {}
        }
        self.until_lifting_left(left, right)
    }

    /// The remaining rules of `until`: those that lift suspendable parts out of its left side.
    fn until_lifting_left(&mut self, left: NodeId, right: NodeId) -> NodeId {
        if self.traits_of(left).suspendable {
            let eventually = self.until(Arena::TRUE, right);
            let later = self.and(&[left, eventually]);
            return self.or(&[right, later]);
        }
        match self.node(left).clone() {
            Node::And(parts) => {
                if let Some((suspendable, rest)) = self.split_suspendable(&parts) {
                    // (a & s) U b = b | (s & (a U b))
                    let rest = self.and(&rest);
                    let rest = self.until(rest, right);
                    let later = self.and(&[&suspendable[..], &[rest]].concat());
                    return self.or(&[right, later]);
                }
            }
            Node::Or(parts) => {
                if let Some((suspendable, rest)) = self.split_suspendable(&parts) {
                    // (a | s) U b = (a U b) | (s & F b)
                    let (rest, suspendable) = (self.or(&rest), self.or(&suspendable));
                    let rest = self.until(rest, right);
                    let eventually = self.until(Arena::TRUE, right);
                    let later = self.and(&[suspendable, eventually]);
                    return self.or(&[rest, later]);
                }
            }
            _ => {}
        }
        self.intern(Node::Until(left, right))
    }

    /// The suspendable parts and the others, if there are both.
    fn split_suspendable(&self, parts: &[NodeId]) -> Option<(Vec<NodeId>, Vec<NodeId>)> {
        let (suspendable, rest): (Vec<NodeId>, Vec<NodeId>) =
            parts.iter().partition(|&&part| self.traits_of(part).suspendable);
        (!suspendable.is_empty() && !rest.is_empty()).then_some((suspendable, rest))
    }

    /// Whether `left` implies `right`, as far as a look at the syntax tells: `false` may also mean "not seen".
    fn implies(&mut self, left: NodeId, right: NodeId, depth: u32) -> bool {
        if left == right || left == Arena::FALSE || right == Arena::TRUE {
            return true;
        }
        if depth == 0 {
            return false;
        }
        if let Some(&known) = self.implications.get(&(left, right)) {
            return known;
        }
        let result = self.implies_by_structure(left, right, depth - 1);
        self.implications.insert((left, right), result);
        result
    }

    fn implies_by_structure(&mut self, left: NodeId, right: NodeId, depth: u32) -> bool {
        let (left_node, right_node) = (self.node(left).clone(), self.node(right).clone());
        if let Node::Or(parts) = &left_node {
            return parts.iter().all(|&part| self.implies(part, right, depth));
        }
        if let Node::And(parts) = &right_node {
            return parts.iter().all(|&part| self.implies(left, part, depth));
        }
        let some_part = match &left_node {
            Node::And(parts) => parts.iter().any(|&part| self.implies(part, right, depth)),
            // `a U b` implies `a | b`; `a R b` implies `b`.
            Node::Until(stay, goal) => self.implies(*stay, right, depth) && self.implies(*goal, right, depth),
            Node::Release(_, hold) => self.implies(*hold, right, depth),
            _ => false,
        };
        if some_part {
            return true;
        }
        match (&left_node, &right_node) {
            (Node::Until(stay, goal), Node::Until(wider_stay, wider_goal)) => {
                self.implies(left, *wider_goal, depth)
                    || (self.implies(*stay, *wider_stay, depth) && self.implies(*goal, *wider_goal, depth))
                    || (*wider_stay == Arena::TRUE && self.implies(*goal, right, depth))
            }
            (Node::Release(free, hold), Node::Release(wider_free, wider_hold)) => {
                (self.implies(*free, *wider_free, depth) && self.implies(*hold, *wider_hold, depth))
                    || (*free == Arena::FALSE && self.implies(left, *wider_hold, depth))
                    || (self.implies(left, *wider_free, depth) && self.implies(left, *wider_hold, depth))
            }
            (_, Node::Until(_, goal)) => self.implies(left, *goal, depth),
            (_, Node::Release(free, hold)) => self.implies(left, *free, depth) && self.implies(left, *hold, depth),
            (_, Node::Or(parts)) => parts.iter().any(|&part| self.implies(left, part, depth)),
            (Node::Next(inner), Node::Next(wider)) => self.implies(*inner, *wider, depth),
            _ => false,
        }
    }

    /// `left U[steps] right`, unrolled.
    fn until_within(&mut self, steps: Steps, left: NodeId, right: NodeId) -> Result<NodeId, AutomatonError> {
        let depth = steps.upper.unwrap_or(steps.lower);
        // Each step of the bound makes up to eight nodes, negations included.
        let needed = (depth as usize).saturating_mul(8).saturating_add(self.nodes.len());
        if depth > 0 && needed > NODES_MAX {
            return Err(AutomatonError::BoundTooLarge { bound: depth });
        }
        let mut formula = match steps.upper {
            None => self.until(left, right),
            Some(_) => right,
        };
        for position in 0..steps.upper.unwrap_or(steps.lower) - steps.lower {
            let later = self.next(formula);
            self.link((left, right, true), later, position as i64);
            let stay = self.and(&[left, later]);
            formula = self.or(&[right, stay]);
        }
        for position in 0..steps.lower {
            // `F>=3 a` implies `F>=2 a`, but with a condition on the left side or an upper bound there is no such order.
            let ordered = left == Arena::TRUE && steps.upper.is_none();
            if ordered && position == 0 {
                self.link((left, right, false), formula, 0);
            }
            let later = self.next(formula);
            if ordered {
                self.link((left, right, false), later, -1 - position as i64);
            }
            formula = self.and(&[left, later]);
        }
        Ok(formula)
    }

    fn link(&mut self, chain: (NodeId, NodeId, bool), node: NodeId, position: i64) {
        let fresh = 2 * self.chains.len() as u32;
        let chain = *self.chains.entry(chain).or_insert(fresh);
        let negation = self.negate(node);
        self.links.entry(node).or_insert(Link { chain, position });
        self.links.entry(negation).or_insert(Link { chain: chain + 1, position: -position });
    }

    pub(super) fn link_of(&self, id: NodeId) -> Option<Link> {
        self.links.get(&id).copied()
    }

    pub(super) fn build(&mut self, formula: &Ltl) -> Result<NodeId, AutomatonError> {
        Ok(match formula {
            Ltl::Bool(false) => Arena::FALSE,
            Ltl::Bool(true) => Arena::TRUE,
            Ltl::Proposition(number) => self.literal(*number),
            Ltl::Not(operand) => {
                let operand = self.build(operand)?;
                self.negate(operand)
            }
            Ltl::And(left, right) => {
                let operands = [self.build(left)?, self.build(right)?];
                self.and(&operands)
            }
            Ltl::Or(left, right) => {
                let operands = [self.build(left)?, self.build(right)?];
                self.or(&operands)
            }
            Ltl::Implies(left, right) => {
                let (left, right) = (self.build(left)?, self.build(right)?);
                let left = self.negate(left);
                self.or(&[left, right])
            }
            Ltl::Iff(left, right) => {
                let (left, right) = (self.build(left)?, self.build(right)?);
                let (not_left, not_right) = (self.negate(left), self.negate(right));
                let both = self.and(&[left, right]);
                let neither = self.and(&[not_left, not_right]);
                self.or(&[both, neither])
            }
            Ltl::Next(operand) => {
                let operand = self.build(operand)?;
                self.next(operand)
            }
            Ltl::Eventually(steps, operand) => {
                let operand = self.build(operand)?;
                self.until_within(*steps, Arena::TRUE, operand)?
            }
            Ltl::Globally(steps, operand) => {
                let operand = self.build(operand)?;
                let negated = self.negate(operand);
                let violated = self.until_within(*steps, Arena::TRUE, negated)?;
                self.negate(violated)
            }
            Ltl::Until(steps, left, right) => {
                let (left, right) = (self.build(left)?, self.build(right)?);
                self.until_within(*steps, left, right)?
            }
            Ltl::Release(steps, left, right) => {
                let (left, right) = (self.build(left)?, self.build(right)?);
                let (left, right) = (self.negate(left), self.negate(right));
                let violated = self.until_within(*steps, left, right)?;
                self.negate(violated)
            }
            Ltl::WeakUntil(steps, left, right) => {
                // PRISM: a W b = !((a & !b) U (!a & !b)), the bound kept on the until. Without a lower bound `a` may be
                // left out on the left side, which makes smaller automata.
                let (left, right) = (self.build(left)?, self.build(right)?);
                let (not_left, not_right) = (self.negate(left), self.negate(right));
                let stay = if steps.lower == 0 { not_right } else { self.and(&[left, not_right]) };
                let stop = self.and(&[not_left, not_right]);
                let violated = self.until_within(*steps, stay, stop)?;
                self.negate(violated)
            }
        })
    }
}

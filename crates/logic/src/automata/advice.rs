//! Formulas read with advice about the far future (Esparza, Křetínský, Sickert: "One theorem to rule them all: a unified
//! translation of LTL into ω-automata", LICS 2018, Definitions 6 and 9).
//!
//! Told which untils hold infinitely often, a formula turns into a safety formula; told which releases hold from some
//! point on for ever, it turns into a co-safety formula.

use super::arena::{Arena, Node, NodeId};
use std::collections::{BTreeSet, HashMap};

/// `φ[X]ν`: an until in `recurring` need not be fulfilled at any particular time and becomes a weak until; any other
/// until has been fulfilled for the last time and becomes false.
pub(super) fn as_safety(arena: &mut Arena, formula: NodeId, recurring: &BTreeSet<NodeId>) -> NodeId {
    rewrite(arena, formula, |arena, id, node| match node {
        Node::Until(stay, goal) if recurring.contains(&id) => {
            let either = arena.or(&[stay, goal]);
            arena.release(goal, either)
        }
        Node::Until(..) => Arena::FALSE,
        Node::Release(free, hold) => arena.release(free, hold),
        _ => unreachable!("only temporal operators are passed"),
    })
}

/// `φ[Y]μ`: a release in `persisting` holds for ever and becomes true; any other one must be released some time.
pub(super) fn as_cosafety(arena: &mut Arena, formula: NodeId, persisting: &BTreeSet<NodeId>) -> NodeId {
    rewrite(arena, formula, |arena, id, node| match node {
        Node::Release(..) if persisting.contains(&id) => Arena::TRUE,
        Node::Release(free, hold) => {
            let both = arena.and(&[free, hold]);
            arena.until(hold, both)
        }
        Node::Until(stay, goal) => arena.until(stay, goal),
        _ => unreachable!("only temporal operators are passed"),
    })
}

/// Rebuilds `formula` from its leaves; `temporal` says what becomes of an until or a release, given its id and the node
/// with its operands already rewritten. A loop, not a recursion: unrolled bounds make deep formulas.
fn rewrite(arena: &mut Arena, formula: NodeId, mut temporal: impl FnMut(&mut Arena, NodeId, Node) -> NodeId) -> NodeId {
    let mut rewritten: HashMap<NodeId, NodeId> = HashMap::new();
    for id in arena.reachable(formula) {
        let new = match arena.node(id).clone() {
            Node::Bool(_) | Node::Literal { .. } => id,
            Node::And(operands) => {
                let operands: Vec<NodeId> = operands.iter().map(|operand| rewritten[operand]).collect();
                arena.and(&operands)
            }
            Node::Or(operands) => {
                let operands: Vec<NodeId> = operands.iter().map(|operand| rewritten[operand]).collect();
                arena.or(&operands)
            }
            Node::Next(operand) => arena.next(rewritten[&operand]),
            Node::Until(left, right) => temporal(arena, id, Node::Until(rewritten[&left], rewritten[&right])),
            Node::Release(left, right) => temporal(arena, id, Node::Release(rewritten[&left], rewritten[&right])),
        };
        rewritten.insert(id, new);
    }
    rewritten[&formula]
}

//! What remains to be satisfied after a letter was read: the function `af` of Esparza, Křetínský and Sickert ("after"),
//! on formulas up to propositional equivalence. The variables of a diagram are literals and temporal formulas.

use super::advice::as_safety;
use super::arena::{Arena, Node, NodeId};
use super::bdd::{Bdd, Diagrams};
use std::collections::{BTreeSet, HashMap};

pub(super) struct Progress {
    pub arena: Arena,
    pub diagrams: Diagrams,
    /// The formula that each variable stands for; literals stand there positively.
    formulas: Vec<NodeId>,
    variables: HashMap<NodeId, u32>,
    diagram_of: HashMap<NodeId, Bdd>,
    after_formula: HashMap<(NodeId, u64), Bdd>,
    after_diagram: HashMap<u64, HashMap<Bdd, Bdd>>,
    safety: HashMap<(usize, Bdd), Bdd>,
    simplified: HashMap<Bdd, Bdd>,
}

/// More deadlines than this at once are left alone: comparing them all would take longer than it saves.
const LINKED_MAX: usize = 32;

impl Progress {
    pub(super) fn new(arena: Arena) -> Progress {
        Progress {
            arena,
            diagrams: Diagrams::new(),
            formulas: Vec::new(),
            variables: HashMap::new(),
            diagram_of: HashMap::new(),
            after_formula: HashMap::new(),
            after_diagram: HashMap::new(),
            safety: HashMap::new(),
            simplified: HashMap::new(),
        }
    }

    fn variable(&mut self, formula: NodeId) -> Bdd {
        let fresh = self.formulas.len() as u32;
        let variable = *self.variables.entry(formula).or_insert(fresh);
        if variable == fresh {
            self.formulas.push(formula);
        }
        self.diagrams.variable(variable)
    }

    /// The formula as a Boolean function of its literals and temporal parts.
    pub(super) fn diagram(&mut self, formula: NodeId) -> Bdd {
        if let Some(&known) = self.diagram_of.get(&formula) {
            return known;
        }
        let result = match self.arena.node(formula).clone() {
            Node::Bool(false) => Bdd::FALSE,
            Node::Bool(true) => Bdd::TRUE,
            Node::Literal { positive: true, .. } | Node::Next(_) | Node::Until(..) | Node::Release(..) => {
                self.variable(formula)
            }
            Node::Literal { positive: false, .. } => {
                let positive = self.arena.negate(formula);
                let variable = self.variable(positive);
                self.diagrams.not(variable)
            }
            Node::And(operands) => operands.into_iter().fold(Bdd::TRUE, |all, operand| {
                let operand = self.diagram(operand);
                self.diagrams.and(all, operand)
            }),
            Node::Or(operands) => operands.into_iter().fold(Bdd::FALSE, |any, operand| {
                let operand = self.diagram(operand);
                self.diagrams.or(any, operand)
            }),
        };
        self.diagram_of.insert(formula, result);
        result
    }

    fn formula_after(&mut self, formula: NodeId, letter: u64) -> Bdd {
        if let Some(&known) = self.after_formula.get(&(formula, letter)) {
            return known;
        }
        let result = match self.arena.node(formula).clone() {
            Node::Bool(value) => constant(value),
            Node::Literal { proposition, positive } => constant((letter >> proposition & 1 == 1) == positive),
            Node::And(operands) => operands.into_iter().fold(Bdd::TRUE, |all, operand| {
                let operand = self.formula_after(operand, letter);
                self.diagrams.and(all, operand)
            }),
            Node::Or(operands) => operands.into_iter().fold(Bdd::FALSE, |any, operand| {
                let operand = self.formula_after(operand, letter);
                self.diagrams.or(any, operand)
            }),
            Node::Next(operand) => self.diagram(operand),
            Node::Until(stay, goal) => {
                let (stay, goal) = (self.formula_after(stay, letter), self.formula_after(goal, letter));
                let again = self.diagram(formula);
                let later = self.diagrams.and(stay, again);
                self.diagrams.or(goal, later)
            }
            Node::Release(free, hold) => {
                let (free, hold) = (self.formula_after(free, letter), self.formula_after(hold, letter));
                let again = self.diagram(formula);
                let later = self.diagrams.or(free, again);
                self.diagrams.and(hold, later)
            }
        };
        self.after_formula.insert((formula, letter), result);
        result
    }

    /// What remains of `diagram` after `letter`.
    pub(super) fn after(&mut self, diagram: Bdd, letter: u64) -> Bdd {
        let mut memo = self.after_diagram.remove(&letter).unwrap_or_default();
        let result =
            self.substitute(diagram, &mut memo, &mut |progress, formula| progress.formula_after(formula, letter));
        self.after_diagram.insert(letter, memo);
        self.simplify(result)
    }

    /// Drops variables that matter only for assignments which contradict the order of unrolled bounds. That order is
    /// kept by `after` and by advice, so that this is safe at any time.
    fn simplify(&mut self, diagram: Bdd) -> Bdd {
        if let Some(&known) = self.simplified.get(&diagram) {
            return known;
        }
        let links = self.diagrams.support(diagram).into_iter().filter_map(|variable| {
            let link = self.arena.link_of(self.formulas[variable as usize])?;
            Some((link.chain, link.position, variable))
        });
        let mut links: Vec<(u32, i64, u32)> = links.collect();
        links.sort_unstable();
        let mut order = Bdd::TRUE;
        if links.len() <= LINKED_MAX {
            for pair in links.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
                let (stronger, weaker) = (self.diagrams.variable(pair[0].2), self.diagrams.variable(pair[1].2));
                let implication = self.diagrams.if_then_else(stronger, weaker, Bdd::TRUE);
                order = self.diagrams.and(order, implication);
            }
        }
        let mut result = diagram;
        if order != Bdd::TRUE {
            let meaning = self.diagrams.and(diagram, order);
            for (_, _, variable) in links {
                for value in [false, true] {
                    let candidate = self.diagrams.cofactor(result, variable, value);
                    if self.diagrams.and(candidate, order) == meaning {
                        result = candidate;
                        break;
                    }
                }
            }
        }
        self.simplified.insert(diagram, result);
        result
    }

    /// `diagram[X]ν` for the advice `recurring`, which `key` identifies.
    pub(super) fn as_safety(&mut self, diagram: Bdd, key: usize, recurring: &BTreeSet<NodeId>) -> Bdd {
        if let Some(&known) = self.safety.get(&(key, diagram)) {
            return known;
        }
        let mut memo = HashMap::new();
        let result = self.substitute(diagram, &mut memo, &mut |progress, formula| {
            let formula = as_safety(&mut progress.arena, formula, recurring);
            progress.diagram(formula)
        });
        self.safety.insert((key, diagram), result);
        result
    }

    /// Replaces each variable by the diagram that `of_formula` gives for the formula it stands for.
    fn substitute(
        &mut self,
        diagram: Bdd,
        memo: &mut HashMap<Bdd, Bdd>,
        of_formula: &mut dyn FnMut(&mut Progress, NodeId) -> Bdd,
    ) -> Bdd {
        if diagram == Bdd::FALSE || diagram == Bdd::TRUE {
            return diagram;
        }
        if let Some(&known) = memo.get(&diagram) {
            return known;
        }
        let (variable, low, high) = self.diagrams.parts(diagram);
        let condition = of_formula(self, self.formulas[variable as usize]);
        let low = self.substitute(low, memo, of_formula);
        let high = self.substitute(high, memo, of_formula);
        let result = self.diagrams.if_then_else(condition, high, low);
        memo.insert(diagram, result);
        result
    }
}

fn constant(value: bool) -> Bdd {
    if value { Bdd::TRUE } else { Bdd::FALSE }
}

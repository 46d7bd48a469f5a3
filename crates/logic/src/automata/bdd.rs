//! Binary decision diagrams: Boolean functions in canonical form, so that two states of an automaton are the same state
//! exactly if their formulas are propositionally equivalent (Bryant 1986).

use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Bdd(pub u32);

impl Bdd {
    pub(super) const FALSE: Bdd = Bdd(0);
    pub(super) const TRUE: Bdd = Bdd(1);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Branch {
    variable: u32,
    low: Bdd,
    high: Bdd,
}

/// The memory of past results is only an acceleration: beyond this size it starts afresh.
const COMPUTED_MAX: usize = 1 << 21;

pub(super) struct Diagrams {
    /// The first two are the constants; children come before their parents.
    branches: Vec<Branch>,
    unique: HashMap<Branch, Bdd>,
    computed: HashMap<(Bdd, Bdd, Bdd), Bdd>,
}

impl Diagrams {
    pub(super) fn new() -> Diagrams {
        // Constants branch on a variable behind all others, so that the least variable is found without a special case.
        let constant = |value| Branch { variable: u32::MAX, low: value, high: value };
        Diagrams {
            branches: vec![constant(Bdd::FALSE), constant(Bdd::TRUE)],
            unique: HashMap::new(),
            computed: HashMap::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.branches.len()
    }

    pub(super) fn variable(&mut self, variable: u32) -> Bdd {
        self.branch(variable, Bdd::FALSE, Bdd::TRUE)
    }

    /// Variable, low and high child.
    pub(super) fn parts(&self, diagram: Bdd) -> (u32, Bdd, Bdd) {
        let Branch { variable, low, high } = self.branches[diagram.0 as usize];
        (variable, low, high)
    }

    fn branch(&mut self, variable: u32, low: Bdd, high: Bdd) -> Bdd {
        if low == high {
            return low;
        }
        let branch = Branch { variable, low, high };
        *self.unique.entry(branch).or_insert_with(|| {
            self.branches.push(branch);
            Bdd(self.branches.len() as u32 - 1)
        })
    }

    pub(super) fn and(&mut self, left: Bdd, right: Bdd) -> Bdd {
        self.if_then_else(left, right, Bdd::FALSE)
    }

    pub(super) fn or(&mut self, left: Bdd, right: Bdd) -> Bdd {
        self.if_then_else(left, Bdd::TRUE, right)
    }

    pub(super) fn not(&mut self, operand: Bdd) -> Bdd {
        self.if_then_else(operand, Bdd::FALSE, Bdd::TRUE)
    }

    pub(super) fn if_then_else(&mut self, condition: Bdd, first: Bdd, second: Bdd) -> Bdd {
        if condition == Bdd::TRUE || first == second {
            return first;
        }
        if condition == Bdd::FALSE {
            return second;
        }
        if first == Bdd::TRUE && second == Bdd::FALSE {
            return condition;
        }
        let key = (condition, first, second);
        if let Some(&known) = self.computed.get(&key) {
            return known;
        }
        let operands = [condition, first, second];
        let variable = operands.map(|operand| self.branches[operand.0 as usize].variable).into_iter().min();
        let variable = variable.expect("there are three operands");
        let cofactors = |diagrams: &Diagrams, high: bool| {
            operands.map(|operand| {
                let branch = diagrams.branches[operand.0 as usize];
                match branch.variable == variable {
                    false => operand,
                    true if high => branch.high,
                    true => branch.low,
                }
            })
        };
        let [condition, first, second] = cofactors(self, false);
        let low = self.if_then_else(condition, first, second);
        let [condition, first, second] = cofactors(self, true);
        let high = self.if_then_else(condition, first, second);
        let result = self.branch(variable, low, high);
        if self.computed.len() >= COMPUTED_MAX {
            self.computed.clear();
        }
        self.computed.insert(key, result);
        result
    }

    /// The variables that the function depends on.
    pub(super) fn support(&self, diagram: Bdd) -> BTreeSet<u32> {
        let (mut variables, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![diagram]);
        while let Some(diagram) = open.pop() {
            if diagram != Bdd::FALSE && diagram != Bdd::TRUE && seen.insert(diagram) {
                let (variable, low, high) = self.parts(diagram);
                variables.insert(variable);
                open.extend([low, high]);
            }
        }
        variables
    }

    /// The function with one variable fixed.
    pub(super) fn cofactor(&mut self, diagram: Bdd, variable: u32, value: bool) -> Bdd {
        let mut memo = HashMap::new();
        self.cofactor_below(diagram, variable, value, &mut memo)
    }

    fn cofactor_below(&mut self, diagram: Bdd, fixed: u32, value: bool, memo: &mut HashMap<Bdd, Bdd>) -> Bdd {
        let (variable, low, high) = self.parts(diagram);
        if variable > fixed {
            return diagram;
        }
        if variable == fixed {
            return if value { high } else { low };
        }
        if let Some(&known) = memo.get(&diagram) {
            return known;
        }
        let low = self.cofactor_below(low, fixed, value, memo);
        let high = self.cofactor_below(high, fixed, value, memo);
        let result = self.branch(variable, low, high);
        memo.insert(diagram, result);
        result
    }
}

//! Gates over the variables of a SAT solver: equal gates are one, constants vanish (Tseitin's encoding, structurally hashed).

use crate::execution::Pulse;
use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use hashbrown::HashMap;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Instant;

pub type Bit = Lit;

/// When a question is given up.
#[derive(Clone, Debug, Default)]
pub struct Patience {
    pub deadline: Option<Instant>,
    pub pulse: Option<Arc<Pulse>>,
}

impl Patience {
    pub fn is_over(&self) -> bool {
        self.pulse.as_ref().is_some_and(|pulse| pulse.is_interrupted())
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The solver asks often whether to stop; the clock is read only now and then.
#[derive(Default)]
struct Watch {
    patience: Patience,
    asked: Cell<u64>,
    asked_max: u64,
    is_over: Cell<bool>,
}

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() > self.asked_max {
            self.is_over.set(true);
        } else if self.asked.get().is_multiple_of(1024) {
            self.is_over.set(self.is_over.get() || self.patience.is_over());
        }
        self.is_over.get()
    }
}

pub struct Gates {
    solver: Solver<Watch>,
    pub yes: Bit,
    ands: HashMap<(Bit, Bit), Bit>,
    xors: HashMap<(Bit, Bit), Bit>,
    choices: HashMap<(Bit, Bit, Bit), Bit>,
    majorities: HashMap<(Bit, Bit, Bit), Bit>,
}

impl std::fmt::Debug for Gates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} gates", self.size())
    }
}

impl Default for Gates {
    fn default() -> Self {
        Gates::new()
    }
}

impl Gates {
    pub fn new() -> Gates {
        let mut solver = Solver::new(SolverOpts::default(), Watch::default());
        let yes = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![yes]);
        let (ands, xors) = (HashMap::new(), HashMap::new());
        Gates { solver, yes, ands, xors, choices: HashMap::new(), majorities: HashMap::new() }
    }

    /// How many variables the solver has.
    pub fn size(&self) -> usize {
        self.solver.num_vars() as usize
    }

    pub fn no(&self) -> Bit {
        !self.yes
    }

    pub fn constant(&self, value: bool) -> Bit {
        if value { self.yes } else { !self.yes }
    }

    pub fn fresh(&mut self) -> Bit {
        Lit::new(self.solver.new_var_default(), true)
    }

    pub fn clause(&mut self, bits: &[Bit]) {
        self.solver.add_clause_reuse(&mut bits.to_vec());
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == !b || a == self.no() || b == self.no() {
            return self.no();
        }
        if a == b || b == self.yes {
            return a;
        }
        if a == self.yes {
            return b;
        }
        if let Some(known) = self.ands.get(&(a, b)) {
            return *known;
        }
        let result = self.fresh();
        self.clause(&[!result, a]);
        self.clause(&[!result, b]);
        self.clause(&[result, !a, !b]);
        self.ands.insert((a, b), result);
        result
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        if a.var() == self.yes.var() {
            return if a == self.yes { !b } else { b };
        }
        if b.var() == self.yes.var() {
            return if b == self.yes { !a } else { a };
        }
        if a.var() == b.var() {
            return self.constant(a != b);
        }
        // The gate is over positive literals; signs go outside.
        let flipped = a.sign() != b.sign();
        let (a, b) = (a.apply_sign(a.sign()), b.apply_sign(b.sign()));
        let key = if a < b { (a, b) } else { (b, a) };
        let known = self.xors.get(&key).copied();
        let result = known.unwrap_or_else(|| {
            let result = self.fresh();
            self.clause(&[!result, a, b]);
            self.clause(&[!result, !a, !b]);
            self.clause(&[result, !a, b]);
            self.clause(&[result, a, !b]);
            self.xors.insert(key, result);
            result
        });
        result.apply_sign(!flipped)
    }

    /// `if condition then first else second`
    pub fn choose(&mut self, condition: Bit, first: Bit, second: Bit) -> Bit {
        if condition == self.yes || first == second {
            return first;
        }
        if condition == self.no() {
            return second;
        }
        if !condition.sign() {
            return self.choose(!condition, second, first);
        }
        if first == !second {
            return !self.xor(condition, first);
        }
        if first == self.yes || first == condition {
            return self.or(condition, second);
        }
        if first == self.no() || first == !condition {
            return self.and(!condition, second);
        }
        if second == self.yes || second == !condition {
            return self.or(!condition, first);
        }
        if second == self.no() || second == condition {
            return self.and(condition, first);
        }
        if let Some(known) = self.choices.get(&(condition, first, second)) {
            return *known;
        }
        let result = self.fresh();
        self.clause(&[!condition, !first, result]);
        self.clause(&[!condition, first, !result]);
        self.clause(&[condition, !second, result]);
        self.clause(&[condition, second, !result]);
        self.clause(&[!first, !second, result]);
        self.clause(&[first, second, !result]);
        self.choices.insert((condition, first, second), result);
        result
    }

    /// At least two of three: a carry.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        for (one, two, other) in [(a, b, c), (b, c, a), (a, c, b)] {
            if one == two {
                return one;
            }
            if one == !two {
                return other;
            }
            if other == self.yes {
                return self.or(one, two);
            }
            if other == self.no() {
                return self.and(one, two);
            }
        }
        if let Some(known) = self.majorities.get(&(a, b, c)) {
            return *known;
        }
        let result = self.fresh();
        for (one, two) in [(a, b), (b, c), (a, c)] {
            self.clause(&[!one, !two, result]);
            self.clause(&[one, two, !result]);
        }
        self.majorities.insert((a, b, c), result);
        result
    }

    pub fn all(&mut self, bits: &[Bit]) -> Bit {
        bits.iter().fold(self.yes, |all, bit| self.and(all, *bit))
    }

    pub fn any(&mut self, bits: &[Bit]) -> Bit {
        bits.iter().fold(self.no(), |any, bit| self.or(any, *bit))
    }

    /// Whether all of these can hold at once; nothing if that takes too long.
    pub fn solve(&mut self, assumed: &[Bit], effort: u64, patience: &Patience) -> Option<bool> {
        let watch = self.solver.cb_mut();
        watch.patience = patience.clone();
        (watch.asked_max, watch.asked, watch.is_over) = (effort, Cell::new(0), Cell::new(false));
        let answer = self.solver.solve_limited(assumed);
        [(lbool::TRUE, true), (lbool::FALSE, false)].iter().find(|(known, _)| *known == answer).map(|(_, value)| *value)
    }

    /// In the assignment found last.
    pub fn value(&self, bit: Bit) -> bool {
        self.solver.value_lit(bit) == lbool::TRUE
    }
}

//! Binary decision diagrams (Bryant 1986): Boolean functions of ordered variables, each represented once, with complemented edges
//! (Brace, Rudell and Bryant, DAC 1990), so that a negation costs nothing.
//!
//! Just what bit-level counting needs: if-then-else, the number of solutions, and one of them. There is a limit to the nodes and to
//! the steps; beyond it an operation gives nothing, and the caller falls back on something else. Steps are counted and not timed, so
//! that the same question has the same answer everywhere.

use dashu::integer::{IBig, UBig};
use hashbrown::HashMap;

/// Places in the memory of results, per node at most; a newer result takes the place of an older one.
const RESULTS_PER_NODE: usize = 2;

/// A function: its node's index and, in the lowest bit, whether it is the opposite of what the node says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function(u32);

impl Function {
    pub const TRUE: Function = Function(0);
    pub const FALSE: Function = Function(1);

    fn constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 0)
    }

    fn is_opposite(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn negated(self) -> Function {
        Function(self.0 ^ 1)
    }

    /// The same or its opposite.
    fn turned(self, opposite: bool) -> Function {
        Function(self.0 ^ u32::from(opposite))
    }

    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// Its high side is never an opposite: that is what makes a function's node unique.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    level: u32,
    low: Function,
    high: Function,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Known {
    question: (Function, Function, Function),
    answer: Function,
}

pub struct Diagram {
    levels: u32,
    nodes: Vec<Node>,
    /// Open addressing: the index of a node, zero where there is none.
    known: Vec<u32>,
    /// One place per hash.
    results: Vec<Known>,
    nodes_max: usize,
    steps_left: usize,
}

fn hash(a: u32, b: u32, c: u32) -> usize {
    let mixed = u64::from(a).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(b).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ u64::from(c).wrapping_mul(0x1656_67b1_9e37_79f9);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) as usize >> 20
}

impl Diagram {
    /// Over so many variables, the first of which is decided first.
    pub fn new(levels: u32, nodes_max: usize, steps_max: usize) -> Diagram {
        let end = Node { level: levels, low: Function::TRUE, high: Function::TRUE };
        let mut diagram = Diagram {
            levels,
            nodes: vec![end],
            known: Vec::new(),
            results: Vec::new(),
            nodes_max,
            steps_left: steps_max,
        };
        diagram.make_room(1 << 10);
        diagram
    }

    /// Tables of a new size; results are forgotten, as a part of them is at any time.
    fn make_room(&mut self, places: usize) {
        self.known = vec![0; places];
        for index in 1..self.nodes.len() {
            let place = self.place_of(self.nodes[index]);
            self.known[place] = index as u32;
        }
        let nothing = Known { question: (Function::TRUE, Function::TRUE, Function::TRUE), answer: Function::TRUE };
        self.results = vec![nothing; places / 2 * RESULTS_PER_NODE];
    }

    /// Where a node is in the table, or would be.
    fn place_of(&self, node: Node) -> usize {
        let mut place = hash(node.level, node.low.0, node.high.0) & (self.known.len() - 1);
        while self.known[place] != 0 && self.nodes[self.known[place] as usize] != node {
            place = (place + 1) & (self.known.len() - 1);
        }
        place
    }

    fn level(&self, function: Function) -> u32 {
        self.nodes[function.index()].level
    }

    /// The two sides of a function at a level no lower than its own.
    fn sides(&self, function: Function, level: u32) -> [Function; 2] {
        let node = self.nodes[function.index()];
        if node.level != level {
            return [function; 2];
        }
        [node.low, node.high].map(|side| side.turned(function.is_opposite()))
    }

    fn make(&mut self, level: u32, low: Function, high: Function) -> Option<Function> {
        if low == high {
            return Some(low);
        }
        let opposite = high.is_opposite();
        let node = Node { level, low: low.turned(opposite), high: high.turned(opposite) };
        let mut place = self.place_of(node);
        if self.known[place] == 0 {
            if self.nodes.len() >= self.nodes_max {
                return None;
            }
            if self.nodes.len() * 2 > self.known.len() {
                self.make_room(self.known.len() * 2);
                place = self.place_of(node);
            }
            self.known[place] = self.nodes.len() as u32;
            self.nodes.push(node);
        }
        Some(Function(self.known[place] << 1).turned(opposite))
    }

    pub fn variable(&mut self, level: u32) -> Option<Function> {
        self.make(level, Function::FALSE, Function::TRUE)
    }

    /// As deep a recursion as there are levels, a few hundred.
    pub fn choose(&mut self, condition: Function, first: Function, second: Function) -> Option<Function> {
        match condition.constant() {
            Some(true) => return Some(first),
            Some(false) => return Some(second),
            None => {}
        }
        // What the condition says of itself is known on either side of it.
        let known = |side: Function, holds: bool| {
            let is_it = side.turned(side.is_opposite()) == condition.turned(condition.is_opposite());
            if is_it { Function::TRUE.turned((side == condition) != holds) } else { side }
        };
        let (first, second) = (known(first, true), known(second, false));
        if first == second {
            return Some(first);
        }
        match (first.constant(), second.constant()) {
            (Some(true), Some(false)) => return Some(condition),
            (Some(false), Some(true)) => return Some(condition.negated()),
            _ => {}
        }
        // One question for all its forms: the condition and the first side are no opposites.
        let (condition, first, second) =
            if condition.is_opposite() { (condition.negated(), second, first) } else { (condition, first, second) };
        let opposite = first.is_opposite();
        let question = (condition, first.turned(opposite), second.turned(opposite));
        let place = hash(question.0.0, question.1.0, question.2.0) & (self.results.len() - 1);
        let result = self.results[place];
        if result.question == question {
            return Some(result.answer.turned(opposite));
        }
        self.steps_left = self.steps_left.checked_sub(1)?;
        let level = self.level(question.0).min(self.level(question.1)).min(self.level(question.2));
        let (c, f, s) = (self.sides(question.0, level), self.sides(question.1, level), self.sides(question.2, level));
        let low = self.choose(c[0], f[0], s[0])?;
        let high = self.choose(c[1], f[1], s[1])?;
        let answer = self.make(level, low, high)?;
        let place = hash(question.0.0, question.1.0, question.2.0) & (self.results.len() - 1);
        self.results[place] = Known { question, answer };
        Some(answer.turned(opposite))
    }

    pub fn and(&mut self, a: Function, b: Function) -> Option<Function> {
        // It does not matter which comes first, and one order finds more results.
        let (a, b) = (a.min(b), a.max(b));
        self.choose(a, b, Function::FALSE)
    }

    pub fn or(&mut self, a: Function, b: Function) -> Option<Function> {
        Some(self.and(a.negated(), b.negated())?.negated())
    }

    pub fn xor(&mut self, a: Function, b: Function) -> Option<Function> {
        let (a, b) = (a.min(b), a.max(b));
        self.choose(a, b.negated(), b)
    }

    /// The number of assignments to all variables that make it true.
    pub fn solutions(&self, function: Function) -> UBig {
        // Per node, over the variables from its level on; an opposite has what is left.
        let mut counted: HashMap<usize, IBig> = HashMap::new();
        counted.insert(Function::TRUE.index(), IBig::ONE);
        let mut open = vec![function.index()];
        let all = |level: u32| IBig::ONE << (self.levels - level) as usize;
        while let Some(&next) = open.last() {
            if counted.contains_key(&next) {
                open.pop();
                continue;
            }
            let node = self.nodes[next];
            let ready = |side: Function| {
                let level = self.level(side);
                let count = counted.get(&side.index())?;
                let count = if side.is_opposite() { all(level) - count } else { count.clone() };
                Some(count << (level - node.level - 1) as usize)
            };
            match (ready(node.low), ready(node.high)) {
                (Some(low), Some(high)) => {
                    counted.insert(next, low + high);
                    open.pop();
                }
                _ => open.extend([node.low.index(), node.high.index()]),
            }
        }
        let level = self.level(function);
        let count = counted.remove(&function.index()).expect("just counted");
        let count = if function.is_opposite() { all(level) - count } else { count };
        UBig::try_from(count << level as usize).expect("no fewer than none")
    }

    /// The variables of some assignment that makes it true; those not mentioned may be anything.
    pub fn solution(&self, function: Function) -> Option<HashMap<u32, bool>> {
        let mut values = HashMap::new();
        let mut at = function;
        while at.constant().is_none() {
            let level = self.level(at);
            let [low, high] = self.sides(at, level);
            let taken = low == Function::FALSE;
            values.insert(level, taken);
            at = if taken { high } else { low };
        }
        (at == Function::TRUE).then_some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_counted_over_all_variables() {
        let mut diagram = Diagram::new(4, 1000, 1000);
        let (a, c) = (diagram.variable(0).expect("small"), diagram.variable(2).expect("small"));
        let both = diagram.and(a, c).expect("small");
        let one = diagram.xor(a, c).expect("small");
        assert_eq!(diagram.solutions(both), UBig::from(4u8));
        assert_eq!(diagram.solutions(both.negated()), UBig::from(12u8));
        assert_eq!(diagram.solutions(one), UBig::from(8u8));
        assert_eq!(diagram.solutions(Function::TRUE), UBig::from(16u8));
        assert_eq!(diagram.solutions(Function::FALSE), UBig::ZERO);
        assert_eq!(diagram.solution(both), Some(HashMap::from([(0, true), (2, true)])));
        assert_eq!(diagram.solution(Function::FALSE), None);
    }

    #[test]
    fn a_diagram_gives_up_where_its_limit_is() {
        let mut diagram = Diagram::new(40, 100, usize::MAX);
        let palindrome = (0..20).try_fold(Function::TRUE, |all, level| {
            let (a, b) = (diagram.variable(level)?, diagram.variable(39 - level)?);
            let different = diagram.xor(a, b)?;
            diagram.and(all, different.negated())
        });
        assert_eq!(palindrome, None);
    }
}

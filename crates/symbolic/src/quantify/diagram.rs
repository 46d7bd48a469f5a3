//! Binary decision diagrams (Bryant 1986): Boolean functions of ordered variables, each represented once.
//!
//! Just what bit-level counting needs: if-then-else, the number of solutions, and one of them. There is a limit to the nodes; beyond
//! it an operation gives nothing, and the caller falls back on something else.

use dashu::integer::UBig;
use hashbrown::HashMap;

/// A function: its node's index. The first two are the constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function(u32);

impl Function {
    pub const FALSE: Function = Function(0);
    pub const TRUE: Function = Function(1);

    fn constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    level: u32,
    low: Function,
    high: Function,
}

pub struct Diagram {
    levels: u32,
    nodes: Vec<Node>,
    known: HashMap<Node, Function>,
    done: HashMap<(Function, Function, Function), Function>,
    nodes_max: usize,
}

impl Diagram {
    /// Over so many variables, the first of which is decided first.
    pub fn new(levels: u32, nodes_max: usize) -> Diagram {
        let end = |of: Function| Node { level: levels, low: of, high: of };
        Diagram {
            levels,
            nodes: vec![end(Function::FALSE), end(Function::TRUE)],
            known: HashMap::new(),
            done: HashMap::new(),
            nodes_max,
        }
    }

    fn node(&self, function: Function) -> Node {
        self.nodes[function.0 as usize]
    }

    fn make(&mut self, node: Node) -> Option<Function> {
        if node.low == node.high {
            return Some(node.low);
        }
        if let Some(known) = self.known.get(&node) {
            return Some(*known);
        }
        if self.nodes.len() >= self.nodes_max {
            return None;
        }
        let function = Function(self.nodes.len() as u32);
        self.nodes.push(node);
        self.known.insert(node, function);
        Some(function)
    }

    pub fn variable(&mut self, level: u32) -> Option<Function> {
        self.make(Node { level, low: Function::FALSE, high: Function::TRUE })
    }

    /// As deep a recursion as there are levels, a few hundred.
    pub fn choose(&mut self, condition: Function, first: Function, second: Function) -> Option<Function> {
        match condition.constant() {
            Some(true) => return Some(first),
            Some(false) => return Some(second),
            None if first == second => return Some(first),
            None if first == Function::TRUE && second == Function::FALSE => return Some(condition),
            None => {}
        }
        let key = (condition, first, second);
        if let Some(known) = self.done.get(&key) {
            return Some(*known);
        }
        let level = self.node(condition).level.min(self.node(first).level).min(self.node(second).level);
        let side = |diagram: &Diagram, function: Function, high: bool| {
            let node = diagram.node(function);
            match (node.level == level, high) {
                (false, _) => function,
                (true, false) => node.low,
                (true, true) => node.high,
            }
        };
        let mut sides = [Function::FALSE; 2];
        for high in [false, true] {
            let (c, f, s) = (side(self, condition, high), side(self, first, high), side(self, second, high));
            sides[usize::from(high)] = self.choose(c, f, s)?;
        }
        let result = self.make(Node { level, low: sides[0], high: sides[1] })?;
        self.done.insert(key, result);
        Some(result)
    }

    pub fn not(&mut self, a: Function) -> Option<Function> {
        self.choose(a, Function::FALSE, Function::TRUE)
    }

    pub fn and(&mut self, a: Function, b: Function) -> Option<Function> {
        self.choose(a, b, Function::FALSE)
    }

    pub fn or(&mut self, a: Function, b: Function) -> Option<Function> {
        self.choose(a, Function::TRUE, b)
    }

    pub fn xor(&mut self, a: Function, b: Function) -> Option<Function> {
        let opposite = self.not(b)?;
        self.choose(a, opposite, b)
    }

    /// The number of assignments to all variables that make it true.
    pub fn solutions(&self, function: Function) -> UBig {
        let mut counted: HashMap<Function, UBig> = HashMap::new();
        counted.insert(Function::FALSE, UBig::ZERO);
        counted.insert(Function::TRUE, UBig::ONE);
        let mut open = vec![function];
        while let Some(&next) = open.last() {
            if counted.contains_key(&next) {
                open.pop();
                continue;
            }
            let node = self.node(next);
            let ready = |side: Function| {
                let free = self.node(side).level - node.level - 1;
                counted.get(&side).map(|count| count << free as usize)
            };
            match (ready(node.low), ready(node.high)) {
                (Some(low), Some(high)) => {
                    counted.insert(next, low + high);
                    open.pop();
                }
                _ => open.extend([node.low, node.high]),
            }
        }
        counted.remove(&function).expect("just counted") << self.node(function).level as usize
    }

    /// The variables of some assignment that makes it true; those not mentioned may be anything.
    pub fn solution(&self, function: Function) -> Option<HashMap<u32, bool>> {
        if function == Function::FALSE {
            return None;
        }
        let mut values = HashMap::new();
        let mut at = function;
        while at != Function::TRUE {
            let node = self.node(at);
            let high = node.low == Function::FALSE;
            values.insert(node.level, high);
            at = if high { node.high } else { node.low };
        }
        debug_assert!(values.keys().all(|level| *level < self.levels), "levels are those of variables");
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_counted_over_all_variables() {
        let mut diagram = Diagram::new(4, 100);
        let (a, c) = (diagram.variable(0).expect("small"), diagram.variable(2).expect("small"));
        let both = diagram.and(a, c).expect("small");
        let one = diagram.xor(a, c).expect("small");
        assert_eq!(diagram.solutions(both), UBig::from(4u8));
        assert_eq!(diagram.solutions(one), UBig::from(8u8));
        assert_eq!(diagram.solutions(Function::TRUE), UBig::from(16u8));
        assert_eq!(diagram.solution(both), Some(HashMap::from([(0, true), (2, true)])));
        assert_eq!(diagram.solution(Function::FALSE), None);
    }
}

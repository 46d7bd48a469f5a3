//! Counting input by input, where conditions ask of each input by itself, as those on the characters of a text do: the values of
//! an input that no condition tells apart are one case, and what is left of the condition for the other inputs is counted once,
//! however many cases lead to it. For a condition that an automaton has written this is the automaton's own table.

use crate::expr::{Assignment, ExprId, Exprs, Interval, Node, Replacement, Tape, VariableId};
use dashu::integer::IBig;
use hashbrown::{HashMap, HashSet};

use super::lower::Boxes;

/// Inputs with more values are not told apart one by one.
const VALUES_MAX: i128 = 1 << 16;

/// Conditions made for one count, at most.
const RESTS_MAX: usize = 20_000;

/// Operations that are looked at for one count, at most: about a second's worth.
const WORK_MAX: usize = 8_000_000;

/// The number of points in a box that satisfy a conjunction; nothing if some condition ties inputs together, or the effort is spent.
pub(super) fn count(exprs: &mut Exprs, conjuncts: &[ExprId], scope: &[VariableId], boxes: &Boxes) -> Option<IBig> {
    let mut ranges = Vec::with_capacity(scope.len());
    for variable in scope {
        let range = boxes.get(variable).copied().unwrap_or_else(|| exprs.interval_of(*variable));
        if range.width() > VALUES_MAX {
            return None;
        }
        ranges.push((*variable, range));
    }
    let is_connected = |id: &ExprId| matches!(exprs.node(*id), Node::And(_) | Node::Or(_) | Node::Choose(..));
    if scope.len() < 2 || !conjuncts.iter().any(is_connected) || !conjuncts.iter().all(|id| asks_one_by_one(exprs, *id))
    {
        return None;
    }
    let condition = exprs.and(conjuncts);
    let mut counting = Counting { ranges, known: HashMap::new(), work: 0 };
    counting.count(exprs, condition, 0)
}

/// Whether a condition consists of conditions that speak of one input each.
fn asks_one_by_one(exprs: &Exprs, root: ExprId) -> bool {
    let mut seen: HashSet<ExprId> = HashSet::from([root]);
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        if exprs.is_real(id) {
            return false;
        }
        if exprs.support(id).len() <= 1 {
            continue;
        }
        let parts = match exprs.node(id) {
            Node::And(parts) | Node::Or(parts) => parts.to_vec(),
            Node::Choose(condition, first, second) => vec![*condition, *first, *second],
            _ => return false,
        };
        stack.extend(parts.into_iter().filter(|part| seen.insert(*part)));
    }
    true
}

struct Counting {
    ranges: Vec<(VariableId, Interval)>,
    /// By how many inputs are decided, and what is left.
    known: HashMap<(usize, ExprId), IBig>,
    work: usize,
}

impl Counting {
    fn count(&mut self, exprs: &mut Exprs, condition: ExprId, decided: usize) -> Option<IBig> {
        if let Some(value) = exprs.as_constant(condition) {
            let left =
                self.ranges[decided..].iter().fold(IBig::ONE, |size, (_, range)| size * IBig::from(range.width()));
            return Some(if value == 0 { IBig::ZERO } else { left });
        }
        if let Some(known) = self.known.get(&(decided, condition)) {
            return Some(known.clone());
        }
        if self.known.len() >= RESTS_MAX {
            return None;
        }
        let (variable, range) = *self.ranges.get(decided)?;
        let mut sum = IBig::ZERO;
        for (size, rest) in self.cases(exprs, condition, variable, range)? {
            sum += IBig::from(size) * self.count(exprs, rest, decided + 1)?;
        }
        self.known.insert((decided, condition), sum.clone());
        Some(sum)
    }

    /// What is left of a condition for the values of an input, and for how many of them.
    fn cases(
        &mut self,
        exprs: &mut Exprs,
        condition: ExprId,
        variable: VariableId,
        range: Interval,
    ) -> Option<Vec<(u64, ExprId)>> {
        if !exprs.support(condition).contains(&variable) {
            return Some(vec![(range.width() as u64, condition)]);
        }
        let before = self.work;
        let questions = self.questions(exprs, condition, variable);
        let parts = self.work - before;
        self.work = self.work.saturating_add(questions.len().saturating_mul(range.width() as usize));
        if self.work > WORK_MAX {
            return None;
        }
        let mut tape = Tape::new(exprs, &questions);
        let mut answers: HashMap<Vec<i128>, usize> = HashMap::new();
        let mut sizes: Vec<(u64, Vec<i128>)> = Vec::new();
        let mut inputs = Assignment::default();
        for value in range.low..=range.high {
            inputs.set(variable, value);
            tape.run(exprs, &inputs);
            let answer: Vec<i128> = questions.iter().map(|question| tape.value(*question)).collect();
            let place = *answers.entry(answer.clone()).or_insert(sizes.len());
            if place == sizes.len() {
                sizes.push((0, answer));
            }
            sizes[place].0 += 1;
        }
        self.work = self.work.saturating_add(parts.saturating_mul(sizes.len()));
        if self.work > WORK_MAX {
            return None;
        }
        let mut cases = Vec::with_capacity(sizes.len());
        for (size, answer) in sizes {
            let mut pairs = Vec::with_capacity(questions.len());
            for (question, value) in questions.iter().zip(answer) {
                pairs.push((*question, exprs.constant(value)));
            }
            let rest = exprs.rebuild(condition, &mut Replacement::of_all(pairs))?;
            cases.push((size, exprs.truth(rest)));
        }
        Some(cases)
    }

    /// The largest parts of a condition that speak of this input alone.
    fn questions(&mut self, exprs: &Exprs, condition: ExprId, variable: VariableId) -> Vec<ExprId> {
        let mut seen: HashSet<ExprId> = HashSet::from([condition]);
        let mut stack = vec![condition];
        let mut questions = Vec::new();
        while let Some(id) = stack.pop() {
            self.work += 1;
            match exprs.support(id) {
                [only] if *only == variable => questions.push(id),
                support if support.contains(&variable) => {
                    let operands = Exprs::operands(exprs.node(id));
                    stack.extend(operands.into_iter().filter(|operand| seen.insert(*operand)));
                }
                _ => {}
            }
        }
        questions
    }
}

//! An expression as a program for a machine that follows all ways to match side by side (K. Thompson 1968; R. Pike's variant
//! keeps them in order of preference and remembers where groups begin and end).

use super::CharSet;
use super::syntax::{Assertion, Node, Options, line_terminators, parse};

/// Beyond so many instructions an expression is left to the library.
const LENGTH_MAX: usize = 4000;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Reads a code point of this class.
    Read(usize),
    Split {
        first: usize,
        second: usize,
    },
    Jump(usize),
    /// Notes the place: two numbers for each group.
    Mark(usize),
    Assert(Assertion),
    Accept,
}

/// How a class of code points reads units of UTF-16.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Class {
    /// Those of one unit; surrogates stand for themselves where they are alone.
    pub set: CharSet,
    /// Whether it has all code points of two units; otherwise none.
    pub has_pairs: bool,
    /// Whether surrogates matter: a class without any is read unit by unit.
    pub is_of_points: bool,
}

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) classes: Vec<Class>,
    /// What words are made of, if that matters.
    pub(super) word: Option<CharSet>,
    pub(super) looks_at_lines: bool,
    pub(super) looks_at_end: bool,
    /// Marks of all groups, the whole match being the first; none if nobody asks for them.
    pub marks: usize,
}

impl Program {
    /// The program of an expression. With `marks` it tells what matched, and without only whether something does. Nothing if the
    /// expression is not known here, or what it prefers is not certain.
    pub fn of(text: &[u16], options: &Options, with_marks: bool) -> Option<Program> {
        let (node, groups) = parse(text, options)?;
        let mut program = Program {
            steps: Vec::new(),
            classes: Vec::new(),
            word: None,
            looks_at_lines: false,
            looks_at_end: false,
            marks: if with_marks { 2 * (groups + 1) } else { 0 },
        };
        program.mark(0);
        program.add(&node)?;
        program.mark(1);
        program.steps.push(Step::Accept);
        let asserts = |wanted: fn(&Assertion) -> bool| {
            program.steps.iter().any(|step| matches!(step, Step::Assert(place) if wanted(place)))
        };
        let looks_at_words = asserts(|place| matches!(place, Assertion::Bound(_)));
        let looks_at_end = asserts(|place| matches!(place, Assertion::LastEnd));
        let looks_at_lines =
            looks_at_end || asserts(|place| matches!(place, Assertion::LineStart | Assertion::LineEnd));
        program.looks_at_end = looks_at_end;
        program.looks_at_lines = looks_at_lines;
        program.word = options.word.clone().filter(|_| looks_at_words);
        Some(program)
    }

    /// Whether it asks for more than the characters that it reads.
    pub fn looks_around(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Assert(_)))
    }

    fn mark(&mut self, number: usize) {
        if self.marks > 0 {
            self.steps.push(Step::Mark(number));
        }
    }

    fn add(&mut self, node: &Node) -> Option<()> {
        if self.steps.len() > LENGTH_MAX {
            return None;
        }
        match node {
            Node::Empty => {}
            Node::Set(set) => {
                let class = class_of(set)?;
                let known = self.classes.iter().position(|known| *known == class);
                let number = known.unwrap_or_else(|| {
                    self.classes.push(class);
                    self.classes.len() - 1
                });
                self.steps.push(Step::Read(number));
            }
            Node::Sequence(parts) => {
                for part in parts {
                    self.add(part)?;
                }
            }
            Node::Either(ways) => self.add_either(ways)?,
            Node::Repeat { body, least, most, is_greedy } => {
                // A body that may match nothing ends the library's loops in a way of its own, which shows in what is preferred
                // and, where it counts, even in what matches.
                let counts = *least > 1 || most.is_some();
                if (self.marks > 0 || counts) && is_nullable(body) && *most != Some(1) {
                    return None;
                }
                // Groups within what is repeated keep places there of attempts that failed.
                let inside = if let Node::Group(_, inside) = &**body { inside } else { body };
                if self.marks > 0 && *most != Some(1) && has_groups(inside) {
                    return None;
                }
                for _ in 0..*least {
                    self.add(body)?;
                }
                match most {
                    None => self.add_loop(body, *is_greedy)?,
                    Some(most) => self.add_optional(body, most - least, *is_greedy)?,
                }
            }
            Node::Group(number, body) => {
                self.mark(2 * number);
                self.add(body)?;
                self.mark(2 * number + 1);
            }
            Node::Assert(place) => self.steps.push(Step::Assert(*place)),
        }
        Some(())
    }

    fn add_either(&mut self, ways: &[Node]) -> Option<()> {
        let mut ends = Vec::new();
        for (index, way) in ways.iter().enumerate() {
            let split = self.steps.len();
            let is_last = index + 1 == ways.len();
            if !is_last {
                self.steps.push(Step::Split { first: split + 1, second: 0 });
            }
            self.add(way)?;
            if !is_last {
                ends.push(self.steps.len());
                self.steps.push(Step::Jump(0));
                self.steps[split] = Step::Split { first: split + 1, second: self.steps.len() };
            }
        }
        for end in ends {
            self.steps[end] = Step::Jump(self.steps.len());
        }
        Some(())
    }

    fn add_loop(&mut self, body: &Node, is_greedy: bool) -> Option<()> {
        let split = self.steps.len();
        self.steps.push(Step::Jump(0));
        self.add(body)?;
        self.steps.push(Step::Jump(split));
        self.steps[split] = split_of(split + 1, self.steps.len(), is_greedy);
        Some(())
    }

    /// Up to `count` times.
    fn add_optional(&mut self, body: &Node, count: u32, is_greedy: bool) -> Option<()> {
        let mut splits = Vec::new();
        for _ in 0..count {
            splits.push(self.steps.len());
            self.steps.push(Step::Jump(0));
            self.add(body)?;
        }
        for split in splits {
            self.steps[split] = split_of(split + 1, self.steps.len(), is_greedy);
        }
        Some(())
    }

    /// Classes that cut the units into those that no part of the program tells apart.
    pub(super) fn cuts(&self) -> Vec<CharSet> {
        let mut cuts: Vec<CharSet> = self.classes.iter().map(|class| class.set.clone()).collect();
        cuts.extend(self.word.clone());
        if self.looks_at_lines {
            cuts.extend([line_terminators(), CharSet::single(0x0d), CharSet::single(0x0a)]);
        }
        if self.classes.iter().any(|class| class.is_of_points) {
            cuts.extend([CharSet::of([(0xd800, 0xdbff)]), CharSet::of([(0xdc00, 0xdfff)])]);
        }
        cuts
    }
}

fn split_of(inside: usize, outside: usize, is_greedy: bool) -> Step {
    match is_greedy {
        true => Step::Split { first: inside, second: outside },
        false => Step::Split { first: outside, second: inside },
    }
}

/// Nothing for a class that has some code points of two units, but not all.
fn class_of(set: &CharSet) -> Option<Class> {
    let beyond = CharSet::of([(0x1_0000, 0x10_ffff)]);
    let pairs = set.intersection(&beyond);
    let has_pairs = pairs == beyond;
    let surrogates = set.intersection(&CharSet::of([(0xd800, 0xdfff)]));
    (has_pairs || pairs.is_empty()).then(|| Class {
        set: set.intersection(&beyond.complement()),
        has_pairs,
        is_of_points: has_pairs || !surrogates.is_empty(),
    })
}

/// Whether it may match without reading anything.
fn is_nullable(node: &Node) -> bool {
    match node {
        Node::Empty | Node::Assert(_) => true,
        Node::Set(_) => false,
        Node::Sequence(parts) => parts.iter().all(is_nullable),
        Node::Either(ways) => ways.iter().any(is_nullable),
        Node::Repeat { body, least, .. } => *least == 0 || is_nullable(body),
        Node::Group(_, body) => is_nullable(body),
    }
}

fn has_groups(node: &Node) -> bool {
    match node {
        Node::Empty | Node::Assert(_) | Node::Set(_) => false,
        Node::Sequence(parts) | Node::Either(parts) => parts.iter().any(has_groups),
        Node::Repeat { body, .. } => has_groups(body),
        Node::Group(..) => true,
    }
}

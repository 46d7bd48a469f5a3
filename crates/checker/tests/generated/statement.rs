//! Random programs of nested `while`, `switch` and `Choice.make`, in the spirit of the thesis's Appendix C (Tang 2013), and
//! what they do, worked out on their own tree: a program without variables is where it stands, so its states are its
//! choices, and the probability of its end follows by elimination. Nothing here knows the machine.

use std::collections::BTreeSet;
use std::fmt::Write;

use dashu::rational::RBig;
use space::Rng;

/// Distributions as parts of a denominator; zeros are never taken, and one alternative decides nothing.
const DISTRIBUTIONS: [(u32, &[u32]); 14] = [
    (2, &[1, 1]),
    (4, &[3, 1]),
    (4, &[1, 3]),
    (4, &[1, 2, 1]),
    (4, &[1, 1, 1, 1]),
    (10, &[1, 9]),
    (10, &[2, 1, 7]),
    (8, &[1, 7]),
    (1, &[1]),
    (1, &[0, 1]),
    (2, &[1, 0, 1]),
    (5, &[2, 3]),
    (2, &[1, 1]),
    (20, &[13, 7]),
];

pub enum Statement {
    Nothing,
    Choose {
        site: usize,
        denominator: u32,
        parts: &'static [u32],
        cases: Vec<Statement>,
    },
    Sequence(Vec<Statement>),
    /// `while (true)` around statements of which the first is a choice, so that no round goes without one.
    Forever(Vec<Statement>),
    /// Leaves the innermost loop, or else the program.
    Leave,
    End,
}

/// Where the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Site(usize),
    End,
    /// A loop of choices with one alternative each.
    Nowhere,
}

pub struct Generated {
    body: Statement,
    sites: usize,
}

/// What must come out.
#[derive(Debug, PartialEq)]
pub struct Expected {
    /// States and transitions; not told of programs that can run for ever without deciding anything, since how often such
    /// a run is looked at is up to whoever looks.
    pub size: Option<(u64, u64)>,
    pub end: RBig,
}

impl Generated {
    pub fn new(rng: &mut Rng) -> Generated {
        let mut generated = Generated { body: Statement::Nothing, sites: 0 };
        let depth = 1 + rng.below(4);
        generated.body = generated.statement(rng, depth);
        generated
    }

    fn statement(&mut self, rng: &mut Rng, depth: usize) -> Statement {
        if depth == 0 {
            return match rng.below(10) {
                0 => Statement::End,
                1 | 2 => Statement::Leave,
                _ => Statement::Nothing,
            };
        }
        match rng.below(8) {
            0 => Statement::Sequence((0..2).map(|_| self.statement(rng, depth - 1)).collect()),
            1..=3 => {
                let first = self.choose(rng, depth - 1);
                let rest = (0..rng.below(2)).map(|_| self.statement(rng, depth - 1)).collect::<Vec<_>>();
                Statement::Forever(std::iter::once(first).chain(rest).collect())
            }
            _ => self.choose(rng, depth - 1),
        }
    }

    fn choose(&mut self, rng: &mut Rng, depth: usize) -> Statement {
        let site = self.sites;
        self.sites += 1;
        let (denominator, parts) = DISTRIBUTIONS[rng.below(DISTRIBUTIONS.len())];
        let cases = parts.iter().map(|_| self.statement(rng, depth)).collect();
        Statement::Choose { site, denominator, parts, cases }
    }

    /// The body of a method. `on` is a variable that is true, which the compiler does not know: to it all is reachable.
    pub fn java(&self) -> String {
        let mut text = String::new();
        write(&self.body, &mut Vec::new(), &mut 0, &mut text);
        text
    }

    pub fn expected(&self) -> Expected {
        let mut rows = vec![Vec::new(); self.sites];
        let start = place(&self.body, Place::End, Place::End, &mut rows);
        let start = decided(start, &rows);
        let mut reached = BTreeSet::from([start]);
        let mut work = vec![start];
        let mut transitions = 0;
        while let Some(at) = work.pop() {
            let Place::Site(site) = at else { continue };
            for (_, target) in &rows[site] {
                transitions += 1;
                let target = decided(*target, &rows);
                if reached.insert(target) {
                    work.push(target);
                }
            }
        }
        let size = (!reached.contains(&Place::Nowhere)).then_some((reached.len() as u64, transitions));
        Expected { size, end: probability_of_end(start, &reached, &rows) }
    }
}

/// Fills in where each case of each choice goes on, and says where the statement itself begins.
fn place(statement: &Statement, after: Place, leave: Place, rows: &mut [Vec<(RBig, Place)>]) -> Place {
    match statement {
        Statement::Nothing => after,
        Statement::Leave => leave,
        Statement::End => Place::End,
        Statement::Sequence(parts) => parts.iter().rev().fold(after, |after, part| place(part, after, leave, rows)),
        Statement::Forever(body) => {
            let Some(Statement::Choose { site, .. }) = body.first() else {
                unreachable!("a loop begins with a choice")
            };
            let head = Place::Site(*site);
            body.iter().rev().fold(head, |next, part| place(part, next, after, rows))
        }
        Statement::Choose { site, denominator, parts, cases } => {
            for (part, case) in parts.iter().zip(cases) {
                let target = place(case, after, leave, rows);
                if *part > 0 {
                    rows[*site].push((RBig::from_parts((*part).into(), (*denominator).into()), target));
                }
            }
            Place::Site(*site)
        }
    }
}

/// The first place with something to decide.
fn decided(mut at: Place, rows: &[Vec<(RBig, Place)>]) -> Place {
    let mut passed = BTreeSet::new();
    while let Place::Site(site) = at {
        let [(_, only)] = rows[site].as_slice() else { return at };
        if !passed.insert(site) {
            return Place::Nowhere;
        }
        at = *only;
    }
    at
}

/// Gauss's algorithm on `x = sum of p·x'`, for the places from which the end can be reached; all others have zero.
fn probability_of_end(start: Place, reached: &BTreeSet<Place>, rows: &[Vec<(RBig, Place)>]) -> RBig {
    let mut hopeful = BTreeSet::from([Place::End]);
    loop {
        let more: Vec<Place> = reached
            .iter()
            .filter(|at| !hopeful.contains(at))
            .filter(|at| matches!(at, Place::Site(site) if rows[*site].iter().any(|(_, to)| hopeful.contains(&decided(*to, rows)))))
            .copied()
            .collect();
        if more.is_empty() {
            break;
        }
        hopeful.extend(more);
    }
    if start == Place::End || !hopeful.contains(&start) {
        return if start == Place::End { RBig::ONE } else { RBig::ZERO };
    }
    let unknowns: Vec<Place> = hopeful.iter().filter(|at| **at != Place::End).copied().collect();
    let column = |at: Place| unknowns.iter().position(|other| *other == at);
    let width = unknowns.len();
    let mut matrix: Vec<Vec<RBig>> = Vec::new();
    for (index, at) in unknowns.iter().enumerate() {
        let mut line = vec![RBig::ZERO; width + 1];
        line[index] = RBig::ONE;
        let Place::Site(site) = at else { continue };
        for (weight, target) in &rows[*site] {
            match decided(*target, rows) {
                Place::End => line[width] += weight,
                other => {
                    if let Some(column) = column(other) {
                        line[column] -= weight;
                    }
                }
            }
        }
        matrix.push(line);
    }
    for pivot in 0..width {
        let swap =
            (pivot..width).find(|row| matrix[*row][pivot] != RBig::ZERO).expect("the equations have one solution");
        matrix.swap(pivot, swap);
        let scale = matrix[pivot][pivot].clone();
        matrix[pivot].iter_mut().for_each(|entry| *entry = &*entry / &scale);
        let line = matrix[pivot].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != pivot) {
            let factor = other[pivot].clone();
            other.iter_mut().zip(&line).for_each(|(entry, own)| *entry -= own * &factor);
        }
    }
    matrix[column(start).expect("the start is hopeful")][width].clone()
}

/// `loops` holds the labels around the statement.
fn write(statement: &Statement, loops: &mut Vec<usize>, next_loop: &mut usize, text: &mut String) {
    match statement {
        Statement::Nothing => {}
        Statement::End => text.push_str("if (on) return;\n"),
        Statement::Leave => match loops.last() {
            Some(label) => text.push_str(&format!("if (on) break l{label};\n")),
            None => text.push_str("if (on) return;\n"),
        },
        Statement::Sequence(parts) => parts.iter().for_each(|part| write(part, loops, next_loop, text)),
        Statement::Forever(body) => {
            let label = *next_loop;
            *next_loop += 1;
            text.push_str(&format!("l{label}: while (on) {{\n"));
            loops.push(label);
            body.iter().for_each(|part| write(part, loops, next_loop, text));
            loops.pop();
            text.push_str("}\n");
        }
        Statement::Choose { site, denominator, parts, cases } => {
            let package = if site % 2 == 0 { "hazard" } else { "probabilistic" };
            let weights: Vec<String> =
                parts.iter().map(|part| (f64::from(*part) / f64::from(*denominator)).to_string()).collect();
            text.push_str(&format!("switch ({package}.Choice.make(new double[] {{ {} }})) {{\n", weights.join(", ")));
            for (index, case) in cases.iter().enumerate() {
                writeln!(text, "case {index}:").expect("text grows");
                write(case, loops, next_loop, text);
                text.push_str("break;\n");
            }
            text.push_str("}\n");
        }
    }
}

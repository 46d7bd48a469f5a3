//! The program `z3` as a last resort for feasibility: conditions as SMT-LIB bit-vectors wide enough never to wrap.
//!
//! Expressions are exact integers with all wrapping spelled out, so that one signed width, chosen from the ranges of all
//! parts, represents every intermediate value. The solver runs as a separate program; nothing is linked.

use crate::expr::{Assignment, Domain, ExprId, Exprs, Interval, Node, VariableId, ZeroRelation};
use crate::fault::Fault;
use hashbrown::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Seconds a query may take.
const SECONDS_MAX: u64 = 10;

fn program() -> String {
    std::env::var("HAZARD_Z3").unwrap_or_else(|_| "z3".to_string())
}

/// Is there a solver to ask? Looked up once.
pub fn is_installed() -> bool {
    static INSTALLED: OnceLock<bool> = OnceLock::new();
    *INSTALLED.get_or_init(|| {
        let answer = Command::new(program()).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        answer.is_ok_and(|status| status.success())
    })
}

/// The solver's answer: inputs, or none if the conjunction cannot hold.
pub fn solve(exprs: &Exprs, conjuncts: &[ExprId], scope: &[VariableId]) -> Result<Option<Assignment>, Fault> {
    let condition = || conjuncts.iter().map(|c| exprs.display(*c).to_string()).collect::<Vec<_>>().join(" && ");
    let Some(script) = script(exprs, conjuncts, scope) else {
        return Err(Fault::RealsUndecided { condition: condition() });
    };
    let child = Command::new(program())
        .args(["-in", "-smt2", &format!("-T:{SECONDS_MAX}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return Err(Fault::SolverMissing { condition: condition() }) };
    if let Some(mut input) = child.stdin.take() {
        // A solver that exits early closes the pipe; its output tells why.
        let _ = input.write_all(script.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| Fault::SolverFailed { message: error.to_string() })?;
    let text = String::from_utf8_lossy(&output.stdout);
    match text.lines().next().map(str::trim) {
        Some("unsat") => Ok(None),
        Some("sat") => read_model(exprs, scope, &text)
            .map(Some)
            .ok_or_else(|| Fault::SolverFailed { message: format!("its model was not understood: {text}") }),
        Some("unknown" | "timeout") => Err(Fault::SolverGaveUp { condition: condition(), seconds: SECONDS_MAX }),
        other => Err(Fault::SolverFailed { message: other.unwrap_or("it said nothing").to_string() }),
    }
}

fn script(exprs: &Exprs, conjuncts: &[ExprId], scope: &[VariableId]) -> Option<String> {
    let mut nodes = exprs.reachable(conjuncts);
    nodes.sort_unstable();
    let width = nodes.iter().map(|&id| bits_needed(exprs, id)).max().unwrap_or(8).max(8) + 2;
    let mut text = String::from("(set-logic QF_BV)\n");
    for &variable in scope {
        let Domain::Integer { range, .. } = exprs.domain(variable) else { return None };
        let name = name_of(variable);
        let _ = writeln!(text, "(declare-const {name} (_ BitVec {width}))");
        let _ = writeln!(text, "(assert (bvsle {} {name}))", number(range.low, width));
        let _ = writeln!(text, "(assert (bvsle {name} {}))", number(range.high, width));
    }
    // Operands have smaller ids than what they make up, so that this order defines before it uses.
    for &id in &nodes {
        let body = define(exprs, id, width)?;
        let _ = writeln!(text, "(define-fun e{} () (_ BitVec {width}) {body})", id.0);
    }
    for conjunct in conjuncts {
        let _ = writeln!(text, "(assert (not (= e{} {})))", conjunct.0, number(0, width));
    }
    text.push_str("(check-sat)\n");
    if !scope.is_empty() {
        let names: Vec<String> = scope.iter().map(|&v| name_of(v)).collect();
        let _ = writeln!(text, "(get-value ({}))", names.join(" "));
    }
    Some(text)
}

fn name_of(variable: VariableId) -> String {
    format!("v{}", variable.0)
}

/// Bits that hold the value of a node and everything computed on the way to it.
fn bits_needed(exprs: &Exprs, id: ExprId) -> u32 {
    let bits = |value: i128| 128 - value.unsigned_abs().leading_zeros() + 1;
    let of = |id: ExprId| bits(exprs.interval(id).low).max(bits(exprs.interval(id).high));
    match exprs.node(id) {
        Node::Sum { terms, constant } => {
            let largest = terms.iter().map(|&(atom, c)| of(atom) + bits(c)).max().unwrap_or(0);
            largest.max(bits(*constant)) + 8
        }
        Node::Product(a, b) => of(*a) + of(*b),
        Node::ShiftLeft(a, _) => of(*a) + 64,
        Node::Floor(dividend, divisor) => of(*dividend).max(bits(*divisor)),
        Node::Element(index, _) => of(*index).max(of(id)),
        _ => of(id),
    }
}

fn number(value: i128, width: u32) -> String {
    if value < 0 { format!("(bvneg (_ bv{} {width}))", value.unsigned_abs()) } else { format!("(_ bv{value} {width})") }
}

fn define(exprs: &Exprs, id: ExprId, width: u32) -> Option<String> {
    let (zero, one) = (number(0, width), number(1, width));
    let truth = |condition: String| format!("(ite {condition} {one} {zero})");
    let nonzero = |part: &ExprId| format!("(not (= e{} {zero}))", part.0);
    let joined = |parts: &[ExprId]| parts.iter().map(nonzero).collect::<Vec<_>>().join(" ");
    Some(match exprs.node(id) {
        Node::Constant(value) => number(*value, width),
        Node::Variable(variable) => name_of(*variable),
        Node::Sum { terms, constant } => terms.iter().fold(number(*constant, width), |sum, (atom, coefficient)| {
            format!("(bvadd {sum} (bvmul {} e{}))", number(*coefficient, width), atom.0)
        }),
        Node::Opaque(inner) => format!("e{}", inner.0),
        Node::Product(a, b) => format!("(bvmul e{} e{})", a.0, b.0),
        Node::Floor(dividend, divisor) if divisor.count_ones() == 1 => {
            format!("(bvashr e{} {})", dividend.0, number(i128::from(divisor.trailing_zeros()), width))
        }
        Node::Floor(dividend, divisor) => {
            // bvsdiv rounds to zero; the dividend is moved for negative values so that it rounds down.
            let (dividend, divisor_text) = (dividend.0, number(*divisor, width));
            let moved = format!("(bvsub e{dividend} {})", number(divisor - 1, width));
            format!("(bvsdiv (ite (bvslt e{dividend} {zero}) {moved} e{dividend}) {divisor_text})")
        }
        Node::Quotient(a, b) => format!("(bvsdiv e{} e{})", a.0, b.0),
        Node::Remainder(a, b) => format!("(bvsrem e{} e{})", a.0, b.0),
        Node::BitAnd(a, b) => format!("(bvand e{} e{})", a.0, b.0),
        Node::ShiftLeft(a, b) => format!("(bvshl e{} e{})", a.0, b.0),
        Node::ShiftRight(a, b) => format!("(bvashr e{} e{})", a.0, b.0),
        Node::Sign(a) => {
            let minus = number(-1, width);
            format!("(ite (bvslt e{0} {zero}) {minus} (ite (= e{0} {zero}) {zero} {one}))", a.0)
        }
        Node::Compare(relation, a) => truth(match relation {
            ZeroRelation::AtMost => format!("(bvsle e{} {zero})", a.0),
            ZeroRelation::Equal => format!("(= e{} {zero})", a.0),
            ZeroRelation::Unequal => format!("(not (= e{} {zero}))", a.0),
        }),
        Node::And(parts) => truth(format!("(and {})", joined(parts))),
        Node::Or(parts) => truth(format!("(or {})", joined(parts))),
        Node::Choose(condition, a, b) => format!("(ite {} e{} e{})", nonzero(condition), a.0, b.0),
        Node::Element(index, table) => {
            let mut text = zero.clone();
            for (element, runs) in exprs.runs_of(*table) {
                let run = |run: Interval| {
                    let (low, high) = (number(run.low, width), number(run.high, width));
                    format!("(and (bvsle {low} e{0}) (bvsle e{0} {high}))", index.0)
                };
                let runs: Vec<String> = runs.into_iter().map(run).collect();
                text = format!("(ite (or {}) {} {text})", runs.join(" "), number(element, width));
            }
            text
        }
        Node::Float(..) | Node::Real(_) | Node::RealCompare(..) => return None,
    })
}

/// Reads `((v0 #x..) (v1 #b..))`.
fn read_model(exprs: &Exprs, scope: &[VariableId], text: &str) -> Option<Assignment> {
    let cleaned: String = text.chars().map(|c| if c == '(' || c == ')' { ' ' } else { c }).collect();
    let words: Vec<&str> = cleaned.split_whitespace().collect();
    let mut found: HashMap<&str, i128> = HashMap::new();
    for pair in words.windows(2) {
        let (digits, bits_each) = match pair[1].split_at_checked(2) {
            Some(("#x", digits)) => (digits, 4),
            Some(("#b", digits)) => (digits, 1),
            _ => continue,
        };
        found.insert(pair[0], read_signed(digits, bits_each)?);
    }
    let mut inputs = Assignment::default();
    for &variable in scope {
        if let Some(&value) = found.get(name_of(variable).as_str()) {
            inputs.set(variable, value);
        } else if let Domain::Integer { range, .. } = exprs.domain(variable) {
            inputs.set(variable, range.low);
        }
    }
    Some(inputs)
}

/// Two's complement of any length whose value fits 128 bits.
fn read_signed(digits: &str, bits_each: u32) -> Option<i128> {
    let mut value: i128 = 0;
    for (index, digit) in digits.chars().enumerate() {
        let digit = i128::from(digit.to_digit(1 << bits_each)?);
        if index == 0 && digit >> (bits_each - 1) == 1 {
            value = -1;
        }
        value = (value << bits_each) | digit;
    }
    Some(value)
}

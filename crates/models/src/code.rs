//! Expressions as register code. Integers and truth values live in one file of registers, reals in another; the first
//! registers are the variables of the state, constants have registers of their own, so that an instruction need not know what
//! its operands are.
//!
//! Reals are doubles. Where a comparison or a rounding is so close that a double might err, the expression itself is
//! evaluated in fractions.

use std::collections::HashMap;

use logic::{BinaryOperator, EvaluationError, Function, Value};

use crate::typed::{Term, TermNode, Type};

/// A register.
type Register = u32;

#[derive(Clone, Copy, Debug)]
enum Op {
    Add(Register, Register, Register),
    Subtract(Register, Register, Register),
    Multiply(Register, Register, Register),
    Negate(Register, Register),
    Min(Register, Register, Register),
    Max(Register, Register, Register),
    Mod(Register, Register, Register),
    Power(Register, Register, Register),
    Equal(Register, Register, Register),
    NotEqual(Register, Register, Register),
    Less(Register, Register, Register),
    LessOrEqual(Register, Register, Register),
    Not(Register, Register),
    Move(Register, Register),
    JumpIfFalse(Register, u32),
    JumpIfTrue(Register, u32),
    Jump(u32),
    /// Reals; comparisons and roundings write an integer register.
    RealOf(Register, Register),
    RealAdd(Register, Register, Register),
    RealSubtract(Register, Register, Register),
    RealMultiply(Register, Register, Register),
    RealDivide(Register, Register, Register),
    RealNegate(Register, Register),
    RealMin(Register, Register, Register),
    RealMax(Register, Register, Register),
    RealPower(Register, Register, Register),
    RealLog(Register, Register, Register),
    RealMove(Register, Register),
    RealCompare(Register, Register, Register),
    RealRound(Register, Register),
}

/// The code of one expression, and where its value is afterwards.
#[derive(Clone, Copy, Debug)]
pub struct Snippet {
    start: u32,
    end: u32,
    pub result: Register,
}

/// The registers of one worker.
#[derive(Clone, Debug)]
pub struct Registers {
    pub integers: Vec<i64>,
    reals: Vec<f64>,
}

/// Why code could not be run to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Trap(pub String);

impl From<EvaluationError> for Trap {
    fn from(error: EvaluationError) -> Trap {
        Trap(error.to_string())
    }
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    ops: Vec<Op>,
    integers: Vec<i64>,
    reals: Vec<f64>,
    variables: usize,
    integer_constants: HashMap<i64, Register>,
    real_constants: HashMap<u64, Register>,
    /// Registers for values in between, shared by all snippets.
    integer_scratch: Vec<Register>,
    real_scratch: Vec<Register>,
    integers_used: usize,
    reals_used: usize,
    /// What comparisons and roundings compute, for when it is close.
    exact: HashMap<u32, Term>,
}

/// Doubles that differ relatively by less are told apart in fractions.
const CLOSE: f64 = 1e-9;

impl Program {
    pub fn new(variables: usize) -> Program {
        Program { integers: vec![0; variables], variables, ..Program::default() }
    }

    pub fn registers(&self) -> Registers {
        Registers { integers: self.integers.clone(), reals: self.reals.clone() }
    }

    /// The code of an integer or truth value.
    pub fn integer(&mut self, term: &Term) -> Snippet {
        self.snippet(|program| program.emit_integer(term))
    }

    /// The code of a number, as a real.
    pub fn real(&mut self, term: &Term) -> Snippet {
        self.snippet(|program| program.emit_real(term))
    }

    fn snippet(&mut self, emit: impl FnOnce(&mut Program) -> Register) -> Snippet {
        (self.integers_used, self.reals_used) = (0, 0);
        let start = self.ops.len() as u32;
        let result = emit(self);
        Snippet { start, end: self.ops.len() as u32, result }
    }

    fn integer_constant(&mut self, value: i64) -> Register {
        let registers = &mut self.integers;
        *self.integer_constants.entry(value).or_insert_with(|| {
            registers.push(value);
            registers.len() as u32 - 1
        })
    }

    fn real_constant(&mut self, value: f64) -> Register {
        let registers = &mut self.reals;
        *self.real_constants.entry(value.to_bits()).or_insert_with(|| {
            registers.push(value);
            registers.len() as u32 - 1
        })
    }

    fn fresh_integer(&mut self) -> Register {
        if self.integers_used == self.integer_scratch.len() {
            self.integers.push(0);
            self.integer_scratch.push(self.integers.len() as u32 - 1);
        }
        self.integers_used += 1;
        self.integer_scratch[self.integers_used - 1]
    }

    fn fresh_real(&mut self) -> Register {
        if self.reals_used == self.real_scratch.len() {
            self.reals.push(0.0);
            self.real_scratch.push(self.reals.len() as u32 - 1);
        }
        self.reals_used += 1;
        self.real_scratch[self.reals_used - 1]
    }

    fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    /// Emits a jump to be aimed later; returns where it is.
    fn hole(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    fn aim(&mut self, hole: usize) {
        let target = self.here();
        match &mut self.ops[hole] {
            Op::JumpIfFalse(_, to) | Op::JumpIfTrue(_, to) | Op::Jump(to) => *to = target,
            _ => unreachable!("only jumps are aimed"),
        }
    }

    fn emit_integer(&mut self, term: &Term) -> Register {
        match &term.node {
            TermNode::Constant(Value::Bool(value)) => self.integer_constant(i64::from(*value)),
            TermNode::Constant(Value::Integer(value)) => self.integer_constant(*value),
            // Constants of integer type fit, and reals are never asked for here.
            TermNode::Constant(Value::Real(_)) => unreachable!("a real constant where an integer is needed"),
            TermNode::Variable(index) => *index as u32,
            TermNode::Not(operand) => {
                let operand = self.emit_integer(operand);
                self.write_integer(|to| Op::Not(to, operand))
            }
            TermNode::Negate(operand) => {
                let operand = self.emit_integer(operand);
                self.write_integer(|to| Op::Negate(to, operand))
            }
            TermNode::Binary(operator, left, right) => self.emit_binary(*operator, left, right, term),
            TermNode::IfThenElse(condition, first, second) => {
                let to = self.fresh_integer();
                let condition = self.emit_integer(condition);
                let to_second = self.hole(Op::JumpIfFalse(condition, 0));
                let first = self.emit_integer(first);
                self.ops.push(Op::Move(to, first));
                let to_end = self.hole(Op::Jump(0));
                self.aim(to_second);
                let second = self.emit_integer(second);
                self.ops.push(Op::Move(to, second));
                self.aim(to_end);
                to
            }
            TermNode::Call(function, arguments) => match function {
                Function::Floor | Function::Ceil | Function::Round => {
                    let argument = self.emit_real(&arguments[0]);
                    let to = self.fresh_integer();
                    self.exact.insert(self.here(), term.clone());
                    self.ops.push(Op::RealRound(to, argument));
                    to
                }
                _ => {
                    let mut result = self.emit_integer(&arguments[0]);
                    for argument in &arguments[1..] {
                        let argument = self.emit_integer(argument);
                        result = self.write_integer(|to| match function {
                            Function::Min => Op::Min(to, result, argument),
                            Function::Max => Op::Max(to, result, argument),
                            Function::Mod => Op::Mod(to, result, argument),
                            _ => Op::Power(to, result, argument),
                        });
                    }
                    result
                }
            },
        }
    }

    fn write_integer(&mut self, op: impl FnOnce(Register) -> Op) -> Register {
        let to = self.fresh_integer();
        self.ops.push(op(to));
        to
    }

    fn write_real(&mut self, op: impl FnOnce(Register) -> Op) -> Register {
        let to = self.fresh_real();
        self.ops.push(op(to));
        to
    }

    fn emit_binary(&mut self, operator: BinaryOperator, left: &Term, right: &Term, whole: &Term) -> Register {
        use BinaryOperator::*;
        match operator {
            And | Or | Implies => {
                let to = self.fresh_integer();
                let left = self.emit_integer(left);
                self.ops.push(if operator == Implies { Op::Not(to, left) } else { Op::Move(to, left) });
                let decided = match operator {
                    And => Op::JumpIfFalse(to, 0),
                    _ => Op::JumpIfTrue(to, 0),
                };
                let to_end = self.hole(decided);
                let right = self.emit_integer(right);
                self.ops.push(Op::Move(to, right));
                self.aim(to_end);
                to
            }
            Iff | Xor => {
                let (left, right) = (self.emit_integer(left), self.emit_integer(right));
                self.write_integer(|to| {
                    if operator == Iff { Op::Equal(to, left, right) } else { Op::NotEqual(to, left, right) }
                })
            }
            Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual => {
                if left.kind == Type::Real || right.kind == Type::Real {
                    let (left, right) = (self.emit_real(left), self.emit_real(right));
                    let to = self.fresh_integer();
                    self.exact.insert(self.here(), whole.clone());
                    self.ops.push(Op::RealCompare(to, left, right));
                    return to;
                }
                let (left, right) = (self.emit_integer(left), self.emit_integer(right));
                self.write_integer(|to| match operator {
                    Equal => Op::Equal(to, left, right),
                    NotEqual => Op::NotEqual(to, left, right),
                    Less => Op::Less(to, left, right),
                    LessOrEqual => Op::LessOrEqual(to, left, right),
                    Greater => Op::Less(to, right, left),
                    _ => Op::LessOrEqual(to, right, left),
                })
            }
            Add | Subtract | Multiply | Divide => {
                let (left, right) = (self.emit_integer(left), self.emit_integer(right));
                self.write_integer(|to| match operator {
                    Add => Op::Add(to, left, right),
                    Subtract => Op::Subtract(to, left, right),
                    _ => Op::Multiply(to, left, right),
                })
            }
        }
    }

    fn emit_real(&mut self, term: &Term) -> Register {
        if let Some(value) = term.as_constant() {
            return self.real_constant(value.to_f64().expect("types were checked"));
        }
        if term.kind == Type::Int {
            let integer = self.emit_integer(term);
            return self.write_real(|to| Op::RealOf(to, integer));
        }
        match &term.node {
            TermNode::Negate(operand) => {
                let operand = self.emit_real(operand);
                self.write_real(|to| Op::RealNegate(to, operand))
            }
            TermNode::Binary(operator, left, right) => {
                let (left, right) = (self.emit_real(left), self.emit_real(right));
                self.write_real(|to| match operator {
                    BinaryOperator::Add => Op::RealAdd(to, left, right),
                    BinaryOperator::Subtract => Op::RealSubtract(to, left, right),
                    BinaryOperator::Multiply => Op::RealMultiply(to, left, right),
                    _ => Op::RealDivide(to, left, right),
                })
            }
            TermNode::IfThenElse(condition, first, second) => {
                let to = self.fresh_real();
                let condition = self.emit_integer(condition);
                let to_second = self.hole(Op::JumpIfFalse(condition, 0));
                let first = self.emit_real(first);
                self.ops.push(Op::RealMove(to, first));
                let to_end = self.hole(Op::Jump(0));
                self.aim(to_second);
                let second = self.emit_real(second);
                self.ops.push(Op::RealMove(to, second));
                self.aim(to_end);
                to
            }
            TermNode::Call(function, arguments) => {
                let mut result = self.emit_real(&arguments[0]);
                for argument in &arguments[1..] {
                    let argument = self.emit_real(argument);
                    result = self.write_real(|to| match function {
                        Function::Min => Op::RealMin(to, result, argument),
                        Function::Max => Op::RealMax(to, result, argument),
                        Function::Log => Op::RealLog(to, result, argument),
                        _ => Op::RealPower(to, result, argument),
                    });
                }
                result
            }
            TermNode::Constant(_) | TermNode::Variable(_) | TermNode::Not(_) => {
                unreachable!("constants were handled, variables are integers")
            }
        }
    }

    /// Runs a snippet and returns its integer.
    #[inline]
    pub fn run(&self, snippet: Snippet, registers: &mut Registers) -> Result<i64, Trap> {
        if snippet.start != snippet.end {
            self.execute(snippet, registers)?;
        }
        Ok(registers.integers[snippet.result as usize])
    }

    /// Runs a snippet and returns its real.
    #[inline]
    pub fn run_real(&self, snippet: Snippet, registers: &mut Registers) -> Result<f64, Trap> {
        if snippet.start != snippet.end {
            self.execute(snippet, registers)?;
        }
        Ok(registers.reals[snippet.result as usize])
    }

    fn execute(&self, snippet: Snippet, registers: &mut Registers) -> Result<(), Trap> {
        let Registers { integers: i, reals: r } = registers;
        let mut at = snippet.start;
        while at != snippet.end {
            let op = self.ops[at as usize];
            at += 1;
            let overflow = || Trap("a number becomes too large".to_string());
            match op {
                Op::Add(to, a, b) => {
                    i[to as usize] = i[a as usize].checked_add(i[b as usize]).ok_or_else(overflow)?;
                }
                Op::Subtract(to, a, b) => {
                    i[to as usize] = i[a as usize].checked_sub(i[b as usize]).ok_or_else(overflow)?;
                }
                Op::Multiply(to, a, b) => {
                    i[to as usize] = i[a as usize].checked_mul(i[b as usize]).ok_or_else(overflow)?;
                }
                Op::Negate(to, a) => i[to as usize] = i[a as usize].checked_neg().ok_or_else(overflow)?,
                Op::Min(to, a, b) => i[to as usize] = i[a as usize].min(i[b as usize]),
                Op::Max(to, a, b) => i[to as usize] = i[a as usize].max(i[b as usize]),
                Op::Mod(to, a, b) => {
                    let (dividend, modulus) = (i[a as usize], i[b as usize]);
                    if modulus <= 0 {
                        return Err(Trap(format!("mod({dividend}, {modulus}) is not defined")));
                    }
                    i[to as usize] = dividend.rem_euclid(modulus);
                }
                Op::Power(to, a, b) => {
                    let (base, exponent) = (i[a as usize], i[b as usize]);
                    let power = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
                    i[to as usize] = power.ok_or_else(|| Trap(format!("pow({base}, {exponent}) is no integer")))?;
                }
                Op::Equal(to, a, b) => i[to as usize] = i64::from(i[a as usize] == i[b as usize]),
                Op::NotEqual(to, a, b) => i[to as usize] = i64::from(i[a as usize] != i[b as usize]),
                Op::Less(to, a, b) => i[to as usize] = i64::from(i[a as usize] < i[b as usize]),
                Op::LessOrEqual(to, a, b) => i[to as usize] = i64::from(i[a as usize] <= i[b as usize]),
                Op::Not(to, a) => i[to as usize] = 1 - i[a as usize],
                Op::Move(to, a) => i[to as usize] = i[a as usize],
                Op::JumpIfFalse(a, to) => {
                    if i[a as usize] == 0 {
                        at = to;
                    }
                }
                Op::JumpIfTrue(a, to) => {
                    if i[a as usize] != 0 {
                        at = to;
                    }
                }
                Op::Jump(to) => at = to,
                Op::RealOf(to, a) => r[to as usize] = i[a as usize] as f64,
                Op::RealAdd(to, a, b) => r[to as usize] = r[a as usize] + r[b as usize],
                Op::RealSubtract(to, a, b) => r[to as usize] = r[a as usize] - r[b as usize],
                Op::RealMultiply(to, a, b) => r[to as usize] = r[a as usize] * r[b as usize],
                Op::RealDivide(to, a, b) => r[to as usize] = r[a as usize] / r[b as usize],
                Op::RealNegate(to, a) => r[to as usize] = -r[a as usize],
                Op::RealMin(to, a, b) => r[to as usize] = r[a as usize].min(r[b as usize]),
                Op::RealMax(to, a, b) => r[to as usize] = r[a as usize].max(r[b as usize]),
                Op::RealPower(to, a, b) => r[to as usize] = r[a as usize].powf(r[b as usize]),
                Op::RealLog(to, a, b) => r[to as usize] = r[a as usize].ln() / r[b as usize].ln(),
                Op::RealMove(to, a) => r[to as usize] = r[a as usize],
                Op::RealCompare(to, a, b) => {
                    let (a, b) = (r[a as usize], r[b as usize]);
                    i[to as usize] = i64::from(self.compare(at - 1, a, b, &i[..self.variables])?);
                }
                Op::RealRound(to, a) => {
                    i[to as usize] = self.round(at - 1, r[a as usize], &i[..self.variables])?;
                }
            }
        }
        Ok(())
    }

    fn compare(&self, op: u32, a: f64, b: f64, variables: &[i64]) -> Result<bool, Trap> {
        use BinaryOperator::*;
        let whole = &self.exact[&op];
        let TermNode::Binary(operator, ..) = &whole.node else { unreachable!("comparisons are binary") };
        let far = (a - b).abs() > CLOSE * a.abs().max(b.abs());
        if !far || !a.is_finite() || !b.is_finite() {
            return Ok(whole.evaluate(variables)? == Value::Bool(true));
        }
        Ok(match operator {
            Equal => false,
            NotEqual => true,
            Less | LessOrEqual => a < b,
            _ => a > b,
        })
    }

    fn round(&self, op: u32, value: f64, variables: &[i64]) -> Result<i64, Trap> {
        let whole = &self.exact[&op];
        let TermNode::Call(function, _) = &whole.node else { unreachable!("roundings are calls") };
        let doubled = value * 2.0;
        if !value.is_finite() || (doubled - doubled.round()).abs() <= CLOSE * value.abs().max(1.0) || value.abs() > 1e15
        {
            return match whole.evaluate(variables)? {
                Value::Integer(value) => Ok(value),
                value => Err(Trap(format!("`{}` gives {value}, which is too large", function.name()))),
            };
        }
        Ok(match function {
            Function::Floor => value.floor(),
            Function::Ceil => value.ceil(),
            _ => (value + 0.5).floor(),
        } as i64)
    }
}

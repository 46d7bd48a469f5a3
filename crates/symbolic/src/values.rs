//! The virtual machine's symbolic values: its trait over the expressions of this crate.

use crate::expr::{Binary, Comparison, ExprId, Exprs, FloatFormat, FloatOp, Interval, UnaryOp, Variable, Width};
use crate::path_condition::PathConditions;
use hashbrown::HashMap;
use jvm::domain::{AUXILIARY, GUESS, InputDomain, Symbol, SymbolicValues, TextLaw};
use jvm::natives::symbolic::numbered;
use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Expressions and path conditions of a program, with the inputs it has asked for.
#[derive(Default)]
pub struct Inputs {
    pub paths: PathConditions,
    /// Domains given from outside, by name; they replace those in the program.
    pub domains: HashMap<String, Interval>,
    known: HashMap<(String, String), ExprId>,
    /// Those asked for, in the order they were.
    names: HashMap<String, u32>,
    /// A domain given from outside was used.
    pub used: Vec<String>,
    /// Whether `Symbolic.real` is a double, as it is when the program runs, or a real number, whose probabilities are volumes.
    pub are_doubles: bool,
    /// Kinds of inputs of which only some were looked at.
    pub bounded: Vec<String>,
}

/// The expressions that path conditions speak of, the same for all machines that work on one tree.
#[derive(Clone, Default)]
pub struct SharedInputs(Arc<Mutex<Inputs>>);

impl SharedInputs {
    pub fn new(inputs: Inputs) -> Self {
        SharedInputs(Arc::new(Mutex::new(inputs)))
    }

    /// Whoever panicked left nothing half done: numbers are only ever added.
    pub fn lock(&self) -> MutexGuard<'_, Inputs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inputs {
    pub fn new(profile: crate::profile::Profile) -> Inputs {
        Inputs { paths: PathConditions::new(profile), ..Inputs::default() }
    }

    /// Those that the program has asked for, in the order it did.
    pub fn asked(&self) -> Vec<Variable> {
        let is_input = |variable: &&Variable| !variable.name.starts_with([AUXILIARY, GUESS]);
        self.paths.exprs.variables().iter().filter(is_input).cloned().collect()
    }

    fn input(&mut self, name: &str, occurrence: u32, domain: &InputDomain) -> Result<ExprId, String> {
        let full = numbered(name, occurrence);
        let given = self.domains.get(&full).or_else(|| self.domains.get(name)).copied();
        if given.is_some() && !self.used.iter().any(|used| used == name) {
            self.used.push(name.to_owned());
        }
        let key = (full.clone(), format!("{domain:?}"));
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let made = match domain.clone() {
            InputDomain::Integer { width, low, high } => {
                let range = given.unwrap_or(Interval::new(i128::from(low), i128::from(high)));
                self.paths.integer_input(&full, range.low, range.high, width)
            }
            InputDomain::Real { low, high } => {
                let (low, high) = given.map_or((low, high), |range| (range.low as f64, range.high as f64));
                match low.is_infinite() || high.is_infinite() {
                    true => Ok(self.paths.exprs.float_variable(&full, FloatFormat::Double)),
                    false if self.are_doubles => self.paths.double_input(&full, low, high),
                    false => self.paths.real_input(&full, low, high),
                }
            }
            InputDomain::Options(options) => {
                let last = options.len() as i128 - 1;
                let made = self.paths.integer_input(&full, 0, last, Width::Int);
                made.inspect(|id| self.paths.exprs.show_as_options(*id, options))
            }
            InputDomain::Single => Ok(self.paths.exprs.float_variable(&full, FloatFormat::Single)),
        };
        let id = made.map_err(|fault| fault.to_string())?;
        self.known.insert(key, id);
        Ok(id)
    }
}

/// What one machine holds: the expressions it shares with others, and what it remembers of them.
pub struct Values {
    inputs: SharedInputs,
    memory: RefCell<Memory>,
}

/// Results that were asked for before. Expressions never change, so that whoever has asked once need not wait for the lock.
#[derive(Default)]
struct Memory {
    names: HashMap<String, u32>,
    constants: HashMap<i64, Symbol>,
    results: HashMap<(Operation, Symbol, Symbol), Symbol>,
    shapes: HashMap<Symbol, Shape>,
    few: HashMap<(Symbol, usize), Option<Vec<i64>>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    Binary(Binary, Width),
    Float(FloatOp, FloatFormat),
    Negate(Width),
    Convert(Width),
    Compare(Comparison),
    Sign,
    Not,
}

#[derive(Clone, Copy)]
struct Shape {
    is_real: bool,
    constant: Option<i64>,
}

/// Beyond so many results all are forgotten.
const RESULTS_MAX: usize = 1 << 20;

impl Values {
    pub fn of(inputs: &SharedInputs) -> Values {
        Values { inputs: inputs.clone(), memory: RefCell::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inputs> {
        self.inputs.lock()
    }

    fn result(
        &self,
        operation: Operation,
        a: Symbol,
        b: Symbol,
        compute: impl FnOnce(&mut Exprs, ExprId, ExprId) -> ExprId,
    ) -> Symbol {
        let memory = &mut *self.memory.borrow_mut();
        if memory.results.len() >= RESULTS_MAX {
            memory.results.clear();
        }
        let known = memory.results.entry((operation, a, b));
        *known.or_insert_with(|| compute(&mut self.inputs.lock().paths.exprs, ExprId(a), ExprId(b)).0)
    }

    fn shape(&self, a: Symbol) -> Shape {
        let memory = &mut *self.memory.borrow_mut();
        if memory.shapes.len() >= RESULTS_MAX {
            memory.shapes.clear();
        }
        *memory.shapes.entry(a).or_insert_with(|| {
            let exprs = &self.inputs.lock().paths.exprs;
            let constant = exprs.as_constant(ExprId(a)).map(|value| value as i64);
            Shape { is_real: exprs.is_real(ExprId(a)), constant }
        })
    }
}

impl SymbolicValues for Values {
    fn input(&mut self, name: &str, occurrence: u32, domain: &InputDomain) -> Result<Symbol, String> {
        self.lock().input(name, occurrence, domain).map(|id| id.0)
    }

    fn name(&mut self, name: &str) -> u32 {
        let memory = self.memory.get_mut();
        if let Some(known) = memory.names.get(name) {
            return *known;
        }
        let names = &mut self.inputs.lock().names;
        let next = names.len() as u32;
        let number = *names.entry(name.to_owned()).or_insert(next);
        memory.names.insert(name.to_owned(), number);
        number
    }

    fn named(&self, number: u32) -> String {
        let inputs = self.lock();
        let known = inputs.names.iter().find(|(_, known)| **known == number);
        known.map(|(name, _)| name.clone()).expect("a number that was given for a name")
    }

    fn constant(&mut self, value: i64) -> Symbol {
        let inputs = &self.inputs;
        let constants = &mut self.memory.get_mut().constants;
        *constants.entry(value).or_insert_with(|| inputs.lock().paths.exprs.constant(i128::from(value)).0)
    }

    fn is_real(&self, a: Symbol) -> bool {
        self.shape(a).is_real
    }

    fn binary(&mut self, op: Binary, width: Width, a: Symbol, b: Symbol) -> Symbol {
        self.result(Operation::Binary(op, width), a, b, |exprs, a, b| exprs.binary(op, width, a, b))
    }

    fn float(&mut self, op: FloatOp, format: FloatFormat, a: Symbol, b: Symbol) -> Option<Symbol> {
        if op != FloatOp::FromInteger && (self.shape(a).is_real || self.shape(b).is_real) {
            return self.lock().paths.exprs.real_operation(op, ExprId(a), ExprId(b)).map(|id| id.0);
        }
        Some(self.result(Operation::Float(op, format), a, b, |exprs, a, b| exprs.float(op, format, a, b)))
    }

    fn negate(&mut self, width: Width, a: Symbol) -> Symbol {
        self.result(Operation::Negate(width), a, a, |exprs, a, _| exprs.unary(UnaryOp::Neg, width, a))
    }

    fn float_negate(&mut self, format: FloatFormat, a: Symbol) -> Symbol {
        let exprs = &mut self.inputs.lock().paths.exprs;
        let a = ExprId(a);
        if exprs.is_real(a) { exprs.real_negated(a).0 } else { exprs.float_negated(format, a).0 }
    }

    fn convert(&mut self, a: Symbol, width: Width) -> Symbol {
        self.result(Operation::Convert(width), a, a, |exprs, a, _| exprs.convert(a, width))
    }

    fn compare(&mut self, op: Comparison, a: Symbol, b: Symbol) -> Symbol {
        self.result(Operation::Compare(op), a, b, |exprs, a, b| exprs.compare(op, a, b))
    }

    fn sign_of_difference(&mut self, a: Symbol, b: Symbol) -> Symbol {
        self.result(Operation::Sign, a, b, Exprs::sign_of_difference)
    }

    fn not(&mut self, a: Symbol) -> Symbol {
        self.result(Operation::Not, a, a, |exprs, a, _| exprs.not(a))
    }

    fn or(&mut self, parts: &[Symbol]) -> Symbol {
        let parts: Vec<ExprId> = parts.iter().map(|part| ExprId(*part)).collect();
        self.lock().paths.exprs.or(&parts).0
    }

    fn choose(&mut self, condition: Symbol, first: Symbol, second: Symbol) -> Symbol {
        self.lock().paths.exprs.choose(ExprId(condition), ExprId(first), ExprId(second)).0
    }

    fn element(&mut self, index: Symbol, first: i64, elements: &[i64]) -> Symbol {
        self.lock().paths.exprs.element(ExprId(index), i128::from(first), elements).0
    }

    fn as_constant(&self, a: Symbol) -> Option<i64> {
        self.shape(a).constant
    }

    fn range(&self, a: Symbol) -> (i128, i128) {
        let range = self.lock().paths.exprs.interval(ExprId(a));
        (range.low, range.high)
    }

    fn few_values(&self, a: Symbol, most: usize) -> Option<Vec<i64>> {
        let memory = &mut *self.memory.borrow_mut();
        if memory.few.len() >= RESULTS_MAX {
            memory.few.clear();
        }
        let known = memory.few.entry((a, most));
        known.or_insert_with(|| self.inputs.lock().paths.exprs.few_values(ExprId(a), most)).clone()
    }

    fn text_law(&self, name: &str) -> Option<TextLaw> {
        self.lock().paths.text_law(name).cloned()
    }

    fn text(&self, a: Symbol) -> String {
        self.lock().paths.exprs.bare(ExprId(a))
    }

    fn bounded(&mut self, what: &str) -> bool {
        let inputs = &mut *self.lock();
        if !what.is_empty() && !inputs.bounded.iter().any(|known| known == what) {
            inputs.bounded.push(what.to_owned());
        }
        // Of some inputs no probability can be had.
        inputs.are_doubles
    }
}

//! The virtual machine's symbolic values: its trait over the expressions of this crate.

use crate::expr::{Binary, Comparison, ExprId, Interval, UnaryOp, Width};
use crate::path_condition::PathConditions;
use hashbrown::HashMap;
use jvm::domain::{InputDomain, Symbol, SymbolicValues};
use jvm::natives::symbolic::numbered;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Expressions and path conditions of a program, with the inputs it has asked for.
#[derive(Default)]
pub struct Inputs {
    pub paths: PathConditions,
    /// Domains given from outside, by name; they replace those in the program.
    pub domains: HashMap<String, Interval>,
    known: HashMap<(String, String), ExprId>,
    /// A domain given from outside was used.
    pub used: Vec<String>,
}

/// What the machine holds: the same expressions that path conditions speak of, and that machines beside it use.
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
        let made = match *domain {
            InputDomain::Integer { width, low, high } => {
                let range = given.unwrap_or(Interval::new(i128::from(low), i128::from(high)));
                self.paths.integer_input(&full, range.low, range.high, width)
            }
            InputDomain::Real { low, high } => {
                let (low, high) = given.map_or((low, high), |range| (range.low as f64, range.high as f64));
                if low.is_infinite() || high.is_infinite() {
                    return Err(format!(
                        "unsupported: a symbolic double without bounds ({name}; --domain {name}=LOW..HIGH gives it some)"
                    ));
                }
                self.paths.real_input(&full, low, high)
            }
        };
        let id = made.map_err(|fault| fault.to_string())?;
        self.known.insert(key, id);
        Ok(id)
    }
}

impl SymbolicValues for SharedInputs {
    fn input(&mut self, name: &str, occurrence: u32, domain: &InputDomain) -> Result<Symbol, String> {
        self.lock().input(name, occurrence, domain).map(|id| id.0)
    }

    fn constant(&mut self, value: i64) -> Symbol {
        self.lock().paths.exprs.constant(i128::from(value)).0
    }

    fn real_constant(&mut self, value: f64) -> Option<Symbol> {
        self.lock().paths.exprs.real_constant(value).map(|id| id.0)
    }

    fn is_real(&self, a: Symbol) -> bool {
        self.lock().paths.exprs.is_real(ExprId(a))
    }

    fn binary(&mut self, op: Binary, width: Width, a: Symbol, b: Symbol) -> Symbol {
        self.lock().paths.exprs.binary(op, width, ExprId(a), ExprId(b)).0
    }

    fn real_binary(&mut self, op: Binary, a: Symbol, b: Symbol) -> Option<Symbol> {
        self.lock().paths.exprs.real_binary(op, ExprId(a), ExprId(b)).map(|id| id.0)
    }

    fn negate(&mut self, width: Width, a: Symbol) -> Symbol {
        self.lock().paths.exprs.unary(UnaryOp::Neg, width, ExprId(a)).0
    }

    fn real_negate(&mut self, a: Symbol) -> Symbol {
        self.lock().paths.exprs.real_negated(ExprId(a)).0
    }

    fn convert(&mut self, a: Symbol, width: Width) -> Symbol {
        self.lock().paths.exprs.convert(ExprId(a), width).0
    }

    fn to_real(&mut self, a: Symbol) -> Symbol {
        self.lock().paths.exprs.to_real(ExprId(a)).0
    }

    fn compare(&mut self, op: Comparison, a: Symbol, b: Symbol) -> Symbol {
        self.lock().paths.exprs.compare(op, ExprId(a), ExprId(b)).0
    }

    fn sign_of_difference(&mut self, a: Symbol, b: Symbol) -> Symbol {
        self.lock().paths.exprs.sign_of_difference(ExprId(a), ExprId(b)).0
    }

    fn not(&mut self, a: Symbol) -> Symbol {
        self.lock().paths.exprs.not(ExprId(a)).0
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
        self.lock().paths.exprs.as_constant(ExprId(a)).map(|value| value as i64)
    }

    fn range(&self, a: Symbol) -> (i128, i128) {
        let range = self.lock().paths.exprs.interval(ExprId(a));
        (range.low, range.high)
    }

    fn text(&self, a: Symbol) -> String {
        self.lock().paths.exprs.bare(ExprId(a))
    }
}

//! Results in closed form: what a method returns, and what it leaves in static fields, as a polynomial of its arguments and of
//! powers of two of them, modulo 2^32 as `int`s are. The polynomial is fitted to sample calls; that it holds for all is an identity
//! of polynomials along every way through the method, with those of the calls on the way put in for their results. Solvers that
//! look at bits are lost at products; to multiply out is enough.

use std::collections::BTreeMap;

use symbolic::expr::{Binary, ExprId, Exprs, Node, Width};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Monomial {
    One,
    Variable(usize),
    Product(usize, usize),
    /// Two to the power of a variable, which is between 0 and 31.
    Power(usize),
}

/// A sum of monomials with coefficients, modulo 2^32.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Form(Vec<(i32, Monomial)>);

/// Beyond so many arguments there are too many monomials.
const VARIABLES_MAX: usize = 6;
/// Beyond so many there are no products.
const FACTORS_MAX: usize = 4;
/// Coefficients above that are chance.
const COEFFICIENT_MAX: i64 = 1 << 20;
/// So many samples more than monomials make chance unlikely.
const MARGIN: usize = 6;

/// The prime 2^61 - 1, by which coefficients are computed.
const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

fn inverse(a: u64) -> u64 {
    let (mut power, mut base, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    power
}

fn residue(value: i64) -> u64 {
    value.rem_euclid(PRIME as i64) as u64
}

impl Monomial {
    fn of(self, values: &[i32]) -> i64 {
        match self {
            Monomial::One => 1,
            Monomial::Variable(a) => i64::from(values[a]),
            Monomial::Product(a, b) => i64::from(values[a]) * i64::from(values[b]),
            Monomial::Power(a) => 1 << values[a].clamp(0, 31),
        }
    }

    fn about(self, exprs: &mut Exprs, values: &[ExprId]) -> ExprId {
        let one = exprs.constant(1);
        match self {
            Monomial::One => one,
            Monomial::Variable(a) => values[a],
            Monomial::Product(a, b) => exprs.binary(Binary::Mul, Width::Int, values[a], values[b]),
            Monomial::Power(a) => exprs.binary(Binary::Shl, Width::Int, one, values[a]),
        }
    }

    fn text(self) -> String {
        match self {
            Monomial::One => "1".to_owned(),
            Monomial::Variable(a) => format!("x{}", a + 1),
            Monomial::Product(a, b) => format!("x{}*x{}", a + 1, b + 1),
            Monomial::Power(a) => format!("2^x{}", a + 1),
        }
    }
}

/// The monomials of these arguments; `exponents` are those that powers may be taken of.
pub(super) fn monomials(variables: &[usize], exponents: &[usize]) -> Vec<Monomial> {
    if variables.len() > VARIABLES_MAX {
        return Vec::new();
    }
    let mut all = vec![Monomial::One];
    all.extend(variables.iter().map(|variable| Monomial::Variable(*variable)));
    all.extend(exponents.iter().map(|variable| Monomial::Power(*variable)));
    if variables.len() <= FACTORS_MAX {
        let products = |(index, a): (usize, &usize)| {
            let a = *a;
            variables[..=index].iter().map(move |b| Monomial::Product(*b, a))
        };
        all.extend(variables.iter().enumerate().flat_map(products));
    }
    all
}

impl Form {
    /// The form that all samples have (arguments, then the value), if there is one; of several, one of the first monomials.
    pub fn fitted(monomials: &[Monomial], samples: &[(Vec<i32>, i32)]) -> Option<Form> {
        if monomials.is_empty() || samples.len() < monomials.len() + MARGIN {
            return None;
        }
        let mut rows: Vec<Vec<u64>> = samples
            .iter()
            .map(|(values, result)| {
                let entries = monomials.iter().map(|monomial| residue(monomial.of(values)));
                entries.chain([residue(i64::from(*result))]).collect()
            })
            .collect();
        let mut pivots = Vec::new();
        for column in 0..monomials.len() {
            let done = pivots.len();
            let Some(found) = (done..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
            rows.swap(done, found);
            let factor = inverse(rows[done][column]);
            for entry in &mut rows[done] {
                *entry = times(*entry, factor);
            }
            let pivot = rows[done].clone();
            for (number, row) in rows.iter_mut().enumerate() {
                let factor = row[column];
                if number != done && factor != 0 {
                    for (entry, by) in row.iter_mut().zip(&pivot) {
                        *entry = minus(*entry, times(*by, factor));
                    }
                }
            }
            pivots.push(column);
        }
        let last = monomials.len();
        if rows[pivots.len()..].iter().any(|row| row[last] != 0) {
            return None;
        }
        let mut terms = Vec::new();
        for (row, column) in pivots.iter().enumerate() {
            let value = rows[row][last];
            let signed = if value > PRIME / 2 { value as i64 - PRIME as i64 } else { value as i64 };
            if signed.abs() > COEFFICIENT_MAX {
                return None;
            }
            if signed != 0 {
                terms.push((signed as i32, monomials[*column]));
            }
        }
        Some(Form(terms))
    }

    /// The form of these arguments.
    pub fn about(&self, exprs: &mut Exprs, values: &[ExprId]) -> ExprId {
        let mut sum = exprs.constant(0);
        for (coefficient, monomial) in &self.0 {
            let (factor, part) = (exprs.constant(i128::from(*coefficient)), monomial.about(exprs, values));
            let scaled = exprs.binary(Binary::Mul, Width::Int, factor, part);
            sum = exprs.binary(Binary::Add, Width::Int, sum, scaled);
        }
        sum
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        for (coefficient, monomial) in &self.0 {
            let sign = match (*coefficient < 0, text.is_empty()) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            text.push_str(sign);
            match (coefficient.unsigned_abs(), monomial) {
                (1, _) => text.push_str(&monomial.text()),
                (size, Monomial::One) => text.push_str(&size.to_string()),
                (size, _) => text.push_str(&format!("{size}*{}", monomial.text())),
            }
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

/// What polynomials are made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    Value(ExprId),
    /// Two to the power of a variable and a constant, as `1 << variable + constant` computes it.
    Power(ExprId, i128),
}

/// A polynomial modulo 2^32.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Polynomial(BTreeMap<Vec<Atom>, u32>);

/// Larger ones are not looked at.
const TERMS_MAX: usize = 200;

impl Polynomial {
    /// What an expression is modulo 2^32; none if that is too large.
    pub fn of(exprs: &Exprs, id: ExprId) -> Option<Polynomial> {
        match exprs.node(id) {
            Node::Constant(value) => Some(Polynomial::term(Vec::new(), *value as u32)),
            Node::Sum { terms, constant } => {
                let mut sum = Polynomial::term(Vec::new(), *constant as u32);
                // How often something has wrapped has a factor of 2^32.
                for (part, coefficient) in terms.iter().filter(|(_, coefficient)| *coefficient as u32 != 0) {
                    let part = Polynomial::of(exprs, *part)?;
                    sum.add(&part, *coefficient as u32);
                }
                (sum.0.len() <= TERMS_MAX).then_some(sum)
            }
            Node::Opaque(inner) => Polynomial::of(exprs, *inner),
            Node::Product(a, b) => Polynomial::of(exprs, *a)?.times(&Polynomial::of(exprs, *b)?),
            Node::ShiftLeft(value, count) => match exponent(exprs, *count) {
                Some((variable, constant)) => {
                    let power = Polynomial::term(vec![Atom::Power(variable, constant)], 1);
                    Polynomial::of(exprs, *value)?.times(&power)
                }
                None => Some(Polynomial::term(vec![Atom::Value(id)], 1)),
            },
            _ => Some(Polynomial::term(vec![Atom::Value(id)], 1)),
        }
    }

    fn term(atoms: Vec<Atom>, coefficient: u32) -> Polynomial {
        let terms = if coefficient == 0 { BTreeMap::new() } else { BTreeMap::from([(atoms, coefficient)]) };
        Polynomial(terms)
    }

    pub fn add(&mut self, other: &Polynomial, factor: u32) {
        for (atoms, coefficient) in &other.0 {
            self.put(atoms.clone(), coefficient.wrapping_mul(factor));
        }
    }

    fn put(&mut self, atoms: Vec<Atom>, coefficient: u32) {
        let sum = self.0.get(&atoms).copied().unwrap_or(0).wrapping_add(coefficient);
        if sum == 0 {
            self.0.remove(&atoms);
        } else {
            self.0.insert(atoms, sum);
        }
    }

    fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        if self.0.len() * other.0.len() > TERMS_MAX {
            return None;
        }
        let mut product = Polynomial::default();
        for (left, a) in &self.0 {
            for (right, b) in &other.0 {
                let mut atoms = [left.clone(), right.clone()].concat();
                atoms.sort_unstable();
                product.put(atoms, a.wrapping_mul(*b));
            }
        }
        Some(product)
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Variables with the least and the greatest constant beside them in exponents.
    pub fn exponents(&self) -> BTreeMap<ExprId, (i128, i128)> {
        let mut all: BTreeMap<ExprId, (i128, i128)> = BTreeMap::new();
        for atom in self.0.keys().flatten() {
            if let Atom::Power(variable, constant) = atom {
                let (low, high) = all.entry(*variable).or_insert((*constant, *constant));
                (*low, *high) = ((*low).min(*constant), (*high).max(*constant));
            }
        }
        all
    }

    /// With the powers of a variable as multiples of the least of them: right if all exponents are between 0 and 31.
    pub fn with_least_powers(&self) -> Polynomial {
        let exponents = self.exponents();
        let mut result = Polynomial::default();
        for (atoms, coefficient) in &self.0 {
            let mut coefficient = *coefficient;
            let mut lowered = atoms.clone();
            for atom in &mut lowered {
                if let Atom::Power(variable, constant) = atom {
                    let (least, _) = exponents[variable];
                    coefficient = coefficient.checked_shl((*constant - least) as u32).unwrap_or(0);
                    *constant = least;
                }
            }
            lowered.sort_unstable();
            result.put(lowered, coefficient);
        }
        result
    }
}

/// The variable and the constant that the count of a shift is the sum of modulo 32.
fn exponent(exprs: &Exprs, count: ExprId) -> Option<(ExprId, i128)> {
    match exprs.node(count) {
        Node::Variable(_) => Some((count, 0)),
        Node::Sum { terms, constant } => {
            let mut left = terms.iter().filter(|(_, coefficient)| coefficient % 32 != 0);
            let (variable, coefficient) = left.next()?;
            let is_plain = *coefficient == 1 && matches!(exprs.node(*variable), Node::Variable(_));
            (is_plain && left.next().is_none() && constant.abs() < 64).then_some((*variable, *constant))
        }
        _ => None,
    }
}

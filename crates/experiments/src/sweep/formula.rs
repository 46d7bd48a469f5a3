//! Formulas that theory gives, to be drawn beside what was measured: `2*(n+1)*H(n) - 4*n`.
//!
//! ```text
//! sum     = product { ('+' | '-') product }
//! product = signed { ('*' | '/') signed }
//! signed  = '-' signed | power
//! power   = atom [ '^' signed ]
//! atom    = number | name | name '(' sum { ',' sum } ')' | '(' sum ')'
//! ```

use std::collections::BTreeSet;

/// A formula and the name it goes by.
#[derive(Clone, Debug, PartialEq)]
pub struct Against {
    pub name: String,
    pub formula: Formula,
}

impl Against {
    /// `2*n*log(n)`, or with a name: `"theory" = 2*n*log(n)`.
    pub fn parse(text: &str) -> Result<Against, String> {
        let named = text.trim().strip_prefix('"').and_then(|rest| rest.split_once('"'));
        let (name, formula) = match named {
            Some((name, rest)) => {
                let rest = rest.trim().strip_prefix('=');
                (name, rest.ok_or_else(|| format!("--against {text}: expected = after the name"))?)
            }
            None => (text.trim(), text),
        };
        let formula = Formula::parse(formula).map_err(|what| {
            format!("--against {text}: {what}; write a formula of the parameters such as 2*(n+1)*H(n)-4*n")
        })?;
        Ok(Against { name: name.to_owned(), formula })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    Number(f64),
    Name(String),
    Sum(Box<Formula>, Box<Formula>),
    Difference(Box<Formula>, Box<Formula>),
    Product(Box<Formula>, Box<Formula>),
    Quotient(Box<Formula>, Box<Formula>),
    Power(Box<Formula>, Box<Formula>),
    Negative(Box<Formula>),
    Call(&'static Function, Vec<Formula>),
}

/// A function of one or two numbers.
#[derive(Debug)]
pub struct Function {
    name: &'static str,
    parameters: usize,
    value: fn(&[f64]) -> f64,
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.name == other.name
    }
}

const fn of_one(name: &'static str, value: fn(&[f64]) -> f64) -> Function {
    Function { name, parameters: 1, value }
}

const fn of_two(name: &'static str, value: fn(&[f64]) -> f64) -> Function {
    Function { name, parameters: 2, value }
}

static FUNCTIONS: [Function; 18] = [
    of_one("H", |x| harmonic(x[0])),
    of_one("log", |x| x[0].ln()),
    of_one("ln", |x| x[0].ln()),
    of_one("log2", |x| x[0].log2()),
    of_one("log10", |x| x[0].log10()),
    of_one("sqrt", |x| x[0].sqrt()),
    of_one("exp", |x| x[0].exp()),
    of_one("abs", |x| x[0].abs()),
    of_one("floor", |x| x[0].floor()),
    of_one("ceil", |x| x[0].ceil()),
    of_one("round", |x| x[0].round()),
    of_one("fact", |x| factorial(x[0])),
    of_two("binomial", |x| binomial(x[0], x[1])),
    of_two("pow", |x| x[0].powf(x[1])),
    of_two("min", |x| x[0].min(x[1])),
    of_two("max", |x| x[0].max(x[1])),
    of_two("mod", |x| x[0].rem_euclid(x[1])),
    of_two("log_b", |x| x[1].ln() / x[0].ln()),
];

/// Nothing else is meant by these than what everybody means.
const CONSTANTS: [(&str, f64); 2] = [("pi", std::f64::consts::PI), ("e", std::f64::consts::E)];

/// The n-th harmonic number; between whole numbers, and beyond a million, by the asymptotic series.
fn harmonic(n: f64) -> f64 {
    const EULER: f64 = 0.577_215_664_901_532_9;
    if n < 0.0 {
        return f64::NAN;
    }
    if n.fract() == 0.0 && n <= 1e6 {
        // From the smallest summand, so that no digit is lost.
        return (1..=n as u64).rev().map(|k| 1.0 / k as f64).sum();
    }
    // The series is good for large numbers; H(n) = H(n + 1) - 1/(n + 1) brings the small ones there.
    if n < 20.0 {
        return harmonic(n + 1.0) - 1.0 / (n + 1.0);
    }
    let square = n * n;
    n.ln() + EULER + 1.0 / (2.0 * n) - 1.0 / (12.0 * square) + 1.0 / (120.0 * square * square)
}

fn factorial(n: f64) -> f64 {
    if n < 0.0 || n.fract() != 0.0 {
        return f64::NAN;
    }
    if n > 170.0 { f64::INFINITY } else { (1..=n as u64).map(|k| k as f64).product() }
}

fn binomial(n: f64, k: f64) -> f64 {
    if n.fract() != 0.0 || k.fract() != 0.0 || n < 0.0 {
        return f64::NAN;
    }
    if k < 0.0 || k > n {
        return 0.0;
    }
    let k = k.min(n - k);
    if k > 1e6 {
        return f64::INFINITY;
    }
    (1..=k as u64).fold(1.0, |product, i| product * (n - k + i as f64) / i as f64).round()
}

impl Formula {
    pub fn parse(text: &str) -> Result<Formula, String> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let formula = parser.sum()?;
        parser.skip_space();
        if parser.at < text.len() {
            return Err(format!("'{}' is too much in column {}", &text[parser.at..], parser.column()));
        }
        Ok(formula)
    }

    /// The parameters it mentions.
    pub fn names(&self) -> BTreeSet<&str> {
        match self {
            Formula::Number(_) => BTreeSet::new(),
            Formula::Name(name) => BTreeSet::from([name.as_str()]),
            Formula::Negative(inner) => inner.names(),
            Formula::Call(_, all) => all.iter().flat_map(Formula::names).collect(),
            Formula::Sum(a, b)
            | Formula::Difference(a, b)
            | Formula::Product(a, b)
            | Formula::Quotient(a, b)
            | Formula::Power(a, b) => a.names().into_iter().chain(b.names()).collect(),
        }
    }

    /// Its value; not a number where it has none.
    pub fn value(&self, parameter: &dyn Fn(&str) -> f64) -> f64 {
        let of = |formula: &Formula| formula.value(parameter);
        match self {
            Formula::Number(number) => *number,
            Formula::Name(name) => {
                let given = parameter(name);
                let constant = CONSTANTS.iter().find(|(known, _)| known == name);
                if given.is_nan() { constant.map_or(given, |(_, value)| *value) } else { given }
            }
            Formula::Sum(a, b) => of(a) + of(b),
            Formula::Difference(a, b) => of(a) - of(b),
            Formula::Product(a, b) => of(a) * of(b),
            Formula::Quotient(a, b) => of(a) / of(b),
            Formula::Power(a, b) => of(a).powf(of(b)),
            Formula::Negative(inner) => -of(inner),
            Formula::Call(function, all) => (function.value)(&all.iter().map(of).collect::<Vec<f64>>()),
        }
    }

    /// The first name that is neither a parameter nor a constant.
    pub fn unknown<'a>(&'a self, parameters: &[&str]) -> Option<&'a str> {
        let is_known = |name: &str| parameters.contains(&name) || CONSTANTS.iter().any(|(known, _)| *known == name);
        self.names().into_iter().find(|name| !is_known(name))
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

/// Deeper formulas are mistakes, and would not fit the stack.
const DEPTH_MAX: usize = 200;

impl<'a> Parser<'a> {
    fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn word(&mut self, part: fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn sum(&mut self) -> Result<Formula, String> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("it is nested too deeply".into());
        }
        let mut left = self.product()?;
        loop {
            if self.eat('+') {
                left = Formula::Sum(left.into(), self.product()?.into());
            } else if self.eat('-') {
                left = Formula::Difference(left.into(), self.product()?.into());
            } else {
                self.depth -= 1;
                return Ok(left);
            }
        }
    }

    fn product(&mut self) -> Result<Formula, String> {
        let mut left = self.signed()?;
        loop {
            if self.eat('*') {
                left = Formula::Product(left.into(), self.signed()?.into());
            } else if self.eat('/') {
                left = Formula::Quotient(left.into(), self.signed()?.into());
            } else {
                return Ok(left);
            }
        }
    }

    fn signed(&mut self) -> Result<Formula, String> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("it is nested too deeply".into());
        }
        let signed = if self.eat('-') { Formula::Negative(self.signed()?.into()) } else { self.power()? };
        self.depth -= 1;
        Ok(signed)
    }

    fn power(&mut self) -> Result<Formula, String> {
        let base = self.atom()?;
        if self.eat('^') { Ok(Formula::Power(base.into(), self.signed()?.into())) } else { Ok(base) }
    }

    fn atom(&mut self) -> Result<Formula, String> {
        self.skip_space();
        let column = self.column();
        if self.eat('(') {
            let inner = self.sum()?;
            return if self.eat(')') {
                Ok(inner)
            } else {
                Err(format!("the parenthesis in column {column} is not closed"))
            };
        }
        let rest = &self.text[self.at..];
        if rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let mut digits = self.word(|c| c.is_ascii_digit() || c == '.').to_owned();
            let behind = &self.text[self.at..];
            let exponent = behind.strip_prefix(['e', 'E']).unwrap_or_default().trim_start_matches(['-', '+']);
            if exponent.starts_with(|c: char| c.is_ascii_digit()) {
                let sign = behind.len() - exponent.len();
                digits.push_str(&behind[..sign]);
                self.at += sign;
                digits.push_str(self.word(|c| c.is_ascii_digit()));
            }
            return digits
                .parse()
                .map(Formula::Number)
                .map_err(|_| format!("'{digits}' in column {column} is no number"));
        }
        let name = self.word(|c| c.is_ascii_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(format!("a number, a name or ( is missing in column {column}"));
        }
        if !self.eat('(') {
            return Ok(Formula::Name(name.to_owned()));
        }
        let function = FUNCTIONS.iter().find(|function| function.name == name).ok_or_else(|| {
            let all: Vec<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
            format!("there is no function '{name}'; there are {}", all.join(", "))
        })?;
        let mut given = vec![self.sum()?];
        while self.eat(',') {
            given.push(self.sum()?);
        }
        if !self.eat(')') {
            return Err(format!("the parenthesis after {name} is not closed"));
        }
        if given.len() != function.parameters {
            return Err(format!("{name} takes {} and was given {}", function.parameters, given.len()));
        }
        Ok(Formula::Call(function, given))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, n: f64) -> f64 {
        Formula::parse(text).expect(text).value(&|name| if name == "n" { n } else { f64::NAN })
    }

    #[test]
    fn formulas_mean_what_they_mean_in_books() {
        for (text, n, wanted) in [
            ("1+2*3", 0.0, 7.0),
            ("2^3^2", 0.0, 512.0),
            ("-2^2", 0.0, -4.0),
            ("2^-1", 0.0, 0.5),
            ("10-4-3", 0.0, 3.0),
            ("12/2/3", 0.0, 2.0),
            ("H(4)", 0.0, 25.0 / 12.0),
            ("2*(n+1)*H(n)-4*n", 6.0, 10.3),
            ("log2(n)", 8.0, 3.0),
            ("log(e)+sqrt(n)", 9.0, 4.0),
            ("fact(5)", 0.0, 120.0),
            ("binomial(n,2)", 10.0, 45.0),
            ("binomial(50,25)", 0.0, 126_410_606_437_752.0),
            ("pow(n, 1.5)", 4.0, 8.0),
            ("floor(2.7)+ceil(2.2)", 0.0, 5.0),
            ("1e3 + 2.5E-1", 0.0, 1000.25),
        ] {
            let found = value(text, n);
            assert!((found - wanted).abs() <= 1e-12 * wanted.abs(), "{text}: {found} is not {wanted}");
        }
        // H(1/2) = 2 - 2 ln 2.
        assert!((value("H(0.5)", 0.0) - (2.0 - 2.0 * 2f64.ln())).abs() < 1e-9);
        assert!((value("H(2000000)", 0.0) - 15.085_873_653_425_723).abs() < 1e-9);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, part) in [
            ("2*", "missing in column 3"),
            ("(1", "not closed"),
            ("foo(1)", "there is no function 'foo'"),
            ("pow(2)", "takes 2"),
            ("1 2", "too much"),
            ("1.2.3", "no number"),
        ] {
            let sentence = Against::parse(text).expect_err(text);
            assert!(sentence.contains(part), "{sentence}");
        }
        assert!(Formula::parse(&"(".repeat(100_000)).is_err());
        assert!(Formula::parse(&"-".repeat(100_000)).is_err());
        assert_eq!(Formula::parse("n*m+pi").expect("right").unknown(&["n"]), Some("m"));
        assert_eq!(Against::parse("\"theory\" = n").expect("right").name, "theory");
    }
}

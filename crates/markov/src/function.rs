//! Quotients of polynomials in one unknown, found from exact values: Cauchy's interpolation by the extended Euclidean
//! algorithm (von zur Gathen and Gerhard, "Modern Computer Algebra", section 5.8); their signs by Sturm's theorem.
//!
//! The probability of reaching a state in a chain whose probabilities are polynomials of a parameter is such a quotient (Daws,
//! 2004). To find it from values at points keeps the solver for numbers the only one there is.

use dashu::base::Signed;
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;

/// Coefficients, the constant one first; the last is not zero.
pub type Polynomial = Vec<RBig>;

/// A quotient of polynomials.
#[derive(Clone, Debug, PartialEq)]
pub struct RationalFunction {
    /// What is divided.
    pub numerator: Polynomial,
    /// What it is divided by.
    pub denominator: Polynomial,
}

fn trimmed(mut polynomial: Polynomial) -> Polynomial {
    while polynomial.last().is_some_and(RBig::is_zero) {
        polynomial.pop();
    }
    polynomial
}

pub fn value_at(polynomial: &[RBig], at: &RBig) -> RBig {
    polynomial.iter().rev().fold(RBig::ZERO, |value, coefficient| value * at + coefficient)
}

fn difference(left: &[RBig], right: &[RBig]) -> Polynomial {
    let at = |polynomial: &[RBig], index: usize| polynomial.get(index).cloned().unwrap_or(RBig::ZERO);
    trimmed((0..left.len().max(right.len())).map(|index| at(left, index) - at(right, index)).collect())
}

fn product(left: &[RBig], right: &[RBig]) -> Polynomial {
    if left.is_empty() || right.is_empty() {
        return Vec::new();
    }
    let mut result = vec![RBig::ZERO; left.len() + right.len() - 1];
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right.iter().enumerate() {
            result[i + j] += a * b;
        }
    }
    trimmed(result)
}

fn scaled(polynomial: &[RBig], by: &RBig) -> Polynomial {
    trimmed(polynomial.iter().map(|coefficient| coefficient * by).collect())
}

/// Quotient and remainder; the divisor is not zero.
fn divided(dividend: &[RBig], divisor: &[RBig]) -> (Polynomial, Polynomial) {
    let mut rest = dividend.to_vec();
    let leading = divisor.last().expect("the divisor is not zero");
    let mut quotient = vec![RBig::ZERO; dividend.len().saturating_sub(divisor.len()) + 1];
    while rest.len() >= divisor.len() {
        let shift = rest.len() - divisor.len();
        let factor = rest.last().expect("it is at least as long as the divisor") / leading;
        for (index, coefficient) in divisor.iter().enumerate() {
            rest[index + shift] -= &factor * coefficient;
        }
        quotient[shift] = factor;
        // The leading coefficient has become zero exactly.
        rest.pop();
        rest = trimmed(rest);
    }
    (trimmed(quotient), rest)
}

fn derivative(polynomial: &[RBig]) -> Polynomial {
    let terms = polynomial.iter().enumerate().skip(1);
    trimmed(terms.map(|(power, coefficient)| coefficient * RBig::from(power)).collect())
}

/// The polynomial through all points (Newton's divided differences).
fn through(points: &[(RBig, RBig)]) -> Polynomial {
    let mut differences: Vec<RBig> = points.iter().map(|(_, y)| y.clone()).collect();
    for level in 1..points.len() {
        for index in (level..points.len()).rev() {
            let run = &points[index].0 - &points[index - level].0;
            differences[index] = (&differences[index] - &differences[index - 1]) / run;
        }
    }
    let mut result = Vec::new();
    for (index, (x, _)) in points.iter().enumerate().rev() {
        result = product(&result, &[-x.clone(), RBig::ONE]);
        result = difference(&result, &[-differences[index].clone()]);
    }
    result
}

impl RationalFunction {
    /// The quotient of low degrees that has these values; points are distinct. Where one exists with a numerator of degree less
    /// than half of the number of points and a denominator of degree at most the rest, it is this one.
    pub fn interpolated(points: &[(RBig, RBig)]) -> RationalFunction {
        let below = points.len().div_ceil(2);
        let mut larger = vec![RBig::ONE];
        for (x, _) in points {
            larger = product(&larger, &[-x.clone(), RBig::ONE]);
        }
        let mut smaller = through(points);
        let (mut before, mut now): (Polynomial, Polynomial) = (Vec::new(), vec![RBig::ONE]);
        while smaller.len() > below {
            let (quotient, rest) = divided(&larger, &smaller);
            let next = difference(&before, &product(&quotient, &now));
            (before, now) = (now, next);
            (larger, smaller) = (smaller, rest);
        }
        RationalFunction { numerator: smaller, denominator: now }.reduced()
    }

    /// In lowest terms, with whole coefficients that have no common divisor, the denominator's lowest one positive.
    fn reduced(self) -> RationalFunction {
        let (mut one, mut other) = (self.numerator.clone(), self.denominator.clone());
        while !other.is_empty() {
            (one, other) = (other.clone(), divided(&one, &other).1);
        }
        let mut numerator = divided(&self.numerator, &one).0;
        let mut denominator = divided(&self.denominator, &one).0;
        let all = || numerator.iter().chain(&denominator);
        let common = all().fold(UBig::ONE, |common, coefficient| lcm(&common, coefficient.denominator()));
        let scale = RBig::from(common);
        let whole = all().map(|coefficient| (coefficient * &scale).numerator().clone());
        let divisor = whole.fold(UBig::ZERO, |divisor, number: IBig| gcd(divisor, number.into_parts().1));
        let mut factor = if divisor == UBig::ZERO { scale } else { scale / RBig::from(divisor) };
        if denominator.iter().find(|coefficient| !coefficient.is_zero()).is_some_and(Signed::is_negative) {
            factor = -factor;
        }
        numerator = scaled(&numerator, &factor);
        denominator = scaled(&denominator, &factor);
        RationalFunction { numerator, denominator }
    }

    /// The value; `None` where the denominator vanishes.
    pub fn at(&self, x: &RBig) -> Option<RBig> {
        let denominator = value_at(&self.denominator, x);
        (!denominator.is_zero()).then(|| value_at(&self.numerator, x) / denominator)
    }

    /// With a name for the unknown: `(1 - p^2) / (1 + p)`.
    pub fn text(&self, name: &str) -> String {
        let numerator = polynomial_text(&self.numerator, name);
        if self.denominator == [RBig::ONE] {
            return numerator;
        }
        let bracketed = |polynomial: &[RBig], text: String| {
            let terms = polynomial.iter().filter(|coefficient| !coefficient.is_zero()).count();
            if terms > 1 { format!("({text})") } else { text }
        };
        let denominator = polynomial_text(&self.denominator, name);
        let several = self.denominator.len() > 1 && self.denominator.last() != Some(&RBig::ONE);
        let below = if several && !denominator.contains(' ') {
            format!("({denominator})")
        } else {
            bracketed(&self.denominator, denominator)
        };
        format!("{} / {below}", bracketed(&self.numerator, numerator))
    }

    /// Where its distance from `threshold` may change its sign, between `low` and `high`: roots and poles, in order, each
    /// within 1e-12 of the interval's length.
    pub fn changes(&self, threshold: &RBig, low: &RBig, high: &RBig) -> Vec<RBig> {
        let crossing = difference(&self.numerator, &scaled(&self.denominator, threshold));
        let mut found = roots(&crossing, low, high);
        found.extend(roots(&self.denominator, low, high));
        found.sort();
        found.dedup();
        found
    }
}

pub(crate) fn gcd(mut one: UBig, mut other: UBig) -> UBig {
    while other != UBig::ZERO {
        (one, other) = (other.clone(), one % other);
    }
    one
}

pub(crate) fn lcm(one: &UBig, other: &UBig) -> UBig {
    one / gcd(one.clone(), other.clone()) * other
}

fn polynomial_text(polynomial: &[RBig], name: &str) -> String {
    let mut text = String::new();
    for (power, coefficient) in polynomial.iter().enumerate() {
        if coefficient.is_zero() {
            continue;
        }
        let (sign, size) =
            if coefficient.is_negative() { ("-", -coefficient.clone()) } else { ("+", coefficient.clone()) };
        match (text.is_empty(), sign) {
            (true, "-") => text.push('-'),
            (true, _) => {}
            (false, sign) => text.push_str(&format!(" {sign} ")),
        }
        let unit = match power {
            0 => String::new(),
            1 => name.to_string(),
            _ => format!("{name}^{power}"),
        };
        match (unit.is_empty(), size == RBig::ONE) {
            (true, _) => text.push_str(&size.to_string()),
            (false, true) => text.push_str(&unit),
            (false, false) => text.push_str(&format!("{size}*{unit}")),
        }
    }
    if text.is_empty() { "0".to_string() } else { text }
}

/// The distinct roots strictly between two points, each to within a small part of their distance.
fn roots(polynomial: &[RBig], low: &RBig, high: &RBig) -> Vec<RBig> {
    if polynomial.len() < 2 {
        return Vec::new();
    }
    // Sturm's theorem is about simple roots.
    let (mut common, mut other) = (polynomial.to_vec(), derivative(polynomial));
    while !other.is_empty() {
        let rest = divided(&common, &other).1;
        (common, other) = (other, rest);
    }
    let simple = divided(polynomial, &common).0;
    let mut sequence = vec![simple.clone(), derivative(&simple)];
    while !sequence[sequence.len() - 1].is_empty() {
        let rest = divided(&sequence[sequence.len() - 2], &sequence[sequence.len() - 1]).1;
        sequence.push(scaled(&rest, &-RBig::ONE));
    }
    sequence.pop();
    let variations = |x: &RBig| {
        let signs = sequence.iter().map(|one| value_at(one, x)).filter(|value| !value.is_zero());
        let signs: Vec<bool> = signs.map(|value| value.is_negative()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let half = RBig::from(2);
    let precision = (high - low) / RBig::from(IBig::from(10).pow(12));
    let mut found = Vec::new();
    // Sturm counts the roots in (low, high].
    let mut pending = vec![(low.clone(), high.clone(), variations(low), variations(high))];
    while let Some((low, high, before, after)) = pending.pop() {
        if before <= after {
            continue;
        }
        if before - after == 1 && value_at(&simple, &high).is_zero() {
            found.push(high);
            continue;
        }
        let middle = (&low + &high) / &half;
        if &high - &low < precision {
            found.push(middle);
            continue;
        }
        let between = variations(&middle);
        pending.push((low, middle.clone(), before, between));
        pending.push((middle, high, between, after));
    }
    found.retain(|root| root > low && root < high);
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> RBig {
        RBig::from(numerator) / RBig::from(denominator)
    }

    fn sampled(count: i64, function: impl Fn(&RBig) -> RBig) -> Vec<(RBig, RBig)> {
        let points = (1..=count).map(|index| fraction(index, count + 1));
        points.map(|x| (x.clone(), function(&x))).collect()
    }

    #[test]
    fn finds_quotients_from_their_values() {
        // p^2 / (1 - 2p + 2p^2): two games ahead.
        let duel = |p: &RBig| p * p / (RBig::ONE - RBig::from(2) * p + RBig::from(2) * p * p);
        let function = RationalFunction::interpolated(&sampled(8, duel));
        assert_eq!(function.text("p"), "p^2 / (1 - 2*p + 2*p^2)");
        assert_eq!(function.at(&fraction(2, 3)), Some(fraction(4, 5)));
        let constant = RationalFunction::interpolated(&sampled(5, |_| fraction(1, 3)));
        assert_eq!(constant.text("p"), "1 / 3");
        let zero = RationalFunction::interpolated(&sampled(5, |_| RBig::ZERO));
        assert_eq!(zero.text("p"), "0");
        let line = RationalFunction::interpolated(&sampled(6, |p| RBig::ONE - p));
        assert_eq!(line.text("q"), "1 - q");
        let pole = RationalFunction::interpolated(&sampled(6, |p| RBig::ONE / (RBig::from(2) * p)));
        assert_eq!(pole.text("p"), "1 / (2*p)");
    }

    #[test]
    fn finds_where_signs_change() {
        let square =
            RationalFunction { numerator: vec![RBig::ZERO, RBig::ZERO, RBig::ONE], denominator: vec![RBig::ONE] };
        let found = square.changes(&fraction(1, 2), &RBig::ZERO, &RBig::ONE);
        assert_eq!(found.len(), 1);
        assert!((found[0].to_f64().value() - 0.5f64.sqrt()).abs() < 1e-11);
        assert!(square.changes(&RBig::from(2), &RBig::ZERO, &RBig::ONE).is_empty());
        assert_eq!(square.changes(&fraction(1, 4), &RBig::ZERO, &RBig::ONE), [fraction(1, 2)]);
        // (x - 1/2)^2 touches zero in the very middle.
        let touching = vec![fraction(1, 4), -RBig::ONE, RBig::ONE];
        assert_eq!(roots(&touching, &RBig::ZERO, &RBig::ONE), [fraction(1, 2)]);
    }
}

//! `--vary n=2..10`: which values a parameter takes, and all settings of several of them. Values are decimals, counted exactly,
//! or words.

use std::cmp::Ordering;
use std::fmt;

/// Settings that a sweep may have.
const SETTINGS_MAX: usize = 100_000;

/// A parameter and its values, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub values: Vec<String>,
}

/// One value per parameter, in the order in which they were given.
pub type Setting = Vec<(String, String)>;

impl Parameter {
    /// `n=2..10`, `n=0..1+0.25` (steps), `n=1..64*2` (factors), `n=1,2,5` and `mode=fair,greedy`; or `n=2:2:10` as in PRISM.
    pub fn parse(text: &str) -> Result<Parameter, String> {
        let wrong = |what: &str| {
            format!(
                "--vary {text}: {what}; write n=2..10, n=0..1+0.25 (in steps), n=1..64*2 (in factors) or n=1,2,5 (a list)"
            )
        };
        let (name, values) = text.split_once('=').ok_or_else(|| wrong("there is no ="))?;
        let (name, values) = (name.trim(), values.trim());
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            return Err(wrong(&format!("'{name}' is no name")));
        }
        let number = |text: &str| Decimal::parse(text).ok_or_else(|| wrong(&format!("'{}' is no number", text.trim())));
        let values = if let Some((low, rest)) = values.split_once("..") {
            let (high, growth) = match rest.find(['+', '*']) {
                Some(at) => (&rest[..at], Some((&rest[at..=at], number(&rest[at + 1..])?))),
                None => (rest, None),
            };
            let growth = match growth {
                Some(("*", factor)) => Growth::By(factor),
                Some((_, step)) => Growth::In(step),
                None => Growth::In(Decimal::ONE),
            };
            spelt_out(number(low)?, number(high)?, growth).map_err(wrong)?
        } else if values.contains(':') {
            let parts: Vec<&str> = values.split(':').collect();
            let (low, step, high) = match parts[..] {
                [low, high] => (low, "1", high),
                [low, step, high] => (low, step, high),
                _ => return Err(wrong("a range has two or three parts")),
            };
            spelt_out(number(low)?, number(high)?, Growth::In(number(step)?)).map_err(wrong)?
        } else {
            let all: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
            if all.iter().any(String::is_empty) {
                return Err(wrong("a value is empty"));
            }
            all
        };
        if let Some(twice) = values.iter().enumerate().find(|(at, value)| values[..*at].contains(value)) {
            return Err(wrong(&format!("{} occurs twice", twice.1)));
        }
        Ok(Parameter { name: name.to_owned(), values })
    }

    /// Whether all values are numbers, so that they have places on an axis.
    pub fn is_numeric(&self) -> bool {
        self.values.iter().all(|value| value.parse::<f64>().is_ok_and(f64::is_finite))
    }

    pub fn is_whole(&self) -> bool {
        self.values.iter().all(|value| value.parse::<i64>().is_ok())
    }
}

#[derive(Clone, Copy)]
enum Growth {
    In(Decimal),
    By(Decimal),
}

fn spelt_out(low: Decimal, high: Decimal, growth: Growth) -> Result<Vec<String>, &'static str> {
    let grows = match growth {
        Growth::In(step) => step > Decimal::ZERO,
        Growth::By(factor) => factor > Decimal::ONE && low > Decimal::ZERO,
    };
    if !grows || low > high {
        return Err("a range goes upwards, by steps above 0 or by factors above 1 from above 0");
    }
    let mut values = Vec::new();
    let mut value = Some(low);
    while let Some(at) = value.filter(|at| *at <= high) {
        values.push(at.to_string());
        if values.len() > SETTINGS_MAX {
            return Err("that is more than 100,000 values");
        }
        value = match growth {
            Growth::In(step) => at.plus(step),
            Growth::By(factor) => at.times(factor),
        };
    }
    Ok(values)
}

/// All combinations, the last parameter varying fastest.
pub fn settings(parameters: &[Parameter]) -> Result<Vec<Setting>, String> {
    if let Some(pair) =
        parameters.iter().enumerate().find(|(at, one)| parameters[..*at].iter().any(|other| other.name == one.name))
    {
        return Err(format!("--vary names {} twice; give all its values at once", pair.1.name));
    }
    let mut all: Vec<Setting> = vec![Vec::new()];
    for parameter in parameters {
        if all.len().saturating_mul(parameter.values.len()) > SETTINGS_MAX {
            return Err(format!("--vary: that is more than {SETTINGS_MAX} settings; vary less"));
        }
        all = all
            .iter()
            .flat_map(|setting| {
                parameter.values.iter().map(move |value| {
                    let mut longer = setting.clone();
                    longer.push((parameter.name.clone(), value.clone()));
                    longer
                })
            })
            .collect();
    }
    Ok(all)
}

/// A decimal fraction: 0.1 added ten times is 1.
#[derive(Clone, Copy, Debug)]
struct Decimal {
    digits: i128,
    /// How many of the digits are behind the point.
    places: u32,
}

impl Decimal {
    const ZERO: Decimal = Decimal { digits: 0, places: 0 };
    const ONE: Decimal = Decimal { digits: 1, places: 0 };

    fn parse(text: &str) -> Option<Decimal> {
        let text = text.trim();
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let unsigned = whole.strip_prefix('-').unwrap_or(whole);
        let all_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        if unsigned.is_empty() && part.is_empty() || !all_digits(unsigned) || !all_digits(part) || part.len() > 15 {
            return None;
        }
        let digits: i128 = format!("{unsigned}{part}").parse().ok()?;
        let digits = if whole.starts_with('-') { -digits } else { digits };
        Some(Decimal { digits, places: part.len() as u32 }.trimmed())
    }

    fn trimmed(mut self) -> Decimal {
        while self.places > 0 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.places -= 1;
        }
        self
    }

    fn aligned(self, other: Decimal) -> Option<(i128, i128, u32)> {
        let places = self.places.max(other.places);
        let scaled = |one: Decimal| one.digits.checked_mul(10i128.checked_pow(places - one.places)?);
        Some((scaled(self)?, scaled(other)?, places))
    }

    fn plus(self, other: Decimal) -> Option<Decimal> {
        let (a, b, places) = self.aligned(other)?;
        Some(Decimal { digits: a.checked_add(b)?, places }.trimmed())
    }

    fn times(self, other: Decimal) -> Option<Decimal> {
        let digits = self.digits.checked_mul(other.digits)?;
        Some(Decimal { digits, places: self.places + other.places }.trimmed())
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Decimal) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        let (a, b, _) = self.aligned(*other)?;
        Some(a.cmp(&b))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = format!("{:0width$}", self.digits.unsigned_abs(), width = self.places as usize + 1);
        let (whole, part) = digits.split_at(digits.len() - self.places as usize);
        if part.is_empty() { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{part}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Parameter::parse(text).unwrap_or_else(|sentence| panic!("{sentence}")).values
    }

    #[test]
    fn ranges_and_lists() {
        assert_eq!(values("n=2..5"), ["2", "3", "4", "5"]);
        assert_eq!(values("n=-1..1"), ["-1", "0", "1"]);
        assert_eq!(values("p=0..1+0.25"), ["0", "0.25", "0.5", "0.75", "1"]);
        assert_eq!(values("p=0..1+0.1").len(), 11);
        assert_eq!(values("n=1..100*10"), ["1", "10", "100"]);
        assert_eq!(values("x=1..4*1.5"), ["1", "1.5", "2.25", "3.375"]);
        assert_eq!(values("n=2:2:6"), ["2", "4", "6"]);
        assert_eq!(values("n=2:3"), ["2", "3"]);
        assert_eq!(values("mode=fair, greedy"), ["fair", "greedy"]);
        for wrong in [
            "n",
            "n=",
            "=2",
            "n=3..1",
            "n=1..2+0",
            "n=1..8*1",
            "n=0..8*2",
            "n=a..b",
            "2n=1..2",
            "n=1,,2",
            "n=1,1",
            "n=1:2:3:4",
        ] {
            assert!(Parameter::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn several_parameters_make_a_grid() {
        let parameters = ["a=1,2", "b=5..7"].map(|text| Parameter::parse(text).expect("right"));
        let all = settings(&parameters).expect("few");
        assert_eq!(all.len(), 6);
        assert_eq!(all[1], [("a".to_owned(), "1".to_owned()), ("b".to_owned(), "6".to_owned())]);
        assert!(settings(&[parameters[0].clone(), parameters[0].clone()]).is_err());
    }
}

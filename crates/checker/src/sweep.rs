//! `--const N=2:2:10`: the same questions for many values of constants, as PRISM's experiments.

use dashu::rational::RBig;
use logic::{Constants, Value};

use crate::fault::Fault;

/// One setting of the constants, as `--const` would give it, and the values of those that vary.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub constants: String,
    pub varying: Vec<(String, String)>,
}

/// Settings that a sweep may have.
const SETTINGS_MAX: usize = 100_000;

/// All settings that a text such as `N=2:2:10,p=0.1` stands for, the last constant varying fastest; one if nothing varies.
pub fn settings(text: &str) -> Result<Vec<Setting>, Fault> {
    let mut all = vec![Setting { constants: String::new(), varying: Vec::new() }];
    for part in parts(text, ',') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let range = parts(value, ':');
        if range.len() == 1 || value.contains('?') {
            for setting in &mut all {
                append(&mut setting.constants, part);
            }
            continue;
        }
        let name = name.trim();
        let wrong = |what: &str| Fault::Input(format!("--const {part}: {what}, as in {name}=1:5 or {name}=0:0.1:1"));
        if range.len() > 3 {
            return Err(wrong("a range is written low:high or low:step:high"));
        }
        let number = |text: &str| -> Result<RBig, Fault> {
            let constants =
                Constants::parse(&format!("x={text}")).map_err(|_| wrong(&format!("`{text}` is no number")))?;
            constants.get("x").and_then(Value::to_rational).ok_or_else(|| wrong(&format!("`{text}` is no number")))
        };
        let (low, high) = (number(range[0])?, number(range[range.len() - 1])?);
        let step = if range.len() == 3 { number(range[1])? } else { RBig::ONE };
        if step <= RBig::ZERO || low > high {
            return Err(wrong("a range goes upwards in positive steps"));
        }
        let mut next = Vec::new();
        for setting in &all {
            let mut value = low.clone();
            while value <= high {
                let shown = Value::from(value.clone()).to_string();
                let mut one = setting.clone();
                append(&mut one.constants, &format!("{name}={shown}"));
                one.varying.push((name.to_string(), shown));
                next.push(one);
                if next.len() > SETTINGS_MAX {
                    return Err(Fault::Input(format!("--const {text}: that is more than {SETTINGS_MAX} settings")));
                }
                value += &step;
            }
        }
        all = next;
    }
    Ok(all)
}

fn append(constants: &mut String, part: &str) {
    if !constants.is_empty() {
        constants.push(',');
    }
    constants.push_str(part);
}

/// The parts of a text between separators outside parentheses.
fn parts(text: &str, separator: char) -> Vec<&str> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if character == separator && depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

#[cfg(test)]
mod tests {
    use super::settings;

    fn constants(text: &str) -> Vec<String> {
        settings(text).unwrap().into_iter().map(|setting| setting.constants).collect()
    }

    #[test]
    fn ranges_are_spelt_out() {
        assert_eq!(constants("N=2"), ["N=2"]);
        assert_eq!(constants("N=1:3"), ["N=1", "N=2", "N=3"]);
        assert_eq!(
            constants("p=0:0.1:0.3,k=max(1,2)"),
            ["p=0,k=max(1,2)", "p=0.1,k=max(1,2)", "p=0.2,k=max(1,2)", "p=0.3,k=max(1,2)"]
        );
        assert_eq!(constants("a=1:2,b=5:5:10"), ["a=1,b=5", "a=1,b=10", "a=2,b=5", "a=2,b=10"]);
        for wrong in ["N=3:1", "N=1:0:2", "N=1:2:3:4", "N=a:b"] {
            assert!(settings(wrong).is_err(), "{wrong}");
        }
    }
}

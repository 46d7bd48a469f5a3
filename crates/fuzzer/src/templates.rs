//! Families that are data: `templates.txt` has lines of Java with holes, and a part is some lines of one family, filled at random.

use std::sync::OnceLock;

use space::Rng;

use crate::expressions::{Type, boxed, expression, literal};
use crate::members::{Part, guarded};

/// One family of `templates.txt`.
pub struct Family {
    /// The first release that has all of it.
    pub since: u32,
    declarations: Vec<&'static str>,
    statements: Vec<&'static str>,
}

/// So many statements of a family at most make a part.
const STATEMENTS_MAX: usize = 7;

impl Family {
    pub fn all() -> &'static [Family] {
        static FAMILIES: OnceLock<Vec<Family>> = OnceLock::new();
        FAMILIES.get_or_init(|| parse(include_str!("templates.txt")))
    }

    pub fn make(&self, rng: &mut Rng, id: usize) -> Part {
        let own = id.to_string();
        let mut part = Part::default();
        for line in &self.declarations {
            part.declarations.push(finished(&fill(rng, line), &own));
        }
        for _ in 0..2 + rng.below(STATEMENTS_MAX - 1) {
            let line = self.statements[rng.below(self.statements.len())];
            part.statements.push(guarded(&finished(&fill(rng, line), &own)));
        }
        part
    }
}

/// A filled line with the number of its part, and signs that would have meant something else.
fn finished(line: &str, own: &str) -> String {
    line.replace('#', own).replace('♯', "#").replace('¦', "|")
}

fn parse(text: &'static str) -> Vec<Family> {
    let mut families: Vec<Family> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let last = families.last_mut();
        match (word, last) {
            ("family", _) => {
                let since = rest.rsplit(' ').next().and_then(|since| since.parse().ok()).expect("a name and a release");
                families.push(Family { since, declarations: Vec::new(), statements: Vec::new() });
            }
            ("declare", Some(family)) => family.declarations.push(rest),
            (_, Some(family)) => family.statements.push(line),
            (_, None) => panic!("templates.txt begins with a family"),
        }
    }
    assert!(families.iter().all(|family| !family.statements.is_empty()), "each family has statements");
    families
}

/// Fills the holes of a line: `$int`, `$text` and so on are expressions, `$n` is a digit, `$m` a number below a hundred, `$z` one
/// from -9 to 9, `$w` a word, `$any` anything, `$nl` the end of a line, `$[a|b]` one of these, and `$$` is the sign itself.
fn fill(rng: &mut Rng, line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('$') {
        text += &rest[..at];
        rest = &rest[at + 1..];
        if let Some(inside) = rest.strip_prefix('[') {
            let (choices, after) = choices(inside);
            let chosen = choices[rng.below(choices.len())];
            text += &fill(rng, chosen);
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix('$') {
            text.push('$');
            rest = after;
            continue;
        }
        let end = rest.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(rest.len());
        text += &hole(rng, &rest[..end]);
        rest = &rest[end..];
    }
    text + rest
}

/// The alternatives of a choice, of which brackets may be part, and what follows it.
fn choices(inside: &str) -> (Vec<&str>, &str) {
    let (mut depth, mut from, mut found) = (0, 0, Vec::new());
    for (at, letter) in inside.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' if depth == 0 => {
                found.push(&inside[from..at]);
                return (found, &inside[at + 1..]);
            }
            ']' => depth -= 1,
            '|' if depth == 0 => {
                found.push(&inside[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    panic!("templates.txt: a choice is not closed: {inside}")
}

fn hole(rng: &mut Rng, name: &str) -> String {
    const WORDS: [&str; 12] = [
        "a",
        "",
        "Hello",
        "x y",
        "12",
        "-7",
        "aXbXc",
        "\\u00e9\\u20ac",
        "\\ud83d\\ude00!",
        "tab\\there",
        "l1\\nl2",
        "0x1F",
    ];
    let kind = match name {
        "" => return "$".to_owned(),
        "n" => return rng.below(10).to_string(),
        "m" => return rng.below(100).to_string(),
        "z" => return format!("({})", rng.below(19) as i64 - 9),
        "w" => return format!("\"{}\"", WORDS[rng.below(WORDS.len())]),
        "any" => return boxed(rng, 1),
        "nl" => return "\n".to_owned(),
        "bool" => Type::Boolean,
        "byte" => Type::Byte,
        "short" => Type::Short,
        "char" => Type::Char,
        "int" => Type::Int,
        "long" => Type::Long,
        "float" => Type::Float,
        "double" => Type::Double,
        "text" => Type::Text,
        _ => panic!("templates.txt: no hole is called {name}"),
    };
    if rng.below(3) == 0 { literal(rng, kind) } else { expression(rng, kind, 1) }
}

//! The example programs. Each opens with `//@` lines that say what is asked of it and what the answers are; the tests of
//! the repository read the same lines.

use crate::embedded::SOURCES;

/// A question with its answer as written in the program's header: a fraction, a decimal, `inf` or a truth value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub formula: String,
    pub answer: String,
}

/// A question to `hazard pse`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicQuestion {
    /// Options, and after `--` the program arguments if they are not the header's.
    pub options: Vec<String>,
    pub answer: String,
}

#[derive(Clone, Debug, Default)]
pub struct Example {
    pub name: &'static str,
    /// `randomized`, `concurrent`, `symbolic`, or `subject` for what only experiments use.
    pub group: &'static str,
    pub source: &'static str,
    /// The first sentence of the class comment.
    pub title: String,
    pub aliases: Vec<String>,
    pub arguments: Vec<String>,
    /// Arguments for benchmarks.
    pub arguments_large: Vec<String>,
    pub labels: Vec<String>,
    pub rewards: Vec<String>,
    pub questions: Vec<Question>,
    /// `holds`, or the kind of violation that must be found.
    pub expect: Option<String>,
    pub symbolic: Vec<SymbolicQuestion>,
    /// The verdict of `check --symbolic`.
    pub expect_symbolic: Option<String>,
}

pub struct Gallery(Vec<Example>);

impl Gallery {
    /// All examples that are embedded.
    pub fn embedded() -> Gallery {
        Gallery(SOURCES.iter().map(|(group, name, source)| Example::read(group, name, source)).collect())
    }

    /// The examples for users, without what only experiments use.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.0.iter().filter(|example| example.group != "subject")
    }

    pub fn group(&self, group: &str) -> impl Iterator<Item = &Example> {
        self.0.iter().filter(move |example| example.group == group)
    }

    /// By its name or an alias; letter case does not matter.
    pub fn find(&self, name: &str) -> Option<&Example> {
        let is_named = |known: &str| known.eq_ignore_ascii_case(name);
        let by_name = self.0.iter().find(|example| is_named(example.name));
        by_name.or_else(|| self.0.iter().find(|example| example.aliases.iter().any(|alias| is_named(alias))))
    }

    /// A known name that is close to a mistyped one.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let aliases = self.examples().flat_map(|example| example.aliases.iter().map(String::as_str));
        space::suggest(name, self.examples().map(|example| example.name).chain(aliases))
    }
}

impl Example {
    fn read(group: &'static str, name: &'static str, source: &'static str) -> Example {
        let mut example = Example { name, group, source, title: title(source), ..Example::default() };
        for line in source.lines() {
            if let Some((key, value)) = line.strip_prefix("//@").and_then(|line| line.split_once(':')) {
                example.note(key.trim(), value.trim());
            }
        }
        example
    }

    fn note(&mut self, key: &str, value: &str) {
        match key {
            "alias" => self.aliases.push(value.to_owned()),
            "args" => self.arguments = words(value),
            "large" => self.arguments_large = words(value),
            "label" => self.labels.push(value.to_owned()),
            "reward" => self.rewards.push(value.to_owned()),
            "expect" => self.expect = Some(value.to_owned()),
            // The formula may contain `=` itself, the answer cannot.
            "ask" => {
                if let Some((formula, answer)) = value.rsplit_once(" = ") {
                    let (formula, answer) = (formula.trim().to_owned(), answer.trim().to_owned());
                    self.questions.push(Question { formula, answer });
                }
            }
            "expect-symbolic" => self.expect_symbolic = Some(value.to_owned()),
            "pse" => self.symbolic.push(SymbolicQuestion { options: words(value), answer: String::new() }),
            "expect-value" => {
                if let Some(question) = self.symbolic.last_mut() {
                    question.answer = value.to_owned();
                }
            }
            _ => {}
        }
    }
}

/// The first sentence of the class comment.
fn title(source: &str) -> String {
    let comment = source.split_once("/**").map_or("", |(_, comment)| comment);
    let comment = comment.split_once("*/").map_or(comment, |(comment, _)| comment);
    let mut text = String::new();
    for line in comment.lines().map(|line| line.trim().trim_start_matches('*').trim()) {
        if line.is_empty() && !text.is_empty() {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
    }
    let end = text.find(". ").map_or(text.len(), |dot| dot + 1);
    text[..end].replace("{@code ", "").replace("{@link ", "").replace('}', "")
}

/// The arguments in a header of ours, whose quotes are balanced.
fn words(text: &str) -> Vec<String> {
    space::words(text).unwrap_or_else(|error| panic!("a header of the gallery: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gallery_is_whole() {
        let gallery = Gallery::embedded();
        assert_eq!(gallery.group("randomized").count(), 60);
        assert!(gallery.group("concurrent").count() >= 40);
        for example in gallery.examples() {
            assert!(!example.title.is_empty(), "{} has no class comment", example.name);
            let is_judged = example.expect.is_some() || example.expect_symbolic.is_some();
            let is_asked = !example.questions.is_empty() || is_judged || !example.symbolic.is_empty();
            assert!(is_asked, "{} has no question", example.name);
            for question in &example.symbolic {
                assert!(!question.answer.is_empty(), "{} has a question without an answer", example.name);
            }
        }
    }

    #[test]
    fn names_are_found_with_aliases_and_near_misses() {
        let gallery = Gallery::embedded();
        assert_eq!(gallery.find("FairBiasedCoin").map(|example| example.name), Some("FairBaisedCoin"));
        assert_eq!(gallery.find("quicksort").map(|example| example.name), Some("QuickSort"));
        assert!(gallery.find("MilerRabin").is_none());
        assert_eq!(gallery.nearest("QuikSort"), Some("QuickSort"));
    }

    #[test]
    fn a_title_is_one_sentence() {
        assert_eq!(title("/**\n * Sorts a list: so.\n * More. */"), "Sorts a list: so.");
        assert_eq!(title("/** Uses {@code x}, e. g.\n\n second */"), "Uses x, e.");
        assert_eq!(title("/** {@link Deadlock} with one order. */"), "Deadlock with one order.");
        assert_eq!(words("a 'b c' \"\""), ["a", "b c", ""]);
    }
}

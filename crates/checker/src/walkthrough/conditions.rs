//! Conditions on what a page shows of a state, in the place of labels: `"Main.count >= 2"`, `"main at Main.java:12"`, `"main blocked"`. So
//! questions may speak of fields, variables and places that nobody thought of before the walk began.

use jvm::scene::{Activity, Scene};

/// A condition, read from what stands between quotes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// A field (`Main.count`, or a part of its name from a dot on), a thread's variable (`main.mine`) or a model's variable.
    Compares { name: String, comparison: Comparison, value: String },
    /// A thread, or any, stands at a line of a file, or of any.
    At { thread: Option<String>, file: String, line: u16 },
    /// A thread is blocked, waits, sleeps, or has ended.
    Does { thread: String, activity: Activity },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

const COMPARISONS: [(&str, Comparison); 7] = [
    ("!=", Comparison::Unequal),
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("==", Comparison::Equal),
    ("=", Comparison::Equal),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

const ACTIVITIES: [(&str, Activity); 5] = [
    ("runnable", Activity::Runnable),
    ("blocked", Activity::Blocked),
    ("waiting", Activity::Waiting),
    ("sleeping", Activity::Sleeping),
    ("ended", Activity::Ended),
];

impl Condition {
    pub(super) fn parse(text: &str) -> Option<Condition> {
        let text = text.trim();
        let first = COMPARISONS.iter().filter_map(|(sign, comparison)| Some((text.find(sign)?, *sign, *comparison)));
        // The leftmost sign, and of those that begin there the longest.
        if let Some((at, sign, comparison)) = first.min_by_key(|(at, sign, _)| (*at, usize::MAX - sign.len())) {
            let (name, value) = (text[..at].trim(), text[at + sign.len()..].trim());
            let is_whole = !name.is_empty() && !value.is_empty();
            return is_whole.then(|| Condition::Compares { name: name.into(), comparison, value: value.into() });
        }
        let (thread, place) = match text.split_once(" at ") {
            Some((thread, place)) => (Some(thread.trim().to_owned()), place.trim()),
            None => (None, text),
        };
        if let Some((file, line)) = place.rsplit_once(':')
            && let Ok(line) = line.parse()
        {
            return Some(Condition::At { thread, file: file.to_owned(), line });
        }
        let (thread, word) = text.rsplit_once(' ')?;
        let activity = ACTIVITIES.iter().find(|(name, _)| *name == word)?.1;
        Some(Condition::Does { thread: thread.trim().to_owned(), activity })
    }

    pub(super) fn holds(&self, scene: Option<&Scene>, variables: &[(String, String)]) -> bool {
        let threads = || scene.into_iter().flat_map(|scene| &scene.threads);
        match self {
            Condition::Compares { name, comparison, value } => {
                let fields = scene.into_iter().flat_map(|scene| &scene.fields).chain(variables);
                let mut all = fields.filter(|(field, _)| is_named(field, name)).map(|(_, found)| found.clone());
                let mut of_threads = threads().flat_map(|thread| {
                    let own = thread.frames.iter().filter(|frame| !frame.library).take(1);
                    let named = own.flat_map(|frame| &frame.variables);
                    named.filter(|(variable, _)| format!("{}.{variable}", thread.name) == *name).map(|(_, found)| found)
                });
                all.any(|found| comparison.holds(&found, value))
                    || of_threads.any(|found| comparison.holds(found, value))
            }
            Condition::At { thread, file, line } => threads().any(|seen| {
                let stands = seen.frames.iter().find(|frame| !frame.library);
                thread.as_ref().is_none_or(|name| *name == seen.name)
                    && stands.is_some_and(|frame| {
                        let in_file = file.is_empty() || frame.file.as_deref().is_some_and(|name| is_file(name, file));
                        in_file && frame.line == Some(*line)
                    })
            }),
            Condition::Does { thread, activity } => {
                let mut named = threads().filter(|seen| seen.name == *thread).peekable();
                // Who has ended may be gone.
                let is_gone = named.peek().is_none() && *activity == Activity::Ended && scene.is_some();
                is_gone || named.any(|seen| seen.activity == *activity)
            }
        }
    }

    /// Whether anything in this state could be meant, whatever its value.
    pub(super) fn is_about(&self, scene: Option<&Scene>, variables: &[(String, String)]) -> bool {
        let threads = || scene.into_iter().flat_map(|scene| &scene.threads);
        match self {
            Condition::Compares { name, .. } => {
                let fields = scene.into_iter().flat_map(|scene| &scene.fields).chain(variables);
                fields.into_iter().any(|(field, _)| is_named(field, name))
                    || threads().any(|thread| {
                        let own = thread.frames.iter().filter(|frame| !frame.library);
                        let mut named = own.flat_map(|frame| &frame.variables);
                        named.any(|(variable, _)| format!("{}.{variable}", thread.name) == *name)
                    })
            }
            Condition::At { thread: None, file, .. } => {
                file.is_empty()
                    || threads()
                        .flat_map(|thread| &thread.frames)
                        .any(|frame| frame.file.as_deref().is_some_and(|name| is_file(name, file)))
            }
            Condition::At { thread: Some(thread), .. } | Condition::Does { thread, .. } => {
                threads().any(|seen| seen.name == *thread)
            }
        }
    }
}

/// `count` and `Main.count` both mean `bank.Main.count`.
fn is_named(field: &str, name: &str) -> bool {
    field == name || field.strip_suffix(name).is_some_and(|before| before.ends_with('.'))
}

fn is_file(path: &str, name: &str) -> bool {
    path == name || path.strip_suffix(name).is_some_and(|before| before.ends_with('/'))
}

impl Comparison {
    /// Numbers as numbers, else only equality as texts.
    fn holds(self, found: &str, wanted: &str) -> bool {
        let order = match (found.parse::<f64>(), wanted.parse::<f64>()) {
            (Ok(found), Ok(wanted)) => found.partial_cmp(&wanted),
            _ => {
                let is_equal = found == wanted || found.trim_matches('"') == wanted.trim_matches('\'');
                return match self {
                    Comparison::Equal => is_equal,
                    Comparison::Unequal => !is_equal,
                    _ => false,
                };
            }
        };
        match self {
            Comparison::Equal => order.is_some_and(|order| order.is_eq()),
            Comparison::Unequal => order.is_none_or(|order| order.is_ne()),
            Comparison::Less => order.is_some_and(|order| order.is_lt()),
            Comparison::AtMost => order.is_some_and(|order| order.is_le()),
            Comparison::Greater => order.is_some_and(|order| order.is_gt()),
            Comparison::AtLeast => order.is_some_and(|order| order.is_ge()),
        }
    }
}

/// What stands between quotes in a formula.
pub(super) fn quoted(formula: &str) -> impl Iterator<Item = &str> {
    formula.split('"').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read() {
        let compares = |name: &str, comparison, value: &str| {
            Some(Condition::Compares { name: name.into(), comparison, value: value.into() })
        };
        assert_eq!(Condition::parse("Main.count >= 2"), compares("Main.count", Comparison::AtLeast, "2"));
        assert_eq!(Condition::parse("s=7"), compares("s", Comparison::Equal, "7"));
        assert_eq!(Condition::parse("x != null"), compares("x", Comparison::Unequal, "null"));
        let at = |thread: Option<&str>, file: &str| {
            Some(Condition::At { thread: thread.map(str::to_owned), file: file.into(), line: 12 })
        };
        assert_eq!(Condition::parse("Main.java:12"), at(None, "Main.java"));
        assert_eq!(Condition::parse(":12"), at(None, ""));
        assert_eq!(Condition::parse("philosopher 1 at Main.java:12"), at(Some("philosopher 1"), "Main.java"));
        let does = Condition::Does { thread: "philosopher 1".into(), activity: Activity::Blocked };
        assert_eq!(Condition::parse("philosopher 1 blocked"), Some(does));
        assert_eq!(Condition::parse("nonsense"), None);
        assert_eq!(Condition::parse("= 3"), None);
    }

    #[test]
    fn numbers_compare_as_numbers() {
        assert!(Comparison::Less.holds("9", "10") && Comparison::Equal.holds("2", "2.0"));
        assert!(!Comparison::Less.holds("a", "b") && Comparison::Unequal.holds("a", "b"));
        assert!(is_named("bank.Main.count", "Main.count") && !is_named("Main.account", "count"));
    }
}

//! The `//@` lines that open a golden program.
//!
//! ```text
//! //@ run                               run it once (the default)
//! //@ check: --search dfs               explore it, with these options
//! //@ args: a "b c"                     the program's own arguments
//! //@ since: 25                         the first JDK that can compile it
//! //@ expect: deadlock                  deadlock|exception|assertion|race|holds|inconclusive|unsupported
//! //@ states: 13   //@ transitions: 20   //@ end-states: 6   //@ violations: 2
//! //@ switches: 4 1                     context switches and, among them, preemptions on the first violation's way
//! //@ exit: 1                           the exit status, where it is not the one that follows from the rest
//! //@ message: [0.7, 0.3, 0.1]           what the violation, or the complaint of exit 2 or 4, must contain
//! //@ throws: java.lang.Error: message  the first line of the uncaught exception's trace
//! //@ ask: P=? [ F "x" ] = 1/16         a query and its answer
//! //@ label: "x" = field:C.f            passed on as --label, and likewise //@ reward:
//! //@ outputs: a | b                    the set of all complete standard outputs, over all schedules
//! //@ pse: --target success --max       a question to `hazard pse`, `-- ARGS` replacing those above …
//! //@ expect-value: 97/101              … and its answer
//! //@ paths: 504                        how many symbolic paths there are
//! //@ expect-symbolic: violated         the verdict of `hazard check --symbolic`
//! //@ large: 9 6   //@ source: …   //@ alias: Name     for benchmarks, readers, the gallery; nothing is checked
//! ```

use std::fmt;

/// A query with the answer that must come out: a fraction, a decimal, `inf`, or a truth value, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    pub formula: String,
    pub answer: String,
}

/// A question to `hazard pse` with its exact answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseQuestion {
    /// Options, and after `--` the program arguments if they are not the header's.
    pub options: Vec<String>,
    pub answer: Option<String>,
}

/// What the header of a program asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The options of `//@ check:`; `None` for a program that is only run.
    pub check: Option<Vec<String>>,
    pub args: Vec<String>,
    pub expect: Option<String>,
    pub states: Option<u64>,
    pub transitions: Option<u64>,
    pub end_states: Option<u64>,
    pub violations: Option<u64>,
    /// Context switches and preemptions on the way to the first violation.
    pub switches: Option<(u64, u64)>,
    pub exit: Option<i32>,
    /// The first JDK that can compile it.
    pub since: Option<u32>,
    /// A fragment of a violation's message, or of standard error where there is no report.
    pub message: Option<String>,
    pub throws: Option<String>,
    pub asks: Vec<Ask>,
    pub labels: Vec<String>,
    pub rewards: Vec<String>,
    /// All complete standard outputs, without trailing white space; `\n` stands for a line break.
    pub outputs: Option<Vec<String>>,
    pub pse: Vec<PseQuestion>,
    pub paths: Option<u64>,
    pub expect_symbolic: Option<String>,
}

/// A header line that cannot be understood. A misspelt expectation must not pass as a comment.
#[derive(Debug, PartialEq, Eq)]
pub struct HeaderError {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for HeaderError {}

const VERDICTS: [&str; 9] =
    ["deadlock", "exception", "assertion", "race", "livelock", "exit", "holds", "inconclusive", "unsupported"];

impl Header {
    /// Reads every `//@` line of `source`, wherever it stands.
    pub fn parse(source: &str) -> Result<Header, HeaderError> {
        let mut header = Header::default();
        for (index, line) in source.lines().enumerate() {
            if let Some(directive) = line.trim().strip_prefix("//@") {
                header.read(directive.trim()).map_err(|what| HeaderError { line: index + 1, what })?;
            }
        }
        Ok(header)
    }

    fn read(&mut self, directive: &str) -> Result<(), String> {
        let (key, value) = match directive.split_once(':') {
            Some((key, value)) => (key.trim(), value.trim()),
            None => (directive, ""),
        };
        match key {
            "run" => {}
            "check" => self.check = Some(space::words(value)?),
            "args" => self.args = space::words(value)?,
            "expect" if VERDICTS.contains(&value) => self.expect = Some(value.to_string()),
            "expect" => return Err(format!("unknown verdict '{value}'; use one of {}", VERDICTS.join(", "))),
            "states" => self.states = Some(number(key, value)?),
            "transitions" => self.transitions = Some(number(key, value)?),
            "end-states" => self.end_states = Some(number(key, value)?),
            "violations" => self.violations = Some(number(key, value)?),
            "switches" => match value.split_once(' ') {
                Some((switches, preemptions)) => {
                    self.switches = Some((number(key, switches)?, number(key, preemptions)?));
                }
                None => return Err(format!("'{value}' must be two numbers: switches and preemptions")),
            },
            "since" => self.since = Some(number(key, value)?),
            "exit" => self.exit = Some(number(key, value)?),
            "message" => self.message = Some(value.to_string()),
            "throws" => self.throws = Some(value.to_string()),
            // The formula may contain `=` itself (`P=? [ … ]`, `"a"=3`), the answer cannot.
            "ask" => match value.rsplit_once(" = ") {
                Some((formula, answer)) => {
                    self.asks.push(Ask { formula: formula.trim().to_string(), answer: answer.trim().to_string() })
                }
                None => return Err(format!("'{value}' has no answer; write FORMULA = ANSWER")),
            },
            "label" => self.labels.push(value.to_string()),
            "reward" => self.rewards.push(value.to_string()),
            "outputs" => self.outputs = Some(value.split('|').map(|text| text.trim().replace("\\n", "\n")).collect()),
            "pse" => self.pse.push(PseQuestion { options: space::words(value)?, answer: None }),
            "expect-value" => match self.pse.last_mut() {
                Some(question) => question.answer = Some(value.to_string()),
                None => return Err("'expect-value' answers no question; write '//@ pse: …' above it".to_string()),
            },
            "paths" => self.paths = Some(number(key, value)?),
            "expect-symbolic" => self.expect_symbolic = Some(value.to_string()),
            "large" | "quick" | "source" | "alias" => {}
            _ => return Err(format!("unknown directive '{key}'")),
        }
        Ok(())
    }

    /// The exit status that must come out: the one declared, else what the expected verdict and uncaught exception imply.
    pub fn exit_expected(&self) -> i32 {
        self.exit.unwrap_or(match self.expect.as_deref() {
            Some("holds") => 0,
            Some("inconclusive") => 3,
            Some("unsupported") => 4,
            Some(_) => 1,
            None => i32::from(self.throws.is_some()),
        })
    }

    /// The options for `hazard check` that the header spells out: search options, labels, rewards and queries.
    pub fn check_options(&self) -> Vec<String> {
        let mut options = self.check.clone().unwrap_or_default();
        for (flag, values) in [("--label", &self.labels), ("--reward", &self.rewards)] {
            options.extend(values.iter().flat_map(|value| [flag.to_string(), value.clone()]));
        }
        options.extend(self.asks.iter().flat_map(|ask| ["-p".to_string(), ask.formula.clone()]));
        options
    }
}

fn number<N: std::str::FromStr>(key: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("'{key}' wants a number, not '{value}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_directive() {
        let source = "//@ check: --search bfs --label '\"w\" = field:C.f'\n//@ args: a \"b c\" ''\n//@ expect: exception\n//@ states: 13\n\
                      //@ transitions: 20\n//@ exit: 7\n//@ ask: P=? [ F \"w\" ] = 1/16\n//@ label: end\n//@ reward: \"n\" = flips\nclass C {}";
        let header = Header::parse(source).expect("a correct header");
        assert_eq!(header.args, ["a", "b c", ""]);
        assert_eq!(
            header.check.as_deref(),
            Some(["--search", "bfs", "--label", "\"w\" = field:C.f"].map(String::from).as_slice())
        );
        assert_eq!(header.states.zip(header.transitions), Some((13, 20)));
        assert_eq!(header.asks, [Ask { formula: "P=? [ F \"w\" ]".into(), answer: "1/16".into() }]);
        assert_eq!(header.exit_expected(), 7);
        assert_eq!(header.check_options().len(), 4 + 2 + 2 + 2);
    }

    #[test]
    fn exit_status_follows_from_the_verdict() {
        for (source, exit) in [
            ("//@ expect: holds", 0),
            ("//@ expect: deadlock", 1),
            ("//@ expect: inconclusive", 3),
            ("//@ throws: java.lang.Error", 1),
            ("//@ throws: X\n//@ exit: 0", 0),
            ("", 0),
        ] {
            assert_eq!(Header::parse(source).expect(source).exit_expected(), exit, "{source}");
        }
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for (source, line) in [
            ("//@ sates: 3", 1),
            ("\n//@ states: many", 2),
            ("//@ expect: fine", 1),
            ("//@ ask: P=? [ true ]", 1),
            ("//@ args: \"open", 1),
        ] {
            assert_eq!(Header::parse(source).expect_err(source).line, line);
        }
    }
}

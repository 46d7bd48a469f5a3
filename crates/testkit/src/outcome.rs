//! Comparing what came out with what should have.

use crate::command::Finished;
use crate::header::{Ask, Header};
use crate::sources::Program;
use serde_json::Value;
use std::fmt;

/// One way in which a program disappointed, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch(pub String);

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A plain run: standard output against the recorded one, the exit status, the uncaught exception's first line.
pub fn compare_run(program: &Program, version: u32, finished: &Finished) -> Result<(), Mismatch> {
    if finished.timed_out {
        return Err(Mismatch(format!("timed out after {:.1} s", finished.time.as_secs_f64())));
    }
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let recorded = match program.recorded(version) {
        Some(file) => std::fs::read(&file).map_err(|e| Mismatch(format!("{}: {e}", file.display())))?,
        None => return Err(Mismatch("no recorded output; run record.sh".to_string())),
    };
    // A crash explains a wrong output better than the output's first differing line does, so the status is looked at first.
    let expected = program.header.exit_expected();
    if finished.status != Some(expected) {
        let status = finished.status.map_or("a signal".to_string(), |status| status.to_string());
        return Err(Mismatch(format!("exit status {status} instead of {expected}: {}", first_line(&stderr))));
    }
    if recorded != finished.stdout {
        return Err(Mismatch(first_difference(
            &String::from_utf8_lossy(&recorded),
            &String::from_utf8_lossy(&finished.stdout),
        )));
    }
    let thrown = stderr.lines().find_map(|line| line.strip_prefix("Exception in thread \"main\" ")).map(str::trim_end);
    if thrown != program.header.throws.as_deref() {
        let or_none = |text: Option<&str>| text.unwrap_or("no exception").to_string();
        return Err(Mismatch(format!(
            "threw {} instead of {}",
            or_none(thrown),
            or_none(program.header.throws.as_deref())
        )));
    }
    Ok(())
}

/// An exploration: the exit status and the JSON report on standard output against the header.
///
/// `tolerance` is how far, relatively, a value may be off that is not reported as a fraction.
pub fn compare_report(header: &Header, finished: &Finished, tolerance: f64) -> Result<(), Mismatch> {
    if finished.timed_out {
        return Err(Mismatch(format!("timed out after {:.1} s", finished.time.as_secs_f64())));
    }
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let expected = header.exit_expected();
    if finished.status != Some(expected) {
        let status = finished.status.map_or("a signal".to_string(), |status| status.to_string());
        return Err(Mismatch(format!("exit status {status} instead of {expected}: {}", first_line(&stderr))));
    }
    // A program that cannot be explored at all has no report to look at.
    if expected == 2 || expected == 4 {
        return match &header.message {
            Some(message) if !stderr.contains(message.as_str()) => {
                Err(Mismatch(format!("'{}' lacks '{message}'", first_line(&stderr))))
            }
            _ => Ok(()),
        };
    }
    let report: Value =
        serde_json::from_slice(&finished.stdout).map_err(|e| Mismatch(format!("the report is not JSON: {e}")))?;
    let verdict = match header.expect.as_deref() {
        Some(verdict @ ("holds" | "inconclusive")) => Some(verdict),
        Some(kind) => {
            let kinds: Vec<&str> =
                report["violations"].as_array().into_iter().flatten().filter_map(|v| v["kind"].as_str()).collect();
            if !kinds.contains(&kind) {
                return Err(Mismatch(format!("violations {kinds:?} instead of {kind}")));
            }
            Some("violated")
        }
        None => None,
    };
    if verdict.is_some() && report["verdict"].as_str() != verdict {
        return Err(Mismatch(format!("verdict {} instead of {}", report["verdict"], verdict.unwrap_or_default())));
    }
    for (key, wanted) in
        [("states", header.states), ("transitions", header.transitions), ("end_states", header.end_states)]
    {
        if wanted.is_some() && report[key].as_u64() != wanted {
            return Err(Mismatch(format!("{key} {} instead of {}", report[key], wanted.unwrap_or_default())));
        }
    }
    if let Some(message) = &header.message {
        let says_it = |v: &Value| v["message"].as_str().is_some_and(|text| text.contains(message.as_str()));
        if !report["violations"].as_array().is_some_and(|all| all.iter().any(says_it)) {
            return Err(Mismatch(format!("no violation's message contains '{message}'")));
        }
    }
    let violations = report["violations"].as_array().map_or(0, Vec::len) as u64;
    if header.violations.is_some_and(|wanted| wanted != violations) {
        return Err(Mismatch(format!("{violations} violations instead of {}", header.violations.unwrap_or_default())));
    }
    if let Some((switches, preemptions)) = header.switches {
        let first = &report["violations"][0];
        let found = (first["context_switches"].as_u64(), first["preemptions"].as_u64());
        if found != (Some(switches), Some(preemptions)) {
            return Err(Mismatch(format!("switches {found:?} instead of {switches} and {preemptions}")));
        }
    }
    let answers = report["properties"].as_array().cloned().unwrap_or_default();
    for (index, ask) in header.asks.iter().enumerate() {
        let answer = answers.get(index).ok_or_else(|| Mismatch(format!("no answer to {}", ask.formula)))?;
        compare_answer(ask, answer, tolerance)?;
    }
    Ok(())
}

/// A fraction is compared as one where the report has one, else by value.
fn compare_answer(ask: &Ask, answer: &Value, tolerance: f64) -> Result<(), Mismatch> {
    let wrong = || Mismatch(format!("{} is {answer} instead of {}", ask.formula, ask.answer));
    if let "true" | "false" = ask.answer.as_str() {
        return if answer["holds"].as_bool() == Some(ask.answer == "true") { Ok(()) } else { Err(wrong()) };
    }
    if ask.answer == "inf" {
        return if answer["value"].as_str() == Some("inf") { Ok(()) } else { Err(wrong()) };
    }
    if let (Some(exact), true) = (answer["exact"].as_str(), ask.answer.contains('/')) {
        return if exact == ask.answer { Ok(()) } else { Err(wrong()) };
    }
    let wanted = match ask.answer.split_once('/') {
        Some((above, below)) => {
            above.trim().parse::<f64>().ok().zip(below.trim().parse::<f64>().ok()).map(|(a, b)| a / b)
        }
        None => ask.answer.parse().ok(),
    };
    match (wanted, answer["value"].as_f64()) {
        (Some(wanted), Some(value)) if (wanted - value).abs() <= tolerance * wanted.abs().max(1.0) => Ok(()),
        _ => Err(wrong()),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing on standard error")
}

/// Names the first line that differs; a whole diff of two long outputs helps nobody.
fn first_difference(expected: &str, actual: &str) -> String {
    let (mut wanted, mut got) = (expected.split_inclusive('\n'), actual.split_inclusive('\n'));
    for line in 1.. {
        match (wanted.next(), got.next()) {
            (Some(a), Some(b)) if a == b => {}
            (None, None) => break,
            (a, b) => return format!("output line {line} is {b:?} instead of {a:?}"),
        }
    }
    "outputs differ in bytes that are not text".to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn finished(status: i32, stdout: &str) -> Finished {
        Finished {
            status: Some(status),
            stdout: stdout.into(),
            stderr: Vec::new(),
            timed_out: false,
            time: Duration::ZERO,
        }
    }

    #[test]
    fn reports_are_compared_with_the_header() {
        let report = r#"{"verdict":"violated","states":13,"transitions":20,"violations":[{"kind":"assertion","message":"sum is 2"}],
            "properties":[{"value":0.0625,"exact":"1/16"},{"value":"inf"},{"holds":false}]}"#;
        for (header, fine) in [
            ("//@ expect: assertion\n//@ states: 13\n//@ transitions: 20\n//@ violations: 1", true),
            ("//@ expect: assertion\n//@ message: is 2", true),
            ("//@ expect: assertion\n//@ message: is 3", false),
            ("//@ expect: deadlock", false),
            ("//@ expect: assertion\n//@ states: 12", false),
            ("//@ exit: 1\n//@ ask: P=? [ a ] = 1/16\n//@ ask: R=? [ b ] = inf\n//@ ask: P>0.5 [ c ] = false", true),
            ("//@ exit: 1\n//@ ask: P=? [ a ] = 2/32", false),
            ("//@ exit: 1\n//@ ask: P=? [ a ] = 0.0625", true),
            ("//@ exit: 1\n//@ ask: P=? [ a ] = 0.0626", false),
            ("//@ exit: 0", false),
        ] {
            let header = Header::parse(header).expect(header);
            assert_eq!(compare_report(&header, &finished(1, report), 1e-6).is_ok(), fine, "{header:?}");
        }
        let holds = Header::parse("//@ expect: holds").expect("a header");
        assert!(compare_report(&holds, &finished(0, r#"{"verdict":"holds"}"#), 1e-6).is_ok());
        assert!(compare_report(&holds, &finished(0, "not JSON"), 1e-6).is_err());
    }

    #[test]
    fn a_difference_is_shown_by_its_line() {
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), r#"output line 2 is Some("c\n") instead of Some("b\n")"#);
        assert_eq!(first_difference("a\n", "a"), r#"output line 1 is Some("a") instead of Some("a\n")"#);
    }
}

//! Stack frames that are the user's own, told from those of the JDK and of test frameworks.

use space::Violation;

/// Packages whose frames say nothing about the program that is checked.
const LIBRARIES: [&str; 21] = [
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "hazard.internal.",
    "hazard.junit.",
    "org.junit.",
    "junit.",
    "org.opentest4j.",
    "org.testng.",
    "org.hamcrest.",
    "org.assertj.",
    "org.apiguardian.",
    "org.mockito.",
    "kotlin.",
    "scala.",
    "groovy.",
    "com.google.common.truth.",
    "org.apache.maven.surefire.",
    "worker.org.gradle.",
];

/// Whether a line such as `at java.util.ArrayList.get(ArrayList.java:427)` is of a library. A module may stand before the class:
/// `java.base/java.util.…`.
pub fn is_library(line: &str) -> bool {
    let Some(frame) = frame(line) else { return false };
    let class = frame.rsplit_once('/').map_or(frame, |(_, class)| class);
    LIBRARIES.iter().any(|package| class.starts_with(package))
}

/// Whether a line of a stack trace is a frame at all.
pub fn is_frame(line: &str) -> bool {
    frame(line).is_some()
}

fn frame(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("at ").filter(|rest| rest.contains('('))
}

/// `File.java:12` of a frame.
pub fn place(line: &str) -> Option<&str> {
    let inside = frame(line)?.rsplit_once('(')?.1.strip_suffix(')')?;
    inside.contains(':').then_some(inside)
}

/// Where the violation is in the user's own code, if it came up in a library that this code called; else where it is.
pub fn own_line(violation: &Violation) -> Option<String> {
    let frames = || {
        violation
            .details
            .iter()
            .take_while(|line| !line.trim_start().starts_with("Caused by"))
            .filter(|line| is_frame(line))
    };
    let own = frames().find(|line| !is_library(line));
    match (frames().next().is_some_and(|top| is_library(top)), own.and_then(|line| place(line))) {
        (true, Some(place)) => Some(place.to_owned()),
        _ => violation.location.clone(),
    }
}

/// A frame without its packages where there is no room for them: what says where it is stands at its end.
pub fn within(line: &str, width: usize) -> String {
    let Some(called) = frame(line).filter(|_| line.chars().count() > width) else { return line.to_owned() };
    let (called, place) = called.split_once('(').unwrap_or((called, ""));
    let class = called.rsplit_once('.').map_or(called, |(class, _)| class);
    let start = class.rfind(['.', '/']).map_or(0, |at| at + 1);
    format!("at …{}({place}", &called[start..])
}

/// A stack trace with each run of library frames folded into one line; the first frame stays, for it says what was called.
pub fn folded(details: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut hidden = 0;
    for (index, line) in details.iter().enumerate() {
        let is_first = index == 0 || !is_frame(&details[index - 1]);
        if is_library(line) && !is_first {
            hidden += 1;
            continue;
        }
        fold(&mut lines, &mut hidden);
        lines.push(line.clone());
    }
    fold(&mut lines, &mut hidden);
    lines
}

fn fold(lines: &mut Vec<String>, hidden: &mut usize) {
    match std::mem::take(hidden) {
        0 => {}
        1 => lines.push("… 1 frame of libraries".to_owned()),
        count => lines.push(format!("… {count} frames of libraries")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_library_frames_become_one_line() {
        let details: Vec<String> = [
            "at org.junit.jupiter.api.Assertions.fail(Assertions.java:1)",
            "at org.junit.jupiter.api.Assertions.more(Assertions.java:2)",
            "at shop.CounterTest.counts(CounterTest.java:17)",
            "at java.base/java.lang.reflect.Method.invoke(Method.java:569)",
            "at hazard.internal.Tests.main(Tests.java:20)",
        ]
        .map(str::to_owned)
        .to_vec();
        let expected = [
            "at org.junit.jupiter.api.Assertions.fail(Assertions.java:1)",
            "… 1 frame of libraries",
            "at shop.CounterTest.counts(CounterTest.java:17)",
            "… 2 frames of libraries",
        ];
        assert_eq!(folded(&details), expected);
        let violation = Violation { details, ..Violation::bare(space::ViolationKind::Assertion, "x") };
        assert_eq!(own_line(&violation).as_deref(), Some("CounterTest.java:17"));
    }
}

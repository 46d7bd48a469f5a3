//! A report as a person reads it: the verdict first, then answers, numbers, and each violation as a story.

use checker::Report;
use checker::assumptions::{Assumption, Assumptions};
use checker::report::{PropertyReport, TraceStep, Verdict, ViolationReport};

use crate::passage::{self, filled, printed};
use crate::terminal::{Paint, bytes, columns, count, is_laid_out, milliseconds};

/// Violations told in full; the rest are named.
const TOLD_MAX: usize = 5;

pub fn report(report: &Report, verbose: bool) -> String {
    let paint = Paint::for_stdout();
    let mut text = String::new();
    text.push_str(&headline(report, paint));
    for property in &report.properties {
        text.push_str(&answer(property, !report.complete, paint));
    }
    for distribution in &report.distributions {
        text.push_str(&format!("distribution of \"{}\":\n", distribution.reward));
        for entry in &distribution.values {
            text.push_str(&format!("  {:>8}  {} ({})\n", entry.value, entry.probability, entry.exact));
        }
        if let Some(rest) = &distribution.without_end {
            text.push_str(&format!("  the program does not end with probability {rest}\n"));
        }
    }
    report.results.iter().for_each(|result| text.push_str(&crate::laws::told(result, paint)));
    text.push_str(&paint.faint(&numbers(report, verbose)));
    text.push('\n');
    if let Some(sentence) = advice(report) {
        text.push_str(&format!("try:     {}\n", wrapped(&sentence, "         ").trim_start()));
    }
    if let Some(sentence) = &report.proof {
        text.push_str(&format!("{}\n", wrapped(sentence, "  ").trim_start()));
    }
    if let Some(sentence) = &report.endless {
        let hint = paint.faint("--property livelock makes that a violation");
        text.push_str(&format!("endless: {}\n         {hint}\n", wrapped(sentence, "         ").trim_start()));
    }
    let bears = |assumption: &&Assumption| report.verdict != Verdict::Violated || !assumption.only_restricts();
    text.push_str(&assumed(report.assumptions.0.iter().filter(bears), paint));
    for violation in report.violations.iter().take(TOLD_MAX) {
        text.push('\n');
        text.push_str(&told(violation, verbose, paint));
    }
    if report.violations.len() > TOLD_MAX {
        text.push_str(&format!("\nand {} more:\n", report.violations.len() - TOLD_MAX));
        for violation in &report.violations[TOLD_MAX..] {
            text.push_str(&format!("  {}\n", title(violation)));
        }
    }
    text
}

/// What may help where memory of the program was not enough: it has less of it than the user may expect.
fn room(report: &Report) -> Option<String> {
    let exhausted = |what: &str| report.violations.iter().any(|violation| violation.message.contains(what));
    if exhausted("OutOfMemoryError: unable to create native thread") {
        return Some("fewer threads at a time: more than 2,000 that live at once are not followed".to_owned());
    }
    exhausted("OutOfMemoryError: Java heap space")
        .then(|| "a larger heap, such as -Xmx2g: without -Xmx it has 512 MB".to_owned())
}

/// What may bring an answer where a limit came first.
fn advice(report: &Report) -> Option<String> {
    if report.verdict == Verdict::Violated {
        return room(report);
    }
    let is_limited = report.verdict == Verdict::Inconclusive && !report.limits_hit.is_empty();
    if !is_limited || !report.unsupported.is_empty() {
        return None;
    }
    let hit = |name: &str| report.limits_hit.iter().any(|limit| limit == name);
    let mut ways = Vec::new();
    if hit("max-depth") {
        ways.push("a larger --max-depth, or none: states that come again are recognised".to_owned());
    }
    for name in ["max-time", "max-states", "max-transitions", "max-memory", "max-instructions", "unwind"] {
        if hit(name) {
            ways.push(format!("a larger --{name}"));
        }
    }
    if report.properties.is_empty() {
        ways.push(match report.search.as_str() {
            "auto" => "--search pct, which hunts in another way".to_owned(),
            "mixed" => "--search auto, which only hunts for violations, or --search pct".to_owned(),
            _ => "--search auto, which hunts for violations".to_owned(),
        });
    } else {
        ways.push("--search mass, which narrows the bounds soonest".to_owned());
    }
    ways.push("the program with fewer threads, rounds or values: most bugs show in small cases".to_owned());
    Some(ways.join("; "))
}

fn headline(report: &Report, paint: Paint) -> String {
    match report.verdict {
        Verdict::Violated => {
            let what = match report.violations.first() {
                Some(violation) => title(violation),
                None => "a property is false".to_owned(),
            };
            let assuming = assuming(&report.assumptions, "violated", |assumption| !assumption.only_restricts());
            let line = laid_out(&format!("violated{assuming}: {what}"), 2);
            let (head, rest) = line.split_at("violated".len());
            format!("{}{rest}\n", paint.red(head))
        }
        Verdict::Holds => {
            let what = if report.properties.is_empty() && !report.assumptions.is_empty() {
                "nothing is wrong"
            } else if report.properties.is_empty() {
                "everything was explored and nothing is wrong"
            } else if !report.assumptions.is_empty() {
                "every question is answered"
            } else {
                "everything was explored, nothing is wrong, every question is answered"
            };
            let assuming = assuming(&report.assumptions, "holds", |_| true);
            format!("{} {what}\n", paint.green(&format!("holds{assuming}:")))
        }
        Verdict::Inconclusive => {
            let why = if !report.unconfirmed.is_empty() {
                "what was found did not show a second time, which is an error of Hazard".to_owned()
            } else if let Some(sentence) = report.unsupported.first() {
                sentence.clone()
            } else if report.limits_hit.is_empty() {
                format!("the search {} ended before everything was explored; nothing is wrong so far", report.search)
            } else {
                format!(
                    "stopped by {}; nothing is wrong so far",
                    report.limits_hit.join(", ").replace("interrupted", "an interrupt")
                )
            };
            format!("{} {why}\n", paint.yellow("inconclusive:"))
        }
    }
}

/// `, assuming atomic library operations and late time-outs`: as many as a line of a terminal has room for.
pub fn assuming(assumptions: &Assumptions, verdict: &str, bears: impl Fn(&Assumption) -> bool) -> String {
    const COLUMNS: usize = 80 - ": every question is answered".len();
    let all: Vec<String> = assumptions.0.iter().filter(|assumption| bears(assumption)).map(Assumption::short).collect();
    let phrase = |told: usize| match (told, all.len() - told) {
        (told, 0) => all[..told].join(", "),
        (told, more) => format!("{} and {more} more", all[..told].join(", ")),
    };
    let fits = |told: &usize| verdict.len() + ", assuming ".len() + phrase(*told).len() <= COLUMNS;
    match (1..=all.len()).rev().find(fits) {
        None if all.is_empty() => String::new(),
        told => format!(", assuming {}", phrase(told.unwrap_or(1))),
    }
}

/// What was assumed, in full, and how to do without.
pub fn assumed<'a>(assumptions: impl IntoIterator<Item = &'a Assumption>, paint: Paint) -> String {
    const MARGIN: &str = "         ";
    let sentences = assumptions.into_iter().map(|assumption| {
        let sentence = wrapped(&assumption.sentence(), MARGIN);
        format!("assumed: {}\n{}\n", sentence.trim_start(), paint.faint(&wrapped(assumption.remedy(), MARGIN)))
    });
    sentences.collect()
}

/// Lines of at most 80 columns, as far as words allow, each after the margin.
fn wrapped(text: &str, margin: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.len() + 1 + word.len() <= 80) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(format!("{margin}{word}")),
        }
    }
    lines.join("\n")
}

/// ` at File.java:12`, unless the message says so itself.
pub fn place_after(message: &str, location: Option<&str>) -> String {
    location.filter(|place| !message.contains(place)).map(|place| format!(" at {place}")).unwrap_or_default()
}

/// Broken between words where the width is known; whoever reads it by a program wants the line whole.
fn laid_out(line: &str, indent: usize) -> String {
    if is_laid_out() { filled(line, columns() - indent).join(&format!("\n{:indent$}", "")) } else { line.to_owned() }
}

fn title(violation: &ViolationReport) -> String {
    let place = place_after(&violation.message, violation.location.as_deref());
    let kind = &violation.kind;
    if violation.message.starts_with(kind.as_str()) {
        format!("{}{place}", violation.message)
    } else {
        format!("{kind}: {}{place}", violation.message)
    }
}

/// `P=? [ F "x" ] = 0.0625 (1/16)`; an interval, however narrow, where something was left unexplored.
pub fn answer(property: &PropertyReport, is_partial: bool, paint: Paint) -> String {
    let name = property.name.as_ref().map(|name| format!("\"{name}\": ")).unwrap_or_default();
    let value = match (property.lower, property.upper) {
        (Some(lower), Some(upper)) if is_partial && lower.0 < upper.0 => {
            paint.bold(&format!("between {} and {}", lower.0, upper.0))
        }
        _ if property.holds == Some(false) => paint.red(&property.text),
        _ => paint.bold(&property.text),
    };
    let bounds = match (property.lower, property.upper) {
        // A wide interval is the value's own text.
        (Some(lower), Some(upper))
            if !is_partial && lower.0 < upper.0 && upper.0 - lower.0 <= 1e-5 * upper.0 && property.range.is_none() =>
        {
            paint.faint(&format!("  in [{}, {}]", lower.0, upper.0))
        }
        _ => String::new(),
    };
    let mut text = format!("{name}{} = {value}{bounds}\n", property.formula);
    for (first, second) in property.pareto.iter().flat_map(|pareto| &pareto.points) {
        text.push_str(&format!("  {first}, {second}\n"));
    }
    if let Some(states) = &property.states {
        for (state, value) in states {
            match property.holds {
                Some(_) => text.push_str(&format!("  state {state}: {}\n", value.0 != 0.0)),
                None => text.push_str(&format!("  state {state}: {}\n", value.0)),
            }
        }
    }
    text
}

fn numbers(report: &Report, verbose: bool) -> String {
    let mut line = format!(
        "{}, {}, depth {}, {}, {}",
        count(report.states, "state"),
        count(report.transitions, "transition"),
        report.max_depth,
        milliseconds(report.time_ms),
        bytes(report.peak_bytes),
    );
    if report.disk_bytes > 0 {
        line.push_str(&format!(" and {} on disk", bytes(report.disk_bytes)));
    }
    if report.progress < 1.0 && (report.progress > 0.0 || report.verdict == Verdict::Inconclusive) {
        line.push_str(&format!(", progress {}", report.progress));
    }
    if let Some(cells) = report.random_grid {
        line.push_str(&format!("\nrandom doubles were drawn from a grid of {cells} equally likely cells (--random-grid): answers are approximate"));
    }
    if verbose {
        let per_state = report.store_bytes.checked_div(report.states).unwrap_or(0);
        line.push_str(&format!(
            "\nsearch {}, seed {}, {}, {} instructions, store {} ({per_state} bytes per state)",
            report.search,
            report.seed,
            count(report.end_states, "end state"),
            report.instructions,
            bytes(report.store_bytes),
        ));
    }
    line
}

/// To six digits, which is more than anybody reads; as a power of ten where there would be little but zeros.
pub fn chance(probability: f64) -> String {
    match probability {
        0.0 => "less than 1e-300".to_owned(),
        small if small < 1e-4 => format!("{small:.2e}"),
        // Nearly certain is not certain.
        other if other > 0.99999 => other.to_string(),
        other => {
            let decimals = (5.0 - other.log10().floor()).max(0.0) as usize;
            format!("{other:.decimals$}").trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }
}

pub fn told(violation: &ViolationReport, verbose: bool, paint: Paint) -> String {
    let mut text = paint.bold(&laid_out(&title(violation), 2));
    text.push('\n');
    let details = if verbose { violation.details.clone() } else { checker::frames::folded(&violation.details) };
    for line in &details {
        let lines = filled(&checker::frames::within(line, columns().saturating_sub(2)), columns().saturating_sub(4));
        text.push_str(&format!("  {}\n", lines.join("\n    ")));
    }
    if violation.trace.is_empty() {
        text.push_str("It happens before the first choice.\n");
    } else {
        let probability = if violation.probability < 1.0 {
            format!(", probability {}", chance(violation.probability))
        } else {
            String::new()
        };
        text.push_str(&format!("The way there ({}{probability}):\n", count(violation.trace.len() as u64, "choice")));
    }
    let before: usize = violation.trace.iter().map(|step| step.output.len()).sum();
    let initial = &violation.output[..violation.output.len().saturating_sub(before)];
    text.push_str(&printed(initial, paint));
    text.push_str(&steps(&violation.trace, verbose, paint));
    text
}

/// A schedule without colours, a line or more per step.
pub fn schedule(trace: &[TraceStep], width: usize) -> Vec<String> {
    passage::told(trace, false, width, Paint::none()).lines().map(|line| line.trim_end().to_owned()).collect()
}

/// A path, in the room that there is.
pub fn steps(trace: &[TraceStep], verbose: bool, paint: Paint) -> String {
    passage::told(trace, verbose, columns(), paint)
}

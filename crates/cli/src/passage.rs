//! A trace on paper: what each thread does, in turn, with the source lines. Below each other where there is little room, in a
//! column per thread where there is much; wrapped between words; runs that repeat themselves are told once.

use std::collections::HashMap;

use checker::report::{StepPart, TraceStep};

use crate::story::chance;
use crate::terminal::{Paint, cut};

/// From this width on threads have columns, if each gets `COLUMN_MIN` of it.
const WIDE: usize = 120;
const COLUMN_MIN: usize = 36;
/// Where the names of threads begin.
const MARGIN: usize = 7;
/// Longer names of threads are cut.
const NAME_MAX: usize = 24;
/// Runs of so many lines are looked at for repetition.
const PERIOD_MAX: usize = 12;
/// A run is worth folding from so many rounds on.
const ROUNDS_MIN: usize = 3;

/// One thing that a person is told.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Move {
        number: Option<usize>,
        thread: String,
        place: String,
        text: String,
        odds: String,
        source: Option<String>,
    },
    Printed(String),
    /// The lines before come so many times more.
    Again {
        lines: usize,
        rounds: usize,
    },
}

/// One line per context switch and per other choice, and one for the last thing a thread does before the next switch, which is
/// why it is left; what lies between is told if asked for.
pub fn told(trace: &[TraceStep], verbose: bool, width: usize, paint: Paint) -> String {
    let items = folded(items(trace, verbose));
    let threads = threads_of(&items);
    let fits = width >= WIDE && (2..=(width - MARGIN) / COLUMN_MIN).contains(&threads.len());
    if fits { in_columns(&items, &threads, width, paint) } else { in_lines(&items, &threads, width, paint) }
}

/// One step, as `hazard replay` tells them: below each other.
pub fn step(trace: &TraceStep, index: usize, width: usize, paint: Paint) -> String {
    let mut items = items_of(trace, index);
    items.extend(items_after(trace));
    let name =
        items.iter().filter_map(Item::thread).map(|name| name.chars().count()).max().unwrap_or(0).clamp(12, NAME_MAX);
    lines_of(&items, name, width, paint)
}

/// What the program printed, marked.
pub fn printed(output: &str, paint: Paint) -> String {
    output.lines().map(|line| format!("{:MARGIN$}{} {line}\n", "", paint.faint("|"))).collect()
}

impl Item {
    fn thread(&self) -> Option<&str> {
        match self {
            Item::Move { thread, .. } => Some(thread),
            _ => None,
        }
    }

    /// Whether the same happens, whatever its number is.
    fn is_like(&self, other: &Item) -> bool {
        let unnumbered = |item: &Item| match item.clone() {
            Item::Move { thread, place, text, odds, source, .. } => {
                Item::Move { number: None, thread, place, text, odds, source }
            }
            other => other,
        };
        unnumbered(self) == unnumbered(other)
    }
}

fn items(trace: &[TraceStep], verbose: bool) -> Vec<Item> {
    let mut items = Vec::new();
    let mut running: Option<&str> = None;
    let mut told: HashMap<Option<&str>, (&str, Option<&str>)> = HashMap::new();
    for (index, step) in trace.iter().enumerate() {
        let thread = step.thread.as_deref();
        let is_switch = step.choice != "schedule" || thread != running || step.text.starts_with("its ");
        let next = trace.get(index + 1).and_then(|next| next.thread.as_deref());
        let is_last_of_turn = !step.forced.is_empty() || next != thread;
        // What changes memory, or shows what it holds, is why the rest happens; and so is a call that was not told yet.
        let is_access = step.text.starts_with("writes ") || step.text.starts_with("reads ");
        let is_new_call = step.text.starts_with("calls ") && told.get(&thread) != Some(&called(step));
        // Somewhere in the library, on behalf of nothing that the program can be shown to do.
        let is_nothing = step.text == "goes on" && step.source.is_none();
        let is_telling = is_switch || is_access || is_new_call || (is_last_of_turn && !is_nothing);
        if verbose || (is_telling && step.choice != "resume") {
            items.extend(items_of(step, index));
        }
        told.insert(thread, called(step));
        running = step.forced.last().map_or(thread, |forced| forced.thread.as_deref());
        items.extend(items_after(step));
    }
    items
}

/// What a step calls and where, whatever it is known by at the moment.
fn called(step: &TraceStep) -> (&str, Option<&str>) {
    let end = step.text.find(" on ").or_else(|| step.text.find(',')).unwrap_or(step.text.len());
    (&step.text[..end], step.location.as_deref())
}

fn items_of(step: &TraceStep, index: usize) -> Vec<Item> {
    let odds = match step.choice {
        "random" => format!(" (probability {})", chance(step.probability)),
        "data" => format!(" (of {})", step.of),
        _ => String::new(),
    };
    let whole = StepPart { location: step.location.clone(), text: step.text.clone(), source: step.source.clone() };
    moves(&step.thread, Some(index + 1), odds, &step.parts, whole)
}

/// A line for each place that a thread comes to.
fn moves(
    thread: &Option<String>,
    number: Option<usize>,
    odds: String,
    parts: &[StepPart],
    whole: StepPart,
) -> Vec<Item> {
    let parts = if parts.is_empty() { std::slice::from_ref(&whole) } else { parts };
    // What its own variables are called needs no name before it.
    let own = thread.as_ref().map(|name| format!("\"{name}\"."));
    let text_of = |part: &StepPart| own.as_ref().map_or(part.text.clone(), |own| part.text.replace(own.as_str(), ""));
    let told = |(at, part): (usize, &StepPart)| Item::Move {
        number: number.filter(|_| at == 0),
        thread: thread.clone().unwrap_or_default(),
        place: part.location.clone().unwrap_or_default(),
        text: short(&text_of(part)),
        odds: if at == 0 { odds.clone() } else { String::new() },
        source: part.source.clone(),
    };
    parts.iter().enumerate().map(told).collect()
}

/// What happens before the next choice: switches to the only thread that can go on, and what is printed.
fn items_after(step: &TraceStep) -> Vec<Item> {
    let mut items = Vec::new();
    let mut told = 0;
    let printed = |text: &str| text.lines().map(|line| Item::Printed(line.to_owned())).collect::<Vec<_>>();
    for forced in &step.forced {
        let before = step.output.get(told..forced.printed).unwrap_or_default();
        items.extend(printed(before));
        told += before.len();
        let whole =
            StepPart { location: forced.location.clone(), text: forced.text.clone(), source: forced.source.clone() };
        items.extend(moves(&forced.thread, None, String::new(), &forced.parts, whole));
    }
    items.extend(printed(step.output.get(told..).unwrap_or_default()));
    items
}

/// Classes of the JDK without their packages.
fn short(text: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split(' ') {
        let is_of_jdk = word.starts_with("java.") && word.chars().any(char::is_uppercase);
        let start = word.find(char::is_uppercase).filter(|_| is_of_jdk).unwrap_or(0);
        let rest = &word[start..];
        if start > 0
            && let Some(article) = words.last_mut().filter(|before| **before == "a" || **before == "an")
        {
            *article = if rest.starts_with(['A', 'E', 'I', 'O']) { "an" } else { "a" };
        }
        words.push(rest);
    }
    words.join(" ")
}

/// Replaces rounds of the same lines by one and a remark.
fn folded(items: Vec<Item>) -> Vec<Item> {
    let mut kept: Vec<Item> = Vec::new();
    let mut at = 0;
    while at < items.len() {
        let rounds_of = |period: usize| {
            let is_same = |round: &usize| {
                let (first, other) = (at..at + period, at + round * period);
                other + period <= items.len()
                    && first.enumerate().all(|(offset, index)| items[index].is_like(&items[other + offset]))
            };
            1 + (1..).take_while(is_same).count()
        };
        let best = (1..=PERIOD_MAX).map(|period| (period, rounds_of(period))).find(|(_, rounds)| *rounds >= ROUNDS_MIN);
        match best {
            Some((period, rounds)) => {
                kept.extend_from_slice(&items[at..at + period]);
                kept.push(Item::Again { lines: period, rounds: rounds - 1 });
                at += period * rounds;
            }
            None => {
                kept.push(items[at].clone());
                at += 1;
            }
        }
    }
    kept
}

fn again(lines: usize, rounds: usize) -> String {
    let what = if lines == 1 { "the last line".to_owned() } else { format!("the last {lines} lines") };
    format!("… {what} {rounds} times more")
}

/// In the order in which they come up.
fn threads_of(items: &[Item]) -> Vec<String> {
    let mut threads: Vec<String> = Vec::new();
    for name in items.iter().filter_map(Item::thread) {
        if !threads.iter().any(|known| known == name) {
            threads.push(name.to_owned());
        }
    }
    threads
}

fn in_lines(items: &[Item], threads: &[String], width: usize, paint: Paint) -> String {
    let name = threads.iter().map(|name| name.chars().count()).max().unwrap_or(0).min(NAME_MAX);
    lines_of(items, name, width, paint)
}

fn lines_of(items: &[Item], name: usize, width: usize, paint: Paint) -> String {
    let start = MARGIN + name + 2;
    let room = width.saturating_sub(start).max(24);
    let mut text = String::new();
    let mut shown_last: Option<(&str, &str)> = None;
    for item in items {
        match item {
            Item::Printed(line) => text.push_str(&printed(line, paint)),
            Item::Again { lines, rounds } => {
                text.push_str(&format!("{:MARGIN$}{}\n", "", paint.faint(&again(*lines, *rounds))));
            }
            Item::Move { number, thread, place, text: happened, odds, source } => {
                let number = number.map_or(String::new(), |number| number.to_string());
                let happened = match source {
                    None if !place.is_empty() => format!("{happened}{odds} at {place}"),
                    _ => format!("{happened}{odds}"),
                };
                let mut head = format!("{}  {:<name$}  ", paint.faint(&format!("{number:>5}")), cut(thread, name));
                for line in filled(&happened, room) {
                    text.push_str(&format!("{head}{line}\n"));
                    head = " ".repeat(start);
                }
                let is_new = shown_last != Some((thread, place));
                if let Some(source) = source.as_ref().filter(|_| is_new) {
                    let line = cut_between_words(&format!("{place}  {source}"), room);
                    text.push_str(&format!("{:start$}{}\n", "", paint.faint(&line)));
                }
                shown_last = Some((thread, place));
            }
        }
    }
    text
}

fn in_columns(items: &[Item], threads: &[String], width: usize, paint: Paint) -> String {
    let column = (width - MARGIN) / threads.len() - 2;
    let names: Vec<String> = threads.iter().map(|name| format!("{:<column$}", cut(name, column))).collect();
    let mut text = format!("{:MARGIN$}{}\n", "", paint.bold(names.join("  ").trim_end()));
    let mut shown_last: Option<(&str, &str)> = None;
    for item in items {
        match item {
            Item::Printed(line) => text.push_str(&printed(line, paint)),
            Item::Again { lines, rounds } => {
                text.push_str(&format!("{:MARGIN$}{}\n", "", paint.faint(&again(*lines, *rounds))));
            }
            Item::Move { number, thread, place, text: happened, odds, source } => {
                let place_of_column = threads.iter().position(|known| known == thread).unwrap_or(0);
                let before = place_of_column * (column + 2);
                let number = number.map_or(String::new(), |number| number.to_string());
                let happened = match source {
                    None if !place.is_empty() => format!("{happened}{odds} at {place}"),
                    _ => format!("{happened}{odds}"),
                };
                let mut head = format!("{}  {:before$}", paint.faint(&format!("{number:>5}")), "");
                for line in filled(&happened, column) {
                    text.push_str(&format!("{head}{line}\n"));
                    head = " ".repeat(MARGIN + before);
                }
                let is_new = shown_last != Some((thread, place));
                if let Some(source) = source.as_ref().filter(|_| is_new) {
                    let line = cut_between_words(&format!("{place}  {source}"), column);
                    text.push_str(&format!("{:1$}{2}\n", "", MARGIN + before, paint.faint(&line)));
                }
                shown_last = Some((thread, place));
            }
        }
    }
    text
}

/// As much of a source line as fits, in whole words.
fn cut_between_words(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let end = line.char_indices().nth(width.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    match line[..end].rfind(' ').filter(|at| *at > end / 2) {
        Some(at) => format!("{} …", line[..at].trim_end()).chars().take(width).collect(),
        None => cut(line, width),
    }
}

/// Lines of at most `room` columns. A word that is longer stays whole: names are to be copied.
pub fn filled(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let length = word.chars().count();
        match lines.last_mut().filter(|line| line.chars().count() + 1 + length <= room) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use checker::report::ForcedSwitch;

    fn step(thread: &str, place: &str, text: &str) -> TraceStep {
        TraceStep {
            choice: "schedule",
            pick: 0,
            of: 2,
            probability: 1.0,
            thread: Some(thread.to_owned()),
            location: Some(place.to_owned()),
            text: text.to_owned(),
            source: Some("balance += amount;".to_owned()),
            parts: Vec::new(),
            forced: Vec::<ForcedSwitch>::new(),
            output: String::new(),
        }
    }

    #[test]
    fn lines_keep_to_the_width_and_words_stay_whole() {
        let long =
            "wants to lock a java.lang.Object (\"philosopher 1\".left), which \"philosopher 0\" holds, and waits";
        let trace = [step("main", "Main.java:3", "starts"), step("philosopher 1", "Main.java:12", long)];
        for width in [60, 80, 100, 120, 160, 200] {
            let text = told(&trace, false, width, Paint::none());
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}:\n{text}");
            let words: Vec<&str> = text.split_whitespace().collect();
            assert!(
                words.contains(&"(left),") && words.contains(&"Object"),
                "a thread's own field by its name:\n{text}"
            );
        }
        let wide = told(&trace, false, 160, Paint::none());
        assert!(wide.starts_with("       main"), "a header names the threads:\n{wide}");
    }

    #[test]
    fn rounds_of_the_same_lines_are_told_once() {
        let mut trace = Vec::new();
        for _ in 0..5 {
            trace.push(step("a", "Main.java:3", "reads Main.turn (is 1)"));
            trace.push(step("b", "Main.java:4", "reads Main.turn (is 1)"));
        }
        let text = told(&trace, false, 80, Paint::none());
        assert!(text.contains("… the last 2 lines 4 times more"), "{text}");
        assert_eq!(text.matches("reads").count(), 2, "{text}");
    }
}

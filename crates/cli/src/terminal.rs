//! What goes to the terminal: colours where there is one, a progress line, and no panic when a pipe is closed.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::time::Duration;

use checker::{Beat, Outlook, Signs};

/// Writes to standard output; a closed pipe ends the output, not the program.
pub fn print(text: &str) {
    let mut out = stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        complain(&format!("standard output cannot be written ({error})"));
    }
}

/// Writes what another program said to standard error.
pub fn pass_on(text: &str) {
    let _ = writeln!(stderr(), "{text}");
}

/// Writes one error to standard error.
pub fn complain(sentence: &str) {
    let paint = Paint::for_stderr();
    let _ = writeln!(stderr(), "{} {sentence}", paint.red("error:"));
}

pub fn warn(sentence: &str) {
    let paint = Paint::for_stderr();
    let _ = writeln!(stderr(), "{} {sentence}", paint.yellow("warning:"));
}

/// Colours, or none.
#[derive(Clone, Copy)]
pub struct Paint(bool);

impl Paint {
    pub fn for_stdout() -> Paint {
        Paint(stdout().is_terminal() && allowed())
    }

    pub fn none() -> Paint {
        Paint(false)
    }

    fn for_stderr() -> Paint {
        Paint(stderr().is_terminal() && allowed())
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    pub fn green(self, text: &str) -> String {
        self.with("1;32", text)
    }

    pub fn yellow(self, text: &str) -> String {
        self.with("1;33", text)
    }

    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub fn faint(self, text: &str) -> String {
        self.with("2", text)
    }
}

fn allowed() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The line that moves while a search runs; nothing unless standard error is a terminal.
pub struct ProgressLine {
    shown: bool,
    enabled: bool,
    last: Option<(Duration, u64)>,
}

impl ProgressLine {
    pub fn new(quiet: bool) -> ProgressLine {
        ProgressLine { shown: false, enabled: !quiet && stderr().is_terminal(), last: None }
    }

    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// States per second since the last time.
    fn rate(&mut self, elapsed: Duration, states: u64) -> u64 {
        let (before, last) = self.last.replace((elapsed, states)).unwrap_or_default();
        let seconds = elapsed.saturating_sub(before).as_secs_f64();
        if seconds > 0.0 { (states.saturating_sub(last) as f64 / seconds) as u64 } else { 0 }
    }

    pub fn print(&mut self, line: &str) {
        let _ = write!(stderr(), "\r\x1b[K{}", cut(line, width(&stderr()).saturating_sub(1)));
        let _ = stderr().flush();
        self.shown = true;
    }

    /// Makes room for something else; the next line comes below.
    pub fn clear(&mut self) {
        if self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
            let _ = stderr().flush();
            self.shown = false;
        }
    }

    /// The same for symbolic execution.
    pub fn show_symbolic(&mut self, signs: &Signs, elapsed: Duration) {
        let rate = self.rate(elapsed, signs.opened);
        self.print(&format!(
            "{} paths, {} states, {} states/s, {} conditions, depth {}",
            thousands(signs.paths),
            thousands(signs.opened),
            thousands(rate),
            thousands(signs.conditions),
            thousands(signs.depth),
        ));
    }

    /// The same for models that are explored where it is not known yet how likely a goal is.
    pub fn show_outlook(&mut self, outlook: &Outlook) {
        let rate = self.rate(outlook.elapsed, outlook.states);
        self.print(&format!(
            "between {:.6} and {:.6}, {} states, {} states/s, {} transitions, {}",
            outlook.lower,
            outlook.upper,
            thousands(outlook.states),
            thousands(rate),
            thousands(outlook.transitions),
            bytes(outlook.bytes),
        ));
    }

    pub fn show(&mut self, beat: &Beat, progress: Option<f64>) {
        let rate = self.rate(beat.elapsed, beat.states);
        let mut line = format!(
            "{} states, {} states/s, {} transitions, depth {}",
            thousands(beat.states),
            thousands(rate),
            thousands(beat.transitions),
            thousands(u64::from(beat.depth)),
        );
        if beat.frontier > 0 {
            line.push_str(&format!(", frontier {}", thousands(beat.frontier as u64)));
        }
        line.push_str(&format!(", {}", bytes(beat.store_bytes)));
        if let Some(progress) = progress.filter(|progress| *progress > 0.0) {
            line.push_str(&format!(", progress {progress:.6}"));
        }
        self.print(&line);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(stderr(), "\r\x1b[K");
            let _ = stderr().flush();
        }
    }
}

/// How many columns there are; 80 where nobody can tell.
pub fn width(stream: &impl std::os::fd::AsFd) -> usize {
    terminal_size::terminal_size_of(stream).map_or(80, |(width, _)| usize::from(width.0).max(20))
}

/// How many columns a report on standard output may have: the terminal's, or as many as `COLUMNS` says.
pub fn columns() -> usize {
    terminal_size::terminal_size_of(stdout())
        .map(|(width, _)| usize::from(width.0))
        .or_else(given_columns)
        .map_or(80, |width| width.max(40))
}

/// Whether the width is that of somebody who looks at it.
pub fn is_laid_out() -> bool {
    stdout().is_terminal() || given_columns().is_some()
}

fn given_columns() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.trim().parse().ok().filter(|width| *width > 0)
}

/// As much of a line as fits, with a sign that there is more.
pub fn cut(line: &str, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    line.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// A line within `width` columns, indented, broken between words; what follows is indented as the line's last column is.
pub fn wrapped(line: &str, indent: usize, width: usize) -> String {
    // Lines of a schedule end with what happened, after at least two spaces.
    let column = line.trim_end().rfind("  ").map_or(0, |at| line[..at + 2].chars().count());
    let hanging = if column > width / 2 { 8 } else { column.max(2) };
    let mut text = String::new();
    let mut room = width.saturating_sub(indent).max(20);
    let mut rest = line.trim_end();
    let mut before = indent;
    loop {
        if rest.chars().count() <= room {
            text.push_str(&format!("{}{rest}\n", " ".repeat(before)));
            return text;
        }
        let limit = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
        let start = rest.len() - rest.trim_start().len();
        // A word longer than the room stays whole: names of files and classes are to be copied.
        let cut =
            rest[..limit].rfind(' ').filter(|at| *at > start).or_else(|| rest[limit..].find(' ').map(|at| limit + at));
        let Some(cut) = cut else {
            text.push_str(&format!("{}{rest}\n", " ".repeat(before)));
            return text;
        };
        text.push_str(&format!("{}{}\n", " ".repeat(before), rest[..cut].trim_end()));
        rest = rest[cut..].trim_start();
        before = indent + hanging;
        room = width.saturating_sub(before).max(20);
    }
}

/// 1234567 as 1,234,567.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

pub fn bytes(count: u64) -> String {
    let amount = count as f64;
    match count {
        0..10_000 => format!("{count} B"),
        10_000..1_000_000 => format!("{:.0} kB", amount / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", amount / 1e6),
        _ => format!("{:.2} GB", amount / 1e9),
    }
}

pub fn milliseconds(time: f64) -> String {
    if time < 1e3 { format!("{time:.0} ms") } else { format!("{:.2} s", time / 1e3) }
}

/// `1 state`, `2 states`.
pub fn count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// The command as it was given, quoted for a shell.
pub fn command_line() -> String {
    let quoted = |word: String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+:,./@%".contains(c);
        if !word.is_empty() && word.chars().all(is_plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    let words = std::env::args().skip(1).map(quoted);
    std::iter::once("hazard".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// A file's name without its endings, as a page's title.
pub fn title_of(path: &std::path::Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

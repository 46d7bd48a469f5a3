//! `hazard replay TRACE --step`: a recorded schedule at the prompt, forwards and backwards. What every step changed is known, so that
//! going back is as quick as going on. Commands come line by line, from a person or from a script.

use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal};

use checker::report::ViolationReport;
use checker::scenes::ThreadChange;

use crate::passage::{self, printed};
use crate::story::place_after;
use crate::terminal::{Paint, columns, count, print};

/// Lines of source around the current one.
const AROUND: usize = 4;

const HELP: &str = "\
s, step [N]         N steps on                    b, back [N]       N steps back
g, goto N           after step N; 0: the start    e, end            to the end
until PLACE         on to File.java:12, or 12     back-until PLACE  the same, backwards
w, write NAME       back to the last write of a field; next NAME: on to the next one
lock [NAME]         back to where a lock was taken; without a name, any
thread NAME         on to the next step of a thread
t, threads          who is where, holds and waits for what
bt, stack [THREAD]  frames and variables          p, print NAME     a variable or field
f, fields [PART]    fields, or those with PART in their names
o, output           what was printed so far       l, list           the source
h, help             this                          q, quit           leave
An empty line repeats the last step or back.
";

/// A path that was recorded, and where in it we are.
pub struct Stepper<'a> {
    told: &'a ViolationReport,
    sources: BTreeMap<String, String>,
    /// How many steps have been taken.
    at: usize,
    paint: Paint,
    last: String,
    /// Where the last command found a write.
    wrote: Option<usize>,
}

/// Threads and fields at one moment.
#[derive(Default)]
struct Moment<'a> {
    threads: BTreeMap<&'a str, &'a ThreadChange>,
    fields: BTreeMap<&'a str, &'a str>,
}

impl<'a> Stepper<'a> {
    pub fn new(told: &'a ViolationReport, sources: BTreeMap<String, String>) -> Stepper<'a> {
        Stepper { told, sources, at: 0, paint: Paint::for_stdout(), last: String::new(), wrote: None }
    }

    /// Reads commands until there are none, or one says so.
    pub fn run(&mut self) {
        let is_person = std::io::stdin().is_terminal();
        print(&format!("{}; `help` tells the commands\n", count(self.told.trace.len() as u64, "step")));
        self.show();
        let mut lines = std::io::stdin().lock().lines();
        loop {
            if is_person {
                print(&format!("({}/{}) ", self.at, self.told.trace.len()));
            }
            let Some(Ok(line)) = lines.next() else { return };
            let line = match line.trim() {
                "" if is_person => self.last.clone(),
                line => line.to_owned(),
            };
            if matches!(line.as_str(), "q" | "quit" | "exit") {
                return;
            }
            if let Err(sentence) = self.obey(&line) {
                print(&format!("{sentence}\n"));
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let steps = || match rest {
            "" => Ok(1),
            rest => rest.parse::<usize>().map_err(|_| format!("'{rest}' is no number")),
        };
        match word {
            "" => return Ok(()),
            "s" | "step" | "n" => {
                let to = self.at + steps()?;
                self.go(to)?;
            }
            "b" | "back" => {
                let by = steps()?;
                let to = self.at.checked_sub(by).ok_or("this is the start; there is nothing before it")?;
                self.go(to)?;
            }
            "g" | "goto" => {
                let to =
                    rest.parse().map_err(|_| format!("goto needs a number from 0 to {}", self.told.trace.len()))?;
                self.go(to)?;
            }
            "e" | "end" | "c" | "continue" => self.go(self.told.trace.len())?,
            "until" => self.until(rest, true)?,
            "back-until" => self.until(rest, false)?,
            "w" | "write" => self.write(rest, false)?,
            "next" => self.write(rest, true)?,
            "lock" => self.lock(rest)?,
            "thread" => self.thread(rest)?,
            "t" | "threads" => print(&self.threads()),
            "bt" | "stack" | "where" => print(&self.stack(rest)?),
            "p" | "print" => print(&self.value(rest)?),
            "f" | "fields" => print(&self.fields(rest)),
            "o" | "output" => print(&self.output()),
            "l" | "list" => print(&self.list()?),
            "h" | "help" | "?" => print(HELP),
            other => return Err(format!("there is no command '{other}'; `help` tells those there are")),
        }
        if matches!(word, "s" | "step" | "n" | "b" | "back") {
            line.clone_into(&mut self.last);
        }
        Ok(())
    }

    fn go(&mut self, to: usize) -> Result<(), String> {
        let last = self.told.trace.len();
        if self.at == last && to > last {
            return Err("this is the end of the schedule; `back` goes back".into());
        }
        self.at = to.min(last);
        self.show();
        Ok(())
    }

    /// The step that led here.
    fn show(&self) {
        if self.at == 0 {
            print("before the first choice\n");
        } else {
            let step = &self.told.trace[self.at - 1];
            print(&passage::step(step, self.at - 1, columns(), self.paint));
        }
        if self.at == self.told.trace.len() && !self.told.kind.is_empty() {
            let place = place_after(&self.told.message, self.told.location.as_deref());
            print(&format!("{} {}{place}\n", self.paint.red(&format!("{}:", self.told.kind)), self.told.message));
        }
    }

    /// What everything looks like after so many steps.
    fn moment(&self, steps: usize) -> Moment<'a> {
        let told: &'a ViolationReport = self.told;
        let mut moment = Moment::default();
        for change in told.scenes.iter().take(steps + 1) {
            for thread in &change.threads {
                moment.threads.insert(&thread.name, thread);
            }
            for name in &change.gone {
                moment.threads.remove(name.as_str());
            }
            for (name, value) in &change.fields {
                match value {
                    Some(value) => moment.fields.insert(name, value),
                    None => moment.fields.remove(name.as_str()),
                };
            }
        }
        moment
    }

    /// Places that a step passes: of its choice, and of switches that nobody decides.
    fn passes(&self, step: usize, place: &str) -> bool {
        let step = &self.told.trace[step];
        let forced = step.forced.iter().filter_map(|forced| forced.location.as_deref());
        step.location
            .as_deref()
            .into_iter()
            .chain(forced)
            .any(|location| location == place || location.rsplit_once(':').is_some_and(|(_, line)| line == place))
    }

    fn until(&mut self, place: &str, onwards: bool) -> Result<(), String> {
        if place.is_empty() {
            return Err("name a place: until File.java:12, or until 12".into());
        }
        let found = if onwards {
            (self.at..self.told.trace.len()).find(|step| self.passes(*step, place)).map(|step| step + 1)
        } else {
            (0..self.at.saturating_sub(1)).rev().find(|step| self.passes(*step, place)).map(|step| step + 1)
        };
        let way = if onwards { "after" } else { "before" };
        self.go(found.ok_or_else(|| format!("nothing happens at {place} {way} this"))?)
    }

    /// The steps that change a field whose name is, or ends with, this.
    fn write(&mut self, name: &str, onwards: bool) -> Result<(), String> {
        if name.is_empty() {
            return Err("name a field: write Main.count".into());
        }
        let matches = |known: &str| known == name || known.ends_with(&format!(".{name}"));
        let changes = |step: &usize| {
            self.told.scenes.get(*step).is_some_and(|change| change.fields.keys().any(|known| matches(known)))
        };
        let found = if onwards {
            (self.at + 1..self.told.scenes.len()).find(changes)
        } else {
            // Being where it was written, one means the write before.
            let here = self.at;
            (1..=here).rev().filter(|step| *step < here || self.wrote != Some(here)).find(changes)
        };
        let Some(found) = found else {
            let known = self.told.scenes.iter().any(|change| change.fields.keys().any(|known| matches(known)));
            return Err(match (known, onwards) {
                (false, _) => format!("there is no field {name}; `fields` lists them"),
                (true, true) => format!("{name} is not written after this"),
                (true, false) => format!("{name} is not written before this"),
            });
        };
        let before = self.moment(found - 1);
        let after = self.moment(found);
        self.go(found)?;
        for (field, value) in after.fields.iter().filter(|(field, _)| matches(field)) {
            let old = before.fields.get(field).copied().unwrap_or("nothing");
            if old != *value {
                print(&format!("       {field}: {old} -> {value}\n"));
            }
        }
        self.wrote = Some(found);
        Ok(())
    }

    /// Back to the last step before this (or this) at which a thread got a lock.
    fn lock(&mut self, name: &str) -> Result<(), String> {
        let mut holds: BTreeMap<&str, &[String]> = BTreeMap::new();
        let mut taken: Option<(usize, String)> = None;
        for (step, change) in self.told.scenes.iter().enumerate().take(self.at + 1) {
            for thread in &change.threads {
                let had = holds.insert(&thread.name, &thread.holds).unwrap_or_default();
                let gained = thread.holds.iter().rev().find(|lock| !had.contains(lock) && lock.contains(name));
                if let Some(lock) = gained.filter(|_| step > 0) {
                    taken = Some((step, format!("       {} takes {lock}\n", thread.name)));
                }
            }
        }
        match (taken, name) {
            (Some((step, sentence)), _) => {
                self.go(step)?;
                print(&sentence);
                Ok(())
            }
            (None, "") => Err("no lock was taken before this".into()),
            (None, name) => {
                Err(format!("no lock with '{name}' in its name was taken before this; `threads` tells who holds what"))
            }
        }
    }

    fn thread(&mut self, name: &str) -> Result<(), String> {
        let moves = |step: &usize| self.told.trace[*step].thread.as_deref() == Some(name);
        let found = (self.at..self.told.trace.len()).find(moves);
        match found {
            Some(step) => self.go(step + 1),
            None => Err(format!("no thread named '{name}' moves after this")),
        }
    }

    fn threads(&self) -> String {
        let mut text = String::new();
        for (name, thread) in self.moment(self.at).threads {
            let place = thread.frames.iter().find(|frame| !frame.library);
            let place = place.and_then(|frame| Some(format!("{}:{}", simple(frame.file.as_deref()?), frame.line?)));
            let what = if thread.waits.is_empty() { thread.activity.to_owned() } else { thread.waits.clone() };
            text.push_str(&format!("  {name:<14} {:<22} {what}", place.unwrap_or_default()));
            if !thread.holds.is_empty() {
                text.push_str(&format!("; holds {}", thread.holds.join(", ")));
            }
            text.push('\n');
        }
        text
    }

    /// The thread that is meant: the one named, or the one that moved last.
    fn chosen(&self, name: &str) -> Result<&'a ThreadChange, String> {
        let moment = self.moment(self.at);
        if !name.is_empty() {
            return moment
                .threads
                .get(name)
                .copied()
                .ok_or_else(|| format!("there is no thread '{name}' here; `threads` lists them"));
        }
        let mover = self.at.checked_sub(1).and_then(|step| self.told.trace[step].thread.as_deref());
        let found = mover.and_then(|name| moment.threads.get(name)).or_else(|| moment.threads.values().next());
        found.copied().ok_or_else(|| "there is no thread here".into())
    }

    fn stack(&self, name: &str) -> Result<String, String> {
        let thread = self.chosen(name)?;
        let mut text = format!("{} ({})\n", self.paint.bold(&thread.name), thread.activity);
        for frame in &thread.frames {
            let place = frame.file.as_deref().map(|file| format!(" ({}:{})", simple(file), frame.line.unwrap_or(0)));
            text.push_str(&format!("  at {}{}\n", frame.method, place.unwrap_or_default()));
            for (name, value) in &frame.variables {
                text.push_str(&format!("       {name} = {value}\n"));
            }
        }
        Ok(text)
    }

    fn value(&self, name: &str) -> Result<String, String> {
        let thread = self.chosen("").ok();
        let frames = thread.iter().flat_map(|thread| &thread.frames);
        let local = frames.flat_map(|frame| &frame.variables).find(|(known, _)| known == name);
        if let Some((_, value)) = local {
            return Ok(format!("{name} = {value}\n"));
        }
        let moment = self.moment(self.at);
        let is_meant = |known: &str| {
            known == name || known.ends_with(&format!(".{name}")) || known.starts_with(&format!("{name}["))
        };
        let found: String = moment
            .fields
            .iter()
            .filter(|(known, _)| is_meant(known))
            .map(|(known, value)| format!("{known} = {value}\n"))
            .collect();
        if found.is_empty() {
            return Err(format!("there is no variable or field '{name}' here; `stack` and `fields` list them"));
        }
        Ok(found)
    }

    fn fields(&self, part: &str) -> String {
        let moment = self.moment(self.at);
        let told = moment.fields.iter().filter(|(name, _)| name.contains(part));
        let text: String = told.map(|(name, value)| format!("  {name} = {value}\n")).collect();
        if text.is_empty() { "  none\n".into() } else { text }
    }

    fn output(&self) -> String {
        let in_steps: usize = self.told.trace.iter().map(|step| step.output.len()).sum();
        let first = self.told.output.len().saturating_sub(in_steps);
        let so_far: usize = self.told.trace.iter().take(self.at).map(|step| step.output.len()).sum();
        printed(self.told.output.get(..first + so_far).unwrap_or_default(), self.paint)
    }

    fn list(&self) -> Result<String, String> {
        let thread = self.chosen("")?;
        let frame =
            thread.frames.iter().find(|frame| !frame.library).ok_or("the thread is not in the program's own code")?;
        let (file, line) = (frame.file.as_deref().unwrap_or_default(), usize::from(frame.line.unwrap_or(0)));
        let source = self
            .sources
            .get(file)
            .ok_or_else(|| format!("the source {file} was not found; the thread is in line {line}"))?;
        let first = line.saturating_sub(AROUND).max(1);
        let lines = source.lines().enumerate().skip(first - 1).take(2 * AROUND + 1);
        Ok(lines
            .map(|(number, text)| format!("{} {:>4}  {text}\n", if number + 1 == line { ">" } else { " " }, number + 1))
            .collect())
    }
}

fn simple(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

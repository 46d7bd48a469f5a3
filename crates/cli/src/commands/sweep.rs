//! `hazard sweep`: a question over parameters.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use checker::target::{self, Resolved};
use checker::{Fault, Files, Job, ModelJob, ModelWatch, Watch};
use clap::{Args, ValueEnum};
use experiments::sweep::{Against, Journal, Logarithmic, Parameter, Row, Setting, chart, perform, settings};
use experiments::table::Table;
use serde::Serialize;

use crate::exploring::Exploring;
use crate::failure::Failure;
use crate::options::Questions;
use crate::terminal::{Paint, ProgressLine, count, milliseconds, print, warn};
use crate::{guard, laws, units};

/// Ask the same questions for many values of parameters: a table, comma-separated values, a chart.
///
/// A parameter {n} in the program's arguments, in labels, in rewards and in options of `java` stands for its value. One that no
/// question mentions and that stands nowhere is appended to the arguments, in the order of the --vary options; questions may use
/// it as a constant. For a model it is a constant, as --const would give it.
#[derive(Args)]
#[command(
    after_help = "Formulas of --against: + - * / ^, H (harmonic numbers), log, log2, log10, sqrt, exp, pow, floor, ceil, abs, \
                        fact, binomial, min, max, pi, e, and the parameters."
)]
pub struct Sweep {
    #[command(flatten)]
    exploring: Exploring,

    /// A parameter and its values: n=2..10, p=0..1+0.1 (in steps), n=1..64*2 (in factors), n=1,2,5 (repeatable: all combinations)
    #[arg(long, value_name = "NAME=VALUES", required = true, help_heading = "Parameters")]
    vary: Vec<String>,

    /// Runs that are finished are kept in this file; those it has are not done again
    #[arg(long, value_name = "FILE", help_heading = "Parameters")]
    resume: Option<PathBuf>,

    #[command(flatten)]
    questions: Questions,

    /// Give the law of what a method returns the first time: 'C.m(..)' (repeatable)
    #[arg(long, value_name = "METHOD", help_heading = "Questions")]
    result: Vec<String>,

    /// A curve that theory gives, drawn and listed beside: '2*(n+1)*H(n)-4*n', '"name" = …' (repeatable)
    #[arg(long, value_name = "FORMULA", help_heading = "Output")]
    against: Vec<String>,

    /// Write the answers as comma-separated values
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,

    /// Draw them: FILE.svg, .png or .pdf
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    plot: Option<PathBuf>,

    /// Which axes of the chart are logarithmic
    #[arg(long, value_enum, value_name = "AXES", help_heading = "Output")]
    log: Option<LogAxes>,

    /// What stands above the chart
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    title: Option<String>,

    /// Write everything as JSON (- for standard output)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,

    /// Print nothing but errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogAxes {
    X,
    Y,
    Xy,
}

#[derive(Serialize)]
struct SweepReport<'a> {
    parameters: Vec<&'a str>,
    rows: &'a [Row],
    complete: bool,
    version: &'static str,
}

/// What is asked of every setting.
enum Subject {
    /// With what was compiled for all runs.
    Program {
        job: Box<Job>,
        _compiled: Option<Resolved>,
    },
    Model(Box<ModelJob>),
}

impl Sweep {
    pub fn execute(&self) -> Result<i32, Failure> {
        for path in [&self.csv, &self.json].into_iter().flatten().filter(|path| path.as_os_str() != "-") {
            checker::files::check_writable(path)?;
        }
        if let Some(path) = &self.plot {
            laws::check_ending(path)?;
            checker::files::check_writable(path)?;
        }
        let parameters: Vec<Parameter> =
            self.vary.iter().map(|text| Parameter::parse(text)).collect::<Result<_, _>>().map_err(Failure::usage)?;
        let all = settings(&parameters).map_err(Failure::usage)?;
        let theories = self.theories(&parameters)?;
        if self.plot.is_some() && !parameters.iter().any(Parameter::is_numeric) {
            return Err(Failure::usage("--plot needs a parameter whose values are numbers, such as --vary n=2..10"));
        }
        let subject = self.subject()?;
        let places = self.places(&parameters, &subject)?;
        let mut journal = match &self.resume {
            Some(path) => Journal::open(path, &self.identity()?)?,
            None => Journal::default(),
        };
        let interrupt = guard::polite();
        let mut line = ProgressLine::new(self.quiet);
        let (total, mut done) = (all.len(), 0);
        let run = |setting: &Setting| match &subject {
            Subject::Program { job, .. } => {
                let job = with_program(job, setting, &places);
                let watch = Watch { interrupt: Some(interrupt.clone()), ..Watch::default() };
                checker::check(&job, watch).map(|report| Row::of_program(setting, &report))
            }
            Subject::Model(job) => {
                let job = with_model(job, setting);
                let watch = ModelWatch { interrupt: Some(interrupt.clone()), ..ModelWatch::default() };
                checker::check_model(&job, watch).map(|report| Row::of_model(setting, &report))
            }
        };
        let mut on_row = |row: &Row| {
            done += 1;
            if line.is_enabled() {
                let setting: Vec<String> =
                    row.setting.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                line.print(&format!("{done} of {total} runs, the last for {}", setting.join(", ")));
            }
        };
        let workers = units::workers(self.exploring.threads);
        let performed = perform(&all, workers, &interrupt, &mut journal, &run, &mut on_row);
        line.clear();
        let rows = performed?;
        guard::relieve();
        self.deliver(&parameters, &rows, total, &theories)
    }

    fn theories(&self, parameters: &[Parameter]) -> Result<Vec<Against>, Failure> {
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let mut theories = Vec::new();
        for text in &self.against {
            let theory = Against::parse(text).map_err(Failure::usage)?;
            if let Some(unknown) = theory.formula.unknown(&names) {
                return Err(Failure::usage(format!(
                    "--against {text}: '{unknown}' is no parameter; --vary has {}",
                    names.join(", ")
                )));
            }
            theories.push(theory);
        }
        Ok(theories)
    }

    fn subject(&self) -> Result<Subject, Failure> {
        let path = Path::new(&self.exploring.program.target);
        let questions = self.questions.questions();
        if questions.scheduler.is_some() {
            return Err(Failure::usage(
                "--scheduler is for one run, not for a sweep; use it with `hazard check` or `hazard mc`",
            ));
        }
        if target::command_of_model(&self.exploring.program.target) == Some("mc") {
            if !self.result.is_empty() {
                return Err(Failure::usage("--result is about methods of programs, and this is a model"));
            }
            if self.exploring.limits() != checker::Limits::default() {
                return Err(Failure::usage(
                    "limits are for the runs of programs: a sweep over a model has none; end it by an interrupt",
                ));
            }
            let files = Files { model: path.to_owned(), ..Files::default() };
            let job = ModelJob { files, find_siblings: true, questions, ..ModelJob::default() };
            return Ok(Subject::Model(Box::new(job)));
        }
        let mut job = self.exploring.job()?;
        job.workers = 1;
        job.questions = questions;
        job.subject.results = self.result.clone();
        // A source is compiled once, not once per run.
        let is_source = path.extension().is_some_and(|ending| ending == "java");
        let resolved = is_source.then(|| target::compile(&job.subject)).transpose()?;
        if let Some(resolved) = &resolved {
            job.subject.target = resolved.main_class.clone();
            job.subject.classpath = Some(resolved.class_path_text.clone());
        }
        Ok(Subject::Program { job: Box::new(job), _compiled: resolved })
    }

    /// Where each parameter goes.
    fn places(&self, parameters: &[Parameter], subject: &Subject) -> Result<Places, Failure> {
        let Subject::Program { job, .. } = subject else { return Ok(Places::default()) };
        let mut texts: Vec<String> = self.questions.prop.clone();
        for path in &self.questions.props {
            texts.push(std::fs::read_to_string(path).unwrap_or_default());
        }
        let asked: BTreeSet<String> = (parameters.iter())
            .filter(|parameter| texts.iter().any(|text| mentions(text, &parameter.name)))
            .map(|parameter| parameter.name.clone())
            .collect();
        let subject = &job.subject;
        let written = || {
            let all = [&subject.arguments, &subject.labels, &subject.rewards, &subject.java_options];
            all.into_iter().flatten()
        };
        let appended: Vec<String> = (parameters.iter())
            .filter(|parameter| {
                let marked = format!("{{{}}}", parameter.name);
                !asked.contains(&parameter.name) && !written().any(|text| text.contains(&marked))
            })
            .map(|parameter| parameter.name.clone())
            .collect();
        Ok(Places { asked, appended })
    }

    /// What a file of finished runs must be about to be of use here.
    fn identity(&self) -> Result<String, Failure> {
        let program = &self.exploring.program;
        let content = std::fs::read(&program.target).map(|bytes| digest(&bytes)).unwrap_or_default();
        let words: Vec<String> = std::env::args().skip(1).collect();
        let mut kept: Vec<String> = Vec::new();
        let mut skip = false;
        // Where results go and how many runs are done at a time makes no difference to them; other values may be added.
        const OWN: [&str; 11] = [
            "--csv",
            "--plot",
            "--json",
            "--resume",
            "--title",
            "--log",
            "--against",
            "--threads",
            "--vary",
            "-q",
            "--quiet",
        ];
        for word in words {
            if skip {
                skip = false;
                continue;
            }
            let name = word.split('=').next().unwrap_or_default();
            if OWN.contains(&name) {
                skip = !word.contains('=') && !matches!(name, "-q" | "--quiet");
                continue;
            }
            kept.push(word);
        }
        Ok(format!("{content:016x} {}", kept.join(" ")))
    }

    fn deliver(
        &self,
        parameters: &[Parameter],
        rows: &[Row],
        total: usize,
        theories: &[Against],
    ) -> Result<i32, Failure> {
        let is_silent = self.quiet || self.json.as_ref().is_some_and(|path| path.as_os_str() == "-");
        if !is_silent {
            print(&text(rows, theories, total));
        }
        let mut errors: Vec<Fault> = Vec::new();
        let mut write = |path: &Path, bytes: &[u8]| errors.extend(checker::files::write(path, bytes).err());
        if let Some(path) = &self.csv {
            write(path, table(rows, theories, true).csv().as_bytes());
        }
        if let Some(path) = &self.json {
            let names = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            let report =
                SweepReport { parameters: names, rows, complete: rows.len() == total, version: checker::VERSION };
            let json = serde_json::to_string_pretty(&report).expect("plain data") + "\n";
            if path.as_os_str() == "-" {
                print(&json);
            } else {
                write(path, json.as_bytes());
            }
        }
        if let Some(path) = &self.plot {
            let logarithmic = Logarithmic {
                x: matches!(self.log, Some(LogAxes::X | LogAxes::Xy)),
                y: matches!(self.log, Some(LogAxes::Y | LogAxes::Xy)),
            };
            let name = Path::new(&self.exploring.program.target).file_stem().unwrap_or_default().to_string_lossy();
            let title = self.title.clone().unwrap_or_else(|| name.into_owned());
            laws::write_chart(path, &chart(&title, parameters, rows, theories, logarithmic)?);
        }
        errors.iter().for_each(|fault| crate::terminal::complain(&fault.to_string()));
        let mut notes: Vec<&String> = rows.iter().flat_map(|row| &row.notes).collect();
        notes.sort();
        notes.dedup();
        notes.iter().take(5).for_each(|note| warn(note));
        if rows.len() < total {
            let how =
                if self.resume.is_some() { "the same command goes on" } else { "with --resume FILE it could go on" };
            warn(&format!("{} of {total} runs were done; {how}", rows.len()));
            return Ok(3);
        }
        let worst = [1, 70, 4, 3];
        Ok(worst.into_iter().find(|status| rows.iter().any(|row| row.exit_status == *status)).unwrap_or(0))
    }
}

/// Which parameters are constants of questions, and which are appended to the program's arguments.
#[derive(Default)]
struct Places {
    asked: BTreeSet<String>,
    appended: Vec<String>,
}

/// Whether a formula has this name outside quotes.
fn mentions(text: &str, name: &str) -> bool {
    let unquoted: String = text.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    unquoted.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

fn substituted(text: &str, setting: &Setting) -> String {
    setting.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

fn with_program(job: &Job, setting: &Setting, places: &Places) -> Job {
    let mut job = job.clone();
    let subject = &mut job.subject;
    for texts in [&mut subject.arguments, &mut subject.labels, &mut subject.rewards, &mut subject.java_options] {
        texts.iter_mut().for_each(|text| *text = substituted(text, setting));
    }
    let appended = setting.iter().filter(|(name, _)| places.appended.contains(name));
    subject.arguments.extend(appended.map(|(_, value)| value.clone()));
    let asked: Setting = setting.iter().filter(|(name, _)| places.asked.contains(name)).cloned().collect();
    job.questions.constants = with_constants(job.questions.constants.take(), &asked);
    job
}

fn with_model(job: &ModelJob, setting: &Setting) -> ModelJob {
    let mut job = job.clone();
    job.questions.constants = with_constants(job.questions.constants.take(), setting);
    job
}

fn with_constants(given: Option<String>, setting: &Setting) -> Option<String> {
    let added = setting.iter().map(|(name, value)| format!("{name}={value}"));
    let all: Vec<String> = given.into_iter().chain(added).collect();
    (!all.is_empty()).then(|| all.join(","))
}

/// FNV-1a, to tell whether a file has changed.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The value that theory gives for a row.
fn expected(theory: &Against, row: &Row) -> f64 {
    theory.formula.value(&|name| row.parameter(name).unwrap_or(f64::NAN))
}

/// For people without, for programs with bounds and exact fractions in columns of their own.
fn table(rows: &[Row], theories: &[Against], is_data: bool) -> Table {
    let Some(first) = rows.first() else { return Table::default() };
    let has_ranges =
        |index: usize| rows.iter().any(|row| row.answers.get(index).is_some_and(|answer| answer.is_interval()));
    let has_exact =
        |index: usize| rows.iter().any(|row| row.answers.get(index).is_some_and(|answer| answer.exact.is_some()));
    let mut columns: Vec<String> = first.setting.iter().map(|(name, _)| name.clone()).collect();
    for (index, answer) in first.answers.iter().enumerate() {
        columns.push(answer.formula.clone());
        if is_data && has_ranges(index) {
            columns.extend([format!("{} (lower)", answer.formula), format!("{} (upper)", answer.formula)]);
        }
        if is_data && has_exact(index) {
            columns.push(format!("{} (exact)", answer.formula));
        }
    }
    columns.extend(first.laws.iter().map(|law| format!("mean of {}", law.method)));
    columns.extend(theories.iter().map(|theory| theory.name.clone()));
    let all_hold = rows.iter().all(|row| row.verdict == "holds");
    if is_data || !all_hold {
        columns.push("verdict".into());
    }
    columns.push("states".into());
    columns.push(if is_data { "transitions".into() } else { "time".to_owned() });
    if is_data {
        columns.push("time_ms".into());
    }
    let mut table = Table::data("sweep", columns);
    for row in rows {
        let mut cells: Vec<String> = row.setting.iter().map(|(_, value)| value.clone()).collect();
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        for (index, answer) in row.answers.iter().enumerate() {
            cells.push(match (is_data, answer.holds) {
                (true, None) => number(answer.value),
                _ => answer.text(),
            });
            if is_data && has_ranges(index) {
                cells.extend([number(answer.lower), number(answer.upper)]);
            }
            if is_data && has_exact(index) {
                cells.push(answer.exact.clone().unwrap_or_default());
            }
        }
        cells.extend(row.laws.iter().map(|law| number(law.mean)));
        cells.extend(theories.iter().map(|theory| shown(expected(theory, row), is_data)));
        if is_data || !all_hold {
            cells.push(row.verdict.clone());
        }
        cells.push(row.states.to_string());
        cells.push(if is_data { row.transitions.to_string() } else { milliseconds(row.time_ms) });
        if is_data {
            cells.push(row.time_ms.to_string());
        }
        table.row(cells);
    }
    table
}

fn shown(value: f64, is_data: bool) -> String {
    if is_data || value.abs() >= 1e6 {
        value.to_string()
    } else {
        format!("{value:.10}").trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

fn text(rows: &[Row], theories: &[Against], total: usize) -> String {
    let paint = Paint::for_stdout();
    if rows.is_empty() {
        return "no run was finished\n".into();
    }
    let mut text = columns(&table(rows, theories, false), paint);
    for law in rows.iter().flat_map(|row| row.laws.iter().map(move |law| (row, law))) {
        let (row, law) = law;
        let setting: Vec<String> = row.setting.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let values: Vec<String> = (law.values.iter().take(8))
            .map(|entry| {
                format!("{}: {}", entry.value, entry.exact.clone().unwrap_or_else(|| entry.probability.to_string()))
            })
            .collect();
        let more = if law.values.len() > 8 { ", …" } else { "" };
        text.push_str(&format!("{} for {}: {}{more}\n", law.method, setting.join(", "), values.join(", ")));
    }
    for theory in theories {
        // The distance from the first question, or the mean of the first law.
        let distances = rows.iter().filter_map(|row| {
            let answered = row.answers.first().and_then(|answer| answer.number());
            let measured = answered.or_else(|| row.laws.first().and_then(|law| law.mean))?;
            let wanted = expected(theory, row);
            Some((measured - wanted).abs() / wanted.abs().max(f64::MIN_POSITIVE))
        });
        let furthest = distances.fold(f64::NEG_INFINITY, f64::max);
        if furthest >= 0.0 {
            text.push_str(&format!("{} {}\n", theory.name, agreement(furthest)));
        }
    }
    let spent: f64 = rows.iter().map(|row| row.time_ms).sum();
    let line = format!("{}, {} in all", count(rows.len() as u64, "run"), milliseconds(spent));
    let line = if rows.len() < total { format!("{line}; {} are missing", total - rows.len()) } else { line };
    text.push_str(&paint.faint(&line));
    text.push('\n');
    text
}

/// How far a curve is from what was found, relatively.
fn agreement(furthest: f64) -> String {
    match furthest {
        0.0..1e-12 => "agrees everywhere".into(),
        1e-4..10.0 => format!("differs by at most {} %", (furthest * 1e4).ceil() / 1e2),
        _ => format!("differs by at most {furthest:.1e} (relatively)"),
    }
}

/// A table in columns: names and words from the left, numbers from the right.
fn columns(table: &Table, paint: Paint) -> String {
    let all: Vec<&Vec<String>> = std::iter::once(&table.columns).chain(&table.rows).collect();
    let width = |column: usize| all.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.columns.len()).map(width).collect();
    let mut text = String::new();
    for (number, line) in all.iter().enumerate() {
        let cells: Vec<String> = line
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{}{cell}", " ".repeat(width - cell.chars().count())))
            .collect();
        let line = cells.join("  ");
        text.push_str(&if number == 0 { paint.bold(&line) } else { line });
        text.push('\n');
    }
    text
}

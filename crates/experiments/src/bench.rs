//! Performs an experiment: runs it, writes its tables (CSV), charts (SVG, PNG) and page (Markdown).

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use checker::{Fault, Job, Report, Trials, Watch};
use serde::Serialize;

use crate::chart::Chart;
use crate::compiled::Compiled;
use crate::experiments::Experiment;
use crate::gallery::Gallery;
use crate::table::Table;

/// What the user asked for.
pub struct Options {
    /// A small version of everything, for continuous integration.
    pub quick: bool,
    /// All random decisions derive from it.
    pub seed: u64,
    /// Where the files go.
    pub folder: PathBuf,
    pub jdk: Option<PathBuf>,
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// What an experiment may use.
pub struct Bench<'a> {
    pub quick: bool,
    pub seed: u64,
    pub folder: PathBuf,
    pub gallery: &'a Gallery,
    pub compiled: &'a Compiled,
    pub jdk: Option<PathBuf>,
    interrupt: Option<Arc<AtomicBool>>,
    say: &'a mut dyn FnMut(&str),
}

/// What an experiment found out.
#[derive(Default)]
pub struct Findings {
    pub title: String,
    /// Which tables and figures of which paper.
    pub source: String,
    pub tables: Vec<Table>,
    pub charts: Vec<Chart>,
    /// What to make of it.
    pub reading: String,
}

impl Bench<'_> {
    /// Tells the user what is being done.
    pub fn say(&mut self, sentence: &str) {
        (self.say)(sentence);
    }

    /// Explores a program.
    pub fn check(&self, job: &Job) -> Result<Report, Fault> {
        self.stop_if_interrupted()?;
        let report = checker::check(job, Watch { interrupt: self.interrupt.clone(), ..Watch::default() })?;
        self.stop_if_interrupted()?;
        Ok(report)
    }

    /// A program to be searched many times.
    pub fn trials(&self, job: Job) -> Result<Trials, Fault> {
        Trials::new(job, self.interrupt.clone())
    }

    pub fn stop_if_interrupted(&self) -> Result<(), Fault> {
        match &self.interrupt {
            Some(flag) if flag.load(Ordering::Relaxed) => Err(Fault::Limit("interrupted".into())),
            _ => Ok(()),
        }
    }

    /// One of two sizes.
    pub fn size<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }
}

/// An experiment that was performed, as a page shows it.
#[derive(Debug, Serialize)]
pub struct Performed {
    pub title: String,
    pub source: String,
    /// How, and on what.
    pub performed: String,
    pub tables: Vec<Table>,
    pub charts: Vec<Drawn>,
    pub reading: String,
    /// The same as Markdown.
    #[serde(skip)]
    pub markdown: String,
}

/// A chart as a drawing.
#[derive(Debug, Serialize)]
pub struct Drawn {
    pub title: String,
    pub svg: String,
}

/// Runs the experiments and writes their files.
pub fn perform(
    experiments: &[&Experiment],
    options: &Options,
    say: &mut dyn FnMut(&str),
) -> Result<Vec<Performed>, Fault> {
    std::fs::create_dir_all(&options.folder).map_err(|error| {
        Fault::Input(format!(
            "{}: the folder cannot be made ({error}); choose another with -o",
            options.folder.display()
        ))
    })?;
    let gallery = Gallery::embedded();
    // Symbolic programs need a compiler run of their own only where an experiment uses them.
    let programs = ["randomized", "concurrent", "subject"].into_iter().flat_map(|group| gallery.group(group));
    let compiled = Compiled::new(programs, options.jdk.as_deref())?;
    let mut pages = Vec::new();
    for experiment in experiments {
        let started = Instant::now();
        say(&format!("{}: {}", experiment.name, experiment.help));
        let mut bench = Bench {
            quick: options.quick,
            seed: options.seed,
            folder: options.folder.clone(),
            gallery: &gallery,
            compiled: &compiled,
            jdk: options.jdk.clone(),
            interrupt: options.interrupt.clone(),
            say,
        };
        let findings = (experiment.run)(&mut bench)?;
        let how = how(experiment, options, started.elapsed().as_secs_f64());
        let markdown = page(&findings, &how);
        write(experiment, &findings, &markdown, options)?;
        let drawn = |chart: &Chart| Drawn { title: chart.title.clone(), svg: chart.svg() };
        pages.push(Performed {
            performed: how.replace('`', ""),
            charts: findings.charts.iter().map(drawn).collect(),
            tables: findings.tables.into_iter().filter(|table| !table.is_data).collect(),
            title: findings.title,
            source: findings.source,
            reading: findings.reading,
            markdown,
        });
    }
    Ok(pages)
}

fn write(experiment: &Experiment, findings: &Findings, page: &str, options: &Options) -> Result<(), Fault> {
    let mut files = vec![(options.folder.join(format!("{}.md", experiment.name)), page.as_bytes().to_vec())];
    for table in &findings.tables {
        files.push((options.folder.join(format!("{}.csv", table.file)), table.csv().into_bytes()));
    }
    for chart in &findings.charts {
        files.push((options.folder.join(format!("{}.svg", chart.file)), chart.svg().into_bytes()));
        files.push((options.folder.join(format!("{}.png", chart.file)), chart.png()));
    }
    checker::files::write_all(files)
}

fn how(experiment: &Experiment, options: &Options, seconds: f64) -> String {
    let quick = if options.quick { " --quick" } else { "" };
    format!(
        "`hazard bench {}{quick} --seed {}`, version {}, {seconds:.1} s on {}.",
        experiment.name,
        options.seed,
        checker::VERSION,
        machine()
    )
}

fn page(findings: &Findings, how: &str) -> String {
    let mut page = format!("# {}\n\n{}\n\n{how}\n\n", findings.title, findings.source);
    for table in findings.tables.iter().filter(|table| !table.is_data) {
        page.push_str(&table.markdown());
        page.push('\n');
    }
    for chart in &findings.charts {
        page.push_str(&format!("![{}]({}.svg)\n\n", chart.title, chart.file));
    }
    page.push_str(&findings.reading);
    page.push('\n');
    page
}

/// The processor, its threads, and how busy it was: times mean little without.
fn machine() -> String {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let load = load.as_deref().and_then(|text| text.split(' ').next()).map(|load| format!(", load {load} at the end"));
    format!("{processors} × {}{}", model.unwrap_or_else(|| "an unknown processor".into()), load.unwrap_or_default())
}

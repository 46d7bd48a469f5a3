//! `hazard check`: explore a program.

use std::path::PathBuf;
use std::sync::Arc;

use checker::{Draft, Exports, Format, Job, Minimize, Processes, Report, Telling, Together, Watch};
use clap::Args;

use crate::exploring::Exploring;
use crate::failure::Failure;
use crate::options::{ModelFormat, Output, Questions, Renderings, Switch};
use crate::terminal::{ProgressLine, command_line, warn};
use crate::{guard, laws, story, units};

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    exploring: Exploring,

    /// Keep the search in a folder while it runs, so that `hazard resume DIR` can go on with it
    #[arg(long, value_name = "DIR[,every=10m]", value_parser = units::checkpoint, conflicts_with = "symbolic", help_heading = "Search")]
    checkpoint: Option<(PathBuf, std::time::Duration)>,

    /// Have what is explored on disk, for state spaces larger than memory, with a cache of it in memory
    #[arg(long, value_name = "DIR[,cache=2G]", value_parser = units::store, conflicts_with = "symbolic", help_heading = "Search")]
    store: Option<checker::Store>,

    /// Explore with so many processes, started here
    #[arg(long, value_name = "N", value_parser = units::positive32, conflicts_with_all = ["symbolic", "simulate", "cluster"], help_heading = "Search")]
    processes: Option<u32>,

    /// Explore with a process on each of several machines: FILE has one host:port per line, and each runs this command
    #[arg(long, value_name = "FILE", conflicts_with_all = ["symbolic", "simulate"], help_heading = "Search")]
    cluster: Option<PathBuf>,

    /// Which of them this one is; the first has number 0 and tells what was found
    #[arg(long, value_name = "K", help_heading = "Search")]
    process: Option<u32>,

    /// How long they wait for each other in the beginning [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = units::duration, requires = "cluster", help_heading = "Search")]
    cluster_wait: Option<std::time::Duration>,

    /// Where the process can be called that has started this one
    #[arg(long, hide = true, requires_all = ["processes", "process"])]
    first: Option<String>,

    /// Go on with what is in the folder
    #[arg(long, hide = true, requires = "checkpoint")]
    resumes: bool,

    /// Shorten the first trace to the fewest context switches: for a minute, or not at all; without this, for about a second unless the
    /// search is chosen by name
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", hide_possible_values = true, help_heading = "Properties")]
    minimize: Option<Switch>,

    /// Give the exact distribution of every reward
    #[arg(long, help_heading = "Questions")]
    distribution: bool,

    /// Give the law of what a method returns the first time: 'C.m(..)' (repeatable)
    #[arg(long, value_name = "METHOD", help_heading = "Questions")]
    result: Vec<String>,

    /// Sample N runs instead of exploring all; answers are confidence intervals (see `hazard simulate`)
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Questions")]
    simulate: Option<u64>,

    /// How sure the intervals of --simulate are [default: 0.99]
    #[arg(long, value_name = "P", requires = "simulate", help_heading = "Questions")]
    confidence: Option<f64>,

    #[command(flatten)]
    questions: Questions,

    /// Keep inputs from Symbolic, Debug and Verifier symbolic (see `hazard pse`)
    #[arg(long, num_args = 0..=1, value_name = "METHOD", default_missing_value = "", require_equals = true, help_heading = "Program")]
    symbolic: Option<String>,

    /// The domain of a symbolic input: x=0..100 (repeatable)
    #[arg(long, value_name = "NAME=LOW..HIGH", requires = "symbolic", help_heading = "Program")]
    domain: Vec<String>,

    /// Symbolic strings have at most so many characters and arrays so many elements, unless all can be proved at once [default: 8, then more]
    #[arg(long, value_name = "N", requires = "symbolic", help_heading = "Program")]
    strings: Option<u32>,

    /// Let no path decide the same symbolic branch more often: loops and recursion are looked at so far, and nothing is proved beyond
    #[arg(long, value_name = "N", value_parser = units::positive32, requires = "symbolic", help_heading = "Limits")]
    unwind: Option<u32>,

    /// Write the explored model's transitions
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_tra: Option<PathBuf>,

    /// Write its labels
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_lab: Option<PathBuf>,

    /// Write its states, with the fields and variables that --label names
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_sta: Option<PathBuf>,

    /// Write the rewards of states
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_srew: Option<PathBuf>,

    /// Write the rewards of transitions
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_trew: Option<PathBuf>,

    /// Write it for graphviz
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_dot: Option<PathBuf>,

    /// Draw it (needs graphviz)
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_svg: Option<PathBuf>,

    /// Write it as a labelled transition system
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_aut: Option<PathBuf>,

    /// Write it in the unified Markov binary format
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_umb: Option<PathBuf>,

    /// The format of .tra and .lab files
    #[arg(long, value_enum, default_value = "prism", help_heading = "Exports")]
    format: ModelFormat,

    /// Decimals of probabilities in drawings
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = units::decimals, help_heading = "Exports")]
    precision: usize,

    /// Write time_ms,states,transitions,progress while searching
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    progress_csv: Option<PathBuf>,

    /// Transitions per row of the progress curve
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = units::positive, help_heading = "Output")]
    progress_interval: u64,

    /// Write the first violation's schedule, for `hazard replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    trace: Option<PathBuf>,

    /// Draw the laws of results and rewards: FILE.svg, .png or .pdf
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    renderings: Renderings,

    #[command(flatten)]
    output: Output,
}

impl Check {
    pub fn execute(&self) -> Result<i32, Failure> {
        self.output.check()?;
        self.renderings.check()?;
        let job = self.job()?;
        self.plot.as_deref().map_or(Ok(()), |path| laws::check_plot(path, &job))?;
        if let Some(runs) = self.simulate {
            self.refuse_what_samples_cannot(&job)?;
            let defaults = checker::Sample::default();
            let confidence = self.confidence.unwrap_or(defaults.confidence);
            let sample = checker::Sample { runs, seed: job.subject.seed, confidence, workers: job.workers, ..defaults };
            let status = super::simulate::sample(&job, &sample, &self.output)?;
            // What `check` is asked is whether something can go wrong, and runs that went well leave that open.
            return Ok(if status == 0 { 3 } else { status });
        }
        if self.symbolic.is_some() {
            let method = self.symbolic.as_deref().filter(|method| !method.is_empty());
            return super::pse::verify(&job, &self.domain, method, &self.output);
        }
        if job.together.as_ref().is_some_and(|together| together.process() > 0) {
            return checker::attend(&job, None).map(|()| 0).map_err(Failure::from);
        }
        let draft = Arc::new(Draft::default());
        guard::attend(&draft, last_word(&draft, &self.output));
        let line = ProgressLine::new(self.output.quiet);
        let report = checker::check(&job, watch(line, &draft))?;
        guard::relieve();
        let rendered = self.renderings.deliver(|| render::Suite::of_check(&job.subject.target, &report));
        let status = tell(&report, &self.output);
        if let Err(fault) = rendered {
            crate::terminal::complain(&fault.to_string());
        }
        if let Some(path) = &self.plot {
            laws::draw(path, &report);
        }
        self.output.write_page(|| render::Page::of_program(&report, &job.subject, command_line()));
        Ok(status)
    }

    fn job(&self) -> Result<Job, Failure> {
        let mut job = self.exploring.job()?;
        job.subject.strings_max = self.strings.unwrap_or(job.subject.strings_max);
        job.subject.strings_grow = self.strings.is_none();
        job.subject.unwind = self.unwind;
        job.subject.results = self.result.clone();
        if self.distribution && job.subject.rewards.is_empty() {
            return Err(Failure::usage("--distribution needs a reward, such as --reward '\"n\" = flips'"));
        }
        Ok(Job {
            questions: self.questions.questions(),
            exports: self.exports(),
            progress_csv: self.progress_csv.clone(),
            progress_interval: self.progress_interval,
            trace: self.trace.clone(),
            minimize: match self.minimize {
                None => Minimize::Briefly,
                Some(Switch::On) => Minimize::Fully,
                Some(Switch::Off) => Minimize::Off,
            },
            distribution: self.distribution,
            picture: self.output.html.is_some(),
            checkpoint: self.checkpoint.as_ref().map(|(folder, every)| checker::Checkpoint {
                folder: folder.clone(),
                every: *every,
                arguments: std::env::args().collect(),
                resumes: self.resumes,
            }),
            store: self.store.clone(),
            together: self.together()?,
            ..job
        })
    }

    /// Who explores together.
    fn together(&self) -> Result<Option<Together>, Failure> {
        const WAIT: std::time::Duration = std::time::Duration::from_secs(30);
        let wait = self.cluster_wait.unwrap_or(WAIT);
        let processes = match (&self.cluster, self.processes, &self.first) {
            (Some(path), ..) => {
                let addresses = checker::hosts(path)?;
                let process = self.process.unwrap_or(0);
                if process as usize >= addresses.len() {
                    let (path, last) = (path.display(), addresses.len() - 1);
                    return Err(Failure::usage(format!(
                        "--process {process}: the hosts of {path} have numbers 0 to {last}"
                    )));
                }
                Processes::Hosts { process, addresses }
            }
            (None, Some(count), Some(first)) => {
                let process = self.process.unwrap_or(0);
                Processes::Started { process, count, first: first.clone() }
            }
            (None, Some(1), None) if self.process.is_none() => return Ok(None),
            (None, Some(count), None) if self.process.is_none() => {
                Processes::Here { count, arguments: super::resume::command_line() }
            }
            _ if self.process.is_some() => {
                return Err(Failure::usage("--process is for --cluster FILE, whose lines it counts from 0"));
            }
            _ => return Ok(None),
        };
        Ok(Some(Together { processes, wait }))
    }

    /// What needs the explored space, or a proof, is not to be had of runs.
    fn refuse_what_samples_cannot(&self, job: &Job) -> Result<(), Failure> {
        let asked = [
            (!job.exports.is_empty(), "--export-…"),
            (job.distribution, "--distribution"),
            (job.minimize == Minimize::Fully, "--minimize"),
            (job.progress_csv.is_some(), "--progress-csv"),
            (job.checkpoint.is_some(), "--checkpoint"),
            (job.store.is_some(), "--store"),
            (job.questions.scheduler.is_some(), "--scheduler"),
            (self.plot.is_some(), "--plot"),
            (self.symbolic.is_some(), "--symbolic"),
            (self.renderings.junit.is_some(), "--junit"),
            (self.renderings.sarif.is_some(), "--sarif"),
            (self.renderings.summary.is_some(), "--summary"),
        ];
        match asked.iter().find(|(is_asked, _)| *is_asked) {
            Some((_, option)) => Err(Failure::usage(format!(
                "{option} is not for --simulate, which makes runs and explores nothing; leave one of them out"
            ))),
            None => Ok(()),
        }
    }

    fn exports(&self) -> Exports {
        Exports {
            tra: self.export_tra.clone(),
            lab: self.export_lab.clone(),
            sta: self.export_sta.clone(),
            dot: self.export_dot.clone(),
            svg: self.export_svg.clone(),
            aut: self.export_aut.clone(),
            umb: self.export_umb.clone(),
            srew: self.export_srew.clone(),
            trew: self.export_trew.clone(),
            format: if self.format == ModelFormat::Jpf { Format::Jpf } else { Format::Prism },
            precision: self.precision,
            ..Exports::default()
        }
    }
}

/// Tells what was found out; gives the exit status.
pub fn tell(report: &Report, output: &Output) -> i32 {
    for warning in &report.warnings {
        warn(warning);
    }
    report.unconfirmed.iter().for_each(|sentence| crate::terminal::complain(sentence));
    if (output.quiet || output.json_to_stdout()) && report.exit_status() == 4 {
        // Whoever asked for silence still learns what is not supported.
        report.unsupported.iter().for_each(|sentence| crate::terminal::complain(sentence));
    }
    if report.exit_status() == 1 {
        // What is wrong is told in any case; what was not looked at must not be lost beside it.
        report.unsupported.iter().for_each(|sentence| warn(sentence));
    }
    let text = || {
        let mut text = story::report(report, output.verbose);
        for (name, value) in report.inputs.iter().flatten() {
            text.push_str(&format!("input {name} = {value}\n"));
        }
        text
    };
    output.deliver(report, text, &report.errors);
    report.exit_status()
}

/// What the guard tells of a search that does not come to its end.
pub fn last_word(draft: &Arc<Draft>, output: &Output) -> guard::LastWord {
    let (draft, output) = (draft.clone(), output.clone());
    Box::new(move |cause| match draft.so_far(cause) {
        Telling::Program(report) => tell(&report, &output),
        _ => 3,
    })
}

/// Interrupts and the progress line.
pub fn watch(mut line: ProgressLine, draft: &Arc<Draft>) -> Watch<'static> {
    let interrupt = Some(draft.flag());
    let on_beat: Option<checker::BeatWatcher<'static>> = line.is_enabled().then(|| {
        Box::new(move |beat: &checker::Beat, progress| line.show(beat, progress)) as checker::BeatWatcher<'static>
    });
    Watch { interrupt, on_beat, draft: Some(draft.clone()), is_last: true }
}

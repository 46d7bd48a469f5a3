//! `hazard check`: explore a program.

use std::path::PathBuf;
use std::sync::Arc;

use checker::ViolationKind;
use checker::{Draft, Exports, Format, Job, Report, Telling, Watch};
use clap::Args;

use crate::failure::Failure;
use crate::options::{Library, Limits, ModelFormat, Output, Program, Questions, Random, Renderings, Switch, Time};
use crate::terminal::{ProgressLine, command_line, warn};
use crate::{guard, story, units};

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    program: Program,

    /// How to search: mixed, dfs, bfs, random, highway,width=8, softmax,tau=0.5, … (`hazard list searches`)
    #[arg(long, value_name = "NAME[,KEY=VALUE…]", default_value = checker::DEFAULT_SEARCH, help_heading = "Search")]
    search: String,

    /// What guided searches follow: most-blocked, … or a static method `int C.m()` of the program
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    heuristic: Option<String>,

    /// Every random decision of a search derives from it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    seed: u64,

    /// Workers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = units::positive32, help_heading = "Search")]
    threads: u32,

    /// Keep the search in a folder while it runs, so that `hazard resume DIR` can go on with it
    #[arg(long, value_name = "DIR[,every=10m]", value_parser = units::checkpoint, conflicts_with = "symbolic", help_heading = "Search")]
    checkpoint: Option<(PathBuf, std::time::Duration)>,

    /// Go on with what is in the folder
    #[arg(long, hide = true, requires = "checkpoint")]
    resumes: bool,

    /// Interleave threads only where another thread could notice; off: at every access
    #[arg(long, value_enum, default_value = "on", help_heading = "Search")]
    por: Switch,

    /// What java.util.concurrent is taken for: documented atomic operations are one step, or interleave inside
    #[arg(long, value_enum, value_name = "HOW", default_value = "trusted", help_heading = "Search")]
    library: Library,

    /// Let waiting threads also wake without being notified
    #[arg(long, help_heading = "Search")]
    spurious: bool,

    #[command(flatten)]
    time: Time,

    #[command(flatten)]
    limits: Limits,

    /// Give a transition up after so many instructions without a choice
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Limits")]
    max_instructions: Option<u64>,

    /// What counts as wrong: deadlock,exceptions,assertions,races,exit,livelock
    #[arg(long, value_name = "LIST", help_heading = "Properties")]
    property: Option<String>,

    /// Go on after the first violation
    #[arg(long, help_heading = "Properties")]
    all_errors: bool,

    /// Shorten the trace to the fewest context switches
    #[arg(long, help_heading = "Properties")]
    minimize: bool,

    /// Label states: end, field:C.f, returned:C.m(int)=true, '"x" = …' (repeatable; `hazard list labels`)
    #[arg(long, value_name = "SPEC", help_heading = "Questions")]
    label: Vec<String>,

    /// Count an event: '"n" = invoked:C.m(int)', or instructions, allocations, flips (repeatable)
    #[arg(long, value_name = "'\"NAME\" = SPEC'", help_heading = "Questions")]
    reward: Vec<String>,

    /// Give the exact distribution of every reward
    #[arg(long, help_heading = "Questions")]
    distribution: bool,

    #[command(flatten)]
    questions: Questions,

    /// Keep inputs from Symbolic, Debug and Verifier symbolic (see `hazard pse`)
    #[arg(long, num_args = 0..=1, value_name = "METHOD", default_missing_value = "", require_equals = true, help_heading = "Program")]
    symbolic: Option<String>,

    /// The domain of a symbolic input: x=0..100 (repeatable)
    #[arg(long, value_name = "NAME=LOW..HIGH", requires = "symbolic", help_heading = "Program")]
    domain: Vec<String>,

    /// Symbolic strings have at most so many characters
    #[arg(long, value_name = "N", default_value_t = 8, requires = "symbolic", help_heading = "Program")]
    strings: u32,

    /// Write the explored model's transitions
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_tra: Option<PathBuf>,

    /// Write its labels
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_lab: Option<PathBuf>,

    /// Write its states
    #[arg(long, value_name = "FILE", help_heading = "Exports")]
    export_sta: Option<PathBuf>,

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
        if self.symbolic.is_some() {
            let method = self.symbolic.as_deref().filter(|method| !method.is_empty());
            return super::pse::verify(&job, &self.domain, method, &self.output);
        }
        let draft = Arc::new(Draft::default());
        guard::attend(&draft, last_word(&draft, &self.output));
        let line = ProgressLine::new(self.output.quiet);
        let report = checker::check(&job, watch(line, &draft))?;
        guard::relieve();
        let rendered = self.renderings.deliver(|| render::Suite::of_check(&self.program.target, &report));
        let status = tell(&report, &self.output);
        if let Err(fault) = rendered {
            crate::terminal::complain(&fault.to_string());
        }
        self.output.write_page(|| render::Page::of_program(&report, &job.subject, command_line()));
        Ok(status)
    }

    fn job(&self) -> Result<Job, Failure> {
        let mut subject = self.program.subject(self.seed);
        subject.labels = self.label.clone();
        subject.rewards = self.reward.clone();
        subject.reduction = self.por == Switch::On;
        subject.library_interleaved = self.library == Library::Interleaved;
        subject.spurious_wakeups = self.spurious;
        subject.strings_max = self.strings;
        self.time.apply(&mut subject);
        let mut job = Job::default();
        if let Some(list) = &self.property {
            (job.properties, subject.livelock_threads) = checker::parse_properties(list)?;
        }
        subject.races = job.properties.contains(&ViolationKind::Race);
        subject.failing_exits = job.properties.contains(&ViolationKind::Exit);
        let heuristic = match &self.heuristic {
            // A method of the program has a dot; the names of ours have none.
            Some(name) if name.contains('.') => {
                subject.user_heuristic = Some(name.trim_start_matches("user:").trim_end_matches("()").to_owned());
                None
            }
            Some(name) if name.trim_end_matches(':') == "prefer-threads" => {
                let sentence = "the heuristic 'prefer-threads' needs names: --heuristic prefer-threads:NAME,NAME";
                return Err(checker::Fault::Input(sentence.into()).into());
            }
            Some(name) if name.starts_with("prefer-threads:") => {
                let names = name.trim_start_matches("prefer-threads:").split(',');
                subject.preferred_threads = names.map(|name| name.trim().to_owned()).collect();
                Some("prefer-threads".to_owned())
            }
            other => other.clone(),
        };
        let questions = self.questions.questions();
        if self.program.random_grid.is_some() && self.program.random == Random::Off {
            return Err(Failure::usage("--random-grid and --random off exclude each other: leave one of them out"));
        }
        if self.distribution && self.reward.is_empty() {
            return Err(Failure::usage("--distribution needs a reward, such as --reward '\"n\" = flips'"));
        }
        Ok(Job {
            subject,
            search: self.search.clone(),
            heuristic,
            limits: checker::Limits { instructions: self.max_instructions, ..self.limits.limits() },
            all_errors: self.all_errors,
            questions,
            exports: self.exports(),
            progress_csv: self.progress_csv.clone(),
            progress_interval: self.progress_interval,
            trace: self.trace.clone(),
            minimize: self.minimize,
            distribution: self.distribution,
            picture: self.output.html.is_some(),
            workers: units::workers(self.threads),
            checkpoint: self.checkpoint.as_ref().map(|(folder, every)| checker::Checkpoint {
                folder: folder.clone(),
                every: *every,
                arguments: std::env::args().collect(),
                resumes: self.resumes,
            }),
            ..job
        })
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
    Watch { interrupt, on_beat, draft: Some(draft.clone()) }
}

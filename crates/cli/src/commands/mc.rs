//! `hazard mc`: formulas over a Markov model in a file.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use ::experiments::chart::{Axis, Chart, Content, Curve, Style};
use checker::{Draft, Files, ModelJob, ModelReport};
use clap::Args;
use render::{Page, Topic};

use super::experiments;
use crate::failure::Failure;
use crate::options::{Limits, Output, Questions};
use crate::terminal::{Paint, ProgressLine, bytes, command_line, count, milliseconds, title_of, width, wrapped};
use crate::{guard, laws, story, units};

#[derive(Args)]
pub struct Mc {
    /// A model: PRISM's language (.pm, .nm, .sm, .prism), .jani, .tra, .drn or .umb, also with .gz; companions (.lab, .sta, .srew, .trew) of the same name are found beside it
    model: PathBuf,

    /// Files of properties, as by --props; one that ends with .lab has the labels; anything with brackets is a question, as by --prop
    #[arg(value_name = "PROPERTIES")]
    properties: Vec<String>,

    /// Labels
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    lab: Option<PathBuf>,

    /// Variables of the states
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    sta: Option<PathBuf>,

    /// State rewards (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    srew: Vec<PathBuf>,

    /// Transition rewards (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "Model")]
    trew: Vec<PathBuf>,

    #[command(flatten)]
    questions: Questions,

    /// Sample N runs instead of solving; answers are confidence intervals
    #[arg(long, value_name = "N", value_parser = units::positive, help_heading = "Questions")]
    simulate: Option<u64>,

    /// How sure the intervals of --simulate are
    #[arg(long, value_name = "P", requires = "simulate", help_heading = "Questions")]
    confidence: Option<f64>,

    /// The seed of --simulate
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Questions")]
    seed: u64,

    /// Explore as far as limits allow: towards what is not known yet (gap), or with a search (mass, bfs, random, …: `hazard list searches`); answers are proven bounds
    #[arg(long, value_name = "NAME[,KEY=VALUE…]", conflicts_with = "simulate", help_heading = "Questions")]
    explore: Option<String>,

    /// Answer as a function of constants: p, or p=0.1:0.9,q (chains)
    #[arg(long, value_name = "NAME[=LOW:HIGH],…", conflicts_with_all = ["simulate", "explore"], help_heading = "Questions")]
    param: Option<String>,

    #[command(flatten)]
    limits: Limits,

    /// Workers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = units::positive32, help_heading = "Limits")]
    threads: u32,

    /// Write the answers for each setting of constants with ranges as comma-separated values
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,

    /// Draw the answers over a constant with a range, or the curve of two objectives (svg, png, pdf)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    plot: Option<PathBuf>,

    #[command(flatten)]
    output: Output,
}

impl Mc {
    pub fn execute(&self) -> Result<i32, Failure> {
        self.output.check()?;
        checker::target::refuse_programs(&self.model, "mc")?;
        if let Some(confidence) = self.confidence.filter(|confidence| !(*confidence > 0.0 && *confidence < 1.0)) {
            return Err(Failure::usage(format!("--confidence {confidence} is not between 0 and 1")));
        }
        let (questions, labels) = self.questions();
        let job = ModelJob {
            files: Files {
                model: self.model.clone(),
                labels: self.lab.clone().or(labels),
                states: self.sta.clone(),
                state_rewards: self.srew.clone(),
                transition_rewards: self.trew.clone(),
            },
            find_siblings: true,
            questions,
            simulate: self.simulate,
            confidence: self.confidence,
            seed: self.seed,
            picture: self.output.html.is_some(),
            explore: self.explore.as_ref().map(|search| checker::Exploration {
                search: search.clone(),
                limits: self.limits.limits(),
                seed: self.seed,
            }),
            parameter: self.param.clone(),
        };
        let limits = self.limits.limits();
        let counted = checker::Limits { time: None, memory: None, ..limits.clone() };
        if self.explore.is_none() && counted != checker::Limits::default() {
            return Err(Failure::usage(
                "limits such as --max-states are for --explore, which leaves models in part unbuilt",
            ));
        }
        if let Some(path) = &self.csv {
            checker::files::check_writable(path)?;
        }
        if let Some(path) = &self.plot {
            checker::files::check_writable(path)?;
            laws::check_ending(path)?;
        }
        let mut line = ProgressLine::new(self.output.quiet);
        let mut guided_line = ProgressLine::new(self.output.quiet);
        let shows = line.is_enabled() && self.explore.is_some();
        let on_beat: Option<checker::BeatListener<'_>> =
            shows.then(|| Box::new(move |beat: &checker::Beat| line.show(beat, None)) as checker::BeatListener<'_>);
        let on_outlook: Option<checker::OutlookListener<'_>> = shows.then(|| {
            Box::new(move |outlook: &checker::Outlook| guided_line.show_outlook(outlook))
                as checker::OutlookListener<'_>
        });
        let draft = Arc::new(Draft::default());
        let (began, output) = (Instant::now(), self.output.clone());
        guard::attend(
            &draft,
            Box::new(move |cause| {
                let report = ModelReport::unanswered(cause, began.elapsed());
                output.deliver(&report, || unanswered(&report), &[]);
                report.exit_status()
            }),
        );
        // What is explored in part is asked in full: the limit on memory is the exploration's own.
        draft.begin(began, limits.time, limits.memory.filter(|_| self.explore.is_none()));
        let interrupt = self.explore.as_ref().map(|_| draft.flag());
        let report = checker::check_model(&job, checker::ModelWatch { interrupt, on_beat, on_outlook })?;
        guard::relieve();
        let mut errors = Vec::new();
        if let Some(path) = &self.csv {
            if report.experiments.is_empty() {
                return Err(Failure::usage("--csv needs a constant with a range, such as --const N=1:10"));
            }
            let written = checker::files::write(path, experiments::csv(&report).as_bytes());
            errors.extend(written.err().map(|fault| fault.to_string()));
        }
        if let Some(path) = &self.plot {
            let title = title_of(&self.model);
            let chart = match report.properties.iter().find_map(|property| property.pareto.as_ref()) {
                Some(pareto) => curve_chart(&title, pareto),
                None => experiments::chart(&title, &report).ok_or_else(|| {
                    Failure::usage(
                        "--plot needs a constant with a range, such as --const N=1:10, and a question for a number, or one for a curve: \
                         -p 'multi(Pmax=? [ … ], Pmax=? [ … ])'",
                    )
                })?,
            };
            laws::write_chart(path, &chart);
        }
        let hint = self.hint(&report);
        self.output.deliver(&report, || text(&report) + &hint, &errors);
        self.output.write_page(|| Page::new(Topic::Model, title_of(&self.model), command_line(), &report));
        Ok(report.exit_status())
    }
}

impl Mc {
    /// What to do where nothing was asked, which is mostly forgotten.
    fn hint(&self, report: &ModelReport) -> String {
        if !report.properties.is_empty() || !report.experiments.is_empty() || !report.functions.is_empty() {
            return String::new();
        }
        let model = self.model.display();
        let beside = ["props", "pctl", "csl", "prctl"].map(|ending| self.model.with_extension(ending));
        let what = match beside.iter().find(|path| path.is_file()) {
            Some(path) => format!("`hazard mc {model} {}` asks what is in the file beside it", path.display()),
            None => format!("ask something, such as `hazard mc {model} -p 'P=? [ F \"deadlock\" ]'`"),
        };
        wrapped(&format!("{} {what}", Paint::for_stdout().yellow("note:")), 0, width(&std::io::stdout()))
    }

    /// All that is asked, and the file of labels if there is one among what stands behind the model.
    fn questions(&self) -> (checker::Questions, Option<PathBuf>) {
        let mut questions = checker::Questions { threads: units::workers(self.threads), ..self.questions.questions() };
        let mut labels = None;
        for text in &self.properties {
            let path = PathBuf::from(text);
            if text.contains('[') && !path.exists() {
                questions.formulas.push(text.clone());
            } else if path.extension().is_some_and(|ending| ending == "lab") {
                labels = Some(path);
            } else {
                questions.files.push(path);
            }
        }
        (questions, labels)
    }
}

/// What can be achieved of two objectives, as a picture.
fn curve_chart(title: &str, pareto: &checker::report::ParetoReport) -> Chart {
    let [x, y] = &pareto.objectives;
    let curve = Curve { name: "achieved at best".to_owned(), points: pareto.points.clone(), style: Style::Points };
    Chart {
        file: String::new(),
        title: title.to_owned(),
        x: Axis::linear(x),
        y: Axis::linear(y),
        content: Content::Curves(vec![curve]),
    }
}

/// What is told where nothing was answered.
fn unanswered(report: &ModelReport) -> String {
    let paint = Paint::for_stdout();
    let why = report.limits_hit.join(", ").replace("interrupted", "an interrupt");
    format!("{} stopped by {why}; no question was answered\n", paint.yellow("inconclusive:"))
}

fn text(report: &ModelReport) -> String {
    let paint = Paint::for_stdout();
    let is_partial = report.explored.is_some_and(|part| !part.complete);
    let mut text: String =
        report.properties.iter().map(|property| story::answer(property, is_partial, paint)).collect();
    if !report.experiments.is_empty() {
        text.push_str(&experiments::table(report));
    }
    for answer in &report.functions {
        text.push_str(&function_text(answer));
    }
    let kind = match report.model {
        "chain" => "Markov chain",
        "process" => "decision process",
        "Markov automaton" => "Markov automaton",
        "partially observable process" => "partially observable decision process",
        _ => "Markov chain in continuous time",
    };
    let mut line = format!(
        "{kind}: {}, {}, {} ({} to load), {}",
        count(report.states, "state"),
        count(report.transitions, "transition"),
        milliseconds(report.time_ms),
        milliseconds(report.load_ms),
        bytes(report.peak_bytes)
    );
    if let Some(runs) = report.simulated_runs {
        line.push_str(&format!("; estimated from {} at most", count(runs, "run")));
    }
    text.push_str(&paint.faint(&line));
    text.push('\n');
    for warning in &report.warnings {
        text.push_str(&wrapped(&format!("{} {warning}", paint.yellow("note:")), 0, width(&std::io::stdout())));
    }
    text
}

/// An answer that depends on a parameter, and where a bound on it is met.
fn function_text(answer: &checker::FunctionReport) -> String {
    let name = answer.name.as_ref().map(|name| format!("\"{name}\": ")).unwrap_or_default();
    let mut text = format!("{name}{} = {}\n", answer.formula, answer.function);
    for region in &answer.regions {
        let (low, high, holds) = (region.low, region.high, region.holds);
        text.push_str(&format!("  {holds} for {} between {low} and {high}\n", answer.parameter));
    }
    if !answer.boxes.is_empty() {
        text.push_str(&boxes_text(&answer.boxes));
    }
    text
}

/// How much of all values meets a bound, and the largest boxes of those that do and that do not.
fn boxes_text(boxes: &[checker::BoxReport]) -> String {
    let size = |one: &checker::BoxReport| one.bounds.values().map(|[low, high]| high - low).product::<f64>();
    let all: f64 = boxes.iter().map(size).sum();
    let share =
        |holds: Option<bool>| 100.0 * boxes.iter().filter(|one| one.holds == holds).map(size).sum::<f64>() / all;
    let mut text = format!(
        "  true for {:.1} % of the values, false for {:.1} %, not known for {:.1} %\n",
        share(Some(true)),
        share(Some(false)),
        share(None)
    );
    for holds in [true, false] {
        let of_kind = boxes.iter().filter(|one| one.holds == Some(holds));
        let Some(largest) = of_kind.max_by(|a, b| size(a).total_cmp(&size(b))) else { continue };
        let bounds = largest.bounds.iter().map(|(name, [low, high])| format!("{name} between {low} and {high}"));
        text.push_str(&format!("  {holds} for {}\n", bounds.collect::<Vec<_>>().join(", ")));
    }
    text
}

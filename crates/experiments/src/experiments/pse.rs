//! Luckow et al., Exact and Approximate Probabilistic Symbolic Execution for Nondeterministic Programs (ASE 2014): Table 1
//! compares exact analysis with sampling under a fixed budget, Table 2 asks for the budget on larger subjects, and the two
//! wind profiles weigh the inputs. Beside them: our two-sided bounds.

use checker::{Fault, PseJob, PseReport, Sampling};

use super::pse_paper::{ANALYSES, Analysis, Larger, Printed, Subject, TABLE_1, TABLE_2};
use crate::bench::{Bench, Findings};
use crate::chart::{Axis, Chart, Content, Curve, Style};
use crate::compiled::Compiled;
use crate::table::{Table, short};

/// The largest scheduler evaluation of Table 2, in samples.
const BUDGET: u64 = 40_000;

/// How long exact analysis and bounds may take.
const EXACT_SECONDS: u64 = 20;

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let compiled = Compiled::new(bench.gallery.group("symbolic"), bench.jdk.as_deref())?;
    let mut table_1 = Table::new("pse_table1", "Exact, Max, Random and Sum1 (Table 1)", TABLE_1_COLUMNS);
    let mut two_sided = Table::new("pse_bounds", "Two-sided bounds within 1 % beside exact analysis", BOUNDS_COLUMNS);
    for subject in &TABLE_1 {
        let Some(arguments) = sized(bench, subject.arguments, subject.arguments_quick, subject.name) else { continue };
        bench.say(&format!("  {}", subject.name));
        add_subject(bench, &compiled, subject, arguments, &mut table_1, &mut two_sided)?;
    }
    let mut table_2 =
        Table::new("pse_table2", "Samples to confirm the hypothesis, with pruning (Table 2)", TABLE_2_COLUMNS);
    for larger in &TABLE_2 {
        let Some(arguments) = sized(bench, larger.arguments, larger.arguments_quick, larger.name) else { continue };
        bench.say(&format!("  {}", larger.name));
        add_larger(bench, &compiled, larger, arguments, &mut table_2, &mut two_sided)?;
    }
    let profiles = profiles(bench, &compiled)?;
    let chart = learning_curve(bench, &compiled)?;
    Ok(Findings {
        title: "Probabilistic symbolic execution of nondeterministic programs".into(),
        source: "After K. Luckow et al., Exact and approximate probabilistic symbolic execution for nondeterministic programs \
                 (ASE 2014), Tables 1 and 2 and Section 6 (usage profiles)."
            .into(),
        tables: vec![table_1, table_2, two_sided, profiles],
        charts: vec![chart],
        reading: "The paper's sources are not printed; ours are programs of the same kind, so that probabilities and numbers of \
                  paths differ, while the hypothesis is in both cases what exact analysis found. The best of several trials is \
                  shown, as in the paper. Analyses see states that several paths lead to once (Sum1 does not), which is why \
                  their times do not follow the number of paths. Times are of our machine and theirs."
            .into(),
    })
}

/// The arguments for the size that was asked for; none where a subject has no small size.
fn sized(
    bench: &Bench<'_>,
    full: &'static [&'static str],
    quick: &'static [&'static str],
    name: &str,
) -> Option<&'static [&'static str]> {
    match bench.quick {
        true if quick.is_empty() && name.starts_with("PQS") => None,
        true => Some(quick),
        false => Some(full),
    }
}

const TABLE_1_COLUMNS: [&str; 15] = [
    "example",
    "exact Pr_s, Pr_f (paper)",
    "exact Pr (ours)",
    "paths (paper)",
    "paths (ours)",
    "ms (paper)",
    "ms (ours)",
    "analysis",
    "N",
    "L",
    "result (paper)",
    "result (ours)",
    "samples (paper)",
    "samples (ours)",
    "ms (paper, ours)",
];

const TABLE_2_COLUMNS: [&str; 9] = [
    "example",
    "hypothesis (paper)",
    "hypothesis (ours)",
    "Max_P samples (paper)",
    "Max_P samples (ours)",
    "Random_P samples (paper)",
    "Random_P samples (ours)",
    "Max_P ms (paper, ours)",
    "Random_P ms (paper, ours)",
];

const BOUNDS_COLUMNS: [&str; 8] = ["example", "exact", "paths", "states", "exact ms", "bounds", "samples", "bounds ms"];

/// The question that all analyses answer about a program.
fn question(compiled: &Compiled, bench: &Bench<'_>, class: &str, arguments: &[&str], target: &str) -> PseJob {
    let example = bench.gallery.find(class).expect("the gallery has the subjects");
    let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    PseJob { subject: compiled.job(example, &arguments).subject, target: target.to_owned(), ..PseJob::default() }
}

fn ask(bench: &Bench<'_>, job: &PseJob) -> Result<PseReport, Fault> {
    bench.stop_if_interrupted()?;
    checker::pse(job, checker::Onlooker::default())
}

/// Exact analysis, unless it takes too long.
fn exactly(bench: &Bench<'_>, job: &PseJob) -> Result<Option<PseReport>, Fault> {
    let time = Some(std::time::Duration::from_secs(EXACT_SECONDS));
    let report = ask(bench, &PseJob { algorithm: "exact".into(), time, ..job.clone() })?;
    Ok(report.limits_hit.is_empty().then_some(report))
}

fn value_of(report: &PseReport) -> f64 {
    report.properties.first().and_then(|answer| answer.value).map_or(f64::NAN, |value| value.0)
}

/// Exact answers as fractions, others as digits.
fn answer_of(report: &PseReport) -> String {
    let answer = &report.properties[0];
    match (&answer.exact, answer.lower, answer.upper) {
        (Some(exact), _, _) => format!("{exact} = {}", short(value_of(report))),
        (None, Some(low), Some(high)) => format!("{}..{}", short(low.0), short(high.0)),
        _ => short(value_of(report)),
    }
}

/// What exact analysis found, as a hypothesis; where it found nothing, certainty is hoped for, as in the paper.
fn hypothesis_of(exact: Option<&PseReport>) -> String {
    let found = exact.and_then(|report| report.properties[0].exact.clone());
    format!(">={}", found.unwrap_or_else(|| "1".to_owned()))
}

/// The best of several trials: the one with the fewest samples that confirmed the hypothesis, else the closest.
struct Trials {
    best: PseReport,
    confirmed: usize,
    of: usize,
}

fn trials(bench: &Bench<'_>, job: &PseJob) -> Result<Trials, Fault> {
    let of = bench.size(1, 5);
    let mut best: Option<PseReport> = None;
    let mut confirmed = 0;
    for trial in 0..of {
        let mut job = job.clone();
        job.subject.seed = bench.seed.wrapping_mul(1000).wrapping_add(trial);
        let report = ask(bench, &job)?;
        let holds = report.properties[0].holds == Some(true);
        confirmed += usize::from(holds);
        let rank = |report: &PseReport| {
            let holds = report.properties[0].holds == Some(true);
            let reached = report.estimate.unwrap_or_else(|| value_of(report));
            (!holds, if holds { report.samples as f64 } else { -reached })
        };
        if best.as_ref().is_none_or(|known| rank(&report) < rank(known)) {
            best = Some(report);
        }
    }
    Ok(Trials { best: best.expect("there is at least one trial"), confirmed, of: of as usize })
}

fn sampling(job: &PseJob, analysis: &Analysis, hypothesis: &str) -> PseJob {
    PseJob {
        algorithm: analysis.algorithm.to_owned(),
        hypothesis: Some(hypothesis.to_owned()),
        sampling: Sampling {
            samples: analysis.samples,
            rounds: analysis.rounds,
            prune: analysis.prune,
            ..Sampling::default()
        },
        ..job.clone()
    }
}

fn add_subject(
    bench: &mut Bench<'_>,
    compiled: &Compiled,
    subject: &Subject,
    arguments: &[&str],
    table: &mut Table,
    two_sided: &mut Table,
) -> Result<(), Fault> {
    let job = question(compiled, bench, subject.class, arguments, subject.target);
    let exact = exactly(bench, &job)?;
    add_bounds(bench, subject.name, &job, exact.as_ref(), two_sided)?;
    let hypothesis = hypothesis_of(exact.as_ref());
    for (analysis, printed) in ANALYSES.iter().zip(&subject.printed) {
        let budget = bench.size(10, u64::MAX);
        let (samples, rounds) = (analysis.samples.min(budget), analysis.rounds.min(budget));
        let analysis = Analysis { samples, rounds, ..*analysis };
        let found = trials(bench, &sampling(&job, &analysis, &hypothesis))?;
        table.row(row_1(subject, exact.as_ref(), &analysis, printed, &found));
    }
    Ok(())
}

fn row_1(
    subject: &Subject,
    exact: Option<&PseReport>,
    analysis: &Analysis,
    printed: &Printed,
    found: &Trials,
) -> Vec<String> {
    let (success, failure, milliseconds, paths) = subject.exact;
    let ours = |value: &dyn Fn(&PseReport) -> String| exact.map_or_else(|| "–".to_owned(), value);
    let reached = found.best.estimate.unwrap_or_else(|| value_of(&found.best));
    vec![
        subject.name.to_owned(),
        format!("{success}, {failure}"),
        ours(&|report| format!("{} {}", subject.target, answer_of(report))),
        paths.to_string(),
        ours(&|report| report.paths.to_string()),
        milliseconds.to_string(),
        ours(&|report| short(report.time_ms)),
        analysis.name.to_owned(),
        analysis.samples.to_string(),
        if analysis.algorithm == "random" { "–".to_owned() } else { analysis.rounds.to_string() },
        format!("{} ({} %)", printed.0, printed.1),
        format!("{} ({} %)", short(reached), 100 * found.confirmed / found.of),
        printed.2.to_string(),
        found.best.samples.to_string(),
        format!("{}, {}", printed.3, short(found.best.time_ms)),
    ]
}

fn add_larger(
    bench: &mut Bench<'_>,
    compiled: &Compiled,
    larger: &Larger,
    arguments: &[&str],
    table: &mut Table,
    two_sided: &mut Table,
) -> Result<(), Fault> {
    let job = question(compiled, bench, larger.class, arguments, larger.target);
    let exact = exactly(bench, &job)?;
    add_bounds(bench, larger.name, &job, exact.as_ref(), two_sided)?;
    let hypothesis = hypothesis_of(exact.as_ref());
    let mut found = Vec::new();
    for (name, algorithm) in [("Max_P", "max"), ("Random_P", "random")] {
        let budget = bench.size(100, BUDGET);
        let analysis = Analysis { name, algorithm, prune: true, samples: 10, rounds: budget / 10 };
        found.push(trials(bench, &sampling(&job, &analysis, &hypothesis))?);
    }
    let samples = |trials: &Trials| match trials.confirmed {
        0 => format!("{} (not confirmed: {})", trials.best.samples, short(value_of(&trials.best))),
        _ => trials.best.samples.to_string(),
    };
    table.row([
        larger.name.to_owned(),
        format!(">={}", larger.hypothesis),
        hypothesis,
        larger.max.0.to_string(),
        samples(&found[0]),
        larger.random.0.to_string(),
        samples(&found[1]),
        format!("{}, {}", larger.max.1, short(found[0].best.time_ms)),
        format!("{}, {}", larger.random.1, short(found[1].best.time_ms)),
    ]);
    Ok(())
}

fn add_bounds(
    bench: &Bench<'_>,
    name: &str,
    job: &PseJob,
    exact: Option<&PseReport>,
    table: &mut Table,
) -> Result<(), Fault> {
    let time = Some(std::time::Duration::from_secs(EXACT_SECONDS));
    let bounds = ask(bench, &PseJob { algorithm: "bounds".into(), epsilon: 0.01, time, ..job.clone() })?;
    let ours = |value: &dyn Fn(&PseReport) -> String| exact.map_or_else(|| "–".to_owned(), value);
    table.row([
        name.to_owned(),
        ours(&answer_of),
        ours(&|report| report.paths.to_string()),
        ours(&|report| report.states.to_string()),
        exact.map_or_else(|| format!("over {EXACT_SECONDS} s"), |report| short(report.time_ms)),
        answer_of(&bounds),
        bounds.samples.to_string(),
        short(bounds.time_ms),
    ]);
    Ok(())
}

/// The daisy chain under a weak and a strong wind.
fn profiles(bench: &mut Bench<'_>, compiled: &Compiled) -> Result<Table, Fault> {
    let columns = ["profile", "Pr_s (paper)", "Pr_s (ours)", "paths", "ms"];
    let mut table = Table::new("pse_profiles", "The daisy chain under two wind profiles (Listings 2 and 3)", columns);
    for (profile, printed) in [("weak", "0.048387"), ("strong", "0.024037")] {
        let job = question(compiled, bench, "DaisyChain", &[bench.size("1", "2"), profile], "success");
        let report = ask(bench, &job)?;
        table.row([
            profile.to_owned(),
            printed.to_owned(),
            answer_of(&report),
            report.paths.to_string(),
            short(report.time_ms),
        ]);
    }
    Ok(table)
}

/// How the probability that a scheduler is known to reach grows with the samples.
fn learning_curve(bench: &mut Bench<'_>, compiled: &Compiled) -> Result<Chart, Fault> {
    let job = question(compiled, bench, "DaisyChain", bench.size(&["1", "uniform"], &["3", "uniform"]), "success");
    let budgets: &[u64] = bench.size(&[2, 8, 32], &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    let mut curves = Vec::new();
    for (name, algorithm, prune) in
        [("Max_P", "max", true), ("Random_P", "random", true), ("Max", "max", false), ("Random", "random", false)]
    {
        let mut points = Vec::new();
        for &budget in budgets {
            let (samples, rounds) = if budget < 10 { (1, budget) } else { (10, budget / 10) };
            let sampling = Sampling { samples, rounds, prune, ..Sampling::default() };
            let mut asked = PseJob { algorithm: algorithm.to_owned(), sampling, ..job.clone() };
            asked.subject.seed = bench.seed;
            points.push(((samples * rounds) as f64, value_of(&ask(bench, &asked)?)));
        }
        curves.push(Curve { name: name.to_owned(), points, style: Style::Line });
    }
    Ok(Chart {
        file: "pse".into(),
        title: "Daisy chain: probability reached by the best scheduler found".into(),
        x: Axis::logarithmic("samples"),
        y: Axis::linear("probability of success"),
        content: Content::Curves(curves),
    })
}

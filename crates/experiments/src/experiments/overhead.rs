//! Figures 13 and 14 of Fatmi et al., Probabilistic model checking of randomized Java code: what labels and what recording the
//! chain cost on top of the bare search, by the number of trials of the majority-element test.

use checker::{Fault, Job, Report};

use super::deadlock::processor_seconds;
use crate::bench::{Bench, Findings};
use crate::chart::{Axis, Chart, Content, Curve, Style};
use crate::memory;
use crate::table::{Table, short};

const CONFIGURATIONS: [&str; 4] = ["bare", "labels", "recording", "labels and recording"];

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let trials: &[u32] = bench.size(&[100, 200], &[5_000, 10_000, 20_000, 30_000, 40_000, 50_000]);
    let repeats = bench.size(1, 3);
    let columns =
        ["trials", "configuration", "states", "transitions", "processor ms (best)", "peak MB", "time / bare", "paper"];
    let mut table = Table::new("overhead", "Time and memory by what is asked for", columns);
    let mut times: [Vec<(f64, f64)>; 4] = Default::default();
    let mut memories: [Vec<(f64, f64)>; 4] = Default::default();
    for &count in trials {
        bench.say(&format!("  {count} trials"));
        let mut bare = f64::NAN;
        for (index, configuration) in CONFIGURATIONS.into_iter().enumerate() {
            let mut best: Option<(f64, Report)> = None;
            for _ in 0..repeats {
                memory::forget_peak();
                let started = processor_seconds();
                let report = bench.check(&job(bench, count, index))?;
                // What else the machine does is not what labels cost.
                let spent = started.zip(processor_seconds()).map(|(start, end)| 1e3 * (end - start));
                let time_ms = spent.unwrap_or(report.time_ms);
                if best.as_ref().is_none_or(|(least, _)| time_ms < *least) {
                    best = Some((time_ms, report));
                }
            }
            let Some((time_ms, report)) = best else { continue };
            if index == 0 {
                bare = time_ms;
            }
            let megabytes = report.peak_bytes as f64 / 1e6;
            table.row([
                count.to_string(),
                configuration.to_owned(),
                report.states.to_string(),
                report.transitions.to_string(),
                short(time_ms),
                short(megabytes),
                short(time_ms / bare),
                ["1", "about 1.2", "about 1.0", "–"][index].to_owned(),
            ]);
            times[index].push((f64::from(count), time_ms / 1e3));
            memories[index].push((f64::from(count), megabytes));
        }
    }
    let charts = vec![
        chart("overhead-time", "Time by number of trials", "processor seconds", &times),
        chart("overhead-memory", "Memory by number of trials", "MB", &memories),
    ];
    Ok(Findings {
        title: "The cost of labels and of recording".into(),
        source:
            "After S. Z. Fatmi et al., Probabilistic model checking of randomized Java code (2021), Figures 13 and 14."
                .into(),
        tables: vec![table],
        charts,
        reading: format!(
            "Best of {repeats}, in processor time. The paper gives its figures as curves and in words: jpf-probabilistic costs virtually nothing, \
             jpf-label a factor of about 1.2, memory a few MB. A label on a returned value adds one state per watched return and a \
             look-up per call. At small sizes all of it is the \
             start of the virtual machine. Peaks are those of the process since the run began and include memory kept from \
             earlier runs."
        ),
    })
}

fn job(bench: &Bench<'_>, trials: u32, configuration: usize) -> Job {
    let example = bench.gallery.find("HasMajorityElement").expect("the gallery has it");
    let mut job = bench.compiled.job(example, &[trials.to_string()]);
    if configuration == 1 || configuration == 3 {
        job.subject.labels = example.labels.clone();
    }
    if configuration >= 2 {
        job.exports.tra = Some(bench.compiled.file("overhead.tra"));
    }
    job
}

fn chart(file: &str, title: &str, y: &str, values: &[Vec<(f64, f64)>; 4]) -> Chart {
    let curves = (CONFIGURATIONS.iter().zip(values))
        .map(|(name, points)| Curve { name: (*name).to_owned(), points: points.clone(), style: Style::Line })
        .collect();
    Chart {
        file: file.into(),
        title: title.into(),
        x: Axis::linear("trials"),
        y: Axis::linear(y),
        content: Content::Curves(curves),
    }
}

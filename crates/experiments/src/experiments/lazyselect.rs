//! Figure 10 of Fatmi et al., Probabilistic model checking of randomized Java code: progress on an infinite state space, lazy select of the third smallest of
//! five numbers. In the paper depth-first search makes no progress at all.

use checker::Fault;

use super::progress_curve::{self, Curve};
use crate::bench::{Bench, Findings};
use crate::chart::{Axis, Chart, Content, Curve as Line, Style};
use crate::table::{Table, short};

const SEARCHES: [&str; 8] = ["dfs", "bfs", "egreedy,epsilon=0.1", "pfs", "rs", "softmax,tau=0.5", "rl", "mass"];

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let states = bench.size(300, 400);
    let interval = bench.size(10, 5);
    let example = bench.gallery.find("LazySelect").expect("the gallery has it");
    let mut measured: Vec<(&str, Curve)> = Vec::new();
    for search in SEARCHES {
        bench.say(&format!("  {search}"));
        let mut job = bench.compiled.job(example, &["5", "3", "count"].map(String::from));
        job.limits.states = Some(states);
        measured.push((search, progress_curve::measure(bench, job, search, interval)?));
    }
    let columns = ["search", "states", "transitions", "time, ms", "progress", "1 - progress"];
    let mut table = Table::new("lazyselect", &format!("Progress after {states} states"), columns);
    table.row(["paper: JPF, 10 GB", "788962", "–", "129000", "> 0.99996", "< 4e-5"]);
    let mut data = Table::data("lazyselect-curves", ["search", "time_ms", "transitions", "progress"]);
    for (search, curve) in &measured {
        let last = curve.rows.last();
        let progress = last.map_or(0.0, |row| row.progress);
        let time = last.map_or(0.0, |row| row.time_ms);
        table.row([
            (*search).to_owned(),
            curve.states.to_string(),
            curve.transitions.to_string(),
            short(time),
            format!("{progress:.10}"),
            format!("{:.2e}", 1.0 - progress),
        ]);
        for row in &curve.rows {
            let (time, transitions) = (row.time_ms.to_string(), format!("{:.0}", row.transitions));
            data.row([(*search).to_owned(), time, transitions, row.progress.to_string()]);
        }
    }
    let curves = (measured.iter())
        .map(|(search, curve)| Line { name: (*search).to_owned(), points: curve.by_transitions(), style: Style::Line })
        .collect();
    let chart = Chart {
        file: "lazyselect".into(),
        title: "Lazy select: progress on an infinite state space".into(),
        x: Axis::logarithmic("transitions"),
        y: Axis::probability("progress"),
        content: Content::Curves(curves),
    };
    Ok(Findings {
        title: "Progress on an infinite state space".into(),
        source: "After S. Z. Fatmi et al., Probabilistic model checking of randomized Java code (2021), Section 6 and Figure 10.".into(),
        tables: vec![table, data],
        charts: vec![chart],
        reading: format!(
            "Rounds are counted, so that no state of one round is met in another and the space is infinite. Every search stopped \
             at {states} states; beyond some thousand, one minus the progress is below what a double can tell from zero, since \
             a round fails only with probability 32/625. As in the paper, depth-first search makes no progress: it follows its \
             first alternatives into ever further rounds, and reinforcement learning does much the same here. The paper's \
             figure has time on its axis and no numbers beside those in the first row; its space is far larger because its \
             program keeps the sample unsorted."
        ),
    })
}

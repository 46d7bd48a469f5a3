//! Q. Tang, Guiding probabilistic model checkers by reinforcement learning (MSc thesis, Oxford 2013), Table 6.1 and Figures 6.1 to 6.4: the time each search strategy takes to make a given progress
//! on randomized quicksort of 13 numbers. The thesis measured time only; transitions do not depend on the machine.

use checker::Fault;

use super::progress_curve::{self, Curve};
use crate::bench::{Bench, Findings};
use crate::chart::{Axis, Chart, Content, Curve as Line, Style};
use crate::table::{Table, short};

const GOALS: [f64; 7] = [0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.0];

/// Our search, its name in the thesis, and the thesis's milliseconds (Table 6.1).
const STRATEGIES: [(&str, &str, Option<[u32; 7]>); 13] = [
    ("dfs", "DFS", Some([149812, 605732, 620992, 713270, 725882, 728000, 728495])),
    ("bfs", "BFS", Some([113326, 131972, 149090, 283343, 313565, 315148, 799452])),
    // The thesis has two implementations of one strategy; the faster one (a tree) is the one to compare with.
    ("rs", "RS (list)", Some([52250, 79144, 130889, 217445, 346019, 501025, 2705955])),
    ("rs", "RS (tree)", Some([31429, 43756, 63327, 100297, 145633, 202982, 1282618])),
    ("pfs", "PFS", Some([24764, 33368, 43512, 78134, 114080, 161882, 911678])),
    ("softmax,tau=0.5", "SMS (τ = 0.5)", Some([77244, 150661, 246914, 384888, 507689, 583092, 775617])),
    ("egreedy,epsilon=0.1", "EGS (ε = 0.1)", Some([26291, 33939, 45593, 79854, 116150, 167627, 881678])),
    ("egreedy,epsilon=0.5", "EGS (ε = 0.5)", Some([28492, 37361, 54478, 89380, 127849, 175273, 975558])),
    ("rl", "RLS", Some([8084, 20301, 39973, 105756, 255427, 294390, 744878])),
    ("rl,q=true", "", None),
    ("rdfs", "", None),
    ("softmax,tau=1e-30", "", None),
    ("mass", "", None),
];

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let numbers = bench.size(9, 13);
    let interval = bench.size(50, 1000);
    let example = bench.gallery.find("RandomizedQuicksort").expect("the subject is embedded");
    let mut measured: Vec<(&str, Curve)> = Vec::new();
    for (search, ..) in STRATEGIES {
        if measured.iter().any(|(known, _)| *known == search) {
            continue;
        }
        bench.say(&format!("  {search}"));
        let job = bench.compiled.job(example, &[numbers.to_string()]);
        measured.push((search, progress_curve::measure(bench, job, search, interval)?));
    }
    let curve = |search: &str| measured.iter().find(|(known, _)| *known == search).map(|(_, curve)| curve);
    let mut columns = vec!["search".to_owned(), "thesis".to_owned()];
    for goal in GOALS {
        columns.extend([format!("{goal} thesis, ms"), format!("{goal} ours, ms"), format!("{goal} transitions")]);
    }
    let mut table = Table::new(
        "progress",
        &format!("Time and transitions to reach a progress of 0.2 to 1, quicksort of {numbers} numbers (thesis: 13)"),
        columns,
    );
    for (search, name, thesis) in STRATEGIES {
        let Some(curve) = curve(search) else { continue };
        let mut row = vec![search.to_owned(), name.to_owned()];
        for (index, goal) in GOALS.into_iter().enumerate() {
            let reached = curve.reaching(goal);
            row.push(thesis.map_or("–".to_owned(), |times| times[index].to_string()));
            row.push(reached.map_or("–".to_owned(), |reached| short(reached.time_ms)));
            row.push(reached.map_or("–".to_owned(), |reached| format!("{:.0}", reached.transitions)));
        }
        table.row(row);
    }
    let mut data = Table::data("progress-curves", ["search", "time_ms", "transitions", "progress"]);
    for (search, curve) in &measured {
        for row in &curve.rows {
            data.row([
                (*search).to_owned(),
                row.time_ms.to_string(),
                format!("{:.0}", row.transitions),
                row.progress.to_string(),
            ]);
        }
    }
    let charts = vec![
        chart("progress-time", "time in ms", &measured, Curve::by_time),
        chart("progress-transitions", "transitions", &measured, Curve::by_transitions),
    ];
    let reading = reading(&measured, numbers);
    Ok(Findings {
        title: "Progress of search strategies on randomized quicksort".into(),
        source: "After Q. Tang, Guiding probabilistic model checkers by reinforcement learning (Oxford, 2013), Table 6.1 and \
                 Figures 6.1 to 6.4."
            .into(),
        tables: vec![table, data],
        charts,
        reading,
    })
}

fn chart(file: &str, x: &str, measured: &[(&str, Curve)], points: impl Fn(&Curve) -> Vec<(f64, f64)>) -> Chart {
    let curves = (measured.iter())
        .map(|(search, curve)| Line { name: (*search).to_owned(), points: points(curve), style: Style::Line })
        .collect();
    Chart {
        file: file.into(),
        title: format!("Progress by {x}"),
        x: Axis::linear(x),
        y: Axis::probability("progress"),
        content: Content::Curves(curves),
    }
}

/// The transitions a strategy needs for a progress of 0.9 in order of need.
fn reading(measured: &[(&str, Curve)], numbers: i32) -> String {
    let mut order: Vec<(f64, &str)> =
        (measured.iter()).filter_map(|(search, curve)| Some((curve.reaching(0.9)?.transitions, *search))).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let ranking: Vec<String> = order.iter().map(|(count, search)| format!("{search} ({count:.0})")).collect();
    let (states, transitions) = measured.first().map_or((0, 0), |(_, curve)| (curve.states, curve.transitions));
    format!(
        "The state space of {numbers} numbers has {states} states and {transitions} transitions in our machine (the thesis \
         counts 442,889 transitions for 13 numbers; states are merged differently). Transitions to a progress of 0.9, fewest \
         first: {}. The thesis's times are of JPF 7 on a 2005 processor, and its progress took 48 further machines; ours is \
         computed during the search and its time is included. Compare the order of the strategies, not the milliseconds: \
         probability-guided searches lead and depth-first search is last in both. RS (list) and RS (tree) are one strategy, \
         which is why our numbers stand there twice.",
        ranking.join(", ")
    )
}

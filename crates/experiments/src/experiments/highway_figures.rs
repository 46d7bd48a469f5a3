//! The figures of the highway paper: which states of a diamond are hit (Figure 2), how soon the deadlock behind back-loops is
//! found (Figure 3), how many exits of five components (Figure 4), and dining philosophers (Figure 8).

use checker::{Fault, Job};
use lts::Goal;

use super::highway::{search_once, system};
use crate::bench::Bench;
use crate::chart::{Axis, Chart, Content, Curve, Style};
use crate::table::Table;

pub type Figure = (Chart, Table);

/// The curves as a chart and as data.
fn figure(file: &str, title: &str, x: Axis, y: Axis, curves: Vec<Curve>) -> Figure {
    let mut table = Table::data(file, ["search".to_owned(), x.title.clone(), y.title.clone()]);
    for curve in &curves {
        for (a, b) in &curve.points {
            table.row([curve.name.clone(), a.to_string(), b.to_string()]);
        }
    }
    (Chart { file: file.into(), title: title.into(), x, y, content: Content::Curves(curves) }, table)
}

/// For each number of states, how many finds per search were made by then.
fn cumulative(finds: &[u64], runs: u64, states_max: u64) -> Vec<(f64, f64)> {
    (0..=states_max)
        .map(|states| {
            let found = finds.iter().filter(|find| **find <= states).count();
            (states as f64, found as f64 / runs as f64)
        })
        .collect()
}

/// Figure 2: the probability that each of the ten states in the middle of a diamond is hit.
pub fn diamond(bench: &mut Bench<'_>) -> Result<Figure, Fault> {
    let runs: u64 = bench.size(100, 1000);
    let system = system(bench, "diamond10.aut", Goal::Action("report".into()))?;
    let mut curves = Vec::new();
    for search in [
        "random",
        "highway,width=2",
        "highway,width=4",
        "highway,width=6",
        "highway,width=8",
        "highway,width=10",
        "rdfs",
    ] {
        let mut hits = [0u64; 10];
        for run in 0..runs {
            for found in search_once(&system, search, bench.seed + run, true)? {
                let number =
                    found.violation.message.split(['(', ')']).nth(1).and_then(|text| text.parse::<usize>().ok());
                if let Some(hit) = number.and_then(|number| hits.get_mut(number)) {
                    *hit += 1;
                }
            }
        }
        let points = hits.iter().enumerate().map(|(i, hit)| (i as f64 + 1.0, *hit as f64 / runs as f64)).collect();
        curves.push(Curve { name: search.to_owned(), points, style: Style::Line });
    }
    let x = Axis { range: Some((1.0, 10.0)), ..Axis::linear("numbered state") };
    let y = Axis::probability("probability of hitting it");
    Ok(figure("highway-figure-2", "Figure 2: a diamond of width 10", x, y, curves))
}

/// Figure 3: the probability of having found the deadlock, by states visited.
pub fn back_loops(bench: &mut Bench<'_>) -> Result<Figure, Fault> {
    let runs: u64 = bench.size(200, 2000);
    let system = system(bench, "backloops47.aut", Goal::Deadlock)?;
    let mut curves = Vec::new();
    for search in ["random", "rdfs", "highway,width=2", "highway,width=3", "highway,width=4", "highway,width=5"] {
        let mut finds = Vec::new();
        for run in 0..runs {
            finds.extend(search_once(&system, search, bench.seed + run, false)?.first().map(|found| found.expanded));
        }
        curves.push(Curve { name: search.to_owned(), points: cumulative(&finds, runs, 50), style: Style::Steps });
    }
    let y = Axis::probability("probability of having found the deadlock");
    Ok(figure("highway-figure-3", "Figure 3: back-loops, 47 states", Axis::linear("states visited"), y, curves))
}

/// Figure 4: how many of the five exits were found, by states visited.
pub fn components(bench: &mut Bench<'_>) -> Result<Figure, Fault> {
    let runs: u64 = bench.size(200, 2000);
    let system = system(bench, "scc5x5.aut", Goal::Action("report".into()))?;
    let mut curves = Vec::new();
    for search in
        ["random,walks=1,length=50", "rdfs", "highway,width=1", "highway,width=2", "highway,width=4", "highway,width=8"]
    {
        let mut finds = Vec::new();
        for run in 0..runs {
            finds.extend(search_once(&system, search, bench.seed + run, true)?.iter().map(|found| found.expanded));
        }
        curves.push(Curve { name: search.to_owned(), points: cumulative(&finds, runs, 35), style: Style::Steps });
    }
    let y = Axis { range: Some((0.0, 5.0)), ..Axis::linear("exits found, mean") };
    Ok(figure(
        "highway-figure-4",
        "Figure 4: five components with single exits",
        Axis::linear("states visited"),
        y,
        curves,
    ))
}

/// Figure 8, right: the probability that a highway search of five philosophers finds the deadlock, by width.
pub fn philosophers_5(bench: &mut Bench<'_>) -> Result<Figure, Fault> {
    let runs: u64 = bench.size(20, 1000);
    let widths: &[u32] = bench.size(&[1, 2, 4, 8], &[1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50]);
    let system = system(bench, "dining5.aut.gz", Goal::Deadlock)?;
    let mut curves = Vec::new();
    for search in ["highway", "highway-ideal"] {
        let mut points = Vec::new();
        for width in widths {
            bench.stop_if_interrupted()?;
            let mut found = 0;
            for run in 0..runs {
                let spec = format!("{search},width={width}");
                found += u64::from(!search_once(&system, &spec, bench.seed + run, false)?.is_empty());
            }
            points.push((f64::from(*width), found as f64 / runs as f64));
        }
        curves.push(Curve { name: search.to_owned(), points, style: Style::Line });
    }
    let y = Axis::probability("probability of finding the deadlock");
    Ok(figure("highway-figure-8-right", "Figure 8: five philosophers", Axis::linear("width"), y, curves))
}

/// Figure 8, left: 17 philosophers, ended after 5,000 states; our Java program.
pub fn philosophers_17(bench: &mut Bench<'_>) -> Result<Figure, Fault> {
    let runs: u64 = bench.size(1, 30);
    let philosophers = bench.size(5, 17);
    let example = bench.gallery.find("DiningPhilosophers").expect("the gallery has it");
    let searches: &[&str] = bench.size(
        &["random,walks=1", "highway,width=2"],
        &[
            "random,walks=1",
            "rdfs",
            "rdfs,relaxed=true",
            "highway,width=2",
            "highway,width=3",
            "highway,width=4",
            "highway,width=5",
        ],
    );
    let mut curves = Vec::new();
    for search in searches {
        let mut finds = Vec::new();
        for run in 0..runs {
            let mut job =
                Job { search: (*search).to_owned(), ..bench.compiled.job(example, &[philosophers.to_string()]) };
            job.subject.seed = bench.seed + run;
            job.limits.states = Some(5_000);
            let report = bench.check(&job)?;
            finds.extend((!report.violations.is_empty()).then_some(report.expanded));
        }
        let points = cumulative(&finds, runs, 5_000).into_iter().step_by(20).collect();
        curves.push(Curve { name: (*search).to_owned(), points, style: Style::Steps });
    }
    let title = format!("Figure 8: {philosophers} philosophers in Java");
    let y = Axis::probability("probability of having found the deadlock");
    Ok(figure("highway-figure-8-left", &title, Axis::linear("states visited"), y, curves))
}

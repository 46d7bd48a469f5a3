//! T. Engels, J. F. Groote, M. van Weerdenburg and T. Willemse, Search algorithms for automated validation (2009): Table 1 over
//! those of its models that we have, the same over Java programs, Figures 2 to 4 over its three structures, and Figure 8 on
//! dining philosophers.

use checker::{Fault, Job};
use lts::{Goal, LtsSystem};
use search::{Found, Limits, Settings, build, explore, parse_spec};
use space::ViolationKind;

use super::highway_figures;
use crate::bench::{Bench, Findings};
use crate::statistics::mean;
use crate::table::{Table, short};

pub const EXPANDED_MAX: u64 = 50_000;
const SEARCHES: [(&str, &str); 5] = [
    ("random", "random"),
    ("rdfs", "rdfs"),
    ("highway 8", "highway,width=8"),
    ("highway 16", "highway,width=16"),
    ("highway 32", "highway,width=32"),
];

/// A model, the searched action, and per search the paper's states, trace and success in percent (Table 1).
const MODELS: [(&str, &str, &str, [[u32; 3]; 5]); 4] = [
    (
        "1394(2)",
        "1394_2.aut.gz",
        "LDres",
        [[3266, 158, 100], [981, 491, 100], [1154, 174, 88], [2078, 153, 93], [3439, 125, 95]],
    ),
    (
        "brp(10)",
        "brp10.aut.gz",
        "c10",
        [[268, 137, 100], [155, 152, 100], [937, 124, 100], [1441, 94, 100], [2390, 78, 100]],
    ),
    (
        "lift-init(3)",
        "lift3.aut.gz",
        "protocol_error",
        [[13, 14, 2], [553, 14, 100], [87, 13, 31], [149, 13, 58], [257, 13, 93]],
    ),
    (
        "othello(4×4)",
        "othello4x4.aut.gz",
        "Draw",
        [[12, 13, 12], [86, 13, 26], [87, 13, 49], [165, 13, 77], [312, 13, 91]],
    ),
];

const PROGRAMS: [&str; 6] =
    ["DiningPhilosophers", "BoundedBuffer", "ReplicatedWorkers", "SleepingBarber", "NestedMonitor", "PoolLostWakeup"];

/// A transition system of the repository with what is searched in it.
pub fn system(bench: &Bench<'_>, file: &str, goal: Goal) -> Result<LtsSystem, Fault> {
    let bytes = crate::model(file).expect("the models are embedded");
    let path = bench.compiled.file(file);
    checker::files::write(&path, bytes)?;
    let lts = lts::read_file(&path).map_err(|error| Fault::Input(error.to_string()))?;
    LtsSystem::new(lts, goal).map_err(|error| Fault::Input(error.to_string()))
}

/// What one search of a transition system finds: the first find, or with `all` every one.
pub fn search_once(system: &LtsSystem, search: &str, seed: u64, all: bool) -> Result<Vec<Found>, Fault> {
    let settings = Settings {
        limits: Limits { max_expanded: Some(EXPANDED_MAX), ..Limits::default() },
        all_errors: all,
        properties: vec![ViolationKind::Action, ViolationKind::Deadlock],
        seed,
        ..Settings::default()
    };
    Ok(explore(system, &mut *build(&parse_spec(search)?), settings, vec![])?.violations)
}

/// States, trace length and success of many searches.
#[derive(Default)]
struct Tally {
    states: Vec<f64>,
    traces: Vec<f64>,
    runs: u64,
}

impl Tally {
    fn note(&mut self, found: Option<(u64, u64)>) {
        self.runs += 1;
        if let Some((states, trace)) = found {
            self.states.push(states as f64);
            self.traces.push(trace as f64);
        }
    }

    fn cells(&self) -> [String; 3] {
        let success = 100.0 * self.states.len() as f64 / self.runs.max(1) as f64;
        [format!("{:.0}", mean(&self.states)), format!("{:.0}", mean(&self.traces)), short(success)]
    }
}

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let runs: u64 = bench.size(10, 500);
    let mut tables = vec![models(bench, runs)?, programs(bench, bench.size(1, 20))?];
    let mut charts = Vec::new();
    type Draw = fn(&mut Bench<'_>) -> Result<highway_figures::Figure, Fault>;
    let figures: [Draw; 5] = [
        highway_figures::diamond,
        highway_figures::back_loops,
        highway_figures::components,
        highway_figures::philosophers_5,
        highway_figures::philosophers_17,
    ];
    for figure in figures {
        let (chart, table) = figure(bench)?;
        charts.push(chart);
        tables.push(table);
    }
    Ok(Findings {
        title: "Highway search".into(),
        source: "After T. Engels, J. F. Groote, M. van Weerdenburg and T. Willemse, Search algorithms for automated validation \
                 (Journal of Logic and Algebraic Programming, 2009), Table 1 and Figures 2, 3, 4 and 8."
            .into(),
        tables,
        charts,
        reading: format!(
            "{runs} searches per cell, seeds {} and following, each ended after {EXPANDED_MAX} states; means are over successful \
             searches, as in the paper. The state spaces of Table 1 are transition systems generated from models of the same \
             names. Highway search depends on the order of transitions in the file, which need not be the paper's. Randomised \
             depth-first search is exhaustive here, so that it always finds the action in these finite spaces; the paper's 26 % \
             for othello cannot come from a complete one. The rows over Java programs have no counterpart in the paper. Figure \
             8 for 17 philosophers runs our Java program, the paper's ran a process algebra model; pruned schedules make the \
             deadlock easier to meet.",
            bench.seed
        ),
    })
}

fn columns(has_paper: bool) -> Vec<String> {
    let mut columns = vec!["subject".to_owned()];
    for (name, _) in SEARCHES {
        for what in ["states", "trace", "success %"] {
            if has_paper {
                columns.push(format!("{name} {what}, paper"));
            }
            columns.push(format!("{name} {what}"));
        }
    }
    columns
}

fn models(bench: &mut Bench<'_>, runs: u64) -> Result<Table, Fault> {
    let mut table = Table::new("highway", "Table 1: paper and ours", columns(true));
    for (name, file, action, paper) in MODELS {
        // The largest of the models is left to the full version.
        if bench.quick && name.starts_with("1394") {
            continue;
        }
        bench.say(&format!("  {name}"));
        let system = system(bench, file, Goal::Action(action.to_owned()))?;
        let mut row = vec![name.to_owned()];
        for ((_, search), paper) in SEARCHES.into_iter().zip(paper) {
            let mut tally = Tally::default();
            for run in 0..runs {
                bench.stop_if_interrupted()?;
                let found = search_once(&system, search, bench.seed + run, false)?;
                tally.note(found.first().map(|found| (found.expanded, u64::from(found.depth()))));
            }
            for (ours, paper) in tally.cells().into_iter().zip(paper) {
                row.extend([paper.to_string(), ours]);
            }
        }
        table.row(row);
    }
    Ok(table)
}

fn programs(bench: &mut Bench<'_>, runs: u64) -> Result<Table, Fault> {
    let mut table = Table::new("highway-java", "The same over Java programs", columns(false));
    for name in PROGRAMS.into_iter().take(bench.size(2, PROGRAMS.len())) {
        bench.say(&format!("  {name}"));
        let example = bench.gallery.find(name).expect("the gallery has the programs");
        let arguments = if bench.quick { &example.arguments } else { &example.arguments_large };
        let mut row = vec![format!("{name} {}", arguments.join(" "))];
        for (_, search) in SEARCHES {
            // One walk, as on transition systems.
            let search = if search == "random" { "random,walks=1" } else { search };
            let mut tally = Tally::default();
            for run in 0..runs {
                let mut job = Job { search: search.to_owned(), ..bench.compiled.job(example, arguments) };
                job.subject.seed = bench.seed + run;
                job.limits.states = Some(EXPANDED_MAX);
                job.limits.time = Some(std::time::Duration::from_secs(20));
                let report = bench.check(&job)?;
                // A search that backtracks is done with a state only when it leaves it; it has visited all it stored.
                let visited = if search.starts_with("rdfs") { report.states } else { report.expanded };
                tally.note(report.violations.first().map(|violation| (visited, violation.depth)));
            }
            row.extend(tally.cells());
        }
        table.row(row);
    }
    Ok(table)
}

//! S. Poulding and R. Feldt, Heuristic model checking using a Monte-Carlo tree search algorithm (GECCO 2015), Tables 1 to 4 and
//! Figures 3 to 5: finding deadlocks by best-first search, beam search and nested Monte-Carlo search with growing depth of
//! simulation. As in the paper, what a trial costs is divided by the success rate: a tester repeats failed trials. Highway
//! search, random searches and our portfolio stand beside them.

use checker::{Fault, Trials};

use super::deadlock_paper::{self as paper, ALGORITHMS, ALGORITHMS_OF_PAPER, SUBJECTS};
use crate::bench::{Bench, Findings};
use crate::chart::{Axis, Chart, Content, Whiskers};
use crate::memory;
use crate::statistics::{five_numbers, geometric_mean, mean};
use crate::table::{Table, short};

/// What one trial found out.
#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    is_found: bool,
    /// The paper counts transitions into states, new or known; so do we.
    visits: f64,
    seconds: f64,
    megabytes: f64,
}

/// All trials of one algorithm on one subject.
struct Cell {
    trials: Vec<Trial>,
}

impl Cell {
    fn success(&self) -> f64 {
        mean(&self.trials.iter().map(|trial| f64::from(u8::from(trial.is_found))).collect::<Vec<_>>())
    }

    /// What each trial cost, over the success rate; `hopeless` if none succeeded.
    fn adjusted(&self, cost: impl Fn(&Trial) -> f64, hopeless: f64) -> Vec<f64> {
        let success = self.success();
        let each = |trial: &Trial| if success > 0.0 { cost(trial) / success } else { hopeless };
        self.trials.iter().map(each).collect()
    }
}

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let subjects: Vec<usize> = if bench.quick { vec![2, 3, 6] } else { (0..SUBJECTS.len()).collect() };
    let algorithms: Vec<usize> = if bench.quick { vec![0, 1, 5, 8, 18] } else { (0..ALGORITHMS.len()).collect() };
    let trials: u64 = bench.size(2, 30);
    let mut cells: Vec<Vec<Cell>> = Vec::new();
    for &subject in &subjects {
        let (name, _) = SUBJECTS[subject];
        bench.say(&format!("  {name}"));
        let mut searches = searches_of(bench, subject)?;
        let mut row = Vec::new();
        for &algorithm in &algorithms {
            let (label, search) = ALGORITHMS[algorithm];
            let cell = (0..trials)
                .map(|trial| try_once(bench, &mut searches, search, bench.seed + trial))
                .collect::<Result<_, _>>()
                .map(|trials| Cell { trials })?;
            let cost = mean(&cell.adjusted(|trial| trial.visits, 1e7));
            bench.say(&format!("    {label}: {} found, {} states", short(cell.success()), short(cost)));
            row.push(cell);
        }
        cells.push(row);
    }
    let success = |cell: &Cell| cell.success();
    let visits = |cell: &Cell| mean(&cell.adjusted(|trial| trial.visits, 1e7));
    let seconds = |cell: &Cell| mean(&cell.adjusted(|trial| trial.seconds, 1000.0));
    let megabytes = |cell: &Cell| cell.trials.iter().map(|trial| trial.megabytes).fold(0.0, f64::max);
    let shape = Shape { subjects: &subjects, algorithms: &algorithms, cells: &cells };
    let tables = vec![
        shape.summary(success, visits, seconds),
        shape.table("deadlock-success", "Mean success rate (Table 1)", &paper::SUCCESS, success),
        shape.table("deadlock-states", "States visited, adjusted for success (Table 2)", &paper::STATES, visits),
        shape.table(
            "deadlock-time",
            "Seconds, adjusted for success (Table 3; ours of the processor)",
            &paper::SECONDS,
            seconds,
        ),
        shape.table("deadlock-memory", "Maximum memory in MB (Table 4)", &paper::MEGABYTES, megabytes),
    ];
    let charts = vec![
        shape.boxes("deadlock-states-box", "States visited (adjusted)", 1.0, |cell| {
            cell.adjusted(|trial| trial.visits, 1e7)
        }),
        shape.boxes("deadlock-time-box", "Seconds (adjusted)", 1e-3, |cell| {
            cell.adjusted(|trial| trial.seconds, 1000.0)
        }),
        shape.boxes("deadlock-memory-box", "Memory in MB", 1.0, |cell| {
            cell.trials.iter().map(|trial| trial.megabytes).collect()
        }),
    ];
    Ok(Findings {
        title: "Finding deadlocks by heuristic search".into(),
        source:
            "After S. Poulding and R. Feldt, Heuristic model checking using a Monte-Carlo tree search algorithm (GECCO \
                 2015), Tables 1 to 4 and Figures 3 to 5."
                .into(),
        tables,
        charts,
        reading: format!(
            "{trials} trials per cell, seeds {} and following; each trial is one run of its algorithm, stopped after 100,000 \
             transitions. Our subjects are our own programs of the same kinds (groovy: BuildRace, log4j: \
             AppenderDeadlock, pool4: PoolLeak, pool6: PoolLostWakeup), so that rows compare in shape, not in size. Where the \
             pruning of schedules leaves few states, nothing is hard any more and the algorithms come out alike. Our seconds are of the search \
             alone, without the start of the virtual machine; theirs are rounded by JPF to whole seconds. Memory is the process's peak during the trial; memory kept \
             from earlier trials is in it.",
            bench.seed
        ),
    })
}

/// The subject at the size of the experiment, ready to be searched again and again.
fn searches_of(bench: &Bench<'_>, subject: usize) -> Result<Trials, Fault> {
    let (_, name) = SUBJECTS[subject];
    let example = bench.gallery.find(name).expect("the gallery has the subjects");
    let arguments = if bench.quick { &example.arguments } else { &example.arguments_large };
    let mut job = bench.compiled.job(example, arguments);
    job.limits.transitions = Some(100_000);
    job.limits.time = Some(std::time::Duration::from_secs(300));
    bench.trials(job)
}

fn try_once(bench: &Bench<'_>, searches: &mut Trials, search: &str, seed: u64) -> Result<Trial, Fault> {
    bench.stop_if_interrupted()?;
    memory::forget_peak();
    let (started, clock) = (processor_seconds(), std::time::Instant::now());
    let trial = searches.run(search, seed)?;
    let spent = started.zip(processor_seconds()).map(|(start, end)| end - start);
    Ok(Trial {
        is_found: trial.found,
        visits: trial.transitions as f64,
        seconds: spent.unwrap_or(clock.elapsed().as_secs_f64()),
        megabytes: trial.peak_bytes as f64 / 1e6,
    })
}

/// What this thread has spent on a processor, where the operating system tells.
pub(super) fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

struct Shape<'a> {
    subjects: &'a [usize],
    algorithms: &'a [usize],
    cells: &'a [Vec<Cell>],
}

impl Shape<'_> {
    /// Per algorithm, over all subjects.
    fn summary(
        &self,
        success: impl Fn(&Cell) -> f64,
        visits: impl Fn(&Cell) -> f64,
        seconds: impl Fn(&Cell) -> f64,
    ) -> Table {
        let columns = ["algorithm", "mean success rate", "states, geometric mean", "processor seconds, geometric mean"];
        let title = "All subjects together, adjusted for success";
        let mut table = Table::new("deadlock-summary", title, columns.map(str::to_owned).to_vec());
        for (column, &algorithm) in self.algorithms.iter().enumerate() {
            let all = |value: &dyn Fn(&Cell) -> f64| -> Vec<f64> {
                self.cells.iter().map(|row| value(&row[column])).collect()
            };
            table.row(vec![
                ALGORITHMS[algorithm].0.to_owned(),
                short(mean(&all(&success))),
                short(geometric_mean(&all(&visits), 1.0)),
                short(geometric_mean(&all(&seconds), 1e-3)),
            ]);
        }
        table
    }

    fn table(&self, file: &str, title: &str, paper: &[[f64; 12]; 12], value: impl Fn(&Cell) -> f64) -> Table {
        let mut columns = vec!["subject".to_owned()];
        for &algorithm in self.algorithms {
            let name = ALGORITHMS[algorithm].0;
            if algorithm < ALGORITHMS_OF_PAPER {
                columns.push(format!("{name} paper"));
            }
            columns.push(format!("{name} ours"));
        }
        let mut table = Table::new(file, title, columns);
        for (row, &subject) in self.cells.iter().zip(self.subjects) {
            let mut cells = vec![SUBJECTS[subject].0.to_owned()];
            for (cell, &algorithm) in row.iter().zip(self.algorithms) {
                cells.extend(paper[subject].get(algorithm).map(|value| short(*value)));
                cells.push(short(value(cell)));
            }
            table.row(cells);
        }
        table
    }

    /// Per algorithm, for each trial the geometric mean over the subjects.
    fn boxes(&self, file: &str, y: &str, floor: f64, costs: impl Fn(&Cell) -> Vec<f64>) -> Chart {
        let whiskers = (self.algorithms.iter().enumerate())
            .map(|(column, &algorithm)| {
                let per_subject: Vec<Vec<f64>> = self.cells.iter().map(|row| costs(&row[column])).collect();
                let trials = per_subject.first().map_or(0, Vec::len);
                let means: Vec<f64> = (0..trials)
                    .map(|trial| geometric_mean(&per_subject.iter().map(|cost| cost[trial]).collect::<Vec<_>>(), floor))
                    .collect();
                Whiskers { name: ALGORITHMS[algorithm].0.replace("highway ", "H"), numbers: five_numbers(&means) }
            })
            .collect();
        Chart {
            file: file.into(),
            title: format!("{y}, geometric mean over the subjects"),
            x: Axis::linear("algorithm"),
            y: Axis::logarithmic(y),
            content: Content::Boxes(whiskers),
        }
    }
}

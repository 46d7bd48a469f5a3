//! The progress that a search makes on a program, row by row.

use checker::{Fault, Job};

use crate::bench::Bench;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub time_ms: f64,
    pub transitions: f64,
    pub progress: f64,
}

/// What one search did.
pub struct Curve {
    pub rows: Vec<Row>,
    pub states: u64,
    pub transitions: u64,
}

/// Explores with `search` and reads the curve it wrote.
pub fn measure(bench: &Bench<'_>, job: Job, search: &str, interval: u64) -> Result<Curve, Fault> {
    let path = bench.compiled.file("progress.csv");
    let mut job =
        Job { search: search.to_owned(), progress_csv: Some(path.clone()), progress_interval: interval, ..job };
    job.subject.seed = bench.seed;
    let report = bench.check(&job)?;
    if let Some(violation) = report.violations.first() {
        return Err(Fault::Input(format!("the subject is wrong: {}", violation.message)));
    }
    let text = checker::files::read_text(&path)?;
    let rows = text.lines().skip(1).filter_map(row).collect();
    Ok(Curve { rows, states: report.states, transitions: report.transitions })
}

fn row(line: &str) -> Option<Row> {
    let cells: Vec<f64> = line.split(',').map_while(|cell| cell.parse().ok()).collect();
    match cells[..] {
        [time_ms, _, transitions, progress] => Some(Row { time_ms, transitions, progress }),
        _ => None,
    }
}

impl Curve {
    /// The first row that has made so much progress. Rounding must not keep a complete search below 1.
    pub fn reaching(&self, progress: f64) -> Option<Row> {
        self.rows.iter().copied().find(|row| row.progress >= progress - 1e-12)
    }

    pub fn by_time(&self) -> Vec<(f64, f64)> {
        self.points(|row| row.time_ms)
    }

    pub fn by_transitions(&self) -> Vec<(f64, f64)> {
        self.points(|row| row.transitions)
    }

    fn points(&self, x: impl Fn(&Row) -> f64) -> Vec<(f64, f64)> {
        let points: Vec<(f64, f64)> = self.rows.iter().map(|row| (x(row), row.progress)).collect();
        crate::chart::thinned(&points, 400)
    }
}

//! The answers of `hazard mc` where constants have ranges: a table for people, comma-separated values for plots.

use checker::{ExperimentReport, ModelReport};

/// The names of the constants that vary, then the formulas.
fn headings(report: &ModelReport) -> Vec<String> {
    let Some(first) = report.experiments.first() else { return Vec::new() };
    let names = first.constants.keys().cloned();
    names.chain(first.properties.iter().map(|property| property.formula.clone())).collect()
}

fn cells(experiment: &ExperimentReport) -> Vec<String> {
    let values = experiment.constants.values().cloned();
    values.chain(experiment.properties.iter().map(|property| property.text.clone())).collect()
}

/// One line per setting, in columns.
pub fn table(report: &ModelReport) -> String {
    let mut lines = vec![headings(report)];
    lines.extend(report.experiments.iter().map(cells));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let padded: Vec<String> =
            line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}", width = *width)).collect();
        text.push_str(padded.join("  ").trim_end());
        text.push('\n');
    }
    text
}

pub fn csv(report: &ModelReport) -> String {
    let quoted = |cell: &String| match cell.contains([',', '"', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    let number = |experiment: &ExperimentReport| -> Vec<String> {
        let values = experiment.constants.values().cloned();
        let answers = experiment.properties.iter().map(|property| match property.value {
            Some(value) => value.0.to_string(),
            None => property.text.clone(),
        });
        values.chain(answers).collect()
    };
    let mut lines = vec![headings(report)];
    lines.extend(report.experiments.iter().map(number));
    lines.iter().map(|line| line.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n").collect()
}

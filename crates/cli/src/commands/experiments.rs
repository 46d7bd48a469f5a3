//! The answers of `hazard mc` where constants have ranges: a table for people, comma-separated values for programs, a drawing for both.

use std::collections::{BTreeMap, BTreeSet};

use ::experiments::chart::{Axis, Chart, Content, Curve, Style};
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

/// The answers over the constant with the most values: a curve for each question and each setting of the other constants. `None` if no
/// answer is a number.
pub fn chart(title: &str, report: &ModelReport) -> Option<Chart> {
    let first = report.experiments.first()?;
    let values = |name: &str| -> BTreeSet<&String> {
        report.experiments.iter().filter_map(|experiment| experiment.constants.get(name)).collect()
    };
    let across = first.constants.keys().max_by_key(|name| values(name).len())?;
    let mut curves: BTreeMap<(usize, String), Vec<(f64, f64)>> = BTreeMap::new();
    for experiment in &report.experiments {
        let Ok(x) = experiment.constants[across].parse::<f64>() else { continue };
        let others = experiment.constants.iter().filter(|(name, _)| *name != across);
        let setting: String = others.map(|(name, value)| format!(", {name}={value}")).collect();
        for (index, property) in experiment.properties.iter().enumerate() {
            let Some(value) = property.value.filter(|value| value.0.is_finite()) else { continue };
            let name = property.name.as_ref().unwrap_or(&property.formula);
            curves.entry((index, format!("{name}{setting}"))).or_default().push((x, value.0));
        }
    }
    if curves.is_empty() {
        return None;
    }
    let is_whole = values(across).iter().all(|value| value.parse::<i64>().is_ok());
    let curves = curves.into_iter().map(|((_, name), points)| Curve { name, points, style: Style::Points });
    Some(Chart {
        file: String::new(),
        title: title.to_owned(),
        x: Axis { is_whole, ..Axis::linear(across) },
        y: Axis::linear("answer"),
        content: Content::Curves(curves.collect()),
    })
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

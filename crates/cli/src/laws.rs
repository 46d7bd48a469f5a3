//! Laws of results and rewards for people: lines with bars in the terminal, charts to print.

use std::path::Path;

use checker::report::{Report, ResultReport};
use checker::{Fault, Job};
use experiments::chart::{Axis, Chart, Content, Curve, Style};

use crate::terminal::Paint;

/// Values told in the terminal; the rest are in the JSON.
const TOLD_MAX: usize = 60;
const BAR: usize = 24;

/// Says early what could not be drawn in the end.
pub fn check_plot(path: &Path, job: &Job) -> Result<(), Fault> {
    check_ending(path)?;
    if job.subject.results.is_empty() && !job.distribution {
        return Err(Fault::input("--plot draws laws: name one with --result 'C.m(..)' or --reward and --distribution"));
    }
    checker::files::check_writable(path)
}

/// Only what can be drawn has such a name.
pub fn check_ending(path: &Path) -> Result<(), Fault> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    match ending {
        "svg" | "png" | "pdf" => Ok(()),
        _ => Err(Fault::Input(format!("--plot {}: name a file that ends in .svg, .png or .pdf", path.display()))),
    }
}

/// A chart to a file; what was found out has been said by then.
pub fn write_chart(path: &Path, chart: &Chart) {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let bytes = chart.drawn(ending).unwrap_or_default();
    if let Err(fault) = checker::files::write(path, &bytes) {
        crate::terminal::complain(&fault.to_string());
    }
}

/// One line per value, with a bar.
pub fn told(result: &ResultReport, paint: Paint) -> String {
    let mut text = format!("law of {}:\n", paint.bold(&result.method));
    let width = result.values.iter().map(|entry| entry.value.chars().count()).max().unwrap_or(0).clamp(6, 30);
    let top = result.values.iter().map(|entry| entry.upper.unwrap_or(entry.probability)).fold(0.0, f64::max);
    for entry in result.values.iter().take(TOLD_MAX) {
        let length = if top > 0.0 { (entry.probability / top * BAR as f64).round() as usize } else { 0 };
        let odds = match (&entry.exact, entry.upper) {
            (_, Some(upper)) => format!("{} to {upper}", entry.probability),
            (Some(exact), None) if *exact != entry.probability.to_string() => {
                format!("{} ({exact})", entry.probability)
            }
            _ => entry.probability.to_string(),
        };
        let bar = paint.faint(&"█".repeat(length));
        let pad = " ".repeat(BAR - length);
        text.push_str(&format!("  {:>width$}  {bar}{pad}  {odds}\n", entry.value));
    }
    if result.values.len() > TOLD_MAX {
        text.push_str(&format!("  and {} more values (--json, --plot)\n", result.values.len() - TOLD_MAX));
    }
    if result.values.is_empty() {
        text.push_str("  it never returns\n");
    }
    if let (Some(mean), Some(deviation)) = (result.mean, result.deviation) {
        let exact = result.mean_exact.as_ref().filter(|exact| **exact != mean.to_string());
        let exact = exact.filter(|exact| exact.len() < 40).map(|exact| format!(" ({exact})")).unwrap_or_default();
        text.push_str(&format!("  mean {mean}{exact}, standard deviation {deviation}\n"));
    }
    if let Some(rest) = result.without.as_ref().filter(|_| !result.values.is_empty()) {
        text.push_str(&format!("  it does not return with probability {rest}\n"));
    }
    text
}

/// All laws of a report, in one chart.
pub fn draw(path: &Path, report: &Report) {
    let mut curves = Vec::new();
    let mut is_whole = true;
    for result in &report.results {
        let is_numeric = result.values.iter().all(|entry| entry.number.is_some());
        let points = result.values.iter().enumerate().map(|(place, entry)| {
            let at = if is_numeric { entry.number.unwrap_or_default() } else { place as f64 };
            is_whole &= at.fract() == 0.0;
            (at, entry.probability)
        });
        let points: Vec<(f64, f64)> = points.collect();
        let names: Vec<&str> = result.values.iter().map(|entry| entry.value.as_str()).take(12).collect();
        let name = if is_numeric { result.method.clone() } else { format!("{}: {}", result.method, names.join(", ")) };
        curves.push(Curve { name, points, style: Style::Bars });
    }
    for distribution in &report.distributions {
        let points = distribution.values.iter().map(|entry| (entry.value as f64, entry.probability)).collect();
        curves.push(Curve { name: distribution.reward.clone(), points, style: Style::Bars });
    }
    let title = match &curves[..] {
        [only] => format!("Law of {}", only.name),
        _ => "Laws".to_owned(),
    };
    // Bars need room on both sides.
    let mut places: Vec<f64> = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0)).collect();
    places.sort_by(f64::total_cmp);
    let gap = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min);
    let room = 0.6 * if gap.is_finite() { gap } else { 1.0 };
    let range = places.first().zip(places.last()).map(|(first, last)| (first - room, last + room));
    let x = Axis { is_whole, range, ..Axis::linear("value") };
    let y = Axis::linear("probability");
    write_chart(path, &Chart { file: String::new(), title, x, y, content: Content::Curves(curves) });
}

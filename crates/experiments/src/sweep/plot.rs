//! The chart of a sweep: the first parameter that has numbers lies on the horizontal axis, every combination of the others is a
//! curve of its own, theory is dashed. Where laws of results were asked for, they are the curves.

use checker::Fault;

use super::formula::Against;
use super::runs::Row;
use super::vary::Parameter;
use crate::chart::{Axis, Chart, Content, Curve, Style};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logarithmic {
    pub x: bool,
    pub y: bool,
}

/// Places between which a formula is drawn straight.
const SAMPLES: usize = 200;

pub fn chart(
    title: &str,
    parameters: &[Parameter],
    rows: &[Row],
    theories: &[Against],
    logarithmic: Logarithmic,
) -> Result<Chart, Fault> {
    let Some(across) = parameters.iter().find(|parameter| parameter.is_numeric()) else {
        return Err(Fault::Input("--plot needs a parameter whose values are numbers, such as --vary n=2..10".into()));
    };
    let others: Vec<&Parameter> = parameters.iter().filter(|parameter| parameter.name != across.name).collect();
    let mut curves = measured(across, &others, rows);
    let titles: Vec<&str> = {
        let mut titles: Vec<&str> = curves.iter().map(|curve| curve.what.as_str()).collect();
        titles.dedup();
        titles
    };
    let y_title = match titles[..] {
        [only] => only.to_owned(),
        _ => "value".to_owned(),
    };
    let is_one = titles.len() == 1;
    let mut drawn: Vec<Curve> = Vec::new();
    for curve in curves.drain(..) {
        drawn.push(Curve { name: curve.name(is_one), points: curve.points, style: Style::Points });
        if !curve.ranges.is_empty() {
            drawn.push(Curve { name: String::new(), points: curve.ranges, style: Style::Ranges });
        }
    }
    for theory in theories {
        drawn.extend(expected(theory, across, parameters, logarithmic.x));
    }
    let xs: Vec<f64> = across.values.iter().filter_map(|value| value.parse().ok()).collect();
    let (low, high) = xs.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
    let is_wide = low < high && low > 0.0 && !logarithmic.x;
    let x = Axis {
        is_logarithmic: logarithmic.x,
        is_whole: across.is_whole(),
        range: is_wide.then_some((low, high)),
        ..Axis::linear(&across.name)
    };
    let y = Axis { is_logarithmic: logarithmic.y, ..Axis::linear(&y_title) };
    Ok(Chart { file: String::new(), title: title.to_owned(), x, y, content: Content::Curves(drawn) })
}

/// A curve before it has a name.
struct Measured {
    what: String,
    /// The other parameters' values.
    where_: String,
    points: Vec<(f64, f64)>,
    /// Pairs of points: what is known to lie between.
    ranges: Vec<(f64, f64)>,
}

impl Measured {
    fn name(&self, is_one: bool) -> String {
        match (is_one, self.where_.is_empty()) {
            (true, false) => self.where_.clone(),
            (_, true) => self.what.clone(),
            (false, false) => format!("{} ({})", self.what, self.where_),
        }
    }
}

fn measured(across: &Parameter, others: &[&Parameter], rows: &[Row]) -> Vec<Measured> {
    let mut curves: Vec<Measured> = Vec::new();
    for row in rows {
        let Some(x) = row.parameter(&across.name) else { continue };
        let elsewhere: Vec<String> = (row.setting.iter())
            .filter(|(name, _)| others.iter().any(|other| other.name == *name))
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let mut add = |what: &str, value: Option<f64>, range: Option<(f64, f64)>| {
            let place = elsewhere.join(", ");
            let at = curves.iter().position(|curve| curve.what == what && curve.where_ == place).unwrap_or_else(|| {
                curves.push(Measured { what: what.into(), where_: place, points: Vec::new(), ranges: Vec::new() });
                curves.len() - 1
            });
            curves[at].points.extend(value.map(|value| (x, value)));
            curves[at].ranges.extend(range.into_iter().flat_map(|(low, high)| [(x, low), (x, high)]));
        };
        let mut is_empty = true;
        for answer in row.answers.iter().filter(|answer| answer.holds.is_none()) {
            let range = answer.lower.zip(answer.upper).filter(|_| answer.is_interval());
            add(&answer.formula, answer.number().filter(|_| range.is_none() || answer.value.is_some()), range);
            is_empty = false;
        }
        for law in &row.laws {
            if let Some(mean) = law.mean {
                add(&format!("mean of {}", law.method), Some(mean), None);
                is_empty = false;
            }
        }
        if is_empty {
            add("states", Some(row.states as f64), None);
        }
    }
    curves.sort_by_key(|curve| curve.what.clone());
    for curve in &mut curves {
        curve.points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    curves
}

/// A formula over the whole axis; where it depends on other parameters, one curve per combination of theirs.
fn expected(theory: &Against, across: &Parameter, parameters: &[Parameter], is_logarithmic: bool) -> Vec<Curve> {
    let names = theory.formula.names();
    let needed: Vec<Parameter> = (parameters.iter())
        .filter(|parameter| parameter.name != across.name && names.contains(parameter.name.as_str()))
        .cloned()
        .collect();
    let xs: Vec<f64> = across.values.iter().filter_map(|value| value.parse().ok()).collect();
    let (low, high) = xs.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
    let places: Vec<f64> = (0..=SAMPLES)
        .map(|index| {
            let part = index as f64 / SAMPLES as f64;
            if is_logarithmic && low > 0.0 { low * (high / low).powf(part) } else { low + (high - low) * part }
        })
        .collect();
    // Factorials and the like exist at whole numbers only: there, the values themselves.
    let settings = super::vary::settings(&needed).unwrap_or_default();
    settings
        .into_iter()
        .map(|setting| {
            let value = |x: f64| {
                theory.formula.value(&|name| {
                    let given = setting.iter().find(|(known, _)| known == name);
                    if name == across.name { x } else { given.and_then(|(_, v)| v.parse().ok()).unwrap_or(f64::NAN) }
                })
            };
            let drawn: Vec<(f64, f64)> = places.iter().map(|x| (*x, value(*x))).collect();
            let points = if drawn.iter().any(|point| point.1.is_nan()) {
                xs.iter().map(|x| (*x, value(*x))).collect()
            } else {
                drawn
            };
            let place: Vec<String> = setting.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let name =
                if place.is_empty() { theory.name.clone() } else { format!("{} ({})", theory.name, place.join(", ")) };
            Curve { name, points, style: Style::Theory }
        })
        .collect()
}

//! `--param p`: answers as functions of a constant that has no value. The chain is solved exactly for some of its values, a
//! quotient of polynomials is laid through them, and checked at further ones.

use std::collections::BTreeMap;

use dashu::rational::RBig;
use logic::{Comparison, Constants, Formula, Query, Value};
use markov::RationalFunction;
use serde::Serialize;

use crate::fault::Fault;
use crate::job::Questions;
use crate::mc::{ModelJob, ModelReport, in_file, parse_model, solve_once};
use crate::report::Verdict;

/// An answer that depends on a parameter.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub formula: String,
    pub parameter: String,
    /// As text, `(1 - p) / (1 + p^2)`.
    pub function: String,
    /// The values that it was found from, and those it was checked at.
    pub values: usize,
    /// Where a bound is met; the ends are rounded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Region {
    pub low: f64,
    pub high: f64,
    pub holds: bool,
}

/// Points that a function has to agree with beyond those that determine it.
const CHECKED: usize = 6;
/// Functions that need more points have too high a degree.
const POINTS_MAX: usize = 256;

/// The constant, and between which values it lies.
struct Parameter {
    name: String,
    low: RBig,
    high: RBig,
}

impl Parameter {
    fn parse(text: &str) -> Result<Parameter, Fault> {
        let (name, range) = text.split_once('=').unwrap_or((text, "0:1"));
        let wrong = || Fault::Input(format!("--param {text}: a parameter is written p or p=0.1:0.9"));
        let (low, high) = range.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str| -> Result<RBig, Fault> {
            let parsed = Constants::parse(&format!("x={text}")).map_err(|_| wrong())?;
            parsed.get("x").and_then(Value::to_rational).ok_or_else(wrong)
        };
        let parameter = Parameter { name: name.trim().to_string(), low: number(low)?, high: number(high)? };
        if parameter.low >= parameter.high || parameter.name.is_empty() {
            return Err(wrong());
        }
        Ok(parameter)
    }

    /// Points inside the interval, each new one in the middle of a gap.
    fn point(&self, index: usize) -> RBig {
        let number = index + 1;
        let bits = usize::BITS - number.leading_zeros();
        let (mut reversed, mut rest) = (0usize, number);
        for _ in 0..bits {
            reversed = reversed << 1 | rest & 1;
            rest >>= 1;
        }
        &self.low + (&self.high - &self.low) * RBig::from(reversed) / RBig::from(1u64 << bits)
    }
}

/// The name and the words of a question, and the bound that it asks about.
type Asked = (Option<String>, String, Option<(Comparison, RBig)>);

/// Answers the questions of a job as functions of its parameter.
pub fn check_parametric(job: &ModelJob, text: &str) -> Result<ModelReport, Fault> {
    let parameter = Parameter::parse(text)?;
    let path = &job.files.model;
    if let Some(language) = models::Language::of(path) {
        parse_model(path, language)?.check_parameter(&parameter.name).map_err(|error| in_file(path, error))?;
    }
    let mut values: Vec<Vec<(RBig, RBig)>> = Vec::new();
    let mut asked: Vec<Asked> = Vec::new();
    let mut whole: Option<ModelReport> = None;
    let mut functions: BTreeMap<usize, RationalFunction> = BTreeMap::new();
    let mut wanted = 2;
    while whole.is_none() || functions.len() < asked.len() {
        wanted *= 2;
        if wanted > POINTS_MAX {
            let open = (0..asked.len()).find(|index| !functions.contains_key(index)).expect("one is missing");
            let message = format!("{}: no quotient of polynomials of degree below {}", asked[open].1, POINTS_MAX / 2);
            return Err(Fault::Unsupported(format!("{message} has the values of this answer")));
        }
        while values.first().map_or(0, Vec::len) < wanted + CHECKED {
            let x = parameter.point(values.first().map_or(0, Vec::len));
            let (report, bounds) = solve_at(job, &parameter.name, &x)?;
            if whole.is_none() {
                values = vec![Vec::new(); report.properties.len()];
                let one = |(property, bound): (&crate::report::PropertyReport, Option<(Comparison, RBig)>)| {
                    (property.name.clone(), property.formula.clone(), bound)
                };
                asked = report.properties.iter().zip(bounds).map(one).collect();
            }
            for (points, property) in values.iter_mut().zip(&report.properties) {
                let exact = property.exact.as_deref().and_then(|text| Constants::parse(&format!("x={text}")).ok());
                let Some(y) = exact.and_then(|constants| constants.get("x").and_then(Value::to_rational)) else {
                    let what = property.value.map_or("no number".to_string(), |value| value.0.to_string());
                    let message = format!("{}: the answer is {what} for {}={x}", property.formula, parameter.name);
                    return Err(Fault::Unsupported(format!("{message}, so that it is no function to find")));
                };
                points.push((x.clone(), y));
            }
            if asked.is_empty() {
                return Err(Fault::input("--param needs a question: -p 'P=? [ F \"x\" ]'"));
            }
            whole = Some(report);
        }
        for (index, points) in values.iter().enumerate() {
            if functions.contains_key(&index) {
                continue;
            }
            let function = RationalFunction::interpolated(&points[..wanted]);
            if points.iter().all(|(x, y)| function.at(x).as_ref() == Some(y)) {
                functions.insert(index, function);
            }
        }
    }
    let mut report = whole.expect("a point was asked");
    let count = values.first().map_or(0, Vec::len);
    report.functions = asked
        .into_iter()
        .zip(functions.into_values())
        .map(|((name, formula, bound), function)| FunctionReport {
            name,
            formula,
            parameter: parameter.name.clone(),
            function: function.text(&parameter.name),
            values: count,
            regions: bound
                .map_or(Vec::new(), |(comparison, threshold)| regions(&function, comparison, &threshold, &parameter)),
        })
        .collect();
    report.properties.clear();
    report.verdict = Verdict::Holds;
    Ok(report)
}

/// The answers for one value of the parameter, and the bounds that the formulas had.
#[allow(clippy::type_complexity)]
fn solve_at(job: &ModelJob, name: &str, x: &RBig) -> Result<(ModelReport, Vec<Option<(Comparison, RBig)>>), Fault> {
    let given = job.questions.constants.as_deref().map_or(String::new(), |constants| format!("{constants},"));
    let questions = Questions { constants: Some(format!("{given}{name}={x}")), exact: true, ..job.questions.clone() };
    let mut bounds = Vec::new();
    let report = solve_once(&ModelJob { questions, ..job.clone() }, |formula| {
        bounds.push(match formula {
            Formula::Probability { query, .. } | Formula::Reward { query, .. } | Formula::SteadyState { query, .. } => {
                match std::mem::replace(query, Query::Value) {
                    Query::Value => None,
                    Query::Bound(comparison, number) => Some((comparison, number.exact().clone())),
                }
            }
            _ => None,
        });
    })?;
    if report.model == "process" {
        let message = "--param is for chains; the optimum of a decision process is no quotient of polynomials";
        return Err(Fault::Unsupported(message.to_string()));
    }
    Ok((report, bounds))
}

fn regions(
    function: &RationalFunction,
    comparison: Comparison,
    threshold: &RBig,
    parameter: &Parameter,
) -> Vec<Region> {
    let mut ends = vec![parameter.low.clone()];
    ends.extend(function.changes(threshold, &parameter.low, &parameter.high));
    ends.push(parameter.high.clone());
    let mut regions: Vec<Region> = Vec::new();
    for pair in ends.windows(2) {
        let middle = (&pair[0] + &pair[1]) / RBig::from(2);
        let holds = function.at(&middle).is_some_and(|value| comparison.holds(&value, threshold));
        let (low, high) = (pair[0].to_f64().value(), pair[1].to_f64().value());
        match regions.last_mut() {
            Some(last) if last.holds == holds => last.high = high,
            _ => regions.push(Region { low, high, holds }),
        }
    }
    regions
}

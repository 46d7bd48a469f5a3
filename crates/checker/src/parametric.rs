//! `--param p,q`: answers as functions of constants that have no value. The chain is solved exactly for some of their values, a
//! quotient of polynomials is laid through them, and checked at further ones.

use std::collections::BTreeMap;

use dashu::rational::RBig;
use logic::{Comparison, Constants, Formula, Query, Value};
use markov::{Degrees, Form, Piece, Quotient, RationalFunction};
use serde::Serialize;

use crate::fault::Fault;
use crate::job::Questions;
use crate::mc::{ModelJob, ModelReport, in_file, parse_model, solve_once};
use crate::report::Verdict;

/// An answer that depends on parameters.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub formula: String,
    /// Its name; of several, with commas between.
    pub parameter: String,
    /// As text, `(1 - p) / (1 + p^2)`.
    pub function: String,
    /// The values that it was found from, and those it was checked at.
    pub values: usize,
    /// Where a bound is met; the ends are rounded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<Region>,
    /// The same of several parameters: boxes that cover all their values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<BoxReport>,
}

impl FunctionReport {
    /// Whether it says where a bound is met.
    fn is_bounded(&self) -> bool {
        !self.regions.is_empty() || !self.boxes.is_empty()
    }
}

/// Values of several parameters, and whether a bound is met for all of them inside.
#[derive(Clone, Debug, Serialize)]
pub struct BoxReport {
    pub bounds: BTreeMap<String, [f64; 2]>,
    /// `None` where it is met in part, or not known to be met.
    pub holds: Option<bool>,
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
/// The same of several parameters: equations with more unknowns take long.
const COEFFICIENTS_MAX: usize = 700;
/// Boxes that the values of several parameters are cut into.
const BOXES_MAX: usize = 1000;

/// The constant, and between which values it lies.
#[derive(Clone)]
struct Parameter {
    name: String,
    low: RBig,
    high: RBig,
}

impl Parameter {
    fn parse(text: &str) -> Result<Parameter, Fault> {
        let (name, range) = text.split_once('=').unwrap_or((text, "0:1"));
        let wrong = || {
            Fault::Input(format!("--param {text}: a parameter is written p or p=0.1:0.9, several with commas between"))
        };
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

/// Solves for values of the parameters, and remembers what was asked.
struct Probe<'a> {
    job: &'a ModelJob,
    parameters: Vec<Parameter>,
    asked: Vec<Asked>,
    whole: Option<ModelReport>,
    /// How often it was solved.
    values: usize,
}

impl Probe<'_> {
    /// The answers to all questions.
    fn at(&mut self, point: &[RBig]) -> Result<Vec<RBig>, Fault> {
        let setting: Vec<String> =
            self.parameters.iter().zip(point).map(|(parameter, x)| format!("{}={x}", parameter.name)).collect();
        let setting = setting.join(",");
        let (report, bounds) = solve_at(self.job, &setting)?;
        if report.properties.is_empty() {
            return Err(Fault::input("--param needs a question: -p 'P=? [ F \"x\" ]'"));
        }
        if self.asked.is_empty() {
            let one = |(property, bound): (&crate::report::PropertyReport, Option<(Comparison, RBig)>)| {
                (property.name.clone(), property.formula.clone(), bound)
            };
            self.asked = report.properties.iter().zip(bounds).map(one).collect();
        }
        let mut answers = Vec::with_capacity(self.asked.len());
        for property in &report.properties {
            let exact = property.exact.as_deref().and_then(|text| Constants::parse(&format!("x={text}")).ok());
            let Some(y) = exact.and_then(|constants| constants.get("x").and_then(Value::to_rational)) else {
                let what = property.value.map_or("no number".to_string(), |value| value.0.to_string());
                let message = format!("{}: the answer is {what} for {setting}", property.formula);
                return Err(Fault::Unsupported(format!("{message}, so that it is no function to find")));
            };
            answers.push(y);
        }
        self.values += 1;
        self.whole = Some(report);
        Ok(answers)
    }

    /// The answers as functions of one number, which `place` turns into values of all parameters.
    fn along(
        &mut self,
        number: &dyn Fn(usize) -> RBig,
        place: &dyn Fn(&RBig) -> Vec<RBig>,
    ) -> Result<Vec<RationalFunction>, Fault> {
        let mut values: Vec<Vec<(RBig, RBig)>> = Vec::new();
        let mut functions: BTreeMap<usize, RationalFunction> = BTreeMap::new();
        let mut wanted = 2;
        while values.is_empty() || functions.len() < values.len() {
            wanted *= 2;
            if wanted > POINTS_MAX {
                let open = (0..values.len()).find(|index| !functions.contains_key(index)).expect("one is missing");
                let (_, formula, _) = &self.asked[open];
                let message = format!("{formula}: no quotient of polynomials of degree below {}", POINTS_MAX / 2);
                return Err(Fault::Unsupported(format!("{message} has the values of this answer")));
            }
            while values.first().map_or(0, Vec::len) < wanted + CHECKED {
                let x = number(values.first().map_or(0, Vec::len));
                let answers = self.at(&place(&x))?;
                values.resize(answers.len(), Vec::new());
                for (points, y) in values.iter_mut().zip(answers) {
                    points.push((x.clone(), y));
                }
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
        Ok(functions.into_values().collect())
    }

    /// What was found, as a report.
    fn report(self, functions: Vec<FunctionReport>) -> ModelReport {
        let mut report = self.whole.expect("a point was asked");
        report.functions = functions;
        report.properties.clear();
        report.verdict = Verdict::Holds;
        report
    }
}

/// Answers the questions of a job as functions of its parameters.
pub fn check_parametric(job: &ModelJob, text: &str) -> Result<ModelReport, Fault> {
    let parameters: Vec<Parameter> = text.split(',').map(Parameter::parse).collect::<Result<_, _>>()?;
    let path = &job.files.model;
    if let Some(language) = models::Language::of(path) {
        let source = parse_model(path, language)?;
        for parameter in &parameters {
            source.check_parameter(&parameter.name).map_err(|error| in_file(path, error))?;
        }
    }
    if let Some(twice) = (1..parameters.len())
        .find(|index| parameters[..*index].iter().any(|other| other.name == parameters[*index].name))
    {
        return Err(Fault::Input(format!("--param names {} twice", parameters[twice].name)));
    }
    // A function is the same wherever its values come from. Where the range goes beyond what are probabilities, a part of it will do.
    let mut first: Option<Fault> = None;
    for part in [1, 2, 4, 8] {
        let shrink = |parameter: &Parameter| {
            let high = &parameter.low + (&parameter.high - &parameter.low) / RBig::from(part);
            Parameter { high, ..parameter.clone() }
        };
        let parameters = parameters.iter().map(shrink).collect();
        match find_functions(Probe { job, parameters, asked: Vec::new(), whole: None, values: 0 }) {
            Err(Fault::Input(sentence)) if sentence.contains("is no probability") => {
                first.get_or_insert(Fault::Input(sentence));
            }
            Ok(report) if first.is_some() && report.functions.iter().any(FunctionReport::is_bounded) => break,
            found => return found,
        }
    }
    Err(first.expect("nothing else ends the loop"))
}

fn find_functions(mut probe: Probe<'_>) -> Result<ModelReport, Fault> {
    if probe.parameters.len() > 1 {
        return check_several(probe);
    }
    let parameter = probe.parameters[0].clone();
    let functions = probe.along(&|index| parameter.point(index), &|x| vec![x.clone()])?;
    let reports = functions.iter().zip(&probe.asked).map(|(function, (name, formula, bound))| FunctionReport {
        name: name.clone(),
        formula: formula.clone(),
        parameter: parameter.name.clone(),
        function: function.text(&parameter.name),
        values: probe.values,
        regions: bound
            .as_ref()
            .map_or(Vec::new(), |(comparison, threshold)| regions(function, *comparison, threshold, &parameter)),
        boxes: Vec::new(),
    });
    let reports = reports.collect();
    Ok(probe.report(reports))
}

/// The same of several parameters: the degrees in each are those along lines, and enough values determine the rest.
fn check_several(mut probe: Probe<'_>) -> Result<ModelReport, Fault> {
    let parameters = probe.parameters.clone();
    let inside = |side: usize, share: RBig| {
        let Parameter { low, high, .. } = &parameters[side];
        low + (high - low) * share
    };
    let part = |above: usize, below: usize| RBig::from(above) / RBig::from(below);
    let base: Vec<RBig> = (0..parameters.len()).map(|side| inside(side, part(31 + 12 * (side % 5), 97))).collect();
    let mut each = Vec::new();
    for side in 0..parameters.len() {
        let place = |x: &RBig| {
            let mut point = base.clone();
            point[side] = x.clone();
            point
        };
        each.push(probe.along(&|index| parameters[side].point(index), &place)?);
    }
    // A line through the box that is parallel to no side.
    let unit = Parameter { name: String::new(), low: RBig::ZERO, high: RBig::ONE };
    let slanted = |t: &RBig| -> Vec<RBig> {
        let sides = 0..parameters.len();
        sides.map(|side| inside(side, part(2 + side % 7, 101) + part(83 - 9 * (side % 5), 101) * t)).collect()
    };
    let all = probe.along(&|index| unit.point(index), &slanted)?;
    let degrees = |function: &RationalFunction| Degrees {
        numerator: function.numerator.len().saturating_sub(1),
        denominator: function.denominator.len().saturating_sub(1),
    };
    let forms: Vec<Form> = (0..all.len())
        .map(|index| {
            let each: Vec<Degrees> = each.iter().map(|functions| degrees(&functions[index])).collect();
            Form::new(&each, degrees(&all[index]))
        })
        .collect();
    let wanted = forms.iter().map(Form::coefficients).max().unwrap_or(0) + CHECKED;
    if wanted > COEFFICIENTS_MAX {
        let message = format!("the answer may have {wanted} coefficients, and up to {COEFFICIENTS_MAX} are found");
        return Err(Fault::Unsupported(message));
    }
    let mut seed = 1u64;
    let mut chosen = || {
        // Knuth's generator: any will do, as long as points lie on no curve of low degree.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        part((seed >> 33) as usize % 1008 + 1, 1009)
    };
    let mut values: Vec<Vec<(Vec<RBig>, RBig)>> = vec![Vec::new(); forms.len()];
    for _ in 0..wanted {
        let point: Vec<RBig> = (0..parameters.len()).map(|side| inside(side, chosen())).collect();
        for (known, y) in values.iter_mut().zip(probe.at(&point)?) {
            known.push((point.clone(), y));
        }
    }
    let names: Vec<String> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let (low, high): (Vec<RBig>, Vec<RBig>) =
        parameters.iter().map(|parameter| (parameter.low.clone(), parameter.high.clone())).unzip();
    let mut reports = Vec::new();
    for (index, (name, formula, bound)) in probe.asked.iter().enumerate() {
        let Some(quotient) = Quotient::interpolated(&forms[index], &values[index]) else {
            let message = format!("{formula}: no quotient of polynomials of the degrees found has the values");
            return Err(Fault::Unsupported(format!("{message} of this answer")));
        };
        let boxes = bound.as_ref().map_or(Vec::new(), |(comparison, threshold)| {
            let pieces = quotient.split(threshold, &low, &high, BOXES_MAX);
            pieces.iter().map(|piece| boxed(piece, *comparison, threshold, &names)).collect()
        });
        reports.push(FunctionReport {
            name: name.clone(),
            formula: formula.clone(),
            parameter: names.join(","),
            function: quotient.text(&names),
            values: probe.values,
            regions: Vec::new(),
            boxes,
        });
    }
    Ok(probe.report(reports))
}

fn boxed(piece: &Piece, comparison: Comparison, threshold: &RBig, names: &[String]) -> BoxReport {
    let ends = piece.low.iter().zip(&piece.high).map(|(low, high)| [low.to_f64().value(), high.to_f64().value()]);
    BoxReport {
        bounds: names.iter().cloned().zip(ends).collect(),
        holds: piece.sign.map(|sign| comparison.holds(&(threshold + RBig::from(sign)), threshold)),
    }
}

/// The answers for values of the parameters, and the bounds that the formulas had.
#[allow(clippy::type_complexity)]
fn solve_at(job: &ModelJob, setting: &str) -> Result<(ModelReport, Vec<Option<(Comparison, RBig)>>), Fault> {
    let given = job.questions.constants.as_deref().map_or(String::new(), |constants| format!("{constants},"));
    let questions = Questions { constants: Some(format!("{given}{setting}")), exact: true, ..job.questions.clone() };
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

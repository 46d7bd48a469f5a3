//! The law of what a method returns (`--result`): the probability of each value of its first return, exactly where only coins decide and
//! everything was explored, as bounds otherwise.

use dashu::rational::RBig;
use jvm::Program;
use jvm::labels::Family;
use logic::{Constants, parse_property};
use markov::{Answer, Kind, Model, Options, check, rational};
use search::RecordedGraph;

use crate::distribution;
use crate::fault::Fault;
use crate::report::{ResultEntry, ResultReport};

/// Values whose bounds are computed one by one.
const VALUES_MAX: usize = 1000;

pub fn of(
    program: &Program,
    graph: &RecordedGraph,
    model: &Model,
    texts: &[String],
) -> Result<Vec<ResultReport>, Fault> {
    let plan = &program.config.plan;
    let families = plan.families.iter().filter(|family| family.result.is_some());
    families.zip(texts).map(|(family, text)| of_family(program, graph, model, family, text)).collect()
}

/// A value that was returned: its label, how it is shown, and what number it is.
struct Value {
    label: usize,
    text: String,
    number: Option<f64>,
}

fn of_family(
    program: &Program,
    graph: &RecordedGraph,
    model: &Model,
    family: &Family,
    method: &str,
) -> Result<ResultReport, Fault> {
    let named = graph.label_names.iter().enumerate();
    let mut values: Vec<Value> = named
        .filter_map(|(label, name)| {
            let text = program.config.plan.result_of(family, name)?;
            let number = text.parse::<f64>().ok();
            Some(Value { label, text, number })
        })
        .collect();
    values.sort_by(|a, b| {
        match (a.number, b.number) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
        .then_with(|| a.text.cmp(&b.text))
    });
    let over = |state: usize, _: u64| {
        let held = values.iter().position(|value| graph.holds(state, value.label));
        held.map(|place| place as u64)
    };
    let mut report = ResultReport {
        method: method.to_owned(),
        values: Vec::new(),
        mean: None,
        mean_exact: None,
        deviation: None,
        without: None,
    };
    let held: Vec<Option<u64>> = (0..graph.state_count()).map(|state| over(state, 0)).collect();
    match distribution::law(graph, 0, &|_, _| 0, &|state, _| held[state]) {
        Ok(law) => {
            let rest = distribution::rest_of(&law);
            let exact = |place: usize| law.get(&(place as u64)).cloned().unwrap_or(RBig::ZERO);
            report.values = (values.iter().enumerate())
                .map(|(place, value)| entry(value, rational::nearest(&exact(place)), Some(exact(place).to_string())))
                .collect();
            if rest.is_none() {
                summarize(&mut report, &values, &exact);
            }
            report.without = rest.map(|rest| rest.to_string());
        }
        Err(_) if values.len() > VALUES_MAX => {
            return Err(Fault::Input(format!(
                "--result {method}: bounds for {} values would take too long; ask for some of them with --label and -p",
                values.len()
            )));
        }
        Err(_) => {
            let any = family.any_label();
            for value in &values {
                let name = &graph.label_names[value.label];
                let (lower, upper) = bounds(model, &format!("[ !\"{any}\" U \"{name}\" ]"))?;
                let mut known = entry(value, lower, None);
                known.upper = (upper > lower).then_some(upper);
                report.values.push(known);
            }
            let (lower, upper) = bounds(model, &format!("[ G !\"{any}\" ]"))?;
            report.without = match upper {
                0.0 => None,
                _ if lower == upper => Some(lower.to_string()),
                _ => Some(format!("{lower} to {upper}")),
            };
        }
    }
    Ok(report)
}

fn entry(value: &Value, probability: f64, exact: Option<String>) -> ResultEntry {
    ResultEntry { value: value.text.clone(), number: value.number, probability, upper: None, exact }
}

/// Mean and standard deviation, where everything returned is a number.
fn summarize(report: &mut ResultReport, values: &[Value], exact: &dyn Fn(usize) -> RBig) {
    let numbers: Option<Vec<RBig>> = (values.iter())
        .map(|value| value.number.filter(|number| number.is_finite()).and_then(|_| decimal(&value.text)))
        .collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return };
    let zero = || RBig::ZERO;
    let mean = numbers.iter().enumerate().fold(zero(), |sum, (place, number)| sum + number * exact(place));
    let square = numbers.iter().enumerate().fold(zero(), |sum, (place, number)| sum + number * number * exact(place));
    let variance = square - &mean * &mean;
    report.mean = Some(rational::nearest(&mean));
    report.deviation = Some(rational::nearest(&variance).max(0.0).sqrt());
    report.mean_exact = Some(mean.to_string());
}

/// A decimal text as the fraction that it means.
fn decimal(text: &str) -> Option<RBig> {
    match text.parse::<i64>() {
        Ok(whole) => Some(RBig::from(whole)),
        Err(_) => text.parse::<f64>().ok().map(rational::meant),
    }
}

/// The least and the greatest that a probability can be, over schedules and what was not explored.
fn bounds(model: &Model, path: &str) -> Result<(f64, f64), Fault> {
    let ask = |question: &str| -> Result<Answer, Fault> {
        let property = parse_property(&format!("{question} {path}"), &Constants::new())
            .map_err(|error| Fault::Input(error.to_string()))?;
        check(model, &property.formula, &Options::default()).map_err(|error| Fault::Input(error.to_string()))
    };
    let (least, most) = match model.kind {
        Kind::Process => (ask("Pmin=?")?, ask("Pmax=?")?),
        Kind::Chain => {
            let answer = ask("P=?")?;
            (answer.clone(), answer)
        }
    };
    let value = |answer: &Answer| answer.value;
    let lower = least.lower.or(value(&least)).unwrap_or(0.0);
    let upper = most.upper.or(value(&most)).unwrap_or(1.0);
    Ok((lower, upper))
}

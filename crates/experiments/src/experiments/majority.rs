//! Section 8 of Fatmi et al., Probabilistic model checking of randomized Java code: a Monte Carlo test for a majority element errs less the more trials it makes,
//! and its chain grows linearly.

use checker::Fault;

use crate::bench::{Bench, Findings};
use crate::chart::{Axis, Chart, Content, Curve, Style};
use crate::table::Table;

pub fn run(bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    let trials: &[u32] = bench.size(&[1, 2, 4, 8], &[1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 50, 100]);
    let example = bench.gallery.find("HasMajorityElement").expect("the gallery has it");
    let columns = ["trials", "states", "transitions", "P(wrong)", "theory (5/11)^trials"];
    let mut table = Table::new("majority", "A majority of 6 among 11, missed by all trials", columns);
    let (mut ours, mut theory) = (Vec::new(), Vec::new());
    for &count in trials {
        let mut job = bench.compiled.job(example, &[count.to_string()]);
        job.subject.labels = example.labels.clone();
        job.questions.formulas = vec!["P=? [ F \"wrong\" ]".into()];
        let report = bench.check(&job)?;
        let value = report.properties.first().and_then(|answer| answer.value).map_or(f64::NAN, |value| value.0);
        let expected = (5.0f64 / 11.0).powi(count as i32);
        table.row([
            count.to_string(),
            report.states.to_string(),
            report.transitions.to_string(),
            format!("{value:e}"),
            format!("{expected:e}"),
        ]);
        ours.push((f64::from(count), value));
        theory.push((f64::from(count), expected));
    }
    let chart = Chart {
        file: "majority".into(),
        title: "Majority element: probability of a wrong answer".into(),
        x: Axis::linear("trials"),
        y: Axis::logarithmic("probability of a wrong answer"),
        content: Content::Curves(vec![
            Curve { name: "ours".into(), points: ours, style: Style::Marks },
            Curve { name: "(5/11)^trials".into(), points: theory, style: Style::Theory },
        ]),
    };
    Ok(Findings {
        title: "The error of a Monte Carlo test".into(),
        source: "After S. Z. Fatmi et al., Probabilistic model checking of randomized Java code (2021), Section 8 (class HasMajorityElement, an array of eleven).".into(),
        tables: vec![table],
        charts: vec![chart],
        reading: "Each trial draws an element; all trials miss the majority with probability (5/11)^trials, which our answers \
                  equal up to rounding. States grow linearly, as the paper says; it prints no numbers to compare with."
            .into(),
    })
}

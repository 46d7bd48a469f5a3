//! `check --symbolic`: is a violation reachable for any input and any schedule? If so, with which inputs.

use std::collections::HashSet;
use std::time::Instant;

use symbolic::algorithms::{Expansion, Outcome, Tree};
use symbolic::{Execution, ExecutionFault, PathCondition, Weighing};

use crate::check::{Watch, check, empty_report};
use crate::fault::Fault;
use crate::job::Job;
use crate::labels;
use crate::program::{self, Circumstances, Prepared};
use crate::pse::inputs_of;
use crate::report::{Report, Verdict, peak_bytes};

/// What an exhaustive look at all inputs found.
struct Looked {
    failure: Option<PathCondition>,
    paths: u64,
    cut: Vec<String>,
    inputs: Option<Vec<(String, String)>>,
    unsupported: Option<String>,
}

pub fn verify(job: &Job, domains: &[String], method: Option<&str>) -> Result<Report, Fault> {
    let started = Instant::now();
    let asked = labels::parse(&job.subject.labels, &job.subject.rewards)?;
    let circumstances = Circumstances {
        time_max: job.limits.time,
        transition_max: job.limits.instructions.unwrap_or(0),
        symbolic: true,
        symbolic_method: method.map(str::to_owned),
        stdin: program::stdin_of(&job.subject)?,
        ..Circumstances::default()
    };
    let prepared = program::prepare(&job.subject, &asked, circumstances)?;
    let looked = loop {
        let looked = look(job, domains, &prepared)?;
        if looked.failure.is_some() || !looked.cut.is_empty() || !prepared.program.must_repeat() {
            break looked;
        }
    };
    if let Some(inputs) = looked.inputs {
        // The ordinary search tells the story, with these inputs.
        let mut concrete = job.clone();
        concrete.subject.inputs = Some(inputs);
        concrete.subject.symbolic_method = method.map(str::to_owned);
        let mut report = check(&concrete, Watch::default())?;
        report.inputs = concrete.subject.inputs;
        report.paths = Some(looked.paths);
        return Ok(report);
    }
    let mut report = empty_report(job, "symbolic", Vec::new());
    report.paths = Some(looked.paths);
    report.limits_hit = looked.cut;
    report.unsupported.extend(looked.unsupported);
    report.complete = report.limits_hit.is_empty() && report.unsupported.is_empty();
    report.verdict = if report.complete { Verdict::Holds } else { Verdict::Inconclusive };
    report.progress = if report.complete { 1.0 } else { 0.0 };
    report.end_states = looked.paths;
    report.time_ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    report.peak_bytes = peak_bytes();
    Ok(report)
}

/// Depth first through all that can happen, until something is wrong.
fn look(job: &Job, domains: &[String], prepared: &Prepared) -> Result<Looked, Fault> {
    let inputs = inputs_of(None, domains)?;
    let deadline = prepared.program.config.deadline;
    let mut tree =
        Execution::new(&prepared.program, inputs, Weighing::Feasibility)?.limited(job.limits.depth, deadline);
    let mut looked = Looked { failure: None, paths: 0, cut: Vec::new(), inputs: None, unsupported: None };
    let mut open = vec![tree.root()?];
    let mut seen = HashSet::new();
    while let Some(node) = open.pop() {
        let expansion = tree.expand(&node);
        // What lies below has been looked at.
        if tree.identity().is_some_and(|identity| !seen.insert(identity)) {
            continue;
        }
        match expansion {
            Ok(Expansion::Leaf(leaf)) => {
                looked.paths += 1;
                if leaf.outcome == Outcome::Failure && tree.failed_with(&job.properties) {
                    let path = tree.failure.clone().unwrap_or_default();
                    looked.inputs = Some(tree.model(&path)?.unwrap_or_default());
                    looked.failure = Some(path);
                    return Ok(looked);
                }
            }
            Ok(Expansion::Choice(children)) => open.extend(children.into_iter().rev().map(|(_, child)| child)),
            Ok(Expansion::Branch(children)) => open.extend(children.into_iter().rev().map(|(_, _, child)| child)),
            // Nothing happens on a path that an assumption rules out.
            Err(ExecutionFault::Ignored | ExecutionFault::NothingLeft) => {}
            Err(ExecutionFault::Machine(fault @ space::Fault::Unsupported { .. })) => {
                looked.unsupported.get_or_insert(fault.to_string());
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    if tree.depth_hit {
        looked.cut.push("max-depth".to_owned());
    }
    if tree.limits_hit {
        looked.cut.push("max-time".to_owned());
    }
    Ok(looked)
}

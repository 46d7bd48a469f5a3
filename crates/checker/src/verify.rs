//! `check --symbolic`: is a violation reachable for any input and any schedule? If so, with which inputs.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use symbolic::algorithms::{Expansion, Tree};
use symbolic::{Common, Crew, Execution, ExecutionFault, PathCondition, Weighing};

use crate::assumptions::Assumptions;
use crate::check::{Watch, check, empty_report};
use crate::draft::{Draft, Telling};
use crate::fault::Fault;
use crate::frontier::{Frontier, Order};
use crate::job::Job;
use crate::labels;
use crate::onlooker::Onlooker;
use crate::program::{self, Circumstances, Prepared};
use crate::pse::{check_names, cut_short, inputs_of, is_about_texts};
use crate::report::{Report, Verdict, peak_bytes};

/// A step that takes longer is put off until all others have been looked at.
const INSTRUCTIONS_IN_A_HURRY: u64 = 20_000_000;

/// Why arithmetic on real inputs is no proof.
pub(crate) const ROUNDING: &str =
    "arithmetic on Symbolic.real is that of the real numbers, which do not round as doubles do";

/// What an exhaustive look at all inputs found.
#[derive(Default)]
struct Looked {
    failure: Option<PathCondition>,
    states: u64,
    transitions: u64,
    depth: u32,
    paths: u64,
    cut: Vec<String>,
    inputs: Option<Vec<(String, String)>>,
    unsupported: Option<String>,
    /// A condition that no reasoning decided: what lies behind it was not looked at.
    undecided: Option<String>,
    /// Inputs of which only some were looked at.
    bounded: Vec<String>,
    /// Doubles were computed with as if they did not round: nothing is proved.
    rounds_unseen: bool,
    /// By the time or by the instructions of a step.
    is_cut_short: bool,
}

pub fn verify(
    job: &Job,
    domains: &[String],
    method: Option<&str>,
    mut onlooker: Onlooker<'_>,
) -> Result<Report, Fault> {
    let started = Instant::now();
    let order = Order::parse(&job.search)?;
    let draft = onlooker.draft.clone().unwrap_or_default();
    draft.tell(Telling::Program(Box::new(empty_report(job, "symbolic", Vec::new()))));
    let asked = labels::parse(&job.subject.labels, &job.subject.rewards)?;
    let circumstances = Circumstances {
        time_max: job.limits.time,
        transition_max: job.limits.instructions.unwrap_or(0),
        symbolic: true,
        symbolic_method: method.map(str::to_owned),
        interrupt: onlooker.interrupt.clone(),
        stdin: program::stdin_of(&job.subject)?,
        ..Circumstances::default()
    };
    let mut prepared = program::prepare(&job.subject, &asked, circumstances)?;
    // A path that computes for ever is left for last: something may be wrong beside it.
    let mut hurries = job.limits.instructions.is_none();
    if hurries {
        Arc::make_mut(&mut prepared.program.config).transition_max = INSTRUCTIONS_IN_A_HURRY;
    }
    draft.begin(prepared.ready, job.limits.time, job.limits.memory);
    let pulse = draft.pulse.clone();
    let looked = loop {
        let by_value = prepared.program.config.texts_by_value;
        let looked = onlooker.attend(&pulse, || look(job, order, domains, &prepared, &draft));
        let asks_for_texts = match &looked {
            Ok(looked) => {
                let about_texts = |what: &String| what.contains(jvm::domain::LOOKING_INTO_TEXT);
                looked.failure.is_none() && looked.unsupported.as_ref().is_some_and(about_texts)
            }
            Err(fault) => is_about_texts(fault),
        };
        if asks_for_texts && !by_value {
            Arc::make_mut(&mut prepared.program.config).texts_by_value = true;
            continue;
        }
        let looked = looked?;
        let late = pulse.is_interrupted()
            || prepared.program.config.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if hurries && looked.failure.is_none() && looked.is_cut_short && !late {
            hurries = false;
            Arc::make_mut(&mut prepared.program.config).transition_max = 0;
            continue;
        }
        if looked.failure.is_some() || !looked.cut.is_empty() || !prepared.program.must_repeat() {
            break looked;
        }
    };
    if let Some(inputs) = looked.inputs {
        // The ordinary search tells the story, with these inputs.
        let mut concrete = job.clone();
        concrete.search = "dfs".to_owned();
        concrete.subject.inputs = Some(inputs);
        // Several workers might each time tell another one.
        concrete.workers = 1;
        concrete.subject.symbolic_method = method.map(str::to_owned);
        if let Some((deadline, _)) = draft.deadline() {
            concrete.limits.time = Some(deadline.saturating_duration_since(Instant::now()));
        }
        let watch = Watch { interrupt: onlooker.interrupt.clone(), on_beat: None, draft: Some(draft) };
        let mut report = check(&concrete, watch)?;
        report.inputs = concrete.subject.inputs;
        report.paths = Some(looked.paths);
        if report.verdict == Verdict::Holds {
            let sentence = "internal error: these inputs seemed to lead to a violation and do not; please report it, with the command line";
            report.unconfirmed.push(sentence.into());
            (report.verdict, report.complete) = (Verdict::Inconclusive, false);
        }
        return Ok(report);
    }
    let mut report = empty_report(job, "symbolic", Vec::new());
    report.assumptions = Assumptions::of(&prepared.program);
    report.paths = Some(looked.paths);
    report.limits_hit = looked.cut;
    for what in looked.bounded {
        report.limits_hit.push("strings".to_owned());
        report.warnings.push(format!("only {what} were looked at (--strings)"));
    }
    if let Some(sentence) = looked.undecided {
        report.limits_hit.push("solver".to_owned());
        report.warnings.push(sentence);
    }
    report.unsupported.extend(looked.unsupported);
    if looked.rounds_unseen {
        report.unsupported.push(ROUNDING.to_owned());
    }
    report.complete = report.limits_hit.is_empty() && report.unsupported.is_empty();
    report.verdict = if report.complete { Verdict::Holds } else { Verdict::Inconclusive };
    report.progress = if report.complete { 1.0 } else { 0.0 };
    (report.states, report.transitions, report.max_depth) = (looked.states, looked.transitions, looked.depth.into());
    report.end_states = looked.paths;
    report.time_ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    report.peak_bytes = peak_bytes();
    Ok(report)
}

/// Nodes opened at once: the more have been seen, the more, so that what is wrong near the start is found at once. They are as
/// many for one worker as for several.
fn at_once(seen: usize) -> usize {
    (seen / 8).clamp(1, 512)
}

/// Through all that can happen, until something is wrong.
fn look(job: &Job, order: Order, domains: &[String], prepared: &Prepared, draft: &Draft) -> Result<Looked, Fault> {
    let program = &prepared.program;
    let machine = |common: &Common| {
        let execution = Execution::beside(program, common, Weighing::Feasibility)?;
        Ok(execution.limited(job.limits.depth, program.config.deadline))
    };
    let common = || {
        let mut inputs = inputs_of(None, domains)?;
        inputs.are_doubles = true;
        let common = Common::new(inputs);
        Ok::<Common, Fault>(common.watched(draft.pulse.clone()).failing_by(&job.properties))
    };
    if job.workers > 1 {
        // One machine more finds out what threads share, so that the others know the same.
        machine(&common()?)?;
        let common = common()?;
        let looked = symbolic::crew(job.workers, &|| machine(&common), |crew| look_with(crew, job, order));
        if let Ok((Ok(looked), first)) = looked {
            return looked.cut_by(&first, draft).named(&first, domains, program);
        }
    }
    let common = common()?;
    let (looked, first) = symbolic::crew(1, &|| machine(&common), |crew| look_with(crew, job, order))?;
    looked?.cut_by(&first, draft).named(&first, domains, program)
}

impl Looked {
    /// Complains about inputs that were named and never met, if everything was looked at.
    fn named(self, tree: &Execution<'_>, domains: &[String], program: &jvm::Program) -> Result<Looked, Fault> {
        if self.failure.is_none() && self.unsupported.is_none() && self.undecided.is_none() && self.cut.is_empty() {
            check_names(domains, program.config.symbolic_method.as_deref(), tree)?;
        }
        Ok(self)
    }

    fn cut_by(mut self, tree: &Execution<'_>, draft: &Draft) -> Looked {
        if self.failure.is_some() {
            return self;
        }
        if tree.depth_hit {
            self.cut.push("max-depth".to_owned());
        }
        {
            let inputs = tree.inputs.lock();
            self.rounds_unseen = inputs.paths.exprs.rounds_unseen;
            self.bounded.clone_from(&inputs.bounded);
        }
        self.is_cut_short = tree.limits_hit;
        self.cut.extend(cut_short(tree, draft));
        self
    }
}

fn look_with(crew: &mut Crew<'_, '_>, job: &Job, order: Order) -> Result<Looked, Fault> {
    let mut looked = Looked::default();
    let mut open = Frontier::new(crew.root()?, order, job.subject.seed);
    let (mut seen, mut opened) = (HashSet::new(), 0);
    loop {
        let next: Vec<_> = std::iter::from_fn(|| open.pop()).take(at_once(opened)).collect();
        if next.is_empty() {
            return Ok(looked);
        }
        opened += next.len();
        looked.transitions = opened as u64 - 1;
        let (depths, nodes): (Vec<u32>, Vec<_>) = next.into_iter().unzip();
        for (depth, node) in depths.into_iter().zip(crew.expand_all(nodes)) {
            let node = match node {
                Ok(node) => node,
                // Nothing happens on a path that an assumption rules out.
                Err(ExecutionFault::Ignored | ExecutionFault::NothingLeft) => continue,
                Err(ExecutionFault::Machine(fault @ space::Fault::Unsupported { .. })) => {
                    looked.unsupported.get_or_insert(fault.to_string());
                    continue;
                }
                Err(ExecutionFault::Symbolic(fault)) if fault.is_undecided() => {
                    looked.undecided.get_or_insert(fault.to_string());
                    continue;
                }
                Err(fault) => return Err(fault.into()),
            };
            // What lies below has been looked at.
            if node.identity.is_some_and(|identity| !seen.insert(identity)) {
                continue;
            }
            looked.states += 1;
            looked.depth = looked.depth.max(depth);
            looked.paths += u64::from(matches!(node.expansion, Expansion::Leaf(_)));
            if let Some(failure) = node.failure.filter(|failure| failure.is_one_of(&job.properties)) {
                looked.inputs = Some(crew.first.model(&failure.path)?.unwrap_or_default());
                looked.failure = Some(failure.path);
                return Ok(looked);
            }
            match node.expansion {
                Expansion::Leaf(_) => {}
                Expansion::Choice(children) => open.extend(depth, children.into_iter().map(|(_, child)| child)),
                Expansion::Branch(children) => open.extend(depth, children.into_iter().map(|(_, _, child)| child)),
            }
        }
    }
}

//! `check --symbolic`: is a violation reachable for any input and any schedule? If so, with which inputs.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use classfile::ClassPath;
use jvm::Round;
use space::ViolationKind;
use symbolic::algorithms::{Expansion, Tree};
use symbolic::expr::{Domain, Variable};
use symbolic::{Common, Crew, Execution, ExecutionFault, PathCondition, Weighing};

use crate::assumptions::Assumptions;
use crate::check::{Watch, check, empty_report};
use crate::draft::{Cause, Draft, Telling};
use crate::fault::Fault;
use crate::frontier::{Frontier, Order, Site};
use crate::induction;
use crate::job::{Job, Subject};
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
    /// How it was proved, if not by looking at every path.
    proof: Option<String>,
    /// The inputs that were asked for.
    asked: Vec<Variable>,
    /// Why not all strings were looked at.
    obstacle: Option<String>,
}

pub fn verify(
    job: &Job,
    domains: &[String],
    method: Option<&str>,
    mut onlooker: Onlooker<'_>,
) -> Result<Report, Fault> {
    let started = Instant::now();
    let order = Order::parse(&job.search, job.subject.goal.is_some())?;
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
    let mut trial = Trial::of(job, method, &prepared);
    let mut turn = Turn::Brief;
    let latest = prepared.program.config.deadline;
    draft.begin(prepared.ready, job.limits.time, job.limits.memory);
    let pulse = draft.pulse.clone();
    let mut stages = Stages::of(&job.subject, started, job.limits.time);
    let looked = loop {
        let by_value = prepared.program.config.texts_by_value;
        let config = Arc::make_mut(&mut prepared.program.config);
        config.merges_paths = turn == Turn::Together;
        config.deadline = match &trial {
            Some(trial) => Some(trial.deadline),
            None => turn.deadline(job.limits.time, latest),
        };
        let looks_into_texts = |looked: &Looked| {
            let about_texts = |what: &String| what.contains(jvm::domain::LOOKING_INTO_TEXT);
            looked.failure.is_none() && looked.unsupported.as_ref().is_some_and(about_texts)
        };
        let looked = prepared.program.until_settled(|| {
            let looked = onlooker.attend(&pulse, || look(job, order, domains, &prepared, &draft))?;
            let is_over = looked.failure.is_some() || !looked.cut.is_empty() || looks_into_texts(&looked);
            Ok::<_, Fault>(Round { result: looked, is_over })
        });
        let looked = looked.map(|(looked, _)| looked);
        let asks_for_texts = match &looked {
            Ok(looked) => looks_into_texts(looked),
            Err(fault) => is_about_texts(fault),
        };
        if asks_for_texts && !by_value {
            Arc::make_mut(&mut prepared.program.config).texts_by_value = true;
            continue;
        }
        let looked = match looked {
            // It did not even come to the first input.
            Err(Fault::Limit(_)) => {
                let name = draft.cause().map_or("max-instructions", Cause::name);
                Looked { cut: vec![name.to_owned()], is_cut_short: true, ..Looked::default() }
            }
            looked => looked?,
        };
        if let Some(trial) = trial.take()
            && looked.failure.is_none()
            && !looked.cut.is_empty()
            && !pulse.is_interrupted()
        {
            let proof = trial.prove(&prepared);
            if proof.is_some() {
                break Looked { proof, ..looked.without_cuts() };
            }
            turn = Turn::Together;
            continue;
        }
        let late = pulse.is_interrupted() || latest.is_some_and(|deadline| Instant::now() >= deadline);
        if turn != Turn::Whole && looked.is_open() && !late {
            let config = Arc::make_mut(&mut prepared.program.config);
            match turn {
                Turn::Brief => turn = Turn::Together,
                _ => {
                    // All strings at once may be less work than those of a few characters.
                    let is_first = !config.strings_whole && !looked.bounded.is_empty();
                    (config.strings_whole, stages.is_whole) = (is_first, is_first);
                    turn = if is_first { Turn::Together } else { Turn::Whole };
                }
            }
            stages.keep(looked);
            continue;
        }
        if hurries && looked.failure.is_none() && looked.is_cut_short && !late {
            hurries = false;
            Arc::make_mut(&mut prepared.program.config).transition_max = 0;
            continue;
        }
        match stages.after(looked, late) {
            Next::Tell(looked) => break *looked,
            Next::Look { strings_max, strings_whole } => {
                turn = if stages.has_open() { Turn::Whole } else { turn };
                let config = Arc::make_mut(&mut prepared.program.config);
                (config.strings_max, config.strings_whole) = (strings_max, strings_whole);
            }
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
        let watch = Watch { interrupt: onlooker.interrupt.clone(), draft: Some(draft), ..Watch::default() };
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
    if looked.unsupported.is_some() || looked.undecided.is_some() {
        let tried = Tries { job, method, asked: &looked.asked, started, draft: &draft, interrupt: &onlooker.interrupt };
        if let Some(mut report) = tried.violation()? {
            report.paths = Some(looked.paths);
            return Ok(report);
        }
    }
    let mut report = empty_report(job, "symbolic", Vec::new());
    report.assumptions = Assumptions::of(&prepared.program);
    report.paths = Some(looked.paths);
    report.proof = looked.proof;
    report.limits_hit = looked.cut;
    for what in looked.bounded {
        let (limit, option) =
            if what.starts_with("references") { ("objects", "") } else { ("strings", " (--strings)") };
        report.limits_hit.push(limit.to_owned());
        let why = looked.obstacle.as_ref().map(|why| format!("; all of them: {why}")).unwrap_or_default();
        report.warnings.push(format!("only {what} were looked at{option}{why}"));
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

/// Where inputs cannot stay unknown, a few concrete ones find most mistakes all the same. Nothing is proved by them.
struct Tries<'a> {
    job: &'a Job,
    method: Option<&'a str>,
    asked: &'a [Variable],
    started: Instant,
    draft: &'a Arc<Draft>,
    interrupt: &'a Option<Arc<AtomicBool>>,
}

/// So many inputs are tried, and for so long if there is no limit.
const TRIES: u64 = 32;
const TRYING: Duration = Duration::from_secs(3);

impl Tries<'_> {
    fn violation(&self) -> Result<Option<Report>, Fault> {
        let begun = Instant::now();
        let left = self.job.limits.time.map(|time| time.saturating_sub(self.started.elapsed()));
        let until = begun + left.map_or(TRYING, |left| left / 2);
        for seed in 0..TRIES {
            let is_over = self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
            if self.asked.is_empty() || is_over || Instant::now() >= until {
                break;
            }
            let mut concrete = self.job.clone();
            concrete.search = "dfs".to_owned();
            concrete.workers = 1;
            concrete.subject.symbolic_method = self.method.map(str::to_owned);
            concrete.subject.inputs = Some(self.drawn(seed));
            concrete.limits.time = Some(until.saturating_duration_since(Instant::now()));
            let (interrupt, draft) = (self.interrupt.clone(), Some(self.draft.clone()));
            let watch = Watch { interrupt, draft, ..Watch::default() };
            // What is not supported for some inputs may be for others.
            let Ok(mut report) = check(&concrete, watch) else { continue };
            if report.verdict == Verdict::Violated {
                report.inputs = concrete.subject.inputs;
                return Ok(Some(report));
            }
        }
        Ok(None)
    }

    /// Values for all inputs, the same for the same seed: ends of domains and small numbers more often than others.
    fn drawn(&self, seed: u64) -> Vec<(String, String)> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.job.subject.seed;
        let mut next = || {
            // SplitMix64 (Steele, Lea and Flood 2014).
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ mixed >> 31
        };
        let mut values = Vec::new();
        for variable in self.asked {
            let text = match &variable.domain {
                Domain::Integer { range, .. } => {
                    let width = range.width().max(1) as u128;
                    let value = match next() % 4 {
                        0 => [range.low, range.high][(next() % 2) as usize],
                        1 | 2 => i128::from(next() % 24) - 4,
                        _ => range.low + ((u128::from(next()) << 64 | u128::from(next())) % width) as i128,
                    };
                    // A string has to fit into memory.
                    let high = if variable.name.ends_with(".length") { range.high.min(64) } else { range.high };
                    let value = value.clamp(range.low, high);
                    variable.text(value)
                }
                Domain::Real { low, high } => {
                    let share = (next() >> 11) as f64 / (1u64 << 53) as f64;
                    let (low, high) = (low.to_f64().value(), high.to_f64().value());
                    (low + share * (high - low)).to_string()
                }
            };
            values.push((variable.name.clone(), text));
        }
        values
    }
}

/// A program that induction may be about is looked at for a moment, which finds most mistakes; what takes longer may be endless.
struct Trial {
    bad: induction::Bad,
    /// Until then paths are looked at.
    deadline: Instant,
    time: Duration,
}

/// For how long paths are looked at before induction is tried.
const TRIAL: Duration = Duration::from_millis(1500);
/// For how long it is tried, unless the time is short.
const INDUCTION: Duration = Duration::from_secs(20);

impl Trial {
    fn of(job: &Job, method: Option<&str>, prepared: &Prepared) -> Option<Trial> {
        let bad = match (job.properties.contains(&ViolationKind::Exception), job.subject.only_runtime_exceptions) {
            (false, _) => induction::Bad::Assertions,
            (true, true) => induction::Bad::RuntimeExceptions,
            (true, false) => induction::Bad::Exceptions,
        };
        let is_plain =
            job.subject.unwind.is_none() && method.is_none() && prepared.driver.is_none() && job.questions.is_empty();
        // Of an end with another status, of threads and of labels it knows nothing.
        let others = [ViolationKind::Exit, ViolationKind::Race, ViolationKind::Livelock];
        if !is_plain || others.iter().any(|kind| job.properties.contains(kind)) {
            return None;
        }
        let class_path = ClassPath::open(&prepared.resolved.class_path).ok()?;
        if !induction::applies(&class_path, &prepared.resolved.main_class, bad) {
            return None;
        }
        let deadline = Instant::now() + job.limits.time.map_or(TRIAL, |time| (time / 8).min(TRIAL));
        let time = job.limits.time.map_or(INDUCTION, |time| (time / 4).min(INDUCTION));
        Some(Trial { bad, deadline, time })
    }

    fn prove(&self, prepared: &Prepared) -> Option<String> {
        let class_path = ClassPath::open(&prepared.resolved.class_path).ok()?;
        induction::prove(&class_path, &prepared.resolved.main_class, self.bad, self.time)
    }
}

/// Strings are inputs without a bound, and looked at in stages: those of a few characters, which is where most mistakes show; all
/// of them, as far as the program lets them be unknown; and, if it does not, longer and longer ones.
struct Stages {
    strings_max: u32,
    /// The bound may grow.
    grows: bool,
    is_whole: bool,
    started: Instant,
    time: Option<Duration>,
    /// What was found out about strings of a few characters.
    fallback: Option<Box<Looked>>,
    /// Why not all of them were looked at.
    obstacle: Option<String>,
}

enum Next {
    Tell(Box<Looked>),
    Look { strings_max: u32, strings_whole: bool },
}

/// Strings of more characters are not tried.
const STRINGS_LONGEST: u32 = 64;

impl Stages {
    fn of(subject: &Subject, started: Instant, time: Option<Duration>) -> Stages {
        let (strings_max, grows) = (subject.strings_max, subject.strings_grow);
        Stages { strings_max, grows, is_whole: false, started, time, fallback: None, obstacle: None }
    }

    fn after(&mut self, looked: Looked, late: bool) -> Next {
        let is_through = looked.failure.is_none() && looked.cut.is_empty() && looked.undecided.is_none();
        let only_bounded = is_through && looked.unsupported.is_none() && !looked.bounded.is_empty();
        let is_proved = is_through && looked.unsupported.is_none() && looked.bounded.is_empty();
        if looked.failure.is_some() || is_proved {
            return Next::Tell(Box::new(looked));
        }
        if self.is_whole {
            // All strings were too much to ask for.
            self.is_whole = false;
            self.obstacle = looked.unsupported.or(looked.undecided);
            if self.has_open() && !late {
                return Next::Look { strings_max: self.strings_max, strings_whole: false };
            }
        } else if only_bounded && self.fallback.is_none() {
            self.fallback = Some(Box::new(looked));
            self.is_whole = true;
            return match late {
                true => self.tell(),
                false => Next::Look { strings_max: self.strings_max, strings_whole: true },
            };
        } else if only_bounded {
            self.fallback = Some(Box::new(looked));
        } else if looked.bounded.is_empty() || self.fallback.is_none() {
            return Next::Tell(Box::new(looked));
        }
        // What takes long already would take longer still.
        let spent = self.started.elapsed();
        let has_time = spent < self.time.map_or(PATIENCE_WITH_STRINGS, |time| time / 4);
        if late || !self.grows || !has_time || self.strings_max >= STRINGS_LONGEST {
            return self.tell();
        }
        self.strings_max = (self.strings_max.max(1) * 3).min(STRINGS_LONGEST);
        Next::Look { strings_max: self.strings_max, strings_whole: false }
    }

    /// Whether those of a few characters were not all looked at for want of time.
    fn has_open(&self) -> bool {
        self.fallback.as_ref().is_some_and(|looked| looked.is_open())
    }

    /// What is told if nothing better is found.
    fn keep(&mut self, looked: Looked) {
        self.fallback.get_or_insert_with(|| Box::new(looked));
    }

    fn tell(&mut self) -> Next {
        let mut looked = self.fallback.take().expect("something was looked at before");
        looked.obstacle = self.obstacle.take();
        Next::Tell(looked)
    }
}

/// Paths that are followed together are fewer, and have harder questions: which is better shows only when it is tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Each path alone, for a moment.
    Brief,
    /// Those that meet again together, for a while.
    Together,
    /// Each alone, as long as there is time.
    Whole,
}

impl Turn {
    fn deadline(self, time: Option<Duration>, latest: Option<Instant>) -> Option<Instant> {
        let share = match self {
            Turn::Brief => time.map_or(BRIEF, |time| (time / 8).min(BRIEF)),
            Turn::Together => time.map_or(TOGETHER, |time| time / 4),
            Turn::Whole => return latest,
        };
        let soon = Instant::now() + share;
        Some(latest.map_or(soon, |latest| latest.min(soon)))
    }
}

/// For how long each path is followed alone at first.
const BRIEF: Duration = Duration::from_secs(3);

/// For how long paths are followed together if there is no limit.
const TOGETHER: Duration = Duration::from_secs(10);

/// For how long longer strings are tried if there is no limit.
const PATIENCE_WITH_STRINGS: Duration = Duration::from_secs(5);

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
        Ok(execution.limited(job.limits.depth, program.config.deadline).unwound(job.subject.unwind))
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
    let (looked, first) = match symbolic::crew(1, &|| machine(&common), |crew| look_with(crew, job, order)) {
        // It did not come to a branch, but to inputs.
        Err(ExecutionFault::Machine(fault @ space::Fault::Unsupported { .. })) if !common.asked().is_empty() => {
            let (asked, unsupported) = (common.asked(), Some(fault.to_string()));
            return Ok(Looked { asked, unsupported, ..Looked::default() });
        }
        looked => looked?,
    };
    looked?.cut_by(&first, draft).named(&first, domains, program)
}

impl Looked {
    /// Nothing is wrong so far, and not everything was looked at for want of time.
    fn is_open(&self) -> bool {
        self.failure.is_none() && (self.is_cut_short || self.undecided.is_some())
    }

    /// What was cut off has been proved by other means.
    fn without_cuts(mut self) -> Looked {
        self.cut.clear();
        self.is_cut_short = false;
        (self.undecided, self.unsupported) = (None, None);
        self
    }

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
        if tree.unwind_hit {
            self.cut.push("unwind".to_owned());
        }
        {
            let inputs = tree.inputs.lock();
            self.rounds_unseen = inputs.paths.exprs.rounds_unseen;
            self.bounded.clone_from(&inputs.bounded);
            self.asked = inputs.asked();
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
                if crew.first.is_guessed(&failure.path) {
                    looked.unsupported.get_or_insert(format!("{} is not supported", jvm::domain::BEYOND_TEXT));
                    continue;
                }
                looked.inputs = Some(crew.first.model(&failure.path)?.unwrap_or_default());
                looked.failure = Some(failure.path);
                return Ok(looked);
            }
            let site = Site { place: node.site, distance: node.distance };
            match node.expansion {
                Expansion::Leaf(_) => {}
                Expansion::Choice(children) => {
                    open.extend(depth, site, children.into_iter().map(|(_, child)| child));
                }
                Expansion::Branch(children) => {
                    open.extend(depth, site, children.into_iter().map(|(_, _, child)| child));
                }
            }
        }
    }
}

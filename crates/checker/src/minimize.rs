//! A shorter trace: the way to the same violation with the fewest context switches, or none.

use std::time::{Duration, Instant};

use jvm::{Program, Round};
use search::{Cheapest, Effort, Found, fewest_switches, replay};
use space::{Violation, ViolationKind};

use crate::check::{depends_on_order, needs_model};
use crate::draft::Draft;
use crate::fault::Fault;
use crate::job::{DEFAULT_SEARCH, Job, Minimize};
use crate::report::Report;

/// For so long whoever asks for it waits.
const TIME_MAX: Duration = Duration::from_secs(60);
/// About what a second allows. Nobody asked for it, so that a step which goes on and on is given up, too.
const BRIEF_STEPS: u64 = 10_000;
const BRIEF_INSTRUCTIONS: u64 = 20_000_000;

/// A way to a violation, and the machine to which its picks mean that.
pub(crate) struct Shorter {
    pub program: Program,
    pub found: Found,
    /// Whether that machine prunes schedules.
    pub is_reduced: bool,
}

pub(crate) fn is_wanted(job: &Job, report: &Report) -> bool {
    match job.minimize {
        Minimize::Off => false,
        Minimize::Briefly => {
            let is_told_as_found = job.search != DEFAULT_SEARCH || job.all_errors || needs_model(job);
            !is_told_as_found && !report.assumptions.0.iter().any(depends_on_order)
        }
        Minimize::Fully => true,
    }
}

/// A shorter way, if one is found. What was found before stays so whatever happens on the way there.
pub(crate) fn shortest(
    job: &Job,
    program: &Program,
    found: &Found,
    draft: &Draft,
    report: &mut Report,
) -> Option<Shorter> {
    look_for_shortest(job, program, found, draft, report).unwrap_or_else(|fault| {
        if job.minimize == Minimize::Fully {
            report.warnings.push(format!("--minimize gave up; the way shown may not be the shortest: {fault}"));
        }
        None
    })
}

/// Looks for the way to the same violation with the fewest context switches. Of deadlocks any will do: which threads get
/// stuck where depends on the way. The machine that prunes schedules is asked first even if the search did not prune: it has ways with
/// as few switches as there are, and looks at far fewer.
fn look_for_shortest(
    job: &Job,
    program: &Program,
    found: &Found,
    draft: &Draft,
    report: &mut Report,
) -> Result<Option<Shorter>, Fault> {
    if found.endless.is_some() {
        if job.minimize == Minimize::Fully {
            let sentence = "--minimize has no effect here: what never ends has no shortest way";
            report.warnings.push(sentence.into());
        }
        return Ok(None);
    }
    // A run without choices is the only one.
    if found.path.is_empty() {
        return Ok(None);
    }
    let Violation { kind, location, .. } = found.violation.clone();
    let wanted = |violation: &Violation| {
        violation.kind == kind && (kind == ViolationKind::Deadlock || violation.location == location)
    };
    let started = Instant::now();
    let mut effort = effort(job.minimize, started, draft);
    let stop = draft.flag();
    for is_reduced in [true, false] {
        // A path means the same only to whoever knows the same about shared memory: should this fail, the old one has to be told.
        let mut twin = if job.subject.reduction == is_reduced { program.twin() } else { program.reduced() };
        if job.minimize == Minimize::Briefly {
            twin.bind(|bounds| {
                (*bounds.transition_max, *bounds.interrupt) = (BRIEF_INSTRUCTIONS, Some(stop.clone()));
            });
        }
        let (outcome, _) = twin.until_settled(|| {
            let outcome = fewest_switches(&twin, wanted, &mut effort, &stop)?;
            Ok::<_, Fault>(Round { is_over: outcome == Cheapest::GaveUp, result: outcome })
        })?;
        match outcome {
            // A picture shows the way among the states that were explored, which another machine's picks say nothing of.
            Cheapest::Found(..) if job.picture && job.minimize == Minimize::Briefly && !agree(&twin, program) => break,
            Cheapest::Found(violation, path, _) => {
                twin.bind(|bounds| (*bounds.transition_max, *bounds.interrupt) = (0, None));
                let probability = replay(&twin, &path)?.probability();
                let found = Found { violation, path, probability, ..found.clone() };
                return Ok(Some(Shorter { program: twin, found, is_reduced }));
            }
            Cheapest::None if !job.subject.reduction && is_reduced => {}
            Cheapest::None => break,
            // Who gave it little did not count on it.
            Cheapest::GaveUp if job.minimize == Minimize::Briefly => break,
            Cheapest::GaveUp => {
                report.warnings.push(format!(
                    "--minimize gave up after {:.1} seconds; the way shown may not be the shortest",
                    started.elapsed().as_secs_f64()
                ));
                break;
            }
        }
    }
    Ok(None)
}

fn effort(minimize: Minimize, now: Instant, draft: &Draft) -> Effort {
    let left = draft.deadline().map_or(TIME_MAX, |(deadline, _)| deadline.saturating_duration_since(now));
    let effort = Effort::until(now + left.min(TIME_MAX));
    match minimize {
        Minimize::Briefly => Effort { steps: BRIEF_STEPS, instructions: BRIEF_INSTRUCTIONS, ..effort },
        _ => effort,
    }
}

/// Whether picks mean the same to both.
pub(crate) fn agree(one: &Program, other: &Program) -> bool {
    one.config.reduction == other.config.reduction && one.visible() == other.visible()
}

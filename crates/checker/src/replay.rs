//! A violation's schedule as a file, and running it again.

use std::path::{Path, PathBuf};

use search::{Endless, Found};
use serde::{Deserialize, Serialize};
use space::{Pick, Standing, ThreadSet, Violation, ViolationKind};

use crate::fault::Fault;
use crate::files;
use crate::job::{Job, Subject, TimeOuts};
use crate::labels;
use crate::program::{self, Circumstances, Prepared};
use crate::report::{TraceStep, ViolationReport};
use crate::trace::Storyteller;

/// What `--trace` writes and `hazard replay` reads.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recording {
    /// The version that wrote it.
    pub hazard: String,
    #[serde(flatten)]
    pub subject: Subject,
    /// What was known about shared memory, on which the choices between threads depend.
    #[serde(default)]
    pub visible: Vec<String>,
    pub picks: Vec<u32>,
    pub violation: Option<RecordedViolation>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RecordedViolation {
    pub kind: String,
    pub message: String,
    /// The threads that never move again, though others do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<Threads>,
    /// After how many steps the round begins that the threads go for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<(usize, Threads)>,
}

/// Threads by number; traces of old have a bit for each.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Threads {
    Numbers(Vec<usize>),
    Bits(u64),
}

impl Threads {
    fn of(set: &ThreadSet) -> Threads {
        Threads::Numbers(set.iter().collect())
    }

    fn set(&self) -> ThreadSet {
        // More threads than this there are none, and a set has room for all below its greatest.
        const BEYOND: usize = 1 << 16;
        match self {
            Threads::Numbers(numbers) => numbers.iter().copied().filter(|number| *number < BEYOND).collect(),
            Threads::Bits(bits) => (0..64).filter(|bit| bits & 1 << bit != 0).collect(),
        }
    }
}

/// What came of a replay.
pub struct Replayed {
    pub expected: Option<RecordedViolation>,
    pub violations: Vec<Violation>,
    pub standing: Standing,
    pub fault: Option<space::Fault>,
    /// The schedule and what each of its steps looks like, if that was wanted.
    pub told: Option<ViolationReport>,
}

impl Recording {
    pub(crate) fn of(job: &Job, prepared: &Prepared, found: &Found) -> Result<Recording, Fault> {
        let recorded = RecordedViolation {
            kind: found.violation.kind.name().to_owned(),
            message: found.violation.message.clone(),
            stuck: match &found.endless {
                Some(Endless::Stuck(threads)) => Some(Threads::of(threads)),
                _ => None,
            },
            round: match &found.endless {
                Some(Endless::Round { after, threads }) => Some((*after, Threads::of(threads))),
                _ => None,
            },
        };
        Ok(Recording { violation: Some(recorded), ..Recording::of_path(job, prepared, &found.path)? })
    }

    /// A path that need not show a violation.
    pub(crate) fn of_path(job: &Job, prepared: &Prepared, path: &[Pick]) -> Result<Recording, Fault> {
        let mut subject = job.subject.clone();
        // The trace may be replayed from another folder.
        if Path::new(&subject.target).is_file() {
            subject.target = absolute(Path::new(&subject.target)).display().to_string();
        }
        let entries = subject.classpath.clone().or_else(|| {
            let is_named_class = subject.target == prepared.resolved.main_class;
            is_named_class.then(|| prepared.resolved.class_path_text.clone())
        });
        subject.classpath = entries.map(|text| {
            let entries: Vec<PathBuf> = std::env::split_paths(&text).map(|entry| absolute(&entry)).collect();
            std::env::join_paths(entries).map_or(text, |joined| joined.to_string_lossy().into_owned())
        });
        subject.time_outs = Some(subject.time_outs());
        subject.driver = prepared.driver.clone();
        subject.jdk = Some(prepared.jdk.home().to_path_buf());
        subject.stdin = subject.stdin.map(|path| absolute(&path));
        Ok(Recording {
            hazard: crate::VERSION.to_owned(),
            subject,
            visible: prepared.program.visible(),
            picks: path.iter().map(|pick| pick.0).collect(),
            violation: None,
        })
    }

    pub fn write(&self, path: &Path) -> Result<(), Fault> {
        let mut text = serde_json::to_string_pretty(self).expect("plain data can be written");
        text.push('\n');
        files::write(path, text.as_bytes())
    }

    pub fn read(path: &Path) -> Result<Recording, Fault> {
        let text = files::read_text(path)?;
        let mut recording: Recording = serde_json::from_str(&text).map_err(|error| {
            Fault::Input(format!("{}: not a trace of hazard ({error}); write one with --trace", path.display()))
        })?;
        // Those that do not say are older than the option.
        recording.subject.time_outs.get_or_insert(TimeOuts::Any);
        Ok(recording)
    }
}

fn absolute(path: &Path) -> PathBuf {
    if path.as_os_str().is_empty() {
        return std::env::current_dir().unwrap_or_default();
    }
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// Runs a recorded schedule again. `on_start` sees what was printed before the first choice, `on_step` each step.
pub fn replay(
    recording: &Recording,
    picture: bool,
    on_start: impl FnOnce(&str),
    on_step: impl FnMut(usize, &TraceStep),
) -> Result<Replayed, Fault> {
    follow(&prepared_for(recording)?, recording, picture, on_start, on_step)
}

/// The recorded program, knowing what was known when it was recorded.
pub(crate) fn prepared_for(recording: &Recording) -> Result<Prepared, Fault> {
    let subject = &recording.subject;
    let asked = labels::of(subject)?;
    let stdin = program::stdin_of(subject)?;
    let circumstances = Circumstances { keep_output: true, stdin, ..Circumstances::default() };
    let prepared = program::prepare(subject, &asked, circumstances)?;
    prepared.program.check_labels()?;
    prepared.program.expect_visible(recording.visible.iter().cloned());
    Ok(prepared)
}

/// Runs the schedule of a program that is prepared.
pub(crate) fn follow(
    prepared: &Prepared,
    recording: &Recording,
    picture: bool,
    on_start: impl FnOnce(&str),
    on_step: impl FnMut(usize, &TraceStep),
) -> Result<Replayed, Fault> {
    let mut storyteller = Storyteller::new(&prepared.program)?;
    if picture {
        storyteller = storyteller.with_scenes();
    }
    on_start(&storyteller.initial_output());
    let picks: Vec<Pick> = recording.picks.iter().map(|pick| Pick(*pick)).collect();
    let expected = recording.violation.clone();
    let round = expected.as_ref().and_then(|expected| expected.round.as_ref());
    let round = round.filter(|(after, _)| *after < picks.len());
    let before = match round {
        Some((after, _)) => {
            storyteller.tell(&picks[..*after])?;
            Some(storyteller.place())
        }
        None => None,
    };
    let mut story = storyteller.tell_with(&picks, on_step)?;
    if let Some(threads) = expected.as_ref().and_then(|expected| expected.stuck.as_ref()) {
        story.violations.extend(storyteller.stuck(&threads.set()));
    }
    if let (Some(before), Some((_, threads))) = (before, round)
        && before == storyteller.place()
    {
        story.violations.push(storyteller.livelock(&threads.set()));
    }
    let told = picture.then(|| match story.violations.first() {
        Some(violation) => storyteller.told(violation, &story),
        // A schedule that shows nothing wrong is one to look at all the same.
        None => {
            let nothing = Violation::bare(ViolationKind::Exit, "");
            ViolationReport { kind: String::new(), ..storyteller.told(&nothing, &story) }
        }
    });
    Ok(Replayed { expected, violations: story.violations, standing: story.standing, fault: story.fault, told })
}

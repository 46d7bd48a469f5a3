//! `hazard replay`: a recorded schedule, step by step.

use std::path::PathBuf;

use checker::{Recording, Replayed, Standing};
use clap::Args;

use super::debugged;
use crate::failure::Failure;
use crate::options::Frames;
use crate::passage::{self, filled, printed};
use crate::stepper::Stepper;
use crate::story::place_after;
use crate::terminal::{Paint, columns, command_line, print};

#[derive(Args)]
pub struct Replay {
    /// A file that `hazard check --trace` wrote
    trace: PathBuf,

    /// Which lines of code are shown: the program's own, or those of libraries in jars as well
    #[arg(long, value_enum, value_name = "WHICH", default_value = "own")]
    frames: Frames,

    /// Write the schedule as a page to open in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Walk through it at a prompt, forwards and backwards; commands are read from standard input
    #[arg(long, conflicts_with = "quiet")]
    step: bool,

    /// Let a Java debugger (jdb, an IDE) attach to it at this port, of this machine only unless an address is given; 0 is any free one
    #[arg(long, value_name = "[ADDRESS:]PORT", conflicts_with_all = ["quiet", "step", "html"])]
    jdwp: Option<String>,

    /// Print nothing; the exit status tells whether the violation showed again
    #[arg(short, long)]
    quiet: bool,
}

impl Replay {
    pub fn execute(&self) -> Result<i32, Failure> {
        let paint = Paint::for_stdout();
        let say = |text: &str| {
            if !self.quiet && !self.step {
                print(text);
            }
        };
        self.html.as_deref().map_or(Ok(()), checker::files::check_writable)?;
        let mut recording = Recording::read(&self.trace)?;
        recording.subject.frames_all = self.frames == Frames::All;
        if let Some(place) = &self.jdwp {
            return debugged::run(recording, place);
        }
        let lines = checker::SourceLines::of(&recording.subject);
        let replayed = checker::replay(
            &recording,
            self.html.is_some() || self.step,
            |output| say(&printed(output, paint)),
            |index, step| {
                let mut step = [step.clone()];
                lines.annotate(&mut step);
                say(&passage::step(&step[0], index, columns(), paint));
            },
        )?;
        if let Some(fault) = replayed.fault {
            return Err(checker::Fault::from(fault).into());
        }
        if let (true, Some(told)) = (self.step, &replayed.told) {
            let sources = render::sources_of(&recording.subject, told);
            Stepper::new(told, sources).run();
            return Ok(0);
        }
        for violation in &replayed.violations {
            let place = place_after(&violation.message, violation.location.as_deref());
            say(&format!("{} {}{place}\n", paint.red(&format!("{}:", violation.kind.name())), violation.message));
            let details = match self.frames {
                Frames::All => violation.details.clone(),
                Frames::Own => checker::frames::folded(&violation.details),
            };
            for line in &details {
                let line = checker::frames::within(line, columns().saturating_sub(2));
                say(&format!("  {}\n", filled(&line, columns().saturating_sub(4)).join("\n    ")));
            }
        }
        if let (Some(path), Some(told), false) = (&self.html, &replayed.told, replayed.violations.is_empty()) {
            let page = render::Page::of_replay(told, &recording.subject, command_line());
            checker::files::write(path, page.html().as_bytes())?;
        }
        status_of(&replayed)
    }
}

/// One if a violation showed, as it should.
pub(super) fn status_of(replayed: &Replayed) -> Result<i32, Failure> {
    if let Some(expected) = &replayed.expected {
        let shows = replayed.violations.iter().any(|violation| violation.kind.name() == expected.kind);
        let is_deadlock = expected.kind == "deadlock" && replayed.standing == Standing::Deadlocked;
        if !shows && !is_deadlock {
            return Err(Failure::usage(format!(
                "the schedule ran to its end, but the {} it was recorded for does not show; was the program changed?",
                expected.kind
            )));
        }
        return Ok(1);
    }
    Ok(i32::from(!replayed.violations.is_empty()))
}

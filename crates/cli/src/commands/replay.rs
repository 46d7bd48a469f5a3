//! `hazard replay`: a recorded schedule, step by step.

use std::path::PathBuf;

use checker::{Recording, Standing};
use clap::Args;

use crate::failure::Failure;
use crate::stepper::Stepper;
use crate::story::{Columns, place_after, printed, step_line, until_next_choice};
use crate::terminal::{Paint, command_line, print};

/// A replay tells each step as it happens, before it knows how long the names to come are.
const COLUMNS: Columns = Columns { thread: 12, place: 24 };

#[derive(Args)]
pub struct Replay {
    /// A file that `hazard check --trace` wrote
    trace: PathBuf,

    /// Write the schedule as a page to open in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Walk through it at a prompt, forwards and backwards; commands are read from standard input
    #[arg(long, conflicts_with = "quiet")]
    step: bool,

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
        let recording = Recording::read(&self.trace)?;
        let replayed = checker::replay(
            &recording,
            self.html.is_some() || self.step,
            |output| say(&printed(output, paint)),
            |index, step| {
                say(&step_line(index, step, COLUMNS, paint));
                say(&until_next_choice(step, COLUMNS, paint));
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
            violation.details.iter().for_each(|line| say(&format!("  {line}\n")));
        }
        if let (Some(path), Some(told), false) = (&self.html, &replayed.told, replayed.violations.is_empty()) {
            let page = render::Page::of_replay(told, &recording.subject, command_line());
            checker::files::write(path, page.html().as_bytes())?;
        }
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
}

//! What questions about results (`outcomes`, `lin`) have in common: they explore, a limit may end them, and they give a report.

use std::path::Path;
use std::sync::Arc;

use checker::{Draft, Fault, LinearReport, OutcomesReport, Telling, Watch};
use render::{Page, Topic};
use serde::Serialize;

use crate::failure::Failure;
use crate::guard;
use crate::options::{Output, Renderings};
use crate::terminal::{ProgressLine, command_line, complain, title_of};

/// A report that can be told before it is complete.
pub trait Answer: Serialize {
    /// What its page is about.
    const TOPIC: Topic;

    fn of(telling: Telling) -> Option<Box<Self>>;
    fn exit_status(&self) -> i32;
    fn unsupported(&self) -> &[String];
}

impl Answer for OutcomesReport {
    const TOPIC: Topic = Topic::Outcomes;

    fn of(telling: Telling) -> Option<Box<Self>> {
        if let Telling::Outcomes(report) = telling { Some(report) } else { None }
    }

    fn exit_status(&self) -> i32 {
        OutcomesReport::exit_status(self)
    }

    fn unsupported(&self) -> &[String] {
        &self.unsupported
    }
}

impl Answer for LinearReport {
    const TOPIC: Topic = Topic::Operations;

    fn of(telling: Telling) -> Option<Box<Self>> {
        if let Telling::Linear(report) = telling { Some(report) } else { None }
    }

    fn exit_status(&self) -> i32 {
        LinearReport::exit_status(self)
    }

    fn unsupported(&self) -> &[String] {
        &self.unsupported
    }
}

/// Does the work under the guard's eyes and tells what came of it: as text, as JSON, as a page, and as a suite of tests.
pub fn give<A: Answer>(
    target: &str,
    output: &Output,
    renderings: &Renderings,
    work: impl FnOnce(Watch<'static>) -> Result<A, Fault>,
    text: impl Fn(&A) -> String + Clone + Send + 'static,
    suite: impl FnOnce(&A) -> render::Suite,
) -> Result<i32, Failure> {
    output.check()?;
    renderings.check()?;
    let draft = Arc::new(Draft::default());
    let (drafted, delivered, told) = (draft.clone(), output.clone(), text.clone());
    guard::attend(
        &draft,
        Box::new(move |cause| match A::of(drafted.so_far(cause)) {
            Some(report) => {
                delivered.deliver(&report, || told(&report), &[]);
                report.exit_status()
            }
            None => guard::untold(cause),
        }),
    );
    let report = work(crate::commands::check::watch(ProgressLine::new(output.quiet), &draft))?;
    guard::relieve();
    if output.quiet || output.json_to_stdout() {
        report.unsupported().iter().for_each(|sentence| complain(sentence));
    }
    let rendered = renderings.deliver(|| suite(&report));
    output.deliver(&report, || text(&report), &[]);
    if let Err(fault) = rendered {
        complain(&fault.to_string());
    }
    output.write_page(|| Page::new(A::TOPIC, title_of(Path::new(target)), command_line(), &report));
    Ok(report.exit_status())
}

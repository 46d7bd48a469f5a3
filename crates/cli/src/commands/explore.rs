//! `hazard explore`: a space to walk through, in a browser.

use std::sync::atomic::Ordering;

use checker::{Space, SpaceJob};
use clap::Args;
use serde_json::Value;

use crate::exploring::Exploring;
use crate::failure::Failure;
use crate::guard;
use crate::options::Questions;
use crate::server::{Reply, Request, Server};
use crate::terminal::{print, title_of, warn};

/// Walk through a space in a browser: choose what happens next, go back, look at states, search, ask.
///
/// The page is served on the loopback address of this machine, to whoever has the token in the address that is printed.
#[derive(Args)]
pub struct Explore {
    #[command(flatten)]
    exploring: Exploring,

    #[command(flatten)]
    questions: Questions,

    /// The port to listen on; 0: any that is free
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Page")]
    port: u16,

    /// Open the page in a browser
    #[arg(long, help_heading = "Page")]
    open: bool,
}

impl Explore {
    pub fn execute(&self) -> Result<i32, Failure> {
        let server = Server::open(self.port)?;
        let mut job = self.exploring.job()?;
        job.questions = self.questions.questions();
        let title = title_of(std::path::Path::new(&job.subject.target));
        let subject = job.subject.clone();
        let stop = guard::polite();
        let mut served = Ok(());
        checker::walk_through(&SpaceJob { job: job.clone() }, &mut |space| {
            print(&format!("{}\n", server.address()));
            if self.open {
                open_browser(&server.address());
            }
            let page = render::explorer(&title, &self.questions.prop);
            served = server.serve(|| !stop.load(Ordering::Relaxed), |request| reply(request, space, &page, &subject));
        })?;
        guard::relieve();
        served?;
        Ok(0)
    }
}

fn reply(request: &Request, space: &mut dyn Space, page: &str, subject: &checker::Subject) -> Reply {
    let Some(what) = request.path.strip_prefix("/api/") else {
        return match request.path.as_str() {
            "/" => Reply::Page(page.to_owned()),
            other => Reply::Wrong(format!("there is nothing at {other}")),
        };
    };
    let given: Value = match request.body.is_empty() {
        true => Value::Null,
        false => match serde_json::from_str(&request.body) {
            Ok(given) => given,
            Err(error) => return Reply::Wrong(format!("the request is no JSON ({error})")),
        },
    };
    let answer = match (what, given["file"].as_str()) {
        ("source", Some(file)) => match render::source_text(subject, file) {
            Some(text) => Ok(serde_json::json!({ "text": text })),
            None => Err(format!("the source {file} was not found")),
        },
        _ => space.answer(what, &given),
    };
    match answer {
        Ok(value) => Reply::Json(value.to_string()),
        Err(sentence) => Reply::Wrong(sentence),
    }
}

/// As desktops do it; where there is none, the address was printed.
fn open_browser(address: &str) {
    let opened = ["xdg-open", "open"].iter().any(|program| {
        let quiet = std::process::Stdio::null;
        let spawned = std::process::Command::new(program).arg(address).stdout(quiet()).stderr(quiet()).spawn();
        spawned.is_ok()
    });
    if !opened {
        warn("--open: there is no xdg-open here; open the address yourself");
    }
}

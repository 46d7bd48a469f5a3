//! Renderings of reports. What is shown is data first: a page carries the JSON report itself, and the front end (written in
//! `web/`, built into `assets/`) draws it.

mod page;
mod sources;

pub use page::{Page, Topic};
pub use sources::Sources;

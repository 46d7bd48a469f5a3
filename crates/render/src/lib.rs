//! Renderings of reports. What is shown is data first: a page carries the JSON report itself, and the front end (written in
//! `web/`, built into `assets/`) draws it.
//!
//! For the programs of others (JUnit's XML, SARIF 2.1.0, a summary in Markdown, GitHub's annotations) every report becomes a
//! [`Suite`] of cases first; each format is one function of it, in a file of its own.

mod annotations;
mod junit;
mod page;
mod sarif;
mod source_files;
mod sources;
mod suite;
mod summary;

pub use annotations::annotations;
pub use junit::junit;
pub use page::{Page, Topic, explorer};
pub use sarif::sarif;
pub use sources::{Sources, source_text, sources_of};
pub use suite::{Case, Finding, Outcome, Place, Step, Suite};
pub use summary::summary;

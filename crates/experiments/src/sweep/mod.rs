//! A question over parameters: the same program or model for every setting of some values, answered in parallel, kept as
//! it comes in, and made into a table, comma-separated values and a chart.

mod formula;
mod journal;
mod plot;
mod runs;
mod vary;

pub use formula::{Against, Formula};
pub use journal::Journal;
pub use plot::{Logarithmic, chart};
pub use runs::{Answer, Law, LawEntry, Row, perform};
pub use vary::{Parameter, Setting, settings};

//! One file per command: its options and what it does with them.

pub mod api;
pub mod bench;
pub mod check;
pub mod completions;
pub mod convert;
mod debugged;
pub mod doctor;
pub mod example;
pub mod experiments;
pub mod explore;
pub mod generate;
pub mod lin;
pub mod list;
pub mod lts;
pub mod mc;
pub mod outcomes;
pub mod pse;
pub mod replay;
pub mod resume;
pub mod run;
pub mod simulate;
pub mod svcomp;
pub mod sweep;
pub mod test;
pub mod test_one;

//! The slot of the symbolic-execution experiment: Tables 1 and 2 and the usage profiles of Luckow et al., ASE 2014.

use checker::Fault;

use crate::bench::{Bench, Findings};

pub fn run(_bench: &mut Bench<'_>) -> Result<Findings, Fault> {
    Err(Fault::Unsupported(
        "the experiment pse is not part of this build; `hazard pse` answers the questions of java/examples/symbolic one by one"
            .into(),
    ))
}

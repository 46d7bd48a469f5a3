//! All complete outputs of a program, over all schedules, as `hazard outcomes` finds them.

use std::collections::BTreeSet;

use checker::{Ending, Watch, unfold};
use jvm::{Config, Program};
use search::Limits;
use space::ViolationKind;

/// What a program can print, whether it can come to a stop with threads that wait, and whether threads race.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcomes {
    pub outputs: BTreeSet<String>,
    pub deadlocks: bool,
    pub races: bool,
}

/// Explores all schedules, `None` if there are more than `states_max` states.
pub fn outcomes(config: Config, class_path: &str, states_max: u64) -> Option<Outcomes> {
    let image = config.java_home.join("lib/modules");
    let program = Program::new(
        Config { keep_output: true, class_path: class_path.to_string(), ..config },
        image,
        std::env::split_paths(class_path).collect(),
    );
    let limits = Limits { max_states: Some(states_max), ..Limits::default() };
    let unfolded = unfold(&program, limits, &mut Watch::default())
        .unwrap_or_else(|fault| panic!("{}: {fault}", program.config.main_class));
    let outcome = &unfolded.outcome;
    assert!(outcome.faults.is_empty(), "{}: {:?}", program.config.main_class, outcome.faults);
    if !outcome.limits_hit.is_empty() {
        return None;
    }
    assert!(unfolded.complete, "{}: too many outputs to tell them all", program.config.main_class);
    let of = |wanted: Ending| unfolded.endings.iter().filter(move |ended| ended.ending == wanted);
    Some(Outcomes {
        outputs: of(Ending::End)
            .map(|ended| String::from_utf8_lossy(&ended.history.printed).trim_end().to_string())
            .collect(),
        deadlocks: of(Ending::Deadlock).next().is_some(),
        races: outcome.violations.iter().any(|found| found.violation.kind == ViolationKind::Race),
    })
}

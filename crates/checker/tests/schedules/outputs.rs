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
#[allow(dead_code, reason = "not all tests that include this file want it")]
pub fn outcomes(config: Config, class_path: &str, states_max: u64) -> Option<Outcomes> {
    let main = config.main_class.clone();
    match try_outcomes(config, class_path, states_max) {
        Ok((outcomes, _)) => Some(outcomes),
        Err(Unknown::TooLarge) => None,
        Err(Unknown::Fault(sentence)) => panic!("{main}: {sentence}"),
    }
}

/// Why outcomes are not known.
pub enum Unknown {
    /// There are more states than wanted.
    TooLarge,
    /// What the machine cannot do.
    Fault(String),
}

/// The same with the number of states, where a fault is no mistake of the test.
pub fn try_outcomes(config: Config, class_path: &str, states_max: u64) -> Result<(Outcomes, u64), Unknown> {
    let image = config.java_home.join("lib/modules");
    let program = Program::new(
        Config { keep_output: true, class_path: class_path.to_string(), ..config },
        image,
        std::env::split_paths(class_path).collect(),
    );
    let limits = Limits { max_states: Some(states_max), ..Limits::default() };
    let unfolded =
        unfold(&program, limits, &mut Watch::default()).map_err(|fault| Unknown::Fault(fault.to_string()))?;
    let outcome = &unfolded.outcome;
    if let Some(stuck) = outcome.faults.first() {
        return Err(Unknown::Fault(stuck.fault.to_string()));
    }
    if !outcome.limits_hit.is_empty() {
        return Err(Unknown::TooLarge);
    }
    assert!(unfolded.complete, "{}: too many outputs to tell them all", program.config.main_class);
    let of = |wanted: Ending| unfolded.endings.iter().filter(move |ended| ended.ending == wanted);
    let outcomes = Outcomes {
        outputs: of(Ending::End)
            .map(|ended| String::from_utf8_lossy(&ended.history.printed).trim_end().to_string())
            .collect(),
        deadlocks: of(Ending::Deadlock).next().is_some(),
        races: outcome.violations.iter().any(|found| found.violation.kind == ViolationKind::Race),
    };
    Ok((outcomes, unfolded.outcome.states))
}

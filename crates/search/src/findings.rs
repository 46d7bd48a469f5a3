//! What a search has found so far: violations and faults, each once, and the limits it ran into.

use hashbrown::HashMap;
use space::{Fault, Pick, Standing, System, Violation, ViolationKind};

use crate::journal::Journal;
use crate::limits::Limit;
use crate::outcome::{Endless, Found, Stuck};

#[derive(Default)]
pub struct Findings<'a> {
    violations: Vec<Found>,
    /// Where each violation stands in `violations`.
    known: HashMap<Likeness, usize>,
    faults: Vec<Stuck>,
    limits_hit: Vec<Limit>,
    journal: Option<&'a Journal>,
}

/// Violations alike in kind, message and location are one, however many paths lead to them.
type Likeness = (ViolationKind, String, Option<String>);

/// Distinct violations and faults remembered, each with its path; beyond, they are dropped.
const FINDINGS_MAX: usize = 10_000;

impl<'a> Findings<'a> {
    pub fn told_to(journal: Option<&'a Journal>) -> Self {
        Findings { journal, ..Findings::default() }
    }

    pub fn add_violation(
        &mut self,
        violation: Violation,
        path: impl FnOnce() -> Vec<Pick>,
        probability: f64,
        expanded: u64,
    ) {
        let likeness = (violation.kind, violation.message.clone(), violation.location.clone());
        if let Some(&place) = self.known.get(&likeness) {
            self.violations[place].occurrences += 1;
        } else if self.violations.len() < FINDINGS_MAX {
            self.known.insert(likeness, self.violations.len());
            let endless = None;
            self.push(Found { violation, path: path(), probability, occurrences: 1, expanded, endless });
        }
    }

    /// Adds what no single transition shows.
    pub fn add_endless(&mut self, violation: Violation, path: Vec<Pick>, endless: Endless, expanded: u64) {
        let endless = Some(endless);
        self.push(Found { violation, path, probability: 1.0, occurrences: 1, expanded, endless });
    }

    fn push(&mut self, found: Found) {
        if let Some(journal) = self.journal {
            journal.add(&found);
        }
        self.violations.push(found);
    }

    pub fn add_fault(&mut self, fault: Fault, path: impl FnOnce() -> Vec<Pick>) {
        if let Some(known) = self.faults.iter_mut().find(|known| known.fault == fault) {
            known.occurrences += 1;
        } else if self.faults.len() < FINDINGS_MAX {
            self.faults.push(Stuck { fault, path: path(), occurrences: 1 });
        }
    }

    pub fn add_limit(&mut self, limit: Limit) {
        if !self.limits_hit.contains(&limit) {
            self.limits_hit.push(limit);
        }
    }

    pub fn has_violations(&self) -> bool {
        !self.violations.is_empty()
    }

    pub fn into_parts(self) -> (Vec<Found>, Vec<Stuck>, Vec<Limit>) {
        (self.violations, self.faults, self.limits_hit)
    }
}

/// The violations of the last step that count. A deadlock is one even if the system does not say so itself.
pub fn violations_in<S: System>(system: &S, world: &S::World, properties: &[ViolationKind]) -> Vec<Violation> {
    let violations = system.violations(world);
    let deadlocked = system.standing(world) == Standing::Deadlocked;
    if violations.is_empty() && !deadlocked {
        return Vec::new();
    }
    let mut found = violations.to_vec();
    if deadlocked && found.iter().all(|violation| violation.kind != ViolationKind::Deadlock) {
        found.push(Violation::bare(ViolationKind::Deadlock, "deadlock: nothing can move"));
    }
    found.retain(|violation| properties.is_empty() || properties.contains(&violation.kind));
    found
}

//! What a search has found: violations, faults, and the ways that lead to them.

use space::{Fault, Pick, StateId, System};

use crate::outcome::Outcome;
use crate::rounds::Rounds;
use crate::taking::take_step;

use super::{Arrival, Discovery, Explorer, Halt, NO_PARENT};

impl<S: System> Explorer<'_, S> {
    /// Looks for violations in the live world, which the transition `way` has just reached.
    pub(super) fn judge(&mut self, way: Option<(StateId, Pick)>, probability: f64) -> Result<(), Halt> {
        let found = self.violations();
        let any = !found.is_empty();
        for violation in found {
            let path = || path_along(&self.discoveries, way);
            self.findings.add_violation(violation, path, probability, self.outcome.expanded);
        }
        if any && !self.settings.all_errors { Err(Halt::Violated) } else { Ok(()) }
    }

    /// Looks for what only the whole graph shows.
    pub(super) fn judge_rounds(&mut self) {
        let wanted = self.is_covered() && (self.settings.all_errors || !self.findings.has_violations());
        let Some(mut rounds) = self.rounds.take().filter(|_| wanted) else { return };
        let meter = self.settings.meter.clone();
        let swap_targets = |rounds: &mut Rounds| {
            if let Some(meter) = &meter {
                rounds.swap_targets(meter.borrow_mut().targets_mut());
            }
        };
        swap_targets(&mut rounds);
        for (state, threads) in rounds.held() {
            self.settle(state);
            self.system.note_held(&self.world, &threads);
        }
        if let Some(round) = rounds.unasked(&self.settings.properties) {
            self.settle(round.state);
            round.tell(self.system, &self.world);
        }
        for ending in rounds.endings(&self.settings.properties) {
            self.settle(ending.state);
            let violation = ending.explain(self.system, &self.world);
            let path = path_to(&self.discoveries, ending.state);
            let (path, endless) = ending.along(path);
            self.findings.add_endless(violation, path, endless, self.outcome.expanded);
        }
        swap_targets(&mut rounds);
    }

    pub(super) fn stuck(&mut self, fault: Fault, source: StateId, pick: Pick) -> Result<Arrival, Halt> {
        let goes_on = self.settings.all_errors && !fault.ends_search();
        self.findings.add_fault(fault, || path_along(&self.discoveries, Some((source, pick))));
        if goes_on { Ok(Arrival::Nowhere) } else { Err(Halt::Stuck) }
    }

    pub(super) fn finish(mut self, ended: bool) -> (Outcome, S::World) {
        let is_covered = self.is_covered();
        let instructions = self.system.instructions(&self.world);
        let (mut violations, faults, limits_hit) = std::mem::take(&mut self.findings).into_parts();
        // A walk may have met the violation on another way than the one that traces show.
        if self.taken.take().is_some() {
            for found in &mut violations {
                found.probability = self.probability_along(&found.path);
            }
        }
        let mut outcome = self.outcome;
        outcome.complete = ended && is_covered && limits_hit.is_empty() && faults.is_empty();
        outcome.time = self.started.elapsed();
        outcome.store_bytes = self.store.bytes() as u64;
        outcome.instructions = instructions;
        (outcome.violations, outcome.faults, outcome.limits_hit) = (violations, faults, limits_hit);
        (outcome, self.world)
    }

    /// The product of the coins' probabilities on a path of the search's own.
    fn probability_along(&mut self, path: &[Pick]) -> f64 {
        self.settle(StateId(0));
        self.live = None;
        let mut probability = 1.0;
        for &pick in path {
            // What was learned on the way may have changed the choices there; the search is then made again.
            let Some(choice) = self.system.choice(&self.world).filter(|choice| pick.0 < choice.alternatives()) else {
                break;
            };
            probability *= choice.probability(pick);
            // A search continues from canonical worlds, and encoding may renumber. The last step may be one that ends in a fault.
            if take_step(self.system, &mut self.world, pick, &mut self.encoding) != Ok(true) {
                break;
            }
        }
        probability
    }
}

/// What to pick from the initial state on to go the way `source` was first reached, and then `pick`.
fn path_along(discoveries: &[Discovery], way: Option<(StateId, Pick)>) -> Vec<Pick> {
    let Some((source, pick)) = way else { return Vec::new() };
    let mut path = path_to(discoveries, source);
    path.push(pick);
    path
}

/// What to pick from the initial state on to go the way `state` was first reached.
fn path_to(discoveries: &[Discovery], state: StateId) -> Vec<Pick> {
    let mut path = Vec::new();
    let mut at = discoveries[state.0 as usize];
    while at.parent != NO_PARENT {
        path.push(Pick(at.pick));
        at = discoveries[at.parent as usize];
    }
    path.reverse();
    path
}

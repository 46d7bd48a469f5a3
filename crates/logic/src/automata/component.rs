//! The small deterministic automata that a formula's automaton is a product of. Each decides one question by one mark
//! on its transitions, which is seen either infinitely often or only finitely often.

use super::arena::NodeId;
use super::bdd::Bdd;
use super::progress::Progress;
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Component {
    /// Follows a co-safety formula. Marked once it is fulfilled.
    CoSafety(NodeId),
    /// Follows a safety formula. Marked once it is violated.
    Safety(NodeId),
    /// Whether `af(formula)[recurring]ν` holds from some point on (first condition of the Master Theorem). The state
    /// is what remains of the formula and what remains of the safety formula it was last turned into. Marked when the
    /// latter is violated and drawn up anew.
    Persistence { formula: NodeId, recurring: BTreeSet<NodeId> },
    /// The complement of the persistence of `negation`, which is thus a recurrence formula.
    Response { negation: NodeId },
    /// `G F goal` for a co-safety formula. Marked when the goal is reached; then a new attempt begins.
    Recurrence(NodeId),
    /// `F G hold` for a safety formula. Marked when violated; then a new attempt begins.
    Stability(NodeId),
}

/// The state of a component: what remains to be satisfied; the second part is used by [`Component::Persistence`] only.
pub(super) type ComponentState = (Bdd, Bdd);

/// The state of a component whose answer does not matter any more. It behaves as if the answer were no.
pub(super) const RETIRED: ComponentState = (Bdd(u32::MAX), Bdd(u32::MAX));

impl Component {
    /// Whether the answer is yes if the mark occurs infinitely often (else: if it does not).
    pub(super) fn wants_mark(&self) -> bool {
        match self {
            Component::CoSafety(_) | Component::Recurrence(_) | Component::Response { .. } => true,
            Component::Safety(_) | Component::Stability(_) | Component::Persistence { .. } => false,
        }
    }

    pub(super) fn initial(&self, number: usize, progress: &mut Progress) -> ComponentState {
        match self {
            Component::CoSafety(formula)
            | Component::Safety(formula)
            | Component::Recurrence(formula)
            | Component::Stability(formula) => (progress.diagram(*formula), Bdd::TRUE),
            Component::Persistence { formula, .. } | Component::Response { negation: formula } => {
                let rest = progress.diagram(*formula);
                self.renewed(number, rest, progress)
            }
        }
    }

    /// Draws up the safety formula anew, after the previous one was violated.
    fn renewed(&self, number: usize, rest: Bdd, progress: &mut Progress) -> ComponentState {
        let nothing = BTreeSet::new();
        let recurring = match self {
            Component::Persistence { recurring, .. } => recurring,
            _ => &nothing,
        };
        (rest, progress.as_safety(rest, number, recurring))
    }

    /// The next state, and whether the transition is marked. `number` identifies the component.
    pub(super) fn step(
        &self,
        number: usize,
        state: ComponentState,
        letter: u64,
        progress: &mut Progress,
    ) -> (ComponentState, bool) {
        if state == RETIRED {
            return (RETIRED, !self.wants_mark());
        }
        let rest = progress.after(state.0, letter);
        match self {
            Component::CoSafety(_) => ((rest, Bdd::TRUE), rest == Bdd::TRUE),
            Component::Safety(_) => ((rest, Bdd::TRUE), rest == Bdd::FALSE),
            Component::Recurrence(goal) if rest == Bdd::TRUE => ((progress.diagram(*goal), Bdd::TRUE), true),
            Component::Stability(hold) if rest == Bdd::FALSE => ((progress.diagram(*hold), Bdd::TRUE), true),
            Component::Recurrence(_) | Component::Stability(_) => ((rest, Bdd::TRUE), false),
            Component::Persistence { .. } | Component::Response { .. } => {
                if rest == Bdd::TRUE {
                    return ((rest, Bdd::TRUE), false);
                }
                match progress.after(state.1, letter) {
                    Bdd::FALSE => (self.renewed(number, rest, progress), true),
                    safety => ((rest, safety), false),
                }
            }
        }
    }

    /// The answer, if no continuation can change it any more.
    pub(super) fn decided(&self, state: ComponentState) -> Option<bool> {
        if state == RETIRED {
            return Some(false);
        }
        let truth = match state.0 {
            Bdd::TRUE => true,
            Bdd::FALSE => false,
            _ => return None,
        };
        match self {
            Component::CoSafety(_) | Component::Safety(_) | Component::Persistence { .. } => Some(truth),
            Component::Response { .. } => Some(!truth),
            Component::Recurrence(_) | Component::Stability(_) => None,
        }
    }
}

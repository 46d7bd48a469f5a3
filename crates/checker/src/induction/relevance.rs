//! Which arguments of methods anything depends on. Others, such as the names of pegs that are only passed on, would multiply the facts and
//! forms to be guessed. What is guessed about the rest is proved as before, so that nothing rests on this.

use std::collections::BTreeSet;

use symbolic::expr::{ExprId, Exprs, VariableId};

use super::paths::{End, Event, Segment};

/// Methods, and the numbers of their arguments (static fields among them) that matter.
pub(super) fn relevant(exprs: &Exprs, segments: &[Segment]) -> BTreeSet<(usize, usize)> {
    let mut relevant = BTreeSet::new();
    loop {
        let before = relevant.len();
        for segment in segments {
            let used = used(exprs, segment, &relevant);
            for (number, argument) in segment.arguments.iter().enumerate() {
                if exprs.support(*argument).iter().any(|variable| used.contains(variable)) {
                    relevant.insert((segment.routine, number));
                }
            }
        }
        if relevant.len() == before {
            return relevant;
        }
    }
}

/// The variables that a way depends on, or that it hands to somebody who does.
fn used(exprs: &Exprs, segment: &Segment, relevant: &BTreeSet<(usize, usize)>) -> BTreeSet<VariableId> {
    let mut used = BTreeSet::new();
    let mut note = |id: ExprId| used.extend(exprs.support(id).iter().copied());
    for event in &segment.events {
        match event {
            Event::Condition(condition) => note(*condition),
            Event::Call { routine, arguments, .. } => {
                let handed = arguments.iter().enumerate().filter(|(number, _)| relevant.contains(&(*routine, *number)));
                handed.for_each(|(_, argument)| note(*argument));
            }
        }
    }
    match &segment.end {
        End::Head { locals, globals, .. } => {
            locals.iter().flatten().filter_map(|value| value.int()).for_each(&mut note);
            globals.iter().for_each(|id| note(*id));
        }
        End::Return(results) => results.iter().for_each(|id| note(*id)),
        End::Failure | End::Exception => {}
    }
    used
}

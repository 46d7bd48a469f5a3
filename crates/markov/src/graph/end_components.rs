//! Maximal end components (de Alfaro 1997, section 3.3): repeat components, drop rows that leave theirs.

use super::components::components;
use crate::bits::Bits;
use crate::model::Model;

/// States that a scheduler can stay among for ever, and the rows that stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndComponent {
    pub states: Vec<u32>,
    pub rows: Vec<u32>,
}

/// The maximal end components within `states`, using only rows for which `allowed` holds.
pub fn end_components(model: &Model, states: &Bits, allowed: impl Fn(usize) -> bool) -> Vec<EndComponent> {
    // `group[s]` is the candidate component of s; rows must stay in their state's group.
    let mut group: Vec<u32> = (0..model.states()).map(|s| if states.contains(s) { 0 } else { u32::MAX }).collect();
    let stays = |group: &[u32], state: usize, row: usize| {
        allowed(row) && model.targets[model.entries(row)].iter().all(|target| group[*target as usize] == group[state])
    };
    let mut row_ok = Bits::new(model.rows());
    for state in states.iter() {
        for row in model.rows_of(state) {
            row_ok.set(row, stays(&group, state, row));
        }
    }
    let mut active: Vec<u32> = states.iter().map(|state| state as u32).collect();
    let mut result = Vec::new();
    let mut next_group = 1u32;
    while !active.is_empty() {
        // States without a row left leave; rows into them fall in the next round.
        active.retain(|state| {
            let alive = model.rows_of(*state as usize).any(|row| row_ok.contains(row));
            if !alive {
                group[*state as usize] = u32::MAX;
            }
            alive
        });
        let member = Bits::from_indices(model.states(), active.iter().map(|state| *state as usize));
        let row_of_entry = entry_rows(model, &active);
        let parts = components(
            model.states(),
            |state| member.contains(state),
            |state| {
                let rows = model.rows_of(state);
                model.branches[rows.start] as usize..model.branches[rows.end] as usize
            },
            |entry| row_ok.contains(row_of_entry[entry] as usize).then(|| model.targets[entry] as usize),
        );
        let mut remaining = Vec::new();
        for part in parts.iter() {
            for state in part {
                group[*state as usize] = next_group;
            }
            next_group += 1;
        }
        for part in parts.iter() {
            let mut lost = false;
            for state in part {
                for row in model.rows_of(*state as usize) {
                    if row_ok.contains(row) && !stays(&group, *state as usize, row) {
                        row_ok.remove(row);
                        lost = true;
                    }
                }
            }
            if lost {
                remaining.extend_from_slice(part);
                continue;
            }
            let mut component = EndComponent { states: part.to_vec(), rows: Vec::new() };
            component.states.sort_unstable();
            for state in &component.states {
                component
                    .rows
                    .extend(model.rows_of(*state as usize).filter(|row| row_ok.contains(*row)).map(|row| row as u32));
            }
            if !component.rows.is_empty() {
                result.push(component);
            }
        }
        active = remaining;
    }
    result.sort_by_key(|component| component.states[0]);
    result
}

/// The row of each entry, for the entries of some states.
fn entry_rows(model: &Model, active: &[u32]) -> Vec<u32> {
    let mut rows = vec![0u32; model.transitions()];
    for state in active {
        for row in model.rows_of(*state as usize) {
            rows[model.entries(row)].fill(row as u32);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::end_components;
    use crate::bits::Bits;
    use crate::builder::{Builder, Edge};

    #[test]
    fn components_shrink_until_closed() {
        let mut builder = Builder::new(&[], &[]);
        // 0 <-> 1 by choice 0; choice 1 of state 1 leaves to 2 with half; 2 loops; 3 -> 2.
        for (source, choice, target, probability) in
            [(0, 0, 1, 1.0), (1, 0, 0, 1.0), (1, 1, 2, 0.5), (1, 1, 0, 0.5), (2, 0, 2, 1.0), (3, 0, 2, 1.0)]
        {
            builder.edge(Edge { source, choice, target, probability });
        }
        let model = builder.build(false);
        let found = end_components(&model, &Bits::full(4), |_| true);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].states.as_slice(), found[0].rows.as_slice()), ([0, 1].as_slice(), [0, 1].as_slice()));
        assert_eq!(found[1].states, [2]);
    }
}

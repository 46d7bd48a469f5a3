//! Strongly connected components. They come out successors first, so that processing them in order meets each value after those it
//! depends on.

use space::Tarjan;

/// The states of component `c` are `members[starts[c]..starts[c + 1]]`.
pub struct Components {
    pub members: Vec<u32>,
    pub starts: Vec<u32>,
}

impl Components {
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn get(&self, component: usize) -> &[u32] {
        &self.members[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.count()).map(|component| self.get(component))
    }

    /// For each state, the number of its component (`u32::MAX` for states that took no part).
    pub fn numbering(&self, states: usize) -> Vec<u32> {
        let mut numbers = vec![u32::MAX; states];
        for (component, members) in self.iter().enumerate() {
            for state in members {
                numbers[*state as usize] = component as u32;
            }
        }
        numbers
    }
}

/// The components of the graph whose edges are `successor(edge)` for `edge` in `edges(state)`; an edge for which
/// `successor` is `None` does not exist, nor does one to a state for which `takes_part` fails.
pub fn components(
    states: usize,
    takes_part: impl Fn(usize) -> bool,
    edges: impl Fn(usize) -> std::ops::Range<usize>,
    successor: impl Fn(usize) -> Option<usize>,
) -> Components {
    let mut result = Components { members: Vec::new(), starts: vec![0] };
    Tarjan::default().find(
        states,
        (0..states as u32).filter(|state| takes_part(*state as usize)),
        |state| edges(state as usize),
        |_, edge| successor(edge).filter(|target| takes_part(*target)).map(|target| target as u32),
        |component| {
            result.members.extend(component.iter().rev());
            result.starts.push(result.members.len() as u32);
        },
    );
    result
}

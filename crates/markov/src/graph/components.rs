//! Strongly connected components (Tarjan 1972), iterative because recursion would overflow at a million states.
//!
//! Components come out successors first, so that processing them in order meets each value after those it depends on.

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

const UNSEEN: u32 = 0;
const DONE: u32 = u32::MAX;

/// The components of the graph whose edges are `successor(edge)` for `edge` in `edges(state)`; an edge for which
/// `successor` is `None` does not exist, nor does one to a state for which `takes_part` fails.
pub fn components(
    states: usize,
    takes_part: impl Fn(usize) -> bool,
    edges: impl Fn(usize) -> std::ops::Range<usize>,
    successor: impl Fn(usize) -> Option<usize>,
) -> Components {
    // `low[s]` is UNSEEN, a depth-first number from 1 while s is on the stack, or DONE.
    let mut low = vec![UNSEEN; states];
    let mut stack: Vec<u32> = Vec::new();
    // Frames: state, next edge, its own number.
    let mut frames: Vec<(u32, usize, u32)> = Vec::new();
    let mut result = Components { members: Vec::new(), starts: vec![0] };
    let mut next_number = 1u32;
    for root in 0..states {
        if low[root] != UNSEEN || !takes_part(root) {
            continue;
        }
        low[root] = next_number;
        frames.push((root as u32, edges(root).start, next_number));
        next_number += 1;
        stack.push(root as u32);
        while let Some(frame) = frames.last_mut() {
            let state = frame.0 as usize;
            let end = edges(state).end;
            let mut descend = None;
            while frame.1 < end {
                let edge = frame.1;
                frame.1 += 1;
                let Some(target) = successor(edge).filter(|target| takes_part(*target)) else { continue };
                let seen = low[target];
                if seen == UNSEEN {
                    descend = Some(target);
                    break;
                }
                if seen != DONE && seen < low[state] {
                    low[state] = seen;
                }
            }
            if let Some(target) = descend {
                low[target] = next_number;
                frames.push((target as u32, edges(target).start, next_number));
                next_number += 1;
                stack.push(target as u32);
                continue;
            }
            let (state, _, number) = frames.pop().expect("the loop runs while there is a frame");
            let lowest = low[state as usize];
            if lowest == number {
                loop {
                    let member = stack.pop().expect("the root of a component is on the stack");
                    low[member as usize] = DONE;
                    result.members.push(member);
                    if member == state {
                        break;
                    }
                }
                result.starts.push(result.members.len() as u32);
            }
            if let Some(parent) = frames.last()
                && lowest < low[parent.0 as usize]
                && low[state as usize] != DONE
            {
                low[parent.0 as usize] = lowest;
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn a_million_states_in_a_ring_do_not_overflow_and_order_is_reverse_topological() {
        let ring = components(1_000_000, |_| true, |s| s..s + 1, |e| Some((e + 1) % 1_000_000));
        assert_eq!(ring.count(), 1);
        // 0 -> 1 <-> 2 -> 3
        let edges = [1usize, 2, 1, 3, 3];
        let starts = [0usize, 1, 2, 4, 5];
        let found = components(4, |_| true, |s| starts[s]..starts[s + 1], |e| Some(edges[e]));
        let mut sets: Vec<Vec<u32>> = found.iter().map(<[u32]>::to_vec).collect();
        for set in &mut sets {
            set.sort_unstable();
        }
        assert_eq!(sets, [vec![3], vec![1, 2], vec![0]]);
    }
}

//! Strongly connected components (Tarjan 1972), without recursion, which a million places would not survive.

use std::ops::Range;

/// Places that were not come to yet, and those whose component is known; numbers on the way are in between.
const NEW: u32 = 0;
const DONE: u32 = u32::MAX;

/// Finds the strongly connected components of a graph, and keeps its memory from one use to the next.
///
/// ```
/// let edges: [&[u32]; 4] = [&[1], &[2], &[1, 3], &[3]];
/// let mut found = Vec::new();
/// space::Tarjan::default().find(
///     edges.len(),
///     0..4,
///     |place| 0..edges[place as usize].len(),
///     |place, edge| Some(edges[place as usize][edge]),
///     |component| found.push(component.to_vec()),
/// );
/// assert_eq!(found, [vec![3], vec![1, 2], vec![0]]);
/// ```
#[derive(Default)]
pub struct Tarjan {
    /// Per place that is on the stack, the smallest number there that it is known to lead to.
    lows: Vec<u32>,
    stack: Vec<u32>,
    way: Vec<Visit>,
}

/// A place on the way, with its number and the edge to be followed next.
struct Visit {
    place: u32,
    number: u32,
    edge: usize,
}

impl Tarjan {
    /// Gives each component that can be reached from `roots` to `found`, those that it leads to before it, its places in the order
    /// of the visit. Places are numbers below `count`; `edges` are those of a place, and `target` the place that one of them leads to, if
    /// that is in the graph.
    pub fn find(
        &mut self,
        count: usize,
        roots: impl IntoIterator<Item = u32>,
        edges: impl Fn(u32) -> Range<usize>,
        target: impl Fn(u32, usize) -> Option<u32>,
        mut found: impl FnMut(&[u32]),
    ) {
        self.lows.clear();
        self.lows.resize(count, NEW);
        let mut number = NEW;
        for root in roots {
            if self.lows[root as usize] != NEW {
                continue;
            }
            self.enter(root, edges(root).start, &mut number);
            while let Some(visit) = self.way.last_mut() {
                let (place, own, end) = (visit.place, visit.number, edges(visit.place).end);
                let mut low = self.lows[place as usize];
                let mut descend = None;
                while visit.edge < end {
                    let edge = visit.edge;
                    visit.edge += 1;
                    let Some(next) = target(place, edge) else { continue };
                    match self.lows[next as usize] {
                        NEW => {
                            descend = Some(next);
                            break;
                        }
                        // What is known has no part in what is still open.
                        known => low = low.min(known),
                    }
                }
                self.lows[place as usize] = low;
                if let Some(next) = descend {
                    self.enter(next, edges(next).start, &mut number);
                    continue;
                }
                self.way.pop();
                if low < own {
                    let above = self.way.last().expect("a smaller number is further up the way").place as usize;
                    self.lows[above] = self.lows[above].min(low);
                    continue;
                }
                let start = self.stack.iter().rposition(|other| *other == place).expect("it is on the stack");
                self.stack[start..].iter().for_each(|place| self.lows[*place as usize] = DONE);
                found(&self.stack[start..]);
                self.stack.truncate(start);
            }
        }
    }

    fn enter(&mut self, place: u32, edge: usize, number: &mut u32) {
        *number += 1;
        self.lows[place as usize] = *number;
        self.stack.push(place);
        self.way.push(Visit { place, number: *number, edge });
    }
}

#[cfg(test)]
mod tests {
    use super::Tarjan;

    #[test]
    fn a_million_places_in_a_ring_are_one_component() {
        let mut found = Vec::new();
        let next = |_, edge| Some((edge as u32 + 1) % 1_000_000);
        let own = |place| place as usize..place as usize + 1;
        Tarjan::default().find(1_000_000, 0..1_000_000, own, next, |component| found.push(component.len()));
        assert_eq!(found, [1_000_000]);
    }

    /// All graphs of four places: two places are in one component if and only if each can be reached from the other, and whoever
    /// comes later leads to nobody that is still to come.
    #[test]
    fn small_graphs_agree_with_reachability() {
        let mut tarjan = Tarjan::default();
        for graph in 0..1u32 << 16 {
            let leads = |from: u32, to: u32| graph >> (4 * from + to) & 1 != 0;
            let mut reach = [[false; 4]; 4];
            (0..4).for_each(|from| (0..4).for_each(|to| reach[from][to] = from == to || leads(from as u32, to as u32)));
            for over in 0..4 {
                for from in 0..4 {
                    (0..4).for_each(|to| reach[from][to] |= reach[from][over] && reach[over][to]);
                }
            }
            let mut parts: Vec<Vec<usize>> = Vec::new();
            let target = |from, to| leads(from, to as u32).then_some(to as u32);
            let found = |part: &[u32]| parts.push(part.iter().map(|place| *place as usize).collect());
            tarjan.find(4, 0..4, |_| 0..4, target, found);
            assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), 4, "{graph:b}");
            for (index, part) in parts.iter().enumerate() {
                for place in part {
                    assert!(part.iter().all(|other| reach[*place][*other]), "{graph:b}");
                    assert!(parts[index + 1..].iter().flatten().all(|later| !reach[*place][*later]), "{graph:b}");
                }
            }
        }
    }
}

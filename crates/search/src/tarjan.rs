//! Strongly connected components (Tarjan 1972), without recursion, which a million states would not survive.

/// Places that were not come to yet, and those whose component is known; numbers on the way are in between.
const NEW: u32 = 0;
const DONE: u32 = u32::MAX;

/// Finds them, and keeps its memory from one use to the next.
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
    /// Gives each component to `found`, those that it leads to before it, its places in the order of the visit. The graph has the places
    /// below `count` that `takes_part` accepts; `targets` are the edges of a place, and `within` the place that one leads to, if that
    /// is in the graph.
    pub fn find<'g>(
        &mut self,
        count: usize,
        takes_part: impl Fn(u32) -> bool,
        targets: impl Fn(u32) -> &'g [u32],
        within: impl Fn(u32) -> Option<u32>,
        mut found: impl FnMut(&[u32]),
    ) {
        self.lows.clear();
        self.lows.resize(count, NEW);
        let mut number = NEW;
        for root in (0..count as u32).filter(|place| takes_part(*place)) {
            if self.lows[root as usize] != NEW {
                continue;
            }
            self.enter(root, &mut number);
            while let Some(visit) = self.way.last_mut() {
                let place = visit.place as usize;
                if let Some(target) = targets(visit.place).get(visit.edge) {
                    visit.edge += 1;
                    let Some(target) = within(*target) else { continue };
                    match self.lows[target as usize] {
                        NEW => self.enter(target, &mut number),
                        // What is known has no part in what is still open.
                        low => self.lows[place] = self.lows[place].min(low),
                    }
                    continue;
                }
                let (own, low) = (visit.number, self.lows[place]);
                self.way.pop();
                if low < own {
                    let above = self.way.last().expect("a smaller number is further up the way").place as usize;
                    self.lows[above] = self.lows[above].min(low);
                    continue;
                }
                let start = self.stack.iter().rposition(|other| *other as usize == place).expect("it is on the stack");
                self.stack[start..].iter().for_each(|place| self.lows[*place as usize] = DONE);
                found(&self.stack[start..]);
                self.stack.truncate(start);
            }
        }
    }

    fn enter(&mut self, place: u32, number: &mut u32) {
        *number += 1;
        self.lows[place as usize] = *number;
        self.stack.push(place);
        self.way.push(Visit { place, number: *number, edge: 0 });
    }
}

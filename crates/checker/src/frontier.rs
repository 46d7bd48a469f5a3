//! The nodes of a symbolic execution still to be looked at, in the order that `--search` asks for. In none of the orders does a
//! node wait for ever beside a path that never ends.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::fault::Fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Depth first keeps open nodes few; a bound that grows once all above it has been seen keeps an endless path, such as a
    /// recursion on an input of any size, from hiding what is wrong beside it. No path runs twice.
    DepthFirst,
    BreadthFirst,
    /// Depth first, the children of a node in a random order.
    Shuffled,
    /// Any of the open nodes, each as likely as the others: from wherever it left, search starts again.
    Anywhere,
    /// Whatever was decided least often so far: branches that nobody has taken come first. What an endless path decides it has
    /// decided often, so that the others have their turn.
    Coverage,
    /// Whatever is nearest to a line of the program, and each time after a few the one that has waited longest.
    Goal,
}

impl Order {
    pub fn parse(search: &str, has_goal: bool) -> Result<Order, Fault> {
        match search.trim() {
            crate::job::DEFAULT_SEARCH if has_goal => Ok(Order::Goal),
            "dfs" | crate::job::DEFAULT_SEARCH => Ok(Order::DepthFirst),
            "bfs" => Ok(Order::BreadthFirst),
            "rdfs" => Ok(Order::Shuffled),
            "rs" => Ok(Order::Anywhere),
            "coverage" => Ok(Order::Coverage),
            "best-first" if has_goal => Ok(Order::Goal),
            "best-first" => {
                Err(Fault::Input("--search best-first under --symbolic needs a line: --goal File.java:42".into()))
            }
            other => {
                // A name that no search has is told so first.
                search::parse_spec(other)?;
                Err(Fault::Input(format!(
                    "--search {other} is not for --symbolic, where nodes are conditions on inputs; take dfs, bfs, rdfs, rs or coverage"
                )))
            }
        }
    }
}

/// Where the program decides.
#[derive(Clone, Copy, Default)]
pub struct Site {
    /// A method and an instruction of it.
    pub place: Option<(u32, u32)>,
    /// How far the goal is, if there is one that can be reached.
    pub distance: Option<u32>,
}

pub struct Frontier<N> {
    order: Order,
    bound: u32,
    above: VecDeque<(u32, N)>,
    below: VecDeque<(u32, N)>,
    /// Taken while too many nodes were put off to put off more.
    taken: usize,
    random: u64,
    /// How often each way out of each branch was opened.
    decided: HashMap<((u32, u32), usize), u64>,
    /// By how often what leads to them was decided, and by age.
    by_coverage: BTreeMap<(u64, u64), (u32, N)>,
    /// By how far what leads to them is from the goal, and by age.
    by_distance: BTreeMap<(u32, u64), (u32, N)>,
    /// The same by age alone.
    distances: BTreeMap<u64, u32>,
    age: u64,
}

impl<N> Frontier<N> {
    /// Beyond so many nodes put off, their memory counts for more: search goes on in depth, but
    const PUT_OFF_MAX: usize = 50_000;
    /// comes back to a node that has waited longest each time after so many.
    const QUANTUM: usize = 256;
    /// Of so many nodes on the way to a goal, one is the oldest.
    const NEAR: usize = 16;

    pub fn new(root: N, order: Order, seed: u64) -> Self {
        let (above, below) = (VecDeque::from([(0, root)]), VecDeque::new());
        Frontier {
            order,
            bound: 8,
            above,
            below,
            taken: 0,
            random: seed,
            decided: HashMap::new(),
            by_coverage: BTreeMap::new(),
            by_distance: BTreeMap::new(),
            distances: BTreeMap::new(),
            age: 0,
        }
    }

    pub fn pop(&mut self) -> Option<(u32, N)> {
        match self.order {
            Order::BreadthFirst => return self.above.pop_front(),
            Order::Anywhere => {
                let picked = self.below(self.above.len().max(1));
                return self.above.swap_remove_back(picked);
            }
            Order::Goal if self.above.is_empty() => {
                self.taken += 1;
                let (distance, age) = match self.taken.is_multiple_of(Self::NEAR) {
                    true => self.distances.first_key_value().map(|(age, distance)| (*distance, *age))?,
                    false => self.by_distance.first_key_value().map(|(key, _)| (key.0, u64::MAX - key.1))?,
                };
                self.distances.remove(&age);
                return self.by_distance.remove(&(distance, u64::MAX - age));
            }
            Order::Coverage if self.above.is_empty() => return self.by_coverage.pop_first().map(|(_, node)| node),
            Order::Goal | Order::Coverage | Order::DepthFirst | Order::Shuffled => {}
        }
        if self.below.len() >= Self::PUT_OFF_MAX {
            self.taken += 1;
            if self.taken.is_multiple_of(2 * Self::QUANTUM) && !self.above.is_empty() {
                return self.above.pop_front();
            }
            if self.taken.is_multiple_of(Self::QUANTUM) {
                return self.below.pop_front();
            }
        }
        if self.above.is_empty() {
            self.bound = self.bound.saturating_mul(2);
            std::mem::swap(&mut self.above, &mut self.below);
            self.above.make_contiguous().reverse();
        }
        self.above.pop_back()
    }

    /// The children of a node at a depth, the first to be looked at first; `site` is where the program decides between them, and
    /// how far that is from the goal.
    pub fn extend(&mut self, depth: u32, site: Site, children: impl Iterator<Item = N>) {
        if self.order == Order::Goal {
            for child in children {
                // Of those equally near the newest, which is deepest.
                let distance = site.distance.unwrap_or(u32::MAX);
                self.by_distance.insert((distance, u64::MAX - self.age), (depth + 1, child));
                self.distances.insert(self.age, distance);
                self.age += 1;
            }
            return;
        }
        if self.order == Order::Coverage {
            for (way, child) in children.enumerate() {
                let times = self.decided.entry((site.place.unwrap_or_default(), way)).or_default();
                *times += 1;
                // Of those decided equally often the newest, which is deepest; in the long run the times decide.
                self.by_coverage.insert((*times, u64::MAX - self.age), (depth + 1, child));
                self.age += 1;
            }
            return;
        }
        let mut children: Vec<(u32, N)> = children.map(|child| (depth + 1, child)).collect();
        match self.order {
            Order::BreadthFirst | Order::Anywhere => return self.above.extend(children),
            Order::Shuffled => {
                for last in (1..children.len()).rev() {
                    children.swap(last, self.below(last + 1));
                }
            }
            Order::DepthFirst | Order::Coverage | Order::Goal => {}
        }
        if depth < self.bound || self.below.len() >= Self::PUT_OFF_MAX {
            self.above.extend(children.into_iter().rev());
        } else {
            self.below.extend(children);
        }
    }

    /// A random number below `end` (SplitMix64: Steele, Lea and Flood, OOPSLA 2014).
    fn below(&mut self, end: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(distance: u32) -> Site {
        Site { place: Some((1, distance)), distance: Some(distance) }
    }

    /// An endless path beside one short one: the short one has its turn.
    #[test]
    fn nobody_waits_for_ever() {
        for order in
            [Order::DepthFirst, Order::BreadthFirst, Order::Shuffled, Order::Anywhere, Order::Coverage, Order::Goal]
        {
            let mut frontier = Frontier::new("root", order, 1);
            let mut steps = 0;
            loop {
                let (depth, node) = frontier.pop().expect("the endless path goes on");
                steps += 1;
                assert!(steps < 100, "{order:?}");
                match node {
                    "root" => frontier.extend(depth, at(2), ["endless", "short"].into_iter()),
                    "endless" => frontier.extend(depth, at(1), ["endless"].into_iter()),
                    _ => break,
                }
            }
        }
    }

    /// Paths that divide for ever, so that very many nodes are open: the oldest one still has its turn.
    #[test]
    fn nor_where_too_many_are_open() {
        let mut frontier = Frontier::new(false, Order::DepthFirst, 1);
        let mut steps = 0;
        loop {
            let (depth, is_short) = frontier.pop().expect("there are always more");
            steps += 1;
            assert!(steps < 2_000_000, "{depth}");
            match is_short {
                // Every node of depth twenty has a short path beside it that comes last.
                false if depth == 20 => frontier.extend(depth, Site::default(), [false, false, true].into_iter()),
                false => frontier.extend(depth, Site::default(), [false, false].into_iter()),
                true => break,
            }
        }
    }

    #[test]
    fn other_searches_are_refused() {
        assert!(
            Order::parse("highway,width=8", false)
                .is_err_and(|fault| fault.to_string().contains("dfs, bfs, rdfs, rs or coverage"))
        );
        assert!(Order::parse("dsf", false).is_err_and(|fault| fault.to_string().contains("did you mean")));
    }
}

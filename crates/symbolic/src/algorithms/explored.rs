//! A whole tree, opened by several machines in whatever order suits them; nodes with the same below them are opened on from once.
//!
//! What an algorithm then finds in it depends neither on that order nor on the number of machines. Each goes depth first through nodes of
//! its own, because the state of the node before is then at hand.

use super::tree::{Expansion, Tree};
use hashbrown::{HashMap, HashSet};
use search::{Member, Pool, spawn_worker};
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Where a node has its place: which machine made it, and how many it had made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    machine: u32,
    number: u32,
}

enum Node {
    Open,
    /// Opened on from where another one with this identity was found.
    Same(u64),
    Known(Expansion<Place>, Option<u64>),
}

/// The tree, to be gone through once.
pub struct Explored {
    nodes: Vec<Vec<Node>>,
    /// Where a node of each identity was found first.
    first: HashMap<u64, Place>,
    identity: Option<u64>,
}

/// What one machine found out.
struct Found<T: Tree> {
    tree: T,
    /// How many nodes it made.
    made: u32,
    nodes: Vec<(Place, Node)>,
}

/// Identities are claimed under so many locks, that two machines seldom wait for each other.
const STRIPES: usize = 64;

/// What the machines share.
struct Crew<N> {
    pool: Pool<(Place, N)>,
    /// Something went wrong.
    stopped: AtomicBool,
    claimed: Vec<Mutex<HashSet<u64>>>,
}

impl<N> Crew<N> {
    fn of(machines: usize) -> Self {
        Crew {
            pool: Pool::new(machines),
            stopped: AtomicBool::new(false),
            claimed: std::iter::repeat_with(Mutex::default).take(STRIPES).collect(),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.pool.wake();
    }

    /// Whether nobody has met this identity before.
    fn claim(&self, identity: u64) -> bool {
        let stripe = &self.claimed[identity as usize % STRIPES];
        stripe.lock().unwrap_or_else(PoisonError::into_inner).insert(identity)
    }
}

impl<T: Tree> Found<T> {
    fn new(tree: T) -> Self {
        Found { tree, made: 0, nodes: Vec::new() }
    }

    fn place(&mut self, machine: u32) -> Place {
        let place = Place { machine, number: self.made };
        self.made = self.made.checked_add(1).expect("fewer than four billion nodes fit into memory");
        place
    }

    /// Opens nodes until there are none left anywhere. Who begins has the root.
    fn work(
        &mut self,
        machine: u32,
        crew: &Crew<T::Node>,
        member: Member<'_, (Place, T::Node)>,
        root: Option<T::Node>,
    ) -> Result<(), T::Error> {
        let mut own: Vec<(Place, T::Node)> = root.map(|root| (self.place(machine), root)).into_iter().collect();
        loop {
            let Some((place, node)) = own.pop() else {
                match member.take(|| crew.is_stopped()) {
                    Some(nodes) => own = nodes,
                    None => return Ok(()),
                }
                continue;
            };
            if crew.is_stopped() {
                return Ok(());
            }
            let opened = self.tree.expand(&node);
            if opened.is_err() {
                crew.stop();
            }
            let expansion = opened?;
            let identity = self.tree.identity();
            let node = match identity {
                Some(identity) if !crew.claim(identity) => Node::Same(identity),
                _ => Node::Known(self.placed(machine, expansion, &mut own), identity),
            };
            self.nodes.push((place, node));
            member.share(&mut own);
        }
    }

    /// Gives the children their places, and puts them where the first is the next to be opened.
    fn placed(
        &mut self,
        machine: u32,
        expansion: Expansion<T::Node>,
        own: &mut Vec<(Place, T::Node)>,
    ) -> Expansion<Place> {
        let before = own.len();
        let mut add = |node: T::Node| {
            let place = self.place(machine);
            own.push((place, node));
            place
        };
        let placed = match expansion {
            Expansion::Leaf(leaf) => Expansion::Leaf(leaf),
            Expansion::Choice(list) => {
                Expansion::Choice(list.into_iter().map(|(name, node)| (name, add(node))).collect())
            }
            Expansion::Branch(list) => {
                Expansion::Branch(list.into_iter().map(|(p, words, node)| (p, words, add(node))).collect())
            }
        };
        own[before..].reverse();
        placed
    }
}

impl Explored {
    /// Opens a tree with so many machines, all made by `machine`, and gives back the first with what `finish` says of the others.
    pub fn by<T, F>(
        machines: usize,
        machine: &(dyn Fn() -> Result<T, T::Error> + Sync),
        finish: &(dyn Fn(T) -> F + Sync),
    ) -> Result<(Explored, T, Vec<F>), T::Error>
    where
        T: Tree,
        T::Node: Send,
        T::Error: Send,
        F: Send,
    {
        let mut first = Found::new(machine()?);
        let root = first.tree.root()?;
        let crew = Crew::of(machines);
        let (done, others) = std::thread::scope(|scope| {
            let begin = |number: u32| {
                let crew = &crew;
                let other = spawn_worker(scope, move || {
                    let member = crew.pool.join();
                    // Whatever keeps one from working keeps the others busier, no more.
                    let mut found = Found::new(machine().ok()?);
                    let done = found.work(number, crew, member, None);
                    Some((done, found.made, found.nodes, finish(found.tree)))
                });
                if other.is_none() {
                    drop(crew.pool.join());
                }
                other
            };
            let others: Vec<_> = (1..machines as u32).map(begin).collect();
            let done = first.work(0, &crew, crew.pool.join(), Some(root));
            let others: Vec<_> = others.into_iter().map(|other| other?.join().ok().flatten()).collect();
            (done, others)
        });
        done?;
        let mut explored = Explored { nodes: vec![open(first.made)], first: HashMap::new(), identity: None };
        let (mut found, mut finished) = (vec![first.nodes], Vec::with_capacity(others.len()));
        for other in others {
            let Some((done, made, nodes, tally)) = other else {
                explored.nodes.push(Vec::new());
                continue;
            };
            done?;
            explored.nodes.push(open(made));
            found.push(nodes);
            finished.push(tally);
        }
        found.into_iter().flatten().for_each(|(place, node)| explored.put(place, node));
        Ok((explored, first.tree, finished))
    }

    fn put(&mut self, place: Place, node: Node) {
        if let Node::Known(_, Some(identity)) = &node {
            self.first.insert(*identity, place);
        }
        self.nodes[place.machine as usize][place.number as usize] = node;
    }
}

fn open(count: u32) -> Vec<Node> {
    std::iter::repeat_with(|| Node::Open).take(count as usize).collect()
}

impl Tree for Explored {
    type Node = Place;
    type Error = Infallible;

    fn root(&mut self) -> Result<Place, Infallible> {
        Ok(Place { machine: 0, number: 0 })
    }

    /// What is below a node is handed out once. Who meets its identity again knows it already, and gets nothing but that.
    fn expand(&mut self, place: &Place) -> Result<Expansion<Place>, Infallible> {
        let node = |explored: &mut Explored, place: Place, left: Node| {
            std::mem::replace(&mut explored.nodes[place.machine as usize][place.number as usize], left)
        };
        let (expansion, identity) = match node(self, *place, Node::Open) {
            Node::Known(expansion, identity) => {
                if let Some(identity) = identity {
                    node(self, *place, Node::Same(identity));
                }
                (Some(expansion), identity)
            }
            Node::Same(identity) => {
                let first = self.first[&identity];
                match node(self, first, Node::Same(identity)) {
                    Node::Known(expansion, _) => (Some(expansion), Some(identity)),
                    Node::Same(_) | Node::Open => (None, Some(identity)),
                }
            }
            Node::Open => unreachable!("every node was opened, and is asked for once"),
        };
        self.identity = identity;
        Ok(expansion.unwrap_or_else(|| Expansion::Choice(Vec::new())))
    }

    fn identity(&self) -> Option<u64> {
        self.identity
    }
}

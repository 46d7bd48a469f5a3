//! A whole tree, opened in whatever order suits those who open it; nodes with the same below them are one.
//!
//! What an algorithm then finds in it depends neither on that order nor on the number of machines.

use super::tree::{Expansion, Opened, Tree};
use hashbrown::HashMap;
use std::convert::Infallible;

/// Nodes given out at once: enough to keep several machines busy between two meetings.
const BATCH: usize = 256;

pub struct Explored {
    /// By place; a node met again leads to where it was met first.
    nodes: Vec<Place>,
    identity: Option<u64>,
}

enum Place {
    Open,
    Same(usize),
    Known(Expansion<usize>, Option<u64>),
}

impl Explored {
    pub fn of<T: Tree>(tree: &mut T) -> Result<Explored, T::Error> {
        let mut explored = Explored { nodes: vec![Place::Open], identity: None };
        let mut known: HashMap<u64, usize> = HashMap::new();
        let mut open: Vec<(usize, T::Node)> = vec![(0, tree.root()?)];
        while !open.is_empty() {
            let (places, nodes): (Vec<usize>, Vec<T::Node>) =
                open.split_off(open.len().saturating_sub(BATCH)).into_iter().unzip();
            for (place, opened) in places.into_iter().zip(tree.expand_all(nodes)) {
                let Opened { expansion, identity, .. } = opened?;
                if let Some(first) = identity.and_then(|identity| known.get(&identity)) {
                    explored.nodes[place] = Place::Same(*first);
                    continue;
                }
                known.extend(identity.map(|identity| (identity, place)));
                let mut add = |node: T::Node| {
                    explored.nodes.push(Place::Open);
                    open.push((explored.nodes.len() - 1, node));
                    explored.nodes.len() - 1
                };
                let expansion = match expansion {
                    Expansion::Leaf(leaf) => Expansion::Leaf(leaf),
                    Expansion::Choice(list) => {
                        Expansion::Choice(list.into_iter().map(|(name, node)| (name, add(node))).collect())
                    }
                    Expansion::Branch(list) => {
                        Expansion::Branch(list.into_iter().map(|(p, words, node)| (p, words, add(node))).collect())
                    }
                };
                explored.nodes[place] = Place::Known(expansion, identity);
            }
        }
        Ok(explored)
    }
}

impl Tree for Explored {
    type Node = usize;
    type Error = Infallible;

    fn root(&mut self) -> Result<usize, Infallible> {
        Ok(0)
    }

    fn expand(&mut self, node: &usize) -> Result<Expansion<usize>, Infallible> {
        let place = match &self.nodes[*node] {
            Place::Same(first) => *first,
            _ => *node,
        };
        let Place::Known(expansion, identity) = &self.nodes[place] else { unreachable!("every node was opened") };
        self.identity = *identity;
        Ok(expansion.clone())
    }

    fn identity(&self) -> Option<u64> {
        self.identity
    }
}

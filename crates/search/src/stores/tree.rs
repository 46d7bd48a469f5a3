//! The store of one worker for states of many components; `folding` tells how.

use hashbrown::HashTable;
use space::{Encoding, Filed, StateId, StateStore};

use super::folding::{Folding, Quad, Tables, hash_quad};
use super::{Interner, make_room};

/// Encodings as trees of components, each of which is kept once.
#[derive(Default)]
pub struct TreeStore {
    tables: OwnTables,
    /// State `i` is the tree below `roots[i]`, of the height beside it.
    roots: Vec<Quad>,
    heights: Vec<u8>,
    root_index: HashTable<u32>,
    folding: Folding,
}

#[derive(Default)]
struct OwnTables {
    components: Interner,
    nodes: NodeTable,
}

/// Inner nodes below the roots. A node does not know its level: the same four numbers may serve on several.
#[derive(Default)]
pub(super) struct NodeTable {
    nodes: Vec<Quad>,
    index: HashTable<u32>,
}

impl NodeTable {
    pub fn intern(&mut self, node: Quad, hash: u64) -> u32 {
        let nodes = &mut self.nodes;
        if let Some(&number) = self.index.find(hash, |&number| nodes[number as usize] == node) {
            return number;
        }
        let number = u32::try_from(nodes.len()).expect("fewer than 2^32 nodes fit into memory");
        make_room(nodes, 1);
        nodes.push(node);
        self.index.insert_unique(hash, number, |&number| hash_quad(&nodes[number as usize], 0));
        number
    }

    pub fn get(&self, number: u32) -> Quad {
        self.nodes[number as usize]
    }

    /// The nodes from number `first` on.
    pub fn since(&self, first: usize) -> &[Quad] {
        &self.nodes[first..]
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Quad>() + self.index.allocation_size()
    }
}

impl Tables for OwnTables {
    fn intern_component(&mut self, bytes: &[u8]) -> u32 {
        self.components.intern(bytes).0
    }

    fn append_component(&self, number: u32, into: &mut Encoding) {
        into.push_component(self.components.get(number));
    }

    fn intern_node(&mut self, node: Quad, hash: u64) -> u32 {
        self.nodes.intern(node, hash)
    }

    fn node(&self, number: u32) -> Quad {
        self.nodes.get(number)
    }
}

impl StateStore for TreeStore {
    fn insert(&mut self, encoding: &Encoding) -> Filed {
        let (root, height) = self.folding.fold(encoding, &mut self.tables);
        let hash = hash_quad(&root, height);
        if let Some(id) = self.folding.recognise(&root, height, hash) {
            self.folding.keep(id);
            return Filed::Seen(StateId(id));
        }
        let (roots, heights) = (&mut self.roots, &mut self.heights);
        let is_same = |&id: &u32| roots[id as usize] == root && heights[id as usize] == height;
        if let Some(&id) = self.root_index.find(hash, is_same) {
            self.folding.name(&root, height, hash, id);
            return Filed::Seen(StateId(id));
        }
        let id = u32::try_from(roots.len()).expect("fewer than 2^32 states fit into memory");
        make_room(roots, 1);
        make_room(heights, 1);
        roots.push(root);
        heights.push(height);
        self.root_index.insert_unique(hash, id, |&id| hash_quad(&roots[id as usize], heights[id as usize]));
        self.folding.name(&root, height, hash, id);
        Filed::Fresh(StateId(id))
    }

    fn fetch(&mut self, id: StateId) -> &Encoding {
        if !self.folding.recall(id.0) {
            let (root, height) = (&self.roots[id.0 as usize], self.heights[id.0 as usize]);
            self.folding.unfold(id.0, root, height, &self.tables);
        }
        self.folding.last()
    }

    fn forget(&mut self, id: StateId) {
        let hash = hash_quad(&self.roots[id.0 as usize], self.heights[id.0 as usize]);
        self.folding.forget(hash);
        if let Ok(entry) = self.root_index.find_entry(hash, |&other| other == id.0) {
            entry.remove();
        }
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn bytes(&self) -> usize {
        self.tables.components.bytes()
            + self.tables.nodes.bytes()
            + self.roots.capacity() * size_of::<Quad>()
            + self.heights.capacity()
            + self.root_index.allocation_size()
    }
}

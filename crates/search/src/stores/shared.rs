//! A store for several workers: the tables of `folding`, striped over many locks. Each worker folds with a memory of its
//! own, and knows the components and nodes it has met lately, so that most of a state touches no lock: a cache line that
//! both workers write costs more than everything else here.
//!
//! It also keeps how each state was first reached, since states have no common order of discovery here.

use std::io;
use std::ops::Deref;
use std::sync::Mutex;

use hashbrown::HashTable;
use space::{Encoding, Filed, Pick, RecordReader, RecordWriter, StateId};
use xxhash_rust::xxh3::xxh3_64;

use super::Interner;
use super::folding::{Folding, Quad, Tables, hash_quad};
use super::tree::NodeTable;

/// The low bits of a number tell the stripe; 64 make two workers collide once in 64 accesses.
const STRIPE_BITS: u32 = 6;
pub(crate) const STRIPES: usize = 1 << STRIPE_BITS;

/// A store that several workers file in.
pub struct SharedStore {
    components: Vec<Mutex<Interner>>,
    nodes: Vec<Mutex<NodeTable>>,
    roots: Vec<Mutex<RootTable>>,
}

#[derive(Default)]
struct RootTable {
    roots: Vec<Quad>,
    heights: Vec<u8>,
    index: HashTable<u32>,
    /// The state and the pick by which each was first reached.
    discoveries: Vec<(u32, u32)>,
}

/// One worker's access to a [`SharedStore`], which it borrows or owns together with others.
pub struct SharedHandle<S> {
    tables: KnownTables<S>,
    folding: Folding,
}

/// The shared tables, with what one worker knows of them.
struct KnownTables<S> {
    store: S,
    /// Components by content, and the shared number of each.
    components: Interner,
    shared_numbers: Vec<u32>,
    /// Where each shared number is among `components`.
    known_numbers: HashTable<u32>,
}

/// A worker forgets its components when they take this many bytes: those of long-running programs with large objects.
const KNOWN_BYTES: usize = 1 << 26;

const NO_PARENT: u32 = u32::MAX;

/// How much of each stripe is in a file: roots, nodes, components.
#[derive(Default)]
pub(crate) struct SavedStore(Vec<[usize; 3]>);

fn write_quad(out: &mut RecordWriter<'_>, quad: &Quad) -> io::Result<()> {
    quad.iter().try_for_each(|number| out.number(u64::from(number.wrapping_add(2))))
}

fn read_quad(input: &mut RecordReader<'_>) -> io::Result<Quad> {
    let mut quad = Quad::default();
    for number in &mut quad {
        // The marks at the top of the range, which are frequent, become small numbers.
        *number = input.number32()?.wrapping_sub(2);
    }
    Ok(quad)
}

impl RootTable {
    /// Adds a state that is not there yet; gives its place.
    fn add(&mut self, root: Quad, height: u8, hash: u64, parent: Option<(StateId, Pick)>) -> u32 {
        let RootTable { roots, heights, index, discoveries } = self;
        let place = roots.len() as u32;
        roots.push(root);
        heights.push(height);
        discoveries.push(parent.map_or((NO_PARENT, 0), |(state, pick)| (state.0, pick.0)));
        index.insert_unique(hash, place, |&place| hash_quad(&roots[place as usize], heights[place as usize]));
        place
    }
}

impl Default for SharedStore {
    fn default() -> Self {
        fn stripes<T: Default>() -> Vec<Mutex<T>> {
            std::iter::repeat_with(Mutex::default).take(STRIPES).collect()
        }
        SharedStore { components: stripes(), nodes: stripes(), roots: stripes() }
    }
}

impl SharedStore {
    /// One worker's way to it.
    pub fn handle(&self) -> SharedHandle<&SharedStore> {
        SharedHandle::new(self)
    }

    /// What to pick from the initial state on to reach `id` the way it was first reached.
    pub fn path_to(&self, id: StateId) -> Vec<Pick> {
        let mut path = Vec::new();
        let mut at = id.0;
        loop {
            let (parent, pick) = lock(&self.roots[stripe_of(at)]).discoveries[place_of(at)];
            if parent == NO_PARENT {
                break;
            }
            path.push(Pick(pick));
            at = parent;
        }
        path.reverse();
        path
    }

    /// Writes what came since `saved`, and moves that on. Components, which nodes refer to, come after nodes, and those after
    /// roots: a worker may add to the store meanwhile, and what is referred to is there before what refers to it.
    pub(crate) fn save(&self, saved: &mut SavedStore, out: &mut RecordWriter<'_>) -> io::Result<()> {
        saved.0.resize(STRIPES, [0; 3]);
        let mut copied = Vec::new();
        for (stripe, [roots, ..]) in self.roots.iter().zip(&mut saved.0) {
            copied.clear();
            let end = {
                let table = lock(stripe);
                copied.extend(table.roots[*roots..].iter().copied().zip(table.heights[*roots..].iter().copied()));
                table.roots.len()
            };
            *roots = end;
            out.list(copied.iter(), |out, (root, height)| {
                write_quad(out, root)?;
                out.number(u64::from(*height))
            })?;
        }
        for (stripe, [_, nodes, _]) in self.nodes.iter().zip(&mut saved.0) {
            let fresh = lock(stripe).since(*nodes).to_vec();
            *nodes += fresh.len();
            out.list(fresh.iter(), write_quad)?;
        }
        for (stripe, [.., components]) in self.components.iter().zip(&mut saved.0) {
            let fresh: Vec<Vec<u8>> = {
                let table = lock(stripe);
                (*components..table.len()).map(|number| table.get(number as u32).to_vec()).collect()
            };
            *components += fresh.len();
            out.list(fresh.iter(), |out, component| out.bytes(component))?;
        }
        Ok(())
    }

    /// Reads what `save` wrote; gives the number of states.
    pub(crate) fn restore(&self, input: &mut RecordReader<'_>) -> io::Result<u32> {
        let mut states = 0;
        for stripe in &self.roots {
            let fresh = input.list(|input| Ok((read_quad(input)?, input.number()? as u8)))?;
            states += fresh.len() as u32;
            let mut table = lock(stripe);
            for (root, height) in fresh {
                table.add(root, height, hash_quad(&root, height), None);
            }
        }
        for stripe in &self.nodes {
            let mut table = lock(stripe);
            for node in input.list(read_quad)? {
                table.intern(node, hash_quad(&node, 0));
            }
        }
        for stripe in &self.components {
            let mut table = lock(stripe);
            for component in input.list(|input| input.bytes())? {
                table.intern(&component);
            }
        }
        Ok(states)
    }

    /// What the states take.
    pub fn bytes(&self) -> usize {
        let components: usize = self.components.iter().map(|stripe| lock(stripe).bytes()).sum();
        let nodes: usize = self.nodes.iter().map(|stripe| lock(stripe).bytes()).sum();
        let roots = |table: &RootTable| {
            table.roots.capacity() * (size_of::<Quad>() + 1)
                + table.index.allocation_size()
                + table.discoveries.capacity() * 8
        };
        components + nodes + self.roots.iter().map(|stripe| roots(&lock(stripe))).sum::<usize>()
    }
}

impl<S: Deref<Target = SharedStore>> SharedHandle<S> {
    /// A worker's way to a store.
    pub fn new(store: S) -> Self {
        let tables = KnownTables {
            store,
            components: Interner::default(),
            shared_numbers: Vec::new(),
            known_numbers: HashTable::new(),
        };
        SharedHandle { tables, folding: Folding::default() }
    }

    /// Files a state that `parent` led to.
    pub fn insert(&mut self, encoding: &Encoding, parent: Option<(StateId, Pick)>) -> Filed {
        let (root, height) = self.folding.fold(encoding, &mut self.tables);
        let hash = hash_quad(&root, height);
        if let Some(id) = self.folding.recognise(&root, height, hash) {
            self.folding.keep(id);
            return Filed::Seen(StateId(id));
        }
        let stripe = stripe_by(hash);
        let mut table = lock(&self.tables.store.roots[stripe]);
        let RootTable { roots, heights, index, .. } = &*table;
        let is_same = |&place: &u32| roots[place as usize] == root && heights[place as usize] == height;
        if let Some(&place) = index.find(hash, is_same) {
            self.folding.name(&root, height, hash, number(stripe, place));
            return Filed::Seen(StateId(number(stripe, place)));
        }
        let place = table.add(root, height, hash, parent);
        self.folding.name(&root, height, hash, number(stripe, place));
        Filed::Fresh(StateId(number(stripe, place)))
    }

    /// The state of a number.
    pub fn fetch(&mut self, id: StateId) -> &Encoding {
        if self.folding.recall(id.0) {
            return self.folding.last();
        }
        let (root, height) = {
            let table = lock(&self.tables.store.roots[stripe_of(id.0)]);
            (table.roots[place_of(id.0)], table.heights[place_of(id.0)])
        };
        self.folding.unfold(id.0, &root, height, &self.tables);
        self.folding.last()
    }
}

impl<S> KnownTables<S> {
    fn know(&mut self, known: u32, number: u32) {
        debug_assert_eq!(known as usize, self.shared_numbers.len());
        self.shared_numbers.push(number);
        let numbers = &self.shared_numbers;
        self.known_numbers.insert_unique(spread(number), known, |&known| spread(numbers[known as usize]));
    }
}

impl<S: Deref<Target = SharedStore>> Tables for KnownTables<S> {
    fn intern_component(&mut self, bytes: &[u8]) -> u32 {
        if self.components.bytes() > KNOWN_BYTES {
            (self.components, self.known_numbers) = Default::default();
            self.shared_numbers.clear();
        }
        let (known, is_new) = self.components.intern(bytes);
        if is_new {
            let stripe = stripe_by(xxh3_64(bytes));
            let (place, _) = lock(&self.store.components[stripe]).intern(bytes);
            self.know(known, number(stripe, place));
        }
        self.shared_numbers[known as usize]
    }

    fn append_component(&self, number: u32, into: &mut Encoding) {
        let is_it = |&known: &u32| self.shared_numbers[known as usize] == number;
        match self.known_numbers.find(spread(number), is_it) {
            Some(&known) => into.push_component(self.components.get(known)),
            None => into.push_component(lock(&self.store.components[stripe_of(number)]).get(place_of(number) as u32)),
        }
    }

    fn intern_node(&mut self, node: Quad, hash: u64) -> u32 {
        let stripe = stripe_by(hash);
        let place = lock(&self.store.nodes[stripe]).intern(node, hash);
        number(stripe, place)
    }

    fn node(&self, number: u32) -> Quad {
        lock(&self.store.nodes[stripe_of(number)]).get(place_of(number) as u32)
    }
}

/// A hash for numbers.
fn spread(number: u32) -> u64 {
    u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The top bits choose the stripe: hash tables use the low ones for the place and the seven highest for the tag, so those in
/// between are free.
fn stripe_by(hash: u64) -> usize {
    (hash >> (57 - STRIPE_BITS)) as usize % STRIPES
}

fn number(stripe: usize, place: u32) -> u32 {
    // Two numbers at the top of the range are marks.
    assert!(place < (1 << (32 - STRIPE_BITS)) - 1, "a stripe of the shared store is full");
    place << STRIPE_BITS | stripe as u32
}

pub(crate) fn stripe_of(number: u32) -> usize {
    number as usize % STRIPES
}

pub(crate) fn place_of(number: u32) -> usize {
    (number >> STRIPE_BITS) as usize
}

/// The state at a place of a stripe.
pub(crate) fn state_at(stripe: usize, place: usize) -> u32 {
    number(stripe, place as u32)
}

fn lock<T>(stripe: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A worker that panicked ends the search anyway; what it left is only read to report.
    stripe.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

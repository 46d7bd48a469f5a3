//! What a search wants to know of a state or a step without a world that is in it. Programs have few different ones, however
//! many states they have: each is kept once and bears a number.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashbrown::HashMap;
use space::{Choice, Fault, Lesson, Roster, Standing, System, ThreadId, Violation};

/// What shows of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Facet {
    pub standing: Standing,
    pub choice: Option<OwnedChoice>,
    pub roster: Roster,
    /// Bit `l` of the words tells whether label `l` holds.
    pub labels: Vec<u64>,
    /// The values of families of labels.
    pub values: Vec<(usize, i64)>,
    /// Where the choice is taken, if the search asks.
    pub site: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OwnedChoice {
    Schedule(Vec<ThreadId>),
    Wake(u32),
    Data(u32),
    Random(Weights),
    Resume,
}

/// Probabilities, compared by their bits.
#[derive(Clone, Debug)]
pub struct Weights(pub Vec<f64>);

impl Weights {
    fn bits(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|weight| weight.to_bits())
    }
}

impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        self.bits().eq(other.bits())
    }
}

impl Eq for Weights {}

impl Hash for Weights {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().for_each(|bits| bits.hash(state));
    }
}

impl OwnedChoice {
    fn of(choice: Choice<'_>) -> Self {
        match choice {
            Choice::Schedule { threads } => OwnedChoice::Schedule(threads.to_vec()),
            Choice::Wake { waiters } => OwnedChoice::Wake(waiters),
            Choice::Data { alternatives } => OwnedChoice::Data(alternatives),
            Choice::Random { weights } => OwnedChoice::Random(Weights(weights.to_vec())),
            Choice::Resume => OwnedChoice::Resume,
        }
    }

    pub fn as_choice(&self) -> Choice<'_> {
        match self {
            OwnedChoice::Schedule(threads) => Choice::Schedule { threads },
            OwnedChoice::Wake(waiters) => Choice::Wake { waiters: *waiters },
            OwnedChoice::Data(alternatives) => Choice::Data { alternatives: *alternatives },
            OwnedChoice::Random(weights) => Choice::Random { weights: &weights.0 },
            OwnedChoice::Resume => Choice::Resume,
        }
    }
}

impl Facet {
    /// What shows of the state that `world` is in.
    pub fn of<S: System>(system: &S, world: &S::World, with_site: bool) -> Self {
        let mut labels = vec![0; system.labels().len().div_ceil(64)];
        for label in 0..system.labels().len() {
            labels[label / 64] |= u64::from(system.holds(world, label)) << (label % 64);
        }
        let mut values = Vec::new();
        for family in 0..system.families() {
            system.family_values(world, family, &mut |value| values.push((family, value)));
        }
        let choice = system.choice(world).map(OwnedChoice::of);
        let site = if with_site && choice.is_some() { system.site(world) } else { 0 };
        Facet { standing: system.standing(world), choice, roster: system.roster(world), labels, values, site }
    }

    pub fn alternatives(&self) -> u32 {
        self.choice.as_ref().map_or(0, |choice| choice.as_choice().alternatives())
    }
}

/// What shows of a step besides the state it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effect {
    pub violations: Vec<Violation>,
    pub earned: Vec<u64>,
    pub runner: Option<ThreadId>,
    pub ended: Vec<ThreadId>,
    pub lesson: Option<Lesson>,
    /// Why the step could not be taken.
    pub fault: Option<Fault>,
}

impl Effect {
    /// What shows of the step that `world` has just made.
    pub fn of<S: System>(system: &S, world: &S::World, lesson: Option<Lesson>) -> Self {
        Effect {
            violations: system.violations(world).to_vec(),
            earned: (0..system.rewards().len()).map(|reward| system.earned(world, reward)).collect(),
            runner: system.runner(world),
            ended: system.ended(world).to_vec(),
            lesson,
            fault: None,
        }
    }
}

/// Values that all workers know by the same numbers.
pub struct Interned<T> {
    table: Mutex<Table<T>>,
}

struct Table<T> {
    numbers: HashMap<Arc<T>, u32>,
    values: Vec<Arc<T>>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Interned { table: Mutex::new(Table { numbers: HashMap::new(), values: Vec::new() }) }
    }
}

impl<T: Hash + Eq> Interned<T> {
    fn lock(&self) -> MutexGuard<'_, Table<T>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The values from number `first` on.
    pub fn since(&self, first: usize) -> Vec<Arc<T>> {
        self.lock().values[first..].to_vec()
    }

    pub fn value(&self, number: u32) -> Option<Arc<T>> {
        self.lock().values.get(number as usize).cloned()
    }

    /// The number of a value.
    pub fn add(&self, value: T) -> (u32, Arc<T>) {
        let mut table = self.lock();
        let value = Arc::new(value);
        let next = table.values.len() as u32;
        let number = *table.numbers.entry(value.clone()).or_insert(next);
        if number == next {
            table.values.push(value.clone());
        }
        (number, value)
    }
}

/// What one worker knows of them.
pub struct Known<T> {
    numbers: HashMap<Arc<T>, u32>,
    values: Vec<Option<Arc<T>>>,
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Known { numbers: HashMap::new(), values: Vec::new() }
    }
}

impl<T: Hash + Eq> Known<T> {
    /// The number of `value`.
    pub fn number(&mut self, value: T, all: &Interned<T>) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let (number, value) = all.add(value);
        self.numbers.insert(value.clone(), number);
        self.keep(number, value);
        number
    }

    /// Makes sure that `get` knows `number`.
    #[inline]
    pub fn meet(&mut self, number: u32, all: &Interned<T>) {
        if !self.values.get(number as usize).is_some_and(Option::is_some) {
            self.keep(number, all.value(number).expect("who speaks of it has added it"));
        }
    }

    #[inline]
    pub fn get(&self, number: u32) -> &T {
        self.values[number as usize].as_ref().expect("it was met")
    }

    fn keep(&mut self, number: u32, value: Arc<T>) {
        let place = number as usize;
        if self.values.len() <= place {
            self.values.resize(place + 1, None);
        }
        self.values[place] = Some(value);
    }
}

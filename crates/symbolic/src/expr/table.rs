//! Tables of constants: what a load from an array with a symbolic index gives, without a case for each different element.

use super::{ExprId, Exprs, Interval, Node};
use hashbrown::HashMap;

/// A table of an [`Exprs`] arena; equal tables have equal ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(u32);

/// Over a range of more indices than this, the range of a whole table is good enough.
const LOOKED_AT_MAX: i128 = 1 << 10;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Table {
    /// The index of the first element.
    first: i128,
    elements: Box<[i64]>,
}

impl Table {
    fn indices(&self) -> Interval {
        Interval::new(self.first, self.first + self.elements.len() as i128 - 1)
    }

    fn at(&self, index: i128) -> i128 {
        i128::from(self.elements[(index - self.first) as usize])
    }

    fn hull(&self, indices: Interval) -> Interval {
        let elements = (indices.low..=indices.high).map(|index| Interval::point(self.at(index)));
        elements.reduce(Interval::hull).unwrap_or(Interval::point(0))
    }
}

#[derive(Debug, Default)]
pub(super) struct Tables {
    tables: Vec<(Table, Interval)>,
    known: HashMap<Table, TableId>,
}

impl Tables {
    fn get(&self, id: TableId) -> &(Table, Interval) {
        &self.tables[id.0 as usize]
    }

    fn add(&mut self, table: Table) -> TableId {
        if let Some(&known) = self.known.get(&table) {
            return known;
        }
        let id = TableId(u32::try_from(self.tables.len()).expect("fewer than four billion tables"));
        self.known.insert(table.clone(), id);
        let all = table.hull(table.indices());
        self.tables.push((table, all));
        id
    }

    /// The range of the elements at a range of indices.
    pub(super) fn range(&self, id: TableId, indices: Interval) -> Interval {
        let (table, all) = self.get(id);
        let indices = indices.meet(table.indices());
        if indices.width() > LOOKED_AT_MAX || indices.is_empty() { *all } else { table.hull(indices) }
    }
}

impl Exprs {
    /// The element of an array at a symbolic index; `elements` begin with that at `first`, and cover the index on this path.
    pub fn element(&mut self, index: ExprId, first: i128, elements: &[i64]) -> ExprId {
        let table = self.tables.add(Table { first, elements: elements.into() });
        self.intern(Node::Element(index, table))
    }

    pub(crate) fn element_at(&self, table: TableId, index: i128) -> i128 {
        let table = &self.tables.get(table).0;
        if table.indices().contains(index) { table.at(index) } else { 0 }
    }

    /// Per different element of a table, the runs of indices that hold it.
    pub(crate) fn runs_of(&self, table: TableId) -> Vec<(i128, Vec<Interval>)> {
        let table = &self.tables.get(table).0;
        let mut places: HashMap<i128, usize> = HashMap::new();
        let mut groups: Vec<(i128, Vec<Interval>)> = Vec::new();
        for index in table.indices().low..=table.indices().high {
            let element = table.at(index);
            let place = *places.entry(element).or_insert(groups.len());
            if place == groups.len() {
                groups.push((element, Vec::new()));
            }
            match groups[place].1.last_mut() {
                Some(run) if run.high + 1 == index => run.high = index,
                _ => groups[place].1.push(Interval::point(index)),
            }
        }
        groups
    }
}

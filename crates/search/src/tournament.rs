//! A bag of items under a complete binary tree of summaries: adding, removing and drawing cost O(log n).
//!
//! Summaries are merged anew from the leaves up on every change. A Fenwick tree would add and subtract differences
//! instead, and after millions of operations the rounding errors would outweigh small weights.

/// What is summarised about a set of items.
pub trait Rule {
    type Item;
    type Summary: Copy;

    fn empty(&self) -> Self::Summary;
    fn leaf(&self, item: &Self::Item) -> Self::Summary;
    fn merge(&self, left: Self::Summary, right: Self::Summary) -> Self::Summary;
}

pub struct Tournament<R: Rule> {
    rule: R,
    items: Vec<R::Item>,
    /// `tree[1]` is the root, `tree[capacity + i]` the leaf of item `i`.
    tree: Vec<R::Summary>,
    capacity: usize,
}

impl<R: Rule> Tournament<R> {
    pub fn new(rule: R) -> Self {
        let tree = vec![rule.empty(); 2];
        Tournament { rule, items: Vec::new(), tree, capacity: 1 }
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn rule(&self) -> &R {
        &self.rule
    }

    pub fn total(&self) -> R::Summary {
        self.tree[1]
    }

    pub fn get(&self, index: usize) -> &R::Item {
        &self.items[index]
    }

    pub fn push(&mut self, item: R::Item) {
        if self.items.len() == self.capacity {
            self.capacity *= 2;
            self.tree = vec![self.rule.empty(); 2 * self.capacity];
            for (index, item) in self.items.iter().enumerate() {
                self.tree[self.capacity + index] = self.rule.leaf(item);
            }
            for place in (1..self.capacity).rev() {
                self.tree[place] = self.rule.merge(self.tree[2 * place], self.tree[2 * place + 1]);
            }
        }
        self.items.push(item);
        self.refresh(self.items.len() - 1);
    }

    /// Removes an item; the last one takes its place.
    pub fn remove(&mut self, index: usize) -> R::Item {
        let item = self.items.swap_remove(index);
        self.refresh(self.items.len());
        if index < self.items.len() {
            self.refresh(index);
        }
        item
    }

    /// Walks from the root to an item; `goes_left` chooses between two summaries.
    pub fn descend(&self, mut goes_left: impl FnMut(R::Summary, R::Summary) -> bool) -> usize {
        let mut place = 1;
        while place < self.capacity {
            let (left, right) = (2 * place, 2 * place + 1);
            place = if goes_left(self.tree[left], self.tree[right]) { left } else { right };
        }
        place - self.capacity
    }

    fn refresh(&mut self, index: usize) {
        let mut place = self.capacity + index;
        self.tree[place] = self.items.get(index).map_or_else(|| self.rule.empty(), |item| self.rule.leaf(item));
        while place > 1 {
            place /= 2;
            self.tree[place] = self.rule.merge(self.tree[2 * place], self.tree[2 * place + 1]);
        }
    }
}

//! Workers that explore one tree from different ends, each on a machine of its own.
//!
//! Expressions and states have numbers that mean something to one machine only. What means the same to all is the way from the root
//! to a node, alternative by alternative; so a worker leaves what it found about a node under the way to it, and whoever is about
//! to open that node takes it over. The first worker goes from left to right, the second from right to left: they meet in
//! the middle, wherever the work happens to be. Values are exact, so that it makes no difference who found them.
//!
//! Programs with several threads are explored in another way (`explored`): their interleavings meet again so often that whoever starts from
//! the other end soon sees nearly all states himself.

use super::scheduler::Scheduler;
use crate::quantify::Bounds;
use hashbrown::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Nodes that many steps from the root and below are nobody's gift: there are too many of them.
const DEPTH_MAX: usize = 48;

/// What took fewer nodes than this is found again as quickly.
const WORK_MIN: u64 = 200;

/// What is known about a node once everything below it has been seen.
pub struct Gift {
    pub value: Bounds,
    pub paths: u64,
    pub scheduler: Scheduler,
}

/// What the workers share.
#[derive(Default)]
pub struct Workshop {
    gifts: Mutex<HashMap<Box<[usize]>, Arc<Gift>>>,
    stopped: AtomicBool,
}

impl Workshop {
    /// The work is done, or cannot be.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// One of those who work here; number 0 gives the answer.
    pub fn worker(&self, number: usize) -> Worker<'_> {
        Worker { shop: Some(self), number }
    }
}

pub struct Worker<'w> {
    shop: Option<&'w Workshop>,
    number: usize,
}

impl Worker<'_> {
    pub fn alone() -> Worker<'static> {
        Worker { shop: None, number: 0 }
    }

    /// Whether it only works for others.
    pub(super) fn is_second(&self) -> bool {
        self.number > 0
    }

    pub(super) fn is_one_of_several(&self) -> bool {
        self.shop.is_some()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.number > 0 && self.shop.is_some_and(|shop| shop.stopped.load(Ordering::Relaxed))
    }

    /// What another one has found out about the node at the end of a way.
    pub(super) fn gift(&self, way: &[usize]) -> Option<Arc<Gift>> {
        let shop = self.shop.filter(|_| way.len() <= DEPTH_MAX)?;
        shop.gifts.lock().unwrap_or_else(PoisonError::into_inner).get(way).cloned()
    }

    /// Whether what took so much work is worth leaving to others. The first one's is not: the others only work for it.
    pub(super) fn wants(&self, work: u64, way: &[usize]) -> bool {
        self.shop.is_some() && self.number > 0 && work >= WORK_MIN && way.len() <= DEPTH_MAX
    }

    pub(super) fn give(&self, way: &[usize], gift: Gift) {
        if let Some(shop) = self.shop {
            shop.gifts.lock().unwrap_or_else(PoisonError::into_inner).insert(way.into(), Arc::new(gift));
        }
    }

    /// Puts the children of a node into this worker's order; the next one is last. Beyond the second, workers begin somewhere
    /// between the ends, at another place on each level.
    pub(super) fn arrange<C>(&self, children: &mut [C], level: usize) {
        match self.number {
            0 => {}
            1 => children.reverse(),
            number => {
                let places = children.len().max(1);
                children.rotate_left((number >> (level % 8)) % places);
                if number.is_multiple_of(2) {
                    children.reverse();
                }
            }
        }
    }
}

//! Workers that go depth first, each with a stack of its own, and help each other out.
//!
//! Whoever has nothing left takes what another has offered. An offer is the older half of a stack, since what was found early has more
//! below it; it is made when somebody waits and nothing is on offer. When all wait, or there is nothing more to be wanted, all end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Duration;

/// Between two looks at whether all is over.
const INTERVAL: Duration = Duration::from_millis(20);

/// Deep recursion of programs takes stack; where addresses are limited, less has to do.
const STACK_BYTES: [usize; 3] = [1 << 28, 1 << 26, 1 << 24];

/// What workers share.
pub struct Pool<T> {
    desk: Mutex<Desk<T>>,
    changed: Condvar,
    /// How many wait for work.
    idle: AtomicUsize,
}

struct Desk<T> {
    offered: Vec<Vec<T>>,
    /// Those that have not begun count, those that have ended do not.
    workers: usize,
}

/// A worker that is counted until it is dropped.
pub struct Member<'p, T>(&'p Pool<T>);

impl<T> Pool<T> {
    /// A pool of so many workers, each of which is to [`join`](Self::join) it.
    pub fn new(workers: usize) -> Self {
        let desk = Desk { offered: Vec::new(), workers };
        Pool { desk: Mutex::new(desk), changed: Condvar::new(), idle: AtomicUsize::new(0) }
    }

    /// One of the workers begins; whoever cannot begin joins as well, to be waited for no longer.
    pub fn join(&self) -> Member<'_, T> {
        Member(self)
    }

    /// Those that wait look at whether all is over.
    pub fn wake(&self) {
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Desk<T>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Member<'_, T> {
    /// Waits for work of others; `None` when there is none left, or nobody wants it any more.
    pub fn take(&self, is_over: impl Fn() -> bool) -> Option<Vec<T>> {
        let pool = self.0;
        let mut desk = pool.lock();
        pool.idle.fetch_add(1, Ordering::SeqCst);
        let taken = loop {
            if is_over() {
                break None;
            }
            if let Some(offer) = desk.offered.pop() {
                break Some(offer);
            }
            if pool.idle.load(Ordering::SeqCst) >= desk.workers {
                break None;
            }
            let waited = pool.changed.wait_timeout(desk, INTERVAL);
            desk = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        if taken.is_some() {
            pool.idle.fetch_sub(1, Ordering::SeqCst);
        } else {
            // It stays idle, and stays counted until it is dropped.
            pool.changed.notify_all();
        }
        taken
    }

    /// Gives away half of `stack` if someone waits and nothing is on offer.
    pub fn share(&self, stack: &mut Vec<T>) {
        let pool = self.0;
        if stack.len() < 2 || pool.idle.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut desk = pool.lock();
        if desk.offered.is_empty() {
            let half = stack.len() / 2;
            desk.offered.push(stack.drain(..half).collect());
            pool.changed.notify_one();
        }
    }
}

impl<T> Drop for Member<'_, T> {
    fn drop(&mut self) {
        self.0.lock().workers -= 1;
        self.0.changed.notify_all();
    }
}

/// Starts a worker, with as much stack as can be had.
pub fn spawn_worker<'s, R: Send + 's>(
    scope: &'s Scope<'s, '_>,
    work: impl FnOnce() -> R + Send + Copy + 's,
) -> Option<ScopedJoinHandle<'s, R>> {
    STACK_BYTES.iter().find_map(|bytes| Builder::new().stack_size(*bytes).spawn_scoped(scope, work).ok())
}

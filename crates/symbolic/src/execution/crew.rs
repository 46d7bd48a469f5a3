//! Machines that open nodes of one tree at the same time.
//!
//! They share expressions and identities (`Common`), so that whoever opens a node finds the same. What is opened when is decided by the
//! algorithm alone; answers do not depend on how many machines there are.

use super::{Execution, ExecutionFault, Node, Tally};
use crate::algorithms::{Expansion, Opened, Tree};
use search::spawn_worker;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

type Result<T> = std::result::Result<T, ExecutionFault>;

/// Nodes to be opened, and what they turned out to be.
#[derive(Default)]
struct Tasks {
    /// With their places; the next one last.
    open: Vec<(usize, Node)>,
    done: Vec<Option<Result<Opened<Node>>>>,
    /// Not done yet.
    left: usize,
    closed: bool,
}

#[derive(Default)]
struct Desk {
    tasks: Mutex<Tasks>,
    /// There are tasks, or there never will be.
    arrived: Condvar,
    finished: Condvar,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(condition: &Condvar, guard: MutexGuard<'g, Tasks>) -> MutexGuard<'g, Tasks> {
        condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on tasks until there are none.
    fn work(&self, execution: &mut Execution<'_>) {
        loop {
            let Some((place, node)) = self.lock().open.pop() else { return };
            let opened = execution.open(&node);
            let mut tasks = self.lock();
            tasks.done[place] = Some(opened);
            tasks.left -= 1;
            if tasks.left == 0 {
                self.finished.notify_all();
            }
        }
    }
}

/// The first machine, and those beside it.
pub struct Crew<'p, 'd> {
    pub first: Execution<'p>,
    desk: &'d Desk,
}

/// Does `work` with so many machines, all made by `machine`, and tells whether limits or depths were met by any.
pub fn crew<'p, R>(
    machines: usize,
    machine: &(dyn Fn() -> Result<Execution<'p>> + Sync),
    work: impl FnOnce(&mut Crew<'p, '_>) -> R,
) -> Result<(R, Execution<'p>)> {
    let desk = Desk::default();
    let mut crew = Crew { first: machine()?, desk: &desk };
    let (result, tallies) = std::thread::scope(|scope| {
        let others: Vec<_> = (1..machines)
            .filter_map(|_| {
                spawn_worker(scope, || {
                    // Whatever keeps one from working keeps the others busier, no more.
                    let Ok(mut execution) = machine() else { return Tally::default() };
                    loop {
                        let mut tasks = desk.lock();
                        while tasks.open.is_empty() && !tasks.closed {
                            tasks = Desk::wait(&desk.arrived, tasks);
                        }
                        if tasks.closed {
                            return execution.tally();
                        }
                        drop(tasks);
                        desk.work(&mut execution);
                    }
                })
            })
            .collect();
        let result = work(&mut crew);
        desk.lock().closed = true;
        desk.arrived.notify_all();
        let tallies: Vec<Tally> = others.into_iter().map(|other| other.join().unwrap_or_default()).collect();
        (result, tallies)
    });
    tallies.into_iter().for_each(|tally| crew.first.absorb(tally));
    Ok((result, crew.first))
}

impl Tree for Crew<'_, '_> {
    type Node = Node;
    type Error = ExecutionFault;

    fn root(&mut self) -> Result<Node> {
        self.first.root()
    }

    fn expand(&mut self, node: &Node) -> Result<Expansion<Node>> {
        self.first.expand(node)
    }

    fn expand_all(&mut self, nodes: Vec<Node>) -> Vec<Result<Opened<Node>>> {
        if let [node] = &nodes[..] {
            return vec![self.first.open(node)];
        }
        let count = nodes.len();
        {
            let mut tasks = self.desk.lock();
            tasks.done = (0..count).map(|_| None).collect();
            tasks.open = nodes.into_iter().enumerate().rev().collect();
            tasks.left = count;
        }
        self.desk.arrived.notify_all();
        self.desk.work(&mut self.first);
        let mut tasks = self.desk.lock();
        while tasks.left > 0 {
            tasks = Desk::wait(&self.desk.finished, tasks);
        }
        let done = std::mem::take(&mut tasks.done);
        done.into_iter().map(|opened| opened.expect("every task was done")).collect()
    }

    fn identity(&self) -> Option<u64> {
        self.first.identity()
    }

    fn keep_apart(&mut self, apart: bool) {
        self.first.keep_apart(apart);
    }
}

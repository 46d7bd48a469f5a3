//! Probabilistic symbolic execution by several workers, each with a machine of its own.
//!
//! For exact analysis the machines open the tree together, and one of them then looks at it; so they do for `bounds`, some nodes at
//! a time. Sampling gives each restart to whoever is free. What is
//! answered does not depend on the number of workers. One restart, and `sum1`, go sample by sample, each where those before have
//! shown it to be worth going: there is nothing in them to be done at the same time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use symbolic::algorithms::{self, Answer, BoundsOptions, Explored, Query, Sampling};
use symbolic::{Common, Execution, ExecutionFault, Tally};

/// How machines are made.
pub struct Machines<'m, 'p> {
    pub workers: usize,
    /// One with a tree of its own.
    pub alone: &'m (dyn Fn() -> Option<Execution<'p>> + Sync),
    /// One of several that share a tree.
    pub beside: &'m (dyn Fn(&Common) -> Result<Execution<'p>, ExecutionFault> + Sync),
    pub common: &'m dyn Fn() -> Common,
}

impl<'p> Machines<'_, 'p> {
    /// Does what several machines can do on one tree; nothing if they turn out to be unlike each other, or something went wrong that
    /// one machine alone finds again, always in the same place. The first of the machines takes the place of `execution`.
    fn together<R>(
        &self,
        execution: &mut Execution<'p>,
        work: impl FnOnce(&(dyn Fn() -> Result<Execution<'p>, ExecutionFault> + Sync)) -> Together<'p, R>,
    ) -> Result<Option<R>, ExecutionFault> {
        let common = (self.common)();
        match work(&|| (self.beside)(&common)) {
            Ok((result, first)) => {
                *execution = first;
                Ok(Some(result))
            }
            Err(ExecutionFault::Ignored) => Err(ExecutionFault::Ignored),
            Err(_) => Ok(None),
        }
    }
}

type Together<'p, R> = Result<(R, Execution<'p>), ExecutionFault>;

pub fn exact<'p>(
    execution: &mut Execution<'p>,
    query: &Query,
    machines: &Machines<'_, 'p>,
) -> Result<Answer, ExecutionFault> {
    let explored = match machines.workers {
        1 => None,
        workers => machines.together(execution, |machine| {
            let (explored, mut first, tallies) = Explored::by(workers, machine, &|other| other.tally())?;
            tallies.into_iter().for_each(|tally: Tally| first.absorb(tally));
            Ok((explored, first))
        })?,
    };
    match explored {
        Some(mut explored) => {
            let Ok(answer) = algorithms::exact(&mut explored, query);
            Ok(answer)
        }
        None => algorithms::exact(execution, query),
    }
}

pub fn bounds<'p>(
    execution: &mut Execution<'p>,
    query: &Query,
    options: &BoundsOptions,
    machines: &Machines<'_, 'p>,
) -> Result<Answer, ExecutionFault> {
    if machines.workers > 1
        && let Some(answer) = machines.together(execution, |machine| {
            let (answer, first) =
                symbolic::crew(machines.workers, machine, |crew| algorithms::bounds(crew, query, options))?;
            Ok((answer?, first))
        })?
    {
        return Ok(answer);
    }
    algorithms::bounds(execution, query, options)
}

pub fn restarts<'p>(
    execution: &mut Execution<'p>,
    query: &Query,
    options: &Sampling,
    machines: &Machines<'_, 'p>,
) -> Result<Answer, ExecutionFault> {
    let (workers, another) = (machines.workers, machines.alone);
    if workers == 1 || options.restarts == 1 {
        return algorithms::approximate(execution, query, options);
    }
    let next = AtomicU64::new(0);
    // The first restart after which no other counts.
    let last = AtomicU64::new(options.restarts - 1);
    let found: Mutex<Vec<(u64, Result<Answer, ExecutionFault>)>> = Mutex::new(Vec::new());
    let work = |execution: &mut Execution<'p>| {
        loop {
            let restart = next.fetch_add(1, Ordering::Relaxed);
            if restart > last.load(Ordering::Relaxed) {
                return;
            }
            let answer = algorithms::attempt(execution, query, options, restart);
            if answer.as_ref().is_ok_and(algorithms::is_final) || answer.is_err() {
                last.fetch_min(restart, Ordering::Relaxed);
            }
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((restart, answer));
        }
    };
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers)
            .filter_map(|_| {
                search::spawn_worker(scope, || {
                    let Some(mut execution) = another() else { return Tally::default() };
                    work(&mut execution);
                    execution.tally()
                })
            })
            .collect();
        work(execution);
        others.into_iter().map(|other| other.join().unwrap_or_default()).collect()
    });
    tallies.into_iter().for_each(|tally| execution.absorb(tally));
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_unstable_by_key(|(restart, _)| *restart);
    found.truncate(last.into_inner() as usize + 1);
    let answers = found.into_iter().map(|(_, answer)| answer).collect::<Result<Vec<Answer>, ExecutionFault>>()?;
    Ok(algorithms::best_of(answers, query.goal).expect("there is at least one restart"))
}

//! Probabilistic symbolic execution by several workers, each with a machine of its own.
//!
//! Exact analysis looks at the tree from several ends; where threads make it up, the machines open all of it together and one of them then
//! looks at it, and so they do for `bounds`, some nodes at a time. Sampling gives each restart to whoever is free. What is
//! answered does not depend on the number of workers. One restart, and `sum1`, go sample by sample, each where those before have
//! shown it to be worth going: there is nothing in them to be done at the same time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use symbolic::algorithms::{self, Answer, BoundsOptions, Explored, Query, Sampling, Workshop};
use symbolic::{Common, Crew, Execution, ExecutionFault};

/// How machines are made.
pub struct Machines<'m, 'p> {
    pub workers: usize,
    pub program: &'p jvm::Program,
    /// One with a tree of its own.
    pub alone: &'m (dyn Fn() -> Option<Execution<'p>> + Sync),
    /// One of several that share a tree.
    pub beside: &'m (dyn Fn(&Common) -> Result<Execution<'p>, ExecutionFault> + Sync),
    pub common: &'m dyn Fn() -> Common,
}

impl<'p> Machines<'_, 'p> {
    /// Does what several machines can do on one tree; nothing if they turn out to be unlike each other, or something went wrong that
    /// one machine alone finds again, always in the same place.
    fn together<R>(
        &self,
        execution: &mut Execution<'p>,
        work: impl FnOnce(&mut Crew<'p, '_>) -> Result<R, ExecutionFault>,
    ) -> Result<Option<R>, ExecutionFault> {
        let common = (self.common)();
        self.program.begin_alike();
        let done = symbolic::crew(self.workers, &|| (self.beside)(&common), work);
        let diverged = self.program.has_diverged();
        match done {
            _ if diverged => Ok(None),
            Ok((Ok(result), first)) => {
                *execution = first;
                Ok(Some(result))
            }
            Ok((Err(ExecutionFault::Ignored), _)) => Err(ExecutionFault::Ignored),
            Ok((Err(_), _)) | Err(_) => Ok(None),
        }
    }
}

pub fn exact<'p>(
    execution: &mut Execution<'p>,
    query: &Query,
    machines: &Machines<'_, 'p>,
) -> Result<Answer, ExecutionFault> {
    if machines.workers == 1 {
        return algorithms::exact(execution, query);
    }
    let shop = Workshop::default();
    let answer = std::thread::scope(|scope| {
        for number in 1..machines.workers {
            let (shop, another) = (&shop, machines.alone);
            scope.spawn(move || {
                // What goes wrong here goes wrong for the first worker too, who says so.
                let Some(mut execution) = another() else { return };
                let _ = algorithms::exact_beside(&mut execution, query, &shop.worker(number));
            });
        }
        let answer = algorithms::exact_beside(execution, query, &shop.worker(0));
        shop.stop();
        answer
    })?;
    if let Some(answer) = answer {
        return Ok(answer);
    }
    match machines.together(execution, |crew| Explored::of(crew))? {
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
        && let Some(answer) = machines.together(execution, |crew| algorithms::bounds(crew, query, options))?
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
    let (depth_hit, limits_hit) = std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers)
            .map(|_| {
                scope.spawn(|| {
                    let Some(mut execution) = another() else { return (false, false) };
                    work(&mut execution);
                    (execution.depth_hit, execution.limits_hit)
                })
            })
            .collect();
        work(execution);
        let hit = others.into_iter().map(|other| other.join().unwrap_or_default());
        hit.fold((false, false), |(depth, limits), other| (depth | other.0, limits | other.1))
    });
    execution.depth_hit |= depth_hit;
    execution.limits_hit |= limits_hit;
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_unstable_by_key(|(restart, _)| *restart);
    found.truncate(last.into_inner() as usize + 1);
    let answers = found.into_iter().map(|(_, answer)| answer).collect::<Result<Vec<Answer>, ExecutionFault>>()?;
    Ok(algorithms::best_of(answers, query.goal).expect("there is at least one restart"))
}

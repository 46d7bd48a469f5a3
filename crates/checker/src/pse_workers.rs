//! Probabilistic symbolic execution by several workers, each with a machine of its own.
//!
//! Exact analysis looks at the tree from several ends. Sampling gives each restart to whoever is free. What is answered does
//! not depend on the number of workers. One restart, and `bounds`, go sample by sample, each where the one before has shown
//! it to be worth going: there is nothing in them to be done at the same time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use symbolic::algorithms::{self, Answer, Query, Sampling, Workshop};
use symbolic::{Execution, ExecutionFault};

pub fn exact<'p>(
    execution: &mut Execution<'p>,
    query: &Query,
    workers: usize,
    another: &(dyn Fn() -> Option<Execution<'p>> + Sync),
) -> Result<Answer, ExecutionFault> {
    if workers == 1 {
        return algorithms::exact(execution, query);
    }
    let shop = Workshop::default();
    std::thread::scope(|scope| {
        for number in 1..workers {
            let shop = &shop;
            scope.spawn(move || {
                // What goes wrong here goes wrong for the first worker too, who says so.
                let Some(mut execution) = another() else { return };
                let _ = algorithms::exact_beside(&mut execution, query, &shop.worker(number));
            });
        }
        let answer = algorithms::exact_beside(execution, query, &shop.worker(0));
        shop.stop();
        answer.map(|answer| answer.expect("the first worker is not stopped"))
    })
}

pub fn restarts<'p>(
    execution: &mut Execution<'p>,
    query: &Query,
    options: &Sampling,
    workers: usize,
    another: &(dyn Fn() -> Option<Execution<'p>> + Sync),
) -> Result<Answer, ExecutionFault> {
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

//! Whether what threads saw can be explained by their operations taking effect one by one (Herlihy and Wing 1990; the search for an
//! order is that of Wing and Gong 1993).

use std::collections::{HashMap, HashSet};

use super::Consistency;

/// What the operations of a scenario do one after the other: every order that can be, with the results.
#[derive(Default)]
pub struct Sequential {
    prefixes: HashSet<Vec<(usize, String)>>,
    /// After so much, the next operation of a thread never returns.
    blocked: HashSet<(Vec<(usize, String)>, usize)>,
}

/// An operation of a history: who called it, when, and when it returned what.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub thread: usize,
    pub called: usize,
    pub returned: Option<(usize, String)>,
}

impl Sequential {
    /// In how many ways the calls of each thread can come out: one way only, and hardly anything could go wrong.
    pub fn variety(&self) -> usize {
        let longest = self.prefixes.iter().map(Vec::len).max().unwrap_or(0);
        let ways: HashSet<Vec<&(usize, String)>> = (self.prefixes.iter())
            .filter(|prefix| prefix.len() == longest)
            .map(|prefix| {
                let mut way: Vec<&(usize, String)> = prefix.iter().collect();
                way.sort_by_key(|(thread, _)| *thread);
                way
            })
            .collect();
        ways.len() + self.blocked.len()
    }

    /// Adds what one order printed; `ended` tells whether it came to its end.
    pub fn add(&mut self, lines: &[&str], ended: bool) {
        let mut prefix = Vec::new();
        self.prefixes.insert(prefix.clone());
        let mut pending = None;
        for line in lines {
            if let Some(thread) = line.strip_suffix('?') {
                pending = thread.parse().ok();
            } else if let Some((thread, result)) = line.split_once('=')
                && let Ok(thread) = thread.parse()
            {
                prefix.push((thread, result.to_owned()));
                self.prefixes.insert(prefix.clone());
                pending = None;
            }
        }
        if let (Some(thread), false) = (pending, ended) {
            self.blocked.insert((prefix, thread));
        }
    }
}

/// The calls of a history, as the driver prints them.
pub fn calls(lines: &[&str]) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for (time, line) in lines.iter().enumerate() {
        if let Some(thread) = line.strip_prefix('(').and_then(|thread| thread.parse().ok()) {
            calls.push(Call { thread, called: time, returned: None });
        } else if let Some((thread, result)) = line.strip_prefix(')').and_then(|rest| rest.split_once('=')) {
            let thread: usize = thread.parse().unwrap_or(usize::MAX);
            if let Some(call) = calls.iter_mut().find(|call| call.thread == thread && call.returned.is_none()) {
                call.returned = Some((time, result.to_owned()));
            }
        }
    }
    calls
}

/// Whether some order explains the history. Operations that never return must be ones that block there.
pub fn is_explained(history: &[Call], sequential: &Sequential, consistency: Consistency) -> bool {
    let mut tried = HashSet::new();
    let before: Vec<Vec<bool>> = (history.iter())
        .map(|later| history.iter().map(|earlier| must_precede(earlier, later, history, consistency)).collect())
        .collect();
    explain(history, &before, sequential, &mut Vec::new(), &mut vec![false; history.len()], &mut tried)
}

fn must_precede(earlier: &Call, later: &Call, history: &[Call], consistency: Consistency) -> bool {
    let Some((end, _)) = earlier.returned else { return false };
    let is_before = end < later.called;
    match consistency {
        Consistency::Linearizable => is_before,
        Consistency::Sequential => is_before && earlier.thread == later.thread,
        // Between threads, only across a moment in which nothing was under way.
        Consistency::Quiescent => {
            let is_quiet = |moment: usize| {
                history.iter().all(|call| {
                    call.called > moment || call.returned.as_ref().is_some_and(|(returned, _)| *returned <= moment)
                })
            };
            is_before && (earlier.thread == later.thread || (end..later.called).any(is_quiet))
        }
    }
}

fn explain(
    history: &[Call],
    before: &[Vec<bool>],
    sequential: &Sequential,
    order: &mut Vec<(usize, String)>,
    taken: &mut [bool],
    tried: &mut HashSet<Vec<(usize, String)>>,
) -> bool {
    if !sequential.prefixes.contains(order.as_slice()) || !tried.insert(order.clone()) {
        return false;
    }
    let mut rest = history.iter().enumerate().filter(|(index, _)| !taken[*index]);
    if rest.all(|(_, call)| call.returned.is_none() && sequential.blocked.contains(&(order.clone(), call.thread))) {
        return true;
    }
    for index in 0..history.len() {
        let waits = (0..history.len()).any(|earlier| before[index][earlier] && !taken[earlier]);
        if taken[index] || waits {
            continue;
        }
        // Histories end where nothing can happen any more: what has not returned by then never takes effect.
        let Some((_, result)) = &history[index].returned else { continue };
        taken[index] = true;
        order.push((history[index].thread, result.clone()));
        let found = explain(history, before, sequential, order, taken, tried);
        order.pop();
        taken[index] = false;
        if found {
            return true;
        }
    }
    false
}

/// The results of a history, by thread, in the order of the calls; a dash for what never returned.
pub fn results(history: &[Call]) -> HashMap<usize, Vec<String>> {
    let mut results: HashMap<usize, Vec<String>> = HashMap::new();
    for call in history {
        let result = call.returned.as_ref().map_or_else(|| "never returns".to_owned(), |(_, result)| result.clone());
        results.entry(call.thread).or_default().push(result);
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A register that is written 1 by thread 0 and read by thread 1, twice.
    fn register() -> Sequential {
        let mut sequential = Sequential::default();
        sequential.add(&["0?", "0=void", "1?", "1=1", "1?", "1=1"], true);
        sequential.add(&["1?", "1=0", "0?", "0=void", "1?", "1=1"], true);
        sequential.add(&["1?", "1=0", "1?", "1=0", "0?", "0=void"], true);
        sequential
    }

    #[test]
    fn old_values_must_not_come_back() {
        let fine = calls(&["(0", "(1", ")1=1", "(1", ")1=1", ")0=void"]);
        let back = calls(&["(0", "(1", ")1=1", "(1", ")1=0", ")0=void"]);
        let stale = calls(&["(0", ")0=void", "(1", ")1=0", "(1", ")1=0"]);
        let judge = |history: &[Call], consistency| is_explained(history, &register(), consistency);
        assert!(judge(&fine, Consistency::Linearizable));
        assert!(!judge(&back, Consistency::Linearizable));
        assert!(!judge(&stale, Consistency::Linearizable));
        assert!(judge(&stale, Consistency::Sequential), "nobody says that the write came first");
        assert!(!judge(&back, Consistency::Sequential));
        assert!(!judge(&stale, Consistency::Quiescent), "nothing was under way after the write");
    }

    #[test]
    fn what_never_returns_must_block() {
        let mut queue = Sequential::default();
        queue.add(&["0?", "0=void", "1?", "1=7"], true);
        queue.add(&["1?"], false);
        let waiting = calls(&["(1"]);
        assert!(is_explained(&waiting, &queue, Consistency::Linearizable));
        let lost = calls(&["(1", "(0", ")0=void"]);
        assert!(!is_explained(&lost, &queue, Consistency::Linearizable), "it had something to take");
    }
}

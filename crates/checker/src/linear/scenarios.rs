//! Scenarios: which operations each thread calls, smallest first. Threads are interchangeable, so that of scenarios that differ
//! only in who is who, one is enough; and of operations some must not meet.

use std::collections::{HashMap, HashSet};

use space::Rng;

/// Operations called before, and by each thread, as numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scenario {
    pub before: Vec<usize>,
    pub threads: Vec<Vec<usize>>,
}

impl Scenario {
    pub fn size(&self) -> usize {
        self.before.len() + self.threads.iter().map(Vec::len).sum::<usize>()
    }

    /// As the driver reads it: `3/0.1|2.2`.
    pub fn encoded(&self) -> String {
        let list = |numbers: &[usize]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
        let threads: Vec<String> = self.threads.iter().map(|thread| list(thread)).collect();
        format!("{}/{}", list(&self.before), threads.join("|"))
    }
}

/// What a class says of its operations (Lincheck's `runOnce` and `nonParallelGroup`), one entry per operation.
#[derive(Clone, Debug, Default)]
pub struct Rules(pub Vec<Rule>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// Of those that share this, at most one is called in a scenario.
    pub once: Option<String>,
    /// Those that share this are called by one thread only, but for what comes before.
    pub alone: Option<String>,
}

impl Rule {
    /// As the driver writes it: `once TAB alone`.
    pub fn parse(text: &str) -> Rule {
        let (once, alone) = text.split_once('\t').unwrap_or((text, ""));
        let named = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
        Rule { once: named(once), alone: named(alone) }
    }
}

impl Rules {
    pub fn allow(&self, scenario: &Scenario) -> bool {
        if self.0.iter().all(|rule| *rule == Rule::default()) {
            return true;
        }
        let mut called = HashSet::new();
        let calls = scenario.before.iter().chain(scenario.threads.iter().flatten());
        let is_called_once = calls.filter_map(|call| self.0[*call].once.as_ref()).all(|once| called.insert(once));
        let mut owners: HashMap<&String, usize> = HashMap::new();
        let mut is_alone = true;
        for (thread, calls) in scenario.threads.iter().enumerate() {
            for alone in calls.iter().filter_map(|call| self.0[*call].alone.as_ref()) {
                is_alone &= *owners.entry(alone).or_insert(thread) == thread;
            }
        }
        is_called_once && is_alone
    }
}

/// All scenarios of `operations` operations with up to `threads` threads of up to `calls` calls each, after up to `before` calls by
/// one thread alone, ordered by size.
pub fn all(operations: usize, threads: usize, calls: usize, before: usize) -> impl Iterator<Item = Scenario> {
    let mut shapes: Vec<(usize, Vec<usize>)> = Vec::new();
    for count in 2..=threads {
        for lengths in nonincreasing(count, calls) {
            shapes.extend((0..=before).map(|before| (before, lengths.clone())));
        }
    }
    shapes.sort_by_key(|(before, lengths)| (before + lengths.iter().sum::<usize>(), *before, lengths.len()));
    shapes.into_iter().flat_map(move |(before, lengths)| of_shape(operations, before, lengths))
}

fn nonincreasing(count: usize, longest: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let longer = (1..=longest)
        .flat_map(|first| nonincreasing(count - 1, first).into_iter().map(move |rest| [vec![first], rest].concat()));
    longer.collect()
}

fn of_shape(operations: usize, before: usize, lengths: Vec<usize>) -> impl Iterator<Item = Scenario> {
    let slots = before + lengths.iter().sum::<usize>();
    let total = operations.checked_pow(slots as u32).unwrap_or(usize::MAX);
    (0..total).filter_map(move |number| {
        let mut rest = number;
        filled(before, &lengths, || {
            let digit = rest % operations;
            rest /= operations;
            digit
        })
    })
}

/// A scenario whose calls are given one by one; nothing if it is another one with its threads in another order.
fn filled(before: usize, lengths: &[usize], mut next: impl FnMut() -> usize) -> Option<Scenario> {
    let before: Vec<usize> = (0..before).map(|_| next()).collect();
    let threads: Vec<Vec<usize>> = lengths.iter().map(|length| (0..*length).map(|_| next()).collect()).collect();
    let is_canonical =
        threads.windows(2).all(|pair: &[Vec<usize>]| pair[0].len() > pair[1].len() || pair[0] <= pair[1]);
    is_canonical.then_some(Scenario { before, threads })
}

/// Up to `count` of the largest scenarios, drawn by chance, other ones than those in `drawn`, which then has them too.
pub fn draw(
    (operations, threads, calls, before): (usize, usize, usize, usize),
    rules: &Rules,
    count: usize,
    rng: &mut Rng,
    drawn: &mut HashSet<Scenario>,
) -> Vec<Scenario> {
    let lengths = vec![calls; threads];
    let mut found = Vec::new();
    // Where almost all were drawn, hardly a draw is new.
    for _ in 0..8 * count {
        if let Some(scenario) = filled(before, &lengths, || rng.below(operations))
            && rules.allow(&scenario)
            && drawn.insert(scenario.clone())
        {
            found.push(scenario);
            if found.len() == count {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_come_smallest_first_and_once() {
        let found: Vec<Scenario> = all(2, 2, 2, 1).collect();
        assert!(found.windows(2).all(|pair| pair[0].size() <= pair[1].size()));
        let distinct: std::collections::BTreeSet<&Scenario> = found.iter().collect();
        assert_eq!(distinct.len(), found.len());
        // Without calls before: 3 pairs of one call each, 2 * 4 of two and one, 10 pairs of two calls each.
        assert_eq!(found.iter().filter(|scenario| scenario.before.is_empty()).count(), 3 + 8 + 10);
        assert_eq!(found.len(), 3 * 21);
    }

    #[test]
    fn rules_keep_operations_apart() {
        let rules = Rules(vec![Rule::parse("close()\t"), Rule::parse("\treaders"), Rule::parse("")]);
        let allows = |before: &[usize], threads: &[&[usize]]| {
            let threads = threads.iter().map(|calls| calls.to_vec()).collect();
            rules.allow(&Scenario { before: before.to_vec(), threads })
        };
        assert!(allows(&[], &[&[0, 1, 1], &[2, 2]]));
        assert!(allows(&[1], &[&[1], &[2]]));
        assert!(!allows(&[], &[&[1], &[1]]));
        assert!(!allows(&[], &[&[0], &[0]]));
        assert!(!allows(&[0], &[&[0], &[2]]));
    }
}

//! What a verdict rests on besides the program, its inputs and the JDK. Whatever a part of the checker takes for granted, and
//! met in this run, is a variant here; the report lists them in words, and its first line names them.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use crate::job::TimeOuts;

/// Ordered as they are told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// These operations of the library took effect at once (`--library trusted`).
    SingleSteps(BTreeSet<String>),
    /// Threads access this memory with nothing to order them, and the machine is sequentially consistent.
    Races(BTreeSet<String>),
    /// Threads access shared memory in these modes, which order less than the machine does.
    Modes(BTreeSet<String>),
    /// Where call sites got other targets.
    CallSites(BTreeSet<String>),
    /// Doubles drawn by these methods are real numbers, and compared as such.
    Reals(BTreeSet<String>),
    /// Ints and longs drawn by these methods, from all there are, equal nothing.
    Unequal(BTreeSet<String>),
    /// Random reals used as numbers here are one of a few values.
    Grid(BTreeSet<String>),
    /// These draws from ranges too large to enumerate are one fresh value each.
    Fresh(BTreeSet<String>),
    /// Of these draws the sign and the lowest bits are drawn, the rest is a fresh value.
    Few(BTreeSet<String>),
    /// Waits with a time-out at these places end by it as `--timeouts` says.
    TimeOuts(TimeOuts, BTreeSet<String>),
    /// Time passes by sleeping and waiting alone, though the program reads the clock at these places.
    StillClock(BTreeSet<String>),
    /// At these places the time was needed as a number: no more had passed than must have.
    SettledClock(BTreeSet<String>),
    /// These calls gave what other paths had left by then.
    SearchOrder(BTreeSet<String>),
    /// Hosts that do not exist here.
    Hosts(BTreeSet<String>),
    /// Libraries of native code that cannot be loaded here.
    NativeCode(BTreeSet<String>),
    /// No reference is cleared, though the program asks for a collection at these places, or looks whether one was.
    References(BTreeSet<String>),
    /// Nobody wakes without a reason from waits that are in no loop.
    Wakings(BTreeSet<String>),
}

/// Names told in one sentence; the rest are counted.
const NAMES_MAX: usize = 6;

impl Assumption {
    /// A few words for a verdict's first line, after "assuming".
    pub fn short(&self) -> String {
        match self {
            Assumption::SingleSteps(_) => "atomic library operations".into(),
            Assumption::Races(_) => "sequential consistency".into(),
            Assumption::Modes(_) => "volatile accesses".into(),
            Assumption::CallSites(_) => "call sites that change at once".into(),
            Assumption::Reals(_) => "real-valued draws".into(),
            Assumption::Unequal(_) => "unequal draws".into(),
            Assumption::Grid(_) => "a grid of random reals".into(),
            Assumption::Fresh(_) => "fresh random values".into(),
            Assumption::Few(_) => "a few random ints".into(),
            Assumption::TimeOuts(TimeOuts::Any, _) => "time-outs at any moment".into(),
            Assumption::TimeOuts(TimeOuts::Late, _) => "late time-outs".into(),
            Assumption::TimeOuts(TimeOuts::Never, _) => "no time-outs".into(),
            Assumption::StillClock(_) => "a clock that stands still".into(),
            Assumption::SettledClock(_) => "readings of the clock as numbers".into(),
            Assumption::Hosts(_) => "no other hosts".into(),
            Assumption::NativeCode(_) => "no native code".into(),
            Assumption::References(_) => "references that stay".into(),
            Assumption::Wakings(_) => "no spurious wake-ups".into(),
            Assumption::SearchOrder(_) => "the order of the search".into(),
        }
    }

    /// One sentence that says what was assumed, and of what.
    pub fn sentence(&self) -> String {
        match self {
            Assumption::SingleSteps(operations) => {
                let simple = operations.iter().map(|name| simple_name(name));
                format!("{}: single operations are atomic ({})", packages(operations), listed(simple))
            }
            Assumption::Races(places) => {
                let verb = if places.len() == 1 { "is" } else { "are" };
                format!("sequential consistency: {} {verb} raced on", listed(places.iter().map(String::as_str)))
            }
            Assumption::Modes(calls) => format!(
                "memory modes: {} count as volatile, and never fail without a reason",
                listed(calls.iter().map(String::as_str))
            ),
            Assumption::CallSites(places) => {
                let places = listed(places.iter().map(String::as_str));
                format!(
                    "call sites: other threads' calls are not tried both before and after each new target ({places})"
                )
            }
            Assumption::Reals(calls) => format!(
                "random reals: {} is a real number, which equals no constant, and constants are read as decimals",
                listed(calls.iter().map(String::as_str))
            ),
            Assumption::Unequal(calls) => format!(
                "unequal draws: what {} gives equals no other number, where all ints or longs are possible",
                listed(calls.iter().map(String::as_str))
            ),
            Assumption::Grid(places) => format!(
                "a grid: a few equally likely values stand for random reals used as numbers ({})",
                listed(places.iter().map(String::as_str))
            ),
            Assumption::Fresh(places) => format!(
                "fresh values: one value, unlike all others, stands for every outcome of {}",
                listed(places.iter().map(String::as_str))
            ),
            Assumption::Few(places) => format!(
                "a few ints: of {} the sign and the lowest three bits are drawn, the other bits have one value",
                listed(places.iter().map(String::as_str))
            ),
            Assumption::TimeOuts(when, places) => {
                let how = match when {
                    TimeOuts::Any => "fire at any moment",
                    TimeOuts::Late => "fire only when nothing else can happen",
                    TimeOuts::Never => "never fire",
                };
                format!("time-outs {how} ({})", listed(places.iter().map(String::as_str)))
            }
            Assumption::StillClock(places) => {
                let places = listed(places.iter().map(String::as_str));
                format!("time passes only by sleeping and waiting; the clock is read at {places}")
            }
            Assumption::SettledClock(places) => {
                let places = listed(places.iter().map(String::as_str));
                format!(
                    "no more time has passed than must have where a reading of the clock is used as a number ({places})"
                )
            }
            Assumption::Hosts(names) => {
                let names = listed(names.iter().map(String::as_str));
                format!("no host but this one is known: connecting to {names} fails")
            }
            Assumption::NativeCode(names) => {
                let names = listed(names.iter().map(String::as_str));
                format!("no native code: the program is told that {names} cannot be loaded, and does without")
            }
            Assumption::References(places) => {
                let places = listed(places.iter().map(String::as_str));
                format!("no reference is cleared, and finalizers and cleaners do not run ({places})")
            }
            Assumption::Wakings(places) => {
                let places = listed(places.iter().map(String::as_str));
                format!("no spurious wake-ups, which a wait outside of any loop would take for real ones ({places})")
            }
            Assumption::SearchOrder(calls) => {
                let calls = listed(calls.iter().map(String::as_str));
                format!("the order of the search: {calls} gives what other paths have left by then")
            }
        }
    }

    /// What to do for a verdict that does not rest on it.
    pub fn remedy(&self) -> &'static str {
        match self {
            Assumption::SingleSteps(_) => "--library interleaved looks inside them",
            Assumption::Races(_) => "--property races tells where; volatile, locks or atomics order accesses",
            Assumption::Modes(_) => "getVolatile, setVolatile and compareAndSet need no such assumption",
            Assumption::CallSites(_) => "a volatile field that holds the handle is explored",
            Assumption::Reals(_) | Assumption::Unequal(_) => "nextInt(n) and hazard.Coin are exact",
            Assumption::Grid(_) => "--random-grid N takes N values; comparing the draw itself is exact",
            Assumption::Fresh(_) => "a bound or a mask that the program draws within is explored: nextInt(n)",
            Assumption::Few(_) => {
                "nextInt(n) is explored; so is what is made of the draw at once: nextInt() % n, nextInt() < 0"
            }
            Assumption::TimeOuts(TimeOuts::Any, _) => "--timeouts late lets them wait for what can still happen",
            Assumption::TimeOuts(..) => "--timeouts any lets them fire at any moment",
            Assumption::StillClock(_) => "--clock free lets time pass between any two readings",
            Assumption::Hosts(_) => "a server of the program's own, on localhost, can be connected to",
            Assumption::NativeCode(_) => "libraries that have a part in Java mostly have an option for it",
            Assumption::References(_) => "hazard run clears references; what is to be cleared can be set to null",
            Assumption::Wakings(_) => "--spurious lets threads wake without a reason",
            Assumption::SearchOrder(_) => "fields of the program are part of each path",
            Assumption::SettledClock(_) => "differences of nanoTime or currentTimeMillis, compared, need no number",
        }
    }

    /// Whether leaving it out could only show more behaviour: what was seen to go wrong goes wrong all the same.
    pub fn only_restricts(&self) -> bool {
        match self {
            Assumption::SingleSteps(_) | Assumption::Races(_) | Assumption::Modes(_) | Assumption::CallSites(_) => true,
            // What goes wrong with one of the values goes wrong with it in Java.
            Assumption::Reals(_)
            | Assumption::Unequal(_)
            | Assumption::Grid(_)
            | Assumption::Fresh(_)
            | Assumption::Few(_) => true,
            Assumption::StillClock(_) | Assumption::SettledClock(_) | Assumption::Hosts(_) => true,
            Assumption::Wakings(_) => true,
            // What a library does without its native part it need not do with it.
            Assumption::NativeCode(_) => false,
            // Whoever waits for a reference to be cleared does not wait for ever in Java.
            Assumption::SearchOrder(_) | Assumption::References(_) => false,
            // Early ones are more than is likely; and without any there is more to wait for.
            Assumption::TimeOuts(when, _) => *when == TimeOuts::Late,
        }
    }
}

/// What was assumed in a run; a JSON array of sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions(pub Vec<Assumption>);

impl Assumptions {
    /// What the machine met that its answers rest on.
    pub fn of(program: &jvm::Program) -> Assumptions {
        let noticed = program.noticed();
        let mut assumptions = Assumptions::default();
        if !noticed.single_steps.is_empty() {
            assumptions.add(Assumption::SingleSteps(noticed.single_steps));
        }
        if !noticed.raced.is_empty() {
            assumptions.add(Assumption::Races(noticed.raced));
        }
        if !noticed.weak.is_empty() {
            assumptions.add(Assumption::Modes(noticed.weak));
        }
        if !noticed.call_sites.is_empty() {
            assumptions.add(Assumption::CallSites(noticed.call_sites));
        }
        if !noticed.reals.is_empty() {
            assumptions.add(Assumption::Reals(noticed.reals));
        }
        if !noticed.unequal.is_empty() {
            assumptions.add(Assumption::Unequal(noticed.unequal));
        }
        if !noticed.gridded.is_empty() {
            assumptions.add(Assumption::Grid(noticed.gridded));
        }
        if !noticed.fresh.is_empty() {
            assumptions.add(Assumption::Fresh(noticed.fresh));
        }
        if !noticed.few.is_empty() {
            assumptions.add(Assumption::Few(noticed.few));
        }
        if !noticed.time_outs.is_empty() {
            assumptions.add(Assumption::TimeOuts(program.config.time_outs.into(), noticed.time_outs));
        }
        if !noticed.clocks.is_empty() {
            assumptions.add(Assumption::StillClock(noticed.clocks));
        }
        if !noticed.settled_clocks.is_empty() {
            assumptions.add(Assumption::SettledClock(noticed.settled_clocks));
        }
        if !noticed.registers.is_empty() {
            assumptions.add(Assumption::SearchOrder(noticed.registers));
        }
        if !noticed.hosts.is_empty() {
            assumptions.add(Assumption::Hosts(noticed.hosts));
        }
        if !noticed.native_code.is_empty() {
            assumptions.add(Assumption::NativeCode(noticed.native_code));
        }
        if !noticed.collections.is_empty() {
            assumptions.add(Assumption::References(noticed.collections));
        }
        if !noticed.unguarded.is_empty() {
            assumptions.add(Assumption::Wakings(noticed.unguarded));
        }
        assumptions
    }

    /// What only adds behaviour matters to what was seen to go wrong, not to what was not.
    pub fn forget_generous(&mut self) {
        self.0.retain(|assumption| !matches!(assumption, Assumption::TimeOuts(TimeOuts::Any, _)));
    }

    pub fn add(&mut self, assumption: Assumption) {
        if !self.0.contains(&assumption) {
            self.0.push(assumption);
            self.0.sort();
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Assumptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Assumption::sentence))
    }
}

/// `Semaphore.release` of `java.util.concurrent.Semaphore.release`.
fn simple_name(operation: &str) -> &str {
    let class_start = operation.char_indices().find(|(_, letter)| letter.is_uppercase()).map_or(0, |(at, _)| at);
    &operation[class_start..]
}

fn packages(operations: &BTreeSet<String>) -> String {
    let packages: BTreeSet<&str> = operations
        .iter()
        .map(|name| name[..name.len() - simple_name(name).len()].trim_end_matches('.'))
        // Its atomics and locks are a part of it.
        .map(|package| if package.starts_with("java.util.concurrent.") { "java.util.concurrent" } else { package })
        .collect();
    packages.into_iter().collect::<Vec<_>>().join(", ")
}

fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(NAMES_MAX);
    let told: Vec<&str> = names.take(NAMES_MAX).collect();
    if more == 0 { told.join(", ") } else { format!("{} and {more} more", told.join(", ")) }
}

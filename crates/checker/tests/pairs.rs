//! Pairs and triples of the library's operations: two threads call public methods of one object, and what can come of it must
//! be the same whether the library's operations are single steps or interleave at every access.
//!
//! `tests/pairs/Generate.java` finds the methods by reflection. A small sample from a fixed seed runs always; `HAZARD_PAIRS=5000`
//! runs more, `HAZARD_SEED` others, `HAZARD_PAIRS_OF=ConcurrentHashMap` those of one class, `HAZARD_JDK=25` on one JDK only,
//! `HAZARD_WORKERS=1` with one thread. A line after each hundred says how far it is, so that a long run that is ended early still counts, and
//! `HAZARD_FROM=400` goes on with the one after; `HAZARD_EACH=1` names each before it begins.
//!
//! The same for random programs of threads, which `tests/pairs/Threads.java` writes: `HAZARD_PROGRAMS=1000` of them. What HotSpot shows
//! of these must be among the outcomes as well.

#[path = "schedules/outputs.rs"]
mod outputs;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use jvm::Config;
use jvm::config::{Library, Reduction, TimeOuts};
use outputs::{Outcomes, Unknown, try_outcomes};
use space::Rng;
use testkit::{Jdk, compile, java_files};

/// States explored before giving up: with single steps, without reduction, with the library interleaved.
const STATES_MAX: u64 = 50_000;
const STATES_WITHOUT_REDUCTION_MAX: u64 = 10_000;
const STATES_INTERLEAVED_MAX: u64 = 40_000;
/// With more states than that the exploration without reduction is hopeless, and not tried.
const STATES_SMALL: u64 = 200;

/// A class with its operations, as Java text.
struct Subject {
    main: String,
    operations: Vec<String>,
}

struct Trial<'a> {
    subject: &'a Subject,
    picks: Vec<usize>,
    /// What HotSpot shows, as far as it was looked at.
    observed: Vec<String>,
}

#[derive(Default)]
struct Score {
    tried: usize,
    without_reduction: usize,
    interleaved: usize,
    observed: usize,
    skipped: BTreeMap<String, usize>,
    differences: Vec<String>,
    /// How long the three kinds of exploration took, in seconds.
    seconds: [f64; 3],
}

impl Score {
    fn told(&self) -> String {
        format!(
            "{} tried, {} compared without reduction, {} with the library interleaved, {} outcomes seen on HotSpot, {} differ; \
             left out: {:?}; seconds {:.0?}",
            self.tried,
            self.without_reduction,
            self.interleaved,
            self.observed,
            self.differences.len(),
            self.skipped,
            self.seconds
        )
    }
}

/// The JDKs to use: all, or one that was asked for.
fn jdks() -> Vec<Jdk> {
    let wanted = number("HAZARD_JDK", 0) as u32;
    let jdks: Vec<Jdk> = Jdk::installed().into_iter().filter(|jdk| wanted == 0 || jdk.version == wanted).collect();
    assert!(!jdks.is_empty(), "a JDK is needed: apt-get install openjdk-17-jdk");
    jdks
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Generates and compiles the programs with this JDK.
fn subjects(jdk: &Jdk, folder: &Path, generator: &str, arguments: &[String]) -> (Vec<Subject>, String) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pairs");
    let _ = std::fs::remove_dir_all(folder);
    let mut generate = jdk.tool("java");
    let generated = generate.arg(sources.join(generator)).arg(folder).args(arguments).output().expect("java runs");
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
    let mut subjects: Vec<Subject> = Vec::new();
    let text = std::fs::read_to_string(folder.join("operations.txt")).expect("the generator writes it");
    for line in text.lines() {
        match line.strip_prefix("  ") {
            Some(call) => subjects.last_mut().expect("a class comes first").operations.push(call.to_string()),
            None => {
                let main = line.split(' ').next().expect("a name").to_string();
                subjects.push(Subject { main, operations: Vec::new() });
            }
        }
    }
    let mut files = java_files(folder).expect("the generated sources");
    files.push(sources.join("Shown.java"));
    let classes = compile(jdk, &files, &[]).unwrap_or_else(|error| panic!("{error}"));
    let only = std::env::var("HAZARD_PAIRS_OF").unwrap_or_default();
    subjects.retain(|subject| subject.main.contains(&only) && !subject.operations.is_empty());
    assert!(!subjects.is_empty(), "no class is called {only}");
    (subjects, classes.classpath)
}

impl Trial<'_> {
    fn explore(
        &self,
        jdk: &Jdk,
        class_path: &str,
        reduction: Reduction,
        library: Library,
        states_max: u64,
    ) -> Result<(Outcomes, u64), String> {
        let config = Config {
            java_home: jdk.home.clone(),
            java_version: jdk.version as u16,
            main_class: self.subject.main.clone(),
            arguments: self.picks.iter().map(usize::to_string).collect(),
            reduction,
            library,
            time_outs: TimeOuts::Any,
            ..Config::default()
        };
        try_outcomes(config, class_path, states_max).map_err(|unknown| match unknown {
            Unknown::TooLarge => "too many states".to_owned(),
            Unknown::Fault(sentence) => sentence,
        })
    }

    fn compare(&self, jdk: &Jdk, class_path: &str, score: &Mutex<Score>) {
        let skip = |why: String| *score.lock().expect("no panic").skipped.entry(why).or_default() += 1;
        let timed = |kind: usize, reduction: Reduction, library: Library, states_max: u64| {
            let begun = Instant::now();
            let explored = self.explore(jdk, class_path, reduction, library, states_max);
            score.lock().expect("no panic").seconds[kind] += begun.elapsed().as_secs_f64();
            explored
        };
        let (found, states) = match timed(0, Reduction::On, Library::Trusted, STATES_MAX) {
            Ok(found) => found,
            Err(why) => return skip(format!("with single steps: {why}")),
        };
        let full = match states {
            0..=STATES_SMALL => timed(1, Reduction::Off, Library::Trusted, STATES_WITHOUT_REDUCTION_MAX),
            _ => Err("hopeless".to_owned()),
        };
        let is_full = full.is_ok();
        let expected = full.or_else(|_| timed(2, Reduction::On, Library::Interleaved, STATES_INTERLEAVED_MAX));
        let expected = match expected {
            Ok((expected, _)) => expected,
            Err(why) => return skip(format!("interleaved: {why}")),
        };
        let mut score = score.lock().expect("no panic");
        *(if is_full { &mut score.without_reduction } else { &mut score.interleaved }) += 1;
        score.observed += self.observed.len();
        for outcome in self.observed.iter().filter(|outcome| !found.outputs.contains(*outcome)) {
            let difference = format!("JDK {} {}: HotSpot shows {outcome}", jdk.version, self.subject.main);
            println!("{difference}");
            score.differences.push(difference);
        }
        if found != expected {
            let difference = self.describe(jdk, &found, &expected);
            println!("{difference}");
            score.differences.push(difference);
        }
    }

    /// What is called beside what.
    fn calls(&self) -> String {
        let calls: Vec<&str> =
            self.picks.iter().map(|pick| self.subject.operations[*pick].trim_start_matches("return ")).collect();
        format!("{} {:?}: {} beside {}", self.subject.main, self.picks, calls[0], calls[1..].join(" then "))
    }

    fn describe(&self, jdk: &Jdk, found: &Outcomes, expected: &Outcomes) -> String {
        let lost: Vec<&String> = expected.outputs.difference(&found.outputs).collect();
        let invented: Vec<&String> = found.outputs.difference(&expected.outputs).collect();
        format!(
            "JDK {} {}\n  lost {lost:?}\n  invented {invented:?}\n  deadlocks {} instead of {}",
            jdk.version,
            self.calls(),
            found.deadlocks,
            expected.deadlocks,
        )
    }
}

#[test]
fn pairs_of_library_operations_have_every_outcome() {
    let jdks = jdks();
    let full = std::env::var_os("HAZARD_FULL").is_some();
    let (count, seed) = (number("HAZARD_PAIRS", if full { 2_000 } else { 60 }) as usize, number("HAZARD_SEED", 1));
    println!("seed {seed}");
    let used = if full || std::env::var_os("HAZARD_PAIRS").is_some() { jdks.len() } else { 1 };
    for (round, jdk) in jdks.iter().take(used).enumerate() {
        let folder = std::env::temp_dir().join(format!("hazard-pairs-{}-{seed}", jdk.version));
        let (subjects, class_path) = subjects(jdk, &folder, "Generate.java", &[]);
        let mut rng = Rng::new(seed + round as u64);
        let trials: Vec<Trial<'_>> = (0..count / used)
            .map(|_| {
                let subject = &subjects[rng.below(subjects.len())];
                let operations = 2 + rng.below(2);
                let picks = (0..operations).map(|_| rng.below(subject.operations.len())).collect();
                Trial { subject, picks, observed: Vec::new() }
            })
            .collect();
        let score = run(jdk, &class_path, &trials);
        let compared = score.without_reduction + score.interleaved;
        println!("JDK {}, pairs and triples of {} classes: {}", jdk.version, subjects.len(), score.told());
        assert!(compared * 2 >= trials.len(), "only {compared} of {} were compared", trials.len());
        assert!(score.differences.is_empty(), "{}", score.differences.join("\n"));
    }
}

#[test]
fn programs_of_threads_have_every_outcome() {
    /// So often HotSpot runs each program.
    const ROUNDS: usize = 30;
    let jdks = jdks();
    let full = std::env::var_os("HAZARD_FULL").is_some();
    let (count, seed) = (number("HAZARD_PROGRAMS", if full { 300 } else { 12 }), number("HAZARD_SEED", 1));
    let observes = full || std::env::var_os("HAZARD_PROGRAMS").is_some();
    println!("seed {seed}");
    for jdk in jdks.iter().take(if observes { jdks.len() } else { 1 }) {
        let folder = std::env::temp_dir().join(format!("hazard-threads-{}-{seed}", jdk.version));
        let arguments = [count.to_string(), seed.to_string()];
        let (subjects, class_path) = subjects(jdk, &folder, "Threads.java", &arguments);
        let mut trials: Vec<Trial<'_>> =
            subjects.iter().map(|subject| Trial { subject, picks: vec![0, 0], observed: Vec::new() }).collect();
        if observes {
            observe(jdk, &class_path, ROUNDS, &mut trials);
        }
        let score = run(jdk, &class_path, &trials);
        let compared = score.without_reduction + score.interleaved;
        println!("JDK {}, programs of threads: {}", jdk.version, score.told());
        assert!(compared * 2 >= trials.len(), "only {compared} of {} were compared", trials.len());
        assert!(score.differences.is_empty(), "{}", score.differences.join("\n"));
    }
}

/// Runs the programs on HotSpot.
fn observe(jdk: &Jdk, class_path: &str, rounds: usize, trials: &mut [Trial<'_>]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pairs/Observed.java");
    let names = trials.iter().map(|trial| trial.subject.main.as_str());
    // Interpreted: compiled code reorders what threads that race do to each other.
    let mut java = jdk.tool("java");
    let ran = java.arg("-Xint").arg(source).arg(class_path).arg(rounds.to_string()).args(names).output();
    let ran = ran.expect("java runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    for line in String::from_utf8_lossy(&ran.stdout).lines() {
        let (name, outcome) = line.split_once('\t').expect("a name and an outcome");
        let trial = trials.iter_mut().find(|trial| trial.subject.main == name).expect("one of the programs");
        trial.observed.push(outcome.to_owned());
    }
}

fn run(jdk: &Jdk, class_path: &str, trials: &[Trial<'_>]) -> Score {
    const STACK_BYTES: usize = 256 << 20;
    let (next, score) = (AtomicUsize::new(number("HAZARD_FROM", 0) as usize), Mutex::new(Score::default()));
    let names_each = std::env::var_os("HAZARD_EACH").is_some();
    std::thread::scope(|scope| {
        for _ in 0..number("HAZARD_WORKERS", 2) {
            let work = || {
                while let Some(trial) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if names_each {
                        println!("{}", trial.calls());
                    }
                    trial.compare(jdk, class_path, &score);
                    let mut score = score.lock().expect("no panic");
                    score.tried += 1;
                    if score.tried.is_multiple_of(100) {
                        println!("JDK {}: {}", jdk.version, score.told());
                    }
                }
            };
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).expect("a thread starts");
        }
    });
    score.into_inner().expect("no panic")
}

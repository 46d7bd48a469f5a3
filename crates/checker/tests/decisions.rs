//! Threads that throw coins make a decision process: what the best and the worst scheduler attain is what going through all
//! interleavings of the source's steps finds, with and without reduction.

#[path = "decisions/thrown.rs"]
mod thrown;

use std::path::{Path, PathBuf};

use checker::{Job, Questions, Subject, Watch, check};
use space::Rng;
use testkit::{Jdk, compile, java_files};
use thrown::Thrown;

#[test]
fn schedulers_attain_what_all_interleavings_allow() {
    let is_full = std::env::var_os("HAZARD_FULL").is_some();
    let count = if is_full { 600 } else { 40 };
    let seed: u64 = std::env::var("HAZARD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    let programs: Vec<Thrown> = (0..count).map(|_| Thrown::random(&mut rng)).collect();
    let jdk = Jdk::installed().into_iter().next().expect("a JDK is needed: apt-get install openjdk-17-jdk");
    let folder = std::env::temp_dir().join(format!("hazard-thrown-{seed}-{count}"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java/api");
    let mut sources: Vec<PathBuf> = java_files(&api).expect("the Java API beside the crates");
    for (index, program) in programs.iter().enumerate() {
        let path = folder.join(format!("Thrown{index}.java"));
        std::fs::write(&path, program.java(&format!("Thrown{index}"))).expect("the folder can be written");
        sources.push(path);
    }
    let classes = compile(&jdk, &sources, &[]).unwrap_or_else(|error| panic!("{error}"));
    let mut matters = 0;
    for (index, program) in programs.iter().enumerate() {
        let (most, least) = program.extremes();
        matters += usize::from(most != least && (0.0 < least || most < 1.0));
        let name = format!("Thrown{index}");
        // Without reduction there are many more states: for the small programs only, unless there is time.
        for reduction in [true, false] {
            let limit = if reduction || is_full { 500_000 } else { 5_000 };
            let Some(found) = answers(&jdk, &classes.classpath, &name, reduction, limit) else {
                assert!(!reduction, "{name} has too many states:\n{}", program.java(&name));
                continue;
            };
            let text = program.java(&name);
            assert_eq!(found, (most, least), "seed {seed}, {name}, reduction {reduction}, {text}");
        }
    }
    assert!(matters * 4 > count, "the scheduler has a say in {matters} of {count} programs only");
}

/// The maximum and the minimum, unless there are too many states.
fn answers(jdk: &Jdk, classpath: &str, name: &str, reduction: bool, states_max: u64) -> Option<(f64, f64)> {
    let subject = Subject {
        target: name.to_owned(),
        classpath: Some(classpath.to_owned()),
        jdk: Some(jdk.home.clone()),
        labels: vec![format!("\"good\" = field:{name}.good=true")],
        reduction,
        ..Subject::default()
    };
    let formulas = ["Pmax=? [ F \"good\" ]", "Pmin=? [ F \"good\" ]"].map(str::to_owned).to_vec();
    let questions = Questions { formulas, exact: true, ..Questions::default() };
    let mut job = Job { subject, questions, all_errors: true, ..Job::default() };
    job.limits.states = Some(states_max);
    let report = check(&job, Watch::default()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let values: Option<Vec<f64>> =
        report.properties.iter().map(|property| property.exact.as_deref().map(fraction)).collect();
    values.filter(|_| report.limits_hit.is_empty()).map(|values| (values[0], values[1]))
}

/// A fraction of powers of two is a double.
fn fraction(text: &str) -> f64 {
    let number = |part: &str| part.parse::<f64>().expect("a fraction is of whole numbers");
    text.split_once('/').map_or_else(|| number(text), |(above, below)| number(above) / number(below))
}

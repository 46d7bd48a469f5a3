//! The laws a machine whose state is a value must keep, on random walks through real programs:
//! decoding an encoding and encoding again gives the same; a world that was stored and restored behaves as one that was
//! not; garbage and dead locals leave no trace (the choice programs with hand-counted states check that, too).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jvm::{Config, Program};
use space::{Encoding, Pick, Rng, System};
use testkit::{Jdk, compile, java_files};

const SUBJECTS: [(&str, &[&str]); 13] = [
    ("choices/CountHeads", &[]),
    ("choices/LinkedStackContents", &[]),
    ("choices/LambdaCollectionBug", &[]),
    ("choices/WolfGoatCabbage", &[]),
    ("choices/SharingDistinguishes", &[]),
    ("threads/atomics/GetThenSet", &[]),
    ("threads/barriers/BarrierMeets", &[]),
    ("threads/conditions/LockCondition", &[]),
    ("threads/queues/LinkedBlockingDequeEnds", &[]),
    ("threads/futures/Chain", &[]),
    ("threads/network/EchoOnLoopback", &[]),
    ("threads/network/SelectorsMeet", &[]),
    ("threads/network/NamesOfHosts", &[]),
];
/// Programs without choices that make the library work hard: each prints what it must, wherever collections fall.
const BUSY: [(&str, &[&str]); 10] = [
    ("programs/reflection/ClassLoaders", &[]),
    ("programs/reflection/DynamicProxy", &[]),
    ("programs/reflection/HandlesOfEveryKind", &[]),
    ("programs/reflection/MirrorsOfEverything", &[]),
    ("programs/annotations/MiniTestFramework", &[]),
    ("programs/collections/GraphAlgorithms", &[]),
    ("programs/collections/ConcurrentCollectionsAlone", &[]),
    ("programs/enums/EnumReflectionAndOrder", &[]),
    ("programs/formatting/AlignedReport", &[]),
    ("programs/exceptions/CausesAndSuppressed", &[]),
];
const WALKS: usize = 12;
const STEPS: usize = 150;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn programs() -> Vec<(String, Program)> {
    programs_with(&SUBJECTS, &Config::default())
}

/// With this little growth between collections hardly a call is without one.
fn often() -> Config {
    Config { collect_words: Some(512), ..Config::default() }
}

/// The same, once as they are and once with all settled that no walk before the exploration changes.
fn programs_also_settled() -> Vec<(String, Program)> {
    let settled = Config { settle_words: 0, ..Config::default() };
    let settled = programs_with(&SUBJECTS, &settled).into_iter().map(|(name, program)| (name + ", settled", program));
    programs().into_iter().chain(settled).collect()
}

fn programs_with(subjects: &[(&str, &[&str])], special: &Config) -> Vec<(String, Program)> {
    let jdks = Jdk::installed();
    let jdk = jdks.first().expect("a JDK is needed: apt-get install openjdk-17-jdk");
    let tests = repository().join("tests");
    let mut sources = java_files(&repository().join("java/api")).expect("the Java API beside the crates");
    sources.extend(subjects.iter().map(|(name, _)| tests.join(format!("{name}.java"))));
    let compiled = compile(jdk, &sources, &[]).unwrap_or_else(|error| panic!("{error}"));
    let program = |(name, arguments): &(&str, &[&str])| {
        let main = name.rsplit('/').next().expect("a name").to_owned();
        let config = Config {
            java_home: jdk.home.clone(),
            java_version: jdk.version as u16,
            main_class: main.clone(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            class_path: compiled.classpath.clone(),
            ..special.clone()
        };
        (
            main,
            Program::new(
                config,
                jdk.home.join("lib/modules"),
                compiled.classpath.split(':').map(PathBuf::from).collect(),
            ),
        )
    };
    subjects.iter().map(program).collect()
}

/// Calls `law` with the world in each state of some random walks; `law` leaves it as it was.
fn walk(program: &Program, seed: u64, law: &mut dyn FnMut(&mut jvm::World, &Encoding)) {
    walk_from(program, program.initial().unwrap_or_else(|fault| panic!("{fault}")), seed, law);
}

fn walk_from(program: &Program, mut world: jvm::World, seed: u64, law: &mut dyn FnMut(&mut jvm::World, &Encoding)) {
    let mut start = Encoding::new();
    program.encode(&mut world, &mut start);
    let mut rng = Rng::new(seed);
    let mut now = Encoding::new();
    for _ in 0..WALKS {
        program.decode(&start, &mut world);
        for _ in 0..STEPS {
            program.encode(&mut world, &mut now);
            law(&mut world, &now);
            let Some(choice) = program.choice(&world) else { break };
            let pick = Pick(rng.below(choice.alternatives() as usize) as u32);
            program.step(&mut world, pick).unwrap_or_else(|fault| panic!("{fault}"));
        }
    }
}

#[test]
fn decoding_undoes_encoding() {
    for (name, program) in programs_also_settled() {
        let mut states = 0;
        walk(&program, 1, &mut |world, now| {
            let mut again = Encoding::new();
            program.decode(now, world);
            program.encode(world, &mut again);
            assert_eq!(now.bytes(), again.bytes(), "{name}: a restored state encodes otherwise");
            states += 1;
        });
        assert!(states > WALKS, "{name}: the walks went nowhere");
    }
}

#[test]
fn a_restored_world_behaves_as_one_that_was_never_stored() {
    for (name, program) in programs_also_settled() {
        let mut compared = 0;
        walk(&program, 2, &mut |world, now| {
            let alternatives = program.choice(world).map_or(0, |choice| choice.alternatives());
            if alternatives == 0 {
                return;
            }
            // The walk's own world takes a step first; then a restored one takes the same.
            let pick = Pick(alternatives - 1);
            let (mut direct, mut restored) = (Encoding::new(), Encoding::new());
            let lessons = program.lessons();
            program.step(world, pick).unwrap_or_else(|fault| panic!("{fault}"));
            program.encode(world, &mut direct);
            let violations = program.violations(world).len();
            program.decode(now, world);
            if program.lessons() != lessons {
                // What was learned gives paths more points; an exploration would begin again.
                return;
            }
            compared += 1;
            assert_eq!(program.choice(world).map_or(0, |choice| choice.alternatives()), alternatives, "{name}");
            program.step(world, pick).unwrap_or_else(|fault| panic!("{fault}"));
            program.encode(world, &mut restored);
            assert_eq!(direct.bytes(), restored.bytes(), "{name}: the restored world went another way");
            assert_eq!(program.violations(world).len(), violations, "{name}: other violations");
            program.decode(now, world);
        });
        assert!(compared >= WALKS, "{name}: nothing was compared");
    }
}

/// After a collection nothing is known of the last state, so that all is written.
fn encoded_as_a_whole(program: &Program, world: &mut jvm::World) -> Encoding {
    let mut whole = Encoding::new();
    world.vm.collect();
    program.encode(world, &mut whole);
    whole
}

#[test]
fn what_is_encoded_as_a_change_is_what_is_encoded_as_a_whole() {
    for (name, program) in programs_also_settled() {
        walk(&program, 5, &mut |world, now| {
            assert!(
                *now == encoded_as_a_whole(&program, world),
                "{name}: a change is encoded otherwise than the whole"
            );
        });
    }
}

#[test]
fn a_step_that_is_undone_leaves_no_trace() {
    let mut by_change = 0;
    for (name, program) in programs_also_settled() {
        walk(&program, 6, &mut |world, now| {
            let alternatives = program.choice(world).map_or(0, |choice| choice.alternatives());
            for pick in 0..alternatives {
                let mut there = Encoding::new();
                program.step(world, Pick(pick)).unwrap_or_else(|fault| panic!("{fault}"));
                program.encode(world, &mut there);
                by_change += usize::from(there.changes_since(now.stamp()).is_some());
                program.decode(now, world);
                assert_eq!(program.choice(world).map_or(0, |choice| choice.alternatives()), alternatives, "{name}");
            }
            assert!(*now == encoded_as_a_whole(&program, world), "{name}: going back leads elsewhere");
            program.decode(now, world);
        });
    }
    assert!(by_change > 0, "nothing was encoded as a change");
}

#[test]
fn the_same_walk_meets_the_same_states() {
    for (name, program) in programs() {
        let record = || {
            let mut states = Vec::new();
            walk(&program, 3, &mut |_, now| states.push(now.bytes().to_vec()));
            states
        };
        // The first walk may still load classes; from then on nothing changes.
        record();
        assert_eq!(record(), record(), "{name}: one seed, two walks");
    }
}

#[test]
fn collecting_at_every_chance_changes_nothing() {
    let record = |program: &Program| {
        let mut states = Vec::new();
        walk(program, 4, &mut |_, now| states.push(now.bytes().to_vec()));
        states
    };
    for ((name, seldom), (_, often)) in programs().into_iter().zip(programs_with(&SUBJECTS, &often())) {
        assert!(record(&seldom) == record(&often), "{name}: collections lead to other states");
    }
    let printed = |program: &Program| {
        let world = program.initial().unwrap_or_else(|fault| panic!("{fault}"));
        String::from_utf8_lossy(program.output(&world)).into_owned()
    };
    for ((name, seldom), (_, often)) in
        programs_with(&BUSY, &Config::default()).into_iter().zip(programs_with(&BUSY, &often()))
    {
        let expected = printed(&seldom);
        assert!(!expected.is_empty(), "{name} prints nothing");
        assert_eq!(printed(&often), expected, "{name}: collections change what it prints");
    }
}

/// Without the library's classes nobody can boot.
#[test]
fn further_workers_begin_as_copies_of_the_first() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("workers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let modules = folder.join("modules");
    for (name, mut program) in programs_also_settled() {
        std::os::unix::fs::symlink(&program.image_path, &modules).expect("a link");
        program.image_path = modules.clone();
        let program = &program;
        let record = |is_first: bool| {
            let world = program.worker(is_first, &Arc::default()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let (mut loaded, mut states) = (vec![program.loaded(&world)], Vec::new());
            walk_from(program, world, 5, &mut |world, now| {
                loaded.push(program.loaded(world));
                states.push(now.bytes().to_vec());
            });
            (loaded, states)
        };
        let first = record(true);
        std::fs::remove_file(&modules).expect("the link was there");
        let (second, third) = std::thread::scope(|scope| {
            let other = scope.spawn(|| record(false));
            (record(false), other.join().expect("it has not panicked"))
        });
        assert!(second == first && third == first, "{name}: workers differ");
    }
    let _ = std::fs::remove_dir_all(folder);
}

//! Thousands of random programs (`generated/statement.rs`), each explored by every exhaustive search: the chains are equal up
//! to renumbering, they have the states and transitions that the program's own tree has, and the probability of the end is
//! the one worked out there. A thousand by default, all of them with `HAZARD_FULL`.

#[path = "generated/statement.rs"]
mod statement;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use checker::model::{self, Rendering};
use checker::{Formulas, Questions};
use jvm::{Config, Program};
use search::registry::SEARCHES;
use search::{Outcome, RecordedGraph, Recorder, Settings, build, explore, parse_spec};
use space::{Choice, Encoding, Fault, Pick, Rng, Standing, System};
use statement::{Expected, Generated};
use testkit::{Jdk, compile, java_files};

const PROGRAMS: usize = 1000;
const PROGRAMS_FULL: usize = 12_000;
const PER_CLASS: usize = 100;

/// One of the programs: the machine that has them all, begun where this one was picked.
struct Picked<'a> {
    program: &'a Program,
    start: &'a Encoding,
}

thread_local! {
    /// A machine takes long to boot, so that one serves all explorations of a thread.
    static MACHINE: RefCell<Option<jvm::World>> = const { RefCell::new(None) };
}

/// The machine while an exploration has it.
struct Lent(Option<jvm::World>);

impl Lent {
    fn world(&self) -> &jvm::World {
        self.0.as_ref().expect("it is taken back only at the end")
    }

    fn world_mut(&mut self) -> &mut jvm::World {
        self.0.as_mut().expect("it is taken back only at the end")
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        MACHINE.with(|machine| *machine.borrow_mut() = self.0.take());
    }
}

impl System for Picked<'_> {
    type World = Lent;

    fn initial(&self) -> Result<Lent, Fault> {
        let mut world = match MACHINE.with(|machine| machine.borrow_mut().take()) {
            Some(world) => world,
            None => self.program.initial()?,
        };
        self.program.decode(self.start, &mut world);
        Ok(Lent(Some(world)))
    }

    fn choice<'a>(&'a self, lent: &'a Lent) -> Option<Choice<'a>> {
        self.program.choice(lent.world())
    }

    fn standing(&self, lent: &Lent) -> Standing {
        self.program.standing(lent.world())
    }

    fn step(&self, lent: &mut Lent, pick: Pick) -> Result<(), Fault> {
        self.program.step(lent.world_mut(), pick)
    }

    fn encode(&self, lent: &mut Lent, out: &mut Encoding) {
        self.program.encode(lent.world_mut(), out);
    }

    fn decode(&self, encoding: &Encoding, lent: &mut Lent) {
        self.program.decode(encoding, lent.world_mut());
    }

    fn site(&self, lent: &Lent) -> u64 {
        self.program.site(lent.world())
    }

    fn heuristics(&self) -> &[&'static str] {
        self.program.heuristics()
    }

    fn heuristic(&self, lent: &mut Lent, index: usize) -> f64 {
        self.program.heuristic(lent.world_mut(), index)
    }
}

/// All programs in one, told apart by the first choice.
fn compiled(programs: &[Generated], folder: &Path) -> Program {
    let jdks = Jdk::installed();
    let jdk = jdks.first().expect("a JDK is needed: apt-get install openjdk-17-jdk");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut sources = java_files(&repository.join("java/api")).expect("the Java API beside the crates");
    let mut add = |name: &str, text: String| {
        let path = folder.join(format!("{name}.java"));
        std::fs::write(&path, text).expect("the folder can be written");
        sources.push(path);
    };
    let mut dispatch = String::new();
    for (index, part) in programs.chunks(PER_CLASS).enumerate() {
        let mut text = format!(
            "class Part{index} {{\nstatic boolean on = true;\nstatic void run(int which) {{\nswitch (which) {{\n"
        );
        (0..part.len()).for_each(|method| text.push_str(&format!("case {method}: program{method}(); break;\n")));
        text.push_str("}\n}\n");
        for (method, program) in part.iter().enumerate() {
            text.push_str(&format!("static void program{method}() {{\n{}}}\n", program.java()));
        }
        text.push_str("}\n");
        add(&format!("Part{index}"), text);
        dispatch.push_str(&format!("case {index}: Part{index}.run(which % {PER_CLASS}); break;\n"));
    }
    let main = format!(
        "class Generated {{\npublic static void main(String[] args) {{\nint which = hazard.Nondet.choose(0, {});\n\
         switch (which / {PER_CLASS}) {{\n{dispatch}}}\n}}\n}}\n",
        programs.len() - 1
    );
    add("Generated", main);
    let classes = compile(jdk, &sources, &[]).unwrap_or_else(|error| panic!("{error}"));
    let config = Config {
        java_home: jdk.home.clone(),
        java_version: jdk.version as u16,
        main_class: "Generated".into(),
        ..Config::default()
    };
    let class_path = std::env::split_paths(&classes.classpath).collect();
    Program::new(config, jdk.home.join("lib/modules"), class_path)
}

/// The state after each first pick.
fn starts(program: &Program, count: usize) -> Vec<Encoding> {
    let mut world = program.initial().unwrap_or_else(|fault| panic!("{fault}"));
    let mut root = Encoding::new();
    program.encode(&mut world, &mut root);
    let start = |index: usize| {
        program.decode(&root, &mut world);
        program.step(&mut world, Pick(index as u32)).unwrap_or_else(|fault| panic!("program {index}: {fault}"));
        let mut start = Encoding::new();
        program.encode(&mut world, &mut start);
        start
    };
    let all = (0..count).map(start).collect();
    MACHINE.with(|machine| *machine.borrow_mut() = Some(world));
    all
}

fn explored(system: &Picked<'_>, search: &str, seed: u64) -> (Outcome, RecordedGraph) {
    let spec = parse_spec(search).expect("a search of the registry");
    let mut recorder = Recorder::new(system);
    let settings = Settings { seed, ..Settings::default() };
    let outcome = explore(system, &mut *build(&spec), settings, vec![&mut recorder]).expect("nothing is unsupported");
    (outcome, recorder.into_graph())
}

/// The chain numbered by a breadth-first walk in the order of alternatives, which no search has a say in.
fn canonical(graph: &RecordedGraph) -> Vec<(Vec<usize>, Option<Vec<f64>>, Standing)> {
    let mut order = vec![0];
    let mut numbers = vec![usize::MAX; graph.state_count()];
    numbers[0] = 0;
    let mut chain = Vec::new();
    let mut next = 0;
    while next < order.len() {
        let state = order[next];
        next += 1;
        let row = graph.row(state);
        let mut targets = Vec::new();
        for target in row.targets.iter().map(|target| *target as usize) {
            if numbers[target] == usize::MAX {
                numbers[target] = order.len();
                order.push(target);
            }
            targets.push(numbers[target]);
        }
        chain.push((targets, row.probabilities.map(<[f64]>::to_vec), graph.standing(state)));
    }
    assert_eq!(chain.len(), graph.state_count(), "every state is reachable");
    chain
}

fn check(
    system: &Picked<'_>,
    expected: &Expected,
    searches: &[String],
    questions: &Questions,
    formulas: &Formulas,
    name: &str,
) {
    let (first, graph) = explored(system, &searches[0], 0);
    let chain = canonical(&graph);
    assert!(first.complete, "{name}");
    if let Some(size) = expected.size {
        assert_eq!((first.states, first.transitions), size, "{name}");
    }
    let model = model::build(&graph, &[], Rendering { merge: true, root: false });
    let (answers, _) = formulas.answer(&model, questions).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert_eq!(answers[0].exact, Some(expected.end.to_string()), "{name}");
    let double = answers[0].value.map(|value| value.0).unwrap_or(f64::NAN);
    assert!((double - markov::rational::nearest(&expected.end)).abs() < 1e-12, "{name}: {double}");
    for (seed, search) in searches[1..].iter().enumerate() {
        let (outcome, other) = explored(system, search, seed as u64);
        assert_eq!((outcome.states, outcome.transitions), (first.states, first.transitions), "{name}, {search}");
        assert_eq!(outcome.end_states, first.end_states, "{name}, {search}");
        assert!(outcome.complete, "{name}, {search}");
        assert!(canonical(&other) == chain, "{name}: the chain of {search} is another");
    }
}

#[test]
fn every_exhaustive_search_finds_the_chain_of_every_generated_program() {
    let count = if std::env::var_os("HAZARD_FULL").is_some() { PROGRAMS_FULL } else { PROGRAMS };
    let mut rng = Rng::new(46445);
    let programs: Vec<Generated> = (0..count).map(|_| Generated::new(&mut rng)).collect();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("generated-{count}"));
    std::fs::create_dir_all(&folder).expect("a folder for the sources");
    let program = compiled(&programs, &folder);
    let starts = starts(&program, count);
    let more = ["rdfs,relaxed=true", "softmax,tau=0.0001", "egreedy,epsilon=1", "rl,q=true"];
    // `auto` tries several searches in turn and takes transitions twice.
    let searches: Vec<String> = SEARCHES
        .iter()
        .filter(|entry| entry.exhaustive && entry.name != "auto")
        .map(|entry| entry.name)
        .chain(more)
        .map(str::to_owned)
        .collect();
    assert!(searches.len() >= 12 && searches[0] == "dfs", "{searches:?}");
    let questions = Questions { formulas: vec![r#"P=? [ F "end" ]"#.into()], exact: true, ..Questions::default() };
    let formulas = Formulas::parse(&questions).expect("a formula");
    let (mut endless, mut certain) = (0, 0);
    for (index, generated) in programs.iter().enumerate() {
        let expected = generated.expected();
        endless += usize::from(expected.size.is_none());
        certain += usize::from(expected.end == dashu::rational::RBig::ONE);
        let name = format!("program {index} of {count}: {}", generated.java());
        check(&Picked { program: &program, start: &starts[index] }, &expected, &searches, &questions, &formulas, &name);
    }
    // The programs are of all kinds, or else the test says little.
    assert!(endless * 20 > count && certain * 4 < 3 * count, "{endless} and {certain} of {count}");
}

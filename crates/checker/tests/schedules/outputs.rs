//! All complete outputs of a program, over all schedules, from the graph that a search walks.

use std::collections::{BTreeSet, HashMap, HashSet};

use jvm::{Config, Program};
use search::{Limits, Settings, explore};
use space::{Notice, Observer, Standing, System, ViolationKind};

/// What a program can print, whether it can come to a stop with threads that wait, and whether threads race.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcomes {
    pub outputs: BTreeSet<String>,
    pub deadlocks: bool,
    pub races: bool,
}

/// States, with what is printed on the way from one to the next.
#[derive(Default)]
struct Walked {
    before: Vec<u8>,
    edges: HashMap<u32, Vec<(u32, Vec<u8>)>>,
    ended: HashSet<u32>,
    deadlocked: bool,
}

impl Observer<Program> for Walked {
    fn observe(&mut self, program: &Program, notice: &Notice<'_, Program>) {
        match notice {
            Notice::Discovered { id, world, .. } => {
                if id.0 == 0 {
                    self.before = program.output(world).to_vec();
                }
                match program.standing(world) {
                    Standing::Ended => drop(self.ended.insert(id.0)),
                    Standing::Deadlocked => self.deadlocked = true,
                    Standing::Open | Standing::Ignored => {}
                }
            }
            Notice::Advanced { source, target, world, .. } => {
                self.edges.entry(source.0).or_default().push((target.0, program.output(world).to_vec()));
            }
            Notice::Ignored { .. } => {}
        }
    }
}

/// Explores all schedules, `None` if there are more than `states_max` states.
pub fn outcomes(config: Config, class_path: &str, states_max: u64) -> Option<Outcomes> {
    let image = config.java_home.join("lib/modules");
    let program = Program::new(
        Config { keep_output: true, class_path: class_path.to_string(), ..config },
        image,
        std::env::split_paths(class_path).collect(),
    );
    loop {
        let mut walked = Walked::default();
        let limits = Limits { max_states: Some(states_max), ..Limits::default() };
        let settings = Settings { limits, all_errors: true, ..Settings::default() };
        let mut strategy = search::build(&search::parse_spec("dfs").expect("a search of the registry"));
        let outcome = explore(&program, &mut *strategy, settings, vec![&mut walked])
            .unwrap_or_else(|fault| panic!("{}: {fault}", program.config.main_class));
        assert!(outcome.faults.is_empty(), "{}: {:?}", program.config.main_class, outcome.faults);
        let must_repeat = program.must_repeat();
        if !outcome.limits_hit.is_empty() {
            return None;
        }
        if !must_repeat {
            let races = outcome.violations.iter().any(|found| found.violation.kind == ViolationKind::Race);
            return Some(Outcomes { outputs: walked.outputs(), deadlocks: walked.deadlocked, races });
        }
    }
}

impl Walked {
    /// Every pair of a state and what was printed on some way to it.
    fn outputs(&self) -> BTreeSet<String> {
        let mut seen: HashSet<(u32, Vec<u8>)> = HashSet::from([(0, self.before.clone())]);
        let mut open: Vec<(u32, Vec<u8>)> = seen.iter().cloned().collect();
        let mut complete = BTreeSet::new();
        while let Some((state, printed)) = open.pop() {
            if self.ended.contains(&state) {
                complete.insert(String::from_utf8_lossy(&printed).trim_end().to_string());
            }
            for (target, more) in self.edges.get(&state).into_iter().flatten() {
                let pair = (*target, [printed.as_slice(), more].concat());
                if seen.insert(pair.clone()) {
                    open.push(pair);
                }
            }
            assert!(seen.len() < 1_000_000, "too many outputs to tell them all");
        }
        complete
    }
}

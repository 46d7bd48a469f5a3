//! The names of the searches, their options with ranges, and how they are built from `name,key=value,…`.
//!
//! To add a strategy: its file in `strategies/`, an entry in `SEARCHES`, a line in `build`.

use space::{System, some_of, suggest};

use crate::explorer::Strategy;
use crate::frontier::FrontierSearch;
use crate::strategies::auto::{Auto, Mixed};
use crate::strategies::beam::Beam;
use crate::strategies::best_first::BestFirst;
use crate::strategies::bfs::Bfs;
use crate::strategies::bounded::Bounded;
use crate::strategies::dfs::Dfs;
use crate::strategies::egreedy::EpsilonGreedy;
use crate::strategies::highway::Highway;
use crate::strategies::highway_ideal::IdealHighway;
use crate::strategies::mass::Mass;
use crate::strategies::nmcs::Nmcs;
use crate::strategies::pct::Pct;
use crate::strategies::pfs::ProbabilityFirst;
use crate::strategies::q_learning::QLearning;
use crate::strategies::random::RandomWalk;
use crate::strategies::rdfs::RandomisedDfs;
use crate::strategies::rl::ReinforcementLearning;
use crate::strategies::rs::RandomSearch;
use crate::strategies::softmax::Softmax;

/// A search by name.
pub struct SearchEntry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// Ends only when everything is explored, if no limit is hit and nothing falls off a bounded queue.
    pub exhaustive: bool,
    /// Follows a heuristic of the system.
    pub guided: bool,
    /// What can be set.
    pub options: &'static [SearchOption],
}

/// An option of a search.
pub struct SearchOption {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub help: &'static str,
    /// What it is set to.
    pub kind: OptionKind,
}

/// What values an option takes, and which if it is not given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionKind {
    /// Nothing: it is there or not.
    Flag,
    /// A whole number.
    Integer {
        /// The least.
        min: u64,
        /// The most.
        max: u64,
        /// Unless said; none means that there is no bound.
        default: Option<u64>,
    },
    /// Between `min` and `max`; `min` itself only if `min_allowed`.
    Real {
        /// The least.
        min: f64,
        /// Whether it may be that little.
        min_allowed: bool,
        /// The most.
        max: f64,
        /// Unless said.
        default: f64,
    },
}

const fn integer(name: &'static str, help: &'static str, min: u64, default: Option<u64>) -> SearchOption {
    SearchOption { name, help, kind: OptionKind::Integer { min, max: u32::MAX as u64, default } }
}

const fn flag(name: &'static str, help: &'static str) -> SearchOption {
    SearchOption { name, help, kind: OptionKind::Flag }
}

const EPSILON: SearchOption = SearchOption {
    name: "epsilon",
    help: "how often to explore at random",
    kind: OptionKind::Real { min: 0.0, min_allowed: true, max: 1.0, default: 0.1 },
};

const fn entry(name: &'static str, help: &'static str, options: &'static [SearchOption]) -> SearchEntry {
    SearchEntry { name, help, exhaustive: true, guided: false, options }
}

const fn sampling(entry: SearchEntry) -> SearchEntry {
    SearchEntry { exhaustive: false, ..entry }
}

const fn guided(entry: SearchEntry) -> SearchEntry {
    SearchEntry { guided: true, ..entry }
}

const WIDTH: &str = "states kept per level";

/// All searches.
pub static SEARCHES: &[SearchEntry] = &[
    entry("dfs", "depth-first, backtracking", &[]),
    entry("bfs", "breadth-first: shortest traces", &[]),
    entry(
        "rdfs",
        "randomised depth-first",
        &[flag("relaxed", "marks successors when they are generated (Engels et al. 2009)")],
    ),
    sampling(entry(
        "random",
        "random walks from the initial state",
        &[
            integer("walks", "how many; 0 = until covered (1 on transition systems)", 0, None),
            integer("length", "transitions per walk; 0 = no bound (10000; 50000 on transition systems)", 0, None),
        ],
    )),
    sampling(entry("highway", "breadth-first with a sample of each level", &[integer("width", WIDTH, 1, Some(8))])),
    sampling(entry("highway-ideal", "highway with uniformly drawn levels", &[integer("width", WIDTH, 1, Some(8))])),
    entry("pfs", "probability-first: the most probable path next", &[]),
    entry("rs", "random search: open states drawn by path probability", &[]),
    entry(
        "softmax",
        "open states drawn by e^(path probability / tau)",
        &[SearchOption {
            name: "tau",
            help: "temperature: towards 0 like pfs, large like uniform",
            kind: OptionKind::Real { min: 0.0, min_allowed: false, max: f64::MAX, default: 0.5 },
        }],
    ),
    entry("egreedy", "probability-first, sometimes random search", &[EPSILON]),
    entry(
        "rl",
        "reinforcement learning of which choice sites close",
        &[flag("q", "action values, epsilon-greedy"), EPSILON],
    ),
    entry("mass", "most probability mass closed per transition, learned per choice site", &[]),
    guided(entry(
        "best-first",
        "by heuristic, with a bounded queue",
        &[integer("limit", "states in the queue", 1, Some(1024))],
    )),
    sampling(guided(entry(
        "beam",
        "by heuristic, level by level",
        &[integer("width", "states kept per level; 1 is Java PathFinder's beam search", 1, Some(16))],
    ))),
    sampling(guided(entry(
        "nmcs",
        "nested Monte-Carlo search",
        &[
            SearchOption {
                name: "level",
                help: "nesting level",
                kind: OptionKind::Integer { min: 1, max: 5, default: Some(1) },
            },
            integer("depth", "moves per simulation", 1, Some(64)),
            integer("trials", "how many; 0 = until success", 0, Some(0)),
        ],
    ))),
    sampling(entry(
        "bounded",
        "all schedules with few preemptions (iterative context bounding)",
        &[integer("preemptions", "at most so many", 0, Some(2))],
    )),
    sampling(entry(
        "pct",
        "random thread priorities (probabilistic concurrency testing)",
        &[
            integer("depth", "ordering constraints a bug may need", 1, Some(3)),
            integer("runs", "how many; 0 = until covered, or 99 % sure of a bug of that depth", 0, Some(0)),
        ],
    )),
    entry("auto", "a portfolio of the above, taking turns", &[]),
    entry("mixed", "depth-first and hunting as auto does, taking turns: what check does by itself", &[]),
];

/// What is wrong with a search that was asked for, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(pub String);

impl std::fmt::Display for SpecError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Flag(bool),
    Integer(u64),
    Real(f64),
}

/// A search and its options, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSpec {
    name: &'static str,
    values: Vec<(&'static str, Value)>,
}

impl SearchSpec {
    /// The search's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The search itself.
    pub fn entry(&self) -> &'static SearchEntry {
        SEARCHES.iter().find(|entry| entry.name == self.name).expect("only known searches are parsed")
    }

    fn given(&self, option: &str) -> Option<Value> {
        self.values.iter().find(|(name, _)| *name == option).map(|(_, value)| *value)
    }

    fn default(&self, option: &str) -> OptionKind {
        let option = self.entry().options.iter().find(|known| known.name == option);
        option.expect("strategies ask for options they have").kind
    }

    fn flag(&self, option: &str) -> bool {
        matches!(self.given(option), Some(Value::Flag(true)))
    }

    fn integer(&self, option: &str) -> Option<u64> {
        match (self.given(option), self.default(option)) {
            (Some(Value::Integer(value)), _) => Some(value),
            (_, OptionKind::Integer { default, .. }) => default,
            _ => None,
        }
    }

    fn size(&self, option: &str) -> usize {
        self.integer(option).expect("such options have a default") as usize
    }

    fn real(&self, option: &str) -> f64 {
        match (self.given(option), self.default(option)) {
            (Some(Value::Real(value)), _) => value,
            (_, OptionKind::Real { default, .. }) => default,
            _ => unreachable!("the option is a real"),
        }
    }
}

/// Reads `name,key=value,…`; errors name the search or option that was meant, or the allowed range.
pub fn parse_spec(text: &str) -> Result<SearchSpec, SpecError> {
    let mut parts = text.split(',').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let Some(entry) = SEARCHES.iter().find(|entry| entry.name == name) else {
        let meant = suggest(name, SEARCHES.iter().map(|entry| entry.name));
        let hint = meant.map(|meant| format!("did you mean '{meant}'? ")).unwrap_or_default();
        return Err(SpecError(format!("unknown search '{name}'; {hint}`hazard list searches` shows all")));
    };
    let mut values = Vec::new();
    for part in parts {
        let (key, value) = part.split_once('=').map_or((part, None), |(key, value)| (key.trim(), Some(value.trim())));
        let Some(option) = entry.options.iter().find(|option| option.name == key) else {
            return Err(unknown_option(entry, key));
        };
        let kind = &option.kind;
        let Some(value) = kind.parse(value) else {
            let given = value.map_or("nothing".to_owned(), |value| format!("'{value}'"));
            let is_huge = value.is_some_and(|value| value.len() > 9 && value.bytes().all(|byte| byte.is_ascii_digit()));
            if is_huge && matches!(kind, OptionKind::Integer { .. }) {
                return Err(SpecError(format!(
                    "search {name}: {key} is too large: {given}; at most {} will do",
                    u32::MAX
                )));
            }
            return Err(SpecError(format!("search {name}: {key} must be {}, not {given}", kind.range())));
        };
        if values.iter().any(|(known, _)| *known == option.name) {
            return Err(SpecError(format!("search {name}: {key} is given twice; keep one of them")));
        }
        values.push((option.name, value));
    }
    Ok(SearchSpec { name: entry.name, values })
}

fn unknown_option(entry: &SearchEntry, key: &str) -> SpecError {
    let name = entry.name;
    if entry.options.is_empty() {
        return SpecError(format!("search {name} has no option '{key}' (it has none)"));
    }
    let names = || entry.options.iter().map(|option| option.name);
    let hint = match suggest(key, names()) {
        Some(meant) => format!("did you mean '{meant}'?"),
        None => format!("it has {}", some_of(names())),
    };
    SpecError(format!("search {name} has no option '{key}'; {hint}"))
}

impl OptionKind {
    fn parse(&self, text: Option<&str>) -> Option<Value> {
        match *self {
            OptionKind::Flag => match text {
                None | Some("true") => Some(Value::Flag(true)),
                Some("false") => Some(Value::Flag(false)),
                Some(_) => None,
            },
            OptionKind::Integer { min, max, .. } => {
                let value = text?.parse().ok()?;
                (min..=max).contains(&value).then_some(Value::Integer(value))
            }
            OptionKind::Real { min, min_allowed, max, .. } => {
                let value: f64 = text?.parse().ok()?;
                let above = if min_allowed { min <= value } else { min < value };
                (above && value <= max).then_some(Value::Real(value))
            }
        }
    }

    /// The allowed values in words.
    pub fn range(&self) -> String {
        match *self {
            OptionKind::Flag => "true or false".to_owned(),
            OptionKind::Integer { min, max, .. } if max == u64::from(u32::MAX) => {
                format!("a whole number of at least {min}")
            }
            OptionKind::Integer { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Real { min, min_allowed, max, .. } => {
                let low = if min_allowed { format!("at least {min}") } else { format!("greater than {min}") };
                if max == f64::MAX { format!("a number {low}") } else { format!("a number {low} and at most {max}") }
            }
        }
    }

    /// The default as text.
    pub fn default_text(&self) -> String {
        match *self {
            OptionKind::Flag => "false".to_owned(),
            OptionKind::Integer { default, .. } => default.map_or("see help".to_owned(), |value| value.to_string()),
            OptionKind::Real { default, .. } => default.to_string(),
        }
    }
}

/// The strategy that `spec` describes.
pub fn build<S: System>(spec: &SearchSpec) -> Box<dyn Strategy<S>> {
    match spec.name {
        "dfs" => Box::new(Dfs),
        "bfs" => Box::new(FrontierSearch(Bfs::default())),
        "rdfs" => Box::new(RandomisedDfs { relaxed: spec.flag("relaxed") }),
        "random" => Box::new(RandomWalk { walks: spec.integer("walks"), length: spec.integer("length") }),
        "highway" => Box::new(FrontierSearch(Highway::new(spec.size("width")))),
        "highway-ideal" => Box::new(FrontierSearch(IdealHighway::new(spec.size("width")))),
        "pfs" => Box::new(FrontierSearch(ProbabilityFirst::default())),
        "rs" => Box::new(FrontierSearch(RandomSearch::default())),
        "softmax" => Box::new(FrontierSearch(Softmax::new(spec.real("tau")))),
        "egreedy" => Box::new(FrontierSearch(EpsilonGreedy::new(spec.real("epsilon")))),
        "rl" if spec.flag("q") => Box::new(QLearning::new(spec.real("epsilon"))),
        "rl" => Box::new(ReinforcementLearning::default()),
        "mass" => Box::new(Mass::default()),
        "best-first" => Box::new(BestFirst { limit: spec.size("limit") }),
        "beam" => Box::new(Beam { width: spec.size("width") }),
        "nmcs" => Box::new(Nmcs {
            nesting_level: spec.size("level") as u32,
            sim_depth: spec.size("depth") as u32,
            trials: spec.size("trials") as u64,
        }),
        "bounded" => Box::new(Bounded { preemptions: spec.size("preemptions") as u32 }),
        "pct" => Box::new(Pct::new(spec.size("depth") as u32, spec.size("runs") as u64)),
        "auto" => Box::new(Auto),
        "mixed" => Box::new(Mixed),
        other => unreachable!("search {other} is registered but not built"),
    }
}

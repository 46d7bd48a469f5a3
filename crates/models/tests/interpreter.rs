//! Random small models against an interpreter that knows nothing of packing, bytecode or look-up tables: states are lists of
//! numbers, probabilities fractions, and every command is tried in every state.

use std::collections::{BTreeMap, BTreeSet};

use dashu::rational::RBig;
use logic::Constants;
use models::{BuildOptions, Language, ModelSource, build};
use space::Rng;

/// A variable gets another one's value plus a number, modulo its size.
type Assignments = Vec<(usize, usize, i64)>;
/// Where a choice leads, and how likely.
type Row = BTreeMap<Vec<i64>, RBig>;

struct Command {
    module: usize,
    action: Option<usize>,
    /// Variable, how, value.
    guard: Vec<(usize, &'static str, i64)>,
    /// Weight over the sum, and what changes.
    branches: Vec<(u64, Assignments)>,
}

/// How modules are put together.
enum System {
    Module(usize),
    Full(Box<System>, Box<System>),
    Interleaved(Box<System>, Box<System>),
    On(Vec<usize>, Box<System>, Box<System>),
    Hide(Box<System>, usize),
    Rename(Box<System>, usize, usize),
    /// Written under a name of its own.
    Named(Box<System>),
}

struct Random {
    process: bool,
    sizes: Vec<i64>,
    owner: Vec<usize>,
    modules: usize,
    commands: Vec<Command>,
    system: Option<System>,
    /// What initial states satisfy, if they are more than the first.
    initial: Vec<(usize, &'static str, i64)>,
}

const ACTIONS: [&str; 3] = ["a", "b", "c"];

fn random(rng: &mut Rng) -> Random {
    let modules = 1 + rng.below(3);
    let mut owner = Vec::new();
    for module in 0..modules {
        owner.extend(std::iter::repeat_n(module, 1 + rng.below(2)));
    }
    let sizes: Vec<i64> = owner.iter().map(|_| 1 + rng.below(4) as i64).collect();
    let mut commands = Vec::new();
    for module in 0..modules {
        for _ in 0..1 + rng.below(5) {
            let guard = (0..rng.below(3))
                .map(|_| {
                    let variable = rng.below(sizes.len());
                    let how = ["=", "!=", "<", ">=", "<=", ">"][rng.below(6)];
                    (variable, how, rng.below(sizes[variable] as usize + 1) as i64)
                })
                .collect();
            let own: Vec<usize> = (0..owner.len()).filter(|variable| owner[*variable] == module).collect();
            let branches = (0..1 + rng.below(3))
                .map(|_| {
                    let mut assignments = Vec::new();
                    for variable in &own {
                        if rng.below(2) == 0 {
                            let from = rng.below(sizes.len());
                            assignments.push((*variable, from, rng.below(4) as i64));
                        }
                    }
                    (1 + rng.below(4) as u64, assignments)
                })
                .collect();
            let action = (rng.below(2) == 0).then(|| rng.below(3));
            commands.push(Command { module, action, guard, branches });
        }
    }
    let all: Vec<usize> = (0..modules).collect();
    let system = (rng.below(2) == 0).then(|| composition(rng, &all));
    let mut initial = Vec::new();
    if rng.below(4) == 0 {
        let variable = rng.below(sizes.len());
        initial.push((variable, ["<=", ">="][rng.below(2)], rng.below(sizes[variable] as usize) as i64));
        initial.push((rng.below(sizes.len()), "<=", rng.below(2) as i64));
    }
    Random { process: rng.below(2) == 0, sizes, owner, modules, commands, system, initial }
}

fn composition(rng: &mut Rng, modules: &[usize]) -> System {
    let mut system = match modules {
        [module] => System::Module(*module),
        _ => {
            let (left, right) = modules.split_at(1 + rng.below(modules.len() - 1));
            let (left, right) = (Box::new(composition(rng, left)), Box::new(composition(rng, right)));
            match rng.below(4) {
                0 => System::Full(left, right),
                1 => System::Interleaved(left, right),
                _ => System::On((0..ACTIONS.len()).filter(|_| rng.below(2) == 0).collect(), left, right),
            }
        }
    };
    if rng.below(5) == 0 {
        system = System::Hide(Box::new(system), rng.below(3));
    }
    if rng.below(5) == 0 {
        system = System::Rename(Box::new(system), rng.below(3), rng.below(3));
    }
    if rng.below(5) == 0 { System::Named(Box::new(system)) } else { system }
}

impl System {
    /// As it is written; systems with names are added to `named`.
    fn text(&self, named: &mut Vec<String>) -> String {
        match self {
            System::Module(module) => format!("m{module}"),
            System::Full(left, right) => format!("({} || {})", left.text(named), right.text(named)),
            System::Interleaved(left, right) => format!("({} ||| {})", left.text(named), right.text(named)),
            System::On(actions, left, right) => {
                let names: Vec<&str> = actions.iter().map(|action| ACTIONS[*action]).collect();
                format!("({} |[{}]| {})", left.text(named), names.join(","), right.text(named))
            }
            System::Hide(inner, action) => format!("({} / {{{}}})", inner.text(named), ACTIONS[*action]),
            System::Rename(inner, from, to) => {
                format!("({} {{{}<-{}}})", inner.text(named), ACTIONS[*from], ACTIONS[*to])
            }
            System::Named(inner) => {
                let inner = inner.text(named);
                named.push(inner);
                format!("\"s{}\"", named.len() - 1)
            }
        }
    }

    fn alphabet(&self, random: &Random) -> BTreeSet<usize> {
        match self {
            System::Module(module) => {
                let own = random.commands.iter().filter(|command| command.module == *module);
                own.filter_map(|command| command.action).collect()
            }
            System::Full(left, right) | System::Interleaved(left, right) | System::On(_, left, right) => {
                &left.alphabet(random) | &right.alphabet(random)
            }
            System::Hide(inner, action) => inner.alphabet(random).into_iter().filter(|other| other != action).collect(),
            System::Rename(inner, from, to) => {
                inner.alphabet(random).into_iter().map(|action| if action == *from { *to } else { action }).collect()
            }
            System::Named(inner) => inner.alphabet(random),
        }
    }

    /// The commands that go together in a state, and the action that others see.
    fn steps<'a>(&self, random: &'a Random, state: &[i64]) -> Vec<(Option<usize>, Vec<&'a Command>)> {
        let together = |common: BTreeSet<usize>, left: &System, right: &System| {
            let (left, right) = (left.steps(random, state), right.steps(random, state));
            let is_common = |action: &Option<usize>| action.is_some_and(|action| common.contains(&action));
            let mut steps = Vec::new();
            for (action, commands) in left.iter().chain(&right).filter(|(action, _)| !is_common(action)) {
                steps.push((*action, commands.clone()));
            }
            for (action, commands) in left.iter().filter(|(action, _)| is_common(action)) {
                for (_, others) in right.iter().filter(|(other, _)| other == action) {
                    steps.push((*action, [commands.clone(), others.clone()].concat()));
                }
            }
            steps
        };
        let relabelled = |inner: &System, from: usize, to: Option<usize>| {
            let steps = inner.steps(random, state).into_iter();
            steps.map(|(action, commands)| (if action == Some(from) { to } else { action }, commands)).collect()
        };
        match self {
            System::Module(module) => {
                let actions = [None].into_iter().chain((0..ACTIONS.len()).map(Some));
                let own =
                    |action| random.enabled(state, *module, action).into_iter().map(move |one| (action, vec![one]));
                actions.flat_map(own).collect()
            }
            System::Full(left, right) => together(&left.alphabet(random) & &right.alphabet(random), left, right),
            System::Interleaved(left, right) => together(BTreeSet::new(), left, right),
            System::On(actions, left, right) => together(actions.iter().copied().collect(), left, right),
            System::Hide(inner, action) => relabelled(inner, *action, None),
            System::Rename(inner, from, to) => relabelled(inner, *from, Some(*to)),
            System::Named(inner) => inner.steps(random, state),
        }
    }
}

fn holds(state: &[i64], (variable, how, value): &(usize, &str, i64)) -> bool {
    let found = state[*variable];
    match *how {
        "=" => found == *value,
        "!=" => found != *value,
        "<" => found < *value,
        ">=" => found >= *value,
        "<=" => found <= *value,
        _ => found > *value,
    }
}

impl Random {
    fn text(&self) -> String {
        let mut text = String::from(if self.process { "mdp\n" } else { "dtmc\n" });
        for module in 0..self.modules {
            text.push_str(&format!("module m{module}\n"));
            for variable in (0..self.owner.len()).filter(|variable| self.owner[*variable] == module) {
                text.push_str(&format!("  v{variable} : [0..{}];\n", self.sizes[variable] - 1));
            }
            for command in self.commands.iter().filter(|command| command.module == module) {
                let guard: Vec<String> =
                    command.guard.iter().map(|(variable, how, value)| format!("v{variable}{how}{value}")).collect();
                let guard = if guard.is_empty() { "true".to_string() } else { guard.join(" & ") };
                let sum: u64 = command.branches.iter().map(|(weight, _)| weight).sum();
                let branches: Vec<String> = command
                    .branches
                    .iter()
                    .map(|(weight, assignments)| {
                        let updates: Vec<String> = assignments
                            .iter()
                            .map(|(to, from, plus)| format!("(v{to}'=mod(v{from}+{plus},{}))", self.sizes[*to]))
                            .collect();
                        let updates = if updates.is_empty() { "true".to_string() } else { updates.join("&") };
                        format!("{weight}/{sum} : {updates}")
                    })
                    .collect();
                let action = command.action.map_or("", |action| ACTIONS[action]);
                text.push_str(&format!("  [{action}] {guard} -> {};\n", branches.join(" + ")));
            }
            text.push_str("endmodule\n");
        }
        if let Some(system) = &self.system {
            let mut named = Vec::new();
            let whole = system.text(&mut named);
            text.push_str(&format!("system {whole} endsystem\n"));
            for (index, inner) in named.iter().enumerate() {
                text.push_str(&format!("system \"s{index}\" {inner} endsystem\n"));
            }
        }
        if !self.initial.is_empty() {
            let parts = self.initial.iter().map(|(variable, how, value)| format!("v{variable}{how}{value}"));
            text.push_str(&format!("init {} endinit\n", parts.collect::<Vec<_>>().join(" & ")));
        }
        text
    }

    fn initial_states(&self) -> BTreeSet<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for size in &self.sizes {
            all = all.iter().flat_map(|state| (0..*size).map(|value| [state.clone(), vec![value]].concat())).collect();
        }
        let first = vec![0; self.sizes.len()];
        all.retain(|state| match self.initial.is_empty() {
            true => *state == first,
            false => self.initial.iter().all(|part| holds(state, part)),
        });
        all.into_iter().collect()
    }

    fn enabled(&self, state: &[i64], module: usize, action: Option<usize>) -> Vec<&Command> {
        let own = self.commands.iter().filter(|command| command.module == module && command.action == action);
        own.filter(|command| command.guard.iter().all(|part| holds(state, part))).collect()
    }

    /// The distributions of all choices of a state.
    fn choices(&self, state: &[i64]) -> Vec<Row> {
        if let Some(system) = &self.system {
            return system.steps(self, state).iter().map(|(_, commands)| self.outcome(state, commands)).collect();
        }
        let mut combinations: Vec<Vec<&Command>> = Vec::new();
        for module in 0..self.modules {
            combinations.extend(self.enabled(state, module, None).into_iter().map(|command| vec![command]));
        }
        for action in 0..ACTIONS.len() {
            let has = |module: &usize| {
                self.commands.iter().any(|command| command.module == *module && command.action == Some(action))
            };
            let taking_part: Vec<usize> = (0..self.modules).filter(has).collect();
            if taking_part.is_empty() {
                continue;
            }
            let mut ways: Vec<Vec<&Command>> = vec![Vec::new()];
            for module in taking_part {
                let enabled = self.enabled(state, module, Some(action));
                ways = ways
                    .iter()
                    .flat_map(|way| enabled.iter().map(|command| [way.clone(), vec![*command]].concat()))
                    .collect();
            }
            combinations.extend(ways);
        }
        combinations.iter().map(|commands| self.outcome(state, commands)).collect()
    }

    fn outcome(&self, state: &[i64], commands: &[&Command]) -> Row {
        let mut reached: Vec<(Vec<i64>, RBig)> = vec![(state.to_vec(), RBig::ONE)];
        for command in commands {
            let sum: u64 = command.branches.iter().map(|(weight, _)| weight).sum();
            let mut next = Vec::new();
            for (before, probability) in &reached {
                for (weight, assignments) in &command.branches {
                    let mut after = before.clone();
                    for (to, from, plus) in assignments {
                        after[*to] = (state[*from] + plus) % self.sizes[*to];
                    }
                    next.push((after, probability * RBig::from(*weight) / RBig::from(sum)));
                }
            }
            reached = next;
        }
        let mut distribution = BTreeMap::new();
        for (state, probability) in reached {
            *distribution.entry(state).or_insert(RBig::ZERO) += probability;
        }
        distribution
    }

    /// What the model must be: per reachable state, its rows in any order.
    fn expected(&self) -> BTreeMap<Vec<i64>, Vec<Row>> {
        let mut found = BTreeMap::new();
        let mut seen = self.initial_states();
        let mut work: Vec<Vec<i64>> = seen.iter().cloned().collect();
        while let Some(state) = work.pop() {
            let mut choices = self.choices(&state);
            if choices.is_empty() {
                choices = vec![BTreeMap::from([(state.clone(), RBig::ONE)])];
            }
            if !self.process {
                let count = RBig::from(choices.len());
                let mut merged = BTreeMap::new();
                for (target, probability) in choices.into_iter().flatten() {
                    *merged.entry(target).or_insert(RBig::ZERO) += probability / &count;
                }
                choices = vec![merged];
            }
            for target in choices.iter().flat_map(|row| row.keys()) {
                if seen.insert(target.clone()) {
                    work.push(target.clone());
                }
            }
            choices.sort();
            found.insert(state, choices);
        }
        found
    }
}

#[test]
fn built_models_are_what_a_naive_interpreter_finds() {
    let seed = 7;
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    for round in 0..1200 {
        let random = random(&mut rng);
        if random.initial_states().is_empty() {
            continue;
        }
        let text = random.text();
        let options = BuildOptions { exact: true, actions: round % 2 == 0, ..BuildOptions::default() };
        let model = ModelSource::parse(Language::Prism, text.clone())
            .and_then(|source| source.resolve(&Constants::new()))
            .and_then(|network| build(network, &options))
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
            .model;
        let values =
            |state: usize| -> Vec<i64> { model.variables.iter().map(|variable| variable.at(state) as i64).collect() };
        let initial = model.initial.iter().map(|state| values(*state as usize)).collect();
        assert_eq!(random.initial_states(), initial, "round {round}\n{text}");
        let mut found = BTreeMap::new();
        for state in 0..model.states() {
            let mut rows: Vec<Row> = Vec::new();
            for row in model.rows_of(state) {
                let targets = model.row(row).map(|(target, _)| values(target));
                rows.push(targets.zip(model.exact_row(row)).collect());
            }
            rows.sort();
            found.insert(values(state), rows);
        }
        assert_eq!(found, random.expected(), "round {round}\n{text}");
    }
}

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

struct Random {
    process: bool,
    sizes: Vec<i64>,
    owner: Vec<usize>,
    modules: usize,
    commands: Vec<Command>,
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
    Random { process: rng.below(2) == 0, sizes, owner, modules, commands }
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
        text
    }

    fn enabled(&self, state: &[i64], module: usize, action: Option<usize>) -> Vec<&Command> {
        let holds = |(variable, how, value): &(usize, &str, i64)| {
            let found = state[*variable];
            match *how {
                "=" => found == *value,
                "!=" => found != *value,
                "<" => found < *value,
                ">=" => found >= *value,
                "<=" => found <= *value,
                _ => found > *value,
            }
        };
        let own = self.commands.iter().filter(|command| command.module == module && command.action == action);
        own.filter(|command| command.guard.iter().all(holds)).collect()
    }

    /// The distributions of all choices of a state.
    fn choices(&self, state: &[i64]) -> Vec<Row> {
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
        let mut work = vec![vec![0; self.sizes.len()]];
        let mut seen: BTreeSet<Vec<i64>> = work.iter().cloned().collect();
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
    for round in 0..600 {
        let random = random(&mut rng);
        let text = random.text();
        let options = BuildOptions { exact: true, actions: round % 2 == 0, ..BuildOptions::default() };
        let model = ModelSource::parse(Language::Prism, text.clone())
            .and_then(|source| source.resolve(&Constants::new()))
            .and_then(|network| build(network, &options))
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
            .model;
        let values =
            |state: usize| -> Vec<i64> { model.variables.iter().map(|variable| variable.at(state) as i64).collect() };
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

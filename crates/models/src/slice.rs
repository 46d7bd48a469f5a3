//! What questions do not depend on is left out before a model is explored in part: modules that only keep step with others, and
//! variables that nobody reads. Both leave every probability as it is.

use std::collections::BTreeSet;

use dashu::rational::RBig;
use logic::Value;

use crate::network::{Kind, Module, Network};
use crate::typed::Term;

/// Valuations of a module's own variables that are tried.
const VALUATIONS_MAX: u64 = 100_000;

/// Leaves out what the labels do not depend on; returns the names of the variables that went.
pub fn slice(network: &mut Network) -> Vec<String> {
    let mut gone = BTreeSet::new();
    if network.initial.is_some() || !network.rewards.is_empty() {
        return Vec::new();
    }
    loop {
        let before = gone.len();
        for module in 0..network.modules.len() {
            if let Some(own) = only_keeps_step(network, module) {
                network.modules[module].commands.clear();
                for vector in &mut network.vectors {
                    vector.parts.retain(|(part, _)| *part != module);
                }
                gone.extend(own);
            }
        }
        gone.extend(drop_unread(network));
        if gone.len() == before {
            break;
        }
    }
    for variable in &gone {
        let variable = &mut network.variables[*variable];
        (variable.low, variable.high) = (variable.initial, variable.initial);
    }
    gone.into_iter().map(|variable| network.variables[variable].name.clone()).collect()
}

fn read_by(term: &Term, variables: &mut BTreeSet<usize>) {
    term.for_each_variable(&mut |variable| {
        variables.insert(variable);
    });
}

/// What the commands of a module read.
fn read_in(module: &Module) -> BTreeSet<usize> {
    let mut read = BTreeSet::new();
    for command in &module.commands {
        read_by(&command.guard, &mut read);
        for branch in &command.branches {
            branch.probabilities().for_each(|term| read_by(term, &mut read));
            branch.assignments.iter().for_each(|(_, term)| read_by(term, &mut read));
            branch.earns.iter().for_each(|(_, term)| read_by(term, &mut read));
        }
    }
    read
}

/// The variables of a module that takes part in steps of others without ever preventing or repeating one: nobody reads its
/// variables, it reads no others, and whatever their values, exactly one of its commands is enabled for each of its actions.
fn only_keeps_step(network: &Network, module: usize) -> Option<Vec<usize>> {
    let commands = &network.modules[module].commands;
    // In an automaton a step with a rate also tells that the others wait.
    if commands.is_empty() || network.kind == Kind::Automaton {
        return None;
    }
    let own: Vec<usize> =
        (0..network.variables.len()).filter(|one| network.variables[*one].module == Some(module)).collect();
    let is_own = |variable: &usize| own.contains(variable);
    let writes = commands.iter().flat_map(|command| &command.branches).flat_map(|branch| &branch.assignments);
    if !read_in(&network.modules[module]).iter().all(is_own) || !writes.into_iter().all(|(one, _)| is_own(one)) {
        return None;
    }
    let mut elsewhere = BTreeSet::new();
    network.labels.iter().for_each(|(_, term)| read_by(term, &mut elsewhere));
    for (index, other) in network.modules.iter().enumerate() {
        if index != module {
            elsewhere.extend(read_in(other));
        }
    }
    if own.iter().any(|variable| elsewhere.contains(variable)) {
        return None;
    }
    // All it does, it does with others.
    let mut actions = BTreeSet::new();
    for vector in &network.vectors {
        for (part, action) in &vector.parts {
            if *part == module {
                if vector.parts.len() < 2 {
                    return None;
                }
                actions.insert(*action);
            }
        }
    }
    if commands.iter().any(|command| !actions.contains(&command.action)) {
        return None;
    }
    let mut count = 1u64;
    for variable in own.iter().map(|one| &network.variables[*one]) {
        let size = u64::try_from(variable.high.checked_sub(variable.low)?).ok()?;
        count = count.checked_mul(size.checked_add(1)?).filter(|count| *count <= VALUATIONS_MAX)?;
    }
    let mut values: Vec<i64> = network.variables.iter().map(|variable| variable.low).collect();
    loop {
        if !actions.iter().all(|action| steps_once(network, module, *action, &values)) {
            return None;
        }
        let Some(at) = own.iter().rposition(|variable| values[*variable] < network.variables[*variable].high) else {
            return Some(own);
        };
        values[own[at]] += 1;
        for variable in &own[at + 1..] {
            values[*variable] = network.variables[*variable].low;
        }
    }
}

/// Whether exactly one command is enabled, whose probabilities sum to one and which leaves no variable's range.
fn steps_once(network: &Network, module: usize, action: u32, values: &[i64]) -> bool {
    let mut enabled = 0;
    for command in network.modules[module].commands.iter().filter(|command| command.action == action) {
        match command.guard.evaluate(values) {
            Ok(Value::Bool(true)) => enabled += 1,
            Ok(_) => continue,
            Err(_) => return false,
        }
        let mut sum = RBig::ZERO;
        for branch in &command.branches {
            if branch.probability_most.is_some() {
                return false;
            }
            let Some(probability) = branch.probability.evaluate(values).ok().and_then(|value| value.to_rational())
            else {
                return false;
            };
            if probability < RBig::ZERO {
                return false;
            }
            sum += probability;
            for (variable, term) in &branch.assignments {
                let value = match term.evaluate(values) {
                    Ok(Value::Integer(value)) => value,
                    Ok(Value::Bool(value)) => i64::from(value),
                    _ => return false,
                };
                let range = network.variables[*variable].low..=network.variables[*variable].high;
                if !range.contains(&value) {
                    return false;
                }
            }
        }
        if sum != RBig::ONE {
            return false;
        }
    }
    // In continuous time a step's rate is the product of its parts', which a sum of one leaves as it is.
    enabled == 1
}

/// Takes away assignments to variables whose values nobody depends on.
fn drop_unread(network: &mut Network) -> Vec<usize> {
    let mut read = BTreeSet::new();
    network.labels.iter().for_each(|(_, term)| read_by(term, &mut read));
    for command in network.modules.iter().flat_map(|module| &module.commands) {
        read_by(&command.guard, &mut read);
        command.branches.iter().flat_map(|one| one.probabilities()).for_each(|term| read_by(term, &mut read));
    }
    loop {
        let before = read.len();
        let branches = network.modules.iter().flat_map(|module| &module.commands).flat_map(|one| &one.branches);
        let mut more = BTreeSet::new();
        for (variable, term) in branches.flat_map(|branch| &branch.assignments) {
            if read.contains(variable) {
                read_by(term, &mut more);
            }
        }
        read.extend(more);
        if read.len() == before {
            break;
        }
    }
    let unread: Vec<usize> = (0..network.variables.len())
        .filter(|one| !read.contains(one) && network.variables[*one].low < network.variables[*one].high)
        .collect();
    for command in network.modules.iter_mut().flat_map(|module| &mut module.commands) {
        for branch in &mut command.branches {
            branch.assignments.retain(|(variable, _)| read.contains(variable));
        }
    }
    unread
}

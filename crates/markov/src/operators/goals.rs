//! Several things at once that one scheduler is to achieve: the model unfolded until all that decides them is in its states, as a
//! [`Contest`] (Etessami, Kwiatkowska, Vardi, Yannakakis 2008; Forejt, Kwiatkowska, Parker 2012).
//!
//! A state of the unfolding is one of the model, with a state of each formula's automaton, what was reached before, and the
//! steps so far where they count. Where a scheduler can stay for ever without earning anything, it may declare that it does;
//! which formulas hold then is what the marks of the end component say, for each set of formulas the component that makes all
//! of them true.

use std::collections::BTreeSet;

use dashu::rational::RBig;
use logic::automata::{AcceptancePair, Automaton, AutomatonError, Ltl, Marks, Verdict};

use super::rewards::RowRewards;
use crate::bits::Bits;
use crate::graph::{EndComponent, Graph, end_components};
use crate::model::{Kind, Model};
use crate::solvers::System;
use crate::solvers::contest::Contest;

/// What is to be achieved.
pub enum Aim {
    /// That a formula holds; where its propositions do.
    Formula { formula: Ltl, letters: Vec<Bits> },
    /// That much is earned (or little, if it is a cost), for ever, until a set is reached, or during so many steps.
    Earnings { rows: RowRewards, until: Option<Bits>, steps: Option<u64>, is_cost: bool },
}

/// Why there is no contest.
pub enum Obstacle {
    Automaton(AutomatonError),
    /// Some scheduler earns without end.
    Unbounded(usize),
    /// Every scheduler pays without end.
    Impossible,
    TooMany,
}

const AUTOMATON_STATES_MAX: usize = 200_000;
const FORMULAS_MAX: usize = 8;
const STATES_MAX: usize = 200_000_000;

/// The unfolding.
struct Unfolded {
    model: Model,
    /// Per aim that earns and row.
    earned: Vec<Vec<f64>>,
    earned_exactly: Vec<Vec<RBig>>,
    fractions: Vec<RBig>,
    /// Per state and formula.
    marks: Vec<Vec<Marks>>,
    /// Per state, for each aim with a set to reach, whether it was.
    reached: Vec<Vec<bool>>,
    /// Where everything is decided, which formulas hold.
    decided: Vec<Option<u64>>,
    acceptance: Vec<Vec<AcceptancePair>>,
}

/// The contest for `aims` from one state of the model.
pub fn contest(model: &Model, fractions: Option<&[RBig]>, aims: &[Aim], start: usize) -> Result<Contest, Obstacle> {
    let unfolded = unfold(model, fractions, aims, start)?;
    let stops = unfolded.stops(aims);
    let built = &unfolded.model;
    let states = built.states();
    let can_stop = Bits::from_indices(states, (0..states).filter(|state| !stops[*state].is_empty()));
    let graph = Graph::new(built);
    let sure = graph.sure_max(&Bits::full(states), &can_stop);
    if !sure.contains(0) {
        return Err(Obstacle::Impossible);
    }
    let stays = |row: usize| built.targets[built.entries(row)].iter().all(|target| sure.contains(*target as usize));
    let components = end_components(built, &sure, stays);
    for (index, aim) in earning(aims) {
        let Aim::Earnings { until, is_cost: false, .. } = &aims[aim] else { continue };
        let endless = |component: &EndComponent| {
            component.rows.iter().any(|row| unfolded.earned[index][*row as usize] > 0.0)
                || until.is_some() && !unfolded.reached[component.states[0] as usize][index]
        };
        if components.iter().any(endless) {
            return Err(Obstacle::Unbounded(aim));
        }
    }
    let free = |row: usize| stays(row) && unfolded.earned.iter().all(|earned| earned[row] == 0.0);
    let collapse = end_components(built, &sure, free);
    let pays = |component: &EndComponent| component.rows.iter().any(|row| !free(*row as usize));
    let is_endless = components.iter().any(pays);
    Ok(Contest { is_endless, ..unfolded.into_contest(aims, &sure, &stops, &collapse) })
}

/// The aims that earn: which of those it is, and which of all.
fn earning(aims: &[Aim]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let earns = aims.iter().enumerate().filter(|(_, aim)| matches!(aim, Aim::Earnings { .. }));
    earns.map(|(aim, _)| aim).enumerate()
}

fn unfold(model: &Model, fractions: Option<&[RBig]>, aims: &[Aim], start: usize) -> Result<Unfolded, Obstacle> {
    let mut automata = Vec::new();
    for aim in aims {
        if let Aim::Formula { formula, .. } = aim {
            automata.push(Automaton::new(formula, AUTOMATON_STATES_MAX).map_err(Obstacle::Automaton)?);
        }
    }
    if automata.len() > FORMULAS_MAX {
        return Err(Obstacle::TooMany);
    }
    let letters: Vec<&[Bits]> = aims
        .iter()
        .filter_map(|aim| match aim {
            Aim::Formula { letters, .. } => Some(letters.as_slice()),
            Aim::Earnings { .. } => None,
        })
        .collect();
    let purses: Vec<(&RowRewards, Option<&Bits>, Option<u64>)> = aims
        .iter()
        .filter_map(|aim| match aim {
            Aim::Earnings { rows, until, steps, .. } => Some((rows, until.as_ref(), *steps)),
            Aim::Formula { .. } => None,
        })
        .collect();
    let steps_max = purses.iter().filter_map(|(_, _, steps)| *steps).max().unwrap_or(0);
    // A memory: the automata's states, what was reached, and the steps.
    let mut first: Vec<u32> = automata.iter().map(Automaton::initial).collect();
    first.extend(purses.iter().map(|_| 0));
    first.push(0);
    let mut memories: hashbrown::HashMap<Vec<u32>, u32> = hashbrown::HashMap::new();
    let mut memory_list = vec![first.clone()];
    memories.insert(first, 0);
    let mut numbers: hashbrown::HashMap<(u32, u32), u32> = hashbrown::HashMap::new();
    let mut origin = vec![(start as u32, 0u32)];
    numbers.insert((start as u32, 0), 0);
    let mut built = Model {
        kind: Kind::Process,
        choices: vec![0],
        branches: vec![0],
        targets: Vec::new(),
        probabilities: Vec::new(),
        probabilities_most: None,
        exits: None,
        initial: vec![0],
        labels: Vec::new(),
        rewards: Vec::new(),
        actions: None,
        variables: Vec::new(),
        deadlocks: Bits::default(),
        open: None,
        fractions: std::collections::HashMap::new(),
    };
    let mut result_fractions = Vec::new();
    let mut earned = vec![Vec::new(); purses.len()];
    let mut earned_exactly = vec![Vec::new(); purses.len()];
    let (mut marks, mut reached, mut decided) = (Vec::new(), Vec::new(), Vec::new());
    let mut next = 0;
    while next < origin.len() {
        if origin.len() > STATES_MAX {
            return Err(Obstacle::TooMany);
        }
        let (state, memory) = origin[next];
        let here = state as usize;
        let mut after = memory_list[memory as usize].clone();
        let mut marks_here = Vec::with_capacity(automata.len());
        let mut held = 0u64;
        let mut open = false;
        for (index, automaton) in automata.iter_mut().enumerate() {
            let word = letters[index].iter().enumerate();
            let letter = word.fold(0u64, |word, (bit, set)| word | u64::from(set.contains(here)) << bit);
            let edge = automaton.step(after[index], letter).map_err(Obstacle::Automaton)?;
            after[index] = edge.target;
            marks_here.push(edge.marks);
            match automaton.verdict(edge.target) {
                Verdict::Accepted => held |= 1 << index,
                Verdict::Rejected => {}
                Verdict::Open => open = true,
            }
        }
        let count = automata.len();
        let steps = u64::from(after[count + purses.len()]);
        let mut reached_here = Vec::with_capacity(purses.len());
        let mut over_here = Vec::with_capacity(purses.len());
        for (index, (_, until, most)) in purses.iter().enumerate() {
            let is_reached = after[count + index] == 1 || until.is_some_and(|until| until.contains(here));
            after[count + index] = u32::from(is_reached);
            let over = is_reached || most.is_some_and(|most| steps >= most);
            open |= !over;
            reached_here.push(is_reached);
            over_here.push(over);
        }
        after[count + purses.len()] = (steps + 1).min(steps_max) as u32;
        marks.push(marks_here);
        reached.push(reached_here);
        decided.push((!open).then_some(held));
        if !open {
            built.targets.push(next as u32);
            built.probabilities.push(1.0);
            result_fractions.extend(fractions.map(|_| RBig::ONE));
            built.branches.push(built.targets.len() as u32);
            earned.iter_mut().for_each(|earned| earned.push(0.0));
            earned_exactly.iter_mut().filter(|_| fractions.is_some()).for_each(|earned| earned.push(RBig::ZERO));
        } else {
            let memory_after = *memories.entry(after).or_insert_with_key(|after| {
                memory_list.push(after.clone());
                memory_list.len() as u32 - 1
            });
            for row in model.rows_of(here) {
                for entry in model.entries(row) {
                    let target = (model.targets[entry], memory_after);
                    built.targets.push(*numbers.entry(target).or_insert_with(|| {
                        origin.push(target);
                        origin.len() as u32 - 1
                    }));
                    built.probabilities.push(model.probabilities[entry]);
                    result_fractions.extend(fractions.map(|fractions| fractions[entry].clone()));
                }
                built.branches.push(built.targets.len() as u32);
                for (index, (rows, ..)) in purses.iter().enumerate() {
                    earned[index].push(if over_here[index] { 0.0 } else { rows.values[row] });
                    if let Some(exact) = rows.exact.as_ref().filter(|_| fractions.is_some()) {
                        earned_exactly[index].push(if over_here[index] { RBig::ZERO } else { exact[row].clone() });
                    }
                }
            }
        }
        built.choices.push(built.branches.len() as u32 - 1);
        next += 1;
    }
    built.deadlocks = Bits::new(origin.len());
    let acceptance = automata.iter().map(|automaton| automaton.acceptance().to_vec()).collect();
    let fractions = result_fractions;
    Ok(Unfolded { model: built, earned, earned_exactly, fractions, marks, reached, decided, acceptance })
}

impl Unfolded {
    /// In each state, the sets of formulas that hold when a scheduler stays there for ever without earning anything.
    fn stops(&self, aims: &[Aim]) -> Vec<BTreeSet<u64>> {
        let states = self.model.states();
        let mut stops: Vec<BTreeSet<u64>> =
            self.decided.iter().map(|held| held.iter().copied().collect::<BTreeSet<u64>>()).collect();
        let costs: Vec<usize> = earning(aims)
            .filter(|(_, aim)| matches!(&aims[*aim], Aim::Earnings { until: Some(_), is_cost: true, .. }))
            .map(|(index, _)| index)
            .collect();
        // A cost until something is reached is without end where it is not.
        let paid = |state: usize| costs.iter().all(|index| self.reached[state][*index]);
        let free = |row: usize| self.earned.iter().all(|earned| earned[row] == 0.0);
        let open =
            Bits::from_indices(states, (0..states).filter(|state| self.decided[*state].is_none() && paid(*state)));
        for set in 0u64..1 << self.acceptance.len() {
            let members: Vec<usize> = (0..self.acceptance.len()).filter(|index| set >> index & 1 == 1).collect();
            let mut picks = vec![0; members.len()];
            if members.iter().any(|index| self.acceptance[*index].is_empty()) {
                continue;
            }
            loop {
                let pairs: Vec<AcceptancePair> =
                    members.iter().zip(&picks).map(|(index, pick)| self.acceptance[*index][*pick]).collect();
                let clean = |state: &usize| {
                    members.iter().zip(&pairs).all(|(index, pair)| self.marks[*state][*index] & pair.never == 0)
                };
                let allowed = Bits::from_indices(states, open.iter().filter(clean));
                for component in end_components(&self.model, &allowed, free) {
                    let recurring = |index: usize| {
                        component.states.iter().fold(0, |marks, state| marks | self.marks[*state as usize][index])
                    };
                    if members.iter().zip(&pairs).all(|(index, pair)| pair.accepts(recurring(*index))) {
                        component.states.iter().for_each(|state| {
                            stops[*state as usize].insert(set);
                        });
                    }
                }
                let Some(at) = (0..picks.len()).rev().find(|at| picks[*at] + 1 < self.acceptance[members[*at]].len())
                else {
                    break;
                };
                picks[at] += 1;
                picks[at + 1..].fill(0);
            }
        }
        stops
    }

    fn into_contest(self, aims: &[Aim], sure: &Bits, stops: &[BTreeSet<u64>], collapse: &[EndComponent]) -> Contest {
        let built = &self.model;
        let mut component_of = vec![u32::MAX; built.states()];
        let mut inside = Bits::new(built.rows());
        for (index, component) in collapse.iter().enumerate() {
            component.states.iter().for_each(|state| component_of[*state as usize] = index as u32);
            component.rows.iter().for_each(|row| inside.insert(*row as usize));
        }
        let mut numbering = vec![u32::MAX; built.states()];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for state in sure.iter() {
            if numbering[state] != u32::MAX {
                continue;
            }
            let members: Vec<usize> = match component_of[state] {
                u32::MAX => vec![state],
                component => collapse[component as usize].states.iter().map(|state| *state as usize).collect(),
            };
            members.iter().for_each(|member| numbering[*member] = groups.len() as u32);
            groups.push(members);
        }
        let mut system = System { choices: vec![0], branches: vec![0], ..System::default() };
        let mut payoffs = vec![Vec::new(); aims.len()];
        let is_exact = !self.fractions.is_empty();
        let (mut weights, mut exact_payoffs) = (Vec::new(), vec![Vec::new(); aims.len()]);
        let stays = |row: usize| built.targets[built.entries(row)].iter().all(|target| sure.contains(*target as usize));
        for members in &groups {
            for row in members.iter().flat_map(|state| built.rows_of(*state)) {
                if inside.contains(row) || !stays(row) {
                    continue;
                }
                for entry in built.entries(row) {
                    system.targets.push(numbering[built.targets[entry] as usize]);
                    system.weights.push(built.probabilities[entry]);
                    if is_exact {
                        weights.push(self.fractions[entry].clone());
                    }
                }
                end_row(&mut system, 0.0);
                let mut purse = 0;
                for (aim, payoff) in aims.iter().zip(payoffs.iter_mut().zip(&mut exact_payoffs)) {
                    let earns = matches!(aim, Aim::Earnings { .. });
                    payoff.0.push(if earns { self.earned[purse][row] } else { 0.0 });
                    if is_exact {
                        payoff.1.push(if earns { self.earned_exactly[purse][row].clone() } else { RBig::ZERO });
                    }
                    purse += usize::from(earns);
                }
            }
            let sets: BTreeSet<u64> = members.iter().flat_map(|state| stops[*state].iter().copied()).collect();
            // What holds in part is no better than what holds in whole.
            let most = sets.iter().filter(|set| sets.iter().all(|other| other == *set || other & **set != **set));
            for set in most {
                end_row(&mut system, 1.0);
                let mut formula = 0;
                for (aim, payoff) in aims.iter().zip(payoffs.iter_mut().zip(&mut exact_payoffs)) {
                    let is_formula = matches!(aim, Aim::Formula { .. });
                    let holds = is_formula && set >> formula & 1 == 1;
                    payoff.0.push(f64::from(u8::from(holds)));
                    if is_exact {
                        payoff.1.push(if holds { RBig::ONE } else { RBig::ZERO });
                    }
                    formula += usize::from(is_formula);
                }
            }
            system.choices.push(system.branches.len() as u32 - 1);
        }
        let is_cost = aims.iter().map(|aim| matches!(aim, Aim::Earnings { is_cost: true, .. })).collect();
        let exact = is_exact.then_some((weights, exact_payoffs));
        Contest { system, payoffs, is_cost, exact, start: numbering[0] as usize, is_endless: false }
    }
}

fn end_row(system: &mut System, leaving: f64) {
    system.branches.push(system.targets.len() as u32);
    system.leaving.push(leaving);
    system.constant_lower.push(0.0);
    system.constant_upper.push(0.0);
    system.origin.push(system.origin.len() as u32);
}

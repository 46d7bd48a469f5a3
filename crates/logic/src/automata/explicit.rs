//! An automaton as a table, reduced by bisimulation.

use super::automaton::{ACCEPTING_SINK, Automaton, Edge, REJECTING_SINK, Verdict};
use super::ltl::Ltl;
use super::{AcceptancePair, AutomatonError, Fragment, Marks};
use space::Tarjan;
use std::collections::{BTreeSet, HashMap};

/// Deterministic and complete: each state has one transition for each of the letters `0..2^propositions`.
#[derive(Clone, Debug)]
pub struct DeterministicAutomaton {
    propositions: usize,
    initial: u32,
    edges: Vec<Edge>,
    verdicts: Vec<Verdict>,
    acceptance: Vec<AcceptancePair>,
    fragment: Fragment,
}

/// An automaton with all its letters written out may have so many propositions.
pub const PROPOSITIONS_MAX: usize = 12;
/// Transitions in the table.
const EDGES_MAX: usize = 1 << 22;
/// A formula that needs more is refused within seconds, rather than worked on for hours.
const STATES_MAX: usize = 100_000;

/// The automaton of a formula over propositions `0..propositions`, all of it. With more propositions than a table can
/// take, use [`Automaton`], which visits only the letters it is asked for.
pub fn deterministic(formula: &Ltl, propositions: usize) -> Result<DeterministicAutomaton, AutomatonError> {
    let propositions = propositions.max(formula.propositions());
    if propositions > PROPOSITIONS_MAX {
        return Err(AutomatonError::TooManyPropositions { count: propositions, limit: PROPOSITIONS_MAX });
    }
    let automaton = Automaton::new(formula, STATES_MAX.min(EDGES_MAX >> propositions))?;
    let mut table = DeterministicAutomaton::explore(automaton, propositions)?;
    table.settle_verdicts();
    table.clear_transient_marks();
    table.drop_unused_marks();
    table.reduce();
    table.drop_unused_marks();
    Ok(table)
}

impl DeterministicAutomaton {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.verdicts.len()
    }

    /// How many propositions there are.
    pub fn propositions(&self) -> usize {
        self.propositions
    }

    /// Where it begins.
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// When it accepts: if one of these pairs is met.
    pub fn acceptance(&self) -> &[AcceptancePair] {
        &self.acceptance
    }

    /// What sort of formula it stands for.
    pub fn fragment(&self) -> Fragment {
        self.fragment
    }

    /// What is known in a state.
    pub fn verdict(&self, state: u32) -> Verdict {
        self.verdicts[state as usize]
    }

    /// The transition of `state` on a letter, whose bit `i` says whether proposition `i` holds.
    pub fn step(&self, state: u32, letter: u64) -> Edge {
        self.edges[(state as usize) << self.propositions | letter as usize]
    }

    fn edges_of(&self, state: usize) -> &[Edge] {
        &self.edges[state << self.propositions..(state + 1) << self.propositions]
    }

    fn explore(mut automaton: Automaton, propositions: usize) -> Result<DeterministicAutomaton, AutomatonError> {
        let mut table = DeterministicAutomaton {
            propositions,
            initial: automaton.initial(),
            edges: Vec::new(),
            verdicts: Vec::new(),
            acceptance: automaton.acceptance().to_vec(),
            fragment: automaton.fragment(),
        };
        // The lazy automaton numbers states as it finds them, so that its numbers serve as a queue.
        let mut known = 2.max(automaton.initial() + 1);
        let mut state = 0;
        while state < known {
            for letter in 0..1u64 << propositions {
                let edge = automaton.step(state, letter)?;
                known = known.max(edge.target + 1);
                table.edges.push(edge);
            }
            table.verdicts.push(automaton.verdict(state));
            state += 1;
        }
        Ok(table)
    }

    /// Finds states whose verdict is certain although their formula does not show it, and sends them to the sinks.
    fn settle_verdicts(&mut self) {
        let mut hopeful = self.accepting_cores();
        self.grow_backwards(&mut hopeful);
        let mut fearful = match self.fragment {
            // A run of a co-safety automaton is rejected if it stays open for ever.
            Fragment::CoSafe => self.evading(Verdict::Accepted),
            Fragment::Safe => self.reaching(Verdict::Rejected),
            Fragment::General => vec![true; self.states()],
        };
        self.grow_backwards(&mut fearful);
        for state in 0..self.states() {
            let sink = match (hopeful[state], fearful[state]) {
                (false, _) => REJECTING_SINK,
                (true, false) => ACCEPTING_SINK,
                (true, true) => continue,
            };
            self.verdicts[state] = self.verdicts[sink as usize];
            let sink_edges = self.edges_of(sink as usize).to_vec();
            self.edges[state << self.propositions..(state + 1) << self.propositions].copy_from_slice(&sink_edges);
        }
    }

    fn reaching(&self, verdict: Verdict) -> Vec<bool> {
        self.verdicts.iter().map(|&one| one == verdict).collect()
    }

    /// States from which some run never meets `verdict`: the greatest set without it in which each state has a
    /// successor.
    fn evading(&self, verdict: Verdict) -> Vec<bool> {
        let mut inside: Vec<bool> = self.verdicts.iter().map(|&one| one != verdict).collect();
        let sources = self.sources();
        let mut successors: Vec<usize> = (0..self.states()).map(|state| self.targets(state).len()).collect();
        let mut leaving: Vec<usize> = (0..self.states()).filter(|&state| !inside[state]).collect();
        while let Some(left) = leaving.pop() {
            for &source in &sources[left] {
                let source = source as usize;
                successors[source] -= 1;
                if successors[source] == 0 && std::mem::replace(&mut inside[source], false) {
                    leaving.push(source);
                }
            }
        }
        inside
    }

    fn targets(&self, state: usize) -> BTreeSet<u32> {
        self.edges_of(state).iter().map(|edge| edge.target).collect()
    }

    /// For each state those that have an edge to it, without repetition.
    fn sources(&self) -> Vec<Vec<u32>> {
        let mut sources: Vec<Vec<u32>> = vec![Vec::new(); self.states()];
        for state in 0..self.states() {
            self.targets(state).into_iter().for_each(|target| sources[target as usize].push(state as u32));
        }
        sources
    }

    /// Adds all states from which a chosen one can be reached.
    fn grow_backwards(&self, chosen: &mut [bool]) {
        let sources = self.sources();
        let mut open: Vec<usize> = (0..self.states()).filter(|&state| chosen[state]).collect();
        while let Some(state) = open.pop() {
            for &source in &sources[state] {
                if !std::mem::replace(&mut chosen[source as usize], true) {
                    open.push(source as usize);
                }
            }
        }
    }

    /// States on a cycle that some pair accepts.
    fn accepting_cores(&self) -> Vec<bool> {
        let mut cores = vec![false; self.states()];
        for pair in &self.acceptance {
            let allowed = |edge: &Edge| edge.marks & pair.never == 0;
            let component = self.strong_components(&allowed);
            let mut seen: HashMap<u32, Marks> = HashMap::new();
            for state in 0..self.states() {
                for edge in self.edges_of(state).iter().filter(|edge| allowed(edge)) {
                    if component[state] == component[edge.target as usize] {
                        *seen.entry(component[state]).or_default() |= edge.marks;
                    }
                }
            }
            for state in 0..self.states() {
                let accepted = seen.get(&component[state]).is_some_and(|marks| pair.always & !marks == 0);
                cores[state] |= accepted;
            }
        }
        cores
    }

    /// The number of each state's strongly connected component along the allowed edges.
    fn strong_components(&self, allowed: &dyn Fn(&Edge) -> bool) -> Vec<u32> {
        let mut component = vec![0; self.states()];
        let mut components = 0;
        Tarjan::default().find(
            self.states(),
            0..self.states() as u32,
            |state| (state as usize) << self.propositions..(state as usize + 1) << self.propositions,
            |_, edge| Some(&self.edges[edge]).filter(|edge| allowed(edge)).map(|edge| edge.target),
            |states| {
                states.iter().for_each(|state| component[*state as usize] = components);
                components += 1;
            },
        );
        component
    }

    /// Marks outside of cycles are seen once at most; without them more states are alike.
    fn clear_transient_marks(&mut self) {
        let component = self.strong_components(&|_| true);
        let propositions = self.propositions;
        for (number, edge) in self.edges.iter_mut().enumerate() {
            if component[number >> propositions] != component[edge.target as usize] {
                edge.marks = 0;
            }
        }
    }

    /// Merges states that cannot be told apart by marks and verdicts, and drops unreachable ones.
    fn reduce(&mut self) {
        let (class, classes) = self.classes();
        let mut representative = vec![None; classes];
        for state in 0..self.states() {
            representative[class[state] as usize].get_or_insert(state);
        }
        let mut number = vec![u32::MAX; classes];
        let mut order = vec![class[self.initial as usize]];
        number[order[0] as usize] = 0;
        let (mut edges, mut verdicts) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < order.len() {
            let state = representative[order[next] as usize].expect("a class that is reached has a member");
            for edge in self.edges_of(state) {
                let target = class[edge.target as usize];
                if number[target as usize] == u32::MAX {
                    number[target as usize] = order.len() as u32;
                    order.push(target);
                }
                edges.push(Edge { target: number[target as usize], marks: edge.marks });
            }
            verdicts.push(self.verdicts[state]);
            next += 1;
        }
        self.edges = edges;
        self.verdicts = verdicts;
        self.initial = 0;
    }

    /// The coarsest partition in which states of one class have the same verdict and, letter by letter, the same marks
    /// and classes of successors. Only states with a successor that changed class are looked at again: without a
    /// change, a state still looks like those it was last found equal to.
    fn classes(&self) -> (Vec<u32>, usize) {
        let sources = self.sources();
        let mut class: Vec<u32> = self.verdicts.iter().map(|&verdict| verdict as u32).collect();
        let mut members: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); 3];
        (0..self.states()).for_each(|state| {
            members[class[state] as usize].insert(state);
        });
        let mut dirty: BTreeSet<usize> = (0..self.states()).collect();
        while !dirty.is_empty() {
            let mut dirty_of: HashMap<u32, Vec<usize>> = HashMap::new();
            for state in std::mem::take(&mut dirty) {
                dirty_of.entry(class[state]).or_default().push(state);
            }
            let mut moved = Vec::new();
            for (old, suspects) in dirty_of {
                let signature = |state: usize| -> Vec<Edge> {
                    let view = |edge: &Edge| Edge { target: class[edge.target as usize], marks: edge.marks };
                    self.edges_of(state).iter().map(view).collect()
                };
                let mut groups: HashMap<Vec<Edge>, Vec<usize>> = HashMap::new();
                for &state in &suspects {
                    groups.entry(signature(state)).or_default().push(state);
                }
                // The undisturbed members are alike and keep the class; if there are none, the largest group does.
                let suspected: BTreeSet<usize> = suspects.iter().copied().collect();
                let undisturbed = match suspected.len() < members[old as usize].len() {
                    true => members[old as usize].iter().copied().find(|state| !suspected.contains(state)),
                    false => None,
                };
                let staying = match undisturbed {
                    Some(state) => signature(state),
                    None => {
                        let largest = groups.iter().max_by_key(|(_, group)| (group.len(), usize::MAX - group[0]));
                        largest.expect("there are suspects").0.clone()
                    }
                };
                groups.remove(&staying);
                let mut leaving: Vec<Vec<usize>> = groups.into_values().collect();
                leaving.sort_unstable();
                moved.extend(leaving.into_iter().map(|group| (old, group)));
            }
            moved.sort_unstable();
            for (old, group) in moved {
                let new = members.len() as u32;
                for &state in &group {
                    members[old as usize].remove(&state);
                    class[state] = new;
                    dirty.extend(sources[state].iter().map(|&source| source as usize));
                }
                members.push(group.into_iter().collect());
            }
        }
        (class, members.len())
    }

    /// Numbers the marks that still occur from zero on, and drops pairs that can never accept.
    fn drop_unused_marks(&mut self) {
        let occurring = self.edges.iter().fold(0, |marks, edge| marks | edge.marks);
        self.acceptance.retain(|pair| pair.always & !occurring == 0);
        let wanted = self.acceptance.iter().fold(0, |marks, pair| marks | pair.never | pair.always) & occurring;
        let compact = |marks: Marks| {
            let (mut result, mut position) = (0, 0);
            for bit in (0..Marks::BITS).filter(|bit| wanted >> bit & 1 == 1) {
                result |= (marks >> bit & 1) << position;
                position += 1;
            }
            result
        };
        for edge in &mut self.edges {
            edge.marks = compact(edge.marks);
        }
        for pair in &mut self.acceptance {
            *pair = AcceptancePair { never: compact(pair.never), always: compact(pair.always) };
        }
        self.acceptance.dedup();
    }
}

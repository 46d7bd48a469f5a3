//! Path conditions: conjunctions cut into independent slices, each quantified and decided once.
//!
//! Two conjuncts belong to one slice when they share an input, directly or through others. Inputs of different slices are
//! independent (within a case of a joint profile), so that probabilities multiply; and as paths share most of their
//! conditions, most slices have been seen before.

use crate::expr::{Assignment, Domain, ExprId, Exprs, Interval, Node, VariableId, Width};
use crate::fault::Fault;
use crate::profile::{Distribution, Profile};
use crate::quantify::{self, Bounds, Boxes, PARTS_MAX_DEFAULT, Search};
use crate::smt;
use dashu::rational::RBig;
use hashbrown::{HashMap, HashSet};

/// A conjunction of conditions, kept sorted and without repetition. The empty one is true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PathCondition {
    conjuncts: Vec<ExprId>,
}

impl PathCondition {
    pub fn conjuncts(&self) -> &[ExprId] {
        &self.conjuncts
    }
}

/// How a path divides at a condition: probabilities given the path so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    pub holds: Bounds,
    pub fails: Bounds,
}

type Slice = Box<[ExprId]>;

/// The expressions of a program, its inputs' profile, and what is known about slices.
#[derive(Debug, Default)]
pub struct PathConditions {
    pub exprs: Exprs,
    profile: Profile,
    /// Per case of the profile and slice.
    probabilities: HashMap<(usize, Slice), Bounds>,
    models: HashMap<Slice, Option<Assignment>>,
    /// Distributions resolved against the inputs' domains, per case.
    distributions: HashMap<(usize, VariableId), Option<Distribution>>,
    /// Parts of a box a quantification may look at.
    pub parts_max: Option<usize>,
    /// Slices that had to be quantified or decided, as opposed to looked up.
    pub slices_computed: u64,
    pub slices_reused: u64,
}

impl PathConditions {
    pub fn new(profile: Profile) -> PathConditions {
        PathConditions { profile, ..PathConditions::default() }
    }

    /// A new integer input, its domain checked.
    pub fn integer_input(&mut self, name: &str, low: i128, high: i128, width: Width) -> Result<ExprId, Fault> {
        let range = width.range();
        if low > high {
            return Err(Fault::ReversedDomain { name: name.to_string(), low: low.to_string(), high: high.to_string() });
        }
        if low < range.low || high > range.high {
            let (type_low, type_high) = (range.low, range.high);
            return Err(Fault::DomainBeyondType { name: name.to_string(), low, high, type_low, type_high });
        }
        Ok(self.exprs.variable(name, low, high, width))
    }

    /// A new uniform real input, its domain checked.
    pub fn real_input(&mut self, name: &str, low: f64, high: f64) -> Result<ExprId, Fault> {
        match (RBig::try_from(low), RBig::try_from(high)) {
            (Ok(low), Ok(high)) if low < high => Ok(self.exprs.real_variable(name, low, high)),
            _ => Err(Fault::ReversedDomain { name: name.to_string(), low: low.to_string(), high: high.to_string() }),
        }
    }

    /// Names in the profile that no input bears, once all inputs are known.
    pub fn check_profile_names(&self) -> Result<(), Fault> {
        let known: Vec<&str> = self.exprs.variables().iter().map(|variable| variable.name.as_str()).collect();
        match self.profile.names().into_iter().find(|name| !known.contains(name)) {
            None => Ok(()),
            Some(name) => Err(Fault::ProfileUnknown { name: name.to_string(), known: known.join(", ") }),
        }
    }

    /// The path condition with one more conjunct; none if it is plainly false.
    pub fn assume(&mut self, path: &PathCondition, condition: ExprId) -> Option<PathCondition> {
        let mut conjuncts = path.conjuncts.clone();
        let mut pending = vec![condition];
        while let Some(condition) = pending.pop() {
            let condition = self.exprs.truth(condition);
            match self.exprs.node(condition) {
                Node::Constant(0) => return None,
                Node::Constant(_) => {}
                Node::And(parts) => pending.extend_from_slice(parts),
                _ => {
                    if let Err(position) = conjuncts.binary_search(&condition) {
                        let opposite = self.exprs.not(condition);
                        if conjuncts.binary_search(&opposite).is_ok() {
                            return None;
                        }
                        conjuncts.insert(position, condition);
                    }
                }
            }
        }
        Some(PathCondition { conjuncts })
    }

    /// The probability that the inputs satisfy the path condition.
    pub fn probability(&mut self, path: &PathCondition) -> Result<Bounds, Fault> {
        let slices = self.slices(&path.conjuncts);
        let mut total = Bounds::exactly(RBig::ZERO);
        for case in 0..self.profile.cases.len() {
            let product = self.product(case, &slices)?;
            total.add(&product.scaled(&self.profile.cases[case].probability.clone()));
        }
        Ok(total)
    }

    /// The conditional probabilities of a condition and its negation. The path itself must be possible.
    pub fn split(&mut self, path: &PathCondition, condition: ExprId) -> Result<Split, Fault> {
        let certain = |value: RBig| Bounds::exactly(value);
        let Some(extended) = self.assume(path, condition) else {
            return Ok(Split { holds: certain(RBig::ZERO), fails: certain(RBig::ONE) });
        };
        if extended == *path {
            return Ok(Split { holds: certain(RBig::ONE), fails: certain(RBig::ZERO) });
        }
        if self.profile.cases.len() > 1 {
            let (before, after) = (self.probability(path)?, self.probability(&extended)?);
            return self.ratio(&before, &after, path, condition);
        }
        // Slices the condition does not touch cancel out.
        let mut touched: HashSet<VariableId> = self.exprs.support(condition).iter().copied().collect();
        let old_slices: Vec<Slice> = self.slices(&path.conjuncts);
        let meets = |exprs: &Exprs, slice: &Slice, touched: &HashSet<VariableId>| {
            slice.iter().any(|&c| exprs.support(c).iter().any(|v| touched.contains(v)))
        };
        let related: Vec<Slice> = old_slices.into_iter().filter(|slice| meets(&self.exprs, slice, &touched)).collect();
        for slice in &related {
            touched.extend(slice.iter().flat_map(|&c| self.exprs.support(c)).copied());
        }
        let joint: Vec<ExprId> = extended
            .conjuncts
            .iter()
            .copied()
            .filter(|&c| self.exprs.support(c).iter().any(|v| touched.contains(v)))
            .collect();
        let before = self.product(0, &related)?;
        let joint = self.slices(&joint);
        let after = self.product(0, &joint)?;
        self.ratio(&before, &after, path, condition)
    }

    fn ratio(
        &mut self,
        before: &Bounds,
        after: &Bounds,
        path: &PathCondition,
        condition: ExprId,
    ) -> Result<Split, Fault> {
        if before.high.is_zero() {
            return Err(Fault::Contradiction { condition: self.describe(path) });
        }
        if before.is_exact() && after.is_exact() {
            let holds = &after.low / &before.low;
            let fails = RBig::ONE - &holds;
            return Ok(Split { holds: Bounds::exactly(holds), fails: Bounds::exactly(fails) });
        }
        let negated = self.exprs.not(condition);
        let otherwise = match self.assume(path, negated) {
            Some(extended) => {
                // The same slices as for the condition, so that both sides are relative to the same whole.
                let whole = self.probability(path)?;
                let part = self.probability(&extended)?;
                (whole, part)
            }
            None => (before.clone(), Bounds::exactly(RBig::ZERO)),
        };
        let holds = quotient(after, before);
        let fails = quotient(&otherwise.1, &otherwise.0);
        // Each side also bounds the other from above and below.
        let refine = |side: &Bounds, other: &Bounds| Bounds {
            low: side.low.clone().max(RBig::ONE - &other.high),
            high: side.high.clone().min(RBig::ONE - &other.low),
        };
        Ok(Split { holds: refine(&holds, &fails), fails: refine(&fails, &holds) })
    }

    /// Inputs that follow the path, or none if there are none.
    pub fn model(&mut self, path: &PathCondition) -> Result<Option<Assignment>, Fault> {
        let mut inputs = Assignment::default();
        for slice in self.slices(&path.conjuncts) {
            match self.slice_model(&slice)? {
                Some(part) => inputs.values.extend(part.values),
                None => return Ok(None),
            }
        }
        Ok(Some(inputs))
    }

    /// Can the path be followed at all? Probabilities play no part in this.
    pub fn is_feasible(&mut self, path: &PathCondition) -> Result<bool, Fault> {
        for slice in self.slices(&path.conjuncts) {
            if self.slice_model(&slice)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The conjunction as a person writes it.
    pub fn describe(&self, path: &PathCondition) -> String {
        if path.conjuncts.is_empty() {
            return "true".to_string();
        }
        let parts: Vec<String> = path.conjuncts.iter().map(|&c| self.exprs.display(c).to_string()).collect();
        parts.join(" && ")
    }

    /// Groups of conjuncts that share inputs, each sorted; groups in the order of their first conjunct.
    fn slices(&self, conjuncts: &[ExprId]) -> Vec<Slice> {
        let mut groups: Vec<(HashSet<VariableId>, Vec<ExprId>)> = Vec::new();
        for &conjunct in conjuncts {
            let mut variables: HashSet<VariableId> = self.exprs.support(conjunct).iter().copied().collect();
            let mut members = vec![conjunct];
            groups.retain_mut(|group| {
                let meets = variables.iter().any(|variable| group.0.contains(variable));
                if meets {
                    variables.extend(group.0.iter().copied());
                    members.append(&mut group.1);
                }
                !meets
            });
            groups.push((variables, members));
        }
        let mut slices: Vec<Slice> = groups
            .into_iter()
            .map(|(_, mut members)| {
                members.sort_unstable();
                members.into_boxed_slice()
            })
            .collect();
        slices.sort_unstable();
        slices
    }

    fn scope(&self, slice: &[ExprId]) -> Vec<VariableId> {
        let mut scope: Vec<VariableId> = slice.iter().flat_map(|&c| self.exprs.support(c)).copied().collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn product(&mut self, case: usize, slices: &[Slice]) -> Result<Bounds, Fault> {
        let mut product = Bounds::exactly(RBig::ONE);
        for slice in slices {
            let factor = self.slice_probability(case, slice)?;
            product = product.times(&factor);
            if product.high.is_zero() {
                break;
            }
        }
        Ok(product)
    }

    fn slice_probability(&mut self, case: usize, slice: &Slice) -> Result<Bounds, Fault> {
        let key = (case, slice.clone());
        if let Some(known) = self.probabilities.get(&key) {
            self.slices_reused += 1;
            return Ok(known.clone());
        }
        self.slices_computed += 1;
        let scope = self.scope(slice);
        let mut distributions = Vec::with_capacity(scope.len());
        for &variable in &scope {
            distributions.push(self.distribution(case, variable)?);
        }
        let mut total = Bounds::exactly(RBig::ZERO);
        let mut boxes = Boxes::new();
        self.add_pieces(slice, &scope, &distributions, 0, &RBig::ONE, &mut boxes, &mut total);
        total.high = total.high.min(RBig::ONE);
        self.probabilities.insert(key, total.clone());
        Ok(total)
    }

    /// Sums over all combinations of pieces; without a distribution an input is uniform over its domain.
    #[allow(clippy::too_many_arguments)]
    fn add_pieces(
        &mut self,
        slice: &Slice,
        scope: &[VariableId],
        distributions: &[Option<Distribution>],
        position: usize,
        weight: &RBig,
        boxes: &mut Boxes,
        total: &mut Bounds,
    ) {
        let Some(distribution) = distributions.get(position) else {
            let parts_max = self.parts_max.unwrap_or(PARTS_MAX_DEFAULT);
            let measured = quantify::measure(&mut self.exprs, slice, scope, boxes, parts_max);
            let whole = quantify::size(&self.exprs, scope, boxes);
            total.add(&measured.scaled(&(weight / whole)));
            return;
        };
        match distribution {
            None => self.add_pieces(slice, scope, distributions, position + 1, weight, boxes, total),
            Some(distribution) => {
                for piece in &distribution.pieces {
                    boxes.insert(scope[position], piece.range);
                    let weight = weight * &piece.weight;
                    self.add_pieces(slice, scope, distributions, position + 1, &weight, boxes, total);
                }
                boxes.remove(&scope[position]);
            }
        }
    }

    /// The distribution the profile gives an input in a case, checked against its domain.
    fn distribution(&mut self, case: usize, variable: VariableId) -> Result<Option<Distribution>, Fault> {
        if let Some(known) = self.distributions.get(&(case, variable)) {
            return Ok(known.clone());
        }
        let input = &self.exprs.variables()[variable.0 as usize];
        let found = self.profile.cases[case].variables.get(&input.name).cloned();
        if let Some(distribution) = &found {
            let domain = match &input.domain {
                Domain::Integer { range, .. } => *range,
                Domain::Real { .. } => Interval::new(0, -1),
            };
            if let Some(piece) = distribution.pieces.iter().find(|piece| !piece.range.within(domain)) {
                return Err(Fault::ProfileBeyondDomain {
                    name: input.name.clone(),
                    range: piece.range.to_string(),
                    domain: domain.to_string(),
                });
            }
        }
        self.distributions.insert((case, variable), found.clone());
        Ok(found)
    }

    fn slice_model(&mut self, slice: &Slice) -> Result<Option<Assignment>, Fault> {
        if let Some(known) = self.models.get(slice) {
            self.slices_reused += 1;
            return Ok(known.clone());
        }
        self.slices_computed += 1;
        let scope = self.scope(slice);
        let parts_max = self.parts_max.unwrap_or(PARTS_MAX_DEFAULT);
        let answer = match quantify::find(&mut self.exprs, slice, &scope, &Boxes::new(), parts_max) {
            Search::Found(inputs) => Some(inputs),
            Search::Impossible => None,
            Search::Undecided => smt::solve(&self.exprs, slice, &scope)?,
        };
        self.models.insert(slice.clone(), answer.clone());
        Ok(answer)
    }
}

fn quotient(part: &Bounds, whole: &Bounds) -> Bounds {
    let low = if whole.high.is_zero() { RBig::ZERO } else { &part.low / &whole.high };
    let high = if whole.low.is_zero() { RBig::ONE } else { (&part.high / &whole.low).min(RBig::ONE) };
    Bounds { low, high }
}

//! Path conditions: conjunctions cut into independent slices, each quantified and decided once.
//!
//! Two conjuncts belong to one slice when they share an input, directly or through others. Inputs of different slices are
//! independent (within a case of a joint profile), so that probabilities multiply; and as paths share most of their
//! conditions, most slices have been seen before.

use crate::expr::{Assignment, Comparison, Domain, ExprId, Exprs, Interval, Node, Tightened, VariableId, Width};
use crate::fault::Fault;
use crate::profile::{Distribution, Profile};
use crate::quantify::{self, Approximation, Bounds, Boxes, PARTS_MAX_DEFAULT, Points, Search};
use crate::smt;
use crate::solve::{Deciding, Decision, Patience, climb};
use dashu::rational::RBig;
use hashbrown::HashMap;
use jvm::domain::TextLaw;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Parts of a box that are looked at before circuits are given more time.
const PARTS_QUICK: usize = 1_000;

/// Lengths of strings that are tried one after the other.
const TEXT_BOUNDS: [i128; 4] = [16, 64, 1024, 1 << 20];

/// Steps of the solver before something else is tried.
const EFFORT_FIRST: u64 = 100_000;

/// For how long inputs are looked for by climbing.
const CLIMBING: Duration = Duration::from_secs(3);

/// Seconds a question may take.
const SECONDS_MAX: u64 = 20;

/// Conjuncts that share inputs, sorted and without repetition. There is one of each, which its number stands for.
#[derive(Debug)]
struct Slice {
    number: u32,
    conjuncts: Box<[ExprId]>,
    /// The inputs they mention, ascending.
    scope: Box<[VariableId]>,
}

impl PartialEq for Slice {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Slice {}

impl Hash for Slice {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// A conjunction of conditions, cut into slices. The empty one is true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PathCondition {
    /// In the order of their first inputs; no two share an input.
    slices: Vec<Arc<Slice>>,
}

impl PathCondition {
    /// All conjuncts; those of a slice ascend.
    pub fn conjuncts(&self) -> impl Iterator<Item = ExprId> {
        self.slices.iter().flat_map(|slice| slice.conjuncts.iter().copied())
    }

    /// The inputs it mentions.
    pub fn scope(&self) -> impl Iterator<Item = VariableId> {
        self.slices.iter().flat_map(|slice| slice.scope.iter().copied())
    }

    pub fn len(&self) -> usize {
        self.slices.iter().map(|slice| slice.conjuncts.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.slices.is_empty()
    }

    fn contains(&self, conjunct: ExprId) -> bool {
        self.slices.iter().any(|slice| slice.conjuncts.binary_search(&conjunct).is_ok())
    }

    /// The slices that another path condition does not have.
    fn slices_beyond<'a>(&'a self, other: &'a PathCondition) -> impl Iterator<Item = &'a Arc<Slice>> {
        self.slices.iter().filter(|slice| !other.slices.iter().any(|known| known == *slice))
    }
}

/// How a path divides at a condition: probabilities given the path so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    pub holds: Bounds,
    pub fails: Bounds,
}

/// The expressions of a program, its inputs' profile, and what is known about slices.
#[derive(Debug)]
pub struct PathConditions {
    pub exprs: Exprs,
    profile: Profile,
    /// All slices, by their conjuncts.
    slices: HashMap<Box<[ExprId]>, Arc<Slice>>,
    /// Per case of the profile.
    probabilities: Vec<HashMap<Arc<Slice>, Bounds>>,
    models: HashMap<Arc<Slice>, Option<Arc<Assignment>>>,
    deciding: Deciding,
    /// When questions are given up.
    pub patience: Patience,
    /// Slices over few inputs whose solutions are listed; none where counting is cheaper.
    listed: HashMap<Arc<Slice>, Option<Arc<Points>>>,
    /// Distributions resolved against the inputs' domains, per case.
    distributions: HashMap<(usize, VariableId), Option<Distribution>>,
    /// Parts of a box a quantification may look at.
    pub parts_max: Option<usize>,
    /// What cannot be counted is approximated.
    pub approximation: Option<Approximation>,
    /// Slices that had to be quantified or decided, as opposed to looked up.
    pub slices_computed: u64,
    pub slices_reused: u64,
}

impl Default for PathConditions {
    fn default() -> Self {
        PathConditions::new(Profile::default())
    }
}

impl PathConditions {
    pub fn new(profile: Profile) -> PathConditions {
        let probabilities = vec![HashMap::new(); profile.cases.len()];
        PathConditions {
            exprs: Exprs::new(),
            profile,
            slices: HashMap::new(),
            probabilities,
            models: HashMap::new(),
            deciding: Deciding::default(),
            patience: Patience::default(),
            listed: HashMap::new(),
            distributions: HashMap::new(),
            parts_max: None,
            approximation: None,
            slices_computed: 0,
            slices_reused: 0,
        }
    }

    /// How a string of a name is distributed, if the profile says so.
    pub fn text_law(&self, name: &str) -> Option<&TextLaw> {
        self.profile.texts.get(name)
    }

    /// A new integer input, its domain checked.
    pub fn integer_input(&mut self, name: &str, low: i128, high: i128, width: Width) -> Result<ExprId, Fault> {
        let range = Interval::of(width);
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
        match low < high && low.is_finite() && high.is_finite() {
            true => {
                let (low, high) = (markov::rational::meant(low), markov::rational::meant(high));
                Ok(self.exprs.real_variable(name, low, high))
            }
            false => {
                Err(Fault::ReversedDomain { name: name.to_string(), low: low.to_string(), high: high.to_string() })
            }
        }
    }

    /// A new double input of a range, its domain checked.
    pub fn double_input(&mut self, name: &str, low: f64, high: f64) -> Result<ExprId, Fault> {
        match low <= high {
            true => Ok(self.exprs.double_between(name, low, high)),
            false => {
                Err(Fault::ReversedDomain { name: name.to_string(), low: low.to_string(), high: high.to_string() })
            }
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
        let mut result = path.clone();
        let mut pending = vec![condition];
        while let Some(condition) = pending.pop() {
            let condition = self.exprs.truth(condition);
            match self.exprs.node(condition) {
                Node::Constant(0) => return None,
                Node::Constant(_) => {}
                Node::And(parts) => pending.extend_from_slice(parts),
                _ if result.contains(condition) => {}
                _ => {
                    let opposite = self.exprs.not(condition);
                    if result.contains(opposite) {
                        return None;
                    }
                    let support = self.exprs.support(condition).to_vec();
                    let meets = |slice: &&Arc<Slice>| support.iter().all(|v| slice.scope.binary_search(v).is_ok());
                    let beside: Vec<ExprId> =
                        result.slices.iter().filter(meets).flat_map(|slice| slice.conjuncts.iter().copied()).collect();
                    match self.exprs.tighten(beside.into_iter(), condition) {
                        Tightened::Implied => {}
                        Tightened::Contradicted => return None,
                        Tightened::Instead(condition, redundant) => self.insert(&mut result, condition, &redundant),
                    }
                }
            }
        }
        Some(result)
    }

    /// Adds a conjunct, joining the slices it touches, in place of others that it implies.
    fn insert(&mut self, path: &mut PathCondition, conjunct: ExprId, redundant: &[ExprId]) {
        let mut conjuncts = vec![conjunct];
        let mut scope = self.exprs.support(conjunct).to_vec();
        let support = scope.clone();
        path.slices.retain(|slice| {
            let meets = support.iter().any(|variable| slice.scope.binary_search(variable).is_ok());
            if meets {
                conjuncts.extend_from_slice(&slice.conjuncts);
                scope.extend_from_slice(&slice.scope);
            }
            !meets
        });
        conjuncts.retain(|conjunct| !redundant.contains(conjunct));
        conjuncts.sort_unstable();
        conjuncts.dedup();
        let known = self.slices.get(&conjuncts[..]).cloned();
        let slice = known.unwrap_or_else(|| {
            scope.sort_unstable();
            scope.dedup();
            let number = u32::try_from(self.slices.len()).expect("fewer than four billion slices");
            let conjuncts = conjuncts.into_boxed_slice();
            let slice = Arc::new(Slice { number, conjuncts: conjuncts.clone(), scope: scope.into_boxed_slice() });
            self.slices.insert(conjuncts, slice.clone());
            slice
        });
        let position = path.slices.partition_point(|other| other.scope < slice.scope);
        path.slices.insert(position, slice);
    }

    /// What a path condition says about the inputs of some expressions; ids that are none count for nothing. Where inputs are
    /// independent, the rest can make no difference to what is asked about these expressions.
    pub fn concerning(&self, path: &PathCondition, expressions: &[u32]) -> PathCondition {
        if self.profile.cases.len() > 1 {
            return path.clone();
        }
        let mut scope: Vec<VariableId> = Vec::new();
        for id in expressions.iter().filter(|id| **id as usize <= self.exprs.len()) {
            scope.extend_from_slice(self.exprs.support(ExprId(*id)));
        }
        scope.sort_unstable();
        scope.dedup();
        let meets = |slice: &&Arc<Slice>| slice.scope.iter().any(|variable| scope.binary_search(variable).is_ok());
        PathCondition { slices: path.slices.iter().filter(meets).cloned().collect() }
    }

    /// The probability that the inputs satisfy the path condition.
    pub fn probability(&mut self, path: &PathCondition) -> Result<Bounds, Fault> {
        let mut total = Bounds::exactly(RBig::ZERO);
        for case in 0..self.profile.cases.len() {
            let product = self.product(case, path.slices.iter())?;
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
        let negated = self.exprs.not(condition);
        let Some(otherwise) = self.assume(path, negated) else {
            return Ok(Split { holds: certain(RBig::ONE), fails: certain(RBig::ZERO) });
        };
        self.list_from(path, &extended);
        self.list_from(path, &otherwise);
        if self.profile.cases.len() > 1 {
            let (before, after) = (self.probability(path)?, self.probability(&extended)?);
            return self.ratio(&before, &after, path, &otherwise);
        }
        // Slices the condition does not touch cancel out.
        let before = self.product(0, path.slices_beyond(&extended))?;
        let after = self.product(0, extended.slices_beyond(path))?;
        let split = self.ratio(&before, &after, path, &otherwise)?;
        let mut rest = otherwise.slices_beyond(path);
        if let (Some(slice), None, true) = (rest.next(), rest.next(), before.is_exact() && after.is_exact()) {
            // The other side follows by subtraction, unless it spans other slices than this one.
            if path.slices_beyond(&otherwise).eq(path.slices_beyond(&extended)) {
                let remaining = Bounds::exactly(&before.low - &after.low);
                self.probabilities[0].entry(slice.clone()).or_insert(remaining);
            }
        }
        Ok(split)
    }

    /// The conditional probability of one of several conditions; the same as in `split`, without the other side.
    pub fn share(&mut self, path: &PathCondition, extended: &PathCondition) -> Result<Bounds, Fault> {
        if extended == path {
            return Ok(Bounds::exactly(RBig::ONE));
        }
        self.list_from(path, extended);
        let (before, after) = if self.profile.cases.len() > 1 {
            (self.probability(path)?, self.probability(extended)?)
        } else {
            (self.product(0, path.slices_beyond(extended))?, self.product(0, extended.slices_beyond(path))?)
        };
        if before.high.is_zero() {
            return Err(Fault::Contradiction { condition: self.describe(path) });
        }
        if before.is_exact() && after.is_exact() {
            return Ok(Bounds::exactly(&after.low / &before.low));
        }
        Ok(quotient(&after, &before))
    }

    fn ratio(
        &mut self,
        before: &Bounds,
        after: &Bounds,
        path: &PathCondition,
        otherwise: &PathCondition,
    ) -> Result<Split, Fault> {
        if before.high.is_zero() {
            return Err(Fault::Contradiction { condition: self.describe(path) });
        }
        if before.is_exact() && after.is_exact() {
            let holds = &after.low / &before.low;
            let fails = RBig::ONE - &holds;
            return Ok(Split { holds: Bounds::exactly(holds), fails: Bounds::exactly(fails) });
        }
        let whole = self.probability(path)?;
        let rest = self.probability(otherwise)?;
        let holds = quotient(after, before);
        let fails = quotient(&rest, &whole);
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
        for slice in &path.slices {
            match self.slice_model(slice)? {
                Some(part) => inputs.values.extend(part.values.iter().map(|(v, value)| (*v, value.clone()))),
                None => return Ok(None),
            }
        }
        Ok(Some(inputs))
    }

    /// The path with strings that are as short as a few bounds can make them: whoever runs it has to have room for them.
    pub fn with_short_texts(&mut self, path: &PathCondition) -> Result<PathCondition, Fault> {
        let mut shortened = path.clone();
        for index in 0..self.exprs.variables().len() {
            let variable = &self.exprs.variables()[index];
            let is_length = variable.name.ends_with(".length");
            let Domain::Integer { range, .. } = variable.domain else { continue };
            if !is_length || range.high <= TEXT_BOUNDS[0] {
                continue;
            }
            let length = self.exprs.intern(Node::Variable(VariableId(index as u32)));
            for bound in TEXT_BOUNDS {
                let bound = self.exprs.constant(bound);
                let short = self.exprs.compare(Comparison::LessOrEqual, length, bound);
                let Some(extended) = self.assume(&shortened, short) else { continue };
                if self.is_feasible(&extended)? {
                    shortened = extended;
                    break;
                }
            }
        }
        Ok(shortened)
    }

    /// Can the path be followed at all? Probabilities play no part in this.
    pub fn is_feasible(&mut self, path: &PathCondition) -> Result<bool, Fault> {
        for slice in &path.slices {
            if self.slice_model(slice)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The conjunction as a person writes it.
    pub fn describe(&self, path: &PathCondition) -> String {
        if path.is_empty() {
            return "true".to_string();
        }
        let parts: Vec<String> = path.conjuncts().map(|c| self.exprs.display(c).to_string()).collect();
        parts.join(" && ")
    }

    fn product<'a>(&mut self, case: usize, slices: impl Iterator<Item = &'a Arc<Slice>>) -> Result<Bounds, Fault> {
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

    fn slice_probability(&mut self, case: usize, slice: &Arc<Slice>) -> Result<Bounds, Fault> {
        if let Some(known) = self.probabilities[case].get(slice) {
            self.slices_reused += 1;
            return Ok(known.clone());
        }
        self.slices_computed += 1;
        let mut distributions = Vec::with_capacity(slice.scope.len());
        for &variable in &slice.scope {
            distributions.push(self.distribution(case, variable)?);
        }
        let total = match self.solutions(slice) {
            Some(points) if distributions.iter().all(Option::is_none) => {
                let whole = quantify::size(&self.exprs, &slice.scope, &Boxes::new());
                Bounds::exactly(RBig::from(points.len()) / whole)
            }
            Some(points) => {
                let weigh = |point| self.weight(&slice.scope, &distributions, point);
                Bounds::exactly(points.iter().map(weigh).fold(RBig::ZERO, |sum, weight| sum + weight))
            }
            None => {
                let mut total = Bounds::exactly(RBig::ZERO);
                self.add_pieces(slice, &distributions, &RBig::ONE, &mut Boxes::new(), &mut total);
                total.high = total.high.min(RBig::ONE);
                total
            }
        };
        self.probabilities[case].insert(slice.clone(), total.clone());
        Ok(total)
    }

    /// The solutions of a slice, if its inputs are so few that listing them pays.
    fn solutions(&mut self, slice: &Arc<Slice>) -> Option<Arc<Points>> {
        if let Some(known) = self.listed.get(slice) {
            return known.clone();
        }
        let listed = quantify::list(&mut self.exprs, &slice.conjuncts, &slice.scope).map(Arc::new);
        self.listed.insert(slice.clone(), listed.clone());
        listed
    }

    /// Lists a new slice by filtering the list of the one it extends: a path over a small domain looks at each of its
    /// inputs once per condition, however long it gets.
    fn list_from(&mut self, path: &PathCondition, extended: &PathCondition) {
        let (mut old, mut new) = (path.slices_beyond(extended), extended.slices_beyond(path));
        let (Some(parent), None) = (old.next(), old.next()) else { return };
        let (Some(slice), None) = (new.next(), new.next()) else { return };
        let Some(Some(points)) = self.listed.get(parent) else { return };
        if parent.scope != slice.scope || self.listed.contains_key(slice) {
            return;
        }
        let conjuncts = slice.conjuncts.iter().copied();
        let added: Vec<ExprId> = conjuncts.filter(|c| parent.conjuncts.binary_search(c).is_err()).collect();
        let points = Arc::new(points.filter(&self.exprs, &added));
        self.listed.insert(slice.clone(), Some(points));
    }

    /// The probability of one point.
    fn weight(&self, scope: &[VariableId], distributions: &[Option<Distribution>], point: &[i64]) -> RBig {
        let mut weight = RBig::ONE;
        for ((&variable, distribution), &value) in scope.iter().zip(distributions).zip(point) {
            let (share, range) = match distribution {
                None => (RBig::ONE, self.exprs.interval_of(variable)),
                Some(distribution) => {
                    match distribution.pieces.iter().find(|piece| piece.range.contains(i128::from(value))) {
                        Some(piece) => (piece.weight.clone(), piece.range),
                        None => return RBig::ZERO,
                    }
                }
            };
            weight = weight * share / RBig::from(range.width());
        }
        weight
    }

    /// Sums over all combinations of pieces; without a distribution an input is uniform over its domain.
    fn add_pieces(
        &mut self,
        slice: &Slice,
        distributions: &[Option<Distribution>],
        weight: &RBig,
        boxes: &mut Boxes,
        total: &mut Bounds,
    ) {
        // The inputs whose distributions are left come last in the scope.
        let Some((distribution, rest)) = distributions.split_first() else {
            let parts_max = self.parts_max.unwrap_or(PARTS_MAX_DEFAULT);
            let mut measured = quantify::measure(&mut self.exprs, &slice.conjuncts, &slice.scope, boxes, parts_max);
            if !measured.is_exact() {
                measured = self.measured_by_draws(slice, boxes, measured);
            }
            let whole = quantify::size(&self.exprs, &slice.scope, boxes);
            total.add(&measured.scaled(&(weight / whole)));
            return;
        };
        let Some(distribution) = distribution else {
            return self.add_pieces(slice, rest, weight, boxes, total);
        };
        let variable = slice.scope[slice.scope.len() - distributions.len()];
        for piece in &distribution.pieces {
            boxes.insert(variable, piece.range);
            self.add_pieces(slice, rest, &(weight * &piece.weight), boxes, total);
        }
        boxes.remove(&variable);
    }

    /// Of what is too hard to count draws tell about how much it is, if that is asked for.
    fn measured_by_draws(&mut self, slice: &Slice, boxes: &Boxes, measured: Bounds) -> Bounds {
        let (exprs, conjuncts, scope) = (&self.exprs, &slice.conjuncts, &slice.scope);
        let Some(approximation) = &mut self.approximation else { return measured };
        let place = (&scope[..], boxes);
        match quantify::approximated(exprs, conjuncts, place, &measured, approximation.seed, &self.patience) {
            Some(bounds) => {
                approximation.conditions += 1;
                bounds
            }
            None => measured,
        }
    }

    /// The distribution the profile gives an input in a case, checked against its domain.
    fn distribution(&mut self, case: usize, variable: VariableId) -> Result<Option<Distribution>, Fault> {
        if let Some(known) = self.distributions.get(&(case, variable)) {
            return Ok(known.clone());
        }
        let input = &self.exprs.variables()[variable.0 as usize];
        let found = self.profile.distribution_of(case, &input.name).cloned();
        if let Some(distribution) = &found {
            let domain = match &input.domain {
                Domain::Integer { range, .. } => *range,
                Domain::Real { .. } => return Err(Fault::ProfileOfReal { name: input.name.clone() }),
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

    /// What ranges tell at once; then circuits, for a while; exact reasoning where that is quick; and then whoever is left.
    fn decide(&mut self, slice: &Arc<Slice>) -> Result<Option<Assignment>, Fault> {
        match quantify::glance(&self.exprs, &slice.conjuncts, &slice.scope) {
            Search::Found(inputs) => return Ok(Some(inputs)),
            Search::Impossible => return Ok(None),
            Search::Undecided => {}
        }
        // Few inputs are tried one by one sooner than a circuit is built.
        if let Some(points) = self.solutions(slice) {
            return Ok(points.first());
        }
        if let Some(answer) = self.by_circuits(slice, EFFORT_FIRST, &self.patience.clone()) {
            return Ok(answer);
        }
        // What circuits find hard about floats, or cannot be asked, climbing may well find.
        let has_floats = |id: &ExprId| matches!(self.exprs.node(*id), Node::Float(..));
        if self.exprs.reachable(&slice.conjuncts).iter().any(has_floats) {
            let latest = Instant::now() + CLIMBING;
            let deadline = self.patience.deadline.map_or(latest, |deadline| deadline.min(latest));
            if let Some(inputs) = climb(&self.exprs, &slice.conjuncts, &slice.scope, Some(deadline)) {
                return Ok(Some(inputs));
            }
        }
        let parts_max = self.parts_max.unwrap_or(PARTS_MAX_DEFAULT);
        match quantify::find(&mut self.exprs, &slice.conjuncts, &slice.scope, &Boxes::new(), parts_max.min(PARTS_QUICK))
        {
            Search::Found(inputs) => return Ok(Some(inputs)),
            Search::Impossible => return Ok(None),
            Search::Undecided => {}
        }
        let latest = Instant::now() + Duration::from_secs(SECONDS_MAX);
        let deadline = self.patience.deadline.map_or(latest, |deadline| deadline.min(latest));
        let patience = Patience { deadline: Some(deadline), ..self.patience.clone() };
        if let Some(answer) = self.by_circuits(slice, u64::MAX, &patience) {
            return Ok(answer);
        }
        if smt::is_installed() {
            return smt::solve(&self.exprs, &slice.conjuncts, &slice.scope);
        }
        match quantify::find(&mut self.exprs, &slice.conjuncts, &slice.scope, &Boxes::new(), parts_max) {
            Search::Found(inputs) => Ok(Some(inputs)),
            Search::Impossible => Ok(None),
            Search::Undecided => {
                let condition = slice.conjuncts.iter().map(|c| self.exprs.display(*c).to_string());
                let condition = condition.collect::<Vec<_>>().join(" && ");
                Err(Fault::SolverGaveUp { condition, seconds: SECONDS_MAX })
            }
        }
    }

    fn by_circuits(&mut self, slice: &Slice, effort: u64, patience: &Patience) -> Option<Option<Assignment>> {
        match self.deciding.decide(&self.exprs, &slice.conjuncts, &slice.scope, effort, patience) {
            Decision::Possible(inputs) => Some(Some(inputs)),
            Decision::Impossible => Some(None),
            Decision::Beyond | Decision::GaveUp => None,
        }
    }

    fn slice_model(&mut self, slice: &Arc<Slice>) -> Result<Option<Arc<Assignment>>, Fault> {
        if let Some(known) = self.models.get(slice) {
            self.slices_reused += 1;
            return Ok(known.clone());
        }
        self.slices_computed += 1;
        let answer = match self.listed.get(slice) {
            Some(Some(points)) => points.first(),
            _ => self.decide(slice)?,
        };
        let answer = answer.map(Arc::new);
        self.models.insert(slice.clone(), answer.clone());
        Ok(answer)
    }

    /// Tries the inputs known to follow a path on what it was extended by.
    fn carry_models(&mut self, path: &PathCondition, extended: &PathCondition) {
        for slice in extended.slices_beyond(path) {
            if self.models.contains_key(slice) {
                continue;
            }
            let mut inputs = Assignment::default();
            let mut joined: Vec<&Arc<Slice>> = Vec::new();
            for part in path.slices.iter().filter(|part| part.scope.iter().any(|v| slice.scope.contains(v))) {
                let Some(Some(model)) = self.models.get(part) else { continue };
                inputs.values.extend(model.values.iter().map(|(variable, value)| (*variable, value.clone())));
                joined.push(part);
            }
            if joined.is_empty() {
                continue;
            }
            quantify::complete(&self.exprs, &slice.scope, &mut inputs);
            let is_new = |c: &ExprId| !joined.iter().any(|part| part.conjuncts.binary_search(c).is_ok());
            let added: Vec<ExprId> = slice.conjuncts.iter().copied().filter(is_new).collect();
            if added.iter().all(|conjunct| self.exprs.evaluate(*conjunct, &inputs) != 0) {
                self.models.insert(slice.clone(), Some(Arc::new(inputs)));
            }
        }
    }

    /// Can the path be followed on under one more condition?
    pub fn is_feasible_from(&mut self, path: &PathCondition, extended: &PathCondition) -> Result<bool, Fault> {
        self.carry_models(path, extended);
        self.is_feasible(extended)
    }
}

fn quotient(part: &Bounds, whole: &Bounds) -> Bounds {
    let low = if whole.high.is_zero() { RBig::ZERO } else { &part.low / &whole.high };
    let high = if whole.low.is_zero() { RBig::ONE } else { (&part.high / &whole.low).min(RBig::ONE) };
    Bounds { low, high }
}

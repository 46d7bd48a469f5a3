//! From conditions to linear systems: a conjunction becomes disjoint cases, each a box with linear rows.
//!
//! Floors of one dividend by a chain of divisors become digits: `e = r0 + m1·r1 + … + mk·q` with each digit in its own range.
//! Digits are determined by the inputs, so that points and inputs stay in bijection, and bits of one number that nothing
//! relates fall into separate components. What has a few possible shapes (a condition used as a number, a quotient whose dividend
//! changes sign, a product with a small factor) is split into cases. What remains is reported as not linear.

use crate::counting::{Constraint, Relation, System};
use crate::expr::{Comparison, Domain, ExprId, Exprs, Interval, Node, RealRelation, VariableId, ZeroRelation};
use dashu::rational::RBig;
use hashbrown::HashMap;

/// A factor, divisor, mask or shift count of at most this many values is split by value.
const VALUES_MAX: i128 = 256;

/// Inputs confined to parts of their domains.
pub type Boxes = HashMap<VariableId, Interval>;

/// A comparison of uniform reals, possibly with integer columns in it.
#[derive(Clone, Debug)]
pub struct RealRow {
    pub relation: RealRelation,
    pub reals: Vec<(VariableId, RBig)>,
    pub integers: Vec<(usize, RBig)>,
    pub constant: RBig,
}

/// One of the disjoint cases.
#[derive(Clone, Debug)]
pub struct Case {
    /// The first columns are the integer inputs in scope, in order.
    pub system: System,
    pub real_rows: Vec<RealRow>,
    /// What atoms are in terms of columns.
    forms: HashMap<ExprId, Affine>,
    replaced: HashMap<ExprId, ExprId>,
    pending: Vec<ExprId>,
}

/// Why a conjunction did not become linear.
pub enum Obstacle {
    /// Case distinction on this atom helps.
    Split(ExprId),
    /// Only smaller ranges of this atom's inputs help.
    NonLinear(ExprId),
}

/// The disjoint linear cases of a conjunction over a box, at most `cases_max`; or the atom that is in the way. The terms looked
/// at are added up.
pub fn lower(
    exprs: &mut Exprs,
    conjuncts: &[ExprId],
    scope: &[VariableId],
    boxes: &Boxes,
    cases_max: usize,
    work: &mut usize,
) -> Result<Vec<Case>, ExprId> {
    let mut first = Case {
        system: System::default(),
        real_rows: Vec::new(),
        forms: HashMap::new(),
        replaced: HashMap::new(),
        pending: conjuncts.to_vec(),
    };
    let mut ranges = HashMap::new();
    for &variable in scope {
        if let Domain::Integer { range, .. } = exprs.domain(variable) {
            let range = boxes.get(&variable).copied().unwrap_or(*range);
            let id = exprs.intern(Node::Variable(variable));
            let column = first.new_column(range);
            first.forms.insert(id, (vec![(column, 1)], 0));
        }
    }
    let chains = divisor_chains(exprs, conjuncts);
    let mut lowering = Lowering { exprs, boxes, ranges: &mut ranges, cases_max, chains, work };
    let mut open = vec![first];
    let mut done = Vec::new();
    while let Some(case) = open.pop() {
        *lowering.work += 1;
        match lowering.advance(case)? {
            Progress::Done(case) => done.push(case),
            Progress::Cases(cases) => open.extend(cases),
        }
        if done.len() + open.len() > cases_max {
            return Err(conjuncts[0]);
        }
    }
    Ok(done)
}

enum Progress {
    Done(Case),
    Cases(Vec<Case>),
}

pub(super) struct Lowering<'a> {
    pub(super) exprs: &'a mut Exprs,
    boxes: &'a Boxes,
    ranges: &'a mut HashMap<ExprId, Interval>,
    cases_max: usize,
    work: &'a mut usize,
    /// Per dividend, the divisors of its floors, in chains of multiples.
    chains: HashMap<ExprId, Vec<Vec<i128>>>,
}

impl Case {
    fn new_column(&mut self, range: Interval) -> usize {
        self.system.bounds.push((range.low, range.high));
        self.system.bounds.len() - 1
    }
}

fn divisor_chains(exprs: &Exprs, conjuncts: &[ExprId]) -> HashMap<ExprId, Vec<Vec<i128>>> {
    let mut divisors: HashMap<ExprId, Vec<i128>> = HashMap::new();
    for id in exprs.reachable(conjuncts) {
        if let Node::Floor(dividend, divisor) = exprs.node(id) {
            divisors.entry(*dividend).or_default().push(*divisor);
        }
    }
    let mut chains: HashMap<ExprId, Vec<Vec<i128>>> = HashMap::new();
    for (dividend, mut divisors) in divisors {
        divisors.sort_unstable();
        let chains = chains.entry(dividend).or_default();
        for divisor in divisors {
            match chains.iter_mut().find(|chain| chain.last().is_some_and(|last| divisor % last == 0)) {
                Some(chain) => chain.push(divisor),
                None => chains.push(vec![divisor]),
            }
        }
    }
    chains
}

/// A linear form over columns.
type Affine = (Vec<(usize, i128)>, i128);

impl Lowering<'_> {
    pub(super) fn range(&mut self, id: ExprId) -> Interval {
        self.exprs.interval_within(id, self.boxes, self.ranges)
    }

    /// Works off pending conjuncts until none is left or a case distinction is needed.
    fn advance(&mut self, mut case: Case) -> Result<Progress, ExprId> {
        while let Some(conjunct) = case.pending.pop() {
            match self.exprs.node(conjunct).clone() {
                Node::Constant(0) => return Ok(Progress::Cases(Vec::new())),
                Node::Constant(_) => {}
                Node::And(parts) => case.pending.extend_from_slice(&parts),
                Node::Or(parts) => {
                    // Disjoint: the first part, or not the first part and one of the others.
                    let mut second = case.clone();
                    case.pending.push(parts[0]);
                    let otherwise = self.exprs.not(parts[0]);
                    let rest = self.exprs.or(&parts[1..]);
                    second.pending.extend([rest, otherwise]);
                    return Ok(Progress::Cases(vec![second, case]));
                }
                Node::Compare(relation, inner) => {
                    match self.range(conjunct).single() {
                        Some(0) => return Ok(Progress::Cases(Vec::new())),
                        Some(_) => continue,
                        None => {}
                    }
                    if let Some(cases) = self.by_divisors(relation, inner) {
                        let with = |condition: ExprId| {
                            let mut alternative = case.clone();
                            alternative.pending.push(condition);
                            alternative
                        };
                        return Ok(Progress::Cases(cases.into_iter().map(with).collect()));
                    }
                    match self.affine(&mut case, inner) {
                        Ok(form) => case.system.constraints.push(constraint(form, relation)),
                        Err(obstacle) => return self.split(case, conjunct, obstacle),
                    }
                }
                Node::RealCompare(relation, inner) => match self.real_row(&mut case, relation, inner) {
                    Ok(row) => case.real_rows.push(row),
                    Err(obstacle) => return self.split(case, conjunct, obstacle),
                },
                _ => {
                    let truth = self.exprs.truth(conjunct);
                    case.pending.push(truth);
                }
            }
        }
        Ok(Progress::Done(case))
    }

    fn affine(&mut self, case: &mut Case, id: ExprId) -> Result<Affine, Obstacle> {
        let (terms, mut constant) = self.exprs.terms_of(id);
        *self.work += terms.len();
        let mut sum: Vec<(usize, i128)> = Vec::new();
        for (atom, coefficient) in terms {
            let (part, offset) = self.atom(case, atom)?;
            let overflow = || Obstacle::NonLinear(id);
            constant = coefficient.checked_mul(offset).and_then(|v| v.checked_add(constant)).ok_or_else(overflow)?;
            for (column, factor) in part {
                let product = coefficient.checked_mul(factor).ok_or_else(overflow)?;
                match sum.iter_mut().find(|term| term.0 == column) {
                    Some(term) => term.1 = term.1.checked_add(product).ok_or_else(overflow)?,
                    None => sum.push((column, product)),
                }
            }
        }
        sum.retain(|term| term.1 != 0);
        Ok((sum, constant))
    }

    fn atom(&mut self, case: &mut Case, atom: ExprId) -> Result<Affine, Obstacle> {
        if let Some(form) = case.forms.get(&atom) {
            return Ok(form.clone());
        }
        if let Some(&replacement) = case.replaced.get(&atom) {
            return self.affine(case, replacement);
        }
        if let Some(value) = self.range(atom).single() {
            return Ok((Vec::new(), value));
        }
        match self.exprs.node(atom).clone() {
            Node::Opaque(inner) => {
                let (mut terms, constant) = self.affine(case, inner)?;
                let column = case.new_column(self.range(atom));
                terms.push((column, -1));
                case.system.constraints.push(constraint((terms, constant), ZeroRelation::Equal));
                case.forms.insert(atom, (vec![(column, 1)], 0));
                Ok((vec![(column, 1)], 0))
            }
            Node::Floor(dividend, divisor) => self.floor(case, atom, dividend, divisor),
            _ => Err(Obstacle::Split(atom)),
        }
    }

    /// Introduces the digits of a dividend for the whole chain this divisor belongs to.
    fn floor(&mut self, case: &mut Case, atom: ExprId, dividend: ExprId, divisor: i128) -> Result<Affine, Obstacle> {
        let (mut terms, constant) = self.affine(case, dividend)?;
        let chains = self.chains.get(&dividend);
        let chain = chains.and_then(|chains| chains.iter().find(|chain| chain.contains(&divisor)));
        // A floor that only appeared in a case distinction stands alone.
        let chain = chain.cloned().unwrap_or_else(|| vec![divisor]);
        let range = self.range(dividend);
        let mut form: Affine = (Vec::new(), 0);
        let mut previous = *chain.last().expect("chains are not empty");
        for (index, &divisor) in chain.iter().enumerate().rev() {
            // This floor is (what the larger divisor left)·(ratio) + digit; the largest one is a column of its own.
            let ratio = previous / divisor;
            for term in &mut form.0 {
                term.1 *= ratio;
            }
            let top = index + 1 == chain.len();
            let digit = if top { range.floor_quotient(divisor) } else { Interval::new(0, ratio - 1) };
            form.0.push((case.new_column(digit), 1));
            let floor = self.exprs.intern(Node::Floor(dividend, divisor));
            case.forms.insert(floor, form.clone());
            previous = divisor;
        }
        // dividend = (smallest divisor)·(its floor) + last digit
        terms.extend(form.0.iter().map(|&(column, coefficient)| (column, -coefficient * previous)));
        terms.push((case.new_column(Interval::new(0, previous - 1)), -1));
        case.system.constraints.push(constraint((terms, constant), ZeroRelation::Equal));
        Ok(case.forms[&atom].clone())
    }

    fn real_row(&mut self, case: &mut Case, relation: RealRelation, id: ExprId) -> Result<RealRow, Obstacle> {
        let form = self.exprs.real_form(id);
        let mut row = RealRow { relation, reals: Vec::new(), integers: Vec::new(), constant: form.constant.clone() };
        for (atom, coefficient) in &form.terms {
            if let Node::Variable(variable) = *self.exprs.node(*atom)
                && matches!(self.exprs.domain(variable), Domain::Real { .. })
            {
                row.reals.push((variable, coefficient.clone()));
                continue;
            }
            let (terms, constant) = self.affine(case, *atom)?;
            row.constant += RBig::from(constant) * coefficient;
            for (column, factor) in terms {
                row.integers.push((column, RBig::from(factor) * coefficient));
            }
        }
        Ok(row)
    }

    /// The cases an obstacle asks for, each with the conjunct still to do.
    fn split(&mut self, mut case: Case, conjunct: ExprId, obstacle: Obstacle) -> Result<Progress, ExprId> {
        let atom = match obstacle {
            Obstacle::Split(atom) => atom,
            Obstacle::NonLinear(atom) => return Err(atom),
        };
        case.pending.push(conjunct);
        let alternatives = self.alternatives(atom).ok_or(atom)?;
        let cases = alternatives.into_iter().map(|(condition, value)| {
            let mut alternative = case.clone();
            alternative.replaced.insert(atom, value);
            alternative.pending.push(condition);
            alternative
        });
        Ok(Progress::Cases(cases.collect()))
    }

    /// Disjoint conditions that cover the box, each with what the atom equals under it.
    fn alternatives(&mut self, atom: ExprId) -> Option<Vec<(ExprId, ExprId)>> {
        let exprs = &mut *self.exprs;
        let zero = exprs.constant(0);
        match exprs.node(atom).clone() {
            Node::Compare(..) | Node::And(_) | Node::Or(_) | Node::RealCompare(..) => {
                let otherwise = exprs.not(atom);
                let one = exprs.constant(1);
                Some(vec![(atom, one), (otherwise, zero)])
            }
            Node::Choose(condition, first, second) => {
                let otherwise = exprs.not(condition);
                Some(vec![(condition, first), (otherwise, second)])
            }
            Node::Sign(inner) => {
                let signs = [(Comparison::Less, -1), (Comparison::Equal, 0), (Comparison::Greater, 1)];
                let cases = signs.map(|(op, sign)| (exprs.compare(op, inner, zero), exprs.constant(sign)));
                Some(cases.to_vec())
            }
            Node::Quotient(a, b) => match exprs.as_constant(b) {
                Some(divisor) => {
                    let below = exprs.compare(Comparison::Less, a, zero);
                    let above = exprs.not(below);
                    let floor = exprs.floor(a, divisor);
                    let negated = exprs.scaled(a, -1);
                    let mirrored = exprs.floor(negated, divisor);
                    let mirrored = exprs.scaled(mirrored, -1);
                    Some(vec![(above, floor), (below, mirrored)])
                }
                None => self.by_value(b, |exprs, divisor| exprs.quotient(a, divisor)),
            },
            Node::Remainder(a, b) => self.by_value(b, |exprs, divisor| exprs.remainder(a, divisor)),
            Node::Product(a, b) => {
                let (small, large) = if self.range(a).width() <= self.range(b).width() { (a, b) } else { (b, a) };
                self.by_value(small, |exprs, factor| exprs.times(factor, large))
            }
            Node::BitAnd(a, b) if exprs.as_constant(a).is_some() || exprs.as_constant(b).is_some() => {
                let (mask, value) = if exprs.as_constant(a).is_some() { (a, b) } else { (b, a) };
                let mask = exprs.as_constant(mask).expect("just looked");
                let always = exprs.constant(1);
                Some(vec![(always, exprs.spread(value, mask))])
            }
            Node::BitAnd(a, b) => {
                let (small, large) = if self.range(a).width() <= self.range(b).width() { (a, b) } else { (b, a) };
                self.by_value(small, |exprs, mask| exprs.bit_and(mask, large))
            }
            Node::ShiftLeft(value, count) => self.by_value(count, |exprs, count| {
                let factor = power_of_two(exprs.as_constant(count));
                exprs.scaled(value, factor)
            }),
            Node::ShiftRight(value, count) => self.by_value(count, |exprs, count| {
                let divisor = power_of_two(exprs.as_constant(count));
                exprs.floor(value, divisor)
            }),
            Node::Element(index, table) => {
                let groups = exprs.runs_of(table);
                if groups.len() as i128 > VALUES_MAX {
                    return None;
                }
                let case = |(element, runs): (i128, Vec<Interval>)| {
                    let runs: Vec<ExprId> = runs.into_iter().map(|run| exprs.between(index, run)).collect();
                    (exprs.or(&runs), exprs.constant(element))
                };
                Some(groups.into_iter().map(case).collect())
            }
            _ => None,
        }
    }

    /// One case per value of `id`, if there are few.
    fn by_value(
        &mut self,
        id: ExprId,
        mut result: impl FnMut(&mut Exprs, ExprId) -> ExprId,
    ) -> Option<Vec<(ExprId, ExprId)>> {
        let range = self.range(id);
        if range.width() > VALUES_MAX.min(self.cases_max as i128) {
            return None;
        }
        let mut cases = Vec::with_capacity(range.width() as usize);
        for value in range.low..=range.high {
            let value = self.exprs.constant(value);
            let condition = self.exprs.compare(Comparison::Equal, id, value);
            let result = result(self.exprs, value);
            cases.push((condition, result));
        }
        Some(cases)
    }
}

fn constraint((terms, constant): Affine, relation: ZeroRelation) -> Constraint {
    let relation = match relation {
        ZeroRelation::AtMost => Relation::AtMostZero,
        ZeroRelation::Equal => Relation::Zero,
        ZeroRelation::Unequal => Relation::NonZero,
    };
    Constraint { terms, constant, relation }
}

/// Two to the power of a shift's count. The range of a count may be wider than its mask allows; such values never occur.
fn power_of_two(count: Option<i128>) -> i128 {
    count.and_then(|count| u32::try_from(count).ok()).filter(|count| *count < 64).map_or(1, |count| 1 << count)
}

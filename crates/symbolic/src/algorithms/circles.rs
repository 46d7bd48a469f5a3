//! What going round in circles is worth when chance has a part in it: the equations of a strongly connected component, solved
//! exactly for one scheduler, and that scheduler improved until none is better (Howard's policy iteration, 1960).
//!
//! The first scheduler heads for an exit, and an improvement never leads away from all of them, so that the equations always
//! have one solution. Schedulers that stay for ever gain nothing and are not considered.

use super::tree::Goal;
use dashu::rational::RBig;

/// Where an edge leads: back into the component, or out of it with a known value.
#[derive(Clone, Debug)]
pub enum End {
    Member(usize),
    Value(RBig),
}

/// A node of the component.
#[derive(Clone, Debug)]
pub struct Member {
    /// Somebody chooses an edge; otherwise chance does, by the probabilities.
    pub is_choice: bool,
    pub edges: Vec<(RBig, End)>,
}

/// The value of every member, or none if no edge leads out.
pub fn solve(members: &[Member], goal: Goal) -> Option<Vec<RBig>> {
    let mut picks = towards_exits(members)?;
    loop {
        let values = evaluate(members, &picks);
        let mut improved = false;
        for (index, member) in members.iter().enumerate().filter(|(_, member)| member.is_choice) {
            let value = |edge: &(RBig, End)| match &edge.1 {
                End::Member(other) => values[*other].clone(),
                End::Value(value) => value.clone(),
            };
            for (pick, edge) in member.edges.iter().enumerate() {
                let (new, old) = (value(edge), value(&member.edges[picks[index]]));
                let better = if goal == Goal::Maximise { new > old } else { new < old };
                if better {
                    picks[index] = pick;
                    improved = true;
                }
            }
        }
        if !improved {
            return Some(values);
        }
    }
}

/// Per member the edge that leads out soonest; none if some member cannot get out.
fn towards_exits(members: &[Member]) -> Option<Vec<usize>> {
    let mut picks: Vec<Option<usize>> = vec![None; members.len()];
    loop {
        let mut changed = false;
        let reached = picks.clone();
        for (index, member) in members.iter().enumerate().filter(|(index, _)| reached[*index].is_none()) {
            let leads_out = |(_, end): &(RBig, End)| match end {
                End::Value(_) => true,
                End::Member(other) => reached[*other].is_some(),
            };
            picks[index] = member.edges.iter().position(leads_out);
            changed |= picks[index].is_some();
        }
        if !changed {
            return picks.into_iter().collect();
        }
    }
}

/// Solves `x = P·x + b` for a fixed scheduler, by elimination.
fn evaluate(members: &[Member], picks: &[usize]) -> Vec<RBig> {
    let size = members.len();
    // Row i: (I - P) x = b, with b in the last column.
    let mut rows: Vec<Vec<RBig>> = (0..size).map(|_| vec![RBig::ZERO; size + 1]).collect();
    for (index, member) in members.iter().enumerate() {
        rows[index][index] += RBig::ONE;
        let mut add = |weight: &RBig, end: &End| match end {
            End::Member(other) => rows[index][*other] -= weight,
            End::Value(value) => rows[index][size] += weight * value,
        };
        if member.is_choice {
            add(&RBig::ONE, &member.edges[picks[index]].1);
        } else {
            member.edges.iter().for_each(|(weight, end)| add(weight, end));
        }
    }
    for column in 0..size {
        let pivot = (column..size).find(|&row| !rows[row][column].is_zero()).expect("every scheduler here leads out");
        rows.swap(column, pivot);
        let scale = RBig::ONE / rows[column][column].clone();
        for cell in &mut rows[column][column..] {
            *cell *= &scale;
        }
        let head = rows[column].clone();
        for row in (0..size).filter(|row| *row != column) {
            let factor = rows[row][column].clone();
            if factor.is_zero() {
                continue;
            }
            for (cell, above) in rows[row][column..].iter_mut().zip(&head[column..]) {
                *cell -= above * &factor;
            }
        }
    }
    rows.into_iter().map(|mut row| row.pop().expect("every row has its right side")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(a: i32, b: i32) -> RBig {
        RBig::from(a) / RBig::from(b)
    }

    #[test]
    fn a_coin_that_is_thrown_again_and_a_choice_to_go_on() {
        // Chance: a third out with value one, two thirds to the choice; the choice goes back, or out with a half.
        let chance = Member {
            is_choice: false,
            edges: vec![(fraction(1, 3), End::Value(RBig::ONE)), (fraction(2, 3), End::Member(1))],
        };
        let choice = Member {
            is_choice: true,
            edges: vec![(RBig::ONE, End::Value(fraction(1, 2))), (RBig::ONE, End::Member(0))],
        };
        let members = [chance, choice];
        assert_eq!(solve(&members, Goal::Maximise), Some(vec![RBig::ONE, RBig::ONE]));
        assert_eq!(solve(&members, Goal::Minimise), Some(vec![fraction(2, 3), fraction(1, 2)]));
    }
}

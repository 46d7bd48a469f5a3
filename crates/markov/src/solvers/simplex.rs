//! Small linear programs in fractions: the simplex method with Bland's rule, which cannot cycle. The programs have a row per
//! objective and a column per point found, a few dozen at most.

use dashu::rational::RBig;

/// An optimum: its value, the variables, and the price of each row.
pub struct Optimum {
    pub value: RBig,
    pub variables: Vec<RBig>,
    pub prices: Vec<RBig>,
}

/// The maximum of `gains · x` over all `x >= 0` with `rows x <= limits`, where no limit is negative, so that `x = 0` will do to
/// begin with. `None` if there is no maximum.
pub fn maximise(gains: &[RBig], rows: &[Vec<RBig>], limits: &[RBig]) -> Option<Optimum> {
    let (height, width) = (rows.len(), gains.len());
    assert!(limits.iter().all(|limit| *limit >= RBig::ZERO), "x = 0 must be allowed");
    // Columns: the variables, then a slack per row, then the limit.
    let mut table: Vec<Vec<RBig>> = rows
        .iter()
        .zip(limits)
        .enumerate()
        .map(|(index, (row, limit))| {
            let slack = (0..height).map(|other| if other == index { RBig::ONE } else { RBig::ZERO });
            row.iter().cloned().chain(slack).chain([limit.clone()]).collect()
        })
        .collect();
    let mut cost: Vec<RBig> = gains.iter().map(|gain| -gain).chain((0..=height).map(|_| RBig::ZERO)).collect();
    let mut basis: Vec<usize> = (width..width + height).collect();
    while let Some(entering) = cost[..width + height].iter().position(|value| *value < RBig::ZERO) {
        let mut leaving: Option<(usize, RBig)> = None;
        for (index, row) in table.iter().enumerate() {
            if row[entering] <= RBig::ZERO {
                continue;
            }
            let ratio = &row[width + height] / &row[entering];
            let better = match &leaving {
                None => true,
                Some((best, least)) => ratio < *least || (ratio == *least && basis[index] < basis[*best]),
            };
            if better {
                leaving = Some((index, ratio));
            }
        }
        let (pivot_row, _) = leaving?;
        let pivot = table[pivot_row][entering].clone();
        table[pivot_row].iter_mut().for_each(|value| *value = &*value / &pivot);
        let chosen = table[pivot_row].clone();
        let reduce = |row: &mut Vec<RBig>| {
            let factor = row[entering].clone();
            if !factor.is_zero() {
                row.iter_mut().zip(&chosen).for_each(|(value, by)| *value = &*value - &factor * by);
            }
        };
        table.iter_mut().enumerate().filter(|(index, _)| *index != pivot_row).for_each(|(_, row)| reduce(row));
        reduce(&mut cost);
        basis[pivot_row] = entering;
    }
    let mut variables = vec![RBig::ZERO; width];
    for (row, variable) in table.iter().zip(&basis) {
        if *variable < width {
            variables[*variable] = row[width + height].clone();
        }
    }
    Some(Optimum { value: cost[width + height].clone(), variables, prices: cost[width..width + height].to_vec() })
}

/// A matrix game's solution: the value, and how each side mixes.
pub struct Equilibrium {
    pub value: RBig,
    /// How the side that picks rows mixes them, to make the outcome large.
    pub rows: Vec<RBig>,
    /// How the side that picks columns mixes them, to make it small.
    pub columns: Vec<RBig>,
}

/// Solves a matrix game (von Neumann): by the linear program of the side that picks columns, all outcomes shifted above zero.
pub fn equilibrium(outcomes: &[Vec<RBig>]) -> Equilibrium {
    let least = outcomes.iter().flatten().min().expect("a game has outcomes").clone();
    let shift = RBig::ONE - least;
    let shifted: Vec<Vec<RBig>> = outcomes.iter().map(|row| row.iter().map(|value| value + &shift).collect()).collect();
    let gains = vec![RBig::ONE; outcomes[0].len()];
    let limits = vec![RBig::ONE; outcomes.len()];
    let optimum = maximise(&gains, &shifted, &limits).expect("outcomes above zero bound it");
    let scaled = |values: &[RBig]| values.iter().map(|value| value / &optimum.value).collect();
    Equilibrium {
        value: RBig::ONE / &optimum.value - shift,
        rows: scaled(&optimum.prices),
        columns: scaled(&optimum.variables),
    }
}

#[cfg(test)]
mod tests {
    use super::{equilibrium, maximise};
    use dashu::rational::RBig;

    fn numbers(values: &[i64]) -> Vec<RBig> {
        values.iter().map(|value| RBig::from(*value)).collect()
    }

    #[test]
    fn a_program_from_the_textbook() {
        // Dantzig: max 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18 is 36 at (2, 6).
        let rows = [numbers(&[1, 0]), numbers(&[0, 2]), numbers(&[3, 2])];
        let found = maximise(&numbers(&[3, 5]), &rows, &numbers(&[4, 12, 18])).expect("it is bounded");
        assert_eq!((found.value, found.variables), (RBig::from(36), numbers(&[2, 6])));
        // Prices times limits are the value, too.
        assert_eq!(found.prices, vec![RBig::ZERO, RBig::from_parts(3.into(), 2u8.into()), RBig::ONE]);
        assert!(maximise(&numbers(&[1]), &[numbers(&[-1])], &numbers(&[1])).is_none());
    }

    #[test]
    fn rock_paper_scissors_is_fair() {
        let outcomes = [numbers(&[0, -1, 1]), numbers(&[1, 0, -1]), numbers(&[-1, 1, 0])];
        let found = equilibrium(&outcomes);
        let third = RBig::from_parts(1.into(), 3u8.into());
        assert_eq!(found.value, RBig::ZERO);
        assert!(found.rows.iter().chain(&found.columns).all(|share| *share == third));
    }
}

//! The few statistics that the papers report.

/// The arithmetic mean; 0 of nothing.
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The geometric mean of positive values. Zeros are taken as `floor`, since one of them would swallow all others.
pub fn geometric_mean(values: &[f64], floor: f64) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    (values.iter().map(|value| value.max(floor).ln()).sum::<f64>() / values.len() as f64).exp()
}

/// The smallest value, the quartiles, and the largest.
pub fn five_numbers(values: &[f64]) -> [f64; 5] {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| quantile(&sorted, part))
}

/// Between two neighbours linearly.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = part * last as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(mean(&[1.0, 2.0, 6.0]), 3.0);
        assert!((geometric_mean(&[1.0, 100.0], 0.1) - 10.0).abs() < 1e-12);
        assert_eq!(five_numbers(&[4.0, 1.0, 2.0, 3.0, 5.0]), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(five_numbers(&[1.0, 2.0]), [1.0, 1.25, 1.5, 1.75, 2.0]);
    }
}

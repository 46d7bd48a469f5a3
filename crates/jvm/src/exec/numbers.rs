//! Comparisons whose results Rust's operators do not give directly (JVMS 6.5 `fcmp<op>`, `dcmp<op>`).

/// `unordered` is the result when either is NaN.
pub fn compare_floats(a: f32, b: f32, unordered: i32) -> i32 {
    a.partial_cmp(&b).map_or(unordered, |order| order as i32)
}

pub fn compare_doubles(a: f64, b: f64, unordered: i32) -> i32 {
    a.partial_cmp(&b).map_or(unordered, |order| order as i32)
}

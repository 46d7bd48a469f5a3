//! Hyperbolic functions (fdlibm `e_sinh.c`, `e_cosh.c`, `s_tanh.c`).

use super::exponential::{exp, expm1};
use super::{INFINITE, MAGNITUDE, high};

/// Beyond this even half the exponential overflows.
const OVERFLOW: f64 = f64::from_bits(0x4086_33ce_8fb9_f87d);

pub fn sinh(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude >= INFINITE {
        return x + x;
    }
    let half = if high(x) < 0 { -0.5 } else { 0.5 };
    if magnitude < 0x4036_0000 {
        if magnitude < 0x3e30_0000 {
            return x;
        }
        let t = expm1(x.abs());
        if magnitude < 0x3ff0_0000 {
            return half * (2.0 * t - t * t / (t + 1.0));
        }
        return half * (t + t / (t + 1.0));
    }
    if magnitude < 0x4086_2e42 {
        return half * exp(x.abs());
    }
    if x.abs() <= OVERFLOW {
        let w = exp(0.5 * x.abs());
        return (half * w) * w;
    }
    x * f64::INFINITY
}

pub fn cosh(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude >= INFINITE {
        return x * x;
    }
    if magnitude < 0x3fd6_2e43 {
        let t = expm1(x.abs());
        let w = 1.0 + t;
        return if magnitude < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if magnitude < 0x4036_0000 {
        let t = exp(x.abs());
        return 0.5 * t + 0.5 / t;
    }
    if magnitude < 0x4086_2e42 {
        return 0.5 * exp(x.abs());
    }
    if x.abs() <= OVERFLOW {
        let w = exp(0.5 * x.abs());
        return (0.5 * w) * w;
    }
    f64::INFINITY
}

pub fn tanh(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    let negative = high(x) < 0;
    if magnitude >= INFINITE {
        return if negative { 1.0 / x - 1.0 } else { 1.0 / x + 1.0 };
    }
    let result = if magnitude >= 0x4036_0000 {
        1.0
    } else if magnitude < 0x3c80_0000 {
        return x * (1.0 + x);
    } else if magnitude >= 0x3ff0_0000 {
        let t = expm1(2.0 * x.abs());
        1.0 - 2.0 / (t + 2.0)
    } else {
        let t = expm1(-2.0 * x.abs());
        -t / (t + 2.0)
    };
    if negative { -result } else { result }
}

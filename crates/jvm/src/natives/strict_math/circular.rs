//! Sine, cosine, tangent (fdlibm `k_sin.c`, `k_cos.c`, `k_tan.c`).

use super::reduction::{Pair, remainder};
use super::{INFINITE, MAGNITUDE, cut, high, low, polynomial};

/// Up to pi/4 nothing needs reducing.
const QUARTER_PI_HIGH: i32 = 0x3fe9_21fb;

pub fn sin(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude <= QUARTER_PI_HIGH {
        return sin_kernel(x, None);
    }
    if magnitude >= INFINITE {
        return f64::NAN;
    }
    let (quadrant, rest) = remainder(x);
    match quadrant & 3 {
        0 => sin_kernel(rest.head, Some(rest.tail)),
        1 => cos_kernel(rest),
        2 => -sin_kernel(rest.head, Some(rest.tail)),
        _ => -cos_kernel(rest),
    }
}

pub fn cos(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude <= QUARTER_PI_HIGH {
        return cos_kernel(Pair { head: x, tail: 0.0 });
    }
    if magnitude >= INFINITE {
        return f64::NAN;
    }
    let (quadrant, rest) = remainder(x);
    match quadrant & 3 {
        0 => cos_kernel(rest),
        1 => -sin_kernel(rest.head, Some(rest.tail)),
        2 => -cos_kernel(rest),
        _ => sin_kernel(rest.head, Some(rest.tail)),
    }
}

pub fn tan(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude <= QUARTER_PI_HIGH {
        return tan_kernel(Pair { head: x, tail: 0.0 }, false);
    }
    if magnitude >= INFINITE {
        return f64::NAN;
    }
    let (quadrant, rest) = remainder(x);
    tan_kernel(rest, quadrant & 1 == 1)
}

const SINE: [f64; 6] = [
    f64::from_bits(0xbfc5_5555_5555_5549),
    f64::from_bits(0x3f81_1111_1110_f8a6),
    f64::from_bits(0xbf2a_01a0_19c1_61d5),
    f64::from_bits(0x3ec7_1de3_57b1_fe7d),
    f64::from_bits(0xbe5a_e5e6_8a2b_9ceb),
    f64::from_bits(0x3de5_d93a_5acf_d57c),
];

fn sin_kernel(x: f64, tail: Option<f64>) -> f64 {
    if high(x) & MAGNITUDE < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = polynomial(z, &SINE[1..]);
    match tail {
        None => x + v * (SINE[0] + z * r),
        Some(y) => x - ((z * (0.5 * y - v * r) - y) - v * SINE[0]),
    }
}

const COSINE: [f64; 6] = [
    f64::from_bits(0x3fa5_5555_5555_554c),
    f64::from_bits(0xbf56_c16c_16c1_5177),
    f64::from_bits(0x3efa_01a0_19cb_1590),
    f64::from_bits(0xbe92_7e4f_809c_52ad),
    f64::from_bits(0x3e21_ee9e_bdb4_b1c4),
    f64::from_bits(0xbda8_fae9_be88_38d4),
];

fn cos_kernel(Pair { head: x, tail: y }: Pair) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * polynomial(z, &COSINE);
    if magnitude < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    // About x/4, so that one minus it is exact.
    let quarter =
        if magnitude > 0x3fe9_0000 { 0.28125 } else { f64::from_bits(((magnitude - 0x0020_0000) as u64) << 32) };
    let half = 0.5 * z - quarter;
    (1.0 - quarter) - (half - (z * r - x * y))
}

const TANGENT: [f64; 13] = [
    f64::from_bits(0x3fd5_5555_5555_5563),
    f64::from_bits(0x3fc1_1111_1110_fe7a),
    f64::from_bits(0x3fab_a1ba_1bb3_41fe),
    f64::from_bits(0x3f96_64f4_8406_d637),
    f64::from_bits(0x3f82_26e3_e96e_8493),
    f64::from_bits(0x3f6d_6d22_c956_0328),
    f64::from_bits(0x3f57_dbc8_fee0_8315),
    f64::from_bits(0x3f43_44d8_f2f2_6501),
    f64::from_bits(0x3f30_26f7_1a8d_1068),
    f64::from_bits(0x3f14_7e88_a037_92a6),
    f64::from_bits(0x3f12_b80f_32f0_a7e9),
    f64::from_bits(0xbef3_75cb_db60_5373),
    f64::from_bits(0x3efb_2a70_74bf_7ad4),
];
const QUARTER_PI: Pair =
    Pair { head: f64::from_bits(0x3fe9_21fb_5444_2d18), tail: f64::from_bits(0x3c81_a626_3314_5c07) };

/// The tangent, or its negative reciprocal.
fn tan_kernel(Pair { head: mut x, tail: mut y }: Pair, reciprocal: bool) -> f64 {
    let negative = high(x) < 0;
    let magnitude = high(x) & MAGNITUDE;
    if magnitude < 0x3e30_0000 {
        if !reciprocal {
            return x;
        }
        if magnitude as u32 | low(x) == 0 {
            return 1.0 / x.abs();
        }
        let w = x + y;
        return negative_reciprocal(w, y - (cut(w) - x));
    }
    let near_quarter = magnitude >= 0x3fe5_9428;
    if near_quarter {
        if negative {
            (x, y) = (-x, -y);
        }
        x = (QUARTER_PI.head - x) + (QUARTER_PI.tail - y);
        y = 0.0;
    }
    let z = x * x;
    let w = z * z;
    let odd = polynomial(w, &[TANGENT[1], TANGENT[3], TANGENT[5], TANGENT[7], TANGENT[9], TANGENT[11]]);
    let even = z * polynomial(w, &[TANGENT[2], TANGENT[4], TANGENT[6], TANGENT[8], TANGENT[10], TANGENT[12]]);
    let s = z * x;
    let mut r = y + z * (s * (odd + even) + y);
    r += TANGENT[0] * s;
    let w = x + r;
    if near_quarter {
        let v = if reciprocal { -1.0 } else { 1.0 };
        let sign = if negative { -1.0 } else { 1.0 };
        return sign * (v - 2.0 * (x - (w * w / (w + v) - r)));
    }
    if reciprocal { negative_reciprocal(w, r - (cut(w) - x)) } else { w }
}

/// `-1/(cut(w) + rest)`, more exactly than a division gives it.
fn negative_reciprocal(w: f64, rest: f64) -> f64 {
    let a = -1.0 / w;
    let t = cut(a);
    let s = 1.0 + t * cut(w);
    t + a * (s + t * rest)
}

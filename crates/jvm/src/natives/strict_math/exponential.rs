//! Exponentials and logarithms (fdlibm `e_exp.c`, `s_expm1.c`, `e_log.c`, `e_log10.c`, `s_log1p.c`).

use super::{INFINITE, MAGNITUDE, high, low, polynomial, scaled, with_high};

const LN2_HEAD: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN2_TAIL: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
const INVERSE_LN2: f64 = f64::from_bits(0x3ff7_1547_652b_82fe);
const OVERFLOW: f64 = f64::from_bits(0x4086_2e42_fefa_39ef);
const UNDERFLOW: f64 = f64::from_bits(0xc087_4910_d52d_3051);
const TWO_54: f64 = 18_014_398_509_481_984.0;
const TWO_MINUS_1000: f64 = f64::from_bits(0x0170_0000_0000_0000);

const EXP: [f64; 5] = [
    f64::from_bits(0x3fc5_5555_5555_553e),
    f64::from_bits(0xbf66_c16c_16be_bd93),
    f64::from_bits(0x3f11_566a_af25_de2c),
    f64::from_bits(0xbebb_bd41_c5d2_6bf1),
    f64::from_bits(0x3e66_3769_72be_a4d0),
];

/// `x = k ln 2 + (head - tail)` for |x| above half of ln 2.
fn reduce(x: f64, magnitude: i32) -> (i32, f64, f64) {
    let negative = high(x) < 0;
    if magnitude < 0x3ff0_a2b2 {
        return if negative { (-1, x + LN2_HEAD, -LN2_TAIL) } else { (1, x - LN2_HEAD, LN2_TAIL) };
    }
    let k = (INVERSE_LN2 * x + if negative { -0.5 } else { 0.5 }) as i32;
    let t = f64::from(k);
    (k, x - t * LN2_HEAD, t * LN2_TAIL)
}

pub fn exp(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if x.is_nan() {
        return x;
    }
    if x > OVERFLOW {
        return f64::INFINITY;
    }
    if x < UNDERFLOW {
        return 0.0;
    }
    let (k, head, tail) = if magnitude > 0x3fd6_2e42 {
        reduce(x, magnitude)
    } else if magnitude < 0x3e30_0000 {
        return 1.0 + x;
    } else {
        (0, x, 0.0)
    };
    let x = if k == 0 { x } else { head - tail };
    let t = x * x;
    let c = x - t * polynomial(t, &EXP);
    if k == 0 {
        return 1.0 - ((x * c) / (c - 2.0) - x);
    }
    let y = 1.0 - ((tail - (x * c) / (2.0 - c)) - head);
    if k >= -1021 { scaled(y, k) } else { scaled(y, k + 1000) * TWO_MINUS_1000 }
}

const EXPM1: [f64; 6] = [
    1.0,
    f64::from_bits(0xbfa1_1111_1111_10f4),
    f64::from_bits(0x3f5a_01a0_19fe_5585),
    f64::from_bits(0xbf14_ce19_9eaa_dbb7),
    f64::from_bits(0x3ed0_cfca_86e6_5239),
    f64::from_bits(0xbe8a_fdb7_6e09_c32d),
];

pub fn expm1(argument: f64) -> f64 {
    let magnitude = high(argument) & MAGNITUDE;
    if argument.is_nan() {
        return argument;
    }
    if argument > OVERFLOW {
        return f64::INFINITY;
    }
    if magnitude >= 0x4043_687a && argument < 0.0 {
        return -1.0;
    }
    let (k, x, c) = if magnitude > 0x3fd6_2e42 {
        let (k, head, tail) = reduce(argument, magnitude);
        let x = head - tail;
        (k, x, (head - x) - tail)
    } else if magnitude < 0x3c90_0000 {
        return argument;
    } else {
        (0, argument, 0.0)
    };
    let half = 0.5 * x;
    let square = x * half;
    let r = polynomial(square, &EXPM1);
    let t = 3.0 - r * half;
    let e = square * ((r - t) / (6.0 - x * t));
    if k == 0 {
        return x - (x * e - square);
    }
    let e = (x * (e - c) - c) - square;
    match k {
        -1 => 0.5 * (x - e) - 0.5,
        1 if x < -0.25 => -2.0 * (e - (x + 0.5)),
        1 => 1.0 + 2.0 * (x - e),
        _ if k <= -2 || k > 56 => scaled(1.0 - (e - x), k) - 1.0,
        _ if k < 20 => {
            let t = with_high(1.0, 0x3ff0_0000 - (0x20_0000 >> k));
            scaled(t - (e - x), k)
        }
        _ => {
            let t = with_high(1.0, (0x3ff - k) << 20);
            scaled((x - (e + t)) + 1.0, k)
        }
    }
}

const LOG: [f64; 7] = [
    f64::from_bits(0x3fe5_5555_5555_5593),
    f64::from_bits(0x3fd9_9999_9997_fa04),
    f64::from_bits(0x3fd2_4924_9422_9359),
    f64::from_bits(0x3fcc_71c5_1d8e_78af),
    f64::from_bits(0x3fc7_4664_96cb_03de),
    f64::from_bits(0x3fc3_9a09_d078_c69f),
    f64::from_bits(0x3fc2_f112_df3e_5244),
];

/// The result where it needs no computing; else the number made normal, and the exponent that took.
fn normal(x: f64) -> Result<(f64, i32), f64> {
    let word = high(x);
    if x.is_nan() || word >= INFINITE {
        return Err(x + x);
    }
    if word >= 0x0010_0000 {
        return Ok((x, 0));
    }
    if (word & MAGNITUDE) as u32 | low(x) == 0 {
        return Err(f64::NEG_INFINITY);
    }
    if word < 0 { Err(f64::NAN) } else { Ok((x * TWO_54, -54)) }
}

pub fn log(x: f64) -> f64 {
    let (x, mut k) = match normal(x) {
        Ok(found) => found,
        Err(result) => return result,
    };
    k += (high(x) >> 20) - 1023;
    let word = high(x) & 0x000f_ffff;
    let above = (word + 0x9_5f64) & 0x10_0000;
    let x = with_high(x, word | (above ^ 0x3ff0_0000));
    k += above >> 20;
    let dk = f64::from(k);
    let f = x - 1.0;
    if 0x000f_ffff & (2 + word) < 3 {
        // Close to a power of two.
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HEAD + dk * LN2_TAIL };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return if k == 0 { f - r } else { dk * LN2_HEAD - ((r - dk * LN2_TAIL) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * polynomial(w, &[LOG[1], LOG[3], LOG[5]]);
    let t2 = z * polynomial(w, &[LOG[0], LOG[2], LOG[4], LOG[6]]);
    let r = t2 + t1;
    if (word - 0x6_147a) | (0x6_b851 - word) > 0 {
        let half = 0.5 * f * f;
        if k == 0 {
            f - (half - s * (half + r))
        } else {
            dk * LN2_HEAD - ((half - (s * (half + r) + dk * LN2_TAIL)) - f)
        }
    } else if k == 0 {
        f - s * (f - r)
    } else {
        dk * LN2_HEAD - ((s * (f - r) - dk * LN2_TAIL) - f)
    }
}

const INVERSE_LN10: f64 = f64::from_bits(0x3fdb_cb7b_1526_e50e);
const LOG10_2_HEAD: f64 = f64::from_bits(0x3fd3_4413_509f_6000);
const LOG10_2_TAIL: f64 = f64::from_bits(0x3d59_fef3_11f1_2b36);

pub fn log10(x: f64) -> f64 {
    let (x, mut k) = match normal(x) {
        Ok(found) => found,
        Err(result) => return result,
    };
    k += (high(x) >> 20) - 1023;
    let below = i32::from(k < 0);
    let y = f64::from(k + below);
    let x = with_high(x, (high(x) & 0x000f_ffff) | ((0x3ff - below) << 20));
    let z = y * LOG10_2_TAIL + INVERSE_LN10 * log(x);
    z + y * LOG10_2_HEAD
}

pub fn log1p(x: f64) -> f64 {
    let word = high(x);
    let magnitude = word & MAGNITUDE;
    if x.is_nan() || x < -1.0 {
        return f64::NAN;
    }
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if word >= INFINITE {
        return x;
    }
    if magnitude < 0x3e20_0000 {
        return if magnitude < 0x3c90_0000 { x } else { x - x * x * 0.5 };
    }
    // From sqrt(1/2) to sqrt(2), one plus x needs no exponent.
    let plain = word < 0x3fda_827a && (word > 0 || word <= 0xbfd2_bec3_u32 as i32);
    let (k, f, mut c, rest) = if plain { (0, x, 0.0, 1) } else { split(x) };
    let dk = f64::from(k);
    let half = 0.5 * f * f;
    if rest == 0 {
        if f == 0.0 {
            if k == 0 {
                return 0.0;
            }
            c += dk * LN2_TAIL;
            return dk * LN2_HEAD + c;
        }
        let r = half * (1.0 - 0.666_666_666_666_666_6 * f);
        return if k == 0 { f - r } else { dk * LN2_HEAD - ((r - (dk * LN2_TAIL + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * polynomial(z, &LOG);
    if k == 0 {
        f - (half - s * (half + r))
    } else {
        dk * LN2_HEAD - ((half - (s * (half + r) + (dk * LN2_TAIL + c))) - f)
    }
}

/// `1 + x = 2^k (1 + f)`, with the rounding error of the left side and what is left of the mantissa's high word.
fn split(x: f64) -> (i32, f64, f64, i32) {
    let (u, mut k, c);
    if high(x) < 0x4340_0000 {
        u = 1.0 + x;
        k = (high(u) >> 20) - 1023;
        let lost = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) };
        c = lost / u;
    } else {
        u = x;
        k = (high(u) >> 20) - 1023;
        c = 0.0;
    }
    let mut word = high(u) & 0x000f_ffff;
    let mantissa = if word < 0x6_a09e {
        with_high(u, word | 0x3ff0_0000)
    } else {
        k += 1;
        let mantissa = with_high(u, word | 0x3fe0_0000);
        word = (0x0010_0000 - word) >> 2;
        mantissa
    };
    (k, mantissa - 1.0, c, word)
}

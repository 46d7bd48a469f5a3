//! Inverse circular functions (fdlibm `e_asin.c`, `e_acos.c`, `s_atan.c`, `e_atan2.c`).

use std::f64::consts::PI;

use super::{MAGNITUDE, cut, high, polynomial};

const HALF_PI: f64 = f64::from_bits(0x3ff9_21fb_5444_2d18);
const HALF_PI_TAIL: f64 = f64::from_bits(0x3c91_a626_3314_5c07);
const QUARTER_PI: f64 = f64::from_bits(0x3fe9_21fb_5444_2d18);
const PI_TAIL: f64 = f64::from_bits(0x3ca1_a626_3314_5c07);

const NUMERATOR: [f64; 6] = [
    f64::from_bits(0x3fc5_5555_5555_5555),
    f64::from_bits(0xbfd4_d612_03eb_6f7d),
    f64::from_bits(0x3fc9_c155_0e88_4455),
    f64::from_bits(0xbfa4_8228_b568_8f3b),
    f64::from_bits(0x3f49_efe0_7501_b288),
    f64::from_bits(0x3f02_3de1_0dfd_f709),
];
const DENOMINATOR: [f64; 5] = [
    1.0,
    f64::from_bits(0xc003_3a27_1c8a_2d4b),
    f64::from_bits(0x4000_2ae5_9c59_8ac8),
    f64::from_bits(0xbfe6_066c_1b8d_0159),
    f64::from_bits(0x3fb3_b8c5_b12e_9282),
];

/// `(asin(x) - x) / x` as a function of the square.
fn ratio(square: f64) -> f64 {
    let p = square * polynomial(square, &NUMERATOR);
    p / polynomial(square, &DENOMINATOR)
}

pub fn asin(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude >= 0x3ff0_0000 {
        return if x.abs() == 1.0 { x * HALF_PI + x * HALF_PI_TAIL } else { f64::NAN };
    }
    if magnitude < 0x3fe0_0000 {
        return if magnitude < 0x3e40_0000 { x } else { x + x * ratio(x * x) };
    }
    let t = (1.0 - x.abs()) * 0.5;
    let s = t.sqrt();
    let result = if magnitude >= 0x3fef_3333 {
        HALF_PI - (2.0 * (s + s * ratio(t)) - HALF_PI_TAIL)
    } else {
        let w = cut(s);
        let c = (t - w * w) / (s + w);
        let p = 2.0 * s * ratio(t) - (HALF_PI_TAIL - 2.0 * c);
        QUARTER_PI - (p - (QUARTER_PI - 2.0 * w))
    };
    if high(x) > 0 { result } else { -result }
}

pub fn acos(x: f64) -> f64 {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude >= 0x3ff0_0000 {
        return if x == 1.0 {
            0.0
        } else if x == -1.0 {
            PI + 2.0 * HALF_PI_TAIL
        } else {
            f64::NAN
        };
    }
    if magnitude < 0x3fe0_0000 {
        if magnitude <= 0x3c60_0000 {
            return HALF_PI + HALF_PI_TAIL;
        }
        return HALF_PI - (x - (HALF_PI_TAIL - x * ratio(x * x)));
    }
    if high(x) < 0 {
        let z = (1.0 + x) * 0.5;
        let s = z.sqrt();
        let w = ratio(z) * s - HALF_PI_TAIL;
        return PI - 2.0 * (s + w);
    }
    let z = (1.0 - x) * 0.5;
    let s = z.sqrt();
    let head = cut(s);
    let c = (z - head * head) / (s + head);
    let w = ratio(z) * s + c;
    2.0 * (head + w)
}

/// Arctangents of 1/2, 1, 3/2 and infinity.
const POINTS: [(f64, f64); 4] = [
    (f64::from_bits(0x3fdd_ac67_0561_bb4f), f64::from_bits(0x3c7a_2b7f_222f_65e2)),
    (f64::from_bits(0x3fe9_21fb_5444_2d18), f64::from_bits(0x3c81_a626_3314_5c07)),
    (f64::from_bits(0x3fef_730b_d281_f69b), f64::from_bits(0x3c70_0788_7af0_cbbd)),
    (f64::from_bits(0x3ff9_21fb_5444_2d18), f64::from_bits(0x3c91_a626_3314_5c07)),
];
const EVEN: [f64; 6] = [
    f64::from_bits(0x3fd5_5555_5555_550d),
    f64::from_bits(0x3fc2_4924_9200_83ff),
    f64::from_bits(0x3fb7_45cd_c54c_206e),
    f64::from_bits(0x3fb1_0d66_a0d0_3d51),
    f64::from_bits(0x3fa9_7b4b_2476_0deb),
    f64::from_bits(0x3f90_ad3a_e322_da11),
];
const ODD: [f64; 5] = [
    f64::from_bits(0xbfc9_9999_9998_ebc4),
    f64::from_bits(0xbfbc_71c6_fe23_1671),
    f64::from_bits(0xbfb3_b0f2_af74_9a6d),
    f64::from_bits(0xbfad_de2d_52de_fd9a),
    f64::from_bits(0xbfa2_b444_2c6a_6c2f),
];

pub fn atan(argument: f64) -> f64 {
    let negative = high(argument) < 0;
    let magnitude = high(argument) & MAGNITUDE;
    if argument.is_nan() {
        return argument;
    }
    if magnitude >= 0x4410_0000 {
        let (head, tail) = POINTS[3];
        return if negative { -head - tail } else { head + tail };
    }
    let absolute = argument.abs();
    let (x, point) = if magnitude < 0x3fdc_0000 {
        if magnitude < 0x3e20_0000 {
            return argument;
        }
        (argument, None)
    } else if magnitude < 0x3fe6_0000 {
        ((2.0 * absolute - 1.0) / (2.0 + absolute), Some(POINTS[0]))
    } else if magnitude < 0x3ff3_0000 {
        ((absolute - 1.0) / (absolute + 1.0), Some(POINTS[1]))
    } else if magnitude < 0x4003_8000 {
        ((absolute - 1.5) / (1.0 + 1.5 * absolute), Some(POINTS[2]))
    } else {
        (-1.0 / absolute, Some(POINTS[3]))
    };
    let z = x * x;
    let w = z * z;
    let s1 = z * polynomial(w, &EVEN);
    let s2 = w * polynomial(w, &ODD);
    match point {
        None => x - x * (s1 + s2),
        Some((head, tail)) => {
            let result = head - ((x * (s1 + s2) - tail) - x);
            if negative { -result } else { result }
        }
    }
}

pub fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return atan(y);
    }
    let with_sign_of_y = |value: f64| if y.is_sign_negative() { -value } else { value };
    let left = x.is_sign_negative();
    if y == 0.0 {
        return if left { with_sign_of_y(PI) } else { y };
    }
    if x == 0.0 {
        return with_sign_of_y(HALF_PI);
    }
    if x.is_infinite() {
        let angle = match (y.is_infinite(), left) {
            (true, false) => QUARTER_PI,
            (true, true) => 3.0 * QUARTER_PI,
            (false, false) => 0.0,
            (false, true) => PI,
        };
        return with_sign_of_y(angle);
    }
    if y.is_infinite() {
        return with_sign_of_y(HALF_PI);
    }
    let exponents = ((high(y) & MAGNITUDE) - (high(x) & MAGNITUDE)) >> 20;
    let angle = if exponents > 60 {
        HALF_PI + 0.5 * PI_TAIL
    } else if left && exponents < -60 {
        0.0
    } else {
        atan((y / x).abs())
    };
    match (left, y.is_sign_negative()) {
        (false, _) => with_sign_of_y(angle),
        (true, false) => PI - (angle - PI_TAIL),
        (true, true) => (angle - PI_TAIL) - PI,
    }
}

//! Arguments of circular functions, reduced by multiples of pi/2 (fdlibm `e_rem_pio2.c`, `k_rem_pio2.c`; the method is
//! that of Payne and Hanek).

use super::{INFINITE, MAGNITUDE, high, with_high};

/// A number as the sum of two, the second far smaller.
#[derive(Clone, Copy)]
pub struct Pair {
    pub head: f64,
    pub tail: f64,
}

/// The bits of 2/pi after the point, 24 at a time.
const TWO_OVER_PI: [u32; 66] = [
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163, 0xABDEBB, 0xC561B7,
    0x246E3A, 0x424DD2, 0xE00649, 0x2EEA09, 0xD1921C, 0xFE1DEB, 0x1CB129, 0xA73EE8, 0x8235F5, 0x2EBB44, 0x84E99C,
    0x7026B4, 0x5F7E41, 0x3991D6, 0x398353, 0x39F49C, 0x845F8B, 0xBDF928, 0x3B1FF8, 0x97FFDE, 0x05980F, 0xEF2F11,
    0x8B5A0A, 0x6D1F6D, 0x367ECF, 0x27CB09, 0xB74F46, 0x3F669E, 0x5FEA2D, 0x7527BA, 0xC7EBE5, 0xF17B3D, 0x0739F7,
    0x8A5292, 0xEA6BFB, 0x5FB11F, 0x8D5D08, 0x560330, 0x46FC7B, 0x6BABF0, 0xCFBC20, 0x9AF436, 0x1DA9E3, 0x91615E,
    0xE61B08, 0x659985, 0x5F14A0, 0x68408D, 0xFFD880, 0x4D7327, 0x310606, 0x1556CA, 0x73A8C9, 0x60E27B, 0xC08C6B,
];

/// The high words of the first multiples of pi/2, where cancellation is worst.
const MULTIPLES: [i32; 32] = [
    0x3FF921FB, 0x400921FB, 0x4012D97C, 0x401921FB, 0x401F6A7A, 0x4022D97C, 0x4025FDBB, 0x402921FB, 0x402C463A,
    0x402F6A7A, 0x4031475C, 0x4032D97C, 0x40346B9C, 0x4035FDBB, 0x40378FDB, 0x403921FB, 0x403AB41B, 0x403C463A,
    0x403DD85A, 0x403F6A7A, 0x40407E4C, 0x4041475C, 0x4042106C, 0x4042D97C, 0x4043A28C, 0x40446B9C, 0x404534AC,
    0x4045FDBB, 0x4046C6CB, 0x40478FDB, 0x404858EB, 0x404921FB,
];

const TWO_24: f64 = 16_777_216.0;
const INVERSE: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);
/// pi/2 in three parts of 33 bits, each with what follows it.
const PARTS: [(f64, f64); 3] = [
    (f64::from_bits(0x3ff9_21fb_5440_0000), f64::from_bits(0x3dd0_b461_1a62_6331)),
    (f64::from_bits(0x3dd0_b461_1a60_0000), f64::from_bits(0x3ba3_198a_2e03_7073)),
    (f64::from_bits(0x3ba3_198a_2e00_0000), f64::from_bits(0x397b_839a_2520_49c1)),
];

/// The quadrant and what remains of `x` in it, between -pi/4 and pi/4; `x` is finite.
pub fn remainder(x: f64) -> (i32, Pair) {
    let magnitude = high(x) & MAGNITUDE;
    if magnitude <= 0x3fe9_21fb {
        return (0, Pair { head: x, tail: 0.0 });
    }
    let (quadrant, rest) = if magnitude < 0x4002_d97c {
        // One multiple; near it one more part is needed.
        let (mut z, mut tail) = (x.abs() - PARTS[0].0, PARTS[0].1);
        if magnitude == 0x3ff9_21fb {
            z -= PARTS[1].0;
            tail = PARTS[1].1;
        }
        let head = z - tail;
        (1, Pair { head, tail: (z - head) - tail })
    } else if magnitude <= 0x4139_21fb {
        medium(x.abs(), magnitude)
    } else {
        large(x.abs(), magnitude)
    };
    if high(x) < 0 { (-quadrant, Pair { head: -rest.head, tail: -rest.tail }) } else { (quadrant, rest) }
}

/// Up to 2^19 pi/2: as many parts of pi/2 as the cancellation asks for.
fn medium(x: f64, magnitude: i32) -> (i32, Pair) {
    let n = (x * INVERSE + 0.5) as i32;
    let multiple = f64::from(n);
    let mut rest = x - multiple * PARTS[0].0;
    let mut tail = multiple * PARTS[0].1;
    let mut head = rest - tail;
    if n >= 32 || magnitude == MULTIPLES[n as usize - 1] {
        let exponent = magnitude >> 20;
        for (part, lost) in [(1, 16), (2, 49)] {
            if exponent - ((high(head) >> 20) & 0x7ff) <= lost {
                break;
            }
            let before = rest;
            tail = multiple * PARTS[part].0;
            rest = before - tail;
            tail = multiple * PARTS[part].1 - ((before - rest) - tail);
            head = rest - tail;
        }
    }
    (n, Pair { head, tail: (rest - head) - tail })
}

fn large(x: f64, magnitude: i32) -> (i32, Pair) {
    assert!(magnitude < INFINITE, "finite by contract");
    // x in digits of 24 bits.
    let exponent = (magnitude >> 20) - 1046;
    let mut z = with_high(x, magnitude - (exponent << 20));
    let mut digits = [0.0; 3];
    for digit in &mut digits[..2] {
        *digit = f64::from(z as i32);
        z = (z - *digit) * TWO_24;
    }
    digits[2] = z;
    let count = digits.iter().rposition(|digit| *digit != 0.0).map_or(1, |last| last + 1);
    product(&digits[..count], exponent)
}

/// Digits of pi/2, 24 bits each.
const HALF_PI: [f64; 8] = [
    f64::from_bits(0x3ff9_21fb_4000_0000),
    f64::from_bits(0x3e74_442d_0000_0000),
    f64::from_bits(0x3cf8_4698_8000_0000),
    f64::from_bits(0x3b78_cc51_6000_0000),
    f64::from_bits(0x39f0_1b83_8000_0000),
    f64::from_bits(0x387a_2520_4000_0000),
    f64::from_bits(0x36e3_8222_8000_0000),
    f64::from_bits(0x3569_f31d_0000_0000),
];
/// Digits of 2/pi that suffice for a start, less one.
const START: usize = 4;

/// `x * 2^k`, exact for the few exponents used here.
fn scale(x: f64, k: i32) -> f64 {
    x * f64::from_bits(((1023 + k) as u64) << 52)
}

/// Multiplies x by 2/pi, drops multiples of eight quadrants, and multiplies the fraction by pi/2.
fn product(x: &[f64], e0: i32) -> (i32, Pair) {
    let jx = x.len() - 1;
    let jv = ((e0 - 3) / 24).max(0) as usize;
    let mut q0 = e0 - 24 * (jv as i32 + 1);
    let mut f = [0.0; 20];
    for (i, digit) in f.iter_mut().enumerate().take(jx + START + 1) {
        *digit = if jv + i < jx { 0.0 } else { f64::from(TWO_OVER_PI[jv + i - jx]) };
    }
    let convolve = |f: &[f64; 20], i: usize| (0..=jx).fold(0.0, |sum, j| sum + x[j] * f[jx + i - j]);
    let mut q = [0.0; 20];
    for (i, sum) in q.iter_mut().enumerate().take(START + 1) {
        *sum = convolve(&f, i);
    }
    let mut jz = START;
    let mut iq = [0i32; 20];
    loop {
        let (n, z, upper) = integer_part(&q, &mut iq, jz, q0);
        if z == 0.0 && iq[START..jz].iter().all(|digit| *digit == 0) {
            // All bits cancelled: more digits of 2/pi are needed.
            let k = (1..=START).find(|k| iq[START - k] != 0).expect("a finite number is no exact multiple");
            for i in jz + 1..=jz + k {
                f[jx + i] = f64::from(TWO_OVER_PI[jv + i]);
                q[i] = convolve(&f, i);
            }
            jz += k;
            continue;
        }
        if z == 0.0 {
            jz -= 1;
            q0 -= 24;
            while iq[jz] == 0 {
                jz -= 1;
                q0 -= 24;
            }
        } else {
            let z = scale(z, -q0);
            if z >= TWO_24 {
                let carry = f64::from((z / TWO_24) as i32);
                iq[jz] = (z - TWO_24 * carry) as i32;
                jz += 1;
                q0 += 24;
                iq[jz] = carry as i32;
            } else {
                iq[jz] = z as i32;
            }
        }
        return (n & 7, times_half_pi(&iq, jz, q0, upper));
    }
}

/// Splits the product into quadrants `n`, the fraction's leading part, and whether the fraction was taken from one.
fn integer_part(q: &[f64; 20], iq: &mut [i32; 20], jz: usize, q0: i32) -> (i32, f64, bool) {
    let mut z = q[jz];
    for (i, j) in (1..=jz).rev().enumerate() {
        let carry = f64::from((z / TWO_24) as i32);
        iq[i] = (z - TWO_24 * carry) as i32;
        z = q[j - 1] + carry;
    }
    z = scale(z, q0);
    z -= 8.0 * (z * 0.125).floor();
    let mut n = z as i32;
    z -= f64::from(n);
    let mut upper = 0;
    if q0 > 0 {
        let bits = iq[jz - 1] >> (24 - q0);
        n += bits;
        iq[jz - 1] -= bits << (24 - q0);
        upper = iq[jz - 1] >> (23 - q0);
    } else if q0 == 0 {
        upper = iq[jz - 1] >> 23;
    } else if z >= 0.5 {
        upper = 2;
    }
    if upper > 0 {
        n += 1;
        let mut carry = false;
        for digit in &mut iq[..jz] {
            if carry {
                *digit = 0xff_ffff - *digit;
            } else if *digit != 0 {
                carry = true;
                *digit = 0x100_0000 - *digit;
            }
        }
        match q0 {
            1 => iq[jz - 1] &= 0x7f_ffff,
            2 => iq[jz - 1] &= 0x3f_ffff,
            _ => {}
        }
        if upper == 2 {
            z = 1.0 - z;
            if carry {
                z -= scale(1.0, q0);
            }
        }
    }
    (n, z, upper != 0)
}

fn times_half_pi(iq: &[i32; 20], jz: usize, q0: i32, negative: bool) -> Pair {
    let mut q = [0.0; 20];
    let mut unit = scale(1.0, q0);
    for i in (0..=jz).rev() {
        q[i] = unit * f64::from(iq[i]);
        unit /= TWO_24;
    }
    let mut terms = [0.0; 20];
    for i in (0..=jz).rev() {
        terms[jz - i] = (0..=START.min(jz - i)).fold(0.0, |sum, k| sum + HALF_PI[k] * q[i + k]);
    }
    let head = terms[..=jz].iter().rev().fold(0.0, |sum, term| sum + term);
    let tail = terms[1..=jz].iter().fold(terms[0] - head, |sum, term| sum + term);
    if negative { Pair { head: -head, tail: -tail } } else { Pair { head, tail } }
}

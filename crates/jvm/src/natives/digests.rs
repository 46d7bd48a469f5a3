//! The inner loops of the library's message digests (FIPS 180-4, RFC 1321), which HotSpot replaces as well: a signed archive
//! of thousands of classes is digested when its first class is loaded.

use crate::heap::{ELEMENTS, Ref};
use crate::vm::{Outcome, Trap, Vm};

natives! {
    "sun/security/provider/MD5.implCompress0([BI)V" => |vm, args| narrow(vm, args, md5);
    "sun/security/provider/SHA.implCompress0([BI)V" => |vm, args| narrow(vm, args, sha1);
    "sun/security/provider/SHA2.implCompress0([BI)V" => |vm, args| narrow(vm, args, sha256);
    "sun/security/provider/SHA5.implCompress0([BI)V" => |vm, args| {
        let Some((block, state)) = operands::<128>(vm, args) else { return Err(Trap::FallThrough) };
        let mut words = [0u64; 8];
        for (index, word) in words.iter_mut().enumerate() {
            *word = vm.heap.get8(state, ELEMENTS + 8 * index);
        }
        sha512(&mut words, &block);
        for (index, word) in words.iter().enumerate() {
            vm.heap.put8(state, ELEMENTS + 8 * index, *word);
        }
        Ok(0)
    };
}

/// The block that is to be digested, and the array with the state; the library's own code complains about what is not there.
fn operands<const LENGTH: usize>(vm: &Vm, args: &[u64]) -> Option<([u8; LENGTH], Ref)> {
    let (digest, array) = (Ref::from_slot(args[0]), Ref::from_slot(args[1]));
    let state = vm.offset_of(vm.heap.class_of(digest), "state").map(|at| vm.heap.get_ref(digest, at as usize))?;
    let start = usize::try_from(args[2] as i32).ok()?;
    if state.is_null() || array.is_null() || start + LENGTH > vm.heap.array_length(array) as usize {
        return None;
    }
    let bytes = vm.heap.array_bytes(array, start + LENGTH);
    Some((bytes[start..].try_into().ok()?, state))
}

/// A digest whose state is of ints.
fn narrow(vm: &mut Vm, args: &[u64], compress: fn(&mut [u32], &[u8; 64])) -> Outcome<u64> {
    let Some((block, state)) = operands::<64>(vm, args) else { return Err(Trap::FallThrough) };
    let length = vm.heap.array_length(state) as usize;
    let mut words: Vec<u32> = (0..length).map(|index| vm.heap.get4(state, ELEMENTS + 4 * index)).collect();
    compress(&mut words, &block);
    for (index, word) in words.iter().enumerate() {
        vm.heap.put4(state, ELEMENTS + 4 * index, *word);
    }
    Ok(0)
}

fn md5(state: &mut [u32], block: &[u8; 64]) {
    const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let word = |index: usize| u32::from_le_bytes(block[4 * index..4 * index + 4].try_into().expect("four bytes"));
    let [mut a, mut b, mut c, mut d] = [state[0], state[1], state[2], state[3]];
    for step in 0..64 {
        let (mixed, index) = match step / 16 {
            0 => (b & c | !b & d, step),
            1 => (b & d | c & !d, 5 * step + 1),
            2 => (b ^ c ^ d, 3 * step + 5),
            _ => (c ^ (b | !d), 7 * step),
        };
        // The constants are the sine of each step, as 32 bits behind the point.
        let sine = (((step + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
        let sum = a.wrapping_add(mixed).wrapping_add(sine).wrapping_add(word(index % 16));
        (a, d, c) = (d, c, b);
        b = b.wrapping_add(sum.rotate_left(SHIFTS[step / 16][step % 4]));
    }
    for (known, new) in state.iter_mut().zip([a, b, c, d]) {
        *known = known.wrapping_add(new);
    }
}

fn sha1(state: &mut [u32], block: &[u8; 64]) {
    let mut words = [0u32; 80];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().expect("four bytes"));
    }
    for index in 16..80 {
        words[index] = (words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]).rotate_left(1);
    }
    let [mut a, mut b, mut c, mut d, mut e] = [state[0], state[1], state[2], state[3], state[4]];
    for (step, word) in words.iter().enumerate() {
        let (mixed, constant) = match step / 20 {
            0 => (b & c | !b & d, 0x5a82_7999),
            1 => (b ^ c ^ d, 0x6ed9_eba1),
            2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6u32),
        };
        let sum = a.rotate_left(5).wrapping_add(mixed).wrapping_add(e).wrapping_add(constant).wrapping_add(*word);
        (e, d, c, b, a) = (d, c, b.rotate_left(30), a, sum);
    }
    for (known, new) in state.iter_mut().zip([a, b, c, d, e]) {
        *known = known.wrapping_add(new);
    }
}

/// The first bits behind the point of the cube roots of the first eighty primes: 64 for SHA-512, their upper halves for
/// SHA-256. Found by integer arithmetic when first needed.
fn constants() -> &'static [u64; 80] {
    static CONSTANTS: std::sync::OnceLock<[u64; 80]> = std::sync::OnceLock::new();
    CONSTANTS.get_or_init(|| {
        let mut primes = (2u64..).filter(|number| (2..*number).all(|divisor| number % divisor != 0));
        std::array::from_fn(|_| cube_root_bits(primes.next().expect("there are enough primes")))
    })
}

/// Of the cube root of a small number, the 64 bits behind the point: bit by bit, the greatest `r` with `r³ ≤ n·2^192`.
fn cube_root_bits(number: u64) -> u64 {
    let mut root: u128 = 0;
    for bit in (0..68).rev() {
        let tried = root | 1 << bit;
        if cube_fits(tried, number) {
            root = tried;
        }
    }
    root as u64
}

/// Whether `root³ ≤ number · 2^192`, for roots of at most 68 bits, in pieces of 32 bits.
fn cube_fits(root: u128, number: u64) -> bool {
    let multiply = |left: &[u64], right: &[u64]| {
        let mut product = vec![0u64; left.len() + right.len()];
        for (at, a) in left.iter().enumerate() {
            let mut carry = 0;
            for (offset, b) in right.iter().enumerate() {
                let sum = product[at + offset] + a * b + carry;
                product[at + offset] = sum & 0xffff_ffff;
                carry = sum >> 32;
            }
            product[at + right.len()] += carry;
        }
        product
    };
    let pieces: Vec<u64> = (0..3).map(|index| (root >> (32 * index)) as u64 & 0xffff_ffff).collect();
    let cube = multiply(&multiply(&pieces, &pieces), &pieces);
    let mut bound = vec![0u64; cube.len()];
    bound[6] = number;
    cube.iter().rev().cmp(bound.iter().rev()) != std::cmp::Ordering::Greater
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub fn sha256_of(bytes: &[u8]) -> String {
    let mut state =
        [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64) + if padded.len() % 64 > 56 { 64 } else { 0 } - 8, 0);
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        sha256(&mut state, block.try_into().expect("64 bytes"));
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn sha256(state: &mut [u32], block: &[u8; 64]) {
    let constants = constants();
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().expect("four bytes"));
    }
    for index in 16..64 {
        let (early, late) = (words[index - 15], words[index - 2]);
        let first = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let second = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        words[index] = words[index - 16].wrapping_add(first).wrapping_add(words[index - 7]).wrapping_add(second);
    }
    let mut v: [u32; 8] = std::array::from_fn(|index| state[index]);
    for (word, constant) in words.iter().zip(constants) {
        let [a, b, c, _, e, f, g, h] = v;
        let first = h
            .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add(e & f ^ !e & g)
            .wrapping_add((constant >> 32) as u32)
            .wrapping_add(*word);
        let second = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(a & b ^ a & c ^ b & c);
        v = [first.wrapping_add(second), a, b, c, v[3].wrapping_add(first), e, f, g];
    }
    for (known, new) in state.iter_mut().zip(v) {
        *known = known.wrapping_add(new);
    }
}

fn sha512(state: &mut [u64; 8], block: &[u8; 128]) {
    let mut words = [0u64; 80];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(8)) {
        *word = u64::from_be_bytes(bytes.try_into().expect("eight bytes"));
    }
    for index in 16..80 {
        let (early, late) = (words[index - 15], words[index - 2]);
        let first = early.rotate_right(1) ^ early.rotate_right(8) ^ early >> 7;
        let second = late.rotate_right(19) ^ late.rotate_right(61) ^ late >> 6;
        words[index] = words[index - 16].wrapping_add(first).wrapping_add(words[index - 7]).wrapping_add(second);
    }
    let mut v = *state;
    for (word, constant) in words.iter().zip(constants()) {
        let [a, b, c, _, e, f, g, h] = v;
        let first = h
            .wrapping_add(e.rotate_right(14) ^ e.rotate_right(18) ^ e.rotate_right(41))
            .wrapping_add(e & f ^ !e & g)
            .wrapping_add(*constant)
            .wrapping_add(*word);
        let second = (a.rotate_right(28) ^ a.rotate_right(34) ^ a.rotate_right(39)).wrapping_add(a & b ^ a & c ^ b & c);
        v = [first.wrapping_add(second), a, b, c, v[3].wrapping_add(first), e, f, g];
    }
    for (known, new) in state.iter_mut().zip(v) {
        *known = known.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "abc" with its padding: the examples of the standards.
    fn padded<const LENGTH: usize>(big: bool) -> [u8; LENGTH] {
        let mut block = [0; LENGTH];
        block[..4].copy_from_slice(b"abc\x80");
        block[if big { LENGTH - 1 } else { LENGTH - 8 }] = 24;
        block
    }

    #[test]
    fn whole_messages_are_digested() {
        let of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256_of(b""), of_nothing);
        // The examples of FIPS 180-4.
        let of_two_blocks = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(sha256_of(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), of_two_blocks);
    }

    #[test]
    fn digests_of_abc() {
        let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
        md5(&mut state, &padded(false));
        assert_eq!(state.map(u32::swap_bytes), [0x9001_5098, 0x3cd2_4fb0, 0xd696_3f7d, 0x28e1_7f72]);
        let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
        sha1(&mut state, &padded(true));
        assert_eq!(state, [0xa999_3e36, 0x4706_816a, 0xba3e_2571, 0x7850_c26c, 0x9cd0_d89d]);
        let mut state =
            [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
        sha256(&mut state, &padded(true));
        assert_eq!(state[..2], [0xba78_16bf, 0x8f01_cfea]);
        let mut state = [
            0x6a09_e667_f3bc_c908,
            0xbb67_ae85_84ca_a73b,
            0x3c6e_f372_fe94_f82b,
            0xa54f_f53a_5f1d_36f1,
            0x510e_527f_ade6_82d1,
            0x9b05_688c_2b3e_6c1f,
            0x1f83_d9ab_fb41_bd6b,
            0x5be0_cd19_137e_2179,
        ];
        sha512(&mut state, &padded(true));
        assert_eq!(state[..2], [0xddaf_35a1_9361_7aba, 0xcc41_7349_ae20_4131]);
        assert_eq!(constants()[0], 0x428a_2f98_d728_ae22);
        assert_eq!(constants()[79], 0x6c44_198c_4a47_5817);
    }
}

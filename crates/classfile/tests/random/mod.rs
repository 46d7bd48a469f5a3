//! A small seeded generator (xorshift64*), so that a failing round can be repeated anywhere.

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    /// One to four changes: a byte, a two-byte number, a stretch removed, repeated or swapped.
    pub fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            if bytes.len() < 16 {
                return;
            }
            let at = self.below(bytes.len() - 8);
            match self.below(8) {
                0 | 1 => bytes[at] = self.below(256) as u8,
                2 => bytes[at] ^= 1 << self.below(8),
                3 => {
                    let number = [0, 1, 0x7fff, 0x8000, 0xffff, self.below(300)][self.below(6)] as u16;
                    bytes[at..at + 2].copy_from_slice(&number.to_be_bytes());
                }
                4 => bytes[at] = bytes[at].wrapping_add(1),
                5 => {
                    let length = self.below(8);
                    bytes.drain(at..at + length);
                }
                6 => {
                    let copy: Vec<u8> = bytes[at..at + 8].to_vec();
                    let to = self.below(bytes.len());
                    bytes.splice(to..to, copy);
                }
                _ => {
                    let other = self.below(bytes.len());
                    bytes.swap(at, other);
                }
            }
        }
    }
}

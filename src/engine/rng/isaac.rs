//! ISAAC (Bob Jenkins, 1996, public domain), in any state size.
//!
//! `LOG` is the base-two logarithm of the number of state words: 8 in the published generator, 4 in the
//! one that shuffles the stratified dice of rollouts.

/// The generator; `N` must be `1 << LOG`, which [`Isaac::seeded`] checks.
#[derive(Clone, Debug)]
pub struct Isaac<const LOG: usize, const N: usize> {
    memory: [u32; N],
    results: [u32; N],
    /// Results not handed out yet; they leave from the end of the block to its start.
    remaining: usize,
    a: u32,
    b: u32,
    c: u32,
}

impl<const LOG: usize, const N: usize> Isaac<LOG, N> {
    /// A generator from as many seed words as it has state words ("flag" true in the published code).
    pub fn seeded(seed: &[u32; N]) -> Self {
        const { assert!(N == 1 << LOG && N >= 8, "ISAAC needs 2^LOG state words, 8 at least") };
        let mut memory = [0; N];
        let mut mixed = [0x9e37_79b9_u32; 8];
        for _ in 0..4 {
            mix(&mut mixed);
        }
        for source in [*seed, [0; N]] {
            for i in (0..N).step_by(8) {
                for (k, word) in mixed.iter_mut().enumerate() {
                    // The first pass takes in the seed, the second what the first left behind.
                    *word = word.wrapping_add(source[i + k]).wrapping_add(memory[i + k]);
                }
                mix(&mut mixed);
                memory[i..i + 8].copy_from_slice(&mixed);
            }
        }
        Self { memory, results: [0; N], remaining: 0, a: 0, b: 0, c: 0 }
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        if self.remaining == 0 {
            self.refill();
            self.remaining = N;
        }
        self.remaining -= 1;
        self.results[self.remaining]
    }

    fn refill(&mut self) {
        self.c = self.c.wrapping_add(1);
        self.b = self.b.wrapping_add(self.c);
        for i in 0..N {
            let x = self.memory[i];
            let shifted = match i % 4 {
                0 => self.a << 13,
                1 => self.a >> 6,
                2 => self.a << 2,
                _ => self.a >> 16,
            };
            self.a = (self.a ^ shifted).wrapping_add(self.memory[(i + N / 2) % N]);
            let y = self.memory[(x >> 2) as usize % N].wrapping_add(self.a).wrapping_add(self.b);
            self.memory[i] = y;
            self.b = self.memory[(y >> (LOG + 2)) as usize % N].wrapping_add(x);
            self.results[i] = self.b;
        }
    }
}

fn mix(w: &mut [u32; 8]) {
    const SHIFTS: [i32; 8] = [11, -2, 8, -16, 10, -4, 8, -9];
    for (i, shift) in SHIFTS.into_iter().enumerate() {
        let next = w[(i + 1) % 8];
        w[i] ^= if shift > 0 { next << shift } else { next >> -shift };
        w[(i + 3) % 8] = w[(i + 3) % 8].wrapping_add(w[i]);
        w[(i + 1) % 8] = next.wrapping_add(w[(i + 2) % 8]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_generator_is_reproduced() {
        // The published vector: flag true, seed all zero; its first line is the second block, the first
        // being made by the initialization.
        let mut isaac = Isaac::<8, 256>::seeded(&[0; 256]);
        isaac.refill();
        isaac.refill();
        assert_eq!(isaac.results[..4], [0xf650_e4c8, 0xe448_e96d, 0x98db_2fb4, 0xf5fa_d54f]);
    }
}

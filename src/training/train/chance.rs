//! The chance of training games: one short stream per game, so that games can be played in any order.

use crate::board::Roll;

/// SplitMix64 (Steele, Lea, Flood 2014), started from a seed and the number of a game.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The stream of one game.
    pub fn new(seed: u64, game: u64) -> Self {
        let mut mixer = Self(seed);
        let start = mixer.next() ^ game.wrapping_mul(0xd1b5_4a32_d192_ed03);
        let mut chance = Self(start);
        chance.next();
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 up to `bound`, `bound` excluded (the bias of 2^-32 does not matter here).
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// A number in `[0, 1)`.
    pub fn uniform(&mut self) -> f32 {
        (self.next() >> 40) as f32 * (1.0 / 16_777_216.0)
    }

    /// Two dice.
    pub fn roll(&mut self) -> Roll {
        Roll::from_outcome(self.below(36) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_fixed_and_differ() {
        let numbers = |game| {
            let mut chance = Chance::new(1, game);
            std::array::from_fn::<_, 8, _>(|_| chance.below(6))
        };
        assert_eq!(numbers(0), numbers(0));
        assert_ne!(numbers(0), numbers(1));
        let mut chance = Chance::new(5, 5);
        let mean = (0..10_000).map(|_| f64::from(chance.uniform())).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01);
    }
}

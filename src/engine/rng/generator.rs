//! The generators by name.

use super::isaac::Isaac;
use super::md5::md5;
use crate::board::Roll;
use rand_mt::Mt;
use serde::{Deserialize, Serialize};
use std::fmt;

words! {
    /// A generator by the word typed in commands.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum RngKind: word {
        /// MT19937, initialised from one number (multiplier 1812433253).
        #[default]
        Mersenne = "mersenne",
        /// ISAAC with 16 words of state, as GNU Backgammon has it: the first seed word the seed, the others 0.
        Isaac = "isaac",
        /// MD5 in counter mode: two numbers of each digest of a 32-bit number, counted up from the seed.
        Md5 = "md5",
    }
}

impl fmt::Display for RngKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mersenne => "Mersenne Twister",
            Self::Isaac => "ISAAC",
            Self::Md5 => "MD5",
        })
    }
}

/// A seeded generator of 32-bit numbers and of dice.
#[derive(Clone, Debug)]
pub struct Generator(State);

#[derive(Clone, Debug)]
enum State {
    Mersenne(Box<Mt>),
    Isaac(Box<Isaac<4, 16>>),
    Md5 { counter: u32, second: Option<u32> },
}

impl Generator {
    /// The generator of this kind from a seed.
    pub fn new(kind: RngKind, seed: u32) -> Self {
        Self(match kind {
            RngKind::Mersenne => State::Mersenne(Box::new(Mt::new(seed))),
            RngKind::Isaac => {
                let mut words = [0; 16];
                words[0] = seed;
                State::Isaac(Box::new(Isaac::seeded(&words)))
            }
            RngKind::Md5 => State::Md5 { counter: seed, second: None },
        })
    }

    /// The generator of a trial of a rollout: GNU Backgammon begins ISAAC there with the seed in every word.
    pub fn of_trial(kind: RngKind, seed: u32) -> Self {
        match kind {
            RngKind::Isaac => Self(State::Isaac(Box::new(Isaac::seeded(&[seed; 16])))),
            _ => Self::new(kind, seed),
        }
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        match &mut self.0 {
            State::Mersenne(mt) => mt.next_u32(),
            State::Isaac(isaac) => isaac.next_u32(),
            State::Md5 { counter, second } => second.take().unwrap_or_else(|| {
                let digest = md5(&counter.to_le_bytes());
                *counter = counter.wrapping_add(1);
                let word = |i: usize| u32::from_le_bytes([0, 1, 2, 3].map(|k| digest[4 * i + k]));
                *second = Some(word(1));
                word(0)
            }),
        }
    }

    /// A number below `bound`, every one equally likely.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let size = u32::MAX / bound;
        loop {
            let number = self.next_u32() / size;
            if number < bound {
                return number;
            }
        }
    }

    /// The next die: `1 + ⌊u / ⌊2³²/6⌋⌋`, numbers from 4294967292 on being refused so that no side is favored.
    pub fn die(&mut self) -> u8 {
        const SIDE: u32 = u32::MAX / 6;
        loop {
            let number = self.next_u32();
            if number < 6 * SIDE {
                // At most 6: the number is below six times a side.
                return (number / SIDE) as u8 + 1;
            }
        }
    }

    /// The next roll.
    pub fn roll(&mut self) -> Roll {
        let (first, second) = (self.die(), self.die());
        Roll::new(first, second).expect("dice show 1 to 6")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first dozen rolls of every generator: a seed means the same dice for ever.
    #[test]
    fn value_stability() {
        let text = |kind, seed| {
            let mut generator = Generator::new(kind, seed);
            (0..12).map(|_| generator.roll().to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(RngKind::Mersenne, 1), "63 65 11 62 21 31 32 53 63 64 32 54");
        assert_eq!(text(RngKind::Isaac, 1), "22 32 51 55 53 31 64 63 31 63 61 33");
        assert_eq!(text(RngKind::Md5, 1), "43 62 42 66 42 63 41 51 21 31 22 42");
    }

    /// As GNU Backgammon's `dicerolls` shows them after `set rng NAME SEED`, the dice in their order.
    #[test]
    fn seeds_mean_the_dice_of_gnubg() {
        let dice = |kind, seed, n: usize| {
            let mut generator = Generator::new(kind, seed);
            (0..n).map(|_| generator.die().to_string()).collect::<String>()
        };
        assert_eq!(dice(RngKind::Mersenne, 42, 10), "3562554413");
        assert_eq!(dice(RngKind::Isaac, 42, 10), "1333141352");
        assert_eq!(dice(RngKind::Isaac, 0, 24), "424335426646615221155645");
        assert_eq!(dice(RngKind::Isaac, 1, 24), "222351555313646313366133");
        // The first dice of three trials of a rollout with seed 1, from its log: 51 62, 64 42 62, 53 31 53.
        for (seed, rolls) in [(1, "5162"), (257, "642426"), (513, "533135")] {
            let mut generator = Generator::of_trial(RngKind::Isaac, seed);
            assert_eq!((0..rolls.len()).map(|_| generator.die().to_string()).collect::<String>(), rolls);
        }
        assert_eq!(dice(RngKind::Md5, 42, 24), "164165216132542455256454");
        assert_eq!(dice(RngKind::Md5, 0, 24), "424362426642631415211322");
    }

    #[test]
    fn the_mersenne_twister_is_the_published_one() {
        // The 10,000th number of MT19937 seeded with 5489, as the C++ standard requires of it.
        let mut generator = Generator::new(RngKind::Mersenne, 5489);
        assert_eq!((0..10_000).map(|_| generator.next_u32()).last(), Some(4_123_659_995));
    }

    #[test]
    fn dice_are_fair() {
        for kind in RngKind::ALL {
            let mut generator = Generator::new(kind, 2);
            let mut counts = [0_i32; 6];
            for _ in 0..60_000 {
                counts[usize::from(generator.die()) - 1] += 1;
            }
            // Six standard deviations of a binomial count.
            assert!(counts.iter().all(|n| (n - 10_000).abs() < 550), "{kind}: {counts:?}");
        }
    }
}

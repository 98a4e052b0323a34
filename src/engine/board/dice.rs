//! Dice: the pair, and the 21 distinct rolls with their weights out of 36.

use std::fmt;
use thiserror::Error;

/// A roll of two dice, the higher first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll {
    high: u8,
    low: u8,
}

/// A number that no die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a die shows 1 to 6, not {0}")]
pub struct RollError(pub u32);

impl Roll {
    /// The 21 distinct rolls: 11, 21, 22, 31, … 66. [`Roll::index`] is the place in this list.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: 1, low: 1 }; 21];
        let (mut high, mut i) = (1, 0);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[i] = Self { high, low };
                i += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// A roll from two dice in any order.
    ///
    /// # Errors
    /// When a number is not 1 to 6.
    pub const fn new(a: u8, b: u8) -> Result<Self, RollError> {
        if a < 1 || a > 6 {
            return Err(RollError(a as u32));
        }
        if b < 1 || b > 6 {
            return Err(RollError(b as u32));
        }
        Ok(if a >= b { Self { high: a, low: b } } else { Self { high: b, low: a } })
    }

    /// The ordered outcome `0..36`: the first die is `outcome / 6 + 1`, the second `outcome % 6 + 1`.
    ///
    /// # Panics
    /// When `outcome` is not below 36.
    pub const fn from_outcome(outcome: u8) -> Self {
        assert!(outcome < 36, "there are 36 outcomes of two dice");
        let (a, b) = (outcome / 6 + 1, outcome % 6 + 1);
        if a >= b { Self { high: a, low: b } } else { Self { high: b, low: a } }
    }

    /// The higher die.
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower die.
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice show the same number.
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// How many of the 36 outcomes give this roll: 1 for a double, else 2.
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// The place in [`Roll::ALL`].
    pub const fn index(self) -> usize {
        (self.high as usize * (self.high as usize - 1)) / 2 + self.low as usize - 1
    }

    /// Pips on the dice; a double counts four times.
    pub const fn pips(self) -> u32 {
        let sum = (self.high + self.low) as u32;
        if self.is_double() { 2 * sum } else { sum }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rolls_are_indexed_and_weigh_36() {
        for (i, roll) in Roll::ALL.iter().enumerate() {
            assert_eq!(roll.index(), i);
        }
        assert_eq!(Roll::ALL.iter().map(|roll| roll.weight()).sum::<u32>(), 36);
        let counts = (0..36).fold([0; 21], |mut n, o| {
            n[Roll::from_outcome(o).index()] += 1;
            n
        });
        assert!(Roll::ALL.iter().all(|roll| counts[roll.index()] == roll.weight()));
    }

    #[test]
    fn dice_are_ordered_and_checked() {
        assert_eq!(Roll::new(1, 3), Roll::new(3, 1));
        assert_eq!(Roll::new(0, 3), Err(RollError(0)));
        assert_eq!(Roll::new(3, 7), Err(RollError(7)));
    }
}

//! The five probabilities of an evaluation, in one fixed frame.

use serde::Serialize;
use std::ops::{Index, IndexMut};

/// The five outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
pub enum Output {
    /// Winning anything.
    Win = 0,
    /// Winning a gammon or more.
    WinGammon = 1,
    /// Winning a backgammon.
    WinBackgammon = 2,
    /// Losing a gammon or more.
    LoseGammon = 3,
    /// Losing a backgammon.
    LoseBackgammon = 4,
}

/// Probabilities of how the game ends, **for the side on roll**, in the order of [`Output`].
///
/// They are cumulative: a win includes gammons, a gammon includes backgammons. Losing anything is
/// `1 - win`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[repr(transparent)]
pub struct Outputs(pub [f32; 5]);

impl Outputs {
    /// Losing a single game for sure.
    pub const LOSS: Self = Self([0.0; 5]);

    /// The chance of winning.
    pub const fn win(&self) -> f32 {
        self.0[0]
    }

    /// The chance of winning a gammon or a backgammon.
    pub const fn win_gammon(&self) -> f32 {
        self.0[1]
    }

    /// The chance of winning a backgammon.
    pub const fn win_backgammon(&self) -> f32 {
        self.0[2]
    }

    /// The chance of losing a gammon or a backgammon.
    pub const fn lose_gammon(&self) -> f32 {
        self.0[3]
    }

    /// The chance of losing a backgammon.
    pub const fn lose_backgammon(&self) -> f32 {
        self.0[4]
    }

    /// These chances seen by the other side.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        Self([1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon])
    }

    /// The probabilities of a value that came without them.
    pub const UNKNOWN: Self = Self([f32::NAN; 5]);

    /// Knowledge of them: false of [`UNKNOWN`](Self::UNKNOWN).
    pub const fn are_known(&self) -> bool {
        !self.0[0].is_nan()
    }

    /// Expected points of a money game with a dead cube at 1, gammons at full value.
    pub fn cubeless_equity(&self) -> f32 {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        2.0 * win - 1.0 + (win_gammon - lose_gammon) + (win_backgammon - lose_backgammon)
    }
}

impl Index<Output> for Outputs {
    type Output = f32;

    fn index(&self, output: Output) -> &f32 {
        &self.0[output as usize]
    }
}

impl IndexMut<Output> for Outputs {
    fn index_mut(&mut self, output: Output) -> &mut f32 {
        &mut self.0[output as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_swaps_the_sides_and_negates_the_equity() {
        let outputs = Outputs([0.625, 0.25, 0.0625, 0.125, 0.03125]);
        assert_eq!(outputs.flipped(), Outputs([0.375, 0.125, 0.03125, 0.25, 0.0625]));
        assert_eq!(outputs.flipped().flipped(), outputs);
        assert_eq!(outputs.cubeless_equity(), 0.25 + 0.125 + 0.03125);
        assert_eq!(outputs.flipped().cubeless_equity(), -outputs.cubeless_equity());
        assert_eq!(outputs[Output::LoseGammon], outputs.lose_gammon());
    }
}

//! Units of value: equities, match winning chances, and the way from one to the other.
//!
//! An *equity* counts in units of the current cube: for money the expected points per unit, in a match
//! the same scale normalized, so that -1 and +1 stand for losing and winning the cube as it lies (EMG).
//! Equities are plain `f32`. A match winning chance lies in 0..=1 and has a type of its own, because
//! the two must never be added.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A match winning chance in 0..=1, always of a player or side that the context names.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Mwc(pub f32);

impl Mwc {
    /// The chance of the other player.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(1.0 - self.0)
    }
}

impl fmt::Display for Mwc {
    /// A percentage; the precision is that of the percentage.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.*}%", f.precision().unwrap_or(2), 100.0 * self.0)
    }
}

/// The line through two match results that turns equities into match winning chances and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EquityScale {
    /// The winning chance after losing the cube as it lies: equity -1.
    pub lose: Mwc,
    /// The winning chance after winning the cube as it lies: equity +1.
    pub win: Mwc,
}

impl EquityScale {
    /// The match winning chance of an equity.
    pub fn to_mwc(&self, equity: f32) -> Mwc {
        Mwc(0.5 * (equity * (self.win.0 - self.lose.0) + (self.win.0 + self.lose.0)))
    }

    /// The equity of a match winning chance.
    pub fn to_equity(&self, mwc: Mwc) -> f32 {
        (2.0 * mwc.0 - (self.win.0 + self.lose.0)) / (self.win.0 - self.lose.0)
    }

    /// Match winning chance per unit of equity: also the factor for standard errors and differences.
    pub fn slope(&self) -> f32 {
        0.5 * (self.win.0 - self.lose.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_runs_through_losing_and_winning_the_cube() {
        // GNU Backgammon at 0-0 to 5 prints 42.27 % and 57.73 %, and 51.93 % for an equity of 0.25.
        let scale = EquityScale { lose: Mwc(0.4227), win: Mwc(0.5773) };
        assert_eq!(scale.to_mwc(-1.0).to_string(), "42.27%");
        assert_eq!(scale.to_mwc(1.0).to_string(), "57.73%");
        assert_eq!(scale.to_mwc(0.25).to_string(), "51.93%");
        assert!((scale.to_equity(scale.to_mwc(0.3)) - 0.3).abs() < 1e-6);
        assert!((scale.slope() - 0.0773).abs() < 1e-6);
    }
}

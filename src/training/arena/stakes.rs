//! The stakes of duels.

/// The stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stakes {
    /// Points, without a cube.
    Cubeless,
    /// Points, with the cube and the Jacoby rule, without beavers.
    Money,
    /// Matches to this many points.
    Match(u8),
}

impl Stakes {
    /// Whether a cube is played with.
    pub const fn is_cubeful(self) -> bool {
        !matches!(self, Self::Cubeless)
    }

    /// The sum of both players' winnings.
    pub(super) const fn at_stake(self) -> f64 {
        match self {
            Self::Cubeless | Self::Money => 0.0,
            Self::Match(_) => 1.0,
        }
    }
}

//! The doubling cube.

use crate::board::Player;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The owner of the cube, who may turn it next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CubeOwner {
    /// Either player.
    #[default]
    Centered,
    /// Only this player.
    Owned(Player),
}

/// The cube as it lies: a power of two up to [`Cube::MOST`] and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "CubeText")]
pub struct Cube {
    value: u32,
    owner: CubeOwner,
}

/// A cube as read, before it is checked.
#[derive(Deserialize)]
struct CubeText {
    value: u32,
    owner: CubeOwner,
}

/// A number that is on no cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the cube has a power of two up to {most}, not {value}", most = Cube::MOST)]
pub struct CubeError {
    /// The number.
    pub value: u32,
}

impl TryFrom<CubeText> for Cube {
    type Error = CubeError;

    fn try_from(CubeText { value, owner }: CubeText) -> Result<Self, CubeError> {
        Self::new(value, owner)
    }
}

impl Cube {
    /// No stored cube is higher.
    pub const MOST: u32 = 1 << 24;

    /// The cube is never turned beyond this, in no game and no trial.
    pub const TOP: u32 = 4096;

    /// A centered cube at 1.
    pub const START: Self = Self { value: 1, owner: CubeOwner::Centered };

    /// A cube that shows this value.
    ///
    /// # Errors
    /// When no cube does: the value must be a power of two up to [`Cube::MOST`].
    pub const fn new(value: u32, owner: CubeOwner) -> Result<Self, CubeError> {
        if value.is_power_of_two() && value <= Self::MOST {
            Ok(Self { value, owner })
        } else {
            Err(CubeError { value })
        }
    }

    /// A cube of a game, where none is higher than [`Cube::TOP`].
    pub fn in_play(value: u32, owner: CubeOwner) -> Option<Self> {
        Self::new(value, owner).ok().filter(|cube| cube.value <= Self::TOP)
    }

    /// A cube that was turned so many times from 1 on, to [`Cube::MOST`] at most.
    pub const fn turned(times: u8, owner: CubeOwner) -> Self {
        let most = Self::MOST.ilog2() as u8;
        Self { value: 1 << if times < most { times } else { most }, owner }
    }

    /// 1, 2, 4 …
    pub const fn value(self) -> u32 {
        self.value
    }

    /// Whether a player owns it: turning it is a redouble.
    pub const fn is_owned(self) -> bool {
        matches!(self.owner, CubeOwner::Owned(_))
    }

    /// The owner, who may turn it.
    pub const fn owner(self) -> CubeOwner {
        self.owner
    }

    /// The cube with another owner.
    #[must_use]
    pub const fn with_owner(self, owner: CubeOwner) -> Self {
        Self { owner, ..self }
    }

    /// Whether this player has access to the cube.
    pub fn is_available_to(self, player: Player) -> bool {
        match self.owner {
            CubeOwner::Centered => true,
            CubeOwner::Owned(owner) => owner == player,
        }
    }

    /// The cube where the players sit in each other's seats.
    #[must_use]
    pub fn with_seats_swapped(self) -> Self {
        let owner = match self.owner {
            CubeOwner::Centered => CubeOwner::Centered,
            CubeOwner::Owned(player) => CubeOwner::Owned(!player),
        };
        self.with_owner(owner)
    }

    /// The cube after `doubler` turned it and the other player took. [`Cube::MOST`] is turned no further.
    #[must_use]
    pub fn doubled_by(self, doubler: Player) -> Self {
        Self::turned(self.value.ilog2() as u8 + 1, CubeOwner::Owned(!doubler))
    }
}

impl Default for Cube {
    fn default() -> Self {
        Self::START
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CubeOwner::{Centered, Owned};
    use Player::{Bottom, Top};

    #[test]
    fn a_cube_shows_a_power_of_two() {
        for value in [1, 2, 4, 64, Cube::TOP, Cube::MOST] {
            assert_eq!(Cube::new(value, Owned(Top)), Ok(Cube { value, owner: Owned(Top) }));
        }
        for value in [0, 3, 6, Cube::MOST - 1, Cube::MOST + 1, 2 * Cube::MOST] {
            assert_eq!(Cube::new(value, Centered), Err(CubeError { value }));
        }
        assert_eq!(
            Cube::new(3, Centered).unwrap_err().to_string(),
            "the cube has a power of two up to 16777216, not 3"
        );
    }

    #[test]
    fn a_cube_is_counted_by_its_turns() {
        for times in 0..=24 {
            let cube = Cube::turned(times, Centered);
            assert_eq!(Cube::new(1 << times, Centered), Ok(cube));
            assert_eq!(Cube::in_play(1 << times, Centered), Some(cube).filter(|_| times <= 12));
            assert_eq!(cube.doubled_by(Top), Cube::turned(times + 1, Owned(Bottom)));
        }
        assert_eq!(Cube::turned(u8::MAX, Centered).value(), Cube::MOST, "a cube has an end");
        assert_eq!((Cube::in_play(0, Centered), Cube::in_play(6, Centered)), (None, None));
    }

    #[test]
    fn a_taken_double_gives_the_cube_to_the_other_player() {
        assert_eq!(Cube::START.doubled_by(Top), Cube { value: 2, owner: Owned(Bottom) });
        assert_eq!(Cube { value: 8, owner: Owned(Bottom) }.doubled_by(Bottom), Cube { value: 16, owner: Owned(Top) });
    }

    #[test]
    fn seats_are_swapped_with_the_cube() {
        for (owner, swapped) in [(Centered, Centered), (Owned(Top), Owned(Bottom)), (Owned(Bottom), Owned(Top))] {
            let cube = Cube { value: 4, owner };
            assert_eq!(cube.with_seats_swapped(), Cube { value: 4, owner: swapped });
            assert_eq!(cube.is_available_to(Top), owner != Owned(Bottom));
            assert_eq!(cube.is_available_to(Bottom), owner != Owned(Top));
        }
    }
}

//! The doubling cube.

use crate::board::Player;

/// Who may turn the cube next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CubeOwner {
    /// Either player.
    #[default]
    Centered,
    /// Only this player.
    Owned(Player),
}

/// The cube as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    /// 1, 2, 4 …
    pub value: u32,
    /// Who may turn it.
    pub owner: CubeOwner,
}

impl Cube {
    /// A centered cube at 1.
    pub const START: Self = Self { value: 1, owner: CubeOwner::Centered };

    /// Whether this player has access to the cube.
    #[must_use]
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
        Self { owner, ..self }
    }

    /// The cube after `doubler` turned it and the other player took.
    #[must_use]
    pub fn doubled_by(self, doubler: Player) -> Self {
        Self { value: 2 * self.value, owner: CubeOwner::Owned(!doubler) }
    }
}

impl Default for Cube {
    fn default() -> Self {
        Self::START
    }
}

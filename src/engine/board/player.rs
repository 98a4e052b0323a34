//! Players by seat, sides by whose turn it is.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut, Not};

/// A player by seat, numbered as in GNU Backgammon. The person who asks or plays sits at the bottom by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// Player 0: drawn on top, checkers `O`.
    Top,
    /// Player 1: drawn at the bottom, checkers `X`.
    Bottom,
}

impl Player {
    /// Both players in seat order.
    pub const BOTH: [Self; 2] = [Self::Top, Self::Bottom];

    /// The seat number, 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat number, 0 or 1, as files and commands have it.
    pub const fn seat(self) -> u8 {
        self as u8
    }

    /// The player of a seat number, 0 or 1.
    pub const fn from_index(index: usize) -> Option<Self> {
        match index {
            0 => Some(Self::Top),
            1 => Some(Self::Bottom),
            _ => None,
        }
    }
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Top => Self::Bottom,
            Self::Bottom => Self::Top,
        }
    }
}

/// A side by turn: the one on roll, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side to roll.
    OnRoll,
    /// The other side.
    Opponent,
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::OnRoll => Self::Opponent,
            Self::Opponent => Self::OnRoll,
        }
    }
}

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByPlayer<T>(pub [T; 2]);

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// The value of the side on roll.
    pub on_roll: T,
    /// The value of the other side.
    pub opponent: T,
}

impl<T> BySide<T> {
    /// These two values after the turn has passed.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { on_roll: self.opponent, opponent: self.on_roll }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::OnRoll => &self.on_roll,
            Side::Opponent => &self.opponent,
        }
    }
}

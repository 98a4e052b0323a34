//! Checker moves and plays as values.

use crate::board::{OFF, POINTS, Position};
use arrayvec::ArrayVec;

/// One checker moved by one die, in the mover's own numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckerMove {
    /// Index of the point it leaves: `0..=23`, or 24 from the bar.
    pub from: u8,
    /// Index of the point it reaches: `0..=23`, or [`OFF`].
    pub to: u8,
    /// Whether it hits a blot there.
    pub hits: bool,
}

/// All that a side moves for one roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The checker moves in the order they are made, one for each die used.
    pub moves: ArrayVec<CheckerMove, 4>,
    /// The position afterwards, still seen by the mover.
    pub result: Position,
}

impl Play {
    /// The play that moves nothing: the turn passes.
    pub const fn none(before: &Position) -> Self {
        Self { moves: ArrayVec::new_const(), result: *before }
    }
}

/// A checker move in a byte: the source index in the low five bits, the die in the upper three.
#[inline(always)]
pub(super) const fn packed(from: u32, die: u32) -> u8 {
    (from | die << 5) as u8
}

/// The sources and dice of up to four checker moves in 32 bits.
///
/// Byte `k` describes move `k`: the source index in the low five bits, the die in the upper three; 0
/// after the last move. Destinations and hits follow from the position before the play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackedPlay(u32);

impl PackedPlay {
    /// The play that moves nothing.
    pub const NONE: Self = Self(0);

    /// The play with one more move as number `k`, which has been empty so far.
    #[inline]
    pub(super) const fn with(self, k: u32, from: u32, die: u32) -> Self {
        Self(self.0 | (packed(from, die) as u32) << (8 * k))
    }

    /// Sources and dice in the order they are played: `(index, pips)`.
    pub fn steps(self) -> impl Iterator<Item = (u8, u8)> {
        self.0.to_le_bytes().into_iter().take_while(|&byte| byte != 0).map(|byte| (byte & 31, byte >> 5))
    }

    /// The checker moves, given the position before the play.
    pub fn moves(self, before: &Position) -> ArrayVec<CheckerMove, 4> {
        let mut moves = ArrayVec::<CheckerMove, 4>::new();
        for (from, die) in self.steps() {
            let to = from.checked_sub(die).unwrap_or(OFF);
            let blot = to != OFF && before.opponent()[POINTS - 1 - usize::from(to)] == 1;
            let hits = blot && !moves.iter().any(|earlier| earlier.to == to);
            moves.push(CheckerMove { from, to, hits });
        }
        moves
    }
}

/// How the results of plays are reached: every checker move leads from a stop to another one or to a result. Plays that
/// begin alike share their stops, so whatever a checker move changes needs to be worked out once for all of them.
///
/// All positions are seen by the mover.
#[derive(Clone, Copy, Debug)]
pub struct Routes<'a> {
    /// The position before the plays, whose arrival means nothing, then positions within plays (some of them within
    /// none: the generator looked and dropped what it found). Each comes after the one that it is reached from.
    pub stops: &'a [Stop],
    /// The positions after the plays.
    pub results: &'a [Position],
    /// The last checker move of each play.
    pub arrivals: &'a [Arrival],
}

/// A position within a play.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The position.
    pub position: Position,
    /// The checker move that led to it.
    pub arrival: Arrival,
}

/// A checker move and the stop that it was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// The number of the stop. A position has a few thousand at most: three moves of a double choose among 680 at most.
    pub stop: u16,
    /// The source index in the low five bits, the die in the upper three.
    pub moved: u8,
    /// Whether it hits.
    pub hits: bool,
}

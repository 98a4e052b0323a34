//! Lists of plays that are filled again and again without allocating.

use super::generate::Buffer;
use super::play::{CheckerMove, PackedPlay, Play, Routes};
use crate::board::{Position, Roll};
use arrayvec::ArrayVec;
use std::ops::Range;

/// The legal plays, distinct by their results, in generation order; empty when there is none.
pub fn legal_plays(position: &Position, roll: Roll) -> Vec<Play> {
    let mut list = PlayList::new();
    list.generate(position, roll);
    (0..list.len()).map(|i| list.play(i)).collect()
}

/// Lists of plays from one position: of one roll ([`PlayList`]), or of all rolls one after another ([`AllRolls`]).
#[derive(Clone, Debug)]
pub struct Plays<const ROLLS: usize> {
    buffer: Buffer,
    /// `ends[i]` is where the plays of roll `i` end.
    ends: [usize; ROLLS],
}

/// The plays of one position and roll.
pub type PlayList = Plays<1>;

/// The plays of all 21 rolls of a position in one flat list: the unit of work of look-ahead.
pub type AllRolls = Plays<21>;

impl<const ROLLS: usize> Plays<ROLLS> {
    /// An empty list.
    pub fn new() -> Self {
        Self { buffer: Buffer::new(), ends: [0; ROLLS] }
    }

    /// The position before the play.
    pub fn before(&self) -> &Position {
        self.buffer.before()
    }

    /// The positions after each play of each roll, still seen by the mover.
    pub fn results(&self) -> &[Position] {
        self.buffer.results()
    }

    /// The checker moves of each play, in compact form, in the order of [`Plays::results`].
    pub fn packed(&self) -> &[PackedPlay] {
        self.buffer.plays()
    }

    /// How the results are reached, one checker move after another.
    ///
    /// # Panics
    /// When the plays were generated without.
    pub fn routes(&self) -> Routes<'_> {
        self.buffer.routes()
    }

    /// The checker moves of play `i` of the list.
    ///
    /// # Panics
    /// When there is no play `i`.
    pub fn moves(&self, i: usize) -> ArrayVec<CheckerMove, 4> {
        self.buffer.plays()[i].moves(self.buffer.before())
    }

    /// Play `i` of the list as a value of its own.
    ///
    /// # Panics
    /// When there is no play `i`.
    pub fn play(&self, i: usize) -> Play {
        Play { moves: self.moves(i), result: self.buffer.results()[i] }
    }
}

impl<const ROLLS: usize> Default for Plays<ROLLS> {
    fn default() -> Self {
        Self::new()
    }
}

impl PlayList {
    /// Replaces the contents by the plays of this position and roll; returns how many there are.
    pub fn generate(&mut self, position: &Position, roll: Roll) -> usize {
        self.buffer.fill::<false>(position, &[roll], &mut self.ends);
        self.len()
    }

    /// [`PlayList::generate`] with [`Plays::routes`].
    pub fn generate_with_routes(&mut self, position: &Position, roll: Roll) -> usize {
        self.buffer.fill::<true>(position, &[roll], &mut self.ends);
        self.len()
    }

    /// How many plays there are; 0 means the roll cannot be played.
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Whether the roll cannot be played.
    pub fn is_empty(&self) -> bool {
        self.buffer.len() == 0
    }

    /// The number of the play with this result (seen by the mover).
    pub fn find(&self, result: &Position) -> Option<usize> {
        self.buffer.results().iter().position(|candidate| candidate == result)
    }
}

impl AllRolls {
    /// Replaces the contents by the plays of this position; returns how many there are in all.
    pub fn generate(&mut self, position: &Position) -> usize {
        self.buffer.fill::<false>(position, &Roll::ALL, &mut self.ends);
        self.buffer.len()
    }

    /// [`AllRolls::generate`] with [`Plays::routes`].
    pub fn generate_with_routes(&mut self, position: &Position) -> usize {
        self.buffer.fill::<true>(position, &Roll::ALL, &mut self.ends);
        self.buffer.len()
    }

    /// Where the plays of roll `index` of [`Roll::ALL`] lie; empty when it cannot be played.
    ///
    /// # Panics
    /// When `index` is not below 21.
    pub fn range(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start..self.ends[index]
    }
}

//! Lists of plays that are filled again and again without allocating.

use super::generate::Buffer;
use super::play::{CheckerMove, PackedPlay, Play, Routes};
use crate::board::{Position, Roll};
use arrayvec::ArrayVec;
use std::ops::Range;

/// The legal plays, distinct by their results, in generation order; empty when there is none.
#[must_use]
pub fn legal_plays(position: &Position, roll: Roll) -> Vec<Play> {
    let mut list = PlayList::new();
    list.generate(position, roll);
    (0..list.len()).map(|i| list.play(i)).collect()
}

/// The plays of one position and roll.
#[derive(Clone, Debug)]
pub struct PlayList {
    buffer: Buffer,
}

impl PlayList {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self { buffer: Buffer::new() }
    }

    /// Replaces the contents by the plays of this position and roll; returns how many there are.
    pub fn generate(&mut self, position: &Position, roll: Roll) -> usize {
        self.buffer.fill::<false>(position, &[roll], &mut [0]);
        self.len()
    }

    /// [`PlayList::generate`] with [`PlayList::routes`].
    pub fn generate_with_routes(&mut self, position: &Position, roll: Roll) -> usize {
        self.buffer.fill::<true>(position, &[roll], &mut [0]);
        self.len()
    }

    /// How many plays there are; 0 means the roll cannot be played.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Whether the roll cannot be played.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buffer.len() == 0
    }

    /// The position before the play.
    #[must_use]
    pub fn before(&self) -> &Position {
        self.buffer.before()
    }

    /// The positions after each play, still seen by the mover.
    #[must_use]
    pub fn results(&self) -> &[Position] {
        self.buffer.results()
    }

    /// What each play moves, in compact form, in the order of [`PlayList::results`].
    #[must_use]
    pub fn packed(&self) -> &[PackedPlay] {
        self.buffer.plays()
    }

    /// How the results are reached, one checker move after another.
    ///
    /// # Panics
    /// When the plays were generated without.
    #[must_use]
    pub fn routes(&self) -> Routes<'_> {
        self.buffer.routes()
    }

    /// The checker moves of a play.
    ///
    /// # Panics
    /// When there is no play `i`.
    #[must_use]
    pub fn moves(&self, i: usize) -> ArrayVec<CheckerMove, 4> {
        self.buffer.plays()[i].moves(self.buffer.before())
    }

    /// A play as a value of its own.
    ///
    /// # Panics
    /// When there is no play `i`.
    #[must_use]
    pub fn play(&self, i: usize) -> Play {
        Play { moves: self.moves(i), result: self.buffer.results()[i] }
    }

    /// The number of the play with this result (seen by the mover).
    #[must_use]
    pub fn find(&self, result: &Position) -> Option<usize> {
        self.buffer.results().iter().position(|candidate| candidate == result)
    }
}

impl Default for PlayList {
    fn default() -> Self {
        Self::new()
    }
}

/// The plays of all 21 rolls of a position in one flat list: the unit of work of look-ahead.
#[derive(Clone, Debug)]
pub struct AllRolls {
    buffer: Buffer,
    /// `ends[i]` is where the plays of roll `i` of [`Roll::ALL`] end.
    ends: [usize; 21],
}

impl AllRolls {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self { buffer: Buffer::new(), ends: [0; 21] }
    }

    /// Replaces the contents by the plays of this position; returns how many there are in all.
    pub fn generate(&mut self, position: &Position) -> usize {
        self.buffer.fill::<false>(position, &Roll::ALL, &mut self.ends);
        self.buffer.len()
    }

    /// [`AllRolls::generate`] with [`AllRolls::routes`].
    pub fn generate_with_routes(&mut self, position: &Position) -> usize {
        self.buffer.fill::<true>(position, &Roll::ALL, &mut self.ends);
        self.buffer.len()
    }

    /// The position before the play.
    #[must_use]
    pub fn before(&self) -> &Position {
        self.buffer.before()
    }

    /// The positions after each play of each roll, still seen by the mover.
    #[must_use]
    pub fn results(&self) -> &[Position] {
        self.buffer.results()
    }

    /// What each play moves, in the order of [`AllRolls::results`].
    #[must_use]
    pub fn packed(&self) -> &[PackedPlay] {
        self.buffer.plays()
    }

    /// How the results are reached, one checker move after another.
    ///
    /// # Panics
    /// When the plays were generated without.
    #[must_use]
    pub fn routes(&self) -> Routes<'_> {
        self.buffer.routes()
    }

    /// Where the plays of roll `index` of [`Roll::ALL`] lie; empty when it cannot be played.
    ///
    /// # Panics
    /// When `index` is not below 21.
    #[must_use]
    pub fn range(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start..self.ends[index]
    }

    /// Play number `i` of the flat list as a value of its own.
    ///
    /// # Panics
    /// When there is no play `i`.
    #[must_use]
    pub fn play(&self, i: usize) -> Play {
        Play { moves: self.buffer.plays()[i].moves(self.buffer.before()), result: self.buffer.results()[i] }
    }
}

impl Default for AllRolls {
    fn default() -> Self {
        Self::new()
    }
}

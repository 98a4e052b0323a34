//! A two-sided database file.

use super::header::{Header, LENGTH};
use super::recomputed::FileDigest;
use super::{Bytes, FileError, body, check_length, u16_at};
use crate::board::Checkers;
use crate::eval::bearoff::Equities;
use crate::eval::bearoff::numbering::Numbering;

/// A two-sided database, for any number of points and checkers.
#[derive(Clone)]
pub struct TwoSidedFile {
    pub(super) bytes: Bytes,
    pub(super) numbering: Numbering,
    cubeful: bool,
    pub(super) digest: FileDigest,
}

impl TwoSidedFile {
    pub(super) fn open(bytes: Bytes, numbering: Numbering, cubeful: bool) -> Result<Self, FileError> {
        let file = Self { bytes, numbering, cubeful, digest: FileDigest::default() };
        let size = file.numbering.size();
        check_length(&file.bytes, LENGTH + size * size * file.record())?;
        Ok(file)
    }

    /// Bytes of a pair.
    const fn record(&self) -> usize {
        if self.cubeful { 8 } else { 2 }
    }

    /// The contents of the file.
    pub fn header(&self) -> Header {
        let (points, checkers) = (self.numbering.points(), self.numbering.checkers());
        Header::TwoSided { points, checkers, cubeful: self.cubeful }
    }

    /// The numbering of each side's positions.
    pub const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Whether the equities with a cube are there.
    pub const fn is_cubeful(&self) -> bool {
        self.cubeful
    }

    /// The equities of two sides that the [numbering](Self::numbering) covers. Without cubeful ones in the file all
    /// four are cubeless.
    pub fn equities(&self, on_roll: &Checkers, opponent: &Checkers) -> Equities {
        let [me, opponent] = [on_roll, opponent].map(|side| self.numbering.number(side.counts()));
        self.equities_of(me, opponent)
    }

    /// The equities of a pair of positions, by number.
    pub fn equities_of(&self, on_roll: usize, opponent: usize) -> Equities {
        let at = self.record() * (on_roll * self.numbering.size() + opponent);
        let body = body(&self.bytes);
        Equities::from_raw(std::array::from_fn(|i| u16_at(body, at + if self.cubeful { 2 * i } else { 0 })))
    }

    /// A finished game must be won or lost, and owning the cube be worth at least as much as not owning it.
    pub(super) fn verify(&self) -> Result<(), FileError> {
        let size = self.numbering.size();
        let possible = |me: usize, opponent: usize| {
            let [cubeless, owned, _, opponents] = self.equities_of(me, opponent).raw();
            match (me, opponent) {
                (0, _) => cubeless == u16::MAX,
                (_, 0) => cubeless == 0,
                _ => owned >= opponents,
            }
        };
        let wrong = (0..size).find(|&me| !(0..size).all(|opponent| possible(me, opponent)));
        wrong.map_or(Ok(()), |number| Err(FileError::Values { number }))
    }
}

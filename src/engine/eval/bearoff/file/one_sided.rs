//! A one-sided database file.

use super::header::{Form, Header, LENGTH};
use super::recomputed::FileDigest;
use super::{Bytes, FileError, body, check_length, u16_at, u32_at};
use crate::board::Checkers;
use crate::eval::Outputs;
use crate::eval::bearoff::numbering::Numbering;
use crate::eval::bearoff::one_sided::{DONE, Distribution, MAX_ROLLS, UNIT, race_outputs};

/// A one-sided database, for any number of points.
#[derive(Clone)]
pub struct OneSidedFile {
    pub(super) bytes: Bytes,
    pub(super) numbering: Numbering,
    pub(super) gammons: bool,
    pub(super) form: Form,
    pub(super) digest: FileDigest,
}

/// The two distributions of a position.
#[derive(Clone, Copy)]
enum Which {
    Off,
    FirstOff,
}

impl OneSidedFile {
    pub(super) fn open(bytes: Bytes, numbering: Numbering, gammons: bool, form: Form) -> Result<Self, FileError> {
        let file = Self { bytes, numbering, gammons, form, digest: FileDigest::default() };
        match form {
            Form::Plain => check_length(&file.bytes, LENGTH + file.numbering.size() * file.row())?,
            Form::Compressed => file.check_index()?,
        }
        Ok(file)
    }

    /// Every index entry must lie within the file and stay within 32 rolls, and the last one end it.
    fn check_index(&self) -> Result<(), FileError> {
        let (body, index) = (body(&self.bytes), self.numbering.size() * self.row());
        if body.len() < index {
            return Err(FileError::Length { found: LENGTH + body.len(), expected: LENGTH + index });
        }
        let mut end = index;
        for number in 0..self.numbering.size() {
            let [off, first_off] = [Which::Off, Which::FirstOff].map(|which| self.entry(number, which));
            for (at, values, first) in [off, first_off] {
                if first + values > MAX_ROLLS || at + 2 * values > body.len() {
                    return Err(FileError::Index { number });
                }
                end = end.max(at + 2 * values);
            }
        }
        check_length(&self.bytes, LENGTH + end)
    }

    /// Bytes per position: of its distributions, or of its index entry.
    fn row(&self) -> usize {
        match self.form {
            Form::Plain => 2 * MAX_ROLLS * (1 + usize::from(self.gammons)),
            Form::Compressed => 6 + 2 * usize::from(self.gammons),
        }
    }

    /// Where a compressed distribution begins, how many values it has and the roll of the first.
    fn entry(&self, number: usize, which: Which) -> (usize, usize, usize) {
        let body = body(&self.bytes);
        let entry = &body[number * self.row()..][..self.row()];
        let start = self.numbering.size() * self.row() + 2 * u32_at(entry, 0) as usize;
        let (values, first) = (usize::from(entry[4]), usize::from(entry[5]));
        match which {
            Which::Off => (start, values, first),
            Which::FirstOff if self.gammons => (start + 2 * values, usize::from(entry[6]), usize::from(entry[7])),
            Which::FirstOff => (start, 0, 0),
        }
    }

    fn distribution(&self, number: usize, which: Which) -> Distribution {
        let body = body(&self.bytes);
        let mut distribution = [0; MAX_ROLLS];
        match self.form {
            Form::Plain => {
                let at = number * self.row() + if matches!(which, Which::FirstOff) { 2 * MAX_ROLLS } else { 0 };
                for (r, p) in distribution.iter_mut().enumerate() {
                    *p = u16_at(body, at + 2 * r);
                }
            }
            Form::Compressed => {
                let (at, values, first) = self.entry(number, which);
                for (i, p) in distribution[first..first + values].iter_mut().enumerate() {
                    *p = u16_at(body, at + 2 * i);
                }
            }
        }
        distribution
    }

    /// The contents of the file.
    pub fn header(&self) -> Header {
        let (points, checkers) = (self.numbering.points(), self.numbering.checkers());
        Header::OneSided { points, checkers, gammons: self.gammons, form: self.form }
    }

    /// The numbering of the file's positions.
    pub const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// The probabilities of needing exactly `r` rolls to bear off everything.
    pub fn off(&self, number: usize) -> Distribution {
        self.distribution(number, Which::Off)
    }

    /// The probabilities of bearing off the first checker on roll `r`. Where the file has none, a checker counts as off
    /// already.
    pub fn first_off(&self, number: usize) -> Distribution {
        let is_full = number >= self.numbering.first_with(self.numbering.checkers());
        if self.gammons && is_full { self.distribution(number, Which::FirstOff) } else { DONE }
    }

    /// The chances of a race between two sides that the [numbering](Self::numbering) covers.
    pub fn outputs(&self, on_roll: &Checkers, opponent: &Checkers) -> Outputs {
        let [me, opponent] = [on_roll, opponent].map(|side| self.numbering.number(side.counts()));
        let first_off = [self.first_off(me), self.first_off(opponent)];
        race_outputs(&self.off(me), &self.off(opponent), Some([&first_off[0], &first_off[1]]))
    }

    pub(super) fn verify(&self) -> Result<(), FileError> {
        let sums = |d: Distribution| d.iter().map(|&p| u32::from(p)).sum::<u32>() == UNIT;
        let possible = |number| sums(self.off(number)) && sums(self.first_off(number));
        let wrong = (0..self.numbering.size()).find(|&number| !possible(number));
        wrong.map_or(Ok(()), |number| Err(FileError::Values { number }))
    }
}

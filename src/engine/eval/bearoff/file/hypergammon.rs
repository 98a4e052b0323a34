//! A hypergammon database file.

use super::header::{Header, LENGTH};
use super::recomputed::FileDigest;
use super::{Bytes, FileError, body, check_length};
use crate::board::Position;
use crate::eval::Outputs;
use crate::eval::bearoff::numbering::Numbering;

/// Bytes of a pair.
pub(super) const RECORD: usize = 28;

/// 24 bits.
const UNIT: u32 = 0xff_ffff;

/// The value of a position of hypergammon, for the side on roll.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HypergammonValue {
    /// How the game ends without a cube.
    pub outputs: Outputs,
    /// Money equities at cube 1, not doubling now: cube owned, centered, centered under Jacoby's rule, opponent's.
    pub equities: [f32; 4],
}

impl HypergammonValue {
    fn from_record(record: &[u8]) -> Self {
        let value = |i: usize| {
            let [a, b, c] = [0, 1, 2].map(|k| record[3 * i + k]);
            u32::from_le_bytes([a, b, c, 0]) as f32 / UNIT as f32
        };
        Self {
            outputs: Outputs(std::array::from_fn(value)),
            equities: std::array::from_fn(|i| {
                let at = 15 + 3 * i;
                let raw = u32::from_le_bytes([record[at], record[at + 1], record[at + 2], 0]);
                (raw as f32 / UNIT as f32 - 0.5) * 6.0
            }),
        }
    }

    /// The value as a file holds it.
    pub(in crate::eval::bearoff) fn record(&self) -> [u8; RECORD] {
        let mut record = [0; RECORD];
        let outputs = self.outputs.0.map(f64::from);
        let equities = self.equities.map(|equity| f64::from(equity) / 6.0 + 0.5);
        for (bytes, value) in record.chunks_exact_mut(3).zip(outputs.into_iter().chain(equities)) {
            let raw = (value * f64::from(UNIT)).round().clamp(0.0, f64::from(UNIT)) as u32;
            bytes.copy_from_slice(&raw.to_le_bytes()[..3]);
        }
        record
    }
}

/// A database of hypergammon.
#[derive(Clone)]
pub struct HypergammonFile {
    pub(super) bytes: Bytes,
    pub(super) numbering: Numbering,
    pub(super) digest: FileDigest,
}

impl HypergammonFile {
    pub(super) fn open(bytes: Bytes, numbering: Numbering) -> Result<Self, FileError> {
        let size = numbering.size();
        check_length(&bytes, LENGTH + RECORD * size * size)?;
        Ok(Self { bytes, numbering, digest: FileDigest::default() })
    }

    /// The contents of the file.
    pub const fn header(&self) -> Header {
        Header::Hypergammon { checkers: self.checkers() }
    }

    /// Checkers of a side.
    pub const fn checkers(&self) -> usize {
        self.numbering.checkers()
    }

    /// The value of a position with at most this many checkers a side.
    pub fn value(&self, position: &Position) -> HypergammonValue {
        let [me, opponent] = [position.on_roll(), position.opponent()].map(|side| self.numbering.number(side.counts()));
        self.value_of(me, opponent)
    }

    pub(in crate::eval::bearoff) fn value_of(&self, on_roll: usize, opponent: usize) -> HypergammonValue {
        let at = RECORD * (on_roll * self.numbering.size() + opponent);
        HypergammonValue::from_record(&body(&self.bytes)[at..at + RECORD])
    }

    /// Gammons must be among the wins and backgammons among the gammons.
    pub(super) fn verify(&self) -> Result<(), FileError> {
        let size = self.numbering.size();
        let possible = |me: usize, opponent: usize| {
            let [win, gammon, backgammon, lose_gammon, lose_backgammon] = self.value_of(me, opponent).outputs.0;
            let in_order = |a: f32, b: f32| a <= b + 1e-4;
            in_order(backgammon, gammon)
                && in_order(gammon, win)
                && in_order(lose_backgammon, lose_gammon)
                && in_order(lose_gammon, 1.0 - win)
        };
        let wrong = (0..size).find(|&me| !(0..size).all(|opponent| possible(me, opponent)));
        wrong.map_or(Ok(()), |number| Err(FileError::Values { number }))
    }
}

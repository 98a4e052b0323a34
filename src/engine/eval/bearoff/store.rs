//! The home databases as bytes, so that a program may keep them in a file between runs.
//!
//! A header naming the format, then every number little-endian in memory order. The numbers are the same on every
//! machine, so that their SHA-256 is known here, and bytes with any other are no databases. The file is a cache of what
//! can be computed at any time: whatever is wrong with it, compute anew.

use super::numbering::{HOME_POSITIONS, MAX_CHECKERS, Numbering};
use super::one_sided::MAX_ROLLS;
use super::{Bearoff, Equities, OneSided, TwoSided};
use crate::board::HOME_POINTS;
use crate::digest::Sha256;
use crate::eval::TWO_SIDED_CHECKERS;
use crate::words::counted;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use thiserror::Error;

const MAGIC: &[u8; 16] = b"gammon-bearoff-2";

/// The SHA-256 of the numbers.
const DIGEST: [u8; 32] = [
    0xee, 0x55, 0x9d, 0x00, 0x87, 0x5e, 0x35, 0xa7, 0x15, 0xb2, 0xbe, 0x42, 0x86, 0x53, 0xa6, 0x95, 0x2a, 0x13, 0xfa,
    0x29, 0x74, 0xb2, 0xfb, 0xfd, 0x61, 0x52, 0x86, 0x48, 0xcc, 0x5a, 0x99, 0xcf,
];

/// Why stored databases cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The header is another.
    #[error("not a bearoff cache of this version")]
    Header,
    /// Too few or too many bytes.
    #[error("{}, expected {expected}", counted(*.found, "byte"))]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// Something has changed.
    #[error("these are not the numbers of the databases")]
    Contents,
}

impl Bearoff {
    /// The databases as bytes, about 11 MB.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (off, first_off) = self.one_sided.parts();
        let rows = off.iter().chain(first_off).flatten().copied();
        let equities = self.two_sided.all().iter().flat_map(|equities| equities.raw());
        let body: Vec<u8> = rows.chain(equities).flat_map(u16::to_le_bytes).collect();
        [&MAGIC[..], &body].concat()
    }

    /// Has the databases read when one of them is first looked into, once for both. They are computed where `read`
    /// gives none.
    pub fn restore_later(&self, read: impl FnOnce() -> Option<Stored> + Send + 'static) {
        let stored = Arc::new(LazyLock::new(|| {
            let (one_sided, two_sided) = read().map(|Stored(one_sided, two_sided)| (one_sided, two_sided)).unzip();
            (Mutex::new(one_sided), Mutex::new(two_sided))
        }));
        let again = Arc::clone(&stored);
        self.one_sided.keep(move || taken(&stored.0));
        self.two_sided.keep(move || taken(&again.1));
    }
}

fn taken<T>(from: &Mutex<Option<T>>) -> Option<T> {
    from.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// The databases as they were stored.
#[derive(PartialEq)]
pub struct Stored(OneSided, TwoSided);

impl Stored {
    /// The number of bytes they are stored in.
    pub fn length() -> usize {
        let side = numbering(TWO_SIDED_CHECKERS as usize).size();
        MAGIC.len() + 2 * MAX_ROLLS * (HOME_POSITIONS + full()) + 8 * side * side
    }

    /// Reads the bytes of [`Bearoff::to_bytes`].
    ///
    /// # Errors
    /// When the bytes are damaged or of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoreError> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(StoreError::Header);
        };
        let expected = Self::length();
        if bytes.len() != expected {
            return Err(StoreError::Length { found: bytes.len(), expected });
        }
        if Sha256::of(rest) != DIGEST {
            return Err(StoreError::Contents);
        }
        let (off, rest) = rest.split_at(2 * MAX_ROLLS * HOME_POSITIONS);
        let (first_off, equities) = rest.split_at(2 * MAX_ROLLS * full());
        let one_sided = OneSided::from_parts(HOME_POINTS, distributions(off), distributions(first_off));
        let equities = equities.as_chunks::<8>().0.iter().map(|raw| Equities::from_raw(numbers(raw))).collect();
        let checkers = TWO_SIDED_CHECKERS as usize;
        Ok(Self(one_sided, TwoSided::from_parts(HOME_POINTS, checkers, numbering(checkers).size(), equities)))
    }
}

fn numbering(checkers: usize) -> Numbering {
    Numbering::new(HOME_POINTS, checkers).expect("a home board has 6 points")
}

/// Positions of one side with the full number of checkers.
fn full() -> usize {
    HOME_POSITIONS - numbering(MAX_CHECKERS).first_with(MAX_CHECKERS)
}

fn distributions(bytes: &[u8]) -> Vec<[u16; MAX_ROLLS]> {
    bytes.as_chunks::<{ 2 * MAX_ROLLS }>().0.iter().map(|row| numbers(row)).collect()
}

fn numbers<const N: usize>(bytes: &[u8]) -> [u16; N] {
    std::array::from_fn(|i| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn bytes_come_back_and_damage_is_named() {
        let bearoff = Bearoff::standard();
        let mut bytes = bearoff.to_bytes();
        assert_eq!(bytes.len(), Stored::length());
        let fault = |bytes: &[u8]| Stored::from_bytes(bytes).err();
        let Stored(one_sided, two_sided) = Stored::from_bytes(&bytes).unwrap();
        assert!(one_sided == **bearoff.one_sided && two_sided == **bearoff.two_sided);
        bytes[5_000_000] ^= 4;
        assert_eq!(fault(&bytes), Some(StoreError::Contents));
        bytes[5_000_000] ^= 4;
        bytes.pop();
        let expected = bytes.len() + 1;
        assert_eq!(fault(&bytes), Some(StoreError::Length { found: expected - 1, expected }));
        assert_eq!(fault(b"gnubg-OS-06-15-1-1-0"), Some(StoreError::Header));
    }

    #[test]
    fn stored_databases_are_read_once_and_when_they_are_needed() {
        static READ: AtomicU32 = AtomicU32::new(0);
        let (computed, bearoff) = (Bearoff::standard(), Bearoff::of_the_home_board());
        let bytes = computed.to_bytes();
        bearoff.restore_later(move || {
            READ.fetch_add(1, Ordering::Relaxed);
            Stored::from_bytes(&bytes).ok()
        });
        assert_eq!(READ.load(Ordering::Relaxed), 0);
        assert!(**bearoff.two_sided == **computed.two_sided && **bearoff.one_sided == **computed.one_sided);
        assert_eq!(READ.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn databases_that_cannot_be_read_are_computed() {
        let bearoff = Bearoff::of_the_home_board();
        bearoff.restore_later(|| None);
        assert!(**bearoff.one_sided == **Bearoff::standard().one_sided);
    }
}

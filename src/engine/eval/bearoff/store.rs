//! The home databases as bytes, so that a program may keep them in a file between runs.
//!
//! A header naming the format, then every number little-endian in memory order. The numbers are the same on every
//! machine, so that their SHA-256 is known here, and bytes with any other are no databases. The file is a cache of what
//! can be computed at any time: whatever is wrong with it, compute anew.

use super::numbering::{HOME_POSITIONS, MAX_CHECKERS, Numbering};
use super::one_sided::MAX_ROLLS;
use super::{Bearoff, Equities, OneSided, TwoSided};
use crate::board::HOME_POINTS;
use crate::eval::TWO_SIDED_CHECKERS;
use sha2::{Digest, Sha256};
use thiserror::Error;

const MAGIC: &[u8; 16] = b"gammon-bearoff-2";

/// The SHA-256 of the numbers.
const DIGEST: [u8; 32] = [
    0xee, 0x55, 0x9d, 0x00, 0x87, 0x5e, 0x35, 0xa7, 0x15, 0xb2, 0xbe, 0x42, 0x86, 0x53, 0xa6, 0x95, 0x2a, 0x13, 0xfa,
    0x29, 0x74, 0xb2, 0xfb, 0xfd, 0x61, 0x52, 0x86, 0x48, 0xcc, 0x5a, 0x99, 0xcf,
];

/// Why stored databases cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The header is another.
    #[error("not a bearoff cache of this version")]
    Header,
    /// Too few or too many bytes.
    #[error("{found} bytes, expected {expected}")]
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
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (off, first_off) = self.one_sided.parts();
        let rows = off.iter().chain(first_off).flatten().copied();
        let equities = self.two_sided.all().iter().flat_map(|equities| equities.raw());
        let body: Vec<u8> = rows.chain(equities).flat_map(u16::to_le_bytes).collect();
        [&MAGIC[..], &body].concat()
    }

    /// Takes the databases from the bytes of [`Bearoff::to_bytes`] unless they have been computed by now.
    ///
    /// # Errors
    /// When the bytes are damaged or of another version.
    pub fn restore(&self, bytes: &[u8]) -> Result<(), StoreError> {
        let (one_sided, two_sided) = read(bytes)?;
        self.one_sided.set(one_sided);
        self.two_sided.set(two_sided);
        Ok(())
    }
}

fn read(bytes: &[u8]) -> Result<(OneSided, TwoSided), StoreError> {
    let numbering = |checkers| Numbering::new(HOME_POINTS, checkers).expect("a home board has 6 points");
    let full = HOME_POSITIONS - numbering(MAX_CHECKERS).first_with(MAX_CHECKERS);
    let (checkers, row) = (TWO_SIDED_CHECKERS as usize, 2 * MAX_ROLLS);
    let side = numbering(checkers).size();
    let expected = MAGIC.len() + row * (HOME_POSITIONS + full) + 8 * side * side;
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        return Err(StoreError::Header);
    };
    if bytes.len() != expected {
        return Err(StoreError::Length { found: bytes.len(), expected });
    }
    if Sha256::digest(rest)[..] != DIGEST {
        return Err(StoreError::Contents);
    }
    let (off, rest) = rest.split_at(row * HOME_POSITIONS);
    let (first_off, equities) = rest.split_at(row * full);
    let one_sided = OneSided::from_parts(HOME_POINTS, distributions(off), distributions(first_off));
    let equities = equities.as_chunks::<8>().0.iter().map(|raw| Equities::from_raw(numbers(raw))).collect();
    Ok((one_sided, TwoSided::from_parts(HOME_POINTS, checkers, side, equities)))
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

    #[test]
    fn bytes_come_back_and_damage_is_named() {
        let bearoff = Bearoff::standard();
        let mut bytes = bearoff.to_bytes();
        let (one_sided, two_sided) = read(&bytes).unwrap();
        assert!(one_sided == **bearoff.one_sided && two_sided == **bearoff.two_sided);
        bytes[5_000_000] ^= 4;
        assert_eq!(bearoff.restore(&bytes).err(), Some(StoreError::Contents));
        bytes[5_000_000] ^= 4;
        // Two bits that cancel each other in a sum of products; a full run takes minutes.
        let pairs = if std::env::var_os("GAMMON_LONG_TESTS").is_some() { 1000 } else { 10 };
        for n in 0..pairs {
            let at = MAGIC.len() + 8 + 11_003 * n / 32 * 32;
            for (at, bit) in [(at, 0x80), (at + 28, 0x10)] {
                bytes[at] ^= bit;
            }
            assert_eq!(bearoff.restore(&bytes).err(), Some(StoreError::Contents), "pair {n}");
            for (at, bit) in [(at, 0x80), (at + 28, 0x10)] {
                bytes[at] ^= bit;
            }
        }
        bytes.pop();
        let expected = bytes.len() + 1;
        assert_eq!(bearoff.restore(&bytes).err(), Some(StoreError::Length { found: expected - 1, expected }));
        assert_eq!(bearoff.restore(b"gnubg-OS-06-15-1-1-0").err(), Some(StoreError::Header));
    }
}

//! The home databases as bytes, so that a program may keep them in a file between runs.
//!
//! A header naming the format, a checksum, then every number little-endian in memory order. The file is a
//! cache of what can be computed at any time: whatever is wrong with it, compute anew.

use super::numbering::{HOME_POSITIONS, MAX_CHECKERS, Numbering};
use super::one_sided::MAX_ROLLS;
use super::{Bearoff, Equities, OneSided, TwoSided};
use crate::board::HOME_POINTS;
use crate::eval::TWO_SIDED_CHECKERS;
use thiserror::Error;

const MAGIC: &[u8; 16] = b"gammon-bearoff-1";

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
    /// A byte has changed.
    #[error("the checksum is wrong")]
    Checksum,
}

impl Bearoff {
    /// The databases as bytes, about 11 MB.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (off, first_off) = self.one_sided.parts();
        let rows = off.iter().chain(first_off).flatten().copied();
        let equities = self.two_sided.all().iter().flat_map(|equities| equities.raw());
        let body: Vec<u8> = rows.chain(equities).flat_map(u16::to_le_bytes).collect();
        [&MAGIC[..], &checksum(&body).to_le_bytes(), &body].concat()
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
    let expected = 24 + row * (HOME_POSITIONS + full) + 8 * side * side;
    let Some(rest) = bytes.strip_prefix(MAGIC) else {
        return Err(StoreError::Header);
    };
    if bytes.len() != expected {
        return Err(StoreError::Length { found: bytes.len(), expected });
    }
    let (sum, body) = rest.split_first_chunk::<8>().expect("the length was checked");
    if u64::from_le_bytes(*sum) != checksum(body) {
        return Err(StoreError::Checksum);
    }
    let (off, rest) = body.split_at(row * HOME_POSITIONS);
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

/// A sum that any changed byte changes: four interleaved chains of multiplications, for speed.
fn checksum(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut sums = [1, 2, 3, 4u64];
    let (chunks, rest) = bytes.as_chunks::<32>();
    for chunk in chunks {
        for (sum, word) in sums.iter_mut().zip(chunk.as_chunks::<8>().0) {
            *sum = (*sum ^ u64::from_le_bytes(*word)).wrapping_mul(ODD).rotate_left(29);
        }
    }
    let mut sum = bytes.len() as u64;
    for word in sums.into_iter().chain(rest.iter().map(|&byte| u64::from(byte))) {
        sum = (sum ^ word).wrapping_mul(ODD).rotate_left(29);
    }
    sum
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
        assert_eq!(bearoff.restore(&bytes).err(), Some(StoreError::Checksum));
        bytes.pop();
        let expected = bytes.len() + 1;
        assert_eq!(bearoff.restore(&bytes).err(), Some(StoreError::Length { found: expected - 1, expected }));
        assert_eq!(bearoff.restore(b"gnubg-OS-06-15-1-1-0").err(), Some(StoreError::Header));
    }
}

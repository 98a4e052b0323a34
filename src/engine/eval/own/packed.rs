//! A net file in three fifths of the room, as it is put into the program.
//!
//! Most weights of a first layer need one byte of their two. A packed file is `gammonpk` and then the net file in
//! blocks of 4,096 bytes. A block begins with how it is written: 0, as it is; 1, as i16 numbers, little-endian,
//! each of which is one byte where it is in −127..=127, and otherwise the byte −128 and the number's own two. The
//! last block may be shorter, and is then written as it is.

use super::file::OwnNetError;
use std::borrow::Cow;

const MAGIC: &[u8; 8] = b"gammonpk";
/// Bytes of the net file in a block.
const BLOCK: usize = 4096;
/// The byte before a block that is written as it is, and before one of short numbers.
const PLAIN: u8 = 0;
const SHORT: u8 = 1;
/// The byte before a number that needs two.
const LONG: u8 = i8::MIN as u8;

/// A net file, packed.
pub(super) fn pack(file: &[u8]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    let (blocks, rest) = file.as_chunks::<BLOCK>();
    for block in blocks {
        let mut short = Vec::with_capacity(BLOCK);
        for &pair in block.as_chunks().0 {
            match i8::try_from(i16::from_le_bytes(pair)) {
                Ok(number) if number as u8 != LONG => short.push(number as u8),
                _ => short.extend([LONG, pair[0], pair[1]]),
            }
        }
        if short.len() < BLOCK {
            out.push(SHORT);
            out.extend(short);
        } else {
            out.push(PLAIN);
            out.extend(block);
        }
    }
    if !rest.is_empty() {
        out.push(PLAIN);
        out.extend(rest);
    }
    out
}

/// The net file that bytes are, packed or not.
pub(super) fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, OwnNetError> {
    let Some(mut packed) = bytes.strip_prefix(MAGIC) else { return Ok(Cow::Borrowed(bytes)) };
    let mut out = Vec::with_capacity(2 * packed.len());
    while let Some((&kind, rest)) = packed.split_first() {
        packed = rest;
        match kind {
            PLAIN => {
                let (block, rest) = packed.split_at(BLOCK.min(packed.len()));
                out.extend(block);
                packed = rest;
            }
            SHORT => {
                let mut block = [0; BLOCK];
                packed = unpack_numbers(packed, &mut block).ok_or(OwnNetError::Short)?;
                out.extend(block);
            }
            kind => return Err(OwnNetError::Packed(kind)),
        }
    }
    Ok(Cow::Owned(out))
}

/// Fills a block with numbers, and returns what follows them.
fn unpack_numbers<'a>(mut packed: &'a [u8], block: &mut [u8; BLOCK]) -> Option<&'a [u8]> {
    for place in block.as_chunks_mut().0 {
        let (&first, rest) = packed.split_first()?;
        (*place, packed) = if first == LONG {
            let (&pair, rest) = rest.split_first_chunk()?;
            (pair, rest)
        } else {
            (i16::from(first as i8).to_le_bytes(), rest)
        };
    }
    Some(packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes(numbers: &[i16]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn small_numbers_take_half_the_room() {
        let small = bytes(&[-127; BLOCK / 2]);
        let packed = pack(&small);
        assert_eq!(packed.len(), MAGIC.len() + 1 + BLOCK / 2);
        assert_eq!(unpack(&packed).unwrap(), small);
        // Numbers that need two bytes are not written with three.
        let large = bytes(&[-128; BLOCK / 2]);
        assert_eq!(pack(&large).len(), MAGIC.len() + 1 + BLOCK);
    }

    #[test]
    fn faults_are_named() {
        let packed = pack(&bytes(&[1000, -5, 7].repeat(BLOCK)));
        for end in [MAGIC.len() + 1, packed.len() / 2] {
            assert_eq!(unpack(&packed[..end]), Err(OwnNetError::Short));
        }
        let mut other = packed;
        other[MAGIC.len()] = 7;
        assert_eq!(unpack(&other), Err(OwnNetError::Packed(7)));
    }

    proptest! {
        #[test]
        fn unpacked_is_what_was_packed(
            numbers in prop::collection::vec(prop_oneof![4 => -200..200i16, 1 => any::<i16>()], 0..3 * BLOCK),
            odd in prop::option::of(any::<u8>()),
        ) {
            let mut file = bytes(&numbers);
            file.extend(odd);
            let packed = pack(&file);
            prop_assert_eq!(unpack(&packed).unwrap(), file);
        }
    }
}

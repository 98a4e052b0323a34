//! Bytes as base64 characters, and fields of bits within bytes.
//!
//! Bit `k` of an identifier is bit `k mod 8`, least significant first, of byte `k / 8`.

use super::error::{NotationError, Problem};
use base64::{DecodeError, Engine, engine::general_purpose::STANDARD_NO_PAD};
use std::ops::Range;

/// The bytes as base64 without padding.
pub(super) fn encode<const N: usize>(bytes: [u8; N]) -> String {
    STANDARD_NO_PAD.encode(bytes)
}

/// Decodes exactly `N` bytes; `what` names the identifier in errors.
pub(super) fn decode<const N: usize>(text: &str, what: &'static str) -> Result<[u8; N], NotationError> {
    let expected = (8 * N).div_ceil(6);
    if let Some((start, found)) = text.char_indices().find(|(_, c)| !is_digit(*c)) {
        let span = start..start + found.len_utf8();
        let expected = "a letter, a digit, + or /";
        return Err(NotationError::new(span, Problem::Character { found, expected }));
    }
    if text.len() != expected {
        return Err(NotationError::new(0..text.len(), Problem::Length { what, expected, found: text.len() }));
    }
    let mut bytes = [0; N];
    match STANDARD_NO_PAD.decode_slice(text, &mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => {
            // Length and alphabet have been checked; what is left are bits of the last character that no byte holds.
            debug_assert!(matches!(
                error,
                base64::DecodeSliceError::DecodeError(DecodeError::InvalidLastSymbol { .. })
            ));
            Err(NotationError::new(expected - 1..expected, Problem::SpareBits { what }))
        }
    }
}

/// Whether this is one of the 64 characters.
pub(super) fn is_digit(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '+' || c == '/'
}

/// Whether bit `k` is set.
pub(super) fn bit(bytes: &[u8], k: usize) -> bool {
    bytes[k / 8] >> (k % 8) & 1 == 1
}

/// The number in a field of up to 16 bits.
pub(super) fn field(bytes: &[u8], bits: Range<usize>) -> u16 {
    bits.rev().fold(0, |value, k| value << 1 | u16::from(bit(bytes, k)))
}

/// Writes a number into a field of zeros; bits that do not fit are lost.
pub(super) fn set_field(bytes: &mut [u8], bits: Range<usize>, value: u16) {
    for (i, k) in bits.enumerate() {
        bytes[k / 8] |= ((value >> i & 1) as u8) << (k % 8);
    }
}

/// The characters of the identifier that hold a field.
pub(super) fn characters(bits: &Range<usize>) -> Range<usize> {
    let (first, last) = (bits.start / 8, (bits.end - 1) / 8);
    8 * first / 6..(8 * last + 7) / 6 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_little_endian_within_and_across_bytes() {
        let mut bytes = [0; 9];
        set_field(&mut bytes, 21..36, 0x4a01);
        assert_eq!(field(&bytes, 21..36), 0x4a01);
        assert_eq!((field(&bytes, 0..16), field(&bytes, 36..51)), (0, 0));
        assert!(bit(&bytes, 21) && !bit(&bytes, 22));
        assert_eq!(characters(&(21..36)), 2..7);
    }
}

//! From positions side by side to places side by side.

use crate::board::Checkers;
use crate::simd::vector::WIDTH;

/// For each place the checkers there in sixteen positions.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Bytes(pub(crate) [[u8; WIDTH]; 32]);

impl Bytes {
    /// No checkers.
    pub(crate) const ZERO: Self = Self([[0; WIDTH]; 32]);
}

/// Writes the checkers of sixteen positions place by place.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn transpose(checkers: &[Checkers; WIDTH], out: &mut Bytes) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_storeu_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8};
    for (half, out) in out.0.chunks_exact_mut(WIDTH).enumerate() {
        // SAFETY: SSE2 belongs to every x86-64; each load reads the 16 bytes of a half that is borrowed.
        let mut rows = std::array::from_fn::<_, WIDTH, _>(|i| unsafe {
            let bytes: &[u8; 16] = &checkers[i].bytes().as_chunks::<16>().0[half];
            _mm_loadu_si128(bytes.as_ptr().cast::<__m128i>())
        });
        // Interleaving rows i and i + 8 turns the eight bits of a byte's place round by one; four turns swap
        // row and column.
        for _ in 0..4 {
            rows = std::array::from_fn(|i| {
                let (a, b) = (rows[i / 2], rows[i / 2 + 8]);
                // SAFETY: SSE2 belongs to every x86-64.
                unsafe { if i % 2 == 0 { _mm_unpacklo_epi8(a, b) } else { _mm_unpackhi_epi8(a, b) } }
            });
        }
        for (row, out) in rows.into_iter().zip(out) {
            // SAFETY: SSE2 belongs to every x86-64; the 16 bytes written are those borrowed.
            unsafe { _mm_storeu_si128(out.as_mut_ptr().cast::<__m128i>(), row) }
        }
    }
}

/// Writes the checkers of sixteen positions place by place: as above.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[inline(always)]
pub(crate) fn transpose(checkers: &[Checkers; WIDTH], out: &mut Bytes) {
    use std::arch::aarch64::{vld1q_u8, vst1q_u8, vzip1q_u8, vzip2q_u8};
    for (half, out) in out.0.chunks_exact_mut(WIDTH).enumerate() {
        // SAFETY: compiled only where the whole program may use NEON; each load reads the 16 bytes of a half that is
        // borrowed.
        let mut rows = std::array::from_fn::<_, WIDTH, _>(|i| unsafe {
            vld1q_u8(checkers[i].bytes().as_chunks::<16>().0[half].as_ptr())
        });
        for _ in 0..4 {
            rows = std::array::from_fn(|i| {
                let (a, b) = (rows[i / 2], rows[i / 2 + 8]);
                // SAFETY: compiled only where the whole program may use NEON.
                unsafe { if i % 2 == 0 { vzip1q_u8(a, b) } else { vzip2q_u8(a, b) } }
            });
        }
        for (row, out) in rows.into_iter().zip(out) {
            // SAFETY: compiled only where the whole program may use NEON; the 16 bytes written are those borrowed.
            unsafe { vst1q_u8(out.as_mut_ptr(), row) }
        }
    }
}

/// Writes the checkers of sixteen positions place by place.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon"))))]
#[inline(always)]
pub(crate) fn transpose(checkers: &[Checkers; WIDTH], out: &mut Bytes) {
    portable(checkers, out);
}

#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))))]
fn portable(checkers: &[Checkers; WIDTH], out: &mut Bytes) {
    for (lane, checkers) in checkers.iter().enumerate() {
        for (place, &count) in checkers.bytes().iter().enumerate() {
            out.0[place][lane] = count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let checkers: [Checkers; WIDTH] =
            std::array::from_fn(|i| Checkers::new(std::array::from_fn(|k| ((31 * i + 7 * k) % 16) as u8)));
        let (mut fast, mut plain) = (Bytes::ZERO, Bytes::ZERO);
        transpose(&checkers, &mut fast);
        portable(&checkers, &mut plain);
        assert_eq!(fast.0, plain.0);
        assert_eq!(fast.0[3][5], checkers[5].bytes()[3]);
    }
}

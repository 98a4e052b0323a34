//! Comparing the 32 bytes of a side at once. Bit `i` of a mask is place `i`, bit 24 the bar.

use super::point::POINTS;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use neon as best;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon"))))]
use portable as best;
#[cfg(target_arch = "x86_64")]
use sse2 as best;

/// The 24 points.
pub const BOARD: u32 = (1 << POINTS) - 1;

/// The points of one side as the other numbers them; the bar drops out.
#[inline(always)]
pub const fn mirrored(mask: u32) -> u32 {
    (mask & BOARD).reverse_bits() >> (32 - POINTS)
}

/// The places with more than `n` checkers.
#[inline(always)]
pub fn above(bytes: &[u8; 32], n: i8) -> u32 {
    best::above(bytes, n)
}

/// The places where two sides differ.
#[inline(always)]
pub fn different(a: &[u8; 32], b: &[u8; 32]) -> u32 {
    best::different(a, b)
}

/// The masks in SSE2, which every x86-64 has.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8,
    };

    #[inline(always)]
    pub fn different(a: &[u8; 32], b: &[u8; 32]) -> u32 {
        let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
        // SAFETY: SSE2 is part of every x86-64.
        unsafe { !bits(_mm_cmpeq_epi8(a0, b0), _mm_cmpeq_epi8(a1, b1)) }
    }

    #[inline(always)]
    pub fn above(bytes: &[u8; 32], n: i8) -> u32 {
        let [low, high] = halves(bytes);
        // SAFETY: SSE2 is part of every x86-64.
        unsafe { bits(_mm_cmpgt_epi8(low, _mm_set1_epi8(n)), _mm_cmpgt_epi8(high, _mm_set1_epi8(n))) }
    }

    #[inline(always)]
    fn bits(low: __m128i, high: __m128i) -> u32 {
        // SAFETY: SSE2 is part of every x86-64.
        unsafe { _mm_movemask_epi8(low) as u32 | (_mm_movemask_epi8(high) as u32) << 16 }
    }

    #[inline(always)]
    fn halves(bytes: &[u8; 32]) -> [__m128i; 2] {
        let start = bytes.as_ptr();
        // SAFETY: both 16-byte loads lie within the 32 bytes, and need no alignment.
        unsafe { [_mm_loadu_si128(start.cast()), _mm_loadu_si128(start.add(16).cast())] }
    }
}

/// The masks of builds that may count on NEON, as all common ones for 64-bit ARM.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon {
    use std::arch::aarch64::{
        uint8x16_t, vandq_u8, vceqq_u8, vcgtq_s8, vdupq_n_s8, vgetq_lane_u32, vld1q_u8, vpaddq_u8, vreinterpretq_s8_u8,
        vreinterpretq_u32_u8,
    };

    /// The bit of each byte among eight.
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

    #[inline(always)]
    pub fn different(a: &[u8; 32], b: &[u8; 32]) -> u32 {
        let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
        // SAFETY: compiled only where the whole program may use NEON.
        unsafe { !bits(vceqq_u8(a0, b0), vceqq_u8(a1, b1)) }
    }

    #[inline(always)]
    pub fn above(bytes: &[u8; 32], n: i8) -> u32 {
        let [low, high] = halves(bytes);
        // SAFETY: compiled only where the whole program may use NEON.
        unsafe {
            let limit = vdupq_n_s8(n);
            bits(vcgtq_s8(vreinterpretq_s8_u8(low), limit), vcgtq_s8(vreinterpretq_s8_u8(high), limit))
        }
    }

    /// One bit for each byte, all of whose bits are equal: eight bytes at a time are added up, three times in pairs.
    #[inline(always)]
    fn bits(low: uint8x16_t, high: uint8x16_t) -> u32 {
        // SAFETY: compiled only where the whole program may use NEON; the 16 bytes loaded are those of the table.
        unsafe {
            let weights = vld1q_u8(BITS.as_ptr());
            let pairs = vpaddq_u8(vandq_u8(low, weights), vandq_u8(high, weights));
            let fours = vpaddq_u8(pairs, pairs);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(fours, fours)))
        }
    }

    #[inline(always)]
    fn halves(bytes: &[u8; 32]) -> [uint8x16_t; 2] {
        let start = bytes.as_ptr();
        // SAFETY: compiled only where the whole program may use NEON; both 16-byte loads lie within the 32 bytes, and
        // need no alignment.
        unsafe { [vld1q_u8(start), vld1q_u8(start.add(16))] }
    }
}

/// The masks of all other machines, which are tested against, too.
#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))))]
mod portable {
    #[inline(always)]
    pub fn different(a: &[u8; 32], b: &[u8; 32]) -> u32 {
        (0..32).fold(0, |mask, i| mask | u32::from(a[i] != b[i]) << i)
    }

    #[inline(always)]
    pub fn above(bytes: &[u8; 32], n: i8) -> u32 {
        (0..32).fold(0, |mask, i| mask | u32::from(bytes[i] as i8 > n) << i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_those_of_plain_loops() {
        let side = |factor: usize| -> [u8; 32] { std::array::from_fn(|i| (i * factor % 16) as u8) };
        for factor in 0..16 {
            let bytes = side(factor);
            for n in 0..16 {
                assert_eq!(above(&bytes, n), portable::above(&bytes, n));
            }
            for other in (0..16).map(side) {
                assert_eq!(different(&bytes, &other), portable::different(&bytes, &other));
            }
        }
    }
}

//! Bit masks of places by their number of checkers. The bar is bit 24.

use crate::board::{Checkers, POINTS};

/// The 24 points.
pub(super) const BOARD: u32 = (1 << POINTS) - 1;

/// The places with at least one checker and those with at least two.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn at_least_one_and_two(side: &Checkers) -> [u32; 2] {
    use std::arch::x86_64::{__m128i, _mm_cmpgt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};
    let (halves, _) = side.bytes().as_chunks::<16>();
    // SAFETY: SSE2 belongs to every x86-64, and each load reads the 16 bytes of a half that is borrowed.
    unsafe {
        let low = _mm_loadu_si128(halves[0].as_ptr().cast::<__m128i>());
        let high = _mm_loadu_si128(halves[1].as_ptr().cast::<__m128i>());
        [0, 1].map(|n| {
            let limit = _mm_set1_epi8(n);
            let low = _mm_movemask_epi8(_mm_cmpgt_epi8(low, limit)) as u32;
            let high = _mm_movemask_epi8(_mm_cmpgt_epi8(high, limit)) as u32;
            low | high << 16
        })
    }
}

/// The places with at least one checker and those with at least two.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[inline(always)]
pub(super) fn at_least_one_and_two(side: &Checkers) -> [u32; 2] {
    use std::arch::aarch64::{
        vandq_u8, vcgtq_u8, vdupq_n_u8, vgetq_lane_u32, vld1q_u8, vpaddq_u8, vreinterpretq_u32_u8,
    };
    /// The bit of each byte among eight.
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let (halves, _) = side.bytes().as_chunks::<16>();
    // SAFETY: compiled only where the whole program may use NEON; the loads read the 16 bytes of the table and of each half.
    unsafe {
        let weights = vld1q_u8(BITS.as_ptr());
        let (low, high) = (vld1q_u8(halves[0].as_ptr()), vld1q_u8(halves[1].as_ptr()));
        [0, 1].map(|n| {
            let limit = vdupq_n_u8(n);
            // Eight bytes at a time are added up, three times in pairs.
            let pairs = vpaddq_u8(vandq_u8(vcgtq_u8(low, limit), weights), vandq_u8(vcgtq_u8(high, limit), weights));
            let fours = vpaddq_u8(pairs, pairs);
            vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(fours, fours)))
        })
    }
}

/// The places with at least one checker and those with at least two.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon"))))]
#[inline(always)]
pub(super) fn at_least_one_and_two(side: &Checkers) -> [u32; 2] {
    [1, 2].map(|n| portable_at_least(side, n))
}

#[cfg(any(test, not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))))]
fn portable_at_least(side: &Checkers, n: u8) -> u32 {
    side.bytes().iter().rev().fold(0, |mask, &count| mask << 1 | u32::from(count >= n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_tell_which_places_have_enough_checkers() {
        let side = Checkers::new(std::array::from_fn(|i| (i * 7 % 16) as u8));
        assert_eq!(at_least_one_and_two(&side), [1, 2].map(|n| portable_at_least(&side, n)));
    }
}

//! Comparing the 32 bytes of a side at once.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};

/// The places with at least one, two and three checkers.
#[inline(always)]
pub fn at_least_one_two_three(bytes: &[u8; 32]) -> [u32; 3] {
    [above(bytes, 0), above(bytes, 1), above(bytes, 2)]
}

/// The places where two sides differ.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn different(a: &[u8; 32], b: &[u8; 32]) -> u32 {
    let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
    // SAFETY: SSE2 is part of every x86-64.
    unsafe { !bits(_mm_cmpeq_epi8(a0, b0), _mm_cmpeq_epi8(a1, b1)) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn above(bytes: &[u8; 32], n: i8) -> u32 {
    let [low, high] = halves(bytes);
    // SAFETY: SSE2 is part of every x86-64.
    unsafe { bits(_mm_cmpgt_epi8(low, _mm_set1_epi8(n)), _mm_cmpgt_epi8(high, _mm_set1_epi8(n))) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn bits(low: __m128i, high: __m128i) -> u32 {
    // SAFETY: SSE2 is part of every x86-64.
    unsafe { _mm_movemask_epi8(low) as u32 | (_mm_movemask_epi8(high) as u32) << 16 }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn halves(bytes: &[u8; 32]) -> [__m128i; 2] {
    let start = bytes.as_ptr();
    // SAFETY: both 16-byte loads lie within the 32 bytes, and need no alignment.
    unsafe { [_mm_loadu_si128(start.cast()), _mm_loadu_si128(start.add(16).cast())] }
}

/// The places where two sides differ.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn different(a: &[u8; 32], b: &[u8; 32]) -> u32 {
    (0..32).fold(0, |mask, i| mask | u32::from(a[i] != b[i]) << i)
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn above(bytes: &[u8; 32], n: u8) -> u32 {
    (0..32).fold(0, |mask, i| mask | u32::from(bytes[i] > n) << i)
}

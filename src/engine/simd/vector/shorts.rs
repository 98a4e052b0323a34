//! Thirty-two short numbers side by side.

use super::Vector;
use std::ops::{Add, Mul, Sub};

/// The token of the instruction set.
type Set<S> = <<S as Shorts>::Ints as Vector>::Set;

/// Thirty-two `i16`. Sums, differences and products wrap. Made as [`Vector`] is.
pub trait Shorts: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// Whole numbers of the same instruction set.
    type Ints: Vector;

    /// A vector from memory.
    fn load(set: Set<Self>, from: &[i16; 32]) -> Self;
    /// Into memory.
    fn store(self, to: &mut [i16; 32]);
    /// One number in every lane.
    fn splat(set: Set<Self>, value: i16) -> Self;
    /// A vector of bytes without a sign.
    fn widen(set: Set<Self>, bytes: &[u8; 32]) -> Self;
    /// The lesser.
    fn min(self, other: Self) -> Self;
    /// The greater.
    fn max(self, other: Self) -> Self;
    /// The upper byte of each number, rounded to the nearest: `(x + 128) / 256`, without the fraction.
    fn upper(self) -> Self;
    /// The mask of the numbers that differ, a bit for each.
    fn differs(self, other: Self) -> u32;
    /// The mask of the numbers that are greater, a bit for each.
    fn exceeds(self, other: Self) -> u32;
    /// The chosen numbers, one after another from the start, then zeros.
    fn list(self, chosen: u32, to: &mut [u16; 32]);
    /// Half of the squares of the numbers, which are first clipped to `0..=255`.
    fn half_squares(self) -> Self;
    /// The products of the numbers, which are first clipped to `0..=255`, divided by 512 and rounded, halves up.
    fn activations(self, other: Self, to: &mut [u8; 32]);
    /// Products of the numbers, each added to one of the sums, it does not matter to which.
    fn dot(self, other: Self, sums: Self::Ints) -> Self::Ints;
}

/// These bits as numbers with a sign.
#[inline(always)]
pub const fn signed(numbers: &[u16; 32]) -> &[i16; 32] {
    // SAFETY: both have the same size and alignment, and all bits are numbers.
    unsafe { &*std::ptr::from_ref(numbers).cast() }
}

/// The bytes for each choice among eight short numbers: those of the chosen ones, one after another, then bytes that
/// are none.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub static CHOSEN: [[u8; 16]; 256] = {
    let mut all = [[0x80; 16]; 256];
    let mut choice = 0;
    while choice < 256 {
        let (mut from, mut to) = (0, 0);
        while from < 8 {
            if choice >> from & 1 == 1 {
                all[choice][2 * to] = 2 * from;
                all[choice][2 * to + 1] = 2 * from + 1;
                to += 1;
            }
            from += 1;
        }
        choice += 1;
    }
    all
};

//! Sixteen floats side by side.

use super::{Vector, WIDTH};
use std::ops::{Add, Mul};

/// Sixteen `f32`, every result rounded. See [`Vector`] for where it may be used.
pub(crate) trait Floats: Copy + Add<Output = Self> + Mul<Output = Self> {
    /// Whole numbers of the same instruction set.
    type Ints: Vector;

    /// From memory.
    fn load(from: &[f32; WIDTH]) -> Self;
    /// Into memory.
    fn store(self, to: &mut [f32; WIDTH]);
    /// The same number in every lane.
    fn splat(value: f32) -> Self;
    /// From whole numbers.
    fn of(numbers: Self::Ints) -> Self;
    /// The nearest numbers in `0..=1`.
    fn clip(self) -> Self;
    /// `slopes` where the numbers are above 0 and below 1, else 0.
    fn inside(self, slopes: Self) -> Self;
    /// The sum: the upper half is added onto the lower half until one number is left.
    fn sum(self) -> f32;

    /// The sums of sixteen vectors.
    #[inline(always)]
    fn sums(vectors: &[Self; 16]) -> Self {
        let mut sums = [0.0; 16];
        for i in 0..16 {
            sums[i] = vectors[i].sum();
        }
        Self::load(&sums)
    }
}

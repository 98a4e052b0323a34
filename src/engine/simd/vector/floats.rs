//! Sixteen floats side by side.

use super::{Vector, WIDTH};
use crate::simd::Lanes;
use std::ops::{Add, Div, Mul, Sub};

/// The token of the instruction set.
type Set<F> = <<F as Floats>::Ints as Vector>::Set;

/// Sixteen `f32`, every result rounded. Made as [`Vector`] is.
pub trait Floats: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    /// Whole numbers of the same instruction set.
    type Ints: Vector;

    /// The token, of which this vector is proof.
    fn set(self) -> Set<Self>;
    /// A vector from memory.
    fn load(set: Set<Self>, from: &[f32; WIDTH]) -> Self;
    /// Into memory.
    fn store(self, to: &mut [f32; WIDTH]);
    /// One number in every lane.
    fn splat(set: Set<Self>, value: f32) -> Self;
    /// A vector of whole numbers.
    fn of(numbers: Self::Ints) -> Self;
    /// The nearest numbers in `0..=1`.
    fn clip(self) -> Self;
    /// `slopes` where the numbers are above 0 and below 1, else 0.
    fn inside(self, slopes: Self) -> Self;
    /// The sum: the upper half is added onto the lower half until one number is left.
    fn sum(self) -> f32;

    /// The number of each lane without its sign, or `most`, whichever is less; `most` for what is not a number.
    fn magnitude_up_to(self, most: Self) -> Self;
    /// The whole numbers within positive ones below 128, and what is left.
    fn split(self) -> (Self::Ints, Self);
    /// `negative` where the numbers are below 0, else `other`.
    fn negative_or(self, negative: Self, other: Self) -> Self;
    /// Entries of a table of 128.
    fn look_up(places: Self::Ints, table: &[Lanes; 8]) -> Self;
    /// Entries of a table of sixteen, for places below sixteen.
    fn pick(table: &[f32; WIDTH], places: Self::Ints) -> Self;
    /// Four numbers four times.
    fn repeat(set: Set<Self>, four: &[f32; 4]) -> Self;
    /// The first quarters of four vectors side by side, the second ones, and so on.
    fn quarters(vectors: [Self; 4]) -> [Self; 4];
    /// `(s0 + s1) + (s2 + s3)` of each quarter, in all four lanes of it.
    fn totals(self) -> Self;
    /// A vector whose lane `i` is, in each quarter, that of vector `i`.
    fn by_lane(vectors: [Self; 4]) -> Self;

    /// One number from memory in every lane.
    #[inline(always)]
    fn spread(set: Set<Self>, value: &f32) -> Self {
        Self::splat(set, *value)
    }

    /// The sums of sixteen vectors.
    #[inline(always)]
    fn sums(set: Set<Self>, vectors: &[Self; 16]) -> Self {
        let mut sums = [0.0; 16];
        for i in 0..16 {
            sums[i] = vectors[i].sum();
        }
        Self::load(set, &sums)
    }
}

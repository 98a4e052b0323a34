//! The operations of vectors, alike for every instruction set. The plain ones, in `portable`, define the results.

mod floats;
mod shorts;
#[cfg(test)]
mod tests;

pub use floats::Floats;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub use shorts::CHOSEN;
pub use shorts::{Shorts, signed};

use super::lanes::Lanes;
use std::ops::{Add, BitAnd, BitOr, Sub};

/// Positions side by side.
pub const WIDTH: usize = Lanes::WIDTH;

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Ints(pub(crate) [i32; WIDTH]);

impl Ints {
    /// Sixteen times the same number.
    pub const fn all(value: i32) -> Self {
        Self([value; WIDTH])
    }
}

/// Sixteen `i32`. Sums and differences wrap; comparisons answer -1 for true and 0 for false.
///
/// A vector is made from the token of its instruction set, or from other vectors. So whoever has one is on a machine
/// that has the set, which is what makes the `unsafe` blocks of the methods sound.
pub trait Vector:
    Copy + Add<Output = Self> + Sub<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// The token of the instruction set.
    type Set: Copy;

    /// The token, of which this vector is proof.
    fn set(self) -> Self::Set;
    /// A vector from memory.
    fn read(set: Self::Set, from: &[i32; WIDTH]) -> Self;
    /// Into memory.
    fn write(self, to: &mut [i32; WIDTH]);
    /// A number in the first lane, zeros in the others.
    fn first(set: Self::Set, value: i32) -> Self;
    /// One number in every lane.
    fn splat(set: Self::Set, value: i32) -> Self;
    /// Writes the bytes of sixteen rows column by column.
    #[inline(always)]
    fn columns(_: Self::Set, rows: [&[u8; 32]; WIDTH], columns: &mut [[u8; WIDTH]; 32]) {
        for (lane, row) in rows.into_iter().enumerate() {
            for (column, &byte) in columns.iter_mut().zip(row) {
                column[lane] = byte;
            }
        }
    }
    /// A vector of bytes without a sign.
    fn widen(set: Self::Set, bytes: &[u8; WIDTH]) -> Self;
    /// The product of numbers of which one is from 0 to 32767 and the other from -32768 to 32767.
    fn times(self, other: Self) -> Self;
    /// The bits that `other` does not have.
    fn without(self, other: Self) -> Self;
    /// The lesser.
    fn min(self, other: Self) -> Self;
    /// The greater.
    fn max(self, other: Self) -> Self;
    /// Whether the numbers are equal.
    fn equals(self, other: Self) -> Self;
    /// Whether the first number is greater.
    fn exceeds(self, other: Self) -> Self;
    /// Shifted to higher bits; nothing is left for 32 and more, and for what has bit 31.
    fn up(self, by: Self) -> Self;
    /// Shifted to lower bits, zeros coming in; nothing is left for 32 and more, and for what has bit 31.
    fn down(self, by: Self) -> Self;
    /// The place of the highest bit, -1 when there is none. Numbers are not negative.
    fn top_bit(self) -> Self;
    /// How many bits are set.
    fn ones(self) -> Self;
    /// Entries of a table by index; indices beyond it are taken modulo its length, a power of two.
    fn look_up<const N: usize>(self, table: &Table<N>) -> Self;
    /// All bits that some lane has.
    fn union(self) -> u32;
    /// Quotients, correctly rounded, of numbers that `f32` holds exactly.
    fn over(self, denominators: Self) -> Lanes;
    /// Quotients without their fractions; both numbers are positive and below 2^16. Any number for a divisor of 0.
    fn whole(self, divisors: Self) -> Self;
    /// The mask of the numbers that are not zero, a bit for each.
    fn occupied(self) -> u32;
    /// Adds to each number the products of four bytes, at most 127, and the four weights of its lane.
    fn plus_products(self, four: [u8; 4], weights: &[i8; 64]) -> Self;
    /// The sums of sixteen vectors.
    fn sums(set: Self::Set, vectors: &[[i32; WIDTH]; 16]) -> [i32; WIDTH];

    /// A vector from aligned memory.
    #[inline(always)]
    fn load(set: Self::Set, from: &Ints) -> Self {
        Self::read(set, &from.0)
    }

    /// One number in every lane, by the set of this vector.
    #[inline(always)]
    fn all(self, value: i32) -> Self {
        Self::splat(self.set(), value)
    }

    /// Into aligned memory.
    #[inline(always)]
    fn store(self, to: &mut Ints) {
        self.write(&mut to.0);
    }
}

/// A table to look up in.
#[repr(C, align(64))]
pub struct Table<const N: usize> {
    pub(super) entries: [u16; N],
    /// Lanes are read as 32 bits, also the last.
    padding: [u16; 2],
}

impl<const N: usize> Table<N> {
    /// A table of `N` entries, a power of two.
    pub const fn new(entries: [u16; N]) -> Self {
        assert!(N.is_power_of_two(), "indices are taken modulo the length");
        Self { entries, padding: [0; 2] }
    }
}

/// The positions of the bits of a mask, the lowest first.
#[inline(always)]
pub fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            place
        })
    })
}

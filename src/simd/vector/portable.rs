//! The definition, on plain arrays.

use super::super::lanes::Lanes;
use super::{Ints, Table, Vector, WIDTH};
use std::ops::{Add, BitAnd, BitOr, Sub};

/// Sixteen numbers in an array.
#[derive(Clone, Copy)]
pub(crate) struct Portable([i32; WIDTH]);

/// Lane by lane.
#[inline(always)]
fn zip(Portable(a): Portable, Portable(b): Portable, f: impl Fn(i32, i32) -> i32) -> Portable {
    let mut out = a;
    for (out, b) in out.iter_mut().zip(b) {
        *out = f(*out, b);
    }
    Portable(out)
}

#[inline(always)]
fn truth(yes: bool) -> i32 {
    -i32::from(yes)
}

impl Add for Portable {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        zip(self, other, i32::wrapping_add)
    }
}

impl Sub for Portable {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        zip(self, other, i32::wrapping_sub)
    }
}

impl BitAnd for Portable {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        zip(self, other, |a, b| a & b)
    }
}

impl BitOr for Portable {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        zip(self, other, |a, b| a | b)
    }
}

impl Vector for Portable {
    #[inline(always)]
    fn load(from: &Ints) -> Self {
        Self(from.0)
    }

    #[inline(always)]
    fn store(self, to: &mut Ints) {
        to.0 = self.0;
    }

    #[inline(always)]
    fn splat(value: i32) -> Self {
        Self([value; WIDTH])
    }

    #[inline(always)]
    fn widen(bytes: &[u8; WIDTH]) -> Self {
        Self(bytes.map(i32::from))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        zip(self, other, i32::wrapping_mul)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        zip(self, other, |a, b| a & !b)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        zip(self, other, i32::min)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        zip(self, other, i32::max)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        zip(self, other, |a, b| truth(a == b))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        zip(self, other, |a, b| truth(a > b))
    }

    #[inline(always)]
    fn up(self, by: Self) -> Self {
        zip(self, by, |a, by| (a as u32).checked_shl(by as u32).unwrap_or(0) as i32)
    }

    #[inline(always)]
    fn down(self, by: Self) -> Self {
        zip(self, by, |a, by| (a as u32).checked_shr(by as u32).unwrap_or(0) as i32)
    }

    #[inline(always)]
    fn top_bit(self) -> Self {
        Self(self.0.map(|a| 31 - a.leading_zeros() as i32))
    }

    #[inline(always)]
    fn ones(self) -> Self {
        Self(self.0.map(|a| a.count_ones() as i32))
    }

    #[inline(always)]
    fn look_up<const N: usize>(self, table: &Table<N>) -> Self {
        Self(self.0.map(|i| i32::from(table.entries[i as usize % N])))
    }

    #[inline(always)]
    fn union(self) -> u32 {
        self.0.into_iter().fold(0, |all, a| all | a as u32)
    }

    #[inline(always)]
    fn over(self, denominators: Self) -> Lanes {
        let mut out = Lanes::ZERO;
        for ((out, a), b) in out.0.iter_mut().zip(self.0).zip(denominators.0) {
            *out = a as f32 / b as f32;
        }
        out
    }

    #[inline(always)]
    fn whole(self, divisors: Self) -> Self {
        zip(self, divisors, |a, b| a.checked_div(b).unwrap_or(0))
    }
}

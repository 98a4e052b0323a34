//! Whole numbers in an array.

use crate::simd::Scalar;
use crate::simd::lanes::Lanes;
use crate::simd::vector::{Table, Vector, WIDTH};

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub struct PortableInts(pub(super) [i32; WIDTH]);

#[inline(always)]
fn truth(yes: bool) -> i32 {
    -i32::from(yes)
}

operators! { PortableInts:
    Add add i32::wrapping_add;
    Sub sub i32::wrapping_sub;
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
}

impl Vector for PortableInts {
    type Set = Scalar;

    lanewise! {
        times i32::wrapping_mul;
        without |a: i32, b: i32| a & !b;
        min i32::min;
        max i32::max;
        equals |a, b| truth(a == b);
        exceeds |a, b| truth(a > b);
        up |a: i32, by: i32| (a as u32).checked_shl(by as u32).unwrap_or(0) as i32;
        down |a: i32, by: i32| (a as u32).checked_shr(by as u32).unwrap_or(0) as i32;
        whole |a: i32, b: i32| a.checked_div(b).unwrap_or(0);
    }

    #[inline(always)]
    fn set(self) -> Scalar {
        Scalar
    }

    #[inline(always)]
    fn read(_: Scalar, from: &[i32; WIDTH]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn write(self, to: &mut [i32; WIDTH]) {
        *to = self.0;
    }

    #[inline(always)]
    fn first(_: Scalar, value: i32) -> Self {
        let mut numbers = [0; WIDTH];
        numbers[0] = value;
        Self(numbers)
    }

    #[inline(always)]
    fn splat(_: Scalar, value: i32) -> Self {
        Self([value; WIDTH])
    }

    #[inline(always)]
    fn widen(_: Scalar, bytes: &[u8; WIDTH]) -> Self {
        Self(bytes.map(i32::from))
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
    fn occupied(self) -> u32 {
        let mut all = 0;
        for (i, &number) in self.0.iter().enumerate() {
            all |= u32::from(number != 0) << i;
        }
        all
    }

    #[inline(always)]
    fn plus_products(self, four: [u8; 4], weights: &[i8; 64]) -> Self {
        let mut sums = self.0;
        for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<4>().0) {
            for (&number, &weight) in four.iter().zip(weights) {
                *sum += i32::from(number) * i32::from(weight);
            }
        }
        Self(sums)
    }

    #[inline(always)]
    fn sums(_: Scalar, vectors: &[[i32; WIDTH]; 16]) -> [i32; WIDTH] {
        vectors.map(|vector| vector.into_iter().sum())
    }
}

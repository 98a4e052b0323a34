//! Short numbers in an array.

use super::PortableInts;
use crate::simd::Scalar;
use crate::simd::vector::Shorts;

/// Thirty-two numbers.
#[derive(Clone, Copy)]
pub struct PortableShorts([i16; 32]);

operators! { PortableShorts:
    Add add i16::wrapping_add;
    Sub sub i16::wrapping_sub;
    Mul mul i16::wrapping_mul;
}

/// The mask of the pairs for which `is` holds, a bit for each.
#[inline(always)]
fn bits(a: [i16; 32], b: [i16; 32], is: impl Fn(i16, i16) -> bool) -> u32 {
    let mut all = 0;
    for (i, (a, b)) in a.into_iter().zip(b).enumerate() {
        all |= u32::from(is(a, b)) << i;
    }
    all
}

/// The product of numbers clipped to `0..=255`.
#[inline(always)]
fn product(a: i16, b: i16) -> u16 {
    let [a, b] = [a, b].map(|number| number.clamp(0, 255) as u16);
    a * b
}

impl Shorts for PortableShorts {
    type Ints = PortableInts;

    lanewise! {
        min i16::min;
        max i16::max;
    }

    #[inline(always)]
    fn load(_: Scalar, from: &[i16; 32]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [i16; 32]) {
        *to = self.0;
    }

    #[inline(always)]
    fn splat(_: Scalar, value: i16) -> Self {
        Self([value; 32])
    }

    #[inline(always)]
    fn widen(_: Scalar, bytes: &[u8; 32]) -> Self {
        Self(bytes.map(i16::from))
    }

    #[inline(always)]
    fn differs(self, other: Self) -> u32 {
        bits(self.0, other.0, |a, b| a != b)
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> u32 {
        bits(self.0, other.0, |a, b| a > b)
    }

    #[inline(always)]
    fn upper(self) -> Self {
        Self(self.0.map(|number| ((i32::from(number) + 128) >> 8) as i16))
    }

    #[inline(always)]
    fn list(self, chosen: u32, to: &mut [u16; 32]) {
        *to = [0; 32];
        let mut written = 0;
        for (i, number) in self.0.into_iter().enumerate() {
            let is_chosen = chosen >> i & 1;
            to[written % 32] |= number as u16 * is_chosen as u16;
            written += is_chosen as usize;
        }
    }

    #[inline(always)]
    fn half_squares(self) -> Self {
        Self(self.0.map(|number| (product(number, number) >> 1) as i16))
    }

    #[inline(always)]
    fn activations(self, other: Self, to: &mut [u8; 32]) {
        *to = std::array::from_fn(|i| ((product(self.0[i], other.0[i]) + 256) >> 9) as u8);
    }

    #[inline(always)]
    fn dot(self, other: Self, mut sums: PortableInts) -> PortableInts {
        for (i, (a, b)) in self.0.into_iter().zip(other.0).enumerate() {
            sums.0[i % 16] += i32::from(a) * i32::from(b);
        }
        sums
    }
}

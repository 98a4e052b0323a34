//! Floats in an array.

use super::PortableInts;
use crate::simd::vector::{Floats, WIDTH};
use crate::simd::{Lanes, Scalar};

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub struct PortableFloats([f32; WIDTH]);

operators! { PortableFloats:
    Add add |a, b| a + b;
    Sub sub |a, b| a - b;
    Mul mul |a, b| a * b;
    Div div |a, b| a / b;
}

impl Floats for PortableFloats {
    type Ints = PortableInts;

    lanewise! {
        // Of a number and what is not one, the minimum is the number.
        magnitude_up_to |a: f32, most| a.abs().min(most);
        inside |unit, slope| if unit > 0.0 && unit < 1.0 { slope } else { 0.0 };
    }

    #[inline(always)]
    fn set(self) -> Scalar {
        Scalar
    }

    #[inline(always)]
    fn load(_: Scalar, from: &[f32; WIDTH]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        *to = self.0;
    }

    #[inline(always)]
    fn splat(_: Scalar, value: f32) -> Self {
        Self([value; WIDTH])
    }

    #[inline(always)]
    fn of(numbers: PortableInts) -> Self {
        Self(numbers.0.map(|number| number as f32))
    }

    #[inline(always)]
    fn clip(self) -> Self {
        Self(self.0.map(|number| number.clamp(0.0, 1.0)))
    }

    #[inline(always)]
    fn sum(self) -> f32 {
        let mut numbers = self.0;
        for half in [8, 4, 2, 1] {
            for i in 0..half {
                numbers[i] += numbers[i + half];
            }
        }
        numbers[0]
    }

    #[inline(always)]
    fn split(self) -> (PortableInts, Self) {
        (PortableInts(self.0.map(|number| number as i32)), Self(self.0.map(|number| number - (number as i32) as f32)))
    }

    #[inline(always)]
    fn negative_or(self, negative: Self, other: Self) -> Self {
        let mut chosen = other.0;
        for (chosen, (number, negative)) in chosen.iter_mut().zip(self.0.into_iter().zip(negative.0)) {
            *chosen = if number < 0.0 { negative } else { *chosen };
        }
        Self(chosen)
    }

    #[inline(always)]
    fn look_up(places: PortableInts, table: &[Lanes; 8]) -> Self {
        Self(places.0.map(|i| table[i as usize / WIDTH % 8].0[i as usize % WIDTH]))
    }

    #[inline(always)]
    fn pick(table: &[f32; WIDTH], places: PortableInts) -> Self {
        Self(places.0.map(|i| table[i as usize % WIDTH]))
    }

    #[inline(always)]
    fn repeat(_: Scalar, four: &[f32; 4]) -> Self {
        Self(std::array::from_fn(|i| four[i % 4]))
    }

    #[inline(always)]
    fn quarters(vectors: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|q| Self(std::array::from_fn(|i| vectors[i / 4].0[4 * q + i % 4])))
    }

    #[inline(always)]
    fn totals(self) -> Self {
        let totals = self.0.as_chunks::<4>().0;
        Self(std::array::from_fn(|i| {
            let [a, b, c, d] = totals[i / 4];
            (a + b) + (c + d)
        }))
    }

    #[inline(always)]
    fn by_lane(vectors: [Self; 4]) -> Self {
        Self(std::array::from_fn(|i| vectors[i % 4].0[i]))
    }
}

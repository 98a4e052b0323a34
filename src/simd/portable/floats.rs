//! Floats in an array.

use super::PortableInts;
use crate::simd::vector::{Floats, WIDTH};

/// Sixteen numbers.
#[derive(Clone, Copy)]
pub(crate) struct PortableFloats([f32; WIDTH]);

operators! { PortableFloats:
    Add add |a, b| a + b;
    Mul mul |a, b| a * b;
}

impl Floats for PortableFloats {
    type Ints = PortableInts;

    lanewise! {
        inside |unit, slope| if unit > 0.0 && unit < 1.0 { slope } else { 0.0 };
    }

    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; WIDTH]) {
        *to = self.0;
    }

    #[inline(always)]
    fn splat(value: f32) -> Self {
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
}

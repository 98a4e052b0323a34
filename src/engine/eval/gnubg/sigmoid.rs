//! The squashing function of the nets, which is not the logistic function.
//!
//! The exponential in `1 / (1 + e^a)` is replaced, on every interval of width 0.1, by its tangent at
//! the left end; beyond 10 it stays constant. The nets were trained with these steps, so the table
//! belongs to their definition.

use crate::simd::{Floats, Lanes};

/// Intervals of width 0.1 below 10, and one more for everything beyond.
const STEPS: usize = 101;

/// Entry `i` is `e^(i/10) / 10`; the last repeats the one before it.
static EXPONENTIALS: [f32; STEPS] = {
    let mut table = [0.0; STEPS];
    let mut i = 0;
    while i < STEPS - 1 {
        table[i] = (exp(i as f64 / 10.0) / 10.0) as f32;
        i += 1;
    }
    table[STEPS - 1] = table[STEPS - 2];
    table
};

/// `e^x` for 0 ≤ x < 10 by its series, whose terms are all positive: good to the last bits of `f64`.
const fn exp(x: f64) -> f64 {
    let (mut sum, mut term, mut n) = (1.0, 1.0, 1.0);
    while n < 80.0 {
        term *= x / n;
        sum += term;
        n += 1.0;
    }
    sum
}

/// The table of exponentials, filled up to a power of two; only the first 101 are ever looked up.
static TABLE: [Lanes; 8] = {
    let mut table = [Lanes::ZERO; 8];
    let mut i = 0;
    while i < STEPS {
        table[i / Lanes::WIDTH].0[i % Lanes::WIDTH] = EXPONENTIALS[i];
        i += 1;
    }
    table
};

/// The squashing function. Every operation is rounded to `f32` in the order written.
#[inline(always)]
pub(crate) fn squashed<F: Floats>(z: F) -> F {
    let (one, ten) = (F::splat(z.set(), 1.0), F::splat(z.set(), 10.0));
    let steps = ten * z.magnitude_up_to(ten);
    let (i, rest) = steps.split();
    let exponential = F::look_up(i, &TABLE) * (rest + ten);
    let c = one / (one + exponential);
    z.negative_or(c, one - c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{Instructions, Scalar};

    fn sigmoid(z: f32) -> f32 {
        let mut results = [0.0; Lanes::WIDTH];
        squashed(Scalar.splat(z)).store(&mut results);
        results[3]
    }

    #[test]
    fn the_table_holds_rounded_exponentials() {
        for (i, &entry) in EXPONENTIALS[..100].iter().enumerate() {
            assert_eq!(entry, ((i as f64 / 10.0).exp() / 10.0) as f32);
        }
    }

    #[test]
    fn it_is_logistic_at_the_steps_and_tangent_between() {
        assert_eq!(sigmoid(0.0), 0.5);
        for i in -99..=99_i32 {
            let z = i as f32 / 10.0 + 1e-6 * i.signum() as f32;
            assert!((sigmoid(z) - 1.0 / (1.0 + (-f64::from(z)).exp()) as f32).abs() < 1e-6, "{z}");
        }
        // e^0.05 is replaced by 1.05.
        assert!((sigmoid(-0.05) - 1.0 / 2.05).abs() < 1e-7);
        // Just below a step the tangent falls short of the exponential.
        assert!(sigmoid(0.199_99) < 1.0 / (1.0 + (-0.199_99_f32).exp()));
    }

    #[test]
    fn it_is_constant_beyond_ten() {
        assert_eq!(sigmoid(10.0), sigmoid(f32::MAX));
        assert_eq!(sigmoid(-10.0), sigmoid(f32::NEG_INFINITY));
        assert!((f64::from(sigmoid(-11.0)) - 1.0 / 19_931.370_438).abs() < 1e-11);
    }
}

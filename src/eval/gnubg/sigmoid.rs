//! The squashing function of the nets, which is not the logistic function.
//!
//! The exponential in `1 / (1 + e^a)` is replaced, on every interval of width 0.1, by its tangent at
//! the left end; beyond 10 it stays constant. The nets were trained with these steps, so the table
//! belongs to their definition.

/// Intervals of width 0.1 below 10, and one more for everything beyond.
pub(crate) const STEPS: usize = 101;

/// Entry `i` is `e^(i/10) / 10`; the last repeats the one before it.
pub(crate) static EXPONENTIALS: [f32; STEPS] = {
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

/// The squashing function. Every operation is rounded to `f32` in the order written.
#[inline(always)]
pub(crate) fn sigmoid(z: f32) -> f32 {
    let steps = 10.0 * z.abs().min(10.0);
    let i = steps as usize;
    let exponential = EXPONENTIALS[i] * ((steps - i as f32) + 10.0);
    let c = 1.0 / (1.0 + exponential);
    if z < 0.0 { c } else { 1.0 - c }
}

#[cfg(test)]
mod tests {
    use super::*;

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

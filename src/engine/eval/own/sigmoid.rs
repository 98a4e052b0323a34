//! The logistic function.

/// The logistic function in plain f32 operations, the same in every lane of every kernel; within 2e-7.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    /// Adding it rounds to an integer, found in the low bits.
    const ROUND: f32 = 12_582_912.0;
    let x = -x.clamp(-30.0, 30.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (x - n * 0.693_359_4) - n * -2.121_944_4e-4;
    let series =
        1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0))))));
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23));
    1.0 / (1.0 + series * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sigmoid_is_the_logistic_function() {
        for i in -4000..=4000 {
            let x = i as f32 * 0.01;
            let exact = 1.0 / (1.0 + f64::from(-x.clamp(-30.0, 30.0)).exp());
            assert!((f64::from(sigmoid(x)) - exact).abs() < 2e-7, "at {x}");
        }
    }
}

//! How close a decision is: whether a look that costs more could change it.

use crate::eval::CubeValues;

/// How far the nearest question of a cube decision is from where it changes: whether to double, and whether to take
/// where a double is near.
pub fn cube_gap(values: &CubeValues) -> f32 {
    let CubeValues { no_double, double_take, double_pass } = *values;
    let double = (no_double - double_take.min(double_pass)).abs();
    // Far from a double nobody asks whether it is a take.
    let take = (double_take - double_pass).abs();
    if no_double > double_take.min(double_pass) { double.max(0.0) } else { double.min(take) }
}

/// How far the second of some values, best first, is behind the first; infinite where there is none.
pub fn play_gap(values: impl IntoIterator<Item = f32>) -> f32 {
    let mut values = values.into_iter();
    match (values.next(), values.next()) {
        (Some(best), Some(second)) => (best - second).max(0.0),
        _ => f32::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(no_double: f32, double_take: f32) -> f32 {
        (1000.0 * cube_gap(&CubeValues { no_double, double_take, double_pass: 1.0 })).round() / 1000.0
    }

    #[test]
    fn a_cube_decision_is_as_close_as_its_nearest_question() {
        // Nowhere near a double, and a clear take.
        assert_eq!(gap(0.1, -0.4), 0.5);
        // A close double, a clear take.
        assert_eq!(gap(0.5, 0.53), 0.03);
        // A clear double, a close take.
        assert_eq!(gap(0.7, 0.98), 0.02);
        assert_eq!(gap(0.7, 1.04), 0.04);
        // Too good by a little; whether it is a take is then no question.
        assert_eq!(gap(1.05, 1.1), 0.05);
        // A clear double and a clear pass.
        assert_eq!(gap(0.6, 1.5), 0.4);
    }

    #[test]
    fn plays_are_as_close_as_the_first_two() {
        assert_eq!(play_gap([0.5, 0.25, 0.2]), 0.25);
        assert_eq!(play_gap([0.5]), f32::INFINITY);
        assert_eq!(play_gap([]), f32::INFINITY);
        // A play that was looked at more closely may stand before a higher number.
        assert_eq!(play_gap([0.5, 0.6]), 0.0);
    }
}

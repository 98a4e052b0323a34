//! Match equities beyond the end of a table, and tables that are computed altogether.
//!
//! The formulas are those of GNU Backgammon: a simple recursion after the Crawford game, and before
//! it a normal distribution for the difference of points in the games still to come.

use super::{PostCrawford, PreCrawford, SIZE};
use crate::scoring::normal_cdf;

/// How often the trailer wins a gammon after the Crawford game, and what a free drop is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PostParameters {
    pub gammon_rate: f64,
    pub free_drop_2_away: f64,
    pub free_drop_4_away: f64,
    /// The trailer's chance in a single game; only Tornberg's type uses it.
    pub win_rate: f64,
}

impl Default for PostParameters {
    fn default() -> Self {
        Self { gammon_rate: 0.25, free_drop_2_away: 0.015, free_drop_4_away: 0.004, win_rate: 0.5 }
    }
}

/// The pre-Crawford table whose upper left corner is `given`, square, [0, 1].
pub(super) fn pre_crawford(given: &[Vec<f64>]) -> PreCrawford {
    let mut pre: PreCrawford = Box::new([[0.0; SIZE]; SIZE]);
    for (row, given) in pre.iter_mut().zip(given) {
        for (value, &given) in row.iter_mut().zip(given) {
            *value = given as f32;
        }
    }
    for i in given.len()..SIZE {
        for j in 0..=i {
            let trailing = trailing_chance(i + 1, j + 1);
            pre[i][j] = trailing;
            pre[j][i] = 1.0 - trailing;
        }
    }
    pre
}

/// The chance of a player needing `a` points against one needing `b`, `a >= b`: how likely the normal distribution is
/// between the points to make up and six deviations.
///
/// Rounded to 32 bits where GNU Backgammon rounds, so that all of its numbers come out but a few that its error
/// function rounds the other way.
fn trailing_chance(a: usize, b: usize) -> f32 {
    let variance = deviation(a).powi(2) + deviation(b).powi(2);
    let sigma = (variance * ((a + b) as f32 / 2.0)).sqrt();
    let behind = (a - b) as f32;
    let scaled = |x: f32| erf(x * std::f32::consts::FRAC_1_SQRT_2);
    if 6.0 * sigma > behind { 0.5 * (scaled(6.0) - scaled(behind / sigma)) } else { 0.0 }
}

/// The error function, rounded once.
fn erf(x: f32) -> f32 {
    (2.0 * normal_cdf(f64::from(x) * std::f64::consts::SQRT_2) - 1.0) as f32
}

/// The standard deviation of the points won in a game by a player who needs `away`.
fn deviation(away: usize) -> f32 {
    const NEAR: [f32; 10] = [1.24, 1.27, 1.47, 1.50, 1.60, 1.61, 1.66, 1.68, 1.70, 1.72];
    NEAR.get(away - 1).copied().unwrap_or(1.77)
}

/// The post-Crawford column that starts with `given`. As in GNU Backgammon the last of a table's
/// `length` entries is computed even when it is given.
pub(super) fn post_explicit(given: &[f64], length: usize) -> PostCrawford {
    let mut column = [0.0; SIZE];
    let n = given.len().min(length.saturating_sub(1));
    for (value, &given) in column.iter_mut().zip(&given[..n]) {
        *value = given as f32;
    }
    recurse(column, n, PostParameters::default())
}

/// The post-Crawford column of the computed type `zadeh`.
pub(super) fn post_zadeh(parameters: PostParameters) -> PostCrawford {
    recurse([0.0; SIZE], 0, parameters)
}

/// Continues the column from entry `first` on: half the time the trailer wins, two points (gammons) or one more game's
/// worth of four or two with the cube turned, since he doubles at once.
fn recurse(mut column: PostCrawford, first: usize, parameters: PostParameters) -> PostCrawford {
    let gammons = parameters.gammon_rate;
    for i in first..SIZE {
        let before = |k: usize| if i < k { 1.0 } else { f64::from(column[i - k]) };
        let mut value = 0.5 * gammons * before(4) + 0.5 * (1.0 - gammons) * before(2);
        match i {
            1 => value -= parameters.free_drop_2_away,
            3 => value -= parameters.free_drop_4_away,
            _ => {}
        }
        column[i] = value as f32;
    }
    column
}

/// The post-Crawford column of the computed type `mec` (Claes Tornberg's calculator).
///
/// Only even differences matter, and the free drops touch two entries without being carried on.
/// As in GNU Backgammon the drop at 4-away is added.
#[cfg(any(feature = "xml", test))]
pub(super) fn post_mec(parameters: PostParameters) -> PostCrawford {
    let PostParameters { gammon_rate, free_drop_2_away, free_drop_4_away, win_rate } = parameters;
    let mut column = [0.0; SIZE];
    for i in 0..SIZE {
        let before = |k: usize| if i < k { 1.0 } else { f64::from(column[i - k]) };
        let value = win_rate * (gammon_rate * before(4) + (1.0 - gammon_rate) * before(2));
        column[i] = value as f32;
    }
    column[1] -= free_drop_2_away as f32;
    column[3] += free_drop_4_away as f32;
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recursion_by_hand() {
        let column = post_zadeh(PostParameters::default());
        let expected = [0.5, 0.485, 0.3125, 0.125 + 0.375 * 0.485 - 0.004, 0.125 * 0.5 + 0.375 * 0.3125];
        for (value, expected) in column.iter().zip(expected) {
            assert!((f64::from(*value) - expected).abs() < 1e-7);
        }
    }

    /// A trailer who wins 60 % of the games and a gammon in 20 % of those: one point is 0.6, two are 0.6 as well (the
    /// cube is turned at once), and so on in pairs. Only the entries of 2-away and 4-away feel the free drops.
    #[test]
    fn tornbergs_recursion_by_hand() {
        let parameters =
            PostParameters { gammon_rate: 0.2, free_drop_2_away: 0.03, free_drop_4_away: 0.01, win_rate: 0.6 };
        let column = post_mec(parameters);
        let four = 0.6 * (0.2 + 0.8 * 0.6);
        let six = 0.6 * (0.2 * 0.6 + 0.8 * four);
        let expected = [0.6, 0.6 - 0.03, four, four + 0.01, six, six, 0.6 * (0.2 * four + 0.8 * six)];
        for (value, expected) in column.iter().zip(expected) {
            assert!((f64::from(*value) - expected).abs() < 1e-7, "{value} {expected}");
        }
    }

    /// 12-away against 11-away: 11.5 games whose points deviate by 1.77 on both sides give 8.489 points, of which one
    /// is to be made up, 0.1178 deviations. The others in the same way.
    #[test]
    fn a_normal_distribution_says_who_makes_up_the_points() {
        for (a, b, chance) in
            [(12, 11, 0.453_111), (10, 1, 0.035_158), (3, 2, 0.372_376), (40, 3, 0.000_262), (64, 64, 0.5), (1, 1, 0.5)]
        {
            let found = trailing_chance(a, b);
            assert!((found - chance).abs() < 1e-6, "{a} {b}: {found}");
        }
        // The longest way behind is 5.11 deviations.
        assert!((1e-7..2e-7).contains(&trailing_chance(64, 1)));
    }

    #[test]
    fn equal_scores_are_even_and_chances_fall() {
        let pre = pre_crawford(&[]);
        for i in 0..SIZE {
            assert!((pre[i][i] - 0.5).abs() < 1e-6);
        }
        for j in 0..SIZE {
            assert!((1..SIZE).all(|i| pre[i][j] <= pre[i - 1][j]));
        }
    }
}

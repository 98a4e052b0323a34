//! Exact numbers: what a trial leaves behind adds up to the same total in any order.

use serde::{Deserialize, Serialize};

/// A number in units of 2⁻³². The rounding of a trial's values to it is some 10⁻¹⁰, its range ±2³¹.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Fixed(pub i64);

impl Fixed {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// Units in 1.
    pub const ONE: i64 = 1 << 32;

    /// The same as a floating-point number.
    const SCALE: f64 = Self::ONE as f64;

    /// The nearest such number; numbers out of range become the ends of the range.
    pub fn from_f64(value: f64) -> Self {
        // `as` saturates, as intended.
        Self((value * Self::SCALE).round() as i64)
    }

    /// The number itself.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::SCALE
    }
}

/// Count, sum and sum of squares of fixed-point numbers, all exact, so that any grouping gives the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Moments {
    /// Takes a number in.
    pub fn add(&mut self, value: Fixed) {
        let value = i128::from(value.0);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Takes in everything another has taken in.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many numbers there are.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean, `None` when there are none.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / (self.count as f64 * Fixed::SCALE))
    }

    /// Their sample variance, `None` below two.
    pub fn variance(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        // Squares about the integer nearest below the mean cannot overflow where plain products would.
        let n = i128::from(self.count);
        let center = self.sum.div_euclid(n);
        let rest = self.sum - n * center;
        let about_center = self.squares - 2 * center * self.sum + n * center * center;
        let spread = about_center as f64 - (rest * rest) as f64 / n as f64;
        Some(spread.max(0.0) / (Fixed::SCALE * Fixed::SCALE) / (self.count - 1) as f64)
    }

    /// The standard error of their mean, `None` below two.
    pub fn std_err(&self) -> Option<f64> {
        Some((self.variance()? / self.count as f64).sqrt())
    }
}

impl Extend<Fixed> for Moments {
    fn extend<I: IntoIterator<Item = Fixed>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.add(value));
    }
}

impl FromIterator<Fixed> for Moments {
    fn from_iter<I: IntoIterator<Item = Fixed>>(values: I) -> Self {
        let mut moments = Self::default();
        moments.extend(values);
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn moments(values: &[f64]) -> Moments {
        values.iter().map(|&value| Fixed::from_f64(value)).collect()
    }

    #[test]
    fn moments_of_a_few_numbers() {
        assert_eq!(moments(&[]).mean(), None);
        assert_eq!(moments(&[1.5]).mean(), Some(1.5));
        assert_eq!(moments(&[1.5]).std_err(), None);
        let four = moments(&[2.0, 4.0, 4.0, 6.0]);
        assert_eq!(four.mean(), Some(4.0));
        assert!((four.variance().unwrap() - 8.0 / 3.0).abs() < 1e-15);
        assert!((four.std_err().unwrap() - (2.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        assert_eq!(moments(&[-1e3; 7]).variance(), Some(0.0));
    }

    #[test]
    fn large_values_do_not_overflow() {
        let values: Vec<f64> = (0..1000).map(|i| if i % 2 == 0 { 1e5 } else { -1e5 }).collect();
        assert!((moments(&values).variance().unwrap() - 1e10 * 1000.0 / 999.0).abs() < 1.0);
    }

    proptest! {
        #[test]
        fn any_grouping_gives_the_same_bits(values in prop::collection::vec(-6.0..6.0_f64, 2..60), at in 0.0..1.0_f64) {
            let all = moments(&values);
            let at = (at * values.len() as f64) as usize;
            let mut parts = moments(&values[at..]);
            parts.merge(&moments(&values[..at]));
            prop_assert_eq!(parts, all);
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            prop_assert!((all.mean().unwrap() - mean).abs() < 1e-9);
        }
    }
}

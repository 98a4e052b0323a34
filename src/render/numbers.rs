//! How numbers are written: digits, probabilities or percentages, equities or winning chances.

use crate::rollout::{Estimate, Worth};
use crate::session::EquityReply;
use crate::settings::{OutputSettings, OutputStyle};

/// A number with its sign and three places; what rounds to nothing is `+0.000`.
pub(super) fn thousandths(value: f64) -> String {
    format!("{:+.3}", without_sign_of_zero(value, 3))
}

/// A chance in percent with a decimal; what rounds to nothing is not negative.
pub(super) fn percent(chance: f64) -> String {
    format!("{:.1}%", without_sign_of_zero(100.0 * chance, 1))
}

/// A value, or a zero that is not negative where it rounds to one.
fn without_sign_of_zero(value: f64, places: usize) -> f64 {
    let unit = 10_f64.powi(i32::try_from(places).unwrap_or(0));
    if (value * unit).abs() < 0.5 { 0.0 } else { value }
}

/// The unit of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Points at the present cube; in a match, normalized to that scale.
    #[default]
    Equity,
    /// Match winning chance, 0 to 1.
    Mwc,
}

impl Unit {
    /// The head of a column of values.
    pub(super) const fn head(self) -> &'static str {
        match self {
            Self::Equity => "Equity",
            Self::Mwc => "MWC",
        }
    }

    /// A worth in this unit: a winning chance only where there is one.
    pub fn of(self, worth: EquityReply) -> f64 {
        f64::from(worth.mwc.filter(|_| self == Self::Mwc).unwrap_or(worth.equity))
    }

    /// A worth that was rolled out, in this unit.
    pub fn of_rolled(self, worth: &Worth) -> Estimate {
        worth.mwc.filter(|_| self == Self::Mwc).unwrap_or(worth.equity)
    }
}

/// The settings of `set output` that concern numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberFormat {
    /// Digits after the point of an equity, 1 to 6.
    pub digits: u8,
    /// Game winning chances as percentages.
    pub win_percent: bool,
    /// Match winning chances as percentages.
    pub mwc_percent: bool,
    /// Whether a value that rounds to nothing keeps its sign, as GNU Backgammon prints it: `-0.000`.
    pub signs_zero: bool,
}

impl Default for NumberFormat {
    fn default() -> Self {
        Self { digits: 3, win_percent: false, mwc_percent: true, signs_zero: false }
    }
}

impl From<&OutputSettings> for NumberFormat {
    fn from(settings: &OutputSettings) -> Self {
        Self {
            digits: u8::try_from(settings.digits).unwrap_or(u8::MAX),
            win_percent: settings.win_percent,
            mwc_percent: settings.match_percent,
            signs_zero: settings.style == OutputStyle::Gnubg,
        }
    }
}

impl NumberFormat {
    /// A game winning chance: `0.525`, or ` 52.5` as a percentage of the same width.
    pub fn probability(&self, value: f64) -> String {
        let digits = usize::from(self.digits);
        // A percentage has two places fewer, so both have as many significant digits.
        let (value, places) =
            if self.win_percent { (100.0 * value, digits.saturating_sub(2)) } else { (value, digits) };
        format!("{:width$.places$}", value + 0.0, width = self.probability_width())
    }

    /// Columns that [`NumberFormat::probability`] takes.
    pub fn probability_width(&self) -> usize {
        (usize::from(self.digits) + 2).max(5)
    }

    /// An equity with its sign: `+0.076`.
    pub fn equity(&self, value: f64) -> String {
        let places = usize::from(self.digits);
        format!("{:+.places$}", self.sensed(value, places))
    }

    /// A value without the sign of a zero that it rounds to.
    fn sensed(&self, value: f64, places: usize) -> f64 {
        if self.signs_zero { value + 0.0 } else { without_sign_of_zero(value, places) }
    }

    /// A quantity that has no sign, such as a standard error of an equity, as wide as an equity.
    pub fn unsigned(&self, value: f64) -> String {
        let digits = usize::from(self.digits);
        format!("{:width$.digits$}", value + 0.0, width = digits + 3)
    }

    /// A match winning chance: ` 53.38%`, or `0.5338`.
    pub fn mwc(&self, value: f64) -> String {
        let digits = usize::from(self.digits);
        if self.mwc_percent {
            let places = digits.saturating_sub(1);
            format!("{:width$.places$}%", 100.0 * value + 0.0, width = digits + 3)
        } else {
            format!("{:.places$}", value + 0.0, places = digits + 1)
        }
    }

    /// The format with more digits, for what is known better than others.
    #[must_use]
    pub const fn more(&self, digits: u8) -> Self {
        Self { digits: self.digits + digits, ..*self }
    }

    /// A number without a sign that is no equity, with the digits of one.
    pub fn decimal(&self, value: f64) -> String {
        format!("{:.places$}", value + 0.0, places = usize::from(self.digits))
    }

    /// A number that is not known to more than tenths: two digits fewer than an equity.
    pub fn tenths(&self, value: f64) -> String {
        format!("{:.places$}", value + 0.0, places = usize::from(self.digits.saturating_sub(2)))
    }

    /// A chance in percent, with as many places as a match winning chance: `52.49%`.
    pub fn chance(&self, value: f64) -> String {
        format!("{:.places$}%", 100.0 * value + 0.0, places = usize::from(self.digits.saturating_sub(1)))
    }

    /// A share of something in percent, with as many significant digits as a probability: `14.9%`.
    pub fn share(&self, value: f64) -> String {
        format!("{:.places$}%", 100.0 * value + 0.0, places = usize::from(self.digits.saturating_sub(2)))
    }

    /// An equity with its standard error: `+0.076 ±.008`.
    pub fn estimate(&self, mean: f64, std_err: Option<f64>) -> String {
        let error = std_err.map_or_else(String::new, |error| format!(" ±{}", self.short(error)));
        format!("{}{error}", self.equity(mean))
    }

    /// A standard error beside a value: `.008`, or `0.12%`.
    pub fn error(&self, error: f64, unit: Unit) -> String {
        match unit {
            Unit::Equity => self.short(error),
            Unit::Mwc => self.mwc(error).trim().to_owned(),
        }
    }

    /// A game winning chance in few columns: `.525`, or `52.5` under `set output winpc`.
    pub fn brief(&self, value: f64) -> String {
        if self.win_percent { self.probability(value).trim().to_owned() } else { self.short(value) }
    }

    /// A number without a sign and without the 0 before its point: `.008`.
    pub fn short(&self, value: f64) -> String {
        let text = self.decimal(value);
        text.strip_prefix("0.").map_or_else(|| text.clone(), |rest| format!(".{rest}"))
    }

    /// The difference of two values of a unit, always signed.
    pub fn difference(&self, value: f64, unit: Unit) -> String {
        let digits = usize::from(self.digits);
        match unit {
            Unit::Equity => self.equity(value),
            Unit::Mwc if self.mwc_percent => {
                let places = digits.saturating_sub(1);
                format!("{:+width$.places$}%", self.sensed(100.0 * value, places), width = digits + 3)
            }
            Unit::Mwc => format!("{:+.places$}", self.sensed(value, digits + 1), places = digits + 1),
        }
    }

    /// A value of a unit: an equity with its sign, or a match winning chance.
    pub fn value(&self, value: f64, unit: Unit) -> String {
        match unit {
            Unit::Equity => self.equity(value),
            Unit::Mwc => self.mwc(value),
        }
    }

    /// A standard error in a unit.
    pub fn std_err(&self, value: f64, unit: Unit) -> String {
        match unit {
            Unit::Equity => self.unsigned(value),
            Unit::Mwc => self.mwc(value),
        }
    }

    /// The row `0.525 0.149 0.007 - 0.475 0.125 0.005` of five outputs (win, win gammon, win backgammon,
    /// lose gammon, lose backgammon); the chance of losing, one less that of winning, is put in between.
    pub fn outputs(&self, outputs: [f64; 5]) -> String {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = outputs.map(|p| self.probability(p));
        let lose = self.probability(1.0 - outputs[0]);
        format!("{win} {win_gammon} {win_backgammon} - {lose} {lose_gammon} {lose_backgammon}")
    }

    /// The row of standard errors under [`NumberFormat::outputs`]: losing errs as winning does.
    pub fn output_errors(&self, errors: [f64; 5]) -> String {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = errors.map(|p| self.probability(p));
        format!("{win} {win_gammon} {win_backgammon} - {win} {lose_gammon} {lose_backgammon}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUTS: [f64; 5] = [0.5249, 0.1494, 0.0071, 0.1249, 0.0049];

    #[test]
    fn what_rounds_to_nothing_is_not_negative() {
        let own = NumberFormat::default();
        assert_eq!([own.equity(-0.0004), own.equity(-0.0006), thousandths(-0.0)], ["+0.000", "-0.001", "+0.000"]);
        assert_eq!(own.difference(-0.000_04, Unit::Mwc), " +0.00%");
        // GNU Backgammon prints the sign, and scripts compare.
        assert_eq!(NumberFormat { signs_zero: true, ..own }.equity(-0.0004), "-0.000");
    }

    #[test]
    fn outputs_are_probabilities_or_percentages_of_one_width() {
        let plain = NumberFormat::default();
        assert_eq!(plain.outputs(OUTPUTS), "0.525 0.149 0.007 - 0.475 0.125 0.005");
        let percent = NumberFormat { win_percent: true, ..plain };
        assert_eq!(percent.outputs(OUTPUTS), " 52.5  14.9   0.7 -  47.5  12.5   0.5");
        let long = NumberFormat { digits: 5, ..plain };
        assert_eq!(long.probability(0.5249), "0.52490");
    }

    #[test]
    fn equities_have_signs_and_no_negative_zero() {
        let format = NumberFormat::default();
        assert_eq!(format.equity(0.0761), "+0.076");
        assert_eq!(format.equity(-0.0), "+0.000");
        assert_eq!(format.std_err(0.003, Unit::Equity), " 0.003");
    }

    #[test]
    fn winning_chances_are_percentages_unless_told_otherwise() {
        let format = NumberFormat::default();
        assert_eq!(format.value(0.5338, Unit::Mwc), " 53.38%");
        assert_eq!(format.difference(-0.0082, Unit::Mwc), " -0.82%");
        let plain = NumberFormat { mwc_percent: false, ..format };
        assert_eq!(plain.value(0.5338, Unit::Mwc), "0.5338");
    }
}

//! Results of rollouts: two rows for every candidate, means above and standard errors below.

use crate::render::words::rough_chance;
use crate::render::{NumberFormat, Unit};

/// The estimates for one candidate, with the standard error of each.
#[derive(Clone, Debug, Default)]
pub struct RolloutRow {
    /// The play, or the state of the cube.
    pub name: String,
    /// Trials behind the numbers.
    pub trials: u64,
    /// The five outputs for the side that decides.
    pub outputs: [f64; 5],
    /// The value with a dead cube.
    pub cubeless: f64,
    /// The value with a live cube, `None` from a cubeless rollout.
    pub cubeful: Option<f64>,
    /// Standard errors of the outputs.
    pub output_errors: [f64; 5],
    /// Standard error of the cubeless value.
    pub cubeless_error: f64,
    /// Standard error of the cubeful value.
    pub cubeful_error: Option<f64>,
    /// The place among the plays, from 1; `None` for cube states.
    pub rank: Option<usize>,
    /// Distance from the best in joint standard deviations.
    pub jsd: Option<f64>,
    /// Distance from the best in standard errors of the mean difference of trials with equal dice.
    pub paired_jsd: Option<f64>,
    /// How far behind the best, with the standard error of that.
    pub behind: Option<(f64, f64)>,
    /// The standard error of the value that decides where dice are dealt evenly.
    pub stratified_error: Option<f64>,
    /// The chance that this is the best of the plays, 0 to 1.
    pub chance: Option<f64>,
    /// Whether the row was given up before the others.
    pub stopped: bool,
    /// The value that decides and its standard error without variance reduction; `None` when there was none.
    pub plain: Option<(f64, f64)>,
    /// Trials without variance reduction that would have had the same error.
    pub plain_games: Option<f64>,
}

impl RolloutRow {
    /// The means and errors alone, for the other side.
    #[must_use]
    pub fn flipped(self, unit: Unit) -> Self {
        let value = |value: f64| match unit {
            Unit::Equity => -value,
            Unit::Mwc => 1.0 - value,
        };
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.outputs;
        let [error, rest @ ..] = self.output_errors;
        let [win_gammon_error, win_backgammon_error, lose_gammon_error, lose_backgammon_error] = rest;
        Self {
            outputs: [1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon],
            output_errors: [error, lose_gammon_error, lose_backgammon_error, win_gammon_error, win_backgammon_error],
            cubeless: value(self.cubeless),
            cubeful: self.cubeful.map(value),
            ..self.alone()
        }
    }

    /// The means and errors, without a word on how they compare with those of other rows.
    #[must_use]
    pub fn alone(self) -> Self {
        let (rank, jsd, paired_jsd, chance, plain, plain_games) = (None, None, None, None, None, None);
        Self { rank, jsd, paired_jsd, chance, plain, plain_games, stopped: false, ..self }
    }
}

/// The heads of the columns of [`rollout_rows`].
pub fn rollout_heads(format: &NumberFormat) -> String {
    let width = format.probability_width();
    let head = |name: &str| format!("{name:^width$}");
    let (win, lose) = (["WIN", "WG", "WBG"].map(head).join(" "), ["LOSE", "LG", "LBG"].map(head).join(" "));
    format!("  {win} - {lose} cubeless  cubeful\n")
}

/// The means of a candidate: `0.594 … CL +0.187 CF +0.273`.
pub fn rollout_means(row: &RolloutRow, unit: Unit, format: &NumberFormat) -> String {
    let mut text = format!("{} CL {}", format.outputs(row.outputs), format.value(row.cubeless, unit));
    if let Some(cubeful) = row.cubeful {
        text += &format!(" CF {}", format.value(cubeful, unit));
    }
    text
}

/// The standard errors of a candidate, in the columns of [`rollout_means`].
pub fn rollout_errors(row: &RolloutRow, unit: Unit, format: &NumberFormat) -> String {
    let mut text =
        format!("[{} CL {}", format.output_errors(row.output_errors), format.std_err(row.cubeless_error, unit));
    if let Some(error) = row.cubeful_error {
        text += &format!(" CF {}", format.std_err(error, unit));
    }
    text + "]"
}

/// Every candidate with name, means, standard errors, rank and distance from the best.
pub fn rollout_rows(rows: &[RolloutRow], unit: Unit, format: &NumberFormat) -> String {
    let mut text = String::new();
    let equal_trials = rows.iter().all(|row| row.trials == rows[0].trials);
    for row in rows {
        text += &row.name;
        if !equal_trials {
            text += &format!(" ({} trials)", row.trials);
        }
        text += &format!(":\n  {}\n {}", rollout_means(row, unit, format), rollout_errors(row, unit, format));
        if let Some(rank) = row.rank {
            text += &format!(" {rank}{}", if row.stopped { 's' } else { 'r' });
        }
        if let Some(jsd) = row.jsd {
            text += &format!(" {}", distance(jsd));
        }
        text.push('\n');
        let more = remarks(row, unit, format);
        if !more.is_empty() {
            text += &format!("  {}\n", more.join("; "));
        }
    }
    text
}

/// A distance in standard errors; without any error there is nothing to count in.
pub fn distance(distance: f64) -> String {
    if distance.is_finite() { format!("{distance:.3}") } else { "exact".to_owned() }
}

/// Remarks beyond the reference's: the distance of pairs, the chance of being best, the effect of subtracting luck.
fn remarks(row: &RolloutRow, unit: Unit, format: &NumberFormat) -> Vec<String> {
    let mut remarks = Vec::new();
    let error_of = |error| format.std_err(error, unit).trim().to_owned();
    let paired = row.paired_jsd.map(|paired| format!("paired {}", distance(paired)));
    match (row.behind, paired) {
        (Some((behind, error)), paired) => {
            let paired = paired.map_or_else(String::new, |paired| format!(", {paired}"));
            remarks.push(format!("behind by {} ±{}{paired}", error_of(behind), error_of(error)));
        }
        (None, paired) => remarks.extend(paired),
    }
    if let Some(chance) = row.chance {
        remarks.push(format!("best with {}", rough_chance(chance)));
    }
    if let Some(error) = row.stratified_error {
        remarks.push(format!("±{} with dice dealt evenly", error_of(error)));
    }
    if let Some((value, error)) = row.plain {
        let mut plain = format!("plain {} ±{}", format.value(value, unit).trim(), error_of(error));
        if let Some(games) = row.plain_games {
            plain += &format!(", as good as {games:.0} plain games");
        }
        remarks.push(plain);
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stand_below_what_they_belong_to() {
        let best = RolloutRow {
            name: "24/23 13/11".to_owned(),
            trials: 36,
            outputs: [0.486, 0.124, 0.001, 0.124, 0.006],
            cubeless: -0.032,
            cubeful: Some(-0.105),
            output_errors: [0.010, 0.007, 0.005, 0.008, 0.001],
            cubeless_error: 0.027,
            cubeful_error: Some(0.082),
            rank: Some(1),
            jsd: None,
            paired_jsd: None,
            behind: None,
            stratified_error: None,
            chance: None,
            stopped: false,
            plain: Some((-0.2, 0.4)),
            plain_games: Some(856.7),
        };
        let second = RolloutRow {
            name: "13/11 6/5".to_owned(),
            rank: Some(2),
            jsd: Some(0.137),
            paired_jsd: Some(0.25),
            behind: Some((0.01, 0.04)),
            stratified_error: Some(0.021),
            chance: Some(0.402),
            plain: None,
            ..best.clone()
        };
        let expected = "
24/23 13/11:
  0.486 0.124 0.001 - 0.514 0.124 0.006 CL -0.032 CF -0.105
 [0.010 0.007 0.005 - 0.010 0.008 0.001 CL  0.027 CF  0.082] 1r
  plain -0.200 ±0.400, as good as 857 plain games
13/11 6/5:
  0.486 0.124 0.001 - 0.514 0.124 0.006 CL -0.032 CF -0.105
 [0.010 0.007 0.005 - 0.010 0.008 0.001 CL  0.027 CF  0.082] 2r 0.137
  behind by 0.010 ±0.040, paired 0.250; best with 40%; ±0.021 with dice dealt evenly
";
        let format = NumberFormat::default();
        assert_eq!(rollout_rows(&[best, second], Unit::Equity, &format), &expected[1..]);
        let heads = rollout_heads(&format);
        assert_eq!(heads, "   WIN   WG    WBG  - LOSE   LG    LBG  cubeless  cubeful\n");
    }

    #[test]
    fn a_distance_without_error_is_exact() {
        assert_eq!([3.4567, f64::INFINITY].map(distance), ["3.457", "exact"]);
    }

    #[test]
    fn a_cubeless_rollout_has_no_cubeful_column() {
        let row =
            RolloutRow { name: "Current position".to_owned(), trials: 1, outputs: [0.5; 5], ..RolloutRow::default() };
        assert!(!rollout_rows(&[row], Unit::Equity, &NumberFormat::default()).contains("CF"));
    }
}

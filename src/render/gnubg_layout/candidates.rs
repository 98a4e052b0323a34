//! The list of plays that `hint` prints: rank, how it was judged, play, value, and the probabilities below.

use super::rollout::{RolloutRow, rollout_errors, rollout_means};
use crate::render::{NumberFormat, Unit};

/// One play of the list.
#[derive(Clone, Debug)]
pub struct CandidateRow {
    /// Place in the list, from 1.
    pub rank: usize,
    /// The method that judged it: `Cubeful 2-ply`, `Rollout`.
    pub method: String,
    /// The play as `8/5 6/5`.
    pub play: String,
    /// Its value for the side that makes it.
    pub value: f64,
    /// That value less the best one's; `None` for the best.
    pub difference: Option<f64>,
    /// The five outputs after the play, for the side that made it.
    pub outputs: [f64; 5],
    /// The rollout that judged it: its means and errors then stand below the play.
    pub rollout: Option<RolloutRow>,
    /// Lines below the numbers: the settings of the evaluation or of the rollout.
    pub notes: Vec<String>,
    /// Whether this play was made; such a row is marked `*`.
    pub made: bool,
}

/// Columns of the play in a row.
const PLAY_WIDTH: usize = 28;

/// The list, best play first.
#[must_use]
pub fn candidates(rows: &[CandidateRow], unit: Unit, format: &NumberFormat) -> String {
    let label = match unit {
        Unit::Equity => "Eq.:",
        Unit::Mwc => "MWC:",
    };
    let mut text = String::new();
    for row in rows {
        let mark = if row.made { '*' } else { ' ' };
        let value = format.value(row.value, unit);
        text += &format!("{mark}{:4}. {:<16} {:<PLAY_WIDTH$} {label} {value}", row.rank, row.method, row.play);
        if let Some(difference) = row.difference {
            text += &format!(" ({})", format.difference(difference, unit));
        }
        text += &match &row.rollout {
            None => format!("\n       {}\n", format.outputs(row.outputs)),
            Some(rollout) => format!(
                "\n       {}\n      {}\n",
                rollout_means(rollout, unit, format),
                rollout_errors(rollout, unit, format)
            ),
        };
        for note in &row.notes {
            text += &format!("        {note}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_columns_that_scripts_read() {
        let row = CandidateRow {
            rank: 2,
            method: "Cubeful 2-ply".to_owned(),
            play: "13/11 6/5".to_owned(),
            value: -0.0043,
            difference: Some(-0.0012),
            outputs: [0.501, 0.143, 0.007, 0.144, 0.010],
            rollout: None,
            notes: vec!["2-ply cubeful prune [world class]".to_owned()],
            made: false,
        };
        let expected = "
    2. Cubeful 2-ply    13/11 6/5                    Eq.: -0.004 (-0.001)
       0.501 0.143 0.007 - 0.499 0.144 0.010
        2-ply cubeful prune [world class]
";
        let format = NumberFormat::default();
        assert_eq!(candidates(std::slice::from_ref(&row), Unit::Equity, &format), &expected[1..]);
        let in_mwc = candidates(&[CandidateRow { value: 0.4978, difference: None, ..row }], Unit::Mwc, &format);
        assert!(in_mwc.starts_with("    2. Cubeful 2-ply    13/11 6/5                    MWC:  49.78%\n"), "{in_mwc}");
    }
}

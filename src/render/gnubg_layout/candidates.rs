//! The list of plays that `hint` prints: rank, how it was judged, play, value, and the probabilities below.

use super::rollout::{RolloutRow, rollout_errors, rollout_means};
use crate::render::{Line, NumberFormat, Unit};

/// One play of the list.
#[derive(Clone, Debug)]
pub struct CandidateRow {
    /// The play with its numbers, for the side that makes it; one that was made is marked `*`.
    pub line: Line,
    /// The method that judged it: `Cubeful 2-ply`, `Rollout`.
    pub method: String,
    /// The rollout that judged it: its means and errors then stand below the play.
    pub rollout: Option<RolloutRow>,
    /// Lines below the numbers: the settings of the evaluation or of the rollout.
    pub notes: Vec<String>,
}

/// Columns of the play in a row.
const PLAY_WIDTH: usize = 28;

/// The list, best play first.
pub fn candidates(rows: &[CandidateRow], unit: Unit, format: &NumberFormat) -> String {
    let label = match unit {
        Unit::Equity => "Eq.:",
        Unit::Mwc => "MWC:",
    };
    let mut text = String::new();
    for row in rows {
        let Line { rank, name, value, behind, outputs, is_made, .. } = &row.line;
        let (mark, rank) = (if *is_made { '*' } else { ' ' }, rank.unwrap_or_default());
        let value = format.value(value.0, unit);
        text += &format!("{mark}{rank:4}. {:<16} {name:<PLAY_WIDTH$} {label} {value}", row.method);
        if let Some((behind, _)) = behind {
            text += &format!(" ({})", format.difference(0.0 - behind, unit));
        }
        text += &match &row.rollout {
            None => format!("\n       {}\n", format.outputs(outputs.unwrap_or_default())),
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
            line: Line {
                rank: Some(2),
                name: "13/11 6/5".to_owned(),
                value: (-0.0043, None),
                behind: Some((0.0012, None)),
                outputs: Some([0.501, 0.143, 0.007, 0.144, 0.010]),
                ..Line::default()
            },
            method: "Cubeful 2-ply".to_owned(),
            rollout: None,
            notes: vec!["2-ply cubeful prune [world class]".to_owned()],
        };
        let expected = "
    2. Cubeful 2-ply    13/11 6/5                    Eq.: -0.004 (-0.001)
       0.501 0.143 0.007 - 0.499 0.144 0.010
        2-ply cubeful prune [world class]
";
        let format = NumberFormat::default();
        assert_eq!(candidates(std::slice::from_ref(&row), Unit::Equity, &format), &expected[1..]);
        let in_mwc = {
            let line = Line { value: (0.4978, None), behind: None, ..row.line };
            candidates(&[CandidateRow { line, ..row }], Unit::Mwc, &format)
        };
        assert!(in_mwc.starts_with("    2. Cubeful 2-ply    13/11 6/5                    MWC:  49.78%\n"), "{in_mwc}");
    }
}

//! The table that `eval` prints: one line for every number of plies.

use crate::render::{NumberFormat, Unit};

/// The evaluation at one depth.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationRow {
    /// Turns of look-ahead; 0 is the static evaluation.
    pub plies: u8,
    /// The five outputs for the side on roll.
    pub outputs: [f64; 5],
    /// The value with a dead cube.
    pub cubeless: f64,
    /// The value with a live cube.
    pub cubeful: f64,
}

/// The table, its head included.
#[must_use]
pub fn evaluations(rows: &[EvaluationRow], unit: Unit, format: &NumberFormat) -> String {
    let (cubeless, cubeful) = match unit {
        Unit::Equity => ("Equity", "Cubeful"),
        Unit::Mwc => ("MWC", "Cubeful"),
    };
    let width = format.probability_width() + 3;
    let value_width = usize::from(format.digits) + 7;
    let heads: String =
        ["Win", "W(g)", "W(bg)", "L(g)", "L(bg)"].iter().map(|head| format!("{head:<width$}")).collect();
    let mut text = format!("        {heads}{cubeless:<value_width$}{cubeful}\n");
    for row in rows {
        let depth = if row.plies == 0 { "static".to_owned() } else { format!("{:2} ply", row.plies) };
        let outputs: String = row.outputs.iter().map(|&p| format!("{:<width$}", format.probability(p))).collect();
        let (cubeless, cubeful) = (format.value(row.cubeless, unit), format.value(row.cubeful, unit));
        text += &format!("{depth}: {outputs}{cubeless:<value_width$}{cubeful}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_line_up_with_their_heads() {
        let outputs = [0.522, 0.154, 0.008, 0.130, 0.008];
        let rows = [
            EvaluationRow { plies: 0, outputs, cubeless: 0.067, cubeful: 0.084 },
            EvaluationRow { plies: 1, outputs, cubeless: 0.076, cubeful: -0.098 },
        ];
        let expected = "
        Win     W(g)    W(bg)   L(g)    L(bg)   Equity    Cubeful
static: 0.522   0.154   0.008   0.130   0.008   +0.067    +0.084
 1 ply: 0.522   0.154   0.008   0.130   0.008   +0.076    -0.098
";
        assert_eq!(evaluations(&rows, Unit::Equity, &NumberFormat::default()), &expected[1..]);
    }
}

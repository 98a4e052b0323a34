//! The table that `eval` prints: one line for every number of plies.

use crate::render::{NumberFormat, Unit};
use crate::session::PlyReply;

/// The table, its head included.
pub fn evaluations(rows: &[PlyReply], unit: Unit, format: &NumberFormat) -> String {
    let cubeless = unit.head();
    let width = format.probability_width() + 3;
    let value_width = usize::from(format.digits) + 7;
    let heads: String =
        ["Win", "W(g)", "W(bg)", "L(g)", "L(bg)"].iter().map(|head| format!("{head:<width$}")).collect();
    let mut text = format!("        {heads}{cubeless:<value_width$}Cubeful\n");
    for row in rows {
        let depth = if row.ply == 0 { "static".to_owned() } else { format!("{:2} ply", row.ply) };
        let outputs: String =
            row.outputs.0.iter().map(|&p| format!("{:<width$}", format.probability(p.into()))).collect();
        let [cubeless, cubeful] = [row.cubeless, row.cubeful].map(|worth| format.value(unit.of(worth), unit));
        text += &format!("{depth}: {outputs}{cubeless:<value_width$}{cubeful}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Outputs;
    use crate::session::EquityReply;

    #[test]
    fn the_columns_line_up_with_their_heads() {
        let row = |ply, equities: [f32; 2]| {
            let [cubeless, cubeful] = equities.map(|equity| EquityReply::new(equity, None));
            PlyReply { ply, outputs: Outputs([0.522, 0.154, 0.008, 0.130, 0.008]), cubeless, cubeful }
        };
        let rows = [row(0, [0.067, 0.084]), row(1, [0.076, -0.098])];
        let expected = "
        Win     W(g)    W(bg)   L(g)    L(bg)   Equity    Cubeful
static: 0.522   0.154   0.008   0.130   0.008   +0.067    +0.084
 1 ply: 0.522   0.154   0.008   0.130   0.008   +0.076    -0.098
";
        assert_eq!(evaluations(&rows, Unit::Equity, &NumberFormat::default()), &expected[1..]);
    }
}

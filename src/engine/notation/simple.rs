//! The `simple` board: 26 counts seen by the side on roll.
//!
//! The bar, its points 1 to 24 (its own checkers positive, the opponent's negative), the opponent's bar.

use super::error::Problem;
use crate::board::{BAR, Position, Setup};

/// The arrangement these counts describe. The opponent's bar may have either sign.
///
/// # Errors
/// When the side's own bar is negative.
pub fn setup_from_simple(counts: &[i8; 26]) -> Result<Setup, Problem> {
    let mut setup = Setup { on_roll: [0; 25], opponent: [0; 25] };
    let [own_bar, points @ .., other_bar] = counts;
    setup.on_roll[BAR] = u8::try_from(*own_bar).map_err(|_| Problem::Field {
        field: "the bar of the side on roll",
        found: own_bar.to_string(),
        expected: "0 or more",
    })?;
    for (i, &count) in points.iter().enumerate() {
        match count {
            0.. => setup.on_roll[i] = count.unsigned_abs(),
            _ => setup.opponent[23 - i] = count.unsigned_abs(),
        }
    }
    setup.opponent[BAR] = other_bar.unsigned_abs();
    Ok(setup)
}

/// The counts of a position; the opponent's bar is positive.
pub fn simple_board(position: &Position) -> [i8; 26] {
    let mut counts = [0; 26];
    counts[0] = position.on_roll()[BAR] as i8;
    for i in 0..24 {
        counts[i + 1] = position.on_roll()[i] as i8 - position.opponent()[23 - i] as i8;
    }
    counts[25] = position.opponent()[BAR] as i8;
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;

    #[test]
    fn the_starting_position() {
        let counts = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0];
        let start = Variation::Standard.starting_position();
        assert_eq!(setup_from_simple(&counts).map(|setup| setup.into_position(Variation::Standard)), Ok(Ok(start)));
        assert_eq!(simple_board(&start), counts);
        let mut wrong = counts;
        wrong[0] = -1;
        assert_eq!(
            setup_from_simple(&wrong).unwrap_err().to_string(),
            "the bar of the side on roll is -1: expected 0 or more"
        );
    }
}

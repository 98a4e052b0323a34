//! The statistics of a player as the columns of a row, and back.

use crate::analysis::{
    Counted, Loss, LuckRating, PlayerStatistics, Rating, Statistics, absolute_rating, rating_losses,
};
use crate::board::Player;
use rusqlite::types::Value;

/// The columns between the numbers of the row and the result, in their order.
pub(super) const COLUMNS: [&str; 55] = [
    "total_moves",
    "unforced_moves",
    "unmarked_moves",
    "good_moves",
    "doubtful_moves",
    "bad_moves",
    "very_bad_moves",
    "chequer_error_total_normalised",
    "chequer_error_total",
    "chequer_error_per_move_normalised",
    "chequer_error_per_move",
    "chequer_rating",
    "very_lucky_rolls",
    "lucky_rolls",
    "unmarked_rolls",
    "unlucky_rolls",
    "very_unlucky_rolls",
    "luck_total_normalised",
    "luck_total",
    "luck_per_move_normalised",
    "luck_per_move",
    "luck_rating",
    "total_cube_decisions",
    "close_cube_decisions",
    "doubles",
    "takes",
    "passes",
    "missed_doubles_below_cp",
    "missed_doubles_above_cp",
    "wrong_doubles_below_dp",
    "wrong_doubles_above_tg",
    "wrong_takes",
    "wrong_passes",
    "error_missed_doubles_below_cp_normalised",
    "error_missed_doubles_above_cp_normalised",
    "error_wrong_doubles_below_dp_normalised",
    "error_wrong_doubles_above_tg_normalised",
    "error_wrong_takes_normalised",
    "error_wrong_passes_normalised",
    "error_missed_doubles_below_cp",
    "error_missed_doubles_above_cp",
    "error_wrong_doubles_below_dp",
    "error_wrong_doubles_above_tg",
    "error_wrong_takes",
    "error_wrong_passes",
    "cube_error_total_normalised",
    "cube_error_total",
    "cube_error_per_move_normalised",
    "cube_error_per_move",
    "cube_rating",
    "overall_error_total_normalised",
    "overall_error_total",
    "overall_error_per_move_normalised",
    "overall_error_per_move",
    "overall_rating",
];

/// Parts of the names of those columns that are no counts.
pub(super) const REAL_FROM: [&str; 4] = ["error_", "luck_total", "luck_per", "_per_"];

/// The cells of a player's row, from `total_moves` on.
pub(super) fn values(statistics: &Statistics, seat: Player) -> Vec<Value> {
    let of = &statistics.players[seat];
    let (plays, luck, cube) = (&of.plays, &of.luck, &of.cube);
    let kinds = of.cube.errors();
    let whole = |n: u32| Value::from(i64::from(n));
    let pair = |loss: Loss| [Value::from(loss.equity), Value::from(loss.cost)];
    let or_zero = |loss: Option<Loss>| pair(loss.unwrap_or_default());
    let rating = |loss: Option<Loss>| whole(rank(loss.unwrap_or_default().equity));
    let [doubtful, bad, very_bad] = plays.marked;
    let [very_lucky, lucky, unlucky, very_unlucky] = luck.marked;

    let mut cells = Vec::new();
    cells.extend([plays.total, plays.unforced, plays.unmarked, 0, doubtful, bad, very_bad].map(whole));
    cells.extend(pair(plays.error));
    cells.extend(or_zero(plays.rate()));
    cells.push(rating(plays.rate()));
    cells.extend([very_lucky, lucky, luck.unmarked, unlucky, very_unlucky].map(whole));
    cells.extend(pair(luck.luck));
    let luck_rate = luck.rate().unwrap_or_default();
    cells.extend(pair(luck_rate));
    cells.push(whole(luck_rank(luck_rate.equity)));
    cells.extend([cube.total, cube.close, cube.doubles, cube.takes, cube.passes].map(whole));
    cells.extend(kinds.map(|kind| whole(kind.count)));
    cells.extend(kinds.map(|kind| Value::from(kind.loss.equity)));
    cells.extend(kinds.map(|kind| Value::from(kind.loss.cost)));
    cells.extend(pair(cube.error()));
    cells.extend(or_zero(cube.rate()));
    cells.push(rating(cube.rate()));
    cells.extend(pair(of.error()));
    cells.extend(or_zero(of.rate()));
    cells.push(rating(of.rate()));

    let sign = if seat == Player::Top { 1.0 } else { -1.0 };
    cells.extend([sign * statistics.actual(), sign * statistics.luck_adjusted()].map(Value::from));
    let total: u32 = statistics.players.0.iter().map(|player| player.plays.total).sum();
    cells.push(whole(total));
    cells.push(Value::from(statistics.snowie_rate(seat).unwrap_or_default()));
    let in_match = statistics.length > 0;
    let rates = [plays.rate(), cube.rate()].map(|rate| rate.map(|loss| loss.equity));
    let absolute = in_match.then(|| absolute_rating(rates[0], rates[1], statistics.length, crate::analysis::FLAWLESS));
    let (by_plays, by_cube) =
        if in_match { rating_losses(rates[0], rates[1], statistics.length) } else { (None, None) };
    let difference = statistics.luck_based_difference().map(|difference| sign * difference);
    cells.extend([difference, absolute, by_plays, by_cube].map(Value::from));
    // Advantages per game in money sessions with their intervals, which this program does not compute.
    cells.extend([Value::Null, Value::Null, Value::Null, Value::Null]);
    // There are no clocks.
    cells.extend([whole(0), Value::from(0.0), Value::from(0.0)]);
    cells
}

/// The statistics of a player that totals of the columns amount to.
pub(super) fn sums(totals: &[f64]) -> PlayerStatistics {
    let real = |name: &str| {
        let at = COLUMNS.iter().position(|column| *column == name).expect("a column");
        totals[at]
    };
    let whole = |name: &str| real(name) as u32;
    let loss = |name: &str| Loss { equity: real(&format!("{name}_normalised")), cost: real(name) };
    let counted = |name: &str| Counted { count: whole(name), loss: loss(&format!("error_{name}")) };
    let mut of = PlayerStatistics::default();
    let plays = &mut of.plays;
    (plays.total, plays.unforced) = (whole("total_moves"), whole("unforced_moves"));
    plays.unmarked = whole("unmarked_moves") + whole("good_moves");
    plays.marked = ["doubtful_moves", "bad_moves", "very_bad_moves"].map(whole);
    plays.error = loss("chequer_error_total");
    let luck = &mut of.luck;
    luck.marked = ["very_lucky_rolls", "lucky_rolls", "unlucky_rolls", "very_unlucky_rolls"].map(whole);
    luck.unmarked = whole("unmarked_rolls");
    luck.total = luck.unmarked + luck.marked.iter().sum::<u32>();
    luck.luck = loss("luck_total");
    let cube = &mut of.cube;
    (cube.total, cube.close) = (whole("total_cube_decisions"), whole("close_cube_decisions"));
    (cube.doubles, cube.takes, cube.passes) = (whole("doubles"), whole("takes"), whole("passes"));
    cube.missed_below = counted("missed_doubles_below_cp");
    cube.missed_above = counted("missed_doubles_above_cp");
    cube.wrong_below = counted("wrong_doubles_below_dp");
    cube.wrong_above = counted("wrong_doubles_above_tg");
    cube.wrong_takes = counted("wrong_takes");
    cube.wrong_passes = counted("wrong_passes");
    of
}

/// 0 for awful to 7 for supernatural.
fn rank(rate: f64) -> u32 {
    Rating::of(rate) as u32
}

/// 0 for very unlucky to 4.
fn luck_rank(rate: f64) -> u32 {
    LuckRating::of(rate) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_cell() {
        assert_eq!(values(&Statistics::default(), Player::Top).len(), COLUMNS.len() + 15);
    }
}

//! The statistics of a player as the columns of a row, and back.

use crate::analysis::{
    Counted, Loss, LuckRating, PlayerStatistics, Rating, Statistics, absolute_rating, rating_losses,
};
use crate::board::Player;
use rusqlite::types::Value;

/// The kinds of errors with the cube, as columns name them.
const CUBE_ERRORS: [&str; 6] = [
    "missed_doubles_below_cp",
    "missed_doubles_above_cp",
    "wrong_doubles_below_dp",
    "wrong_doubles_above_tg",
    "wrong_takes",
    "wrong_passes",
];

fn count((name, n): (&str, u32)) -> (String, Value) {
    (name.to_owned(), Value::from(i64::from(n)))
}

/// A loss in equity and in what it costs.
fn loss(name: &str, loss: Loss) -> [(String, Value); 2] {
    [(format!("{name}_normalised"), Value::from(loss.equity)), (name.to_owned(), Value::from(loss.cost))]
}

/// The columns between the numbers of the row and the result, in their order, with their cells.
pub(super) fn columns(of: &PlayerStatistics) -> Vec<(String, Value)> {
    let (plays, luck, cube) = (&of.plays, &of.luck, &of.cube);
    let [doubtful, bad, very_bad] = plays.marked;
    let [very_lucky, lucky, unlucky, very_unlucky] = luck.marked;
    let kinds = || CUBE_ERRORS.into_iter().zip(cube.errors());
    let rated = |what: &str, total: Loss, rate: Option<Loss>, rating: &str, rank: fn(f64) -> u32| {
        let rate = rate.unwrap_or_default();
        let losses = [loss(&format!("{what}_total"), total), loss(&format!("{what}_per_move"), rate)];
        losses.into_iter().flatten().chain([count((rating, rank(rate.equity)))])
    };

    let mut columns = Vec::new();
    let moves = [
        ("total_moves", plays.total),
        ("unforced_moves", plays.unforced),
        ("unmarked_moves", plays.unmarked),
        ("good_moves", 0),
        ("doubtful_moves", doubtful),
        ("bad_moves", bad),
        ("very_bad_moves", very_bad),
    ];
    columns.extend(moves.map(count));
    columns.extend(rated("chequer_error", plays.error, plays.rate(), "chequer_rating", rank));
    let rolls = [
        ("very_lucky_rolls", very_lucky),
        ("lucky_rolls", lucky),
        ("unmarked_rolls", luck.unmarked),
        ("unlucky_rolls", unlucky),
        ("very_unlucky_rolls", very_unlucky),
    ];
    columns.extend(rolls.map(count));
    columns.extend(rated("luck", luck.luck, luck.rate(), "luck_rating", luck_rank));
    let cubes = [
        ("total_cube_decisions", cube.total),
        ("close_cube_decisions", cube.close),
        ("doubles", cube.doubles),
        ("takes", cube.takes),
        ("passes", cube.passes),
    ];
    columns.extend(cubes.map(count));
    columns.extend(kinds().map(|(name, kind)| count((name, kind.count))));
    columns.extend(kinds().map(|(name, kind)| (format!("error_{name}_normalised"), Value::from(kind.loss.equity))));
    columns.extend(kinds().map(|(name, kind)| (format!("error_{name}"), Value::from(kind.loss.cost))));
    columns.extend(rated("cube_error", cube.error(), cube.rate(), "cube_rating", rank));
    columns.extend(rated("overall_error", of.error(), of.rate(), "overall_rating", rank));
    columns
}

/// The cells of a player's row, from `total_moves` on.
pub(super) fn values(statistics: &Statistics, seat: Player) -> Vec<Value> {
    let of = &statistics.players[seat];
    let (plays, cube) = (&of.plays, &of.cube);
    let whole = |n: u32| Value::from(i64::from(n));
    let mut cells: Vec<Value> = columns(of).into_iter().map(|(_, cell)| cell).collect();
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
    let columns = columns(&PlayerStatistics::default());
    let real = |name: &str| totals[columns.iter().position(|(column, _)| column == name).expect("a column")];
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
        let columns = columns(&PlayerStatistics::default());
        assert_eq!(values(&Statistics::default(), Player::Top).len(), columns.len() + 15);
    }
}

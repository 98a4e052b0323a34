//! Statistics of games and matches as JSON.

use super::object::Object;
use crate::analysis::{Counted, Loss, LuckRating, PlayerStatistics, Rating, absolute_rating};
use crate::board::Player;
use crate::session::StatisticsReply;

pub(super) fn statistics(reply: &StatisticsReply) -> Object {
    let statistics = &reply.statistics;
    Object::default()
        .with("part", reply.part.word())
        .with("games", statistics.games)
        .with("match_length", statistics.length)
        .with("over", statistics.is_over)
        .with("plays_not_analysed", statistics.missing.plays)
        .with_objects("players", Player::BOTH.map(|player| of_player(reply, player)))
}

/// Equity, and points or match winning chance: what was given up, or luck.
fn loss(Loss { equity, cost }: Loss) -> Object {
    Object::default().with("equity", equity).with("cost", cost)
}

fn counted(counted: &Counted) -> Object {
    Object::default().with("count", counted.count).and(&loss(counted.loss))
}

fn rating(rate: Option<Loss>) -> Option<&'static str> {
    rate.map(|rate| Rating::of(rate.equity).name())
}

fn of_player(reply: &StatisticsReply, player: Player) -> Object {
    let PlayerStatistics { plays, luck, cube, .. } = &reply.statistics.players[player];
    let of_plays = Object::default()
        .with("total", plays.total)
        .with("unforced", plays.unforced)
        .with("unmarked", plays.unmarked)
        .with("doubtful", plays.marked[0])
        .with("bad", plays.marked[1])
        .with("very_bad", plays.marked[2])
        .with("errors", plays.faults.errors)
        .with("blunders", plays.faults.blunders)
        .with_object("error", loss(plays.error))
        .with_object("rate", plays.rate().map(loss))
        .with("rating", rating(plays.rate()));
    let of_luck = Object::default()
        .with("total", luck.total)
        .with("very_lucky", luck.marked[0])
        .with("lucky", luck.marked[1])
        .with("unmarked", luck.unmarked)
        .with("unlucky", luck.marked[2])
        .with("very_unlucky", luck.marked[3])
        .with_object("luck", loss(luck.luck))
        .with_object("rate", luck.rate().map(loss))
        .with("rating", luck.rate().map(|rate| LuckRating::of(rate.equity).name()));
    let of_cube = Object::default()
        .with("total", cube.total)
        .with("close", cube.close)
        .with("doubles", cube.doubles)
        .with("takes", cube.takes)
        .with("passes", cube.passes)
        .with_object("missed_doubles_below_cash_point", counted(&cube.missed_below))
        .with_object("missed_doubles_above_cash_point", counted(&cube.missed_above))
        .with_object("wrong_doubles_below_doubling_point", counted(&cube.wrong_below))
        .with_object("wrong_doubles_too_good", counted(&cube.wrong_above))
        .with_object("wrong_takes", counted(&cube.wrong_takes))
        .with_object("wrong_passes", counted(&cube.wrong_passes))
        .with("errors", cube.faults.errors)
        .with("blunders", cube.faults.blunders)
        .with_object("error", loss(cube.error()))
        .with_object("rate", cube.rate().map(loss))
        .with("rating", rating(cube.rate()));
    Object::default()
        .with("name", &reply.names[player])
        .with_object("plays", of_plays)
        .with_object("luck", of_luck)
        .with_object("cube", of_cube)
        .with_object("overall", overall(reply, player))
}

fn overall(reply: &StatisticsReply, player: Player) -> Object {
    let statistics = &reply.statistics;
    let one = &statistics.players[player];
    let sign = if player == Player::Top { 1.0 } else { -1.0 };
    let result = |value: f64| statistics.is_over.then_some(sign * value);
    let equity = |loss: Option<Loss>| loss.map(|loss| loss.equity);
    let absolute =
        || absolute_rating(equity(one.plays.rate()), equity(one.cube.rate()), statistics.length, reply.rating_offset);
    Object::default()
        .with_object("error", loss(one.error()))
        .with_object("rate", one.rate().map(loss))
        .with("snowie_rate", statistics.snowie_rate(player))
        .with("rating", rating(one.rate()))
        .with("performance_rating", one.performances.all().rating())
        .with("result", result(statistics.actual()))
        .with("luck_adjusted_result", result(statistics.luck_adjusted()))
        .with("luck_based_rating_difference", statistics.luck_based_difference().and_then(result))
        .with("error_based_rating", (reply.is_match && one.decisions() > 0).then(absolute))
}

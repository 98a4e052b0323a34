//! Statistics of games and matches as JSON.

use crate::analysis::{Counted, Loss, LuckRating, PlayerStatistics, Rating, absolute_rating};
use crate::board::Player;
use crate::session::StatisticsReply;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct StatisticsObject<'a> {
    part: &'static str,
    games: usize,
    match_length: u8,
    over: bool,
    plays_not_analysed: u32,
    players: [PlayerObject<'a>; 2],
}

#[derive(Serialize)]
struct PlayerObject<'a> {
    name: &'a str,
    plays: PlaysObject,
    luck: LuckObject,
    cube: CubeObject,
    overall: OverallObject,
}

/// Equity, and points or match winning chance: what was given up, or luck.
#[derive(Serialize)]
struct LossObject {
    equity: f64,
    cost: f64,
}

#[derive(Serialize)]
struct CountedObject {
    count: u32,
    #[serde(flatten)]
    loss: LossObject,
}

#[derive(Serialize)]
struct PlaysObject {
    total: u32,
    unforced: u32,
    unmarked: u32,
    doubtful: u32,
    bad: u32,
    very_bad: u32,
    errors: u32,
    blunders: u32,
    error: LossObject,
    rate: Option<LossObject>,
    rating: Option<&'static str>,
}

#[derive(Serialize)]
struct LuckObject {
    total: u32,
    very_lucky: u32,
    lucky: u32,
    unmarked: u32,
    unlucky: u32,
    very_unlucky: u32,
    luck: LossObject,
    rate: Option<LossObject>,
    rating: Option<&'static str>,
}

#[derive(Serialize)]
struct CubeObject {
    total: u32,
    close: u32,
    doubles: u32,
    takes: u32,
    passes: u32,
    missed_doubles_below_cash_point: CountedObject,
    missed_doubles_above_cash_point: CountedObject,
    wrong_doubles_below_doubling_point: CountedObject,
    wrong_doubles_too_good: CountedObject,
    wrong_takes: CountedObject,
    wrong_passes: CountedObject,
    errors: u32,
    blunders: u32,
    error: LossObject,
    rate: Option<LossObject>,
    rating: Option<&'static str>,
}

#[derive(Serialize)]
struct OverallObject {
    error: LossObject,
    rate: Option<LossObject>,
    snowie_rate: Option<f64>,
    rating: Option<&'static str>,
    performance_rating: Option<f64>,
    result: Option<f64>,
    luck_adjusted_result: Option<f64>,
    luck_based_rating_difference: Option<f64>,
    error_based_rating: Option<f64>,
}

impl From<Loss> for LossObject {
    fn from(Loss { equity, cost }: Loss) -> Self {
        Self { equity, cost }
    }
}

impl From<&Counted> for CountedObject {
    fn from(counted: &Counted) -> Self {
        Self { count: counted.count, loss: counted.loss.into() }
    }
}

fn rating(rate: Option<Loss>) -> Option<&'static str> {
    rate.map(|rate| Rating::of(rate.equity).name())
}

impl<'a> From<&'a StatisticsReply> for StatisticsObject<'a> {
    fn from(reply: &'a StatisticsReply) -> Self {
        let statistics = &reply.statistics;
        Self {
            part: reply.part.word(),
            games: statistics.games,
            match_length: statistics.length,
            over: statistics.is_over,
            plays_not_analysed: statistics.missing.plays,
            players: Player::BOTH.map(|player| player_object(reply, player)),
        }
    }
}

fn overall(reply: &StatisticsReply, player: Player) -> OverallObject {
    let statistics = &reply.statistics;
    let one = &statistics.players[player];
    let sign = if player == Player::Top { 1.0 } else { -1.0 };
    let result = |value: f64| statistics.is_over.then_some(sign * value);
    let equity = |loss: Option<Loss>| loss.map(|loss| loss.equity);
    let absolute =
        || absolute_rating(equity(one.plays.rate()), equity(one.cube.rate()), statistics.length, reply.rating_offset);
    OverallObject {
        error: one.error().into(),
        rate: one.rate().map(LossObject::from),
        snowie_rate: statistics.snowie_rate(player),
        rating: rating(one.rate()),
        performance_rating: one.performances.all().rating(),
        result: result(statistics.actual()),
        luck_adjusted_result: result(statistics.luck_adjusted()),
        luck_based_rating_difference: statistics
            .luck_based_difference()
            .filter(|_| statistics.is_over)
            .map(|difference| sign * difference),
        error_based_rating: (reply.is_match && one.decisions() > 0).then(absolute),
    }
}

fn player_object(reply: &StatisticsReply, player: Player) -> PlayerObject<'_> {
    let PlayerStatistics { plays, luck, cube, .. } = &reply.statistics.players[player];
    PlayerObject {
        name: &reply.names[player],
        plays: PlaysObject {
            total: plays.total,
            unforced: plays.unforced,
            unmarked: plays.unmarked,
            doubtful: plays.marked[0],
            bad: plays.marked[1],
            very_bad: plays.marked[2],
            errors: plays.faults.errors,
            blunders: plays.faults.blunders,
            error: plays.error.into(),
            rate: plays.rate().map(LossObject::from),
            rating: rating(plays.rate()),
        },
        luck: LuckObject {
            total: luck.total,
            very_lucky: luck.marked[0],
            lucky: luck.marked[1],
            unmarked: luck.unmarked,
            unlucky: luck.marked[2],
            very_unlucky: luck.marked[3],
            luck: luck.luck.into(),
            rate: luck.rate().map(LossObject::from),
            rating: luck.rate().map(|rate| LuckRating::of(rate.equity).name()),
        },
        cube: CubeObject {
            total: cube.total,
            close: cube.close,
            doubles: cube.doubles,
            takes: cube.takes,
            passes: cube.passes,
            missed_doubles_below_cash_point: (&cube.missed_below).into(),
            missed_doubles_above_cash_point: (&cube.missed_above).into(),
            wrong_doubles_below_doubling_point: (&cube.wrong_below).into(),
            wrong_doubles_too_good: (&cube.wrong_above).into(),
            wrong_takes: (&cube.wrong_takes).into(),
            wrong_passes: (&cube.wrong_passes).into(),
            errors: cube.faults.errors,
            blunders: cube.faults.blunders,
            error: cube.error().into(),
            rate: cube.rate().map(LossObject::from),
            rating: rating(cube.rate()),
        },
        overall: overall(reply, player),
    }
}

//! Evaluations, cube decisions and plays of positions, one or thousands, on all threads.

use super::args::Asked;
use crate::board::{OFF, POINTS, Position};
use crate::eval::{Advice, Answer, EvalSettings, Evaluation, Interrupted, MoveFilters, Searcher, Verdict};
use crate::movegen::{CheckerMove, Play};
use crate::notation::{play_text, position_id};
use crate::scoring::{CubeInfo, CubeOwner};
use crate::session::Session;
use crate::threads::side_by_side;
use arrayvec::ArrayVec;
use serde_json::{Value, json};

/// This many questions at least keep a thread busy for longer than it takes to start.
const FEWEST: usize = 16;

/// Five chances of the side on roll, its cubeless equity, and the cubeful one or `null`.
pub(super) fn evaluations(session: &Session, asked: &[Asked], settings: &EvalSettings) -> Result<Value, String> {
    each(session, asked, settings, |searcher, asked| {
        searcher.evaluate(&asked.position, &asked.info, settings).map(|evaluation| numbers(&evaluation))
    })
}

/// Cube decisions of the side on roll.
pub(super) fn decisions(session: &Session, asked: &[Asked], settings: &EvalSettings) -> Result<Value, String> {
    each(session, asked, settings, |searcher, asked| {
        let decision = searcher.cube_decision(&asked.position, &asked.info, settings)?;
        let code = decision.verdict.map(|verdict| code(verdict, &asked.info));
        let values = [decision.values.no_double, decision.values.double_take, decision.values.double_pass];
        Ok(json!({
            "outputs": decision.outputs.0,
            "equity": decision.equity,
            "optimal": decision.optimal,
            "values": values,
            "mwc": values.map(|equity| asked.info.mwc(equity)),
            "verdict": decision.verdict.map(|verdict| verdict.to_string()),
            "code": code,
        }))
    })
}

/// The plays of the dice, best first, this many at most.
pub(super) fn plays(
    session: &Session,
    asked: &[Asked],
    settings: &EvalSettings,
    filters: &MoveFilters,
    most: usize,
) -> Result<Value, String> {
    if asked.iter().any(|asked| asked.dice.is_none()) {
        return Err("no dice are given".to_owned());
    }
    each(session, asked, settings, |searcher, asked| {
        let Some(dice) = asked.dice else { return Ok(json!([])) };
        let plays = searcher.rank_plays(&asked.position, dice, &asked.info, settings, filters)?;
        let rows = plays.iter().take(most).map(|candidate| {
            json!({
                "play": play_text(&candidate.play),
                "moves": hops(&candidate.play),
                "position_id": position_id(&candidate.play.result.flipped()),
                "ply": candidate.plies,
                "numbers": numbers(&candidate.evaluation),
            })
        });
        Ok(rows.collect())
    })
}

/// The points of each checker move, from and to, as the mover counts: 25 for the bar, 0 for off.
pub(super) fn hops(play: &Play) -> Vec<[u8; 2]> {
    let to = |hop: &CheckerMove| if hop.to == OFF { 0 } else { hop.to + 1 };
    play.moves.iter().map(|hop| [hop.from + 1, to(hop)]).collect()
}

/// The play of pairs of points, whether or not dice allow it.
pub(super) fn play_of(position: &Position, pairs: &[[u8; 2]]) -> Result<Play, String> {
    let mut moves: ArrayVec<CheckerMove, 4> = ArrayVec::new();
    for &[from, to] in pairs {
        if !(1..=25).contains(&from) || to > 24 {
            return Err(format!("{from}/{to} is not a checker move"));
        }
        let (from, to) = (from - 1, to.checked_sub(1).unwrap_or(OFF));
        let blot = to != OFF && position.opponent()[POINTS - 1 - usize::from(to)] == 1;
        let hits = blot && !moves.iter().any(|earlier| earlier.to == to);
        moves
            .try_push(CheckerMove { from, to, hits })
            .map_err(|_| "a play has four checker moves at most".to_owned())?;
    }
    Ok(Play { moves, result: *position })
}

fn numbers(evaluation: &Evaluation) -> Value {
    let [win, gammon, backgammon, lose_gammon, lose_backgammon] = evaluation.outputs.0;
    json!([win, gammon, backgammon, lose_gammon, lose_backgammon, evaluation.equity, evaluation.cubeful])
}

/// The number that GNU Backgammon's Python has for a verdict.
fn code(verdict: Verdict, info: &CubeInfo) -> u8 {
    let is_turned = info.cube().owner() != CubeOwner::Centered;
    let [first, again] = match (verdict.advice, verdict.answer) {
        (Advice::Double, Answer::Take) => [0, 7],
        (Advice::Double, Answer::Pass) => [1, 8],
        (Advice::Double, Answer::Beaver) => [5, 5],
        (Advice::NoDouble, Answer::Take | Answer::Pass) => [2, 9],
        (Advice::NoDouble, Answer::Beaver) => [6, 12],
        (Advice::TooGood, Answer::Take | Answer::Beaver) => [3, 10],
        (Advice::TooGood, Answer::Pass) => [4, 11],
        (Advice::Never, _) => [13, 14],
        (Advice::OptionalDouble, Answer::Take) => [16, 17],
        (Advice::OptionalDouble, Answer::Beaver) => [18, 18],
        (Advice::OptionalDouble, Answer::Pass) => [19, 20],
    };
    if is_turned { again } else { first }
}

/// Answers each question, in their order, on as many threads as the session has.
fn each(
    session: &Session,
    asked: &[Asked],
    settings: &EvalSettings,
    answer: impl Fn(&mut Searcher, &Asked) -> Result<Value, Interrupted> + Sync,
) -> Result<Value, String> {
    // Noise that is not to be repeated is drawn from one source.
    let is_drawn = settings.noise() > 0.0 && !settings.deterministic;
    let most = if is_drawn { 1 } else { session.settings().threads };
    let threads = most.min(asked.len() / FEWEST).max(1);
    let share = |mut searcher: Searcher, asked: &[Asked]| -> Result<Vec<Value>, Interrupted> {
        asked.iter().map(|asked| answer(&mut searcher, asked)).collect()
    };
    let shares: Vec<Result<Vec<Value>, Interrupted>> = if threads == 1 {
        vec![share(session.searcher(), asked)]
    } else {
        let shares = asked.chunks(asked.len().div_ceil(threads));
        side_by_side(shares.map(|asked| {
            let searcher = session.searcher();
            move || share(searcher, asked)
        }))
    };
    let mut all = Vec::with_capacity(asked.len());
    for share in shares {
        all.extend(share.map_err(|_| "interrupted".to_owned())?);
    }
    Ok(Value::Array(all))
}

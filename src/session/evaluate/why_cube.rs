//! `why` before a roll and after a double: what speaks for the cube action, from the market and the score.

use super::why::listed;
use crate::analysis::{CubeReason, LONG, cube_reasons, for_money, timing};
use crate::board::Side;
use crate::eval::bearoff::Bearoff;
use crate::eval::counts::EffectivePips;
use crate::eval::{Advice, EvalSettings, Outputs, Verdict, cube_words};
use crate::record::{Event, Game};
use crate::scoring::CubeInfo;
use crate::session::error::interrupted;
use crate::session::reply::{CubeReply, Market, Reply};
use crate::session::{Session, SessionError};
use crate::words::counted;

/// Actions that are no further apart than this make a decision close, and a take.
const CLOSE: f32 = 0.2;
const CLOSE_TAKE: f32 = 0.1;

/// Chances that are no further from a take point or a doubling point are near it.
const NEAR_POINT: f32 = 0.1;

/// Gains that are shown as nothing are not told.
const LEAST_GAIN: f64 = 0.0005;

/// The least difference of actions for money, without looking ahead, that is told.
const CERTAIN: f32 = 0.02;

impl Session {
    /// The cube decision on the table as `hint` judges it; `None` where there is none.
    pub(in crate::session) fn hinted_cube(&mut self) -> Result<Option<Box<CubeReply>>, SessionError> {
        let replies = self.hint(None)?.parts();
        Ok(replies.into_iter().find_map(|one| if let Reply::Cube(cube) = one { Some(cube) } else { None }))
    }

    /// Why to double or not, or to take or not.
    pub(super) fn why_cube(&mut self, game: &Game) -> Result<Reply, SessionError> {
        let (at, step) = self.record().cursor();
        let next = self.table.step(at, step).map(|step| &step.event);
        if matches!(next, Some(Event::Resign(_) | Event::Accept | Event::Decline)) {
            return Err(SessionError::new("this is a resignation: `why` explains plays and cubes"));
        }
        if self.is_crawford() {
            return Err(SessionError::new("this is the Crawford game: nobody may double in it"));
        }
        let Some(own) = self.hinted_cube()? else {
            return Err(SessionError::new("there is no cube decision to explain here").with_suggestion("hint"));
        };
        let info = self.cube_info()?;
        // The analysis of the match speaks where it looked otherwise.
        let analysis = self.analyzed_cube(game, &info).filter(|_| own.rollout.is_none());
        let cube = analysis.as_ref().unwrap_or(&own);
        let CubeReply { verdict: Some(verdict), is_answer, .. } = cube else {
            return Err(SessionError::new("the cube cannot be turned here").with_suggestion("hint"));
        };
        let [no_double, take, pass] = [&cube.no_double, &cube.double_take, &cube.double_pass].map(|one| one.equity);
        let outputs = self.chances_of(cube, game, &info)?;
        let chances = format!(
            "wins {} ({} gammons), loses {} gammons{}",
            percent(outputs.win()),
            percent(outputs.win_gammon()),
            percent(outputs.lose_gammon()),
            if cube.outputs.are_known() { "" } else { " (0-ply)" }
        );
        let name = &self.settings.names[cube.player];
        let mut lines = vec![format!("{verdict} ({}): {name} {chances}", by(cube))];
        if let Some(other) = own.verdict.filter(|other| other != verdict) {
            lines.push(format!("so the analysis of the match; a look from here says: {other} ({})", by(&own)));
        }
        lines.push(if *is_answer {
            format!("a take is worth {take:+.3}, a pass {pass:+.3}")
        } else {
            let double = cube_words("double", verdict.redouble);
            format!("no {double} is worth {no_double:+.3}, {double} and take {take:+.3}, {double} and pass {pass:+.3}")
        });
        lines.extend(self.scores(game, &info, &CubeReply { outputs, ..cube.clone() }));
        if let Some(market) = self.market(game, self.standing().terms()).filter(|_| !is_answer) {
            let opponent = &self.settings.names[!cube.player];
            lines.push(market_words(&market, *verdict, [no_double, take, pass], opponent));
        }
        lines.extend(self.timings(game));
        lines.extend(self.efforts(game));
        Ok(Reply::Message(lines.join("\n")))
    }

    /// The chances behind a cube decision, without looking ahead where its analysis tells none.
    fn chances_of(&self, cube: &CubeReply, game: &Game, info: &CubeInfo) -> Result<Outputs, SessionError> {
        if cube.outputs.are_known() {
            return Ok(cube.outputs);
        }
        let found = self.searcher().evaluate(&game.position, info, &EvalSettings::cubeful(0)).map_err(interrupted)?;
        Ok(if cube.is_answer { found.outputs.flipped() } else { found.outputs })
    }

    /// What the score says, and the action for money where that is another. Numbers are told where a decision is close
    /// or differs.
    fn scores(&self, game: &Game, info: &CubeInfo, cube: &CubeReply) -> Vec<String> {
        let outputs = if cube.is_answer { cube.outputs.flipped() } else { cube.outputs };
        let money = self.action_for_money(game, info, cube);
        let [no_double, take, pass] = [&cube.no_double, &cube.double_take, &cube.double_pass].map(|one| one.equity);
        let is_close = [no_double - take, no_double - pass, take - pass].iter().any(|gap| gap.abs() <= CLOSE);
        // A point says something where the chance is near it, and on the side of it where the verdict has it.
        let explains = |side, point: f32| {
            let win = if side == Side::OnRoll { outputs.win() } else { 1.0 - outputs.win() };
            let is_so = |verdict: Verdict| match side {
                Side::OnRoll => verdict.takes() && verdict.doubles() == (win >= point),
                Side::Opponent => verdict.takes() == (win >= point),
            };
            (win - point).abs() <= NEAR_POINT && cube.verdict.is_some_and(is_so)
        };
        let mut facts = cube_reasons(info, &outputs, self.engine.met());
        facts.retain(|reason| match *reason {
            CubeReason::Point(side, _, [point, _]) => (is_close || money.is_some()) && explains(side, point),
            CubeReason::Gammons(..) => is_close || money.is_some(),
            _ => true,
        });
        let name = |side| self.settings.names[info.player(side)].as_str();
        let words = facts.iter().map(|reason| score_words(reason, info.cube().value(), name));
        words.chain(money.map(|verdict| format!("for money it would be: {verdict} (0-ply)"))).collect()
    }

    /// The right action for money, without looking ahead, where it is clearly another than at the score.
    fn action_for_money(&self, game: &Game, info: &CubeInfo, cube: &CubeReply) -> Option<Verdict> {
        let mut searcher = self.static_searcher(game);
        let mut at = |info: &CubeInfo| searcher.cube_decision(&game.position, info, &EvalSettings::cubeful(0)).ok();
        let action = |verdict: Verdict| match cube.is_answer {
            true => (None, verdict.takes()),
            false => (Some(verdict.action()), verdict.advice == Advice::TooGood),
        };
        let (money, here) = (at(&for_money(info, self.engine.met()))?, at(info)?.verdict?);
        let verdict = money.verdict.filter(|_| info.is_match() && info.may_double() && !money.is_near(CERTAIN))?;
        let is_known = action(here) == action(cube.verdict?);
        (is_known && action(verdict) != action(here)).then_some(verdict)
    }
    /// How long both sides can wait before their boards break, where somebody has to.
    fn timings(&self, game: &Game) -> Option<String> {
        let position = &game.position;
        let of = |side: Side| {
            let pips = timing(position.side(side)).filter(|&pips| pips < LONG && position.has_contact())?;
            Some(format!("{} may play {}", self.settings.names[game.player(side)], counted(pips, "pip")))
        };
        let told: Vec<_> = [Side::OnRoll, Side::Opponent].into_iter().filter_map(of).collect();
        (!told.is_empty())
            .then(|| format!("while the back checkers wait, before a home point breaks, {}", listed(&told)))
    }

    /// The effective pips of a race between sides that are home.
    fn efforts(&self, game: &Game) -> Option<String> {
        let position = &game.position;
        let of = |side: Side| {
            let effective = EffectivePips::exact(position.side(side), &Bearoff::standard().one_sided)?;
            let name = &self.settings.names[game.player(side)];
            Some(format!("{name} {:.1} ({:.1} of them wasted)", effective.pips, effective.wastage))
        };
        let told = [of(Side::OnRoll)?, of(Side::Opponent)?];
        (!position.has_contact()).then(|| format!("effective pips: {}", listed(&told)))
    }
}

/// A reason with the cube on a value, where sides have names.
fn score_words<'a>(reason: &CubeReason, at: u32, name: impl Fn(Side) -> &'a str) -> String {
    let (own, opponent) = (name(Side::OnRoll), name(Side::Opponent));
    match *reason {
        CubeReason::Won => format!("{own} wins the match with the cube on {at}: it need not be turned"),
        CubeReason::NothingToLose => {
            format!("{own} loses the match with this game: a {} risks nothing", cube_words("double", at > 1))
        }
        CubeReason::Returns(to) => format!("{opponent}, with no more to lose then, redoubles to {to} at once"),
        CubeReason::Decides(to) => format!("with the cube on {to} this game decides the match"),
        CubeReason::Unused(to) => {
            format!("{opponent} wins the match with the cube on {to}, and has no use for turning it on")
        }
        CubeReason::Point(side, to, [score, money]) => {
            let (score, money) = (percent(score), percent(money));
            let point = if side == Side::OnRoll { "gains by a double" } else { "takes" };
            format!(
                "if the cube stays on {to} then, {} {point} from {score} wins on, for money from {money}",
                name(side)
            )
        }
        CubeReason::Gammons(side, to, [turned, now]) => {
            let name = name(side);
            format!("a gammon is worth {turned:.2} to {name} with the cube on {to}, {now:.2} on {at}, 0.50 for money")
        }
    }
}

/// What the next roll of each side does to the market.
fn market_words(market: &Market, verdict: Verdict, [no_double, take, pass]: [f32; 3], opponent: &str) -> String {
    let Market { losers, too_good, lost, .. } = *market;
    let pairs = match losers {
        0 => "none of the 1,296 pairs of rolls that come next".to_owned(),
        _ => format!("{losers} of the 1,296 pairs of rolls that come next ({})", percent(losers as f32 / 1296.0)),
    };
    let double = cube_words("double", verdict.redouble);
    if !verdict.takes() {
        let why = match verdict.advice {
            Advice::TooGood => format!("to play on is worth {:.3} more than to cash", no_double - pass),
            _ => format!("a take costs {opponent} {:.3}", take - pass),
        };
        return format!("{why}; without a {double} it is still a pass after {pairs}");
    }
    let too_good = if too_good > 0 { format!(", too good for a {double} after {too_good}") } else { String::new() };
    let text = match losers {
        0 if verdict.doubles() => format!("a {double} is a pass after {pairs}"),
        0 => format!("a {double} is a pass after {pairs}: there is no market to lose"),
        _ if lost < LEAST_GAIN => format!("a {double} is a pass after {pairs}{too_good}"),
        _ => format!("a {double} is a pass after {pairs}{too_good}; one before them gains {lost:.3} on average"),
    };
    match pass - take {
        left if left < CLOSE_TAKE => format!("the take is close, {left:.3} better than a pass; {text}"),
        _ => text,
    }
}

/// The look or the rollout that a decision is judged by.
fn by(cube: &CubeReply) -> String {
    match &cube.rollout {
        Some(rollout) => rollout.level().unwrap_or("rollout").to_owned(),
        None => format!("{}-ply", cube.ply),
    }
}

fn percent(chance: f32) -> String {
    format!("{:.1} %", 100.0 * chance)
}

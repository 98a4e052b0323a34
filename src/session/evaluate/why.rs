//! `why`: one sentence for the difference of two plays, or for a cube decision, from what can be counted.

use crate::analysis::{LONG, Reason, Seen, reasons, timing};
use crate::board::{Position, Side};
use crate::eval::Outputs;
use crate::eval::bearoff::Bearoff;
use crate::eval::counts::EffectivePips;
use crate::movegen::Play;
use crate::notation::{WrittenPlay, play_text};
use crate::record::{Event, Game};
use crate::session::error::refused;
use crate::session::reply::{CubeReply, PlayReply, Reply};
use crate::session::{Session, SessionError};
use crate::words::counted;

/// The most reasons for one play.
const MOST_REASONS: usize = 3;

/// Chances that differ by less are not told: half a percent.
const LEAST_CHANCE: f32 = 0.005;

impl Session {
    /// Why the best play is better than another: than this one, than the one that was made, or than the second best.
    pub(in crate::session) fn why(&mut self, play: Option<&WrittenPlay>) -> Result<Reply, SessionError> {
        let game = self.game_in_progress()?;
        let Some(dice) = game.dice else {
            if let Some(play) = play {
                return Err(SessionError::new(format!("no dice, so `{play}` is no play here")).with_suggestion("why"));
            }
            let (at, step) = self.record().cursor();
            let next = self.table.step(at, step).map(|step| &step.event);
            if matches!(next, Some(Event::Resign(_) | Event::Accept | Event::Decline)) {
                return Err(SessionError::new("this is a resignation: `why` explains plays and cubes"));
            }
            return self.why_cube();
        };
        // The numbers are those that `hint` shows: of a rollout or another program, where there are any.
        let listed = self.listed_plays(&game)?;
        let plays = self.with_rollouts((*listed).clone());
        let best = &plays.candidates[0];
        let other = match play {
            Some(play) => play.find(&game.position, dice).map_err(refused)?.result,
            None => match self.table.play_made().filter(|made| made.result != best.play.result) {
                Some(made) => made.result,
                None => match plays.candidates.get(1) {
                    Some(second) => second.play.result,
                    None => return Ok(Reply::Message(format!("{} is the only play", play_text(&best.play)))),
                },
            },
        };
        let Some(other) = plays.candidates.iter().find(|one| one.play.result == other) else {
            let found = play.and_then(|play| play.find(&game.position, dice).ok());
            let Some(found) = found else { return Err(SessionError::no_game()) };
            let told = told_apart(&game.position, (&best.play, None), (&found, None));
            return Ok(Reply::Message(told));
        };
        if other.play.result == best.play.result {
            return Ok(Reply::Message(format!("{} is the best play: `hint` lists the others", play_text(&best.play))));
        }
        // The analysis of a match may say another number: it looked otherwise.
        let by = if other.judged.is_some() { String::new() } else { format!(" ({}-ply)", other.ply) };
        let lost = format!("{} gives up {:.3}{by}\n", play_text(&other.play), -other.difference);
        let outputs = |one: &PlayReply| Some(one.outputs);
        let told = told_apart(&game.position, (&best.play, outputs(best)), (&other.play, outputs(other)));
        Ok(Reply::Message(lost + &told))
    }

    /// The cube decision on the table as `hint` judges it; `None` where there is none.
    pub(in crate::session) fn hinted_cube(&mut self) -> Result<Option<Box<CubeReply>>, SessionError> {
        let replies = self.hint(None)?.parts();
        Ok(replies.into_iter().find_map(|one| if let Reply::Cube(cube) = one { Some(cube) } else { None }))
    }

    /// Why to double or not, or to take or not.
    fn why_cube(&mut self) -> Result<Reply, SessionError> {
        let Some(cube) = self.hinted_cube()? else {
            return Err(SessionError::new("there is no cube decision to explain here").with_suggestion("hint"));
        };
        let CubeReply { verdict: Some(verdict), outputs, is_answer, .. } = &*cube else {
            return Err(SessionError::new("the cube cannot be turned here").with_suggestion("hint"));
        };
        let [no_double, take, pass] = [&cube.no_double, &cube.double_take, &cube.double_pass].map(|one| one.equity);
        let percent = |chance: f32| format!("{:.1} %", 100.0 * chance);
        let chances = format!(
            "wins {} ({} gammons), loses {} gammons",
            percent(outputs.win()),
            percent(outputs.win_gammon()),
            percent(outputs.lose_gammon())
        );
        let name = &self.settings.names[cube.player];
        let by = if cube.rollout.is_some() { String::new() } else { format!(" ({}-ply)", cube.ply) };
        let mut lines = vec![format!("{verdict}{by}: {name} {chances}")];
        lines.push(if *is_answer {
            format!("a take is worth {take:+.3}, a pass {pass:+.3}")
        } else {
            format!("no double is worth {no_double:+.3}, double and take {take:+.3}, double and pass {pass:+.3}")
        });
        let game = self.game_in_progress()?;
        if let Some(market) = self.market(&game, self.standing().terms()).filter(|_| !is_answer) {
            let losers = market.losers;
            let all = "of the 1,296 pairs of rolls that come next";
            lines.push(match losers {
                _ if pass < take => "the opponent passes now: the market is lost".to_owned(),
                0 => format!("after none {all} does the opponent pass: there is no market to lose"),
                _ => format!("after {losers} {all} ({}) the opponent passes", percent(losers as f32 / 1296.0)),
            });
        }
        lines.extend(self.timings(&game));
        lines.extend(self.efforts(&game));
        Ok(Reply::Message(lines.join("\n")))
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

/// What tells two plays apart, a line each: what speaks for the better one, what for the other, and what
/// the chances are where they are known.
pub fn told_apart(
    before: &Position,
    (best, best_chances): (&Play, Option<Outputs>),
    (other, other_chances): (&Play, Option<Outputs>),
) -> String {
    let seen = [best, other].map(|play| Seen::after(&play.result));
    let names = [best, other].map(play_text);
    let of = |mine: usize| {
        let all = reasons(before, &seen[mine], &seen[1 - mine]);
        let words: Vec<_> = all.iter().take(MOST_REASONS).map(words).collect();
        (!words.is_empty()).then(|| format!("{} {}", names[mine], listed(&words)))
    };
    let told = match [of(0), of(1)] {
        [None, None] => vec!["nothing on the board that is counted here tells the plays apart".to_owned()],
        [None, Some(other)] => vec![format!("nothing that is counted here speaks for {}", names[0]), other],
        [best, other] => best.into_iter().chain(other).collect(),
    };
    let mut text = told.join("\n");
    if let (Some(best), Some(other)) = (best_chances, other_chances) {
        let chances = chances(&best, &other);
        if !chances.is_empty() {
            text += &format!("\n{} {}", names[0], listed(&chances));
        }
    }
    text
}

/// Words of which the last is joined by `and`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn words(reason: &Reason) -> String {
    match *reason {
        Reason::Hits(0) => "keeps more checkers on the bar".to_owned(),
        Reason::Hits(n) => format!("hits {}", counted(n, "checker")),
        Reason::Shots { left, other } => {
            let shots = if left == 0 { "no shot".to_owned() } else { counted(left, "shot") };
            format!("leaves {shots} in place of {other}")
        }
        Reason::Makes(7) => "makes the bar point".to_owned(),
        Reason::Makes(n) => format!("makes the {n} point"),
        Reason::Anchors(n) => format!("makes an anchor on the {n} point"),
        Reason::Keeps(7) => "keeps the bar point".to_owned(),
        Reason::Keeps(n) => format!("keeps the {n} point"),
        Reason::Leaves { back: 0, other } => format!("leaves no checker back, not {other}"),
        Reason::Leaves { back, other } => format!("leaves {} back, not {other}", counted(back, "checker")),
        Reason::Prime(n) => format!("has a prime of {}", counted(n, "point")),
        Reason::BearsOff(n) => format!("bears {} off", counted(n, "checker")),
        Reason::Builds { rolls, other } => {
            format!(
                "makes one more home point or the bar point next with {rolls} rolls of 36, not {other}, if left alone"
            )
        }
        Reason::Escapes { rolls, other } => {
            format!("brings a back checker out next with {rolls} rolls, not {other}, if left alone")
        }
        Reason::Waits { pips, other } => {
            format!(
                "may play {} before a home point breaks, the back checkers waiting, not {other}",
                counted(pips, "pip")
            )
        }
        Reason::Wastes { tenths, other } => {
            let [less, more] = [tenths, other].map(|tenths| f64::from(tenths) / 10.0);
            format!("wastes {less:.1} pips, not {more:.1}")
        }
    }
}

/// How the chances of a better play differ from those of another.
fn chances(best: &Outputs, other: &Outputs) -> Vec<String> {
    let difference = |verb: &str, what: &str, of: fn(&Outputs) -> f32| {
        let more = of(best) - of(other);
        let word = if more > 0.0 { "more" } else { "fewer" };
        (more.abs() >= LEAST_CHANCE).then(|| format!("{verb} {:.1} % {word} {what}", 100.0 * more.abs()))
    };
    [
        difference("wins", "games", Outputs::win),
        difference("wins", "gammons", Outputs::win_gammon),
        difference("loses", "gammons", Outputs::lose_gammon),
        difference("wins", "backgammons", Outputs::win_backgammon),
        difference("loses", "backgammons", Outputs::lose_backgammon),
    ]
    .into_iter()
    .flatten()
    .collect()
}

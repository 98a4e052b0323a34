//! `why`: one sentence for the difference of two plays, or for a cube decision, from what can be counted.

use crate::analysis::{Reason, Seen, reasons};
use crate::board::Position;
use crate::eval::Outputs;
use crate::movegen::Play;
use crate::notation::{WrittenPlay, play_text};
use crate::session::error::refused;
use crate::session::reply::{PlayReply, PlaysReply, Reply};
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
            return self.why_cube(&game);
        };
        // The analysis of the match speaks, or else the numbers are those that `hint` shows.
        let listed = self.listed_plays(&game)?;
        let analysis = self.analyzed_plays(&listed);
        let own = (*listed).clone();
        let own = if analysis.is_some() { own } else { self.with_rollouts(own) };
        let plays = analysis.as_ref().unwrap_or(&own);
        let (best, look) = (&plays.candidates[0], &own.candidates[0]);
        let is_best = |one: &PlayReply| one.play.result == best.play.result;
        let other = match play {
            Some(play) => play.find(&game.position, dice).map_err(refused)?,
            None => match self.table.play_made().filter(|made| made.result != best.play.result) {
                Some(made) => made.clone(),
                None => match plays.candidates.iter().chain(&own.candidates).find(|one| !is_best(one)) {
                    Some(second) => second.play.clone(),
                    None => return Ok(Reply::Message(format!("{} is the only play", play_text(&best.play)))),
                },
            },
        };
        if other.result == best.play.result {
            return Ok(Reply::Message(format!("{} is the best play: `hint` lists the others", play_text(&best.play))));
        }
        let mut lines = Vec::new();
        if !is_best(look) {
            let [first, second] = [best, look].map(|one| format!("{} ({})", play_text(&one.play), by(one)));
            lines.push(format!("the analysis of the match prefers {first}, a look from here {second}"));
        }
        // A play that the analysis does not have is judged by the look.
        let pair_in = |plays: &PlaysReply| {
            let find = |result| plays.candidates.iter().find(|one| one.play.result == result).cloned();
            Some([find(best.play.result)?, find(other.result)?])
        };
        let judged = pair_in(plays).or_else(|| pair_in(&own));
        if let Some([first, second]) = &judged {
            // What was looked at more closely may stand before a play with a higher number.
            let lost = first.cubeful.equity - second.cubeful.equity;
            let word = if lost < 0.0 && pair_in(plays).is_none() { "is better by" } else { "gives up" };
            let lost = if word == "gives up" { lost.max(0.0) } else { -lost };
            lines.push(format!("{} {word} {lost:.3} ({})", play_text(&second.play), by(second)));
        }
        let outputs = judged.map(|pair| pair.map(|one| one.outputs));
        let of = |i: usize| outputs.map(|both| both[i]);
        lines.push(told_apart(&game.position, (&best.play, of(0)), (&other, of(1))));
        Ok(Reply::Message(lines.join("\n")))
    }
}

/// The look or the rollout that a play is judged by.
fn by(play: &PlayReply) -> String {
    match &play.judged {
        Some(judged) => judged.level().unwrap_or("rollout").to_owned(),
        None => format!("{}-ply", play.ply),
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
pub(super) fn listed(words: &[String]) -> String {
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
        Reason::Shots { left, at, other, other_at } => {
            let shots = if left == 0 { "no shot".to_owned() } else { counted(left, "shot") + &places(at) };
            format!("leaves {shots} in place of {other}{}", places(other_at))
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

/// Where the blots are that are shot at: up to three places.
fn places(blots: u32) -> String {
    let name = |point: u32| if point == 6 { "bar".to_owned() } else { (point + 1).to_string() };
    let names: Vec<_> = (0..24).filter(|point| blots >> point & 1 > 0).map(name).collect();
    match names.len() {
        0 | 4.. => String::new(),
        1 => format!(" at the {} point", names[0]),
        _ => " at the ".to_owned() + &listed(&names) + " points",
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

//! `export position text`: the position on the table, with the decision that the record has here, or with what `hint`
//! has found out about one that nobody has taken.

use super::{Page, alert, board_with_pips, facts, head, no_game};
use crate::board::{Player, Roll};
use crate::formats::Extent;
use crate::record::{Ending, Event, Game, GameRecord, Note, Pending, State};
use crate::session::{CubeReply, Reply, SessionError};
use crate::stand_in::Talk;
use crate::stand_in::telling::{finished_games, points};
use crate::stand_in::values::{below_zero, cube_block, without_own_lines};

pub(super) fn text(talk: &Talk<'_>) -> Result<String, SessionError> {
    let session = &*talk.session;
    let state = *session.state();
    let game = talk.shown().ok_or_else(no_game)?;
    let (place, step) = session.record().cursor();
    let report = session.match_report(Extent::Match);
    let record = &report.games[place];
    let names = &session.settings().names;
    let page = Page { session, met: report.met, thresholds: &session.settings().analysis.thresholds, record };
    let next = next_decision(record, step);
    let mut text = head(session, &state, finished_games(session));
    text += facts(report.info, [&names[Player::Top], &names[Player::Bottom]]).trim_end_matches('\n');
    text.push('\n');
    let number = 1 + entries(record, step, next.is_none());
    text += &format!("Move number {number}:  {}", question(talk, &state, &game));
    text += &board_with_pips(session, &state, &game);
    if state.game.is_some() {
        text += &match next {
            Some((next, roll)) => page.done(next, roll),
            None => open_decision(talk, &game),
        };
    }
    Ok(text)
}

/// What stands below the board where the record goes on: the decision that comes next, as far as it was analyzed, and
/// its roll.
pub(in crate::stand_in) fn below_board(talk: &Talk<'_>) -> Option<String> {
    let session = &*talk.session;
    let (place, step) = session.record().cursor();
    let report = session.match_report(Extent::Match);
    let record = &report.games[place];
    let page = Page { session, met: report.met, thresholds: &session.settings().analysis.thresholds, record };
    let (next, roll) = next_decision(record, step)?;
    let entry = &record.steps[next];
    let is_play = matches!(entry.event, Event::Play(_) | Event::NoPlay);
    let cube = match &entry.event {
        Event::Double => entry.note.cube.as_ref(),
        _ => roll.filter(|_| is_play).and_then(|(_, note)| note.cube.as_ref()),
    };
    let before = record.state(next);
    let before = State { game: before.game.map(|game| Game { dice: None, ..game }), ..*before };
    let mut text = String::new();
    if let Some(cube) = cube {
        text += &format!("\n{}\n", page.cube_block(&before, cube, false));
    }
    if is_play && let Some((roll, note)) = roll {
        let luck = note.luck.map(|luck| format!(" ({luck:+.3})")).unwrap_or_default();
        text += &format!("Rolled {}{}{luck}:\n", roll.high(), roll.low());
        text += &entry.note.plays.as_ref().map(|plays| page.plays(plays, LISTED)).unwrap_or_default();
    }
    Some(text)
}

/// Plays below a board, at most.
const LISTED: usize = 10;

/// The step with the decision after this many steps, and the roll that is played in it.
fn next_decision(record: &GameRecord, step: usize) -> Option<(usize, Option<(Roll, &Note)>)> {
    let decides = |event: &Event| {
        matches!(event, Event::Play(_) | Event::NoPlay | Event::Double | Event::Take | Event::Pass | Event::Beaver)
    };
    let next = (step..record.steps.len()).find(|&n| decides(&record.steps[n].event))?;
    let before = next.checked_sub(1).map(|n| &record.steps[n]);
    let roll = before.and_then(|before| match before.event {
        Event::Roll(roll) | Event::Begin { roll: Some(roll), .. } => Some((roll, &before.note)),
        _ => None,
    });
    Some((next, roll))
}

/// How many entries GNU Backgammon's record has for this many steps of this one. A roll is one until it is played; what
/// is set up has one for the checkers, the value of the cube and its owner each.
fn entries(record: &GameRecord, steps: usize, counts_last_roll: bool) -> usize {
    let (mut n, mut rolled) = (0, None);
    for i in 0..steps {
        let (before, entry) = (record.state(i), &record.steps[i]);
        let dice = entry.after.game.and_then(|game| Some((game.on_roll, game.dice?)));
        match &entry.event {
            Event::Begin { .. } | Event::Roll(_) => rolled = dice,
            Event::Play(_) | Event::NoPlay | Event::Irregular(_) => {
                n += 1;
                rolled = None;
            }
            Event::Resign(_) | Event::Decline => {}
            Event::Set(_) => {
                let (Some(game), last) = (entry.after.game, before.game) else { continue };
                let is_moved = last.is_none_or(|last| {
                    let lay = if last.on_roll == game.on_roll { last.position } else { last.position.flipped() };
                    lay != game.position
                });
                let cube = last.map(|last| last.cube).unwrap_or_default();
                let is_turned = cube != game.cube;
                let is_of_another_match = before.standing.length() != entry.after.standing.length()
                    || before.standing != entry.after.standing && (is_moved || is_turned || dice.is_some());
                if is_of_another_match {
                    // An identifier begins a record of its own.
                    (n, rolled) = (1 + 2 * usize::from(game.cube.value() > 1), dice);
                    continue;
                }
                let is_moved = is_moved || before == &entry.after;
                let is_new_roll = dice.is_some() && dice.map(|(player, _)| player) != rolled.map(|(player, _)| player);
                n += usize::from(is_new_roll && rolled.is_some());
                n += usize::from(is_moved && (rolled.is_none() || dice.is_none()));
                n += usize::from(cube.value() != game.cube.value()) + usize::from(cube.owner() != game.cube.owner());
                if dice.is_none() && (is_moved || is_turned) && rolled.take().is_some() {
                    // The roll that was taken back stays before what was set up.
                    n += 1;
                }
                rolled = dice.or(rolled);
            }
            _ => {
                n += 1 + usize::from(rolled.is_some());
                rolled = None;
            }
        }
    }
    n + usize::from(counts_last_roll && rolled.is_some())
}

/// What is asked here.
fn question(talk: &Talk<'_>, state: &State, game: &Game) -> String {
    let name = talk.name(game.on_roll);
    match (game.pending, state.outcome.map(|outcome| outcome.ending)) {
        // No line ends behind a resignation.
        (Some(Pending::Resignation { by, value, .. }), _) => {
            format!("{} resigns {}", talk.name(by), points(value.multiplier() * game.cube.value()))
        }
        (_, Some(Ending::Resigned(value))) => {
            format!("{name} resigns {}", points(value.multiplier() * game.cube.value()))
        }
        (Some(Pending::Double), _) => format!("{name} doubles to {}\n\n", 2 * game.cube.value()),
        (None, _) => match game.dice {
            Some(roll) => format!("{name} to play {}{}\n\n", roll.high(), roll.low()),
            None => format!("{name} on roll, cube decision?\n\n"),
        },
    }
}

/// The decision on the table that nobody has taken: what was found out about it; otherwise what stands for nothing.
fn open_decision(talk: &Talk<'_>, game: &Game) -> String {
    let name = talk.name(game.on_roll);
    let cube = talk.known_cube(game);
    let Some(roll) = game.dice else {
        let Some(cube) = cube else { return format!("* {name} doubles\n\n") };
        return if game.pending == Some(Pending::Double) {
            let loss = cube.double_take.equity - cube.double_pass.equity;
            let alert = if loss >= 0.0005 { alert("wrong take", loss, None) } else { "\n".to_owned() };
            format!("* {name} accepts\n\n{alert}{}", block(talk, &cube.for_answerer()))
        } else {
            let loss = cube.no_double.equity - cube.double_take.equity.min(cube.double_pass.equity);
            let alert = if loss >= 0.0005 { alert("wrong double", loss, None) } else { "\n".to_owned() };
            format!("* {name} doubles\n\n{alert}{}", block(talk, &cube))
        };
    };
    let cube = cube.map(|cube| block(talk, &cube)).unwrap_or_default();
    let rolled = format!("Rolled {}{}:\n", roll.high(), roll.low());
    match talk.session.last_plays() {
        Some(mut plays) => {
            plays.candidates.truncate(usize::from(talk.session.settings().export.plays));
            let text = below_zero(&without_own_lines(&talk.text_of(&Reply::Plays(Box::new(plays)))));
            // A column more than in a hint, for the mark.
            let ranked = |line: &str| if line.contains("Eq.:") { format!(" {line}\n") } else { format!("{line}\n") };
            let lines = text.lines().filter(|line| !is_about_settings(line));
            format!("\n{cube}\n{rolled}{}\n\n", lines.map(ranked).collect::<String>())
        }
        None => format!(
            "* {name} cannot move\n\n{cube}{}{rolled}*    Cannot move\n\n\n",
            if cube.is_empty() { "" } else { "\n" }
        ),
    }
}

/// A cube decision as `hint` shows it, without the blank line below.
fn block(talk: &Talk<'_>, cube: &CubeReply) -> String {
    cube_block(talk, cube).trim_end().to_owned() + "\n"
}

/// Whether a line below a play says how it was evaluated.
fn is_about_settings(line: &str) -> bool {
    line.trim_start().split_once("-ply ").is_some_and(|(plies, _)| plies.parse::<u8>().is_ok())
}

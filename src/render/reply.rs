//! A session's answer as text.

use super::decision::{cube_answer, evaluation, hint, rollout};
use super::{
    BoardAction, BoardView, Format, Role, StatisticsLayout, board, board_within, describe, dressed, figures,
    gnubg_layout, help_entries, help_topic, statistics,
};
use crate::board::{ByPlayer, Setup};
use crate::notation::{MatchState, RawBoard};
use crate::record::{Pending, Standing};
use crate::session::{BoardReply, Reply, SessionError, Warning};
use crate::settings::OutputStyle;
use unicode_width::UnicodeWidthStr;

/// The text of an answer; empty when there is nothing to say.
pub fn reply(reply: &Reply, format: &Format) -> String {
    let settings = &format.output;
    let is_gnubg = settings.style == OutputStyle::Gnubg;
    match reply {
        Reply::Nothing | Reply::Load(_) | Reply::Python(_) | Reply::Quit => String::new(),
        Reply::Message(text) => format.wrapped(text),
        Reply::Halted(error) => format.wrapped(&halted(error)),
        Reply::NoEffect { words, why } => format.wrapped(&format!("`{words}` has no effect: {why}")),
        Reply::Commands(lines) => lines.iter().map(|line| command_lines(line, format.width)).collect(),
        Reply::Board(reply) if settings.rawboard => raw_board(reply),
        Reply::Board(reply) => dressed(&drawn_board(reply, format.width), reply.clockwise, format) + "\n",
        Reply::Many(replies) if format.is_low && is_step(replies) => {
            let part = |part: &Reply| match part {
                Reply::Board(reply) if !settings.rawboard => low_board(reply, format),
                part => self::reply(part, format),
            };
            replies.iter().map(part).collect()
        }
        Reply::Described(reply) => describe(reply).lines().map(|line| format.wrapped(line)).collect(),
        Reply::Eval(reply) if is_gnubg => {
            gnubg_layout::evaluation_answer(reply, format) + &warned(reply.cube.warning, format) + "\n"
        }
        Reply::Eval(reply) => evaluation(reply, format) + &warned(reply.cube.warning, format) + "\n",
        Reply::Plays(reply) if is_gnubg => gnubg_layout::plays_answer(reply, format) + &warned(reply.warning, format),
        Reply::Plays(reply) => hint(reply, format) + &warned(reply.warning, format),
        Reply::Cube(reply) if is_gnubg => {
            gnubg_layout::cube_answer(reply, format) + &warned(reply.warning, format) + "\n"
        }
        Reply::Cube(reply) => cube_answer(reply, format) + &warned(reply.warning, format) + "\n",
        Reply::Resignation(reply) => {
            gnubg_layout::resignation_answer(reply, format) + &warned(reply.warning, format) + "\n"
        }
        Reply::Rollout(reply) if is_gnubg => {
            gnubg_layout::rollout_answer(reply, format) + &warned(reply.warning, format) + "\n"
        }
        Reply::Rollout(reply) => rollout(reply, format) + &warned(reply.warning, format) + "\n",
        // The plain results, errors of every number, and how to repeat it, stand in GNU Backgammon's layout alone.
        Reply::RolloutDetail(reply) => {
            let text = format.wrapped(&gnubg_layout::rollout_answer(reply, format));
            text + &warned(reply.warning, format) + "\n"
        }
        Reply::Statistics(reply) if is_gnubg => statistics(reply, settings.digits, StatisticsLayout::Gnubg),
        Reply::Statistics(reply) => statistics(reply, settings.digits, StatisticsLayout::Own { width: format.width }),
        Reply::Figures(reply, warning) => figures(reply, *warning, format),
        Reply::Help(topic) => with_newline(&help_topic(topic, format)),
        Reply::HelpEntries(entries) => with_newline(&help_entries(entries, format)),
        Reply::Many(replies) => replies.iter().map(|part| self::reply(part, format)).collect(),
    }
}

/// That a game does not go on by itself.
pub(super) fn halted(error: &SessionError) -> String {
    format!("the program does not go on: {error}")
}

/// The line that says why numbers are not to be trusted, if they are not.
fn warned(warning: Option<Warning>, format: &Format) -> String {
    let Some(warning) = warning else { return String::new() };
    let lines = format.wrapped(&warning.to_string());
    lines.lines().map(|line| format.style.paint(Role::Warning, line) + "\n").collect()
}

fn with_newline(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

/// The drawing of a board; a game that has ended has nobody left to act.
pub fn board_reply(reply: &BoardReply) -> String {
    drawn_board(reply, None)
}

/// The board alone, 13 lines without colors, for this many columns; the identifiers are left out.
pub fn board_alone(reply: &BoardReply, format: &Format) -> String {
    let drawn = drawn_board(reply, format.width);
    let plain = Format { style: super::Style::Plain, ..*format };
    let lines = dressed(&drawn, reply.clockwise, &plain);
    let mut text = String::new();
    for line in lines.lines().skip(2).take(13) {
        text += line;
        text.push('\n');
    }
    text
}

/// Whether an answer is a board with something below it, which should be seen together.
fn is_step(replies: &[Reply]) -> bool {
    replies.iter().rev().skip(1).any(|reply| matches!(reply, Reply::Board(_)))
}

/// The board without its identifiers, for few rows.
fn low_board(reply: &BoardReply, format: &Format) -> String {
    let drawn = drawn_board(reply, format.width);
    let lines: Vec<&str> = drawn.lines().collect();
    let kept = &lines[2.min(lines.len())..lines.len().saturating_sub(1)];
    dressed(&(kept.join("\n") + "\n"), reply.clockwise, format)
}

/// The drawing for a terminal of this many columns, with pips and the last play; for other programs without a width.
fn drawn_board(reply: &BoardReply, width: Option<usize>) -> String {
    let game = &reply.game;
    let action = match (reply.outcome, game.pending, game.dice) {
        (Some(_), _, _) => BoardAction::Nothing,
        (None, Some(Pending::Double), _) => {
            BoardAction::Doubled { value: 2 * game.cube.value(), asked: game.to_decide() }
        }
        (None, Some(Pending::Resignation { by, value, .. }), _) => BoardAction::Resigns { by, value },
        (None, None, Some(roll)) => BoardAction::Rolled(roll),
        (None, None, None) => BoardAction::OnRoll,
    };
    let crawford = matches!(reply.standing, Standing::Match { score, .. } if score.crawford());
    let view = BoardView {
        position: game.position,
        on_roll: game.on_roll,
        action,
        names: ByPlayer([&*reply.names.0[0], &*reply.names.0[1]]),
        score: reply.standing.points(),
        match_length: Some(reply.standing.length()).filter(|&length| length > 0),
        crawford,
        cube: game.cube_in_use.then_some(game.cube),
        checkers: game.variation.checkers(),
        position_id: &reply.ids.position_id,
        match_id: &reply.ids.match_id,
        clockwise: reply.clockwise,
        hides_pips: reply.hides_pips,
    };
    let margin = if reply.clockwise { "    " } else { " " };
    let last = reply.last.as_ref().filter(|_| width.is_some());
    let last = last.map_or_else(String::new, |last| format!("{margin}Last play: {last}\n"));
    let drawn = width.map_or_else(|| board(&view), |width| board_within(&view, width));
    drawn + &last + &format!("{margin}{}\n", reply.ids.xgid)
}

/// The board as FIBS sends it. The match ID has all that the line needs besides checkers and names.
fn raw_board(reply: &BoardReply) -> String {
    let Ok(state) = MatchState::from_match_id(&reply.ids.match_id) else { return board_reply(reply) };
    let setup = Setup::from(&reply.game.position);
    format!("{}\n", RawBoard { names: reply.names.clone(), setup, state })
}

/// A command in lines that are not too long: all but the last end in a backslash, so that they may be typed again.
fn command_lines(line: &str, width: Option<usize>) -> String {
    let (mut text, mut room) = (String::new(), width.unwrap_or(usize::MAX));
    let mut rest = line;
    while rest.width() > room
        && let Some(at) = rest.match_indices(' ').map(|(at, _)| at).rfind(|&at| rest[..at].width() + 2 <= room)
        && !rest[..at].contains('"')
    {
        text += &format!("{} \\\n  ", &rest[..at]);
        rest = &rest[at + 1..];
        room = width.map_or(usize::MAX, |width| width.saturating_sub(2));
    }
    text + rest + "\n"
}

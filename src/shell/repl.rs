//! The prompt: asks for a line, runs it, until somebody wants to leave.

use super::editor::{Choices, Complete, LineEditor, Typed};
use super::run::{Flow, Runner};
use crate::board::Player;
use crate::command::{complete, typed_lines};
use crate::render::visible;
use crate::session::Session;
use std::io;

/// Talks with the person at the terminal until they leave.
///
/// # Errors
/// When the terminal fails.
pub fn repl(runner: &mut Runner, editor: &mut LineEditor) -> io::Result<()> {
    loop {
        let prompt = prompt(runner.session());
        let choices = completer(runner.session());
        let interrupt = runner.interrupt().clone();
        match interrupt.wait(|| editor.read(&prompt, choices)).map_err(io::Error::other)? {
            // A pasted block runs line by line, as if each had been typed.
            Typed::Line(block) => {
                for line in typed_lines(&block).lines {
                    let flow = runner.typed_line(&line)?;
                    editor.remember(line, flow != Flow::Failed);
                    match flow {
                        Flow::Continue | Flow::Failed => {}
                        Flow::Interrupted => break,
                        Flow::Quit | Flow::Ended => return Ok(()),
                    }
                }
            }
            Typed::Interrupt => {}
            Typed::End => return Ok(()),
        }
    }
}

/// What is said first.
#[must_use]
pub fn greeting() -> String {
    format!(
        "gammon {}. Type help for the commands, Tab to complete, Ctrl-C to stop work, Ctrl-D to leave.\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The prompt with what stands for player, pips, score and version put in.
#[must_use]
pub fn prompt(session: &Session) -> String {
    let settings = session.settings();
    let game = session.game();
    let mut text = String::new();
    let mut chars = settings.prompt.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('p') => text += &visible(game.map_or("No game", |game| &settings.names[game.to_decide()])),
            Some('c') => {
                let pips = game.map_or_else(|| "-".to_owned(), |game| game.position.pips().on_roll.to_string());
                text += &pips;
            }
            Some('s') => {
                let points = session.standing().points();
                text += &format!("{}-{}", points[Player::Top], points[Player::Bottom]);
            }
            Some('v') => text += env!("CARGO_PKG_VERSION"),
            Some(other) => text.push(other),
            None => text.push('\\'),
        }
    }
    text
}

/// Completes words from the table of commands, and plays from the last hint.
fn completer(session: &Session) -> Complete {
    let plays: Vec<(String, String)> = session.last_plays().map_or_else(Vec::new, |plays| {
        let choice = |play: &crate::session::PlayReply| (play.play.clone(), format!("{:+.3}", play.cubeful));
        plays.candidates.iter().map(choice).collect()
    });
    Box::new(move |line, pos| {
        let found = complete(line, pos);
        let start = play_start(&line[..pos]);
        if let Some(start) = start {
            let typed = &line[start..pos];
            let words: Vec<_> = plays.iter().filter(|(play, _)| play.starts_with(typed)).cloned().collect();
            if !words.is_empty() {
                return Choices { start, words, ..Choices::default() };
            }
        }
        let words = found.candidates.into_iter().map(|candidate| (candidate.text, candidate.help)).collect();
        Choices { start: found.start, words, files: found.file, expected: found.hint }
    })
}

/// Where a play begins that is being typed: after `move`, or at once.
fn play_start(line: &str) -> Option<usize> {
    let start = line.rfind(';').map_or(0, |i| i + 1);
    let text = line[start..].trim_start();
    let start = line.len() - text.len();
    if let Some(rest) = text.strip_prefix("move ") {
        return Some(line.len() - rest.trim_start().len());
    }
    (text.starts_with(|c: char| c.is_ascii_digit()) || text.starts_with("bar")).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_begins_after_move_or_at_once() {
        assert_eq!(play_start("8/5 6"), Some(0));
        assert_eq!(play_start("roll;  bar/2"), Some(7));
        assert_eq!(play_start("move 8/5"), Some(5));
        assert_eq!(play_start("set dice 3"), None);
    }

    #[test]
    fn the_prompt_names_the_player() {
        assert_eq!(prompt(&Session::new()), "(No game) ");
    }
}

//! GNU Backgammon's protocol for external players: a `board:` line is answered with what to do, `evaluation fibsboard
//! board:…` with six numbers.
//!
//! The score of the side with negative counts comes first in such a line, as GNU Backgammon reads it; where it writes a
//! line about a double itself, the score of the other side does.

use super::action;
use crate::eval::EvalSettings;
use crate::notation::RawBoard;
use crate::record::State;
use crate::scoring::{GameValue, Terms};
use crate::session::{Session, SessionError};

/// How a conversation goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// This is answered.
    Answer(String),
    /// The conversation is over.
    Goodbye,
}

/// A conversation with one program.
#[derive(Clone, Debug, Default)]
pub struct External {
    debug: bool,
}

/// The options that may stand behind a board.
#[derive(Clone, Debug)]
struct Options {
    jacoby: bool,
    crawford: bool,
    beavers: bool,
    resignation: Option<GameValue>,
    evaluation: EvalSettings,
}

impl Options {
    fn new() -> Self {
        let evaluation = EvalSettings::cubeless(0).with_prune(false);
        Self { jacoby: true, crawford: true, beavers: true, resignation: None, evaluation }
    }

    /// Parses the words behind a board; those about evaluations only where `is_evaluation`.
    fn read(words: &[&str], is_evaluation: bool) -> Result<Self, String> {
        let mut options = Self::new();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("a value is missing behind `{word}`"));
            match word {
                "jacobyrule" => options.jacoby = switch(value()?)?,
                "crawfordrule" => options.crawford = switch(value()?)?,
                "beavers" => options.beavers = switch(value()?)?,
                "resignation" => {
                    let value = value()?;
                    options.resignation = match value {
                        "0" => None,
                        "1" => Some(GameValue::Single),
                        "2" => Some(GameValue::Gammon),
                        "3" => Some(GameValue::Backgammon),
                        _ => return Err(format!("`{value}` is not a resignation: expected 0 to 3")),
                    };
                }
                "plies" if is_evaluation => {
                    let value = value()?;
                    let plies = value.parse().ok().filter(|&plies: &u8| plies <= EvalSettings::MAX_PLIES);
                    let plies =
                        plies.ok_or_else(|| format!("`{value}` plies: expected 0 to {}", EvalSettings::MAX_PLIES));
                    options.evaluation.set_plies(plies?);
                }
                "noise" if is_evaluation => {
                    let value = value()?;
                    let noise: f32 = value.parse().map_err(|_| format!("`{value}` is not a noise"))?;
                    // A whole number counts ten-thousandths.
                    let noise = if value.contains('.') { noise } else { noise / 10_000.0 };
                    if !(0.0..=EvalSettings::MAX_NOISE).contains(&noise) {
                        return Err(format!("`{value}` is not a noise"));
                    }
                    options.evaluation = options.evaluation.with_noise(noise);
                }
                "cubeful" if is_evaluation => options.evaluation.cubeful = true,
                "cubeless" if is_evaluation => options.evaluation.cubeful = false,
                "cube" if is_evaluation => options.evaluation.cubeful = switch(value()?)?,
                "prune" | "deterministic" if is_evaluation => {
                    let on = words.next_if(|word| switch(word).is_ok()).is_none_or(|word| switch(word) == Ok(true));
                    if word == "prune" {
                        options.evaluation.prune = on;
                    } else {
                        options.evaluation.deterministic = on;
                    }
                }
                _ => return Err(format!("`{word}` is not an option here")),
            }
        }
        Ok(options)
    }
}

fn switch(word: &str) -> Result<bool, String> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "yes" | "true" | "1" => Ok(true),
        "off" | "no" | "false" | "0" => Ok(false),
        _ => Err(format!("`{word}` is neither on nor off")),
    }
}

impl External {
    /// Returns the answer to a line; several lines are separated by newlines, with none at the end of the text.
    pub fn answer(&mut self, session: &Session, line: &str) -> Said {
        let line = line.replace('\0', "");
        // Keywords may be written in capitals; in a board the names alone keep them.
        let lower = |word: &str| match word.get(..6) {
            Some(start) if start.eq_ignore_ascii_case("board:") => format!("board:{}", &word[6..]),
            _ => word.to_ascii_lowercase(),
        };
        let words: Vec<String> = line.split_whitespace().map(lower).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = match words.as_slice() {
            [] => Err("no command given".to_owned()),
            ["exit" | "quit"] => return Said::Goodbye,
            ["version"] => {
                Ok(format!("Interface: 2\nRFBF: 0\nEngine: 1.00\nSoftware: gammon {}", env!("CARGO_PKG_VERSION")))
            }
            ["help"] => {
                Ok("board:… [options], evaluation fibsboard board:… [options], set debug, version, exit".to_owned())
            }
            ["set", "debug", on] => switch(on).map(|on| {
                self.debug = on;
                format!("Debug output {}", if on { "ON" } else { "OFF" })
            }),
            ["fibsboard", board, options @ ..] | [board, options @ ..] if board.starts_with("board:") => {
                self.decide(session, board, options)
            }
            ["evaluation", "fibsboard", board, options @ ..] => evaluate(session, board, options),
            ["evaluation", ..] => Err("`evaluation` without `fibsboard board:…`".to_owned()),
            [word, ..] => {
                Err(format!("`{word}` is not a command: expected board:…, evaluation, set debug, version, exit"))
            }
        };
        Said::Answer(answer.unwrap_or_else(|error| format!("Error: {error}")))
    }

    fn decide(&self, session: &Session, board: &str, options: &[&str]) -> Result<String, String> {
        let options = Options::read(options, false)?;
        let state = table(session, board, &options)?;
        let choice = session.advice(&state).map_err(|error| error.to_string())?;
        let answer = action(&choice);
        let ids = session.board_at(&state).map(|board| board.ids).filter(|_| self.debug);
        Ok(match ids {
            Some(ids) => format!("DBG: {options:?}\nDBG: {}:{}\n{answer}", ids.position_id, ids.match_id),
            None => answer,
        })
    }
}

/// Six numbers: five chances of the side on roll, and its equity; its match winning chance in a match.
fn evaluate(session: &Session, board: &str, options: &[&str]) -> Result<String, String> {
    let options = Options::read(options, true)?;
    let state = table(session, board, &options)?;
    let told = |error: SessionError| error.to_string();
    let (evaluation, info) = session.evaluation_of(&state, &options.evaluation).map_err(told)?;
    let score = info.mwc(evaluation.score()).unwrap_or_else(|| evaluation.score());
    let numbers = evaluation.outputs.0.iter().chain(Some(&score));
    Ok(numbers.map(|number| format!("{number:.6}")).collect::<Vec<_>>().join(" "))
}

/// The table that a line describes.
fn table(session: &Session, board: &str, options: &Options) -> Result<State, String> {
    let raw = RawBoard::parse(board).map_err(|error| error.to_string())?;
    let mut state = raw.state;
    // The flag of a double is set by GNU Backgammon's own lines only, which have the scores the other way round.
    let is_flagged = board.split(':').nth(FLAG) == Some("1");
    match &mut state.terms {
        Terms::Money { jacoby, beavers, .. } => {
            *jacoby = options.jacoby;
            *beavers = if options.beavers { MOST_BEAVERS } else { 0 };
        }
        Terms::Match(score) => {
            let told = if is_flagged { *score } else { score.with_seats_swapped() };
            *score = told.with_crawford(told.crawford() && options.crawford);
        }
    }
    if let Some(value) = options.resignation {
        // The side on roll answers.
        state.resignation = Some(value);
        state.decides = state.on_roll;
    }
    session.table(raw.setup, &state).map_err(|error| error.to_string())
}

/// Where the flag of a double stands among the fields of a line.
const FLAG: usize = 40;
/// Beavers in a row where they are allowed.
const MOST_BEAVERS: u8 = 3;

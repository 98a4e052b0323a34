//! Calls of programs: questions with JSON arguments, each answered with one JSON value.
//!
//! A call but `navigate` changes nothing on the table, and needs nothing on it where it names a position.
//! `docs/python.md` lists the calls; the Python modules `gammon` and `gnubg` are made of them.

mod args;
mod evaluate;
mod record;
mod table;

use crate::board::{ByPlayer, Player, Position, Roll};
use crate::eval::EvalSettings;
use crate::notation::{play_text, position_id};
use crate::scoring::{CubeInfo, Mwc};
use crate::session::{Host, Session};
use crate::stand_in::navigate;
use args::{Asked, BoardArg, CubeArg, EvalArg, asked};
use serde::Deserialize;
use serde_json::{Value, json};

/// The most rolls of the dice that one call may ask for.
const MOST_ROLLS: u32 = 1_000_000;

/// A call with its arguments.
#[derive(Debug, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case", deny_unknown_fields)]
enum Call {
    /// The state of the table.
    Table,
    /// The beginning of a game, where nothing of the game has happened yet.
    Beginning,
    /// Steps through the record by GNU Backgammon's count.
    Navigate {
        #[serde(default)]
        games: i64,
        #[serde(default)]
        entries: usize,
    },
    /// The settings of hints, analysis and rollouts.
    Settings,
    /// The record with its analysis and statistics.
    Record,
    /// The match equity table, up to this many points away.
    Met { away: u8 },
    /// Rolls of the dice of the table, as they fall.
    Dice { rolls: u32 },
    /// A cube-info dictionary with gammon prices.
    Cube { cube: Option<CubeArg> },
    /// Classes of positions.
    Classes { boards: Vec<BoardArg> },
    /// Positions as boards and identifiers.
    Positions { boards: Vec<BoardArg> },
    /// Evaluations.
    Evaluate(Question),
    /// Cube decisions.
    Decide(Question),
    /// Plays, the best first.
    Plays(Question),
    /// A play in words, of pairs of points.
    WritePlay { board: BoardArg, moves: Vec<[u8; 2]> },
    /// An equity as match winning chance.
    ToMwc(Scaled),
    /// A match winning chance as equity.
    ToEquity(Scaled),
}

/// Positions and how they are evaluated; without positions, the one on the table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    boards: Option<Vec<BoardArg>>,
    cube: Option<CubeArg>,
    #[serde(default)]
    context: EvalArg,
    /// The dice of plays, where the positions do not say.
    dice: Option<[u8; 2]>,
    /// The most plays that are listed.
    most: Option<usize>,
}

/// A number and the cube that it belongs to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Scaled {
    value: f32,
    cube: Option<CubeArg>,
    /// Whether it is a standard error, and not a value.
    #[serde(default)]
    is_error: bool,
}

/// Answers a call, with remarks on what is strange about the positions and cubes in it.
///
/// # Errors
/// When there is no such call, or its arguments make no sense.
pub fn answer(
    session: &mut Session,
    call: Value,
    host: &mut dyn Host,
    remarks: &mut Vec<String>,
) -> Result<Value, String> {
    let call: Call = serde_json::from_value(call).map_err(|error| error.to_string())?;
    match call {
        Call::Table => Ok(table::table(session)),
        Call::Beginning => Ok(table::beginning(session)),
        Call::Navigate { games, entries } => Ok(match session.record().games().first() {
            Some(first) if !first.steps.is_empty() => json!(navigate(session, games, entries)),
            _ => Value::Null,
        }),
        Call::Settings => Ok(table::settings(session)),
        Call::Record => Ok(record::record(session)),
        Call::Met { away } => met(session, away),
        Call::Dice { rolls } if rolls > MOST_ROLLS => Err(format!("{MOST_ROLLS} rolls are the most at once")),
        Call::Dice { rolls } => {
            let dice: Result<Vec<_>, _> = (0..rolls).map(|_| session.throw_dice(host)).collect();
            dice.map(|dice| json!(dice)).map_err(|error| error.to_string())
        }
        Call::Cube { cube } => {
            let crawford = cube.as_ref().map(CubeArg::is_crawford);
            let mut told = table::cube(&cube_info(session, cube, remarks)?, session);
            // The caller brings this number back in a question about the same cube.
            crawford.into_iter().for_each(|crawford| told["crawford"] = json!(u8::from(crawford)));
            Ok(told)
        }
        Call::Classes { boards } => {
            let classes = positions(session, &boards, remarks)?;
            Ok(classes.iter().map(|position| session.class_of(position).name()).collect())
        }
        Call::Positions { boards } => {
            let told =
                |position: &Position| json!({"board": table::board(position), "position_id": position_id(position)});
            Ok(positions(session, &boards, remarks)?.iter().map(told).collect())
        }
        Call::Evaluate(question) => {
            let (asked, settings) = question.read(session, remarks)?;
            evaluate::evaluations(session, &asked, &settings)
        }
        Call::Decide(question) => {
            let (asked, settings) = question.read(session, remarks)?;
            evaluate::decisions(session, &asked, &settings)
        }
        Call::Plays(question) => {
            let (asked, settings) = question.read(session, remarks)?;
            let most = question.most.unwrap_or(usize::MAX);
            evaluate::plays(session, &asked, &settings, &session.settings().hints().filters, most)
        }
        Call::WritePlay { board, moves } => {
            let told = board.read(session)?;
            remarks.extend(told.remarks);
            evaluate::play_of(&told.position, &moves).map(|play| json!(play_text(&play)))
        }
        Call::ToMwc(Scaled { value, cube, is_error }) => {
            let info = cube_info(session, cube, remarks)?;
            Ok(json!(if is_error { info.mwc_of_difference(value) } else { info.mwc(value) }))
        }
        Call::ToEquity(Scaled { value, cube, is_error }) => {
            let info = cube_info(session, cube, remarks)?;
            Ok(info.scale().map_or(Value::Null, |scale| {
                json!(if is_error { value / scale.slope() } else { scale.to_equity(Mwc(value)) })
            }))
        }
    }
}

impl Question {
    fn read(&self, session: &Session, remarks: &mut Vec<String>) -> Result<(Vec<Asked>, EvalSettings), String> {
        let mut all = match &self.boards {
            None => vec![asked(session, None, self.cube.as_ref())?],
            Some(boards) => {
                let one = |(i, board)| {
                    asked(session, Some(board), self.cube.as_ref()).map_err(|error| of_position(i, &error))
                };
                boards.iter().enumerate().map(one).collect::<Result<_, _>>()?
            }
        };
        if let Some([a, b]) = self.dice {
            let dice = Roll::new(a, b).map_err(|error| error.to_string())?;
            all.iter_mut().for_each(|asked| asked.dice = Some(dice));
        }
        for (i, asked) in all.iter_mut().enumerate() {
            remarks.extend(asked.remarks.drain(..).map(|remark| of_position(i, &remark)));
        }
        Ok((all, self.context.settings(session)?))
    }
}

/// What is said of one of the positions of a call.
fn of_position(i: usize, what: &str) -> String {
    format!("position {i}: {what}")
}

/// The positions of boards.
fn positions(session: &Session, boards: &[BoardArg], remarks: &mut Vec<String>) -> Result<Vec<Position>, String> {
    let mut all = Vec::with_capacity(boards.len());
    for (i, board) in boards.iter().enumerate() {
        let told = board.read(session)?;
        remarks.extend(told.remarks.iter().map(|remark| of_position(i, remark)));
        all.push(told.position);
    }
    Ok(all)
}

fn cube_info(session: &Session, cube: Option<CubeArg>, remarks: &mut Vec<String>) -> Result<CubeInfo, String> {
    let Some(cube) = cube else { return Ok(asked(session, None, None)?.info) };
    let (info, more) = cube.info(session)?;
    remarks.extend(more);
    Ok(info)
}

/// Rows of player 0 by points away, then the chances after the Crawford game of both players.
fn met(session: &Session, away: u8) -> Result<Value, String> {
    let met = session.met();
    if !(1..=crate::scoring::Met::MAX_AWAY).contains(&away) {
        return Err(format!("a match equity table has 1 to {} points", crate::scoring::Met::MAX_AWAY));
    }
    let rows: Vec<Vec<f32>> = (1..=away)
        .map(|top| (1..=away).map(|bottom| met.pre_crawford(ByPlayer([top, bottom]), Player::Top)).collect())
        .collect();
    let post = |player: Player| (1..=away).map(|n| met.post_crawford(player, n)).collect::<Vec<f32>>();
    Ok(json!([rows, post(Player::Top), post(Player::Bottom)]))
}

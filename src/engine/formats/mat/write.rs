//! Writing `.mat`, with the columns and words that GNU Backgammon writes.

use super::super::builder::{MOST_HOPS, hops_between, text_of};
use super::super::snowie::{snowie_name, snowie_position};
use super::super::transcript::name_in_game;
use super::header;
use crate::board::{BAR, ByPlayer, OFF, Player, Roll, Variation};
use crate::movegen::Play;
use crate::record::{Ending, Event, Game, GameRecord, MatchInfo, Outcome, Pending, Standing, State};
use std::fmt::Write;

/// The width of the left cell.
const CELL: usize = 28;

/// Games of one match or session as text. A game that was set up on the way cannot be written so.
///
/// # Errors
/// When an event has no form in this format; the error names it.
pub fn write_mat(
    names: &ByPlayer<String>,
    info: &MatchInfo,
    variation: Variation,
    games: &[GameRecord],
) -> Result<String, String> {
    let first = games.iter().find_map(begin).ok_or("no game has been played")?;
    let mut out = header::write(names, info, variation, &first);
    let _ = write!(out, "\n {} point match\n", first.length());
    for (i, game) in games.iter().filter(|game| begin(game).is_some()).enumerate() {
        write_game(&mut out, names, i + 1, game).map_err(|what| format!("game {}: {what}", i + 1))?;
    }
    Ok(out)
}

/// The score before a game that was begun.
fn begin(game: &GameRecord) -> Option<Standing> {
    game.steps.first().and_then(|step| match &step.event {
        Event::Begin { standing, .. } => Some(*standing),
        _ => None,
    })
}

fn write_game(out: &mut String, names: &ByPlayer<String>, number: usize, game: &GameRecord) -> Result<(), String> {
    let standing = begin(game).ok_or("it begins with a position that was set up")?;
    let points = standing.points();
    let name = |player: Player| format!("{} : {}", name_in_game(&names[player]), points[player]);
    let _ = write!(out, "\n Game {number}\n {:<29}  {}\n", name(Player::Top), name(Player::Bottom));
    let mut rows = Rows::default();
    let mut rolled = None;
    for (i, step) in game.steps.iter().enumerate() {
        let before = game.state(i);
        let on_roll = before.game.map_or(Player::Bottom, |game| game.on_roll);
        let decides = before.game.map_or(Player::Bottom, |game| game.to_decide());
        let cube = before.game.map_or(1, |game| game.cube.value());
        match &step.event {
            Event::Begin { roll, cube, .. } => {
                // The value of the first double tells where the cube began.
                if *cube != 1 && !game.steps.iter().any(|step| step.event == Event::Double) {
                    return Err(format!("it begins with the cube on {cube}"));
                }
                rolled = roll.map(|roll| (step.after.game.map_or(on_roll, |game| game.on_roll), roll));
            }
            Event::Roll(roll) => rolled = Some((on_roll, *roll)),
            Event::Play(play) => {
                let (_, roll) = rolled.take().ok_or("its dice were set up")?;
                rows.add(on_roll, format!("{roll}: {}", moves(play)));
            }
            Event::NoPlay => {
                let (_, roll) = rolled.take().ok_or("its dice were set up")?;
                rows.add(on_roll, format!("{roll}:"));
            }
            Event::Double => rows.add(on_roll, format!(" Doubles => {}", 2 * cube)),
            Event::Take => {
                // A player who doubled, was beavered and rolls has taken: GNU Backgammon would read one more word as
                // another double.
                let is_beaver = before.game.is_some_and(|game| game.beavers > 0) && decides == on_roll;
                let rolls = matches!(game.steps.get(i + 1).map(|next| &next.event), Some(Event::Roll(_)));
                if !(is_beaver && rolls) {
                    rows.add(decides, " Takes".to_owned());
                }
            }
            Event::Pass => rows.add(decides, " Drops".to_owned()),
            Event::Beaver => rows.add(decides, format!(" Beavers => {}", 4 * cube)),
            // A declined resignation is not written; an accepted one shows in the points.
            Event::Resign(_) | Event::Accept | Event::Decline => {}
            Event::Irregular(left) => {
                let hops = before.game.and_then(|game| hops_between(&game.position, left));
                let done = match hops {
                    Some(hops) if hops.is_empty() => "Cannot Move".to_owned(),
                    Some(hops) if hops.len() <= MOST_HOPS => text_of(&hops),
                    _ => illegal_play(names, game, i).ok_or("a play that ends the game against the rules")?,
                };
                // A turn without dice is one that passes.
                let (_, roll) = rolled.take().ok_or("its dice were set up")?;
                rows.add(on_roll, format!("{roll}: {done}"));
            }
            Event::Set(state) => match set_up(before, state).ok_or("something was set up on the way")? {
                SetUp::Dice(dice) => rolled = dice,
                SetUp::Double => rows.add(on_roll, format!(" Doubles => {}", 2 * cube)),
                SetUp::End => {}
            },
        }
    }
    if let Some((player, roll)) = rolled {
        rows.add(player, format!("{roll}:"));
    }
    let last = game.state(game.steps.len());
    let counted = game.steps.last().and_then(|step| step.note.counted);
    let end = last.outcome.filter(|_| last.game.is_none()).map(|outcome| {
        let points = crate::words::counted(counted.unwrap_or(outcome.points), "point");
        let end = if last.standing.is_over() { " and the match" } else { "" };
        (outcome, format!("Wins {points}{end}"))
    });
    let first = game.steps[0].after.shown().map(|game| game.on_roll);
    if let Some(((Outcome { winner, .. }, _), first)) = end.as_ref().zip(first)
        && rows.0.is_empty()
        && *winner == first
    {
        // Readers take the loser of a game without a turn for the player who began.
        rows.add(first, "00:".to_owned());
    }
    match end {
        // After a pass on the left the result stands beside it: on a line of its own it would be another one to
        // readers.
        Some((Outcome { winner: Player::Bottom, ending: Ending::Passed, .. }, text)) => {
            rows.add(Player::Bottom, format!(" {text}"));
            rows.write(out);
        }
        Some((outcome, text)) => {
            rows.write(out);
            let indent = if outcome.winner == Player::Top { 6 } else { 34 };
            let _ = writeln!(out, "{:indent$}{text}", "");
        }
        None => rows.write(out),
    }
    Ok(())
}

/// What no moves of checkers lead to, in Snowie's words: the position that it leaves, with the dice of the next turn.
fn illegal_play(names: &ByPlayer<String>, game: &GameRecord, step: usize) -> Option<String> {
    let mut left = game.steps[step].after;
    let next = game.steps.get(step + 1).map(|next| next.after);
    left.game.as_mut()?.dice = next.and_then(|next| next.game?.dice);
    let names = ByPlayer(names.0.each_ref().map(|name| snowie_name(name)));
    let line = snowie_position(&names, &left).ok()?;
    // Two blanks part the cells of a row.
    Some(format!("Illegal play ({})  ", line.trim_end()))
}

/// The changes by hand between two events, as far as the format has them.
enum SetUp {
    /// The dice, or the player on roll: all that lies before the next play, if anything.
    Dice(Option<(Player, Roll)>),
    /// A double that can gain nothing.
    Double,
    /// The end of the game.
    End,
}

fn set_up(before: &State, after: &State) -> Option<SetUp> {
    let (was, is) = match (before.game, after.game) {
        (Some(was), Some(is)) => (was, is),
        (_, None) if after.outcome.is_some() => return Some(SetUp::End),
        _ => return None,
    };
    let seen = |game: &Game| if game.on_roll == Player::Bottom { game.position } else { game.position.flipped() };
    if before.standing != after.standing || seen(&was) != seen(&is) || was.cube != is.cube || was.pending.is_some() {
        return None;
    }
    match is.pending {
        None => Some(SetUp::Dice(is.dice.map(|dice| (is.on_roll, dice)))),
        Some(Pending::Double) if is.on_roll == was.on_roll && is.beavers == 0 => Some(SetUp::Double),
        Some(_) => None,
    }
}

/// A checker move for each die: `24/18 18/16*`, with 25 for the bar and 0 for off.
fn moves(play: &Play) -> String {
    let mut out = String::new();
    for hop in &play.moves {
        let to = if hop.to == OFF { 0 } else { hop.to + 1 };
        debug_assert!(usize::from(hop.from) <= BAR);
        let _ = write!(out, "{}/{to}{} ", hop.from + 1, if hop.hits { "*" } else { "" });
    }
    out
}

/// Turns in two columns.
#[derive(Default)]
struct Rows(Vec<ByPlayer<Option<String>>>);

impl Rows {
    fn add(&mut self, player: Player, text: String) {
        let fits = self
            .0
            .last()
            .is_some_and(|row| row[player].is_none() && (player == Player::Bottom || row[Player::Bottom].is_none()));
        if !fits {
            self.0.push(ByPlayer([None, None]));
        }
        self.0.last_mut().expect("there is one now")[player] = Some(text);
    }

    fn write(self, out: &mut String) {
        for (i, ByPlayer([left, right])) in self.0.into_iter().enumerate() {
            // The left cell has its blanks even where nothing follows: without them GNU Backgammon makes `Takes`
            // another double.
            let _ = writeln!(
                out,
                "{:>3}) {:<CELL$}{}",
                i + 1,
                left.unwrap_or_default(),
                right.unwrap_or_default().trim_end()
            );
        }
    }
}

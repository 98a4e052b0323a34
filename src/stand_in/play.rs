//! Playing: what may not happen now is said as GNU Backgammon says it, what happens is told by `telling`.

use super::Talk;
use super::talk::{Answer, Refused};
use super::telling::{Mark, finished_games, points, result, score_line, told};
use super::words::words_of;
use crate::command::{Command, New, parse};
use crate::record::{Ending, Game, Pending};
use crate::scoring::{CubeOwner, GameValue};
use crate::settings::DiceSource;

/// Said to a person who acts for a program.
const COMPUTERS_TURN: &str = "It is the computer's turn -- type `play' to force it to move immediately.\n";

/// Said to a length that no match has.
const NO_LENGTH: &str = "GNU Backgammon is compiled with support only for matches of length 64\nand below\n";

/// Carries out a command at the table; `None` where it is none.
pub(super) fn command(words: &str, rest: &str, talk: &mut Talk<'_>) -> Result<Option<String>, Refused> {
    Ok(Some(match words {
        "new game" => new(talk, New::Game)?,
        "new session" => new(talk, New::Session)?,
        "new match" => new_match(talk, rest)?,
        "roll" => roll(talk)?,
        "move" if rest.trim().is_empty() && talk.session.game().is_some_and(|game| game.dice.is_some()) => {
            "You must specify a move (type `help move' for instructions).\n".to_owned()
        }
        "move" => play_typed(talk, rest)?,
        "double" => double(talk)?,
        "redouble" | "beaver" => beaver(talk)?,
        "take" => answer_double(talk, true)?,
        "drop" | "pass" => answer_double(talk, false)?,
        "accept" => answer(talk, true)?,
        "reject" => answer(talk, false)?,
        "agree" => answer_resignation(talk, true)?,
        "decline" => answer_resignation(talk, false)?,
        "resign" => resign(talk, rest)?,
        "play" => play(talk)?,
        "end game" => end_game(talk)?,
        "swap players" => {
            let said = if talk.shown().is_some() { "" } else { "No game in progress.\n" }.to_owned();
            if talk.run("swap players").is_ok() { said + &talk.board().repeat(2) } else { said }
        }
        "next" | "previous" | "first game" | "first move" => {
            super::walk::go(talk, words, rest);
            String::new()
        }
        _ => return Ok(None),
    }))
}

fn new(talk: &mut Talk<'_>, what: New) -> Answer {
    if what == New::Game && talk.state().game.is_none() && talk.state().standing.is_over() {
        return Err("The match is already over.\n".into());
    }
    let before = if what == New::Game { Mark::here(talk.session) } else { Mark::beginning() };
    let command = Command::New(what);
    let begun = match what {
        New::Game => String::new(),
        New::Session => "A new session has been started.\n".to_owned(),
        New::Match(length) => {
            let length = length.unwrap_or(talk.session.settings().match_length);
            format!("A new {} match has been started.\n", points(u32::from(length)))
        }
    };
    // The question for dice comes after it.
    let asks = talk.session.settings().dice.source == DiceSource::Manual && talk.session.game().is_none();
    let is_said = asks && talk.say_before_asking(&begun);
    match talk.execute(&command) {
        Ok(_) => {
            talk.keep_cube(None);
            if what != New::Game {
                talk.note_date();
            }
            let begun = if is_said { "" } else { begun.as_str() };
            Ok(begun.to_owned() + &told(talk.session, &before.by_command()))
        }
        // A user who was asked and said no has said so.
        Err(error) if error.message == "the match goes on" => Ok(String::new()),
        Err(error) => Err(error.into()),
    }
}

fn new_match(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let length = match words_of(rest).first() {
        None => talk.session.settings().match_length,
        Some(word) => word.parse().ok().filter(|&length| length <= 64).ok_or(NO_LENGTH)?,
    };
    new(talk, if length == 0 { New::Session } else { New::Match(Some(length)) })
}

fn roll(talk: &mut Talk<'_>) -> Answer {
    let game = talk.game()?;
    waits(talk, &game)?;
    match game.dice {
        _ if !talk.is_human(game.on_roll) => Err(COMPUTERS_TURN.into()),
        Some(_) => Err("You have already rolled the dice.\n".into()),
        None => talk.play(&Command::Roll),
    }
}

/// Refuses where an offer is to be answered first.
fn waits(talk: &Talk<'_>, game: &Game) -> Result<(), Refused> {
    let whose = match game.pending {
        None => return Ok(()),
        Some(Pending::Double) => game.to_decide(),
        // The double behind the resignation is what it waits for.
        Some(Pending::Resignation { doubled: true, .. }) => game.on_roll,
        Some(Pending::Resignation { .. }) => return Err("Please resolve the resignation first.\n".into()),
    };
    Err(format!("Please wait for {} to consider the cube before moving.\n", talk.name(whose)).into())
}

/// A play, as points or in the notation with strokes.
pub(super) fn play_typed(talk: &mut Talk<'_>, text: &str) -> Answer {
    let game = talk.game()?;
    if !talk.is_human(game.on_roll) && game.pending.is_none() {
        return Err(COMPUTERS_TURN.into());
    }
    game.dice.ok_or("You must roll the dice before you can move.\n")?;
    if matches!(game.pending, Some(Pending::Resignation { .. })) {
        let name = talk.name(game.to_decide());
        return Err(format!("Please wait for {name} to consider the resignation before moving.\n").into());
    }
    waits(talk, &game)?;
    // Points with a dash between them are no play there.
    let command = parse(&format!("move {}", text.trim())).ok().filter(|_| !text.contains('-'));
    let played = command.and_then(|command| talk.play(&command).ok());
    played.ok_or_else(|| Refused::Complained("Illegal or unparsable move.\n".to_owned()))
}

fn is_match(talk: &Talk<'_>) -> bool {
    talk.state().standing.length() > 0
}

fn double(talk: &mut Talk<'_>) -> Answer {
    let game = talk.game()?;
    if game.pending == Some(Pending::Double) {
        return beaver(talk);
    }
    let refused = if talk.session.is_crawford() {
        "Doubling is forbidden by the Crawford rule (see `help set crawford').\n"
    } else if !game.cube_in_use {
        "The doubling cube has been disabled (see `help set cube use').\n"
    } else if matches!(game.pending, Some(Pending::Resignation { .. })) {
        "You are only allowed to double if you are on roll.\n"
    } else if !talk.is_human(game.on_roll) {
        COMPUTERS_TURN
    } else if game.dice.is_some() {
        "You can't double after rolling the dice -- wait until your next turn.\n"
    } else if game.cube.owner() == CubeOwner::Owned(!game.on_roll) {
        "You do not own the cube.\n"
    } else {
        return talk.play(&Command::Double);
    };
    Err(refused.into())
}

fn beaver(talk: &mut Talk<'_>) -> Answer {
    let pending = talk.session.game().and_then(|game| game.pending);
    let refused = if is_match(talk) {
        "Beavers and Raccoons are not permitted during match play.\n"
    } else if talk.session.settings().beavers == 0 {
        "Beavers are disabled (see `help set beavers').\n"
    } else if pending != Some(Pending::Double) {
        "The cube must have been offered before you can redouble it.\n"
    } else {
        return talk.play(&Command::Beaver);
    };
    Err(refused.into())
}

fn answer_double(talk: &mut Talk<'_>, takes: bool) -> Answer {
    let what = if takes { "take" } else { "drop" };
    if talk.session.game().and_then(|game| game.pending) != Some(Pending::Double) {
        return Err(format!("The cube must have been offered before you can {what} it.\n").into());
    }
    talk.play(&if takes { Command::Take } else { Command::Drop })
}

fn answer(talk: &mut Talk<'_>, accepts: bool) -> Answer {
    match talk.session.game().and_then(|game| game.pending) {
        Some(Pending::Double) => answer_double(talk, accepts),
        Some(Pending::Resignation { .. }) => answer_resignation(talk, accepts),
        // A resignation that was accepted is still on offer there.
        None if matches!(talk.state().outcome.map(|outcome| outcome.ending), Some(Ending::Resigned(_))) => {
            talk.game().map(|_| String::new())
        }
        None => {
            let what = if accepts { "accept" } else { "reject" };
            Err(format!("You can only {what} if the cube or a resignation has been offered.\n").into())
        }
    }
}

fn answer_resignation(talk: &mut Talk<'_>, accepts: bool) -> Answer {
    if matches!(talk.game()?.pending, Some(Pending::Resignation { .. })) {
        talk.play(&if accepts { Command::Agree } else { Command::Decline })
    } else {
        Err("No resignation was offered.\n".into())
    }
}

fn resign(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let game = talk.game_or("You must be playing a game if you want to resign it.\n")?;
    let decider = game.to_decide();
    if !talk.is_human(decider) {
        return Err(COMPUTERS_TURN.into());
    }
    let word = words_of(rest).first().map_or(String::new(), |word| word.to_ascii_lowercase());
    let begins = |full: &str| !word.is_empty() && full.starts_with(&word);
    let value = match word.as_str() {
        "" | "1" => GameValue::Single,
        "2" => GameValue::Gammon,
        "3" => GameValue::Backgammon,
        _ if begins("normal") || begins("single") => GameValue::Single,
        _ if begins("gammon") => GameValue::Gammon,
        _ if begins("backgammon") => GameValue::Backgammon,
        _ => return Err(format!("Unknown keyword `{word}' (see `help resign').\n").into()),
    };
    talk.play(&Command::Resign(value)).map_err(|refused| {
        let Some(declined) = game.declined else { return refused };
        let (name, value) = (talk.name(!decider), declined.name());
        format!("{name} has already declined your offer of {value}.\n").into()
    })
}

fn play(talk: &mut Talk<'_>) -> Answer {
    if talk.is_human(talk.game()?.to_decide()) {
        return Err("It's not the computer's turn to play.\n".into());
    }
    talk.play(&Command::Play)
}

/// Both sides are played to the end, and only the end is told.
fn end_game(talk: &mut Talk<'_>) -> Answer {
    talk.game()?;
    talk.execute(&Command::EndGame)?;
    // Where games begin by themselves, the next one may have.
    let games = talk.session.record().games();
    let (game, step) = talk.session.record().cursor();
    let ended = games[..=game].iter().enumerate().rev().find_map(|(i, played)| {
        let state = played.state(if i == game { step } else { played.steps.len() });
        Some((i, *state, state.outcome?, state.last_game?))
    });
    let (i, state, outcome, last) = ended.ok_or("")?;
    let names = &talk.session.settings().names;
    let mut text = format!("Game complete.\n{} wins {}\n", names[outcome.winner], points(outcome.points));
    text += &result(names, &outcome, &last, state.standing);
    let finished = if i == game { finished_games(talk.session) } else { i + 1 };
    text += &score_line(talk.session, &state, finished);
    if state.standing.is_over() {
        text += &format!("{} has won the match.\n", names[outcome.winner]);
        text += &super::telling::board(talk.session, &state);
    }
    if i < game {
        // A game that begins after it is told like any other.
        text += &super::telling::told(talk.session, &Mark::end_of(talk.session, i));
    }
    Ok(text)
}

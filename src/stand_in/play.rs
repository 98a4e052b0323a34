//! Playing: what may not happen now is said as GNU Backgammon says it, what happens is told by `telling`.

use super::Talk;
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

/// Carries out a command at the table; `false` where it is none.
pub(super) fn command(words: &str, rest: &str, talk: &mut Talk<'_>) -> bool {
    match words {
        "new game" => new(talk, New::Game),
        "new session" => new(talk, New::Session),
        "new match" => new_match(talk, rest),
        "roll" => roll(talk),
        "move" if rest.trim().is_empty() && talk.session.game().is_some_and(|game| game.dice.is_some()) => {
            talk.say("You must specify a move (type `help move' for instructions).\n");
        }
        "move" => play_typed(talk, rest),
        "double" => double(talk),
        "redouble" | "beaver" => beaver(talk),
        "take" => answer_double(talk, true),
        "drop" | "pass" => answer_double(talk, false),
        "accept" => answer(talk, true),
        "reject" => answer(talk, false),
        "agree" => answer_resignation(talk, true),
        "decline" => answer_resignation(talk, false),
        "resign" => resign(talk, rest),
        "play" => play(talk),
        "end game" => end_game(talk),
        "swap players" => {
            if !talk.has_begun() {
                talk.say("No game in progress.\n");
            }
            if talk.run("swap players").is_ok() {
                talk.show_board();
                talk.show_board();
            }
        }
        "next" | "previous" | "first game" | "first move" => super::walk::go(talk, words, rest),
        _ => return false,
    }
    true
}

fn new(talk: &mut Talk<'_>, what: New) {
    if what == New::Game && talk.state().game.is_none() && talk.state().standing.is_over() {
        talk.say("The match is already over.\n");
        return;
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
            if !is_said {
                talk.say(&begun);
            }
            let text = told(talk.session, &before.by_command());
            talk.say(&text);
        }
        // A user who was asked and said no has said so.
        Err(error) if error.message == "the match goes on" => {}
        Err(error) => talk.refuse(&error),
    }
}

fn new_match(talk: &mut Talk<'_>, rest: &str) {
    let length = match words_of(rest).first() {
        None => Some(talk.session.settings().match_length),
        Some(word) => word.parse().ok().filter(|&length| length <= 64),
    };
    match length {
        Some(0) => new(talk, New::Session),
        Some(length) => new(talk, New::Match(Some(length))),
        None => talk.say(NO_LENGTH),
    }
}

/// Carries out an event and says what was refused beyond what was looked at before.
fn carry_out(talk: &mut Talk<'_>, command: &Command) {
    if let Err(error) = talk.play(command) {
        talk.refuse(&error);
    }
}

fn roll(talk: &mut Talk<'_>) {
    let Some(game) = talk.game() else { return };
    if waits(talk, &game) {
        return;
    }
    if !talk.is_human(game.on_roll) {
        talk.say(COMPUTERS_TURN);
    } else if game.dice.is_some() {
        talk.say("You have already rolled the dice.\n");
    } else {
        carry_out(talk, &Command::Roll);
    }
}

/// Whether an offer is to be answered first, which is then said.
fn waits(talk: &mut Talk<'_>, game: &Game) -> bool {
    let name = talk.name(game.to_decide());
    match game.pending {
        None => return false,
        Some(Pending::Double) => {
            talk.say(&format!("Please wait for {name} to consider the cube before moving.\n"));
        }
        // The double behind the resignation is what it waits for.
        Some(Pending::Resignation { doubled: true, .. }) => {
            let name = talk.name(game.on_roll);
            talk.say(&format!("Please wait for {name} to consider the cube before moving.\n"));
        }
        Some(Pending::Resignation { .. }) => {
            talk.say("Please resolve the resignation first.\n");
        }
    }
    true
}

/// A play, as points or in the notation with strokes.
pub(super) fn play_typed(talk: &mut Talk<'_>, text: &str) {
    let Some(game) = talk.game() else { return };
    if !talk.is_human(game.on_roll) && game.pending.is_none() {
        talk.say(COMPUTERS_TURN);
        return;
    }
    if game.dice.is_none() {
        talk.say("You must roll the dice before you can move.\n");
        return;
    }
    if matches!(game.pending, Some(Pending::Resignation { .. })) {
        let name = talk.name(game.to_decide());
        talk.say(&format!("Please wait for {name} to consider the resignation before moving.\n"));
        return;
    }
    if waits(talk, &game) {
        return;
    }
    let refused = match parse(&format!("move {}", text.trim())) {
        // Points with a dash between them are no play there.
        Ok(command) if !text.contains('-') => talk.play(&command).is_err(),
        _ => true,
    };
    if refused {
        talk.complain("Illegal or unparsable move.\n");
    }
}

fn is_match(talk: &Talk<'_>) -> bool {
    talk.state().standing.length() > 0
}

fn double(talk: &mut Talk<'_>) {
    let Some(game) = talk.game() else { return };
    if game.pending == Some(Pending::Double) {
        beaver(talk);
    } else if talk.session.is_crawford() {
        talk.say("Doubling is forbidden by the Crawford rule (see `help set crawford').\n");
    } else if !game.cube_in_use {
        talk.say("The doubling cube has been disabled (see `help set cube use').\n");
    } else if matches!(game.pending, Some(Pending::Resignation { .. })) {
        talk.say("You are only allowed to double if you are on roll.\n");
    } else if !talk.is_human(game.on_roll) {
        talk.say(COMPUTERS_TURN);
    } else if game.dice.is_some() {
        talk.say("You can't double after rolling the dice -- wait until your next turn.\n");
    } else if game.cube.owner() == CubeOwner::Owned(!game.on_roll) {
        talk.say("You do not own the cube.\n");
    } else {
        carry_out(talk, &Command::Double);
    }
}

fn beaver(talk: &mut Talk<'_>) {
    let pending = talk.session.game().and_then(|game| game.pending);
    if is_match(talk) {
        talk.say("Beavers and Raccoons are not permitted during match play.\n");
    } else if talk.session.settings().beavers == 0 {
        talk.say("Beavers are disabled (see `help set beavers').\n");
    } else if pending != Some(Pending::Double) {
        talk.say("The cube must have been offered before you can redouble it.\n");
    } else {
        carry_out(talk, &Command::Beaver);
    }
}

fn answer_double(talk: &mut Talk<'_>, takes: bool) {
    let what = if takes { "take" } else { "drop" };
    if talk.session.game().and_then(|game| game.pending) != Some(Pending::Double) {
        talk.say(&format!("The cube must have been offered before you can {what} it.\n"));
    } else {
        carry_out(talk, &if takes { Command::Take } else { Command::Drop });
    }
}

fn answer(talk: &mut Talk<'_>, accepts: bool) {
    match talk.session.game().and_then(|game| game.pending) {
        Some(Pending::Double) => answer_double(talk, accepts),
        Some(Pending::Resignation { .. }) => answer_resignation(talk, accepts),
        // A resignation that was accepted is still on offer there.
        None if matches!(talk.state().outcome.map(|outcome| outcome.ending), Some(Ending::Resigned(_))) => {
            talk.game();
        }
        None => {
            let what = if accepts { "accept" } else { "reject" };
            talk.say(&format!("You can only {what} if the cube or a resignation has been offered.\n"));
        }
    }
}

fn answer_resignation(talk: &mut Talk<'_>, accepts: bool) {
    let Some(game) = talk.game() else { return };
    if matches!(game.pending, Some(Pending::Resignation { .. })) {
        carry_out(talk, &if accepts { Command::Agree } else { Command::Decline });
    } else {
        talk.say("No resignation was offered.\n");
    }
}

fn resign(talk: &mut Talk<'_>, rest: &str) {
    let Some(game) = talk.session.game().copied() else {
        talk.say("You must be playing a game if you want to resign it.\n");
        return;
    };
    if !talk.is_human(game.to_decide()) {
        talk.say(COMPUTERS_TURN);
        return;
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
        _ => {
            talk.say(&format!("Unknown keyword `{word}' (see `help resign').\n"));
            return;
        }
    };
    let decider = game.to_decide();
    match (talk.play(&Command::Resign(value)), game.declined) {
        (Ok(()), _) => {}
        (Err(_), Some(declined)) => {
            let (name, value) = (talk.name(!decider), declined.name());
            talk.say(&format!("{name} has already declined your offer of {value}.\n"));
        }
        (Err(error), None) => talk.refuse(&error),
    }
}

fn play(talk: &mut Talk<'_>) {
    let Some(game) = talk.game() else { return };
    if talk.is_human(game.to_decide()) {
        talk.say("It's not the computer's turn to play.\n");
    } else {
        carry_out(talk, &Command::Play);
    }
}

/// Both sides are played to the end, and only the end is told.
fn end_game(talk: &mut Talk<'_>) {
    if talk.game().is_none() {
        return;
    }
    if let Err(error) = talk.execute(&Command::EndGame) {
        talk.refuse(&error);
        return;
    }
    // Where games begin by themselves, the next one may have.
    let games = talk.session.record().games();
    let (game, step) = talk.session.record().cursor();
    let ended = games[..=game].iter().enumerate().rev().find_map(|(i, played)| {
        let state = played.state(if i == game { step } else { played.steps.len() });
        Some((i, *state, state.outcome?, state.last_game?))
    });
    let Some((i, state, outcome, last)) = ended else { return };
    let names = &talk.session.settings().names;
    let mut text = format!("Game complete.\n{} wins {}\n", names[outcome.winner], points(outcome.points));
    text += &result(names, &outcome, &last, state.standing);
    let finished = if i == game { finished_games(talk.session) } else { i + 1 };
    text += &score_line(talk.session, &state, finished);
    if state.standing.is_over() {
        text += &format!("{} has won the match.\n", names[outcome.winner]);
        text += &super::telling::board(talk.session, &state);
    }
    talk.say(&text);
    if i < game {
        // A game that begins after it is told like any other.
        let text = super::telling::told(talk.session, &Mark::end_of(talk.session, i));
        talk.say(&text);
    }
}

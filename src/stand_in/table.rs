//! Set-ups of the table, and the sentences that tell them.

use super::Talk;
use super::telling::{finished_games, score_line};
use super::words::words_of;
use crate::board::Player;
use crate::command::{Command, parse};
use crate::record::{Game, Pending, State};
use crate::scoring::{Cube, CubeOwner};

/// Carries out a command that sets the table up; `false` where it is none.
pub(super) fn command(words: &str, rest: &str, talk: &mut Talk<'_>) -> bool {
    match words {
        "set board" => set_board(talk, rest),
        "set dice" => set_dice(talk, rest),
        "set turn" => set_turn(talk, rest),
        "set score" => set_score(talk, rest),
        "set crawford" => set_crawford(talk, rest, true),
        "set postcrawford" => set_crawford(talk, rest, false),
        "set cube value" => set_cube_value(talk, rest),
        "set cube owner" => set_cube_owner(talk, rest),
        "set cube centre" | "set cube center" => set_cube(talk, "set cube centre", "The cube has been centred.\n"),
        "set matchid" => set_id(talk, "matchid", rest),
        "set gnubgid" => set_id(talk, "gnubgid", rest),
        "set xgid" => set_id(talk, "xgid", rest),
        "clear turn" => {
            if talk.session.game().is_none() {
                talk.say("There must be a game in progress to set a player on roll.\n");
            } else if matches!(talk.session.game().and_then(|game| game.pending), Some(Pending::Resignation { .. })) {
                talk.say("Please resolve the resignation first.\n");
            } else {
                let _ = talk.run("clear turn");
            }
        }
        "clear hint" => {
            let _ = talk.run("clear hint");
            talk.keep_cube(None);
            talk.say("Analysis used for `hint' has been cleared\n");
        }
        "clear cache" => {}
        _ => return false,
    }
    true
}

fn set_board(talk: &mut Talk<'_>, rest: &str) {
    if talk.session.game().is_none() {
        talk.say("There must be a game in progress to set the board.\n");
        return;
    }
    let words = words_of(rest);
    let Some(first) = words.first() else {
        talk.say("You must specify a position (see `help set board').\n");
        return;
    };
    let line = if first.eq_ignore_ascii_case("simple") {
        let numbers: Vec<_> = words[1..].iter().take(26).take_while(|word| word.parse::<i32>().is_ok()).collect();
        if numbers.len() < 26 {
            talk.say(&format!("`simple' must be followed by 26 integers; found only {}\n", numbers.len()));
            return;
        }
        let numbers: Vec<&str> = numbers.into_iter().copied().collect();
        format!("set board simple {}", numbers.join(" "))
    } else {
        // Of a GNUbg ID the position alone counts.
        format!("set board {}", first.split(':').next().unwrap_or_default())
    };
    match talk.run(&line) {
        Ok(_) => talk.show_board(),
        Err(_) => talk.say("Illegal position.\n"),
    }
}

/// The dice of two words, or of one with both digits.
pub(super) fn dice_of(text: &str) -> Option<(u8, u8)> {
    let words = words_of(text);
    let digits: Vec<u8> = match words.as_slice() {
        [both, ..] if both.len() == 2 => both.bytes().map(|digit| digit.wrapping_sub(b'0')).collect(),
        [first, second, ..] => [first, second].iter().filter_map(|word| word.parse::<u8>().ok()).collect(),
        _ => return None,
    };
    match digits[..] {
        [a @ 1..=6, b @ 1..=6] => Some((a, b)),
        _ => None,
    }
}

fn set_dice(talk: &mut Talk<'_>, rest: &str) {
    if talk.session.game().is_none() {
        talk.say("There must be a game in progress to set the dice.\n");
        return;
    }
    let Some((a, b)) = dice_of(rest) else {
        talk.say("You must specify two numbers from 1 to 6 for the dice.\n");
        return;
    };
    talk.run_and_say(&format!("set dice {a}{b}"), &format!("The dice have been set to {a} and {b}.\n"));
}

fn set_turn(talk: &mut Talk<'_>, rest: &str) {
    if talk.session.game().is_none() {
        talk.say("There must be a game in progress to set a player on roll.\n");
        return;
    }
    if matches!(talk.session.game().and_then(|game| game.pending), Some(Pending::Resignation { .. })) {
        talk.say("Please resolve the resignation first.\n");
        return;
    }
    let Some(&name) = words_of(rest).first() else {
        talk.say("Which player do you want to set on roll?\n");
        return;
    };
    let Some(player) = talk.player(name) else {
        if name.len() > 1 && "both".starts_with(&name.to_ascii_lowercase()) {
            talk.say("You can't set both players on roll.\n");
        } else {
            talk.say(&format!("Unknown player `{name}' (see `help set turn').\n"));
        }
        return;
    };
    let was_doubled = talk.session.game().and_then(|game| game.pending) == Some(Pending::Double);
    match talk.run(&format!("set turn {}", player.seat())) {
        Ok(_) => {
            // A double that is taken back so has its board.
            if was_doubled {
                talk.show_board();
            }
            let text = format!("`{}' is now on roll.\n", talk.name(player));
            talk.say(&text);
        }
        Err(error) => talk.refuse(&error),
    }
}

fn set_score(talk: &mut Talk<'_>, rest: &str) {
    let words = words_of(rest);
    // A score as `1-2` or `1 2`, the length behind it.
    let numbers: Vec<i64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let [top @ (0..), bottom @ (0..), ..] = numbers[..] else {
        talk.say("You must specify two valid scores.\n");
        return;
    };
    let own = i64::from(talk.state().standing.length());
    let length = numbers.get(2).copied().unwrap_or(own);
    if length > 0 && (top >= length || bottom >= length) {
        talk.say("You cannot set a score where the match is already over.\n");
        return;
    }
    let line = match numbers.get(2) {
        Some(length) => format!("set score {top} {bottom} {length}"),
        None => format!("set score {top} {bottom}"),
    };
    let game = talk.session.game().copied();
    if let Some(game) = game.filter(|game| game.pending == Some(Pending::Double)) {
        // The double is taken back first.
        let _ = talk.run(&format!("set turn {}", game.on_roll.seat()));
        talk.show_board();
    }
    match talk.run(&line) {
        Ok(_) => {
            let text = score_line(talk.session, talk.session.state(), finished_games(talk.session));
            talk.say(&text);
        }
        Err(error) => talk.refuse(&error),
    }
}

fn set_crawford(talk: &mut Talk<'_>, rest: &str, sets_crawford: bool) {
    let standing = talk.state().standing;
    let length = u32::from(standing.length());
    let (name, play, game) = if sets_crawford {
        ("crawford", "Crawford play", "the Crawford game")
    } else {
        ("postcrawford", "post-Crawford play", "post-Crawford play")
    };
    if length == 0 {
        return talk.say(&format!("Cannot set {play} for money sessions.\n"));
    }
    let points = standing.points();
    if standing.is_over() || Player::BOTH.iter().all(|&player| points[player] + 1 != length) {
        return talk
            .say(&format!("Cannot set whether this is {game}\nas none of the players are 1-away from winning.\n"));
    }
    let Some(on) = switch(talk, rest, name) else { return };
    if let Err(error) = talk.run(&format!("set {name} {}", if on { "on" } else { "off" })) {
        return talk.refuse(&error);
    }
    talk.say(match (sets_crawford, talk.session.is_crawford()) {
        (true, true) => "This game is the Crawford game (no doubling allowed).\n",
        (true, false) => "This game is not the Crawford game.\n",
        (false, true) => "This is not post-Crawford play.\n",
        (false, false) => "This is post-Crawford play (doubling allowed).\n",
    });
}

/// Whether a switch of this name is set on; says what is wrong with it otherwise.
pub(super) fn switch(talk: &mut Talk<'_>, rest: &str, name: &str) -> Option<bool> {
    let Some(&word) = words_of(rest).first() else {
        talk.say(&format!("You must specify whether to set '{name}' on or off.\n"));
        return None;
    };
    let lower = word.to_ascii_lowercase();
    let begins = |full: &str| full.starts_with(&lower);
    if lower == "on" || begins("yes") || begins("true") {
        Some(true)
    } else if lower == "off" || begins("no") || begins("false") {
        Some(false)
    } else {
        talk.say(&format!("Illegal keyword `{word}'.\n"));
        None
    }
}

/// Whether the cube can be set now; says why not.
fn may_set_cube(talk: &mut Talk<'_>) -> bool {
    let text = match talk.session.game() {
        None => "There must be a game in progress to set the cube.\n",
        Some(_) if talk.session.is_crawford() => "The cube is disabled during the Crawford game.\n",
        Some(game) if !game.cube_in_use => "The cube is disabled (see `help set cube use').\n",
        Some(_) => return true,
    };
    talk.say(text);
    false
}

fn set_cube(talk: &mut Talk<'_>, line: &str, said: &str) {
    if may_set_cube(talk) {
        talk.run_and_say(line, said);
    }
}

fn set_cube_value(talk: &mut Talk<'_>, rest: &str) {
    if !may_set_cube(talk) {
        return;
    }
    let value = words_of(rest).first().and_then(|word| word.parse::<u32>().ok());
    match value.filter(|&value| Cube::in_play(value, CubeOwner::Centered).is_some()) {
        Some(value) => {
            set_cube(talk, &format!("set cube value {value}"), &format!("The cube has been set to {value}.\n"))
        }
        None => talk.say("You must specify a legal cube value (see `help set cube value').\n"),
    }
}

/// Said where no player is named who could own the cube.
const NO_OWNER: &str = "You must specify which player owns the cube (see `help set cube owner').\n";

fn set_cube_owner(talk: &mut Talk<'_>, rest: &str) {
    if !may_set_cube(talk) {
        return;
    }
    let Some(&name) = words_of(rest).first() else {
        talk.say(NO_OWNER);
        return;
    };
    match talk.player(name) {
        Some(player) => {
            let said = format!("{} now owns the cube.\n", talk.name(player));
            set_cube(talk, &format!("set cube owner {}", player.seat()), &said);
        }
        None if "both".starts_with(&name.to_ascii_lowercase()) => {
            set_cube(talk, "set cube centre", "The cube has been centred.\n");
        }
        None => talk.say(NO_OWNER),
    }
}

/// An identifier brings up the board several times there: as dice, turn and checkers are set.
fn set_id(talk: &mut Talk<'_>, kind: &str, rest: &str) {
    let id = rest.trim().trim_matches('"');
    let line = format!("set {kind} {id}");
    let command = parse(&line);
    let before = talk.session.game().copied();
    let is_board = |command: &Command, talk: &mut Talk<'_>| talk.execute(command).is_ok();
    match (kind, command) {
        (_, Ok(command)) if is_board(&command, talk) => {
            talk.keep_cube(None);
            let game = talk.session.game().copied();
            if let Some(game) = game.filter(|game| game.pending == Some(Pending::Double)) {
                // A double is taken back: the decision is whether to make it.
                talk.say(
                    "SetMatchID cannot handle positions where a double has been offered.\n\
                     Stepping back to the offering of the cube. ",
                );
                let _ = talk.run(&format!("set turn {}", game.on_roll.seat()));
            }
            let dice = talk.session.game().and_then(|game| game.dice);
            if let Some(roll) = dice {
                talk.say(&format!("The dice have been set to {} and {}.\n", roll.high(), roll.low()));
            }
            // A cube that has been turned is told of, as are dice.
            let cube = talk.session.game().map_or(1, |game| game.cube.value());
            if kind == "xgid" && cube > 1 {
                talk.say(&format!("The cube has been set to {cube}.\n"));
            }
            // The match comes first: the checkers lie as they did, or as they begin.
            let boards = 1 + usize::from(before.is_some());
            if kind != "matchid"
                && let Some(game) = talk.session.game()
            {
                let lay = match before {
                    None => game.variation.starting_position(),
                    Some(before) if before.on_roll == game.on_roll => before.position,
                    Some(before) => before.position.flipped(),
                };
                let on_the_way = State { game: Some(Game { position: lay, ..*game }), ..*talk.state() };
                let text = super::telling::board(talk.session, &on_the_way);
                talk.say(&text.repeat(boards));
                talk.show_board();
            } else {
                for _ in 0..boards {
                    talk.show_board();
                }
            }
            if kind == "xgid" && talk.state().standing.length() == 0 {
                // Whether there are beavers holds from now on.
                let rules = id.split(':').nth(7).and_then(|rules| rules.parse::<u8>().ok()).unwrap_or(3);
                let _ = talk.run(if rules & 2 == 0 { "set beavers 0" } else { "set beavers 3" });
            }
            if kind == "gnubgid" {
                talk.say(&format!("Setting GNUbg ID {id}\n"));
            }
            // The player on roll in an XGID sits at the bottom there, for which the players change seats.
            let is_at_top = talk.session.game().is_some_and(|game| game.on_roll == Player::Top);
            if kind == "xgid" && is_at_top && talk.run("swap players").is_ok() {
                talk.show_board();
                talk.show_board();
            }
        }
        ("xgid", _) => talk.complain(&format!("Not a valid XGID '{id}'\n")),
        ("gnubgid", _) => talk.complain("No valid IDs found\n"),
        _ => talk.say(&format!("Illegal match ID '{id}'\n")),
    }
}

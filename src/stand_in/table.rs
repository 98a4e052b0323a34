//! Set-ups of the table, and the sentences that tell them.

use super::Talk;
use super::talk::{Answer, Refused};
use super::telling::{finished_games, score_line};
use super::words::words_of;
use crate::board::Player;
use crate::command::parse;
use crate::record::{Game, Pending, State};
use crate::scoring::{Cube, CubeOwner};

/// Carries out a command that sets the table up; `None` where it is none.
pub(super) fn command(words: &str, rest: &str, talk: &mut Talk<'_>) -> Result<Option<String>, Refused> {
    Ok(Some(match words {
        "set board" => set_board(talk, rest)?,
        "set dice" => set_dice(talk, rest)?,
        "set turn" => set_turn(talk, rest)?,
        "set score" => set_score(talk, rest)?,
        "set crawford" => set_crawford(talk, rest, true)?,
        "set postcrawford" => set_crawford(talk, rest, false)?,
        "set cube value" => set_cube_value(talk, rest)?,
        "set cube owner" => set_cube_owner(talk, rest)?,
        "set cube centre" | "set cube center" => centre(talk)?,
        "set matchid" => set_id(talk, "matchid", rest)?,
        "set gnubgid" => set_id(talk, "gnubgid", rest)?,
        "set xgid" => set_id(talk, "xgid", rest)?,
        "clear turn" => {
            may_set_turn(talk)?;
            let _ = talk.run("clear turn");
            String::new()
        }
        "clear hint" => {
            let _ = talk.run("clear hint");
            talk.keep_cube(None);
            "Analysis used for `hint' has been cleared\n".to_owned()
        }
        "clear cache" => String::new(),
        _ => return Ok(None),
    }))
}

fn set_board(talk: &mut Talk<'_>, rest: &str) -> Answer {
    talk.game_or("There must be a game in progress to set the board.\n")?;
    let words = words_of(rest);
    let first = words.first().ok_or("You must specify a position (see `help set board').\n")?;
    let line = if first.eq_ignore_ascii_case("simple") {
        let numbers = words[1..].iter().copied().take(26).take_while(|word| word.parse::<i32>().is_ok());
        let numbers: Vec<&str> = numbers.collect();
        if numbers.len() < 26 {
            let found = numbers.len();
            return Err(format!("`simple' must be followed by 26 integers; found only {found}\n").into());
        }
        format!("set board simple {}", numbers.join(" "))
    } else {
        // Of a GNUbg ID the position alone counts.
        format!("set board {}", first.split(':').next().unwrap_or_default())
    };
    talk.run(&line).map_err(|_| "Illegal position.\n")?;
    Ok(talk.board())
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

fn set_dice(talk: &mut Talk<'_>, rest: &str) -> Answer {
    talk.game_or("There must be a game in progress to set the dice.\n")?;
    let (a, b) = dice_of(rest).ok_or("You must specify two numbers from 1 to 6 for the dice.\n")?;
    talk.run(&format!("set dice {a}{b}"))?;
    Ok(format!("The dice have been set to {a} and {b}.\n"))
}

/// The game in which the turn can be set.
fn may_set_turn(talk: &Talk<'_>) -> Result<Game, Refused> {
    let game = talk.game_or("There must be a game in progress to set a player on roll.\n")?;
    match game.pending {
        Some(Pending::Resignation { .. }) => Err("Please resolve the resignation first.\n".into()),
        Some(Pending::Double) | None => Ok(game),
    }
}

fn set_turn(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let was_doubled = may_set_turn(talk)?.pending.is_some();
    let &name = words_of(rest).first().ok_or("Which player do you want to set on roll?\n")?;
    let player = talk.player(name).ok_or_else(|| {
        if name.len() > 1 && "both".starts_with(&name.to_ascii_lowercase()) {
            return "You can't set both players on roll.\n".to_owned();
        }
        format!("Unknown player `{name}' (see `help set turn').\n")
    })?;
    talk.run(&format!("set turn {}", player.seat()))?;
    // A double that is taken back so has its board.
    let board = if was_doubled { talk.board() } else { String::new() };
    Ok(format!("{board}`{}' is now on roll.\n", talk.name(player)))
}

fn set_score(talk: &mut Talk<'_>, rest: &str) -> Answer {
    let words = words_of(rest);
    // A score as `1-2` or `1 2`, the length behind it.
    let numbers: Vec<i64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let [top @ (0..), bottom @ (0..), ..] = numbers[..] else {
        return Err("You must specify two valid scores.\n".into());
    };
    let own = i64::from(talk.state().standing.length());
    let length = numbers.get(2).copied().unwrap_or(own);
    if length > 0 && (top >= length || bottom >= length) {
        return Err("You cannot set a score where the match is already over.\n".into());
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
    talk.run(&line)?;
    Ok(score_line(talk.session, talk.session.state(), finished_games(talk.session)))
}

fn set_crawford(talk: &mut Talk<'_>, rest: &str, sets_crawford: bool) -> Answer {
    let standing = talk.state().standing;
    let length = u32::from(standing.length());
    let (name, play, game) = if sets_crawford {
        ("crawford", "Crawford play", "the Crawford game")
    } else {
        ("postcrawford", "post-Crawford play", "post-Crawford play")
    };
    if length == 0 {
        return Err(format!("Cannot set {play} for money sessions.\n").into());
    }
    let points = standing.points();
    if standing.is_over() || Player::BOTH.iter().all(|&player| points[player] + 1 != length) {
        let why = "as none of the players are 1-away from winning";
        return Err(format!("Cannot set whether this is {game}\n{why}.\n").into());
    }
    let on = switch(rest, name)?;
    talk.run(&format!("set {name} {}", if on { "on" } else { "off" }))?;
    Ok(match (sets_crawford, talk.session.is_crawford()) {
        (true, true) => "This game is the Crawford game (no doubling allowed).\n",
        (true, false) => "This game is not the Crawford game.\n",
        (false, true) => "This is not post-Crawford play.\n",
        (false, false) => "This is post-Crawford play (doubling allowed).\n",
    }
    .to_owned())
}

/// Whether a switch of this name is set on; else what is wrong with it.
pub(super) fn switch(rest: &str, name: &str) -> Result<bool, String> {
    let words = words_of(rest);
    let word = words.first().ok_or_else(|| format!("You must specify whether to set '{name}' on or off.\n"))?;
    let lower = word.to_ascii_lowercase();
    let begins = |full: &str| full.starts_with(&lower);
    if lower == "on" || begins("yes") || begins("true") {
        Ok(true)
    } else if lower == "off" || begins("no") || begins("false") {
        Ok(false)
    } else {
        Err(format!("Illegal keyword `{word}'.\n"))
    }
}

/// Refuses where the cube cannot be set now.
fn may_set_cube(talk: &Talk<'_>) -> Result<(), Refused> {
    let game = talk.game_or("There must be a game in progress to set the cube.\n")?;
    match game.cube_in_use {
        _ if talk.session.is_crawford() => Err("The cube is disabled during the Crawford game.\n".into()),
        true => Ok(()),
        false => Err("The cube is disabled (see `help set cube use').\n".into()),
    }
}

fn centre(talk: &mut Talk<'_>) -> Answer {
    may_set_cube(talk)?;
    talk.run("set cube centre")?;
    Ok("The cube has been centred.\n".to_owned())
}

fn set_cube_value(talk: &mut Talk<'_>, rest: &str) -> Answer {
    may_set_cube(talk)?;
    let value = words_of(rest).first().and_then(|word| word.parse::<u32>().ok());
    let value = value.filter(|&value| Cube::in_play(value, CubeOwner::Centered).is_some());
    let value = value.ok_or("You must specify a legal cube value (see `help set cube value').\n")?;
    talk.run(&format!("set cube value {value}"))?;
    Ok(format!("The cube has been set to {value}.\n"))
}

/// Said where no player is named who could own the cube.
const NO_OWNER: &str = "You must specify which player owns the cube (see `help set cube owner').\n";

fn set_cube_owner(talk: &mut Talk<'_>, rest: &str) -> Answer {
    may_set_cube(talk)?;
    let &name = words_of(rest).first().ok_or(NO_OWNER)?;
    let Some(player) = talk.player(name) else {
        return if "both".starts_with(&name.to_ascii_lowercase()) { centre(talk) } else { Err(NO_OWNER.into()) };
    };
    talk.run(&format!("set cube owner {}", player.seat()))?;
    Ok(format!("{} now owns the cube.\n", talk.name(player)))
}

/// An identifier brings up the board several times there: as dice, turn and checkers are set.
fn set_id(talk: &mut Talk<'_>, kind: &str, rest: &str) -> Answer {
    let id = rest.trim().trim_matches('"');
    let before = talk.session.game().copied();
    if !parse(&format!("set {kind} {id}")).is_ok_and(|command| talk.execute(&command).is_ok()) {
        return Err(match kind {
            "xgid" => Refused::Complained(format!("Not a valid XGID '{id}'\n")),
            "gnubgid" => Refused::Complained("No valid IDs found\n".to_owned()),
            _ => format!("Illegal match ID '{id}'\n").into(),
        });
    }
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
    let mut text = talk.board();
    if kind != "matchid"
        && let Some(game) = talk.session.game()
    {
        let lay = match before {
            None => game.variation.starting_position(),
            Some(before) if before.on_roll == game.on_roll => before.position,
            Some(before) => before.position.flipped(),
        };
        let on_the_way = State { game: Some(Game { position: lay, ..*game }), ..*talk.state() };
        text = super::telling::board(talk.session, &on_the_way).repeat(boards) + &text;
    } else {
        text = text.repeat(boards);
    }
    if kind == "xgid" && talk.state().standing.length() == 0 {
        // Whether there are beavers holds from now on.
        let rules = id.split(':').nth(7).and_then(|rules| rules.parse::<u8>().ok()).unwrap_or(3);
        let _ = talk.run(if rules & 2 == 0 { "set beavers 0" } else { "set beavers 3" });
    }
    if kind == "gnubgid" {
        text += &format!("Setting GNUbg ID {id}\n");
    }
    // The player on roll in an XGID sits at the bottom there, for which the players change seats.
    let is_at_top = talk.session.game().is_some_and(|game| game.on_roll == Player::Top);
    if kind == "xgid" && is_at_top && talk.run("swap players").is_ok() {
        text += &talk.board().repeat(2);
    }
    Ok(text)
}

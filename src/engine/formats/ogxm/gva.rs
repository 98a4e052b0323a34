//! Reading the JSON of GammonView (`.gva`): the content of OGXM by the names of its fields.

use super::super::json::has_keys;
use super::first::player_of;
use super::told::{Alternative, CubeFound, Found, Ply, Told, ToldGame, method};
use super::{BEAVERS, CRAWFORD, JACOBY, action, day_of, seat_of, variation_of};
use crate::board::{Player, Roll};
use crate::record::{Method, is_sound};
use serde_json::Value;

/// Whether a text begins as such a file.
pub(super) fn is_gva(text: &str) -> bool {
    has_keys(text, &["match_length", "player_white"])
}

/// The match.
pub(super) fn told(bytes: &[u8]) -> Result<Told, String> {
    let value: Value = serde_json::from_slice(bytes).map_err(|error| format!("it is no JSON: {error}"))?;
    let length = whole(&value["match_length"]).ok_or("expected `match_length`")?;
    let mut told = Told {
        length: u8::try_from(length).ok().filter(|&n| n <= 64).ok_or(format!("a match length of {length}"))?,
        variation: variation_of(whole(&value["variant"]).unwrap_or(0))?,
        crawford_was: value["crawford_before_start"] == true,
        ..Told::default()
    };
    told.names[Player::Bottom] = text(&value["player_white"]);
    told.names[Player::Top] = text(&value["player_black"]);
    for (key, rule) in [("crawford", CRAWFORD), ("jacoby", JACOBY), ("beaver", BEAVERS)] {
        told.rules |= if value[key] == true { rule } else { 0 };
    }
    let small = |value: &Value| whole(value).and_then(|n| u32::try_from(n).ok()).filter(|&n| n <= 1_000_000);
    for (player, at) in [(Player::Bottom, 0), (Player::Top, 1)] {
        told.points[player] = small(&value["score_start"][at]).unwrap_or(0);
    }
    let info = &mut told.info;
    info.date = whole(&value["timestamp"]).filter(|&seconds| seconds > 0).and_then(|s| day_of(s.saturating_mul(1000)));
    info.event = text(&value["event"]);
    info.round = text(&value["stage"]);
    info.place = if value["city"].is_string() { text(&value["city"]) } else { text(&value["site"]) };
    for (player, key) in [(Player::Bottom, "white_profile"), (Player::Top, "black_profile")] {
        let rating = &value[key]["rating"];
        info.ratings[player] = if rating.is_number() { rating.to_string() } else { String::new() };
    }
    for (key, name) in [("cube_limit", "CubeLimit"), ("platform", "Site"), ("match_ref", "Match ID")] {
        let found = &value[key];
        let found = if found.is_number() && *found != 0 { found.to_string() } else { text(found) };
        if !found.is_empty() {
            info.extra.push((name.to_owned(), found));
        }
    }
    info.comment = comments(&value["annotations"]);
    let about = &value["analysis_info"];
    let program = text(&about["model_id"]);
    let level = text(&about["eval_level"]);
    for game in value["games"].as_array().into_iter().flatten() {
        told.games.push(game_of(game, &program, &level));
    }
    Ok(told)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn whole(value: &Value) -> Option<u64> {
    value.as_u64()
}

fn byte(value: &Value) -> Option<u8> {
    whole(value).and_then(|n| u8::try_from(n).ok())
}

fn number(value: &Value) -> Option<f32> {
    value.as_f64().map(|number| number as f32).filter(|&number| is_sound(number))
}

/// The comments of people, in lines.
fn comments(value: &Value) -> String {
    let is_for_people = |note: &&Value| !note["key"].is_string();
    let notes = value.as_array().into_iter().flatten().filter(is_for_people).map(|note| text(&note["value"]));
    notes.filter(|note| !note.is_empty()).collect::<Vec<_>>().join("\n")
}

fn board(value: &Value) -> Option<[i8; 26]> {
    let counts: Vec<i8> =
        value.as_array()?.iter().filter_map(|n| n.as_i64().and_then(|n| i8::try_from(n).ok())).collect();
    counts.try_into().ok()
}

fn game_of(value: &Value, program: &str, level: &str) -> ToldGame {
    let won = whole(&value["points_won"]).and_then(|n| u32::try_from(n).ok()).filter(|&n| n > 0 && n <= 1_000_000);
    let winner = byte(&value["winner"]).and_then(seat_of);
    let cube = whole(&value["initial_cube_value"]).and_then(|n| u32::try_from(n).ok()).unwrap_or(1).min(1 << 13);
    let automatic = whole(&value["auto_doubles"]).unwrap_or(0).min(12) as u32;
    let mut game = ToldGame {
        result: winner.zip(won),
        board: board(&value["initial_board"]),
        cube: cube << automatic,
        owner: byte(&value["initial_cube_owner"]).and_then(seat_of),
        ..ToldGame::default()
    };
    for ply in value["plies"].as_array().into_iter().flatten() {
        match ply_of(ply, program, level) {
            Ok(ply) => game.plies.push(ply),
            Err(problem) => {
                game.problem = Some(problem);
                break;
            }
        }
    }
    game
}

/// The byte of a checker moved.
fn step(value: &Value) -> Option<u8> {
    let (from, pips) = (byte(&value["from"])?, byte(&value["pips"])?);
    (from <= 25 && (1..=7).contains(&pips)).then_some(from | pips << 5)
}

fn ply_of(value: &Value, program: &str, level: &str) -> Result<Ply, String> {
    let kind = byte(&value["action_id"]).ok_or("a ply without `action_id`")?;
    let mut ply = Ply::new(kind, player_of(byte(&value["color"]).unwrap_or(0)));
    let is_set = kind == action::SET;
    if is_set && value["d1"].is_number() {
        let dice = byte(&value["d1"]).zip(byte(&value["d2"])).and_then(|(a, b)| Roll::new(a, b).ok());
        ply.dice = Some(dice.ok_or("dice that are none")?);
        ply.player = !ply.player;
    }
    ply.board = board(&value["set_position"]);
    if kind == action::CUBE_SET {
        let cube = whole(&value["cube_value"]).and_then(|n| u32::try_from(n).ok());
        ply.cube = cube.map(|cube| (cube, byte(&value["cube_owner"]).and_then(seat_of)));
    }
    for moved in value["moves"].as_array().into_iter().flatten().take(4) {
        ply.steps.push(step(moved).ok_or("a checker moved to where it cannot go")?);
    }
    ply.found = found_of(&value["analysis"], program, level);
    let comment = comments(&value["annotations"]);
    if !comment.is_empty() {
        ply.found.comment = comment;
    }
    Ok(ply)
}

fn chances(value: &Value) -> Option<[f32; 5]> {
    let mut chances = [0.0; 5];
    for (chance, key) in chances.iter_mut().zip(["win", "gammon_win", "bg_win", "gammon_loss", "bg_loss"]) {
        *chance = number(&value[key]).filter(|p| (0.0..=1.0).contains(p))?;
    }
    Some(chances)
}

fn found_of(value: &Value, program: &str, level: &str) -> Found {
    let level_of = |value: &Value| -> Method {
        let own = text(&value["eval_level"]);
        method(program, if own.is_empty() { level } else { &own }, 0)
    };
    let mut found = Found { luck: number(&value["luck"]), ..Found::default() };
    let alternatives = value["alternatives"].as_array();
    for one in alternatives.into_iter().flatten() {
        let steps: Option<Vec<u8>> = one["move"].as_array().into_iter().flatten().map(step).collect();
        let (Some(steps), Some(equity)) = (steps, number(&one["equity"])) else { continue };
        let (outputs, std_err) = (chances(&one["eval"]), number(&one["rollout_se"]));
        found.plays.push(Alternative { steps, equity, outputs, std_err, method: level_of(one) });
    }
    let lost = number(&value["equity_loss"]);
    let cube_of = |value: &Value, lost: Option<f32>| {
        let (no_double, take) = (number(&value["no_double_equity"])?, number(&value["double_take_equity"])?);
        let (outputs, method) = (chances(&value["eval"]), level_of(value));
        Some(CubeFound { no_double, take, outputs, lost, method, is_mwc: false })
    };
    if alternatives.is_some() {
        found.lost = lost;
        let missed = &value["missed_double"];
        found.cube = cube_of(missed, number(&missed["equity_loss"])).or_else(|| cube_of(&value["cube_decision"], None));
    } else {
        found.cube = cube_of(value, lost);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn the_score_is_that_before_the_first_game() {
        let of = |score: &str| {
            let text = format!(
                r#"{{"match_length": 7, "player_white": "Ann", "player_black": "Ben", "score_start": {score}, "games": []}}"#
            );
            told(text.as_bytes()).expect("a match").points
        };
        for (score, white, black) in
            [("[2, 3]", 2, 3), ("[0, 1000000]", 0, 1_000_000), ("[1000001, 1]", 0, 1), ("[-1, 5]", 0, 5), ("[]", 0, 0)]
        {
            let points = of(score);
            assert_eq!((points[Player::Bottom], points[Player::Top]), (white, black), "{score}");
        }
    }
}

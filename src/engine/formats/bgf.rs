//! Matches of BGBlitz (`.bgf`), after public descriptions and files of the program: a line of JSON that says how the
//! rest is packed, then JSON in the binary form Smile, compressed with gzip.
//!
//! Green is player −1, Red is player 1; each counts points in his own numbering, 25 is the bar, 0 is off. Numbers are
//! texts. A record of a move has the dice in `red` and `green`; where `green` is 7 it is something else, and `red` says
//! what: 1 a double, 2 a take, 3 a pass, 4 the end of the game, 5 a roll that cannot be played, whose dice are the
//! first of `from` and of `to`, 9 a resignation. In a match the values of cube decisions are chances of winning it; the
//! normalized equity of a position and its chance stand side by side, which gives the scale.

use super::builder::{Builder, Hop, play_of};
use super::json::has_keys;
use super::played::{FormatError, PlayedMatch};
use crate::board::{ByPlayer, OFF, Player, Roll, Setup, Variation};
use crate::record::{
    CubeAnalysis, Date, Event, Game, MatchInfo, Method, Numbers, PlayAnalysis, PlayValue, Standing, State, is_sound,
};
use crate::scoring::{Cube, CubeOwner, MatchScore};
use flate2::read::{GzDecoder, ZlibDecoder};
use serde_json::Value;
use std::io::Read;

/// The most bytes that the packed part of a file may unpack to.
const MOST_BYTES: u64 = 64 << 20;

/// The bound below which a number means that it is not known.
const UNKNOWN: f32 = -90.0;

/// In `green`: the record is no play.
const NO_PLAY: i64 = 7;

/// Whether a text begins as such a file.
pub(super) fn is_bgf(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    has_keys(first, &["format"]) && first.contains("\"BGF\"")
}

/// Reads a match. An event that cannot have happened ends its game, with a remark and the result that the file gives.
///
/// # Errors
/// When the file is damaged, or no game of it can be read.
pub fn read_bgf(bytes: &[u8]) -> Result<PlayedMatch, FormatError> {
    let data = unpacked(bytes).map_err(FormatError::whole)?;
    let variation = match data["gameMode"].as_i64().unwrap_or(0) {
        0 => Variation::Standard,
        other => return Err(FormatError::whole(format!("gammon does not play game mode {other}"))),
    };
    let length = u8::try_from(data["matchlen"].as_i64().unwrap_or(0)).ok().filter(|&length| length <= 64);
    let length = length.ok_or_else(|| FormatError::whole("expected a match length from 0 (money) to 64"))?;
    let mut reader = Reader {
        builder: Builder::default(),
        length,
        jacoby: data["useJacoby"].as_bool().unwrap_or(false),
        beavers: if data["useBeaver"].as_bool().unwrap_or(false) { 3 } else { 0 },
    };
    let games = data["games"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (i, game) in games.iter().enumerate() {
        // The score after a game is that before the next one.
        let after = games
            .get(i + 1)
            .map_or((&data["finalGreen"], &data["finalRed"]), |next| (&next["scoreGreen"], &next["scoreRed"]));
        reader.game(i + 1, game, after);
    }
    let names = ByPlayer(["nameGreen", "nameRed"].map(|key| text(&data[key])));
    let info = MatchInfo {
        ratings: ByPlayer(["ratingGreen", "ratingRed"].map(|key| match number(&data[key]) {
            Some(rating) if rating > 0.0 => format!("{rating}"),
            _ => String::new(),
        })),
        date: Date::from_text(&text(&data["date"])),
        event: text(&data["event"]),
        round: text(&data["round"]),
        place: if text(&data["location"]).is_empty() { text(&data["site"]) } else { text(&data["location"]) },
        annotator: String::new(),
        comment: text(&data["comment"]),
        extra: Vec::new(),
    };
    let why = reader.builder.remarks.last().map_or_else(|| "there is no game in it".to_owned(), Clone::clone);
    let (record, remarks) = reader.builder.finish().ok_or_else(|| FormatError::whole(why))?;
    Ok(PlayedMatch { names, info, variation, record, remarks })
}

/// The match as JSON.
fn unpacked(bytes: &[u8]) -> Result<Value, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let line = bytes.iter().position(|&byte| byte == b'\n').ok_or("expected a line of JSON, then the match")?;
    let header: Value =
        serde_json::from_slice(&bytes[..line]).map_err(|error| format!("line 1: expected JSON: {error}"))?;
    if header["format"] != "BGF" {
        return Err("line 1: expected the format BGF".to_owned());
    }
    let rest = &bytes[line + 1..];
    let mut unpacked = Vec::new();
    let read = match rest {
        [0x1f, 0x8b, ..] => GzDecoder::new(rest).take(MOST_BYTES).read_to_end(&mut unpacked),
        [0x78, 0x01 | 0x9c | 0xda, ..] => ZlibDecoder::new(rest).take(MOST_BYTES).read_to_end(&mut unpacked),
        _ => {
            unpacked.extend_from_slice(rest);
            Ok(rest.len())
        }
    };
    read.map_err(|error| format!("the packed data after line 1 are damaged: {error}"))?;
    if unpacked.len() as u64 >= MOST_BYTES {
        return Err(format!("it unpacks to more than {} MB", MOST_BYTES >> 20));
    }
    if unpacked.starts_with(b":)\n") {
        return serde_smile::from_slice(&unpacked).map_err(|error| format!("expected JSON in Smile: {error}"));
    }
    serde_json::from_slice(&unpacked).map_err(|error| format!("expected JSON: {error}"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim().to_owned()
}

/// A number, which may stand as text.
fn number(value: &Value) -> Option<f32> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok()?,
        other => other.as_f64()? as f32,
    };
    Some(number).filter(|number| is_sound(*number))
}

/// A number that is known.
fn known(value: &Value) -> Option<f32> {
    number(value).filter(|number| *number > UNKNOWN)
}

fn whole(value: &Value) -> u32 {
    number(value).map_or(0, |number| number.max(0.0) as u32)
}

fn player(value: &Value) -> Result<Player, String> {
    match value.as_i64() {
        Some(-1) => Ok(Player::Top),
        Some(1) => Ok(Player::Bottom),
        _ => Err(format!("expected player 1 or -1, found {value}")),
    }
}

fn roll(a: &Value, b: &Value) -> Result<Roll, String> {
    let die = |value: &Value| value.as_u64().and_then(|die| u8::try_from(die).ok()).unwrap_or(0);
    Roll::new(die(a), die(b)).map_err(|error| error.to_string())
}

/// The checkers that a record moves.
fn hops(from: &Value, to: &Value) -> Vec<Hop> {
    let place = |value: &Value| value.as_i64().unwrap_or(-1);
    let pairs = from.as_array().into_iter().flatten().zip(to.as_array().into_iter().flatten());
    pairs
        .map(|(from, to)| (place(from), place(to)))
        .take_while(|&(from, _)| from > 0)
        .take(4)
        .map(|(from, to)| {
            let to = u8::try_from(to).ok().filter(|&to| (1..=25).contains(&to)).map_or(OFF, |to| to - 1);
            (u8::try_from(from).unwrap_or(u8::MAX).saturating_sub(1), to)
        })
        .collect()
}

struct Reader {
    builder: Builder,
    /// 0 for money.
    length: u8,
    jacoby: bool,
    beavers: u8,
}

impl Reader {
    /// A game with its result.
    fn game(&mut self, number: usize, game: &Value, (green_after, red_after): (&Value, &Value)) {
        self.builder.place = format!("game {number}");
        let before = [whole(&game["scoreGreen"]), whole(&game["scoreRed"])];
        let moves = game["moves"].as_array().map(Vec::as_slice).unwrap_or_default();
        if let Err(problem) = self.begin(game, ByPlayer(before), moves) {
            self.builder.remark(format!("{problem}; this game is not read"));
            return;
        }
        for (i, record) in moves.iter().enumerate() {
            self.builder.place = format!("game {number}, record {}", i + 1);
            if let Err(problem) = self.record(record) {
                self.builder.remark(format!("{problem}; the rest of this game is not read"));
                break;
            }
        }
        self.builder.place = format!("game {number}");
        let after = [whole(green_after), whole(red_after)];
        let gained = [after[0].saturating_sub(before[0]), after[1].saturating_sub(before[1])];
        let winner = match gained {
            [0, 0] => return,
            [green, red] if green > red => Player::Top,
            _ => Player::Bottom,
        };
        let told = whole(&game["wonPoints"]);
        let points = if told > 0 { told } else { gained[winner.index()] };
        if let Err(problem) = self.builder.wins(winner, points) {
            self.builder.remark(problem);
        }
    }

    fn begin(&mut self, game: &Value, points: ByPlayer<u32>, moves: &[Value]) -> Result<(), String> {
        let first = moves.first().ok_or("there is nothing in it")?;
        let on_roll = player(&first["player"])?;
        let standing = if self.length == 0 {
            Standing::Money { score: points, jacoby: self.jacoby, beavers: self.beavers }
        } else {
            let score = points.0.map(|points| u8::try_from(points).unwrap_or(u8::MAX));
            let score = MatchScore::new(self.length, ByPlayer(score), game["isCrawford"].as_bool().unwrap_or(false));
            let [top, bottom] = points.0;
            let wrong = |_| format!("a score of {top} to {bottom} in a match to {}", self.length);
            Standing::Match { score: score.map_err(wrong)?, winner: None }
        };
        let initial = &game["initial"];
        let setup = initial["points"].as_array().map(|points| start_of(points, on_roll));
        let usual = Variation::Standard.starting_position();
        let is_usual = setup.is_none_or(|setup| setup == Setup::from(&usual)) && whole(&initial["cube"]) <= 1;
        // The first roll says who begins.
        let is_play = first["green"].as_i64() != Some(NO_PLAY);
        let roll = roll(&first["red"], &first["green"]).ok().filter(|roll| is_play && is_usual && !roll.is_double());
        self.builder.begin(standing, Variation::Standard, 1, on_roll, roll)?;
        let mut start = Game::new(Variation::Standard, on_roll, true);
        start.dice = roll;
        if let Some(setup) = setup {
            start.position = setup.into_position(Variation::Standard).map_err(|error| error.to_string())?;
        }
        let value = whole(&initial["cube"]).max(1);
        let owner = player(&initial["cubeOwner"]).map_or(CubeOwner::Centered, CubeOwner::Owned);
        start.cube = Cube::in_play(value, owner).ok_or_else(|| format!("a cube of {value}"))?;
        if self.builder.game()? != start {
            self.builder.apply(Event::Set(Box::new(State::playing(standing, start))))?;
        }
        Ok(())
    }

    fn record(&mut self, record: &Value) -> Result<(), String> {
        if record["green"].as_i64() != Some(NO_PLAY) {
            return self.play(record);
        }
        match record["red"].as_i64() {
            Some(1) => {
                self.turn_of(record)?;
                self.builder.apply(Event::Double)?;
                self.enter_cube(record);
                Ok(())
            }
            Some(2) => self.builder.apply(Event::Take),
            Some(3) => self.builder.apply(Event::Pass),
            // The end; a resignation, whose points stand with the game.
            Some(4 | 9) => Ok(()),
            Some(5) => {
                let dice = roll(&record["from"][0], &record["to"][0])?;
                self.rolled(record, dice)?;
                self.builder.play("")
            }
            other => Err(format!("a record of kind {}", other.unwrap_or(0))),
        }
    }

    /// Whose turn it is.
    fn turn_of(&mut self, record: &Value) -> Result<(), String> {
        let player = player(&record["player"])?;
        if self.builder.game()?.on_roll != player {
            self.builder.remark("a turn of the other player is missing");
            self.builder.give_turn(player)?;
        }
        Ok(())
    }

    /// Notes the cube decision that was taken by the last event.
    fn enter_cube(&mut self, record: &Value) {
        // Nobody may double before the first roll.
        let begins = self.builder.game_record().is_some_and(|game| game.steps.len() == 1);
        if let Some(cube) = cube(record).filter(|_| !begins)
            && let Some(note) = self.builder.note()
        {
            note.cube = Some(Box::new(cube));
        }
    }

    /// A roll, with the decision not to double before it and its luck.
    fn rolled(&mut self, record: &Value, dice: Roll) -> Result<(), String> {
        self.turn_of(record)?;
        self.builder.roll(dice)?;
        self.enter_cube(record);
        let luck = &record["luck"];
        let luck = if luck["mode"] == "Match" { &luck["luckWeighted"] } else { &luck["luckPlain"] };
        if let Some(luck) = known(luck)
            && let Some(note) = self.builder.note()
        {
            note.luck = Some(luck);
        }
        Ok(())
    }

    fn play(&mut self, record: &Value) -> Result<(), String> {
        let dice = roll(&record["red"], &record["green"])?;
        self.rolled(record, dice)?;
        let game = self.builder.game()?;
        let made = hops(&record["from"], &record["to"]);
        let plays = candidates(record, &game, dice);
        if let Some(open) = self.builder.open()
            && !plays.is_empty()
        {
            open.plays = Some(Box::new(PlayAnalysis { plays, played: None, told: None }));
        }
        if made.is_empty() { self.builder.play("") } else { self.builder.play_hops(&made) }?;
        let comment = text(&record["comment"]);
        let lost = known(&record["pr"]["checkerError"]).map(|error| -error.min(0.0));
        if let Some(note) = self.builder.note() {
            note.comment = comment;
            if let Some(plays) = &mut note.plays {
                plays.told = lost.filter(|_| plays.played.is_some());
            }
        }
        Ok(())
    }
}

/// The checkers at the beginning: 24 points in Red's numbering, Green's above zero, then both bars.
fn start_of(points: &[Value], on_roll: Player) -> Setup {
    let mut counts = [[0_u8; 25]; 2];
    for (i, value) in points.iter().take(24).enumerate() {
        let count = value.as_i64().unwrap_or(0).clamp(-15, 15);
        let n = count.unsigned_abs() as u8;
        if count > 0 {
            counts[Player::Top.index()][23 - i] = n;
        } else if count < 0 {
            counts[Player::Bottom.index()][i] = n;
        }
    }
    for (player, at) in [(Player::Top, 24), (Player::Bottom, 25)] {
        let n = points.get(at).and_then(Value::as_i64).unwrap_or(0).clamp(-15, 15);
        counts[player.index()][24] = n.unsigned_abs() as u8;
    }
    Setup { on_roll: counts[on_roll.index()], opponent: counts[(!on_roll).index()] }
}

/// The level of a record.
fn level(plies: &Value) -> Method {
    Method::foreign(match plies.as_i64() {
        Some(plies) if plies > 0 => format!("BGBlitz {plies}-ply"),
        _ => "BGBlitz".to_owned(),
    })
}

/// Win, win gammon, win backgammon, lose gammon, lose backgammon.
fn outputs(equity: &Value) -> Option<[f32; 5]> {
    let mut outputs = [0.0; 5];
    let keys = ["myWins", "myGammon", "myBackGammon", "oppGammon", "oppBackGammon"];
    for (output, key) in outputs.iter_mut().zip(keys) {
        *output = number(&equity[key]).filter(|p| (-0.001..=1.001).contains(p))?.clamp(0.0, 1.0);
    }
    Some(outputs)
}

fn numbers(equity: &Value, cubeful: f32) -> Option<Numbers> {
    let outputs = outputs(equity)?;
    let [win, gammon, backgammon, lose_gammon, lose_backgammon] = outputs;
    let cubeless = 2.0 * win - 1.0 + gammon - lose_gammon + backgammon - lose_backgammon;
    Some(Numbers { outputs, cubeless, cubeful })
}

/// The plays that were looked at, in the order of the file.
fn candidates(record: &Value, game: &Game, dice: Roll) -> Vec<PlayValue> {
    let mut plays: Vec<PlayValue> = Vec::new();
    for found in record["moveAnalysis"].as_array().into_iter().flatten().take(1000) {
        let hops = hops(&found["move"]["from"], &found["move"]["to"]);
        let Some(play) = play_of(&game.position, dice, &hops) else { continue };
        let equity = &found["eq"];
        let normalized = known(&equity["emg"]).filter(|_| equity["hasEMG"].as_bool().unwrap_or(true));
        let value = normalized.or_else(|| known(&equity["cubeDecision"]["eqCubeFul"]));
        let Some(numbers) = value.and_then(|value| numbers(equity, value)) else { continue };
        if plays.iter().all(|other| other.play.result != play.result) {
            plays.push(PlayValue { play, numbers, errors: None, method: level(&found["ply"]), marked: false });
        }
    }
    plays
}

/// The cube decision before a roll or a double.
fn cube(record: &Value) -> Option<CubeAnalysis> {
    let equity = &record["equity"];
    let decision = &equity["cubeDecision"];
    let values = ["eqNoDouble", "eqDoubleTake", "eqDoublePass"].map(|key| known(&decision[key]));
    let [Some(no_double), Some(take), Some(pass)] = values else { return None };
    let (mut no_double, mut take) = (no_double, take);
    if equity["hasEMG"].as_bool().unwrap_or(false) {
        // The chance of winning the match at an equity of 1 is that of a pass; another point of the scale is the
        // position itself.
        let (emg, chance) = (known(&equity["emg"])?, known(&equity["matchEquity"])?);
        let half = (pass - chance) / (1.0 - emg);
        if !half.is_finite() || half <= 1e-6 {
            return None;
        }
        let normalized = |chance: f32| 1.0 + (chance - pass) / half;
        (no_double, take) = (normalized(no_double), normalized(take));
    }
    let is_possible = |equity: f32| is_sound(equity) && equity.abs() < 100.0;
    if !is_possible(no_double) || !is_possible(take) {
        return None;
    }
    let without = numbers(equity, no_double)?;
    let told = known(&record["pr"]["cubeError"]).map(|error| -error.min(0.0));
    Some(CubeAnalysis {
        no_double: without,
        take: Numbers { cubeful: take, ..without },
        errors: None,
        method: level(&record["ply"]),
        told,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::play_text;
    use crate::record::Step;

    const PACKED: &[u8] = include_bytes!("../../../tests/data/formats/bgf-match.bgf");
    const PLAIN: &[u8] = include_bytes!("../../../tests/data/formats/bgf-plain.bgf");

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn a_match_with_its_analysis() {
        let read = read_bgf(PACKED).expect("it reads");
        assert_eq!(read.remarks, Vec::<String>::new());
        assert_eq!((read.names.0, read.info.place.as_str()), (["Ben".to_owned(), "Ann".to_owned()], "Lisbon"));
        assert_eq!((read.info.date, read.info.ratings.0), (Date::new(2026, 2, 28), [String::new(), "1612".to_owned()]));
        let [one, two] = read.record.games() else { panic!("two games") };
        let outcomes = [one, two].map(|game| game.state(game.steps.len()).outcome.map(|it| (it.winner, it.points)));
        assert_eq!(outcomes, [Some((Player::Bottom, 1)), Some((Player::Bottom, 2))]);
        let played: Vec<&Step> = one.steps.iter().filter(|step| matches!(step.event, Event::Play(_))).collect();
        let second = played[1].note.plays.as_ref().expect("an analysis");
        let names: Vec<String> = second.plays.iter().map(|it| play_text(&it.play)).collect();
        assert_eq!((names, second.played), (vec!["24/18 13/9".to_owned(), "24/14".to_owned()], Some(1)));
        assert_eq!(second.plays[0].method, Method::foreign("BGBlitz 3-ply"));
        assert!(near(second.told.expect("its error"), 0.05), "{:?}", second.told);
        assert_eq!(played[0].note.comment, "the point");
        // Chances of winning the match, on the scale of the equities beside them.
        let double = one.steps.iter().find(|step| step.event == Event::Double).expect("a double");
        let cube = double.note.cube.as_ref().expect("a cube decision");
        assert!(near(cube.no_double.cubeful, 0.4) && near(cube.take.cubeful, 0.5), "{cube:?}");
        let wrong = two.steps.iter().find(|step| step.event == Event::Double).expect("a double");
        assert!(near(wrong.note.cube.as_ref().expect("a decision").told.expect("its error"), 0.2));
    }

    #[test]
    fn what_is_not_packed_is_read_and_what_is_damaged_refused() {
        assert_eq!(read_bgf(PLAIN).expect("it reads").record, read_bgf(PACKED).expect("it reads").record);
        for (bytes, problem) in [
            (&b"{}"[..], "expected a line of JSON"),
            (b"{\"format\":\"MAT\"}\n{}", "expected the format BGF"),
            (b"{\"format\":\"BGF\"}\n{}", "there is no game in it"),
            (b"{\"format\":\"BGF\"}\n:)\n\x00\xfa", "Smile"),
            (&PACKED[..200], "damaged"),
        ] {
            let error = read_bgf(bytes).expect_err(problem);
            assert!(error.to_string().contains(problem), "{error}");
        }
    }

    #[test]
    fn chances_and_their_equity_are_those_of_the_file() {
        let of = |win: f64, keys: [f64; 4]| {
            let [gammon, backgammon, lose_gammon, lose_backgammon] = keys;
            serde_json::json!({
                "myWins": win, "myGammon": gammon, "myBackGammon": backgammon,
                "oppGammon": lose_gammon, "oppBackGammon": lose_backgammon,
            })
        };
        let found = numbers(&of(0.6, [0.2, 0.02, 0.1, 0.01]), 0.5).expect("chances");
        assert_eq!((found.outputs, found.cubeful), ([0.6, 0.2, 0.02, 0.1, 0.01], 0.5));
        assert!(near(found.cubeless, 0.31), "{found:?}");
        // What is beyond by rounding is a chance; what is farther off is none.
        assert_eq!(outputs(&of(1.0005, [0.0, 0.0, -0.0005, 0.0])), Some([1.0, 0.0, 0.0, 0.0, 0.0]));
        assert_eq!(outputs(&of(1.1, [0.0; 4])), None);
        assert_eq!(outputs(&serde_json::json!({"myWins": 0.5})), None);
    }
}

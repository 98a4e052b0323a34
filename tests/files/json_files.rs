//! JSON of matches by accident: an error with a place. That nothing is lost is seen in `round_trips.rs`.

use crate::support::games;
use crate::support::matches;

use games::Random;
use gammon::board::{ByPlayer, Variation};
use gammon::formats::{read_json, write_json};
use matches::{info, played};
use serde_json::{Value, json};

#[test]
fn damage_is_an_error_with_a_place_and_no_panic() {
    let mut random = Random::new(13);
    let record = played(&mut random, 1, Variation::Standard);
    let names = ByPlayer(["A".to_owned(), "B".to_owned()]);
    let text = write_json(&names, &info(), Variation::Standard, record.games());
    let mut refused = 0;
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => bytes.truncate(at),
            1 => bytes[at] = random.pick(b"09{}[]\",:ax"),
            _ => drop(bytes.remove(at)),
        }
        if let Err(error) = read_json(&String::from_utf8_lossy(&bytes)) {
            refused += 1;
            assert!(
                error.line.is_some() || error.problem.contains("game ") || error.problem.contains("version"),
                "{error}"
            );
        }
    }
    assert!(refused > 150, "{refused} of 300 refused");
}

/// What is kept for other programs is written to their files: a name that no file could have is refused.
#[test]
fn properties_kept_for_others_have_names_that_can_be_written() {
    let mut random = Random::new(14);
    let mut record = played(&mut random, 1, Variation::Standard);
    let names = ByPlayer(["A".to_owned(), "B".to_owned()]);
    let mut written = |name: &str, values: &[&str]| {
        let values = values.iter().map(|&value| value.to_owned()).collect();
        let note = gammon::record::Note { unknown: vec![(name.to_owned(), values)], ..Default::default() };
        *record.note_mut(0, 0).expect("a first step") = note;
        write_json(&names, &info(), Variation::Standard, record.games())
    };
    assert!(read_json(&written("ZZ9", &["1"])).is_ok());
    for (name, values) in [("Z Z", &["1"][..]), ("", &["1"]), ("zz", &["1"]), ("ZZ", &[])] {
        let error = read_json(&written(name, values)).expect_err(name);
        assert!(error.problem.contains("a name of capital letters"), "{error}");
    }
}

/// Single precision makes an infinity of 1e39, which would be written as `null`.
#[test]
fn numbers_that_cannot_be_are_refused_with_their_place() {
    let mut random = Random::new(15);
    let mut record = played(&mut random, 1, Variation::Standard);
    let note = gammon::record::Note { luck: Some(0.25), ..Default::default() };
    *record.note_mut(0, 0).expect("a first step") = note;
    let names = ByPlayer(["A".to_owned(), "B".to_owned()]);
    let text = write_json(&names, &info(), Variation::Standard, record.games());
    assert!(read_json(&text).is_ok());
    for number in ["1e39", "-1e39", "3e38"] {
        let error = read_json(&text.replace("\"luck\": 0.25", &format!("\"luck\": {number}"))).expect_err(number);
        assert!(error.problem.contains("game 1") && error.problem.contains("a number"), "{error}");
    }
}

/// Notes that no decision can have are refused, with their game and the reason; so are the other findings in a note.
#[test]
fn notes_that_cannot_be_are_refused_with_their_reason() {
    let mut random = Random::new(16);
    let record = played(&mut random, 1, Variation::Standard);
    let names = ByPlayer(["A".to_owned(), "B".to_owned()]);
    let text = write_json(&names, &info(), Variation::Standard, record.games());
    let whole: Value = serde_json::from_str(&text).expect("JSON");
    let steps = whole["games"][0]["steps"].as_array().expect("steps");
    let place = |event: &str| steps.iter().position(|step| step["event"] == event).expect(event);
    let numbers = json!({"outputs": [0.5, 0.1, 0.0, 0.1, 0.0], "equity": 0.0, "cubeful": 0.0});
    let value = |play: &Value, key: &str, number: Value| {
        let mut value = numbers.clone();
        value["play"] = play.clone();
        value["method"] = json!({"foreign": {"level": "1-ply"}});
        value[key] = number;
        value
    };
    let (play, roll) = (place("play"), place("roll"));
    let made = &steps[play]["play"];
    let good = value(made, "cubeful", json!(0.0));
    let cube = |key: &str, number: Value| {
        let mut cube = json!({"no_double": numbers, "double_take": numbers, "method": {"foreign": {"level": "1-ply"}}});
        cube[key] = number;
        cube
    };
    let number = "a number that no equity";
    let mut rows = vec![
        (roll, "plays", json!([good]), "`plays` where no dice lie"),
        (play, "plays", json!([]), "`plays` without a play"),
        (play, "plays", json!([value(&json!("zz"), "cubeful", json!(0.0))]), "zz"),
        (play, "plays", json!([value(made, "cubeful", json!(1e39))]), number),
        (play, "plays", json!([value(made, "outputs", json!([0.5, 2e38, 0.0, 0.0, 0.0]))]), number),
        (roll, "cube_analysis", cube("told_loss", json!(-0.5)), number),
        (
            roll,
            "cube_analysis",
            cube("no_double", json!({"outputs": [0, 0, 0, 0, 0], "equity": 0, "cubeful": 1e39})),
            number,
        ),
    ];
    let nested: Vec<_> = rows.iter().map(|(at, key, note, why)| (*at, "others", json!([{*key: note}]), *why)).collect();
    rows.extend(nested);
    let with = |at: usize, key: &str, note: &Value| {
        let mut all = whole.clone();
        all["games"][0]["steps"][at][key] = note.clone();
        read_json(&all.to_string())
    };
    for (at, key, note) in [(play, "plays", json!([good])), (roll, "cube_analysis", cube("told_loss", json!(0.5)))] {
        assert!(with(at, key, &note).is_ok(), "{:?}", with(at, key, &note).err());
        assert!(with(at, "others", &json!([{key: note}])).is_ok());
    }
    for (at, key, note, why) in rows {
        let error = with(at, key, &note).err().unwrap_or_else(|| panic!("{key}: {note} is taken"));
        assert!(error.problem.contains(why) && error.problem.contains("game 1"), "{key}: {note}: {error}");
    }
}

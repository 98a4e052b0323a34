//! JSON of matches by accident: an error with a place. That nothing is lost is seen in `round_trips.rs`.

use crate::support::games;
use crate::support::matches;

use games::Random;
use gammon::board::{ByPlayer, Variation};
use gammon::formats::{read_json, write_json};
use matches::{info, played};

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

//! Matches to SGF files and back by accident.

use crate::support::games;
use crate::support::matches;

use games::Random;
use gammon::board::{ByPlayer, Variation};
use gammon::formats::{ReadOptions, read_sgf, write_sgf};
use gammon::record::{MatchInfo, Record};
use gammon::scoring::Met;
use matches::{annotate, info, played};

fn names() -> ByPlayer<String> {
    ByPlayer(["Ann [van] der Berg".to_owned(), "J\u{f8}rn: 2nd".to_owned()])
}

fn written(record: &Record, info: &MatchInfo) -> String {
    write_sgf(&names(), info, record.games(), &Met::kazaross_xg2()).expect("it can be written")
}

/// A game that is resigned before its first roll, as other programs write it.
#[test]
fn a_resignation_before_the_first_roll_is_written_and_read() {
    let met = Met::kazaross_xg2();
    let read = |text: &str| {
        read_sgf(text, &ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false }).expect("it is read")
    };
    let first = read("(;FF[4]GM[6]PW[a]PB[b];PL[W];XR[1];XR[accept])");
    let text = write_sgf(&first.names, &first.info, first.record.games(), &met).expect("it can be written");
    assert_eq!(read(&text).record.games(), first.record.games(), "{text}");
}

#[test]
fn damage_is_an_error_with_a_line_and_no_panic() {
    let mut random = Random::new(5);
    let mut record = played(&mut random, 1, Variation::Standard);
    annotate(&mut random, &mut record);
    let text = written(&record, &info());
    let met = Met::kazaross_xg2();
    let mut refused = 0;
    for _ in 0..600 {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(chars.len());
            match random.below(4) {
                0 => chars.truncate(at.max(1)),
                1 => drop(chars.remove(at)),
                2 => chars.insert(at, random.pick(&['[', ']', '(', ')', ';', 'W', '\u{0}', '\u{e9}', '\\', '9'])),
                _ => chars[at] = random.pick(&['0', '7', 'B', ' ', '-', 'z', '\r']),
            }
        }
        if let Err(error) = read_sgf(
            &chars.into_iter().collect::<String>(),
            &ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false },
        ) {
            refused += 1;
            assert!(error.line.is_some() || error.problem == "there is no game in it", "{error}");
        }
    }
    assert!(refused > 100, "{refused} of 600 damaged files refused");
}

/// A file may say `nan`, or a number that single precision has not: no note has it, and JSON can be written.
#[test]
fn numbers_that_cannot_be_are_left_out() {
    let mut random = Random::new(5);
    let mut record = played(&mut random, 1, Variation::Standard);
    annotate(&mut random, &mut record);
    let text = written(&record, &info());
    for property in ["XQ[", "LU[", "XV[", "DA[E ver 3 0C 1 0.000000 0 ", "A["] {
        let at = text.find(property).map(|at| at + property.len());
        let Some(at) =
            at.map(|at| if property == "A[" { at + text[at..].find("E ver 3 ").expect("a play") + 8 } else { at })
        else {
            assert!(property.starts_with("XV") || property.starts_with("DA"), "{property} is there");
            continue;
        };
        let end = at + text[at..].find([' ', ']']).expect("a number");
        for number in ["nan", "inf", "-inf", "1e39", "3e38", "-3e38"] {
            let met = Met::kazaross_xg2();
            let options = ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false };
            let changed = format!("{}{number}{}", &text[..at], &text[end..]);
            let read = read_sgf(&changed, &options).expect("numbers are no reason to refuse");
            let games = read.record.games();
            let json = gammon::formats::write_json(&read.names, &read.info, read.variation, games);
            let again = gammon::formats::read_json(&json).unwrap_or_else(|error| panic!("{property}{number}: {error}"));
            assert!(again.record.games() == games, "{property}{number}");
        }
    }
}

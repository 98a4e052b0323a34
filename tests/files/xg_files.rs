//! Matches from files of eXtreme Gammon, which the test writes itself after the published description.

use crate::support::games;
use crate::support::matches;
use crate::support::xg;

use games::Random;
use gammon::board::{ByPlayer, Player, Variation};
use gammon::formats::read_xg;
use gammon::record::{Date, Event, Method, Pending, Record};
use matches::{annotate, played};
use xg::View;

fn names() -> ByPlayer<String> {
    ByPlayer(["Ann".to_owned(), "J\u{f8}rn \u{15a}".to_owned()])
}

/// What the format keeps of a match: no resignations that were declined, nothing of a game's end but who won what.
fn kept(record: &Record) -> Vec<Vec<String>> {
    let one = |n: f32| format!("{n:.4}");
    let method = |method: &Method| match method {
        Method::Plies { plies, .. } => format!("{plies} plies"),
        Method::Rollout { trials, .. } => format!("{trials} trials"),
    };
    record
        .games()
        .iter()
        .map(|game| {
            let mut lines = Vec::new();
            for step in &game.steps {
                let note = &step.note;
                let what = match &step.event {
                    Event::Begin { standing, roll, .. } => format!("{standing:?} {roll:?}"),
                    Event::Play(play) => {
                        let listed = note.plays.as_ref().filter(|plays| plays.played < 32).map(|plays| {
                            let list = plays.plays.iter().take(32);
                            let list = list.map(|value| {
                                format!(
                                    "{:?} {} {}",
                                    value.play.result,
                                    one(value.numbers.cubeful),
                                    method(&value.method)
                                )
                            });
                            (plays.played, list.collect::<Vec<_>>())
                        });
                        format!("{:?} {listed:?} {}", play.result, note.comment)
                    }
                    Event::Roll(roll) => format!("{roll}"),
                    Event::Resign(_) | Event::Accept | Event::Decline | Event::Set(_) => continue,
                    other => format!("{other:?}"),
                };
                let cube =
                    note.cube.as_ref().filter(|_| matches!(step.event, Event::Roll(_) | Event::Double)).map(|cube| {
                        let errors = cube.errors.map(|[a, b]| (one(a.cubeful), one(b.cubeful)));
                        let outputs = cube.take.outputs.map(one);
                        (one(cube.no_double.cubeful), one(cube.take.cubeful), outputs, errors, method(&cube.method))
                    });
                lines.push(format!("{what} {cube:?}"));
            }
            let last = game.state(game.steps.len());
            lines.push(format!("{:?}", last.outcome.map(|outcome| (outcome.winner, outcome.points))));
            lines
        })
        .collect()
}

/// Whether a player resigned with dice on the table, or in answer to a double: how such files have that is not
/// described.
fn has_loose_end(record: &Record) -> bool {
    let games = record.games().iter();
    games.flat_map(|game| game.steps.iter()).any(|step| {
        step.after.game.is_some_and(|game| match game.pending {
            Some(Pending::Resignation { doubled, .. }) => doubled || game.dice.is_some(),
            _ => false,
        })
    })
}

#[test]
fn matches_survive_a_file_of_extreme_gammon() {
    let mut random = Random::new(77);
    let mut compared = 0;
    for n in 0..120 {
        let length = random.pick(&[0, 1, 3, 5, 7]);
        let variation = random.pick(&[Variation::Standard, Variation::Nackgammon]);
        let mut record = played(&mut random, length, variation);
        annotate(&mut random, &mut record);
        if has_loose_end(&record) {
            continue;
        }
        compared += 1;
        for view in [View::Mover, View::First] {
            let bytes = xg::write(&names(), "Open \u{15a}", &record, view);
            let read = read_xg(&bytes).unwrap_or_else(|error| panic!("match {n}: {error}"));
            assert_eq!((read.names, read.variation), (names(), variation));
            assert_eq!(read.remarks, Vec::<String>::new(), "match {n}");
            assert_eq!(read.info.date, Date::new(2024, 2, 29));
            assert_eq!((read.info.event.as_str(), read.info.annotator.as_str()), ("Open \u{15a}", "Me"));
            assert_eq!(read.info.ratings[Player::Bottom], "1812.50");
            for (i, (found, wanted)) in kept(&read.record).iter().zip(kept(&record)).enumerate() {
                for (line, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
                    assert_eq!(found, wanted, "match {n}, game {i}, line {line}");
                }
                assert_eq!(found.len(), wanted.len(), "match {n}, game {i}");
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn damaged_files_are_refused_or_read_and_never_panic() {
    let mut random = Random::new(8);
    let mut record = played(&mut random, 1, Variation::Standard);
    annotate(&mut random, &mut record);
    let whole = xg::write(&names(), "Open", &record, View::Mover);
    // The packed archive, and the records as they are.
    let bare: Vec<u8> = {
        let mut out = Vec::new();
        let start = whole.windows(2).position(|pair| pair == [0x78, 0x9c]).expect("a zlib stream");
        std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&whole[start..]), &mut out).expect("it unpacks");
        out
    };
    read_xg(&bare).expect("records alone are read");
    let mut refused = 0;
    for n in 0..500 {
        let mut bytes = if n % 2 == 0 { whole.clone() } else { bare.clone() };
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(5) {
                0 if n % 2 == 0 => bytes.truncate(at),
                1 => bytes[at] = 0xff,
                2 => bytes[at] ^= 1 << random.below(8),
                _ => bytes[at] = random.below(256) as u8,
            }
            if bytes.is_empty() {
                break;
            }
        }
        if let Err(error) = read_xg(&bytes) {
            refused += 1;
            let told = error.to_string();
            assert!(["byte ", "record ", "temp.xg", "no game"].iter().any(|part| told.contains(part)), "{told}");
        }
    }
    assert!(refused > 100, "{refused} of 500 refused");
}

//! Matches of OpenGammon and GammonView: both versions of the format and its JSON, with their analyses.
//!
//! The three samples hold one match of our own. GammonView's own codec (gvformat 3.1.0, MIT) wrote the binary ones.

use gammon::board::Player;
use gammon::formats::{Format, PlayedMatch, ReadOptions, detect};
use gammon::movegen::Play;
use gammon::notation::play_text;
use gammon::record::{Event, Method, Note, PlayAnalysis};

const SAMPLES: [(&str, &[u8]); 3] = [
    ("version 1", include_bytes!("../data/formats/ogxm-first.gvab")),
    ("version 2", include_bytes!("../data/formats/ogxm-second.ogxm")),
    ("JSON", include_bytes!("../data/formats/ogxm-json.gva")),
];

fn read(bytes: &[u8]) -> PlayedMatch {
    assert_eq!(detect(bytes), Format::named("ogxm"));
    Format::named("ogxm").expect("a row").read(bytes, &ReadOptions::default()).expect("it reads")
}

/// The notes of what somebody did in the first game, in order.
fn notes(played: &PlayedMatch, wanted: fn(&Event) -> bool) -> Vec<&Note> {
    let game = &played.record.games()[0];
    game.steps.iter().filter(|step| wanted(&step.event)).map(|step| &step.note).collect()
}

fn near(found: f32, wanted: f32, what: &str) {
    assert!((found - wanted).abs() < 2e-3, "{what}: {found} where {wanted} is written");
}

fn names(plays: &PlayAnalysis) -> Vec<String> {
    plays.plays.iter().map(|value| play_text(&value.play)).collect()
}

#[test]
fn one_match_in_three_encodings_is_one_match() {
    let [first, second, json] = SAMPLES.map(|(_, bytes)| read(bytes));
    let told = |it: &PlayedMatch| -> Vec<Event> {
        it.record.games().iter().flat_map(|game| &game.steps).map(|step| step.event.clone()).collect()
    };
    for (name, played) in [("version 1", &first), ("version 2", &second), ("JSON", &json)] {
        assert_eq!(played.remarks, [""; 0], "{name}");
        assert_eq!((played.names.0[1].as_str(), played.names.0[0].as_str()), ("Ann", "Ben"), "{name}");
        assert_eq!((played.info.event.as_str(), played.record.games().len()), ("Winter cup", 2), "{name}");
        let date = played.info.date.map(|date| (date.year, date.month, date.day));
        assert_eq!(date, Some((2026, 11, 20)), "{name}");
        let last = &played.record.games()[1];
        let outcome = last.state(last.steps.len()).outcome.expect("it is over");
        assert_eq!((outcome.winner, outcome.points), (Player::Bottom, 1), "{name}");
        assert_eq!(told(played), told(&first), "{name}");
    }
    // Version 1 has no place for comments.
    for played in [&second, &json] {
        let comments: Vec<&str> = notes(played, |event| matches!(event, Event::Play(_)))
            .iter()
            .map(|note| note.comment.as_str())
            .filter(|comment| !comment.is_empty())
            .collect();
        assert_eq!(comments, ["the bar point"]);
    }
}

#[test]
fn the_analysis_is_kept_as_it_is_stored() {
    for (name, bytes) in SAMPLES {
        let played = read(bytes);
        let plays = notes(&played, |event| matches!(event, Event::Play(_)));
        let found = plays[0].plays.as_ref().expect("an analysis");
        assert_eq!(
            (names(found), found.played),
            (vec!["8/5 6/5".to_owned(), "24/23 24/21".to_owned()], Some(0)),
            "{name}"
        );
        let levels: Vec<&Method> = found.plays.iter().map(|value| &value.method).collect();
        assert_eq!(levels, [&Method::foreign("GammonView 3-ply"), &Method::foreign("GammonView 2-ply")], "{name}");
        near(found.plays[0].numbers.cubeful, 0.2, name);
        near(found.plays[1].numbers.cubeful, -0.01, name);
        near(found.plays[0].numbers.outputs[1], 0.17, name);
        // 61 after the double: the second of the list was made.
        let made = plays[2].plays.as_ref().expect("an analysis");
        assert_eq!(made.played, Some(1), "{name}");
        near(made.told.expect("its error"), 0.15, name);
        near(made.plays[0].numbers.cubeful, 0.4, name);

        let double = notes(&played, |event| *event == Event::Double)[0].cube.as_ref().expect("a decision");
        near(double.no_double.cubeful, 0.1, name);
        near(double.take.cubeful, -0.2, name);
        near(double.told.expect("its error"), 0.3, name);
        let take = notes(&played, |event| *event == Event::Take)[0].cube.as_ref().expect("a decision");
        near(take.take.cubeful, -0.2, name);

        let rolls = notes(&played, |event| matches!(event, Event::Roll(_) | Event::Begin { .. }));
        near(rolls[0].luck.expect("luck"), 0.25, name);
        let missed = rolls[3].cube.as_ref().expect("a missed redouble");
        near(missed.told.expect("its error"), 0.2, name);
        near(missed.no_double.cubeful, 0.6, name);
    }
}

/// A file that is cut off anywhere is refused or read as far as it goes.
#[test]
fn damaged_files_are_refused_or_read_in_part() {
    for (name, bytes) in SAMPLES {
        let format = Format::named("ogxm").expect("a row");
        for cut in (0..bytes.len()).step_by(7) {
            if let Ok(played) = format.read(&bytes[..cut], &ReadOptions::default()) {
                assert!(!played.record.games().is_empty(), "{name}, {cut}");
            }
        }
        for at in (0..bytes.len()).step_by(3) {
            let mut broken = bytes.to_vec();
            broken[at] ^= 0x55;
            let _ = format.read(&broken, &ReadOptions::default());
        }
    }
}

#[test]
fn an_alternative_that_is_no_legal_play_is_left_out() {
    let text = std::str::from_utf8(SAMPLES[2].1).expect("text");
    let broken = text.replacen("\"from\":1,\"pips\":3", "\"from\":2,\"pips\":3", 1);
    let played = read(broken.as_bytes());
    let plays = notes(&played, |event| matches!(event, Event::Play(_)));
    let left: Vec<&Play> = plays[0].plays.iter().flat_map(|found| &found.plays).map(|value| &value.play).collect();
    assert_eq!(left.len(), 1);
}

/// A file with several analyses: the first that says something of a decision counts, the others are in the comments.
#[test]
fn further_analyses_are_kept() {
    let (_, sample) = SAMPLES[1];
    let of = |kinds: &[(&[u8; 4], bool)]| {
        let (mut out, mut at) = (sample[..16].to_vec(), 16);
        let mut analysis = Vec::new();
        while at + 9 < sample.len() {
            let length = u32::from_le_bytes(sample[at + 4..at + 8].try_into().expect("four bytes")) as usize;
            let section = &sample[at..at + 9 + length];
            match &section[..4] {
                b"ANAL" | b"DECS" => analysis.push(section),
                // Without what checks or signs the bytes.
                b"MTCH" | b"GAME" => out.extend(section),
                _ => {}
            }
            at += 9 + length;
        }
        for (kind, is_there) in kinds {
            let section = analysis.iter().find(|section| section.starts_with(*kind)).expect("a section");
            out.extend(if *is_there { section } else { &section[..0] });
        }
        out.extend(&sample[at..]);
        let size = u32::try_from(out.len()).expect("a small file");
        out[12..16].copy_from_slice(&size.to_le_bytes());
        read(&out)
    };
    let (head, decisions) = (b"ANAL", b"DECS");
    let once = of(&[(head, true), (decisions, true)]);
    let twice = of(&[(head, true), (decisions, true), (head, true), (decisions, true)]);
    let second = of(&[(head, true), (decisions, false), (head, true), (decisions, true)]);
    let is_play = |event: &Event| matches!(event, Event::Play(_));
    let plays = |played: &PlayedMatch| notes(played, is_play).iter().map(|note| note.plays.clone()).collect::<Vec<_>>();
    assert!(plays(&once)[0].is_some());
    assert_eq!((plays(&twice), plays(&second)), (plays(&once), plays(&once)));
    let comment = |played: &PlayedMatch| notes(played, is_play)[0].comment.clone();
    assert_eq!((comment(&once), comment(&second)), (String::new(), String::new()));
    assert_eq!(comment(&twice), "GammonView 3-ply: 8/5 6/5 +0.200, 24/23 24/21 -0.010");
    let doubles = notes(&twice, |event| matches!(event, Event::Double));
    assert!(doubles.iter().any(|note| note.comment.contains("no double")), "{doubles:?}");
    assert!(twice.remarks[0].contains("2 analyses"), "{:?}", twice.remarks);
}

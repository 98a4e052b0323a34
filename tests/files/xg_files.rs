//! Matches from files of eXtreme Gammon, which the test writes itself after the published description.

use crate::support::cases::cases;
use crate::support::games;
use crate::support::matches;
use crate::support::xg;

use games::Random;
use gammon::analysis::{Statistics, Thresholds};
use gammon::board::{ByPlayer, Player, Position, Variation};
use gammon::formats::{
    PlayedMatch, ReadOptions, read_json, read_mat, read_sgf, read_xg, write_json, write_sgf, write_xg,
};
use gammon::movegen::legal_plays;
use gammon::notation::{Xgid, parse_play};
use gammon::record::{
    CubeAnalysis, Date, Event, Method, Note, Numbers, Pending, PlayAnalysis, PlayValue, Record, Standing, State,
};
use gammon::scoring::Met;
use matches::{annotate, played};
use xg::View;

fn names() -> ByPlayer<String> {
    ByPlayer(["Ann".to_owned(), "J\u{f8}rn \u{15a}".to_owned()])
}

/// What the format keeps of a match: no resignations that were declined, nothing of a game's end but who won what.
fn kept(record: &Record) -> Vec<Vec<String>> {
    let one = |n: f32| format!("{n:.4}");
    let method = |method: &Method| match method {
        Method::Plies { plies, .. } => format!("XG {}-ply", plies + 1),
        Method::Level { trials, .. } | Method::Rollout { trials, .. } => format!("XG rollout {trials}"),
        Method::Foreign { level, trials: 0, .. } => level.clone(),
        Method::Foreign { level, trials, .. } => format!("{level} {trials}"),
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
                        let listed =
                            note.plays.as_ref().filter(|plays| plays.played.is_some_and(|n| n < 31)).map(|plays| {
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
        for view in [View::Real, View::Mover, View::First] {
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
    let whole = xg::write(&names(), "Open", &record, View::Real);
    // The packed archive, and the records as they are.
    let bare: Vec<u8> = {
        let mut out = Vec::new();
        let start = whole.windows(2).position(|pair| pair == [0x78, 0x9c]).expect("a zlib stream");
        std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&whole[start..]), &mut out).expect("it unpacks");
        out
    };
    read_xg(&bare).expect("records alone are read");
    let (mut refused, mut remarked) = (0, 0);
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
        match read_xg(&bytes) {
            Err(error) => {
                refused += 1;
                let told = error.to_string();
                let places = ["byte ", "record ", "temp.xg", "no game", "the position"];
                assert!(places.iter().any(|part| told.contains(part)), "{told}");
            }
            Ok(read) => remarked += usize::from(!read.remarks.is_empty()),
        }
    }
    assert!(refused > 20 && remarked > 100, "{refused} of 500 refused, {remarked} remarked upon");
}

/// A decision of the record of which an analysis is known: the state before it, and what was done.
enum Decision<'a> {
    Play(&'a State, &'a PlayAnalysis),
    /// With what the double gave up, and the answer: whether it was taken, and what that gave up.
    Cube(&'a State, &'a CubeAnalysis, Option<(bool, f32)>, bool),
}

fn decisions(record: &Record) -> Vec<Decision<'_>> {
    let mut found = Vec::new();
    for game in record.games() {
        for (i, step) in game.steps.iter().enumerate() {
            let before = game.state(i);
            let answer = game.steps.get(i + 1).and_then(|next| {
                let told = next.note.cube.as_ref().and_then(|cube| cube.told).unwrap_or(0.0);
                matches!(next.event, Event::Take | Event::Pass).then(|| (next.event == Event::Take, told))
            });
            if let Some(cube) = step.note.cube.as_deref() {
                match step.event {
                    Event::Double => found.push(Decision::Cube(before, cube, answer, true)),
                    Event::Take | Event::Pass => {}
                    _ => found.push(Decision::Cube(before, cube, None, false)),
                }
            }
            if let Some(plays) = step.note.plays.as_deref() {
                let begins = matches!(step.event, Event::Begin { .. });
                found.push(Decision::Play(if begins { &step.after } else { before }, plays));
            }
        }
    }
    found
}

/// Rows of the list of decisions, by the name of the column.
struct Row(Vec<String>);

impl Row {
    const COLUMNS: [&str; 16] = [
        "file", "xgid", "kind", "rank", "move", "level", "equity", "error", "win", "wg", "wbg", "lose", "lg", "lbg",
        "cubeless", "played",
    ];

    fn get(&self, column: &str) -> &str {
        &self.0[Self::COLUMNS.iter().position(|known| *known == column).expect("a column")]
    }

    fn number(&self, column: &str) -> f32 {
        self.get(column).parse().unwrap_or_else(|_| panic!("{column}: {:?}", self.0))
    }
}

/// Whether a number is one that was written with five significant digits.
fn is_near(found: f32, written: f32) -> bool {
    (found - written).abs() <= 5.1e-5 * written.abs() + 1e-7
}

fn position_of(xgid: &str) -> (Position, Xgid) {
    let xgid = Xgid::parse(xgid).expect("an XGID");
    (xgid.setup.into_position(Variation::Standard).expect("a position"), xgid)
}

#[test]
fn every_decision_of_real_files_is_found_as_it_is_stored() {
    let Some(cases) = cases() else { return };
    let packed = std::fs::read(cases.join("xg/real-decisions.tsv.gz")).expect("the list of decisions");
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed.as_slice()), &mut text).expect("text");
    let rows: Vec<Row> = text.lines().skip(1).map(|line| Row(line.split('\t').map(str::to_owned).collect())).collect();
    let groups: Vec<&[Row]> =
        rows.chunk_by(|a, b| ["file", "xgid", "kind"].iter().all(|column| a.get(column) == b.get(column))).collect();
    let (mut plays, mut cubes) = (0, 0);
    for n in 1..=4 {
        let file = format!("real-{n}.xg");
        let read = read_xg(&std::fs::read(cases.join("xg").join(&file)).expect("a file")).expect("a match");
        assert_eq!(read.remarks, Vec::<String>::new(), "{file}");
        let wanted: Vec<&&[Row]> = groups.iter().filter(|rows| rows[0].get("file") == file).collect();
        let found = decisions(&read.record);
        for (i, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            let what = format!("{file}, decision {i}, {}", wanted[0].get("xgid"));
            let (position, xgid) = position_of(wanted[0].get("xgid"));
            match found {
                Decision::Play(before, analysis) => {
                    plays += 1;
                    assert_eq!(wanted[0].get("kind"), "checker_play", "{what}");
                    compare_plays(before, analysis, wanted, &position, &xgid, &what);
                }
                Decision::Cube(before, analysis, answer, doubled) => {
                    cubes += 1;
                    assert_eq!(wanted[0].get("kind"), "cube_action", "{what}");
                    let game = before.game.expect("a game");
                    assert_eq!((game.position, game.on_roll), (position, xgid.state.on_roll), "{what}");
                    assert_eq!(game.cube, xgid.state.cube, "{what}");
                    compare_cube(analysis, *answer, *doubled, wanted, &what);
                }
            }
        }
        assert_eq!(found.len(), wanted.len(), "{file}");
    }
    assert_eq!((plays, cubes), (936, 562));
}

fn compare_plays(
    before: &State,
    analysis: &PlayAnalysis,
    wanted: &[Row],
    position: &Position,
    xgid: &Xgid,
    what: &str,
) {
    let game = before.game.expect("a game");
    assert_eq!((game.position, game.on_roll, game.dice), (*position, xgid.state.on_roll, xgid.state.dice), "{what}");
    assert_eq!(game.cube, xgid.state.cube, "{what}");
    assert_eq!(analysis.plays.len(), wanted.len(), "{what}");
    // The list has the plays by their numbers, the file by their levels first.
    for row in wanted {
        let text = row.get("move");
        let result = parse_play(text, position, game.dice.expect("dice")).map_or(*position, |play| play.result);
        let rank = analysis.plays.iter().position(|value| value.play.result == result);
        let rank = rank.unwrap_or_else(|| panic!("{what}: {text}"));
        let value = &analysis.plays[rank];
        let level = if row.get("level") == "Book" { "XG book".to_owned() } else { row.get("level").to_owned() };
        let level = if level.starts_with("XG ") { level } else { format!("XG {level}") };
        assert_eq!(value.method, Method::foreign(level), "{what}: {text}");
        assert!(is_near(value.numbers.cubeful, row.number("equity")), "{what}: {text} {:?}", value.numbers);
        for (found, column) in value.numbers.outputs.iter().zip(["win", "wg", "wbg", "lg", "lbg"]) {
            assert!(is_near(100.0 * found, row.number(column)), "{what}: {text} {column} {found}");
        }
        // The list marks no play where the turn passed, or where it is written in a way that its maker did not know.
        if wanted.iter().all(|row| row.get("played") != "True") {
            continue;
        }
        let was_played = row.get("played") == "True";
        assert_eq!(analysis.played == Some(rank), was_played, "{what}: {text}");
        let (first, best) = (&analysis.plays[0], wanted[0].number("equity"));
        if was_played && is_near(first.numbers.cubeful, best) {
            let (loss, error) = (-analysis.loss().expect("a loss"), row.number("error"));
            assert!((loss - error).abs() < 1e-4, "{what}: {text} gives up {loss}, {error} in the file");
        }
    }
}

fn compare_cube(analysis: &CubeAnalysis, answer: Option<(bool, f32)>, doubled: bool, wanted: &[Row], what: &str) {
    let row = |name: &str| wanted.iter().find(|row| row.get("move") == name).expect("a row");
    let (wait, take) = (row("No Double/Take"), row("Double/Take"));
    assert!(is_near(analysis.no_double.cubeful, wait.number("equity")), "{what}: {analysis:?}");
    assert!(is_near(analysis.take.cubeful, take.number("equity")), "{what}: {analysis:?}");
    for (found, column) in analysis.no_double.outputs.iter().zip(["win", "wg", "wbg", "lg", "lbg"]) {
        assert!(is_near(100.0 * found, wait.number(column)), "{what}: {column} {found}");
    }
    let played = |name: &str| row(name).get("played") == "True";
    match (doubled, answer) {
        (true, Some((takes, told))) => {
            assert!(played(if takes { "Double/Take" } else { "Double/Pass" }), "{what}");
            let given_up = analysis.told.expect("what the double gave up").max(told);
            let error = row(if takes { "Double/Take" } else { "Double/Pass" }).number("error");
            assert!((given_up - error).abs() < 1e-4, "{what}: {given_up}, {error} in the file");
        }
        (true, None) => panic!("{what}: a double without an answer"),
        (false, _) => {
            if let Some(told) = analysis.told {
                assert!(played("No Double/Take"), "{what}");
                let error = wait.number("error");
                assert!((told - error).abs() < 1e-4, "{what}: {told}, {error} in the file");
            }
        }
    }
}

/// What happened in a match: of each game its rolls, the checkers after each play, its cube actions and its result.
fn happened(played: &PlayedMatch) -> Vec<Vec<String>> {
    let games = played.record.games().iter();
    let line = |event: &Event| match event {
        Event::Begin { roll, .. } => roll.map(|roll| roll.to_string()),
        Event::Roll(roll) => Some(roll.to_string()),
        Event::Play(play) => Some(format!("{:?}", play.result)),
        Event::NoPlay | Event::Double | Event::Take | Event::Pass | Event::Beaver => Some(format!("{event:?}")),
        _ => None,
    };
    games
        .map(|game| {
            let mut lines: Vec<String> = game.steps.iter().filter_map(|step| line(&step.event)).collect();
            let outcome = game.state(game.steps.len()).outcome;
            lines.push(format!("{:?}", outcome.map(|outcome| (played.names[outcome.winner].clone(), outcome.points))));
            lines
        })
        .collect()
}

#[test]
fn real_files_hold_what_the_texts_of_their_owners_hold() {
    let Some(cases) = cases() else { return };
    for n in [2, 4] {
        let bytes = |ending| std::fs::read(cases.join(format!("xg/real-{n}.{ending}"))).expect("a file");
        let binary = happened(&read_xg(&bytes("xg")).expect("a match"));
        let text = String::from_utf8(bytes("mat")).expect("text");
        let text = happened(&read_mat(&text, &ReadOptions::default()).expect("a match"));
        for (game, (binary, text)) in binary.iter().zip(&text).enumerate() {
            assert_eq!(binary, text, "match {n}, game {}", game + 1);
        }
        assert_eq!(binary.len(), text.len(), "match {n}");
    }
}

#[test]
fn files_with_the_numbers_for_nothing_are_read() {
    let Some(cases) = cases() else { return };
    let read = |name: &str| read_xg(&std::fs::read(cases.join(name)).expect("a file")).expect("a match or position");
    for name in ["fault-01.xg", "fault-02.xg"] {
        let read = read(name);
        assert_eq!(read.remarks, Vec::<String>::new(), "{name}");
        let events: Vec<&Event> = read.record.games()[0].steps.iter().map(|step| &step.event).collect();
        assert!(
            matches!(
                events.as_slice(),
                [Event::Begin { .. }, Event::Play(_), Event::Roll(_), Event::Play(_), Event::Double, Event::Pass]
            ),
            "{name}: {events:?}"
        );
        let outcome = read.record.games()[0].state(6).outcome.expect("the game is over");
        assert_eq!((outcome.winner, outcome.points), (Player::Bottom, 1), "{name}");
    }
    for (name, xgid) in [
        ("fault-03.xgp", "-BBCBBB--A----b-A----abcg-:1:-1:-1:00:0:0:0:7:10"),
        ("fault-03b.xgp", "-b----DA---bE---c-e----B-:0:0:1:00:0:0:0:7:10"),
    ] {
        let read = read(name);
        assert_eq!(read.remarks, Vec::<String>::new(), "{name}");
        let game = read.record.state().game.expect("a game");
        if name == "fault-03.xgp" {
            let (position, xgid) = position_of(xgid);
            assert_eq!((game.position, game.on_roll, game.cube), (position, xgid.state.on_roll, xgid.state.cube));
        } else {
            assert_eq!((game.on_roll, game.cube.value(), game.pending), (Player::Bottom, 1, None));
            assert_ne!(game.position, Variation::Standard.starting_position());
        }
    }
    let read = read("fault-04.xg");
    let plays = read.record.games()[0].steps[1].note.plays.as_ref().expect("candidates");
    assert_eq!((plays.played, plays.loss(), plays.behind(1)), (Some(0), Some(0.0), 0.0));
    let levels: Vec<&Method> = plays.plays.iter().map(|play| &play.method).collect();
    assert_eq!(levels, [&Method::foreign("XG Roller+"), &Method::foreign("XG 2-ply")]);
}

/// A match that was read, written as a file of eXtreme Gammon and read again.
fn written_and_read(played: &PlayedMatch) -> PlayedMatch {
    let bytes = write_xg(&played.names, &played.info, played.variation, played.record.games()).expect("a file");
    read_xg(&bytes).expect("our own file")
}

/// What is known of each step, without the numbers that a file of eXtreme Gammon does not hold.
fn notes(played: &PlayedMatch) -> Vec<Vec<(String, Note)>> {
    let note =
        |note: &Note| Note { resignation: None, skill: None, luck_mark: None, marked_cube: false, ..note.clone() };
    let games = played.record.games().iter();
    let steps = |game: &gammon::record::GameRecord| {
        let steps = game.steps.iter().map(|step| (format!("{:?}", step.event), note(&step.note)));
        steps.chain([("open".to_owned(), note(&game.open))]).collect()
    };
    games.map(steps).collect()
}

fn assert_same(found: &PlayedMatch, wanted: &PlayedMatch, what: &str) {
    assert_eq!(found.remarks, Vec::<String>::new(), "{what}");
    assert_eq!((&found.names, &found.info), (&wanted.names, &wanted.info), "{what}");
    for (game, (found, wanted)) in notes(found).iter().zip(&notes(wanted)).enumerate() {
        for (step, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            assert_eq!(found, wanted, "{what}, game {}, step {step}", game + 1);
        }
        assert_eq!(found.len(), wanted.len(), "{what}, game {}", game + 1);
    }
    assert_eq!(happened(found), happened(wanted), "{what}");
}

#[test]
fn real_files_survive_every_format_that_keeps_analysis() {
    let Some(cases) = cases() else { return };
    let met = Met::kazaross_xg2();
    for n in 1..=4 {
        let wanted = read_xg(&std::fs::read(cases.join(format!("xg/real-{n}.xg"))).expect("a file")).expect("a match");
        assert_same(&written_and_read(&wanted), &wanted, &format!("real-{n}.xg as .xg"));
        let json = write_json(&wanted.names, &wanted.info, wanted.variation, wanted.record.games());
        assert_same(&read_json(&json).expect("our JSON"), &wanted, &format!("real-{n}.xg as JSON"));
        let sgf = write_sgf(&wanted.names, &wanted.info, wanted.record.games(), &met).expect("a file");
        let options = ReadOptions { met: &met, ..ReadOptions::default() };
        let back = read_sgf(&sgf, &options).expect("our SGF");
        assert_eq!(back.remarks, Vec::<String>::new());
        assert_eq!(happened(&back), happened(&wanted), "real-{n}.xg as .sgf");
        // Equities of matches go through winning chances there: the last digits differ.
        for (found, wanted) in decisions(&back.record).iter().zip(&decisions(&wanted.record)) {
            match (found, wanted) {
                (Decision::Play(_, a), Decision::Play(_, b)) => {
                    assert_eq!((a.played, a.told), (b.played, b.told), "real-{n}.xg as .sgf");
                    for (a, b) in a.plays.iter().zip(&b.plays) {
                        assert_eq!((&a.play, &a.method, a.numbers.outputs), (&b.play, &b.method, b.numbers.outputs));
                        assert!((a.numbers.cubeful - b.numbers.cubeful).abs() < 1e-4);
                    }
                }
                (Decision::Cube(_, a, ..), Decision::Cube(_, b, ..)) => {
                    assert_eq!((&a.method, a.told), (&b.method, b.told), "real-{n}.xg as .sgf");
                    assert!((a.take.cubeful - b.take.cubeful).abs() < 1e-4);
                }
                _ => panic!("real-{n}.xg as .sgf: decisions in another order"),
            }
        }
        assert_eq!(decisions(&back.record).len(), decisions(&wanted.record).len());
    }
}

#[test]
fn positions_survive_a_file_of_their_own() {
    let Some(cases) = cases() else { return };
    for name in ["fault-03.xgp", "fault-03b.xgp"] {
        let wanted = read_xg(&std::fs::read(cases.join(name)).expect("a file")).expect("a position");
        let back = written_and_read(&wanted);
        assert_eq!(back.record.state(), wanted.record.state(), "{name}");
    }
}

#[test]
fn matches_survive_the_file_that_is_written_for_extreme_gammon() {
    let mut random = Random::new(78);
    let mut compared = 0;
    for n in 0..150 {
        let length = random.pick(&[0, 1, 3, 5, 7]);
        let variation = random.pick(&[Variation::Standard, Variation::Nackgammon]);
        let mut record = played(&mut random, length, variation);
        annotate(&mut random, &mut record);
        if has_loose_end(&record) {
            continue;
        }
        compared += 1;
        // A double and its answers have one record, and here as deep an analysis or none.
        for game in 0..record.games().len() {
            for step in 1..record.games()[game].steps.len() {
                let steps = &record.games()[game].steps;
                let is_answer = |step: usize| matches!(steps[step].event, Event::Take | Event::Pass | Event::Beaver);
                let Some(first) = (0..step).rev().find(|&step| !is_answer(step)).filter(|_| is_answer(step)) else {
                    continue;
                };
                let of_double = steps[first].note.cube.as_ref().map(|cube| cube.method.clone());
                let cube = &mut record.note_mut(game, step).expect("a step").cube;
                *cube = cube.take().zip(of_double).map(|(cube, method)| Box::new(CubeAnalysis { method, ..*cube }));
            }
        }
        // A roll after a double has no cube decision before it.
        for game in 0..record.games().len() {
            for step in 1..record.games()[game].steps.len() {
                if record.games()[game].steps[step - 1].event == Event::Take {
                    record.note_mut(game, step).expect("a step").cube = None;
                }
            }
        }
        let bytes = write_xg(&names(), &matches::info(), variation, record.games()).expect("a file");
        let read = read_xg(&bytes).unwrap_or_else(|error| panic!("match {n}: {error}"));
        assert_eq!((&read.names, read.variation), (&names(), variation));
        assert_eq!(read.remarks, Vec::<String>::new(), "match {n}");
        let info = matches::info();
        assert_eq!((read.info.date, &read.info.event, &read.info.place), (info.date, &info.event, &info.place));
        for (i, (found, wanted)) in kept(&read.record).iter().zip(kept(&record)).enumerate() {
            for (line, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
                assert_eq!(found, wanted, "match {n}, game {i}, line {line}");
            }
            assert_eq!(found.len(), wanted.len(), "match {n}, game {i}");
        }
        // What was read is read the same way again.
        assert_same(&written_and_read(&read), &read, &format!("match {n}"));
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn candidates_beside_an_illegal_play_are_kept() {
    let kind = matches::Kind { illegal_plays: true, ..matches::Kind::default() };
    let standard = Variation::Standard;
    let place = |record: &Record| {
        let games = record.games().iter().enumerate();
        let mut steps = games.flat_map(|(i, game)| game.steps.iter().enumerate().map(move |(n, step)| (i, n, step)));
        steps.find(|(.., step)| matches!(step.event, Event::Irregular(_))).map(|(game, step, _)| (game, step))
    };
    let by_chance = |seed| matches::match_of(&mut Random::new(seed), Standing::match_to(3).unwrap(), standard, &kind);
    let mut record = (10..).map(by_chance).find(|record| place(record).is_some()).expect("by chance");
    let (game, step) = place(&record).expect("an illegal play");
    let before = record.games()[game].state(step).game.expect("a game");
    let value = |play| {
        let method = Method::foreign("XG 3-ply");
        PlayValue { play, numbers: Numbers::default(), errors: None, method, marked: false }
    };
    let legal = legal_plays(&before.position, before.dice.expect("dice"));
    let listed: Vec<_> = legal.into_iter().take(20).map(value).collect();
    let plays = PlayAnalysis { plays: listed, played: None, told: None };
    record.note_mut(game, step).expect("a step").plays = Some(Box::new(plays.clone()));
    let bytes = write_xg(&names(), &matches::info(), standard, record.games()).expect("a file");
    let back = read_xg(&bytes).expect("our own file").record;
    let (game, step) = place(&back).expect("an illegal play");
    let kept = back.games()[game].steps[step].note.plays.as_deref().expect("its candidates");
    let results = |plays: &PlayAnalysis| plays.plays.iter().map(|it| it.play.result).collect::<Vec<_>>();
    assert_eq!((results(kept), kept.played), (results(&plays), None));
}

#[test]
fn a_file_that_unpacks_to_very_much_is_cut_short() {
    let record = played(&mut Random::new(8), 1, Variation::Standard);
    let whole = xg::write(&names(), "Open", &record, View::Real);
    let start = whole.windows(2).position(|pair| pair == [0x78, 0x9c]).expect("a zlib stream");
    // The header of a match and then 300 MB of nothing.
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    let mut first = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&whole[start..]), &mut first).expect("it unpacks");
    std::io::Write::write_all(&mut encoder, &first[..2560]).expect("memory takes it");
    for _ in 0..300 {
        std::io::Write::write_all(&mut encoder, &vec![0; 1 << 20]).expect("memory takes it");
    }
    let bomb = [&whole[..start], &encoder.finish().expect("memory takes it")].concat();
    let error = read_xg(&bomb).expect_err("there is no game in it").to_string();
    let at = error.strip_prefix("temp.xg ends within record ").expect("it is cut short");
    assert!(at.parse::<usize>().expect("a number") <= (64 << 20) / 2560 + 1, "{error}");
}

/// The statistics that eXtreme Gammon showed of a match, published beside the file: plays and cube decisions that
/// count, and the equity given up, of both players.
#[test]
fn performance_ratings_are_those_of_the_program_itself() {
    let Some(cases) = cases() else { return };
    let bytes = std::fs::read(cases.join("xg/real-2.xg")).expect("the file");
    let played = read_xg(&bytes).expect("a match");
    let statistics = Statistics::of_games(played.record.games(), &Met::kazaross_xg2(), &Thresholds::default());
    for (player, plays, cube, lost, rating) in
        [(Player::Bottom, 85, 5, 0.070, "0.39"), (Player::Top, 64, 15, 0.066, "0.42")]
    {
        let of = statistics.players[player].performances;
        assert_eq!((of.plays.decisions, of.cube.decisions), (plays, cube), "{player:?}");
        assert!((of.all().loss - lost).abs() < 0.0005, "{player:?} {}", of.all().loss);
        assert_eq!(format!("{:.2}", of.all().rating().expect("decisions")), rating);
    }
}

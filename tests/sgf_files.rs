//! Matches to SGF files and back, by accident and beside the real program.

#[path = "support/games.rs"]
mod games;
#[path = "support/gnubg.rs"]
mod gnubg;
#[path = "support/matches.rs"]
mod matches;

use games::Random;
use gammon::board::{ByPlayer, Variation};
use gammon::formats::{ReadOptions, read_sgf, write_sgf};
use gammon::record::{Branch, Event, GameRecord, MatchInfo, Note, Numbers, Record, Step};
use gammon::scoring::Met;
use matches::{annotate, info, leave_lines, played};
use std::fs;

fn names() -> ByPlayer<String> {
    ByPlayer(["Ann [van] der Berg".to_owned(), "J\u{f8}rn: 2nd".to_owned()])
}

fn written(record: &Record, info: &MatchInfo) -> String {
    write_sgf(&names(), info, record.games(), &Met::kazaross_xg2()).expect("it can be written")
}

fn read(text: &str) -> gammon::formats::PlayedMatch {
    let met = Met::kazaross_xg2();
    read_sgf(text, &ReadOptions { jacoby: true, beavers: 3, met: &met })
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn same(a: f32, b: f32) -> bool {
    (a - b).abs() < 2e-4
}

fn same_numbers(a: &Numbers, b: &Numbers) -> bool {
    a.outputs == b.outputs && same(a.cubeless, b.cubeless) && same(a.cubeful, b.cubeful)
}

/// Equal but for the rounding of equities that are winning chances in the file.
fn same_notes(a: &Note, b: &Note) -> bool {
    let mut a = a.clone();
    if let (Some(x), Some(y)) = (&mut a.cube, &b.cube) {
        let errors = |e: &Option<[Numbers; 2]>| e.unwrap_or_default();
        let pairs = [(x.no_double, y.no_double), (x.take, y.take)]
            .into_iter()
            .chain(errors(&x.errors).into_iter().zip(errors(&y.errors)));
        if pairs.into_iter().all(|(a, b)| same_numbers(&a, &b)) {
            (x.no_double, x.take, x.errors) = (y.no_double, y.take, y.errors);
        }
    }
    if let (Some(x), Some(y)) = (&mut a.plays, &b.plays) {
        for (x, y) in x.plays.iter_mut().zip(&y.plays) {
            if same_numbers(&x.numbers, &y.numbers)
                && same_numbers(&x.errors.unwrap_or_default(), &y.errors.unwrap_or_default())
            {
                (x.numbers, x.errors) = (y.numbers, y.errors);
            }
        }
    }
    a == *b
}

fn assert_same_lines(place: &str, lines: &[Branch], read: &[Branch]) {
    assert_eq!(lines.len(), read.len(), "{place}");
    for (x, y) in lines.iter().zip(read) {
        assert_eq!((x.at, x.steps.len()), (y.at, y.steps.len()), "{place}");
        let same = |(x, y): (&Step, &Step)| x.event == y.event && x.after == y.after && same_notes(&x.note, &y.note);
        assert!(x.steps.iter().zip(&y.steps).all(same), "{place}");
        assert_same_lines(place, &x.branches, &y.branches);
    }
}

fn assert_same(n: usize, games: &[GameRecord], read: &[GameRecord], text: &str) {
    assert_eq!(games.len(), read.len(), "match {n}\n{text}");
    for (g, (a, b)) in games.iter().zip(read).enumerate() {
        assert_eq!(a.steps.len(), b.steps.len(), "match {n}, game {g}\n{text}");
        for (i, (x, y)) in a.steps.iter().zip(&b.steps).enumerate() {
            assert_eq!((&x.event, &x.after), (&y.event, &y.after), "match {n}, game {g}, step {i}\n{text}");
            assert!(same_notes(&x.note, &y.note), "match {n}, game {g}, step {i}\n{:#?}\n{:#?}\n", x.note, y.note);
        }
        assert_same_lines(&format!("match {n}, game {g}\n{text}"), &a.branches, &b.branches);
    }
}

#[test]
fn matches_survive_an_sgf_file() {
    let mut random = Random::new(41);
    for n in 0..300 {
        let length = random.pick(&[0, 1, 2, 3, 5, 7, 11]);
        let variation = random.pick(&[Variation::Standard, Variation::Standard, Variation::Nackgammon]);
        let mut record = played(&mut random, length, variation);
        annotate(&mut random, &mut record);
        if n % 3 == 0 {
            leave_lines(&mut random, &mut record);
        }
        let text = written(&record, &info());
        let read = read(&text);
        assert_eq!((read.names, read.info, read.variation), (names(), info(), variation));
        assert_eq!(read.remarks, Vec::<String>::new(), "match {n}\n{text}");
        assert_same(n, record.games(), read.record.games(), &text);
        let again = self::read(&text.replace('\n', "\r\n"));
        assert_eq!(again.record.games().len(), record.games().len());
    }
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
        if let Err(error) =
            read_sgf(&chars.into_iter().collect::<String>(), &ReadOptions { jacoby: true, beavers: 3, met: &met })
        {
            refused += 1;
            assert!(error.line.is_some() || error.problem == "there is no game in it", "{error}");
        }
    }
    assert!(refused > 100, "{refused} of 600 damaged files refused");
}

/// The analysed matches of the reference program, whose `.mat` files say what was played.
#[test]
fn files_of_the_real_program_are_read() {
    let Some(program) = gnubg::program("files_of_the_real_program_are_read") else { return };
    let mut random = Random::new(3);
    for n in 0..6 {
        let length = random.pick(&[0, 3, 5, 7]);
        let mut record = played(&mut random, length, Variation::Standard);
        annotate(&mut random, &mut record);
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let ours = written(&record, &info());
        fs::write(path("ours.sgf"), &ours).expect("written");
        let mut lines: Vec<String> = gnubg::PRELUDE.map(str::to_owned).to_vec();
        lines.push(format!("load match {}", path("ours.sgf")));
        lines.push(format!("save match {}", path("theirs.sgf")));
        let printed = gnubg::run(&program, &lines);
        let theirs = fs::read_to_string(path("theirs.sgf")).unwrap_or_else(|_| panic!("{n}: {printed}\n{ours}"));
        let theirs = read(&theirs);
        assert_eq!(theirs.info, info());
        assert_eq!(theirs.names, names());
        let ends = |record: &Record| -> Vec<_> {
            record
                .games()
                .iter()
                .map(|game| {
                    let last = game.state(game.steps.len());
                    (last.standing.points(), last.outcome.map(|outcome| (outcome.winner, outcome.points)))
                })
                .collect()
        };
        assert_eq!(ends(&theirs.record), ends(&record), "match {n}\n{ours}");
        let positions = |record: &Record| -> Vec<_> {
            record
                .games()
                .iter()
                .flat_map(|game| game.steps.iter())
                .filter_map(|step| match &step.event {
                    Event::Play(play) => {
                        Some((play.result, step.note.plays.as_ref().map(|plays| (plays.plays.len(), plays.played))))
                    }
                    _ => None,
                })
                .collect()
        };
        assert_eq!(positions(&theirs.record), positions(&record), "match {n}\n{ours}");
        // It gives a double and its answer one analysis.
        let analysed = |record: &Record| {
            // Nor does it keep one of a roll that was never played.
            let pairs = record.games().iter().flat_map(|game| game.steps.windows(2));
            pairs.filter(|pair| matches!(pair[1].event, Event::Play(_)) && pair[0].note.cube.is_some()).count()
        };
        assert_eq!(analysed(&theirs.record), analysed(&record), "match {n}");
    }
}

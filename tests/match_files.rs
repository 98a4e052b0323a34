//! Matches to `.mat` files and back, beside the real program and by accident.

#[path = "support/games.rs"]
mod games;
#[path = "support/gnubg.rs"]
mod gnubg;
#[path = "support/home.rs"]
mod home;
#[path = "support/matches.rs"]
mod matches;

use games::Random;
use gammon::board::{ByPlayer, Player, Variation};
use gammon::formats::{PlayedMatch, read_mat, write_mat};
use gammon::record::{Date, Event, MatchInfo, Outcome, Record, Standing};
use home::Home;
use matches::played;
use std::fs;
use std::path::Path;

fn names() -> ByPlayer<String> {
    ByPlayer(["Ann van der Berg".to_owned(), "Jørn: 2nd".to_owned()])
}

/// What a `.mat` file can hold of a game: its beginning, what is on the table after each play and cube action, its end.
type Held = (Standing, Vec<(String, Option<gammon::board::Position>)>, Option<(Player, u32)>);

fn held(record: &Record) -> Vec<Held> {
    record
        .games()
        .iter()
        .map(|game| {
            let Event::Begin { standing, .. } = game.steps[0].event else { panic!("a game begins") };
            let steps = game.steps.iter().filter_map(|step| {
                let what = match &step.event {
                    Event::Play(_) => "play".to_owned(),
                    Event::Roll(roll) => format!("roll {roll}"),
                    Event::Double | Event::Take | Event::Pass | Event::Beaver => format!("{:?}", step.event),
                    _ => return None,
                };
                Some((what, step.after.game.map(|game| game.position)))
            });
            let last = game.state(game.steps.len());
            let end = last.outcome.map(|Outcome { winner, points, .. }| (winner, points));
            (standing, steps.collect(), end)
        })
        .collect()
}

#[test]
fn matches_survive_a_mat_file() {
    let mut random = Random::new(7);
    for n in 0..300 {
        let length = random.pick(&[0, 1, 2, 3, 5, 7, 11]);
        let variation = random.pick(&[Variation::Standard, Variation::Standard, Variation::Nackgammon]);
        let record = played(&mut random, length, variation);
        let info = MatchInfo {
            date: Date::new(2024, 2, 29),
            event: "Club \"evening\"".replace('"', "'"),
            round: "2".to_owned(),
            ..MatchInfo::default()
        };
        let names = ByPlayer(["Ann van der Berg".to_owned(), "Jørn 2nd".to_owned()]);
        let text = write_mat(&names, &info, variation, record.games()).expect("it can be written");
        let read = read_mat(&text, false).unwrap_or_else(|error| panic!("match {n}: {error}\n{text}"));
        assert_eq!((&read.names, &read.info, read.variation), (&names, &info, variation));
        assert_eq!(read.remarks, Vec::<String>::new(), "match {n}\n{text}");
        assert_eq!(held(&read.record), held(&record), "match {n}\n{text}");
        // Other systems have other line ends.
        let again = read_mat(&text.replace('\n', "\r\n"), false).map(|read| held(&read.record));
        assert_eq!(again, Ok(held(&record)), "match {n}");
    }
}

#[test]
fn damage_is_an_error_with_a_line_and_no_panic() {
    let mut random = Random::new(11);
    let record = played(&mut random, 3, Variation::Standard);
    let text = write_mat(&names(), &MatchInfo::default(), Variation::Standard, record.games()).expect("written");
    let whole = read_mat(&text, false).expect("it reads");
    let mut refused = 0;
    for _ in 0..4000 {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(chars.len());
            match random.below(4) {
                0 => chars.truncate(at.max(1)),
                1 => drop(chars.remove(at)),
                2 => chars.insert(at, random.pick(&['\t', '9', '/', '*', ')', ':', 'W', '\u{0}', 'é', '\n'])),
                _ => chars[at] = random.pick(&['0', '7', '(', ' ', '-', 'x', '\r']),
            }
        }
        match read_mat(&chars.into_iter().collect::<String>(), false) {
            Ok(PlayedMatch { .. }) => {}
            Err(error) => {
                refused += 1;
                assert!(error.line.is_some() || error.problem == "there is no game in it", "{error}");
            }
        }
    }
    assert!(refused > 500, "{refused} of 4000 damaged files refused");
    assert_eq!(held(&whole.record), held(&record));
}

/// A name that filled its cell ran into the one beside it.
#[test]
fn long_names_are_written_so_that_they_can_be_read() {
    let mut random = Random::new(12);
    let record = played(&mut random, 3, Variation::Standard);
    for length in [1, 20, 27, 28, 29, 60] {
        let names = ByPlayer(["a".repeat(length), "b: 2".repeat(length)]);
        let text = write_mat(&names, &MatchInfo::default(), Variation::Standard, record.games()).expect("written");
        let read = read_mat(&text, false).unwrap_or_else(|error| panic!("{length}: {error}\n{text}"));
        assert_eq!(held(&read.record), held(&record), "{length}");
        assert_eq!(read.names, ByPlayer(names.0.map(|name| name.replace(':', "_"))), "{length}");
    }
}

#[test]
fn an_import_that_fails_changes_nothing() {
    let home = Home::new();
    home.write("bad.mat", " 3 point match\n\n Game 1\n A : 0        B : 0\n  1) 31: 8/5 6/5       62: 24/18 13/12\n");
    let printed = home.run(&["-e", "new match 5; set dice 31; import mat bad.mat; show matchid"], "");
    let text = format!("{}{}", printed.stdout, printed.stderr);
    assert!(text.contains("bad.mat: line 5:") && text.contains("13/12"), "{text}");
    let missing = home.run(&["-e", "import mat none.mat"], "");
    assert!(missing.stderr.contains("none.mat"), "{}", missing.stderr);
    let device = home.run(&["-e", "import mat /dev/zero"], "");
    assert!(device.stderr.contains("no plain file"), "{}", device.stderr);
}

#[test]
fn odd_entries_of_real_files_are_read() {
    let text = "; [Site \"Home\"]\r\n\r\n 0 point match\r\n\r\n Game 1\r\n A : 0\t\t\t\tB B : 4\r\n\
        \x20 1)                             31: 8/5 6/5\r\n\
        \x20 2) 62: 24/18 13/11             55: 13/3 13/3\r\n\
        \x20 3) 61: 13/5\r\n                                  Wins 2 points\r\n";
    let read = read_mat(text, false).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.names, ByPlayer(["A".to_owned(), "B B".to_owned()]));
    assert_eq!(read.info.place, "Home");
    // 13/5 with a 61 is against the rules: it is kept, and said.
    assert!(read.remarks.iter().any(|remark| remark.starts_with("line 9: `13/5`")), "{:?}", read.remarks);
    let [(_, _, end)] = held(&read.record).try_into().expect("one game");
    assert_eq!(end, Some((Player::Bottom, 2)));
}

/// Both programs read what the other writes, and mean the same.
#[test]
fn the_real_program_reads_and_writes_the_same_matches() {
    let Some(program) = gnubg::program("the_real_program_reads_and_writes_the_same_matches") else { return };
    let mut random = Random::new(23);
    for n in 0..8 {
        let length = random.pick(&[1, 3, 5, 7]);
        let record = played(&mut random, length, Variation::Standard);
        let names = ByPlayer(["Ann".to_owned(), "Ben".to_owned()]);
        let text = write_mat(&names, &MatchInfo::default(), Variation::Standard, record.games()).expect("written");
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("ours.mat"), &text).expect("written");
        let mut lines: Vec<String> = gnubg::PRELUDE.map(str::to_owned).to_vec();
        lines.push(format!("import mat {}", path("ours.mat")));
        lines.push(format!("export match mat {}", path("theirs.mat")));
        let printed = gnubg::run(&program, &lines);
        let theirs =
            fs::read_to_string(Path::new(&path("theirs.mat"))).unwrap_or_else(|_| panic!("{n}: {printed}\n{text}"));
        let read = read_mat(&theirs, false).unwrap_or_else(|error| panic!("{n}: {error}\n{text}\n{theirs}"));
        for (i, (theirs, ours)) in held(&read.record).into_iter().zip(held(&record)).enumerate() {
            assert_eq!((theirs.0, theirs.2), (ours.0, ours.2), "match {n}, game {}\n{text}", i + 1);
            for (step, pair) in theirs.1.iter().zip(&ours.1).enumerate() {
                assert_eq!(pair.0, pair.1, "match {n}, game {}, step {step}\n{text}", i + 1);
            }
            // A roll that a resignation left unplayed: gnubg plays it if there is one play only.
            let left = ours.1.last().is_some_and(|(what, _)| what.starts_with("roll"));
            let more = theirs.1.len() - ours.1.len();
            assert!(more == 0 || (left && more == 1), "match {n}, game {}\n{text}", i + 1);
        }
        assert_eq!(read.record.games().len(), record.games().len(), "match {n}");
    }
}

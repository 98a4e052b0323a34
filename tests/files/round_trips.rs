//! Matches with everything in them to files and back, by ourselves and by the real program.
//!
//! 300 of them here; the real program takes a part, and all with `GAMMON_LONG_TESTS`.

use crate::support::games;
use crate::support::gnubg;
use crate::support::matches;
use crate::support::same;

use games::Random;
use gammon::board::{ByPlayer, Player, Variation};
use gammon::formats::{
    Extent, Format, PlayedMatch, ReadOptions, Writer, Written, WrittenBy, read_json, read_mat, read_sgf, write_json,
    write_mat, write_sgf,
};
use gammon::record::{Date, Ending, Event, GameRecord, MatchInfo, Note, Numbers, Record, Standing};
use gammon::scoring::{GameValue, Met};
use matches::{Kind, annotate, info, leave_lines, match_of};
use same::{assert_same, held};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Matches in all.
const MATCHES: u64 = 300;

/// Of them, how many the real program takes when there is little time.
const FEW: u64 = 24;

struct Generated {
    record: Record,
    names: ByPlayer<String>,
    variation: Variation,
    kind: Kind,
    jacoby: bool,
}

/// The match of a seed.
fn generated(seed: u64, may_be_odd: bool) -> Generated {
    let mut random = Random::new(1000 + seed);
    let length = random.pick(&[0, 0, 1, 2, 3, 5, 7, 11]);
    let jacoby = random.below(2) == 0;
    let variation = random.pick(&[Variation::Standard, Variation::Standard, Variation::Nackgammon]);
    let standing = if length == 0 { Standing::money(jacoby, 3) } else { Standing::match_to(length).unwrap() };
    let kind = Kind {
        illegal_plays: may_be_odd && random.below(3) == 0,
        automatic_doubles: may_be_odd && length == 0 && random.below(4) == 0,
        unfinished: random.below(5) == 0,
    };
    let mut record = match_of(&mut random, standing, variation, &kind);
    annotate(&mut random, &mut record);
    if may_be_odd && random.below(3) == 0 {
        leave_lines(&mut random, &mut record);
    }
    let names = ByPlayer(["Ann [van] der Berg".to_owned(), "J\u{f8}rn 2nd".to_owned()]);
    Generated { record, names, variation, kind, jacoby }
}

fn sgf_of(text: &str, what: &str) -> PlayedMatch {
    let met = Met::kazaross_xg2();
    read_sgf(text, &ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false })
        .unwrap_or_else(|error| panic!("{what}: {error}\n{text}"))
}

/// The part of a match that a `.mat` file can hold.
fn mat_info() -> MatchInfo {
    MatchInfo {
        date: Date::new(2024, 2, 29),
        event: "Club 'evening'".to_owned(),
        round: "2".to_owned(),
        ..MatchInfo::default()
    }
}

#[test]
fn matches_survive_every_format() {
    for seed in 0..MATCHES {
        let Generated { record, names, variation, kind, jacoby } = generated(seed, true);
        let what = format!("match {seed}");
        let games = record.games();

        let odd_names = ByPlayer(["Ann \"A\"".to_owned(), "J\u{f8}rn\n".to_owned()]);
        let json = write_json(&odd_names, &info(), variation, games);
        let read = read_json(&json).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!((&read.names, &read.info, read.variation), (&odd_names, &info(), variation), "{what}");
        assert!(read.record.games() == games, "{what}: JSON makes another match of it");

        let sgf = write_sgf(&names, &info(), games, &Met::kazaross_xg2()).expect("it can be written");
        for text in [sgf.clone(), sgf.replace('\n', "\r\n")] {
            let read = sgf_of(&text, &what);
            assert_eq!((&read.names, &read.info, read.variation), (&names, &info(), variation), "{what}");
            assert_eq!(read.remarks, Vec::<String>::new(), "{what}\n{text}");
            assert_same(seed as usize, games, read.record.games(), &text);
        }

        let mat = write_mat(&names, &mat_info(), variation, games);
        let has_automatic = games.iter().any(|game| matches!(game.steps[0].event, Event::Begin { cube: 2.., .. }));
        assert!(!has_automatic || kind.automatic_doubles, "{what}");
        let mat = match mat {
            Ok(mat) => mat,
            // Where no double follows, nothing in the file tells where the cube began.
            Err(why) if has_automatic => {
                assert!(why.contains("begins with the cube on"), "{what}: {why}");
                continue;
            }
            Err(why) => panic!("{what}: {why}"),
        };
        for text in [mat.clone(), mat.replace('\n', "\r\n")] {
            let options = ReadOptions { jacoby: !jacoby, ..ReadOptions::default() };
            let read = read_mat(&text, &options).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
            let mut info = read.info.clone();
            info.extra.retain(|(key, _)| key != "Jacoby" && key != "Beaver");
            assert_eq!((&read.names, &info, read.variation), (&names, &mat_info(), variation), "{what}");
            let is_odd = has_automatic || count(&record)["against the rules"] > 0;
            assert_eq!(!read.remarks.is_empty(), is_odd, "{what}: {:?}\n{text}", read.remarks);
            assert_eq!(held(&read.record), held(&record), "{what}\n{text}");
        }
    }
}

/// How often what happens in a match.
fn count(record: &Record) -> BTreeMap<&'static str, usize> {
    let mut counts: BTreeMap<_, _> = [
        "gammons",
        "backgammons",
        "doubles",
        "takes",
        "passes",
        "beavers",
        "raccoons",
        "resignations accepted",
        "resignations declined",
        "resignations of a double",
        "Crawford games",
        "games after Crawford",
        "dances",
        "against the rules",
        "automatic doubles",
        "unfinished",
        "comments",
        "flags",
        "plays analysed",
        "cubes analysed",
        "plays judged twice",
        "cubes judged twice",
        "rollouts",
        "marks of people",
        "lines left",
        "matches won",
        "more points than needed",
    ]
    .into_iter()
    .map(|what| (what, 0))
    .collect();
    let mut add = |what: &'static str, is_so: bool| *counts.get_mut(what).expect("a known word") += usize::from(is_so);
    let mut crawford_was = false;
    for game in record.games() {
        let standing = game.steps[0].after.standing;
        let is_crawford = matches!(standing, Standing::Match { score, .. } if score.crawford());
        add("Crawford games", is_crawford);
        add("games after Crawford", crawford_was);
        crawford_was |= is_crawford;
        add("lines left", !game.branches.is_empty());
        for (i, step) in game.steps.iter().enumerate() {
            let before = game.state(i).game;
            match &step.event {
                Event::Begin { cube, .. } => add("automatic doubles", *cube > 1),
                Event::Double => add("doubles", true),
                Event::Take => add("takes", true),
                Event::Pass => add("passes", true),
                Event::Beaver => {
                    add(if before.is_some_and(|game| game.beavers > 0) { "raccoons" } else { "beavers" }, true)
                }
                Event::Accept => add("resignations accepted", true),
                Event::Decline => add("resignations declined", true),
                Event::Resign(_) => add("resignations of a double", before.is_some_and(|game| game.pending.is_some())),
                Event::NoPlay => add("dances", true),
                Event::Irregular(_) => add("against the rules", true),
                Event::Set(_) | Event::Roll(_) | Event::Play(_) => {}
            }
            let note = &step.note;
            add("comments", !note.comment.is_empty());
            add("flags", note.flag);
            add("plays analysed", note.plays.is_some());
            add("cubes analysed", note.cube.is_some());
            add("plays judged twice", !note.other_plays.is_empty());
            add("cubes judged twice", !note.other_cubes.is_empty());
            let is_rollout = |method: &gammon::record::Method| matches!(method, gammon::record::Method::Rollout { .. });
            add("rollouts", note.plays.as_ref().is_some_and(|plays| is_rollout(&plays.plays[0].method)));
            add("marks of people", note.skill.is_some() || note.luck_mark.is_some());
        }
        let last = game.state(game.steps.len());
        add("unfinished", last.game.is_some());
        let ending = last.outcome.map(|outcome| outcome.ending);
        add("gammons", ending == Some(Ending::Played(GameValue::Gammon)));
        add("backgammons", ending == Some(Ending::Played(GameValue::Backgammon)));
        let is_over = last.standing.is_over();
        add("matches won", is_over);
        let points = Player::BOTH.map(|player| last.standing.points()[player]).into_iter().max();
        add("more points than needed", is_over && points > Some(u32::from(last.standing.length())));
    }
    counts
}

/// A generator that makes no beavers tests none.
#[test]
fn the_matches_have_everything_in_them() {
    let mut all = BTreeMap::new();
    for seed in 0..MATCHES {
        for (what, n) in count(&generated(seed, true).record) {
            *all.entry(what).or_insert(0) += n;
        }
    }
    let missing: Vec<_> = all.iter().filter(|(_, n)| **n < 5).collect();
    assert!(missing.is_empty(), "hardly any of these: {missing:?}");
}

/// What a match is to the real program: it keeps neither resignations that were declined nor lines that were left, and
/// a roll that a resignation has left unplayed it plays where there is one play only. In `.mat` files it writes such a
/// roll into the other player's column, and counts a resignation over a double twice: nothing is asked of these games.
/// The points of gammons that do not count by Jacoby's rule it counts there.
#[track_caller]
fn assert_held(theirs: &Record, ours: &Record, is_mat: bool, what: &str) {
    assert_eq!(theirs.games().len(), ours.games().len(), "{what}");
    for (i, (theirs, ours)) in held(theirs).into_iter().zip(held(ours)).enumerate() {
        let what = format!("{what}, game {}", i + 1);
        let last = ours.1.last().map_or("roll", |(what, _)| what.as_str());
        let left = last.starts_with("roll");
        if is_mat && (left || last == "Double") {
            continue;
        }
        let is_jacoby = matches!(ours.0, Standing::Money { jacoby: true, .. });
        let end = |end: Option<(Player, u32)>| {
            end.map(|(player, points)| (player, if is_mat && is_jacoby { 0 } else { points }))
        };
        assert_eq!((theirs.0, end(theirs.2)), (ours.0, end(ours.2)), "{what}");
        for (step, pair) in theirs.1.iter().zip(&ours.1).enumerate() {
            assert_eq!(pair.0, pair.1, "{what}, step {step}");
        }
        let more = theirs.1.len() as isize - ours.1.len() as isize;
        assert!(more == 0 || (left && more == 1), "{what}: {more} steps more");
    }
}

/// What is known about plays, and about the cube before them, is the same but for digits of equities.
#[track_caller]
fn assert_known(theirs: &Record, ours: &Record, what: &str) {
    let known = |record: &Record| -> Vec<(Note, Note)> {
        let pairs = record.games().iter().flat_map(|game| game.steps.windows(2));
        let of_plays = pairs.filter(|pair| matches!(pair[1].event, Event::Play(_)));
        of_plays.map(|pair| (pair[0].note.clone(), pair[1].note.clone())).collect()
    };
    let near = |a: &Numbers, b: &Numbers| {
        let all = |n: &Numbers| n.outputs.into_iter().chain([n.cubeful]).collect::<Vec<_>>();
        all(a).into_iter().zip(all(b)).all(|(a, b)| (a - b).abs() < 2e-3)
    };
    let (theirs, ours) = (known(theirs), known(ours));
    assert_eq!(theirs.len(), ours.len(), "{what}");
    for ((their_roll, their_play), (our_roll, our_play)) in theirs.iter().zip(&ours) {
        assert_eq!(their_play.comment, our_play.comment, "{what}");
        match (&their_roll.cube, &our_roll.cube) {
            (Some(a), Some(b)) => {
                assert!(near(&a.no_double, &b.no_double) && near(&a.take, &b.take), "{what}: {a:?} {b:?}")
            }
            (a, b) => assert_eq!(a, b, "{what}"),
        }
        let (Some(a), Some(b)) = (&their_play.plays, &our_play.plays) else {
            assert_eq!(their_play.plays, our_play.plays, "{what}");
            continue;
        };
        assert_eq!((a.plays.len(), a.played), (b.plays.len(), b.played), "{what}");
        for (a, b) in a.plays.iter().zip(&b.plays) {
            assert_eq!(a.play.result, b.play.result, "{what}");
            assert!(near(&a.numbers, &b.numbers), "{what}: {a:?} {b:?}");
        }
    }
}

/// Whether a beaver was dropped. From a `.mat` file, its own one too, the real program reads another cube in the next
/// game then.
fn has_a_dropped_beaver(record: &Record) -> bool {
    record
        .games()
        .iter()
        .any(|game| game.steps.windows(2).any(|two| two[0].event == Event::Beaver && two[1].event == Event::Pass))
}

fn is_complaint(line: &&str) -> bool {
    ["record found", "rror", "llegal", "nvalid"].iter().any(|word| line.contains(word))
}

/// It reads what we write without a complaint, we read what it writes, and both mean the same match.
#[test]
fn the_real_program_reads_and_writes_the_same_matches() {
    let Some(program) = gnubg::program("the_real_program_reads_and_writes_the_same_matches") else { return };
    let n = if std::env::var_os("GAMMON_LONG_TESTS").is_some() { MATCHES } else { FEW };
    let folder =
        tempfile::Builder::new().disable_cleanup(std::env::var_os("KEEP").is_some()).tempdir().expect("a folder");
    let path = |name: String| folder.path().join(name).display().to_string();
    let mut lines: Vec<String> = gnubg::PRELUDE.map(str::to_owned).to_vec();
    lines.push("set display off".to_owned());
    for seed in 0..n {
        let Generated { record, names, variation, jacoby, .. } = generated(seed, false);
        lines.push(format!("set jacoby {}", if jacoby { "on" } else { "off" }));
        let sgf = write_sgf(&names, &info(), record.games(), &Met::kazaross_xg2()).expect("written");
        let mat = write_mat(&names, &mat_info(), variation, record.games()).expect("written");
        fs::write(path(format!("{seed}.sgf")), sgf).expect("written");
        fs::write(path(format!("{seed}.mat")), mat).expect("written");
        let ways = [("sgf", "load match"), ("mat", "import mat")];
        for (from, read) in ways.into_iter().take(if has_a_dropped_beaver(&record) { 1 } else { 2 }) {
            // Over a resignation it imports nothing but complaints.
            lines.push("new session".to_owned());
            lines.push(format!("{read} {}", path(format!("{seed}.{from}"))));
            lines.push(format!("save match {}", path(format!("{seed}-{from}.sgf"))));
            lines.push(format!("export match mat {}", path(format!("{seed}-{from}.mat"))));
        }
    }
    let (answers, mut complaints) = gnubg::answers_and_complaints(folder.path(), &["-t", "-q", "-r"], &program, &lines);
    let is_complaint =
        |line: &&str| ["record found", "rror", "llegal", "nvalid"].iter().any(|word| line.contains(word));
    complaints.extend(answers.lines().filter(is_complaint));
    assert_eq!(complaints, "", "it complains of our files");
    for seed in 0..n {
        let Generated { record, names, jacoby, .. } = generated(seed, false);
        let ways: &[&str] = if has_a_dropped_beaver(&record) { &["sgf"] } else { &["sgf", "mat"] };
        for &from in ways {
            let what = format!("match {seed} by way of .{from}");
            let text = |to: &str| {
                let file = path(format!("{seed}-{from}.{to}"));
                fs::read_to_string(Path::new(&file)).unwrap_or_else(|error| panic!("{what}: {to}: {error}"))
            };
            let sgf = sgf_of(&text("sgf"), &what);
            assert_eq!(sgf.names, names, "{what}");
            assert_held(&sgf.record, &record, false, &format!("{what}, its .sgf"));
            let mat = read_mat(&text("mat"), &ReadOptions { jacoby, ..ReadOptions::default() })
                .unwrap_or_else(|error| panic!("{what}: {error}\n{}", text("mat")));
            assert_held(&mat.record, &record, true, &format!("{what}, its .mat"));
            if from == "sgf" {
                assert_eq!(sgf.info, gammon::record::MatchInfo { extra: Vec::new(), ..info() }, "{what}");
                assert_known(&sgf.record, &record, &what);
            }
        }
    }
}

/// What the rules do not allow it takes as positions that were set up, from `.sgf` files: what is played around it is
/// the same, with lines that were left and automatic doubles.
#[test]
fn the_real_program_reads_odd_matches_too() {
    let Some(program) = gnubg::program("the_real_program_reads_odd_matches_too") else { return };
    let n = if std::env::var_os("GAMMON_LONG_TESTS").is_some() { MATCHES } else { FEW };
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: String| folder.path().join(name).display().to_string();
    let mut lines: Vec<String> = gnubg::PRELUDE.map(str::to_owned).to_vec();
    lines.push("set display off".to_owned());
    for seed in 0..n {
        let Generated { record, names, .. } = generated(seed, true);
        let sgf = write_sgf(&names, &info(), record.games(), &Met::kazaross_xg2()).expect("written");
        fs::write(path(format!("{seed}.sgf")), sgf).expect("written");
        lines.push(format!("load match {}", path(format!("{seed}.sgf"))));
        lines.push(format!("save match {}", path(format!("{seed}-theirs.sgf"))));
    }
    let (answers, mut complaints) = gnubg::answers_and_complaints(folder.path(), &["-t", "-q", "-r"], &program, &lines);
    complaints.extend(answers.lines().filter(is_complaint));
    assert_eq!(complaints, "", "it complains of our files");
    let played = |record: &Record| -> Vec<Vec<_>> {
        let is_play = |(what, _): &(String, _)| !what.starts_with("roll") && what != "against the rules";
        held(record).into_iter().map(|(_, steps, _)| steps.into_iter().filter(is_play).collect()).collect()
    };
    for seed in 0..n {
        let what = format!("match {seed}");
        let text =
            fs::read_to_string(path(format!("{seed}-theirs.sgf"))).unwrap_or_else(|error| panic!("{what}: {error}"));
        let theirs = sgf_of(&text, &what);
        assert_eq!(played(&theirs.record), played(&generated(seed, true).record), "{what}");
    }
}

/// What is played in games, whatever led to it.
fn told(games: &[GameRecord]) -> Vec<Vec<String>> {
    let event = |event: &Event| match event {
        Event::Play(play) => Some(format!("{:?}", play.result)),
        Event::NoPlay | Event::Double | Event::Take | Event::Pass | Event::Beaver => Some(format!("{event:?}")),
        _ => None,
    };
    let game = |game: &GameRecord| {
        let outcome = game.state(game.steps.len()).outcome.map(|outcome| (outcome.winner, outcome.points));
        let events = game.steps.iter().filter_map(|step| event(&step.event));
        // A roll may have been left unplayed by a resignation.
        let left = game.steps.iter().rev().find_map(|step| match &step.event {
            Event::Resign(_) | Event::Accept | Event::Set(_) => None,
            Event::Roll(roll) => Some(format!("left {roll}")),
            _ => Some(String::new()),
        });
        events.chain(left).chain([format!("{outcome:?}")]).collect()
    };
    games.iter().filter(|game| !game.steps.is_empty()).map(game).collect()
}

#[test]
fn matches_survive_ogxm() {
    let met = Met::kazaross_xg2();
    let options = ReadOptions { jacoby: true, beavers: 3, met: &met, strict: false };
    let format = Format::named("ogxm").expect("a row");
    let Some(Writer { by: WrittenBy::Record(write), .. }) = &format.write else { panic!("it is written") };
    let mut n = 0;
    for seed in 0..MATCHES {
        let Generated { record, names, variation, .. } = generated(seed, false);
        let info = mat_info();
        let games = record.games();
        let it = Written {
            extent: Extent::Match,
            names: &names,
            info: &info,
            variation,
            games,
            state: record.state(),
            met: &met,
        };
        // Other variations and resignations that were declined have no form there.
        let Ok(bytes) = write(&it) else { continue };
        let read = format.read(&bytes, &options).unwrap_or_else(|error| panic!("match {seed}: {error}"));
        assert_eq!((&read.names, read.info.date, &read.info.event), (&names, info.date, &info.event), "match {seed}");
        assert_eq!(told(read.record.games()), told(games), "match {seed}");
        n += 1;
    }
    assert!(n > 20, "only {n} matches were written");
}

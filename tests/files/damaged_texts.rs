//! Texts of one position, damaged: what is read of them is the same position, or a remark says what is wrong, or they
//! are refused.
//!
//! Two kinds of damage nobody can see, and they are left out here. Identifiers have no check sum: where nothing else in
//! the text tells of the position, and what is there is, letter by letter, an identifier, it counts. And beside a board
//! without identifiers score, roll and cube stand once: there one number may be changed into another.

use crate::support::games::Random;
use crate::support::samples;
use gammon::formats::{Format, PlayedMatch, ReadOptions, detect, is_position_text, read_position_text};
use gammon::notation::{MatchState, RawBoard, Xgid, parse_ogid, setup_from_position_id};
use gammon::record::{Game, Standing};
use std::collections::BTreeMap;

/// What is known of a text.
struct Sample {
    name: String,
    text: String,
}

impl Sample {
    fn has_board(&self) -> bool {
        self.text.contains("-+")
    }

    fn has_id(&self) -> bool {
        !self.has_board() || self.text.contains("ID")
    }
}

const BOARD: &str = " +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
 | X           O    |   | O              X |
 | X           O    |   | O                |
 | X                |   | O                |
 | X                |   | O                |
v|                  |BAR|                  |
 | O                |   | X                |
 | O                |   | X                |
 | O           X    |   | X                |
 | O           X    |   | X              O |
 | O           X    |   | X              O |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
";

const RACE: &str = "   O: Bob            [ 39]         points: 2/7
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 |                  |   | O  O  O  O     O |
 |                  |   | O     O          |
 |                  |   | O     O          |
 |                  |   |                  |
v|                  |BAR|                  |
 |                  |   |                  |
 |                  |   |                  |
 |                  |   |       X  X  X  X |
 |                  |   |    X  X  X  X  X |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
   X: Ann            [ 25]         points: 4/7
";

const IDENTIFIERS: [&str; 9] = [
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10",
    "XGID=-a-B--D-B---eE---d-e----B-:1:-1:-1:52:4:1:0:7:10",
    "what would you play here? (XGID=aaBBBBBC---------------bcA:0:0:1:61:0:0:0:0:10)",
    "GNUBg ID : 4HPwATDgc/ABMA:cImlABAAEAAE",
    " GNU Backgammon  Position ID: 4HPkASLgc/ABMA\n                 Match ID   : cInlADAAEAAE\n",
    "4HPwATDgc/ABMA:cImlABAAEAAE",
    "11jjjjjhhhccccc:ooddddd88866666:N0N:61:W",
    "7;0;0;0;1;Ann;Ben;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1;",
    "board:You:Ann:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
];

fn samples() -> Vec<Sample> {
    let text = Format::named("text").expect("a row");
    let files = samples::of(text).into_iter().filter(|(name, _)| !name.contains("a-game"));
    let files = files.map(|(name, bytes)| {
        let text = String::from_utf8(bytes).expect("UTF-8");
        Sample { name, text }
    });
    let alone = |text: &str| Sample { name: text.lines().next().unwrap_or("").to_owned(), text: text.to_owned() };
    files.chain(IDENTIFIERS.into_iter().chain([BOARD, RACE]).map(alone)).collect()
}

/// The table of a text that is read. An identifier may tell of a game that is over.
fn table(played: &PlayedMatch) -> (Standing, Option<Game>) {
    let state = played.record.games()[0].state(1);
    (state.standing, state.shown())
}

fn read(text: &str) -> Option<PlayedMatch> {
    let options = ReadOptions { beavers: 3, jacoby: true, ..ReadOptions::default() };
    is_position_text(text).then(|| read_position_text(text, &options).ok()).flatten()
}

/// One character changed, inserted, dropped, doubled or exchanged with the next one.
fn damaged(random: &mut Random, text: &str) -> (String, &'static str) {
    const LETTERS: &[u8] = b"XO-:;|+ 0123456789abcdeABCDEo/=.,xBDR\n";
    let mut chars: Vec<char> = text.chars().collect();
    let at = random.below(chars.len());
    let letter = char::from(random.pick(LETTERS));
    let how = match random.below(5) {
        0 => {
            chars[at] = letter;
            "changed"
        }
        1 => {
            chars.insert(at, letter);
            "inserted"
        }
        2 => {
            chars.remove(at);
            "dropped"
        }
        3 => {
            chars.insert(at, chars[at]);
            "doubled"
        }
        _ => {
            if at + 1 < chars.len() {
                chars.swap(at, at + 1);
            }
            "exchanged"
        }
    };
    (chars.into_iter().collect(), how)
}

/// As a mail quotes it, as a page shows it, or as it is.
fn wrapped(n: usize, text: &str) -> String {
    match n {
        0 => text.lines().map(|line| format!("> {line}\n")).collect(),
        1 => {
            let shown = text.replace('&', "&amp;").replace('<', "&lt;").replace(' ', "&nbsp;");
            let lines: String = shown.lines().map(|line| format!("<tt>{line}</tt><br/>\n")).collect();
            format!("<!DOCTYPE html><html><head><title>a post</title></head><body><p>{lines}</p></body></html>")
        }
        2 => format!("<pre>\n{}</pre>\n", text.replace('&', "&amp;").replace('<', "&lt;")),
        _ => text.to_owned(),
    }
}

/// Whether a text has a whole identifier, letter by letter as it is written: then it is no damaged one. A line of FIBS
/// counts the checkers, so it tells of those in two ways.
fn has_whole_identifier(text: &str, is_same_board: bool) -> bool {
    let text = text.replace("&nbsp;", " ");
    let words =
        || text.split(|c: char| c.is_whitespace() || "()<>\"".contains(c)).map(|word| word.trim_end_matches('.'));
    let is_xgid = |word: &str| {
        // Many writers fill the limit of the cube with 0; one above the usual limits nothing either.
        let body = word.strip_prefix("XGID=").unwrap_or(word).rsplit_once(':').map_or("", |(body, _)| body);
        let read = Xgid::parse(word.strip_prefix("XGID=").unwrap_or(word)).map(|xgid| xgid.to_string());
        // The lower die may come first.
        let turned = |text: &str| {
            let mut fields: Vec<String> = text.split(':').map(str::to_owned).collect();
            fields[4] = fields[4].chars().rev().collect();
            fields.join(":")
        };
        read.is_ok_and(|text| {
            let text = text.strip_prefix("XGID=").unwrap_or(&text);
            text.starts_with(body) || turned(text).starts_with(body)
        })
    };
    let is_position = |word: &str| setup_from_position_id(word).is_ok();
    let is_match = |word: &str| MatchState::from_match_id(word).is_ok();
    let parts = || words().flat_map(|word| word.split(':'));
    let is_line = |word: &str| word.matches(';').count() == 40;
    words().any(|word| is_xgid(word) || parse_ogid(word).is_ok() || is_line(word))
        || (parts().any(is_position) && parts().any(is_match))
        || (is_same_board && words().any(|word| RawBoard::parse(word).is_ok()))
}

/// Whether two texts differ in one number, which has other digits: a longer one takes the place of blanks.
fn differ_in_a_number(one: &str, other: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let parts = |text: &str| -> Vec<String> {
        let text = text.replace(' ', "");
        text.split_inclusive(|c| !is_digit(c)).map(str::to_owned).collect()
    };
    let form = |part: &str| (part.starts_with(is_digit), part.trim_start_matches(is_digit).to_owned());
    let (one, other) = (parts(one), parts(other));
    let pairs = || one.iter().zip(&other);
    one.len() == other.len() && pairs().all(|(a, b)| form(a) == form(b)) && pairs().filter(|(a, b)| a != b).count() == 1
}

/// What of the table differs, in words; `None` where all is well with a text that was read although it is damaged.
fn fault(sample: &Sample, good: &PlayedMatch, damaged: &str, text: &str, found: &PlayedMatch) -> Option<String> {
    let ((standing, game), (was_standing, was)) = (table(found), table(good));
    let position = |game: Option<Game>| game.map(|game| game.position);
    let is_told = found.remarks.iter().skip(1).any(|remark| !good.remarks.contains(remark));
    if (standing, game) == (was_standing, was) || is_told {
        return None;
    }
    // Nothing but the identifier tells of the position.
    if !sample.has_board() && has_whole_identifier(text, position(game) == position(was)) {
        return None;
    }
    // No identifier tells of what stands beside the board.
    if !sample.has_id() && position(game) == position(was) && differ_in_a_number(&sample.text, damaged) {
        return None;
    }
    let of = |game: Option<Game>| game.map(|it| (it.on_roll, it.dice, it.cube, it.pending, it.cube_limit));
    let parts = [
        ("checkers", position(game) != position(was)),
        ("match length", standing.length() != was_standing.length()),
        ("score", standing.points() != was_standing.points()),
        ("rules", standing.terms() != was_standing.terms()),
        ("turn, dice or cube", of(game) != of(was)),
    ];
    let parts: Vec<&str> = parts.iter().filter(|(_, differs)| *differs).map(|(what, _)| *what).collect();
    Some(parts.join(", "))
}

/// The number in a variable of the environment.
fn number_in(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

#[test]
fn a_wrapped_text_is_read_as_it_is() {
    for sample in samples() {
        let good = read(&sample.text).unwrap_or_else(|| panic!("{}", sample.name));
        for n in 0..3 {
            let text = wrapped(n, &sample.text);
            let found = read(&text).unwrap_or_else(|| panic!("{}:\n{text}", sample.name));
            assert_eq!((table(&found), &found.remarks), (table(&good), &good.remarks), "{text}");
        }
        assert!(
            detect(wrapped(1, &sample.text).as_bytes()).is_some_and(|format| format.word == "text"),
            "{}",
            sample.name
        );
    }
}

/// A few thousand texts; a million with `GAMMON_LONG_TESTS=1`, or as many as `GAMMON_TEXTS` says. `GAMMON_SEED` chooses
/// others. All faults go to the file that `GAMMON_FAULTS` names.
#[test]
fn no_damaged_text_is_another_position_without_a_remark() {
    let is_long = std::env::var_os("GAMMON_LONG_TESTS").is_some();
    let samples = samples();
    let good: Vec<PlayedMatch> = samples.iter().map(|sample| read(&sample.text).expect(&sample.name)).collect();
    let mut random = Random::new(number_in("GAMMON_SEED").unwrap_or(53));
    let (mut faults, mut refused) = (BTreeMap::<(&str, String), Vec<String>>::new(), 0);
    let all = number_in("GAMMON_TEXTS").unwrap_or(if is_long { 1_000_000 } else { 4_000 });
    for _ in 0..all {
        let n = random.below(samples.len());
        let sample = &samples[n];
        let (damaged, how) = damaged(&mut random, &sample.text);
        let text = wrapped(random.below(6), &damaged);
        let Some(found) = read(&text) else {
            refused += 1;
            continue;
        };
        if let Some(what) = fault(sample, &good[n], &damaged, &text, &found) {
            let mut lines = sample.text.lines().zip(damaged.lines());
            let (was, is) = lines.find(|(was, is)| was != is).unwrap_or_default();
            let told = format!("{how}:\n  {was:?}\n  {is:?}\n  {:?}\n  {:?}", table(&found), found.remarks);
            faults.entry((&sample.name, what)).or_default().push(told);
        }
    }
    let count: usize = faults.values().map(Vec::len).sum();
    let kinds = faults.iter().map(|((sample, what), list)| format!("{:5} {sample}: {what}\n", list.len()));
    let kinds = format!("{count} of {all}, {refused} refused\n{}", kinds.collect::<String>());
    if let Some(file) = std::env::var_os("GAMMON_FAULTS") {
        let lists = faults.iter().map(|((sample, what), list)| format!("\n== {sample}: {what}\n{}\n", list.join("\n")));
        std::fs::write(file, kinds.clone() + &lists.collect::<String>()).expect("written");
    }
    // What is refused is not all.
    assert!(refused < all * 3 / 4, "{refused} of {all} are refused");
    let first: Vec<&String> = faults.values().filter_map(|list| list.first()).take(5).collect();
    assert!(faults.is_empty(), "{kinds}{first:#?}");
}

/// Damage of each kind that was once read without a word: what is told of it, or that the text is refused.
#[test]
fn each_kind_of_damage_is_told() {
    let samples = samples();
    let sample = |name: &str| &samples.iter().find(|it| it.name.contains(name)).expect(name).text;
    for (name, from, to, words) in [
        ("fibs", "+ O: Ann", "+ O :Ann", "does not tell the points of O"),
        ("fibs", "+ X: Ben", "+; X: Ben", "does not tell the points of X"),
        ("fibs", "Cube: 1", "Cub: 1", "not understood in all its parts"),
        ("fibs", "rolled 6 1", "rolle 6 1", "not understood in all its parts"),
        ("fibs", "rolled 6 1.", "rolled 6 11", "not understood in all its parts"),
        ("fibs", "|    5-point", "|0   5-point", "beside the board is not understood"),
        ("fibs", "5-point match", "50point match", "beside the board is not understood"),
        ("xg-rollout", "---c-e----B-", "---c-=e----B-", "the XGID"),
        ("xg-rollout", ":31:0:0:3:0:10", ":31:0:1:3:0:10", "points of O"),
        ("xg-rollout", ":31:0:0:3:0:10", ":31:0:0:1:0:10", "rules"),
        ("bgblitz-play-en", ":1:-1:1:21", ":1:1:1:21", "the Match ID has another"),
        ("gnubg-cube-en", "UQngAFA", "UQn5AFA", "but a roll is to be played"),
        ("gnubg-cube-en", "UQngAFA", "U3ngAFA", "but a resignation waits"),
        ("gnubg-play-ja", "cInlADA", "cOnlADA", "but a resignation waits"),
        ("board:", ":1:6:2:", ":-1:6:2:", "the dice are those of X, but O is on roll"),
        ("board:", ":1:-1:0:25:", ":-1:-1:0:25:", "the dice are those of X, but O is on roll"),
        ("board:", ":1:-1:0:25:", ":1:-1:25:25:", "the direction of the board does not lead to its home"),
        ("board:", ":0:25:0:0:0:0:", ":0:25:3:0:0:0:", "X has 15 checkers on the board and 3 borne off"),
        ("board:", ":0:25:0:0:0:0:", ":0:25:0:1:0:0:", "O has 15 checkers on the board and 1 borne off"),
        ("O: Bob", "[ 39]", "[ 40]", "the text counts 40 pips for O, whose checkers here have 39"),
        ("O: Bob", "[ 25]", "[ 24]", "the text counts 24 pips for X, whose checkers here have 25"),
        ("O: Bob", "2/7", "2/9", "a match to 9 in one place and to 7 in another"),
        (
            "O: Bob",
            "4/7\n",
            "4/7\nScore is X:5 O:2 7 pt.(s) match.\n",
            "gives X 4 points in one place and 5 in another",
        ),
        (
            "O: Bob",
            "4/7\n",
            "4/7\nScore is X:4 O:1 7 pt.(s) match.\n",
            "gives O 2 points in one place and 1 in another",
        ),
        ("gnubg-cube-en", "UQngAFA", "URngAFA", "double: the text has none"),
        ("gnubg-cube-en", "UQngAFA", "UxngAFA", "cube: the text has 2"),
    ] {
        let text = sample(name).replacen(from, to, 1);
        assert_ne!(text, *sample(name), "{from}");
        let found = read(&text).unwrap_or_else(|| panic!("{to} is refused"));
        assert!(found.remarks.iter().any(|remark| remark.contains(words)), "{to}: {:?}", found.remarks);
    }
    let broken = [
        (BOARD, " | X                |   |", " | X\n                |   |"),
        (sample("fibs").as_str(), "+ O: Ann", "+ X: Ann"),
        (sample("board:"), ":1:6:2:", ":1:6:7:"),
        (sample("board:"), ":5:0:3:", ":5:0:9:"),
        (sample("7;0;0"), "5;0;3;", "5;0;9;"),
    ];
    for (text, from, to) in broken {
        let text = text.replacen(from, to, 1);
        assert!(is_position_text(&text) && read(&text).is_none(), "{to}");
    }
    // These change nothing.
    for (text, from, to) in [
        (sample("fibs").as_str(), "   +13-14", "+  +13-14"),
        (sample("fibs"), "X: Ben", "X: Ben++"),
        (BOARD, "O              X |", "O              X |a"),
    ] {
        let good = read(text).expect("it is whole");
        let found = read(&text.replacen(from, to, 1)).unwrap_or_else(|| panic!("{to} is refused"));
        assert_eq!((table(&found), &found.remarks), (table(&good), &good.remarks), "{to}");
    }
}

/// A page may show as one line what stood in many.
#[test]
fn analyses_in_one_line_are_those_of_many() {
    let languages = ["en", "de", "fr", "ja"];
    let of = |what: &'static str| languages.into_iter().map(move |language| format!("text-xg-{what}-{language}.txt"));
    let names: Vec<String> = of("play").chain(of("cube")).chain(["text-xg-rollout.txt".to_owned()]).collect();
    for name in names {
        let text = std::fs::read_to_string(format!("tests/data/formats/{name}")).expect("a sample");
        let begins = |line: &str| ["1. ", "Analy"].iter().any(|start| line.trim_start().starts_with(start));
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| begins(line)).unwrap_or_else(|| panic!("{name}: an analysis"));
        let tail: Vec<&str> = lines[at..].iter().flat_map(|line| line.split_whitespace()).collect();
        let joined = lines[..at].join("\n") + "\n" + &tail.join(" ") + "\n";
        let note = |text: &str| {
            let played = gammon::formats::read(text.as_bytes(), &gammon::formats::ReadOptions::default());
            let open = played.expect("it is read").record.games()[0].open.clone();
            (open.plays, open.cube)
        };
        assert!(note(&text) != (None, None), "{name}");
        assert_eq!(note(&joined), note(&text), "{name}: {joined}");
    }
}

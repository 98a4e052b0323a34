//! Positions and matches that are hard on formats: every writer against its own reader, and against GNU Backgammon.
//!
//! What a format cannot tell stands in docs/formats.md, what the other program gets wrong stands here; whatever else
//! differs is a fault.

use crate::support::gnubg;
use crate::support::hard::{Case, POSITIONS, apply, matches, positions};
use crate::support::home::Home;

use gammon::board::{ByPlayer, Player};
use gammon::formats::{Extent, FORMATS, Format, PlayedMatch, ReadOptions, Writer, Written, WrittenBy, lost_in, read};
use gammon::notation::{MatchState, Phase, gnubg_id};
use gammon::record::{Event, Game, GameRecord, MatchInfo, Record, Standing, State};
use gammon::scoring::{Cube, CubeOwner, MatchScore, Met};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

fn options(met: &Met) -> ReadOptions<'_> {
    ReadOptions { jacoby: true, beavers: 3, met, strict: false }
}

fn read_back(bytes: &[u8]) -> Result<PlayedMatch, String> {
    read(bytes, &options(&Met::kazaross_xg2())).map_err(|error| error.to_string())
}

/// A case in a format, and what the file does not tell; `Err` where the format refuses it.
fn written(format: &'static Format, case: &Case) -> Result<(Vec<u8>, Vec<String>), String> {
    let Some(Writer { by: WrittenBy::Record(write), holds, .. }) = &format.write else {
        panic!("{} is written", format.word)
    };
    let met = Met::kazaross_xg2();
    let extent = if holds.contains(&case.extent) { case.extent } else { Extent::Game };
    let games = case.record.games();
    let it = Written {
        extent,
        names: &case.names,
        info: &MatchInfo::default(),
        variation: case.variation,
        games: if extent == Extent::Game { &games[..1] } else { games },
        state: case.state(),
        met: &met,
    };
    let bytes = write(&it)?;
    let lost = lost_in(format, &it, &bytes, &options(&met));
    let lost = lost.unwrap_or_else(|why| panic!("{}, {}: {why}", case.what, format.word));
    Ok((bytes, lost))
}

/// Files for programs, not pages for people, which hold so much.
fn formats(extent: Extent) -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().filter(move |format| {
        let writer = format.write.as_ref().filter(|_| format.read.is_some());
        writer.is_some_and(|writer| writer.holds.contains(&extent) && matches!(writer.by, WrittenBy::Record(_)))
    })
}

fn end(record: &Record) -> State {
    let last = record.games().last().expect("a game");
    *last.state(last.steps.len())
}

/// The identifiers of a table, as far as a format holds it.
fn ids(state: &State, holds_offers: bool) -> String {
    let game = state.shown().expect("a board");
    let winner = match state.standing {
        Standing::Match { winner, .. } => winner.map(|(winner, points)| (winner, points as u8)),
        Standing::Money { .. } => None,
    };
    let of = MatchState {
        phase: if state.game.is_none() { Phase::Over } else { Phase::Playing },
        decides: if holds_offers { game.to_decide() } else { game.on_roll },
        dice: game.dice,
        cube: game.cube,
        doubled: holds_offers && game.pending.is_some(),
        terms: state.standing.terms(),
        winner,
        ..MatchState::money(game.on_roll)
    };
    let money_score = match state.standing {
        Standing::Money { score, .. } => score.0.map(|points| u16::try_from(points).expect("few points")),
        Standing::Match { .. } => [0; 2],
    };
    gnubg_id(&game.position, &MatchState { money_score: ByPlayer(money_score), ..of })
}

/// What lies on the table as player 1 sees it, and the cube, one after the other, game by game.
fn course(games: &[GameRecord]) -> Vec<Vec<String>> {
    let of = |game: Game| {
        let seen = if game.on_roll == Player::Bottom { game.position } else { game.position.flipped() };
        format!("{seen:?} {:?}", game.cube)
    };
    let of_game = |game: &GameRecord| {
        let mut course: Vec<_> = game.steps.iter().filter_map(|step| step.after.shown().map(of)).collect();
        course.dedup();
        course
    };
    games.iter().map(of_game).collect()
}

/// What a format does not tell, without the names and numbers of a case.
fn plain(lost: &str) -> String {
    let words = lost.strip_prefix("game ").and_then(|rest| rest.split_once(": ")).map_or(lost, |(_, words)| words);
    match words {
        _ if words.starts_with("the name ") => "some letters of names".to_owned(),
        _ if words.starts_with("that this is ") => "the variation".to_owned(),
        _ => words.to_owned(),
    }
}

/// Whatever is not in the table of docs/formats.md comes back from every format, and what is there does not.
#[test]
fn what_is_written_is_read_back() {
    let mut lost_by_format = BTreeMap::<_, [BTreeSet<String>; 2]>::new();
    for case in positions().chain(matches()) {
        for format in formats(case.extent) {
            let what = format!("{}, {}", case.what, format.word);
            let [lost_of, refused] = lost_by_format.entry((case.extent.word(), format.word)).or_default();
            let (bytes, lost) = match written(format, &case) {
                Ok(written) => written,
                Err(why) => {
                    refused.insert(plain(&why));
                    continue;
                }
            };
            lost_of.extend(lost.iter().map(|lost| plain(lost)));
            let back = read_back(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(back.is_position(), case.extent == Extent::Position, "{what}");
            if back.is_position() {
                let mut state = *case.state();
                if lost.iter().any(|lost| lost == "the score") {
                    state.standing = end(&back.record).standing;
                }
                let holds_offers = !lost.iter().any(|lost| lost.starts_with("the double"));
                assert_eq!(ids(&end(&back.record), true), ids(&state, holds_offers), "{what}: {lost:?}");
            } else {
                assert_eq!(course(back.record.games()), course(case.record.games()), "{what}");
            }
        }
    }
    let mut table = "| Format | Of a | Lost, with a remark | Refused |\n|---|---|---|---|\n".to_owned();
    for ((extent, word), both) in lost_by_format {
        let [lost, refused] = both.map(|phrases| phrases.into_iter().collect::<Vec<_>>().join("; "));
        if !(lost.is_empty() && refused.is_empty()) {
            table += &format!("| `{word}` | {extent} | {lost} | {refused} |\n");
        }
    }
    let page = fs::read_to_string("docs/formats.md").expect("the page of formats");
    assert!(page.contains(&table), "docs/formats.md has another table, or none; it should be:\n{table}");
}

/// Lines that put a case before GNU Backgammon, one process for all.
struct Asked {
    folder: tempfile::TempDir,
    lines: Vec<String>,
}

impl Asked {
    fn new() -> Self {
        let mut lines = gnubg::PRELUDE.map(str::to_owned).to_vec();
        lines.extend(["set sound enable off", "set variation standard"].map(str::to_owned));
        Self { folder: tempfile::tempdir().expect("a folder"), lines }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn file(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.path().join(name)).ok()
    }

    fn ask(&mut self, lines: impl IntoIterator<Item = String>) {
        self.lines.extend(lines);
    }

    /// What it prints behind each mark.
    fn answers(&self, program: &std::path::Path) -> (BTreeMap<String, String>, String) {
        let args = ["-t", "-q", "-r"];
        let (printed, complaints) = gnubg::answers_and_complaints(self.folder.path(), &args, program, &self.lines);
        let parts = printed.split("mark-").skip(1).filter_map(|part| {
            let (mark, answer) = part.split_once('|')?;
            Some((mark.to_owned(), answer.to_owned()))
        });
        (parts.collect(), complaints)
    }
}

/// GNU Backgammon writes a position in every format that it has, and gammon reads the same; and the other way.
#[test]
fn positions_go_both_ways() {
    let Some(program) = gnubg::program("positions_go_both_ways") else { return };
    let mut asked = Asked::new();
    let cases: Vec<Case> = positions().collect();
    let theirs = [
        ("sgf", "set clockwise off\nset output digits 3\nsave position"),
        ("pos", "export position pos"),
        ("txt", "export position snowietxt"),
        ("text", "export position text"),
        ("clockwise.text", "set clockwise on\nset output digits 5\nexport position text"),
    ];
    let ours = [("sgf", "load position"), ("pos", "import pos"), ("snowietxt", "import snowietxt")];
    let mut imports = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        let state = case.state();
        // It takes the identifiers of no game that is over, writes the rule that is set, and an identifier offers no
        // double.
        if let Some(game) = state.game {
            let jacoby = if state.standing.terms().is_jacoby() { "on" } else { "off" };
            asked.ask([format!("set jacoby {jacoby}"), format!("set gnubgid {}", ids(state, false))]);
            asked.ask(game.pending.map(|_| "double".to_owned()));
            for (ending, command) in theirs {
                asked.ask([format!("{command} {}", asked.path(&format!("{i}.{ending}")))]);
            }
        }
        for (word, command) in ours {
            let Ok((bytes, _)) = written(Format::named(word).expect("a format"), case) else { continue };
            let file = asked.path(&format!("{i}-{word}.{}", Format::named(word).expect("a format").endings[0]));
            fs::write(&file, bytes).expect("written");
            let mark = format!("{i} {word}");
            asked.ask([format!("set prompt mark-{mark}|"), "new session".to_owned(), format!("{command} {file}")]);
            asked.ask(["show board", "set prompt mark-end|"].map(str::to_owned));
            imports.push((case, word, mark));
        }
    }
    let (answers, complaints) = asked.answers(&program);
    let mut wrong = Vec::new();
    for (i, case) in cases.iter().enumerate().filter(|(_, case)| case.state().game.is_some()) {
        for (ending, _) in theirs {
            let what = format!("{} by its .{ending}", case.what);
            let back = asked.file(&format!("{i}.{ending}")).ok_or_else(|| "not written".to_owned());
            let back = back.and_then(|bytes| read_back(&bytes));
            let Ok(back) = back.map_err(|why| wrong.push(format!("{what}: {why}"))) else { continue };
            let mut state = *case.state();
            if let ("pos", Some(game)) = (ending, &mut state.game) {
                // It has no place for the score of a session, and whoever answers a double is on roll in it.
                if let Standing::Money { score, .. } = &mut state.standing {
                    *score = ByPlayer([0; 2]);
                }
                game.set_turn(game.to_decide());
                game.dice = case.state().game.and_then(|game| game.dice);
            }
            let (found, expected) = (ids(&end(&back.record), true), ids(&state, ending.ends_with("text")));
            // A first position is the beginning of a game.
            if found != expected || !(back.is_position() || case.what.contains("first")) {
                wrong.push(format!("{what}: {found}, expected {expected} {:?}", back.remarks));
            }
        }
    }
    for (case, word, mark) in imports {
        // It knows nothing of the end of a game in a file.
        let mut state = *case.state();
        state.game = state.shown();
        let (found, expected) = (gnubg::ids(&answers[&mark]), ids(&state, false));
        // Of a match that is over it takes the score before, where it plays games again.
        let is_before = word == "sgf" && case.state().standing.is_over();
        let is_same = |found: &String| if is_before { found[..14] == expected[..14] } else { *found == expected };
        if !found.as_ref().is_some_and(is_same) {
            wrong.push(format!("{} by our {word}: {found:?}, expected {expected}", case.what));
        }
    }
    assert!(wrong.is_empty(), "{}\n{complaints}", wrong.join("\n"));
}

/// Formats in which it reads transcripts of plays.
const TRANSCRIPTS: &[&str] = &["mat", "gam", "snowietxt"];

/// What it does to matches by itself: a part of the name of the case, the formats that it read, that in which it wrote,
/// and how the difference begins.
const ITS_OWN: [(&str, &[&str], &str, &str); 11] = [
    // A beaver that is dropped spoils the cube of the next game. By chance, one of the match is.
    ("a dropped beaver", TRANSCRIPTS, "", "other plays"),
    ("money with Jacoby and beavers", TRANSCRIPTS, "", "other plays"),
    // No transcript of its tells a cube that was turned before the first roll.
    ("automatic doubles", TRANSCRIPTS, "", "other plays"),
    ("automatic doubles", &["sgf"], "mat", "other plays"),
    // It knows no words for a position that no moves lead to.
    ("by a turn", TRANSCRIPTS, "", "other plays"),
    ("by a turn", &["sgf"], "mat", "other plays"),
    ("set up on the way", &["sgf"], "mat", "other plays"),
    // A play against the rules is left out of its transcripts.
    ("illegal plays", &["sgf"], "mat", "other plays"),
    // It takes names from lines in which colons and blanks part them, and writes them so.
    ("names", TRANSCRIPTS, "", "names"),
    ("names", &["sgf"], "mat", "names"),
    // Of one backslash it makes two.
    ("names with marks", &["sgf"], "sgf", "names"),
];

/// GNU Backgammon reads what gammon writes of matches, and saves the same.
#[test]
fn matches_go_through() {
    let Some(program) = gnubg::program("matches_go_through") else { return };
    let mut asked = Asked::new();
    asked.ask(["set display off".to_owned()]);
    let cases = matches();
    let ways = [("mat", "import mat"), ("gam", "import gam"), ("sgf", "load match"), ("snowietxt", "import mat")];
    let mut sent = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        for (word, command) in ways {
            let format = Format::named(word).expect("a format");
            let Ok((bytes, _)) = written(format, case) else { continue };
            let file = asked.path(&format!("{i}-{word}.{}", format.endings[0]));
            fs::write(&file, bytes).expect("written");
            let back = asked.path(&format!("{i}-{word}-back"));
            asked.ask([
                "new session".to_owned(),
                format!("set variation {}", case.variation.name()),
                format!("{command} {file}"),
            ]);
            asked.ask([format!("save match {back}.sgf"), format!("export match mat {back}.mat")]);
            sent.push((case, word, format!("{i}-{word}-back")));
        }
    }
    let (_, complaints) = asked.answers(&program);
    let mut wrong = Vec::new();
    let mut excused = BTreeSet::new();
    for (case, word, back) in sent {
        for ending in ["sgf", "mat"] {
            let played = asked.file(&format!("{back}.{ending}")).ok_or_else(|| "not read".to_owned());
            let found = played.and_then(|bytes| read_back(&bytes)).and_then(|played| {
                let (had, has) = (case.record.games(), played.record.games());
                let had = if word == "gam" { &had[..1] } else { had };
                let names = ByPlayer(case.names.0.clone().map(|name| name.trim().to_owned()));
                match () {
                    () if course(had) != course(has) => Err(format!("other plays {:?}", played.remarks)),
                    () if played.variation != case.variation => Err(format!("{:?}", played.variation)),
                    () if names != played.names => Err(format!("names {:?}", played.names.0)),
                    () => Ok(()),
                }
            });
            let Err(why) = found else { continue };
            let excuse = ITS_OWN.iter().position(|(name, read, wrote, kind)| {
                case.what.contains(name) && read.contains(&word) && ending.contains(wrote) && why.starts_with(kind)
            });
            match excuse {
                Some(excuse) => excused.extend([excuse]),
                None => wrong.push(format!("{} by {word} and .{ending}: {why}", case.what)),
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{complaints}", wrong.join("\n"));
    assert_eq!(excused.len(), ITS_OWN.len(), "it does less by itself: {excused:?}");
}

/// What a file says of its position is judged, whatever the format.
#[test]
fn every_file_of_a_position_is_judged() {
    let mut case = Case::of_xgid("the first roll", POSITIONS[1].1, None);
    let mut state = *case.state();
    let score = MatchScore::new(7, ByPlayer([0, 0]), true).unwrap();
    state.standing = Standing::Match { score, winner: None };
    state.game.as_mut().expect("a game").cube = Cube::turned(1, CubeOwner::Centered);
    case.record = Record::new(State::new(state.standing));
    apply(&mut case.record, [Event::Set(Box::new(state))]);
    for format in formats(Extent::Position) {
        let back = read_back(&written(format, &case).expect("it is written").0).expect("it is read");
        // A cube of eXtreme Gammon in the middle shows 1.
        let remark =
            if format.word == "xg" { "nobody needs one point" } else { "the cube shows 2, and nobody owns it" };
        let is_told = back.remarks.iter().any(|told| told.contains(remark));
        let is_crawford = end(&back.record).standing.terms().match_score().is_some_and(|score| score.crawford());
        assert!(is_told && !is_crawford, "{}: {:?}", format.word, back.remarks);
    }
}

/// The road of a file is chosen by its contents: a position stands on the table, whatever the name of its file.
#[test]
fn a_file_of_a_position_puts_it_on_the_table() {
    let home = Home::new();
    // As GNU Backgammon writes a position.
    let theirs = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:1]\
                  [bs:0]PW[ann]PB[ben]RU[Crawford]\n\
                  ;PL[W]AE[a:y]AW[a][a][b][b][c][m][m][y]AB[w][w][v][v][u][u][y]\n;CV[2]\n;CP[b]\n;PL[W]DI[43])\n";
    let mut files = vec![("theirs.sgf".to_owned(), theirs.as_bytes().to_vec())];
    let cases = positions().collect::<Vec<_>>();
    for n in [7, 22, 35] {
        for format in formats(Extent::Position) {
            if let Ok((bytes, _)) = written(format, &cases[n]) {
                files.push((format!("{n}-{}", format.word), bytes));
            }
        }
    }
    for (name, bytes) in &files {
        fs::write(home.path(name), bytes).expect("written");
    }
    let read = |bytes: &[u8]| ids(&end(&read_back(bytes).expect("it is read").record), true);
    let told = |text: &str| gnubg::ids(text).unwrap_or_default();
    for (name, bytes) in &files {
        for way in ["import auto", "load position", "load match"] {
            if way != "import auto" && !name.ends_with("sgf") {
                continue;
            }
            let printed = home.run(&["-q", "-e", &format!("{way} {name}")], "");
            assert_eq!((printed.status, told(&printed.stdout)), (Some(0), read(bytes)), "{way} {name}: {printed:?}");
            assert!(printed.stdout.contains("a position"), "{way} {name}: {}", printed.stdout);
        }
        let printed = home.run(&["-q", name], "");
        assert_eq!(told(&printed.stdout), read(bytes), "{name}: {printed:?}");
    }
}

/// Files for programs do not depend on how answers are shown. Pages do: those of GNU Backgammon follow its digits, its
/// units and the direction of its board, too.
#[test]
fn what_is_shown_on_the_terminal_does_not_change_files() {
    let shown = [
        ("set display on", "set display on"),
        ("set output rawboard on", "set output rawboard off"),
        ("set output digits 5", "set output digits 3"),
        ("set output mwc on", "set output mwc off"),
        ("set clockwise on", "set clockwise off"),
        ("set display off", "set display on"),
        ("set prompt x", "set prompt y"),
        ("set output board unicode", "set output board ascii"),
        ("set output pager off", "set output pager on"),
        // In GNU Backgammon's place answers of these kinds are gammon's own.
        ("set output style gnubg", "set output style table"),
        ("set output format csv", "set output format text"),
        ("set output format json", "set output format text"),
    ];
    let home = Home::new();
    let extents = [Extent::Position, Extent::Game, Extent::Match];
    // A position that was set up on the way is none of OpenGammon's, and no game has been played without dice set.
    let of = |extent| formats(extent).filter(|format| format.word != "ogxm").map(move |format| (extent, format.word));
    let exports: Vec<String> =
        extents.into_iter().flat_map(of).map(|(extent, word)| format!("{} {word}", extent.word())).collect();
    assert!(exports.len() > 10, "{exports:?}");
    for (args, settings) in [(&["-q"][..], &shown[..]), (&["-t", "-q"], &shown[..9])] {
        let mut lines = vec!["set rng mersenne".to_owned(), "set seed 5".to_owned()];
        lines.extend(gnubg::PRELUDE.map(str::to_owned));
        let begin = ["new match 5", "set dice 31", "move 8/5 6/5", "set dice 62", "move 24/18 13/11", "set dice 41"];
        lines.extend(begin.map(str::to_owned));
        for (n, (on, off)) in settings.iter().enumerate() {
            lines.push((*on).to_owned());
            lines.extend(exports.iter().enumerate().map(|(i, export)| format!("export {export} {n}-{i}.out")));
            lines.push((*off).to_owned());
        }
        let printed = home.run(args, &(lines.join("\n") + "\nquit\ny\n"));
        let file = |n: usize, i: usize| fs::read(home.path(&format!("{n}-{i}.out"))).ok();
        for (i, export) in exports.iter().enumerate() {
            let usual = file(0, i);
            assert!(usual.is_some() || args.len() > 1, "{export} is not written: {printed:?}");
            for (n, (on, _)) in settings.iter().enumerate() {
                assert!(usual == file(n, i), "{args:?}: `{on}` changes `export {export}`");
            }
        }
    }
}

/// GNU Backgammon saves the last position of a match with the loser on roll and the points counted.
#[test]
fn the_end_of_a_match_is_read() {
    let text = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:1][game:0][ws:0][bs:1]PW[alice]PB[bob]\n\
                ;PL[W]AE[a:y]AW[a][a]\n;CV[1]\n;CP[c])\n";
    let played = read_back(text.as_bytes()).expect("it is read");
    let state = end(&played.record);
    assert!(played.is_position() && state.game.is_none() && state.standing.is_over(), "{state:?}");
    assert_eq!(state.outcome.map(|outcome| (outcome.winner, outcome.points)), Some((Player::Bottom, 1)));
    assert_eq!(state.standing.points(), ByPlayer([0, 1]));
    // Nothing can be played in a match that is won.
    let more = read_back(text.replace(";CP[c])", ";CP[c]\n;W[21aa])").as_bytes()).expect("it is read");
    assert_eq!((end(&more.record).game, more.remarks.len()), (None, 1), "{:?}", more.remarks);
}

/// After the end of a match its last position can be saved, in either manner, and comes back.
#[test]
fn the_last_position_of_a_match_can_be_saved() {
    for args in [&["-q"][..], &["-t", "-q"]] {
        let home = Home::new();
        let mut lines = gnubg::PRELUDE.map(str::to_owned).to_vec();
        lines.extend(["new match 1", "set dice 31", "move 8/5 6/5", "resign backgammon", "accept"].map(str::to_owned));
        for name in [
            "save position p.sgf",
            "export position snowietxt p.txt",
            "export position pos p.pos",
            "export position text p.text",
        ] {
            lines.push(name.to_owned());
        }
        let printed = home.run(args, &(lines.join("\n") + "\nquit\ny\n"));
        for name in ["p.sgf", "p.txt", "p.pos"] {
            let bytes = fs::read(home.path(name)).unwrap_or_else(|error| panic!("{name}: {error}: {printed:?}"));
            let back = end(&read_back(&bytes).unwrap_or_else(|error| panic!("{name}: {error}")).record);
            assert!(back.game.is_none() && back.shown().is_some() && back.standing.is_over(), "{name}: {back:?}");
        }
        assert!(home.path("p.text").is_file(), "{printed:?}");
    }
}

//! GNU Backgammon's command language, leaf by leaf: no leaf that matters at a terminal is unknown, and those declared
//! to have an effect have one.
//!
//! A leaf that changes a setting is taken with another value and must change the settings as they would be saved, and
//! no other line of them. Any other leaf changes the table, the record or a file, or answers something.

use crate::support::home;

use gammon::command::{Command, Fate, HelpArg, HelpTopic, LeafMark, coverage, help_all, parse};
use gammon::formats::Extent;
use gammon::render::{Format, reply};
use gammon::rollout::Unobserved;
use gammon::session::{Session, SessionError};
use gammon::settings::{Kind, all_commands};
use home::Home;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What GNU Backgammon has and gammon refuses. Everything else that is core or useful is taken.
const REFUSED: &str = "export game pdf
export game ps
export match pdf
export match ps
import bgroom
import empire
import party
import sgg
import tmg
set rng bbs
set rng random.org
set rollout rng bbs
set rollout rng file
set rollout rng manual
set rollout rng random.org";

/// A game on the table with its first roll, everything quick.
const GAME: [&str; 11] = [
    "set display off",
    "set evaluation preset beginner",
    "set analysis chequerplay evaluation plies 0",
    "set analysis cubedecision evaluation plies 0",
    "set rollout trials 2",
    "set rollout cubedecision plies 0",
    "set rollout truncation enable on",
    "set rollout truncation plies 2",
    "set rollout until error 9",
    "set seed 1",
    "new session",
];

/// Where leaves begin that do nothing at the start of a game: the commands before, and the command if it is not the
/// example of the manual.
fn cases() -> BTreeMap<&'static str, (Vec<&'static str>, &'static str)> {
    let next = vec!["play"];
    let doubled = vec!["play", "double"];
    let resigned = vec!["resign 1"];
    // A turn of each player, a double, a resignation that is declined.
    let played = vec!["play", "double", "take", "play", "resign 1", "decline", "analyse session"];
    let passed: Vec<_> = played.iter().copied().chain(["set cube owner both", "double", "drop"]).collect();
    let with = |more: &[&'static str]| played.iter().copied().chain(more.iter().copied()).collect::<Vec<_>>();
    let start = |lines: &[&'static str]| lines.to_vec();
    BTreeMap::from([
        ("accept", (doubled.clone(), "")),
        ("agree", (resigned.clone(), "")),
        ("analyse clear game", (played.clone(), "")),
        ("analyse clear match", (played.clone(), "")),
        ("analyse clear move", (with(&["first move"]), "")),
        ("analyse clear session", (played.clone(), "")),
        ("analyse game", (with(&["analyse clear match"]), "")),
        ("analyse match", (with(&["analyse clear match"]), "")),
        ("analyse move", (with(&["analyse clear match", "first move"]), "")),
        ("analyse session", (with(&["analyse clear match"]), "")),
        ("analyse rollout game", (with(&["first move", "cmark move set rollout 1 2"]), "")),
        ("analyse rollout match", (with(&["first move", "cmark move set rollout 1 2"]), "")),
        ("analyse rollout move", (start(&[]), "")),
        ("annotate accept bad", (with(&["previous 2"]), "")),
        ("annotate accept clear", (with(&["annotate take bad"]), "")),
        ("annotate accept doubtful", (played.clone(), "")),
        ("annotate accept comment", (played.clone(), "")),
        ("annotate accept verybad", (played.clone(), "")),
        ("annotate clear comment", (with(&["first move", "annotate move comment x"]), "")),
        ("annotate clear luck", (with(&["first move", "annotate roll lucky"]), "")),
        ("annotate clear skill", (with(&["first move", "annotate move bad"]), "")),
        ("annotate drop clear", (passed.iter().copied().chain(["annotate drop bad"]).collect(), "")),
        ("beaver", (doubled.clone(), "")),
        ("clear hint", (start(&["analyse rollout move 1 2"]), "")),
        ("cmark cube clear", (with(&["first move", "next", "cmark cube set rollout"]), "")),
        ("cmark cube set none", (with(&["first move", "next", "cmark cube set rollout"]), "")),
        ("cmark cube set rollout", (with(&["first move", "next"]), "")),
        ("cmark cube show", (with(&["first move", "next"]), "")),
        ("cmark game clear", (with(&["first move", "cmark move set rollout 1"]), "")),
        ("cmark game show", (with(&["first move", "cmark move set rollout 1"]), "")),
        ("cmark match clear", (with(&["first move", "cmark move set rollout 1"]), "")),
        ("cmark match show", (with(&["first move", "cmark move set rollout 1"]), "")),
        ("cmark move clear", (with(&["first move", "cmark move set rollout 1"]), "")),
        ("cmark move set none", (with(&["first move", "cmark move set rollout 1 2"]), "")),
        ("cmark move set rollout", (with(&["first move"]), "")),
        ("decline", (resigned.clone(), "")),
        ("drop", (doubled.clone(), "")),
        ("eq2mwc", (start(&["new match 7"]), "")),
        ("mwc2eq", (start(&["new match 7"]), "")),
        ("first game", (played.clone(), "")),
        ("first move", (played.clone(), "")),
        ("next", (with(&["first move"]), "")),
        ("next game", (passed.iter().copied().chain(["new game", "first game"]).collect(), "")),
        ("next marked", (with(&["annotate move bad", "first move"]), "next marked")),
        ("next roll", (with(&["first move"]), "")),
        ("next rolled", (with(&["first move"]), "")),
        ("previous", (played.clone(), "")),
        ("previous game", (passed.iter().copied().chain(["new game"]).collect(), "")),
        ("previous marked", (with(&["annotate move bad"]), "")),
        ("previous roll", (played.clone(), "")),
        ("previous rolled", (played.clone(), "")),
        ("pass", (doubled.clone(), "")),
        ("redouble", (doubled.clone(), "")),
        ("reject", (doubled.clone(), "")),
        ("set crawford", (start(&["new match 3", "set score 2 1"]), "set crawford on")),
        ("set postcrawford", (start(&["new match 3", "set score 2 0"]), "set postcrawford on")),
        ("set cube centre", (start(&["set cube owner 0"]), "")),
        ("set cube center", (start(&["set cube owner 0"]), "set cube center")),
        ("set invert matchequitytable", (start(&[]), "invert met on")),
        ("set jacoby", (start(&[]), "set jacoby off")),
        ("show statistics game", (played.clone(), "")),
        ("show statistics match", (played.clone(), "")),
        ("show statistics session", (played.clone(), "")),
        ("swap players", (next.clone(), "")),
        ("take", (doubled, "")),
        ("list game", (played.clone(), "")),
        ("roll", (next, "")),
        ("double", (start(&["play"]), "")),
        ("set variation standard", (start(&["set variation nackgammon"]), "set variation standard")),
        ("show bearoff", (start(&[]), "show bearoff AQAABAAAAAAAAA")),
        ("move", (start(&["set dice 31"]), "8/5 6/5")),
        ("show matchequitytable", (start(&[]), "show met 3")),
        ("set matchid", (start(&[]), "set matchid QYkqASAAIAAA")),
        ("set gnubgid", (start(&[]), "set gnubgid sGfwATDgc/ABMA:QYkqASAAIAAA")),
        ("set turn", (start(&[]), "set turn 0")),
        ("set board", (start(&[]), "set board sGfwATDgc/ABMA")),
    ])
}

/// Leaves that need files, a terminal or the shell, each with its test elsewhere.
const ELSEWHERE: [(&str, &str); 9] = [
    ("exit", "tests/shell/batch.rs"),
    ("quit", "tests/shell/batch.rs"),
    ("history", "tests/shell/terminal.rs"),
    ("load commands", "tests/shell/batch.rs"),
    ("external", "tests/shell/external.rs"),
    ("calibrate", "tests/shell/batch.rs"),
    ("set player P external", "tests/shell/external.rs"),
    ("set rng file", "tests/engine/dice.rs"),
    ("clear cache", "says that evaluations are not cached"),
];

fn execute(session: &mut Session, line: &str) -> Result<String, SessionError> {
    let command = parse(line).map_err(|error| SessionError::new(error.to_string()))?;
    let answer = session.execute(&command, &mut Unobserved)?;
    Ok(reply(&answer, &Format::plain(&session.settings().output)))
}

/// Everything that commands may change, as text.
fn state(session: &Session) -> String {
    let info = session.match_report(Extent::Match).info.clone();
    format!("{:?}{info:?}{:?}{:?}", session.record(), all_commands(session.settings()), session.last_plays())
}

/// A value that a setting has not.
fn other_value(topic: &HelpTopic, session: &Session) -> String {
    let setting = topic.setting.expect("a setting");
    let player = gammon::board::Player::Top;
    let now: Vec<_> = setting.values(session.settings(), player).iter().map(ToString::to_string).collect();
    let is_now = |text: &str| now.iter().any(|now| now == text);
    let candidates = match &setting.kind {
        Kind::Switch => vec!["on".to_owned(), "off".to_owned()],
        Kind::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Kind::Whole { min, max } => vec![min.to_string(), max.to_string()],
        Kind::Filter => vec!["2 0 0 5 0.1".to_owned()],
        Kind::File if setting.words == "matchequitytable" => vec!["zadeh".to_owned()],
        Kind::Real { .. } => vec![setting.example.clone(), "0.5".to_owned()],
        _ => vec![setting.example.clone()],
    };
    candidates.into_iter().find(|text| !is_now(text)).unwrap_or_else(|| setting.example.clone())
}

fn of_setting(topic: &HelpTopic, leaf: &str) -> Result<(), String> {
    let mut session = Session::new();
    let setting = topic.setting.expect("a setting");
    let before = all_commands(session.settings());
    let value = if setting.kind == Kind::Nothing { String::new() } else { other_value(topic, &session) };
    let line = format!("set {} {value}", setting.words_for("0"));
    execute(&mut session, line.trim_end()).map_err(|error| format!("{line}: {error}"))?;
    let after = all_commands(session.settings());
    // Presets and alternatives change other lines, of the same group alone.
    let changed: BTreeSet<_> =
        before.iter().chain(&after).filter(|l| before.contains(l) != after.contains(l)).collect();
    // A word that stands for what is so already has nothing to change.
    let is_so = [" human", " mersenne", " skill doubtful"].iter().any(|end| leaf.ends_with(end));
    if changed.is_empty() && !is_so {
        return Err(format!("{line} changes nothing"));
    }
    Ok(())
}

#[test]
fn every_leaf_is_known_and_only_these_are_refused() {
    let leaves = coverage();
    assert_eq!(leaves.len(), 1125, "the leaves of the tree");
    let unknown: Vec<_> = leaves.iter().filter(|leaf| leaf.fate == Fate::Unknown).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let refused: Vec<_> = leaves
        .iter()
        .filter(|leaf| leaf.fate == Fate::Refused && leaf.mark != LeafMark::Gui)
        .map(|leaf| leaf.words.as_str())
        .collect();
    assert_eq!(refused.join("\n"), REFUSED);
    assert!(!leaves.iter().any(|leaf| leaf.mark == LeafMark::Core && leaf.fate == Fate::Refused));
}

#[test]
fn leaves_without_effect_say_so() {
    for leaf in coverage().iter().filter(|leaf| leaf.fate == Fate::NoEffect) {
        let line = leaf.words.replace(" P", " 0");
        let value = if leaf.words.ends_with(" type") { " evaluation" } else { " 1" };
        let answer = parse(&line).or_else(|_| parse(&format!("{line}{value}")));
        let command = answer.unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut session = Session::new();
        let answer = session.execute(&command, &mut Unobserved).unwrap_or_else(|error| panic!("{line}: {error}"));
        let told = reply(&answer, &Format::plain(&session.settings().output));
        assert!(told.contains("no effect"), "{line}: {told}");
    }
}

#[test]
fn leaves_with_effect_have_one() {
    let topics = help_all();
    // Other names of a word lead to the same command.
    let find = |words: &str| match parse(&format!("help {words}")) {
        Ok(Command::Help(HelpArg::About(full))) => topics.iter().find(|topic| topic.words == full.join(" ")),
        _ => None,
    };
    let cases = cases();
    let mut faults = Vec::new();
    for leaf in coverage().iter().filter(|leaf| leaf.fate == Fate::Effect && leaf.mark != LeafMark::Gui) {
        let words = leaf.words.as_str();
        let is_file = ["load ", "save ", "import ", "export "].iter().any(|beginning| words.starts_with(beginning));
        if is_file || ELSEWHERE.iter().any(|(known, _)| *known == words) {
            continue;
        }
        let topic = find(words);
        if let (Some(topic), None) = (topic.filter(|topic| topic.setting.is_some()), cases.get(words)) {
            faults.extend(of_setting(topic, words).err());
            continue;
        }
        let (setup, line) = cases.get(words).cloned().unwrap_or_default();
        let setup = if words.starts_with("annotate drop")
            || words.starts_with("annotate pass")
            || words.starts_with("annotate reject")
        {
            cases["previous game"].0[..cases["previous game"].0.len() - 1].to_vec()
        } else if words.starts_with("annotate") && setup.is_empty() {
            cases["previous"].0.clone()
        } else {
            setup
        };
        let example = topic.and_then(|topic| topic.example.clone()).unwrap_or_else(|| words.replace(" P ", " 0 "));
        let line = if line.is_empty() { example } else { line.to_owned() };
        let mut session = Session::new();
        for before in GAME.iter().chain(&setup) {
            if let Err(error) = execute(&mut session, before) {
                faults.push(format!("{words}: {before}: {error}"));
            }
        }
        if words.ends_with("clear") && words.starts_with("annotate") {
            let mark = line.replace("clear", if line.contains("roll") { "lucky" } else { "bad" });
            let _ = execute(&mut session, &mark);
        }
        let before = state(&session);
        match execute(&mut session, &line) {
            Err(error) => faults.push(format!("{words}: {line}: {error}")),
            Ok(told) => {
                let asks = ["show", "list", "hint", "eval", "help", "dicerolls", "eq2mwc", "mwc2eq", "rollout"]
                    .iter()
                    .any(|word| words.split(' ').next() == Some(*word))
                    || words.ends_with(" show")
                    || words.starts_with("analyse rollout")
                    || words == "clear hint";
                let has_effect = if asks { !told.trim().is_empty() } else { state(&session) != before };
                if !has_effect {
                    faults.push(format!("{words}: `{line}` does nothing: {told}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}\n{} leaves", faults.join("\n"), faults.len());
}

#[test]
fn leaves_with_files_write_and_read_them() {
    let home = Home::new();
    let topics = help_all();
    let leaves = coverage();
    let is_tried = |leaf: &LeafMark, words: &str| *leaf != LeafMark::Gui || words == "export position pos";
    let files: Vec<_> =
        leaves.iter().filter(|leaf| leaf.fate == Fate::Effect && is_tried(&leaf.mark, &leaf.words)).collect();
    let match7 = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match7.mat");
    let begin = format!("import mat \"{}\"", match7.display());
    let written: Vec<_> = files
        .iter()
        .filter(|leaf| leaf.words.starts_with("save ") || leaf.words.starts_with("export "))
        .map(|leaf| (leaf.words.as_str(), format!("{}.out", leaf.words.replace(' ', "-"))))
        .collect();
    let lines: Vec<_> = written.iter().map(|(words, file)| format!("{words} {file}")).collect();
    let outcome = home.run(&["-r", "-e", &begin], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let outcome = home.run(&["-r"], &format!("{begin}\n{}\n", lines.join("\n")));
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
    for (words, file) in &written {
        let size = std::fs::metadata(home.path(file)).map_or(0, |data| data.len());
        assert!(size > 20, "{words} wrote {size} bytes");
    }
    let read = [
        ("load game", "save-game.out"),
        ("load match", "save-match.out"),
        ("load position", "save-position.out"),
        ("import auto", "save-match.out"),
        ("import mat", "export-match-mat.out"),
        ("import gam", "export-game-gam.out"),
        ("import snowietxt", "export-position-snowietxt.out"),
        ("import pos", "export-position-pos.out"),
        ("import oldmoves", "moves.fibs"),
    ];
    let moves = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats/oldmoves-two-games.fibs");
    std::fs::copy(moves, home.path("moves.fibs")).expect("a copy");
    // Files named on the command line are found by the same endings.
    for (file, name) in [("export-position-pos.out", "a.pos"), ("export-position-snowietxt.out", "b.txt")] {
        std::fs::copy(home.path(file), home.path(name)).expect("a copy");
        let outcome = home.run(&["-r", name], "");
        assert_eq!(outcome.status, Some(0), "{name}: {}", outcome.stderr);
        assert!(outcome.stdout.contains("Ann"), "{name}: {}", outcome.stdout);
    }
    for leaf in files.iter().filter(|leaf| leaf.words.starts_with("load ") || leaf.words.starts_with("import ")) {
        if leaf.words == "load commands" || leaf.words == "load weights" {
            continue;
        }
        let (_, file) = read.iter().find(|(words, _)| *words == leaf.words).unwrap_or_else(|| panic!("{leaf:?}"));
        assert!(topics.iter().any(|topic| topic.words == leaf.words));
        let outcome = home.run(&["-r"], &format!("{} {file}\nshow board\n", leaf.words));
        assert_eq!(outcome.status, Some(0), "{}: {}", leaf.words, outcome.stderr);
        assert!(outcome.stdout.contains("Ann"), "{}: {}", leaf.words, outcome.stdout);
    }
}

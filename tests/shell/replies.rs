//! The answers of every `show` command: with the digits of the settings, and in JSON as numbers.

use crate::support::commands;

use commands::{run, run_all};
use gammon::board::ByPlayer;
use gammon::command::help_about;
use gammon::library::{AnswerRow, CardRow, KeptMatch};
use gammon::render::{Format, Style, json_reply, reply, width_of};
use gammon::session::{
    Figures, FoundReply, FoundRow, JobRow, JobState, JobsReply, LibraryListReply, LibraryPlayer, LibraryReply,
    LibraryTag, NextClass, PlanLine, PlanReply, PracticeAnswersReply, PracticeCardsReply, PracticeReply, PracticeTheme,
    Reply, Session,
};
use gammon::settings::OutputSettings;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

/// All commands that begin with these words, as they are typed without arguments.
fn below(words: &[&str]) -> Vec<String> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let topic = help_about(&words).expect("there is such a group");
    let mut all = Vec::new();
    for entry in topic.below {
        let words: Vec<&str> = entry.words.split(' ').collect();
        let deeper = help_about(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()).expect("a command");
        if !deeper.below.is_empty() {
            all.extend(below(&words));
        }
        if !deeper.usage.is_empty() {
            all.push(entry.words);
        }
    }
    all
}

/// Commands that answer with figures and begin with another word.
const OTHERS: [&str; 5] = ["eq2mwc", "mwc2eq", "list game", "rollout horizons 0,2", "rollout versus quick 1-2"];

/// A money race with contact gone, the dice on the table and a rollout made; or a match.
fn session(is_match: bool) -> Session {
    let mut session = Session::new();
    let game = if is_match { "new match 7" } else { "new session" };
    run_all(&mut session, &["set rollout seed 1", "set rollout trials 36", "set rollout preset quick", game]);
    run_all(
        &mut session,
        &["set turn 1", "set board simple 0 2 2 2 2 3 3 0 0 0 0 0 0 0 0 0 0 0 0 -3 -3 -2 -2 -2 -2 0"],
    );
    run_all(&mut session, &["set dice 31", "rollout plays 1 2"]);
    session
}

/// What there is to practise: answers of a library.
fn practice() -> [(String, Reply); 3] {
    let theme = |theme: &str, answers| PracticeTheme {
        theme: theme.to_owned(),
        cards: 1234,
        new: 12,
        due: 345,
        week: 1000,
        answers,
        retention: (answers > 0).then_some(0.875),
        lost: (answers > 0).then_some(0.0625),
    };
    let themes = vec![theme("bear-in with contact", 4321), theme("doubling", 0)];
    let day = || Some("2026-11-28".to_owned());
    let (stability, difficulty) = (Some(3.125), Some(5.25));
    let (card, loss) = ("0123456789abcdef".to_owned(), 0.062_51);
    let row = CardRow {
        card: card.clone(),
        asked: "play",
        theme: "race".to_owned(),
        xgid: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10".to_owned(),
        made: "8/7 8/5".to_owned(),
        best: "8/5 6/5".to_owned(),
        opponent: "Bob".to_owned(),
        file: "one.mat".to_owned(),
        date: day(),
        last: day(),
        due: day(),
        loss,
        stability,
        difficulty,
    };
    let (grade, answer) = ("again".to_owned(), "8/7 8/5".to_owned());
    let answers = vec![AnswerRow { card, day: day(), answer, loss, grade, stability, difficulty }];
    let figures = [
        ("show practice", Figures::Practice(PracticeReply { themes, found: 1234, dropped: 1 })),
        ("show practice cards", Figures::PracticeCards(PracticeCardsReply { cards: vec![row] })),
        ("show practice answers", Figures::PracticeAnswers(PracticeAnswersReply { answers })),
    ];
    figures.map(|(line, figures)| (line.to_owned(), Reply::Figures(Box::new(figures), None)))
}

/// Answers about a library, which another test fills.
fn library() -> [(String, Reply); 4] {
    let player = LibraryPlayer { name: "Ann".to_owned(), matches: 2 };
    let info = LibraryReply {
        file: "library.db".to_owned(),
        matches: 2,
        judged_matches: 1,
        decisions: 812,
        judged: 400,
        days: Some(["2026-01-02", "2026-11-28"].map(str::to_owned)),
        players: vec![player],
        tags: vec![LibraryTag { tag: "league".to_owned(), matches: 1 }],
    };
    let one = KeptMatch {
        number: 3,
        date: Some("2026-11-28".to_owned()),
        names: ByPlayer(["Ann", "Bob"].map(str::to_owned)),
        written: ByPlayer(["Ann", "Bob77"].map(str::to_owned)),
        points: ByPlayer([7, 4]),
        length: 7,
        event: "Club".to_owned(),
        decisions: 412,
        judged: 400,
        file: "one.mat".to_owned(),
        tags: vec!["league".to_owned()],
        note: "on a train".to_owned(),
    };
    let row = FoundRow {
        rank: 1,
        number: 3,
        date: None,
        player: "Ann".to_owned(),
        opponent: "Bob".to_owned(),
        game: 2,
        turn: 9,
        away: Some([3, 5]),
        phase: "race",
        made: "31: 8/5 6/5".to_owned(),
        best: "8/7 8/5".to_owned(),
        loss: Some(0.062_51),
        distance: Some(12),
        xgid: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10".to_owned(),
    };
    let find = "library find player Ann takes".to_owned();
    let line =
        PlanLine { what: "takes".to_owned(), decisions: 12, errors: 3, loss: 0.25, recoverable: Some(0.125), find };
    let plan = PlanReply {
        player: "Ann".to_owned(),
        matches: 4,
        loss: 1.25,
        recoverable: Some(0.5),
        next: Some(NextClass { class: "Advanced", players: 3 }),
        lines: vec![line],
    };
    let found = FoundReply { found: vec![row], known: 1, unjudged: 0, matches: 2, is_like: true };
    [
        ("library", Figures::Library(info)),
        ("library list", Figures::LibraryList(LibraryListReply { matches: vec![one], known: 1 })),
        ("library find", Figures::Found(found)),
        ("library plan", Figures::Plan(plan)),
    ]
    .map(|(line, figures)| (line.to_owned(), Reply::Figures(Box::new(figures), None)))
}

/// Every answer: those about equities and chances of a match, the others of a money session.
fn answers() -> &'static [(String, Reply)] {
    static ANSWERS: OnceLock<Vec<(String, Reply)>> = OnceLock::new();
    ANSWERS.get_or_init(|| {
        let [mut money, mut game] = [false, true].map(session);
        let mut all = Vec::new();
        // Statistics and ratings are of a match that is analysed, and have tests of their own.
        let of_a_match = |line: &String| line.starts_with("show statistics") || line == "show pr";
        // Practice is of a library.
        let is_elsewhere = |line: &String| of_a_match(line) || line.starts_with("show practice");
        let shown = below(&["show"]).into_iter().filter(|line| !is_elsewhere(line));
        for line in shown.chain(OTHERS.map(str::to_owned)) {
            let session = if line.contains("2") { &mut game } else { &mut money };
            let answer = run(session, &line).unwrap_or_else(|error| panic!("{line}: {error}"));
            all.push((line, answer));
        }
        assert!(all.len() > 45, "{}", all.len());
        all.extend(practice());
        all.extend(library());
        all
    })
}

/// How many places each number with a point has.
fn places(text: &str) -> Vec<usize> {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    numbers.filter_map(|number| number.split_once('.')).map(|(_, places)| places.len()).filter(|&n| n > 0).collect()
}

/// `show rolls` once had three digits whatever the settings.
#[test]
fn all_figures_have_the_digits_that_were_asked_for() {
    let mut with_numbers = 0;
    for (line, answer) in answers() {
        let text = |digits| {
            let output = OutputSettings { digits, ..OutputSettings::default() };
            reply(answer, &Format::plain(&output))
        };
        // Counts and times are no results; a program's version is no number; distances in standard
        // errors have three digits in GNU Backgammon's layout; the constants of a formula are its own.
        if matches!(answer, Reply::Commands(_))
            || ["show rollout cost", "show rollout detail", "show version", "show engine"].contains(&line.as_str())
        {
            continue;
        }
        let text = |digits| text(digits).replace("0.35 ×", "").replace("game.", "");
        let (three, five) = (places(&text(3)), places(&text(5)));
        let wanted: Vec<usize> = three.iter().map(|places| places + 2).collect();
        assert_eq!(five, wanted, "{line}:\n{}{}", text(3), text(5));
        with_numbers += usize::from(!three.is_empty());
    }
    assert!(with_numbers >= 15, "{with_numbers}");
}

/// The paths of all keys of an object, those of a list's members once.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                keys(value, &path, found);
            }
        }
        Value::Array(members) => members.iter().for_each(|member| keys(member, &format!("{path}[]"), found)),
        Value::String(text) => {
            // A number with its unit or sign is a number all the same; names, rolls in plays and versions are none.
            let digits = text.trim_start_matches(['+', '-']).split([' ', '%', 'k', 'M']).next().unwrap_or_default();
            let is_number = digits.contains('.') && digits.parse::<f64>().is_ok();
            assert!(!is_number, "{path} is text: {text}");
            found.insert(format!("{path}: text"));
        }
        Value::Number(_) => {
            found.insert(format!("{path}: number"));
        }
        Value::Bool(_) => {
            found.insert(format!("{path}: truth"));
        }
        Value::Null => {
            found.insert(format!("{path}: null"));
        }
    }
}

/// `UPDATE_EXPECT=1 cargo test --test shell replies` writes the file anew; the difference is a change of the schema.
#[test]
fn keys_and_types_in_json_are_those_that_are_written_down() {
    let mut text = String::new();
    let (mut position, mut cube) = (session(false), session(true));
    run_all(&mut cube, &["clear turn"]);
    let mut more: Vec<(String, Reply)> = Vec::new();
    for line in ["show board", "eval", "hint", "rollout plays 1 2"] {
        more.push((line.to_owned(), run(&mut position, line).expect(line)));
    }
    for line in ["hint", "rollout cube", "resign gammon", "hint"] {
        more.push((format!("{line} (match, no dice)"), run(&mut cube, line).expect(line)));
    }
    let shown = answers().iter().cloned();
    let is_plain = |answer: &Reply| matches!(answer, Reply::Message(_) | Reply::Commands(_));
    for (line, answer) in shown.chain(more).filter(|(_, answer)| !is_plain(answer)) {
        let object: Value = serde_json::from_str(&json_reply("x", &answer)).expect("an object");
        let mut found = BTreeSet::new();
        keys(&object, "", &mut found);
        text += &format!("{line}\n");
        for key in found.iter().filter(|key| !["command: text", "schema: number"].contains(&key.as_str())) {
            text += &format!("  {key}\n");
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/json-keys.txt");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &text).expect("written");
    }
    // The first line that differs says enough; `UPDATE_EXPECT=1` and the difference of the file say the rest.
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = text.lines().zip(known.lines()).find(|(now, then)| now != then);
    assert!(text == known, "{differs:?}, or one list is longer");
}

/// Answers about a match that was read and analysed, about help, files on disk and jobs.
fn of_a_match() -> Vec<(String, Reply)> {
    let mut session = Session::new();
    let folder = tempfile::TempDir::new().expect("a folder");
    session.set_rollout_folder(folder.path().to_owned());
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/match7.mat");
    let read = format!("import mat \"{file}\"");
    let quick = ["set analysis chequerplay evaluation plies 0", "set analysis cubedecision evaluation plies 0"];
    run_all(
        &mut session,
        &[&read, quick[0], quick[1], "analyse match", "set rollout trials 36", "set autosave rollout on"],
    );
    run_all(&mut session, &["first game", "next rolled 2", "rollout plays best 5"]);
    let mut lines = below(&["show", "statistics"]);
    lines.retain(|line| !line.contains("folder"));
    lines.extend(below(&["list"]));
    let others = [
        "show errors 20",
        "next",
        "flag",
        "comment too bold",
        "show flags",
        "compare analyses 0-ply gammon",
        "show rollout detail",
        "show rollout statistics",
        "rollout saved",
        "show matchinfo",
        "help",
        "help /set",
        "help set rollout trials",
        "help set rollout until",
        "help jobs",
        "help jsd",
        "hint 20",
        "show board",
    ];
    lines.extend(others.map(str::to_owned));
    let mut all: Vec<_> = lines
        .into_iter()
        .map(|line| {
            let answer = run(&mut session, &line).unwrap_or_else(|error| panic!("{line}: {error}"));
            (line, answer)
        })
        .collect();
    let job = JobRow {
        number: 12,
        command: "rollout plays bar/20 13/9* 6/2*(2) 24/20(2), 24/20(2) 13/9(2)".to_owned(),
        state: JobState::Running,
        stage: Some("position 17 of 120".to_owned()),
        trials: Some(123_456),
        of: Some(1_234_567),
        left: Some(std::time::Duration::from_secs(12_345)),
        leader: Some("bar/20 13/9* 6/2*(2) 24/20(2)".to_owned()),
        equity: Some(-0.123),
        std_err: Some(0.004),
    };
    let jobs = Figures::Jobs(JobsReply { jobs: vec![job] });
    all.push(("jobs".to_owned(), Reply::Figures(Box::new(jobs), None)));
    all.push(("history".to_owned(), Reply::Message("set rollout trials 1296; ".repeat(30))));
    all
}

/// What `show` answers as commands makes it so where it was otherwise: turn, dice, score, cube, rules, settings.
#[test]
fn what_is_shown_as_commands_can_be_pasted_back() {
    let tables: [&[&str]; 5] = [
        &["new session", "set turn 1", "set dice 31", "set cube value 2", "set cube owner 0", "set score 2 5"],
        &["new session", "set turn 0", "set jacoby off", "set beavers 2", "set cube use off", "set rng isaac 7"],
        &["new match 7", "set score 3 4", "set turn 1", "set cube value 4", "set cube owner 1", "set dice 65"],
        &["new match 5", "set score 4 0", "set turn 0"],
        &["new match 5", "set score 4 2", "set turn 1", "set postcrawford on"],
    ];
    // As far as they are possible there.
    let otherwise = [
        "set turn 0",
        "set crawford off",
        "set cube use on",
        "set cube value 16",
        "set cube centre",
        "set score 1 0",
        "set crawford on",
        "set dice 21",
        "set jacoby on",
        "set beavers 1",
        "set rng md5",
        "set seed 1",
        "set ratingoffset 1",
    ];
    let others = ["set turn 1", "set crawford off", "set postcrawford off", "set dice 42", "set cube owner 0"];
    let (mut pasted, mut figures) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for table in tables {
        let needs_files = |line: &String| line == "show statistics folder" || line.starts_with("show practice");
        for line in below(&["show"]).into_iter().filter(|line| !needs_files(line)) {
            for changes in [&otherwise[..], &others[..]] {
                // What answers with figures, which may take long, does so at all tables.
                if figures.contains(&line) {
                    continue;
                }
                let mut session = Session::new();
                run_all(&mut session, &["set seed 3", "set rollout seed 4"]);
                run_all(&mut session, table);
                let commands = match run(&mut session, &line) {
                    Ok(Reply::Commands(commands)) => commands,
                    Ok(Reply::Message(_)) | Err(_) => continue,
                    Ok(_) => {
                        figures.insert(line.clone());
                        continue;
                    }
                };
                // There is no cube to set in a Crawford game.
                let is_apart =
                    |change: &str| change.contains("score") || line == "show cube" && change.contains("crawford");
                for change in changes.iter().filter(|change| !(table[0] == "new match 5" && is_apart(change))) {
                    let _ = run(&mut session, change);
                }
                let lines: Vec<&str> = commands.iter().map(String::as_str).collect();
                run_all(&mut session, &lines);
                let Ok(Reply::Commands(again)) = run(&mut session, &line) else { panic!("{table:?}: {line}") };
                // Comments have the rest of the table, such as whose the dice are.
                let bare = |lines: &[String]| -> Vec<String> {
                    lines.iter().map(|line| line.split("  # ").next().unwrap_or(line).to_owned()).collect()
                };
                assert_eq!(bare(&again), bare(&commands), "{table:?}: {line}");
                pasted.insert(line.clone());
            }
        }
    }
    assert!(pasted.is_disjoint(&figures), "{pasted:?} {figures:?}");
    for line in
        ["turn", "dice", "score", "cube", "crawford", "postcrawford", "jacoby", "beavers", "rng", "seed", "player"]
    {
        assert!(pasted.contains(&format!("show {line}")), "{line}: {pasted:?}");
    }
    // Under `set output style gnubg` answers have the words of GNU Backgammon.
    let mut session = Session::new();
    run_all(&mut session, &["new session", "set turn 1", "set output style gnubg"]);
    let answer = run(&mut session, "show turn").expect("an answer");
    assert!(matches!(&answer, Reply::Message(text) if text == "user is on roll"), "{answer:?}");
}

/// No line is wider than the terminal, whatever is shown and however wide it is.
#[test]
fn every_answer_fits_the_terminal() {
    let (mut money, mut game) = (session(false), session(true));
    let mut all = answers().to_vec();
    run_all(&mut money, &["rollout plays 1 2 3"]);
    for line in ["hint 9", "eval", "rollout plays 1 2 3"] {
        all.push((line.to_owned(), run(&mut money, line).expect(line)));
    }
    run_all(&mut game, &["clear turn"]);
    for line in ["hint", "rollout cube", "hint", "double", "hint"] {
        all.push((format!("{line} (match)"), run(&mut game, line).expect(line)));
    }
    all.extend(of_a_match());
    let mut too_wide = Vec::new();
    for (line, answer) in &all {
        for width in [60, 80, 120] {
            for style in [Style::Plain, Style::Dark] {
                let output = OutputSettings::default();
                let text = reply(answer, &Format { width: Some(width), style, ..Format::plain(&output) });
                // What stands in quotes pastes back only as it is.
                let is_quoted = |line: &str| matches!(answer, Reply::Commands(_)) && line.contains('"');
                let wide = text.lines().filter(|line| width_of(line) > width && !is_quoted(line));
                too_wide.extend(wide.map(|wide| format!("{line} at {width}: {wide}")));
            }
        }
    }
    assert!(too_wide.is_empty(), "{}", too_wide.join("\n"));
}

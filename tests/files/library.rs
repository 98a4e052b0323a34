//! `library`: matches are kept once each, with all that any of their files knows; searches and ratings over all of them
//! agree with what the match alone says.

use crate::practice::{Day, flat, on, said};
use crate::support::commands;

use commands::run_all;
use gammon::command::parse;
use gammon::session::{Figures, FolderPlayer, FoundReply, LibraryListReply, RatedGroup, Reply, Session, SessionError};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use tempfile::TempDir;

/// A home with a folder of two matches: that of seven points, and the same with another last game.
fn home() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match7.mat");
    let text = fs::read_to_string(sample).expect("a match");
    let games: Vec<&str> = text.split(" Game ").collect();
    fs::create_dir_all(home.path().join("matches/older")).expect("a folder");
    fs::write(home.path().join("matches/whole.mat"), &text).expect("written");
    let short = text.replace("Bob", "Carla");
    let short = &short[..short.find(" Game 3").unwrap_or(short.len())];
    assert!(games.len() > 3);
    fs::write(home.path().join("matches/older/short.mat"), short).expect("written");
    home
}

fn session() -> Session {
    let mut session = Session::new();
    let quick = ["set analysis chequerplay evaluation plies 0", "set analysis cubedecision evaluation plies 0"];
    run_all(&mut session, &quick);
    session
}

fn execute(session: &mut Session, line: &str, host: &mut Day) -> Result<Reply, SessionError> {
    session.execute(&parse(line).unwrap_or_else(|error| panic!("{line}: {error}")), host)
}

fn told(session: &mut Session, line: &str, host: &mut Day) -> String {
    said(execute(session, line, host))
}

fn figures(session: &mut Session, line: &str, host: &mut Day) -> Figures {
    let reply = execute(session, line, host).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    let found =
        flat(reply).into_iter().find_map(|one| if let Reply::Figures(all, _) = one { Some(*all) } else { None });
    found.expect("figures")
}

fn found(session: &mut Session, line: &str, host: &mut Day) -> FoundReply {
    match figures(session, line, host) {
        Figures::Found(found) => found,
        other => panic!("{line}: {other:?}"),
    }
}

fn list(session: &mut Session, line: &str, host: &mut Day) -> LibraryListReply {
    match figures(session, line, host) {
        Figures::LibraryList(list) => list,
        other => panic!("{line}: {other:?}"),
    }
}

fn players(session: &mut Session, line: &str, host: &mut Day) -> Vec<FolderPlayer> {
    match figures(session, line, host) {
        Figures::FolderPerformance(reply) => reply.players,
        other => panic!("{line}: {other:?}"),
    }
}

fn add(session: &mut Session, path: &Path, host: &mut Day) -> String {
    told(session, &format!("library add \"{}\"", path.display()), host)
}

#[test]
fn a_match_is_kept_once_whatever_its_file() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    let refused = execute(&mut session, "library", &mut host).unwrap_err();
    assert_eq!(refused.suggestion.as_deref(), Some("library add FOLDER"));
    let folder = home.path().join("matches");
    assert_eq!(add(&mut session, &folder, &mut host), "2 matches added");
    assert_eq!(add(&mut session, &folder, &mut host), "0 matches added, 2 known already");
    // The same match in another format, with an analysis.
    let whole = folder.join("whole.mat");
    execute(&mut session, &format!("import auto \"{}\"", whole.display()), &mut host).expect("read");
    execute(&mut session, "analyse match", &mut host).expect("analysed");
    let other = home.path().join("other.sgf");
    execute(&mut session, &format!("save match \"{}\"", other.display()), &mut host).expect("saved");
    assert_eq!(add(&mut session, &other, &mut host), "0 matches added, 1 with new analyses or notes");
    assert_eq!(told(&mut session, "library add", &mut host), "0 matches added, 1 known already");
    // The file alone brings nothing, and takes nothing away.
    fs::write(home.path().join("again.mat"), fs::read(&whole).expect("a match")).expect("written");
    assert_eq!(add(&mut session, &home.path().join("again.mat"), &mut host), "0 matches added, 1 known already");
    let all = list(&mut session, "library list", &mut host);
    assert_eq!(all.known, 2);
    let judged: Vec<_> = all.matches.iter().map(|one| one.judged > 0).collect();
    assert_eq!(judged.iter().filter(|&&judged| judged).count(), 1, "{all:?}");
    assert_eq!(list(&mut session, "library list against carla", &mut host).known, 1);
    assert_eq!(list(&mut session, "library list length 5", &mut host).known, 0);
    assert!(told(&mut session, "library check", &mut host).starts_with("the library is sound: 2 matches read"));
}

/// A file that is no match is refused where it is all that is given; among others it is named.
#[test]
fn a_damaged_file_costs_no_match_beside_it() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    let broken = home.path().join("broken.json");
    fs::write(&broken, "{\"gammon_match\":1,").expect("written");
    let refused = execute(&mut session, &format!("library add \"{}\"", broken.display()), &mut host).unwrap_err();
    assert!(refused.message.starts_with("broken.json: "), "{refused:?}");

    // An archive is one file. What was taken out of the library comes back by it.
    let archive = home.path().join("all.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&archive).expect("a file"));
    for file in [&broken, &home.path().join("matches/whole.mat")] {
        let name = file.file_name().expect("a name").to_string_lossy();
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("begun");
        zip.write_all(&fs::read(file).expect("its bytes")).expect("written");
    }
    zip.finish().expect("written");
    let told = add(&mut session, &archive, &mut host);
    assert!(told.starts_with("1 match added, 1 file not read\nnot read: all.zip/broken.json: "), "{told}");
    self::told(&mut session, "library remove 1", &mut host);
    let told = add(&mut session, &archive, &mut host);
    assert!(told.starts_with("0 matches added, 1 back in it, 1 file not read\n"), "{told}");
}

#[test]
fn what_was_removed_or_added_can_be_taken_back() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    add(&mut session, &home.path().join("matches"), &mut host);
    assert!(told(&mut session, "library remove 1", &mut host).starts_with("removed: match 1, "));
    assert_eq!(list(&mut session, "library list", &mut host).known, 1);
    let refused = execute(&mut session, "library match 1", &mut host).map(|_| ());
    assert!(refused.is_err(), "a match that is out cannot be put on the table");
    assert_eq!(told(&mut session, "library undo", &mut host), "1 match back in the library");
    assert_eq!(list(&mut session, "library list", &mut host).known, 2);
    assert!(
        told(&mut session, "library undo", &mut host).starts_with("2 matches out of the library again; `library add`")
    );
    assert!(execute(&mut session, "library list", &mut host).is_err(), "it is empty");
    assert!(execute(&mut session, "library undo", &mut host).is_err(), "there is no more to take back");
    let again = add(&mut session, &home.path().join("matches"), &mut host);
    assert_eq!(again, "0 matches added, 2 back in it");
    assert_eq!(list(&mut session, "library list", &mut host).known, 2);
    // A change that brought a comment alone takes no match with it; several go and come together, or none.
    for line in ["library match 2", "comment bold", "library add"] {
        execute(&mut session, line, &mut host).expect(line);
    }
    assert!(told(&mut session, "library undo", &mut host).contains("they stay"));
    assert_eq!(list(&mut session, "library list", &mut host).known, 2);
    assert!(execute(&mut session, "library remove 1 9", &mut host).is_err());
    assert_eq!(list(&mut session, "library list", &mut host).known, 2);
    let refused = execute(&mut session, "library remove 1-3", &mut host).unwrap_err();
    assert_eq!(refused.message, "the library has no match 3");
    assert!(told(&mut session, "library remove 1-2 2", &mut host).starts_with("removed: 2 matches; "));
    assert_eq!(told(&mut session, "library undo", &mut host), "2 matches back in the library");
}

#[test]
fn searches_find_what_the_match_alone_says() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    let folder = home.path().join("matches");
    add(&mut session, &folder, &mut host);
    let analysed = told(&mut session, "analyse library", &mut host);
    assert!(analysed.starts_with("2 matches analysed, "), "{analysed}");
    assert_eq!(told(&mut session, "analyse library", &mut host), "every match of the library is analysed");

    // The errors of one match are those of `show errors`.
    let all = found(&mut session, "library find against bob 500", &mut host);
    let bobs = found(&mut session, "library find bob 500", &mut host);
    execute(&mut session, "library match 2", &mut host).expect("a match");
    let Figures::Errors(errors) = figures(&mut session, "show errors 500", &mut host) else { panic!("errors") };
    assert_eq!(all.known + bobs.known, errors.known);
    let mut losses: Vec<f32> = all.found.iter().chain(&bobs.found).filter_map(|one| one.loss).collect();
    losses.sort_by(|a, b| b.total_cmp(a));
    assert_eq!(losses, errors.errors.iter().map(|one| one.loss).collect::<Vec<_>>());
    let kinds = ["cube", "plays", "missed", "takes", "0.1", "0.1 plays", "toogood", "cash", "lostmarket", "redouble"];
    for kind in kinds {
        let Figures::Errors(one) = figures(&mut session, &format!("show errors 500 {kind}"), &mut host) else {
            panic!()
        };
        let known = found(&mut session, &format!("library find bob {kind}"), &mut host).known
            + found(&mut session, &format!("library find against bob {kind}"), &mut host).known;
        assert_eq!(known, one.known, "{kind}");
    }

    // Conditions take away, and every decision found has what was asked for.
    let plays = found(&mut session, "library find plays all 5", &mut host);
    let parts = [
        "opening",
        "blitz",
        "priming",
        "holding",
        "mutualholding",
        "backgame",
        "acepoint",
        "containment",
        "middle",
        "bearin",
        "race",
        "bearoff",
    ];
    let of = |part: &&str| format!("library find plays all {part}");
    let sum: usize = parts.iter().map(|part| found(&mut session, &of(part), &mut host).known).sum();
    assert_eq!(sum, plays.known);
    let rolls: Vec<String> = (1..=6).flat_map(|high| (1..=high).map(move |low| format!("{high}{low}"))).collect();
    let of = |roll: &String| format!("library find all roll {roll}");
    let sum: usize = rolls.iter().map(|roll| found(&mut session, &of(roll), &mut host).known).sum();
    assert_eq!(sum, plays.known);
    let bar = found(&mut session, "library find all bar 200", &mut host);
    assert!(bar.known > 0);
    for one in &bar.found {
        let board = one.xgid.trim_start_matches("XGID=").as_bytes();
        assert!(board[0] != b'-' || board[25] != b'-', "{}", one.xgid);
    }

    // A decision that was found is gone to; the nearest to it is itself.
    let worst = found(&mut session, "library find plays", &mut host);
    execute(&mut session, "library found 1", &mut host).expect("a decision");
    let near = found(&mut session, "library find like this", &mut host);
    assert_eq!(near.found[0].distance, Some(0));
    assert!(near.found.iter().any(|one| one.xgid == worst.found[0].xgid), "{:?}", near.found[0]);
    assert!(near.found.is_sorted_by_key(|one| one.distance));
}

/// A match that was stopped in its midst is analysed to its end the next time, and what is found out about a match
/// that was put on the table goes into the library, however the players sit there.
#[test]
fn what_was_begun_is_finished_and_what_is_found_out_is_kept() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    add(&mut session, &home.path().join("matches"), &mut host);
    run_all(&mut session, &["set threads 1"]);
    // The work in hand when it is stopped is done: the first match was at its end.
    for (most, left) in [(20, 2), (40, 1)] {
        host.most = Some((session.stop_flag(), most));
        let stopped = told(&mut session, "analyse library", &mut host);
        let told = format!("0 matches analysed, {left} left, one of them begun: `analyse library` goes on");
        assert_eq!(stopped, told, "{most}");
        session.stop_flag().store(false, std::sync::atomic::Ordering::Relaxed);
    }
    host.most = None;
    told(&mut session, "analyse library", &mut host);
    assert_eq!(told(&mut session, "analyse library", &mut host), "every match of the library is analysed");
    let all = list(&mut session, "library list", &mut host);
    assert!(all.matches.iter().all(|kept| kept.judged == kept.decisions), "{all:?}");
    run_all(&mut session, &["set me Ann"]);
    for number in [1, 2] {
        execute(&mut session, &format!("library match {number}"), &mut host).expect("a match");
        run_all(&mut session, &["goto 3", "comment as it was played"]);
        let added = told(&mut session, "library add", &mut host);
        assert!(added.contains("1 with new analyses or notes"), "{added}");
    }
    assert_eq!(found(&mut session, "library find all comment played", &mut host).known, 2);
}

/// With time left after the analysis, decisions of all matches are looked at again, beside what was known.
#[test]
fn time_that_is_left_goes_to_what_is_doubtful() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000).with_clock();
    add(&mut session, &home.path().join("matches"), &mut host);
    told(&mut session, "analyse library", &mut host);
    let before = found(&mut session, "library find all 500", &mut host);
    let again = told(&mut session, "analyse library in 30s", &mut host);
    assert!(again.contains("every match of the library is analysed"), "{again}");
    assert!(again.contains("looked at again, the most doubtful first: ") && again.contains(" by roller+"), "{again}");
    assert!(again.contains("a perfect analysis is expected to raise PRs by "), "{again}");
    let after = found(&mut session, "library find all 500", &mut host);
    assert_eq!(before.known, after.known);
    assert_eq!(told(&mut session, "library check", &mut host), "the library is sound: 2 matches read, nothing damaged");
    let kept = [1, 2].map(|number| {
        execute(&mut session, &format!("library match {number}"), &mut host).expect("a match");
        told(&mut session, "analyse match", &mut host)
    });
    assert!(kept.iter().any(|kept| kept.contains("a higher verdict stays with")), "{kept:?}");
    assert!(!session.is_stopped(), "the time that is up is no Ctrl-C");
}

#[test]
fn ratings_are_those_of_the_folder() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    let folder = home.path().join("matches");
    add(&mut session, &folder, &mut host);
    told(&mut session, "analyse library", &mut host);
    fs::rename(folder.join("older/short.mat"), folder.join("short.mat")).expect("moved");
    execute(&mut session, &format!("analyse folder \"{}\"", folder.display()), &mut host).expect("analysed");
    let one = players(&mut session, &format!("pr folder \"{}\"", folder.display()), &mut host);
    let other = players(&mut session, "pr library", &mut host);
    // The files come in another order than their names, so sums may differ in the last digit.
    let numbers = |group: &RatedGroup| {
        let rating = group.rated.all.rating.map(|rating| format!("{rating:.3}"));
        format!("{} {} {} {rating:?}", group.name, group.matches, group.rated.all.decisions)
    };
    let told = |players: &[FolderPlayer]| {
        let each = |player: &FolderPlayer| {
            let groups = [&player.months, &player.events, &player.phases, &player.scores].into_iter().flatten();
            std::iter::once(&player.all).chain(groups).map(numbers).collect::<Vec<_>>()
        };
        players.iter().flat_map(each).collect::<Vec<_>>()
    };
    assert_eq!(told(&one), told(&other));
    // Two names of one person are one player.
    run_all(&mut session, &["set me \"bob;Carla\""]);
    let mine = players(&mut session, "pr library", &mut host);
    assert_eq!((mine.len(), mine[0].all.matches), (1, 2), "{mine:?}");
    let since = execute(&mut session, "pr library since 2090", &mut host).unwrap_err();
    assert_eq!((since.message.as_str(), since.suggestion), ("no such decision is in the library", None));
}

#[test]
fn what_people_wrote_is_found_and_what_is_exported_counted() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    add(&mut session, &home.path().join("matches"), &mut host);
    execute(&mut session, "library match 2", &mut host).expect("a match");
    for line in ["goto 3", "comment Too loose by half", "flag", "goto 5", "comment Safe enough", "library add"] {
        execute(&mut session, line, &mut host).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    let known = |session: &mut Session, host: &mut Day, line: &str| found(session, line, host).known;
    assert_eq!(known(&mut session, &mut host, "library find comment loose"), 1);
    assert_eq!(known(&mut session, &mut host, "library find comment o"), 2);
    assert_eq!(known(&mut session, &mut host, "library find flagged"), 1);
    assert_eq!(known(&mut session, &mut host, "library find flagged comment safe"), 0);

    let file = home.path().join("all.npy");
    let all = known(&mut session, &mut host, "library find all");
    execute(&mut session, &format!("export decisions \"{}\"", file.display()), &mut host).expect("written");
    let bytes = fs::read(&file).expect("a table");
    let begin = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let text = String::from_utf8_lossy(&bytes[10..begin]).into_owned();
    assert!(text.contains(&format!("'shape': ({all},)")), "{text}");
    assert_eq!((bytes.len() - begin) % all, 0);
    for (line, meant) in [("export decisions all.csv", "all.npy"), ("export cards all.txt", "all.apkg")] {
        let refused = execute(&mut session, line, &mut host).unwrap_err();
        assert_eq!(refused.expected, [format!("a name such as {meant}")], "{line}");
    }
}

#[test]
fn a_plan_is_the_sum_of_its_members() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    add(&mut session, &home.path().join("matches"), &mut host);
    let refused = execute(&mut session, "library plan ann", &mut host).unwrap_err();
    assert_eq!(refused.suggestion.as_deref(), Some("analyse library"));
    told(&mut session, "analyse library", &mut host);
    let Figures::Plan(plan) = figures(&mut session, "library plan ann", &mut host) else { panic!("a plan") };
    assert!(plan.lines.len() <= 5 && plan.lines.is_sorted_by(|a, b| a.recoverable >= b.recoverable), "{plan:?}");
    // Nobody of the next class is there: the same part is won back everywhere.
    let (less, next) = (plan.recoverable.expect("a better class"), plan.next.as_ref().expect("a better class"));
    assert_eq!(next.players, 0);
    for line in &plan.lines {
        let less_here = line.recoverable.expect("of each kind");
        assert!((less_here / line.loss - less / plan.loss).abs() < 1e-9 && less_here < line.loss, "{plan:?}");
    }
    assert_eq!(plan.matches, 2);
    for line in &plan.lines {
        assert_eq!(found(&mut session, &line.find, &mut host).known, line.errors as usize, "{}", line.find);
    }
    let all = players(&mut session, "pr library ann", &mut host);
    let lost = all[0].all.rated.all.loss / 2.0;
    assert!((plan.loss - lost).abs() < 1e-4, "{} {lost}", plan.loss);
}

/// What is given up with the cube stands in a plan with the number of its decisions.
#[test]
fn a_wrong_pass_stands_in_a_plan() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    let played = ["new match 3", "set turn 0", "set dice 31", "move 8/5 6/5", "double", "pass"];
    run_all(&mut session, &["set defaultnames Dora Emil"]);
    run_all(&mut session, &played);
    assert_eq!(told(&mut session, "library add", &mut host), "1 match added");
    assert_eq!(told(&mut session, "analyse library", &mut host), "1 match analysed, 3 decisions");
    for (player, what) in [("dora", "passes"), ("emil", "doubles made")] {
        let Figures::Plan(plan) = figures(&mut session, &format!("library plan {player}"), &mut host) else {
            panic!("a plan")
        };
        let lines: Vec<_> = plan.lines.iter().map(|line| (line.what.as_str(), line.decisions, line.errors)).collect();
        assert_eq!(lines, [(what, 1, 1)]);
    }
}

#[test]
fn practice_takes_errors_from_the_library() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    add(&mut session, &home.path().join("matches/older"), &mut host);
    run_all(&mut session, &["set me carla", "set rollout trials 36", "set rollout seed 5"]);
    run_all(&mut session, &["set rollout chequerplay plies 0", "set rollout cubedecision plies 0"]);
    let asked = told(&mut session, "practise 1", &mut host);
    assert!(asked.contains("question 1 of 1: "), "{asked}");
    let answer = session.practised("1").expect("an answer");
    let judged = said(session.execute(&answer, &mut host));
    assert!(judged.contains("short.mat"), "{judged}");
    // The analysis that this took is kept.
    assert_eq!(told(&mut session, "analyse library", &mut host), "every match of the library is analysed");
}

/// A match of the library that is analysed already is asked about as it is.
#[test]
fn practice_takes_errors_of_matches_that_are_analysed() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    add(&mut session, &home.path().join("matches/older"), &mut host);
    assert!(told(&mut session, "analyse library", &mut host).starts_with("1 match analysed, "));
    run_all(&mut session, &["set me carla", "set rollout trials 36", "set rollout seed 5"]);
    run_all(&mut session, &["set rollout chequerplay plies 0", "set rollout cubedecision plies 0"]);
    let asked = told(&mut session, "practise 1", &mut host);
    assert!(asked.contains("question 1 of 1: "), "{asked}");
}

/// A name of two words needs no quotes, wherever a player may be named; and grades of errors are what is set.
#[test]
fn names_of_two_words_and_grades_are_conditions() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    let path = home.path().join("matches/older/short.mat");
    fs::write(&path, fs::read_to_string(&path).expect("a match").replace("Carla", "Carla M\u{fc}ller"))
        .expect("written");
    add(&mut session, &home.path().join("matches"), &mut host);
    told(&mut session, "analyse library", &mut host);
    for (bare, quoted) in [
        ("carla müller all", "\"carla müller\" all"),
        ("carla muller cube all", "player \"Carla Müller\" cube all"),
        ("all against carla müller", "all against \"Carla Müller\""),
    ] {
        let counted = |session: &mut Session, conditions: &str, host: &mut Day| {
            let found = found(session, &format!("library find {conditions}"), host);
            (found.known, found.matches)
        };
        let whole = counted(&mut session, quoted, &mut host);
        assert!(whole.0 > 0 && whole.1 == 1, "{quoted}: {whole:?}");
        assert_eq!(counted(&mut session, bare, &mut host), whole, "{bare}");
    }
    run_all(&mut session, &["set analysis blunders from 0.05", "set analysis threshold doubtful 0.01"]);
    for (grade, least) in [("blunders", "0.05"), ("doubtful", "0.01"), ("bad", "0.06"), ("very bad", "0.12")] {
        let known = |session: &mut Session, line: String, host: &mut Day| found(session, &line, host).known;
        let of_figures = known(&mut session, format!("library find {least}"), &mut host);
        assert_eq!(known(&mut session, format!("library find {grade}"), &mut host), of_figures, "{grade}");
        execute(&mut session, "library match 1", &mut host).expect("a match");
        let listed = |session: &mut Session, line: String, host: &mut Day| match figures(session, &line, host) {
            Figures::Errors(errors) => (errors.known, format!("{:.3}", errors.from)),
            other => panic!("{line}: {other:?}"),
        };
        let of_figures = listed(&mut session, format!("show errors {least}"), &mut host);
        assert_eq!(listed(&mut session, format!("show errors {grade}"), &mut host), of_figures, "{grade}");
    }
}

#[test]
fn names_that_nobody_has_are_refused() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    add(&mut session, &home.path().join("matches"), &mut host);
    let refused = execute(&mut session, "library find zoe", &mut host).unwrap_err();
    assert_eq!(refused.message, "no player of the library is called `zoe`");
    assert!(refused.expected.contains(&"Carla".to_owned()), "{refused:?}");
    // The nearest name comes first, wherever a name is asked for.
    for line in ["library find", "library list player", "library list against", "pr library", "library plan"] {
        let refused = execute(&mut session, &format!("{line} Clara"), &mut host).unwrap_err();
        assert_eq!(refused.message, "no player of the library is called `Clara`", "{line}");
        assert_eq!(refused.expected[0], "Carla", "{line}: {refused:?}");
    }
    for line in ["library alias Clara Ann", "library alias Ann Clara"] {
        assert_eq!(execute(&mut session, line, &mut host).unwrap_err().expected[0], "Carla", "{line}");
    }
    execute(&mut session, "set me Clara", &mut host).expect("a setting");
    for line in ["pr library me", "library plan", "library find me", "practise"] {
        let refused = execute(&mut session, line, &mut host).unwrap_err();
        assert!(
            refused.message.starts_with("no match has a player called Clara: there are Carla ("),
            "{line}: {refused}"
        );
        assert_eq!(refused.suggestion.as_deref(), Some("set me Carla"), "{line}");
    }
    execute(&mut session, "set me none", &mut host).expect("a setting");
    for (typed, meant) in [("blits", "blitz"), ("togood", "toogood"), ("flaged", "flagged"), ("primme 5", "prime")] {
        let refused = execute(&mut session, &format!("library find {typed}"), &mut host).unwrap_err();
        assert_eq!(refused.expected[0], format!("the condition `{meant}`"), "{typed}: {refused:?}");
    }
    assert_eq!(list(&mut session, "library list player carl", &mut host).known, 1, "a part of a name does");
    // Of several words those are told that are no conditions, behind a player or alone.
    for (line, told) in [
        ("library find carla worst", "`worst` is no condition, and no player of the library is called `carla worst`"),
        (
            "library find carla worst ones",
            "`worst` and `ones` are no conditions, and no player of the library is called",
        ),
        ("library list note train", "called `note train`, and `note` and `train` are no conditions"),
        ("library find in june", "called `in june`, and `in` and `june` are no conditions"),
        ("library list tag nothing", "no match of the library has the tag `nothing`"),
        ("library find event wintr", "no match of the library has the event `wintr`"),
    ] {
        let refused = execute(&mut session, line, &mut host).unwrap_err();
        assert!(refused.message.contains(told), "{line}: {refused:?}");
    }
    let refused = execute(&mut session, "library find carla blits", &mut host).unwrap_err();
    assert_eq!(refused.expected[0], "the condition `blitz`");
    let passed_over =
        ["library list race", "pr library like this", "library plan ann comment x", "export decisions x 3"];
    for line in passed_over {
        assert!(execute(&mut session, line, &mut host).is_err(), "{line}: a condition is passed over");
    }
    for line in ["library match 9", "library remove 9", "library found 1", "library find me", "library find 0"] {
        let answer = execute(&mut session, line, &mut host).map(|_| ());
        assert_eq!(answer.is_err(), line != "library find 0", "{line}: {answer:?}");
    }
}

#[test]
fn matches_are_grouped_and_noted_by_their_owner() {
    let home = home();
    let (mut session, mut host) = (session(), on(&home, 20_000));
    let folder = home.path().join("matches");
    add(&mut session, &folder, &mut host);
    let text = told(&mut session, "library tag 1 league", &mut host);
    assert!(text.contains("tagged `league`; `library list tag league` lists all"), "{text}");
    told(&mut session, "library tag 1 \"long ones\"", &mut host);
    told(&mut session, "library tag 2 league", &mut host);
    told(&mut session, "library tag 2 league", &mut host);
    let tagged = |session: &mut Session, line: &str, host: &mut Day| {
        list(session, line, host).matches.into_iter().map(|one| (one.number, one.tags)).collect::<Vec<_>>()
    };
    let mut all = tagged(&mut session, "library list tag league", &mut host);
    all.sort();
    assert_eq!(all.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(all[0].1, ["league", "long ones"]);
    assert_eq!(tagged(&mut session, "library list tag \"long ones\"", &mut host).len(), 1);
    assert_eq!(found(&mut session, "library find all tag \"long ones\" 3", &mut host).found[0].number, 1);
    match figures(&mut session, "library", &mut host) {
        Figures::Library(info) => {
            let tags: Vec<_> = info.tags.into_iter().map(|of| (of.tag, of.matches)).collect();
            assert_eq!(tags, [("league".to_owned(), 2), ("long ones".to_owned(), 1)]);
        }
        other => panic!("{other:?}"),
    }
    let error = execute(&mut session, "library find tag leage", &mut host).unwrap_err();
    assert_eq!(error.suggestion.as_deref(), Some("tag league"), "{error:?}");
    told(&mut session, "library untag 1 league", &mut host);
    let error = execute(&mut session, "library untag 1 league", &mut host).unwrap_err();
    assert!(error.message.contains("is not tagged `league`") && error.expected == ["long ones"], "{error:?}");
    assert!(told(&mut session, "library note 2", &mut host).ends_with("there is no note"));
    told(&mut session, "library note 2 on a train", &mut host);
    assert!(told(&mut session, "library note 2 on a bus", &mut host).contains("(before: on a train)"));
    // What the owner says stays where the match comes again, or is away for a while.
    add(&mut session, &folder, &mut host);
    told(&mut session, "library remove 2", &mut host);
    told(&mut session, "library undo", &mut host);
    let kept = list(&mut session, "library list", &mut host).matches;
    assert_eq!(kept.iter().find(|one| one.number == 2).expect("the match").note, "on a bus");
    told(&mut session, "library note 2 -", &mut host);
    assert!(told(&mut session, "library note 2", &mut host).ends_with("there is no note"));
    assert!(execute(&mut session, "library tag 99 league", &mut host).is_err());
}

#[test]
fn the_tables_answer_queries_and_no_query_changes_them() {
    let home = home();
    let (mut session, mut host) = (session(), on(&home, 20_000));
    add(&mut session, &home.path().join("matches"), &mut host);
    match figures(&mut session, "library select top, length FROM match ORDER BY number", &mut host) {
        Figures::Rows(found) => {
            assert_eq!(found.columns, ["top", "length"]);
            assert_eq!(found.rows.len(), 2);
            assert!(found.rows.iter().all(|row| row[1].as_deref() == Some("7")), "{:?}", found.rows);
        }
        other => panic!("{other:?}"),
    }
    for query in ["1; DELETE FROM match", "nonsense", "number FROM match; DROP TABLE match"] {
        assert!(execute(&mut session, &format!("library select {query}"), &mut host).is_err(), "{query}");
    }
    assert_eq!(list(&mut session, "library list", &mut host).matches.len(), 2);
}

#[test]
fn names_are_compared_without_accents() {
    let home = home();
    let (mut session, mut host) = (session(), on(&home, 20_000));
    let file = home.path().join("matches/whole.mat");
    let text = fs::read_to_string(&file).expect("a match").replace("Bob", "Zoé");
    fs::write(&file, text).expect("written");
    add(&mut session, &file, &mut host);
    for line in ["library list zoe", "library list against ZOÉ", "library list zo"] {
        assert_eq!(list(&mut session, line, &mut host).matches.len(), 1, "{line}");
    }
    run_all(&mut session, &["set me zoe"]);
    assert_eq!(list(&mut session, "library list me", &mut host).matches.len(), 1);
}

#[test]
fn the_engine_plays_matches_into_the_library() {
    let home = home();
    let (mut session, mut host) = (session(), on(&home, 20_000));
    run_all(&mut session, &["set player both chequerplay evaluation plies 0", "set seed 5", "new match 3"]);
    run_all(&mut session, &["set player both cubedecision evaluation plies 0"]);
    let before = session.record().clone();
    let text = told(&mut session, "play matches 2 1", &mut host);
    assert_eq!(text, "2 matches to 1 point played, and kept in the library");
    let text = told(&mut session, "play matches 1 0", &mut host);
    assert_eq!(text, "1 match for money played, and kept in the library");
    assert_eq!(*session.record(), before, "the table stays as it is");
    let kept = list(&mut session, "library list", &mut host).matches;
    assert_eq!(kept.len(), 3, "three different ones: {kept:?}");
    assert_eq!(
        kept.iter().filter(|one| one.length == 1 && one.points.0.iter().any(|&points| points > 0)).count(),
        2,
        "{kept:?}"
    );
    told(&mut session, "library undo", &mut host);
    assert_eq!(list(&mut session, "library list", &mut host).matches.len(), 2);
    assert_eq!(told(&mut session, "library check", &mut host), "the library is sound: 2 matches read, nothing damaged");
}

/// Several machines analyse a part each of copies of a library, and one takes over what the others have found.
#[test]
fn a_library_takes_over_what_another_knows() {
    let (home, mut session) = (home(), session());
    let mut host = on(&home, 20_000);
    add(&mut session, &home.path().join("matches"), &mut host);
    execute(&mut session, "library tag 1 league", &mut host).expect("a group");
    execute(&mut session, "library note 2 late", &mut host).expect("a note");
    let own = home.path().join("data/library.db");
    let copy = home.path().join("other.db");
    fs::copy(&own, &copy).expect("copied");
    let refused = execute(&mut session, &format!("library add \"{}\"", own.display()), &mut host).unwrap_err();
    assert!(refused.message.contains("is your library itself"), "{}", refused.message);

    // The other machine has the copy as its library.
    let other = tempfile::tempdir().expect("a folder");
    fs::create_dir(other.path().join("data")).expect("a folder");
    fs::copy(&copy, other.path().join("data/library.db")).expect("copied");
    let mut there = on(&other, 20_000).with_clock();
    let analysed = told(&mut session, "analyse library in 5s part 1/2", &mut there);
    assert!(analysed.starts_with("1 match analysed, "), "{analysed}");
    let analysed = told(&mut session, "analyse library in 5s part 2/2", &mut on(&home, 20_000).with_clock());
    assert!(analysed.starts_with("1 match analysed, "), "{analysed}");
    let of_other = other.path().join("data/library.db");
    let before = fs::read(&of_other).expect("a library");
    let added = told(&mut session, &format!("library add \"{}\"", of_other.display()), &mut host);
    assert_eq!(added, "0 matches added, 1 with new analyses or notes, 1 known already");
    assert_eq!(fs::read(&of_other).expect("a library"), before, "it is not changed");
    assert_eq!(told(&mut session, "analyse library", &mut host), "every match of the library is analysed");

    // A note comes to a match that is known, and is not written over.
    execute(&mut session, "library note 1 mine", &mut host).expect("a note");
    let again = told(&mut session, &format!("library add \"{}\"", own.display()), &mut there);
    assert_eq!(again, "0 matches added, 1 with new analyses or notes, 1 known already");
    execute(&mut session, "library note 1 theirs", &mut host).expect("a note");
    told(&mut session, &format!("library add \"{}\"", own.display()), &mut there);
    let notes: Vec<String> =
        list(&mut session, "library list", &mut there).matches.into_iter().map(|one| one.note).collect();
    assert!(notes.contains(&"mine".to_owned()) && notes.contains(&"late".to_owned()), "{notes:?}");

    // Somebody who has none of it gets all of it.
    let third = tempfile::tempdir().expect("a folder");
    let mut host = on(&third, 20_000);
    let added = told(&mut session, &format!("library add \"{}\"", own.display()), &mut host);
    assert_eq!(added, "2 matches added");
    let all = list(&mut session, "library list", &mut host).matches;
    let has_note = |note: &str| all.iter().any(|one| one.note == note);
    assert!(all.iter().any(|one| one.tags == ["league"]) && has_note("late") && has_note("theirs"), "{all:?}");
    // What is another database is none.
    let alien = third.path().join("alien.db");
    fs::write(&alien, &before[..4000]).expect("written");
    assert!(execute(&mut session, &format!("library add \"{}\"", alien.display()), &mut host).is_err());
    // A match that is damaged in it costs no other, and the command fails.
    let connection = rusqlite::Connection::open(&of_other).expect("a library");
    connection.execute("UPDATE played SET json = x'00' WHERE match = 1", []).expect("damaged");
    let fourth = tempfile::tempdir().expect("a folder");
    let line = format!("library add \"{}\"", of_other.display());
    let refused = execute(&mut session, &line, &mut on(&fourth, 20_000)).unwrap_err();
    let why = format!("{} is damaged: match 1 cannot be read in it; of the rest 1 match added", of_other.display());
    assert_eq!(refused.message, why);
}

//! A folder of matches: analyzed, saved, stopped, gone on with, drawn.

use crate::support::commands;
use crate::support::games;
use crate::support::home;
use crate::support::matches;
use crate::support::xg;

use commands::{run, run_all};
use games::Random;
use gammon::board::{ByPlayer, Player, Variation};
use gammon::command::parse;
use gammon::formats::{write_mat, write_sgf};
use gammon::record::MatchInfo;
use gammon::render::{Format, reply};
use gammon::rollout::Observer;
use gammon::scoring::Met;
use gammon::session::{Figures, HistoryReply, Host, Reply, Session, SessionError};
use gammon::settings::OutputSettings;
use home::Home;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const SETTINGS: [&str; 3] =
    ["set display off", "set analysis chequerplay evaluation plies 0", "set analysis cubedecision evaluation plies 0"];

fn session() -> Session {
    let mut session = Session::new();
    run_all(&mut session, &SETTINGS);
    session
}

/// Writes so many matches, in the formats that are read.
fn fill(folder: &Path, n: usize) {
    let mut random = Random::new(21);
    for i in 0..n {
        let record = matches::played(&mut random, 1, Variation::Standard);
        let names = ByPlayer(["Ann".to_owned(), ["Ben", "Cleo"][i % 2].to_owned()]);
        let info = MatchInfo::default();
        let (ending, bytes) = match i % 5 {
            0..3 => {
                ("mat", write_mat(&names, &info, Variation::Standard, record.games()).expect("written").into_bytes())
            }
            3 => ("sgf", write_sgf(&names, &info, record.games(), &Met::kazaross_xg2()).expect("written").into_bytes()),
            _ => ("xg", xg::write(&names, "", &record, xg::View::Real)),
        };
        fs::write(folder.join(format!("m{i:02}.{ending}")), bytes).expect("written");
    }
}

/// A host that interrupts when so many matches are done.
struct Impatient {
    stop: Arc<AtomicBool>,
    after: usize,
    shares: Vec<(usize, usize)>,
}

impl Observer for Impatient {}

impl Host for Impatient {
    fn share(&mut self, done: usize, of: usize) {
        self.shares.push((done, of));
    }

    fn analyzes(&mut self, _done: usize, _of: usize) {
        if self.shares.len() > self.after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn history(answer: Result<Reply, SessionError>) -> HistoryReply {
    match answer {
        Ok(Reply::Figures(figures, _)) => match *figures {
            Figures::History(history) => history,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// The files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry"));
    let files = entries.filter(|entry| entry.path().is_file());
    files
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).expect("read")))
        .collect()
}

#[test]
fn a_folder_is_analyzed_once_whenever_it_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path(), 20);
    fs::write(folder.path().join("x.mat"), "no match at all").expect("written");
    fs::write(folder.path().join("notes.txt"), "something else").expect("written");
    let before = contents(folder.path());
    let saved = folder.path().join("analysed");
    let line = format!("analyse folder \"{}\"", folder.path().display());
    let command = parse(&line).expect("a command");
    // Stopped, it keeps what is done.
    let mut session = session();
    let mut host = Impatient { stop: session.stop_flag(), after: 7, shares: Vec::new() };
    let first = history(session.execute(&command, &mut host));
    assert!(first.stopped && (first.matches.len(), first.analysed) == (7, 7), "{first:?}");
    assert_eq!(host.shares.last(), Some(&(7, 21)));
    assert_eq!(contents(&saved).len(), 7);
    let kept = contents(&saved);
    host.stop.store(false, Ordering::Relaxed);
    // It goes on, in another process as well, by the files alone.
    let mut session = self::session();
    let second = history(run(&mut session, &line));
    assert_eq!((second.matches.len(), second.analysed, second.stopped), (20, 13, false), "{second:?}");
    assert_eq!(second.faults.len(), 1);
    assert!(second.faults[0].starts_with("x.mat: "), "{:?}", second.faults);
    let all = contents(&saved);
    assert_eq!(all.len(), 20);
    assert!(kept.iter().all(|(name, bytes)| all[name] == *bytes));
    assert_eq!(contents(folder.path()), before, "what lay there is as it was");
    // Files that are read again have the analysis found then.
    let third = history(run(&mut session, &line));
    assert_eq!(third.analysed, 0);
    for (one, other) in second.matches.iter().zip(&third.matches) {
        for (one, other) in one.players.iter().zip(&other.players) {
            let rates = [one.rate.unwrap_or(0.0), other.rate.unwrap_or(0.0)];
            assert!((rates[0] - rates[1]).abs() < 1e-4, "{} {rates:?}", one.name);
        }
    }
    let unsaved = history(run(&mut session, &format!("show statistics folder \"{}\"", saved.display())));
    assert_eq!((unsaved.matches.len(), unsaved.analysed, unsaved.saved), (20, 0, None));
    let ann = third.players.iter().find(|player| player.name == "Ann").expect("she plays");
    assert_eq!((ann.matches, third.players.len()), (20, 3));
}

#[test]
fn what_others_have_saved_is_left_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path(), 4);
    let saved = folder.path().join("mine");
    fs::create_dir(&saved).expect("made");
    fs::write(saved.join("m00.mat.sgf"), "(;GM[1])").expect("written");
    // The analysis of another match.
    let other = tempfile::tempdir().expect("a folder");
    fill(other.path(), 9);
    let mut session = session();
    run_all(&mut session, &[&format!("analyse folder \"{}\"", other.path().display())]);
    fs::copy(other.path().join("analysed/m05.mat.sgf"), saved.join("m01.mat.sgf")).expect("copied");
    let before = contents(&saved);
    let line = format!("analyse folder \"{}\" \"{}\"", folder.path().display(), saved.display());
    let found = history(run(&mut session, &line));
    assert_eq!((found.matches.len(), found.faults.len()), (2, 2), "{found:?}");
    assert!(found.faults.iter().all(|fault| fault.contains("is left as it is")), "{:?}", found.faults);
    let after = contents(&saved);
    assert!(before.iter().all(|(name, bytes)| after[name] == *bytes) && after.len() == 4);
    assert!(!folder.path().join("analysed").exists());
    // Where nothing can be saved, every match has a remark.
    let line = format!("analyse folder \"{}\" \"{}\"", folder.path().display(), saved.join("m00.mat.sgf").display());
    let found = history(run(&mut session, &line));
    assert_eq!((found.matches.len(), found.faults.len()), (0, 4), "{:?}", found.faults);
    for line in ["analyse folder /no/such/folder", &format!("analyse folder \"{}\"", saved.join("none").display())] {
        assert!(run(&mut session, line).is_err(), "{line}");
    }
}

#[test]
fn a_history_is_a_table_and_a_drawing() {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path(), 6);
    let mut session = session();
    let out = folder.path().join("history.svg");
    let export = format!("export history svg \"{}\"", out.display());
    assert!(run(&mut session, &export).is_err(), "there is none yet");
    let answer = run(&mut session, &format!("analyse folder \"{}\"", folder.path().display())).expect("a history");
    let shown = reply(&answer, &Format { width: Some(80), ..Format::plain(&OutputSettings::default()) });
    for part in ["m00.mat", "m03.sgf", "m04.xg", "All matches of a player", "analysed now: 6, before: 0", "analysed"] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let home = Home::new();
    let commands = format!("show statistics folder \"{}\"", folder.path().join("analysed").display());
    let drawing = home.path("history.svg");
    let outcome = home.run(&["-e", &commands, "-e", &format!("export history svg \"{}\"", drawing.display())], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let svg = fs::read_to_string(&drawing).expect("written");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    for name in ["Ann", "Ben", "Cleo", "(PR)"] {
        assert!(svg.contains(name), "{name}");
    }
    assert!(svg.matches("<circle").count() >= 12 && svg.matches("<polyline").count() >= 3, "{svg}");
    let page = home.path("history.html");
    let outcome = home.run(&["-e", &commands, "-e", &format!("export history html \"{}\"", page.display())], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let page = fs::read_to_string(&page).expect("written");
    assert!(page.contains("<h2>Players</h2>") && page.contains("Cleo") && !page.contains("<script"), "{page}");
    let again = home.run(&["-e", &commands, "-e", &format!("export history svg \"{}\"", drawing.display())], "");
    assert!(again.stderr.contains("is there already"), "{}", again.stderr);
    let json = home.run(&["--json", "-e", &commands], "");
    let value: serde_json::Value = serde_json::from_str(json.stdout.trim()).expect("an object");
    assert_eq!((&value["analysed"], &value["stopped"]), (&0.into(), &false.into()), "{value}");
    assert!(Player::BOTH.len() == 2 && value["matches"].as_array().is_some_and(|all| all.len() == 6), "{value}");
}

/// Ctrl-C at the real program: whole files, the status of an interrupt, and the rest the next time.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_files() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let home = Home::new();
    let folder = home.path("matches");
    fs::create_dir(&folder).expect("made");
    fill(&folder, 12);
    let saved = folder.join("analysed");
    let settings = "set analysis chequerplay evaluation plies 1; set analysis cubedecision evaluation plies 1";
    let line = format!("{settings}; analyse folder \"{}\"", folder.display());
    let mut command = home.command();
    command.args(["--threads", "1", "-e", &line]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    let begin = Instant::now();
    while contents(&saved).keys().filter(|name| name.ends_with(".sgf")).count() < 2 {
        assert!(begin.elapsed() < Duration::from_secs(120), "nothing is saved");
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("the same command goes on"), "{told}");
    let kept = contents(&saved);
    assert!(kept.len() < 12 && kept.keys().all(|name| name.ends_with(".sgf")), "{:?}", kept.keys());
    let rest = home.run(&["-e", &line], "");
    assert_eq!(rest.status, Some(0), "{}", rest.stderr);
    let known = kept.len();
    assert!(rest.stdout.contains(&format!("analysed now: {}, before: {known}", 12 - known)), "{}", rest.stdout);
}

/// Every file of a folder is read, whatever stands beside it; nothing on the table changes.
#[test]
fn a_folder_is_imported_file_by_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path(), 40);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats");
    for name in ["mat-damaged.mat", "mat-losses.mat", "javafibs-two-games.match", "oldmoves-two-games.fibs"] {
        fs::copy(data.join(name), folder.path().join(name)).expect("a copy");
    }
    fs::write(folder.path().join("noise.mat"), "hello\n").expect("written");
    fs::write(folder.path().join("empty"), "").expect("written");
    fs::write(folder.path().join("broken.json"), "{\"gammon_match\":1,").expect("written");
    let saved = folder.path().join("kept");
    let mut session = session();
    run_all(&mut session, &["new match 5", "set dice 31"]);
    let before = session.state().to_owned();
    let line = format!("import folder \"{}\" \"{}\"", folder.path().display(), saved.display());
    let answer = run(&mut session, &line).expect("a table");
    let text = reply(&answer, &Format { width: Some(100), ..Format::plain(&OutputSettings::default()) });
    let Reply::Figures(figures, _) = answer else { panic!("figures") };
    let Figures::FolderImport(import) = *figures else { panic!("what became of the files") };
    let is_refused = |file: &&gammon::session::ImportedFile| file.players.is_none();
    let refused: Vec<&str> = import.files.iter().filter(is_refused).map(|file| file.file.as_str()).collect();
    assert_eq!((import.files.len(), import.of), (47, 47), "{text}");
    assert_eq!(refused, ["broken.json", "empty", "noise.mat"], "{text}");
    let remarked: Vec<&str> =
        import.files.iter().filter(|file| !file.remarks.is_empty()).map(|file| file.file.as_str()).collect();
    assert_eq!(remarked, ["mat-damaged.mat", "oldmoves-two-games.fibs"], "{text}");
    assert_eq!(fs::read_dir(&saved).expect("a folder").count(), 44);
    assert_eq!(session.state().to_owned(), before);
    for part in ["47 files", "44 matches are saved in", "there is no checker on 23", "gammon does not know this format"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    // What is saved already is left as it is.
    let again = run(&mut session, &line).expect("a table");
    let Reply::Figures(figures, _) = again else { panic!("figures") };
    let Figures::FolderImport(import) = *figures else { panic!("what became of the files") };
    assert_eq!(import.files.iter().filter(|file| file.refused.is_some()).count(), 47);
}

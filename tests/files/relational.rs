//! The database of matches: what goes in comes out, and GNU Backgammon reads and writes the same file.

use crate::support::gnubg;
use crate::support::home::Home;
use std::fs;
use std::process::Command;

const MATCH: &str = " 3 point match

 Game 1
 Ann : 0                          Ben : 0
  1)                             31: 8/5 6/5
  2) 65: 24/18 18/13             42: 24/22 13/9
  3) 61: 13/7 8/7                63: 24/15
                                  Wins 2 points
";

const QUIET: [&str; 3] = [
    "set output rawboard on",
    "set analysis chequerplay evaluation plies 0",
    "set analysis cubedecision evaluation plies 0",
];

#[test]
fn a_match_goes_in_and_comes_out() {
    let home = Home::new();
    home.write("m.mat", MATCH);
    let lines = "set relational database ./club.db\nimport mat m.mat\nrelational add match\nanalyse match\n\
                 relational add match\nas json relational show players\nas json relational show details Ann\n\
                 as csv relational select name, total_moves FROM matchstat JOIN player USING (player_id)\n\
                 relational erase player Ben\nas json relational select count(*) FROM gamestat\n";
    let outcome = home.run(&["-q", "-r"], lines);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let text = &outcome.stdout;
    assert!(text.contains("as a new match") && text.contains("in place of an earlier copy"), "{text}");
    assert!(text.contains(r#""rows":[["Ann","1"],["Ben","1"]]"#) && text.contains("\"name\":\"Opponents\""), "{text}");
    assert!(text.contains("Ann,2\n") && text.contains("Ben,3\n"), "{text}");
    assert!(text.contains("Ben is erased, with 1 match\n") && text.contains(r#""rows":[["0"]]"#), "{text}");
    let refused = |line: &str, words: &str| {
        let outcome = home.run(&["-q", "-r", "-e", &format!("set relational database ./club.db\n{line}")], "");
        assert!(outcome.status == Some(3) && outcome.stderr.contains(words), "{line}: {}", outcome.stderr);
    };
    refused("relational erase player Ben", "not in the database");
    refused("relational select nonsense", "no such column: nonsense");
    refused("relational add match", "there is no match");
    refused("set relational database ./m.mat\nrelational test", "m.mat: ");
    refused("relational setup", "a key with its value");
}

#[test]
fn gnubg_reads_and_writes_the_same_file() {
    let Some(program) = gnubg::program("gnubg_reads_and_writes_the_same_file") else { return };
    let home = Home::new();
    home.write("m.mat", MATCH);
    home.write("n.mat", &MATCH.replace("Ben", "Cid"));
    fs::create_dir_all(home.path(".gnubg")).expect("a folder");
    let there = |lines: &[&str]| {
        let mut command = Command::new(&program);
        command.args(["-t", "-q"]).current_dir(home.path(""));
        home.surround(&mut command);
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("gnubg");
        let text = QUIET
            .iter()
            .chain(lines)
            .fold("relational setup dbtype=sqlite\n".to_owned(), |all, line| all + line + "\n");
        std::io::Write::write_all(&mut child.stdin.take().expect("piped"), text.as_bytes()).expect("written");
        String::from_utf8_lossy(&child.wait_with_output().expect("an end").stdout).into_owned()
    };
    let here = |lines: &str| {
        let lines = format!("{}\nrelational setup SQLite-database=gnubg\n{lines}\n", QUIET.join("\n"));
        let outcome = home.run(&["-q", "-r"], &lines);
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        outcome.stdout
    };
    there(&["import mat m.mat", "analyse match", "relational add match"]);
    let text = here("as json relational show players\nimport mat n.mat\nanalyse match\nrelational add match");
    assert!(text.contains(r#"["Ann","1"],["Ben","1"]"#), "{text}");
    let text = there(&["relational show players", "relational show details Ann", "relational erase player Ben"]);
    for words in ["   Ann\n   Ben\n   Cid\n", "Total moves                                4"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let text = here("as json relational show players\nas json relational select count(*) FROM session");
    assert!(text.contains(r#"["Ann","1"],["Cid","1"]"#) && text.contains(r#"[["1"]]"#), "{text}");
    // A name that nobody has is refused with the nearest one first.
    for (typed, names) in [("Anm", "Ann, Cid"), ("Cit", "Cid, Ann"), ("Zoe", "Ann, Cid")] {
        for line in ["show details", "erase player"] {
            let refused = home
                .run(&["-q", "-r"], &format!("relational setup SQLite-database=gnubg\nrelational {line} {typed}\n"));
            let told = format!("error: {typed} is not in the database\n");
            assert!(
                refused.stderr.contains(&told) && refused.stderr.contains(&format!("expected {names}\n")),
                "{}",
                refused.stderr
            );
        }
    }
}

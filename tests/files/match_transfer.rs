//! Commands on matches from files, as one types them.

use crate::support::gnubg;
use crate::support::home;

use home::Home;
use std::fs;

/// A short match with a mark and a comment, as GNU Backgammon writes it.
const MATCH: &str = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Ben]\
    EV[Club]RU[Crawford]RE[W+1]\n\
    ;B[31qtst]\n;W[62xrmk]C[run & <hide>]BM[2]\n;B[double]\n;W[take]\n;B[52lnlq]\n;W[double]\n;B[drop])\n\
    (;FF[4]GM[6]MI[length:3][game:1][ws:2][bs:0]PW[Ann]PB[Ben]RU[Crawford:CrawfordGame]\n;W[62xrmk])\n";

fn fixture() -> (Home, String) {
    let home = Home::new();
    // A cube of 2 is passed: 2 points.
    let path = home.write("short.sgf", &MATCH.replace("RE[W+1]", "RE[W+2]"));
    (home, path.display().to_string())
}

#[test]
fn a_match_goes_through_every_format_that_is_read() {
    let (home, file) = fixture();
    let read = home.run(&["-e", &format!("import auto {file}; list game; list match; show matchinfo")], "");
    assert_eq!(read.status, Some(0), "{}", read.stderr);
    for part in ["a match to 3 between Ann and Ben, 2 games", "31: 8/5 6/5", "Ann wins 2 points", "event: Club"] {
        assert!(read.stdout.contains(part), "{part} in\n{}", read.stdout);
    }
    assert!(read.stdout.contains("2-0, Crawford game, not finished"), "{}", read.stdout);
    let list = |commands: &str| {
        let outcome = home.run(&["-e", commands, "-e", "list game"], "");
        assert_eq!(outcome.status, Some(0), "{commands}: {}", outcome.stderr);
        let from = outcome.stdout.find("Game 1 of 2").unwrap_or_else(|| panic!("{}", outcome.stdout));
        // Marks widen the columns and have a legend, and .mat files have none.
        let lines = outcome.stdout[from..].lines().filter(|line| !line.contains("`help marks`"));
        lines.flat_map(str::split_whitespace).filter(|word| *word != "??").collect::<Vec<_>>().join(" ")
    };
    let wanted = list(&format!("load match {file}"));
    for (extent, format) in [("match", "sgf"), ("match", "json"), ("match", "mat"), ("session", "sgf")] {
        let out = home.path(&format!("{extent}.{format}")).display().to_string();
        let commands = format!("load match {file}; export {extent} {format} {out}; new match 5; import auto {out}");
        assert_eq!(list(&commands), wanted, "{commands}");
    }
    // Named on the command line.
    let named = home.run(&[&file, "-e", "show score"], "");
    assert!(named.stdout.contains("between Ann and Ben"), "{}{}", named.stdout, named.stderr);
}

#[test]
fn pages_show_what_is_marked_and_written() {
    let (home, file) = fixture();
    for (format, parts) in [
        ("html", ["<mark", "run & \\u003chide>", "very bad", "</html>"]),
        ("markdown", ["# Ann", "run & <hide>", "very bad", "## Game 2"]),
        ("text", ["Move number 2", "run & <hide>", "very bad", "Position ID"]),
    ] {
        let out = home.path(&format!("page.{format}"));
        let commands = format!("load match {file}; export match {format} {}", out.display());
        let outcome = home.run(&["-e", &commands], "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        let text = fs::read_to_string(&out).expect("written");
        for part in parts.iter().filter(|part| **part != "<mark") {
            assert!(text.contains(part), "{format}: {part}");
        }
        if format == "html" {
            assert!(!text.contains("<hide>") && !text.contains("src="), "{format}");
            // The numbers of the points, those of either player, and then the checkers.
            let boards = |numbers: &str| text.matches(&format!("\"board\":\"{numbers},0,0;p0,")).count();
            assert_eq!(boards("r0") + boards("r1"), 8, "a board for every decision");
        }
    }
    let board = home.path("b.svg");
    home.run(&["-e", &format!("load match {file}; export position svg {}", board.display())], "");
    let drawing = fs::read_to_string(&board).expect("written");
    assert!(drawing.starts_with("<svg") && drawing.matches("<use href=\"#p").count() == 30, "{drawing}");
}

/// Depth of braces and environments, and whether one ends that is not open.
fn is_balanced(document: &str) -> bool {
    let (mut depth, mut open, mut is_escaped) = (0_i32, Vec::new(), false);
    for (at, c) in document.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => {
                let name = |word: &str| document[at..].strip_prefix(word)?.split('}').next();
                if let Some(name) = name("\\begin{") {
                    open.push(name);
                } else if let Some(name) = name("\\end{")
                    && open.pop() != Some(name)
                {
                    return false;
                }
                is_escaped = true;
            }
            '{' => depth += 1,
            '}' if depth == 0 => return false,
            '}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0 && open.is_empty()
}

#[test]
fn latex_takes_documents_as_they_are_meant() {
    let (home, file) = fixture();
    let rows = "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0";
    // Names and comments are letters, whatever they contain.
    let odd = "set player 0 name \\end{document}; set matchinfo place \"50% {of} $x_1^2$ & #1 ~ <b> [c] --\"";
    for (extent, bracket) in [("match", 2), ("game", 1), ("session", 2), ("position", 0)] {
        let out = home.path(&format!("{extent}.tex"));
        let commands =
            format!("{rows}; load match {file}; {odd}; analyse match; export {extent} latex {}", out.display());
        let outcome = home.run(&["-e", &commands], "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        let text = fs::read_to_string(&out).expect("written");
        assert!(text.starts_with("\\documentclass") && text.ends_with("\\end{document}\n"), "{text}");
        assert!(is_balanced(&text), "{text}");
        assert_eq!(text.matches("\\section*{Game").count(), bracket, "{text}");
        assert_eq!(text.matches("\\end{document}").count(), 1, "{text}");
        assert!(
            text.contains("\\begin{picture}") && text.contains("\\circle*{11}") && text.contains("XGID="),
            "{text}"
        );
        if extent != "position" {
            for part in
                ["50\\% \\{of\\} \\$x\\_1", "run \\& \\textless{}hide", "very bad", "$\\ast$", "Proper cube action"]
            {
                assert!(text.contains(part), "{part} in {text}");
            }
            // A row that began with a star or bracket would be taken for an option of the row before.
            let mut rows = text.lines().skip_while(|line| !line.ends_with("\\\\")).skip(1);
            assert!(rows.all(|line| !line.starts_with(['*', '['])), "{text}");
        }
    }
    assert!(!is_balanced("{\\begin{a}}\\end{b}") && !is_balanced("}{") && is_balanced("\\{"));
}

#[test]
fn positions_of_jellyfish_come_back() {
    let home = Home::new();
    let position = "set player 0 name Ann; set player 1 name Jørn; set turn 1; set board 4HMwAC7oGRyADA; set dice 62; \
                    set cube value 2; set cube owner 1";
    let out = home.path("here.pos").display().to_string();
    for begin in ["new match 7; set score 6 2", "new match 7; set score 1 2", "new session"] {
        let ids = |commands: &str| {
            let outcome =
                home.run(&["-e", &format!("set display off; set confirm save off; {commands}; show position")], "");
            assert_eq!(outcome.status, Some(0), "{commands}: {}", outcome.stderr);
            (outcome.stdout.lines().last().unwrap_or_default().to_owned(), outcome.stdout)
        };
        let (before, _) = ids(&format!("{begin}; {position}; export position pos {out}"));
        for format in ["pos", "auto"] {
            let (after, told) = ids(&format!("import {format} {out}"));
            assert!(told.contains("between Ann and Jørn"), "{told}");
            assert_eq!(after, before, "{begin}");
        }
    }
    let bytes = fs::read(&out).expect("a file");
    fs::write(&out, &bytes[..bytes.len() - 1]).expect("cut");
    let refused =
        home.run(&["--keep-going", "-e", &format!("new match 5; import pos {out}"), "-e", "show matchlength"], "");
    assert!(refused.stderr.contains("here.pos: byte ") && refused.stdout.contains('5'), "{}", refused.stderr);
    let doubled =
        home.run(&["-e", &format!("new session; set turn 0; set dice 0; double; export position pos {out}")], "");
    assert_ne!(doubled.status, Some(0), "{}", doubled.stdout);
}

/// GNU Backgammon reads positions written here, and its own are read here, as the same position at the same score.
#[test]
fn positions_of_jellyfish_go_to_gnu_backgammon_and_back() {
    let Some(program) = gnubg::program("positions of Jellyfish") else { return };
    let home = Home::new();
    let (ours, theirs) = (home.path("ours.pos"), home.path("theirs.pos"));
    let id = |text: &str, label: &str| {
        let at = text.rfind(label).unwrap_or_else(|| panic!("{text}"));
        text[at + label.len()..].split_whitespace().find(|word| *word != ":").unwrap_or_default().to_owned()
    };
    let setups = [
        ("new match 7", "set score 1 2", 1, "set dice 62"),
        ("new match 7", "set score 6 2", 0, "set dice 31"),
        ("new match 5", "set score 2 3", 0, "set cube value 4\nset cube owner 0"),
        ("new session", "set score 0 0", 1, "set cube value 2\nset cube owner 1"),
    ];
    for (begin, score, turn, rest) in setups {
        let all = format!("{begin}\n{score}\nset turn {turn}\nset board 4HMwAC7oGRyADA\n{rest}");
        let commands = all.replace('\n', "; ");
        let setup = "set automatic roll off; set display off; set confirm save off";
        let here = |commands: &str| {
            let outcome = home.run(&["-e", &format!("{setup}; {commands}; set display on; show board")], "");
            assert_eq!(outcome.status, Some(0), "{commands}: {}", outcome.stderr);
            [id(&outcome.stdout, "Position ID:"), id(&outcome.stdout, "Match ID")]
        };
        let before = here(&format!("{commands}; export position pos {}", ours.display()));
        let mut lines: Vec<String> = gnubg::PRELUDE.iter().map(|&line| line.to_owned()).collect();
        lines.extend([format!("import pos {}", ours.display()), "show board".to_owned()]);
        let printed = gnubg::run(&program, &lines);
        let there = [id(&printed, "Position ID:"), id(&printed, "Match ID")];
        assert_eq!(there, before, "{begin}, {score}: {printed}");
        lines.push(format!("export position pos {}", theirs.display()));
        gnubg::run(&program, &lines);
        // The program marks a Crawford game as one after it.
        let back = here(&format!("import pos {}", theirs.display()));
        if score != "set score 6 2" {
            assert_eq!(back, before, "{begin}, {score}");
        }
        assert_eq!(back[0], before[0], "{begin}, {score}");
        fs::remove_file(&theirs).expect("it was written");
    }
}

#[test]
fn steps_stop_where_they_are_asked_to() {
    let (home, file) = fixture();
    let outcome = home.run(&["-e", &format!("load match {file}; next marked; show dice; next rolled; show dice")], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let told: Vec<&str> = outcome.stdout.lines().filter(|line| line.starts_with("set dice ")).collect();
    assert_eq!(told, ["set dice 62  # Ann has rolled 62", "set dice 52  # Ben has rolled 52"], "{}", outcome.stdout);
    let end = home.run(&["-e", &format!("load match {file}; next marked; next marked")], "");
    assert!(end.stderr.contains("nothing is marked after this decision"), "{}", end.stderr);
    let roll = home.run(&["-e", &format!("load match {file}; next roll; show turn; previous roll")], "");
    assert!(roll.stderr.contains("no dice are to be rolled before this decision"), "{}{}", roll.stdout, roll.stderr);
    let last = home.run(&["-e", &format!("set gotofirstgame off; load match {file}; show score")], "");
    assert!(last.stdout.contains("set score 2 0 3"), "{}", last.stdout);
}

#[test]
fn facts_of_a_match_are_kept_with_it() {
    let (home, file) = fixture();
    let out = home.path("facts.sgf").display().to_string();
    let commands = format!(
        "load match {file}; set matchinfo date 2024-02-29; set matchinfo event; set matchinfo rating Ben 1812; \
         set matchinfo comment \"two words\"; save match {out}; new match 3; show matchinfo; load match {out}; show matchinfo"
    );
    let outcome = home.run(&["-e", &commands], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let text = &outcome.stdout;
    for part in ["nothing is written down", "date: 2024-02-29", "rating of Ben: 1812", "comment: two words"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains("event: Club"), "{text}");
    let bad = home.run(&["-e", "set matchinfo date 2023-02-29"], "");
    assert!(bad.stderr.contains("is not a day"), "{}", bad.stderr);
}

#[test]
fn a_file_that_fails_changes_nothing() {
    let home = Home::new();
    for (name, text, told) in [
        ("cut.sgf", "(;GM[6]MI[length:3]PW[A]PB[B]\n;W[31hefe]\n;B[62", "cut.sgf: line 3:"),
        ("go.sgf", "(;GM[1]SZ[19])", "not backgammon"),
        ("x.json", "{\"gammon_match\":1,\n\"players\":[\"A\"]}", "x.json: line 2:"),
        ("x.xg", "RGMH", "x.xg: byte"),
        ("x.txt", "hello", "gammon does not know this format"),
    ] {
        let path = home.write(name, text);
        let commands = format!("new match 5; set dice 31; import auto {}", path.display());
        let outcome = home.run(&["--keep-going", "-e", &commands, "-e", "show matchlength; show dice"], "");
        assert!(outcome.stderr.contains(told), "{name}: {}", outcome.stderr);
        assert!(outcome.stdout.contains("31"), "{name}: {}", outcome.stdout);
    }
}

//! What once spoiled an evening with the program, a test for each.
#![cfg(unix)]

use crate::support::home;
use crate::support::terminal;

use home::{Home, Outcome};
use serde_json::Value;
use std::fs;
use terminal::{Terminal, decoded};

const DECISION: &str = "new session; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout trials 36";

fn run(commands: &str) -> Outcome {
    run_in(&Home::new(), commands)
}

fn run_in(home: &Home, commands: &str) -> Outcome {
    let outcome = home.run(&["-e", commands], "");
    assert_eq!(outcome.status, Some(0), "{commands}: {}", outcome.stderr);
    outcome
}

/// A distance in standard errors of nothing was a number of 307 digits.
#[test]
fn what_is_exact_is_called_exact() {
    let commands = "set gnubgid WwAAwFYAAAAAAA:cAkAAAAAAAAA; set rollout trials 36; rollout cube; show rollout detail";
    let text = run(commands).stdout;
    let digits = |text: &str| text.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap_or(0);
    assert!(text.contains("exact") && digits(&text) < 20, "{text}");
    let outcome = Home::new().run(&["--json", "-e", commands], "");
    assert!(digits(&outcome.stdout) < 20 && !outcome.stdout.contains("e+"), "{}", outcome.stdout);
}

/// What a resumed rollout played was saved only where `set autosave rollout on` had been typed first.
#[test]
fn resumed_work_is_saved_and_named() {
    let home = Home::new();
    run_in(&home, &format!("set autosave rollout on; {DECISION}; rollout plays best 2"));
    let resumed = run_in(&home, "rollout resume; rollout extend 36").stdout;
    assert!(resumed.contains("4HPwATDgc/ABMA:cIkFAAAAAAAA: 8/5 6/5"), "{resumed}");
    let again = run_in(&home, "rollout resume").stdout;
    assert!(again.contains("continued from trial 72"), "{again}");
    assert!(run("show autosave").stdout.contains("set autosave rollout long"), "long rollouts are saved unasked");
}

#[test]
fn the_table_says_which_play_is_better_by_how_much_and_how_it_ended() {
    let text = run(&format!(
        "{DECISION}; set rollout trials 1296; set rollout preset quick; set rollout until decided; \
                             rollout plays best 2"
    ))
    .stdout;
    let rows: Vec<&str> = text.lines().filter(|line| line.contains('±') && line.contains('/')).collect();
    assert!(rows[0].trim_start().starts_with("*1  8/5 6/5"), "{text}");
    assert!(rows[1].matches('±').count() == 2, "the play and how far it is behind: {text}");
    assert!(text.contains("Decided: 8/5 6/5 is the best play (risk"), "{text}");
    assert!(text.contains("risk 1%") && text.contains("leads"), "{text}");
}

#[test]
fn hint_knows_the_rollout() {
    let text = run(&format!("{DECISION}; set display off; rollout plays best 2; hint 3")).stdout;
    let listed = text.lines().filter(|line| line.contains(" rollout "));
    assert_eq!(listed.count(), 2, "{text}");
    assert!(text.lines().any(|line| line.trim_start().starts_with("*1") && line.contains("rollout")), "{text}");
}

/// `save settings` wrote a hundred lines, the random seed of rollouts among them.
#[test]
fn only_what_was_chosen_is_saved() {
    let home = Home::new();
    run_in(&home, "set rollout trials 77; save settings settings.gbs");
    let saved = fs::read_to_string(home.path("settings.gbs")).expect("saved");
    assert_eq!(saved.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>(), ["set rollout trials 77"]);
}

/// "gammon wins a gammon".
#[test]
fn no_player_is_called_by_a_word_of_the_game() {
    let text = run("new session; show player").stdout;
    assert!(text.contains("set player 0 name engine") && !text.contains("gammon rolls"), "{text}");
}

#[test]
fn the_live_table_fits_fifty_columns() {
    let mut terminal = Terminal::open_with(Home::new(), &["--threads", "1"], false, (20, 50), &[]);
    terminal.enter("new session", ") ");
    terminal.enter("set turn 1; set board 4HPwATDgc/ABMA; set dice 31; set rollout trials 100000000", ") ");
    terminal.key("rollout\r");
    for _ in 0..3 {
        terminal.wait_for("/s,");
    }
    terminal.session.send_control('c').expect("sent");
    let printed = decoded(&terminal.wait_for_prompt(") "));
    let lines = printed.lines().map(|line| line.rsplit("\x1b[J").next().unwrap_or_default().trim_end());
    assert!(lines.clone().all(|line| line.chars().count() <= 50), "{printed}");
    // What stands above is left alone: as many lines are cleared as were drawn.
    for piece in printed.split("\x1b[J").skip(1) {
        if let Some(up) = piece.rsplit_once("\r\x1b[").and_then(|(_, rest)| rest.strip_suffix('A')) {
            assert_eq!(up.parse::<usize>().ok(), Some(piece.matches('\n').count()), "{piece:?}");
        }
    }
    terminal.leave();
}

#[test]
fn there_are_colours_disks_and_a_pager() {
    let home = Home::new();
    let outcome = home.run(&["--color", "always", "-e", &format!("{DECISION}; show temperaturemap")], "");
    assert!(outcome.stdout.contains("\x1b[38;5;") && outcome.stdout.contains("48;5;"), "{:?}", outcome.stdout);
    assert!(run("set output board unicode; new session").stdout.contains('●'));
    let pager = [("PAGER", "sed s/^/PAGED:/")];
    let mut terminal = Terminal::open_with(Home::new(), &[], false, (24, 80), &pager);
    assert!(terminal.enter("help", "(No game) ").contains("PAGED:"));
    terminal.leave();
}

#[test]
fn a_game_can_be_kept_and_stepped_through() {
    let home = Home::new();
    run_in(&home, &format!("{DECISION}; 8/5 6/5; set dice 52; 13/8 13/11; save match a.sgf"));
    let text = run_in(&home, "set display off; load match a.sgf; next; next; list game; undo").stdout;
    assert!(text.contains("8/5 6/5"), "{text}");
}

#[test]
fn exports_say_all_that_the_table_says_and_replace_nothing_unasked() {
    let home = Home::new();
    let exports = ["html", "markdown", "csv", "json"];
    let lines: Vec<String> = exports.iter().map(|format| format!("export rollout {format} r.{format}")).collect();
    let plays = format!("{DECISION}; rollout plays best 2");
    run_in(&home, &format!("{plays}; {}", lines.join("; ")));
    let text = |format: &str| fs::read_to_string(home.path(&format!("r.{format}"))).expect("an export");
    for format in ["html", "markdown"] {
        let text = text(format);
        for wanted in ["leads", "is best with", "plays 0-ply, cube 2-ply", "Behind by", "36 trials"] {
            assert!(text.contains(wanted), "{format} lacks {wanted}: {text}");
        }
    }
    assert!(
        text("csv")
            .lines()
            .next()
            .is_some_and(|head| head.contains("behind_std_err") && head.contains("probability_best"))
    );
    let json: Value = serde_json::from_str(&text("json")).expect("JSON");
    assert!(json["conclusion"].as_str().is_some_and(|text| text.contains("leads")), "{json}");
    assert_eq!((&json["interrupted"], &json["ended"]), (&Value::Bool(false), &Value::from("trials")));
    let outcome = home.run(&["-e", &format!("{plays}; export rollout html r.html")], "");
    assert!(outcome.status == Some(3) && outcome.stderr.contains("is there already"), "{}", outcome.stderr);
    // A cube has its verdict.
    run_in(
        &home,
        "set gnubgid WwAAwFYAAAAAAA:cAkAAAAAAAAA; set rollout trials 36; rollout cube; \
                   export rollout html c.html; export rollout markdown c.md",
    );
    for file in ["c.html", "c.md"] {
        let text = fs::read_to_string(home.path(file)).expect("an export");
        assert!(text.contains("Double, take") && text.contains("Double, pass"), "{file}: {text}");
    }
}

#[test]
fn goals_that_add_up_say_so() {
    let text = run("set rollout until error 0.01; set rollout until time 8s").stdout;
    assert!(text.contains("until the first of these: the standard errors are at most 0.01; 8s have passed"), "{text}");
}

#[test]
fn nothing_cryptic_is_said() {
    let home = Home::new();
    let said = |commands: &str| {
        let outcome = home.run(&["--keep-going", "-e", commands], "");
        outcome.stdout + &outcome.stderr
    };
    assert!(said("set threads 1").contains("1 thread\n"));
    assert!(said(&format!("{DECISION}; bar/20")).contains("no checker on the bar"));
    assert!(said("calibrate 1").contains("the best of 1 round)"));
    let text = said(&format!("{DECISION}; hint; clear turn; hint; set rollout preset quick; rollout cube"));
    assert!(!text.contains('%') || !text.contains("(23") && !text.contains("best with 0%"), "{text}");
    assert!(!said("set dice 3 7").contains("will not do"));
    assert!(said("load commands .").contains("`.`"), "the file is named");
}

#[test]
fn short_rollouts_are_not_talked_about() {
    let text = run(&format!("{DECISION}; set rollout preset quick; rollout plays best 2")).stdout;
    assert!(!text.contains("saved in") && !text.contains("trials a second"), "{text}");
}

#[test]
fn help_begins_with_what_users_need() {
    let home = Home::new();
    let text = home.run(&["--help"], "").stdout;
    let at = |word: &str| text.find(word).unwrap_or_else(|| panic!("no {word} in {text}"));
    assert!(at("  rollout ") < at("  doctor ") && at("  doctor ") < at("  bench "), "{text}");
    assert!(!text.contains("train"), "makers of nets have a program of their own: {text}");
    assert!(text.contains("Examples:") && text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("a README");
    assert!(
        readme.contains("cargo install --locked --path .") && readme.contains("How strong"),
        "what every expert asks first"
    );
}

#[test]
fn a_file_of_positions_ends_with_a_table() {
    let home = Home::new();
    let positions = "a blot: XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n\
                     4HPwATDgc/ABMA:cAkAAAAAAAAA # the beginning\n";
    home.write("study/positions.txt", positions);
    let commands = "set rollout preset quick; set rollout trials 36; rollout file study/positions.txt";
    let text = run_in(&home, commands).stdout;
    assert!(
        text.lines().any(|line| line.contains("a blot") && line.contains("8/5 6/5") && line.contains('±')),
        "{text}"
    );
    assert!(
        text.contains("the beginning") && text.contains("2 of 2 positions are rolled out in positions.txt.jsonl"),
        "{text}"
    );
    assert!(home.path("positions.txt.jsonl").is_file() && !home.path("study/positions.txt.jsonl").exists());
    let again = run_in(&home, commands).stdout;
    assert!(again.contains("2 of them before") && again.contains("a blot"), "{again}");
}

/// A script whose answers nobody read any more ended as if it had been carried out.
#[test]
fn answers_that_nobody_reads_end_a_run_with_a_status_of_its_own() {
    let home = Home::new();
    for flag in ["-q", "--json"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = home.command();
        let status = command.args([flag, "-e", "show board; save settings late"]).stdout(writer).status();
        assert_eq!(status.expect("it ends").code(), Some(141), "{flag}");
        assert!(!home.path("late").exists(), "{flag}");
    }
}

/// A narrow terminal left columns out without a word, but for tables of figures.
#[test]
fn columns_that_a_terminal_has_no_room_for_are_counted() {
    for (columns, is_told) in [(50, true), (120, false)] {
        let mut terminal = Terminal::open_with(Home::new(), &["--threads", "1"], false, (24, columns), &[]);
        terminal.enter("set evaluation chequerplay evaluation plies 0", ") ");
        terminal.enter(DECISION, ") ");
        for asked in ["hint", "rollout plays best 2"] {
            let told = terminal.enter(asked, ") ");
            assert_eq!(told.contains(" left out: `as"), is_told, "{columns} {asked}: {told}");
        }
        terminal.leave();
    }
}

/// GNU Backgammon saves a position with what was played there: it was shown as the start of a game, and its cube lost.
#[test]
fn a_position_with_its_play_opens_where_it_was_set_up() {
    let home = Home::new();
    let board = "AE[a:y]AW[c][c][d][d][e][f][f][f][f][g][h][m][m][r][r]AB[x][u][u][t][s][s][s][q][q][p][p][n][n][l][l]";
    let head = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:7][game:0][ws:1][bs:2]PW[Ann]PB[Ben]";
    home.write("p.sgf", &format!("{head};PL[W]{board};CV[4];CP[b];W[21hffe])\n"));
    let text = run_in(&home, "open p.sgf; show position").stdout;
    assert!(text.contains("XGID=-A--BACbBB-BbB---aadabb---:2:1:-1:21:2:1:0:7:10"), "{text}");
}

/// What a line of positions rolls out went by unseen where it was a hint that was asked for.
#[test]
fn a_file_of_hints_says_that_it_rolls_nothing_out() {
    let home = Home::new();
    home.write("f.txt", "4HPwATDgc/ABMA:cAkHAAAAAAAA plays 8/5 6/5, 24/20\n4HPwATDgc/ABMA:cAkHAAAAAAAA\n");
    let plies = "set evaluation chequerplay evaluation plies 0";
    let text = run_in(&home, &format!("{plies}; as json hint file f.txt")).stdout;
    assert!(text.contains("1 rollout in the file left to `rollout file`; "), "{text}");
}

/// `load unsaved` went to the first decision of the match.
#[test]
fn a_match_that_was_not_saved_goes_on_where_it_was_left() {
    let home = Home::new();
    let played = "new match 3; set turn 1; set dice 31; move 8/5 6/5; set dice 52; move 24/22 13/8; export match json";
    let file = home.path("data/gammon/matches/unsaved-1-1.json");
    fs::create_dir_all(file.parent().expect("a folder")).expect("made");
    run_in(&home, &format!("set player 0 human; {played} \"{}\"", file.display()));
    let text = run_in(&home, "load unsaved; list game; set dice 61; move 13/7 8/7").stdout;
    assert!(text.contains("13/8") && !text.contains("rolled already"), "{text}");
}

/// Runs commands whose answers are JSON, one object for each command.
fn answers_of(home: &Home, commands: &str) -> Vec<Value> {
    let outcome = home.run(&["--json", "--no-time", "-e", commands], "");
    assert_eq!(outcome.status, Some(0), "{commands}: {}", outcome.stderr);
    outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A saved rollout was shown with the score of the session in its identifiers.
#[test]
fn a_saved_rollout_is_shown_as_it_stood() {
    for (decision, jacoby) in [
        ("-b----E-C---eE---c-e----B-:0:0:1:31:6:3:1:7:10", "on"),
        ("-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10", "on"),
        ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "on"),
        ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", "off"),
    ] {
        let home = Home::new();
        let rollout = "set rollout trials 2; set rollout truncation enable on; set rollout truncation plies 1";
        let commands = format!("set autosave rollout on; {rollout}; set xgid XGID={decision}; rollout plays best 2");
        run_in(&home, &commands);
        let shown = run_in(&home, &format!("set jacoby {jacoby}; rollout saved 1")).stdout;
        assert!(shown.contains(decision), "{decision}: {shown}");
    }
}

/// A smaller rollout took the place of a larger one in the record, and lists disagreed.
#[test]
fn a_smaller_rollout_takes_nothing_away() {
    let home = Home::new();
    let settings = "set rollout cubedecision plies 0; set rollout truncation enable on; set rollout truncation plies 2; \
                    set autosave rollout off";
    let begin = "new match 3; set turn 1; set board 4HPwATDgc/ABMA";
    let play = "set dice 31; move 8/5 6/5; previous; analyse move";
    for (many, few) in [("plays 1 2", "plays 1 2"), ("plays 1 2", "plays 1 3"), ("cube", "cube")] {
        let at = if many == "cube" { "show board" } else { play };
        let commands = format!(
            "{settings}; {begin}; {at}; set rollout trials 144; rollout {many}; set rollout trials 36; rollout {few}; \
             hint 3"
        );
        let answers = answers_of(&home, &commands);
        let rollouts: Vec<&Value> = answers.iter().filter(|answer| answer["command"] == "rollout").collect();
        let last = answers.last().expect("a hint");
        let found = if many == "cube" { &last["cube"]["rollout"] } else { &last["candidates"][0]["rollout"] };
        assert_eq!(rollouts.len(), 2, "{commands}");
        assert_eq!(found["trials"], 144, "{many}, {few}: {last}");
    }
}

/// What a text does not tell was shown as chances of 0.
#[test]
fn chances_that_nobody_told_are_not_shown() {
    let home = Home::new();
    let [cube, plays] = [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\n\nNo double: +0.732\nDouble/Take: +0.950\n\
         Double/Pass: +1.000\n",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n\n1. XG Roller+ 8/5 6/5 eq:+0.145\n\
         2. XG Roller+ 24/23 13/10 eq:-0.010 (-0.155)\n",
    ];
    for (name, text) in [("cube", cube), ("plays", plays)] {
        fs::write(home.path("post.txt"), text).expect("a file");
        let open = "open post.txt";
        let hint = answers_of(&home, &format!("{open}; hint")).pop().expect("an answer");
        let of = if name == "cube" { &hint["cube"] } else { &hint["candidates"][0] };
        assert!(of["outputs"].is_null() && of["equity"].is_null(), "{hint}");
        let told = run_in(&home, &format!("{open}; set display off; hint; why")).stdout;
        let shows = |words: &str| told.contains(words);
        assert!(!shows(" .000") && !shows("NaN") && !shows("wins 0.0 %"), "{told}");
        run_in(&home, &format!("{open}; export position html {name}.html"));
        let page = fs::read_to_string(home.path(&format!("{name}.html"))).expect("a page");
        assert!(!page.contains("NaN") && !page.contains("0.0 %"), "{name}");
    }
}

/// A decision that was written alone lost what was known of it, in silence.
#[test]
fn a_position_goes_with_its_analysis() {
    let home = Home::new();
    let begin = "new match 3; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; move 8/5 6/5; previous; analyse move; \
                 set rollout cubedecision plies 0; set rollout truncation enable on; set rollout truncation plies 2; \
                 set rollout trials 36; rollout plays 1 2";
    for format in ["json", "sgf", "xg"] {
        let file = format!("alone.{}", if format == "xg" { "xgp" } else { format });
        run_in(&home, &format!("{begin}; export position {format} {file}"));
        let hint = answers_of(&home, &format!("open {file}; hint 2")).pop().expect("an answer");
        for play in hint["candidates"].as_array().expect("plays") {
            assert_eq!(play["rollout"]["trials"], 36, "{format}: {hint}");
        }
    }
}

/// A file without analysis was written without a word about what it leaves out.
#[test]
fn a_file_says_which_analysis_it_leaves_out() {
    let home = Home::new();
    let begin = "new match 1; set turn 1; set board 4HPwATDgc/ABMA; set dice 31; move 8/5 6/5";
    for (format, is_told) in [("mat", false), ("ogxm", false), ("sgf", true), ("json", true)] {
        for analysed in [true, false] {
            let analyse = if analysed { "analyse match" } else { "show board" };
            let told =
                run_in(&home, &format!("{begin}; {analyse}; export match {format} m-{analysed}.{format}")).stdout;
            let says = told.contains("does not tell") && told.contains("the analysis of");
            assert_eq!(says, analysed && !is_told, "{format}: {told}");
        }
    }
}

/// Numbers behind `rollout plays` meant another list than the one on the screen.
#[test]
fn numbers_are_those_of_the_list_on_the_screen() {
    let home = Home::new();
    // By the analysis of another program the order is another one.
    let text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n\n1. XG Roller+ 24/23 13/10 eq:+0.145\n\
                2. XG Roller+ 8/5 6/5 eq:-0.010 (-0.155)\n";
    fs::write(home.path("post.txt"), text).expect("a file");
    let rollout = "set rollout trials 2; set rollout truncation enable on; set rollout truncation plies 1; \
                   set rollout cubedecision plies 0";
    for before in ["show board", "hint"] {
        let answers = answers_of(&home, &format!("{rollout}; open post.txt; {before}; rollout plays 1"));
        let rolled = answers.last().expect("an answer");
        assert_eq!(rolled["candidates"][0]["name"], "24/23 13/10", "{before}: {rolled}");
    }
}

/// A mail that quotes a position was run as Python, line by line.
#[test]
fn nothing_quoted_beside_a_position_is_run() {
    const XGID: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:2:3:0:7:10";
    let code = "> import os; open('pwned', 'w')";
    for mail in [
        format!("Bob:\n> {XGID}\n{code}\n"),
        format!("{code}\n>> {XGID}\n>> what now?\n"),
        format!("{XGID}\n> Thanks\n{code}\n"),
        format!("Am 12.03.2024 schrieb Bob:\n> {}\n> {}\n{code}\n", &XGID[..40], &XGID[40..]),
        format!("hi\n{}\n{code}\n\ntake or pass?\n", XGID),
    ] {
        let home = Home::new();
        home.write("post.txt", &mail);
        let file = home.path("post.txt").display().to_string();
        let ways = [
            (vec!["-q", "--keep-going"], mail.as_str()),
            (vec!["-q", &file], ""),
            (vec!["-q", "--keep-going", "-e"], ""),
        ];
        for (mut args, stdin) in ways {
            if args.last() == Some(&"-e") {
                args.push(&mail);
            }
            let outcome = home.run(&args, stdin);
            assert!(outcome.stdout.contains("61") && outcome.status == Some(0), "{mail}: {args:?} {outcome:?}");
            assert!(!home.path("pwned").exists(), "{mail}");
        }
        let mut terminal = Terminal::open_beside(&home, &[]);
        terminal.wait_for("(No game)");
        terminal.key(&format!("\x1b[200~{mail}\x1b[201~\r"));
        terminal.wait_for("Position ID");
        assert!(!home.path("pwned").exists(), "{mail}");
    }
}

/// Every reader of lines passes over a byte order mark, and returns alone end lines of files.
#[test]
fn marks_before_text_are_passed_over() {
    let (id, bom) = ("4HPwATDgc/ABMA", "\u{feff}");
    let home = Home::new();
    let dice = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    for (name, text, decisions) in [
        ("one", format!("{bom}{id}\n"), 1),
        ("two", format!("{bom}{dice}\r\n{id}\r\n"), 2),
        ("old", format!("{bom}{dice}\r{id}\r"), 2),
        ("objects", format!("{bom}{{\"position\": \"{dice}\"}}\n"), 1),
    ] {
        home.write(name, &text);
        let outcome = home.run(&["-q", "-e", &format!("eval file {name} {name}.out")], "");
        assert_eq!(outcome.status, Some(0), "{name}: {outcome:?}");
        let answers = fs::read_to_string(home.path(&format!("{name}.out"))).expect("answers");
        let names = answers.lines().filter(|line| line.contains(bom) || line.contains("\"name\":\"")).count();
        assert_eq!((answers.lines().count(), names), (decisions, 0), "{name}: {answers}");
    }
    let outcome = home.run(&["--calls"], &format!("{bom}{{\"do\":\"call\",\"args\":{{\"call\":\"table\"}}}}\n"));
    assert!(!outcome.stdout.contains("expected value"), "{outcome:?}");
}

/// Files that are no text were searched for an identifier, or run as commands.
#[test]
fn what_is_no_text_is_refused_as_what_it_is() {
    let home = Home::new();
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:2:3:0:7:10";
    for (name, bytes, told) in [
        ("library.db", format!("SQLite format 3\0\n{xgid}\n"), "a database"),
        ("blob.txt", format!("\x7fELF\0\n{xgid}\n"), "a binary file"),
        ("blob", format!("roll\0\n{xgid}\nroll\n"), "a binary file"),
    ] {
        home.write(name, &bytes);
        let (file, open) = (home.path(name).display().to_string(), format!("open {name}"));
        let text = format!("import text {name}");
        for args in [["-q", &file, "-r"], ["-q", "-e", &open], ["-q", "-e", &text]] {
            let outcome = home.run(&args, "");
            assert!(outcome.status != Some(0) && outcome.stderr.contains(told), "{name}: {args:?} {outcome:?}");
        }
    }
}

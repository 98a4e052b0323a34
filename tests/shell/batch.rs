//! The real program without a terminal: files, `-e`, pipes, JSON, exit statuses.

use crate::support::home;

use home::{Home, Outcome};
use serde_json::Value;

/// A position for the commands below, reached without dice.
const SETUP: &str = "set automatic game off; set automatic roll off; set player both human; \
                     new session; set turn 1; set board 4HPwATDgc/ABMA";

fn objects(outcome: &Outcome) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    outcome.stdout.lines().map(parse).collect()
}

fn last(outcome: &Outcome, command: &str) -> Value {
    let found = objects(outcome).into_iter().rev().find(|object| object["command"] == command);
    found.unwrap_or_else(|| panic!("no `{command}` in {}{}", outcome.stdout, outcome.stderr))
}

fn numbers(value: &Value) -> Vec<f64> {
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    value.as_array().expect("a list").iter().map(number).collect()
}

#[test]
fn a_file_runs_to_its_end() {
    let home = Home::new();
    home.write("a.gbs", "# a comment\nset output digits 4\n  show version # another");
    let outcome = home.run(&["a.gbs"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("gammon"), "{}", outcome.stdout);
}

#[test]
fn the_first_failure_stops_the_batch_and_is_named() {
    let home = Home::new();
    home.write("a.gbs", "show version\n\nset rolout trials 5\nshow version\n");
    let outcome = home.run(&["a.gbs"], "");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("a.gbs:3"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("      ^^^^^^"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("rollout"), "{}", outcome.stderr);
    assert_eq!(outcome.stdout.matches("gammon ").count(), 1, "{}", outcome.stdout);
}

#[test]
fn keep_going_runs_the_rest_and_still_reports_the_failure() {
    let home = Home::new();
    let outcome = home.run(&["--keep-going"], "frobnicate\nshow version");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("<stdin>:1"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("gammon"), "the last line needs no newline: {}", outcome.stdout);
}

#[test]
fn a_failure_in_a_loaded_file_names_that_file() {
    let home = Home::new();
    home.write("inner file.gbs", "show version\ntake\n");
    home.write("outer.gbs", "load commands \"inner file.gbs\"\nshow version\n");
    let outcome = home.run(&["outer.gbs"], "");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("inner file.gbs:2"), "{}", outcome.stderr);
    assert_eq!(outcome.stdout.matches("gammon ").count(), 1, "{}", outcome.stdout);
}

#[test]
fn a_file_that_loads_itself_ends_with_an_error() {
    let home = Home::new();
    home.write("a.gbs", "load commands a.gbs\n");
    let outcome = home.run(&["a.gbs"], "");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("a.gbs:1"), "{}", outcome.stderr);
}

#[test]
fn bad_usage_is_told_apart_from_a_failed_command() {
    let home = Home::new();
    assert_eq!(home.run(&["--no-such-option"], "").status, Some(2));
    assert_eq!(home.run(&["--threads", "0"], "").status, Some(2));
    let missing = home.run(&["missing.gbs"], "");
    assert_eq!(missing.status, Some(2));
    assert!(missing.stderr.contains("missing.gbs"), "{}", missing.stderr);
    assert_eq!(home.run(&["--version"], "").status, Some(0));
}

#[test]
fn quit_ends_everything_even_from_an_inner_file() {
    let home = Home::new();
    home.write("inner.gbs", "quit\nfrobnicate\n");
    let outcome = home.run(&["-e", "load commands inner.gbs; frobnicate", "-e", "frobnicate"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
}

#[test]
fn settings_are_run_first_unless_told_otherwise() {
    let home = Home::new();
    home.write("config/gammon/gammonrc", "set output digits 5\nfrobnicate\n");
    let outcome = home.run(&["--json", "-e", "show output"], "");
    assert!(last(&outcome, "show").to_string().contains("digits 5"), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("gammonrc:2"), "a fault there is told, and no reason to stop: {}", outcome.stderr);
    assert_eq!(outcome.status, Some(0));
    let bare = home.run(&["--json", "--no-rc", "-e", "show output"], "");
    assert!(last(&bare, "show").to_string().contains("digits 3"), "{}", bare.stdout);
}

#[test]
fn eval_as_json_has_every_ply_and_the_cube() {
    let home = Home::new();
    let outcome = home.run(&["--json", "-e", SETUP, "-e", "eval"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(objects(&outcome).iter().all(|object| object["schema"] == 2));
    let eval = last(&outcome, "eval");
    assert_eq!(eval["position_id"], "4HPwATDgc/ABMA");
    assert_eq!(eval["class"], "contact");
    let plies = eval["plies"].as_array().expect("plies");
    assert_eq!(plies.iter().map(|ply| ply["ply"].as_u64()).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
    for ply in plies {
        let outputs = numbers(&ply["outputs"]);
        assert!(outputs.len() == 5 && (0.4..0.6).contains(&outputs[0]), "{ply}");
        assert!(ply["equity_mwc"].is_null(), "winning chances belong to matches");
    }
    let cube = &eval["cube"];
    assert_eq!(cube["double_pass"], 1.0);
    assert!(cube["verdict"].as_str().is_some_and(|verdict| verdict.starts_with("No double")), "{cube}");
}

#[test]
fn hint_as_json_ranks_plays() {
    let home = Home::new();
    let outcome = home.run(&["--json", "-e", SETUP, "-e", "set dice 31; hint 4"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let hint = last(&outcome, "hint");
    assert_eq!((&hint["kind"], &hint["dice"]), (&Value::from("play"), &serde_json::json!([3, 1])));
    let candidates = hint["candidates"].as_array().expect("candidates");
    assert_eq!(candidates.len(), 4);
    assert_eq!(candidates[0]["play"], "8/5 6/5");
    assert_eq!(candidates[0]["difference"], 0.0);
    assert!(candidates[1]["difference"].as_f64().expect("a number") < 0.0);
    assert_eq!(candidates[0]["position_id"].as_str().map(str::len), Some(14));
}

#[test]
fn a_match_has_winning_chances_beside_equities() {
    let home = Home::new();
    let setup = "set automatic game off; set automatic roll off; set player both human; \
                 new match 5; set turn 1; set board 4HPwATDgc/ABMA; set evaluation chequerplay evaluation plies 0; \
                 set evaluation cubedecision evaluation plies 0";
    let outcome = home.run(&["--json", "-e", setup, "-e", "eval"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let eval = last(&outcome, "eval");
    let mwc = eval["plies"][0]["cubeful_mwc"].as_f64().expect("a winning chance");
    assert!((0.45..0.6).contains(&mwc));
    assert!(eval["cube"]["no_double_mwc"].is_number());
}

#[test]
fn a_rollout_gives_the_same_numbers_on_any_number_of_threads() {
    let home = Home::new();
    let commands = "set board WwAAwFYAAAAAAA; set rollout seed 1; set rollout trials 72; set rollout cubedecision plies 0; \
                    set rollout bearofftruncation exact off; rollout";
    let run = |threads: &str| {
        let outcome = home.run(&["--json", "--threads", threads, "-e", SETUP, "-e", commands], "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        last(&outcome, "rollout")
    };
    let (one, three) = (run("1"), run("3"));
    assert_eq!(one["candidates"], three["candidates"]);
    assert_eq!((&one["kind"], &one["seed"], &one["trials"]), (&"position".into(), &1.into(), &72.into()));
    assert_eq!(one["interrupted"], false);
    let candidate = &one["candidates"][0];
    assert_eq!(candidate["trials"], 72);
    let outputs = numbers(&candidate["outputs"]);
    let errors = numbers(&candidate["std_err"]["outputs"]);
    // By the two-sided database the equity is 0.740.
    assert!((outputs[0] - 0.7396).abs() < 5.0 * errors[0] + 0.002, "{candidate}");
}

#[test]
fn an_error_as_json_says_where_and_what_next() {
    let home = Home::new();
    home.write("a.gbs", "show version\nset rolout trials 5\n");
    let outcome = home.run(&["--json", "a.gbs"], "");
    assert_eq!(outcome.status, Some(3));
    let error = objects(&outcome).pop().expect("an object");
    assert_eq!((&error["schema"], &error["command"]), (&2.into(), &"set".into()));
    let error = &error["error"];
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &5.into()));
    assert_eq!(error["suggestion"], "rollout");
    assert!(error["message"].is_string() && error["expected"].is_array());
}

#[test]
fn json_is_all_that_goes_to_standard_output() {
    let home = Home::new();
    let outcome = home.run(&["--json", "-e", SETUP, "-e", "show board; show pipcount; help rollout; dicerolls 2"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let count = SETUP.split(';').count() + 4;
    assert_eq!(objects(&outcome).len(), count, "one object for each command: {}", outcome.stdout);
}

#[test]
fn a_partner_behind_a_pipe_gets_each_answer_before_the_next_question() {
    use std::io::{BufRead, BufReader, Write};
    let home = Home::new();
    let mut child = home
        .command()
        .arg("--json")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut questions = child.stdin.take().expect("piped");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    for _ in 0..3 {
        writeln!(questions, "show version").expect("asked");
        let answer = answers.next().expect("an answer").expect("text");
        assert!(answer.contains("\"command\":\"show\""), "{answer}");
    }
    drop(questions);
    assert!(child.wait().expect("it ends").success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_batch_prints_what_it_has_and_ends_with_130() {
    use std::io::{BufRead, BufReader, Read};
    let home = Home::new();
    let commands = "set board 4HPwATDgc/ABMA; set rollout seed 1; set rollout trials 100000000; rollout; show version";
    let mut child = home
        .command()
        .args(["--json", "--threads", "1", "-e", SETUP, "-e", commands])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first line of progress shows that the rollout is under way.
    let mut progress = String::new();
    BufReader::new(child.stderr.as_mut().expect("piped")).read_line(&mut progress).expect("text");
    assert!(progress.contains("trials"), "{progress}");
    let pid = i32::try_from(child.id()).expect("a process number");
    let killed = std::process::Command::new("kill").args(["-INT", &pid.to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let mut stdout = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut stdout).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let last: Value = serde_json::from_str(stdout.lines().last().expect("a result")).expect("JSON");
    assert_eq!((&last["command"], &last["interrupted"]), (&"rollout".into(), &true.into()));
}

/// Settings that a rollout works out differ from those that were asked for.
#[test]
fn a_file_of_positions_goes_on_whatever_its_settings_come_to() {
    let home = Home::new();
    home.write("positions", "4HPwATDgc/ABMA:cAkWAAAAAAAA\n");
    for (n, setting) in
        ["varredn static", "varredn own", "settlement 0.5", "initial on", "cubeful off"].iter().enumerate()
    {
        let settings = format!(
            "set rollout seed 1; set rollout trials 4; set rollout truncation enable on; set rollout truncation plies 2; \
             set rollout cubedecision plies 0; set rollout {setting}; rollout file positions {n}.jsonl"
        );
        for told in ["1 of 1 position is rolled out", "1 of them before"] {
            let outcome = home.run(&["-r", "-e", &settings], "");
            assert_eq!(outcome.status, Some(0), "{setting}: {}", outcome.stderr);
            assert!(outcome.stdout.contains(told), "{setting}: {}", outcome.stdout);
        }
        let other = home.run(&["-r", "-e", &settings.replace("trials 4", "trials 5")], "");
        assert!(other.status == Some(3) && other.stderr.contains("other rollout settings"), "{}", other.stderr);
    }
}

#[test]
fn parts_of_a_rollout_put_together_are_the_rollout() {
    let home = Home::new();
    let position = "set board WwAAwFYAAAAAAA; set rollout seed 1; set rollout cubedecision plies 0; \
                    set rollout bearofftruncation exact off";
    for (first, out) in [("0", "a.rollout"), ("36", "b.rollout")] {
        let part = ["rollout", "shard", "--first", first, "--trials", "36", "--out", out, "-e", SETUP, "-e", position];
        let outcome = home.run(&part, "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        assert!(outcome.stdout.contains("36 trials, cubeful"), "{}", outcome.stdout);
    }
    let merged = home.run(&["rollout", "merge", "--json", "b.rollout", "a.rollout"], "");
    assert_eq!(merged.status, Some(0), "{}", merged.stderr);
    let whole = home.run(&["--json", "-e", SETUP, "-e", position, "-e", "set rollout trials 72; rollout position"], "");
    assert_eq!(last(&merged, "rollout")["candidates"], last(&whole, "rollout")["candidates"]);

    let twice = home.run(&["rollout", "merge", "b.rollout", "a.rollout", "b.rollout"], "");
    assert_eq!(twice.status, Some(3), "no trial may count twice: {}", twice.stdout);
    let missing = home.run(&["rollout", "merge", "c.rollout"], "");
    assert_eq!(missing.status, Some(3));
    assert!(missing.stderr.contains("c.rollout"), "{}", missing.stderr);
}

#[test]
fn a_database_is_made_and_checked() {
    let home = Home::new();
    let make = ["bearoff", "make", "--out", "small.bd", "two-sided", "--points", "4", "--checkers", "3"];
    let made = home.run(&make, "");
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let checked = home.run(&["bearoff", "check", "small.bd"], "");
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    home.write("damaged.bd", "gnubg-TS-04-03-1xxxxxxx");
    let damaged = home.run(&["bearoff", "check", "damaged.bd"], "");
    assert_eq!(damaged.status, Some(2));
    assert!(damaged.stderr.contains("damaged.bd"), "{}", damaged.stderr);
}

#[test]
fn the_bench_prints_rates_and_variances_and_its_signature() {
    let home = Home::new();
    let run = |arguments: &[&str]| {
        let outcome = home.run(arguments, "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        outcome.stdout
    };
    let printed = run(&["bench", "--quick"]);
    let figures = |name: &str| -> Vec<f64> {
        let line = printed.lines().find_map(|line| line.strip_prefix("  ")?.strip_prefix(name));
        let line = line.unwrap_or_else(|| panic!("no line for {name}: {printed}"));
        line.split_whitespace().map(|figure| figure.parse().expect(line)).collect()
    };
    for (name, count) in [("scalar", 2), ("filter net", 1), ("0-ply", 2), ("1-ply", 2), ("2-ply", 2)] {
        let rates = figures(name);
        assert!(rates.len() == count && rates.iter().all(|&rate| rate > 0.0 && rate.is_finite()), "{printed}");
    }

    // The answer to a rollout of the shell with these settings.
    let setup = "new session; set turn 1; set board 4HPwATDgc/ABMA; set rollout trials 36; set rollout seed 1; \
                 set rollout chequerplay plies 0; set rollout cubedecision plies 0; set rollout cubeful on";
    let printed_by_shell = run(&["--json", "-e", setup, "-e", "rollout"]);
    let rollout: Value = serde_json::from_str(printed_by_shell.lines().last().expect("a line")).expect("JSON");
    let errors = &rollout["candidates"][0]["std_err"];
    let [rate, variances @ ..] = &figures("cubeful: 0-ply")[..] else { unreachable!("a figure and more") };
    assert!(*rate > 0.0 && variances.len() == 2, "{printed}");
    for (variance, error) in variances.iter().zip(["equity", "cubeful"]) {
        let error = errors[error].as_f64().expect("a number");
        assert!((variance - 36.0 * error * error).abs() < 6e-5, "{variance} for an error of {error}");
    }

    let signature = printed.lines().last().expect("a line");
    assert!(signature.starts_with("Bench: moves=") && signature.contains(" eval="), "{signature}");
    // `scripts/signature.sh` compares that of `gammon bench --signature`.
    assert_eq!(signature, include_str!("../../scripts/signature.txt").trim_end());
}

/// Bytes that are not UTF-8 are reported with file and line; they end neither the script that goes on nor a shell.
#[test]
fn bytes_that_are_no_text_are_an_error_like_any_other() {
    let home = Home::new();
    std::fs::write(home.path("bad.gbs"), b"show version\nshow \xff\nshow threads\n").expect("written");
    let outcome = home.run(&["--keep-going", "bad.gbs"], "");
    assert!(outcome.stderr.contains("bad.gbs:2") && outcome.stderr.contains("not UTF-8"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("thread"), "the third line is run: {}", outcome.stdout);
    let outcome = home.run(&["--keep-going", "-e", "load commands bad.gbs; show version"], "");
    assert_eq!((outcome.status, outcome.stdout.matches("gammon 0").count()), (Some(3), 2), "{}", outcome.stdout);
    // A folder is no script, and the program goes on.
    let outcome = home.run(&["--keep-going", "-e", "load commands .; show version"], "");
    assert!(outcome.status == Some(3) && outcome.stdout.contains("gammon 0"), "{}", outcome.stderr);
}

/// Two lines that load their own script would be run some four thousand million times.
#[test]
fn scripts_that_load_themselves_come_to_an_end() {
    let home = Home::new();
    home.write("twice.gbs", "load commands twice.gbs\nload commands twice.gbs\n");
    let outcome = home.run(&["--keep-going", "twice.gbs"], "");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("more than 10000 times"), "{}", &outcome.stderr[..200.min(outcome.stderr.len())]);
}

#[test]
fn a_script_holds_the_dice_that_are_entered_by_hand() {
    let home = Home::new();
    let begin = "set rng manual; set display off\nset log log.txt\nnew session\n\n  # who begins\n31\n8/5 6/5\nroll\n";
    let outcome = home.run(&["-r"], &format!("{begin}6-5\ndicerolls 2\n44\n2 1\nshow turn\n"));
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("engine rolls 3, user rolls 1"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("user rolls 65") && outcome.stdout.contains("44 21"), "{}", outcome.stdout);
    // The log does it again.
    let again = home.run(&["-r", "-e", "load commands log.txt", "-e", "show dice"], "");
    assert_eq!(again.status, Some(0), "{}", again.stderr);
    assert!(again.stdout.contains("44 21") && again.stdout.contains("user rolls 65"), "{}", again.stdout);

    for (rest, expected) in [
        ("8/5\nshow turn\n", "<stdin>, line 9: `8/5` is not a roll"),
        ("", "<stdin> ends where the dice of user are due"),
    ] {
        let outcome = home.run(&["-r"], &format!("{begin}{rest}"));
        assert_eq!(outcome.status, Some(3), "{rest}");
        assert!(outcome.stderr.contains(expected) && outcome.stderr.contains("31"), "{rest}: {}", outcome.stderr);
    }
    // The first command that needs dice has none: no game has begun.
    let outcome = home.run(&["-r", "--keep-going", "-e", "set rng manual; new session; 31", "-e", "show turn"], "");
    assert!(outcome.stderr.contains("ends where the dice of engine and user are due"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("no game in progress"), "{}", outcome.stderr);
    for (line, why) in [
        ("set rollout rng manual", "rollouts need a generator"),
        ("set rollout rng file dice.txt", "rollouts need a generator"),
        ("set rng random.org", "no dice are fetched over the network"),
        ("set rng bbs factors 2147483647 4294967291", "there are Mersenne Twister, ISAAC and MD5"),
        ("set rollout rng bbs 7", "there are Mersenne Twister, ISAAC and MD5"),
    ] {
        let outcome = home.run(&["-r", "-e", line], "");
        assert!(outcome.status == Some(3) && outcome.stderr.contains(why), "{line}: {}", outcome.stderr);
    }
}

#[test]
fn a_command_of_the_shell_after_help_is_pointed_to() {
    let home = Home::new();
    let outcome = home.run(&["help", "analyse"], "");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.contains("gammon -e 'help analyse'"), "{}", outcome.stderr);
    let outcome = home.run(&["help", "frobnicate"], "");
    assert!(!outcome.stderr.contains("shell"), "{}", outcome.stderr);
}

#[test]
fn texts_of_positions_are_piped_in_and_opened() {
    let home = Home::new();
    for (file, by) in [
        ("text-xg-play-de.txt", "XG 4-ply"),
        ("text-xg-rollout.txt", "XG rollout"),
        ("text-bgblitz-cube-ja.txt", "BGBlitz"),
        ("text-gnubg-play-fr.txt", "GNU 0-ply"),
        ("text-gammon-cube.txt", "gammon 2-ply"),
    ] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats").join(file);
        let text = std::fs::read_to_string(&path).expect("a sample");
        let piped = home.run(&["-r"], &format!("show version\n{text}\nhint 3\n"));
        assert_eq!((piped.status, piped.stderr.as_str()), (Some(0), ""), "{file}");
        assert_eq!(piped.stdout.matches("Match ID").count(), 1, "{file}: {}", piped.stdout);
        assert!(piped.stdout.contains(by), "{file}: {}", piped.stdout);
        let path = path.to_str().expect("a name");
        let opened = home.run(&["-r", path, "-e", "hint 3"], "");
        assert_eq!((opened.status, opened.stderr.as_str()), (Some(0), ""), "{file}");
        assert!(opened.stdout.contains("a position of") && opened.stdout.contains(by), "{file}: {}", opened.stdout);
    }
    // A mistake behind a text is told as ever.
    let outcome = home.run(&["-r"], "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\nhnit\n");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("unknown command `hnit`"), "{}", outcome.stderr);
}

/// A mistake on a line with a position is an error with its place, however the line comes in; what stands before it has
/// run, and no position is taken from the line as from a text.
#[test]
fn a_line_with_a_position_and_a_mistake_is_an_error() {
    const XGID: &str = "XGID=---BCCCBB--------badccb---:0:0:1:00:0:0:0:0:10";
    let home = Home::new();
    let lines = [
        format!("set jacoby of; set xgid {XGID}; hint"),
        format!("set rollout trails 36; set xgid {XGID}; rollout cube"),
        format!("set rollout trials 0; set xgid {XGID}; rollout cube"),
        format!("set rollout trials 36; set xgid {XGID}; show turn; set rollout truncation plies 0"),
        format!("set jacoby of\n{XGID}\nhint"),
        format!("{XGID}\nst jacoby off\nhint"),
        format!("st xgid {XGID}"),
        format!("set xgid {XGID} hint"),
    ];
    for (n, line) in lines.iter().enumerate() {
        home.write("a.gbs", line);
        home.write("a.txt", line);
        let ways = [
            home.run(&["-r", "-e", line], ""),
            home.run(&["-r"], &format!("{line}\n")),
            home.run(&["-r"], line),
            home.run(&["-r", "a.gbs"], ""),
            home.run(&["-r", "a.txt"], ""),
        ];
        for (way, outcome) in ways.iter().enumerate() {
            assert_eq!(outcome.status, Some(3), "{line}, way {way}: {}{}", outcome.stdout, outcome.stderr);
            assert!(outcome.stderr.contains("error: "), "{line}: {}", outcome.stderr);
            assert!(!outcome.stdout.contains("read from a text"), "{line}: {}", outcome.stdout);
            assert_eq!(outcome.stdout.contains("Match ID"), [3, 5].contains(&n), "{line}: {}", outcome.stdout);
        }
    }
}

/// A text is read to its end, also where no line end stands behind its last line.
#[test]
fn texts_with_blank_lines_are_given_whole() {
    let home = Home::new();
    let text = include_str!("../data/formats/text-fibs-board.txt").trim_end();
    for outcome in [home.run(&["-r", "-e", text, "-e", "show dice"], ""), home.run(&["-r"], text)] {
        assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""));
        assert!(outcome.stdout.contains("Rolled 61"), "{}", outcome.stdout);
    }
}

#[test]
fn the_first_screen_is_the_answer() {
    let home = Home::new();
    let script = include_str!("../../scripts/opening-31.gbs");
    assert!(script.contains("set rollout trials 360"), "{script}");
    home.write("opening-31.gbs", &script.replace("set rollout trials 360", "set rollout trials 36"));
    let outcome = home.run(&["opening-31.gbs"], "");
    let text = &outcome.stdout;
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(text.starts_with(" gammon          Position ID: 4HPwATDgc/ABMA\n"), "no settings before the board: {text}");
    assert_eq!(text.matches("Position ID").count(), 1, "one board: {text}");
    let lines: Vec<&str> = text.lines().collect();
    let row =
        |play: &str| lines.iter().position(|line| line.contains(play)).unwrap_or_else(|| panic!("{play}: {text}"));
    assert!(row("Behind by") < row("*1  8/5 6/5") && row("*1  8/5 6/5") < row("Next: "), "{text}");
    assert!(lines.len() <= 30, "{} lines: {text}", lines.len());
}

#[test]
fn answers_begin_after_they_were_switched_on() {
    let home = Home::new();
    let outcome =
        home.run(&["-e", "set output output off; show version; set output output on; echo one; echo a  b"], "");
    assert_eq!((outcome.status, outcome.stdout.as_str()), (Some(0), "one\na b\n"), "{}", outcome.stderr);
}

#[test]
fn a_map_of_scores_is_drawn() {
    let home = Home::new();
    let quick = "set evaluation chequerplay evaluation plies 0; set evaluation cubedecision evaluation plies 0";
    for (dice, cells) in [("", 5), ("; set dice 31", 9)] {
        let commands = format!("{quick}; set board 4HPwATDgc/ABMA{dice}; export scoremap svg scores.svg 3");
        let outcome = home.run(&["-r", "-e", &format!("set confirm save off; {commands}")], "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        let drawing = std::fs::read_to_string(home.path("scores.svg")).expect("written");
        let tree = roxmltree::Document::parse(&drawing).expect("well formed");
        let grounds = tree.descendants().filter(|node| node.attribute("fill").is_some_and(|fill| fill != "#000000"));
        // One is the ground of the drawing.
        assert!(grounds.count() > cells, "{drawing}");
        assert!(drawing.contains("3-away") && drawing.contains("needs (rows)"), "{drawing}");
    }
    let outcome = home.run(&["-r", "-e", "export scoremap svg scores.svg"], "");
    assert_eq!(outcome.status, Some(3), "{}", outcome.stdout);
}

/// A log that cannot be opened, or not be written any more, says so once, and the commands go on.
#[test]
#[cfg(target_os = "linux")]
fn a_log_that_fails_ends_once() {
    let home = Home::new();
    for file in ["/dev/full", "/no/such/folder/log.txt"] {
        let lines = format!("set log {file}\nset rollout trials 72\nset rollout trials 36\nshow rollout\n");
        let outcome = home.run(&["-r"], &lines);
        assert_eq!(outcome.stderr.matches("the log ends here").count(), 1, "{}", outcome.stderr);
        assert!(outcome.stderr.contains(file), "{}", outcome.stderr);
        assert!(home.run(&["-r"], &(lines + "show settings\n")).stdout.contains("\nset log off\n"));
        assert!(outcome.stdout.contains("set rollout trials 36"), "{}", outcome.stdout);
    }
}

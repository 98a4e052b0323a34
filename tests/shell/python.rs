//! Python: what the module `gnubg` answers beside the real program, how code runs in a session, and programs that start
//! gammon themselves.
//!
//! `tests/gnubg_uses/python` holds the scripts: `functions.py` and `match.py` call every function, `states.py` those
//! about the table in every state, `uses/` has one for each way in which people are known to use Python with GNU
//! Backgammon. They print lines that begin with `ANSWER`; `recorded.txt` has what gnubg 1.07 printed. `UPDATE_EXPECT=1`
//! records it again, where gnubg is installed.

use crate::support::home::{Home, binary};
use crate::support::{gnubg, reference_weights};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Numbers may differ by so much: the reciprocals of gnubg's processor are approximate.
const CLOSE: f64 = 1e-3;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gnubg_uses/python")
}

/// The scripts by name.
fn scripts() -> Vec<(String, PathBuf)> {
    let mut found = vec![("functions.py".to_owned(), folder().join("functions.py"))];
    found.push(("match.py".to_owned(), folder().join("match.py")));
    found.push(("states.py".to_owned(), folder().join("states.py")));
    for entry in fs::read_dir(folder().join("uses")).expect("a folder") {
        let path = entry.expect("an entry").path();
        found.push((path.file_name().expect("a name").to_string_lossy().into_owned(), path));
    }
    found.sort();
    found
}

/// Whether Python is there; a line on stderr says what was skipped.
fn has_python(test: &str) -> bool {
    let found = Command::new("python3").arg("-c").arg("pass").status().is_ok_and(|status| status.success());
    if !found {
        std::io::stderr().write_all(format!("SKIPPED: {test}: no python3 here\n").as_bytes()).expect("a line");
    }
    found
}

/// The answers in an output.
fn answers(output: &str) -> Vec<String> {
    output.lines().filter(|line| line.starts_with("ANSWER")).map(|line| line.trim_end().to_owned()).collect()
}

/// Runs a script in a program: Python files by `-p`, others as lines typed.
fn run(mut command: Command, path: &Path) -> (Vec<String>, Option<i32>, String) {
    let is_python = path.extension().is_some_and(|ending| ending == "py");
    let input = if is_python { String::new() } else { fs::read_to_string(path).expect("a script") };
    if is_python {
        command.arg("-p").arg(path);
    }
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a program");
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (answers(&text), output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn in_gnubg(program: &Path, path: &Path) -> (Vec<String>, Option<i32>) {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(program);
    command.args(["-t", "-q", "-r"]).env("HOME", home.path()).current_dir(home.path());
    let (answers, status, _) = run(command, path);
    (answers, status)
}

/// What gnubg has answered, by script, with its exit status.
fn recorded() -> Vec<(String, Vec<String>, Option<i32>)> {
    let text = fs::read_to_string(folder().join("recorded.txt")).expect("a record");
    let mut all: Vec<(String, Vec<String>, Option<i32>)> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            let (name, status) = head.split_once(' ').expect("name and status");
            all.push((name.to_owned(), Vec::new(), status.parse().ok()));
        } else if let Some((_, answers, _)) = all.last_mut() {
            answers.push(line.to_owned());
        }
    }
    all
}

/// A line without its decimal numbers, and these.
fn parts(line: &str) -> (String, Vec<f64>) {
    let (mut words, mut numbers, mut rest) = (String::new(), Vec::new(), line);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = &rest[start..];
        let end = digits.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(digits.len());
        let (number, after) = digits.split_at(end);
        let is_decimal = number.contains('.') && number.parse::<f64>().is_ok();
        let sign = is_decimal && rest[..start].ends_with('-');
        words += &rest[..start - usize::from(sign)];
        match number.parse::<f64>() {
            Ok(value) if is_decimal => {
                words.push('#');
                numbers.push(if sign { -value } else { value });
            }
            _ => words += number,
        }
        rest = after;
    }
    (words + rest, numbers)
}

fn is_same(expected: &str, found: &str) -> bool {
    let ((words, numbers), (other_words, other_numbers)) = (parts(expected), parts(found));
    // Ratings are a thousand times an error rate.
    let is_close = |(a, b): (&f64, &f64)| (a - b).abs() <= if a.abs() > 100.0 { 3.0 * CLOSE * a.abs() } else { CLOSE };
    words == other_words && numbers.len() == other_numbers.len() && numbers.iter().zip(&other_numbers).all(is_close)
}

/// What differs between the answers of both programs to one script.
fn differences(name: &str, expected: &[String], found: &[String]) -> String {
    let mut text = String::new();
    if expected.len() != found.len() {
        let _ = writeln!(text, "{name}: {} answers, not {}", found.len(), expected.len());
    }
    for (expected, found) in expected.iter().zip(found).filter(|(expected, found)| !is_same(expected, found)) {
        let _ = writeln!(text, "{name}:\n  gnubg  {expected}\n  gammon {found}");
    }
    text
}

/// The places where gammon answers otherwise on purpose; docs/python.md has them.
fn is_known(line: &str) -> bool {
    // The first stop of `navigate` is the first roll; gnubg has other numbers in
    // `marked-rolls` than in its own statistics.
    line.starts_with("ANSWER first =") || line.contains("'marked-rolls'")
}

#[test]
fn lines_are_the_same_but_for_the_last_digits() {
    assert!(is_same("ANSWER a = (0.5001, -0.25)", "ANSWER a = (0.5003, -0.2502)"));
    assert!(!is_same("ANSWER a = 0.5", "ANSWER a = 0.52") && !is_same("ANSWER a = -0.5", "ANSWER a = 0.5"));
    assert!(!is_same("ANSWER a = 31", "ANSWER a = 32") && !is_same("ANSWER a = (1,)", "ANSWER a = 1"));
}

#[test]
fn the_module_answers_as_gnubg_has() {
    let test = "the_module_answers_as_gnubg_has";
    if reference_weights(test).is_none() || !has_python(test) {
        return;
    }
    let weights = ["/usr/lib/gnubg", "/usr/share/gnubg", "/usr/local/share/gnubg"].map(Path::new);
    let weights = weights.map(|folder| folder.join("gnubg.wd")).into_iter().find(|path| path.is_file());
    let Some(weights) = weights else { return };
    let mut faults = String::new();
    let scripts = scripts();
    for (name, expected, status) in recorded() {
        let (_, path) = scripts.iter().find(|(known, _)| *known == name).expect("a script of each record");
        let home = Home::new();
        let mut command = home.command();
        command.args(["--gnubg", "--quiet", "--no-rc", "--weights"]).arg(&weights);
        let (found, ended, stderr) = run(command, path);
        let keep = |lines: &[String]| lines.iter().filter(|line| !is_known(line)).cloned().collect::<Vec<_>>();
        faults += &differences(&name, &keep(&expected), &keep(&found));
        let is_refused = status == Some(0) && ended == Some(3);
        assert!(ended == status || is_refused, "{name} ended with {ended:?}, not {status:?}: {stderr}");
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn the_record_is_gnubgs() {
    let Some(program) = gnubg::program("the_record_is_gnubgs") else { return };
    let scripts = scripts();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let mut text = String::new();
        for (name, path) in &scripts {
            let (answers, status) = in_gnubg(&program, path);
            let _ = writeln!(text, "== {name} {}\n{}", status.unwrap_or(-1), answers.join("\n"));
        }
        fs::write(folder().join("recorded.txt"), text).expect("written");
    }
    let recorded = recorded();
    assert_eq!(recorded.len(), scripts.len(), "every script has a record");
    // All of them take minutes; the uses stand for themselves.
    let mut faults = String::new();
    for (name, path) in scripts.iter().filter(|(name, _)| {
        std::env::var_os("GAMMON_LONG_TESTS").is_some() || ["match.py", "states.py"].contains(&name.as_str())
    }) {
        let (found, _) = in_gnubg(&program, path);
        let (_, expected, _) = recorded.iter().find(|(known, ..)| known == name).expect("a record");
        faults += &differences(name, expected, &found);
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn both_see_one_board_and_print_in_turn() {
    if !has_python("both_see_one_board_and_print_in_turn") {
        return;
    }
    let home = Home::new();
    let script = "new match 5\nset turn 1\n> gnubg.command('set dice 31')\n> print('before'); gnubg.command('show dice'); \
                  print('after')\nshow dice\n> x = gnubg.posinfo()['dice']\n> print(x, gnubg.cubeinfo()['matchto'])\n";
    let outcome = home.run(&["-q", "-r"], script);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let from = outcome.stdout.find("before").expect(&outcome.stdout);
    let lines: Vec<&str> = outcome.stdout[from..].lines().collect();
    let dice = lines[1];
    assert!(dice.contains("31"), "{lines:?}");
    assert_eq!(lines, ["before", dice, "after", dice, "(3, 1) 5"]);
}

#[test]
fn an_exception_is_printed_and_the_next_line_runs() {
    if !has_python("an_exception_is_printed_and_the_next_line_runs") {
        return;
    }
    let home = Home::new();
    let outcome = home.run(&["-q", "-r", "--keep-going"], "> x = 5\n> 1/0\n> print(x)\nshow version\n");
    assert!(outcome.stderr.contains("Traceback") && outcome.stderr.contains("ZeroDivisionError"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("gammon.py"), "no line of ours: {}", outcome.stderr);
    assert!(outcome.stdout.starts_with("5\n") && outcome.stdout.contains("gammon"), "{}", outcome.stdout);
    assert_eq!(outcome.status, Some(3));
    let stopped = home.run(&["-q", "-r"], "> 1/0\n> print(5)\n");
    assert_eq!((stopped.status, stopped.stdout.as_str()), (Some(3), ""));
}

#[test]
fn python_calls_gammon_calls_python() {
    if !has_python("python_calls_gammon_calls_python") {
        return;
    }
    let home = Home::new();
    home.write("inner.py", "print('inner', outer)\nouter += 1\n");
    home.write("outer.gbs", "load python inner.py\n> print('line', outer)\n");
    let file = home
        .write("outer.py", "import gnubg\nouter = 1\ngnubg.command('load commands outer.gbs')\nprint('end', outer)\n");
    let outcome = home.run(&["-q", "-r", "-p", file.to_str().expect("a path")], "");
    assert_eq!((outcome.stdout.as_str(), outcome.status), ("inner 1\nline 2\nend 2\n", Some(0)), "{}", outcome.stderr);
}

/// `-p` without a file, as `--python` and `-p -`: Python's own prompt, which ends with its input.
#[test]
fn python_without_a_file_is_its_prompt() {
    if !has_python("python_without_a_file_is_its_prompt") {
        return;
    }
    let code = "print(1 + 1)\nimport gnubg\ngnubg.command('show turn')\n";
    for line in [&["-t", "-q", "-p"][..], &["-p", "-q", "-t"], &["-t", "-q", "--python"], &["-tqp", "-"]] {
        let outcome = Home::new().run(line, code);
        assert_eq!(outcome.status, Some(0), "{line:?}: {}", outcome.stderr);
        let end = ">>> 2\n>>> >>> No game is being played.\n>>> ";
        assert!(outcome.stdout.ends_with(end), "{line:?}: {}{}", outcome.stdout, outcome.stderr);
    }
}

#[test]
fn without_python_an_error_says_what_is_missing() {
    let home = Home::new();
    let mut command = home.command();
    command.env("PATH", "/nowhere").args(["-q", "-r", "-e", "> print(1)"]);
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("no Python was found") && text.contains("GAMMON_PYTHON"), "{text}");
    assert_eq!(output.status.code(), Some(3));
    let outcome = home.run(&["-q", "-r", "-e", "load python nothing.py"], "");
    assert!(outcome.stderr.contains("nothing.py"), "{}", outcome.stderr);
}

#[test]
fn files_of_the_current_folder_are_no_modules() {
    if !has_python("files_of_the_current_folder_are_no_modules") {
        return;
    }
    let home = Home::new();
    let list = "import sys; print(*getattr(sys, 'stdlib_module_names', ('json', 'signal', 'traceback', 'ast')))";
    let names = Command::new("python3").args(["-c", list]).output().expect("python3").stdout;
    let taken = home.path("taken");
    for name in String::from_utf8(names).expect("text").split_whitespace() {
        let code = format!("open({taken:?}, 'a').write('{name} ')\nraise RuntimeError('not a module of Python')\n");
        home.write(&format!("{name}.py"), &code);
    }
    home.write("beside.py", "word = 'found'\n");
    home.write("script.py", "import beside, json, traceback\nprint(beside.word, json.dumps([1]))\n");
    let lines = "> import gammon, gnubg\n> print(6 * 7, gammon.session().evaluation('4HPwATDgc/ABMA', plies=0).win > 0)\n\
                 > 1 / 0\n> import beside\n";
    let typed = home.run(&["-q", "-r", "--keep-going"], lines);
    assert_eq!(typed.stdout, "42 True\n", "{}", typed.stderr);
    assert!(
        typed.stderr.contains("ZeroDivisionError") && typed.stderr.contains("No module named 'beside'"),
        "{typed:?}"
    );
    // A script finds what lies beside it, and Python's own modules first.
    let script = home.run(&["-q", "-r", "-p", "script.py"], "");
    assert_eq!((script.stdout.as_str(), script.status), ("found [1]\n", Some(0)), "{}", script.stderr);
    assert!(!taken.exists(), "taken from the folder: {}", fs::read_to_string(&taken).unwrap_or_default());
}

/// A Python outside, which finds the modules of the tree.
fn outside(home: &Home, code: &str) -> (String, String, Option<i32>) {
    let mut command = Command::new("python3");
    home.surround(&mut command);
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/python");
    let output = command
        .env("PYTHONPATH", modules)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("GAMMON", binary())
        .args(["-c", code])
        .output()
        .expect("python3");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn the_typed_module_works_outside() {
    if !has_python("the_typed_module_works_outside") {
        return;
    }
    let home = Home::new();
    let code = r#"
import gammon, threading
with gammon.open() as engine:
    ids = ["4HPwATDgc/ABMA", "4PPgASTg8+ABMA"] * 1000
    values = engine.evaluate(ids, plies=0)
    assert len(values) == 2000 and values[0] == values[2] != values[1]
    assert abs(values[0].win - engine.evaluation(ids[0], plies=0).win) == 0
    plays = engine.plays("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    print(plays[0].play, len(plays), plays[0].moves)
    decision = engine.cube_decision("4HPwATDgc/ABMA", gammon.Cube(length=7, score=(2, 3)))
    print(decision.verdict, decision.mwc is not None)
    rollout = engine.rollout("4HPwATDgc/ABMA:cAkNAAAAAAAA", trials=36, seed=1, what="plays best 2")
    again = engine.rollout("4HPwATDgc/ABMA:cAkNAAAAAAAA", trials=36, seed=1, what="plays best 2")
    print(rollout.trials, len(rollout.candidates), rollout.candidates == again.candidates)
    print(engine.table(), "set rollout trials 1296" in str(engine.ask("show rollout")))
    try:
        engine.ask("set dice 99")
    except gammon.GammonError as error:
        print("refused", bool(error.answer["expected"]))
    heard = []
    threads = [threading.Thread(target=lambda: heard.append(engine.evaluation(ids[1]).win)) for _ in range(4)]
    [thread.start() for thread in threads]; [thread.join() for thread in threads]
    print(len(set(heard)))
try:
    engine.ask("roll")
except gammon.GammonError:
    print("closed")
"#;
    let (out, err, status) = outside(&home, code);
    let expected = "8/5 6/5 16 ((8, 5), (6, 5))\nNo double, take True\n36 2 True\nNone True\nrefused True\n1\nclosed\n";
    assert_eq!((out.as_str(), status), (expected, Some(0)), "{err}");
}

/// Remarks stand beside the answers of `--calls`; a user of Python hears each as a warning, at the line that asked.
#[test]
fn remarks_are_warnings_at_the_line_that_asked() {
    if !has_python("remarks_are_warnings_at_the_line_that_asked") {
        return;
    }
    let home = Home::new();
    let file = |play: &str| {
        format!(" 3 point match\n\n Game 1\n A : 0                B : 0\n  1) 31: 8/5 6/5       66: {play}\n")
    };
    let (bad, good) = (home.write("bad.mat", &file("1/2")), home.write("good.mat", &file("24/18(2) 13/7(2)")));
    let code = r#"
import gammon, gnubg, warnings
good = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
odd = good.replace(":0:0:1:31", ":0:1:1:31")
def heard(ask):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        ask()
    assert all(one.category is gammon.GammonWarning and one.filename == "<string>" for one in found), found
    return [str(one.message) for one in found]
with gammon.open() as engine:
    for ask in [
        lambda: engine.evaluate([good, odd], plies=0),
        lambda: engine.evaluation(odd, plies=0),
        lambda: engine.cube_decision(odd, plies=0),
        lambda: engine.plays(odd, plies=0),
        lambda: engine.ask("show position", at=odd),
        lambda: engine.rollout(odd, trials=2, what="plays best 1"),
        lambda: engine.load("bad.mat"),
        lambda: engine.evaluate([good], plies=0),
        lambda: engine.load("good.mat"),
        lambda: engine.cube_decision("4HPwATDgc/ABMA", gammon.Cube(length=7, score=(2, 3), crawford=True), plies=0),
        lambda: gnubg.eq2mwc(0.1, dict(matchto=7, score=(2, 3), crawford=1, cube=1, cubeowner=-1, move=0, jacoby=0, beavers=0)),
    ]:
        print(*heard(ask), sep=" / ")
    warnings.simplefilter("error")
    try:
        engine.evaluation(odd, plies=0)
    except gammon.GammonWarning as warning:
        print("raised", warning)
    warnings.simplefilter("default")
    engine.evaluation(odd, plies=0)
"#;
    let code =
        code.replace("bad.mat", bad.to_str().expect("a path")).replace("good.mat", good.to_str().expect("a path"));
    let (out, err, status) = outside(&home, &code);
    let odd = "the cube shows 1, and X owns it";
    let crawford = "the Crawford game is told, but nobody needs one point: it counts as another game";
    let dead = "nobody turns the cube in it, as in GNU Backgammon";
    let mut expected = vec![format!("position 1: {odd}")];
    expected.extend(vec![format!("position 0: {odd}"); 3]);
    expected.extend(vec![odd.to_owned(); 2]);
    let place = "line 5: `1/2`: 1/2 goes backward: checkers move to lower points; the rest of this game is left out";
    expected.extend(
        [place, "", "", &format!("position 0: {crawford} / position 0: {dead}"), &format!("{crawford} / {dead}")]
            .map(str::to_owned),
    );
    expected.push(format!("raised position 0: {odd}"));
    assert_eq!((out.lines().collect::<Vec<_>>(), status), (expected.iter().map(String::as_str).collect(), Some(0)));
    assert!(err.starts_with("<string>:") && err.contains("GammonWarning: position 0: the cube"), "{err}");
}

#[test]
fn gnubg_is_imported_outside() {
    if !has_python("gnubg_is_imported_outside") {
        return;
    }
    let home = Home::new();
    let code = r#"
import contextlib, gnubg, io, os
gnubg.command("new match 3")
heard = io.StringIO()
with contextlib.redirect_stdout(heard):
    gnubg.command("show score")
print(gnubg.cubeinfo()["matchto"], "3" in heard.getvalue())
gnubg.command("bogus")
if os.fork() == 0:
    print("child", gnubg.board(), flush=True)
    os._exit(0)
os.wait()
print("parent", gnubg.board() is not None)
"#;
    let (out, err, status) = outside(&home, code);
    let text: Vec<&str> = out.lines().filter(|line| !line.contains('|') && !line.is_empty()).collect();
    assert!(text.ends_with(&["3 True", "child None", "parent True"]), "{out}\n{err}");
    assert!(err.contains("bogus") && status == Some(0), "{err}");
    let missing = outside(&home, "import os; os.environ['GAMMON'] = '/nowhere'; import gnubg; gnubg.board()");
    assert!(missing.1.contains("no program `/nowhere` is found"), "{}", missing.1);
}

#[test]
fn calls_are_open_to_other_languages() {
    let home = Home::new();
    let mut child = home
        .command()
        .args(["--calls", "-r", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut requests = child.stdin.take().expect("piped");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    // A line in another encoding is answered like other nonsense.
    requests.write_all(b"{\"do\":\"run\",\"line\":\"show \xfcber\"}\n").expect("written");
    let told = answers.next().expect("an answer").expect("text");
    assert!(told.starts_with(r#"{"done":"nothing","error":"#), "{told}");
    let mut ask = |request: &str| {
        writeln!(requests, "{request}").expect("written");
        let line = answers.next().expect("an answer").expect("text");
        serde_json::from_str::<serde_json::Value>(&line).expect("an object")
    };
    assert!(ask("nonsense")["error"].is_string());
    let calls = |context: &str, boards: &str| {
        format!(r#"{{"do":"call","args":{{"call":"evaluate","boards":[{boards}],"context":{{{context}}}}}}}"#)
    };
    let opening = r#""4HPwATDgc/ABMA""#;
    for (request, why) in [
        (calls(r#""noise":1e308"#, opening), "noise lies between 0 and 10"),
        (calls(r#""noise":-0.1"#, opening), "noise lies between 0 and 10"),
        (calls(r#""plies":8"#, opening), "an evaluation has 0 to 7 plies, not 8"),
        (
            calls("", &format!("[{0},{0}]", "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]")),
            "no checker on the board",
        ),
        (calls("", r#""AAAAAAAAAAAAAA""#), "no checker on the board"),
        (r#"{"do":"call","args":{"call":"dice","rolls":100000000}}"#.to_owned(), "1000000 rolls are the most"),
    ] {
        let told = ask(&request);
        assert!(told["error"].as_str().is_some_and(|told| told.contains(why)), "{request}: {told}");
    }
    assert_eq!(ask(&calls(r#""noise":10,"plies":0"#, opening))["value"].as_array().map(Vec::len), Some(1));
    assert!(ask(r#"{"do":"call","args":{"call":"evaluate"}}"#)["error"].as_str().expect("why").contains("no game"));
    let bad = ask(r#"{"do":"call","args":{"call":"evaluate","boards":["4HPwATDgc/ABMA","zzz"]}}"#);
    assert!(bad["error"].as_str().expect("why").starts_with("position 1: "), "{bad}");
    let good = ask(r#"{"do":"call","args":{"call":"plays","boards":["4HPwATDgc/ABMA"],"dice":[3,1],"most":1}}"#);
    assert_eq!(good["value"][0][0]["moves"], serde_json::json!([[8, 5], [6, 5]]), "{good}");
    let at = ask(r#"{"do":"ask","line":"show position","at":"4HPwATDgc/ABMA:cAlgAAAAAAAE"}"#);
    assert_eq!(at["replies"][0]["match_id"], "cAlgAAAAAAAE", "{at}");
    assert!(at["remarks"].is_null() && good["remarks"].is_null(), "{at} {good}");
    // What is strange is told by the sentences of `set xgid`.
    let places = "-b----E-C---eE---c-e----B-";
    for (fields, words) in [
        ("1:0:1:31:2:1:0:5:10", "the cube shows 2, and nobody owns it"),
        ("0:1:1:31:0:0:0:0:10", "the cube shows 1, and X owns it"),
        ("0:0:1:31:2:1:1:7:10", "it counts as another game"),
        ("1:1:1:31:0:0:0:0:0", ""),
    ] {
        let xgid = format!("XGID={places}:{fields}");
        let call = ask(&calls("", &format!(r#"{opening},"{xgid}""#)));
        let line = ask(&format!(r#"{{"do":"ask","line":"show position","at":"{xgid}"}}"#));
        let told = |answer: &serde_json::Value| answer["remarks"][0].as_str().unwrap_or_default().to_owned();
        assert!(told(&call).contains(words) && told(&line).contains(words), "{fields}: {call} {line}");
        assert_eq!(
            (told(&call).starts_with("position 1: "), told(&call).is_empty()),
            (!words.is_empty(), words.is_empty())
        );
        assert_eq!(call["value"].as_array().map(Vec::len), Some(2), "{call}");
    }
    let cube = |fields: &str| format!(r#"{{"do":"call","args":{{"call":"cube","cube":{{{fields}}}}}}}"#);
    let none = ask(&cube(r#""matchto":7,"score":[2,3],"crawford":1"#));
    assert!(none["remarks"][0].as_str().is_some_and(|told| told.contains("Crawford")), "{none}");
    assert_eq!(none["value"]["crawford"], 1, "{none}");
    // Nobody turns the cube there, and gammons count as at that score.
    let mut decide = |crawford: u8| {
        let cube = format!(r#"{{"cube":1,"cubeowner":-1,"move":0,"matchto":7,"score":[2,3],"crawford":{crawford}}}"#);
        let question = format!(r#""call":"decide","boards":["4HPwATDgc/ABMA"],"context":{{"plies":0}},"cube":{cube}"#);
        ask(&format!(r#"{{"do":"call","args":{{{question}}}}}"#))["value"][0].clone()
    };
    let (crawford, other) = (decide(1), decide(0));
    assert_eq!(crawford["outputs"], other["outputs"], "{crawford}");
    assert_eq!((&crawford["code"], &other["code"]), (&13.into(), &2.into()), "{crawford} {other}");
    assert!(ask(&cube(r#""matchto":7,"score":[6,3],"crawford":1"#))["remarks"].is_null());
    let cut = ask(&calls("", r#""4HPwATDgc/ABMA:cImlABAAEAA""#));
    assert!(cut["remarks"][0].as_str().is_some_and(|told| told.contains("passed over")), "{cut}");
    assert!(ask(r#"{"do":"call","args":{"call":"table"}}"#)["value"].is_null());
    let said = ask(r#"{"do":"run","line":"show version"}"#);
    assert!(said["out"].is_string(), "{said}");
    drop(requests);
    assert!(child.wait().expect("an end").success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_reaches_both() {
    if !has_python("ctrl_c_reaches_both") {
        return;
    }
    use std::os::unix::process::CommandExt;
    let home = Home::new();
    let code = "import gnubg, time\ntry:\n    print('begun', flush=True)\n    time.sleep(60)\nexcept \
                KeyboardInterrupt:\n    print('caught', flush=True)\n    gnubg.command('show version')\n";
    let file = home.write("loop.py", code);
    let mut child = home
        .command()
        .args(["-q", "-r", "-p", file.to_str().expect("a path")])
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    assert_eq!(lines.next().expect("a line").expect("text"), "begun");
    // The terminal sends it to all processes of the group.
    let sent = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(lines.next().expect("a line").expect("text"), "caught");
    assert!(child.wait().expect("an end").code().is_some());
}

#[test]
fn the_table_is_asked_as_in_gnubg() {
    if !has_python("the_table_is_asked_as_in_gnubg") {
        return;
    }
    let home = Home::new();
    home.write(
        "code.py",
        "import gnubg\n\
         print(repr(gnubg.show('turn')), repr(gnubg.show('cube')), repr(gnubg.show('matchlength')))\n\
         for line in ['set player 0 human', 'new session', 'set board cwAAAHcAAAAAAA', 'set turn 1']:\n    \
             gnubg.command(line)\n\
         print('of the other player:', gnubg.positionbearoff() == gnubg.positionbearoff(gnubg.board()[0]))\n\
         print('not of the mover:', gnubg.positionbearoff() != gnubg.positionbearoff(gnubg.board()[1]))\n",
    );
    let outcome = home.run(&["--gnubg", "-q", "-r", "--nets", "own", "-p", "code.py"], "");
    for told in ["'' '' 'New matches default to 7 points.'", "of the other player: True", "not of the mover: True"] {
        assert!(outcome.stdout.contains(told), "{} {}", outcome.stdout, outcome.stderr);
    }
}

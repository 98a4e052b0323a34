//! Other programs: GNU Backgammon's protocol for external players, both ways, and UBGI.

use crate::support::gnubg;
use crate::support::home;

use gammon::command::parse;
use gammon::rollout::Unobserved;
use gammon::serve::{External, Said};
use gammon::session::Session;
use home::Home;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The checkers at the start, as counts of a `board:` line.
const START: &str = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0";

fn session(lines: &[&str]) -> Session {
    let mut session = Session::new();
    let quick = ["set evaluation chequerplay evaluation plies 0", "set evaluation cubedecision evaluation plies 0"];
    for line in quick.iter().chain(lines) {
        session.execute(&parse(line).expect("a command"), &mut Unobserved).expect("done");
    }
    session
}

fn answer(session: &Session, line: &str) -> String {
    match External::default().answer(session, line) {
        Said::Answer(answer) => answer,
        Said::Goodbye => "goodbye".to_owned(),
    }
}

/// The line of a board: match and score, checkers, turn and dice, cube and rights, flags at the end.
fn board(score: &str, counts: &str, turn: &str, cube: &str, flags: &str) -> String {
    format!("board:me:you:{score}:{counts}:{turn}:{cube}:1:-1:0:25:0:0:0:0:0:0:{flags}")
}

#[test]
fn decisions_are_answered() {
    let session = session(&[]);
    let say = |line: &str| answer(&session, line);
    assert_eq!(say(&board("0:0:0", START, "1:3:1:0:0", "1:1:1:0", "0:1")), "8/5 6/5");
    assert_eq!(say(&board("0:0:0", START, "-1:0:0:3:1", "1:1:1:0", "0:1")), "8/5 6/5");
    assert_eq!(say(&board("0:0:0", START, "1:0:0:0:0", "1:1:1:0", "0:1")), "roll");
    // A double at the start is a beaver, where they are allowed.
    let double = board("0:0:0", START, "1:0:0:0:0", "1:1:1:1", "0:1");
    assert_eq!(say(&double), "beaver");
    assert_eq!(say(&format!("{double} beavers off")), "take");
    // On the bar against a closed board there is nothing to play.
    let shut = "0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-3:-3:-3:-2:-2:-2:1";
    assert_eq!(say(&board("0:0:0", shut, "1:3:1:0:0", "1:1:1:0", "0:1")), "");
    // Two checkers on the ace point against fifteen at home: the side on roll has won a gammon, the other lost one.
    let won = "0:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-5:-5:-5:0";
    let offer = |value: u8| format!("{} resignation {value}", board("0:0:0", won, "1:0:0:0:0", "2:1:0:0", "0:1"));
    assert_eq!((say(&offer(1)), say(&offer(2))), ("reject".to_owned(), "accept".to_owned()));
    assert_eq!(say("quit"), "goodbye");
}

#[test]
fn scores_are_read_as_gnubg_reads_them() {
    // The first score is that of the side with negative counts.
    let session = session(&[]);
    let chance = |score: &str, turn: &str| -> f64 {
        let line = format!("evaluation fibsboard {} plies 0 cubeful", board(score, START, turn, "1:1:1:0", "0:1"));
        let text = answer(&session, &line);
        text.split(' ').nth(5).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{text}"))
    };
    assert!(chance("7:2:3", "1:0:0:0:0") > 0.55);
    assert!(chance("7:3:2", "1:0:0:0:0") < 0.47);
    assert!(chance("7:2:3", "-1:0:0:0:0") < 0.47);
}

#[test]
fn nonsense_gets_an_error() {
    let session = session(&[]);
    let good = board("0:0:0", START, "1:3:1:0:0", "1:1:1:0", "0:1");
    let lines = [
        String::new(),
        "\0".to_owned(),
        "nonsense words".to_owned(),
        "board:bad".to_owned(),
        "set".to_owned(),
        "set debug maybe".to_owned(),
        "evaluation".to_owned(),
        "evaluation fibsboard".to_owned(),
        format!("{good} plies 2"),
        format!("{good} resignation 4"),
        format!("{good} beavers"),
        format!("evaluation fibsboard {good} plies 99"),
        format!("evaluation fibsboard {good} noise much"),
        good.replace(":5:0:3:", ":15:0:3:"),
        good.replace("board:me", "board:é\u{fffd}:me"),
    ];
    for line in lines {
        let text = answer(&session, &line);
        assert!(text.starts_with("Error: "), "{line:?}: {text}");
    }
}

/// Ends a program when the test does.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A program that says nothing keeps nobody out, and the socket of a program that was killed is taken over.
#[cfg(unix)]
#[test]
fn programs_are_answered_side_by_side() {
    use std::os::unix::net::UnixStream;
    let home = Home::new();
    let socket = home.path("socket");
    let serve = || {
        let mut command = home.command();
        command.args(["-r", "-e", &format!("external {}", socket.display())]);
        let mut served = Ended(command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts"));
        let mut told = BufReader::new(served.0.stderr.take().expect("piped")).lines();
        let first = told.next().expect("a line").expect("text");
        assert!(first.contains("waiting for programs"), "{first}");
        // The rest is read, so that it never waits for a reader.
        std::thread::spawn(move || told.for_each(drop));
        served
    };
    let mut killed = serve();
    killed.0.kill().expect("killed");
    killed.0.wait().expect("ended");
    assert!(socket.exists());
    let _served = serve();
    let connect = || {
        let stream = UnixStream::connect(&socket).expect("connected");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    };
    let (_silent, mut thinking, mut quick) = (connect(), connect(), connect());
    thinking.write_all(b"board:").expect("half a line");
    quick.write_all(b"version\n").expect("sent");
    let mut answer = String::new();
    BufReader::new(quick).read_line(&mut answer).expect("an answer");
    assert_eq!(answer, "Interface: 2\n");
    let running = home.run(&["-r", "-e", &format!("external {}", socket.display())], "");
    assert!(running.status == Some(3) && running.stderr.contains("in use"), "{}", running.stderr);
}

#[test]
fn silent_programs_do_not_shut_others_out() {
    let home = Home::new();
    let mut command = home.command();
    command.args(["-r", "-e", "external 0"]);
    let mut served = Ended(command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts"));
    let mut told = BufReader::new(served.0.stderr.take().expect("piped")).lines();
    let first = told.next().expect("a line").expect("text");
    let port = first.split_once("127.0.0.1:").and_then(|(_, rest)| rest.split(';').next()).expect("a port");
    let come = || TcpStream::connect(format!("127.0.0.1:{port}")).expect("a connection");
    let ask = |stream: &mut TcpStream| {
        stream.write_all(b"set debug off\n").expect("sent");
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).expect("an answer");
        line
    };
    let mut speaks = come();
    assert_eq!(ask(&mut speaks), "Debug output OFF\n");
    let silent: Vec<_> = (0..20).map(|_| come()).collect();
    assert_eq!(ask(&mut come()), "Debug output OFF\n");
    assert_eq!(ask(&mut speaks), "Debug output OFF\n", "whoever has spoken stays");
    drop(silent);
}

#[test]
fn gnubg_plays_a_match_against_gammon() {
    let Some(program) = gnubg::program("gnubg_plays_a_match_against_gammon") else { return };
    let home = Home::new();
    let quick = "set evaluation chequerplay evaluation plies 0; set evaluation cubedecision evaluation plies 0";
    let mut command = home.command();
    command.args(["-r", "-e", &format!("{quick}; external 0")]);
    let mut served = Ended(command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts"));
    let mut told = BufReader::new(served.0.stderr.take().expect("piped")).lines();
    let first = told.next().expect("a line").expect("text");
    let port = first.split_once("127.0.0.1:").and_then(|(_, rest)| rest.split(';').next()).expect("a port");
    let lines = [
        "set confirm new off",
        "set seed 11",
        "set automatic game on",
        "set display off",
        "set player 1 gnubg",
        "set player 1 chequerplay evaluation plies 0",
        "set player 1 cubedecision evaluation plies 0",
        &format!("set player 0 external localhost:{port}"),
        "new match 3",
    ];
    let output = gnubg::run(&program, &lines.map(str::to_owned));
    assert!(output.contains("has won the match"), "{output}");
    assert!(told.next().expect("a line").expect("text").contains("a program has come"));
}

#[test]
fn gammon_plays_a_match_against_gnubg() {
    let Some(program) = gnubg::program("gammon_plays_a_match_against_gnubg") else { return };
    let port = TcpListener::bind("127.0.0.1:0").and_then(|door| door.local_addr()).expect("a free port").port();
    let theirs = tempfile::tempdir().expect("a folder");
    let mut child = std::process::Command::new(program);
    child.args(["-t", "-q", "-r"]).env("HOME", theirs.path()).stdin(Stdio::piped());
    let mut child = Ended(child.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts"));
    let lines = format!(
        "set evaluation chequerplay evaluation plies 0\nset evaluation cubedecision evaluation plies 0\n\
         external localhost:{port}\n"
    );
    child.0.stdin.as_mut().expect("piped").write_all(lines.as_bytes()).expect("written");
    let home = Home::new();
    let script = format!(
        "set seed 12; set display off; set automatic game on; set player 1 preset advanced\n\
         set player 1 chequerplay evaluation plies 0\nset player 1 gnubg\n\
         set player 0 external localhost:{port}\nnew match 3\nshow score\nlist match\n"
    );
    // The server takes a while to be ready.
    let mut outcome = home.run(&["-r"], &script);
    for _ in 0..20 {
        if !outcome.stdout.contains("nobody answers") {
            break;
        }
        std::thread::sleep(Duration::from_millis(500));
        outcome = home.run(&["-r"], &script);
    }
    assert_eq!((outcome.status, outcome.stderr.as_str()), (Some(0), ""), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("wins the match"), "{}", outcome.stdout);
}

/// A conversation in UBGI, line by line.
struct Interface {
    child: Ended,
    lines: mpsc::Receiver<String>,
    _home: Home,
}

impl Interface {
    fn start() -> Self {
        let home = Home::new();
        let mut command = home.command();
        command.args(["-r", "--ubgi"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = Ended(command.spawn().expect("it starts"));
        let (sender, lines) = mpsc::channel();
        let output = BufReader::new(child.0.stdout.take().expect("piped"));
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, lines, _home: home }
    }

    fn say(&mut self, line: &str) {
        let input = self.child.0.stdin.as_mut().expect("piped");
        input.write_all(format!("{line}\n").as_bytes()).expect("written");
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("an answer")
    }

    /// The line that begins so, and those before it.
    fn until(&self, beginning: &str) -> (String, Vec<String>) {
        let mut before = Vec::new();
        loop {
            let line = self.hear();
            if line.starts_with(beginning) {
                return (line, before);
            }
            before.push(line);
        }
    }
}

#[test]
fn a_user_interface_is_answered() {
    let mut ui = Interface::start();
    ui.say("ubgi");
    let (_, hello) = ui.until("readyok");
    for word in ["id name gammon", "id author", "id version", "option name Plies"] {
        assert!(hello.iter().any(|line| line.starts_with(word)), "{word}: {hello:?}");
    }
    ui.say("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10");
    assert_eq!(ui.hear(), "8/5 6/5");
    ui.say("setoption name Plies value 1");
    ui.say("position gnubgid 4HPwATDgc/ABMA");
    ui.say("dice 4 2");
    ui.say("go role chequer");
    let (best, infos) = ui.until("bestmove");
    assert_eq!(best, "bestmove 8/4 6/4");
    assert_eq!(infos.len(), 2, "{infos:?}");
    assert!(infos[1].starts_with("info depth 1 equity +"), "{infos:?}");
    ui.say("go role cube plies 0");
    assert_eq!(ui.until("bestmove").0, "bestmove roll");
    ui.say("position XGID=-b----E-C---eE---c-e----B-:1:0:1:31:0:0:0:7:10");
    assert_eq!(ui.hear(), "info string the cube shows 2, and nobody owns it");
    for wrong in [
        "go role king",
        "dice 7 1",
        "position nowhere",
        "position XGID=-A------------------------:0:0:1:31:0:0:0:7:10",
        "setoption name Plies value many",
        "dance",
        "go plies x",
    ] {
        ui.say(wrong);
        let line = ui.hear();
        assert!(line.starts_with("sorry "), "{wrong}: {line}");
    }
    ui.say("isready");
    assert_eq!(ui.hear(), "readyok");
    ui.say("quit");
    assert_eq!(ui.child.0.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_rollout_for_a_user_interface_is_told_and_stopped() {
    let mut ui = Interface::start();
    // One play wins at once and the other loses: which is best does not depend on when the rollout is stopped.
    ui.say("position XGID=-AA---------------------b-:0:0:1:21:0:0:3:0:10");
    ui.say("go rollout trials 100000000");
    let (first, _) = ui.until("info trials");
    assert!(first.contains(" equity ") && first.contains(" of "), "{first}");
    ui.say("stop");
    assert_eq!(ui.until("bestmove").0, "bestmove 2/0 1/0");
    // The session goes on as before.
    ui.say("position gnubgid 4HPwATDgc/ABMA");
    ui.say("go role cube rollout trials 36");
    assert_eq!(ui.until("bestmove").0, "bestmove roll");
}

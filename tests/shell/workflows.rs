//! Whole conversations beside the real program: the state of the game has to be the same after each command, and so
//! have the numbers of the answers.
//!
//! `tests/data/workflows/NAME.txt` has a command a line; those in `long/` take minutes, and are held with
//! `GAMMON_LONG_TESTS` alone. Behind a `~` stand the commands after which the states differ on purpose, behind a `!`
//! those with other numbers, in the way that docs/compatibility.md tells and the `#` above them names; they have to
//! differ. `DATA/` is the folder `tests/data/`.
//!
//! Numbers are compared of `eval`, `hint`, `rollout` and `analyse rollout` (`support/rows.rs` says which rows and
//! columns), and of what `show` tells about races, cubes, scores and match equities (`support/figures.rs`). gammon has
//! the weights of GNU Backgammon for it.
//!
//! Not here, as there is no common answer to compare, or a test of its own compares it:
//!
//! - `calibrate`, threads, the engine: what the machine is like
//! - `analyse match`, `show statistics`: `match_analysis.rs`
//! - going through a match, annotations: the programs stop at different places; `match_commands.rs`
//! - files of matches and positions: `match_transfer.rs`, `round_trips.rs`; of settings: `gnubg_settings.rs`
//! - the external protocol: `external.rs`
//! - Ctrl-C, Ctrl-D, `quit`, `load commands`: `signals.rs`, `rollout_interrupt.rs`, `batch.rs`
//! - the tutor and `set rng manual`, where the real program asks back
//! - a program that plays from the start by itself: gammon has to be told, as in `played-by-the-program.txt`

use crate::support::answers;
use crate::support::commands;
use crate::support::figures;
use crate::support::gnubg;
use crate::support::rows;

use gammon::command::parse;
use gammon::rollout::Unobserved;
use gammon::session::{Reply, Session};
use rows::Comparison;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What both programs are told before each.
const BEFORE: [&str; 4] =
    ["set defaultnames gnubg user", "set player 0 name gnubg", "set player 1 name user", "set output digits 6"];

/// How far numbers that come from the nets may be apart: the real program takes an approximate reciprocal in them, and
/// values from its cache. Nine in ten have to be much nearer.
const NEAR: f64 = 0.005;

/// A command, and what differs after it.
struct Step {
    line: String,
    state_differs: bool,
    numbers_differ: bool,
}

/// What a program says after a command.
struct Answer {
    /// The identifiers; `None` without a game.
    state: Option<String>,
    text: String,
}

fn steps(text: &str) -> Vec<Step> {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let step = |line: &str| {
        let (marks, line) = line.split_at(line.find(|c| !"~! ".contains(c)).unwrap_or_default());
        Step { line: line.to_owned(), state_differs: marks.contains('~'), numbers_differ: marks.contains('!') }
    };
    lines.map(step).collect()
}

fn ours(mut session: Session, steps: &[Step]) -> Vec<Answer> {
    for line in gnubg::PRELUDE.iter().chain(&BEFORE) {
        commands::run(&mut session, line).expect("a setting");
    }
    let mut after = |step: &Step| {
        // What is refused changes nothing.
        let reply = parse(&step.line).ok().and_then(|command| session.execute(&command, &mut Unobserved).ok());
        let text = reply.map_or_else(String::new, |reply| answers::text(&session, &reply));
        let state = match commands::run(&mut session, "show board") {
            Ok(Reply::Board(board)) => Some(format!("{}:{}", board.ids.position_id, board.ids.match_id)),
            _ => None,
        };
        Answer { state, text }
    };
    steps.iter().map(&mut after).collect()
}

/// Whether the real program goes on showing the hint that it has shown before, though it should be another.
fn makes_hints_stale(line: &str) -> bool {
    let harmless = ["hint", "eval", "show", "analyse", "cmark", "rollout", "set rollout", "set output"];
    !harmless.iter().any(|words| line.starts_with(words))
}

fn rolls_out(line: &str) -> bool {
    line.starts_with("rollout") || line.starts_with("analyse rollout")
}

/// `None` where there can be no terminal, and one is needed.
fn theirs(program: &Path, steps: &[Step]) -> Option<Vec<Answer>> {
    let mut lines: Vec<String> = gnubg::PRELUDE.iter().chain(&BEFORE).map(|&line| line.to_owned()).collect();
    let mut is_stale = false;
    for Step { line, .. } in steps {
        if (line.starts_with("hint") || rolls_out(line)) && std::mem::take(&mut is_stale) {
            lines.push("clear hint".to_owned());
        }
        is_stale |= makes_hints_stale(line);
        lines.extend(["show prompt", line, "show prompt", "show board", "show version"].map(str::to_owned));
    }
    let needs_terminal = steps.iter().any(|step| rolls_out(&step.line));
    let text = if needs_terminal { gnubg::run_on_terminal(program, &lines)? } else { gnubg::run(program, &lines) };
    let parts: Vec<&str> = text.split("prompt is").skip(1).collect();
    let answer = |pair: &[&str]| Answer {
        state: pair.get(1).and_then(|part| gnubg::ids(part.split("GNU Backgammon ").nth(1)?)),
        text: pair[0].split_once('\n').map_or_else(String::new, |(_, answer)| answer.to_owned()),
    };
    Some(parts.chunks(2).map(answer).collect())
}

/// How the numbers of two answers compare; `None` where a command has none to compare.
fn compare(line: &str, ours: &str, theirs: &str) -> Option<Comparison> {
    if rolls_out(line) {
        // gammon judges the cube at once, the real program with the next `hint`.
        return Some(rows::compare(ours.split("Cube analysis").next().unwrap_or_default(), theirs, NEAR));
    }
    if line.starts_with("hint") || line.starts_with("eval") {
        return Some(rows::compare(ours, theirs, NEAR));
    }
    let pairs = figures::pairs(line, ours, theirs)?.into_iter();
    let is_wrong = |&(a, b, near): &(Option<f64>, Option<f64>, f64)| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() > near,
        _ => true,
    };
    let compared = pairs.len();
    let wrong = pairs.filter(is_wrong).map(|(a, b, near)| format!("{a:?}, in gnubg {b:?}, may differ by {near}"));
    Some(Comparison { wrong: wrong.collect(), compared, ..Comparison::default() })
}

/// What came of a number of conversations.
#[derive(Debug, Default)]
struct Compared {
    files: usize,
    states: usize,
    answers: usize,
    numbers: usize,
    evaluated: usize,
    hardly: usize,
    has_weights: bool,
    wrong: String,
}

impl Compared {
    fn conversation(&mut self, test: &str, program: &Path, path: &Path) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
        let steps = steps(&std::fs::read_to_string(path).expect("a text").replace("DATA/", data));
        let session = answers::session(test);
        let has_weights = session.is_some();
        self.has_weights |= has_weights;
        let Some(theirs) = theirs(program, &steps) else { return };
        let ours = ours(session.unwrap_or_default(), &steps);
        assert_eq!(theirs.len(), ours.len(), "{name}: gnubg has answered less than was asked");
        self.files += 1;
        for ((step, mine), other) in steps.iter().zip(ours).zip(theirs) {
            self.states += 1;
            if (mine.state == other.state) == step.state_differs {
                let (mine, other) = (mine.state, other.state);
                writeln!(self.wrong, "{name}: after {}: {mine:?}, in gnubg {other:?}", step.line).expect("a string");
            }
            let comparison = compare(&step.line, &mine.text, &other.text).filter(|_| has_weights);
            let Comparison { wrong, compared, evaluated, hardly } = comparison.unwrap_or_default();
            if !step.numbers_differ {
                self.answers += usize::from(compared > 0);
                self.numbers += compared;
                self.evaluated += evaluated;
                self.hardly += hardly;
            }
            if step.numbers_differ && wrong.is_empty() && has_weights {
                writeln!(self.wrong, "{name}: {} does not differ", step.line).expect("a string");
            }
            if !step.numbers_differ {
                wrong.iter().for_each(|line| writeln!(self.wrong, "{name}: {}: {line}", step.line).expect("a string"));
            }
        }
    }
}

/// Holds the conversations of a folder, two at a time.
fn hold(test: &str, folder: &str) -> Option<Compared> {
    let program = gnubg::program(test)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/workflows").join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    paths.sort();
    let halves: [Vec<&PathBuf>; 2] = [0, 1].map(|half| paths.iter().skip(half).step_by(2).collect());
    let [mut first, second] = std::thread::scope(|scope| {
        let held = halves.map(|paths| {
            let program = &program;
            scope.spawn(move || {
                let mut compared = Compared::default();
                paths.into_iter().for_each(|path| compared.conversation(test, program, path));
                compared
            })
        });
        held.map(|half| half.join().expect("no panic"))
    });
    first.files += second.files;
    first.states += second.states;
    first.answers += second.answers;
    first.numbers += second.numbers;
    first.evaluated += second.evaluated;
    first.hardly += second.hardly;
    first.has_weights |= second.has_weights;
    first.wrong += &second.wrong;
    Some(first)
}

fn assert_held(held: &Compared, files: usize, states: usize, answers: usize) {
    let line = format!("{held:?}\n");
    std::io::stdout().write_all(line.as_bytes()).expect("stdout takes a line");
    assert!(held.wrong.is_empty(), "{}", held.wrong);
    assert!(held.files >= files && held.states >= states, "{held:?}");
    // Without weights nothing is compared; a line on standard error has said so.
    assert!(!held.has_weights || held.answers >= answers && 10 * held.hardly >= 9 * held.evaluated, "{held:?}");
}

#[test]
fn conversations_go_as_in_the_real_program() {
    let Some(held) = hold("conversations_go_as_in_the_real_program", "") else { return };
    assert_held(&held, 30, 600, 90);
}

#[test]
fn long_conversations_go_as_in_the_real_program() {
    if std::env::var_os("GAMMON_LONG_TESTS").is_none() {
        return;
    }
    let Some(held) = hold("long_conversations_go_as_in_the_real_program", "long") else { return };
    assert_held(&held, 1, 8, 1);
}

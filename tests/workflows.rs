//! Whole conversations beside the real program: the state of the game has to be the same after each command.
//!
//! `tests/data/workflows/NAME.txt` has a command a line. Behind a `~` stand the commands after which the programs
//! differ on purpose, in the way that docs/compatibility.md tells and the `#` above them names; they have to differ.

#[path = "support/commands.rs"]
mod commands;
#[path = "support/gnubg.rs"]
mod gnubg;

use gammon::command::parse;
use gammon::rollout::Unobserved;
use gammon::session::{Reply, Session};
use std::fmt::Write as _;
use std::path::Path;

/// What both programs are told before each.
const BEFORE: [&str; 2] = ["set player 0 name gnubg", "set player 1 name user"];

/// A command, and whether its state differs.
struct Step {
    line: String,
    differs: bool,
}

fn steps(text: &str) -> Vec<Step> {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let step = |line: &str| match line.strip_prefix("~ ") {
        Some(line) => Step { line: line.to_owned(), differs: true },
        None => Step { line: line.to_owned(), differs: false },
    };
    lines.map(step).collect()
}

/// The identifiers after each step; `None` without a game.
fn ours(steps: &[Step]) -> Vec<Option<String>> {
    let mut session = Session::new();
    for line in gnubg::PRELUDE.iter().chain(&BEFORE) {
        commands::run(&mut session, line).expect("a setting");
    }
    let mut after = |step: &Step| {
        // What is refused changes nothing.
        if let Ok(command) = parse(&step.line) {
            let _ = session.execute(&command, &mut Unobserved);
        }
        match commands::run(&mut session, "show board") {
            Ok(Reply::Board(board)) => Some(format!("{}:{}", board.ids.position_id, board.ids.match_id)),
            _ => None,
        }
    };
    steps.iter().map(&mut after).collect()
}

fn theirs(program: &Path, steps: &[Step]) -> Vec<Option<String>> {
    let mut lines: Vec<String> = gnubg::PRELUDE.iter().chain(&BEFORE).map(|&line| line.to_owned()).collect();
    for step in steps {
        lines.extend([step.line.clone(), "show prompt".to_owned(), "show board".to_owned(), "show version".to_owned()]);
    }
    let text = gnubg::run(program, &lines);
    let board = |part: &str| gnubg::ids(part.split("GNU Backgammon ").nth(1)?);
    text.split("prompt is").skip(1).map(board).collect()
}

#[test]
fn conversations_leave_the_states_of_the_real_program() {
    let Some(program) = gnubg::program("conversations_leave_the_states_of_the_real_program") else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/workflows");
    let mut wrong = String::new();
    let (mut files, mut compared) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let steps = steps(&std::fs::read_to_string(&path).expect("a text"));
        let (ours, theirs) = (ours(&steps), theirs(&program, &steps));
        assert_eq!(theirs.len(), ours.len(), "{}: gnubg has answered less than was asked", path.display());
        files += 1;
        for ((step, mine), other) in steps.iter().zip(ours).zip(theirs) {
            compared += 1;
            if (mine == other) == step.differs {
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                writeln!(wrong, "{name}: after {}: {mine:?}, in gnubg {other:?}", step.line).expect("a string");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(files >= 26 && compared > 500, "{files} conversations, {compared} commands");
}

//! The state of the game after commands, as GNU Backgammon has it: `tests/data/states.csv`.
//!
//! Each row names a rule, the commands that show it, and the identifiers that the real program ends with. Where it is
//! installed it is run again; `UPDATE_EXPECT=1` then writes its identifiers.

use crate::support::commands;
use crate::support::gnubg;

use gammon::command::parse;
use gammon::rollout::Unobserved;
use gammon::session::{Reply, Session};
use std::fmt::Write as _;
use std::path::Path;

struct Row {
    name: String,
    script: String,
    ids: String,
}

impl Row {
    fn commands(&self) -> impl Iterator<Item = &str> {
        self.script.split(';').map(str::trim)
    }
}

fn file() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/states.csv")
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(file()).expect("the table of states");
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| {
        let [name, script, ids] = line.split(',').collect::<Vec<_>>()[..] else { panic!("three fields: {line}") };
        Row { name: name.to_owned(), script: script.to_owned(), ids: ids.to_owned() }
    });
    rows.collect()
}

#[test]
fn commands_lead_to_the_states_of_the_real_program() {
    let mut wrong = String::new();
    for row in rows() {
        let mut session = Session::new();
        for line in gnubg::PRELUDE.into_iter().chain(row.commands()) {
            // Some are refused, by both programs.
            if let Ok(command) = parse(line) {
                let _ = session.execute(&command, &mut Unobserved);
            }
        }
        let ids = match commands::run(&mut session, "show board") {
            Ok(Reply::Board(board)) => format!("{}:{}", board.ids.position_id, board.ids.match_id),
            other => format!("{other:?}"),
        };
        if ids != row.ids {
            writeln!(wrong, "{}: {}\n  is {ids}, not {}", row.name, row.script, row.ids).expect("a string");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_table_of_states_is_what_the_real_program_says() {
    let Some(program) = gnubg::program("the_table_of_states_is_what_the_real_program_says") else { return };
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut text =
        String::from("# Recorded from GNU Backgammon 1.07.001 by tests/states.rs.\nrule,commands,identifiers\n");
    let mut wrong = String::new();
    for row in rows() {
        let mut lines: Vec<String> = gnubg::PRELUDE.map(str::to_owned).to_vec();
        lines.extend(row.commands().map(str::to_owned));
        lines.push("show board".to_owned());
        let ids = gnubg::ids(&gnubg::run(&program, &lines)).unwrap_or_default();
        if ids != row.ids {
            writeln!(wrong, "{}: {} gives {ids}, not {}", row.name, row.script, row.ids).expect("a string");
        }
        writeln!(text, "{},{},{ids}", row.name, row.script).expect("a string");
    }
    if update {
        std::fs::write(file(), text).expect("written");
    } else {
        assert!(wrong.is_empty(), "\n{wrong}");
    }
}

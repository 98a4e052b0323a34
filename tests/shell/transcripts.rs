//! Conversations word for word: `tests/transcripts/NAME.gbs` is run, and `NAME.out` is what it prints.
//!
//! `UPDATE_EXPECT=1 cargo test --test shell transcripts` writes the expected files anew; the difference is reviewed
//! like code. Only numbers that do not depend on nets stand in them: positions, counts, tables, bearoffs.

use crate::support::home;

use home::Home;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

fn inputs() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("a folder of transcripts");
    let mut found: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "gbs"));
    found.sort();
    found
}

#[test]
fn conversations_go_as_written_down() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let inputs = inputs();
    assert!(!inputs.is_empty());
    let mut different = Vec::new();
    for input in inputs {
        let name = input.file_name().expect("a name").to_string_lossy().into_owned();
        let home = Home::new();
        // Beside the script in its own home, so that error messages name no folder of this machine.
        home.write(&name, &fs::read_to_string(&input).expect("a transcript"));
        let outcome = home.run(&["--keep-going", "--quiet", &name], "");
        let printed = format!(
            "{}--- standard error, status {}\n{}",
            outcome.stdout,
            outcome.status.unwrap_or(-1),
            outcome.stderr
        );
        let expected_file = input.with_extension("out");
        if update {
            fs::write(&expected_file, printed).expect("written");
        } else if fs::read_to_string(&expected_file).unwrap_or_default() != printed {
            different.push(format!("{name} now prints\n{printed}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn the_scripts_of_the_readme_parse() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    for entry in fs::read_dir(scripts).expect("a folder of scripts") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "gbs") {
            let text = fs::read_to_string(&path).expect("a script");
            for located in gammon::command::commands(&text) {
                assert!(located.command.is_ok(), "{}:{}: {:?}", path.display(), located.line, located.command);
            }
        }
    }
}

//! The scripts that are there to be run and changed: each has its documented effect, in a folder of its own.

use crate::support::home;

use home::{Home, binary};
use regex::Regex;
use std::fs;
use std::path::Path;
use std::process::Command;

fn scripts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let names = fs::read_dir(folder).expect("scripts").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().expect("a plain name")).collect();
    names.sort();
    names
}

fn text_of(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)).expect("a script")
}

#[test]
fn every_workflow_says_what_it_is_and_runs_to_its_end() {
    let home = Home::new();
    let workflows: Vec<_> = scripts().into_iter().filter(|name| name.ends_with(".gbs")).collect();
    assert!(workflows.len() >= 6, "{workflows:?}");
    home.write("positions.txt", &text_of("positions.txt"));
    let trials = Regex::new("rollout trials [0-9]+").expect("a pattern");
    for name in workflows {
        let text = text_of(&name);
        assert!(text.starts_with("# "), "{name}");
        // Whether it runs is seen after few trials as well.
        let few = trials.replace(&text, "rollout trials 36");
        let path = home.write(&format!("scripts/{name}"), &few);
        let outcome = home.run(&["--quiet", path.to_str().expect("a plain path")], "");
        assert_eq!(outcome.status, Some(0), "{name}: {}", outcome.stderr);
        let about = text_of("README.md");
        assert!(about.contains(&format!("`{name}`")), "README.md lacks {name}");
        if text.contains("rollout ") {
            assert!(outcome.stdout.contains('±') || name == "until-decided.gbs", "{name}: {}", outcome.stdout);
        }
    }
    let results = fs::read_to_string(home.path("positions.txt.jsonl")).expect("results");
    assert_eq!(results.lines().count(), 3, "{results}");
}

#[test]
fn the_python_client_gets_an_answer_to_every_question() {
    let home = Home::new();
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/client.py")).arg(binary());
    home.surround(&mut command);
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            std::io::Write::write_all(&mut std::io::stderr(), format!("SKIPPED: no python3: {error}\n").as_bytes())
                .expect("stderr takes a line");
            return;
        }
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.lines().count(), 15, "{text}");
    assert!(text.lines().any(|line| line.starts_with("31  8/5 6/5")), "{text}");
}

//! The samples of README and guides: what their `console` blocks show is what the program prints.
//!
//! The lines behind a prompt such as `(user) ` are typed one after another, a page in one session, and what stands
//! below them must be printed in that order. Blanks and ends of lines do not count, nor does the time that work took;
//! `…` stands for lines that are left out. A comment `<!-- typed: COMMANDS -->` is typed too: what the page says in
//! words.

use crate::support::home;

use home::Home;
use regex::Regex;
use std::fs;
use std::path::Path;

const PAGES: [&str; 5] = [
    "README.md",
    "docs/guide/first-hour.md",
    "docs/guide/cube-decisions.md",
    "docs/guide/matches.md",
    "docs/guide/scripts.md",
];

/// What is typed on a page, and what it shows of the answers.
#[derive(Default)]
struct Page {
    typed: Vec<String>,
    shown: Vec<String>,
}

fn page(text: &str) -> Page {
    let prompt = Regex::new(r"^\([^)]+\) (.*)$").expect("a pattern");
    let mut page = Page::default();
    let mut in_block = false;
    for line in text.lines() {
        if let Some(commands) = line.strip_prefix("<!-- typed: ") {
            page.typed.push(commands.trim_end_matches(" -->").to_owned());
        } else if line == "```console" {
            in_block = true;
            page.shown.push(String::new());
        } else if line == "```" {
            in_block = false;
        } else if !in_block {
        } else if let Some(typed) = prompt.captures(line) {
            page.typed.push(typed[1].to_owned());
            page.shown.push(String::new());
        } else if line.starts_with("$ ") {
            // What a system's shell is told is no session of this program.
            in_block = false;
        } else if line == "…" {
            page.shown.push(String::new());
        } else if let Some(shown) = page.shown.last_mut() {
            shown.push_str(line);
            shown.push('\n');
        }
    }
    page.shown.retain(|shown| !shown.trim().is_empty());
    page
}

fn plain(text: &str) -> String {
    // Boards at a terminal have the pips in addition.
    let time = Regex::new(r"[0-9.]+ (ms|s) on [0-9]+ threads?|Pips [0-9]+").expect("a pattern");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    time.replace_all(&text, "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn samples_show_what_is_printed() {
    let mut faults = Vec::new();
    let mut checked = 0;
    for name in PAGES {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a page");
        let page = page(&text);
        let home = Home::new();
        let outcome = home.run(&["-r", "--keep-going"], &(page.typed.join("\n") + "\n"));
        let printed = plain(&outcome.stdout);
        let mut rest = printed.as_str();
        for shown in page.shown {
            let wanted = plain(&shown);
            checked += 1;
            match rest.find(&wanted) {
                Some(at) => rest = &rest[at + wanted.len()..],
                None => faults.push(format!("{name} shows\n{shown}which is not printed (any more)")),
            }
        }
        if !faults.is_empty() {
            faults.push(format!("{name}: printed was\n{}{}", outcome.stdout, outcome.stderr));
        }
    }
    assert!(checked >= 10, "only {checked} samples were found");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

//! The viewer of a match: its page, and the page in a browser where there is one.

use crate::support::home;

use gammon::board::Player;
use home::Home;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A name that tries to end the element it stands in.
const HOSTILE: &str = "</script><script>document.title='taken'</script>";

/// Commands that write the page of a match between players with these names.
fn lines(names: [&str; 2], to: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/match7.mat");
    format!(
        "set analysis chequerplay evaluation plies 0; set analysis cubedecision evaluation plies 0; \
         import mat \"{}\"; set player 0 name \"{}\"; set player 1 name \"{}\"; analyse match; export match html {to}",
        file.display(),
        names[Player::Top.index()],
        names[Player::Bottom.index()]
    )
}

/// The page of a match between players with these names.
fn page(home: &Home, names: [&str; 2]) -> (PathBuf, String) {
    let outcome = home.run(&["-r", "-e", &lines(names, "page.html")], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let path = home.path("page.html");
    let text = std::fs::read_to_string(&path).expect("the page");
    (path, text)
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn a_page_holds_its_data_and_names_cannot_break_out() {
    let home = Home::new();
    let (_, text) = page(&home, [HOSTILE, "Bob"]);
    assert_eq!(text.matches("<script").count(), 2, "the data and the script, nothing from the name");
    let data = data(&text);
    assert_eq!(data["players"][0], HOSTILE);
    let decisions = data["decisions"].as_array().expect("decisions");
    let mut ids: Vec<&str> = decisions.iter().map(|one| one["id"].as_str().expect("an address")).collect();
    let n = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert!(n > 100 && ids.len() == n, "{n} decisions, {} addresses", ids.len());
    for one in decisions {
        let rows = one["rows"].as_array().expect("rows");
        let count = |what: &str| rows.iter().filter(|row| row[what] == true).count();
        assert!(rows.is_empty() || (count("best") == 1 && count("made") <= 1), "{one}");
        // Whoever does what is best gives nothing up.
        let is_best = rows.iter().any(|row| row["best"] == true && row["made"] == true);
        assert!(!is_best || one["loss"].as_f64().unwrap_or(0.0) < 1e-4, "{one}");
    }
    // A rollout's sentence stands below the table, not in it.
    let rolled = "set rollout trials 36; set rollout chequerplay plies 0; set rollout cubedecision plies 0; \
                  next error play; analyse rollout move 1 2; export position html rolled.html; export position svg rolled.svg";
    let outcome = home.run(&["-r", "-e", &format!("{}; {rolled}", lines([HOSTILE, "Bob"], "again.html"))], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let position = std::fs::read_to_string(home.path("rolled.html")).expect("the page");
    assert!(position.contains(">36 trials</td>") && position.contains("class=\"how\""), "{position}");
    let drawing = std::fs::read_to_string(home.path("rolled.svg")).expect("the drawing");
    assert_eq!(drawing.matches("stroke-linecap").count(), 2, "arrows of the play made and of the best");
    roxmltree::Document::parse(&drawing).expect("XML");
    assert!(text.len() < n * 2000 + 60_000, "{} bytes for {n} decisions", text.len());
}

/// Whoever sends a position sends what is known of it: by a hint, of plays or the cube, by a rollout, in the record.
#[test]
fn a_position_is_written_with_its_decision() {
    let home = Home::new();
    let position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:2:3:0:7:10";
    let write = |word: &str, name: &str| format!("export position {word} {name}.{word}");
    let all = |name: &str| ["text", "markdown", "html", "svg"].map(|word| write(word, name)).join("; ");
    let match_ = lines(["Ann", "Bob"], "all.html");
    let short = "set rollout trials 36; set rollout truncation enable on; set rollout truncation plies 2";
    let typed = format!(
        "{position}; hint 3; {}; {short}; rollout plays best 2; {}; {}; hint; {}; new session; {match_}; \
         goto error 2; {}",
        all("hint"),
        all("rollout"),
        position.replace(":52:", ":00:"),
        all("cube"),
        all("error")
    );
    let outcome = home.run(&["-r", "--force", "-e", &typed], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let read = |name: &str| std::fs::read_to_string(home.path(name)).expect(name);
    for (name, wanted) in [
        ("hint", ["13/11 13/8", "2-ply"]),
        ("rollout", ["is best with", "36 trials"]),
        ("cube", ["No double, take", "Double, pass"]),
        ("error", ["Bob", "0-ply"]),
    ] {
        for word in ["text", "markdown", "html"] {
            let text = read(&format!("{name}.{word}"));
            assert!(wanted.iter().all(|wanted| text.contains(wanted)), "{name}.{word}: {text}");
        }
    }
    assert!(read("hint.markdown").contains("| *1 |") && read("hint.html").contains("tr class=\"best\""));
    assert!(!read("hint.html").contains("`hint "), "a page has no prompt");
    assert!(read("hint.svg").contains("#1669d6"), "the best play is an arrow");
}

#[test]
fn a_browser_steps_filters_and_asks() {
    let home = Home::new();
    let (path, _) = page(&home, ["Ann </script>", "Bob"]);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/viewer.py");
    let skipped = |why: &str| {
        let line = format!("SKIPPED: a_browser_steps_filters_and_asks: {why}\n");
        std::io::stderr().write_all(line.as_bytes()).expect("stderr takes a line");
    };
    let Ok(output) = Command::new("python3").arg(script).arg(path).output() else { return skipped("no python3 here") };
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(77) => skipped(&said),
        code => assert_eq!(code, Some(0), "{said}"),
    }
}

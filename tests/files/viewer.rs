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
    let mut told = 0;
    for one in decisions {
        let rows = one["rows"].as_array().expect("rows");
        let count = |what: &str| rows.iter().filter(|row| row[what] == true).count();
        assert!(rows.is_empty() || (count("best") == 1 && count("made") <= 1), "{one}");
        // Whoever does what is best gives nothing up.
        let is_best = rows.iter().any(|row| row["best"] == true && row["made"] == true);
        assert!(!is_best || one["loss"].as_f64().unwrap_or(0.0) < 1e-4, "{one}");
        // What tells the plays apart names both of them, or says that nothing does; of errors alone.
        let name = |what: &str| rows.iter().find(|row| row[what] == true).and_then(|row| row["name"].as_str());
        let is_wrong_play = one["error"] == true && one["cube"] != true && !is_best && name("made").is_some();
        let why = one["why"].as_str().unwrap_or_default();
        assert_eq!(!why.is_empty(), is_wrong_play, "{one}");
        let known = ["best", "made"].map(|what| name(what).is_some_and(|name| why.contains(&format!("{name} "))));
        assert!(!is_wrong_play || known.contains(&true) || why.starts_with("nothing on the board"), "{one}");
        told += usize::from(is_wrong_play);
    }
    assert!(told > 10, "{told} errors are explained");
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

/// The ways of checkers in the text of a play: `24/18*/13(2)` is 24/18 and 18/13, twice; 25 is the bar, 0 is off.
fn ways_of(play: &str) -> Vec<(i32, i32)> {
    let number = |word: &str| match word.trim_end_matches('*') {
        "bar" => 25,
        "off" => 0,
        point => point.parse().expect("a point"),
    };
    let mut ways = Vec::new();
    for word in play.split(' ') {
        let (word, times) =
            word.split_once('(').map_or((word, 1), |(word, n)| (word, n.trim_matches(')').parse().expect("a number")));
        let points: Vec<i32> = word.split('/').map(number).collect();
        for _ in 0..times {
            ways.extend(points.windows(2).map(|ends| (ends[0], ends[1])));
        }
    }
    ways.sort_unstable();
    ways
}

/// The numbers that stand at both ends of the arrows of a drawing.
fn ways_on(drawing: &str) -> Vec<(i32, i32)> {
    let document = roxmltree::Document::parse(drawing).expect("XML");
    let of = |node: roxmltree::Node<'_, '_>, name: &str| node.attribute(name).and_then(|it| it.parse::<f32>().ok());
    let labels: Vec<(f32, bool, i32)> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| Some((of(node, "x")?, of(node, "y")? < 288.0, node.text()?.parse().ok()?)))
        .collect();
    assert_eq!(labels.len(), 24, "every point has one number");
    let number = |x: f32, y: f32| match labels.iter().find(|label| label.0 == x && label.1 == (y < 288.0)) {
        Some(label) => label.2,
        None if x > 600.0 => 0,
        None => 25,
    };
    let arrows = document.descendants().find(|node| node.attribute("stroke") == Some("#1669d6")).expect("arrows");
    let mut ways = Vec::new();
    for line in arrows.attribute("d").expect("a path").split('M').filter(|line| line.contains('L')) {
        let numbers: Vec<f32> =
            line.split(['L', 'l', ' ']).take(4).map(|number| number.parse().expect("a place")).collect();
        ways.push((number(numbers[0], numbers[1]), number(numbers[2], numbers[3])));
    }
    ways.sort_unstable();
    ways
}

/// Whoever is on roll counts the points: what is written at both ends of an arrow are the numbers of the play.
#[test]
fn points_have_the_numbers_of_the_play() {
    let home = Home::new();
    let mut typed = String::new();
    let mut n = 0;
    for position in [
        "-b----E-C---eE---c-e----B-",
        "-b----E-C---eE---c-e-----B",
        "ab----E-C---dE---c-e----B-",
        "-BBBBBB------------bbbbbb-",
    ] {
        for turn in ["1", "-1"] {
            for dice in ["31", "66", "52"] {
                for clockwise in ["on", "off"] {
                    typed += &format!(
                        "set clockwise {clockwise}; set xgid XGID={position}:0:0:{turn}:{dice}:2:3:0:7:10; hint 1; \
                         export position svg {n}.svg; export position html {n}.html\n"
                    );
                    n += 1;
                }
            }
        }
    }
    home.write("all.gbs", &typed);
    let outcome = home.run(&["-r", "--json", "all.gbs"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let answers = outcome.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut compared = 0;
    for (n, hint) in answers.filter(|answer| answer["command"] == "hint").enumerate() {
        let Some(play) = hint["candidates"][0]["play"].as_str() else { continue };
        let drawing = std::fs::read_to_string(home.path(&format!("{n}.svg"))).expect("a drawing");
        assert_eq!(ways_on(&drawing), ways_of(play), "{n}: {play}");
        let page = std::fs::read_to_string(home.path(&format!("{n}.html"))).expect("a page");
        let (from, to) = (page.find("<svg").expect("a drawing"), page.find("</svg>").expect("its end"));
        assert_eq!(ways_on(&page[from..to + 6]), ways_of(play), "{n}: {play}");
        compared += 1;
    }
    assert!(compared > 40, "only {compared}");
}

/// In the page of a match the board has the numbers of whoever decides.
#[test]
fn boards_of_a_match_are_numbered_for_the_mover() {
    let home = Home::new();
    let (_, text) = page(&home, ["Ann", "Bob"]);
    for one in data(&text)["decisions"].as_array().expect("decisions") {
        let is_play = one["ask"].as_str().is_some_and(|ask| ask.starts_with("to play"));
        let numbers = one["board"].as_str().and_then(|board| board.split(';').next()).expect("pieces");
        assert!(!is_play || numbers == format!("r{},0,0", one["player"]), "{one}");
    }
    assert!(text.contains("<g id=\"r0\">") && text.contains("<g id=\"r1\">"));
}

/// Characters that do something to whoever shows them.
fn steers(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}' | '\u{2067}')
}

/// Names, comments and facts with letters from right to left and with what steers a terminal, in every writer.
#[test]
fn foreign_text_is_visible_and_kept_apart_in_every_writer() {
    let home = Home::new();
    const RIGHT: &str = "محمد علي";
    let hostile = "E\u{1b}[2J\u{7}\u{0}\u{9b}31m\u{202e}x\u{2069}";
    let names = [RIGHT, hostile];
    let short = "set rollout trials 36; set rollout truncation enable on; set rollout truncation plies 2; \
                 set rollout chequerplay plies 0; set rollout cubedecision plies 0";
    let typed = [
        lines(names, "m.html").replace(
            "; analyse match",
            &format!("; set matchinfo event \"{hostile} שלום\"; set matchinfo annotator {RIGHT}; analyse match"),
        ),
        "next error play".to_owned(),
        format!("annotate move comment {hostile} 31: שלום, עולם"),
        "export match html m.html; export match text m.txt; export match markdown m.md; export match latex m.tex"
            .to_owned(),
        "export position html p.html; export position svg p.svg; export position text p.txt; \
         export position markdown p.md; export position latex p.tex"
            .to_owned(),
        format!(
            "{short}; rollout plays best 2; export rollout html r.html; export rollout svg r.svg; \
             export rollout markdown r.md"
        ),
        "export scoremap svg s.svg".to_owned(),
        "show board; show statistics match; list game; show errors; pr; describe; show matchinfo".to_owned(),
    ];
    home.write("all.gbs", &typed.join("\n"));
    let outcome = home.run(&["-r", "--force", "all.gbs"], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let read = |name: &str| std::fs::read_to_string(home.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut texts: Vec<(&str, String)> = vec![("terminal", outcome.stdout)];
    for name in [
        "m.html", "m.txt", "m.md", "m.tex", "p.html", "p.svg", "p.txt", "p.md", "p.tex", "r.html", "r.svg", "r.md",
        "s.svg",
    ] {
        texts.push((name, read(name)));
    }
    let is_right = |c: char| ('\u{590}'..='\u{8ff}').contains(&c);
    for (name, text) in &texts {
        let found = text.find(steers).map(|at| text[..at].chars().rev().take(60).collect::<String>());
        assert!(found.is_none(), "{name}: {:?}", found.map(|it| it.chars().rev().collect::<String>()));
        if ["terminal", "m.html", "m.txt", "m.md", "p.svg", "p.txt"].contains(name) {
            assert!(text.contains("\\u{202e}x") && text.contains("\\u{1b}[2J"), "{name} shows what it hides");
            assert!(text.contains(&format!("\u{2068}{RIGHT}\u{2069}")), "{name} keeps names apart");
        }
        if name.ends_with("svg") {
            roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        // LaTeX knows no marks of direction.
        if name.ends_with("tex") {
            assert!(!text.contains(['\u{2068}', '\u{2069}']), "{name}");
            continue;
        }
        // Between the marks, and only there, stand letters from right to left.
        let mut is_inside = false;
        for c in text.chars() {
            match c {
                '\u{2068}' => assert!(!std::mem::replace(&mut is_inside, true), "{name}"),
                '\u{2069}' => assert!(std::mem::replace(&mut is_inside, false), "{name}"),
                c => assert!(is_inside || !is_right(c), "{name}: {c}"),
            }
        }
        assert!(!is_inside, "{name}");
    }
}

#[test]
fn a_browser_steps_filters_and_asks() {
    let home = Home::new();
    let (path, _) = page(&home, ["Ann </script>", "محمد علي"]);
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

//! Reports of a rollout beside its means: statistics, covariances, every trial, settled cubes.

use crate::support::{commands, games, home};
use commands::{rolled_out, run as execute, run_all};
use games::Random;
use gammon::command::parse;
use gammon::render::{
    Format, json_answer_line, json_reply, reply, rollout_csv, rollout_html, rollout_markdown, rollout_svg,
};
use gammon::rollout::{JobKind, Observer};
use gammon::session::{Host, Page, Reply, RolloutReply, Session, SessionError};
use gammon::settings::OutputSettings;
use gammon::words::counted;
use home::Home;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A race in the bearoff: no net is evaluated, so that it is quick.
const RACE: &str = "new session; set board simple 0 2 2 2 2 3 3 0 0 0 0 0 0 0 0 0 0 0 0 -3 -3 -2 -2 -2 -2 0; set turn 1; clear turn; \
                    set rollout seed 3; set rollout cubedecision plies 0";

/// Runs commands after setting the race up; they must not fail.
fn run(home: &Home, commands: &str) -> String {
    let outcome = home.run(&["--threads", "2", "-e", RACE, "-e", commands], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    outcome.stdout
}

fn json(home: &Home, name: &str) -> Value {
    let text = std::fs::read_to_string(home.path(name)).expect("an export");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn statistics_account_for_every_trial() {
    let home = Home::new();
    let printed =
        run(&home, "set rollout trials 144; rollout; show rollout statistics; export rollout json a.json trials");
    assert!(printed.contains("Current position: 144 trials of "), "{printed}");
    assert!(printed.contains("Double/take  Double/pass"), "{printed}");
    let rollout = json(&home, "a.json");
    let candidate = &rollout["candidates"][0];
    let (statistics, records) = (&candidate["statistics"], candidate["records"].as_array().expect("every trial"));
    let count = |value: &Value| value.as_u64().expect("a count");
    let ended = ["borne_off", "passed", "valued"].map(|end| count(&statistics[end]));
    assert_eq!((ended.iter().sum::<u64>(), records.len()), (144, 144));
    assert!(ended[1] > 0, "somebody passes in a race of 144 trials: {statistics}");
    let by_record = |end: &str| records.iter().filter(|record| record["end"] == *end).count() as u64;
    assert_eq!(ended, ["borne off", "passed", "valued"].map(by_record));
    assert_eq!(count(&statistics["turns"]), records.iter().map(|record| count(&record["turns"])).sum::<u64>());
    let takes = |side: &str| -> u64 {
        statistics[side]["cubes"].as_array().expect("levels").iter().map(|level| count(&level["taken"])).sum()
    };
    let doublings = |record: &Value| u64::from(count(&record["cube"]).trailing_zeros());
    assert_eq!(takes("decider") + takes("opponent"), records.iter().map(doublings).sum::<u64>());
    let mean = records.iter().map(|record| record["cubeful"].as_f64().expect("a value")).sum::<f64>() / 144.0;
    assert!((mean - candidate["cubeful"].as_f64().expect("a mean")).abs() < 1e-9);
}

#[test]
fn covariances_are_those_that_the_paired_distance_uses() {
    let home = Home::new();
    // Not whole cycles of first rolls: there the paired distance leaves out what is no chance.
    run(&home, "set dice 21; set rollout trials 70; rollout plays best 3; export rollout json a.json");
    let rollout = json(&home, "a.json");
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("no number: {value}"));
    let candidates = rollout["candidates"].as_array().expect("three");
    let best = candidates.iter().position(|candidate| candidate["rank"] == 1).expect("a best");
    let covariance = |i: usize, j: usize| number(&rollout["covariance"][i][j]);
    for (i, candidate) in candidates.iter().enumerate() {
        assert!((covariance(i, i).sqrt() - number(&candidate["std_err"]["cubeful"])).abs() < 1e-9);
        assert!(candidate.get("records").is_none(), "trials only on request");
        if i != best {
            let error = (covariance(i, i) + covariance(best, best) - 2.0 * covariance(i, best)).sqrt();
            let behind = number(&candidates[best]["cubeful"]) - number(&candidate["cubeful"]);
            let distance = number(&candidate["paired_jsd"]);
            assert!((behind / error - distance).abs() < 1e-6 * distance, "{behind} {error} {distance}");
        }
    }
}

#[test]
fn trials_as_comma_separated_values_have_a_row_each() {
    let home = Home::new();
    run(&home, "set dice 21; set rollout trials 36; rollout plays best 2; export rollout csv a.csv trials");
    let text = std::fs::read_to_string(home.path("a.csv")).expect("an export");
    let mut lines = text.lines();
    let columns = lines.next().expect("a head").split(',').count();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), columns), (72, 17));
    assert!(rows.iter().all(|row| row.len() == columns), "{text}");
    assert_eq!((rows[36][0], rows[36][1]), (rows[71][0], "0"), "trials of the second candidate");
}

#[test]
fn a_settled_rollout_shows_the_four_states_of_the_cube() {
    let home = Home::new();
    let printed = run(&home, "set rollout settlement 0.5; set rollout trials 36; rollout; export rollout json a.json");
    let head = printed.lines().find(|line| line.contains("Settled at 0.5")).expect("the states");
    assert!(head.contains("No cube") && head.contains("Centered") && head.contains("owns it"), "{printed}");
    let settled = &json(&home, "a.json")["candidates"][0]["settled"];
    let mean = |state: &str| settled[state]["mean"].as_f64().expect("a mean");
    // Owning the cube is worth something, and so is the other side not owning it.
    assert!(mean("ours") >= mean("centered") && mean("centered") >= mean("theirs"), "{settled}");
}

#[test]
fn plain_results_stand_beside_the_reduced_ones() {
    let home = Home::new();
    let printed = run(&home, "set rollout trials 72; rollout; show rollout detail; export rollout json a.json");
    assert!(printed.contains("as good as "), "{printed}");
    let candidate = &json(&home, "a.json")["candidates"][0];
    let (reduced, plain) = (&candidate["std_err"]["cubeful"], &candidate["plain"]["std_err"]["cubeful"]);
    let ratio = plain.as_f64().expect("an error") / reduced.as_f64().expect("an error");
    let games = candidate["plain"]["equivalent_trials"].as_f64().expect("a number");
    assert!((games - 72.0 * ratio * ratio).abs() < 1e-6 * games && ratio > 1.5, "{games} {ratio}");
    let printed = run(&home, "set rollout varredn off; set rollout trials 72; rollout; show rollout detail");
    assert!(!printed.contains("plain"), "{printed}");
}

#[test]
fn trials_are_written_as_games() {
    let home = Home::new();
    std::fs::create_dir(home.path("games")).expect("made");
    let log = "set rollout trials 5; set rollout log on; set rollout logfile games/trial";
    let printed = run(&home, &format!("{log}; rollout cube; show rollout diff; export rollout json a.json trials"));
    assert!(printed.contains("10 trials are written to games/trial-"), "{printed}");
    assert!(printed.contains("set rollout log on\nset rollout logfile games/trial"), "{printed}");
    let mut files: Vec<_> =
        std::fs::read_dir(home.path("games")).expect("a folder").collect::<Result<_, _>>().expect("files");
    files.sort_by_key(std::fs::DirEntry::file_name);
    assert_eq!(files.len(), 10);
    for (i, file) in files.iter().enumerate() {
        let (trial, candidate) = (i / 2, i % 2);
        let name = format!("trial-{trial:07}-{}.sgf", ["a", "b"][candidate]);
        assert_eq!(file.file_name().to_string_lossy(), name);
        let text = std::fs::read_to_string(file.path()).expect("a game");
        assert!(text.contains(["\n;CP[c]\n;CV[1]\n", "\n;CP[w]\n;CV[2]\n"][candidate]), "{text}");
        let record = &json(&home, "a.json")["candidates"][candidate]["records"][trial];
        let plays = text.lines().filter(|line| line.len() > 4 && line.as_bytes()[3].is_ascii_digit()).count();
        assert_eq!(record["turns"], plays, "{text}");
        let takes = text.matches("[take]").count() as u32;
        assert_eq!(record["cube"], [1, 2][candidate] << takes, "{text}");
        assert_eq!(record["end"] == "passed", text.contains("[drop]"), "{text}");
    }
}

/// Several rollouts by one command do not write over each other's trials.
#[test]
fn trials_of_several_rollouts_have_names_of_their_own() {
    let home = Home::new();
    let log = "set rollout trials 2; set rollout log on; set rollout logfile t";
    let printed = run(&home, &format!("{log}; rollout horizons 0,3,full"));
    assert!(printed.contains("4 trials are written to t-….sgf"), "{printed}");
    home.write("races.txt", "4HPwATDgc/ABMA\nuG0bADDYboMAJg\n");
    run(
        &home,
        &format!("{log}; set rollout truncation enable on; set rollout truncation plies 2; rollout file races.txt"),
    );
    let names = ["h3", "full", "p1", "p2"].map(|part| [0, 1].map(|n| format!("t-{part}-000000{n}-a.sgf")));
    let exist = names.as_flattened().iter().all(|name| home.path(name).is_file());
    assert!(exist && !home.path("t-0000000-a.sgf").exists(), "{names:?}");
    // Cut after three plies, a trial has three plays.
    let text = std::fs::read_to_string(home.path("t-h3-0000000-a.sgf")).expect("a game");
    let plays = text.lines().filter(|line| line.len() > 4 && line.as_bytes()[3].is_ascii_digit()).count();
    assert_eq!(plays, 3, "{text}");
}

#[test]
fn trials_go_to_folders_that_are_there() {
    let home = Home::new();
    let outcome = home.run(&["-e", RACE, "-e", "set rollout log on; set rollout logfile nowhere/trial; rollout"], "");
    assert_eq!(outcome.status, Some(3));
    assert!(outcome.stderr.contains("no folder nowhere"), "{}", outcome.stderr);
}

#[test]
fn the_cost_is_told_before_and_after() {
    let home = Home::new();
    let printed = run(&home, "set rollout trials 72; show rollout cost; rollout; show rollout cost");
    let trials: Vec<&str> = printed.lines().filter(|line| line.starts_with(" Trials  ")).collect();
    let numbers = |line: &str| -> Vec<String> { line.split_whitespace().skip(1).map(str::to_owned).collect() };
    assert_eq!(
        trials.iter().map(|line| numbers(line)).collect::<Vec<_>>(),
        [vec!["72", "144"], vec!["72", "144", "72"]],
        "{printed}"
    );
    assert!(
        printed.contains("`rollout cube`: no double and double/take") && printed.contains("last, as it was"),
        "{printed}"
    );
    let outcome = home.run(&["-e", "show rollout cost"], "");
    assert!(outcome.stderr.contains("no game"), "{}", outcome.stderr);
}

/// What both programs agree on about a cube decision that a bearoff database covers: there is no error to count in.
#[test]
fn a_distance_without_an_error_is_exact() {
    let home = Home::new();
    let printed =
        home.run(&["-e", "set gnubgid WwAAwFYAAAAAAA:cAkAAAAAAAAA; rollout cube; export rollout json a.json"], "");
    assert!(printed.stdout.contains("0.211 exact"), "{}", printed.stdout);
    assert!(printed.stdout.lines().all(|line| line.len() < 200), "{}", printed.stdout);
    let candidates = &json(&home, "a.json")["candidates"];
    assert!(candidates[0].get("jsd").is_some_and(serde_json::Value::is_null), "{candidates}");
}

/// The first row of the table is the result of a rollout cut at once: cubeless where the rollout is, and without a
/// double that a rollout of a position does not make.
#[test]
fn horizon_0_is_in_the_unit_of_the_others() {
    let home = Home::new();
    let rows = |commands: &str| -> Vec<Vec<f64>> {
        let position = "new session; set jacoby off; set xgid XGID=---BBbCBB---cD---c-cbb----:0:0:1:00:0:0:0:0:10";
        let trials = "set rollout trials 36; set rollout seed 1";
        let printed = home.run(&["-e", position, "-e", trials, "-e", commands], "").stdout;
        let numbers = |line: &str| line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect();
        printed.lines().skip_while(|line| !line.contains("Horizon")).skip(1).take(2).map(numbers).collect()
    };
    for commands in [
        "set rollout cubeful off; rollout horizons 0..1",
        "rollout horizons 0..1",
        "set rollout cubeful off; set dice 31; rollout horizons 0..1",
        "set rollout truncation cubedecision plies 0; set dice 31; rollout horizons 0..1",
    ] {
        let rows = rows(commands);
        let [none, one] = rows.as_slice() else { panic!("two rows: {rows:?}") };
        assert_eq!(none.len(), one.len(), "{commands}");
        for (none, one) in none.iter().zip(one) {
            // A turn moves it by some hundredths up to 0.13; the double it used to count was worth 0.4.
            assert!((none - one).abs() < 0.2, "{commands}: {rows:?}");
        }
    }
}

/// Every result has how it ended.
#[test]
fn a_rollout_says_how_it_ended() {
    let home = Home::new();
    let ended = |commands: &str| {
        let printed = run(&home, &format!("set confirm save off; set dice 21; {commands}; export rollout json a.json"));
        let line = printed
            .lines()
            .find(|line| line.starts_with("Decided") || line.starts_with("Ended") || line.starts_with("A tie"));
        (line.unwrap_or_default().to_owned(), json(&home, "a.json")["ended"].as_str().unwrap_or_default().to_owned())
    };
    let (line, name) = ended("set rollout until decided 0.1; rollout plays best 2");
    assert!(
        (line.starts_with("Decided: ") || line.starts_with("A tie"))
            && ["decided", "within margin"].contains(&name.as_str()),
        "{line} {name}"
    );
    let (line, name) = ended("set rollout until loss 0.02; rollout plays best 2");
    assert!(line.starts_with("Ended: the choice is expected to give up no more than 0.02. "), "{line}");
    assert_eq!(name, "loss");
    let (line, name) = ended("set rollout until error 0.1; rollout plays best 2");
    assert!(line.starts_with("Ended: the standard errors are small enough. ") && name == "error", "{line} {name}");
    let (line, name) = ended("set rollout trials 720; set rollout focus on; rollout plays 1 20");
    assert!(line.starts_with("Ended: no other play has a chance of 2% to be better than "), "{line}");
    assert_eq!(name, "clear");
    let (line, name) = ended("set rollout trials 36; set rollout focus off; rollout plays best 2");
    assert_eq!((line.as_str(), name.as_str()), ("", "trials"));
}

#[test]
fn pages_and_drawings_are_sound_and_need_nothing_else() {
    let home = Home::new();
    let export = "export rollout html a.html; export rollout svg a.svg";
    run(&home, &format!("set dice 21; set rollout trials 36; rollout plays best 3; {export}"));
    let read = |name: &str| std::fs::read_to_string(home.path(name)).expect("an export");
    let (page, drawing) = (read("a.html"), read("a.svg"));
    let svg = roxmltree::Document::parse(&drawing).expect("XML");
    let texts: Vec<&str> = svg.descendants().filter_map(|node| node.text()).map(str::trim).collect();
    for caption in ["Equity with 95 % interval", "Values of single trials and their mean"] {
        assert!(texts.contains(&caption), "{texts:?}");
    }
    let checkers = svg.descendants().filter(|node| node.has_tag_name("use")).count();
    assert!(checkers >= 30, "{checkers}");
    assert_eq!(page.matches("<svg").count(), 4, "a board and three charts");
    assert!(!page.contains("NaN") && !drawing.contains("NaN"));
    assert!(!page.contains("<script") && !page.contains("<link") && !page.contains("src="), "nothing is fetched");
    // One trial has no error and no distribution, and is drawn all the same.
    run(&home, "set rollout trials 1; rollout; export rollout html b.html; export rollout svg b.svg");
    assert!(read("b.svg").contains("too few trials"));
}

#[test]
fn a_file_of_positions_is_continued_and_nothing_else_is_touched() {
    let home = Home::new();
    let trials = "set rollout seed 3; set rollout cubedecision plies 0; set rollout trials 36";
    let file = |commands: &str| home.run(&["-e", trials, "-e", commands], "");
    // Two bearoffs, without a game in progress.
    let races = "23YHAIBtuwMAAA\n# a comment\nt9sFAIC77QIAAA # another\n";
    home.write("races.txt", races);
    let whole = file("rollout file races.txt");
    assert_eq!(whole.status, Some(0), "{}", whole.stderr);
    assert!(whole.stdout.contains("2 of 2 positions are rolled out in races.txt.jsonl"), "{}", whole.stdout);
    let results = std::fs::read_to_string(home.path("races.txt.jsonl")).expect("results");
    let inputs: Vec<Value> =
        results.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["input"].clone()).collect();
    assert_eq!(inputs, ["23YHAIBtuwMAAA", "t9sFAIC77QIAAA"]);
    // A line that was cut off is made again; the time it took is all that differs.
    home.write("races.txt.jsonl", &results[..results.len() - 40]);
    let rest = file("rollout file races.txt");
    assert!(
        rest.stdout.contains("2 of 2 positions are rolled out in races.txt.jsonl, 1 of them before"),
        "{}",
        rest.stdout
    );
    let untimed = |text: &str| -> Vec<Value> {
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines
            .map(|mut line| {
                line["seconds"] = 0.into();
                line
            })
            .collect()
    };
    let again = std::fs::read_to_string(home.path("races.txt.jsonl")).expect("results");
    assert_eq!(untimed(&again), untimed(&results));
    for (commands, fault) in [
        ("set rollout trials 72; rollout file races.txt", "other rollout settings"),
        ("rollout file races.txt races.txt", "line 1 is not a result"),
        ("rollout file nowhere.txt", "nowhere.txt: "),
    ] {
        let refused = file(commands);
        assert_eq!(refused.status, Some(3), "{commands}");
        assert!(refused.stderr.contains(fault), "{commands}: {}", refused.stderr);
    }
    assert_eq!(std::fs::read_to_string(home.path("races.txt")).expect("still there"), races);
    home.write("bad.txt", "23YHAIBtuwMAAA\nnonsense!\n");
    let refused = file("rollout file bad.txt");
    assert!(refused.stderr.contains("bad.txt:2: "), "{}", refused.stderr);
    assert!(!home.path("bad.txt.jsonl").exists(), "nothing is begun with a fault in sight");
}

/// Words without the line breaks and marks that a format puts between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A rollout in every form that leaves the program, as words.
fn told(session: &Session, rollout: &Arc<RolloutReply>) -> Vec<(&'static str, String)> {
    let board = session.rollout_board().expect("a board");
    let plain = Format::plain(&OutputSettings::default());
    let narrow = Format { width: Some(60), ..plain };
    let answer = Reply::Rollout(Arc::clone(rollout));
    let drawing = rollout_svg(rollout, &board).expect("a drawing");
    let svg = roxmltree::Document::parse(&drawing).expect("XML");
    let texts: Vec<&str> =
        svg.descendants().filter(|node| node.has_tag_name("text")).filter_map(|it| it.text()).collect();
    let csv = rollout_csv(rollout);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let made = rows.headers().expect("heads").iter().position(|head| head == "made").expect("a column");
    let rows: Vec<_> = rows.records().map(|row| row.expect("a row")).collect();
    assert!(rows.iter().all(|row| row[made] == rows[0][made]), "{csv}");
    let json: Value = serde_json::from_str(&json_reply("rollout", &answer)).expect("JSON");
    vec![
        ("terminal", words(&reply(&answer, &plain))),
        ("narrow terminal", words(&reply(&answer, &narrow))),
        ("page", words(&rollout_html(rollout, &board).expect("a page").replace("&quot;", "\""))),
        ("Markdown", words(&rollout_markdown(rollout).replace('\\', ""))),
        ("CSV", words(&rows[0][made])),
        ("JSON", words(json["result"]["made"].as_str().or(json["made"].as_str()).expect("a sentence"))),
        ("drawing", words(&texts.join(" "))),
    ]
}

/// Settings drawn at random: the commands, and the words that must be found in all that is told about the rollout.
fn drawn(random: &mut Random, kind: JobKind) -> (Vec<String>, Vec<String>) {
    let is_cube = kind == JobKind::Cube;
    let mut commands = Vec::new();
    let mut facts = Vec::new();
    let mut set = |line: String| commands.push(format!("set rollout {line}"));
    let trials = 1 + random.below(4);
    // A cap is the number of trials of a rollout that would go on for its error.
    let capped = random.below(4) == 0;
    set("until off".to_owned());
    if capped {
        set("until error 0.00001".to_owned());
        set(format!("until trials {trials}"));
        facts.push("until the standard errors are at most 0.00001, ".to_owned());
        facts.push(format!("until each candidate has {}, ", counted(trials, "trial")));
    }
    set(format!("trials {}", if capped { 7 } else { trials }));
    let focus = random.below(3) == 0;
    set(format!("focus {}", if focus { "on" } else { "off" }));
    // Only plays can be focused on.
    let focus = focus && kind == JobKind::Plays;
    facts.extend(focus.then(|| ", focus on plays that may be best, ".to_owned()));
    facts.push(format!("{trials} {}, ", if trials == 1 { "trial" } else { "trials" }));
    let seed = random.below(1 << 31);
    set(format!("seed {seed}"));
    facts.push(format!("seed {seed}"));
    let settles = !is_cube && random.below(8) == 0;
    set(format!("settlement {}", if settles { "0.5" } else { "off" }));
    facts.extend(settles.then(|| "settled at 0.5".to_owned()));
    let cubeful = random.below(3) > 0;
    set(format!("cubeful {}", if cubeful { "on" } else { "off" }));
    let cubeful = is_cube || (cubeful && !settles);
    facts.push(if cubeful { ", cubeful, " } else { ", cubeless, " }.to_owned());
    let (cut, plies, depth, mean) = (random.below(2) > 0, 1 + random.below(5), random.below(2), random.below(3) == 0);
    set(format!("truncation enable {}", if cut { "on" } else { "off" }));
    set(format!("truncation plies {plies}"));
    set(format!("truncation cubedecision plies {depth}"));
    set(format!("mean {}", if mean { "on" } else { "off" }));
    facts.push(match (cut, plies) {
        (false, _) => "full games".to_owned(),
        (true, 1) => format!("cut after 1 ply and valued at {depth}-ply"),
        (true, _) => format!("cut after {plies} plies and valued at {depth}-ply"),
    });
    facts.extend((cut && mean).then(|| "the mean of two horizons".to_owned()));
    let luck = random.below(3) > 0;
    set(format!("varredn {}", if luck { "on" } else { "off" }));
    facts.push(if luck { "luck subtracted" } else { "luck not subtracted" }.to_owned());
    let (deep, cube) = (random.below(4) == 0, random.below(2));
    set(format!("chequerplay plies {}", u8::from(deep)));
    set(format!("cubedecision plies {cube}"));
    facts.push(format!("plays {}-ply", u8::from(deep)));
    facts.extend(cubeful.then(|| format!("cube {cube}-ply")));
    let filter = random.pick(&["tiny", "narrow", "normal", "large", "huge"]);
    set(format!("movefilter preset {filter}"));
    facts.extend(deep.then(|| format!("move filter {filter}")));
    let quasi = random.below(2) > 0;
    set(format!("quasirandom {}", if quasi { "on" } else { "off" }));
    facts.push(if quasi { "quasi-random dice" } else { "plain dice" }.to_owned());
    let (pairing, said) =
        random.pick(&[("shared", "shared"), ("none", "each play its own"), ("ranked", "shared by rank")]);
    set(format!("pairing {pairing}"));
    facts.extend((kind != JobKind::Position).then(|| format!("dice, {said}")));
    let exact = random.below(3) > 0;
    set(format!("bearofftruncation exact {}", if exact { "on" } else { "off" }));
    facts.extend((!exact && !settles).then(|| "bearoffs played on".to_owned()));
    let later = random.below(4) == 0;
    set(format!("later enable {}", if later { "on" } else { "off" }));
    facts.extend(later.then(|| "from ply 2 on plays".to_owned()));
    facts.push("nets: gammon's own nets".to_owned());
    (commands, facts)
}

/// What one format leaves out makes a short rollout look like a long one.
#[test]
fn everything_that_leaves_the_program_says_how_a_rollout_was_made() {
    let mut random = Random::new(33);
    let mut session = Session::new();
    session.set_threads(1);
    run_all(&mut session, &["new session", "set turn 1", "set rollout later plies 2"]);
    run_all(&mut session, &["set rollout later chequerplay plies 0", "set rollout later cubedecision plies 0"]);
    // A few checkers in contact, so that games are short.
    run_all(&mut session, &["set xgid XGID=-A--AB--------------a-bb--:0:0:1:00:0:0:0:0:10"]);
    for i in 0..200 {
        let kinds = [("rollout position", JobKind::Position), ("rollout plays best 2", JobKind::Plays)];
        let (command, kind) = [kinds[0], kinds[1], ("rollout cube", JobKind::Cube)][i % 3];
        let (commands, facts) = drawn(&mut random, kind);
        commands.iter().for_each(|line| run_all(&mut session, &[line]));
        run_all(&mut session, &["set dice 31"]);
        let rollout = rolled_out(&mut session, command);
        assert_eq!(rollout.kind(), kind);
        for (format, text) in told(&session, &rollout) {
            for fact in &facts {
                assert!(text.contains(fact.as_str()), "{i}: {format} does not say `{fact}` after {commands:?}: {text}");
            }
            for rule in ["focus on plays", ", until "] {
                let is_told = facts.iter().any(|fact| fact.contains(rule.trim_start_matches(", ")));
                assert_eq!(text.contains(rule), is_told, "{i}: {format}, {rule}, after {commands:?}: {text}");
            }
        }
    }
}

/// A position too good to double, with its means far apart.
const TOO_GOOD: &[&str] = &[
    "new session",
    "set jacoby off",
    "set rollout seed 3",
    "set rollout cubedecision plies 0",
    "set rollout trials 72",
    "set xgid XGID=bBBBBBB-C---d----c-ea-----:0:0:1:00:0:0:0:0:10",
];

/// The take that is worth most to the doubler is the opponent's mistake, and no advice.
#[test]
fn exports_of_a_cube_rollout_name_the_proper_action() {
    let mut session = Session::new();
    run_all(&mut session, TOO_GOOD);
    let rollout = rolled_out(&mut session, "rollout cube");
    let json: Value =
        serde_json::from_str(&json_reply("rollout", &Reply::Rollout(Arc::clone(&rollout)))).expect("JSON");
    let json = json.get("result").cloned().unwrap_or(json);
    let [no_double, take] = [0, 1].map(|i| json["candidates"][i].clone());
    assert_eq!((&no_double["rank"], &no_double["behind"]), (&Value::from(1), &Value::from(0.0)));
    assert!(no_double["probability_best"].as_f64().is_some_and(|chance| chance > 0.99), "{no_double}");
    assert!(take["probability_best"].as_f64().is_some_and(|chance| chance < 0.01), "{take}");
    assert_eq!((&take["rank"], &take["behind_by"]), (&Value::from(3), &Value::from("opponent")));
    let cube = &json["cube"];
    assert_eq!((&cube["best"], &cube["verdict"]), (&"no double".into(), &"Too good to double, pass".into()));
    let sum: f64 =
        cube["actions"].as_array().expect("three").iter().filter_map(|it| it["probability_best"].as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9 && cube["probabilities"]["too_good"].as_f64() > Some(0.99), "{cube}");
    // What a double gives up is what playing on is worth more than a point.
    let pass = &cube["actions"][2];
    let given_up = no_double["cubeful"].as_f64().expect("a mean") - 1.0;
    assert!(
        (pass["behind"].as_f64().expect("a number") - given_up).abs() < 1e-6 && pass["behind_by"] == "decider",
        "{cube}"
    );
    let markdown = rollout_markdown(&rollout);
    let rows: Vec<&str> = markdown.lines().filter(|line| line.starts_with("| ") && line.len() > 60).collect();
    assert!(rows[1].starts_with("| 1 | No double |  | >99% |"), "{markdown}");
    assert!(
        rows[2].starts_with("| 2 | Double, pass | 0.8") || rows[2].starts_with("| 2 | Double, pass | 0.9"),
        "{markdown}"
    );
    assert!(rows[3].starts_with("| 3 | Double, take |") && rows[3].contains("(opponent) | <1% |"), "{markdown}");
    assert!(
        markdown.contains("**Too good to double, pass: >99%") || markdown.contains("Too good to double, pass: >99%"),
        "{markdown}"
    );
    let csv = rollout_csv(&rollout);
    let starts: Vec<String> = csv.lines().skip(1).map(|line| line.chars().take(12).collect()).collect();
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert!(starts[2].starts_with("\"Double, pas"), "{csv}");
}

/// The means alone say pass; how sure that is stands beside it.
#[test]
fn a_cube_verdict_says_how_sure_it_is() {
    let mut session = Session::new();
    run_all(&mut session, TOO_GOOD);
    run_all(&mut session, &["set rollout trials 36", "set rollout varredn off"]);
    run_all(&mut session, &["set xgid XGID=---ABBA------------bbaa---:1:1:1:00:4:3:0:9:10"]);
    let rollout = rolled_out(&mut session, "rollout cube");
    let cube = rollout.result.cube.as_ref().expect("a judgement");
    let chances = cube.chances.expect("two trials");
    // The truth is a redouble and a take by .11; 36 games with the luck left in cannot tell.
    assert!(chances.double > 0.05 && chances.double < 0.95, "{chances:?}");
    let text = reply(&Reply::Rollout(Arc::clone(&rollout)), &Format::plain(&OutputSettings::default()));
    let verdict = rollout.result.decision.and_then(|decision| decision.verdict).expect("a verdict");
    let said = format!(
        "{verdict}: {:.0}% (redouble {:.0}%, take ",
        100.0 * chances.of_verdict(&verdict),
        100.0 * chances.double
    );
    assert!(text.contains(&said), "{said}: {text}");
    assert!(text.contains("Proper"), "a column: {text}");
}

/// Numbers mean the plays that the user has seen under them, whatever was rolled out since.
#[test]
fn numbers_of_plays_stay_what_they_were() {
    let mut session = Session::new();
    let lines = [
        "new session",
        "set xgid XGID=-b---BD-C---dC--Ac-db---B-:0:0:1:64:0:0:0:0:10",
        "set rollout seed 3",
        "set rollout trials 36",
        "set rollout cubedecision plies 0",
        "set rollout truncation enable on",
        "set rollout truncation plies 2",
        "set rollout truncation cubedecision plies 0",
    ];
    run_all(&mut session, &lines);
    let first = rolled_out(&mut session, "rollout plays 1 2 4");
    let again = rolled_out(&mut session, "rollout plays 1 2 4");
    assert_eq!(first.names(), again.names());
    assert!(
        again.note.as_ref().is_some_and(|note| note.contains(&format!("4 = {}", first.names()[2]))),
        "{:?}",
        again.note
    );
    // A new list gives new numbers, those it shows.
    let Ok(Reply::Plays(shown)) = execute(&mut session, "hint 9") else { panic!("a list of plays") };
    let fourth = gammon::notation::play_text(&shown.candidates[3].play);
    assert!(!first.names().contains(&fourth), "the three that were rolled out stand first");
    assert_eq!(rolled_out(&mut session, "rollout plays 1 4").names()[1], fourth);
}

/// Dahl's blitz is at the limit before its first roll: what is asked for is the value of playing it.
#[test]
fn a_position_is_not_settled_before_its_first_turn() {
    let mut session = Session::new();
    let lines = [
        "new session",
        "set jacoby off",
        "set xgid XGID=aB-B--CaA---dE--ac-e----B-:0:0:1:00:0:0:0:0:10",
        "set rollout trials 36",
        "set rollout seed 1",
        "set rollout cubeful off",
        "set rollout settlement",
    ];
    run_all(&mut session, &lines);
    let rollout = rolled_out(&mut session, "rollout position");
    let [dead, centered, ours, theirs] = rollout.result.candidates[0].settled.expect("settled");
    assert!(centered.std_err > Some(0.0) && ours.std_err > Some(0.0) && centered.mean < 0.95, "{centered:?}");
    assert!(dead.mean < centered.mean && theirs.mean < dead.mean, "{dead:?} {centered:?} {theirs:?}");
}

#[test]
fn horizons_are_of_the_plays_that_are_named() {
    let mut session = Session::new();
    run_all(&mut session, &["new session", "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:0:10"]);
    run_all(&mut session, &["set rollout trials 2", "set rollout truncation cubedecision plies 0"]);
    let mut names = |line: &str| match execute(&mut session, line) {
        Ok(Reply::Figures(figures, _)) => match *figures {
            gammon::session::Figures::Horizons(horizons) => {
                assert!(horizons.horizons.iter().all(|row| row.equities.len() == horizons.names.len()));
                horizons.names
            }
            other => panic!("{other:?}"),
        },
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(names("rollout horizons 0..1 24/23 13/11, 13/11 6/5"), ["24/23 13/11", "13/11 6/5"]);
    assert_eq!(names("rollout horizons 0,1 cube").len(), 2);
    assert_eq!(names("rollout horizons 1 position"), ["Current position"]);
    let marked = names("rollout horizons 1 2 4");
    assert_eq!(marked.len(), 2);
}

/// A decision of a file has what is rolled out, settings and a name of its own; what is cut off goes on.
#[test]
fn lines_of_a_file_say_what_is_rolled_out_and_how() {
    let home = Home::new();
    let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    let short = "\"rollout trials 4\",\"rollout truncation enable on\",\"rollout truncation plies 1\"";
    let text = format!(
        "23YHAIBtuwMAAA cube # a race\nset rollout trials 72\nt9sFAIC77QIAAA\n\
         {{\"position\":\"{opening}\",\"rollout\":\"plays 8/5 6/5, 24/20\",\"name\":\"an opening\",\"set\":[{short}]}}\n\
         23YHAIBtuwMAAA position\n"
    );
    home.write("all.txt", &text);
    let trials = "set rollout seed 3; set rollout cubedecision plies 0; set rollout trials 36";
    let run = |command: &str| {
        let outcome = home.run(&["--threads", "2", "-e", trials, "-e", command, "-e", "show rollout"], "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        assert!(outcome.stdout.contains("set rollout trials 36"), "the settings are put back: {}", outcome.stdout);
        outcome.stdout
    };
    let printed = run("rollout file all.txt");
    assert!(printed.contains("4 of 4 positions") && printed.contains("a race"), "{printed}");
    let read = |name: &str| std::fs::read_to_string(home.path(name)).expect("results");
    let whole = read("all.txt.jsonl");
    let objects: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |key: &str| objects.iter().map(|object| object[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("kind"), ["cube", "position", "plays", "position"]);
    assert_eq!(of("trials"), [36, 72, 4, 72]);
    assert_eq!((&objects[0]["name"], &objects[2]["name"]), (&"a race".into(), &"an opening".into()));
    assert!(objects[0]["cube"]["probabilities"]["verdict"].is_number(), "{}", objects[0]);
    assert_eq!(objects[2]["candidates"][1]["name"], "24/20");
    // Cut off in its third line, it goes on with the settings of the second.
    home.write("all.txt.jsonl", &whole[..whole.len() * 2 / 3]);
    run("rollout file all.txt");
    let trials_of = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["trials"].clone()).collect()
    };
    assert_eq!(trials_of(&read("all.txt.jsonl")), trials_of(&whole));
    // The same file is evaluated and hinted at.
    let printed = run("eval file all.txt; hint file all.txt hints.jsonl");
    assert!(printed.contains("4 of 4 decisions are answered in all.txt.eval.jsonl"), "{printed}");
    let evaluated: Value =
        serde_json::from_str(read("all.txt.eval.jsonl").lines().next().expect("a line")).expect("JSON");
    assert_eq!((&evaluated["command"], &evaluated["name"]), (&"eval".into(), &"a race".into()));
    let hints: Vec<Value> = read("hints.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((hints.len(), &hints[2]["kind"], &hints[0]["kind"]), (4, &"play".into(), &"cube".into()));
    // For other programs they are tables.
    let printed = run("as csv eval file all.txt; as csv hint file all.txt hints.jsonl");
    let rows: Vec<_> = printed.lines().filter(|line| line.contains(",a race,") || line.starts_with("Line,")).collect();
    assert_eq!((rows.len(), rows[0], rows[2]), (4, rows[2], "Line,Position,Best,Equity,Lead"), "{printed}");
    assert!(printed.contains(",an opening,8/5 6/5,0.2"), "{printed}");
    // A fault is found before anything is rolled out.
    for (line, fault) in [
        ("23YHAIBtuwMAAA plays 8/5", "no dice"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 plays 8/3", "8/3"),
        ("{\"position\":\"23YHAIBtuwMAAA\",\"trials\":5}", "trials"),
        ("set dice 31", "is not a setting"),
    ] {
        home.write("bad.txt", &format!("23YHAIBtuwMAAA\n{line}\n"));
        let refused = home.run(&["-e", "rollout file bad.txt"], "");
        assert!(refused.stderr.contains("bad.txt:2: ") && refused.stderr.contains(fault), "{line}: {}", refused.stderr);
        assert!(!home.path("bad.txt.jsonl").exists(), "{line}");
    }
}

/// A host that interrupts when so many decisions of a file are answered.
struct Impatient {
    stop: Arc<AtomicBool>,
    after: usize,
    seen: Vec<(usize, usize)>,
}

impl Observer for Impatient {}

impl Host for Impatient {
    fn answers(&mut self, done: usize, of: usize, _left: Option<Duration>) {
        self.seen.push((done, of));
        if self.seen.len() > self.after {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn page(&self, _session: &Session, page: &Page<'_>) -> Result<String, SessionError> {
        match *page {
            Page::AnswerLine { answer, words, input, name, asked_for } => {
                Ok(json_answer_line(words, answer, input, name, asked_for))
            }
            _ => Err(SessionError::new("no other page")),
        }
    }
}

/// Stopped again and again, and once cut off within a line, `eval file` and `hint file` end with the bytes of one
/// straight run. Answers by other settings, or of the other command, are left alone.
#[test]
fn answers_of_a_file_go_on_where_they_were_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    let mut text = String::new();
    for i in 0..5 {
        let own = "\"evaluation chequerplay evaluation plies 0\",\"evaluation cubedecision evaluation plies 1\"";
        text += &format!("{opening} # opening {i}\n23YHAIBtuwMAAA cube # race {i}\n");
        text += &format!("set evaluation chequerplay evaluation plies {}\n4HPwATDgc/ABMA:MAATAAAAAAAE\n", i % 2);
        text += &format!(
            "{{\"position\":\"{opening}\",\"rollout\":\"plays 8/5 6/5\",\"name\":\"n {i}\",\"set\":[{own}]}}\n"
        );
    }
    std::fs::write(path("all.txt"), text).expect("written");
    let read = |name: &str| std::fs::read_to_string(path(name)).expect("answers");
    let ask = |words: &str, to: &str, settings: &[&str], after: usize| {
        let mut session = Session::new();
        run_all(&mut session, settings);
        let mut host = Impatient { stop: session.stop_flag(), after, seen: Vec::new() };
        let line = format!("{words} file \"{}\" \"{}\"", path("all.txt"), path(to));
        (session.execute(&parse(&line).expect("a command"), &mut host), host.seen)
    };
    for words in ["eval", "hint"] {
        let (whole, parts) = (format!("{words}.whole"), format!("{words}.parts"));
        let (answer, seen) = ask(words, &whole, &[], usize::MAX);
        assert!(format!("{answer:?}").contains("20 of 20 decisions are answered"), "{answer:?}");
        assert_eq!((seen.len(), seen[19]), (20, (19, 20)), "every decision is told of");
        // Names and settings are those of the lines.
        let objects: Vec<Value> = read(&whole).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((&objects[1]["name"], &objects[3]["name"]), (&"race 0".into(), &"n 0".into()));
        let plies = |n: usize| objects[n]["asked_for"].to_string().matches("plies 0").count();
        assert_eq!([0, 2, 3, 6, 10].map(plies), [0, 1, 1, 0, 1], "{objects:?}");
        // Four answers, then three, then the rest but for half a line.
        for (after, finished) in [(4, 4), (3, 7), (9, 16)] {
            let (answer, _) = ask(words, &parts, &[], after);
            let error = answer.expect_err("interrupted");
            assert!(error.interrupted, "{error:?}");
            let said = format!("{finished} of 20 decisions are answered");
            assert!(error.message.contains(&said) && error.message.contains("goes on"), "{}", error.message);
        }
        let cut = read(&parts);
        std::fs::write(path(&parts), &cut[..cut.len() - 40]).expect("written");
        let (answer, seen) = ask(words, &parts, &[], usize::MAX);
        assert!(format!("{answer:?}").contains("20 of 20") && format!("{answer:?}").contains("15 of them before"));
        assert_eq!(seen.first(), Some(&(15, 20)));
        assert_eq!(read(&parts), read(&whole), "{words}");
        let (answer, seen) = ask(words, &parts, &[], usize::MAX);
        assert!(format!("{answer:?}").contains("20 of them before") && seen.is_empty(), "{answer:?}");
        for (words, settings, fault) in [
            (words, ["set evaluation chequerplay evaluation plies 1"], "line 1 was made with other settings"),
            (["hint", "eval"][usize::from(words == "hint")], ["set jacoby on"], "line 1 is not an answer of"),
        ] {
            let error = ask(words, &parts, &settings, usize::MAX).0.expect_err("another's answers");
            assert!(error.message.contains(fault), "{}", error.message);
            assert_eq!(read(&parts), read(&whole), "it is left as it was");
        }
    }
}

//! Reports of a rollout beside its means: statistics, covariances, every trial, settled cubes.

use crate::support::home;

use home::Home;
use serde_json::Value;

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
    assert!(printed.stdout.lines().all(|line| line.len() < 130), "{}", printed.stdout);
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
    let (line, name) = ended("set rollout until error 0.1; rollout plays best 2");
    assert!(line.starts_with("Ended: the standard errors are small enough. ") && name == "error", "{line} {name}");
    let (line, name) = ended("set rollout trials 36; rollout plays best 2");
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
    let circles = svg.descendants().filter(|node| node.has_tag_name("circle")).count();
    assert!(circles > 28, "{circles} checkers and means");
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
        ("rollout file races.txt races.txt", "line 1 is no result"),
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

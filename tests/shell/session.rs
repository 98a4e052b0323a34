//! The session driven by commands, without a terminal.

use crate::support::commands;
use crate::support::home::Home;

use commands::{rolled_out, run, run_all};
use gammon::board::{ByPlayer, Player};
use gammon::command::parse;
use gammon::rollout::Unobserved;
use gammon::scoring::{Cube, CubeInfo, MatchScore, Met, Terms};
use gammon::session::{EquityReply, Reply, Session};

/// Everything a user can see of the state.
fn state(session: &mut Session) -> String {
    ["show board", "show settings", "show score", "show turn", "show cube", "show seed"]
        .map(|line| format!("{:?}", run(session, line)))
        .join("\n")
}

const QUICK: [&str; 4] =
    ["set rollout trials 36", "set rollout seed 7", "set rollout cubedecision plies 0", "set display off"];

#[test]
fn a_refused_command_changes_nothing() {
    let mut session = Session::new();
    run_all(&mut session, &["set seed 3", "new match 5", "set dice 31"]);
    let before = state(&mut session);
    let refused = [
        "8/2",
        "move 24/1",
        "double",
        "take",
        "drop",
        "accept",
        "agree",
        "set score 5 0",
        "set crawford on",
        "set board 4HPwATDgc/ABM!",
        "set matchid foo",
        "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10:7",
        "set gnubgid 4HPwATDgc/ABMA:zzzzzzzzzzzz",
        "set turn nobody",
        "set player 0 name user",
        "set met no-such-file.xml",
        "load weights no-such-file.wd",
        "rollout plays 77",
        "rollout resume no-such-file",
        "rollout merge no-such-file",
        "cmark move set rollout 99",
        "set rollout preset slow",
        "set rollout rng manual",
        "set player nobody gnubg",
        "eval AAAAAAAAAAAAAB",
    ];
    for line in refused {
        let is_refused = match parse(line) {
            Err(_) => true,
            Ok(command) => session.execute(&command, &mut Unobserved).is_err(),
        };
        assert!(is_refused, "{line} was accepted");
        assert_eq!(state(&mut session), before, "after {line}");
    }
}

#[test]
fn the_rollout_block_pastes_back() {
    let mut session = Session::new();
    let changes = [
        "set rollout trials 72",
        "set rollout player 0 chequerplay plies 1",
        "set rollout movefilter 2 0 0 5 0.1",
        "set rollout later enable on",
        "set rollout truncation plies 7",
        "set rollout until decided 0.01",
        "set rollout until trials 720",
        "set rollout focus on",
        "set rollout pairing ranked",
        "set rollout settlement 0.55",
    ];
    run_all(&mut session, &changes);
    let Ok(Reply::Commands(block)) = run(&mut session, "show rollout") else { panic!("a block of commands") };
    let mut other = Session::new();
    run_all(&mut other, &block.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(other.settings().rollout, session.settings().rollout);
}

#[test]
fn a_rollout_is_the_same_on_any_number_of_threads() {
    let mut session = Session::new();
    run_all(&mut session, &QUICK);
    run_all(&mut session, &["set board 4HPwATDgc/ABMA", "set dice 31"]);
    let mut results = Vec::new();
    for threads in [1, 2, 7] {
        run_all(&mut session, &["set rollout trials 36", &format!("set threads {threads}")]);
        // Another rollout in between, so that this one starts anew.
        run_all(&mut session, &["set rollout seed 8", "rollout plays 1", "set rollout seed 7"]);
        results.push(rolled_out(&mut session, "rollout plays 1 2"));
    }
    assert_eq!(results[0].records, results[1].records);
    assert_eq!(results[0].records, results[2].records);
    assert_eq!(results[0].result, results[2].result);
}

#[test]
fn more_trials_continue_a_rollout() {
    let mut session = Session::new();
    run_all(&mut session, &QUICK);
    run_all(&mut session, &["set board 4HPwATDgc/ABMA", "set dice 31", "set rollout trials 72"]);
    let whole = rolled_out(&mut session, "rollout plays 1 2");
    run_all(&mut session, &["set rollout seed 8", "rollout plays 1", "set rollout seed 7", "set rollout trials 36"]);
    let half = rolled_out(&mut session, "rollout plays 1 2");
    assert_eq!(half.result.trials(), 36);
    run_all(&mut session, &["set rollout trials 72"]);
    let rest = rolled_out(&mut session, "rollout plays 1 2");
    assert!(rest.note.as_deref().is_some_and(|note| note.contains("continued")), "{:?}", rest.note);
    assert_eq!(rest.records, whole.records);
    assert_eq!(rest.result, whole.result);
}

#[test]
fn a_saved_rollout_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Session::new();
    session.set_rollout_folder(folder.path().to_owned());
    run_all(&mut session, &QUICK);
    run_all(&mut session, &["set board 4HPwATDgc/ABMA", "set rollout trials 72"]);
    let whole = rolled_out(&mut session, "rollout cube");
    run_all(&mut session, &["set rollout seed 8", "rollout", "set rollout seed 7", "set autosave rollout on"]);
    run_all(&mut session, &["set rollout trials 36", "rollout cube"]);
    let file = std::fs::read_dir(folder.path()).expect("the folder").next().expect("a file").expect("readable").path();

    let mut later = Session::new();
    let resumed = rolled_out(&mut later, &format!("rollout resume \"{}\"", file.display()));
    assert_eq!(resumed.result.trials(), 36, "a saved rollout keeps its own number of trials");
    // A number of trials that is set since then counts.
    run_all(&mut later, &["set rollout trials 72"]);
    let again = rolled_out(&mut later, "rollout resume");
    assert_eq!(again.records, whole.records);
}

/// Cubeless equities used to be those of a money game, beside normalized cubeful ones.
#[test]
fn equities_of_a_match_are_normalized() {
    let mut session = Session::new();
    run_all(&mut session, &["set evaluation preset expert", "new match 5", "set score 3 1", "set turn 1"]);
    let terms = Terms::Match(MatchScore::new(5, ByPlayer([3, 1]), false).unwrap());
    let info = CubeInfo::new(Cube::START, Player::Bottom, terms, &Met::kazaross_xg2());
    let scale = info.scale().expect("a match");
    let check = |worths: [EquityReply; 2]| {
        for EquityReply { equity, mwc } in worths {
            let mwc = mwc.expect("a match");
            assert!((scale.to_mwc(equity).0 - mwc).abs() < 1e-6, "{equity} {mwc}");
        }
    };
    let Ok(Reply::Eval(eval)) = run(&mut session, "eval") else { panic!("an evaluation") };
    eval.plies.iter().for_each(|ply| check([ply.cubeless, ply.cubeful]));
    run_all(&mut session, &["set dice 31"]);
    let Ok(Reply::Plays(plays)) = run(&mut session, "hint") else { panic!("plays") };
    plays.candidates.iter().for_each(|play| check([play.cubeless, play.cubeful]));
}

#[test]
fn the_engine_says_what_it_runs_on() {
    let mut session = Session::new();
    let Ok(Reply::Message(text)) = run(&mut session, "show engine") else { panic!("a message") };
    let kernel = text.lines().find_map(|line| line.strip_prefix("kernel: ")).expect("a line for the kernel");
    let (name, available) = kernel.split_once(" (this machine has ").expect("one of several");
    assert!(available.trim_end_matches(')').split(", ").any(|other| other == name), "{kernel}");
    assert!(available.starts_with("scalar"), "{kernel}");
    assert_eq!(text.lines().filter(|line| line.starts_with("database, built in: ")).count(), 3);
}

/// The lines of `show settings`, which `save settings` writes.
fn settings_of(session: &mut Session) -> Vec<String> {
    let Ok(Reply::Commands(lines)) = run(session, "show settings") else { panic!("commands") };
    lines
}

#[test]
fn every_setting_is_saved_and_no_random_seed() {
    let mut session = Session::new();
    let usual = settings_of(&mut session);
    assert!(!usual.iter().any(|line| line.contains("seed")), "{usual:?}");
    let changes = [
        "set matchequitytable woolsey",
        "set invert matchequitytable on",
        "set rng isaac",
        "set cube use off",
        "set rollout seed 5",
        "set rollout rng md5",
        "set defaultnames Ann \"B. C.\"",
        "set player 0 name Dora",
        "set automatic crawford off",
        "set prompt \"say \"\"hi\"\" \"",
    ];
    run_all(&mut session, &changes);
    let saved = settings_of(&mut session);
    for line in changes {
        assert!(saved.iter().any(|other| other == line), "{line} is missing in {saved:#?}");
    }
    let mut other = Session::new();
    run_all(&mut other, &saved.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(settings_of(&mut other), saved);
}

#[test]
fn a_seed_beside_the_generator_is_not_the_rollouts() {
    let mut session = Session::new();
    run_all(&mut session, &["set rollout seed 5"]);
    let Ok(Reply::Message(text)) = run(&mut session, "set rollout rng isaac 7") else { panic!("a remark") };
    assert!(text.contains("the seed 7 has no effect"), "{text}");
    assert_eq!(session.settings().rollout.seed, 5);
}

#[test]
fn a_new_match_has_the_usual_names() {
    let mut session = Session::new();
    run_all(&mut session, &["set defaultnames Ann Bert", "set player 0 name Dora", "new session"]);
    assert_eq!(session.settings().names.0, ["Dora", "Bert"]);
    run_all(&mut session, &["set turn gnubg"]);
    assert_eq!(session.game().map(|game| game.on_roll), Some(Player::Top));
    run_all(&mut session, &["new match 3"]);
    assert_eq!(session.settings().names.0, ["Ann", "Bert"]);
}

#[test]
fn dice_entered_by_hand_leave_the_first_roll_open() {
    let mut session = Session::new();
    run_all(&mut session, &["set rng manual", "new session"]);
    assert_eq!(session.game().map(|game| game.dice), Some(None));
    assert!(run(&mut session, "roll").is_err_and(|error| error.suggestion.as_deref() == Some("set dice 31")));
    run_all(&mut session, &["set dice 31", "8/5 6/5"]);
}

/// A match may be won by more points than it has; identifiers say so, and nothing may count with them.
#[test]
fn identifiers_of_a_match_won_with_points_to_spare() {
    let mut session = Session::new();
    run_all(
        &mut session,
        &["set gnubgid 4HPwATDgc/ABMA:QkPgANAAEAAE", "show postcrawford", "show crawford", "swap players"],
    );
    let Ok(Reply::Message(score)) = run(&mut session, "show score") else { panic!("the score in words: it is over") };
    assert!(score.contains(" 13") && score.contains("won by"), "{score}");
    assert!(run(&mut session, "new game").is_err());
    // Its last position can be looked at like any other.
    assert!(run(&mut session, "eval").is_ok());
    run_all(&mut session, &["show board 4HPwATDgc/ABMA", "show settings", "new match 3"]);
    // Of a game that has not ended no such score is read.
    assert!(parse("set matchid cAjgANAAEAAE").is_err());
}

/// A cube that nobody may turn is worth nothing, so that values with the cube are those without.
#[test]
fn a_cube_out_of_use_is_dead() {
    let home = Home::new();
    for (cube, is_dead) in [("on", false), ("off", true)] {
        let commands = format!(
            "new session; set jacoby off; set turn 1; set board 4HPwATDgc/ABMA; set evaluation preset expert; set \
             rollout trials 36; set rollout cubedecision plies 0; set cube use {cube}; eval; rollout position; set \
             dice 31; hint"
        );
        let outcome = home.run(&["-r", "-q", "--json", "-e", &commands], "");
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        let mut differ = 0;
        for answer in outcome.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        {
            let of = |key: &str| answer[key].as_array().cloned().unwrap_or_default();
            for value in [of("plies"), of("candidates")].concat() {
                let number = |key: &str| value[key].as_f64().expect("a number");
                differ += usize::from((number("equity") - number("cubeful")).abs() > 1e-5);
            }
        }
        assert_eq!(differ == 0, is_dead, "{cube}: {differ} values differ\n{}", outcome.stdout);
    }
}

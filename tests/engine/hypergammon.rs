//! Hypergammon with one checker against GNU Backgammon's database, with two against itself.

use crate::support::commands;

use commands::{run, run_all};
use gammon::board::{Checkers, Player, Position, Variation};
use gammon::eval::bearoff::file::Database;
use gammon::eval::bearoff::{Bearoff, CONVERGED, Hypergammon, UserDatabases, equation_error};
use gammon::eval::{Class, EvalSettings, Evaluator, Searcher};
use gammon::notation::setup_from_position_id;
use gammon::scoring::{Cube, CubeInfo, CubeOwner, Met, Terms};
use gammon::session::Session;
use std::ops::ControlFlow;
use std::sync::Arc;

fn solve(checkers: usize) -> Hypergammon {
    let mut database = Hypergammon::new(checkers).unwrap();
    for _ in 0..200 {
        if database.sweep(2, &mut |_, _| ControlFlow::Continue(())).unwrap() < CONVERGED {
            return database;
        }
    }
    panic!("it does not converge");
}

#[test]
fn one_checker_agrees_with_makehyper() {
    let database = solve(1);
    let mut n = 0;
    for line in include_str!("../data/hyper1.csv").lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let position = setup_from_position_id(fields[0]).unwrap().into_position(Variation::Hypergammon1).unwrap();
        let value = database.value(&position);
        let theirs = |i: usize| fields[i].parse::<f32>().unwrap();
        for (i, output) in value.outputs.0.into_iter().enumerate() {
            assert!((output - theirs(3 + i)).abs() < 3e-5, "{line}: {:?}", value.outputs);
        }
        let [owned, centered, _, opponents] = value.equities;
        // The table's doubles are twice the equity with the opponent's cube.
        for (ours, column) in [(centered, 9), (2.0 * opponents, 10), (owned, 11), (opponents, 13)] {
            assert!((ours - theirs(column)).abs() < 1e-4, "{line}: {:?}", value.equities);
        }
        n += 1;
    }
    assert_eq!(n, 300);
}

#[test]
fn the_search_knows_hypergammon() {
    let mut bytes = vec![];
    solve(1).write(&mut bytes).unwrap();
    let mut user = UserDatabases::default();
    user.add(Database::open(Arc::new(bytes)).unwrap()).unwrap();
    let bearoff = Bearoff::standard().with_user(user);
    assert!(bearoff.for_variation(Variation::Hypergammon2).is_none());
    assert!(bearoff.for_variation(Variation::Standard).is_some());
    let bearoff = bearoff.for_variation(Variation::Hypergammon1).unwrap();
    let evaluator = Arc::new(Evaluator::standard().with_bearoff(Arc::new(bearoff)));
    let met = Arc::new(Met::kazaross_xg2());
    let mut searcher = Searcher::new(Arc::clone(&evaluator), Arc::clone(&met));
    let terms = Terms::Money { jacoby: false, beavers: 3 };
    let cube = |owner| CubeInfo::new(Cube::new(1, owner).unwrap(), Player::Bottom, terms, &met);
    let (centered, owned) = (cube(CubeOwner::Centered), cube(CubeOwner::Owned(Player::Bottom)));
    for line in include_str!("../data/hyper1.csv").lines().filter(|line| !line.starts_with('#')).skip(1).step_by(10) {
        let fields: Vec<&str> = line.split(',').collect();
        let position = setup_from_position_id(fields[0]).unwrap().into_position(Variation::Hypergammon1).unwrap();
        assert_eq!(evaluator.classify(&position), Class::Hypergammon);
        for (cube, column) in [(&centered, 9), (&owned, 11)] {
            // The table's equities are those of not doubling now and of being taken.
            let decision = searcher.cube_decision(&position, cube, &EvalSettings::cubeful(0)).unwrap();
            assert!((decision.equity - fields[8].parse::<f32>().unwrap()).abs() < 1e-4, "{line}");
            let ours = [decision.values.no_double, decision.values.double_take];
            for (ours, column) in ours.into_iter().zip(column..) {
                assert!((ours - fields[column].parse::<f32>().unwrap()).abs() < 2e-4, "{line}: {ours}");
            }
        }
    }
}

#[test]
fn files_come_back_and_are_gone_on_from() {
    let database = solve(1);
    let mut bytes = vec![];
    database.write(&mut bytes).unwrap();
    let opened = Database::open(Arc::new(bytes)).unwrap();
    assert_eq!(opened.verify(), Ok(()));
    let Database::Hypergammon(file) = opened else { panic!("hypergammon") };
    let start = Variation::Hypergammon1.starting_position();
    for (a, b) in file.value(&start).equities.into_iter().zip(database.value(&start).equities) {
        assert!((a - b).abs() < 1e-6);
    }
    let mut resumed = Hypergammon::resume(&file).unwrap();
    let change = resumed.sweep(1, &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert!(change < 5e-6, "{change}");
    assert!(resumed.sweep(1, &mut |_, _| ControlFlow::Break(())).is_err());
}

#[test]
fn equities_follow_from_the_plays() {
    let file = |database: &Hypergammon| {
        let mut bytes = vec![];
        database.write(&mut bytes).unwrap();
        match Database::open(Arc::new(bytes)).unwrap() {
            Database::Hypergammon(file) => file,
            _ => panic!("hypergammon"),
        }
    };
    let mut database = Hypergammon::new(2).unwrap();
    database.sweep(2, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let unfinished = equation_error(&file(&database), 500);
    assert!((0.1..3.0).contains(&unfinished), "{unfinished}");
    let finished = equation_error(&file(&solve(1)), 500);
    assert!(finished < 4e-6, "{finished}");
}

#[test]
fn threads_change_nothing() {
    let swept = |threads| {
        let mut database = Hypergammon::new(1).unwrap();
        for _ in 0..3 {
            database.sweep(threads, &mut |_, _| ControlFlow::Continue(())).unwrap();
        }
        let mut bytes = vec![];
        database.write(&mut bytes).unwrap();
        bytes
    };
    assert!(swept(1) == swept(3));
}

#[test]
fn the_cube_and_the_last_roll_by_hand() {
    let database = solve(1);
    let side = |point: usize| {
        let mut counts = [0; 25];
        counts[point] = 1;
        Checkers::new(counts)
    };
    // From the 6 point 27 rolls of 36 bear off at once and win a gammon; the opponent on the ace point
    // bears off with every roll. 2 * (27 - 9) / 36 = 1 without a cube; no cube turn can help the loser of a
    // roll that ends the game, and for the winner a double, passed, wins no more than that: too good or even.
    let value = database.value(&Position::from_checkers(side(5), side(0)));
    assert!((value.outputs.win() - 0.75).abs() < 1e-6 && (value.outputs.win_gammon() - 0.75).abs() < 1e-6);
    assert!((value.outputs.lose_gammon() - 0.25).abs() < 1e-6);
    let [owned, centered, jacoby, opponents] = value.equities;
    // If the roll fails the opponent plays on for the gammon, unless Jacoby's rule makes him cash a single.
    for equity in [owned, centered, opponents] {
        assert!((equity - 1.0).abs() < 1e-5, "{:?}", value.equities);
    }
    assert!((jacoby - 0.5).abs() < 1e-5, "{:?}", value.equities);
}

/// Nets are not trained for hypergammon: with one checker their verdict is "no double" where doubling is right.
#[test]
fn without_its_database_every_answer_is_a_warned_one() {
    let mut session = Session::new();
    let text = |session: &mut Session, line: &str| {
        let reply = run(session, line).unwrap_or_else(|error| panic!("{line}: {error}"));
        (
            gammon::render::reply(&reply, &gammon::render::Format::plain(&session.settings().output)),
            gammon::render::json_reply("", &reply),
        )
    };
    run_all(
        &mut session,
        &["set variation 1-chequer-hypergammon", "set rollout trials 36", "set evaluation preset expert"],
    );
    run_all(&mut session, &["set rollout cubedecision plies 0", "new session", "set turn 1"]);
    let before = ["eval", "hint", "rollout", "rollout cube", "show rolls", "show marketwindow"];
    let with_dice = ["hint", "rollout plays 1"];
    let said = "gammon bearoff make --out hyper1.bd hypergammon --checkers 1";
    let check = |session: &mut Session, is_warned: bool| {
        for line in before {
            let (text, json) = text(session, line);
            assert_eq!((text.contains(said), json.contains(said)), (is_warned, is_warned), "{line}: {text}");
        }
        run_all(session, &["set dice 21"]);
        for line in with_dice {
            let (text, json) = text(session, line);
            assert_eq!((text.contains(said), json.contains(said)), (is_warned, is_warned), "{line}: {text}");
        }
        run_all(session, &["set turn 1"]);
    };
    check(&mut session, true);
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    solve(1).write(&mut file).expect("written");
    run_all(&mut session, &[&format!("load bearoff \"{}\"", file.path().display())]);
    check(&mut session, false);
}

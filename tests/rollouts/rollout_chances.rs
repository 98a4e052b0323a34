//! Chances of plays and cube actions that are equal, or that the rules bound.

use crate::support::commands;

use commands::{rolled_out, run_all};
use gammon::render::{NumberFormat, Unit, conclusion, remarks};
use gammon::session::{RolloutReply, Session};

fn at(xgid: &str, settings: &[&str]) -> Session {
    let mut session = Session::new();
    session.set_threads(1);
    run_all(&mut session, &["set rollout seed 5", "set rollout trials 36", "set rollout cubedecision plies 0"]);
    run_all(&mut session, settings);
    run_all(&mut session, &[&format!("set xgid XGID={xgid}")]);
    session
}

/// The chances of the candidates in the order of the job, and which of them are said to be equal to the best.
fn chances(reply: &RolloutReply) -> (Vec<f64>, usize) {
    let all: Vec<_> = reply.result.candidates.iter().map(|one| one.comparison.expect("compared")).collect();
    (all.iter().map(|one| one.probability_best).collect(), all.iter().filter(|one| one.is_equal()).count())
}

fn said(reply: &RolloutReply) -> String {
    conclusion(reply, Unit::Equity, &NumberFormat::default())
}

#[test]
fn plays_that_are_equal_share_the_chance_and_are_said_to_be_equal() {
    let mut session = at("---A--A-----------------c-:0:0:1:21:0:0:0:0:10", &[]);
    let reply = rolled_out(&mut session, "rollout plays 6/4 3/2, 6/5 3/1, 6/3");
    assert_eq!(chances(&reply), (vec![0.5, 0.5, 0.0], 1));
    assert!(said(&reply).contains("6/4 3/2 and 6/5 3/1 are equal, each best with 50%"), "{}", said(&reply));
    // A lost position: all are.
    let mut session = at("-BBBBB-----A------bbbbbb-A:0:0:1:11:0:0:0:0:10", &[]);
    let reply = rolled_out(&mut session, "rollout plays best 5");
    let (chances, equal) = chances(&reply);
    let n = chances.len() as f64;
    assert!(equal as f64 == n - 1.0 && chances.iter().all(|chance| (chance - 1.0 / n).abs() < 1e-9), "{chances:?}");
}

#[test]
fn a_play_that_is_named_twice_is_one_candidate() {
    let mut session = at("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", &["set rollout trials 2"]);
    run_all(&mut session, &["set rollout truncation enable on", "set rollout truncation plies 1"]);
    for line in ["rollout plays 1 1 2", "rollout plays 2 1 2 1", "rollout plays 8/5 6/5, 6/5 8/5, 24/20"] {
        let reply = rolled_out(&mut session, line);
        assert_eq!(reply.names().len(), 2, "{line}: {:?}", reply.names());
        assert_ne!(reply.names()[0], reply.names()[1], "{line}");
    }
}

#[test]
fn a_take_that_is_as_good_as_a_pass_shares_its_chance() {
    // A checker on the six against one on the ace: 27 of 36 win.
    let mut session = at("------A-----------------a-:0:0:1:00:0:0:0:0:10", &["set jacoby off"]);
    let reply = rolled_out(&mut session, "rollout cube");
    let chances = reply.result.cube.expect("a cube").chances.expect("trials");
    assert!((chances.take - 0.5).abs() < 1e-9 && chances.double > 0.999 && chances.too_good < 1e-9, "{chances:?}");
    assert!(said(&reply).contains("50% (double >99%, take 50%)"), "{}", said(&reply));
    let remarks = remarks(&reply, &NumberFormat::default()).join(" ");
    assert!(remarks.contains("are worth exactly the same."), "{remarks}");
}

/// Under Jacoby's rule with a centered cube playing on is worth no more than a point, without gammons in any game.
#[test]
fn a_pass_is_never_too_good_where_playing_on_wins_no_more() {
    for (xgid, jacoby) in [
        ("bBBBBBB-C---d----c-ea-----:0:0:1:00:0:0:1:0:10", "set jacoby on"),
        ("-B----------------------a-:0:0:1:00:0:0:0:0:10", "set jacoby off"),
    ] {
        let mut session = at(xgid, &[jacoby]);
        let reply = rolled_out(&mut session, "rollout cube");
        assert!(said(&reply).contains("Double, pass: >99% (double >99%, take <1%)"), "{}", said(&reply));
    }
}

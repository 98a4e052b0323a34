//! Trials that end in short bearoffs at a match score: with the value of the recursion over all rolls, plays and cube
//! actions.

use crate::support::commands;
use crate::support::home::Home;
use crate::support::reference_weights;

use commands::{rolled_out, run, run_all};
use gammon::board::{ByPlayer, Checkers, Player};
use gammon::eval::bearoff::ScoreBearoff;
use gammon::scoring::{Cube, CubeInfo, MatchScore, Met, Terms};
use gammon::session::{Figures, Reply, RolloutReply, Session, how_made};
use std::sync::Arc;

/// Checkers on the first six points of the side on roll, then of the other.
const BEAROFFS: [([u8; 6], [u8; 6]); 5] = [
    ([0, 0, 0, 1, 0, 1], [0, 1, 0, 0, 1, 0]),
    ([1, 0, 1, 0, 0, 1], [0, 0, 1, 1, 0, 1]),
    ([0, 0, 0, 1, 1, 0], [0, 0, 2, 1, 0, 0]),
    ([2, 0, 0, 0, 0, 1], [0, 1, 0, 0, 2, 0]),
    ([2, 1, 0, 1, 0, 1], [0, 2, 2, 0, 0, 2]),
];

/// How many points each side needs: double match point, an even score, a leader with a live cube, after Crawford.
const AWAY: [[u8; 2]; 5] = [[1, 1], [2, 2], [3, 4], [5, 7], [2, 1]];

fn set_up((ours, theirs): ([u8; 6], [u8; 6]), [us, them]: [u8; 2]) -> Session {
    let mut session = Session::new();
    let mut points = ['-'; 26];
    for i in 0..6 {
        for (place, first, n) in [(1 + i, b'A', ours[i]), (24 - i, b'a', theirs[i])] {
            if n > 0 {
                points[place] = char::from(first + n - 1);
            }
        }
    }
    let board: String = points.iter().collect();
    let xgid = format!("set xgid XGID={board}:0:0:1:00:{}:{}:0:7:10", 7 - us, 7 - them);
    run_all(&mut session, &["new match 7", &xgid, "set rollout seed 3"]);
    run_all(&mut session, &["set rollout cubedecision plies 0", "set rollout trials 36", "set rollout varredn off"]);
    session
}

/// No double and double/take as match winning chances.
fn exact((ours, theirs): ([u8; 6], [u8; 6]), [us, them]: [u8; 2]) -> [f64; 2] {
    let side = |points: [u8; 6]| {
        let mut counts = [0; 25];
        counts[..6].copy_from_slice(&points);
        Checkers::new(counts)
    };
    let met = Arc::new(Met::kazaross_xg2());
    let score = MatchScore::new(7, ByPlayer([7 - them, 7 - us]), false).unwrap();
    let cube = CubeInfo::new(Cube::START, Player::Bottom, Terms::Match(score), &met);
    let bearoff = ScoreBearoff::new(&met);
    let value = |cube: &CubeInfo| f64::from(bearoff.value([&side(ours), &side(theirs)], cube));
    [value(&cube), value(&cube.doubled(&met))]
}

fn mwcs(reply: &RolloutReply) -> Vec<f64> {
    let mwc = |candidate: &gammon::rollout::CandidateResult| candidate.estimates.cubeful.and_then(|it| it.mwc);
    reply.result.candidates.iter().map(|candidate| mwc(candidate).expect("of a match").mean).collect()
}

/// After the first roll everything is known: 36 trials, one for each roll, have the exact value. Played on, they have
/// the luck of their dice.
#[test]
fn thirty_six_trials_know_a_short_bearoff() {
    let (mut worst, mut without) = (0.0_f64, 0.0_f64);
    for bearoff in BEAROFFS {
        for away in AWAY {
            let mut session = set_up(bearoff, away);
            // After Crawford the leader may not double; where the cube is dead there is nothing to roll out.
            let is_cube = run(&mut session, "rollout cube").is_ok();
            let line = if is_cube { "rollout cube" } else { "rollout position" };
            let reply = rolled_out(&mut session, line);
            assert!(reply.result.candidates.iter().all(|candidate| candidate.statistics.turns == 36), "{bearoff:?}");
            assert!(how_made(&(&*reply).into()).contains("short bearoffs exact at this score"));
            let exact = exact(bearoff, away);
            let off = |reply: &RolloutReply| {
                mwcs(reply).iter().zip(exact).map(|(mwc, exact)| (mwc - exact).abs()).fold(0.0, f64::max)
            };
            worst = worst.max(off(&reply));
            assert!(off(&reply) < 2e-5, "{bearoff:?} {away:?}: {:?} {exact:?}", mwcs(&reply));
            run_all(
                &mut session,
                &["set rollout bearofftruncation exact off", "set rollout bearofftruncation onesided off"],
            );
            let played = rolled_out(&mut session, line);
            assert!(!how_made(&(&*played).into()).contains("short bearoffs exact"));
            without = without.max(off(&played));
        }
    }
    assert!(without > 10.0 * worst, "{worst} {without}");
}

/// Longer bearoffs, of seven checkers against six, have the same mean within the errors, in fewer turns.
#[test]
fn trials_that_end_early_have_the_same_mean() {
    let mut session = set_up(([1, 2, 1, 1, 1, 1], [0, 2, 1, 2, 0, 1]), [3, 4]);
    run_all(&mut session, &["set rollout varredn on", "set rollout trials 360", "set rollout cubedecision plies 2"]);
    let turns = |session: &Session| session.last_rollout().expect("one").result.candidates[0].statistics.turns;
    let line = "rollout versus \"bearofftruncation exact off\" position";
    let Ok(Reply::Figures(figures, _)) = run(&mut session, line) else { panic!("{line}") };
    let Figures::Versus(reply) = *figures else { panic!("{line}") };
    let change = reply.candidates[0].change.mwc.expect("of a match");
    assert!(change.mean.abs() < 4.0 * change.std_err.expect("many") + 2e-4, "{change:?}");
    let early = turns(&session);
    run_all(&mut session, &["set rollout bearofftruncation exact off"]);
    rolled_out(&mut session, "rollout position");
    assert!(early < turns(&session), "{early} turns for {}", turns(&session));
}

/// GNU Backgammon plays such bearoffs on, and with its weights the numbers are that program's.
#[test]
fn nets_of_gnu_backgammon_play_short_bearoffs_on() {
    let Some(weights) = reference_weights("nets_of_gnu_backgammon_play_short_bearoffs_on") else { return };
    let home = Home::new();
    std::fs::write(home.path("gnubg.wd"), weights).expect("written");
    let mut session = set_up(BEAROFFS[1], [3, 4]);
    run_all(&mut session, &[&format!("load weights \"{}\"", home.path("gnubg.wd").display())]);
    let reply = rolled_out(&mut session, "rollout cube");
    let made = how_made(&(&*reply).into());
    assert!(made.contains("exact bearoffs played on") && !made.contains("short bearoffs exact"), "{made}");
    assert!(reply.result.candidates.iter().any(|candidate| candidate.statistics.turns > 36));
    // For money they end by the database, as there.
    run_all(&mut session, &["new session", "set turn 1", "set board cwAAAHcAAAAAAA"]);
    let made = how_made(&(&*rolled_out(&mut session, "rollout cube")).into());
    assert!(!made.contains("played on"), "{made}");
}

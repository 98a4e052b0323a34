//! What sessions answer, beside what GNU Backgammon answers to the same commands: `data/answers.txt`.

use crate::support::answers;
use crate::support::commands;

use answers::{session, text};
use commands::{rolled_out, run, run_all};
use gammon::eval::Outputs;
use gammon::notation::play_text;
use gammon::scoring::Met;
use gammon::session::{CubeReply, EquityReply, Figures, PlaysReply, Reply, Session};

/// The numbers of a text that have six digits after the point.
fn numbers(text: &str) -> Vec<f64> {
    let of_number = |c: char| c.is_ascii_digit() || ".+-".contains(c);
    let words = text.split(|c| !of_number(c));
    let six = |word: &&str| word.split_once('.').is_some_and(|(_, digits)| digits.len() == 6);
    words.filter(six).map(|word| word.parse().expect("a number")).collect()
}

#[test]
fn sessions_answer_as_gnu_backgammon() {
    let Some(mut session) = session("sessions_answer_as_gnu_backgammon") else { return };
    let defaults = ["set evaluation preset worldclass", "set rollout preset standard"];
    let mut wrong = Vec::new();
    for line in include_str!("../data/answers.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let &[name, commands, expected] = fields.as_slice() else { panic!("three fields: {line}") };
        let commands: Vec<_> = commands.split(';').map(str::trim).collect();
        let (last, first) = commands.split_last().expect("commands");
        run_all(&mut session, &defaults);
        run_all(&mut session, first);
        let reply = run(&mut session, last).expect(last);
        let ours = numbers(&text(&session, &reply));
        let theirs: Vec<f64> = expected.split(' ').map(|word| word.parse().expect("a number")).collect();
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < 6e-5;
        if ours.len() != theirs.len() || !ours.iter().zip(&theirs).all(is_near) {
            wrong.push(format!("{name}:\n  {ours:?}\n  {theirs:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const QUICK: [&str; 5] = [
    "set rollout seed 1",
    "set rollout trials 36",
    "set rollout cubedecision plies 0",
    "set rollout truncation enable on",
    "set rollout truncation plies 2",
];

/// A session with the program's own nets and quick rollouts, at a middle game.
fn own() -> Session {
    let mut session = Session::new();
    run_all(&mut session, &QUICK);
    run_all(&mut session, &["set evaluation preset expert", "new session", "set turn 1", "set board 4HnwBDBkb8gBIQ"]);
    session
}

fn plays(session: &mut Session) -> PlaysReply {
    match run(session, "hint") {
        Ok(Reply::Plays(plays)) => *plays,
        other => panic!("{other:?}"),
    }
}

fn cube(session: &mut Session) -> CubeReply {
    match run(session, "hint") {
        Ok(Reply::Cube(cube)) => *cube,
        other => panic!("{other:?}"),
    }
}

#[test]
fn plays_in_another_order_are_the_same_rollout() {
    let mut session = own();
    run_all(&mut session, &["set dice 31"]);
    let first = rolled_out(&mut session, "rollout plays 4 2");
    run_all(&mut session, &["set rollout trials 72"]);
    let more = rolled_out(&mut session, "rollout plays 2 4");
    assert_eq!(more.names(), first.names(), "numbers name what they named before");
    assert!(more.note.as_deref().is_some_and(|note| note.contains("continued from the 36 trials")), "{:?}", more.note);
    run_all(&mut session, &["clear hint"]);
    let anew = rolled_out(&mut session, "analyse rollout move 4 2");
    assert!(!anew.note.as_deref().is_some_and(|note| note.contains("continued")), "{:?}", anew.note);
    assert_eq!(anew.result, more.result);
}

#[test]
fn the_best_plays_are_those_of_the_evaluation() {
    let mut session = own();
    run_all(&mut session, &["set dice 31"]);
    let first = rolled_out(&mut session, "rollout");
    run_all(&mut session, &["set rollout trials 72"]);
    let more = rolled_out(&mut session, "rollout");
    assert_eq!((more.names(), more.result.trials()), (first.names(), 72));
}

#[test]
fn marks_stay_on_their_plays() {
    let mut session = own();
    run_all(&mut session, &["set dice 31"]);
    let listed = plays(&mut session).candidates;
    run_all(&mut session, &["cmark move set rollout 4", "analyse rollout move 3"]);
    let Ok(Reply::Message(marked)) = run(&mut session, "cmark move show") else { panic!("a message") };
    assert!(marked.ends_with(&format!("4. {}", play_text(&listed[3].play))), "{marked}");
    assert_eq!(rolled_out(&mut session, "rollout plays").names(), [play_text(&listed[3].play)]);
    run_all(&mut session, &["cmark move set none 9", "set evaluation chequerplay evaluation plies 1"]);
    assert_eq!(rolled_out(&mut session, "analyse rollout move").names(), [play_text(&listed[3].play)]);
}

#[test]
fn rollouts_are_those_of_the_decision_on_the_table() {
    let mut session = own();
    let elsewhere = [
        "set dice 21",
        "set score 1 0",
        "set cube value 2",
        "set jacoby off",
        "set board 4HPwATDgc/ABMA",
        "set met woolsey",
        "set cubeefficiency contact 0.6",
        "load weights default",
    ];
    for change in elsewhere {
        run_all(&mut session, &["new session", "set turn 1", "set board 4HnwBDBkb8gBIQ", "set dice 31"]);
        run_all(&mut session, &["analyse rollout move 2"]);
        assert!(plays(&mut session).candidates[0].judged.is_some());
        run_all(&mut session, &[change]);
        assert!(plays(&mut session).candidates.iter().all(|play| play.judged.is_none()), "{change}");
        run_all(&mut session, &["set jacoby on"]);
    }
    run_all(&mut session, &["new session", "set turn 1", "set board 4HnwBDBkb8gBIQ", "analyse rollout cube"]);
    assert!(cube(&mut session).rollout.is_some());
    run_all(&mut session, &["set evaluation cubedecision evaluation plies 1", "rollout"]);
    assert!(cube(&mut session).rollout.is_some(), "the settings of evaluations and other rollouts do not matter");
    run_all(&mut session, &["set turn 0"]);
    assert!(cube(&mut session).rollout.is_none());
}

#[test]
fn a_rollout_resumed_elsewhere_leaves_those_of_the_table() {
    let mut session = own();
    let folder = tempfile::tempdir().expect("a folder");
    session.set_rollout_folder(folder.path().to_owned());
    run_all(&mut session, &["set autosave rollout on", "rollout cube", "set autosave rollout off"]);
    let file = std::fs::read_dir(folder.path()).expect("the folder").next().expect("a file").expect("readable").path();
    let resume = format!("rollout resume \"{}\"", file.display());
    run_all(&mut session, &["set dice 31", "analyse rollout move 1", &resume]);
    assert!(plays(&mut session).candidates[0].judged.is_some());
    run_all(&mut session, &["clear turn", "clear hint", &resume]);
    assert!(cube(&mut session).rollout.is_some());
}

/// GNU Backgammon adds up equities in units of different cubes here: see docs/compatibility.md.
#[test]
fn the_cubeless_column_of_a_match_follows_from_the_chances() {
    let mut session = own();
    run_all(&mut session, &["new match 7", "set score 2 4", "set turn 1", "set board 4HnwBDBkb8gBIQ"]);
    run_all(&mut session, &["set rollout truncation plies 4"]);
    let rollout = rolled_out(&mut session, "rollout position");
    let takes: u32 = rollout.records.candidates.iter().flatten().map(|record| u32::from(record.events.takes)).sum();
    assert!(takes > 0, "the cube turns");
    let estimates = rollout.result.candidates[0].estimates;
    let info = rollout.job().basis_info(&Met::kazaross_xg2());
    let outputs = Outputs(estimates.outputs.map(|output| output.mean as f32));
    assert!((f64::from(info.utility(&outputs)) - estimates.cubeless.equity.mean).abs() < 1e-5);
}

/// As in GNU Backgammon, where a play that was rolled out before keeps its older, cubeful answer. A cube decision is
/// cubeful whatever is set, in both programs.
#[test]
fn plays_are_rolled_out_without_the_cube_where_that_is_said() {
    let mut session = own();
    run_all(&mut session, &["set dice 31", "set rollout cubeful off"]);
    let plays = rolled_out(&mut session, "analyse rollout move 1 2");
    assert!(plays.result.candidates.iter().all(|play| play.estimates.cubeful.is_none()));
    run_all(&mut session, &["clear turn", "set turn 1"]);
    let cube = rolled_out(&mut session, "analyse rollout cube");
    assert!(cube.result.candidates.iter().all(|answer| answer.estimates.cubeful.is_some()));
}

/// What GNU Backgammon takes for no setting, or for one of player 0 only: see docs/compatibility.md.
#[test]
fn settings_of_rollouts_do_what_they_say() {
    let rolled = |lines: &[&str]| {
        let mut session = own();
        run_all(&mut session, &["set rollout nearcubes off"]);
        run_all(&mut session, lines);
        rolled_out(&mut session, "rollout position").result.clone()
    };
    let deeper = "set rollout chequerplay plies 1";
    let cube_too = rolled(&[deeper, "set rollout cubedecision plies 1"]);
    assert_eq!(rolled(&[deeper, "set rollout cube-equal-chequer on"]).candidates, cube_too.candidates);
    assert_ne!(rolled(&[deeper]).candidates, cube_too.candidates, "one ply decides otherwise");

    let narrow = "movefilter 1 0 1 0 0";
    let of_each = [0, 1].map(|player| format!("set rollout player {player} {narrow}"));
    let of_both = rolled(&[deeper, &format!("set rollout {narrow}")]);
    assert_eq!(of_both.candidates, rolled(&[deeper, &of_each[0], &of_each[1]]).candidates);
    assert_ne!(of_both.candidates, rolled(&[deeper, &of_each[0]]).candidates, "the other player's counts");

    // Luck is subtracted from the cubeful column, too.
    let error = |lines: &[&str]| {
        let cubeful = rolled(lines).candidates[0].estimates.cubeful;
        cubeful.expect("a cubeful rollout").equity.std_err.expect("many trials")
    };
    let cubeless_plays = "set rollout chequerplay cubeful off";
    assert!(2.0 * error(&[cubeless_plays]) < error(&[cubeless_plays, "set rollout varredn off"]));
}

#[test]
fn a_finished_game_can_still_be_evaluated() {
    let mut session = own();
    run_all(&mut session, &["set board AQAABAAAAAAAAA", "set dice 21", "1/off"]);
    let Ok(Reply::Eval(eval)) = run(&mut session, "eval") else { panic!("an evaluation") };
    assert_eq!((eval.plies[0].cubeless.equity, eval.cube.verdict), (-1.0, None), "for the player who would be on roll");
    assert!(run(&mut session, "hint").is_err());
}

/// A beaver doubles the stake again, and so does every answer in kind: the values of the answers follow from that of
/// the double that is taken.
#[test]
fn a_beaver_on_offer_is_answered() {
    let mut session = own();
    let double_take = f64::from(cube(&mut session).double_take.equity);
    run_all(&mut session, &["double", "beaver"]);
    let Ok(Reply::Figures(figures, _)) = run(&mut session, "hint") else { panic!("a hint") };
    let Figures::Beaver(reply) = *figures else { panic!("a beaver") };
    let worth = |answer: &str| {
        let row = reply.answers.iter().find(|row| row.answer == answer);
        row.unwrap_or_else(|| panic!("{answer} in {reply:?}")).equity
    };
    assert!((worth("take") - 2.0 * double_take).abs() < 1e-5, "{reply:?}");
    // A raccoon that is wrong is beavered once more, as three beavers are allowed.
    let turns = if double_take < 0.0 { 8.0 } else { 4.0 };
    assert!((worth("raccoon") - turns * double_take).abs() < 1e-5, "{reply:?}");
    assert!((worth("drop") + 2.0).abs() < 1e-6 && reply.answers[0].loss == 0.0, "{reply:?}");
}

#[test]
fn a_resignation_is_weighed_for_the_player_who_is_asked() {
    let mut session = own();
    run_all(&mut session, &["new match 7", "set score 2 5", "set turn 1"]);
    run_all(&mut session, &["set board simple 0 0 0 2 3 3 4 0 3 0 0 0 0 0 0 0 -3 0 0 -4 -3 -3 -2 0 0 0"]);
    let before = cube(&mut session);
    run_all(&mut session, &["resign normal"]);
    let Ok(Reply::Resignation(reply)) = run(&mut session, "hint") else { panic!("a resignation") };
    let mwc = |worth: EquityReply| f64::from(worth.mwc.expect("a match"));
    // GNU Backgammon: 33.130 % at 4-away, 2-away after winning one point.
    assert!((mwc(reply.accepting) - 0.3313).abs() < 1e-4);
    assert!((reply.cubeless.equity + before.utility.equity).abs() < 1e-5);
    assert!((mwc(reply.cubeless) + mwc(before.utility) - 1.0).abs() < 1e-5);
    // The player who resigns might double instead.
    let best = before.no_double.equity.max(before.double_take.equity.min(before.double_pass.equity));
    assert!((reply.playing_on.equity + best).abs() < 1e-5 && reply.is_enough());
}

//! Numbers of a trial worked out by hand: frames, events, luck, and what a witness sees.

use super::events::Watch;
use super::frame::Frame;
use super::game::{Pause, Table, Trial, play_trial};
use super::luck::{Meter, RollValues, Spent};
use super::memory::Memory;
use super::witness::{PlayedGame, Step, Witness};
use crate::board::{ByPlayer, BySide, Checkers, Player, Position, Roll, Variation};
use crate::eval::{CubeEfficiency, Evaluation, Evaluator, Outputs};
use crate::notation::setup_from_position_id;
use crate::rng::InitialRolls;
use crate::rollout::Engine;
use crate::rollout::data::trial_record::{CUBEFUL, CUBELESS, Ending, Events, Values};
use crate::rollout::order::job::Job;
use crate::rollout::order::resolved::tests::resolved;
use crate::rollout::order::settings::{LuckBy, RolloutSettings};
use crate::scoring::{Cube, CubeInfo, CubeOwner, MatchScore, Met, Terms};
use Player::{Bottom, Top};
use std::sync::Arc;

const START: Position = Variation::Standard.starting_position();

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-5, "{found}, not {wanted}");
}

#[track_caller]
fn are(found: Values, wanted: Values) {
    assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-5), "{found:?}, not {wanted:?}");
}

fn side(places: &[(usize, u8)]) -> Checkers {
    let mut counts = [0; 25];
    places.iter().for_each(|&(place, count)| counts[place] = count);
    Checkers::new(counts)
}

/// A position for money, Top to decide, with a cube at 2 of Top's.
fn money(jacoby: bool, owner: CubeOwner) -> (Job, Frame) {
    let job = Job::position(&START, Cube::new(2, owner).unwrap(), Top, Terms::Money { jacoby, beavers: 3 });
    let frame = Frame::new(&job.candidates()[0], &job, true, &Met::kazaross_xg2());
    (job, frame)
}

fn cube(value: u32, owner: CubeOwner, on_roll: Player, terms: Terms) -> CubeInfo {
    CubeInfo::new(Cube::new(value, owner).unwrap(), on_roll, terms, &Met::kazaross_xg2())
}

/// Seen by whoever is on roll: wins .6, gammons .2 and .1, backgammons .05 and .02.
const OUTPUTS: Outputs = Outputs([0.6, 0.2, 0.05, 0.1, 0.02]);
const OURS: [f64; 5] = [0.6, 0.2, 0.05, 0.1, 0.02];
const FLIPPED: [f64; 5] = [0.4, 0.1, 0.02, 0.2, 0.05];
/// 2 · .6 − 1 + .25 − .12.
const EQUITY: f64 = 0.33;

fn values(outputs: [f64; 5], cubeless: f64, cubeful: f64) -> Values {
    let [a, b, c, d, e] = outputs;
    [a, b, c, d, e, cubeless, cubeful]
}

#[test]
fn values_are_those_of_who_decides() {
    let terms = Terms::Money { jacoby: false, beavers: 3 };
    let (_, frame) = money(false, CubeOwner::Owned(Top));
    let evaluation = Evaluation { outputs: OUTPUTS, equity: 0.33, cubeful: Some(0.5) };
    // A cube at 8 counts four times one at 2.
    let [top, bottom] = [Top, Bottom].map(|player| cube(8, CubeOwner::Owned(Bottom), player, terms));
    are(frame.valued(&evaluation, &top), values(OURS, EQUITY, 2.0));
    are(frame.valued(&evaluation, &bottom), values(FLIPPED, -EQUITY, -2.0));
    are(frame.passed(&OUTPUTS, &top), values(OURS, EQUITY, 4.0));
    are(frame.passed(&OUTPUTS, &bottom), values(FLIPPED, -EQUITY, -4.0));
    assert!(frame.is_decider(Top) && !frame.is_decider(Bottom) && frame.is_cubeful());
    // Won games: single, gammon, backgammon.
    are(frame.borne_off(Top, 1, &top), values([1.0, 0.0, 0.0, 0.0, 0.0], 1.0, 4.0));
    are(frame.borne_off(Top, 2, &bottom), values([1.0, 1.0, 0.0, 0.0, 0.0], 2.0, 8.0));
    are(frame.borne_off(Bottom, 3, &top), values([0.0, 0.0, 0.0, 1.0, 1.0], -3.0, -12.0));
    // What a side prefers is what is best for it.
    let found = frame.valued(&evaluation, &top);
    assert_eq!([Top, Bottom].map(|player| frame.preference(&found, player)), [found[CUBEFUL], -found[CUBEFUL]]);
    let (job, _) = money(false, CubeOwner::Owned(Top));
    let cubeless = Frame::new(&job.candidates()[0], &job, false, &Met::kazaross_xg2());
    assert!(!cubeless.is_cubeful());
    are(cubeless.valued(&evaluation, &top), values(OURS, EQUITY, EQUITY));
    are(cubeless.borne_off(Top, 2, &top), values([1.0, 1.0, 0.0, 0.0, 0.0], 2.0, 2.0));
    let found = [0.0, 0.0, 0.0, 0.0, 0.0, 0.25, 0.5];
    assert_eq!((cubeless.preference(&found, Top), frame.preference(&found, Top)), (0.25, 0.5));
}

#[test]
fn gammons_do_not_count_under_jacobys_rule() {
    let (_, frame) = money(true, CubeOwner::Centered);
    let terms = Terms::Money { jacoby: true, beavers: 3 };
    let centered = cube(2, CubeOwner::Centered, Top, terms);
    // The cubeless value counts them, the cubeful one only once the cube is turned.
    are(frame.borne_off(Top, 3, &centered), values([1.0, 1.0, 1.0, 0.0, 0.0], 3.0, 1.0));
    let turned = cube(4, CubeOwner::Owned(Top), Top, terms);
    are(frame.borne_off(Bottom, 2, &turned), values([0.0, 0.0, 0.0, 1.0, 0.0], -2.0, -4.0));
}

#[test]
fn in_a_match_the_cubeful_value_is_a_chance() {
    let met = Met::kazaross_xg2();
    let score = MatchScore::new(9, ByPlayer([2, 3]), false).unwrap();
    let terms = Terms::Match(score);
    let job = Job::position(&START, Cube::START, Top, terms);
    let frame = Frame::new(&job.candidates()[0], &job, true, &met);
    let after = |winner, points| f64::from(met.after(&score, winner, points, Top));
    let [top, bottom] = [Top, Bottom].map(|player| cube(2, CubeOwner::Owned(Bottom), player, terms));
    for multiple in 1..=3 {
        near(frame.borne_off(Top, multiple, &top)[CUBEFUL], after(Top, 2 * u32::from(multiple)));
        near(frame.borne_off(Bottom, multiple, &top)[CUBEFUL], after(Bottom, 2 * u32::from(multiple)));
    }
    near(frame.passed(&OUTPUTS, &top)[CUBEFUL], after(Top, 2));
    near(frame.passed(&OUTPUTS, &bottom)[CUBEFUL], after(Bottom, 2));
    // Equities −1 and 1 of either side are losing and winning the cube.
    let valued = |equity, cube: &CubeInfo| {
        frame.valued(&Evaluation { outputs: OUTPUTS, equity: 0.0, cubeful: Some(equity) }, cube)[CUBEFUL]
    };
    near(valued(1.0, &top), after(Top, 2));
    near(valued(-1.0, &top), after(Bottom, 2));
    near(valued(1.0, &bottom), after(Bottom, 2));
    near(valued(0.5, &bottom), 0.75 * after(Bottom, 2) + 0.25 * after(Top, 2));
    // Without a cube, gammons have the price of the cube with which trials begin.
    let prices = |player| cube(1, CubeOwner::Centered, Top, terms).gammon_prices(player);
    let (own, other) = (prices(Top), prices(Bottom));
    assert!((own.gammon - other.gammon).abs() > 0.01);
    let price = |gammon: f32, backgammon: f32, of: crate::scoring::GammonPrices| {
        f64::from(gammon * of.gammon + backgammon * of.backgammon)
    };
    near(
        frame.valued(&Evaluation { outputs: OUTPUTS, equity: 0.0, cubeful: None }, &top)[CUBELESS],
        0.2 + price(0.2, 0.05, own) - price(0.1, 0.02, other),
    );
    near(
        frame.valued(&Evaluation { outputs: OUTPUTS, equity: 0.0, cubeful: None }, &bottom)[CUBELESS],
        -0.2 + price(0.1, 0.02, own) - price(0.2, 0.05, other),
    );
}

#[test]
fn a_game_that_is_over_has_a_winner() {
    let info = cube(1, CubeOwner::Centered, Bottom, Terms::MONEY);
    for (outputs, winner) in [
        ([1.0, 0.0, 0.0, 0.0, 0.0], (Bottom, 1)),
        ([1.0, 1.0, 0.0, 0.0, 0.0], (Bottom, 2)),
        ([1.0, 1.0, 1.0, 0.0, 0.0], (Bottom, 3)),
        ([0.0, 0.0, 0.0, 0.0, 0.0], (Top, 1)),
        ([0.0, 0.0, 0.0, 1.0, 0.0], (Top, 2)),
        ([0.0, 0.0, 0.0, 1.0, 1.0], (Top, 3)),
    ] {
        assert_eq!(Frame::winner(&Outputs(outputs), &info), winner);
    }
}

/// Hits, closed boards and bearing off, by whoever made the play: the decider on even turns where he moves first.
#[test]
fn events_are_noted_on_their_first_turn() {
    let evaluator = Evaluator::standard();
    let roll = |high, low| Roll::new(high, low).expect("dice");
    let board = |own: &[(usize, u8)], other: &[(usize, u8)]| Position::from_checkers(side(own), side(other));
    let closed: Vec<(usize, u8)> = (0..6).map(|place| (place, 2)).collect();
    let open: Vec<(usize, u8)> = (0..5).map(|place| (place, 2)).collect();
    let hit = [board(&[(5, 2)], &[(10, 1)]), board(&[(5, 2)], &[(24, 1)])];
    let none = [board(&[(5, 2)], &[(24, 1)]), board(&[(4, 2)], &[(24, 1)])];
    for (decider, first) in [(Top, Top), (Top, Bottom)] {
        let mut watch = Watch::new(decider, first);
        watch.played(0, roll(2, 1), &none[0], &none[1], &evaluator);
        watch.played(3, roll(2, 1), &hit[0], &hit[1], &evaluator);
        watch.played(5, roll(2, 1), &hit[0], &hit[1], &evaluator);
        // A closed board needs a checker on the bar, and six points.
        watch.played(6, roll(2, 1), &none[0], &board(&open, &[(24, 1)]), &evaluator);
        watch.played(8, roll(2, 1), &none[0], &board(&closed, &[(10, 1)]), &evaluator);
        watch.played(10, roll(2, 1), &none[0], &board(&closed, &[(24, 1)]), &evaluator);
        watch.played(12, roll(2, 1), &none[0], &board(&closed, &[(24, 1)]), &evaluator);
        // Both sides bear off: the last checker of the six point needs six pips of ten.
        let (before, after) = (board(&[(5, 1)], &[(5, 2)]), board(&[], &[(5, 2)]));
        watch.played(14, roll(6, 4), &before, &after, &evaluator);
        let (before, after) = (board(&[(5, 2), (3, 1)], &[(5, 2)]), board(&[(5, 1)], &[(5, 2)]));
        watch.played(15, roll(6, 4), &before, &after, &evaluator);
        watch.taken(first);
        watch.taken(!first);
        let events = watch.finish(16, Ending::Passed { won: true });
        // The player who moves first hits on even turns.
        let by = |own: Option<u16>, other: Option<u16>| {
            if decider == first {
                BySide { on_roll: own, opponent: other }
            } else {
                BySide { on_roll: other, opponent: own }
            }
        };
        let sums = |own: u16, other: u16| {
            let of = by(Some(own), Some(other));
            BySide { on_roll: of.on_roll.expect("own"), opponent: of.opponent.expect("other") }
        };
        let expected = Events {
            turns: 16,
            takes: 2,
            first_double_is_ours: decider == first,
            ending: Ending::Passed { won: true },
            first_hit: by(None, Some(3)),
            first_closeout: by(Some(10), None),
            bearoff_turns: sums(1, 1),
            wasted_pips: sums(4, 0),
        };
        assert_eq!(events, expected, "{decider:?} {first:?}");
    }
}

#[test]
fn luck_is_nothing_over_all_rolls() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let (_, frame) = money(false, CubeOwner::Owned(Top));
    let info = cube(2, CubeOwner::Owned(Top), Top, Terms::Money { jacoby: false, beavers: 3 });
    for (initial, plies) in [(InitialRolls::Any, 0), (InitialRolls::NoDoubles, 0), (InitialRolls::Any, 2)] {
        let mut settings = RolloutSettings { initial, ..RolloutSettings::default() };
        settings.players.0.iter_mut().for_each(|player| player.chequer.set_plies(plies));
        let mut searchers = engine.searchers(&resolved(&settings));
        // A bearoff, where two plies are quick.
        let position = if plies == 0 {
            START
        } else {
            Position::from_checkers(side(&[(5, 2), (3, 2), (1, 3)]), side(&[(5, 3), (4, 2), (0, 2)]))
        };
        let at = |searchers: &mut _, turn| RollValues::of_turn(searchers, &frame, &settings, turn, &position, &info);
        for turn in [0, 1] {
            let rolls = at(&mut searchers, turn).expect("nobody stops it");
            let no_doubles = turn == 0 && initial != InitialRolls::Any;
            let mut sum = Values::default();
            for roll in Roll::ALL.iter().filter(|roll| !(no_doubles && roll.is_double())) {
                (0..roll.weight()).for_each(|_| rolls.subtract_luck(*roll, &mut sum));
            }
            assert!(sum.iter().all(|luck| luck.abs() < 1e-6), "{initial:?} {turn}: {sum:?}");
            // A good roll is taken off, a bad one is made up for.
            let of = |high, low| {
                let mut correction = Values::default();
                rolls.subtract_luck(Roll::new(high, low).expect("dice"), &mut correction);
                correction
            };
            assert!(of(6, 6)[CUBEFUL] < 0.0 && of(2, 1)[CUBEFUL] > 0.0 && of(6, 6)[CUBELESS] < 0.0);
            // Ranked by what they are worth, the best first; equal ones by their keys.
            let [up, down] = [false, true].map(|down| {
                rolls.ranking(&frame, |outcome| if down { 99 - u64::from(outcome) } else { u64::from(outcome) })
            });
            let worth = |outcome: u8| {
                let mut correction = Values::default();
                rolls.subtract_luck(Roll::from_outcome(outcome), &mut correction);
                -correction[CUBEFUL]
            };
            for ranking in [up, down] {
                assert!(ranking.windows(2).all(|pair| worth(pair[0]) >= worth(pair[1])), "{ranking:?}");
                let mut all = ranking;
                all.sort_unstable();
                assert!(all.iter().copied().eq(0..36));
            }
            let ties = |ranking: [u8; 36], ascends: bool| {
                ranking
                    .windows(2)
                    .filter(|pair| worth(pair[0]) == worth(pair[1]))
                    .all(|pair| (pair[0] < pair[1]) == ascends)
            };
            assert!(ties(up, true) && ties(down, false));
        }
    }
}

#[test]
fn what_was_spent_is_added_up() {
    let (one, two) = (Spent { luck: 1, play: 2, cube: 4, end: 8 }, Spent { luck: 100, play: 200, cube: 400, end: 800 });
    assert_eq!((one.total(), two.since(one)), (15, Spent { luck: 99, play: 198, cube: 396, end: 792 }));
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    assert_eq!(Meter::default().spent(), Spent::default());
    for _ in 0..2 {
        let mut searchers = engine.searchers(&resolved(&RolloutSettings::default()));
        searchers.spent = one;
    }
    assert_eq!(engine.meter.spent(), Spent { luck: 2, play: 4, cube: 8, end: 16 });
}

fn see(mut witness: impl Witness, cube: &CubeInfo) {
    witness.doubled(&START, cube, true);
    witness.played(cube, Roll::ALL[3], &START, &START);
}

/// A witness sees every turn: each begins where the one before it ended, and the player on roll may double before it.
#[test]
fn a_witness_sees_the_whole_game() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let mut settings = RolloutSettings::quick(36);
    settings.variance_reduction = false;
    let job = Job::position(&START, Cube::START, Bottom, Terms::Money { jacoby: false, beavers: 0 });
    let settings = resolved(&settings);
    let table = Table::new(&settings, &job, &engine.met);
    let mut doubles = 0;
    for trial in 0..8 {
        let mut searchers = engine.searchers(&settings);
        let start = job.candidates()[0];
        let mut game = PlayedGame::new(start);
        let record = play_trial(&table, &mut searchers, 0, trial, &mut game).expect("nobody stops it");
        assert_eq!(game.start, start);
        let (mut position, mut on_roll, mut turns, mut first) = (START, Bottom, 0, None);
        for step in &game.steps {
            match *step {
                Step::Double { by, .. } => {
                    doubles += 1;
                    assert_eq!(by, on_roll);
                }
                Step::Play { by, roll, before, after } => {
                    assert_eq!((by, before), (on_roll, position));
                    first.get_or_insert(roll);
                    (position, on_roll, turns) = (after.flipped(), !on_roll, turns + 1);
                }
            }
        }
        assert_eq!((turns, first), (u32::from(record.events.turns), record.first_roll));
        let takes = game.steps.iter().filter(|step| matches!(step, Step::Double { taken: true, .. })).count();
        assert_eq!(takes, usize::from(record.events.takes));
        match record.events.ending {
            Ending::Passed { won } => {
                assert_eq!(game.steps.last(), Some(&Step::Double { by: on_roll, taken: false }));
                assert_eq!(won, on_roll == Bottom);
            }
            Ending::BorneOff { won, .. } => assert!(position.is_over() && won != (on_roll == Bottom)),
            Ending::Valued => assert!(!position.is_over()),
        }
    }
    assert!(doubles > 2, "{doubles}");
    // A witness that is lent sees as much, and nobody sees nothing.
    let mut game = PlayedGame::new(job.candidates()[0]);
    let info = cube(1, CubeOwner::Centered, Bottom, Terms::MONEY);
    see(&mut game, &info);
    let play = Step::Play { by: Bottom, roll: Roll::ALL[3], before: START, after: START };
    assert_eq!(game.steps, [Step::Double { by: Bottom, taken: true }, play]);
}

/// First turns that a thread remembers count as if they were found out again, for the purpose that they had.
#[test]
fn what_is_remembered_is_spent_all_the_same() {
    let job = Job::position(&START, Cube::START, Bottom, Terms::Money { jacoby: false, beavers: 0 });
    let mut settings = RolloutSettings::quick(72);
    settings.truncation.enabled = true;
    settings.truncation.plies = 3;
    settings.truncation.cube.set_plies(0);
    for (plays, luck, cubeful) in [(0, true, true), (0, true, false), (0, false, true), (1, false, true)] {
        let mut settings = settings.clone();
        (settings.variance_reduction, settings.cubeful) = (luck, cubeful);
        settings.trials = if plays == 0 { 72 } else { 12 };
        for player in &mut settings.players.0 {
            player.chequer.set_plies(plays);
            player.cube.set_plies(plays);
            player.filters = crate::eval::MoveFilters::TINY;
        }
        let engine = || Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
        let (whole, one_by_one) = (engine(), engine());
        whole.rollout(&job, &settings, 1, &mut crate::rollout::Unobserved).expect("a rollout");
        let settings = resolved(&settings);
        let table = Table::new(&settings, &job, &one_by_one.met);
        for trial in 0..settings.trials {
            let mut searchers = one_by_one.searchers(&settings);
            play_trial(&table, &mut searchers, 0, trial, &mut ()).expect("nobody stops it");
        }
        let spent = whole.meter.spent();
        assert_eq!(spent, one_by_one.meter.spent(), "{plays} plies");
        assert!((spent.cube > 0) == cubeful && spent.end > 0 && (spent.luck > 0) == luck, "{spent:?}");
        // Without a cube the plays are those that luck has looked at.
        assert_eq!(spent.play > 0, cubeful, "{spent:?}");
    }
}

/// A trial ends where a database has its value: (cubeful, both-sided values, one-sided values, after a play, whether).
#[test]
fn a_known_position_ends_a_trial() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let small = Position::from_checkers(side(&[(5, 2), (1, 1)]), side(&[(4, 2), (2, 1)]));
    let large = Position::from_checkers(side(&[(5, 5), (4, 5), (3, 5)]), side(&[(5, 5), (4, 5), (2, 5)]));
    let money = Terms::Money { jacoby: false, beavers: 0 };
    let score = Terms::Match(MatchScore::new(9, ByPlayer([0, 0]), false).unwrap());
    let cases = [
        // A cube needs exact values, and somebody who may turn it.
        (small, money, [true, true, true, true], true),
        (small, money, [true, true, true, false], false),
        (small, money, [true, false, true, true], false),
        (large, money, [true, true, true, true], false),
        (small, score, [true, true, true, true], true),
        (small, score, [true, false, true, true], false),
        (small, score, [true, true, true, false], false),
        // Without a cube either kind of value does.
        (small, money, [false, true, false, true], true),
        (small, money, [false, true, false, false], true),
        (small, money, [false, false, true, true], true),
        (small, money, [false, false, false, true], false),
        (large, money, [false, false, true, true], true),
        (large, money, [false, true, false, true], false),
        (START, money, [false, true, true, true], false),
        (small, score, [false, true, false, true], true),
    ];
    for (position, terms, [cubeful, exact, one_sided, after_play], is_known) in cases {
        let settings = RolloutSettings {
            cubeful,
            bearoff_exact: exact,
            bearoff_one_sided: one_sided,
            ..RolloutSettings::quick(36)
        };
        let job = if after_play {
            Job::plays(&[position.flipped()], Cube::START, Bottom, terms)
        } else {
            Job::position(&position, Cube::START, Top, terms)
        };
        let settings = resolved(&settings);
        let table = Table::new(&settings, &job, &engine.met);
        let record = play_trial(&table, &mut engine.searchers(&settings), 0, 0, &mut ()).expect("nobody stops it");
        let events = record.events;
        let found = events.turns == 0 && events.ending == Ending::Valued;
        assert_eq!(found, is_known, "{position:?} {terms:?} {cubeful} {exact} {one_sided} {after_play}");
    }
}

/// A trial that is played again in the same thread finds its first turns in the memory.
#[test]
fn first_turns_are_found_out_once() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let job = Job::position(&START, Cube::START, Bottom, Terms::Money { jacoby: false, beavers: 0 });
    let (plays, luck, cube) = ((1, false, false), (0, true, false), (0, false, true));
    for (plies, variance_reduction, cubeful) in [plays, luck, cube, (0, false, false)] {
        let mut settings = RolloutSettings { variance_reduction, cubeful, ..RolloutSettings::quick(36) };
        settings.truncation.enabled = true;
        settings.truncation.plies = 3;
        settings.truncation.cube.set_plies(0);
        for player in &mut settings.players.0 {
            player.chequer.set_plies(plies);
            player.filters = crate::eval::MoveFilters::TINY;
        }
        let settings = resolved(&settings);
        let table = Table::new(&settings, &job, &engine.met);
        let (mut searchers, mut memory) = (engine.searchers(&settings), Memory::new(&settings));
        let mut play = || {
            let before = searchers.evaluations();
            let mut trial = Trial::new(&table, &mut searchers, 0, 5, ());
            let record = loop {
                match trial.play_on(&mut searchers, &mut memory).expect("nobody stops it") {
                    Pause::Over(record) => break record,
                    Pause::Choose => {
                        let mut answers = Vec::new();
                        searchers.players.best_results(trial.question(), &mut answers);
                        trial.chosen(&mut searchers, &mut memory, answers[0]);
                    }
                }
            };
            (record, searchers.evaluations() - before)
        };
        let ((first, made), (again, made_again)) = (play(), play());
        assert_eq!((first, u64::from(first.evaluations)), (again, made));
        // The horizon alone is valued anew, and cube decisions without a roll before them.
        assert_eq!(made_again, 1, "{plies} {variance_reduction} {cubeful}: {made}");
    }
}

/// Our own nets look at what the filter net leaves of the rolls' plays; others do as the players do.
#[test]
fn luck_by_our_own_nets_is_thinned_out() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let (_, frame) = money(false, CubeOwner::Owned(Top));
    let info = cube(2, CubeOwner::Owned(Top), Top, Terms::Money { jacoby: false, beavers: 3 });
    for (luck_by, is_thinned) in [(LuckBy::OwnNets, true), (LuckBy::Static, false), (LuckBy::Players, false)] {
        let mut settings = RolloutSettings { luck_by, ..RolloutSettings::default() };
        for player in &mut settings.players.0 {
            player.chequer.set_plies(if luck_by == LuckBy::Static { 2 } else { 0 });
            player.chequer.prune = false;
        }
        let settings = resolved(&settings);
        assert_eq!(settings.luck_by, luck_by);
        let mut searchers = engine.searchers(&settings);
        RollValues::of_turn(&mut searchers, &frame, &settings, 0, &START, &info).expect("nobody stops it");
        let guesses = searchers.luck.as_ref().unwrap_or(&searchers.players).guesses();
        assert_eq!(guesses > 0, is_thinned, "{luck_by:?}");
    }
}

/// A cube decision is looked at deeper where a look without plies leaves it near: nowhere, somewhere, everywhere.
#[test]
fn near_cubes_are_looked_at_deeper() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let job = Job::position(&START, Cube::START, Bottom, Terms::Money { jacoby: false, beavers: 0 });
    let play = |near_cubes: Option<f64>, plies: u8| {
        let mut settings = RolloutSettings { near_cubes, ..RolloutSettings::quick(12) };
        settings.players.0.iter_mut().for_each(|player| player.cube.set_plies(plies));
        let settings = engine.resolve(&job, &settings);
        let table = Table::new(&settings, &job, &engine.met);
        let mut searchers = engine.searchers(&settings);
        let mut play = |trial| play_trial(&table, &mut searchers, 0, trial, &mut ()).expect("nobody stops it");
        let records: Vec<_> = (0..12).map(&mut play).collect();
        let evaluations: u32 = records.iter().map(|record| record.evaluations).sum();
        let turns: u32 = records.iter().map(|record| u32::from(record.events.turns)).sum();
        let evaluations = f64::from(evaluations) / f64::from(turns);
        (records.into_iter().map(|record| (record.values, record.events)).collect::<Vec<_>>(), evaluations)
    };
    let [all, every, some, none, never] =
        [(None, 1), (Some(1e9), 1), (Some(RolloutSettings::NEAR), 1), (Some(-1.0), 1), (Some(-1.0), 2)]
            .map(|(near, plies)| play(near, plies));
    assert_eq!(all.0, every.0);
    assert_eq!(none.0, never.0, "only the first two turns look ahead, when nobody doubles here");
    assert!(all.0 != none.0, "a ply changes some decision");
    let a_turn = [none.1, some.1, all.1, every.1];
    assert!(a_turn.is_sorted_by(|less, more| less < more), "evaluations a turn: {a_turn:?}");
}

/// The first cube decision is the same in all trials, so that an error there would not cancel out. Here a static look
/// by the formula doubles, far from a change, where the other side redoubles at once.
#[test]
fn first_cubes_are_looked_at_deeper_however_far_they_are() {
    let engine = Engine::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()));
    let setup = setup_from_position_id("y3YGBwDL9YAxAA").expect("a position");
    let after = Position::try_from(setup).expect("a position");
    let score = MatchScore::new(9, ByPlayer([7, 4]), false).expect("a score");
    let job = Job::plays(&[after], Cube::START, Bottom, Terms::Match(score));
    let taken = |near_cubes: Option<f64>, plies: u8| {
        let mut settings = RolloutSettings { near_cubes, ..RolloutSettings::quick(12) };
        settings.efficiency = CubeEfficiency::STANDARD;
        settings.players.0.iter_mut().for_each(|player| player.cube.set_plies(plies));
        let settings = engine.resolve(&job, &settings);
        let table = Table::new(&settings, &job, &engine.met);
        let mut searchers = engine.searchers(&settings);
        let mut play = |trial| play_trial(&table, &mut searchers, 0, trial, &mut ()).expect("nobody stops it");
        (0..12).map(&mut play).filter(|record| record.events.takes > 0 && !record.events.first_double_is_ours).count()
    };
    let [at_once, deeper, far] = [(None, 0), (None, 1), (Some(-1.0), 1)].map(|(near, plies)| taken(near, plies));
    assert_eq!(at_once, 12, "it doubles at once");
    assert!(deeper < 12 && far < 12, "{deeper} {far}");
}

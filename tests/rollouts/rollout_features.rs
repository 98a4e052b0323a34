//! Rollouts from end to end, one setting at a time: what each must do to the trials, exactly.

use crate::support::rollouts;

use gammon::board::{ByPlayer, Position, Roll, Variation};
use gammon::eval::bearoff::Bearoff;
use gammon::eval::{EvalSettings, MoveFilters};
use gammon::notation::setup_from_position_id;
use gammon::render::{Format, LiveView, live_pace, live_rows};
use gammon::rng::{Generator, InitialRolls, RngKind};
use gammon::rollout::{
    CUBEFUL, CUBELESS, Control, CubeState, Ending, Fixed, Job, Later, LuckBy, Observer, Pairing, PlayerSettings,
    Progress, Rollout, RolloutSettings, SettlementLimit, TrialRecord, Trials,
};
use gammon::scoring::{Cube, CubeOwner, MatchScore, Met, Terms};
use gammon::settings::OutputSettings;
use rollouts::{ME, PLAIN_MONEY, is_long, own, plain, position, reference, roll_out, say};
use std::time::{Duration, Instant};

const OPENING: &str = "4HPwATDgc/ABMA";
const LATE_CONTACT: &str = "dhcAAHLbPQAEAA";
const RACE: &str = "XVs3AADl9mYAAA";

/// Plays that come out of a position by its best plays of 3-1, 2-1 and so on: candidates to compare.
fn results(id: &str, n: usize) -> Vec<Position> {
    let engine = own();
    let position = position(id);
    let cube = Job::position(&position, Cube::START, ME, PLAIN_MONEY).basis_info(&engine.met);
    let roll = Roll::ALL.iter().copied().find(|roll| !roll.is_double()).expect("one of 15");
    let settings = EvalSettings::cubeful(0);
    let ranked = engine.searcher().rank_plays(&position, roll, &cube, &settings, &MoveFilters::NORMAL);
    ranked.expect("no stop").into_iter().map(|candidate| candidate.play.result).take(n).collect()
}

fn truncated(trials: u64, plies: u16) -> RolloutSettings {
    let mut settings = plain(trials, 5);
    settings.truncation.enabled = true;
    settings.truncation.plies = plies;
    settings
}

fn first_rolls(records: &Trials) -> [u32; 21] {
    let mut counts = [0; 21];
    for record in records {
        counts[record.first_roll.expect("a roll").index()] += 1;
    }
    counts
}

/// The mean of a number over all trials, exactly as added up.
fn sum(records: &Trials, of: impl Fn(&TrialRecord) -> Fixed) -> i64 {
    records.iter().map(|record| of(record).0).sum()
}

/// Ranks are dealt as rolls are, and every position puts each rank to one roll. Over 36 trials to a horizon of one roll
/// and 1296 of two, all that can happen is enumerated: no candidate's result may depend on the pairing.
#[test]
fn ranked_strands_are_unbiased() {
    let engine = own();
    for (id, plies, trials) in [(OPENING, 1, 36), (LATE_CONTACT, 1, 36), (RACE, 1, 36), (LATE_CONTACT, 2, 1296)] {
        let job = Job::plays(&results(id, 2), Cube::START, ME, PLAIN_MONEY);
        for variance_reduction in [true, false] {
            let run = |pairing| {
                let settings = truncated(trials, plies).with(|it| {
                    it.variance_reduction = variance_reduction;
                    it.pairing = pairing;
                });
                roll_out(&engine, &job, &settings).records.candidates
            };
            let (shared, ranked) = (run(Pairing::Shared), run(Pairing::Ranked));
            let natural = Roll::ALL.map(|roll| roll.weight() * u32::try_from(trials / 36).expect("few"));
            for (shared, ranked) in shared.iter().zip(&ranked) {
                assert_eq!(first_rolls(ranked), natural, "{id}");
                for quantity in 0..=CUBEFUL {
                    let [shared, ranked] = [shared, ranked].map(|all| sum(all, |record| record.values[quantity]));
                    // Each value is rounded to 2⁻³² and each sum of luck to double precision.
                    assert!(shared.abs_diff(ranked) <= 4 * trials, "{id}, {plies} plies: {shared} and {ranked}");
                }
            }
            // Trials are paired by rank: a good roll after one play need not be as good after the other.
            let differs = ranked[0].iter().zip(&ranked[1]).any(|(a, b)| a.first_roll != b.first_roll);
            assert!(differs || id != OPENING, "rolls have the same rank after both plays");
        }
    }
}

#[test]
fn ranked_trials_rise_and_fall_together() {
    let engine = own();
    let job = Job::plays(&results(OPENING, 2), Cube::START, ME, PLAIN_MONEY);
    let settings = truncated(36, 1).with(|it| {
        it.pairing = Pairing::Ranked;
        it.variance_reduction = false;
    });
    let candidates = roll_out(&engine, &job, &settings).records.candidates;
    // With one roll to the horizon a trial is worth what its roll is worth: sorted by one candidate, the other is too.
    let mut pairs: Vec<_> =
        candidates[0].iter().zip(&candidates[1]).map(|(a, b)| (a.values[CUBEFUL], b.values[CUBEFUL])).collect();
    pairs.sort();
    assert!(pairs.is_sorted_by_key(|&(_, b)| b), "{pairs:?}");
}

/// The mean of two horizons is, trial by trial, the mean of the rollouts to each.
#[test]
fn the_truncation_mean_is_that_of_two_horizons() {
    let engine = own();
    for (id, plies) in [(OPENING, 4), (LATE_CONTACT, 5), ("rPcAALBu7wAAAA", 8)] {
        let job = Job::cube(&position(id), Cube::START, ME, PLAIN_MONEY);
        let run = |plies, mean| {
            let mut settings = truncated(36, plies);
            settings.truncation.mean = mean;
            settings.bearoff_exact = false;
            roll_out(&engine, &job, &settings).records.candidates
        };
        let (short, long, mean) = (run(plies - 1, false), run(plies, false), run(plies, true));
        for candidate in 0..2 {
            let trials = short[candidate].iter().zip(&long[candidate]).zip(&mean[candidate]);
            for ((short, long), mean) in trials {
                for quantity in 0..=CUBEFUL {
                    let half = (short.values[quantity].0 + long.values[quantity].0) / 2;
                    assert!(mean.values[quantity].0.abs_diff(half) <= 2, "{id}: {mean:?}");
                }
            }
        }
        assert!(short[0] != long[0]);
    }
}

/// Where no equity reaches the limit nothing is settled, and the states of the cube are valued at both horizons.
#[test]
fn the_truncation_mean_is_that_of_settled_states_too() {
    let engine = own();
    let job = Job::position(&position(OPENING), Cube::START, ME, PLAIN_MONEY);
    let run = |plies, mean| {
        let mut settings = truncated(36, plies).with(|it| it.settlement = Some(SettlementLimit::Same(3.0)));
        settings.truncation.mean = mean;
        roll_out(&engine, &job, &settings).records.candidates
    };
    let (short, long, mean) = (run(3, false), run(4, false), run(4, true));
    let mut differ = 0;
    for ((short, long), mean) in short[0].iter().zip(&long[0]).zip(&mean[0]) {
        for state in CubeState::ALL {
            let [short, long, mean] = [short, long, mean].map(|record| record.settled[state as usize].0);
            assert!(mean.abs_diff((short + long) / 2) <= 2, "{state:?}: {short} {long} {mean}");
            differ += usize::from(short != long);
        }
    }
    assert!(differ > 100, "{differ} of 144");
}

fn two_ply() -> PlayerSettings {
    let mut two = plain(0, 0).players[ME];
    two.chequer.set_plies(1);
    two.cube.set_plies(1);
    two
}

/// Values only: deeper settings evaluate more.
fn values(rollout: &Rollout) -> Vec<Vec<[Fixed; 7]>> {
    rollout.records.candidates.iter().map(|records| records.iter().map(|record| record.values).collect()).collect()
}

#[test]
fn later_settings_are_those_of_later_turns() {
    let engine = own();
    let job = Job::cube(&position(LATE_CONTACT), Cube::START, ME, PLAIN_MONEY);
    let run = |early, later: Option<(u16, PlayerSettings)>| {
        let mut settings = truncated(24, 4).with(|it| it.players = ByPlayer([early; 2]));
        if let Some((plies, players)) = later {
            settings.later = Later { enabled: true, plies, players: ByPlayer([players; 2]) };
        }
        values(&roll_out(&engine, &job, &settings))
    };
    let (zero, one) = (plain(0, 0).players[ME], two_ply());
    let (all_zero, all_one) = (run(zero, None), run(one, None));
    assert!(all_zero != all_one, "another ply makes a difference");
    assert!(run(zero, Some((0, one))) == all_one, "later from the first turn on is always");
    assert!(run(zero, Some((4, one))) == all_zero, "later than the horizon is never");
    let between = run(zero, Some((2, one)));
    assert!(between != all_zero && between != all_one);
    assert!(between == run(zero, Some((2, one))));
    // Each player has settings of his own.
    let mut settings = truncated(24, 4).with(|it| it.players = ByPlayer([zero; 2]));
    settings.players[ME] = one;
    let mine = values(&roll_out(&engine, &job, &settings));
    assert!(mine != all_zero && mine != all_one);
}

/// Settled games: the dead cube's value is the cubeless one, states that may settle at once are certain, and all four
/// together cost little more than one.
#[test]
fn four_states_of_the_cube_are_settled_at_the_price_of_one() {
    let engine = own();
    let mut plain_settings = plain(72, 9);
    plain_settings.cubeful = false;
    (plain_settings.bearoff_exact, plain_settings.bearoff_one_sided) = (false, false);
    for player in &mut plain_settings.players.0 {
        player.chequer.cubeful = false;
    }
    let settled_settings = plain_settings.clone().with(|it| it.settlement = Some(SettlementLimit::Same(0.5)));
    for id in [OPENING, LATE_CONTACT] {
        let job = Job::position(&position(id), Cube::START, ME, PLAIN_MONEY);
        let (one, four) = (roll_out(&engine, &job, &plain_settings), roll_out(&engine, &job, &settled_settings));
        assert!(values(&one) == values(&four), "{id}: settling changes nothing for a dead cube");
        let mut settled_early = 0;
        for record in &four.records.candidates[0] {
            assert_eq!(record.settled[CubeState::Dead as usize], record.values[CUBELESS]);
            // The side that settles first does so with the centered cube, too.
            let [centered, ours, theirs] =
                [CubeState::Centered, CubeState::Ours, CubeState::Theirs].map(|state| record.settled[state as usize]);
            assert!(centered == ours || centered == theirs, "{record:?}");
            settled_early += u32::from(centered != record.values[CUBELESS]);
        }
        assert!(settled_early > 0, "{id}: some games are settled");
        let [one, four] = [&one, &four].map(|rollout| rollout.result.evaluations());
        assert!(10 * four < 13 * one, "{id}: {four} evaluations for {one}");
    }
    // On roll after a play with much more than the limit but no gammons: settled at once, whatever comes.
    let winning = Position::from_checkers(home([2, 2, 0, 0, 0, 0]), home([0, 0, 0, 0, 3, 3]));
    let job = Job::plays(&[winning.flipped()], Cube::START, ME, PLAIN_MONEY);
    for record in &roll_out(&engine, &job, &settled_settings).records.candidates[0] {
        assert_eq!(record.settled[CubeState::Centered as usize].to_f64(), -1.0);
        assert_eq!(record.settled[CubeState::Theirs as usize].to_f64(), -1.0);
    }
    // The position itself is played on first, as no double is decided on there.
    let job = Job::position(&winning, Cube::START, ME, PLAIN_MONEY);
    let records = roll_out(&engine, &job, &settled_settings).records;
    assert!(records.candidates[0].iter().all(|record| record.events.turns > 0));
}

/// The values of the four states for the side on roll by recursion over all rolls: settled by the side that reaches the
/// limit first and may settle, else the mean over the rolls after the plays that a rollout makes.
struct Settling<'a> {
    engine: &'a gammon::rollout::Engine,
    limit: f64,
    known: std::collections::HashMap<Position, [f64; 4]>,
}

impl Settling<'_> {
    /// What playing on is worth: nobody settles before the first turn.
    fn played_on(&mut self, position: &Position) -> [f64; 4] {
        let mut searcher = self.engine.searcher();
        let cube = Job::position(position, Cube::START, ME, PLAIN_MONEY).basis_info(&self.engine.met);
        let mut mean = [0.0; 4];
        for roll in Roll::ALL {
            // With the cube in mind, as rollouts play by default.
            let settings = RolloutSettings::default().players[ME].chequer;
            let ranked = searcher.rank_plays(position, roll, &cube, &settings, &MoveFilters::NORMAL);
            let next = ranked.expect("no stop").first().map_or(*position, |best| best.play.result).flipped();
            let [dead, centered, ours, theirs] = self.values(&next);
            // Ours is theirs once the other side is on roll.
            for (mean, value) in mean.iter_mut().zip([dead, centered, theirs, ours]) {
                *mean -= value * f64::from(roll.weight()) / 36.0;
            }
        }
        mean
    }

    fn values(&mut self, position: &Position) -> [f64; 4] {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let cube = Job::position(position, Cube::START, ME, PLAIN_MONEY).basis_info(&self.engine.met);
        let evaluation = self.engine.searcher().evaluate(position, &cube, &EvalSettings::cubeless(0)).expect("no stop");
        let equity = f64::from(evaluation.equity);
        let values = if position.is_over() {
            [equity; 4]
        } else {
            let [dead, centered, ours, theirs] = self.played_on(position);
            // The chances of the database are rounded to 16 bits.
            if equity > self.limit - 1e-4 { [dead, 1.0, 1.0, theirs] } else { [dead, centered, ours, theirs] }
        };
        self.known.insert(*position, values);
        values
    }
}

/// At default settings, where databases have the cubeless value of every position.
#[test]
fn settled_bearoffs_are_those_of_the_recursion() {
    let engine = own();
    let many = if is_long() { 80 } else { 12 };
    let mut distances = Vec::new();
    let mut dealt = Generator::new(RngKind::Mersenne, 40);
    for number in 0..many {
        // Both sides have begun to bear off, so that there are no gammons. The second forty are dealt at random.
        let mut counts = |shift: usize| -> [u8; 6] {
            let mut counts = [0; 6];
            (0..5 + (number + shift) % 2).for_each(|i| {
                let spread = (number * (2 * i + 3) + shift * (i + 1) + i * i) % 6;
                counts[if number < 40 { spread } else { dealt.below(6) as usize }] += 1;
            });
            counts
        };
        let start = Position::from_checkers(home(counts(0)), home(counts(1)));
        let limit = if number % 2 == 0 { 0.5 } else { 0.6 };
        let exact = Settling { engine: &engine, limit, known: Default::default() }.played_on(&start);
        let settings = RolloutSettings::default().with(|it| {
            it.trials = 1296;
            it.seed = 77 + u32::try_from(number).expect("few");
            it.settlement = Some(SettlementLimit::Same(limit));
            it.variance_reduction = number % 3 > 0;
            // Dice that are dealt evenly are better than their errors say.
            it.quasi_random = number < 40;
        });
        let job = Job::position(&start, Cube::START, ME, PLAIN_MONEY);
        let result = roll_out(&engine, &job, &settings).result;
        let settled = result.candidates[0].settled.expect("settlement is on");
        for (state, (estimate, exact)) in CubeState::ALL.into_iter().zip(settled.iter().zip(exact)) {
            let error = estimate.std_err.expect("many trials");
            let distance = (estimate.mean - exact).abs() / error.max(2e-4);
            assert!(distance < 4.0, "{number}, {state:?}: {} ± {error} for {exact}", estimate.mean);
            distances.push((distance, error));
        }
    }
    for (from, part) in distances.chunks(160).enumerate() {
        // Smaller errors are those of the 16 bits of the database.
        let known = part.iter().filter(|(_, error)| *error > 2e-4);
        let (count, sum) = known.fold((0, 0.0), |(count, sum), (z, _)| (count + 1, sum + z * z));
        let rms = (sum / f64::from(count)).sqrt();
        let farthest = part.iter().map(|(z, _)| *z).fold(0.0, f64::max);
        let beyond = [1.0, 2.0, 3.0].map(|z| part.iter().filter(|(distance, _)| *distance > z).count());
        say(&format!(
            "settled bearoffs, set {from}: {} values, farthest {farthest:.2} standard errors, beyond 1, 2, 3: \
             {beyond:?}; root mean square of the {count} with errors beyond 0.0002: {rms:.3}",
            part.len()
        ));
        assert!(rms < 1.2, "{rms}");
    }
}

/// What the four states are for: the equities of rollouts in which the cube is turned.
#[test]
fn settled_states_are_near_those_of_cubes_that_are_turned() {
    let engine = own();
    let many = if is_long() { 12 } else { 1 };
    for (id, trials) in [("7O41AADs7jYAAA", 432), ("mGfwATDg8+ABUA", 108), ("4HPwATDgc/ABMA", 108)] {
        let start = position(id);
        let job = |owner| Job::position(&start, Cube::new(1, owner).unwrap(), ME, PLAIN_MONEY);
        let settings = plain(many * trials, 7);
        let settling = settings.clone().with(|it| it.settlement = Some(SettlementLimit::FITTED));
        let settled = roll_out(&engine, &job(CubeOwner::Centered), &settling).result.candidates[0].settled;
        let settled = settled.expect("settlement is on");
        let turning = settings.with(|it| it.cubeful = true);
        let states = [
            (CubeState::Centered, CubeOwner::Centered),
            (CubeState::Ours, CubeOwner::Owned(ME)),
            (CubeState::Theirs, CubeOwner::Owned(!ME)),
        ];
        for (state, owner) in states {
            let turned = roll_out(&engine, &job(owner), &turning).result.candidates[0].estimates;
            let (turned, settled) = (turned.cubeful.expect("a cube").equity, settled[state as usize]);
            let error = turned.std_err.expect("many trials").hypot(settled.std_err.expect("many trials"));
            let distance = (turned.mean - settled.mean).abs() / error;
            assert!(distance < 3.0, "{id}, {state:?}: settled {settled:?}, turned {turned:?}");
        }
    }
}

/// A horizon leaves the cube alive: each state is worth about what it is without the horizon.
#[test]
fn a_horizon_keeps_the_cube_of_every_state_alive() {
    let engine = own();
    let race = position("2+4OAADb5iEAAA");
    let job = Job::position(&race, Cube::START, ME, PLAIN_MONEY);
    let settled = |truncated: bool| {
        let mut settings = RolloutSettings::default().with(|it| {
            it.trials = 324;
            it.seed = 3;
            it.settlement = Some(SettlementLimit::Same(0.5));
        });
        settings.truncation.enabled = truncated;
        settings.truncation.plies = 3;
        settings.truncation.cube.set_plies(0);
        roll_out(&engine, &job, &settings).result.candidates[0]
            .settled
            .expect("settlement is on")
            .map(|state| state.mean)
    };
    let ([dead, centered, ours, theirs], cut) = (settled(false), settled(true));
    assert!(
        ours > centered.max(dead) + 0.05 && theirs < centered.min(dead) - 0.05,
        "{dead} {centered} {ours} {theirs}"
    );
    for (full, cut) in [dead, centered, ours, theirs].into_iter().zip(cut) {
        assert!((full - cut).abs() < 0.06, "{full} with all turns, {cut} with three");
    }
}

fn home(counts: [u8; 6]) -> gammon::board::Checkers {
    let mut all = [0; 25];
    all[..6].copy_from_slice(&counts);
    gammon::board::Checkers::new(all)
}

/// Plays and cube decisions of bearoffs that the two-sided database covers: every number is exact at once.
#[test]
fn decisions_of_known_bearoffs_come_out_exactly() {
    let engine = own();
    let bearoff = Bearoff::standard();
    let known = |position: &Position| bearoff.two_sided.home_equities(position.on_roll(), position.opponent()).money();
    let mut verdicts = Vec::new();
    for (mine, theirs) in [
        ([0, 1, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
        ([2, 2, 0, 0, 0, 0], [2, 1, 1, 0, 0, 0]),
        ([2, 2, 1, 0, 0, 0], [1, 0, 0, 2, 0, 0]),
        ([0, 0, 0, 2, 0, 2], [1, 1, 0, 0, 0, 0]),
    ] {
        let position = Position::from_checkers(home(mine), home(theirs));
        let job = Job::cube(&position, Cube::START, ME, PLAIN_MONEY);
        for bearoff_exact in [true, false] {
            let settings = plain(36, 2).with(|it| it.bearoff_exact = bearoff_exact);
            let result = roll_out(&engine, &job, &settings).result;
            let exact = [known(&position).centered(), 2.0 * known(&position).opponents()].map(f64::from);
            for (candidate, exact) in result.candidates.iter().zip(exact) {
                let mean = candidate.equity().mean;
                assert!((mean - exact).abs() < 3e-4, "{mine:?} {theirs:?}: {mean} for {exact}");
            }
            let decision = result.decision.expect("a decision");
            assert_eq!(decision.verdict, engine_verdict(&engine, &job), "{mine:?} {theirs:?}");
            verdicts.push(decision.verdict);
        }
    }
    verdicts.sort_by_key(|verdict| format!("{verdict:?}"));
    verdicts.dedup();
    assert!(verdicts.len() >= 3, "different verdicts: {verdicts:?}");

    // 6-5 to play with a choice: the value of each play is minus that of the position after it.
    let after = [([0, 0, 0, 1, 1, 0], 2), ([0, 1, 0, 0, 0, 1], 2), ([1, 0, 0, 0, 1, 0], 2)];
    let results: Vec<_> =
        after.map(|(mine, n)| Position::from_checkers(home(mine), home([n, n, 0, 0, 0, 0]))).into_iter().collect();
    let job = Job::plays(&results, Cube::START, ME, PLAIN_MONEY);
    for bearoff_exact in [true, false] {
        let result = roll_out(&engine, &job, &plain(36, 2).with(|it| it.bearoff_exact = bearoff_exact)).result;
        for (candidate, after) in result.candidates.iter().zip(&results) {
            let decision = engine_value(&engine, &after.flipped());
            let mean = candidate.equity().mean;
            assert!((mean + decision).abs() < 3e-4, "{mean} for {}", -decision);
        }
        assert_eq!(result.ranking().len(), 3);
    }
}

fn engine_verdict(engine: &gammon::rollout::Engine, job: &Job) -> Option<gammon::eval::Verdict> {
    let info = job.basis_info(&engine.met);
    let position = job.candidates()[0].position;
    engine.searcher().cube_decision(&position, &info, &EvalSettings::cubeful(0)).expect("no stop").verdict
}

/// The value to the side on roll, which may double first.
fn engine_value(engine: &gammon::rollout::Engine, position: &Position) -> f64 {
    let job = Job::position(position, Cube::START, !ME, PLAIN_MONEY);
    let info = job.basis_info(&engine.met);
    let decision = engine.searcher().cube_decision(position, &info, &EvalSettings::cubeful(0)).expect("no stop");
    f64::from(decision.optimal)
}

/// A last roll: 25 of 36 bear both checkers off, or the opponent does. The rest is the match equity table.
#[test]
fn match_winning_chances_of_a_last_roll_are_those_of_the_table() {
    let engine = own();
    let position = Position::from_checkers(home([0, 1, 1, 0, 0, 0]), home([1, 0, 0, 0, 0, 0]));
    let win = 25.0 / 36.0;
    let met = Met::kazaross_xg2();
    for (length, away, value) in [(7, [4, 2], 1), (7, [2, 2], 1), (9, [5, 7], 2), (3, [1, 1], 1), (5, [3, 1], 1)] {
        let score = MatchScore::new(length, ByPlayer([1, 0].map(|player| length - away[player])), false).unwrap();
        assert_eq!(score.score()[ME], length - away[0]);
        let owner = if value == 1 { CubeOwner::Centered } else { CubeOwner::Owned(ME) };
        let cube = Cube::new(value, owner).unwrap();
        let terms = Terms::Match(score);
        let after = |winner, points| f64::from(met.after(&score, winner, points, ME));
        let expected = |points| win * after(ME, points) + (1.0 - win) * after(!ME, points);
        // The loser of the roll has no use for a cube any more, except to lose less: he is never asked. But after a
        // miss the opponent cashes whatever the cube is worth then.
        let result = roll_out(&engine, &Job::position(&position, cube, ME, terms), &plain(36, 4)).result;
        let mwc = result.candidates[0].estimates.cubeful.expect("cubeful").mwc.expect("a match").mean;
        assert!((mwc - expected(value)).abs() < 1e-5, "{away:?} away: {mwc} for {}", expected(value));
        let info = Job::position(&position, cube, ME, terms).basis_info(&met);
        if info.may_double() {
            let result = roll_out(&engine, &Job::cube(&position, cube, ME, terms), &plain(36, 4)).result;
            let mwc = |i: usize| result.candidates[i].estimates.cubeful.expect("cubeful").mwc.expect("a match").mean;
            // With the cube at 2 · value the opponent who is gin can win no more by turning it again: he is cashed out.
            assert!((mwc(0) - expected(value)).abs() < 1e-5, "{away:?} away: no double");
            assert!((mwc(1) - expected(2 * value)).abs() < 1e-5, "{away:?} away: {} doubled", mwc(1));
        }
    }
}

/// At double match point nothing but winning counts.
#[test]
fn at_double_match_point_the_cube_is_dead() {
    let engine = own();
    let score = MatchScore::new(5, ByPlayer([4, 4]), false).unwrap();
    let job = Job::position(&position(LATE_CONTACT), Cube::START, ME, Terms::Match(score));
    let rollout = roll_out(&engine, &job, &plain(36, 4));
    for record in &rollout.records.candidates[0] {
        // Chances of the bearoff databases are rounded to 2⁻¹⁶, for either side; what is exact at a score is not.
        assert!(record.values[CUBEFUL].0.abs_diff(record.values[0].0) < 2 << 16, "{record:?}");
        assert_eq!(record.events.takes, 0);
    }
}

#[test]
fn an_initial_position_is_dealt_no_doubles() {
    let engine = own();
    let start = setup_from_position_id(OPENING).expect("an ID").into_position(Variation::Standard).expect("legal");
    let job = Job::position(&start, Cube::START, ME, PLAIN_MONEY);
    for pairing in [Pairing::Shared, Pairing::Ranked] {
        let settings = truncated(30, 2).with(|it| {
            it.initial = InitialRolls::NoDoubles;
            it.pairing = pairing;
        });
        let rollout = roll_out(&engine, &job, &settings);
        let natural = Roll::ALL.map(|roll| if roll.is_double() { 0 } else { 2 });
        assert_eq!(first_rolls(&rollout.records.candidates[0]), natural);
        assert_eq!((rollout.result.cycle, rollout.result.complete_levels), (Some(30), 1));
    }
}

/// The last checker goes off while the other side has all fifteen: a gammon, unless Jacoby forbids.
#[test]
fn jacoby_counts_a_gammon_once_while_the_cube_is_centered() {
    let engine = own();
    let position = Position::from_checkers(home([1, 0, 0, 0, 0, 0]), home([5, 5, 5, 0, 0, 0]));
    for (jacoby, owner, worth) in [
        (true, CubeOwner::Centered, 1.0),
        (false, CubeOwner::Centered, 2.0),
        (true, CubeOwner::Owned(ME), 2.0),
        (true, CubeOwner::Owned(!ME), 2.0),
    ] {
        let terms = Terms::Money { jacoby, beavers: 0 };
        let value = if owner == CubeOwner::Centered { 1 } else { 2 };
        let settings = plain(36, 4).with(|it| {
            it.bearoff_exact = false;
            it.bearoff_one_sided = false;
        });
        let rollout =
            roll_out(&engine, &Job::position(&position, Cube::new(value, owner).unwrap(), ME, terms), &settings);
        for record in &rollout.records.candidates[0] {
            assert_eq!(record.events.ending, Ending::BorneOff { won: true, multiple: 2 });
            assert_eq!((record.values[0].to_f64(), record.values[1].to_f64()), (1.0, 1.0));
        }
        let equity = rollout.result.candidates[0].equity().mean;
        assert!((equity - worth).abs() < 1e-6, "{jacoby} {owner:?}: {equity}");
    }
}

/// The evaluator of luck changes what is subtracted, never what is played: the same games, and the same mean over all
/// that can happen. 36 trials to a horizon of one roll and 1296 of two enumerate the first rolls.
#[test]
fn luck_may_be_valued_by_anybody() {
    let Some(engine) = reference("luck_may_be_valued_by_anybody") else { return };
    for (id, plies, trials) in [(OPENING, 1, 36), (RACE, 1, 36), (LATE_CONTACT, 2, 1296)] {
        let job = Job::position(&position(id), Cube::START, ME, PLAIN_MONEY);
        let of = |luck_by: Option<LuckBy>| {
            let settings = truncated(trials, plies).with(|it| {
                it.variance_reduction = luck_by.is_some();
                it.luck_by = luck_by.unwrap_or_default();
            });
            roll_out(&engine, &job, &settings).records.candidates.remove(0)
        };
        let (plain, players, own_nets) = (of(None), of(Some(LuckBy::Players)), of(Some(LuckBy::OwnNets)));
        let raw = |records: &Trials| records.iter().map(|record| record.raw).collect::<Vec<_>>();
        assert!(raw(&plain) == raw(&own_nets) && raw(&plain) == raw(&players), "{id}: other games");
        let values = |records: &Trials| records.iter().map(|record| record.values[CUBELESS]).collect::<Vec<_>>();
        assert_ne!(values(&players), values(&own_nets), "{id}: the same luck");
        for records in [&players, &own_nets] {
            let left = sum(records, |record| record.values[CUBELESS]) - sum(records, |record| record.raw[CUBELESS]);
            // Each trial is rounded to the unit of fixed-point numbers, twice.
            let tolerance = i64::try_from(4 * trials).unwrap();
            assert!(left.abs() <= tolerance, "{id}: luck of {left} over all rolls");
        }
    }
}

/// Takes snapshots at some rounds: the best time of many, of the interim with their lines and of the whole result.
struct Snapshots {
    names: Vec<String>,
    at: Vec<u64>,
    repeats: u32,
    took: Vec<(u64, [Duration; 2])>,
}

impl Observer for Snapshots {
    fn progress(&mut self, progress: &Progress<'_>) -> Control {
        if !self.at.contains(&progress.round) || self.took.iter().any(|(round, _)| *round == progress.round) {
            return Control::Continue;
        }
        let (interim, result) = (progress.interim(), progress.result());
        for (standing, candidate) in interim.candidates.iter().zip(&result.candidates) {
            assert_eq!((standing.trials, standing.equity), (candidate.trials, candidate.equity()));
            let (live, whole) = (standing.comparison.expect("several"), candidate.comparison.expect("several"));
            assert_eq!((live.jsd, live.paired_jsd, live.rank), (whole.jsd, whole.paired_jsd, whole.rank));
        }
        let best = |work: &dyn Fn()| {
            let once = |_| {
                let began = Instant::now();
                work();
                began.elapsed()
            };
            (0..self.repeats).map(once).min().expect("once at least")
        };
        let show = || {
            let interim = progress.interim();
            let view = LiveView {
                names: &self.names,
                interim: &interim,
                format: Format::plain(&OutputSettings::default()),
                stage: None,
                elapsed: Duration::from_secs(9),
                rate: Some(100.0),
            };
            assert_eq!((live_rows(&view).len(), live_pace(&view).is_empty()), (self.names.len() + 1, false));
        };
        let took = [best(&show), best(&|| assert_eq!(progress.result().trials(), progress.round))];
        self.took.push((progress.round, took));
        Control::Continue
    }
}

/// The live table shows the numbers of the result. `GAMMON_LONG_TESTS=1` prints its cost at several numbers of trials.
#[test]
fn what_is_shown_meanwhile_is_what_the_result_says() {
    let engine = own();
    let at = if is_long() { vec![100, 1000, 10_000] } else { vec![2, 36] };
    let results = results(OPENING, 5);
    let names = vec!["24/22 6/5".to_owned(); results.len()];
    let job = Job::plays(&results, Cube::START, ME, PLAIN_MONEY);
    let settings = truncated(at[at.len() - 1], 1).with(|it| it.variance_reduction = false);
    let repeats = if is_long() { 200 } else { 1 };
    let mut snapshots = Snapshots { names, at, repeats, took: Vec::new() };
    engine.rollout(&job, &settings, 1, &mut snapshots).expect("a rollout");
    assert_eq!(snapshots.took.len(), snapshots.at.len());
    for (round, [live, whole]) in snapshots.took {
        say(&format!("5 plays of {round} trials: live table {live:?}, whole result {whole:?}"));
    }
}

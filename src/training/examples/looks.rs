//! What looks find of decisions that long rollouts have judged: the data behind the chance that a look is right.
//!
//!     cargo run --release --example looks -p gammon-training -- SEED DECISIONS plays > plays.tsv
//!
//! The program plays itself with noise, for money and at scores. A line is a candidate of a decision: the number of the
//! decision, its kind, position and class, the candidate's place, its values at 0, 1 and 2 plies, the mean of its
//! trials, and the standard errors of that and of its distance from the best. Values are equities of who decides, of
//! the cube as it stands. `scripts/looks.py` learns from them.
//!
//! With `rollouts` in place of `plays` the best two plays of a close decision are rolled out in the manners of
//! [`manners`], each with a seed of its own, and a line has the distance between the two by 2 plies, then by each
//! manner with its standard error: what the players of a rollout are off by, whatever its trials (`scripts/looks.py
//! rollouts`).

#![allow(clippy::print_stdout, reason = "an example prints")]

use gammon_engine::board::{ByPlayer, Player, Position, Roll, Variation};
use gammon_engine::eval::{Candidate, Class, CubeEfficiency, CubeValues, EvalSettings, MoveFilter, MoveFilters};
use gammon_engine::level::{Level, cube_gap};
use gammon_engine::notation::position_id;
use gammon_engine::rng::{Generator, RngKind};
use gammon_engine::rollout::{
    CandidateResult, Engine, Job, JobKind, Later, LuckBy, PlayerSettings, RolloutSettings, Stopping, Unobserved,
};
use gammon_engine::scoring::{Cube, CubeInfo, CubeOwner, MatchScore, Terms};
use std::error::Error;

type Found<T> = Result<T, Box<dyn Error>>;

/// How far behind a play may be by a static look, and a cube decision from a change.
const NEAR: f32 = 0.16;
const MOST: u8 = 5;

fn main() -> Found<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |what: &str| -> Found<u32> { Ok(arguments.next().ok_or_else(|| what.to_owned())?.parse()?) };
    let (seed, n) = (number("which seed?")?, number("how many decisions?")?);
    let decide = match arguments.next().as_deref() {
        Some("plays") => play_decision,
        Some("cubes") => cube_decision,
        Some("rollouts") => by_rollouts,
        _ => return Err("of plays, of cubes or of rollouts?".into()),
    };
    let engine = Engine::standard();
    let mut generator = Generator::new(RngKind::Mersenne, seed);
    let mut found = 0;
    while found < n {
        let (cube, terms) = drawn(&mut generator);
        let mut player = Player::Top;
        let mut position = Variation::Standard.starting_position();
        while !position.is_over() && found < n {
            let info = CubeInfo::new(cube, player, terms, &engine.met);
            let roll = Roll::from_outcome(u8::try_from(generator.below(36))?);
            if generator.below(5) == 0 {
                found += u32::from(decide(&engine, found, &position, roll, &info)?);
            }
            let noisy = EvalSettings::cubeful(0).with_noise(0.03).with_deterministic(false);
            let best = engine.searcher().best_play(&position, roll, &info, &noisy, &MoveFilters::NORMAL)?;
            position = best.map_or(position, |best| best.play.result).flipped();
            player = !player;
        }
    }
    Ok(())
}

/// A cube and terms: money in two games of five, else a score of up to nine points away.
fn drawn(generator: &mut Generator) -> (Cube, Terms) {
    let owner = match generator.below(5) {
        0 => CubeOwner::Owned(Player::Top),
        1 => CubeOwner::Owned(Player::Bottom),
        _ => CubeOwner::Centered,
    };
    let held = owner != CubeOwner::Centered;
    if generator.below(5) < 2 {
        return (Cube::turned(u8::from(held), owner), Terms::Money { jacoby: false, beavers: 0 });
    }
    let mut score = || u8::try_from(generator.below(9)).expect("small");
    let (mine, yours) = (score(), score());
    let is_crawford = !held && (mine == 8) != (yours == 8) && generator.below(2) == 0;
    let score = MatchScore::new(9, ByPlayer([mine, yours]), is_crawford).expect("a score");
    (Cube::turned(u8::from(held), owner), Terms::Match(score))
}

/// Trials of eleven turns without look-ahead.
fn settings(seed: u32) -> RolloutSettings {
    let mut settings = RolloutSettings::quick(360).with(|it| {
        it.seed = seed;
        it.stop = Stopping::NONE;
    });
    settings.truncation.enabled = true;
    settings.truncation.plies = 11;
    settings.truncation.chequer = EvalSettings::cubeful(0);
    settings.truncation.cube = EvalSettings::cubeful(0);
    settings
}

/// Rolls the choices of a decision out, and prints them.
fn print(engine: &Engine, number: u32, position: &Position, job: &Job, values: &[[f32; 3]]) -> Found<bool> {
    let (kind, class) = (job.kind().name(), Class::of(position).name());
    let truth = engine.rollout(job, &settings(number + 1), 1, &mut Unobserved)?.result.candidates;
    for (place, (candidate, [at_0, at_1, at_2])) in truth.iter().zip(values).enumerate() {
        let equity = candidate.equity();
        let behind = candidate.comparison.as_ref().and_then(|it| it.behind_error);
        println!(
            "{number}\t{kind}\t{}\t{class}\t{place}\t{at_0:.6}\t{at_1:.6}\t{at_2:.6}\t{:.6}\t{:.6}\t{:.6}",
            position_id(position),
            equity.mean,
            equity.std_err.unwrap_or(0.0),
            behind.unwrap_or(0.0),
        );
    }
    Ok(true)
}

/// Prints a cube decision, if it is close; whether it was.
fn cube_decision(engine: &Engine, number: u32, position: &Position, _: Roll, info: &CubeInfo) -> Found<bool> {
    let mut searcher = engine.searcher();
    if !info.may_double() {
        return Ok(false);
    }
    let mut at = |plies: u8| searcher.cube_decision(position, info, &EvalSettings::cubeful(plies)).map(|it| it.values);
    let values = [at(0)?, at(1)?, at(2)?];
    if cube_gap(&values[0]) >= NEAR {
        return Ok(false);
    }
    let of = |pick: fn(&CubeValues) -> f32| values.each_ref().map(pick);
    let job = Job::cube(position, info.cube(), info.on_roll(), *info.terms());
    print(engine, number, position, &job, &[of(|it| it.no_double), of(|it| it.double_take)])
}

/// Prints the closest plays of a roll, if there are two; whether there were.
fn play_decision(engine: &Engine, number: u32, position: &Position, roll: Roll, info: &CubeInfo) -> Found<bool> {
    let (results, values) = close_plays(engine, position, roll, info)?;
    if results.len() < 2 {
        return Ok(false);
    }
    let job = Job::plays(&results, info.cube(), info.on_roll(), *info.terms());
    print(engine, number, position, &job, &values)
}

/// How far apart the best two plays may be by 2 plies to be rolled out in all manners.
const CLOSE: f32 = 0.06;

/// The manners in which a decision is rolled out; the first is what the others are compared with.
fn manners() -> [(&'static str, RolloutSettings); 5] {
    let players = |plays, cube| {
        let settings = EvalSettings::cubeful;
        let filters = MoveFilters::LEAN;
        ByPlayer([PlayerSettings { chequer: settings(plays), cube: settings(cube), filters }; 2])
    };
    let full = |first: [u8; 2], later: [u8; 2]| {
        RolloutSettings::quick(360).with(|it| {
            it.players = players(first[0], first[1]);
            it.later = Later { enabled: first != later, plies: 2, players: players(later[0], later[1]) };
            it.luck_by = LuckBy::Static;
            it.near_cubes = Some(RolloutSettings::NEAR);
        })
    };
    let level = |level: Level| {
        level.settings(JobKind::Plays, 0, true, CubeEfficiency::default()).with(|it| it.stop = Stopping::NONE)
    };
    [
        ("plays at 2 plies, then 1; cube at 2, then 1", full([2, 2], [1, 1])),
        ("plays at 0 plies; cube at 2", full([0, 2], [0, 2])),
        ("plays at 2 plies, then 0; cube at 2", full([2, 2], [0, 2])),
        ("roller+", level(Level::RollerPlus).with(|it| it.trials = 360)),
        ("roller++", level(Level::RollerPlusPlus)),
    ]
}

/// Prints how far the best two plays of a roll are apart by every manner, if they are close; whether they were.
fn by_rollouts(engine: &Engine, number: u32, position: &Position, roll: Roll, info: &CubeInfo) -> Found<bool> {
    let (results, values) = close_plays(engine, position, roll, info)?;
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by(|&a, &b| values[b][2].total_cmp(&values[a][2]));
    let [first, second, ..] = order[..] else { return Ok(false) };
    let gap = values[first][2] - values[second][2];
    if gap > CLOSE {
        return Ok(false);
    }
    let job = Job::plays(&[results[first], results[second]], info.cube(), info.on_roll(), *info.terms());
    let mut line = format!("{number}\t{}\t{}\t{gap:.6}", position_id(position), Class::of(position).name());
    for (i, (_, settings)) in (0_u32..).zip(manners()) {
        let settings = settings.with(|it| it.seed = 10 * number + i + 1);
        let result = engine.rollout(&job, &settings, 1, &mut Unobserved)?.result;
        let [one, other] = &result.candidates[..] else { return Err("two plays".into()) };
        let behind = |it: &CandidateResult| it.comparison.as_ref().and_then(|it| it.behind_error);
        let error = behind(one).into_iter().chain(behind(other)).fold(0.0, f64::max);
        line += &format!("\t{:.6}\t{error:.6}", one.equity().mean - other.equity().mean);
    }
    if number == 0 {
        let names: String = manners().iter().map(|(name, _)| format!("\t{name}\terror")).collect();
        println!("number\tposition\tclass\tgap{names}");
    }
    println!("{line}");
    Ok(true)
}

/// The plays of a roll that a static look leaves near the best, with their values at 0, 1 and 2 plies.
fn close_plays(
    engine: &Engine,
    position: &Position,
    roll: Roll,
    info: &CubeInfo,
) -> Found<(Vec<Position>, Vec<[f32; 3]>)> {
    let mut searcher = engine.searcher();
    let near = MoveFilter { accept: 0, extra: MOST, threshold: NEAR };
    let mut looks = Vec::new();
    for plies in 0..3 {
        let mut filters = MoveFilters::NORMAL;
        if plies > 0 {
            filters.set(plies, 0, Some(near))?;
        }
        let depth = EvalSettings::cubeful(u8::try_from(plies)?);
        looks.push(searcher.rank_plays(position, roll, info, &depth, &filters)?);
    }
    let value = |plies: usize, result: &Position| {
        let of = looks[plies].iter().find(|it| it.play.result == *result && usize::from(it.plies) == plies);
        of.map(Candidate::score)
    };
    let all = looks[0].iter().map(|it| it.play.result);
    let kept = all.filter(|it| value(1, it).is_some() && value(2, it).is_some());
    let results: Vec<Position> = kept.collect();
    let at = |it: &Position| [0, 1, 2].map(|plies| value(plies, it).expect("kept"));
    let values = results.iter().map(at).collect();
    Ok((results, values))
}

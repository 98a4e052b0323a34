//! Games with notes by hand: what decisions gave up, what statistics count, which steps are looked at again.

mod found;
mod open;
mod statistics;
mod verdicts;

use super::*;
use crate::board::{ByPlayer, Checkers, Player, Position, Roll, Variation};
use crate::eval::{EvalSettings, Evaluator, Searcher};
use crate::level::{Level, Rung};
use crate::movegen::legal_plays;
use crate::record::{
    CubeAnalysis, Event, Game, GameRecord, LuckMark, Method, Note, Numbers, PlayAnalysis, PlayValue, Record,
    ResignationAnalysis, Rules, Skill, Standing, State, Step,
};
use crate::scoring::{Cube, CubeOwner, GameValue, MatchScore, Met};
use Player::{Bottom, Top};
use std::sync::Arc;

const START: Position = Variation::Standard.starting_position();
const RULES: Rules = Rules { crawford: true };
const TWO_PLIES: Method = Method::Plies { plies: 2, cubeful: true, noise: 0.0, deterministic: true, pruned: true };

fn roll(high: u8, low: u8) -> Roll {
    Roll::new(high, low).expect("dice")
}

fn worth_of(cubeful: f32) -> Numbers {
    Numbers { cubeful, ..Numbers::default() }
}

/// A game for money in which Bottom is on roll.
fn game(dice: Option<Roll>, cube: u32, owner: CubeOwner) -> Game {
    Game { dice, cube: Cube::new(cube, owner).unwrap(), ..Game::new(Variation::Standard, Bottom, true) }
}

fn money(game: Game) -> State {
    State::playing(Standing::money(false, 3), game)
}

/// The step of an event after a state.
fn step(before: &State, event: Event, note: Note) -> Step {
    Step { after: before.after(&event, RULES).expect("legal"), event, note }
}

/// A play of the state's roll, as an analysis has it that found these values, best first.
fn play(before: &State, values: &[f32], played: usize) -> Step {
    let game = before.game.expect("a game");
    let legal = legal_plays(&game.position, game.dice.expect("dice"));
    let value = |(play, &value): (&_, &f32)| PlayValue {
        play: Clone::clone(play),
        numbers: worth_of(value),
        errors: None,
        method: TWO_PLIES,
        marked: false,
    };
    let plays = legal.iter().zip(values).map(value).collect();
    let plays = Some(Box::new(PlayAnalysis { plays, played: Some(played), told: None }));
    step(before, Event::Play(legal[played].clone()), Note { plays, ..Note::default() })
}

fn cube_note([no_double, take]: [f32; 2]) -> Note {
    let [no_double, take] = [worth_of(no_double), worth_of(take)];
    let cube = CubeAnalysis { no_double, take, errors: None, method: TWO_PLIES, told: None };
    Note { cube: Some(Box::new(cube)), ..Note::default() }
}

fn record(start: State, steps: Vec<Step>) -> GameRecord {
    GameRecord::new(start, steps)
}

/// The verdict on the last step of a game.
fn judged(start: State, steps: Vec<Step>) -> Option<Verdict> {
    let record = record(start, steps);
    verdict(&record, record.steps.len() - 1, &Met::kazaross_xg2(), &Thresholds::default())
}

#[track_caller]
fn near(found: f32, wanted: f32) {
    assert!((found - wanted).abs() < 1e-5, "{found}, not {wanted}");
}

/// A last checker on the ace point: every roll has one play.
fn last_checker() -> Game {
    let side = |point: usize| {
        let mut counts = [0; 25];
        counts[point] = 1;
        Checkers::new(counts)
    };
    Game { position: Position::from_checkers(side(0), side(5)), ..game(Some(roll(2, 1)), 1, CubeOwner::Centered) }
}

/// One game with everything that statistics count: Bottom plays three times, Top twice, and passes a redouble.
fn counted_game(standing: Standing) -> GameRecord {
    let start = State::new(standing);
    let begin = Event::Begin {
        standing,
        variation: Variation::Standard,
        cube_in_use: true,
        largest_cube: None,
        cube: 1,
        first: Bottom,
        roll: Some(roll(3, 1)),
    };
    let lucky = |luck: f32| Note { luck: Some(luck), ..Note::default() };
    let mut steps = vec![step(&start, begin, lucky(0.125))];
    let now = |steps: &Vec<Step>| steps.last().expect("a step").after;
    let add = |steps: &mut Vec<Step>, event, note| {
        let next = step(&now(steps), event, note);
        steps.push(next);
    };
    let make = |steps: &mut Vec<Step>, values: &[f32], played| {
        let next = play(&now(steps), values, played);
        steps.push(next);
    };
    make(&mut steps, &[0.5, 0.375], 1); // Bottom: very bad, by an eighth
    add(&mut steps, Event::Roll(roll(5, 2)), Note { luck: Some(-0.5), ..cube_note([0.0, -0.5]) });
    make(&mut steps, &[0.5, 0.4375], 1); // Top: bad, by a sixteenth
    add(&mut steps, Event::Double, cube_note([0.5, 0.75])); // Bottom, right
    add(&mut steps, Event::Take, cube_note([0.5, 0.75])); // Top, right
    add(&mut steps, Event::Roll(roll(6, 4)), lucky(0.75));
    make(&mut steps, &[0.5, 0.5], 0); // Bottom: no error
    // Top misses a double that is a take by a quarter, and one that is a pass by a half.
    add(&mut steps, Event::Roll(roll(4, 3)), Note { luck: Some(0.375), ..cube_note([0.5, 0.75]) });
    let unknown = play(&now(&steps), &[0.5], 0);
    steps.push(Step { note: Note::default(), ..unknown });
    add(&mut steps, Event::Roll(roll(2, 1)), Note::default());
    make(&mut steps, &[0.5, 0.46875], 1); // Bottom: doubtful, by a thirty-second
    add(&mut steps, Event::Double, cube_note([1.25, 1.5])); // Top, too good by a quarter
    add(&mut steps, Event::Pass, cube_note([1.25, 0.75])); // Bottom, wrong by a quarter
    record(start, steps)
}

/// A record of the counted game.
fn whole() -> Record {
    Record::from_games(vec![counted_game(Standing::money(false, 3))]).expect("a game")
}

fn searcher() -> Searcher {
    Searcher::new(Evaluator::standard(), Arc::new(Met::kazaross_xg2()))
}

/// Settings without looking ahead.
fn quick() -> AnalysisSettings {
    let settings = AnalysisSettings::default().at(Rung::Plies(0));
    AnalysisSettings { luck: EvalSettings::cubeful(0), ..settings }
}

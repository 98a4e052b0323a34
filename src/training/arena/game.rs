//! One game between two players, and a match of games.

use super::contender::Contender;
use super::stakes::Stakes;
use crate::board::{ByPlayer, Player, Position, Roll, Variation};
use crate::eval::{
    BestOfRoll, CubeEfficiency, EvalSettings, Evaluation, Evaluator, Interrupted, MoveFilters, RollQuestion, Searcher,
};
use crate::scoring::{Cube, CubeInfo, GameValue, MatchScore, Met, Terms};
use crate::train::Chance;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Games longer than this are left as a draw.
const LONGEST: u32 = 3_000;

/// The cube is not turned beyond this.
const MAX_CUBE: u32 = 1024;

/// Games of a match have streams of dice of their own, this many for each pair.
const STREAMS: u64 = 256;

/// The outcome of one seating of a pair, seen by the player of the seat [`Player::Bottom`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outcome {
    /// Points won, or 1 and 0 for a match won and lost.
    pub result: f64,
    /// The luck of the dice, in the same unit; 0 where luck is not looked at.
    pub luck: f64,
    /// Games played.
    pub games: u64,
    /// Turns played.
    pub turns: u64,
    /// Games won singly, with a gammon, with a backgammon: by the bottom seat, then by the other.
    pub won: [[u64; 3]; 2],
}

/// The players in their seats, with their searchers and buffers.
pub(super) struct Table {
    players: ByPlayer<Seat>,
    judge: Option<(Arc<Evaluator>, Searcher)>,
    met: Arc<Met>,
    stakes: Stakes,
}

struct Seat {
    searcher: Searcher,
    settings: EvalSettings,
    filters: MoveFilters,
}

/// How a game ended: the winner and the points.
struct End {
    winner: Player,
    value: GameValue,
    points: u32,
}

impl Table {
    /// Seats for the two, each at its own side: the first at the bottom.
    pub fn new(
        contenders: [&Contender; 2],
        judge: Option<&Arc<Evaluator>>,
        stakes: Stakes,
        met: &Arc<Met>,
        stop: &Arc<AtomicBool>,
    ) -> Self {
        let searcher = |evaluator: &Arc<Evaluator>, efficiency| {
            let searcher = Searcher::new(Arc::clone(evaluator), Arc::clone(met)).with_stop(Arc::clone(stop));
            searcher.with_efficiency(efficiency)
        };
        let seat = |contender: &Contender| Seat {
            searcher: searcher(&contender.evaluator, contender.efficiency),
            settings: contender.settings(stakes.is_cubeful()),
            filters: contender.filters(),
        };
        let [bottom, top] = contenders;
        Self {
            players: ByPlayer([seat(top), seat(bottom)]),
            judge: judge.map(|judge| (Arc::clone(judge), searcher(judge, CubeEfficiency::BY_NETS))),
            met: Arc::clone(met),
            stakes,
        }
    }

    /// Plays one game or one match with the dice of a pair.
    pub fn play(&mut self, seed: u64, pair: u64) -> Result<Outcome, Interrupted> {
        let mut outcome = Outcome::default();
        let stream = |game: u64| Chance::new(seed, pair.wrapping_mul(STREAMS).wrapping_add(game));
        let length = match self.stakes {
            Stakes::Match(length) => length,
            Stakes::Cubeless | Stakes::Money => {
                let terms = Terms::Money { jacoby: self.stakes == Stakes::Money, beavers: 0 };
                let end = self.game(terms, &mut stream(0), &mut outcome)?;
                outcome.result = end.map_or(0.0, |end| end.for_bottom());
                return Ok(outcome);
            }
        };
        let mut score = MatchScore::new(length, ByPlayer([0; 2]), length == 1).expect("a length of a match");
        let mut crawford_played = length == 1;
        for game in 0.. {
            let end = self.game(Terms::Match(score), &mut stream(game % STREAMS), &mut outcome)?;
            let Some(End { winner, points, .. }) = end else { continue };
            let Some(after) = score.with_points(winner, points) else {
                outcome.result = f64::from(winner == Player::Bottom);
                break;
            };
            let is_late = Player::BOTH.iter().any(|&player| after.away(player) == 1);
            score = after.with_crawford(is_late && !crawford_played);
            crawford_played |= is_late;
        }
        Ok(outcome)
    }

    /// Plays a game; `None` when it was left as a draw.
    fn game(&mut self, terms: Terms, dice: &mut Chance, outcome: &mut Outcome) -> Result<Option<End>, Interrupted> {
        let mut position = Variation::Standard.starting_position();
        let (mut roll, starter) = opening(dice);
        let mut cube = CubeInfo::new(Cube::START, starter, terms, &self.met);
        outcome.games += 1;
        for turn in 0..LONGEST {
            if turn > 0 {
                if let Some(end) = self.turn_cube(&position, &mut cube)? {
                    outcome.count(&end);
                    return Ok(Some(end));
                }
                roll = dice.roll();
            }
            outcome.turns += 1;
            let looked = self.subtract_luck(&position, &cube, roll, turn == 0, outcome);
            position = self.choose(&position, &cube, roll, looked)?.flipped();
            cube.flip();
            if let Some((side, value)) = GameValue::of(&position, 15) {
                let winner = cube.player(side);
                // Without a cube turn gammons do not count under the Jacoby rule.
                let value = if cube.is_jacoby_in_force() { GameValue::Single } else { value };
                let end = End { winner, value, points: cube.cube().value() * value.multiplier() };
                outcome.count(&end);
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Lets the side on roll turn the cube and the other answer, each by its own evaluation.
    fn turn_cube(&mut self, position: &Position, cube: &mut CubeInfo) -> Result<Option<End>, Interrupted> {
        if !self.stakes.is_cubeful() || !cube.may_double() || cube.cube().value() >= MAX_CUBE {
            return Ok(None);
        }
        let mover = cube.on_roll();
        let mut verdict = |player: Player| {
            let Seat { searcher, settings, .. } = &mut self.players[player];
            Ok(searcher.cube_decision(position, cube, settings)?.verdict)
        };
        if !verdict(mover)?.is_some_and(|verdict| verdict.doubles()) {
            return Ok(None);
        }
        if verdict(!mover)?.is_some_and(|verdict| verdict.takes()) {
            *cube = cube.doubled(&self.met);
            return Ok(None);
        }
        Ok(Some(End { winner: mover, value: GameValue::Single, points: cube.cube().value() }))
    }

    /// Looks at all rolls and adds what this one gave beyond their mean; returns what was found.
    fn subtract_luck(
        &mut self,
        position: &Position,
        cube: &CubeInfo,
        roll: Roll,
        is_opening: bool,
        outcome: &mut Outcome,
    ) -> Option<[BestOfRoll; 21]> {
        let (_, searcher) = self.judge.as_mut()?;
        let settings = if self.stakes.is_cubeful() { EvalSettings::cubeful(0) } else { EvalSettings::cubeless(0) };
        let best = searcher.all_rolls(position, cube, &settings);
        let worth = |evaluation: &Evaluation| f64::from(worth(evaluation, cube));
        let (mut sum, mut weights) = (0.0, 0.0);
        let rolls = Roll::ALL.iter().zip(&best).filter(|(roll, _)| !(is_opening && roll.is_double()));
        for (roll, best) in rolls {
            sum += f64::from(roll.weight()) * worth(&best.evaluation);
            weights += f64::from(roll.weight());
        }
        let luck = worth(&best[roll.index()].evaluation) - sum / weights;
        outcome.luck += if cube.on_roll() == Player::Bottom { luck } else { -luck };
        Some(best)
    }

    /// The position after the play of the side on roll, seen by the mover.
    fn choose(
        &mut self,
        position: &Position,
        cube: &CubeInfo,
        roll: Roll,
        looked: Option<[BestOfRoll; 21]>,
    ) -> Result<Position, Interrupted> {
        let Seat { searcher, settings, filters } = &mut self.players[cube.on_roll()];
        if settings.plies() > 0 {
            let best = searcher.best_play(position, roll, cube, settings, filters)?;
            return Ok(best.map_or(*position, |candidate| candidate.play.result));
        }
        // The judge has looked already if it is the player.
        if let (Some(looked), Some((judge, _))) = (looked, &self.judge)
            && Arc::ptr_eq(judge, searcher.evaluator())
        {
            return Ok(looked[roll.index()].result);
        }
        let mut answers = Vec::with_capacity(1);
        let question = RollQuestion { position, roll, cube, settings: *settings, among_more: true };
        searcher.best_results([question], &mut answers);
        Ok(answers[0].result)
    }
}

impl Outcome {
    fn count(&mut self, end: &End) {
        let seat = usize::from(end.winner != Player::Bottom);
        self.won[seat][end.value.multiplier() as usize - 1] += 1;
    }
}

impl End {
    fn for_bottom(&self) -> f64 {
        let points = f64::from(self.points);
        if self.winner == Player::Bottom { points } else { -points }
    }
}

/// The first roll and the player who has it: no doubles, the higher die begins.
fn opening(dice: &mut Chance) -> (Roll, Player) {
    loop {
        let roll = dice.roll();
        let is_bottom = dice.below(2) == 0;
        if !roll.is_double() {
            return (roll, if is_bottom { Player::Bottom } else { Player::Top });
        }
    }
}

/// The value of an evaluation to the side on roll: points, or the chance to win the match.
fn worth(evaluation: &Evaluation, cube: &CubeInfo) -> f32 {
    cube.mwc(evaluation.score()).unwrap_or_else(|| evaluation.score() * cube.cube().value() as f32)
}

//! The luck of a roll: its value less the mean over all rolls. Subtracting it leaves a trial's mean where it
//! was and takes most of its spread away.
//!
//! Both terms must be the same function of the roll: the value after the best play *without looking ahead*,
//! also where a deeper search then makes another play. With the value of the play actually made, the luck
//! would have a mean below zero on every turn, and the result a bias that no number of trials cures.

use super::frame::Frame;
use crate::board::{Player, Position, Roll};
use crate::eval::{CubeDecision, EvalSettings, Interrupted, Searcher};
use crate::rng::{InitialRolls, TrialDice};
use crate::rollout::data::trial_record::Values;
use crate::rollout::order::settings::{LuckBy, PlayerSettings, RolloutSettings};
use crate::scoring::CubeInfo;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Static evaluations by what they were made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The luck of rolls, and their ranks.
    pub luck: u64,
    /// The choice of plays, beyond what luck has found out.
    pub play: u64,
    /// Cube decisions.
    pub cube: u64,
    /// The ends of trials.
    pub end: u64,
}

impl Spent {
    /// The evaluations spent since then.
    #[must_use]
    pub const fn since(self, before: Self) -> Self {
        let Self { luck, play, cube, end } = self;
        Self { luck: luck - before.luck, play: play - before.play, cube: cube - before.cube, end: end - before.end }
    }

    /// All of them.
    pub const fn total(self) -> u64 {
        self.luck + self.play + self.cube + self.end
    }
}

/// The evaluations that the threads of an engine have made in trials.
#[derive(Debug, Default)]
pub struct Meter([AtomicU64; 4]);

impl Meter {
    fn add(&self, Spent { luck, play, cube, end }: Spent) {
        for (sum, part) in self.0.iter().zip([luck, play, cube, end]) {
            sum.fetch_add(part, Ordering::Relaxed);
        }
    }

    /// Those of threads that have ended.
    pub fn spent(&self) -> Spent {
        let [luck, play, cube, end] = self.0.each_ref().map(|sum| sum.load(Ordering::Relaxed));
        Spent { luck, play, cube, end }
    }
}

/// The searchers with which a thread plays trials.
pub struct Searchers {
    /// Decides, and values the luck of rolls unless there is another searcher for that.
    pub players: Searcher,
    /// Values the luck of rolls.
    pub luck: Option<Searcher>,
    /// Static evaluations so far, by their purpose.
    pub spent: Spent,
    /// The meter to which they are added in the end.
    pub meter: Arc<Meter>,
}

impl Drop for Searchers {
    fn drop(&mut self) {
        self.meter.add(self.spent);
    }
}

impl Searchers {
    /// Whether a player's play is that of the look at all rolls of a turn, if there is one.
    pub fn play_as_looked(&self, settings: &RolloutSettings, player: &PlayerSettings) -> bool {
        let all_looked_at =
            !(settings.values_luck_by_few_plays() && self.players.values_leave_out_plays(&player.chequer));
        settings.plays_as_looked(player) && all_looked_at
    }

    /// A cube decision of a player in a turn, who may look ahead only where it is near: but not in the turns that all
    /// trials, or many, have in common, where an error would not cancel out.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn cube_decision(
        &mut self,
        settings: &RolloutSettings,
        position: &Position,
        (cube, turn): (&CubeInfo, u32),
        by: &EvalSettings,
    ) -> Result<CubeDecision, Interrupted> {
        match settings.near_cubes.filter(|_| turn >= RolloutSettings::COMMON_TURNS) {
            Some(near) => self.players.cube_decision_where_near(position, cube, by, near as f32),
            None => self.players.cube_decision(position, cube, by),
        }
    }

    /// Static evaluations made so far.
    pub fn evaluations(&self) -> u64 {
        self.players.evaluations() + self.luck.as_ref().map_or(0, Searcher::evaluations)
    }
}

/// All rolls of a position with what each is worth.
#[derive(Clone)]
pub struct RollValues {
    mover: Player,
    /// The position after each roll's best play, seen by the mover.
    results: [Position; 21],
    /// The value.
    values: [Values; 21],
    /// The mean over the rolls that can come.
    mean: Values,
}

impl RollValues {
    /// Looks at all rolls of a turn.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    pub fn of_turn(
        searchers: &mut Searchers,
        frame: &Frame,
        settings: &RolloutSettings,
        turn: u32,
        position: &Position,
        cube: &CubeInfo,
    ) -> Result<Self, Interrupted> {
        let is_initial = turn == 0 && settings.initial != InitialRolls::Any;
        let mover = cube.on_roll();
        let mut own = settings.player(mover, turn).chequer;
        let other = settings.player(!mover, turn).chequer;
        if settings.luck_by != LuckBy::Players {
            own.set_plies(0);
            // Our own nets value what the filter net leaves.
            own.prune |= settings.luck_by == LuckBy::OwnNets;
        }
        let searcher = searchers.luck.as_mut().unwrap_or(&mut searchers.players);
        Self::new(searcher, frame, position, cube, &own, &other, [is_initial, settings.values_luck_by_few_plays()])
    }

    /// Looks at all rolls of a turn to rank them, as a player of this many plies values luck.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    pub fn to_rank(
        searchers: &mut Searchers,
        frame: &Frame,
        settings: &RolloutSettings,
        turn: u32,
        (position, cube): (&Position, &CubeInfo),
        plies: u8,
    ) -> Result<Self, Interrupted> {
        let [own, other] = [cube.on_roll(), !cube.on_roll()].map(|player| settings.player(player, turn).chequer);
        let own = own.with_plies(plies);
        Self::new(&mut searchers.players, frame, position, cube, &own, &other, [false, false])
    }

    /// Looks at all rolls: the best play of each as the mover chooses without looking ahead, its value one ply
    /// less deep than the mover plays, by the settings of the side then on roll.
    ///
    /// # Errors
    /// When the searcher's stop flag was raised.
    fn new(
        searcher: &mut Searcher,
        frame: &Frame,
        position: &Position,
        cube: &CubeInfo,
        own: &EvalSettings,
        other: &EvalSettings,
        [no_doubles, by_few_plays]: [bool; 2],
    ) -> Result<Self, Interrupted> {
        let plain = own.with_noise(0.0).with_plies(0);
        let best = if by_few_plays {
            searcher.values_of_rolls(position, cube, &plain)
        } else {
            searcher.all_rolls(position, cube, &plain)
        };
        let after = cube.flipped();
        let mut values = [Values::default(); 21];
        for (values, best) in values.iter_mut().zip(&best) {
            let depth = own.plies().saturating_sub(1);
            *values = if depth == 0 || best.result.is_over() {
                frame.valued(&best.evaluation, cube)
            } else {
                let settings = other.with_plies(depth).with_cube(frame.is_cubeful());
                frame.valued(&searcher.evaluate(&best.result.flipped(), &after, &settings)?, &after)
            };
        }
        let (mut mean, mut total) = (Values::default(), 0.0);
        for (roll, values) in Roll::ALL.iter().zip(&values) {
            if no_doubles && roll.is_double() {
                continue;
            }
            let weight = f64::from(roll.weight());
            total += weight;
            for (mean, value) in mean.iter_mut().zip(values) {
                *mean += weight * value;
            }
        }
        mean.iter_mut().for_each(|mean| *mean /= total);
        Ok(Self { mover: cube.on_roll(), results: best.map(|best| best.result), values, mean })
    }

    /// The position after the best play of a roll, seen by the mover.
    pub const fn result(&self, roll: Roll) -> Position {
        self.results[roll.index()]
    }

    /// Adds the mean less the value of the roll that came.
    pub fn subtract_luck(&self, roll: Roll, correction: &mut Values) {
        for ((sum, mean), value) in correction.iter_mut().zip(self.mean).zip(self.values[roll.index()]) {
            *sum += mean - value;
        }
    }

    /// The 36 outcomes from the mover's best to his worst; equal ones by their keys. Any order leaves every outcome
    /// equally likely when the rank is drawn.
    pub fn ranking(&self, frame: &Frame, key: impl Fn(u8) -> u64) -> [u8; 36] {
        let mut outcomes = std::array::from_fn(|outcome| u8::try_from(outcome).expect("36 outcomes"));
        let preference =
            |&outcome: &u8| frame.preference(&self.values[Roll::from_outcome(outcome).index()], self.mover);
        outcomes.sort_by(|a, b| preference(b).total_cmp(&preference(a)).then_with(|| key(*a).cmp(&key(*b))));
        outcomes
    }
}

/// The roll of the rank that the dice deal (Koca): the same for every candidate's mover, whatever it is for him.
pub fn ranked_roll(dice: &mut TrialDice<'_>, roll_values: &RollValues, frame: &Frame) -> Roll {
    let ranking = roll_values.ranking(frame, |outcome| dice.key(outcome));
    Roll::from_outcome(ranking[usize::from(dice.outcome())])
}

//! The settings of a rollout: everything under `set rollout`, with the reference's defaults.

use super::stopping::Stopping;
use crate::board::{ByPlayer, Player, Position};
use crate::eval::{CubeEfficiency, EvalSettings, MoveFilters};
use crate::rng::{Dealing, DiceSettings, InitialRolls, RngKind};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How one player decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerSettings {
    /// Plays.
    pub chequer: EvalSettings,
    /// Cube decisions.
    pub cube: EvalSettings,
    /// The rules by which plays are looked at more deeply.
    pub filters: MoveFilters,
}

impl PlayerSettings {
    /// Whether plays are chosen without looking ahead, and without noise.
    pub fn decides_at_once(&self) -> bool {
        is_plain(&self.chequer)
    }
}

/// Whether an evaluation is static, and without noise.
fn is_plain(settings: &EvalSettings) -> bool {
    settings.plies() == 0 && settings.noise() == 0.0
}

impl Default for PlayerSettings {
    fn default() -> Self {
        Self { chequer: EvalSettings::cubeful(0), cube: EvalSettings::cubeful(2), filters: MoveFilters::NORMAL }
    }
}

/// Ending a trial early with an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Truncation {
    /// Whether trials are truncated at all.
    pub enabled: bool,
    /// The horizon: turns played before the evaluation, at least 1.
    pub plies: u16,
    /// Kept for the command of that name; as in the reference the evaluation at the horizon is that of cube decisions.
    pub chequer: EvalSettings,
    /// The evaluation at the horizon.
    pub cube: EvalSettings,
    /// Ours: take the mean of the values at the horizon and one turn before it, which takes out the swing
    /// between odd and even horizons (Woolsey's suggestion).
    pub mean: bool,
}

/// Other evaluations from some turn on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Later<P> {
    /// Whether anything changes.
    pub enabled: bool,
    /// The first turn (counted from 0) of the later settings.
    pub plies: u16,
    /// How the players decide from then on.
    pub players: P,
}

/// How candidates share their dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pairing {
    /// Every candidate has its own.
    None,
    /// Trial `n` has the same dice for all, as in the reference.
    #[default]
    Shared,
    /// Trial `n` has rolls of the same rank for all: the fifth best of one is the fifth best of the other
    /// (Koca). The dice deal ranks, so every candidate's rolls stay uniform and stratified.
    Ranked,
}

/// The evaluator that values the luck of rolls, where luck is subtracted. The result is unbiased with each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LuckBy {
    /// The players, one ply less deep than they play, as in the reference.
    #[default]
    Players,
    /// The players' nets without looking ahead.
    Static,
    /// The program's own nets without looking ahead: several times quicker than nets of a user's.
    OwnNets,
    /// The one that saves most by a pilot, or none: see [`Engine::choose_luck`](crate::rollout::Engine::choose_luck).
    Auto,
}

impl LuckBy {
    /// Whether the players value the luck.
    const fn is_players(&self) -> bool {
        matches!(self, Self::Players)
    }
}

/// The cubeless equity at which a trial is settled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettlementLimit {
    /// One number in all positions; `JellyFish` has 0.5.
    Same(f64),
    /// One while the sides are in contact, another in races.
    ByContact {
        /// The limit in contact.
        contact: f64,
        /// The limit in races.
        race: f64,
    },
}

impl SettlementLimit {
    /// The limits that agree best with rollouts in which the cube is turned; `docs/validation.md` has the measurement.
    pub const FITTED: Self = Self::ByContact { contact: 0.55, race: 0.49 };

    /// The limit in a position.
    pub fn in_position(self, position: &Position) -> f64 {
        match self {
            Self::Same(limit) => limit,
            Self::ByContact { contact, .. } if position.has_contact() => contact,
            Self::ByContact { race, .. } => race,
        }
    }
}

impl fmt::Display for SettlementLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same(limit) => write!(f, "{limit}"),
            Self::ByContact { contact, race } => write!(f, "{contact}, in races {race}"),
        }
    }
}

/// Everything that determines a rollout besides the position and the evaluator.
///
/// Other crates begin with [`RolloutSettings::quick`] or the default, and change what they want by
/// [`RolloutSettings::with`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RolloutSettings {
    /// Trials of each candidate.
    pub trials: u64,
    /// The seed of the dice.
    pub seed: u32,
    /// The generator behind the stratified dice.
    pub rng: RngKind,
    /// Whether the cube is in play.
    pub cubeful: bool,
    /// Whether the luck of every roll is subtracted.
    pub variance_reduction: bool,
    /// Ours: the evaluator of luck.
    #[serde(default, skip_serializing_if = "LuckBy::is_players")]
    pub luck_by: LuckBy,
    /// Whether rolls are dealt evenly.
    pub quasi_random: bool,
    /// Ours: which rolls are, where any are.
    #[serde(default, skip_serializing_if = "Dealing::is_both")]
    pub dealing: Dealing,
    /// Whether the first roll is that of a game.
    pub initial: InitialRolls,
    /// Ending trials early.
    pub truncation: Truncation,
    /// Kept for the command of that name; values are set explicitly, so nothing follows from it.
    pub truncate_equal_player0: bool,
    /// Whether trials end where the two-sided database holds the value.
    pub bearoff_exact: bool,
    /// Whether cubeless trials end where the one-sided database holds the value.
    pub bearoff_one_sided: bool,
    /// How the players decide.
    pub players: ByPlayer<PlayerSettings>,
    /// Kept for the command of that name; values are set explicitly, so nothing follows from it.
    pub players_are_same: bool,
    /// Whether cube decisions use the settings of plays.
    pub cube_equal_chequer: bool,
    /// Other evaluations from some turn on.
    pub later: Later<ByPlayer<PlayerSettings>>,
    /// When it ends, which no trial depends on.
    #[serde(flatten)]
    pub stop: Stopping,
    /// Ours: how candidates share dice.
    pub pairing: Pairing,
    /// Ours: the plies of the player whose values rank rolls; `None` for those by which luck is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank_plies: Option<u8>,
    /// Ours: the cubeless equity at which a trial is also settled for each state of the cube (Dahl).
    pub settlement: Option<SettlementLimit>,
    /// Ours: how many plays of a roll the filter net leaves for evaluation, whatever the nets; `None` to follow the
    /// settings of evaluations.
    #[serde(default)]
    pub prefilter: Option<u8>,
    /// Ours: how close together, as equities, a static look must have the actions of a cube decision after the
    /// [common turns](Self::COMMON_TURNS) for a look as deep as the players have; `None` looks as deep at all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near_cubes: Option<f64>,
    /// How live cubes are taken to be, by both players and at the horizon.
    #[serde(default)]
    pub efficiency: CubeEfficiency,
}

impl Default for RolloutSettings {
    /// GNU Backgammon's defaults: 1,296 trials, plays without look-ahead, cube decisions 2 plies deep. Those cube
    /// decisions make a trial ten times as dear as [`RolloutSettings::quick`]'s.
    fn default() -> Self {
        let players = ByPlayer([PlayerSettings::default(); 2]);
        Self {
            trials: 1296,
            seed: 0,
            rng: RngKind::Mersenne,
            cubeful: true,
            variance_reduction: true,
            luck_by: LuckBy::Players,
            quasi_random: true,
            dealing: Dealing::Both,
            initial: InitialRolls::Any,
            truncation: Truncation {
                enabled: false,
                plies: 10,
                chequer: EvalSettings::cubeful(2),
                cube: EvalSettings::cubeful(2),
                mean: false,
            },
            truncate_equal_player0: true,
            bearoff_exact: true,
            bearoff_one_sided: true,
            players,
            players_are_same: true,
            cube_equal_chequer: false,
            later: Later { enabled: false, plies: 5, players },
            stop: Stopping::NONE,
            pairing: Pairing::Shared,
            rank_plies: None,
            settlement: None,
            prefilter: None,
            near_cubes: None,
            efficiency: CubeEfficiency::default(),
        }
    }
}

impl RolloutSettings {
    /// The width of [`near_cubes`](Self::near_cubes) with which 4,000 decisions of matches lost as little as by 2 plies
    /// everywhere; docs/rollouts.md has the measurement.
    pub const NEAR: f64 = 0.15;

    /// The first turns, which trials have in common: there cube decisions look ahead however far they are from a
    /// change. There are 21 positions after the first, each of which is looked at once.
    pub const COMMON_TURNS: u32 = 2;

    /// So many trials, plays and cube decisions without look-ahead, the rest as by default: what a program asks first.
    /// A trial of the opening makes some 3,000 static evaluations.
    pub fn quick(trials: u64) -> Self {
        let static_cube = |player: PlayerSettings| PlayerSettings { cube: EvalSettings::cubeful(0), ..player };
        let settings = Self::default();
        Self { trials, players: ByPlayer(settings.players.0.map(static_cube)), ..settings }
    }

    /// These settings with some of them changed: `RolloutSettings::quick(36).with(|it| it.seed = 7)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Gives both players these move filters, at first and later.
    pub fn set_filters(&mut self, filters: MoveFilters) {
        self.players.0.iter_mut().chain(&mut self.later.players.0).for_each(|player| player.filters = filters);
    }

    /// How a player decides in a turn, counted from 0.
    pub fn player(&self, player: Player, turn: u32) -> PlayerSettings {
        let later = self.later.enabled && turn >= u32::from(self.later.plies);
        let mut settings = if later { self.later.players[player] } else { self.players[player] };
        if self.cube_equal_chequer {
            settings.cube = settings.chequer;
        }
        settings
    }

    /// Whether the dice of a turn deal the ranks of rolls. The first roll of a game is dealt as it is.
    pub fn has_ranks(&self, turn: u32) -> bool {
        self.pairing == Pairing::Ranked && (turn > 0 || self.initial == InitialRolls::Any)
    }

    /// Whether anything depends on all rolls of a turn: luck, or their ranks.
    pub fn looks_at_rolls(&self, turn: u32) -> bool {
        self.variance_reduction || self.has_ranks(turn)
    }

    /// Whether a player's play in a turn is that of the look at all rolls, if there is one.
    pub fn plays_as_looked(&self, player: &PlayerSettings) -> bool {
        self.luck_by != LuckBy::OwnNets && player.decides_at_once()
    }

    /// Whether the filter net may leave out more plays where luck is valued. The cube makes most of the spread of a
    /// trial then, and luck takes most of its time; elsewhere it is the other way round.
    pub fn values_luck_by_few_plays(&self) -> bool {
        self.cubeful
            && self.luck_by == LuckBy::Players
            && self.everybody().all(|own| own.decides_at_once() && is_plain(&own.cube))
    }

    /// How both players decide, at first and later.
    pub(in crate::rollout) fn everybody(&self) -> impl Iterator<Item = PlayerSettings> {
        [0, u32::MAX].into_iter().flat_map(|turn| Player::BOTH.map(|player| self.player(player, turn)))
    }

    /// Whether no decision looks ahead, nor at other rolls than the one that came.
    pub fn decides_at_once(&self) -> bool {
        !self.variance_reduction
            && self.pairing != Pairing::Ranked
            && self.everybody().all(|own| own.decides_at_once() && (!self.cubeful || is_plain(&own.cube)))
            && (!self.truncation.enabled || is_plain(&self.truncation_evaluation()))
    }

    /// Whether a player decides with noise.
    pub fn is_noisy(&self) -> bool {
        self.everybody().any(|own| own.chequer.noise() != 0.0 || own.cube.noise() != 0.0)
    }

    /// The turn at which trials are truncated, `None` when they are played out.
    pub fn horizon(&self) -> Option<u32> {
        self.truncation.enabled.then(|| u32::from(self.truncation.plies).max(1))
    }

    /// The evaluation at the horizon.
    pub const fn truncation_evaluation(&self) -> EvalSettings {
        self.truncation.cube
    }

    /// Everything that determines the dice of candidate number `candidate`.
    pub fn dice(&self, candidate: usize) -> DiceSettings {
        // Any odd multiplier keeps the seeds of candidates apart; 2^32 over the golden ratio spreads them.
        let shift = (candidate as u32).wrapping_mul(0x9e37_79b1);
        let seed = if self.pairing == Pairing::None { self.seed.wrapping_add(shift) } else { self.seed };
        DiceSettings {
            seed,
            kind: self.rng,
            quasi_random: self.quasi_random,
            dealing: self.dealing,
            initial: self.initial,
        }
    }

    /// Trials of the candidate that has most, `None` when something else decides.
    pub const fn most_trials(&self) -> Option<u64> {
        self.stop.most_trials(self.trials)
    }

    /// These settings with this many trials of each candidate, all of which are played, whatever they show: those of a
    /// part of a rollout. Rules of stopping are about the whole.
    #[must_use]
    pub fn of_part(self, trials: u64) -> Self {
        Self { trials, stop: Stopping::NONE, ..self }
    }
}

words! {
    /// Named settings, for those who would rather not choose forty numbers; the quickest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RolloutPreset: name {
        /// 360 trials of seven turns, everything at 0 plies: a second opinion while you wait.
        Quick = "quick",
        /// Trials in the manner of `XG Roller+`: 360 of seven turns, two of them at 2 plies.
        XgRoller = "xg-roller",
        /// The reference's defaults: 1296 full trials, 0-ply plays, 2-ply cube.
        Standard = "standard",
        /// 1296 full trials, plays and cube at 2 plies.
        WorldClass = "world-class",
    }
}

impl RolloutPreset {
    /// A description in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Quick => "360 trials of 7 turns, everything at 0 plies: a second opinion while you wait",
            Self::XgRoller => "360 trials of 7 turns, the first two and the horizon at 2 plies",
            Self::Standard => "1296 full trials, plays at 0 plies, cube at 2: GNU Backgammon's defaults",
            Self::WorldClass => "1296 full trials, plays and cube at 2 plies",
        }
    }

    /// The preset of a name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name().eq_ignore_ascii_case(name))
    }

    /// The settings it stands for; the seed, the generator, the cube efficiency, the width of near cubes and the move
    /// filters stay those of `current`.
    pub fn settings(self, current: &RolloutSettings) -> RolloutSettings {
        let RolloutSettings { seed, rng, efficiency, near_cubes, .. } = *current;
        let mut new = RolloutSettings { seed, rng, efficiency, near_cubes, ..RolloutSettings::default() };
        let filters = current.players.0[0].filters;
        new.set_filters(filters);
        let both = |chequer, cube| {
            let player =
                PlayerSettings { chequer: EvalSettings::cubeful(chequer), cube: EvalSettings::cubeful(cube), filters };
            ByPlayer([player; 2])
        };
        match self {
            Self::Standard => {}
            Self::WorldClass => new.players = both(2, 2),
            Self::Quick | Self::XgRoller => {
                let plies = if self == Self::Quick { 0 } else { 2 };
                new.trials = 360;
                new.truncation.enabled = true;
                new.truncation.plies = 7;
                new.truncation.chequer.set_plies(plies);
                new.truncation.cube.set_plies(plies);
                new.players = both(plies, plies);
                new.later = Later { enabled: plies > 0, plies: 2, players: both(0, 0) };
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_and_keep_the_seed() {
        let current = RolloutSettings { seed: 7, trials: 36, ..RolloutSettings::default() };
        for preset in RolloutPreset::ALL {
            assert_eq!(RolloutPreset::from_name(&preset.name().to_uppercase()), Some(preset));
            assert_eq!(preset.settings(&current).seed, 7);
        }
        assert_eq!(RolloutPreset::Standard.settings(&current), RolloutSettings { trials: 1296, ..current });
        assert_eq!(RolloutPreset::from_name("slow"), None);
    }

    #[test]
    fn later_settings_begin_on_their_turn() {
        let mut settings = RolloutSettings::default();
        settings.later.enabled = true;
        settings.later.plies = 2;
        settings.later.players[Player::Bottom].chequer.set_plies(1);
        assert_eq!(settings.player(Player::Bottom, 1).chequer.plies(), 0);
        assert_eq!(settings.player(Player::Bottom, 2).chequer.plies(), 1);
        assert_eq!(settings.player(Player::Top, 2).chequer.plies(), 0);
        settings.cube_equal_chequer = true;
        assert_eq!(settings.player(Player::Bottom, 2).cube.plies(), 1);
    }

    #[test]
    fn unpaired_candidates_have_their_own_dice() {
        let mut settings = RolloutSettings::default();
        assert_eq!(settings.dice(0), settings.dice(3));
        settings.pairing = Pairing::None;
        assert_ne!(settings.dice(0).seed, settings.dice(3).seed);
        assert_eq!(settings.dice(0).seed, settings.seed);
    }

    #[test]
    fn settings_survive_storage() {
        let settings = RolloutPreset::XgRoller.settings(&RolloutSettings::default());
        let text = serde_json::to_string(&settings).expect("settings can be written");
        assert_eq!(serde_json::from_str::<RolloutSettings>(&text).expect("and read"), settings);
    }
}

//! What the user has chosen, other than the state of the game.

use crate::analysis::{AnalysisSettings, FLAWLESS};
use crate::board::{ByPlayer, Variation};
use crate::eval::{CubeEfficiency, EvalSettings, MoveFilters, Strength};
use crate::record::Skill;
use crate::rng::random_seed;
use crate::rollout::RolloutSettings;

/// How numbers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputSettings {
    /// Match winning chances in place of normalized equities.
    pub mwc: bool,
    /// Match winning chances as percentages.
    pub match_percent: bool,
    /// Probabilities as percentages.
    pub win_percent: bool,
    /// Digits after the point, 1 to 6.
    pub digits: usize,
    /// Boards as FIBS `board:` lines.
    pub rawboard: bool,
}

impl Default for OutputSettings {
    fn default() -> Self {
        Self { mwc: false, match_percent: true, win_percent: false, digits: 3, rawboard: false }
    }
}

/// What happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomaticSettings {
    /// Play the Crawford rule.
    pub crawford: bool,
    /// Cubes turned by equal opening dice, at most.
    pub doubles: u8,
}

impl Default for AutomaticSettings {
    fn default() -> Self {
        Self { crawford: true, doubles: 0 }
    }
}

/// How positions are evaluated: for `eval` and `hint`, or where the engine plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationSettings {
    /// Plays.
    pub chequerplay: EvalSettings,
    /// Cube decisions.
    pub cubedecision: EvalSettings,
    /// Which plays are looked at more deeply.
    pub filters: MoveFilters,
}

impl EvaluationSettings {
    /// The settings of a named strength.
    #[must_use]
    pub const fn of(strength: Strength) -> Self {
        Self { chequerplay: strength.settings(), cubedecision: strength.settings(), filters: strength.filters() }
    }

    /// The strength that these are the settings of, if any.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        Strength::ALL.into_iter().find(|&strength| *self == Self::of(strength))
    }
}

/// Who is warned of errors, and of which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TutorSettings {
    /// Whether people are warned at all.
    pub mode: bool,
    /// Of wrong cube actions.
    pub cube: bool,
    /// Of wrong plays.
    pub chequer: bool,
    /// From this mark on.
    pub skill: Skill,
}

impl Default for TutorSettings {
    fn default() -> Self {
        Self { mode: false, cube: true, chequer: true, skill: Skill::Doubtful }
    }
}

/// Who decides for a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSettings {
    /// The engine, whenever the player is to decide; otherwise a person.
    pub is_engine: bool,
    /// How strongly the engine plays for this player, by itself or when `play` asks it to.
    pub evaluation: EvaluationSettings,
}

/// `set rollout log`: whether and where trials are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialLog {
    /// Whether they are.
    pub enabled: bool,
    /// How the names of the files begin.
    pub name: String,
}

impl Default for TrialLog {
    fn default() -> Self {
        Self { enabled: false, name: "rollout".to_owned() }
    }
}

/// Everything the user has chosen.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Names by seat.
    pub names: ByPlayer<String>,
    /// The names that the players of a new match have.
    pub default_names: ByPlayer<String>,
    /// Who plays, and how strongly, by seat.
    pub players: ByPlayer<PlayerSettings>,
    /// Gammons count only after a cube turn, in new money sessions.
    pub jacoby: bool,
    /// Beavers in a row, in new money sessions.
    pub beavers: u8,
    /// Whether the doubling cube is used at all, in the game in progress and in new ones.
    pub cube_in_use: bool,
    /// What happens by itself.
    pub automatic: AutomaticSettings,
    /// Points of a match when `new match` names none.
    pub match_length: u8,
    /// What new games are.
    pub variation: Variation,
    /// `set evaluation`.
    pub evaluation: EvaluationSettings,
    /// `set analysis`.
    pub analysis: AnalysisSettings,
    /// `set tutor`.
    pub tutor: TutorSettings,
    /// By what error rates are multiplied where they are shown.
    pub error_rate_factor: f32,
    /// The rating of who makes no errors.
    pub rating_offset: f64,
    /// How much of a live cube's value is real, by class.
    pub efficiency: CubeEfficiency,
    /// `set rollout`.
    pub rollout: RolloutSettings,
    /// Whether somebody named the seed of rollouts.
    pub rollout_seed_is_chosen: bool,
    /// `set rollout log`: whether and where trials are written.
    pub trial_log: TrialLog,
    /// `set output`.
    pub output: OutputSettings,
    /// Draw the board after every play.
    pub display: bool,
    /// Draw point 1 at the lower left.
    pub clockwise: bool,
    /// The prompt; `\p`, `\c`, `\s`, `\v` stand for the player, pips, score, version.
    pub prompt: String,
    /// Threads for rollouts.
    pub threads: usize,
    /// Whether rollouts are written to a journal while they run.
    pub autosave_rollout: bool,
}

impl Default for Settings {
    /// GNU Backgammon's defaults, except that nothing is done by itself.
    fn default() -> Self {
        let names = ByPlayer(["gammon".to_owned(), "user".to_owned()]);
        Self {
            default_names: names.clone(),
            names,
            players: ByPlayer::default(),
            jacoby: true,
            beavers: 3,
            cube_in_use: true,
            automatic: AutomaticSettings::default(),
            match_length: 7,
            variation: Variation::Standard,
            evaluation: EvaluationSettings::default(),
            analysis: AnalysisSettings::default(),
            tutor: TutorSettings::default(),
            error_rate_factor: 1000.0,
            rating_offset: FLAWLESS,
            efficiency: CubeEfficiency::STANDARD,
            rollout: RolloutSettings { seed: random_seed(), ..RolloutSettings::default() },
            rollout_seed_is_chosen: false,
            trial_log: TrialLog::default(),
            output: OutputSettings::default(),
            display: true,
            clockwise: false,
            prompt: "(\\p) ".to_owned(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            autosave_rollout: false,
        }
    }
}

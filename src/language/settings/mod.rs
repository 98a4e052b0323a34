//! The settings of the user, other than the state of the game: one table of them.
//!
//! A row of the table ([`Setting`]) has the words, what may stand behind them, a line of help, and how the value is
//! read and changed. The parser, completion, help, `show settings`, `save settings` and the manual follow from the
//! rows, so that a new setting is a field and a row in the file of its family.

mod analysis;
mod dice;
mod evaluation;
mod export;
mod game;
mod gnubg;
mod look;
mod names;
mod output;
mod players;
mod program;
mod rollout;
mod seed;
mod setting;
mod table;
mod value;

pub use analysis::TutorSettings;
pub use dice::{DiceSource, GameDice};
pub use evaluation::EvaluationSettings;
pub use export::{CubeKinds, Detail, ExportSettings, Included};
pub use game::{AutomaticSettings, MetSettings, beavers_in_words};
pub use gnubg::{Filling, Sentence};
pub use look::{BoardStyle, OutputFormat, OutputStyle, Theme};
pub use names::folded;
pub use output::OutputSettings;
pub use players::{PlayerSettings, Who};
pub use program::{Autosave, LOCAL, TrialLog};
pub use rollout::goal_words;
pub use seed::random_seed;
pub use setting::{Effect, Kind, Listing, Scope, Setting};
pub use table::{all_commands, changes, chosen_lines, commands, find, table};
pub use value::{FilterRow, Value, always_quoted, narrow, quoted, seconds};

use crate::analysis::{AnalysisSettings, FLAWLESS};
use crate::board::{ByPlayer, Variation};
use crate::eval::{CubeEfficiency, MoveFilters};
use crate::rollout::RolloutSettings;

/// Everything the user has chosen. The seed of rollouts is 0 until a session draws one.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Names by seat.
    pub names: ByPlayer<String>,
    /// The names that the players of a new match have.
    pub default_names: ByPlayer<String>,
    /// The kind of player and its strength, by seat.
    pub players: ByPlayer<PlayerSettings>,
    /// Gammons count only after a cube turn, in new money sessions.
    pub jacoby: bool,
    /// Beavers in a row, in new money sessions.
    pub beavers: u8,
    /// Whether the doubling cube is used at all, in the game in progress and in new ones.
    pub cube_in_use: bool,
    /// The actions that happen by themselves.
    pub automatic: AutomaticSettings,
    /// Points of a match when `new match` names none.
    pub match_length: u8,
    /// The variation of new games.
    pub variation: Variation,
    /// The match equity table.
    pub met: MetSettings,
    /// The dice of games.
    pub dice: GameDice,
    /// `set evaluation`.
    pub evaluation: EvaluationSettings,
    /// `set analysis`.
    pub analysis: AnalysisSettings,
    /// Whether `eval` and `hint` use the settings of analysis.
    pub same_as_analysis: bool,
    /// `set tutor`.
    pub tutor: TutorSettings,
    /// The factor of error rates where they are shown.
    pub error_rate_factor: f32,
    /// The rating of a player without errors.
    pub rating_offset: f64,
    /// How much of a live cube's value is real, by class.
    pub efficiency: CubeEfficiency,
    /// `set rollout`.
    pub rollout: RolloutSettings,
    /// Whether the seed of rollouts was set by a command.
    pub rollout_seed_is_chosen: bool,
    /// `set rollout log`: whether and where trials are written.
    pub trial_log: TrialLog,
    /// `set output`.
    pub output: OutputSettings,
    /// `set export`: what pages and texts show.
    pub export: ExportSettings,
    /// Whether answers are printed at all.
    pub prints: bool,
    /// Whether earlier games are kept when another begins.
    pub keeps_games: bool,
    /// Other names of player 1, which files of matches may have for player 0: separated by semicolons.
    pub aliases: String,
    /// The folder of the user's matches.
    pub matches: Option<String>,
    /// Whether the user is asked before a game that is not saved is given up.
    pub confirm_new: bool,
    /// The answer to every question; `None` asks the user.
    pub confirm_default: Option<bool>,
    /// After how many minutes the match that is played is saved; 0 for never.
    pub autosave_time: u32,
    /// Whether a match is saved as soon as it has been analysed.
    pub autosave_analysis: bool,
    /// Draw the board after every play.
    pub display: bool,
    /// Draw point 1 at the lower left.
    pub clockwise: bool,
    /// The prompt; `\p`, `\c`, `\s`, `\v` stand for the player, pips, score, version.
    pub prompt: String,
    /// Threads for rollouts.
    pub threads: usize,
    /// Where the trials of rollouts are played: [`LOCAL`], or the address of a server.
    pub rollout_engine: String,
    /// The rollouts that are written to a journal while they run.
    pub autosave_rollout: Autosave,
    /// The file that commands are written to, with their answers as comments.
    pub log: Option<String>,
    /// The database of matches: a name, or a file.
    pub relational_database: String,
    /// Whether the database keeps the statistics of each game.
    pub relational_games: bool,
    /// Whether files that are there already are replaced only after a question.
    pub confirm_save: bool,
    /// Whether a match that is read begins at its first game, or at its end.
    pub go_to_first_game: bool,
    /// Whether a file is refused for anything in it that cannot have happened.
    pub strict_import: bool,
}

impl Settings {
    /// The user's own names in files of matches.
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        self.aliases.split([';', ',']).map(|name| name.trim().trim_matches('"').trim()).filter(|name| !name.is_empty())
    }

    /// Whether a name in a file of a match is one of the user's own.
    pub fn is_own_name(&self, name: &str) -> bool {
        let name = folded(name.trim());
        self.own_names().any(|own| folded(own) == name)
    }

    /// The settings of `eval` and `hint`: their own, or those of analysis.
    pub fn hints(&self) -> EvaluationSettings {
        if self.same_as_analysis {
            let AnalysisSettings { chequerplay, cubedecision, filters, chequer_level, cube_level, .. } =
                self.analysis.clone();
            EvaluationSettings { chequerplay, cubedecision, filters, chequer_level, cube_level }
        } else {
            self.evaluation.clone()
        }
    }
}

impl Default for Settings {
    /// GNU Backgammon's defaults, except that nothing is done by itself.
    fn default() -> Self {
        let names = ByPlayer(["engine".to_owned(), "user".to_owned()]);
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
            met: MetSettings::default(),
            dice: GameDice::default(),
            evaluation: EvaluationSettings::default(),
            analysis: AnalysisSettings::default(),
            same_as_analysis: false,
            tutor: TutorSettings::default(),
            error_rate_factor: 1000.0,
            rating_offset: FLAWLESS,
            efficiency: CubeEfficiency::default(),
            rollout: RolloutSettings::default().with(|it| {
                it.near_cubes = Some(RolloutSettings::NEAR);
                it.set_filters(MoveFilters::LEAN);
            }),
            rollout_seed_is_chosen: false,
            trial_log: TrialLog::default(),
            output: OutputSettings::default(),
            export: ExportSettings::default(),
            prints: true,
            keeps_games: true,
            aliases: String::new(),
            matches: None,
            confirm_new: true,
            confirm_default: None,
            autosave_time: 15,
            autosave_analysis: false,
            display: true,
            clockwise: false,
            prompt: "(\\p) ".to_owned(),
            rollout_engine: LOCAL.to_owned(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            autosave_rollout: Autosave::Long,
            log: None,
            relational_database: "matches".to_owned(),
            relational_games: true,
            confirm_save: true,
            go_to_first_game: true,
            strict_import: false,
        }
    }
}

//! How records are analyzed.

use super::Thresholds;
use super::turn::method;
use crate::board::ByPlayer;
use crate::eval::{EvalSettings, MoveFilters, Searcher};
use crate::level::Level;
use crate::record::Method;

/// How records are analyzed, and what of them.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisSettings {
    /// The level that looks at the plays that plies keep; `None` for plies alone.
    pub chequer_level: Option<Level>,
    /// The level of cube decisions, likewise.
    pub cube_level: Option<Level>,
    /// How plays are evaluated.
    pub chequerplay: EvalSettings,
    /// How cube decisions are evaluated.
    pub cubedecision: EvalSettings,
    /// The rules by which plays are looked at more deeply.
    pub filters: MoveFilters,
    /// How the luck of rolls is evaluated.
    pub luck: EvalSettings,
    /// Plays are analyzed.
    pub plays: bool,
    /// Cube decisions are analyzed.
    pub cube: bool,
    /// The luck of rolls is analyzed.
    pub dice: bool,
    /// The players whose decisions and rolls are analyzed.
    pub players: ByPlayer<bool>,
    /// Whose findings speak where several are kept: the [name](Method::is_called) of a program or level, or
    /// [`DEEPEST`](Self::DEEPEST).
    pub prefer: String,
    /// The losses from which a decision is marked.
    pub thresholds: Thresholds,
    /// Decisions that are judged as well or better already are judged anew.
    pub again: bool,
    /// The new verdict speaks, even where one of a higher level is known.
    pub speaks: bool,
}

impl AnalysisSettings {
    /// The word for findings of the highest rank.
    pub const DEEPEST: &str = "deepest";

    /// How plays are judged.
    pub fn method_of_plays(&self) -> Method {
        of_level(self.chequer_level).unwrap_or_else(|| method(&self.chequerplay))
    }

    /// The move filters for the nets of a searcher.
    pub fn filters_of(&self, searcher: &Searcher) -> MoveFilters {
        self.filters.for_nets(searcher.evaluator().has_own_nets(), MoveFilters::LARGE)
    }

    /// How cube decisions are judged.
    pub fn method_of_cubes(&self) -> Method {
        of_level(self.cube_level).unwrap_or_else(|| method(&self.cubedecision))
    }
}

fn of_level(level: Option<Level>) -> Option<Method> {
    level.map(|level| Method::Level { level, trials: 0 })
}

impl Default for AnalysisSettings {
    /// 2 plies with the lean move filter, luck without looking ahead.
    fn default() -> Self {
        Self {
            chequer_level: None,
            cube_level: None,
            chequerplay: EvalSettings::cubeful(2),
            cubedecision: EvalSettings::cubeful(2),
            filters: MoveFilters::LEAN,
            luck: EvalSettings::cubeful(0).with_prune(false),
            plays: true,
            cube: true,
            dice: true,
            players: ByPlayer([true, true]),
            prefer: Self::DEEPEST.to_owned(),
            thresholds: Thresholds::default(),
            again: false,
            speaks: false,
        }
    }
}

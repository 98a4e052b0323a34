//! The worth of a record: errors of plays and cube actions, the luck of rolls, and their sums for a game, a match, a
//! player.
//!
//! [`analyze`] writes what it finds into the notes of a [`Record`](crate::record::Record). Everything else here reads
//! notes: [`verdicts`] computes what each decision gave up, [`Statistics`] adds it up, [`Rating`] names a rate. So a
//! record whose analysis comes from a file has statistics too.
//!
//! Equities are normalized to the cube as it lies before the decision (money: points per cube unit; matches: −1 and +1
//! are losing and winning the cube). The *cost* of an equity is what it means at that cube: points for money, match
//! winning chance in a match.

mod by_level;
mod cube_reasons;
mod cube_theme;
mod feature;
mod ladder;
mod luck;
mod mark;
mod open;
mod pattern;
mod performance;
mod phase;
mod rating;
mod reasons;
mod run;
mod settings;
mod summary;
mod sums;
#[cfg(test)]
mod tests;
mod turn;
mod verdict;

pub use cube_reasons::{CubeReason, cube_reasons, for_money};
pub use cube_theme::{CubeTheme, ProperCube};
pub use feature::{Feature, FeatureKind, distance};
pub use ladder::{LevelLook, doubtful_first, looks_by_level};
pub use mark::{Fault, Thresholds};
pub use open::{Open, expected_rise, open};
pub use pattern::Pattern;
pub use performance::{Performance, Performances, ScoreKind, performance_rating};
pub use phase::Phase;
pub use rating::{Class, FLAWLESS, LuckRating, Rating, absolute_rating, luck_based_difference, rating_losses};
pub use reasons::{LONG, Reason, Seen, reasons, shots, timing};
pub use run::{Done, Scope, analyze, analyze_steps};
pub use settings::AnalysisSettings;
pub use summary::{
    Counted, CubeStatistics, Faults, Loss, LuckStatistics, Missing, PlayStatistics, PlayerStatistics, Statistics,
};
pub use turn::{Analyst, Found, cube_info, value_of};
pub use verdict::{Action, Verdict, cube_choices, decision_of, is_loss, luck_at, verdict, verdicts, worth};

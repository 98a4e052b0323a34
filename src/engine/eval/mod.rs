//! The value of a position: classes, inputs, nets, bearoff databases, search.
//!
//! Everything here speaks for the side on roll; turning the board is an explicit call.

mod backgammon;
pub mod bearoff;
mod class;
pub mod counts;
mod cubeful;
mod doubt;
mod evaluator;
#[cfg(test)]
pub(crate) mod fake;
mod filter;
pub mod gnubg;
mod outputs;
pub mod own;
mod prefilter;
#[doc(hidden)]
mod sanity;
mod search;
mod settings;

pub use class::{Class, TWO_SIDED_CHECKERS};
pub use cubeful::{
    Advice, Answer, CubeAction, CubeDecision, CubeEfficiency, CubePoint, CubePoints, CubeValues, Efficiencies,
    EfficiencySource, Exchange, ExchangeAnswer, GammonRates, Leaf, Verdict, cube_words,
};
pub use doubt::{Doubt, Look, OpenDifference, doubts_of_means};
pub use evaluator::{Evaluator, NetSet, NetSetError, Nets, Scratch};
pub use filter::{FilterError, MoveFilter, MoveFilters};
pub use outputs::{Output, Outputs};
pub use prefilter::{KeptPlays, Prefilter};
pub use search::{BestOfRoll, Candidate, Evaluation, Interrupted, RollAnswer, RollQuestion, Searcher};
pub use settings::{EvalSettings, SettingsError, Strength};

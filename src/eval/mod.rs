//! What a position is worth: classes, inputs, nets, bearoff databases, search.
//!
//! Everything here speaks for the side on roll; turning the board is an explicit call.

mod backgammon;
pub mod bearoff;
mod class;
pub mod counts;
mod cube_decision;
mod cube_points;
mod cubeful;
mod evaluator;
mod filter;
mod inputs;
pub mod net;
mod outputs;
mod prefilter;
mod sanity;
mod search;
mod settings;

pub use class::{Class, TWO_SIDED_CHECKERS};
pub use cube_decision::{Advice, Answer, CubeDecision, CubeValues, Verdict};
pub use cube_points::{CubePoint, CubePoints, GammonRates};
pub use cubeful::{CubeEfficiency, Leaf};
pub use evaluator::{Evaluator, NetSet, NetSetError, Scratch};
pub use filter::{FilterError, MoveFilter, MoveFilters};
pub use outputs::{Output, Outputs};
pub use prefilter::{Passed, Prefilter};
pub use search::{BestOfRoll, Candidate, Evaluation, Interrupted, RollAnswer, RollQuestion, Searcher};
pub use settings::{EvalSettings, Strength};

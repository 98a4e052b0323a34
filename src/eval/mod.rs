//! What a position is worth: classes, inputs, nets, bearoff databases, search.
//!
//! Everything here speaks for the side on roll; turning the board is an explicit call.

mod class;
#[allow(dead_code, reason = "the search that calls `judge` follows")]
mod cube_decision;
mod filter;
mod outputs;
mod settings;

pub use class::{Class, TWO_SIDED_CHECKERS};
pub use cube_decision::{Advice, Answer, CubeDecision, Verdict};
pub use filter::{FilterError, MoveFilter, MoveFilters};
pub use outputs::{Output, Outputs};
pub use settings::{EvalSettings, Strength};

//! What a position is worth: classes, inputs, nets, bearoff databases, search.
//!
//! Everything here speaks for the side on roll; turning the board is an explicit call.

mod class;
mod outputs;

pub use class::{Class, TWO_SIDED_CHECKERS};
pub use outputs::{Output, Outputs};

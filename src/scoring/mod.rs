//! What a result is worth: the cube, money or match, match equities.

mod cube;
mod terms;

pub use cube::{Cube, CubeOwner};
pub use terms::{MatchScore, Terms};

//! What a result is worth: the cube, money or match, match equities.

mod cube;
mod equity;
mod terms;

pub use cube::{Cube, CubeOwner};
pub use equity::{EquityScale, Mwc};
pub use terms::{MatchScore, Terms};

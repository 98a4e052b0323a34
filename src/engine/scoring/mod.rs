//! The value of a result: the cube, money or match, match equities.

mod cube;
mod cube_info;
mod equity;
mod met;
mod normal;
mod outcome;
mod terms;

pub use cube::{Cube, CubeError, CubeOwner};
pub use cube_info::{CubeInfo, CubeLevel, GammonPrices, SidePrices, WinChances};
pub use equity::{EquityScale, Mwc};
pub use met::Met;
#[cfg(feature = "xml")]
pub use met::MetError;
pub use normal::normal_cdf;
pub use outcome::GameValue;
pub use terms::{MatchScore, ScoreError, Terms};

//! The vocabulary: players, points, dice, positions.
//!
//! No floats, no randomness, no I/O. A [`Position`] holds the checkers of both sides, seen by the side on roll, and
//! nothing else: cube and score live in [`crate::scoring`].

mod dice;
pub(crate) mod masks;
mod player;
mod point;
mod position;
mod seen_by;
mod setup;
mod variation;

pub use dice::{Roll, RollError};
pub use player::{ByPlayer, BySide, Player, Side};
pub use point::{BAR, HOME_POINTS, OFF, POINTS};
pub use position::{Checkers, Position};
pub use seen_by::SeenBy;
pub use setup::{Setup, SetupError};
pub use variation::Variation;

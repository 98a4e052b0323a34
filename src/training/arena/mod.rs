//! The arena: players of any nets against each other, to measure which is better and by how much.
//!
//! A duel is a number of pairs of games or matches with the same dice, the players in each other's seats the second
//! time. On request the luck of the dice is subtracted, by one judge for both players, so that it favours neither. A
//! result is a function of the players and the settings: threads and an early end change how soon and how far, never
//! what a pair gives.

mod contender;
mod duel;
mod exam;
mod game;
mod stakes;
mod tally;

pub use contender::Contender;
pub use duel::{Duel, DuelSettings};
pub use exam::Exam;
pub use stakes::Stakes;
pub use tally::{Interval, Tally};

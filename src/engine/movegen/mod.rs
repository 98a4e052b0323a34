//! The legal plays of a position and a roll.
//!
//! A side must use as many dice as it can; if it can use either die of two but not both, the
//! larger. Checkers on the bar come in first. Two ways of playing a roll that reach the same position
//! are one play. [`PlayList`] is the form for inner loops, [`AllRolls`] holds the plays of all 21 rolls
//! of a position at once, and [`legal_plays`] is the convenient form.
//!
//! A play's `result` is seen by the **mover**, as is the position before it: after it the turn has not
//! yet passed. Use [`Position::flipped`](crate::board::Position::flipped) to hand the dice over.
//!
//! ```
//! use gammon_engine::board::{Roll, Variation};
//! use gammon_engine::movegen::legal_plays;
//!
//! let start = Variation::Standard.starting_position();
//! let plays = legal_plays(&start, Roll::new(3, 1)?);
//! assert_eq!(plays.len(), 16);
//! # Ok::<(), gammon_engine::board::RollError>(())
//! ```

mod count;
mod generate;
mod list;
mod masks;
mod play;

pub use count::count_plays;
pub use generate::move_checker;
pub use list::{AllRolls, PlayList, Plays, legal_plays};
pub use play::{Arrival, CheckerMove, PackedPlay, Play, Routes, Stop};

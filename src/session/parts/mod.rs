//! The parts of a session. Each owns its fields: the rest of the session reaches them by its methods alone.
//!
//! The memory of one family of commands lies beside these commands: a quiz, the programs that play, the changes of
//! settings that can be taken back.

mod dice;
mod engine;
mod findings;
mod rollouts;
mod table;

pub(super) use dice::Dice;
pub(super) use engine::Engine;
pub(super) use findings::{Findings, Rolled};
pub(super) use rollouts::Rollouts;
pub(super) use table::{Elsewhere, GameTable};

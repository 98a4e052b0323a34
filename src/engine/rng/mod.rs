//! Dice: named generators whose output never changes, and the stratified dice of rollouts.
//!
//! Everything here is pinned: a seed written down today gives the same dice on every machine and in every later
//! version.

mod generator;
mod isaac;
mod md5;
mod rollout_dice;

pub use generator::{Generator, RngKind};
pub use isaac::Isaac;
pub use md5::md5;
pub use rollout_dice::{Dealing, DiceSettings, InitialRolls, PERMUTED_TURNS, RolloutDice, TrialDice};

//! Levels between plies and full rollouts: a decision is answered by short rollouts with fixed settings.
//!
//! A level has no rollout engine of its own. It makes an [`Order`](crate::rollout::Order): the plays that plies keep,
//! or no double and double/take, with the settings of [`Level::settings`]. The seed is a function of the decision, so
//! that the same question has the same answer, bit for bit, on any number of threads.

mod close;
mod look;
mod recipe;
mod rung;

pub use crate::record::Level;
pub use close::{cube_gap, play_gap};
pub use look::{Looker, Value, numbers};
pub use recipe::{Recipe, seed_of};
pub use rung::{PLIES, Rung};

//! Matches as Jellyfish text (`.mat`, `.gam`): a header, then games in two columns, player 0 on the left.
//!
//! Every program and site writes it in its own way: `line` and `header` know the ways.

mod header;
mod line;
mod read;
mod write;

pub use read::read_mat;
pub(super) use read::{has_games, is_mat};
pub use write::write_mat;

//! Matches as Jellyfish text (`.mat`): a header, then games in two columns, player 0 on the left.

mod read;
mod write;

pub use read::read_mat;
pub use write::write_mat;

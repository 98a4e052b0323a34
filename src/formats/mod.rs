//! Files of games, as other programs read and write them. Readers and writers take and give text; opening files is
//! the session's business.

mod mat;
mod played;
mod sgf;

pub use mat::{read_mat, write_mat};
pub use played::{FormatError, PlayedMatch, decoded};
pub use sgf::sgf_game;

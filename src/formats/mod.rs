//! Files of games, as other programs read and write them. Readers and writers take and give text; opening files is
//! the session's business.

mod sgf;

pub use sgf::sgf_game;

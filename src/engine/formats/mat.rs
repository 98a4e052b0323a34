//! Matches as Jellyfish text (`.mat`): a header, then games in two columns, player 0 on the left.

mod read;
mod write;

pub use read::read_mat;
pub use write::write_mat;

/// Whether a line has the length of a match: `7 point match`.
pub(super) fn is_length(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    line.ends_with("point match") && line.starts_with(|c: char| c.is_ascii_digit())
}

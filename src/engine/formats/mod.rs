//! Files of games, as other programs read and write them. Readers and writers take and give bytes or text; opening
//! files is the session's business. A new format is a file here and a row of [`FORMATS`].

mod bgammon;
#[cfg(feature = "packed-files")]
mod bgf;
mod builder;
mod clipboard;
mod fibs;
mod gnubg_text;
mod jellyfish_pos;
mod json;
mod judged;
mod markup;
mod mat;
#[cfg(feature = "packed-files")]
mod ogxm;
mod played;
mod read_back;
mod sgf;
mod snowie;
mod table;
mod transcript;
#[cfg(feature = "packed-files")]
mod xg;

#[cfg(feature = "packed-files")]
pub use bgf::read_bgf;
#[doc(hidden)]
pub use builder::{MOST_GAMES, against_the_rules};
#[doc(hidden)]
pub use clipboard::{is_position_id, is_position_text, read_position_text};
pub use jellyfish_pos::{jellyfish_position, read_jellyfish_position};
pub use json::{read_json, write_compact_json, write_json};
#[doc(hidden)]
pub use judged::judged;
pub use mat::{read_mat, write_mat};
#[cfg(feature = "packed-files")]
pub use ogxm::read_ogxm;
#[doc(hidden)]
pub use played::decoded;
pub use played::{FormatError, PlayedMatch, ReadOptions};
#[doc(hidden)]
pub use read_back::{lost_in, others_lost};
pub use sgf::{read_sgf, sgf_game, write_sgf};
pub use snowie::{read_snowie_position, snowie_position};
#[doc(hidden)]
pub use table::{
    Extent, FORMATS, Format, LOOKED_AT, PageKind, Reader, Start, Writer, Written, WrittenBy, detect, no_text,
    table_of_formats,
};
#[cfg(feature = "packed-files")]
pub use xg::{read_xg, write_xg};

/// Reads a file of any format that is known, by what is in it.
///
/// # Errors
/// When no format is recognised, or nothing in the file can be read.
pub fn read(bytes: &[u8], options: &ReadOptions<'_>) -> Result<PlayedMatch, FormatError> {
    detect(bytes).ok_or_else(|| FormatError::whole("gammon does not know this format"))?.read(bytes, options)
}

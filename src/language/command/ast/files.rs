//! Matches from files and to files.

use crate::formats::{Extent, Format};

/// A match from a file or to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileCommand {
    /// `import`: from a file of this format.
    Import {
        /// How it is written; `None` is whatever it turns out to be.
        format: Option<&'static Format>,
        /// The name.
        file: String,
    },
    /// `analyse file`: read a match, whatever its format, and analyse it.
    Analyse {
        /// The name.
        file: String,
    },
    /// `import sample`: the match that comes with the program.
    Sample,
    /// `load unsaved`: a match that was kept because nobody saved it, the newest without a number.
    LoadUnsaved(Option<u16>),
    /// `forget unsaved`: takes it away, or every one.
    ForgetUnsaved {
        /// All of them.
        all: bool,
    },
    /// `import folder`: all files of a folder, to see what becomes of them.
    ImportFolder {
        /// The folder.
        folder: String,
        /// Where the matches are saved as SGF, if anywhere.
        save: Option<String>,
    },
    /// `export`: to a file of this format.
    Export {
        /// How much.
        extent: Extent,
        /// How it is to be.
        format: &'static Format,
        /// The name; one made of the players' where there is none.
        file: Option<String>,
    },
    /// The position of a text that was typed, pasted or piped in.
    Text {
        /// The text.
        text: String,
    },
    /// `load`: from an SGF file.
    Load {
        /// The content.
        extent: Extent,
        /// The name.
        file: String,
    },
    /// `save`: to an SGF file.
    Save {
        /// How much.
        extent: Extent,
        /// The name.
        file: String,
    },
}

/// The subject of `browse`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Browse {
    /// The match.
    Match,
    /// The matches of a folder.
    Folder(String),
    /// The last rollout, or one that is saved, by its number or file.
    Rollout(Option<String>),
}

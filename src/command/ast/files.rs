//! Matches from files and to files.

use crate::formats::{Extent, Format};
use crate::settings::quoted;
use std::fmt;

/// A match from a file or to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileCommand {
    /// `import`: from a file of this format.
    Import {
        /// How it is written; `None` is whatever it turns out to be.
        format: Option<&'static Format>,
        /// Its name.
        file: String,
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
        /// Its name.
        file: String,
    },
    /// The position of a text that was typed, pasted or piped in.
    Text {
        /// The text.
        text: String,
    },
    /// `load`: from an SGF file.
    Load {
        /// What it holds.
        extent: Extent,
        /// Its name.
        file: String,
    },
    /// `save`: to an SGF file.
    Save {
        /// How much.
        extent: Extent,
        /// Its name.
        file: String,
    },
}

impl fmt::Display for FileCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Import { format, file } => {
                write!(f, "import {} {}", format.map_or("auto", |format| format.word), quoted(file))
            }
            Self::ImportFolder { folder, save } => {
                write!(f, "import folder {}", quoted(folder))?;
                save.as_ref().map_or(Ok(()), |save| write!(f, " {}", quoted(save)))
            }
            Self::Text { text } => f.write_str(text),
            Self::Export { extent, format, file } => {
                write!(f, "export {} {} {}", extent.word(), format.word, quoted(file))
            }
            Self::Load { extent, file } => write!(f, "load {} {}", extent.word(), quoted(file)),
            Self::Save { extent, file } => write!(f, "save {} {}", extent.word(), quoted(file)),
        }
    }
}

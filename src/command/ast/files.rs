//! Matches from files and to files.

use super::args::optional;
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
    /// `analyse file`: read a match, whatever its format, and analyse it.
    Analyse {
        /// Its name.
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
        /// Its name; one made of the players' where there is none.
        file: Option<String>,
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
            Self::Sample => f.write_str("import sample"),
            Self::LoadUnsaved(n) => write!(f, "load unsaved{}", optional(*n)),
            Self::ForgetUnsaved { all } => f.write_str(if *all { "forget unsaved all" } else { "forget unsaved" }),
            Self::Analyse { file } => write!(f, "analyse file {}", quoted(file)),
            Self::ImportFolder { folder, save } => {
                write!(f, "import folder {}", quoted(folder))?;
                save.as_ref().map_or(Ok(()), |save| write!(f, " {}", quoted(save)))
            }
            Self::Text { text } => f.write_str(text),
            Self::Export { extent, format, file } => {
                write!(f, "export {} {}", extent.word(), format.word)?;
                file.as_ref().map_or(Ok(()), |file| write!(f, " {}", quoted(file)))
            }
            Self::Load { extent, file } => write!(f, "load {} {}", extent.word(), quoted(file)),
            Self::Save { extent, file } => write!(f, "save {} {}", extent.word(), quoted(file)),
        }
    }
}

/// What `browse` shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Browse {
    /// The match.
    Match,
    /// The matches of a folder.
    Folder(String),
    /// The last rollout, or one that is saved, by its number or file.
    Rollout(Option<String>),
}

impl fmt::Display for Browse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match => Ok(()),
            Self::Folder(folder) => write!(f, " {}", quoted(folder)),
            Self::Rollout(None) => f.write_str(" rollout"),
            Self::Rollout(Some(saved)) => write!(f, " rollout {}", quoted(saved)),
        }
    }
}

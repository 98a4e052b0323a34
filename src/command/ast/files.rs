//! Matches from files and to files.

use crate::settings::quoted;
use std::fmt;

/// How much of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What lies on the table.
    Position,
    /// The game at the cursor.
    Game,
    /// All games.
    Match,
    /// All games, by the name they have when played for money.
    Session,
}

impl Extent {
    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Game => "game",
            Self::Match => "match",
            Self::Session => "session",
        }
    }
}

/// How a file that is read is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportFormat {
    /// Whatever it turns out to be.
    Auto,
    /// Jellyfish's text.
    Mat,
    /// Jellyfish's text of one game.
    Gam,
    /// The Smart Game Format.
    Sgf,
    /// eXtreme Gammon's.
    Xg,
    /// Our own JSON.
    Json,
    /// A position as Snowie's line.
    SnowieText,
    /// A position as Jellyfish's binary file.
    Pos,
}

impl ImportFormat {
    /// Every format.
    pub const ALL: [Self; 8] =
        [Self::Auto, Self::Mat, Self::Gam, Self::Sgf, Self::Xg, Self::Json, Self::SnowieText, Self::Pos];

    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Mat => "mat",
            Self::Gam => "gam",
            Self::Sgf => "sgf",
            Self::Xg => "xg",
            Self::Json => "json",
            Self::SnowieText => "snowietxt",
            Self::Pos => "pos",
        }
    }
}

/// How a file that is written is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFormat {
    /// Jellyfish's text: `mat` for matches, `gam` for games.
    Mat,
    /// The Smart Game Format.
    Sgf,
    /// Our own JSON.
    Json,
    /// A page of HTML.
    Html,
    /// Markdown.
    Markdown,
    /// Plain text.
    Text,
    /// A drawing of the board.
    Svg,
    /// Snowie's text: a line of a position, or the moves of games as Jellyfish writes them.
    SnowieText,
    /// A position as Jellyfish's binary file.
    Pos,
    /// A document for LaTeX.
    Latex,
}

impl MatchFormat {
    /// The keyword.
    #[must_use]
    pub const fn word(self, extent: Extent) -> &'static str {
        match (self, extent) {
            (Self::Mat, Extent::Game) => "gam",
            (Self::Mat, _) => "mat",
            (Self::Sgf, _) => "sgf",
            (Self::Json, _) => "json",
            (Self::Html, _) => "html",
            (Self::Markdown, _) => "markdown",
            (Self::Text, _) => "text",
            (Self::Svg, _) => "svg",
            (Self::SnowieText, _) => "snowietxt",
            (Self::Pos, _) => "pos",
            (Self::Latex, _) => "latex",
        }
    }
}

impl MatchFormat {
    /// Whether it is for people to read, not for programs to load.
    #[must_use]
    pub const fn is_page(self) -> bool {
        matches!(self, Self::Html | Self::Markdown | Self::Text | Self::Latex | Self::Svg)
    }

    /// How the names of such files end.
    #[must_use]
    pub const fn extension(self, extent: Extent) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Text | Self::SnowieText => "txt",
            Self::Latex => "tex",
            _ => self.word(extent),
        }
    }
}

/// A match from a file or to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileCommand {
    /// `import`: from a file of this format.
    Import {
        /// How it is written.
        format: ImportFormat,
        /// Its name.
        file: String,
    },
    /// `export`: to a file of this format.
    Export {
        /// How much.
        extent: Extent,
        /// How it is to be.
        format: MatchFormat,
        /// Its name.
        file: String,
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
            Self::Import { format, file } => write!(f, "import {} {}", format.word(), quoted(file)),
            Self::Export { extent, format, file } => {
                write!(f, "export {} {} {}", extent.word(), format.word(*extent), quoted(file))
            }
            Self::Load { extent, file } => write!(f, "load {} {}", extent.word(), quoted(file)),
            Self::Save { extent, file } => write!(f, "save {} {}", extent.word(), quoted(file)),
        }
    }
}

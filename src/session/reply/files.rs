//! Replies about folders of matches and the database.

use serde::Serialize;

/// The outcome of reading a folder's files.
#[derive(Clone, Debug, Serialize)]
pub struct FolderImportReply {
    /// The folder.
    pub folder: String,
    /// File by file, by name.
    pub files: Vec<ImportedFile>,
    /// How many files there are.
    pub of: usize,
    /// Where the matches are saved; `None` where they are not.
    pub saved: Option<String>,
    /// Whether it was stopped before the last file.
    pub stopped: bool,
}

/// A file of a folder.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ImportedFile {
    /// The name.
    pub file: String,
    /// The word of its format; `None` where it is not known.
    pub format: Option<&'static str>,
    /// The players by seat.
    pub players: Option<[String; 2]>,
    /// The length of the match, 0 for money.
    pub length: Option<u8>,
    /// How many games were read.
    pub games: usize,
    /// The remarks.
    pub remarks: Vec<String>,
    /// Why it was not read, or not saved.
    pub refused: Option<String>,
}

/// Errors and luck of all matches of a folder.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryReply {
    /// The folder.
    pub folder: String,
    /// Match by match, by the names of the files.
    pub matches: Vec<HistoryRow>,
    /// Player by player, those with most matches first.
    pub players: Vec<KnownPlayer>,
    /// Files that could not be read or written, and why.
    pub faults: Vec<String>,
    /// How many files there are.
    pub files: usize,
    /// How many matches were analyzed now; the others had been.
    pub analysed: usize,
    /// Where their analyses are saved; `None` where they are not.
    pub saved: Option<String>,
    /// Whether it was stopped before the last file.
    pub stopped: bool,
}

/// A match.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryRow {
    /// The file.
    pub file: String,
    /// The length, 0 for money.
    pub length: u8,
    /// The players by seat.
    pub players: [HistoryPlayer; 2],
    /// Player 0's gain: points, or match winning chance; `None` where the match is not over.
    pub result: Option<f64>,
}

/// A player of a match.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryPlayer {
    /// The name.
    pub name: String,
    /// Equity given up a decision that counts.
    pub rate: Option<f64>,
    /// Luck a roll.
    pub luck: Option<f64>,
}

/// All matches of the player with this name.
#[derive(Clone, Debug, Serialize)]
pub struct KnownPlayer {
    /// The name.
    pub name: String,
    /// Matches.
    pub matches: usize,
    /// Plays.
    pub plays: u32,
    /// Equity given up an unforced play.
    pub play_rate: Option<f64>,
    /// Equity given up a cube decision that was close or actual.
    pub cube_rate: Option<f64>,
    /// Equity given up a decision that counts.
    pub rate: Option<f64>,
    /// The class of the performance rating.
    pub rating: Option<&'static str>,
    /// Luck a roll.
    pub luck: Option<f64>,
    /// The rating of that.
    pub luck_rating: Option<&'static str>,
}

/// The rows of a query.
#[derive(Clone, Debug, Serialize)]
pub struct RowsReply {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cells, `None` for null.
    pub rows: Vec<Vec<Option<String>>>,
}

//! The commands under `library`.

use super::WantedErrors;
use std::time::Duration;

/// A command about the library of matches.
#[derive(Clone, Debug, PartialEq)]
pub enum Library {
    /// Says what is in it.
    Info,
    /// Adds a file or the files of a folder; the match on the table where none is named.
    Add(Option<String>),
    /// Lists its matches.
    List(WantedErrors),
    /// Lists its decisions, the worst first.
    Find(WantedErrors),
    /// Rates its players.
    Performance(WantedErrors),
    /// Writes its decisions as a table for other programs.
    Export(String, WantedErrors),
    /// Writes a page about its players.
    Page(String, WantedErrors),
    /// Says where most is given up.
    Plan(WantedErrors),
    /// Puts a match on the table, by its number.
    Open(u32),
    /// Puts the match of a decision on the table, by its number in the last list of `library find`, and goes there.
    Found(u16),
    /// Takes matches out, by their numbers.
    Remove(Vec<u32>),
    /// Puts a match, by its number, into a group, or takes it out.
    Tag {
        /// The number.
        number: u32,
        /// The name of the group.
        tag: String,
        /// Whether it is put in.
        on: bool,
    },
    /// Writes a note about a match, or shows it.
    Note(u32, Option<String>),
    /// Counts a name as one of a player who is called otherwise, or as his own again where both are the same; without
    /// names, lists such names.
    Alias(Option<(String, String)>),
    /// Takes the last change back.
    Undo,
    /// Answers a query in SQL, which changes nothing.
    Select(String),
    /// Looks for damage.
    Check,
    /// Plays matches, of this length, by the engine, into it.
    Play(u32, Option<u8>),
    /// Analyses the matches that are not analysed, for this long at most; or the part of all matches that one of
    /// several machines takes.
    Analyse(Option<Duration>, Option<[u8; 2]>),
}

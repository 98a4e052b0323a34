//! `relational`: the database of matches and players.

/// A command of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelationalCommand {
    /// `relational add match`: adds the match on the table, in place of what is there of it.
    Add {
        /// Quiet: nothing is said about it.
        quiet: bool,
    },
    /// `relational show players`: all names.
    Players,
    /// `relational show details`: the statistics of a player over all matches.
    Details(String),
    /// `relational erase player`: takes a player out, with every match of his.
    Erase(String),
    /// `relational erase allplayers`.
    EraseAll,
    /// `relational select`: the rows of a query.
    Select(String),
    /// `relational test`: whether the database answers.
    Test,
    /// `relational setup`: a key and its value.
    Setup(Option<String>),
}

//! The look of answers.

use crate::words;

/// The layout of evaluations and rollouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputStyle {
    /// Tables with one line for each play, and a sentence with the conclusion.
    #[default]
    Table,
    /// GNU Backgammon's, where scripts find every number where they look for it.
    Gnubg,
}

words! {
    /// The format of answers.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum OutputFormat: name {
        /// Text for people.
        #[default]
        Text = "text",
        /// Text with tables in Markdown.
        Markdown = "markdown",
        /// The rows of tables, with commas.
        Csv = "csv",
        /// One JSON object for each command.
        Json = "json",
    }
}

/// The colours of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Colours for the ground that the terminal has.
    #[default]
    Auto,
    /// Colours for a dark ground.
    Dark,
    /// Colours for a light ground.
    Light,
    /// Bold and plain, without colours that a ground could swallow.
    HighContrast,
    /// No colours.
    None,
}

/// The characters with which boards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Characters that every terminal has.
    #[default]
    Ascii,
    /// Lines and disks.
    Unicode,
}

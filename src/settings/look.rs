//! What answers look like.

/// The layout of evaluations and rollouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputStyle {
    /// Tables with one line for each play, and a sentence with the conclusion.
    #[default]
    Table,
    /// GNU Backgammon's, where scripts find every number where they look for it.
    Gnubg,
}

/// What answers are written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFormat {
    /// Text for people.
    #[default]
    Text,
    /// Text with tables in Markdown.
    Markdown,
    /// The rows of tables, with commas.
    Csv,
    /// One JSON object for each command.
    Json,
}

impl OutputFormat {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Text, Self::Markdown, Self::Csv, Self::Json];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Json => "json",
        }
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

/// What boards are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Characters that every terminal has.
    #[default]
    Ascii,
    /// Lines and disks.
    Unicode,
}

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

/// What boards are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Characters that every terminal has.
    #[default]
    Ascii,
    /// Lines and disks.
    Unicode,
}

//! What there is to practise.

use serde::Serialize;

/// What there is to practise.
#[derive(Clone, Debug, Serialize)]
pub struct PracticeReply {
    /// The questions by theme, the theme with most first.
    pub themes: Vec<PracticeTheme>,
    /// Errors found that are not rolled out yet.
    pub found: u32,
    /// Errors dropped after a rollout: none after all, or not sure.
    pub dropped: u32,
}

/// The questions of a theme.
#[derive(Clone, Debug, Serialize)]
pub struct PracticeTheme {
    /// The part of the game, `doubling` or `taking`.
    pub theme: String,
    /// The questions.
    pub cards: u32,
    /// The questions never asked.
    pub new: u32,
    /// The questions asked before that are due today.
    pub due: u32,
    /// The questions asked before that are due within a week, today's among them.
    pub week: u32,
    /// Answers given.
    pub answers: u32,
    /// The share of answers after the first that were not wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retention: Option<f64>,
    /// The equity given up by an answer, in the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<f64>,
}

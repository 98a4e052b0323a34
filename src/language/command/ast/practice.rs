//! The commands under `practise`.

use super::WantedErrors;

/// Practice with one's own errors.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "one command is made for each line that is typed")]
pub enum Practise {
    /// A round of questions that are meant, so many at most.
    Round(WantedErrors),
    /// The answer to the open question.
    Answer(String),
    /// The answer to a decision that something else has asked, by its XGID.
    Answered {
        /// The decision.
        xgid: String,
        /// The play or action.
        answer: String,
    },
    /// The last answer came without a thought.
    Easy,
    /// The end of the round.
    Stop,
    /// All questions for the Anki that runs on this machine, where AnkiConnect listens at an address.
    Anki(Option<String>),
    /// `export cards`: all questions as a package for Anki.
    Export(String),
}

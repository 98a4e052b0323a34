//! The commands under `practise`.

use super::Command;

/// Practice with one's own errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Practise {
    /// A round of questions, this many at most.
    Round(Option<u16>),
    /// The answer to the open question.
    Answer(String),
    /// The last answer came without a thought.
    Easy,
    /// The end of the round.
    Stop,
    /// `export cards`: all questions as a package for Anki.
    Export(String),
}

impl From<Practise> for Command {
    fn from(practise: Practise) -> Self {
        Self::Practise(practise)
    }
}

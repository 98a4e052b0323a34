//! Jobs beside the session: `rollout &`, `jobs`, `fg`, `stop`.

use super::{Command, RolloutCommand};

/// Commands for jobs in the background. Without a number, the latest is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobCommand {
    /// `jobs`: what there is.
    List,
    /// `fg`: look on until it is done, then its answer.
    Front(Option<u16>),
    /// `stop`: its answer as far as it has come.
    Stop(Option<u16>),
}

impl Command {
    /// Whether it may be carried out beside the session: it takes long, and changes neither the table nor a setting.
    pub const fn may_go_in_background(&self) -> bool {
        match self {
            Self::Rollout(what) => !matches!(what, RolloutCommand::Saved(_) | RolloutCommand::Merge(_)),
            Self::AnalyseRolloutMove(_)
            | Self::AnalyseRolloutCube
            | Self::Hint(_)
            | Self::HintWithin(_)
            | Self::Eval(_) => true,
            _ => false,
        }
    }
}

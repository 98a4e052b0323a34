//! `copy`: the decision on the table for a message or a forum.

use crate::session::reply::{Figures, Reply};
use crate::session::{Host, Page, Session, SessionError};
use std::sync::Arc;

impl Session {
    /// Puts the XGID, or board, XGID and what is known, on the clipboard; without one the text is the answer.
    pub(in crate::session) fn copy(&self, text: bool, host: &mut dyn Host) -> Result<Reply, SessionError> {
        let game = self.state().shown().ok_or_else(SessionError::no_game)?;
        let xgid = self.ids_of(&game).xgid;
        let whole = || Reply::Many([vec![self.board()], self.known_here()].concat());
        let copied = if text { host.page(self, &Page::Plain(&whole()))? } else { xgid.clone() };
        if !host.copy(&copied)? {
            return Ok(Reply::Message(copied.trim_end().to_owned()));
        }
        let what = if text { "board, XGID and decision are" } else { "the XGID is" };
        Ok(Reply::Message(format!("{what} on the clipboard, if the terminal allows that: {xgid}")))
    }

    /// What is known of the decision on the table: how it was made, its rollouts, the last hint.
    pub fn known_here(&self) -> Vec<Reply> {
        let mut known = Vec::new();
        let (game, step) = self.record().cursor();
        if let Some(decision) = self.decision_at(game, step, usize::MAX).filter(|one| one.analysis.is_some()) {
            known.push(Reply::figures(Figures::Decision(Box::new(decision))));
        }
        match (self.rollout_here(), self.findings.hint(), self.findings.cube_hint()) {
            (Some(rollout), _, _) => known.push(Reply::Rollout(rollout)),
            (None, Some(plays), _) => {
                let mut plays = (**plays).clone();
                plays.candidates.truncate(MOST_PLAYS);
                known.push(Reply::Plays(Box::new(plays)));
            }
            (None, None, Some(cube)) => known.push(Reply::Cube(Box::new((**cube).clone()))),
            (None, None, None) => {}
        }
        known
    }

    /// The last rollout of the decision on the table.
    fn rollout_here(&self) -> Option<Arc<crate::session::RolloutReply>> {
        self.rolled().and_then(|rolled| rolled.last())
    }
}

/// Plays of the last hint that are copied.
const MOST_PLAYS: usize = 5;

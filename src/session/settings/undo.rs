//! Taking settings back.

use crate::scoring::Met;
use crate::session::parts::Dice;
use crate::session::reply::Reply;
use crate::session::{Session, SessionError};
use crate::settings::{Effect, Setting, Settings, commands};
use std::collections::VecDeque;
use std::sync::Arc;

/// This many changes can be taken back.
const MOST: usize = 100;

/// How things were before a setting was changed.
struct Before {
    setting: &'static Setting,
    settings: Settings,
    dice: Dice,
    met: Arc<Met>,
}

/// The changes of settings that can be taken back, the last one last.
#[derive(Default)]
pub(in crate::session) struct Changes {
    all: VecDeque<Before>,
    /// This many of them were made since something happened at the table.
    latest: usize,
    /// The comment that was there before the last one was written, if nothing has happened since: game, step, text.
    comment: Option<(usize, usize, String)>,
}

impl Changes {
    /// Something has happened at the table.
    pub fn go_on(&mut self) {
        self.latest = 0;
        self.comment = None;
    }

    /// A comment was written in the place of another.
    pub fn wrote_over(&mut self, (game, step): (usize, usize), before: String) {
        self.comment = Some((game, step, before));
    }
}

impl Session {
    /// Keeps the present values before a setting is changed.
    pub(super) fn remember_settings(
        &mut self,
        setting: &'static Setting,
        settings: Settings,
        dice: Dice,
        met: Arc<Met>,
    ) {
        if self.changes.all.len() == MOST {
            self.changes.all.pop_front();
        }
        self.changes.comment = None;
        self.changes.all.push_back(Before { setting, settings, dice, met });
        self.changes.latest = (self.changes.latest + 1).min(MOST);
    }

    /// Does what follows from a setting at the table: nobody has acted there.
    pub(super) fn without_an_act(&mut self, follow: impl FnOnce(&mut Self)) {
        let latest = self.changes.latest;
        follow(self);
        self.changes.latest = latest;
    }

    /// Whether nothing has happened at the table since the last setting was changed.
    pub(in crate::session) fn was_setting_last(&self) -> bool {
        self.changes.latest > 0
    }

    /// Whether a comment is what was done last.
    pub(in crate::session) const fn was_comment_last(&self) -> bool {
        self.changes.comment.is_some()
    }

    /// Puts the comment back that was there before the last one.
    pub(in crate::session) fn undo_comment(&mut self) -> Result<Reply, SessionError> {
        let before = self.changes.comment.take();
        let note = before.as_ref().and_then(|(game, step, _)| self.table.note_mut(*game, *step));
        let Some((note, (_, _, text))) = note.zip(before) else {
            return Err(SessionError::new("no comment was written"));
        };
        note.comment.clone_from(&text);
        Ok(Reply::Message(match text.as_str() {
            "" => "the decision has no comment again".to_owned(),
            text => format!("the comment is again: {text}"),
        }))
    }

    /// `undo setting`: takes the last change of a setting back. Replies with the restored values as commands.
    pub(in crate::session) fn undo_setting(&mut self) -> Result<Reply, SessionError> {
        let Some(Before { setting, settings, dice, met, .. }) = self.changes.all.pop_back() else {
            return Err(SessionError::new("no setting has been changed"));
        };
        self.changes.latest = self.changes.latest.saturating_sub(1);
        let now = std::mem::replace(&mut self.settings, settings);
        // Names and strengths go with the game, which may have gone on.
        let is_of_players = ["names", "defaultnames", "player"].iter().any(|word| setting.words.starts_with(word));
        if !is_of_players {
            (self.settings.names, self.settings.players) = (now.names.clone(), now.players.clone());
        }
        self.engine.set_met(met);
        if matches!(setting.effect, Effect::Dice | Effect::Seed) {
            *self.table.dice_mut() = dice;
        }
        self.without_an_act(|session| session.follow_on_the_table(setting.effect));
        if setting.effect == Effect::Met {
            self.forget_analysis();
        }
        let lines = commands(&self.settings, "", Some(&now));
        Ok(if lines.is_empty() {
            Reply::Message(format!("`set {}` is taken back", setting.words))
        } else {
            Reply::Commands(lines)
        })
    }
}

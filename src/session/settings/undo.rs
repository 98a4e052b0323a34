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
    /// Where the session stood in its record.
    cursor: (usize, usize),
}

/// The changes of settings that can be taken back, the last one last.
#[derive(Default)]
pub(in crate::session) struct Changes(VecDeque<Before>);

impl Session {
    /// Keeps the present values before a setting is changed.
    pub(super) fn remember_settings(
        &mut self,
        setting: &'static Setting,
        settings: Settings,
        dice: Dice,
        met: Arc<Met>,
    ) {
        if self.changes.0.len() == MOST {
            self.changes.0.pop_front();
        }
        let cursor = self.record().cursor();
        self.changes.0.push_back(Before { setting, settings, dice, met, cursor });
    }

    /// Whether nothing has happened in the record since the last setting was changed.
    pub(in crate::session) fn was_setting_last(&self) -> bool {
        self.changes.0.back().is_some_and(|before| before.cursor == self.record().cursor())
    }

    /// `undo setting`: takes the last change of a setting back. Replies with the restored values as commands.
    pub(in crate::session) fn undo_setting(&mut self) -> Result<Reply, SessionError> {
        let Some(Before { setting, settings, dice, met, .. }) = self.changes.0.pop_back() else {
            return Err(SessionError::new("no setting has been changed"));
        };
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
        self.follow_on_the_table(setting.effect);
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

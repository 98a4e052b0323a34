//! A closer look at one decision of the record, as the page asks for it that has the session behind it: what is found
//! goes into the notes of the record, which lists and statistics read.

use super::marked::Wanted;
use crate::analysis::Scope;
use crate::eval::EvalSettings;
use crate::movegen::Play;
use crate::record::{Event, Method, Note};
use crate::rollout::Until;
use crate::session::rollout::Beginning;
use crate::session::{Host, Session, SessionError};

/// How a decision is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// An analysis that looks one turn further ahead than the last.
    Deeper,
    /// A rollout of what was done and what is best, until it is decided which is better.
    RollOut,
}

/// How far the first look goes where another program has judged.
const FOREIGN: u8 = 2;

impl Session {
    /// Looks at a decision of the record by its game and step, both from 0. The cursor stays where it is.
    ///
    /// # Errors
    /// When there is nothing to look at there, or it cannot be done. Stopped, it keeps what it has found.
    pub fn look_at(&mut self, game: usize, step: usize, look: Look, host: &mut dyn Host) -> Result<(), SessionError> {
        let cursor = self.record().cursor();
        let looked = match look {
            Look::Deeper => self.look_deeper(game, step, host),
            Look::RollOut => self.look_by_rollout(game, step, host),
        };
        self.seek(cursor);
        looked
    }

    fn look_deeper(&mut self, game: usize, step: usize, host: &mut dyn Host) -> Result<(), SessionError> {
        let note = self.note_at(game, step).ok_or_else(nothing)?;
        // The findings of another program are worth two turns at least.
        let usual = self.settings.analysis.chequerplay.plies.max(if is_foreign(note) { FOREIGN } else { 0 });
        let plies = deepest(note).map_or(usual, |plies| plies.saturating_add(1)).min(EvalSettings::MAX_PLIES);
        let mut settings = self.settings.analysis.clone();
        (settings.chequerplay.plies, settings.cubedecision.plies) = (plies, plies);
        let mut record = self.record().clone();
        let done = self.analyze(&mut record, Scope::Steps { game, first: step, last: step }, &settings, host);
        self.table.restore(record);
        if done?.is_stopped() { Err(SessionError::stopped()) } else { Ok(()) }
    }

    fn look_by_rollout(&mut self, game: usize, step: usize, host: &mut dyn Host) -> Result<(), SessionError> {
        let wanted = Wanted { game, step, plays: self.best_and_played(game, step)? };
        let plan = self.plan_wanted(&wanted)?;
        let mut settings = self.rollout_settings();
        if !settings.stop.until.is_set() {
            settings.stop.until.decided = Some(Until::DEFAULT_MARGIN);
        }
        self.roll_out(plan, &settings, Beginning::default(), host).map(|_| ())
    }

    /// The best play and the one that was made, or the next best where they are the same; `None` for the cube.
    fn best_and_played(&self, game: usize, step: usize) -> Result<Option<Vec<Play>>, SessionError> {
        let entry = self.record().games().get(game).and_then(|game| game.steps.get(step)).ok_or_else(nothing)?;
        if !matches!(entry.event, Event::Play(_)) {
            return Ok(None);
        }
        let unknown = || SessionError::new("this decision is not analysed").with_suggestion("analyse match");
        let analysis = entry.note.plays.as_ref().ok_or_else(unknown)?;
        let other = analysis.played.filter(|&played| played > 0).unwrap_or(1);
        let plays = [0, other].into_iter().filter_map(|i| analysis.plays.get(i));
        let plays: Vec<Play> = plays.map(|value| value.play.clone()).collect();
        if plays.len() < 2 {
            return Err(SessionError::new("there is one play only"));
        }
        Ok(Some(plays))
    }
}

fn nothing() -> SessionError {
    SessionError::new("there is no such decision in the record")
}

/// How the values of a decision were found.
fn methods(note: &Note) -> impl Iterator<Item = &Method> {
    let plays = note.plays.iter().flat_map(|plays| &plays.plays).map(|play| &play.method);
    plays.chain(note.cube.iter().map(|cube| &cube.method))
}

fn is_foreign(note: &Note) -> bool {
    methods(note).any(Method::is_foreign)
}

/// How far the analysis of a decision looked ahead.
fn deepest(note: &Note) -> Option<u8> {
    let plies = |method: &Method| match method {
        Method::Plies { plies, .. } => Some(*plies),
        Method::Level { .. } | Method::Rollout { .. } | Method::Foreign { .. } => None,
    };
    methods(note).filter_map(plies).max()
}

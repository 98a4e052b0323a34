//! A closer look at one decision of the record, as the page asks for it that has the session behind it: what is found
//! goes into the notes of the record, which lists and statistics read.

use super::marked::Wanted;
use crate::analysis::{AnalysisSettings, Scope};
use crate::eval::{EvalSettings, MoveFilters};
use crate::level::{Level, Rung};
use crate::movegen::Play;
use crate::record::{Event, Method, Note};
use crate::session::rollout::Beginning;
use crate::session::{Host, Session, SessionError};
use std::cmp::Ordering;

/// How a decision is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// An analysis of the next level above what is known.
    Deeper,
    /// A rollout of what was done and what is best, until little can be lost.
    RollOut,
}

/// The kind of rollouts in a [rank](Method::rank).
const ROLLOUTS: u8 = 2;

/// How far the first look goes at least where another program has judged.
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
        self.keep_preference();
        self.seek(cursor);
        if looked.is_ok() {
            self.table.note_analyzed();
        }
        looked
    }

    fn look_deeper(&mut self, game: usize, step: usize, host: &mut dyn Host) -> Result<(), SessionError> {
        let note = self.note_at(game, step).ok_or_else(nothing)?;
        let rung = match highest(note) {
            None => Rung::Plies(self.settings.analysis.chequerplay.plies()),
            Some(method) => above(method).ok_or_else(|| {
                let known = format!("this is judged by {}: only a rollout looks deeper", method.name());
                SessionError::new(known).with_suggestion("rollout")
            })?,
        };
        // Who asks about one decision wants all plays that are near looked at alike.
        let filters = self.settings.analysis.filters.for_nets(false, MoveFilters::LARGE);
        let settings = AnalysisSettings { again: true, filters, ..self.settings.analysis.at(rung) };
        let mut record = self.record().clone();
        let done = self.analyze(&mut record, Scope::Steps { game, first: step, last: step }, &settings, host);
        self.table.restore(record);
        if done?.is_stopped() { Err(SessionError::stopped()) } else { Ok(()) }
    }

    fn look_by_rollout(&mut self, game: usize, step: usize, host: &mut dyn Host) -> Result<(), SessionError> {
        let wanted = Wanted { game, step, plays: self.best_and_played(game, step)? };
        let plan = self.plan_wanted(&wanted)?;
        let settings = self.rollout_until_little_is_lost();
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

/// How the decision was judged, at the highest level below a rollout. A rollout goes on speaking beside a closer look.
fn highest(note: &Note) -> Option<&Method> {
    let looks = note.methods().filter(|method| method.rank().0 < ROLLOUTS);
    looks.max_by(|a, b| a.rank().partial_cmp(&b.rank()).unwrap_or(Ordering::Equal))
}

/// The next look beyond what was found in this way; `None` where only a rollout looks deeper.
fn above(method: &Method) -> Option<Rung> {
    match method.rank() {
        (0, plies, ..) => {
            let plies = u8::try_from(plies).ok()?.saturating_add(1);
            // The least that a look at the findings of another program is worth.
            let plies = if method.is_foreign() { plies.max(FOREIGN) } else { plies };
            (plies <= EvalSettings::MAX_PLIES).then_some(Rung::Plies(plies))
        }
        (1, level, ..) => Level::ALL.get(level as usize + 1).copied().map(Rung::Level),
        _ => None,
    }
}

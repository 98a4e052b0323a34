//! `annotate …`: marks of people on decisions and rolls.

use crate::command::{Annotate, Annotated};
use crate::record::Event;
use crate::session::reply::{Reply, done};
use crate::session::{Session, SessionError};

impl Session {
    pub(in crate::session) fn annotate(&mut self, annotate: Annotate) -> Result<Reply, SessionError> {
        let (game, _) = self.record().cursor();
        let what = match annotate {
            Annotate::Skill(what, _) => what.word(),
            Annotate::Luck(_) | Annotate::ClearLuck => "roll",
            Annotate::ClearSkill => "decision",
        };
        let step = self.annotated(annotate).ok_or_else(|| {
            SessionError::new(format!("there is no {what} at the cursor to annotate")).with_suggestion("previous")
        })?;
        let turn = super::errors::turn_of(&self.record().games()[game], step);
        let first = self.table.begin_of_turn(game, step);
        let told = match annotate {
            Annotate::Skill(_, mark) => mark.map_or("not marked", |mark| mark.name()),
            Annotate::Luck(mark) => mark.map_or("not marked", |mark| mark.name()),
            Annotate::ClearSkill | Annotate::ClearLuck => "not marked",
        };
        let steps = if matches!(annotate, Annotate::ClearSkill) { first..=step } else { step..=step };
        for step in steps {
            let Some(note) = self.table.note_mut(game, step) else { continue };
            match annotate {
                Annotate::Skill(_, mark) => note.skill = mark,
                Annotate::Luck(mark) => note.luck_mark = mark,
                Annotate::ClearSkill => note.skill = None,
                Annotate::ClearLuck => note.luck_mark = None,
            }
        }
        Ok(Reply::Message(format!("game {}, turn {turn}: the {what} is {told}", game + 1)))
    }

    /// Writes a comment on the decision at the cursor, or shows it.
    pub(in crate::session) fn comment_here(&mut self, text: Option<&str>) -> Result<Reply, SessionError> {
        let (game, step) = self.record().cursor();
        let nothing = || SessionError::new("nothing has been decided here yet").with_suggestion("previous");
        let decision = self.decision_at(game, step, 0).ok_or_else(nothing)?;
        let place = format!("game {}, turn {}", game + 1, decision.turn);
        let Some(text) = text else {
            return Ok(Reply::Message(match decision.comment {
                Some(comment) => comment,
                None => format!("{place}: there is no comment"),
            }));
        };
        let note = self.table.note_mut(game, step).ok_or_else(nothing)?;
        text.clone_into(&mut note.comment);
        Ok(Reply::Message(format!("{place}: the comment on \"{} {}\" is kept", decision.player, done(&decision.made))))
    }

    /// Writes a comment on a decision, or takes away those of the turn.
    pub(in crate::session) fn comment(&mut self, comment: Option<&(Annotated, String)>) -> Result<Reply, SessionError> {
        let (game, _) = self.record().cursor();
        let (what, place) = match comment {
            Some((what, _)) => (what.word(), Annotate::Skill(*what, None)),
            None => ("decision", Annotate::ClearSkill),
        };
        let step = self.annotated(place).ok_or_else(|| {
            SessionError::new(format!("there is no {what} at the cursor to annotate")).with_suggestion("previous")
        })?;
        let turn = super::errors::turn_of(&self.record().games()[game], step);
        let (steps, text, told) = match comment {
            Some((_, text)) => (step..=step, text.as_str(), "has a comment"),
            None => (self.table.begin_of_turn(game, step)..=step, "", "has no comment"),
        };
        for step in steps {
            if let Some(note) = self.table.note_mut(game, step) {
                text.clone_into(&mut note.comment);
            }
        }
        Ok(Reply::Message(format!("game {}, turn {turn}: the {what} {told}", game + 1)))
    }

    /// The step that is meant: of the turn at the cursor, or else the latest one before it.
    fn annotated(&self, annotate: Annotate) -> Option<usize> {
        let (game, at) = self.record().cursor();
        let steps = &self.record().games()[game].steps;
        let fits = |step: &usize| {
            let event = &steps[*step].event;
            let rolled = matches!(event, Event::Roll(_) | Event::Begin { roll: Some(_), .. });
            let answer = matches!(event, Event::Take | Event::Pass);
            match annotate {
                Annotate::Luck(_) | Annotate::ClearLuck => rolled,
                Annotate::ClearSkill => !matches!(event, Event::Begin { .. } | Event::Set(_) | Event::Roll(_)),
                Annotate::Skill(what, _) => match what {
                    Annotated::Move => matches!(event, Event::Play(_) | Event::NoPlay),
                    Annotated::Cube => answer || matches!(event, Event::Roll(_) | Event::Double),
                    Annotated::Double => matches!(event, Event::Double),
                    Annotated::Accept => matches!(event, Event::Take | Event::Accept),
                    Annotated::Take => matches!(event, Event::Take),
                    Annotated::Drop | Annotated::Pass => matches!(event, Event::Pass),
                    Annotated::Reject => matches!(event, Event::Pass | Event::Decline),
                    Annotated::Resign => matches!(event, Event::Resign(_)),
                },
            }
        };
        let here = (at < steps.len()).then(|| self.table.begin_of_turn(game, at)..at + 1);
        here.into_iter().flatten().rfind(fits).or_else(|| (0..at).rfind(fits))
    }
}

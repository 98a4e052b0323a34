//! `annotate …`: marks of people on decisions and rolls.

use crate::command::{Annotate, Annotated};
use crate::record::Event;
use crate::session::reply::{DecisionReply, Figures, FlagsReply, Reply, done};
use crate::session::{Host, Session, SessionError};

fn nothing_decided() -> SessionError {
    SessionError::new("nothing has been decided here yet").with_suggestion("previous")
}

impl Session {
    pub(in crate::session) fn annotate(&mut self, annotate: Annotate) -> Result<Reply, SessionError> {
        let (game, _) = self.record().cursor();
        let (step, turn, what) = self.annotated(annotate)?;
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

    /// Writes a comment on the decision at the cursor; without a text it is edited at the prompt, or else shown.
    pub(in crate::session) fn comment_here(
        &mut self,
        text: Option<&str>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let (game, step) = self.record().cursor();
        let decision = self.decision_here_or_error()?;
        let note = self.table.note_mut(game, step).ok_or_else(nothing_decided)?;
        let text = text.map(|text| Ok(Some(text.to_owned())));
        let text = text.unwrap_or_else(|| host.edit("Comment: ", &note.comment))?;
        let place = format!("game {}, turn {}", game + 1, decision.turn);
        let Some(text) = text else {
            return Ok(Reply::Message(decision.comment.unwrap_or_else(|| format!("{place}: there is no comment"))));
        };
        let before = std::mem::replace(&mut note.comment, text.trim().to_owned());
        let kept = if note.comment.is_empty() { "has no comment" } else { "has this comment" };
        let told = match before.as_str() {
            "" => String::new(),
            before => format!(" (`undo` puts back what was there: {before})"),
        };
        self.changes.wrote_over((game, step), before);
        Ok(Reply::Message(format!("{place}: \"{} {}\" {kept}{told}", decision.player, done(&decision.made))))
    }

    /// `flag`, `unflag`: puts a flag on the decision at the cursor, or takes it off.
    pub(in crate::session) fn flag_here(&mut self, on: bool) -> Result<Reply, SessionError> {
        let (game, step) = self.record().cursor();
        let DecisionReply { turn, player, made, .. } = self.decision_here_or_error()?;
        self.table.note_mut(game, step).ok_or_else(nothing_decided)?.flag = on;
        let flagged = if on { "is flagged: `show flags` lists all" } else { "is not flagged" };
        Ok(Reply::Message(format!("game {}, turn {turn}: \"{player} {}\" {flagged}", game + 1, done(&made))))
    }

    /// `show flags`.
    pub(in crate::session) fn show_flags(&self) -> Result<Reply, SessionError> {
        self.begun()?;
        let mut flags = Vec::new();
        for (game, record) in self.record().games().iter().enumerate() {
            let flagged = record.steps.iter().enumerate().filter(|(_, step)| step.note.flag);
            flags.extend(flagged.filter_map(|(step, _)| self.decision_at(game, step, 0)));
        }
        Ok(Reply::figures(Figures::Flags(FlagsReply { flags })))
    }

    fn decision_here_or_error(&self) -> Result<DecisionReply, SessionError> {
        let (game, step) = self.record().cursor();
        self.decision_at(game, step, 0).ok_or_else(nothing_decided)
    }

    /// Writes a comment on a decision, or takes away those of the turn.
    pub(in crate::session) fn comment(&mut self, comment: Option<&(Annotated, String)>) -> Result<Reply, SessionError> {
        let (game, _) = self.record().cursor();
        let place = comment.map_or(Annotate::ClearSkill, |(what, _)| Annotate::Skill(*what, None));
        let (step, turn, what) = self.annotated(place)?;
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

    /// The step that is meant, of the turn at the cursor or else the latest one before it, with the number of its turn
    /// and the word for it.
    fn annotated(&self, annotate: Annotate) -> Result<(usize, usize, &'static str), SessionError> {
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
        let step = here.into_iter().flatten().rfind(fits).or_else(|| (0..at).rfind(fits));
        let what = match annotate {
            Annotate::Skill(what, _) => what.word(),
            Annotate::Luck(_) | Annotate::ClearLuck => "roll",
            Annotate::ClearSkill => "decision",
        };
        let step = step.ok_or_else(|| {
            SessionError::new(format!("there is no {what} at the cursor to annotate")).with_suggestion("previous")
        })?;
        Ok((step, super::errors::turn_of(&self.record().games()[game], step), what))
    }
}

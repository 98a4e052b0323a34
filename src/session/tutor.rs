//! `set tutor`: errors of people are told before they are made.

use super::{Reply, Session};
use crate::analysis::{AnalysisSettings, Analyst, verdict};
use crate::board::{ByPlayer, Roll};
use crate::command::Command;
use crate::notation::play_text;
use crate::record::{Event, GameRecord, Note, Rules, State, Step};
use crate::settings::Who;

/// What a tutor has warned of: said again, it is done.
pub(super) type Warned = Option<(Command, State)>;

impl Session {
    /// What the tutor has to say before a command is carried out; nothing where there is no error, or if it has been
    /// said.
    pub(super) fn tutor_warns(&mut self, command: &Command) -> Option<Reply> {
        let tutor = self.settings.tutor;
        let state = *self.state();
        let game = state.game?;
        if !tutor.mode || self.settings.players[game.to_decide()].who != Who::Human {
            return None;
        }
        let event = match command {
            Command::Move(Some(play)) if tutor.chequer => Event::Play(play.find(&game.position, game.dice?).ok()?),
            Command::Roll if tutor.cube => Event::Roll(Roll::ALL[0]),
            Command::Double if tutor.cube => Event::Double,
            Command::Take | Command::Accept if tutor.cube => Event::Take,
            Command::Drop | Command::Reject if tutor.cube => Event::Pass,
            _ => return None,
        };
        if self.warned.take().is_some_and(|(said, at)| said == *command && at == state) {
            return None;
        }
        let after = state.after(&event, Rules { crawford: true }).ok()?;
        let evaluation = &self.settings.hints();
        let settings = AnalysisSettings {
            chequerplay: evaluation.chequerplay,
            cubedecision: evaluation.cubedecision,
            filters: evaluation.filters,
            dice: false,
            plays: true,
            cube: true,
            players: ByPlayer([true, true]),
            ..self.settings.analysis.clone()
        };
        let mut step = Step { event, after, note: Note::default() };
        let found = Analyst::new(self.searcher(), &settings).analyze(&state, &step).ok()?;
        found.enter(&mut step.note);
        let record = GameRecord { start: state, steps: vec![step], branches: Vec::new() };
        let verdict = verdict(&record, 0, &self.met, &settings.thresholds)?;
        let mark = verdict.mark.filter(|mark| *mark >= tutor.skill)?;
        let best = match &record.steps[0].note.plays {
            Some(plays) => format!("{} is better", play_text(&plays.plays[0].play)),
            None => match record.steps[0].event {
                Event::Roll(_) => "doubling is better",
                Event::Double => "rolling is better",
                Event::Take => "passing is better",
                _ => "taking is better",
            }
            .to_owned(),
        };
        self.warned = Some((command.clone(), state));
        let told = format!(
            "this is {}: it gives up {:.3}; {best}\n(the same command again does it)",
            mark.name(),
            verdict.loss
        );
        Some(Reply::Message(told))
    }
}

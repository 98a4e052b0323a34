//! `set tutor`: warns of errors of people before they are made. A user at a terminal is asked whether to make them
//! anyway; where there is none, the command given again makes them.

use crate::analysis::{AnalysisSettings, Analyst, verdict};
use crate::board::{ByPlayer, Roll};
use crate::command::Command;
use crate::eval::cube_words;
use crate::notation::play_text;
use crate::record::{Event, GameRecord, Note, Rules, State, Step};
use crate::session::{Host, Reply, Session, SessionError};
use crate::settings::Who;

/// The command that a tutor has warned of, and where: given again, it is carried out.
type Warned = (Command, State);

/// The advice that the user has had.
#[derive(Default)]
pub(in crate::session) struct Advice {
    warned: Option<Warned>,
    /// What the user has been told once, by [`Advised`].
    is_given: [bool; 2],
}

/// Advice that is given once.
#[derive(Clone, Copy, Debug)]
pub(in crate::session) enum Advised {
    /// How the engine comes to play.
    Engine,
    /// That the program rolls for whoever wants it to.
    AutomaticRoll,
}

impl Advice {
    /// Whether the user has not been told yet, which happens now.
    pub const fn is_first(&mut self, what: Advised) -> bool {
        !std::mem::replace(&mut self.is_given[what as usize], true)
    }
}

/// The tutor's warning about a play or cube action that is an error.
struct Warning {
    /// How bad it is and what it gives up.
    fault: String,
    /// The better choice.
    better: String,
    /// The action warned of, in words.
    what: &'static str,
}

/// Whether a command is carried out after the tutor's check.
pub(in crate::session) enum Heard {
    /// The command is carried out; its answer begins with the tutor's warning, if there is one.
    GoOn(Option<String>),
    /// The command is not carried out, and this is the answer.
    Wait(Reply),
}

impl Session {
    /// Warns of errors of people before a command makes them.
    ///
    /// # Errors
    /// When the user takes the command back.
    pub(in crate::session) fn hear_tutor(
        &mut self,
        command: &Command,
        host: &mut dyn Host,
    ) -> Result<Heard, SessionError> {
        let warned = self.advice.warned.take();
        let Some(Warning { fault, better, what }) = self.tutor_warns(command) else { return Ok(Heard::GoOn(None)) };
        if host.hears_tutor() {
            return match self.settings.confirm_default.map_or_else(|| host.may_err(&fault), Ok)? {
                true => Ok(Heard::GoOn(Some(format!("{fault}; {better}")))),
                false => Err(SessionError::new(format!("{what} is not made")).with_suggestion("hint")),
            };
        }
        let state = *self.state();
        if warned.is_some_and(|(said, at)| said == *command && at == state) {
            return Ok(Heard::GoOn(None));
        }
        self.advice.warned = Some((command.clone(), state));
        Ok(Heard::Wait(Reply::Message(format!("{fault}; {better}\n(the same command again does it)"))))
    }

    /// The tutor's warning before a command is carried out; `None` where there is no error.
    fn tutor_warns(&self, command: &Command) -> Option<Warning> {
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
        let after = state.after(&event, Rules { crawford: true }).ok()?;
        let evaluation = &self.settings.hints();
        let settings = AnalysisSettings {
            chequerplay: evaluation.chequerplay,
            cubedecision: evaluation.cubedecision,
            filters: evaluation.filters,
            chequer_level: evaluation.chequer_level,
            cube_level: evaluation.cube_level,
            dice: false,
            plays: true,
            cube: true,
            players: ByPlayer([true, true]),
            ..self.settings.analysis.clone()
        };
        let mut step = Step { event, after, note: Note::default() };
        let found = Analyst::new(self.searcher(), &settings).analyze(&state, &step).ok()?;
        found.enter(&mut step.note, false);
        let record = GameRecord::new(state, vec![step]);
        let verdict = verdict(&record, 0, self.engine.met(), &settings.thresholds)?;
        let mark = verdict.mark.filter(|mark| *mark >= tutor.skill)?;
        let fault = format!("this is {}: it gives up {:.3}", mark.name(), verdict.loss);
        let words = |words: &str| cube_words(words, state.game.is_some_and(|game| game.cube.is_owned()));
        let (better, what) = match (&record.steps[0].note.plays, &record.steps[0].event) {
            (Some(plays), _) => (format!("{} is better", play_text(&plays.plays[0].play)), "the play"),
            (None, Event::Roll(_)) => (words("a double is better"), "the roll"),
            (None, Event::Double) => ("rolling is better".to_owned(), "the double"),
            (None, Event::Take) => ("passing is better".to_owned(), "the take"),
            (None, _) => ("taking is better".to_owned(), "the pass"),
        };
        Some(Warning { fault, better, what })
    }
}

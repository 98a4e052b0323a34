//! `show errors` and `goto error`: what was decided wrongly, the worst first.

use super::{Figures, Reply, Session, SessionError};
use crate::analysis::{Action, Verdict, decision_of, verdicts};
use crate::notation::play_text;
use crate::record::{Event, GameRecord, Method, Note, State};
use serde::Serialize;

/// The worst errors of a record.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorsReply {
    /// The worst first.
    pub errors: Vec<ErrorRow>,
    /// How many there are in all.
    pub known: usize,
    /// Whether costs are match winning chances: points otherwise.
    pub is_match: bool,
}

/// A decision that was wrong.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorRow {
    /// The place in the list, from 1.
    pub rank: usize,
    /// The game, from 1.
    pub game: usize,
    /// The turn of both players, from 1.
    pub turn: usize,
    /// The player who decided.
    pub player: String,
    /// The play or action made.
    pub made: String,
    /// What is best.
    pub best: String,
    /// The equity given up.
    pub loss: f32,
    /// What that is worth: match winning chance or points.
    pub cost: f32,
    /// Who says so, where another program does: its level by its own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// How bad it is.
    pub mark: Option<&'static str>,
}

/// Errors listed by default.
const DEFAULT_ROWS: u16 = 10;

/// A decision of the record.
pub(super) struct Decided {
    /// The game, from 0.
    pub game: usize,
    /// What it gave up.
    pub verdict: Verdict,
    /// The play or action made.
    pub made: String,
    /// What is best.
    pub best: String,
    /// The level of another program that says so.
    pub by: Option<String>,
}

/// The level of another program that judged what is best here.
fn by_whom(note: &Note, action: Action) -> Option<String> {
    let method = match action {
        Action::Play => note.plays.as_ref().map(|plays| &plays.plays[0].method),
        Action::Resign | Action::Accept => None,
        _ => note.cube.as_ref().map(|cube| &cube.method),
    };
    match method? {
        Method::Foreign { level, .. } => Some(level.clone()),
        Method::Plies { .. } | Method::Rollout { .. } => None,
    }
}

/// The turn that a step belongs to, from 1: as match files number them.
pub(super) fn turn_of(game: &GameRecord, step: usize) -> usize {
    let plays = |step: &&crate::record::Step| matches!(step.event, Event::Play(_) | Event::NoPlay);
    game.steps[..step].iter().filter(plays).count() / 2 + 1
}

impl Session {
    /// Every decision of the record that is analyzed, in order.
    pub(super) fn decided(&self) -> Vec<Decided> {
        let thresholds = &self.settings.analysis.thresholds;
        let games = self.record.games().iter().enumerate();
        let of_game = |(game, record): (usize, &GameRecord)| {
            let all = verdicts(record, &self.met, thresholds);
            all.into_iter().map(move |verdict| (game, verdict)).collect::<Vec<_>>()
        };
        games.flat_map(of_game).map(|(game, verdict)| self.described(game, verdict)).collect()
    }

    /// The errors of the record, the worst first.
    pub(super) fn errors(&self) -> Vec<Decided> {
        let mut errors = self.decided();
        errors.retain(|decided| decided.verdict.loss > 0.0 && decided.verdict.counts);
        errors.sort_by(|a, b| b.verdict.loss.total_cmp(&a.verdict.loss));
        errors
    }

    fn described(&self, game: usize, verdict: Verdict) -> Decided {
        let record = &self.record.games()[game];
        let step = &record.steps[verdict.step];
        let (made, best) = match (&step.event, &step.note.plays) {
            (Event::Play(play), Some(plays)) => (play_text(play), play_text(&plays.plays[0].play)),
            (Event::NoPlay, _) => ("no play".to_owned(), "no play".to_owned()),
            _ => self.described_cube(record.state(verdict.step), &step.note, &verdict),
        };
        let by = by_whom(&step.note, verdict.action);
        Decided { game, verdict, made, best, by }
    }

    /// A cube action or an answer to a resignation, and the right one.
    fn described_cube(&self, before: &State, note: &Note, verdict: &Verdict) -> (String, String) {
        let advice = || {
            let game = before.game?;
            let info = crate::analysis::cube_info(before, &game, &self.met);
            decision_of(note.cube.as_ref()?, &info).verdict.map(|verdict| verdict.to_string())
        };
        let answer = || {
            let game = before.game?;
            let info = crate::analysis::cube_info(before, &game, &self.met);
            let exchange = decision_of(note.cube.as_ref()?, &info).exchange();
            let (turns, best) = (game.beavers, exchange.best(game.beavers));
            let words = [
                ("take", Some(exchange.take(turns))),
                ("pass", Some(exchange.pass(turns))),
                ("beaver", exchange.turn(turns)),
            ];
            words.iter().find(|(_, value)| *value == Some(best)).map(|(word, _)| (*word).to_owned())
        };
        let answer = || answer().unwrap_or_default();
        let other = |right: &str, wrong: &str| if verdict.loss > 0.0 { wrong.to_owned() } else { right.to_owned() };
        match verdict.action {
            Action::NoDouble => ("no double".to_owned(), advice().unwrap_or_default()),
            Action::Double => ("double".to_owned(), advice().unwrap_or_default()),
            Action::Take => ("take".to_owned(), answer()),
            Action::Pass => ("pass".to_owned(), answer()),
            Action::Beaver => ("beaver".to_owned(), answer()),
            Action::Resign => ("resign".to_owned(), other("resign", "play on")),
            Action::Accept => ("accept".to_owned(), other("accept", "decline")),
            Action::Play => (String::new(), String::new()),
        }
    }

    pub(super) fn show_errors(&self, n: Option<u16>) -> Reply {
        let errors = self.errors();
        let row = |(i, decided): (usize, &Decided)| {
            let Decided { game, verdict, made, best, by } = decided;
            ErrorRow {
                rank: i + 1,
                game: game + 1,
                turn: turn_of(&self.record.games()[*game], verdict.step),
                player: self.settings.names[verdict.player].clone(),
                made: made.clone(),
                best: best.clone(),
                loss: verdict.loss,
                cost: verdict.cost,
                by: by.clone(),
                mark: verdict.mark.map(|mark| mark.name()),
            }
        };
        Reply::figures(Figures::Errors(ErrorsReply {
            errors: errors.iter().take(usize::from(n.unwrap_or(DEFAULT_ROWS))).enumerate().map(row).collect(),
            known: errors.len(),
            is_match: self.standing().length() > 0,
        }))
    }

    /// Goes to an error of the list.
    pub(super) fn goto_error(&mut self, n: u16) -> Result<Reply, SessionError> {
        let errors = self.errors();
        let Some(Decided { game, verdict, made, best, .. }) = errors.get(usize::from(n) - 1) else {
            let error = SessionError::new(format!("there is no error {n} in this record"));
            return Err(match errors.len() {
                0 => error.with_suggestion("analyse match"),
                known => error.with_expected([format!("1 to {known}")]),
            });
        };
        let note = format!(
            "game {}, turn {}: {} chose {made}; best is {best}; {:.3} given up",
            game + 1,
            turn_of(&self.record.games()[*game], verdict.step),
            self.settings.names[verdict.player],
            verdict.loss
        );
        let mut record = self.record.clone();
        record.seek(*game, verdict.step);
        self.restore(record);
        Ok(self.with_board(vec![note]))
    }
}

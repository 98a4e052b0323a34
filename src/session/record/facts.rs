//! The facts about the match, and the list of its games.

use crate::board::{ByPlayer, Player};
use crate::command::{InfoField, RecordCommand};
use crate::record::{Date, Event, GameRecord, State};
use crate::session::reply::Reply;
use crate::session::{Session, SessionError};
use crate::words::counted;

impl Session {
    pub(in crate::session) fn record_command(&mut self, command: &RecordCommand) -> Result<Reply, SessionError> {
        match command {
            RecordCommand::SetInfo { field, text } => self.set_info(*field, text.as_deref()),
            RecordCommand::SetRating { player, text } => {
                let seat = self.seat(player)?;
                self.table.info_mut().ratings[seat] = text.as_deref().unwrap_or_default().trim().to_owned();
                Ok(written_down(&format!("rating {player}"), text.as_deref()))
            }
            RecordCommand::ShowInfo => Ok(Reply::Message(self.info_lines())),
            RecordCommand::ListGames => self.list_games(),
        }
    }

    fn set_info(&mut self, field: InfoField, text: Option<&str>) -> Result<Reply, SessionError> {
        let value = text.unwrap_or_default().trim().to_owned();
        match field {
            InfoField::Annotator => self.table.info_mut().annotator = value,
            InfoField::Comment => self.table.info_mut().comment = value,
            InfoField::Event => self.table.info_mut().event = value,
            InfoField::Place => self.table.info_mut().place = value,
            InfoField::Round => self.table.info_mut().round = value,
            InfoField::Date if value.is_empty() => self.table.info_mut().date = None,
            InfoField::Date => self.table.info_mut().date = Some(day(&value)?),
        }
        Ok(written_down(field.word(), text))
    }

    fn info_lines(&self) -> String {
        let info = self.table.info();
        let date = info.date.map(|date| date.to_string());
        let names = &self.settings.names;
        let rating = |player: Player| (format!("rating of {}", names[player]), info.ratings[player].clone());
        let known = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let all = [
            rating(Player::Top),
            rating(Player::Bottom),
            known("date", &date.unwrap_or_default()),
            known("event", &info.event),
            known("round", &info.round),
            known("place", &info.place),
            known("annotator", &info.annotator),
            known("comment", &info.comment),
        ];
        let extra = info.extra.iter().map(|(name, value)| (name.clone(), value.clone()));
        let lines: Vec<String> = all
            .into_iter()
            .chain(extra)
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| format!("{name}: {text}"))
            .collect();
        if lines.is_empty() { "nothing is written down about this match".to_owned() } else { lines.join("\n") }
    }

    /// A line for every game: the score before it, how it ended, its decisions.
    fn list_games(&self) -> Result<Reply, SessionError> {
        self.begun()?;
        let names = &self.settings.names;
        let (here, _) = self.record().cursor();
        let line = |(i, game): (usize, &GameRecord)| {
            let before = begun(game);
            let points = before.standing.points();
            let end = ended(names, game);
            let plays = game.steps.iter().filter(|step| matches!(step.event, Event::Play(_) | Event::NoPlay)).count();
            let crawford = before.standing.terms().match_score().is_some_and(|score| score.crawford());
            let crawford = if crawford { ", Crawford game" } else { "" };
            let mark = if i == here { '>' } else { ' ' };
            format!(
                "{mark} game {}: {}-{}{crawford}, {end}, {}",
                i + 1,
                points[Player::Top],
                points[Player::Bottom],
                counted(plays, "turn")
            )
        };
        let lines: Vec<String> = self.record().games().iter().enumerate().map(line).collect();
        Ok(Reply::Message(lines.join("\n")))
    }
}

/// The state in which a game begins: after its first step, which may set the score.
pub fn begun(game: &GameRecord) -> &State {
    game.state(game.steps.len().min(1))
}

/// How a game ended, in words.
pub fn ended(names: &ByPlayer<String>, game: &GameRecord) -> String {
    let last = game.state(game.steps.len());
    match last.outcome.filter(|_| last.game.is_none()) {
        Some(outcome) => format!("{} wins {}", names[outcome.winner], counted(outcome.points, "point")),
        None => "not finished".to_owned(),
    }
}

/// The answer to a fact that is written down.
fn written_down(what: &str, text: Option<&str>) -> Reply {
    Reply::Message(format!("{what}: {}", text.unwrap_or("nothing")))
}

/// A day as `2024-02-29`.
fn day(text: &str) -> Result<Date, SessionError> {
    Date::from_text(text)
        .ok_or_else(|| SessionError::new(format!("{text:?} is not a day")).with_expected(["a day such as 2024-02-29"]))
}

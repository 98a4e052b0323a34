//! Side lines: what was tried out beside the match as it was played.

use super::errors::turn_of;
use super::steps::acted;
use crate::command::Lines;
use crate::record::{Branch, Event, Record};
use crate::session::reply::Reply;
use crate::session::{Session, SessionError};
use crate::words::counted;

/// Said where a side line begins.
pub(in crate::session) const SIDE_LINE: &str =
    "this is a side line, and the match stays as it was: `line main` goes back to it";

/// A side line of the main line: the game and the steps before it, and its place among the lines that leave there.
struct Place {
    game: usize,
    at: usize,
    place: usize,
}

impl Session {
    pub(in crate::session) fn lines(&mut self, lines: Lines) -> Result<Reply, SessionError> {
        match lines {
            Lines::List => Ok(Reply::Message(self.list_of_lines())),
            Lines::Enter(number) => self.enter_line(number),
            Lines::Main => {
                self.on_side_line()?;
                let mut record = self.record().clone();
                record.return_to_main();
                self.restore(record);
                Ok(self.with_decision(Vec::new(), false))
            }
            Lines::Promote => {
                self.on_side_line()?;
                let mut record = self.record().clone();
                record.promote();
                self.restore(record);
                self.table.note_unsaved();
                Ok(Reply::Message("this is the main line now; the one before is kept as a side line".to_owned()))
            }
        }
    }

    fn on_side_line(&self) -> Result<(), SessionError> {
        if self.record().is_on_side_line() {
            return Ok(());
        }
        Err(SessionError::new("this is the main line").with_suggestion("lines"))
    }

    fn list_of_lines(&self) -> String {
        let main = self.record().main_line();
        let here = self.record().side_line();
        let mut text = String::new();
        for (number, (Place { game, at, place }, line)) in (1..).zip(lines_of(&main)) {
            let record = &main.games()[game];
            let mark = if here == Some(((game, at), place)) { '>' } else { ' ' };
            let turn = turn_of(record, at.min(record.steps.len()));
            let first = line.first().and_then(|step| Some((step, acted(record.state(at), &step.event)?)));
            let first = first.map_or_else(
                || "another roll or position".to_owned(),
                |(step, (player, done))| {
                    let verb = if matches!(step.event, Event::Play(_)) { "plays " } else { "" };
                    format!("{} {verb}{done}", self.settings.names[player])
                },
            );
            let steps = line.steps.iter().chain(line.games.iter().flat_map(|game| &game.steps));
            let acts = steps.filter(|step| !matches!(step.event, Event::Roll(_) | Event::Begin { .. })).count();
            text +=
                &format!("{mark} line {number}: game {}, turn {turn}: {first}, {}", game + 1, counted(acts, "action"));
            if !line.branches.is_empty() {
                text += &format!(", {} of its own", counted(line.branches.len(), "line"));
            }
            text.push('\n');
        }
        if text.is_empty() {
            "there is no side line: nothing was tried out".to_owned()
        } else {
            text.trim_end().to_owned()
        }
    }

    fn enter_line(&mut self, number: u16) -> Result<Reply, SessionError> {
        let mut record = self.record().main_line().into_owned();
        let lines: Vec<Place> = lines_of(&record).map(|(place, _)| place).collect();
        let Some(Place { game, at, place }) = lines.get(usize::from(number) - 1) else {
            let error = SessionError::new(format!("there is no line {number}"));
            return Err(match lines.len() {
                0 => error,
                n => error.with_expected([format!("1 to {n}")]),
            });
        };
        record.seek(*game, *at);
        record.take_line(*place);
        record.forward();
        self.restore(record);
        Ok(self.with_decision(Vec::new(), false))
    }
}

/// The side lines of a main line, game by game.
fn lines_of(main: &Record) -> impl Iterator<Item = (Place, &Branch)> {
    main.games().iter().enumerate().flat_map(|(game, record)| {
        record.branches.iter().enumerate().map(move |(i, branch)| {
            let place = record.branches[..i].iter().filter(|other| other.at == branch.at).count();
            (Place { game, at: branch.at, place }, branch)
        })
    })
}

//! `play matches`: the engine plays against itself, or its two strengths against each other, into the library.

use super::{failed, made};
use crate::command::{Command, New};
use crate::library::Ready;
use crate::session::reply::Reply;
use crate::session::{Host, Session, SessionError};
use crate::words::counted;

/// Games of a money session that stands for a match.
const MONEY_GAMES: usize = 5;

impl Session {
    /// Plays matches to the end, each by its players' strengths, and keeps each in the library as soon as it is over.
    /// The table stays as it is; its dice go on.
    pub(super) fn play_matches(
        &mut self,
        wanted: u32,
        length: Option<u8>,
        host: &mut dyn Host,
    ) -> Result<Reply, SessionError> {
        let mut library = made(host)?;
        let batch = library.begin_batch().map_err(failed)?;
        let length = length.unwrap_or(self.settings.match_length);
        let (began, mut numbers) = (host.clock(), Vec::new());
        while (numbers.len() as u32) < wanted {
            let done = numbers.len() as u32;
            let left = host.clock().saturating_sub(began).checked_div(done).map(|each| each * (wanted - done));
            host.stage(format!("match {} of {wanted}", done + 1), left);
            host.share(numbers.len(), wanted as usize);
            let (played, dice) = self.at_another_table(|session| {
                let played = session.play_match(length, host);
                (played, session.table.dice_mut().clone())
            });
            *self.table.dice_mut() = dice;
            let played = match played {
                Err(error) if error.interrupted => break,
                played => played?,
            };
            let ready = [Ready::new("play matches", played, self.engine.met())];
            library.add_matches(batch, &ready, self.engine.met()).map_err(failed)?;
            numbers.push(());
        }
        let done = counted(numbers.len(), "match");
        let to = if length == 0 { "for money".to_owned() } else { format!("to {}", counted(length, "point")) };
        Ok(Reply::Message(match numbers.len() as u32 {
            all if all == wanted => format!("{done} {to} played, and kept in the library"),
            _ => format!("stopped: {done} {to} played, and kept in the library"),
        }))
    }

    fn play_match(&mut self, length: u8, host: &mut dyn Host) -> Result<crate::formats::PlayedMatch, SessionError> {
        let begin = if length == 0 { New::Session } else { New::Match(Some(length)) };
        self.settings.automatic.game = false;
        self.settings.display = false;
        self.execute(&Command::New(begin), host)?;
        for games in 1.. {
            self.finish_game(host)?;
            if self.standing().is_over() || (length == 0 && games == MONEY_GAMES) {
                break;
            }
            self.new_game(&New::Game, host)?;
        }
        self.played()
    }
}

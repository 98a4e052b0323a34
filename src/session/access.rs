//! The parts of a session that programs read besides answers to commands.

use super::{Host, Session, SessionError};
use crate::board::{Player, Position, Roll};
use crate::eval::Class;
use crate::record::{Date, MatchInfo};
use crate::scoring::Met;
use crate::session::parts::GameTable;
use crate::settings::Who;

/// A table that was put aside.
pub struct Aside(GameTable);

impl Session {
    /// The table with everything that was played, to be [taken back](Session::take_back) after work at another table.
    pub fn set_aside(&self) -> Aside {
        Aside(self.table.clone())
    }

    /// Puts a table back that was put aside.
    pub fn take_back(&mut self, aside: Aside) {
        self.take_table(aside.0);
    }

    /// The match equity table.
    pub fn met(&self) -> &Met {
        self.engine.met()
    }

    /// Notes the day on which the match on the table is played.
    pub const fn date_match(&mut self, day: Option<Date>) {
        self.table.info_mut().date = day;
    }

    /// The facts about the match.
    pub const fn match_info(&self) -> &MatchInfo {
        self.table.info()
    }

    /// The class of a position.
    pub fn class_of(&self, position: &Position) -> Class {
        self.game_evaluator().classify(position)
    }

    /// Whether a program decides for a player.
    pub fn is_played_by_program(&self, player: Player) -> bool {
        self.settings.players[player].who != Who::Human
    }

    /// Both dice of a roll at the table in the order in which they fall; nobody plays it.
    ///
    /// # Errors
    /// When there are no dice.
    pub fn throw_dice(&mut self, host: &mut dyn Host) -> Result<[u8; 2], SessionError> {
        self.table.dice_mut().opening("nobody", host)
    }

    /// This many rolls at the table; nobody plays them.
    ///
    /// # Errors
    /// When there are no dice.
    pub fn throw_rolls(&mut self, n: u32, host: &mut dyn Host) -> Result<Vec<Roll>, SessionError> {
        (0..n).map(|_| self.table.dice_mut().roll("nobody", host)).collect()
    }
}

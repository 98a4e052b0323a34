//! `set …`: what lies on the table is changed there, a setting here, with what follows from it.

mod load;
mod table;
mod undo;

pub(super) use undo::Changes;

use super::{Session, SessionError};
use crate::board::Player;
use crate::command::{Change, PlayerArg, PlayerName};
use crate::record::State;
use crate::rng::RngKind;
use crate::rollout::Task;
use crate::scoring::{Cube, Met};
use crate::session::parts::Dice;
use crate::settings::random_seed;
use crate::settings::{DiceSource, Effect, Settings, Value, folded};
use crate::storage;
use std::path::Path;
use std::sync::Arc;

/// The most bytes of a file of dice.
const MOST_DICE: u64 = 256 << 20;

/// The most bytes of a match equity table: the largest have some 150 kB.
const MOST_TABLE: u64 = 4 << 20;

impl Session {
    /// Changes a setting; where that is refused, or what follows from it fails, nothing is changed.
    fn set_setting(&mut self, change: &Change) -> Result<String, SessionError> {
        let Change { setting, player, value } = change;
        let players = player.as_ref().map_or(Ok(Player::BOTH.to_vec()), |player| self.seats(player))?;
        let mut new = self.settings.clone();
        setting.put(&mut new, &players, value).map_err(SessionError::new)?;
        let (dice, met) = (self.table.dice().clone(), Arc::clone(self.engine.met()));
        let note = self.follow(setting.effect, &mut new, value)?;
        let before = std::mem::replace(&mut self.settings, new);
        self.without_an_act(|session| session.follow_on_the_table(setting.effect));
        self.remember_settings(setting, before, dice, met);
        let note = note.or_else(|| self.note_on(setting.effect));
        let note = note.or_else(|| setting.answer(&self.settings, &players, value));
        Ok(note.unwrap_or_else(|| format!("set {change}")))
    }

    /// Applies the effect of new settings, which may fail. Returns a remark beyond the settings themselves.
    fn follow(&mut self, effect: Effect, new: &mut Settings, value: &Value) -> Result<Option<String>, SessionError> {
        match effect {
            // The table that is in use need not be read again.
            Effect::Met if matches!(value, Value::Switch(_)) => {
                let turned = new.met.is_inverted != self.settings.met.is_inverted;
                if turned {
                    self.engine.set_met(Arc::new(self.engine.met().inverted()));
                }
                self.forget_analysis();
            }
            Effect::Met => {
                let met = read_met(&new.met.source)?;
                self.engine.set_met(Arc::new(if new.met.is_inverted { met.inverted() } else { met }));
                self.forget_analysis();
                return Ok(Some(format!("match equities come from `{}`", self.engine.met().name())));
            }
            Effect::Dice => {
                let dice = match &new.dice.source {
                    DiceSource::Generator(kind) => {
                        let seed = new.dice.seed.or(self.table.dice().seed());
                        Dice::seeded(*kind, seed.unwrap_or_else(random_seed))
                    }
                    DiceSource::Manual => Dice::Manual,
                    DiceSource::File(file) => {
                        let text = storage::read_text(Path::new(file), MOST_DICE)
                            .map_err(|error| SessionError::in_file(file, error))?;
                        Dice::from_text(file, &text)?
                    }
                };
                let said = dice.describe();
                *self.table.dice_mut() = dice;
                return Ok(Some(said));
            }
            Effect::Seed => {
                let kind = match new.dice.source {
                    DiceSource::Generator(kind) => kind,
                    DiceSource::Manual | DiceSource::File(_) => RngKind::Mersenne,
                };
                let seed = new.dice.seed.unwrap_or_else(random_seed);
                *self.table.dice_mut() = Dice::seeded(kind, seed);
                self.engine.seed_noise(seed);
                return Ok(Some(format!("the seed is {seed}")));
            }
            Effect::Player => return Ok(self.connect_players(new, value)),
            Effect::DefaultNames => {
                let names = &new.default_names;
                let said = format!("{} and {}", names[Player::Top], names[Player::Bottom]);
                // The players of a game in progress keep their names.
                if self.state().game.is_some() {
                    return Ok(Some(format!("the players of new matches are {said}")));
                }
                // Names that were given to the players stay theirs.
                for player in Player::BOTH {
                    if new.names[player] == self.settings.default_names[player] {
                        new.names[player].clone_from(&names[player]);
                    }
                }
                let [top, bottom] = Player::BOTH.map(|player| &new.names[player]);
                let now = format!("the players are {top} and {bottom}");
                let later = if new.names == *names { String::new() } else { format!(", those of new matches {said}") };
                return Ok(Some(now + &later));
            }
            _ => {}
        }
        Ok(None)
    }

    /// Does what follows for the game in progress and for what was computed.
    pub(super) fn follow_on_the_table(&mut self, effect: Effect) {
        match effect {
            Effect::Speaker => self.let_preferred_speak(),
            Effect::Hint => self.findings.set_hint(None),
            Effect::Analysis => self.forget_analysis(),
            Effect::Jacoby => self.change_jacoby(),
            Effect::Beavers => self.change_beavers(),
            Effect::CubeUse => self.use_cube(),
            _ => {}
        }
    }

    /// A remark on a setting that depends on the session.
    fn note_on(&self, effect: Effect) -> Option<String> {
        match effect {
            Effect::Speaker => Some(self.told_of_preferred()),
            Effect::Autosave => Some(self.autosave_message()),
            Effect::TrialLog => Some(self.trial_log_message()),
            Effect::CubeUse => {
                let on = self.settings.cube_in_use;
                let mut note = format!("the cube is {}", if on { "in use" } else { "not in use" });
                if !on && self.jacoby() {
                    note.push_str("\nunder the Jacoby rule gammons do not count without it: `set jacoby off`");
                }
                Some(note)
            }
            _ => None,
        }
    }

    /// The game goes on with or without a cube, by the setting.
    fn use_cube(&mut self) {
        let on = self.settings.cube_in_use;
        let mut state: State = *self.state();
        if let Some(game) = &mut state.game {
            game.cube_in_use = on;
            if !on {
                game.withdraw_double();
                game.cube = Cube::START;
            }
        }
        self.edit(state);
    }

    fn trial_log_message(&self) -> String {
        let log = &self.settings.trial_log;
        let first = log.file(Task { candidate: 0, trial: 0 });
        if log.enabled {
            format!("every trial will be written to a file, the first to {}", first.display())
        } else {
            format!("trials are not written to files (`set rollout log on` begins with {})", first.display())
        }
    }

    /// The seats an argument names.
    pub(super) fn seats(&self, player: &PlayerArg) -> Result<Vec<Player>, SessionError> {
        match player {
            PlayerArg::Both => Ok(Player::BOTH.to_vec()),
            PlayerArg::One(name) => Ok(vec![self.seat(name)?]),
        }
    }

    /// The seat of a player by number or name, capitals aside, and marks such as accents where no name has them.
    pub(super) fn seat(&self, name: &PlayerName) -> Result<Player, SessionError> {
        match name {
            PlayerName::Seat(player) => Ok(*player),
            PlayerName::Named(name) => {
                let called = |player: &Player| self.settings.names[*player].eq_ignore_ascii_case(name);
                let plain = |player: &Player| folded(&self.settings.names[*player]) == folded(name);
                // The board calls the players O and X; scripts call player 0 by the name of the program that they were
                // written for, unless they have given it another one.
                let otherwise = || match name.to_ascii_lowercase().as_str() {
                    "o" | "gnubg" | "gammon" => Some(Player::Top),
                    "x" => Some(Player::Bottom),
                    "me" => {
                        Player::BOTH.into_iter().find(|&seat| self.settings.is_own_name(&self.settings.names[seat]))
                    }
                    _ => None,
                };
                let named = Player::BOTH.into_iter().find(called).or_else(|| Player::BOTH.into_iter().find(plain));
                named.or_else(otherwise).ok_or_else(|| {
                    let names = &self.settings.names;
                    SessionError::new(format!("no player is called `{name}`")).with_expected([
                        "0".to_owned(),
                        "1".to_owned(),
                        names[Player::Top].clone(),
                        names[Player::Bottom].clone(),
                    ])
                })
            }
        }
    }
}

/// A match equity table by a built-in name or from a file.
fn read_met(source: &str) -> Result<Met, SessionError> {
    match source.to_ascii_lowercase().as_str() {
        "kazaross-xg2" => Ok(Met::kazaross_xg2()),
        "woolsey" => Ok(Met::woolsey()),
        "zadeh" => Ok(Met::zadeh()),
        _ => {
            let text = storage::read_text(Path::new(source), MOST_TABLE).map_err(|error| {
                let known = ["a table in XML", "kazaross-xg2", "woolsey", "zadeh"];
                SessionError::in_file(source, error).with_expected(known)
            })?;
            Met::from_xml(&text).map_err(|error| SessionError::in_file(source, error))
        }
    }
}

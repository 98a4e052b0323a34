//! `set …`: the settings that are not the state of the game.

use super::dice::Dice;
use super::error::refused;
use super::set_rollout::{change_eval, change_filters};
use super::{Reply, Session, SessionError};
use crate::board::Player;
use crate::command::{
    AutomaticChange, CubeEfficiencyChange, Decision, EvaluationChange, OutputChange, PlayerArg, PlayerChange,
    PlayerName, RngArg, Set, Unused,
};
use crate::rng::{RngKind, random_seed};
use crate::scoring::Met;
use crate::settings::EvaluationSettings;
use std::fs;
use std::sync::Arc;

impl Session {
    pub(super) fn set(&mut self, set: &Set) -> Result<Reply, SessionError> {
        if let Some(why) = unused(set) {
            return Ok(Reply::NoEffect { words: format!("set {set}"), why });
        }
        let note = match set {
            Set::Board(_)
            | Set::Dice(_)
            | Set::Turn(_)
            | Set::Score { .. }
            | Set::Cube(_)
            | Set::MatchId(_)
            | Set::GnubgId { .. }
            | Set::Xgid(_)
            | Set::Crawford(_)
            | Set::PostCrawford(_) => return self.set_table(set),
            Set::Rollout(change) => return self.set_rollout(change),
            Set::Jacoby(on) => {
                self.settings.jacoby = *on;
                self.change_jacoby();
                format!("{} the Jacoby rule in money games", if *on { "using" } else { "not using" })
            }
            Set::Beavers(n) => {
                self.settings.beavers = *n;
                self.change_beavers();
                format!("{n} beavers in a row are allowed in money games")
            }
            Set::Automatic(change) => self.set_automatic(*change),
            Set::Variation(variation) => {
                self.settings.variation = *variation;
                format!("new games are {}", variation.name())
            }
            Set::MatchLength(n) => {
                self.settings.match_length = *n;
                format!("new matches are to {n} points")
            }
            Set::Player(player, change) => self.set_player(player, change)?,
            Set::Rng(rng) => self.set_rng(rng)?,
            Set::Seed(seed) => {
                let kind = self.rng_kind();
                let seed = seed.unwrap_or_else(random_seed);
                self.dice = Dice::seeded(kind, seed);
                *self.noise.get_mut() = u64::from(seed) << 32;
                format!("the seed is {seed}")
            }
            Set::Threads(n) => {
                self.settings.threads = usize::from(*n);
                format!("rollouts use {n} thread{}", if *n == 1 { "" } else { "s" })
            }
            Set::Met(file) => self.set_met(file)?,
            Set::InvertMet(on) => {
                if *on != self.met_is_inverted {
                    self.met = Arc::new(self.met.inverted());
                    self.met_is_inverted = *on;
                    self.forget_analysis();
                }
                format!("the match equity table is {}", if *on { "inverted" } else { "as published" })
            }
            Set::CubeEfficiency(change) => self.set_cube_efficiency(*change),
            Set::DefaultNames(names) => {
                self.settings.default_names = names.clone();
                let said = format!("{} and {}", names[Player::Top], names[Player::Bottom]);
                // Who plays already keeps his name.
                if self.state().game.is_some() {
                    format!("the players of new matches are {said}")
                } else {
                    self.settings.names = names.clone();
                    format!("the players are {said}")
                }
            }
            Set::Display(on) => {
                self.settings.display = *on;
                format!("boards are {} after plays", if *on { "drawn" } else { "not drawn" })
            }
            Set::Clockwise(on) => {
                self.settings.clockwise = *on;
                format!("player 1 moves {}", if *on { "clockwise" } else { "counter-clockwise" })
            }
            Set::Prompt(prompt) => {
                self.settings.prompt.clone_from(prompt);
                format!("the prompt is `{prompt}`")
            }
            Set::Cache(_) | Set::Confirm(_) | Set::Lang(_) => unreachable!("without effect"),
            Set::Evaluation(change) => self.set_evaluation(change)?,
            Set::Output(change) => self.set_output(*change),
            Set::Analysis(change) => self.set_analysis(change)?,
            Set::Tutor(change) => self.set_tutor(*change),
            Set::RatingOffset(x) => {
                self.settings.rating_offset = f64::from(*x);
                format!("who makes no errors is rated {x}")
            }
            Set::AutosaveRollout(on) => {
                self.settings.autosave_rollout = *on;
                self.autosave_message()
            }
        };
        Ok(Reply::Message(note))
    }

    /// The seats an argument names.
    pub(super) fn seats(&self, player: &PlayerArg) -> Result<Vec<Player>, SessionError> {
        match player {
            PlayerArg::Both => Ok(Player::BOTH.to_vec()),
            PlayerArg::One(name) => Ok(vec![self.seat(name)?]),
        }
    }

    /// The seat of a player by number or name, letter case aside.
    pub(super) fn seat(&self, name: &PlayerName) -> Result<Player, SessionError> {
        match name {
            PlayerName::Seat(player) => Ok(*player),
            PlayerName::Named(name) => {
                let called = |player: &Player| self.settings.names[*player].eq_ignore_ascii_case(name);
                // Scripts of GNU Backgammon call player 0 by its name unless they have given it another one.
                let usual = || name.eq_ignore_ascii_case("gnubg").then_some(Player::Top);
                Player::BOTH.into_iter().find(called).or_else(usual).ok_or_else(|| {
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

    fn set_automatic(&mut self, change: AutomaticChange) -> String {
        let automatic = &mut self.settings.automatic;
        match change {
            AutomaticChange::Doubles(n) => {
                automatic.doubles = n;
                format!("equal opening dice turn the cube up to {n} times in money games")
            }
            AutomaticChange::Crawford(on) => {
                automatic.crawford = on;
                format!("the Crawford rule is {}", if on { "played" } else { "not played" })
            }
            // Switched off they are as they are.
            AutomaticChange::Bearoff(_)
            | AutomaticChange::Game(_)
            | AutomaticChange::Move(_)
            | AutomaticChange::Roll(_) => format!("`set automatic {change}`: nothing is done by itself"),
        }
    }

    fn set_player(&mut self, player: &PlayerArg, change: &PlayerChange) -> Result<String, SessionError> {
        let seats = self.seats(player)?;
        match (change, seats.as_slice()) {
            (PlayerChange::Name(name), [seat]) => {
                if self.settings.names[!*seat].eq_ignore_ascii_case(name) {
                    return Err(SessionError::new(format!("the other player is called `{name}` already")));
                }
                if name.is_empty() || name == "0" || name == "1" || "both".starts_with(&name.to_ascii_lowercase()) {
                    return Err(SessionError::new(format!("`{name}` would not be a clear name")));
                }
                self.settings.names[*seat].clone_from(name);
                Ok(format!("player {} is called {name}", seat.index()))
            }
            (PlayerChange::Name(_), _) => Err(SessionError::new("the players can't share a name")),
            (PlayerChange::Human | PlayerChange::Gnubg, seats) => {
                let is_engine = *change == PlayerChange::Gnubg;
                let who = if is_engine { "the program decides" } else { "decisions are typed" };
                let mut notes = Vec::new();
                for &seat in seats {
                    self.settings.players[seat].is_engine = is_engine;
                    notes.push(format!("{who} for {}", self.settings.names[seat]));
                }
                Ok(notes.join("\n"))
            }
            (PlayerChange::Evaluation(change), seats) => {
                for &seat in seats {
                    change_evaluation(&mut self.settings.players[seat].evaluation, change)?;
                }
                Ok(format!("set player {player} {change}"))
            }
        }
    }

    fn rng_kind(&self) -> RngKind {
        match &self.dice {
            Dice::Generator { kind, .. } => *kind,
            Dice::Manual | Dice::File { .. } => RngKind::Mersenne,
        }
    }

    fn set_rng(&mut self, rng: &RngArg) -> Result<String, SessionError> {
        self.dice = match rng {
            RngArg::Kind { kind, factors, seed } => {
                Dice::seeded(*kind, seed.or(self.dice.seed()).unwrap_or_else(random_seed)).with_factors(*factors)
            }
            RngArg::Manual => Dice::Manual,
            RngArg::File(file) => {
                let text = fs::read_to_string(file).map_err(|error| refused(format!("{file}: {error}")))?;
                Dice::from_text(file, &text)?
            }
        };
        Ok(self.dice.describe())
    }

    fn set_met(&mut self, file: &str) -> Result<String, SessionError> {
        let met = match file.to_ascii_lowercase().as_str() {
            "kazaross-xg2" => Met::kazaross_xg2(),
            "woolsey" => Met::woolsey(),
            "zadeh" => Met::zadeh(),
            _ => {
                let text = fs::read_to_string(file).map_err(|error| {
                    refused(format!("{file}: {error}")).with_expected([
                        "a table in XML",
                        "kazaross-xg2",
                        "woolsey",
                        "zadeh",
                    ])
                })?;
                Met::from_xml(&text).map_err(|error| refused(format!("{file}: {error}")))?
            }
        };
        self.met = Arc::new(if self.met_is_inverted { met.inverted() } else { met });
        file.clone_into(&mut self.met_source);
        self.forget_analysis();
        Ok(format!("match equities come from `{}`", self.met.name()))
    }

    fn set_evaluation(&mut self, change: &EvaluationChange) -> Result<String, SessionError> {
        change_evaluation(&mut self.settings.evaluation, change)?;
        self.hint = None;
        Ok(format!("set evaluation {change}"))
    }

    fn set_output(&mut self, change: OutputChange) -> String {
        let output = &mut self.settings.output;
        match change {
            OutputChange::Mwc(on) => output.mwc = on,
            OutputChange::MatchPercent(on) => output.match_percent = on,
            OutputChange::WinPercent(on) => output.win_percent = on,
            OutputChange::Digits(n) => output.digits = usize::from(n),
            OutputChange::RawBoard(on) => output.rawboard = on,
            OutputChange::ErrorRateFactor(x) => self.settings.error_rate_factor = x,
        }
        format!("set output {change}")
    }

    fn set_cube_efficiency(&mut self, change: CubeEfficiencyChange) -> String {
        let efficiency = &mut self.settings.efficiency;
        *match change {
            CubeEfficiencyChange::OneSided(_) => &mut efficiency.one_sided,
            CubeEfficiencyChange::Crashed(_) => &mut efficiency.crashed,
            CubeEfficiencyChange::Contact(_) => &mut efficiency.contact,
            CubeEfficiencyChange::RaceFactor(_) => &mut efficiency.race_factor,
            CubeEfficiencyChange::RaceCoefficient(_) => &mut efficiency.race_coefficient,
            CubeEfficiencyChange::RaceMin(_) => &mut efficiency.race_min,
            CubeEfficiencyChange::RaceMax(_) => &mut efficiency.race_max,
        } = match change {
            CubeEfficiencyChange::OneSided(x)
            | CubeEfficiencyChange::Crashed(x)
            | CubeEfficiencyChange::Contact(x)
            | CubeEfficiencyChange::RaceFactor(x)
            | CubeEfficiencyChange::RaceCoefficient(x)
            | CubeEfficiencyChange::RaceMin(x)
            | CubeEfficiencyChange::RaceMax(x) => x,
        };
        self.forget_analysis();
        format!("set cubeefficiency {change}")
    }
}

/// Why a setting has no effect, if it has none.
fn unused(set: &Set) -> Option<Unused> {
    let why = match set {
        Set::Cache(_) => "evaluations are not cached, which proved faster",
        Set::Confirm(_) => "gammon never asks",
        Set::Lang(_) => "gammon speaks English",
        Set::Automatic(
            AutomaticChange::Bearoff(true)
            | AutomaticChange::Game(true)
            | AutomaticChange::Move(true)
            | AutomaticChange::Roll(true),
        ) => "rolls, plays and new games are commands, nothing is done by itself",
        _ => return None,
    };
    Some(Unused::Because(why))
}

/// Applies one change of how positions are evaluated.
fn change_evaluation(evaluation: &mut EvaluationSettings, change: &EvaluationChange) -> Result<(), SessionError> {
    match change {
        EvaluationChange::Eval(Decision::Chequerplay, change) => change_eval(&mut evaluation.chequerplay, change),
        EvaluationChange::Eval(Decision::Cube, change) => change_eval(&mut evaluation.cubedecision, change),
        EvaluationChange::Filter(change) => change_filters(&mut evaluation.filters, change)?,
        EvaluationChange::Preset(strength) => {
            *evaluation = EvaluationSettings::of(*strength);
        }
    }
    Ok(())
}

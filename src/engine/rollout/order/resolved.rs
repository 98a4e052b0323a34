//! Settings as they work out for one job: what a rollout really does, where some settings do not apply to this job or
//! this engine.

use super::job::JobKind;
use super::settings::{LuckBy, Pairing, RolloutSettings};
use crate::eval::MoveFilters;
use crate::rng::{Dealing, InitialRolls};
use serde::Serialize;
use std::ops::Deref;
use thiserror::Error;

/// Settings that have been worked out. They read like [`RolloutSettings`]; only how many trials there are to be and
/// when to stop may still be changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Resolved(RolloutSettings);

/// Settings that claim to be worked out and are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("these settings are not those that a rollout of this kind would have")]
pub struct NotResolved;

impl Resolved {
    /// Works settings out: cube decisions are cubeful throughout, settlement takes the cube out of play and plays on
    /// where databases hold the value, initial positions have no plays to give up, and the evaluator of luck is the
    /// simplest of those that give the same values.
    pub(in crate::rollout) fn new(settings: &RolloutSettings, kind: JobKind, has_own_nets: bool) -> Self {
        let mut new = settings.clone();
        if kind == JobKind::Cube {
            new.settlement = None;
            new.cubeful = true;
            for player in new.players.0.iter_mut().chain(&mut new.later.players.0) {
                player.chequer.cubeful = true;
                player.cube.cubeful = true;
            }
            new.truncation.chequer.cubeful = true;
            new.truncation.cube.cubeful = true;
        }
        if new.settlement.is_some() {
            new.cubeful = false;
            new.bearoff_exact = false;
            new.bearoff_one_sided = false;
        }
        if new.initial != InitialRolls::Any {
            new.stop.jsd.enabled = false;
        }
        if new.pairing != Pairing::Ranked {
            new.rank_plies = None;
        }
        if !new.quasi_random {
            new.dealing = Dealing::Both;
        }
        // Plays are what trials can be turned to and from. Rules that turn them away in other ways give way to it.
        new.stop.focus &= kind == JobKind::Plays;
        if new.stop.focus {
            new.stop.jsd.enabled = false;
            new.stop.limit.enabled = false;
        }
        if !new.variance_reduction || new.luck_by == LuckBy::Auto {
            new.luck_by = LuckBy::Players;
        }
        // Nets of a user's decide as in GNU Backgammon.
        if !has_own_nets || !new.cubeful || new.everybody().all(|own| own.cube.plies() == 0) {
            new.near_cubes = None;
        }
        for player in new.players.0.iter_mut().chain(&mut new.later.players.0) {
            let has_lean = has_own_nets && player.chequer.plies() > 0;
            player.filters = player.filters.for_nets(has_lean, MoveFilters::NORMAL);
        }
        if new.luck_by == LuckBy::OwnNets && has_own_nets {
            new.luck_by = LuckBy::Static;
        }
        let players = new.players.0.iter().chain(&new.later.players.0);
        if new.luck_by == LuckBy::Static && players.map(|player| player.chequer.plies()).max() <= Some(1) {
            new.luck_by = LuckBy::Players;
        }
        Self(new)
    }

    /// Takes settings that have been worked out before, from a file.
    ///
    /// # Errors
    /// When working them out for a job of this kind gives others.
    pub fn checked(settings: RolloutSettings, kind: JobKind) -> Result<Self, NotResolved> {
        let whose = [false, true].map(|has_own_nets| Self::new(&settings, kind, has_own_nets));
        whose.into_iter().find(|resolved| resolved.0 == settings).ok_or(NotResolved)
    }

    /// These settings with this many trials of each candidate.
    #[must_use]
    pub fn with_trials(mut self, trials: u64) -> Self {
        self.0.trials = trials;
        self
    }

    /// These settings as [those of a part](RolloutSettings::of_part).
    #[must_use]
    pub fn of_part(self, trials: u64) -> Self {
        Self(self.0.of_part(trials))
    }

    /// These settings as the user's own.
    pub fn into_settings(self) -> RolloutSettings {
        self.0
    }
}

impl Deref for Resolved {
    type Target = RolloutSettings;

    fn deref(&self) -> &RolloutSettings {
        &self.0
    }
}

#[cfg(test)]
pub(in crate::rollout) mod tests {
    use super::super::settings::SettlementLimit;
    use super::*;

    /// Settings of tests, worked out for plays by the players' nets.
    pub fn resolved(settings: &RolloutSettings) -> Resolved {
        Resolved::new(settings, JobKind::Plays, false)
    }

    #[test]
    fn the_lean_filter_is_there_where_own_nets_look_ahead() {
        let mut settings = RolloutSettings::default();
        settings.set_filters(MoveFilters::LEAN);
        let plain = RolloutSettings::default();
        let filters = |settings: &RolloutSettings, has_own_nets: bool| {
            Resolved::new(settings, JobKind::Plays, has_own_nets).players.0.map(|player| player.filters)
        };
        // Static plays pass no filter: rollouts of them are what they were before there was this one.
        assert_eq!(Resolved::new(&settings, JobKind::Plays, true), Resolved::new(&plain, JobKind::Plays, true));
        settings.players.0[1].chequer.set_plies(2);
        assert_eq!(filters(&settings, true), [MoveFilters::NORMAL, MoveFilters::LEAN]);
        assert_eq!(filters(&settings, false), [MoveFilters::NORMAL; 2]);
    }

    #[test]
    fn settings_that_are_worked_out_stay_as_they_are() {
        for kind in [JobKind::Position, JobKind::Plays, JobKind::Cube] {
            for luck_by in [LuckBy::Players, LuckBy::Static, LuckBy::OwnNets, LuckBy::Auto] {
                let settings = RolloutSettings {
                    luck_by,
                    near_cubes: Some(RolloutSettings::NEAR),
                    settlement: Some(SettlementLimit::Same(0.5)),
                    ..RolloutSettings::default()
                };
                for has_own_nets in [false, true] {
                    let once = Resolved::new(&settings, kind, has_own_nets);
                    assert_eq!(Resolved::new(&once, kind, has_own_nets), once);
                    assert_eq!(Resolved::checked(once.clone().into_settings(), kind), Ok(once));
                }
            }
        }
        let cubeless = RolloutSettings { cubeful: false, ..RolloutSettings::default() };
        assert_eq!(Resolved::checked(cubeless, JobKind::Cube), Err(NotResolved));
    }
}

//! `set rollout …`.

use super::error::refused;
use super::{Reply, Session, SessionError};
use crate::board::{ByPlayer, Player};
use crate::command::Pairing as PairingWord;
use crate::command::{Decision, EvalChange, FilterChange, RngArg, RolloutChange, Settlement, Stage, Until};
use crate::eval::{EvalSettings, MoveFilters};
use crate::rng::{InitialRolls, random_seed};
use crate::rollout::Until as Goals;
use crate::rollout::{LuckBy, Pairing, PlayerSettings, RolloutSettings, Task};

impl Session {
    pub(super) fn set_rollout(&mut self, change: &RolloutChange) -> Result<Reply, SessionError> {
        let mut new = self.settings.rollout.clone();
        let mut notes = Vec::new();
        match change {
            RolloutChange::Trials(n) => {
                new.trials = u64::from(*n);
                notes.push(format!("{n} trials will be played per rollout"));
            }
            RolloutChange::Seed(seed) => {
                new.seed = seed.unwrap_or_else(random_seed);
                self.settings.rollout_seed_is_chosen = seed.is_some();
                notes.push(format!("the rollout seed is {}", new.seed));
            }
            RolloutChange::Rng(rng) => notes.extend(set_rng(&mut new, rng)?),
            RolloutChange::Cubeful(on) => new.cubeful = *on,
            RolloutChange::VarianceReduction(on) => {
                (new.variance_reduction, new.luck_by) = (*on, LuckBy::Players);
            }
            RolloutChange::LuckBy(luck_by) => {
                (new.variance_reduction, new.luck_by) = (true, *luck_by);
            }
            RolloutChange::QuasiRandom(on) => new.quasi_random = *on,
            RolloutChange::Initial(on) => {
                new.initial = if *on { InitialRolls::NoDoubles } else { InitialRolls::Any };
            }
            RolloutChange::TruncationEnable(on) => new.truncation.enabled = *on,
            RolloutChange::TruncationPlies(n) => new.truncation.plies = *n,
            RolloutChange::TruncateEqualPlayer0(on) => new.truncate_equal_player0 = *on,
            RolloutChange::BearoffExact(on) => new.bearoff_exact = *on,
            RolloutChange::BearoffOneSided(on) => new.bearoff_one_sided = *on,
            RolloutChange::Eval { stage: Stage::Truncation, decision, change, .. } => {
                let settings = match decision {
                    Decision::Chequerplay => &mut new.truncation.chequer,
                    Decision::Cube => &mut new.truncation.cube,
                };
                change_eval(settings, change);
            }
            RolloutChange::Eval { stage, player, decision, change } => {
                let players = stage_players(&mut new, *stage == Stage::Later);
                for seat in self.seats(player)? {
                    let settings = match decision {
                        Decision::Chequerplay => &mut players[seat].chequer,
                        Decision::Cube => &mut players[seat].cube,
                    };
                    change_eval(settings, change);
                }
            }
            RolloutChange::Filter { later, player, change } => {
                let players = stage_players(&mut new, *later);
                for seat in self.seats(player)? {
                    change_filters(&mut players[seat].filters, change)?;
                }
            }
            RolloutChange::CubeEqualChequer(on) => new.cube_equal_chequer = *on,
            RolloutChange::PlayersAreSame(on) => new.players_are_same = *on,
            RolloutChange::LaterEnable(on) => new.later.enabled = *on,
            RolloutChange::LaterPlies(n) => new.later.plies = *n,
            RolloutChange::LimitEnable(on) => {
                new.limit.enabled = *on;
                notes.extend(both_limits(&new));
            }
            RolloutChange::LimitMinimumGames(n) => new.limit.min_trials = u64::from(*n),
            RolloutChange::LimitMaxError(x) => new.limit.max_error = *x,
            RolloutChange::JsdStop(on) => {
                new.jsd.enabled = *on;
                notes.extend(both_limits(&new));
            }
            RolloutChange::JsdMinimumGames(n) => new.jsd.min_trials = u64::from(*n),
            RolloutChange::JsdLimit(x) => new.jsd.limit = *x,
            RolloutChange::Log(on) => {
                self.settings.trial_log.enabled = *on;
                notes.push(self.told_of_trial_log());
            }
            RolloutChange::LogFile(name) => {
                self.settings.trial_log.name.clone_from(name);
                notes.push(self.told_of_trial_log());
            }
            RolloutChange::Preset(preset) => {
                new = preset.settings(&new);
                notes.push(format!("rollouts are set to `{}`", preset.name()));
            }
            RolloutChange::Until(until) => set_goal(&mut new.until, until),
            RolloutChange::Pairing(pairing) => {
                new.pairing = match pairing {
                    PairingWord::None => Pairing::None,
                    PairingWord::Shared => Pairing::Shared,
                    PairingWord::Ranked => Pairing::Ranked,
                };
            }
            RolloutChange::Prefilter(most) => new.prefilter = *most,
            RolloutChange::Settlement(settlement) => {
                new.settlement = match settlement {
                    Settlement::Usual => Some(RolloutSettings::USUAL_SETTLEMENT),
                    Settlement::Limit(limit) => Some(*limit),
                    Settlement::Off => None,
                };
            }
            RolloutChange::Mean(on) => new.truncation.mean = *on,
        }
        self.settings.rollout = new;
        if notes.is_empty() {
            notes.push(format!("set rollout {change}"));
        }
        Ok(Reply::Message(notes.join("\n")))
    }

    fn told_of_trial_log(&self) -> String {
        let log = &self.settings.trial_log;
        let first = log.file(Task { candidate: 0, trial: 0 });
        if log.enabled {
            format!("every trial will be written to a file, the first to {}", first.display())
        } else {
            format!("trials are not written to files (`set rollout log on` begins with {})", first.display())
        }
    }

    /// The rollout settings as commands.
    pub(super) fn rollout_commands(&self) -> Vec<String> {
        let mut lines = as_commands(&self.settings.rollout);
        lines.extend(self.settings.trial_log.as_commands());
        lines
    }
}

/// Applies one change of an evaluation setting.
pub(super) fn change_eval(settings: &mut EvalSettings, change: &EvalChange) {
    match change {
        EvalChange::Plies(n) => settings.plies = *n,
        EvalChange::Cubeful(on) => settings.cubeful = *on,
        EvalChange::Prune(on) => settings.prune = *on,
        EvalChange::Noise(noise) => settings.noise = *noise,
        EvalChange::Deterministic(on) => settings.deterministic = *on,
        EvalChange::Preset(strength) => *settings = strength.settings(),
    }
}

/// Applies one change of move filters.
pub(super) fn change_filters(filters: &mut MoveFilters, change: &FilterChange) -> Result<(), SessionError> {
    match change {
        FilterChange::Row(row) => filters.set(row.ply.into(), row.level.into(), row.keep).map_err(refused),
        FilterChange::Preset { filters: preset, .. } => {
            *filters = *preset;
            Ok(())
        }
    }
}

fn stage_players(settings: &mut RolloutSettings, later: bool) -> &mut ByPlayer<PlayerSettings> {
    if later { &mut settings.later.players } else { &mut settings.players }
}

/// What is to be known where rollouts may stop for either of two reasons.
fn both_limits(settings: &RolloutSettings) -> Option<String> {
    (settings.limit.enabled && settings.jsd.enabled)
        .then(|| "one candidate stops by its standard errors, several by joint standard deviations".to_owned())
}

/// Sets the generator. A seed beside it is nobody's: every trial begins from the seed of the rollout.
fn set_rng(settings: &mut RolloutSettings, rng: &RngArg) -> Result<Option<String>, SessionError> {
    match rng {
        RngArg::Kind { kind, seed, .. } => {
            settings.rng = *kind;
            Ok(seed.map(|seed| {
                format!(
                    "rollouts use the {kind} generator; the seed {seed} has no effect: `set rollout seed {seed}` sets it"
                )
            }))
        }
        RngArg::Manual | RngArg::File(_) => Err(SessionError::new(
            "a rollout's dice must be repeatable from a seed: they can't be entered by hand or read from a file",
        )
        .with_expected(["mersenne", "isaac", "md5", "bbs"])),
    }
}

fn set_goal(goals: &mut Goals, until: &Until) {
    match until {
        Until::Error(x) => goals.error = Some(*x),
        Until::Time(time) => goals.time = Some(*time),
        Until::Decided(margin) => goals.decided = Some(margin.unwrap_or(Goals::USUAL_MARGIN)),
        Until::Off => *goals = Goals::default(),
    }
}

/// The settings as the commands that would set them, in the order of `show rollout`.
pub(super) fn as_commands(settings: &RolloutSettings) -> Vec<String> {
    let on_off = |on: bool| if on { "on" } else { "off" };
    let mut lines = vec![
        format!("trials {}", settings.trials),
        format!("rng {}", settings.rng.word()),
        format!("seed {}", settings.seed),
        format!("cubeful {}", on_off(settings.cubeful)),
        match settings.luck_by {
            LuckBy::Players => format!("varredn {}", on_off(settings.variance_reduction)),
            luck_by => RolloutChange::LuckBy(luck_by).to_string(),
        },
        format!("quasirandom {}", on_off(settings.quasi_random)),
        format!("initial {}", on_off(settings.initial == InitialRolls::NoDoubles)),
        format!("truncation enable {}", on_off(settings.truncation.enabled)),
        format!("truncation plies {}", settings.truncation.plies),
    ];
    eval_commands(&mut lines, "truncation chequerplay", &settings.truncation.chequer);
    eval_commands(&mut lines, "truncation cubedecision", &settings.truncation.cube);
    lines.extend([
        format!("mean {}", on_off(settings.truncation.mean)),
        format!("truncate-equal-player0 {}", on_off(settings.truncate_equal_player0)),
        format!("bearofftruncation exact {}", on_off(settings.bearoff_exact)),
        format!("bearofftruncation onesided {}", on_off(settings.bearoff_one_sided)),
    ]);
    player_commands(&mut lines, "", &settings.players);
    lines.push(format!("cube-equal-chequer {}", on_off(settings.cube_equal_chequer)));
    lines.push(format!("players-are-same {}", on_off(settings.players_are_same)));
    lines.push(format!("later enable {}", on_off(settings.later.enabled)));
    lines.push(format!("later plies {}", settings.later.plies));
    player_commands(&mut lines, "later ", &settings.later.players);
    lines.extend([
        format!("limit enable {}", on_off(settings.limit.enabled)),
        format!("limit minimumgames {}", settings.limit.min_trials),
        format!("limit maxerror {}", settings.limit.max_error),
        format!("jsd stop {}", on_off(settings.jsd.enabled)),
        format!("jsd minimumgames {}", settings.jsd.min_trials),
        format!("jsd limit {}", settings.jsd.limit),
        "until off".to_owned(),
    ]);
    lines.extend(settings.until.error.map(|x| format!("until error {x}")));
    lines.extend(settings.until.time.map(|time| format!("until time {}s", time.as_secs())));
    lines.extend(settings.until.decided.map(|margin| format!("until decided {margin}")));
    lines.push(format!("pairing {}", pairing_word(settings.pairing)));
    lines.push(settings.prefilter.map_or_else(|| "prefilter off".to_owned(), |n| format!("prefilter {n}")));
    lines.push(settings.settlement.map_or_else(|| "settlement off".to_owned(), |x| format!("settlement {x}")));
    lines.into_iter().map(|line| format!("set rollout {line}")).collect()
}

const fn pairing_word(pairing: Pairing) -> &'static str {
    match pairing {
        Pairing::None => "none",
        Pairing::Shared => "shared",
        Pairing::Ranked => "ranked",
    }
}

fn player_commands(lines: &mut Vec<String>, stage: &str, players: &ByPlayer<PlayerSettings>) {
    let seats: &[Option<Player>] = if players[Player::Top] == players[Player::Bottom] {
        &[None]
    } else {
        &[Some(Player::Top), Some(Player::Bottom)]
    };
    for seat in seats {
        let (prefix, settings) = match seat {
            None => (stage.to_owned(), &players[Player::Top]),
            Some(player) => (format!("{stage}player {} ", player.index()), &players[*player]),
        };
        eval_commands(lines, &format!("{prefix}chequerplay"), &settings.chequer);
        eval_commands(lines, &format!("{prefix}cubedecision"), &settings.cube);
        filter_commands(lines, &format!("{prefix}movefilter"), &settings.filters);
    }
}

/// One command for each part of an evaluation setting.
pub(super) fn eval_commands(lines: &mut Vec<String>, words: &str, settings: &EvalSettings) {
    let changes = [
        EvalChange::Plies(settings.plies),
        EvalChange::Cubeful(settings.cubeful),
        EvalChange::Prune(settings.prune),
        EvalChange::Noise(settings.noise),
        EvalChange::Deterministic(settings.deterministic),
    ];
    lines.extend(changes.iter().map(|change| format!("{words} {change}")));
}

/// A preset by name, or every row.
pub(super) fn filter_commands(lines: &mut Vec<String>, words: &str, filters: &MoveFilters) {
    if let Some(name) = filters.preset_name() {
        lines.push(format!("{words} preset {name}"));
        return;
    }
    for plies in 1..=MoveFilters::PLIES {
        for level in 0..plies {
            let row = filters.get(plies, level).map_or_else(
                || "-1".to_owned(),
                |filter| format!("{} {} {}", filter.accept, filter.extra, filter.threshold),
            );
            lines.push(format!("{words} {plies} {level} {row}"));
        }
    }
}

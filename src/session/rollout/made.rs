//! How a rollout was made, in one sentence: everything that the numbers depend on besides the position.
//!
//! Every table, page and file takes the sentence from here, so that none of them forgets the horizon. Usual settings
//! are told in a word or not at all.

use crate::board::Player;
use crate::eval::{CubeEfficiency, EvalSettings, MoveFilters};
use crate::rng::{Dealing, InitialRolls, RngKind};
use crate::rollout::{LuckBy, Pairing, PlayerSettings, RolloutSettings};
use crate::session::reply::RolloutReply;
use crate::settings::goal_words;
use crate::words::counted;

/// The facts about a rollout that its reply holds.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// The settings, worked out.
    pub settings: &'a RolloutSettings,
    /// Whether the cube was in play.
    pub is_cubeful: bool,
    /// Whether it was of a match.
    pub is_match: bool,
    /// Trials of the candidate that has most.
    pub trials: u64,
    /// Whether all candidates have as many.
    pub is_alike: bool,
    /// How many candidates there are.
    pub candidates: usize,
    /// The nets.
    pub nets: &'a str,
}

impl<'a> From<&'a RolloutReply> for Made<'a> {
    fn from(reply: &'a RolloutReply) -> Self {
        Self {
            settings: reply.settings(),
            is_cubeful: reply.result.is_cubeful,
            is_match: reply.is_match,
            trials: reply.result.trials(),
            is_alike: reply.result.candidates.iter().all(|candidate| candidate.trials == reply.result.trials()),
            candidates: reply.result.candidates.len(),
            nets: &reply.description.engine,
        }
    }
}

/// How a rollout was made: `1296 trials, cubeful, full games, luck subtracted, plays 0-ply, cube 2-ply, quasi-random
/// dice, shared, seed 1, nets: …`.
pub fn how_made(made: &Made<'_>) -> String {
    let settings = made.settings;
    let up_to = if made.is_alike { "" } else { "up to " };
    let mut facts = vec![up_to.to_owned() + &trials(made.trials)];
    facts.extend(facts_of_trials(made));
    facts.extend(settings.stop.goals(made.candidates).iter().map(goal_words));
    facts.push(dice(settings, made.candidates));
    facts.push(format!("seed {}", settings.seed));
    facts.push(format!("nets: {}", made.nets));
    facts.join(", ")
}

/// How each of its trials was made, whatever their dice and their number: rollouts that were made alike may be joined.
pub fn made_alike(made: &Made<'_>) -> String {
    let mut facts = facts_of_trials(made);
    facts.push(format!("nets: {}", made.nets));
    facts.join(", ")
}

/// The facts about every trial, its dice and nets aside.
fn facts_of_trials(made: &Made<'_>) -> Vec<String> {
    let settings = made.settings;
    let mut facts = vec![if made.is_cubeful { "cubeful" } else { "cubeless" }.to_owned()];
    facts.push(length(settings));
    facts.extend(bearoffs(settings, made.is_cubeful));
    if made.is_match && made.is_cubeful && settings.bearoff_exact {
        facts.push("short bearoffs exact at this score".to_owned());
    }
    facts.push(luck(settings));
    facts.push(deciders(settings, 0, made.is_cubeful));
    if settings.later.enabled {
        let turn = settings.later.plies;
        facts.push(format!("from ply {turn} on {}", deciders(settings, u32::from(turn), made.is_cubeful)));
    }
    facts.extend(settings.prefilter.map(|most| format!("a fast net leaves {}", counted(most, "play"))));
    facts.extend(settings.near_cubes.map(|near| format!("cube decisions within {near} looked at deeper")));
    if made.is_cubeful {
        facts.extend(efficiency(&settings.efficiency));
    }
    if settings.initial != InitialRolls::Any {
        facts.push("no double on the first roll".to_owned());
    }
    facts.extend(settings.settlement.map(|limit| format!("settled at {limit}")));
    facts
}

/// A number of trials in words.
pub fn trials(n: u64) -> String {
    counted(n, "trial")
}

fn length(settings: &RolloutSettings) -> String {
    let Some(plies) = settings.horizon() else { return "full games".to_owned() };
    let evaluation = settings.truncation_evaluation();
    let (depth, noise) = (evaluation.plies(), evaluation.noise());
    let noise = if noise > 0.0 { format!(" with noise {noise}") } else { String::new() };
    let mean = if settings.truncation.mean { ", the mean of two horizons" } else { "" };
    format!("cut after {} and valued at {depth}-ply{noise}{mean}", counted(plies, "ply"))
}

/// The remark where trials are played on although a database knows their value.
fn bearoffs(settings: &RolloutSettings, is_cubeful: bool) -> Option<String> {
    if settings.settlement.is_some() {
        return None;
    }
    match (settings.bearoff_exact, settings.bearoff_one_sided || is_cubeful) {
        (true, true) => None,
        (false, true) => Some("exact bearoffs played on".to_owned()),
        (true, false) => Some("one-sided bearoffs played on".to_owned()),
        (false, false) => Some("all bearoffs played on".to_owned()),
    }
}

fn luck(settings: &RolloutSettings) -> String {
    match (settings.variance_reduction, settings.luck_by) {
        (false, _) => "luck not subtracted",
        (true, LuckBy::Players | LuckBy::Auto) => "luck subtracted",
        (true, LuckBy::Static) => "luck subtracted as valued at 0-ply",
        (true, LuckBy::OwnNets) => "luck subtracted as valued by gammon's own nets",
    }
    .to_owned()
}

/// One fact of both players, or both.
fn both<T: PartialEq>(
    of: impl Fn(&PlayerSettings) -> T,
    players: &[PlayerSettings; 2],
    text: impl Fn(&T) -> String,
) -> String {
    let [top, bottom] = players.each_ref().map(of);
    if top == bottom { text(&top) } else { format!("{} and {}", text(&top), text(&bottom)) }
}

/// At how many plies plays were decided, and cube actions where the cube was turned; without a cube, whether plays were
/// chosen as if there were one. Of different players, player 0 comes first.
fn deciders(settings: &RolloutSettings, turn: u32, is_cubeful: bool) -> String {
    let players = Player::BOTH.map(|player| settings.player(player, turn));
    let plays = both(|player| player.chequer, &players, |chequer| decider(chequer, is_cubeful));
    let mut text = if is_cubeful {
        let cube = both(|player| player.cube, &players, |cube| decider(cube, true));
        format!("plays {plays}, cube {cube}")
    } else {
        format!("plays {plays}")
    };
    // Filters matter where somebody looks ahead.
    if players.iter().any(|player| player.chequer.plies() > 0) {
        text += &format!(", move filter {}", both(|player| player.filters, &players, filter));
    }
    text
}

fn decider(settings: &EvalSettings, is_cubeful: bool) -> String {
    let mut text = format!("{}-ply", settings.plies());
    if settings.cubeful != is_cubeful {
        text += if settings.cubeful { " cubeful" } else { " cubeless" };
    }
    if settings.plies() > 0 && !settings.prune {
        text += " unpruned";
    }
    if settings.noise() > 0.0 {
        text += &format!(" with noise {}{}", settings.noise(), if settings.deterministic { "" } else { " at random" });
    }
    text
}

fn filter(filters: &MoveFilters) -> String {
    filters.preset_name().map_or_else(|| "of its own".to_owned(), str::to_owned)
}

/// Where the cube efficiency comes from, unless it is the usual formula alone.
fn efficiency(efficiency: &CubeEfficiency) -> Option<String> {
    let of = |efficiency: &CubeEfficiency| {
        [
            ("bearoffs", efficiency.one_sided),
            ("crashed", efficiency.crashed),
            ("contact", efficiency.contact),
            ("races by pip", efficiency.race_factor),
            ("races without pips", efficiency.race_coefficient),
            ("races at least", efficiency.race_min),
            ("races at most", efficiency.race_max),
        ]
    };
    let changed = of(efficiency).into_iter().zip(of(&CubeEfficiency::STANDARD)).filter(|(own, usual)| own != usual);
    let mut parts: Vec<_> = changed.map(|((name, value), _)| format!("{name} {value}")).collect();
    if efficiency.asks_nets() {
        parts.insert(0, "by the nets".to_owned());
    }
    (!parts.is_empty()).then(|| format!("cube efficiency {}", parts.join(" and ")))
}

fn dice(settings: &RolloutSettings, candidates: usize) -> String {
    let mut text = match (settings.quasi_random, settings.dealing) {
        (false, _) => "plain dice",
        (true, Dealing::Both) => "quasi-random dice",
        (true, Dealing::Deck) => "dice from decks",
        (true, Dealing::Cross) => "quasi-random pairs of first dice",
    }
    .to_owned();
    if candidates > 1 || settings.pairing == Pairing::Ranked {
        text += match settings.pairing {
            Pairing::Shared => ", shared",
            Pairing::None => ", each play its own",
            Pairing::Ranked => ", shared by rank",
        };
        if let Some(plies) = settings.rank_plies.filter(|_| settings.pairing == Pairing::Ranked) {
            text += &format!(" at {plies}-ply");
        }
    }
    if settings.rng != RngKind::Mersenne {
        text += &format!(" (by {})", settings.rng);
    }
    text
}

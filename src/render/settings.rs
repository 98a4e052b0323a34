//! The settings behind a number, in the few words that stand below it.

use crate::board::Player;
use crate::eval::{EvalSettings, Strength};
use crate::render::words::capitalized;
use crate::rng::{Dealing, InitialRolls};
use crate::rollout::{Goal, LuckBy, Pairing, RolloutSettings};
use crate::settings::goal_words;
use crate::words::counted;

/// Characters in a line of a terminal.
const WIDTH: usize = 80;

/// How a decision was evaluated: `2-ply cubeful prune [world class]`.
pub fn evaluation_settings(settings: &EvalSettings) -> String {
    let mut text = format!("{}-ply {}", settings.plies(), if settings.cubeful { "cubeful" } else { "cubeless" });
    if settings.prune {
        text += " prune";
    }
    if settings.noise() > 0.0 {
        let kind = if settings.deterministic { "" } else { " (random)" };
        text += &format!(" noise {:.3}{kind}", settings.noise());
    }
    if let Some(strength) = strength(settings) {
        text += &format!(" [{strength}]");
    }
    text
}

/// The name of the predefined strength with these settings, `None` where there is none.
fn strength(settings: &EvalSettings) -> Option<&'static str> {
    let found = Strength::ALL.into_iter().find(|strength| {
        let named = strength.settings();
        // The evaluator alone looks at no play that could be pruned.
        let prune = settings.plies() == 0 || named.prune == settings.prune;
        prune && named.with_prune(settings.prune) == *settings
    })?;
    Some(match found {
        Strength::WorldClass => "world class",
        other => other.name(),
    })
}

/// How a rollout of this many candidates was made: kind, number of trials, dice, and how the players decided.
pub fn rollout_settings(settings: &RolloutSettings, trials: u64, candidates: usize) -> Vec<String> {
    let cubeful = if settings.cubeful { "cubeful" } else { "cubeless" };
    let reduction = match (settings.variance_reduction, settings.luck_by) {
        (false, _) => "without variance reduction",
        (true, LuckBy::Players | LuckBy::Auto) => "with variance reduction",
        (true, LuckBy::Static) => "with variance reduction (luck at 0 plies)",
        (true, LuckBy::OwnNets) => "with variance reduction (luck by the program's own nets)",
    };
    let mut lines = vec![match settings.horizon() {
        None => format!("Full {cubeful} rollout {reduction}"),
        Some(plies) => format!("Truncated {cubeful} rollout (depth {plies}) {reduction}"),
    }];
    let dice = format!("{trials} games, {} dice gen. with seed {}", settings.rng, settings.seed);
    let stratified = match settings.dealing {
        Dealing::Both => "and quasi-random dice",
        Dealing::Deck => "from decks of 36",
        Dealing::Cross => "and quasi-random pairs of first dice",
    };
    if !settings.quasi_random {
        lines.push(dice);
    } else if dice.len() + 1 + stratified.len() <= WIDTH {
        lines.push(format!("{dice} {stratified}"));
    } else {
        // A seed of ten digits makes the line longer than a terminal is wide.
        lines.extend([dice, stratified.to_owned()]);
    }
    if settings.initial != InitialRolls::Any {
        lines.push("Rolled out as an initial position: no doubles first".to_owned());
    }
    lines.extend(stopping(settings, candidates));
    match settings.pairing {
        Pairing::Shared => {}
        Pairing::None => lines.push("Every candidate has its own dice".to_owned()),
        Pairing::Ranked => lines.push(match settings.rank_plies {
            None => "Candidates share the rank of each roll".to_owned(),
            Some(plies) => format!("Candidates share the rank of each roll, at {plies}-ply"),
        }),
    }
    if let Some(most) = settings.prefilter {
        lines.push(format!("The filter net leaves {} of each roll", counted(most, "play")));
    }
    if let Some(near) = settings.near_cubes {
        lines.push(format!("Cube decisions look ahead where a static look has two actions within {near}"));
    }
    if let Some(limit) = settings.settlement {
        lines.push(format!("Settled where the cubeless equity reaches {limit}, for every state of the cube"));
        lines.push("Games are played without a cube, and on where databases know the value".to_owned());
    }
    lines.extend(decisions(settings, 0, ""));
    if settings.later.enabled {
        lines.extend(decisions(
            settings,
            u32::from(settings.later.plies),
            &format!(" from ply {}", settings.later.plies),
        ));
    }
    lines
}

/// The rules that may end a rollout of this many candidates before its last trial.
fn stopping(settings: &RolloutSettings, candidates: usize) -> Vec<String> {
    let mut goals = settings.stop.goals(candidates);
    // The rules that GNU Backgammon has stand first, in its order.
    goals.sort_by_key(|goal| match goal {
        Goal::Limit(_) => 0,
        Goal::Jsd(_) => 1,
        Goal::Focus => 3,
        Goal::Decided(_) | Goal::Loss(_) | Goal::Error(_) | Goal::Time(_) | Goal::Trials(_) => 2,
    });
    goals.iter().map(stopping_line).collect()
}

fn stopping_line(goal: &Goal) -> String {
    match goal {
        Goal::Limit(limit) => {
            format!("Stop when std.errors are below {} (min. {} games)", limit.max_error, limit.min_trials)
        }
        Goal::Jsd(jsd) => {
            format!("Stop when the best play is {} JSDs ahead (min. {} games)", jsd.limit, jsd.min_trials)
        }
        Goal::Focus => "Trials go to the plays that may be best".to_owned(),
        Goal::Decided(_) | Goal::Loss(_) | Goal::Error(_) | Goal::Time(_) | Goal::Trials(_) => {
            capitalized(&goal_words(goal))
        }
    }
}

/// How the players decide in a turn: one pair of lines for both players, or one for each where they differ.
fn decisions(settings: &RolloutSettings, turn: u32, from: &str) -> Vec<String> {
    let [top, bottom] = Player::BOTH.map(|player| settings.player(player, turn));
    let pair = |who: &str, player: &crate::rollout::PlayerSettings| {
        [("Play", &player.chequer), ("Cube", &player.cube)]
            .map(|(what, evaluation)| format!("{what}{who}{from}: {}", evaluation_settings(evaluation)))
    };
    if top == bottom {
        pair("", &top).to_vec()
    } else {
        [pair(" (player 0)", &top), pair(" (player 1)", &bottom)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_named_after_their_strength() {
        assert_eq!(evaluation_settings(&EvalSettings::cubeful(2)), "2-ply cubeful prune [world class]");
        assert_eq!(evaluation_settings(&EvalSettings::cubeful(0)), "0-ply cubeful prune [expert]");
        assert_eq!(evaluation_settings(&EvalSettings::cubeless(1)), "1-ply cubeless prune");
        let beginner = Strength::Beginner.settings();
        assert_eq!(evaluation_settings(&beginner), "0-ply cubeful noise 0.060 [beginner]");
    }

    #[test]
    fn a_rollout_says_how_to_repeat_it() {
        let mut settings = RolloutSettings::default().with(|it| it.seed = 1);
        let expected = [
            "Full cubeful rollout with variance reduction",
            "36 games, Mersenne Twister dice gen. with seed 1 and quasi-random dice",
            "Play: 0-ply cubeful prune [expert]",
            "Cube: 2-ply cubeful prune [world class]",
        ];
        assert_eq!(rollout_settings(&settings, 36, 2), expected);
        settings.seed = u32::MAX;
        let lines = rollout_settings(&settings, 1296, 2);
        assert_eq!(lines[2], "and quasi-random dice");
        assert!(lines.iter().all(|line| line.len() <= 80), "{lines:?}");
        settings.truncation.enabled = true;
        settings.variance_reduction = false;
        settings.players[Player::Bottom].chequer.set_plies(1);
        let lines = rollout_settings(&settings, 36, 2);
        assert_eq!(lines[0], "Truncated cubeful rollout (depth 10) without variance reduction");
        assert!(lines.contains(&"Play (player 1): 1-ply cubeful prune".to_owned()), "{lines:?}");
    }
}

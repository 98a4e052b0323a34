//! The recipe of each level.

use crate::board::{ByPlayer, Player, Position, Roll};
use crate::eval::{CubeEfficiency, EvalSettings, MoveFilters};
use crate::record::Level;
use crate::rollout::{JobKind, JsdLimit, Later, LuckBy, PlayerSettings, RolloutSettings, Stopping, Truncation, Until};
use crate::scoring::{CubeInfo, CubeOwner, Terms};
use crate::words::counted;

/// The recipe of a level: the candidates it rolls out, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// Plays rolled out, at most.
    pub plays: usize,
    /// How far behind the best by plies a play may be and still be rolled out.
    pub margin: f32,
    /// How far from a question a cube decision by plies may be and still be rolled out.
    pub cube_margin: f32,
    /// Trials of each candidate, a multiple of 36: first rolls are dealt evenly.
    pub trials: u64,
    /// Turns until a trial is cut off and valued; none where games are played to their end.
    pub horizon: Option<u16>,
    /// Plies of the plays of the first turns; later ones do not look ahead.
    pub plays_plies: u8,
    /// Plies of the value at the horizon.
    pub horizon_plies: u8,
    /// Plies of the cube decisions of later turns, where a static look leaves them near.
    pub later_cube_plies: u8,
    /// How it ends before all its trials, and which plays it gives up.
    pub stop: Stopping,
    /// How long it takes at close plays, as measured on one core (docs/levels.md): for the choice between levels.
    pub milliseconds: f64,
}

/// Plies of the cube decisions of the first turns. All trials have that of the first in common: an error there is one
/// of every trial.
const CUBE_PLIES: u8 = 2;

/// The turn from which nobody looks ahead.
const LATER: u16 = 2;

/// The turn from which nobody looks ahead who does so for the cube alone, after a play: trials part at the next roll.
const LATER_AFTER_PLAYS: u16 = 1;

/// The trials before the first look at who is to be given up.
const CYCLE: u64 = 36;

/// The trials of a full rollout, at most.
const FULL: u64 = 1296;

/// Plays three joint standard deviations behind the best are given up.
const BEHIND: Stopping = Stopping { jsd: JsdLimit { enabled: true, min_trials: CYCLE, limit: 3.0 }, ..Stopping::NONE };

/// Ends when the choice of the best is expected to give up hardly anything: less than what `roller++` gives up.
const LITTLE_LOST: Stopping =
    Stopping { until: Until { loss: Some(0.0001), trials: Some(FULL), ..Until::NONE }, ..Stopping::NONE };

impl Level {
    /// The recipe of the level. The sizes come from measurements: docs/levels.md.
    pub const fn recipe(self) -> Recipe {
        match self {
            Self::Roller => Recipe {
                plays: 3,
                margin: 0.06,
                cube_margin: 0.2,
                trials: 36,
                horizon: Some(5),
                plays_plies: 0,
                horizon_plies: 0,
                later_cube_plies: 0,
                stop: Stopping::NONE,
                milliseconds: 22.0,
            },
            Self::RollerPlus => Recipe {
                plays: 4,
                margin: 0.08,
                cube_margin: 0.25,
                trials: 144,
                horizon: Some(7),
                plays_plies: 0,
                horizon_plies: 0,
                later_cube_plies: 0,
                stop: BEHIND,
                milliseconds: 75.0,
            },
            Self::RollerPlusPlus => Recipe {
                plays: 5,
                margin: 0.1,
                cube_margin: 0.3,
                trials: 360,
                horizon: Some(7),
                plays_plies: 2,
                horizon_plies: 1,
                later_cube_plies: 0,
                stop: BEHIND,
                milliseconds: 850.0,
            },
            Self::Full => Recipe {
                plays: 5,
                margin: 0.1,
                cube_margin: 0.3,
                trials: FULL,
                horizon: None,
                plays_plies: 2,
                horizon_plies: 0,
                later_cube_plies: 2,
                stop: LITTLE_LOST,
                milliseconds: 13_000.0,
            },
        }
    }

    /// The recipe in one line.
    pub fn summary(self) -> String {
        let Recipe { plays, margin, trials, horizon, plays_plies, horizon_plies, stop, .. } = self.recipe();
        let cube = counted(CUBE_PLIES, "ply");
        let first = if plays_plies == 0 {
            format!("plays at 0 plies, cube at {cube} in the first turn ({LATER} of a cube decision)")
        } else {
            format!("plays at {plays_plies} and cube at {cube} in the first {LATER}")
        };
        let end = match horizon {
            Some(turns) => {
                format!("cut off after {} and valued at {}", counted(turns, "turn"), counted(horizon_plies, "ply"))
            }
            None => "played to the end".to_owned(),
        };
        let up_to = if stop == Stopping::NONE { "" } else { "up to " };
        let until =
            stop.until.loss.map_or_else(String::new, |loss| format!(", until the choice gives up {loss} or less"));
        format!(
            "{up_to}{}{until}, {end}, luck subtracted, {first}; of at most {} within {margin} of the best by plies",
            counted(trials, "trial"),
            counted(plays, "play")
        )
    }

    /// The settings of its rollouts.
    pub fn settings(self, of: JobKind, seed: u32, is_cubeful: bool, efficiency: CubeEfficiency) -> RolloutSettings {
        let Recipe { trials, horizon, plays_plies, horizon_plies, later_cube_plies, stop, .. } = self.recipe();
        let both = |plays, cube| {
            let settings = |plies| EvalSettings::cubeful(plies).with_cube(is_cubeful);
            let (chequer, cube) = (settings(plays), settings(cube));
            ByPlayer([PlayerSettings { chequer, cube, filters: MoveFilters::LEAN }; 2])
        };
        let first = if plays_plies == 0 && of == JobKind::Plays { LATER_AFTER_PLAYS } else { LATER };
        let later = Later { enabled: true, plies: first, players: both(0, later_cube_plies) };
        let (usual, horizon_value) = (RolloutSettings::default(), EvalSettings::cubeful(horizon_plies));
        RolloutSettings {
            trials,
            seed,
            cubeful: is_cubeful,
            truncation: horizon.map_or(usual.truncation, |plies| Truncation {
                enabled: true,
                plies,
                chequer: horizon_value,
                cube: horizon_value,
                mean: false,
            }),
            players: both(plays_plies, CUBE_PLIES),
            later,
            // Any function will do for the luck: the players' own, a ply less deep, would cost as much as their plays.
            luck_by: LuckBy::Static,
            stop,
            near_cubes: (later_cube_plies > 0).then_some(RolloutSettings::NEAR),
            efficiency,
            ..usual
        }
    }

    /// How many of these plays it rolls out: values by plies, best first, of those looked at as deeply as the best.
    pub fn keeps(self, values: impl IntoIterator<Item = f32>) -> usize {
        let Recipe { plays, margin, .. } = self.recipe();
        let mut values = values.into_iter();
        let Some(best) = values.next() else { return 0 };
        1 + values.take(plays - 1).take_while(|value| best - value <= margin).count()
    }
}

/// The seed of a decision: a hash of everything that makes it what it is (FNV-1a of 32 bits, pinned by a test).
pub fn seed_of(position: &Position, roll: Option<Roll>, cube: &CubeInfo) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut add = |byte: u8| hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    position.on_roll().bytes().iter().chain(position.opponent().bytes()).copied().for_each(&mut add);
    roll.map_or([0, 0], |roll| [roll.high(), roll.low()]).into_iter().for_each(&mut add);
    let is_own = |player: Player| u8::from(player == cube.on_roll());
    let owner = match cube.cube().owner() {
        CubeOwner::Centered => 2,
        CubeOwner::Owned(player) => is_own(player),
    };
    cube.cube().value().to_le_bytes().into_iter().chain([owner]).for_each(&mut add);
    match cube.terms() {
        Terms::Money { jacoby, beavers } => [0, u8::from(*jacoby), *beavers].into_iter().for_each(&mut add),
        Terms::Match(score) => {
            let (mine, theirs) = (score.away(cube.on_roll()), score.away(!cube.on_roll()));
            [1, mine, theirs, u8::from(score.crawford())].into_iter().for_each(&mut add);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::scoring::{Cube, MatchScore};

    #[test]
    fn plays_within_the_margin_are_kept() {
        let Recipe { plays, margin, .. } = Level::Roller.recipe();
        let keeps = |behind: &[f32]| Level::Roller.keeps(behind.iter().map(|behind| 0.3 - behind));
        assert_eq!(keeps(&[]), 0);
        assert_eq!(keeps(&[0.0]), 1);
        assert_eq!(keeps(&[0.0, margin + 0.001]), 1);
        assert_eq!(keeps(&[0.0, margin - 0.001, margin + 0.001]), 2);
        assert_eq!(keeps(&vec![0.0; plays + 3]), plays);
    }

    #[test]
    fn trials_deal_first_rolls_evenly() {
        for level in Level::ALL {
            assert!(level.recipe().trials.is_multiple_of(CYCLE), "{level}");
        }
    }

    #[test]
    fn seeds_are_of_decisions_and_not_of_seats() {
        let met = crate::scoring::Met::kazaross_xg2();
        let start = Variation::Standard.starting_position();
        let score = |top, bottom| Terms::Match(MatchScore::new(7, ByPlayer([top, bottom]), false).unwrap());
        let seed = |roll, cube, player, terms| seed_of(&start, roll, &CubeInfo::new(cube, player, terms, &met));
        let (roll, other) = (Roll::new(3, 1).ok(), Roll::new(6, 1).ok());
        let doubled = Cube::START.doubled_by(Player::Top);
        let seeds = [
            seed(None, Cube::START, Player::Top, Terms::MONEY),
            seed(roll, Cube::START, Player::Top, Terms::MONEY),
            seed(other, Cube::START, Player::Top, Terms::MONEY),
            seed(roll, doubled, Player::Top, Terms::MONEY),
            seed(roll, doubled, Player::Bottom, Terms::MONEY),
            seed(roll, Cube::START, Player::Top, score(2, 4)),
            seed(roll, Cube::START, Player::Top, score(4, 2)),
        ];
        for (i, one) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(one), "{i}");
        }
        assert_eq!(seeds[5], seed(roll, Cube::START, Player::Bottom, score(4, 2)));
        assert_eq!(seeds[3], seed(roll, Cube::START.doubled_by(Player::Bottom), Player::Bottom, Terms::MONEY));
    }

    #[test]
    fn a_recipe_is_told_in_one_line() {
        let told = Level::ALL.map(Level::summary);
        assert_eq!(
            told,
            [
                "36 trials, cut off after 5 turns and valued at 0 plies, luck subtracted, plays at 0 plies, cube at 2 \
                 plies in the first turn (2 of a cube decision); of at most 3 plays within 0.06 of the best by plies",
                "up to 144 trials, cut off after 7 turns and valued at 0 plies, luck subtracted, plays at 0 plies, cube at \
                 2 plies in the first turn (2 of a cube decision); of at most 4 plays within 0.08 of the best by plies",
                "up to 360 trials, cut off after 7 turns and valued at 1 ply, luck subtracted, plays at 2 and cube at 2 \
                 plies in the first 2; of at most 5 plays within 0.1 of the best by plies",
                "up to 1296 trials, until the choice gives up 0.0001 or less, played to the end, luck subtracted, plays \
                 at 2 and cube at 2 plies in the first 2; of at most 5 plays within 0.1 of the best by plies",
            ]
        );
    }

    #[test]
    fn the_settings_are_those_of_the_recipe() {
        for level in Level::ALL {
            let recipe = level.recipe();
            for (is_cubeful, of) in [(false, JobKind::Plays), (true, JobKind::Plays), (true, JobKind::Cube)] {
                let it = level.settings(of, 7, is_cubeful, CubeEfficiency::default());
                assert_eq!((it.trials, it.seed, it.cubeful), (recipe.trials, 7, is_cubeful), "{level}");
                assert_eq!(it.truncation.enabled.then_some(it.truncation.plies), recipe.horizon, "{level}");
                let value = EvalSettings::cubeful(recipe.horizon_plies);
                assert!(recipe.horizon.is_none() || it.truncation.chequer == value, "{level}");
                // The cube decision that all trials have in common is looked at 2 plies deep.
                let turns = if recipe.plays_plies == 0 && of == JobKind::Plays { 1 } else { 2 };
                assert_eq!((it.later.enabled, it.later.plies), (true, turns), "{level}");
                for of in &it.players.0 {
                    assert_eq!((of.chequer.plies(), of.cube.plies()), (recipe.plays_plies, CUBE_PLIES), "{level}");
                }
                assert_eq!(it.stop, recipe.stop, "{level}");
            }
        }
    }

    #[test]
    fn every_part_of_a_score_changes_the_seed() {
        let met = crate::scoring::Met::kazaross_xg2();
        let start = Variation::Standard.starting_position();
        let seed = |terms| seed_of(&start, None, &CubeInfo::new(Cube::START, Player::Top, terms, &met));
        let score =
            |top, bottom, crawford| Terms::Match(MatchScore::new(7, ByPlayer([top, bottom]), crawford).unwrap());
        let money = |jacoby, beavers| Terms::Money { jacoby, beavers };
        let seeds = [
            score(2, 4, false),
            score(2, 5, false),
            score(3, 4, false),
            score(6, 4, false),
            score(6, 4, true),
            money(false, 0),
            money(true, 0),
            money(false, 3),
        ]
        .map(seed);
        for (i, one) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(one), "{i}");
        }
    }
}

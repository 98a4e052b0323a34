//! `show`: what can be looked at.

use super::Table;
use crate::command::args::{Board, Maybe, Whole};
use crate::command::ast::{BoardArg, Show};
use crate::eval::EvalSettings;

/// What is shown without arguments, with a line of help.
const PLAIN: [(Show, &str); 40] = [
    (Show::Position, "Position ID, Match ID and XGID of what lies on the table"),
    (Show::Group("aliases"), "your names in files of matches"),
    (Show::Group("clockwise"), "which way player 1 moves"),
    (Show::Group("display"), "whether boards are shown"),
    (Show::Group("export"), "what pages and texts of matches show"),
    (Show::Turn, "who is on roll"),
    (Show::Dice, "the dice"),
    (Show::Score, "the score"),
    (Show::Cube, "the cube: its value, its owner, whether it is used"),
    (Show::CubeValue, "what the cube is worth to either side here"),
    (Show::Player, "both players, and how each of them plays"),
    (Show::Jacoby, "whether gammons count only after a cube turn"),
    (Show::Crawford, "whether this is the Crawford game"),
    (Show::PostCrawford, "whether the Crawford game has been played"),
    (Show::Beavers, "how many beavers are allowed"),
    (Show::Variation, "the variation played"),
    (Show::MatchLength, "the length of new matches"),
    (Show::MatchResult, "games won and points scored"),
    (Show::ScoreSheet, "the score after every game"),
    (Show::GammonValues, "what gammons are worth to either side"),
    (Show::MarketWindow, "take, double and cash points"),
    (Show::TemperatureMap, "every roll against every answer"),
    (Show::Rollout, "the rollout settings, as commands"),
    (Show::RolloutDiff, "the rollout settings that differ from the defaults"),
    (Show::RolloutDetail, "the last rollout with every number, its error and the result without variance reduction"),
    (Show::RolloutStatistics, "what happened in the trials of the last rollout: wins, cubes, hits, bearoffs"),
    (Show::RolloutCost, "how long a rollout will take here, and how long the last one took beside its forecast"),
    (Show::Evaluation, "the settings of eval and hint"),
    (Show::Output, "how numbers are shown"),
    (Show::Automatic, "what gammon does by itself"),
    (Show::Confirm, "which questions are asked"),
    (Show::CubeEfficiency, "how live the cube is taken to be"),
    (Show::Autosave, "what is saved by itself"),
    (Show::Prompt, "the prompt"),
    (Show::Seed, "the seed of the dice, and rolls since"),
    (Show::Rng, "the generator of the dice"),
    (Show::Threads, "how many threads compute"),
    (Show::Engine, "the nets, databases and kernels in use"),
    (Show::Version, "the version of this program"),
    (Show::Settings, "every setting, as commands"),
];

/// A value of [`Show`] around a position.
type OfPosition = fn(Option<BoardArg>) -> Show;

/// What is shown of a position, by default the current one.
const POSITIONAL: [(OfPosition, &str); 9] = [
    (Show::Board, "the board"),
    (Show::PipCount, "pips of both sides"),
    (Show::Keith, "the Keith count of a race, and its advice"),
    (Show::Thorp, "Thorp's count of a race, and its advice"),
    (Show::Isight, "the Isight count of a race, and its advice"),
    (Show::EightNineTwelve, "the 8-9-12 rule of a race, and its advice"),
    (Show::Kleinman, "Kleinman's estimate of winning a race"),
    (Show::OneSidedRollout, "rolls to bear off, and wastage"),
    (Show::Bearoff, "what the bearoff databases say"),
];

pub(super) fn rows(t: &mut Table) {
    for (make, help) in POSITIONAL {
        let words = format!("show {}", make(None).words());
        let example = format!("{words} 4HPwATDgc/ABMA");
        t.add(&words, Maybe(Board), help, &example, move |board| make(board).into())
            .default(Some("the current position".to_owned()));
    }
    let help = "the board, by the name it has where windows have a smaller one";
    t.add("show fullboard", Maybe(Board), help, "show fullboard", |board| Show::Board(board).into())
        .default(Some("the current position".to_owned()));
    for (show, help) in PLAIN {
        let words = format!("show {}", show.words());
        t.add(&words, (), help, &words, move |()| show.clone().into());
    }
    let away = Maybe(Whole::new("N", 1, 64_u8));
    let help = "the match equity table, N points away at most";
    t.add("show matchequitytable|met", away, help, "show met 9", |n| Show::Met(n).into())
        .default(Some("the length of the match".to_owned()));
    let away = Maybe(Whole::new("N", 2, 15_u8));
    let help = "the cube decision, or the best play, at every score of a match to N points";
    t.add("show scoremap", away, help, "show scoremap 5", |n| Show::ScoreMap(n).into()).default(Some("7".to_owned()));
    let plies = Maybe(Whole::new("PLIES", 0, EvalSettings::MAX_PLIES));
    let help = "the 21 rolls with the best play of each, best roll first";
    t.add("show rolls", plies, help, "show rolls 1", |n| Show::Rolls(n).into()).default(Some("0".to_owned()));
}

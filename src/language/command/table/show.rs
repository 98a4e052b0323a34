//! `show`: what can be looked at.

use super::Table;
use crate::command::args::{Board, Maybe, Whole};
use crate::command::ast::{Command, Count, Show};
use crate::eval::EvalSettings;
use crate::scoring::MatchScore;

/// The subjects of `show` without arguments, with a line of help.
const PLAIN: [(&str, Show, &str); 44] = [
    ("position", Show::Position, "Position ID, Match ID and XGID of what lies on the table"),
    ("aliases|me", Show::Group("aliases"), "your names in files of matches"),
    ("matches", Show::Group("matches"), "the folder of your matches"),
    ("practice|practise", Show::Practice, "what there is to practise, by theme, and what you keep in mind"),
    ("practice|practise cards", Show::PracticeCards, "all questions of practise, with what you know of each"),
    ("practice|practise answers", Show::PracticeAnswers, "all answers that you gave to questions of practise"),
    ("clockwise", Show::Group("clockwise"), "which way player 1 moves"),
    ("display", Show::Group("display"), "whether boards are shown"),
    ("export", Show::Group("export"), "what pages and texts of matches show"),
    ("turn", Show::Turn, "who is on roll"),
    ("dice", Show::Dice, "the dice"),
    ("score", Show::Score, "the score"),
    ("cube", Show::Cube, "the cube: its value, its owner, whether it is used"),
    ("cubevalue", Show::CubeValue, "what the cube is worth to either side here"),
    ("player", Show::Group("player"), "both players, and how each of them plays"),
    ("jacoby", Show::Jacoby, "whether gammons count only after a cube turn"),
    ("crawford", Show::Crawford, "whether this is the Crawford game"),
    ("postcrawford", Show::PostCrawford, "whether the Crawford game has been played"),
    ("beavers", Show::Beavers, "how many beavers are allowed"),
    ("variation", Show::Group("variation"), "the variation played"),
    ("matchlength", Show::Group("matchlength"), "the length of new matches"),
    ("matchresult", Show::MatchResult, "games won and points scored"),
    ("scoresheet", Show::ScoreSheet, "the score after every game"),
    ("gammonvalues", Show::GammonValues, "what gammons are worth to either side"),
    ("marketwindow", Show::MarketWindow, "take, double and cash points"),
    ("temperaturemap", Show::TemperatureMap, "every roll against every answer"),
    ("rollout", Show::Group("rollout"), "the rollout settings, as commands"),
    ("rollout diff", Show::RolloutDiff, "the rollout settings that differ from the defaults"),
    (
        "rollout detail",
        Show::RolloutDetail,
        "the last rollout with every number, its error and the result without variance reduction",
    ),
    (
        "rollout statistics",
        Show::RolloutStatistics,
        "what happened in the trials of the last rollout: wins, cubes, hits, bearoffs",
    ),
    (
        "rollout cost",
        Show::RolloutCost,
        "how long a rollout will take here, and how long the last one took beside its forecast",
    ),
    ("evaluation", Show::Group("evaluation"), "the settings of eval and hint"),
    ("output", Show::Group("output"), "how numbers are shown"),
    ("automatic", Show::Group("automatic"), "what gammon does by itself"),
    ("confirm", Show::Group("confirm"), "which questions are asked"),
    ("cubeefficiency", Show::Group("cubeefficiency"), "how live the cube is taken to be"),
    ("autosave", Show::Group("autosave"), "what is saved by itself"),
    ("prompt", Show::Group("prompt"), "the prompt"),
    ("seed", Show::Seed, "the seed of the dice, and rolls since"),
    ("rng", Show::Rng, "the generator of the dice"),
    ("threads", Show::Group("threads"), "how many threads compute"),
    ("engine", Show::Engine, "the nets, databases and kernels in use"),
    ("version", Show::Version, "the version of this program"),
    ("settings", Show::Settings, "every setting, as commands"),
];

/// The counts of a position, by default the current one.
const COUNTS: [(&str, Count, &str); 8] = [
    ("pipcount", Count::PipCount, "pips of both sides"),
    ("keith", Count::Keith, "the Keith count of a race, and its advice"),
    ("thorp", Count::Thorp, "Thorp's count of a race, and its advice"),
    ("isight", Count::Isight, "the Isight count of a race, and its advice"),
    ("8912", Count::EightNineTwelve, "the 8-9-12 rule of a race, and its advice"),
    ("kleinman", Count::Kleinman, "Kleinman's estimate of winning a race"),
    ("onesidedrollout", Count::OneSidedRollout, "rolls to bear off, and wastage"),
    ("bearoff", Count::Bearoff, "what the bearoff databases say"),
];

pub(super) fn rows(t: &mut Table) {
    let form = form!(|board| Command::Show(Show::Board(board)));
    t.add("show board", Maybe(Board), "the board", "4HPwATDgc/ABMA", form).default("the current position");
    for (word, count, help) in COUNTS {
        let words = format!("show {word}");
        let form = form!(|board| Command::Show(Show::Count(count, board)));
        t.add(&words, Maybe(Board), help, "4HPwATDgc/ABMA", form).default("the current position");
    }
    let help = "the board, by the name it has where windows have a smaller one";
    t.add("show fullboard", Maybe(Board), help, "", form!(|board| Command::Show(Show::Board(board))))
        .default("the current position");
    for (word, show, help) in PLAIN {
        t.plain(&format!("show {word}"), help, show);
    }
    let away = Maybe(Whole::new("N", 1, MatchScore::LONGEST));
    let help = "the match equity table, N points away at most";
    let form = form!(|n| Command::Show(Show::Met(n)));
    let row = t.add("show matchequitytable|met", away, help, "", form);
    row.default("the length of the match");
    row.example = "show met 9".to_owned();
    let away = Maybe(Whole::new("N", 2, 15_u8));
    let help = "the cube decision, or the best play, at every score of a match to N points";
    t.add("show scoremap", away, help, "5", form!(|n| Command::Show(Show::ScoreMap(n)))).default("7");
    let plies = Maybe(Whole::new("PLIES", 0, EvalSettings::MAX_PLIES));
    let help = "the 21 rolls with the best play of each, best roll first";
    t.add("show rolls", plies, help, "1", form!(|n| Command::Show(Show::Rolls(n)))).default("0");
}

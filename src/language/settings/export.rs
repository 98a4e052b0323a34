//! `set export`: what pages and texts of matches show.

use super::setting::{Field, Kind, Rows, field, place};
use crate::board::ByPlayer;
use crate::record::Skill;

/// The parts of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Included {
    /// The comments of people.
    pub annotations: bool,
    /// The analysis.
    pub analysis: bool,
    /// Errors and luck added up.
    pub statistics: bool,
    /// Event, date and so on.
    pub matchinfo: bool,
}

/// The details shown of plays, or of cube decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// The chances of the outcomes.
    pub probabilities: bool,
    /// How evaluations were made, at length.
    pub evaluation: bool,
    /// How rollouts were made, at length.
    pub rollout: bool,
    /// Decisions without a mark.
    pub unmarked: bool,
    /// Those marked doubtful, bad, very bad.
    pub marked: [bool; 3],
}

impl Detail {
    /// Whether decisions with this mark are shown.
    pub const fn shows(&self, mark: Option<Skill>) -> bool {
        match mark {
            None => self.unmarked,
            Some(Skill::Doubtful) => self.marked[0],
            Some(Skill::Bad) => self.marked[1],
            Some(Skill::VeryBad) => self.marked[2],
        }
    }
}

/// The cube decisions that are shown whatever their mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeKinds {
    /// Doubles, takes and passes.
    pub actual: bool,
    /// Doubles that were missed.
    pub missed: bool,
    /// Decisions that were close.
    pub close: bool,
}

/// `set export`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportSettings {
    /// The parts included.
    pub include: Included,
    /// Every how many decisions a board is drawn; 0 for never.
    pub board: u16,
    /// The players whose decisions are shown at length.
    pub players: ByPlayer<bool>,
    /// How many plays are listed; the one that was made comes on top of them.
    pub plays: u8,
    /// The details shown of plays.
    pub moves: Detail,
    /// The details shown of cube decisions.
    pub cube: Detail,
    /// Cube decisions that are shown in any case.
    pub kinds: CubeKinds,
}

impl Default for ExportSettings {
    fn default() -> Self {
        let detail =
            Detail { probabilities: true, evaluation: false, rollout: true, unmarked: true, marked: [true; 3] };
        Self {
            include: Included { annotations: true, analysis: true, statistics: true, matchinfo: true },
            board: 1,
            players: ByPlayer([true; 2]),
            plays: 5,
            moves: detail,
            cube: detail,
            kinds: CubeKinds { actual: true, missed: true, close: true },
        }
    }
}

pub(super) fn rows(t: &mut Rows) {
    let of_pages = "in exports of matches as pages and texts";
    for (word, what, field) in [
        ("annotations", "comments of people", field!(export.include.annotations)),
        ("analysis", "results of analysis", field!(export.include.analysis)),
        ("statistics", "errors and luck added up", field!(export.include.statistics)),
        ("matchinfo", "event, date and other facts", field!(export.include.matchinfo)),
    ] {
        t.switch(&format!("export include {word}"), &format!("whether {what} stand {of_pages}"), field).example("off");
    }
    let help = format!("draw the board of every Nth decision {of_pages}; 0 is never");
    t.add("export show board", Kind::Whole { min: 0, max: 1000 }, help, field!(export.board)).example("2");
    shown_players(t);
    let help = format!("list so many plays of a decision {of_pages}, and the one that was made");
    t.add("export moves number", Kind::Whole { min: 0, max: 100 }, help, field!(export.plays)).example("3");
    let moves = [
        ("probabilities", "the chances of plays", field!(export.moves.probabilities)),
        ("parameters evaluation", "how plays were evaluated, at length,", field!(export.moves.evaluation)),
        ("parameters rollout", "how plays were rolled out", field!(export.moves.rollout)),
        ("display unmarked", "plays that are not marked", field!(export.moves.unmarked)),
    ];
    let cube = [
        ("probabilities", "the chances behind cube decisions", field!(export.cube.probabilities)),
        ("parameters evaluation", "how the cube was evaluated, at length,", field!(export.cube.evaluation)),
        ("parameters rollout", "how the cube was rolled out", field!(export.cube.rollout)),
        ("display unmarked", "cube decisions that are not marked", field!(export.cube.unmarked)),
        ("display actual", "doubles, takes and passes", field!(export.kinds.actual)),
        ("display missed", "doubles that were missed", field!(export.kinds.missed)),
        ("display close", "cube decisions that were close", field!(export.kinds.close)),
    ];
    for (group, leaves) in [("moves", moves.into_iter().collect::<Vec<_>>()), ("cube", cube.into_iter().collect())] {
        for (word, what, field) in leaves {
            let words = format!("export {group} {word}");
            t.switch(&words, &format!("whether {what} stand {of_pages}"), field).example("off");
        }
    }
    for (i, skill) in [Skill::Doubtful, Skill::Bad, Skill::VeryBad].into_iter().enumerate() {
        let word = skill.name().replace(' ', "");
        let switch = |at| Field::within(at, move |marked: &[bool; 3]| marked[i], move |marked, on| marked[i] = on);
        let help = format!("whether plays that are marked {} stand {of_pages}", skill.name());
        t.switch(&format!("export moves display {word}"), &help, switch(place!(export.moves.marked))).example("off");
        let help = format!("whether cube decisions that are marked {} stand {of_pages}", skill.name());
        t.switch(&format!("export cube display {word}"), &help, switch(place!(export.cube.marked))).example("off");
    }
}

/// The players whose decisions are shown. GNU Backgammon saves `both` as a number.
fn shown_players(t: &mut Rows) {
    let players = [
        ("both", ByPlayer([true; 2])),
        ("0", ByPlayer([true, false])),
        ("1", ByPlayer([false, true])),
        ("-2", ByPlayer([true; 2])),
        ("-1", ByPlayer([true; 2])),
    ];
    let help = "whose decisions are shown at length in exports of matches as pages and texts";
    t.words("export show player", help, players, place!(export.players)).argument("0|1|both").example("1");
}

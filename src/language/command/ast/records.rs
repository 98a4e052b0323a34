//! Commands about the facts of a match and lists of its games.

use super::args::PlayerName;
use crate::analysis::{Action, CubeTheme, Feature, Pattern, Phase, ScoreKind, Thresholds};
use crate::board::Roll;
use crate::words;

/// The decisions that are meant, of a record or of a library: all conditions that are given hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WantedErrors {
    /// The player who decided.
    pub player: Option<PlayerName>,
    /// The kind of decision.
    pub kind: Option<DecisionKind>,
    /// The least equity that is given up.
    pub least: Option<f64>,
    /// The grade, from whose threshold on they are meant.
    pub grade: Option<Grade>,
    /// The game, from 1.
    pub game: Option<u16>,
    /// How many: of a list that many at most, of steps that many.
    pub count: Option<u16>,
    /// The opponent of the player who decided.
    pub against: Option<PlayerName>,
    /// A part of the event's name.
    pub event: Option<String>,
    /// The first day on which the match may have been played: `2026`, `2026-11`, `2026-11-28`.
    pub since: Option<String>,
    /// The day before which it was played, likewise.
    pub before: Option<String>,
    /// The length of the match, 0 for money.
    pub length: Option<u8>,
    /// The group that the owner of a library has put the match in.
    pub tag: Option<String>,
    /// The part of the game.
    pub phase: Option<Phase>,
    /// Themes of a cube decision, all of which hold.
    pub themes: Vec<CubeTheme>,
    /// The score as the player sees it.
    pub score: Option<ScoreKind>,
    /// The points that the player and his opponent need.
    pub away: Option<[u8; 2]>,
    /// The roll that was played.
    pub roll: Option<Roll>,
    /// Features of the position, all of which it has.
    pub features: Vec<Feature>,
    /// A pattern that the position has.
    pub pattern: Option<Box<Pattern>>,
    /// A part of the comment on it.
    pub comment: Option<String>,
    /// Those that somebody flagged.
    pub flagged: bool,
    /// The decisions in positions like that on the table, the nearest first.
    pub like: bool,
    /// Decisions that lost nothing, or that nobody judged, as well.
    pub all: bool,
}

impl WantedErrors {
    /// Whether a decision is meant whatever it lost, if no least loss is given.
    pub const fn is_of_any_loss(&self) -> bool {
        self.all || self.like || self.flagged || self.comment.is_some()
    }

    /// Whether a least loss is given, in figures or as a grade.
    pub const fn has_least(&self) -> bool {
        self.least.is_some() || self.grade.is_some()
    }

    /// Returns whether all decisions are meant.
    pub fn is_all(&self) -> bool {
        *self == Self { count: self.count, ..Self::default() }
    }
}

words! {
    /// A grade of errors: what it takes at least is set.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Grade: word {
        /// As `set analysis blunders from` has it.
        Blunders = "blunders",
        /// Marked `?!`, or worse.
        Doubtful = "doubtful",
        /// Marked `?`, or worse.
        Bad = "bad",
        /// Marked `??`.
        VeryBad = "verybad",
    }
}

impl Grade {
    /// The least loss of an error of this grade.
    pub const fn least(self, thresholds: &Thresholds) -> f32 {
        match self {
            Self::Blunders => thresholds.blunder,
            Self::Doubtful => thresholds.doubtful,
            Self::Bad => thresholds.bad,
            Self::VeryBad => thresholds.very_bad,
        }
    }
}

words! {
    /// The subject of a decision.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DecisionKind: word {
        /// The cube: doubling, and the answers.
        Cube = "cube",
        /// The checkers.
        Play = "plays",
        /// Doubles that were not offered.
        Missed = "missed",
        /// Doubles that were offered.
        Doubles = "doubles",
        /// Takes, and beavers.
        Takes = "takes",
        /// Passes.
        Passes = "passes",
    }
}

impl DecisionKind {
    /// The kinds of which each decision has one at most.
    pub const APART: [Self; 5] = [Self::Play, Self::Missed, Self::Doubles, Self::Takes, Self::Passes];

    /// Whether a decision that took this action is of this kind.
    pub fn holds(self, action: Action) -> bool {
        match self {
            Self::Play => action == Action::Play,
            Self::Cube => !matches!(action, Action::Play | Action::Resign | Action::Accept),
            Self::Missed => action == Action::NoDouble,
            Self::Doubles => action == Action::Double,
            Self::Takes => matches!(action, Action::Take | Action::Beaver),
            Self::Passes => action == Action::Pass,
        }
    }
}

/// A place in the record.
#[derive(Clone, Debug, PartialEq)]
pub enum Goto {
    /// The error of `show errors` with this number.
    Error(u16),
    /// The beginning of a game, from 1.
    Game(u16),
    /// A turn of the game at the cursor, as `list game` numbers them; the first decision of a player in it.
    Turn {
        /// The number of the turn, from 1.
        turn: u16,
        /// The player who decides; the first of the turn if not given.
        player: Option<PlayerName>,
    },
    /// The next error of a kind.
    NextError(WantedErrors),
    /// The error of a kind before.
    PreviousError(WantedErrors),
}

words! {
    /// A fact about a match.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum InfoField: word {
        /// The annotator.
        Annotator = "annotator",
        /// A comment on the whole.
        Comment = "comment",
        /// The day it was played.
        Date = "date",
        /// The event.
        Event = "event",
        /// The place.
        Place = "place",
        /// The round.
        Round = "round",
    }
}

/// A match as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordCommand {
    /// `set matchinfo`: writes a fact down, or strikes it out.
    SetInfo {
        /// The fact.
        field: InfoField,
        /// The new text; `None` clears it.
        text: Option<String>,
    },
    /// `set matchinfo rating`: writes the rating of a player down, or strikes it out.
    SetRating {
        /// The player.
        player: PlayerName,
        /// The rating; `None` clears it.
        text: Option<String>,
    },
    /// `show matchinfo`: the facts.
    ShowInfo,
    /// `list match` or `list session`: the games.
    ListGames,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_but_those_of_resignations_is_of_one_kind() {
        for action in Action::ALL {
            let resigns = matches!(action, Action::Resign | Action::Accept);
            let kinds = DecisionKind::APART.into_iter().filter(|kind| kind.holds(action)).count();
            assert_eq!(kinds, usize::from(!resigns), "{action:?}");
            assert_eq!(DecisionKind::Cube.holds(action), !resigns && action != Action::Play, "{action:?}");
        }
    }
}

//! The analysis of records.

use crate::record::{LuckMark, Skill};
use std::time::Duration;

/// A part of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The decision at the cursor.
    Move,
    /// The game at the cursor.
    Game,
    /// All games.
    Match,
    /// All games, by the name they have when played for money.
    Session,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 4] = [Self::Move, Self::Game, Self::Match, Self::Session];

    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Game => "game",
            Self::Match => "match",
            Self::Session => "session",
        }
    }
}

/// What `analyse` does, other than rollouts of the decision on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analyse {
    /// Analyzes a part of the record.
    Part(Part),
    /// Analyzes a part of the record: close decisions as deeply as there is time.
    Within(Part, Duration),
    /// Clears the analysis of a part.
    Clear(Part),
    /// Rolls out what is marked in a part.
    RolloutMarked(Part),
    /// Rolls out every decision that is close or an error.
    RolloutClose,
}

/// A decision or roll that is annotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotated {
    /// The play.
    Move,
    /// The cube decision, whatever it was.
    Cube,
    /// The double.
    Double,
    /// That a cube or resignation was accepted.
    Accept,
    /// That a cube was refused.
    Drop,
    /// As [`Annotated::Drop`].
    Pass,
    /// That a cube or resignation was refused.
    Reject,
    /// The resignation.
    Resign,
    /// That a cube was taken.
    Take,
}

impl Annotated {
    /// Every one.
    pub const ALL: [Self; 9] = [
        Self::Move,
        Self::Cube,
        Self::Double,
        Self::Accept,
        Self::Drop,
        Self::Pass,
        Self::Reject,
        Self::Resign,
        Self::Take,
    ];

    /// The keyword.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Cube => "cube",
            Self::Double => "double",
            Self::Accept => "accept",
            Self::Drop => "drop",
            Self::Pass => "pass",
            Self::Reject => "reject",
            Self::Resign => "resign",
            Self::Take => "take",
        }
    }
}

/// What `annotate` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Annotate {
    /// How good a decision was; `None` takes the mark off.
    Skill(Annotated, Option<Skill>),
    /// How lucky the roll was; `None` takes the mark off.
    Luck(Option<LuckMark>),
    /// Takes the skill marks of the turn off.
    ClearSkill,
    /// Takes the luck mark of the turn off.
    ClearLuck,
}

/// Marks for rollouts beyond the plays on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutMark {
    /// Marks the cube decision at the cursor, or takes the mark off.
    Cube(bool),
    /// Sets whether it is marked.
    ShowCube,
    /// Lists what is marked in a part.
    Show(Part),
    /// Takes all marks off in a part.
    Clear(Part),
}

/// The keyword of a skill mark.
#[must_use]
pub const fn skill_word(skill: Skill) -> &'static str {
    match skill {
        Skill::Doubtful => "doubtful",
        Skill::Bad => "bad",
        Skill::VeryBad => "verybad",
    }
}

/// The keyword of a luck mark.
#[must_use]
pub const fn luck_word(luck: LuckMark) -> &'static str {
    match luck {
        LuckMark::VeryLucky => "verylucky",
        LuckMark::Lucky => "lucky",
        LuckMark::Unlucky => "unlucky",
        LuckMark::VeryUnlucky => "veryunlucky",
    }
}

//! The analysis of records.

use crate::record::{LuckMark, Skill};
use crate::words;
use std::time::Duration;

words! {
    /// A part of the record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Part: word {
        /// The decision at the cursor.
        Move = "move",
        /// The game at the cursor.
        Game = "game",
        /// All games.
        Match = "match",
        /// All games, by the name they have when played for money.
        Session = "session",
    }
}

/// The work of `analyse`, other than rollouts of the decision on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analyse {
    /// Analyzes a part of the record.
    Part(Part),
    /// Analyzes a part of the record, also what is judged as well or better.
    Again(Part),
    /// Analyzes a part of the record: close decisions as deeply as there is time.
    Within(Part, Duration),
    /// Clears the analysis of a part.
    Clear(Part),
    /// Rolls out what is marked in a part.
    RolloutMarked(Part),
    /// Rolls out every decision that is close or an error.
    RolloutClose,
}

words! {
    /// A decision or roll that is annotated.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Annotated: word {
        /// The play.
        Move = "move",
        /// The cube decision, whatever it was.
        Cube = "cube",
        /// The double.
        Double = "double",
        /// That a cube or resignation was accepted.
        Accept = "accept",
        /// That a cube was refused.
        Drop = "drop",
        /// As [`Annotated::Drop`].
        Pass = "pass",
        /// That a cube or resignation was refused.
        Reject = "reject",
        /// The resignation.
        Resign = "resign",
        /// That a cube was taken.
        Take = "take",
    }
}

/// The notes of `annotate`.
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
pub const fn skill_word(skill: Skill) -> &'static str {
    match skill {
        Skill::Doubtful => "doubtful",
        Skill::Bad => "bad",
        Skill::VeryBad => "verybad",
    }
}

/// The keyword of a luck mark.
pub const fn luck_word(luck: LuckMark) -> &'static str {
    match luck {
        LuckMark::VeryLucky => "verylucky",
        LuckMark::Lucky => "lucky",
        LuckMark::Unlucky => "unlucky",
        LuckMark::VeryUnlucky => "veryunlucky",
    }
}

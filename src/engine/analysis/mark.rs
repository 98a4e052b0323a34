//! The loss from which a decision is marked or counted as an error, and the luck from which a roll is marked.

use crate::record::{LuckMark, Skill};

words! {
    /// The names of losses in eXtreme Gammon's count.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fault: name {
        /// An error that is no blunder.
        Error = "error",
        /// A large error.
        Blunder = "blunder",
    }
}

/// Where marks and errors begin. All are positive. A loss or luck beyond the number has the mark; a loss of the number
/// is an error or a blunder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The least equity that an error loses.
    pub error: f32,
    /// The least equity that a blunder loses.
    pub blunder: f32,
    /// Equity lost by a doubtful decision.
    pub doubtful: f32,
    /// The equity that a bad decision gives up.
    pub bad: f32,
    /// The equity that a very bad decision gives up.
    pub very_bad: f32,
    /// Equity gained by a lucky roll.
    pub lucky: f32,
    /// The equity that a very lucky roll gains.
    pub very_lucky: f32,
    /// Equity lost by an unlucky roll.
    pub unlucky: f32,
    /// The equity that a very unlucky roll loses.
    pub very_unlucky: f32,
}

impl Default for Thresholds {
    fn default() -> Self {
        let (error, blunder) = (0.02, 0.08);
        Self {
            error,
            blunder,
            doubtful: 0.03,
            bad: 0.06,
            very_bad: 0.12,
            lucky: 0.3,
            very_lucky: 0.6,
            unlucky: 0.3,
            very_unlucky: 0.6,
        }
    }
}

impl Thresholds {
    /// The mark of a decision that loses this much equity.
    pub fn skill(&self, loss: f32) -> Option<Skill> {
        let marks = [(self.very_bad, Skill::VeryBad), (self.bad, Skill::Bad), (self.doubtful, Skill::Doubtful)];
        marks.into_iter().find(|(limit, _)| loss > *limit).map(|(_, mark)| mark)
    }

    /// The kind of error that loses this much equity; `None` for less than an error.
    pub fn fault(&self, loss: f32) -> Option<Fault> {
        let kinds = [(self.blunder, Fault::Blunder), (self.error, Fault::Error)];
        kinds.into_iter().find(|(least, _)| loss >= *least).map(|(_, fault)| fault)
    }

    /// The mark of a roll of this much luck.
    pub fn luck(&self, luck: f32) -> Option<LuckMark> {
        if luck > self.very_lucky {
            Some(LuckMark::VeryLucky)
        } else if luck > self.lucky {
            Some(LuckMark::Lucky)
        } else if luck < -self.very_unlucky {
            Some(LuckMark::VeryUnlucky)
        } else if luck < -self.unlucky {
            Some(LuckMark::Unlucky)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_beyond_their_thresholds() {
        let thresholds = Thresholds::default();
        let skill = [0.03, 0.031, 0.06, 0.061, 0.12, 0.121].map(|loss| thresholds.skill(loss));
        let (doubtful, bad) = (Some(Skill::Doubtful), Some(Skill::Bad));
        assert_eq!(skill, [None, doubtful, doubtful, bad, bad, Some(Skill::VeryBad)]);
        let luck = [0.3, 0.31, 0.6, 0.61, -0.3, -0.31, -0.6, -0.61].map(|luck| thresholds.luck(luck));
        let (lucky, unlucky) = (Some(LuckMark::Lucky), Some(LuckMark::Unlucky));
        let (very_lucky, very_unlucky) = (Some(LuckMark::VeryLucky), Some(LuckMark::VeryUnlucky));
        assert_eq!(luck, [None, lucky, lucky, very_lucky, None, unlucky, unlucky, very_unlucky]);
    }
}

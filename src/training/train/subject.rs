//! The subjects that a net can be taught: contact or races.

use crate::board::{Position, SeenBy};
use crate::eval::Class;
use crate::eval::own::{FeatureSet, HeadRule};

/// The positions that one of the two nets answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Positions with contact, crashed boards among them.
    Contact,
    /// Without, until both sides are home.
    Races,
}

impl Subject {
    /// All of them with their names.
    pub const NAMED: [(Self, &'static str); 2] = [(Self::Contact, "contact"), (Self::Races, "races")];

    /// Whether the net answers for a class.
    pub(crate) const fn asks(self, class: Class) -> bool {
        match self {
            Self::Contact => matches!(class, Class::Contact | Class::Crashed),
            Self::Races => matches!(class, Class::Race),
        }
    }

    /// Whether positions that it answers for can come after one of a class.
    pub(super) const fn comes_after(self, class: Class) -> bool {
        match self {
            Self::Contact => self.asks(class),
            Self::Races => class.uses_net(),
        }
    }

    /// The inputs of its net beside the checkers.
    pub(super) const fn features(self) -> FeatureSet {
        match self {
            Self::Contact => FeatureSet::Contact,
            Self::Races => FeatureSet::RaceHome,
        }
    }

    /// The head that answers for a position: by its class, and then by the rule.
    pub(super) fn head_of(position: &Position, rule: HeadRule) -> usize {
        let class = usize::from(Class::of(position) == Class::Crashed);
        class * rule.heads() + rule.head(SeenBy::OnRoll.sides(position))
    }

    /// Classes that have heads of their own.
    pub(super) const fn classes(self) -> usize {
        match self {
            Self::Contact => 2,
            Self::Races => 1,
        }
    }
}

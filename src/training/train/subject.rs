//! The subjects that a net can be taught: contact or races.

use crate::eval::Class;
use crate::eval::own::FeatureSet;

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

    /// Which of the heads for classes a class has.
    pub(super) const fn head_of(class: Class) -> usize {
        matches!(class, Class::Crashed) as usize
    }

    /// Classes that have heads of their own.
    pub(super) const fn classes(self) -> usize {
        match self {
            Self::Contact => 2,
            Self::Races => 1,
        }
    }
}

//! What a net can be taught: contact or races.

use super::lessons::Start;
use super::scenes::Scene;
use crate::board::Variation;
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

/// How many walks begin where, of all together; a walk from the start is four times as long as one from a scene.
const CONTACT: [(Start, u32); 10] = [
    (Start::Game(Variation::Standard), 30),
    (Start::Game(Variation::Nackgammon), 8),
    (Start::Wild, 14),
    (Start::Scene(Scene::BackGame), 40),
    (Start::Scene(Scene::AcePoint), 12),
    (Start::Scene(Scene::Containment), 16),
    (Start::Scene(Scene::Blitz), 12),
    (Start::Scene(Scene::Primes), 12),
    (Start::Scene(Scene::Crashed), 10),
    (Start::Scene(Scene::Bearoff), 24),
];

/// What walks through races begin with, and how often; all games end in a race.
const RACES: [(Start, u32); 5] = [
    (Start::Game(Variation::Standard), 12),
    (Start::Game(Variation::Nackgammon), 3),
    (Start::Wild, 5),
    (Start::Scene(Scene::GammonRace), 16),
    (Start::Scene(Scene::Stragglers), 8),
];

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

    /// Where walks begin, with shares.
    pub(super) const fn starts(self) -> &'static [(Start, u32)] {
        match self {
            Self::Contact => &CONTACT,
            Self::Races => &RACES,
        }
    }

    /// The inputs of its net beside the checkers.
    pub(super) const fn features(self) -> FeatureSet {
        match self {
            Self::Contact => FeatureSet::Contact,
            Self::Races => FeatureSet::RaceHome,
        }
    }

    /// Classes that have heads of their own.
    pub(super) const fn classes(self) -> usize {
        match self {
            Self::Contact => 2,
            Self::Races => 1,
        }
    }
}

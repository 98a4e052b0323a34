//! Which head of a net a position goes to.

use crate::board::Checkers;

/// How a net picks among heads that one class of positions goes to.
///
/// The head that a route names is the first of them. A new rule is a variant here; net files name theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HeadRule {
    /// One head for each route.
    #[default]
    Route,
    /// Sixteen heads: four times the checkers that the side on roll has back (three at most) and those of the other.
    CheckersBack,
}

/// Numbers of checkers back that are told apart: none to three and more.
pub(super) const BACK: usize = 4;

impl HeadRule {
    /// All rules.
    pub const ALL: [Self; 2] = [Self::Route, Self::CheckersBack];

    /// The name in a net file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Route => "route",
            Self::CheckersBack => "checkers-back",
        }
    }

    /// The rule of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Among how many heads it picks.
    #[must_use]
    pub const fn heads(self) -> usize {
        match self {
            Self::Route => 1,
            Self::CheckersBack => BACK * BACK,
        }
    }

    /// The head of a position, counted from the first of them. Sides come in the order (on roll, other).
    #[must_use]
    #[inline]
    pub fn head(self, sides: [&Checkers; 2]) -> usize {
        match self {
            Self::Route => 0,
            Self::CheckersBack => BACK * checkers_back(sides[0]) + checkers_back(sides[1]),
        }
    }
}

/// Checkers in the other side's home board and on the bar, three at most.
pub(super) fn checkers_back(side: &Checkers) -> usize {
    usize::from(side.bytes()[18..25].iter().sum::<u8>()).min(BACK - 1)
}

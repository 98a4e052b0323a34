//! The rule that picks the head of a net for a position.

use crate::board::Checkers;

words! {
    /// How a net picks among heads that one class of positions goes to.
    ///
    /// The head that a route names is the first of them. A new rule is a variant here; net files name theirs.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum HeadRule: name {
        /// One head for each route.
        #[default]
        Route = "route",
        /// Sixteen heads: four times the checkers that the side on roll has back (three at most) and those of the
        /// other.
        CheckersBack = "checkers-back",
        /// Sixteen heads: four times a group of the checkers that the side on roll has left and that of the other; the
        /// groups are 15, 10 to 14, 5 to 9, and 4 and fewer.
        CheckersLeft = "checkers-left",
    }
}

/// Numbers of checkers back that have heads of their own: none to three and more.
pub(super) const BACK: usize = 4;
/// Groups of checkers left.
const LEFT: usize = 4;

impl HeadRule {
    /// The rule of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Among how many heads it picks.
    pub const fn heads(self) -> usize {
        match self {
            Self::Route => 1,
            Self::CheckersBack => BACK * BACK,
            Self::CheckersLeft => LEFT * LEFT,
        }
    }

    /// The head of a position, counted from the first of them. Sides come in the order (on roll, other).
    #[inline]
    pub fn head(self, sides: [&Checkers; 2]) -> usize {
        match self {
            Self::Route => 0,
            Self::CheckersBack => BACK * checkers_back(sides[0]) + checkers_back(sides[1]),
            Self::CheckersLeft => LEFT * group_left(sides[0]) + group_left(sides[1]),
        }
    }
}

/// The group of a side's checkers that are left.
fn group_left(side: &Checkers) -> usize {
    usize::from(15_u8.saturating_sub(side.bytes().iter().sum::<u8>())).div_ceil(5).min(LEFT - 1)
}

/// Checkers in the other side's home board and on the bar, three at most.
pub(super) fn checkers_back(side: &Checkers) -> usize {
    let eight = side.bytes()[17..].first_chunk().expect("32 bytes");
    // The lowest of the eight bytes is another place. The sum of the others fits a byte.
    let sum = (u64::from_le_bytes(*eight) >> 8).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    (sum as usize).min(BACK - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkers_back_are_those_of_seven_places() {
        let back = |place: usize, count: u8| {
            let mut bytes = [0; 32];
            (bytes[17], bytes[place]) = (9, count);
            checkers_back(&Checkers::from_bytes(bytes))
        };
        assert!((18..25).all(|place| [0, 1, 2, 3, 6].map(|count| back(place, count)) == [0, 1, 2, 3, 3]));
        assert_eq!(back(16, 5), 0);
    }

    #[test]
    fn groups_of_checkers_left() {
        let group = |left: u8| {
            let mut bytes = [0; 32];
            bytes[3] = left / 2;
            bytes[24] = left - left / 2;
            group_left(&Checkers::from_bytes(bytes))
        };
        assert_eq!([15, 14, 10, 9, 5, 4, 1].map(group), [0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(HeadRule::from_name("checkers-left"), Some(HeadRule::CheckersLeft));
    }
}

//! The class of a position, which picks its evaluator.

use crate::board::{Checkers, HOME_POINTS, Position};

words! {
    /// The classes of positions, from the most exactly known to the least.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Class: name {
        /// A side has no checker left.
        Over = "over",
        /// A variation with 1 to 3 checkers, answered by its own database.
        Hypergammon = "hypergammon",
        /// Both sides home with few checkers: the two-sided database holds the equities.
        BearoffTwoSided = "bearoff2",
        /// Both sides home: the one-sided database holds the distribution of rolls that each needs.
        BearoffOneSided = "bearoff1",
        /// No contact any more.
        Race = "race",
        /// Contact, and a side has little left to hold its position with.
        Crashed = "crashed",
        /// Contact.
        Contact = "contact",
    }
}

/// The most checkers of a side in the built-in two-sided database.
pub const TWO_SIDED_CHECKERS: u32 = 6;

/// Below this sum of rearmost indices the sides have passed each other.
const CONTACT: usize = 23;

impl Class {
    /// The class of a position of standard backgammon or nackgammon, with the built-in databases.
    ///
    /// Hypergammon is a matter of the variation, which is no part of a position.
    pub fn of(position: &Position) -> Self {
        Self::of_sides(position.on_roll(), position.opponent())
    }

    /// The class of a position given by the checkers of the side on roll and those of the other.
    #[inline]
    pub(crate) fn of_sides(me: &Checkers, opponent: &Checkers) -> Self {
        let (Some(my_back), Some(back)) = (me.back(), opponent.back()) else {
            return Self::Over;
        };
        if my_back + back >= CONTACT {
            return Self::with_contact(me, opponent);
        }
        Self::without_contact([my_back, back], me, opponent)
    }

    /// Appends the classes of the results of plays, seen by the mover as `before` is: as [`Class::of`], but most of
    /// them are foreseen without looking at them.
    pub(crate) fn of_plays(before: &Position, results: &[Position], classes: &mut Vec<Self>) {
        let (me, opponent) = (before.on_roll(), before.opponent());
        let of = |result: &Position| Self::of_sides(result.on_roll(), result.opponent());
        let (Some(my_back), Some(back)) = (me.back(), opponent.back()) else {
            return classes.extend(results.iter().map(of));
        };
        let has_contact = my_back + back >= CONTACT;
        if has_contact && at_or_behind(CONTACT.saturating_sub(back), me) > MOST_MOVED {
            // Contact stays: the opponent's last checker can only go back. A checker that is hit is buried no more.
            if is_far_from_crashed(me, MOST_MOVED) && is_far_from_crashed(opponent, 0) {
                classes.resize(classes.len() + results.len(), Self::Contact);
            } else {
                classes.extend(results.iter().map(|result| Self::with_contact(result.on_roll(), result.opponent())));
            }
        } else if !has_contact
            && (back >= HOME_POINTS && me.total() > MOST_MOVED || at_or_behind(HOME_POINTS, me) > MOST_MOVED)
        {
            classes.resize(classes.len() + results.len(), Self::Race);
        } else {
            classes.extend(results.iter().map(of));
        }
    }

    #[inline]
    fn with_contact(me: &Checkers, opponent: &Checkers) -> Self {
        if is_crashed(me) || is_crashed(opponent) { Self::Crashed } else { Self::Contact }
    }

    #[inline]
    fn without_contact([my_back, back]: [usize; 2], me: &Checkers, opponent: &Checkers) -> Self {
        if my_back >= HOME_POINTS || back >= HOME_POINTS {
            return Self::Race;
        }
        if me.total() <= TWO_SIDED_CHECKERS && opponent.total() <= TWO_SIDED_CHECKERS {
            Self::BearoffTwoSided
        } else {
            Self::BearoffOneSided
        }
    }

    /// Whether the static value is exact, so that looking ahead is pointless.
    pub const fn is_perfect(self) -> bool {
        matches!(self, Self::Over | Self::Hypergammon | Self::BearoffTwoSided)
    }

    /// Whether a net answers.
    pub const fn uses_net(self) -> bool {
        matches!(self, Self::Race | Self::Crashed | Self::Contact)
    }
}

/// The most checkers that a play moves.
const MOST_MOVED: u32 = 4;

/// The checkers on a point and behind it, of which a place counts five at most.
#[inline]
fn at_or_behind(point: usize, side: &Checkers) -> u32 {
    let places =
        [side.at_least::<1>(), side.at_least::<2>(), side.at_least::<3>(), side.at_least::<4>(), side.at_least::<5>()];
    places.iter().map(|places| (places >> point).count_ones()).sum()
}

/// Whether a side is not crashed, nor will be when this many of its checkers are buried or borne off.
#[inline]
fn is_far_from_crashed(side: &Checkers, moved: u32) -> bool {
    side.total() > 6 + u32::from(side[0]) + u32::from(side[1]) + moved
}

/// Whether six checkers or fewer are left that are not buried on the first two points (one each may stay).
#[inline]
fn is_crashed(side: &Checkers) -> bool {
    // None of the rules below can hold here; the branch is well predicted.
    if is_far_from_crashed(side, 0) {
        return false;
    }
    let total = side.total();
    let (ace, deuce) = (u32::from(side[0]), u32::from(side[1]));
    if total <= 6 {
        return true;
    }
    if ace >= 2 {
        total <= 6 + ace || (deuce >= 2 && total < 6 + ace + deuce)
    } else {
        deuce >= 1 && total <= 5 + deuce
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::movegen::AllRolls;

    fn position(me: &[(usize, u8)], opponent: &[(usize, u8)]) -> Position {
        let side = |counts: &[(usize, u8)]| {
            let mut all = [0; 25];
            for &(i, n) in counts {
                all[i] = n;
            }
            Checkers::new(all)
        };
        Position::from_checkers(side(me), side(opponent))
    }

    #[test]
    fn without_contact_the_place_of_the_last_checker_decides() {
        let home = [(0, 6)];
        assert_eq!(Class::of(&position(&[], &home)), Class::Over);
        assert_eq!(Class::of(&position(&home, &home)), Class::BearoffTwoSided);
        assert_eq!(Class::of(&position(&[(0, 7)], &home)), Class::BearoffOneSided);
        assert_eq!(Class::of(&position(&[(6, 1)], &home)), Class::Race);
        assert_eq!(Class::of(&position(&[(17, 9)], &[(5, 9)])), Class::Race);
        assert_ne!(Class::of(&position(&[(18, 9)], &[(5, 9)])), Class::Race);
    }

    #[test]
    fn classes_of_plays_are_those_of_their_results() {
        let (mut plays, mut found, mut mixed) = (AllRolls::new(), std::collections::BTreeMap::new(), 0);
        for game in 0..60 {
            let mut position = Variation::Standard.starting_position();
            for turn in 0..150 {
                plays.generate(&position);
                let results: Vec<_> = plays.results().iter().map(Position::flipped).collect();
                let expected: Vec<_> = results.iter().map(Class::of).collect();
                let mut classes = vec![Class::Hypergammon];
                Class::of_plays(&position, plays.results(), &mut classes);
                assert_eq!((classes[0], &classes[1..]), (Class::Hypergammon, &expected[..]), "{position:?}");
                expected.iter().for_each(|&class| *found.entry(class).or_insert(0) += 1);
                mixed += usize::from(expected.windows(2).any(|pair| pair[0] != pair[1]));
                let Some(&next) = results.get((97 * turn + 13 * game) % results.len().max(1)) else { break };
                if next.is_over() {
                    break;
                }
                position = next;
            }
        }
        assert!(found.len() == 6 && found.values().all(|&count| count > 30) && mixed > 30, "{found:?} {mixed}");
    }

    #[test]
    fn buried_checkers_crash_a_side() {
        let solid = [(12, 9), (20, 6)];
        let crashed = |me: &[(usize, u8)]| Class::of(&position(me, &solid)) == Class::Crashed;
        assert!(crashed(&[(20, 6)]));
        assert!(!crashed(&[(20, 7)]));
        assert!(crashed(&[(0, 2), (20, 6)]));
        assert!(!crashed(&[(0, 2), (20, 7)]));
        // Both buried points together, less one.
        assert!(crashed(&[(0, 4), (1, 4), (20, 5)]));
        assert!(!crashed(&[(0, 4), (1, 4), (20, 7)]));
        // Only the deuce point.
        assert!(crashed(&[(0, 1), (1, 9), (20, 4)]));
        assert!(!crashed(&[(0, 1), (1, 8), (20, 5)]));
    }
}

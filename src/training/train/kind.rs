//! Kinds of positions, so that a weakness of a net has a name.

use crate::board::{Checkers, Position};
use crate::eval::Class;
use std::fmt;

/// The subject of a position. The first that fits, in the order of the variants; it does not matter which side it
/// concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// No contact.
    Race,
    /// A side far behind holds two anchors or more; the two farthest back, counted from the other's ace point.
    BackGame(u8, u8),
    /// A side that has borne off checkers has some left behind the other's, or on the bar.
    Containment,
    /// A side bears off, or is about to, while the other waits.
    BearoffAgainstContact,
    /// A side holds the other's ace point and nothing else back there, and the other is past it.
    AcePoint,
    /// A side has checkers on the bar against a board of three points or more, and others near.
    Blitz,
    /// Both sides have checkers behind four points in a row or more.
    Primes,
    /// A side has six checkers or less that can still move far.
    Crashed,
    /// A side holds one anchor or more.
    Holding,
    /// Anything else with contact.
    Open,
}

/// The home board, in a side's own numbers.
const HOME: usize = 6;
/// The bar.
const BAR: usize = 24;
/// A back game is this far behind in the race, or has three checkers more back than the other.
const BEHIND: u32 = 50;

impl Kind {
    /// The kind of a position.
    pub fn of(position: &Position) -> Self {
        let sides = [position.on_roll(), position.opponent()];
        let class = Class::of(position);
        if !matches!(class, Class::Contact | Class::Crashed) {
            return Self::Race;
        }
        let either = |test: &dyn Fn(&Checkers, &Checkers) -> bool| test(sides[0], sides[1]) || test(sides[1], sides[0]);
        let back_game = [(sides[0], sides[1]), (sides[1], sides[0])].into_iter().find_map(|(me, other)| {
            let (first, second) = two_anchors(me)?;
            (me.pips() >= other.pips() + BEHIND).then_some(Self::BackGame(first, second))
        });
        if let Some(kind) = back_game {
            kind
        } else if either(&|me, other| me.total() < 15 && me.back().is_some_and(|back| back >= 12) && faces(me, other)) {
            Self::Containment
        } else if either(&|me, _| me.back().is_some_and(|back| back < HOME)) {
            Self::BearoffAgainstContact
        } else if either(&|me, other| is_ace_point(me) && other.back().is_some_and(|back| back < 18)) {
            Self::AcePoint
        } else if either(&|me, other| me.on_bar() > 0 && points(other) >= 3 && near(other) >= 9) {
            Self::Blitz
        } else if either(&|me, other| is_primed(me, other) && is_primed(other, me)) {
            Self::Primes
        } else if class == Class::Crashed {
            Self::Crashed
        } else if either(&|me, _| anchors(me).next().is_some()) {
            Self::Holding
        } else {
            Self::Open
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Race => "race",
            Self::BackGame(first, second) => return write!(f, "back game {first}-{second}"),
            Self::Containment => "containment",
            Self::BearoffAgainstContact => "bearoff v contact",
            Self::AcePoint => "ace point",
            Self::Blitz => "blitz",
            Self::Primes => "prime v prime",
            Self::Crashed => "crashed",
            Self::Holding => "anchor",
            Self::Open => "open",
        })
    }
}

/// Points held in the other's home board, farthest back first, counted from the other's ace point.
fn anchors(me: &Checkers) -> impl Iterator<Item = u8> {
    (18..24).rev().filter(|&place| me.counts()[place] >= 2).map(|place| (24 - place) as u8)
}

fn two_anchors(me: &Checkers) -> Option<(u8, u8)> {
    let mut anchors = anchors(me);
    Some((anchors.next()?, anchors.next()?))
}

fn is_ace_point(me: &Checkers) -> bool {
    me.counts()[23] >= 1 && me.counts()[12..23].iter().all(|&count| count == 0)
}

/// Whether the last checker has checkers of the other before it.
fn faces(me: &Checkers, other: &Checkers) -> bool {
    me.back().zip(other.back()).is_some_and(|(mine, theirs)| mine + theirs > 23)
}

/// Points held in one's own home board.
fn points(me: &Checkers) -> usize {
    me.counts()[..HOME].iter().filter(|&&count| count >= 2).count()
}

/// Checkers in one's own home board and just before it.
fn near(me: &Checkers) -> u32 {
    me.counts()[..HOME + 5].iter().map(|&count| u32::from(count)).sum()
}

/// Whether a checker of this side is right behind four points in a row of the other's.
fn is_primed(me: &Checkers, other: &Checkers) -> bool {
    let Some(back) = me.back() else { return false };
    // The other's points, counted as this side counts them.
    let holds = |place: usize| other.counts()[23 - place] >= 2;
    let mut run = 0;
    for place in (0..back.min(BAR)).rev() {
        run = if holds(place) { run + 1 } else { 0 };
        if run >= 4 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::train::chance::Chance;
    use crate::train::scenes::Scene;
    use std::collections::HashMap;

    #[test]
    fn kinds_do_not_depend_on_the_side() {
        let mut seen: HashMap<Kind, u32> = HashMap::new();
        for scene in Scene::CONTACT {
            for game in 0..300 {
                let position = scene.position(&mut Chance::new(2, game));
                let kind = Kind::of(&position);
                *seen.entry(kind).or_default() += 1;
                if !matches!(kind, Kind::BackGame(..)) {
                    assert_eq!(Kind::of(&position.flipped()), kind);
                }
            }
        }
        let pairs = seen.keys().filter(|kind| matches!(kind, Kind::BackGame(..))).count();
        assert!(pairs >= 12, "{seen:?}");
        for kind in [Kind::Containment, Kind::BearoffAgainstContact, Kind::AcePoint, Kind::Blitz, Kind::Primes] {
            assert!(seen.get(&kind).is_some_and(|&count| count > 20), "{kind}: {seen:?}");
        }
    }

    #[test]
    fn the_start_is_a_holding_position_of_both() {
        assert_eq!(Kind::of(&Variation::Standard.starting_position()).to_string(), "anchor");
        let back_game = {
            let mut me = [0; 25];
            (me[23], me[21], me[5], me[4]) = (2, 2, 6, 5);
            let mut other = [0; 25];
            (other[5], other[4], other[3], other[7]) = (4, 4, 4, 3);
            Position::from_checkers(Checkers::new(me), Checkers::new(other))
        };
        assert_eq!(Kind::of(&back_game).to_string(), "back game 1-3");
    }
}

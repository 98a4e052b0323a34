//! Parts of a game, as players name them: by the checkers and the turn alone, the same for both sides.

use crate::board::{Checkers, HOME_POINTS, Position};

words! {
    /// The part of a game that a decision belongs to. The first that fits, in the order of [`Phase::of`], is meant.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Phase: name {
        /// The first three turns of the player.
        Opening = "opening",
        /// A side attacks checkers that have no anchor, two with one on the bar, or more, with three points at home and
        /// ten checkers in the zone: its home board and the six points before it.
        Blitz = "blitz",
        /// A side has four points in a row with two checkers behind them, or five with one.
        Priming = "priming game",
        /// A side holds one point or two from the other's bar point to its deuce point, and is not ahead in the race;
        /// the other has no checker left to bring past it.
        Holding = "holding game",
        /// Each side holds the other's bar point, or its 5, 4 or 3 point.
        MutualHolding = "mutual holding game",
        /// A side holds two points of the other's home board and is 50 pips behind or more.
        BackGame = "back game",
        /// A side holds the ace point of the other, and nothing else there, and is 30 pips behind or more.
        AcePoint = "ace-point game",
        /// A side has most of its checkers home or off, and its last one to three have yet to come round, without an
        /// anchor, past three points of the other.
        Containment = "containment",
        /// Contact that is none of the others.
        Middle = "middle game",
        /// Contact, and a side has at least eleven checkers at home or off, and the others in its outer board.
        BearIn = "bear-in with contact",
        /// No contact, and the player still brings checkers home.
        Race = "race",
        /// No contact, and the player bears off.
        Bearoff = "bearoff",
    }
}

/// Turns of a player that are the opening.
const OPENING_TURNS: usize = 3;

/// Checkers at home, or off, from which a side bears in.
const BEARING_IN: u32 = 11;

/// Points that a back game has in the other home board.
const BACK_POINTS: u32 = 2;

/// Pips behind in a back game, and in an ace-point game.
const BACK_PIPS: u32 = 50;
const ACE_PIPS: u32 = 30;

/// Checkers in the zone, and points at home, of an attack.
const ATTACKERS: u32 = 10;
const ATTACKING_POINTS: u32 = 3;

/// Checkers at home, or off, of a side whose last ones have yet to come round; how many these are at most.
const ESCAPED: u32 = 11;
const HELD: u32 = 3;

/// Points from its 2 to its 10 point with which a side holds them.
const CONTAINING_POINTS: u32 = 3;

impl Phase {
    /// The phase of a decision in a position, seen by the side that decides, which has had this many turns before.
    pub fn of(position: &Position, turns: usize) -> Self {
        let (own, other) = (position.on_roll(), position.opponent());
        let either = |is: fn(&Checkers, &Checkers) -> bool| is(own, other) || is(other, own);
        if !position.has_contact() {
            return if own.are_home() { Self::Bearoff } else { Self::Race };
        }
        match () {
            () if turns < OPENING_TURNS => Self::Opening,
            () if either(is_back_game) => Self::BackGame,
            () if either(is_containing) => Self::Containment,
            () if either(is_ace_point) => Self::AcePoint,
            () if either(is_priming) => Self::Priming,
            () if either(is_attacking) => Self::Blitz,
            () if is_bearing_in(own) || is_bearing_in(other) => Self::BearIn,
            () if either(is_holding) => Self::Holding,
            () if has_advanced_anchor(own) && has_advanced_anchor(other) => Self::MutualHolding,
            () => Self::Middle,
        }
    }

    /// The phase of a decision after the opening.
    pub fn after_opening(position: &Position) -> Self {
        Self::of(position, OPENING_TURNS)
    }
}

/// The points from 19 to 24, as the side itself counts, that it holds.
fn anchors(side: &Checkers) -> u32 {
    (points(side) >> 18).count_ones()
}

/// The points that a side holds, a bit each.
pub(super) fn points(side: &Checkers) -> u32 {
    side.at_least::<2>() & ((1 << 24) - 1)
}

/// Checkers on these points, from 1, as the side itself counts; 25 is the bar.
fn on(side: &Checkers, points: std::ops::RangeInclusive<usize>) -> u32 {
    side.counts()[points.start() - 1..*points.end()].iter().map(|&count| u32::from(count)).sum()
}

/// Checkers at home or off.
fn home_or_off(side: &Checkers) -> u32 {
    15 - on(side, 7..=25).min(15)
}

/// A side plays a back game against the other.
fn is_back_game(own: &Checkers, other: &Checkers) -> bool {
    anchors(own) >= BACK_POINTS && own.pips() >= other.pips() + BACK_PIPS
}

fn is_bearing_in(side: &Checkers) -> bool {
    side.total() > on(side, 7..=25) && home_or_off(side) >= BEARING_IN && on(side, 13..=25) == 0
}

/// A side holds the other's ace point alone, and is far behind.
fn is_ace_point(own: &Checkers, other: &Checkers) -> bool {
    let is_past = on(other, 19..=25) == 0;
    is_past && points(own) >> 18 == 1 << 5 && on(own, 19..=23) == 0 && own.pips() >= other.pips() + ACE_PIPS
}

/// A side has points that the last checkers of the other have yet to pass.
fn is_containing(own: &Checkers, other: &Checkers) -> bool {
    let last = on(other, 13..=25);
    (1..=HELD).contains(&last)
        && anchors(other) == 0
        && on(other, 16..=25) > 0
        && home_or_off(other) >= ESCAPED
        && (points(own) >> 1 & 0x1ff).count_ones() >= CONTAINING_POINTS
}

/// A side attacks checkers of the other that have no anchor.
fn is_attacking(own: &Checkers, other: &Checkers) -> bool {
    anchors(other) == 0
        && (on(other, 19..=25) >= 2 && on(other, 25..=25) > 0 || on(other, 19..=25) > 2)
        && (points(own) & ((1 << HOME_POINTS) - 1)).count_ones() >= ATTACKING_POINTS
        && on(own, 1..=12) >= ATTACKERS
}

/// A side has a prime with checkers of the other behind it.
fn is_priming(own: &Checkers, other: &Checkers) -> bool {
    let held = points(own);
    (1..=9).any(|first: usize| {
        let run = (held >> (first - 1)).trailing_ones();
        // The checkers behind it stand on the points below its first, or on the bar.
        let behind = if first > 1 { on(other, 26 - first..=24) } else { 0 } + on(other, 25..=25);
        run >= 5 && behind >= 1 || run == 4 && behind >= 2
    })
}

/// A side holds the other's bar point, or its 5, 4 or 3 point.
fn has_advanced_anchor(side: &Checkers) -> bool {
    points(side) >> 17 & 0b1_1101 != 0
}

/// A side waits at an anchor, or on the bar point, for the other, who has no checker left to bring past it.
fn is_holding(own: &Checkers, other: &Checkers) -> bool {
    let held = points(own) >> 17 & 0b11_1111;
    (1..=2).contains(&held.count_ones()) && on(other, 18..=25) == 0 && own.pips() >= other.pips()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points, from 1, and the checkers there.
    type Points<'a> = &'a [(usize, u8)];

    /// A side by its points.
    fn side(points: &[(usize, u8)]) -> Checkers {
        let mut counts = [0; 25];
        points.iter().for_each(|&(point, count)| counts[point - 1] = count);
        Checkers::new(counts)
    }

    #[test]
    fn phases_are_found_by_the_checkers() {
        let start = side(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
        let phase = |own: &Checkers, other: &Checkers, turns| Phase::of(&Position::from_checkers(*own, *other), turns);
        assert_eq!((phase(&start, &start, 2), phase(&start, &start, 3)), (Phase::Opening, Phase::Middle));
        // Whoever decides.
        let both = |own: &[(usize, u8)], other: &[(usize, u8)]| {
            let (own, other) = (side(own), side(other));
            let found = phase(&own, &other, 9);
            assert_eq!(found, phase(&other, &own, 9), "{own:?} {other:?}");
            found
        };
        let home = [(8, 5), (7, 4), (6, 3), (5, 3)];
        let cases: [(Phase, Points<'_>, Points<'_>); 14] = [
            // Two points held deep, far behind, but not in an even race.
            (Phase::BackGame, &[(24, 2), (22, 2), (13, 3), (8, 3), (6, 5)], &home),
            (Phase::Middle, &[(24, 2), (13, 5), (8, 3), (6, 5)], &[(24, 2), (23, 2), (13, 3), (8, 3), (6, 5)]),
            // Home but for three against an anchor.
            (Phase::BearIn, &[(10, 3), (6, 4), (5, 4), (4, 4)], &[(21, 2), (8, 5), (6, 8)]),
            (Phase::AcePoint, &[(24, 2), (8, 3), (6, 4), (5, 3), (4, 3)], &[(9, 2), (7, 3), (6, 4), (5, 3), (4, 3)]),
            // In a close race it is no ace-point game; who has checkers back does not bear in.
            (Phase::Middle, &[(24, 2), (5, 5), (4, 4), (3, 4)], &[(13, 6), (7, 3), (6, 3), (5, 3)]),
            // Two on the bar and a blot against three points; with an anchor there is no attack.
            (Phase::Blitz, &[(24, 2), (13, 3), (8, 3), (6, 3), (5, 2), (4, 2)], &[(25, 2), (13, 5), (8, 3), (6, 5)]),
            (Phase::Middle, &[(24, 2), (13, 3), (8, 3), (6, 3), (5, 2), (4, 2)], &[(24, 2), (13, 5), (8, 3), (6, 5)]),
            // Five points from the 8 to the 4 with one checker behind, four with two, four with one.
            (Phase::Priming, &[(24, 1), (13, 4), (8, 2), (7, 2), (6, 2), (5, 2), (4, 2)], &[(24, 1), (13, 6), (6, 8)]),
            (Phase::Priming, &[(24, 1), (13, 6), (7, 2), (6, 2), (5, 2), (4, 2)], &[(24, 2), (13, 5), (6, 8)]),
            (Phase::Middle, &[(24, 1), (13, 6), (7, 2), (6, 2), (5, 2), (4, 2)], &[(24, 1), (13, 6), (6, 8)]),
            (Phase::Holding, &[(20, 2), (13, 3), (8, 3), (6, 5), (5, 2)], &[(13, 4), (8, 3), (6, 4), (4, 2), (3, 2)]),
            (Phase::MutualHolding, &[(20, 2), (13, 5), (8, 3), (6, 5)], &[(18, 2), (13, 5), (8, 3), (6, 5)]),
            // A side is nearly off when its last checker is hit.
            (
                Phase::Containment,
                &[(12, 2), (8, 3), (7, 2), (6, 3), (5, 3), (4, 2)],
                &[(25, 1), (3, 2), (2, 2), (1, 2)],
            ),
            (Phase::BearIn, &[(8, 3), (6, 6), (4, 6)], &[(22, 2), (3, 2), (2, 2), (1, 2)]),
        ];
        for (expected, own, other) in cases {
            assert_eq!(both(own, other), expected, "{own:?} {other:?}");
        }
        let (home, past) = (side(&[(10, 3), (6, 4), (5, 4), (4, 4)]), side(&[(6, 5), (5, 5), (2, 3)]));
        assert_eq!((phase(&home, &past, 1), phase(&past, &home, 1)), (Phase::Race, Phase::Bearoff));
    }

    #[test]
    fn a_back_game_is_two_points_and_fifty_pips() {
        let pips = |side: &Checkers| side.pips();
        let other = side(&[(8, 5), (7, 4), (6, 3), (5, 3)]);
        // Two points held: 24 and 22. The rest makes up the distance.
        let back = |rest: &[(usize, u8)]| side(&[&[(24, 2), (22, 2)], rest].concat());
        let is_one = |own: &Checkers| Phase::of(&Position::from_checkers(*own, other), 9) == Phase::BackGame;
        let fifty = back(&[(7, 2), (6, 6), (3, 3)]);
        assert_eq!((pips(&fifty) as i32 - pips(&other) as i32, is_one(&fifty)), (50, true));
        let less = back(&[(7, 2), (6, 5), (5, 1), (3, 3)]);
        assert_eq!((pips(&less) as i32 - pips(&other) as i32, is_one(&less)), (49, false));
        // One point and two blots, as far behind, are none.
        let blots = side(&[(24, 2), (22, 1), (21, 1), (8, 3), (6, 8)]);
        assert!(pips(&blots) >= pips(&other) + 50 && !is_one(&blots));
    }
}

//! Differences between two plays on the board that can be counted: hits, shots, points, primes, checkers off, and the
//! rolls that make a point or bring a back checker out next, timing, wastage.
//!
//! A difference says nothing about worth: the equities do. A reason is there where a count differs, and holds the
//! count.

use crate::board::{Checkers, Position, Roll};
use crate::eval::bearoff::Bearoff;
use crate::eval::counts::EffectivePips;
use crate::movegen::legal_plays;

/// The first point of the opponent's home board, from 0.
const THEIR_HOME: usize = 18;

/// The points of a home board.
const HOME: usize = 6;

/// A row of points shorter than this is no prime.
const SHORTEST_PRIME: u32 = 4;

/// Rolls of 36 that one play has more than another before they are worth a word; shots that it has less.
const WORTH_A_WORD: u32 = 4;
const FEWER_SHOTS: u32 = 3;

/// Home points from which on a side has a board to lose, and pips of timing that are worth a word.
const BOARD: u32 = 3;
const WORTH_WAITING: u32 = 4;

/// Timing from which on nobody is short of it.
pub const LONG: u32 = 40;

/// The home board and the bar point.
const NEAR: u32 = 0b111_1111;

/// Tenths of a pip of wastage that are worth a word.
const WORTH_WASTING: u32 = 3;

/// Counts on the board after a play, for the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The board, seen by the side that made the play.
    result: Position,
    /// Checkers of the opponent on the bar.
    pub hits: u8,
    /// Rolls of the opponent that can hit, of 36.
    pub shots: u32,
    /// The blots that these can hit; bit 0 is the one on one's own ace point.
    pub targets: u32,
    /// The pips that these can cost, at most: the sum over the 36 rolls.
    pub risk: u32,
    /// The points held by two checkers or more; bit 0 is one's own ace point.
    pub points: u32,
    /// The longest row of points held, from the bar point of the opponent down.
    pub prime: u32,
    /// Checkers borne off.
    pub off: u32,
    /// Rolls of 36 that would bring a back checker out of the opponent's home board next, if he passed.
    pub escapes: u32,
    /// Checkers in the opponent's home board and on the bar.
    pub back: u32,
    /// The most pips that the side may play before a home point breaks, as [`timing`] counts them; `None` without two
    /// back checkers and a board to be kept.
    pub timing: Option<u32>,
    /// The wastage of a side that is home in a race, in tenths of a pip; `None` of others.
    pub wastage: Option<u32>,
    /// Contact: the sides can still meet.
    pub has_contact: bool,
}

/// Something that one play has and another has not, or not as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The play hits this many checkers, the other play fewer.
    Hits(u8),
    /// The play leaves this many shots of 36, the other play more, and those do not cost fewer pips.
    Shots {
        /// Those that it leaves.
        left: u32,
        /// The blots that they can hit; bit 0 is the one on the ace point.
        at: u32,
        /// Those that the other leaves.
        other: u32,
        /// The blots that those can hit.
        other_at: u32,
    },
    /// The play makes this point of the home board or of the outer boards, from 1.
    Makes(u8),
    /// The play makes an anchor: this point in the opponent's home board.
    Anchors(u8),
    /// The play keeps this point, which the other play gives up.
    Keeps(u8),
    /// The play has this many points in a row with a checker of the opponent behind them, the other play fewer.
    Prime(u32),
    /// The play leaves this many checkers in the opponent's home board and on the bar, the other play more.
    Leaves {
        /// Those that it leaves.
        back: u32,
        /// Those that the other leaves.
        other: u32,
    },
    /// The play bears this many checkers off, the other play fewer.
    BearsOff(u32),
    /// After the play this many rolls of 36 would make a point more of the home board or the bar point next, one that
    /// neither play holds.
    Builds {
        /// Those rolls.
        rolls: u32,
        /// Those after the other play.
        other: u32,
    },
    /// After the play this many rolls of 36 would bring a back checker out of the opponent's home board next. After
    /// both plays there are as many back checkers.
    Escapes {
        /// Those rolls.
        rolls: u32,
        /// Those after the other play.
        other: u32,
    },
    /// After the play the side may play at most so many pips before a home point breaks, with its back checkers where
    /// they are.
    Waits {
        /// Those pips.
        pips: u32,
        /// Those after the other play.
        other: u32,
    },
    /// The wastage after the play, in tenths of a pip.
    Wastes {
        /// This one.
        tenths: u32,
        /// That after the other play.
        other: u32,
    },
}

impl Seen {
    /// The board after a play, as [`Play::result`](crate::movegen::Play::result) has it: seen by the side that played.
    pub fn after(result: &Position) -> Self {
        let own = result.on_roll();
        let points = own.at_least::<2>() & ((1 << 24) - 1);
        let off = own.total();
        let [shots, risk, targets] = shots_at(result);
        Self {
            result: *result,
            hits: result.opponent().on_bar(),
            shots,
            targets,
            risk,
            points,
            prime: longest_row(points),
            off: 15_u32.saturating_sub(off),
            escapes: next_turn(result, |next| back(next.on_roll()) < back(own)),
            back: back(own),
            timing: timing(own).filter(|_| result.has_contact()),
            wastage: wastage(own).filter(|_| !result.has_contact()),
            has_contact: result.has_contact(),
        }
    }
}

/// Checkers of a side in its opponent's home board and on the bar.
fn back(side: &Checkers) -> u32 {
    side.counts()[THEIR_HOME..].iter().map(|&n| u32::from(n)).sum()
}

/// The timing of a side that has two back checkers and holds three points of its home board: the most pips that it may
/// play before one of these breaks, while the back checkers wait. Two checkers stay on each point held; all others may
/// go down to the ace point.
pub fn timing(side: &Checkers) -> Option<u32> {
    let counts = side.counts();
    let held = |point: usize| point < HOME && counts[point] >= 2;
    if back(side) < 2 || (0..HOME).filter(|&point| held(point)).count() < BOARD as usize {
        return None;
    }
    let spare = |point: usize| u32::from(counts[point]) - if held(point) { 2 } else { 0 };
    Some((0..THEIR_HOME).map(|point| spare(point) * point as u32).sum())
}

/// The pips that a side at home wastes in a race, in tenths.
fn wastage(side: &Checkers) -> Option<u32> {
    let effective = EffectivePips::exact(side, &Bearoff::standard().one_sided)?;
    Some((10.0 * effective.wastage).round() as u32)
}

/// Rolls of 36 with which the side that made a play could get there, if it were on roll again. None without contact.
fn next_turn(result: &Position, is_so: impl Fn(&Position) -> bool) -> u32 {
    let has = |roll: &&Roll| legal_plays(result, **roll).iter().any(|play| is_so(&play.result));
    let rolls = Roll::ALL.iter().filter(|_| result.has_contact());
    rolls.filter(has).map(|roll| roll.weight()).sum()
}

/// Rolls of 36 with which a side could make a point more next, near and not among some. None where it is home: who
/// bears off builds nothing.
fn builds(result: &Position, but: u32) -> u32 {
    let near = |position: &Position| position.on_roll().at_least::<2>() & NEAR;
    let held = near(result).count_ones();
    if result.on_roll().are_home() {
        return 0;
    }
    next_turn(result, |next| near(next) & !but != 0 && near(next).count_ones() > held)
}

/// Rolls of the opponent, of 36, with which a checker can be hit after a play, seen by the side that made it.
pub fn shots(result: &Position) -> u32 {
    shots_at(result)[0]
}

/// The [`shots`], the pips that these can cost at most, summed over the 36 rolls, and the blots that they can hit.
fn shots_at(result: &Position) -> [u32; 3] {
    let (before, own) = (result.flipped(), result.on_roll());
    let [mut shots, mut risk, mut targets] = [0; 3];
    for roll in Roll::ALL.iter().filter(|_| result.has_contact()) {
        let mut most = 0;
        for play in &legal_plays(&before, *roll) {
            let left = play.result.opponent();
            most = most.max(left.pips() - own.pips());
            targets |= own.at_least::<1>() & !left.at_least::<1>();
        }
        shots += if most > 0 { roll.weight() } else { 0 };
        risk += roll.weight() * most;
    }
    [shots, risk, targets]
}

/// A checker of the opponent has yet to pass the longest row of points held.
fn has_behind_prime(seen: &Seen) -> bool {
    let lowest = (0..24).find(|&low| seen.points >> low & ((1 << seen.prime) - 1) == (1 << seen.prime) - 1);
    let theirs = seen.result.opponent();
    lowest.is_some_and(|low| theirs.on_bar() > 0 || theirs.counts()[24 - low as usize..24].iter().any(|&n| n > 0))
}

/// The length of the longest row of set bits.
fn longest_row(points: u32) -> u32 {
    let (mut row, mut left) = (0, points);
    while left != 0 {
        left &= left << 1;
        row += 1;
    }
    row
}

/// Reasons for a play against another, the weightiest first; `before` is the position that both begin from.
pub fn reasons(before: &Position, play: &Seen, other: &Seen) -> Vec<Reason> {
    let mut found = Vec::new();
    if play.hits > other.hits {
        found.push(Reason::Hits(play.hits - before.opponent().on_bar().min(play.hits)));
    }
    if play.off > other.off {
        let before = 15_u32.saturating_sub(before.on_roll().total());
        found.push(Reason::BearsOff(play.off.saturating_sub(before)));
    }
    if play.has_contact {
        let had = before.on_roll().at_least::<2>();
        let more = play.points & !other.points;
        // Home points count most, the higher the more; then anchors, then the others.
        let home = (0..6).rev();
        let order = home.chain((THEIR_HOME..24).rev()).chain((6..THEIR_HOME).rev());
        let named = order.filter(|point| more & (1 << point) != 0).map(|point| {
            let number = point as u8 + 1;
            match (had & (1 << point) != 0, point >= THEIR_HOME) {
                (true, _) => Reason::Keeps(number),
                (false, true) => Reason::Anchors(number),
                (false, false) => Reason::Makes(number),
            }
        });
        found.extend(named);
        if play.prime > other.prime && play.prime >= SHORTEST_PRIME && has_behind_prime(play) {
            found.push(Reason::Prime(play.prime));
        }
    }
    // Few shots at a checker that has come far may cost more than many at one that has not.
    if play.shots + FEWER_SHOTS <= other.shots && 5 * play.risk <= 6 * other.risk {
        let (left, at) = (play.shots, play.targets);
        found.push(Reason::Shots { left, at, other: other.shots, other_at: other.targets });
    }
    // A play that breaks contact has other aims.
    let have_contact = play.has_contact && other.has_contact;
    if have_contact && play.back < other.back {
        found.push(Reason::Leaves { back: play.back, other: other.back });
    }
    let [rolls, others] = [play, other].map(|seen| builds(&seen.result, play.points | other.points));
    if have_contact && rolls >= others + WORTH_A_WORD {
        found.push(Reason::Builds { rolls, other: others });
    }
    if have_contact && play.back == other.back && play.escapes >= other.escapes + WORTH_A_WORD {
        found.push(Reason::Escapes { rolls: play.escapes, other: other.escapes });
    }
    // Who has broken a point has pips to play for it.
    let home = |seen: &Seen| (seen.points & ((1 << HOME) - 1)).count_ones();
    if let (Some(pips), Some(others)) = (play.timing, other.timing)
        && pips >= others + WORTH_WAITING
        && others < LONG
        && home(play) >= home(other)
    {
        found.push(Reason::Waits { pips, other: others });
    }
    if let (Some(tenths), Some(other)) = (play.wastage, other.wastage)
        && tenths + WORTH_WASTING <= other
    {
        found.push(Reason::Wastes { tenths, other });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Checkers;
    use crate::notation::parse_play;

    /// A side with these checkers, by point from 1; 25 is the bar.
    fn side(checkers: &[(usize, u8)]) -> Checkers {
        let mut counts = [0; 25];
        checkers.iter().for_each(|&(point, n)| counts[point - 1] = n);
        Checkers::new(counts)
    }

    /// The table of every book: the rolls that hit a lone blot so far away, with nothing between.
    #[test]
    fn shots_are_those_of_the_books() {
        let books = [
            (1, 11),
            (2, 12),
            (3, 14),
            (4, 15),
            (5, 15),
            (6, 17),
            (7, 6),
            (8, 6),
            (9, 5),
            (10, 3),
            (11, 2),
            (12, 3),
            (15, 1),
            (16, 1),
            (18, 1),
            (20, 1),
        ];
        for (away, rolls) in books {
            // The hitter stands on his 24-point, the blot this many pips before it; the rest of both is out of the way.
            let blot = 24 - away;
            let own = side(&[(25 - blot, 1)]);
            let theirs = side(&[(24, 1)]);
            assert_eq!(shots(&Position::from_checkers(own, theirs)), rolls, "{away} away");
        }
    }

    #[test]
    fn opening_plays_are_told_apart() {
        let start = side(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
        let before = Position::from_checkers(start, start);
        let seen = |roll: (u8, u8), play: &str| {
            let roll = Roll::new(roll.0, roll.1).expect("dice");
            Seen::after(&parse_play(play, &before, roll).expect(play).result)
        };
        let (point, split) = (seen((3, 1), "8/5 6/5"), seen((3, 1), "24/23 13/10"));
        assert_eq!(reasons(&before, &point, &split)[0], Reason::Makes(5));
        let shots = Reason::Shots { left: 0, at: 0, other: split.shots, other_at: split.targets };
        assert!(reasons(&before, &point, &split).contains(&shots));
        // The blots are those on the 10, 23 and 24 points.
        assert_eq!(split.targets, 1 << 9 | 1 << 22 | 1 << 23);
        let for_split = reasons(&before, &split, &point);
        let is_later = |reason: &Reason| matches!(reason, Reason::Builds { .. } | Reason::Escapes { .. });
        let is_kept = |reason: &Reason| matches!(reason, Reason::Keeps(_)) || is_later(reason);
        assert!(for_split.iter().all(is_kept), "8 and 6: {for_split:?}");
        assert!(for_split.contains(&Reason::Escapes { rolls: split.escapes, other: point.escapes }));
        let (anchor, down) = (seen((4, 4), "24/20(2) 13/9(2)"), seen((4, 4), "13/9(2) 13/9 6/2"));
        assert!(
            reasons(&before, &anchor, &down).contains(&Reason::Anchors(20)),
            "{:?}",
            reasons(&before, &anchor, &down)
        );
        // Nothing differs: nothing is said.
        assert!(reasons(&before, &point, &point).is_empty());
    }

    #[test]
    fn rows_are_counted() {
        for (points, row) in [(0, 0), (0b1, 1), (0b1011, 2), (0b0111_1110, 6), (0b1111_0111, 4)] {
            assert_eq!(longest_row(points), row, "{points:b}");
        }
    }
}

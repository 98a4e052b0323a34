//! The performance rating (PR) that players of eXtreme Gammon and Backgammon Galaxy compare, and phases of a game.
//!
//! PR is 500 times the equity given up a decision that counts: 0 is perfect, the best people play 2 to 3.
//! [`verdict`](super::verdict) says what counts: a play with more than one legal choice, every double, take and pass,
//! and a roll before which doubling was close. Equities are normalized, so that matches and money compare.

use super::{Action, Verdict};
use crate::board::{Checkers, Position};

/// The factor between a point of equity given up a decision and a performance rating.
const POINTS_PER_EQUITY: f64 = 500.0;

/// Turns of a player that are the opening.
const OPENING_TURNS: usize = 3;

/// Checkers at home, or off, from which a side bears in.
const BEARING_IN: u32 = 11;

/// Points that a back game has in the other home board.
const BACK_POINTS: usize = 2;

/// Pips behind in a back game.
const BACK_PIPS: u32 = 50;

/// A performance rating of 500 times this rate: what a decision that counts gave up in the mean.
#[must_use]
pub fn performance_rating(rate: f64) -> f64 {
    POINTS_PER_EQUITY * rate
}

/// Decisions and what they gave up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Performance {
    /// Decisions that count.
    pub decisions: u32,
    /// The normalized equity that they gave up.
    pub loss: f64,
}

impl Performance {
    /// Adds a decision, if it counts. Resignations do not.
    pub fn add(&mut self, verdict: &Verdict) {
        if verdict.counts && !matches!(verdict.action, Action::Resign | Action::Accept) {
            self.decisions += 1;
            self.loss += f64::from(verdict.loss);
        }
    }

    /// The rating; `None` without decisions.
    #[must_use]
    pub fn rating(&self) -> Option<f64> {
        (self.decisions > 0).then(|| performance_rating(self.loss / f64::from(self.decisions)))
    }
}

words! {
    /// The part of a game that a decision belongs to. Each is found by the checkers and the turn alone.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Phase: name {
        /// The first three turns of the player.
        Opening = "opening",
        /// Contact that is none of the others.
        Middle = "middle game",
        /// A side holds two points of the other's home board and is 50 pips behind or more.
        BackGame = "back game",
        /// Contact, and a side has at least eleven checkers at home or off.
        BearIn = "bear-in with contact",
        /// No contact, and the player still brings checkers home.
        Race = "race",
        /// No contact, and the player bears off.
        Bearoff = "bearoff",
    }
}

impl Phase {
    /// The phase of a decision in a position, seen by the side that decides, which has had so many turns before.
    #[must_use]
    pub fn of(position: &Position, turns: usize) -> Self {
        let (own, other) = (position.on_roll(), position.opponent());
        if !position.has_contact() {
            return if own.are_home() { Self::Bearoff } else { Self::Race };
        }
        if turns < OPENING_TURNS {
            return Self::Opening;
        }
        if is_back_game(own, other) || is_back_game(other, own) {
            return Self::BackGame;
        }
        if is_bearing_in(own) || is_bearing_in(other) { Self::BearIn } else { Self::Middle }
    }
}

/// Whether a side plays a back game against the other.
fn is_back_game(own: &Checkers, other: &Checkers) -> bool {
    let anchors = own.counts()[18..24].iter().filter(|&&count| count >= 2).count();
    anchors >= BACK_POINTS && own.pips() >= other.pips() + BACK_PIPS
}

fn is_bearing_in(side: &Checkers) -> bool {
    let away: u32 = side.counts()[6..].iter().map(|&count| u32::from(count)).sum();
    side.total() > away && 15 - away >= BEARING_IN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Player;

    #[test]
    fn a_rating_is_500_times_the_loss_a_decision_that_counts() {
        let verdict = |loss, counts| Verdict {
            step: 0,
            player: Player::Top,
            action: Action::Play,
            loss,
            cost: loss,
            counts,
            cube: None,
            mark: None,
        };
        let mut performance = Performance::default();
        assert_eq!(performance.rating(), None);
        // A forced play is no decision.
        for one in
            [verdict(0.0, true), verdict(0.06, true), verdict(0.0, false), verdict(0.0, true), verdict(0.02, true)]
        {
            performance.add(&one);
        }
        let rating = performance.rating().expect("four decisions");
        assert!((rating - 10.0).abs() < 1e-5, "{rating}");
    }

    /// A side by its points, from 1, and the checkers there.
    fn side(points: &[(usize, u8)]) -> Checkers {
        let mut counts = [0; 25];
        points.iter().for_each(|&(point, count)| counts[point - 1] = count);
        Checkers::new(counts)
    }

    #[test]
    fn phases_are_found_by_the_checkers() {
        let start = side(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
        let phase = |own: &Checkers, other: &Checkers, turns| Phase::of(&Position::from_checkers(*own, *other), turns);
        assert_eq!(phase(&start, &start, 2), Phase::Opening);
        assert_eq!(phase(&start, &start, 3), Phase::Middle);
        // Two points held deep, far behind: for both sides, but not in an even race.
        let (back, ahead) =
            (side(&[(24, 2), (22, 2), (13, 3), (8, 3), (6, 5)]), side(&[(8, 5), (7, 4), (6, 3), (5, 3)]));
        assert_eq!((phase(&back, &ahead, 9), phase(&ahead, &back, 9)), (Phase::BackGame, Phase::BackGame));
        assert_eq!(phase(&back, &back, 9), Phase::Middle);
        // Home but for three against an anchor, whoever decides.
        let (home, anchor) = (side(&[(10, 3), (6, 4), (5, 4), (4, 4)]), side(&[(24, 2), (8, 5), (6, 8)]));
        assert_eq!((phase(&home, &anchor, 20), phase(&anchor, &home, 20)), (Phase::BearIn, Phase::BearIn));
        let past = side(&[(6, 5), (5, 5), (2, 3)]);
        assert_eq!((phase(&home, &past, 1), phase(&past, &home, 1)), (Phase::Race, Phase::Bearoff));
    }
}

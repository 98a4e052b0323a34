//! The performance rating (PR) that players of eXtreme Gammon and Backgammon Galaxy compare, and phases of a game.
//!
//! PR is 500 times the equity given up a decision that counts: 0 is perfect, the best people play 2 to 3.
//! [`verdict`](super::verdict) says what counts: a play with more than one legal choice unless all are worth the same,
//! every double, take and pass, and a roll before which doubling would have given up less than 0.2. Equities are
//! normalized, so that matches and money compare.
//!
//! The count is eXtreme Gammon's as far as its figures tell: in a match of seven points whose statistics were published
//! beside the file, both players have as many plays, cube decisions and points of equity as it says. GNU Backgammon's
//! statistics count otherwise: every unforced play, and doubles that give up less than 0.16.

use super::{Action, Verdict};
use crate::board::{Checkers, Player, Position};
use crate::record::Standing;
use std::cmp::Ordering;

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

/// A performance rating: 500 times the mean loss of a decision that counts.
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
    /// The mean loss of a decision; `None` without decisions.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.loss / f64::from(self.decisions))
    }

    /// The rating; `None` without decisions.
    #[must_use]
    pub fn rating(&self) -> Option<f64> {
        self.rate().map(performance_rating)
    }
}

impl std::ops::Add for Performance {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { decisions: self.decisions + other.decisions, loss: self.loss + other.loss }
    }
}

/// Decisions on plays and on the cube, and what they gave up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Performances {
    /// Plays.
    pub plays: Performance,
    /// Doubles and the answers to them.
    pub cube: Performance,
}

impl Performances {
    /// Adds a decision, if it counts.
    pub fn add(&mut self, verdict: &Verdict) {
        if verdict.rated {
            self.add_loss(verdict.action, verdict.loss);
        }
    }

    /// Adds a decision that counts, by its action and the equity that it gave up.
    pub fn add_loss(&mut self, action: Action, loss: f32) {
        let side = if action == Action::Play { &mut self.plays } else { &mut self.cube };
        *side = *side + Performance { decisions: 1, loss: loss.into() };
    }

    /// Adds others.
    pub fn merge(&mut self, other: &Self) {
        (self.plays, self.cube) = (self.plays + other.plays, self.cube + other.cube);
    }

    /// Both together.
    #[must_use]
    pub fn all(&self) -> Performance {
        self.plays + self.cube
    }
}

words! {
    /// The score at which a player decides, in the words in which players speak of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum ScoreKind: name {
        /// No match.
        Money = "money",
        /// Both need as many points.
        Level = "level score",
        /// The player needs fewer points.
        Ahead = "ahead",
        /// The player needs more points.
        Behind = "behind",
        /// The game without a cube.
        Crawford = "Crawford game",
        /// A later game of a player who needs one point, or whose opponent does.
        AfterCrawford = "after Crawford",
        /// Both need one point.
        DoubleMatchPoint = "double match point",
    }
}

impl ScoreKind {
    /// The score as a player sees it.
    #[must_use]
    pub fn of(standing: &Standing, player: Player) -> Self {
        let Standing::Match { score, .. } = standing else { return Self::Money };
        let away = |player: Player| u32::from(score.length()).saturating_sub(score.score()[player].into());
        let (own, other) = (away(player), away(!player));
        match own.cmp(&other) {
            _ if score.crawford() => Self::Crawford,
            Ordering::Equal if own <= 1 => Self::DoubleMatchPoint,
            _ if own.min(other) <= 1 => Self::AfterCrawford,
            Ordering::Equal => Self::Level,
            Ordering::Less => Self::Ahead,
            Ordering::Greater => Self::Behind,
        }
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
    /// The phase of a decision in a position, seen by the side that decides, which has had this many turns before.
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
    use crate::board::ByPlayer;
    use crate::scoring::MatchScore;

    #[test]
    fn scores_are_seen_by_the_player_who_decides() {
        let at = |length, score: [u8; 2], crawford| Standing::Match {
            score: MatchScore::new(length, ByPlayer(score), crawford).unwrap(),
            winner: None,
        };
        let both = |standing: Standing| Player::BOTH.map(|player| ScoreKind::of(&standing, player));
        assert_eq!(both(Standing::money(true, 3)), [ScoreKind::Money; 2]);
        assert_eq!(both(at(7, [0, 0], false)), [ScoreKind::Level; 2]);
        assert_eq!(both(at(7, [3, 0], false)), [ScoreKind::Ahead, ScoreKind::Behind]);
        assert_eq!(both(at(7, [6, 2], true)), [ScoreKind::Crawford; 2]);
        assert_eq!(both(at(7, [6, 4], false)), [ScoreKind::AfterCrawford; 2]);
        assert_eq!(both(at(7, [6, 6], false)), [ScoreKind::DoubleMatchPoint; 2]);
        assert_eq!(both(at(1, [0, 0], false)), [ScoreKind::DoubleMatchPoint; 2]);
    }

    #[test]
    fn a_rating_is_500_times_the_loss_a_decision_that_counts() {
        let verdict = |loss, rated| Verdict {
            step: 0,
            player: Player::Top,
            action: Action::Play,
            loss,
            cost: loss,
            counts: true,
            rated,
            cube: None,
            mark: None,
            fault: None,
        };
        let mut performance = Performances::default();
        assert_eq!(performance.all().rating(), None);
        // A forced play is no decision.
        for one in
            [verdict(0.0, true), verdict(0.06, true), verdict(0.0, false), verdict(0.0, true), verdict(0.02, true)]
        {
            performance.add(&one);
        }
        let rating = performance.all().rating().expect("four decisions");
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

    #[test]
    fn a_back_game_is_two_points_and_fifty_pips() {
        let pips = |side: &Checkers| side.pips();
        let other = side(&[(8, 5), (7, 4), (6, 3), (5, 3)]);
        // Two points held: 24 and 22. The rest makes up the distance.
        let back = |rest: &[(usize, u8)]| side(&[&[(24, 2), (22, 2)], rest].concat());
        let at = |own: &Checkers| Phase::of(&Position::from_checkers(*own, other), 9);
        let fifty = back(&[(7, 2), (6, 6), (3, 3)]);
        assert_eq!((pips(&fifty) as i32 - pips(&other) as i32, at(&fifty)), (50, Phase::BackGame));
        let less = back(&[(7, 2), (6, 5), (5, 1), (3, 3)]);
        assert_eq!((pips(&less) as i32 - pips(&other) as i32, at(&less)), (49, Phase::Middle));
        // One point and two blots, as far behind, are none.
        let blots = side(&[(24, 2), (22, 1), (21, 1), (8, 3), (6, 8)]);
        assert!(pips(&blots) >= pips(&other) + 50);
        assert_eq!(at(&blots), Phase::Middle);
    }
}

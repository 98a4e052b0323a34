//! The performance rating (PR) that players of eXtreme Gammon and Backgammon Galaxy compare.
//!
//! PR is 500 times the equity given up a decision that counts: 0 is perfect, the best people play 2 to 3.
//! [`verdict`](super::verdict) says what counts: a play with more than one legal choice unless all are worth the same,
//! every double, take and pass, and a roll before which doubling would have given up less than 0.2. Equities are
//! normalized, so that matches and money compare.
//!
//! The count is eXtreme Gammon's as far as its figures tell: in a match of seven points whose statistics were published
//! beside the file, both players have as many plays, cube decisions and points of equity as it says. GNU Backgammon's
//! statistics count otherwise: every unforced play, and doubles that give up less than 0.16.

use super::sums::sums;
use super::{Action, Verdict};
use crate::board::Player;
use crate::record::Standing;
use std::cmp::Ordering;

/// The factor between a point of equity given up a decision and a performance rating.
const POINTS_PER_EQUITY: f64 = 500.0;

/// A performance rating: 500 times the mean loss of a decision that counts.
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
    /// The sum of the squares of that.
    pub squares: f64,
}

impl Performance {
    /// That of a decision that counts and gave up this equity.
    pub const fn of(loss: f64) -> Self {
        Self { decisions: 1, loss, squares: loss * loss }
    }

    /// The mean loss of a decision; `None` without decisions.
    pub fn rate(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.loss / f64::from(self.decisions))
    }

    /// The rating; `None` without decisions.
    pub fn rating(&self) -> Option<f64> {
        self.rate().map(performance_rating)
    }

    /// The standard error of the rating, as if the same player had met other decisions; `None` below two decisions.
    pub fn std_err(&self) -> Option<f64> {
        let n = f64::from(self.decisions);
        let variance = (self.squares - self.loss * self.loss / n).max(0.0) / (n - 1.0);
        (self.decisions > 1).then(|| performance_rating((variance / n).sqrt()))
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

sums! {
    Performance { decisions, loss, squares }
    Performances { plays, cube }
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
        *side += Performance::of(loss.into());
    }

    /// Both together.
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
        // Losses of 0, .06, 0, .02: a variance of .0008, of which the mean of four has a quarter.
        let error = performance.all().std_err().expect("four decisions");
        assert!((error - 500.0 * (0.0008_f64 / 4.0).sqrt()).abs() < 1e-4, "{error}");
        assert_eq!(Performance::of(0.1).std_err(), None);
    }
}

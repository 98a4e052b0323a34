//! Match equity tables: the chance of winning the match at every score.
//!
//! Scores are in points *away*. Two tables are stored as published numbers, one is computed, and
//! [`Met::from_xml`] reads a user's own. Every table reaches [`Met::MAX_AWAY`]: what it does not
//! list is [`extended`](extend). A table need not be symmetric (one player may be the stronger), so
//! values belong to players, not to sides.

mod extend;
mod stored;
#[cfg(feature = "xml")]
mod xml;

#[cfg(feature = "xml")]
pub use xml::MetError;

use super::MatchScore;
use crate::board::{ByPlayer, Player};

const SIZE: usize = Met::MAX_AWAY as usize;

/// Row `a - 1`, column `b - 1`: the chance of [`Player::Top`] needing `a` against one needing `b`.
type PreCrawford = Box<[[f32; SIZE]; SIZE]>;

/// Entry `a - 1`: the chance of a trailer needing `a` after the Crawford game.
type PostCrawford = [f32; SIZE];

/// A match equity table.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    name: String,
    description: String,
    length: u8,
    pre: PreCrawford,
    post: ByPlayer<PostCrawford>,
}

impl Met {
    /// The longest match a table covers.
    pub const MAX_AWAY: u8 = 64;

    /// The default table, by Neil Kazaross, explicit to 25-away.
    pub fn kazaross_xg2() -> Self {
        stored::read(include_str!("kazaross-xg2.txt"))
    }

    /// Kit Woolsey's table, explicit to 15-away.
    pub fn woolsey() -> Self {
        stored::read(include_str!("woolsey.txt"))
    }

    /// The computed table called Zadeh's, as GNU Backgammon 1.07 computes it: its drop rates after
    /// the Crawford game, and before it the same normal approximation that extends other tables.
    pub fn zadeh() -> Self {
        let parameters = extend::PostParameters::default();
        Self {
            name: "N. Zadeh".into(),
            description: "computed: N. Zadeh, Management Science 23, 986 (1977), and a normal approximation".into(),
            length: Self::MAX_AWAY,
            pre: extend::pre_crawford(&[]),
            post: ByPlayer([extend::post_zadeh(parameters); 2]),
        }
    }

    /// Reads a table in GNU Backgammon's XML format.
    ///
    /// # Errors
    /// When the text is not such a table; the error has what is missing and where.
    #[cfg(feature = "xml")]
    pub fn from_xml(text: &str) -> Result<Self, MetError> {
        xml::read(text)
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the table comes from.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Points away to which the table is given; from there on it is extended.
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// The chance that `player` wins the match before or in the Crawford game.
    ///
    /// # Panics
    /// When a player needs less than 1 or more than [`Met::MAX_AWAY`] points.
    pub fn pre_crawford(&self, away: ByPlayer<u8>, player: Player) -> f32 {
        let top = self.pre[usize::from(away[Player::Top]) - 1][usize::from(away[Player::Bottom]) - 1];
        match player {
            Player::Top => top,
            Player::Bottom => 1.0 - top,
        }
    }

    /// The chance that `trailer`, needing `away` points, wins against a leader needing 1, after the
    /// Crawford game.
    ///
    /// # Panics
    /// When `away` is 0 or more than [`Met::MAX_AWAY`].
    pub fn post_crawford(&self, trailer: Player, away: u8) -> f32 {
        self.post[trailer][usize::from(away) - 1]
    }

    /// The chance that `on` wins the match from `score`, before the game in progress has a result.
    pub fn now(&self, score: &MatchScore, on: Player) -> f32 {
        let away = ByPlayer(Player::BOTH.map(|player| score.away(player)));
        self.at(away, score.is_post_crawford(), on)
    }

    /// The chance that `on` wins the match once `winner` has won `points` in the game played at `score`.
    pub fn after(&self, score: &MatchScore, winner: Player, points: u32, on: Player) -> f32 {
        let mut away = ByPlayer(Player::BOTH.map(|player| score.away(player)));
        if points >= u32::from(away[winner]) {
            return if winner == on { 1.0 } else { 0.0 };
        }
        // Once a player was 1-away in the game just played, the Crawford game is over.
        let post_crawford = score.crawford() || score.is_post_crawford();
        away[winner] -= points as u8;
        self.at(away, post_crawford, on)
    }

    /// This table with the players' seats exchanged: what it held for one now holds for the other.
    #[must_use]
    pub fn inverted(&self) -> Self {
        let mut pre = self.pre.clone();
        for (i, row) in pre.iter_mut().enumerate() {
            for (j, value) in row.iter_mut().enumerate() {
                *value = 1.0 - self.pre[j][i];
            }
        }
        Self { pre, post: ByPlayer([self.post.0[1], self.post.0[0]]), ..self.clone() }
    }

    fn at(&self, away: ByPlayer<u8>, post_crawford: bool, on: Player) -> f32 {
        if !post_crawford {
            self.pre_crawford(away, on)
        } else if away[on] >= away[!on] {
            self.post_crawford(on, away[on])
        } else {
            1.0 - self.post_crawford(!on, away[!on])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(length: u8, top: u8, bottom: u8, crawford: bool) -> MatchScore {
        MatchScore::new(length, ByPlayer([top, bottom]), crawford).unwrap()
    }

    #[test]
    fn results_lead_to_the_right_column() {
        let met = Met::kazaross_xg2();
        let (top, bottom) = (Player::Top, Player::Bottom);
        // 3-away against 2-away: a single win of the leader makes it Crawford, where the pre-Crawford table holds.
        let before = score(5, 2, 3, false);
        assert_eq!(met.after(&before, bottom, 1, top), met.pre_crawford(ByPlayer([3, 1]), top));
        assert_eq!(met.after(&before, bottom, 2, top), 0.0);
        assert_eq!(met.after(&before, top, 3, top), 1.0);
        // The Crawford game: afterwards the post-Crawford column holds.
        let crawford = score(5, 2, 4, true);
        assert_eq!(met.after(&crawford, top, 1, top), met.post_crawford(top, 2));
        assert_eq!(met.after(&crawford, top, 1, bottom), 1.0 - met.post_crawford(top, 2));
        assert_eq!(met.after(&crawford, top, 2, bottom), 0.5);
        assert_eq!(met.after(&score(5, 1, 4, false), top, 2, top), met.post_crawford(top, 2));
        assert_eq!(met.now(&crawford, top), met.pre_crawford(ByPlayer([3, 1]), top));
        assert_eq!(met.now(&score(5, 2, 4, false), top), met.post_crawford(top, 3));
    }

    #[test]
    fn the_players_chances_sum_to_one() {
        for met in [Met::kazaross_xg2(), Met::woolsey(), Met::zadeh()] {
            for a in 1..=Met::MAX_AWAY {
                for b in 1..=Met::MAX_AWAY {
                    let sum = met.pre_crawford(ByPlayer([a, b]), Player::Top)
                        + met.pre_crawford(ByPlayer([b, a]), Player::Top);
                    assert!((sum - 1.0).abs() < 1e-6, "{} at {a}, {b}", met.name());
                }
            }
        }
    }

    #[test]
    fn a_symmetric_table_is_its_own_inverse() {
        let met = Met::kazaross_xg2();
        let inverted = met.inverted();
        for a in 1..=25 {
            for b in 1..=25 {
                let away = ByPlayer([a, b]);
                let (x, y) = (met.pre_crawford(away, Player::Top), inverted.pre_crawford(away, Player::Top));
                assert!((x - y).abs() < 1e-7);
            }
        }
    }
}

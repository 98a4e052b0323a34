//! The tally of a duel so far.

use super::game::Outcome;
use serde::Serialize;

/// Half the width of a 95 % interval in standard errors.
const INTERVAL: f64 = 1.959_964;

/// A mean with the half width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// The standard error; absent before there are two pairs.
    pub std_err: Option<f64>,
}

impl Interval {
    /// Half the width of the 95 % interval.
    pub fn half(&self) -> Option<f64> {
        self.std_err.map(|error| INTERVAL * error)
    }
}

/// Mean and spread of numbers, added one by one (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, number: f64) {
        self.count += 1;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (number - self.mean);
    }

    fn interval(&self) -> Interval {
        let n = self.count as f64;
        let std_err = (self.count > 1).then(|| (self.squares / (n - 1.0) / n).sqrt());
        Interval { mean: self.mean, std_err }
    }
}

/// All pairs so far, seen by the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Pairs of games or matches.
    pub pairs: u64,
    /// Games.
    pub games: u64,
    /// Turns in them.
    pub turns: u64,
    /// Games won singly, with a gammon, with a backgammon: by the first player, then by the second.
    pub won: [[u64; 3]; 2],
    plain: Moments,
    without_luck: Moments,
}

impl Tally {
    /// Adds a pair: the first player in the bottom seat, then in the other.
    pub(super) fn add(&mut self, [bottom, top]: &[Outcome; 2], at_stake: f64) {
        self.pairs += 1;
        self.games += bottom.games + top.games;
        self.turns += bottom.turns + top.turns;
        for (outcome, seats) in [(bottom, [0, 1]), (top, [1, 0])] {
            for (seat, wins) in seats.into_iter().zip(outcome.won) {
                self.won[seat].iter_mut().zip(wins).for_each(|(sum, wins)| *sum += wins);
            }
        }
        // Seen from the other seat a result is what is left of the stake.
        let pair = |value: fn(&Outcome) -> f64| 0.5 * (value(bottom) + at_stake - value(top));
        self.plain.add(pair(|outcome| outcome.result));
        self.without_luck.add(pair(|outcome| outcome.result - outcome.luck));
    }

    /// The mean gain of the first player from a game or a match: points, or the share of matches won.
    pub fn result(&self) -> Interval {
        self.plain.interval()
    }

    /// [`Tally::result`] with the luck of the dice subtracted.
    pub fn without_luck(&self) -> Interval {
        self.without_luck.interval()
    }
}

/// The difference of ratings at which the first player wins so large a share of matches of this length, as the FIBS
/// formula counts: `1 / (1 + 10^(-d √n / 2000))`. `None` where the share is 0 or 1.
pub(super) fn rating_difference(share: f64, length: u8) -> Option<f64> {
    let is_open = share > 0.0 && share < 1.0;
    is_open.then(|| 2000.0 / f64::from(length).sqrt() * (share / (1.0 - share)).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_one_number() {
        let outcome = |result, luck| Outcome { result, luck, games: 1, turns: 40, ..Outcome::default() };
        let mut tally = Tally::default();
        // The first player wins 2 at the bottom; in the other seat the bottom, now the second player, wins 1.
        tally.add(&[outcome(2.0, 1.5), outcome(1.0, 0.7)], 0.0);
        assert_eq!((tally.result().mean, tally.result().std_err), (0.5, None));
        assert!((tally.without_luck().mean - 0.1).abs() < 1e-12);
        tally.add(&[outcome(0.0, 0.0), outcome(1.0, 0.0)], 0.0);
        let result = tally.result();
        assert_eq!((tally.pairs, tally.games, result.mean), (2, 4, 0.0));
        assert!((result.std_err.unwrap() - 0.5).abs() < 1e-12, "{result:?}");
    }

    #[test]
    fn a_match_is_a_stake_of_one() {
        let won = Outcome { result: 1.0, ..Outcome::default() };
        let mut tally = Tally::default();
        tally.add(&[won, Outcome::default()], 1.0);
        assert_eq!(tally.result().mean, 1.0);
        tally.add(&[won, won], 1.0);
        assert_eq!(tally.result().mean, 0.75);
    }

    #[test]
    fn ratings_are_those_of_fibs() {
        assert_eq!(rating_difference(0.5, 7), Some(0.0));
        assert_eq!(rating_difference(1.0, 7), None);
        let share = 1.0 / (1.0 + 10_f64.powf(-200.0 * 5_f64.sqrt() / 2000.0));
        assert!((rating_difference(share, 5).unwrap() - 200.0).abs() < 1e-9);
    }
}

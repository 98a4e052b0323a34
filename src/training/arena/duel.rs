//! Many pairs of games on several threads.

use super::contender::Contender;
use super::game::{Outcome, Table};
use super::stakes::Stakes;
use super::tally::{Interval, Tally, rating_difference};
use crate::eval::{Evaluator, Interrupted};
use crate::scoring::Met;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Pairs dealt out at a time where no player looks ahead.
const DEALT: u64 = 256;

/// Pairs dealt out at a time where a player looks ahead, which makes games slower.
const DEALT_DEEP: u64 = 16;

/// All that a duel depends on, beside the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelSettings {
    /// The stakes.
    pub stakes: Stakes,
    /// Pairs of games or of matches.
    pub pairs: u64,
    /// Seed of all dice.
    pub seed: u64,
    /// Worker threads; the result does not depend on them.
    pub threads: usize,
}

/// Two players, and what they have come to.
pub struct Duel {
    settings: DuelSettings,
    contenders: [Contender; 2],
    judge: Option<Arc<Evaluator>>,
    met: Arc<Met>,
    stop: Arc<AtomicBool>,
    pool: ThreadPool,
    tally: Tally,
}

impl Duel {
    /// A duel at its beginning. With a judge, which values each roll, luck is subtracted.
    ///
    /// # Errors
    /// When worker threads cannot be started.
    pub fn new(
        settings: DuelSettings,
        contenders: [Contender; 2],
        judge: Option<Arc<Evaluator>>,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, ThreadPoolBuildError> {
        let pool = ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build()?;
        let met = Arc::new(Met::kazaross_xg2());
        Ok(Self { settings, contenders, judge, met, stop, pool, tally: Tally::default() })
    }

    /// The settings.
    pub const fn settings(&self) -> &DuelSettings {
        &self.settings
    }

    /// The players.
    pub const fn contenders(&self) -> &[Contender; 2] {
        &self.contenders
    }

    /// Whether luck is subtracted.
    pub const fn has_judge(&self) -> bool {
        self.judge.is_some()
    }

    /// The pairs played so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The best figure there is: without luck if there is a judge.
    pub fn figure(&self) -> Interval {
        if self.has_judge() { self.tally.without_luck() } else { self.tally.result() }
    }

    /// How far apart the ratings of the two are, and the ends of the 95 % interval: of matches only.
    pub fn rating(&self) -> Option<[f64; 3]> {
        let Stakes::Match(length) = self.settings.stakes else { return None };
        let figure = self.figure();
        let half = figure.half()?;
        let at = |share| rating_difference(share, length);
        Some([at(figure.mean)?, at(figure.mean - half)?, at(figure.mean + half)?])
    }

    /// Plays some pairs more. `None` when all are played or the stop flag is raised; pairs that are under way then do
    /// not count.
    pub fn step(&mut self) -> Option<&Tally> {
        let first = self.tally.pairs;
        let is_deep = self.contenders.iter().any(|contender| contender.plies > 0);
        let dealt = if is_deep { DEALT_DEEP } else { DEALT };
        let last = self.settings.pairs.min(first + dealt);
        if first >= last || self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let pairs: Vec<Result<[Outcome; 2], Interrupted>> = self.pool.install(|| {
            (first..last).into_par_iter().map_init(|| self.tables(), |tables, pair| self.pair(tables, pair)).collect()
        });
        let at_stake = self.settings.stakes.at_stake();
        for pair in pairs.iter().map_while(|pair| pair.as_ref().ok()) {
            self.tally.add(pair, at_stake);
        }
        Some(&self.tally)
    }

    /// A table for each seating.
    fn tables(&self) -> [Table; 2] {
        let [a, b] = &self.contenders;
        [[a, b], [b, a]]
            .map(|seats| Table::new(seats, self.judge.as_ref(), self.settings.stakes, &self.met, &self.stop))
    }

    fn pair(&self, tables: &mut [Table; 2], pair: u64) -> Result<[Outcome; 2], Interrupted> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Interrupted);
        }
        let [first, second] = tables;
        Ok([first.play(self.settings.seed, pair)?, second.play(self.settings.seed, pair)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::CubeEfficiency;

    fn duel(stakes: Stakes, threads: usize, judge: bool, pairs: u64) -> Duel {
        let own = Evaluator::standard();
        let efficiency = CubeEfficiency::BY_NETS;
        let contender = |plies| Contender { name: "own".to_owned(), evaluator: Arc::clone(&own), plies, efficiency };
        let settings = DuelSettings { stakes, pairs, seed: 5, threads };
        let judge = judge.then(|| Arc::clone(&own));
        let mut duel = Duel::new(settings, [contender(0), contender(0)], judge, Arc::default()).unwrap();
        while duel.step().is_some() {}
        duel
    }

    #[test]
    fn equals_draw_exactly_and_threads_do_not_matter() {
        for stakes in [Stakes::Cubeless, Stakes::Money, Stakes::Match(3)] {
            let one = duel(stakes, 1, false, 12);
            assert_eq!(one.tally(), duel(stakes, 2, false, 12).tally());
            // With one player in both seats and equal dice, what one seating wins the other loses.
            let result = one.tally().result();
            let even = stakes.at_stake() / 2.0;
            assert_eq!((result.mean, result.std_err), (even, Some(0.0)), "{stakes:?}");
            assert_eq!(one.tally().won[0], one.tally().won[1]);
            assert!(one.tally().games >= 24 && one.tally().turns > 24 * 10);
        }
    }

    #[test]
    fn luck_explains_most_of_a_game() {
        let own = Evaluator::standard();
        let contender = Contender {
            name: "own".to_owned(),
            evaluator: Arc::clone(&own),
            plies: 0,
            efficiency: CubeEfficiency::BY_NETS,
        };
        for (stakes, most) in [(Stakes::Cubeless, 0.4), (Stakes::Money, 0.45), (Stakes::Match(3), 0.5)] {
            let stop = Arc::default();
            let met = Arc::new(Met::kazaross_xg2());
            let mut table = Table::new([&contender; 2], Some(&own), stakes, &met, &stop);
            let outcomes: Vec<Outcome> = (0..40).map(|pair| table.play(3, pair).unwrap()).collect();
            let spread = |value: fn(&Outcome) -> f64| {
                let mean = outcomes.iter().map(value).sum::<f64>() / 40.0;
                (outcomes.iter().map(|outcome| (value(outcome) - mean).powi(2)).sum::<f64>() / 39.0).sqrt()
            };
            let (plain, rest) = (spread(|outcome| outcome.result), spread(|outcome| outcome.result - outcome.luck));
            assert!(rest < most * plain, "{stakes:?}: {plain} {rest}");
        }
    }

    #[test]
    fn a_stopped_duel_keeps_what_it_has() {
        let own = Evaluator::standard();
        let contender =
            Contender { name: "own".to_owned(), evaluator: own, plies: 0, efficiency: CubeEfficiency::BY_NETS };
        let settings = DuelSettings { stakes: Stakes::Cubeless, pairs: 1000, seed: 5, threads: 1 };
        let stop = Arc::new(AtomicBool::new(false));
        let mut duel = Duel::new(settings, [contender.clone(), contender], None, Arc::clone(&stop)).unwrap();
        duel.step();
        stop.store(true, Ordering::Relaxed);
        assert!(duel.step().is_none());
        assert_eq!(duel.tally().pairs, DEALT);
    }
}

//! The trials of a candidate as charts need them.

use crate::render::laid_out::called;
use crate::rollout::{CUBEFUL, CUBELESS, Estimate};
use crate::session::RolloutReply;

/// Half the width of a 95 % interval in standard errors.
const INTERVAL: f64 = 1.959_964;

/// Points of a line: as many as can be seen.
const POINTS: usize = 300;

/// Colors that most people can tell apart (Okabe and Ito).
pub(super) const COLORS: [(u8, u8, u8); 8] = [
    (0, 114, 178),
    (213, 94, 0),
    (0, 158, 115),
    (204, 121, 167),
    (230, 159, 0),
    (86, 180, 233),
    (120, 94, 60),
    (110, 110, 110),
];

/// A candidate with the equity of every trial.
#[derive(Clone, Debug)]
pub struct Series {
    /// The number in the rollout.
    pub candidate: usize,
    /// The name.
    pub name: String,
    /// The color it has everywhere.
    pub color: (u8, u8, u8),
    /// The equity that decides.
    pub equity: Estimate,
    /// That of each trial.
    pub trials: Vec<f64>,
}

/// A running mean and the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Running {
    /// After this many trials.
    pub trials: f64,
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval.
    pub half: f64,
}

impl Series {
    /// All candidates, best first.
    pub fn ranked(reply: &RolloutReply) -> Vec<Self> {
        let quantity = if reply.result.is_cubeful { CUBEFUL } else { CUBELESS };
        let series = |(place, candidate): (usize, usize)| {
            let line = reply.units[candidate].equity(quantity);
            let records = &reply.records.candidates[candidate];
            Self {
                candidate,
                name: called(reply, candidate),
                color: COLORS[place % COLORS.len()],
                equity: reply.result.candidates[candidate].equity(),
                trials: records.iter().map(|record| line.at(record.values[quantity].to_f64())).collect(),
            }
        };
        reply.result.ranking().into_iter().enumerate().map(series).collect()
    }

    /// Half the width of the interval of the mean.
    pub fn half(&self) -> f64 {
        INTERVAL * self.equity.std_err.unwrap_or_default()
    }

    /// Mean and interval after more and more trials, the last with all.
    pub fn running(&self) -> Vec<Running> {
        let every = self.trials.len().div_ceil(POINTS).max(1);
        let (mut mean, mut squares) = (0.0, 0.0);
        let mut points = Vec::new();
        for (i, value) in self.trials.iter().enumerate() {
            let n = (i + 1) as f64;
            let before = mean;
            mean += (value - mean) / n;
            squares += (value - before) * (value - mean);
            if i > 0 && ((i + 1) % every == 0 || i + 1 == self.trials.len()) {
                points.push(Running { trials: n, mean, half: INTERVAL * (squares / (n - 1.0) / n).sqrt() });
            }
        }
        points
    }

    /// The share of trials in each of this many equal parts of a range; what lies outside belongs to the parts at the
    /// ends.
    pub fn shares(&self, low: f64, high: f64, parts: usize) -> Vec<f64> {
        let mut counts = vec![0.0; parts];
        for value in &self.trials {
            let place = (value - low) / (high - low) * parts as f64;
            let place = (place as usize).min(parts - 1);
            counts[place] += 1.0 / self.trials.len() as f64;
        }
        counts
    }

    /// The value below which this part of the trials lies.
    pub fn quantile(&self, part: f64) -> Option<f64> {
        let mut sorted = self.trials.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(((sorted.len() as f64 * part) as usize).min(sorted.len().saturating_sub(1))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(trials: Vec<f64>) -> Series {
        let equity = Estimate { mean: 0.0, std_err: Some(0.1) };
        Series { candidate: 0, name: "8/5 6/5".to_owned(), color: COLORS[0], equity, trials }
    }

    #[test]
    fn running_means_end_with_all_trials() {
        let running = series(vec![1.0, 0.0, 2.0, 1.0]).running();
        assert_eq!(running.len(), 3);
        assert_eq!((running[0].trials, running[0].mean), (2.0, 0.5));
        // Squares about the mean 1 are 2, over 3 · 4.
        assert!(
            (running[2].mean - 1.0).abs() < 1e-12
                && (running[2].half - INTERVAL * (2.0_f64 / 12.0).sqrt()).abs() < 1e-12
        );
        let long = series(vec![0.0; 10_000]).running();
        assert!(long.len() <= POINTS + 1 && long.last().is_some_and(|last| last.trials == 10_000.0));
    }

    #[test]
    fn shares_count_every_trial() {
        let series = series(vec![-5.0, 0.1, 0.2, 0.9, 7.0]);
        let shares = series.shares(0.0, 1.0, 4);
        assert!(shares.iter().zip([0.6, 0.0, 0.0, 0.4]).all(|(a, b)| (a - b).abs() < 1e-12), "{shares:?}");
        assert_eq!(
            [series.quantile(0.0), series.quantile(0.5), series.quantile(1.0)],
            [Some(-5.0), Some(0.2), Some(7.0)]
        );
    }
}

//! When a card is asked again: FSRS, version 6, by whole days.
//!
//! A card has a stability, the days after which nine of ten such cards are still known, and a difficulty of 1 to 10.
//! Each answer changes both. The formulas and the parameters are those that the project *Free Spaced Repetition
//! Scheduler* publishes; learning steps of minutes and random shifts of days are left out.

use crate::analysis::{Fault, Thresholds};
use serde::{Deserialize, Serialize};

gammon_engine::words! {
    /// How well a question was answered.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Grade: name {
        /// Wrong by more than a small error.
        Again = "again",
        /// A small error.
        Hard = "hard",
        /// Right, or next to nothing given up.
        Good = "good",
        /// Known without a thought.
        Easy = "easy",
    }
}

impl Grade {
    /// The grade of an answer by what it gives up.
    pub fn of_loss(loss: f64, thresholds: &Thresholds) -> Self {
        match thresholds.fault(loss as f32) {
            None => Self::Good,
            Some(Fault::Error) => Self::Hard,
            Some(Fault::Blunder) => Self::Again,
        }
    }

    /// The word for an answer of this grade, with which every quiz judges.
    pub const fn verdict(self) -> &'static str {
        match self {
            Self::Good | Self::Easy => "right",
            Self::Hard => "nearly",
            Self::Again => "wrong",
        }
    }
}

/// What is known about a card in the mind of its owner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The days after which the chance to know it has fallen to nine tenths.
    pub stability: f64,
    /// From 1, easy, to 10.
    pub difficulty: f64,
}

/// The parameters of the scheduler; they are stored with the cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scheduler {
    /// The parameters `w0` to `w20`.
    w: Vec<f64>,
    /// The chance to know a card on the day on which it is asked again.
    retention: f64,
}

/// Bounds of what is known about a card.
const LEAST_STABILITY: f64 = 0.001;
const DIFFICULTIES: [f64; 2] = [1.0, 10.0];

/// The longest time between two questions, in days.
const LONGEST: f64 = 36_500.0;

impl Default for Scheduler {
    fn default() -> Self {
        let w = [
            0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
            0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
        ];
        Self { w: w.to_vec(), retention: 0.9 }
    }
}

impl Scheduler {
    /// Whether these are parameters that can be worked with.
    pub fn is_sound(&self) -> bool {
        self.w.len() == 21
            && self.w.iter().all(|w| w.is_finite())
            && self.w[20] > 0.0
            && self.retention > 0.0
            && self.retention < 1.0
    }

    /// The factor of the days in the curve of forgetting.
    fn factor(&self) -> f64 {
        0.9_f64.powf(-1.0 / self.w[20]) - 1.0
    }

    /// The chance that a card is known this many days after the last answer.
    pub fn chance(&self, memory: Memory, days: i64) -> f64 {
        (1.0 + self.factor() * days.max(0) as f64 / memory.stability).powf(-self.w[20])
    }

    /// The days until a card is asked again, at least one.
    pub fn interval(&self, memory: Memory) -> i64 {
        let days = memory.stability / self.factor() * (self.retention.powf(-1.0 / self.w[20]) - 1.0);
        days.round_ties_even().clamp(1.0, LONGEST) as i64
    }

    /// What is known after an answer, this many days after the last one; `before` is none for a new card.
    pub fn after(&self, before: Option<Memory>, days: i64, grade: Grade) -> Memory {
        let rating = grade as usize;
        let Some(before) = before else {
            let [least, most] = DIFFICULTIES;
            return Memory {
                stability: self.w[rating].max(LEAST_STABILITY),
                difficulty: self.first_difficulty(grade).clamp(least, most),
            };
        };
        let stability = match grade {
            _ if days < 1 => self.on_one_day(before.stability, grade),
            Grade::Again => self.forgotten(before, self.chance(before, days)),
            _ => self.recalled(before, self.chance(before, days), grade),
        };
        Memory { stability: stability.max(LEAST_STABILITY), difficulty: self.next_difficulty(before.difficulty, grade) }
    }

    fn first_difficulty(&self, grade: Grade) -> f64 {
        self.w[4] - (self.w[5] * f64::from(grade as u8)).exp() + 1.0
    }

    fn next_difficulty(&self, difficulty: f64, grade: Grade) -> f64 {
        let [least, most] = DIFFICULTIES;
        let change = -self.w[6] * (f64::from(grade as u8) - 2.0);
        let moved = difficulty + (10.0 - difficulty) * change / 9.0;
        (self.w[7] * self.first_difficulty(Grade::Easy) + (1.0 - self.w[7]) * moved).clamp(least, most)
    }

    /// A second answer on the day of the last one.
    fn on_one_day(&self, stability: f64, grade: Grade) -> f64 {
        let growth = (self.w[17] * (f64::from(grade as u8) - 2.0 + self.w[18])).exp() * stability.powf(-self.w[19]);
        stability * if grade == Grade::Again { growth } else { growth.max(1.0) }
    }

    fn forgotten(&self, before: Memory, chance: f64) -> f64 {
        let long = self.w[11]
            * before.difficulty.powf(-self.w[12])
            * ((before.stability + 1.0).powf(self.w[13]) - 1.0)
            * ((1.0 - chance) * self.w[14]).exp();
        long.min(before.stability / (self.w[17] * self.w[18]).exp())
    }

    fn recalled(&self, before: Memory, chance: f64, grade: Grade) -> f64 {
        let by_grade = match grade {
            Grade::Hard => self.w[15],
            Grade::Easy => self.w[16],
            Grade::Again | Grade::Good => 1.0,
        };
        let growth = self.w[8].exp()
            * (11.0 - before.difficulty)
            * before.stability.powf(-self.w[9])
            * (((1.0 - chance) * self.w[10]).exp() - 1.0)
            * by_grade;
        before.stability * (1.0 + growth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    include!("tests/fsrs_cases.rs");

    /// The published package for Python, version 6.3.2 without learning steps, answered [`CASES`] so.
    #[test]
    fn states_and_intervals_are_those_of_the_published_scheduler() {
        let scheduler = Scheduler::default();
        assert!(scheduler.is_sound());
        for (answers, expected) in CASES {
            let mut memory = None;
            for (&(days, rating), &(stability, difficulty, interval)) in answers.iter().zip(*expected) {
                let after = scheduler.after(memory, days, Grade::ALL[rating - 1]);
                let close = |is: f64, of: f64| (is - of).abs() <= 1e-12 * of.abs();
                assert!(close(after.stability, stability), "{answers:?}: {after:?}, not {stability}");
                assert!(close(after.difficulty, difficulty), "{answers:?}: {after:?}, not {difficulty}");
                assert_eq!(scheduler.interval(after), interval, "{answers:?}");
                memory = Some(after);
            }
        }
    }

    #[test]
    fn a_card_is_nine_tenths_known_when_it_is_asked_again() {
        let scheduler = Scheduler::default();
        for stability in [2.0, 10.0, 100.0] {
            let memory = Memory { stability, difficulty: 5.0 };
            assert_eq!(scheduler.interval(memory), stability as i64);
            assert!((scheduler.chance(memory, stability as i64) - 0.9).abs() < 1e-12);
        }
        // A clock that went back.
        assert!((scheduler.chance(Memory { stability: 3.0, difficulty: 5.0 }, -9) - 1.0).abs() < 1e-12);
    }
}

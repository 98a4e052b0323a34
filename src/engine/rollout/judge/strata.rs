//! Trials by first roll: where first rolls are dealt evenly, only the spread within them is chance.

use crate::board::Roll;
use crate::rng::InitialRolls;
use crate::rollout::data::fixed::{Fixed, Moments};
use crate::rollout::order::settings::RolloutSettings;

/// How first rolls are dealt, and so which spread between trials is no chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stratification {
    initial: InitialRolls,
}

impl Stratification {
    /// First rolls of games that begin in this way, dealt evenly.
    pub const fn new(initial: InitialRolls) -> Self {
        Self { initial }
    }

    /// After how many trials every first roll has come in its natural number.
    pub const fn cycle(self) -> u64 {
        match self.initial {
            InitialRolls::Any => 36,
            _ => 30,
        }
    }

    /// Whether a trial may begin with a roll.
    fn is_possible(self, roll: Roll) -> bool {
        self.initial == InitialRolls::Any || !roll.is_double()
    }
}

impl RolloutSettings {
    /// How first rolls are dealt, `None` where they are left to chance.
    pub fn stratification(&self) -> Option<Stratification> {
        self.dice(0).is_stratified().then(|| Stratification::new(self.initial))
    }
}

/// The moments of a number for each first roll.
#[derive(Clone, Debug, Default)]
pub struct Strata([Moments; 21]);

impl Strata {
    /// Takes in the number of a trial.
    pub fn add(&mut self, first_roll: Roll, value: Fixed) {
        self.0[first_roll.index()].add(value);
    }

    /// How many trials there are.
    pub fn count(&self) -> u64 {
        self.0.iter().map(Moments::count).sum()
    }

    /// The standard error of the mean, `sqrt(Σ w² s² / n)` over the first rolls with their weights `w`. `None` unless
    /// each has come in its natural number, and twice at least: only then is the mean one over strata.
    pub fn std_err(&self, stratification: Stratification) -> Option<f64> {
        let cycle = stratification.cycle();
        let trials = self.count();
        let mut sum = 0.0;
        for roll in Roll::ALL {
            let moments = &self.0[roll.index()];
            let weight = if stratification.is_possible(roll) { roll.weight() } else { 0 };
            if moments.count() * cycle != trials * u64::from(weight) {
                return None;
            }
            if weight > 0 {
                let weight = f64::from(weight) / cycle as f64;
                sum += (weight * moments.std_err()?).powi(2);
            }
        }
        Some(sum.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand: two cycles of first rolls, ±0.1 about a mean of each roll's own.
    #[test]
    fn the_error_counts_the_spread_within_first_rolls() {
        let two_cycles = |rolls: &dyn Fn(&Roll) -> bool| {
            let mut strata = Strata::default();
            for roll in Roll::ALL.iter().filter(|roll| rolls(roll)) {
                for swing in [-0.1, 0.1].repeat(roll.weight() as usize) {
                    strata.add(*roll, Fixed::from_f64(f64::from(roll.pips()) + swing));
                }
            }
            strata
        };
        let any = Stratification::new(InitialRolls::Any);
        // The squared error of a double is 0.02 / 2, that of another roll (0.04 / 3) / 4.
        let exact = (15.0 * (2.0_f64 / 36.0).powi(2) * 0.01 / 3.0 + 6.0 * (1.0_f64 / 36.0).powi(2) * 0.01).sqrt();
        let mut strata = two_cycles(&|_| true);
        let error = strata.std_err(any).expect("two cycles");
        assert!((error - exact).abs() < 1e-9);
        strata.add(Roll::ALL[0], Fixed::ZERO);
        assert_eq!(strata.std_err(any), None, "one roll more than its share");
        // Without doubles 15 rolls weigh 2/30 each.
        let initial = Stratification::new(InitialRolls::NoDoubles);
        let strata = two_cycles(&|roll| !roll.is_double());
        let error = strata.std_err(initial).expect("two cycles");
        assert!((error - (0.01_f64 / 3.0).sqrt() * 15.0_f64.sqrt() / 15.0).abs() < 1e-9);
        assert_eq!(strata.std_err(any), None, "doubles never came");
        assert_eq!(Strata::default().std_err(any), None, "no trial");
        assert_eq!([any.cycle(), initial.cycle()], [36, 30]);
    }
}

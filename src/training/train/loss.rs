//! The loss that training makes small. Slopes are by the arguments of the logistic functions that give the outputs.

use crate::eval::own::OUTPUTS;

/// The amount that each output adds to the equity.
const EQUITY: [f32; OUTPUTS] = [2.0, 1.0, 1.0, -1.0, -1.0];

/// How much the cross entropy of each output counts beside the squared error of the equity.
const EACH: f32 = 0.3;

/// The slopes of [`EACH`] times the cross entropy plus the squared error of the equity; and that error.
#[inline(always)]
pub(super) fn equity_and_outputs(outputs: &[f32; OUTPUTS], target: &[f32; OUTPUTS]) -> ([f32; OUTPUTS], f32) {
    let differences: [f32; OUTPUTS] = std::array::from_fn(|k| outputs[k] - target[k]);
    let error = differences.iter().zip(EQUITY).map(|(difference, weight)| difference * weight).sum::<f32>();
    let slopes =
        std::array::from_fn(|k| EACH * differences[k] + 2.0 * error * EQUITY[k] * outputs[k] * (1.0 - outputs[k]));
    (slopes, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_the_loss() {
        let sums = [0.4, -0.9, -2.0, -0.3, -3.0_f64];
        let target = [0.7, 0.2, 0.1, 0.2, 0.01_f32];
        let outputs = |sums: &[f64; OUTPUTS]| sums.map(|sum| 1.0 / (1.0 + (-sum).exp()));
        let loss = |sums: &[f64; OUTPUTS]| {
            let outputs = outputs(sums);
            let (mut entropy, mut error) = (0.0, 0.0);
            for k in 0..OUTPUTS {
                let (p, t) = (outputs[k], f64::from(target[k]));
                entropy -= t * p.ln() + (1.0 - t) * (1.0 - p).ln();
                error += (p - t) * f64::from(EQUITY[k]);
            }
            f64::from(EACH) * entropy + error * error
        };
        let (slopes, _) = equity_and_outputs(&outputs(&sums).map(|p| p as f32), &target);
        for (k, slope) in slopes.into_iter().enumerate() {
            let at = |step: f64| {
                let mut moved = sums;
                moved[k] += step;
                loss(&moved)
            };
            let expected = (at(1e-4) - at(-1e-4)) / 2e-4;
            assert!((f64::from(slope) - expected).abs() < 1e-4, "output {k}: {slope} {expected}");
        }
    }
}

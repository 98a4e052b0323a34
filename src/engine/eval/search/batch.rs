//! Static evaluation, with noise where the settings have some.

use super::{PlaySelection, Searcher, Static};
use crate::board::{Position, SeenBy};
use crate::eval::own::{Batch, EvaluationOrder};
use crate::eval::{Class, Efficiencies, Outputs};

impl Searcher {
    /// The value of a position without looking ahead.
    pub(super) fn static_value(&mut self, position: &Position, selection: &PlaySelection) -> Static {
        self.evaluations += 1;
        let class = self.classify(position);
        let mut outputs = [Outputs::LOSS];
        let mut efficiencies = [self.by_numbers(class, SeenBy::OnRoll, position)];
        let asked = self.asks_nets.then_some(&mut efficiencies[..]);
        let positions = std::slice::from_ref(position);
        let one = Batch { classes: &[class], seen: SeenBy::OnRoll, positions, order: EvaluationOrder::Listed };
        self.evaluator.write_values(one, &mut self.scratch, &mut outputs, asked);
        let ([mut outputs], [efficiencies]) = (outputs, efficiencies);
        self.add_noise(position, selection, &mut outputs);
        Static { outputs, efficiencies }
    }

    /// The values after plays of one position without looking ahead, for the side then on roll; results are seen by the
    /// mover.
    pub(super) fn static_values_of(
        &mut self,
        results: &[Position],
        classes: &[Class],
        selection: &PlaySelection,
        outputs: &mut Vec<Outputs>,
        efficiencies: &mut Vec<Efficiencies>,
    ) {
        self.noiseless_values_of(results, classes, EvaluationOrder::Nearest, outputs, efficiencies);
        self.add_noise_to(results, selection, outputs);
    }

    /// [`Self::static_values_of`] plays of one or more positions, without noise whatever the settings.
    pub(super) fn noiseless_values_of(
        &mut self,
        results: &[Position],
        classes: &[Class],
        order: EvaluationOrder,
        outputs: &mut Vec<Outputs>,
        efficiencies: &mut Vec<Efficiencies>,
    ) {
        self.evaluations += results.len() as u64;
        efficiencies.clear();
        efficiencies
            .extend(results.iter().zip(classes).map(|(result, &class)| self.by_numbers(class, SeenBy::Mover, result)));
        outputs.clear();
        outputs.resize(results.len(), Outputs::LOSS);
        let asked = self.asks_nets.then_some(&mut efficiencies[..]);
        let batch = Batch { classes, seen: SeenBy::Mover, positions: results, order };
        self.evaluator.write_values(batch, &mut self.scratch, outputs, asked);
    }

    /// How live the cube of a position is by the numbers of the settings.
    #[inline]
    fn by_numbers(&self, class: Class, seen: SeenBy, position: &Position) -> Efficiencies {
        Efficiencies::all(self.efficiency.of(class, || seen.sides(position)[0].pips()))
    }

    /// Adds the noise of the settings to the chances after plays.
    pub(super) fn add_noise_to(&mut self, results: &[Position], selection: &PlaySelection, outputs: &mut [Outputs]) {
        if selection.noise.is_some() {
            for (result, outputs) in results.iter().zip(outputs) {
                self.add_noise(&result.flipped(), selection, outputs);
            }
        }
    }

    fn add_noise(&mut self, position: &Position, selection: &PlaySelection, outputs: &mut Outputs) {
        let Some(noise) = &selection.noise else { return };
        if position.is_over() {
            return;
        }
        self.noise_drawn = self.noise_drawn.wrapping_add(1);
        noise.add(position, self.noise_drawn, outputs);
        self.evaluator.clamp(position, outputs);
    }
}

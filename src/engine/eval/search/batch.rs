//! Static evaluation, with noise where the settings have some.

use super::{PlaySelection, Searcher};
use crate::board::{Position, SeenBy};
use crate::eval::{Class, Outputs};

impl Searcher {
    /// The chances of a position without looking ahead.
    pub(super) fn static_outputs(&mut self, position: &Position, selection: &PlaySelection) -> Outputs {
        self.evaluations += 1;
        let mut outputs = self.evaluator.outputs(position, &mut self.scratch);
        self.add_noise(position, selection, &mut outputs);
        outputs
    }

    /// The chances after plays without looking ahead, for the side then on roll; results are seen by the mover.
    pub(super) fn static_outputs_of(
        &mut self,
        results: &[Position],
        classes: &[Class],
        selection: &PlaySelection,
        out: &mut Vec<Outputs>,
    ) {
        self.noiseless_outputs_of(results, classes, out);
        self.add_noise_to(results, selection, out);
    }

    /// [`Self::static_outputs_of`] without noise, whatever the settings.
    pub(super) fn noiseless_outputs_of(&mut self, results: &[Position], classes: &[Class], out: &mut Vec<Outputs>) {
        self.evaluations += results.len() as u64;
        self.evaluator.outputs_by_class(classes, SeenBy::Mover, results, &mut self.scratch, out);
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

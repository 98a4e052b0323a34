//! From games to gradients.

use super::float_net::{Batch, FloatNet};
use super::loss::cross_entropy;
use super::self_play::Game;
use crate::board::SeenBy;
use crate::eval::own::{FeatureSet, rows_of};
use crate::eval::{Class, Outputs};
use crate::simd::{Instructions, Vectorized};

/// The numbers of the net and of its head that learn a class.
pub(super) const fn route(class: Class) -> (usize, usize) {
    match class {
        Class::Crashed => (0, 1),
        Class::Race => (1, 0),
        Class::Contact | Class::Over | Class::Hypergammon | Class::BearoffTwoSided | Class::BearoffOneSided => (0, 0),
    }
}

/// Nets and heads that learn.
const PARTS: [(usize, usize); 3] = [(0, 0), (0, 1), (1, 0)];

/// Gradients of both nets, and the sum of the loss.
#[derive(Clone, Debug)]
pub(super) struct Shard {
    pub gradients: [Vec<f32>; 2],
    /// Squared error of the equity against its target, summed.
    pub error: f64,
    pub positions: u64,
    /// The positions of each net and head: [`PARTS`].
    batches: [Batch; PARTS.len()],
    /// The part of each step of a game, and its place there.
    places: Vec<(usize, usize)>,
}

impl Shard {
    pub fn new(nets: &[FloatNet; 2]) -> Self {
        Self {
            gradients: nets.each_ref().map(|net| vec![0.0; net.parameters.len()]),
            error: 0.0,
            positions: 0,
            batches: std::array::from_fn(|_| Batch::default()),
            places: Vec::new(),
        }
    }
}

/// Adds a game's gradients to a shard.
pub(super) struct Learn<'a> {
    pub nets: &'a [FloatNet; 2],
    pub game: &'a Game,
    pub lambda: f32,
    pub shard: &'a mut Shard,
}

impl Vectorized for Learn<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Instructions>(self, with: I) {
        let Self { nets, game, lambda, shard } = self;
        let Shard { gradients, error, batches, places, .. } = &mut *shard;
        batches.iter_mut().for_each(Batch::clear);
        places.clear();
        for step in &game.steps {
            let (net, head) = route(step.class);
            let part = PARTS.iter().position(|&part| part == (net, head)).expect("a part for each net and head");
            places.push((part, batches[part].rows.len()));
            batches[part].rows.push(rows_of(nets[net].shape.features, SeenBy::OnRoll.sides(&step.position)));
        }
        for (batch, (net, head)) in batches.iter_mut().zip(PARTS) {
            nets[net].forward(with, head, batch);
            batch.slopes.clone_from(&batch.outputs);
        }
        // Backwards: what the following position is worth by the net, and by the rest of the game.
        let (mut next_value, mut next_return) = (game.end, game.end);
        for (step, &(part, place)) in game.steps.iter().zip(&*places).rev() {
            let target = target(step.instead, step.luck, lambda, next_value, next_return);
            let value = Outputs(batches[part].outputs[place]);
            batches[part].slopes[place] = cross_entropy(&value.0, &target.0);
            *error += f64::from(value.cubeless_equity() - target.cubeless_equity()).powi(2);
            (next_value, next_return) = (value, target);
        }
        for (batch, (net, head)) in batches.iter_mut().zip(PARTS) {
            if !batch.rows.is_empty() {
                nets[net].backward(with, head, batch, &mut gradients[net]);
            }
        }
        shard.positions += game.steps.len() as u64;
    }
}

/// The target of a step, for its side on roll; `next_…` are for the side then on roll.
fn target(
    instead: Option<Outputs>,
    luck: Option<super::self_play::Luck>,
    lambda: f32,
    next_value: Outputs,
    next_return: Outputs,
) -> Outputs {
    if let Some(instead) = instead {
        return instead;
    }
    let next_return = next_return.flipped();
    match luck {
        None => {
            let value = next_value.flipped();
            combine(|k| (1.0 - lambda) * value.0[k] + lambda * next_return.0[k])
        }
        // The mean over all rolls, corrected by how the rest of the game went beyond the estimate.
        Some(luck) => combine(|k| luck.mean.0[k] + lambda * (next_return.0[k] - luck.played.0[k])),
    }
}

fn combine(output: impl Fn(usize) -> f32) -> Outputs {
    Outputs(std::array::from_fn(output))
}

/// The inputs of the contact net and of the race net of self-play.
pub(super) const INPUTS: [FeatureSet; 2] = [FeatureSet::Contact, FeatureSet::Race];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::self_play::Luck;

    #[test]
    fn targets_mix_value_and_return() {
        let value = Outputs([0.5, 0.2, 0.0, 0.1, 0.0]);
        let result = Outputs([1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(target(None, None, 0.0, value, result), value.flipped());
        assert_eq!(target(None, None, 1.0, value, result), result.flipped());
        assert_eq!(target(Some(value), None, 1.0, value, result), value);
    }

    #[test]
    fn luck_is_taken_out_of_targets() {
        // The roll played promises 0.75, the mean is 0.5, and the game then keeps the promise: no news.
        let played = Outputs([0.75, 0.0, 0.0, 0.0, 0.0]);
        let luck = Luck { mean: Outputs([0.5, 0.0, 0.0, 0.0, 0.0]), played };
        let kept = target(None, Some(luck), 1.0, Outputs::LOSS, played.flipped());
        assert_eq!(kept, luck.mean);
    }
}

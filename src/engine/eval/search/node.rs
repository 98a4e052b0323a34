//! The recursion: a position, its rolls, the positions after them.

use super::best::Ties;
use super::plan::{MAX_STATES, Plan, Values};
use super::{Interrupted, PlaySelection, Searcher, Static};
use crate::board::{Position, Roll, SeenBy};
use crate::eval::{Class, Outputs, Prefilter};

/// A position valued: the chances, and a value for each state of the cube, for the side on roll.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub outputs: Outputs,
    pub values: Values,
}

/// Means over the 21 rolls, for the side that rolls.
struct Mean {
    outputs: [f64; 5],
    values: [f64; MAX_STATES],
    states: usize,
}

impl Mean {
    fn new() -> Self {
        Self { outputs: [0.0; 5], values: [0.0; MAX_STATES], states: 0 }
    }

    /// Adds what a roll leads to, seen by the side that is then on roll.
    fn add(&mut self, roll: Roll, node: &Node) {
        let weight = f64::from(roll.weight());
        for (sum, output) in self.outputs.iter_mut().zip(node.outputs.0) {
            *sum += weight * f64::from(output);
        }
        for (sum, value) in self.values.iter_mut().zip(&node.values) {
            *sum += weight * f64::from(*value);
        }
        self.states = node.values.len();
    }
}

impl Searcher {
    /// Values a position at a depth of a plan, `plies` turns deep.
    pub(super) fn node(
        &mut self,
        plan: &Plan,
        depth: usize,
        position: &Position,
        plies: u8,
        selection: &PlaySelection,
    ) -> Result<Node, Interrupted> {
        if plies == 0 || self.is_final(plan, position) {
            let value = self.static_value(position, selection);
            return Ok(self.leaf_node(plan, depth, SeenBy::OnRoll, position, value));
        }
        self.check_stop()?;
        let mut frame = self.frame(depth);
        // At the end of the look-ahead the value of the best play is all that goes on.
        let selection_here = if plies == 1 { selection.by(Prefilter::OF_VALUES) } else { *selection };
        self.find_best(&mut frame, position, plan.scorer(depth), &selection_here, Ties::FirstGenerated);
        let mut mean = Mean::new();
        // All rolls that cannot be played lead to the same position.
        let mut passed: Option<Node> = None;
        for (roll, best) in Roll::ALL.into_iter().zip(&frame.best) {
            if let (None, Some(next)) = (best.play, &passed) {
                mean.add(roll, next);
                continue;
            }
            let next = match (plies, best.left) {
                (1, Some((left, _))) => self.leaf_node(plan, depth + 1, SeenBy::Mover, &best.result, left),
                _ => self.node(plan, depth + 1, &best.result.flipped(), plies - 1, selection)?,
            };
            mean.add(roll, &next);
            if best.play.is_none() {
                passed = Some(next);
            }
        }
        self.frames[depth] = Some(frame);
        let outputs = Outputs(mean.outputs.map(|sum| (sum / 36.0) as f32)).flipped();
        let values = plan.inner_values(depth, mean.values[..mean.states].iter().map(|sum| (sum / 36.0) as f32));
        Ok(Node { outputs, values })
    }

    /// Whether looking further ahead changes nothing: the game is over, or a database holds the value. In a match that
    /// of a user, or of nets of GNU Backgammon, holds only the chances.
    fn is_final(&self, plan: &Plan, position: &Position) -> bool {
        match self.classify(position) {
            Class::Over => true,
            class if plan.is_match() && plan.has_states() => self.evaluator.knows_at_scores(class, position),
            class => class.is_perfect(),
        }
    }

    fn leaf_node(&self, plan: &Plan, depth: usize, seen: SeenBy, position: &Position, value: Static) -> Node {
        let values =
            if plan.has_states() { plan.leaf_values(depth, &self.leaf(seen, position, value)) } else { Values::new() };
        Node { outputs: value.outputs, values }
    }
}

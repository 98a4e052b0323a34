//! The best play of each of the 21 rolls with its value: what rollouts live on.

use super::best::Ties;
use super::plan::Question;
use super::{Evaluation, How, Searcher};
use crate::board::{Position, Roll};
use crate::eval::{EvalSettings, Outputs, SeenBy};
use crate::movegen::PackedPlay;
use crate::scoring::CubeInfo;

/// The best play of one roll, found without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestOfRoll {
    /// The play in compact form; [`PackedPlay::NONE`] when the roll cannot be played.
    pub play: PackedPlay,
    /// The position after it, still seen by the mover.
    pub result: Position,
    /// What it is worth to the mover. The cubeful equity is there whether or not the play was chosen by it.
    pub evaluation: Evaluation,
}

impl Searcher {
    /// The position after the best play of one roll, still seen by the mover: the same that [`Searcher::all_rolls`] finds,
    /// with the same settings. The position itself when the roll cannot be played.
    pub fn best_result(
        &mut self,
        position: &Position,
        roll: Roll,
        cube: &CubeInfo,
        settings: &EvalSettings,
    ) -> Position {
        let how = How::new(settings, self).plain();
        let plan = self.plan(Question::of(settings), cube, 0);
        let mut frame = self.frame(0);
        let result = self.find_best_of_roll(&mut frame, position, roll, plan.scorer(0), &how);
        self.frames[0] = Some(frame);
        result.unwrap_or(*position)
    }

    /// The best play of each roll of [`Roll::ALL`](crate::board::Roll::ALL) for the side on roll, chosen
    /// as [`Searcher::rank_plays`] does at 0 plies, but for what the filter net leaves out: it chooses which plays are
    /// evaluated if the own nets evaluate and the settings allow pruning, or if there is a
    /// [prefilter](Searcher::with_prefilter). The depth in the settings is ignored.
    pub fn all_rolls(&mut self, position: &Position, cube: &CubeInfo, settings: &EvalSettings) -> [BestOfRoll; 21] {
        let how = How::new(settings, self).plain();
        let plan = self.plan(Question::of(settings), cube, 0);
        let scorer = plan.scorer(0);
        let mut frame = self.frame(0);
        self.find_best(&mut frame, position, scorer, &how, Ties::AsListed);
        let passed = frame.best.iter().any(|best| best.play.is_none());
        let passed = if passed { self.static_outputs(&position.flipped(), &how) } else { Outputs::LOSS };
        let best_of_roll = std::array::from_fn(|roll| {
            let best = &frame.best[roll];
            let left = best.left.unwrap_or(passed);
            let cubeful = scorer.cubeful_equity(&self.leaf(SeenBy::Mover, &best.result, left));
            BestOfRoll {
                play: best.play.map_or(PackedPlay::NONE, |play| frame.plays.packed()[play as usize]),
                result: best.result,
                evaluation: Evaluation {
                    outputs: left.flipped(),
                    equity: scorer.utility(&left),
                    cubeful: Some(cubeful),
                },
            }
        });
        self.frames[0] = Some(frame);
        best_of_roll
    }
}

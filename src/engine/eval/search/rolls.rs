//! The best play of each of the 21 rolls with its value: what rollouts live on.

use super::best::{Evaluated, Frame, Ties};
use super::plan::Question;
use super::{Evaluation, PlaySelection, Searcher, Static};
use crate::board::{Position, Roll, SeenBy};
use crate::eval::own::EvaluationOrder;
use crate::eval::{Efficiencies, EvalSettings, Outputs, Prefilter};
use crate::movegen::PackedPlay;
use crate::scoring::CubeInfo;

/// The best play of one roll, found without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestOfRoll {
    /// The play in compact form; [`PackedPlay::NONE`] when the roll cannot be played.
    pub play: PackedPlay,
    /// The position after it, still seen by the mover.
    pub result: Position,
    /// The value to the mover. The cubeful equity is there whether or not the play was chosen by it.
    pub evaluation: Evaluation,
}

/// A question: the best play of a roll, without looking ahead.
#[derive(Clone, Copy, Debug)]
pub struct RollQuestion<'a> {
    /// The position, seen by the side on roll.
    pub position: &'a Position,
    /// The roll.
    pub roll: Roll,
    /// The cube.
    pub cube: &'a CubeInfo,
    /// How plays are compared; the depth is ignored.
    pub settings: EvalSettings,
    /// More plays are evaluated than the filter net usually leaves: those of [`Prefilter::OF_PLAYS`].
    pub among_more: bool,
}

/// The play of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollAnswer {
    /// The position after the play, still seen by the side that made it: the position itself when the roll cannot be
    /// played.
    pub result: Position,
    /// Static evaluations that the answer took.
    pub evaluations: u32,
}

/// A question under way.
#[derive(Clone, Debug)]
struct PendingQuery {
    /// Where its plan is.
    plan: usize,
    selection: PlaySelection,
    /// Where the plays in question end among those of all questions.
    end: usize,
}

/// Room to answer questions in.
#[derive(Clone, Debug, Default)]
pub(super) struct Queries(Vec<PendingQuery>);

impl Searcher {
    /// The positions after the best plays of some rolls: the same that [`Searcher::all_rolls`] finds, with the same
    /// settings, unless they are to be found among more. The plays of all questions share one batch, and every answer
    /// is what it would be alone.
    pub fn best_results<'a>(
        &mut self,
        questions: impl IntoIterator<Item = RollQuestion<'a>>,
        answers: &mut Vec<RollAnswer>,
    ) {
        let mut frame = self.frame(0);
        let mut queries = std::mem::take(&mut self.queries);
        answers.clear();
        queries.0.clear();
        frame.selected.clear();
        self.forget_plans();
        for RollQuestion { position, roll, cube, settings, among_more } in questions {
            let plan = self.plan_at(Question::of(&settings), cube, 0);
            let selection = PlaySelection::new(&settings, self).without_pruning();
            let selection = if among_more { selection.by(Prefilter::OF_PLAYS) } else { selection };
            let prices = self.plans[plan].1.scorer(0).prices();
            let known = self.list_of_roll(&mut frame, position, roll, prices, &selection);
            answers.push(RollAnswer { result: known.unwrap_or(*position), evaluations: 0 });
            queries.0.push(PendingQuery { plan, selection, end: frame.selected.results.len() });
        }
        let Frame { selected, outputs, efficiencies, scores, .. } = &mut *frame;
        self.noiseless_values_of(&selected.results, &selected.classes, EvaluationOrder::Listed, outputs, efficiencies);
        let mut start = 0;
        for PendingQuery { selection, end, .. } in &queries.0 {
            self.add_noise_to(&selected.results[start..*end], selection, &mut outputs[start..*end]);
            start = *end;
        }
        let (mut start, mut answers) = (0, answers.iter_mut());
        // Questions that follow the same plan share its vectors.
        for asked in queries.0.chunk_by(|a, b| a.plan == b.plan) {
            let (scorer, first) = (self.plans[asked[0].plan].1.scorer(0), start);
            let plays = Evaluated { results: &selected.results, classes: &selected.classes, outputs, efficiencies };
            self.score(plays.of(start..asked[asked.len() - 1].end), scorer, scores);
            for (PendingQuery { end, .. }, answer) in asked.iter().zip(&mut answers) {
                let plays = start..*end;
                if !plays.is_empty() {
                    answer.evaluations = plays.len() as u32;
                    let (results, outputs) = (&selected.results[plays.clone()], &outputs[plays.clone()]);
                    let scores = &scores[start - first..*end - first];
                    answer.result = results[Self::choose(results, outputs, scores, scorer, Ties::AsListed)];
                }
                start = *end;
            }
        }
        self.queries = queries;
        self.frames[0] = Some(frame);
    }

    /// The best play of each roll of [`Roll::ALL`](crate::board::Roll::ALL) for the side on roll, chosen
    /// as [`Searcher::rank_plays`] does at 0 plies, but for what the filter net leaves out: it chooses which plays are
    /// evaluated if the own nets evaluate and the settings allow pruning, or if there is a
    /// [prefilter](Searcher::with_prefilter). The depth in the settings is ignored.
    pub fn all_rolls(&mut self, position: &Position, cube: &CubeInfo, settings: &EvalSettings) -> [BestOfRoll; 21] {
        let selection = PlaySelection::new(settings, self).without_pruning();
        self.all_rolls_by(position, cube, settings, selection)
    }

    /// As [`Searcher::all_rolls`], for the values alone: where the filter net chooses which plays the own nets
    /// evaluate, it leaves out more, and now and then the best one. A [prefilter](Searcher::with_prefilter) stays as
    /// it is.
    pub fn values_of_rolls(
        &mut self,
        position: &Position,
        cube: &CubeInfo,
        settings: &EvalSettings,
    ) -> [BestOfRoll; 21] {
        let selection = PlaySelection::new(settings, self).without_pruning().by(Prefilter::OF_VALUES);
        self.all_rolls_by(position, cube, settings, selection)
    }

    /// Whether [`Searcher::values_of_rolls`] leaves out plays that [`Searcher::all_rolls`] evaluates.
    pub fn values_leave_out_plays(&self, settings: &EvalSettings) -> bool {
        PlaySelection::new(settings, self).is_usual
    }

    fn all_rolls_by(
        &mut self,
        position: &Position,
        cube: &CubeInfo,
        settings: &EvalSettings,
        selection: PlaySelection,
    ) -> [BestOfRoll; 21] {
        let plan = self.plan(Question::of(settings), cube, 0);
        let scorer = plan.scorer(0);
        let mut frame = self.frame(0);
        self.find_best(&mut frame, position, scorer, &selection, Ties::AsListed);
        let passed = frame.best.iter().any(|best| best.play.is_none());
        let passed = if passed {
            self.static_value(&position.flipped(), &selection)
        } else {
            Static { outputs: Outputs::LOSS, efficiencies: Efficiencies::all(0.0) }
        };
        let best_of_roll = std::array::from_fn(|roll| {
            let best = &frame.best[roll];
            let (left, score) = best.left.map_or((passed, None), |(left, score)| (left, Some(score)));
            let cubeful = score
                .filter(|_| scorer.is_cubeful())
                .unwrap_or_else(|| scorer.cubeful_equity(&self.leaf(SeenBy::Mover, &best.result, left)));
            BestOfRoll {
                play: best.play.map_or(PackedPlay::NONE, |play| frame.plays.packed()[play as usize]),
                result: best.result,
                evaluation: Evaluation {
                    outputs: left.outputs.flipped(),
                    equity: scorer.utility(&left.outputs),
                    cubeful: Some(cubeful),
                },
            }
        });
        self.frames[0] = Some(frame);
        best_of_roll
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Variation};
    use crate::eval::Evaluator;
    use crate::scoring::{Cube, Met, Terms};
    use std::sync::Arc;

    /// The values of all rolls in the opening, and the static evaluations they took.
    fn values(settings: &EvalSettings, few: bool) -> ([f64; 21], u64, bool) {
        let met = Arc::new(Met::kazaross_xg2());
        let cube = CubeInfo::new(Cube::START, Player::Bottom, Terms::MONEY, &met);
        let mut searcher = Searcher::new(Evaluator::standard(), met);
        let start = Variation::Standard.starting_position();
        let rolls = if few {
            searcher.values_of_rolls(&start, &cube, settings)
        } else {
            searcher.all_rolls(&start, &cube, settings)
        };
        let values = rolls.map(|best| f64::from(best.evaluation.score()));
        (values, searcher.evaluations(), searcher.values_leave_out_plays(settings))
    }

    #[test]
    fn few_plays_have_nearly_the_value_of_all() {
        let pruned = EvalSettings::cubeful(0).with_prune(true);
        let ((all, made, leaves_out), (few, fewer, _)) = (values(&pruned, false), values(&pruned, true));
        assert!(leaves_out && fewer < made - 10, "{fewer} of {made}");
        let lost: Vec<f64> = all.iter().zip(few).map(|(all, few)| all - few).collect();
        assert!(lost.iter().all(|&lost| (0.0..0.05).contains(&lost)), "{lost:?}");
        assert!(lost.iter().sum::<f64>() < 21.0 * 0.003, "{lost:?}");
        // Where nothing is left out, the values are the same.
        let whole = EvalSettings::cubeful(0).with_prune(false);
        assert_eq!(values(&whole, true), values(&whole, false));
        assert!(!values(&whole, true).2);
    }
}

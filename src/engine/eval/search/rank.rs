//! Ranking the plays of a roll: everything without looking ahead, then fewer and deeper.

use super::plan::Question;
use super::{Evaluation, Interrupted, PlaySelection, Searcher, Static};
use crate::board::{Position, SeenBy};
use crate::eval::{Class, EvalSettings, MoveFilters, Outputs};
use crate::movegen::{Play, PlayList};
use crate::scoring::CubeInfo;
use std::cmp::Ordering;

/// A play under consideration.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The play.
    pub play: Play,
    /// The value to the mover.
    pub evaluation: Evaluation,
    /// How many plies deep the position after it was looked at.
    pub plies: u8,
}

impl Candidate {
    /// The equity for the mover that decides: cubeful if the ranking is.
    pub fn score(&self) -> f32 {
        self.evaluation.score()
    }

    /// The order of a search: score, then cubeless equity, both descending.
    fn by_score(&self, other: &Self) -> Ordering {
        other.score().total_cmp(&self.score()).then(other.evaluation.equity.total_cmp(&self.evaluation.equity))
    }

    /// The order of the game's own terms: deeper looks first, then a play that ends the game, then the values.
    fn cmp_listed(&self, other: &Self) -> Ordering {
        let ends_game = |candidate: &Self| candidate.play.result.on_roll().back().is_none();
        other
            .plies
            .cmp(&self.plies)
            .then_with(|| ends_game(other).cmp(&ends_game(self)))
            .then_with(|| self.by_score(other))
            .then_with(|| self.by_checkers(other))
    }

    /// Fewer checkers left, then the nearer rear one.
    fn by_checkers(&self, other: &Self) -> Ordering {
        let (mine, theirs) = (self.play.result.on_roll(), other.play.result.on_roll());
        mine.total().cmp(&theirs.total()).then_with(|| mine.back().cmp(&theirs.back()))
    }

    /// Whether two candidates, this one listed before the other, are worth the same: what is left between them is the
    /// noise of a look-ahead.
    fn ties_with(&self, other: &Self) -> bool {
        let ends_game = |candidate: &Self| candidate.play.result.on_roll().back().is_none();
        self.plies == other.plies
            && ends_game(self) == ends_game(other)
            && (self.score() - other.score()).abs() <= TIE
            && (self.evaluation.equity - other.evaluation.equity).abs() <= CUBELESS_TIE
    }

    /// Sorts candidates as they are listed, whatever the plies: those looked at deeper first; a play that ends the
    /// game before all others; score and cubeless equity. Plays of the same value are ordered by fewer checkers left
    /// and the nearer rear one.
    pub fn list(candidates: &mut [Self]) {
        candidates.sort_by(Self::cmp_listed);
        let mut rest = candidates;
        while let Some(first) = rest.first() {
            // A tie is one with the best of it: values that differ by little each may differ by much together.
            let tied = rest.iter().take_while(|other| first.ties_with(other)).count().max(1);
            let (group, others) = rest.split_at_mut(tied);
            group.sort_by(Self::by_checkers);
            rest = others;
        }
    }
}

/// The most by which scores of plays of the same value differ.
const TIE: f32 = 1e-6;

/// The most by which the cubeless equities of such plays differ; the score has been compared more closely.
const CUBELESS_TIE: f32 = 1e-4;

impl Searcher {
    /// The plays of a list, best first, by the deepest look that was finished, and whether that was the last one.
    pub(super) fn rank_so_far(
        &mut self,
        plays: &PlayList,
        cube: &CubeInfo,
        settings: &EvalSettings,
        filters: &MoveFilters,
    ) -> (Vec<Candidate>, Result<(), Interrupted>) {
        let mut candidates = self.static_candidates(plays, cube, settings);
        let is_whole = self.narrow(&mut candidates, cube, settings, filters);
        Candidate::list(&mut candidates);
        (candidates, is_whole)
    }

    /// Looks deeper level by level, each time at the candidates that the filter before it has left.
    fn narrow(
        &mut self,
        candidates: &mut [Candidate],
        cube: &CubeInfo,
        settings: &EvalSettings,
        filters: &MoveFilters,
    ) -> Result<(), Interrupted> {
        let plies = usize::from(settings.plies());
        let mut remaining = candidates.len();
        for level in 0..plies {
            let Some(filter) = filters.get(plies, level) else { continue };
            if level > 0 {
                self.deepen(&mut candidates[..remaining], cube, &settings.with_plies(level as u8))?;
            }
            candidates[..remaining].sort_by(Candidate::by_score);
            remaining = filter.survivors(candidates[..remaining].iter().map(Candidate::score)).max(1).min(remaining);
            if remaining == 1 && filter.accept != 1 {
                return Ok(());
            }
        }
        if plies == 0 { Ok(()) } else { self.deepen(&mut candidates[..remaining], cube, settings) }
    }

    /// Values the position after a play for the mover at the full depth of the settings, to be compared with others.
    /// `result` is seen by the mover.
    ///
    /// # Errors
    /// When the stop flag was raised.
    pub fn evaluate_play(
        &mut self,
        result: &Position,
        cube: &CubeInfo,
        settings: &EvalSettings,
    ) -> Result<Evaluation, Interrupted> {
        self.compares = true;
        let evaluation = self.evaluate(&result.flipped(), &cube.flipped(), settings);
        self.compares = false;
        Ok(evaluation?.flipped())
    }

    /// Looks at some candidates more deeply; when stopped, they are left as they were.
    fn deepen(
        &mut self,
        candidates: &mut [Candidate],
        cube: &CubeInfo,
        settings: &EvalSettings,
    ) -> Result<(), Interrupted> {
        let deeper = candidates.iter().map(|candidate| self.evaluate_play(&candidate.play.result, cube, settings));
        let deeper = deeper.collect::<Result<Vec<_>, _>>()?;
        for (candidate, evaluation) in candidates.iter_mut().zip(deeper) {
            candidate.evaluation = evaluation;
            candidate.plies = settings.plies();
        }
        Ok(())
    }

    /// All plays, evaluated in one batch without looking ahead, in the order of generation.
    fn static_candidates(&mut self, plays: &PlayList, cube: &CubeInfo, settings: &EvalSettings) -> Vec<Candidate> {
        let (mut classes, mut outputs, mut efficiencies): (Vec<Class>, Vec<Outputs>, _) = Default::default();
        let selection = PlaySelection::new(settings, self);
        self.evaluator.classify_plays(plays.before(), plays.results(), &mut classes);
        self.static_values_of(plays.results(), &classes, &selection, &mut outputs, &mut efficiencies);
        let plan = self.plan(Question::of(settings), cube, 0);
        let scorer = plan.scorer(0);
        let candidate = |(i, ((result, left), &class)): (usize, ((&Position, &Outputs), &Class))| {
            let value = Static { outputs: *left, efficiencies: efficiencies[i] };
            let leaf = || self.leaf_of(class, SeenBy::Mover, result, value);
            let cubeful = settings.cubeful.then(|| scorer.cubeful_equity(&leaf()));
            let evaluation = Evaluation { outputs: left.flipped(), equity: scorer.utility(left), cubeful };
            Candidate { play: plays.play(i), evaluation, plies: 0 }
        };
        plays.results().iter().zip(&outputs).zip(&classes).enumerate().map(candidate).collect()
    }
}
